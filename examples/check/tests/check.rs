//! Runs the example on the file that lies beside it.

use std::path::Path;
use std::process::{Command, Output};

fn ask(url: &str) -> Output {
    ask_about("../robots.txt", "FooBot", url)
}

fn ask_about(robots: &str, crawler: &str, url: &str) -> Output {
    let robots = Path::new(env!("CARGO_MANIFEST_DIR")).join(robots);
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-exclusion-check-example"));
    command
        .arg(robots)
        .args([crawler, url])
        .output()
        .expect("it runs")
}

/// The same answers as those of `robots check`, which its own tests compare with these rows.
#[test]
fn crawlers_are_asked_by_name_as_by_the_program() {
    let rows = include_str!("../../../tests/data/asked_by_name.tsv")
        .lines()
        .skip(1);
    for row in rows {
        let [crawler, url, access, line] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let output = ask_about("../../tests/data/asked_by_name.txt", crawler, url);
        let answer = String::from_utf8(output.stdout).expect("UTF-8");
        let expected = match line {
            "-" => format!("{access}: "),
            line => format!("{access} by line {line}: "),
        };
        assert!(answer.starts_with(&expected), "{row}: {answer}");
    }
    for nobody in ["", "@search", "Foo,GPTBot", "https://example.com/"] {
        let output = ask_about("../robots.txt", nobody, "/");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{nobody}");
    }
}

#[test]
fn the_status_is_the_verdict() {
    let about = ask("https://www.example.com/search/about");
    assert_eq!(about.stdout, b"allowed by line 5: Allow: /search/about\n");
    assert_eq!(about.status.code(), Some(0));
    let search = ask("https://www.example.com/search/");
    assert_eq!(search.stdout, b"disallowed by line 4: Disallow: /search\n");
    assert_eq!(search.status.code(), Some(1));
}
