//! Rules as files spell them, found by what compiled rules cite.

use proptest::prelude::*;
use robots_exclusion::dialect::PatternLanguage;
use robots_exclusion::syntax::Directive;
use robots_exclusion::{Dialect, RobotsTxt, Rule, Rules};
use robots_exclusion_analysis::decide::Policy;

use crate::shared;

/// All that is said about a rule: as text, its place, and what it weighs.
type Spelled = (String, u32, Option<std::ops::Range<usize>>, usize);

fn spelled(rule: &Rule<'_>) -> Spelled {
    (
        rule.to_string(),
        rule.line(),
        rule.span().map(|span| span.range()),
        rule.length(),
    )
}

fn line() -> impl Strategy<Value = String> {
    let paths = prop::sample::select(vec![
        "/x",
        "/%78",
        "/x/y",
        "/x*y",
        "/*",
        "/x$",
        "/x*",
        "/xy",
        "/x$y",
        "/x/*",
        "/x/$",
        "/x/y$",
        "/x/y*",
        "/x/index.html",
        "x",
        "/é",
        "/%C3%A9",
        "/[xy]*",
        "",
    ]);
    let keys = prop::sample::select(vec![
        "Allow: ",
        "Disallow: ",
        "Disalow: ",
        "disallow:",
        "ALLOW : ",
        "Disallow ",
        "  dissallow :\t",
        "Disallows: ",
    ]);
    let rule = (keys, prop::collection::vec(paths, 1..4));
    let rule = rule.prop_map(|(key, paths)| format!("{key}{}\n", paths.join(" ")));
    let others = prop::sample::select(vec![
        "Crawl-delay: 1\r\n",
        "User-agent: a\n",
        "User-agent: *\n",
        "Robot-version: 2.0\n",
        "\n",
        "\r",
    ]);
    prop_oneof![3 => rule, 1 => others.prop_map(String::from)]
}

proptest! {
    /// In every dialect, even if a line may hold several rules, the rule is found that the file
    /// itself cites.
    #[test]
    fn what_is_cited_is_found_as_written(
        lines in prop::collection::vec(line(), 0..12),
        several in any::<bool>(),
        index_html in any::<bool>(),
        is_prefix in any::<bool>(),
    ) {
        let body = format!("User-agent: a\n{}", lines.concat());
        for (name, dialect) in Dialect::PRESETS.iter().copied() {
            let dialect = dialect
                .with(|custom| { custom.several_paths = several || dialect.several_paths; custom.index_html = index_html || dialect.index_html; });
            let dialect = if is_prefix {
                dialect.with(|custom| custom.pattern_language = PatternLanguage::Prefix)
            } else {
                dialect
            };
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            let rules = robots.rules_for("a");
            let restored = Rules::from_bytes(&rules.to_bytes()).unwrap();
            for url in ["/", "/x", "/x/", "/x/y", "/xy", "/é", "/x/index.html", "/x$", "/x$y", "/x*", "/x/*y", "/x/$"] {
                let from_file = robots.check("a", url);
                let expected = from_file.rule().map(spelled);
                for rules in [&rules, &restored] {
                    let found = robots.as_written(rules.check(url));
                    prop_assert_eq!(found.rule().map(spelled), expected.clone(), "{} {}", name, url);
                }
                let explained = robots.explain("a", url);
                prop_assert_eq!(explained.rules().first().map(|met| spelled(met.rule())), expected.clone(), "{} {}", name, url);
                // A copy says the same.
                let owned = from_file.into_owned();
                prop_assert_eq!(owned.rule().map(spelled), expected, "{} {}", name, url);
            }
            let stored = Policy::of(&robots, "a");
            let of_groups = robots.groups_for("a").into_iter().flat_map(|group| group.rules());
            let identity = |rule: &Rule<'_>| (rule.to_string(), rule.line(), robots.rule_as_written(rule).and_then(|rule| rule.span()));
            prop_assert!(stored.rules().map(|rule| identity(&rule)).eq(of_groups.map(|rule| identity(&rule))), "{} {:?}", name, stored);
            for rule in robots.groups().flat_map(|group| group.rules()) {
                let directives: Vec<Directive<'_>> = robots.directives().filter(|line| line.line() == rule.line()).collect();
                let keys: Vec<&[u8]> = directives.iter().map(|line| line.key()).collect();
                prop_assert!(keys.contains(&rule.key()), "{} {:?} {:?}", name, rule, directives);
                prop_assert!(directives.iter().any(|line| line.is_missing_colon() == rule.is_missing_colon()));
            }
        }
    }
}

