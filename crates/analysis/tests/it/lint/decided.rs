//! What lint says rules do to one another, with its witnesses.

use robots_exclusion::dialect::NameTest;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::diff::DiffOptions;
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions};

use crate::shared;

/// Code, line, whether it can be removed as far as this dialect is concerned, and the witness
/// without its origin.
fn found(body: &str, dialect: Dialect) -> Vec<String> {
    let options = LintOptions::new().dialect(dialect).keep([dialect]);
    let found = options.lint(body.as_bytes());
    let decided = |finding: &&Diagnostic| {
        matches!(
            finding.code().as_str(),
            "R035" | "R036" | "R037" | "R038" | "R039" | "R031"
        )
    };
    let row = |finding: &Diagnostic| {
        let target = finding
            .witness()
            .map(|url| url.strip_prefix("https://example.com").unwrap());
        format!(
            "{} {}{}{}",
            finding.code(),
            finding.line(),
            if super::change(finding).is_some() { "!" } else { "" },
            target.map(|target| format!(" {target}")).unwrap_or_default()
        )
    };
    found.iter().filter(decided).map(row).collect()
}

fn rfc(rules: &str) -> Vec<String> {
    found(&format!("User-agent: *\n{rules}"), Dialect::RFC_9309)
}

#[test]
fn a_rule_is_not_offered_for_removal_because_of_another_that_is() {
    // Without line 2, line 4 would close `/a/x`.
    let rules = "Allow: /a/\nAllow: /b/\nDisallow: /a/\nDisallow: /c\n";
    assert_eq!(rfc(rules), ["R037 3! /b/", "R038 4 /a/"]);
    // After that, it may go.
    assert_eq!(rfc("Allow: /a/\nDisallow: /c\n"), ["R037 2! /a/"]);
}

#[test]
fn rules_that_others_cover() {
    assert_eq!(
        rfc("Disallow: /a$\nDisallow: /a*b*\nDisallow: /a*b\n"),
        ["R037 3! /ab"]
    );
    // An exception lies between the two, but it is the longer one.
    assert_eq!(
        rfc("Disallow: /a\nDisallow: /a/b\nAllow: /a/bc\nDisallow: /a/bcd\n"),
        ["R037 3! /a/b"]
    );
    assert_eq!(rfc("Disallow: /a\nDisallow: /a/bc\nAllow: /a/b\n"), [""; 0]);
    assert_eq!(
        rfc("Disallow: /*a\nDisallow: /b*a\nAllow: /c*a\n"),
        ["R037 3! /ba"]
    );
    assert_eq!(
        rfc("Allow: /a/*.css$\nDisallow: /a/b.css$\nDisallow: /a\nDisallow: /a/*.css\n"),
        ["R036 3 /a/b.css", "R037 5! /a/x.cssy"]
    );
}

#[test]
fn as_many_rules_as_there_are() {
    // More than 64 wildcards, of which the last is covered by the first.
    let mut rules: String = (0..200).map(|i| format!("Disallow: /*p{i}q\n")).collect();
    rules.push_str("Disallow: /a/*p0q/b\n");
    assert_eq!(rfc(&rules), ["R037 202! /a/p0q/b"]);
}

#[test]
fn groups_that_share_their_rules() {
    // The line says nothing to `a`, but something to `b`.
    let shared =
        "User-agent: a\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /x/y\nDisallow: /z\n";
    assert_eq!(found(shared, Dialect::RFC_9309), [""; 0]);
    let repeated = shared.replace("/x/y", "/x");
    assert_eq!(found(&repeated, Dialect::RFC_9309), [""; 0]);
    let both = "User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /x/y\nDisallow: /z\n";
    assert_eq!(found(both, Dialect::RFC_9309), ["R037 7! /x/y"]);
    // Where a name may contain others, only what never decides may go.
    let dialect = Dialect::DRAFT_1996
        .with(|custom| custom.group_choice = robots_exclusion::dialect::GroupChoice::Merge);
    let two = |rules: &str| {
        found(
            &format!("User-agent: a\n{rules}\nUser-agent: b\nDisallow: /x\n"),
            dialect,
        )
    };
    assert_eq!(two("Disallow: /x\nDisallow: /x/y\n"), ["R037 3! /x/y"]);
    assert_eq!(two("Disallow: /x/y\nDisallow: /x\n"), [""; 0]);
    // Of a group that is the only one, or the only one that applies, more can be said.
    let one = "User-agent: a\nDisallow: /x/y\nDisallow: /x\n";
    assert_eq!(found(one, dialect), ["R037 2! /x/y"]);
    let body = format!("{one}\nUser-agent: b\nDisallow: /x\n");
    assert_eq!(found(&body, Dialect::SLURP), ["R037 2! /x/y"]);
}

