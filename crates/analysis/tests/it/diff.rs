//! Changes between two files.

use proptest::prelude::*;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::dialect::GroupChoice;
use robots_exclusion::{AgentList, Dialect, Reason, RobotsTxt, Verdict, agents};
use robots_exclusion_analysis::diff::{
    Change, ChangeKind, DiffOptions, Effect, Impact, Regrouped, UrlDiff, compare,
};

fn changes_in(old: &str, new: &str, dialect: Dialect) -> Vec<Change> {
    let parse = |body: &'static str| RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    let leak = |body: &str| -> &'static str { String::from(body).leak() };
    compare(&parse(leak(old)), &parse(leak(new))).changes().to_vec()
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
        // The order of groups, rules, sitemaps; how groups are cut; how patterns are spelled.
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
            "critical: * is blocked from the whole site: `Disallow: /` was added",
        ),
        (
            "User-agent: *\nDisallow: /\nAllow: /",
            "User-agent: *\nDisallow: /",
            "critical: * is blocked from the whole site: `Allow: /` was removed",
        ),
        (
            "User-agent: *\nDisallow: /",
            "User-agent: *\nDisallow:",
            "major: * is no longer blocked from the whole site: `Disallow: /` was removed",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nDisallow: /b",
            "major: * can crawl less: `Disallow: /b` was added",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nDisallow: /a/b",
            "info: *: `Disallow: /a/b` was added, no effect (proved)",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a*",
            "info: *: `Disallow: /a*` was added, keeps /a closed|info: *: `Disallow: /a` was removed, no effect (proved)",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nAllow: /a/b",
            "major: * can crawl more: `Allow: /a/b` was added",
        ),
        // A crawler's own group hides the rules for all, and blocks the crawlers that it names.
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nUser-agent: FooBot\nDisallow:",
            "minor: FooBot can crawl more: a group was added; no longer follows 1 rule of `*`: /a",
        ),
        (
            "User-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a\nUser-agent: Googlebot\nUser-agent: FooBot\nDisallow: /",
            "critical: FooBot and Googlebot are blocked from the whole site: a group was added",
        ),
        (
            "User-agent: *\nDisallow: /\nUser-agent: bingbot\nDisallow:",
            "User-agent: *\nDisallow: /",
            "critical: bingbot is blocked from the whole site: the group was removed; now follows 1 rule of `*`: /",
        ),
        (
            "User-agent: GPTBot\nDisallow:",
            "User-agent: GPTBot\nDisallow: /",
            "major: GPTBot is blocked from the whole site: `Disallow: /` was added",
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
            "major: the file is now an HTML page|major: * can crawl more: `Disallow: /a` was removed",
        ),
        // A site is launched. What is still closed is closed by the new rule.
        (
            "User-agent: *\nDisallow: /",
            "User-agent: *\nDisallow: /cart\nDisallow: /cart/old",
            "major: * is no longer blocked from the whole site: `Disallow: /` was removed\
             |info: *: `Disallow: /cart` was added, keeps /cart closed\
             |info: *: `Disallow: /cart/old` was added, no effect (proved)",
        ),
        (
            "User-agent: *\nAllow: /a\nDisallow: /",
            "User-agent: *\nAllow: /a/\nAllow: /a$\nDisallow: /",
            "major: * can crawl less: `Allow: /a` was removed\
             |info: *: `Allow: /a/` was added, keeps /a/ open\
             |info: *: `Allow: /a$` was added, keeps /a open",
        ),
        // One rule in place of another is one edit, and both lines say what it does.
        (
            "User-agent: *\nAllow: /",
            "User-agent: *\nDisallow: /",
            "critical: * is blocked from the whole site: `Disallow: /` was added\
             |critical: * is blocked from the whole site: `Allow: /` was removed",
        ),
        (
            "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a",
            "User-agent: *\nDisallow: /a",
            "major: GPTBot is no longer blocked from the whole site: the group was removed",
        ),
        // A name leaves a group that it shared with all: nothing changes for a crawler of this one
        // name, but for one that goes by another name too.
        (
            "User-agent: FooBot\nUser-agent: *\nDisallow: /x\n\nUser-agent: BarBot\nDisallow: /y",
            "User-agent: *\nDisallow: /x\n\nUser-agent: BarBot\nDisallow: /y",
            "info: FooBot: the group was removed, no effect (proved)",
        ),
        (
            "User-agent: *\nDisallow: /x",
            "User-agent: FooBot\nUser-agent: *\nDisallow: /x",
            "info: FooBot: a group was added, no effect (proved)",
        ),
        (
            "User-agent: Googlebot\nUser-agent: Googlebot-Image\nDisallow: /x",
            "User-agent: Googlebot\nDisallow: /x",
            "info: Googlebot-Image: the group was removed, no effect (proved)",
        ),
        // What is said about the use of pages.
        (
            "User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /x",
            "User-agent: *\nContent-Signal: search=yes, ai-train=yes\nDisallow: /x",
            "major: *: `Content-Signal: search=yes, ai-train=yes` was added\
             |major: *: `Content-Signal: search=yes, ai-train=no` was removed",
        ),
        (
            "User-agent: *\nContent-Usage: train-ai=y\nDisallow: /x",
            "User-agent: *\nContent-Usage: train-ai=n\nDisallow: /x",
            "minor: *: `Content-Usage: train-ai=n` was added|minor: *: `Content-Usage: train-ai=y` was removed",
        ),
        (
            "License: https://e.com/license.xml\nUser-agent: *\nDisallow: /x",
            "License: https://evil.example/license.xml\nUser-agent: *\nDisallow: /x",
            "major: `License: https://evil.example/license.xml` was added|major: `License: https://e.com/license.xml` was removed",
        ),
        // A group of one's own has none of the signals of `*`.
        (
            "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x",
            "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /x",
            "major: GPTBot: `Content-Signal: ai-train=no` was removed|info: GPTBot: a group was added, no effect (proved)",
        ),
        // The file is lost.
        (
            "User-agent: a\nDisallow: /x",
            "{\"error\": 404}",
            "major: the file is now a JSON document|minor: a can crawl more: the group was removed|info: `{\"error\": 404}` was added",
        ),
        (
            "User-agent: a\nDisallow: /x",
            "PK\u{3}\u{4}\u{0}\u{0}",
            "major: the file is now something other than text|minor: a can crawl more: the group was removed",
        ),
        (
            "User-agent: a\nDisallow: /x",
            "# \n",
            "major: the file is now without a group|minor: a can crawl more: the group was removed",
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
        (Effect::Opens, Impact::Major)
    );
    // What is in another order is said even if it decides nothing, and only of rules that both
    // files have.
    let shown = |old: &str, new: &str| {
        let changes = changes_in(old, new, Dialect::BAIDU);
        changes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(
            "User-agent: *\nDisallow: /a\nAllow: /b\n",
            "User-agent: *\nAllow: /b\nDisallow: /a\n"
        ),
        ["info: *: the rules are in another order, no effect (proved)"]
    );
    assert_eq!(
        shown(
            "User-agent: *\nDisallow: /a\nDisallow: /b\n",
            "User-agent: *\nDisallow: /a\nAllow: /c\nDisallow: /b\n"
        ),
        ["info: *: `Allow: /c` was added, no effect (proved)"]
    );
    // Among rules of one kind it does not.
    let (old, new) = (
        "User-agent: *\nDisallow: /a\nDisallow: /b\n",
        "User-agent: *\nDisallow: /b\nDisallow: /a\n",
    );
    assert_eq!(changes_in(old, new, Dialect::BAIDU), []);
}

