//! What findings must say to be understood at once: which lines they are about, whom they concern,
//! and every reading of a line that only its author can choose from.

use robots_exclusion_analysis::lint::{Code, LintOptions, Severity, summarize};

use super::careful::{finding, lint};

/// The codes that are found in a file, without those of other checks.
fn has(body: &str, code: Code) -> bool {
    lint(body).iter().any(|found| found.code() == code)
}

#[test]
fn what_a_finding_says() {
    // A part of the message and of the help of the finding in a line; `|` is a line end.
    for (body, line, code, message, help) in [
        // A name without a slash may be in the root, or where other lines have it.
        (
            "User-agent: *|Disallow: /a/b/send.cfm|Disallow: send.cfm",
            3,
            Code::NoLeadingSlash,
            "matches nothing",
            "`Disallow: /send.cfm` if it is in the root of the site, or `Disallow: /*send.cfm` if it is meant wherever it is, as in the folder of line 2",
        ),
        (
            "User-agent: *|Disallow: send/|Disallow: /a/send/",
            2,
            Code::NoLeadingSlash,
            "matches nothing",
            "as in the folder of line 3",
        ),
        (
            "User-agent: *|Disallow: /send.cfm|Disallow: other.cfm",
            3,
            Code::NoLeadingSlash,
            "matches nothing",
            "write `Disallow: /other.cfm`",
        ),
        (
            "User-agent: *|Disallow: https://b.example/|Disallow: /x",
            2,
            Code::NoLeadingSlash,
            "so the rule matches nothing",
            "remove the line",
        ),
        // Rules of one group that may block style sheets.
        (
            "User-agent: *|Disallow: /css/|Disallow: /scripts/",
            2,
            Code::AssetsBlocked,
            "as may another rule",
            "add `Allow: /css/*.css`, if pages need them; decide likewise about the other rule",
        ),
        (
            "User-agent: *|Disallow: /administrator/|Disallow: /components/|Disallow: /media/|Disallow: /modules/",
            4,
            Code::AssetsBlocked,
            "e.g. under `/media/` (as may another rule",
            "`Allow: /media/*.css` and `Allow: /media/*.js`",
        ),
        // Search engines by the names in the file, with what people call them.
        (
            "User-agent: PetalBot|Disallow: /||User-agent: *|Disallow: /x",
            2,
            Code::SearchEngineBlocked,
            "for `PetalBot` (Petal Search of Huawei), while",
            "if the site should be found in this search engine",
        ),
        (
            "User-agent: Yandex|Disallow: /||User-agent: *|Disallow: /x",
            2,
            Code::SearchEngineBlocked,
            "for `Yandex` (Russia), while",
            "in this search engine",
        ),
        // A delay for those who ignore it.
        (
            "User-agent: Googlebot|Crawl-delay: 120|Disallow: /x",
            2,
            Code::NicheKey,
            "the crawlers of this group ignore `Crawl-delay`",
            "remove the line: it does nothing for these crawlers",
        ),
        (
            "User-agent: Googlebot|User-agent: bar|Crawl-delay: 120|Disallow: /x",
            3,
            Code::NicheKey,
            "not all crawlers read `Crawl-delay`",
            "keep it for the crawlers that read it",
        ),
        // An empty rule beside a value that matches nothing as it is written.
        (
            "User-agent: a|Disallow:|Disallow: /x|Disallow: y/z.html",
            2,
            Code::EmptyRule,
            "this empty `Disallow` has no effect",
            "remove the line if the other rules are meant for this group",
        ),
        // Who stays open.
        (
            "User-agent: Googlebot|User-agent: bingbot|Disallow: /x||User-agent: *|Disallow: /",
            6,
            Code::EverythingBlocked,
            "of the search engines, the file lets in `Googlebot`, `bingbot` by name",
            "name the other crawlers that should read the site too",
        ),
        // A name in two words that the file has in one.
        (
            "User-agent: WebThing|Disallow: /||User-agent: Web Thing|Disallow: /||User-agent: *|Disallow: /x",
            4,
            Code::CutName,
            "`Web Thing` is read as `Web`",
            "remove this group: the file names `WebThing` with the same rules",
        ),
        (
            "User-agent: sogou spider|Disallow: /x",
            1,
            Code::CutName,
            "which is a name of Sogou's crawlers",
            "leave it as it is",
        ),
        // For whom a second line with a name makes a difference.
        (
            "User-agent: *|Crawl-delay: 10|User-agent: *|Disallow: /x",
            3,
            Code::RepeatedName,
            "already named above",
            "Python's `urllib.robotparser`",
        ),
        (
            "User-agent: *|# All robots|User-agent: *|Disallow: /x",
            3,
            Code::RepeatedName,
            "already named above",
            "crawlers that follow RFC 9309 read them as one group",
        ),
        // For whom a line ends no group.
        (
            "User-agent: a|Crawl-delay: 10|User-agent: b|Disallow: /x",
            3,
            Code::FusedGroups,
            "by RFC 9309 and for Google, `Crawl-delay` does not end it, so that `a` has the same rules",
            "Python's `urllib.robotparser`, Moz's `rep-cpp`",
        ),
        (
            "User-agent: a|Dissallow: /y|User-agent: b|Disallow: /x",
            3,
            Code::FusedGroups,
            "by RFC 9309, `Dissallow` does not end it",
            "`rep-cpp`",
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: a|Crawl-delay: 2|User-agent: b|Crawl-delay: 2",
            4,
            Code::GroupHidesStar,
            "this group of 2 names",
            "repeat the rules",
        ),
        // What is wrong with the line above.
        (
            "\u{ef}\u{bb}\u{bf}User-agent: *|Disallow: /x",
            2,
            Code::RuleOutsideGroup,
            "line 1, which should say whom it is for, is no User-agent line",
            "delete `\u{ef}\u{bb}\u{bf}` before the key of line 1",
        ),
        (
            "User_agent *|Disallow: /x",
            2,
            Code::RuleOutsideGroup,
            "line 1, which should say whom it is for",
            "correct line 1 first",
        ),
        // The rule is not for the names above the line that joins them.
        (
            "User-agent: Applebot|Noindex: /x|User-agent: Mediapartners-Google|Disallow: /",
            4,
            Code::SearchEngineBlocked,
            "the whole site is blocked for `Applebot`",
            "first divide the two groups that line 3 joins (R025)",
        ),
        (
            "User-agent: *|Crawl-delay: 9|User-agent: FooBot|Disallow: /",
            4,
            Code::EverythingBlocked,
            "this blocks the whole site",
            "first divide the two groups that line 3 joins (R025)",
        ),
        // One name between stars is meant; a word that many names have stands for all of these.
        (
            "User-agent: *DotBot*|Disallow: /",
            1,
            Code::UnmatchableName,
            "no crawler can have the name",
            "write `User-agent: DotBot`",
        ),
        (
            "User-agent: *bot*|Disallow: /x",
            1,
            Code::UnmatchableName,
            "no crawler can have the name",
            "name each crawler that is meant, or write `*` alone",
        ),
        (
            "User-agent: *|Disallow: /x|User-agent: YetiBot|Disallow: /",
            3,
            Code::MisspelledName,
            "did you mean `Yeti`?",
            "write `User-agent: Yeti`",
        ),
        (
            "User-agent: *Glue|Disallow: /x",
            1,
            Code::UnmatchableName,
            "no crawler can have the name",
            "name the crawler that is meant: a name is not a pattern",
        ),
        (
            "User-agent: Mozilla/5.0 (compatible; SeekportBot; +https://bot.example)|Disallow: /",
            1,
            Code::CutName,
            "is read as `Mozilla`",
            "write `User-agent: SeekportBot`",
        ),
        // What a reading does is said where it closes the site.
        (
            "User-agent: *|Disallow: / User-agent: FooBot",
            2,
            Code::TwoDirectives,
            "is part of the value",
            "`Disallow: /` first if it is for the group above, which closes the site to it",
        ),
        (
            "User-agent: *|Disallow: /x User-agent: FooBot",
            2,
            Code::TwoDirectives,
            "is part of the value",
            "`Disallow: /x` first if it is for the group above, and",
        ),
        // Numbers as people write them.
        (
            "User-agent: *|Crawl-delay: 3600|Disallow: /x",
            2,
            Code::LongDelay,
            "this is 1 hour between two requests, 24 pages a day",
            "write a number of seconds",
        ),
        (
            "User-agent: *|Crawl-delay: 9000|Disallow: /x",
            2,
            Code::LongDelay,
            "this is 2.5 hours between two requests, 9.6 pages a day",
            "write a number of seconds",
        ),
        (
            "User-agent: *|Disallow: *",
            2,
            Code::TrailingStar,
            "`*` matches every path, as `/` does",
            "write `Disallow: /`",
        ),
        (
            "User-agent: *|Disallow: @",
            2,
            Code::NoLeadingSlash,
            "matches nothing",
            "write `Disallow: /*@` if it is meant wherever it is, or `Disallow: /@` if paths begin so",
        ),
        (
            "User-agent: *|Disallow: /x|Sitemap: https://a.example/sitemap.html",
            3,
            Code::BadSitemap,
            "this is the URL of a page",
            "name the XML sitemap",
        ),
        // Who once let in a crawler of previews reads what its successor does.
        (
            "User-agent: FacebookBot|Allow: /|User-agent: *|Disallow: /x",
            1,
            Code::RetiredName,
            "no longer uses the name",
            "`meta-externalagent` (training of AI models)",
        ),
        (
            "User-agent: *|Crawl-delay: 300|Disallow: /x",
            2,
            Code::LongDelay,
            "this is 5 minutes between two requests, 288 pages a day",
            "write a shorter delay, such as 10, if a crawler should fetch more pages than that",
        ),
        (
            "User-agent: *|Crawl-delay: 300|Disallow: /x",
            2,
            Code::NicheKey,
            "not all crawlers read `Crawl-delay`",
            "shorten it for the crawlers that read it",
        ),
        // A name that is repeated, and read otherwise than it is written in one of the two places.
        (
            "User-agent: FooBot|Disallow: /||User-agent: FooBot/2.1|Disallow: /",
            4,
            Code::RepeatedName,
            "`FooBot/2.1` is read as `FooBot`, and a group above has the same rules for it",
            "remove this group",
        ),
        // Of two groups, that with the name as it is read stays.
        (
            "User-agent: FooBot/2.1|Disallow: /||User-agent: FooBot|Disallow: /",
            1,
            Code::NameSuffix,
            "`FooBot/2.1` is read as `FooBot`",
            "write `User-agent: FooBot`",
        ),
        (
            "User-agent: FooBot|User-agent: FooBot/2.1|Disallow: /",
            2,
            Code::RepeatedName,
            "`FooBot/2.1` is read as `FooBot`, so this group names it twice",
            "remove the line",
        ),
        (
            "User-agent: FooBot|Disallow: /x||User-agent: FooBot/2.1|Disallow: /y",
            4,
            Code::RepeatedGroup,
            "`FooBot/2.1` is read as `FooBot`, and there is another group for it above",
            "move the rules of this group",
        ),
        // The beginning of a name that counts is the whole of another.
        (
            "User-agent: Foofind|Disallow: /||User-agent: Foofind data gathere|Disallow: /",
            4,
            Code::CutName,
            "`Foofind data gathere` is read as `Foofind`",
            "remove this group: that of `Foofind` in line 1 has the same rules",
        ),
        (
            "User-agent: Foofind data gathere|Disallow: /||User-agent: Foofind|Disallow: /",
            1,
            Code::CutName,
            "`Foofind data gathere` is read as `Foofind`",
            "remove this group: that of `Foofind` in line 4 has the same rules",
        ),
        (
            "User-agent: Foofind|User-agent: Foofind data gathere|Disallow: /",
            2,
            Code::CutName,
            "`Foofind data gathere` is read as `Foofind`",
            "remove the line: this group names `Foofind` in line 1 too",
        ),
        (
            "User-agent: Foofind|Disallow: /x||User-agent: Foofind data gathere|Disallow: /y",
            4,
            Code::CutName,
            "`Foofind data gathere` is read as `Foofind`",
            "move these rules to the group of `Foofind` in line 1 if they are for it",
        ),
        // What an app sends, and what its operator documents.
        (
            "User-agent: Flipboard|Disallow: /",
            1,
            Code::RetiredName,
            "Flipboard documents no crawler of the name `Flipboard`",
            "`FlipboardProxy`",
        ),
        (
            "User-agent: Flipboard|Disallow: /||User-agent: FlipboardProxy|Disallow: /",
            1,
            Code::RetiredName,
            "Flipboard documents no crawler of the name `Flipboard`",
            "what it documents is named already: `FlipboardProxy`",
        ),
        // The fragment of a URL is a comment, and the rule is there already.
        (
            "User-agent: *|Disallow: /account|Disallow: /account#orders",
            3,
            Code::DuplicateRule,
            "duplicate of line 2",
            "remove the line: crawlers read `#orders` as a comment",
        ),
        // An Allow that announces nothing.
        (
            "# Sitemap|User-agent: *|Disallow: /x|Allow: /sitemap.xml",
            4,
            Code::RedundantRule,
            "this rule has no effect",
            "if it should announce the sitemap, write a line `Sitemap:`",
        ),
        (
            "User-agent: *|Disallow: /x|Allow: /sitemap.xml|Sitemap: https://a.example/sitemap.xml",
            3,
            Code::RedundantRule,
            "this rule has no effect",
            "remove the line, or write the Disallow",
        ),
        // Styles and scripts have their version in the query.
        (
            "User-agent: *|Disallow: *=",
            2,
            Code::AssetsBlocked,
            "e.g. `/x.css?ver=1`",
            "`Allow: /*.css?`",
        ),
        (
            "User-agent: *|Disallow: /*?ver=*",
            2,
            Code::AssetsBlocked,
            "e.g. `/x.css?ver=1`",
            "`Allow: /*.css?`",
        ),
        (
            "User-agent: *|Disallow: /*.js?v=",
            2,
            Code::AssetsBlocked,
            "this may block CSS or JavaScript",
            "remove the rule if pages need such files",
        ),
        (
            "User-agent: *|Disallow: /befi/?$",
            2,
            Code::RegularExpression,
            "`/?` is matched literally",
            "write two rules, `Disallow: /befi$` and `Disallow: /befi/$`, if the slash may be missing",
        ),
        (
            "User-agent: *|Disallow: /robots.txt",
            2,
            Code::MatchesNothing,
            "only closes addresses that go on after it",
            "remove the line",
        ),
        (
            "User-agent: *|Disallow: /x|User-agent: b|Disallow: /|User-agent: c",
            5,
            Code::GroupHidesStar,
            "this group has no rules",
            "or `Disallow: /` if it should be closed as the group above is",
        ),
        (
            "User-agent: *|Disallow: /x|Allow: Sitemap:|https://a.example/s.xml",
            3,
            Code::TwoDirectives,
            "is part of the value",
            "write `Sitemap: https://a.example/s.xml`, with the URL that is on the next line",
        ),
        // A group of names alone that includes all crawlers.
        (
            "User-agent: *|Disallow: /docs||User-agent: FooBot||User-agent: *||Sitemap: https://a.example/s.xml",
            4,
            Code::GroupHidesStar,
            "no rule applies to `FooBot`",
            "repeat the rules of `*` in this group if they are meant for these crawlers too",
        ),
        // Where the first match counts, an Allow of everything above the rest decides alone.
        (
            "User-agent: *|Allow: /|Disallow: /x|Disallow: /y",
            3,
            Code::UnreachableRule,
            "for Baidu, this rule and the next Disallow never decide: `Allow: /` in line 2 comes first",
            "move line 2 below them if they are meant for Baidu too",
        ),
        // The page of a folder, and what is below it.
        (
            "User-agent: *|Disallow: /jobs/|Allow: /jobs/",
            3,
            Code::Contradiction,
            "both allowed and disallowed",
            "write `Allow: /jobs/$` in line 3",
        ),
    ] {
        let own = finding(body, line, code);
        assert!(own.message().contains(message), "{body}: {}", own.message());
        assert!(own.help().contains(help), "{body}: {}", own.help());
    }
    // One cause is one finding.
    for (body, code) in [
        (
            "User-agent: FooBot|Disallow: /||User-agent: FooBot/2.1|Disallow: /",
            Code::NameSuffix,
        ),
        (
            "User-agent: FooBot|User-agent: FooBot/2.1|Disallow: /",
            Code::NameSuffix,
        ),
        (
            "User-agent: *|Disallow: /account|Disallow: /account#orders",
            Code::CommentInValue,
        ),
        (
            "User-agent: *|Disallow: /http://a.example/x#part",
            Code::CommentInValue,
        ),
        (
            "User-agent: *|Disallow: /befi/$|Disallow: /befi/?$",
            Code::RegularExpression,
        ),
        // Who slows down others than search engines means it, and Yandex ignores the line.
        (
            "User-agent: AhrefsBot|Crawl-delay: 900|Disallow: /x",
            Code::LongDelay,
        ),
        (
            "User-agent: Yandex|Crawl-delay: 900|Disallow: /x",
            Code::LongDelay,
        ),
        // Nothing is lost by them.
        ("User-agent: *|Disallow: /x|Allow: /", Code::UnreachableRule),
        ("User-agent: *|Allow: /||Disallow: /x", Code::UnreachableRule),
        ("User-agent: FooBot|Allow: /|Disallow: /x", Code::UnreachableRule),
        (
            "User-agent: *|Disallow: /||User-agent: FooBot|Crawl-delay: 300|Disallow: /",
            Code::LongDelay,
        ),
        (
            "User-agent: *|Disallow: /docs||User-agent: *||Sitemap: https://a.example/s.xml",
            Code::GroupHidesStar,
        ),
        (
            "User-agent: *|Disallow: /d||User-agent: a|Disallow: /x||User-agent: a|User-agent: *|Sitemap: https://a.example/s.xml",
            Code::GroupHidesStar,
        ),
    ] {
        assert!(!has(body, code), "{body}: {code}");
    }
    // A file that was never tried out: what its patterns name may be open on purpose.
    let many: String = (0..12)
        .map(|number| format!("|Disallow: folder{number}"))
        .collect();
    let found = lint(&format!("User-agent: *{many}"));
    assert!(
        found[3]
            .help()
            .starts_with("write `Disallow: /folder3` if that should be closed")
    );
    let [summary] = &summarize(&found)[..] else {
        panic!("{found:?}");
    };
    assert_eq!(summary.message(), "a pattern that does not begin as a path does");
    assert_eq!(summary.also().len(), 11);
    // The end of the rule that covers another shows why.
    let folder = "folder-with-a-long-name/".repeat(4);
    let own = finding(
        &format!("User-agent: *|Disallow: /{folder}2022/*|Disallow: /{folder}2022/x"),
        3,
        Code::RedundantRule,
    );
    assert!(own.message().contains("/2022/*`"), "{}", own.message());
}

