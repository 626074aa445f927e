//! Bodies, crawlers and URLs that nobody should send: each has the answer that the documentation
//! gives, and none causes a panic.

use robots_exclusion::syntax::{BodyFormat, DirectiveKind};
use robots_exclusion::{AgentList, Dialect, Reason, RobotsTxt, Rules, Target, is_allowed};

use crate::ask::{Answer, check, every_way};

/// No group applies to the crawler.
const NO_GROUP: Answer = (true, Reason::NoGroup, None);
/// A group does, but none of its rules matches.
const NO_RULE: Answer = (true, Reason::NoMatchingRule, None);

/// The line that denies.
const fn denied_by(line: u32) -> Answer {
    (false, Reason::Rule, Some(line))
}

#[track_caller]
fn under_every_preset(body: &[u8], agent: &str, url: &str, expected: Answer) {
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        assert_eq!(every_way(dialect, body, agent, url), expected, "{name}");
    }
}

const DENY_ALL: &[u8] = b"User-agent: *\nDisallow: /*\nDisallow: /\n";

#[test]
fn bodies_without_a_line_that_means_anything_allow_everything() {
    let nuls = [0; 100_000];
    let percent = b"%".repeat(100_000);
    let stars = b"*".repeat(100_000);
    let colons = b":".repeat(100_000);
    let ends = b"\r\n\n\r".repeat(10_000);
    let invalid: Vec<u8> = (0x80..=0xFF).cycle().take(100_000).collect();
    for body in [
        &nuls[..],
        &percent,
        &stars,
        &colons,
        &ends,
        &invalid,
        b"\xEF\xBB\xBF",
        b"\xEF",
        b"#",
        b":",
    ] {
        under_every_preset(body, "FooBot", "https://example.com/a", NO_GROUP);
        let robots = RobotsTxt::parse(body);
        assert_eq!((robots.groups().count(), robots.sitemaps().count()), (0, 0));
        assert_eq!(robots.body(), body);
        assert_eq!(robots.format(), BodyFormat::Text);
    }
    // Ten million bytes without a line end.
    let line = vec![b'x'; 10_000_000];
    assert!(is_allowed(&line, "FooBot", "/a"));
    assert_eq!(RobotsTxt::parse(&line).lines().count(), 1);
    assert!(Rules::parse(&line, "FooBot").is_empty());
}

#[test]
fn a_line_of_ten_million_bytes_is_one_rule() {
    let mut body = b"User-agent: *\nDisallow: /".to_vec();
    body.extend(std::iter::repeat_n(b'x', 10_000_000));
    let url = format!("/{}", "x".repeat(20_000));
    // The pattern is longer than the target. Google's library reads 16,663 bytes of a line, and
    // `Disallow: /` are eleven.
    assert_eq!(
        check(&body, &AgentList::new(&["FooBot"]), &url, Dialect::RFC_9309).line(),
        None
    );
    let parsed = RobotsTxt::parse(&body);
    assert_eq!(parsed.check("FooBot", &url).line(), None);
    assert_eq!(parsed.rules_for("FooBot").check(&url).line(), None);
    assert_eq!(
        parsed
            .groups()
            .next()
            .unwrap()
            .rules()
            .next()
            .unwrap()
            .pattern()
            .len(),
        10_000_001
    );
    assert_eq!(every_way(Dialect::GOOGLE, &body, "FooBot", &url), denied_by(2));
    let short = format!("/{}", "x".repeat(16_651));
    assert_eq!(every_way(Dialect::GOOGLE, &body, "FooBot", &short), NO_RULE);
    let enough = format!("/{}", "x".repeat(16_652));
    assert_eq!(every_way(Dialect::GOOGLE, &body, "FooBot", &enough), denied_by(2));
}

