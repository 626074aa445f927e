//! `Rules` to bytes and back.

use proptest::prelude::*;
use robots_exclusion::dialect::PercentMode;
use robots_exclusion::error::DecodeRulesError;
use robots_exclusion::{Dialect, ParseOptions, RobotsTxt, Rules, Target};

const BODY: &[u8] = b"User-agent: *\nDisallow: /a\nAllow: /a/b$\nDisallow: /*.php$\nDisallow: /x*\nCrawl-delay: 2.5\n\
    Request-rate: 1/5s 0900-1700\nVisit-time: 0800-2000\nContent-Signal: search=yes, ai-train=no\nDisallow: /\xFF\n\
    Content-Usage: train-ai=n\nContent-Usage: /\xE9 search=y\nContent-Usage: /z Broken=\n";

#[test]
fn rules_without_a_file_come_back() {
    for rules in [Rules::allow_all(), Rules::disallow_all()] {
        let back = Rules::from_bytes(&rules.to_bytes()).unwrap();
        assert_eq!(back, rules);
        // Short, and long enough for a quick answer.
        for url in ["/x", "/robots.txt", "/private/page"] {
            assert_eq!(back.check(url), rules.check(url));
            assert_eq!(back.is_allowed(url), rules.check(url).is_allowed());
        }
    }
    let closed = Rules::disallow_all();
    assert!(
        closed.is_allowed("/robots.txt")
            && !closed.is_allowed("/x")
            && !closed.is_allowed("/private/page")
            && !closed.is_allowed(Target::new("/%72obots"))
    );
    assert_eq!(
        closed.check("/x").to_string(),
        "disallowed: robots.txt cannot be reached"
    );
}

#[test]
fn rules_of_every_dialect_come_back() {
    let modes = [
        PercentMode::Rfc9309,
        PercentMode::Draft1996,
        PercentMode::RuleOnly,
    ];
    let dialects = Dialect::PRESETS.iter().flat_map(|(name, dialect)| {
        modes.map(|mode| (name, dialect.with(|custom| custom.percent_mode = mode)))
    });
    for (name, dialect) in dialects {
        for body in [
            BODY,
            b"",
            b"User-agent: *\nRobot-version: 2.0\nDisallow: /[a-z]?*\n",
            // A NUL ends a line in some dialects, and a target in some.
            b"User-agent: *\nAllow: /a\0\nDisallow: /a\0b\nDisallow: /a\n",
            // So does what these are, where they are decoded.
            b"User-agent: *\nAllow: /a%00b\nDisallow: /a\nAllow: /c%23d\nDisallow: /c\n",
        ] {
            let rules = ParseOptions::new().dialect(dialect).rules_for(body, "FooBot");
            let bytes = rules.to_bytes();
            let back = Rules::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(back, rules, "{name}");
            assert_eq!(back.to_bytes(), bytes, "{name}");
            assert_eq!(back.check("/a/b"), rules.check("/a/b"), "{name}");
            for url in ["/a\0b", "/a%00b", "/c#d", "/c%23d", "/a%00b/and/further"] {
                let verdict = rules.check(url);
                assert_eq!(back.check(url), verdict, "{name} {url}");
                assert_eq!(rules.is_allowed(url), verdict.is_allowed(), "{name} {url}");
                assert_eq!(back.is_allowed(url), verdict.is_allowed(), "{name} {url}");
            }
            assert_eq!(back.crawl_delay(), rules.crawl_delay(), "{name}");
        }
    }
}

#[test]
fn rules_alike_are_compiled_once() {
    for distinct in [1, 3, 20, 31, 32, 33, 34, 60] {
        for times in 1..3 {
            let mut body = String::from("User-agent: *\n");
            for i in (0..distinct).cycle().take(distinct * times) {
                body.push_str(&format!("Disallow: /{i}x\nAllow: /{i}x\n"));
            }
            let rules = Rules::parse(body.as_bytes(), "FooBot");
            assert_eq!(rules.len(), distinct, "{distinct} {times}");
            assert_eq!(rules.iter().len(), distinct);
            assert_eq!(Rules::from_bytes(&rules.to_bytes()).as_ref(), Ok(&rules));
            // Allow comes before Disallow, and the first of several before the others.
            assert_eq!(rules.check("/0x").line(), Some(3));
        }
    }
}

