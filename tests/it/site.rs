//! One site's memory, compared with a slow and obvious model that keeps the whole history.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use robots_exclusion::fetch::{Answer, Body, Cause, FetchPolicy, Fetched, History, Outcome, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site};
use robots_exclusion::{
    AgentList, Dialect, ParseOptions, Reason, RobotsTxt, Rules, Target, Timestamp, agents,
};

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn at(seconds: u64) -> Timestamp {
    // Some day in 2026, so that there is a past.
    Timestamp::from_unix(Duration::from_secs(20_500 * DAY + seconds))
}

fn new_site() -> Site {
    Site::new("https://example.com/").expect("the URL of a site")
}

fn file(body: &str) -> Fetched {
    let body = Body {
        bytes: body.into(),
        truncated: false,
    };
    Fetched::new(Answer::Status(200), &ResponseHead::from_status(200), body)
}

fn status(status: u16) -> Fetched {
    let head = ResponseHead::from_status(status);
    Fetched::new(Answer::Status(status), &head, Body::default())
}

#[test]
fn nothing_is_fetched_before_robots_txt() {
    let (crawler, site) = (Crawler::new("FooBot"), new_site());
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::FetchRobots);
    assert!(site.rules(&crawler).is_none());
    assert_eq!(
        (site.outcome(), site.age(at(0)), site.failing_since()),
        (None, None, None)
    );
    assert_eq!(site.origin(), "https://example.com");
}

#[test]
fn rules_and_delays_are_obeyed() {
    let crawler = Crawler::new("FooBot").default_delay(Duration::from_secs(3));
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("User-agent: foobot\nDisallow: /x"));
    assert_eq!(site.decide(&crawler, at(0), "/x"), Decision::Skip);
    assert_eq!(site.decide(&crawler, at(0), "/y"), Decision::FetchPage);
    site.on_page_request(at(1));
    assert_eq!(site.decide(&crawler, at(2), "/y"), Decision::WaitUntil(at(4)));
    // There is no need to wait for a disallowed URL.
    assert_eq!(site.decide(&crawler, at(2), "/x"), Decision::Skip);
    assert_eq!(site.decide(&crawler, at(4), "/y"), Decision::FetchPage);
    assert_eq!(site.decide(&crawler, at(DAY), "/y"), Decision::FetchRobots);

    site.on_response(&crawler, at(10), &file("User-agent: *\nCrawl-delay: 1000"));
    assert_eq!(site.decide(&crawler, at(10), "/y"), Decision::WaitUntil(at(1001)));
    let hasty = crawler.clone().max_delay(Duration::from_secs(60));
    assert_eq!(site.decide(&hasty, at(10), "/y"), Decision::WaitUntil(at(61)));
    // The cap is for what the site asks.
    let slow = Crawler::new("FooBot")
        .default_delay(Duration::from_secs(90))
        .max_delay(Duration::from_secs(60));
    assert_eq!(site.decide(&slow, at(10), "/y"), Decision::WaitUntil(at(61)));
    site.on_response(&slow, at(10), &status(404));
    assert_eq!(site.decide(&slow, at(10), "/y"), Decision::WaitUntil(at(91)));
}

#[test]
fn an_answer_that_may_not_be_kept_serves_for_a_minute() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let head = ResponseHead::new(404, [("Cache-Control", "no-store")]);
    site.on_response(
        &crawler,
        at(0),
        &Fetched::new(Answer::Status(404), &head, Body::default()),
    );
    assert_eq!(site.decide(&crawler, at(59), "/"), Decision::FetchPage);
    #[cfg(feature = "std")]
    assert_eq!(site.decide(&crawler, at(60), "/"), Decision::FetchRobots);
}

