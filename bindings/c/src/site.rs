//! The memory of a crawler about a site.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::ffi::c_uint;
use std::mem::MaybeUninit;
use std::time::Duration;

use library::fetch::{BodyBuffer, Fetched, Reply, ResponseHead, Validators};
use library::site;
use library::{Dialect, Target, Timestamp};

use crate::agents::Agents;
use crate::border::Str;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::status::{Status, create, free, guard};

/// A crawler: which rules apply to it, how it reads them, and how fast it goes where a site does
/// not say. Make one, and use it for every site.
pub struct Crawler(site::Crawler);

impl Crawler {
    fn of(crawler: site::Crawler) -> Self {
        Self(crawler.max_open(u8::MAX))
    }
}

/// What a crawler knows about one site (scheme, host and port): the rules, when to request
/// robots.txt again, and when to visit. It does no I/O and reads no clock: times are in
/// milliseconds since 1970-01-01 00:00 UTC, and you say what time it is.
///
/// Keep one for each origin and each crawler. Use it in one thread at a time: a site should get one
/// request at a time.
pub struct Site {
    site: site::Site,
    /// The last text that was made for a function call, and is returned by it.
    text: String,
}

/// What to do about a URL now. Later versions add no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Decision {
    /// Fetch the site's robots.txt first, tell robots_site_on_robots_request and
    /// robots_site_on_response, and ask again.
    FetchRobots = 0,
    /// Fetch the URL now. Tell robots_site_on_page_request, and then robots_site_on_page_response
    /// or robots_site_on_page_failure.
    FetchPage = 1,
    /// Do not fetch the URL: the rules disallow it.
    Skip = 2,
    /// Ask again at the time that was written, and not before. The wait is short, or it is the
    /// delay that the site asks for, so a crawler of one site can sleep.
    WaitUntil = 3,
    /// The URL does not belong to this site: its scheme, host or port is different, or it is not
    /// clear where a request for it would go.
    NotThisSite = 4,
    /// Do not fetch the URL, nor any other of this site: it asks for a longer delay than the crawler
    /// follows.
    TooSlow = 5,
    /// Drop the URL for now, or put it back until the time that was written: robots.txt cannot be
    /// reached, or the wait is longer than robots_crawler_set_max_wait allows.
    GiveUpUntil = 6,
}

impl From<site::Decision> for Decision {
    fn from(decision: site::Decision) -> Self {
        match decision {
            site::Decision::FetchRobots => Self::FetchRobots,
            site::Decision::FetchPage => Self::FetchPage,
            site::Decision::Skip => Self::Skip,
            site::Decision::WaitUntil(..) => Self::WaitUntil,
            site::Decision::GiveUpUntil(..) => Self::GiveUpUntil,
            site::Decision::NotThisSite => Self::NotThisSite,
            site::Decision::TooSlow(_) => Self::TooSlow,
        }
    }
}

/// Why nothing is requested before a time. Later versions may add values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum WaitReason {
    /// None: the decision is neither to wait nor to give up.
    None = 0,
    /// The delay between two requests is not over: the delay that the site asks for, the crawler's
    /// own, or a longer one after complaints of the server.
    Delay = 1,
    /// The server asked for a pause (Retry-After).
    Pause = 2,
    /// The site is to be visited at certain hours (Visit-time).
    VisitTime = 3,
    /// robots.txt cannot be reached, so nothing may be fetched. It is requested again at the time.
    RobotsUnreachable = 4,
    /// robots.txt is being fetched: robots_site_on_robots_request was told, and
    /// robots_site_on_response was not yet. Ask again as soon as it was; at the time the answer
    /// counts as lost.
    RobotsInFlight = 5,
    /// As many requests are open as the server gets at a time (robots_crawler_set_max_open). Ask again as
    /// soon as the end of one was told, or at the time.
    RequestInFlight = 6,
    /// A reason that this interface has no number for.
    Other = 7,
}

