//! `robots audit`, sets of crawlers, several files.

use serde_json::{Value, json};

use crate::{directory, file, rows, run, run_with, status, stderr, stdout};

const SITE: &[u8] = b"\
User-agent: GPTBot
User-agent: CCBot
Disallow: /

User-agent: Googlebot
Disallow: /search
Allow: /admin/public

User-agent: *
Disallow: /admin
Disallow: /search
Allow: /admin/public
";

#[test]
fn each_crawler_its_access_its_group_and_what_it_ignores() {
    let output = run_with(
        &[
            "audit",
            "-",
            "--format",
            "json",
            "-a",
            "GPTBot",
            "-a",
            "Googlebot-Image",
            "-a",
            "bingbot",
            "-a",
            "AdsBot-Google",
        ],
        SITE,
    );
    assert_eq!((status(&output), stderr(&output)), (0, ""));
    let rows = rows(&output);
    let expected = [
        json!({
            "file": "standard input", "agent": "GPTBot", "group": "GPTBot", "access": "closed",
            "ignored_rules_of_star": [], "dialect": "rfc9309", "reason": null
        }),
        // It falls back to Googlebot, which Google documents.
        json!({
            "file": "standard input", "agent": "Googlebot-Image", "group": "Googlebot", "access": "partial",
            "ignored_rules_of_star": ["Disallow: /admin"], "dialect": "google", "reason": null
        }),
        json!({
            "file": "standard input", "agent": "bingbot", "group": "*", "access": "partial",
            "ignored_rules_of_star": [], "dialect": "rfc9309", "reason": null
        }),
        // It does not obey the groups for `*`.
        json!({
            "file": "standard input", "agent": "AdsBot-Google", "group": null, "access": "open",
            "ignored_rules_of_star": [], "dialect": "google", "reason": null
        }),
    ];
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(&expected) {
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&row[key], value, "{key} of {row}");
        }
        assert!(row["purpose"].is_string(), "{row}");
    }
}

#[test]
fn all_known_crawlers_by_default_in_every_format() {
    let everyone = rows(&run_with(&["audit", "-", "--format", "json"], SITE));
    assert!(everyone.len() > 40);
    assert_eq!(everyone.last().unwrap()["agent"], "*");
    let csv = run_with(&["audit", "-", "--format", "csv"], SITE);
    let mut reader = csv::Reader::from_reader(stdout(&csv).as_bytes());
    assert_eq!(
        reader.headers().unwrap().iter().take(6).collect::<Vec<_>>(),
        [
            "file",
            "agent",
            "purpose",
            "group",
            "access",
            "ignored_rules_of_star"
        ]
    );
    assert_eq!(reader.records().count(), everyone.len());
    let human = run_with(&["audit", "-"], SITE);
    let text = stdout(&human);
    assert!(text.contains(" closed   GPTBot "), "{text}");
    let page = run_with(&["audit", "-", "--format", "html"], SITE);
    let page = stdout(&page);
    assert!(
        page.contains("<th>/admin/</th>") || page.contains("<th>/admin</th>"),
        "{page}"
    );
    assert!(page.contains("<td class=\"error\">closed</td>"));
    let markdown = run_with(&["audit", "-", "--format", "markdown"], SITE);
    assert!(
        stdout(&markdown).contains("| closed | GPTBot | "),
        "{}",
        stdout(&markdown)
    );
}

