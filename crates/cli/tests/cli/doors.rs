//! Every command gives the same answer for a well-known crawler: the one by its record in
//! `robots_exclusion::agents`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use robots_exclusion::agents::{self, Agent};
use robots_exclusion::fetch::{Outcome, Reply as Answer};
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::{directory, file_in, rows, run, run_with, status, stderr, stdout};

const CRAWLERS: [&str; 10] = [
    "Googlebot",
    "Googlebot-Image",
    "AdsBot-Google",
    "bingbot",
    "YandexBot",
    "Baiduspider",
    "GPTBot",
    "Applebot",
    "Amazonbot",
    "SeznamBot",
];

const ORIGIN: &str = "https://www.example.com";

/// Whether crawlers may fetch URLs, by both.
type Verdicts = BTreeMap<(String, String), bool>;

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("no text: {value}"))
        .to_owned()
}

/// The rows of an array, or of lines.
fn listed(output: &std::process::Output) -> Vec<Value> {
    assert!(status(output) <= 1, "{}", stderr(output));
    match stdout(output).trim_start().starts_with('[') {
        true => serde_json::from_str(stdout(output)).expect("JSON"),
        false => rows(output),
    }
}

/// `-a` for each crawler, after other arguments.
fn with_crawlers<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let crawlers = CRAWLERS.iter().flat_map(|crawler| ["-a", crawler]);
    arguments.iter().copied().chain(crawlers).collect()
}

/// What `check` answers, and the dialect in which each crawler reads.
fn checked(robots: &str, urls: &[String]) -> (Verdicts, BTreeMap<String, String>) {
    let mut arguments = with_crawlers(&["check", robots, "--format", "json"]);
    arguments.extend(urls.iter().map(String::as_str));
    let (mut verdicts, mut dialects) = (Verdicts::new(), BTreeMap::new());
    for row in listed(&run(&arguments)) {
        let allowed = row["allowed"].as_bool().expect("a verdict");
        verdicts.insert((text(&row["agent"]), text(&row["url"])), allowed);
        dialects.insert(text(&row["agent"]), text(&row["dialect"]));
    }
    assert_eq!(verdicts.len(), CRAWLERS.len() * urls.len());
    (verdicts, dialects)
}

