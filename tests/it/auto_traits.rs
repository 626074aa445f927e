//! Auto traits and sizes of the public types, pinned so that no new field changes them unnoticed,
//! and what else they implement of the standard library's traits.

use std::fmt::Debug;
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};

use robots_exclusion::error::{DecodeRulesError, ParseNameError};
use robots_exclusion::explanation::MatchingRule;
use robots_exclusion::extension::Pacing;
use robots_exclusion::fetch::{Body, CacheHeaders, FetchPolicy, Outcome, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site};
use robots_exclusion::syntax::{BodyFormat, Directive, DirectiveKind, Line, Lines, Span};
use robots_exclusion::write::RobotsTxtBuilder;
use robots_exclusion::{
    AgentList, Audience, Dialect, Group, ParseOptions, Reason, RobotsTxt, Rule, RuleKind, Rules, Target,
    Timestamp, Verdict,
};

/// What holds of every public type.
fn anywhere<T: Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

/// Like [`anywhere`], for `Copy` types.
fn value<T: Copy + Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

/// Like [`anywhere`], for owned types that can be kept in caches, threads and statics.
fn owned<T: Clone + Debug + Eq + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static>() {}

#[test]
fn every_type_may_go_to_another_thread_and_through_a_panic() {
    owned::<Rules>();
    owned::<RobotsTxt<'static>>();
    owned::<Rule<'static>>();
    owned::<RobotsTxtBuilder>();
    owned::<DecodeRulesError>();
    owned::<Body>();
    owned::<Crawler>();
    owned::<Pacing>();
    owned::<ResponseHead>();
    owned::<Site>();
    anywhere::<RobotsTxt<'_>>();
    anywhere::<Verdict<'_>>();
    anywhere::<Rule<'_>>();
    anywhere::<MatchingRule<'_>>();
    anywhere::<Lines<'_>>();
    anywhere::<AgentList<'_>>();
    anywhere::<Audience>();
    value::<BodyFormat>();
    value::<CacheHeaders>();
    value::<Decision>();
    value::<Dialect>();
    value::<Directive<'_>>();
    value::<DirectiveKind>();
    value::<FetchPolicy>();
    value::<Group<'_>>();
    value::<Line<'_>>();
    value::<ParseOptions>();
    value::<Outcome>();
    value::<Reason>();
    value::<RuleKind>();
    value::<Span>();
    value::<Target<'_>>();
    value::<Timestamp>();
    value::<ParseNameError>();
}

/// Borrowed types are covariant: they can be used where a shorter lifetime is expected.
#[test]
fn borrowed_types_are_covariant() {
    fn shorter<'s>(
        robots: RobotsTxt<'static>,
        target: Target<'static>,
        verdict: Verdict<'static>,
        _life: &'s str,
    ) -> (RobotsTxt<'s>, Target<'s>, Verdict<'s>) {
        (robots, target, verdict)
    }
    let life = String::from("short");
    let rules = Box::leak(Box::new(Rules::disallow_all()));
    let (robots, target, verdict) =
        shorter(RobotsTxt::parse(b""), Target::new("/a"), rules.check("/a"), &life);
    assert!(robots.is_allowed("FooBot", "/a"));
    assert_eq!(target.as_bytes(), b"/a");
    assert_eq!(verdict.reason(), Reason::Unreachable);
}

/// Sizes in bytes. Making one of these larger should be a deliberate decision: crawlers keep
/// millions of `Rules`, and the others are created for every line or question.
#[test]
#[cfg(target_pointer_width = "64")]
fn sizes() {
    assert_eq!(size_of::<Rules>(), 80);
    assert_eq!(size_of::<Option<Rules>>(), size_of::<Rules>());
    assert_eq!(size_of::<RobotsTxt<'_>>(), 192);
    assert_eq!(size_of::<Group<'_>>(), 48);
    assert_eq!(size_of::<Line<'_>>(), 56);
    assert_eq!(size_of::<Directive<'_>>(), 56);
    assert_eq!(size_of::<Target<'_>>(), 48);
    assert_eq!(size_of::<AgentList<'_>>(), 32);
    assert_eq!(size_of::<Rule<'_>>(), 48);
    assert_eq!(size_of::<Verdict<'_>>(), 80);
    assert_eq!(size_of::<Span>(), 8);
    assert_eq!(size_of::<Site>(), 112);
    assert_eq!(size_of::<Dialect>(), 112);
}

#[test]
fn conversions_and_comparisons() {
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        assert_eq!(
            (name.parse(), dialect.to_string()),
            (Ok(dialect), name.to_owned())
        );
    }
    assert_eq!(
        "custom".parse::<Dialect>(),
        Err("".parse::<Dialect>().unwrap_err())
    );

    // As keys of a map, targets keep sites apart, whichever way they were made.
    let target = Target::from("https://example.com/a");
    assert_eq!(target, Target::new("https://example.com/a"));
    assert_ne!(target, Target::from("https://example.org/a"));
    let targets = [
        target,
        Target::new("https://example.com/a"),
        Target::new("https://example.org/a"),
    ];
    assert_eq!(std::collections::HashSet::from(targets).len(), 2);

    let body = b"User-agent: *\nDisallow: /x\n";
    let robots = RobotsTxt::parse(body);
    let rule = robots.directives().last().unwrap();
    assert_eq!(&body[Range::from(rule.value_span())], b"/x");
    let mut lines = robots.lines();
    assert_eq!((lines.by_ref().count(), lines.next().is_none()), (2, true));

    // Equal if parsed with the same options from equal bytes.
    assert_eq!(robots.clone().into_owned(), robots);
    assert_eq!(RobotsTxt::options().max_bytes(body.len()).parse(body), robots);
    assert_ne!(RobotsTxt::options().dialect(Dialect::GOOGLE).parse(body), robots);
    assert_ne!(RobotsTxt::options().max_bytes(20).parse(body), robots);
    assert_ne!(
        RobotsTxt::options().max_bytes(20).parse(body),
        RobotsTxt::parse(&body[..14])
    );
}
