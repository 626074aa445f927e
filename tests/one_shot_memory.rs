//! A question about a body makes no allocation, as `src/guide/figures.md` says.
//! `one_shot_real_files.rs` asks about real files.

mod one_shot;

use one_shot::{SEARCHED, allocated};

#[test]
fn a_question_about_a_body_allocates_nothing() {
    let ordinary = b"User-agent: ExampleCrawler\nUser-agent: *\nDisallow: /cgi-bin/\nDisallow: /*?sort=\nAllow: /caf%c3%a9/\nDisallow: /*.php$\n";
    assert_eq!(allocated(ordinary), 0);
    // Otherwise nothing was measured.
    let many: String = (0..2 * SEARCHED)
        .map(|number| format!("Disallow: /*item*{number}z\n"))
        .collect();
    assert_ne!(allocated(format!("User-agent: *\n{many}").as_bytes()), 0);
}
