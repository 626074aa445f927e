//! What findings say: their messages, their places, and the other places that they point at.

use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::lint::{
    Code, Diagnostic, Edit, LintOptions, outcome_lines, outcomes, summarize,
};

use super::{change, helps};

/// Place, code and message of each finding, and below it the lines that it points at.
fn told(body: &str, dialect: Dialect) -> Vec<String> {
    let row = |finding: &Diagnostic| {
        let place = format!("{}:{}-{}", finding.line(), finding.column(), finding.end_column());
        assert_eq!(finding.line(), finding.end_line(), "{place}");
        let related: String = finding
            .related()
            .iter()
            .map(|related| format!(" | {}: {}", related.line(), related.message()))
            .collect();
        format!("{place} {} {}{related}", finding.code(), finding.message())
    };
    let found = LintOptions::new().dialect(dialect).lint(body.as_bytes());
    found.iter().map(row).collect()
}

fn rfc(body: &str) -> Vec<String> {
    told(body, Dialect::RFC_9309)
}

#[test]
fn a_finding_is_shown_in_one_line() {
    let body = b"User-agent: *\nDissallow: /x\n";
    let found = &LintOptions::new().lint(body)[0];
    assert_eq!(
        found.to_string(),
        "2:1: error[R010]: unknown key `Dissallow`; did you mean `Disallow`?"
    );
    assert_eq!(&body[found.span().range()], b"Dissallow");
}

#[test]
fn a_correction_replaces_no_more_than_what_changes() {
    let correction = |value: &[u8]| {
        let body = [b"User-agent: *\nDisallow: ", value, b"\n"].concat();
        let found = LintOptions::new().lint(&body);
        let correction = found.iter().find_map(change).unwrap();
        let text = String::from_utf8(correction.text().to_vec()).unwrap();
        let old = String::from_utf8_lossy(&body[correction.span().range()]);
        format!("{old} -> {text}")
    };
    for (value, expected) in [
        (&b"/a*"[..], "* -> "),
        (b"/a b", "  -> %20"),
        (b"/a%c3%a9b", "c3%a -> C3%A"),
        (b"a/b", " -> /"),
        // Characters of UTF-8 stay whole: the last byte of an `à` is that of a no-break space.
        ("\u{A0}/\u{E0}\u{A0}".as_bytes(), "\u{A0}/\u{E0}\u{A0} -> /\u{E0}"),
        // Without the NUL the two bytes around it are one character.
        (b"/caf\xC3\0\xA9", "\u{FFFD}\0\u{FFFD} -> \u{E9}"),
    ] {
        assert_eq!(correction(value), expected);
    }
}

#[test]
fn a_closed_site_may_have_open_doors() {
    assert_eq!(
        rfc("User-agent: *\nDisallow: /\n"),
        ["2:11-12 R028 this blocks the whole site for all crawlers that follow `*`"]
    );
    assert_eq!(
        rfc("User-agent: FooBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n"),
        ["5:11-12 R028 this blocks the whole site for all crawlers that follow `*`"]
    );
}

#[test]
fn who_reads_a_line_that_few_read() {
    for (line, readers) in [
        (
            "Crawl-delay: 1",
            "Microsoft, Anthropic, Diffbot, Cốc Cốc, Common Crawl, ImageSift, Ahrefs, Semrush, Majestic, Moz, SE Ranking and Babbar read it; Google, Amazon, Yandex and Mojeek ignore it",
        ),
        ("Request-rate: 1/10", "Seznam reads it"),
        ("Visit-time: 0600-0845", "Conner"),
        ("Robot-version: 2.0", "Conner"),
        ("Comment: hello", "people"),
        ("Clean-param: a /x", "Yandex reads it"),
        ("Content-Signal: search=yes", "Cloudflare"),
        ("Content-Usage: train-ai=n", "Internet-Draft"),
        ("License: https://a.example/l.xml", "RSL"),
        ("Agentmap: https://a.example/a.json", "AI agents"),
        ("Schemamap: https://a.example/s.xml", "search engines"),
        ("LLM-Policy: https://a.example/p.txt", "AI models"),
    ] {
        let found = rfc(&format!("User-agent: *\nDisallow: /x\n{line}\n"));
        let key = line.split(':').next().unwrap();
        // Whoever reads these is listed.
        let few = match key {
            "Crawl-delay" | "Request-rate" | "Clean-param" => "not all",
            _ => "few",
        };
        let place = format!("3:1-{} R017 {few} crawlers read `{key}`: ", key.len() + 1);
        assert!(found.len() == 1 && found[0].starts_with(&place), "{found:?}");
        assert!(found[0].contains(readers), "{found:?}");
    }
}