#[test]
fn groups_that_no_crawler_reads() {
    let unread = "User-agent: a\nDisallow: /z\n\nUser-agent: a\nDisallow: /z\nDisallow: /x\nDisallow: /x/y\n";
    let first =
        Dialect::RFC_9309.with(|custom| custom.group_choice = robots_exclusion::dialect::GroupChoice::First);
    assert_eq!(found(unread, first), [""; 0]);
    assert_eq!(found(unread, Dialect::RFC_9309), ["R035 5!", "R037 7! /x/y"]);
    // Google's library reads it as a crawler without a name.
    let unnamed = "User-agent:\nDisallow: /a\nDisallow: /a/b\n";
    assert_eq!(found(unnamed, Dialect::RFC_9309), [""; 0]);
    assert_eq!(found(unnamed, Dialect::GOOGLE), ["R037 3! /a/b"]);
}

#[test]
fn rules_that_many_crawlers_share_are_compared_while_that_is_quick() {
    // Each crawler has a group of its own, and all of them have one together. So each has its own
    // copy of the rules.
    let body = |crawlers: usize, own: &str, common: &str| {
        let groups: String = (0..crawlers)
            .map(|number| format!("User-agent: a{number}\nDisallow:{own}\n\n"))
            .collect();
        let names: String = (0..crawlers)
            .map(|number| format!("User-agent: a{number}\n"))
            .collect();
        format!("{groups}{names}{common}Disallow: /x\nDisallow: /x/y\n")
    };
    let rules: String = (0..16)
        .map(|number| format!("Disallow: /{number}{}\n", "-".repeat(1_000)))
        .collect();
    let is_compared = |body: String| {
        found(&body, Dialect::RFC_9309)
            .iter()
            .any(|row| row.ends_with("/x/y"))
    };
    assert!(is_compared(body(5, " /z", &rules)));
    // Much text, and many lines.
    assert!(!is_compared(body(300, " /z", &rules)));
    assert!(!is_compared(body(800, "", "")));
}

#[test]
fn rules_are_compared_in_the_language_of_their_group() {
    // In robots.txt 2.0, `/a` matches itself alone, and not what it begins.
    let rules = "Disallow: /a\nDisallow: /a/b\n";
    let first = format!("User-agent: *\n{rules}");
    assert_eq!(found(&first, Dialect::SEZNAM), ["R037 3! /a/b"]);
    assert_eq!(found(&first, Dialect::SEZNAM_2), [""; 0]);
    let second = format!("User-agent: *\nRobot-version: 2.0\n{rules}");
    assert_eq!(found(&second, Dialect::SEZNAM), [""; 0]);
}

#[test]
fn rules_above_all_groups_are_compared_with_those_of_star() {
    let body = "Disallow: /z\nDisallow: /x/y\nUser-agent: *\nDisallow: /x\n";
    // A rule that belongs to no group is looked into first.
    assert_eq!(found(body, Dialect::LENIENT), ["R037 2 /x/y"]);
    let fixed = LintOptions::new().fix(body.as_bytes(), &[]);
    assert_eq!(fixed.body(), body.as_bytes());
    let diagnostics = LintOptions::new()
        .dialect(Dialect::LENIENT)
        .lint(b"\nDisallow: /x\n");
    let codes: Vec<_> = diagnostics
        .iter()
        .map(|found| (found.code().as_str(), found.line()))
        .collect();
    assert!(codes.contains(&("R020", 2)), "{codes:?}");
}

