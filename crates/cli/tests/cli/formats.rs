//! Findings in the formats of other tools, without configuration files.

use std::collections::{HashMap, HashSet};

use quick_xml::events::Event;
use quick_xml::reader::Reader;
use robots_exclusion_analysis::lint::Code;
use serde_json::{Value, json};

use crate::{directory, file, file_in, rows, run, run_with, some_of_the_corpus, status, stderr, stdout};

const BAD: &[u8] =
    b"User-agent: *\nDissallow: /a,b:%\nDisallow: /x/*\nDisallow: /y/*\nDisallow: /rss\nDisallow: /rss/a\nDisallow: /rss/b\n";

fn lint(format: &str) -> String {
    let output = run_with(&["lint", "-", "--format", format], BAD);
    assert_eq!(status(&output), 1, "{format}");
    assert_eq!(stderr(&output), "", "{format}");
    stdout(&output).to_owned()
}

/// The default is for people, and the same in a pipe as on a terminal.
#[test]
fn the_default_is_for_people() {
    let output = run_with(&["lint", "-"], BAD);
    assert_eq!(stdout(&output), lint("human"));
    assert!(stdout(&output).starts_with("error[R010]"), "{}", stdout(&output));
}

#[test]
fn findings_that_say_the_same_are_one() {
    let human = lint("human");
    assert_eq!(human.matches("[R031]").count(), 1, "{human}");
    assert_eq!(human.matches("[R037]").count(), 1, "{human}");
    assert!(human.contains("note: the same on line 4\n"), "{human}");
    assert!(human.contains("note: line 7 is covered by line "), "{human}");
    assert!(human.contains("1 error, 4 info findings"), "{human}");
    // Programs get them all.
    assert_eq!(lint("jsonl").lines().count(), 5);
    let document: Value = serde_json::from_str(&lint("json")).unwrap();
    assert_eq!(document.as_array().unwrap().len(), 5);
    assert_eq!(lint("csv").lines().count(), 6);
    let sarif: Value = serde_json::from_str(&lint("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5);
}

/// One rule in all commands: `json` is one document, `jsonl` a row a line.
#[test]
fn json_is_a_document_and_jsonl_are_rows() {
    let directory = directory("formats_json");
    let old = file_in(
        &directory,
        "old.txt",
        "User-agent: *\nDisallow: /x*\nContent-Signal: ai-train=no\n",
    );
    let new = file_in(&directory, "robots.txt", "User-agent: *\nDisallow: /y*\n");
    let policy = file_in(
        &directory,
        "policy.toml",
        "[[assert]]\nallowed = [\"/a\", \"/b\"]\n",
    );
    let map = file_in(&directory, "map.txt", "https://e.com/x\nhttps://e.com/y\n");
    for arguments in [
        &["lint", &old][..],
        &["lint", "--list"],
        &["lint", "--explain"],
        &["diff", &old, &new],
        &["audit", &old, "-a", "FooBot", "-a", "bingbot"],
        &["audit", "--explain", "@archive"],
        &["audit", &old, "--by", "crawler"],
        &["test", &policy, &old],
        &["minimize", &old, "--dry-run"],
        &["fmt", &old, "--dry-run"],
        &["check", &old, "FooBot", "/x", "/y"],
        &["compare", &old],
        &["inspect", &old, &new],
        &["page", "--meta", "noindex", "-a", "FooBot", "-a", "bingbot"],
        &["signals", &old],
        &["sitemap", &map],
    ] {
        let ask = |format: &str| run(&[arguments, &["-f", format]].concat());
        let document: Value = serde_json::from_slice(&ask("json").stdout)
            .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {:?}", ask("json")));
        assert!(document.is_array(), "{arguments:?}: {document}");
        let lines = ask("jsonl");
        let lines = stdout(&lines).lines();
        for line in lines {
            let row: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"));
            assert!(row.is_object(), "{arguments:?}: {line}");
        }
    }
}

#[test]
fn concise() {
    let text = lint("concise");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0],
        "standard input:2:1: error R010 unknown key `Dissallow`; did you mean `Disallow`? (write `Disallow: /a,b:%`)"
    );
    assert!(lines[1].starts_with("standard input:3:14: info R031 "), "{text}");
    assert!(lines[1].contains("; the same on line 4 ("), "{text}");
}

