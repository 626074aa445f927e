//! Files that were advised badly once, and their siblings: what is found, what is offered, and what is
//! left to a person.

use robots_exclusion::Dialect;
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions, Severity};

/// Codes, and the offered changes: `=` and the lines of a correction, `~` and the lines of suggestions,
/// alternatives separated by `or`; nothing if only the help says what to do. In `body` and the
/// lines, `|` is a line end.
fn offered(body: &str, dialect: Dialect) -> Vec<String> {
    let body = body.replace('|', "\n");
    let found = LintOptions::new().dialect(dialect).lint(body.as_bytes());
    let row = |finding: &Diagnostic| {
        let lines = |edit: &robots_exclusion_analysis::lint::Edit| edit.lines(body.as_bytes()).join("|");
        let code = finding.code();
        match (finding.correction(), finding.suggestions()) {
            (Some(edit), _) => format!("{code} = {}", lines(edit)),
            (None, []) => code.to_string(),
            (None, edits) => {
                let edits: Vec<String> = edits.iter().map(lines).collect();
                format!("{code} ~ {}", edits.join(" or "))
            }
        }
    };
    found.iter().map(row).collect()
}

fn finding(body: &str, code: Code) -> Diagnostic {
    let body = body.replace('|', "\n");
    let found = LintOptions::new().lint(body.as_bytes());
    let own = found.iter().find(|finding| finding.code() == code);
    own.unwrap_or_else(|| panic!("{body}: {found:#?}")).clone()
}

#[test]
fn what_depends_on_what_was_meant_is_left_to_a_person() {
    for (body, expected) in [
        // A lost line end: whose rule it is only its author knows.
        (
            "User-agent: *|Disallow: / User-agent: MJ12bot|Disallow: /x",
            "R019",
        ),
        ("User-agent: *|Allow: /a User-agent: MJ12bot|Disallow: /x", "R019"),
        // The name comes first: there is one reading.
        (
            "User-agent: FooBot Disallow: /x|Disallow: /y",
            "R019 ~ User-agent: FooBot|Disallow: /x",
        ),
        // A host or a folder, the end of a path or a path, a word or a path.
        ("User-agent: *|Disallow: example.com/b", "R030"),
        ("User-agent: *|Disallow: html$", "R030"),
        ("User-agent: *|Disallow: none", "R030"),
        ("User-agent: *|Disallow: all", "R030"),
        ("User-agent: *|Disallow: admin/", "R030 ~ Disallow: /admin/"),
        ("User-agent: *|Disallow: .html$", "R030 ~ Disallow: /*.html$"),
        // A name is no pattern, whatever it is like.
        ("User-agent: *bot*|Disallow: /x", "R026"),
        ("User-agent: Link*|Disallow: /x", "R053"),
        ("User-agent: GPT*|Disallow: /x", "R053"),
        // Groups that run together, also with `*`, and groups without rules.
        (
            "User-agent: FooBot|Crawl-delay: 5|User-agent: *|Disallow: /x# robots-lint: ignore R047|# robots-lint: ignore-file R017",
            "R025",
        ),
        ("User-agent: *|Disallow: /x||User-agent: FooBot", "R024"),
        ("User-agent: FooBot|Allow:|", "R034"),
        // One of the two is meant.
        ("User-agent: *|Disallow: /x|Allow: /x", "R038"),
        (
            "User-agent: bingbot|Crawl-delay: 5|Crawl-delay: 10|Disallow: /x",
            "R072",
        ),
        // An exception that fails is no rule without effect.
        (
            "User-agent: *|Disallow: /*/private/*.html|Allow: /docs/private/",
            "R058",
        ),
        ("User-agent: *|Allow: /page|Disallow: /*.htm", "R058"),
        ("User-agent: *|Disallow: /*.pdf$|Allow: /a", "R058"),
        // Here the Disallow is the exception, and the Allow counts where the first rule that matches does.
        ("User-agent: *|Allow: /a|Disallow: /a/b", "R037"),
        // A plain permission is no exception to what is closed in all folders.
        ("User-agent: *|Disallow: /*/plugins/|Allow: /careers/", "R037 ~ "),
    ] {
        assert_eq!(offered(body, Dialect::RFC_9309), [expected], "{body}");
    }
    let failed = finding(
        "User-agent: *|Disallow: /*/private/*.html|Allow: /docs/private/",
        Code::FailedException,
    );
    assert!(
        failed.message().contains("line 2 for `/docs/private/"),
        "{failed}"
    );
    assert!(!failed.help().contains("remove"), "{}", failed.help());
    let readings = finding(
        "User-agent: *|Disallow: / User-agent: MJ12bot",
        Code::TwoDirectives,
    );
    assert!(
        readings.help().contains("if it is for the group above"),
        "{}",
        readings.help()
    );
}

