//! `robots lint`.

use std::fs;

use serde_json::Value;

use crate::{directory, run, run_with, status, stderr, stdout};

const BAD: &[u8] = b"\xEF\xBB\xBFUser-agent: *\nDissallow: /caf\xC3\xA9\nDisallow: \xC3\xA9/x\nDisallow: /y\nCrawl-delay: 1\n";

/// The findings of `--format json`, and the exit status.
fn json(arguments: &[&str], input: &[u8]) -> (Value, i32) {
    let output = run_with(arguments, input);
    let rows = crate::rows(&output)
        .into_iter()
        .filter(|row| row["kind"] != "outcome");
    (Value::Array(rows.collect()), status(&output))
}

#[test]
fn outcomes_come_first() {
    let body = b"User-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: Genieo\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n";
    let output = run_with(&["lint", "-", "--format", "json"], body);
    let rows = crate::rows(&output);
    assert_eq!(
        rows[0],
        serde_json::json!({
            "kind": "outcome", "file": "standard input", "agent": "bingbot", "purpose": "search", "access": "closed",
            "closed": true, "closed_but_for": [],
            "because": {"line": 5, "rule": "Disallow: /"},
            "message": "bingbot: may crawl nothing, because of line 2 (`Crawl-delay` joins it to the group of Genieo)",
        })
    );
    assert!(rows[1..].iter().all(|row| row["kind"] == "finding"), "{rows:?}");
    let expected =
        "bingbot: may crawl nothing, because of line 2 (`Crawl-delay` joins it to the group of Genieo)";
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for format in ["human", "html"] {
        let output = run_with(&["lint", "-", "--format", format], body);
        let text = spaced(stdout(&output))
            .replace("<code>", "`")
            .replace("</code>", "`");
        assert!(text.contains(expected), "{text}");
    }
    // A line for everyone is enough, and none for those to whom the same happens.
    let output = run_with(&["lint", "-"], b"User-agent: *\nAllow: /\nDisallow: /*\n");
    let first =
        "standard input: crawlers that follow `*`: may crawl nothing, because of line 3 (`Disallow: /*`)";
    let text = spaced(stdout(&output));
    assert!(text.starts_with(first), "{text}");
    assert_eq!(text.matches("may crawl nothing").count(), 1, "{text}");
}

#[test]
fn many_findings_of_one_line_are_counted_for_people_and_listed_for_programs() {
    let words: Vec<String> = (0..150).map(|number| format!("foo{number}=maybe")).collect();
    let body = format!(
        "User-agent: *\nContent-Usage: {}\nDissallow: /x\n",
        words.join(", ")
    );
    let (rows, _) = json(&["lint", "-", "--format", "json"], body.as_bytes());
    let rows = rows.as_array().unwrap();
    let of_line = rows.iter().filter(|row| row["line"] == 2).count();
    assert!(of_line >= 150, "{rows:?}");
    let text = run_with(&["lint", "-"], body.as_bytes());
    let text = stdout(&text);
    let others = format!(
        "standard input: another {} findings in line 2 and the same on others, which `--format json` lists\n",
        of_line - 100
    );
    assert!(text.contains(&others), "{text}");
    assert!(text.contains("foo5=maybe") && text.contains("[R010]"), "{text}");
}

#[test]
fn findings_that_are_printed_as_one_say_what_is_true_of_all() {
    let body = "User-agent: a\nDisallow: /x*\nDisallow: /y*\nDisallow: /caf\u{e9}\nDisallow: /na\u{ef}ve\nUser-agent: FooBot/1\nUser-agent: BarBot/2\nDisallow: /x\n";
    let output = run_with(&["lint", "-", "--format", "concise"], body.as_bytes());
    let text = stdout(&output);
    assert!(
        text.contains("characters outside ASCII are not percent-encoded; the same on line 5"),
        "{text}"
    );
    assert!(
        text.contains("`FooBot/1` is read as `FooBot`") && text.contains("`BarBot/2` is read as `BarBot`"),
        "{text}"
    );
    assert_eq!(text.matches("R031").count(), 1, "{text}");
}

