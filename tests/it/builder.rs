//! What is written is read back.

use std::time::Duration;

use proptest::prelude::*;
use robots_exclusion::extension::{
    CleanParam, ContentSignal, Pacing, RequestRate, RobotVersion, Signal, TimeWindow,
};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::write::RobotsTxtBuilder;
use robots_exclusion::{AgentList, Dialect, Group, RobotsTxt, RuleKind};

use crate::generate::{case, config, dialect};

/// What a group says: its names, its rules, and its other lines with their values.
type Said = (
    Vec<Vec<u8>>,
    Vec<(RuleKind, Vec<u8>)>,
    Vec<(DirectiveKind, Vec<u8>)>,
);

fn said(group: Group<'_>) -> Said {
    let others = group.directives().filter(|directive| {
        let is_empty_rule = matches!(directive.kind(), DirectiveKind::Allow | DirectiveKind::Disallow)
            && directive.value().is_empty();
        !is_empty_rule
    });
    (
        group.agents().map(<[u8]>::to_vec).collect(),
        group
            .rules()
            .map(|rule| (rule.kind(), rule.pattern().to_vec()))
            .collect(),
        others
            .map(|directive| (directive.kind(), directive.value().to_vec()))
            .collect(),
    )
}

/// Whether a line names crawlers, to readers of any dialect.
fn names_crawlers(key: &[u8], value: &[u8]) -> bool {
    let line = [key, b":", value].concat();
    Dialect::PRESETS.iter().any(|(_, dialect)| {
        let robots = RobotsTxt::options().dialect(*dialect).parse(&line);
        let kind = robots.directives().next().map(|directive| directive.kind());
        kind == Some(DirectiveKind::UserAgent)
    })
}

/// What a file says outside its groups besides names of crawlers, in no particular order.
fn outside(robots: &RobotsTxt<'_>) -> Vec<(DirectiveKind, Vec<u8>)> {
    let mut lines: Vec<(DirectiveKind, Vec<u8>)> = robots
        .directives()
        .filter(|directive| !matches!(directive.kind(), DirectiveKind::Allow | DirectiveKind::Disallow))
        .filter(|directive| !names_crawlers(directive.key(), directive.value()))
        .map(|directive| (directive.kind(), directive.value().to_vec()))
        .collect();
    lines.sort();
    lines
}