/// What the other commands say of the same questions, by the name of the door.
fn at_other_doors(
    robots: &str,
    asked: &Verdicts,
    urls: &[String],
    work: &Path,
) -> Vec<(&'static str, Verdicts)> {
    let pairs: Vec<&(String, String)> = asked.keys().collect();
    let of = |is_allowed: &dyn Fn(usize, &(String, String)) -> bool| -> Verdicts {
        let pairs = pairs.iter().enumerate();
        pairs
            .map(|(at, pair)| ((*pair).clone(), is_allowed(at, pair)))
            .collect()
    };
    let mut doors = Vec::new();

    let lines = pairs
        .iter()
        .map(|(agent, url)| json!({"agent": agent, "url": url, "file": robots}).to_string() + "\n");
    let answers = listed(&run_with(&["batch"], lines.collect::<String>().as_bytes()));
    doors.push(("batch", of(&|at, _| answers[at]["allowed"] == true)));

    let lines = pairs.iter().map(|(agent, url)| format!("{agent}\t{url}\n"));
    let output = run_with(
        &["batch", "--format", "tsv", robots],
        lines.collect::<String>().as_bytes(),
    );
    let answers: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(answers.len(), pairs.len(), "{}", stderr(&output));
    doors.push((
        "batch --format tsv",
        of(&|at, _| answers[at].starts_with("true\t")),
    ));

    // After an edit that opens everything, the verdicts that change are those that disallowed.
    let open = file_in(work, "open.txt", "");
    let mut arguments = with_crawlers(&["diff", robots, &open, "--format", "json"]);
    arguments.extend(urls.iter().map(String::as_str));
    let changed = listed(&run(&arguments))
        .into_iter()
        .filter(|row| row["kind"] == "verdict");
    let changed: BTreeSet<_> = changed
        .map(|row| (text(&row["agent"]), text(&row["url"])))
        .collect();
    doors.push(("diff", of(&|_, pair| !changed.contains(pair))));

    // Each URL as a page and as an image, since some crawlers fetch nothing but images.
    let entry = |url: &String| {
        let url = url.replace('&', "&amp;");
        format!("<url><loc>{url}</loc><i:image><i:loc>{url}</i:loc></i:image></url>")
    };
    let map = format!(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:i='http://www.google.com/schemas/sitemap-image/1.1'>{}</urlset>",
        urls.iter().map(entry).collect::<String>()
    );
    let map = file_in(work, "sitemap.xml", map);
    let output = run(&with_crawlers(&[
        "sitemap", &map, "--robots", robots, "--format", "json",
    ]));
    let problems = listed(&output)
        .into_iter()
        .filter(|row| row["problem"] == "disallowed");
    let disallowed: BTreeSet<_> = problems
        .map(|row| (text(&row["agent"]), text(&row["loc"])))
        .collect();
    doors.push(("sitemap", of(&|_, pair| !disallowed.contains(pair))));

    // Each verdict as a claim, which is proved, and the contrary, which is refuted.
    for (door, is_contrary) in [("test", false), ("test of the contrary", true)] {
        let claim = |(pair, allowed): (&(String, String), &bool)| {
            let kind = if *allowed == is_contrary {
                "disallowed"
            } else {
                "allowed"
            };
            let path = pair.1.strip_prefix(ORIGIN).expect("a URL of the site");
            format!("[[assert]]\nagents = [{:?}]\n{kind} = [\"{path}$\"]\n", pair.0)
        };
        let policy = file_in(work, "policy.toml", asked.iter().map(claim).collect::<String>());
        let output = run(&["test", &policy, robots, "--format", "json"]);
        let claims: Vec<Value> = listed(&output)
            .into_iter()
            .filter(|row| row.get("outcome").is_some())
            .collect();
        assert_eq!(claims.len(), pairs.len(), "{}", stdout(&output));
        doors.push((
            door,
            of(&|at, pair| asked[pair] == ((claims[at]["outcome"] == "proved") != is_contrary)),
        ));
    }

    doors.push((
        "signals",
        of(&|_, (crawler, url)| {
            let output = run(&["signals", robots, crawler, url, "--format", "json"]);
            !stdout(&output).contains("the crawler may not fetch the page")
        }),
    ));

    let output = run(&with_crawlers(&["audit", robots, "--format", "json"]));
    let access = listed(&output)
        .into_iter()
        .map(|row| (text(&row["agent"]), text(&row["access"])));
    let access: BTreeMap<String, String> = access.collect();
    doors.push((
        "audit",
        of(&|_, pair| match &*access[&pair.0] {
            "open" => true,
            "closed" => false,
            _ => asked[pair],
        }),
    ));
    doors
}

/// Asks about a file at every door. Returns the questions, for the languages.
fn ask_everywhere(robots: &str, urls: &[String], work: &Path) -> (Verdicts, Vec<Value>) {
    let (asked, dialects) = checked(robots, urls);
    let mut differing = Vec::new();
    for (door, verdicts) in at_other_doors(robots, &asked, urls, work) {
        for (pair, allowed) in verdicts
            .into_iter()
            .filter(|(pair, allowed)| asked[pair] != *allowed)
        {
            differing.push(format!("{door}: {allowed} for {pair:?}"));
        }
    }
    assert_eq!(differing, [""; 0], "{robots}");
    let delays: BTreeMap<&str, Value> = CRAWLERS
        .iter()
        .map(|crawler| {
            let output = run(&["inspect", robots, "-a", crawler, "--format", "json"]);
            let found: Value = serde_json::from_str(stdout(&output)).expect("JSON");
            (*crawler, found["agent"]["group"]["crawl_delay"].clone())
        })
        .collect();
    let questions = asked.iter().map(|((crawler, url), allowed)| {
        json!({
            "file": robots, "crawler": crawler, "url": url, "dialect": dialects[crawler],
            "allowed": allowed, "delay": delays[&**crawler],
        })
    });
    let questions = questions.collect();
    (asked, questions)
}

