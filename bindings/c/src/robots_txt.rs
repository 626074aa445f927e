//! Parsed files, and single questions.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::borrow::Cow;
use std::mem::MaybeUninit;

use library::companions::Readings;
use library::{AgentList, ParseOptions, Target};

use crate::agents::{Agents, resolved};
use crate::border::{Listed, Str};
use crate::line::{self, Line, PlacedLine};
use crate::options::Options;
use crate::rules::Rules;
use crate::status::{Status, create, free, guard};
use crate::verdict::{LostBy, Rule, Verdict};

/// A parsed file, for any crawler. For many questions by one crawler, compile its rules
/// (robots_txt_rules_for, or robots_rules_parse without parsing the file).
///
/// Unless a dialect was set, each crawler reads the file in its own (robots_agents_dialect): the
/// file is parsed again for a dialect when such a crawler is first asked about. Functions that take
/// no crawler read it as RFC 9309 says.
pub struct RobotsTxt {
    readings: Readings,
    groups: Listed<Group>,
    lines: Listed<PlacedLine>,
    sitemaps: Listed<Vec<u8>>,
    licenses: Listed<Vec<u8>>,
    hosts: Listed<Vec<u8>>,
}

/// A group, with texts of its own.
struct Group {
    line: u32,
    agents: Vec<Vec<u8>>,
    rules: Vec<library::Rule<'static>>,
}

impl RobotsTxt {
    /// The file where no crawler is asked about.
    fn file(&self) -> &library::RobotsTxt<'static> {
        self.readings.file()
    }

    /// The file as a crawler reads it.
    fn read_by(&self, agents: &Agents) -> &library::RobotsTxt<'static> {
        agents.reading(&self.readings)
    }

    pub(crate) fn clean_url<'u>(&self, url: &'u str) -> Cow<'u, str> {
        self.file().clean_url(url)
    }

    fn line(&self, index: usize) -> Option<Line<'_>> {
        let line = self.lines.get(index, || line::placed(self.file()))?;
        Some(line.in_body(self.file().body()))
    }

    fn group(&self, index: usize) -> Option<&Group> {
        self.groups.get(index, || {
            let groups = self.file().groups();
            groups
                .map(|group| Group {
                    line: group.line(),
                    agents: group.agents().map(<[u8]>::to_vec).collect(),
                    rules: group.rules().map(library::Rule::into_owned).collect(),
                })
                .collect()
        })
    }
}

/// The verdict on a question that was asked as it should be.
fn checked<'b>(
    options: ParseOptions,
    body: &'b [u8],
    agents: AgentList<'_>,
    url: &[u8],
) -> Result<library::Verdict<'b>, Status> {
    let target = Target::parse_bytes(url).map_err(|_| Status::NotAUrl)?;
    Ok(options.check(body, agents, target))
}

/// Whether a crawler may fetch the URL, straight from a file. Nothing is kept.
///
/// The crawler is named as for robots_agents_resolve: the token of a well-known crawler stands for
/// this crawler, with the tokens that it falls back to and the dialect that its operator documents.
/// Every other crawler reads as RFC 9309 says. The URL is an absolute one or a path that
/// begins with `/`. False if an argument is not valid, so that nothing is allowed by mistake: also
/// if the text names no crawler, or several, as robots_agents_resolve says, or if the URL is not one,
/// for example because the two were swapped. robots_check says which error it is.
#[unsafe(no_mangle)]
pub extern "C" fn robots_is_allowed(body: Str<'_>, crawler: Str<'_>, url: Str<'_>) -> bool {
    robots_is_allowed_with(body, crawler, url, None)
}

/// Like robots_is_allowed, for a file that is read as the options say. They may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_is_allowed_with(
    body: Str<'_>,
    crawler: Str<'_>,
    url: Str<'_>,
    options: Option<&Options>,
) -> bool {
    let ask = || -> Result<bool, Status> {
        let crawler = crawler.to_str()?;
        let crawler = resolved(&crawler)?;
        let options = Options::given(options).for_dialect(crawler.dialect());
        let verdict = checked(options, body.as_bytes()?, crawler.into(), url.as_bytes()?);
        Ok(verdict?.is_allowed())
    };
    guard(false, || ask().unwrap_or(false))
}