#[test]
fn stars_stay_beside_rules_that_stay_although_they_never_decide() {
    let stars = |body: &str| {
        let found = LintOptions::new().dialect(Dialect::YANDEX).lint(body.as_bytes());
        let found = found.iter().filter(|found| found.code() == Code::TrailingStar);
        found.map(|found| found.line()).collect::<Vec<_>>()
    };
    let rules = "User-agent: a\nAllow: /****\nDisallow: /aa$\nAllow: /aa*\n";
    assert_eq!(stars(rules), [2, 4], "the Disallow goes");
    // The last Allow was written for b. Without it the Disallow decides.
    let touched = "User-agent: a\nAllow: /**\nDisallow: /aa$\nUser-agnt: b\nAllow: /aa*\n";
    assert!(stars(touched).is_empty(), "both of them");
    // Whatever group this rule belongs to, the Disallow does not decide.
    let lost = [rules, "\nAllow: /b\n"].concat();
    assert_eq!(stars(&lost), [2, 4]);
}

#[test]
fn groups_never_become_empty() {
    for body in [
        "User-agent: a\nAllow: /x\nAllow: /y\n\nUser-agent: *\nDisallow: /\n",
        "User-agent: a\nDisallow:\nAllow: /x\n\nUser-agent: b\nDisallow: /\n",
        "User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /x/y\n\nUser-agent: b\nDisallow: /z\n",
    ] {
        let fixed = LintOptions::new().fix(body.as_bytes(), &[]);
        let groups = |body: &[u8]| {
            let robots = RobotsTxt::parse(body);
            robots
                .groups()
                .map(|group| group.rules().count())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            groups(body.as_bytes()).len(),
            groups(fixed.body()).len(),
            "{body}"
        );
        assert!(groups(fixed.body()).iter().all(|rules| *rules > 0), "{body}");
    }
    // The one that is found last stays; what two groups of one crawler share, one of them keeps.
    for (body, expected) in [
        (
            "User-agent: a\nAllow: /x\nAllow: /y\n\nUser-agent: *\nDisallow: /\n",
            &["R037 3! /y"][..],
        ),
        (
            "User-agent: a\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /x\n",
            &["R035 2!"],
        ),
        (
            "User-agent: a\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /y\nDisallow: /x\n",
            &["R035 2!", "R035 6!"],
        ),
    ] {
        assert_eq!(found(body, Dialect::RFC_9309), expected, "{body}");
    }
    // A rule that is only shortened is none that goes.
    assert_eq!(rfc("Allow: /a/b*\nDisallow: /a*\n"), ["R031 2!", "R031 3!"]);
}

#[test]
fn an_allow_of_everything_is_meant() {
    // It says that the rest is open, though nothing else does.
    assert_eq!(rfc("Allow: /\nDisallow: /x\n"), [""; 0]);
    assert_eq!(rfc("Allow: /$\nAllow: /\nDisallow: /x\n"), ["R037 2! /"]);
    // Once is enough.
    assert_eq!(
        rfc("Disallow: /x\nAllow: /*\nAllow: /\n"),
        ["R036 2 /x", "R037 4! /"]
    );
}

#[test]
fn stars_at_the_end_that_matter() {
    // Without its star, the Allow would still win, and the Disallow would lose.
    assert_eq!(rfc("Disallow: /a*\nAllow: /a\n"), ["R036 3 /a"]);
    assert_eq!(rfc("Disallow: /\nDisallow: /abc*\nAllow: /*bc\n"), [""; 0]);
    // `/abdbc` would be allowed without it.
    assert_eq!(rfc("Disallow: /\nDisallow: /abd*\nAllow: /*bc\n"), [""; 0]);
    assert_eq!(
        rfc("Disallow: /a*\nDisallow: /b*\nAllow: /a/b/c\n"),
        ["R031 2!", "R031 3!"]
    );
    assert_eq!(rfc("Disallow: /a*\nDisallow: /b*\n"), ["R031 2!", "R031 3!"]);
}

