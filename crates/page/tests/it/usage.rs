//! Usage preferences from every source, and tolerated spellings: the vectors of
//! `tests/data/usage.jsonl`.

use robots_exclusion::agents::UserAgent;
use serde_json::{Value, json};

/// The vectors of one kind: their id, input and expectation.
fn vectors(kind: &str) -> impl Iterator<Item = (String, Value, Value)> {
    let rows: Vec<_> = include_str!("../../../../tests/data/usage.jsonl")
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["kind"] == kind)
        .collect();
    assert!(!rows.is_empty(), "no vectors of kind {kind}");
    rows.into_iter().map(|row| {
        let id = row["id"].as_str().unwrap().to_owned();
        (id, row["in"].clone(), row["expect"].clone())
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn bing_tells_nocache_from_noarchive() {
    for (id, input, expect) in vectors("bing-chat") {
        let rules = robots_exclusion_page::PageRules::from_meta(text(&input));
        let found = json!({
            "archive": rules.may_archive(),
            "chat": rules.bing_chat().as_str(),
        });
        assert_eq!(found, expect, "{id}");
    }
}

#[test]
fn licenses_of_pages() {
    for (id, input, expect) in vectors("page-license") {
        let mut page = robots_exclusion_page::PageRules::builder("FooBot");
        for header in input["headers"].as_array().into_iter().flatten() {
            page.header("link", text(header));
        }
        page.html(input["html"].as_str().unwrap_or_default().as_bytes());
        let rules = page.build();
        assert_eq!(json!(rules.licenses().collect::<Vec<_>>()), expect, "{id}");
        assert!(
            rules.may_index() && rules.may_follow() && rules.may_show_snippet(),
            "{id}"
        );
    }
}

#[test]
fn data_nosnippet_is_noticed() {
    for (id, input, expect) in vectors("data-nosnippet") {
        let mut page = robots_exclusion_page::PageRules::builder("FooBot");
        page.html(text(&input).as_bytes());
        assert_eq!(json!(page.build().has_data_nosnippet()), expect, "{id}");
    }
}

#[test]
fn content_usage_in_several_field_lines() {
    use robots_exclusion_page::ContentUsage;

    for (id, input, expect) in vectors("content-usage-fields") {
        let lines = input.as_array().unwrap().iter().map(|line| text(line).as_bytes());
        let field = ContentUsage::parse_fields(lines);
        let found = json!({
            "preferences": field.preferences().to_string(),
            "written": field.to_string(),
            "understood": field.error().is_none(),
        });
        assert_eq!(found, expect, "{id}");
    }
}

/// White space around the value of a header field, a space or a tab, is not part of the value.
#[test]
fn content_usage_in_a_field_line_after_a_tab() {
    use robots_exclusion_page::ContentUsage;

    let field = ContentUsage::parse_fields([&b"\ttrain-ai=n\t"[..], b"\t", b" search=y"]);
    assert_eq!(field.preferences().to_string(), "train-ai=n, search=y");
}

#[test]
fn a_path_of_content_usage_is_written_as_it_is_read() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion::write::RobotsTxtBuilder;
    use robots_exclusion_page::ContentUsage;

    let mut builder = RobotsTxtBuilder::new();
    builder.group("*").content_usage(b"/a#b\0c train-ai=n");
    let body = builder.to_bytes();
    assert!(body.starts_with(b"User-agent: *\nContent-Usage: /a%23b%00c train-ai=n\n"));
    let robots = RobotsTxt::parse(&body);
    let value = robots.groups().next().unwrap().content_usage().next().unwrap();
    let usage = ContentUsage::parse(value);
    assert_eq!(usage.path(), Some(&b"/a%23b%00c"[..]));
    assert_eq!(usage.preferences().to_string(), "train-ai=n");
}

#[test]
fn one_answer_over_every_source() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Signals, TdmFile, Use};

    for (id, input, expect) in vectors("signals") {
        let url = text(&input["url"]);
        let mut signals = Signals::new(UserAgent::resolve(text(&input["agent"])));
        signals.robots_txt(&RobotsTxt::parse(text(&input["robots"]).as_bytes()), url);
        for field in input["headers"].as_array().into_iter().flatten() {
            signals.header(text(&field[0]), text(&field[1]));
        }
        for tag in input["metas"].as_array().into_iter().flatten() {
            signals.meta(text(&tag[0]), text(&tag[1]));
        }
        if input["tdmrep"].is_array() {
            let file = TdmFile::parse(input["tdmrep"].to_string().as_bytes()).unwrap();
            signals.tdm_file(&file, url);
        }
        for purpose in Use::ALL {
            let answer = signals.answer(*purpose);
            assert_eq!(
                json!(answer.permission().as_str()),
                expect[purpose.as_str()],
                "{id} {purpose}"
            );
            let strongest = answer.statements().iter().map(|said| said.permission()).max();
            assert_eq!(
                answer.permission(),
                strongest.unwrap_or_default(),
                "{id} {purpose}"
            );
            if let Some(lines) = expect["lines"].get(purpose.as_str()) {
                let found: Vec<u32> = answer
                    .statements()
                    .iter()
                    .filter_map(|said| said.line())
                    .collect();
                assert_eq!(&json!(found), lines, "{id} {purpose}");
            }
        }
    }
}