#[test]
fn the_most_severe_come_first_with_their_lines() {
    let old = "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\nSitemap: https://e.com/1\n";
    let new = "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow: /c\n";
    let changes = changes_in(old, new, Dialect::RFC_9309);
    let places: Vec<_> = changes
        .iter()
        .map(|change| {
            (
                change.impact().as_str(),
                change.kind().as_str(),
                change.line_before(),
                change.line_after(),
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

/// Crawlers of one token each.
fn tokens<'q>(agents: &[&'q str]) -> impl Iterator<Item = (&'q str, AgentList<'q>)> {
    agents.iter().map(|agent| (*agent, AgentList::from(*agent)))
}

#[test]
fn verdicts_on_urls() {
    let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /\nAllow: /a\n");
    let diff = UrlDiff::new(&old, &new, tokens(&["FooBot"]));
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
    let star = UrlDiff::new(&old, &new, tokens(&["*"]));
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
    /// Where nothing is reported no verdict changes; and verdicts that are opened or closed are
    /// reported as more than nothing.
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
        let diff = DiffOptions::new().agent("a").agent("b").agent("c").compare(&before, &after);
        let found = diff.changes();
        prop_assert!(compare(&before, &before).changes().is_empty());
        for agent in ["a", "b", "c", "*"] {
            let (_, effect) = diff.agents().find(|(name, _)| name.eq_ignore_ascii_case(agent)).unwrap();
            for target in targets() {
                let (was, is) = (before.is_allowed(agent, &target), after.is_allowed(agent, &target));
                let fits = match effect.effect() {
                    Effect::None => was == is,
                    Effect::Opens => was <= is,
                    Effect::Closes => was >= is,
                    _ => true,
                };
                prop_assert!(
                    fits,
                    "{} {} {} {:?}\n{}\n->\n{}", name, agent, target, effect, old, new
                );
            }
        }
        // Where nothing at all is reported, no verdict changes for a crawler of two names either. It
        // follows the first of them that a file names.
        for agents in [["a", "b"], ["b", "c"], ["c", "a"]].iter().filter(|_| found.is_empty()) {
            for target in targets() {
                let [was, is] = [&before, &after].map(|robots| robots.is_allowed(AgentList::new(agents), &target));
                prop_assert_eq!(was, is, "{} {:?} {}\n{}\n->\n{}", name, agents, target, old, new);
            }
        }
        // Nothing but another order of groups is undecided here; and that only groups differ which
        // nobody reads is said where nothing else is.
        let mut rearranged = found.iter().filter(|change| change.kind() == ChangeKind::GroupsRearranged);
        prop_assert_eq!(diff.is_undecided(), rearranged.clone().any(|change| change.effect() == Effect::Undecided));
        prop_assert!(found.len() == 1 || rearranged.all(|change| change.effect() == Effect::Undecided));
        // Every witness is true, and every effect has one.
        let effects = diff.effects().iter().map(|effect| (effect.effect(), effect.witnesses()));
        let effects = effects.chain(found.iter().map(|change| (change.effect(), change.witnesses())));
        for (effect, witnesses) in effects {
            prop_assert_eq!(matches!(effect, Effect::None | Effect::Undecided), witnesses.is_empty());
            prop_assert_eq!(effect == Effect::Both, witnesses.len() == 2 && effect < Effect::OpensSite);
            for witness in witnesses {
                // A well-known crawler may ignore `*`.
                let crawler = UserAgent::resolve(witness.agent());
                let was = before.check(crawler.list(), witness.url());
                let is = after.check(crawler.list(), witness.url());
                let is_kept = matches!(effect, Effect::KeepsOpen | Effect::KeepsClosed);
                prop_assert_eq!(was.is_allowed() == is.is_allowed(), is_kept);
                prop_assert_eq!((witness.before().is_allowed(), witness.before().line()), (was.is_allowed(), was.line()));
                prop_assert_eq!((witness.after().is_allowed(), witness.after().line()), (is.is_allowed(), is.line()));
            }
        }
        // Every effect of the whole edit is the effect of some change.
        for effect in diff.effects() {
            let concerned = found.iter().filter(|change| change.agents() == effect.agents());
            let worst = concerned.map(Change::effect).max().unwrap_or(Effect::None);
            prop_assert_eq!(worst <= Effect::KeepsClosed, effect.effect() == Effect::None);
            if effect.effect() >= Effect::OpensSite {
                prop_assert_eq!(worst, effect.effect(), "{}\n{}\n->\n{}\n{:?}", name, old, new, found);
            }
        }
        // The reverse edit has as many changes.
        let back = compare(&after, &before);
        let count = |changes: &[Change]| changes.iter().filter(|change| change.kind() != ChangeKind::FormatChanged).count();
        prop_assert_eq!(count(found), count(back.changes()), "{}\n{}\n->\n{}\n{:?}\n{:?}", name, old, new, found, back);
    }
}

/// User-agent lines that changed, as they are shown, with whether they come first.
fn lost(old: &str, new: &str) -> Vec<String> {
    let changes = changes_in(old, new, Dialect::RFC_9309);
    let count = changes
        .iter()
        .filter(|change| change.regrouped().is_some())
        .count();
    let first = changes[..count].iter();
    let found: Vec<String> = first
        .clone()
        .filter(|change| change.regrouped().is_some())
        .map(ToString::to_string)
        .collect();
    assert_eq!(found.len(), count, "causes come first: {changes:#?}");
    found
}

#[test]
fn a_user_agent_line_that_is_lost_is_the_cause() {
    let two = "User-agent: *\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\nDisallow: /c\n";
    for (new, expected) in [
        // Deleted, misspelled, turned into a comment.
        (
            two.replace("User-agent: Foo\n", ""),
            "`User-agent: Foo` was removed; its 2 rules are now for *",
        ),
        (
            two.replace("User-agent: Foo", "User agent Foo"),
            "`User-agent: Foo` was removed; line 4 is now `User agent Foo`, and its 2 rules are now for *",
        ),
        (
            two.replace("User-agent: Foo", "Useragent: Foo"),
            "`User-agent: Foo` was removed; line 4 is now `Useragent: Foo`, and its 2 rules are now for *",
        ),
        (
            two.replace("User-agent: Foo", "# User-agent: Foo"),
            "`User-agent: Foo` was removed; line 4 is now `# User-agent: Foo`, and its 2 rules are now for *",
        ),
    ] {
        assert_eq!(
            lost(two, &new),
            [format!("major: Foo can crawl less: {expected}")],
            "{new}"
        );
        // The reverse edit says the reverse.
        let back = lost(&new, two);
        assert_eq!(back.len(), 1, "{new}");
        let verbs = [("removed", "added"), ("is now", "was"), ("are now", "were")];
        let said = verbs
            .into_iter()
            .fold(expected.to_string(), |said, (from, to)| said.replace(from, to));
        assert_eq!(back, [format!("major: Foo can crawl more: {said}")], "{new}");
    }
    // Also if a rule below it, or above it, was edited at once.
    for (new, rules) in [
        (two.replace("User-agent: Foo\nDisallow: /b", "Disallow: /bb"), 1),
        (
            two.replace("Disallow: /a\n\nUser-agent: Foo", "Disallow: /x\nUser agent: Foo"),
            2,
        ),
    ] {
        for (old, new) in [(two, &*new), (&*new, two)] {
            let found = changes_in(old, new, Dialect::RFC_9309);
            assert_eq!(
                found[0].regrouped().map(Regrouped::rules),
                Some(rules),
                "{found:?}"
            );
            assert_eq!(found[0].text(), "User-agent: Foo");
        }
    }
    // The rules belong to nobody.
    let four = "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\nAllow: /c/d\n";
    assert_eq!(
        lost(four, &four.replace("User-agent", "User_agent")),
        [
            "major: * can crawl more: `User-agent: *` was removed; line 1 is now `User_agent: *`, and its 4 rules are now in no group"
        ],
    );
    // Where that is so in one reading alone, it is named.
    let after_blank = "User-agent: *\nDisallow: /a\n\nUser-agent: Yandex\nDisallow: /b\n";
    let found = changes_in(
        after_blank,
        &after_blank.replace("User-agent: Yandex\n", ""),
        Dialect::YANDEX,
    );
    let said = found[0].regrouped().map(ToString::to_string);
    assert_eq!(
        said.as_deref(),
        Some("its rule is now in no group, as read in the dialect yandex")
    );
    // All are lost at once, as a template does it.
    let three = "User-agent: *\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /a\nDisallow: /b\n";
    assert_eq!(lost(three, &three.replace("User-agent:", "User agent")).len(), 3);
    // One of several names.
    assert_eq!(
        lost(
            "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n",
            "User-agent: GPTBot\nUser agent: CCBot\nDisallow: /\n",
        ),
        [
            "major: CCBot is no longer blocked from the whole site: `User-agent: CCBot` was removed; line 2 is now `User agent: CCBot`, and its rule is now for GPTBot"
        ],
    );
    // The rules appear in many places, and went to the group above.
    let groups: Vec<String> = (0..9)
        .map(|i| format!("User-agent: Bot{i}\nDisallow: /\nAllow: /x\n\n"))
        .collect();
    let groups = groups.concat();
    for i in 1..9 {
        let new = groups.replace(&format!("User-agent: Bot{i}\n"), "");
        let above = i - 1;
        let found = changes_in(&groups, &new, Dialect::RFC_9309);
        let regrouped = found[0].regrouped().unwrap();
        assert_eq!(
            (regrouped.rules(), regrouped.line(), regrouped.names()),
            (2, 4 * i + 1, &[format!("Bot{above}")][..])
        );
        assert_eq!(found[0].line_before(), Some(4 * i + 1));
    }
}

#[test]
fn a_file_that_was_written_anew_has_no_thousand_causes() {
    let lost_of = |count: usize| {
        let file = |has_names: bool| {
            let name = |number: usize| match has_names {
                true => format!("User-agent: a{number}\n"),
                false => String::new(),
            };
            let groups = (0..count).map(|number| format!("{}Disallow: /{number}\n", name(number)));
            "User-agent: *\nDisallow: /x\n".to_owned() + &groups.collect::<String>()
        };
        [
            lost(&file(true), &file(false)).len(),
            lost(&file(false), &file(true)).len(),
        ]
    };
    assert_eq!(lost_of(3), [3, 3]);
    assert_eq!(lost_of(1_001), [0, 0]);
}

#[test]
fn what_stands_in_both_files_is_not_in_place_of_a_name() {
    let old = "User-agent: *\nDisallow: /a\n\n# User-agent: Foo\nUser-agent: Foo\nDisallow: /b\n";
    let new = old.replace("\nUser-agent: Foo", "");
    let said = lost(old, &new);
    assert_eq!(said.len(), 1);
    assert!(!said[0].contains("is now `#"), "{said:?}");
    assert_eq!(lost(&new, old).len(), 1);
}

#[test]
fn what_is_kept_of_names_is_bounded() {
    let names: String = (0..10)
        .map(|number| format!("User-agent: {}\n", "q".repeat(9_000 + number)))
        .collect();
    let old: String = (0..300)
        .map(|number| format!("User-agent: a{number}\nDisallow: /{number}\n"))
        .collect();
    let new: String = (0..300).map(|number| format!("Disallow: /{number}\n")).collect();
    let diff = changes_in(&(names.clone() + &old), &(names + &new), Dialect::RFC_9309);
    let kept = diff.iter().filter_map(|change| change.regrouped());
    assert!(
        kept.flat_map(|regrouped| regrouped.names())
            .all(|name| name.len() <= 200)
    );
}

#[test]
fn other_edits_of_user_agent_lines_are_no_cause() {
    let two = "User-agent: *\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\n";
    for new in [
        // Another name, with other rules or without.
        "User-agent: *\nDisallow: /a\n\nUser-agent: Bar\nDisallow: /b\n",
        "User-agent: *\nDisallow: /a\n\nUser-agent: Bar\nDisallow: /x\nDisallow: /b\n",
        // The group is gone, or elsewhere.
        "User-agent: *\nDisallow: /a\n",
        "User-agent: Foo\nDisallow: /b\n\nUser-agent: *\nDisallow: /a\n",
        "User-agent: Foo\nUser-agent: *\nDisallow: /a\nDisallow: /b\n",
        "",
    ] {
        assert_eq!(lost(two, new), [""; 0], "{new}");
        assert_eq!(lost(new, two), [""; 0], "{new}");
    }
    // A line that is repeated, and a crawler that loses nothing.
    let repeated = "User-agent: a\nUser-agent: a\nDisallow: /x\n";
    assert_eq!(lost(repeated, "User-agent: a\nDisallow: /x\n"), [""; 0]);
    let again = "User-agent: a\nDisallow: /x\nUser-agent: a\nDisallow: /y\n";
    assert_eq!(
        lost(again, "User-agent: a\nDisallow: /x\nDisallow: /y\n"),
        [""; 0]
    );
}

proptest! {
    /// Lines about names come and go: the reverse edit has the mirrored changes.
    #[test]
    fn the_reverse_edit_has_the_mirrored_changes(
        lines in prop::collection::vec(line(), 0..16),
        lost in prop::collection::vec((0..16_usize, 0..4_usize), 1..4),
        preset in 0..Dialect::PRESETS.len(),
    ) {
        let mut edited = lines.clone();
        for (at, how) in lost {
            let Some(line) = edited.get_mut(at) else { continue };
            *line = match how {
                0 => line.replace("User-agent:", "User agent"),
                1 => line.replace("User-agent:", "# User-agent:"),
                2 if line.starts_with("User-agent") => String::new(),
                _ => format!("{line}\nUser-agent: b"),
            };
        }
        let (_, dialect) = Dialect::PRESETS[preset];
        let [old, new] = [&lines, &edited].map(|lines| lines.join("\n"));
        let [before, after] = [&old, &new].map(|body| RobotsTxt::options().dialect(dialect).parse(body.as_bytes()));
        let mirrored = |kind: ChangeKind| match kind {
            ChangeKind::UserAgentAdded => ChangeKind::UserAgentRemoved,
            ChangeKind::UserAgentRemoved => ChangeKind::UserAgentAdded,
            ChangeKind::GroupAdded => ChangeKind::GroupRemoved,
            ChangeKind::GroupRemoved => ChangeKind::GroupAdded,
            ChangeKind::RuleAdded => ChangeKind::RuleRemoved,
            ChangeKind::RuleRemoved => ChangeKind::RuleAdded,
            ChangeKind::LineAdded => ChangeKind::LineRemoved,
            ChangeKind::LineRemoved => ChangeKind::LineAdded,
            ChangeKind::SitemapAdded => ChangeKind::SitemapRemoved,
            ChangeKind::SitemapRemoved => ChangeKind::SitemapAdded,
            kind => kind,
        };
        type Told = (ChangeKind, Option<u32>, Option<u32>, Vec<String>);
        let told = |changes: &[Change], is_back: bool| -> Vec<Told> {
            let changes = changes.iter().filter(|change| change.kind() != ChangeKind::FormatChanged);
            let mut told: Vec<Told> = changes
                .map(|change| {
                    let (was, is, agents) = (change.line_before(), change.line_after(), change.agents().iter().map(|agent| agent.to_ascii_lowercase()).collect());
                    match is_back {
                        true => (mirrored(change.kind()), is, was, agents),
                        false => (change.kind(), was, is, agents),
                    }
                })
                .collect();
            told.sort();
            told
        };
        let (there, back) = (compare(&before, &after), compare(&after, &before));
        prop_assert_eq!(told(there.changes(), false), told(back.changes(), true), "{}\n->\n{}", old, new);
        // A cause is as severe as what it explains for its crawlers, and comes before that.
        for (at, cause) in there.changes().iter().enumerate().filter(|(_, change)| change.regrouped().is_some()) {
            let earlier = there.changes()[..at].iter().filter(|change| change.agents() == cause.agents());
            prop_assert_eq!(earlier.filter(|change| change.regrouped().is_none()).count(), 0);
        }
    }
}

#[test]
fn effects_are_proved_for_all_urls() {
    let effect = |old: &str, new: &str| {
        let changes = changes_in(old, new, Dialect::RFC_9309);
        let change = changes.first().unwrap();
        let urls: Vec<String> = change.witnesses().iter().map(ToString::to_string).collect();
        (change.effect(), urls)
    };
    // Only URLs that no pattern shows by itself change.
    assert_eq!(
        effect(
            "User-agent: *\nAllow: /ab\n",
            "User-agent: *\nAllow: /ab\nDisallow: /a*z\n"
        ),
        (
            Effect::Closes,
            vec!["https://example.com/az: allowed -> disallowed, now `Disallow: /a*z`".to_owned()]
        )
    );
    assert_eq!(
        effect(
            "User-agent: *\nDisallow: /js\nAllow: /*.css\n",
            "User-agent: *\nDisallow: /js\n"
        )
        .0,
        Effect::Closes
    );
    // A rule may open some URLs and close others, depending on what decided about them before.
    let (found, urls) = effect(
        "User-agent: *\nDisallow: /shop\n",
        "User-agent: *\nAllow: /\nDisallow: /*.pdf\n",
    );
    assert_eq!((found, urls.len()), (Effect::Closes, 1));
    let changes = changes_in(
        "User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n",
        "User-agent: *\nDisallow: /y\n",
        Dialect::RFC_9309,
    );
    assert_eq!(changes[0].effect(), Effect::Both);
    assert_eq!(
        changes[0].to_string(),
        "minor: a can crawl less here and more there: the group was removed; now follows 1 rule of `*`: /y"
    );
}

#[test]
fn blocking_a_whole_site_is_decided_not_sampled() {
    let effect = |new: &str| changes_in("User-agent: *\nDisallow: /a\n", new, Dialect::RFC_9309)[0].effect();
    for closed in [
        "User-agent: *\nDisallow: /\n",
        "User-agent: *\nDisallow: /*\nAllow: /open/\nAllow: /*.css$\n",
        "User-agent: *\nDisallow: /$\nDisallow: /*\n",
        "User-agent: *\nDisallow: /\nAllow: /\u{e9}\n",
    ] {
        assert_eq!(effect(closed), Effect::ClosesSite, "{closed}");
    }
    for open in [
        "User-agent: *\nDisallow: /abc\nAllow: /\nDisallow: /q\n",
        "User-agent: *\nDisallow: /\nAllow: /\nDisallow: /q\n",
        "User-agent: *\nDisallow: /*?\nDisallow: /*a\n",
    ] {
        assert!(effect(open) < Effect::OpensSite, "{open}");
    }
}

/// Globs match whole URLs, and may be asked for by a group alone.
#[test]
fn blocking_a_whole_site_is_decided_in_the_language_of_the_rules() {
    for (dialect, new, expected) in [
        (Dialect::SEZNAM_2, "Disallow: /*", Effect::ClosesSite),
        (Dialect::SEZNAM_2, "Disallow: /", Effect::Closes),
        (Dialect::SEZNAM, "Disallow: /", Effect::ClosesSite),
        (
            Dialect::SEZNAM,
            "Robot-version: 2.0\nDisallow: *\nAllow: /",
            Effect::ClosesSite,
        ),
        (
            Dialect::SEZNAM,
            "Robot-version: 2.0\nDisallow: *\nAllow: /*",
            Effect::None,
        ),
    ] {
        let new = format!("User-agent: *\n{new}\n");
        let options = RobotsTxt::options().dialect(dialect);
        let diff = DiffOptions::new().compare(&options.parse(b""), &options.parse(new.as_bytes()));
        let effects: Vec<Effect> = diff.effects().iter().map(|effect| effect.effect()).collect();
        assert_eq!(effects, [expected], "{dialect} {new}");
    }
}

/// An `Allow: /` that never decides makes no difference to whether a site is blocked.
#[test]
fn a_site_that_was_blocked_before_is_not_closed() {
    let (idle, other) = (
        "User-agent: *\nDisallow: /\nAllow: /\n",
        "User-agent: *\nAllow: /x\nDisallow: /\n",
    );
    for (old, new, expected) in [(idle, other, Effect::Opens), (other, idle, Effect::Closes)] {
        let [old, new] = [old, new].map(|body| {
            RobotsTxt::options()
                .dialect(Dialect::BAIDU)
                .parse(body.as_bytes())
        });
        let diff = DiffOptions::new().compare(&old, &new);
        let worst = diff.changes().iter().map(Change::effect).max();
        assert_eq!(worst, Some(expected), "{diff:?}");
        let effects: Vec<Effect> = diff.effects().iter().map(|effect| effect.effect()).collect();
        assert_eq!(effects, [expected], "{diff:?}");
    }
}

/// An edit that opens a site may close some of it.
#[test]
fn what_opens_or_closes_a_site_is_shown_first() {
    let (closed, open) = (
        "User-agent: *\nDisallow: /\nAllow: /a\n",
        "User-agent: *\nDisallow: /a\n",
    );
    for (old, new, effect, verdicts) in [
        (closed, open, Effect::OpensSite, [true, false]),
        (open, closed, Effect::ClosesSite, [false, true]),
    ] {
        let [old, new] = [old, new].map(|body| RobotsTxt::parse(body.as_bytes()));
        let diff = DiffOptions::new().compare(&old, &new);
        let [found] = diff.effects() else {
            panic!("{diff:?}")
        };
        assert_eq!(found.effect(), effect);
        let after: Vec<bool> = found
            .witnesses()
            .iter()
            .map(|witness| witness.after().is_allowed())
            .collect();
        assert_eq!(after, verdicts, "{diff:?}");
    }
}

#[test]
fn a_url_that_shows_an_effect_may_be_long() {
    let new = format!("User-agent: *\nDisallow: /{}\n", "a".repeat(1000));
    let [change] = &changes_in("", &new, Dialect::RFC_9309)[..] else {
        panic!("not one change")
    };
    assert!(change.witnesses()[0].url().len() > 1000);
}

/// One of the two dialects is enough for the order to decide.
#[test]
fn rules_are_reordered_if_the_order_decides_in_either_dialect() {
    let parse = |dialect, body: &'static str| RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    let bodies = [
        "User-agent: *\nDisallow: /a\nAllow: /a/b\n",
        "User-agent: *\nAllow: /a/b\nDisallow: /a\n",
    ];
    for (old, new, expected) in [
        (Dialect::BAIDU, Dialect::BAIDU, true),
        (Dialect::BAIDU, Dialect::YANDEX, true),
        (Dialect::YANDEX, Dialect::BAIDU, true),
        (Dialect::YANDEX, Dialect::YANDEX, false),
    ] {
        let (old, new) = (parse(old, bodies[1]), parse(new, bodies[0]));
        let diff = compare(&old, &new);
        let changes = diff.changes();
        let is_reordered = changes
            .iter()
            .any(|change| change.kind() == ChangeKind::RulesReordered);
        assert_eq!(is_reordered, expected, "{changes:?}");
    }
}