/// Of real files, for crawlers that many of them name and for all others.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn real_files_are_cited_as_they_are_spelled() {
    let files = shared::corpus(10);
    let mut cited = 0;
    for (name, body) in files {
        for dialect in [Dialect::LENIENT, Dialect::GOOGLE, Dialect::REVISITED] {
            let robots = RobotsTxt::options().dialect(dialect).parse(&body[..]);
            let urls: Vec<Vec<u8>> = (robots.groups())
                .flat_map(|group| group.rules())
                .step_by(7)
                .take(20)
                .map(|rule| {
                    rule.pattern()
                        .iter()
                        .copied()
                        .filter(|byte| *byte != b'$')
                        .collect()
                })
                .collect();
            for agent in ["Googlebot", "GPTBot", "SomeBot"] {
                let rules = robots.rules_for(agent);
                for url in &urls {
                    let from_file = robots.check(agent, &url[..]);
                    let written = robots.as_written(rules.check(&url[..]));
                    assert_eq!(
                        written.rule().map(spelled),
                        from_file.rule().map(spelled),
                        "{name} {dialect} {agent}"
                    );
                    cited += usize::from(written.rule().is_some());
                }
            }
        }
    }
    assert!(cited > 1_000, "{cited}");
}

#[test]
fn what_is_cited_is_spelled_as_in_the_file() {
    // dialect, line, URL, what is cited by the file, what is cited by compiled rules
    let table = [
        (
            Dialect::LENIENT,
            "Disalow: /zz",
            "/zz",
            "Disalow: /zz",
            "Disallow: /zz",
        ),
        (
            Dialect::RFC_9309,
            "  DISALLOW\t:/zz # not this",
            "/zz",
            "DISALLOW: /zz",
            "Disallow: /zz",
        ),
        (
            Dialect::LENIENT,
            "dissallow /%7Ez",
            "/~z",
            "dissallow /%7Ez",
            "Disallow: /~z",
        ),
        (
            Dialect::RFC_9309,
            "allow: /é*$",
            "/é",
            "allow: /é*$",
            "Allow: /%C3%A9*$",
        ),
        (
            Dialect::GOOGLE,
            "Allowed: /a/index.html",
            "/a/",
            "Allowed: /a/index.html",
            "Allow: /a/$",
        ),
        (
            Dialect::REVISITED,
            "Disallow: /x /%79 /y",
            "/x",
            "Disallow: /x",
            "Disallow: /x",
        ),
        (
            Dialect::REVISITED,
            "Disallow: /x /%79 /y",
            "/y",
            "Disallow: /%79",
            "Disallow: /y",
        ),
        (
            Dialect::REVISITED,
            "disallow:/z/%61\t/z/a  /z",
            "/z/a",
            "disallow: /z/%61",
            "Disallow: /z/a",
        ),
    ];
    for (dialect, line, url, as_written, canonical) in table {
        let body = format!("User-agent: *\r\n{line}\r\nDisallow: /other\r\n");
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        let rules = robots.rules_for("a");
        let text = |rule: Option<&Rule<'_>>| rule.map(ToString::to_string);
        let restored = Rules::from_bytes(&rules.to_bytes()).unwrap();
        for rules in [&rules, &restored] {
            assert_eq!(
                text(rules.check(url).rule()).as_deref(),
                Some(canonical),
                "{line}"
            );
            assert_eq!(
                text(robots.as_written(rules.check(url)).rule()).as_deref(),
                Some(as_written),
                "{line}"
            );
        }
        let from_file = robots.check("a", url);
        assert_eq!(text(from_file.rule()).as_deref(), Some(as_written), "{line}");
        assert!(from_file.to_string().contains(as_written), "{from_file}");
        assert_eq!(
            text(from_file.clone().into_owned().rule()).as_deref(),
            Some(as_written),
            "{line}"
        );
        let owned = from_file.into_owned();
        let pattern = owned.rule().unwrap().pattern();
        assert!(as_written.as_bytes().ends_with(pattern), "{line}");
        let one_shot = RobotsTxt::options()
            .dialect(dialect)
            .check(body.as_bytes(), "a", url)
            .into_owned();
        assert_eq!(text(one_shot.rule()).as_deref(), Some(as_written), "{line}");
        let policy = Policy::of(&robots, "a");
        assert!(
            policy.rules().any(|rule| rule.to_string() == as_written),
            "{policy:?}"
        );
        let explained = robots.explain("a", url);
        assert_eq!(
            text(Some(explained.rules()[0].rule())).as_deref(),
            Some(as_written),
            "{line}"
        );
    }
}