impl From<site::WaitReason> for WaitReason {
    fn from(reason: site::WaitReason) -> Self {
        match reason {
            site::WaitReason::Delay => Self::Delay,
            site::WaitReason::Pause => Self::Pause,
            site::WaitReason::VisitTime => Self::VisitTime,
            site::WaitReason::RobotsUnreachable => Self::RobotsUnreachable,
            site::WaitReason::RobotsInFlight => Self::RobotsInFlight,
            site::WaitReason::RequestInFlight => Self::RequestInFlight,
            _ => Self::Other,
        }
    }
}

/// A [`WaitReason`] that C passes, which may be any number: in the header it is a
/// `robots_wait_reason`.
pub type PassedWaitReason = c_uint;

/// What a decision rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DecisionDetails {
    /// When to ask again if the decision is ROBOTS_DECISION_WAIT_UNTIL or
    /// ROBOTS_DECISION_GIVE_UP_UNTIL, in milliseconds since 1970-01-01 00:00 UTC; otherwise 0.
    pub until: u64,
    /// The delay that the site asks for if the decision is ROBOTS_DECISION_TOO_SLOW, in
    /// milliseconds; otherwise 0.
    pub delay: u64,
    /// Why to wait or to give up if the decision is ROBOTS_DECISION_WAIT_UNTIL or
    /// ROBOTS_DECISION_GIVE_UP_UNTIL; otherwise ROBOTS_WAIT_REASON_NONE.
    pub wait_reason: WaitReason,
}

impl From<site::Decision> for DecisionDetails {
    fn from(decision: site::Decision) -> Self {
        Self {
            until: decision.until().map_or(0, milliseconds),
            delay: decision.delay().map_or(0, whole_milliseconds),
            wait_reason: decision.reason().map_or(WaitReason::None, WaitReason::from),
        }
    }
}

/// Makes a polite crawler of whatever names it: it obeys what sites misspell, converts files in
/// UTF-16, waits a second between two pages, and takes 429 (Too Many Requests) in answer to
/// robots.txt for a failure.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_polite(
    agents: Option<&Agents>,
    crawler: Option<&mut MaybeUninit<Option<Box<Crawler>>>>,
) -> Status {
    create(crawler, || {
        let agents = agents.ok_or(Status::InvalidArgument)?;
        Ok(Crawler::of(site::Crawler::new(agents.list())))
    })
}

/// Makes a crawler that does what RFC 9309 says and no more: without a delay of its own, and with
/// 429 in answer to robots.txt taken for a file that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_strict(
    agents: Option<&Agents>,
    crawler: Option<&mut MaybeUninit<Option<Box<Crawler>>>>,
) -> Status {
    create(crawler, || {
        let agents = agents.ok_or(Status::InvalidArgument)?;
        Ok(Crawler::of(site::Crawler::strict(agents.list())))
    })
}

/// Frees a crawler. NULL is ignored. Sites stay valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_free(crawler: Option<Box<Crawler>>) {
    free(crawler);
}

/// Changes a crawler, unless the change cannot be made.
fn change(
    crawler: Option<&mut Crawler>,
    make: impl FnOnce(site::Crawler) -> Result<site::Crawler, Status>,
) -> Status {
    let Some(crawler) = crawler else {
        return Status::InvalidArgument;
    };
    match guard(Err(Status::InternalError), || make(crawler.0.clone())) {
        Ok(changed) => {
            crawler.0 = changed;
            Status::Ok
        }
        Err(status) => status,
    }
}

/// Reads files, and understands HTTP statuses, as the dialect of this name does; the remaining
/// options stay. What sites have kept is then for another crawler: robots.txt is fetched again.
///
/// Fails with ROBOTS_STATUS_UNKNOWN_DIALECT, and then changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_dialect(crawler: Option<&mut Crawler>, name: Str<'_>) -> Status {
    change(crawler, |crawler| {
        let dialect = Dialect::from_name(&name.to_str()?).ok_or(Status::UnknownDialect)?;
        Ok(crawler.dialect(dialect))
    })
}