/// Google's policy, from the first failure to the end.
#[test]
fn a_failure_grows_old() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("User-agent: *\nDisallow: /x"));

    assert_eq!(
        site.on_failure(&crawler, at(DAY)),
        Outcome::DisallowAll(Cause::Unreachable)
    );
    assert_eq!(site.failing_since(), Some(at(DAY)));
    assert_eq!(
        site.decide(&crawler, at(DAY), "/y"),
        Decision::WaitUntil(at(DAY + HOUR))
    );
    // A second failure must not lose the copy.
    site.on_response(&crawler, at(DAY + 11 * HOUR), &status(503));
    assert!(!site.rules(&crawler).unwrap().is_allowed("/y"));
    assert_eq!(
        site.on_response(&crawler, at(DAY + 12 * HOUR), &status(503)),
        Outcome::UseCopy(Cause::LongUnreachable)
    );
    assert_eq!(site.decide(&crawler, at(DAY + 12 * HOUR), "/x"), Decision::Skip);
    assert_eq!(
        site.decide(&crawler, at(DAY + 12 * HOUR), "/y"),
        Decision::FetchPage
    );
    assert_eq!(
        site.age(at(DAY + 12 * HOUR)),
        Some(Duration::from_secs(DAY + 12 * HOUR))
    );

    let end = DAY + 12 * HOUR + 30 * DAY;
    assert_eq!(
        site.clone().on_failure(&crawler, at(end)),
        Outcome::DisallowAll(Cause::SiteUnavailable)
    );
    // However many pages are answered.
    site.on_page_response(at(end), &ResponseHead::from_status(200));
    site.on_page_response(at(end), &ResponseHead::from_status(200));
    assert_eq!(
        site.on_failure(&crawler, at(end)),
        Outcome::AllowAll(Cause::LongUnreachable)
    );

    // Recovered: the earlier failure is forgotten, and a page's earlier answer does not count next
    // time.
    site.on_response(&crawler, at(end + DAY), &status(404));
    assert_eq!(site.failing_since(), None);
    site.on_page_response(at(end), &ResponseHead::from_status(200));
    site.on_failure(&crawler, at(end + 2 * DAY));
    assert_eq!(
        site.on_failure(&crawler, at(end + 50 * DAY)),
        Outcome::DisallowAll(Cause::SiteUnavailable)
    );
}

#[test]
fn a_site_that_forbids_is_skipped_and_one_that_fails_is_put_off() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::DRAFT_1996);
    let mut site = new_site();
    site.on_response(&crawler, at(0), &status(403));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::Skip);
    site.on_response(&crawler, at(0), &status(503));
    assert_eq!(site.outcome(), Some(Outcome::TryLater(Cause::Unreachable)));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::WaitUntil(at(HOUR)));
}

#[test]
fn nothing_changed_means_the_copy_is_good_again() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(
        &crawler,
        at(0),
        &file("User-agent: *\nDisallow: /x\nCrawl-delay: 9"),
    );
    let before = site.clone();
    site.on_failure(&crawler, at(DAY));
    assert_eq!(
        site.on_response(&crawler, at(2 * DAY), &status(304)),
        Outcome::UseCopy(Cause::NotModified)
    );
    assert_eq!(site.rules(&crawler).unwrap(), before.rules(&crawler).unwrap());
    assert_eq!(site.age(at(2 * DAY)), Some(Duration::ZERO));
    site.on_page_request(at(2 * DAY));
    assert_eq!(
        site.decide(&crawler, at(2 * DAY), "/y"),
        Decision::WaitUntil(at(2 * DAY + 9))
    );
}

#[test]
fn a_clock_that_was_set_back_does_no_harm() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(400 * DAY), &status(404));
    site.on_page_request(at(400 * DAY));
    // A small difference is no reason to fetch it again.
    assert_eq!(
        site.decide(&crawler, at(400 * DAY - 5), "/"),
        Decision::WaitUntil(at(400 * DAY - 4))
    );
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::FetchRobots);
    site.on_response(&crawler, at(0), &status(404));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::WaitUntil(at(1)));

    // A failure that was recorded later than now begins now.
    site.on_failure(&crawler, at(400 * DAY));
    site.on_failure(&crawler, at(DAY));
    assert_eq!(site.failing_since(), Some(at(DAY)));
}

#[cfg(feature = "std")]
#[test]
fn a_pause_from_the_future_does_not_hide_another() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let wait = |seconds: &str| ResponseHead::new(503, [("Retry-After", seconds)]);
    site.on_page_response(at(400 * DAY), &wait("60"));
    site.on_page_response(at(0), &wait("600"));
    assert_eq!(site.next_page_at(&crawler, at(0)), at(600));
}

/// Only the delay is doubled, not the wait for a visit time.
#[test]
fn a_slow_crawler_comes_when_the_next_visit_time_begins() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let body = "User-agent: *\nVisit-time: 0600-0800\nVisit-time: 0810-0900\n";
    let last = 8 * HOUR + 59;
    site.on_response(&crawler, at(last - 10), &file(body));
    site.on_page_request(at(last));
    site.on_page_response(at(last), &ResponseHead::from_status(503));
    assert_eq!(site.next_page_at(&crawler, at(last)), at(8 * HOUR + 600));
}

/// A server that sends 304 in place of a file would otherwise confirm for good that there is none.
#[test]
fn validators_come_with_a_file_or_its_confirmation() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let head = ResponseHead::new(304, [("ETag", "\"x\"")]);
    let unchanged = Fetched::new(Answer::Status(304), &head, Body::default());
    site.on_response(&crawler, at(0), &status(404));
    site.on_response(&crawler, at(DAY), &unchanged);
    assert!(site.validators(&crawler).is_none());
    let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
    let fetched = Fetched::new(Answer::Status(200), &head, Body::default());
    site.on_response(&crawler, at(2 * DAY), &fetched);
    site.on_response(&crawler, at(3 * DAY), &unchanged);
    assert_eq!(site.validators(&crawler).unwrap().etag(), Some("\"x\""));
}

