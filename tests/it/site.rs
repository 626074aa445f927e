//! One site's memory, case by case; `site_simulation` compares it with a model over months.

use std::sync::Arc;
use std::time::Duration;

use robots_exclusion::agents::UserAgent;
use robots_exclusion::fetch::{Body, Cause, FetchPolicy, Fetched, Outcome, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Pace, Site, WaitReason};
use robots_exclusion::{
    AgentList, Dialect, ParseOptions, Reason, RobotsTxt, Rules, Target, Timestamp, agents,
};

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn at(seconds: u64) -> Timestamp {
    // Some day in 2026, so that there is a past.
    Timestamp::from_unix(Duration::from_secs(20_500 * DAY + seconds))
}

/// A wait, in seconds, for the delay.
fn delay(until: u64) -> Decision {
    Decision::WaitUntil(at(until), WaitReason::Delay)
}

/// A page is requested, and answered at once.
fn page(site: &mut Site, seconds: u64) {
    site.on_page_request(at(seconds));
    site.on_page_response(at(seconds), &ResponseHead::from_status(200));
}

/// A wait for robots.txt, which cannot be reached.
fn put_off(until: u64) -> Decision {
    Decision::GiveUpUntil(at(until), WaitReason::RobotsUnreachable)
}

fn new_site() -> Site {
    Site::new("https://example.com/").expect("the URL of a site")
}

fn file(body: &str) -> Fetched {
    let body = Body {
        bytes: body.into(),
        truncated: false,
    };
    Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), body)
}

/// A file that can be confirmed.
fn tagged(body: &str) -> Fetched {
    let body = Body {
        bytes: body.into(),
        truncated: false,
    };
    let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
    Fetched::new(Reply::Status(200), &head, body)
}

/// A status with header fields.
fn with_fields(status: u16, fields: &[(&str, &str)]) -> Fetched {
    let head = ResponseHead::new(status, fields.iter().copied());
    Fetched::new(Reply::Status(status), &head, Body::default())
}

fn status(status: u16) -> Fetched {
    let head = ResponseHead::from_status(status);
    Fetched::new(Reply::Status(status), &head, Body::default())
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
    // robots.txt was a request, too.
    assert_eq!(site.decide(&crawler, at(0), "/y"), delay(3));
    assert_eq!(site.decide(&crawler, at(3), "/y"), Decision::FetchPage);
    page(&mut site, 3);
    assert_eq!(site.decide(&crawler, at(4), "/y"), delay(6));
    // There is no need to wait for a disallowed URL.
    assert_eq!(site.decide(&crawler, at(4), "/x"), Decision::Skip);
    assert_eq!(site.decide(&crawler, at(6), "/y"), Decision::FetchPage);
    assert_eq!(site.decide(&crawler, at(DAY), "/y"), Decision::FetchRobots);

    site.on_response(&crawler, at(10), &file("User-agent: *\nCrawl-delay: 1000"));
    assert_eq!(site.decide(&crawler, at(10), "/y"), delay(1010));
    // What a site asks for is not shortened.
    let hasty = crawler.clone().max_delay(Duration::from_secs(999));
    let asked = Duration::from_secs(1000);
    assert_eq!(site.decide(&hasty, at(10), "/y"), Decision::TooSlow(asked));
    assert_eq!(site.next_due(&hasty, at(10)), at(10 + DAY));
    let patient = crawler.clone().max_delay(asked);
    assert_eq!(site.decide(&patient, at(10), "/y"), delay(1010));
    // The limit is for what the site asks.
    let slow = Crawler::new("FooBot")
        .default_delay(Duration::from_secs(90))
        .max_delay(Duration::from_secs(60));
    site.on_response(&slow, at(10), &status(404));
    assert_eq!(site.decide(&slow, at(10), "/y"), delay(100));
}

/// An hour by default, and twelve at most.
#[test]
fn delays_that_are_too_long() {
    let crawler = Crawler::new("FooBot");
    let patient = Crawler::new("FooBot").max_delay(Duration::MAX);
    for (asked, by_default, at_most) in [
        ("3600", true, true),
        ("3600.1", false, true),
        ("43200", false, true),
        ("43201", false, false),
        ("31536000", false, false),
        ("99999999999999999999999999", false, false),
    ] {
        for (crawler, is_followed) in [(&crawler, by_default), (&patient, at_most)] {
            let mut site = new_site();
            let body = format!("User-agent: *\nCrawl-delay: {asked}");
            site.on_response(crawler, at(0), &file(&body));
            let decision = site.decide(crawler, at(0), "/");
            match is_followed {
                true => assert!(
                    matches!(decision, Decision::WaitUntil(..)),
                    "{asked}: {decision:?}"
                ),
                false => assert!(matches!(decision, Decision::TooSlow(_)), "{asked}: {decision:?}"),
            }
            // Every day the site is asked whether that is so still.
            assert_eq!(site.decide(crawler, at(DAY), "/"), Decision::FetchRobots);
        }
    }
    // Slow at night only: it is visited by day.
    let mut site = new_site();
    let body = "User-agent: *\nRequest-rate: 1/2h 0000-0559\nRequest-rate: 1/10s 0600-2359";
    site.on_response(&crawler, at(0), &file(body));
    assert_eq!(site.decide(&crawler, at(0), "/"), delay(2 * HOUR));
    assert_eq!(site.decide(&crawler, at(2 * HOUR), "/"), Decision::FetchPage);
}

/// Five minutes if the crawler is polite, a minute if it is strict, and two delays in any case.
#[test]
#[cfg(feature = "std")]
fn an_answer_that_may_not_be_kept_serves_for_some_minutes() {
    let answer = |body: &str| {
        let head = ResponseHead::new(200, [("Cache-Control", "no-cache")]);
        let body = Body {
            bytes: body.into(),
            truncated: false,
        };
        Fetched::new(Reply::Status(200), &head, body)
    };
    for (crawler, body, holds) in [
        (Crawler::new("FooBot"), "", 300),
        (Crawler::strict("FooBot"), "", 60),
        (Crawler::new("FooBot"), "User-agent: *\nCrawl-delay: 150", 300),
        (Crawler::new("FooBot"), "User-agent: *\nCrawl-delay: 160", 320),
        (
            Crawler::strict("FooBot"),
            "User-agent: *\nCrawl-delay: 3600",
            7200,
        ),
    ] {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &answer(body));
        assert_eq!(site.next_fetch_at(), at(holds), "{body}");
        assert_eq!(site.decide(&crawler, at(holds - 1), "/"), Decision::FetchPage);
        assert_eq!(site.decide(&crawler, at(holds), "/"), Decision::FetchRobots);
    }
}

/// Lets robots.txt fail every hour until a time.
fn keep_failing(site: &mut Site, crawler: &Crawler, hours: std::ops::Range<u64>) {
    for hour in hours {
        site.on_failure(crawler, at(hour * HOUR));
    }
}

/// Google's policy, from the first failure to the end.
#[test]
fn a_failure_grows_old() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    let mut site = new_site();
    site.on_response(&crawler, at(0), &tagged("User-agent: *\nDisallow: /x"));

    assert_eq!(
        site.on_failure(&crawler, at(DAY)),
        Outcome::DisallowAll(Cause::Unreachable)
    );
    assert_eq!(site.failing_since(), Some(at(DAY)));
    // The first time it is tried again soon, and then every hour.
    assert_eq!(site.decide(&crawler, at(DAY), "/y"), put_off(DAY + 30));
    assert_eq!(site.decide(&crawler, at(DAY + 30), "/y"), Decision::FetchRobots);
    keep_failing(&mut site, &crawler, 25..36);
    assert_eq!(site.decide(&crawler, at(35 * HOUR), "/y"), put_off(36 * HOUR));
    // Further failures must not lose the copy.
    assert!(!site.rules(&crawler).unwrap().is_allowed("/y"));
    assert_eq!(
        site.on_response(&crawler, at(DAY + 12 * HOUR), &status(503)),
        Outcome::UseCopy(Cause::LongUnreachable)
    );
    assert_eq!(site.decide(&crawler, at(DAY + 12 * HOUR), "/x"), Decision::Skip);
    assert_eq!(
        site.decide(&crawler, at(DAY + 12 * HOUR + 1), "/y"),
        Decision::FetchPage
    );
    assert_eq!(
        site.age(at(DAY + 12 * HOUR)),
        Some(Duration::from_secs(DAY + 12 * HOUR))
    );

    // The copy in force stays in force, and is what a 304 confirms, also after it was replaced.
    let end = DAY + 12 * HOUR + 30 * DAY;
    keep_failing(&mut site, &crawler, 37..end / HOUR);
    assert_eq!(site.outcome(), Some(Outcome::UseCopy(Cause::LongUnreachable)));
    let obeys_copy = |site: &Site| {
        let rules = site.rules(&crawler).unwrap();
        !rules.is_allowed("/x") && rules.is_allowed("/y")
    };
    assert!(obeys_copy(&site));
    let confirmed = |mut site: Site| {
        let outcome = site.on_response(&crawler, at(end), &status(304));
        assert_eq!(outcome, Outcome::UseCopy(Cause::NotModified));
        obeys_copy(&site)
    };
    assert!(confirmed(site.clone()));
    let mut gone = site.clone();
    assert_eq!(
        gone.on_failure(&crawler, at(end)),
        Outcome::DisallowAll(Cause::SiteUnavailable)
    );
    assert!(!gone.rules(&crawler).unwrap().is_allowed("/y"));
    gone.on_failure(&crawler, at(end));
    assert!(confirmed(gone.clone()) && confirmed(restored(&gone)));
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
    let again = end / HOUR + 48;
    keep_failing(&mut site, &crawler, again..again + 48 * 24);
    assert_eq!(site.outcome(), Some(Outcome::DisallowAll(Cause::SiteUnavailable)));
}

