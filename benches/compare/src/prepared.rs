//! Questions to compiled rules.

use robots_exclusion::{RobotsTxt, Rules, Target};

use crate::race::{Contestant, seen, table};
use crate::support::{self, Corpus};

pub(crate) fn run(corpus: &Corpus) {
    let rules = |body: &[u8]| Rules::parse(body, "FooBot").len();
    let stars = |body: &[u8]| body.iter().filter(|byte| **byte == b'*').count();
    let with = |keep: &dyn Fn(&[u8]) -> bool| -> Vec<Vec<u8>> {
        corpus
            .bodies
            .iter()
            .map(|(_, body)| body.clone())
            .filter(|body| keep(body))
            .take(200)
            .collect()
    };
    contest("10 to 15 rules", &with(&|body| (10..=15).contains(&rules(body))));
    contest(
        "about 45 rules with wildcards",
        &with(&|body| (40..=50).contains(&rules(body)) && stars(body) >= 10),
    );
    let large = with(&|body| (240..=320).contains(&rules(body)) && stars(body) > 80);
    contest(
        "some 280 rules, many wildcards",
        &if large.is_empty() {
            vec![support::rules(280, 2)]
        } else {
            large
        },
    );
    let huge = corpus.bodies.iter().find(|(name, _)| name == "docs.oracle.com");
    contest(
        "a huge site",
        &[huge.map_or_else(|| support::rules(30_000, 0), |(_, body)| body.clone())],
    );
    contest("1,000 wildcards", &[support::rules(1000, 1)]);
}

fn contest(title: &str, bodies: &[Vec<u8>]) {
    let ours: Vec<Rules> = bodies.iter().map(|body| Rules::parse(body, "FooBot")).collect();
    let urls: Vec<Vec<String>> = bodies
        .iter()
        .map(|body| support::urls(body, "FooBot", 64))
        .collect();
    let targets: Vec<Vec<Target<'_>>> = urls
        .iter()
        .map(|urls| urls.iter().map(|url| Target::new(url)).collect())
        .collect();
    let texting: Vec<_> = bodies
        .iter()
        .map(|body| texting_robots::Robot::new("FooBot", body).expect("it parses"))
        .collect();
    let robotxt: Vec<_> = bodies
        .iter()
        .map(|body| robotxt::Robots::parse(body, "FooBot"))
        .collect();
    let texts: Vec<_> = bodies.iter().map(|body| String::from_utf8_lossy(body)).collect();
    let read: Vec<_> = texts
        .iter()
        .map(|text| fast_robots::RobotsTxt::parse(text))
        .collect();
    let fast: Vec<_> = read.iter().map(|robots| robots.matcher()).collect();
    let rules = ours.iter().map(Rules::len).sum::<usize>() as f64 / ours.len() as f64;
    let (mut asked, mut texting_agrees, mut robotxt_agrees, mut fast_agrees) = (0, 0, 0, 0);
    for (i, urls) in urls.iter().enumerate() {
        for url in urls {
            let allowed = ours[i].is_allowed(url);
            asked += 1;
            texting_agrees += usize::from(texting[i].allowed(url) == allowed);
            let path = &url["https://www.example.com".len()..];
            fast_agrees += usize::from(fast[i].is_allowed("FooBot", path) == allowed);
            robotxt_agrees += usize::from(robotxt[i].is_allowed(path) == allowed);
        }
    }
    let per = (bodies.len() * 64) as f64;
    let contestants: Vec<Contestant<'_>> = vec![
        (
            "robots-exclusion, from a URL",
            Box::new(|| {
                ours.iter()
                    .zip(&urls)
                    .for_each(|(rules, urls)| urls.iter().for_each(|url| seen(rules.is_allowed(url))))
            }),
        ),
        (
            "robots-exclusion, from a target",
            Box::new(|| {
                ours.iter().zip(&targets).for_each(|(rules, targets)| {
                    targets.iter().for_each(|target| seen(rules.is_allowed(target)))
                })
            }),
        ),
        (
            "texting_robots 0.2, from a URL",
            Box::new(|| {
                texting
                    .iter()
                    .zip(&urls)
                    .for_each(|(robot, urls)| urls.iter().for_each(|url| seen(robot.allowed(url))))
            }),
        ),
        (
            "fast-robots 0.1, its matcher, from a path",
            Box::new(|| {
                fast.iter().zip(&urls).for_each(|(matcher, urls)| {
                    urls.iter().for_each(|url| {
                        seen(matcher.is_allowed("FooBot", &url["https://www.example.com".len()..]))
                    })
                })
            }),
        ),
        (
            "robotxt 0.7, from a path",
            Box::new(|| {
                robotxt.iter().zip(&urls).for_each(|(robots, urls)| {
                    urls.iter()
                        .for_each(|url| seen(robots.is_allowed(&url["https://www.example.com".len()..])))
                })
            }),
        ),
    ];
    table(
        &format!(
            "Prepared question, {title} ({} sites, {rules:.0} rules)",
            bodies.len()
        ),
        per,
        "ns a question",
        contestants,
    );
    println!(
        "\nOf {asked} answers, texting_robots agrees with {texting_agrees}, robotxt with {robotxt_agrees}, fast-robots with {fast_agrees}."
    );
    let heap: usize = ours.iter().map(Rules::heap_bytes).sum();
    let patterns: usize = bodies.iter().map(|body| pattern_bytes(body)).sum();
    println!(
        "Heap of `Rules`: {:.1} bytes a rule beyond the patterns' own.",
        (heap as f64 - patterns as f64) / (rules * ours.len() as f64)
    );
    let compile: Vec<Contestant<'_>> = vec![
        (
            "robots-exclusion",
            Box::new(|| bodies.iter().for_each(|body| seen(Rules::parse(body, "FooBot")))),
        ),
        (
            "texting_robots 0.2",
            Box::new(|| {
                bodies
                    .iter()
                    .for_each(|body| seen(texting_robots::Robot::new("FooBot", body).is_ok()))
            }),
        ),
        (
            "fast-robots 0.1, all groups",
            Box::new(|| {
                texts
                    .iter()
                    .for_each(|text| seen(fast_robots::RobotsTxt::parse(text).matcher()))
            }),
        ),
        (
            "robotxt 0.7",
            Box::new(|| {
                bodies
                    .iter()
                    .for_each(|body| seen(robotxt::Robots::parse(body, "FooBot")))
            }),
        ),
    ];
    table(
        &format!("Compile, {title}, body included"),
        rules * bodies.len() as f64,
        "ns a rule",
        compile,
    );
}

/// Bytes of the patterns that apply to FooBot.
fn pattern_bytes(body: &[u8]) -> usize {
    let robots = RobotsTxt::parse(body);
    let named = |group: &robots_exclusion::Group<'_>, name: &[u8]| {
        group.agents().any(|agent| agent.eq_ignore_ascii_case(name))
    };
    let any_named = robots.groups().any(|group| named(&group, b"FooBot"));
    let name: &[u8] = if any_named { b"FooBot" } else { b"*" };
    robots
        .groups()
        .filter(|group| named(group, name))
        .flat_map(|group| group.rules().collect::<Vec<_>>())
        .map(|rule| rule.pattern().len())
        .sum()
}
