//! What a group holds and where it is in the file.

use robots_exclusion::dialect::{GroupChoice, GroupEnd, NameTest};
use robots_exclusion::fetch::Reply;
use robots_exclusion::syntax::{BodyFormat, DirectiveKind};
use robots_exclusion::{AgentList, Dialect, Group, RobotsTxt};

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
                let (own, plain) = (
                    robots.select_audience(audience).check(url),
                    robots.check(agent, url),
                );
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
        let rules = robots.select_audience(audience).compile();
        assert_eq!(rules.is_allowed("/x"), is_allowed, "{status}");
        assert_eq!(rules, robots.rules_for("FooBot"), "{status}");
        for url in ["/x", "/robots.txt", "/robots.txtx"] {
            let verdict = robots.check("FooBot", url);
            assert_eq!(rules.check(url), verdict, "{status} {url}");
            assert_eq!(rules.check(url).cause(), verdict.cause(), "{status} {url}");
            assert_eq!(
                robots.select_audience(audience).check(url),
                verdict,
                "{status} {url}"
            );
        }
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
                    robots.select_audience(audience).check(url).is_truncated(),
                    robots.rules_for(agent).check(url).is_truncated(),
                    robots
                        .select_audience(audience)
                        .compile()
                        .check(url)
                        .is_truncated(),
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

/// With its place on the line where there are several paths, and its length as it is compared.
#[test]
fn a_cited_rule_is_written_as_the_file_spells_it() {
    let several = Dialect::REVISITED;
    for (dialect, body, url, written, length) in [
        (Dialect::RFC_9309, "disallow: /é # x\n", "/é", "/é", 7),
        (Dialect::RFC_9309, "disallow: /%61b\n", "/ab", "/%61b", 3),
        (several, "disallow: /a /bb  /%63\n", "/a", "/a", 2),
        (several, "disallow: /a /bb  /%63\n", "/bb", "/bb", 3),
        (several, "disallow: /a /bb  /%63\n", "/c", "/%63", 2),
    ] {
        let file = format!("User-agent: *\n{body}");
        let robots = RobotsTxt::options().dialect(dialect).parse(&file);
        let rules = robots.rules_for("foo");
        let cited = rules.check(url);
        let compiled = cited.rule().expect("a rule decides").clone();
        let found = robots.as_written(cited);
        let rule = found.rule().expect("a rule decides");
        assert_eq!(rule.pattern(), written.as_bytes(), "{body} {url}");
        assert_eq!(
            (rule.length(), compiled.length()),
            (length, length),
            "{body} {url}"
        );
        assert_eq!(Some(rule), robots.check("foo", url).rule(), "{body} {url}");
        let start = file.find(written).expect("it is in the file");
        let span = rule.span().expect("its place in the file");
        assert_eq!(span.range(), start..start + written.len(), "{body} {url}");
    }
    // A rule of another file stays as it is cited.
    let other = RobotsTxt::parse(b"User-agent: *\n\n\nDisallow: /a\n");
    let rules = other.rules_for("foo");
    let robots = RobotsTxt::parse(b"User-agent: *\n");
    assert_eq!(robots.as_written(rules.check("/a")), rules.check("/a"));
    assert_eq!(
        robots.rule_as_written(rules.check("/a").rule().expect("a rule")),
        None
    );
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

/// With an index, with a text of its own, or both.
#[test]
fn a_view_of_a_file_is_the_same_file() {
    let page = b"<html>\nUser-agent: a\nDisallow: /x\n\nSitemap: https://example.com/s.xml\n";
    let utf16: Vec<u8> = "\u{FEFF}User-agent: a\nDisallow: /x\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let read = RobotsTxt::options().dialect(Dialect::YANDEX);
    let outcome = |status| Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(status));
    let files = [
        read.parse(page),
        read.truncated(true).parse(page),
        read.keep_site_lines(true).parse(page),
        read.transcode_utf16(true).parse(&utf16),
        RobotsTxt::for_outcome(outcome(503)).expect("no file is read"),
        RobotsTxt::for_outcome(outcome(404)).expect("no file is read"),
    ];
    for (number, file) in files.iter().enumerate() {
        let indexed = file.clone().into_indexed();
        assert_eq!(file.audience_count(), 0, "{number}");
        assert!(indexed.audience_count() > 0, "{number}");
        for other in [
            file.indexed_view(),
            indexed.indexed_view(),
            indexed.clone().into_indexed(),
            indexed.clone().into_owned(),
        ] {
            assert_eq!(other, indexed, "{number}");
            assert_eq!(other.dialect(), file.dialect(), "{number}");
            assert_eq!(other.format(), file.format(), "{number}");
            assert_eq!(other.is_truncated(), file.is_truncated(), "{number}");
            assert_eq!(other.check("a", "/x"), file.check("a", "/x"), "{number}");
            assert_eq!(other.rules_for("a"), file.rules_for("a"), "{number}");
        }
        assert_eq!(file.clone().into_owned(), *file, "{number}");
    }
    let formats = files.map(|file| file.format());
    assert_eq!(formats[..2], [BodyFormat::Html; 2]);
    assert_eq!(formats[3], BodyFormat::Utf16Le);
}