/// The files that ten well-known crawlers ask about in every language, and their answers there.
#[test]
fn every_command_gives_a_crawler_the_answer_of_every_language() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/scenarios.json");
    let scenarios: Value = serde_json::from_str(&fs::read_to_string(path).expect("scenarios")).expect("JSON");
    let mut files: BTreeMap<String, Verdicts> = BTreeMap::new();
    for row in scenarios["questions"].as_array().expect("questions") {
        let agent = text(&row["agent"]);
        let documented = agents::by_token(&agent).and_then(|agent| agent.dialect().name());
        if CRAWLERS.contains(&&*agent) && documented == row["dialect"].as_str() {
            let verdicts = files.entry(text(&row["robots"])).or_default();
            let url = format!("{ORIGIN}{}", text(&row["url"]));
            verdicts.insert((agent, url), row["allowed"] == true);
        }
    }
    files.retain(|_, verdicts| verdicts.len() == 5 * CRAWLERS.len());
    assert_eq!(files.len(), 3);
    let work = directory("doors_of_scenarios");
    for (body, expected) in files {
        let robots = file_in(&work, "robots.txt", &body);
        let urls: BTreeSet<String> = expected.keys().map(|(_, url)| url.clone()).collect();
        let urls: Vec<String> = urls.into_iter().collect();
        let (asked, _) = ask_everywhere(&robots, &urls, &work);
        assert_eq!(asked, expected, "{body}");
    }
}

/// What names no crawler is refused by every command and every row, in the ways that every language
/// refuses.
#[test]
fn every_command_refuses_what_every_language_refuses() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/scenarios.json");
    let scenarios: Value = serde_json::from_str(&fs::read_to_string(path).expect("scenarios")).expect("JSON");
    let work = directory("doors_of_names");
    let robots = file_in(&work, "robots.txt", "User-agent: FooBot\nDisallow: /x\n");
    let mut rows = 0;
    for row in scenarios["names"].as_array().expect("rows") {
        let way = text(&row["way"]);
        let written = match &row["written"].as_array().expect("texts")[..] {
            [written] if way != "list" && way != "tokens" => text(written),
            _ => continue,
        };
        rows += 1;
        let key = match &*way {
            "header" => "user_agent",
            "token" => "token",
            _ => "agent",
        };
        let question = json!({ key: written, "file": robots, "url": "/" }).to_string();
        let output = run_with(&["batch"], format!("{question}\n").as_bytes());
        let answer: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        match &row["name"] {
            Value::Null => assert_eq!(output.status.code(), Some(2), "{row}"),
            name => assert_eq!(
                (&answer["crawler"], &answer["allowed"]),
                (name, &json!(true)),
                "{row}"
            ),
        }
        // A set is several crawlers, which commands take.
        if way == "header" || row["error"] == "set" && way == "one" {
            continue;
        }
        for command in [
            &["check", &*robots, "/", "-a", &*written][..],
            &["audit", &*robots, "-a", &*written],
            &["compare", &*robots, "-a", &*written],
            &["signals", &*robots, &*written],
        ] {
            let as_token = (way == "token").then_some("--as-token");
            let command: Vec<&str> = command.iter().copied().chain(as_token).collect();
            let is_refused = run(&command).status.code() == Some(2);
            assert_eq!(is_refused, row["name"].is_null(), "{command:?}: {row}");
        }
    }
    assert!(rows >= 25);
}

