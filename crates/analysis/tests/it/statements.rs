//! What the library says of all crawlers and all URLs, held against crawlers that are not taken
//! from the file as they are, and against URLs that are not normalized. Shared by a property test
//! and a fuzz target.
//!
//! The crawlers are words, prefixes and joins of the file's names, headers that hold them, and
//! every well-known crawler. The URLs are request targets made from the file's patterns, with
//! octets spelled in all the ways in which a client may send them.

use std::collections::HashSet;

use robots_exclusion::agents;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::{AgentList, Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::{Budget, Policy, minimize};
use robots_exclusion_analysis::diff::{DiffOptions, Effect};
use robots_exclusion_analysis::lint::{Edit, LintOptions};

/// A crawler that is asked about.
struct Asker {
    name: String,
    list: AgentList<'static>,
}

impl Asker {
    /// Whether the crawler goes by one name and nothing else is known of it.
    fn is_bare(&self) -> bool {
        self.list == AgentList::from(&self.name[..])
    }

    /// Whether a statement about all crawlers covers this crawler: it goes by a single name, or is a
    /// well-known one as its operator documents it. The name of a well-known crawler stands for this
    /// crawler.
    fn is_meant(&self, dialect: Dialect) -> bool {
        let asked = self.list.compared_in(&dialect);
        let mut names = asked.tokens();
        let (name, others) = (names.next(), names.next());
        let agent = name.and_then(agents::by_token);
        match agent {
            Some(agent) => agent.list().compared_in(&dialect) == asked,
            None => others.is_none(),
        }
    }
}

/// The crawlers to ask about some files.
fn askers(dialect: Dialect, bodies: &[&[u8]]) -> Vec<Asker> {
    /// So many names of a file are taken apart.
    const MAX_NAMES: usize = 8;
    let mut texts: Vec<String> = vec!["*".into(), String::new(), "Nobody".into()];
    for body in bodies {
        let robots = RobotsTxt::options().dialect(dialect).parse(*body);
        let names: Vec<String> = robots
            .names()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .take(MAX_NAMES)
            .collect();
        for (at, name) in names.iter().enumerate() {
            texts.extend(name.split([' ', '/', '-', ',', '.', '_']).map(str::to_owned));
            let cuts = name.char_indices().map(|(cut, _)| cut);
            texts.extend(
                cuts.flat_map(|cut| [&name[..cut], &name[cut..]])
                    .map(str::to_owned),
            );
            let next = &names[(at + 1) % names.len()];
            texts.extend(["", " ", "-", "/"].map(|between| [name, between, next].concat()));
            texts.push(format!("x{name}x"));
            texts.push(format!("{name}/2.1 (+https://a.example/)"));
        }
    }
    texts.sort_unstable();
    texts.dedup();
    let mut askers: Vec<Asker> = Vec::new();
    for text in &texts {
        askers.push(Asker {
            name: text.clone(),
            list: AgentList::from(&text[..]).into_owned(),
        });
        let header = format!("Mozilla/5.0 (compatible; {text}/1.0; +https://a.example/) Safari/537.36");
        askers.push(Asker {
            list: UserAgent::parse(&header).list().into_owned(),
            name: header,
        });
    }
    // As their operators document them.
    askers.extend(agents::ALL.iter().map(|agent| Asker {
        name: agent.name().to_owned(),
        list: agent.list(),
    }));
    let mut seen = HashSet::new();
    askers.retain(|asker| seen.insert(asker.list.compared_in(&dialect)));
    askers
}

/// Request targets that the patterns of some files match, or nearly; `choices` says how they are
/// spelled.
fn urls(dialect: Dialect, bodies: &[&[u8]], choices: &mut impl Iterator<Item = u8>) -> Vec<String> {
    /// So many patterns of a file are made into URLs.
    const MAX_PATTERNS: usize = 12;
    let mut urls = vec![
        "/".to_owned(),
        "/robots.txt".to_owned(),
        "/%72obots.txt".to_owned(),
        "/x".to_owned(),
    ];
    for body in bodies {
        let robots = RobotsTxt::options().dialect(dialect).parse(*body);
        let groups: Vec<_> = robots.groups().collect();
        let rules = groups.iter().flat_map(|group| group.rules());
        for rule in rules.take(MAX_PATTERNS) {
            let mut url = String::from("https://a.example");
            url += if rule.pattern().starts_with(b"/") { "" } else { "/" };
            let mut rest = rule.pattern();
            while let [first, after @ ..] = rest {
                rest = after;
                let choice = choices.next().unwrap_or_default();
                match first {
                    b'*' | b'$' if choice.is_multiple_of(2) => {
                        const FILLS: [&str; 8] = ["", "x", "*", "$", "%2a", "%2F", "A", "/"];
                        url += FILLS[usize::from(choice / 2) % FILLS.len()];
                    }
                    b'%' => {
                        url += if after.len() >= 2 && after[..2].iter().all(u8::is_ascii_hexdigit) {
                            "%"
                        } else if choice.is_multiple_of(2) {
                            "%25"
                        } else {
                            "%"
                        }
                    }
                    _ if !is_raw(*first) || choice.is_multiple_of(7) => url += &format!("%{first:02X}"),
                    _ if choice.is_multiple_of(11) => url += &format!("%{first:02x}"),
                    _ => url.push(char::from(*first)),
                }
            }
            const TAILS: [&str; 6] = ["", "", "x", "/", "?a", "%41"];
            url += TAILS[usize::from(choices.next().unwrap_or_default()) % TAILS.len()];
            urls.push(url);
        }
    }
    urls
}

/// Whether a request target may hold the octet as it is: see [`Universe`].
///
/// [`Universe`]: robots_exclusion_analysis::decide::Universe
fn is_raw(octet: u8) -> bool {
    octet.is_ascii_graphic() && !b"\"#<>".contains(&octet)
}

/// Checks the library's statements about a file and an edit of it against crawlers and URLs that are
/// made from them; `choices` says how the URLs are spelled.
pub(crate) fn check(dialect: Dialect, old: &[u8], new: &[u8], choices: &[u8]) {
    let bodies = [old, new];
    let askers = askers(dialect, &bodies);
    let urls = urls(dialect, &bodies, &mut choices.iter().copied().cycle());
    check_diff(dialect, old, new, &askers, &urls);
    check_file(dialect, old, &askers, &urls);
}

/// Holds every statement about an edit against all crawlers and URLs.
fn check_diff(dialect: Dialect, old: &[u8], new: &[u8], askers: &[Asker], urls: &[String]) {
    let [was, is] = [old, new].map(|body| RobotsTxt::options().dialect(dialect).parse(body));
    let verdicts =
        |asker: &Asker, url: &str| [&was, &is].map(|robots| robots.check(&asker.list, url).is_allowed());
    let told = |asker: &Asker, url: &str| {
        format!(
            "{dialect:?}\nold: {}\nnew: {}\n{:?} {url}",
            old.escape_ascii(),
            new.escape_ascii(),
            asker.name
        )
    };
    let diff = DiffOptions::new().compare(&was, &is);
    let is_alike = robots_exclusion_analysis::read_alike(&was, &is);
    if is_alike {
        assert_eq!(diff.changes(), [], "alike? {}", told(&askers[0], ""));
    }
    // Files that read alike do so to everybody. Otherwise, a crawler that goes by several names
    // follows the first that the file names, which may be another one than before.
    let as_tokens = DiffOptions::new().as_tokens(true).compare(&was, &is);
    for asker in askers {
        let is_promised = is_alike
            || diff.is_without_effect() && asker.is_meant(dialect)
            || as_tokens.is_without_effect() && asker.is_bare();
        for url in urls.iter().filter(|_| is_promised) {
            let [before, after] = verdicts(asker, url);
            assert_eq!(before, after, "no effect? {}", told(asker, url));
        }
    }
    // Each asker under a number, since names need not differ; after a `#`, which no file's name
    // holds.
    let numbers: Vec<String> = (0..askers.len()).map(|number| format!("#{number}")).collect();
    let asked = askers.iter().zip(&numbers);
    let options = asked.fold(DiffOptions::new(), |options, (asker, number)| {
        options.crawler(number, &asker.list)
    });
    let diff = options.compare(&was, &is);
    for effect in diff.effects() {
        let numbers = effect
            .agents()
            .iter()
            .filter_map(|name| name.strip_prefix('#')?.parse::<usize>().ok());
        for asker in numbers.filter_map(|number| askers.get(number)) {
            for url in urls {
                let [before, after] = verdicts(asker, url);
                match effect.effect() {
                    Effect::None => assert_eq!(before, after, "{}", told(asker, url)),
                    Effect::Opens => assert!(before <= after, "opens? {}", told(asker, url)),
                    Effect::Closes => assert!(before >= after, "closes? {}", told(asker, url)),
                    // Where the site as a whole opens, or is blocked, some URLs may go the other
                    // way; a witness shows it.
                    Effect::OpensSite | Effect::ClosesSite if before != after => {
                        let mut witnesses = effect.witnesses().iter();
                        let is_shown = witnesses.any(|witness| witness.after().is_allowed() == after);
                        assert!(is_shown, "{:?}? {}", effect.effect(), told(asker, url));
                    }
                    _ => {}
                }
            }
            for witness in effect.witnesses() {
                let shown = [witness.before().is_allowed(), witness.after().is_allowed()];
                assert_eq!(
                    verdicts(asker, witness.url()),
                    shown,
                    "{}",
                    told(asker, witness.url())
                );
            }
        }
    }
}

/// A file without the rules that are said to be redundant for all its audiences together.
fn minimized(dialect: Dialect, body: &[u8]) -> Vec<u8> {
    let robots = RobotsTxt::options().dialect(dialect).indexed(true).parse(body);
    // Where a crawler follows the groups of several audiences, nothing is said of all crawlers.
    if robots.audience("").is_none() {
        return body.to_vec();
    }
    let policies: Vec<Policy> = robots
        .audiences()
        .map(|audience| Policy::of_audience(&robots, audience))
        .collect();
    let removed: Vec<u32> = minimize(&policies, &mut Budget::new(2_000_000))
        .removals()
        .iter()
        .map(|removal| removal.line())
        .collect();
    let mut rest = Vec::new();
    for line in robots.lines() {
        if removed.contains(&line.number()) {
            // An empty rule keeps groups apart.
            rest.extend_from_slice(b"Disallow:\n");
        } else {
            rest.extend_from_slice(&body[line.full_span().range()]);
        }
    }
    rest
}

/// Holds what is proved of one file's rules and lines against all crawlers and URLs: what can be
/// removed, and what lint corrects.
fn check_file(dialect: Dialect, body: &[u8], askers: &[Asker], urls: &[String]) {
    let options = LintOptions::new().dialect(dialect);
    let mut rewritten = vec![
        ("minimized", minimized(dialect, body)),
        ("fixed", options.fix(body, &[]).into_body()),
    ];
    for finding in options.lint(body) {
        if let Some(correction) = finding.correction() {
            rewritten.push(("corrected", Edit::apply(correction, body)));
        }
    }
    for (how, other) in rewritten {
        same_verdicts(how, dialect, body, &other, askers, urls);
    }
}

/// Two files that are said to mean the same do so for all crawlers and URLs.
pub(crate) fn check_verdicts(how: &str, dialect: Dialect, old: &[u8], new: &[u8], choices: &[u8]) {
    let bodies = [old, new];
    let urls = urls(dialect, &bodies, &mut choices.iter().copied().cycle());
    same_verdicts(how, dialect, old, new, &askers(dialect, &bodies), &urls);
}

/// If two files are reported as equivalent for some crawlers, these have the same verdicts in both.
pub(crate) fn check_equivalent(dialect: Dialect, old: &[u8], new: &[u8], choices: &[u8]) {
    let bodies = [old, new];
    let urls = urls(dialect, &bodies, &mut choices.iter().copied().cycle());
    let mut askers = askers(dialect, &bodies);
    askers.retain(|asker| asker.is_meant(dialect));
    same_verdicts("equivalent", dialect, old, new, &askers, &urls);
}

fn same_verdicts(how: &str, dialect: Dialect, old: &[u8], new: &[u8], askers: &[Asker], urls: &[String]) {
    if old == new {
        return;
    }
    let [was, is] = [old, new].map(|body| RobotsTxt::options().dialect(dialect).parse(body));
    for asker in askers {
        for url in urls {
            assert_eq!(
                was.check(&asker.list, url).is_allowed(),
                is.check(&asker.list, url).is_allowed(),
                "{how} in {dialect:?}\n{}\n{}\n{:?} {url}",
                old.escape_ascii(),
                new.escape_ascii(),
                asker.name
            );
        }
    }
}
