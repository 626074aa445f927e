//! One table of cases, run under every preset, with the answer that each dialect's own documents
//! give.
//!
//! The columns were filled in from those documents, not from what the library said:
//!
//! - `rfc9309`: RFC 9309 (2022), erratum 7995 included.
//! - `google`: Google's open-source library and its documentation for site owners.
//! - `original1994`: Koster, "A Standard for Robot Exclusion" (1994); escapes compared as in 1996.
//! - `draft1996`: `draft-koster-robots-00` (December 1996).
//! - `revisited`: Kollar, Leavitt and Mauldin, "Standard for Robot Exclusion, revisited".
//! - `seznam`, `seznam2`: Seznam's help pages for SeznamBot, robots.txt 1.0 and 2.0.
//! - `yandex`: Yandex's help for webmasters.
//! - `baidu`: Baidu's help, as reproduced on Chinese sites.
//! - `slurp`: the help of Yahoo! Slurp (archived), which follows the draft of 1996.
//! - `diffbot`: docs.diffbot.com, "Does Crawl respect robots.txt?": RFC 9309 without Allow rules.
//!
//! `lenient` has a test of its own.

use robots_exclusion::dialect::{GroupChoice, GroupEnd, NameTest, PatternLanguage};
use robots_exclusion::{Dialect, ParseOptions, Reason, RobotsTxt};

use crate::ask::every_way;
use crate::model;

/// Body, crawler, URL, and one answer for each preset in the order of [`Dialect::PRESETS`].
///
/// `-3` is denied by line 3, `+3` allowed by line 3, `+` allowed because no rule decides.
type Case = (&'static [u8], &'static str, &'static str, &'static str);

