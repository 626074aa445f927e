//! One question, asked in every way the library offers.

use robots_exclusion::{
    AgentList, Dialect, ParseOptions, Reason, RobotsTxt, Rule, Rules, Target, Verdict, is_allowed,
};

/// What every way to ask must agree on: whether the URL is allowed, why, and the deciding line.
pub(crate) type Answer = (bool, Reason, Option<u32>);

pub(crate) fn answer(verdict: &Verdict<'_>) -> Answer {
    (verdict.is_allowed(), verdict.reason(), verdict.line())
}

/// The verdict straight from a body.
pub(crate) fn check<'b>(body: &'b [u8], agents: &AgentList<'_>, url: &str, dialect: Dialect) -> Verdict<'b> {
    ParseOptions::new().dialect(dialect).check(body, agents, url)
}

/// The answer about a body, one-shot, from spans and from compiled rules, by URL and by target.
#[track_caller]
pub(crate) fn every_way(dialect: Dialect, body: &[u8], agent: &str, url: &str) -> Answer {
    let tokens = [agent];
    let agents = AgentList::new(&tokens);
    let one_shot = check(body, &agents, url, dialect);

    let robots = RobotsTxt::options().dialect(dialect).parse(body);
    assert_eq!(robots.check(agent, url), one_shot);
    assert_eq!(robots.is_allowed(agent, url), one_shot.is_allowed());
    assert_eq!(robots.check(&agents, url), one_shot);
    let target = Target::for_dialect(url.as_bytes(), &dialect);
    assert_eq!(robots.check(&agents, target), one_shot);
    // A target keeps the URL, and each dialect takes its own part of it.
    let unsplit = Target::new(url);
    assert_eq!(robots.check(&agents, unsplit), one_shot);
    let owned = robots.clone().into_owned();
    assert_eq!(owned.check(agent, url), one_shot);
    if dialect == Dialect::default() {
        assert_eq!(RobotsTxt::from(body.to_vec()).check(agent, url), one_shot);
    }

    let rules = robots.rules_for(agent);
    assert_eq!(robots.rules_for(tokens), rules);
    assert_eq!(robots.rules_for(&agents), rules);
    assert_eq!(
        ParseOptions::new().dialect(dialect).rules_for(body, &agents),
        rules
    );
    assert_eq!(answer(&rules.check(url)), answer(&one_shot));
    assert_eq!(rules.check(url), one_shot);
    assert_eq!(rules.is_allowed(url), one_shot.is_allowed());
    assert_eq!(answer(&rules.check(target)), answer(&one_shot));
    assert_eq!(rules.is_allowed(target), one_shot.is_allowed());
    assert_eq!(answer(&rules.check(unsplit)), answer(&one_shot));
    assert_eq!(rules.is_allowed(unsplit), one_shot.is_allowed());

    if dialect == Dialect::default() {
        assert_eq!(is_allowed(body, agent, url), one_shot.is_allowed());
        assert_eq!(RobotsTxt::parse(body).check(agent, url), one_shot);
        assert_eq!(Rules::parse(body, agent), rules);
        assert_eq!(Target::new(url), target);
        assert_eq!(Target::from(url), target);
    }
    answer(&one_shot)
}

/// What a verdict says of a file that is read whole or in part, and that its copies say the same.
/// Compiled rules cite the canonical form of a pattern, with what ends it.
#[test]
fn what_compiled_rules_cite() {
    for (pattern, url, cited) in [
        ("/a", "/abc", "/a"),
        ("/a$", "/a", "/a$"),
        ("/a*", "/abc", "/a*"),
        ("/a*$", "/abc", "/a*$"),
        ("/*b$", "/ab", "/*b$"),
        ("/%7ea$", "/~a", "/~a$"),
    ] {
        let rules = Rules::parse(
            format!("User-agent: *\nDisallow: {pattern}\n").as_bytes(),
            "FooBot",
        );
        let verdict = rules.check(url);
        let found = verdict
            .rule()
            .map(|rule| String::from_utf8_lossy(rule.pattern()).into_owned());
        assert_eq!(found.as_deref(), Some(cited), "{pattern}");
    }
}

#[test]
fn copies_of_a_verdict_say_the_same() {
    let body = b"User-agent: FooBot # foo\nDisallow /x # private\nDisallow: /y\n";
    let options = RobotsTxt::options().dialect(Dialect::LENIENT);
    for (max_bytes, agent, url, expected) in [
        (
            1_000,
            "FooBot",
            "/x",
            "disallowed by `Disallow /x` on line 2, in the group of FooBot",
        ),
        (
            1_000,
            "FooBot",
            "/z",
            "allowed: no rule in the group of FooBot matches",
        ),
        (1_000, "BarBot", "/x", "allowed: no group applies"),
        (
            48,
            "FooBot",
            "/x",
            "disallowed by `Disallow /x` on line 2, in the group of FooBot \
             (of a file that was too long to be read whole)",
        ),
        (
            48,
            "FooBot",
            "/y",
            "allowed: no rule in the group of FooBot matches \
             (of a file that was too long to be read whole)",
        ),
        (
            48,
            "BarBot",
            "/x",
            "allowed: no group applies (of a file that was too long to be read whole)",
        ),
    ] {
        let verdict = options.max_bytes(max_bytes).check(body, agent, url);
        assert_eq!(verdict.to_string(), expected);
        assert_eq!(verdict.is_truncated(), max_bytes < body.len(), "{expected}");
        let copy = verdict.clone().into_owned();
        for copy in [copy.clone(), copy.into_owned()] {
            assert_eq!(copy, verdict);
            assert_eq!(copy.to_string(), expected);
            assert_eq!(copy.is_truncated(), verdict.is_truncated(), "{expected}");
            assert_eq!(copy.rule().map(Rule::span), verdict.rule().map(Rule::span));
        }
    }
}
