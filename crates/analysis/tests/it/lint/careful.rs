//! Advice as a careful expert gives it: what closes a site is said first, what says something to
//! people stays, and where it depends on what was meant, the readings are named.

use robots_exclusion::Dialect;
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions, Severity};

pub(super) fn lint(body: &str) -> Vec<Diagnostic> {
    LintOptions::new().lint(body.replace('|', "\n").as_bytes())
}

/// The finding of a code in a line.
pub(super) fn finding(body: &str, line: u32, code: Code) -> Diagnostic {
    let found = lint(body);
    let own = found.iter().find(|own| own.line() == line && own.code() == code);
    own.cloned()
        .unwrap_or_else(|| panic!("no {code} in line {line} of {body}: {found:#?}"))
}

fn fixed(body: &str, also: &[Code]) -> String {
    let fixed = LintOptions::new().fix(body.replace('|', "\n").as_bytes(), also);
    String::from_utf8_lossy(fixed.body()).replace('\n', "|")
}

#[test]
fn what_closes_a_site_for_a_search_engine_says_so_and_is_left_to_a_person() {
    for (body, line, code, closed) in [
        (
            "User-agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)|Disallow: /||User-agent: *|Disallow: /x",
            1,
            Code::CutName,
            "`Googlebot`",
        ),
        (
            "User-agent: * Disallow: /",
            1,
            Code::TwoDirectives,
            "`Googlebot`, `bingbot`",
        ),
        (
            "Disallow: /|Noindex: /",
            1,
            Code::RuleOutsideGroup,
            "`Googlebot`, `bingbot`",
        ),
        (
            "User-agent: bignbot|Disallow: /||User-agent: *|Disallow:",
            1,
            Code::MisspelledName,
            "`bingbot`",
        ),
        (
            "User-agent: \"*\"|Disallow: /",
            1,
            Code::UnmatchableName,
            "`Googlebot`",
        ),
    ] {
        let found = finding(body, line, code);
        let warning = format!("; that closes the whole site for {closed}");
        assert!(found.help().contains(&warning), "{body}: {}", found.help());
        assert!(
            found.help().ends_with(", which may crawl it today"),
            "{body}: {}",
            found.help()
        );
        assert_eq!(found.suggestions().len(), 1, "{body}");
        assert_eq!(fixed(body, &[code]), body, "{body}");
    }
    // What closes nothing, or what is closed already, is made if a person asks for it.
    for (body, also, expected) in [
        (
            "User-agent: Mozilla/5.0 (compatible; AhrefsBot/7.0)|Disallow: /||User-agent: *|Disallow: /x",
            Code::CutName,
            "User-agent: AhrefsBot|Disallow: /||User-agent: *|Disallow: /x",
        ),
        (
            "User-agent: Mozilla/5.0 (compatible; Googlebot/2.1)|Disallow: /||User-agent: *|Disallow: /",
            Code::CutName,
            "User-agent: Googlebot|Disallow: /||User-agent: *|Disallow: /",
        ),
        (
            "User-agent: * Disallow: /x",
            Code::TwoDirectives,
            "User-agent: *|Disallow: /x",
        ),
    ] {
        assert_eq!(fixed(body, &[also]), expected, "{body}");
        assert!(
            !lint(body)
                .iter()
                .any(|own| own.help().contains("closes the whole site")),
            "{body}"
        );
    }
}

/// The rule that closes the site is on none of the lines that the suggestion is about.
#[test]
fn a_removed_line_may_close_a_site_by_a_rule_further_down() {
    let options = LintOptions::new().dialect(Dialect::ORIGINAL_1994);
    for (last, closes) in [("/", true), ("/y", false)] {
        let body = format!("User-agent: *\n\nDisallow: /x\nDisallow: {last}\n");
        let found = options.lint(body.as_bytes());
        let own = found.iter().find(|own| own.code() == Code::RuleOutsideGroup);
        let own = own.expect("a finding");
        assert_eq!(own.line(), 3);
        assert_eq!(
            own.help().contains("closes the whole site for `Googlebot`"),
            closes,
            "{}",
            own.help()
        );
        let fixed = options.fix(body.as_bytes(), &[Code::RuleOutsideGroup]);
        assert_eq!(fixed.body() == body.as_bytes(), closes, "{body}");
    }
}

#[test]
fn only_certain_remarks_become_comments_unasked() {
    let rules = "|Disallow: /x";
    for (text, is_made, offered) in [
        ("User-agent: GPTBot|CCBot", false, Some("User-agent: CCBot")),
        (
            "User-agent: *|\"sitemap:https://a.example/s.xml\"",
            false,
            Some("Sitemap: https://a.example/s.xml"),
        ),
        ("User-agent: *|D", false, Some("# D")),
        ("User-agent: *|spam.example", false, Some("# spam.example")),
        ("User-agent: *|made by a program", true, None),
    ] {
        let body = [text, rules].concat();
        let found = finding(&body, 2, Code::StrayText);
        assert_eq!(found.correction().is_some(), is_made, "{body}");
        let lines = found
            .suggestions()
            .first()
            .map(|edit| edit.lines(body.replace('|', "\n").as_bytes()));
        assert_eq!(
            lines.as_deref(),
            offered.map(|line| vec![line.to_string()]).as_deref(),
            "{body}"
        );
    }
}

