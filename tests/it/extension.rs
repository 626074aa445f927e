//! The extension lines: the vectors of `tests/data/extensions.jsonl`, and what holds for any input.

use core::{num::NonZeroU32, time::Duration};

use proptest::prelude::*;
use robots_exclusion::write::RobotsTxtBuilder;
use robots_exclusion::{Dialect, ParseOptions, RobotsTxt, Rules, Timestamp, agents, extension::*};
use serde_json::{Value, json};

/// The vectors of one kind: their id, input and expectation.
fn vectors(kind: &str) -> Vec<(String, Value, Value)> {
    let rows = include_str!("../data/extensions.jsonl").lines();
    let found: Vec<_> = rows
        .map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["kind"] == kind)
        .map(|row| {
            (
                row["id"].as_str().unwrap().to_owned(),
                row["in"].clone(),
                row["expect"].clone(),
            )
        })
        .collect();
    assert!(!found.is_empty(), "no vectors of kind {kind}");
    found
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn utf8(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap()
}

fn time(hhmm: &str) -> TimeOfDay {
    TimeOfDay::new(hhmm[..2].parse().unwrap(), hhmm[2..].parse().unwrap()).unwrap()
}

#[test]
fn request_rates() {
    for (id, input, expect) in vectors("request-rate") {
        let rate = RequestRate::parse(text(&input).as_bytes()).ok().map(|rate| {
            json!({
                "docs": rate.documents(),
                "seconds": rate.period().as_secs(),
                "window": rate.window().map(|window| window.to_string()),
            })
        });
        assert_eq!(json!(rate), expect, "{id}");
    }
}

/// The rate at which a crawler of the dialect obeys a line.
fn effective_rate(dialect: Dialect, value: &str) -> RequestRate {
    let body = format!("User-agent: *\nRequest-rate: {value}\n");
    let rules = ParseOptions::new()
        .dialect(dialect)
        .rules_for(body.as_bytes(), "FooBot");
    rules.request_rates()[0]
}

#[test]
fn request_rates_are_raised_to_the_minimum_of_the_dialect() {
    for (id, input, expect) in vectors("request-rate-effective") {
        let dialect = Dialect::from_name(text(&input["dialect"])).unwrap();
        let rate = effective_rate(dialect, text(&input["value"]));
        let slowest = dialect.slowest_request_rate.unwrap();
        assert!(rate.delay() <= slowest.delay(), "{id}");
        assert_eq!(
            json!({ "docs": rate.documents(), "seconds": rate.period().as_secs() }),
            expect,
            "{id}"
        );
    }
}

#[test]
fn visit_times() {
    for (id, input, expect) in vectors("visit-time") {
        let window = TimeWindow::parse(text(&input).as_bytes()).ok().map(
            |window| json!({ "from": window.first().to_string(), "to": window.last().to_string(), "tz": "UTC" }),
        );
        assert_eq!(json!(window), expect, "{id}");
    }
    for (id, input, expect) in vectors("visit-allowed") {
        let visit = TimeWindow::parse(text(&input["visit-time"]).as_bytes()).unwrap();
        let now = time(text(&input["now"]));
        assert_eq!(json!(visit.contains(now)), expect, "{id}");
        let now = seconds((u64::from(now.hour()) * 60 + u64::from(now.minute())) * 60);
        let next = Pacing::new(None, &[], &[visit]).next_fetch_at(now, None, Duration::ZERO);
        assert_eq!(json!(next == now), expect, "{id}");
    }
}

#[test]
fn crawl_delays() {
    for (id, input, expect) in vectors("crawl-delay") {
        let body = [b"User-agent: *\nCrawl-delay: ", text(&input).as_bytes()].concat();
        let delay = RobotsTxt::parse(&body)
            .crawl_delay_for("a")
            .map(|delay| delay.as_secs_f64());
        assert_eq!(json!(delay), expect, "{id}");
    }
}

