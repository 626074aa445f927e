//! `robots minimize`.

use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::diff::DiffOptions;

use crate::{file, rows, run, run_with, status, stderr, stdout};

const BODY: &str = "\
# Ours
User-agent: *
Disallow: /a/b/c
Disallow: /a   # all of it
Disallow: /a/d # not needed
Allow: /c

User-agent: FooBot
Allow: /
Crawl-delay: 2
Sitemap: https://e.com/s.xml
";

#[test]
fn rules_that_change_nothing_are_removed() {
    let output = run_with(&["minimize", "-"], BODY.as_bytes());
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let smaller = stdout(&output);
    assert_eq!(
        smaller,
        "\
# Ours
User-agent: *
Disallow: /a   # all of it
# not needed

User-agent: FooBot
Disallow:
Crawl-delay: 2
Sitemap: https://e.com/s.xml
"
    );
    for (name, dialect) in Dialect::PRESETS {
        let options = RobotsTxt::options().dialect(*dialect);
        let diff = DiffOptions::new().compare(
            &options.parse(BODY.as_bytes()),
            &options.parse(smaller.as_bytes()),
        );
        // The glob dialect is not requested; `/a` would match less there. Nor is the one in which a
        // group without rules, as FooBot's is to it, is none.
        let is_requested = !["seznam2", "revisited"].contains(name);
        assert_eq!(diff.is_without_effect(), is_requested, "{name}");
    }
    let again = run_with(&["minimize", "-", "--check"], smaller.as_bytes());
    assert_eq!(status(&again), 0);
}

#[test]
fn what_would_change_and_why() {
    let output = run_with(
        &["minimize", "-", "--dry-run", "--format", "json"],
        BODY.as_bytes(),
    );
    assert_eq!(status(&output), 0);
    let lines: Vec<(u64, String)> = rows(&output)
        .iter()
        .map(|row| {
            (
                row["line"].as_u64().unwrap(),
                row["because"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            (
                3,
                "without it, others give the same verdict, such as line 4".to_owned()
            ),
            (
                5,
                "without it, others give the same verdict, such as line 4".to_owned()
            ),
            (6, "what it allows is allowed without it".to_owned()),
            (9, "what it allows is allowed without it".to_owned()),
        ]
    );
    let output = run_with(&["minimize", "-", "--check"], BODY.as_bytes());
    assert_eq!(status(&output), 1);
    assert!(stdout(&output).ends_with("4 lines would change\n"));
}

#[test]
fn a_rule_stays_if_one_dialect_needs_it() {
    let body = b"User-agent: *\nDisallow: /a\nDisallow: /a/*b\nAllow: /a/x\n";
    let removed = |arguments: &[&str]| {
        let output = run_with(
            &[&["minimize", "-", "--dry-run", "--format", "json"], arguments].concat(),
            body,
        );
        rows(&output).len()
    };
    assert_eq!(removed(&["-d", "original1994"]), 1);
    assert_eq!(removed(&["-d", "rfc9309"]), 0);
    assert_eq!(removed(&[]), 0);
}

#[test]
fn files_are_written_in_place() {
    let path = file("minimize", "robots.txt", BODY);
    let output = run(&["minimize", &path, "--write"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    assert!(!std::fs::read_to_string(&path).unwrap().contains("/a/b/c"));
    assert_eq!(status(&run_with(&["minimize", "-", "--write"], b"")), 2);
    assert_eq!(status(&run_with(&["minimize", "-"], b"<!doctype html><p>x")), 2);
}

#[test]
fn what_is_undecided_is_not_called_minimal() {
    // Each crawler has a group of its own and one that it shares with all others.
    let names: String = (0..1_000)
        .map(|number| format!("User-agent: b{number}\n"))
        .collect();
    let rules: String = (0..1_000)
        .map(|number| format!("Disallow: /{number}/y\n"))
        .collect();
    let own: String = (0..1_000)
        .map(|number| format!("\nUser-agent: b{number}\nDisallow: /{number}\n"))
        .collect();
    let many = names + &rules + &own;
    // Whatever was asked for, the status says so.
    let written = run_with(&["minimize", "-"], many.as_bytes());
    assert_eq!(status(&written), 1);
    assert!(stdout(&written) == many);
    let output = run_with(&["minimize", "-", "--check"], many.as_bytes());
    assert_eq!(status(&output), 1);
    assert!(stdout(&output) == "standard input: undecided whether anything can be changed\n");
    let complaint = stderr(&output);
    assert!(complaint.contains("work limit reached"), "{complaint}");
}

/// The policies of all these groups would take a hundred megabytes.
#[cfg(target_os = "linux")]
#[test]
fn what_is_too_much_takes_little_memory() {
    let groups = (0..14_000).map(|number| format!("User-agent: b{number}\nDisallow: /\n\n"));
    let body: String = groups.collect();
    let mut child = crate::robots()
        .args(["minimize", &file("minimize_groups", "robots.txt", &body)])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut written = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut written).unwrap();
    // The process is gone once it has been waited for, so its last known size counts.
    let peak = crate::peak_resident(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 1);
    assert!(stderr(&output).contains("nothing was tried"), "{output:?}");
    assert!(written == body);
    if let Some(peak) = peak {
        assert!(peak < 60_000, "{peak} KiB");
    }
}

#[test]
fn a_byte_order_mark_stays() {
    let body = "\u{feff}User-agent: *\nDisallow: /a/b\nDisallow: /a\n";
    let output = run_with(&["minimize", "-"], body.as_bytes());
    assert_eq!(stdout(&output), "\u{feff}User-agent: *\nDisallow: /a\n");
}

/// A rule that repeats another may be the only one of its branch.
#[test]
fn a_template_is_left_as_it_is() {
    let template = b"User-agent: *\n{% if live %}\nDisallow: /x\n{% else %}\nDisallow: /x\n{% endif %}\n";
    let output = run_with(&["minimize", "-"], template);
    assert_eq!(status(&output), 1);
    assert_eq!(output.stdout, template);
    assert!(
        stderr(&output).contains("line 2 shows that this is a template"),
        "{}",
        stderr(&output)
    );
}