/// Reads files as the options say, in place of all that robots_crawler_polite or
/// robots_crawler_strict chose: the dialect, and with it what HTTP statuses mean, how much is read,
/// whether UTF-16 is converted. NULL, and options without a dialect, stand for RFC 9309. What sites
/// have kept is then for another crawler: robots.txt is fetched again.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_options(
    crawler: Option<&mut Crawler>,
    options: Option<&Options>,
) -> Status {
    change(crawler, |crawler| {
        Ok(crawler.parse_options(Options::given(options).for_file()))
    })
}

/// Sets the delay between two fetches where a site asks for none, from the end of one to the start
/// of the next, in milliseconds. The default is a second, and none for a strict crawler.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_default_delay(
    crawler: Option<&mut Crawler>,
    milliseconds: u64,
) -> Status {
    change(crawler, |crawler| {
        Ok(crawler.default_delay(Duration::from_millis(milliseconds)))
    })
}

/// Sets the least delay between two fetches where a site asks for one, in
/// milliseconds: `Crawl-delay: 0` does not mean a thousand requests a second. The default is a
/// second, and none for a strict crawler.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_min_delay(crawler: Option<&mut Crawler>, milliseconds: u64) -> Status {
    change(crawler, |crawler| {
        Ok(crawler.min_delay(Duration::from_millis(milliseconds)))
    })
}

/// Sets the longest wait that is worth waiting for, in milliseconds: after a longer one the
/// decision is ROBOTS_DECISION_GIVE_UP_UNTIL. The delay that a site asks for is waited for in any
/// case, and a robots.txt that cannot be reached is never waited for. The default is a minute.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_max_wait(crawler: Option<&mut Crawler>, milliseconds: u64) -> Status {
    change(crawler, |crawler| {
        Ok(crawler.max_wait(Duration::from_millis(milliseconds)))
    })
}

/// Sets how many requests may be open at a time, robots.txt included: with 1, a server that needs half
/// a minute for a page gets one request in that time, and the delay counts from its answer. 0 means 1,
/// and 255 that there is no limit, which is the default: with a limit, tell
/// robots_site_on_page_response, robots_site_on_page_failure or robots_site_on_page_abort when each page
/// has ended. One that is never reported counts as lost five minutes after the last request, and until
/// then the site waits for it.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_max_open(crawler: Option<&mut Crawler>, requests: u8) -> Status {
    change(crawler, |crawler| Ok(crawler.max_open(requests)))
}

/// Sets the longest delay that is followed if a site asks for one, in milliseconds, twelve hours at
/// most. A site that asks for more is skipped. The default is an hour.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_set_max_delay(crawler: Option<&mut Crawler>, milliseconds: u64) -> Status {
    change(crawler, |crawler| {
        Ok(crawler.max_delay(Duration::from_millis(milliseconds)))
    })
}

/// How many bytes of a robots.txt the crawler reads, as its dialect says. Stop the download after
/// one byte more, and pass that byte too: it tells robots_site_on_response that the file goes on. 0
/// for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_max_bytes(crawler: Option<&Crawler>) -> usize {
    crawler.map_or(0, |crawler| crawler.0.fetch_policy().max_bytes as usize)
}

/// How many redirects of robots.txt in a row the crawler follows, as its dialect says. They may lead
/// to other hosts. 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_crawler_max_redirects(crawler: Option<&Crawler>) -> u32 {
    crawler.map_or(0, |crawler| crawler.0.fetch_policy().max_redirects.into())
}

fn time(milliseconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_millis(milliseconds))
}

/// The first millisecond that is not before the time.
fn milliseconds(time: Timestamp) -> u64 {
    whole_milliseconds(time.since_unix_epoch())
}

fn whole_milliseconds(duration: Duration) -> u64 {
    let count = duration.as_nanos().div_ceil(1_000_000);
    count.try_into().unwrap_or(u64::MAX)
}