#[test]
fn several_paths_on_a_line_go_together() {
    let dialect = Dialect::REVISITED;
    let body = "User-agent: *\nDisallow: /a\nDisallow: /a/b /c\nDisallow: /a/d /a/e\n";
    assert_eq!(found(body, dialect), ["R037 4! /a/d"]);
    // A star at the end of one of them stays.
    let dialect = Dialect::RFC_9309.with(|custom| custom.several_paths = true);
    assert_eq!(found("User-agent: *\nDisallow: /a* /b\n", dialect), [""; 0]);
}

#[test]
fn contradictions_of_every_kind() {
    assert_eq!(rfc("Disallow: /x\nAllow: /x\n"), ["R038 3 /x"]);
    // The only rule of its group stays.
    let body = "User-agent: *\nDisallow: /x\n\nUser-agent: *\nAllow: /x\n";
    assert_eq!(found(body, Dialect::RFC_9309), ["R038 5"]);
    // In robots.txt 2.0.
    let body = "User-agent: *\nAllow: /x*\nDisallow: /x*\nDisallow: /y*\n";
    let rows = found(body, Dialect::SEZNAM_2);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(rows[0].starts_with("R038 3"), "{rows:?}");
}

#[test]
fn equal_lengths() {
    assert_eq!(rfc("Disallow: /*/y/\nAllow: /x/y/\n"), ["R039 3! /x/y/"]);
    // Google and Yandex say which of the two counts.
    for (name, is_found) in [("Googlebot", false), ("Yandex", false), ("Bingbot", true)] {
        let body = format!("User-agent: {name}\nDisallow: /*/y/\nAllow: /x/y/\n");
        let found = LintOptions::new().lint(body.as_bytes());
        assert_eq!(
            found.iter().any(|own| own.code() == Code::EqualLength),
            is_found,
            "{name}"
        );
    }
    // Two together match all that the Allow allows.
    assert_eq!(rfc("Disallow: /*/y/\nAllow: /xx/y/\n"), [""; 0]);
    // What is to go is no exception.
    assert_eq!(
        rfc("Disallow: /*/y/\nAllow: /x/y/\nAllow: /x/y/\n"),
        ["R039 3! /x/y/", "R035 4!"]
    );
    // A star at the end is one byte too many, unless another rule of this length stays.
    let help = |body: &str| {
        let found = LintOptions::new().dialect(Dialect::SEZNAM).lint(body.as_bytes());
        let finding = found.iter().find(|finding| finding.code() == Code::EqualLength);
        finding.map(|finding| finding.help().to_string())
    };
    let shorter = help("User-agent: *\nDisallow: *$\nAllow: //\n").unwrap();
    assert!(shorter.starts_with("in line 2, write `Disallow: /`"), "{shorter}");
    let longer = help("User-agent: *\nDisallow: *$\nAllow: //\nDisallow: /*\n").unwrap();
    assert!(
        longer.starts_with("write `Allow: //*`, which matches the same"),
        "{longer}"
    );
    // Where the first rule decides, lengths do not matter.
    let body = "User-agent: *\nAllow: /x/y/\nDisallow: /*/y/\n";
    assert_eq!(found(body, Dialect::BAIDU), [""; 0]);
    // The same pattern, written in another way, is a contradiction and no exception.
    let options = LintOptions::new().disable(Code::Contradiction);
    let found = options.lint(b"User-agent: *\nDisallow: /~x\nAllow: /%7Ex\n");
    assert!(!found.iter().any(|finding| finding.code() == Code::EqualLength));
}

/// Also where names of groups are looked for in the names of crawlers, so that which groups
/// a crawler reads is not known.
#[test]
fn a_rule_that_is_said_again_and_again_is_reported_each_time() {
    let body = "User-agent: a\nDisallow: /x\nDisallow: /x\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n";
    let by_containment = Dialect::RFC_9309.with(|custom| custom.name_test = NameTest::ValueInName);
    for dialect in [Dialect::RFC_9309, by_containment] {
        assert_eq!(found(body, dialect), ["R035 3!", "R035 4!"]);
    }
}

