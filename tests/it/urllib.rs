//! `Dialect::PYTHON_URLLIB` compared with Python's module: with answers that it gave once, and with itself, where `python3` has the
//! version that the dialect follows.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use robots_exclusion::{Dialect, RobotsTxt};
use serde_json::{Value, json};

use crate::{ask, generate, model, shared};

const SCRIPT: &str = include_str!("urllib/ask.py");
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/urllib.jsonl");

/// One body, and who asks about which URLs.
struct Case {
    body: Vec<u8>,
    agents: Vec<String>,
    urls: Vec<String>,
}

impl Case {
    fn new(body: impl Into<Vec<u8>>, agents: &[&str], urls: &[&str]) -> Self {
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        Self {
            body: body.into(),
            agents: owned(agents),
            urls: owned(urls),
        }
    }

    fn robots(&self) -> RobotsTxt<'_> {
        RobotsTxt::options()
            .dialect(Dialect::PYTHON_URLLIB)
            .parse(&self.body)
    }

    fn to_json(&self) -> Value {
        let body = self.body.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        });
        json!({"body": body, "agents": self.agents, "urls": self.urls})
    }

    fn from_json(case: &Value) -> Self {
        let body = case["body"].as_str().unwrap();
        let octets = (0..body.len()).step_by(2);
        let texts = |name: &str| {
            let texts = case[name].as_array().unwrap().iter();
            texts.map(|text| text.as_str().unwrap().to_string()).collect()
        };
        Self {
            body: octets
                .map(|at| u8::from_str_radix(&body[at..at + 2], 16).unwrap())
                .collect(),
            agents: texts("agents"),
            urls: texts("urls"),
        }
    }
}

/// What the module answers, a text for each agent with a character for each URL; `None` where it raises an error on the body.
type Answers = Option<Vec<String>>;

