//! Who may ignore robots.txt is said by every command.

use serde_json::Value;

use super::{directory, file_in, rows, run, run_with, status, stdout};

const CLOSED: &str = "User-agent: ChatGPT-User\nUser-agent: Google-Safety\nUser-agent: GPTBot\nDisallow: /\n";
const NOTE: &str = "ChatGPT-User may ignore robots.txt, its operator says";

fn ask(arguments: &[&str]) -> std::process::Output {
    run_with(arguments, CLOSED.as_bytes())
}

#[test]
fn each_row_about_a_crawler_has_it() {
    let known = [
        ("ChatGPT-User", "may-ignore"),
        ("Google-Safety", "may-ignore"),
        ("GPTBot", "always"),
        ("BingPreview", "unknown"),
        ("FooBot", "unknown"),
    ];
    for (agent, obeys) in known {
        for rest in [&["/x"][..], &["/x", "/y"]] {
            let mut arguments = vec!["check", "-", agent];
            arguments.extend(rest);
            arguments.extend(["-f", "jsonl"]);
            for row in rows(&ask(&arguments)) {
                assert_eq!(row["obeys"], obeys, "check {agent}");
            }
        }
        assert_eq!(
            rows(&ask(&["audit", "-", "-a", agent, "-f", "jsonl"]))[0]["obeys"],
            obeys,
            "audit {agent}"
        );
        let question = serde_json::json!({"agent": agent, "url": "/x", "robots": CLOSED});
        let answers = run_with(&["batch"], question.to_string().as_bytes());
        assert_eq!(rows(&answers)[0]["obeys"], obeys, "batch {agent}");
        let document: Value =
            serde_json::from_str(stdout(&ask(&["signals", "-", agent, "-f", "json"]))).expect("JSON");
        assert_eq!(document["obeys"], obeys, "signals {agent}");
    }
    // A bare token is nothing but itself.
    let output = ask(&["check", "-", "ChatGPT-User", "/x", "--as-token", "-f", "jsonl"]);
    assert_eq!(rows(&output)[0]["obeys"], "unknown");
}

#[test]
fn people_are_told_who_may_ignore_it_and_nothing_of_the_unknown() {
    let check = |agent: &str| stdout(&ask(&["check", "-", agent, "/x", "-f", "human"])).to_owned();
    assert!(check("ChatGPT-User").contains(NOTE), "{}", check("ChatGPT-User"));
    for agent in ["GPTBot", "BingPreview", "FooBot"] {
        assert!(!check(agent).contains("ignore"), "{agent}");
    }
    let table = ask(&[
        "check",
        "-",
        "-a",
        "GPTBot",
        "-a",
        "ChatGPT-User",
        "/x",
        "/y",
        "-f",
        "human",
    ]);
    assert!(stdout(&table).contains(NOTE), "{}", stdout(&table));
    let audit = ask(&["audit", "-", "-a", "GPTBot", "-a", "ChatGPT-User"]);
    assert!(
        stdout(&audit).contains(NOTE) && stdout(&audit).contains("may ignore  "),
        "{}",
        stdout(&audit)
    );
    let signals = ask(&["signals", "-", "ChatGPT-User", "-f", "human"]);
    assert!(stdout(&signals).contains(NOTE), "{}", stdout(&signals));

    let work = directory("obedience-diff");
    let (old, new) = (file_in(&work, "old.txt", ""), file_in(&work, "new.txt", CLOSED));
    let diff = run(&["diff", &old, &new]);
    let said = "may ignore robots.txt, their operators say";
    assert!(
        stdout(&diff).contains(said) && stdout(&diff).contains("ChatGPT-User"),
        "{}",
        stdout(&diff)
    );
    let summary = rows(&run(&["diff", &old, &new, "-f", "jsonl"]))
        .pop()
        .expect("a summary");
    let agents = summary["agents"].as_array().expect("crawlers");
    let of = |name: &str| agents.iter().find(|row| row["agent"] == name).expect(name)["obeys"].clone();
    assert_eq!(
        (of("ChatGPT-User"), of("GPTBot")),
        ("may-ignore".into(), "always".into())
    );
}