/// A page that may not be fetched cannot say `noindex`, however its path is written.
#[test]
fn a_noindex_line_of_a_disallowed_path() {
    for (path, is_closed) in [
        ("/a", true),
        ("*/a*", true),
        ("*/a$", true),
        ("/b", false),
        ("*/b*", false),
    ] {
        let body = format!("User-agent: *\nDisallow: /a\nDisallow: */a\nNoindex: {path}\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let retired = found.iter().find(|one| one.code() == Code::RetiredKey).unwrap();
        let says = retired.help().contains("let no rule disallow the page");
        assert_eq!(says, is_closed, "{path}: {}", retired.help());
    }
}

/// Only in the groups of crawlers that ignore Allow, and once for each.
#[test]
fn an_allow_for_a_crawler_that_ignores_allow() {
    let text = "R036 for Diffbot, this rule opens nothing: the crawlers of this group ignore `Allow`";
    let rules = "Allow: /x/y\nAllow: /x/z\nDisallow: /x\n";
    let lint = |options: LintOptions, body: String| {
        let found = options.lint(body.as_bytes());
        found
            .iter()
            .map(|one| format!("{} {} {}", one.line(), one.code(), one.message()))
            .collect::<Vec<_>>()
    };
    let documented = |body| lint(LintOptions::new(), body);
    let found = |names: &str| documented(format!("{names}{rules}\nUser-agent: *\n{rules}"));
    assert_eq!(found("User-agent: Diffbot\n"), [format!("2 {text}")]);
    let both = documented(format!(
        "User-agent: Diffbot\n{rules}User-agent: Diffbot-User\n{rules}"
    ));
    assert_eq!(both, [format!("2 {text}"), format!("6 {text}")]);
    assert!(found("User-agent: Diffbot\nUser-agent: GPTBot\n").is_empty());
    assert!(documented("User-agent: Diffbot\nAllow: /\n".into()).is_empty());
    let options = LintOptions::new().dialect(Dialect::DIFFBOT);
    let found = options.lint(format!("User-agent: *\n{rules}").as_bytes());
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].code(), found[0].correction()),
        (Code::UnreachableRule, None)
    );
}

/// In a dialect in which a record needs a Disallow, one without ends at a blank line like any other;
/// its User-agent line is right, and only the blank line is in the way.
#[test]
fn a_rule_after_a_record_that_has_none() {
    let options = LintOptions::new().dialect(Dialect::REVISITED);
    for (body, expected) in [
        ("User-agent: A\n\nDisallow: /x\n", "User-agent: A\nDisallow: /x\n"),
        (
            "User-agent: B\nDisallow: /y\n\nUser-agent: A\n\n\nDisallow: /x\n",
            "User-agent: B\nDisallow: /y\n\nUser-agent: A\nDisallow: /x\n",
        ),
    ] {
        let found = options.lint(body.as_bytes());
        let outside = found
            .iter()
            .find(|finding| finding.code() == Code::RuleOutsideGroup)
            .unwrap();
        assert_eq!(
            outside.message(),
            "this rule belongs to no group: a blank line ends the group above"
        );
        assert_eq!(outside.help(), "remove the blank lines above it");
        let fixed = options.fix(body.as_bytes(), &[Code::RuleOutsideGroup]);
        assert_eq!(String::from_utf8_lossy(fixed.body()), expected);
        let robots = RobotsTxt::options()
            .dialect(Dialect::REVISITED)
            .parse(fixed.body());
        assert!(!robots.is_allowed("A", "/x") && robots.is_allowed("B", "/x"));
    }
}

#[test]
fn values_that_cannot_be_read() {
    let found = |line: &str| {
        let options = LintOptions::new()
            .disable(Code::NicheKey)
            .disable(Code::RetiredKey);
        let found = options.lint(format!("User-agent: *\n{line}\nDisallow: /x\n").as_bytes());
        let row = |finding: &Diagnostic| format!("{} {}", finding.message(), finding.help());
        found.iter().map(row).collect::<Vec<String>>().join("; ")
    };
    for (line, expected) in [
        (
            "Request-rate: fast",
            "`fast` cannot be read: a rate begins with a number of documents, as in 1/10s write pages and a time, such as `10/1m` for ten pages in a minute, or remove the line",
        ),
        (
            "Visit-time: noon",
            "`noon` cannot be read: a time is written as four digits, as in 0845 remove the line",
        ),
        (
            "Robot-version: two",
            "`two` cannot be read: the version is 1.0 or 2.0 remove the line",
        ),
        ("Clean-param:", "`Clean-param` has no value remove the line"),
        (
            "Host: a b",
            "`a b` cannot be read: a host is one word remove the line",
        ),
        // What cannot be read may be a refusal: nothing is removed.
        (
            "Content-Signal: search=yes, ai-train=perhaps",
            "`search=yes, ai-train=perhaps` cannot be read: a signal is yes or no; 'use' is immediate, reference or full \
             (`ai-train=perhaps`) write each signal with an equals sign and `yes` or `no`, with commas between them",
        ),
        (
            "Content-Signal: ai-train=perhaps",
            "`ai-train=perhaps` cannot be read: a signal is yes or no; 'use' is immediate, reference or full \
             write each signal with an equals sign and `yes` or `no`, with commas between them",
        ),
    ] {
        assert_eq!(found(line), expected, "{line}");
    }
    // A dictionary that cannot be read has no unknown categories.
    assert_eq!(
        found("Content-Usage: bots=n, ="),
        "`bots=n, =` cannot be read: preferences are a dictionary of structured fields: each a category, an equals sign, and y or n \
         write each preference as a category, an equals sign, and `y` or `n`, with commas between them"
    );
    // That nobody reads any of them is all that is said.
    let hosts = "User-agent: *\nDisallow: /x\nHost: a.example\nHost: b.example\n";
    assert!(rfc(hosts).iter().all(|row| row.contains("R016")));
}

