//! Which crawlers a tag, a header value, or a part of a value addresses.

use robots_exclusion_page::{NoteKind, PageRules};
use serde_json::json;

use super::{effects, field, header, notes, unknown, x_robots_tag};

#[test]
fn tags_of_a_crawler_add_to_those_of_everyone() {
    let mut page = PageRules::builder("GoogleBot/2.1 (+https://example.com)");
    page.meta(" Robots ", "nofollow")
        .meta("googlebot", "noarchive")
        .meta("googlebot-news", "noindex");
    page.meta("google", "noindex")
        .meta("", "noindex")
        .meta("googlebot/2.1", "noindex")
        .meta("description", "noindex");
    assert_eq!(effects(&page.build()), json!({"follow": false, "archive": false}));
    page.alias("googlebot-news").meta("Googlebot-News", "nosnippet");
    assert_eq!(
        effects(&page.build()),
        json!({"follow": false, "archive": false, "snippet": false})
    );

    let nameless = PageRules::builder("")
        .meta("", "noindex")
        .meta("robots", "nofollow")
        .build();
    assert_eq!(effects(&nameless), json!({"follow": false}));
}

#[test]
fn x_robots_tag_addresses() {
    for (agent, value, expected) in [
        ("FooBot", "noindex", json!({"index": false})),
        ("FooBot", "otherbot: noindex", json!({})),
        ("FooBot", "otherbot: noindex, nofollow", json!({})),
        (
            "FooBot",
            "otherbot: noindex, foobot: nofollow, noarchive",
            json!({"follow": false, "archive": false}),
        ),
        ("FooBot", "noindex, otherbot: nofollow", json!({"index": false})),
        ("FooBot", "FOOBOT : noindex", json!({"index": false})),
        ("FooBot", "foobot/1.0: noindex", json!({"index": false})),
        ("FooBot", "foobot:, noindex", json!({"index": false})),
        ("FooBot", "otherbot:, noindex", json!({})),
        ("FooBot", "otherbot: *: noindex", json!({"index": false})),
        ("FooBot", "*: noindex", json!({"index": false})),
        ("FooBot", "robots: noindex", json!({"index": false})),
        (
            "FooBot",
            "otherbot: nofollow, ROBOTS: noindex",
            json!({"index": false}),
        ),
        ("FooBot", "foobot-news: noindex", json!({})),
        ("FooBot", "foo: noindex", json!({})),
        // Not a name, and so for everyone.
        ("FooBot", "foo bar: x, noindex", json!({"index": false})),
        ("FooBot", ": x, noindex", json!({"index": false})),
        (
            "FooBot",
            "max-snippet: 7, noindex",
            json!({"max_snippet": 7, "index": false}),
        ),
        ("FooBot", "max-fubar: 7, noindex", json!({"index": false})),
        ("FooBot", "MAX-fubar: 7, noindex", json!({"index": false})),
        ("FooBot", "noindex: foobot, nofollow", json!({"follow": false})),
        ("FooBot", "NoIndex: foobot, nofollow", json!({"follow": false})),
        (
            "FooBot",
            "otherbot: unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, noindex",
            json!({}),
        ),
        ("FooBot", "otherbot: max-snippet:7, noindex", json!({})),
        ("360Spider", "360spider: noindex", json!({"index": false})),
        ("", "noindex, : nofollow", json!({"index": false})),
    ] {
        assert_eq!(header(agent, value), expected, "{agent} reads {value}");
    }
    // An empty item is not a rule.
    for value in [
        "",
        "foobot:",
        "foobot:, noindex",
        "foobot: , noindex,",
        "*: foobot: noindex",
    ] {
        assert_eq!(notes(&x_robots_tag("FooBot", value)), [], "{value}");
    }
    // Rules for other crawlers are not noted.
    assert_eq!(
        notes(&x_robots_tag("FooBot", "otherbot: fubar, max-snippet:x")),
        []
    );
}