#[test]
fn what_nobody_reads_otherwise_is_not_told() {
    // The name has no rules for anybody, whatever the blank line does.
    assert!(!has(
        "User-agent: Slurp||User-agent: *|Sitemap: https://a.example/s.xml",
        Code::BlankLineInGroup
    ));
    // Crawlers of today begin a record at the next name.
    let records = "User-agent: YandexBot|Disallow: /x|User-agent: Baiduspider|Disallow: /y";
    assert!(!has(records, Code::RecordsNotSeparated));
    let body = records.replace('|', "\n");
    let found = LintOptions::new()
        .dialect(robots_exclusion::Dialect::ORIGINAL_1994)
        .lint(&body);
    assert!(
        found
            .iter()
            .any(|found| found.code() == Code::RecordsNotSeparated)
    );
}

#[test]
fn readings_that_a_line_has_not() {
    for (body, line, code, not) in [
        // A blank after the colon is not in a URL.
        (
            "User-agent: *|Disallow: /https: /",
            2,
            Code::UnescapedBlank,
            "URL behind",
        ),
        // No other line has this name in a folder.
        (
            "User-agent: *|Disallow: /x/y.cfm|Disallow: a/y.cfm",
            3,
            Code::NoLeadingSlash,
            "wherever",
        ),
        (
            "User-agent: *|Disallow: /x|Allow: /x",
            3,
            Code::Contradiction,
            "$",
        ),
        // The misspelled key may well end the names for Google.
        (
            "User-agent: a|Dissallow: /y|User-agent: b|Disallow: /x",
            3,
            Code::FusedGroups,
            "Google",
        ),
    ] {
        let own = finding(body, line, code);
        assert!(
            !own.message().contains(not) && !own.help().contains(not),
            "{body}: {own:?}"
        );
    }
}