#[test]
fn tdm_files() {
    use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use};

    for (id, input, expect) in vectors("tdm-file") {
        let Ok(file) = TdmFile::parse(input["file"].to_string().as_bytes()) else {
            assert_eq!(expect, "error", "{id}");
            continue;
        };
        let mut signals = Signals::new("FooBot");
        let answer = signals.tdm_file(&file, text(&input["url"])).answer(Use::Tdm);
        let (permission, says) = match (expect[0].as_bool(), expect[1].as_str()) {
            (None, _) => (Permission::Unsaid, None),
            (Some(false), _) => (Permission::Allowed, Some("tdm-reservation=0".to_owned())),
            (Some(true), None) => (Permission::Refused, Some("tdm-reservation=1".to_owned())),
            (Some(true), Some(policy)) => {
                let says = format!("tdm-reservation=1 tdm-policy={policy}");
                (Permission::Refused, Some(says))
            }
        };
        assert_eq!(answer.permission(), permission, "{id}");
        let said = answer.statements().iter().map(|said| said.says().to_owned());
        assert!(said.eq(says), "{id}");
    }
}

#[test]
fn what_was_declared_about_mining_and_where() {
    use robots_exclusion_page::signals::{Signals, Source, Use};
    let mut signals = Signals::new("FooBot");
    assert!(signals.answer(Use::Tdm).statements().is_empty());
    signals.header("tdm-reservation", "1");
    signals.header("tdm-policy", "https://example.com/policy");
    let answer = signals.answer(Use::Tdm);
    assert_eq!(answer.statements()[0].source(), Source::Header);
    let said: Vec<_> = answer
        .statements()
        .iter()
        .map(|statement| statement.says())
        .collect();
    assert_eq!(said, ["tdm-reservation=1 tdm-policy=https://example.com/policy"]);
}

#[test]
fn a_crawler_that_ignores_star_is_not_told_what_star_is() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Signals, Use};
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n\nUser-agent: OtherBot\nDisallow: /\n");
    for (agent, statements) in [
        ("AdsBot-Google", 0),
        ("Googlebot", 1),
        ("FooBot", 1),
        ("OtherBot", 1),
    ] {
        let mut signals = Signals::new(UserAgent::resolve(agent));
        signals.robots_txt(&robots, "https://example.com/a");
        let answer = signals.answer(Use::Search);
        assert_eq!(answer.statements().len(), statements, "{agent}");
    }
}

#[test]
fn what_a_second_file_says_is_added() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    let closed = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    let open = RobotsTxt::parse(b"User-agent: *\nDisallow:\n");
    for files in [[&closed, &open], [&open, &closed]] {
        let mut signals = Signals::new("FooBot");
        for file in files {
            signals.robots_txt(file, "https://example.com/a");
        }
        // The crawler fetches no page that either line disallows, and so sees no statement in it.
        signals.header("X-Robots-Tag", "noindex");
        let answer = signals.answer(Use::Search);
        assert_eq!(answer.permission(), Permission::Refused);
        let seen: Vec<bool> = answer.statements().iter().map(|said| said.is_seen()).collect();
        assert_eq!(seen, [true, false]);
    }
}

