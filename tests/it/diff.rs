//! Changes between two files.

use proptest::prelude::*;
use robots_exclusion::diff::{Change, ChangeKind, Effect, Impact, VerdictDiff, diff};
use robots_exclusion::{Dialect, RobotsTxt};

fn changes_in(old: &str, new: &str, dialect: Dialect) -> Vec<Change> {
    let parse = |body: &'static str| RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    let leak = |body: &str| -> &'static str { String::from(body).leak() };
    diff(&parse(leak(old)), &parse(leak(new)))
}

fn shown(old: &str, new: &str) -> Vec<String> {
    changes_in(old, new, Dialect::RFC_9309)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn what_means_the_same_is_no_change() {
    for (old, new) in [
        (
            "User-agent: *\nDisallow: /x\n",
            "user-AGENT:*\r\n\r\ndisallow:/x # y",
        ),
        // The order of groups, rules, sitemaps; how groups are cut; how patterns are spelt.
        (
            "User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /y\n\nUser-agent: *\nDisallow: /z\nSitemap: https://e.com/1\nSitemap: https://e.com/2\n",
            "Sitemap: https://e.com/2\nUser-agent: *\nDisallow: /%7A\nUser-agent: B\nAllow: /y\nDisallow: /x\nUser-agent: a\nAllow: /y\nDisallow: /x\nSitemap: https://e.com/1\n",
        ),
        (
            "User-agent: a\nCrawl-delay: 1.0\nDisallow: /x\n",
            "User-agent: a\nDisallow: /x\nCrawl-delay: 1\n",
        ),
        (
            "User-agent: a\nDisallow: /x\nUser-agent: a\nDisallow: /y\n",
            "User-agent: a\nDisallow: /y\nDisallow: /x\nDisallow: /x\n",
        ),
        ("User-agent: *\nDisallow:\n", ""),
        ("", ""),
    ] {
        assert_eq!(shown(old, new), [""; 0], "{old:?} {new:?}");
    }
}

#[test]
fn changes_and_their_impact() {
    for (old, new, expected) in [
        (
            "",
            "User-agent: *\nDisallow: /",
            "critical: * is closed out: `Disallow: /` was added",
        ),
        (
            "User-agent: *\nDisallow: /\nAllow: /",
            "User-agent: *\nDisallow: /",
            "critical: * is closed out: `Allow: /` was removed",
        ),
        (
            "User-agent: *\nDisallow: /",
            "User-agent: *\nDisallow:",
            "major: * is let in: `Disallow: /` was removed",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nDisallow: /b",
            "major: * is kept from more: `Disallow: /b` was added",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nDisallow: /a/b",
            "info: *: `Disallow: /a/b` was added",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a*",
            "info: *: `Disallow: /a*` was added|info: *: `Disallow: /a` was removed",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nAllow: /a/b",
            "minor: * is let in further: `Allow: /a/b` was added",
        ),
        // A group of one's own hides the rules of all, and closes out whom it names.
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nUser-agent: FooBot\nDisallow:",
            "minor: FooBot is let in further: a group was added",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nUser-agent: Googlebot\nUser-agent: FooBot\nDisallow: /",
            "critical: FooBot and Googlebot are closed out: a group was added",
        ),
        (
            "User-agent: *\nDisallow: /\nUser-agent: bingbot\nDisallow:",
            "User-agent: *\nDisallow: /",
            "critical: bingbot is closed out: the group was removed",
        ),
        (
            "User-agent: GPTBot\nDisallow:",
            "User-agent: GPTBot\nDisallow: /",
            "major: GPTBot is closed out: `Disallow: /` was added",
        ),
        (
            "User-agent: a\nCrawl-delay: 1\nDisallow: /x",
            "User-agent: a\nCrawl-delay: 2\nDisallow: /x",
            "info: a: `Crawl-delay: 2` was added|info: a: `Crawl-delay: 1` was removed",
        ),
        (
            "Sitemap: https://e.com/1",
            "sitemap: https://e.com/2\nHost: e.com",
            "info: `Host: e.com` was added|info: `sitemap: https://e.com/2` was added|info: `Sitemap: https://e.com/1` was removed",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "<!doctype html>\n<p>Not found",
            "major: the file is now an HTML page|minor: * is let in further: `Disallow: /a` was removed",
        ),
    ] {
        assert_eq!(shown(old, new).join("|"), expected, "{old:?} {new:?}");
    }
}

#[test]
fn order_counts_where_it_decides() {
    let (old, new) = (
        "User-agent: *\nDisallow: /a\nAllow: /a/b\nAllow: /c\n",
        "User-agent: *\nAllow: /c\nAllow: /a/b\nDisallow: /a\n",
    );
    assert_eq!(changes_in(old, new, Dialect::RFC_9309), []);
    let changes = changes_in(old, new, Dialect::BAIDU);
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].kind(), ChangeKind::RulesReordered);
    assert_eq!(
        (changes[0].effect(), changes[0].impact()),
        (Effect::Opens, Impact::Minor)
    );
    // Among rules of one kind it does not.
    let (old, new) = (
        "User-agent: *\nDisallow: /a\nDisallow: /b\n",
        "User-agent: *\nDisallow: /b\nDisallow: /a\n",
    );
    assert_eq!(changes_in(old, new, Dialect::BAIDU), []);
}