#[test]
fn related_lines_are_all_shown() {
    for (body, line, code, lines) in [
        (
            "User-agent: *|Disallow: /css/|Disallow: /js/|Disallow: /styles/",
            2,
            Code::AssetsBlocked,
            &[3, 4][..],
        ),
        (
            "User-agent: Baiduspider|Disallow: /||User-agent: Yandex|Disallow: /||User-agent: *|Disallow: /x",
            2,
            Code::SearchEngineBlocked,
            &[5],
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: a|Crawl-delay: 2|User-agent: b|Crawl-delay: 2|User-agent: c",
            4,
            Code::GroupHidesStar,
            &[6, 8],
        ),
    ] {
        let own = finding(body, line, code);
        let related: Vec<u32> = own.related().iter().map(|other| other.line()).collect();
        assert_eq!(related, lines, "{body}");
    }
}

#[test]
fn a_comment_that_announces_a_block() {
    for (comment, is_found) in [
        ("# Block PetalBot", false),
        ("## blocked: too many requests", false),
        ("# Blocking these", false),
        ("#Disallow: /x", true),
        ("# Don't block it", true),
        ("# Huawei", true),
    ] {
        let body = format!("User-agent: *|Disallow: /x|{comment}|User-agent: PetalBot|Disallow: /");
        assert_eq!(has(&body, Code::SearchEngineBlocked), is_found, "{comment}");
    }
    // Who blocks Google on purpose is told of it all the same.
    let own = finding(
        "# Block Google|User-agent: Googlebot|Disallow: /||User-agent: *|Disallow: /x",
        3,
        Code::SearchEngineBlocked,
    );
    assert_eq!(own.severity(), Severity::Info);
}