/// The document of `--format sarif`.
fn sarif(arguments: &[&str], input: &[u8]) -> Value {
    serde_json::from_str(stdout(&run_with(arguments, input))).unwrap()
}

#[test]
fn rows_have_the_fields_that_were_promised() {
    let (rows, status) = json(&["lint", "-", "--format", "json"], BAD);
    assert_eq!(status, 1);
    let codes: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["R003", "R010", "R030", "R017"]);
    let row = &rows[1];
    assert_eq!(row["severity"], "error");
    // Columns count bytes.
    assert_eq!(
        [&row["line"], &row["column"], &row["end_column"]].map(|number| number.as_u64().unwrap()),
        [2, 1, 10]
    );
    assert_eq!(rows[2]["end_column"], 15);
    assert_eq!(
        row["message"],
        "unknown key `Dissallow`; did you mean `Disallow`?"
    );
    assert_eq!(row["help"], "write `Disallow: /café`");
    assert_eq!(row["file"], "standard input");
    assert_eq!(row["correction"], Value::Null);
    let correction = &row["suggestions"][0];
    assert_eq!(correction["lines"], serde_json::json!(["Disallow: /café"]));
    let [start, end] = ["start", "end"].map(|key| correction[key].as_u64().unwrap() as usize);
    let corrected = [
        &BAD[..start],
        correction["text"].as_str().unwrap().as_bytes(),
        &BAD[end..],
    ]
    .concat();
    assert!(corrected.starts_with("\u{FEFF}User-agent: *\nDisallow: /café\nDisallow: é".as_bytes()));
    assert_eq!(end - start, 1);
}

#[test]
fn exit_statuses() {
    let status_of =
        |arguments: &[&str], input: &[u8]| status(&run_with(&[&["lint", "-"], arguments].concat(), input));
    assert_eq!(status_of(&[], b"User-agent: *\nDisallow: /x\n"), 0);
    assert_eq!(status_of(&[], BAD), 1);
    assert_eq!(status_of(&["--fail-on", "error"], BAD), 1);
    // A warning does not fail, unless one asks for that.
    let only_warning = b"User-agent: *\nDisallow: /*.css$\n";
    assert_eq!(status_of(&[], only_warning), 0);
    assert_eq!(status_of(&["--fail-on", "warning"], only_warning), 1);
    assert_eq!(status_of(&["--fail-on", "never"], BAD), 0);
    let only_info = b"User-agent: *\nDisallow: /x/*\n";
    assert_eq!(status_of(&[], only_info), 0);
    assert_eq!(status_of(&["--fail-on", "info"], only_info), 1);
    assert_eq!(
        status_of(&["--severity", "R031=error", "--fail-on", "error"], only_info),
        1
    );
    assert_eq!(status_of(&["--severity", "trailing-star=off"], only_info), 0);
    assert_eq!(status_of(&["--min-severity", "warning"], only_info), 0);
    assert_eq!(status_of(&["--severity", "R999=off"], only_info), 2);
    assert_eq!(status_of(&["--severity", "R031=grave"], only_info), 2);
    assert_eq!(status(&run(&["lint"])), 2);
    assert_eq!(status(&run(&["lint", "/no/such/robots.txt"])), 2);
}

#[test]
fn findings_as_compilers_print_them() {
    let output = run_with(
        &["lint", "-", "--format", "human"],
        b"User-agent: *\nDisallow: /a\nDissallow: /x\n",
    );
    assert_eq!(
        stdout(&output),
        "\
error[R010]: unknown key `Dissallow`; did you mean `Disallow`?
 --> standard input:3:1
  |
3 | Dissallow: /x
  | ^^^^^^^^^
  |
  = help: write `Disallow: /x`

1 error
`robots lint --explain R010` describes a code
"
    );
}