#[test]
fn the_copy_counts_as_memory() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let body = format!("User-agent: *\nDisallow: /{}", "x".repeat(10_000));
    site.on_response(&crawler, at(0), &file(&body));
    let expected = 10_000..20_000;
    assert!(expected.contains(&site.heap_bytes()), "{}", site.heap_bytes());
    site.on_failure(&crawler, at(DAY));
    assert!(expected.contains(&site.heap_bytes()), "{}", site.heap_bytes());
    site.on_response(&crawler, at(2 * DAY), &status(404));
    assert!(site.heap_bytes() < 1_000, "{}", site.heap_bytes());
}

#[test]
fn the_times_of_visits_count_as_memory() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let windows: String = (0..24)
        .map(|hour| format!("Visit-time: {hour:02}00-{hour:02}29\n"))
        .collect();
    site.on_response(&crawler, at(0), &file(&format!("User-agent: *\n{windows}")));
    // Open and closed by turns, each time with a delay.
    let apart_from_rules = site.heap_bytes() - site.rules(&crawler).unwrap().heap_bytes();
    let delays = 48 * size_of::<Option<Duration>>();
    assert!(
        (delays..4 * delays).contains(&apart_from_rules),
        "{apart_from_rules}"
    );
}

#[test]
fn the_rules_hold_until_the_next_fetch() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("User-agent: *\nDisallow: /x"));
    assert_eq!(site.next_fetch_at(), at(DAY));
    assert_eq!(site.decide(&crawler, at(DAY - 1), "/"), Decision::FetchPage);
    assert_eq!(site.decide(&crawler, at(DAY), "/"), Decision::FetchRobots);
    site.on_failure(&crawler, at(DAY));
    assert_eq!(site.next_fetch_at(), at(DAY + HOUR));
}

/// A database may hold what an older version saved.
#[test]
#[cfg(feature = "serde")]
fn the_saved_form_stays() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
    let body = Body {
        bytes: b"User-agent: *\nDisallow: /x".into(),
        truncated: false,
    };
    site.on_response(&crawler, at(0), &Fetched::new(Answer::Status(200), &head, body));
    site.on_page_request(at(1));
    site.on_failure(&crawler, at(2 * DAY));
    site.on_page_response(at(2 * DAY), &ResponseHead::from_status(429));
    let mut saved = serde_json::to_value(&site).expect("a site can be saved");
    assert!(saved["reader"].take().is_u64());
    for rules in ["rules", "copy"] {
        let bytes = saved[rules].take();
        assert!(!bytes.is_null(), "{rules}");
    }
    let time = |seconds: u64| serde_json::json!({ "secs": 20_500 * DAY + seconds, "nanos": 0 });
    assert_eq!(
        saved,
        serde_json::json!({
            "origin": "https://example.com",
            "rules": null,
            "copy": null,
            "reader": null,
            "etag": "\"1\"",
            "last_modified": null,
            "outcome": { "disallow-all": "unreachable" },
            "asked_at": time(2 * DAY),
            "next_fetch_at": time(2 * DAY + HOUR),
            "good_at": time(0),
            "failing_since": time(2 * DAY),
            "answers_pages": true,
            "last_page_at": time(1),
            "slowed": 1,
            "calm": 0,
            "paused_until": null,
        })
    );
}

/// A crawler that changes its name or its reading must not be told what was read for another.
#[test]
fn what_was_read_for_another_crawler_does_not_count() {
    let body = "User-agent: OldBot\nDisallow: /\n\nUser-agent: NewBot\nAllow: /\n";
    let [old, new] = ["OldBot", "NewBot"].map(Crawler::new);
    let mut site = new_site();
    site.on_response(&new, at(0), &file(body));
    assert_eq!(site.decide(&new, at(1), "/x"), Decision::FetchPage);
    for other in [
        old.clone(),
        Crawler::strict("NewBot"),
        Crawler::new("NewBot").dialect(Dialect::GOOGLE),
        Crawler::new(["NewBot", "OldBot"]),
        Crawler::new(AgentList::from("NewBot").without_star()),
        Crawler::new("NewBot").parse_options(ParseOptions::new().dialect(Dialect::LENIENT)),
    ] {
        for site in [&site, &restored(&site)] {
            assert_eq!(
                site.decide(&other, at(1), "/x"),
                Decision::FetchRobots,
                "{other:?}"
            );
            assert!(site.rules(&other).is_none() && site.validators(&other).is_none());
        }
    }
    // The same crawler under another spelling, and at another pace, is the same.
    for same in [
        Crawler::new("newbot/2.0"),
        new.clone()
            .default_delay(Duration::ZERO)
            .max_delay(Duration::ZERO),
    ] {
        assert_eq!(site.decide(&same, at(1), "/x"), Decision::FetchPage, "{same:?}");
    }
    // Its copy does not serve the other crawler either.
    site.on_failure(&old, at(2));
    assert_eq!(site.age(at(2)), None);
    assert_eq!(
        site.on_response(&old, at(40 * DAY), &status(304)),
        Outcome::AllowAll(Cause::LongUnreachable)
    );
    site.on_response(&old, at(41 * DAY), &file(body));
    assert_eq!(site.decide(&old, at(41 * DAY), "/x"), Decision::Skip);
}

