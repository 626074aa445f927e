//! `robots page`.

use serde_json::{Value, json};

use crate::{file, run, run_with, status, stderr, stdout};

fn page(arguments: &[&str]) -> (i32, Value) {
    let output = run(&[&["page", "--format", "json"], arguments].concat());
    assert_eq!(stderr(&output), "", "{arguments:?}");
    (status(&output), serde_json::from_str(stdout(&output)).unwrap())
}

#[test]
fn the_fields_of_the_contract() {
    let (status, rules) = page(&[
        "--meta",
        "max-snippet:50, max-image-preview:large, index, frobnicate",
    ]);
    assert_eq!(status, 0);
    for (field, value) in [
        ("index", json!(true)),
        ("follow", json!(true)),
        ("archive", json!(true)),
        ("snippet", json!(true)),
        ("max_snippet", json!(50)),
        ("max_image_preview", json!("large")),
        ("max_video_preview", json!(null)),
        ("translate", json!(true)),
        ("image_index", json!(true)),
        ("index_if_embedded", json!(false)),
        ("unavailable_after", json!(null)),
        ("unknown", json!(["frobnicate"])),
    ] {
        assert_eq!(rules[field], value, "{field}");
    }
}

#[test]
fn tags_and_headers_add_up() {
    let arguments = [
        "--meta",
        "noarchive",
        "--meta",
        "unavailable_after: 25 Jun 2010 15:00:00 PST",
        "--response-header",
        "X-Robots-Tag: foobot: noindex",
        "--response-header",
        "X-Robots-Tag: otherbot: nofollow",
    ];
    let (status, rules) = page(&[&arguments[..], &["-a", "FooBot/2.1"]].concat());
    assert_eq!(status, 1);
    assert_eq!(
        (&rules["index"], &rules["follow"], &rules["archive"]),
        (&json!(false), &json!(true), &json!(false))
    );
    assert_eq!(rules["unavailable_after"], "2010-06-25T23:00:00Z");
    let (_, everyone) = page(&arguments);
    assert_eq!(everyone["index"], true);
}

#[test]
fn a_page_of_html() {
    let html =
        "<!doctype html><meta name=robots content='nofollow'><meta name=foobot content=noindex>é".as_bytes();
    let path = file("page_html", "page.html", html);
    let (status, rules) = page(&["--html", &path]);
    assert_eq!(
        (status, &rules["index"], &rules["follow"]),
        (1, &json!(true), &json!(false))
    );
    let (_, rules) = page(&["--html", &path, "-a", "FooBot"]);
    assert_eq!(rules["index"], false);
    let piped = run_with(&["page", "--html", "-"], html);
    assert_eq!(crate::status(&piped), 1);
}

#[test]
fn for_people() {
    let output = run(&[
        "page",
        "--meta",
        "noindex, noodp, x\u{1b}[31m",
        "--response-header",
        "Server: x",
        "-f",
        "human",
    ]);
    assert_eq!(status(&output), 1);
    assert!(stderr(&output).contains("warning: the header \"Server\" holds no page rules"));
    assert!(stdout(&output).starts_with("index              denied\nfollow             allowed\n"));
    assert!(stdout(&output).contains("obsolete           noodp\n"));
    // A page without rules about AI does not allow anything.
    assert!(stdout(&output).contains("AI                 nothing is said\n"));
    let denied = run(&["page", "--meta", "noai", "-f", "human"]);
    assert!(stdout(&denied).contains("AI                 denied\n"));
    assert!(!stdout(&output).contains('\x1b'));
}

#[test]
fn contradictions_are_settled_as_asked() {
    let list = "index, noindex, nofollow, all";
    for (how, index, follow) in [
        (&[][..], false, false),
        (&["--combine", "restrictive"], false, false),
        (&["--combine", "workshop1996"], true, true),
        (&["--combine", "permissive"], true, true),
    ] {
        let (_, rules) = page(&[&["--meta", list], how].concat());
        assert_eq!(
            (&rules["index"], &rules["follow"]),
            (&json!(index), &json!(follow)),
            "{how:?}"
        );
        assert_eq!(
            rules["contradictions"],
            json!(["all, nofollow", "index, noindex"])
        );
    }
    // What the operator documents is the default, and an option decides.
    let (status, rules) = page(&["--meta", "index, noindex", "-a", "YandexBot"]);
    assert_eq!((status, &rules["index"]), (0, &json!(true)));
    let (status, _) = page(&[
        "--meta",
        "index, noindex",
        "-a",
        "YandexBot",
        "--combine",
        "restrictive",
    ]);
    assert_eq!(status, 1);
}

#[test]
fn several_crawlers() {
    let html = "<meta name=yandex content=noindex><meta name=googlebot content=nofollow>";
    let path = file("page_crawlers", "page.html", html);
    let (status, rules) = page(&[
        "--html",
        &path,
        "-a",
        "YandexBot",
        "-a",
        "Googlebot-News",
        "-a",
        "FooBot",
    ]);
    assert_eq!(status, 1);
    let found: Vec<Value> = rules
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["agent"], row["index"], row["follow"]]))
        .collect();
    assert_eq!(
        found,
        [
            json!(["YandexBot", false, true]),
            json!(["Googlebot-News", true, false]),
            json!(["FooBot", true, true]),
        ]
    );
    let (_, set) = page(&["--html", &path, "-a", "@search"]);
    assert!(set.as_array().unwrap().len() > 10);
    let output = run(&["page", "--meta", "noindex", "-a", "Googlebot,bingbot"]);
    assert_eq!(crate::status(&output), 2);
    let human = run(&[
        "page",
        "--html",
        &path,
        "-a",
        "YandexBot",
        "-a",
        "FooBot",
        "-f",
        "human",
    ]);
    assert!(stdout(&human).starts_with("YandexBot\nindex              denied\n"));
    assert!(stdout(&human).contains("\n\nFooBot\nindex              allowed\n"));
}

#[test]
fn what_a_page_says_of_itself() {
    let html = "<meta name=keywords content='a, b'><meta name=DESCRIPTION content=D><meta name=url content='https://e.com/'>";
    let path = file("page_document", "page.html", html);
    let (_, rules) = page(&["--html", &path]);
    assert_eq!(
        rules["document"],
        json!({"keywords": ["a", "b"], "description": "D", "document_state": "STATIC", "url": "https://e.com/"})
    );
    let (_, rules) = page(&["--meta", "noindex"]);
    assert_eq!(rules.get("document"), None);
    let human = run(&["page", "--html", &path, "-f", "human"]);
    assert!(
        stdout(&human)
            .ends_with("keywords           a, b\ndescription        D\nURL                https://e.com/\n")
    );
}

#[test]
fn encodings_of_pages() {
    let text = "<meta name=robots content=noindex>";
    let wide = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(unit)
            .collect()
    };
    for (name, html) in [
        ("utf8", format!("\u{feff}{text}").into_bytes()),
        ("le", wide(u16::to_le_bytes)),
        ("be", wide(u16::to_be_bytes)),
    ] {
        let path = file("page_encodings", name, html);
        let (status, rules) = page(&["--html", &path]);
        assert_eq!((status, &rules["index"]), (1, &json!(false)), "{name}");
    }
    let path = file(
        "page_latin",
        "page.html",
        b"<meta name=robots content=noindex>\xE9",
    );
    let output = run(&["page", "--html", &path]);
    assert_eq!(status(&output), 1);
    assert!(stderr(&output).contains("is not UTF-8"));
}