/// The head of a response, from the lines of its header.
fn head(status: u16, fields: Str<'_>) -> Result<ResponseHead, Status> {
    let lines = fields.as_bytes()?.split(|byte| *byte == b'\n');
    let fields = lines.filter_map(|line| {
        let colon = line.iter().position(|byte| *byte == b':')?;
        let name = core::str::from_utf8(&line[..colon]).ok()?;
        Some((name, line[colon + 1..].trim_ascii()))
    });
    Ok(ResponseHead::new(status, fields))
}

/// Makes the site of a URL, about which nothing is known. Until its robots.txt has been fetched, no
/// page may be fetched.
///
/// Fails with ROBOTS_STATUS_NOT_A_SITE if it is not an absolute http or https URL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_new(url: Str<'_>, site: Option<&mut MaybeUninit<Option<Box<Site>>>>) -> Status {
    create(site, || {
        let site = site::Site::new(Target::from_bytes(url.as_bytes()?));
        Ok(Site {
            site: site.map_err(|_| Status::NotASite)?,
            text: String::new(),
        })
    })
}

/// Reads what robots_site_save returned, here or in another language.
///
/// It is safe to pass any bytes. Fails with ROBOTS_STATUS_CORRUPT_BYTES; then make a new site.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_restore(
    saved: Str<'_>,
    site: Option<&mut MaybeUninit<Option<Box<Site>>>>,
) -> Status {
    create(site, || {
        let site = serde_json::from_slice(saved.as_bytes()?);
        Ok(Site {
            site: site.map_err(|_| Status::CorruptBytes)?,
            text: String::new(),
        })
    })
}

/// Frees a site, and with it the text that it returned. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_free(site: Option<Box<Site>>) {
    free(site);
}

/// The site as JSON, for robots_site_restore: the rules and the times that it keeps, and the
/// crawler that they are for. It lives until the next function that changes the site. No text if
/// the argument is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_save(site: Option<&mut Site>) -> Str<'_> {
    let Some(site) = site else {
        return Str::NONE;
    };
    site.text = guard(String::new(), || {
        serde_json::to_string(&site.site).unwrap_or_default()
    });
    Str::new(site.text.as_bytes())
}

/// Scheme, host and port, such as "https://example.com": the URL of robots.txt is this text
/// followed by "/robots.txt". It lives as long as the site.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_origin(site: Option<&Site>) -> Str<'_> {
    site.map_or(Str::NONE, |site| Str::new(site.site.origin().as_bytes()))
}

/// What to do about a URL of this site now: an absolute one, or a path that begins with one `/`.
/// Changes nothing: tell the site what you then do.
///
/// Writes to `until`, which may be NULL, when to ask again if the decision is
/// ROBOTS_DECISION_WAIT_UNTIL or ROBOTS_DECISION_GIVE_UP_UNTIL, and 0 otherwise;
/// robots_site_decide_details also says why. If an argument is not valid, the decision is
/// ROBOTS_DECISION_SKIP.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_decide(
    site: Option<&Site>,
    crawler: Option<&Crawler>,
    now: u64,
    url: Str<'_>,
    until: Option<&mut MaybeUninit<u64>>,
) -> Decision {
    let decision = decide(site, crawler, now, url);
    if let Some(until) = until {
        until.write(DecisionDetails::from(decision).until);
    }
    decision.into()
}

/// Like robots_site_decide, but also writes why to wait, and the delay of a site that is too slow.
/// `details` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_decide_details(
    site: Option<&Site>,
    crawler: Option<&Crawler>,
    now: u64,
    url: Str<'_>,
    details: Option<&mut MaybeUninit<DecisionDetails>>,
) -> Decision {
    let decision = decide(site, crawler, now, url);
    if let Some(details) = details {
        details.write(decision.into());
    }
    decision.into()
}

fn decide(site: Option<&Site>, crawler: Option<&Crawler>, now: u64, url: Str<'_>) -> site::Decision {
    let (Some(site), Some(crawler), Ok(url)) = (site, crawler, url.as_bytes()) else {
        return site::Decision::Skip;
    };
    guard(site::Decision::Skip, || {
        site.site.decide(&crawler.0, time(now), Target::from_bytes(url))
    })
}

