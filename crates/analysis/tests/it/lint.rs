//! Findings: the examples of the table, corrections, ignore comments, places and texts.

use std::collections::BTreeSet;

use robots_exclusion::Dialect;
use robots_exclusion_analysis::lint::{Code, Diagnostic, Edit, LintOptions, Remedy, Severity};

use crate::shared;

/// Two tests of each function that takes files: one of the cases of [`advice`], and one of real
/// files, one of so many. The second is ignored where there are none, and is not the first under
/// another name: what a test reads does not depend on what is beside the project.
macro_rules! of_cases_and_of_real_files {
    ($($test:ident, one of $every:literal;)*) => {
        mod of_cases {
            $(#[test]
            fn $test() {
                super::$test($crate::lint::advice::cases());
            })*
        }

        mod of_real_files {
            $(#[test]
            #[ignore = "reads ROBOTS_SHARED"]
            fn $test() {
                super::$test($crate::lint::advice::real_files($every));
            })*
        }
    };
}

mod advice;
mod careful;
mod corrections;
mod decided;
mod engines;
mod fix;
mod properties;
mod publishers;
mod suggestions;
mod texts;
mod understood;

/// The options of a code's example; `None` if the example needs a feature that is off.
fn options_of(code: Code) -> Option<LintOptions> {
    let example = code.example();
    let options = LintOptions::new().dialect(example.dialect());
    match example.url() {
        None => Some(options),
        #[cfg(feature = "url")]
        Some(url) => Some(options.url(url::Url::parse(url).unwrap())),
        #[cfg(not(feature = "url"))]
        Some(_) => None,
    }
}

/// The one change that a finding offers: its correction, or its only suggestion.
fn change(finding: &Diagnostic) -> Option<&Edit> {
    match finding.suggestions() {
        [one] => Some(one),
        _ => finding.correction(),
    }
}

fn codes(found: &[Diagnostic]) -> Vec<Code> {
    found.iter().map(Diagnostic::code).collect()
}

/// Without the feature URLs cannot be checked.
fn needs_urls(code: Code) -> bool {
    matches!(code, Code::UnreachableSitemap)
}

#[test]
fn every_example_fires_and_its_correction_does_not() {
    for &code in Code::ALL {
        let Some(options) = options_of(code).filter(|_| cfg!(feature = "url") || !needs_urls(code)) else {
            println!("skipped: {code} needs the feature url");
            continue;
        };
        let bad = options.lint(&code.example().bad());
        assert_eq!(codes(&bad), [code], "{code}: {bad:#?}");
        assert!(!code.example().good().is_empty(), "{code}");
        let good = options.lint(&code.example().good());
        assert!(good.is_empty(), "{code}: {good:#?}");
    }
}

#[test]
fn short_examples_fit_on_a_screen() {
    for code in Code::ALL {
        let example = code.example();
        let bad = example.bad();
        let longest = bad.split(|&byte| byte == b'\n').map(<[u8]>::len).max();
        let fits = bad.len() <= 500 && longest <= Some(120);
        assert_eq!(example.is_short(), fits, "{code}: {} bytes", bad.len());
    }
}

#[test]
fn applying_a_correction_makes_the_finding_go_away() {
    let mut corrected = 0;
    for &code in Code::ALL {
        let Some(options) = options_of(code) else {
            continue;
        };
        let bad = code.example().bad();
        for finding in options.lint(&bad) {
            assert!(!finding.help().is_empty());
            if let Some(correction) = change(&finding) {
                corrected += 1;
                let after = options.lint(&correction.apply(&bad));
                assert!(
                    !codes(&after).contains(&code),
                    "{code}: {}\n{after:#?}",
                    String::from_utf8_lossy(&correction.apply(&bad))
                );
            }
        }
    }
    // Every code has one, except where the help cannot be text to write.
    assert!(corrected > 35, "{corrected}");
}

#[test]
fn the_table_is_sound() {
    let numbers: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(numbers.len(), Code::ALL.len());
    assert_eq!(names.len(), Code::ALL.len());
    let titles: BTreeSet<&str> = Code::ALL.iter().map(|code| code.title()).collect();
    assert_eq!(titles.len(), Code::ALL.len());
    assert!(
        Code::ALL
            .iter()
            .any(|code| code.source().contains("RFC 9309 section 2.2.3"))
    );
    assert!(Code::ALL.is_sorted_by_key(|code| code.as_str()));
    for code in Code::ALL {
        assert!(code.as_str().len() == 4 && code.as_str().starts_with('R'));
        assert!(
            code.name()
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        );
        for text in [code.title(), code.explanation(), code.source()] {
            assert!(
                !text.is_empty() && !text.contains("  ") && text.trim() == text,
                "{code}: {text:?}"
            );
        }
        assert!(code.explanation().ends_with('.'), "{code}");
        assert!(!code.title().ends_with('.'), "{code}");
        assert_eq!(code.as_str().parse(), Ok(*code));
        assert_eq!(code.name().to_uppercase().parse(), Ok(*code));
        assert_eq!(
            Dialect::PRESETS
                .iter()
                .filter(|preset| preset.1 == code.example().dialect())
                .count(),
            1
        );
    }
    assert!("R999".parse::<Code>().is_err());
    assert_eq!("Warning".parse(), Ok(Severity::Warning));
}