#[test]
fn clean_params() {
    for (id, input, expect) in vectors("clean-param") {
        let line = CleanParam::parse(text(&input).as_bytes()).ok().map(|line| {
            json!({ "params": line.params().map(utf8).collect::<Vec<_>>(), "path": line.path().map(utf8) })
        });
        assert_eq!(json!(line), expect, "{id}");
    }
    for (id, input, expect) in vectors("clean-param-apply") {
        let line = CleanParam::parse(text(&input["rule"]).as_bytes()).unwrap();
        assert_eq!(line.apply(text(&input["url"])), text(&expect), "{id}");
    }
}

#[test]
fn a_clean_param_line_has_500_characters_at_most() {
    for character in ["a", "é", "あ", "😀"] {
        let longest = character.repeat(CleanParam::MAX_CHARS);
        assert!(CleanParam::parse(longest.as_bytes()).is_ok(), "{character}");
        let error = CleanParam::parse((longest + character).as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the value is longer than 500 characters",
            "{character}"
        );
    }
}

#[test]
fn robot_versions_have_two_numbers_or_three() {
    for (value, expected) in [
        ("1.0", Some(RobotVersion::V1)),
        ("1.0.0", Some(RobotVersion::V1)),
        ("2.0", Some(RobotVersion::V2)),
        (" 2.0.0\t", Some(RobotVersion::V2)),
        ("1", None),
        ("1.0.1", None),
        ("2.1", None),
        ("3.0", None),
        ("v2.0", None),
        ("", None),
    ] {
        assert_eq!(RobotVersion::parse(value.as_bytes()).ok(), expected, "{value:?}");
    }
}

#[test]
fn content_signals() {
    for (id, input, expect) in vectors("content-signal") {
        let signal = ContentSignal::parse(text(&input).as_bytes());
        let found: Value = signal
            .iter()
            .map(|(key, value)| (key, value.to_string()))
            .collect();
        assert_eq!(found, expect, "{id}");
    }
}

#[test]
fn crawl_delays_of_the_dialect() {
    for (id, input, expect) in vectors("crawl-delay-effective") {
        let body = format!("User-agent: *\nCrawl-delay: {}\n", text(&input["value"]));
        let dialect = Dialect::from_name(text(&input["dialect"])).unwrap();
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        let delay = robots.rules_for("FooBot").crawl_delay();
        assert_eq!(json!(delay.map(|delay| delay.as_secs_f64())), expect, "{id}");
        // What the file says is still reported, and counts in dialects whose crawlers read it.
        assert_eq!(
            robots.groups().next().unwrap().crawl_delay(),
            Some(Duration::from_secs(10))
        );
        assert_eq!(
            Rules::parse(body.as_bytes(), "FooBot").crawl_delay(),
            Some(Duration::from_secs(10))
        );
    }
}

#[test]
fn agent_fallbacks() {
    for (id, input, expect) in vectors("agent-fallback") {
        let tokens: Vec<&str> = input["tokens"].as_array().unwrap().iter().map(text).collect();
        let agent = agents::by_token(tokens[0]).unwrap_or_else(|| panic!("{id}: no agent {}", tokens[0]));
        assert_eq!(agent.tokens(), tokens, "{id}");
        assert_eq!(json!(!agent.obeys_star()), input["ignore_star"], "{id}");
        let groups: Vec<&str> = input["groups"].as_array().unwrap().iter().map(text).collect();
        let body: String = groups
            .iter()
            .map(|group| format!("User-agent: {group}\nDisallow: /\n"))
            .collect();
        let rules = RobotsTxt::parse(body.as_bytes()).rules_for(agent.list());
        assert_eq!(json!(rules.group_name().map(utf8)), expect, "{id}");
    }
}

fn any_window() -> impl Strategy<Value = TimeWindow> {
    let time = || (0..24_u8, 0..60_u8).prop_map(|(hour, minute)| TimeOfDay::new(hour, minute).unwrap());
    (time(), time()).prop_map(|(first, last)| TimeWindow::new(first, last))
}

