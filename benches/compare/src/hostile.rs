//! Input made to be slow.

use std::hint::black_box;
use std::time::Instant;

use robots_exclusion::Rules;

use crate::race::{race, seen};

pub(crate) fn run() {
    let long_path = format!("https://www.example.com/{}", "a".repeat(10_000));
    let short_path = format!("https://www.example.com/{}", "a".repeat(2_000));
    let mut many_stars = String::from("User-agent: *\n");
    let mut i = 0;
    while many_stars.len() < 500 * 1024 {
        many_stars.push_str(&format!("Disallow: /*a*b{i}$\n"));
        i += 1;
    }
    let deep = "User-agent: *\nDisallow: /*a*a*a*a*a*a*a*a*b\n".to_owned();
    let one_rule = format!("User-agent: *\nDisallow: /{}b\n", "*a".repeat(250_000));
    println!(
        "\n### Hostile input, one question\n\n| input | robots-exclusion, one shot, µs | prepared, µs | robotstxt 0.3, µs |\n|---|---:|---:|---:|"
    );
    for (name, body, url, peers) in [
        (
            "500 KiB of `/*a*b{i}$`, 2 KB path",
            &many_stars,
            &short_path,
            true,
        ),
        (
            "500 KiB of `/*a*b{i}$`, 10 KB path",
            &many_stars,
            &long_path,
            false,
        ),
        ("`/*a*a*a*a*a*a*a*a*b`, 10 KB path", &deep, &long_path, true),
        (
            "one rule of 250,000 `*a`, 10 KB path",
            &one_rule,
            &long_path,
            false,
        ),
    ] {
        let rules = Rules::parse(body.as_bytes(), "FooBot");
        let times = race(&mut [
            (
                "one shot",
                Box::new(|| seen(robots_exclusion::is_allowed(body.as_bytes(), "FooBot", url))),
            ),
            ("prepared", Box::new(|| seen(rules.is_allowed(url)))),
        ]);
        let peer = peers.then(|| {
            let start = Instant::now();
            black_box(robotstxt::DefaultMatcher::default().one_agent_allowed_by_robots(body, "FooBot", url));
            start.elapsed().as_nanos() as f64 / 1e3
        });
        let peer = peer.map_or("-".to_owned(), |time| format!("{time:.0}"));
        println!(
            "| {name} | {:.1} | {:.1} | {peer} |",
            times[0] / 1e3,
            times[1] / 1e3
        );
    }
}