#[test]
fn what_is_said_of_several_lines_is_true_of_each() {
    // Files of publishers hold much.
    let publishers = concat!(env!("CARGO_MANIFEST_DIR"), "/../analysis/tests/publishers");
    let entries = std::fs::read_dir(publishers).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    assert_said_of_each(&paths.collect::<Vec<_>>());
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn what_is_said_of_several_lines_of_real_files_is_true_of_each() {
    assert_said_of_each(&some_of_the_corpus(28));
}

fn assert_said_of_each(paths: &[String]) {
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let lint = |format: &str| run(&[&["lint", "--format", format][..], &paths].concat());
    let mut said = std::collections::BTreeMap::new();
    for row in rows(&lint("json")).iter().filter(|row| row["kind"] == "finding") {
        let key = (
            row["file"].to_string(),
            row["code"].to_string(),
            row["line"].as_u64(),
        );
        said.entry(key)
            .or_insert_with(Vec::new)
            .push(row["message"].to_string());
    }
    let mut checked = 0;
    for line in stdout(&lint("concise")).lines() {
        let Some((first, rest)) = line.split_once("; the same on line") else {
            continue;
        };
        let path = paths.iter().find(|path| first.starts_with(&format!("{path}:")));
        let path = path.unwrap_or_else(|| panic!("{first}"));
        let [_, _, code, message] = first[path.len()..].splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("{first}")
        };
        let title = code.parse::<Code>().unwrap().title();
        // `s 4, 5 and 6 more (write …)`
        let list = rest.trim_start_matches('s').split(" (").next().unwrap();
        let list = match list.strip_suffix(" more") {
            Some(list) => list.rsplit_once(" and ").unwrap().0,
            None => list,
        };
        for number in list.split([',', ' ']).filter_map(|number| number.parse().ok()) {
            let key = (json!(path).to_string(), json!(code).to_string(), Some(number));
            let own = said.get(&key).unwrap_or_else(|| panic!("{first}: {number}"));
            assert!(
                message == title || own.contains(&json!(message).to_string()),
                "{first}: {number}: {own:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn github() {
    let text = lint("github");
    let first = text.lines().next().unwrap();
    assert_eq!(
        first,
        "::error file=standard input,line=2,endLine=2,col=1,endColumn=9,title=R010 misspelled-key::unknown key `Dissallow`; did you mean \
         `Disallow`?%0AHelp: write `Disallow: /a,b:%25`"
    );
    assert!(
        text.lines().skip(1).all(|line| line.starts_with("::notice ")),
        "{text}"
    );
}

/// What an element of JUnit XML may have: its parent, the attributes that it must have, and others.
type Element = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The schema of Jenkins' xUnit plugin, `junit-10.xsd`, for the elements that are written. Where it
/// has elements in any order, so has this.
fn element(name: &str) -> Element {
    match name {
        "testsuites" => ("", &[], &["name", "time", "tests", "failures", "errors"]),
        "testsuite" => (
            "testsuites",
            &["name", "tests", "failures", "errors"],
            &[
                "group",
                "time",
                "skipped",
                "timestamp",
                "hostname",
                "id",
                "package",
                "file",
                "log",
                "url",
            ],
        ),
        "testcase" => ("testsuite", &["name"], &["time", "classname", "group"]),
        "failure" => ("testcase", &[], &["type", "message"]),
        "system-out" => ("testcase", &[], &[]),
        name => panic!("{name} is not written"),
    }
}

/// The names of the tests in a report, which the schema allows, and whose counts are right.
fn tests(report: &str) -> Vec<String> {
    let mut reader = Reader::from_str(report);
    let mut open: Vec<String> = Vec::new();
    let mut names = Vec::new();
    let (mut expected, mut found) = ([0, 0], [0, 0]);
    loop {
        let (start, is_empty) = match reader.read_event().unwrap() {
            Event::Start(start) => (start, false),
            Event::Empty(start) => (start, true),
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Text(text) => {
                let is_text = matches!(open.last().map(String::as_str), Some("failure" | "system-out"));
                assert!(is_text || text.trim_ascii().is_empty(), "{text:?} in {open:?}");
                assert!(!text.trim_end().ends_with("help:"), "{text:?}");
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        let name = start.name().as_ref().to_owned();
        let (parent, required, others) = element(&name);
        assert_eq!(open.last().map_or("", String::as_str), parent, "{report}");
        let attributes: HashMap<String, String> = start
            .attributes()
            .map(|attribute| {
                let attribute = attribute.unwrap();
                (attribute.key.as_ref().to_owned(), attribute.value.into_owned())
            })
            .collect();
        for key in attributes.keys() {
            let is_allowed = required.iter().chain(others).any(|allowed| allowed == key);
            assert!(is_allowed, "{name} {key}: {report}");
        }
        for key in required {
            assert!(attributes.contains_key(*key), "{name} {key}: {report}");
        }
        match &*name {
            "testsuite" => {
                for (count, key) in expected.iter_mut().zip(["tests", "failures"]) {
                    *count += attributes[key].parse::<u32>().unwrap();
                }
            }
            "testcase" => {
                found[0] += 1;
                names.push(format!("{}: {}", attributes["classname"], attributes["name"]));
            }
            "failure" => found[1] += 1,
            _ => {}
        }
        if !is_empty {
            open.push(name);
        }
    }
    assert_eq!(expected, found, "{report}");
    let distinct: HashSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{report}");
    names
}

#[test]
fn junit_is_what_the_strictest_reader_takes() {
    let text = lint("junit");
    assert_eq!(
        tests(&text),
        [
            "standard input: R010 misspelled-key",
            "standard input: R031 trailing-star",
            "standard input: R037 redundant-rule",
        ]
    );
    assert_eq!(text.matches("<failure ").count(), 1);
    let clean = run_with(
        &["lint", "-", "--format", "junit"],
        b"User-agent: *\nDisallow: /x\n",
    );
    assert_eq!(tests(stdout(&clean)), ["standard input: robots lint"]);
    let twice = run_with(
        &["lint", "-", "--format", "junit"],
        b"User-agent: *\nDissallow: /a\nDissallow: /b\nAlow: /\n",
    );
    let names = tests(stdout(&twice));
    assert!(
        names.contains(&"standard input: R010 misspelled-key (2)".to_owned()),
        "{names:?}"
    );
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn junit_of_real_files_is_what_the_strictest_reader_takes() {
    for path in some_of_the_corpus(40) {
        tests(stdout(&run(&["lint", &path, "--format", "junit"])));
        let old = file("junit-old", "robots.txt", "User-agent: *\nDisallow: /a\n");
        tests(stdout(&run(&["diff", &old, &path, "/x<y>", "--format", "junit"])));
    }
}

/// A build server follows a test by its name: after a fix it is the same test, which passes.
#[test]
fn names_of_tests_do_not_tell_what_came_out() {
    let directory = directory("junit-names");
    let write = |name: &str, text: &str| file_in(&directory, name, text);
    let policy = write(
        "policy.toml",
        "[[assert]]\ndisallowed = [\"/x\", \"/<y>\"]\nagents = [\"a\", \"*\"]\n",
    );
    let of = |text: &str| {
        let output = run(&["test", &policy, &write("robots.txt", text), "--format", "junit"]);
        (status(&output), tests(stdout(&output)))
    };
    let (failed, before) = of("User-agent: *\nDisallow: /x\n");
    let (passed, after) = of("\n\nUser-agent: *\nDisallow: /\n");
    assert_eq!((failed, passed), (1, 0));
    assert_eq!(before, after);
    assert_eq!(before.len(), 4);
    assert!(
        before[0].ends_with(": `/x` is disallowed for a (rfc9309)"),
        "{before:?}"
    );

    let lint = |text: &[u8]| tests(stdout(&run_with(&["lint", "-", "--format", "junit"], text)));
    let moved = [b"# One more line.\n", BAD].concat();
    assert_eq!(lint(BAD), lint(&moved));
}

/// `github` and `markdown` join findings as the output for people does.
#[test]
fn annotations_are_grouped_as_for_people() {
    let directory = directory("grouped");
    let write = |name: &str, text: &str| file_in(&directory, name, text);
    let policy = write(
        "policy.toml",
        "[[assert]]\ndisallowed = [\"/x\"]\nagents = [\"a\", \"b\", \"c\"]\n",
    );
    let old = write(
        "old.txt",
        "User-agent: c\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n",
    );
    let new = write(
        "new.txt",
        "User-agent: c\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\nDisallow: /z\nDisallow: /u\n",
    );
    for format in ["github", "markdown"] {
        let test = run(&["test", &policy, &old, "--format", format]);
        assert_eq!(
            stdout(&test)
                .matches("`/x` should be closed for a, b, but ")
                .count(),
            1,
            "{}",
            stdout(&test)
        );
        let diff = run(&["diff", &old, &new, "--format", format]);
        assert_eq!(
            stdout(&diff).matches("rule-added").count(),
            1,
            "{}",
            stdout(&diff)
        );
        assert!(
            stdout(&diff).contains("; the same effect: line 7"),
            "{}",
            stdout(&diff)
        );
    }
    let concise = run(&["diff", &old, &new, "--format", "concise"]);
    assert_eq!(stdout(&concise).lines().count(), 2);
}

/// If the help differs from line to line, every format that joins findings says which line it is
/// for.
#[test]
fn advice_on_several_lines_says_which_one_it_is_for() {
    let file = file_in(
        &directory("advice"),
        "robots.txt",
        "User-agent: *\nDisallow: /a*\nDisallow: /b*\n",
    );
    for format in ["human", "concise", "github", "junit", "markdown", "html"] {
        let found = run(&["lint", &file, "--format", format]);
        let text = stdout(&found).replace("<code>", "`").replace("</code>", "`");
        assert!(
            text.contains("in line 2: write `Disallow: /a`"),
            "{format}: {text}"
        );
    }
}

#[test]
fn markdown() {
    let text = lint("markdown");
    assert!(
        text.starts_with("# robots lint\n\n## standard input\n\n| Line |"),
        "{text}"
    );
    assert!(
        text.contains(
            "| 2 | error | R010 | unknown key `Dissallow`; did you mean `Disallow`? | write `Disallow: /a,b:%` |"
        ),
        "{text}"
    );
    let clean = run_with(
        &["lint", "-", "--format", "markdown"],
        b"User-agent: *\nDisallow: /x\n",
    );
    assert_eq!(stdout(&clean), "# robots lint\n\nNothing found.\n");
}

#[test]
fn html_is_one_page_that_loads_nothing() {
    let body = b"User-agent: *\nDissallow: /<script>alert(1)</script>\n# <b>&\nDisallow: /x\n";
    let page = run_with(&["lint", "-", "--format", "html"], body);
    let page = stdout(&page);
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.ends_with("</html>\n"));
    for absent in ["<script", "src=", "href=", "url(", "<b>"] {
        assert!(!page.contains(absent), "{absent}");
    }
    for present in [
        "prefers-color-scheme: dark",
        "@media print",
        "R010",
        "&lt;script&gt;",
        "class=\"del\"",
        "class=\"ins\"",
    ] {
        assert!(page.contains(present), "{present}");
    }
    let several = directory("formats_html");
    std::fs::write(several.join("robots.txt"), BAD).unwrap();
    std::fs::write(several.join("clean-robots.txt"), b"User-agent: *\nDisallow: /x\n").unwrap();
    let page = run(&["lint", several.to_str().unwrap(), "--format", "html"]);
    assert!(
        stdout(&page).contains("2 files, 1 without findings"),
        "{}",
        stdout(&page)
    );
}

#[test]
fn reports_of_many_files_are_small_and_tell_the_worst_first() {
    let folder = directory("formats_html_many");
    // Each file alone takes some 30 KB.
    let body: String = (0..60).map(|n| format!("Disalow: /{n}\n")).collect();
    for n in 0..300 {
        let name = folder.join(format!("{n}-robots.txt"));
        std::fs::write(name, format!("User-agent: *\n{body}")).unwrap();
    }
    std::fs::write(folder.join("z-robots.txt"), "User-agent: *\nDisallow: /\n").unwrap();
    std::fs::write(folder.join("clean-robots.txt"), "User-agent: *\nDisallow: /x\n").unwrap();
    let page = crate::robots()
        .args(["lint", folder.to_str().unwrap(), "--format", "html"])
        .env("SOURCE_DATE_EPOCH", "1790000000")
        .output()
        .unwrap();
    let page = stdout(&page);
    assert!((1_000_000..5_000_000).contains(&page.len()), "{}", page.len());
    assert!(!page.contains(folder.to_str().unwrap()));
    for present in [
        "302 files, 1 without findings, read as <code>rfc9309</code>, 2026-09-21",
        "<th>File</th><th>Outcome</th><th>Errors</th>",
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">",
        "<a href=\"#file-1\">z-robots.txt</a>",
        "<td>blocks everyone</td><td>1</td><td>0</td><td>0</td>",
        "<section id=\"file-1\">\n<h2>z-robots.txt</h2>",
        "more files have no section here; name fewer files at a time to see them.",
        "<span class=\"tag error\">error R010 misspelled-key</span>",
    ] {
        assert!(page.contains(present), "{present}");
    }
    assert!(!page.contains("clean-robots.txt"));
    // Each file is listed, with a link to what is there.
    let listed = page.matches("<tr><th scope=\"row\">").count();
    let linked = page.matches("<a href=\"#file-").count();
    assert_eq!((listed, linked), (301, page.matches("<section id=").count()));
}

/// 500 KiB may have more findings than a page can hold.
#[test]
fn a_page_says_how_many_findings_it_leaves_out() {
    let body: String = (0..20_000).map(|n| format!("Disalow: /{n}*\n")).collect();
    let body = format!("User-agent: *\n{body}");
    let page = run_with(&["lint", "-", "--format", "html"], body.as_bytes());
    let page = stdout(&page);
    assert!(page.len() < 6_000_000, "{}", page.len());
    assert_eq!(page.matches("<div class=\"note ").count(), 5_000);
    assert!(page.contains(
        "<p class=\"soft\">15000 more findings are not shown; the other formats have all of them.</p>"
    ));
    // The worst are shown, wherever they are, so that no link leads nowhere.
    let body: String = (0..6_000).map(|n| format!("Disallow: /{n}*\n")).collect();
    let body = format!("User-agent: *\n{body}Disalow: /x\n");
    let page = run_with(&["lint", "-", "--format", "html"], body.as_bytes());
    let page = stdout(&page);
    let links: Vec<&str> = page.split("<a href=\"#").skip(1).collect();
    assert!(!links.is_empty());
    for link in links {
        let (name, _) = link.split_once('"').unwrap();
        assert!(page.contains(&format!(" id=\"{name}\"")), "{name}");
    }
}

#[test]
fn pages_say_what_was_read_and_how_and_begin_with_the_worst() {
    let folder = directory("formats_html_worst");
    let path = |name: &str, body: &str| {
        let path = folder.join(name);
        std::fs::write(&path, body).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let open = path("open.txt", "User-agent: *\nDisallow: /x*\nDisallow: /y\n");
    let closed = path(
        "closed.txt",
        "User-agent: *\nDisallow: /x*\n\nUser-agent: bingbot\nDisallow: /\n\nUser-agent: *\nDisalow: /\n",
    );
    let page = |arguments: &[&str]| {
        let mut command = crate::robots();
        command.args(arguments).args(["--format", "html"]);
        let output = command.env("SOURCE_DATE_EPOCH", "1790000000").output().unwrap();
        let page = stdout(&output).to_owned();
        // No folder of this machine.
        assert!(!page.contains(folder.to_str().unwrap()), "{page}");
        page
    };
    let contains = |page: &str, parts: &[&str]| {
        let mut rest = page;
        for part in parts {
            let (_, after) = rest.split_once(part).unwrap_or_else(|| panic!("{part}: {page}"));
            rest = after;
        }
    };
    // An info comes first in the file, and the error in the list.
    contains(
        &page(&["lint", &closed]),
        &[
            "1 file, read as <code>rfc9309</code>, 2026-09-21",
            "<li>bingbot: may crawl nothing",
            "<span class=\"tag error\">error</span> unknown key <code>Disalow</code>",
            "<a href=\"#finding-1-8-0\">line 8</a>",
            "<div class=\"note info\" id=\"finding-1-2-0\">",
            "<div class=\"note error\" id=\"finding-1-8-0\">",
        ],
    );
    contains(
        &page(&["diff", &open, &closed, "-d", "google"]),
        &["From <code>open.txt</code> to <code>closed.txt</code>, read as <code>google</code>, 2026-09-21"],
    );
    contains(
        &page(&["audit", &open, &closed]),
        &[
            "2 robots.txt files, read as each crawler’s operator documents it, 2026-09-21",
            "<a href=\"#file-1\">closed.txt</a>",
            "<a href=\"#file-2\">open.txt</a>",
            "<h2>closed.txt</h2>",
            "<h2>open.txt</h2>",
        ],
    );
    contains(
        &page(&["audit", &open, "-d", "yandex"]),
        &["1 robots.txt file, read as <code>yandex</code>"],
    );
    let many: Vec<&str> = std::iter::repeat_n(&open[..], 300).collect();
    let size = page(&[&["audit"], &many[..]].concat()).len();
    assert!((1_000_000..5_000_000).contains(&size), "{size}");
}

#[test]
fn a_baseline_leaves_only_what_is_new() {
    let folder = directory("formats_baseline");
    let path = folder.join("robots.txt");
    let (robots_txt, baseline) = (path.to_str().unwrap(), folder.join("known.json"));
    let baseline = baseline.to_str().unwrap();
    std::fs::write(&path, BAD).unwrap();
    let written = run(&["lint", robots_txt, "--write-baseline", baseline]);
    // However the file is named.
    let other_name = folder
        .join("..")
        .join(folder.file_name().unwrap())
        .join(path.file_name().unwrap());
    let known = run(&["lint", other_name.to_str().unwrap(), "--baseline", baseline]);
    assert_eq!(stdout(&known), "nothing found\n");
    assert_eq!((status(&written), stdout(&written)), (0, ""));
    let known = |expected: usize| {
        let output = run(&["lint", robots_txt, "--baseline", baseline, "--format", "json"]);
        let rows = rows(&output);
        assert_eq!(rows.len(), expected, "{rows:?}");
        (rows, status(&output))
    };
    assert_eq!(known(0).1, 0);
    // New lines above the known ones make no difference, but one more finding of a known kind is
    // new.
    std::fs::write(&path, [b"# a comment\n\n", BAD, b"Dissallow: /new\n"].concat()).unwrap();
    let (rows, status_of) = known(1);
    assert_eq!(
        (&rows[0]["code"], &rows[0]["line"], status_of),
        (&"R010".into(), &10.into(), 1)
    );
    // A repetition of a known line is one more than the baseline has.
    std::fs::write(&path, [BAD, b"Dissallow: /a,b:%\n"].concat()).unwrap();
    assert_eq!(known(1).1, 1);
    let missing = run(&["lint", robots_txt, "--baseline", "/no/such/file"]);
    assert_eq!(status(&missing), 2);
    assert!(
        stderr(&missing).contains("--write-baseline"),
        "{}",
        stderr(&missing)
    );
    let broken = file("formats_broken", "known.json", "{}");
    assert_eq!(status(&run(&["lint", robots_txt, "--baseline", &broken])), 2);
}

/// One finding is 26 KB in the memory of a program that keeps the log.
#[cfg(target_os = "linux")]
#[test]
fn sarif_is_written_as_it_is_found() {
    let folder = directory("formats_sarif");
    let body = "User-agent: *\n".to_owned() + &"Dissallow: /x\n".repeat(2_000);
    for n in 0..10 {
        std::fs::write(folder.join(format!("{n}-robots.txt")), &body).unwrap();
    }
    let mut child = crate::robots()
        .args(["lint", folder.to_str().unwrap(), "--format", "sarif"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = Vec::new();
    std::io::Read::read_to_end(child.stdout.as_mut().unwrap(), &mut log).unwrap();
    // The process is gone once it has been waited for, so its last known size counts.
    let peak = crate::peak_resident(child.id());
    child.wait().unwrap();
    let log: Value = serde_json::from_slice(&log).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let findings = results.iter().filter(|result| result["ruleId"] != "outcome");
    assert_eq!(findings.count(), 20_000);
    if let Some(peak) = peak {
        assert!(peak < 75_000, "{peak} KiB");
    }
}

/// Whatever a file says and is called, no command to a terminal comes out of what people read.
#[cfg(unix)]
#[test]
fn terminals_get_no_commands() {
    let hostile = "\x07\x1B]0;x\u{9B}31m";
    let body = format!(
        "User-agent: *\nDisallow: /a{hostile}\nDisallow: /a{hostile}/b\nDissallow: /{hostile}\nFoo{hostile}: {hostile}\n\
         Sitemap: {hostile}\n"
    );
    let name = format!("{hostile}robots.txt");
    let old = file("formats_terminal_old", &name, "User-agent: *\n");
    let new = file("formats_terminal_new", &name, &body);
    let url = format!("/a{hostile}");
    let missing = format!("{new}.missing");
    let mut commands = Vec::new();
    for format in ["human", "concise", "github", "junit", "markdown", "html"] {
        commands.push(vec!["lint", &new, "--format", format]);
        commands.push(vec!["diff", &old, &new, "--format", format]);
    }
    for format in ["human", "markdown", "html"] {
        commands.push(vec!["audit", &old, &new, "--format", format]);
    }
    commands.push(vec!["check", &new, &name, &url, "--format", "human"]);
    commands.push(vec![
        "check", &new, "-a", "a", "-a", "b", &url, "--format", "human",
    ]);
    commands.push(vec!["check", &missing, "a", "/"]);
    commands.push(vec![
        "check",
        &new,
        "a",
        "/",
        "--max-bytes",
        "20",
        "--format",
        "human",
    ]);
    commands.push(vec!["inspect", &new, "--format", "human"]);
    commands.push(vec!["compare", &new, &url, "--all", "--format", "human"]);
    commands.push(vec!["sitemap", &new, "--check", "--format", "human"]);
    commands.push(vec!["generate", &new]);
    commands.push(vec!["minimize", &new, "--dry-run"]);
    commands.push(vec!["fmt", &new, "--dry-run"]);
    for arguments in commands {
        // Without colors there are no commands at all.
        let output = run(&[&arguments[..], &["--color", "always"]].concat());
        for text in [stdout(&output), stderr(&output)] {
            for command in ["\x07", "\x1B]", "\u{9B}"] {
                assert!(!text.contains(command), "{arguments:?}: {text:?}");
            }
        }
    }
}