#[test]
fn what_is_proved_of_the_file_need_not_be_obeyed() {
    let work = directory("obedience-test");
    let file = file_in(&work, "robots.txt", CLOSED);
    let assertion = "[[assert]]\ndisallowed = [\"/\"]\nagents = [\"GPTBot\", \"ChatGPT-User\"]\n";
    let policy = file_in(&work, "policy.toml", assertion);
    let output = run(&["test", &policy, &file]);
    assert_eq!(status(&output), 0);
    assert!(
        stdout(&output).contains("2 proved") && stdout(&output).contains(NOTE),
        "{}",
        stdout(&output)
    );
    let proven = rows(&run(&["test", &policy, &file, "-f", "jsonl"]));
    assert_eq!(
        (&proven[0]["obeys"], &proven[0]["outcome"]),
        (&"always".into(), &"proved".into())
    );
    assert_eq!(
        (&proven[1]["obeys"], &proven[1]["outcome"]),
        (&"may-ignore".into(), &"proved".into())
    );

    let strict = file_in(&work, "strict.toml", format!("{assertion}obeys = \"always\"\n"));
    let output = run(&["test", &strict, &file]);
    assert_eq!(status(&output), 1);
    assert!(
        stdout(&output).contains("its operator says that it may ignore robots.txt"),
        "{}",
        stdout(&output)
    );
    let refuted = rows(&run(&["test", &strict, &file, "-f", "jsonl"]));
    assert_eq!(
        (&refuted[0]["outcome"], &refuted[1]["outcome"]),
        (&"proved".into(), &"refuted".into())
    );
    // What is allowed stays so.
    let open = "[[assert]]\nallowed = [\"/\"]\nagents = [\"Perplexity-User\"]\nobeys = \"always\"\n";
    let open = file_in(&work, "open.toml", open);
    assert_eq!(status(&run(&["test", &open, &file])), 0);
    let wrong = file_in(&work, "wrong.toml", format!("{assertion}obeys = \"never\"\n"));
    assert_eq!(status(&run(&["test", &wrong, &file])), 2);
}

#[test]
fn a_crawler_that_follows_unnamed_groups_is_not_decided_by_star() {
    let said = "no group names Amzn-SearchBot, which then follows the groups of other search crawlers";
    let body = b"User-agent: bingbot\nDisallow:\n\nUser-agent: *\nDisallow: /\n";
    for arguments in [
        &["check", "-", "Amzn-SearchBot", "/x", "-f", "human"][..],
        &["audit", "-", "-a", "Amzn-SearchBot"],
    ] {
        let output = run_with(arguments, body);
        let words = stdout(&output).replace('=', "");
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{text}");
    }
    let alone = b"User-agent: *\nDisallow: /\n";
    let own = b"User-agent: Amzn-SearchBot\nDisallow: /\n\nUser-agent: bingbot\nDisallow:\n";
    for decided in [&alone[..], own] {
        let output = run_with(&["audit", "-", "-a", "Amzn-SearchBot"], decided);
        assert!(
            !stdout(&output).contains("follows the groups"),
            "{}",
            stdout(&output)
        );
    }
    // What it may fetch is not proved, whatever is asserted; that two files say the same is.
    let work = directory("undecided_unless_named");
    let same = file_in(&work, "same.txt", body);
    for (assertion, of_body) in [
        ("disallowed = [\"/\"]".to_owned(), "undecided"),
        ("allowed = [\"/\"]".to_owned(), "undecided"),
        ("refused = [\"ai-input\"]".to_owned(), "undecided"),
        (format!("equivalent-to = {same:?}"), "proved"),
    ] {
        let policy = format!("[[assert]]\n{assertion}\nagents = [\"Amzn-SearchBot\"]\n");
        let policy = file_in(&work, "policy.toml", policy);
        let outcome = |robots: &[u8]| {
            let robots = file_in(&work, "robots.txt", robots);
            let output = run(&["test", &policy, &robots, "-f", "jsonl"]);
            (rows(&output)[0]["outcome"].clone(), status(&output))
        };
        let expected = i32::from(of_body == "undecided");
        assert_eq!(outcome(body), (of_body.into(), expected), "{assertion}");
        if assertion.starts_with("disallowed") {
            assert_eq!(outcome(alone), ("proved".into(), 0));
            assert_eq!(outcome(own), ("proved".into(), 0));
        }
    }
}