fn bytes(body: &[u8]) -> Fetched {
    let body = Body {
        bytes: body.into(),
        truncated: false,
    };
    Fetched::new(Answer::Status(200), &ResponseHead::from_status(200), body)
}

/// A body that cannot be read as text is no permission.
#[test]
fn bodies_that_are_not_utf_8() {
    let text = "User-agent: *\r\nDisallow: /x\r\n# caf\u{e9}\r\n";
    let utf16 = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let little = [&b"\xFF\xFE"[..], &utf16(u16::to_le_bytes)].concat();
    let big = [&b"\xFE\xFF"[..], &utf16(u16::to_be_bytes)].concat();
    let unmarked = utf16(u16::to_le_bytes);
    let utf32: Vec<u8> = text
        .chars()
        .flat_map(|char| (char as u32).to_le_bytes())
        .collect();
    let random: Vec<u8> = (0..2000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let image = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xDE";
    let latin1 = b"User-agent: *\nDisallow: /x\n# caf\xE9\n";
    let stray = b"User-agent: *\nDisallow: /x\n\0\0\0\0\0\0\0\0\0\0";
    let unreachable = Outcome::DisallowAll(Cause::Unreachable);
    for (body, polite, strict) in [
        (&little[..], Outcome::Parse, unreachable),
        (&big, Outcome::Parse, unreachable),
        (&unmarked, unreachable, unreachable),
        (&utf32, unreachable, unreachable),
        (&random, unreachable, unreachable),
        (image, unreachable, unreachable),
        (latin1, Outcome::Parse, Outcome::Parse),
        (stray, Outcome::Parse, Outcome::Parse),
        (b"<!DOCTYPE html>", Outcome::Parse, Outcome::Parse),
        (b"", Outcome::Parse, Outcome::Parse),
    ] {
        for (crawler, expected) in [
            (Crawler::new("FooBot"), polite),
            (Crawler::strict("FooBot"), strict),
        ] {
            let mut site = new_site();
            let outcome = site.on_response(&crawler, at(0), &bytes(body));
            assert_eq!(outcome, expected, "{}", body.escape_ascii());
            if outcome == Outcome::Parse && body.len() > 20 {
                assert_eq!(site.decide(&crawler, at(0), "/x"), Decision::Skip);
            }
        }
    }
}

/// No real file is taken for something other than text, unless it is.
#[test]
fn real_files_are_text() {
    let Some(files) = crate::shared::corpus(5) else {
        return;
    };
    let (mut all, mut refused) = (0, Vec::new());
    for (name, body) in files {
        let mut site = new_site();
        all += 1;
        if site.on_response(&Crawler::new("FooBot"), at(0), &bytes(&body)) != Outcome::Parse {
            refused.push(name);
        }
    }
    assert!(refused.len() * 1000 < all, "{refused:?} of {all}");
}

#[test]
fn too_many_requests_are_heard() {
    let head = ResponseHead::new(429, [("Retry-After", "7200")]);
    let fetched = Fetched::new(Answer::Status(429), &head, Body::default());
    let heard = if cfg!(feature = "std") { 2 * HOUR } else { HOUR };
    let polite = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&polite, at(0), &fetched);
    assert_eq!(site.decide(&polite, at(0), "/"), Decision::WaitUntil(at(heard)));
    assert_eq!(site.decide(&polite, at(heard), "/"), Decision::FetchRobots);
    // So does whoever reads leniently without a `Site`.
    let lenient = Dialect::LENIENT.fetch_policy;
    assert!(lenient.outcome(Answer::Status(429)).is_failure());
    // A server cannot make a crawler lose it for more than a day.
    let head = ResponseHead::new(429, [("Retry-After", "99999999")]);
    let fetched = Fetched::new(Answer::Status(429), &head, Body::default());
    site.on_response(&polite, at(heard), &fetched);
    assert!(site.next_fetch_at() <= at(heard + DAY));

    let strict = Crawler::strict("FooBot");
    let mut site = new_site();
    site.on_response(&strict, at(0), &fetched);
    assert_eq!(site.decide(&strict, at(0), "/"), Decision::FetchPage);
    site.on_page_request(at(0));
    assert_eq!(site.decide(&strict, at(0), "/"), Decision::FetchPage);
}