fn any_rate() -> impl Strategy<Value = RequestRate> {
    let count = || prop_oneof![1..2_000_u32, any::<u32>()].prop_filter_map("zero", NonZeroU32::new);
    (count(), count(), proptest::option::of(any_window()))
        .prop_map(|(documents, seconds, window)| RequestRate::new(documents, seconds, window))
}

fn any_pacing() -> impl Strategy<Value = (Option<Duration>, Vec<RequestRate>, Vec<TimeWindow>)> {
    (
        proptest::option::of((0..100_000_u64).prop_map(Duration::from_secs)),
        proptest::collection::vec(any_rate(), 0..5),
        proptest::collection::vec(any_window(), 0..4),
    )
}

/// Values composed of typical pieces; about half of them are valid.
fn likely_value() -> impl Strategy<Value = Vec<u8>> {
    let piece = proptest::sample::select(vec![
        "1",
        "10",
        "0",
        "/",
        " ",
        "\t",
        "s",
        "m",
        "-",
        "0600",
        "2359",
        "2400",
        ".",
        "5",
        "&",
        "ref",
        "*",
        "train-ai",
        "search",
        "=",
        "y",
        "n",
        "no",
        "yes",
        ",",
        "use",
        "full",
        ";",
        "\"",
        "\u{e9}",
        "http://",
        "example.com",
        ":",
        "#",
        "?",
        "(",
        "18446744073709551616",
    ]);
    prop_oneof![
        proptest::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat().into_bytes()),
        proptest::collection::vec(any::<u8>(), 0..40),
    ]
}

/// Checks that a printed value is read as the same value again.
macro_rules! assert_round_trip {
    ($value:expr, $parse:expr) => {
        let value = $value;
        let printed = value.to_string();
        prop_assert_eq!($parse(printed.as_bytes()), value, "{:?}", printed);
    };
}

fn seconds(since_epoch: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(since_epoch))
}

/// Slow and obvious: the least second from `now` on, within `limit` seconds, at which a fetch may
/// start.
fn next_fetch_by_trial(
    (delay, rates, visits): &(Option<Duration>, Vec<RequestRate>, Vec<TimeWindow>),
    now: Timestamp,
    previous: Timestamp,
    default: Duration,
    limit: u64,
) -> Option<Timestamp> {
    (0..limit)
        .map(|second| now.saturating_add(Duration::from_secs(second)))
        .find(|&time| {
            let at = TimeOfDay::at(time.since_unix_epoch());
            let open = visits.is_empty() || visits.iter().any(|visit| visit.contains(at));
            let rate = rates
                .iter()
                .filter(|rate| rate.window().is_none_or(|window| window.contains(at)))
                .map(RequestRate::delay)
                .max();
            let wanted = match (*delay, rate) {
                (None, None) => default,
                (delay, rate) => delay.unwrap_or_default().max(rate.unwrap_or_default()),
            };
            open && time >= previous.saturating_add(wanted)
        })
}