#[test]
fn all_findings_are_printed_by_themselves_if_asked() {
    let body = b"User-agent: *\nDisallow: /a*\nDisallow: /b*\nDisallow: /c*\n";
    for (format, one) in [("human", "R031"), ("github", "R031"), ("markdown", "R031")] {
        let count = |options: &[&str]| {
            let arguments = [&["lint", "-", "--format", format], options].concat();
            let output = run_with(&arguments, body);
            assert_eq!(status(&output), 0);
            stdout(&output).matches(one).count()
        };
        // One more says how to have a code described.
        let note = usize::from(format == "human");
        assert_eq!(count(&[]), 1 + note, "{format}");
        assert_eq!(count(&["--all"]), 3 + note, "{format}");
    }
    let rows = |options: &[&str]| {
        let arguments = [&["lint", "-", "--format", "jsonl"], options].concat();
        stdout(&run_with(&arguments, body)).to_owned()
    };
    assert_eq!(rows(&[]), rows(&["--all"]));
}

#[test]
fn other_dialects_find_other_things() {
    let body = b"User-agent: *\nDissallow: /x\n";
    let (rows, _) = json(&["lint", "-", "--format", "json", "--dialect", "google"], body);
    assert_eq!(rows[0]["code"], "R011");
    let (rows, _) = json(&["lint", "-", "--format", "json"], body);
    assert_eq!(rows[0]["code"], "R010");
}

#[test]
fn the_url_of_the_file_is_compared_with_its_sitemaps() {
    let body = b"Sitemap: https://www.example.org/s.xml\n";
    let url = "https://www.example.com/robots.txt";
    let (rows, _) = json(&["lint", "-", "--format", "json", "--url", url], body);
    assert_eq!(rows[0]["code"], "R061");
}

#[test]
fn folders_are_searched_and_summarized() {
    let folder = directory("lint-folders");
    fs::create_dir(folder.join("a")).unwrap();
    fs::write(folder.join("robots.txt"), BAD).unwrap();
    fs::write(
        folder.join("a/example.com-robots.txt"),
        b"User-agent: *\nDisallow: x\n",
    )
    .unwrap();
    fs::write(folder.join("a/other.txt"), BAD).unwrap();
    fs::write(folder.join(".robots.txt"), BAD).unwrap();
    let path = folder.to_str().unwrap();
    let output = run(&["lint", path, "--format", "human"]);
    assert!(
        stdout(&output).contains("3 errors, 2 info findings in 2 of 2 files\n"),
        "{}",
        stdout(&output)
    );
    assert_eq!(status(&output), 1);
    let (rows, _) = json(&["lint", path, "--any-name", "--format", "json"], b"");
    let mut files: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["file"].as_str().unwrap())
        .collect();
    files.dedup();
    assert_eq!(files.len(), 3);
    // One file that cannot be read does not keep the others from being linted.
    let output = run(&["lint", path, "/no/such/robots.txt", "--format", "json"]);
    assert_eq!(status(&output), 2);
    assert_eq!(
        crate::rows(&output)
            .iter()
            .filter(|row| row["kind"] == "finding")
            .count(),
        5
    );
    assert!(stderr(&output).contains("/no/such/robots.txt"));
    // A folder without any file to lint is an error.
    let empty = directory("lint-empty");
    assert_eq!(status(&run(&["lint", empty.to_str().unwrap()])), 2);
}

#[test]
fn rows_as_csv_and_tsv() {
    for (format, delimiter) in [("csv", b','), ("tsv", b'\t')] {
        let output = run_with(&["lint", "-", "--format", format], BAD);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .from_reader(stdout(&output).as_bytes());
        let header = reader.headers().unwrap().clone();
        assert_eq!(
            header.iter().collect::<Vec<_>>(),
            [
                "file",
                "code",
                "name",
                "severity",
                "line",
                "column",
                "end_line",
                "end_column",
                "message",
                "help",
                "agent"
            ]
        );
        assert_eq!(reader.records().map(Result::unwrap).count(), 4);
    }
}

