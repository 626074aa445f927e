//! Small cases that once had a wrong or contradictory answer, each with the answer that the
//! documents give.

use robots_exclusion::dialect::{GroupEnd, NameTest, PatternLanguage, RuleChoice};
use robots_exclusion::syntax::Span;
use robots_exclusion::{AgentList, Dialect, ParseOptions, Reason, RobotsTxt, Rules};

use crate::ask::{check, every_way};
use crate::model;

/// Asks in every way; the answer is whether the URL is allowed, the reason and the deciding line.
fn ask(dialect: Dialect, body: &str, agents: &AgentList<'_>, url: &str) -> (bool, &'static str, Option<u32>) {
    let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    let verdict = robots.check(agents, url);
    assert_eq!(check(body.as_bytes(), agents, url, dialect), verdict);
    let rules = robots.rules_for(agents);
    let compiled = rules.check(url);
    assert_eq!(
        (compiled.reason(), compiled.line()),
        (verdict.reason(), verdict.line())
    );
    let expected = model::check(
        dialect,
        body.as_bytes(),
        &agents.tokens().collect::<Vec<_>>(),
        agents.obeys_star(),
        url,
    );
    assert_eq!(
        (verdict.is_allowed(), verdict.line()),
        (expected.allowed, expected.line)
    );
    (verdict.is_allowed(), verdict.reason().as_str(), verdict.line())
}

#[test]
fn a_star_is_nobodys_name() {
    let no_group = (true, Reason::NoGroup.as_str(), None);
    let star = AgentList::new(&["FooBot", "*"]).without_star();
    let original = Dialect::ORIGINAL_1994;
    assert_eq!(ask(original, "User-agent: *\nDisallow: /", &star, "/"), no_group);
    assert_eq!(
        ask(Dialect::DRAFT_1996, "User-agent: * Foo\nDisallow: /", &star, "/"),
        no_group
    );
    let odd = AgentList::new(&["a*b"]).without_star();
    assert_eq!(ask(original, "User-agent: *\nDisallow: /", &odd, "/"), no_group);
}

#[test]
fn robot_version_counts_after_the_last_user_agent_line() {
    let agents = AgentList::new(&["FooBot"]);
    let dialect = Dialect::RFC_9309.with(|custom| custom.robot_version = true);
    // Not after all of the names: the rule is a prefix.
    let body = "User-agent: *\nRobot-version: 2.0\nUser-agent: FooBot\nDisallow: /a";
    assert_eq!(ask(dialect, body, &agents, "/ab"), (false, "rule", Some(4)));
    let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    let group = robots.groups().next().unwrap();
    assert_eq!(group.pattern_language(), PatternLanguage::Wildcard);
    // After all of them, no matter what is between them: it is a glob.
    let body = "User-agent: *\nCrawl-delay: 1\nUser-agent: FooBot\nRobot-version: 2.0\nDisallow: /a";
    assert_eq!(
        ask(dialect, body, &agents, "/ab"),
        (true, "no-matching-rule", None)
    );
    let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    let group = robots.groups().next().unwrap();
    assert_eq!(group.pattern_language(), PatternLanguage::Glob);
    // In Seznam's sections these are two groups.
    let sections = dialect.with(|custom| custom.group_end = GroupEnd::UserAgent);
    assert_eq!(
        ask(sections, body, &AgentList::new(&["Bar"]), "/a").1,
        "no-matching-rule"
    );
}

#[test]
fn a_wildcard_question_mark_begins_no_query() {
    let agents = AgentList::new(&["FooBot"]);
    let dialect = Dialect::SEZNAM_2;
    let body = "User-agent: *\nDisallow: /a?%2F\n";
    assert!(!ask(dialect, body, &agents, "/ax%2F").0);
    assert!(ask(dialect, body, &agents, "/ax/").0);
    let body = "User-agent: *\nDisallow: /a\\?%2F\n";
    assert!(!ask(dialect, body, &agents, "/a?/").0);
}

#[test]
fn a_family_is_looked_for_in_the_name_alone() {
    let body = "User-agent: Yandex\nDisallow: /a";
    let agents = AgentList::new(&["Foo/1 (YandexBot)"]);
    assert_eq!(ask(Dialect::YANDEX, body, &agents, "/a").1, "no-group");
    let whole = Dialect::YANDEX.with(|custom| custom.name_test = NameTest::LettersWhole);
    assert_eq!(ask(whole, body, &agents, "/a"), (false, "rule", Some(2)));
}