/// A crawler that takes a file for too large is told so by `batch` with the status of `check`.
#[test]
fn a_file_that_is_too_large_ends_batch_as_it_ends_check() {
    let work = directory("doors_of_large_files");
    let body = format!("User-agent: *\nDisallow: /x\n#{}\n", "a".repeat(600_000));
    let robots = file_in(&work, "robots.txt", &body);
    for (agent, status, reason) in [("YandexBot", 3, "unavailable"), ("FooBot", 1, "rule")] {
        let question = json!({ "agent": agent, "file": robots, "url": "/x" }).to_string();
        let asked = run_with(&["batch"], format!("{question}\n").as_bytes());
        let checked = run(&["check", &robots, agent, "/x", "--format", "json"]);
        let tabs = run_with(
            &["batch", "--format", "tsv", &robots],
            format!("{agent}\t/x\n").as_bytes(),
        );
        for output in [&asked, &checked, &tabs] {
            assert_eq!(output.status.code(), Some(status), "{agent}");
        }
        for output in [&asked, &checked] {
            let answer: Value = serde_json::from_str(stdout(output)).expect("JSON");
            assert_eq!(answer["reason"], reason, "{agent}");
        }
    }
}

/// Every command stops reading where crawlers do.
#[test]
fn compare_reads_as_much_of_a_file_as_check() {
    let work = directory("doors_of_long_files");
    let comments = format!("#{}\n", "a".repeat(998)).repeat(512);
    let body = format!("User-agent: *\nDisallow: /a/\n{comments}Allow: /a/b\n");
    let robots = file_in(&work, "robots.txt", &body);
    for (more, allowed) in [(&[][..], false), (&["--max-bytes", "600000"], true)] {
        let with = |command: &[&'static str]| [command, more].concat();
        let checked = run(&[&["check", &*robots, "FooBot", "/a/b", "--format", "json"], more].concat());
        let checked: Value = serde_json::from_str(stdout(&checked)).expect("JSON");
        assert_eq!(checked["allowed"], allowed, "{:?}", with(&["check"]));
        let compared = run(&[
            &[
                "compare", &*robots, "/a/b", "-a", "FooBot", "-d", "rfc9309", "-d", "google", "--all",
                "--format", "json",
            ],
            more,
        ]
        .concat());
        assert_eq!(compared.status.code(), Some(0), "{}", stderr(&compared));
        assert!(
            stdout(&compared).contains(&format!("\"allowed\":{allowed}")),
            "{}",
            stdout(&compared)
        );
    }
}

/// Twenty files: those that name the most of the crawlers, have the most blank lines between rules,
/// the most lines without a colon, or the most bytes.
fn sample(corpus: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus)
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path());
    let mut files: Vec<(PathBuf, String)> = entries
        .map(|path| {
            let body = String::from_utf8_lossy(&fs::read(&path).expect("a file")).to_lowercase();
            (path, body)
        })
        .collect();
    files.sort();
    let is_rule =
        |line: &str| line.trim_start().starts_with("disallow") || line.trim_start().starts_with("allow");
    let names = |body: &str| {
        CRAWLERS
            .iter()
            .filter(|name| body.contains(&name.to_lowercase()))
            .count()
    };
    let blank_lines = |body: &str| {
        let lines: Vec<&str> = body.lines().collect();
        let between = lines
            .windows(3)
            .filter(|at| is_rule(at[0]) && at[1].trim().is_empty() && is_rule(at[2]));
        between.count()
    };
    let no_colon = |body: &str| {
        let lines = body.lines().map(str::trim);
        lines
            .filter(|line| !line.is_empty() && !line.starts_with('#') && !line.contains(':'))
            .count()
    };
    type Measure<'m> = &'m dyn Fn(&str) -> usize;
    let measures: [(usize, Measure<'_>); 4] =
        [(8, &names), (5, &blank_lines), (4, &no_colon), (3, &str::len)];
    let mut chosen = Vec::new();
    for (count, measure) in measures {
        files.sort_by_cached_key(|(path, body)| (usize::MAX - measure(body), path.clone()));
        chosen.extend(files.drain(..count).map(|(path, _)| path));
    }
    chosen
}

/// Five URLs that the rules of a file are about, spread over it. They have no character that means
/// something in a pattern.
fn urls_of(body: &str) -> Vec<String> {
    let is_plain = |path: &str| {
        path.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"/._~?=&-".contains(&byte))
    };
    let mut paths: Vec<String> = Vec::new();
    for line in body.lines() {
        let Some((_, value)) = line.split_once(':') else {
            continue;
        };
        let path = value.trim().replace('*', "a").replace('$', "");
        if path.starts_with('/') && !path.starts_with("//") && is_plain(&path) && !paths.contains(&path) {
            paths.push(path);
        }
    }
    let step = (paths.len() / 4).max(1);
    let mut found: Vec<String> = paths.into_iter().step_by(step).take(4).collect();
    for path in ["/", "/some/page.html", "/x.pdf?q=1", "/users/1", "/search?q=a"] {
        if !found.iter().any(|known| known == path) {
            found.push(path.to_owned());
        }
    }
    found.truncate(5);
    found.into_iter().map(|path| format!("{ORIGIN}{path}")).collect()
}