#[test]
fn sarif_refers_to_its_own_rules_and_counts_characters() {
    let log = sarif(&["lint", "-", "--format", "sarif"], BAD);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
    }
    let region = &results[2]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].as_u64().unwrap()),
        [3, 11, 3, 14]
    );
    let replacement = &results[2]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "/");
    assert_eq!(replacement["deletedRegion"]["startColumn"], 11);
}

/// A viewer offers the fixes of a result and makes one of them: they are alternatives.
#[test]
fn fixes_of_sarif_are_a_correction_or_alternatives() {
    let body = b"User-agent: a\nDisallow: /a*\n\nUser-agent: b\nDisalow: /c\nAllow: /x/y\n";
    let (rows, _) = json(&["lint", "-", "--format", "json"], body);
    let log = sarif(&["lint", "-", "--format", "sarif"], body);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let results: Vec<&Value> = results
        .iter()
        .filter(|result| result["ruleId"] != "outcome")
        .collect();
    let rows = rows.as_array().unwrap();
    assert_eq!(results.len(), rows.len());
    for (row, result) in rows.iter().zip(results) {
        let fixes = result["fixes"].as_array().map_or(&[][..], Vec::as_slice);
        let is_correction = !row["correction"].is_null();
        let suggestions = row["suggestions"].as_array().unwrap().len();
        assert_eq!(fixes.len(), suggestions + usize::from(is_correction), "{row}");
        for fix in fixes {
            assert_eq!(fix["properties"]["changesNoVerdict"], is_correction);
        }
    }
}

const CLOSED: &[u8] = b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /\n";

/// Every format reports the crawlers that are shut out.
#[test]
fn outcomes_are_in_every_format() {
    for format in [
        "human", "concise", "json", "csv", "tsv", "sarif", "github", "junit", "markdown", "html",
    ] {
        let output = run_with(&["lint", "-", "--format", format], CLOSED);
        let text = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("may crawl nothing"), "{format}: {text}");
        assert!(text.contains("Googlebot"), "{format}: {text}");
        assert_eq!(status(&output), 1, "{format}: R082 is a warning");
    }
    let github = run_with(&["lint", "-", "--format", "github"], CLOSED);
    assert!(
        stdout(&github).starts_with("::notice file=standard input,line=5,"),
        "{github:?}"
    );
    let table = run_with(&["lint", "-", "--format", "csv"], CLOSED);
    let row = "standard input,outcome,closed,,5,,,,\"Googlebot: may crawl nothing";
    assert!(stdout(&table).contains(row), "{table:?}");
    // Everybody is an error.
    let all = run_with(
        &["lint", "-", "--format", "concise"],
        b"User-agent: *\nDisallow: /\n",
    );
    assert!(stdout(&all).contains(": error R028 "), "{all:?}");
}