#[track_caller]
fn hold(cases: &[Case]) {
    let mut failures = Vec::new();
    for (body, agent, url, row) in cases {
        let columns: Vec<&str> = row.split_whitespace().collect();
        // What the lenient reading tolerates has a test of its own.
        let presets = || {
            Dialect::PRESETS
                .iter()
                .copied()
                .filter(|(name, _)| *name != "lenient")
        };
        assert_eq!(columns.len(), presets().count(), "columns of {row:?}");
        for ((name, dialect), expected) in presets().zip(columns) {
            let (allowed, reason, line) = every_way(dialect, body, agent, url);
            assert_eq!(reason == Reason::Rule, line.is_some());
            let given = match (allowed, line) {
                (true, None) => String::from("+"),
                (true, Some(line)) => format!("+{line}"),
                (false, Some(line)) => format!("-{line}"),
                (false, None) => panic!("denied by no rule"),
            };
            if given != expected {
                let body = body.escape_ascii();
                failures.push(format!(
                    "{name}: {given} for {expected}: \"{body}\", {agent:?}, {url:?}"
                ));
            }
            let model = model::check(dialect, body, &[agent], true, url);
            assert_eq!(
                (model.allowed, model.line),
                (allowed, line),
                "{name}: the model differs"
            );
        }
    }
    assert!(
        failures.is_empty(),
        "{} answers:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn a_pattern_with_a_byte_that_ends_targets_matches_none() {
    // A target ends at a NUL there, and so nothing matches beyond it.
    let dialect = Dialect::GOOGLE.with(|custom| custom.nul_ends_line = false);
    for more in [0, 100] {
        let more: String = (0..more)
            .map(|number| format!("Disallow: /y{number}\n"))
            .collect();
        let body = format!("User-agent: *\nDisallow: /abcd\0\nDisallow: /abcde\0f\n{more}");
        let robots = ParseOptions::new().dialect(dialect).parse(body.as_bytes());
        let rules = robots.rules_for("FooBot");
        for url in ["/abcd\0", "/abcde\0f", "/abcd\0#"] {
            assert!(robots.is_allowed("FooBot", url), "{url:?}");
            assert!(rules.is_allowed(url), "{url:?}");
            assert!(rules.check(url).is_allowed(), "{url:?}");
        }
    }
}

#[test]
#[rustfmt::skip]
fn where_a_group_ends() {
    hold(&[
        // Common to all dialects: an empty file and an empty rule forbid nothing.
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        (b"", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow:\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // A blank line separates a record's names from its rules.
        (b"User-agent: *\n\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   +    +    +    -3   -3   +    +    +    -3"),
        (b"User-agent: *\n \t\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   +    +    +    -3   -3   +    +    +    -3"),
        // And a rule from the names of its record.
        (b"User-agent: *\nDisallow: /a\n\nDisallow: /b\n", "FooBot", "/b",
        "-4   -4   +    +    +    -4   -4   +    +    +    -4"),
        // A line that holds only a comment is not blank.
        (b"User-agent: *\n# note\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   -3   -3   -3   -3   -3   -3   -3   -3   -3"),
        (b"User-agent: *\n  # note\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   -3   -3   -3   -3   -3   -3   -3   -3   -3"),
        // A User-agent line after a rule begins a group everywhere.
        (b"User-agent: FooBot\nDisallow: /a\nUser-agent: BarBot\nDisallow: /b\n", "FooBot", "/b",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: FooBot\nDisallow: /a\nUser-agent: BarBot\nDisallow: /b\n", "BarBot", "/b",
        "-4   -4   -4   -4   -4   -4   -4   -4   -4   -4   -4"),
        // Two names share the rules below them.
        (b"User-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   -3   -3   -3   -3   -3   -3   -3   -3   -3"),
        (b"User-agent: FooBot\n# note\nUser-agent: BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-4   -4   -4   -4   -4   -4   -4   -4   -4   -4   -4"),
        // Also with another key between them, unless every User-agent line begins a section, or
        // extensions are rule lines (1996).
        (b"User-agent: FooBot\nCrawl-delay: 5\nUser-agent: BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-4   -4   -4   +    -4   +    +    -4   -4   +    -4"),
        (b"User-agent: FooBot\nSitemap: https://e.com/s.xml\nUser-agent: BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-4   -4   -4   +    -4   +    +    -4   -4   +    -4"),
        // With a blank line between them the first record has no rules.
        (b"User-agent: FooBot\n\nUser-agent: BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-4   -4   +    +    +    -4   -4   +    +    +    -4"),
        // An empty rule is a rule here: what follows it is another group.
        (b"User-agent: FooBot\nDisallow:\nUser-agent: BarBot\nDisallow: /a\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // Rules above every User-agent line belong to nobody.
        (b"Disallow: /a\nUser-agent: *\nDisallow: /b\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // An unknown key does not begin a group: the second rule belongs to the first crawler.
        (b"User-agent: FooBot\nDisallow: /a\nUser_agent: BarBot\nDisallow: /b\n", "FooBot", "/b",
        "-4   -4   -4   -4   -4   -4   -4   -4   -4   -4   -4"),
        // A User-agent line that names nobody does.
        (b"User-agent: FooBot\nDisallow: /a\nUser-agent:\nDisallow: /b\n", "FooBot", "/b",
        "+    +    +    +    +    +    +    +    +    +    +"),
    ]);
}

#[test]
#[rustfmt::skip]
fn which_names_are_meant() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        (b"uSER-aGENT: fOObOT\ndisALLOW: /a\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: FooBot # ours\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // A part of the crawler's name: what 1994 looks for.
        (b"User-agent: Foo\nDisallow: /a\n", "FooBot", "/a",
        "+    +    -2   +    -2   +    +    +    +    +    +"),
        // The crawler's name as a part of the line: what 1996 looks for.
        (b"User-agent: FooBot-News\nDisallow: /a\n", "FooBot", "/a",
        "+    +    +    -2   +    +    +    +    +    -2   +"),
        (b"User-agent: Acme FooBot\nDisallow: /a\n", "FooBot", "/a",
        "+    +    +    -2   -2   +    +    +    +    -2   +"),
        // Versions do not matter, on the line or in what the crawler calls itself. Google's library
        // takes the latter whole.
        (b"User-agent: FooBot/2.1\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: FooBot\nDisallow: /a\n", "FooBot/2.1 (+https://foo.example)", "/a",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // A star after a name is not a wildcard.
        (b"User-agent: FooBot*\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   +    -2   +    -2   -2   -2   -2   -2   -2"),
        (b"User-agent: Foo*\nDisallow: /a\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // Google's tokens have no digits: the line names `MJ`.
        (b"User-agent: MJ12bot\nDisallow: /a\n", "MJ12bot", "/a",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: MJ12bot\nDisallow: /a\n", "MJ", "/a",
        "+    -2   +    -2   +    +    +    +    +    -2   +"),
        // Several names on one line: legal in the revisited standard alone. Elsewhere the first one
        // may get through.
        (b"User-agent: BarBot FooBot\nDisallow: /a\n", "FooBot", "/a",
        "+    +    +    -2   -2   +    +    +    +    -2   +"),
        (b"User-agent: FooBot BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   +    -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: FooBot, BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   +    -2   -2   -2   -2   -2   -2   -2   -2"),
        // A star among names.
        (b"User-agent: BarBot *\nDisallow: /a\n", "FooBot", "/a",
        "+    +    +    +    -2   +    +    +    +    +    +"),
        (b"User-agent: * BarBot\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   +    +    -2   -2   -2   -2   -2   +    -2"),
    ]);
}

#[test]
#[rustfmt::skip]
fn which_groups_apply() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        // A named group hides that of `*`, wherever it is, and an empty rule in it allows
        // everything.
        (b"User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow:\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: BarBot\nDisallow: /b\n\nUser-agent: *\nDisallow: /a\n", "FooBot", "/a",
        "-5   -5   -5   -5   -5   -5   -5   -5   -5   -5   -5"),
        // No group applies to a crawler that is not named.
        (b"User-agent: BarBot\nDisallow: /\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // Two groups of one name: merged, or the first.
        (b"User-agent: FooBot\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n", "FooBot", "/b",
        "-5   -5   +    +    +    -5   -5   -5   +    +    -5"),
        (b"User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", "FooBot", "/b",
        "-5   -5   +    +    +    -5   -5   -5   +    +    -5"),
        // Yandex's chain: the robot's own name, then Yandex, then `*`. The 1994 test finds `Yandex`
        // in the name by itself.
        (b"User-agent: *\nDisallow: /a\n\nUser-agent: Yandex\nDisallow: /b\n", "YandexBot", "/b",
        "+    +    -5   +    -5   +    +    -5   +    +    +"),
        (b"User-agent: *\nDisallow: /a\n\nUser-agent: Yandex\nDisallow: /b\n", "YandexBot", "/a",
        "-2   -2   +    -2   +    -2   -2   +    -2   -2   -2"),
        (b"User-agent: Yandex\nDisallow: /b\n\nUser-agent: YandexBot\nDisallow: /a\n", "YandexBot", "/b",
        "+    +    -2   +    -2   +    +    +    +    +    +"),
    ]);
}

#[test]
#[rustfmt::skip]
fn which_rule_wins() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        // The longest, the first, or any Disallow, where Allow is no key. A glob `/a` is not about
        // `/a/b` at all.
        (b"User-agent: *\nDisallow: /a\nAllow: /a/b\n", "FooBot", "/a/b",
        "+3   +3   -2   -2   -2   +3   +3   +3   -2   -2   -2"),
        (b"User-agent: *\nAllow: /\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   -3   +2   -3   -3   -3   -3   +2   +2   -3"),
        // Allow wins a tie of lengths.
        (b"User-agent: *\nDisallow: /a\nAllow: /a\n", "FooBot", "/a",
        "+3   +3   -2   -2   -2   +3   +3   +3   -2   -2   -2"),
        // Of equal rules the first is cited.
        (b"User-agent: *\nDisallow: /a\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // A star is an octet of its pattern.
        (b"User-agent: *\nAllow: /foo\nDisallow: /f****\n", "FooBot", "/foo",
        "-3   -3   +    +2   +    -3   -3   -3   +2   +2   -3"),
        // So are the three of an escape: seven octets against five.
        (b"User-agent: *\nAllow: /*xxx\nDisallow: /\xC3\xA9\n", "FooBot", "/%C3%A9xxx",
        "-3   -3   -3   -3   -3   -3   +2   -3   +2   +2   -3"),
        // An empty rule is ignored, whether it comes first or last.
        (b"User-agent: *\nDisallow:\nDisallow: /a\n", "FooBot", "/a",
        "-3   -3   -3   -3   -3   -3   -3   -3   -3   -3   -3"),
        (b"User-agent: *\nDisallow: /a\nAllow:\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // The file itself.
        (b"User-agent: *\nDisallow: /robots.txt\n", "FooBot", "https://example.com/robots.txt",
        "+    -2   -2   +    -2   -2   -2   -2   -2   +    +"),
    ]);
}

#[test]
#[rustfmt::skip]
fn what_a_pattern_means() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        (b"User-agent: *\nDisallow: /\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   +    -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /help\n", "FooBot", "/help.html",
        "-2   -2   -2   -2   -2   -2   +    -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /help/\n", "FooBot", "/help",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /A\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // A star, in a URL and in a pattern.
        (b"User-agent: *\nDisallow: /help*\n", "FooBot", "/helpme",
        "-2   -2   +    +    +    -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a*b\n", "FooBot", "/axx/b/c",
        "-2   -2   +    +    +    -2   +    -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a*b\n", "FooBot", "/a*b/c",
        "-2   -2   -2   -2   -2   -2   +    -2   -2   -2   -2"),
        // A leading star (erratum 7995 of RFC 9309). In a glob the `$` is a `$`.
        (b"User-agent: *\nDisallow: *.gif$\n", "FooBot", "/a/x.gif",
        "-2   -2   +    +    +    -2   +    -2   -2   -2   -2"),
        // A dollar is an anchor only at the end of a pattern.
        (b"User-agent: *\nDisallow: /a$\n", "FooBot", "/a",
        "-2   -2   +    +    +    -2   +    -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a$\n", "FooBot", "/a$",
        "+    +    -2   -2   -2   +    -2   +    +    +    +"),
        (b"User-agent: *\nDisallow: /a$b\n", "FooBot", "/a$b",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a*$\n", "FooBot", "/abc",
        "-2   -2   +    +    +    -2   +    -2   -2   -2   -2"),
        // `?` is one octet of a glob, and a `?` elsewhere.
        (b"User-agent: *\nDisallow: /a?b\n", "FooBot", "/axb",
        "+    +    +    +    +    +    -2   +    +    +    +"),
        (b"User-agent: *\nDisallow: /a?b\n", "FooBot", "/a?b=1",
        "-2   -2   -2   -2   -2   -2   +    -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /[a-c]?\n", "FooBot", "/b1",
        "+    +    +    +    +    +    -2   +    +    +    +"),
        (b"User-agent: *\nDisallow: /[!a-c]\n", "FooBot", "/d",
        "+    +    +    +    +    +    -2   +    +    +    +"),
        (b"User-agent: *\nDisallow: /[^a-c]\n", "FooBot", "/b",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /file\\?\n", "FooBot", "/file?",
        "+    +    +    +    +    +    -2   +    +    +    +"),
        // A pattern must begin with a slash or a star.
        (b"User-agent: *\nDisallow: a\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: https://example.com/a\n", "FooBot", "https://example.com/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        // Several paths on one line: legal in the revisited standard alone.
        (b"User-agent: *\nDisallow: /a /b\n", "FooBot", "/b",
        "+    +    +    +    -2   +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /a /b\n", "FooBot", "/a",
        "+    +    +    +    -2   +    +    +    +    +    +"),
        // Of several Disallow lines the longest is cited, or the first.
        (b"User-agent: *\nDisallow: /a\nDisallow: /ab\n", "FooBot", "/abc",
        "-3   -3   -2   -2   -2   -3   +    -3   -2   -2   -2"),
        // Allow /dir/index.htm allows /dir/ by Google's library.
        (b"User-agent: *\nDisallow: /a\nAllow: /a/index.html\n", "FooBot", "/a/",
        "-2   +3   -2   -2   -2   -2   +    -2   -2   -2   -2"),
    ]);
}

