//! What a group holds and where it is in the file.

use robots_exclusion::dialect::{GroupEnd, NameTest};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{Dialect, GroupIndex, RobotsTxt};

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
    assert!(groups[0].has(DirectiveKind::CrawlDelay) && !groups[0].has(DirectiveKind::Allow));
    assert!(groups[1].has(DirectiveKind::UserAgent) && !groups[1].has(DirectiveKind::Disallow));
    assert_eq!(groups[1].agents().collect::<Vec<_>>(), [b"b", b"c"]);
}

#[test]
fn directives_of_a_group_that_blank_lines_end() {
    let dialect = Dialect::RFC_9309.with_group_end(GroupEnd::BlankLine);
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
        let names: Vec<&[u8]> = GroupIndex::new(&robots).names().collect();
        assert_eq!(names[..3], [&b"b"[..], b"*", b"A"], "{name}");
        // `B` is there, and a crawler without a name where there may be one.
        let agents = robots.groups().flat_map(|group| group.agents());
        let others: Vec<&[u8]> = agents.filter(|agent| agent != b"B").collect();
        assert_eq!(names, others, "{name}");
    }
}

#[test]
fn an_index_keeps_the_lines_about_the_whole_site() {
    let body = b"User-agent: a\nDisallow: /\nSitemap: https://example.com/sitemap.xml\n";
    let robots = RobotsTxt::options().keep_site_lines(true).parse(body);
    let rules = GroupIndex::new(&robots).rules_for("a");
    assert_eq!(
        rules.sitemaps().collect::<Vec<_>>(),
        [b"https://example.com/sitemap.xml"]
    );
    assert_eq!(rules, robots.rules_for("a"));
}

#[test]
fn an_index_compiles_what_is_said_outside_groups() {
    for body in [
        "License: https://e.com/l\nUser-agent: *\nDisallow: /\n",
        "Content-Signal: ai-train=no\nUser-agent: a\nDisallow: /\nCrawl-delay: 2\n",
        "Content-Usage: train-ai=n\nUser-agent: a\nDisallow: /\nContent-Usage: /x train-ai=y\n",
        "Crawl-delay: 5\nUser-agent: a\nDisallow: /\n",
        "User-agent: a\n\nLicense: https://e.com/l\n\nUser-agent: b\nDisallow: /\n",
        "User-agent: a\nDisallow: /\nSitemap: https://e.com/s\nClean-param: a\nHost: x\n",
        "Disallow: /0\n\nDisallow: /1\nLicense: https://e.com/l\nUser-agent: a\nDisallow: /\n",
        "User-agent: b\nDisallow: /\nLicense: https://e.com/b\n\nLicense: https://e.com/l\nRobot-version: 2.0\nDisallow: /x\n\nUser-agent: a\nDisallow: /*y\n",
    ] {
        for (name, dialect) in Dialect::PRESETS {
            let robots = RobotsTxt::options().dialect(*dialect).parse(body.as_bytes());
            let index = GroupIndex::new(&robots);
            for agent in ["a", "b", "c"] {
                assert_eq!(
                    index.rules_for(agent),
                    robots.rules_for(agent),
                    "{name} {agent} {body:?}"
                );
            }
        }
    }
}

#[test]
fn an_index_finds_groups_without_a_name_among_several() {
    let robots = RobotsTxt::options()
        .dialect(Dialect::GOOGLE.with_several_names(true))
        .parse(b"User-agent: *foo\nDisallow: /\n");
    let nobody = robots_exclusion::AgentList::new(&[""]).without_star();
    let index = GroupIndex::new(&robots);
    assert_eq!(index.groups_for(&nobody).len(), robots.groups_for(&nobody).len());
    assert_eq!(index.rules_for(&nobody), robots.rules_for(&nobody));
    assert_eq!(index.check(&nobody, "/x"), robots.check(&nobody, "/x"));
}

#[test]
fn an_index_takes_a_star_for_nobodys_name() {
    let body =
        b"User-agent: * Foo\nDisallow: /a\n\nUser-agent: */1\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n";
    for test in NameTest::ALL {
        let dialect = Dialect::RFC_9309.with_name_test(*test);
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let index = GroupIndex::new(&robots);
        for agent in ["*", "*/1", "", "Foo"] {
            for url in ["/a", "/b", "/c"] {
                assert_eq!(
                    index.check(agent, url),
                    robots.check(agent, url),
                    "{test} {agent:?} {url}"
                );
            }
        }
    }
}