/// The 30 days count what was seen: no more than a day between two failures.
#[test]
fn failures_are_counted_as_they_are_seen() {
    let crawler = Crawler::new("FooBot");
    let closed = Outcome::DisallowAll(Cause::Unreachable);
    let open = Outcome::AllowAll(Cause::LongUnreachable);
    // Asked once in so many seconds: the failures that are needed after the first one.
    for (between, failures) in [
        (HOUR, 30 * 24),
        (7 * HOUR, 103),
        (DAY, 30),
        (DAY + 1, 30),
        (2 * DAY, 30),
        (31 * DAY, 30),
    ] {
        let mut site = new_site();
        for failure in 0..failures {
            let outcome = site.on_failure(&crawler, at(failure * between));
            assert_eq!(outcome, closed, "{between}, failure {failure}");
        }
        assert_eq!(
            site.on_failure(&crawler, at(failures * between)),
            open,
            "{between}"
        );
    }
    // A clock that was at 1970.
    let mut site = new_site();
    site.on_failure(&crawler, Timestamp::UNIX_EPOCH);
    assert_eq!(site.on_failure(&crawler, at(0)), closed);
    assert_eq!(
        site.failing_since(),
        Some(Timestamp::from_unix(
            at(0).since_unix_epoch() - Duration::from_secs(DAY)
        ))
    );
    // A server may ask to be left alone for a day.
    #[cfg(feature = "std")]
    {
        let mut site = new_site();
        let busy = with_fields(503, &[("Retry-After", "86400")]);
        for day in 0..30 {
            assert_eq!(site.on_response(&crawler, at(day * DAY), &busy), closed, "{day}");
        }
        assert_eq!(site.on_response(&crawler, at(30 * DAY), &busy), open);
    }
}

/// A crawler that runs for some hours a day, with a good copy and good pages, while robots.txt
/// fails for a year.
#[test]
fn a_site_whose_robots_txt_is_dead_opens_for_whoever_runs_by_day() {
    let crawler = Crawler::new("FooBot");
    for hours in [1, 8, 24] {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &file("User-agent: *\nDisallow: /x"));
        let mut opened = None;
        for day in 0..365 {
            let (mut now, end) = (day * DAY, day * DAY + hours * HOUR);
            while now < end {
                match site.decide(&crawler, at(now), "/") {
                    Decision::FetchRobots => _ = site.on_failure(&crawler, at(now)),
                    Decision::FetchPage => {
                        site.on_page_request(at(now));
                        site.on_page_response(at(now), &ResponseHead::from_status(200));
                        opened = opened.or((day > 1).then_some(day));
                        now += 600;
                    }
                    Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                        now = time.duration_since(at(0)).as_secs();
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        // The first failure is on the second day, when the answer no longer holds.
        assert_eq!(opened, Some(31), "{hours} hours a day");
        let rules = site.rules(&crawler).expect("rules");
        assert!(rules.is_allowed("/y") && !rules.is_allowed("/x"));
    }
}

/// A failure and the answers of pages during it are forgotten at the next good answer.
#[test]
fn a_later_failure_begins_anew() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    let answered = ResponseHead::from_status(200);
    let gone = Outcome::DisallowAll(Cause::SiteUnavailable);
    let mut recovered = new_site();
    keep_failing(&mut recovered, &crawler, 0..24);
    recovered.on_page_response(at(23 * HOUR), &answered);
    recovered.on_response(&crawler, at(24 * HOUR), &status(404));
    assert_eq!(recovered.failing_since(), None);
    keep_failing(&mut recovered, &crawler, 48..80);
    assert_eq!(recovered.failing_since(), Some(at(2 * DAY)));
    keep_failing(&mut recovered, &crawler, 80..34 * 24);
    assert_eq!(recovered.outcome(), Some(gone));
    // After a time in which nobody asked, the failure is the same, and a day is counted.
    let mut unseen = new_site();
    unseen.on_failure(&crawler, at(0));
    unseen.on_page_response(at(1), &answered);
    keep_failing(&mut unseen, &crawler, 96..100);
    assert_eq!(unseen.failing_since(), Some(at(3 * DAY)));
    keep_failing(&mut unseen, &crawler, 100..34 * 24);
    assert_eq!(unseen.outcome(), Some(Outcome::AllowAll(Cause::LongUnreachable)));
}

/// What a page says about whether the site answers while its robots.txt fails.
#[test]
fn a_server_error_of_a_page_is_no_answer() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    let mut failing = new_site();
    keep_failing(&mut failing, &crawler, 0..32 * 24);
    let now = at(32 * DAY);
    for (status, is_answer) in [
        (200, true),
        (404, true),
        (499, true),
        (500, false),
        (503, false),
        (504, false),
        (599, false),
    ] {
        let mut site = failing.clone();
        site.on_page_response(now, &ResponseHead::from_status(status));
        let expected = match is_answer {
            true => Outcome::AllowAll(Cause::LongUnreachable),
            false => Outcome::DisallowAll(Cause::SiteUnavailable),
        };
        assert_eq!(site.on_failure(&crawler, now), expected, "{status}");
    }
}

/// A copy of less than 24 hours is used while robots.txt cannot be reached, and no longer.
#[test]
fn a_fresh_copy_outlives_a_failure() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(
        &crawler,
        at(0),
        &file("User-agent: *\nDisallow: /x\nCrawl-delay: 10"),
    );
    let copy = Outcome::UseCopy(Cause::Unreachable);
    assert_eq!(site.on_failure(&crawler, at(20 * HOUR)), copy);
    assert_eq!(site.decide(&crawler, at(20 * HOUR + 10), "/x"), Decision::Skip);
    assert_eq!(
        site.decide(&crawler, at(20 * HOUR + 10), "/y"),
        Decision::FetchPage
    );
    assert_eq!(
        site.decide(&crawler, at(20 * HOUR + 30), "/y"),
        Decision::FetchRobots
    );
    for hour in 21..24 {
        assert_eq!(site.on_failure(&crawler, at(hour * HOUR)), copy);
    }
    let last = 23 * HOUR + HOUR / 2;
    assert_eq!(site.on_failure(&crawler, at(last)), copy);
    for site in [&site, &restored(&site)] {
        assert_eq!(site.decide(&crawler, at(DAY - 1), "/y"), Decision::FetchPage);
        assert_eq!(site.decide(&crawler, at(DAY), "/y"), put_off(last + HOUR));
        assert_eq!(site.next_due(&crawler, at(DAY - 1)), at(DAY - 1));
        assert_eq!(site.next_due(&crawler, at(DAY)), at(last + HOUR));
    }
    assert_eq!(
        site.on_failure(&crawler, at(DAY + HOUR)),
        Outcome::DisallowAll(Cause::Unreachable)
    );
    // That there is no file serves as long.
    let mut site = new_site();
    site.on_response(&crawler, at(0), &status(404));
    assert_eq!(site.on_failure(&crawler, at(HOUR)), copy);
    assert_eq!(site.decide(&crawler, at(HOUR + 1), "/y"), Decision::FetchPage);
}

/// One connection that breaks closes a site for half a minute.
#[test]
fn the_first_failure_is_tried_again_soon() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file(""));
    site.on_failure(&crawler, at(DAY));
    assert_eq!(site.decide(&crawler, at(DAY + 5), "/"), put_off(DAY + 30));
    assert_eq!(site.decide(&crawler, at(DAY + 30), "/"), Decision::FetchRobots);
    site.on_failure(&crawler, at(DAY + 30));
    assert_eq!(site.next_fetch_at(), at(DAY + 30 + HOUR));
    site.on_response(&crawler, at(2 * DAY), &file(""));
    // Unless the server says when.
    #[cfg(feature = "std")]
    {
        site.on_response(
            &crawler,
            at(3 * DAY),
            &with_fields(503, &[("Retry-After", "600")]),
        );
        assert_eq!(site.next_fetch_at(), at(3 * DAY + 600));
    }
    // And not before there was a good answer.
    let mut site = new_site();
    site.on_failure(&crawler, at(0));
    assert_eq!(site.next_fetch_at(), at(HOUR));
}