#[test]
fn numbers_of_several_bytes_come_back() {
    for line in [1, 126, 127, 128, 129, 300, 16_383, 16_384, 2_100_000] {
        let pattern = "x".repeat(line / 7);
        let body = format!(
            "User-agent: *{}Disallow: /{pattern}\nDisallow: /*{pattern}y",
            "\n".repeat(line)
        );
        let rules = Rules::parse(body.as_bytes(), "FooBot");
        let back = Rules::from_bytes(&rules.to_bytes()).unwrap();
        assert_eq!(back, rules, "{line}");
        let lines: Vec<u32> = back.iter().map(|rule| rule.line()).collect();
        assert_eq!(lines, [line as u32 + 1, line as u32 + 2]);
    }
}

#[test]
fn every_changed_byte_and_every_cut_is_refused() {
    let bytes = Rules::parse(BODY, "FooBot").to_bytes();
    for at in 0..bytes.len() {
        assert!(Rules::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(Rules::from_bytes(&changed).is_err(), "bit {bit} of byte {at}");
        }
    }
    assert_eq!(Rules::from_bytes(b""), Err(DecodeRulesError::Foreign));
    assert_eq!(Rules::from_bytes(BODY), Err(DecodeRulesError::Foreign));
    let mut later = bytes.clone();
    later[4] = 9;
    assert_eq!(Rules::from_bytes(&later), Err(DecodeRulesError::Version(9)));
    assert_eq!(
        DecodeRulesError::Version(9).to_string(),
        "these compiled rules are of format 9, not 1"
    );
}

/// The checksum, so that forged bytes pass it.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn forged_bytes_with_a_right_checksum_are_refused_or_harmless() {
    let bytes = Rules::parse(BODY, "FooBot").to_bytes();
    let body = &bytes[..bytes.len() - 8];
    let (mut refused, mut read) = (0, 0);
    for at in 5..body.len() {
        for value in [0, 1, 2, 3, 5, 0x7F, 0x80, 0xFF] {
            let mut forged = body.to_vec();
            forged[at] = value;
            match Rules::from_bytes(&sealed(forged)) {
                Err(error) => {
                    assert_eq!(error, DecodeRulesError::Corrupt);
                    refused += 1;
                }
                Ok(rules) => {
                    // Any rules that were read can answer, be listed and be written.
                    let _ = rules.check("/a/b/x.php");
                    assert_eq!(rules.iter().len(), rules.len());
                    assert_eq!(Rules::from_bytes(&rules.to_bytes()), Ok(rules));
                    read += 1;
                }
            }
        }
    }
    assert!(refused > 100 && read > 100, "{refused} refused, {read} read");
}

/// Bytes without their checksum.
fn unsealed(rules: &Rules) -> Vec<u8> {
    let bytes = rules.to_bytes();
    bytes[..bytes.len() - 8].to_vec()
}

#[test]
fn flags_that_nobody_writes_are_refused() {
    let mut body = unsealed(&Rules::allow_all());
    assert_eq!(Rules::from_bytes(&sealed(body.clone())), Ok(Rules::allow_all()));
    // What holds where no rule decides: no cause has these numbers, and what disallows everything
    // exempts robots.txt.
    for bits in 0..=255 {
        body[8] = bits;
        let is_sound = bits >> 4 <= 8 && bits & 0b11 != 0b01;
        let forged = sealed(body.clone());
        match Rules::from_bytes(&forged) {
            Ok(rules) => assert_eq!((is_sound, rules.to_bytes()), (true, forged), "{bits}"),
            Err(error) => assert_eq!((is_sound, error), (false, DecodeRulesError::Corrupt), "{bits}"),
        }
    }
    let mut body = unsealed(&Rules::allow_all());
    for has_group in 2..=255 {
        body[9] = has_group;
        assert_eq!(
            Rules::from_bytes(&sealed(body.clone())),
            Err(DecodeRulesError::Corrupt),
            "{has_group}"
        );
    }
}