#[test]
fn folders_of_content_management_systems() {
    for (rules, is_found) in [
        ("Disallow: /scripts/", true),
        // Programs for the shell.
        ("Disallow: /misc/|Allow: /misc/*.js|Disallow: /scripts/", false),
        ("Disallow: /misc/", false),
        ("Disallow: /misc/|Disallow: /includes/", true),
        ("Disallow: /filter/tips/|Disallow: /modules/", true),
        (
            "Disallow: /core/|Allow: /core/*.css|Allow: /core/*.js|Disallow: /modules/|Allow: /modules/*.css$",
            false,
        ),
        ("Disallow: /media/", false),
        ("Disallow: /modules/", false),
        (
            "Disallow: /administrator/|Disallow: /components/|Disallow: /modules/",
            false,
        ),
        ("Disallow: /_layouts/", true),
        ("Disallow: /_css/", true),
        ("Disallow: /fonts/", false),
        // Since version 8 of Drupal.
        ("Disallow: /core/|Disallow: /profiles/", true),
        (
            "Disallow: /core/|Allow: /core/*.css|Allow: /core/*.js|Disallow: /misc/",
            false,
        ),
    ] {
        let body = format!("User-agent: *|{rules}");
        assert_eq!(has(&body, Code::AssetsBlocked), is_found, "{rules}");
    }
}