#[test]
#[rustfmt::skip]
fn what_robot_version_means() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        (b"User-agent: *\nRobot-version: 2.0\nDisallow: /help\n", "FooBot", "/helpme",
        "-3   -3   -3   -3   -3   +    +    -3   -3   -3   -3"),
        (b"User-agent: *\nRobot-version: 2.0.0\nDisallow: /[a-c]\n", "FooBot", "/b",
        "+    +    +    +    +    -3   -3   +    +    +    +"),
        (b"User-agent: *\nRobot-version: 1.0\nDisallow: /help\n", "FooBot", "/helpme",
        "-3   -3   -3   -3   -3   -3   +    -3   -3   -3   -3"),
        // Only directly after the names; comments do not count.
        (b"User-agent: *\n# 2.0\nRobot-version: 2.0\nDisallow: /help\n", "FooBot", "/helpme",
        "-4   -4   -4   -4   -4   +    +    -4   -4   -4   -4"),
        (b"User-agent: *\nDisallow: /help\nRobot-version: 2.0\n", "FooBot", "/helpme",
        "-2   -2   -2   -2   -2   -2   +    -2   -2   -2   -2"),
        (b"User-agent: *\nCrawl-delay: 1\nRobot-version: 2.0\nDisallow: /help\n", "FooBot", "/helpme",
        "-4   -4   -4   -4   -4   -4   +    -4   -4   -4   -4"),
        // For its own section alone.
        (b"User-agent: BarBot\nRobot-version: 2.0\nDisallow: /x\n\nUser-agent: *\nDisallow: /help\n", "FooBot", "/helpme",
        "-6   -6   -6   -6   -6   -6   +    -6   -6   -6   -6"),
    ]);
}

#[test]
#[rustfmt::skip]
fn how_escapes_are_compared() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        // Unreserved characters equal their escapes, on both sides.
        (b"User-agent: *\nDisallow: /%7Ejoe\n", "FooBot", "/~joe",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /~joe\n", "FooBot", "/%7ejoe",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // An escaped slash is not a slash, and its digits have no case. Google's library leaves the
        // URL alone.
        (b"User-agent: *\nDisallow: /a%2Fb\n", "FooBot", "/a/b",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /a%2fb\n", "FooBot", "/a%2Fb",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a%2Fb\n", "FooBot", "/a%2fb",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // Other reserved characters differ from their escapes, but not in 1996, which decodes all.
        (b"User-agent: *\nDisallow: /a%3Bb\n", "FooBot", "/a;b",
        "+    +    -2   -2   -2   +    +    +    +    -2   +"),
        // In the query `:` and `/` equal their escapes (RFC 9309, figure 4); in 1996 an escaped
        // slash is not a slash there either.
        (b"User-agent: *\nDisallow: /*u=http://b\n", "FooBot", "/a?u=http%3A%2F%2Fb",
        "-2   +    +    +    +    -2   -2   -2   -2   +    -2"),
        // `&` and `=` separate the names and values of a query, and do not equal their escapes.
        (b"User-agent: *\nDisallow: /x?a%26b\n", "FooBot", "/x?a&b",
        "+    +    -2   -2   -2   +    +    +    +    -2   +"),
        // Octets beyond ASCII equal their escapes; Google's library expects the URL to be escaped.
        (b"User-agent: *\nDisallow: /\xC3\xA9\n", "FooBot", "/%C3%A9",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /\xC3\xA9\n", "FooBot", "/\u{e9}",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // So does a space in a path, unless it separates two paths.
        (b"User-agent: *\nDisallow: /a b\n", "FooBot", "/a%20b",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // An escaped star is a star of the URL.
        (b"User-agent: *\nDisallow: /a%2Ab\n", "FooBot", "/a*b",
        "-2   +    -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a%2Ab\n", "FooBot", "/axb",
        "+    +    +    +    +    +    +    +    +    +    +"),
    ]);
}

#[test]
#[rustfmt::skip]
fn which_part_of_a_url_is_meant() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        (b"User-agent: *\nDisallow: /a\n", "FooBot", "https://example.com/a#top",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a\n", "FooBot", "https://example.com/#/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /\n", "FooBot", "https://example.com",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /*?x\n", "FooBot", "https://example.com?x",
        "-2   -2   +    +    +    -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a\n", "FooBot", "https://u:p@[::1]:8080/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // Google's library ends a host at `;` too.
        (b"User-agent: *\nDisallow: /;p\n", "FooBot", "https://example.com;p/x",
        "+    -2   +    +    +    +    +    +    +    +    +"),
    ]);
}