#[test]
fn a_directive_in_curly_quotes_loses_both() {
    let body = "User-agent: *|\u{201C}Disallow: /y\u{201D}|Disallow: /x";
    let own = finding(body, 2, Code::MisspelledKey);
    assert_eq!(own.help(), "write `Disallow: /y`");
}

#[test]
fn a_document_of_a_word_processor_is_called_that() {
    for body in [
        "{\\rtf1\\ansi|{\\fonttbl\\f0 Courier;}|User-agent: *\\|Disallow: /x\\|}",
        "#{\\rtf1\\mac|#|User-agent: *\\|Disallow: /x\\",
    ] {
        let found = lint(body);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(found[0].code(), Code::NotRobotsTxt);
        assert!(found[0].message().contains("(RTF)"));
        assert_eq!(fixed(body, Code::ALL), body);
    }
    let log = "--2025-01-01 00:00:00--  https://a.example/x|HTTP request sent, awaiting response... 200 OK|";
    assert_eq!(
        lint(log)[0].message(),
        "this is no robots.txt but the log of a download; everything is allowed"
    );
    assert!(
        lint("Cannot open the path")[0]
            .help()
            .starts_with("if it is an error of the server")
    );
}

#[test]
fn a_byte_order_mark_that_was_encoded_twice_is_one_finding() {
    const TWICE: &str = "\u{EF}\u{BB}\u{BF}";
    let lost = format!("{TWICE}User-agent: *|Disallow: /x");
    let found = finding(&lost, 1, Code::ByteOrderMark);
    assert_eq!(found.severity(), Severity::Error);
    assert!(!lint(&lost).iter().any(|own| own.code() == Code::MisspelledKey));
    assert_eq!(fixed(&lost, &[]), lost);
    assert_eq!(fixed(&lost, &[Code::ByteOrderMark]), "User-agent: *|Disallow: /x");
    // Before a comment it does no harm, and goes unasked.
    assert_eq!(
        fixed(&format!("{TWICE}# x|User-agent: *|Disallow: /x"), &[]),
        "# x|User-agent: *|Disallow: /x"
    );
}

#[test]
fn lines_that_say_something_to_people_are_left_to_a_person() {
    for (rules, line) in [
        // A comment on the line, or above rules that would all go.
        ("Disallow: /x|Disallow: /x/docs/ # see ticket 12", 3),
        ("Disallow: /x|Disallow: /x # see ticket 12", 3),
        (
            "Disallow: /*?|# Search results|Disallow: /?s=|# Files|Disallow: /*.php$",
            4,
        ),
        (
            "Disallow: /x/|# Accounts|Disallow: /x/|Disallow: /x/y|# Files|Disallow: /z",
            4,
        ),
        // Half of a pair.
        ("Disallow: /*?|Disallow: /*?sort=|Disallow: /*&sort=", 3),
        (
            "Disallow: /*/media/embed|Disallow: /search/|Disallow: /media/embed|Disallow: /index.php/media/embed",
            5,
        ),
        // What should stay closed.
        ("Disallow: /documents|Disallow: /documents/secure-files", 3),
    ] {
        let body = format!("User-agent: *|{rules}");
        let own = lint(&body).into_iter().find(|own| own.line() == line);
        let own = own.unwrap_or_else(|| panic!("{body}"));
        assert!(
            own.correction().is_none() && own.suggestions().len() == 1,
            "{body}: {own:#?}"
        );
        assert!(
            own.help().starts_with("remove the line") || own.help().starts_with("leave it"),
            "{body}: {}",
            own.help()
        );
        let kept = body.split('|').nth(line as usize - 1).unwrap();
        assert!(fixed(&body, &[]).contains(kept), "{body}");
    }
    // Also once the stars at the ends are gone.
    let body = "User-agent: *|Disallow: /*?|Disallow: *?sort=*|Disallow: *&sort=*";
    assert_eq!(
        fixed(body, &[]),
        "User-agent: *|Disallow: /*?|Disallow: *?sort=*|Disallow: *&sort="
    );
    // Other lines under a comment stay, so that these may go.
    let body = "User-agent: *|Disallow: /x|# Files|Disallow: /x/y|Disallow: /z";
    assert_eq!(
        fixed(body, &[]),
        "User-agent: *|Disallow: /x|# Files|Disallow: /z"
    );
    // A group that is there twice is not taken from its comment.
    let body = "User-agent: a|Disallow: /x|# Again, for b|User-agent: a|Disallow: /x";
    assert_eq!(fixed(body, &[]), body);
}

#[test]
fn what_is_offered_for_a_person_is_proved_in_all_dialects_too() {
    // Where the first rule that matches decides, this Allow has an effect.
    let body = "User-agent: *|Allow: /a|Disallow: /a/b";
    assert!(lint(body).iter().all(|own| own.code() != Code::RedundantRule));
    let found = LintOptions::new()
        .dialect(Dialect::RFC_9309)
        .lint(&body.replace('|', "\n"));
    let own = found
        .iter()
        .find(|own| own.code() == Code::RedundantRule)
        .unwrap();
    assert!(own.suggestions().is_empty(), "{own:#?}");
    assert!(own.help().starts_with("keep it"), "{}", own.help());
}

