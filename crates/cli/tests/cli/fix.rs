//! `robots lint --fix`.

use std::fs;

use crate::{file, run, run_with, some_of_the_corpus, status, stderr, stdout};

/// A star and a rule that have no effect, and in another group a misspelled key whose correction
/// disallows `/c`.
const BAD: &str = "User-agent: a\r\nDisallow: /a*\r\nDisallow: /a/b\r\n\r\nUser-agent: b\r\nDisallow: /x\r\nDisalow: /c\r\n";
const PROVED: &str = "User-agent: a\r\nDisallow: /a\r\n\r\nUser-agent: b\r\nDisallow: /x\r\nDisalow: /c\r\n";
const MEANT: &str = "User-agent: a\r\nDisallow: /a\r\n\r\nUser-agent: b\r\nDisallow: /x\r\nDisallow: /c\r\n";

#[test]
fn files_are_corrected_as_far_as_no_verdict_changes() {
    let path = file("fix-proved", "robots.txt", BAD);
    let output = run(&["lint", "--fix", "--format", "concise", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), PROVED);
    // What is left is reported with its place in the corrected file.
    assert!(stdout(&output).contains(":6:1: error R010"), "{output:?}");
    assert!(
        stderr(&output).contains("2 findings corrected in 1 file"),
        "{output:?}"
    );
    assert_eq!(status(&output), 1);
    // A second run finds nothing to correct.
    let output = run(&["lint", "--fix", &path]);
    assert!(
        stderr(&output).contains("0 findings corrected in 0 files"),
        "{output:?}"
    );
}

#[test]
fn suggestions_are_made_for_the_codes_that_are_named() {
    let path = file("fix-also", "robots.txt", BAD);
    let output = run(&["lint", "--fix", "--also", "R053,misspelled-key", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), MEANT);
    assert_eq!(status(&output), 0, "{output:?}");
}

#[test]
fn a_patch_shows_the_corrections_and_writes_nothing() {
    let path = file("fix-patch", "robots.txt", BAD);
    let output = run(&["lint", "--fix", "--diff", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), BAD);
    assert_eq!(
        stdout(&output),
        format!(
            "--- {path}\n+++ {path}\n@@ -1,6 +1,5 @@\n User-agent: a\r\n-Disallow: /a*\r\n-Disallow: /a/b\r\n+Disallow: /a\r\n \r\n User-agent: b\r\n Disallow: /x\r\n"
        )
    );
    assert_eq!(status(&output), 1);
    assert_eq!(
        status(&run(&["lint", "--fix", "--diff", "--fail-on", "never", &path])),
        0
    );
    let clean = file("fix-clean", "robots.txt", "User-agent: *\nDisallow: /a\n");
    let output = run(&["lint", "--fix", "--diff", &clean]);
    assert_eq!((stdout(&output), status(&output)), ("", 0));
}

#[test]
fn standard_input_is_corrected_to_standard_output() {
    let output = run_with(&["lint", "--fix", "-"], BAD.as_bytes());
    assert_eq!(stdout(&output), PROVED);
    assert_eq!(status(&output), 1);
}

#[test]
fn what_cannot_be_corrected_is_refused_or_left_alone() {
    assert_eq!(status(&run(&["lint", "--diff", "robots.txt"])), 2);
    assert_eq!(status(&run(&["lint", "--also", "R010", "robots.txt"])), 2);
    assert_eq!(status(&run(&["lint", "--fix", "https://www.example.com"])), 2);
    // Neither is text, so a correction would not help.
    for body in [
        &b"<!doctype html>\n<title>Disalow: /a*</title>\n"[..],
        b"\xFF\xFED\0i\0s\0",
    ] {
        let path = file("fix-other", "robots.txt", body);
        run(&["lint", "--fix", "--also", "R010", &path]);
        assert_eq!(fs::read(&path).unwrap(), body);
    }
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn real_files_keep_what_they_allow() {
    for original in some_of_the_corpus(60) {
        let body = fs::read(&original).unwrap();
        let path = file("fix-real", "robots.txt", &body);
        run(&["lint", "--fix", "--any-name", &path]);
        let differs = run(&["diff", "--fail-on", "minor", &original, &path]);
        assert_eq!(status(&differs), 0, "{original} {differs:?}");
        let again = run(&["lint", "--fix", "--diff", &path]);
        assert_eq!(stdout(&again), "", "{original}");
    }
}
