//! `robots test`.

use crate::{directory, rows, run, status, stderr, stdout};

const BODY: &str = "\
User-agent: *
Disallow: /checkout
Disallow: /account/
Allow: /checkout/help

User-agent: GPTBot
Disallow: /private
";

/// A policy and the file that it is about, as paths.
fn files(test: &str, policy: &str) -> [String; 2] {
    let directory = directory(&format!("test-{test}"));
    let same = "User-agent: *\nDisallow: /account\nDisallow: /checkout\nAllow: /checkout/help\nAllow: /account$\nAllow: /account?\n";
    for (name, text) in [
        ("policy.toml", policy),
        ("robots.txt", BODY),
        ("other.txt", same),
        ("list.txt", "https://e.com/a\nhttps://e.com/checkout/1\n"),
    ] {
        std::fs::write(directory.join(name), text).unwrap();
    }
    ["policy.toml", "robots.txt"].map(|name| {
        let path = directory.join(name);
        path.into_os_string().into_string().unwrap()
    })
}

#[test]
fn what_holds_is_proved() {
    let [policy, file] = files(
        "holds",
        "file = \"robots.txt\"\n\
         [[assert]]\ndisallowed = [\"/checkout\", \"/account/*/orders\"]\nexcept = [\"/checkout/help\"]\n\
         agents = [\"*\", \"Googlebot\"]\n\
         [[assert]]\nallowed = [\"/products/\", \"/*.css$\"]\nexcept = [\"/checkout\", \"/account/\"]\ndialect = \"google\"\n",
    );
    for arguments in [&["test", &policy, &file][..], &["test", &policy]] {
        let output = run(arguments);
        assert_eq!(status(&output), 0, "{}{}", stdout(&output), stderr(&output));
        assert!(
            stdout(&output).ends_with(": 6 proved, 0 refuted\n"),
            "{}",
            stdout(&output)
        );
    }
}

