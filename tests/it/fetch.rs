//! Where robots.txt is, what an answer means, how long it holds.

#[cfg(feature = "std")]
mod cache;
mod properties;

use std::time::Duration;

use robots_exclusion::fetch::{
    CacheHeaders, Cause, FetchPolicy, Fetched, History, Outcome, Reply, ResponseHead, RobotsRequest,
    RobotsUrlError, Step, Validators, WhenUnreachable, in_scope, read_body, robots_url,
};
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::{Dialect, RobotsTxt, Timestamp};
use serde_json::Value;
use url::Url;

use crate::shared;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The vectors of one kind, as identifier, input and expectation.
fn vectors(kind: &str) -> Vec<(String, Value, Value)> {
    let vectors: Vec<_> = include_str!("../data/extensions.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|vector| vector["kind"] == kind)
        .map(|vector| {
            (
                text(&vector["id"]).to_owned(),
                vector["in"].clone(),
                vector["expect"].clone(),
            )
        })
        .collect();
    assert!(!vectors.is_empty(), "no vectors of kind {kind}");
    vectors
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no string"))
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn policy(dialect: &str) -> FetchPolicy {
    Dialect::from_name(dialect)
        .unwrap_or_else(|| panic!("no dialect {dialect}"))
        .fetch_policy
}

#[test]
fn vectors_of_robots_urls() {
    for (id, input, expected) in vectors("robots-url") {
        assert_eq!(
            robots_url(&url(text(&input))).expect("a host").as_str(),
            text(&expected),
            "{id}"
        );
    }
}

#[test]
fn vectors_of_scope() {
    for (id, input, expected) in vectors("robots-scope") {
        let (page, robots) = (url(text(&input["url"])), url(text(&input["robots"])));
        assert_eq!(
            in_scope(&page, &robots),
            expected.as_bool().expect("a bool"),
            "{id}"
        );
    }
}

#[test]
fn vectors_of_outcomes() {
    for (id, input, expected) in vectors("fetch-outcome") {
        let answer = match &input["status"] {
            Value::String(status) if status == "redirect>5" => Reply::BadRedirect,
            Value::String(status) if status == "unretrievable" => Reply::Unreachable,
            status => Reply::Status(
                status
                    .as_u64()
                    .and_then(|status| status.try_into().ok())
                    .expect("a status"),
            ),
        };
        let outcome = match policy(text(&input["dialect"])).outcome(answer) {
            Outcome::Parse => "parse",
            Outcome::AllowAll(_) => "allow-all",
            Outcome::DisallowAll(_) => "disallow-all",
            Outcome::TryLater(_) => "defer",
            Outcome::UseCopy(_) => panic!("{id}: there is no copy"),
        };
        assert_eq!(outcome, text(&expected), "{id}");
    }
}

#[test]
fn vectors_of_default_lifetimes() {
    for (id, input, expected) in vectors("default-cache-seconds") {
        let silent = CacheHeaders::default();
        let lifetime = policy(text(&input)).refetch_after(Outcome::Parse, &silent, Timestamp::UNIX_EPOCH);
        assert_eq!(Some(lifetime.as_secs()), expected.as_u64(), "{id}");
    }
}

#[test]
fn places_of_robots_txt() {
    for (page, robots) in [
        ("https://example.com", "https://example.com/robots.txt"),
        (
            "https://example.com:443/a/b/../c?d#e",
            "https://example.com/robots.txt",
        ),
        ("http://example.com:443/", "http://example.com:443/robots.txt"),
        ("HTTP://WWW.EXAMPLE.COM/", "http://www.example.com/robots.txt"),
        (
            "http://user:password@example.com/",
            "http://example.com/robots.txt",
        ),
        ("http://user@example.com/", "http://example.com/robots.txt"),
        (
            "https://пример.рф/страница",
            "https://xn--e1afmkfd.xn--p1ai/robots.txt",
        ),
        ("http://192.0.2.1/x", "http://192.0.2.1/robots.txt"),
        (
            "http://[2001:DB8::1]:8080/x",
            "http://[2001:db8::1]:8080/robots.txt",
        ),
        ("ftp://example.com:21/pub/", "ftp://example.com/robots.txt"),
        ("gopher://example.com:70/1", "gopher://example.com:70/robots.txt"),
    ] {
        assert_eq!(robots_url(&url(page)).expect("a host").as_str(), robots);
    }
    for (page, error) in [
        ("mailto:me@example.com", RobotsUrlError::NotHierarchical),
        ("data:text/plain,robots.txt", RobotsUrlError::NotHierarchical),
        ("javascript:void(0)", RobotsUrlError::NotHierarchical),
        ("blob:https://example.com/x", RobotsUrlError::NotHierarchical),
        ("file:///etc/hosts", RobotsUrlError::NoHost),
        ("unix:/run/socket", RobotsUrlError::NoHost),
        ("x:///y", RobotsUrlError::NoHost),
    ] {
        assert_eq!(robots_url(&url(page)), Err(error), "{page}");
        assert!(!in_scope(&url(page), &url(page)), "{page}");
        assert!(RobotsRequest::new(&url(page), &FetchPolicy::new()).is_err());
        let why = match error {
            RobotsUrlError::NotHierarchical => "not hierarchical",
            _ => "no host",
        };
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn scope() {
    for (page, robots, expected) in [
        (
            "http://www.müller.eu/",
            "http://www.xn--mller-kva.eu/robots.txt",
            true,
        ),
        (
            "http://müller.eu/",
            "http://www.xn--mller-kva.eu/robots.txt",
            false,
        ),
        ("https://example.com/", "https://example.com:443/robots.txt", true),
        (
            "https://example.com:8181/",
            "https://example.com/robots.txt",
            false,
        ),
        ("ftp://example.com/", "ftp://example.com/robots.txt", true),
        ("http://example.com/", "ftp://example.com/robots.txt", false),
        ("https://192.0.2.1/", "https://192.0.2.1/robots.txt", true),
        ("https://example.com/", "https://192.0.2.1/robots.txt", false),
        (
            "https://me@example.com/",
            "https://you@example.com/robots.txt#x",
            true,
        ),
        (
            "https://example.com/folder/x",
            "https://example.com/folder/robots.txt",
            false,
        ),
        ("https://example.com/", "https://example.com/Robots.txt", false),
        ("https://example.com/", "https://example.com/robots.txt?x", false),
        ("file:///x", "file:///robots.txt", false),
    ] {
        assert_eq!(in_scope(&url(page), &url(robots)), expected, "{page} {robots}");
    }
}

/// Every class of answer under every preset, without earlier failures.
#[test]
fn first_answers_under_every_preset() {
    use Reply::{BadRedirect, Oversized, Status, Unreachable};
    const OPEN: Outcome = Outcome::AllowAll(Cause::Unavailable);
    const CLOSED: Outcome = Outcome::DisallowAll(Cause::Unreachable);
    const LATER: Outcome = Outcome::TryLater(Cause::Unreachable);
    const FAILED_OPEN: Outcome = Outcome::AllowAll(Cause::Unreachable);

    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        let (auth, too_many, failed, oversized) = match name {
            "google" | "lenient" => (OPEN, CLOSED, CLOSED, Outcome::Parse),
            "draft1996" => (
                Outcome::DisallowAll(Cause::Forbidden),
                LATER,
                LATER,
                Outcome::Parse,
            ),
            "yandex" => (OPEN, OPEN, FAILED_OPEN, Outcome::AllowAll(Cause::Oversized)),
            "slurp" => (OPEN, OPEN, FAILED_OPEN, Outcome::Parse),
            _ => (OPEN, OPEN, CLOSED, Outcome::Parse),
        };
        let policy = dialect.fetch_policy;
        for (answers, expected) in [
            (
                &[Status(200), Status(204), Status(206), Status(299)][..],
                Outcome::Parse,
            ),
            (
                &[Status(300), Status(301), Status(307), BadRedirect],
                Outcome::AllowAll(Cause::BadRedirect),
            ),
            (
                &[
                    Status(400),
                    Status(404),
                    Status(410),
                    Status(418),
                    Status(451),
                    Status(499),
                ],
                OPEN,
            ),
            (&[Status(401), Status(403)], auth),
            (&[Status(429)], too_many),
            (
                &[
                    Status(500),
                    Status(503),
                    Status(599),
                    Status(304),
                    Status(0),
                    Status(103),
                    Status(999),
                ],
                failed,
            ),
            (&[Unreachable], failed),
            (&[Oversized], oversized),
        ] {
            for answer in answers {
                assert_eq!(policy.outcome(*answer), expected, "{name} {answer:?}");
                assert_eq!(policy.outcome(*answer).is_failure(), expected.is_failure());
            }
        }
    }
}

fn history(failing_for: Duration, copy_age: Option<Duration>) -> History {
    let mut history = History::new();
    (history.failing_for, history.copy_age) = (failing_for, copy_age);
    history
}

/// The same, of a site whose pages are answered.
fn answering(failing_for: Duration, copy_age: Option<Duration>) -> History {
    let mut history = history(failing_for, copy_age);
    history.site_available = true;
    history
}

#[test]
fn failures_grow_old() {
    let failed = Reply::Status(500);
    let at = |age| history(age, None);
    let old = Some(Duration::MAX);
    let closed = Outcome::DisallowAll(Cause::Unreachable);
    let open = Outcome::AllowAll(Cause::LongUnreachable);
    let copy = Outcome::UseCopy(Cause::LongUnreachable);
    let gone = Outcome::DisallowAll(Cause::SiteUnavailable);

    let google = Dialect::GOOGLE.fetch_policy;
    let rfc = Dialect::RFC_9309.fetch_policy;
    let mut longest = rfc;
    longest.use_copy_seconds = Some(u32::MAX);
    let mut strict = rfc;
    strict.keeps_fresh_copy = false;
    let day_old = |seconds| Some(DAY - Duration::from_secs(seconds));
    let spared = Outcome::UseCopy(Cause::Unreachable);
    for (policy, history, expected) in [
        // RFC 9309 section 2.4: a copy serves for 24 hours.
        (rfc, history(Duration::ZERO, Some(Duration::ZERO)), spared),
        (rfc, history(HOUR, day_old(1)), spared),
        (rfc, history(HOUR, day_old(0)), closed),
        (strict, history(HOUR, day_old(1)), closed),
        (rfc, history(30 * DAY, day_old(1)), copy),
        (
            Dialect::DRAFT_1996.fetch_policy,
            history(HOUR, day_old(1)),
            Outcome::TryLater(Cause::Unreachable),
        ),
        (google, at(Duration::ZERO), closed),
        (
            google,
            answering(12 * HOUR - Duration::from_secs(1), Some(Duration::ZERO)),
            closed,
        ),
        (google, at(12 * HOUR), open),
        (google, history(12 * HOUR, old), copy),
        (google, history(30 * DAY + 11 * HOUR, old), copy),
        (google, at(30 * DAY + 11 * HOUR), open),
        (google, history(30 * DAY + 12 * HOUR, old), gone),
        (google, at(30 * DAY + 12 * HOUR), gone),
        (google, answering(30 * DAY + 12 * HOUR, old), open),
        (google, at(Duration::MAX), gone),
        (rfc, history(30 * DAY - Duration::from_secs(1), old), closed),
        (rfc, at(30 * DAY), open),
        (rfc, history(30 * DAY, old), copy),
        (rfc, history(Duration::MAX, old), copy),
        (longest, at(Duration::MAX), gone),
        (
            Dialect::DRAFT_1996.fetch_policy,
            history(Duration::MAX, old),
            Outcome::TryLater(Cause::Unreachable),
        ),
        (
            Dialect::SLURP.fetch_policy,
            history(Duration::MAX, old),
            Outcome::AllowAll(Cause::Unreachable),
        ),
    ] {
        assert_eq!(policy.outcome_after(failed, history), expected, "{history:?}");
    }
    // Age makes no difference to an answer that is not a failure.
    let old = history(Duration::MAX, old);
    assert_eq!(google.outcome_after(Reply::Status(200), old), Outcome::Parse);
    assert_eq!(
        google.outcome_after(Reply::Status(404), old),
        Outcome::AllowAll(Cause::Unavailable)
    );
    assert_eq!(
        google.outcome_after(Reply::Status(304), old),
        Outcome::UseCopy(Cause::NotModified)
    );
}

/// The numbers that the documentation names, and what a dialect keeps of a policy: all.
#[test]
fn options_and_their_defaults() {
    let policy = FetchPolicy::new();
    assert_eq!(FetchPolicy::default(), policy);
    assert_eq!(Dialect::RFC_9309.fetch_policy, policy);
    assert_eq!((policy.max_redirects, policy.max_bytes), (5, 512_000));
    assert!(!policy.forbidden_disallows && !policy.is_429_unreachable && !policy.oversized_allows);
    assert_eq!(policy.when_no_answer, None);
    assert!(policy.keeps_fresh_copy);
    assert_eq!(policy.when_unreachable, WhenUnreachable::DisallowAll);
    let day = 24 * 3600;
    assert_eq!(
        (policy.disallow_seconds, policy.use_copy_seconds),
        (30 * day, None)
    );
    assert_eq!(
        (policy.retry_seconds, policy.default_lifetime_seconds),
        (3600, day)
    );
    assert_eq!(
        (policy.min_lifetime_seconds, policy.max_lifetime_seconds),
        (0, Some(day))
    );

    let google = Dialect::GOOGLE.fetch_policy;
    assert_eq!(
        (google.disallow_seconds, google.use_copy_seconds),
        (day / 2, Some(30 * day))
    );
    assert!(google.is_429_unreachable && !google.keeps_fresh_copy);
    let draft = Dialect::DRAFT_1996.fetch_policy;
    assert_eq!(
        (draft.default_lifetime_seconds, draft.max_lifetime_seconds),
        (7 * day, None)
    );
    assert_eq!((draft.max_redirects, draft.forbidden_disallows), (20, true));

    let changes: [fn(&mut FetchPolicy); 14] = [
        |policy| policy.max_redirects = 7,
        |policy| policy.forbidden_disallows = true,
        |policy| policy.is_429_unreachable = true,
        |policy| policy.oversized_allows = true,
        |policy| policy.when_unreachable = WhenUnreachable::TryLater,
        |policy| policy.when_no_answer = Some(WhenUnreachable::AllowAll),
        |policy| policy.keeps_fresh_copy = false,
        |policy| policy.max_bytes = 1_000_000,
        |policy| policy.disallow_seconds = 1,
        |policy| policy.use_copy_seconds = Some(2),
        |policy| policy.retry_seconds = 3,
        |policy| policy.default_lifetime_seconds = 4,
        |policy| policy.min_lifetime_seconds = 5,
        |policy| policy.max_lifetime_seconds = Some(6),
    ];
    for change in changes {
        let mut changed = policy;
        change(&mut changed);
        assert_ne!(changed, policy);
        assert_eq!(
            Dialect::RFC_9309
                .with(|custom| custom.fetch_policy = changed)
                .fetch_policy,
            changed
        );
    }
}

#[test]
fn outcomes_read_as_text() {
    let policy = Dialect::RFC_9309.fetch_policy;
    assert_eq!(
        policy.outcome(Reply::Status(404)).to_string(),
        "allow all: robots.txt is unavailable"
    );
    assert_eq!(
        policy.outcome(Reply::Unreachable).to_string(),
        "disallow all: robots.txt cannot be reached"
    );
    assert_eq!(
        policy.outcome(Reply::Status(200)).to_string(),
        "the rules of robots.txt decide"
    );
}

/// A body that breaks off after three bytes.
struct Broken(bool);

impl std::io::Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Err(std::io::ErrorKind::ConnectionReset.into());
        }
        buffer[..3].copy_from_slice(b"a\nb");
        Ok(3)
    }
}