/// The verdict on one question, straight from a file. The options may be NULL.
///
/// Fails with ROBOTS_STATUS_NOT_A_URL if the URL is not one. Functions that take a handle in place
/// of the body take any other text for some path.
#[unsafe(no_mangle)]
pub extern "C" fn robots_check(
    body: Str<'_>,
    agents: Option<&Agents>,
    url: Str<'_>,
    options: Option<&Options>,
    verdict: Option<&mut MaybeUninit<Option<Box<Verdict>>>>,
) -> Status {
    create(verdict, || {
        let agents = agents.ok_or(Status::InvalidArgument)?;
        let url = url.as_bytes()?;
        let options = Options::given(options).for_dialect(agents.dialect());
        checked(options, body.as_bytes()?, agents.list(), url).map(Verdict::new)
    })
}

/// Parses a file. Any bytes are a valid robots.txt: lines without a meaning are skipped. The bytes
/// are copied. The options may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_parse(
    body: Str<'_>,
    options: Option<&Options>,
    robots: Option<&mut MaybeUninit<Option<Box<RobotsTxt>>>>,
) -> Status {
    create(robots, || {
        let options = Options::given(options);
        Ok(RobotsTxt {
            readings: Readings::new(&options.parse, options.dialect, body.as_bytes()?),
            groups: Listed::default(),
            lines: Listed::default(),
            sitemaps: Listed::default(),
            licenses: Listed::default(),
            hosts: Listed::default(),
        })
    })
}

/// Frees a file, and with it the text that it returned. NULL is ignored. Rules and verdicts that
/// came from it stay valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_free(robots: Option<Box<RobotsTxt>>) {
    free(robots);
}

/// Whether the crawler may fetch the URL: an absolute one, or a path that begins with `/`. False if
/// an argument is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_is_allowed(
    robots: Option<&RobotsTxt>,
    agents: Option<&Agents>,
    url: Str<'_>,
) -> bool {
    let (Some(robots), Some(agents), Ok(url)) = (robots, agents, url.as_bytes()) else {
        return false;
    };
    guard(false, || robots.read_by(agents).is_allowed(agents.list(), url))
}

/// The verdict on a URL, with the rule that decided.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_check(
    robots: Option<&RobotsTxt>,
    agents: Option<&Agents>,
    url: Str<'_>,
    verdict: Option<&mut MaybeUninit<Option<Box<Verdict>>>>,
) -> Status {
    create(verdict, || {
        let (Some(robots), Some(agents)) = (robots, agents) else {
            return Err(Status::InvalidArgument);
        };
        Ok(Verdict::new(
            robots.read_by(agents).check(agents.list(), url.as_bytes()?),
        ))
    })
}

/// The verdict on a URL, with every rule that matches and why it does not decide.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_explain(
    robots: Option<&RobotsTxt>,
    agents: Option<&Agents>,
    url: Str<'_>,
    verdict: Option<&mut MaybeUninit<Option<Box<Verdict>>>>,
) -> Status {
    create(verdict, || {
        let (Some(robots), Some(agents)) = (robots, agents) else {
            return Err(Status::InvalidArgument);
        };
        let explanation = robots.read_by(agents).explain(agents.list(), url.as_bytes()?);
        Ok(Verdict::explained(&explanation))
    })
}

/// Compiles the rules that apply to a crawler. Free them with robots_rules_free.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_rules_for(
    robots: Option<&RobotsTxt>,
    agents: Option<&Agents>,
    rules: Option<&mut MaybeUninit<Option<Box<Rules>>>>,
) -> Status {
    create(rules, || {
        let (Some(robots), Some(agents)) = (robots, agents) else {
            return Err(Status::InvalidArgument);
        };
        Ok(Rules::new(robots.read_by(agents).rules_for(agents.list())))
    })
}

/// The seconds that the crawler should leave between requests, by a Crawl-delay line: writes them
/// and returns true, or returns false if the file does not say.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_crawl_delay(
    robots: Option<&RobotsTxt>,
    agents: Option<&Agents>,
    seconds: Option<&mut MaybeUninit<f64>>,
) -> bool {
    let (Some(robots), Some(agents), Some(seconds)) = (robots, agents, seconds) else {
        return false;
    };
    let delay = guard(None, || robots.read_by(agents).crawl_delay_for(agents.list()));
    delay.map(|delay| seconds.write(delay.as_secs_f64())).is_some()
}