#[test]
#[rustfmt::skip]
fn how_lines_and_keys_are_spelled() {
    hold(&[
        //rfc google 1994 1996 rev  sez  sez2 yand baidu slurp diff
        (b"  User-agent\t:*\nDisallow :\t/a \t\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallow: /a#b\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        // Without a colon, misspelled, with a longer key: Google's library alone understands them.
        (b"User-agent *\nDisallow /a\n", "FooBot", "/a",
        "+    -2   +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow /a b\n", "FooBot", "/a",
        "+    +    +    +    +    +    +    +    +    +    +"),
        (b"Useragent: *\nDissallow: /a\n", "FooBot", "/a",
        "+    -2   +    +    +    +    +    +    +    +    +"),
        (b"User-agent: *\nDisallow: /\nAlow: /a\n", "FooBot", "/",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\nDisallowed: /a\n", "FooBot", "/a",
        "+    -2   +    +    +    +    +    +    +    +    +"),
        // The trap: a ban on training that Google's library takes for a ban on crawling.
        (b"User-agent: *\nDisallowAITraining: /\n", "FooBot", "/a",
        "+    -2   +    +    +    +    +    +    +    +    +"),
        // Byte order marks, whole and cut short.
        (b"\xEF\xBB\xBFUser-agent: *\nDisallow: /a\n", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"\xEF\xBBUser-agent: *\nDisallow: /a\n", "FooBot", "/a",
        "+    -2   +    +    +    +    +    +    +    +    +"),
        // Every line end, alone and mixed. CR LF is one line end and makes no blank line.
        (b"User-agent: *\rDisallow: /a\r", "FooBot", "/a",
        "-2   -2   -2   -2   -2   -2   -2   -2   -2   -2   -2"),
        (b"User-agent: *\r\nDisallow: /b\rDisallow: /a", "FooBot", "/a",
        "-3   -3   -3   -3   -3   -3   -3   -3   -3   -3   -3"),
        (b"User-agent: *\r\rDisallow: /a\r", "FooBot", "/a",
        "-3   -3   +    +    +    -3   -3   +    +    +    -3"),
        // A NUL is an octet, but ends the line for Google's library, which is written with C
        // strings.
        (b"User-agent: *\nDisallow: /a\0b\n", "FooBot", "/ac",
        "+    -2   +    +    +    +    +    +    +    +    +"),
    ]);
}

#[test]
fn the_lenient_reading_obeys_what_sites_misspell() {
    // talbots.com, 24hourfitness.com and wmtransfer.com had lines like these, and au.dk such
    // Sitemap lines.
    for body in [
        &b"User Agent: *\nDisallow: /x\n"[..],
        b"User-agent: *\nDisallow /x\n",
        b"User-agent: *\nDisalow: /x\n",
        b"useragent *\ndisallow /x:y\n",
        b"User-agent: *\nDisallow: /x\0z\n",
        b"User-agent: *\nDisallow /x:y # comment\nAlow: /x/open\n",
        b"ser-agent: *\nDisllow: /x\n",
        b"User-agent: *\nDisllaow: /x\n",
        b"Disallow: /x\n",
    ] {
        let context = body.escape_ascii().to_string();
        let (allowed, ..) = every_way(Dialect::LENIENT, body, "FooBot", "/x:y");
        let (strict, ..) = every_way(Dialect::RFC_9309, body, "FooBot", "/x:y");
        assert_eq!((allowed, strict), (false, true), "{context}");
        let model = model::check(Dialect::LENIENT, body, &["FooBot"], true, "/x:y");
        assert_eq!(model.allowed, allowed, "{context}");
    }
    let robots = robots_exclusion::RobotsTxt::options()
        .dialect(Dialect::LENIENT)
        .parse(
            b"sitemap https://e.com/s.xml\nSite map: https://e.com/t.xml\nuser-agent: *\ncrawl delay: 3\n",
        );
    assert_eq!(robots.sitemaps().count(), 2);
    assert_eq!(
        robots
            .rules_for("FooBot")
            .crawl_delay()
            .map(|delay| delay.as_secs()),
        Some(3)
    );
}

#[test]
fn rules_above_all_groups_bind_those_who_obey_star() {
    let body = b"\nSitemap: https://e.com/s.xml\nDisallow: /a\nCrawl-delay: 2\nUser-agent: foo\nDisallow: /b\nUser-agent: *\nDisallow: /c\n";
    let lenient = Dialect::LENIENT;
    let sections = lenient.with(|custom| custom.group_end = GroupEnd::UserAgent);
    let blank = lenient.with(|custom| custom.group_end = GroupEnd::BlankLine);
    for dialect in [
        lenient,
        sections,
        blank,
        Dialect::DRAFT_1996.with(|custom| custom.rules_before_groups = true),
    ] {
        let name = dialect.group_choice;
        let reads_later_star = name == GroupChoice::Merge;
        for (agent, url, line) in [
            ("FooBot/x", "/a", Some(3)),
            ("bar", "/a", Some(3)),
            ("bar", "/c", reads_later_star.then_some(8)),
            ("foo", "/a", None),
            ("foo", "/b", Some(6)),
        ] {
            if dialect.name_test == NameTest::NameInValue && agent == "FooBot/x" {
                continue;
            }
            let (allowed, _, deciding) = every_way(dialect, body, agent, url);
            assert_eq!(
                (allowed, deciding),
                (line.is_none(), line),
                "{agent} {url} {name:?}"
            );
            let model = model::check(dialect, body, &[agent], true, url);
            assert_eq!(
                (model.allowed, model.line),
                (allowed, deciding),
                "{agent} {url} {name:?}"
            );
        }
        // Crawlers that ignore `*` ignore them too.
        let (allowed, ..) = every_way(dialect, body, "bar", "/a");
        let ads = robots_exclusion::AgentList::new(&["bar"]).without_star();
        let robots = ParseOptions::new().dialect(dialect).parse(&body[..]);
        assert_eq!((allowed, robots.check(ads, "/a").is_allowed()), (false, true));
    }
    let robots = ParseOptions::new().dialect(lenient).parse(&body[..]);
    let groups: Vec<_> = robots.groups().collect();
    let names = |group: &robots_exclusion::Group<'_>| group.agents().map(<[u8]>::to_vec).collect::<Vec<_>>();
    assert_eq!(
        groups.iter().map(names).collect::<Vec<_>>(),
        [[b"*".to_vec()], [b"foo".to_vec()], [b"*".to_vec()]]
    );
    assert_eq!(
        groups.iter().map(|group| group.line()).collect::<Vec<_>>(),
        [3, 5, 7]
    );
    assert_eq!(robots.check("bar", "/a").group_name(), Some(&b"*"[..]));
    assert_eq!(
        robots.rules_for("bar").crawl_delay().map(|delay| delay.as_secs()),
        Some(2)
    );
    // Nothing above them, nothing to open.
    assert!(
        ParseOptions::new()
            .dialect(lenient)
            .parse(b"Crawl-delay: 2\nUser-agent: foo\n")
            .groups_for("bar")
            .is_empty()
    );
    // After a blank line that ended a group, there is a User-agent line above.
    let (allowed, ..) = every_way(
        blank,
        b"User-agent: foo\nDisallow: /b\n\nDisallow: /a\n",
        "bar",
        "/a",
    );
    assert!(allowed);
}

#[test]
fn extension_lines_are_read_where_the_dialect_knows_them() {
    let body = b"User-agent: *\nCrawl-delay: 3\nRequest-rate: 1/5\nVisit-time: 0200-0630\nDisallow: /x\n";
    let said = |dialect: Dialect| {
        let rules = ParseOptions::new().dialect(dialect).rules_for(body, "FooBot");
        let said = (
            rules.crawl_delay().is_some(),
            !rules.request_rates().is_empty() && !rules.visit_times().is_empty(),
        );
        assert_eq!(said, (dialect.crawl_delay_lines, dialect.request_rate_lines));
        said
    };
    let dialect = Dialect::RFC_9309;
    assert_eq!(said(dialect), (true, true));
    assert_eq!(
        said(dialect.with(|custom| custom.crawl_delay_lines = false)),
        (false, true)
    );
    assert_eq!(
        said(dialect.with(|custom| custom.request_rate_lines = false)),
        (true, false)
    );
    for (_, dialect) in Dialect::PRESETS {
        said(*dialect);
    }
}

/// Several names on a line and several paths on a line are independent options.
#[test]
fn several_names_need_no_several_paths() {
    let body = b"User-agent: FooBot, BarBot\nDisallow: /a /b\n";
    let allowed = |dialect: Dialect| {
        let rules = ParseOptions::new().dialect(dialect).rules_for(body, "BarBot");
        ["/a /b", "/a", "/b"].map(|url| rules.is_allowed(url))
    };
    let plain = Dialect::RFC_9309;
    assert_eq!(allowed(plain), [true, true, true]);
    assert_eq!(
        allowed(plain.with(|custom| custom.several_names = true)),
        [false, true, true]
    );
    assert_eq!(
        allowed(plain.with(|custom| custom.several_paths = true)),
        [true, true, true]
    );
    let both = plain.with(|custom| {
        custom.several_names = true;
        custom.several_paths = true;
    });
    assert_eq!(allowed(both), [false, false, false]);
    assert_eq!(Dialect::REVISITED.several_names, Dialect::REVISITED.several_paths);
}

#[test]
fn a_missing_leading_slash_can_be_supplied() {
    let body = b"User-agent: *\nDisallow: a/b\nAllow: a/b/%63\nDisallow:\nDisallow: ?q\nDisallow: *.gif$\nAllow: /a/b/d\n";
    let supplying = Dialect::RFC_9309.with(|custom| custom.supplies_leading_slash = true);
    // URL, the deciding line where the slash is supplied, and where it is not.
    for (url, supplied, plain) in [
        ("/a/b/x", Some((2, false)), None),
        ("/a/b/c", Some((3, true)), None),
        ("/a/b/d", Some((7, true)), Some((7, true))),
        ("/?q=1", Some((5, false)), None),
        ("/x.gif", Some((6, false)), Some((6, false))),
        ("/x", None, None),
    ] {
        for (dialect, expected) in [(supplying, supplied), (Dialect::RFC_9309, plain)] {
            let (allowed, _, line) = every_way(dialect, body, "foo", url);
            assert_eq!(line.map(|line| (line, allowed)), expected, "{url} {dialect:?}");
            let model = model::check(dialect, body, &["foo"], true, url);
            assert_eq!((model.allowed, model.line), (allowed, line), "{url} {dialect:?}");
        }
    }
    let robots = ParseOptions::new().dialect(supplying).parse(&body[..]);
    let group = robots.groups().next().unwrap();
    // A rule is cited as it is written, and weighed as it is read.
    let cited: Vec<_> = group
        .rules()
        .map(|rule| (rule.to_string(), rule.length()))
        .collect();
    assert_eq!(cited[0], ("Disallow: a/b".to_string(), 4));
    assert_eq!(cited[3], ("Disallow: *.gif$".to_string(), 6));
    assert_eq!(robots.check("foo", "/a/b").rule().unwrap().length(), 4);
    assert_eq!(
        robots.rules_for("foo").check("/a/b").rule().unwrap().pattern(),
        b"/a/b"
    );
    #[cfg(feature = "serde")]
    {
        let explanation = serde_json::to_value(robots.explain("foo", "/a/b")).unwrap();
        assert_eq!(explanation["rules"][0]["canonical_pattern"], "/a/b");
    }
    assert!(robots_exclusion::Pattern::new("a", &supplying).matches("/ab"));
    // In globs and among several paths on a line too.
    let globs = Dialect::SEZNAM_2.with(|custom| custom.supplies_leading_slash = true);
    let several = Dialect::REVISITED.with(|custom| custom.supplies_leading_slash = true);
    for (dialect, body, url, allowed) in [
        (globs, &b"User-agent: *\nDisallow: [ab]?c\n"[..], "/axc", false),
        (globs, b"User-agent: *\nDisallow: [ab]?c\n", "/axd", true),
        (several, b"User-agent: *\nDisallow: /a b  c\n", "/bx", false),
        (several, b"User-agent: *\nDisallow: /a b  c\n", "/d", true),
    ] {
        let (given, ..) = every_way(dialect, body, "foo", url);
        assert_eq!(given, allowed, "{url} {dialect:?}");
    }
}

#[test]
fn globs_need_an_opt_in() {
    for (name, dialect) in Dialect::PRESETS {
        assert_eq!(dialect.needs_opt_in(), *name == "seznam2", "{name}");
    }
    assert!(
        Dialect::RFC_9309
            .with(|custom| custom.pattern_language = PatternLanguage::Glob)
            .needs_opt_in()
    );
}

/// Where any Disallow that matches denies, verdicts do not tell.
#[test]
fn allow_lines_are_rules_where_the_dialect_has_them() {
    for (name, dialect) in Dialect::PRESETS {
        let robots = ParseOptions::new()
            .dialect(*dialect)
            .parse(b"User-agent: *\nAllow: /a\nDisallow: /b\n");
        let rules: Vec<String> = robots
            .groups()
            .flat_map(|group| group.rules())
            .map(|rule| rule.to_string())
            .collect();
        let all = ["Allow: /a", "Disallow: /b"];
        let is_left_out = ["original1994", "revisited"].contains(name);
        assert_eq!(rules, all[usize::from(is_left_out)..], "{name}");
    }
}

/// The grammar of the draft of 1996 counts extension lines among the rules of a record; the
/// text of 1994 has no such lines.
#[test]
fn an_extension_line_ends_the_names_of_a_record_of_1996() {
    let body = b"User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n";
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        let is_apart = ["draft1996", "slurp", "seznam", "seznam2"].contains(&name);
        // Globs are about the whole target.
        let url = if name == "seznam2" { "/" } else { "/x" };
        let (a, ..) = every_way(dialect, body, "a", url);
        let (b, ..) = every_way(dialect, body, "b", url);
        assert_eq!((a, b), (is_apart, false), "{name}");
        assert_eq!(
            model::check(dialect, body, &["a"], true, url).allowed,
            a,
            "{name}"
        );
    }
}

