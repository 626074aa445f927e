//! Which traits each public type has: a table, so that a type that lacks what its neighbors have is
//! noticed, and so that no trait is lost by accident.
//!
//! Readers and writers of sitemaps are generic over their input and output, and left out.

use std::fmt::Write;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;

use robots_exclusion::*;
use robots_exclusion_analysis::{decide, diff, lint};
use robots_exclusion_page::{self as page, signals};
use robots_exclusion_sitemap as sitemap;

/// What a type has unless the constant of the same name on the probe itself says otherwise.
trait Lacks {
    const HAS: bool = false;
}

macro_rules! probes {
    ($($probe:ident: $bound:path;)+) => {$(
        struct $probe<T>(PhantomData<T>);

        impl<T> Lacks for $probe<T> {}

        // An inherent constant is preferred to that of a trait, where its bound holds.
        impl<T: $bound> $probe<T> {
            const HAS: bool = true;
        }
    )+};
}

probes! {
    Copied: Copy;
    Cloned: Clone;
    Printed: std::fmt::Debug;
    Shared: Sync;
    Sent: Send;
    Equal: Eq;
    Hashed: std::hash::Hash;
    Ordered: Ord;
    Shown: std::fmt::Display;
    Parsed: std::str::FromStr;
    Defaulted: Default;
    Failed: std::error::Error;
    Written: serde::Serialize;
    Read: serde::de::DeserializeOwned;
}

macro_rules! table {
    ($($type:ty,)+) => {{
        let mut table = String::new();
        $(
            let has = [
                (<Cloned<$type>>::HAS, "Clone"),
                (<Copied<$type>>::HAS, "Copy"),
                (<Equal<$type>>::HAS, "Eq"),
                (<Hashed<$type>>::HAS, "Hash"),
                (<Ordered<$type>>::HAS, "Ord"),
                (<Shown<$type>>::HAS, "Display"),
                (<Parsed<$type>>::HAS, "FromStr"),
                (<Defaulted<$type>>::HAS, "Default"),
                (<Failed<$type>>::HAS, "Error"),
                (<Written<$type>>::HAS, "Serialize"),
                (<Read<$type>>::HAS, "Deserialize"),
            ];
            // These have no exceptions.
            assert!(<Printed<$type>>::HAS && <Sent<$type>>::HAS && <Shared<$type>>::HAS, "{}", stringify!($type));
            let has: Vec<_> = has.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
            let row = format!("{}: {}", stringify!($type).replace("<'static>", ""), has.join(" "));
            writeln!(table, "{}", row.trim_end()).unwrap();
        )+
        table
    }};
}

