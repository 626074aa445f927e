//! `robots check`.

use serde_json::{Value, json};

use crate::{ROBOTS, file, robots, rows, run, run_with, status, stderr, stdout};

#[test]
fn one_question_prints_the_row_of_the_contract() {
    let robots_txt = file("check_one", "robots.txt", ROBOTS);
    let output = run(&["check", &robots_txt, "FooBot", "https://example.com/x"]);
    assert_eq!(status(&output), 1);
    assert_eq!(stderr(&output), "");
    assert_eq!(
        stdout(&output),
        "{\"agent\":\"FooBot\",\"url\":\"https://example.com/x\",\"allowed\":false,\"reason\":\"rule\",\"line\":3,\
         \"rule\":\"Disallow: /x\",\"group\":\"FooBot\",\"crawler\":\"FooBot\",\"dialect\":\"rfc9309\",\"obeys\":\"unknown\"}\n"
    );
}

#[test]
fn every_reason() {
    let body = b"User-agent: FooBot\nDisallow: /x\n";
    let table = [
        (
            "FooBot",
            "/x",
            1,
            json!({"allowed": false, "reason": "rule", "line": 2, "rule": "Disallow: /x", "group": "FooBot"}),
        ),
        (
            "FooBot",
            "/y",
            0,
            json!({"allowed": true, "reason": "no-matching-rule", "line": null, "rule": null, "group": "FooBot"}),
        ),
        (
            "BarBot",
            "/x",
            0,
            json!({"allowed": true, "reason": "no-group", "line": null, "rule": null, "group": null}),
        ),
        (
            "FooBot",
            "/robots.txt",
            0,
            json!({"allowed": true, "reason": "robots-txt-itself", "line": null, "rule": null, "group": null}),
        ),
    ];
    for (agent, url, expected_status, mut expected) in table {
        let output = run_with(&["check", "-", agent, url, "--format", "json"], body);
        assert_eq!(status(&output), expected_status, "{agent} {url}");
        expected["agent"] = agent.into();
        expected["crawler"] = agent.into();
        expected["url"] = url.into();
        expected["dialect"] = "rfc9309".into();
        expected["obeys"] = "unknown".into();
        assert_eq!(rows(&output), [expected]);
    }
}

#[test]
fn several_questions_in_every_format() {
    let robots_txt = file("check_several", "robots.txt", ROBOTS);
    let ask = |format: &str| {
        let output = run(&[
            "check",
            &robots_txt,
            "-a",
            "FooBot",
            "-a",
            "q",
            "/x",
            "/x/y",
            "/a.pdf",
            "--format",
            format,
        ]);
        assert_eq!(status(&output), 1, "{format}");
        assert_eq!(stderr(&output), "", "{format}");
        output
    };
    let jsonl = rows(&ask("jsonl"));
    let asked: Vec<(&str, &str, bool)> = jsonl
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap();
            (text("agent"), text("url"), row["allowed"].as_bool().unwrap())
        })
        .collect();
    assert_eq!(
        asked,
        [
            ("FooBot", "/x", false),
            ("q", "/x", true),
            ("FooBot", "/x/y", true),
            ("q", "/x/y", true),
            ("FooBot", "/a.pdf", true),
            ("q", "/a.pdf", false)
        ]
    );
    assert_eq!(
        serde_json::from_str::<Value>(stdout(&ask("json"))).unwrap(),
        Value::Array(jsonl)
    );

    let csv = ask("csv");
    let lines: Vec<&str> = stdout(&csv).lines().collect();
    assert_eq!(
        lines[0],
        "agent,url,allowed,reason,line,rule,group,crawler,dialect,obeys"
    );
    assert_eq!(
        lines[1],
        "FooBot,/x,false,rule,3,Disallow: /x,FooBot,FooBot,rfc9309,unknown"
    );
    assert_eq!(lines[4], "q,/x/y,true,no-matching-rule,,,*,q,rfc9309,unknown");
    assert_eq!(lines.len(), 7);
    let tsv = ask("tsv");
    assert_eq!(
        stdout(&tsv).lines().nth(1),
        Some("FooBot\t/x\tfalse\trule\t3\tDisallow: /x\tFooBot\tFooBot\trfc9309\tunknown")
    );

    let human = ask("human");
    let table: Vec<Vec<&str>> = stdout(&human)
        .lines()
        .map(|line| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    assert_eq!(
        table,
        [
            ["URL", "FooBot", "q"],
            ["/x", "disallowed by line 3", "allowed"],
            ["/x/y", "allowed by line 4", "allowed"],
            ["/a.pdf", "allowed", "disallowed by line 7"]
        ]
    );
}