/// `/robots.txt` is exempt whether or not a group applies, and a verdict on it says so.
#[test]
fn a_verdict_on_robots_txt_says_why_it_is_allowed() {
    let body = b"User-agent: *\nDisallow: /\n";
    let exempting = Dialect::RFC_9309.with(|custom| custom.robots_txt_allowed = true);
    let [old, new] = [
        exempting,
        exempting.with(|custom| custom.robots_txt_allowed = false),
    ]
    .map(|dialect| RobotsTxt::options().dialect(dialect).parse(body));
    let diff = UrlDiff::new(&old, &new, tokens(&["FooBot"]));
    let change = diff.changes("/robots.txt").next().expect("a change");
    assert_eq!(change.before(), &old.check("FooBot", "/robots.txt"));
    assert_eq!(change.after(), &new.check("FooBot", "/robots.txt"));
    assert_eq!(change.before().reason(), Reason::RobotsTxtItself);
}

#[test]
fn the_same_file_read_in_two_dialects_may_differ() {
    let body = b"User-agent: *\nDisallow: /a\nAllow: /a/b\n";
    let effect = |old: Dialect, new: Dialect| {
        let [old, new] = [old, new].map(|dialect| RobotsTxt::options().dialect(dialect).parse(body));
        DiffOptions::new().compare(&old, &new).effects()[0].effect()
    };
    assert_eq!(effect(Dialect::BAIDU, Dialect::YANDEX), Effect::Opens);
    assert_eq!(effect(Dialect::YANDEX, Dialect::BAIDU), Effect::Closes);
    assert_eq!(effect(Dialect::YANDEX, Dialect::SEZNAM), Effect::None);
}