#[test]
fn robots_tag_sections() {
    for (agent, values, expected) in [
        ("FooBot", &["noindex"][..], json!({"index": false})),
        (
            "FooBot",
            &["*=noindex; foobot=nosnippet"],
            json!({"snippet": false}),
        ),
        (
            "FooBot",
            &["foobot=nosnippet; noindex"],
            json!({"snippet": false}),
        ),
        (
            "FooBot",
            &["FooBot = nosnippet", "foobot=noindex; *=none"],
            json!({"snippet": false, "index": false}),
        ),
        ("FooBot", &["*=noindex", "foobot="], json!({})),
        (
            "FooBot",
            &["otherbot=noindex; nosnippet"],
            json!({"snippet": false}),
        ),
        (
            "FooBot",
            &["otherbot=noindex, foobot=nosnippet"],
            json!({"snippet": false}),
        ),
        (
            "FooBot",
            &["noindex, foobot=nosnippet"],
            json!({"snippet": false}),
        ),
        ("FooBot", &["fubar; ; =; noindex"], json!({"index": false})),
        ("FooBot", &["max-snippet=5, noindex"], json!({"index": false})),
        ("", &["=noindex"], json!({})),
    ] {
        assert_eq!(field(agent, values), expected, "{agent} reads {values:?}");
    }
    // The scoping of this field does not affect other sources.
    let page = PageRules::builder("FooBot")
        .header("robots-tag", "none; foobot=")
        .meta("robots", "noarchive")
        .build();
    assert_eq!(effects(&page), json!({"archive": false}));
}

#[test]
fn other_fields_change_nothing() {
    let mut page = PageRules::builder("FooBot");
    page.header("X-Robots", "none")
        .header("Link", "none")
        .header("", "none")
        .header("Links", "</l>; rel=license; type=application/rsl+xml")
        .header(b"X-Robots-Tag\xFF", b"none");
    assert_eq!(page.build(), PageRules::default());
    assert_eq!(
        effects(&page.header(" x-ROBOTS-tag ", b"\xFFbar, noindex").build()),
        json!({"index": false})
    );
}

#[test]
fn what_a_section_has_that_is_not_understood_is_noted() {
    for (value, expected) in [
        ("fubar", &["fubar"][..]),
        ("*=fubar; foobot=snafu", &["snafu"]),
        ("otherbot=fubar", &[]),
        // A section without a rule has no notes.
        ("foobot=", &[]),
        ("*=;foobot=, ,", &[]),
    ] {
        let mut page = PageRules::builder("FooBot");
        page.header("Robots-Tag", value);
        assert_eq!(unknown(&page.build()), expected, "{value}");
    }
}