/// The reason of a wait as a phrase for people, without a period, such as "the server asked for a
/// pause". It lives as long as the program. It may be reworded in any version. No text for
/// ROBOTS_WAIT_REASON_NONE, and for values that this version does not know.
#[unsafe(no_mangle)]
pub extern "C" fn robots_wait_reason_text(reason: PassedWaitReason) -> Str<'static> {
    let mut known = site::WaitReason::ALL.iter();
    known
        .find(|known| match WaitReason::from(**known) {
            WaitReason::Other => false,
            known => known as c_uint == reason,
        })
        .map_or(Str::NONE, |known| Str::new(known.description().as_bytes()))
}

/// When to look at this site again: the earliest time, from `now` on, at which robots_site_decide
/// may ask for a request, whatever the URL, unless something is recorded in the meantime. For
/// schedulers that keep sites in a queue by time. The largest number if an argument is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_next_due(site: Option<&Site>, crawler: Option<&Crawler>, now: u64) -> u64 {
    let (Some(site), Some(crawler)) = (site, crawler) else {
        return u64::MAX;
    };
    guard(u64::MAX, || {
        milliseconds(site.site.next_due(&crawler.0, time(now)))
    })
}

/// The header fields to send with the next request for robots.txt besides your own, one on each
/// line, so that the server can answer 304 (Not Modified): `If-None-Match` and `If-Modified-Since`,
/// or an empty text. It lives until the next function that changes the site. No text if an argument
/// is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_request_fields<'a>(
    site: Option<&'a mut Site>,
    crawler: Option<&Crawler>,
) -> Str<'a> {
    let (Some(site), Some(crawler)) = (site, crawler) else {
        return Str::NONE;
    };
    site.text = guard(String::new(), || lines_of(site.site.validators(&crawler.0)));
    Str::new(site.text.as_bytes())
}

/// Like robots_site_request_fields, for a request to this URL: that of robots.txt, or one to which a
/// redirect of it leads. What a URL has sent is sent back to it alone, so ask again after each
/// redirect, and record the answer with robots_site_on_response_from.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_request_fields_for<'a>(
    site: Option<&'a mut Site>,
    crawler: Option<&Crawler>,
    url: Str<'_>,
) -> Str<'a> {
    let (Some(site), Some(crawler), Ok(url)) = (site, crawler, url.to_str()) else {
        return Str::NONE;
    };
    site.text = guard(String::new(), || {
        lines_of(site.site.validators_for(&crawler.0, &url))
    });
    Str::new(site.text.as_bytes())
}

/// The fields of a request, one on each line.
fn lines_of(validators: Option<Validators>) -> String {
    let fields = validators.iter().flat_map(|validators| validators.fields());
    fields
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect()
}

/// Records that robots.txt is being requested now. The next delay counts from its answer, or from
/// here. Until robots_site_on_response, for a minute at most, whoever else asks has to wait
/// (ROBOTS_WAIT_REASON_ROBOTS_IN_FLIGHT).
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_robots_request(site: Option<&mut Site>, now: u64) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    site.site.on_robots_request(time(now));
    Status::Ok
}

/// Records that the crawler itself has given up a request for robots.txt before there was an
/// answer. Nothing is known about the site then, and nobody has to wait for the answer. The delay
/// counts from the request.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_robots_abort(site: Option<&mut Site>) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    site.site.on_robots_abort();
    Status::Ok
}