/// Two files are equal only if they were read alike.
#[test]
fn files_differ_by_how_they_were_read() {
    let body = b"User-agent: *\nDisallow: /x\nSitemap: https://example.com/s.xml\n";
    let read = RobotsTxt::options();
    let outcome = |status| Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(status));
    let files = [
        read.parse(body),
        read.dialect(Dialect::YANDEX).parse(body),
        read.max_bytes(20).parse(body),
        read.truncated(true).parse(body),
        read.keep_site_lines(true).parse(body),
        read.indexed(true).parse(body),
        RobotsTxt::default(),
        RobotsTxt::for_outcome(outcome(503)).expect("no file is read"),
        RobotsTxt::for_outcome(outcome(404)).expect("no file is read"),
    ];
    for (number, file) in files.iter().enumerate() {
        for (other_number, other) in files.iter().enumerate() {
            assert_eq!(file == other, number == other_number, "{number} {other_number}");
        }
    }
}

#[test]
fn lists_of_groups_that_apply_to_named_crawlers() {
    let body = b"User-agent: a\nUser-agent: b\nDisallow: /0\n\n\
        User-agent: c\nDisallow: /1\n\n\
        User-agent: A\nDisallow: /2\n\n\
        User-agent: *\nDisallow: /3\n";
    let all: &[&[usize]] = &[&[0], &[0, 2], &[1], &[3]];
    let first: &[&[usize]] = &[&[0], &[1], &[3]];
    let (merging, choosing) = (Dialect::RFC_9309, Dialect::BAIDU);
    // The groups left out, and the lists that then apply to one of the names in the file.
    for (dialect, without, expected) in [
        (merging, &[][..], all),
        (choosing, &[], first),
        (merging, &[0], &[&[1], &[2], &[3]]),
        (choosing, &[0], &[&[1], &[2], &[3]]),
        (merging, &[2], &[&[0], &[1], &[3]]),
        (merging, &[1, 3], &[&[0], &[0, 2]]),
        (merging, &[0, 1, 2, 3], &[]),
        (merging, &[4], all),
    ] {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let lists: Vec<Vec<usize>> = robots.group_lists(without).into_iter().collect();
        assert_eq!(lists, expected, "{dialect} {without:?}");
    }
    // A name that is in a group twice counts once.
    let twice = RobotsTxt::parse(b"User-agent: a\nUser-agent: A\nDisallow: /\n");
    assert_eq!(twice.group_lists(&[]).into_iter().collect::<Vec<_>>(), [[0]]);
}

/// The names of each group that a crawler reads, and the crawler.
fn reachable(dialect: Dialect, body: &str) -> Vec<(Vec<String>, String)> {
    let robots = RobotsTxt::options().dialect(dialect).indexed(true).parse(body);
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let groups = robots.reachable_groups();
    for group in &groups {
        // That crawler does read the group, and no other one.
        let reader = text(&group.reader);
        assert_eq!(robots.audience(reader.as_str()), Some(group.audience), "{body}");
        assert_eq!(
            robots.select_audience(group.audience).groups().count(),
            1,
            "{body}"
        );
    }
    groups
        .iter()
        .map(|group| {
            (
                group.names.iter().map(|name| text(name)).collect(),
                text(&group.reader),
            )
        })
        .collect()
}

