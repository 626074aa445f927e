//! One crawler's rules, compiled.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::mem::MaybeUninit;

use library::error::DecodeRulesError;
use library::extension::{self, SignalValue};

use crate::agents::Agents;
use crate::border::{Listed, Str};
use crate::options::Options;
use crate::status::{Status, create, free, guard};
use crate::verdict::Verdict;

/// What one crawler may fetch, compiled for many questions: small, and independent of the file.
pub struct Rules {
    pub(crate) rules: library::Rules,
    signals: Listed<(String, SignalValue)>,
    usage: Listed<(u32, Vec<u8>)>,
    licenses: Listed<Vec<u8>>,
}

impl Rules {
    pub(crate) fn new(rules: library::Rules) -> Self {
        Self {
            rules,
            signals: Listed::default(),
            usage: Listed::default(),
            licenses: Listed::default(),
        }
    }
}

/// Compiles the rules that apply to a crawler straight from a file. Any bytes are a valid
/// robots.txt. The options may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_parse(
    body: Str<'_>,
    agents: Option<&Agents>,
    options: Option<&Options>,
    rules: Option<&mut MaybeUninit<Option<Box<Rules>>>>,
) -> Status {
    create(rules, || {
        let agents = agents.ok_or(Status::InvalidArgument)?;
        let options = Options::given(options).for_dialect(agents.dialect());
        Ok(Rules::new(options.rules_for(body.as_bytes()?, agents.list())))
    })
}

/// Makes rules that allow everything: for a file that does not exist (RFC 9309 section 2.3.1.3).
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_allow_all(rules: Option<&mut MaybeUninit<Option<Box<Rules>>>>) -> Status {
    create(rules, || Ok(Rules::new(library::Rules::allow_all())))
}

/// Makes rules that disallow everything except robots.txt itself: for a file that cannot be reached
/// (RFC 9309 section 2.3.1.4).
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_disallow_all(rules: Option<&mut MaybeUninit<Option<Box<Rules>>>>) -> Status {
    create(rules, || Ok(Rules::new(library::Rules::disallow_all())))
}

/// Reads rules that robots_rules_to_bytes wrote.
///
/// It is safe to pass any bytes. Fails with ROBOTS_STATUS_FOREIGN_BYTES,
/// ROBOTS_STATUS_OTHER_FORMAT_VERSION or ROBOTS_STATUS_CORRUPT_BYTES; then compile the rules from
/// the file again.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_from_bytes(
    bytes: Str<'_>,
    rules: Option<&mut MaybeUninit<Option<Box<Rules>>>>,
) -> Status {
    create(rules, || {
        let rules = library::Rules::from_bytes(bytes.as_bytes()?);
        rules.map(Rules::new).map_err(|error| match error {
            DecodeRulesError::Foreign => Status::ForeignBytes,
            DecodeRulesError::Version(_) => Status::OtherFormatVersion,
            _ => Status::CorruptBytes,
        })
    })
}

/// Frees rules, and with them the text that they returned. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_free(rules: Option<Box<Rules>>) {
    free(rules);
}

/// Whether the crawler may fetch the URL: an absolute one, or a path that begins with `/`. False if
/// an argument is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_is_allowed(rules: Option<&Rules>, url: Str<'_>) -> bool {
    let (Some(rules), Ok(url)) = (rules, url.as_bytes()) else {
        return false;
    };
    guard(false, || rules.rules.is_allowed(url))
}

/// The verdict on a URL, with the rule that decided.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_check(
    rules: Option<&Rules>,
    url: Str<'_>,
    verdict: Option<&mut MaybeUninit<Option<Box<Verdict>>>>,
) -> Status {
    create(verdict, || {
        let rules = rules.ok_or(Status::InvalidArgument)?;
        Ok(Verdict::new(rules.rules.check(url.as_bytes()?)))
    })
}

/// The seconds that the crawler should leave between requests, by a Crawl-delay line: writes them
/// and returns true, or returns false if the file did not say.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_crawl_delay(
    rules: Option<&Rules>,
    seconds: Option<&mut MaybeUninit<f64>>,
) -> bool {
    let (Some(rules), Some(seconds)) = (rules, seconds) else {
        return false;
    };
    let delay = rules.rules.crawl_delay();
    delay.map(|delay| seconds.write(delay.as_secs_f64())).is_some()
}

/// A part of the day, in UTC. If the last minute is before the first, it lasts over midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TimeWindow {
    /// The first minute of the day that belongs to it, from 0 to 1439.
    pub first_minute: u16,
    /// The last minute of the day that belongs to it, from 0 to 1439.
    pub last_minute: u16,
}

impl From<extension::TimeWindow> for TimeWindow {
    fn from(window: extension::TimeWindow) -> Self {
        let minute = |time: extension::TimeOfDay| u16::from(time.hour()) * 60 + u16::from(time.minute());
        Self {
            first_minute: minute(window.first()),
            last_minute: minute(window.last()),
        }
    }
}

/// How often a site may be visited, by a Request-rate line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RequestRate {
    /// So many pages,
    pub documents: u32,
    /// in so many seconds,
    pub seconds: u32,
    /// in this part of the day, or all day: from minute 0 to minute 1439.
    pub window: TimeWindow,
}