#[test]
fn stars_without_end_are_one_star() {
    let body = format!("User-agent: *\nDisallow: /{}\n", "*".repeat(100_000));
    let starred = |dialect: Dialect| every_way(dialect, body.as_bytes(), "FooBot", "/a");
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        // In a dialect without wildcards these are 100,000 literal stars.
        let literal = matches!(name, "original1994" | "draft1996" | "revisited");
        assert_eq!(
            starred(dialect),
            if literal { NO_RULE } else { denied_by(2) },
            "{name}"
        );
    }
    let anchored = format!("User-agent: *\nDisallow: /{}b$\n", "*a".repeat(50_000));
    assert_eq!(
        every_way(
            Dialect::RFC_9309,
            anchored.as_bytes(),
            "FooBot",
            &"/a".repeat(1_000)
        ),
        NO_RULE
    );
    let url = format!("/{}b", "a".repeat(50_000));
    assert_eq!(
        every_way(Dialect::RFC_9309, anchored.as_bytes(), "FooBot", &url),
        denied_by(2)
    );
}

#[test]
fn a_percent_sign_that_begins_no_escape_is_a_percent_sign() {
    let body = b"User-agent: *\nDisallow: /100%\n";
    under_every_preset(body, "FooBot", "/100%", denied_by(2));
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        let escaped = every_way(dialect, body, "FooBot", "/100%25");
        // Google's library decodes nothing, but the text has the same beginning. A glob sees one
        // octet.
        assert_eq!(escaped, denied_by(2), "{name}");
    }
    let two = b"User-agent: *\nDisallow: /%zz%4\n";
    under_every_preset(two, "FooBot", "/%zz%4", denied_by(2));
    under_every_preset(two, "FooBot", "/%zz", NO_RULE);
    assert_eq!(
        every_way(Dialect::RFC_9309, two, "FooBot", "/%25zz%254"),
        denied_by(2)
    );
    assert_eq!(every_way(Dialect::GOOGLE, two, "FooBot", "/%25zz%254"), NO_RULE);
}

#[test]
fn octets_that_are_no_utf8_are_octets() {
    let body =
        b"User-agent: \xFF\nDisallow: /\n\nUser-agent: *\nDisallow: /\xFF\xE9\n\xFE: \xFD\nSitemap: \xFF\n";
    under_every_preset(body, "FooBot", "/%FF%E9", denied_by(5));
    under_every_preset(body, "FooBot", "/%FF", NO_RULE);
    let robots = RobotsTxt::parse(body);
    assert_eq!(robots.sitemaps().next(), Some(&b"\xFF"[..]));
    let verdict = robots.check("FooBot", "/%FF%E9");
    assert_eq!(verdict.rule().unwrap().pattern(), b"/\xFF\xE9");
    assert_eq!(verdict.rule().unwrap().to_string(), "Disallow: /\u{FFFD}\u{FFFD}");
    let unknown = robots
        .directives()
        .find(|directive| directive.kind() == DirectiveKind::Unknown)
        .unwrap();
    assert_eq!((unknown.key(), unknown.value()), (&b"\xFE"[..], &b"\xFD"[..]));
    // And in the URL.
    let target = Target::from_bytes(b"https://example.com/\xFF\xE9");
    assert!(!robots.rules_for("FooBot").check(target).is_allowed());
    assert!(!robots.check(AgentList::new(&["FooBot"]), target).is_allowed());
}

#[test]
fn the_star_group_applies_to_a_string_without_a_name() {
    let body = b"User-agent: FooBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n";
    for agent in ["", "*", " ", "/", "/1.0", "\t", "()"] {
        under_every_preset(body, agent, "/b", denied_by(5));
        under_every_preset(body, agent, "/a", NO_RULE);
    }
    // So is an empty list, unless `*` is not honored.
    let robots = RobotsTxt::parse(body);
    assert!(!robots.rules_for([]).is_allowed("/b"));
    let nobody = AgentList::new(&[]).without_star();
    assert_eq!(robots.check(&nobody, "/b").reason(), Reason::NoGroup);
    // A line without a name names nobody, except in Google's library, where two empty names are
    // equal.
    let nameless = b"User-agent: 008\nDisallow: /\n\nUser-agent:\nDisallow: /\n";
    for (name, dialect) in Dialect::PRESETS.iter().copied() {
        let expected = match name {
            "google" => denied_by(2),
            _ => NO_GROUP,
        };
        assert_eq!(every_way(dialect, nameless, "", "/a"), expected, "{name}");
    }
}