#[test]
fn the_star_group_refuses_a_control_token_but_does_not_permit_it() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    for (body, expected) in [
        ("User-agent: *\nDisallow: /", Permission::Refused),
        ("User-agent: *\nDisallow: /x", Permission::Unsaid),
        ("User-agent: *\nAllow: /", Permission::Unsaid),
        ("User-agent: Google-Extended\nAllow: /", Permission::Allowed),
        ("User-agent: Google-Extended\nDisallow: /", Permission::Refused),
    ] {
        let mut signals = Signals::new(UserAgent::resolve("Googlebot"));
        signals.robots_txt(&RobotsTxt::parse(body.as_bytes()), "https://example.com/a");
        assert_eq!(signals.answer(Use::AiTrain).permission(), expected, "{body}");
    }
}

/// No page is fetched under a control token, so the token refuses only the uses that it controls.
#[test]
fn a_control_token_is_no_crawler() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    for (token, refused) in [
        ("Google-Extended", &[Use::AiInput, Use::AiTrain][..]),
        ("Applebot-Extended", &[Use::AiTrain]),
        ("YandexAdditional", &[Use::AiInput]),
        ("FooBot", Use::ALL),
    ] {
        let body = format!("User-agent: {token}\nDisallow: /");
        let mut signals = Signals::new(UserAgent::resolve(token));
        signals.robots_txt(&RobotsTxt::parse(body.as_bytes()), "https://example.com/a");
        let is_refused = |purpose: &&Use| signals.answer(**purpose).permission() == Permission::Refused;
        let found: Vec<Use> = Use::ALL.iter().filter(is_refused).copied().collect();
        assert_eq!(found, refused, "{token}");
    }
}

#[test]
fn statements_are_cited_where_they_were_made() {
    use robots_exclusion_page::signals::{Signals, Source, Use};
    for (field, html, expected) in [
        (
            "</l>; rel=license; type=application/rsl+xml",
            "",
            (Source::Header, "license /l"),
        ),
        (
            "",
            "<link rel=license type=application/rsl+xml href=/l>",
            (Source::Page, "license /l"),
        ),
        (
            "",
            "<meta name=robots content=max-snippet:0>",
            (Source::PageRules, "max-snippet:0"),
        ),
        (
            "",
            "<meta name=robots content=nosnippet>",
            (Source::PageRules, "nosnippet"),
        ),
    ] {
        let mut signals = Signals::new("FooBot");
        signals.header(" Link ", field).html(html.as_bytes());
        let answer = signals.answer(Use::AiInput);
        let said: Vec<_> = answer
            .statements()
            .iter()
            .map(|said| (said.source(), said.says()))
            .collect();
        assert_eq!(said, [expected], "{field}{html}");
    }
}

/// Locations are compared with URLs as Google compares rules of robots.txt, and the first match
/// counts.
#[test]
fn locations_match_as_rules_do() {
    use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use};
    for (location, url, matches) in [
        ("/a%2A", "https://e.com/a*b", false),
        ("/a*", "https://e.com/a*b", true),
        ("/*/b$", "https://e.com/a/b", true),
        ("/*/b$", "https://e.com/a/bc", false),
        ("/\u{fc}", "https://e.com/%C3%BC", true),
        ("/A", "https://e.com/a", false),
        ("/", "https://e.com", true),
        ("/a?b", "https://e.com/a?bc#d", true),
    ] {
        let file = json!([
            {"location": location, "tdm-reservation": 1},
            {"location": "/", "tdm-reservation": 0},
        ]);
        let file = TdmFile::parse(file.to_string().as_bytes()).unwrap();
        let mut signals = Signals::new("FooBot");
        let expected = match matches {
            true => Permission::Refused,
            false => Permission::Allowed,
        };
        let answer = signals.tdm_file(&file, url).answer(Use::Tdm);
        assert_eq!(answer.permission(), expected, "{location} {url}");
    }
}

#[test]
fn every_license_is_cited() {
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    let link = |name: &str| format!("</{name}>; rel=license; type=application/rsl+xml");
    let mut signals = Signals::new("FooBot");
    signals
        .header("Link", format!("{}, {}", link("a"), link("b")))
        .header("link", link("c"))
        .html("<link rel=license type=application/rsl+xml href=/d><link rel=license type=application/rsl+xml href=/e>");
    let text = |text: &str| (text.to_owned(), None, true);
    for purpose in [Use::AiInput, Use::AiTrain, Use::Tdm] {
        assert_eq!(
            statements(&signals, purpose),
            [
                text("header: license /a"),
                text("header: license /b"),
                text("header: license /c"),
                text("page: license /d"),
                text("page: license /e"),
            ]
        );
        assert_eq!(signals.answer(purpose).permission(), Permission::Unsaid);
    }
    assert_eq!(statements(&signals, Use::Search), []);
}