/// Asks the module. `None` if there is none of that version.
fn ask_python(cases: &[Case]) -> Option<Vec<Answers>> {
    let child = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("skipped: there is no python3");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let lines: String = cases
        .iter()
        .map(|case| case.to_json().to_string() + "\n")
        .collect();
    // A child that has left already is asked nothing.
    let writer = std::thread::spawn(move || drop(stdin.write_all(lines.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    if output.status.code() == Some(77) {
        println!("skipped: the urllib.robotparser of python3 is not the old one");
        return None;
    }
    assert!(output.status.success());
    let lines = str::from_utf8(&output.stdout).unwrap().lines();
    let answers: Vec<Answers> = lines
        .map(|line| {
            let answers: Vec<String> = serde_json::from_str(line).unwrap();
            Some(answers).filter(|answers| !answers.is_empty())
        })
        .collect();
    assert_eq!(answers.len(), cases.len());
    Some(answers)
}

/// How many answers were compared, and those that differ.
#[derive(Default)]
struct Compared {
    count: usize,
    errors: usize,
    differences: Vec<String>,
}

impl Compared {
    fn compare(&mut self, name: &str, case: &Case, answers: &Answers) {
        let Some(answers) = answers else {
            self.errors += 1;
            return;
        };
        let robots = case.robots();
        for (agent, row) in case.agents.iter().zip(answers) {
            let rules = robots.rules_for(agent);
            let [row, delay, rate] = row.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{row:?}")
            };
            let own_delay = rules.crawl_delay().map(|delay| delay.as_secs().to_string());
            let own_rate = rules
                .request_rates()
                .iter()
                .map(|rate| format!("{}/{}", rate.documents(), rate.period().as_secs()))
                .next();
            // A rate of nothing, or without time, is none.
            let rate = if rate.starts_with("0/") || rate.ends_with("/0") {
                "None"
            } else {
                rate
            };
            for (own, answer) in [(own_delay, delay), (own_rate, rate)] {
                if own.as_deref().unwrap_or("None") != answer {
                    self.differences
                        .push(format!("{name}: {agent:?}: {own:?} for {answer}"));
                }
            }
            for (url, answer) in case.urls.iter().zip(row.chars()) {
                if answer == 'e' {
                    self.errors += 1;
                    continue;
                }
                self.count += 1;
                if rules.is_allowed(url) != (answer == '1') {
                    self.differences
                        .push(format!("{name}: {agent:?} {url:?}: {answer}"));
                }
            }
        }
    }

    #[track_caller]
    fn finish(self) {
        println!(
            "{} answers compared, {} errors of the module, {} differences",
            self.count,
            self.errors,
            self.differences.len()
        );
        assert!(
            self.differences.is_empty(),
            "{}",
            self.differences[..self.differences.len().min(40)].join("\n")
        );
        assert!(self.count > 0);
    }
}

const URLS: &[&str] = &[
    "",
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/a%2Fb",
    "/a%2fb%20c",
    "/a b",
    "/A",
    "/b",
    "/a;p",
    "/a;",
    "/a?",
    "/a?q",
    "/a?q#f",
    "/a#f",
    "/a#",
    "?q",
    "#f",
    "a",
    "//a",
    "//h/a",
    "///a",
    "/*",
    "/a*",
    "/a$",
    "/%",
    "/100%",
    "/%2525",
    "/%25",
    "/%41",
    "/%C3%A9",
    "/\u{e9}",
    "/%E9",
    "/%FF",
    "/\u{fffd}",
    "/robots.txt",
    "https://e.com",
    "https://e.com/",
    "https://e.com/a",
    "HTTPS://E.COM/a?q",
    "https://e.com?q",
    "https://e.com#f",
    "https://e.com;p",
    "https%3A//e.com/a",
    "http:a",
    "mailto:a",
    "mailto:/a;p",
    "foo:a;p",
    "\t/a",
    " /a",
    "/\ta",
    "/a\n",
    "/a%09b",
    "/a%0A",
    "%20/a",
    "https://[::1]/a",
    "https://[bad/a",
    "/a&b=c",
    "/a%26b=c",
    "/a+b",
    "/a%2Bb",
    "/~a",
    "/%7Ea",
    "/a:b",
    "/a@b",
    "http:foo:b",
];

/// Bodies written for each thing that the module does in its own way.
fn written() -> Vec<Case> {
    let agents = [
        "a",
        "A/1.0",
        "xay",
        "b",
        "foobot/2 (x)",
        "",
        "*",
        "\u{c9}t\u{e9}",
        "a/b",
    ];
    let rules = [
        "/a",
        "",
        "/",
        "?",
        ";",
        "#",
        "%23",
        "*",
        "/*",
        "/a*",
        "/a$",
        "//",
        "//h/a",
        "///a",
        "/a;",
        "/a;p",
        "/a?",
        "/a?q",
        "/a#f",
        "/a%23f",
        "/a%3Fq",
        "/a%2Fb",
        "/a/b",
        "/a%20b",
        "/a b",
        "%2Fa",
        "a",
        "http:a",
        "HTTP://E.com/a",
        "foo:b",
        "Foo:B",
        "/%C3%A9",
        "/\u{e9}",
        "/%E9",
        "/\u{fffd}",
        "/%25",
        "/100%",
        "/%2525",
        "/%41",
        "/\u{a0}",
        "\u{a0}/a\u{3000}",
        "\u{1f}",
        "/a\u{1f}",
        "/a\u{c}/b",
        "/a\u{2028}Disallow: /b",
        "/a\u{85}Allow: /",
        "%20/a",
        "/a%0Ab",
        "/a%09b",
        "https://[::1]/a",
        "/~a",
        "/%7ea",
        "/a&b=c",
        "/a:b",
        "mailto:a;",
        "/a/;p/b;",
        "/a??",
        "/a?#",
    ];
    let mut cases = Vec::new();
    for rule in rules {
        for kind in ["Disallow", "Allow"] {
            let body = format!("User-agent: *\n{kind}: {rule}\nDisallow: /b\nAllow: /a/b\nDisallow: /a\n");
            cases.push(Case::new(body, &["a"], URLS));
        }
    }
    let names = [
        "a",
        "A",
        "*",
        "%2A",
        "%61",
        "a/1.0",
        "",
        "foo",
        "foo bot",
        "\u{c9}",
        "%C3%A9",
        "\u{e9}t",
        "a\u{a0}",
        "x%20",
        "b\u{2029}",
        "*a",
        "* a",
    ];
    for name in names {
        for rest in [
            "",
            "User-agent: b\n",
            "User-agent: *\n",
            "User-agent: a\nDisallow: /b\nUser-agent: b\n",
        ] {
            let body = format!(
                "User-agent: {name}\n{rest}Disallow: /a\n\nUser-agent: *\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n"
            );
            cases.push(Case::new(body, &agents, &["/a", "/b", "/c"]));
        }
    }
    let groups = [
        "User-agent: a\n\nDisallow: /a\n",
        "User-agent: a\n \nDisallow: /a\n",
        "User-agent: a\n# c\nDisallow: /a\n",
        "User-agent: a\n\u{b}Disallow: /a\n",
        "User-agent: a\u{b}\nDisallow: /a\n",
        "User-agent: a\r\rDisallow: /a\r",
        "User-agent: a\r\n\r\nDisallow: /a\r\n",
        "User-agent: a\u{85}Disallow: /a",
        "Disallow: /a\nUser-agent: a\nDisallow: /b\n",
        "User-agent: a\nDisallow: /a\n\nDisallow: /b\n",
        "User-agent: a\nCrawl-delay: x\nUser-agent: b\nDisallow: /a\n",
        "User-agent: a\nRequest-rate: x\nUser-agent: b\nDisallow: /a\n",
        "User-agent: a\nVisit-time: x\nUser-agent: b\nDisallow: /a\n",
        "User-agent: a\nSitemap: x\nUser-agent: b\nDisallow: /a\n",
        "User-agent: a\nCrawl-delay: 1\n\nUser-agent: *\nDisallow: /a\n",
        "User-agent: a\nNoindex: /\n\nUser-agent: *\nDisallow: /a\n",
        "User-agent: a\n\nUser-agent: *\nDisallow: /a\n",
        "User-agent: *\nDisallow: /a\n\nUser-agent: a\n",
        "User-agent: *\nUser-agent: a\nDisallow: /a\n\nUser-agent: a\nDisallow: /b\n",
        "User-agent: *\nDisallow: /a\n\nUser-agent: a\nUser-agent: *\nDisallow: /b\n",
        "User-agent: a\nDisallow: /a\n\nUser-agent: a\nDisallow: /b\n",
        "\u{feff}User-agent: a\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n",
        "USER-AGENT : a\n disallow\t:/a\n",
        "User agent: a\nDisallow: /a\nUser-agent a\nDisallow: /b",
        "User-agent\u{a0}: a\n\u{3000}Disallow: /a\n",
        "User-agent: a # b\nDisallow: /a#b\n",
        "User-agent: a\nDisallow /a\nDisallow: /b:c\n",
        "User-agent: a\nCrawl-delay: 2\nCrawl-delay: 1.5\nCrawl-delay: %33\nRequest-rate: 1/5\nRequest-rate: 2 / %37\nRequest-rate: 1/1s\n\nUser-agent: *\nCrawl-delay: 9\nVisit-time: 0200-0300\n",
        "User-agent: a\nCrawl-delay: 007\nRequest-rate: 1/5\nRequest-rate: 0/5\n",
        "User-agent: a\nRequest-rate: 1/5 0200-0300\nCrawl-delay: -1\nCrawl-delay: \u{a0}4%20\nRequest-rate: 1/2/3\nSitemap: x\n",
        "Crawl-delay: 3\nUser-agent: a\nSitemap: x\nUser-agent: b\nCrawl-delay: 5\nRequest-rate: 3/4\n\nCrawl-delay: 6\n",
        ": a\nUser-agent: a\n: x\nDisallow: /a",
        "User-agent: a\n\u{2028}Disallow: /a",
        "",
    ];
    cases.extend(groups.map(|body| Case::new(body, &agents, &["/a", "/a/b", "/b", "/b:c", "/c"])));
    for body in [
        &b"User-agent: a\xff\nDisallow: /a\nUser-agent: *\nDisallow: /b\xff%FF"[..],
        b"User-agent: *\nDisallow: /\xc3%A9\nDisallow: /%c3\xa9\nAllow: /\xe2\x80\nDisallow: /\xe2\x80",
        b"User-agent: *\nDisallow: /\xc2\x85\nDisallow: /a",
        b"User-agent: *\nDisallow: /a\0b\n\0Disallow: /c",
    ] {
        cases.push(Case::new(body, &agents, URLS));
    }
    cases
}

/// Bodies and questions of the generators that the other tests draw from, always the same.
fn generated(count: usize) -> Vec<Case> {
    let mut runner = TestRunner::deterministic();
    let cases = generate::case(Just(Dialect::PYTHON_URLLIB));
    let mut next = || cases.new_tree(&mut runner).unwrap().current();
    (0..count)
        .map(|_| {
            let case = next();
            Case {
                body: case.body(),
                agents: case.agents.iter().map(ToString::to_string).collect(),
                urls: case.urls,
            }
        })
        .collect()
}

#[test]
fn the_recorded_answers() {
    if std::env::var_os("URLLIB").is_some_and(|value| value == "write") {
        let mut cases = written();
        cases.extend(generated(400));
        let answers = ask_python(&cases).expect("the old module");
        let lines = cases.iter().zip(&answers).filter_map(|(case, answers)| {
            let mut line = case.to_json();
            line["answers"] = json!(answers.as_ref()?);
            Some(line.to_string() + "\n")
        });
        std::fs::write(RECORDED, lines.collect::<String>()).unwrap();
    }
    let mut compared = Compared::default();
    let text = std::fs::read_to_string(RECORDED).unwrap();
    for (line, number) in text.lines().zip(1..) {
        let recorded: Value = serde_json::from_str(line).unwrap();
        let case = Case::from_json(&recorded);
        let answers: Vec<String> = serde_json::from_value(recorded["answers"].clone()).unwrap();
        compared.compare(
            &format!("line {number}: {}", case.body.escape_ascii()),
            &case,
            &Some(answers),
        );
        // The ways to ask agree, and the model with them.
        for agent in &case.agents {
            for url in case.urls.iter().step_by(7) {
                let (allowed, _, line) = ask::every_way(Dialect::PYTHON_URLLIB, &case.body, agent, url);
                let model = model::check(Dialect::PYTHON_URLLIB, &case.body, &[agent], true, url);
                assert_eq!(
                    (model.allowed, model.line),
                    (allowed, line),
                    "{agent:?} {url:?} {}",
                    case.body.escape_ascii()
                );
            }
        }
    }
    compared.finish();
}

#[test]
fn the_module_itself() {
    let mut cases = written();
    cases.extend(generated(3_000));
    let Some(answers) = ask_python(&cases) else {
        return;
    };
    let mut compared = Compared::default();
    for (case, answers) in cases.iter().zip(&answers) {
        compared.compare(&case.body.escape_ascii().to_string(), case, answers);
    }
    compared.finish();
}

/// URLs that the rules of a file are about, or nearly.
fn urls_of(robots: &RobotsTxt<'_>) -> Vec<String> {
    let mut urls: Vec<String> = [
        "",
        "/",
        "https://example.com",
        "https://example.com/robots.txt",
        "/index.html?x=1#y",
    ]
    .map(String::from)
    .to_vec();
    let rules: Vec<_> = robots
        .groups()
        .flat_map(|group| group.rules().collect::<Vec<_>>())
        .collect();
    // From all over the file.
    for rule in rules.iter().step_by(rules.len() / 24 + 1) {
        let path = String::from_utf8_lossy(rule.pattern()).into_owned();
        let half = path.chars().take(path.chars().count() / 2).collect::<String>();
        let wild = path.replace('*', "abc").replace('$', "");
        urls.push(path.clone());
        urls.push(format!("https://example.com{path}"));
        urls.push(format!("{path}x?q=/&a;b#c"));
        urls.push(format!("https://example.com{wild}"));
        urls.push(path.replace('/', "%2F"));
        urls.push(path.replace(['?', ';'], "%3f"));
        urls.push(half);
    }
    urls
}

#[test]
fn the_module_itself_over_the_corpus() {
    let Some(files) = shared::corpus(20) else {
        return;
    };
    let (mut names, mut cases) = (Vec::new(), Vec::new());
    for (name, body) in files {
        let robots = RobotsTxt::options().dialect(Dialect::PYTHON_URLLIB).parse(&body);
        let mut agents: Vec<String> = ["FooBot/1.0", "Mozilla/5.0 (compatible; Googlebot/2.1)", ""]
            .map(String::from)
            .to_vec();
        let own: Vec<&[u8]> = robots
            .groups()
            .flat_map(|group| group.agents().collect::<Vec<_>>())
            .collect();
        let own = own.iter().step_by(own.len() / 8 + 1);
        agents.extend(own.map(|name| String::from_utf8_lossy(name).into_owned() + "/2.1"));
        let urls = urls_of(&robots);
        names.push(name);
        cases.push(Case { body, agents, urls });
    }
    let mut compared = Compared::default();
    for (names, cases) in names.chunks(100).zip(cases.chunks(100)) {
        let Some(answers) = ask_python(cases) else {
            return;
        };
        for ((name, case), answers) in names.iter().zip(cases).zip(&answers) {
            compared.compare(name, case, answers);
        }
    }
    compared.finish();
}

#[cfg(feature = "decide")]
#[test]
fn questions_about_all_urls_stay_undecided() {
    use robots_exclusion::decide::{Answer, Assertion, Budget, Policy, differences, equivalent, minimize};
    let body = b"User-agent: *\nDisallow: /a?\nDisallow: /a\n";
    let policy = |dialect| Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(&body[..]));
    let (urllib, other) = (policy(Dialect::PYTHON_URLLIB), policy(Dialect::DRAFT_1996));
    let mut budget = Budget::default();
    for (old, new) in [(&urllib, &urllib), (&urllib, &other), (&other, &urllib)] {
        assert_eq!(equivalent(old, new, &mut budget), Answer::Undecided);
        let mut found = differences(old, new, &mut budget);
        assert!(found.next().is_none() && !found.is_complete());
    }
    assert_eq!(urllib.is_redundant(1, &mut budget), Answer::Undecided);
    assert_eq!(urllib.are_redundant(&[0, 1], &mut budget), Answer::Undecided);
    assert_eq!(urllib.is_unreachable(1, &mut budget), Answer::Undecided);
    for (policy, dialect) in [(&urllib, Dialect::DRAFT_1996), (&other, Dialect::PYTHON_URLLIB)] {
        let disallowed = Assertion::new(robots_exclusion::RuleKind::Disallow, "/a", dialect);
        assert_eq!(policy.holds(&disallowed, &mut budget), Answer::Undecided);
    }
    let minimized = minimize(&[urllib], &mut budget);
    assert_eq!((minimized.removals(), minimized.undecided().len()), (&[][..], 2));
}

#[test]
fn what_is_cited() {
    let body = "User-agent: foo\nUser-agent: %2A\nDisallow:\n\nUser-agent: b%61r\nDisallow: /%41//;\n";
    let robots = RobotsTxt::options()
        .dialect(Dialect::PYTHON_URLLIB)
        .parse(body.as_bytes());
    let verdict = robots.check("foo", "/x");
    assert_eq!((verdict.is_allowed(), verdict.line()), (true, Some(3)));
    assert_eq!(verdict.rule().unwrap().to_string(), "Allow: ");
    assert_eq!(verdict.group_name(), Some(&b"*"[..]));
    assert_eq!(robots.rules_for("foo").check("/x"), verdict);
    let verdict = robots.check("Bar/1.0", "/A//x");
    assert_eq!(verdict.rule().unwrap().to_string(), "Disallow: /%41//;");
    assert_eq!(verdict.group_name(), Some(&b"b%61r"[..]));
    assert_eq!(
        robots.rules_for("Bar").check("/A//x").rule().unwrap().pattern(),
        b"/A//"
    );
    // A name that counts for nothing belongs to no group.
    let names: Vec<Vec<&[u8]>> = robots.groups().map(|group| group.agents().collect()).collect();
    assert_eq!(names, [[&b"*"[..]], [b"b%61r"]]);
}

#[test]
fn a_name_beside_stars_counts_for_nothing_however_many_they_are() {
    for names in ["*\nUser-agent: a", "*\nUser-agent: a\nUser-agent: *"] {
        let body = format!("User-agent: {names}\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n");
        let robots = RobotsTxt::options()
            .dialect(Dialect::PYTHON_URLLIB)
            .parse(body.as_bytes());
        assert!(robots.is_allowed("a", "/x"), "{names}");
        assert!(!robots.is_allowed("a", "/y"), "{names}");
        assert!(!robots.is_allowed("b", "/x"), "{names}");
    }
}