/// A 304 that says nothing about it is fresh as long as the answer that it confirms.
#[test]
#[cfg(feature = "std")]
fn a_304_keeps_the_freshness() {
    let crawler = Crawler::new("FooBot");
    let expires = "Sun, 06 Nov 1994 08:59:37 GMT";
    let date = ("Date", "Sun, 06 Nov 1994 08:49:37 GMT");
    for (first, second, holds) in [
        (&[("Cache-Control", "max-age=600")][..], &[][..], 600),
        (&[("Cache-Control", "max-age=600")], &[("Age", "200")], 400),
        (
            &[("Cache-Control", "max-age=600")],
            &[("Cache-Control", "max-age=900")],
            900,
        ),
        (&[("Cache-Control", "max-age=900"), ("Age", "100")], &[], 900),
        (&[("Cache-Control", "no-cache")], &[], 300),
        (&[], &[], DAY),
        (&[], &[("Cache-Control", "max-age=900")], 900),
        // Ten minutes from the first answer on, which have passed.
        (&[("Expires", expires), date], &[], 300),
        (
            &[("Expires", expires), date],
            &[("Expires", "Sun, 06 Nov 1994 09:09:37 GMT"), date],
            1200,
        ),
    ] {
        let mut site = new_site();
        let head = ResponseHead::new(200, first.iter().copied().chain([("ETag", "\"1\"")]));
        site.on_response(
            &crawler,
            at(0),
            &Fetched::new(Reply::Status(200), &head, Body::default()),
        );
        let mut site = restored(&site);
        // A failure between them changes nothing.
        site.on_failure(&crawler, at(DAY));
        assert_eq!(
            site.on_response(&crawler, at(2 * DAY), &with_fields(304, second)),
            Outcome::UseCopy(Cause::NotModified)
        );
        assert_eq!(site.next_fetch_at(), at(2 * DAY + holds), "{first:?} {second:?}");
    }
    // Expires in three days, which a day's limit cuts: a 304 on the second day has two days left.
    let mut site = new_site();
    let fields = [
        ("Expires", "Wed, 09 Nov 1994 08:49:37 GMT"),
        date,
        ("ETag", "\"1\""),
    ];
    let head = ResponseHead::new(200, fields);
    site.on_response(
        &crawler,
        at(0),
        &Fetched::new(Reply::Status(200), &head, Body::default()),
    );
    for (now, until) in [
        (DAY, 2 * DAY),
        (2 * DAY + HOUR, 3 * DAY),
        (3 * DAY, 3 * DAY + 300),
    ] {
        site.on_response(&crawler, at(now), &status(304));
        assert_eq!(site.next_fetch_at(), at(until));
    }
}

/// Without validators nobody asked for it, so the server has failed.
#[test]
fn a_304_that_nobody_asked_for_is_a_failure() {
    let crawler = Crawler::new("FooBot");
    let spared = Outcome::UseCopy(Cause::Unreachable);
    for first in [file("User-agent: *\nDisallow: /x"), status(404)] {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &first);
        assert_eq!(site.on_response(&crawler, at(HOUR), &status(304)), spared);
        assert_eq!(site.failing_since(), Some(at(HOUR)));
        assert_eq!(
            site.on_response(&crawler, at(DAY), &status(304)),
            Outcome::DisallowAll(Cause::Unreachable)
        );
    }
    let mut site = new_site();
    site.on_response(&crawler, at(0), &tagged(""));
    assert_eq!(
        site.on_response(&crawler, at(DAY), &status(304)),
        Outcome::UseCopy(Cause::NotModified)
    );
}

/// The server fails for all, and is asked no more often because several ask.
#[test]
fn the_time_of_a_retry_belongs_to_the_site() {
    let [one, two] = ["OneBot", "TwoBot"].map(Crawler::new);
    let mut site = new_site();
    site.on_failure(&one, at(0));
    for minute in 1..60 {
        for crawler in [&one, &two, &Crawler::strict("OneBot")] {
            let decision = site.decide(crawler, at(minute * 60), "/");
            assert_eq!(decision, put_off(HOUR), "{minute}");
            assert_eq!(site.next_due(crawler, at(minute * 60)), at(HOUR));
        }
    }
    site.on_failure(&two, at(HOUR));
    assert_eq!(site.failing_since(), Some(at(0)));
    assert_eq!(site.decide(&one, at(HOUR), "/"), put_off(2 * HOUR));
    // A good answer is one crawler's, and the other's request is paced.
    site.on_response(&one, at(2 * HOUR), &status(404));
    assert_eq!(site.decide(&two, at(2 * HOUR), "/"), delay(2 * HOUR + 1));
    assert_eq!(site.decide(&two, at(2 * HOUR + 1), "/"), Decision::FetchRobots);
}

/// Requests in an hour, of a crawler that asks for pages without end: robots.txt is one of them.
#[test]
#[cfg(feature = "std")]
fn robots_txt_is_paced() {
    for (crawler, body, most, robots) in [
        (Crawler::new("FooBot"), "User-agent: *\nCrawl-delay: 60", 60, 12),
        (
            Crawler::strict("FooBot"),
            "User-agent: *\nCrawl-delay: 60",
            60,
            30,
        ),
        (Crawler::new("FooBot"), "User-agent: *\nRequest-rate: 1/15m", 4, 2),
        (Crawler::new("FooBot"), "", 3600, 12),
    ] {
        let mut site = new_site();
        let head = ResponseHead::new(200, [("Cache-Control", "no-cache")]);
        let body = Body {
            bytes: body.into(),
            truncated: false,
        };
        let fetched = Fetched::new(Reply::Status(200), &head, body);
        let (mut now, mut requests) = (0, Vec::new());
        while now < HOUR {
            let decision = site.decide(&crawler, at(now), "/");
            match decision {
                Decision::FetchRobots => {
                    site.on_robots_request(at(now));
                    site.on_response(&crawler, at(now), &fetched);
                    requests.push((now, true));
                }
                Decision::FetchPage => {
                    page(&mut site, now);
                    requests.push((now, false));
                }
                Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                    now = time.duration_since(at(0)).as_secs()
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(requests.len(), most);
        assert_eq!(
            requests.iter().filter(|(_, is_robots)| *is_robots).count(),
            robots
        );
        let delay = HOUR / most as u64;
        assert!(requests.windows(2).all(|pair| pair[1].0 - pair[0].0 >= delay));
    }
}

/// Requests for pages in an hour, of a crawler that asks for more without end, by what a server
/// answers to all of them.
#[test]
fn pages_of_a_server_that_cannot_keep_up() {
    let crawler = Crawler::new("FooBot");
    let in_an_hour = |status: Option<u16>| {
        let mut site = new_site();
        let (mut now, mut pages) = (0, 0);
        while now < HOUR {
            match site.decide(&crawler, at(now), "/") {
                Decision::FetchRobots => _ = site.on_response(&crawler, at(now), &self::status(404)),
                Decision::FetchPage => {
                    pages += 1;
                    site.on_page_request(at(now));
                    match status {
                        Some(status) => site.on_page_response(at(now), &ResponseHead::from_status(status)),
                        None => site.on_page_failure(at(now)),
                    }
                }
                Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                    now = time.duration_since(at(0)).as_secs()
                }
                other => panic!("{other:?}"),
            }
        }
        pages
    };
    for status in [200, 301, 403, 404] {
        assert_eq!(in_an_hour(Some(status)), 3599, "{status}");
    }
    // 2 + 4 + … + 1024 seconds, and then half an hour and more.
    for status in [Some(429), Some(500), Some(502), Some(503), Some(504), None] {
        assert_eq!(in_an_hour(status), 11, "{status:?}");
    }
}

/// A page that waits for its hour is not put off to the next day because robots.txt is due then.
#[test]
fn robots_txt_does_not_starve_pages() {
    let crawler = Crawler::new("FooBot");
    // Both the delay and the window are shorter than what is between a late start and the window.
    for (start, body) in [
        (
            5 * HOUR + 3000,
            "User-agent: *\nCrawl-delay: 3600\nVisit-time: 0600-0630",
        ),
        (6 * HOUR, "User-agent: *\nCrawl-delay: 60\nVisit-time: 0600-0600"),
        (
            6 * HOUR + 30,
            "User-agent: *\nCrawl-delay: 600\nVisit-time: 0600-0605",
        ),
    ] {
        let mut site = new_site();
        let (mut now, mut pages) = (start, 0);
        while now < 30 * DAY {
            match site.decide(&crawler, at(now), "/") {
                Decision::FetchRobots => _ = site.on_response(&crawler, at(now), &file(body)),
                Decision::FetchPage => {
                    page(&mut site, now);
                    pages += 1;
                }
                Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                    now = time.duration_since(at(0)).as_secs()
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(pages >= 28, "{pages} pages in 30 days: {body}");
    }
}

/// What a second task sees while the first one fetches robots.txt.
#[test]
fn robots_txt_in_flight() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_robots_request(at(0));
    let wait = Decision::WaitUntil(at(60), WaitReason::RobotsInFlight);
    for site in [&site, &restored(&site)] {
        assert_eq!(site.decide(&crawler, at(5), "/"), wait);
        assert_eq!(site.decide(&Crawler::new("BarBot"), at(5), "/"), wait);
        assert_eq!(site.next_due(&crawler, at(5)), at(60));
        // Whoever asked is gone.
        assert_eq!(site.decide(&crawler, at(60), "/"), Decision::FetchRobots);
    }
    // A page that was open all the time.
    site.on_page_response(at(6), &ResponseHead::from_status(200));
    assert_eq!(site.decide(&crawler, at(6), "/"), wait);
    site.on_response(&crawler, at(7), &file(""));
    // The delay counts from the answer.
    assert_eq!(site.decide(&crawler, at(7), "/"), delay(8));
    assert_eq!(site.next_fetch_at(), at(7 + DAY));
}

/// The answer is used, and not fetched again because of a request that now lies in the future.
#[test]
fn a_clock_that_is_set_back_while_robots_txt_is_in_flight() {
    let crawler = Crawler::new("FooBot");
    for back in [5, 61, 3 * 3600, 10 * DAY] {
        let mut site = new_site();
        let (requested, answered) = (10 * DAY, 10 * DAY - back);
        site.on_robots_request(at(requested));
        site.on_response(&crawler, at(answered), &file("User-agent: *\nDisallow: /x\n"));
        assert_eq!(
            site.decide(&crawler, at(answered), "/x"),
            Decision::Skip,
            "{back}"
        );
        // The delay counts from the request, or from the answer if that is not known to be later.
        let Decision::WaitUntil(until, WaitReason::Delay) = site.decide(&crawler, at(answered), "/") else {
            panic!("no delay after {back}");
        };
        assert!(until <= at(answered + 61), "{until:?} after {back}");
        assert_eq!(site.decide(&crawler, until, "/"), Decision::FetchPage, "{back}");
        assert_eq!(site.next_fetch_at(), at(answered + DAY), "{back}");
    }
}

/// Two sites of one server are not faster than one.
#[test]
fn sites_share_a_pace() {
    let crawler = Crawler::new("FooBot");
    let mut sites = ["http://example.com/", "https://example.com/"].map(|url| Site::new(url).unwrap());
    let mut pace = Pace::new();
    let (mut now, mut requests) = (0, 0);
    while now < 100 {
        let mut next = u64::MAX;
        for site in &mut sites {
            site.set_pace(pace);
            match site.decide(&crawler, at(now), "/") {
                Decision::FetchRobots => _ = site.on_response(&crawler, at(now), &status(404)),
                Decision::FetchPage => page(site, now),
                Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                    next = next.min(time.duration_since(at(0)).as_secs());
                    continue;
                }
                other => panic!("{other:?}"),
            }
            requests += 1;
            pace = site.pace();
        }
        now = next;
    }
    assert_eq!(requests, 100);
    // A complaint slows down both.
    sites[0].on_page_response(at(100), &ResponseHead::from_status(503));
    sites[1].set_pace(sites[0].pace());
    sites[1].on_page_request(at(100));
    assert_eq!(sites[1].next_page_at(&crawler, at(100)), at(102));
    // Of two that were saved, the slower counts.
    let [fast, slow] = [Pace::new(), sites[1].pace()];
    assert_eq!((fast.merge(slow), slow.merge(fast)), (slow, slow));
}

/// Of two requests and two pauses, the later counts, whichever of the two is slower.
#[cfg(feature = "std")]
#[test]
fn of_two_paces_the_later_request_and_the_longer_pause_count() {
    let crawler = Crawler::new("FooBot");
    let paced = |requested: u64, wait: &str, complaints: usize| {
        let mut site = Site::new("https://example.com/").expect("a site");
        for _ in 0..complaints {
            site.on_page_failure(at(requested));
        }
        site.on_page_request(at(requested));
        site.on_page_response(at(requested), &ResponseHead::new(301, [("Retry-After", wait)]));
        site.pace()
    };
    let next = |pace: Pace, now: u64| {
        let mut site = Site::new("https://example.com/").expect("a site");
        site.on_response(&crawler, at(0), &status(404));
        site.set_pace(pace);
        site.next_page_at(&crawler, at(now))
    };
    for complaints in [0, 3] {
        let (short, long) = (paced(100, "60", complaints), paced(90, "600", 0));
        for merged in [short.merge(long), long.merge(short)] {
            assert_eq!(next(merged, 100), at(690));
            // The last request was at 100.
            assert!(next(merged, 690) == at(690) && next(merged, 40) > at(690 - 1));
        }
    }
}

#[test]
fn a_site_that_forbids_is_skipped_and_one_that_fails_is_put_off() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::DRAFT_1996);
    let mut site = new_site();
    site.on_response(&crawler, at(0), &status(403));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::Skip);
    site.on_response(&crawler, at(0), &status(503));
    assert_eq!(site.outcome(), Some(Outcome::TryLater(Cause::Unreachable)));
    assert_eq!(site.decide(&crawler, at(0), "/"), put_off(30));
    site.on_response(&crawler, at(30), &status(503));
    assert_eq!(site.decide(&crawler, at(30), "/"), put_off(30 + HOUR));
}