#[test]
fn crawlers_with_the_same_groups_share_an_effect() {
    let old = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /x\n");
    let new = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /y\n");
    let diff = DiffOptions::new().agent("c").compare(&old, &new);
    let shared: Vec<(&[String], Effect)> = diff
        .effects()
        .iter()
        .map(|effect| (effect.agents(), effect.effect()))
        .collect();
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        shared,
        [
            (&names(&["*", "c"])[..], Effect::None),
            (&names(&["a", "b"])[..], Effect::Both)
        ]
    );
    assert!(!diff.is_without_effect());
    let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /x\n");
    let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /y\n");
    let diff = DiffOptions::new()
        .agent(&agents::ADSBOT_GOOGLE)
        .compare(&old, &new);
    let effects: Vec<_> = diff
        .agents()
        .map(|(name, effect)| (name, effect.effect()))
        .collect();
    assert_eq!(effects, [("*", Effect::Both), ("AdsBot-Google", Effect::None)]);
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

/// Each crawler has its own group and one in common with all others, so compiling the rules of each
/// would take quadratic memory.
#[test]
fn crawlers_that_share_groups_get_the_verdicts_of_their_own() {
    let names: Vec<String> = (0..60).map(|number| format!("bot{number}")).collect();
    let file = |shared: &str| {
        let shared_rules: String = (0..40)
            .map(|number| format!("Disallow: /{shared}{number}/\n"))
            .collect();
        let all: String = names.iter().map(|name| format!("User-agent: {name}\n")).collect();
        let own = |name: &String| format!("User-agent: {name}\nDisallow: /{name}/\n\n");
        let own: String = names.iter().map(own).collect();
        format!("{all}{shared_rules}\n{own}User-agent: *\nDisallow: /star/\n")
    };
    let (old, new) = (file("a"), file("b"));
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        let options = RobotsTxt::options().dialect(dialect);
        let (old, new) = (options.parse(old.as_bytes()), options.parse(new.as_bytes()));
        let mut agents: Vec<&str> = names.iter().map(String::as_str).collect();
        agents.extend(["*", "other"]);
        let diff = UrlDiff::new(&old, &new, tokens(&agents));
        for url in ["/a7/", "/b39/x", "/bot7/", "/star/", "/", "/robots.txt"] {
            let mut changes = diff.changes(url);
            for agent in &agents {
                let (before, after) = (old.check(*agent, url), new.check(*agent, url));
                if before.is_allowed() == after.is_allowed() {
                    continue;
                }
                let change = changes.next().unwrap_or_else(|| panic!("{name} {agent} {url}"));
                assert_eq!(change.agent(), *agent, "{name} {url}");
                assert_eq!(change.before(), &before, "{name} {agent} {url}");
                assert_eq!(change.after(), &after, "{name} {agent} {url}");
            }
            assert_eq!(changes.count(), 0, "{name} {url}");
        }
    }
}

