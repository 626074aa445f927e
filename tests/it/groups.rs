//! What a group holds and where it is in the file.

use robots_exclusion::dialect::GroupEnd;
use robots_exclusion::fetch::Reply;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{Dialect, Group, RobotsTxt};

#[test]
fn a_group_reaches_from_its_first_name_to_its_last_directive() {
    let body = b"\xEF\xBB\xBFUser-agent: a # first\n\
        junk\n\
        Foo: bar\r\n\
        \r\n\
        Disallow: /x  \r\
        Crawl-delay: 1\n\
        # end\n\
        User-agent: b\n\
        user-agent: c\n";
    let robots = RobotsTxt::parse(body);
    let groups: Vec<_> = robots.groups().collect();
    assert_eq!(groups.len(), 2);
    let text = |group: &robots_exclusion::Group<'_>| {
        String::from_utf8_lossy(&body[group.span().range()]).into_owned()
    };
    assert_eq!(
        text(&groups[0]),
        "User-agent: a # first\njunk\nFoo: bar\r\n\r\nDisallow: /x  \rCrawl-delay: 1"
    );
    assert_eq!(text(&groups[1]), "User-agent: b\nuser-agent: c");
    assert_eq!((groups[0].line(), groups[1].line()), (1, 8));

    let directives: Vec<_> = groups[0]
        .directives()
        .map(|directive| (directive.line(), directive.key(), directive.value()))
        .collect();
    assert_eq!(
        directives,
        [
            (1, &b"User-agent"[..], &b"a"[..]),
            (3, b"Foo", b"bar"),
            (5, b"Disallow", b"/x"),
            (6, b"Crawl-delay", b"1")
        ]
    );
    let has = |group: &Group<'_>, kind| group.directives().any(|directive| directive.kind() == kind);
    assert!(has(&groups[0], DirectiveKind::CrawlDelay) && !has(&groups[0], DirectiveKind::Allow));
    assert!(has(&groups[1], DirectiveKind::UserAgent) && !has(&groups[1], DirectiveKind::Disallow));
    assert_eq!(groups[1].agents().collect::<Vec<_>>(), [b"b", b"c"]);
}

#[test]
fn directives_of_a_group_that_blank_lines_end() {
    let dialect = Dialect::RFC_9309.with(|custom| custom.group_end = GroupEnd::BlankLine);
    let body = b"Foo: 0\nUser-agent: a\nFoo: 1\n\nFoo: 2\n\n\nUser-agent: b\nDisallow: /\nFoo: 3";
    let robots = RobotsTxt::options().dialect(dialect).parse(body);
    let values: Vec<Vec<&[u8]>> = robots
        .groups()
        .map(|group| group.directives().map(|directive| directive.value()).collect())
        .collect();
    assert_eq!(values, [vec![&b"a"[..], b"1"], vec![b"b", b"/", b"3"]]);
}

#[test]
fn only_some_dialects_have_crawlers_without_a_name() {
    let body = b"User-agent: /1\nUser-agent: a\nDisallow: /\n";
    let agents = |dialect| {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let agents = robots.groups().flat_map(|group| group.agents());
        agents.map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    assert_eq!(agents(Dialect::RFC_9309), [b"a"]);
    assert_eq!(agents(Dialect::GOOGLE), [&b""[..], b"a"]);
}

#[test]
fn names_come_in_file_order_and_once() {
    let body = b"User-agent: b\nDisallow: /\n\nUser-agent: *\nDisallow: /\n\nUser-agent: A\nUser-agent: B\nDisallow: /x\n\nUser-agent: 008\nDisallow: /y\n";
    for (name, dialect) in Dialect::PRESETS {
        let robots = RobotsTxt::options().dialect(*dialect).parse(body);
        let names: Vec<&[u8]> = robots.names().collect();
        assert_eq!(names[..3], [&b"b"[..], b"*", b"A"], "{name}");
        // `B` is there, and a crawler without a name where there may be one.
        let agents = robots.groups().flat_map(|group| group.agents());
        let others: Vec<&[u8]> = agents.filter(|agent| agent != b"B").collect();
        assert_eq!(names, others, "{name}");
    }
}

#[test]
fn a_star_is_nobodys_name_in_an_index_too() {
    let body =
        b"User-agent: * Foo\nDisallow: /a\n\nUser-agent: */1\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n";
    for (name, dialect) in Dialect::PRESETS {
        let robots = RobotsTxt::options().dialect(*dialect).indexed(true).parse(body);
        for agent in ["*", "*/1", "", "Foo"] {
            let Some(audience) = robots.audience(agent) else {
                continue;
            };
            assert_eq!(
                robots.group_name_for(agent),
                robots.check(agent, "/a").group_name(),
                "{name} {agent:?}"
            );
            for url in ["/a", "/b", "/c"] {
                let (own, plain) = (robots.check_of(audience, url), robots.check(agent, url));
                assert_eq!(
                    (own.is_allowed(), own.line()),
                    (plain.is_allowed(), plain.line()),
                    "{name} {agent:?} {url}"
                );
            }
        }
    }
}

#[test]
fn audiences_are_numbered() {
    let body = b"User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n";
    let robots = RobotsTxt::options().indexed(true).parse(body);
    // Of `a`, of `*`, and of those to which no group applies.
    assert_eq!(robots.audience_count(), 3);
    let numbers: Vec<usize> = robots.audiences().map(|audience| audience.number()).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert_eq!(RobotsTxt::parse(body).audience_count(), 0);
}

#[test]
fn the_rules_of_an_audience_are_those_of_what_takes_the_place_of_a_file() {
    for (status, is_allowed) in [(404, true), (503, false)] {
        let outcome = Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(status));
        let robots = RobotsTxt::for_outcome(outcome)
            .expect("no file is read")
            .into_indexed();
        let audience = robots.audience("FooBot").expect("it has an index");
        let rules = robots.rules_of(audience);
        assert_eq!(rules.is_allowed("/x"), is_allowed, "{status}");
        assert_eq!(rules, robots.rules_for("FooBot"), "{status}");
    }
}