#[test]
fn the_loop_ends_in_an_answer_whatever_happens() {
    type Body = Box<dyn std::io::Read>;
    let page = url("http://example.com/page");
    let mut policy = FetchPolicy::new();
    policy.max_bytes = 40;
    let fetch = |get: fn(&str) -> std::io::Result<(ResponseHead, Body)>| {
        let mut request = RobotsRequest::new(&page, &policy).expect("a host");
        let fetched = request.fetch(|request| get(request.url().path()));
        (fetched, request.redirects())
    };

    let (found, redirects) = fetch(|path| {
        let head = match path {
            "/robots.txt" => ResponseHead::new(301, [("location", "/elsewhere")]),
            _ => ResponseHead::new(200, [("cache-control", "max-age=60")]),
        };
        Ok((head, Box::new(&b"User-agent: *\nDisallow: /x\n"[..])))
    });
    assert_eq!((found.reply(), redirects), (Reply::Status(200), 1));
    assert_eq!(found.body(), b"User-agent: *\nDisallow: /x\n");
    assert_eq!(found.status(), Some(200));
    assert!(found.error().is_none() && !found.is_truncated());
    #[cfg(feature = "std")]
    assert_eq!(
        policy.refetch_after(
            Outcome::Parse,
            found.cache_headers(),
            std::time::SystemTime::now()
        ),
        HOUR / 60
    );

    let (long, _) = fetch(|_| {
        Ok((
            ResponseHead::from_status(200),
            Box::new(&b"User-agent: *\nDisallow: /x\nDisallow: /private/area\n"[..]),
        ))
    });
    assert_eq!(long.reply(), Reply::Oversized);
    assert!(long.is_truncated());
    assert_eq!(long.into_body().bytes, b"User-agent: *\nDisallow: /x\n");

    let (broken, _) = fetch(|_| Ok((ResponseHead::from_status(200), Box::new(Broken(false)))));
    assert_eq!((broken.reply(), broken.status()), (Reply::Unreadable, Some(200)));
    assert!(broken.body().is_empty());
    let (refused, _) = fetch(|_| Err(std::io::ErrorKind::ConnectionRefused.into()));
    assert_eq!((refused.reply(), refused.status()), (Reply::Unreachable, None));
    assert_eq!(
        refused.error().expect("an error").kind(),
        std::io::ErrorKind::ConnectionRefused
    );
    assert_eq!(
        broken.error().expect("an error").kind(),
        std::io::ErrorKind::ConnectionReset
    );

    let (silent, _) = fetch(|_| Err(std::io::ErrorKind::TimedOut.into()));
    assert_eq!((silent.reply(), silent.status()), (Reply::Unreachable, None));

    // What a server sends with a 404 is not read.
    let (missing, _) = fetch(|_| Ok((ResponseHead::from_status(404), Box::new(Broken(false)))));
    assert_eq!(missing.reply(), Reply::Status(404));
    assert!(missing.body().is_empty() && missing.error().is_none());

    let (encoded, _) = fetch(|_| {
        let head = ResponseHead::new(200, [("Content-Encoding", "br")]);
        Ok((head, Box::new(&b"\x8B\x02\x80"[..])))
    });
    assert_eq!(encoded.reply(), Reply::Unreadable);

    // Compressed twice, or compressed without saying so.
    let gzip = fetch(|_| {
        let body = &b"\x1F\x8B\x08\0\0\0\0\0\0\x03"[..];
        Ok((ResponseHead::from_status(200), Box::new(body)))
    });
    let zstd = fetch(|_| {
        Ok((
            ResponseHead::from_status(200),
            Box::new(&b"\x28\xB5\x2F\xFD\x04\0"[..]),
        ))
    });
    for (packed, _) in [gzip, zstd] {
        assert_eq!((packed.reply(), packed.status()), (Reply::Unreadable, Some(200)));
    }
    // What is sent with a status that is not a success is not the file, compressed or not.
    for (status, expected) in [
        (200, Reply::Unreadable),
        (206, Reply::Unreadable),
        (299, Reply::Unreadable),
        (404, Reply::Status(404)),
        (503, Reply::Status(503)),
    ] {
        let packed = read_body(&b"\x1F\x8B\x08"[..], 100).expect("bytes in memory");
        assert_eq!(Reply::Status(status).with_body(&packed), expected, "{status}");
    }
    // Text that begins like one of them is text.
    let (text, _) = fetch(|_| Ok((ResponseHead::from_status(200), Box::new(&b"\x28\xB5\x2F"[..]))));
    assert_eq!(text.reply(), Reply::Status(200));

    let (looping, redirects) =
        fetch(|_| Ok((ResponseHead::new(302, [("location", "/x")]), Box::new(&b""[..]))));
    assert_eq!((looping.reply(), redirects), (Reply::BadRedirect, 5));
}