proptest! {
    /// However groups overlap, and whichever of them has the rule that decides.
    #[test]
    fn urls_get_the_verdicts_of_each_file(old in overlapping(), new in overlapping(), choice in 0..3_usize) {
        let choices = [GroupChoice::Merge, GroupChoice::First];
        let agents = ["a", "b", "ab", "c", "*", ""];
        for (name, dialect) in Dialect::PRESETS.iter().copied() {
            let choice = choices.get(choice).copied();
            let dialect = choice.map_or(dialect, |choice| dialect.with(|custom| custom.group_choice = choice));
            let options = RobotsTxt::options().dialect(dialect);
            let (old, new) = (options.parse(old.as_bytes()), options.parse(new.as_bytes()));
            let diff = UrlDiff::new(&old, &new, tokens(&agents));
            for url in ["/", "/x", "/x/", "/x/y", "/xy", "/robots.txt"] {
                let verdicts = agents.map(|agent| (agent, old.check(agent, url), new.check(agent, url)));
                let expected = verdicts.iter().filter(|(_, before, after)| before.is_allowed() != after.is_allowed());
                let expected: Vec<_> = expected.map(|(agent, before, after)| (*agent, before, after)).collect();
                let changes: Vec<_> = diff.changes(url).collect();
                let found: Vec<_> = changes.iter().map(|change| (change.agent(), change.before(), change.after())).collect();
                prop_assert_eq!(&found, &expected, "{} {}", name, url);
                let written = |verdict: &Verdict<'_>| {
                    verdict.rule().map(|rule| (rule.to_string(), rule.length(), rule.span()))
                };
                let cited = |found: &[(&str, &Verdict<'_>, &Verdict<'_>)]| -> Vec<_> {
                    found.iter().map(|(_, before, after)| (written(before), written(after))).collect()
                };
                prop_assert_eq!(cited(&found), cited(&expected), "{} {}", name, url);
            }
        }
    }
}