#[test]
fn a_template_that_nobody_can_edit() {
    let body = "User-agent: GPTBot|User-agent: anthropic-ai|User-agent: *|Disallow: /config|Disallow: /api/|Disallow: /static/|Disallow: /*?tag=*";
    let found = lint(body);
    assert!(found.len() >= 3, "{found:#?}");
    for own in found {
        assert!(own.help().contains("if Squarespace serves this file"), "{own:?}");
    }
}

#[test]
fn joined_findings_are_paired_with_their_lines() {
    for (body, code, note) in [
        (
            "User-agent: *|Disallow: /a|Disallow: /b|Disallow: /a|Disallow: /b",
            Code::DuplicateRule,
            "line 5 repeats line 3",
        ),
        (
            "User-agent: *|Disallow: /a|Disallow: /b|Disallow: /a/x|Disallow: /b/x|Disallow: /b/y",
            Code::RedundantRule,
            "lines 5, 6 are covered by line 3",
        ),
        (
            "User-agent: *|Disallow: /a|Disallow: /b|Disallow: /c|Disallow: /a/x|Disallow: /b/x|Allow: /d|Disallow: /c/x|Disallow: /c/y",
            Code::RedundantRule,
            "line 6 is covered by line 3; 8, 9 by 4; line 7 has no effect either",
        ),
        (
            "User-agent: *|Disallow: /a|Disallow: /b|Disallow: /c|Disallow: /a|Disallow: /b|Disallow: /c",
            Code::DuplicateRule,
            "line 6 repeats line 3; 7 repeats 4",
        ),
    ] {
        let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
        let summaries = summarize(&found);
        let own = summaries.iter().find(|own| own.finding().code() == code);
        assert_eq!(own.unwrap().note().as_deref(), Some(note), "{body}");
    }
}