#[test]
fn nothing_found_is_not_said_below_a_site_that_is_closed() {
    let ignored = [CLOSED, b"# robots-lint: ignore-file R082, R055\n"].concat();
    for format in ["human", "html", "markdown"] {
        let output = run_with(&["lint", "-", "--format", format], &ignored);
        let text = stdout(&output).to_ascii_lowercase();
        assert!(!text.contains("nothing found"), "{format}: {text}");
        assert_eq!(status(&output), 0);
    }
    // A site that is closed to crawlers that matter fails if one says which these are.
    for (closed, expected) in [
        ("@search", 1),
        ("Googlebot", 1),
        ("bingbot", 0),
        ("@ai-training", 0),
    ] {
        let output = run_with(&["lint", "-", "--fail-on-closed", closed], &ignored);
        assert_eq!(status(&output), expected, "{closed}: {output:?}");
        assert_eq!(
            stderr(&output).contains("is closed to Googlebot"),
            expected == 1,
            "{closed}"
        );
    }
    // The report says so where it is read by other programs, too.
    for (format, notice, error) in [
        ("github", "::notice", "::error"),
        ("sarif", "\"level\":\"note\"", "\"level\":\"error\""),
    ] {
        for (closed, severity, other) in [("@search", error, notice), ("bingbot", notice, error)] {
            let output = run_with(
                &["lint", "-", "--format", format, "--fail-on-closed", closed],
                &ignored,
            );
            let text = stdout(&output);
            let line = text
                .lines()
                .find(|line| line.contains("may crawl nothing"))
                .unwrap();
            assert!(
                line.contains(severity) && !line.contains(other),
                "{format} {closed}: {line}"
            );
        }
    }
    // What is ignored, and what few people search with, does not count as reported.
    let reported = ["lint", "-", "--fail-on", "never", "--fail-on-closed", "reported"];
    assert_eq!(status(&run_with(&reported, &ignored)), 0);
    assert_eq!(status(&run_with(&reported, CLOSED)), 1);
    let few = b"User-agent: *\nDisallow: /x\n\nUser-agent: PetalBot\nDisallow: /\n";
    assert_eq!(status(&run_with(&reported, few)), 0);
    // Which is the default, unless nothing is to fail.
    let applebot = b"User-agent: *\nDisallow: /x\n\nUser-agent: Applebot\nDisallow: /\n";
    for (arguments, body, expected) in [
        (&[][..], &applebot[..], 1),
        (&["--fail-on-closed", "none"], applebot, 0),
        (&["--fail-on", "never"], applebot, 0),
        (&["--fail-on-closed", "none"], CLOSED, 1),
        (&[], few, 0),
        // What a comment says is meant, and a list of who may come in with those that most people use.
        (
            &[],
            b"User-agent: *\nDisallow: /x\n\n# Block Apple\nUser-agent: Applebot\nDisallow: /\n",
            0,
        ),
        (
            &[],
            b"User-agent: *\nDisallow: /x\n\nUser-agent: Applebot\n# robots-lint: ignore R082\nDisallow: /\n",
            0,
        ),
        (
            &[],
            b"User-agent: Googlebot\nUser-agent: bingbot\nDisallow:\n\nUser-agent: *\nDisallow: /\n",
            0,
        ),
        (
            &[],
            b"User-agent: Googlebot\nDisallow:\n\nUser-agent: *\nDisallow: /\n",
            1,
        ),
        (
            &[],
            b"User-agent: Googlebot\nDisallow:\n\n# Block the rest\nUser-agent: *\nDisallow: /\n",
            0,
        ),
    ] {
        let output = run_with(&[&["lint", "-"], arguments].concat(), body);
        let body = String::from_utf8_lossy(body);
        assert_eq!(status(&output), expected, "{arguments:?}: {body}{output:?}");
    }
    // A baseline knows it.
    let path = crate::file("lint_closed_known", "robots.txt", applebot);
    let known = crate::directory("lint_closed_baseline").join("known.json");
    let known = known.to_str().unwrap();
    assert_eq!(status(&run(&["lint", &path, "--write-baseline", known])), 0);
    assert_eq!(status(&run(&["lint", &path, "--baseline", known])), 0);
    // An annotation says what to do.
    let github = run_with(&["lint", "-", "-f", "github"], applebot);
    assert!(
        stdout(&github).contains("Help: if the site should be found")
            && stdout(&github).contains("write `# robots-lint: ignore R082` above the rule"),
        "{github:?}"
    );
    let named = run_with(
        &["lint", "-", "-f", "github", "--fail-on-closed", "Applebot"],
        applebot,
    );
    assert!(
        stdout(&named).contains("leave them out of --fail-on-closed"),
        "{named:?}"
    );
    let unknown = run_with(&["lint", "-", "--fail-on-closed", "@nobody"], &ignored);
    assert_eq!(status(&unknown), 2);
    let several = [
        "lint",
        "-",
        "--fail-on-closed",
        "reported",
        "--fail-on-closed",
        "Googlebot",
    ];
    assert_eq!(status(&run_with(&several, &ignored)), 1);
}

