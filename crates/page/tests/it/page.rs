//! Page rules: robots meta tags, `X-Robots-Tag`, `Robots-Tag`.

mod audience;
mod html;
mod properties;

use robots_exclusion::RobotsTxt;
use robots_exclusion_page::{
    Combination, DocumentTags, ImagePreview, Limit, NoteKind, PageAnswer, PageRules, PageRulesBuilder,
    UtcTime,
};
use serde_json::{Value, json};

/// The rules as the JSON object of the command line, without the two names that `archive` consists
/// of.
fn to_json(rules: &PageRules) -> Value {
    let limit = |limit: Option<Limit>| {
        limit.map(|limit| match limit {
            Limit::AtMost(number) => i64::from(number),
            Limit::Unlimited => -1,
        })
    };
    let noted = |kind: NoteKind| -> Vec<&str> {
        rules
            .notes()
            .filter(|note| note.kind() == kind)
            .map(|note| note.text())
            .collect()
    };
    json!({
        "index": rules.may_index(),
        "follow": rules.may_follow(),
        "archive": rules.may_archive(),
        "bing_chat": rules.bing_chat().as_str(),
        "licenses": rules.licenses().collect::<Vec<_>>(),
        "data_nosnippet": rules.has_data_nosnippet(),
        "snippet": rules.may_show_snippet(),
        "max_snippet": limit(rules.max_snippet()),
        "max_image_preview": rules.max_image_preview().map(ImagePreview::as_str),
        "max_video_preview": limit(rules.max_video_preview()),
        "translate": rules.may_translate(),
        "read_aloud": rules.may_read_aloud(),
        "generated_description": rules.may_generate_description(),
        "image_index": rules.may_index_images(),
        "index_if_embedded": rules.may_index_if_embedded(),
        "ai": rules.may_use_for_ai(),
        "image_ai": rules.may_use_images_for_ai(),
        "training": rules.may_use_for_training(),
        "unavailable_after": rules.unavailable_after().map(|date| date.to_string()),
        "unknown": noted(NoteKind::Unknown),
        "obsolete": noted(NoteKind::Obsolete),
        "bad_values": noted(NoteKind::BadValue),
        "misplaced": noted(NoteKind::Misplaced),
        "contradictions": noted(NoteKind::Contradiction),
    })
}

/// The differences to a page that says nothing, without notes.
fn effects(rules: &PageRules) -> Value {
    let (mut all, default) = (to_json(rules), to_json(&PageRules::default()));
    let object = all.as_object_mut().expect("an object");
    object.retain(|key, value| {
        let is_left_out = matches!(
            &key[..],
            "unknown" | "obsolete" | "bad_values" | "misplaced" | "contradictions" | "bing_chat"
        );
        !is_left_out && *value != default[key]
    });
    all
}

fn notes(rules: &PageRules) -> Vec<(NoteKind, &str)> {
    rules.notes().map(|note| (note.kind(), note.text())).collect()
}

fn meta(content: &str) -> PageRules {
    PageRules::from_meta(content)
}

fn x_robots_tag(agent: &str, value: &str) -> PageRules {
    PageRules::builder(agent).header("X-Robots-Tag", value).build()
}

/// The unknown names in the notes.
fn unknown(rules: &PageRules) -> Vec<&str> {
    let notes = rules.notes().filter(|note| note.kind() == NoteKind::Unknown);
    notes.map(|note| note.text()).collect()
}

fn header(agent: &str, value: &str) -> Value {
    effects(&x_robots_tag(agent, value))
}

fn field(agent: &str, values: &[&str]) -> Value {
    let mut page = PageRules::builder(agent);
    for value in values {
        page.header("Robots-Tag", value);
    }
    effects(&page.build())
}

