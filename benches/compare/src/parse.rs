//! Reading every group of a file.

use std::hint::black_box;

use robots_exclusion::RobotsTxt;

use crate::race::{Contestant, race, seen, table};
use crate::support::Corpus;
use crate::{allocations, texts};

struct Nothing;

impl robotstxt::RobotsParseHandler for Nothing {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, _: u32, value: &str) {
        black_box(value);
    }
    fn handle_allow(&mut self, _: u32, value: &str) {
        black_box(value);
    }
    fn handle_disallow(&mut self, _: u32, value: &str) {
        black_box(value);
    }
    fn handle_sitemap(&mut self, _: u32, value: &str) {
        black_box(value);
    }
    fn handle_unknown_action(&mut self, _: u32, _: &str, value: &str) {
        black_box(value);
    }
}

fn parsers(bodies: &[String]) -> Vec<Contestant<'_>> {
    let origin = url::Url::parse("https://www.example.com")
        .expect("a URL")
        .origin();
    vec![
        (
            "robots-exclusion",
            Box::new(move || {
                bodies
                    .iter()
                    .for_each(|body| seen(RobotsTxt::parse(body.as_bytes())))
            }),
        ),
        (
            "fast-robots 0.1",
            Box::new(move || {
                bodies
                    .iter()
                    .for_each(|body| seen(fast_robots::RobotsTxt::parse(body)))
            }),
        ),
        (
            "robots_txt 0.7",
            Box::new(move || {
                bodies
                    .iter()
                    .for_each(|body| seen(robots_txt::Robots::from_str_lossy(body)))
            }),
        ),
        (
            "robotstxt 0.3 (events only)",
            Box::new(move || {
                bodies
                    .iter()
                    .for_each(|body| robotstxt::parse_robotstxt(body, &mut Nothing))
            }),
        ),
        (
            "robotparser 0.11",
            Box::new({
                let origin = origin.clone();
                move || {
                    bodies
                        .iter()
                        .for_each(|body| seen(robotparser::parser::parse_robots_txt(origin.clone(), body)))
                }
            }),
        ),
    ]
}

pub(crate) fn run(corpus: &Corpus) {
    let texts = texts(corpus);
    let median = String::from_utf8_lossy(corpus.of_length(561)).into_owned();
    let all_bytes = corpus.bytes() as f64;
    let mut contestants = parsers(&texts);
    println!(
        "\n### Parse every group of {} files, {:.1} MB\n\n| crate | MB/s | ratio |\n|---|---:|---:|",
        texts.len(),
        all_bytes / 1e6
    );
    let measured = race(&mut contestants);
    for ((name, _), time) in contestants.iter().zip(&measured) {
        println!(
            "| {name} | {:.0} | {:.2} |",
            all_bytes * 1e3 / time,
            time / measured[0]
        );
    }
    drop(contestants);
    let one = [median];
    table(
        &format!("Parse a file of {} bytes", one[0].len()),
        1.0,
        "ns",
        parsers(&one),
    );
    let count = allocations(|| {
        texts
            .iter()
            .for_each(|body| seen(RobotsTxt::parse(body.as_bytes())))
    });
    println!(
        "\nAllocations of robots-exclusion: {:.2} a file.",
        count as f64 / texts.len() as f64
    );
}