/// `/*$*` needs its star: `/*$` matches everything.
#[test]
fn a_shorter_pattern_is_advised_only_if_it_matches_the_same() {
    let mut patterns = vec!["/".to_owned()];
    let mut advised = 0;
    for _ in 0..4 {
        let longer = patterns
            .iter()
            .flat_map(|pattern| ["/", "*", "$", "a", " "].map(|next| format!("{pattern}{next}")));
        patterns = longer.collect();
        for disallow in patterns.iter().filter(|pattern| pattern.ends_with('*')) {
            for allow in [
                "/a", "/aa", "/a$b", "/a b", "/a/a", "/aaaa", "/a$aa", "/a aa", "/ ",
            ] {
                let body = format!("User-agent: *\nDisallow: {disallow}\nAllow: {allow}\n");
                let found = LintOptions::new().lint(body.as_bytes());
                let of_lengths = found.iter().find(|finding| finding.code() == Code::EqualLength);
                let Some((_, help)) = of_lengths.and_then(|finding| finding.help().split_once("`Disallow: "))
                else {
                    continue;
                };
                let (shorter, _) = help
                    .split_once("`, which matches the same and is shorter")
                    .unwrap();
                advised += 1;
                assert!(shorter.len() < disallow.len(), "{disallow}: {shorter}");
                let [old, new] =
                    [disallow, shorter].map(|pattern| format!("User-agent: *\nDisallow: {pattern}\n"));
                let [old, new] = [&old, &new].map(|body| RobotsTxt::parse(body.as_bytes()));
                assert!(
                    DiffOptions::new().compare(&old, &new).is_without_effect(),
                    "{disallow}: {shorter}"
                );
            }
        }
    }
    assert!(advised > 10, "{advised}");
}

#[test]
fn what_is_ignored_stays() {
    let body = "User-agent: *\nDisallow: /a\nDisallow: /a/b # robots-lint: ignore R037\nDisallow: /a/b/c\n";
    assert_eq!(found(body, Dialect::RFC_9309), ["R037 4! /a/b/c"]);
    let options = LintOptions::new().disable(Code::RedundantRule);
    assert_eq!(options.lint(body.as_bytes()), []);
}

/// Real files on which lint once was wrong.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn files_on_which_findings_once_met() {
    let names = shared::list("corpus");
    for site in ["moz.com", "johnlewis.com", "squarespace.com"] {
        let name = names.iter().find(|name| name.contains(site)).unwrap();
        let body = shared::read(&format!("corpus/{name}"));
        let found = LintOptions::new().lint(&body);
        // All together, and one at a time.
        let mut after = body.clone();
        let proved: Vec<_> = found.iter().filter_map(Diagnostic::correction).collect();
        let mut ordered = proved.clone();
        ordered.sort_by_key(|correction| std::cmp::Reverse(correction.span().start));
        for correction in ordered {
            after = correction.apply(&after);
        }
        super::fix::assert_same(&body, &after, Dialect::RFC_9309, site);
        for correction in proved {
            super::fix::assert_same(&body, &correction.apply(&body), Dialect::RFC_9309, site);
        }
    }
}

/// To Google's library a raw octet is not its escape, and clients send some octets raw.
#[test]
fn rules_about_raw_octets_stay_beside_rules_about_their_escapes() {
    let body = b"User-agent: *\nDisallow: /*|\nDisallow: /*%7C\n";
    let fixed = LintOptions::new().fix(body, &[]);
    assert_eq!(fixed.body(), body);
    let google = LintOptions::new().dialect(Dialect::GOOGLE);
    let codes = |body: &[u8]| -> Vec<Code> {
        let findings = google.lint(body);
        let about = |code: &Code| matches!(code, Code::MatchesNothing | Code::RedundantRule);
        findings
            .iter()
            .map(|finding| finding.code())
            .filter(about)
            .collect()
    };
    assert_eq!(codes(body), []);
    assert_eq!(codes(b"User-agent: *\nDisallow: /a|b\nDisallow: /x?q={a}\n"), []);
    assert_eq!(codes(b"User-agent: *\nDisallow: /a>b\n"), [Code::MatchesNothing]);
    assert_eq!(codes(b"User-agent: *\nDisallow: /a{b\n"), [Code::MatchesNothing]);
}