#[test]
fn a_name_without_which_the_file_says_the_same_is_no_warning() {
    for (body, line, code, severity) in [
        (
            "User-agent: Googlebot|User-agent: google|Disallow: /x",
            2,
            Code::MisspelledName,
            Severity::Info,
        ),
        (
            "User-agent: Googlebot|Disallow: /x||User-agent: google|Disallow: /x",
            4,
            Code::MisspelledName,
            Severity::Info,
        ),
        (
            "User-agent: Googlebot|Disallow: /x||User-agent: google|Disallow: /y",
            4,
            Code::MisspelledName,
            Severity::Warning,
        ),
        (
            "User-agent: Slurp|User-agent: Yahoo! Slurp|Disallow: /x",
            2,
            Code::CutName,
            Severity::Info,
        ),
        (
            "User-agent: WebThing|Disallow: /x||User-agent: Web Thing|Disallow: /y",
            4,
            Code::CutName,
            Severity::Warning,
        ),
    ] {
        assert_eq!(finding(body, line, code).severity(), severity, "{body}");
    }
}

#[test]
fn names_that_scanners_try_anyway_are_no_hint() {
    for (path, is_found) in [("/phpMyAdmin", false), ("/backup-of-2019/", true)] {
        let body = format!("User-agent: *|Disallow: {path}");
        assert_eq!(has(&body, Code::HintedSecret), is_found, "{path}");
    }
}