#[test]
fn groups_that_some_crawler_reads() {
    // The names on each group, and the groups that are read, each with its names and its reader.
    type Row<'r> = (Dialect, &'r [&'r str], &'r [(&'r [&'r str], &'r str)]);
    let rows: &[Row<'_>] = &[
        (
            Dialect::ORIGINAL_1994,
            &["Foo", "BarBot", "*"],
            &[(&["foo"], "foo"), (&["barbot"], "barbot"), (&["*"], "*")],
        ),
        // Who is named by the second one is named by the first one too.
        (Dialect::ORIGINAL_1994, &["bot", "FooBot"], &[(&["bot"], "bot")]),
        (
            Dialect::ORIGINAL_1994,
            &["FooBot", "bot"],
            &[(&["foobot"], "foobot"), (&["bot"], "bot")],
        ),
        (
            Dialect::ORIGINAL_1994,
            &["bot", "FooBot|news"],
            &[(&["bot"], "bot"), (&["foobot", "news"], "news")],
        ),
        (
            Dialect::ORIGINAL_1994,
            &["a", "a", "*", "*"],
            &[(&["a"], "a"), (&["*"], "*")],
        ),
        // Names that are part of a value: the longest are its words.
        (
            Dialect::DRAFT_1996,
            &["foo", "foo bar", "*"],
            &[(&["foo"], "foo"), (&["foo bar"], "bar"), (&["*"], "*")],
        ),
        (Dialect::DRAFT_1996, &["foo bar", "BAR"], &[(&["foo bar"], "foo")]),
        (
            Dialect::DRAFT_1996,
            &["foo bar", "fo ba"],
            &[(&["foo bar"], "foo")],
        ),
        (
            Dialect::DRAFT_1996,
            &["foo bar", "bar/new"],
            &[(&["foo bar"], "foo"), (&["bar/new"], "new")],
        ),
        // Where one name is compared with another, each has its first group.
        (
            Dialect::BAIDU,
            &["bot", "FooBot", "BOT"],
            &[(&["bot"], "bot"), (&["foobot"], "foobot")],
        ),
    ];
    for (dialect, groups, expected) in rows {
        let body: String = groups
            .iter()
            .map(|names| {
                format!(
                    "User-agent: {}\nDisallow: /x\n\n",
                    names.replace('|', "\nUser-agent: ")
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(names, reader)| {
                let names: Vec<String> = names.iter().map(ToString::to_string).collect();
                (names, String::from(*reader))
            })
            .collect();
        assert_eq!(reachable(*dialect, &body), expected, "{dialect} {groups:?}");
    }
}

/// A crawler named `*` would be all others, so the value stays as it is written.
#[test]
fn the_reader_of_a_group_for_stars_is_no_star() {
    let body = "User-agent: */1\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n";
    let robots = RobotsTxt::options()
        .dialect(Dialect::DRAFT_1996)
        .indexed(true)
        .parse(body);
    let readers: Vec<_> = robots
        .reachable_groups()
        .into_iter()
        .map(|group| group.reader)
        .collect();
    assert_eq!(readers.last().map(Vec::as_slice), Some(&b"*"[..]));
    assert!(readers[..readers.len() - 1].iter().all(|reader| reader != b"*"));
}

#[test]
fn groups_are_reachable_only_where_one_name_decides_and_there_is_an_index() {
    let body = b"User-agent: a\nDisallow: /x\n";
    let count = |dialect: Dialect, indexed| {
        let options = RobotsTxt::options().dialect(dialect).indexed(indexed);
        options.parse(body).reachable_groups().len()
    };
    assert_eq!(count(Dialect::DRAFT_1996, true), 1);
    assert_eq!(count(Dialect::DRAFT_1996, false), 0);
    // There the groups of several names add up.
    for (test, expected) in [
        (NameTest::ProductToken, 1),
        (NameTest::LettersWhole, 1),
        (NameTest::ValueInName, 0),
        (NameTest::NameInValue, 0),
    ] {
        let merging = Dialect::DRAFT_1996.with(|custom| {
            custom.name_test = test;
            custom.group_choice = GroupChoice::Merge;
        });
        assert_eq!(count(merging, true), expected, "{test:?}");
    }
}

/// In a file with very many names, those that shadow one another are not looked for.
#[test]
fn shadowed_groups_are_left_out_up_to_two_thousand_names() {
    for (names, is_left_out) in [(2_000, true), (2_001, false)] {
        let mut body = String::from("User-agent: bot\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n\n");
        for number in 2..names {
            body += &format!("User-agent: q{number}\n");
        }
        body += "Disallow: /c\n";
        let robots = RobotsTxt::options()
            .dialect(Dialect::ORIGINAL_1994)
            .indexed(true)
            .parse(&body);
        assert_eq!(robots.names().count(), names);
        let count = robots.reachable_groups().len();
        assert_eq!(count, if is_left_out { 2 } else { 3 }, "{names}");
    }
}

/// Short names of crawlers are taken apart, and long ones are not. Both find the same names.
#[test]
fn an_index_finds_names_of_any_length_in_names_of_any_length() {
    let named = |length: usize, byte: &str| byte.repeat(length);
    let all = "User-agent: *\nDisallow: /e\n\n";
    for (in_file, is_last) in [1, 2, 62, 63, 64, 65, 66, 130]
        .iter()
        .flat_map(|length| [(*length, true), (*length, false)])
    {
        let body = format!(
            "{}User-agent: {}\nDisallow: /a\n\nUser-agent: */1\nDisallow: /b\n\nUser-agent: zz\nDisallow: /c\n\n\
             User-agent: YY\nDisallow: /d\n\n{}",
            if is_last { "" } else { all },
            named(in_file, "A"),
            if is_last { all } else { "" }
        );
        let plain = RobotsTxt::options().dialect(Dialect::ORIGINAL_1994).parse(&body);
        let indexed = plain.indexed_view();
        for length in [1, 2, 61, 62, 63, 64, 65, 66, 67, 131] {
            for end in ["", "*", "zz", "*zz", "zz*", "yyzz", "zzyy"] {
                let agent = named(length, "a") + end;
                let number = if length >= in_file {
                    "/a"
                } else if end.contains('*') {
                    "/b"
                } else if end.contains("zz") {
                    "/c"
                } else {
                    "/e"
                };
                let audience = indexed.audience(agent.as_str()).expect("it has an index");
                let lines: Vec<u32> = indexed
                    .select_audience(audience)
                    .groups()
                    .map(|group| group.line())
                    .collect();
                let rules: Vec<String> = indexed
                    .select_audience(audience)
                    .groups()
                    .flat_map(|group| group.rules().map(|rule| rule.to_string()).collect::<Vec<_>>())
                    .collect();
                assert_eq!(
                    rules,
                    [format!("Disallow: {number}")],
                    "{in_file} {length} {end:?}"
                );
                assert_eq!(lines.len(), 1);
                assert!(
                    !plain.is_allowed(agent.as_str(), number),
                    "{in_file} {length} {end:?}"
                );
                assert_eq!(
                    indexed.group_name_for(agent.as_str()),
                    plain.check(agent.as_str(), "/").group_name(),
                    "{in_file} {length} {end:?}"
                );
            }
        }
    }
}

/// Also where no other name is of one byte, as that of all crawlers is.
#[test]
fn a_star_in_the_name_of_a_crawler_is_found() {
    let body = b"User-agent: zz\nDisallow: /a\n\nUser-agent: */1\nDisallow: /b\n";
    let plain = RobotsTxt::options().dialect(Dialect::ORIGINAL_1994).parse(body);
    let indexed = plain.indexed_view();
    for (agent, line) in [("a*", Some(4)), ("*a", Some(4)), ("a*zz", Some(1)), ("a", None)] {
        let audience = indexed.audience(agent).expect("it has an index");
        let first = indexed
            .select_audience(audience)
            .groups()
            .next()
            .map(|group| group.line());
        assert_eq!(first, line, "{agent}");
        assert_eq!(plain.groups_for(agent).first().map(Group::line), line, "{agent}");
    }
}

/// The `*` of a group that begins with a rule is nowhere in the file.
#[test]
fn a_group_that_begins_with_a_rule_has_the_name_of_all() {
    let body = b"Disallow: /x\nUser-agent: a\nDisallow: /y\n";
    let plain = RobotsTxt::options().dialect(Dialect::LENIENT).parse(body);
    let indexed = plain.indexed_view();
    for (agent, name) in [("a", b"a"), ("b", b"*")] {
        assert_eq!(plain.group_name_for(agent), Some(&name[..]));
        assert_eq!(indexed.group_name_for(agent), Some(&name[..]));
        let (audience, found) = indexed.audience_and_name(agent).expect("it has an index");
        assert_eq!(
            (Some(audience), found),
            (indexed.audience(agent), Some(&name[..]))
        );
    }
}

/// Those for which the groups of a single name do not say everything.
#[test]
fn crawlers_that_are_in_no_audience() {
    let robots = RobotsTxt::options()
        .indexed(true)
        .parse(b"User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n");
    let both = AgentList::new(&["a", "b"]);
    let url = "https://example.com/";
    for (agents, has_audience) in [
        (both.clone(), true),
        (both.merged(), false),
        (AgentList::from("b"), true),
        (AgentList::from(url), false),
        (AgentList::from("http://example.com/"), false),
        // Later than at the fourth or fifth byte it is no URL.
        (AgentList::from("Bot (http://example.com/)"), true),
        (AgentList::new(&["a", url]), true),
        (AgentList::new(&["b", url]), false),
    ] {
        assert_eq!(robots.audience(&agents).is_some(), has_audience, "{agents:?}");
    }
    // Those that ignore `*` are in the audience to which nothing applies.
    let nobody = robots
        .audience(AgentList::from("b").without_star())
        .expect("an audience");
    assert_eq!(nobody.number(), 0);
    assert_eq!(robots.select_audience(nobody).groups().count(), 0);
    assert_eq!(robots.group_name_for(AgentList::from("b").without_star()), None);
}

/// With their lines, and only those that no group has.
#[test]
fn values_outside_of_groups() {
    let body = b"License: 1\nContent-Signal: 2\nUser-agent: a\nLicense: 4\n\nLicense: 6\nHost: 7\n";
    let blank = Dialect::RFC_9309.with(|custom| custom.group_end = GroupEnd::BlankLine);
    for (dialect, expected) in [
        (Dialect::RFC_9309, &[(1, &b"1"[..])][..]),
        (blank, &[(1, b"1"), (6, b"6")]),
    ] {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let values: Vec<_> = robots.values_outside(DirectiveKind::License).collect();
        assert_eq!(values, expected, "{dialect:?}");
    }
}

/// In a dialect of one operator, a list is of its family if any of the names is.
#[test]
fn any_name_of_a_list_makes_it_one_of_the_family() {
    let robots = RobotsTxt::options()
        .dialect(Dialect::YANDEX)
        .parse(b"User-agent: Yandex\nDisallow: /");
    for (agents, is_allowed) in [
        (["FooBot", "YandexBot"], false),
        (["YandexBot", "FooBot"], false),
        (["FooBot", "BarBot"], true),
    ] {
        let verdict = robots.check(AgentList::new(&agents), "/a");
        assert_eq!(verdict.is_allowed(), is_allowed, "{agents:?}");
    }
}

/// A group of `*` is not found by a star within a long name.
#[test]
fn a_star_in_a_long_name_does_not_find_the_group_of_star() {
    let body = b"User-agent: *\nDisallow: /a\n\nUser-agent: foo\nDisallow: /b";
    let robots = RobotsTxt::options()
        .dialect(Dialect::ORIGINAL_1994)
        .indexed(true)
        .parse(body);
    let foo = robots.audience("foo").expect("it has an index");
    for length in [10, 70] {
        let name = format!("foo*{}", "x".repeat(length));
        assert_eq!(robots.audience(&*name), Some(foo), "{length}");
    }
}