#[test]
fn nothing_changed_means_the_copy_is_good_again() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(
        &crawler,
        at(0),
        &tagged("User-agent: *\nDisallow: /x\nCrawl-delay: 9"),
    );
    let before = site.clone();
    site.on_failure(&crawler, at(DAY));
    assert_eq!(
        site.on_response(&crawler, at(2 * DAY), &status(304)),
        Outcome::UseCopy(Cause::NotModified)
    );
    assert_eq!(site.rules(&crawler).unwrap(), before.rules(&crawler).unwrap());
    assert_eq!(site.age(at(2 * DAY)), Some(Duration::ZERO));
    assert_eq!(site.decide(&crawler, at(2 * DAY), "/y"), delay(2 * DAY + 9));
}

#[test]
fn a_clock_that_was_set_back_does_no_harm() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(400 * DAY), &status(404));
    site.on_page_request(at(400 * DAY + 1));
    // A small difference is no reason to fetch it again.
    let before = at(400 * DAY - 59);
    assert_eq!(site.decide(&crawler, before, "/"), delay(400 * DAY + 2));
    let mut closed = new_site();
    closed.on_response(&crawler, at(DAY), &file("User-agent: *\nDisallow: /"));
    assert_eq!(closed.decide(&crawler, at(DAY - 60), "/"), Decision::Skip);
    assert_eq!(closed.decide(&crawler, at(DAY - 61), "/"), Decision::FetchRobots);
    // With a larger one nobody knows how old the answer is.
    for back in [61, HOUR, 23 * HOUR, 400 * DAY] {
        assert_eq!(
            site.decide(&crawler, at(400 * DAY - back), "/"),
            Decision::FetchRobots,
            "{back}"
        );
    }
    let mut later = site.clone();
    later.on_page_request(at(400 * DAY + 20 * HOUR));
    assert_eq!(
        later.decide(&crawler, at(400 * DAY + 3 * HOUR), "/"),
        Decision::FetchRobots
    );
    site.on_response(&crawler, at(0), &status(404));
    assert_eq!(site.decide(&crawler, at(0), "/"), delay(1));
    assert_eq!(site.decide(&crawler, at(1), "/"), Decision::FetchPage);

    // A failure that was recorded later than now begins now, and keeps nobody waiting.
    site.on_failure(&crawler, at(400 * DAY));
    assert_eq!(site.decide(&crawler, at(DAY), "/"), Decision::FetchRobots);
    site.on_failure(&crawler, at(DAY));
    assert_eq!(site.failing_since(), Some(at(DAY)));
    // A copy from a minute later serves, one from later than that does not.
    for (back, expected) in [
        (60, Outcome::UseCopy(Cause::Unreachable)),
        (61, Outcome::DisallowAll(Cause::Unreachable)),
    ] {
        let mut site = new_site();
        site.on_response(&crawler, at(DAY), &file(""));
        assert_eq!(site.on_failure(&crawler, at(DAY - back)), expected, "{back}");
    }
    site.on_response(&crawler, at(400 * DAY), &file(""));
    assert_eq!(
        site.on_failure(&crawler, at(2 * DAY)),
        Outcome::DisallowAll(Cause::Unreachable)
    );
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
    assert_eq!(
        site.decide(&crawler, at(last), "/"),
        Decision::GiveUpUntil(at(8 * HOUR + 600), WaitReason::VisitTime)
    );
}

/// A server that sends 304 in place of a file would otherwise confirm for good that there is none.
#[test]
fn validators_come_with_a_file_or_its_confirmation() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let head = ResponseHead::new(304, [("ETag", "\"x\"")]);
    let unchanged = Fetched::new(Reply::Status(304), &head, Body::default());
    site.on_response(&crawler, at(0), &status(404));
    site.on_response(&crawler, at(DAY), &unchanged);
    assert!(site.validators(&crawler).is_none());
    let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
    let fetched = Fetched::new(Reply::Status(200), &head, Body::default());
    site.on_response(&crawler, at(2 * DAY), &fetched);
    site.on_response(&crawler, at(3 * DAY), &unchanged);
    assert_eq!(site.validators(&crawler).unwrap().etag(), Some("\"x\""));
    // What a failed answer says counts for nothing.
    site.on_response(&crawler, at(4 * DAY), &with_fields(503, &[("ETag", "\"y\"")]));
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
    site.on_failure(&crawler, at(DAY + 30));
    assert_eq!(site.next_fetch_at(), at(DAY + 30 + HOUR));
    // A wait ends when robots.txt is due: the next file may ask for other hours.
    site.on_response(
        &crawler,
        at(2 * DAY),
        &with_fields(404, &[("Cache-Control", "max-age=3600")]),
    );
    let body = "User-agent: *\nVisit-time: 1200-1300";
    site.on_response(&crawler, at(2 * DAY), &file(body));
    let wait = |until| Decision::GiveUpUntil(at(until), WaitReason::VisitTime);
    assert_eq!(site.decide(&crawler, at(2 * DAY), "/"), wait(2 * DAY + 12 * HOUR));
    let afternoon = 2 * DAY + 13 * HOUR + 60;
    let early = 3 * DAY;
    assert_eq!(site.decide(&crawler, at(afternoon), "/"), wait(early));
    assert_eq!(site.next_due(&crawler, at(afternoon)), at(early));
    assert_eq!(site.decide(&crawler, at(early), "/"), Decision::FetchRobots);
}