/// Help that would close a site, or make somebody look for what is not there.
#[test]
fn help_that_does_no_harm() {
    for (body, line, code, help, not) in [
        (
            "User-agent: Microsoft Office Protocol Discovery|Disallow: /||User-agent: *|Disallow: /x",
            1,
            Code::CutName,
            "leave it, or remove this group",
            "those of Microsoft are",
        ),
        (
            "User-agent: AdsBot|Disallow: /||User-agent: *|Disallow: /x",
            1,
            Code::MisspelledName,
            "leave it: Yoast SEO writes this group",
            "name each",
        ),
        (
            "User-agent: *|Disallow: /https://www.example.org/|Disallow: /x",
            2,
            Code::NoLeadingSlash,
            "closes no other site",
            "write the path alone",
        ),
        (
            "User-agent: *|Disallow: ^/+pro/contact.tmpl|Disallow: /x",
            2,
            Code::NoLeadingSlash,
            "patterns are not regular expressions",
            "/+pro",
        ),
        // Nothing of `*` is in its way.
        (
            "User-agent: *|Disallow: /x||User-agent: FooBot|Allow: /html|Disallow: /y",
            5,
            Code::RedundantRule,
            "write the Disallow to which it should be an exception",
            "the rules of `*`",
        ),
        (
            "User-agent: *|Disallow: /html/old||User-agent: FooBot|Allow: /html|Disallow: /y",
            5,
            Code::RedundantRule,
            "the rules of `*`",
            "write the Disallow",
        ),
        // Where a Disallow matches too, it is longer.
        (
            "User-agent: *|Disallow: /x/*|Allow: /x|Disallow: /z",
            3,
            Code::RedundantRule,
            "write the Disallow to which it should be an exception",
            "?",
        ),
        // A crawler that is shut out needs no rule.
        (
            "User-agent: ia_archiver|Disallow: /||Disallow: /*.mp4||User-agent: *|Disallow: /x",
            4,
            Code::RedundantRule,
            "move it into the group of `*`",
            "?",
        ),
        // Meant for one page, perhaps.
        (
            "User-agent: *|Disallow: /May|Disallow: /Mayor",
            3,
            Code::RedundantRule,
            "unless line 2 is meant for one page alone",
            "?",
        ),
        // The rule that closes the path is named, wherever it is.
        (
            "User-agent: *|Noindex: /login|Disallow: /login",
            2,
            Code::RetiredKey,
            "the Disallow in line 3 keeps crawlers away already",
            "of this group",
        ),
        // A list of what is open, above which a line opens more.
        (
            "User-agent: FooBot|Allow: /a/|Allow: /a/b|Allow: /a/c|Allow: /a/d|Allow: /a/e|Disallow: /",
            3,
            Code::RedundantRule,
            "make the pattern in line 2 narrower",
            "?",
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: Googlebot|Allow: .js",
            5,
            Code::NoLeadingSlash,
            "this group disallows nothing",
            "?",
        ),
        (
            "Sitemap: {1}://www.example.org/sitemap.xml|User-agent: *|Disallow: /x",
            1,
            Code::RelativeSitemap,
            "write `Sitemap: https://www.example.org/sitemap.xml`",
            "scheme",
        ),
        (
            "Agent: GPTBot|Disallow: /||User-agent: *|Disallow: /x",
            1,
            Code::UnknownKey,
            "write `User-agent: GPTBot`",
            "Agentmap",
        ),
        (
            "Disallow: /a|Disallow: /b||User-agent: *|Disallow: /x",
            1,
            Code::RuleOutsideGroup,
            "move them into the group of `*`",
            "move it",
        ),
        (
            "User-agent: *|Disallow: /x||# START WPFORMS BLOCK|User-agent: *|Disallow: /y|# END WPFORMS BLOCK",
            5,
            Code::RepeatedGroup,
            "leave it if a plugin writes the block that line 4 begins",
            "?",
        ),
    ] {
        let own = finding(body, line, code);
        assert!(own.help().contains(help), "{body}: {}", own.help());
        assert!(!own.help().contains(not), "{body}: {}", own.help());
    }
}