#[test]
fn keys_that_are_nearly_right() {
    for (body, expected) in [
        (
            "Dis\u{A0}allow: /x",
            "2:1-11 R010 `Dis\\xc2\\xa0allow` contains invisible characters",
        ),
        // What is not ASCII need not be invisible.
        (
            "Disallow\u{E9}: /x",
            "2:1-11 R010 unknown key `Disallow\u{E9}`; did you mean `Disallow`?",
        ),
        (
            "Usr agnt: b",
            "2:1-9 R010 unknown key `Usr agnt`; did you mean `User-agent`?",
        ),
        (
            "user_agent: b",
            "2:1-11 R010 unknown key `user_agent`; did you mean `User-agent`?",
        ),
        // Not URLs that lack a key: not on the web, without `//`, and with a space.
        ("ftp://a.example/x", "2:1-4 R014 no known crawler reads `ftp`"),
        ("http: a.example", "2:1-5 R014 no known crawler reads `http`"),
        ("https://a b", "2:1-6 R014 no known crawler reads `https`"),
        (
            "Allowance: /x",
            "2:1-10 R018 some crawlers read `Allowance` as `Allow`",
        ),
        (
            "Disallow all: x",
            "2:1-13 R018 some crawlers read `Disallow all` as `Disallow`",
        ),
        ("Maintainer: x", "2:1-11 R014 no known crawler reads `Maintainer`"),
        // Prose may have a colon.
        (
            "Please do not crawl: thanks",
            "2:1-28 R015 `Please do not crawl: thanks` is neither a directive nor a comment",
        ),
        (
            "(c) Foo: bar",
            "2:1-13 R015 `(c) Foo: bar` is neither a directive nor a comment",
        ),
        // The word alone is a heading; only a Disallow means something without a value.
        (
            "Sitemap",
            "2:1-8 R015 `Sitemap` is neither a directive nor a comment",
        ),
        ("Disallow", "2:1-9 R012 no colon after `Disallow`"),
        ("Allow /x", "2:1-9 R012 no colon after `Allow`"),
        ("Disallow x", "2:1-11 R012 no colon after `Disallow`"),
        ("Disallow /x y", "2:1-14 R012 no colon after `Disallow`"),
        (
            "Disallow /x?y=a:b",
            "2:1-9 R012 no colon after `Disallow`; the first one is part of the value",
        ),
        // The colon makes it a directive, but one with an unknown key.
        ("Disallow=/a:b", "2:1-14 R012 no colon after `Disallow`"),
    ] {
        assert_eq!(rfc(&format!("User-agent: a\n{body}\n")), [expected], "{body}");
    }
    // In a dialect that forgives them, they are only read by few.
    assert_eq!(
        told(
            "User-agent: a\nuseragent: b\nDisalow: /x\nDisallow /y\n",
            Dialect::GOOGLE
        ),
        [
            "2:1-10 R011 few crawlers read `useragent` as `User-agent`",
            "3:1-8 R011 few crawlers read `Disalow` as `Disallow`",
            "4:1-12 R013 no colon after `Disallow`",
        ]
    );
    // Two words are a directive there, but this one has an unknown key.
    assert_eq!(
        told("User-agent: a\nDisallpw /x\n", Dialect::GOOGLE),
        ["2:1-12 R012 no colon after `Disallpw`"]
    );
    // A key that is further from all others is only compared with the closest.
    assert_eq!(
        helps("User-agent: a\nDixarrow: /x\nDixarrox: /x\nMaintainer: x\nDiscount: x\n"),
        [
            "R014 if it is not meant for crawlers, make it a comment; the closest key is `Disallow`",
            "R014 if it is not meant for crawlers, make it a comment; the closest key is `Disallow`",
            "R014 if it is not meant for crawlers, make it a comment",
            "R014 if it is not meant for crawlers, make it a comment",
        ]
    );
}