#[test]
fn only_what_repeats_another_rule_goes_unasked() {
    for (body, expected) in [
        ("Disallow: /x|Disallow: /x", "R035 = "),
        ("Disallow: /x|Disallow: /x/y", "R037 = "),
        ("Disallow: /x|Allow: /x/y/z|Allow: /x/y/z/a", "R037 = "),
        // An empty Disallow among others may be meant to open the site.
        ("Disallow:|Disallow: /x", "R034 ~ "),
        ("Disallow:|Disallow:", "R034 = "),
        // It opens what is open: perhaps something else was to be closed.
        ("Disallow: /x|Allow: /y", "R037 ~ "),
    ] {
        assert_eq!(
            offered(&format!("User-agent: *|{body}"), Dialect::RFC_9309),
            [expected],
            "{body}"
        );
    }
}

#[test]
fn corrections_of_bulk_changes_are_suggestions_now() {
    for (body, expected) in [
        ("User-agent: *|Disallow: /x%24", "R044 ~ Disallow: /x$"),
        ("User-agent: *|Disallow: /x%", "R045 ~ Disallow: /x%25"),
        (
            "User-agent: *|Disallow: /x|ai-train: no",
            "R014 ~ Content-Signal: ai-train=no",
        ),
        (
            "User-agent: *|Disallow: /x|search: yes",
            "R014 ~ Content-Signal: search=yes",
        ),
        (
            "User-agent: *|Disallow: /x|Maintainer: me",
            "R014 ~ # Maintainer: me",
        ),
        ("User-agent: FooBot*|Disallow: /x", "R051 ~ User-agent: FooBot"),
        ("User-agent: FooBot/1.0|Disallow: /x", "R051 = User-agent: FooBot"),
        ("User-agent: OpenAI|Disallow: /x", "R053"),
    ] {
        assert_eq!(offered(body, Dialect::RFC_9309), [expected], "{body}");
    }
}

#[test]
fn no_help_proposes_a_permission_that_nobody_wrote() {
    for line in [
        "Content-Usage: bots=n, =",
        "Content-Usage: train-ai",
        "Content-Signal: ai-train=perhaps",
        "Content-Usage: train-ai=no",
        "ai-train: no",
    ] {
        let body = format!("User-agent: *\nDisallow: /x\n{line}\n");
        for finding in LintOptions::new().lint(body.as_bytes()) {
            for permission in ["search=y", "search=yes", "train-ai=y", "=yes"] {
                assert!(!finding.help().contains(permission), "{line}: {}", finding.help());
            }
        }
    }
}

#[test]
fn preferences_of_content_usage() {
    for (value, expected) in [
        ("train-ai=no", &["R074 ~ Content-Usage: train-ai=n"][..]),
        ("train-ai=N", &["R074 ~ Content-Usage: train-ai=n"]),
        ("train-ai=disallow", &["R074 ~ Content-Usage: train-ai=n"]),
        ("search=yes", &["R074 ~ Content-Usage: search=y"]),
        ("train-ai=maybe", &["R074"]),
        (
            "train-ai=n;search=y",
            &["R074 ~ Content-Usage: train-ai=n,search=y"],
        ),
        ("train-ai=n, search=y", &[]),
        ("/p train-ai=n", &[]),
        // Another category and another preference.
        ("ai-train=no", &["R074 ~ Content-Usage: train-ai=n"]),
        ("/x ai-train=no", &["R074 ~ Content-Usage: /x train-ai=n"]),
        ("ai=no", &["R074"]),
        ("genai=false", &["R074"]),
        (
            "ai-training=allow, ai-summarization=allow",
            &["R074 ~ Content-Usage: train-ai=y, ai-summarization=allow", "R074"],
        ),
        // All items at once, and none if a refusal would be left behind.
        (
            "ai-train=no, search=yes",
            &[
                "R074 ~ Content-Usage: train-ai=n, search=y",
                "R074 ~ Content-Usage: train-ai=n, search=y",
            ],
        ),
        ("genai=no, search=yes", &["R074", "R074"]),
        (
            "train-ai=n search=y",
            &["R070 ~ Content-Usage: train-ai=n, search=y"],
        ),
        ("bots=n search=y", &["R070"]),
    ] {
        let body =
            format!("User-agent: *|Disallow: /x|Content-Usage: {value}|# robots-lint: ignore-file R017");
        assert_eq!(offered(&body, Dialect::RFC_9309), expected, "{value}");
    }
}