/// A database may hold what an older version saved.
#[test]
#[cfg(feature = "serde")]
fn the_saved_form_stays() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    let head = ResponseHead::new(200, [("ETag", "\"1\""), ("Cache-Control", "max-age=7200")]);
    let body = Body {
        bytes: b"User-agent: *\nDisallow: /x".into(),
        truncated: false,
    };
    site.on_response(&crawler, at(0), &Fetched::new(Reply::Status(200), &head, body));
    site.on_page_request(at(1));
    site.on_failure(&crawler, at(2 * DAY));
    site.on_page_response(at(2 * DAY + 1), &ResponseHead::from_status(429));
    site.on_robots_request(at(2 * DAY + 3));
    let mut saved = serde_json::to_value(&site).expect("a site can be saved");
    // In text, because numbers of JavaScript have 53 bits.
    let reader = saved["reader"].take();
    assert!(
        reader.as_str().is_some_and(|text| text.parse::<u64>().is_ok()),
        "{reader}"
    );
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
            "sent_from": null,
            "outcome": { "disallow-all": "unreachable" },
            "asked_at": time(2 * DAY),
            "next_fetch_at": time(2 * DAY + 30),
            "good_at": time(0),
            "failing_since": time(2 * DAY),
            "answers_pages": true,
            "fresh": { "for": 7200 },
            "fetching_since": time(2 * DAY + 3),
            "last_request_at": time(2 * DAY + 3),
            "slowed": 1,
            "slowed_at": time(2 * DAY + 1),
            "paused_until": null,
            "answered": 0,
            "open": 1,
            "asked": true,
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
        Crawler::new(AgentList::from("NewBot").merged()),
        Crawler::new(AgentList::from("NewBot").with_delay_of_star()),
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
    // A dialect that compares whole names tells apart what others take for one name.
    let in_1994 = |agent: &str| Crawler::new(agent).dialect(Dialect::ORIGINAL_1994);
    site.on_response(&in_1994("NewBot one"), at(2), &file(body));
    assert!(site.rules(&in_1994("newbot ONE")).is_some());
    assert!(site.rules(&in_1994("NewBot two")).is_none());
    site.on_response(&new, at(3), &file(body));
    // A failure of the one leaves it no validators of the other.
    let mut confirmable = new_site();
    confirmable.on_response(&new, at(0), &tagged(body));
    assert!(confirmable.validators(&new).is_some());
    confirmable.on_failure(&old, at(1));
    assert!(confirmable.validators(&old).is_none());
    // Nor does a delay for the one apply to the other.
    let mut slow = new_site();
    slow.on_response(&new, at(0), &file("User-agent: NewBot\nCrawl-delay: 100\n"));
    page(&mut slow, 100);
    assert_eq!(slow.decide(&new, at(102), "/"), delay(200));
    assert_eq!(slow.decide(&old, at(102), "/"), Decision::FetchRobots);
    // Its copy does not serve the other crawler either.
    keep_failing(&mut site, &old, 1..40 * 24);
    assert_eq!(site.age(at(40 * DAY)), None);
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
    Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), body)
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
#[ignore = "reads ROBOTS_SHARED"]
fn real_files_are_text() {
    let files = crate::shared::corpus(5);
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
    let fetched = Fetched::new(Reply::Status(429), &head, Body::default());
    let heard = if cfg!(feature = "std") { 2 * HOUR } else { HOUR };
    let polite = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&polite, at(0), &fetched);
    assert_eq!(site.decide(&polite, at(0), "/"), put_off(heard));
    assert_eq!(site.decide(&polite, at(heard), "/"), Decision::FetchRobots);
    // So does whoever reads leniently without a `Site`.
    let lenient = Dialect::LENIENT.fetch_policy;
    assert!(lenient.outcome(Reply::Status(429)).is_failure());
    // A server cannot make a crawler lose it for more than a day.
    let head = ResponseHead::new(429, [("Retry-After", "99999999")]);
    let fetched = Fetched::new(Reply::Status(429), &head, Body::default());
    site.on_response(&polite, at(heard), &fetched);
    assert!(site.next_fetch_at() <= at(heard + DAY));

    let strict = Crawler::strict("FooBot");
    let mut site = new_site();
    site.on_response(&strict, at(0), &status(429));
    assert_eq!(site.decide(&strict, at(0), "/"), Decision::FetchPage);
    page(&mut site, 0);
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
        match code {
            0 => site.on_page_failure(now),
            code => site.on_page_response(now, &ResponseHead::from_status(code)),
        }
        site.next_page_at(&crawler, now).duration_since(now).as_secs()
    };
    for good in [200, 301, 404, 410] {
        assert_eq!(visit(&mut site, good), 10, "{good}");
    }
    // Whatever shows that the server cannot keep up, no answer (0) among it; from the second good
    // answer in a row on, each takes one back.
    for complaint in [429, 500, 502, 503, 504, 522, 0] {
        assert_eq!(visit(&mut site, complaint), 20, "{complaint}");
        assert_eq!(visit(&mut site, complaint), 40, "{complaint}");
        let good = [200, 404, 301].map(|code| visit(&mut site, code));
        assert_eq!(good, [40, 20, 10], "{complaint}");
    }
    let delays: Vec<u64> = (0..12)
        .map(|i| visit(&mut site, if i % 2 == 0 { 429 } else { 503 }))
        .collect();
    assert_eq!(
        delays,
        [20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600]
    );
    // An hour without a complaint takes back one doubling, and so does the second page after it. So
    // there are never many more doublings than lead to an hour.
    let delays: Vec<u64> = (0..9).map(|_| visit(&mut site, 200)).collect();
    assert_eq!(delays, [2560, 1280, 640, 320, 160, 80, 40, 20, 10]);
    // Two hours of 503 cost about as much, and a week without a visit nothing.
    let begin = now;
    let mut after = |site: &mut Site, sick: u64, pause: u64| {
        let until = now.saturating_add(Duration::from_secs(sick));
        while site.next_page_at(&crawler, now) < until {
            now = site.next_page_at(&crawler, now);
            site.on_page_request(now);
            site.on_page_response(now, &ResponseHead::from_status(503));
        }
        now = now.saturating_add(Duration::from_secs(pause));
        let healthy = now;
        loop {
            now = site.next_page_at(&crawler, now);
            site.on_page_request(now);
            site.on_page_response(now, &ResponseHead::from_status(200));
            if site.next_page_at(&crawler, now).duration_since(now).as_secs() == 10 {
                return now.duration_since(healthy).as_secs();
            }
        }
    };
    let recovery = after(&mut site, 2 * HOUR, 0);
    assert!((HOUR..3 * HOUR).contains(&recovery), "{recovery}");
    assert_eq!(after(&mut site, 12 * HOUR, 400 * DAY), 0);
    assert!(now > begin);
}

/// The hour's limit never makes the delay shorter than the one that the site asks for.
#[test]
fn a_slow_crawler_is_not_faster_than_it_is_asked_to_be() {
    let crawler = Crawler::new("FooBot").max_delay(Duration::from_secs(3 * HOUR));
    for (asked, slowed) in [(1799, 3598), (1801, 3600), (3600, 3600), (7200, 7200)] {
        let mut site = new_site();
        site.on_response(
            &crawler,
            at(0),
            &file(&format!("User-agent: *\nCrawl-delay: {asked}")),
        );
        site.on_page_request(at(0));
        site.on_page_response(at(0), &ResponseHead::from_status(503));
        assert_eq!(site.next_page_at(&crawler, at(0)), at(slowed), "{asked}");
        // Nor before robots.txt.
        site.on_page_request(at(2 * DAY));
        site.on_page_response(at(2 * DAY), &ResponseHead::from_status(503));
        let wait = match slowed > asked {
            true => Decision::GiveUpUntil(at(2 * DAY + slowed), WaitReason::Delay),
            false => delay(2 * DAY + slowed),
        };
        assert_eq!(site.decide(&crawler, at(2 * DAY), "/"), wait, "{asked}");
    }
}