/// White space around a name is not part of the name, wherever the tag was read.
#[test]
fn names_of_tags_about_mining_are_trimmed() {
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    let mut page = Signals::new("FooBot");
    page.html(b"<meta name=' tdm-reservation ' content=1>");
    let mut tag = Signals::new("FooBot");
    tag.meta(" tdm-reservation ", "1");
    // White space around a value is not part of the value.
    let mut value = Signals::new("FooBot");
    value.meta("tdm-reservation", " 1\t");
    for signals in [page, tag, value] {
        assert_eq!(signals.answer(Use::Tdm).permission(), Permission::Refused);
    }
}

#[test]
fn the_first_policy_for_mining_counts() {
    use robots_exclusion_page::signals::{Signals, Use};
    let mut signals = Signals::new("FooBot");
    signals
        .header("tdm-reservation", "1")
        .header("X-Policy", "https://example.com/other")
        .header("tdm-policy", " ")
        .header("TDM-Policy", "https://example.com/first")
        .header("tdm-policy", "https://example.com/second")
        .header("X-Policy", "https://example.com/other");
    let answer = signals.answer(Use::Tdm);
    let says = "tdm-reservation=1 tdm-policy=https://example.com/first";
    assert_eq!(answer.statements()[0].says(), says);
}

/// A policy says how to acquire rights, so it is ignored if no rights are reserved.
#[test]
fn a_policy_without_a_reservation_is_not_shown() {
    use robots_exclusion_page::signals::{Signals, Use};
    let mut signals = Signals::new("FooBot");
    signals
        .header("tdm-reservation", "0")
        .header("tdm-policy", "https://example.com/policy");
    let answer = signals.answer(Use::Tdm);
    assert_eq!(answer.statements()[0].says(), "tdm-reservation=0");
}

#[test]
fn the_last_file_about_mining_replaces_the_one_before() {
    use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use};
    let file = TdmFile::parse(br#"[{"location": "/a", "tdm-reservation": 1}]"#).unwrap();
    let mut signals = Signals::new("FooBot");
    for (url, expected) in [
        ("https://example.com/a", Permission::Refused),
        ("https://example.com/b", Permission::Unsaid),
    ] {
        let answer = signals.tdm_file(&file, url).answer(Use::Tdm);
        assert_eq!(answer.permission(), expected, "{url}");
    }
}

#[test]
fn of_a_repeated_tdm_field_the_first_value_that_declares_something_counts() {
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    for (values, expected) in [
        (&["x", "1"][..], Permission::Refused),
        (&["x", "0", "1"], Permission::Allowed),
        (&["x"], Permission::Unsaid),
    ] {
        let mut signals = Signals::new("FooBot");
        for value in values {
            signals.header("TDM-Reservation", value);
        }
        let said = signals.answer(Use::Tdm).permission();
        assert_eq!(said, expected, "{values:?}");
    }
}

/// The statements about a use: where, which line, what they say, whether they are seen.
fn statements(
    signals: &robots_exclusion_page::signals::Signals,
    purpose: robots_exclusion_page::signals::Use,
) -> Vec<(String, Option<u32>, bool)> {
    let answer = signals.answer(purpose);
    let said = answer.statements().iter();
    said.map(|said| {
        let text = format!("{}: {}", said.source(), said.says());
        (text, said.line(), said.is_seen())
    })
    .collect()
}