/// A file of a few names, each of which may be on many groups, and of a few rules.
fn overlapping() -> impl Strategy<Value = String> {
    let lines = prop::sample::select(vec![
        "User-agent: a\n",
        "User-agent: b\n",
        "User-agent: ab\n",
        "User-agent: *\n",
        "User-agent: a\nUser-agent: b\n",
        "Disallow: /x\n",
        "Allow: /x\n",
        "Disallow: /\n",
        "Allow: /x/y\n",
        "Disallow: /*y\n",
        "Allow: /x*$\n",
        "Disallow:\n",
        "Disallow: /%78\n",
        "Disallow: /x/y /x /*\n",
        "Allow: /x*y /x/y\n",
        "Allow: /x/index.html\n",
        "Robot-version: 2.0\n",
        "Crawl-delay: 1\n",
        "\n",
    ]);
    prop::collection::vec(lines, 0..20).prop_map(|lines| lines.concat())
}

#[test]
fn urls_are_asked_about_for_crawlers_with_several_names() {
    let old = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n");
    let new = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /b\n\nUser-agent: *\nDisallow: /b\n");
    let crawlers = [&agents::GOOGLEBOT_IMAGE, &agents::ADSBOT_GOOGLE];
    let crawlers = crawlers.map(|agent| (agent.name(), agent.list()));
    let diff = UrlDiff::new(&old, &new, crawlers);
    // AdsBot does not obey `*`, and the other falls back to Googlebot's group.
    let changed: Vec<_> = diff
        .changes("/b")
        .map(|change| change.agent().to_owned())
        .collect();
    assert_eq!(changed, ["Googlebot-Image"]);
    let change = diff.changes("/a").next().unwrap();
    assert_eq!(change.before().group_name(), Some(&b"Googlebot"[..]));
    assert!(change.after().is_allowed());
}