/// A rate for some hours is that of the request, not that of another hour.
#[cfg(feature = "std")]
#[test]
fn the_hour_of_a_request_decides_how_long_to_wait_after_it() {
    let crawler = Crawler::new("FooBot").max_delay(Duration::from_secs(HOUR));
    let body = "User-agent: *\nRequest-rate: 1/600 0600-0659\nRequest-rate: 1/5 0700-0559\n";
    let (night, morning) = (5 * HOUR, 6 * HOUR + HOUR / 4);
    for (from, wait) in [(night, 5), (morning, 600)] {
        let mut site = new_site();
        site.on_response(&crawler, at(from), &file(body));
        page(&mut site, from + 900);
        assert_eq!(
            site.decide(&crawler, at(from + 900), "/"),
            delay(from + 900 + wait)
        );
        // robots.txt waits as long, if its rules do not hold any more.
        let changed = Crawler::new("BarBot");
        assert_eq!(site.decide(&changed, at(from + 900), "/"), delay(from + 901));
        // A complaint doubles what is asked for at this hour.
        site.on_page_response(at(from + 900), &ResponseHead::from_status(503));
        assert_eq!(
            site.next_page_at(&crawler, at(from + 900)),
            at(from + 900 + 2 * wait)
        );
        // An answer that may not be kept holds for two delays, and at least for five minutes.
        let mut site = new_site();
        let stale = Fetched::new(
            Reply::Status(200),
            &ResponseHead::new(200, [("Cache-Control", "no-store")]),
            Body {
                bytes: body.into(),
                truncated: false,
            },
        );
        site.on_response(&crawler, at(from), &stale);
        assert_eq!(site.next_fetch_at(), at(from + (2 * wait).max(300)));
        // Then robots.txt waits for the delay after the last page.
        let due = from + (2 * wait).max(300);
        page(&mut site, due - 1);
        assert_eq!(site.decide(&crawler, at(due), "/"), delay(due - 1 + wait));
    }
}

/// A site that says when to come, but not how often, is visited as often as the crawler chose.
#[test]
fn the_crawlers_own_delay_applies_within_visit_times() {
    let crawler = Crawler::new("FooBot").default_delay(Duration::from_secs(7));
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("User-agent: *\nVisit-time: 0000-1159\n"));
    page(&mut site, 100);
    assert_eq!(site.decide(&crawler, at(100), "/"), delay(107));
    assert_eq!(site.next_page_at(&crawler, at(106)), at(107));
    // At the end of the last minute, the next visit begins a day later.
    page(&mut site, 12 * HOUR - 3);
    assert_eq!(site.next_page_at(&crawler, at(12 * HOUR - 3)), at(DAY));
}

/// From a delay of a second, twelve doublings lead to the hour.
#[cfg(feature = "serde")]
#[test]
fn twelve_complaints_slow_a_crawler_down_to_the_hour() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file(""));
    let mut now = 1;
    let mut wait = |site: &mut Site, status| {
        now += 1;
        site.on_page_request(at(now));
        site.on_page_response(at(now), &ResponseHead::from_status(status));
        let next = site.next_page_at(&crawler, at(now));
        next.duration_since(at(now)).as_secs()
    };
    let waits: Vec<u64> = (0..12).map(|_| wait(&mut site, 503)).collect();
    assert_eq!(waits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600]);
    // More complaints change nothing, also those that were saved by somebody else.
    assert_eq!(wait(&mut site, 503), 3600);
    let mut saved = serde_json::to_value(&site).expect("a site can be saved");
    let without = |field: &str, value: serde_json::Value| {
        let mut saved = saved.clone();
        saved[field] = value;
        let restored: Site = serde_json::from_value(saved).expect("a site");
        let again = serde_json::to_value(restored).expect("a site can be saved");
        (again["slowed"].as_u64(), again["slowed_at"].is_null())
    };
    // Without the time of the last complaint, or without any, nothing slows the crawler down.
    assert_eq!(without("slowed_at", serde_json::Value::Null), (Some(0), true));
    assert_eq!(without("slowed", 0.into()), (Some(0), true));
    saved["slowed"] = 200.into();
    let mut restored = serde_json::from_value(saved).expect("a site");
    for site in [&mut site, &mut restored] {
        assert_eq!([wait(site, 200), wait(site, 200)], [3600, 2048]);
    }
}

/// Rules are kept for twice the delay, so that a page can follow robots.txt: in whole seconds, and
/// not a part of one less.
#[test]
#[cfg(feature = "std")]
fn a_delay_with_a_fraction_keeps_the_rules_long_enough() {
    for (asked, until) in [("200", 400), ("200.3", 401), ("200.5", 401), ("200.6", 402)] {
        let crawler = Crawler::new("FooBot");
        let mut site = new_site();
        let head = ResponseHead::new(200, [("Cache-Control", "no-store")]);
        let body = Body {
            bytes: format!("User-agent: *\nCrawl-delay: {asked}").into(),
            truncated: false,
        };
        site.on_response(&crawler, at(0), &Fetched::new(Reply::Status(200), &head, body));
        assert_eq!(site.next_fetch_at(), at(until), "{asked}");
    }
}

#[test]
#[cfg(feature = "std")]
fn retry_after_of_a_page_is_a_pause() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file(""));
    let pause = |until| Decision::GiveUpUntil(at(until), WaitReason::Pause);
    let busy = |value: &str| ResponseHead::new(503, [("Retry-After", value)]);
    site.on_page_request(at(0));
    site.on_page_response(at(1), &busy("600"));
    assert_eq!(site.decide(&crawler, at(1), "/"), pause(601));
    // A shorter one does not shorten it.
    site.on_page_response(at(2), &busy("5"));
    assert_eq!(site.decide(&crawler, at(2), "/"), pause(601));
    assert_eq!(restored(&site), site);
    assert_eq!(site.decide(&crawler, at(601), "/"), Decision::FetchPage);
    site.on_page_response(at(700), &busy("99999999"));
    assert_eq!(site.next_page_at(&crawler, at(700)), at(700 + DAY));
    // A date is compared with the time of the answer.
    let mut dated = new_site();
    dated.on_response(&crawler, at(0), &file(""));
    dated.on_page_response(at(1), &busy("Mon, 16 Feb 2026 00:10:00 GMT"));
    assert_eq!(dated.decide(&crawler, at(1), "/"), pause(600));
    let later = with_fields(503, &[("Retry-After", "Mon, 16 Feb 2026 00:10:00 GMT")]);
    dated.on_response(&crawler, at(DAY - 90), &later);
    assert_eq!(dated.next_fetch_at(), at(DAY - 30));
    dated.on_response(&crawler, at(0), &later);
    assert_eq!(dated.next_fetch_at(), at(600));
    // It also holds while robots.txt fails, beyond the time of its next request.
    let mut failing = new_site();
    failing.on_failure(&crawler, at(0));
    failing.on_page_response(at(0), &busy("7200"));
    assert_eq!(failing.decide(&crawler, at(1), "/"), put_off(7200));
    // robots.txt is a request like others.
    let end = 700 + DAY;
    assert_eq!(site.decide(&crawler, at(DAY), "/"), pause(end));
    assert_eq!(site.decide(&crawler, at(end), "/"), Decision::FetchRobots);
    // A clock that was set back does not make the pause longer.
    site.on_response(&crawler, at(0), &file(""));
    assert_eq!(site.decide(&crawler, at(0), "/"), delay(8));
    // Redirects and failures of all kinds may ask for one (RFC 9110 section 10.2.3).
    for (status, is_heard) in [
        (200, false),
        (301, true),
        (307, true),
        (404, false),
        (429, true),
        (500, true),
        (504, true),
    ] {
        let mut site = new_site();
        site.on_page_response(at(0), &ResponseHead::new(status, [("Retry-After", "7200")]));
        let next = if is_heard { 7200 } else { 1 };
        assert_eq!(site.next_page_at(&crawler, at(0)), at(next), "{status}");
    }
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
        Fetched::new(Reply::Status(code), &head, body)
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
        assert_eq!(site.decide(&crawler, at(1), own), Decision::FetchPage);
    }
    // Whatever converts into a target will do.
    assert_eq!(site.decide(&crawler, at(1), b"/\xFF"), Decision::FetchPage);
    assert_eq!(
        site.decide(&crawler, at(1), Target::new("/a")),
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
        Crawler::new(UserAgent::resolve("Googlebot-Image/1.0")),
        Crawler::new(&agents::GOOGLEBOT_IMAGE),
        Crawler::new(UserAgent::parse(
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        )),
        Crawler::new(["Other", "Googlebot"]),
        Crawler::new(&list),
    ] {
        assert_eq!(rules(crawler.clone(), body), Decision::Skip, "{crawler:?}");
    }
    // A string is a product token, also if a well-known crawler has it.
    for token in ["Googlebot-Image", "Googlebot-Image/1.0"] {
        let crawler = Crawler::new(token);
        assert_ne!(rules(crawler, body), Decision::Skip, "{token}");
        let crawler = Crawler::new(agents::Token(token));
        assert_ne!(rules(crawler, body), Decision::Skip, "{token}");
    }
    for (agent, name) in [
        ("FooBot", "FooBot"),
        ("FooBot/2.1 (+https://foo.example)", "FooBot"),
        ("*", "*"),
        ("", "*"),
        // Without a product token, it is known by what was written.
        ("Бот", "Бот"),
    ] {
        assert_eq!(Crawler::new(agent).name(), name, "{agent}");
    }
    for agent in [&agents::GOOGLEBOT, &agents::AMAZONBOT, &agents::YANDEXBOT] {
        let crawler = Crawler::as_agent(agent);
        assert_eq!(crawler.fetch_policy(), agent.fetch_policy(), "{}", agent.name());
        assert_eq!(crawler.agents(), &agent.list(), "{}", agent.name());
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
        (Reply::Status(404), Reason::Unavailable, Cause::Unavailable),
        (Reply::BadRedirect, Reason::Unavailable, Cause::BadRedirect),
        (Reply::Status(403), Reason::Forbidden, Cause::Forbidden),
        (Reply::Unreachable, Reason::Unreachable, Cause::Unreachable),
        (Reply::Unreadable, Reason::Unreachable, Cause::Unreachable),
    ] {
        let mut policy = FetchPolicy::new();
        policy.forbidden_disallows = true;
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
        &Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), cut),
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
    site.on_response(&crawler, at(0), &Fetched::new(Reply::Status(200), &head, body));
    site.on_page_request(at(0));
    let rules = site.rules(&crawler).unwrap();
    let of_rules = size_of::<Rules>() + rules.heap_bytes();
    let besides = size_of::<Site>() + site.heap_bytes() - of_rules;
    assert!(
        besides <= 210,
        "{besides} bytes, {} of them in `Site`",
        size_of::<Site>()
    );
}