#[test]
fn every_type_has_the_traits_of_its_kind() {
    let table = table! {
        AgentList<'static>,
        Dialect,
        Explanation<'static>,
        Group<'static>,
        ParseOptions,
        Pattern<'static>,
        Reason,
        RobotsTxt<'static>,
        Rule<'static>,
        RuleKind,
        Rules,
        Target<'static>,
        Timestamp,
        Verdict<'static>,
        agents::Agent,
        agents::Obedience,
        agents::Purpose,
        agents::Retired,
        agents::UserAgent<'static>,
        decide::Assertion,
        decide::Because,
        decide::Budget,
        decide::Conclusion<'static>,
        decide::Difference<'static>,
        decide::Differences<'static, 'static>,
        decide::Minimization,
        decide::Policy,
        decide::Removal,
        decide::Witness<'static>,
        dialect::GroupChoice,
        dialect::GroupEnd,
        dialect::KeySpelling,
        dialect::NameTest,
        dialect::PatternLanguage,
        dialect::PercentMode,
        dialect::RuleChoice,
        dialect::TargetSyntax,
        diff::AgentEffect,
        diff::Change,
        diff::ChangeKind,
        diff::Decision,
        diff::Diff,
        diff::DiffOptions,
        diff::Effect,
        diff::Evidence,
        diff::Fallback,
        diff::Impact,
        diff::UrlChange<'static>,
        diff::UrlDiff<'static>,
        error::DecodeRulesError,
        error::ParseNameError,
        error::TargetError,
        error::TimestampOutOfRange,
        explanation::LostBy,
        explanation::MatchingRule<'static>,
        extension::CleanParam<'static>,
        extension::ContentSignal,
        page::ContentUsage,
        extension::HostLine<'static>,
        extension::Pacing,
        extension::ParseError,
        extension::RequestRate,
        extension::RobotVersion,
        extension::Signal,
        extension::SignalValue,
        extension::TimeOfDay,
        extension::TimeWindow,
        extension::UrlLine<'static>,
        page::UsageCategory,
        page::UsagePreference,
        page::UsagePreferences,
        page::UsageVerdict,
        fetch::Body,
        fetch::BodyBuffer,
        fetch::CacheHeaders,
        fetch::Cause,
        fetch::FetchPolicy,
        fetch::Fetched,
        fetch::History,
        fetch::Outcome,
        fetch::Reply,
        fetch::Request<'static>,
        fetch::ResponseHead,
        fetch::RobotsRequest,
        fetch::RobotsUrlError,
        fetch::Step,
        fetch::Validators,
        fetch::WhenUnreachable,
        lint::Code,
        lint::Edit,
        lint::Diagnostic,
        lint::Example,
        lint::Fixed,
        lint::LintOptions,
        lint::Related,
        lint::Remedy,
        lint::Severity,
        page::BingChat,
        page::Combination,
        page::DocumentTags,
        page::ImagePreview,
        page::Limit,
        page::MetaPlace,
        page::MetaScanner,
        page::MetaTag<'static>,
        page::Note,
        page::NoteKind,
        page::PageAnswer,
        page::PageItem<'static>,
        page::PageRules,
        page::PageRulesBuilder,
        page::UtcTime,
        signals::Permission,
        signals::Signals,
        signals::Source,
        signals::Statement,
        signals::TdmFile,
        signals::TdmFileError,
        signals::Use,
        signals::UseAnswer,
        site::Crawler,
        site::Decision,
        site::NotASite,
        site::Pace,
        site::Site,
        site::Visit<()>,
        site::WaitReason,
        sitemap::ChangeFrequency,
        sitemap::DiscoveredUrl,
        sitemap::Discovery,
        sitemap::DiscoveryError,
        sitemap::Entry,
        sitemap::EntryKind,
        sitemap::Error,
        sitemap::Extension,
        sitemap::ExtensionKind,
        sitemap::Format,
        sitemap::Item,
        sitemap::LeftOut,
        sitemap::Limits,
        sitemap::Priority,
        sitemap::Problem,
        sitemap::ProblemKind,
        sitemap::ReadOptions,
        sitemap::Scope,
        sitemap::ValueError,
        sitemap::W3cDateTime,
        sitemap::WriteError,
        sitemap::WriteOptions,
        sitemap::Written,
        syntax::BodyFormat,
        syntax::Directive<'static>,
        syntax::DirectiveKind,
        syntax::Line<'static>,
        syntax::Lines<'static>,
        syntax::Span,
        write::GroupBuilder,
        write::RobotsTxtBuilder,
    };
    assert_eq!(table.trim(), TABLE.trim());
}

/// Values with names have everything that values can have.
#[test]
fn values_with_names_have_all_traits() {
    for row in TABLE
        .lines()
        .filter(|row| row.contains("FromStr") && row.contains("Deserialize"))
    {
        assert!(
            row.contains("Clone Copy Eq Hash Ord") && row.contains("Display"),
            "{row}"
        );
    }
}

/// Checks that no two of some different values are equal, and that each equals its copy and has the
/// same hash.
#[track_caller]
fn assert_distinct<T: Eq + Hash + std::fmt::Debug>(values: &[T], copies: &[T]) {
    let hash = |value: &T| BuildHasherDefault::<DefaultHasher>::default().hash_one(value);
    for (i, value) in values.iter().enumerate() {
        for (j, copy) in copies.iter().enumerate() {
            assert_eq!(
                (value == copy, hash(value) == hash(copy)),
                (i == j, i == j),
                "{value:?} {copy:?}"
            );
        }
    }
}