#[test]
fn a_name_ends_where_no_name_goes_on() {
    let rule = |line: &str| format!("User-agent: {line}\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n");
    let named = |dialect: Dialect, line: &str, agent: &str| {
        every_way(dialect, rule(line).as_bytes(), agent, "/a") == denied_by(2)
    };
    // Agent, and whether the line `Foo` names it: RFC 9309, Google, 1994, 1996.
    for (agent, rfc, google, original, draft) in [
        ("Foo Bot", true, false, true, true),
        ("  Foo  ", true, false, true, true),
        ("Foo\0Bot", true, false, true, false),
        ("Foo\n", true, false, true, true),
        ("Foo\u{1F916}", false, false, true, false),
        ("\u{1F916}", false, false, false, false),
        ("Foo\u{e9}", false, false, true, false),
        ("Mozilla/5.0 (compatible; Foo/1.0)", false, false, false, false),
    ] {
        assert_eq!(named(Dialect::RFC_9309, "Foo", agent), rfc, "{agent:?}");
        assert_eq!(named(Dialect::GOOGLE, "Foo", agent), google, "{agent:?}");
        assert_eq!(named(Dialect::ORIGINAL_1994, "Foo", agent), original, "{agent:?}");
        assert_eq!(named(Dialect::DRAFT_1996, "Foo", agent), draft, "{agent:?}");
    }
    // In dialects that look for one name inside the other, names may hold any bytes.
    assert!(named(Dialect::DRAFT_1996, "Robot \u{1F916} 9000", "\u{1F916}"));
    assert!(named(Dialect::ORIGINAL_1994, "\u{1F916}", "Robot \u{1F916} 9000"));
    let long = "x".repeat(1_000_000);
    assert!(named(Dialect::RFC_9309, &long, &long));
    assert!(named(Dialect::ORIGINAL_1994, "Foo", &format!("{long}Foo")));
}

#[test]
fn every_string_is_a_url() {
    // URL, its target, and that of Google's library.
    for (url, target, google) in [
        ("", "/", "/"),
        (" ", "/", "/"),
        ("/", "/", "/"),
        ("mailto:x", "/", "/"),
        ("mailto:x@example.com?subject=/a", "/?subject=/a", "/?subject=/a"),
        ("javascript:void(0)", "/", "/"),
        ("data:text/html,<p>", "/html,%3Cp%3E", "/html,<p>"),
        ("https://", "/", "/"),
        ("https:///a", "/a", "/a"),
        ("https://?a", "/?a", "/?a"),
        ("https://#a", "/", "/"),
        ("//", "//", "/"),
        ("?", "/?", "/?"),
        ("#", "/", "/"),
        ("a", "/", "/"),
        ("\0", "/", "/"),
        ("/\0", "/%00", "/"),
        ("\u{1F916}", "/", "/"),
        ("/\u{1F916}", "/%F0%9F%A4%96", "/\u{1F916}"),
        ("https://example.com\\a", "/", "/"),
        ("https://exa mple.com/a b", "/a%20b", "/a b"),
    ] {
        let canonical =
            |dialect: Dialect| Target::for_dialect(url.as_bytes(), &dialect).to_canonical(&dialect);
        assert_eq!(canonical(Dialect::RFC_9309), target.as_bytes(), "{url:?}");
        assert_eq!(canonical(Dialect::GOOGLE), google.as_bytes(), "{url:?}");
        for (name, dialect) in Dialect::PRESETS.iter().copied() {
            let (allowed, ..) = every_way(dialect, DENY_ALL, "FooBot", url);
            // No URL slips through `Disallow: /`, whatever it is. For globs that is `/*`.
            assert!(!allowed, "{name}: {url:?}");
        }
    }
    // Scheme and host have no influence; the target is the same.
    assert!(!is_allowed(
        b"User-agent: *\nDisallow: /a",
        "FooBot",
        "gopher://other.example:70/a"
    ));
}