#[test]
fn every_code_offers_what_the_table_says() {
    // Files that have more than the example of the table, for the codes whose example has less.
    let more: [(Code, &[u8]); 8] = [
        (Code::NotUtf8, b"User-agent: *\xA0\nDisallow: /x\n"),
        (
            Code::RetiredKey,
            b"User-agent: *\nDisallow: /x\nHost: https://a.example\n",
        ),
        (Code::LiteralWildcard, b"User-agent: *\nDisallow: /x*\n"),
        (
            Code::EmptyRule,
            b"User-agent: *\nDisallow: /x\nDisallow:\nDisallow:\n",
        ),
        (Code::EqualLength, b"User-agent: *\nDisallow: /a/*\nAllow: /a/$\n"),
        (
            Code::BadSitemap,
            b"Sitemap: https://a.example/1.xml https://a.example/2.xml\n",
        ),
        (
            Code::RepeatedExtension,
            b"User-agent: *\nCrawl-delay: 9\nCrawl-delay: 9\nDisallow: /x\n",
        ),
        (
            Code::UnknownUsage,
            b"User-agent: *\nContent-Usage: train-ai=no\nDisallow: /x\n",
        ),
    ];
    for code in Code::ALL {
        let example = code.example();
        let dialect = example.dialect();
        let url = example.url().map(|url| url::Url::parse(url).unwrap());
        let mut options = LintOptions::new().dialect(dialect).keep([dialect]);
        if let Some(url) = url {
            options = options.url(url);
        }
        let own = more.iter().find(|(own, _)| own == code);
        let body = match own {
            Some((_, body)) => (*body).into(),
            None => example.bad(),
        };
        let found = options.lint(&body);
        let offered = found.iter().filter(|found| found.code() == *code).map(|found| {
            match (found.correction(), found.suggestions()) {
                (Some(_), _) => Remedy::Correction,
                (None, []) => Remedy::Help,
                (None, _) => Remedy::Suggestion,
            }
        });
        assert_eq!(offered.max(), Some(code.remedy()), "{code}");
    }
}