#[test]
fn lines_as_people_write_them() {
    for (line, expected) in [
        // The rule ends at the blank; what follows is a remark.
        ("Disallow: /cgi // old", &["R041 ~ Disallow: /cgi # old"][..]),
        ("Disallow: /cgi -- later", &["R041 ~ Disallow: /cgi # later"]),
        ("Disallow: /cgi <!-- x -->", &["R041 ~ Disallow: /cgi # x"]),
        ("Disallow: /cgi ; x", &["R041 ~ Disallow: /cgi # x"]),
        ("Disallow: /cgi - note", &["R041 ~ Disallow: /cgi # note"]),
        // No correction removes the sign of a regular expression.
        ("Disallow: /page/.*", &["R057"]),
        ("Disallow: .*/x", &["R030"]),
        ("Disallow: /index.*", &["R031"]),
        ("Disallow: Googlebot", &["R030"]),
        ("Deny: /x", &["R014 ~ Disallow: /x"]),
        ("Permit: /x", &["R014 ~ Allow: /x"]),
        ("User-agent: 157.55.39.0/24", &["R026"]),
        ("User-agent: 66.249.66.1", &["R026"]),
        ("User-agent: google.com", &["R053"]),
        ("User-agent: www.bing.com", &["R053"]),
        ("User-agent: Chrome", &["R053"]),
        (r"Disallow: \.php$", &["R030"]),
        ("Disallow: /x/?$", &["R057"]),
        ("Disallow: /x<br />", &["R050 ~ Disallow: /x"]),
        ("Disallow: /x<br>", &["R050 ~ Disallow: /x"]),
        ("Disallow: <p>/x</p>", &["R050 ~ Disallow: /x"]),
        ("Disallow: /x<br>/y", &["R050 ~ Disallow: /x/y"]),
        ("Disallow: <br>", &["R050"]),
        ("Disallow: /x&quot;", &["R050 ~ Disallow: /x"]),
        ("Disallow: /x&nbsp;", &["R050 ~ Disallow: /x"]),
        ("Disallow: /x&gt;y", &["R050 ~ Disallow: /x%3Ey"]),
    ] {
        let body = format!("User-agent: *|Disallow: /other|{line}|Disallow: /last");
        let found = offered(&body, Dialect::RFC_9309);
        for expected in expected {
            assert!(found.iter().any(|found| found == expected), "{line}: {found:?}");
        }
        assert!(
            found
                .iter()
                .all(|found| !found.contains(" = ") || expected.contains(&&found[..])),
            "{line}: {found:?}"
        );
    }
    // Both versions of a conflict count, and its marks are one finding.
    let conflict = "User-agent: *|<<<<<<< HEAD|Disallow: /a|=======|Disallow: /b|>>>>>>> main|Disallow: /c";
    let found = LintOptions::new().lint(conflict.replace('|', "\n").as_bytes());
    let said: Vec<_> = found
        .iter()
        .map(|own| (own.line(), own.code(), own.severity()))
        .collect();
    assert_eq!(said, [(2, Code::StrayText, Severity::Error)]);
}