/// A group of `*` that blocks the whole site also applies to control tokens without a group, even
/// if the crawler's own group lets it fetch the page.
#[test]
fn a_disallow_of_star_refuses_what_a_control_token_is_about() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    let open_to =
        |name: &str, star: &str| format!("User-agent: {name}\nAllow: /\n\nUser-agent: *\n{star}: /\n");
    for (agent, star, train, input) in [
        ("Googlebot", "Disallow", Permission::Refused, Permission::Unsaid),
        ("Googlebot", "Allow", Permission::Unsaid, Permission::Unsaid),
        ("Applebot", "Disallow", Permission::Refused, Permission::Unsaid),
        // The token does not obey `*`.
        ("YandexBot", "Disallow", Permission::Unsaid, Permission::Unsaid),
        ("bingbot", "Disallow", Permission::Unsaid, Permission::Unsaid),
    ] {
        let body = open_to(agent, star);
        let mut signals = Signals::new(UserAgent::resolve(agent));
        signals.robots_txt(&RobotsTxt::parse(body.as_bytes()), "https://example.com/a");
        assert_eq!(signals.answer(Use::AiTrain).permission(), train, "{agent} {star}");
        assert_eq!(signals.answer(Use::AiInput).permission(), input, "{agent} {star}");
        assert_eq!(
            signals.answer(Use::Search).permission(),
            Permission::Unsaid,
            "{agent} {star}"
        );
    }
    let mut signals = Signals::new(UserAgent::resolve("Googlebot"));
    let body = open_to("Googlebot", "Disallow");
    signals.robots_txt(&RobotsTxt::parse(body.as_bytes()), "https://example.com/a");
    let expected = ("robots-txt: Google-Extended is refused".to_owned(), Some(5), true);
    assert_eq!(statements(&signals, Use::AiTrain), [expected]);
}

#[test]
fn preferences_are_cited_as_they_are_written() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, Use};
    let robots = RobotsTxt::parse(
        b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: /a search=n, train-ai=y\nAllow: /\n",
    );
    let mut signals = Signals::new("FooBot");
    signals
        .robots_txt(&robots, "https://example.com/a")
        .header(" content-USAGE ", "search=y, train-ai=n")
        .header("Content-Signal", "ai-input=no")
        .header("Content-Signals", "ai-input=yes")
        .header("Usage", "search=n");
    let text = |text: &str, line| (text.to_owned(), line, true);
    assert_eq!(
        statements(&signals, Use::Search),
        [
            text("robots-txt: search=yes", Some(2)),
            text("robots-txt: search=n", Some(3)),
            text("header: search=y", None),
        ]
    );
    assert_eq!(
        statements(&signals, Use::AiTrain),
        [
            text("robots-txt: ai-train=no", Some(2)),
            text("robots-txt: train-ai=y", Some(3)),
            text("header: train-ai=n", None),
        ]
    );
    assert_eq!(
        statements(&signals, Use::AiInput),
        [text("header: ai-input=no", None)]
    );
    let answer = signals.answer(Use::AiTrain);
    let permissions: Vec<_> = answer.statements().iter().map(|said| said.permission()).collect();
    use Permission::{Allowed, Refused};
    assert_eq!(permissions, [Refused, Allowed, Refused]);
    assert_eq!((answer.purpose(), answer.permission()), (Use::AiTrain, Refused));
}

#[test]
fn a_license_of_the_group_replaces_that_of_the_site() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Signals, Use};
    let body = "License: https://e.com/site.xml\n\nUser-agent: foobot\nLicense: https://e.com/own.xml\nAllow: /\n\n\
        User-agent: barbot\nAllow: /\n";
    for (agent, license, line) in [("FooBot", "own", 4), ("BarBot", "site", 1), ("Other", "site", 1)] {
        let mut signals = Signals::new(UserAgent::resolve(agent));
        signals.robots_txt(&RobotsTxt::parse(body.as_bytes()), "https://e.com/a");
        for purpose in [Use::AiInput, Use::AiTrain, Use::Tdm] {
            let expected = format!("robots-txt: license https://e.com/{license}.xml");
            assert_eq!(
                statements(&signals, purpose),
                [(expected, Some(line), true)],
                "{agent}"
            );
        }
    }
}

#[test]
fn a_byte_order_mark_before_tdmrep_is_skipped() {
    use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use};
    let file = b"\xEF\xBB\xBF[{\"location\": \"/\", \"tdm-reservation\": 1}]";
    let file = TdmFile::parse(file).expect("a mark is not a part of the JSON");
    let mut signals = Signals::new("FooBot");
    let answer = signals.tdm_file(&file, "https://e.com/a").answer(Use::Tdm);
    assert_eq!(answer.permission(), Permission::Refused);
    let error = TdmFile::parse(b"\xEF\xBB\xBF\xEF\xBB\xBF[]").unwrap_err();
    assert_eq!(error.to_string(), "tdmrep.json is an array of objects, in JSON");
}