#[test]
fn a_wildcard_question_mark_takes_a_star_for_one_octet() {
    let agents = AgentList::new(&["FooBot"]);
    for url in ["/a*b", "/a%2Ab", "/a$b", "/axb"] {
        assert!(!ask(Dialect::SEZNAM_2, "User-agent: *\nDisallow: /a?b\n", &agents, url).0);
    }
}

#[test]
fn a_percent_sign_of_a_glob_is_spelled_as_the_mode_spells_it() {
    let agents = AgentList::new(&["FooBot"]);
    let kept = Dialect::GOOGLE.with(|custom| custom.pattern_language = PatternLanguage::Glob);
    let decoded = Dialect::RFC_9309.with(|custom| custom.pattern_language = PatternLanguage::Glob);
    for dialect in [kept, decoded] {
        assert!(!ask(dialect, "User-agent: *\nDisallow: /a%b\n", &agents, "/a%b").0);
    }
}

#[test]
fn the_second_chance_of_an_index_file() {
    let agents = AgentList::new(&["FooBot"]);
    let google = Dialect::GOOGLE;
    let body = "User-agent: *\nDisallow: /a\nAllow: /a*b/index.html\n";
    assert_eq!(ask(google, body, &agents, "/axb/"), (true, "rule", Some(3)));
    assert_eq!(ask(google, body, &agents, "/axb/c"), (false, "rule", Some(2)));
    assert_eq!(ask(google, body, &agents, "/ax/"), (false, "rule", Some(2)));
    // Its length is that of its directory and the `$`.
    let body = "User-agent: *\nDisallow: /x/$\nAllow: /x/index.html\n";
    assert_eq!(ask(google, body, &agents, "/x/"), (true, "rule", Some(3)));
    let body = "User-agent: *\nDisallow: /x/*$\nAllow: /x/index.html\n";
    assert_eq!(ask(google, body, &agents, "/x/"), (false, "rule", Some(2)));
    // In canonical form it may be spelled in other ways.
    let dialect = Dialect::RFC_9309.with(|custom| custom.index_html = true);
    let body = "User-agent: *\nDisallow: /x\nAllow: /x/%69ndex.html\n";
    assert_eq!(ask(dialect, body, &agents, "/x/"), (true, "rule", Some(3)));
    let body = "User-agent: *\nDisallow: /x\nAllow: /x/%69ndec.html\n";
    assert_eq!(ask(dialect, body, &agents, "/x/"), (false, "rule", Some(2)));
}

#[test]
fn presets_have_names() {
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        assert_eq!(dialect.name(), Some(name));
        assert_eq!(name.parse(), Ok(dialect));
        assert_eq!(dialect.to_string(), name);
    }
    assert_eq!(
        Dialect::GOOGLE
            .with(|custom| custom.max_line_bytes = Some(7))
            .name(),
        None
    );
}

#[test]
fn an_unknown_dialect_says_so() {
    let error = "altavista".parse::<Dialect>().unwrap_err();
    assert_eq!(error.to_string(), "no dialect has this name");
}

#[test]
fn robots_txt_itself_is_allowed_however_it_is_spelled() {
    for body in ["User-agent: *\nDisallow: /\n", "User-agent: *\nDisallow: /robo\n"] {
        let rules = Rules::parse(body.as_bytes(), "FooBot");
        for url in [
            "/robots.txt",
            "/robots%2Etxt",
            "/robo%74s.txt",
            "/rob%6Fts.txt",
            "/%72obots.txt",
            "https://example.com/robo%74s.tx%74#top",
        ] {
            assert!(rules.check(url).is_allowed(), "{url}");
            assert!(rules.is_allowed(url), "{url}");
        }
        assert!(!rules.is_allowed("/robo%74s.txt?"));
        assert!(!rules.is_allowed("/robots.txt/"));
    }
}

