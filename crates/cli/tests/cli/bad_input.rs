//! Every kind of bad input gets a message that names the culprit, and exit status 2.

use std::process::{Command, Stdio};

use crate::{ROBOTS, directory, feed, file, robots, run, run_with, status, stderr, stdout};

/// The program fails with status 2, prints nothing, and names what is to blame.
fn fails(arguments: &[&str], culprits: &[&str]) {
    let output = run_with(arguments, ROBOTS.as_bytes());
    assert_eq!(status(&output), 2, "{arguments:?}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    for culprit in culprits {
        assert!(
            stderr(&output).contains(culprit),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
}

#[test]
fn files_that_cannot_be_read() {
    let here = directory("bad_input_directory")
        .into_os_string()
        .into_string()
        .unwrap();
    let missing = format!("{here}/missing.txt");
    let robots_txt = file("bad_input_file", "robots.txt", ROBOTS);
    for arguments in [
        &["check", &here, "FooBot", "/x"][..],
        &["inspect", &here],
        &["lint", &here],
        &["audit", &here],
    ] {
        fails(arguments, &["ends in robots.txt", "--any-name"]);
    }
    for command in ["inspect", "lint", "audit"] {
        fails(&[command, &missing], &[&missing, "No such file"]);
    }
    fails(&["check", &missing, "FooBot", "/x"], &[&missing, "No such file"]);
    for (path, why) in [(&missing, "No such file"), (&here, "directory")] {
        fails(&["compare", path], &[path, why]);
        fails(&["generate", path], &[path, why]);
        fails(&["sitemap", path], &[path, why]);
        fails(&["sitemap", path, "--check"], &[path, why]);
        fails(&["page", "--html", path], &[path, why]);
        fails(&["batch", "--format", "tsv", path], &[path, why]);
        fails(&["check", &robots_txt, "FooBot", "--urls", path], &[path, why]);
        fails(&["compare", &robots_txt, "--urls", path], &[path, why]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;

    let path = file("bad_input_unreadable", "robots.txt", ROBOTS);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_err() {
        fails(&["check", &path, "FooBot", "/x"], &[&path, "denied"]);
    } else {
        println!("root reads everything, so only a file that fails to be read is tried");
    }
    // Nothing is mapped at address 0, so reading the start of this file fails, even for root.
    fails(
        &["check", "/proc/self/mem", "FooBot", "/x"],
        &["/proc/self/mem", "cannot read"],
    );
    fails(
        &["check", "-", "FooBot", "--urls", "/proc/self/mem"],
        &["/proc/self/mem"],
    );
}

#[test]
fn arguments_that_make_no_sense() {
    fails(
        &["check", "-", "FooBot", "/x", "--dialect", "altavista"],
        &["altavista", "rfc9309", "slurp"],
    );
    fails(&["batch", "--dialect", "altavista"], &["altavista"]);
    fails(
        &["check", "-", "FooBot", "/x", "--format", "yaml"],
        &["yaml", "jsonl"],
    );
    fails(&["check"], &["FILE"]);
    fails(
        &["check", "--files", "-", "-a", "a", "--urls", "-"],
        &["standard input"],
    );
    fails(&["check", "-", "a", "--urls", "-"], &["standard input"]);
    fails(&["check", "-"], &["no crawler"]);
    fails(&["check", "-", "FooBot"], &["no URL"]);
    fails(&["check", "-", "-a", "FooBot"], &["no URL"]);
    fails(&["check", "-", "FooBot", "--urls", "-"], &["standard input"]);
    for arguments in [
        &["check", "-", "-a", "", "/x"][..],
        &["check", "-", " ", "/x"],
        &["compare", "-", "-a", ""],
        &["diff", "-", "/dev/null", "-a", ""],
        &["audit", "-", "-a", ""],
        &["inspect", "-", "-a", ""],
        &["signals", "-", "", "/x"],
    ] {
        fails(arguments, &["crawler's name is empty; write"]);
    }
    for command in [
        "check", "batch", "inspect", "audit", "diff", "test", "signals", "sitemap",
    ] {
        for number in ["0", "1.5", "99999999999999999999"] {
            fails(
                &[command, "-", "--max-bytes", number],
                &[
                    "--max-bytes",
                    &format!("a whole number of bytes from 1 to {}", usize::MAX),
                ],
            );
        }
    }
    fails(&["batch", "--format", "tsv"], &["FILE"]);
    fails(&["batch", "--format", "tsv", "-"], &["standard input"]);
    fails(&["batch", "missing-robots.txt"], &["missing-robots.txt"]);
    fails(&["page"], &["--meta"]);
    fails(&["page", "--response-header", "noindex"], &["noindex", "colon"]);
    fails(&["generate", "-"], &["standard input", "column"]);
    fails(&["sitemap", "-", "--at", "nowhere"], &["nowhere"]);
    fails(&["completions", "cmd.exe"], &["cmd.exe", "bash"]);
    fails(&["man", "inspekt"], &["inspekt"]);
    fails(&["man", "--dir", "/nowhere/man"], &["/nowhere/man"]);
    fails(&["inspekt", "-"], &["inspekt", "inspect"]);
    fails(&[], &["Usage"]);
}

#[test]
fn help_is_not_a_failure() {
    for arguments in [
        &["--help"][..],
        &["check", "--help"],
        &["batch", "--help"],
        &["inspect", "--help"],
        &["compare", "--help"],
        &["page", "--help"],
        &["sitemap", "--help"],
        &["generate", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["--version"],
    ] {
        let output = run(arguments);
        assert_eq!(status(&output), 0, "{arguments:?}");
        assert_eq!(stderr(&output), "");
        if let [_, "--help"] = arguments {
            assert!(stdout(&output).contains("Examples:"), "{arguments:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written() {
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap());
    let robots_txt = file("bad_input_full", "robots.txt", ROBOTS);
    for arguments in [
        &["check", &robots_txt, "FooBot", "/x"][..],
        &["check", &robots_txt, "FooBot", "/x", "/y", "--format", "csv"],
        &["check", &robots_txt, "FooBot", "/x", "--format", "human"],
        &["inspect", &robots_txt],
        &["compare", &robots_txt],
        &["--help"],
        &["check", "-h"],
        &["--version"],
    ] {
        let output = robots().args(arguments).stdout(full()).output().unwrap();
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(
            stderr(&output).contains("cannot write standard output"),
            "{arguments:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let robots_txt = file("bad_input_pipe", "robots.txt", ROBOTS);
    let list = file("bad_input_pipe_list", "urls", "/x\n".repeat(200_000));
    // Context of a patch, longer than a pipe holds.
    let remark = "x".repeat(200_000);
    let fixable = file(
        "bad_input_pipe_fix",
        "robots.txt",
        format!("User-agent: *\nDisallow: /a*\n# {remark}\n"),
    );
    let program = env!("CARGO_BIN_EXE_robots");
    let row = r#"{"agent":"FooBot","url":"/x","robots":"User-agent: *\nDisallow: /x"}"#;
    let commands = [
        format!("{program} check {robots_txt} FooBot --urls {list} | head -n 1"),
        format!("{program} check {robots_txt} -a FooBot --urls {list} --format csv | head -n 1"),
        format!("{program} check {robots_txt} -a FooBot --urls {list} --format human | head -n 1"),
        format!("{program} compare {robots_txt} -a FooBot --urls {list} --all | head -n 1"),
        format!("yes '{row}' | {program} batch | head -n 1"),
        format!("{program} lint --fix --diff {fixable} {fixable} {fixable} | head -n 1"),
    ];
    for command in commands {
        let output = feed(Command::new("sh").args(["-c", &command]), b"");
        assert_eq!(stderr(&output), "", "{command}");
        assert_eq!(stdout(&output).lines().count(), 1, "{command}");
    }
}

#[test]
fn standard_input_is_read_once() {
    let twice = |arguments: &[&str], roles: &str| {
        fails(
            arguments,
            &[&format!(
                "standard input cannot be {roles}; give one of them as a path"
            )],
        );
    };
    let list = "both FILE and the list of URLs";
    twice(&["check", "-", "a", "--urls", "-"], list);
    twice(&["compare", "-", "--urls", "-"], list);
    twice(&["diff", "-", "-"], "both OLD and NEW");
    twice(
        &["diff", "-", "/dev/null", "--urls", "-"],
        "both OLD and the list of URLs",
    );
    twice(
        &["diff", "/dev/null", "-", "--urls", "-"],
        "both NEW and the list of URLs",
    );
    twice(
        &["check", "--files", "-", "-a", "a", "--urls", "-"],
        "both the list of files and the list of URLs",
    );
    twice(
        &["signals", "-", "a", "/x", "--html", "-"],
        "both FILE and the page",
    );
    twice(
        &["signals", "-", "a", "/x", "--tdmrep", "-"],
        "both FILE and tdmrep.json",
    );
    twice(
        &["signals", "/dev/null", "a", "/x", "--html", "-", "--tdmrep", "-"],
        "both the page and tdmrep.json",
    );
    twice(
        &["sitemap", "-", "--robots", "-"],
        "both the sitemap and the robots.txt",
    );
    for command in ["lint", "audit", "inspect"] {
        twice(&[command, "-", "-"], "FILE twice");
    }
    for command in ["audit", "inspect"] {
        twice(&[command, "-", "--files", "-"], "both FILE and the list of files");
    }
}

/// Questions that are put in another way than the program takes them say how it does.
#[test]
fn questions_that_are_nearly_right_say_how_to_ask() {
    let path = crate::file("bad_input_near", "robots.txt", "User-agent: *\nDisallow: /x\n");
    for (arguments, code, what) in [
        (
            &["check", &path, "/x", "Googlebot"][..],
            2,
            "/x is a URL, and the crawler comes first; write robots check FILE AGENT /x",
        ),
        (
            &["check", &path, "-a", "search", "/y"],
            0,
            "search is read as the name of a crawler; the set is @search",
        ),
        (
            &[
                "check",
                &path,
                "-a",
                "Googlebot",
                "-a",
                "Mozilla/5.0 (compatible; Googlebot/2.1)",
                "/y",
            ],
            0,
            "is Googlebot again, which has one row",
        ),
        (&["page", &path], 2, "takes it as --html"),
        (&["batch", &path], 0, "standard input is empty"),
        (
            &["page", "--header", "X-Robots-Tag: noindex"],
            2,
            "--response-header",
        ),
        (
            &["signals", &path, "--header", "X-Robots-Tag: noai"],
            2,
            "--response-header",
        ),
        (&["lint", "--explain", "999"], 2, "no finding has this code"),
    ] {
        let output = crate::run(arguments);
        let said = crate::stderr(&output)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(crate::status(&output), code, "{arguments:?}: {said}");
        assert!(said.contains(what), "{arguments:?}: {said}");
    }
    for (arguments, what) in [
        (&["lint", "--explain", "28"][..], "R028"),
        (&["lint", "--explain", "r028"], "R028"),
        (&["lint", "--explain"], "R028"),
        (
            &["check", &path, "-d", "Google", "FooBot", "/y", "-f", "json"],
            "\"google\"",
        ),
    ] {
        let output = crate::run(arguments);
        assert_eq!(
            crate::status(&output),
            0,
            "{arguments:?}: {}",
            crate::stderr(&output)
        );
        assert!(crate::stdout(&output).contains(what), "{arguments:?}");
    }
}
