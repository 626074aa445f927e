//! What a page allows a crawler, from its HTTP response and its HTML.
//!
//! Run with `cargo run --example page_rules --features html`.

use robots_exclusion::page::{PageAnswer, PageRules};

fn main() {
    let headers = [
        ("Content-Type", "text/html"),
        ("X-Robots-Tag", "foobot: nosnippet"),
        ("X-Robots-Tag", "noarchive"),
    ];
    let html = br#"<!DOCTYPE html><title>A page</title>
        <meta content="noindex, unavailable_after: Friday, 25-Jun-2010 15:00:00 PST, noodp" name=Robots>"#;

    let mut page = PageRules::builder("FooBot/1.0");
    for (name, value) in headers {
        page.header(name, value);
    }
    let rules = page.html(html).rules();

    println!(
        "index {}, follow {}, archive {}, snippet {}",
        rules.index(),
        rules.follow(),
        rules.archive(),
        rules.snippet()
    );
    if let Some(date) = rules.unavailable_after() {
        println!("not to be shown after {date}");
    }
    for note in rules.notes() {
        println!("without effect: {} ({:?})", note.text(), note.kind());
    }

    // With the answer of robots.txt in front: a page that may not be crawled does not show its rules.
    for crawl_allowed in [true, false] {
        println!("{}", PageAnswer::new(crawl_allowed, rules.clone()));
    }
}