#[test]
fn how_patterns_are_spelled() {
    for (value, message, help) in [
        (
            "/x y",
            "2:13-14 R041 URLs contain no spaces and no control characters",
            "R041 write `Disallow: /x%20y`",
        ),
        // One path and a comma.
        (
            "/x ,",
            "2:13-14 R041 URLs contain no spaces and no control characters",
            "R041 write `Disallow: /x%20,`",
        ),
        (
            "/\u{E9}",
            "2:12-14 R042 `\u{E9}` is not percent-encoded, and a few crawlers do not do that themselves",
            "R042 write `Disallow: /%C3%A9`",
        ),
        (
            "/%c3%a9",
            "2:12-15 R043 the percent-encoding `%c3` is in lower case",
            "R043 write `Disallow: /%C3%A9`",
        ),
        (
            "/x%2Ay",
            "2:13-16 R044 `%2A` is matched literally; it is not a wildcard",
            "R044 write `/x*y` if a wildcard is meant; otherwise leave it as it is",
        ),
        (
            "/100%",
            "2:15-16 R045 this `%` does not begin a percent-encoding",
            "R045 write `Disallow: /100%25` if a percent sign is meant: in URLs it is written so",
        ),
        (
            "/%7Ea",
            "2:12-15 R046 `%7E` does not need to be percent-encoded",
            "R046 write `Disallow: /~a`",
        ),
        (
            "/x#y",
            "2:13-15 R047 the `#` begins a comment: the value is `/x`",
            "R047 drop `#y` if the rule should be about all that begins with `/x`, as it is now; remove the line if only addresses with a `#` are meant, \
             about which there can be no rule: what follows it is never sent to a server; put a space before it if it is a comment",
        ),
        (
            "/?a&amp;b",
            "2:14-19 R050 `&amp;` is HTML, not part of a URL",
            "R050 write `Disallow: /?a&b`",
        ),
        (
            "*a*",
            "2:13-14 R031 `*` has no effect here: a rule matches whatever begins with it",
            "R031 write `Disallow: *a`",
        ),
        (
            "abc/x",
            "2:11-16 R030 `abc/x` begins with neither `/` nor `*` and matches nothing",
            "R030 write `Disallow: /abc/x`",
        ),
        // An address within an address.
        (
            "x?u=https://a.example/b",
            "2:11-34 R030 `x?u=https://a.example/b` begins with neither `/` nor `*` and matches nothing",
            "R030 write `Disallow: /x?u=https://a.example/b`",
        ),
        (
            "http://a/xyz/q",
            "2:11-25 R030 `http://a/xyz/q` is a URL, so the rule matches nothing: a rule holds a path, such as `/x`",
            "R030 write `Disallow: /xyz/q` if that is on this host; a file applies to no other host",
        ),
        (
            "\u{A0}/x",
            "2:11-13 R030 there is an invisible character in the pattern: U+00A0, a no-break space",
            "R030 write `Disallow: /x`",
        ),
    ] {
        let body = format!("User-agent: a\nDisallow: {value}\n");
        assert_eq!(rfc(&body), [message], "{value}");
        assert_eq!(helps(&body), [help], "{value}");
    }
    // Where a pattern may begin with anything, too.
    assert_eq!(
        told(
            "User-agent: a\nDisallow: %\n",
            Dialect::RFC_9309.with(|custom| custom.supplies_leading_slash = true)
        ),
        ["2:11-12 R045 this `%` does not begin a percent-encoding"]
    );
    // A comma may be part of a path.
    assert_eq!(helps("User-agent: a\nDisallow: /x,y\n"), [""; 0]);
    // Long values are cut, between characters.
    let long = "\u{1F916}".repeat(61);
    assert_eq!(
        rfc(&format!("User-agent: a\nDisallow: {long}\n")),
        [format!(
            "2:11-255 R030 `{}...` begins with neither `/` nor `*` and matches nothing",
            "\u{1F916}".repeat(60)
        )]
    );
    // A correction of what a person may have meant is not one of the spelling alone.
    let found = LintOptions::new().lint(b"User-agent: a\nDisallow: /x#y\n");
    assert!(found[0].correction().is_none());
    // What lacks its slash keeps no invisible character before it.
    let body = "User-agent: a\nDisallow: \u{A0}x\n";
    assert_eq!(
        rfc(body),
        ["2:11-13 R030 there is an invisible character in the pattern: U+00A0, a no-break space"]
    );
    assert_eq!(helps(body), ["R030 write `Disallow: /x`"]);
}

#[test]
fn groups_point_at_what_they_are_about() {
    for (body, expected) in [
        // A blank line where a group ends by mistake is as it should be; one before that is not.
        (
            "User-agent: a\nSitemap: https://a.example/s.xml\nUser-agent: b\n\nSitemap: https://a.example/t.xml\nUser-agent: c\n\
             Disallow: /x\n",
            &[
                "3:1-14 R021 for crawlers of the older texts, this name has no rules: the blank line after it ends the group | 6: this line begins \
                 another group for those crawlers",
                "3:1-14 R025 `b` joins the group above: by RFC 9309 and for Google, `Sitemap` does not end it, so that `a` has the same rules | 1: the group begins here",
                "6:1-14 R025 `c` joins the group above: by RFC 9309 and for Google, `Sitemap` does not end it, so that `b` has the same rules | 1: the group begins here",
            ][..],
        ),
        (
            "User-agent: a\n\nDisallow: /x\n",
            &[
                "3:1-13 R021 for crawlers of the older texts, this line belongs to no group: a blank line ends the one above | 2: for those \
                 crawlers, this blank line ends the group",
            ],
        ),
        (
            "User-agent: a\nUser-agent: b\nUser-agent: A\nDisallow: /x\n",
            &["3:13-14 R023 `A` is already named above | 1: it is named here"],
        ),
        // Once for a group, however many of its names are repeated.
        (
            "User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /y\n",
            &[
                "5:13-14 R022 there is another group for `a` above; most crawlers merge the two, but for crawlers of the older texts only the first counts \
                 | 1: it is named here",
            ],
        ),
        (
            "User-agent: a\nCrawl-delay: 1\nCrawl-delay: 2\nDisallow: /x\n# robots-lint: ignore-file R017\n",
            &["3:1-12 R072 the group already has a `Crawl-delay` | 2: the first is here"],
        ),
    ] {
        assert_eq!(rfc(body), expected, "{body}");
    }
    // The span of another place is its line.
    let body = b"User-agent: a\nUser-agent: A\nDisallow: /x\n";
    let found = LintOptions::new().lint(body);
    assert_eq!(&body[found[0].related()[0].span().range()], b"User-agent: a");
}