/// `.ci/doors` then asks the same in every language.
#[test]
#[ignore = "needs the corpus under ROBOTS_SHARED, and starts the program some two thousand times"]
fn every_command_gives_a_crawler_one_answer_about_real_files() {
    let shared =
        std::env::var_os("ROBOTS_SHARED").expect("ROBOTS_SHARED names the directory with the corpus");
    let work = directory("doors_of_real_files");
    let mut questions = Vec::new();
    for path in sample(&PathBuf::from(shared).join("corpus-2025")) {
        let body = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
        let robots = path.into_os_string().into_string().expect("UTF-8");
        questions.extend(ask_everywhere(&robots, &urls_of(&body), &work).1);
    }
    assert_eq!(questions.len(), 20 * 5 * CRAWLERS.len());
    file_in(&work, "questions.json", Value::from(questions).to_string());
}

/// What an answer other than a file means to a crawler: its record says it, and every command the
/// same.
#[test]
fn what_a_site_answers_means_the_same_at_every_door() {
    let names = ["Googlebot", "bingbot", "Amazonbot", "YandexBot"];
    let known = names.map(|name| agents::by_token(name).expect("a well-known crawler"));
    let work = directory("doors_of_statuses");
    for (code, has_differing) in [(404, false), (403, false), (429, true), (503, true)] {
        let server = Server::start(move |_| Reply::status(code));
        let site = server.url();
        let allows = |agent: &Agent| {
            matches!(
                agent.fetch_policy().outcome(Answer::Status(code)),
                Outcome::AllowAll(_)
            )
        };
        let expected = known.map(allows);
        assert_eq!(
            expected.contains(&true) && expected.contains(&false),
            has_differing,
            "{code}"
        );

        let with = |arguments: &[&str]| {
            let crawlers = names.iter().flat_map(|name| ["-a", name]);
            run(&arguments.iter().copied().chain(crawlers).collect::<Vec<_>>())
        };
        let row_of = |output: &std::process::Output| -> Vec<Value> {
            assert_eq!(status(output), 3, "{code}: {}", stderr(output));
            match stdout(output).starts_with('[') {
                true => serde_json::from_str(stdout(output)).expect("JSON"),
                false => rows(output),
            }
        };
        let found = row_of(&with(&["check", &site, "/x", "--format", "json"]));
        assert_eq!(
            Vec::from_iter(found.iter().map(|row| row["allowed"] == true)),
            expected,
            "{code}"
        );
        let found = row_of(&with(&["audit", &site, "--format", "json"]));
        assert_eq!(
            Vec::from_iter(found.iter().map(|row| row["access"] == "open")),
            expected,
            "{code}"
        );

        let lines: String = names
            .iter()
            .map(|name| json!({"agent": name, "url": "/x"}).to_string() + "\n")
            .collect();
        let output = run_with(&["batch", &site], lines.as_bytes());
        let found = row_of(&output);
        assert_eq!(
            Vec::from_iter(found.iter().map(|row| row["allowed"] == true)),
            expected,
            "{code}"
        );
        let dialects = known.map(|agent| agent.dialect().name());
        assert_eq!(
            Vec::from_iter(found.iter().map(|row| row["dialect"].as_str())),
            dialects
        );
        // It says what happened, but not that it means the same to all.
        assert!(stderr(&output).contains(&format!("HTTP {code}")) && !stderr(&output).contains("allow all"));
        let lines: String = names.iter().map(|name| format!("{name}\t/x\n")).collect();
        let output = run_with(&["batch", "--format", "tsv", &site], lines.as_bytes());
        assert_eq!(
            Vec::from_iter(stdout(&output).lines().map(|row| row.starts_with("true"))),
            expected,
            "{code}"
        );

        let map = format!(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{site}/x</loc></url></urlset>"
        );
        let map = file_in(&work, "sitemap.xml", map);
        let found = row_of(&with(&["sitemap", &map, "--robots", &site, "--format", "json"]));
        let found: Vec<String> = found.iter().map(|row| text(&row["agent"])).collect();
        let disallowed: Vec<&str> = names
            .iter()
            .zip(expected)
            .filter(|(_, allowed)| !allowed)
            .map(|(name, _)| *name)
            .collect();
        assert_eq!(found, disallowed, "{code}");

        // Where a file is needed, none is made up.
        let policy = file_in(
            &work,
            "policy.toml",
            "[[assert]]\nagents = [\"Googlebot\"]\nallowed = [\"/\"]\n",
        );
        let open = file_in(&work, "open.txt", "");
        for output in [run(&["test", &policy, &site]), run(&["diff", &site, &open])] {
            assert_eq!((status(&output), stdout(&output)), (3, ""), "{code}");
            let differs = stderr(&output).contains("crawlers differ in what that means");
            assert_eq!(differs, has_differing, "{code}: {}", stderr(&output));
        }
    }
}