#[test]
fn a_mistake_keeps_back_what_it_can_touch() {
    let help = |body: &str, line: u32| {
        let own = lint(body).into_iter().find(|own| {
            own.line() == line
                && matches!(
                    own.code(),
                    Code::RedundantRule | Code::DuplicateRule | Code::EmptyRule
                )
        });
        let own = own.unwrap_or_else(|| panic!("{body}"));
        (own.help().to_string(), own.correction().is_some())
    };
    let held = |line: u32| {
        (
            format!("correct line {line} first: then this rule may have an effect"),
            false,
        )
    };
    let free = ("remove the line".to_string(), true);
    for (body, line, expected) in [
        // One Disallow more makes no other needed.
        (
            "User-agent: *|Disallow: /a|Disallow: /a/b|Disallow: /x\u{200B}y",
            3,
            free.clone(),
        ),
        (
            "User-agent: *|Disallow: /a|Disallow: /a/b|Disalow: /c",
            3,
            free.clone(),
        ),
        (
            "User-agent: *|Site-map: https://a.example/s.xml|Disallow: /a|Disallow: /a/b",
            4,
            free.clone(),
        ),
        // An Allow more may.
        (
            "User-agent: *|Disallow: /a|Disallow: /a/b/c/d|Alow: /a/*d",
            3,
            held(4),
        ),
        (
            "User-agent: *|Disallow: /a|Disallow: /a/b/c/d|Allow: a/*d",
            3,
            held(4),
        ),
        // This one opens the same with the rule and without it.
        (
            "User-agent: *|Disallow: /a|Disallow: /a/b|Alow: /a/*/c",
            3,
            free.clone(),
        ),
        // The rule that makes it needless will match something else.
        ("User-agent: *|Disallow: /a|/b|Disallow: /a/b", 4, free.clone()),
        // To whom the rules apply is not as it was meant.
        (
            "User-agent: b|Disallow: /a|Useragnt: c|Disallow: /a/b",
            4,
            held(3),
        ),
        // Whoever they apply to, one of them covers the other.
        (
            "User-agent: b|Crawl-delay: 1|User-agent: c|Disallow: /a|Disallow: /a/b",
            5,
            free.clone(),
        ),
        // The same rule twice is that whatever else there is.
        (
            "User-agent: *|Disallow: /a|Disallow: /a|Alow: /a/b",
            3,
            free.clone(),
        ),
        // Neither does the line below the mistake.
        (
            "User-agent: *|Disallow: /|Disallow: /a/b|Disallow: /a",
            3,
            free.clone(),
        ),
        // Other groups.
        (
            "User-agent: b|Disallow: /a|Disallow: /a/b||User-agent: c|Alow: /a/b|Disallow: /x",
            3,
            free,
        ),
    ] {
        assert_eq!(help(body, line), expected, "{body}");
    }
    let (closing, _) = help("User-agent: *|Disallow: /|Disallow: /a", 3);
    assert!(
        closing.starts_with("decide about line 2 first, which blocks everything"),
        "{closing}"
    );
}

