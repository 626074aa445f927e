//! How often libraries answer as Google's C++ library does, on the generated files of
//! `tests/data/google-synthetic.jsonl.gz`.
//!
//! The files are full of quirks, which real ones are not: the shares say who follows the library into
//! its corners, and not how often anybody errs about the files of the Web.

use std::io::Read;
use std::panic::{self, AssertUnwindSafe};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use robots_exclusion::{Dialect, ParseOptions};
use serde_json::Value;

/// A question, and what Google's library answers.
struct Question {
    body: Vec<u8>,
    agent: String,
    url: String,
    allowed: bool,
}

fn questions() -> Vec<Question> {
    let packed = &include_bytes!("../../../tests/data/google-synthetic.jsonl.gz")[..];
    let mut rows = String::new();
    GzDecoder::new(packed)
        .read_to_string(&mut rows)
        .expect("it is packed");
    let mut questions = Vec::new();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a row of JSON");
        let body = STANDARD
            .decode(row["robots_b64"].as_str().expect("a body"))
            .expect("Base64");
        for case in row["cases"].as_array().expect("cases") {
            questions.push(Question {
                body: body.clone(),
                agent: case[0].as_str().expect("an agent").to_owned(),
                url: case[1].as_str().expect("a URL").to_owned(),
                allowed: case[2] == 1,
            });
        }
    }
    questions
}

/// The path and query of a URL, for libraries that take nothing else.
pub(crate) fn path(url: &str) -> &str {
    let after = url.find("://").map_or(0, |at| at + 3);
    url[after..].find('/').map_or("/", |at| &url[after + at..])
}

type Answerer = (&'static str, fn(&Question) -> bool);

const LIBRARIES: [Answerer; 7] = [
    ("robots-exclusion, google", |question| {
        let options = ParseOptions::new().dialect(Dialect::GOOGLE);
        options
            .check(&question.body, &question.agent[..], &question.url[..])
            .is_allowed()
    }),
    ("robots-exclusion, rfc9309", |question| {
        robots_exclusion::is_allowed(&question.body, &question.agent, &question.url)
    }),
    ("fast-robots 0.1", |question| {
        let text = String::from_utf8_lossy(&question.body);
        let robots = fast_robots::RobotsTxt::parse(&text);
        robots.is_allowed(&question.agent, path(&question.url))
    }),
    ("robotstxt 0.3", |question| {
        let text = String::from_utf8_lossy(&question.body);
        let mut matcher = robotstxt::DefaultMatcher::default();
        matcher.one_agent_allowed_by_robots(&text, &question.agent, &question.url)
    }),
    ("texting_robots 0.2", |question| {
        texting_robots::Robot::new(&question.agent, &question.body)
            .is_ok_and(|robot| robot.allowed(&question.url))
    }),
    ("robotxt 0.7", |question| {
        robotxt::Robots::parse(&question.body, &question.agent).is_allowed(path(&question.url))
    }),
    ("robots_txt 0.7 (no wildcards)", |question| {
        let text = String::from_utf8_lossy(&question.body);
        let robots = robots_txt::Robots::from_str_lossy(&text);
        let section = robots.choose_section(&question.agent);
        robots_txt::matcher::SimpleMatcher::new(&section.rules).check_path(path(&question.url))
    }),
];

pub(crate) fn run() {
    let questions = questions();
    println!(
        "\nAgreement with Google's library on {} questions about generated files",
        questions.len()
    );
    panic::set_hook(Box::new(|_| ()));
    for (name, answer) in LIBRARIES {
        let (mut agree, mut panics) = (0, 0);
        for question in &questions {
            match panic::catch_unwind(AssertUnwindSafe(|| answer(question))) {
                Ok(allowed) => agree += usize::from(allowed == question.allowed),
                Err(_) => panics += 1,
            }
        }
        let share = 100.0 * agree as f64 / questions.len() as f64;
        println!(
            "{name:<32} {share:6.2} %{}",
            if panics > 0 {
                format!("  ({panics} panics)")
            } else {
                String::new()
            }
        );
    }
    let _ = panic::take_hook();
}