#[test]
fn an_added_or_removed_group_says_what_its_crawlers_lose_or_gain() {
    let (without, with) = (
        "User-agent: *\nDisallow: /a\nDisallow: /b\n",
        "User-agent: *\nDisallow: /a\nDisallow: /b\n\nUser-agent: FooBot\nDisallow: /a\n",
    );
    for (old, new, is_left) in [(without, with, true), (with, without, false)] {
        let changes = changes_in(old, new, Dialect::RFC_9309);
        let [change] = &changes[..] else {
            panic!("{changes:?}")
        };
        assert!(change.kind().is_about_rules());
        // Where the crawlers' own group is.
        let lines = (change.line_before(), change.line_after());
        assert_eq!(lines, if is_left { (None, Some(5)) } else { (Some(5), None) });
        let fallback = change.fallback().unwrap();
        assert_eq!(fallback.is_followed(), !is_left);
        assert_eq!(
            (fallback.group(), fallback.patterns()),
            ("*", &["/b".to_owned()][..])
        );
    }
    let changes = changes_in(
        without,
        &format!("{without}Sitemap: https://example.com/s.xml\n"),
        Dialect::RFC_9309,
    );
    assert!(!changes[0].kind().is_about_rules());
    assert!(changes[0].fallback().is_none());
    assert_eq!(
        (changes[0].line_before(), changes[0].line_after()),
        (None, Some(4))
    );
}

#[test]
fn a_change_has_the_line_that_was_changed_or_a_few_words() {
    let (old, new) = (
        "User-agent: *\nDisallow: /a # why\nX-Key: one\n",
        "User-agent: *\nALLOW:/a/b\nX-Key: two\nSitemap: https://e.com/s.xml\n\nUser-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\n",
    );
    let mut texts: Vec<(&str, String)> = changes_in(old, new, Dialect::RFC_9309)
        .iter()
        .map(|change| (change.kind().as_str(), change.text().to_owned()))
        .collect();
    texts.sort();
    let expected = [
        ("group-added", "BarBot, FooBot"),
        ("line-added", "X-Key: two"),
        ("line-removed", "X-Key: one"),
        ("rule-added", "ALLOW: /a/b"),
        ("rule-removed", "Disallow: /a"),
        ("sitemap-added", "Sitemap: https://e.com/s.xml"),
    ];
    assert_eq!(texts, expected.map(|(kind, text)| (kind, text.to_owned())));
}

#[test]
fn a_line_that_is_repeated_is_one_change() {
    let line = "Sitemap: https://e.com/s.xml\n";
    let lines = [line, line, "Host: e.com\n", line].concat();
    for (old, new, verb) in [("", &*lines, "added"), (&lines, "", "removed")] {
        assert_eq!(
            shown(old, new),
            [
                format!("info: `Host: e.com` was {verb}"),
                format!("info: `{}` was {verb}", line.trim_end()),
            ]
        );
    }
    assert_eq!(shown(line, &lines), ["info: `Host: e.com` was added"]);
}

#[test]
fn of_many_rules_that_are_left_the_first_are_named() {
    let rules: String = (10..22).map(|number| format!("Disallow: /{number}\n")).collect();
    let old = format!("User-agent: *\n{rules}");
    let new = format!("{old}\nUser-agent: FooBot\nDisallow:\n");
    for (old, new, verb) in [(&old, &new, "no longer"), (&new, &old, "now")] {
        let changes = changes_in(old, new, Dialect::RFC_9309);
        let fallback = changes[0].fallback().unwrap();
        assert_eq!((fallback.count(), fallback.patterns().len()), (12, 10));
        assert_eq!(
            fallback.to_string(),
            format!(
                "{verb} follows 12 rules of `*`: /10, /11, /12, /13, /14, /15, /16, /17, /18, /19 and 2 more"
            )
        );
        #[cfg(feature = "serde")]
        {
            let json = serde_json::to_value(fallback).unwrap();
            let keys = ["group", "followed", "rules"].map(|key| &json[key]);
            assert_eq!(
                keys,
                [
                    &serde_json::json!("*"),
                    &serde_json::json!(verb == "now"),
                    &serde_json::json!(12)
                ]
            );
        }
    }
}

#[test]
fn an_edit_that_changes_no_verdict_is_without_effect() {
    for (new, expected) in [
        (
            "User-agent: *\nDisallow: /a\nDisallow: /a/b\nSitemap: https://e.com/s.xml\n",
            true,
        ),
        ("User-agent: *\nDisallow: /a\nDisallow: /b\n", false),
        (
            "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /\n",
            false,
        ),
    ] {
        let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
        let diff = DiffOptions::new().compare(&old, &RobotsTxt::parse(new.as_bytes()));
        assert_eq!(diff.is_without_effect(), expected, "{new}");
        assert!(!diff.is_undecided());
    }
}