#[test]
fn spaces_and_fragments_have_two_readings() {
    for (value, code, offered) in [
        (
            "/x.html (old)",
            Code::UnescapedBlank,
            &["/x.html%20(old)", "/x.html # (old)"][..],
        ),
        (
            "/ forms/*/print",
            Code::UnescapedBlank,
            &["/%20forms/*/print", "/forms/*/print"],
        ),
        ("/* id=$", Code::UnescapedBlank, &["/*%20id=$", "/*id=$"]),
        ("/annual report/", Code::UnescapedBlank, &["/annual%20report/"]),
        (
            "/team\u{200B}-b",
            Code::UnescapedBlank,
            &["/team-b", "/team%E2%80%8B-b"],
        ),
        ("/team\u{200B}", Code::UnescapedBlank, &["/team"]),
        // The rule covers the page.
        ("/help.html#top", Code::CommentInValue, &["/help.html"]),
        ("/help#top", Code::CommentInValue, &["/help", "/help #top"]),
        ("/help#", Code::CommentInValue, &["/help"]),
        (
            "/help#for the staff",
            Code::CommentInValue,
            &["/help #for the staff"],
        ),
    ] {
        let body = format!("User-agent: *\nDisallow: {value}\nDisallow: /y\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let own = found
            .iter()
            .find(|own| own.code() == code)
            .unwrap_or_else(|| panic!("{body}: {found:#?}"));
        let changes = own.correction().into_iter().chain(own.suggestions());
        let lines: Vec<String> = changes.flat_map(|edit| edit.lines(body.as_bytes())).collect();
        let expected: Vec<String> = offered.iter().map(|value| format!("Disallow: {value}")).collect();
        assert_eq!(lines, expected, "{value}");
    }
    // The other spelling is there already.
    let own = finding(
        "User-agent: *|Disallow: /a b|Disallow: /a%20b",
        2,
        Code::UnescapedBlank,
    );
    assert_eq!(own.help(), "remove the line: line 3 has the path as URLs have it");
    // A URL with a space is a URL.
    let own = finding(
        "User-agent: *|Disallow: http: //www.|Disallow: /x",
        2,
        Code::NoLeadingSlash,
    );
    assert!(
        own.message()
            .ends_with("is a URL, so the rule matches nothing: a rule holds a path, such as `/x`")
            && own.suggestions().is_empty(),
        "{own:#?}"
    );
    // One behind a slash may be what mistaken links make.
    let own = finding(
        "User-agent: *|Disallow: /https://a.example/x|Disallow: /x",
        2,
        Code::NoLeadingSlash,
    );
    assert_eq!((own.severity(), own.suggestions().len()), (Severity::Warning, 0));
}

#[test]
fn groups_that_run_together_weigh_by_what_they_close() {
    let severity = |body: &str| {
        let found = lint(body);
        found
            .iter()
            .find(|own| own.code() == Code::FusedGroups)
            .map(Diagnostic::severity)
    };
    for (body, expected) in [
        (
            "User-agent: bingbot|Crawl-delay: 1|User-agent: FooBot|Disallow: /",
            Some(Severity::Error),
        ),
        (
            "User-agent: bingbot|Crawl-delay: 1|User-agent: FooBot|Disallow: /x",
            Some(Severity::Warning),
        ),
        (
            "User-agent: a|Crawl-delay: 1|User-agent: b|Crawl-delay: 5",
            Some(Severity::Info),
        ),
        (
            "User-agent: a|Crawl-delay: 10|User-agent: b|Crawl-delay: 10",
            None,
        ),
        ("User-agent: *|Crawl-delay: 10|User-agent: *|Disallow: /x", None),
    ] {
        assert_eq!(severity(body), expected, "{body}");
    }
    // Only the fusion that takes the search engine in.
    let body = "User-agent: bingbot|Crawl-delay: 1|User-agent: a|Crawl-delay: 2|User-agent: b|Disallow: /";
    let errors: Vec<u32> = lint(body)
        .iter()
        .filter(|own| own.code() == Code::FusedGroups && own.severity() == Severity::Error)
        .map(Diagnostic::line)
        .collect();
    assert_eq!(errors, [3]);
    let own = finding(body, 3, Code::FusedGroups);
    assert!(own.help().starts_with(
        "to keep the two apart, write the rule of the group above below line 2: `Disallow:` if it may fetch everything"
    ));
    // The group that was written for the name stays, where another has it by accident.
    let body = "User-agent: bingbot|Crawl-delay: 1|User-agent: a|Disallow: /|User-agent: c|Disallow: /|User-agent: a|Disallow: /";
    assert_eq!(fixed(body, &[]), body);
    assert!(!lint(body).iter().any(|own| own.code() == Code::RepeatedName));
    // A second `User-agent: *` that a program wrote is no slip.
    let body = "User-agent: *|Crawl-delay: 10|User-agent: *|Disallow: /x";
    assert_eq!(fixed(body, &[]), body);
}

#[test]
fn how_much_it_weighs_depends_on_how_many_it_is_about() {
    let row = |body: &str, code: Code| {
        let found = lint(body);
        let own = found.iter().filter(|own| own.code() == code);
        own.map(|own| (own.line(), own.severity())).collect::<Vec<_>>()
    };
    let open = "|User-agent: *|Disallow: /x";
    for (body, code, expected) in [
        (
            format!("User-agent: Googlebot|Disallow: /{open}"),
            Code::SearchEngineBlocked,
            &[(2, Severity::Error)][..],
        ),
        (
            format!("User-agent: DuckDuckBot|Disallow: /{open}"),
            Code::SearchEngineBlocked,
            &[(2, Severity::Warning)],
        ),
        // Those that few use are one finding.
        (
            format!("User-agent: PetalBot|Disallow: /|User-agent: Yandex|Disallow: /{open}"),
            Code::SearchEngineBlocked,
            &[(2, Severity::Info)],
        ),
        (
            "User-agent: Googlebot|Disallow:||User-agent: *|Disallow: /".into(),
            Code::EverythingBlocked,
            &[(5, Severity::Warning)],
        ),
        (
            "User-agent: *|Disallow: /".into(),
            Code::EverythingBlocked,
            &[(2, Severity::Error)],
        ),
        (
            "User-agent: *|Disallow: /x|Sitemap:".into(),
            Code::BadSitemap,
            &[(3, Severity::Warning)],
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: *|Disallow: /y".into(),
            Code::RepeatedGroup,
            &[(4, Severity::Info)],
        ),
        // A delay slows nobody where everything is closed.
        (
            "User-agent: *|Crawl-delay: 9|Disallow: /||User-agent: bingbot|Disallow: /x".into(),
            Code::LostPreference,
            &[],
        ),
        (
            "User-agent: *|Crawl-delay: 9|Disallow: /y||User-agent: CCBot|Disallow: /x".into(),
            Code::LostPreference,
            &[(5, Severity::Warning)],
        ),
        // A template that its users cannot change.
        (
            "User-agent: *|Disallow: /config|Disallow: /api/|Disallow: /static/".into(),
            Code::AssetsBlocked,
            &[(4, Severity::Info)],
        ),
        (
            "User-agent: *|Disallow: /static/".into(),
            Code::AssetsBlocked,
            &[(2, Severity::Warning)],
        ),
    ] {
        assert_eq!(row(&body, code), expected, "{body}");
    }
    // What weighs less than is asked for is left out.
    let options = LintOptions::new().min_severity(Severity::Warning);
    let found = options.lint(b"User-agent: PetalBot\nDisallow: /\nUser-agent: *\nDisallow: /x\n");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn names_are_no_patterns_and_browsers_no_crawlers() {
    for (name, code, severity, help) in [
        (
            "AWS*",
            Code::NameSuffix,
            Severity::Info,
            "write `User-agent: AWS` if that is the whole name",
        ),
        (
            "my-crawler-*",
            Code::NameSuffix,
            Severity::Info,
            "write `User-agent: my-crawler-` if that is",
        ),
        (
            "FooBot*",
            Code::NameSuffix,
            Severity::Info,
            "write `User-agent: FooBot`",
        ),
        (
            "Mozilla/5.0+(compatible;+foobot/1)",
            Code::CutName,
            Severity::Warning,
            "remove this group, or name",
        ),
        (
            "Mozilla/5.0 (Windows; U; MSIE 9.0)",
            Code::CutName,
            Severity::Warning,
            "remove this group, or name",
        ),
        (
            "Sogou Spider",
            Code::CutName,
            Severity::Info,
            "leave it as it is, or add a line `User-agent: Sogou`",
        ),
    ] {
        let own = finding(&format!("User-agent: {name}|Disallow: /"), 1, code);
        assert_eq!(own.severity(), severity, "{name}");
        assert!(own.help().starts_with(help), "{name}: {}", own.help());
    }
    // The beginning of several names.
    let own = finding("User-agent: AdsBot|Disallow: /x", 1, Code::MisspelledName);
    assert!(own.help().contains("`AdsBot-Google`, `AdsBot-Google-Mobile`") && own.suggestions().is_empty());
    // What follows a slash may be a part of a name.
    for (name, is_made) in [
        ("FooBot/2.1", true),
        ("FooBot/v2", true),
        ("toFetch/Dispatcher", false),
    ] {
        let own = finding(&format!("User-agent: {name}|Disallow: /x"), 1, Code::NameSuffix);
        assert_eq!(own.correction().is_some(), is_made, "{name}");
    }
    // A group that is said already need not be moved.
    let own = finding(
        "User-agent: Googlebot|Disallow: /x||User-agent: Gogglebot|Disallow: /x",
        4,
        Code::MisspelledName,
    );
    assert_eq!(
        own.help(),
        "remove this group if `Googlebot` is meant, whose own group has these rules"
    );
}

#[test]
fn advice_that_is_complete() {
    // The line is dead: whether the page should stay out of search is for its author to say.
    let own = finding("User-agent: *|Disallow: /x|Noindex: /", 3, Code::RetiredKey);
    assert!(own.help().contains("if that is still wanted"), "{}", own.help());
    // A page that crawlers may not fetch never says that it should not be indexed.
    let own = finding("User-agent: *|Disallow: /old|Noindex: /old/", 3, Code::RetiredKey);
    assert!(
        own.help()
            .contains("write `<meta name=\"robots\" content=\"noindex\">` into the page"),
        "{}",
        own.help()
    );
    let own = finding("User-agent: *|Disallow: /x|Noindex: /old/", 3, Code::RetiredKey);
    assert!(!own.help().contains("Disallow"), "{}", own.help());
    // More than two directives on a line show where the groups begin.
    let body = "User-agent: Googlebot|Allow: /User-agent: BingbotAllow: /Sitemap: https://a.example/s.xml";
    let own = finding(body, 2, Code::TwoDirectives);
    let body = body.replace('|', "\n");
    assert_eq!(
        own.suggestions()[0].lines(body.as_bytes()),
        [
            "Allow: /",
            "User-agent: Bingbot",
            "Allow: /",
            "Sitemap: https://a.example/s.xml"
        ]
    );
    // A second group of `*` would count for some crawlers only.
    let own = finding(
        "Disallow: /a||User-agent: *|Disallow: /b",
        1,
        Code::RuleOutsideGroup,
    );
    assert_eq!(
        own.help(),
        "move it into the group of `*`, which begins in line 3, if it is for all crawlers"
    );
    // `Disallow:` is how everything is allowed.
    assert!(
        !lint("User-agent: *|Disallow:|Allow: /")
            .iter()
            .any(|own| own.code() == Code::EmptyRule)
    );
    let own = finding(
        "User-agent: *|Request-rate: 10|Disallow: /x",
        2,
        Code::BadExtensionValue,
    );
    assert!(own.help().starts_with("write pages and a time"), "{}", own.help());
}

#[test]
fn folders_of_styles_without_a_slash_and_those_of_drupal() {
    for (rules, is_found) in [
        ("Disallow: /css", true),
        ("Disallow: /wp-includes", true),
        ("Disallow: /themes", true),
        ("Disallow: /admin/|Disallow: /user/|Disallow: /sites/", true),
        ("Disallow: /sites/", false),
        ("Disallow: /css-tutorials", false),
    ] {
        let found = lint(&format!("User-agent: *|{rules}"));
        let is_told = found.iter().any(|own| own.code() == Code::AssetsBlocked);
        assert_eq!(is_told, is_found, "{rules}");
    }
}

/// Files about which a careful reader found the advice to be wrong, and what is said of them now.
#[test]
fn advice_that_changes_nothing_is_not_given() {
    let has = |body: &str, code: Code| {
        let body = body.replace('|', "\n");
        LintOptions::new()
            .lint(body.as_bytes())
            .iter()
            .any(|finding| finding.code() == code)
    };
    // A second group that says nothing need not be moved, as plugins of content management systems
    // write it; one with rules or a delay does.
    for end in ["", "|Sitemap: https://example.com/sitemap.xml"] {
        let body = format!("User-agent: *|Disallow: /x||User-agent: *|Disallow:{end}");
        assert!(!has(&body, Code::RepeatedGroup), "{body}");
    }
    assert!(has(
        "User-agent: *|Disallow: /x||User-agent: *|Disallow: /y",
        Code::RepeatedGroup
    ));
    assert!(has(
        "User-agent: *|Disallow: /x||User-agent: *|Crawl-delay: 5|Disallow:",
        Code::RepeatedGroup
    ));
    // The crawlers in the place of a retired or undocumented name obey the group of `*` anyway, unless
    // another group names them, or they obey the name.
    for (body, help) in [
        (
            "User-agent: FacebookBot|User-agent: *|Disallow: /x",
            "remove the line: `meta-externalagent`, which took its place, follows this group too, as does whoever else has the name, through the line for `*`",
        ),
        (
            "User-agent: Claude-Web|User-agent: *|Disallow: /x",
            "remove the line: `ClaudeBot`, `Claude-User`, which took its place, follow this group too, as does whoever else has the name, through the line for `*`",
        ),
        (
            "User-agent: Claude-Web|User-agent: *|Disallow: /x||User-agent: ClaudeBot|Disallow: /",
            "name its successor too if the group is meant for it: `ClaudeBot`, `Claude-User`",
        ),
        (
            "User-agent: Copilot|User-agent: *|Disallow: /x",
            "remove the line: `bingbot`, which took its place, follows this group too, as does whoever else has the name, through the line for `*`",
        ),
        (
            "User-agent: msnbot|User-agent: *|Disallow: /x",
            "write `bingbot` instead, which today obeys this group because the file has none of that name",
        ),
        (
            "User-agent: Facebot|Disallow:||User-agent: *|Disallow: /x",
            "name its successor too if the group is meant for it: `facebookexternalhit`",
        ),
        // A group that opens what is open.
        (
            "User-agent: Facebot|Allow: /||User-agent: *|Disallow:",
            "remove this group if you like: the file disallows nothing to crawlers that it does not name, so it does nothing",
        ),
        (
            "User-agent: Facebot|Disallow:||User-agent: GPTBot|Disallow: /",
            "remove this group if you like: the file disallows nothing to crawlers that it does not name, so it does nothing",
        ),
        // A delay is something, and so is to be free of that of all others.
        (
            "User-agent: Facebot|Crawl-delay: 5|Disallow:",
            "name its successor too if the group is meant for it: `facebookexternalhit`",
        ),
        (
            "User-agent: Facebot|Disallow:||User-agent: *|Crawl-delay: 5|Disallow:",
            "name its successor too if the group is meant for it: `facebookexternalhit`",
        ),
    ] {
        assert_eq!(finding(body, 1, Code::RetiredName).help(), help, "{body}");
    }
    // Whoever lets a search engine in by name knows what `Disallow: /` does.
    let own = finding(
        "User-agent: Googlebot|Disallow: /x||User-agent: *|Disallow: /",
        5,
        Code::EverythingBlocked,
    );
    assert!(
        own.help().starts_with("name the other crawlers that should"),
        "{}",
        own.help()
    );
    // Saving the file again does not remove characters that are text.
    let own = finding(
        "\u{ef}\u{bb}\u{bf}User-agent: *|Disallow: /x",
        1,
        Code::ByteOrderMark,
    );
    assert!(
        own.help().starts_with("delete these characters"),
        "{}",
        own.help()
    );
}

#[test]
fn the_crawlers_of_the_rule_that_is_shown_are_named_first() {
    let own = finding(
        "User-agent: Baiduspider|Disallow: /||User-agent: Yandex|Disallow: /||User-agent: *|Disallow: /x",
        2,
        Code::SearchEngineBlocked,
    );
    assert!(
        own.message()
            .contains("for `Baiduspider` (Baidu, China), `Yandex` (Russia), while"),
        "{}",
        own.message()
    );
    let related: Vec<u32> = own.related().iter().map(|other| other.line()).collect();
    assert_eq!(related, [5]);
}

/// The codes that are reported of a line.
fn codes_of(body: &str, line: u32) -> Vec<Code> {
    let found = lint(body);
    let own = found.iter().filter(|finding| finding.line() == line);
    own.map(Diagnostic::code).collect()
}

#[test]
fn the_sign_of_a_regular_expression_stays() {
    for (pattern, written) in [
        ("/a.*", Some("`Disallow: /a`")),
        ("/.*", None),
        ("/x/a.*", Some("`Disallow: /x/a`")),
    ] {
        let own = finding(
            &format!("User-agent: *|Disallow: {pattern}"),
            2,
            Code::TrailingStar,
        );
        assert!(own.suggestions().is_empty(), "{pattern}");
        assert!(
            own.help().contains("names that go on with a dot"),
            "{}",
            own.help()
        );
        match written {
            Some(rule) => assert!(own.help().contains(rule), "{}", own.help()),
            None => assert!(!own.help().contains("write"), "{}", own.help()),
        }
    }
}

#[test]
fn a_broken_user_agent_line_is_corrected_before_the_lines_below_it() {
    for above in [
        "Useragent *",
        "User-agents: FooBot",
        "Usr-agent: FooBot|Disallow: /z",
    ] {
        let body = format!("{above}|Crawl-delay: 5||User-agent: BarBot|Disallow: /y");
        let line = if above.contains('|') { 3 } else { 2 };
        let own = finding(&body, line, Code::ExtensionOutsideGroup);
        assert!(
            own.help().contains("correct line 1 first"),
            "{body}: {}",
            own.help()
        );
        assert_eq!(codes_of(&body, line), [Code::ExtensionOutsideGroup], "{body}");
    }
    let body = "Crawl-delay: 5|User-agent: *|Disallow: /y";
    assert!(
        finding(body, 1, Code::ExtensionOutsideGroup)
            .help()
            .contains("move it below")
    );
}

#[test]
fn groups_that_their_crawlers_read_apart_are_not_joined() {
    let joined = |names: [&str; 2], between: &str| {
        let body = format!(
            "User-agent: {}|Crawl-delay: 2|{between}User-agent: {}|Disallow: /x",
            names[0], names[1]
        );
        lint(&body).iter().any(|own| own.code() == Code::FusedGroups)
    };
    assert!(!joined(["Yandex", "Baiduspider"], "|"));
    assert!(joined(["Yandex", "Baiduspider"], "# the other|"));
    // The rules below are read by nobody above.
    assert!(!joined(["Yandex", "BarBot"], "|"));
    assert!(joined(["BarBot", "Baiduspider"], "|"));
    assert!(joined(["Googlebot", "Baiduspider"], "|"));
}

#[test]
fn an_address_behind_a_name_is_no_other_name() {
    for value in [
        "FooBot https://example.com/bot",
        "FooBot [info@example.com]",
        "FooBot - www.example.com",
        "FooBot 2.0 info@example.com",
    ] {
        let own = finding(&format!("User-agent: {value}|Disallow: /x"), 1, Code::CutName);
        let body = format!("User-agent: {value}\nDisallow: /x");
        assert_eq!(
            own.suggestions()[0].apply(&body),
            b"User-agent: FooBot\nDisallow: /x",
            "{value}"
        );
    }
    let own = finding(
        "User-agent: Foo Bar https://example.com/|Disallow: /x",
        1,
        Code::CutName,
    );
    assert!(own.suggestions().is_empty());
}

#[test]
fn a_form_with_confidential_answers_is_no_secret() {
    for (path, is_secret) in [
        ("/Confidential-Morbidity-Report.pdf", false),
        ("/confidential_questionnaire.doc", false),
        ("/confidential-inquiry/", false),
        ("/confidential/", true),
        ("/confidential-files/", true),
    ] {
        let codes = codes_of(&format!("User-agent: *|Disallow: {path}"), 2);
        assert_eq!(codes.contains(&Code::HintedSecret), is_secret, "{path}");
    }
}

#[test]
fn what_is_offered_does_what_it_says() {
    let own = finding("User-agent: *|Disallow: /ads.txt$", 2, Code::ServiceBlocked);
    assert!(own.help().starts_with("remove the rule if"), "{}", own.help());
    let own = finding("User-agent: *|Disallow: /*.txt$", 2, Code::ServiceBlocked);
    assert!(own.help().starts_with("add `Allow: /ads.txt$`"), "{}", own.help());
    // The first group is for others too, who would get the rules that are moved.
    let apart = "User-agent: FooBot|User-agent: *|Disallow: /x||User-agent: *|Disallow: /y";
    let own = finding(apart, 5, Code::RepeatedGroup);
    assert!(
        own.help().starts_with("write one group for `*`"),
        "{}",
        own.help()
    );
    // What it opens is all named.
    let opened = "User-agent: *|Disallow: /*.php$|Disallow: /*.pdf$|Allow: /themes/folder/";
    let own = finding(opened, 4, Code::TypeOpened);
    assert!(
        own.message().contains("`/*.php$`, `/*.pdf$`"),
        "{}",
        own.message()
    );
    // The pattern that wins is given.
    let lost = "User-agent: *|Allow: /z/i/|Disallow: /*/z/*.gif$|Disallow: /*.gif$";
    let own = finding(lost, 2, Code::FailedException);
    assert!(own.help().contains("`Allow: /z/i/*.gif$`"), "{}", own.help());
    assert_eq!(own.severity(), Severity::Info);
    // A delay that nobody of the group reads is not too long.
    let delays = |name: &str| codes_of(&format!("User-agent: {name}|Disallow: /x|Crawl-delay: 600"), 3);
    assert!(delays("bingbot").contains(&Code::LongDelay));
    assert!(!delays("Baiduspider").contains(&Code::LongDelay));
    // `Disallow: /search/` is as wide as its `#` makes it.
    let cut = "User-agent: *|Disallow: /search/a|Disallow: /search/#x";
    let own = finding(cut, 2, Code::RedundantRule);
    assert!(
        own.suggestions().is_empty() && own.help().contains("line 3"),
        "{}",
        own.help()
    );
}

#[test]
fn no_crawler_and_no_remark_is_taken_for_a_path() {
    for value in [
        "BadBot",
        "Googlebot/2.1",
        "ClaudeBot, GPTBot",
        "true",
        "-- nothing",
        "<!-- x -->",
    ] {
        let body = format!("User-agent: *\nDisallow: {value}\nDisallow: /y\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let offered = found
            .iter()
            .filter(|own| own.line() == 2)
            .flat_map(Diagnostic::suggestions);
        assert_eq!(offered.count(), 0, "{value}: {found:#?}");
    }
    for value in ["/cgi/ block this for now", "/cgi/ \u{2013} old"] {
        let own = finding(
            &format!("User-agent: *|Disallow: {value}|Disallow: /y"),
            2,
            Code::UnescapedBlank,
        );
        assert_eq!(own.suggestions().len(), 2, "{value}");
    }
    let own = finding(
        "User-agent: https://openai.com/gptbot|Disallow: /x",
        1,
        Code::CutName,
    );
    assert!(own.suggestions().is_empty());
}

#[test]
fn two_versions_of_a_file_are_left_to_a_person() {
    let all: Vec<Code> = Code::ALL.to_vec();
    for body in [
        "User-agent: *|{% if production %}|Disallow: /x/|{% else %}|Disallow: /x/|Disallow: /y/|{% endif %}",
        "User-agent: *|{% if closed %}|Disallow: /|{% else %}|Disallow:|{% endif %}",
        "User-agent: *|<<<<<<< HEAD|Disallow: /a|=======|Disallow: /a|Disallow: /b|>>>>>>> main",
        "User-agent: *|<<<<<<< HEAD|Disallow: /a/|=======|Disallow: /a/b|>>>>>>> main",
    ] {
        for also in [&all[..], &[]] {
            assert_eq!(fixed(body, also), body);
        }
    }
}

/// A staging site that is closed on purpose, and the line of one that went along when it was opened, look
/// the same.
#[test]
fn a_reason_for_a_closed_site_is_told_before_the_remedy() {
    let closed = "User-agent: *\nDisallow: /\n";
    for (above, line) in [
        ("# Staging: not to be indexed\n", Some(1)),
        ("\n# This is the test site.\n# Ask us first.\n", Some(2)),
        ("# Welcome\n", None),
        (
            "# Generated 2019-05-01\nSitemap: https://staging.example.com/s.xml\n",
            None,
        ),
    ] {
        let body = format!("{above}{closed}");
        let found = LintOptions::new().lint(body.as_bytes());
        let found = found.iter().find(|found| found.code() == Code::EverythingBlocked);
        let found = found.expect("the site is closed");
        assert_eq!(found.severity(), Severity::Error);
        let begins = match line {
            Some(line) => format!(
                "if what the comment in line {line} says still holds, write `# robots-lint: ignore R028`"
            ),
            None => "remove the rule or write `Disallow:` if the site should be found".to_owned(),
        };
        assert!(found.help().starts_with(&begins), "{body}: {}", found.help());
    }
}

#[test]
fn a_hyphen_in_the_name_of_a_file_begins_no_remark() {
    let help = |path: &str| {
        let body = format!("User-agent: *|Disallow: {path}");
        finding(&body, 2, Code::UnescapedBlank).help().to_owned()
    };
    for path in ["/robots - Prod.txt", "/files/a - b.pdf", "/old - copy.html"] {
        let written = path.replace(' ', "%20");
        assert!(
            help(path).contains(&format!("`Disallow: {written}`")),
            "{}",
            help(path)
        );
        assert!(!help(path).contains('#'), "{}", help(path));
    }
    assert!(help("/cgi - old scripts").contains("`Disallow: /cgi # old scripts`"));
}

#[test]
fn each_folder_in_which_files_are_opened_is_pointed_at() {
    let body = "User-agent: *|Disallow: /*.pdf$|Allow: /public/|Allow: /downloads/|Allow: /press-kit/";
    let found = finding(body, 3, Code::TypeOpened);
    assert!(
        found.message().ends_with("in line 2; 2 other Allows do so too"),
        "{found}"
    );
    let lines: Vec<u32> = found.related().iter().map(|related| related.line()).collect();
    assert_eq!(lines, [2, 4, 5]);
    assert!(
        found
            .help()
            .contains("add for each folder, such as `Disallow: /public/*.pdf$`")
    );
}

#[test]
fn a_delay_that_nobody_reads_is_told_of_beside_one_that_some_read() {
    let body = "User-agent: *|Crawl-delay: 5|Disallow: /x||User-agent: Yandex|Crawl-delay: 5|Disallow: /x";
    assert!(
        finding(body, 2, Code::NicheKey)
            .help()
            .starts_with("keep it for the crawlers")
    );
    assert!(
        finding(body, 6, Code::NicheKey)
            .help()
            .contains("Yandex Webmaster has a setting")
    );
}

#[test]
fn a_url_of_another_host_than_the_sitemap_is_of_is_left_to_a_person() {
    let found = |rule: &str, sitemap: &str| {
        let body = format!("User-agent: *|{rule}|Sitemap: {sitemap}");
        let found = finding(&body, 2, Code::NoLeadingSlash);
        (found.suggestions().len(), found.help().to_owned())
    };
    for rule in [
        "Disallow: https://shop.example.com/cart/",
        "Disallow: //shop.example.com/cart/",
    ] {
        for own in [
            "https://shop.example.com/s.xml",
            "https://www.Shop.Example.com/s.xml",
            "/s.xml",
        ] {
            let (offered, help) = found(rule, own);
            assert_eq!(offered, 1, "{rule} {own}");
            assert!(
                help.starts_with("write `Disallow: /cart/` if that is on this host"),
                "{help}"
            );
        }
        let (offered, help) = found(rule, "https://www.example.com/s.xml");
        assert_eq!(offered, 0, "{rule}");
        assert!(
            help.ends_with("which by its Sitemap line is `www.example.com`"),
            "{help}"
        );
    }
}
