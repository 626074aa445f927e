//! One crawler, however it is named, through every command.

use robots_exclusion::agents::{Agent, UserAgent};
use robots_exclusion::{Dialect, RobotsTxt};
use serde_json::{Value, json};

use crate::{directory, feed, file, robots, rows, run, run_with, status, stdout};

/// Each group disallows a path of its own. No two of them apply to one crawler.
const FILE: &str = "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: Mozilla\nUser-agent: Safari\nDisallow: /mozilla\n\n\
                    User-agent: Googlebot\nDisallow: /googlebot\n\nUser-agent: bingbot\nDisallow: /bingbot\n\nUser-agent: Foo\n\
                    Disallow: /words\n\nUser-agent: Qux\nDisallow: /qux\n\nUser-agent: *\nDisallow: /star\n";

/// What is written, and whom it means to a person, as a header, and in a row of data. The tests of
/// the library and of its bindings read the same rows.
fn vectors() -> Vec<(String, Value)> {
    let rows = include_str!("../../../../tests/data/agents.jsonl").lines();
    let rows = rows.map(|row| serde_json::from_str::<Value>(row).unwrap());
    let rows: Vec<_> = rows
        .filter(|row| row["kind"] == "crawler")
        .map(|row| (row["in"].as_str().unwrap().to_owned(), row["expect"].clone()))
        .collect();
    assert!(rows.len() > 20);
    rows
}

/// The token by which a crawler goes first.
fn token(expected: &Value) -> &str {
    expected["tokens"][0].as_str().unwrap_or("*")
}

/// The group of [`FILE`] that applies to a crawler, and a path that no other group disallows.
fn group(crawler: &UserAgent<'_>) -> (Option<String>, &'static str) {
    let robots = RobotsTxt::parse(FILE.as_bytes());
    let group = robots.group_name_for(crawler.list());
    let path = match group {
        Some(b"FooBot") => "/foo",
        Some(b"Mozilla") => "/mozilla",
        Some(b"Googlebot") => "/googlebot",
        Some(b"bingbot") => "/bingbot",
        Some(b"Foo") => "/words",
        Some(b"Qux") => "/qux",
        _ => "/star",
    };
    let group = group.map(|name| String::from_utf8(name.to_vec()).unwrap());
    (group, path)
}

fn asked(arguments: &[&str]) -> Vec<Value> {
    rows(&run_with(arguments, FILE.as_bytes()))
}

/// The document of `signals`.
fn signals(arguments: &[&str], body: &str) -> Value {
    let arguments = [&["signals"], arguments, &["--format", "json"]].concat();
    serde_json::from_slice(&run_with(&arguments, body.as_bytes()).stdout).unwrap()
}

/// Well-known crawlers, of several dialects.
const WELL_KNOWN: [&str; 12] = [
    "Googlebot",
    "bingbot",
    "YandexBot",
    "Baiduspider",
    "SeznamBot",
    "DuckDuckBot",
    "Applebot",
    "Amazonbot",
    "GPTBot",
    "ClaudeBot",
    "CCBot",
    "FooBot",
];

/// For each crawler, what `field` of its row says.
fn by_agent(rows: &[Value], field: &str) -> Vec<(String, Value)> {
    let mut said: Vec<(String, Value)> = rows
        .iter()
        .map(|row| (row["agent"].as_str().unwrap().to_owned(), row[field].clone()))
        .collect();
    said.sort_by_key(|(agent, _)| WELL_KNOWN.iter().position(|known| known == agent));
    said
}

