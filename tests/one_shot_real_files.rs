//! A question about a real file makes no allocation, unless it has more rules with wildcards than are
//! looked at one by one.
//!
//! Debug assertions allocate too, so without optimization there is no such test.
#![cfg(not(debug_assertions))]

mod one_shot;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "it/shared.rs"]
mod shared;

use one_shot::{AGENT, SEARCHED, allocated};
use robots_exclusion::RobotsTxt;

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
fn a_question_about_a_real_file_allocates_nothing() {
    let (mut files, mut allocating) = (0, 0);
    for (name, body) in shared::corpus(1) {
        files += 1;
        if allocated(&body) > 0 {
            allocating += 1;
            let wildcards = wildcards(&body);
            assert!(wildcards > SEARCHED, "{name}: {wildcards} rules with wildcards");
        }
    }
    println!("{allocating} of {files} files have so many rules with wildcards that a question allocates");
}
