//! `robots batch`.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};

use robots_exclusion::agents::UserAgent;
use robots_exclusion::{Dialect, RobotsTxt, Verdict};
use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::peak_resident;
use crate::{ROBOTS, file, robots, rows, run_with, status, stderr, stdout};

/// The rows of input as JSON Lines.
fn lines(rows: &[Value]) -> Vec<u8> {
    rows.iter()
        .flat_map(|row| format!("{row}\n").into_bytes())
        .collect()
}

/// The program while it runs: rows are written to it, and its answers are read line by line.
fn converse() -> (Child, ChildStdin, Lines<BufReader<ChildStdout>>) {
    let mut child = robots()
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, stdin, answers)
}

/// The next answer of the program.
fn next(answers: &mut Lines<BufReader<ChildStdout>>) -> Value {
    serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap()
}

/// The answer about a crawler that a row names so, from the verdict of the library.
fn answer(written: &str, crawler: &UserAgent<'_>, url: &str, verdict: &Verdict<'_>, dialect: &str) -> Value {
    json!({
        "agent": written,
        "url": url,
        "allowed": verdict.is_allowed(),
        "reason": verdict.reason().as_str(),
        "line": verdict.line(),
        "rule": verdict.rule().map(ToString::to_string),
        "group": verdict.group_name().map(String::from_utf8_lossy),
        "crawler": crawler.name(),
        "dialect": dialect,
        "obeys": crawler.agent().map_or("unknown", |agent| agent.obeys().as_str()),
    })
}

#[test]
fn answers_in_order_with_the_fields_of_check() {
    let input = lines(&[
        json!({"id": 7, "agent": "FooBot", "url": "/x", "robots": ROBOTS}),
        json!({"agent": "q", "url": "/x", "robots": ROBOTS}),
        json!({"id": {"a": [1, null]}, "agent": "q", "url": "/a.pdf", "robots": ROBOTS, "dialect": "original1994"}),
        json!({"id": "é\"", "agent": "FooBot", "url": "/x/y", "robots": ROBOTS, "extra": 1}),
    ]);
    let output = run_with(&["batch"], &input);
    assert_eq!(status(&output), 1);
    assert_eq!(stderr(&output), "");
    assert_eq!(
        rows(&output),
        [
            json!({"id": 7, "agent": "FooBot", "url": "/x", "allowed": false, "reason": "rule", "line": 3,
                "rule": "Disallow: /x", "group": "FooBot", "crawler": "FooBot", "dialect": "rfc9309", "obeys": "unknown"}),
            json!({"agent": "q", "url": "/x", "allowed": true, "reason": "no-matching-rule", "line": null,
                "rule": null, "group": "*", "crawler": "q", "dialect": "rfc9309", "obeys": "unknown"}),
            json!({"id": {"a": [1, null]}, "agent": "q", "url": "/a.pdf", "allowed": true,
                "reason": "no-matching-rule", "line": null, "rule": null, "group": "*", "crawler": "q", "dialect": "original1994", "obeys": "unknown"}),
            json!({"id": "é\"", "agent": "FooBot", "url": "/x/y", "allowed": true, "reason": "rule", "line": 4,
                "rule": "Allow: /x/y", "group": "FooBot", "crawler": "FooBot", "dialect": "rfc9309", "obeys": "unknown"}),
        ]
    );
}

#[test]
fn exit_status_of_what_was_answered() {
    let row = |url: &str| json!({"agent": "FooBot", "url": url, "robots": ROBOTS});
    assert_eq!(status(&run_with(&["batch"], b"")), 0);
    assert_eq!(status(&run_with(&["batch"], &lines(&[row("/q"), row("/r")]))), 0);
    assert_eq!(status(&run_with(&["batch"], &lines(&[row("/q"), row("/x")]))), 1);
    assert_eq!(status(&run_with(&["batch"], &lines(&[row("/x"), json!([])]))), 2);
}