/// The name under which a site states its preference on training, and names that only lists of third
/// parties have: no command takes them for mistakes or claims to know how they behave.
#[test]
fn names_that_no_operator_documents_as_crawlers() {
    let preference = agents::TRAINING_PREFERENCE;
    let reported = agents::REPORTED[0].name();
    let body = format!(
        "User-agent: {preference}\nDisallow: /art/\n\nUser-agent: {reported}\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n"
    );
    let robots = file_in(&directory("doors_of_names"), "robots.txt", &body);
    let output = run(&[
        "audit", &robots, "-a", preference, "-a", reported, "--format", "json",
    ]);
    assert_eq!(stderr(&output), "");
    let found = rows(&output);
    let facts = |row: &Value| {
        json!([
            row["agent"],
            row["purpose"],
            row["group"],
            row["access"],
            row["dialect"]
        ])
    };
    assert_eq!(
        Vec::from_iter(found.iter().map(facts)),
        [
            json!([preference, "ai-training", preference, "partial", "rfc9309"]),
            json!([reported, null, reported, "closed", "rfc9309"]),
        ]
    );
    // A group of `*` is about crawling, and no statement on training.
    let star = file_in(
        &directory("doors_of_names_star"),
        "robots.txt",
        "User-agent: *\nDisallow: /\n",
    );
    let found = rows(&run(&[
        "audit", &star, "-a", preference, "-a", reported, "--format", "json",
    ]));
    assert_eq!(
        Vec::from_iter(found.iter().map(|row| text(&row["access"]))),
        ["open", "closed"]
    );
    let all = rows(&run(&["audit", &star, "-a", "@all", "--format", "json"]));
    assert!(!all.iter().any(|row| row["agent"] == preference));
    assert!(
        all.iter()
            .all(|row| agents::reported(&text(&row["agent"])).is_none())
    );

    let output = run(&["lint", &robots]);
    assert_eq!((status(&output), stdout(&output)), (0, "nothing found\n"));
    let output = run(&["check", &robots, "-a", preference, "-a", reported, "/art/1", "/y"]);
    assert_eq!(stderr(&output), "");
    assert_eq!(
        Vec::from_iter(rows(&output).iter().map(|row| row["allowed"] == true)),
        [false, false, true, false]
    );

    let group = |name: &str, pattern: &str| json!({"agents": [name], "rules": [{"kind": "disallow", "pattern": pattern}]});
    let document = json!({"groups": [group(preference, "/art/"), group(reported, "/"), group("*", "/x")]});
    let output = run_with(&["generate"], document.to_string().as_bytes());
    assert_eq!((stdout(&output), stderr(&output)), (&*body, ""));
}