#[test]
fn what_a_decision_says() {
    use WaitReason::{Delay, Pause, RequestInFlight, RobotsInFlight, RobotsUnreachable, VisitTime};

    for (decision, name) in [
        (Decision::FetchRobots, "fetch-robots"),
        (Decision::FetchPage, "fetch-page"),
        (Decision::Skip, "skip"),
        (Decision::TooSlow(Duration::from_secs(600)), "too-slow"),
        (Decision::WaitUntil(at(5), Pause), "wait-until"),
        (Decision::GiveUpUntil(at(5), Pause), "give-up-until"),
        (Decision::NotThisSite, "not-this-site"),
    ] {
        assert_eq!(decision.name(), name);
        let said = (decision.until(), decision.reason(), decision.delay());
        let expected = match name {
            "too-slow" => (None, None, Some(Duration::from_secs(600))),
            "wait-until" | "give-up-until" => (Some(at(5)), Some(Pause), None),
            _ => (None, None, None),
        };
        assert_eq!(said, expected, "{name}");
    }
    for (why, word) in [
        (Delay, "delay"),
        (Pause, "pause"),
        (VisitTime, "hours"),
        (RobotsUnreachable, "cannot be reached"),
        (RobotsInFlight, "being fetched"),
        (RequestInFlight, "requests are open"),
    ] {
        assert!(why.description().contains(word), "{why}");
    }
}

#[test]
fn a_crawler_has_the_first_of_its_names() {
    for (names, expected) in [
        (&["FooBot", "BarBot"][..], "FooBot"),
        (&["FooBot/1.0", "BarBot"], "FooBot"),
        (&["BarBot"], "BarBot"),
        (&[], "*"),
    ] {
        assert_eq!(Crawler::new(AgentList::new(names)).name(), expected);
    }
}

#[test]
fn what_is_not_the_url_of_a_site_is_an_error_with_an_example() {
    for url in [
        "",
        "example.com",
        "ftp://example.com/",
        "https:///x",
        "/robots.txt",
    ] {
        let error = Site::new(url).expect_err(url);
        assert!(error.to_string().contains("https://example.com/"), "{error}");
    }
}

/// Whatever a site makes a crawler wait for, a URL is fetched or dropped after a few short waits.
#[test]
fn a_wait_that_is_not_worth_it_is_given_up() {
    let crawler = Crawler::new("FooBot");
    let patient = Crawler::new("FooBot").max_wait(Duration::MAX);
    let hasty = Crawler::new("FooBot").max_wait(Duration::ZERO);
    let retry = |wait: &str| ResponseHead::new(503, [("Retry-After", wait)]);
    let after = |body: &str, made: &dyn Fn(&mut Site)| {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &file(body));
        made(&mut site);
        let whole = |crawler: &Crawler| site.decide(crawler, at(0), "/").name();
        [whole(&crawler), whole(&patient), whole(&hasty)]
    };
    let (wait, up) = ("wait-until", "give-up-until");
    let none = |_: &mut Site| {};
    // The delay that is asked for is followed, whatever it is.
    assert_eq!(after("", &none), [wait, wait, wait]);
    assert_eq!(
        after("User-agent: *\nCrawl-delay: 3600", &none),
        [wait, wait, wait]
    );
    // A delay that complaints have doubled six times is not.
    let complain = |times: usize| move |site: &mut Site| (0..times).for_each(|_| site.on_page_failure(at(0)));
    assert_eq!(after("", &complain(5)), [wait, wait, up]);
    assert_eq!(after("", &complain(6)), [up, wait, up]);
    assert_eq!(
        after("User-agent: *\nCrawl-delay: 100", &complain(1)),
        [up, wait, up]
    );
    #[cfg(feature = "std")]
    {
        let pause = |wait: &'static str| move |site: &mut Site| site.on_page_response(at(0), &retry(wait));
        assert_eq!(after("", &pause("60")), [wait, wait, up]);
        assert_eq!(after("", &pause("61")), [up, wait, up]);
    }
    assert_eq!(
        after("User-agent: *\nVisit-time: 0001-0100", &none),
        [wait, wait, up]
    );
    assert_eq!(
        after("User-agent: *\nVisit-time: 0002-0100", &none),
        [up, wait, up]
    );
    // A robots.txt that cannot be reached may be so for ever, a minute at a time.
    let mut site = new_site();
    site.on_failure(&crawler, at(0));
    for crawler in [&crawler, &patient] {
        assert_eq!(site.decide(crawler, at(HOUR - 1), "/"), put_off(HOUR));
    }
}

/// `Retry-After` of robots.txt stops pages too, though the copy's rules stay in force.
#[test]
#[cfg(feature = "std")]
fn a_pause_that_robots_txt_asks_for_is_kept_for_pages() {
    let crawler = Crawler::new("FooBot");
    for status in [429, 503] {
        let mut site = new_site();
        let body = b"User-agent: *\nDisallow: /x".to_vec();
        let head = ResponseHead::new(200, [("Cache-Control", "max-age=600")]);
        let body = Body {
            bytes: body,
            truncated: false,
        };
        site.on_response(&crawler, at(0), &Fetched::new(Reply::Status(200), &head, body));
        let outcome = site.on_response(
            &crawler,
            at(600),
            &with_fields(status, &[("Retry-After", "3600")]),
        );
        assert_eq!(outcome, Outcome::UseCopy(Cause::Unreachable));
        let paused = Decision::GiveUpUntil(at(600 + 3600), WaitReason::Pause);
        assert_eq!(site.decide(&crawler, at(601), "/y"), paused, "{status}");
        assert_eq!(site.decide(&crawler, at(601), "/x"), Decision::Skip);
        assert_eq!(site.pace(), restored(&site).pace());
        assert_eq!(site.decide(&crawler, at(4200), "/y"), Decision::FetchRobots);
        // Without it, the copy serves on.
        let mut site = site.clone();
        site.on_response(&crawler, at(4200), &self::status(status));
        assert_eq!(site.decide(&crawler, at(4201), "/y"), Decision::FetchPage);
    }
    // To the letter, 429 is an answer, but it is the server that asks for the pause.
    let (strict, mut site) = (Crawler::strict("FooBot"), new_site());
    let outcome = site.on_response(&strict, at(0), &with_fields(429, &[("Retry-After", "30")]));
    assert_eq!(outcome, Outcome::AllowAll(Cause::Unavailable));
    assert_eq!(site.next_page_at(&strict, at(0)), at(30));
}

/// 0, as some clients say it, and what is no final status.
#[test]
fn a_page_without_a_status_was_not_answered() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    for code in [0, 1, 100, 103, 199] {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &status(404));
        let mut failed = site.clone();
        for _ in 0..5 {
            site.on_page_response(at(0), &ResponseHead::new(code, [("Retry-After", "1")]));
            failed.on_page_failure(at(0));
        }
        assert_eq!(site, failed, "{code}");
        assert_eq!(site.next_page_at(&crawler, at(0)), at(32), "{code}");
        // Nor does it show that the site answers.
        let mut site = new_site();
        keep_failing(&mut site, &crawler, 0..32 * 24);
        site.on_page_response(at(32 * DAY), &ResponseHead::from_status(code));
        let outcome = site.on_failure(&crawler, at(32 * DAY));
        assert_eq!(outcome, Outcome::DisallowAll(Cause::SiteUnavailable), "{code}");
    }
}

/// A request that the crawler itself gave up says nothing, and nobody waits for its answer.
#[test]
fn a_request_that_was_given_up() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    site.on_response(&crawler, at(0), &file("User-agent: *\nDisallow: /x"));
    site.on_robots_request(at(DAY));
    let wait = Decision::WaitUntil(at(DAY + 60), WaitReason::RobotsInFlight);
    assert_eq!(site.decide(&crawler, at(DAY + 1), "/"), wait);
    let before = (site.outcome(), site.next_fetch_at(), site.failing_since());
    site.on_robots_abort();
    assert_eq!(
        (site.outcome(), site.next_fetch_at(), site.failing_since()),
        before
    );
    // The request was made, and the delay is kept after it.
    assert_eq!(site.decide(&crawler, at(DAY), "/"), delay(DAY + 1));
    assert_eq!(site.decide(&crawler, at(DAY + 1), "/"), Decision::FetchRobots);
}