#[test]
fn bad_rows_are_answered_in_their_place() {
    let good = |id: u32| json!({"id": id, "agent": "FooBot", "url": "/x", "robots": ROBOTS}).to_string();
    let bad: [(&[u8], &str); 11] = [
        (b"{\"agent\":\"a\"", "column"),
        (b"null", "not a JSON object"),
        (b"not json", "not a JSON object"),
        (br#"{"agent":"a","url":"/x"}"#, "none of `robots`"),
        (br#"{"agent":"a","robots":""}"#, "`url` is missing"),
        (
            br#"{"url":"/x","robots":""}"#,
            "none of `agent`, `token` and `user_agent`",
        ),
        (
            br#"{"agent":"a","url":"/x","robots":"","dialect":"altavista"}"#,
            "altavista",
        ),
        (br#"{"agent":"a","url":"/x","robots_b64":"!"}"#, "Base64"),
        (
            br#"{"agent":"a","url":"/x","file":"/nowhere/robots.txt"}"#,
            "/nowhere/robots.txt",
        ),
        (b"{\"agent\":\"a\",\"url\":\"/x\",\"robots\":\"\xFF\"}", "column"),
        (br#"{"agent":"a","url":"\ud800","robots":""}"#, "column"),
    ];
    let mut input = Vec::new();
    for (row, (bad, _)) in bad.iter().enumerate() {
        input.extend(good(row as u32).bytes());
        input.push(b'\n');
        // Blank lines are counted, not answered.
        input.extend(b"\n \r\n");
        input.extend(*bad);
        input.push(b'\n');
    }
    let output = run_with(&["batch"], &input);
    assert_eq!(status(&output), 2);
    let rows = rows(&output);
    assert_eq!(rows.len(), 2 * bad.len());
    for (at, (bad, why)) in bad.iter().enumerate() {
        assert_eq!(rows[2 * at]["id"], at);
        assert_eq!(rows[2 * at]["allowed"], false);
        let error = &rows[2 * at + 1];
        let line = 4 * at + 4;
        assert_eq!(error["input_line"], line);
        let message = error["error"].as_str().unwrap();
        assert!(message.contains(why), "{message}: {}", bad.escape_ascii());
        assert!(stderr(&output).contains(&format!("standard input, line {line}: {message}")));
    }
    let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&rows[1]), ["error", "input_line"]);

    let output = run_with(&["batch"], br#"{"id":[1],"agent":"a","url":"/x"}"#);
    assert_eq!(self::rows(&output)[0]["id"], json!([1]));
}

#[test]
fn many_bad_rows_do_not_flood_standard_error() {
    let output = run_with(&["batch"], "x\n".repeat(10_000).as_bytes());
    assert_eq!(rows(&output).len(), 10_000);
    assert_eq!(stderr(&output).lines().count(), 21);
}

#[test]
fn bodies_as_bytes_and_files() {
    let path = file("batch_file", "robots.txt", b"User-agent: *\nDisallow: /\xE9\n");
    let input = lines(&[
        // User-agent: *\nDisallow: /<E9>
        json!({"agent": "a", "url": "/%E9", "robots_b64": "VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL+k="}),
        json!({"agent": "a", "url": "/%E9", "robots_b64": "VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL+k"}),
        json!({"agent": "a", "url": "/%e9", "file": path}),
        json!({"agent": "a", "url": "/e", "file": path}),
        // The same text, given in another way.
        json!({"agent": "a", "url": "/e", "robots": path}),
        json!({"agent": "a", "url": "/\u{0}", "robots": "User-agent: *\nDisallow: /\u{0}"}),
    ]);
    let output = run_with(&["batch"], &input);
    let allowed: Vec<bool> = rows(&output)
        .iter()
        .map(|row| row["allowed"].as_bool().unwrap())
        .collect();
    assert_eq!(allowed, [false, false, false, true, true, false]);
    assert_eq!(rows(&output)[4]["reason"], "no-group");
}

/// Every vector, once alone, three times in a row, and after so many crawlers that the file is
/// indexed, so that every code path is exercised.
#[test]
fn answers_are_those_of_the_library() {
    let mut input = Vec::new();
    let mut expected = Vec::new();
    for line in include_str!("../../../../tests/data/verdicts.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().unwrap();
        let name = match text("dialect") {
            "kollar" => "revisited",
            name => name,
        };
        let dialect = Dialect::from_name(name).unwrap();
        let robots = RobotsTxt::options()
            .dialect(dialect)
            .parse(text("robots").as_bytes());
        let others = [
            "another", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o",
        ];
        let mut questions = vec![
            (text("agent"), text("url")),
            (text("agent"), "/robots.txt"),
            (text("agent"), text("url")),
        ];
        questions.extend(others.map(|other| (other, text("url"))));
        questions.extend([
            (text("agent"), text("url")),
            (others[0], text("url")),
            ("new", text("url")),
            ("new", text("url")),
        ]);
        for (agent, url) in questions {
            // A name that is empty or a list is refused, and a header is not.
            let (key, crawler) = match UserAgent::resolve_all(agent) {
                Ok(_) => ("agent", UserAgent::resolve(agent)),
                Err(_) => ("user_agent", UserAgent::parse(agent)),
            };
            let question = json!({key: agent, "url": url, "robots": text("robots"), "dialect": name});
            input.extend(format!("{question}\n").into_bytes());
            let verdict = robots.check(&crawler, url);
            expected.push(answer(agent, &crawler, url, &verdict, name));
        }
    }
    let output = run_with(&["batch", "--lenient-urls"], &input);
    let answers = rows(&output);
    assert_eq!(answers.len(), expected.len());
    for (answer, expected) in answers.iter().zip(&expected) {
        assert_eq!(answer, expected);
    }
}

#[test]
fn a_program_may_wait_for_each_answer() {
    let (mut child, mut stdin, mut answers) = converse();
    for id in 0..3 {
        let row = json!({"id": id, "agent": "FooBot", "url": "/x", "robots": ROBOTS});
        writeln!(stdin, "{row}").unwrap();
        let answer = next(&mut answers);
        assert_eq!(answer["id"], id);
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn tab_separated_questions_about_one_file() {
    let robots_txt = file("batch_tsv", "robots.txt", ROBOTS);
    let input =
        b"FooBot\thttps://example.com/x\nFooBot\t/x/y\r\nq\t/caf\xE9.pdf\nno tab\n\nFooBot\t\n\xFF\t/x\n";
    let output = run_with(&["batch", "--format", "tsv", &robots_txt], input);
    assert_eq!(status(&output), 2);
    assert_eq!(
        stdout(&output),
        "false\t3\ntrue\t4\nfalse\t7\nerror\t\nerror\t\ntrue\t\n"
    );
    assert!(stderr(&output).contains("standard input, line 4: there is no tab"));
    assert!(stderr(&output).contains("standard input, line 6: \"\" is not a URL or path: it is empty"));
}

#[test]
fn a_row_of_one_tab_is_a_row() {
    let robots_txt = file("batch_tab", "robots.txt", "User-agent: *\nDisallow: /\n");
    let arguments = ["batch", "--format", "tsv", &robots_txt];
    let output = run_with(&arguments, b"\t\n \n\r\n");
    assert_eq!((status(&output), stdout(&output)), (2, "error\t\n"));
    assert!(stderr(&output).contains("standard input, line 1: \"\" is not a URL or path: it is empty"));
    // To the library an empty URL is that of the root. An empty name is nobody's.
    let output = run_with(
        &[&arguments[..], &["--lenient-urls"]].concat(),
        b"a\t\n\t\n \n\r\n",
    );
    assert_eq!((status(&output), stdout(&output)), (2, "false\t2\nerror\t\n"));
    assert!(stderr(&output).contains("standard input, line 2: a crawler's name is empty"));
}

#[test]
fn a_crawler_is_named_by_a_token_or_by_a_header() {
    let body = "User-agent: FooBot\nDisallow: /f\n\nUser-agent: Mozilla\nDisallow: /m\n\nUser-agent: Googlebot\nDisallow: /g\n\n\
                User-agent: *\nDisallow: /s\n";
    /// A crawler, and the line that decides.
    type Said = (&'static str, Option<u32>);
    // What is written, and what is said of it as `agent`, and as `user_agent`.
    let table = [
        ("FooBot", ("FooBot", Some(2)), ("FooBot", Some(2))),
        ("FooBot/2.1", ("FooBot", Some(2)), ("FooBot", Some(2))),
        (
            "Mozilla/5.0 (compatible; FooBot/1.0)",
            ("FooBot", Some(2)),
            ("FooBot", Some(2)),
        ),
        ("Mozilla", ("Mozilla", Some(5)), ("*", Some(11))),
        (
            "Googlebot-Image",
            ("Googlebot-Image", Some(8)),
            ("Googlebot-Image", Some(8)),
        ),
        ("AdsBot-Google", ("AdsBot-Google", None), ("AdsBot-Google", None)),
        ("Foo Bar", ("Foo Bar", Some(11)), ("Foo", Some(11))),
    ];
    let url = |line: Option<u32>| match line {
        Some(2) => "/f",
        Some(5) => "/m",
        Some(8) => "/g",
        _ => "/s",
    };
    let robots_txt = file("batch_forms", "robots.txt", body);
    for (key, option, number) in [("agent", None, 0), ("user_agent", Some("--user-agents"), 1)] {
        let expected = |row: &(&str, Said, Said)| [row.1, row.2][number];
        let questions: Vec<Value> = table
            .iter()
            .map(|row| json!({key: row.0, "url": url(expected(row).1), "robots": body}))
            .collect();
        let answers = rows(&run_with(&["batch"], &lines(&questions)));
        assert_eq!(answers.len(), table.len());
        for (row, answer) in table.iter().zip(&answers) {
            let (crawler, line) = expected(row);
            assert_eq!(answer["agent"], row.0);
            assert_eq!(
                (&answer["crawler"], &answer["line"]),
                (&json!(crawler), &json!(line)),
                "{key} {}",
                row.0
            );
        }
        let tabs: String = table
            .iter()
            .map(|row| format!("{}\t{}\n", row.0, url(expected(row).1)))
            .collect();
        let mut arguments = vec!["batch", "--format", "tsv", &robots_txt];
        arguments.extend(option);
        let output = run_with(&arguments, tabs.as_bytes());
        for (row, answer) in table.iter().zip(stdout(&output).lines()) {
            let line = expected(row).1;
            let said = format!(
                "{}\t{}",
                line.is_none(),
                line.map_or(String::new(), |line| line.to_string())
            );
            assert_eq!(answer, said, "{key} {}", row.0);
        }
    }
    let output = run_with(&["batch", "--user-agents"], b"");
    assert!(stderr(&output).contains("--user-agents is for --format tsv"));
}

/// Bodies, dialects, crawlers and URLs in random order, many of them repeated, so that whatever is
/// kept for later rows is used in every way.
#[test]
fn shuffled_rows_are_answered_as_each_alone() {
    // Line ends of other formats are part of a line here, and white space in some places of it.
    let odd: String = ["\u{b}", "\u{c}", "\u{85}", "\u{2028}"]
        .iter()
        .map(|odd| {
            format!(
                "User-agent: Foo{odd}Bot\nUser-agent: Foo{odd}\nDisallow: /a{odd}Allow: /a\nDisallow:{odd}/b\nAllow: /b/{odd}c\nDisallow: \
                 /x{odd}Disallow: /\n{odd}Allow: /x/y\n\n"
            )
        })
        .collect();
    let bodies = [
        odd.clone() + "User-agent: *\nDisallow: /x /y /z\n\nUser-agent: googlebot\nDisallow: /%78\n",
        format!("User-agent: *\nDisallow: /a\u{c}Allow: /a\n\n{odd}\n\nUser-agent: FooBot/2\nAllow: /\n"),
        "User-agent: Foo\nUser-agent: bot foo\nDisallow: /x\nAllow: /x/y$\n\nUser-agent: Mozilla\nDisallow: /b\n\nUser-agent: foobot\n\
         Disallow: /*y\n"
            .to_owned(),
    ];
    let crawlers = [
        "FooBot",
        "Foo",
        "foobot/2.1",
        "Foo\u{b}Bot",
        "Foo\u{2028}Bot",
        "Mozilla/5.0 (compatible; FooBot/1.0)",
        "Mozilla",
        "Googlebot-Image",
        "AdsBot-Google",
        "Bot",
        "",
    ];
    let urls = [
        "/a",
        "/a\u{b}Allow: /a",
        "/a\u{c}Allow: /a",
        "/b",
        "/b/\u{85}c",
        "/b/\u{2028}c",
        "/x",
        "/x/y",
        "/y",
        "/",
    ];
    let mut random = 1_u64;
    let mut below = |end: usize| {
        // Knuth's generator, of which the high bits are the best.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % end
    };
    let (mut body, mut dialect) = (0, 0);
    let (mut input, mut expected) = (String::new(), Vec::new());
    for _ in 0..8_000 {
        // Mostly that of the row before.
        if below(6) == 0 {
            body = below(bodies.len());
        }
        if below(4) == 0 {
            dialect = below(Dialect::PRESETS.len());
        }
        let (name, preset) = Dialect::PRESETS[dialect];
        let (written, url) = (crawlers[below(crawlers.len())], urls[below(urls.len())]);
        let (key, crawler) = match below(2) {
            0 if UserAgent::resolve_all(written).is_ok() => ("agent", UserAgent::resolve(written)),
            _ => ("user_agent", UserAgent::parse(written)),
        };
        input += &format!(
            "{}\n",
            json!({key: written, "url": url, "robots": bodies[body], "dialect": name})
        );
        let robots = RobotsTxt::options()
            .dialect(preset)
            .parse(bodies[body].as_bytes());
        let verdict = robots.check(&crawler, url);
        expected.push(answer(written, &crawler, url, &verdict, name));
    }
    let answers = rows(&from_file_and_pipe("batch_shuffled", &["batch"], &input));
    assert_eq!(answers.len(), expected.len());
    for ((answer, expected), row) in answers.iter().zip(&expected).zip(input.lines()) {
        assert_eq!(answer, expected, "{row}");
    }
}

/// A thousand crawlers ask about one body in turn.
#[test]
fn crawlers_take_turns() {
    let body: String = (0..2_000)
        .map(|n| format!("User-agent: bot{n}\nDisallow: /{n}\n"))
        .collect();
    let path = file("batch_crawlers", "robots.txt", body);
    let mut input = Vec::new();
    for _ in 0..3 {
        for n in 0..1_000 {
            let question = json!({"agent": format!("bot{n}"), "url": format!("/{n}"), "file": path});
            input.extend(format!("{question}\n").into_bytes());
        }
    }
    let output = run_with(&["batch"], &input);
    let rows = rows(&output);
    assert_eq!(rows.len(), 3_000);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row["line"], 2 * (at % 1_000) + 2);
    }
}

/// Thousands of crawlers ask twice. They share compiled rules; if each had its own, they would take
/// some 200 MB.
#[cfg(target_os = "linux")]
#[test]
fn crawlers_share_what_is_kept() {
    let rules: String = (0..1_000)
        .map(|n| format!("Disallow: /some/path/{n}/\n"))
        .collect();
    let path = file("batch_memory", "robots.txt", format!("User-agent: *\n{rules}"));
    let (mut child, mut stdin, mut answers) = converse();
    for n in 0..3_000 {
        let mut rows = String::new();
        for part in ["7", "77"] {
            let url = format!("/some/path/{part}/{n}");
            rows += &format!(
                "{}\n",
                json!({"agent": format!("bot{n}"), "url": url, "file": path})
            );
        }
        stdin.write_all(rows.as_bytes()).unwrap();
        for line in [9, 79] {
            let answer = next(&mut answers);
            assert_eq!(answer["line"], line);
        }
    }
    let peak = peak_resident(child.id()).expect("/proc");
    assert!(peak < 80 << 10, "{peak} KiB");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// What the program says of rows in a file, which is the same as of rows from a pipe. From a file
/// so many come at once that several threads answer them; a pipe holds too few.
fn from_file_and_pipe(test: &str, arguments: &[&str], rows: &str) -> Output {
    let from_pipe = run_with(arguments, rows.as_bytes());
    let path = file(test, "rows", rows);
    let from_file = robots()
        .args(arguments)
        .stdin(std::fs::File::open(path).unwrap())
        .output()
        .unwrap();
    assert!(stdout(&from_file) == stdout(&from_pipe));
    assert_eq!(stderr(&from_file), stderr(&from_pipe));
    assert_eq!(status(&from_file), status(&from_pipe));
    from_file
}

#[test]
fn a_file_of_rows_is_answered_like_a_pipe() {
    let bodies = [ROBOTS, "User-agent: *\nDisallow: /x/1\n", ""];
    let row = |number: usize| match number % 1_000 {
        17 => "{".to_owned(),
        18 => String::new(),
        _ => {
            let body = bodies[number / 100 % 3];
            let agent = ["FooBot", "q"][number % 2];
            json!({"id": number, "agent": agent, "url": format!("/x/{}", number % 20), "robots": body})
                .to_string()
        }
    };
    let text: String = (0..30_000).map(|number| row(number) + "\n").collect();
    assert!(text.len() > 2 << 20);
    let from_file = from_file_and_pipe("batch_file_of_rows", &["batch"], &text);
    assert_eq!(status(&from_file), 2);
    let complaints = stderr(&from_file);
    assert_eq!(complaints.lines().count(), 21, "{complaints}");
    assert!(complaints.contains("line 19018: "), "{complaints}");
    assert!(!complaints.contains("line 20018: "), "{complaints}");
    let answers = rows(&from_file);
    let numbers = (0..30_000).filter(|number| number % 1_000 != 18);
    assert_eq!(answers.len(), 29_970);
    for (number, answer) in numbers.zip(&answers) {
        if number % 1_000 == 17 {
            assert_eq!(answer["input_line"], number + 1);
        } else {
            assert_eq!(answer["id"], number);
            let robots = RobotsTxt::parse(bodies[number / 100 % 3].as_bytes());
            let url = answer["url"].as_str().unwrap();
            assert_eq!(
                answer["allowed"],
                robots.is_allowed(["FooBot", "q"][number % 2], url)
            );
        }
    }
}

/// All rows are read at once, and each answer cites as much of a long name as any answer does.
#[cfg(target_os = "linux")]
#[test]
fn answers_are_written_before_they_fill_the_memory() {
    let name = format!("a/{}", "b".repeat(3_000));
    let body = file(
        "batch_long_name",
        "robots.txt",
        format!("User-agent: {name}\nDisallow: /x\n"),
    );
    let row =
        |number| json!({"id": number, "agent": "a", "url": "/x", "file": body, "dialect": "original1994"});
    let path = file(
        "batch_long_answers",
        "rows",
        lines(&(0..40_000).map(row).collect::<Vec<_>>()),
    );
    let cited = format!("{}…", &name[..2_000]);
    let mut child = robots()
        .arg("batch")
        .stdin(std::fs::File::open(path).unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in 0..39_000 {
        let answer = next(&mut answers);
        assert_eq!((&answer["id"], &answer["group"]), (&json!(number), &json!(cited)));
    }
    // The program lives, since the pipe holds no thousand answers.
    let peak = peak_resident(child.id()).expect("/proc");
    assert!(peak < 40 << 10, "{peak} KiB");
    assert_eq!(answers.count(), 1_000);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_file_of_tabs_is_answered_like_a_pipe() {
    let robots_txt = file("batch_file_of_tabs", "robots.txt", ROBOTS);
    let row = |number: usize| match number % 1_000 {
        17 => "no tab\n".to_owned(),
        _ => format!("{}\t/x/{}\n", ["FooBot", "q"][number % 2], number % 20),
    };
    let text: String = (0..100_000).map(row).collect();
    let arguments = ["batch", "--format", "tsv", &robots_txt];
    let from_file = from_file_and_pipe("batch_rows_of_tabs", &arguments, &text);
    assert_eq!(status(&from_file), 2);
    let answers = stdout(&from_file);
    assert_eq!(answers.lines().count(), 100_000);
    assert_eq!(answers.lines().nth(50_017), Some("error\t"));
}

#[test]
fn files_and_dialects_in_turn_are_read_once() {
    // The second rule counts in one of the dialects only.
    let first = file(
        "batch",
        "turn-1.txt",
        "User-agent: *\nDisallow: /x\nAllow: /x*z\n",
    );
    let second = file("batch-turn-2", "turn-2.txt", "User-agent: *\nDisallow: /y\n");
    let row = |number: usize| {
        let body = if number.is_multiple_of(3) { &second } else { &first };
        let dialect = if number % 3 == 1 {
            "original1994"
        } else {
            "rfc9309"
        };
        json!({"id": number, "agent": "a", "url": "/xyz", "file": body, "dialect": dialect})
    };
    let (mut child, mut input, mut output) = converse();
    for number in 0..30 {
        if number == 3 {
            // What was read is not read again.
            for path in [&first, &second] {
                std::fs::remove_file(path).unwrap();
            }
        }
        writeln!(input, "{}", row(number)).unwrap();
        let answer = next(&mut output);
        let expected = [json!([true, null]), json!([false, 2]), json!([true, 3])];
        assert_eq!(
            json!([answer["allowed"], answer["line"]]),
            expected[number % 3],
            "{answer}"
        );
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