#[test]
fn equality_and_hashes_are_about_the_same() {
    // Targets are their URLs, so that as keys of a map those of two sites stay apart.
    let targets = |urls: [&'static str; 3]| urls.map(Target::new);
    let urls = ["https://a.example/", "https://b.example/", "/"];
    assert_distinct(&targets(urls), &targets(urls));

    assert_eq!(Target::new("https://a.example/b").url(), b"https://a.example/b");

    let lists = || {
        [
            AgentList::new(&["a", "b"]),
            AgentList::new(&["b", "a"]),
            AgentList::from("a"),
        ]
    };
    assert_distinct(&lists(), &lists().map(AgentList::into_owned));

    // Kind, pattern or line differs.
    let body = b"User-agent: *\nDisallow: /a\nDisallow: /a\nAllow: /b\nDisallow: /b\n";
    let robots = RobotsTxt::parse(body);
    let rules: Vec<Rule<'_>> = robots.groups().flat_map(|group| group.rules()).collect();
    let copies: Vec<Rule<'_>> = rules.iter().cloned().map(Rule::into_owned).collect();
    assert_distinct(&rules, &copies);
    let moved = RobotsTxt::parse(b"User-agent: *\nAllow: /a\n");
    let moved: Vec<Rule<'_>> = moved.groups().flat_map(|group| group.rules()).collect();
    assert_ne!(rules[0], moved[0]);
    let patterns: Vec<_> = rules.iter().map(Rule::pattern).collect();
    assert_eq!(patterns, [&b"/a"[..], b"/a", b"/b", b"/b"]);

    let verdicts = || ["/a", "/b", "/c", "/robots.txt"].map(|url| robots.check("FooBot", url));
    assert_distinct(&verdicts(), &verdicts().map(Verdict::into_owned));
}

const TABLE: &str = "
AgentList: Clone Eq Hash
Dialect: Clone Copy Eq Hash Display FromStr Default
Explanation: Clone Serialize
Group: Clone Copy
ParseOptions: Clone Copy Eq Hash Default
Pattern: Clone Eq Hash Display
Reason: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
RobotsTxt: Clone Eq Default
Rule: Clone Eq Hash Display Serialize
RuleKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
Rules: Clone Eq Serialize Deserialize
Target: Clone Copy Eq Hash
Timestamp: Clone Copy Eq Hash Ord Default Serialize Deserialize
Verdict: Clone Eq Hash Display Serialize
agents::Agent: Clone Copy Eq Hash
agents::Obedience: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
agents::Purpose: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
agents::Retired: Clone Copy Eq Hash
agents::UserAgent: Clone Eq Hash
decide::Assertion: Clone Eq Hash
decide::Because: Clone Copy Eq Hash
decide::Budget: Clone Default
decide::Conclusion: Clone Eq Hash
decide::Difference: Clone Eq Hash
decide::Differences<'static, 'static>:
decide::Minimization: Clone Eq Hash Default
decide::Policy: Clone
decide::Removal: Clone Copy Eq Hash
decide::Witness: Clone Eq Hash Display
dialect::GroupChoice: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::GroupEnd: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::KeySpelling: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::NameTest: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::PatternLanguage: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::PercentMode: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::RuleChoice: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
dialect::TargetSyntax: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
diff::AgentEffect: Clone Eq Hash Serialize
diff::Change: Clone Eq Hash Display Serialize
diff::ChangeKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
diff::Decision: Clone Eq Hash Serialize
diff::Diff: Clone
diff::DiffOptions: Clone Default
diff::Effect: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
diff::Evidence: Clone Eq Hash Display Serialize
diff::Fallback: Clone Eq Hash Display Serialize
diff::Impact: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
diff::UrlChange: Clone Eq Hash Display Serialize
diff::UrlDiff: Clone
error::DecodeRulesError: Clone Copy Eq Hash Display Error
error::ParseNameError: Clone Copy Eq Hash Display Error
error::TargetError: Clone Copy Eq Hash Display Error
error::TimestampOutOfRange: Clone Copy Eq Hash Display Error
explanation::LostBy: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
explanation::MatchingRule: Clone Eq Hash Serialize
extension::CleanParam: Clone Copy Eq Hash Display
extension::ContentSignal: Clone Eq Hash Display Default Serialize Deserialize
page::ContentUsage: Clone Eq Hash Display
extension::HostLine: Clone Copy Eq Hash Ord Display
extension::Pacing: Clone Eq Hash
extension::ParseError: Clone Copy Eq Hash Display Error
extension::RequestRate: Clone Copy Eq Hash Display Serialize Deserialize
extension::RobotVersion: Clone Copy Eq Hash Ord Display FromStr Default Serialize Deserialize
extension::Signal: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
extension::SignalValue: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
extension::TimeOfDay: Clone Copy Eq Hash Ord Display Default
extension::TimeWindow: Clone Copy Eq Hash Display Serialize Deserialize
extension::UrlLine: Clone Copy Eq Hash Ord Display
page::UsageCategory: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
page::UsagePreference: Clone Copy Eq Hash Ord Display FromStr Default Serialize Deserialize
page::UsagePreferences: Clone Copy Eq Hash Display Default
page::UsageVerdict: Clone Copy Eq Hash
fetch::Body: Clone Eq Hash Default
fetch::BodyBuffer: Clone
fetch::CacheHeaders: Clone Copy Eq Hash Default
fetch::Cause: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
fetch::FetchPolicy: Clone Copy Eq Hash Default
fetch::Fetched:
fetch::History: Clone Copy Eq Hash Default
fetch::Outcome: Clone Copy Eq Hash Display Serialize Deserialize
fetch::Reply: Clone Copy Eq Hash Serialize Deserialize
fetch::Request: Clone Copy Eq Hash
fetch::ResponseHead: Clone Eq Hash
fetch::RobotsRequest: Clone
fetch::RobotsUrlError: Clone Copy Eq Hash Display Error
fetch::Step: Clone Copy Eq Hash
fetch::Validators: Clone Eq Hash
fetch::WhenUnreachable: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
lint::Code: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
lint::Edit: Clone Eq Hash Serialize
lint::Diagnostic: Clone Eq Hash Display Serialize
lint::Example: Clone Copy
lint::Fixed: Clone Eq Hash
lint::LintOptions: Clone Default
lint::Related: Clone Eq Hash Serialize
lint::Remedy: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
lint::Severity: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
page::BingChat: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
page::Combination: Clone Copy Eq Hash Ord Display FromStr Default Serialize Deserialize
page::DocumentTags: Clone Eq Default
page::ImagePreview: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
page::Limit: Clone Copy Eq Hash Ord Display
page::MetaPlace: Clone Copy Eq Hash Ord Display FromStr Default Serialize Deserialize
page::MetaScanner: Clone Copy Default
page::MetaTag: Clone Copy Eq Hash
page::Note: Clone Eq Hash Ord Display
page::NoteKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
page::PageAnswer: Clone Eq Hash Display
page::PageItem: Clone Copy Eq Hash
page::PageRules: Clone Eq Hash Default Serialize
page::PageRulesBuilder: Clone
page::UtcTime: Clone Copy Eq Hash Ord Display
signals::Permission: Clone Copy Eq Hash Ord Display FromStr Default Serialize Deserialize
signals::Signals: Clone
signals::Source: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
signals::Statement: Clone Eq Hash Serialize
signals::TdmFile: Clone Eq Default
signals::TdmFileError: Clone Copy Eq Hash Display Error
signals::Use: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
signals::UseAnswer: Clone Eq Hash Serialize
site::Crawler: Clone Eq Hash
site::Decision: Clone Copy Eq Hash
site::NotASite: Clone Copy Eq Hash Display Error
site::Pace: Clone Copy Eq Default
site::Site: Clone Eq Serialize Deserialize
site::Visit<()>: Clone Eq Hash
site::WaitReason: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
sitemap::ChangeFrequency: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
sitemap::DiscoveredUrl: Clone Eq Hash
sitemap::Discovery: Clone
sitemap::DiscoveryError: Display Error
sitemap::Entry: Clone Eq Hash Serialize
sitemap::EntryKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
sitemap::Error: Display Error Serialize
sitemap::Extension: Clone Eq Hash Serialize
sitemap::ExtensionKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
sitemap::Format: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
sitemap::Item: Clone Eq Hash
sitemap::LeftOut: Clone Copy Eq Hash Default
sitemap::Limits: Clone Copy Eq Hash Default
sitemap::Priority: Clone Copy Eq Hash Ord Display FromStr Default Serialize
sitemap::Problem: Clone Eq Hash Display Serialize
sitemap::ProblemKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
sitemap::ReadOptions: Clone Default
sitemap::Scope: Clone Eq
sitemap::ValueError: Clone Copy Eq Hash Display Error
sitemap::W3cDateTime: Clone Copy Eq Hash Display FromStr Serialize
sitemap::WriteError: Display Error
sitemap::WriteOptions: Clone Default
sitemap::Written: Clone Copy Eq Hash Default
syntax::BodyFormat: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
syntax::Directive: Clone Copy Eq Hash
syntax::DirectiveKind: Clone Copy Eq Hash Ord Display FromStr Serialize Deserialize
syntax::Line: Clone Copy
syntax::Lines: Clone
syntax::Span: Clone Copy Eq Hash Default
write::GroupBuilder: Clone Eq Hash Default
write::RobotsTxtBuilder: Clone Eq Hash Display Default
";

/// An error stands in a log or on a terminal after what was tried, so that it is one line without a
/// period, and says something of its own.
#[test]
fn every_error_says_in_one_line_what_is_wrong() {
    use fetch::RobotsUrlError;
    use sitemap::{DiscoveryError, Error, ValueError, WriteError};

    let timed_out = || std::io::Error::from(std::io::ErrorKind::TimedOut);
    let errors: Vec<Box<dyn std::error::Error>> = vec![
        Box::new("Perhaps".parse::<RuleKind>().unwrap_err()),
        Box::new(Rules::from_bytes(b"x").unwrap_err()),
        Box::new(extension::RobotVersion::parse(b"3").unwrap_err()),
        Box::new(RobotsUrlError::NotHierarchical),
        Box::new(RobotsUrlError::NoHost),
        Box::new(signals::TdmFile::parse(b"{}").unwrap_err()),
        Box::new(DiscoveryError::TooManyUrls(5)),
        Box::new(DiscoveryError::TooManySitemaps(5)),
        Box::new(Error::Io(timed_out())),
        Box::new(Error::TooManyBytes(5)),
        Box::new(Error::TooManyEntries(5)),
        Box::new(Error::TooManyProblems(5)),
        Box::new(Error::TooDeep { line: 5 }),
        Box::new(Error::Doctype { line: 5 }),
        Box::new(Error::Utf16),
        Box::new(Error::NestedGzip),
        Box::new(Error::UnknownRoot { name: "a\nb".into() }),
        Box::new(ValueError::Form),
        Box::new(ValueError::OutOfRange),
        Box::new(WriteError::Io(timed_out())),
        Box::new(WriteError::Full),
        Box::new(WriteError::LocNotAbsolute),
        Box::new(WriteError::LocTooLong),
        Box::new(WriteError::WrongKind),
        Box::new(WriteError::EntryTooLong),
        Box::new(WriteError::UnknownExtension),
        Box::new(WriteError::InvalidField),
    ];
    let mut texts = std::collections::HashSet::new();
    for error in errors {
        let text = error.to_string();
        assert!(!text.is_empty() && !text.contains('\n'), "{error:?}: {text:?}");
        assert!(!text.ends_with('.'), "{text}");
        assert!(texts.insert(text), "{error:?} reads like another");
    }
    // What lies behind is there as a cause, and part of the text for those who print no causes.
    let of_the_system: [&dyn std::error::Error; 2] = [&Error::Io(timed_out()), &WriteError::Io(timed_out())];
    for error in of_the_system {
        let cause = error.source().expect("a cause").to_string();
        assert_eq!(cause, timed_out().to_string());
        assert!(error.to_string().ends_with(&cause), "{error}");
    }
    assert!(std::error::Error::source(&Error::Utf16).is_none());
    assert!(std::error::Error::source(&WriteError::Full).is_none());
}
