//! One question to a body that nobody has parsed.

use std::hint::black_box;

use robots_exclusion::{AgentList, Dialect, ParseOptions};

use crate::race::{Contestant, seen, table};
use crate::support::Corpus;
use crate::{allocations, texts};

const QUESTION: &str = "https://www.example.com/search/results/page-1.html?q=robots";

fn askers(bodies: &[String]) -> Vec<Contestant<'_>> {
    let url = QUESTION;
    vec![
        (
            "robots-exclusion",
            Box::new(move || {
                bodies
                    .iter()
                    .for_each(|body| seen(robots_exclusion::is_allowed(body.as_bytes(), "FooBot", url)))
            }),
        ),
        (
            "robots-exclusion, Google's dialect",
            Box::new(move || {
                let agents = AgentList::new(&["FooBot"]);
                bodies.iter().for_each(|body| {
                    seen(
                        ParseOptions::new()
                            .dialect(Dialect::GOOGLE)
                            .check(body.as_bytes(), &agents, url)
                            .is_allowed(),
                    )
                });
            }),
        ),
        (
            "fast-robots 0.1",
            Box::new(move || {
                for body in bodies {
                    let path = &url["https://www.example.com".len()..];
                    seen(fast_robots::RobotsTxt::parse(body).is_allowed("FooBot", path));
                }
            }),
        ),
        (
            "robotstxt 0.3",
            Box::new(move || {
                for body in bodies {
                    let mut matcher = robotstxt::DefaultMatcher::default();
                    seen(matcher.one_agent_allowed_by_robots(body, "FooBot", url));
                }
            }),
        ),
        (
            "texting_robots 0.2",
            Box::new(move || {
                for body in bodies {
                    black_box(
                        texting_robots::Robot::new("FooBot", body.as_bytes())
                            .is_ok_and(|robot| robot.allowed(url)),
                    );
                }
            }),
        ),
        (
            "robotxt 0.7",
            Box::new(move || {
                for body in bodies {
                    let path = &url["https://www.example.com".len()..];
                    seen(robotxt::Robots::parse(body.as_bytes(), "FooBot").is_allowed(path));
                }
            }),
        ),
        (
            "robots_txt 0.7 (no wildcards)",
            Box::new(move || {
                for body in bodies {
                    let robots = robots_txt::Robots::from_str_lossy(body);
                    let section = robots.choose_section("FooBot");
                    let matcher = robots_txt::matcher::SimpleMatcher::new(&section.rules);
                    seen(matcher.check_path(&url["https://www.example.com".len()..]));
                }
            }),
        ),
    ]
}

pub(crate) fn run(corpus: &Corpus) {
    let texts = texts(corpus);
    let files = texts.len() as f64;
    table(
        "One question to each file, from its bytes",
        files,
        "ns a file",
        askers(&texts),
    );
    let one = [String::from_utf8_lossy(corpus.of_length(561)).into_owned()];
    table(
        &format!("One question to a file of {} bytes", one[0].len()),
        1.0,
        "ns",
        askers(&one),
    );
    let count = allocations(|| {
        for body in &texts {
            black_box(robots_exclusion::is_allowed(body.as_bytes(), "FooBot", QUESTION));
        }
    });
    println!("\nAllocations of robots-exclusion: {count} in all.");
}