#[test]
fn rules_above_all_groups_and_below_them() {
    assert_eq!(
        rfc("Disallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /z\n"),
        ["1:1-13 R020 this rule and the next belong to no group: there is no User-agent line above"]
    );
    assert_eq!(
        helps("Disallow: /x\n\nUser-agent: a\nDisallow: /z\n"),
        ["R020 write 2 lines: `User-agent: *`, `Disallow: /x`"]
    );
    let body = "User-agent: a\nDisallow: /x\n\n# Why\nDisallow: /y\nDisallow: /z\n";
    assert_eq!(
        told(body, Dialect::YANDEX),
        [
            "5:1-13 R020 this rule and the next belong to no group: a blank line ends the group above | 2: the group ends after this line"
        ]
    );
    let corrected = |dialect: Dialect| {
        let found = LintOptions::new().dialect(dialect).lint(body.as_bytes());
        let finding = found.iter().find(|found| found.code() == Code::RuleOutsideGroup);
        let after = change(finding.unwrap())?.apply(body.as_bytes());
        Some(String::from_utf8(after).unwrap())
    };
    assert_eq!(
        corrected(Dialect::YANDEX).as_deref(),
        Some("User-agent: a\nDisallow: /x\n# Why\nDisallow: /y\nDisallow: /z\n")
    );
    // That the line above is cut makes no difference: nothing comes to stand in it.
    assert_eq!(
        corrected(Dialect::YANDEX.with(|custom| custom.max_line_bytes = Some(11))),
        corrected(Dialect::YANDEX)
    );
}

#[test]
fn names_that_nobody_has() {
    for (value, expected) in [
        ("<FooBot>", "R026 write `User-agent: FooBot`"),
        // Each part must be a name.
        (
            "FooBot, Bar Bot",
            "R027 write the name as the crawler's operator documents it (a few document several words; then leave it), or remove this group if there is no such crawler any more",
        ),
        (
            "FooBot, Bar/1.0 beta",
            "R027 write the name as the crawler's operator documents it (a few document several words; then leave it), or remove this group if there is no such crawler any more",
        ),
        (
            "FooBot, /x",
            "R027 write the name as the crawler's operator documents it (a few document several words; then leave it), or remove this group if there is no such crawler any more",
        ),
    ] {
        assert_eq!(
            helps(&format!("User-agent: {value}\nDisallow: /a\n")),
            [expected],
            "{value}"
        );
    }
    // Nothing is hidden from a group without rules if `*` forbids nothing.
    assert_eq!(
        rfc("User-agent: *\nDisallow:\n\nUser-agent: b\nDisallow: /x\n\nUser-agent: a\n"),
        [""; 0]
    );
    assert_eq!(
        rfc("User-agent: *\nAllow: /x/y\n\nUser-agent: b\nDisallow: /x\n\nUser-agent: a\n"),
        [""; 0]
    );
    // Once, also where nothing is written.
    assert_eq!(
        rfc("User-agent:\nDisallow: /a\n"),
        ["1:1-12 R026 this line names no crawler"]
    );
    // In 1994 the part before a slash was the name.
    for value in ["", "/1.0"] {
        let body = format!("User-agent: {value}\nDisallow: /x\n");
        let found = LintOptions::new()
            .dialect(Dialect::ORIGINAL_1994)
            .lint(body.as_bytes());
        assert_eq!(found.len(), 1, "{value}");
        assert_eq!(found[0].code(), Code::UnmatchableName, "{value}");
        assert_eq!(
            found[0].help(),
            "write the crawler's product token, or `*` for all crawlers"
        );
    }
}

#[test]
fn rules_without_a_path() {
    // A group without a path needs one Disallow, and nothing else.
    assert_eq!(
        helps("User-agent: *\nAllow:\nDisallow:\n"),
        ["R034 remove the line"]
    );
    assert_eq!(
        helps("User-agent: *\nAllow:\n"),
        ["R034 write `Disallow:` if everything should be allowed, or `Disallow: /` if nothing should"]
    );
    assert_eq!(helps("User-agent: *\nDisallow:\n"), [""; 0]);
}

#[test]
fn rules_and_those_that_go_before_them() {
    assert_eq!(
        rfc(
            "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /b/c\nDisallow: /x\nDisallow: /x\nAllow: /y\nDisallow: /b/d*\n"
        ),
        [
            "4:11-15 R037 this rule has no effect: `Disallow: /b` in line 3 covers it | 3: this rule covers it",
            "6:11-13 R035 duplicate of line 5 | 5: the first one is here",
            "7:8-10 R037 this rule has no effect: nothing that it allows is disallowed for its crawlers",
            "8:11-16 R037 this rule has no effect: `Disallow: /b` in line 3 covers it | 3: this rule covers it",
        ]
    );
    assert_eq!(
        rfc("User-agent: *\nDisallow: /a\nAllow: /b*/c\nDisallow: /b/c\n"),
        [
            "4:11-15 R036 this rule never decides: `Allow: /b*/c` in line 3 takes precedence | 3: this rule takes precedence"
        ]
    );
    assert_eq!(
        rfc("User-agent: *\nDisallow: /q\nDisallow: /a*\nDisallow: /a/b\nAllow: /q/c\n"),
        [
            "3:13-14 R031 `*` has no effect here: a rule matches whatever begins with it",
            "4:11-15 R037 this rule has no effect: `Disallow: /a*` in line 3 covers it | 3: this rule covers it",
        ]
    );
    // As it is, or as it will be without its star.
    assert_eq!(
        rfc("User-agent: *\nDisallow: /q\nDisallow: /ab\nDisallow: /a*\nAllow: /q/r\n"),
        [
            "3:11-14 R037 this rule has no effect: `Disallow: /a*` in line 4 covers it | 4: this rule covers it",
            "4:13-14 R031 `*` has no effect here: a rule matches whatever begins with it",
        ]
    );
    // Of those that cover the last, one is to go as well.
    assert_eq!(
        rfc("User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /a/b/c\n"),
        [
            "3:11-15 R037 this rule has no effect: `Disallow: /a` in line 2 covers it | 2: this rule covers it",
            "4:11-17 R037 this rule has no effect: `Disallow: /a` in line 2 covers it | 2: this rule covers it",
        ]
    );
    // If repeated rules are of no interest, how they are written still is.
    let options = LintOptions::new().disable(Code::DuplicateRule);
    let found = options.lint("User-agent: *\nDisallow: /\u{E9}\nDisallow: /\u{E9}\n".as_bytes());
    let lines: Vec<u32> = found.iter().map(Diagnostic::line).collect();
    assert_eq!(lines, [2, 3]);
    // Of two equal rules the one whose finding is not ignored goes.
    assert_eq!(
        rfc("User-agent: *\nDisallow: /a\nDisallow: /a # robots-lint: ignore R035\n"),
        ["2:11-13 R035 duplicate of line 3 | 3: the other one is here"]
    );
}

