//! What holds for every URL, policy and body.

use std::time::Duration;

use proptest::prelude::*;
use robots_exclusion::fetch::{
    BodyBuffer, FetchPolicy, History, Outcome, Reply, ResponseHead, RobotsRequest, Step, in_scope, read_body,
    robots_url,
};
use robots_exclusion::{Dialect, Timestamp};
use url::Url;

use super::url;

fn any_duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0_u64..100 * 24 * 3600).prop_map(Duration::from_secs),
        any::<u64>().prop_map(Duration::from_secs)
    ]
}

/// URLs of every kind that has a host.
fn any_url() -> impl Strategy<Value = Url> {
    (
        prop::sample::select(vec!["http", "https", "ftp", "ws", "gopher"]),
        prop::sample::select(vec!["", "me@", "me:secret@", ":@"]),
        prop::sample::select(vec![
            "example.com",
            "EXAMPLE.com",
            "bücher.example",
            "192.0.2.7",
            "[::1]",
            "a.b.c.example.",
        ]),
        prop::sample::select(vec!["", ":80", ":443", ":21", ":8080"]),
        "[/?#]?[ -~é]{0,20}",
    )
        .prop_filter_map("no URL", |(scheme, user, host, port, rest)| {
            let rest = if rest.is_empty() || rest.starts_with(['/', '?', '#']) {
                rest
            } else {
                format!("/{rest}")
            };
            Url::parse(&format!("{scheme}://{user}{host}{port}{rest}")).ok()
        })
}

proptest! {
    #[test]
    fn robots_url_is_idempotent_and_in_scope(page in any_url()) {
        let robots = robots_url(&page).expect("a host");
        prop_assert_eq!(robots.path(), "/robots.txt");
        prop_assert!(robots.query().is_none() && robots.fragment().is_none());
        prop_assert!(robots.username().is_empty() && robots.password().is_none());
        prop_assert_eq!(robots_url(&robots), Ok(robots.clone()));
        prop_assert_eq!(Url::parse(robots.as_str()), Ok(robots.clone()));
        prop_assert!(in_scope(&page, &robots));
        prop_assert!(in_scope(&robots, &robots));
    }

    /// A file applies to exactly the URLs whose file it is.
    #[test]
    fn scope_agrees_with_robots_url(page in any_url(), other in any_url()) {
        let robots = robots_url(&other).expect("a host");
        prop_assert_eq!(in_scope(&page, &robots), robots_url(&page) == Ok(robots));
    }

    #[test]
    fn redirects_end(
        steps in prop::collection::vec((100_u16..600, prop::option::of("[ -~]{0,30}")), 300),
        most in any::<u8>(),
    ) {
        let mut policy = FetchPolicy::new();
        policy.max_redirects = most;
        let mut request = RobotsRequest::new(&url("http://example.com/"), &policy).expect("a host");
        let mut follows = 0_usize;
        for (status, location) in &steps {
            let head = ResponseHead::new(*status, location.iter().map(|location| ("location", location)));
            let step = request.on_response(&head);
            if step != Step::Follow {
                break;
            }
            follows += 1;
            prop_assert!(matches!(request.url().scheme(), "http" | "https"));
            prop_assert!(request.url().username().is_empty() && request.url().password().is_none());
        }
        prop_assert!(follows <= usize::from(most));
        prop_assert_eq!(follows, usize::from(request.redirects()));
        prop_assert_eq!(request.robots_url().as_str(), "http://example.com/robots.txt");
    }

    #[test]
    fn lifetimes_keep_their_bounds(
        fresh in prop::option::of(any::<u64>()),
        default: u32,
        least: u32,
        most: Option<u32>,
    ) {
        let mut policy = FetchPolicy::new();
        policy.default_lifetime_seconds = default;
        policy.min_lifetime_seconds = least;
        policy.max_lifetime_seconds = most;
        // Without the feature `std` every answer is one that does not say.
        let fields = fresh.map(|seconds| ("Cache-Control", format!("max-age={seconds}")));
        let head = ResponseHead::new(200, fields);
        let lifetime = policy.refetch_after(Outcome::Parse, head.cache_headers(), Timestamp::UNIX_EPOCH);
        let seconds = lifetime.as_secs();
        prop_assert!(seconds >= least.min(most.unwrap_or(u32::MAX)).into());
        prop_assert!(most.is_none_or(|most| seconds <= most.into()));
    }

    /// As a failure grows old, it never closes a site that it had opened, unless the whole site is
    /// unreachable; and success is never taken for failure.
    #[test]
    fn age_only_loosens(preset in 0..Dialect::PRESETS.len(), age in any_duration(), more in any_duration(), copy in prop::option::of(any_duration())) {
        let policy = Dialect::PRESETS[preset].1.fetch_policy;
        // A copy that is spared grows too old, which closes the site for some time.
        let copy = copy.map(|age| age.saturating_add(Duration::from_secs(24 * 3600)));
        let after = |failing_for| {
            let mut history = History::new();
            (history.failing_for, history.copy_age, history.site_available) = (failing_for, copy, true);
            policy.outcome_after(Reply::Unreachable, history)
        };
        let (younger, older) = (after(age), after(age.saturating_add(more)));
        prop_assert!(younger.is_failure() && older.is_failure());
        if matches!(older, Outcome::DisallowAll(_)) {
            prop_assert_eq!(younger, older);
        }
    }

    #[test]
    fn cut_bodies_are_whole_lines(body in "[ab\r\n]{0,40}", most in 0_usize..45, chunk in 1_usize..10) {
        let body = body.as_bytes();
        let read = read_body(body, most).expect("memory does not fail");
        let kept = &read.bytes[..];
        prop_assert!(kept.len() <= most && body.starts_with(kept));
        let rest = &body[kept.len()..];
        let ends_line = |byte: Option<&u8>| matches!(byte, None | Some(b'\n' | b'\r'));
        prop_assert!(rest.is_empty() || ends_line(kept.last()) || ends_line(rest.first()));
        // Nothing that fits is left out: the next line does not end within the limit.
        if !rest.is_empty() {
            let next = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
            prop_assert!(kept.len() + next > most || kept.len() == most);
        }

        prop_assert_eq!(read.truncated, kept.len() < body.len());

        // Chunk by chunk the result is the same, and no unnecessary chunk is requested.
        let mut buffer = BodyBuffer::new(most);
        let mut pushed = 0;
        for chunk in body.chunks(chunk) {
            prop_assert!(pushed <= most);
            pushed += chunk.len();
            if !buffer.push(chunk) {
                prop_assert!(pushed > most);
                break;
            }
        }
        prop_assert_eq!(buffer.finish(), read);
    }
}
