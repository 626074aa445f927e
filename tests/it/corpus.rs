//! For every real file and every dialect, all ways to ask give the same answers. Runs if
//! `ROBOTS_SHARED` names the folder with the corpus.
//!
//! A release build asks all 50 questions about each file in every dialect. A debug build, to stay
//! within a minute, asks all 50 in one dialect, which changes from file to file so that each gets a
//! tenth of the files, and three in each of the others.

use std::collections::BTreeSet;

use robots_exclusion::{AgentList, Dialect, Reason, RobotsTxt};

use crate::ask::{answer, check};
use crate::shared;

const URLS: usize = 50;

/// A small random number generator (xorshift), so that every run asks the same questions.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: usize) -> Self {
        Self((seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// What a file is asked: crawlers that it names and one that it does not, and URLs related to its
/// rules.
struct Questions {
    agents: Vec<String>,
    urls: Vec<String>,
}

fn questions(robots: &RobotsTxt<'_>, count: usize, numbers: &mut Numbers) -> Questions {
    let named: BTreeSet<&[u8]> = robots
        .groups()
        .flat_map(|group| group.agents().collect::<Vec<_>>())
        .collect();
    let named: Vec<&[u8]> = named.into_iter().collect();
    let mut agents = vec![String::from("FooBot/1.0 (+https://foo.example)")];
    if !named.is_empty() {
        agents.push(String::from_utf8_lossy(numbers.one_of(&named)).into_owned());
    }
    let patterns: Vec<String> = robots
        .groups()
        .flat_map(|group| {
            group
                .rules()
                .map(|rule| String::from_utf8_lossy(rule.pattern()).into_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    let urls = (0..count)
        .map(|i| match i % 5 {
            // Two in five match a rule as usually read, two in five nearly do, and one is
            // unrelated.
            0 | 1 if !patterns.is_empty() => near(&patterns[numbers.below(patterns.len())], false, numbers),
            2 | 3 if !patterns.is_empty() => near(&patterns[numbers.below(patterns.len())], true, numbers),
            _ => random(numbers),
        })
        .collect();
    Questions { agents, urls }
}

/// A URL made from a pattern; with `miss`, changed in one place.
fn near(pattern: &str, miss: bool, numbers: &mut Numbers) -> String {
    let mut path = String::new();
    for c in pattern.strip_suffix('$').unwrap_or(pattern).chars() {
        match c {
            '*' => path.push_str(numbers.one_of(&["", "x", "a/b", "*"])),
            c => path.push(c),
        }
    }
    if miss && !path.is_empty() {
        let at = path
            .char_indices()
            .map(|(at, _)| at)
            .nth(numbers.below(path.chars().count()))
            .unwrap_or(0);
        let c = path.remove(at);
        match numbers.below(5) {
            0 => {}
            1 => path.insert(at, '~'),
            2 => path.insert(
                at,
                if c.is_ascii_lowercase() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                },
            ),
            3 => {
                let mut buffer = [0; 4];
                let escaped: String = c
                    .encode_utf8(&mut buffer)
                    .bytes()
                    .map(|byte| format!("%{byte:02x}"))
                    .collect();
                path.insert_str(at, &escaped);
            }
            _ => path.insert(at, '#'),
        }
    } else {
        path.push_str(numbers.one_of(&["", "", "/", "x.html", "?a=b", "#top"]));
    }
    let front = numbers.one_of(&[
        "https://www.example.com",
        "http://user@example.com:8080",
        "https://[::1]",
        "",
    ]);
    format!("{front}{path}")
}

/// A URL that is unrelated to any rule.
fn random(numbers: &mut Numbers) -> String {
    let mut url =
        String::from(numbers.one_of(&["https://www.example.com", "/", "", "mailto:", "//", "https://"]));
    for _ in 0..numbers.below(20) {
        url.push(numbers.one_of(&[
            '/', 'a', '?', '%', '2', 'f', '*', '$', '#', ';', ':', '\u{e9}', '\0', '[', '\\',
        ]));
    }
    url
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn every_file_answers_in_every_dialect() {
    let files = shared::list("corpus");
    assert_eq!(files.len(), 4_230);
    let mut asked = [0; Dialect::PRESETS.len()];
    let mut decided = [0; Dialect::PRESETS.len()];
    for (index, file) in files.iter().enumerate() {
        let body = shared::read(&format!("corpus/{file}"));
        for (preset, (name, dialect)) in Dialect::PRESETS.iter().copied().enumerate() {
            let robots = RobotsTxt::options().dialect(dialect).parse(&body);
            let mut numbers = Numbers::new(index * Dialect::PRESETS.len() + preset);
            let is_turn = preset == index % Dialect::PRESETS.len();
            let count = if is_turn || !cfg!(debug_assertions) {
                URLS
            } else {
                3
            };
            let questions = questions(&robots, count, &mut numbers);
            let compiled: Vec<_> = questions
                .agents
                .iter()
                .map(|agent| robots.rules_for(agent))
                .collect();
            for (i, url) in questions.urls.iter().enumerate() {
                let turn = i % compiled.len();
                let (agent, rules) = (questions.agents[turn].as_str(), &compiled[turn]);
                let spans = robots.check(agent, url);
                let context = || format!("{file}, {name}, {agent:?}, {url:?}");
                assert_eq!(
                    check(&body, &AgentList::new(&[agent]), url, dialect),
                    spans,
                    "{}",
                    context()
                );
                let compiled = rules.check(url);
                assert_eq!(answer(&compiled), answer(&spans), "{}", context());
                assert_eq!(compiled.group_name(), spans.group_name(), "{}", context());
                assert_eq!(rules.is_allowed(url), spans.is_allowed(), "{}", context());
                asked[preset] += 1;
                decided[preset] += usize::from(spans.reason() == Reason::Rule);
            }
        }
    }
    for ((name, _), (asked, decided)) in Dialect::PRESETS
        .iter()
        .copied()
        .zip(asked.into_iter().zip(decided))
    {
        println!("{name}: {asked} questions, {decided} decided by a rule");
        // The questions are about the rules.
        assert!(decided * 10 > asked, "{name}: {decided} of {asked}");
    }
}