/// In "revisited" a record needs both lines. In 1994 that was not said.
#[test]
fn names_without_a_rule_are_no_record_of_revisited() {
    // The lines after some names, and whether the names then form a record.
    for (between, is_record) in [
        ("", false),
        ("# a comment\n", false),
        ("Crawl-delay: 5\n", false),
        ("Disallow:\n", true),
        ("Allow: /\n", false),
        // Below a blank line, a rule is in no record.
        ("\nDisallow: /y\n", false),
    ] {
        let body = format!("User-Agent: foo\n{between}\nUser-Agent: *\nDisallow: /\n");
        let last = format!("User-Agent: *\nDisallow: /\n\nUser-Agent: foo\n{between}");
        for body in [&body, &last] {
            for (dialect, allowed) in [(Dialect::REVISITED, is_record), (Dialect::ORIGINAL_1994, true)] {
                let (given, ..) = every_way(dialect, body.as_bytes(), "foo", "/x");
                assert_eq!(given, allowed, "{dialect} {body:?}");
                let model = model::check(dialect, body.as_bytes(), &["foo"], true, "/x");
                assert_eq!(model.allowed, allowed, "{dialect} {body:?}");
                let (others, ..) = every_way(dialect, body.as_bytes(), "bar", "/x");
                assert!(!others, "{dialect} {body:?}");
            }
        }
    }
    let robots = ParseOptions::new()
        .dialect(Dialect::REVISITED)
        .parse(b"User-agent: foo\n\nUser-agent: bar\nDisallow:\n");
    assert_eq!(robots.groups().count(), 1);
}

#[test]
fn rules_below_a_line_that_means_to_name_a_crawler_are_for_nobody_else() {
    // The line, and whether its name can be read.
    for (line, is_read) in [
        ("User-agent Foo Bot", true),
        ("User-agent = Foo", true),
        ("User-agent=Foo", true),
        ("User-agent; Foo", true),
        ("User-agent\u{FF1A}Foo", true),
        ("User-agent \u{2013} Foo", true),
        ("User agents: Foo", true),
        ("User_agent: Foo", true),
        ("User-agen: Foo", true),
        ("User\u{2011}agent: Foo", true),
        ("User-agent\u{A0}Foo", true),
        ("User-agent = all of them", false),
        ("User agents: \"Foo\"", false),
        ("User-agent", false),
    ] {
        for before in ["", "User-agent: Bar\nDisallow: /bar\n"] {
            let body = format!("{before}{line}\nDisallow: /\n");
            for (agent, allowed) in [("Foo", !is_read), ("Bar", true), ("Baz", true)] {
                let (verdict, ..) = every_way(Dialect::LENIENT, body.as_bytes(), agent, "/x");
                assert_eq!(verdict, allowed, "{line} {before:?} {agent}");
            }
        }
    }
    // Prose, and lines of other keys, are no such line.
    for line in [
        "User agents of every kind are welcome",
        "User-agentless: x",
        "Users: Foo",
    ] {
        let body = format!("User-agent: *\n{line}\nDisallow: /\n");
        assert!(
            !every_way(Dialect::LENIENT, body.as_bytes(), "Foo", "/x").0,
            "{line}"
        );
    }
}