#[test]
fn pages_slow_a_crawler_down() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("User-agent: *\nCrawl-delay: 10"));
    let mut now = at(0);
    let mut visit = |site: &mut Site, code: u16| {
        now = site.next_page_at(&crawler, now);
        site.on_page_request(now);
        site.on_page_response(now, &ResponseHead::from_status(code));
        site.next_page_at(&crawler, now).duration_since(now).as_secs()
    };
    assert_eq!(visit(&mut site, 200), 10);
    // 500 is no request to slow down.
    assert_eq!(visit(&mut site, 500), 10);
    let delays: Vec<u64> = (0..12)
        .map(|i| visit(&mut site, if i % 2 == 0 { 429 } else { 503 }))
        .collect();
    assert_eq!(
        delays,
        [20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600]
    );
    // Ten good answers for each halving.
    let delays: Vec<u64> = (0..130).map(|_| visit(&mut site, 200)).collect();
    assert_eq!(delays[8..11], [3600, 3600, 3600]);
    assert_eq!(delays[38..41], [3600, 2560, 2560]);
    assert_eq!(
        delays[108..121],
        [40, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 10, 10]
    );
    // A complaint in between starts the count again.
    visit(&mut site, 503);
    (0..9).for_each(|_| assert_eq!(visit(&mut site, 404), 20));
    assert_eq!(visit(&mut site, 503), 40);
    (0..9).for_each(|_| assert_eq!(visit(&mut site, 200), 40));
    assert_eq!(visit(&mut site, 200), 20);
}

#[test]
#[cfg(feature = "std")]
fn retry_after_of_a_page_is_a_pause() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file(""));
    let busy = |value: &str| ResponseHead::new(503, [("Retry-After", value)]);
    site.on_page_request(at(0));
    site.on_page_response(at(1), &busy("600"));
    assert_eq!(site.decide(&crawler, at(1), "/"), Decision::WaitUntil(at(601)));
    // A shorter one does not shorten it.
    site.on_page_response(at(2), &busy("5"));
    assert_eq!(site.decide(&crawler, at(2), "/"), Decision::WaitUntil(at(601)));
    assert_eq!(restored(&site), site);
    assert_eq!(site.decide(&crawler, at(601), "/"), Decision::FetchPage);
    site.on_page_response(at(700), &busy("99999999"));
    assert_eq!(site.next_page_at(&crawler, at(700)), at(700 + DAY));
    // A clock that was set back does not make the pause longer.
    site.on_response(&crawler, at(0), &file(""));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::WaitUntil(at(8)));
}

#[test]
fn validators_are_offered_as_long_as_their_rules_are_kept() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    assert!(site.validators(&crawler).is_none());
    let with = |code, etag: &str, body: &str| {
        let head = ResponseHead::new(
            code,
            [("etag", etag), ("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT")],
        );
        let body = Body {
            bytes: body.into(),
            truncated: false,
        };
        Fetched::new(Answer::Status(code), &head, body)
    };
    site.on_response(
        &crawler,
        at(0),
        &with(200, "\"a\"", "User-agent: *\nDisallow: /x"),
    );
    let etag = |site: &Site| Some(site.validators(&crawler)?.etag()?.to_owned());
    assert_eq!(etag(&site).as_deref(), Some("\"a\""));
    assert_eq!(etag(&restored(&site)).as_deref(), Some("\"a\""));
    #[cfg(feature = "url")]
    {
        let request = site.robots_request(&crawler);
        assert_eq!(request.url().as_str(), "https://example.com/robots.txt");
        assert!(request.fields().eq([
            ("If-None-Match", "\"a\""),
            ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ]));
    }
    // A failure keeps the rules, and what they are known by.
    site.on_failure(&crawler, at(DAY));
    assert_eq!(etag(&site).as_deref(), Some("\"a\""));
    assert_eq!(
        site.on_response(&crawler, at(DAY + HOUR), &status(304)),
        Outcome::UseCopy(Cause::NotModified)
    );
    assert_eq!(etag(&site).as_deref(), Some("\"a\""));
    assert_eq!(site.decide(&crawler, at(DAY + HOUR), "/x"), Decision::Skip);
    site.on_response(&crawler, at(2 * DAY), &with(304, "\"b\"", ""));
    assert_eq!(etag(&site).as_deref(), Some("\"b\""));
    site.on_response(&crawler, at(3 * DAY), &with(404, "\"c\"", ""));
    assert_eq!(etag(&site), None);
}