#[test]
fn many_crawlers_make_a_list() {
    let body = "User-agent: a\nDisallow: /x\n\nUser-agent: b\nUser-agent: c\nDisallow: /\n";
    let agents = ["a", "b", "c", "d", "e"].map(|agent| ["-a", agent]).concat();
    let arguments = [&["check", "-", "/x", "/y", "-f", "human"], &agents[..]].concat();
    let output = run_with(&arguments, body.as_bytes());
    assert_eq!(
        stdout(&output),
        "\
/x
  disallowed by line 2  a
  disallowed by line 6  b, c
  allowed               d, e
/y
  allowed               a, d, e
  disallowed by line 6  b, c
"
    );
}

#[test]
fn questions_from_a_list() {
    let list = "/x\r\n\n  /x/y\nhttps://example.com/a.pdf";
    let robots_txt = file("check_list", "robots.txt", ROBOTS);
    let output = run_with(
        &["check", &robots_txt, "FooBot", "/first", "--urls", "-"],
        list.as_bytes(),
    );
    let urls: Vec<String> = rows(&output)
        .iter()
        .map(|row| row["url"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(urls, ["/first", "/x", "/x/y", "https://example.com/a.pdf"]);
    assert_eq!(status(&output), 1);

    let list = file("check_list_file", "urls", list);
    let output = run_with(
        &["check", "-", "-a", "FooBot", "-a", "*", "--urls", &list],
        ROBOTS.as_bytes(),
    );
    assert_eq!(rows(&output).len(), 6);
    assert_eq!(status(&run(&["check", &robots_txt, "FooBot", "/q", "/r"])), 0);
}

#[test]
fn the_dialect_decides() {
    let body = b"User-agent: *\nDisallow: /*.pdf$\n";
    for (dialect, allowed) in [
        ("rfc9309", false),
        ("original1994", true),
        ("google", false),
        ("seznam2", true),
    ] {
        let output = run_with(&["check", "-", "FooBot", "/x.pdf", "--dialect", dialect], body);
        assert_eq!(rows(&output)[0]["allowed"], allowed, "{dialect}");
    }
}

#[test]
fn the_explanation_shows_carets_under_the_rule_and_its_runner_up() {
    let robots_txt = file("check_human", "robots.txt", ROBOTS);
    let output = run(&["check", &robots_txt, "FooBot", "/x/y/z", "--format", "human"]);
    assert_eq!(status(&output), 0);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines[0], "allowed: FooBot may fetch /x/y/z");
    assert_eq!(lines[1].trim(), format!("--> {robots_txt}:4:8"));
    let below = |text: &str| {
        let at = lines.iter().position(|line| line.contains(text)).unwrap();
        (lines[at], lines[at + 1])
    };
    let (rule, carets) = below("Allow: /x/y");
    assert_eq!(rule.find("/x/y"), carets.find("^^^^ this rule decides"));
    let (rule, dashes) = below("Disallow: /x");
    assert_eq!(
        rule.find("/x"),
        dashes.find("-- also matches, but is shorter (2 octets)")
    );
    let (name, dashes) = below("User-agent: FooBot");
    assert_eq!(name.find("FooBot"), dashes.find("------ this group applies"));
}

#[test]
fn colors_when_wanted_only() {
    let robots_txt = file("check_color", "robots.txt", ROBOTS);
    let arguments = ["check", &robots_txt, "FooBot", "/x", "-f", "human"];
    let plain = robots().args(arguments).output().unwrap();
    assert!(!plain.stdout.contains(&0x1B));
    let colored = robots()
        .args(arguments)
        .args(["--color", "always"])
        .output()
        .unwrap();
    assert!(colored.stdout.contains(&0x1B));
    let forced = robots()
        .args(arguments)
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(forced.stdout.contains(&0x1B));
    let refused = robots()
        .args(arguments)
        .args(["--color", "never"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(!refused.stdout.contains(&0x1B));
    let table = robots()
        .args(["check", &robots_txt, "-a", "a", "-a", "b", "/x", "-f", "human"])
        .output()
        .unwrap();
    assert!(!table.stdout.contains(&0x1B));
}

#[test]
fn bodies_of_odd_bytes() {
    let bodies: [&[u8]; 6] = [
        b"User-agent: *\0\nDisallow: /\xFF\xFE\0x\n",
        b"\0\0\0\0",
        b"\xFF\xFEU\0s\0",
        b"User-agent: *\rDisallow: /\x1B[31m\r",
        b"",
        &[b'*'; 100_000],
    ];
    for body in bodies {
        for format in ["json", "human", "csv"] {
            let output = run_with(
                &["check", "-", "FooBot", "/\u{1b}[31mx", "--format", format],
                body,
            );
            assert!(
                status(&output) < 2,
                "{format} {:?}",
                body.escape_ascii().to_string()
            );
            let text = stdout(&output);
            // No file and no URL can send control sequences to the terminal.
            if format == "human" {
                assert!(!text.contains('\x1b'), "{text}");
            }
        }
    }
}

#[test]
fn a_body_that_is_not_a_robots_txt_is_noted() {
    let html = run_with(&["check", "-", "FooBot", "/"], b"<!DOCTYPE html>\n<p>");
    assert_eq!(status(&html), 0);
    assert!(stderr(&html).contains("standard input is no robots.txt but an HTML page"));
    let utf16: Vec<u8> = "\u{feff}User-agent: *\nDisallow: /\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let as_is = run_with(&["check", "-", "FooBot", "/"], &utf16);
    assert_eq!(status(&as_is), 0);
    assert!(stderr(&as_is).contains("UTF-16"));
    let transcoded = run_with(&["check", "-", "FooBot", "/", "--transcode-utf16"], &utf16);
    assert_eq!(status(&transcoded), 1);
    assert_eq!(stderr(&transcoded), "");
}

#[test]
fn only_whole_lines_are_read_up_to_the_limit() {
    let ask = |limit: &str| {
        run_with(
            &["check", "-", "FooBot", "/abc", "--max-bytes", limit],
            b"User-agent: *\nAllow: /\nDisallow: /abc\n",
        )
    };
    // An answer from a part of the file is marked as one.
    let part = ask("30");
    assert_eq!(status(&part), 0);
    assert_eq!(
        stderr(&part),
        "warning: standard input was read up to --max-bytes 30, and later lines are ignored\n"
    );
    assert_eq!(rows(&part)[0]["truncated"], json!(true));
    // The last line is whole without its end.
    assert_eq!(status(&ask("37")), 1);
    let whole = ask("38");
    assert_eq!((status(&whole), stderr(&whole)), (1, ""));
    assert_eq!(rows(&whole)[0].get("truncated"), None);
}

#[test]
fn tables_of_files_read_in_part_keep_their_columns() {
    let long = file("check_long", "robots.txt", "User-agent: *\nDisallow: /\n");
    let short = file("check_short", "robots.txt", "User-agent: *\n");
    let output = run(&[
        "check",
        &long,
        "FooBot",
        "/",
        "--file",
        &short,
        "--max-bytes",
        "20",
        "--format",
        "csv",
    ]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let columns = stdout(&output).lines().map(|line| line.split(',').count());
    assert_eq!(columns.collect::<Vec<_>>(), [11, 11, 11]);
    assert!(stderr(&output).contains(&format!("{long} was read up to --max-bytes 20")));
}

#[cfg(unix)]
#[test]
fn paths_and_urls_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let path = crate::directory("check_latin1").join(OsStr::from_bytes(b"robots\xE9.txt"));
    std::fs::write(&path, b"User-agent: *\nDisallow: /caf\xE9\n").unwrap();
    let ask = |url: &[u8]| {
        robots()
            .arg("check")
            .arg(&path)
            .arg("FooBot")
            .arg(OsStr::from_bytes(url))
            .output()
            .unwrap()
    };
    assert_eq!(status(&ask(b"/caf\xE9")), 1);
    assert_eq!(status(&ask(b"/caf%E9")), 1);
    assert_eq!(status(&ask(b"/cafe")), 0);
}

/// A word of a table is broken where it is longer than anybody reads; nothing of it is lost.
#[test]
fn long_addresses_in_a_table() {
    let robots_txt = file("check_long", "robots.txt", ROBOTS);
    let url = format!("/{}", "é".repeat(10_000));
    let output = run(&["check", &robots_txt, &url, "/y", "-a", "FooBot", "-f", "human"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.matches('é').count(), 10_000);
    assert!(text.lines().count() > 10);
}

/// Who writes the crawler first is told the order, and not that there are several files.
#[test]
fn the_crawler_before_the_file() {
    let path = file("check_swapped", "robots.txt", "User-agent: *\nDisallow: /x\n");
    let output = run(&["check", "Googlebot", &path, "/x"]);
    assert_eq!(status(&output), 2);
    let message = format!("the file comes first; write robots check {path} Googlebot URL");
    assert!(stderr(&output).contains(&message), "{}", stderr(&output));
}