/// A key may follow a byte order mark, or a part of one, where rules need no group.
#[test]
fn a_key_is_cited_without_a_byte_order_mark() {
    for (mark, dialect) in [
        ("\u{FEFF}", Dialect::LENIENT),
        (
            "\u{FEFF}",
            Dialect::RFC_9309.with(|custom| custom.rules_before_groups = true),
        ),
    ] {
        let body = format!("{mark}Disallow: /x");
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        if let Some(rule) = robots.check("a", "/x").rule() {
            assert_eq!(rule.to_string(), "Disallow: /x", "{dialect}");
        }
    }
    let partial = Dialect::RFC_9309.with(|custom| {
        custom.rules_before_groups = true;
        custom.partial_bom = true;
    });
    let robots = RobotsTxt::options()
        .dialect(partial)
        .parse(&b"\xEF\xBBDisallow: /x"[..]);
    assert_eq!(
        robots.check("a", "/x").rule().unwrap().to_string(),
        "Disallow: /x"
    );
}

#[test]
fn rules_of_other_files_are_not_found() {
    let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n");
    let rules = robots.rules_for("b");
    let verdict = rules.check("/b");
    let cited = verdict.rule().unwrap();
    assert_eq!(robots.rule_as_written(cited).unwrap().to_string(), "Disallow: /b");
    // A file that has no such line, and one in which it is no rule.
    for body in [
        &b"User-agent: b\nDisallow: /b\n"[..],
        b"\n\n\n\nUser-agent: b\nDisallow: /b\n",
    ] {
        assert_eq!(RobotsTxt::parse(body).rule_as_written(cited), None);
    }
    // A line on which no path begins there.
    let options = RobotsTxt::options().dialect(Dialect::REVISITED);
    let of = |body: &'static [u8]| options.parse(body);
    let several = of(b"User-agent: b\nDisallow: /a /b\n");
    let rules = several.rules_for("b");
    let verdict = rules.check("/b");
    let cited = verdict.rule().unwrap();
    for (body, expected) in [
        (&b"User-agent: b\nDisallow: /a /b\n"[..], Some("Disallow: /b")),
        (b"User-agent: b\nDisallow: /a\n", None),
        (b"User-agent: b\nDisallow: /a/b\n", None),
        (b"User-agent: b\nDisallow: /a  /b\n", None),
        (b"User-agent: b\ndisallow: /c /d\n", Some("disallow: /d")),
    ] {
        let robots = of(body);
        let found = robots.rule_as_written(cited).map(|rule| rule.to_string());
        assert_eq!(found.as_deref(), expected, "{}", body.escape_ascii());
    }
    // A verdict without a rule stays what it is.
    let other = several.rules_for("b");
    assert_eq!(several.as_written(other.check("/c")), several.check("b", "/c"));
}
