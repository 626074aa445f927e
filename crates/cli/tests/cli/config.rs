//! `robots.toml`.

use crate::{directory, feed, file, robots, rows, run, run_with, status, stderr, stdout};

const INFO: &[u8] = b"User-agent: *\nDisallow: /x/*\n";

#[test]
fn the_file_in_the_current_directory_counts() {
    let folder = directory("config_current");
    std::fs::write(
        folder.join("robots.toml"),
        "dialect = \"google\"\nagents = [\"FooBot\", \"BarBot\"]\n\n[lint]\nfail-on = \"info\"\nseverity = { R031 = \"error\" }\n",
    )
    .unwrap();
    let ask = |arguments: &[&str]| feed(robots().args(arguments).current_dir(&folder), INFO);
    let lint = ask(&["lint", "-", "--format", "json"]);
    assert_eq!(rows(&lint)[0]["severity"], "error");
    assert_eq!(status(&lint), 1);
    // The command line comes first.
    let lint = ask(&[
        "lint",
        "-",
        "--format",
        "json",
        "--severity",
        "R031=warning",
        "--fail-on",
        "error",
    ]);
    assert_eq!(
        (status(&lint), &rows(&lint)[0]["severity"]),
        (0, &"warning".into())
    );
    // Google tolerates the misspelling.
    let misspelled = feed(
        robots().args(["check", "-", "FooBot", "/x"]).current_dir(&folder),
        b"User-agent: *\nDissallow: /x\n",
    );
    assert_eq!(status(&misspelled), 1);
    let misspelled = feed(
        robots()
            .args(["check", "-", "FooBot", "/x", "--dialect", "rfc9309"])
            .current_dir(&folder),
        b"User-agent: *\nDissallow: /x\n",
    );
    assert_eq!(status(&misspelled), 0);
    let agents: Vec<String> = rows(&ask(&["check", "-", "/x"]))
        .iter()
        .map(|row| row["agent"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(agents, ["FooBot", "BarBot"]);
    assert_eq!(rows(&ask(&["check", "-", "Other", "/x"]))[0]["agent"], "Other");
    assert_eq!(rows(&ask(&["audit", "-", "--format", "json"])).len(), 2);
}

#[test]
fn the_file_that_is_named_counts_wherever_it_is() {
    let folder = directory("config_named");
    let path = folder.join("site.toml");
    let applebot = b"User-agent: *\nDisallow: /x\n\nUser-agent: Applebot\nDisallow: /\n";
    for (closed, expected) in [
        ("[\"none\"]", 0),
        ("[\"Googlebot\"]", 0),
        ("[\"Applebot\"]", 1),
        ("[]", 1),
    ] {
        std::fs::write(&path, format!("[lint]\nfail-on-closed = {closed}\n")).unwrap();
        let output = run_with(&["lint", "-", "--config", path.to_str().unwrap()], applebot);
        assert_eq!(status(&output), expected, "{closed}: {output:?}");
    }
    std::fs::write(&path, "[lint]\nbaseline = \"known.json\"\nfail-on = \"info\"\n").unwrap();
    let config = path.to_str().unwrap();
    let known = folder.join("known.json");
    let written = run_with(&["lint", "-", "--write-baseline", known.to_str().unwrap()], INFO);
    assert_eq!(status(&written), 0);
    // Its baseline is in the same directory.
    let lint = run_with(&["lint", "-", "--config", config], INFO);
    assert_eq!(
        (status(&lint), stdout(&lint)),
        (0, "nothing found\n"),
        "{}",
        stderr(&lint)
    );
    assert_eq!(
        status(&run(&["lint", "-", "--config", "/no/such/robots.toml"])),
        2
    );
}

/// Verdicts are kept, and reported, in the dialect that the site is read in.
#[test]
fn its_dialect_is_that_of_all_commands_that_have_one_dialect() {
    let path = directory("config_dialect").join("robots.toml");
    std::fs::write(&path, "dialect = \"original1994\"\n").unwrap();
    let config = path.to_str().unwrap();
    let body = b"User-agent: *\nDisallow: /a*\nDisallow: /ab\n";
    let smaller = run_with(&["minimize", "-"], body);
    assert_eq!(stdout(&smaller), "User-agent: *\nDisallow: /a*\n");
    let same = run_with(&["minimize", "-", "--config", config], body);
    assert_eq!(same.stdout, body);
    let audit = ["audit", "-", "-a", "bingbot", "-f", "json", "--config", config];
    assert_eq!(rows(&run_with(&audit, body))[0]["dialect"], "original1994");
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, what) in [
        ("dialect = \"altavista\"", &["altavista", "rfc9309"][..]),
        ("dailect = \"google\"", &["dailect", "dialect"]),
        ("[lint]\nfail-on = \"grave\"", &["grave", "warning"]),
        ("[lint]\nseverity = { R999 = \"off\" }", &["R999"]),
        (
            "[lint]\nseverity = { R031 = \"grave\" }",
            &["info, warning, error, or off"],
        ),
        ("agents = 3", &["3"]),
        ("x = [", &["line 1"]),
    ] {
        let path = file("config_mistakes", "robots.toml", text);
        let output = run_with(&["lint", "-", "--config", &path], INFO);
        assert_eq!(status(&output), 2, "{text}");
        for what in what {
            assert!(stderr(&output).contains(what), "{text}: {}", stderr(&output));
        }
        assert!(stderr(&output).contains(&path), "{}", stderr(&output));
    }
}
