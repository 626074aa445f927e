//! The crates of Rust in the conformance suite of `tests/conformance`.
//!
//! `-- conformance` prints the verdicts by section; `-- conformance --save` also writes them, and the
//! answers to what RFC 9309 leaves open, to `tests/conformance/results`.

use std::collections::BTreeMap;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use robotparser::service::RobotsTxtService;
use serde_json::{Value, json};

/// What takes longer is no answer: four seconds of an idle processor and optimized code, with room for
/// a busy one and a debug build. What is slow on hostile input takes hours.
const LIMIT: Duration = Duration::from_secs(60);
/// Some peers are recursive.
const STACK: usize = 64 << 20;

#[derive(Clone)]
struct Question {
    body: Vec<u8>,
    agent: String,
    url: String,
}

impl Question {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The path and query, for libraries that take nothing else.
    fn path(&self) -> &str {
        let (url, _) = self.url.split_once('#').unwrap_or((&self.url, ""));
        crate::agreement::path(url)
    }
}

struct Peer {
    name: &'static str,
    version: &'static str,
    ask: fn(&Question) -> bool,
}

const PEERS: [Peer; 6] = [
    Peer {
        name: "fast-robots",
        version: "0.1.5",
        ask: |question| {
            let text = question.text();
            let robots = fast_robots::RobotsTxt::parse(&text);
            robots.is_allowed(&question.agent, question.path())
        },
    },
    Peer {
        name: "robotstxt",
        version: "0.3.0",
        ask: |question| {
            let mut matcher = robotstxt::DefaultMatcher::default();
            let text = question.text();
            matcher.one_agent_allowed_by_robots(&text, &question.agent, &question.url)
        },
    },
    Peer {
        name: "texting_robots",
        version: "0.2.2",
        ask: |question| {
            let robot = texting_robots::Robot::new(&question.agent, &question.body).expect("it parses");
            robot.allowed(&question.url)
        },
    },
    Peer {
        name: "robotxt",
        version: "0.7.0",
        ask: |question| {
            let robots = robotxt::Robots::parse(&question.body, &question.agent);
            robots.is_allowed(question.path())
        },
    },
    Peer {
        name: "robots_txt",
        version: "0.7.0",
        ask: |question| {
            let text = question.text();
            let robots = robots_txt::Robots::from_str_lossy(&text);
            let section = robots.choose_section(&question.agent);
            let matcher = robots_txt::matcher::SimpleMatcher::new(&section.rules);
            matcher.check_path(question.path())
        },
    },
    Peer {
        name: "robotparser",
        version: "0.11.0",
        ask: |question| {
            let url = url::Url::parse(&question.url).expect("a URL");
            let parsed = robotparser::parser::parse_robots_txt(url.origin(), &question.text());
            parsed.get_result().can_fetch(&question.agent, &url)
        },
    },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance")
}

fn rows(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines()
        .map(|row| serde_json::from_str(row).expect("a row of JSON"))
        .collect()
}

fn joined(parts: &Value) -> String {
    let parts = parts.as_array().expect("parts").iter();
    parts
        .map(|part| {
            let times = part[1].as_u64().expect("a number");
            part[0].as_str().expect("a text").repeat(times as usize)
        })
        .collect()
}

fn question(case: &Value) -> Question {
    let body = match (case["body"].as_str(), case["body_b64"].as_str()) {
        (Some(text), _) => text.into(),
        (None, Some(encoded)) => STANDARD.decode(encoded).expect("Base64"),
        (None, None) => joined(&case["body_parts"]).into(),
    };
    let url = case["url"].as_str().map(ToOwned::to_owned);
    Question {
        body,
        agent: case["agent"].as_str().expect("an agent").to_owned(),
        url: url.unwrap_or_else(|| joined(&case["url_parts"])),
    }
}

/// The answer, or `None` after a panic or when time is up; a thread that never ends is left alone.
fn asked(peer: &Peer, question: &Question) -> Option<bool> {
    let (sender, receiver) = mpsc::channel();
    let (ask, question) = (peer.ask, question.clone());
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Nobody listens if time was up.
        let _ = sender.send(ask(&question));
    });
    thread.expect("a thread");
    receiver.recv_timeout(LIMIT).ok()
}

pub(crate) fn run(save: bool) {
    let (cases, open) = (rows("cases.jsonl"), rows("open.jsonl"));
    println!("\nConformance with RFC 9309, verdicts of {} cases", cases.len());
    panic::set_hook(Box::new(|_| ()));
    for peer in &PEERS {
        let mut wrong = Vec::new();
        let mut sections: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for case in &cases {
            let answer = asked(peer, &question(case));
            let is_right = answer.is_some_and(|allowed| case["allowed"] == allowed);
            let section = sections.entry(case["section"].as_str().expect("a section"));
            let (right, all) = section.or_default();
            *right += usize::from(is_right);
            *all += 1;
            if !is_right {
                wrong.push(case["id"].clone());
            }
        }
        print!("{:<24} {}", peer.name, cases.len() - wrong.len());
        for (section, (right, all)) in sections {
            if right < all {
                print!("  {section}: {right} of {all}");
            }
        }
        println!();
        if save {
            let open: BTreeMap<&str, &str> = open
                .iter()
                .map(|case| {
                    let answer = match asked(peer, &question(case)) {
                        Some(true) => "allowed",
                        Some(false) => "disallowed",
                        None => "no answer",
                    };
                    (case["id"].as_str().expect("an identifier"), answer)
                })
                .collect();
            let results = json!({
                "library": peer.name,
                "version": peer.version,
                "language": "Rust",
                "by": "cargo run -p compare -- conformance --save",
                "wrong": wrong,
                "wrong_lines": null,
                "open": open,
            });
            let text = serde_json::to_string_pretty(&results).expect("JSON") + "\n";
            let file = folder().join(format!("results/{}.json", peer.name.replace('_', "-")));
            fs::write(&file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
    let _ = panic::take_hook();
}