/// What a finding says, and whether another is made: `|` is a line end.
#[test]
fn templates_that_were_not_run_are_told_once() {
    for (body, line, message) in [
        (
            "---|layout: null|permalink: /robots.txt|---|User-agent: *|Disallow: /x",
            1,
            "`---` begins the front matter of a template that was not run, as are 3 more lines",
        ),
        (
            "{% if production %}|User-agent: *|Disallow: /x|{% endif %}",
            1,
            "`{% if production %}` is code of a template that was not run, as is one more line",
        ),
        (
            "User-agent: *|Disallow: <?php echo $path; ?>|Disallow: /x",
            2,
            "`<?php echo $path; ?>` is code",
        ),
        (
            "User-agent: *|Disallow: ${PATH}|Disallow: /x",
            2,
            "`${PATH}` is code",
        ),
        (
            "User-agent: *|Disallow: /{{ path }}|Disallow: /x",
            2,
            "`{{ path }}` is code",
        ),
        ("User-agent: {{ bot }}|Disallow: /x", 1, "`{{ bot }}` is code"),
        ("Sitemap: {{url}}/s.xml", 1, "`{{url}}` is code"),
    ] {
        let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
        let own: Vec<_> = found
            .iter()
            .filter(|own| own.code() == Code::UnrenderedTemplate)
            .collect();
        assert!(
            matches!(own[..], [own] if own.line() == line && own.message().starts_with(message)),
            "{body}: {found:#?}"
        );
        assert!(
            found.iter().all(|own| own.correction().is_none()),
            "{body}: {found:#?}"
        );
    }
    // Addresses of links that were not rendered may be closed, and a rule may end a paragraph.
    for body in [
        "User-agent: *|Disallow: /{{product.url}}",
        "User-agent: *|Disallow: /*{{",
        "User-agent: *|Disallow: *{{ url }}*|NoIndex: *{{ url }}*",
        "User-agent: *|Disallow: /${x}",
        "# {{ x }}|User-agent: *|Disallow: /x",
        "User-agent: *|Disallow: /x||---|Disallow: /y",
    ] {
        let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
        assert!(
            found.iter().all(|own| own.code() != Code::UnrenderedTemplate),
            "{body}: {found:#?}"
        );
    }
}

#[test]
fn what_is_closed_by_accident_and_costs() {
    for (body, code, part) in [
        (
            "User-agent: *|Disallow: /wp-content/plugins/",
            Code::AssetsBlocked,
            "/wp-content/plugins/",
        ),
        (
            "User-agent: *|Disallow: /wp-content/cache",
            Code::AssetsBlocked,
            "/wp-content/cache/",
        ),
        (
            "User-agent: *|Disallow: /sites/default/files/",
            Code::AssetsBlocked,
            "/sites/default/files/",
        ),
        (
            "User-agent: *|Disallow: /*?",
            Code::AssetsBlocked,
            "`/x.css?ver=1`",
        ),
        (
            "User-agent: *|Disallow: /*.txt$",
            Code::ServiceBlocked,
            "closes `/ads.txt`",
        ),
        (
            "User-agent: *|Disallow: /app-ads.txt",
            Code::ServiceBlocked,
            "closes `/app-ads.txt`",
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: Mediapartners-Google|Disallow: /",
            Code::ServiceBlocked,
            "AdSense",
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: AdsBot-Google|User-agent: AdsBot-Google-Mobile|Disallow: /",
            Code::ServiceBlocked,
            "AdsBot-Google, AdsBot-Google-Mobile",
        ),
        (
            "User-agent: *|Disallow: /x||User-agent: Twitterbot|Disallow: /",
            Code::ServiceBlocked,
            "have no preview",
        ),
        (
            "# Login: admin, password: hunter2|User-agent: *|Disallow: /x",
            Code::RevealedSecret,
            "a password",
        ),
        (
            "User-agent: *|Disallow: /x # see 192.168.0.7:8080",
            Code::RevealedSecret,
            "a private address",
        ),
        (
            "User-agent: *|Disallow: /x?token=3f9a7c01",
            Code::RevealedSecret,
            "`token=3f9a7c01` shows a secret",
        ),
    ] {
        let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
        let own: Vec<_> = found.iter().filter(|own| own.code() == code).collect();
        assert!(
            matches!(own[..], [own] if own.message().contains(part)),
            "{body}: {found:#?}"
        );
    }
    // What is open, meant, or no secret.
    for body in [
        "User-agent: *|Disallow: /*?|Allow: /*.css?|Allow: /*.js?",
        "User-agent: *|Disallow: /*?sort=",
        "User-agent: *|Disallow: /|Allow: /x/",
        "User-agent: *|Disallow: /x||# Block previews|User-agent: Twitterbot|Disallow: /",
        "# The password: ask the webmaster|User-agent: *|Disallow: /password/",
        "# 8.8.8.8|User-agent: *|Disallow: /x?token=",
        "User-agent: *|Disallow: /*token=*",
    ] {
        let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
        let is_own = |own: &robots_exclusion_analysis::lint::Diagnostic| {
            [Code::AssetsBlocked, Code::ServiceBlocked, Code::RevealedSecret].contains(&own.code())
        };
        assert!(!found.iter().any(is_own), "{body}: {found:#?}");
    }
}