/// Rules that an operator documents, and names of tags in header fields.
#[test]
fn rules_and_sections_of_well_known_crawlers() {
    use robots_exclusion::agents::UserAgent;

    for (agent, name, content, expected) in [
        (
            "Googlebot",
            "google",
            "nopagereadaloud",
            json!({"read_aloud": false}),
        ),
        (
            "YandexBot",
            "yandex",
            "noyaca",
            json!({"generated_description": false}),
        ),
        (
            "YandexBot",
            "robots",
            "noindex, index, nofollow",
            json!({"follow": false}),
        ),
    ] {
        let mut page = PageRules::builder(UserAgent::resolve(agent));
        assert_eq!(
            effects(&page.meta(name, content).build()),
            expected,
            "{agent} {name} {content}"
        );
    }
    for (agent, value, expected) in [
        ("YandexMobileBot", "yandex: noindex", json!({"index": false})),
        ("Googlebot-News", "googlebot: noindex", json!({"index": false})),
        // This name is only for tags.
        ("Googlebot", "google: notranslate", json!({})),
    ] {
        let mut page = PageRules::builder(UserAgent::resolve(agent));
        let rules = page.header("X-Robots-Tag", value).build();
        assert_eq!(effects(&rules), expected, "{agent} {value}");
    }
    let mut page = PageRules::builder(UserAgent::resolve("Googlebot"));
    page.meta("google", "noindex");
    assert_eq!(notes(&page.build()), [(NoteKind::Misplaced, "noindex")]);
    // Only the name before the colon counts.
    page.meta("google", "max-snippet : 5, noindex:notranslate, noTranslate : x");
    assert_eq!(
        notes(&page.build()),
        [
            (NoteKind::BadValue, "noTranslate : x"),
            (NoteKind::Misplaced, "max-snippet : 5"),
            (NoteKind::Misplaced, "noindex"),
            (NoteKind::Misplaced, "noindex:notranslate"),
        ]
    );
    // A date is skipped as a whole.
    let mut page = PageRules::builder(UserAgent::resolve("Googlebot"));
    page.meta(
        "google",
        "unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, notranslate",
    );
    let misplaced = notes(&page.build())
        .into_iter()
        .map(|(kind, _)| kind)
        .collect::<Vec<_>>();
    assert_eq!(misplaced, [NoteKind::Misplaced]);
    assert_eq!(effects(&page.build()), json!({"translate": false}));
}

/// The names of tags, and how they combine, as operators document them.
#[test]
fn tags_are_for_the_crawlers_whose_operators_say_so() {
    use robots_exclusion::agents::{Token, UserAgent};

    let effects_of = |crawler: &UserAgent<'_>, tags: &[(&str, &str)]| {
        let mut page = PageRules::builder(crawler);
        for (name, content) in tags {
            page.meta(name, content);
        }
        effects(&page.build())
    };
    let noindex = json!({"index": false});
    for (crawler, name, content, expected) in [
        ("YandexBot", "yandex", "noindex", &noindex),
        ("YandexVideo", "Yandex", "noindex", &noindex),
        ("YandexVideo", "yandexvideo", "noindex", &noindex),
        ("Googlebot-News", "googlebot", "noindex", &noindex),
        ("Googlebot-News", "googlebot-news", "noindex", &noindex),
        ("Googlebot", "googlebot-news", "noindex", &json!({})),
        ("Google-InspectionTool", "googlebot", "noindex", &noindex),
        ("Applebot", "googlebot", "noindex", &json!({})),
        ("Applebot", "applebot", "noindex", &noindex),
        ("bingbot", "yandex", "noindex", &json!({})),
        ("Googlebot", "google", "notranslate", &json!({"translate": false})),
        (
            "Googlebot",
            "google",
            "noindex, NoTranslate",
            &json!({"translate": false}),
        ),
        ("bingbot", "google", "notranslate", &json!({})),
        ("FooBot", "foobot", "noindex", &noindex),
    ] {
        let found = effects_of(&UserAgent::resolve(crawler), &[(name, content)]);
        assert_eq!(found, *expected, "{crawler}: {name}={content}");
    }
    let both = [("robots", "noindex, noarchive"), ("robots", "index")];
    assert_eq!(
        effects_of(&UserAgent::resolve("YandexBot"), &both),
        json!({"archive": false})
    );
    assert_eq!(
        effects_of(&UserAgent::resolve("Googlebot"), &both),
        json!({"index": false, "archive": false})
    );
    // As a bare token, nothing is known about the crawler.
    let token = UserAgent::from(Token("YandexBot"));
    assert_eq!(effects_of(&token, &[("yandex", "noindex")]), json!({}));
    // In a header field, `google` names no crawler.
    let mut page = PageRules::builder(UserAgent::resolve("Googlebot"));
    page.header("X-Robots-Tag", "google: notranslate")
        .header("X-Robots-Tag", "googlebot: nosnippet")
        .header("Robots-Tag", "google=noindex");
    assert_eq!(effects(&page.build()), json!({"snippet": false}));
}