proptest! {
    #[test]
    fn no_value_panics_and_what_is_read_round_trips(value in likely_value()) {
        let line = |value: &[u8]| [b"User-agent: *\nCrawl-delay: ", value].concat();
        let read = |body: &[u8]| RobotsTxt::parse(body).crawl_delay_for("a");
        if let Some(delay) = read(&line(&value)) {
            let mut written = RobotsTxtBuilder::new();
            written.group("*").crawl_delay(delay);
            prop_assert_eq!(read(&written.to_bytes()), Some(delay));
        }
        if let Ok(rate) = RequestRate::parse(&value) {
            assert_round_trip!(rate, |text| RequestRate::parse(text).unwrap());
        }
        if let Ok(visit) = TimeWindow::parse(&value) {
            assert_round_trip!(visit, |text| TimeWindow::parse(text).unwrap());
        }
        if let Ok(version) = RobotVersion::parse(&value) {
            assert_round_trip!(version, |text| RobotVersion::parse(text).unwrap());
        }
        let signal = ContentSignal::parse(&value);
        assert_round_trip!(signal.clone(), ContentSignal::parse);
        // To repeat what is said says no more.
        prop_assert_eq!(ContentSignal::parse(&[&value, &b","[..], &value].concat()), signal);
        // These keep octets that are not UTF-8, which text cannot show.
        if core::str::from_utf8(&value).is_ok() {
            if let Ok(line) = CleanParam::parse(&value) {
                let printed = line.to_string();
                prop_assert_eq!(CleanParam::parse(printed.as_bytes()).unwrap(), line);
            }
            if let Ok(host) = HostLine::parse(&value) {
                let printed = host.to_string();
                prop_assert_eq!(HostLine::parse(printed.as_bytes()).unwrap(), host);
            }
            if let Ok(sitemap) = SitemapLine::parse(&value) {
                let printed = sitemap.to_string();
                prop_assert_eq!(SitemapLine::parse(printed.as_bytes()).unwrap(), sitemap);
            }
        }
        for line in [CleanParam::parse(&value).ok(), CleanParam::parse(b"ref&search").ok()].into_iter().flatten() {
            let url = String::from_utf8_lossy(&value);
            let cleaned = line.apply(&url).into_owned();
            // A second time removes nothing more.
            prop_assert_eq!(line.apply(&cleaned), cleaned.as_str());
            prop_assert!(cleaned.len() <= url.len());
        }
        if let Ok(host) = HostLine::parse(&value) {
            prop_assert!(host.name().len() <= value.len());
        }
        #[cfg(feature = "url")]
        if let Ok(url) = SitemapLine::parse(&value).and_then(SitemapLine::url) {
            prop_assert!(!url.cannot_be_a_base());
        }
        let header = String::from_utf8_lossy(&value).to_ascii_lowercase();
        if let Some(agent) = agents::UserAgent::parse(&header).agent() {
            prop_assert!(header.contains(&agent.name().to_ascii_lowercase()));
        }
    }

    #[test]
    fn windows_open_when_they_say(window in any_window(), now in 0..200_000_u64, nanos in 0..1_000_000_000_u32) {
        let now = Duration::new(now, nanos);
        let start = Timestamp::from_unix(now);
        let next = Pacing::new(None, &[], &[window]).next_fetch_at(start, None, Duration::ZERO);
        let wait = next.duration_since(start);
        prop_assert!(window.contains(TimeOfDay::at(now + wait)));
        prop_assert_eq!(wait.is_zero(), window.contains(TimeOfDay::at(now)));
        prop_assert!(wait < Duration::from_secs(86_400));
        if !wait.is_zero() {
            prop_assert!(!window.contains(TimeOfDay::at(now + wait - Duration::from_nanos(1))));
        }
    }

    #[test]
    fn the_rate_in_force_is_the_slowest(rates in proptest::collection::vec(any_rate(), 0..6), minute in 0..1_440_u64) {
        let at = TimeOfDay::at(Duration::from_secs(minute * 60));
        let applying = rates.iter().filter(|rate| rate.window().is_none_or(|window| window.contains(at)));
        let slowest = applying.map(RequestRate::delay).max();
        prop_assert_eq!(Pacing::new(None, &rates, &[]).delay_at(at), slowest);
    }

    #[test]
    fn a_raised_rate_is_not_slower_than_the_minimum(rate in any_rate(), minimum in any_rate()) {
        let dialect = Dialect::RFC_9309.with(|custom| custom.slowest_request_rate = Some(minimum));
        let raised = effective_rate(dialect, &rate.to_string());
        prop_assert!(raised.delay() <= minimum.delay());
        prop_assert_eq!(raised.window(), rate.window());
        prop_assert!(raised == rate || rate.delay() >= minimum.delay());
    }

    #[test]
    fn pacing_never_answers_a_closed_time(
        site in any_pacing(),
        now in 0..300_000_u64,
        ago in proptest::option::of(0..400_000_u64),
        default in 0..100_u64,
    ) {
        let pacing = Pacing::new(site.0, &site.1, &site.2);
        let previous = ago.map(|ago| seconds(now.saturating_sub(ago)));
        let (now, default) = (seconds(now), Duration::from_secs(default));
        let next = pacing.next_fetch_at(now, previous, default);
        let at = TimeOfDay::at(next.since_unix_epoch());
        prop_assert!(next >= now);
        prop_assert!(site.2.is_empty() || site.2.iter().any(|visit| visit.contains(at)));
        if let Some(previous) = previous {
            prop_assert!(next >= previous.saturating_add(pacing.delay_at(at).unwrap_or(default)));
        }
        let open = pacing.next_fetch_at(now, None, Duration::ZERO);
        let at = TimeOfDay::at(open.since_unix_epoch());
        prop_assert!(site.2.is_empty() || site.2.iter().any(|visit| visit.contains(at)));
        prop_assert!(open.duration_since(now) < Duration::from_secs(86_400));
    }
}