/// The value of a Sitemap line, counted from 0, in file order: writes it and returns true, or
/// returns false if the index is out of range. It is as the file has it, not checked to be a URL,
/// and lives as long as the file.
///
/// The first call takes time linear in the file, further calls constant time.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_sitemap<'r>(
    robots: Option<&'r RobotsTxt>,
    index: usize,
    url: Option<&mut MaybeUninit<Str<'r>>>,
) -> bool {
    let (Some(robots), Some(url)) = (robots, url) else {
        return false;
    };
    let all = || robots.file().sitemaps().map(<[u8]>::to_vec);
    robots.sitemaps.write(index, url, || all().collect())
}

/// The number of the first line of a group, counted from 1; groups are counted from 0, in file
/// order. Returns 0 if the index is out of range.
///
/// The first call about groups takes time and memory linear in the file, further calls constant
/// time.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_group_line(robots: Option<&RobotsTxt>, group: usize) -> u32 {
    let Some(robots) = robots else {
        return 0;
    };
    robots.group(group).map_or(0, |found| found.line)
}

/// The name in a User-agent line of a group, both counted from 0: writes it and returns true, or
/// returns false if an index is out of range. It lives as long as the file.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_group_agent<'r>(
    robots: Option<&'r RobotsTxt>,
    group: usize,
    index: usize,
    name: Option<&mut MaybeUninit<Str<'r>>>,
) -> bool {
    let (Some(robots), Some(name)) = (robots, name) else {
        return false;
    };
    let found = robots.group(group).and_then(|group| group.agents.get(index));
    found.map(|found| name.write(Str::new(found))).is_some()
}

/// A rule of a group, both counted from 0, in file order: writes it and returns true, or returns
/// false if an index is out of range. Its lost_by is ROBOTS_LOST_BY_NOTHING. It lives as long as
/// the file.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_group_rule<'r>(
    robots: Option<&'r RobotsTxt>,
    group: usize,
    index: usize,
    rule: Option<&mut MaybeUninit<Rule<'r>>>,
) -> bool {
    let (Some(robots), Some(rule)) = (robots, rule) else {
        return false;
    };
    let found = robots.group(group).and_then(|group| group.rules.get(index));
    found
        .map(|found| rule.write(Rule::new(found, LostBy::Nothing)))
        .is_some()
}

/// A line of the file, counted from 0, whatever is in it, as RFC 9309 or the dialect of the options
/// reads it: writes it and returns true, or returns false if the index is out of range. It lives as
/// long as the file.
///
/// The first call takes time and memory linear in the file, further calls constant time.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_line<'r>(
    robots: Option<&'r RobotsTxt>,
    index: usize,
    line: Option<&mut MaybeUninit<Line<'r>>>,
) -> bool {
    let (Some(robots), Some(line)) = (robots, line) else {
        return false;
    };
    let found = robots.line(index);
    found.map(|found| line.write(found)).is_some()
}

/// The URL in a License line (RSL), counted from 0, in file order: of all groups and of none, since
/// in RSL every license is for all crawlers. Writes it and returns true, or returns false if the
/// index is out of range. It lives as long as the file. robots_rules_license has the licenses that
/// apply to one crawler by its groups.
///
/// The first call takes time linear in the file.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_license<'r>(
    robots: Option<&'r RobotsTxt>,
    index: usize,
    url: Option<&mut MaybeUninit<Str<'r>>>,
) -> bool {
    let (Some(robots), Some(url)) = (robots, url) else {
        return false;
    };
    let all = || robots.file().licenses().map(|line| line.as_bytes().to_vec());
    robots.licenses.write(index, url, || all().collect())
}

/// The value of a Host line, counted from 0, in file order: writes it and returns true, or returns
/// false if the index is out of range. It lives as long as the file.
///
/// The first call takes time linear in the file.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_host<'r>(
    robots: Option<&'r RobotsTxt>,
    index: usize,
    host: Option<&mut MaybeUninit<Str<'r>>>,
) -> bool {
    let (Some(robots), Some(host)) = (robots, host) else {
        return false;
    };
    let all = || robots.file().hosts().map(|line| line.as_bytes().to_vec());
    robots.hosts.write(index, host, || all().collect())
}

/// Whether the end of the file was cut off by robots_options_set_max_bytes.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_is_truncated(robots: Option<&RobotsTxt>) -> bool {
    robots.is_some_and(|robots| robots.file().is_truncated())
}
