//! `robots fmt`.

use crate::{file, run, run_with, status, stderr, stdout};

#[test]
fn one_spelling() {
    let body = "\u{feff}\r\n\r\nUSER-AGENT:*\r\n  disallow :/a  #x \r\nallow:/a b\r\nNoindex:/x\r\n\r\n\r\n\
        # Another\r\nuser-agent: b\r\nDisallow:\r\nsitemap:https://e.com/s.xml\r\n\r\n";
    // Line ends stay as they are.
    let expected = &"\
User-agent: *
Disallow: /a #x
Allow: /a b
Noindex: /x

# Another
User-agent: b
Disallow:
Sitemap: https://e.com/s.xml
"
    .replace('\n', "\r\n");
    let output = run_with(&["fmt", "-"], body.as_bytes());
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), *expected);
    assert_eq!(status(&run_with(&["fmt", "-", "--check"], body.as_bytes())), 1);
    assert_eq!(
        status(&run_with(&["fmt", "-", "--check"], expected.as_bytes())),
        0
    );
}

#[test]
fn what_would_change_the_meaning_stays() {
    // In dialects whose groups end at blank lines, the second rule is lost; in others, both names
    // share it.
    let body = "user-agent: a\nDisallow: /x\n\nDisallow: /y\nUser-agent: b\nDisallow: /z\n";
    let output = run_with(&["fmt", "-"], body.as_bytes());
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(
        stdout(&output),
        "User-agent: a\nDisallow: /x\n\nDisallow: /y\n\nUser-agent: b\nDisallow: /z\n"
    );
    let note = stderr(&output);
    assert!(
        note.contains("blank lines within groups are left as they are"),
        "{note}"
    );
    assert!(note.contains(" (it would let a crawl less)"), "{note}");
    let output = run_with(&["fmt", "-", "-d", "rfc9309"], body.as_bytes());
    assert_eq!(
        stdout(&output),
        "User-agent: a\nDisallow: /x\nDisallow: /y\n\nUser-agent: b\nDisallow: /z\n"
    );
}

#[test]
fn line_ends_are_those_of_most_lines() {
    for (body, expected, listed) in [
        ("User-agent: *\r\nDisallow: /x\r\n", None, "nothing to change"),
        ("User-agent: *\rDisallow: /x\r", None, "nothing to change"),
        (
            "User-agent: *\r\nDisallow: /x\nDisallow: /y\r\n",
            Some("User-agent: *\r\nDisallow: /x\r\nDisallow: /y\r\n"),
            ":2: `Disallow: /x` becomes `Disallow: /x`: one kind of line ends",
        ),
        (
            "User-agent: *\nDisallow: /x",
            Some("User-agent: *\nDisallow: /x\n"),
            ":2: `Disallow: /x` becomes `Disallow: /x`: the last line ends like the others",
        ),
        (
            "User-agent: a\r\nDisallow: /x\r\nUser-agent: b\r\nDisallow: /y\r\n",
            Some("User-agent: a\r\nDisallow: /x\r\n\r\nUser-agent: b\r\nDisallow: /y\r\n"),
            "a blank line is inserted",
        ),
    ] {
        assert_eq!(
            stdout(&run_with(&["fmt", "-"], body.as_bytes())),
            expected.unwrap_or(body)
        );
        let check = run_with(&["fmt", "-", "--check"], body.as_bytes());
        assert_eq!(status(&check), i32::from(expected.is_some()), "{body:?}");
        assert!(stdout(&check).contains(listed), "{body:?} {}", stdout(&check));
    }
}

#[test]
fn files_that_crawlers_do_not_read_to_the_end_are_left_alone() {
    let body = format!("user-agent: *\n{}disallow: /x\n", "# a comment\n".repeat(50_000));
    for command in ["fmt", "minimize"] {
        let output = run_with(&[command, "-"], body.as_bytes());
        assert_eq!(status(&output), 2, "{command}");
        assert!(
            stderr(&output).contains("crawlers read the first 512000"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_byte_order_mark_goes() {
    let body = "\u{feff}User-agent: *\nDisallow: /x\n";
    let output = run_with(&["fmt", "-", "--check"], body.as_bytes());
    assert_eq!(status(&output), 1);
    assert!(
        stdout(&output).contains("no byte order mark\n"),
        "{}",
        stdout(&output)
    );
}

/// The second of two would be the first for the next run.
#[test]
fn all_byte_order_marks_go_at_once() {
    let body = "\u{feff}\u{feff}\nUser-agent: *\nDisallow: /x\n";
    let output = run_with(&["fmt", "-"], body.as_bytes());
    assert_eq!(stdout(&output), "User-agent: *\nDisallow: /x\n");
}

/// Crawlers read 500 KiB of a file, so a file that comes to be longer loses its last rules.
#[test]
fn no_file_becomes_longer_than_crawlers_read() {
    let rules: String = (0..30_110)
        .map(|number| format!("Disallow:/{number:06}\n"))
        .collect();
    let body = format!("User-agent:*\n{rules}");
    assert!(body.len() < 500 << 10);
    let output = run_with(&["fmt", "-"], body.as_bytes());
    assert_eq!((status(&output), stdout(&output)), (0, &*body));
    assert!(
        stderr(&output).contains("keys and spaces are left as they are"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn what_is_not_text_is_left_alone() {
    let utf_16: Vec<u8> = "\u{feff}User-agent: *\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (body, remedy) in [
        (
            &b"<!doctype html><p>x"[..],
            "it looks like an HTML page, so it is left alone; serve a plain text file instead\n",
        ),
        (
            &utf_16[..],
            "it looks like UTF-16, so it is left alone; convert it to UTF-8 first\n",
        ),
        (
            &utf_16[2..],
            "it looks like something other than text, so it is left alone; serve a plain text file instead\n",
        ),
    ] {
        for command in ["fmt", "minimize"] {
            let output = run_with(&[command, "-"], body);
            assert_eq!(status(&output), 2, "{command}");
            assert!(
                stderr(&output).ends_with(remedy),
                "{command}: {}",
                stderr(&output)
            );
        }
    }
}

#[test]
fn files_are_written_in_place() {
    let path = file("fmt", "robots.txt", "user-agent:*\ndisallow:/a\n");
    let output = run_with(&["fmt", "-", "--dry-run"], b"user-agent:*\ndisallow:/a\n");
    assert!(
        stdout(&output).contains(":1: `user-agent:*` becomes `User-agent: *`: one spelling of keys"),
        "{}",
        stdout(&output)
    );
    assert_eq!(status(&run(&["fmt", &path, "--write"])), 0);
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "User-agent: *\nDisallow: /a\n"
    );
}

/// Some real files (`ROBOTS_SHARED`): formatting is idempotent.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn formatting_twice_changes_nothing() {
    for path in crate::some_of_the_corpus(40) {
        let output = run(&["fmt", &path]);
        // HTML pages and the like are left alone.
        if status(&output) == 2 {
            assert!(
                stderr(&output).contains("left alone"),
                "{path}: {}",
                stderr(&output)
            );
            continue;
        }
        let again = run_with(&["fmt", "-"], &output.stdout);
        assert_eq!(again.stdout, output.stdout, "{path}");
    }
}

/// The format is that of a report, which is printed with one of two options alone.
#[test]
fn a_format_without_a_report() {
    let output = run_with(&["fmt", "-", "-f", "json"], b"User-agent: *\nDisallow: /x\n");
    assert_eq!(status(&output), 2);
    assert!(
        stderr(&output).contains("write --dry-run or --check with it"),
        "{}",
        stderr(&output)
    );
}