/// After the version come a byte for how rules win, one for escapes and one for URLs.
#[test]
fn options_that_nobody_writes_are_refused() {
    let body = unsealed(&Rules::parse(
        b"User-agent: *\nDisallow: /x\nDisallow: /*y\n",
        "FooBot",
    ));
    for (at, count) in [(5, 3), (6, 3), (7, 2)] {
        let mut read = Vec::new();
        for value in 0..=255 {
            let mut forged = body.clone();
            forged[at] = value;
            let forged = sealed(forged);
            match Rules::from_bytes(&forged) {
                Ok(rules) => {
                    assert!(value < count && rules.to_bytes() == forged, "{value} at {at}");
                    // All of them differ.
                    assert!(!read.contains(&rules), "{value} at {at}");
                    read.push(rules);
                }
                Err(error) => assert_eq!((value >= count, error), (true, DecodeRulesError::Corrupt)),
            }
        }
        assert_eq!(read.len(), usize::from(count));
    }
    // Where any Disallow denies, no Allow is a rule.
    for (line, is_read) in [
        ("Disallow: /x", true),
        ("Allow: /x", false),
        ("Allow: /*x", false),
        ("Disallow: /*x", true),
    ] {
        let mut forged = unsealed(&Rules::parse(&format!("User-agent: *\n{line}\n"), "FooBot"));
        forged[5] = 2;
        assert_eq!(Rules::from_bytes(&sealed(forged)).is_ok(), is_read, "{line}");
    }
}

/// How rules win, how escapes and URLs are read, and what holds without a rule come back.
#[test]
fn rules_that_come_back_answer_as_before() {
    let body = b"User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /%7Ex\nDisallow: /;q\nDisallow: /*z$\nAllow: /y/z\n";
    let urls = [
        "/a/b",
        "/a",
        "/~x",
        "/%7ex",
        "https://e.com;q",
        "/z",
        "/y/z",
        "/robots.txt",
        "/robots.txtz",
    ];
    for (name, dialect) in Dialect::PRESETS {
        let options = ParseOptions::new().dialect(*dialect);
        for (agent, options) in [
            ("FooBot", options),
            ("https://example.com/", options),
            ("FooBot", options.truncated(true)),
        ] {
            let rules = options.rules_for(body, agent);
            let back = Rules::from_bytes(&rules.to_bytes()).expect("it was written");
            for url in urls {
                let verdict = options.check(body, agent, url);
                assert_eq!(back.check(url), verdict, "{name} {url}");
                assert_eq!(
                    back.check(url).is_truncated(),
                    verdict.is_truncated(),
                    "{name} {url}"
                );
                assert_eq!(back.check(url).reason(), verdict.reason(), "{name} {url}");
            }
            assert_eq!(back.group_name(), rules.group_name());
            assert_eq!((back.len(), back.is_empty()), (rules.len(), rules.is_empty()));
            assert_eq!(back.heap_bytes(), rules.heap_bytes());
            assert!(back.iter().eq(rules.iter()));
        }
    }
}

#[test]
fn lines_of_the_site_come_back_in_order() {
    let options = ParseOptions::new().keep_site_lines(true);
    let rules = options.rules_for(
        b"Sitemap: https://e.com/1\nSitemap: 2\nHost: a\nHost: b c\nHost: d\nLicense: https://e.com/l\nUser-agent: *\nContent-Usage: a\n",
        "FooBot",
    );
    let back = Rules::from_bytes(&rules.to_bytes()).expect("it was written");
    assert!(back.sitemaps().eq([&b"https://e.com/1"[..], b"2"]));
    assert!(back.hosts().map(|host| host.as_bytes()).eq([&b"a"[..], b"d"]));
    assert!(
        back.licenses()
            .map(|line| line.as_bytes())
            .eq([b"https://e.com/l"])
    );
    assert!(back.content_usage().eq([(8, &b"a"[..])]));
    assert_eq!(back, rules);
}

