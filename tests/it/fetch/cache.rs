//! Lifetimes from headers.

use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use robots_exclusion::Dialect;
use robots_exclusion::fetch::{Reply, ResponseHead};

use super::{DAY, HOUR};

#[test]
fn when_to_ask_again() {
    let now = SystemTime::UNIX_EPOCH + 10_000 * DAY;
    let next = |dialect: Dialect, answer, fields: &[(&str, &str)]| {
        let policy = dialect.fetch_policy;
        policy.refetch_after(
            policy.outcome(answer),
            ResponseHead::new(200, fields.iter().copied()).cache_headers(),
            now,
        )
    };
    let year = &[("Cache-Control", "max-age=31536000")][..];
    let found = Reply::Status(200);
    assert_eq!(next(Dialect::RFC_9309, found, year), DAY);
    assert_eq!(next(Dialect::GOOGLE, found, year), DAY);
    assert_eq!(next(Dialect::DRAFT_1996, found, year), 365 * DAY);
    assert_eq!(next(Dialect::DRAFT_1996, found, &[]), 7 * DAY);
    assert_eq!(
        next(
            Dialect::RFC_9309,
            Reply::Status(404),
            &[("Cache-Control", "max-age=60")]
        ),
        HOUR / 60
    );
    assert_eq!(next(Dialect::RFC_9309, Reply::Unreachable, &[]), HOUR);
    // The freshness of an error page says nothing about when the server will have recovered.
    assert_eq!(next(Dialect::RFC_9309, Reply::Status(503), year), HOUR);
    assert_eq!(
        next(Dialect::RFC_9309, Reply::Status(503), &[("Retry-After", "600")]),
        HOUR / 6
    );
    assert_eq!(
        next(
            Dialect::RFC_9309,
            Reply::Status(503),
            &[("Retry-After", "31536000")]
        ),
        DAY
    );
}

/// Header values near what servers send, and anything at all.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "(public|private|no-store|no-cache|max-age=[0-9]{0,22}|,|\"| |=){0,6}",
        "(Mon|Sun), [0-9]{2} (Jan|Nov) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT",
        "[0-9]{0,22}",
        any::<String>(),
    ]
}

proptest! {
    #[test]
    fn lifetimes_keep_their_bounds(
        preset in 0..Dialect::PRESETS.len(),
        fields in prop::collection::vec(
            (prop::sample::select(vec!["Cache-Control", "Expires", "Date", "Age", "Retry-After", "X"]), value()),
            0..6,
        ),
        status in any::<u16>(),
        seconds in 0_u64..10_000_000_000,
    ) {
        let policy = Dialect::PRESETS[preset].1.fetch_policy;
        let head = ResponseHead::new(status, fields.iter().map(|(name, value)| (name, value)));
        let received = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let outcome = policy.outcome(Reply::Status(status));
        let next = policy.refetch_after(outcome, head.cache_headers(), received);
        if let Some(most) = policy.max_lifetime_seconds {
            prop_assert!(next.as_secs() <= most.into());
        }
        if outcome.is_failure() {
            prop_assert!(next >= Duration::from_secs(60));
        }
    }
}
