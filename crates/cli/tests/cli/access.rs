//! `robots block` and `robots allow`.

use crate::{file, run, run_with, status, stderr, stdout};

const BODY: &str = "User-agent: *\nDisallow: /admin/\n";

#[test]
fn the_file_goes_to_standard_output() {
    let output = run_with(&["block", "-", "GPTBot"], BODY.as_bytes());
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(
        stdout(&output),
        format!("{BODY}\nUser-agent: GPTBot\nDisallow: /\n")
    );
    assert_eq!(stderr(&output), "");
    let output = run_with(
        &["allow", "-", "FooBot", "--path", "/admin/open/"],
        BODY.as_bytes(),
    );
    assert_eq!(
        stdout(&output),
        format!("{BODY}\nUser-agent: FooBot\nAllow: /admin/open/\nDisallow: /admin/\n")
    );
    let again = run_with(
        &["allow", "-", "FooBot", "--path", "/admin/open/"],
        stdout(&output).as_bytes(),
    );
    assert_eq!(stdout(&again), stdout(&output));
    assert!(
        stderr(&again).contains("allowed already: FooBot"),
        "{}",
        stderr(&again)
    );
}

#[test]
fn what_people_should_know_is_said() {
    let output = run_with(&["block", "-", "Googlebot", "Perplexity-User"], BODY.as_bytes());
    assert_eq!(status(&output), 0);
    let said = stderr(&output);
    assert!(
        said.contains("groups of their own") && said.contains("Applebot"),
        "{said}"
    );
    assert!(said.contains("begin with Googlebot-"), "{said}");
    assert!(
        said.contains("blocked too, since they read by a name of these and have none of their own: Bravebot"),
        "{said}"
    );
    assert!(
        said.contains("may ignore robots.txt, by their operators: Perplexity-User"),
        "{said}"
    );
}

#[test]
fn sets_patches_and_files() {
    let path = file("access", "robots.txt", BODY);
    let output = run(&["block", &path, "@ai-training", "--diff"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let patch = stdout(&output);
    assert!(patch.starts_with(&format!("--- {path}\n+++ {path}\n")), "{patch}");
    assert!(
        patch.contains("+User-agent: GPTBot\n") && patch.contains("+Disallow: /\n"),
        "{patch}"
    );
    assert!(!patch.contains("\n-"), "{patch}");
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), BODY);
    let output = run(&["block", &path, "@ai-training", "--write"]);
    assert_eq!((status(&output), stdout(&output)), (0, ""), "{}", stderr(&output));
    let written = std::fs::read_to_string(&path).expect("the file");
    assert!(
        written.starts_with(BODY) && written.contains("User-agent: GPTBot\n"),
        "{written}"
    );
    let output = run(&["check", &path, "GPTBot", "/"]);
    assert_eq!(status(&output), 1);
}

#[test]
fn what_cannot_be_done_has_its_status() {
    let body = "User-agent: *\nAllow: /a*bcdefgh/ijk\n";
    let output = run_with(&["block", "-", "FooBot", "--path", "/ab"], body.as_bytes());
    assert_eq!((status(&output), stdout(&output)), (1, ""));
    assert!(
        stderr(&output)
            .contains("FooBot: `Allow: /a*bcdefgh/ijk` would still decide about https://example.com/ab"),
        "{}",
        stderr(&output)
    );
    for (arguments, said) in [
        (&["block", "-", "*"][..], "name a crawler or a set"),
        (&["block", "-", "FooBot", "--path", "ab"], "must begin with /"),
        (&["block", "-", "FooBot", "--write"], "--write needs a FILE"),
        (&["block", "-", "@nobody"], "@nobody"),
        (&["allow", "-"], "CRAWLER"),
    ] {
        let output = run_with(arguments, body.as_bytes());
        assert_eq!((status(&output), stdout(&output)), (2, ""), "{arguments:?}");
        assert!(
            stderr(&output).contains(said),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    for (body, said) in [
        (
            &b"<!DOCTYPE html>\n<html></html>\n"[..],
            "it looks like an HTML page",
        ),
        (b"\xFF\xFEU\0s\0", "it looks like UTF-16"),
        (b"\0\x01\x02", "it looks like something other than text"),
    ] {
        let output = run_with(&["block", "-", "FooBot"], body);
        assert_eq!(status(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
}