/// Whatever a site asks for, a polite crawler leaves a second between two requests.
#[test]
fn a_site_is_not_asked_faster_than_the_least_delay() {
    let second = Duration::from_secs(1);
    let polite = Crawler::new("FooBot").default_delay(5 * second);
    for (crawler, asked, expected) in [
        (polite.clone(), "Crawl-delay: 0", 1),
        (polite.clone(), "Crawl-delay: 0.001", 1),
        (polite.clone(), "Crawl-delay: 2", 2),
        (polite.clone(), "Request-rate: 1000/1s", 1),
        // A faster rate begins a second after the request.
        (
            polite.clone(),
            "Request-rate: 1/10s 2000-0000\nRequest-rate: 100/1s 0001-1959",
            3,
        ),
        (polite.clone(), "", 5),
        (polite.clone().min_delay(3 * second), "Crawl-delay: 2", 3),
        (polite.clone().min_delay(3 * second), "", 5),
        (polite.clone().min_delay(Duration::ZERO), "Crawl-delay: 0", 0),
        (
            polite.clone().max_delay(2 * second).min_delay(Duration::MAX),
            "Crawl-delay: 0",
            2,
        ),
        (Crawler::new("FooBot").default_delay(Duration::ZERO), "", 0),
        (Crawler::strict("FooBot"), "Crawl-delay: 0", 0),
        (
            Crawler::strict("FooBot").min_delay(3 * second),
            "Crawl-delay: 0",
            3,
        ),
    ] {
        let mut site = new_site();
        site.on_response(&crawler, at(0), &file(&format!("User-agent: *\n{asked}")));
        // A minute of the day has begun when the rate changes.
        let start = if asked.contains("2000") { 57 } else { 100 };
        page(&mut site, start);
        let crawler_says = site.next_page_at(&crawler, at(start));
        assert_eq!(crawler_says, at(start + expected), "{asked}");
        assert_eq!(
            site.decide(&crawler, crawler_says, "/"),
            Decision::FetchPage,
            "{asked}"
        );
        // robots.txt comes no sooner.
        let later = site.decide(&crawler, at(DAY + 1), "/");
        assert_eq!(later, Decision::FetchRobots, "{asked}");
    }
}

/// A robots.txt that is known to have changed is fetched again, and nothing else is forgotten.
#[test]
fn an_answer_that_holds_no_longer() {
    let crawler = Crawler::new("FooBot");
    let mut site = new_site();
    // Nothing is known yet.
    site.expire();
    assert_eq!(site, new_site());
    site.on_response(
        &crawler,
        at(0),
        &tagged("User-agent: *\nDisallow: /x\nCrawl-delay: 10"),
    );
    page(&mut site, 10);
    site.on_page_failure(at(10));
    let pace = site.pace();
    site.expire();
    for mut site in [site.clone(), restored(&site)] {
        assert_eq!((site.pace(), site.next_fetch_at()), (pace, at(0)));
        // The delay is kept, which the server has made longer.
        assert_eq!(site.decide(&crawler, at(12), "/x"), delay(30));
        assert_eq!(site.next_due(&crawler, at(12)), at(30));
        assert_eq!(site.decide(&crawler, at(30), "/x"), Decision::FetchRobots);
        assert_eq!(site.validators(&crawler).expect("an ETag").etag(), Some("\"1\""));
        // A failure leaves the copy in force, and a 304 confirms it.
        let mut failing = site.clone();
        assert_eq!(
            failing.on_failure(&crawler, at(30)),
            Outcome::UseCopy(Cause::Unreachable)
        );
        assert_eq!(failing.decide(&crawler, at(31), "/x"), Decision::Skip);
        assert_eq!(failing.decide(&crawler, at(60), "/y"), Decision::FetchRobots);
        site.on_response(&crawler, at(30), &status(304));
        assert_eq!(site.next_fetch_at(), at(30 + DAY));
        assert_eq!(site.decide(&crawler, at(31), "/x"), Decision::Skip);
    }
    // A failure is tried again at once.
    let mut failing = new_site();
    failing.on_failure(&crawler, at(0));
    assert_eq!(failing.decide(&crawler, at(5), "/"), put_off(HOUR));
    failing.expire();
    assert_eq!(failing.decide(&crawler, at(5), "/"), Decision::FetchRobots);
    assert_eq!(failing.failing_since(), Some(at(0)));
}

/// No answer allows, and a server that fails forbids, if the policy says so.
#[test]
fn a_server_that_does_not_answer_may_allow() {
    let policy = FetchPolicy::new()
        .with(|policy| policy.when_no_answer = Some(robots_exclusion::fetch::WhenUnreachable::AllowAll));
    let crawler =
        Crawler::strict("FooBot").dialect(Dialect::RFC_9309.with(|custom| custom.fetch_policy = policy));
    let allowed = Outcome::AllowAll(Cause::Unreachable);
    let closed = Outcome::DisallowAll(Cause::Unreachable);
    for (fetched, expected) in [
        (Fetched::unreachable(), allowed),
        (status(500), closed),
        (status(0), closed),
        (status(304), closed),
        (bytes(&[0; 64]), closed),
        (bytes(b"\x1F\x8B\x08"), closed),
        (
            with_fields(200, &[("Content-Encoding", "br")]),
            if cfg!(feature = "std") {
                closed
            } else {
                Outcome::Parse
            },
        ),
    ] {
        let mut site = new_site();
        let reply = fetched.reply();
        assert_eq!(site.on_response(&crawler, at(0), &fetched), expected, "{reply:?}");
        // It is asked again as after any failure, and rules that were read are spared for a day.
        if expected == allowed {
            assert_eq!(site.decide(&crawler, at(0), "/x"), Decision::FetchPage);
            assert_eq!(site.next_fetch_at(), at(HOUR));
        }
        let mut known = new_site();
        known.on_response(&crawler, at(0), &file("User-agent: *\nDisallow: /x"));
        known.on_response(&crawler, at(HOUR), &fetched);
        if expected != Outcome::Parse {
            assert!(!known.rules(&crawler).expect("rules").is_allowed("/x"));
            assert_eq!(known.on_failure(&crawler, at(DAY)), allowed, "{reply:?}");
        }
    }
}

/// Two sites in five have no robots.txt, and need no rules of their own.
#[test]
#[cfg(feature = "std")]
fn sites_without_a_file_share_their_rules() {
    let crawler = Crawler::new("FooBot");
    for code in [404, 503] {
        let [one, two] = ["https://a.example/", "https://b.example/"].map(|url| {
            let mut site = Site::new(url).expect("a site");
            site.on_response(&crawler, at(0), &self::status(code));
            site
        });
        let rules = |site: &Site| Arc::clone(site.rules(&crawler).expect("rules"));
        assert!(Arc::ptr_eq(&rules(&one), &rules(&two)), "{code}");
        assert!(Arc::ptr_eq(&rules(&one), &rules(&restored(&one))));
        assert_eq!(one.heap_bytes(), one.origin().len());
    }
    let [missing, failing] = [404, 503].map(|code| {
        let mut site = Site::new("https://a.example/").expect("a site");
        site.on_response(&crawler, at(0), &self::status(code));
        site
    });
    assert_ne!(missing.rules(&crawler), failing.rules(&crawler));
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

/// Validators belong to the URL that has sent them, wherever redirects of robots.txt lead then.
#[test]
fn answers_of_other_urls() {
    let crawler = Crawler::new("FooBot");
    let (own, there) = (
        "https://example.com/robots.txt",
        "https://www.example.com/robots.txt",
    );
    let fetched = |status, etag: Option<&str>| {
        let head = ResponseHead::new(status, etag.map(|etag| ("ETag", etag)));
        Fetched::new(Reply::Status(status), &head, Body::default())
    };
    for (sender, other) in [(own, there), (there, own)] {
        let mut site = Site::new(own).expect("a site");
        let sent = |site: &Site, url| site.validators_for(&crawler, url).is_some();
        site.on_response_from(&crawler, at(0), sender, fetched(200, Some("\"1\"")));
        assert!(sent(&site, sender) && !sent(&site, other));
        assert_eq!(site.validators(&crawler).is_some(), sender == own);
        // It says that nothing changed, with and without its validators.
        for etag in [None, Some("\"2\"")] {
            let outcome = site.on_response_from(&crawler, at(9), sender, fetched(304, etag));
            assert_eq!(outcome, Outcome::UseCopy(Cause::NotModified));
            assert!(sent(&site, sender) && !sent(&site, other));
        }
        let newer = site.validators_for(&crawler, sender).expect("validators");
        assert_eq!(newer.etag(), Some("\"2\""));
        // So does a URL that was not asked.
        let outcome = site.on_response_from(&crawler, at(9), other, fetched(304, None));
        assert_eq!(outcome.cause(), Some(Cause::Unreachable));
        assert!(sent(&site, sender) && !sent(&site, other));
    }
    // Whose validators these are is not known.
    let mut site = Site::new(own).expect("a site");
    site.on_response_from(&crawler, at(0), "", fetched(200, Some("\"1\"")));
    assert!(site.validators(&crawler).is_none() && site.validators_for(&crawler, own).is_none());
}