/// A crawler is named here as with -a; one that nobody knows would guard nothing.
#[test]
fn who_is_guarded_is_named_as_elsewhere() {
    let robots = b"User-agent: *\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /\n";
    let guard = |names: &str| {
        run_with(
            &["lint", "-", "--fail-on", "never", "--fail-on-closed", names],
            robots,
        )
    };
    for (name, expected, warning) in [
        (
            "nobody",
            0,
            "--fail-on-closed nobody: no known crawler has this name, and no group names it",
        ),
        ("Goglebot", 0, "Goglebot"),
        // A crawler of one's own that the file names; a well-known one; all that are not named.
        ("FooBot", 1, ""),
        ("GPTBot", 0, ""),
        ("*", 0, ""),
        ("none", 0, ""),
    ] {
        let output = guard(name);
        assert_eq!(status(&output), expected, "{name}");
        let said = stderr(&output);
        assert_eq!(said.contains("warning"), !warning.is_empty(), "{name}: {said}");
        assert!(said.contains(warning), "{name}: {said}");
    }
    for arguments in [
        &["lint", "-", "--fail-on-closed", "FooBot,GPTBot"][..],
        &["check", "-", "-a", "FooBot,GPTBot", "/x"],
    ] {
        let output = run_with(arguments, robots);
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(
            stderr(&output)
                .contains("a crawler's name has no comma; name each of several crawlers by itself"),
            "{}",
            stderr(&output)
        );
    }
}

/// A site whose Allow rules open no page is closed, in every format and for `--fail-on-closed`.
#[test]
fn a_site_that_opens_no_page_is_closed() {
    const BUT_FOR: &[u8] =
        b"User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\nDisallow: /\n";
    for format in [
        "human", "concise", "json", "csv", "tsv", "sarif", "github", "junit", "markdown", "html",
    ] {
        let output = run_with(&["lint", "-", "--format", format], BUT_FOR);
        let text = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("may crawl no page"), "{format}: {text}");
        assert!(text.contains("R028"), "{format}: {text}");
        assert_eq!(status(&output), 1, "{format}");
    }
    let closed = ["lint", "-", "--fail-on", "never", "--fail-on-closed", "Googlebot"];
    let output = run_with(&closed, BUT_FOR);
    assert_eq!(status(&output), 1);
    assert!(stderr(&output).contains("is closed to Googlebot"), "{output:?}");
    let rows = crate::rows(&run_with(&["lint", "-", "--format", "json"], BUT_FOR));
    assert_eq!(
        (&rows[0]["access"], &rows[0]["closed"]),
        (&"partial".into(), &true.into())
    );
    let rule = &rows[0]["closed_but_for"][0];
    assert_eq!(
        (&rule["line"], &rule["rule"]),
        (&3.into(), &"Allow: /wp-admin/admin-ajax.php".into())
    );
    // A section that is open is a decision.
    let section = b"User-agent: *\nAllow: /public/\nDisallow: /\n";
    assert_eq!(status(&run_with(&closed, section)), 0);
    let output = run_with(&["lint", "-", "--format", "concise"], section);
    assert!(
        stdout(&output).contains("may crawl only what `Allow: /public/` opens"),
        "{output:?}"
    );
}

/// `-d` is how every crawler reads the file: the first lines and `--fail-on-closed` too.
#[test]
fn the_chosen_dialect_is_that_of_outcomes() {
    let body = b"User-agent: *\n\nDisallow: /\n";
    for (chosen, is_closed) in [
        (&[][..], true),
        (&["-d", "yandex"], false),
        (&["-d", "google"], true),
    ] {
        let closed = ["lint", "-", "--fail-on", "never", "--fail-on-closed", "Googlebot"];
        let output = run_with(&[&closed[..], chosen].concat(), body);
        assert_eq!(status(&output), i32::from(is_closed), "{chosen:?}: {output:?}");
        assert_eq!(
            stdout(&output).contains("may crawl nothing"),
            is_closed,
            "{chosen:?}"
        );
    }
    let output = run_with(
        &["lint", "-", "--fail-on", "never", "--fail-on-closed", "YandexBot"],
        body,
    );
    assert_eq!(status(&output), 0);
}

