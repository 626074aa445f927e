//! `Debug` is for people: bytes are shown as text, a dialect by its name, and nothing shows the
//! whole file.

use robots_exclusion::extension::CleanParam;
use robots_exclusion::fetch::{Body, BodyBuffer, Reply};
use robots_exclusion::write::RobotsTxtBuilder;
use robots_exclusion::{Dialect, RobotsTxt, Rules};

const BODY: &[u8] = b"User-agent: FooBot # ours\nDisallow: /caf\xC3\xA9\nAllow: /%61\xFF\nDisallow: /*x$\n\n\
    User-agent: *\nDisallow: /\n\
    Sitemap: https://example.com/s.xml\nHost: example.com\nClean-param: a&b /x\nLicense: https://example.com/l.xml\n";

#[test]
fn bytes_are_shown_as_text() {
    let robots = RobotsTxt::options().keep_site_lines(true).parse(BODY);
    let rules = robots.rules_for("FooBot");
    let shown = [
        format!("{robots:?}"),
        format!("{:?}", robots.groups().next().unwrap()),
        format!("{:?}", robots.lines().next().unwrap()),
        format!("{:?}", robots.lines()),
        format!("{:?}", robots.directives().nth(1).unwrap()),
        format!("{rules:?}"),
        format!("{:?}", Rules::disallow_all()),
        format!("{:?}", robots.check("FooBot", "/a%FF")),
        format!("{:?}", rules.check("/caf%C3%A9")),
        format!("{:?}", robots.explain("FooBot", "/a%FF").rules()),
        format!("{:?}", robots.sitemap_lines().collect::<Vec<_>>()),
        format!("{:?}", robots.licenses().collect::<Vec<_>>()),
        format!("{:?}", rules.hosts().collect::<Vec<_>>()),
        format!("{:?}", CleanParam::parse(b"a&b /x").unwrap()),
        format!(
            "{:?}",
            Body {
                bytes: BODY.to_vec(),
                truncated: true
            }
        ),
        format!("{:?}", BodyBuffer::new(5)),
        {
            let mut file = RobotsTxtBuilder::new();
            file.group("FooBot").disallow("/x");
            format!("{file:?}")
        },
    ];
    let expected = [
        "RobotsTxt { dialect: Dialect(rfc9309), bytes: 206, groups: 2, .. }",
        "Group { line: 1, agents: [\"FooBot\"], rules: [Rule(Disallow: /café, line 2), Rule(Allow: /%61\u{FFFD}, line 3), \
         Rule(Disallow: /*x$, line 4)], .. }",
        "Line { number: 1, text: \"User-agent: FooBot\", comment: Some(\"# ours\"), .. }",
        "Lines { bytes: 206, read: 0, .. }",
        "Directive { kind: Disallow, line: 2, key: \"Disallow\", value: \"/café\", .. }",
        "Rules { group: Some(\"FooBot\"), rules: [Rule(Allow: /a%FF, line 3), Rule(Disallow: /caf%C3%A9, line 2), \
         Rule(Disallow: /*x$, line 4)], default_verdict: Allow, .. }",
        "Rules { group: None, rules: [], default_verdict: Disallow, .. }",
        "Verdict { reason: Rule, rule: Some(Rule(Allow: /%61\u{FFFD}, line 3)), group: Some(\"FooBot\") }",
        "Verdict { reason: Rule, rule: Some(Rule(Disallow: /caf%C3%A9, line 2)), group: Some(\"FooBot\") }",
        "[MatchingRule { rule: Rule(Allow: /%61\u{FFFD}, line 3), canonical_pattern: \"/a%FF\", lost_by: None }]",
        "[UrlLine(\"https://example.com/s.xml\")]",
        "[UrlLine(\"https://example.com/l.xml\")]",
        "[HostLine(\"example.com\")]",
        "CleanParam { params: \"a&b\", path: Some(\"/x\") }",
        "Body { bytes: 206, truncated: true }",
        "BodyBuffer { bytes: 0, max_bytes: 5 }",
        "RobotsTxtBuilder(\"User-agent: FooBot\\nDisallow: /x\\n\")",
    ];
    assert_eq!(shown.each_ref().map(String::as_str), expected, "{shown:#?}");
}

#[test]
fn a_dialect_is_shown_by_its_name() {
    for (name, dialect) in Dialect::PRESETS {
        assert_eq!(format!("{dialect:?}"), format!("Dialect({name})"));
    }
    // Any other by what differs from the default.
    let custom = Dialect::RFC_9309.with(|custom| {
        custom.index_html = true;
        custom.max_line_bytes = Some(7);
    });
    assert_eq!(
        format!("{custom:?}"),
        "Dialect { index_html: true, max_line_bytes: Some(7), .. }"
    );
}

#[test]
fn what_holds_without_a_rule_is_shown() {
    let outcome = Dialect::RFC_9309.fetch_policy.outcome(Reply::Status(404));
    let read = RobotsTxt::options();
    for (rules, expected) in [
        (Rules::allow_all(), "Allow"),
        (Rules::disallow_all(), "Disallow"),
        (
            Rules::for_outcome(outcome).expect("no file is read"),
            "Allow, because robots.txt is unavailable",
        ),
        (read.truncated(true).rules_for("", "FooBot"), "Allow, file cut"),
        (
            read.truncated(true).rules_for("", "https://example.com/"),
            "Allow, file cut, the agent is a URL",
        ),
    ] {
        let shown = format!("{rules:?}");
        assert!(
            shown.contains(&format!("default_verdict: {expected}, ..")),
            "{shown}"
        );
    }
}
