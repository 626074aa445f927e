//! The rules of a page for a crawler, from its HTTP response and its HTML.
//!
//! Run with `cargo run -p robots-exclusion-page --example page_rules`.

use robots_exclusion_page::{PageAnswer, PageRules};

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
    let rules = page.html(html).build();

    println!(
        "index {}, follow {}, archive {}, snippet {}",
        rules.may_index(),
        rules.may_follow(),
        rules.may_archive(),
        rules.may_show_snippet()
    );
    if let Some(date) = rules.unavailable_after() {
        println!("not shown after {date}");
    }
    for note in rules.notes() {
        println!("no effect: {} ({:?})", note.text(), note.kind());
    }

    // Together with robots.txt: a crawler that may not fetch the page never sees its rules.
    for crawl_allowed in [true, false] {
        println!("{}", PageAnswer::new(crawl_allowed, rules.clone()));
    }
}