#[test]
fn invisible_characters_around_keys_and_values_do_not_count_where_the_dialect_says_so() {
    for unseen in [
        "\u{A0}",
        "\u{AD}",
        "\u{200B}",
        "\u{200E}",
        "\u{2060}",
        "\u{3000}",
        "\u{FEFF}",
        "\u{A0} \u{200B}",
    ] {
        for body in [
            format!("User-agent: Foo{unseen}\nDisallow: /x"),
            format!("User-agent:{unseen}Foo # me\nDisallow: /x"),
            format!("{unseen}User-agent: Foo\nDisallow: /x"),
            format!("a: b\nUser-agent{unseen}: Foo\nDisallow: /x"),
            format!("User-agent: Foo\nDisallow: /x{unseen}"),
            format!("User-agent: Foo\nDisallow:{unseen} /x # y"),
            format!("User-agent: Foo\n{unseen}Disallow: /x"),
            format!("User-agent: Foo\nDisalow{unseen}: /x{unseen}\n"),
        ] {
            let (allowed, ..) = every_way(Dialect::LENIENT, body.as_bytes(), "Foo", "/x");
            assert!(!allowed, "{body:?}");
            // A byte order mark before the first line counts nowhere.
            let allowed = every_way(Dialect::RFC_9309, body.as_bytes(), "Foo", "/x").0;
            assert!(allowed || body.starts_with('\u{FEFF}'), "{body:?}");
        }
        let inner = format!("User-agent: Foo\nDisallow: /x{unseen}y");
        assert!(
            every_way(Dialect::LENIENT, inner.as_bytes(), "Foo", "/xy").0,
            "{inner:?}"
        );
    }
    // In Latin-1.
    assert!(
        !every_way(
            Dialect::LENIENT,
            b"User-agent: *\nDisallow:\xA0/x\xA0",
            "Foo",
            "/x"
        )
        .0
    );
}

#[test]
fn no_star_ends_within_an_escape_of_the_draft_of_1996() {
    let patterns = [
        "/*A", "/*2A", "/*%2A", "/*A$", "/*2A$", "/*%2A$", "/*4", "/*5y", "/*25y", "/*%y", "/*%25y", "/*F",
        "/*2Fb", "/*%2Fb", "/*x*A", "/*%*A", "/x*", "/x$y", "/x%2A", "/x%y", "/*$y", "/*%24y", "/*24y",
        "/*\x12", "/*%12", "*2Ax%2Ay", "/*2A*y",
    ];
    let urls = [
        "/x*",
        "/x%2A",
        "/x$y",
        "/x%24y",
        "/x%y",
        "/x%25y",
        "/x%2Ab",
        "/a%2Fb",
        "/a%2fb",
        "/xA",
        "/x2A",
        "/x*A",
        "/x%A",
        "/a4",
        "/a$4",
        "/x%12",
        "/%10%2A",
        "/x%2A2Ax*y",
        "/2Ax*2Ax%2Ay",
        "/x%252A",
    ];
    let mut matched = 0;
    for dialect in [
        Dialect::SLURP,
        Dialect::SLURP.with(|custom| custom.index_html = true),
        Dialect::RFC_9309,
        Dialect::GOOGLE,
        Dialect::LENIENT,
    ] {
        for pattern in patterns {
            let body = format!("User-agent: *\nDisallow: {pattern}\n");
            for url in urls {
                let model = model::check(dialect, body.as_bytes(), &["FooBot"], true, url).allowed;
                assert_eq!(
                    every_way(dialect, body.as_bytes(), "FooBot", url).0,
                    model,
                    "{dialect} {pattern} {url}"
                );
                matched += usize::from(!model);
            }
        }
    }
    assert!(matched > 100);
    for (pattern, url, is_allowed) in [
        ("/*A", "/x*", true),
        ("/*2F", "/a%2Fb", true),
        ("/*%2A", "/x*", false),
        ("/*%2F", "/a%2Fb", false),
    ] {
        let body = format!("User-agent: *\nDisallow: {pattern}\n");
        assert_eq!(
            every_way(Dialect::SLURP, body.as_bytes(), "FooBot", url).0,
            is_allowed,
            "{pattern} {url}"
        );
    }
    // RFC 9309 compares the escaped text.
    assert!(
        !every_way(
            Dialect::RFC_9309,
            b"User-agent: *\nDisallow: /*2F",
            "FooBot",
            "/a%2Fb"
        )
        .0
    );
}