/// Records the answer to a request for robots.txt. `now` is when it was received.
///
/// `http_status` is the final status: after as many redirects as robots_crawler_max_redirects says,
/// pass the status of the next one. 0 means that there was no answer, or that the body broke off.
/// `fields` are the lines of the header, as they were received, and `body` is the body,
/// decompressed: leave out `Content-Encoding` once that is done, because with it the body counts as
/// unreachable. Both may be empty. The body may be as long as it is; robots_crawler_max_bytes says how
/// much of it is read. After a redirect, use robots_site_on_response_from.
///
/// Writes the outcome of the answer to `outcome`, which may be NULL. You need not act on it:
/// robots_site_decide does. `Retry-After` in the answer stops pages too, also if the last good copy
/// of the file is used.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_response(
    site: Option<&mut Site>,
    crawler: Option<&Crawler>,
    now: u64,
    http_status: u16,
    fields: Str<'_>,
    body: Str<'_>,
    outcome: Option<&mut MaybeUninit<Outcome>>,
) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    let url = format!("{}/robots.txt", site.site.origin());
    let url = Str::new(url.as_bytes());
    robots_site_on_response_from(Some(site), crawler, now, url, http_status, fields, body, outcome)
}

/// Like robots_site_on_response, for the answer of this URL: that of robots.txt, or one to which
/// redirects of it have led. `ETag` and `Last-Modified` are kept for this URL
/// (robots_site_request_fields_for). A 304 (Not Modified) of a URL that was sent none counts as
/// unreachable.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_response_from(
    site: Option<&mut Site>,
    crawler: Option<&Crawler>,
    now: u64,
    url: Str<'_>,
    http_status: u16,
    fields: Str<'_>,
    body: Str<'_>,
    outcome: Option<&mut MaybeUninit<Outcome>>,
) -> Status {
    let (Some(site), Some(crawler)) = (site, crawler) else {
        return Status::InvalidArgument;
    };
    let found = guard(Err(Status::InternalError), || {
        let head = head(http_status, fields)?;
        let mut buffer = BodyBuffer::new(crawler.0.fetch_policy().max_bytes as usize);
        buffer.push(body.as_bytes()?);
        let fetched = match http_status {
            0 => Fetched::unreachable(),
            status => Fetched::new(Reply::Status(status), &head, buffer.finish()),
        };
        // A copy, so that a panic leaves the site as it was.
        let mut changed = site.site.clone();
        let found = changed.on_response_from(&crawler.0, time(now), &url.to_str()?, fetched);
        site.site = changed;
        Ok(found)
    });
    match found {
        Ok(found) => {
            if let Some(outcome) = outcome {
                outcome.write(found.into());
            }
            Status::Ok
        }
        Err(status) => status,
    }
}

/// The cause of the outcome of the last request for robots.txt, in a word such as "unavailable" or
/// "unreachable"; no text if there is a file, or if there was no request. It lives as long as the
/// program.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_cause(site: Option<&Site>) -> Str<'static> {
    let cause = site.and_then(|site| site.site.outcome()?.cause());
    cause.map_or(Str::NONE, |cause| Str::new(cause.as_str().as_bytes()))
}

/// The outcome of the last request for robots.txt: writes it and returns true, or returns false if
/// there was none.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_outcome(
    site: Option<&Site>,
    outcome: Option<&mut MaybeUninit<Outcome>>,
) -> bool {
    let (Some(site), Some(outcome)) = (site, outcome) else {
        return false;
    };
    let found = site.site.outcome();
    found.map(|found| outcome.write(found.into())).is_some()
}

/// The outcome of the last request for robots.txt as a phrase for people, without a period, such as
/// "allow all: robots.txt is unavailable". It may be reworded in any version, and lives until the
/// next function that changes the site. No text if there was no request.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_outcome_text(site: Option<&mut Site>) -> Str<'_> {
    let Some(site) = site else {
        return Str::NONE;
    };
    let Some(outcome) = site.site.outcome() else {
        return Str::NONE;
    };
    site.text = guard(String::new(), || outcome.to_string());
    Str::new(site.text.as_bytes())
}

/// Since when robots.txt has been unreachable: 0 if the last request was answered, or if there was
/// no request.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_failing_since(site: Option<&Site>) -> u64 {
    let since = site.and_then(|site| site.site.failing_since());
    since.map_or(0, milliseconds)
}

/// Records that a page of the site is being requested now. The next delay counts from its answer, or
/// from here.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_page_request(site: Option<&mut Site>, now: u64) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    site.site.on_page_request(time(now));
    Status::Ok
}

