//! The explanation of a verdict agrees with the verdict.

use proptest::prelude::*;
use robots_exclusion::dialect::RuleChoice;
use robots_exclusion::explanation::LostBy;
use robots_exclusion::{AgentList, Dialect, Reason, RobotsTxt, RuleKind};
use serde_json::Value;

/// Checks the explanation of a question against its verdict.
fn agree(body: &[u8], agents: &AgentList<'_>, url: &str, dialect: Dialect) {
    let robots = RobotsTxt::options().dialect(dialect).parse(body);
    let verdict = robots.check(agents, url);
    let explanation = robots.explain(agents, url);
    let matching = explanation.rules();
    assert_eq!(explanation.verdict(), &verdict);
    let context = || format!("{dialect} {agents:?} {url:?} {:?}", String::from_utf8_lossy(body));
    assert_eq!(
        matching.first().map(|first| first.rule()),
        verdict.rule(),
        "{}",
        context()
    );

    let applying = robots.groups_for(agents);
    if verdict.reason() != Reason::RobotsTxtItself {
        assert_eq!(
            applying.is_empty(),
            verdict.reason() == Reason::NoGroup,
            "{}",
            context()
        );
        // The compiled rules hold exactly the rules that apply and count, and one of several rules
        // with the same pattern.
        let written: Vec<u32> = applying
            .iter()
            .flat_map(|group| group.rules())
            .filter(|rule| {
                dialect.rule_choice != RuleChoice::AnyDisallow || rule.kind() == RuleKind::Disallow
            })
            .map(|rule| rule.line())
            .collect();
        let rules = robots.rules_for(agents);
        assert_eq!(rules.is_empty(), written.is_empty(), "{}", context());
        for rule in rules.iter() {
            assert!(written.contains(&rule.line()), "{rule:?} {}", context());
        }
    }
    for rule in matching {
        let is_held = applying
            .iter()
            .flat_map(|group| group.rules())
            .any(|own| own == *rule.rule());
        assert!(is_held, "{rule:?} {}", context());
    }
}

#[test]
fn explanations_of_the_vectors_agree_with_their_verdicts() {
    let mut count = 0;
    for line in include_str!("../data/verdicts.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"));
        for (_, dialect) in Dialect::PRESETS.iter().copied() {
            agree(
                text("robots").as_bytes(),
                &AgentList::new(&[text("agent")]),
                text("url"),
                dialect,
            );
        }
        count += 1;
    }
    assert_eq!(count, 938);
}

proptest! {
    #[test]
    fn explanations_agree_with_verdicts(
        lines in prop::collection::vec(
            "(User-agent: ?(a|b|ab|\\*|a b|Yandex|008)|(Dis)?[Aa]llow: ?/?[ab*$%?]{0,4}( /a)?|Robot-version: 2.0|Crawl-delay: 1|Sitemap: /s|# c|)",
            0..14,
        ),
        agent in "(a|b|ab|\\*||YandexBot|A/1)",
        second in prop::option::of("(a|b|zz)"),
        star in any::<bool>(),
        url in "(/[ab*$%?]{0,4}|/robots.txt|https://e\\.com/a(b)?)",
    ) {
        let body = lines.join("\n");
        let tokens: Vec<&str> = [agent.as_str()].into_iter().chain(second.as_deref()).collect();
        let list = AgentList::new(&tokens);
        let list = if star { list } else { list.without_star() };
        for (_, dialect) in Dialect::PRESETS.iter().copied() {
            agree(body.as_bytes(), &list, &url, dialect);
        }
    }
}

/// The canonical pattern belongs to the rule, even if the rule matches by its second chance.
#[cfg(feature = "serde")]
#[test]
fn the_canonical_pattern_is_that_of_the_rule() {
    let body = b"User-agent: *\nAllow: /%61/index.html\nDisallow: /a\n";
    let dialect = Dialect::RFC_9309.with(|custom| custom.index_html = true);
    let robots = RobotsTxt::options().dialect(dialect).parse(body);
    for (url, expected) in [
        ("/a/", &[(2, "/a/index.html"), (3, "/a")][..]),
        ("/a/index.html", &[(2, "/a/index.html"), (3, "/a")]),
        ("/a/b", &[(3, "/a")]),
    ] {
        let explanation = serde_json::to_value(robots.explain("FooBot", url)).unwrap();
        let rules = explanation["rules"].as_array().unwrap().iter();
        let found: Vec<_> = rules
            .map(|rule| {
                (
                    rule["rule"]["line"].as_u64().unwrap(),
                    rule["canonical_pattern"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(found, expected, "{url}");
    }
}

#[test]
fn each_rule_says_why_it_does_not_decide() {
    let body = b"User-agent: *\nDisallow: /a\nDisallow: /a/\nAllow: /a/\nAllow: /a/\nDisallow: /b\n";
    let places = |dialect: Dialect| {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let explanation = robots.explain("FooBot", "/a/b");
        let groups: Vec<u32> = explanation.groups().iter().map(|group| group.line()).collect();
        assert_eq!(groups, [1]);
        for found in explanation.rules() {
            let rule = found.rule();
            assert_eq!(&body[rule.span().unwrap().range()], rule.pattern());
            #[cfg(feature = "serde")]
            {
                let pattern = std::str::from_utf8(rule.pattern()).unwrap();
                let serialized = serde_json::to_value(found).unwrap();
                assert_eq!(serialized["canonical_pattern"], pattern);
            }
        }
        let rules = explanation.rules().iter();
        rules
            .map(|found| (found.rule().line(), found.lost_by()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(Dialect::RFC_9309),
        [
            (4, None),
            (5, Some(LostBy::Order)),
            (3, Some(LostBy::Kind)),
            (2, Some(LostBy::Length)),
        ]
    );
    let later = Some(LostBy::Order);
    assert_eq!(
        places(Dialect::BAIDU),
        [(2, None), (3, later), (4, later), (5, later)]
    );
}

#[cfg(feature = "serde")]
#[test]
fn an_explanation_has_a_serialized_form() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nAllow: /a/\n");
    let explanation = serde_json::to_value(robots.explain("FooBot", "/a/b")).unwrap();
    let keys: Vec<&str> = explanation
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        keys,
        [
            "group_lines",
            "omitted_groups",
            "omitted_rules",
            "rules",
            "verdict"
        ]
    );
    assert_eq!(explanation["group_lines"], serde_json::json!([1]));
    assert_eq!(explanation["verdict"]["allowed"], true);
    let rules = explanation["rules"].as_array().unwrap();
    let found: Vec<_> = rules
        .iter()
        .map(|rule| (&rule["start"], &rule["length"], &rule["lost_by"]))
        .collect();
    let expected = serde_json::json!([[34, 3, null], [24, 2, "length"]]);
    assert_eq!(serde_json::json!(found), expected);
}