#[test]
fn the_most_dangerous_come_first_with_their_lines() {
    let old = "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\nSitemap: https://e.com/1\n";
    let new = "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow: /c\n";
    let changes = changes_in(old, new, Dialect::RFC_9309);
    let places: Vec<_> = changes
        .iter()
        .map(|change| {
            (
                change.impact().as_str(),
                change.kind().as_str(),
                change.old_line(),
                change.new_line(),
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            ("critical", "rule-added", None, Some(2)),
            ("minor", "rule-added", None, Some(5)),
            ("minor", "rule-removed", Some(5), None),
            ("info", "rule-removed", Some(2), None),
            ("info", "sitemap-removed", Some(6), None),
        ]
    );
    assert!(Impact::ALL.is_sorted());
    assert_eq!("Critical".parse(), Ok(Impact::Critical));
}

#[test]
fn verdicts_on_urls() {
    let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /\nAllow: /a\n");
    let diff = VerdictDiff::new(&old, &new, &["FooBot"]);
    let shown = |url: &str| {
        let changes: Vec<String> = diff.changes(url).map(|change| change.to_string()).collect();
        changes.join("|")
    };
    assert_eq!(
        shown("https://www.example.com"),
        "major: FooBot may no longer fetch it, by line 2 (`Disallow: /`)"
    );
    assert_eq!(
        shown("/a/b"),
        "minor: FooBot may fetch it, by line 3 (`Allow: /a`)"
    );
    assert_eq!(shown("/robots.txt"), "");
    let star = VerdictDiff::new(&old, &new, &["*"]);
    let change = star.changes("/").next().unwrap();
    assert_eq!(
        (change.effect(), change.impact()),
        (Effect::ClosesSite, Impact::Critical)
    );
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "/[ab*]{0,3}[$]?".prop_map(|path| format!("Disallow: {path}")),
        4 => "/[ab*]{0,3}[$]?".prop_map(|path| format!("Allow: {path}")),
        1 => Just("Disallow:".to_string()),
        3 => "[abA*]".prop_map(|name| format!("User-agent: {name}")),
        1 => Just(String::new()),
        1 => Just("Robot-version: 2.0".to_string()),
    ]
}

fn targets() -> impl Iterator<Item = String> {
    let letters = ["", "a", "b", "aa", "ab", "ba", "bb"];
    letters
        .into_iter()
        .flat_map(move |first| letters.into_iter().map(move |second| format!("/{first}{second}")))
}

proptest! {
    /// Where nothing is reported no verdict changes; and verdicts that are opened or closed are reported as more than nothing.
    #[test]
    fn no_change_is_no_change(
        lines in prop::collection::vec(line(), 0..8),
        from in 0usize..8,
        to in 0usize..8,
        other in prop::option::of(line()),
        preset in 0..Dialect::PRESETS.len(),
    ) {
        // A line is moved, and maybe another put in its place.
        let mut moved = lines.clone();
        if from < moved.len() {
            let line = moved.remove(from);
            let at = to.min(moved.len());
            moved.insert(at, other.unwrap_or(line));
        }
        let (name, dialect) = Dialect::PRESETS[preset];
        let [old, new] = [&lines, &moved].map(|lines| lines.join("\n"));
        let [before, after] = [&old, &new].map(|body| RobotsTxt::options().dialect(dialect).parse(body.as_bytes()));
        let changes = diff(&before, &after);
        prop_assert!(diff(&before, &before).is_empty());
        if changes.is_empty() {
            for agent in ["a", "b", "c"] {
                for target in targets() {
                    prop_assert_eq!(
                        before.is_allowed(agent, &target),
                        after.is_allowed(agent, &target),
                        "{} {} {}\n{}\n->\n{}", name, agent, target, old, new
                    );
                }
            }
        }
        // There and back again: as many changes either way.
        let back = diff(&after, &before);
        prop_assert_eq!(changes.len(), back.len(), "{}\n{}\n->\n{}\n{:?}\n{:?}", name, old, new, changes, back);
    }
}

#[test]
fn the_group_that_applies_after_a_removal_is_the_one_that_questions_find() {
    // The family's group, and one whose name the crawler's contains, go on to apply.
    for (dialect, old, new, agent) in [
        (
            Dialect::YANDEX,
            "User-agent: YandexBot\nDisallow: /a\n\nUser-agent: Yandex\nDisallow: /\n",
            "User-agent: Yandex\nDisallow: /\n",
            "YandexBot",
        ),
        (
            Dialect::ORIGINAL_1994,
            "User-agent: foobot\nDisallow: /a\n\nUser-agent: foo\nDisallow: /\n",
            "User-agent: foo\nDisallow: /\n",
            "foobot",
        ),
    ] {
        let is_allowed = |body: &str| {
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            robots.is_allowed(agent, "/x")
        };
        assert!(is_allowed(old) && !is_allowed(new));
        let changes = changes_in(old, new, dialect);
        let effects: Vec<Effect> = changes.iter().map(Change::effect).collect();
        assert!(effects.contains(&Effect::ClosesSite), "{agent} {changes:#?}");
        assert!(
            !effects.contains(&Effect::Opens) && !effects.contains(&Effect::OpensSite),
            "{changes:#?}"
        );
    }
}