proptest! {
    // Each case tries every second of two days.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn pacing_is_what_trial_finds(
        mut site in any_pacing(),
        now in 0..90_000_u64,
        ago in 0..4_000_u64,
        default in 0..100_u64,
    ) {
        // Whole seconds, so that the trial meets the same instants.
        for rate in &mut site.1 {
            let period = NonZeroU32::new(rate.period().as_secs() as u32 % 3_000 + 1).unwrap();
            *rate = RequestRate::new(NonZeroU32::MIN, period, rate.window());
        }
        site.0 = site.0.map(|delay| Duration::from_secs(delay.as_secs() % 5_000));
        let previous = seconds(now.saturating_sub(ago));
        let (now, default) = (seconds(now), Duration::from_secs(default));
        let found = Pacing::new(site.0, &site.1, &site.2).next_fetch_at(now, Some(previous), default);
        prop_assert_eq!(Some(found), next_fetch_by_trial(&site, now, previous, default, 2 * 86_400));
    }
}

#[test]
fn a_line_says_what_is_wrong_with_its_value() {
    for (line, message) in [
        ("Crawl-delay: 1.5", None),
        (
            "Crawl-delay: soon",
            Some("a delay is a plain number of seconds, as in 10 or 0.5"),
        ),
        ("Request-rate: 1/10s", None),
        ("Request-rate: 1/0", Some("a rate spans at least one second")),
        ("Visit-time: 0600-0845", None),
        (
            "Visit-time: 0600",
            Some("two times are separated by '-', as in 0600-0845"),
        ),
        ("Robot-version: 2.0", None),
        ("Robot-version: 3", Some("the version is 1.0 or 2.0")),
        ("Clean-param: a&b /x", None),
        ("Clean-param: a&&b", Some("the name of a parameter is empty")),
        ("Host: example.com", None),
        ("Host: a b", Some("a host is one word")),
        ("Content-Signal: search=yes", None),
        (
            "Content-Signal: search=yes, ai-train",
            Some("a signal is written as key=value"),
        ),
        ("Sitemap: https://example.com/x", None),
        (
            "Sitemap: /x",
            Some("the URL is not absolute: it needs a scheme and a host"),
        ),
        (
            "License: /x",
            Some("the URL is not absolute: it needs a scheme and a host"),
        ),
        (
            "Agentmap: /x",
            Some("the URL is not absolute: it needs a scheme and a host"),
        ),
        (
            "Schemamap: /x",
            Some("the URL is not absolute: it needs a scheme and a host"),
        ),
        (
            "LLM-Policy: /x",
            Some("the URL is not absolute: it needs a scheme and a host"),
        ),
        // What is right in every value, or is none of these lines.
        ("Disallow: soon", None),
        ("Foo: soon", None),
    ] {
        let body = format!("User-agent: *\n{line}\n");
        let robots = RobotsTxt::parse(body.as_bytes());
        let directive = robots.directives().last().expect("a line");
        let error = directive.value_error().map(|error| error.to_string());
        assert_eq!(error.as_deref(), message, "{line}");
    }
}