/// How an option is shown: by the name of its value, or by `x` where it is on.
fn shown(dialect: &Dialect) -> [(&'static str, String); 24] {
    let yes = |yes: bool| String::from(if yes { "x" } else { "-" });
    let number = |number: Option<String>| number.unwrap_or_else(|| "-".into());
    let d = dialect;
    [
        ("group_end", d.group_end.to_string()),
        ("rules_before_groups", yes(d.rules_before_groups)),
        ("groups_need_rules", yes(d.groups_need_rules)),
        ("name_test", d.name_test.to_string()),
        ("family", number(d.family.map(String::from))),
        ("group_choice", d.group_choice.to_string()),
        ("rule_choice", d.rule_choice.to_string()),
        ("pattern_language", d.pattern_language.to_string()),
        ("robot_version", yes(d.robot_version)),
        ("percent_mode", d.percent_mode.to_string()),
        ("key_spelling", d.key_spelling.to_string()),
        ("allow_lines", yes(d.allow_lines)),
        ("several_names", yes(d.several_names)),
        ("several_paths", yes(d.several_paths)),
        ("supplies_leading_slash", yes(d.supplies_leading_slash)),
        ("robots_txt_allowed", yes(d.robots_txt_allowed)),
        ("target_syntax", d.target_syntax.to_string()),
        ("index_html", yes(d.index_html)),
        ("both_spellings", yes(d.both_spellings)),
        ("trims_invisible", yes(d.trims_invisible)),
        (
            "max_line_bytes",
            number(d.max_line_bytes.map(|bytes| bytes.to_string())),
        ),
        ("nul_ends_line", yes(d.nul_ends_line)),
        (
            "slowest_request_rate",
            number(d.slowest_request_rate.map(|rate| rate.to_string())),
        ),
        ("partial_bom", yes(d.partial_bom)),
    ]
}

/// What the documents that the head of this file lists say, one row for each option. That delays and
/// rates count has a test of its own, and so has what answers to requests mean.
#[test]
#[rustfmt::skip]
fn what_each_preset_is_made_of() {
    const AFTER_RULE: &str = "user-agent-after-rule";
    let all = |usual: &'static str, others: &[(&'static str, &[&'static str])]| {
        let of = |name: &&str| others.iter().find(|(_, names)| names.contains(name)).map_or(usual, |(value, _)| *value);
        Dialect::PRESETS.iter().map(|(name, _)| of(name)).collect::<Vec<_>>()
    };
    let old = ["original1994", "draft1996", "revisited", "slurp"];
    for (option, expected) in [
        ("group_end", all(AFTER_RULE, &[
            ("blank-line", &["original1994", "revisited", "yandex", "baidu"]),
            ("blank-line-or-user-agent", &["draft1996", "slurp"]),
            ("user-agent", &["seznam", "seznam2"]),
        ])),
        ("rules_before_groups", all("-", &[("x", &["lenient"])])),
        ("groups_need_rules", all("-", &[("x", &["revisited"])])),
        ("name_test", all("product-token", &[
            ("letters-whole", &["google"]),
            ("value-in-name", &["original1994", "revisited"]),
            ("name-in-value", &["draft1996", "slurp"]),
        ])),
        ("family", all("-", &[("Yandex", &["yandex"])])),
        ("group_choice", all("merge", &[("first", &old), ("first", &["baidu"])])),
        ("rule_choice", all("longest", &[
            ("any-disallow", &["original1994", "revisited", "diffbot"]),
            ("first", &["draft1996", "slurp", "baidu"]),
        ])),
        ("pattern_language", all("wildcard", &[
            ("prefix", &["original1994", "draft1996", "revisited"]),
            ("glob", &["seznam2"]),
        ])),
        ("robot_version", all("-", &[("x", &["seznam", "seznam2"])])),
        ("percent_mode", all("rfc9309", &[("draft1996", &old), ("rule-only", &["google"])])),
        ("key_spelling", all("exact", &[("prefix", &["google"]), ("misspelled", &["lenient"])])),
        ("allow_lines", all("x", &[("-", &["original1994", "revisited"])])),
        ("several_names", all("-", &[("x", &["revisited"])])),
        ("several_paths", all("-", &[("x", &["revisited"])])),
        ("supplies_leading_slash", all("-", &[])),
        ("robots_txt_allowed", all("-", &[("x", &["rfc9309", "draft1996", "slurp", "diffbot", "lenient"])])),
        ("target_syntax", all("rfc3986", &[("google-library", &["google"])])),
        ("index_html", all("-", &[("x", &["google"])])),
        ("both_spellings", all("-", &[("x", &["lenient"])])),
        ("trims_invisible", all("-", &[("x", &["lenient"])])),
        // Eight times the 2,083 bytes that URLs have at most in some browsers, less one.
        ("max_line_bytes", all("-", &[("16663", &["google"])])),
        ("nul_ends_line", all("-", &[("x", &["google", "lenient"])])),
        ("slowest_request_rate", all("-", &[("1/10s", &["seznam", "seznam2"])])),
        ("partial_bom", all("-", &[("x", &["google"])])),
    ] {
        let given: Vec<String> = Dialect::PRESETS
            .iter()
            .map(|(_, dialect)| shown(dialect).into_iter().find(|(name, _)| *name == option).expect("the option").1)
            .collect();
        assert_eq!(given, expected, "{option}");
    }
    // Google reads no delays, and Yandex none since 2018.
    for (name, dialect) in Dialect::PRESETS {
        let counts = (dialect.crawl_delay_lines, dialect.request_rate_lines);
        let expected = match *name {
            "google" => (false, false),
            "yandex" => (false, true),
            _ => (true, true),
        };
        assert_eq!(counts, expected, "{name}");
    }
}

/// Each option by itself, from one question that it decides: whether the URL is allowed without the
/// option, as in RFC 9309, and with it.
#[test]
#[rustfmt::skip]
fn each_option_changes_an_answer() {
    use robots_exclusion::dialect::{KeySpelling, PercentMode, RuleChoice, TargetSyntax};

    // Option, how it is set, body, crawler, URL, and whether it is allowed without the option.
    type Row<'r> = (&'r str, fn(&mut Dialect), &'r [u8], &'r str, &'r str, bool);
    let rows: &[Row<'_>] = &[
        ("blank-line", |d| d.group_end = GroupEnd::BlankLine, b"User-agent: *\n\nDisallow: /a\n", "foo", "/a", false),
        ("blank-line-or-user-agent", |d| d.group_end = GroupEnd::BlankLineOrUserAgent, b"User-agent: foo\nX: y\nUser-agent: bar\nDisallow: /a\n", "foo", "/a", false),
        ("user-agent", |d| d.group_end = GroupEnd::UserAgent, b"User-agent: foo\nX: y\nUser-agent: bar\nDisallow: /a\n", "foo", "/a", false),
        ("rules_before_groups", |d| d.rules_before_groups = true, b"Disallow: /a\n", "foo", "/a", true),
        ("groups_need_rules", |d| d.groups_need_rules = true, b"User-agent: *\nDisallow: /a\n\nUser-agent: foo\n", "foo", "/a", true),
        ("letters-whole", |d| d.name_test = NameTest::LettersWhole, b"User-agent: foo\nDisallow: /a\n", "foo/1", "/a", false),
        ("value-in-name", |d| d.name_test = NameTest::ValueInName, b"User-agent: oo\nDisallow: /a\n", "foo", "/a", true),
        ("name-in-value", |d| d.name_test = NameTest::NameInValue, b"User-agent: a foo\nDisallow: /a\n", "foo", "/a", true),
        ("family", |d| d.family = Some("fam"), b"User-agent: fam\nDisallow: /a\n", "FamBot", "/a", true),
        ("group first", |d| d.group_choice = GroupChoice::First, b"User-agent: foo\nDisallow: /b\n\nUser-agent: foo\nDisallow: /a\n", "foo", "/a", false),
        ("rule first", |d| d.rule_choice = RuleChoice::First, b"User-agent: foo\nDisallow: /\nAllow: /a\n", "foo", "/a", true),
        ("any-disallow", |d| d.rule_choice = RuleChoice::AnyDisallow, b"User-agent: foo\nAllow: /a\nDisallow: /\n", "foo", "/a", true),
        ("prefix", |d| d.pattern_language = PatternLanguage::Prefix, b"User-agent: foo\nDisallow: /*a\n", "foo", "/xa", false),
        ("glob", |d| d.pattern_language = PatternLanguage::Glob, b"User-agent: foo\nDisallow: /a\n", "foo", "/ab", false),
        ("robot_version", |d| d.robot_version = true, b"User-agent: foo\nRobot-version: 2.0\nDisallow: /a\n", "foo", "/ab", false),
        ("percent 1996", |d| d.percent_mode = PercentMode::Draft1996, b"User-agent: foo\nDisallow: /a%3Bb\n", "foo", "/a;b", true),
        ("percent of rules", |d| d.percent_mode = PercentMode::RuleOnly, b"User-agent: foo\nDisallow: /%61\n", "foo", "/a", false),
        ("misspelled", |d| d.key_spelling = KeySpelling::Misspelled, b"User-agent: foo\nDisallows: /a\n", "foo", "/a", true),
        ("key prefix", |d| d.key_spelling = KeySpelling::Prefix, b"User-agent: foo\nDisallowed: /a\n", "foo", "/a", true),
        ("allow_lines", |d| d.allow_lines = false, b"User-agent: foo\nDisallow: /\nAllow: /a\n", "foo", "/a", true),
        ("several_names", |d| d.several_names = true, b"User-agent: bar foo\nDisallow: /a\n", "foo", "/a", true),
        ("several_paths", |d| d.several_paths = true, b"User-agent: foo\nDisallow: /b /a\n", "foo", "/a", true),
        ("supplies_leading_slash", |d| d.supplies_leading_slash = true, b"User-agent: foo\nDisallow: a\n", "foo", "/a", true),
        ("robots_txt_allowed", |d| d.robots_txt_allowed = false, b"User-agent: foo\nDisallow: /\n", "foo", "/robots.txt", true),
        ("target_syntax", |d| d.target_syntax = TargetSyntax::GoogleLibrary, b"User-agent: foo\nDisallow: /;a\n", "foo", "https://e.com;a", true),
        ("index_html", |d| d.index_html = true, b"User-agent: foo\nDisallow: /\nAllow: /a/index.html\n", "foo", "/a/", false),
        ("both_spellings", |d| d.both_spellings = true, b"User-agent: foo\nDisallow: /a_(b)\n", "foo", "/a_%28b%29", true),
        ("both_spellings", |d| d.both_spellings = true, b"User-agent: foo\nDisallow: /%3Ba\n", "foo", "/;ab", true),
        ("trims_invisible", |d| d.trims_invisible = true, b"User-agent: foo\nDisallow: /a\xC2\xA0\n", "foo", "/ab", true),
        ("max_line_bytes", |d| d.max_line_bytes = Some(12), b"User-agent:f\nDisallow: /ab\n", "f", "/ac", true),
        ("nul_ends_line", |d| d.nul_ends_line = true, b"User-agent: foo\nDisallow: /a\0b\n", "foo", "/ac", true),
        ("partial_bom", |d| d.partial_bom = true, b"\xEFUser-agent: foo\nDisallow: /a\n", "foo", "/a", true),
    ];
    for (option, set, body, agent, url, without) in rows {
        let (plain, ..) = every_way(Dialect::RFC_9309, body, agent, url);
        let (changed, ..) = every_way(Dialect::RFC_9309.with(set), body, agent, url);
        assert_eq!((plain, changed), (*without, !without), "{option}");
    }
}

#[test]
fn a_line_is_cut_after_as_many_bytes_as_the_dialect_reads() {
    let body = b"User-agent: *\nDisallow: /abcdef\n";
    // The rule that is read of a line of 17 bytes.
    for (limit, expected) in [
        (13, "Disallow: /ab"),
        (16, "Disallow: /abcde"),
        (17, "Disallow: /abcdef"),
        (18, "Disallow: /abcdef"),
    ] {
        let dialect = Dialect::RFC_9309.with(|custom| custom.max_line_bytes = Some(limit));
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let rules: Vec<String> = robots
            .groups()
            .flat_map(|group| group.rules().map(|rule| rule.to_string()).collect::<Vec<_>>())
            .collect();
        assert_eq!(rules, [expected], "{limit}");
        let cut: Vec<bool> = robots.lines().map(|line| line.is_cut()).collect();
        assert_eq!(cut, [limit < 13, limit < 17], "{limit}");
    }
    // Google's library reads 16,663 bytes.
    for (length, is_cut) in [(16_663, false), (16_664, true)] {
        let path = "x".repeat(length - "Disallow: /".len());
        let body = format!("User-agent: *\nDisallow: /{path}\n");
        let robots = RobotsTxt::options().dialect(Dialect::GOOGLE).parse(&body);
        assert_eq!(robots.lines().any(|line| line.is_cut()), is_cut, "{length}");
        let shorter = format!("/{}", &path[1..]);
        assert_eq!(robots.is_allowed("foo", shorter.as_str()), !is_cut, "{length}");
    }
}

#[test]
fn names_of_presets_are_read_exactly() {
    for (name, dialect) in Dialect::PRESETS {
        assert_eq!(Dialect::from_name(name), Some(*dialect));
        assert_eq!(name.parse(), Ok(*dialect));
        assert_eq!(
            (dialect.name(), dialect.to_string()),
            (Some(*name), String::from(*name))
        );
        for other in [
            name.to_ascii_uppercase(),
            format!("{name} "),
            format!("{name}x"),
            name[1..].into(),
        ] {
            assert_eq!(Dialect::from_name(&other), None, "{other:?}");
            assert!(other.parse::<Dialect>().is_err(), "{other:?}");
        }
    }
    let custom = Dialect::RFC_9309.with(|custom| custom.several_paths = true);
    assert_eq!((custom.name(), custom.to_string()), (None, "custom".into()));
    assert_eq!(Dialect::default(), Dialect::RFC_9309);
}

/// Where any Disallow that matches denies, an Allow is none of the rules, however it is written.
#[test]
fn no_allow_is_compiled_where_it_cannot_decide() {
    let dialect = Dialect::ORIGINAL_1994.with(|custom| {
        custom.allow_lines = true;
        custom.supplies_leading_slash = true;
    });
    for language in PatternLanguage::ALL {
        let dialect = dialect.with(|custom| custom.pattern_language = *language);
        for allow in [
            "Allow: /a",
            "Allow: a",
            "Allow: /*",
            "Allow: *",
            "Allow: /%61\u{e9}",
            "Allow: [a]",
        ] {
            let body = format!("User-agent: *\n{allow}\nDisallow: /a\n");
            let rules = ParseOptions::new().dialect(dialect).rules_for(&body, "foo");
            assert_eq!(rules.len(), 1, "{language} {allow}");
            let (allowed, _, line) = every_way(dialect, body.as_bytes(), "foo", "/a");
            assert_eq!((allowed, line), (false, Some(3)), "{language} {allow}");
        }
    }
}

/// Agent and URL were probably given in the wrong order, unless a group names the crawler.
#[test]
fn an_agent_that_is_a_url_is_reported_unless_a_group_names_it() {
    for (body, agent, reason) in [
        (&b""[..], "https://e.com/", Reason::AgentIsUrl),
        (
            b"User-agent: *\nDisallow: /x\n",
            "https://e.com/",
            Reason::AgentIsUrl,
        ),
        (
            b"User-agent: *\nDisallow: /x\n",
            "http://e.com/",
            Reason::AgentIsUrl,
        ),
        (
            b"User-agent: *\nDisallow: /x\n",
            "ftp://e.com/",
            Reason::NoMatchingRule,
        ),
        (
            b"User-agent: https\nDisallow: /x\n",
            "https://e.com/",
            Reason::NoMatchingRule,
        ),
        (
            b"User-agent: foo\nDisallow: /x\n",
            "https://e.com/",
            Reason::AgentIsUrl,
        ),
        (b"User-agent: foo\nDisallow: /x\n", "bar", Reason::NoGroup),
    ] {
        let (allowed, given, _) = every_way(Dialect::RFC_9309, body, agent, "/y");
        assert_eq!(
            (allowed, given),
            (true, reason),
            "{} {agent}",
            body.escape_ascii()
        );
    }
}

/// Stars compare a literal `*`, `$` or `%` as one unit, and no octet is a part of one.
#[test]
fn control_characters_are_no_part_of_a_literal_star() {
    for (pattern, url, is_allowed) in [
        (&b"/*\x1A"[..], "/x*", true),
        (b"/*\x1A", "/x\u{1A}", false),
        (b"/*\x1A", "/x%1A", false),
        (b"/*\x15", "/x%25", true),
        (b"/*\x1F", "/x%2F", true),
        (b"/*%2A", "/x*", false),
    ] {
        let body = [b"User-agent: *\nDisallow: ", pattern, b"\n"].concat();
        let (allowed, ..) = every_way(Dialect::SLURP, &body, "foo", url);
        assert_eq!(allowed, is_allowed, "{} {url:?}", pattern.escape_ascii());
    }
}

/// Yandex, "Using robots.txt": a file over 500 KB is taken for one that allows everything.
#[test]
fn a_file_larger_than_yandex_reads_allows_everything() {
    let head = b"User-agent: *\nDisallow: /x\nCrawl-delay: 5\nSitemap: https://e.com/s.xml\n#";
    let limit = Dialect::YANDEX.fetch_policy.max_bytes as usize;
    for (bytes, is_too_large) in [(limit, false), (limit + 1, true)] {
        let mut body = head.to_vec();
        body.resize(bytes, b'.');
        for (dialect, max_bytes) in [
            (Dialect::YANDEX, usize::MAX),
            (Dialect::YANDEX, 1_000),
            (Dialect::GOOGLE, usize::MAX),
        ] {
            let is_open = is_too_large && dialect == Dialect::YANDEX;
            let options = ParseOptions::new().dialect(dialect).max_bytes(max_bytes);
            let robots = options.parse(&body);
            let rules = options.rules_for(&body, "FooBot");
            let reason = if is_open {
                Reason::Unavailable
            } else {
                Reason::Rule
            };
            for verdict in [
                robots.check("FooBot", "/x"),
                options.check(&body, "FooBot", "/x"),
                rules.check("/x"),
                robots.rules_for("FooBot").check("/x"),
                robots.explain("FooBot", "/x").verdict().clone(),
                options
                    .parse_owned(body.clone())
                    .check("FooBot", "/x")
                    .into_owned(),
                robots.clone().into_indexed().check("FooBot", "/x").into_owned(),
            ] {
                assert_eq!(
                    (verdict.is_allowed(), verdict.reason()),
                    (is_open, reason),
                    "{bytes} {options:?}"
                );
            }
            if dialect.robots_txt_allowed {
                let itself = [
                    robots.check("FooBot", "/robots.txt"),
                    options.check(&body, "FooBot", "/robots.txt"),
                ];
                assert!(
                    itself
                        .iter()
                        .all(|verdict| verdict.reason() == Reason::RobotsTxtItself)
                );
            }
            assert_eq!(robots.outcome().is_some(), is_open);
            assert_eq!(robots.select("FooBot").groups().count(), usize::from(!is_open));
            assert_eq!(robots.groups().count(), usize::from(!is_open));
            assert_eq!(rules.len(), usize::from(!is_open));
            assert_eq!(robots.sitemaps().count(), usize::from(!is_open));
            assert!(!robots.body().is_empty());
        }
    }
}