#[test]
fn sets_by_purpose() {
    let agents = |set: &str| -> Vec<String> {
        let output = run_with(&["check", "-", "-a", set, "/x", "--format", "jsonl"], SITE);
        assert!(status(&output) < 2, "{set}: {}", stderr(&output));
        rows(&output)
            .iter()
            .map(|row| row["agent"].as_str().unwrap().to_owned())
            .collect()
    };
    for (set, member) in [
        ("@search", "Googlebot"),
        ("@ai-training", "GPTBot"),
        ("@user", "ChatGPT-User"),
        ("@preview", "facebookexternalhit"),
        ("@seo", "AhrefsBot"),
        ("@archive", "archive.org_bot"),
        ("@all", "Googlebot"),
    ] {
        assert!(agents(set).iter().any(|agent| agent == member), "{set}");
    }
    // Nobody is asked twice.
    let all = run_with(
        &[
            "check", "-", "-a", "@search", "-a", "@all", "/x", "--format", "jsonl",
        ],
        SITE,
    );
    assert_eq!(rows(&all).len(), agents("@all").len());
    let wrong = run_with(&["check", "-", "-a", "@searhc", "/x"], SITE);
    assert_eq!(status(&wrong), 2);
    assert!(
        stderr(&wrong).contains("@searhc") && stderr(&wrong).contains("@search"),
        "{}",
        stderr(&wrong)
    );
}

#[test]
fn whole_user_agents_are_recognized() {
    let header = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
    let output = run_with(&["check", "-", header, "/x"], SITE);
    assert_eq!(
        (status(&output), &rows(&output)[0]["group"]),
        (1, &"GPTBot".into())
    );
}

