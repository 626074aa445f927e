//! `robots diff`.

use robots_exclusion::Dialect;
use serde_json::Value;

use crate::{directory, file, file_in, rows, run, run_with, status, stderr, stdout};

const OLD: &str =
    "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\nSitemap: https://e.com/1\n";
const NEW: &str = "User-agent: *\nDisallow: /\nAllow: /a\n\nUser-agent: FooBot\nDisallow: /b\n";

/// Both files, as paths.
fn files(test: &str) -> [String; 2] {
    let directory = directory(&format!("diff-{test}"));
    [("old", OLD), ("new", NEW)].map(|(name, text)| {
        let path = directory.join(name);
        std::fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    })
}

#[test]
fn the_most_severe_first() {
    let [old, new] = files("order");
    let output = run(&[
        "diff", &old, &new, "-d", "rfc9309", "--format", "jsonl", "/", "/a", "/c",
    ]);
    assert_eq!(status(&output), 1);
    let rows = rows(&output);
    let shown: Vec<String> = rows
        .iter()
        .map(|row| {
            let of = |key: &str| row[key].as_str().unwrap_or_default();
            let line = row["new_line"].as_u64().or(row["old_line"].as_u64());
            format!(
                "{} {} {}{} {line:?}",
                of("impact"),
                of("kind"),
                of("text"),
                of("url")
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "critical rule-added Disallow: / Some(2)",
            "major rule-added Allow: /a Some(3)",
            "major rule-removed Disallow: /a Some(2)",
            "info sitemap-removed Sitemap: https://e.com/1 Some(6)",
            "critical verdict / None",
            "major verdict /a None",
            "major verdict /c None",
            " summary  None",
        ]
    );
    assert_eq!(rows[0]["agents"], serde_json::json!(["*"]));
    assert_eq!(
        rows[0]["witnesses"][0],
        serde_json::json!({
            "agent": "*",
            "crawler": "*",
            "url": "https://example.com/",
            "before": {"allowed": true, "line": null, "rule": null},
            "after": {"allowed": false, "line": 2, "rule": "Disallow: /"},
        })
    );
    let summary = rows.last().unwrap();
    assert_eq!(summary["agents"][0]["agent"], "*");
    assert_eq!(summary["agents"][0]["effect"], "closes-site");
    assert_eq!(summary["agents"][1]["effect"], "none");
    assert_eq!(summary["agents"][1]["witness"], Value::Null);
    assert_eq!(rows[4]["old"]["allowed"], true);
    assert_eq!(rows[4]["new"]["rule"], "Disallow: /");
}

#[test]
fn exit_statuses() {
    let [old, new] = files("status");
    let status_of = |arguments: &[&str]| status(&run(&[&["diff"], arguments].concat()));
    assert_eq!(status_of(&[&old, &old]), 0);
    assert_eq!(status_of(&[&old, &new]), 1);
    assert_eq!(status_of(&[&old, &new, "--fail-on", "critical"]), 1);
    assert_eq!(status_of(&[&new, &old, "--fail-on", "critical"]), 0);
    assert_eq!(status_of(&[&new, &old, "--fail-on", "major"]), 1);
    assert_eq!(status_of(&[&old, &new, "--fail-on", "never"]), 0);
    assert_eq!(status_of(&[&old, "/no/such/file"]), 2);
    assert_eq!(status_of(&["-", "-"]), 2);
    assert_eq!(status_of(&[&old]), 2);
}

#[test]
fn a_list_of_urls_for_some_crawlers() {
    let [old, new] = files("list");
    let output = run_with(
        &[
            "diff", &old, &new, "-a", "FooBot", "-a", "BarBot", "--urls", "-", "--format", "json",
        ],
        b"/x\n\nhttps://www.example.com/b\n/a/1\n",
    );
    let verdicts: Vec<_> = rows(&output)
        .iter()
        .filter(|row| row["kind"] == "verdict")
        .map(|row| {
            format!(
                "{} {}",
                row["agent"].as_str().unwrap(),
                row["url"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        verdicts,
        ["BarBot /x", "BarBot https://www.example.com/b", "BarBot /a/1"]
    );
}

#[test]
fn for_people_and_as_csv() {
    let [old, new] = files("human");
    let output = run(&[
        "diff", &old, &new, "-d", "rfc9309", "--format", "human", "-a", "BarBot", "/x",
    ]);
    assert_eq!(
        stdout(&output),
        "\
In total:
  *, BarBot: blocked from all but what Allow rules open, e.g. https://example.com/; but https://example.com/a is now allowed
  FooBot: no effect (proved)
BarBot: closes your URL

critical *, BarBot: blocked from all but what Allow rules open
  +     2 | Disallow: /
           e.g. https://example.com/: allowed (no rule) -> disallowed (line 2, `Disallow: /`)

major *, BarBot: can crawl more
  +     3 | Allow: /a
           e.g. https://example.com/a: disallowed (line 2, `Disallow: /a`) -> allowed (line 3,
           `Allow: /a`)
  -     2 | Disallow: /a
           e.g. https://example.com/a: disallowed (line 2, `Disallow: /a`) -> allowed (line 3,
           `Allow: /a`)

info the file
  -     6 | Sitemap: https://e.com/1

minor    BarBot /x: allowed (no-matching-rule) -> disallowed (line 2, Disallow: /)
"
    );
    let output = run(&["diff", &old, &old, "--format", "human"]);
    assert_eq!(stdout(&output), "no change\n");
    let output = run(&["diff", &old, &new, "--format", "csv", "/x"]);
    let mut reader = csv::Reader::from_reader(stdout(&output).as_bytes());
    let headers = reader.headers().unwrap().clone();
    assert_eq!(headers.len(), 14);
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert!(rows.len() >= 7);
    assert_eq!(stderr(&output), "");
    let of = |row: &csv::StringRecord, column: &str| {
        let at = headers.iter().position(|header| header == column).unwrap();
        row[at].to_owned()
    };
    for row in &rows {
        // A change of the file as a whole concerns no crawler in particular.
        assert_eq!(
            of(row, "crawler").is_empty(),
            of(row, "agents").is_empty(),
            "{row:?}"
        );
        assert_ne!(of(row, "dialect"), "", "{row:?}");
    }
}

#[test]
fn a_table_names_crawlers_and_their_dialects() {
    let old = file("diff_table_old", "robots.txt", "User-agent: *\nDisallow: /a\n");
    let new = file("diff_table_new", "robots.txt", "User-agent: *\nDisallow: /b\n");
    let output = run(&[
        "diff",
        &old,
        &new,
        "-f",
        "csv",
        "-a",
        "Bravebot",
        "-a",
        "FooBot/1.0",
    ]);
    let mut reader = csv::Reader::from_reader(stdout(&output).as_bytes());
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let first = &rows[0];
    assert_eq!((&first[0], &first[3]), ("rule-added", "* FooBot/1.0 Bravebot"));
    assert_eq!((&first[12], &first[13]), ("* FooBot Bravebot", "rfc9309 google"));
    // A crawler that reads in a dialect of its own.
    let old = file(
        "diff_table_old",
        "robots.txt",
        "User-agent: Yandex\nDisallow: /a\n",
    );
    let output = run(&["diff", &old, &new, "-f", "csv"]);
    assert!(
        stdout(&output)
            .lines()
            .any(|row| row.starts_with("group-removed,") && row.ends_with(",yandex")),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_cause_weighs_what_it_does_to_crawlers_that_read_otherwise() {
    // bingbot is read as RFC 9309 says, Googlebot as Google's library reads, and YandexBot in a third way.
    for (test, above, impact) in [
        ("cause", "bingbot", "critical"),
        ("cause_of_another_name", "Yandex", "major"),
    ] {
        let old = format!("User-agent: {above}\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /\n");
        let new = old.replace("User-agent: Googlebot\n", "");
        let old = file(&format!("diff_{test}_old"), "robots.txt", &old);
        let new = file(&format!("diff_{test}_new"), "robots.txt", &new);
        let output = run(&["diff", &old, &new, "-f", "jsonl"]);
        let rows = rows(&output);
        assert_eq!(rows[0]["kind"], "user-agent-removed", "{}", stdout(&output));
        assert_eq!(rows[0]["impact"], impact);
    }
}

/// A row says how many names it leaves out, so that thousands of rows of one group do not repeat names of
/// 20 KB.
#[test]
fn long_names_are_not_in_every_row() {
    let name = |number: usize| format!("User-agent: {}{number}\n", "q".repeat(20_000));
    let names: String = (0..10).map(name).collect();
    let rules: String = (0..400).map(|number| format!("Disallow: /{number}\n")).collect();
    let old = file("diff_long_names_old", "robots.txt", format!("{names}{rules}"));
    let new = file(
        "diff_long_names_new",
        "robots.txt",
        format!("{names}Disallow: /x\n"),
    );
    let output = run(&["diff", &old, &new, "-f", "jsonl"]);
    assert!(output.stdout.len() < 20_000_000, "{}", output.stdout.len());
    let rows = rows(&output);
    let [changes @ .., summary] = &rows[..] else {
        panic!("no rows")
    };
    assert_eq!(changes.len(), 401);
    let listed = |row: &Value| row["agents"].as_array().map_or(0, Vec::len);
    for row in changes {
        let more = row.get("more_agents").and_then(Value::as_u64).unwrap_or_default();
        assert_eq!(listed(row) as u64 + more, 10, "{}", row["text"]);
    }
    assert_eq!((listed(&changes[0]), listed(&changes[400])), (10, 0));
    assert_eq!(listed(summary), 11);
}

#[test]
fn a_lost_user_agent_line_comes_first() {
    let old =
        "User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nUser-agent: BarBot\nDisallow: /b\nDisallow: /c\n";
    let new = old.replace(
        "User-agent: FooBot\nUser-agent: BarBot",
        "User agent FooBot\nUser agent BarBot",
    );
    let old = file("diff_lost_old", "robots.txt", old);
    let new = file("diff_lost_new", "robots.txt", new);
    let output = run(&["diff", &old, &new]);
    let text = stdout(&output);
    let start = "
major FooBot, BarBot: can crawl less
  -     4 | User-agent: FooBot
           line 4 is now `User agent FooBot`, and its 2 rules are now for *
           e.g. https://example.com/a: allowed (no rule) -> disallowed (line 2, `Disallow: /a`)
  -     5 | User-agent: BarBot
           line 5 is now `User agent BarBot`, and its 2 rules are now for *
           e.g. https://example.com/a: allowed (no rule) -> disallowed (line 2, `Disallow: /a`)

major *: can crawl less
  +     6 | Disallow: /b
";
    assert!(text.contains(start), "{text}");
    let output = run(&["diff", &old, &new, "-f", "jsonl"]);
    let rows = rows(&output);
    assert_eq!(rows[0]["kind"], "user-agent-removed");
    let regrouped = serde_json::json!({
        "rules": 2, "line": 6, "agents": ["*"], "instead_line": 4, "instead": "User agent FooBot",
    });
    assert_eq!(
        (&rows[0]["regrouped"], &rows[0]["old_line"]),
        (&regrouped, &4.into())
    );
    assert_eq!(rows[2].get("regrouped"), None);
    let output = run(&["diff", &new, &old, "-f", "csv"]);
    let first = stdout(&output).lines().nth(1).unwrap();
    assert!(first.starts_with("user-agent-added,major,opens,"), "{first}");
    // The annotation is at the line that is there.
    let output = run(&["diff", &old, &new, "-f", "github"]);
    let first = stdout(&output)
        .lines()
        .find(|line| line.contains("User-agent: FooBot"))
        .unwrap();
    assert!(first.contains("line=4"), "{first}");
}

#[test]
fn long_lines_are_broken_or_cut_for_people() {
    let path = "x".repeat(500);
    let old = file("diff_long_old", "robots.txt", "User-agent: *\nDisallow: /y\n");
    let new = file(
        "diff_long_new",
        "robots.txt",
        format!("User-agent: *\nDisallow: /{path}\n"),
    );
    let url = format!("/y/{}", "z".repeat(80));
    let output = run(&["diff", &old, &new, "--format", "human", "-a", "*", &url]);
    let text = stdout(&output);
    assert!(
        text.contains(&format!("  +     2 | Disallow: /{}…\n", "x".repeat(289))),
        "{text}"
    );
    let verdict =
        format!("{url}:\n         disallowed (line 2, Disallow: /y) -> allowed (no-matching-rule)\n");
    assert!(text.contains(&verdict), "{text}");
}

#[test]
fn effects_are_proved() {
    let directory = directory("diff-proved");
    let write = |name: &str, text: &str| file_in(&directory, name, text);
    let old = write("old", "User-agent: *\nDisallow: /a\nSitemap: https://e.com/1\n");
    let new = write("new", "User-agent: *\nDisallow: /a*\n");
    let output = run(&["diff", &old, &new, "--fail-on", "minor"]);
    assert_eq!(status(&output), 0);
    assert!(
        stdout(&output).starts_with(
            "proved: no verdict changes on any URL, for every crawler of one name and every well-known one\n"
        ),
        "{}",
        stdout(&output)
    );
    // Only of those who were looked at.
    for (option, whom) in [
        ("--as-token", "for every crawler of one name\n"),
        (
            "--dialect=slurp",
            "for the crawlers in the files and those given by -a\n",
        ),
    ] {
        let output = run(&["diff", &old, &new, option]);
        let text = stdout(&output);
        assert!(
            text.starts_with(&format!("proved: no verdict changes on any URL, {whom}")),
            "{text}"
        );
    }
    let output = run(&["diff", &old, &new, "--dialect", "original1994"]);
    assert!(
        stdout(&output).contains("*: can crawl more"),
        "{}",
        stdout(&output)
    );

    // A crawler with its own group no longer follows the rules for all.
    let old = write(
        "rules",
        "User-agent: *\nDisallow: /checkout\nDisallow: /account\nDisallow: /cart\n",
    );
    let new = write(
        "group",
        "User-agent: *\nDisallow: /checkout\nDisallow: /account\nDisallow: /cart\n\nUser-agent: Googlebot\nDisallow: /x\n",
    );
    let output = run(&["diff", &old, &new]);
    let text = stdout(&output);
    assert!(
        text.contains("no longer follows 3 rules of `*`: /checkout, /account, /cart"),
        "{text}"
    );
    let output = run(&["diff", &old, &new, "--format", "json"]);
    assert_eq!(rows(&output)[0]["effect"], "both");
    assert_eq!(rows(&output)[0]["fallback"]["rules"], 3);
}

/// A table of keywords has a page in many rows, and a row of sums, and is in the language of its reader.
#[test]
fn a_page_in_many_rows_counts_once() {
    let directory = directory("diff-keywords");
    let write = |name: &str, text: &str| file_in(&directory, name, text);
    let old = write("old", "User-agent: *\nDisallow: /b\n");
    let new = write("new", "User-agent: *\nDisallow: /a\n");
    let list = write(
        "pages.csv",
        "Seite;Suchanfrage;Klicks\nhttps://e.com/a;robots;4.000\nhttps://e.com/a;crawler;210\n;Gesamt;4.210\n",
    );
    let output = run(&["diff", &old, &new, "-a", "Googlebot", "--urls", &list]);
    assert_eq!((status(&output), stderr(&output)), (1, ""));
    let text = stdout(&output);
    assert!(
        text.contains("Googlebot: closes your URL, 4,210 klicks\n"),
        "{text}"
    );
    assert_eq!(text.matches("//e.com/a: allowed").count(), 1, "{text}");
}

/// An export is weighed: how many of its URLs are closed, and how much they count.
#[test]
fn urls_of_an_export_are_weighed() {
    let directory = directory("diff-weighed");
    let write = |name: &str, text: &str| file_in(&directory, name, text);
    let old = write("old", "User-agent: *\nDisallow: /b\n");
    let new = write("new", "User-agent: *\nDisallow: /a\n");
    let list = write(
        "pages.csv",
        "Top pages,Clicks,Impressions\nhttps://e.com/a/1,\"4,000\",9000\nhttps://e.com/a/2,210,1\nhttps://e.com/b,7,7\nhttps://e.com/c,1,1\n",
    );
    let arguments = ["diff", &old, &new, "-a", "Googlebot", "--urls", &list];
    let output = run(&arguments);
    assert_eq!((status(&output), stderr(&output)), (1, ""));
    let text = stdout(&output);
    assert!(
        text.contains("Googlebot: closes 2 of your 4 URLs, 4,210 clicks; opens 1 of your 4 URLs, 7 clicks\n"),
        "{text}"
    );
    let page = run(&[&arguments[..], &["-f", "html"]].concat());
    assert!(stdout(&page).contains("closes 2 of your 4 URLs, 4,210 clicks"));
    let rows = rows(&run(&[&arguments[..], &["-f", "jsonl"]].concat()));
    let urls = &rows.last().unwrap()["urls"];
    assert_eq!((&urls["asked"], &urls["unit"]), (&4.into(), &"clicks".into()));
    let sums = &urls["agents"][0];
    assert_eq!(
        (&sums["agent"], &sums["closed"]),
        (&"Googlebot".into(), &2.into())
    );
    assert_eq!(
        (&sums["closed_weight"], &sums["opened_weight"]),
        (&4210.0.into(), &7.0.into())
    );
    // A list without weights, and one on which nothing changes.
    let plain = run_with(&["diff", &old, &new, "-a", "Googlebot", "--urls", "-"], b"/a\n");
    assert!(
        stdout(&plain).contains("Googlebot: closes your URL\n"),
        "{}",
        stdout(&plain)
    );
    let same = run_with(
        &["diff", &old, &new, "-a", "Googlebot", "--urls", "-"],
        b"/c\n/d\n",
    );
    assert!(
        stdout(&same).contains("no verdict changes on your 2 URLs\n"),
        "{}",
        stdout(&same)
    );
    let none = rows_of_no_urls(&old, &new);
    assert!(none["urls"].is_null(), "{none}");
}

fn rows_of_no_urls(old: &str, new: &str) -> Value {
    rows(&run(&["diff", old, new, "-f", "jsonl"])).pop().unwrap()
}

/// A pull request has the lines of the new file alone.
#[test]
fn removals_are_told_at_lines_of_the_new_file() {
    let directory = directory("diff-removals");
    let old = file_in(
        &directory,
        "base",
        "User-agent: *\nDisallow: /a\nDisallow: /b\n\nUser-agent: Googlebot\nDisallow: /c\nDisallow: /d\n",
    );
    let new = file_in(
        &directory,
        "robots.txt",
        "User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /c\n",
    );
    let output = run(&["diff", &old, &new, "-f", "github"]);
    let text = stdout(&output);
    assert!(!text.contains(&old), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].contains("robots.txt,line=3,") && lines[0].ends_with("; was line 3 of the old file"),
        "{text}"
    );
    assert!(
        lines[1].contains("robots.txt,line=5,") && lines[1].ends_with("; was line 7 of the old file"),
        "{text}"
    );
    let summary = run(&["diff", &old, &new, "-f", "markdown"]);
    assert!(!stdout(&summary).contains("base"), "{}", stdout(&summary));
    // Elsewhere, they are in the file that has them.
    let concise = run(&["diff", &old, &new, "-f", "concise"]);
    assert!(
        stdout(&concise).contains(&format!("{old}:3:1: ")),
        "{}",
        stdout(&concise)
    );
}

#[test]
fn reports_of_other_tools() {
    let [old, new] = files("reports");
    let of = |format: &str| stdout(&run(&["diff", &old, &new, "--format", format])).to_owned();
    assert!(
        of("concise").starts_with(&format!(
            "{new}:2:1: error rule-added * is blocked from all but what Allow rules open: `Disallow: /` was added; e.g. "
        )),
        "{}",
        of("concise")
    );
    assert!(of("github").starts_with("::error file="));
    assert!(of("junit").contains("<failure type=\"error\""));
    assert!(of("markdown").starts_with("# robots diff\n"));
}

#[test]
fn a_page_for_people() {
    let [old, new] = files("page");
    let output = run(&["diff", &old, &new, "/x<b>", "--format", "html"]);
    let page = stdout(&output);
    assert_eq!(status(&output), 1);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for absent in ["<script", "src=", "href=", "url(", "<b>"] {
        assert!(!page.contains(absent), "{absent}");
    }
    for present in [
        "<span class=\"tag error\">critical</span>",
        "blocked from all but what Allow rules open",
        "<code>/x&lt;b&gt;</code>",
        "<span class=\"ln\">+ 2</span><span class=\"tx\">Disallow: /</span>",
        "<span class=\"ln\">- 6</span>",
        "is now disallowed",
    ] {
        assert!(page.contains(present), "{present}\n{page}");
    }
    let same = run(&["diff", &old, &old, "--format", "html"]);
    assert_eq!(status(&same), 0);
    assert!(stdout(&same).contains(
        "proved: no verdict changes on any URL, for every crawler of one name and every well-known one"
    ));
}

/// Where names contain one another, a group is shown by a crawler that reads it, so that no crawler
/// gets two results, and the report says what is not known.
#[test]
fn groups_whose_names_contain_one_another() {
    let directory = directory("diff-containment");
    let write = |name: &str, lines: &str| file_in(&directory, name, lines.replace('|', "\n"));
    let old = write(
        "old",
        "User-agent: foo|Disallow: /x||User-agent: foo bar|Allow: /|Disallow: /b|",
    );
    let new = write(
        "new",
        "User-agent: foo|Disallow: /x||User-agent: foo bar|Disallow: /b|",
    );
    let swapped = write(
        "swapped",
        "User-agent: foo bar|Allow: /|Disallow: /b||User-agent: foo|Disallow: /x|",
    );
    let policy = write("policy.toml", "[[assert]]|equivalent-to = \"new\"|");
    let swap = write("swap.toml", "[[assert]]|equivalent-to = \"swapped\"|");
    for dialect in ["draft1996", "slurp"] {
        let output = run(&["diff", &old, &new, "--dialect", dialect, "--format", "json"]);
        let all = rows(&output);
        let agents = all.last().unwrap()["agents"].as_array().unwrap().clone();
        let agents: Vec<(&str, &str)> = agents
            .iter()
            .map(|row| (row["agent"].as_str().unwrap(), row["effect"].as_str().unwrap()))
            .collect();
        assert_eq!(
            agents,
            [
                ("*", "none"),
                ("bar", "closes"),
                ("foo", "none"),
                ("foo bar", "none")
            ]
        );
        for (name, _) in agents {
            let verdicts =
                [&old, &new].map(|file| status(&run(&["check", file, name, "/b", "--dialect", dialect])));
            assert_eq!(verdicts, if name == "bar" { [0, 1] } else { [0, 0] }, "{name}");
        }
        let output = run(&["test", &policy, &old, "--dialect", dialect, "--format", "json"]);
        let named = |row: &Value| row["agent"] == "foo bar";
        assert_eq!(
            rows(&output).iter().filter(|row| named(row)).count(),
            1,
            "{dialect}"
        );
        let text = run(&["diff", &old, &swapped, "--dialect", dialect]);
        let text = stdout(&text);
        assert!(text.contains("\nmajor the file: effect not decided\n"), "{text}");
        assert!(
            text.contains("  crawlers that are not listed: effect not decided\n"),
            "{text}"
        );
        let output = run(&["test", &swap, &old, "--dialect", dialect, "--explain"]);
        assert!(!stdout(&output).contains("work limit"), "{}", stdout(&output));
    }
}

/// "No change" is not said of files whose groups differ, although no crawler reads them.
#[test]
fn groups_that_nobody_reads() {
    let directory = directory("diff-nobody");
    for (number, name) in ["/foo", "foo\u{e9}bot", "* foo"].iter().enumerate() {
        let body =
            |more: &str| format!("User-agent: *\nDisallow: /s\n\nUser-agent: {name}\nDisallow: /x\n{more}");
        let old = file_in(&directory, format!("old{number}"), body("Disallow: /y\n"));
        let new = file_in(&directory, format!("new{number}"), body(""));
        for (dialect, _) in Dialect::PRESETS {
            let output = run(&["diff", &old, &new, "--dialect", dialect]);
            assert_ne!(stdout(&output), "no change\n", "{name} in {dialect}");
            assert_eq!(status(&output), 1, "{name} in {dialect}");
        }
    }
}

#[test]
fn a_change_fails_by_what_it_does_to_a_set() {
    let [old, new] = files("guarded");
    std::fs::write(
        &old,
        "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /admin/\n",
    )
    .unwrap();
    std::fs::write(
        &new,
        "User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nDisallow: /admin/\nDisallow: /x\n",
    )
    .unwrap();
    for (arguments, expected) in [
        (&["--fail-on-open", "@ai-training"][..], 1),
        (&["--fail-on-open", "@search"], 0),
        (&["--fail-on-closed", "@search"], 1),
        (&["--fail-on-closed", "GPTBot"], 0),
        (&["--fail-on-closed", "GPTBot", "--fail-on", "major"], 1),
        (&["--fail-on-closed", "GPTBot", "--fail-on-open", "Googlebot"], 0),
        // Who is not known and not named is warned of.
        (&["--fail-on-open", "nobody"], 0),
    ] {
        let output = run(&[&["diff", &old, &new][..], arguments].concat());
        assert_eq!(status(&output), expected, "{arguments:?}");
    }
    let output = run(&["diff", &old, &new, "--fail-on-open", "GPTBot"]);
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        warning.contains("the edit opens https://example.com/ to GPTBot"),
        "{warning}"
    );
}