#[test]
fn signals_above_all_groups_and_texts_without_one() {
    let found = |body: &str| -> Vec<(Code, Severity)> {
        let found = LintOptions::new()
            .disable(Code::NicheKey)
            .lint(body.replace('|', "\n").as_bytes());
        found.iter().map(|own| (own.code(), own.severity())).collect()
    };
    assert_eq!(
        found("Content-Signal: search=yes|User-agent: *|Disallow: /x"),
        [(Code::ExtensionOutsideGroup, Severity::Info)]
    );
    assert_eq!(found("User-agent: *|Content-Signal: search=yes|Disallow: /x"), []);
    let policy = "# As a condition of accessing this website, you agree|";
    assert_eq!(
        found(&format!("{policy}User-agent: *|Disallow: /x")),
        [(Code::PolicyWithoutSignal, Severity::Info)]
    );
    assert_eq!(
        found(&format!(
            "{policy}User-agent: *|Content-Signal: search=yes|Disallow: /x"
        )),
        []
    );
}

#[test]
fn names_that_operators_send_are_known() {
    let found = LintOptions::new().lint(b"User-agent: Pinterest\nDisallow: /x\n");
    assert!(found.is_empty(), "{found:#?}");
}

#[cfg(feature = "url")]
#[test]
fn sitemaps_on_hosts_that_stand_for_others() {
    let of = |line: &str, url: Option<&str>| {
        let options = LintOptions::new();
        let options = match url {
            Some(url) => options.url(url::Url::parse(url).unwrap()),
            None => options,
        };
        let found = options.lint(format!("User-agent: *\nDisallow: /maps/\n\nSitemap: {line}\n").as_bytes());
        found.first().map(|own| (own.code(), own.message().to_owned()))
    };
    let shop = Some("https://shop.com/robots.txt");
    for (line, url, code) in [
        ("https://yourdomain.com/s.xml", None, Some(Code::BadSitemap)),
        ("https://www.example.com/s.xml", None, None),
        ("https://www.example.com/s.xml", shop, Some(Code::BadSitemap)),
        ("https://staging.shop.com/s.xml", None, Some(Code::ForeignSitemap)),
        (
            "https://staging.shop.com/s.xml",
            Some("https://staging.shop.com/robots.txt"),
            None,
        ),
        ("https://shop.com/maps/s.xml", None, Some(Code::BlockedSitemap)),
        ("https://shop.com/maps/s.xml", shop, Some(Code::BlockedSitemap)),
        ("https://shop.com/my map.xml", None, Some(Code::BadSitemap)),
    ] {
        let found = of(line, url);
        assert_eq!(found.as_ref().map(|(code, _)| *code), code, "{line}: {found:?}");
    }
}

#[test]
fn signals_that_no_crawler_knows() {
    for (value, expected) in [
        ("ai-train=no, use=reference", &[][..]),
        ("ai_training=no", &["R070 ~ Content-Signal: ai-train=no"]),
        ("ai-retrieval=no", &["R070"]),
        ("ai-personalization=no", &["R070"]),
        ("ai=no", &["R070"]),
        ("tdm=no", &["R070"]),
        ("searching=yes, genai=no", &["R070", "R070"]),
        ("searching: yes; genai=no", &["R070"]),
        (
            "searching=yes, ai_training=no",
            &[
                "R070 ~ Content-Signal: search=yes, ai-train=no",
                "R070 ~ Content-Signal: search=yes, ai-train=no",
            ],
        ),
    ] {
        let body =
            format!("User-agent: *|Disallow: /x|Content-Signal: {value}|# robots-lint: ignore-file R017");
        assert_eq!(offered(&body, Dialect::RFC_9309), expected, "{value}");
    }
}