/// A crawler that may not fetch a page sees nothing of what the page says.
#[test]
fn what_a_page_says_is_unseen_if_it_may_not_be_fetched() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use};
    let robots = RobotsTxt::parse(b"User-agent: foobot\nDisallow: /a\n");
    let file = TdmFile::parse(br#"[{"location": "/", "tdm-reservation": 0}]"#).unwrap();
    let say = |url: &str| {
        let mut signals = Signals::new("FooBot");
        signals
            .meta("robots", "noindex")
            .header("Content-Signal", "search=yes");
        signals.header("tdm-reservation", "1").tdm_file(&file, url);
        signals.robots_txt(&robots, url);
        signals
    };
    let (closed, open) = (say("https://e.com/a"), say("https://e.com/b"));
    let text = |text: &str, line, is_seen| (text.to_owned(), line, is_seen);
    assert_eq!(
        statements(&closed, Use::Search),
        [
            text("robots-txt: the crawler may not fetch the page", Some(2), true),
            text("header: search=yes", None, false),
            text("page-rules: noindex", None, false),
        ]
    );
    assert_eq!(
        statements(&closed, Use::Tdm)[1..],
        [
            text("header: tdm-reservation=1", None, false),
            text("tdm-file: tdm-reservation=0", None, true),
        ]
    );
    assert_eq!(
        statements(&open, Use::Search),
        [
            text("header: search=yes", None, true),
            text("page-rules: noindex", None, true)
        ]
    );
    assert_eq!(
        statements(&open, Use::Tdm),
        [text("header: tdm-reservation=1", None, true)]
    );
    assert_eq!(open.answer(Use::Search).permission(), Permission::Refused);
    // Only the unseen declaration that would count is named.
    let mut signals = Signals::new("FooBot");
    signals.robots_txt(&robots, "https://e.com/a");
    signals
        .meta("tdm-reservation", "1")
        .header("tdm-reservation", "0");
    assert_eq!(
        statements(&signals, Use::Tdm)[1..],
        [text("page: tdm-reservation=1", None, false)]
    );
}

/// The meaning of a page rule depends on the operator.
#[test]
fn noarchive_and_nocache_mean_what_the_operator_documents() {
    use robots_exclusion_page::signals::{Permission, Signals, Use};

    let refused = |agent: &str, rules: &str| {
        let mut signals = Signals::new(UserAgent::resolve(agent));
        signals.meta("robots", rules);
        [Use::AiTrain, Use::AiInput]
            .map(|purpose| signals.answer(purpose).permission() == Permission::Refused)
    };
    for (agent, rules, training, answers) in [
        ("Amazonbot", "noarchive", true, false),
        ("Amazonbot", "noarchive, nocache", true, false),
        ("Amazonbot", "nocache", false, false),
        ("bingbot", "noarchive", true, true),
        ("bingbot", "nocache", true, false),
        ("bingbot", "noarchive, nocache", true, false),
        // Some operators do not answer from a page that may not be indexed.
        ("bingbot", "noindex", false, true),
        ("Googlebot", "noindex", false, true),
        ("GPTBot", "noindex", false, false),
        ("Amazonbot", "nosnippet", false, false),
        ("GPTBot", "noarchive, nocache", false, false),
        ("FooBot", "noarchive", false, false),
    ] {
        assert_eq!(refused(agent, rules), [training, answers], "{agent} {rules}");
    }
    // The rule that refuses the use is cited.
    for (agent, rules, purpose, cited) in [
        ("Amazonbot", "noarchive, nocache", Use::AiTrain, "noarchive"),
        ("bingbot", "noarchive", Use::AiTrain, "noarchive"),
        ("bingbot", "noarchive", Use::AiInput, "noarchive"),
        ("bingbot", "noarchive, nocache", Use::AiTrain, "nocache"),
        ("FooBot", "noai", Use::AiTrain, "noai"),
        ("FooBot", "noai", Use::AiInput, "noai"),
        ("FooBot", "noindex, nosnippet", Use::Search, "noindex"),
        ("FooBot", "noindex, nosnippet", Use::AiInput, "nosnippet"),
        (
            "FooBot",
            "nosnippet, max-snippet:0",
            Use::AiInput,
            "max-snippet:0",
        ),
    ] {
        let mut signals = Signals::new(UserAgent::resolve(agent));
        signals.meta("robots", rules);
        let cited = (format!("page-rules: {cited}"), None, true);
        assert_eq!(statements(&signals, purpose), [cited], "{agent} {rules}");
    }
}