/// Each is said of a line once, and only where it matters.
#[test]
fn what_is_not_said() {
    // A rule that nobody reads is not polished.
    let body = "Disallow: /a*||User-agent: *|Disallow: /x";
    assert!(!has(body, Code::TrailingStar), "{:#?}", lint(body));
    // An empty group of Yandex, to which another name was added by those who do not end it at the blank line.
    let body = "User-agent: *|Disallow: /x||User-agent: Yandex|Host: https://e.example||User-agent: FooBot|Disallow: /y";
    assert!(
        lint(body)
            .iter()
            .any(|own| own.code() == Code::GroupHidesStar && own.message().contains("Yandex")),
        "{:#?}",
        lint(body)
    );
}

#[test]
fn pages_that_stand_in_the_way_of_a_file() {
    for (body, help) in [
        (
            "<html><iframe src=\"http://www.example.net/blocked/\"></iframe></html>",
            "fetch the file from another network first",
        ),
        (
            "<html><script src=\"/TSPD/0123\"></script>Please enable JavaScript.</html>",
            "take `/robots.txt` out of the protection from bots",
        ),
        ("<html><p>Not found</p></html>", "if it is an error of the server"),
    ] {
        let found = lint(body);
        assert!(found[0].help().starts_with(help), "{body}: {found:#?}");
    }
}

#[test]
fn line_ends_that_were_doubled() {
    let body = "User-agent: *\r\r\nDisallow: /x\r\r\n";
    let found = LintOptions::new().lint(body.as_bytes());
    let own = found
        .iter()
        .find(|own| own.code() == Code::CarriageReturn)
        .unwrap();
    assert!(own.message().starts_with("2 lines end in CR CR LF"), "{own:#?}");
    let change = own.correction().or(own.suggestions().first()).unwrap();
    assert_eq!(change.apply(body), b"User-agent: *\r\nDisallow: /x\r\n");
}

/// Where the first rule counts, an Allow below its Disallow is moved too, and no other.
#[test]
fn blank_lines_and_allows_below_their_disallows() {
    let help = |rules: &str| {
        let body = format!("User-agent: *||{rules}");
        finding(&body, 3, Code::BlankLineInGroup).help().to_owned()
    };
    assert!(
        help("Disallow: /x/|Allow: /x/y")
            .ends_with("move line 4 above line 3, since for Baidu the first rule that matches counts")
    );
    assert_eq!(
        help("Disallow: /x/|Allow: /"),
        "remove the blank lines, or put a `#` in them"
    );
}

/// Lines that are there for a reason.
#[test]
fn rules_of_a_trap_and_values_that_nobody_reads() {
    let body = "User-agent: *|Disallow: /*blackhole|Disallow: /?blackhole";
    let own = finding(body, 3, Code::RedundantRule);
    assert!(
        own.correction().is_none() && own.help().starts_with("leave it"),
        "{own:#?}"
    );
    let body = "User-agent: *|Disallow: /x|Request-rate: often";
    assert!(!has(body, Code::NicheKey), "{:#?}", lint(body));
}