#[test]
fn urls_of_other_sites_get_no_verdict() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let other = "https://other.example/";
    assert_eq!(site.decide(&crawler, at(0), other), Decision::NotThisSite);
    site.on_response(&crawler, at(0), &file(""));
    assert_eq!(site.decide(&crawler, at(0), other), Decision::NotThisSite);
    for own in ["https://example.com/a", "/a"] {
        assert_eq!(site.decide(&crawler, at(0), own), Decision::FetchPage);
    }
    // Whatever converts into a target will do.
    assert_eq!(site.decide(&crawler, at(0), b"/\xFF"), Decision::FetchPage);
    assert_eq!(
        site.decide(&crawler, at(0), Target::new("/a")),
        Decision::FetchPage
    );
}

#[test]
fn whatever_names_a_crawler() {
    let rules = |crawler: Crawler, body: &str| {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &file(body));
        site.decide(&crawler, at(0), "/x")
    };
    let body = "User-agent: Googlebot\nDisallow: /x\n";
    let list = AgentList::from(["Other", "Googlebot"]);
    for crawler in [
        Crawler::new("Googlebot-Image/1.0"),
        Crawler::new(&agents::GOOGLEBOT_IMAGE),
        Crawler::new("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
        Crawler::new(["Other", "Googlebot"]),
        Crawler::new(&list),
    ] {
        assert_eq!(rules(crawler.clone(), body), Decision::Skip, "{crawler:?}");
    }
    for (agent, name) in [
        ("FooBot", "FooBot"),
        ("FooBot/2.1 (+https://foo.example)", "FooBot"),
        ("*", "*"),
        ("", "*"),
    ] {
        assert_eq!(Crawler::new(agent).name(), name, "{agent}");
    }
}

#[test]
fn sitemaps_are_kept_and_rules_are_shared() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("Sitemap: https://example.com/s.xml\n"));
    let rules = Arc::clone(site.rules(&crawler).unwrap());
    assert!(rules.sitemaps().eq([b"https://example.com/s.xml"]));
    assert!(Arc::ptr_eq(&rules, site.clone().rules(&crawler).unwrap()));
}

#[test]
fn the_cause_is_kept_with_the_rules() {
    for (answer, reason, cause) in [
        (Answer::Status(404), Reason::Unavailable, Cause::Unavailable),
        (Answer::BadRedirect, Reason::Unavailable, Cause::BadRedirect),
        (Answer::Status(403), Reason::Forbidden, Cause::Forbidden),
        (Answer::Unreachable, Reason::Unreachable, Cause::Unreachable),
    ] {
        let policy = FetchPolicy::new().with_forbidden_disallows(true);
        let outcome = policy.outcome(answer);
        let rules = Rules::for_outcome(outcome).unwrap();
        let robots = RobotsTxt::for_outcome(outcome).unwrap();
        assert_eq!(robots.rules_for("FooBot"), rules);
        let back = Rules::from_bytes(&rules.to_bytes()).unwrap();
        for verdict in [rules.check("/x"), robots.check("FooBot", "/x"), back.check("/x")] {
            assert_eq!((verdict.reason(), verdict.cause()), (reason, Some(cause)));
            assert_eq!(verdict.is_allowed(), reason == Reason::Unavailable);
            assert!(verdict.to_string().ends_with(cause.description()), "{verdict}");
        }
        assert_eq!(robots.explain("FooBot", "/x").verdict(), &rules.check("/x"));
        for verdict in [rules.check("/robots.txt"), robots.check("FooBot", "/robots.txt")] {
            assert_eq!(verdict.reason(), Reason::RobotsTxtItself);
        }
        assert!(format!("{rules:?}").contains(cause.description()), "{rules:?}");
    }
    assert!(RobotsTxt::for_outcome(Outcome::Parse).is_none());

    // A body that was cut is read as far as it goes, and verdicts say so.
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let cut = Body {
        bytes: b"User-agent: *\nDisallow: /x\n".into(),
        truncated: true,
    };
    site.on_response(
        &crawler,
        at(0),
        &Fetched::new(Answer::Status(200), &ResponseHead::from_status(200), cut),
    );
    let rules = site.rules(&crawler).unwrap();
    assert!(rules.is_truncated() && rules.check("/y").is_truncated());
    assert_eq!(restored(&site), site);
}

#[test]
fn agent_and_url_in_the_wrong_order() {
    let (body, url, agent) = (
        b"User-agent: *\nDisallow: /x\n",
        "https://example.com/x",
        "FooBot",
    );
    let robots = RobotsTxt::parse(body);
    let rules = robots.rules_for(url);
    let named = RobotsTxt::parse(b"User-agent: https\nDisallow: /\n");
    for verdict in [
        robots.check(url, agent),
        rules.check(agent),
        RobotsTxt::options().check(body, url, agent),
        RobotsTxt::parse(b"").check(url, agent),
        Rules::from_bytes(&rules.to_bytes()).unwrap().check(agent),
    ] {
        assert_eq!(verdict.reason(), Reason::AgentIsUrl);
        assert!(verdict.to_string().contains("pass the name first"), "{verdict}");
        assert!(format!("{verdict:?}").contains("AgentIsUrl"));
    }
    assert!(format!("{rules:?}").contains("the agent is a URL"), "{rules:?}");
    // Whoever asks may read robots.txt.
    for verdict in [robots.check(url, "/robots.txt"), rules.check("/robots.txt")] {
        assert_eq!(verdict.reason(), Reason::RobotsTxtItself);
    }
    // The verdict is that on a crawler without a name.
    assert!(!robots.check(url, "/x").is_allowed());
    // Whom a group names has a name.
    assert_eq!(named.check(url, agent).reason(), Reason::Rule);
    assert_eq!(robots.check(agent, url).reason(), Reason::Rule);
}