/// Records how the site answered a request for a page: 429 (Too Many Requests) and 5xx slow the
/// crawler down, and `Retry-After` stops it for a while. `now` is when the answer was received;
/// `fields` are the lines of the header, as they were received. An `http_status` of 0, or any other
/// below 200, means that there was no answer, as robots_site_on_page_failure does.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_page_response(
    site: Option<&mut Site>,
    now: u64,
    http_status: u16,
    fields: Str<'_>,
) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    match guard(Err(Status::InternalError), || head(http_status, fields)) {
        Ok(head) => {
            site.site.on_page_response(time(now), &head);
            Status::Ok
        }
        Err(status) => status,
    }
}

/// Records that a request for a page failed without an answer, or that its body broke off: no
/// connection, a reset one, no answer in time. It slows the crawler down as 503 does. `now` is when
/// it failed.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_page_failure(site: Option<&mut Site>, now: u64) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    site.site.on_page_failure(time(now));
    Status::Ok
}

/// Records that the crawler itself has given up a request for a page before there was an answer. It says
/// nothing about the server, and the page is not open any more. The delay counts from the request.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_on_page_abort(site: Option<&mut Site>) -> Status {
    let Some(site) = site else {
        return Status::InvalidArgument;
    };
    site.site.on_page_abort();
    Status::Ok
}

/// When the next page may be fetched, from `now` on, considering only delays, pauses and hours. A
/// scheduler needs robots_site_next_due instead. The largest number if an argument is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_next_page_at(site: Option<&Site>, crawler: Option<&Crawler>, now: u64) -> u64 {
    let (Some(site), Some(crawler)) = (site, crawler) else {
        return u64::MAX;
    };
    guard(u64::MAX, || {
        milliseconds(site.site.next_page_at(&crawler.0, time(now)))
    })
}

/// When to request robots.txt again: 0 if it never was.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_next_fetch_at(site: Option<&Site>) -> u64 {
    site.map_or(0, |site| milliseconds(site.site.next_fetch_at()))
}

/// Makes a copy of the rules in force for a crawler, for other questions. If robots.txt was never
/// requested for it, they disallow everything.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_rules(
    site: Option<&Site>,
    crawler: Option<&Crawler>,
    rules: Option<&mut MaybeUninit<Option<Box<Rules>>>>,
) -> Status {
    create(rules, || {
        let site = site.ok_or(Status::InvalidArgument)?;
        let crawler = crawler.ok_or(Status::InvalidArgument)?;
        let rules = site.site.rules(&crawler.0);
        Ok(Rules::new(
            rules.map_or_else(library::Rules::disallow_all, |rules| (**rules).clone()),
        ))
    })
}

/// A Sitemap line of the rules in force for a crawler, counted from 0, in file order: writes its
/// value and returns true, or returns false if the index is out of range. The value is as the file
/// has it, not checked to be a URL. It lives until the next function that changes the site.
///
/// Takes time linear in the index.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_sitemap<'a>(
    site: Option<&'a Site>,
    crawler: Option<&Crawler>,
    index: usize,
    url: Option<&mut MaybeUninit<Str<'a>>>,
) -> bool {
    let (Some(site), Some(crawler), Some(url)) = (site, crawler, url) else {
        return false;
    };
    let rules = site.site.rules(&crawler.0);
    let found = rules.and_then(|rules| rules.sitemaps().nth(index));
    found.map(|found| url.write(Str::new(found))).is_some()
}

/// The memory of a site, in bytes, for caches that are bounded in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn robots_site_memory(site: Option<&Site>) -> usize {
    site.map_or(0, |site| {
        size_of::<Site>() + site.site.heap_bytes() + site.text.capacity()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_of_a_wait_has_a_number_and_a_text() {
        for reason in site::WaitReason::ALL {
            let number = WaitReason::from(*reason);
            assert_ne!(number, WaitReason::Other, "{reason}");
            let text = robots_wait_reason_text(number as c_uint).to_str();
            assert_eq!(text.as_deref(), Ok(reason.description()));
        }
    }
}
