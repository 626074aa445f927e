//! One site's memory, compared with a slow and obvious model that keeps the whole history.

use std::time::Duration;

use proptest::prelude::*;
use robots_exclusion::fetch::{Answer, Body, Cause, FetchPolicy, Fetched, History, Outcome, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site};
use robots_exclusion::{Dialect, Rules, Timestamp};

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn at(seconds: u64) -> Timestamp {
    // Some day in 2026, so that there is a past.
    Timestamp::from_unix(Duration::from_secs(20_500 * DAY + seconds))
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
    let (crawler, site) = (Crawler::new("FooBot"), Site::new());
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::FetchRobots);
    assert!(!site.rules().is_allowed("/"));
    assert_eq!(
        (site.outcome(), site.age(at(0)), site.failing_since()),
        (None, None, None)
    );
    assert_eq!(site, Site::default());
}

#[test]
fn rules_and_delays_are_obeyed() {
    let crawler = Crawler::new("FooBot").default_delay(Duration::from_secs(3));
    let mut site = Site::new();
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
    let mut site = Site::new();
    let head = ResponseHead::new(404, [("Cache-Control", "no-store")]);
    site.on_response(
        &crawler,
        at(0),
        &Fetched::new(Answer::Status(404), &head, Body::default()),
    );
    assert_eq!(site.decide(&crawler, at(59), "/"), Decision::FetchPage);
    #[cfg(feature = "cache-headers")]
    assert_eq!(site.decide(&crawler, at(60), "/"), Decision::FetchRobots);
}

/// Google's policy, from the first failure to the end.
#[test]
fn a_failure_grows_old() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::GOOGLE);
    let mut site = Site::new();
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
    assert!(!site.rules().is_allowed("/y"));
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
    site.on_page_response();
    site.on_page_response();
    assert_eq!(
        site.on_failure(&crawler, at(end)),
        Outcome::AllowAll(Cause::LongUnreachable)
    );

    // Recovered: the earlier failure is forgotten, and a page's earlier answer does not count next time.
    site.on_response(&crawler, at(end + DAY), &status(404));
    assert_eq!(site.failing_since(), None);
    site.on_page_response();
    site.on_failure(&crawler, at(end + 2 * DAY));
    assert_eq!(
        site.on_failure(&crawler, at(end + 50 * DAY)),
        Outcome::DisallowAll(Cause::SiteUnavailable)
    );
}

#[test]
fn a_site_that_forbids_is_skipped_and_one_that_fails_is_put_off() {
    let crawler = Crawler::new("FooBot").dialect(Dialect::DRAFT_1996);
    let mut site = Site::new();
    site.on_response(&crawler, at(0), &status(403));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::Skip);
    site.on_response(&crawler, at(0), &status(503));
    assert_eq!(site.outcome(), Some(Outcome::TryLater(Cause::Unreachable)));
    assert_eq!(site.decide(&crawler, at(0), "/"), Decision::WaitUntil(at(HOUR)));
}

#[test]
fn nothing_changed_means_the_copy_is_good_again() {
    let crawler = Crawler::new("FooBot");
    let mut site = Site::new();
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
    assert_eq!(site.rules(), before.rules());
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
    let mut site = Site::new();
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
}

#[test]
fn the_copy_counts_as_memory() {
    let crawler = Crawler::new("FooBot");
    let mut site = Site::new();
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
    let mut site = Site::new();
    let windows: String = (0..24)
        .map(|hour| format!("Visit-time: {hour:02}00-{hour:02}29\n"))
        .collect();
    site.on_response(&crawler, at(0), &file(&format!("User-agent: *\n{windows}")));
    // Open and closed by turns, each time with a delay.
    let apart_from_rules = site.heap_bytes() - site.rules().heap_bytes();
    let delays = 48 * size_of::<Option<Duration>>();
    assert!(
        (delays..4 * delays).contains(&apart_from_rules),
        "{apart_from_rules}"
    );
}

#[test]
fn the_rules_hold_until_the_next_fetch() {
    let crawler = Crawler::new("FooBot");
    let mut site = Site::new();
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
    let mut site = Site::new();
    site.on_response(&crawler, at(0), &file("User-agent: *\nDisallow: /x"));
    site.on_page_request(at(1));
    site.on_failure(&crawler, at(2 * DAY));
    let mut saved = serde_json::to_value(&site).expect("a site can be saved");
    for rules in ["rules", "copy"] {
        let bytes = saved[rules].take();
        assert!(!bytes.is_null(), "{rules}");
    }
    let time = |seconds: u64| serde_json::json!({ "secs": 20_500 * DAY + seconds, "nanos": 0 });
    assert_eq!(
        saved,
        serde_json::json!({
            "rules": null,
            "copy": null,
            "outcome": { "disallow-all": "unreachable" },
            "asked_at": time(2 * DAY),
            "next_fetch_at": time(2 * DAY + HOUR),
            "good_at": time(0),
            "failing_since": time(2 * DAY),
            "answers_pages": false,
            "last_page_at": time(1),
        })
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

fn restored(site: &Site) -> Site {
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
        let policy = dialect.fetch_policy();
        let crawler = Crawler::new("FooBot").dialect(dialect);
        let (mut site, mut log, mut now) = (Site::new(), Log::default(), at(0));
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
                    site.on_page_response();
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
            prop_assert_eq!(site.rules(), &rules);
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