#[test]
fn whatever_is_asked_of_a_truncated_file_says_so() {
    let body = b"User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n";
    for yes in [true, false] {
        let robots = RobotsTxt::options().indexed(true).truncated(yes).parse(body);
        for agent in ["a", "b"] {
            let audience = robots.audience(agent).expect("it has an index");
            for url in ["/x", "/z"] {
                let said = [
                    robots.check(agent, url).is_truncated(),
                    robots.check_of(audience, url).is_truncated(),
                    robots.rules_for(agent).check(url).is_truncated(),
                    robots.rules_of(audience).check(url).is_truncated(),
                    robots.explain(agent, url).verdict().is_truncated(),
                ];
                assert_eq!(said, [yes; 5], "{agent} {url}");
            }
        }
    }
}

/// In a dialect in which names belong to rules, those that no rule follows are not lost.
#[test]
fn names_that_no_rule_follows() {
    let body = b"User-agent: A\n\nUser-agent: B\nDisallow: /x\n\nUser-agent: C\n";
    let revisited = RobotsTxt::options().dialect(Dialect::REVISITED).parse(body);
    assert_eq!(revisited.names_without_rules(), [(1, &b"A"[..]), (6, b"C")]);
    assert!(RobotsTxt::parse(body).names_without_rules().is_empty());
}

/// Rules that were compiled and the file have one numbering, so that each rule is found again.
#[test]
fn a_rule_that_was_cited_is_found_in_the_file() {
    let robots = RobotsTxt::parse("User-agent: *\nDisallow: /é\nAllow: /é/b\nDisallow: /c\n".as_bytes());
    for (url, line, written) in [("/é", 2, "/é"), ("/é/b", 3, "/é/b"), ("/c", 4, "/c")] {
        let rules = robots.rules_for("FooBot");
        let verdict = rules.check(url);
        let rule = robots.rule_as_written(verdict.rule().unwrap()).unwrap();
        let text = &robots.body()[rule.span().unwrap().range()];
        assert_eq!((rule.line(), text), (line, written.as_bytes()), "{url}");
    }
}

#[test]
fn names_with_other_lines_between_them() {
    for (body, expected) in [
        ("User-agent: a\nUser-agent: b\nDisallow: /\n", false),
        (
            "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n",
            true,
        ),
        ("User-agent: a\nDisallow: /\n", false),
    ] {
        let robots = RobotsTxt::parse(body.as_bytes());
        assert_eq!(robots.groups().next().unwrap().is_fused(), expected, "{body}");
    }
}

#[test]
fn a_file_that_owns_its_text_is_the_same_file() {
    let body = b"User-agent: a\nDisallow: /x\n\nSitemap: https://example.com/s.xml\n";
    let options = RobotsTxt::options().indexed(true).truncated(true);
    let owned = options.keep_site_lines(true).parse(body).into_owned();
    assert!(owned.is_truncated());
    assert_eq!(owned.audience_count(), 2);
    assert_eq!(owned.rules_for("b").sitemaps().count(), 1);
    let outcome = Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(503));
    let closed = RobotsTxt::for_outcome(outcome).expect("no file is read");
    assert!(!closed.into_owned().is_allowed("FooBot", "/x"));
}
