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
        "--header",
        "X-Robots-Tag: foobot: noindex",
        "--header",
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
    let html = b"<!doctype html><meta name=robots content='nofollow'><meta name=foobot content=noindex>\xFF";
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
        "--header",
        "Server: x",
        "-f",
        "human",
    ]);
    assert_eq!(status(&output), 1);
    assert!(stderr(&output).contains("warning: the header \"Server\" holds no page rules"));
    assert!(stdout(&output).starts_with("index              denied\nfollow             allowed\n"));
    assert!(stdout(&output).contains("obsolete           noodp\n"));
    assert!(!stdout(&output).contains('\x1b'));
}