/// A line is cited only if it alone is the reason.
#[test]
fn several_rules_that_cover_one_are_not_one_of_them() {
    let seznam = |body| told(body, Dialect::SEZNAM_2);
    assert_eq!(
        seznam("User-agent: *\nDisallow: /[a-m]\nDisallow: /[n-z]\nDisallow: /[a-z]\n"),
        ["4:11-17 R037 this rule has no effect: others decide wherever it matches"]
    );
    assert_eq!(
        seznam("User-agent: *\nDisallow: /[a-m]\nDisallow: /[n-z]\nDisallow: /[a-lm-z]\n"),
        ["4:11-20 R037 this rule has no effect: others cover it"]
    );
    assert_eq!(
        seznam("User-agent: *\nDisallow: /*\nAllow: /[a-m]\nAllow: /[n-z]\nAllow: /[a-lm-z]\n"),
        ["5:8-17 R037 this rule has no effect: other Allow rules open the same"]
    );
    // Line 5 takes precedence over line 6 for some URLs, and says the opposite. For all others line
    // 2 does, which says the same.
    assert_eq!(
        rfc("User-agent: *\nDisallow: /a*b\nAllow: /a$\nDisallow: /a\nAllow: /abc\nDisallow: /ab\n"),
        [
            "2:11-15 R037 this rule has no effect: `Disallow: /a` in line 4 covers it | 4: this rule covers it",
            "6:11-14 R037 this rule has no effect: `Disallow: /a` in line 4 covers it | 4: this rule covers it",
        ]
    );
}

/// Line 3 without its star is as long as line 4, which it must overrule until that line is gone. So
/// the shorter form goes first, because it never decides; that line 2 covers the line is what is
/// left to say when the line itself goes.
#[test]
fn a_line_goes_for_the_reason_of_the_last_of_its_forms() {
    let found = rfc("User-agent: *\nDisallow: /a\nDisallow: /a*b*c*\nAllow: /abcd$\nDisallow: /abc*d$\n");
    let reason =
        "3:11-18 R037 this rule has no effect: `Disallow: /a` in line 2 covers it | 2: this rule covers it";
    assert_eq!(
        found
            .iter()
            .find(|text| text.starts_with("3:"))
            .map(String::as_str),
        Some(reason),
        "{found:?}"
    );
}

#[test]
fn sitemaps_that_are_not_urls() {
    let first = "https://www.example.com/news.xml";
    for (value, message, help) in [
        (
            "/maps/s.xml",
            "`/maps/s.xml` is not a whole URL, with `https://` and the host",
            "R060 write `Sitemap: https://www.example.com/maps/s.xml`",
        ),
        (
            "s.xml",
            "`s.xml` is not a whole URL, with `https://` and the host",
            "R060 write `Sitemap: https://www.example.com/s.xml`",
        ),
        (
            "/s.xml?t=a:b",
            "`/s.xml?t=a:b` is not a whole URL, with `https://` and the host",
            "R060 write `Sitemap: https://www.example.com/s.xml?t=a:b`",
        ),
        // It is not clear where the host ends.
        (
            "maps/s.xml",
            "`maps/s.xml` is not a whole URL, with `https://` and the host",
            "R060 write the whole URL, with scheme and host",
        ),
        (
            "s:1.xml",
            "`s:1.xml` is not a whole URL, with `https://` and the host",
            "R060 write the whole URL, with scheme and host",
        ),
        (
            "s 1.xml",
            "`s 1.xml` is not a whole URL, with `https://` and the host",
            "R060 write the whole URL, with scheme and host",
        ),
        (
            "a-b:c.xml",
            "`a-b:c.xml` is not a whole URL, with `https://` and the host",
            "R060 write the whole URL, with scheme and host",
        ),
        (
            "example:8080/s.xml",
            "`example:8080/s.xml` is not a whole URL, with `https://` and the host",
            "R060 write the whole URL, with scheme and host",
        ),
        (
            "https:/a.example/s.xml",
            "`https:/a.example/s.xml` is not a whole URL, with `https://` and the host",
            "R060 write the whole URL, with scheme and host",
        ),
        (
            "mailto:a@a.example",
            "crawlers do not fetch `mailto:` URLs",
            "R062 write a URL that begins with `https://`",
        ),
        (
            first,
            "this sitemap is already named above",
            "R064 remove the line",
        ),
        (
            "https://www.example.com/robots.txt",
            "this is the URL of a robots.txt, not of a sitemap",
            "R062 write the URL of the sitemap, or remove the line",
        ),
    ] {
        let body = format!("Sitemap: {first}\nSitemap: {value}\n");
        let found = LintOptions::new().lint(body.as_bytes());
        assert_eq!(found.len(), 1, "{value}");
        assert_eq!(found[0].message(), message);
        assert_eq!(helps(&body), [help], "{value}");
        assert_eq!(found[0].line(), 2);
    }
    // The scheme is that of the site.
    assert_eq!(
        helps("Sitemap: //a.example/s.xml\nSitemap: http://www.example.com/n.xml\n"),
        ["R060 write `Sitemap: http://a.example/s.xml`"]
    );
    assert_eq!(
        rfc(
            "Sitemap: https://a.example/s.xml\nSitemap: https://a.example/t.xml\nSitemap: https://a.example/t.xml\n"
        ),
        ["3:10-33 R064 this sitemap is already named above | 2: it is named here"]
    );
}