#[test]
fn only_bytes_of_this_format_are_read() {
    let bytes = Rules::allow_all().to_bytes();
    for (at, value, error) in [
        (0, b'r', DecodeRulesError::Foreign),
        (3, b'S', DecodeRulesError::Foreign),
        (4, 0, DecodeRulesError::Version(0)),
        (4, 2, DecodeRulesError::Version(2)),
    ] {
        let mut changed = bytes.clone();
        changed[at] = value;
        assert_eq!(Rules::from_bytes(&changed), Err(error), "{at}");
    }
    assert_eq!(
        DecodeRulesError::Foreign.to_string(),
        "these bytes are not compiled rules"
    );
    assert_eq!(
        DecodeRulesError::Corrupt.to_string(),
        "these compiled rules are corrupt"
    );
}

/// Bytes that end targets in some dialects are in patterns of others, and these come back as they
/// were.
#[test]
fn bytes_that_end_targets_come_back() {
    for (name, dialect) in Dialect::PRESETS {
        for path in ["/abcde\0f", "/abcde%23f", "/abcde%00f", "/\0", "/%23"] {
            let body = format!("User-agent: *\nDisallow: {path}\nAllow: /x\n");
            let robots = RobotsTxt::options().dialect(*dialect).parse(body.as_bytes());
            let rules = robots.rules_for("FooBot");
            assert_eq!(
                Rules::from_bytes(&rules.to_bytes()).as_ref(),
                Ok(&rules),
                "{name} {path:?}"
            );
        }
    }
    // No line holds a `#` that is no comment, so no pattern does where escapes stay.
    let mut forged = unsealed(&Rules::parse(b"User-agent: *\nDisallow: /abcde+f\n", "FooBot"));
    let at = forged.iter().position(|byte| *byte == b'+').expect("the rule");
    forged[at] = b'#';
    assert_eq!(Rules::from_bytes(&sealed(forged)), Err(DecodeRulesError::Corrupt));
}

#[test]
fn literals_out_of_order_or_alike_are_refused() {
    let body = unsealed(&Rules::parse(
        b"User-agent: *\nDisallow: /1\nDisallow: /2\n",
        "FooBot",
    ));
    let at = body
        .windows(2)
        .position(|two| two == b"/2")
        .expect("the second rule");
    for (last, is_read) in [(b'2', true), (b'3', true), (b'1', false), (b'0', false)] {
        let mut forged = body.clone();
        forged[at + 1] = last;
        assert_eq!(
            Rules::from_bytes(&sealed(forged)).is_ok(),
            is_read,
            "{}",
            last as char
        );
    }
}

#[test]
fn extension_lines_are_read_by_their_tags() {
    let body = unsealed(&Rules::allow_all());
    let (none, before) = body.split_last().expect("the number of extensions");
    assert_eq!(*none, 0);
    for (tag, value, is_read) in [
        (1, "2.5", true),
        (1, "soon", false),
        (2, "1/5s", true),
        (2, "1/0s", false),
        (3, "0900-1700", true),
        (3, "0900", false),
        (4, "search=yes", true),
        (5, "train-ai=n", true),
        (6, "https://example.com/l.xml", true),
        (6, "train-ai=n", false),
        (7, "https://example.com/s.xml", true),
        (8, "example.com", true),
        (8, "two words", false),
        (0, "x", false),
        (9, "x", false),
    ] {
        let line = [&[1, tag, 0, value.len() as u8], value.as_bytes()].concat();
        match Rules::from_bytes(&sealed([before, &line].concat())) {
            Ok(rules) => {
                assert!(is_read && rules.is_allowed("/"), "{tag} {value}");
                assert_eq!(Rules::from_bytes(&rules.to_bytes()), Ok(rules));
            }
            Err(error) => assert_eq!(
                (is_read, error),
                (false, DecodeRulesError::Corrupt),
                "{tag} {value}"
            ),
        }
    }
}