/// Where escapes are decoded, a pattern may hold what ends a target, and then it never matches: also
/// not the text of the URL as it is written, fragment and all.
#[test]
fn a_fragment_is_no_part_of_a_target() {
    for (name, dialect) in Dialect::PRESETS {
        for length in 0..12 {
            let path = format!("/{}", &"abcdefghijkl"[..length]);
            for (escape, byte) in [("%23", '#'), ("%00", '\0'), ("%3F", '?'), ("%25", '%')] {
                let body = format!("User-agent: *\nDisallow: {path}{escape}\nDisallow: {path}{escape}x$\n");
                let robots = RobotsTxt::options().dialect(*dialect).parse(body.as_bytes());
                let rules = robots.rules_for("FooBot");
                for rest in ["", "x", "x/and/more"] {
                    let url = format!("{path}{byte}{rest}");
                    let expected = robots.check("FooBot", &url).is_allowed();
                    assert_eq!(rules.is_allowed(&url), expected, "{name} {body:?} {url:?}");
                    assert_eq!(
                        rules.check(&url).is_allowed(),
                        expected,
                        "{name} {body:?} {url:?}"
                    );
                    if byte == '#' {
                        assert_eq!(
                            expected,
                            robots.is_allowed("FooBot", &path),
                            "{name} {body:?} {url:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn lines_that_quick_checks_must_not_skip() {
    // A name after more than one space, though another name could begin with the second.
    for blanks in [" ", "  ", " \t", "\t ", " \x0B", "   "] {
        let body = format!("User-agent: Other\nAllow: /\n\nUser-agent:{blanks}FooBot\nDisallow: /x\n");
        let (allowed, _, line) = every_way(Dialect::RFC_9309, body.as_bytes(), "FooBot", "/x");
        assert_eq!((allowed, line), (false, Some(5)), "{blanks:?}");
    }
    // The only pair of the target is that of the pattern.
    let (allowed, _, line) = every_way(
        Dialect::RFC_9309,
        b"User-agent: *\nDisallow: */x\n",
        "FooBot",
        "/x",
    );
    assert_eq!((allowed, line), (false, Some(2)));
    // The same byte opens a set of a glob, after a rule that was skipped.
    let dialect = Dialect::RFC_9309.with(|custom| custom.pattern_language = PatternLanguage::Glob);
    let body = b"User-agent: *\nDisallow: /x\nDisallow: /[ab]*\n";
    let (allowed, _, line) = every_way(dialect, body, "FooBot", "/a");
    assert_eq!((allowed, line), (false, Some(3)));
    // What Google's library tries in place of a pattern lacks some of its pairs.
    let body = b"User-agent: *\nDisallow: /\nAllow: /*/index.html\n";
    let (allowed, _, line) = every_way(Dialect::GOOGLE, body, "FooBot", "/a/");
    assert_eq!((allowed, line), (true, Some(3)));
}

#[test]
fn only_spaces_and_tabs_separate_words() {
    let dialect = Dialect::REVISITED.with(|custom| custom.name_test = NameTest::ProductToken);
    for (between, allowed) in [
        (" ", false),
        ("\t", false),
        (" \t", false),
        (" \x0B", true),
        ("\x0C", true),
    ] {
        let body = format!("User-agent: x{between}FooBot\nDisallow: /\n");
        let agents = AgentList::new(&["FooBot"]);
        assert_eq!(ask(dialect, &body, &agents, "/a").0, allowed, "{between:?}");
    }
}

#[test]
fn a_name_cut_within_a_word_names_no_other_crawler() {
    // Cut at the first byte that is not part of a token, this would be `J`, as would every other
    // name that begins this way.
    let body = "User-agent: J\u{e4}vla-Foobot\nDisallow: /\n";
    for agent in ["J", "J\u{f6}kull", "J\u{e4}vla-Foobot"] {
        assert!(
            every_way(Dialect::RFC_9309, body.as_bytes(), agent, "/x").0,
            "{agent}"
        );
    }
    // Google's library cuts it anyway.
    assert!(!every_way(Dialect::GOOGLE, body.as_bytes(), "J", "/x").0);
    // A token that a crawler's own name merely begins with is not its name.
    assert!(
        every_way(
            Dialect::RFC_9309,
            b"User-agent: J\nDisallow: /\n",
            "J\u{e4}vla",
            "/x"
        )
        .0
    );
}

#[test]
fn names_of_the_revisited_standard_may_have_commas_between_them() {
    for body in [
        "User-agent: a, b\nDisallow: /\n",
        "User-agent: a,b\nDisallow: /\n",
    ] {
        for agent in ["a", "b"] {
            assert!(
                !every_way(Dialect::REVISITED, body.as_bytes(), agent, "/x").0,
                "{agent} {body}"
            );
        }
        let robots = RobotsTxt::options()
            .dialect(Dialect::REVISITED)
            .parse(body.as_bytes());
        let names: Vec<&[u8]> = robots.groups().next().unwrap().agents().collect();
        assert_eq!(names, [b"a", b"b"]);
    }
}

#[test]
fn every_way_cites_the_same_of_several_paths_on_a_line() {
    for (value, url, cited) in [
        ("/ab /", "/abc", "/ab"),
        ("/ /ab", "/abc", "/ab"),
        ("/ab / /a", "/x", "/"),
        ("/%61b /", "/abc", "/ab"),
    ] {
        for extra in [0, 50] {
            // Few rules are scanned, many are in a trie.
            let more: String = (0..extra).map(|i| format!("Disallow: /more{i}\n")).collect();
            let body = format!("User-agent: *\nDisallow: {value}\n{more}");
            let robots = RobotsTxt::options()
                .dialect(Dialect::REVISITED)
                .parse(body.as_bytes());
            let (parsed, rules) = (robots.check("FooBot", url), robots.rules_for("FooBot"));
            let compiled = rules.check(url);
            assert_eq!((parsed.line(), compiled.line()), (Some(2), Some(2)));
            let canonical = parsed.rule().unwrap().to_string().replace("%61", "a");
            assert_eq!(canonical, format!("Disallow: {cited}"), "{value} {url}");
            assert_eq!(
                compiled.rule().unwrap().to_string(),
                canonical,
                "{value} {url} {extra}"
            );
            let explanation = robots.explain("FooBot", url);
            assert_eq!(explanation.rules()[0].rule(), parsed.rule().unwrap());
        }
    }
}

/// Where lengths do not rank, few patterns with stars were left in the order of a line's paths, and
/// could not be read back from bytes.
#[test]
fn the_longest_of_several_patterns_on_a_line_is_cited_and_survives_bytes() {
    for choice in [RuleChoice::Longest, RuleChoice::First, RuleChoice::AnyDisallow] {
        for (language, value) in [
            (PatternLanguage::Wildcard, "/*c /a*cd /a*b*cd"),
            (PatternLanguage::Glob, "/*c* /a?c* /[ab]*?*cd"),
        ] {
            let dialect = Dialect::REVISITED.with(|custom| {
                custom.rule_choice = choice;
                custom.pattern_language = language;
            });
            let body = format!("User-agent: *\nDisallow: {value}\n");
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            let rules = robots.rules_for("FooBot");
            let longest = value.rsplit_once(' ').unwrap().1;
            for verdict in [robots.check("FooBot", "/abcd"), rules.check("/abcd")] {
                assert_eq!(
                    verdict.rule().unwrap().pattern(),
                    longest.as_bytes(),
                    "{dialect:?}"
                );
            }
            assert_eq!(Rules::from_bytes(&rules.to_bytes()), Ok(rules), "{dialect:?}");
        }
    }
}

#[test]
fn the_first_of_equally_long_patterns_on_a_line_is_cited() {
    let dialect = Dialect::REVISITED.with(|custom| custom.pattern_language = PatternLanguage::Wildcard);
    for first in ["/a*c", "/ab*", "/*bc"] {
        for second in ["/a*c", "/ab*", "/*bc"] {
            let body = format!("User-agent: *\nDisallow: / {first} /x {second}\n");
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            let verdict = robots.check("FooBot", "/abc");
            assert_eq!(verdict.rule().unwrap().pattern(), first.as_bytes(), "{second}");
        }
    }
}

#[test]
fn a_target_is_split_as_each_dialect_splits_urls() {
    let body = b"User-agent: *\nDisallow: /b\n";
    for (url, by_google, by_the_standard) in [
        ("//a/b", false, true),
        ("https://h;p/b", true, false),
        ("https://h/b#c", false, false),
    ] {
        assert_eq!(
            every_way(Dialect::GOOGLE, body, "FooBot", url).0,
            by_google,
            "{url}"
        );
        assert_eq!(
            every_way(Dialect::RFC_9309, body, "FooBot", url).0,
            by_the_standard,
            "{url}"
        );
    }
}

#[test]
fn a_crawler_that_ignores_the_star_is_asked_about_as_such() {
    let body = b"User-agent: *\nDisallow: /\n";
    let robots = RobotsTxt::parse(body);
    use robots_exclusion::agents;

    let adsbot = &agents::ADSBOT_GOOGLE;
    assert!(ParseOptions::new().rules_for(body, adsbot).is_allowed("/x"));
    assert!(robots.rules_for(adsbot).is_allowed("/x"));
    assert!(robots.is_allowed(adsbot.list(), "/x"));
    assert!(robots_exclusion::is_allowed(body, adsbot, "/x"));
    assert!(!robots.is_allowed(&agents::GOOGLEBOT_IMAGE, "/x"));
}

#[test]
fn options_reach_every_way_to_ask() {
    let text = "User-agent: *\nDisallow: /\n# the rest\nAllow: /a\n";
    let body: Vec<u8> = [0xFEFF_u16]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let options = ParseOptions::new().transcode_utf16(true).max_bytes(40);
    assert!(!options.parse(&body).is_allowed("FooBot", "/a"));
    assert!(!options.rules_for(&body, "FooBot").is_allowed("/a"));
    assert_eq!(options.check(&body, "FooBot", "/a").line(), Some(2));
}

/// Rules are compiled straight from a body or from the parsed file, depending on the options.
#[test]
fn rules_are_the_same_with_and_without_the_file_between() {
    let body = b"User-agent: *\nCrawl-delay: 7\nDisallow: /a\n\nUser-agent: foo\nDisallow: /b\n\
        Sitemap: https://example.com/s.xml\nHost: example.com\n";
    let plain = ParseOptions::new();
    for (options, is_truncated, sitemaps) in [
        (plain, false, 0),
        (plain.truncated(true), true, 0),
        (plain.truncated(true).truncated(false), false, 0),
        (plain.max_bytes(70), true, 0),
        (plain.max_bytes(body.len()), false, 0),
        (plain.keep_site_lines(true), false, 1),
        (plain.keep_site_lines(true).truncated(true), true, 1),
        (plain.keep_site_lines(true).keep_site_lines(false), false, 0),
        (plain.indexed(true), false, 0),
    ] {
        for agents in [
            AgentList::from("foo"),
            AgentList::from("foo").with_delay_of_star(),
        ] {
            let rules = options.rules_for(body, &agents);
            assert_eq!(rules, options.parse(body).rules_for(&agents), "{options:?}");
            assert_eq!(
                rules,
                options.parse_owned(body.to_vec()).rules_for(&agents),
                "{options:?}"
            );
            assert_eq!(rules.is_truncated(), is_truncated, "{options:?}");
            assert_eq!(options.check(body, &agents, "/b").is_truncated(), is_truncated);
            assert_eq!(rules.sitemaps().count(), sitemaps, "{options:?}");
            assert_eq!(rules.hosts().count(), sitemaps, "{options:?}");
            let delay = rules.crawl_delay().map(|delay| delay.as_secs());
            assert_eq!(delay, agents.reads_delay_of_star().then_some(7), "{options:?}");
        }
    }
}

#[test]
fn a_span_that_ends_before_it_begins_is_empty() {
    let span = Span { start: 5, end: 1 };
    assert_eq!((span.len(), span.is_empty()), (0, true));
    assert_eq!(b"0123456".get(span.range()), None);
}

/// Wildcards and globs compare two spellings of the target. An index of one of them, made after many
/// patterns, says nothing about the other.
#[test]
fn globs_after_many_wildcards_are_matched_with_their_own_text() {
    let wildcards = "Disallow: /*a\n".repeat(300);
    let body = format!("User-agent: *\n{wildcards}\nUser-agent: *\nRobot-version: 2.0\nAllow: /*a *\n");
    let robots = ParseOptions::new()
        .dialect(Dialect::SEZNAM)
        .parse(body.as_bytes());
    assert!(robots.is_allowed("FooBot", "/a%20"));
    assert!(robots.rules_for("FooBot").is_allowed("/a%20"));
}

#[test]
fn the_first_line_keeps_its_meaning_where_names_without_rules_are_ignored() {
    let dialect = Dialect::RFC_9309.with(|custom| {
        custom.groups_need_rules = true;
        custom.rules_before_groups = true;
    });
    let agents = AgentList::new(&["FooBot"]);
    let body = "Disallow: /a\nUser-agent: FooBot\nCrawl-delay: 1";
    assert_eq!(ask(dialect, body, &agents, "/a"), (false, "rule", Some(1)));

    let body = "User-agent: FooBot\nDisallow: /a\nUser-agent: BarBot";
    assert_eq!(ask(dialect, body, &agents, "/a"), (false, "rule", Some(2)));
    let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
    assert_eq!(
        robots.groups().map(|group| group.is_fused()).collect::<Vec<_>>(),
        [false]
    );
}