#[test]
fn a_url_of_hundreds_of_kilobytes_is_matched_whole() {
    let tail = "x".repeat(200_000);
    let body = b"User-agent: *\nDisallow: /*y$\nAllow: /x\nDisallow: /*x%C3%A9\nDisallow: /p*q*r\n";
    let agent = "FooBot";
    for (url, expected) in [
        (
            format!("https://example.com/{tail}"),
            (true, Reason::Rule, Some(3)),
        ),
        (format!("https://example.com/{tail}y"), denied_by(2)),
        (format!("/{tail}\u{e9}"), denied_by(4)),
        (format!("/p{tail}q{tail}"), NO_RULE),
    ] {
        assert_eq!(every_way(Dialect::RFC_9309, body, agent, &url), expected);
    }
    let escapes = format!("/{}", "%c3%a9?".repeat(30_000));
    assert_eq!(every_way(Dialect::RFC_9309, body, agent, &escapes), NO_RULE);
    let host = format!("https://{tail}/x");
    assert_eq!(every_way(Dialect::RFC_9309, body, agent, &host).2, Some(3));
}

/// UTF-16 with its byte order mark.
fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(unit).collect()
}

#[test]
fn a_utf16_body_means_nothing_unless_it_is_transcoded() {
    let text = "User-agent: *\r\nDisallow: /\u{e9}\r\nDisallow: /\u{1F916}\n";
    let transcode = RobotsTxt::options().transcode_utf16(true);
    for (unit, format) in [
        (u16::to_le_bytes as fn(u16) -> [u8; 2], BodyFormat::Utf16Le),
        (u16::to_be_bytes, BodyFormat::Utf16Be),
    ] {
        let body = utf16(text, unit);
        under_every_preset(&body, "FooBot", "/%C3%A9", NO_GROUP);
        let raw = RobotsTxt::parse(&body);
        assert_eq!((raw.format(), raw.body()), (format, &body[..]));

        let robots = transcode.parse(&body);
        assert_eq!((robots.format(), robots.body()), (format, text.as_bytes()));
        assert_eq!(robots.check("FooBot", "/%C3%A9").line(), Some(2));
        assert_eq!(robots.check("FooBot", "/%F0%9F%A4%96").line(), Some(3));
        // Spans are those of the transcoded body.
        let rule = robots.directives().nth(1).unwrap();
        assert_eq!(&robots.body()[rule.value_span().range()], "/\u{e9}".as_bytes());
        // An odd byte at the end is dropped.
        let odd = [&body[..], b"x"].concat();
        assert_eq!(transcode.parse(&odd).body(), text.as_bytes());
        assert_eq!(transcode.parse(&odd[..3]).body(), b"");
        // A lone surrogate is replaced.
        let lone = [&body[..], &unit(0xD800), &unit(u16::from(b'x'))].concat();
        assert_eq!(
            transcode.parse(&lone).body(),
            format!("{text}\u{FFFD}x").as_bytes()
        );
        // The limit counts transcoded bytes.
        let cut = transcode.max_bytes(15).parse(&body);
        assert_eq!(
            (cut.body(), cut.is_truncated()),
            (&b"User-agent: *\r\n"[..], true)
        );
    }
    // The mark alone.
    assert_eq!(transcode.parse(b"\xFF\xFE").body(), b"");
    assert_eq!(transcode.parse(b"\xFE\xFF").body(), b"");
    // A mark of UTF-16 before ASCII costs the first line, not the file.
    let ascii = b"\xFF\xFE# a comment\nUser-agent: *\nDisallow: /x\n";
    assert_eq!(transcode.parse(ascii).body(), &ascii[..]);
    assert!(!transcode.parse(ascii).is_allowed("FooBot", "/x"));
    // Without a mark nothing is transcoded.
    let unmarked = &utf16(text, u16::to_le_bytes)[2..];
    assert_eq!(transcode.parse(unmarked).body(), unmarked);
    assert!(transcode.parse(unmarked).is_allowed("FooBot", "/%C3%A9"));
}

