//! Well-known crawlers: the vectors of `tests/data/agents.jsonl`, and what holds for any header.

use std::collections::BTreeSet;

use proptest::prelude::*;
use robots_exclusion::agents::{self, Purpose, UserAgent};
use robots_exclusion::{Dialect, RobotsTxt};
use serde_json::{Value, json};

/// The vectors of one kind: their id, input and expectation.
fn vectors(kind: &str) -> impl Iterator<Item = (String, String, Value)> {
    let rows: Vec<_> = include_str!("../data/agents.jsonl")
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["kind"] == kind)
        .collect();
    assert!(!rows.is_empty(), "no vectors of kind {kind}");
    rows.into_iter().map(|row| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        (text("id"), text("in"), row["expect"].clone())
    })
}

#[test]
fn headers() {
    for (id, header, expect) in vectors("user-agent-header") {
        let found = UserAgent::parse(&header);
        let agent = found.agent().map(agents::Agent::name);
        assert_eq!(
            json!({ "agent": agent, "tokens": found.tokens() }),
            expect,
            "{id}"
        );
        let first = found.tokens().first().copied();
        assert_eq!(agents::product_token(&header), first, "{id}");
    }
}

/// The same rows are read by the tests of the bindings and of the program.
#[test]
fn crawlers_as_they_are_written() {
    for (id, written, expect) in vectors("crawler") {
        let ways = json!({
            "resolve": described(&UserAgent::resolve(&written)),
            "parse": described(&UserAgent::parse(&written)),
            "token_or_header": described(&UserAgent::token_or_header(&written)),
        });
        assert_eq!(ways, expect, "{id}: {written}");
        let all = UserAgent::resolve_all(&written).unwrap();
        assert_eq!(all, [UserAgent::resolve(&written)], "{id}");
    }
}

fn described(found: &UserAgent<'_>) -> Value {
    let agent = found.agent().map(agents::Agent::name);
    assert_eq!(found.name(), found.tokens().first().copied().unwrap_or("*"));
    assert_eq!(found.list().obeys_star(), found.obeys_star());
    json!({ "agent": agent, "tokens": found.tokens(), "obeys_star": found.obeys_star() })
}

#[test]
fn near_misses() {
    for (id, token, expect) in vectors("near-miss") {
        let found = agents::near_miss(&token).map(agents::Agent::name);
        assert_eq!(json!(found), expect, "{id}");
    }
}

fn retired(token: &str) -> Option<&'static agents::Retired> {
    let mut all = agents::RETIRED.iter();
    all.find(|retired| retired.name().eq_ignore_ascii_case(token))
}

#[test]
fn retired_tokens() {
    for (id, token, expect) in vectors("retired-agent") {
        let found = retired(&token).map(agents::Retired::successors);
        assert_eq!(json!(found), expect, "{id}");
    }
}

#[test]
fn obedience() {
    for (id, token, expect) in vectors("agent-obeys") {
        let agent = agents::by_token(&token).unwrap_or_else(|| panic!("{id}: {token} is not known"));
        assert_eq!(json!(agent.obeys().as_str()), expect, "{id}");
    }
}

#[test]
fn sets() {
    for (id, name, expect) in vectors("agent-set") {
        let Some(found) = agents::set(&name) else {
            assert_eq!(expect, Value::Null, "{id}");
            continue;
        };
        let tokens: Vec<&str> = found.map(agents::Agent::name).collect();
        let listed = |key: &str| {
            expect[key]
                .as_array()
                .unwrap()
                .iter()
                .map(|token| token.as_str().unwrap())
        };
        assert!(listed("has").all(|token| tokens.contains(&token)), "{id}");
        assert!(!listed("lacks").any(|token| tokens.contains(&token)), "{id}");
    }
}

#[test]
fn of_equally_long_names_in_a_header_the_first_is_taken() {
    let found = |header: &str| UserAgent::parse(header).agent().map(agents::Agent::name);
    assert_eq!(found("Googlebot/2.1 (ClaudeBot/1.0)"), Some("Googlebot"));
    assert_eq!(found("ClaudeBot/1.0 (Googlebot/2.1)"), Some("ClaudeBot"));
}

#[test]
fn names_in_a_header_are_ranked_by_how_likely_they_are_the_crawlers_own() {
    for (header, expected) in [
        // After `compatible;`, outside comments, in comments; not those that browsers send.
        (
            "Foo/1.0 Safari/537.36 (X11; Bar/2.0; compatible; Qux; +https://foo.example)",
            &["Qux", "Foo", "Bar"][..],
        ),
        // A name after a comment is outside it again.
        ("Foo/1.0 (X11; Linux) Baz", &["Foo", "Baz"]),
        ("Foo/1.0 (X11 (Linux) inner) Baz", &["Foo", "Baz"]),
    ] {
        assert_eq!(UserAgent::parse(header).tokens(), expected, "{header}");
    }
}