#[test]
fn a_site_that_is_closed_a_delay_names_and_reasons() {
    let [policy, _] = files(
        "closed",
        "[[assert]]\nname = \"Staging\"\nreason = \"copies of all pages\"\nclosed = true\nagents = [\"Googlebot\", \"FooBot\"]\n\
         [[assert]]\nclosed = false\nagents = [\"FooBot\"]\n\
         [[assert]]\ncrawl_delay = 2.5\nagents = [\"*\", \"FooBot\"]\n",
    );
    let body = "User-agent: *\nDisallow: /\nAllow: /style.css\nCrawl-delay: 2.5\n\nUser-agent: FooBot\nDisallow: /x\n";
    let path = crate::file("test_closed_file", "robots.txt", body);
    let output = run(&["test", &policy, &path, "-f", "jsonl"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let found: Vec<String> = rows(&output)
        .iter()
        .map(|row| {
            ["name", "agent", "expected", "outcome"]
                .map(|key| row[key].as_str().unwrap_or("-"))
                .join(" ")
        })
        .collect();
    assert_eq!(
        found,
        [
            "Staging Googlebot closed proved",
            "Staging FooBot closed refuted",
            "- FooBot not closed proved",
            "- * said proved",
            "- FooBot said refuted",
        ]
    );
    let people = run(&["test", &policy, &path]);
    let text = stdout(&people);
    for what in [
        "#1 Staging: the site is closed for FooBot",
        "https://example.com/ is allowed, as no rule matches",
        "wanted because: copies of all pages",
        "#3 `Crawl-delay: 2.5` is said for FooBot",
        "the file asks for no delay",
    ] {
        assert!(text.contains(what), "{what}: {text}");
    }
    let github = run(&["test", &policy, &path, "-f", "github"]);
    assert!(
        stdout(&github).contains("Help: copies of all pages; change the rule"),
        "{}",
        stdout(&github)
    );
    let junit = run(&["test", &policy, &path, "-f", "junit"]);
    assert!(
        stdout(&junit).contains("Staging: the site is closed for Googlebot"),
        "{}",
        stdout(&junit)
    );
}

/// Mistakes in a policy are told in words.
#[test]
fn mistakes_in_policies() {
    for (policy, what) in [
        (
            "[assert]\ndisallowed = [\"/x\"]\n",
            "write [[assert]] with two brackets",
        ),
        (
            "[[assert]]\ndisallowed = \"/x\"\n",
            "this is a list; write [\"/x\"]",
        ),
        (
            "[[assert]]\nallowed = [\"/x\"]\nagents = \"Googlebot\"\n",
            "this is a list; write [\"Googlebot\"]",
        ),
        ("[[assert]]\ncrawl_delay = -1.0\n", "a number of seconds"),
        (
            "[[assert]]\nname = \"x\"\n",
            "write `allowed`, `disallowed`, `closed`",
        ),
        ("[[assert]]\nclosed = \"yes\"\n", "boolean"),
        (
            "[[assert]]\ncrawl_delay = \"5\"\n",
            "write the number without quotes: 5",
        ),
        (
            "disallowed = \"/x\"\n",
            "write `disallowed` below a line [[assert]]",
        ),
        (
            "[[asserts]]\ndisallowed = [\"/x\"]\n",
            "the tables are called [[assert]]",
        ),
        (
            "[[assert]]\ndisallowed = [\"/x\"]\nagent = \"Googlebot\"\n",
            "write `agents = [\"Googlebot\"]`",
        ),
        ("[[assert]]\ndisallow = [\"/x\"]\n", "write `disallowed = […]`"),
        (
            BODY,
            "is no policy but a robots.txt, and the policy comes first; write robots test POLICY FILE",
        ),
    ] {
        let [policy, file] = files("mistakes", policy);
        let output = run(&["test", &policy, &file]);
        assert_eq!(status(&output), 2, "{policy}");
        assert!(stderr(&output).contains(what), "{what}: {}", stderr(&output));
    }
}

#[test]
fn what_fails_is_shown_with_a_url() {
    let [policy, file] = files(
        "fails",
        "[[assert]]\ndisallowed = [\"/checkout\"]\nagents = [\"FooBot\", \"GPTBot\"]\n\n\
         [[assert]]\nequivalent-to = \"other.txt\"\nagents = [\"*\"]\n\n\
         [[assert]]\nsitemap = \"list.txt\"\n",
    );
    let output = run(&["test", &policy, &file, "--format", "json"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let rows = rows(&output);
    let shown: Vec<String> = rows
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            format!(
                "{} {} {} {} {} {} {}",
                row["assertion"],
                text("agent"),
                text("pattern"),
                text("expected"),
                text("outcome"),
                row["witness"]["url"]
                    .as_str()
                    .unwrap_or_default()
                    .trim_start_matches("https://"),
                row["witness"]["line"]
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "1 FooBot /checkout disallowed refuted example.com/checkout/help 4",
            "1 GPTBot /checkout disallowed refuted example.com/checkout null",
            "2 * other.txt equivalent refuted example.com/accounty null",
            "3 * list.txt allowed refuted e.com/checkout/1 2",
        ]
    );
    assert_eq!(rows[0]["policy_line"], 1);
    let output = run(&["test", &policy, &file, "--explain"]);
    let text = stdout(&output);
    for line in [
        "#1 `/checkout` is disallowed for FooBot (rfc9309)",
        "https://example.com/checkout/help is allowed by line 4 (`Allow: /checkout/help`)",
        "Line 2 also matches: `Disallow: /checkout` (length 9).",
        "The group at line 6 applies; rules: 1.",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let output = run(&["test", &policy, &file, "--format", "junit"]);
    assert!(
        stdout(&output).contains("tests=\"4\" failures=\"4\""),
        "{}",
        stdout(&output)
    );
    let output = run(&["test", &policy, &file, "--format", "concise"]);
    assert!(
        stdout(&output).contains(
            ":4:1: error refuted `/checkout` should be closed for FooBot, but https://example.com/checkout/help is open by line 4 ("
        ),
        "{}",
        stdout(&output)
    );
    let output = run(&["test", &policy, &file, "--format", "github"]);
    assert!(
        stdout(&output).starts_with(&format!("::error file={file},line=4,")),
        "{}",
        stdout(&output)
    );
}

/// Each of thousands of claims could be explained by thousands of lines.
#[test]
fn explanations_end_where_they_become_too_long() {
    let claims = 60;
    let claim = |number: usize| format!("[[assert]]\nallowed = [\"/{}{number}\"]\n", "a".repeat(200));
    let [policy, _] = files("long", &(0..claims).map(claim).collect::<String>());
    let directory = directory("test-long-rules");
    let file = directory
        .join("robots.txt")
        .into_os_string()
        .into_string()
        .unwrap();
    let rule = |number: usize| format!("User-agent: *\nDisallow: /{}\n", "a".repeat(number % 200));
    std::fs::write(&file, (0..3_000).map(rule).collect::<String>()).unwrap();
    let output = run(&["test", &policy, &file, "--explain"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let text = stdout(&output);
    let groups = "The groups at lines 1, 3, 5, ";
    assert_eq!(text.matches(groups).count(), claims);
    let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        text.matches(", and 2900 more apply; rules: 3000.").count(),
        claims
    );
    let explained = text.matches(" decides: `Disallow: /aaa").count();
    let left_out = text.matches("Which other rules match is not known, because there is too much to read.");
    assert!(
        explained > 1 && left_out.count() == claims - explained,
        "{explained}"
    );
    assert!(text.len() < 20_000_000, "{}", text.len());
}

#[test]
fn crawlers_that_differ_in_nothing_are_told_of_together() {
    let [policy, file] = files(
        "together",
        "[[assert]]\ndisallowed = [\"/checkout\", \"/private\"]\nagents = [\"Googlebot\", \"GPTBot\", \"bingbot\"]\n",
    );
    let output = run(&["test", &policy, &file]);
    let text = stdout(&output);
    let headings: Vec<&str> = text.lines().filter(|line| line.contains('#')).collect();
    assert_eq!(
        headings,
        [
            "refuted    #1 `/checkout` is disallowed for Googlebot, bingbot (read as google, rfc9309)",
            "refuted    #1 `/checkout` is disallowed for GPTBot (rfc9309)",
            "refuted    #1 `/private` is disallowed for Googlebot, bingbot (read as google, rfc9309)",
        ],
        "{text}"
    );
    assert!(text.ends_with(": 1 proved, 5 refuted\n"), "{text}");
    let output = run(&["test", &policy, &file, "--format", "json"]);
    assert_eq!(rows(&output).len(), 6);
}

#[test]
fn sets_of_crawlers() {
    let [policy, file] = files(
        "sets",
        "[[assert]]\ndisallowed = [\"/checkout\"]\nexcept = [\"/checkout/help\"]\nagents = [\"@search\"]\n",
    );
    let output = run(&["test", &policy, &file, "--format", "json"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(rows(&output).iter().any(|row| row["agent"] == "bingbot"));
}

#[test]
fn policies_that_make_no_sense() {
    for (number, (policy, message)) in [
        ("", "there is no [[assert]]"),
        ("[[assert]]\n", "line 1, assertion 1: write `allowed`"),
        ("[[assert]]\nallowed = [\"x\"]\n", "\"x\" matches no URL"),
        ("[[assert]]\nallowed = [\"/x#y\"]\n", "\"/x#y\" matches no URL"),
        ("[[assert]]\nallowed = [\"$\"]\n", "\"$\" matches no URL"),
        (
            "[[assert]]\nallowed = [\"/x\"]\nexcept = [\"\"]\n",
            "\"\" matches no URL; write a pattern that begins with / or *",
        ),
        (
            "[[assert]]\nallowed = [\"*.pdf\"]\ndialect = \"original1994\"\n",
            "\"*.pdf\" matches no URL",
        ),
        (
            "[[assert]]\nallowed = [\"/x/y\"]\nexcept = [\"/x\"]\n",
            "\"/x/y\" matches no URL that is not an exception",
        ),
        ("[[assert]]\nalowed = [\"/x\"]\n", "unknown field `alowed`"),
        (
            "[[assert]]\nallowed = [\"/x\"]\ndialect = \"altavista\"\n",
            "unknown dialect",
        ),
        (
            "[[assert]]\nallowed = [\"/x\"]\nagents = [\"@nobody\"]\n",
            "@nobody",
        ),
        (
            "[[assert]]\nsitemap = \"list.txt\"\nexcept = [\"/x\"]\n",
            "`except` only goes with",
        ),
        ("[[assert]]\nequivalent-to = \"none.txt\"\n", "none.txt"),
    ]
    .into_iter()
    .enumerate()
    {
        let [policy, file] = files(&format!("malformed-{number}"), policy);
        let output = run(&["test", &policy, &file]);
        assert_eq!(status(&output), 2, "{message}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert_eq!(status(&run(&["test"])), 2);
}

#[test]
fn files_of_thousands_of_names_are_equivalent() {
    let [policy, file] = files("names", "[[assert]]\nequivalent-to = \"other.txt\"\n");
    let names: String = (0..3_000)
        .map(|number| format!("User-agent: Bot{number}\n"))
        .collect();
    let directory = std::path::Path::new(&policy).parent().unwrap();
    let own = format!("{names}Disallow: /a\nDisallow: /a/b\n\nUser-agent: Bot7\nDisallow: /c\n");
    let other = format!("{names}Disallow: /a\n");
    std::fs::write(directory.join("robots.txt"), own).unwrap();
    std::fs::write(directory.join("other.txt"), other).unwrap();
    let output = run(&["test", &policy, &file]);
    assert_eq!(status(&output), 1);
    let text = stdout(&output);
    assert!(text.contains("is equivalent for Bot7 (rfc9309)"), "{text}");
    assert!(
        text.contains("https://example.com/c is disallowed by line"),
        "{text}"
    );
    // All others, and those that no group names.
    assert!(text.ends_with(": 3000 proved, 1 refuted\n"), "{text}");
}

#[test]
fn questions_that_are_too_many_are_counted() {
    let list = |prefix: &str| {
        let all: Vec<String> = (0..300).map(|number| format!("\"{prefix}{number}\"")).collect();
        all.join(", ")
    };
    let (patterns, agents) = (list("/checkout/no"), list("Bot"));
    let policy = format!("[[assert]]\ndisallowed = [{patterns}]\nagents = [{agents}]\n");
    let [policy, file] = files("product", &policy);
    let output = run(&["test", &policy, &file, "--format", "json"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let rows = rows(&output);
    assert!(rows.len() > 10_000 && rows.iter().all(|row| row["outcome"] == "proved"));
    let skipped = format!("skipped the last {} questions: work limit", 90_000 - rows.len());
    assert!(stderr(&output).contains(&skipped), "{}", stderr(&output));
}

#[test]
fn crawlers_of_the_same_groups_share_answers() {
    let repeated = "[[assert]]\nsitemap = \"list.txt\"\nagents = [\"GPTBot\", \"Bot1\", \"@user\"]\n\n\
                    [[assert]]\nequivalent-to = \"other.txt\"\n\n\
                    [[assert]]\ndisallowed = [\"/checkout/1\"]\nagents = [\"Bot1\", \"GPTBot\", \"Bot2\"]\n\n"
        .repeat(100);
    let [policy, file] = files("repeated", &repeated);
    let output = run(&["test", &policy, &file, "--format", "json"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let rows = rows(&output);
    let each = rows.len() / 100;
    for (number, row) in rows.iter().enumerate() {
        for key in ["agent", "pattern", "outcome", "witness"] {
            assert_eq!(row[key], rows[number % each][key]);
        }
        let follows_star = row["agent"] != "GPTBot";
        match row["pattern"].as_str().unwrap() {
            "list.txt" if follows_star => {
                assert_eq!(row["witness"]["url"], "https://e.com/checkout/1", "{row}")
            }
            "/checkout/1" => assert_eq!(row["outcome"], if follows_star { "proved" } else { "refuted" }),
            _ => {}
        }
    }
}

/// What a row repeats is counted as it is written: a long pattern for thousands of crawlers, or a
/// long name for thousands of patterns.
#[test]
fn long_patterns_and_names_are_not_repeated_for_ever() {
    let list = |item: &str, count: usize| {
        let items: Vec<String> = (0..count).map(|number| format!("'{item}{number}'")).collect();
        items.join(",")
    };
    let long = "a".repeat(100_000);
    for (name, policy) in [
        (
            "long-pattern",
            format!(
                "[[assert]]\nallowed = ['/{long}']\nagents = [{}]\n",
                list("b", 3_000)
            ),
        ),
        (
            "long-name",
            format!(
                "[[assert]]\nallowed = [{}]\nagents = ['{long}']\n",
                list("/b", 3_000)
            ),
        ),
    ] {
        let [policy, file] = files(name, &policy);
        let output = run(&["test", &policy, &file, "-f", "json"]);
        assert_eq!(status(&output), 1, "{name}");
        assert!(
            output.stdout.len() < 50_000_000,
            "{name}: {}",
            output.stdout.len()
        );
        let rows = rows(&output);
        let skipped = format!("skipped the last {} questions", 3_000 - rows.len());
        assert!(stderr(&output).contains(&skipped), "{name}: {}", stderr(&output));
        assert!(rows.len() > 100, "{name}: {}", rows.len());
    }
}

#[test]
fn uses_are_refused_or_permitted() {
    let robots = "User-agent: GPTBot\nContent-Signal: search=yes, ai-train=no\nDisallow: /x\n\nUser-agent: *\nDisallow: /x\n";
    let [policy, file] = files(
        "uses",
        "[[assert]]\nrefused = [\"ai-train\"]\nagents = [\"GPTBot\", \"CCBot\"]\n\n\
         [[assert]]\npermitted = [\"search\"]\nagents = [\"GPTBot\"]\n",
    );
    std::fs::write(&file, robots).unwrap();
    let output = run(&["test", &policy, &file, "--format", "jsonl"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let shown: Vec<String> = rows(&output)
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                row["agent"], row["pattern"], row["expected"], row["outcome"]
            )
            .replace('"', "")
        })
        .collect();
    assert_eq!(
        shown,
        [
            "GPTBot ai-train refused proved",
            "CCBot ai-train refused refuted",
            "GPTBot search permitted proved",
        ]
    );
    let concise = run(&["test", &policy, &file, "--format", "concise"]);
    assert!(
        stdout(&concise)
            .contains("`ai-train` should be refused for CCBot, but of https://example.com/ nothing is said"),
        "{}",
        stdout(&concise)
    );
    std::fs::write(&policy, "[[assert]]\nrefused = [\"train\"]\n").unwrap();
    let unknown = run(&["test", &policy, &file]);
    assert_eq!(status(&unknown), 2);
    assert!(
        stderr(&unknown).contains("write one of search, ai-input, ai-train, tdm"),
        "{}",
        stderr(&unknown)
    );
}