#[test]
fn a_broken_body_is_an_error() {
    assert!(read_body(Broken(false), 100).is_err());
    // An error after the limit does not matter.
    assert_eq!(
        read_body(Broken(false), 2).expect("enough was read").bytes,
        b"a\n"
    );
}

/// How many of the real files are HTML pages; none of these holds a rule.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn pages_among_real_files() {
    let corpus = shared::corpus(1);
    let mut pages = 0;
    for (name, body) in corpus {
        if RobotsTxt::parse(&body).format() == BodyFormat::Html {
            pages += 1;
            assert!(
                !body
                    .to_ascii_lowercase()
                    .windows(11)
                    .any(|window| window == b"\nuser-agent"),
                "{name} holds groups"
            );
        }
    }
    println!("{pages} pages");
    assert!((100..300).contains(&pages), "{pages} pages");
}

/// They belong to the URL that sent them.
#[test]
fn validators_stay_with_their_url() {
    let page = Url::parse("https://example.com/x").unwrap();
    let policy = Dialect::RFC_9309.fetch_policy;
    let known = Validators::new(Some(b"\"1\""), None);
    let mut request = RobotsRequest::new(&page, &policy)
        .unwrap()
        .unless_unchanged(known);
    assert_eq!(request.fields().count(), 1);
    let found = ResponseHead::new(200, [("ETag", "\"2\"")]);
    assert_eq!(request.on_response(&found), Step::ReadBody);
    let direct = request.finish();
    let moved = ResponseHead::new(301, [("Location", "https://other.example/robots.txt")]);
    assert_eq!(request.on_response(&moved), Step::Follow);
    assert_eq!(request.fields().count(), 0);
    assert_eq!(request.validators().and_then(Validators::etag), Some("\"1\""));
    assert_eq!(request.on_response(&found), Step::ReadBody);
    let elsewhere = request.finish();
    let sent_from = |fetched: &Fetched| {
        let validators = fetched.validators().expect("an ETag");
        validators.sent_from().map(str::to_owned)
    };
    let other = Some("https://other.example/robots.txt".to_owned());
    assert_eq!((sent_from(&direct), sent_from(&elsewhere)), (None, other.clone()));
    // The same with a blocking client.
    let mut request = RobotsRequest::new(&page, &policy).unwrap();
    let mut answers = [found, moved].into_iter();
    let fetched = request.fetch(|_| Ok((answers.next_back().unwrap(), &b""[..])));
    assert_eq!((fetched.status(), sent_from(&fetched)), (Some(200), other));
}

#[test]
fn a_request_offers_validators() {
    let policy = FetchPolicy::new();
    let url = "https://example.com/x".parse().unwrap();
    let request = RobotsRequest::new(&url, &policy).unwrap();
    assert_eq!(request.fields().count(), 0);
    let request = request.unless_unchanged(Validators::new(Some(b"\"1\""), None));
    assert!(request.fields().eq([("If-None-Match", "\"1\"")]));
}