/// It is the rule by which a URL is blocked that no Allow names, or else one that takes part in the
/// effect.
#[test]
fn the_rule_that_blocks_a_site_or_did_is_blamed() {
    let found = |old: &str, new: &str| {
        let changes = changes_in(old, new, Dialect::RFC_9309);
        let about_site = changes
            .iter()
            .filter(|change| change.effect() >= Effect::OpensSite);
        let about_site = about_site.map(|change| {
            let urls: Vec<String> = change.witnesses().iter().map(ToString::to_string).collect();
            (change.text().to_owned(), urls.join("|"))
        });
        about_site.collect::<Vec<_>>()
    };
    for (other, site, blamed) in [
        // Others close URLs too.
        (
            "Disallow: /q",
            "Disallow: *b\nDisallow: /\nDisallow: /q",
            "Disallow: /",
        ),
        // The rule by which `/` is blocked is in both files.
        ("Disallow: /$", "Disallow: /$\nDisallow: /*", "Disallow: /*"),
        // The edit closes some URLs and opens others.
        ("Disallow: /a", "Disallow: /\nAllow: /a", "Disallow: /"),
    ] {
        let files = [other, site].map(|rules| format!("User-agent: *\n{rules}\n"));
        for (old, new, verdicts) in [
            (&files[0], &files[1], "allowed -> disallowed"),
            (&files[1], &files[0], "disallowed -> allowed"),
        ] {
            let found = found(old, new);
            let [(text, urls)] = &found[..] else {
                panic!("{old} {new} {found:?}")
            };
            assert_eq!(text, blamed, "{old} {new}");
            assert!(
                urls.contains(&format!(": {verdicts}")) && !urls.contains('|'),
                "{old} {new} {urls}"
            );
        }
    }
}

/// Thousands of changes for each of many crawlers: what no work is left for is neither changed nor
/// unchanged.
#[test]
fn what_is_too_much_to_compare_is_undecided() {
    const CRAWLERS: usize = 240;
    let file = |value: &str| {
        let names = (0..CRAWLERS).map(|number| format!("User-agent: bot{number}\n"));
        let lines = (0..200).map(|number| format!("X-Key-{number}: {value}\n"));
        let own = (0..CRAWLERS).map(|number| format!("\nUser-agent: bot{number}\nDisallow: /{number}\n"));
        names.chain(lines).chain(own).collect::<String>()
    };
    let (old, new) = (file("old"), file("new"));
    let diff = DiffOptions::new().compare(
        &RobotsTxt::parse(old.as_bytes()),
        &RobotsTxt::parse(new.as_bytes()),
    );
    assert!(diff.is_undecided() && !diff.is_without_effect());
    let left: Vec<&Change> = diff
        .changes()
        .iter()
        .filter(|change| change.kind() == ChangeKind::NotCompared)
        .collect();
    let [left] = &left[..] else { panic!("{left:?}") };
    assert_eq!((left.effect(), left.impact()), (Effect::Undecided, Impact::Minor));
    assert!(left.to_string().contains("work limit reached"));
    // Every crawler has an effect, and those that were compared have their changes.
    assert_eq!(diff.agents().count(), CRAWLERS + 1);
    let undecided = diff
        .agents()
        .filter(|(_, effect)| effect.effect() == Effect::Undecided);
    assert_eq!(undecided.count(), left.agents().len());
    assert!((1..CRAWLERS).contains(&left.agents().len()));
    let compared = CRAWLERS - left.agents().len();
    assert_eq!(diff.changes().len(), 400 * compared + 1);
}

#[test]
fn groups_that_add_up_are_not_compared_and_a_file_does_not_differ_from_itself() {
    let adding = Dialect::DRAFT_1996.with(|custom| custom.group_choice = GroupChoice::Merge);
    let parse = |body: &'static str| RobotsTxt::options().dialect(adding).parse(body.as_bytes());
    let old = parse("User-agent: a\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n");
    let new = parse("User-agent: a\nDisallow: /a\n");
    let diff = DiffOptions::new().compare(&old, &old);
    assert_eq!(diff.changes(), []);
    assert!(diff.is_without_effect());
    let diff = DiffOptions::new().compare(&old, &new);
    let is_not_compared = |change: &&Change| change.kind() == ChangeKind::NotCompared;
    let change = diff.changes().iter().find(is_not_compared).unwrap();
    assert!(
        change.to_string().contains("the groups of several names"),
        "{change}"
    );
    assert!(diff.is_undecided());
    // No group is read alone, so none is shown as if a crawler read no other.
    let old = parse(
        "User-agent: foo\nUser-agent: *\nDisallow: /a\n\nUser-agent: foobar\nUser-agent: *\nDisallow: /b\n",
    );
    let new = parse(
        "User-agent: *\nUser-agent: foo\nDisallow: /a\n\nUser-agent: foobar\nUser-agent: *\nDisallow: /b\n",
    );
    assert!(robots_exclusion_analysis::read_alike(&old, &new));
    assert_eq!(DiffOptions::new().compare(&old, &new).changes(), []);
}

/// The issue of a group that only such a crawler obeys: without it, nothing applies to it, while
/// all others keep the rules of `*`.
#[test]
fn who_ignores_star_is_compared_as_its_operator_documents_it() {
    use robots_exclusion::AgentList;
    use robots_exclusion_analysis::decide::Budget;

    let old = RobotsTxt::parse(
        b"User-agent: *\nDisallow: /private\n\nUser-agent: AdsBot-Google\nDisallow: /private\n",
    );
    let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n");
    let documented = DiffOptions::new().compare(&old, &new);
    assert!(!documented.is_without_effect());
    let effect = |diff: &robots_exclusion_analysis::diff::Diff, name: &str| {
        let mut agents = diff.agents();
        let found = agents.find(|(agent, _)| *agent == name);
        found.map(|(_, effect)| effect.effect())
    };
    assert_eq!(effect(&documented, "AdsBot-Google"), Some(Effect::Opens));
    assert_eq!(effect(&documented, "*"), Some(Effect::None));
    // By its bare token it would obey `*`.
    assert!(
        DiffOptions::new()
            .as_tokens(true)
            .compare(&old, &new)
            .is_without_effect()
    );
    let deaf = AgentList::from("FooBot").without_star();
    let mut budget = Budget::default();
    let diff = DiffOptions::new()
        .crawler("FooBot", &deaf)
        .compare_within(&old, &new, &mut budget);
    assert_eq!(effect(&diff, "FooBot"), Some(Effect::None));
    assert!(budget.spent() > 0);
}