#[test]
fn explanations_are_bounded() {
    let body: String = (1..=2500)
        .map(|i| format!("Disallow: /{}\n", "a".repeat(i)))
        .collect();
    let body = format!("User-agent: *\n{body}");
    let robots = RobotsTxt::parse(body.as_bytes());
    let url = format!("/{}", "a".repeat(3000));
    let explanation = robots.explain("FooBot", url.as_str());
    assert_eq!(
        (explanation.rules().len(), explanation.omitted_rules()),
        (1000, 1500)
    );
    // The first is the one that decides.
    assert_eq!(explanation.rules()[0].rule().line(), 2501);
    assert_eq!(robots.explain("FooBot", "/aa").omitted_rules(), 0);

    let body = "User-agent: *\nDisallow: /a\n".repeat(1500);
    for options in [ParseOptions::new(), ParseOptions::new().indexed(true)] {
        let robots = options.parse(body.as_bytes());
        let explanation = robots.explain("FooBot", "/aa");
        assert_eq!(
            (explanation.groups().len(), explanation.omitted_groups()),
            (1000, 500)
        );
        assert_eq!(
            (explanation.rules().len(), explanation.omitted_rules()),
            (1000, 500)
        );
        assert_eq!(robots.groups_for("FooBot").len(), 1500);
        #[cfg(feature = "serde")]
        {
            let saved = serde_json::to_value(&explanation).expect("JSON");
            let listed = |name: &str| saved[name].as_array().map(Vec::len);
            assert_eq!(
                (listed("group_lines"), &saved["omitted_groups"]),
                (Some(1000), &500.into())
            );
            assert_eq!(
                (listed("rules"), &saved["omitted_rules"]),
                (Some(1000), &500.into())
            );
        }
    }
}

/// What is kept for each of millions of sites, apart from what the site itself asks for.
#[test]
#[cfg(target_pointer_width = "64")]
fn a_site_takes_few_bytes_besides_its_rules() {
    let crawler = Crawler::new("FooBot");
    let mut site = Site::new("https://www.example.com/").expect("the URL of a site");
    let head = ResponseHead::new(
        200,
        [
            ("ETag", "\"5e1-62a5b9c3d4f80\""),
            ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ],
    );
    let body = Body {
        bytes: b"User-agent: *\nDisallow: /x\n".into(),
        truncated: false,
    };
    site.on_response(&crawler, at(0), &Fetched::new(Answer::Status(200), &head, body));
    site.on_page_request(at(0));
    let rules = site.rules(&crawler).unwrap();
    let of_rules = size_of::<Rules>() + rules.heap_bytes();
    let besides = size_of::<Site>() + site.heap_bytes() - of_rules;
    assert!(
        besides <= 200,
        "{besides} bytes, {} of them in `Site`",
        size_of::<Site>()
    );
}

/// What can happen to a site.
#[derive(Clone, Debug)]
enum Event {
    File(&'static str),
    Status(u16),
    Failure,
    PageRequest,
    PageResponse,
    SaveAndRestore,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        prop::sample::select(vec![
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nAllow: /a\nDisallow: /\nCrawl-delay: 5",
            "User-agent: foobot\nDisallow: /b\nVisit-time: 0600-0700",
            "",
        ])
        .prop_map(Event::File),
        prop::sample::select(vec![200, 304, 301, 401, 403, 404, 429, 500, 503]).prop_map(Event::Status),
        Just(Event::Failure),
        Just(Event::Failure),
        Just(Event::PageRequest),
        Just(Event::PageResponse),
        Just(Event::SaveAndRestore),
    ]
}

/// The whole history of a site, from which each answer is computed from scratch.
#[derive(Default)]
struct Log {
    /// Each request for robots.txt: when, the outcome, and the rules of a good answer.
    requests: Vec<(Timestamp, Outcome, Option<Rules>)>,
    pages: Vec<Timestamp>,
    /// For each page that was answered, how many requests for robots.txt there had been.
    answers: Vec<usize>,
}