/// Writes a parsed file, and reads it again.
fn round_trip(body: &[u8], dialect: Dialect, agents: &AgentList<'_>, urls: &[String]) {
    let parse = |body| RobotsTxt::options().dialect(dialect).parse(body);
    let first = parse(body);
    let written = RobotsTxtBuilder::from(&first).to_bytes();
    let second = parse(&written);
    let context = || format!("{dialect:?}\n{}\n{}", body.escape_ascii(), written.escape_ascii());
    let groups = |robots: &RobotsTxt<'_>| robots.groups().map(said).collect::<Vec<_>>();
    assert_eq!(groups(&first), groups(&second), "{}", context());
    assert_eq!(outside(&first), outside(&second), "{}", context());
    assert_eq!(
        first.site_content_signal(),
        second.site_content_signal(),
        "{}",
        context()
    );

    let (first_rules, second_rules) = (first.rules_for(agents), second.rules_for(agents));
    assert_eq!(
        first_rules.crawl_delay(),
        second_rules.crawl_delay(),
        "{}",
        context()
    );
    assert_eq!(
        first_rules.request_rates(),
        second_rules.request_rates(),
        "{}",
        context()
    );
    assert_eq!(
        first_rules.visit_times(),
        second_rules.visit_times(),
        "{}",
        context()
    );
    for url in urls {
        assert_eq!(
            first_rules.is_allowed(url),
            second_rules.is_allowed(url),
            "{url}\n{}",
            context()
        );
    }
    // The written file is already in plain form.
    assert_eq!(
        RobotsTxtBuilder::from(&second).to_bytes(),
        written,
        "{}",
        context()
    );
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn parsed_files_are_written_as_they_are(case in case(dialect())) {
        let list = AgentList::new(&case.agents);
        round_trip(&case.body(), case.dialect, &list, &case.urls);
    }

    #[test]
    fn patterns_are_written_as_they_mean(
        pattern in prop::collection::vec(any::<u8>(), 1..12),
        more in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        // A rule with this pattern disallows exactly the URLs that begin with it, however it has to
        // be spelled.
        let mut literal = [b"/", &pattern[..]].concat();
        for byte in &mut literal {
            if matches!(byte, b'*' | b'$' | b'%' | b'?') {
                *byte = b'x';
            }
        }
        let mut builder = RobotsTxtBuilder::new();
        builder.group("*").disallow(&literal);
        for body in [builder.to_bytes(), builder.to_string().into_bytes()] {
            let robots = RobotsTxt::parse(&body);
            let disallowed = |url: &[u8]| {
                let target = robots_exclusion::Target::from_bytes(url);
                !robots.check(AgentList::new(&["a"]), target).is_allowed()
            };
            // Characters that a URL may contain are written as they are (RFC 3986 sections 2.2 and
            // 2.3), all others are escaped.
            let escaped = |path: &[u8]| -> Vec<u8> {
                let holds = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!&'()+,;=:@/[]".contains(byte);
                path.iter()
                    .flat_map(|byte| if holds(byte) { vec![*byte] } else { format!("%{byte:02X}").into_bytes() })
                    .collect()
            };
            let (shorter, longer) = (&literal[..literal.len() - 1], [&literal[..], &more].concat());
            prop_assert!(disallowed(&escaped(&longer)), "{}", body.escape_ascii());
            prop_assert!(!disallowed(&escaped(shorter)), "{}", body.escape_ascii());
        }
    }
}

/// Where spaces around a colon tell what a line is, they stay.
#[test]
fn prose_does_not_become_a_name() {
    for line in [
        "User-agent foo : FooBot",
        "User-agent foo \x0C: FooBot",
        "User agent \u{A0}: a b c",
        "User-agent a :: b",
    ] {
        for (_, dialect) in Dialect::PRESETS {
            let body = format!("User-agent: b\nDisallow: /x\n{line}\nDisallow: /y\n");
            round_trip(
                body.as_bytes(),
                *dialect,
                &AgentList::from("FooBot"),
                &["/x".into(), "/y".into()],
            );
            round_trip(line.as_bytes(), *dialect, &AgentList::from("FooBot"), &[]);
        }
    }
}

/// A first line whose key begins beyond ASCII might be read as a byte order mark, or part of one.
#[test]
fn a_file_never_begins_beyond_ascii() {
    for (key, start) in [
        ("\u{FEFF}key", &b"\n\xEF\xBB\xBF"[..]),
        ("\u{E4}", b"\n\xC3"),
        ("key", b"key"),
    ] {
        let mut builder = RobotsTxtBuilder::new();
        builder.line(key, "v");
        let written = builder.to_bytes();
        assert!(written.starts_with(start), "{}", written.escape_ascii());
    }
}