/// The same file, asked by every command: whether a crawler reads its one rule.
#[test]
fn every_command_reads_as_the_crawler_does() {
    let long = format!(
        "User-agent: *\n{}Disallow: /users/\n",
        "# a comment\n".repeat(51_200)
    );
    let bodies = [
        // In some dialects the blank line ends the group.
        "User-agent: *\nAllow: /users/us\n\nDisallow: /users/\n",
        // Google's library reads the key.
        "User Agent: *\nDisallow: /users/\n",
        "User-agent: Googlebot\nUser-agent: Yandex\nDisallow: /users/\n",
        // Most crawlers read 500 KiB.
        &long,
    ];
    let folder = directory("crawlers_doors");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (empty, policy, sitemap) = (path("empty.txt"), path("policy.toml"), path("sitemap.txt"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(
        &policy,
        format!("[[assert]]\ndisallowed = [\"/users/x\"]\nagents = {WELL_KNOWN:?}\n"),
    )
    .unwrap();
    std::fs::write(&sitemap, "https://example.com/users/x\n").unwrap();
    let agents: Vec<&str> = WELL_KNOWN.iter().flat_map(|name| ["-a", name]).collect();
    let mut dialects = std::collections::HashSet::new();
    for body in bodies {
        let head = &body[..body.len().min(60)];
        let ask = |arguments: &[&str]| rows(&run_with(&[arguments, &agents].concat(), body.as_bytes()));
        let expected: Vec<(bool, String)> = WELL_KNOWN
            .iter()
            .map(|name| {
                let crawler = UserAgent::resolve(name);
                let dialect = crawler
                    .agent()
                    .map_or(Dialect::RFC_9309, Agent::dialect_with_policy);
                let options = RobotsTxt::options().dialect(dialect);
                let robots = options
                    .max_bytes(dialect.fetch_policy.max_bytes as usize)
                    .parse(body.as_bytes());
                let name = crawler
                    .agent()
                    .map_or(Dialect::RFC_9309, Agent::dialect)
                    .to_string();
                (robots.is_allowed(&crawler, "/users/x"), name)
            })
            .collect();
        dialects.extend(expected.iter().map(|(_, dialect)| dialect.clone()));
        // The answers of a command, as rows whose field has this value where a crawler is let in.
        let agree = |door: &str, rows: &[Value], field: &str, allowed: &Value| {
            let said = by_agent(rows, field);
            assert_eq!(said.len(), WELL_KNOWN.len(), "{door}");
            for ((agent, said), (is_allowed, _)) in said.iter().zip(&expected) {
                assert_eq!(said == allowed, *is_allowed, "{door}, {agent}: {said}; {head}");
            }
            for ((agent, said), (_, dialect)) in by_agent(rows, "dialect").iter().zip(&expected) {
                assert_eq!(said, dialect, "{door}, {agent}; {head}");
            }
        };
        let answers = ask(&["check", "-", "/users/x", "-f", "jsonl"]);
        agree("check", &answers, "allowed", &json!(true));
        let questions: String = WELL_KNOWN
            .iter()
            .map(|name| format!("{}\n", json!({"agent": name, "url": "/users/x", "robots": body})))
            .collect();
        let answers = rows(&run_with(&["batch"], questions.as_bytes()));
        agree("batch", &answers, "allowed", &json!(true));
        let is_open = |row: &mut Value| {
            // The first body also opens a part of what it closes.
            let is_open = row["access"] == "open";
            row["access"] = is_open.into();
        };
        let mut answers = ask(&["audit", "-", "-f", "json"]);
        answers.iter_mut().for_each(is_open);
        agree("audit", &answers, "access", &json!(true));
        let answers = rows(&run_with(
            &["test", &policy, "-", "--format", "json"],
            body.as_bytes(),
        ));
        agree("test", &answers, "outcome", &json!("refuted"));
        let answers = ask(&["diff", "-", &empty, "-f", "json"]);
        let summary = answers.last().unwrap()["agents"].as_array().unwrap();
        let named: Vec<Value> = summary
            .iter()
            .filter(|row| WELL_KNOWN.iter().any(|name| row["agent"] == *name))
            .cloned()
            .collect();
        agree("diff", &named, "effect", &json!("none"));
        let found = ask(&["sitemap", &sitemap, "--robots", "-", "-f", "jsonl"]);
        for (agent, (is_allowed, _)) in WELL_KNOWN.iter().zip(&expected) {
            let is_found = found.iter().any(|row| row["agent"] == *agent);
            assert_eq!(is_found, !is_allowed, "sitemap, {agent}; {head}");
            let document = signals(&["-", agent, "/users/x"], body);
            let is_refused = document["answers"][0]["answer"] == "refused";
            assert_eq!(is_refused, !is_allowed, "signals, {agent}; {head}");
        }
    }
    assert!(dialects.len() >= 5, "{dialects:?}");
}

/// A comma in a name is refused wherever a crawler is named, and names near a well-known one are
/// warned of.
#[test]
fn a_name_means_one_thing_at_every_door() {
    let policy = |name: &str| {
        let text = format!("[[assert]]\nallowed = [\"/\"]\nagents = [{name:?}]\n");
        file("crawlers_names", format!("{}.toml", name.len()), text)
    };
    let (list, near) = ("Googlebot,GPTBot", "Gogglebot");
    let sitemap = file("crawlers_names_sitemap", "sitemap.txt", "https://example.com/\n");
    let doors = |name: &str| -> Vec<Vec<String>> {
        let commands: [&[&str]; 9] = [
            &["check", "-", "-a", name, "/"],
            &["audit", "-", "-a", name],
            &["inspect", "-", "-a", name],
            &["compare", "-", "-a", name],
            &["diff", "-", "/dev/null", "-a", name],
            &["signals", "-", name, "/"],
            &["page", "--meta", "noindex", "-a", name],
            &["sitemap", &sitemap, "--robots", "-", "-a", name],
            &["test", &policy(name), "-"],
        ];
        let owned = |command: &&[&str]| command.iter().map(ToString::to_string).collect();
        commands.iter().map(owned).collect()
    };
    let run = |command: &[String]| feed(robots().args(command), FILE.as_bytes());
    for command in doors(list) {
        let output = run(&command);
        assert_eq!(crate::status(&output), 2, "{command:?}");
        let said = crate::stderr(&output);
        assert!(
            said.contains("comma") || said.contains("repeat"),
            "{command:?}: {said}"
        );
    }
    for command in doors(near) {
        let output = run(&command);
        let said = crate::stderr(&output);
        assert!(said.contains("Googlebot"), "{command:?}: {said}");
    }
    // A set is many crawlers, or refused where there is room for one.
    for command in doors("@ai-training") {
        let output = run(&command);
        match &*command[0] {
            "inspect" => assert!(crate::stderr(&output).contains("is a set"), "{command:?}"),
            _ => assert_ne!(
                crate::status(&output),
                2,
                "{command:?}: {}",
                crate::stderr(&output)
            ),
        }
    }
}

#[test]
fn every_command_means_the_same_crawler() {
    let folder = directory("crawlers");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (sitemap, empty, policy, robots_txt) = (
        path("s.txt"),
        path("empty.txt"),
        path("policy.toml"),
        path("robots.txt"),
    );
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&robots_txt, FILE).unwrap();
    for (written, expect) in vectors() {
        let written = &*written;
        let expected = &expect["resolve"];
        let token = token(expected);
        let (group, url) = group(&UserAgent::resolve(written));
        let is_allowed = group.is_none();
        assert_eq!(is_allowed, expected["obeys_star"] == false, "{written}");
        let (crawler, group) = (json!(token), json!(group));

        let row = &asked(&["check", "-", "-a", written, url, "--format", "jsonl"])[0];
        assert_eq!(row["agent"], written);
        assert_eq!(
            (&row["crawler"], &row["group"], &row["allowed"]),
            (&crawler, &group, &json!(is_allowed)),
            "check {written}"
        );

        let row = &asked(&["audit", "-", "-a", written, "--format", "json"])[0];
        assert_eq!(
            (&row["crawler"], &row["group"]),
            (&crawler, &group),
            "audit {written}"
        );

        let arguments = [
            "compare",
            "-",
            "-a",
            written,
            url,
            "--all",
            "-d",
            "rfc9309",
            "-d",
            "revisited",
            "--format",
        ];
        let row = &asked(&[&arguments[..], &["jsonl"]].concat())[0];
        assert_eq!(
            (&row["crawler"], &row["verdicts"][0]["group"]),
            (&crawler, &group),
            "compare {written}"
        );
        let table = run_with(&[&arguments[..], &["csv"]].concat(), FILE.as_bytes());
        let mut table = stdout(&table).lines();
        assert!(table.next().unwrap().ends_with(",crawler"), "compare {written}");
        assert!(
            table.all(|row| row.ends_with(&format!(",{token}"))),
            "compare {written}"
        );

        let document = run_with(
            &["inspect", "-", "-a", written, "--format", "json"],
            FILE.as_bytes(),
        );
        let document: Value = serde_json::from_slice(&document.stdout).unwrap();
        assert_eq!(document["agent"]["crawler"], crawler, "inspect {written}");
        assert_eq!(
            document["agent"]["group"].is_null(),
            is_allowed,
            "inspect {written}"
        );

        let output = asked(&["diff", "-", &empty, "-a", written, url, "--format", "json"]);
        let changed = output.iter().find(|row| row["kind"] == "verdict");
        assert_eq!(changed.is_some(), !is_allowed, "diff {written}");
        assert!(
            changed.is_none_or(|row| row["crawler"] == crawler),
            "diff {written}"
        );
        let summary = output.last().unwrap()["agents"].as_array().unwrap();
        assert!(
            summary.iter().any(|row| row["crawler"] == crawler),
            "diff {written}"
        );

        std::fs::write(&sitemap, format!("https://example.com{url}\n")).unwrap();
        let arguments = [
            "sitemap", &sitemap, "--robots", "-", "-a", written, "--format", "jsonl",
        ];
        let found = asked(&arguments);
        // A crawler of images is asked about those of an entry, and this one has none.
        let is_of_pages = !token.to_ascii_lowercase().ends_with("image");
        assert_eq!(found.is_empty(), is_allowed || !is_of_pages, "sitemap {written}");
        assert!(
            found.iter().all(|row| row["crawler"] == crawler),
            "sitemap {written}: {found:?}"
        );

        let text = format!("[[assert]]\ndisallowed = [\"{url}\"]\nagents = [{written:?}]\n");
        std::fs::write(&policy, text).unwrap();
        let row = &rows(&run(&["test", &policy, &robots_txt, "--format", "json"]))[0];
        let outcome = if is_allowed { "refuted" } else { "proved" };
        assert_eq!(
            (&row["crawler"], &row["outcome"]),
            (&crawler, &json!(outcome)),
            "test {written}"
        );

        let document = signals(&["-", written, url], FILE);
        assert_eq!(document["crawler"], crawler, "signals {written}");
        let answers = document["answers"].as_array().unwrap();
        let is_refused = answers
            .iter()
            .any(|row| row["purpose"] == "search" && row["answer"] == "refused");
        assert_eq!(is_refused, !is_allowed, "signals {written}");

        let meta = [
            "page",
            "--response-header",
            &format!("X-Robots-Tag: {token}: noindex"),
            "-a",
            written,
        ];
        let rules: Value =
            serde_json::from_slice(&run(&[&meta[..], &["--format", "json"]].concat()).stdout).unwrap();
        // Such a line names a crawler by one word.
        assert_eq!(rules["index"], token.contains(' '), "page {written}");

        for (key, way, crawler) in [
            ("agent", "resolve", UserAgent::resolve(written)),
            ("user_agent", "parse", UserAgent::parse(written)),
        ] {
            let (group, url) = self::group(&crawler);
            let question = json!({key: written, "url": url, "robots": FILE}).to_string();
            let row = &rows(&run_with(&["batch"], question.as_bytes()))[0];
            assert_eq!(
                (&row["crawler"], &row["group"]),
                (&json!(self::token(&expect[way])), &json!(group)),
                "batch {written}"
            );
        }
    }
}

#[test]
fn as_token_asks_for_the_bare_token() {
    let arguments = ["-", "AdsBot-Google", "/star", "--as-token", "--format"];
    let row = &asked(&[&["check"], &arguments[..], &["jsonl"]].concat())[0];
    assert_eq!((&row["group"], &row["allowed"]), (&json!("*"), &json!(false)));
    let document = signals(&arguments[..4], FILE);
    assert_eq!(document["answers"][0]["answer"], "refused");

    let policy = "[[assert]]\ndisallowed = [\"/star\"]\nagents = [\"AdsBot-Google\"]\n";
    let policy = file("crawlers_as_token", "policy.toml", policy);
    let test = |options: &[&str]| {
        let arguments = ["test", &policy, "-", "--format", "json"];
        let row = asked(&[&arguments[..], options].concat())[0].clone();
        row["outcome"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        (test(&[]), test(&["--as-token"])),
        ("refuted".to_owned(), "proved".to_owned())
    );
}

/// People are told that a crawler ignores `*` where the answer would be another if it did not, and
/// nowhere else.
#[test]
fn whoever_ignores_star_is_said_to_do_so() {
    let sentence = "AdsBot-Google ignores `*`";
    let policy = "[[assert]]\nallowed = [\"/star\"]\nagents = [\"AdsBot-Google\", \"FooBot\"]\n";
    let policy = file("crawlers_ignoring", "policy.toml", policy);
    let named = format!("{FILE}\nUser-agent: AdsBot-Google\nDisallow: /ads\n");
    let empty = file("crawlers_ignoring_nothing", "empty.txt", "");
    let commands: [&[&str]; 9] = [
        &["check", "-", "AdsBot-Google", "/star", "--format", "human"],
        &[
            "check", "-", "-a", "@ads", "-a", "FooBot", "/star", "/x", "--format", "human",
        ],
        &["audit", "-", "-a", "AdsBot-Google", "-a", "FooBot"],
        &["compare", "-", "-a", "AdsBot-Google", "--format", "human"],
        &[
            "compare",
            "-",
            "-a",
            "AdsBot-Google",
            "/star",
            "--format",
            "human",
        ],
        &["inspect", "-", "-a", "AdsBot-Google", "--format", "human"],
        &["signals", "-", "AdsBot-Google", "/star", "--format", "human"],
        &["diff", "-", &empty, "-a", "AdsBot-Google"],
        &["test", &policy, "-", "--explain"],
    ];
    for command in commands {
        let said = |body: &str, options: &[&str]| {
            let output = feed(robots().args(command).args(options), body.as_bytes());
            // Sentences are broken into lines.
            stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let text = said(FILE, &[]);
        let is_several = text.contains("AdsBot-Google-Mobile");
        let expected = if is_several { "ignore `*`" } else { sentence };
        assert!(text.contains(expected), "{command:?}: {text}");
        let text = said(FILE, &["--as-token"]);
        assert!(!text.contains("ignore"), "{command:?}: {text}");
        if !is_several {
            let text = said(&named, &[]);
            assert!(!text.contains("ignores `*`"), "{command:?}: {text}");
        }
    }
}

#[test]
fn the_help_says_in_one_sentence_what_names_a_crawler() {
    let sentence = "A crawler is named by its product token or its whole User-Agent header; a well-known one follows groups as its \
                    operator documents";
    for command in [
        "check", "audit", "compare", "diff", "inspect", "page", "sitemap", "signals", "test",
    ] {
        let help = run(&[command, "--help"]);
        let help = stdout(&help).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(sentence), "{command}: {help}");
        assert!(help.contains("--as-token"), "{command}: {help}");
    }
}

#[test]
fn mentions_of_one_crawler_are_one() {
    let header = "Mozilla/5.0 (compatible; FooBot/1.0)";
    for agents in [
        ["@ads", "AdsBot-Google"],
        ["AdsBot-Google", "@ads"],
        ["FooBot", header],
        ["FooBot", "foobot/2.1"],
        ["FooBot/2.1", " FooBot "],
    ] {
        let output = asked(&["audit", "-", "-a", agents[0], "-a", agents[1], "--format", "json"]);
        let mut tokens: Vec<String> = output
            .iter()
            .map(|row| row["crawler"].to_string().to_ascii_lowercase())
            .collect();
        let all = tokens.len();
        tokens.sort();
        tokens.dedup();
        assert_eq!(tokens.len(), all, "{agents:?}");
    }
}

/// Yandex takes a file over 500 KB for one that allows everything. Commands that read files say so of
/// its crawlers alone.
#[test]
fn a_file_too_large_for_yandex() {
    let small = "User-agent: *\nDisallow: /\n";
    let large = format!("{small}{}", "# more text\n".repeat(50_000));
    let path = file("too_large", "robots.txt", &large);
    let output = run(&["check", &path, "-a", "YandexBot", "-a", "Googlebot", "/x"]);
    let rows: Vec<serde_json::Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let told = |row: &serde_json::Value| (row["allowed"].clone(), row["reason"].clone());
    assert_eq!(told(&rows[0]), (true.into(), "unavailable".into()));
    assert_eq!(told(&rows[1]), (false.into(), "rule".into()));
    let output = run(&["check", "-f", "human", &path, "YandexBot", "/x"]);
    let said = stdout(&output);
    assert!(
        said.contains("robots.txt is too large: everything is allowed"),
        "{said}"
    );
    assert!(!said.contains("seznam, yandex, baidu"), "{said}");
    let output = run(&["audit", "-f", "json", &path, "-a", "YandexBot", "-a", "Googlebot"]);
    let access = |name: &str| stdout(&output).contains(name);
    assert!(
        access(r#""access":"open""#) && access(r#""access":"closed""#),
        "{}",
        stdout(&output)
    );
    let policy = |assertion: &str| {
        let policy = format!("[[assert]]\nagents = [\"YandexBot\"]\n{assertion} = [\"/\"]\n");
        let policy = file("too_large_policy", format!("{assertion}.toml"), policy);
        status(&run(&["test", &policy, &path]))
    };
    assert_eq!((policy("allowed"), policy("disallowed")), (0, 1));
    let edited = file("too_large_edit", "small.txt", small);
    let output = run(&["diff", "-f", "human", &path, &edited]);
    assert!(
        stdout(&output).contains("YandexImages (read as yandex): blocked from the whole site"),
        "{}",
        stdout(&output)
    );
}

/// Two crawlers that obey the same groups are two.
#[test]
fn each_known_crawler_has_a_row() {
    let rows_of = |arguments: &[&str]| {
        let arguments = [&["check", "-"], arguments, &["/x", "-f", "jsonl"]].concat();
        let output = run_with(&arguments, b"User-agent: Googlebot\nDisallow: /x\n");
        rows(&output)
            .iter()
            .map(|row| row["agent"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rows_of(&["-a", "Googlebot", "-a", "Bravebot", "-a", "googlebot"]),
        ["Googlebot", "Bravebot"]
    );
    let all = robots_exclusion::agents::set("all").unwrap();
    let all: Vec<&str> = all.map(|agent| agent.name()).collect();
    assert_eq!(rows_of(&["-a", "@all"]), all);
}