#[cfg(feature = "url")]
#[test]
fn sitemaps_that_nobody_can_fetch() {
    for (value, expected) in [
        (
            "https://https://a.example/s.xml",
            "R062 write `Sitemap: https://a.example/s.xml`",
        ),
        (
            "ftp://a.example/s.xml",
            "R062 write a URL that begins with `https://`",
        ),
        (
            "https://a.example:x/s.xml",
            "R062 write the URL as a browser shows it",
        ),
        (
            "http://10.0.0.1/s.xml",
            "R065 write the public URL of the sitemap",
        ),
        ("http://[::1]/s.xml", "R065 write the public URL of the sitemap"),
        ("http://wiki/s.xml", "R065 write the public URL of the sitemap"),
        (
            "http://printer.local/s.xml",
            "R065 write the public URL of the sitemap",
        ),
        ("http://93.184.215.14/s.xml", ""),
        ("http://[2606:4700::1111]/s.xml", ""),
    ] {
        assert_eq!(
            helps(&format!("Sitemap: {value}\n")).join("; "),
            expected,
            "{value}"
        );
    }
}

#[cfg(feature = "url")]
#[test]
fn a_sitemap_is_blocked_by_a_rule_in_the_language_of_its_group() {
    let url = url::Url::parse("https://example.com/robots.txt").unwrap();
    let blocking = |dialect: Dialect, body: &str| {
        let found = LintOptions::new()
            .dialect(dialect)
            .url(url.clone())
            .lint(body.as_bytes());
        found
            .iter()
            .filter(|finding| finding.code() == Code::BlockedSitemap)
            .map(|finding| (finding.message().to_owned(), finding.related()[0].line()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        blocking(
            Dialect::RFC_9309,
            "User-agent: *\nDisallow: /a\nDisallow: /files/\n\nSitemap: https://example.com/files/s.xml\n"
        ),
        [("`Disallow: /files/` disallows this sitemap".to_owned(), 3)]
    );
    // A glob that is `/` matches one URL, and does not close the site.
    assert_eq!(
        blocking(
            Dialect::SEZNAM,
            "User-agent: *\nRobot-version: 2.0\nDisallow: /\nUser-agent: b\nDisallow: /x\nSitemap: https://example.com/\n"
        ),
        [("`Disallow: /` disallows this sitemap".to_owned(), 3)]
    );
}

#[test]
fn urls_and_sitemap_lines_that_do_not_belong_together() {
    // The line above has a URL of its own.
    assert_eq!(
        helps("Sitemap: https://a.example/s.xml\nhttps://a.example/t.xml\n"),
        ["R015 write `Sitemap: https://a.example/t.xml`"]
    );
    // A comment cannot stand within a line.
    assert_eq!(
        helps("Sitemap: # below\nhttps://a.example/s.xml\n"),
        [
            "R062 write the URL of the sitemap, or remove the line",
            "R015 write `Sitemap: https://a.example/s.xml`"
        ]
    );
}

#[test]
fn files_that_are_not_text_or_too_long() {
    // Any other markup.
    assert_eq!(
        rfc("<%@ page language=\"java\" %>\nhello\n"),
        ["1:1-28 R001 this is no robots.txt but an HTML page; everything is allowed"]
    );
    assert_eq!(
        rfc(&("some words\n".repeat(9) + "Sitemap: https://a.example/s.xml\n")),
        ["1:1-11 R015 `some words` and 8 more lines are neither directives nor comments"]
    );
    assert_eq!(
        rfc("User-agent: *\nDisallow: /a\0b\n"),
        ["2:13-14 R004 a NUL byte ends the line for some crawlers"]
    );
    // What some crawlers read of a line, and one byte more.
    let line = |len: usize| format!("User-agent: *\nDisallow: /{}\n", "-".repeat(len - 11));
    assert_eq!(rfc(&line(16_663)), [""; 0]);
    assert_eq!(
        rfc(&line(16_664)),
        ["2:1-16665 R007 the line has 16664 bytes; some crawlers read 16663 of them"]
    );
    let limit = 512_000;
    let body = format!(
        "User-agent: *\nDisallow: /x\n#{}\nDisallow: /y\nDisallow: /z\n",
        "-".repeat(limit)
    );
    let found = LintOptions::new().lint(body.as_bytes());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].line(), 3);
    assert_eq!(
        found[0].message(),
        format!(
            "the file has {} bytes; the first 512000 end in this line, and 2 directives from here on may not be read",
            body.len()
        )
    );
}