/// A Request-rate line that applies to the crawler, counted from 0: writes it and returns true, or
/// returns false if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_request_rate(
    rules: Option<&Rules>,
    index: usize,
    rate: Option<&mut MaybeUninit<RequestRate>>,
) -> bool {
    let (Some(rules), Some(rate)) = (rules, rate) else {
        return false;
    };
    let Some(found) = rules.rules.request_rates().get(index) else {
        return false;
    };
    let all_day = TimeWindow {
        first_minute: 0,
        last_minute: 24 * 60 - 1,
    };
    rate.write(RequestRate {
        documents: found.documents(),
        seconds: found.period().as_secs().try_into().unwrap_or(u32::MAX),
        window: found.window().map_or(all_day, TimeWindow::from),
    });
    true
}

/// A Visit-time line that applies to the crawler, counted from 0: writes it and returns true, or
/// returns false if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_visit_time(
    rules: Option<&Rules>,
    index: usize,
    window: Option<&mut MaybeUninit<TimeWindow>>,
) -> bool {
    let (Some(rules), Some(window)) = (rules, window) else {
        return false;
    };
    let found = rules.rules.visit_times().get(index);
    found.map(|found| window.write((*found).into())).is_some()
}

/// One signal of the Content-Signal lines that apply to a crawler, such as ai-train=no.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ContentSignal<'r> {
    /// The name in lower case, such as "ai-train". It lives as long as the rules.
    pub name: Str<'r>,
    /// "yes" or "no"; of the signal "use" "immediate", "reference" or "full". It lives as long as the
    /// program.
    pub value: Str<'static>,
}

/// A signal of the Content-Signal lines that apply to the crawler, counted from 0, in the order of
/// their names: writes it and returns true, or returns false if the index is out of range. Of
/// several values of a signal, the most restrictive is the one that counts. A signal that is not
/// there neither grants nor refuses anything.
///
/// Lines outside of groups count for crawlers whose groups have none.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_content_signal<'r>(
    rules: Option<&'r Rules>,
    index: usize,
    signal: Option<&mut MaybeUninit<ContentSignal<'r>>>,
) -> bool {
    let (Some(rules), Some(signal)) = (rules, signal) else {
        return false;
    };
    let all = || {
        let signals = rules.rules.content_signal().into_iter();
        let signals = signals.flat_map(|signals| signals.iter());
        signals.map(|(name, value)| (name.to_owned(), value)).collect()
    };
    let Some((name, value)) = rules.signals.get(index, all) else {
        return false;
    };
    signal.write(ContentSignal {
        name: Str::new(name.as_bytes()),
        value: Str::new(value.as_str().as_bytes()),
    });
    true
}

/// A Content-Usage line.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ContentUsage<'r> {
    /// The value as written, such as "train-ai=n" or "/open/ train-ai=y". It lives as long as the
    /// rules.
    pub value: Str<'r>,
    /// The number of the line, counted from 1.
    pub line: u32,
}

/// A Content-Usage line (draft-ietf-aipref-attach) of the groups that apply to the crawler, counted
/// from 0, in file order: writes it and returns true, or returns false if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_content_usage<'r>(
    rules: Option<&'r Rules>,
    index: usize,
    usage: Option<&mut MaybeUninit<ContentUsage<'r>>>,
) -> bool {
    let (Some(rules), Some(usage)) = (rules, usage) else {
        return false;
    };
    let all = || {
        let lines = rules.rules.content_usage();
        lines.map(|(line, value)| (line, value.to_owned())).collect()
    };
    let Some((line, value)) = rules.usage.get(index, all) else {
        return false;
    };
    usage.write(ContentUsage {
        value: Str::new(value),
        line: *line,
    });
    true
}

/// The URL in a License line (RSL) that applies to the crawler, counted from 0, in file order: writes
/// it and returns true, or returns false if the index is out of range. It lives as long as the rules.
///
/// Lines outside of groups count for crawlers whose groups have none.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_license<'r>(
    rules: Option<&'r Rules>,
    index: usize,
    url: Option<&mut MaybeUninit<Str<'r>>>,
) -> bool {
    let (Some(rules), Some(url)) = (rules, url) else {
        return false;
    };
    let all = || rules.rules.licenses().map(|line| line.as_bytes().to_vec());
    rules.licenses.write(index, url, || all().collect())
}

/// The name of the group that applies to the crawler, as the file spells it, or "*"; data is NULL
/// if no group applies. It lives as long as the rules.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_group(rules: Option<&Rules>) -> Str<'_> {
    let group = rules.and_then(|rules| rules.rules.group_name());
    group.map_or(Str::NONE, Str::new)
}

/// The number of rules.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_count(rules: Option<&Rules>) -> usize {
    rules.map_or(0, |rules| rules.rules.len())
}

/// The bytes of memory that the rules take, for caches that are bounded in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn robots_rules_memory(rules: Option<&Rules>) -> usize {
    rules.map_or(0, |rules| size_of::<Rules>() + rules.rules.heap_bytes())
}