/// The training preference is for every crawler, known or not, and a group of `*` does not state it.
#[test]
fn the_training_preference_is_for_every_crawler() {
    use robots_exclusion::{RobotsTxt, agents};
    use robots_exclusion_page::signals::{Permission, Signals, Use};

    let token = agents::TRAINING_PREFERENCE;
    let answer = |agent: &str, body: &str, purpose| {
        let robots = RobotsTxt::parse(body.as_bytes());
        let mut signals = Signals::new(UserAgent::resolve(agent));
        signals.robots_txt(&robots, "https://example.com/a/b");
        let answer = signals.answer(purpose);
        (
            answer.permission(),
            answer.statements().first().and_then(|said| said.line()),
        )
    };
    let own = format!("User-agent: {token}\nDisallow: /a\nAllow: /a/c\n");
    for agent in ["Googlebot", "FooBot", "ClaudeBot", "*"] {
        assert_eq!(
            answer(agent, &own, Use::AiTrain),
            (Permission::Refused, Some(2)),
            "{agent}"
        );
        assert_eq!(
            answer(agent, &own, Use::AiInput),
            (Permission::Unsaid, None),
            "{agent}"
        );
        assert_eq!(
            answer(agent, &own, Use::Search),
            (Permission::Unsaid, None),
            "{agent}"
        );
        let open = format!("User-agent: {token}\nAllow: /\n");
        assert_eq!(
            answer(agent, &open, Use::AiTrain),
            (Permission::Allowed, Some(2)),
            "{agent}"
        );
    }
    // The group of `*` disallows the page for this crawler, but does not state a preference about
    // training.
    let star = "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nAllow: /\n";
    assert_eq!(answer("FooBot", star, Use::AiTrain), (Permission::Unsaid, None));
}

/// Values that name no use or refusal are still cited, but do not count.
#[test]
fn what_is_cited_and_does_not_count() {
    use robots_exclusion::RobotsTxt;
    use robots_exclusion_page::signals::{Permission, Signals, Use};

    let answer = |body: &str, page: &str, purpose: Use| {
        let robots = RobotsTxt::parse(body.as_bytes());
        let mut signals = Signals::new("FooBot");
        signals.robots_txt(&robots, "/x").meta("robots", page);
        let answer = signals.answer(purpose);
        let says = answer.statements().iter().map(|own| own.says().to_owned());
        (answer.permission(), says.collect::<Vec<_>>())
    };
    const OUTSIDE: &str = "Content-Signal: search=yes, ai-train=no\nUser-agent: FooBot\nDisallow: /y\n";
    for (body, page, purpose, permission, says) in [
        // A limit on a use neither permits nor refuses the use.
        (
            "User-agent: *\nContent-Signal: search=yes, use=reference\nDisallow: /y\n",
            "",
            Use::Search,
            Permission::Allowed,
            &["search=yes", "use=reference"][..],
        ),
        (
            "User-agent: *\nContent-Signal: use=immediate\nDisallow: /y\n",
            "",
            Use::AiTrain,
            Permission::Unsaid,
            &["use=immediate"],
        ),
        // Outside the groups, a signal refuses, but does not consent for a crawler with a group of
        // its own.
        (
            OUTSIDE,
            "",
            Use::Search,
            Permission::Unsaid,
            &["search=yes outside the groups, which is no consent for a crawler with a group of its own"],
        ),
        (OUTSIDE, "", Use::AiTrain, Permission::Refused, &["ai-train=no"]),
        (
            "Content-Signal: search=yes\nUser-agent: *\nDisallow: /y\n",
            "",
            Use::Search,
            Permission::Allowed,
            &["search=yes"],
        ),
        (
            "",
            "noimageai",
            Use::AiTrain,
            Permission::Unsaid,
            &["noimageai, about the images of the page"],
        ),
        ("", "noml", Use::AiTrain, Permission::Refused, &["noml"]),
        ("", "noml", Use::AiInput, Permission::Unsaid, &[]),
    ] {
        let found = answer(body, page, purpose);
        let says: Vec<String> = says.iter().map(ToString::to_string).collect();
        assert_eq!(found, (permission, says), "{body} {page} {purpose}");
    }
}