#[test]
fn names_that_are_close_to_several_or_too_short() {
    for (token, expected) in [
        // The closest, whichever comes first in the table.
        ("YandexAdditionalB", Some("YandexAdditional")),
        ("YandexAdditionalBo", Some("YandexAdditionalBot")),
        // Of equally close ones, the first.
        ("DPTBot", Some("GPTBot")),
        // Six letters are enough, five are not.
        ("GTPBot", Some("GPTBot")),
        ("CCBots", None),
        ("Slurpy", None),
    ] {
        let found = agents::near_miss(token).map(agents::Agent::name);
        assert_eq!(found, expected, "{token}");
    }
}

#[test]
fn each_operator_reads_in_its_own_dialect() {
    for (agent, dialect) in [
        (agents::GOOGLEBOT, Dialect::GOOGLE),
        (agents::ADSBOT_GOOGLE, Dialect::GOOGLE),
        (agents::YANDEXBOT, Dialect::YANDEX),
        (agents::BAIDUSPIDER, Dialect::BAIDU),
        (agents::SEZNAMBOT, Dialect::SEZNAM),
        (agents::SLURP, Dialect::SLURP),
        (agents::BINGBOT, Dialect::RFC_9309),
    ] {
        assert_eq!(agent.dialect(), dialect, "{}", agent.name());
    }
}

/// A version is not a part of the name, so nothing that is known of it changes.
#[test]
fn a_name_with_a_version_is_that_of_the_same_crawler() {
    for agent in agents::ALL {
        let versioned = format!("{}/1.0", agent.name());
        let (with, without) = (UserAgent::resolve(&versioned), UserAgent::resolve(agent.name()));
        assert_eq!(with, without, "{versioned}");
        assert_eq!(with.agent(), Some(agent), "{versioned}");
    }
}

#[test]
fn a_header_says_whether_its_crawler_obeys_star() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    for (header, obeys) in [
        ("AdsBot-Google (+http://www.google.com/adsbot.html)", false),
        ("Googlebot/2.1 (+http://www.google.com/bot.html)", true),
        ("FooBot/1.0", true),
    ] {
        let found = UserAgent::parse(header);
        assert_eq!(robots.is_allowed(&found, "/x"), !obeys, "{header}");
    }
}

#[test]
fn each_purpose_is_described_in_words_of_its_own() {
    let described: BTreeSet<&str> = Purpose::ALL.iter().map(|purpose| purpose.description()).collect();
    assert_eq!(described.len(), Purpose::ALL.len());
    assert!(
        described
            .iter()
            .all(|words| words.contains(|c: char| c.is_ascii_lowercase()))
    );
}

proptest! {
    #[test]
    fn any_header_has_tokens_that_name_something(
        header in "([(),;/ +]|Mozilla/5.0|compatible|like|Foo[Bb]ot|Googlebot|bot@a.b|http://a|[A-Za-zé._-]{0,6}|[0-9.]{0,3}){0,12}"
    ) {
        let found = UserAgent::parse(&header);
        for token in found.tokens() {
            prop_assert!(!token.is_empty());
            prop_assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)));
            prop_assert!(found.agent().is_some() || header.contains(token));
        }
        // No name is listed twice.
        for (i, token) in found.tokens().iter().enumerate() {
            prop_assert!(!found.tokens()[..i].iter().any(|other| other.eq_ignore_ascii_case(token)));
        }
        prop_assert_eq!(agents::product_token(&header).is_none(), found.tokens().is_empty());
        // Asking again with the first token finds the same name.
        if let Some(first) = agents::product_token(&header) {
            prop_assert_eq!(agents::product_token(first), Some(first));
        }
    }

    #[test]
    fn a_name_with_one_edit_is_near(index in 0..agents::ALL.len(), at in 0..64_usize, letter in "[a-z]") {
        let token = agents::ALL[index].name();
        prop_assume!(token.len() >= 7);
        let mut typo = token.to_owned();
        typo.insert_str(at % token.len(), &letter);
        if let Some(found) = agents::near_miss(&typo) {
            prop_assert!(found.name().len().abs_diff(typo.len()) <= 2);
        } else {
            // Otherwise it is itself a known name, or a variant of one.
            let known = |name: &str| agents::by_token(name).is_some() || retired(name).is_some();
            prop_assert!(known(&typo) || typo.match_indices(['-', '_']).any(|(end, _)| known(&typo[..end])));
        }
    }
}