#[test]
fn what_no_file_compiles_to_is_refused() {
    let literal = unsealed(&Rules::parse(b"User-agent: *\nDisallow: /ab\n", "FooBot"));
    let wildcards = unsealed(&Rules::parse(
        b"User-agent: *\nDisallow: /*1\nDisallow: /*2\n",
        "FooBot",
    ));
    // The number of the line comes before the length and the text of a pattern.
    for (body, pattern, line, is_read) in [
        (&literal, "/ab", 2, true),
        (&literal, "/ab", 9, true),
        // Lines are counted from 1.
        (&literal, "/ab", 0, false),
        // Of patterns of one length, the one on the earlier line comes first.
        (&wildcards, "/*1", 2, true),
        (&wildcards, "/*1", 4, false),
    ] {
        let at = body
            .windows(pattern.len())
            .position(|text| text == pattern.as_bytes())
            .expect("the pattern");
        let mut forged = body.clone();
        forged[at - 2] = line;
        let read = Rules::from_bytes(&sealed(forged));
        assert_eq!(read.is_ok(), is_read, "{pattern} {line}: {read:?}");
    }
    // One text with two ends is two rules, the open one first.
    let ends = unsealed(&Rules::parse(
        b"User-agent: *\nDisallow: /ab\nDisallow: /ab$\n",
        "FooBot",
    ));
    assert_eq!(
        Rules::from_bytes(&sealed(ends.clone())).map(|rules| rules.len()),
        Ok(2)
    );
    let second = ends.len() - 1 - ends.iter().rev().position(|byte| *byte == b'/').expect("a rule");
    let mut alike = ends;
    // Its flags come before the line and the length.
    alike[second - 3] = 0;
    assert_eq!(Rules::from_bytes(&sealed(alike)), Err(DecodeRulesError::Corrupt));
    let longer = [&literal[..], b"\0"].concat();
    assert_eq!(Rules::from_bytes(&sealed(longer)), Err(DecodeRulesError::Corrupt));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_bytes_are_a_surprise(
        // Most numbers in the format are small.
        body in proptest::collection::vec(prop_oneof![8 => 0_u8..3, 1 => any::<u8>()], 0..60),
    ) {
        let head = &Rules::allow_all().to_bytes()[..5];
        let forged = sealed([head, &body].concat());
        if let Ok(rules) = Rules::from_bytes(&forged) {
            prop_assert_eq!(Rules::from_bytes(&rules.to_bytes()), Ok(rules));
        }
        prop_assert!(Rules::from_bytes(&body).is_err());
    }

    #[test]
    fn any_rules_come_back(lines in proptest::collection::vec("(Allow|Disallow): [/a-c*$?%\u{e9}]{1,8}", 0..12)) {
        let body = format!("User-agent: *\n{}\n", lines.join("\n"));
        for (_, dialect) in Dialect::PRESETS.iter().copied() {
            let rules = ParseOptions::new().dialect(dialect).rules_for(body.as_bytes(), "FooBot");
            prop_assert_eq!(Rules::from_bytes(&rules.to_bytes()), Ok(rules));
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_carries_the_bytes() {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    let options = ParseOptions::new().keep_site_lines(true);
    let site = b"Sitemap: https://example.com/s.xml\nHost: example.com\n";
    let rules = options.rules_for(&[BODY, b"\n", site].concat(), "FooBot");
    assert_eq!((rules.sitemaps().count(), rules.hosts().count()), (1, 1));
    let json = serde_json::to_string(&rules).expect("it serializes");
    assert_eq!(
        serde_json::from_str::<Rules>(&json).expect("it deserializes"),
        rules
    );
    let text: String = serde_json::from_str(&json).expect("text, because JSON is for people");
    assert_eq!(STANDARD.decode(text).expect("it is base64"), rules.to_bytes());
    assert!(serde_json::from_str::<Rules>("[82, 66]").is_err());
    let error = serde_json::from_str::<Rules>("7").expect_err("a number");
    assert!(
        error
            .to_string()
            .contains("expected compiled rules, as bytes or in base64"),
        "{error}"
    );
    assert!(serde_json::from_str::<Rules>("\"RBXR\"").is_err());
}