/// An assertion without crawlers is about each as it reads, and the sentences say how it does.
#[test]
fn equivalence_is_proved_for_each_crawler_as_it_reads() {
    let work = directory("doors_of_equivalence");
    let old = file_in(
        &work,
        "old.txt",
        "User-agent: *\nAllow: /a\nDisallow: /x\n\nDisallow: /y\n",
    );
    let new = file_in(
        &work,
        "new.txt",
        "User-agent: *\nAllow: /a\nDisallow: /x\nDisallow: /y\n",
    );
    let policy = file_in(&work, "policy.toml", "[[assert]]\nequivalent-to = \"new.txt\"\n");
    let output = run(&["test", &policy, &old, "--format", "json"]);
    let found: BTreeMap<String, (String, String)> = rows(&output)
        .iter()
        .map(|row| {
            (
                text(&row["agent"]),
                (text(&row["dialect"]), text(&row["outcome"])),
            )
        })
        .collect();
    let of = |dialect: &str, outcome: &str| (dialect.to_owned(), outcome.to_owned());
    assert_eq!(found["*"], of("rfc9309", "proved"));
    assert_eq!(found["YandexBot"], of("yandex", "refuted"));
    assert_eq!(found["Baiduspider"], of("baidu", "refuted"));
    for (outcome, arguments) in [
        (1, &["test", &policy, &old][..]),
        (1, &["test", &policy, &old, "--format", "github"]),
        (1, &["diff", &old, &new]),
        (1, &["diff", &old, &new, "--format", "markdown"]),
        (0, &["audit", &old, "-a", "YandexBot", "-a", "Baiduspider"]),
        (
            0,
            &[
                "audit",
                &old,
                "-a",
                "YandexBot",
                "-a",
                "Baiduspider",
                "--format",
                "markdown",
            ],
        ),
    ] {
        let output = run(arguments);
        assert_eq!(status(&output), outcome, "{arguments:?}");
        let said = stdout(&output);
        assert!(
            said.contains("read as") && said.contains("yandex") && said.contains("baidu"),
            "{said}"
        );
    }
    // As the standard says, there is nothing to add.
    for arguments in [
        &["test", &policy, &old, "-d", "rfc9309", "--explain"][..],
        &["audit", &old, "-a", "GPTBot"],
        &["diff", &old, &new, "-d", "rfc9309"],
    ] {
        assert!(!stdout(&run(arguments)).contains("read as"), "{arguments:?}");
    }
}

/// The rows with which the tests of the examples, in Rust, C and C++, compare their answers.
#[test]
fn the_examples_are_compared_with_what_check_answers() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let robots = data.join("asked_by_name.txt");
    let rows = fs::read_to_string(data.join("asked_by_name.tsv")).unwrap();
    let mut asked = BTreeMap::<&str, Vec<(&str, &str, &str)>>::new();
    for row in rows.lines().skip(1) {
        let [crawler, url, access, line] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        asked.entry(crawler).or_default().push((url, access, line));
    }
    let headers = asked.keys().filter(|crawler| crawler.contains('/')).count();
    assert!(headers >= 5 && asked.len() - headers >= 10);
    for (crawler, questions) in asked {
        let mut arguments = vec!["check", robots.to_str().unwrap(), "-f", "jsonl", "-a", crawler];
        arguments.extend(questions.iter().map(|(url, _, _)| *url));
        let answers = listed(&run(&arguments));
        assert_eq!(answers.len(), questions.len());
        for (answer, (url, access, line)) in answers.iter().zip(questions) {
            assert_eq!(answer["url"], url);
            assert_eq!(answer["allowed"], access == "allowed", "{crawler} {url}");
            let found = answer["line"].as_u64();
            assert_eq!(
                found.map_or("-".to_owned(), |line| line.to_string()),
                line,
                "{crawler} {url}"
            );
        }
    }
}