#[test]
fn auto_reads_for_each_crawler_as_its_operator_documents() {
    let body = b"User-agent: *\nDissallow: /x\n";
    let output = run_with(
        &[
            "check",
            "-",
            "-a",
            "Googlebot",
            "-a",
            "bingbot",
            "-a",
            "SeznamBot",
            "-a",
            "YandexBot",
            "/x",
            "--dialect",
            "auto",
        ],
        body,
    );
    let rows = rows(&output);
    let read: Vec<(&str, bool)> = rows
        .iter()
        .map(|row| {
            (
                row["dialect"].as_str().unwrap(),
                row["allowed"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        read,
        [
            ("google", false),
            ("rfc9309", true),
            ("seznam", true),
            ("yandex", true)
        ]
    );
    let human = run_with(
        &[
            "check",
            "-",
            "Googlebot",
            "/x",
            "--dialect",
            "auto",
            "--format",
            "human",
        ],
        body,
    );
    assert!(stdout(&human).contains("read as google"), "{}", stdout(&human));
    assert_eq!(status(&human), 1);
}

#[test]
fn several_files() {
    let folder = directory("audit_several");
    std::fs::write(folder.join("a-robots.txt"), SITE).unwrap();
    std::fs::write(folder.join("b-robots.txt"), b"User-agent: *\nDisallow:\n").unwrap();
    let path = folder.to_str().unwrap();
    let output = run(&["check", path, "GPTBot", "/x", "--format", "jsonl"]);
    let rows_of = rows(&output);
    assert_eq!(status(&output), 1);
    assert_eq!(rows_of.len(), 2);
    assert!(rows_of[0]["file"].as_str().unwrap().ends_with("a-robots.txt"));
    assert_eq!(
        (&rows_of[0]["allowed"], &rows_of[1]["allowed"]),
        (&false.into(), &true.into())
    );
    let list = file(
        "audit_list",
        "list.txt",
        format!("# files\n{path}/b-robots.txt\n\n{path}/a-robots.txt\n"),
    );
    let output = run(&["check", "--files", &list, "-a", "GPTBot", "/x", "--format", "csv"]);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(
        lines[0],
        "file,agent,url,allowed,reason,line,rule,group,crawler,dialect,obeys"
    );
    assert!(lines[1].contains("b-robots.txt,GPTBot,/x,true"), "{lines:?}");
    let human = run(&["check", path, "GPTBot", "/x", "--format", "human"]);
    assert!(
        stdout(&human).starts_with("disallowed by line 3     "),
        "{}",
        stdout(&human)
    );
    // One file that is missing does not keep the others from their answers.
    let more = run(&["check", path, "--file", "/no/such/file", "-a", "GPTBot", "/x"]);
    assert_eq!((status(&more), rows(&more).len()), (2, 2));
    let audited = run(&["audit", path, "-a", "GPTBot", "--format", "json"]);
    assert_eq!(rows(&audited).len(), 2);
}

#[test]
fn expectations() {
    let ask = |url: &str, verdict: &str| {
        let output = run_with(&["check", "-", "bingbot", url, "--expect", verdict], SITE);
        (status(&output), rows(&output)[0]["as_expected"].clone())
    };
    assert_eq!(ask("/admin", "disallowed"), (0, true.into()));
    assert_eq!(ask("/admin", "allowed"), (1, false.into()));
    assert_eq!(ask("/x", "allowed"), (0, true.into()));
    assert_eq!(ask("/x", "disallowed"), (1, false.into()));
    let several = run_with(
        &["check", "-", "bingbot", "/admin", "/x", "--expect", "disallowed"],
        SITE,
    );
    assert_eq!(status(&several), 1);
}

#[test]
fn a_table_of_every_directive() {
    let folder = directory("audit_table");
    std::fs::write(
        folder.join("a-robots.txt"),
        b"Sitemap: https://e.com/s.xml\nUser-agent: a\nUser-agent: b\nDisallow: /x, \"y\"\nNoindex: /z\n",
    )
    .unwrap();
    std::fs::write(folder.join("b-robots.txt"), b"User-agent: *\nDissallow: /x\n").unwrap();
    let path = folder.to_str().unwrap();
    let output = run(&["inspect", path, "--format", "csv", "--dialect", "google"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let mut reader = csv::Reader::from_reader(stdout(&output).as_bytes());
    assert_eq!(
        reader.headers().unwrap().iter().collect::<Vec<_>>(),
        [
            "file",
            "line",
            "directive",
            "value",
            "group_line",
            "agents",
            "kind"
        ]
    );
    let table: Vec<Vec<String>> = reader
        .records()
        .map(|record| record.unwrap().iter().skip(1).map(str::to_owned).collect())
        .collect();
    let expected = [
        ["1", "Sitemap", "https://e.com/s.xml", "", "", "sitemap"],
        ["2", "User-agent", "a", "2", "a\nb", "user-agent"],
        ["3", "User-agent", "b", "2", "a\nb", "user-agent"],
        ["4", "Disallow", "/x, \"y\"", "2", "a\nb", "disallow"],
        ["5", "Noindex", "/z", "2", "a\nb", "unknown"],
        ["1", "User-agent", "*", "1", "*", "user-agent"],
        ["2", "Dissallow", "/x", "1", "*", "disallow"],
    ];
    assert_eq!(table, expected.map(|row| row.map(str::to_owned).to_vec()));
    let documents = rows(&run(&["inspect", path, "--format", "json"]));
    assert_eq!(documents.len(), 2);
    assert!(documents[1]["file"].as_str().unwrap().ends_with("b-robots.txt"));
    assert_eq!(documents[1]["lines"], 2);
}

/// Lists that grow with the product of crawlers and rules end where they become too long, and say
/// so.
#[test]
fn of_too_many_ignored_rules_the_first_are_listed() {
    let mut body: String = (0..700)
        .map(|number| format!("User-agent: Bot{number}\nDisallow: /{number}\n"))
        .collect();
    body.push_str("User-agent: *\n");
    body.extend((0..700).map(|number| format!("Disallow: /{number}\n")));
    let agents: Vec<String> = (0..700).map(|number| format!("--agent=Bot{number}")).collect();
    let mut arguments = vec!["audit", "-", "--format", "jsonl"];
    arguments.extend(agents.iter().map(String::as_str));
    let output = run_with(&arguments, body.as_bytes());
    assert_eq!(status(&output), 0);
    let rows = rows(&output);
    let listed = |row: &Value| row["ignored_rules_of_star"].as_array().unwrap().len() as u64;
    for row in &rows {
        assert_eq!(
            listed(row) + row["more_ignored_rules_of_star"].as_u64().unwrap_or(0),
            699
        );
    }
    assert_eq!(listed(&rows[0]), 699);
    assert_eq!(listed(&rows[699]), 0);
    assert!(rows.iter().map(listed).sum::<u64>() < 400_000);
}

/// A hostile file has rules and names as long as itself, and there is a row for every crawler.
#[test]
fn long_rules_and_names_are_cut() {
    let name = "a".repeat(3_000);
    let rule = format!("/{}", "x".repeat(3_000));
    let body = format!("User-agent: {name}\nDisallow: /b\n\nUser-agent: *\nDisallow: {rule}\n");
    let output = run_with(&["audit", "-", "--format", "json", "-a", &name], body.as_bytes());
    let row = &rows(&output)[0];
    assert_eq!(row["group"], format!("{}…", &name[..2_000]));
    let rule = format!("Disallow: {rule}");
    assert_eq!(
        row["ignored_rules_of_star"],
        json!([format!("{}…", &rule[..2_000])])
    );
}

/// A group of its own escapes what `*` says about the use of content, as it escapes its rules.
#[test]
fn preferences_that_a_group_escapes_are_listed() {
    let body = b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /x\n\nUser-agent: CCBot\nContent-Signal: ai-train=no\nDisallow: /x\n";
    let output = run_with(
        &[
            "audit", "-", "--format", "json", "-a", "GPTBot", "-a", "CCBot", "-a", "bingbot",
        ],
        body,
    );
    let rows = rows(&output);
    assert_eq!(
        rows[0]["ignored_preferences_of_star"],
        json!(["Content-Signal: ai-train=no"])
    );
    assert_eq!(rows[1]["ignored_preferences_of_star"], Value::Null);
    assert_eq!(rows[2]["ignored_preferences_of_star"], Value::Null);
    let people = run_with(&["audit", "-", "--format", "human", "-a", "GPTBot"], body);
    assert!(
        stdout(&people).contains("Content-Signal: ai-train=no"),
        "{people:?}"
    );
}

/// A record of a WARC file with a response for the robots.txt of a host.
fn capture(host: &str, date: &str, status: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 {status}\r\n\r\n{body}");
    let length = block.len();
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{host}/robots.txt\r\nWARC-Date: {date}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
}

/// An archive of some sites, one of which was fetched twice, and one record that is cut.
fn archive() -> Vec<u8> {
    use std::io::Write as _;

    const EARLY: &str = "2025-06-01T00:00:00Z";
    let records = [
        capture(
            "a.example",
            "2025-06-02T00:00:00Z",
            "200 OK",
            "User-agent: GPTBot\nDisallow: /\n",
        ),
        capture("a.example", EARLY, "200 OK", ""),
        capture(
            "b.example",
            EARLY,
            "404 Not Found",
            "User-agent: *\nDisallow: /\n",
        ),
        capture("c.example", EARLY, "301 Moved", ""),
        capture("d.example", EARLY, "200 OK", "User-agent: *\nDisallow: /x\n"),
        capture("e.example", EARLY, "503 Unavailable", ""),
        capture("f.example", EARLY, "200 OK", "User-agent: *\nDisallow: /\n"),
    ];
    let mut members: Vec<Vec<u8>> = records
        .iter()
        .map(|record| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(record.as_bytes()).unwrap();
            encoder.finish().unwrap()
        })
        .collect();
    let last = members.last_mut().unwrap();
    last.truncate(last.len() - 10);
    members.concat()
}

#[test]
fn a_row_for_each_capture_of_an_archive() {
    let folder = directory("audit_warc");
    std::fs::write(folder.join("one.warc.gz"), archive()).unwrap();
    std::fs::write(folder.join("notes.txt"), "no archive").unwrap();
    let path = folder.to_str().unwrap();
    let output = run(&[
        "audit",
        "--warc",
        path,
        "-a",
        "GPTBot",
        "-a",
        "Googlebot",
        "-f",
        "jsonl",
    ]);
    assert_eq!((status(&output), stderr(&output)), (0, ""));
    let found: Vec<Value> = rows(&output)
        .into_iter()
        .map(|row| {
            json!([
                row["host"],
                row["status"],
                row["truncated"],
                row["access"]["GPTBot"],
                row["access"]["Googlebot"]
            ])
        })
        .collect();
    let expected = [
        json!(["a.example", 200, false, "closed", "open"]),
        json!(["a.example", 200, false, "open", "open"]),
        json!(["b.example", 404, false, "open", "open"]),
        json!(["c.example", 301, false, null, null]),
        json!(["d.example", 200, false, "partial", "partial"]),
        json!(["e.example", 503, false, "closed", "closed"]),
        json!(["f.example", 200, true]),
    ];
    assert_eq!(found[..6], expected[..6]);
    assert_eq!(
        found[6].as_array().unwrap()[..3],
        expected[6].as_array().unwrap()[..]
    );
    let csv = run(&["audit", "--warc", path, "-a", "GPTBot", "-f", "csv"]);
    let lines: Vec<&str> = stdout(&csv).lines().collect();
    assert_eq!(lines[0], "file,host,date,status,truncated,GPTBot");
    assert!(
        lines[1].ends_with("one.warc.gz,a.example,2025-06-02T00:00:00Z,200,false,closed"),
        "{lines:?}"
    );
    assert!(
        lines[4].ends_with(",c.example,2025-06-01T00:00:00Z,301,false,"),
        "{lines:?}"
    );
}

#[test]
fn shares_of_sites_by_crawler_and_by_set() {
    let path = file("audit_shares", "one.warc.gz", archive());
    let shares = |by: &str, agents: &[&str]| -> Vec<Value> {
        let mut arguments = vec!["audit", "--warc", &path, "-f", "jsonl", "--by", by];
        arguments.extend(agents.iter().flat_map(|agent| ["-a", *agent]));
        let output = run(&arguments);
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        rows(&output)
    };
    // Of the later capture of a.example, b, d and e; the redirect and what is cut do not count.
    assert_eq!(
        shares("crawler", &["GPTBot", "Googlebot"]),
        [
            json!({"name": "GPTBot", "sites": 4, "open": 1, "partial": 1, "closed": 2, "undecided": 0, "named": 1}),
            json!({"name": "Googlebot", "sites": 4, "open": 2, "partial": 1, "closed": 1, "undecided": 0, "named": 0}),
        ]
    );
    let sets = shares("set", &["GPTBot", "CCBot", "Googlebot"]);
    let of = |set: &str| sets.iter().find(|row| row["name"] == set).unwrap();
    assert_eq!(
        (&of("@search")["open"], &of("@search")["closed"]),
        (&json!(2), &json!(1))
    );
    let human = run(&["audit", "--warc", &path, "-a", "GPTBot"]);
    assert!(
        stdout(&human).starts_with("4 sites, 1 redirect, 1 file that is cut does not count\n"),
        "{}",
        stdout(&human)
    );
    assert!(stdout(&human).contains("2 (50.0 %)"), "{}", stdout(&human));
    let markdown = run(&["audit", "--warc", &path, "-a", "GPTBot", "-f", "markdown"]);
    assert!(
        stdout(&markdown).contains("| GPTBot | 1 (25.0 %) |"),
        "{}",
        stdout(&markdown)
    );
    // A preference that `*` does not reach is no crawler to which a closed site would be open.
    let output = run_with(
        &["audit", "-", "--by", "set", "-f", "jsonl"],
        b"User-agent: *\nDisallow: /\n",
    );
    let rows_of_sets = rows(&output);
    let training = rows_of_sets.iter().find(|row| row["name"] == "@ai-training");
    assert_eq!(training.unwrap()["closed"], 1);
    // Of files as they are, too.
    let folder = directory("audit_shares_files");
    std::fs::write(folder.join("a-robots.txt"), SITE).unwrap();
    std::fs::write(folder.join("b-robots.txt"), "").unwrap();
    let output = run(&[
        "audit",
        folder.to_str().unwrap(),
        "--by",
        "crawler",
        "-a",
        "GPTBot",
        "-f",
        "csv",
    ]);
    assert_eq!(
        stdout(&output),
        "name,sites,open,partial,closed,undecided,named\nGPTBot,2,1,0,1,0,1\n"
    );
}

/// The parts of the bars of a page: the name of each, and what is told of it.
fn bars(page: &str) -> Vec<(&str, &str)> {
    let bars = page.split("class=\"bar\" role=\"img\" aria-label=\"").skip(1);
    bars.map(|bar| bar.split('"').next().unwrap().split_once(": ").unwrap())
        .collect()
}

#[test]
fn a_page_of_shares() {
    let folder = directory("audit_page_of_shares");
    for (name, body) in [
        ("a/robots.txt", "User-agent: GPTBot\nDisallow: /\n"),
        ("b/robots.txt", "User-agent: *\nDisallow: /\n"),
        ("c/robots.txt", "User-agent: *\nDisallow: /x\n"),
        ("d/robots.txt", "User-agent: <GPTBot\nDisallow: /\n"),
    ] {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, body).unwrap();
    }
    let asked = ["-a", "GPTBot", "-a", "CCBot", "-f", "html"];
    let expected = [
        (
            "GPTBot",
            "closed by name 1, closed by * 1, partly open by * 1, open 1",
        ),
        ("CCBot", "closed by * 1, partly open by * 1, open 2"),
    ];
    for by in [&[][..], &["--by", "crawler"]] {
        let page = run(&[&["audit", folder.to_str().unwrap()][..], by, &asked].concat());
        let page = stdout(&page);
        assert_eq!(bars(page), expected, "{by:?}");
        assert!(page.contains("<td>2 (50.0 %)</td>"), "{page}");
        // Nothing is loaded.
        assert!(
            !page.contains("<script") && !page.contains("src=") && !page.contains("<link"),
            "{page}"
        );
    }
    // Of one site there are no shares.
    let one = folder.join("a/robots.txt");
    let page = run(&[&["audit", one.to_str().unwrap()][..], &asked].concat());
    assert_eq!(bars(stdout(&page)), []);
    let path = file("audit_page_of_shares_warc", "one.warc.gz", archive());
    let page = run(&[&["audit", "--warc", &path][..], &asked].concat());
    assert_eq!(bars(stdout(&page)).len(), 2, "{}", stdout(&page));
    let sets = run(&["audit", "--by", "set", folder.to_str().unwrap(), "-f", "html"]);
    assert!(
        bars(stdout(&sets))
            .iter()
            .any(|(name, _)| *name == "@ai-training")
    );
}

#[test]
fn what_does_not_go_with_the_compact_form_is_refused() {
    let path = file("audit_refused", "one.warc.gz", archive());
    for arguments in [
        &["--warc", "--transcode-utf16"][..],
        &["--by", "set", "--transcode-utf16"],
    ] {
        let output = run(&[&["audit", &path][..], arguments].concat());
        assert_eq!(status(&output), 2, "{arguments:?}");
    }
    let output = run(&["audit", "--by", "set", "https://127.0.0.1:1/"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("is a URL"), "{}", stderr(&output));
    let empty = directory("audit_no_archives");
    assert_eq!(status(&run(&["audit", "--warc", empty.to_str().unwrap()])), 2);
}

/// What a part of the site closes to others says nothing about whoever may fetch nothing.
#[test]
fn the_closed_ignore_no_rules() {
    let body = b"User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /\n\nUser-agent: BarBot\nDisallow: /b\n";
    let output = run_with(
        &["audit", "-", "-a", "FooBot", "-a", "BarBot", "-f", "jsonl"],
        body,
    );
    let rows = rows(&output);
    assert_eq!(rows[0]["access"], "closed");
    assert_eq!(rows[0]["ignored_rules_of_star"], serde_json::json!([]));
    assert_eq!(
        rows[1]["ignored_rules_of_star"],
        serde_json::json!(["Disallow: /a"])
    );
}
