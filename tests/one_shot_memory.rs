//! A question about a body makes no allocation, as README says, measured by an allocator that keeps
//! the peak.
//!
//! This is a separate test binary with one test, because the peak is that of the whole process.

use peak_alloc::PeakAlloc;
use robots_exclusion::{RobotsTxt, is_allowed};

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "it/shared.rs"]
mod shared;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Named by no real file: the rules of `*` are matched until a group of the crawler is found.
const AGENT: &str = "ExampleCrawler";
const URL: &str = "https://www.example.com/shop/search/item-1.html?sort=price&page=2";

/// After so many rules whose stars were searched for in the URL, an index of it is made; see
/// `matching::pattern::effort`.
const SEARCHED: usize = if cfg!(debug_assertions) { 2 } else { 256 };

/// How many bytes a question allocates at its peak.
fn allocated(body: &[u8]) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    std::hint::black_box(is_allowed(body, AGENT, URL));
    ALLOCATOR.peak_usage() - before
}

/// The rules of the crawler that have a star inside.
fn wildcards(body: &[u8]) -> usize {
    let robots = RobotsTxt::parse(body);
    let groups = robots.groups_for(AGENT);
    let rules = groups.iter().flat_map(|group| group.rules());
    let inside = |pattern: &[u8]| {
        pattern
            .trim_ascii_end()
            .split_last()
            .is_some_and(|(_, rest)| rest.contains(&b'*'))
    };
    rules.filter(|rule| inside(rule.pattern())).count()
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn a_question_about_a_body_allocates_nothing() {
    let ordinary = b"User-agent: ExampleCrawler\nUser-agent: *\nDisallow: /cgi-bin/\nDisallow: /*?sort=\nAllow: /caf%c3%a9/\nDisallow: /*.php$\n";
    assert_eq!(allocated(ordinary), 0);
    // Otherwise nothing was measured.
    let many: String = (0..2 * SEARCHED)
        .map(|number| format!("Disallow: /*item*{number}z\n"))
        .collect();
    assert_ne!(allocated(format!("User-agent: *\n{many}").as_bytes()), 0);

    if cfg!(debug_assertions) {
        println!("skipped: debug assertions allocate, too; real files are asked in release builds");
        return;
    }
    let Some(names) = shared::list("corpus") else {
        return;
    };
    let (mut files, mut allocating) = (0, 0);
    for name in names {
        let body = shared::read(&format!("corpus/{name}")).unwrap();
        files += 1;
        if allocated(&body) > 0 {
            allocating += 1;
            let wildcards = wildcards(&body);
            assert!(wildcards > SEARCHED, "{name}: {wildcards} rules with wildcards");
        }
    }
    println!("{allocating} of {files} files have so many rules with wildcards that a question allocates");
}