#[test]
fn vectors() {
    let mut seen = 0;
    for line in include_str!("../../../../tests/data/extensions.jsonl").lines() {
        let vector: Value = serde_json::from_str(line).expect("a JSON object");
        let input = &vector["in"];
        let text = |value: &Value| value.as_str().expect("a string").to_owned();
        let kind = text(&vector["kind"]);
        let mut page = PageRules::builder(input["agent"].as_str().unwrap_or(""));
        match &kind[..] {
            "meta-robots" => page.meta("robots", text(input)),
            "meta-robots-1996" => page
                .combination(Combination::Workshop1996)
                .meta("ROBOTS", text(input)),
            "meta-robots-yandex" => page
                .combination(Combination::MostPermissive)
                .meta("robots", text(input)),
            "x-robots-tag" => {
                for value in input["headers"].as_array().expect("an array") {
                    page.header("X-Robots-Tag", text(value));
                }
                &mut page
            }
            "robots-tag" => page.header("Robots-Tag", text(&input["value"])),
            _ => continue,
        };
        // Keys that a vector leaves out are as on an empty page.
        let mut expected = to_json(&PageRules::default());
        for (key, value) in vector["expect"].as_object().expect("an object") {
            assert!(expected.get(key).is_some(), "{key} is no field, in {line}");
            expected[key] = value.clone();
        }
        let rules = page.build();
        for (key, value) in to_json(&rules).as_object().expect("an object") {
            if !matches!(&key[..], "unknown" | "obsolete" | "bad_values" | "contradictions") {
                assert_eq!(*value, expected[key], "{key} in {line}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 26, "vectors of page rules");
}

/// Page rules accept the same crawler names as robots.txt.
#[test]
fn crawlers_have_the_names_that_groups_know_them_by() {
    let bodies =
        ["J", "Foo", "Foo.Bot_1-x", "FooBot"].map(|name| format!("User-agent: {name}\nDisallow: /\n"));
    for agent in [
        "FooBot",
        "foobot/1.0 (+https://example.com)",
        " Foo.Bot_1-x",
        "J\u{e4}vla-Foobot",
        "Foo\u{e4}",
        "\u{e4}FooBot",
        "",
        "(FooBot)",
        // Shorter than the names of all rules.
        "Foo",
        "J/1.0",
    ] {
        for (body, name) in bodies.iter().zip(["J", "Foo", "Foo.Bot_1-x", "FooBot"]) {
            let is_named = !RobotsTxt::parse(body.as_bytes()).is_allowed(agent, "/");
            let meta = PageRules::builder(agent).meta(name, "noindex").build();
            assert_eq!(meta.may_index(), !is_named, "{agent}, meta tag for {name}");
            let header = x_robots_tag(agent, &format!("{name}: noindex"));
            assert_eq!(header.may_index(), !is_named, "{agent}, X-Robots-Tag for {name}");
            let field = field(agent, &[&format!("{name}=noindex")]);
            assert_eq!(
                field["index"] == false,
                is_named,
                "{agent}, Robots-Tag for {name}"
            );
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn serializes_to_the_object_of_the_command_line() {
    for (content, noarchive, nocache) in [
        ("", false, false),
        (
            "none, max-snippet:-1, max-video-preview:7, max-image-preview:large, noodp, wat, max-snippet:x",
            false,
            false,
        ),
        ("noarchive", true, false),
        ("nocache", false, true),
        ("nocache, noarchive", true, true),
    ] {
        let rules = PageRules::builder("")
            .meta("robots", content)
            .meta("robots", "unavailable_after:2030-01-02")
            .build();
        let mut expected = to_json(&rules);
        (expected["noarchive"], expected["nocache"]) = (noarchive.into(), nocache.into());
        assert_eq!(serde_json::to_value(&rules).expect("serializes"), expected);
    }
}

#[test]
fn every_name_has_its_effect() {
    for (content, expected) in [
        ("", json!({})),
        (" , ,", json!({})),
        ("all, index, follow, archive", json!({})),
        ("NoIndex", json!({"index": false})),
        ("none", json!({"index": false, "follow": false})),
        ("noarchive", json!({"archive": false})),
        ("nocache", json!({"archive": false})),
        ("nosnippet", json!({"snippet": false})),
        ("notranslate", json!({"translate": false})),
        ("noimageindex", json!({"image_index": false})),
        ("noai", json!({"ai": false})),
        ("noimageai", json!({"image_ai": false})),
        ("noml", json!({"training": false})),
        (
            "none,indexifembedded",
            json!({"index": false, "follow": false, "index_if_embedded": true}),
        ),
        ("max-snippet : 20", json!({"max_snippet": 20})),
        ("MAX-SNIPPET:-1", json!({"max_snippet": -1})),
        (
            "max-snippet:99999999999999999999",
            json!({"max_snippet": u32::MAX}),
        ),
        ("max-video-preview:0", json!({"max_video_preview": 0})),
        ("max-image-preview:NONE", json!({"max_image_preview": "none"})),
        (
            "max-image-preview: standard",
            json!({"max_image_preview": "standard"}),
        ),
        (
            "noindex\u{a0},\u{a0}nofollow",
            json!({"index": false, "follow": false}),
        ),
    ] {
        let rules = meta(content);
        assert_eq!(effects(&rules), expected, "{content}");
        assert_eq!(notes(&rules), [], "{content}");
    }
}

#[test]
fn what_has_no_effect_is_noted() {
    use NoteKind::{BadValue, Obsolete, Unknown};
    for (content, expected) in [
        ("noindex; nofollow", (Unknown, "noindex; nofollow")),
        ("noindex nofollow", (Unknown, "noindex nofollow")),
        (" Fu-Bar ", (Unknown, "Fu-Bar")),
        ("fu:bar", (Unknown, "fu:bar")),
        ("max-audio-preview:1", (Unknown, "max-audio-preview:1")),
        ("max-audio-preview", (Unknown, "max-audio-preview")),
        ("NOODP", (Obsolete, "NOODP")),
        ("noydir", (Obsolete, "noydir")),
        ("nositelinkssearchbox", (Obsolete, "nositelinkssearchbox")),
        ("max-snippet:abc", (BadValue, "max-snippet:abc")),
        ("max-snippet", (BadValue, "max-snippet")),
        ("max-snippet:", (BadValue, "max-snippet:")),
        ("max-snippet:-2", (BadValue, "max-snippet:-2")),
        ("max-image-preview:1", (BadValue, "max-image-preview:1")),
        ("max-video-preview:1s", (BadValue, "max-video-preview:1s")),
        ("noindex:googlebot", (BadValue, "noindex:googlebot")),
        ("unavailable_after", (BadValue, "unavailable_after")),
        ("unavailable_after:", (BadValue, "unavailable_after:")),
        (
            "unavailable_after: tomorrow",
            (BadValue, "unavailable_after: tomorrow"),
        ),
        ("no\u{130}ndex", (Unknown, "no\u{130}ndex")),
    ] {
        let rules = meta(content);
        assert_eq!(effects(&rules), json!({}), "{content}");
        assert_eq!(notes(&rules), [expected], "{content}");
    }
    assert_eq!(unknown(&meta("a, b, noodp, b")), ["a", "b"]);
}

#[test]
fn a_date_reaches_over_its_commas_and_no_further() {
    let date = json!({"unavailable_after": "2010-06-25T23:00:00Z"});
    let with_noindex = json!({"unavailable_after": "2010-06-25T23:00:00Z", "index": false});
    for text in [
        "25 Jun 2010 15:00:00 PST",
        "Fri, 25 Jun 2010 15:00:00 PST",
        "Friday, 25-Jun-10 15:00:00 PST",
        "Friday , 25-Jun-2010 15:00:00 PST",
        "2010-06-25T15:00:00-08:00",
        "2010-06-25T23:00:00,25Z",
        "20100625T230000Z",
    ] {
        for (content, expected) in [
            (format!("unavailable_after: {text}"), &date),
            (format!("Unavailable_After:{text},"), &date),
            (format!("unavailable_after: {text}, noindex"), &with_noindex),
            (format!("noindex,unavailable_after : {text}"), &with_noindex),
        ] {
            let rules = meta(&content);
            assert_eq!(effects(&rules), *expected, "{content}");
            assert_eq!(notes(&rules), [], "{content}");
            assert_eq!(header("FooBot", &content), *expected, "{content}");
            assert_eq!(
                header("FooBot", &format!("foobot: {content}")),
                *expected,
                "{content}"
            );
            assert_eq!(
                field("FooBot", &[&format!("foobot={content}; *=none")]),
                *expected,
                "{content}"
            );
        }
    }
}

#[test]
fn a_broken_date_swallows_only_itself() {
    for (content, whole) in [
        ("unavailable_after: Friday, noindex", "unavailable_after: Friday"),
        (
            "unavailable_after: Friday, 25-Jnu-10 15:00:00 GMT, noindex",
            "unavailable_after: Friday, 25-Jnu-10 15:00:00 GMT",
        ),
        (
            "unavailable_after: Friday,\n25-Jnu-10 15:00:00 GMT, noindex",
            "unavailable_after: Friday,\n25-Jnu-10 15:00:00 GMT",
        ),
        (
            "unavailable_after: Fri, 2010-99-99T15:00:00, noindex",
            "unavailable_after: Fri, 2010-99-99T15:00:00",
        ),
        (
            "unavailable_after: 2010-02-30, noindex",
            "unavailable_after: 2010-02-30",
        ),
        ("unavailable_after: , noindex", "unavailable_after:"),
    ] {
        let rules = x_robots_tag("FooBot", content);
        assert_eq!(effects(&rules), json!({"index": false}), "{content}");
        assert_eq!(notes(&rules), [(NoteKind::BadValue, whole)], "{content}");
    }
    // A number after anything other than a weekday is a separate item.
    assert_eq!(
        notes(&x_robots_tag("FooBot", "unavailable_after: soon, 7")),
        [
            (NoteKind::Unknown, "7"),
            (NoteKind::BadValue, "unavailable_after: soon")
        ]
    );
}

#[test]
fn combinations() {
    use Combination::{MostPermissive, MostRestrictive, Workshop1996};
    let cases = [
        ("all, noindex", [json!({"index": false}), json!({}), json!({})]),
        (
            "none, index",
            [
                json!({"index": false, "follow": false}),
                json!({"follow": false}),
                json!({"follow": false}),
            ],
        ),
        (
            "none, all",
            [json!({"index": false, "follow": false}), json!({}), json!({})],
        ),
        (
            "noindex",
            [
                json!({"index": false}),
                json!({"index": false}),
                json!({"index": false}),
            ],
        ),
        // `all` cancels everything in 1996, but only its opposites elsewhere.
        (
            "all, nosnippet",
            [json!({"snippet": false}), json!({}), json!({"snippet": false})],
        ),
        (
            "noarchive, archive",
            [json!({"archive": false}), json!({}), json!({})],
        ),
        (
            "nocache, all",
            [json!({"archive": false}), json!({}), json!({"archive": false})],
        ),
        (
            "max-snippet:5, max-snippet:9",
            [
                json!({"max_snippet": 5}),
                json!({"max_snippet": 5}),
                json!({"max_snippet": 9}),
            ],
        ),
        (
            "max-snippet:0, max-snippet:-1",
            [
                json!({"max_snippet": 0, "snippet": false}),
                json!({"max_snippet": 0, "snippet": false}),
                json!({"max_snippet": -1}),
            ],
        ),
        (
            "max-image-preview:large, max-image-preview:none",
            [
                json!({"max_image_preview": "none"}),
                json!({"max_image_preview": "none"}),
                json!({"max_image_preview": "large"}),
            ],
        ),
        (
            "unavailable_after:2030-01-01, unavailable_after:2029-01-01",
            [
                json!({"unavailable_after": "2029-01-01T00:00:00Z"}),
                json!({"unavailable_after": "2029-01-01T00:00:00Z"}),
                json!({"unavailable_after": "2030-01-01T00:00:00Z"}),
            ],
        ),
        (
            "noindex, index, indexifembedded",
            [
                json!({"index": false, "index_if_embedded": true}),
                json!({}),
                json!({}),
            ],
        ),
    ];
    for (content, expected) in cases {
        for (combination, expected) in [MostRestrictive, Workshop1996, MostPermissive]
            .into_iter()
            .zip(expected)
        {
            let one = PageRules::builder("")
                .combination(combination)
                .meta("robots", content)
                .build();
            assert_eq!(effects(&one), expected, "{content} under {combination:?}");
            let mut several = PageRules::builder("");
            for piece in content.split(", ").collect::<Vec<_>>().into_iter().rev() {
                several.meta("robots", piece);
            }
            assert_eq!(
                several.combination(combination).build(),
                one,
                "{content} under {combination:?} in several tags"
            );
        }
    }
}

/// `all` does not override licenses and notes.
#[test]
fn all_leaves_what_is_no_restriction() {
    const LICENSE: &str = "https://example.com/license.xml";
    let html = b"<meta name=robots content='all, nosnippet, foo'><p data-nosnippet>";
    let mut page = PageRules::builder("");
    page.header(
        "link",
        format!("<{LICENSE}>; rel=license; type=application/rsl+xml"),
    );
    let rules = page.combination(Combination::Workshop1996).html(html).build();
    assert!(rules.may_show_snippet() && rules.has_data_nosnippet());
    assert_eq!(rules.licenses().collect::<Vec<_>>(), [LICENSE]);
    assert!(rules.notes().count() > 0);
}

#[test]
fn what_a_tag_and_a_field_both_say_counts_once() {
    for (combination, content, expected) in [
        (Combination::MostRestrictive, "noindex", json!({"index": false})),
        (Combination::Workshop1996, "all, nosnippet", json!({})),
        (Combination::MostPermissive, "index, noindex", json!({})),
    ] {
        let mut page = PageRules::builder("");
        page.combination(combination).meta("robots", content);
        assert_eq!(effects(&page.build()), expected, "{content}");
        page.header("Robots-Tag", format!("*={content}"));
        assert_eq!(effects(&page.build()), expected, "{content} in both");
    }
}

#[test]
fn a_field_adds_to_what_a_tag_says() {
    use Combination::{MostPermissive, MostRestrictive, Workshop1996};
    for (combination, tag, added, expected) in [
        (
            MostRestrictive,
            "noarchive",
            "max-image-preview:none",
            json!({"archive": false, "max_image_preview": "none"}),
        ),
        (
            MostRestrictive,
            "max-video-preview:9, max-snippet:9",
            "max-video-preview:7, max-snippet:7",
            json!({"max_video_preview": 7, "max_snippet": 7}),
        ),
        (MostRestrictive, "noindex", "all", json!({"index": false})),
        (MostPermissive, "noindex", "all", json!({})),
        (Workshop1996, "noindex, nosnippet", "all", json!({})),
        (
            MostPermissive,
            "nofollow",
            "follow, notranslate",
            json!({"translate": false}),
        ),
    ] {
        let mut page = PageRules::builder("");
        page.combination(combination)
            .meta("robots", tag)
            .header("Robots-Tag", format!("*={added}"));
        assert_eq!(effects(&page.build()), expected, "{tag} and {added}");
    }
}

#[test]
fn notes_are_bounded() {
    let content: String = (0..10_000).map(|n| format!("name{n},")).collect();
    let rules = meta(&content);
    assert_eq!(rules.notes().count(), 64);
    assert!(rules.has_more_notes());
    assert!(!meta("name1").has_more_notes());
    let list = (0..64).map(|n| format!("name{n},")).collect::<String>();
    assert!(!meta(&list).has_more_notes() && meta(&format!("{list}name64")).has_more_notes());
    let mut page = PageRules::builder("");
    assert!(!page.header("Robots-Tag", "*=name1").build().has_more_notes());
    assert!(
        page.header("Robots-Tag", format!("*={content}"))
            .build()
            .has_more_notes()
    );
    assert_eq!(unknown(&meta(&"x".repeat(1_000_000))), ["x".repeat(128)]);
}

#[test]
fn a_page_that_may_not_be_crawled_does_not_show_its_rules() {
    let rules = meta("noindex, nofollow");
    let open = PageAnswer::new(true, rules.clone());
    assert!(!open.hides_rules());
    assert_eq!(open.rules(), Some(&rules));
    assert_eq!(open.may_index(), Some(false));
    assert_eq!(
        open.to_string(),
        "may be crawled, but neither indexed nor its links followed"
    );

    let denied = PageAnswer::new(false, rules);
    assert!(denied.hides_rules());
    assert_eq!((denied.rules(), denied.may_index()), (None, None));
    for (rules, hidden) in [
        ("index, fubar", false),
        ("all", false),
        // As loose as the default, or looser.
        ("max-snippet:-1", false),
        ("max-video-preview:-1", false),
        ("max-image-preview:large", false),
        (
            "index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1",
            false,
        ),
        ("max-snippet:-1, nofollow", true),
        ("max-snippet:160", true),
        ("max-snippet:0", true),
        ("max-video-preview:0", true),
        ("max-image-preview:standard", true),
        ("nofollow", true),
        ("noarchive", true),
        ("nosnippet", true),
        ("noai", true),
        ("max-image-preview:none", true),
        ("unavailable_after: 2030-01-01", true),
    ] {
        assert_eq!(
            PageAnswer::new(false, meta(rules)).hides_rules(),
            hidden,
            "{rules}"
        );
    }

    let never = PageAnswer::fetch(false, || panic!("a denied page is not fetched"));
    assert_eq!((never.hides_rules(), never.rules()), (false, None));
    assert_eq!(
        PageAnswer::fetch(true, PageRules::default).may_index(),
        Some(true)
    );
}

#[test]
fn answers_read_as_text() {
    for (crawl_allowed, rules, expected) in [
        (true, "all", "may be crawled and indexed, and its links followed"),
        (
            true,
            "nofollow",
            "may be crawled and indexed, but its links not followed",
        ),
        (
            true,
            "noindex",
            "may be crawled, but not indexed; its links may be followed",
        ),
        (
            true,
            "none",
            "may be crawled, but neither indexed nor its links followed",
        ),
        (
            false,
            "none",
            "may not be crawled, so its page rules are not seen and have no effect",
        ),
        (false, "all", "may not be crawled"),
    ] {
        let answer = PageAnswer::new(crawl_allowed, meta(rules));
        assert_eq!(answer.to_string(), expected, "{crawl_allowed} {rules}");
    }
    let never = PageAnswer::fetch(false, || panic!("a denied page is not fetched"));
    assert_eq!(never.to_string(), "may not be crawled");
    let fetched = PageAnswer::fetch(true, || meta("nofollow"));
    assert_eq!(fetched, PageAnswer::new(true, meta("nofollow")));
}

#[test]
fn notes_read_as_text() {
    let shown: Vec<String> = meta("noindx, max-snippet:x, noodp, none, follow")
        .notes()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        shown,
        [
            "unknown: noindx",
            "obsolete: noodp",
            "bad-value: max-snippet:x",
            "contradiction: follow, nofollow",
        ]
    );
}

#[test]
fn unavailability_begins_after_the_date() {
    let rules = meta("unavailable_after: 2030-01-01T00:00:00Z");
    let at = |text: &str| rules.is_unavailable_at(UtcTime::parse(text).expect("a date"));
    assert!(!at("2030-01-01T00:00:00Z"));
    assert!(at("2030-01-01T00:00:01Z"));
    assert!(!PageRules::default().is_unavailable_at(UtcTime::parse("9999-01-01").expect("a date")));
}

#[test]
fn a_moment_of_the_system_is_the_second_in_which_it_lies() {
    use std::time::{Duration, UNIX_EPOCH};

    let (half, second) = (Duration::from_millis(500), Duration::from_secs(1));
    for (time, expected) in [
        (UNIX_EPOCH, 0),
        (UNIX_EPOCH + half, 0),
        (UNIX_EPOCH + second + half, 1),
        (UNIX_EPOCH - half, -1),
        (UNIX_EPOCH - Duration::from_nanos(100), -1),
        (UNIX_EPOCH - second, -1),
        (UNIX_EPOCH - second - half, -2),
    ] {
        assert_eq!(UtcTime::from(time).as_unix_seconds(), expected, "{time:?}");
    }
    // The nearest time that a date can express.
    let eon = Duration::from_secs(1 << 40);
    assert_eq!(
        UtcTime::from(UNIX_EPOCH - eon).to_string(),
        "0000-01-01T00:00:00Z"
    );
    assert_eq!(
        UtcTime::from(UNIX_EPOCH + eon).to_string(),
        "9999-12-30T22:00:00Z"
    );
    // On systems with times whose distance does not fit an `i64`.
    if let Some(time) = UNIX_EPOCH.checked_sub(Duration::from_secs(1 << 63)) {
        assert_eq!(UtcTime::from(time).to_string(), "0000-01-01T00:00:00Z");
    }
}

#[test]
fn limits_are_shown_as_a_page_writes_them() {
    for (limit, text) in [
        (Limit::AtMost(0), "0"),
        (Limit::AtMost(80), "80"),
        (Limit::Unlimited, "-1"),
    ] {
        assert_eq!(limit.to_string(), text);
        assert_eq!(format!("{limit:>4}"), format!("{text:>4}"));
        assert_eq!(meta(&format!("max-snippet:{limit}")).max_snippet(), Some(limit));
    }
}

/// A part of a URL would be a different URL.
#[test]
fn an_address_of_a_license_is_kept_whole_or_not_at_all() {
    let of_length = |length: usize| format!("/{}", "x".repeat(length - 1));
    for (length, kept) in [(2_047, true), (2_048, true), (2_049, false), (5_000, false)] {
        let mut page = PageRules::builder("FooBot");
        let url = of_length(length);
        page.link("license", "application/rsl+xml", &url);
        let rules = page.build();
        let licenses: Vec<&str> = rules.licenses().collect();
        let expected: &[&str] = if kept { &[&url] } else { &[] };
        assert_eq!(licenses, expected, "{length}");
    }
}

#[test]
fn document_tags_of_1996() {
    let mut tags = DocumentTags::default();
    assert!(
        tags.is_static()
            && tags.keywords().is_empty()
            && tags.description().is_none()
            && tags.url().is_none()
    );
    tags.meta("robots", "none")
        .meta("keyword", "none")
        .meta("", "none");
    assert_eq!(tags, DocumentTags::default());
    tags.meta(" KEYWORDS\n", "Robots, page rules,")
        .meta("keywords", "second");
    tags.meta("Description", " A page. ")
        .meta("description", "second");
    tags.meta("Document-State", "Dynamic")
        .meta("document-state", "static")
        .meta("URL", " https://example.com/\n")
        .meta("url", "https://example.com/second")
        .meta("robots", "none");
    assert_eq!(tags.keywords(), ["Robots", "page rules"]);
    assert_eq!(tags.description(), Some("A page."));
    assert_eq!(tags.document_state(), "Dynamic");
    assert!(!tags.is_static());
    assert_eq!(tags.url(), Some("https://example.com/"));
}

#[test]
fn types_are_what_caches_and_threads_need() {
    fn assert_auto_traits<T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    assert_auto_traits::<PageRules>();
    assert_auto_traits::<PageRulesBuilder>();
    assert_auto_traits::<PageAnswer>();
    assert_auto_traits::<UtcTime>();
}

/// Of two limits the smaller one counts, unless permissions win; then the larger one does.
#[test]
fn the_limit_that_counts_depends_on_the_combination() {
    let lists = [
        "max-snippet:10, max-snippet:20",
        "max-snippet:-1, max-snippet:20",
        "max-video-preview:0, max-video-preview:7",
        "max-image-preview:none, max-image-preview:large",
        "unavailable_after:2030-01-01, unavailable_after:2031-01-01",
    ];
    for (list, key, smaller, larger) in [
        (lists[0], "max_snippet", json!(10), json!(20)),
        (lists[1], "max_snippet", json!(20), json!(-1)),
        (lists[2], "max_video_preview", json!(0), json!(7)),
        (lists[3], "max_image_preview", json!("none"), json!("large")),
        (
            lists[4],
            "unavailable_after",
            json!("2030-01-01T00:00:00Z"),
            json!("2031-01-01T00:00:00Z"),
        ),
    ] {
        for (combination, expected) in [
            (Combination::MostRestrictive, &smaller),
            (Combination::Workshop1996, &smaller),
            (Combination::MostPermissive, &larger),
        ] {
            let rules = PageRules::builder("")
                .combination(combination)
                .meta("robots", list)
                .build();
            assert_eq!(&to_json(&rules)[key], expected, "{list} {combination}");
        }
    }
}

#[test]
fn contradictions_are_noted() {
    for (list, expected) in [
        ("index, follow", &[][..]),
        ("all, noarchive", &[]),
        ("noindex, index", &["index, noindex"]),
        ("nofollow, follow", &["follow, nofollow"]),
        ("none, all", &["all, nofollow", "all, noindex"]),
        // The more specific name is cited, and each pair once.
        ("none, all, index, noindex", &["all, nofollow", "index, noindex"]),
        ("all, nocache, nosnippet, noai, noimageindex, notranslate", &[]),
        (
            "archive, nocache, noarchive",
            &["archive, noarchive", "archive, nocache"],
        ),
        ("max-snippet:5, max-snippet:5", &[]),
        (
            "max-snippet:5, max-snippet:-1",
            &["max-snippet:5, max-snippet:-1"],
        ),
        (
            "max-image-preview:large, max-image-preview:none",
            &["max-image-preview:none, max-image-preview:large"],
        ),
        (
            "max-video-preview:7, max-video-preview:0",
            &["max-video-preview:0, max-video-preview:7"],
        ),
        (
            "unavailable_after: 2012-06-25, unavailable_after: 2010-06-25",
            &["unavailable_after:2010-06-25T00:00:00Z, unavailable_after:2012-06-25T00:00:00Z"],
        ),
    ] {
        for combination in Combination::ALL {
            let rules = PageRules::builder("")
                .combination(*combination)
                .meta("robots", list)
                .build();
            assert_eq!(
                to_json(&rules)["contradictions"],
                json!(expected),
                "{list} {combination}"
            );
        }
    }
}