#[test]
fn a_page_is_read_line_by_line_and_reported() {
    let page = b"<!DOCTYPE html>\n<html><head><title>Not found</title></head>\n<body style=\"color: red\">\n</body></html>\n";
    under_every_preset(page, "FooBot", "/a", NO_GROUP);
    assert_eq!(RobotsTxt::parse(page).format(), BodyFormat::Html);
    // Lines of a robots.txt in it count: some servers wrap the file.
    let wrapped = b"<html><pre>\nUser-agent: *\nDisallow: /a\n</pre></html>\n";
    under_every_preset(wrapped, "FooBot", "/a", denied_by(3));
    assert_eq!(RobotsTxt::parse(wrapped).format(), BodyFormat::Html);
}

/// Prose is recognized when it is asked about, and other formats when the body is read.
#[test]
fn a_file_knows_what_its_body_is() {
    let long = "Nothing here. ".repeat(200);
    for (body, format) in [
        (&b"Nothing to see here.\n"[..], BodyFormat::Prose),
        (b"", BodyFormat::Text),
        (b"# Nothing to see here.\n", BodyFormat::Text),
        (b"User-agent: *\n", BodyFormat::Text),
        (&long.as_bytes()[..2_048], BodyFormat::Prose),
        (&long.as_bytes()[..2_049], BodyFormat::Text),
        (b"{\"a\": 1}", BodyFormat::Json),
        (b"\x1F\x8B\x08", BodyFormat::Gzip),
    ] {
        let robots = RobotsTxt::parse(body);
        assert_eq!(robots.format(), format, "{}", body.escape_ascii());
        assert_eq!(robots.into_owned().format(), format, "{}", body.escape_ascii());
    }
}

#[test]
fn a_limit_never_cuts_a_line() {
    let body = b"User-agent: *\r\nDisallow: /private\r\nAllow: /\n";
    //           0              15                  34
    let parse = |limit| {
        let robots = RobotsTxt::options().max_bytes(limit).parse(body);
        let rules: Vec<String> = robots
            .groups()
            .flat_map(|group| group.rules().map(|rule| rule.to_string()).collect::<Vec<_>>())
            .collect();
        (robots.body().len(), robots.is_truncated(), rules)
    };
    let private = String::from("Disallow: /private");
    assert_eq!(parse(0), (0, true, vec![]));
    assert_eq!(parse(12), (0, true, vec![]));
    // Before the CR, between CR and LF, after both.
    assert_eq!(parse(13), (13, true, vec![]));
    assert_eq!(parse(14), (14, true, vec![]));
    assert_eq!(parse(15), (15, true, vec![]));
    // In the middle of a rule: not `Disallow: /p`, which would deny more.
    assert_eq!(parse(27), (15, true, vec![]));
    assert_eq!(parse(32), (15, true, vec![]));
    assert_eq!(parse(33), (33, true, vec![private.clone()]));
    assert_eq!(parse(34), (34, true, vec![private.clone()]));
    assert_eq!(parse(35), (35, true, vec![private.clone()]));
    assert_eq!(parse(43), (43, true, vec![private.clone(), "Allow: /".into()]));
    assert_eq!(
        parse(body.len()),
        (44, false, vec![private.clone(), "Allow: /".into()])
    );
    assert_eq!(parse(usize::MAX), (44, false, vec![private, "Allow: /".into()]));
    // A body of one line that does not fit is empty.
    let one_line = RobotsTxt::options()
        .max_bytes(500_000)
        .parse(&[b'x'; 600_000])
        .body()
        .len();
    assert_eq!(one_line, 0);
}

#[test]
fn a_sitemap_line_without_a_value_names_no_sitemap() {
    let body = b"Sitemap:\nSitemap: # none\nUser-agent: *\nSitemap:\t \nDisallow: /x\nSitemap: a\n";
    let options = RobotsTxt::options().keep_site_lines(true);
    let robots = options.parse(body);
    assert!(robots.sitemaps().eq([b"a"]));
    assert_eq!(robots.sitemap_lines().count(), 0);
    assert!(robots.rules_for("FooBot").sitemaps().eq([b"a"]));
    assert!(options.rules_for(body, "FooBot").sitemaps().eq([b"a"]));
    // The lines are still there, for tools that report them.
    let kinds = robots.directives().map(|directive| directive.kind());
    assert_eq!(kinds.filter(|kind| *kind == DirectiveKind::Sitemap).count(), 4);
}
