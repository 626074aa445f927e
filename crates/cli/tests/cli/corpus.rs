//! `robots batch` over many real files (`ROBOTS_SHARED`): memory stays bounded.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use robots_exclusion::agents::{Agent, UserAgent};
use robots_exclusion::{Dialect, RobotsTxt};
use serde_json::{Value, json};

use crate::{corpus, peak_resident, robots};

const AGENTS: [&str; 11] = [
    "FooBot",
    "Googlebot",
    "Googlebot-Image",
    "bingbot",
    "YandexBot",
    "Baiduspider",
    "GPTBot",
    "CCBot",
    "AhrefsBot",
    "SeznamBot",
    "*",
];

/// The most memory that the program may take, in KiB: the mapped program, its buffers, and no more
/// of the input than a few rows.
const MAX_RESIDENT: u64 = 36 << 10;

fn bodies() -> Vec<(String, Vec<u8>)> {
    let read = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read(path).expect("a file"))
    };
    corpus().iter().map(read).collect()
}

/// Writes every row, reads every answer, and compares it with the library's. `by_body` puts the
/// rows of one body together.
fn work_through(by_body: bool) {
    let bodies = bodies();
    let mut child = robots()
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take().expect("a pipe");
    let answers = BufReader::new(child.stdout.take().expect("a pipe"));
    let questions = bodies.len() * AGENTS.len();
    let question = |at: usize| {
        let (body, agent) = if by_body {
            (at / AGENTS.len(), at % AGENTS.len())
        } else {
            (at % bodies.len(), at / bodies.len())
        };
        let (host, bytes) = &bodies[body];
        (format!("https://{host}/search/a?q={agent}"), AGENTS[agent], bytes)
    };
    let started = Instant::now();
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            let mut stdin = BufWriter::with_capacity(1 << 20, stdin);
            for at in 0..questions {
                let (url, agent, bytes) = question(at);
                let row = match std::str::from_utf8(bytes) {
                    Ok(text) => json!({"id": at, "agent": agent, "url": url, "robots": text}),
                    Err(_) => {
                        json!({"id": at, "agent": agent, "url": url, "robots_b64": STANDARD.encode(bytes)})
                    }
                };
                serde_json::to_writer(&mut stdin, &row).expect("a row");
                stdin.write_all(b"\n").expect("a row");
            }
            stdin.flush().expect("all rows");
            // Open until the memory is measured.
            stdin
        });
        let mut lines = answers.lines();
        for at in 0..questions {
            let line = lines.next().expect("an answer").expect("an answer");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            let (url, agent, bytes) = question(at);
            let crawler = UserAgent::resolve(agent);
            let dialect = crawler
                .agent()
                .map_or(Dialect::RFC_9309, Agent::dialect_with_policy);
            let robots = RobotsTxt::options().dialect(dialect).parse(bytes);
            let verdict = robots.check(&crawler, &url);
            assert_eq!(answer["id"], at);
            assert_eq!(answer["allowed"], verdict.is_allowed(), "{line}");
            assert_eq!(answer["line"].as_u64(), verdict.line().map(u64::from), "{line}");
        }
        let peak = peak_resident(child.id());
        println!(
            "{questions} questions in {:.1?}, {} KiB at most",
            started.elapsed(),
            peak.map_or("unknown".to_owned(), |peak| peak.to_string())
        );
        if cfg!(target_os = "linux") {
            let peak = peak.expect("/proc");
            assert!(peak < MAX_RESIDENT, "{peak} KiB");
        }
        drop(writer.join().expect("all rows are written"));
    });
    let status = child.wait().expect("the program ends");
    // A file that is too large for Yandex is no file, which comes before what is disallowed.
    let is_too_large = |(_, bytes): &(String, Vec<u8>)| {
        let robots = RobotsTxt::options().dialect(Dialect::YANDEX).parse(bytes);
        robots.outcome().is_some()
    };
    let expected = if bodies.iter().any(is_too_large) { 3 } else { 1 };
    assert_eq!(status.code(), Some(expected));
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_corpus_body_by_body() {
    work_through(true);
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_corpus_crawler_by_crawler() {
    work_through(false);
}