#[test]
fn a_group_that_repeats_some_rules_of_everyone_loses_the_others() {
    let star = "|User-agent: *|Disallow: /styleguide|Disallow: /follow-up";
    for (group, is_told) in [
        ("Allow: /|Disallow: /styleguide", true),
        ("Allow: /*|Disallow: /styleguide", true),
        ("Disallow: /styleguide", true),
        // It opens the site, and closes something else.
        ("Allow: /", false),
        ("Allow: /|Disallow: /other", false),
        ("Allow: /|Disallow: /styleguide|Disallow: /follow-up", false),
        ("Disallow: /", false),
    ] {
        let body = format!("User-agent: Googlebot|{group}{star}").replace('|', "\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let own = found.iter().find(|own| own.code() == Code::IgnoresStar);
        assert_eq!(own.is_some(), is_told, "{group}: {own:?}");
        if let Some(own) = own {
            assert!(own.message().contains("`/follow-up`"), "{own}");
        }
    }
}

#[test]
fn what_a_group_loses_besides_rules() {
    let found = |body: &str| {
        offered(
            &[body, "|# robots-lint: ignore-file R017, R055"].concat(),
            Dialect::RFC_9309,
        )
    };
    for line in [
        "Content-Signal: ai-train=no",
        "Content-Usage: train-ai=n",
        "License: https://a.example/l.xml",
    ] {
        let star = format!("User-agent: *|{line}|Disallow: /x||");
        assert_eq!(
            found(&format!("{star}User-agent: GPTBot|Disallow: /y")),
            [format!("R059 ~ Disallow: /y|{line}")],
            "{line}"
        );
        // It says its own, may fetch nothing, or ignores `*` anyway.
        for own in [
            format!("User-agent: GPTBot|Disallow: /y|{line}"),
            "User-agent: GPTBot|Disallow: /".to_owned(),
            "User-agent: AdsBot-Google|Disallow: /y".to_owned(),
        ] {
            assert_eq!(found(&[&star[..], &own].concat()), [""; 0], "{own}");
        }
    }
    let stray = "User-agent: *|Disallow: /x||User-agent: GPTBot|Disallow: /y||Content-Signal: ai-train=no";
    assert_eq!(found(stray), ["R075"]);
    let stray = finding(stray, Code::StrayPreference);
    assert!(stray.message().contains("is for `GPTBot` alone"), "{stray}");
    // Right below its group, or below the group of `*`, nothing is reported.
    assert_eq!(
        found("User-agent: *|Disallow: /x||User-agent: GPTBot|Disallow: /y|Content-Signal: ai-train=no"),
        [""; 0]
    );
    assert_eq!(
        found("User-agent: *|Disallow: /x||Content-Signal: ai-train=no"),
        [""; 0]
    );
}

#[test]
fn paths_that_are_something_else() {
    for (value, expected) in [
        ("/a,/b", "R040 ~ Disallow: /a|Disallow: /b"),
        ("/a;/b", "R040 ~ Disallow: /a|Disallow: /b"),
        ("/a|/b", "R040 ~ Disallow: /a|Disallow: /b"),
        ("/a, /b", "R040 ~ Disallow: /a|Disallow: /b"),
        ("/(a|b)/", "R057"),
        ("//www.example.com/x", "R030 ~ Disallow: /x"),
        ("//www.example.com/", "R030"),
        ("/a/../b", "R052 ~ Disallow: /b"),
        ("/a/./b", "R052 ~ Disallow: /a/b"),
        ("../a", "R030 ~ Disallow: /a"),
    ] {
        let body = format!("User-agent: *\nDisallow: {value}\n");
        let found = LintOptions::new().lint(body.as_bytes());
        let lines = found[0]
            .suggestions()
            .first()
            .map(|edit| edit.lines(body.as_bytes()).join("|"));
        let said = match lines {
            Some(lines) => format!("{} ~ {lines}", found[0].code()),
            None => found[0].code().to_string(),
        };
        assert_eq!((said.as_str(), found.len()), (expected, 1), "{value}");
    }
    // Parts of a path.
    for value in ["/a,b", "/a;v=1/b", "/..well", "//double/slash", "/a..b/"] {
        assert_eq!(
            offered(&format!("User-agent: *|Disallow: {value}"), Dialect::RFC_9309),
            [""; 0],
            "{value}"
        );
    }
}

#[test]
fn sitemap_lines_that_are_nearly_right() {
    for (line, expected) in [
        ("\"https://e.com/s.xml\"", "R060 ~ Sitemap: https://e.com/s.xml"),
        ("<https://e.com/s.xml>", "R060 ~ Sitemap: https://e.com/s.xml"),
        ("'https://e.com/s.xml'", "R060 ~ Sitemap: https://e.com/s.xml"),
        (
            "https://e.com/ sitemap.xml",
            "R060 ~ Sitemap: https://e.com/sitemap.xml",
        ),
        (
            "\u{201C}https://e.com/s.xml\u{201D}",
            "R060 ~ Sitemap: https://e.com/s.xml",
        ),
        ("https://e.com/s.xml<br>", "R050 ~ Sitemap: https://e.com/s.xml"),
        (
            "https://e.com/s?a=1&amp;b=2",
            "R050 ~ Sitemap: https://e.com/s?a=1&b=2",
        ),
    ] {
        assert_eq!(
            offered(&format!("Sitemap: {line}"), Dialect::RFC_9309),
            [expected],
            "{line}"
        );
    }
    let twice = finding(
        "Sitemap: https://e.com/s.xml|Sitemap: /s.xml",
        Code::RelativeSitemap,
    );
    assert_eq!(twice.help(), "remove the line: line 1 names the same sitemap");
    #[cfg(feature = "url")]
    {
        let url = url::Url::parse("https://e.com/robots.txt").unwrap();
        let found = LintOptions::new().url(url).lint(b"Sitemap: http://e.com/s.xml\n");
        assert_eq!(found[0].code(), Code::ForeignSitemap);
    }
}

#[test]
fn who_is_shut_out_is_told() {
    for machines in [
        "/robots.txt",
        "/ads.txt",
        "/app-ads.txt",
        "/sitemap.xml",
        "/sitemaps/",
        "/.well-known/",
        "/robots.txt$",
    ] {
        let body = format!("User-agent: *|Disallow: /|Allow: {machines}");
        assert_eq!(
            finding(&body, Code::EverythingBlocked).severity(),
            Severity::Error,
            "{machines}"
        );
    }
    for page in ["/$", "/blog/", "/security"] {
        let body = format!("User-agent: *\nDisallow: /\nAllow: {page}\n");
        let found = LintOptions::new().lint(body.as_bytes());
        assert!(
            !found.iter().any(|own| own.code() == Code::EverythingBlocked),
            "{page}"
        );
    }
    for (body, is_found) in [
        ("User-agent: Googlebot|Disallow: /", true),
        ("User-agent: bingbot|Disallow: /|Allow: /ads.txt", true),
        (
            "User-agent: *|Disallow: /x||User-agent: Googlebot|Disallow: /",
            true,
        ),
        (
            "User-agent: Genieo|Crawl-delay: 5|User-agent: bingbot|Disallow: /",
            true,
        ),
        ("User-agent: Googlebot|Disallow: /|Allow: /blog/", false),
        ("User-agent: GPTBot|Disallow: /", false),
        // Everybody is: one finding says so.
        (
            "User-agent: *|Disallow: /||User-agent: Googlebot|Disallow: /",
            false,
        ),
    ] {
        let found = LintOptions::new().lint(body.replace('|', "\n").as_bytes());
        let own = found.iter().find(|own| own.code() == Code::SearchEngineBlocked);
        assert_eq!(
            own.map(Diagnostic::severity),
            is_found.then_some(Severity::Error),
            "{body}"
        );
    }
}

#[test]
fn blank_lines_are_told_of_where_something_is_lost() {
    let lost = finding(
        "User-agent: *|Disallow: /a||Disallow: /b|Disallow: /c",
        Code::BlankLineInGroup,
    );
    assert_eq!((lost.line(), lost.severity()), (4, Severity::Info));
    assert!(lost.message().contains("this line and 1 after it"), "{lost}");
    // Everything is lost to them: they may fetch what is closed to others.
    let all = finding("User-agent: *||Disallow: /a", Code::BlankLineInGroup);
    assert_eq!((all.line(), all.severity()), (3, Severity::Warning));
    // The group is not for them.
    for body in [
        "User-agent: bingbot||Disallow: /a",
        "User-agent: *|Disallow: /a||Sitemap: https://a.example/s.xml",
    ] {
        assert_eq!(offered(body, Dialect::RFC_9309), [""; 0], "{body}");
    }
}

#[test]
fn groups_are_repeated_for_those_who_read_the_first() {
    let body = |name: &str| format!("User-agent: {name}|Disallow: /x||User-agent: {name}|Disallow: /y");
    for (name, is_found) in [
        ("*", true),
        ("Baiduspider", true),
        ("FooBot", true),
        ("bingbot", false),
        ("GPTBot", false),
    ] {
        let found = offered(&body(name), Dialect::RFC_9309);
        assert_eq!(found.contains(&"R022".to_owned()), is_found, "{name}: {found:?}");
    }
}

#[test]
fn what_older_dialects_ask_for() {
    for (body, dialect, expected) in [
        (
            "User-agent: *|Disallow: /tmp/*",
            Dialect::ORIGINAL_1994,
            "R033 ~ Disallow: /tmp/",
        ),
        ("User-agent: *|Disallow: /a*b", Dialect::DRAFT_1996, "R033"),
        (
            "User-agent: a||User-agent: b|Disallow: /x",
            Dialect::REVISITED,
            "R081",
        ),
        (
            "User-agent: a|Disallow: /x|User-agent: b|Disallow: /x",
            Dialect::ORIGINAL_1994,
            "R078 = ",
        ),
        ("User-agent: SeznamBot|Disallow: /[ab]x", Dialect::SEZNAM, "R033"),
        ("User-agent: SeznamBot|Disallow: /a\\*", Dialect::SEZNAM, "R033"),
        (
            "User-agent: SeznamBot|Disallow: /a|Request-rate: 1/60",
            Dialect::SEZNAM,
            "R077",
        ),
        (
            "User-agent: SeznamBot|Robot-version: 2.0|Disallow: /helpme|# robots-lint: ignore-file R017",
            Dialect::SEZNAM,
            "R048 ~ Disallow: /helpme*",
        ),
    ] {
        assert_eq!(offered(body, dialect), [expected], "{body}");
    }
    for body in [
        "User-agent: SeznamBot|Disallow: /a?b",
        "User-agent: SeznamBot|Disallow: /a|Request-rate: 1/10",
    ] {
        assert_eq!(offered(body, Dialect::SEZNAM), [""; 0], "{body}");
    }
}

#[test]
fn what_is_no_robots_txt_is_named() {
    let gzip = b"\x1F\x8B\x08\0\0\0\0\0";
    for (body, what) in [
        (&b"404 page not found\n"[..], "a text without directives"),
        (b"{\"error\": \"not found\"}", "a JSON document"),
        (
            b"<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>",
            "an XML document",
        ),
        (b"<?xml version=\"1.0\"?><urlset></urlset>", "a sitemap"),
        (gzip, "a gzip file"),
        (b"\x89PNG\r\n\x1A\n\0\0", "an image"),
        (b"<!doctype html><p>404", "an HTML page"),
        (b"\0\x01\x02", "not a text file"),
    ] {
        let found = LintOptions::new().lint(body);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(
            (found[0].code(), found[0].severity()),
            (Code::NotRobotsTxt, Severity::Error)
        );
        assert!(found[0].message().contains(what), "{}", found[0]);
    }
    let utf32: Vec<u8> = "\u{FEFF}User-agent: *\n"
        .chars()
        .flat_map(|one| u32::from(one).to_be_bytes())
        .collect();
    let found = LintOptions::new().lint(&utf32);
    assert!(found[0].message().contains("UTF-32"), "{}", found[0]);
}

#[test]
fn long_delays() {
    for (value, is_found) in [
        ("3600", true),
        ("86400", true),
        ("300", true),
        ("299", false),
        ("10", false),
    ] {
        let body = format!("User-agent: bingbot|Crawl-delay: {value}|Disallow: /x");
        let expected: &[&str] = if is_found { &["R076"] } else { &[] };
        assert_eq!(offered(&body, Dialect::RFC_9309), expected, "{value}");
    }
}

#[test]
fn a_product_token_may_be_a_sign() {
    for name in ["_", "-"] {
        assert_eq!(
            offered(&format!("User-agent: {name}|Disallow: /x"), Dialect::RFC_9309),
            [""; 0],
            "{name}"
        );
    }
}

#[cfg(feature = "url")]
#[test]
fn a_file_that_is_not_where_crawlers_look() {
    for (url, is_found) in [
        ("https://e.com/robots.txt", false),
        ("https://e.com/files/robots.txt", true),
        ("https://e.com/Robots.txt", true),
    ] {
        let options = LintOptions::new().url(url::Url::parse(url).unwrap());
        let found = options.lint(b"User-agent: *\nDisallow: /x\n");
        assert_eq!(
            found.iter().any(|own| own.code() == Code::NotInRoot),
            is_found,
            "{url}"
        );
    }
}

#[test]
fn rules_that_render_pages() {
    for folder in [
        "wp-content",
        "wp-includes",
        "static",
        "_next",
        "assets",
        "dist",
        "build",
        "skin",
        "themes",
        "css",
        "js",
    ] {
        let body = format!("User-agent: *|Disallow: /{folder}/");
        assert_eq!(offered(&body, Dialect::RFC_9309), ["R029"], "{folder}");
    }
    let open = "User-agent: *|Disallow: /static/|Allow: /static/*.css|Allow: /static/*.js";
    assert_eq!(offered(open, Dialect::RFC_9309), [""; 0]);
}