impl Log {
    /// The first failure without a good answer since, as an index of `requests`.
    fn first_failure(&self) -> Option<usize> {
        let good = self
            .requests
            .iter()
            .rposition(|(_, outcome, _)| !outcome.is_failure());
        let first = good.map_or(0, |good| good + 1);
        (first < self.requests.len()).then_some(first)
    }

    fn copy(&self) -> Option<&Rules> {
        self.requests
            .iter()
            .rev()
            .find_map(|(_, _, rules)| rules.as_ref())
    }

    fn history(&self, now: Timestamp) -> History {
        let failure = self.first_failure();
        History::new()
            .failing_for(failure.map_or(Duration::ZERO, |first| now.duration_since(self.requests[first].0)))
            .copy(self.copy().is_some())
            .site_available(failure.is_some_and(|first| self.answers.iter().any(|after| *after > first)))
    }

    fn request(
        &mut self,
        now: Timestamp,
        policy: &FetchPolicy,
        answer: Answer,
        body: &[u8],
        dialect: Dialect,
    ) {
        let outcome = policy.outcome_after(answer, self.history(now));
        let rules = match outcome {
            Outcome::Parse => Some(
                robots_exclusion::RobotsTxt::options()
                    .dialect(dialect)
                    .parse(body)
                    .rules_for("FooBot"),
            ),
            Outcome::UseCopy(_) => None,
            outcome if outcome.is_failure() => None,
            outcome => Rules::for_outcome(outcome),
        };
        self.requests.push((now, outcome, rules));
    }

    fn rules(&self) -> Option<Rules> {
        let (_, outcome, _) = self.requests.last()?;
        match outcome {
            Outcome::Parse | Outcome::UseCopy(_) => self.copy().cloned(),
            outcome => Rules::for_outcome(*outcome),
        }
    }
}

/// The site as it is after it was saved, and restored.
pub(crate) fn restored(site: &Site) -> Site {
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(site).expect("a site can be saved");
        serde_json::from_str(&json).expect("what was saved can be restored")
    }
    #[cfg(not(feature = "serde"))]
    site.clone()
}

proptest! {
    #[test]
    fn the_memory_is_that_of_the_whole_history(
        preset in 0..Dialect::PRESETS.len(),
        events in prop::collection::vec((event(), 0..40 * DAY), 1..30),
    ) {
        let dialect = Dialect::PRESETS[preset].1;
        let policy = dialect.fetch_policy;
        let crawler = Crawler::new("FooBot").dialect(dialect);
        let (mut site, mut log, mut now) = (new_site(), Log::default(), at(0));
        for (event, pause) in events {
            now = now.saturating_add(Duration::from_secs(pause));
            match event {
                Event::File(body) => {
                    site.on_response(&crawler, now, &file(body));
                    log.request(now, &policy, Answer::Status(200), body.as_bytes(), dialect);
                }
                Event::Status(code) => {
                    site.on_response(&crawler, now, &status(code));
                    log.request(now, &policy, Answer::Status(code), b"", dialect);
                }
                Event::Failure => {
                    site.on_failure(&crawler, now);
                    log.request(now, &policy, Answer::Unreachable, b"", dialect);
                }
                Event::PageRequest => {
                    site.on_page_request(now);
                    log.pages.push(now);
                }
                Event::PageResponse => {
                    site.on_page_response(now, &ResponseHead::from_status(200));
                    log.answers.push(log.requests.len());
                }
                Event::SaveAndRestore => site = restored(&site),
            }
            let Some((asked, outcome, _)) = log.requests.last() else {
                prop_assert_eq!(site.decide(&crawler, now, "/a"), Decision::FetchRobots);
                continue;
            };
            prop_assert_eq!(site.outcome(), Some(*outcome));
            prop_assert_eq!(site.failing_since(), log.first_failure().map(|first| log.requests[first].0));
            let rules = log.rules().expect("robots.txt was asked for");
            prop_assert_eq!(&**site.rules(&crawler).unwrap(), &rules);
            for url in ["/a", "/b", "/c"] {
                let pacing = rules.pacing().next_fetch_at(now, log.pages.last().copied(), Duration::from_secs(1));
                let lifetime = policy.refetch_after(*outcome, &Default::default(), *asked);
                let due = asked.saturating_add(lifetime.max(Duration::from_secs(60)));
                let closed = matches!(outcome, Outcome::DisallowAll(_) | Outcome::TryLater(_));
                let expected = if now >= due {
                    Decision::FetchRobots
                } else if outcome.is_failure() && closed {
                    Decision::WaitUntil(due)
                } else if !rules.is_allowed(url) {
                    Decision::Skip
                } else if pacing > now {
                    Decision::WaitUntil(pacing)
                } else {
                    Decision::FetchPage
                };
                prop_assert_eq!(site.decide(&crawler, now, url), expected);
            }
        }
    }
}