#[test]
fn ignore_comments() {
    let found = |body: &str| {
        let found = LintOptions::new().lint(body.as_bytes());
        found
            .iter()
            .map(|finding| format!("{}:{}", finding.line(), finding.code()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        found("User-agent: *\nDisallow: x\nDisallow: y\n"),
        "2:R030 3:R030"
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignore R030\nDisallow: y\n"),
        "3:R030"
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignore no-leading-slash, R031\n"),
        ""
    );
    assert_eq!(found("User-agent: *\nDisallow: x #robots-lint:ignore\n"), "");
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignore R031\n"),
        "2:R030"
    );
    assert_eq!(
        found("User-agent: *\n# robots-lint: ignore R030\n# why\nDisallow: x\nDisallow: y\n"),
        "5:R030"
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignore R030, R030\n"),
        ""
    );
    // Once on the line above it, and once on the line itself.
    assert_eq!(
        found(
            "User-agent: *\n# robots-lint: ignore R030\nDisallow: x # robots-lint: ignore R030, R031\nDisallow: y\n"
        ),
        "4:R030"
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x\nDisallow: y\n# robots-lint: ignore-file R030 (an old server)\n"),
        ""
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # why # robots-lint: ignore R030 # more\n"),
        ""
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignored R030\n"),
        "2:R030"
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignore R030 - not R03\n"),
        ""
    );
    assert_eq!(
        found("User-agent: *\nDisallow: x # robots-lint: ignore R03\n"),
        "2:R030 2:R080"
    );
    assert_eq!(
        found("\u{FEFF}User-agent: *\nDisallow: /x\n# robots-lint: ignore-file R003\n"),
        ""
    );
}

#[test]
fn options_choose_codes_and_severities() {
    let body = b"User-agent: *\nDisallow: x\n";
    let severity = |options: &LintOptions| options.lint(body).first().map(Diagnostic::severity);
    assert_eq!(severity(&LintOptions::new()), Some(Severity::Error));
    let info = LintOptions::new().severity(Code::NoLeadingSlash, Severity::Info);
    assert_eq!(severity(&info), Some(Severity::Info));
    assert_eq!(severity(&info.disable(Code::NoLeadingSlash)), None);
}

/// A severity that is asked for is that of each finding, even if it is the one that the code has by
/// default, and findings of the code weigh less or more by themselves.
#[test]
fn a_severity_that_is_asked_for_is_that_of_each_finding() {
    let severities = |body: &[u8], options: &LintOptions| -> Vec<(Code, Severity)> {
        let found = options.lint(body);
        found
            .iter()
            .map(|found| (found.code(), found.severity()))
            .collect()
    };
    let bodies = [
        (
            "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:\n",
            Code::EverythingBlocked,
        ),
        ("<<<<<<< HEAD\nUser-agent: *\nDisallow: /x\n", Code::StrayText),
        (
            "User-agent: bingbot\nSitemap: https://e.com/s.xml\nUser-agent: BarBot\nDisallow: /\n",
            Code::FusedGroups,
        ),
    ];
    for (body, code) in bodies {
        let body = body.as_bytes();
        let by_itself = severities(body, &LintOptions::new());
        let mut own = by_itself.iter().filter(|(found, _)| *found == code);
        assert!(
            own.any(|(_, severity)| *severity != code.default_severity()),
            "{by_itself:?}"
        );
        for asked in [Severity::Info, Severity::Warning, Severity::Error] {
            let expected: Vec<(Code, Severity)> = by_itself
                .iter()
                .map(|(found, severity)| (*found, if *found == code { asked } else { *severity }))
                .collect();
            assert_eq!(
                severities(body, &LintOptions::new().severity(code, asked)),
                expected
            );
        }
    }
}

/// Body, dialect, and what is found: line, column, end column, code.
fn found_in(body: &[u8], dialect: Dialect) -> Vec<(u32, u32, u32, &'static str)> {
    let found = LintOptions::new().dialect(dialect).lint(body);
    found
        .iter()
        .map(|finding| {
            (
                finding.line(),
                finding.column(),
                finding.end_column(),
                finding.code().as_str(),
            )
        })
        .collect()
}

#[test]
fn places() {
    let rfc = |body: &[u8]| found_in(body, Dialect::RFC_9309);
    assert_eq!(rfc(b"User-agent: *\r\n  Disalow : /x\r\n"), [(2, 3, 10, "R010")]);
    // The mark is part of the first line, and of no other.
    assert_eq!(
        rfc(b"\xEF\xBB\xBFDisallow: /x\nDisalow: /y\n"),
        [(1, 1, 4, "R003"), (1, 4, 16, "R020"), (2, 1, 8, "R010")]
    );
    assert_eq!(rfc(b"User-agent: *\nDisallow: /a*b*\n"), [(2, 15, 16, "R031")]);
    assert_eq!(rfc(b""), []);
    assert_eq!(rfc(b"\n\n"), []);
}

#[test]
fn the_same_file_in_several_dialects() {
    let body = b"User-agent: MJ12bot\n\nDisallow: /x /y\n";
    assert_eq!(found_in(body, Dialect::RFC_9309), [(3, 11, 16, "R040")]);
    assert_eq!(
        found_in(body, Dialect::GOOGLE),
        [(1, 13, 20, "R027"), (3, 1, 16, "R021"), (3, 11, 16, "R040")]
    );
    assert_eq!(
        found_in(body, Dialect::REVISITED),
        [(1, 1, 20, "R081"), (3, 1, 16, "R020")]
    );
}

#[test]
fn misspellings_and_separators() {
    let message = |line: &str| {
        let body = format!("User-agent: *\nDisallow: /a\n{line}\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let help = |finding: &Diagnostic| format!("{} {}", finding.code(), finding.help());
        found.first().map(help).unwrap_or_default()
    };
    for (line, expected) in [
        ("Dis-allow: /x", "R010 write `Disallow: /x`"),
        ("user agent: x", "R010 write `User-agent: x`"),
        ("Disallow：/x", "R012 write `Disallow: /x`"),
        ("Disallow=/x", "R012 write `Disallow: /x`"),
        ("Disalow /x", "R012 write `Disallow: /x`"),
        (
            "Sitemap https://a.example/s.xml",
            "R012 write `Sitemap: https://a.example/s.xml`",
        ),
        ("\u{A0}Disallow: /x", "R010 write `Disallow: /x`"),
        (
            "Allow all of them",
            "R015 put `# ` before it to make it a comment, or remove it",
        ),
        ("Disallow: Disallow: /x", "R019 write `Disallow: /x`"),
        (
            "Disallow: Allow: /x",
            "R019 write `Disallow: /x` or `Allow: /x`, whichever is meant",
        ),
        (
            "Allow:Disallow: /x",
            "R019 write `Allow: /x` or `Disallow: /x`, whichever is meant",
        ),
        (
            "Disallow:User-agent: b",
            "R019 write 2 lines: `Disallow:`, `User-agent: b`",
        ),
        ("Allow: User-agent: b", "R019 write `User-agent: b`"),
        (
            "Sitemap: https://a.example/s.xml User-agent: b",
            "R019 write 2 lines: `Sitemap: https://a.example/s.xml`, `User-agent: b`",
        ),
        (
            "Disallow: /x:y",
            "R096 if the server has a page there too, add `Disallow: /x%3Ay`",
        ),
        ("Disallow: /x?host:y", ""),
        (
            "Allowance: /x",
            "R018 remove the line, or write a group with `Allow` for the crawlers that it is meant for",
        ),
        (
            "Host: a.example",
            "R016 remove the line; redirect the other hosts to the main one",
        ),
    ] {
        assert_eq!(message(line), expected, "{line}");
    }
}

#[test]
fn names() {
    let found = |value: &str| {
        let body = format!("User-agent: {value}\nDisallow: /a\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let help = |finding: &Diagnostic| format!("{} {}", finding.code(), finding.help());
        found.first().map(help).unwrap_or_default()
    };
    for (value, expected) in [
        ("*", ""),
        ("MJ12bot", ""),
        ("metabot.ru", ""),
        ("FooBot/1.0", "R051 write `User-agent: FooBot`"),
        ("FooBot*", "R051 write `User-agent: FooBot`"),
        ("FooBot/1.0 (compatible)", "R027 write `User-agent: FooBot`"),
        ("* all", "R027 write `User-agent: *`"),
        (
            "a, b,c",
            "R027 write 3 lines: `User-agent: a`, `User-agent: b`, `User-agent: c`",
        ),
        ("\"*\"", "R026 write `User-agent: *`"),
        (".*", "R026 write `User-agent: *`"),
        (
            "",
            "R026 write the crawler's product token, or `*` for all crawlers",
        ),
        ("'FooBot'", "R026 write `User-agent: FooBot`"),
    ] {
        assert_eq!(found(value), expected, "{value}");
    }
}

/// Code and help of each finding, separated by a space.
fn helps(body: &str) -> Vec<String> {
    LintOptions::new()
        .lint(body.as_bytes())
        .iter()
        .map(|finding| format!("{} {}", finding.code(), finding.help()))
        .collect()
}

#[test]
fn names_that_are_misspelled_or_retired() {
    for (value, expected) in [
        ("Googelbot", "R053 write `User-agent: Googlebot`"),
        ("ahrefsbbot", "R053 write `User-agent: AhrefsBot`"),
        (
            "anthropic-ai",
            "R054 name its successor too if the group is meant for it: `ClaudeBot`",
        ),
        (
            "cohere-ai",
            "R054 remove this group, unless you know another program of this name",
        ),
        (
            "grokbot",
            "R054 remove this group, unless you know another program of this name",
        ),
        (
            "Chat-GPT",
            "R054 name what it documents if the group is meant for it: `ChatGPT-User`, `GPTBot`, `OAI-SearchBot`",
        ),
        (
            "__usage_ai-trainin",
            "R053 write `User-agent: __usage_ai-training`",
        ),
        ("*<BR>", "R026 write `User-agent: *`"),
        ("FooBot<br />", "R027 write `User-agent: FooBot`"),
        (
            "Claudebot, GPTBot",
            "R027 write 2 lines: `User-agent: Claudebot`, `User-agent: GPTBot`",
        ),
        ("Googlebot, the crawler", "R027 write `User-agent: Googlebot`"),
    ] {
        assert_eq!(
            helps(&format!("User-agent: {value}\nDisallow: /a\n")),
            [expected],
            "{value}"
        );
    }
    // The name of the preference on training is no crawler's, but right; and names that only lists
    // of third parties have are no typos, however near they are to others.
    let others = robots_exclusion::agents::REPORTED.iter().map(|row| row.name());
    for name in [robots_exclusion::agents::TRAINING_PREFERENCE]
        .into_iter()
        .chain(others)
    {
        let body = format!("User-agent: {name}\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n");
        let found = helps(&body);
        assert!(
            !found
                .iter()
                .any(|help| help.starts_with("R053") || help.starts_with("R054")),
            "{found:?}"
        );
    }
    // The crawler of Jooble, not a typo of Google's.
    assert_eq!(helps("User-agent: JoobleBot\nDisallow: /a\n"), [""; 0]);
    // The successor need not be named twice.
    for (body, what) in [
        (
            "User-agent: bingbot\nUser-agent: msnbot\nDisallow: /a\n",
            "the line",
        ),
        (
            "User-agent: msnbot\nDisallow: /a\n\nUser-agent: BingBot\nDisallow: /b\n",
            "this group",
        ),
    ] {
        let help = format!(
            "R054 remove {what}, unless you know another program of this name; its successor is named already: `bingbot`"
        );
        assert_eq!(helps(body), [help], "{body}");
    }
    // A comment that directly follows the value is separated from the name.
    assert_eq!(
        helps("User-agent: Yahoo! Slurp/4.0(+http://example.com/#07)\nDisallow: /a\n"),
        ["R027 write `User-agent: Slurp #07)`"]
    );
    // Each name once.
    let body = "User-agent: Googelbot\nDisallow: /a\n\nUser-agent: Googelbot\nDisallow: /b\n";
    let found = codes(&LintOptions::new().lint(body.as_bytes()));
    assert_eq!(found, [Code::MisspelledName, Code::RepeatedGroup]);
    // One that is retired once, however it is spelled.
    let body = "User-agent: msnbot\nUser-agent: MSNBot\nDisallow: /a\n";
    let found = codes(&LintOptions::new().lint(body.as_bytes()));
    assert_eq!(found.iter().filter(|code| **code == Code::RetiredName).count(), 1);
}

#[test]
fn groups_that_ignore_rules_of_star() {
    let found = |group: &str| {
        let body = format!(
            "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /*?c\nDisallow: /d\nAllow: /a/b\n\n{group}"
        );
        let found = LintOptions::new()
            .disable(Code::RedundantRule)
            .lint(body.as_bytes());
        let row = |finding: &Diagnostic| {
            let lines: Vec<u32> = finding.related().iter().map(|related| related.line()).collect();
            format!("{} {lines:?}", finding.message())
        };
        found
            .iter()
            .filter(|finding| finding.code() == Code::IgnoresStar)
            .map(row)
            .collect::<Vec<String>>()
    };
    assert_eq!(
        found("User-agent: FooBot\nDisallow: /x\n"),
        ["this group ignores 4 rules of `*`: `/a`, `/b`, `/*?c` and 1 more [2, 3, 4]"]
    );
    // However many there are.
    let many = |letter: char| -> String {
        (0..460)
            .map(|number| format!("Disallow: /{letter}{number}-\n"))
            .collect()
    };
    let body = format!("User-agent: *\n{}\nUser-agent: FooBot\n{}", many('s'), many('f'));
    let messages = LintOptions::new().lint(body.as_bytes());
    assert_eq!(
        messages[0].message(),
        "this group ignores 460 rules of `*`: `/s0-`, `/s1-`, `/s2-` and 457 more"
    );
    // Written differently, most of them are here too.
    assert_eq!(
        found("User-agent: FooBot\nDisallow: /*?\nDisallow: /a/\nDisallow: /a\nDisallow: /d*\n"),
        ["this group ignores a rule of `*`: `/b` [3]"]
    );
    // In the language of the group: a glob `/a` matches one URL, so that the others below `/a` are
    // ignored.
    let in_seznam = |version: &str| {
        let body = format!(
            "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\n{version}Disallow: /a\nDisallow: /x\n"
        );
        let options = LintOptions::new()
            .dialect(Dialect::SEZNAM)
            .disable(Code::GlobCoversOne)
            .disable(Code::NicheKey);
        codes(&options.lint(body.as_bytes()))
    };
    assert_eq!(in_seznam(""), []);
    assert_eq!(in_seznam("Robot-version: 2.0\n"), [Code::IgnoresStar]);
    // Where names are compared by containment, it is not known who reads a group.
    let draft = LintOptions::new().dialect(Dialect::DRAFT_1996);
    assert_eq!(
        codes(&draft.lint(b"User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /x\n")),
        []
    );
    // Crawlers with their own group beside `Disallow: /` for all others are let in on purpose.
    // Other rules of `*` are still reported.
    for (star, expected) in [
        ("Disallow: /\n", vec![]),
        ("Disallow: /*\nAllow: /b\n", vec![]),
        (
            "Disallow: /\nDisallow: /a\n",
            vec!["this group ignores a rule of `*`: `/a`"],
        ),
    ] {
        let body = format!("User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\n{star}");
        let found = LintOptions::new().lint(body.as_bytes());
        let messages: Vec<&str> = found
            .iter()
            .filter(|finding| finding.code() == Code::IgnoresStar)
            .map(Diagnostic::message)
            .collect();
        assert_eq!(messages, expected, "{star}");
    }
    for group in [
        // It says what it wants.
        "User-agent: FooBot\nAllow: /\nDisallow: /x\n",
        "User-agent: FooBot\nDisallow: /\n",
        "User-agent: FooBot\nDisallow:\n",
        "User-agent: FooBot\nDisallow: /\nAllow: /a/open\n",
        "User-agent: FooBot\nDisallow: /a\nDisallow: /b\nDisallow: /*?c\nDisallow: /d\nAllow: /b/*.js$\n",
        // It does not obey `*` anyway.
        "User-agent: AdsBot-Google\nDisallow: /x\n",
    ] {
        assert_eq!(found(group), [""; 0], "{group}");
    }
}

#[test]
fn limits_of_yandex() {
    let long = format!("Disallow: /{}\n", "\u{e9}".repeat(1_024));
    let body = |name: &str| format!("User-agent: {name}\n{long}");
    let options = LintOptions::new().disable(Code::UnescapedNonAscii);
    let found = |body: &str, options: &LintOptions| codes(&options.lint(body.as_bytes()));
    assert_eq!(found(&body("YandexBot"), &options), [Code::LongRule]);
    assert_eq!(found(&body("*"), &options), []);
    let yandex = options.clone().dialect(Dialect::YANDEX);
    assert_eq!(found(&body("*"), &yandex), [Code::LongRule]);
    // In characters, not bytes.
    let shorter = body("*").replacen('\u{e9}', "", 1);
    assert_eq!(found(&shorter, &yandex), []);
    let rules: String = (0..2_049).map(|i| format!("Disallow: /{i}-\n")).collect();
    let many = yandex.lint(format!("User-agent: *\n{rules}").as_bytes());
    assert_eq!(codes(&many), [Code::TooManyRules]);
    assert_eq!(many[0].line(), 2_050);
}

#[test]
fn lines_of_other_kinds() {
    let options = LintOptions::new()
        .disable(Code::NicheKey)
        .disable(Code::RetiredKey);
    let found = |line: &str| {
        let body = format!("User-agent: *\nDisallow: /x\n{line}\n");
        let found = options.lint(body.as_bytes());
        let row = |finding: &Diagnostic| format!("{} {}", finding.code(), finding.help());
        found.iter().map(row).collect::<Vec<String>>()
    };
    let nothing: [&str; 0] = [];
    for (line, expected) in [
        (
            "License: /l.xml",
            &["R066 write the whole URL, with scheme and host"][..],
        ),
        ("License: https://a.example/l.xml", &nothing),
        ("LLM-Policy: /llm.txt", &nothing),
        ("Agentmap:", &["R070 remove the line"]),
        (
            "Content-Signals: ai-train=no",
            &["R010 write `Content-Signal: ai-train=no`"],
        ),
        (
            "Content-Signal: search=yes ai-train=no",
            &["R070 write `Content-Signal: search=yes, ai-train=no`"],
        ),
        (
            "Content-Usage: bots=n, train-ai=n",
            &["R074 write `train-ai` if training AI models is meant; there is no word for all uses"],
        ),
        ("Content-Usage: /x search=y", &nothing),
        (
            "Sitemap: mailto:a@a.example",
            &["R062 write a URL that begins with `https://`"],
        ),
        (
            "Sitemap: a.example:8080/s.xml",
            &["R060 write the whole URL, with scheme and host"],
        ),
        (
            "Disallow: /(.*)/a",
            &["R057 use `*` for any characters, and `$` for the end of the URL; nothing else is special"],
        ),
        (
            "Disallow: /index.*",
            &[
                "R031 leave it as it is if names that go on with a dot are meant: patterns are not regular expressions; write `Disallow: /index` if \
               whatever begins so is meant",
            ],
        ),
    ] {
        assert_eq!(found(line), expected, "{line}");
    }
    // Wrong lines are reported one by one, a text only once.
    let lines = |count: usize| format!("User-agent: *\nDisallow: /x\n{}", "some words\n".repeat(count));
    for (count, expected) in [(1, 1), (5, 5), (8, 8), (9, 1)] {
        let found = LintOptions::new().lint(lines(count).as_bytes());
        assert_eq!(codes(&found), vec![Code::StrayText; expected]);
    }
}

#[test]
fn severities_that_peers_have() {
    assert_eq!(Code::UnknownKey.default_severity(), Severity::Warning);
    assert_eq!(Code::InnerDollar.default_severity(), Severity::Warning);
    assert_eq!(
        LintOptions::new().severity_of(Code::UnknownKey),
        Some(Severity::Warning)
    );
}

#[test]
fn names_that_are_not_what_they_look_like() {
    let told = "R027 write the name as the crawler's operator documents it (a few document several words; then leave it), or remove this group if there is no such crawler any more";
    for (value, expected) in [
        ("+FooBot", "R026 write `User-agent: FooBot`"),
        ("~foobot", "R026 write `User-agent: foobot`"),
        (": *", "R026 write `User-agent: *`"),
        ("*\u{A0}", "R026 write `User-agent: *`"),
        (
            "+http://www.example.com/bot",
            "R026 write the crawler's product token, or `*` for all crawlers",
        ),
        ("WebCopier v2.7a", "R027 write `User-agent: WebCopier`"),
        ("larbin (larbin@example.com)", "R027 write `User-agent: larbin`"),
        (
            "FooBot/1.0, BarBot",
            "R027 write 2 lines: `User-agent: FooBot`, `User-agent: BarBot`",
        ),
        ("Yahoo! Slurp", "R027 write `User-agent: Slurp`"),
        ("Bingbot Mobile", "R027 write `User-agent: Bingbot`"),
        (
            "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
            "R027 write `User-agent: bingbot`",
        ),
        (
            "Mozilla/4.0 (compatible; MSIE 4.0; Windows 95)",
            "R027 remove this group, or name a crawler: browsers do not read robots.txt, and are only kept out by the server",
        ),
        (
            "Sogou web spider",
            "R027 leave it as it is, or add a line `User-agent: Sogou` beside it to be safe: it is not documented whether Sogou's crawlers look for one word or for all",
        ),
        ("HTTrack [NC,OR]", told),
        ("Download Demon", told),
    ] {
        assert_eq!(
            helps(&format!("User-agent: {value}\nDisallow: /a\n")),
            [expected],
            "{value}"
        );
    }
    let found = LintOptions::new().lint(b"User-agent: Mozilla/4.0 (MSIE)\nDisallow: /a\n");
    assert_eq!(
        found[0].message(),
        "`Mozilla/4.0 (MSIE)` is read as `Mozilla`, which is the name of no crawler"
    );
}

#[test]
fn patterns_that_begin_with_something_else() {
    let elsewhere = "R030 remove the line: a robots.txt file only applies to its own host; if the rule is about another host, write it into the file there";
    for (value, expected) in [
        ("x/", "R030 write `Disallow: /x/`"),
        ("404.html", "R030 write `Disallow: /404.html`"),
        ("?ref=", "R030 write `Disallow: /*?ref=`"),
        ("utm_source=", "R030 write `Disallow: /*utm_source=`"),
        (".css", "R030 write `Disallow: /*.css`"),
        ("\u{A0}/x", "R030 write `Disallow: /x`"),
        (
            "https://www.example.com/x",
            "R030 write `Disallow: /x` if that is on this host; a file applies to no other host",
        ),
        (
            "www.example.com/x",
            "R030 write `Disallow: /x` if that is on this host; a file applies to no other host",
        ),
        // What would close the site is not suggested.
        ("https://www.example.com", elsewhere),
        ("https://www.example.com/*", elsewhere),
        ("www.example.com/", elsewhere),
    ] {
        assert_eq!(
            helps(&format!("User-agent: *\nDisallow: {value}\n")),
            [expected],
            "{value}"
        );
    }
}

#[test]
fn ends_of_patterns() {
    let kept = "R032 leave it as it is if URLs contain a `$` there; only a `$` at the end of a pattern means the end of the URL";
    for (value, expected) in [
        ("/x*", Some("R031 write `Disallow: /x`")),
        ("/x*$", Some("R031 write `Disallow: /x`")),
        (
            "/*.php$/",
            Some(
                "R032 write `Disallow: /*.php$` if the end of the URL is meant; if URLs contain a `$` there, leave it as it is",
            ),
        ),
        // The star makes the `$` a plain one.
        (
            "/x$*",
            Some(
                "R032 write `Disallow: /x$` if the end of the URL is meant; if URLs contain a `$` there, leave it as it is",
            ),
        ),
        ("/*$view", Some(kept)),
        // Cut at the `$` it would match everything.
        ("/*$/", Some(kept)),
        ("/x", None),
    ] {
        assert_eq!(
            helps(&format!("User-agent: *\nDisallow: {value}\n")),
            expected.into_iter().collect::<Vec<_>>(),
            "{value}"
        );
    }
    // The star keeps the blank in the value.
    let body = b"User-agent: *\nDisallow: /x *\n";
    assert_eq!(codes(&LintOptions::new().lint(body)), [Code::UnescapedBlank]);
}

#[test]
fn rules_that_others_go_before() {
    // If both rules say the same, their order does not matter.
    assert_eq!(
        helps("User-agent: *\nDisallow: /x/\nDisallow: */x/\n"),
        [
            "R037 leave it: a strict crawler skips line 3, whose pattern does not begin with `/`; for all others it changes nothing"
        ]
    );
    assert_eq!(
        helps("User-agent: *\nAllow: /x\nDisallow: /x*\nDisallow: /xy\nAllow: */xy\n"),
        [
            "R036 if it is meant, make its pattern longer than that in line 3",
            "R036 if it is meant, make its pattern longer than that in line 5"
        ]
    );
    let baidu = LintOptions::new()
        .dialect(Dialect::BAIDU)
        .lint(b"User-agent: *\nDisallow: /x\nAllow: /x/y\n");
    assert_eq!(baidu[0].help(), "if it is meant, move it above line 2");
    let body = b"User-agent: *\nDisallow: /x\nAllow: /x\n";
    let found = LintOptions::new().lint(body);
    assert_eq!(
        found[0].help(),
        "keep the one that is meant, the Disallow in line 2 or the Allow in line 3, and remove the other"
    );
    assert!(change(&found[0]).is_none());
}

#[test]
fn a_star_that_nobody_is_told_of_stays_for_other_findings() {
    // Without its star, line 4 would not be as long as line 2.
    let body = b"User-agent: *\nDisallow: /a*b\nAllow: *\nDisallow: /a*$\nDisallow: /ab*\n";
    let found = LintOptions::new().disable(Code::TrailingStar).lint(body);
    assert_eq!(codes(&found)[0], Code::RedundantRule);
    assert_eq!(
        found[0].message(),
        "this rule has no effect: `Disallow: /a*$` in line 4 covers it"
    );
}

#[test]
fn a_group_that_is_there_twice_is_one_finding() {
    let body = b"User-agent: a\nUser-agent: b\nDisallow: /x*\nDisallow: /y\n\nUser-agent: B\n# Why\nDisallow: /x*\nDisallow: /y\n";
    let found = LintOptions::new().lint(body);
    assert_eq!(codes(&found), [Code::TrailingStar, Code::RepeatedName]);
    assert_eq!(
        found[1].message(),
        "there is a group for `B` with the same rules above"
    );
    assert_eq!(
        change(&found[1]).unwrap().apply(body),
        b"User-agent: a\nUser-agent: b\nDisallow: /x*\nDisallow: /y\n\n# Why\n"
    );
    let twins = LintOptions::new().lint(b"User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\n");
    assert!(twins[0].correction().is_some());
    for other in [
        "User-agent: a\nDisallow: /z\n",
        "User-agent: a\nDisallow: /x\nDisallow: /y\n",
        "User-agent: a\nUser-agent: c\nDisallow: /x\n",
    ] {
        let body = format!("User-agent: a\nDisallow: /x\n\n{other}");
        let found = LintOptions::new().lint(body.as_bytes());
        assert!(codes(&found).contains(&Code::RepeatedGroup), "{other}");
    }
}

#[test]
fn groups_that_join_and_blank_lines() {
    // A blank line where a group ends is not an accident.
    let body = b"User-agent: a\nSitemap: https://a.example/s.xml\n\nUser-agent: b\nDisallow: /x\n";
    assert_eq!(codes(&LintOptions::new().lint(body)), [Code::FusedGroups]);
    // The line that is lost is one for the group.
    let body = b"User-agent: a\n\nSitemap: https://a.example/s.xml\n\nDisallow: /x\n";
    let found = LintOptions::new().lint(body);
    assert_eq!(codes(&found), [Code::BlankLineInGroup]);
    assert_eq!((found[0].line(), found[0].related()[0].line()), (5, 2));
    // A crawler that ignores `*` loses nothing by having its own group.
    let body = |name: &str| format!("User-agent: *\nDisallow: /x\n\nUser-agent: {name}\n");
    assert_eq!(helps(&body("AdsBot-Google")), [""; 0]);
    assert_eq!(helps(&body("FooBot")).len(), 1);
}

#[test]
fn lines_that_few_read_where_those_few_are_named() {
    for (name, line, expected) in [
        ("bingbot", "Crawl-delay: 5", 0),
        ("Slurp", "Crawl-delay: 5", 0),
        ("*", "Crawl-delay: 5", 1),
        ("Googlebot", "Crawl-delay: 5", 1),
        ("SeznamBot", "Request-rate: 1/10", 0),
        ("bingbot", "Request-rate: 1/10", 1),
        ("YandexBot", "Clean-param: a /x", 0),
        ("bingbot", "Clean-param: a /x", 1),
    ] {
        let body = format!("User-agent: {name}\n{line}\nDisallow: /x\n");
        assert_eq!(helps(&body).len(), expected, "{name}: {line}");
    }
    let body =
        "User-agent: bingbot\nCrawl-delay: 5\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 5\nDisallow: /x\n";
    assert_eq!(LintOptions::new().lint(body.as_bytes())[0].line(), 6);
}

#[test]
fn urls_on_lines_of_their_own() {
    for (body, expected) in [
        (
            "Sitemap:\nhttps://a.example/s.xml # the map\n",
            "R062 write `Sitemap: https://a.example/s.xml`",
        ),
        (
            "Sitemap:\n\n",
            "R062 write the URL of the sitemap, or remove the line",
        ),
        (
            "https://a.example/sitemap-1.gz\n",
            "R015 write `Sitemap: https://a.example/sitemap-1.gz`",
        ),
        (
            "http://a.example/about\nSitemap: https://a.example/s.xml\n",
            "R015 write `# http://a.example/about`",
        ),
        (
            "Video Sitemap: https://a.example/s.xml\n",
            "R010 write `Sitemap: https://a.example/s.xml`",
        ),
        (
            "Sitemap: \u{A0}https://a.example/s.xml\n",
            "R060 write `Sitemap: https://a.example/s.xml`",
        ),
        (
            "Sitemap: //a.example/s.xml\n",
            "R060 write `Sitemap: https://a.example/s.xml`",
        ),
        (
            "Sitemap: /s.xml\n",
            "R060 write the whole URL, with scheme and host",
        ),
    ] {
        assert_eq!(helps(body), [expected], "{body}");
        let found = LintOptions::new().lint(body.as_bytes());
        if let Some(correction) = change(&found[0]) {
            let after = correction.apply(body.as_bytes());
            assert_eq!(helps(str::from_utf8(&after).unwrap()), [""; 0], "{body}");
        }
    }
}

#[test]
fn style_sheets_and_scripts_of_the_whole_site() {
    let is_found = |rules: &str| {
        let body = format!("User-agent: *\n{rules}\n");
        codes(&LintOptions::new().lint(body.as_bytes())).contains(&Code::AssetsBlocked)
    };
    for rules in [
        "Disallow: /css/",
        "Disallow: */js/*",
        "Disallow: /*.js$",
        "Disallow: /items/*.js",
    ] {
        assert!(is_found(rules), "{rules}");
    }
    for rules in [
        "Disallow: /old/menu.js",
        "Disallow: */menu.js",
        "Disallow: /assets/menu-*.js$",
        "Disallow: /images/ /css/",
        "Disallow: /.css",
        "Disallow: /*menu.js",
        // An Allow must be longer than the rule to win.
        "Disallow: /static/css/\nAllow: /static/css/*.css",
    ] {
        assert!(!is_found(rules), "{rules}");
    }
    assert!(is_found("Disallow: /static/css/\nAllow: /*.css"));
    // The crawlers of search engines render pages, those of others do not.
    for (name, folder, expected) in [
        ("Googlebot", "js", Some("https://example.com/js/x.js")),
        (
            "bingbot",
            "javascripts",
            Some("https://example.com/javascripts/x.js"),
        ),
        ("*", "stylesheets", Some("https://example.com/stylesheets/x.css")),
        ("GPTBot", "css", None),
    ] {
        let found = LintOptions::new().lint(format!("User-agent: {name}\nDisallow: /{folder}/\n").as_bytes());
        assert_eq!(found.first().and_then(Diagnostic::witness), expected, "{name}");
    }
    assert_eq!(
        helps("User-agent: *\nDisallow: /static/css/\n"),
        ["R029 remove the rule, or add `Allow: /static/css/*.css`, if pages need them"]
    );
}

#[test]
fn secrets_and_articles_about_secrets() {
    for (path, is_found) in [
        ("/backup/", true),
        ("/wp-content/backup-db/", true),
        ("/site/.git/", true),
        ("/paper_passwd/", true),
        ("/blog/nine-secrets-to-a-good-soup", false),
        ("/have-a-backup-plan-for-rain/", false),
        ("/how-to-make-backup-copies", false),
        ("/-my-old-backup-plan-/", true),
        ("/*/backup/", false),
    ] {
        let found = helps(&format!("User-agent: *\nDisallow: {path}\n"));
        assert_eq!(found.len(), usize::from(is_found), "{path}");
    }
    // The word is found wherever it is, whatever comes before it.
    let body = "User-agent: *\nDisallow: /éé/日本/secret/x?secret\n";
    let found = LintOptions::new().lint(body.as_bytes());
    let hint = found.iter().find(|finding| finding.code() == Code::HintedSecret);
    assert_eq!(&body[hint.unwrap().span().range()], "secret");
}

#[test]
fn values_and_line_ends_that_are_put_right() {
    assert_eq!(
        helps("User-agent: bingbot\nCrawl-delay: [5]\nDisallow: /x\n"),
        ["R070 write `Crawl-delay: 5`"]
    );
    let latin = LintOptions::new().lint(b"User-agent: *\nDisallow:\xA0/x\n");
    assert_eq!(codes(&latin), [Code::NotUtf8, Code::NoLeadingSlash]);
    for finding in latin {
        let after = change(&finding)
            .unwrap()
            .apply(b"User-agent: *\nDisallow:\xA0/x\n");
        assert_eq!(codes(&LintOptions::new().lint(&after)), []);
    }
    // Text to be written is not shortened.
    let folder = "x".repeat(100);
    let long = helps(&format!("User-agent: *\nDisallow: /{folder}/css/\n"));
    assert!(
        long[0].contains(&format!("`Allow: /{folder}/css/*.css`")),
        "{long:?}"
    );
    // What is left without the NULs is written, if anyone can type it.
    let nul = |line: &str| {
        let found = helps(&format!("{line}\nUser-agent: *\nDisallow: /x\n"));
        found
            .into_iter()
            .find_map(|help| help.strip_prefix("R004 ").map(str::to_owned))
            .unwrap()
    };
    assert_eq!(nul("\0\u{1}\u{2}\t\u{7f}"), "remove the line");
    assert_eq!(nul("\0\0"), "remove the line");
    assert_eq!(nul("\0# x"), "write `# x`");
    assert_eq!(
        nul("Sitemap\0: https://e.com/"),
        "write `Sitemap: https://e.com/`"
    );
    let found = LintOptions::new().lint(b"User-agent: *\nDisallow: /x\r# y\n");
    assert_eq!(found[0].message(), "only a carriage return ends this line");
}

#[test]
fn everything_is_blocked_by_what_blocks_everything() {
    let is_blocked = |rules: &str| {
        let body = format!("User-agent: *\n{rules}\n");
        codes(&LintOptions::new().lint(body.as_bytes())).contains(&Code::EverythingBlocked)
    };
    for rules in [
        "Disallow: /",
        "Disallow: /a\nDisallow: /*",
        "Disallow: *",
        "Disallow: *$",
    ] {
        assert!(is_blocked(rules), "{rules}");
    }
    for rules in [
        "Disallow:",
        "Disallow: /$",
        "Disallow: $",
        "Disallow: /*a",
        "Disallow: /\nAllow: /a",
        "Allow: /",
    ] {
        assert!(!is_blocked(rules), "{rules}");
    }
}

#[test]
fn a_page_of_a_site_that_has_everything() {
    // All corrected forms in one file: nothing is found.
    let body = b"# A comment\nUser-agent: FooBot\nUser-agent: BarBot\nAllow: /a/b\nDisallow: /a\nDisallow: /*.pdf$\n\nUser-agent: *\nDisallow: /*.pdf$\n\n\
        Sitemap: https://www.example.com/sitemap.xml\n";
    assert_eq!(codes(&LintOptions::new().lint(body)), []);
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_corpus_is_linted_without_a_panic() {
    let corpus = shared::corpus(1);
    // Each run reads a file in all living dialects anyway, so that the other points of view need no
    // more than a sample.
    const OTHERS: [Dialect; 3] = [Dialect::GOOGLE, Dialect::YANDEX, Dialect::SEZNAM_2];
    let mut files = 0;
    for (_, body) in corpus {
        let other = OTHERS.get(files % 12).copied();
        for dialect in [Dialect::RFC_9309].into_iter().chain(other) {
            for finding in LintOptions::new().dialect(dialect).lint(&body) {
                assert!(finding.span().end as usize <= body.len());
                assert!(finding.line() <= finding.end_line());
            }
        }
        files += 1;
    }
    assert!(files > 4_000);
}

#[test]
fn nothing_is_replaced_in_a_line_that_is_cut() {
    // Only nineteen bytes of a line are read; removing some of them would bring more of the line
    // into view.
    let body = b"User-agent: *\nDisallow: /ab%7e   x /: /b\n";
    let corrected = |limit| {
        let dialect = Dialect::RFC_9309.with(|custom| custom.max_line_bytes = limit);
        let found = LintOptions::new().dialect(dialect).lint(body);
        let finding = found
            .iter()
            .find(|finding| finding.code() == Code::NeedlessEscape);
        change(finding.unwrap()).is_some()
    };
    assert!(corrected(None));
    assert!(!corrected(Some(19)));
    // The whole line may go.
    let dialect = Dialect::RFC_9309.with(|custom| custom.max_line_bytes = Some(19));
    let body = b"User-agent: *\nHost: a-longer-host.example\n";
    let found = LintOptions::new().dialect(dialect).lint(body);
    let finding = found.iter().find(|finding| finding.code() == Code::RetiredKey);
    assert_eq!(change(finding.unwrap()).unwrap().apply(body), b"User-agent: *\n");
}

#[test]
fn what_counts_more_than_once_is_no_repeat() {
    let found = |body: &str| codes(&LintOptions::new().disable(Code::NicheKey).lint(body.as_bytes()));
    // Every Visit-time counts, and so does a second Crawl-delay where the first has no valid value.
    assert_eq!(
        found("User-agent: *\nVisit-time: 0100-0200\nVisit-time: 0300-0400\nDisallow: /x\n"),
        []
    );
    assert_eq!(
        found("User-agent: *\nCrawl-delay: soon\nCrawl-delay: 2\nDisallow: /x\n"),
        [Code::BadExtensionValue]
    );
    assert_eq!(
        found("User-agent: *\nCrawl-delay: 1\nCrawl-delay: 2\nDisallow: /x\n"),
        [Code::RepeatedExtension]
    );
    // Only a Robot-version is one, whatever the value of another line is.
    let seznam = LintOptions::new()
        .dialect(Dialect::SEZNAM)
        .disable(Code::NicheKey);
    let body = b"User-agent: *\nDisallow: /x\nCrawl-delay: 2.0\n";
    assert_eq!(codes(&seznam.lint(body)), []);
}

#[test]
fn lines_that_no_group_has_are_reported_by_what_the_table_of_keys_says() {
    let found = |line: &str| {
        let body = format!("{line}\n\nUser-agent: *\nDisallow: /x\n");
        codes(&LintOptions::new().disable(Code::NicheKey).lint(body.as_bytes()))
    };
    assert_eq!(found("Content-Usage: train-ai=n"), [Code::ExtensionOutsideGroup]);
    assert_eq!(
        found("Content-Signal: ai-train=no"),
        [Code::ExtensionOutsideGroup]
    );
    assert_eq!(found("License: https://example.com/l.xml"), []);
    assert_eq!(found("Sitemap: https://example.com/s.xml"), []);
}

#[cfg(feature = "url")]
#[test]
fn a_sitemap_is_not_blocked_by_what_closes_the_whole_site() {
    let url = url::Url::parse("https://example.com/robots.txt").unwrap();
    for (pattern, is_reported) in [
        ("/", false),
        ("/*", false),
        ("/**", false),
        ("*$", false),
        ("/s*", true),
    ] {
        let body = format!("User-agent: *\nDisallow: {pattern}\nSitemap: https://example.com/s.xml\n");
        let found = codes(&LintOptions::new().url(url.clone()).lint(body.as_bytes()));
        assert_eq!(
            found.contains(&Code::BlockedSitemap),
            is_reported,
            "{pattern} {found:?}"
        );
    }
}

#[test]
fn a_slash_that_is_supplied_is_not_reported_as_missing() {
    let body = b"User-agent: *\nDisallow: a/b\n";
    let finds = |dialect| {
        let findings = LintOptions::new().dialect(dialect).lint(body);
        findings
            .iter()
            .any(|finding| finding.code() == Code::NoLeadingSlash)
    };
    assert!(finds(Dialect::RFC_9309));
    assert!(!finds(
        Dialect::RFC_9309.with(|custom| custom.supplies_leading_slash = true)
    ));
}