#[test]
fn corrections_that_json_cannot_hold_are_left_out() {
    let body = b"User-agent: *\rDisallow: /caf\xE9\r";
    let (rows, _) = json(&["lint", "-", "--format", "json"], body);
    assert_eq!(rows[0]["code"], "R005");
    assert_eq!(rows[0]["correction"], Value::Null);
    let log = sarif(&["lint", "-", "--format", "sarif"], body);
    assert_eq!(log["runs"][0]["results"][0]["fixes"], Value::Null);
}

#[test]
fn titles_and_help_are_broken_where_the_terminal_ends() {
    let body = "User-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /x\n";
    let output = run_with(&["lint", "-", "--format", "human"], body.as_bytes());
    let text = stdout(&output);
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    assert!(text.contains("\n          "), "{text}");
}

#[test]
fn codes_are_explained_and_listed() {
    let output = run(&["lint", "--explain", "missing-colon"]);
    assert_eq!(status(&output), 0);
    let text = stdout(&output);
    assert!(
        text.starts_with("error[R012] missing-colon: no colon after the key\n"),
        "{text}"
    );
    assert!(text.contains("2 | Disallow /x\n"), "{text}");
    let (codes, _) = json(&["lint", "--list", "--format", "json"], b"");
    let codes = codes.as_array().unwrap();
    assert!(codes.len() > 50);
    for code in codes {
        let output = run(&["lint", "--explain", code["code"].as_str().unwrap()]);
        assert_eq!(status(&output), 0);
        assert!(stdout(&output).contains(code["title"].as_str().unwrap()));
    }
    assert_eq!(status(&run(&["lint", "--explain", "R999"])), 2);
}

#[test]
fn rules_that_have_no_effect_are_told_with_the_one_that_blocks_everything() {
    let rules: String = (0..20).map(|n| format!("Disallow: /{n}\n")).collect();
    let body = format!("User-agent: *\n{rules}Disallow: /\n");
    let told = run_with(&["lint", "-", "--format", "concise"], body.as_bytes());
    let told: Vec<&str> = stdout(&told).lines().collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(
        told[0].contains("outcome crawlers that follow `*`: may crawl nothing"),
        "{told:#?}"
    );
    assert!(
        told[1].contains("R028")
            && told[1].contains(
                "because of it, the rules on lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 8 more have no effect"
            ),
        "{told:#?}"
    );
    // Each is a row.
    let rows = run_with(&["lint", "-", "--format", "tsv"], body.as_bytes());
    assert_eq!(stdout(&rows).matches("R037").count(), 20);
}

#[test]
fn every_format_with_corrections_tells_which_change_no_verdict() {
    let body = b"User-agent: a\nDisallow: /x*\nDisallow: /%7ey\n\nUser-agent: b\nDisalow: /z\n";
    let rows = run_with(&["lint", "-", "--format", "jsonl"], body);
    let rows = stdout(&rows)
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).unwrap());
    let of_rows: Vec<(Value, Value)> = rows
        .filter(|row| row["kind"] == "finding")
        .map(|row| {
            let is_correction = !row["correction"].is_null();
            let offers = is_correction || row["suggestions"] != serde_json::json!([]);
            (
                row["code"].clone(),
                if offers { is_correction.into() } else { Value::Null },
            )
        })
        .collect();
    let log = run_with(&["lint", "-", "--format", "sarif"], body);
    let log: Value = serde_json::from_str(stdout(&log)).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap().iter();
    let results = results.filter(|result| result["ruleId"] != "outcome");
    let of_log: Vec<(Value, Value)> = results
        .map(|result| {
            let flag = &result["fixes"][0]["properties"]["changesNoVerdict"];
            (result["ruleId"].clone(), flag.clone())
        })
        .collect();
    assert_eq!(of_rows, of_log);
    let flags = |code: &str| {
        of_rows
            .iter()
            .find(|(own, _)| own == code)
            .map(|(_, flag)| flag.clone())
    };
    assert_eq!(
        (flags("R031"), flags("R010")),
        (Some(true.into()), Some(false.into()))
    );
}