#[test]
fn what_the_lenient_dialect_forgives_is_reported_all_the_same() {
    for (body, expected, corrected) in [
        (
            "User-agent: *\u{A0}\nDisallow: /x\n",
            "R011 few crawlers skip the invisible character U+00A0, a no-break space",
            "User-agent: *\nDisallow: /x\n",
        ),
        (
            "User-agent: *\nDisallow:\u{200B}/x\u{200E} # why\n",
            "R011 few crawlers skip the invisible character U+200B, a zero-width space",
            "User-agent: *\nDisallow: /x # why\n",
        ),
        (
            "User-agent = a\nDisallow: /x\n",
            "R013 no colon after `User-agent`",
            "User-agent: a\nDisallow: /x\n",
        ),
        (
            "User agents: a\nDisallow: /x\n",
            "R011 few crawlers read `User agents` as `User-agent`",
            "User-agent: a\nDisallow: /x\n",
        ),
    ] {
        let found = LintOptions::new().dialect(Dialect::LENIENT).lint(body.as_bytes());
        let text = |finding: &Diagnostic| format!("{} {}", finding.code(), finding.message());
        let finding = found.iter().find(|finding| text(finding) == expected);
        let finding =
            finding.unwrap_or_else(|| panic!("{body:?}: {:?}", found.iter().map(text).collect::<Vec<_>>()));
        let correction = change(finding).unwrap();
        let applied = Edit::apply(correction, body.as_bytes());
        assert_eq!(String::from_utf8(applied).unwrap(), corrected);
    }
}

#[test]
fn what_says_the_same_is_one_and_what_shuts_out_comes_first() {
    let body = b"User-agent: *\nDisallow: /x\nDisalow: /z\nDisallow: /\nDisallow: /y\n";
    let found = LintOptions::new().lint(body);
    let alike = summarize(&found);
    let codes: Vec<&str> = alike.iter().map(|one| one.finding().code().as_str()).collect();
    assert_eq!(codes, ["R028", "R010"], "{alike:#?}");
    assert_eq!(alike[0].without_effect(), [2, 5]);
    assert_eq!(
        alike[0].note().as_deref(),
        Some("because of it, the rules on lines 2, 5 have no effect")
    );
    assert_eq!((alike[1].also(), alike[1].note()), (&[][..], None));
    assert_eq!(alike[1].help(), alike[1].finding().help());
    // What to write differs, and is said of the first line alone.
    let found = LintOptions::new().lint(b"User-agent: *\nDisallow: /a*\nDisallow: /b*\n");
    let stars = &summarize(&found)[0];
    assert_eq!((stars.finding().line(), stars.also()), (2, &[3][..]));
    assert_eq!(stars.help(), "in line 2: write `Disallow: /a`");
    assert_eq!(
        stars.message(),
        "`*` has no effect here: a rule matches whatever begins with it"
    );
    // A line with two of them is listed once, and the first line not at all.
    let options = LintOptions::new().dialect(Dialect::REVISITED);
    let found = options.lint(b"User-agent: *\nDisallow: /%7Ea /%7Eb\nDisallow: /%7Ec /%7Ed\n");
    let escapes = &summarize(&found)[0];
    assert_eq!(
        (found.len(), escapes.finding().line(), escapes.also()),
        (4, 2, &[3][..])
    );
}

#[test]
fn what_is_no_robots_txt_shuts_nobody_out() {
    assert!(outcomes(b"<!DOCTYPE html>\n<html>\nUser-agent: *\nDisallow: /\n").is_empty());
    let lines = outcome_lines(&outcomes(b"User-agent: *\nDisallow: /\n"));
    assert_eq!(
        lines,
        ["crawlers that follow `*`: may crawl nothing, because of line 2 (`Disallow: /`)"]
    );
    // Not everyone: groups let some crawlers in, and some ignore `*`.
    let all = outcomes(b"User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow: /x\n");
    assert_eq!(
        outcome_lines(&all),
        ["crawlers that follow `*`: may crawl nothing, because of line 2 (`Disallow: /`)"]
    );
    assert_eq!(all[0].to_string(), outcome_lines(&all)[0]);
    assert!(outcome_lines(&[]).is_empty());
}

#[test]
fn every_spelling_of_a_rule_that_allows_everything_is_the_reason() {
    for pattern in ["/", "/*", "*", "/**"] {
        let body = format!("User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nAllow: {pattern}\n");
        let lines = outcome_lines(&outcomes(body.as_bytes()));
        let because = format!("may crawl everything, because of line 5 (`Allow: {pattern}`)");
        assert!(lines.iter().any(|line| line.ends_with(&because)), "{lines:?}");
    }
}

#[test]
fn the_file_itself_is_always_open() {
    let longer = ": this rule only closes addresses that go on after it, such as `/robots.txt.old`";
    for (pattern, closes) in [
        ("/robots.txt$", ", so this rule closes nothing"),
        ("/robots.txt", longer),
        ("/robots.txt*", longer),
    ] {
        let said = format!("R052 crawlers may always fetch `/robots.txt`{closes}");
        let told = rfc(&format!("User-agent: *|Disallow: {pattern}").replace('|', "\n"));
        assert!(told.iter().any(|line| line.ends_with(&said)), "{told:?}");
    }
}