#[test]
fn every_kind_of_line() {
    let mut builder = RobotsTxtBuilder::new();
    builder.content_signal(&ContentSignal::parse(b"search=yes"));
    builder.line("Cache-delay", "10");
    let window = TimeWindow::parse(b"0600-0845").unwrap();
    builder
        .group("FooBot")
        .agent("BarBot")
        .robot_version(RobotVersion::V2)
        .disallow("/a[bc]")
        .allow("/")
        .crawl_delay(Duration::from_millis(250))
        .request_rate(RequestRate::parse(b"1/10m 1300-1659").unwrap())
        .visit_time(window)
        .content_signal(&ContentSignal::parse(b"ai-train=no, search=yes"))
        .comment("ask first");
    builder
        .host("www.example.com")
        .clean_param(CleanParam::parse(b"ref&sid /forum/*.php").unwrap())
        .sitemap("https://example.com/s.xml");
    let text = builder.to_string();
    assert_eq!(
        text,
        "\
Content-Signal: search=yes
Cache-delay: 10

User-agent: FooBot
User-agent: BarBot
Robot-version: 2.0
Disallow: /a[bc]
Allow: /
Crawl-delay: 0.25
Request-rate: 1/10m 1300-1659
Visit-time: 0600-0845
Content-Signal: ai-train=no, search=yes
Comment: ask first

Host: www.example.com
Clean-param: ref&sid /forum/*.php
Sitemap: https://example.com/s.xml
"
    );
    let robots = RobotsTxt::options()
        .dialect(Dialect::SEZNAM)
        .parse(text.as_bytes());
    assert!(!robots.is_allowed("barbot", "/ab"));
    let group = robots.groups().next().unwrap();
    assert_eq!(group.crawl_delay(), Some(Duration::from_millis(250)));
    assert_eq!(group.comment_lines().collect::<Vec<_>>(), [b"ask first"]);
    assert_eq!(robots.site_content_signal().permits(Signal::Search), Some(true));
    assert_eq!(
        robots.clean_params().next().unwrap().path(),
        Some(&b"/forum/*.php"[..])
    );
}

#[test]
fn content_usage_lines() {
    let mut builder = RobotsTxtBuilder::new();
    let lines: [&[u8]; 3] = [b"/x train-ai=n, search=y", b"train-ai=y", b"/y"];
    let group = builder.group("*");
    for line in lines {
        group.content_usage(line);
    }
    let text = builder.to_string();
    let robots = RobotsTxt::parse(text.as_bytes());
    let group = robots.groups().next().unwrap();
    assert_eq!(group.content_usage().collect::<Vec<_>>(), lines, "{text}");
    // A NUL, which ends a line for some readers, and what would begin a comment or a line, is
    // escaped in the path, and only there.
    for (value, written) in [
        ("/a\0b train-ai=n", "/a%00b train-ai=n"),
        ("/a#b\tx\0y#z", "/a%23b\tx\0y z"),
        ("/a\nb", "/a%0Ab"),
        ("/\0", "/%00"),
        ("a\0b", "a\0b"),
    ] {
        let mut builder = RobotsTxtBuilder::new();
        builder.group("*").content_usage(value);
        let expected = format!("User-agent: *\nContent-Usage: {written}\nDisallow:\n");
        assert_eq!(builder.to_string(), expected, "{value:?}");
    }
}

#[test]
fn licenses_of_the_site_and_of_a_group() {
    let mut builder = RobotsTxtBuilder::new();
    builder.license("https://example.com/site.xml");
    builder.group("FooBot").license("https://example.com/foo.xml");
    let text = builder.to_string();
    let robots = RobotsTxt::parse(text.as_bytes());
    let site: Vec<_> = robots.site_licenses().map(|line| line.as_bytes()).collect();
    assert_eq!(site, [b"https://example.com/site.xml"]);
    let group = robots.groups().next().unwrap();
    let own: Vec<_> = group.licenses().map(|line| line.as_bytes()).collect();
    assert_eq!(own, [b"https://example.com/foo.xml"]);
}

/// A line that would be cut where it is read again is written as short as can be; any other is
/// written as usual, however many lines come before it.
#[test]
fn lines_are_short_only_where_the_dialect_would_cut_them() {
    let dialect = Dialect::RFC_9309.with(|custom| custom.max_line_bytes = Some(14));
    let body = b"User-agent:*\nDisallow:/abc\nDisallow:/abcd\nDisallow:/ab\n";
    let robots = RobotsTxt::options().dialect(dialect).parse(body);
    assert_eq!(
        RobotsTxtBuilder::from(&robots).to_string(),
        "User-agent: *\nDisallow: /abc\nDisallow:/abcd\nDisallow: /ab\n"
    );
}

/// Around a URL, invisible characters are no part of it, and escaped they would be.
#[test]
fn invisible_characters_around_urls_stay() {
    for (url, written) in [
        (
            "\u{A0}https://e.com/\u{A0}",
            "Sitemap: \u{A0}https://e.com/\u{A0}\n",
        ),
        (" https://e.com/ ", "Sitemap: %20https://e.com/%20\n"),
        ("https://e.com/a#b ", "Sitemap: https://e.com/a\n"),
        ("https://e.com/a b", "Sitemap: https://e.com/a b\n"),
        ("https://e.com/\0\r\n", "Sitemap: https://e.com/%00%0D%0A\n"),
        ("", "Sitemap:\n"),
    ] {
        let mut builder = RobotsTxtBuilder::new();
        builder.sitemap(url);
        assert_eq!(builder.to_string(), written, "{url:?}");
    }
}

/// Only a group without a rule gets an empty one.
#[test]
fn groups_that_are_copied_keep_the_rules_that_they_have() {
    for (body, expected) in [
        (
            "User-agent: a\nDisallow: /x\nCrawl-delay: 1\n",
            "User-agent: a\nDisallow: /x\nCrawl-delay: 1\n",
        ),
        (
            "User-agent: a\nAllow: /x\nHost: e.com\n",
            "User-agent: a\nAllow: /x\nHost: e.com\n",
        ),
        (
            "User-agent: a\nDisallow:\nComment: x\n",
            "User-agent: a\nDisallow:\nComment: x\n",
        ),
        (
            "User-agent: a\nCrawl-delay: 1\n",
            "User-agent: a\nCrawl-delay: 1\nDisallow:\n",
        ),
    ] {
        let robots = RobotsTxt::parse(body);
        assert_eq!(RobotsTxtBuilder::from(&robots).to_string(), expected);
    }
}

/// Written as short as can be, a line keeps its key, which may be shorter than the usual one.
#[test]
fn a_line_that_would_be_cut_keeps_its_key() {
    for (limit, expected) in [
        (11, "useragent:a\nDisallow:\n"),
        (12, "useragent:ab\nDisallow:\n"),
        (13, "useragent:ab\nDisallow:\n"),
        (14, "User-agent: ab\nDisallow:\n"),
    ] {
        let dialect = Dialect::LENIENT.with(|custom| custom.max_line_bytes = Some(limit));
        let robots = RobotsTxt::options().dialect(dialect).parse(b"useragent:ab\n");
        assert_eq!(RobotsTxtBuilder::from(&robots).to_string(), expected, "{limit}");
    }
}

/// What would mean something else with a space after its colon stays as it is.
#[test]
fn lines_that_would_read_differently_stay_as_they_are() {
    for (dialect, line, expected) in [
        (
            Dialect::LENIENT,
            "User-agent foo : FooBot",
            "User-agent foo : FooBot\n",
        ),
        (
            Dialect::LENIENT,
            "User agent \u{A0}: a b c",
            "User-agent: a b c\n",
        ),
        (
            Dialect::RFC_9309,
            "User-agent foo : FooBot",
            "User-agent foo: FooBot\n",
        ),
        (Dialect::LENIENT, "X  :\t y # comment", "X: y\n"),
    ] {
        let body = format!("User-agent: *\nDisallow:\n{line}\nHost: example.com\n");
        let robots = RobotsTxt::options().dialect(dialect).parse(&body);
        let text = RobotsTxtBuilder::from(&robots).to_string();
        assert!(
            text.contains(&format!("\n{expected}")),
            "{dialect} {line}\n{text}"
        );
        assert!(text.contains("Host: example.com\n"), "{text}");
    }
}

#[test]
fn keys_that_decide_are_written_as_every_dialect_knows_them() {
    let robots = RobotsTxt::options()
        .dialect(Dialect::GOOGLE)
        .parse(b"useragent: *\ndissallow: /x\nallow: /x/y\nsite-map: https://example.com/s.xml\n");
    assert_eq!(
        RobotsTxtBuilder::from(&robots).to_string(),
        "User-agent: *\nDisallow: /x\nAllow: /x/y\nSitemap: https://example.com/s.xml\n"
    );
}

/// Above the groups it would be for everyone.
#[test]
fn a_delay_between_groups_stays_for_nobody() {
    let dialect = Dialect::DRAFT_1996.with(|custom| custom.rules_before_groups = true);
    let options = RobotsTxt::options().dialect(dialect);
    let robots = options
        .parse(b"Crawl-delay: 1\n\nUser-agent: a\nDisallow: /x\n\nCrawl-delay: 9\nHost: example.com\n");
    let text = RobotsTxtBuilder::from(&robots).to_string();
    assert_eq!(
        text,
        "Crawl-delay: 1\nHost: example.com\n\nUser-agent: a\nDisallow: /x\n\nCrawl-delay: 9\n"
    );
    let delay = |robots: &RobotsTxt<'_>| robots.rules_for("b").crawl_delay();
    assert_eq!(delay(&robots), Some(Duration::from_secs(1)));
    let again = options.parse(text.as_bytes());
    assert_eq!(delay(&again), delay(&robots));
    // So do the other lines about pace.
    for line in ["Request-rate: 1/9", "Visit-time: 0900-1700"] {
        let robots = options
            .parse_owned(format!("User-agent: a\nDisallow: /x\n\n{line}\nHost: example.com\n").into_bytes());
        let text = RobotsTxtBuilder::from(&robots).to_string();
        assert_eq!(
            text,
            format!("Host: example.com\n\nUser-agent: a\nDisallow: /x\n\n{line}\n")
        );
        let again = options.parse(text.as_bytes());
        assert_eq!(robots.pacing_for("b"), Pacing::new(None, &[], &[]), "{line}");
        assert_eq!(again.pacing_for("b"), robots.pacing_for("b"), "{line}");
    }
    // Where nothing outside of groups counts, it needs no place of its own.
    let body = b"User-agent: a\nDisallow: /x\n\nCrawl-delay: 9\n";
    let robots = options.dialect(Dialect::DRAFT_1996).parse(body);
    assert_eq!(
        RobotsTxtBuilder::from(&robots).to_string(),
        "Crawl-delay: 9\n\nUser-agent: a\nDisallow: /x\n"
    );
}

/// In a dialect in which a group needs a rule, a name without one belongs to no group, and no other
/// group may get it: neither in the same dialect nor in another.
#[test]
fn names_that_form_no_group_join_none() {
    let body = b"User-agent: a\nDisallow: /\n\nUser-agent: b\nCrawl-delay: 2\n\nuser agent: c\nuser-agents: d\nSitemap: x\n";
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let text = RobotsTxtBuilder::from(&robots).to_bytes();
        for (reader, read_as) in Dialect::PRESETS.iter().copied() {
            let read = |body| RobotsTxt::options().dialect(read_as).parse(body);
            for agent in ["a", "b", "c", "d"] {
                let (before, after) = (
                    read(&body[..]).is_allowed(agent, "/"),
                    read(&text).is_allowed(agent, "/"),
                );
                assert_eq!(
                    before,
                    after,
                    "{agent}, read as {name} and then as {reader}\n{}",
                    text.escape_ascii()
                );
            }
        }
    }
    let mut builder = RobotsTxtBuilder::new();
    builder
        .line("Cache-delay", "1")
        .line("User-agent", "b")
        .line("user agents", "b")
        .line("useragent foo", "b");
    builder
        .group("a")
        .disallow("/")
        .line("User-agent", "b")
        .line("Noindex", "/x");
    assert_eq!(
        builder.to_string(),
        "Cache-delay: 1\n\nUser-agent: a\nDisallow: /\nNoindex: /x\n"
    );
}