#[test]
fn what_is_known_about_a_crawler_is_explained() {
    let output = run(&["audit", "--explain", "ChatGPT-User"]);
    assert_eq!(status(&output), 0);
    for said in [
        "ChatGPT-User, of OpenAI",
        "may ignore robots.txt, its operator says",
        "robots.txt rules may not apply",
        "developers.openai.com/api/docs/bots, 2026-",
    ] {
        assert!(stdout(&output).contains(said), "{said}: {}", stdout(&output));
    }
    let known = &rows(&run(&["audit", "--explain", "Googlebot/2.1", "-f", "jsonl"]))[0];
    assert_eq!(known["crawler"], "Googlebot");
    assert_eq!(known["verification"]["dns_suffixes"][0], "googlebot.com");
    assert_eq!(known["source"]["reading"], "page");
    let unread = run(&["audit", "--explain", "Bytespider"]);
    assert!(
        stdout(&unread).contains("no sentence of it was read"),
        "{}",
        stdout(&unread)
    );
    let unknown = run(&["audit", "--explain", "FooBot"]);
    assert!(
        stdout(&unknown).contains("nothing is known about it"),
        "{}",
        stdout(&unknown)
    );
    assert_eq!(
        rows(&run(&["audit", "--explain", "@user", "-f", "jsonl"])).len(),
        robots_exclusion::agents::set("user").unwrap().count()
    );
    assert_eq!(status(&run(&["audit", "--explain", "@nobody"])), 2);
    assert_eq!(status(&run(&["audit"])), 2);
}

#[test]
fn statements_about_ai_say_what_they_govern() {
    let robots = "User-agent: Google-Extended\nDisallow: /\n";
    let said = |agent: &str| {
        let output = run_with(&["signals", "-", agent, "-f", "json"], robots.as_bytes());
        let document: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        let answers = document["answers"].as_array().expect("answers").clone();
        answers
            .into_iter()
            .map(|answer| {
                (
                    answer["purpose"].as_str().unwrap().to_owned(),
                    answer["answer"].as_str().unwrap().to_owned(),
                )
            })
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    let googlebot = said("Googlebot");
    assert_eq!(
        (&*googlebot["ai-train"], &*googlebot["ai-input"]),
        ("refused", "unsaid")
    );
    let human = run_with(&["signals", "-", "Googlebot", "-f", "human"], robots.as_bytes());
    // Lines are wrapped.
    let words: Vec<&str> = stdout(&human).split_whitespace().collect();
    assert!(
        words
            .join(" ")
            .contains("for Gemini Apps and Vertex AI, not for AI Overviews"),
        "{}",
        stdout(&human)
    );
    // noindex is a control of the answers of those that document it.
    for (agent, rule, expected) in [
        ("Googlebot", "noindex", "refused"),
        ("bingbot", "noindex", "refused"),
        ("PerplexityBot", "noindex", "unsaid"),
        ("Googlebot", "nosnippet", "refused"),
        ("Amazonbot", "nosnippet", "unsaid"),
        ("FooBot", "nosnippet", "refused"),
    ] {
        let header = format!("X-Robots-Tag: {rule}");
        let output = run_with(&["signals", "-", agent, "/", "-H", &header, "-f", "json"], b"");
        let document: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        let answers = document["answers"].as_array().unwrap();
        let input = answers
            .iter()
            .find(|answer| answer["purpose"] == "ai-input")
            .unwrap();
        assert_eq!(input["answer"], expected, "{agent} {rule}");
    }
    let table = run_with(
        &["signals", "-", "-f", "human", "-H", "X-Robots-Tag: nocache"],
        b"",
    );
    let microsoft = stdout(&table)
        .lines()
        .find(|line| line.starts_with("Microsoft  "))
        .expect("a row");
    assert!(
        microsoft.contains("bingbot") && microsoft.contains("refused"),
        "{microsoft}"
    );
    assert_eq!(status(&table), 1);
    assert!(
        stdout(&table).contains("Microsoft: a preference against training"),
        "{}",
        stdout(&table)
    );
    assert!(
        stdout(&table).contains("Google: Search Console has a control"),
        "{}",
        stdout(&table)
    );
    let training = run_with(
        &["signals", "-", "GPTBot", "-f", "human"],
        b"User-agent: __usage_ai-training\nDisallow: /\n",
    );
    let words: Vec<&str> = stdout(&training).split_whitespace().collect();
    assert!(
        words.join(" ").contains("is not confirmed from the draft"),
        "{}",
        stdout(&training)
    );
}

#[test]
fn a_set_has_a_line_for_each_purpose() {
    let robots = b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n";
    let all = robots_exclusion::agents::set("ai-training").unwrap();
    let (all, crawling) = (all.clone().count(), all.filter(|agent| agent.crawls()).count());
    assert!(crawling < all);
    let signals = run_with(&["signals", "-", "@ai-training", "-f", "human"], robots);
    let line = format!("ai-train: refused to 1 of {all}: GPTBot by line 2\n");
    assert!(stdout(&signals).contains(&line), "{}", stdout(&signals));
    let audit = run_with(&["audit", "-", "-a", "@ai-training"], robots);
    let line = format!("ai-training: closed to 1 of {all}: GPTBot by line 2\n");
    assert!(stdout(&audit).contains(&line), "{}", stdout(&audit));
}
