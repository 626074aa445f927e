//! What lint says about rules, checked against verdicts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use robots_exclusion::{Dialect, RobotsTxt, RuleKind};
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions, Severity};

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "/[ab*]{0,5}[$]?",
        2 => "[/*][ab*/$]{0,6}",
        1 => "/[ab]/index\\.html?[$*]?",
        1 => "/(a|%61|%2a|\\*|%2F|~|%7e){0,4}",
        1 => "/[ab* ]{0,3}[*$]{1,2}",
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => path().prop_map(|path| format!("Disallow: {path}")),
        8 => path().prop_map(|path| format!("Allow: {path}")),
        1 => Just("Disallow:".to_string()),
        1 => Just("Allow:".to_string()),
        2 => "[ab*]".prop_map(|name| format!("User-agent: {name}")),
        1 => Just(String::new()),
        1 => Just("Crawl-delay: 1".to_string()),
    ]
}

/// Lines that are wrong in ways that files on the web are.
fn wrong_line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => line(),
        1 => prop::sample::select(vec![
            "Disallow /a",
            "Dissallow: /b",
            "Dis-allow : /a",
            "User_agent: b",
            "Disallow: a/b",
            "Disallow: ?a=",
            "Allow: .css",
            "Disallow: www.a.example/b",
            "Disallow: https://a.example/",
            "Disallow: /a /b",
            "Disallow: /a#b",
            "Allow: /a.php$/",
            "Disallow: /a b",
            "Disallow: /a%",
            "Disallow: /a?b&amp;a",
            "Disallow: /\u{e9}",
            "User-agent: a/1.0",
            "User-agent: a, b",
            "User-agent: \"b\"",
            "User-agent: Mozilla/5.0 (compatible; bingbot/2.0)",
            "User-agent: b Disallow: /a",
            "Sitemap:",
            "Sitemap: /s.xml",
            "Sitemap: //a.example/s.xml",
            "https://a.example/sitemap.xml",
            "Video Sitemap: https://a.example/v.xml",
            "Noindex: /a",
            "Crawl-delay: 5s",
            "some words",
        ]).prop_map(String::from),
    ]
}

pub(super) fn body() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 1..14).prop_map(|lines| format!("User-agent: a\n{}\n", lines.join("\n")))
}

/// Every path over a small alphabet, up to a length.
pub(super) fn targets() -> Vec<String> {
    let mut targets = vec![String::from("/")];
    let mut from = 0;
    for _ in 0..5 {
        let to = targets.len();
        for index in from..to {
            for letter in ["a", "b", "/", "$"] {
                targets.push(format!("{}{letter}", targets[index]));
            }
        }
        from = to;
    }
    targets.extend(
        [
            "/a/index.html",
            "/index.htm",
            "/b/index.html",
            "/~",
            "/a~",
            "/*",
            "/%2A",
            "/a%20",
            "/%20b",
            "/a%20b",
        ]
        .map(String::from),
    );
    targets
}

/// Codes whose correction takes a rule away without changing anything.
const HARMLESS: [Code; 6] = [
    Code::FailedException,
    Code::EmptyRule,
    Code::DuplicateRule,
    Code::UnreachableRule,
    Code::RedundantRule,
    Code::Contradiction,
];

proptest! {
    /// Removing everything that has no effect according to lint has no effect, in any dialect.
    #[test]
    fn what_has_no_effect_has_none(body in body(), preset in 0..Dialect::PRESETS.len()) {
        let (name, dialect) = Dialect::PRESETS[preset];
        let options = LintOptions::new().dialect(dialect).keep([dialect]);
        let found = options.lint(body.as_bytes());
        let mut corrections: Vec<_> = found
            .iter()
            .filter(|finding| HARMLESS.contains(&finding.code()) || finding.code() == Code::TrailingStar)
            .filter_map(|finding| finding.correction())
            .collect();
        corrections.sort_by_key(|correction| correction.span().start);
        corrections.dedup();
        let mut after = body.clone().into_bytes();
        for correction in corrections.into_iter().rev() {
            after = correction.apply(&after);
        }
        let shorter = String::from_utf8(after).unwrap();
        let [before, after] = [&body, &shorter].map(|body| RobotsTxt::options().dialect(dialect).parse(body.as_bytes()));
        for agent in ["a", "b", "c"] {
            let [before, after] = [&before, &after].map(|robots| robots.rules_for(agent));
            for target in targets() {
                prop_assert_eq!(
                    before.is_allowed(&target),
                    after.is_allowed(&target),
                    "{} {} {}\n{}\n->\n{}", name, agent, target, body, shorter
                );
            }
        }
    }

    /// A rule that never decides according to lint never does.
    #[test]
    fn unreachable_rules_never_decide(body in body(), preset in 0..Dialect::PRESETS.len()) {
        let (name, dialect) = Dialect::PRESETS[preset];
        let found = LintOptions::new().dialect(dialect).lint(body.as_bytes());
        let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
        for finding in found.iter().filter(|finding| finding.code() == Code::UnreachableRule) {
            for agent in ["a", "b", "c"] {
                let rules = robots.rules_for(agent);
                for target in targets() {
                    prop_assert_ne!(
                        rules.check(&target).line(),
                        Some(finding.line()),
                        "{} {} {}\n{}", name, agent, target, body
                    );
                }
            }
        }
    }

    /// In one group of plain prefixes, lint finds all rules that have no effect.
    #[test]
    fn plain_rules_that_change_nothing_are_found(lines in prop::collection::vec(("[ab]{0,4}", any::<bool>()), 2..8)) {
        let mut rules: Vec<String> = lines
            .iter()
            .map(|(path, allow)| format!("{}: /{path}", if *allow { RuleKind::Allow } else { RuleKind::Disallow }))
            .collect();
        let body = |rules: &[String]| format!("User-agent: a\n{}\n", rules.join("\n"));
        let options = LintOptions::new().keep([Dialect::RFC_9309]);
        loop {
            let found = options.lint(body(&rules).as_bytes());
            let useless = found.iter().find(|finding| HARMLESS.contains(&finding.code()));
            let Some(useless) = useless else {
                break;
            };
            // Of an Allow and a Disallow of one pattern, the Disallow has no effect.
            let disallow = |line: &u32| rules[*line as usize - 2].starts_with("Disallow");
            let lines = useless.related().iter().map(|related| related.line());
            let mut lines = lines.chain([useless.line()]);
            let line = match useless.code() {
                Code::Contradiction => lines.find(disallow).unwrap(),
                _ => useless.line(),
            };
            rules.remove(line as usize - 2);
        }
        let whole = body(&rules);
        let all = RobotsTxt::parse(whole.as_bytes());
        for skip in 0..rules.len() {
            // The last rule stays in any case, and `Allow: /` is a statement in itself.
            if rules.len() == 1 || rules[skip] == "Allow: /" {
                continue;
            }
            let mut kept = rules.clone();
            kept.remove(skip);
            let without = body(&kept);
            let without = RobotsTxt::parse(without.as_bytes());
            let changes = targets().iter().any(|target| all.is_allowed("a", target) != without.is_allowed("a", target));
            prop_assert!(changes, "{}\n{}", whole, rules[skip]);
        }
    }

    /// Nothing panics, and places lie within the body.
    #[test]
    fn any_bytes(body in prop::collection::vec(prop_oneof![
        any::<u8>(),
        prop::sample::select(&b"\n\r :#*$/%&aAdDuU-"[..])
    ], 0..200), preset in 0..Dialect::PRESETS.len()) {
        for finding in LintOptions::new().dialect(Dialect::PRESETS[preset].1).lint(&body) {
            prop_assert!(finding.span().end as usize <= body.len());
            prop_assert!((finding.line(), finding.column()) <= (finding.end_line(), finding.end_column()));
            if let Some(correction) = super::change(&finding) {
                let _ = LintOptions::new().lint(&correction.apply(&body));
            }
        }
    }

    /// For any file: applying a correction makes the finding go away, and does not introduce an
    /// error.
    #[test]
    fn corrections_correct(lines in prop::collection::vec(wrong_line(), 1..14), preset in 0..Dialect::PRESETS.len()) {
        let body = format!("User-agent: a\n{}\n", lines.join("\n"));
        let options = LintOptions::new().dialect(Dialect::PRESETS[preset].1);
        // No line occurs twice, so that lines can be identified by their text.
        let mut seen = BTreeSet::new();
        let lines: Vec<&str> = body.lines().filter(|line| line.is_empty() || seen.insert(*line)).collect();
        let body = lines.join("\n");
        let found = options.lint(body.as_bytes());
        // When a finding is gone, another one with the same code that it hid may appear; they are
        // distinguished by their lines.
        let key = |body: &[u8], finding: &Diagnostic| {
            let line = body.split(|byte| *byte == b'\n').nth(finding.line() as usize - 1);
            (finding.code(), line.map(<[u8]>::to_vec))
        };
        let count = |body: &[u8], wanted: &_| options.lint(body).iter().filter(|finding| key(body, finding) == *wanted).count();
        for finding in &found {
            if let Some(correction) = super::change(finding) {
                let after = correction.apply(body.as_bytes());
                let wanted = key(body.as_bytes(), finding);
                // If a Disallow appears twice, one is left to contradict the Allow, until that
                // finding is corrected too.
                let is_twice = finding.code() == Code::Contradiction
                    && found.iter().any(|other| other.code() == Code::DuplicateRule);
                prop_assert!(
                    is_twice || count(&after, &wanted) < count(body.as_bytes(), &wanted),
                    "{}\n{}\n->\n{}", finding, body, String::from_utf8_lossy(&after)
                );
                // A new finding must be in a line that the correction wrote, or in one that had a
                // finding before, or repeat what was found in another line, for both. That the
                // site is closed is no mistake in a line: a rule may begin to count that was lost.
                let said = |body: &[u8], least: Severity| -> BTreeSet<_> {
                    let found = options.lint(body);
                    let severe = found.iter().filter(|finding| finding.severity() >= least);
                    severe.map(|finding| key(body, finding)).collect()
                };
                let before = said(body.as_bytes(), Severity::Info);
                let times = |body: &[u8], line: &[u8]| body.split(|byte| *byte == b'\n').filter(|own| *own == line).count();
                let is_new = |line: &[u8]| times(&after, line) > times(body.as_bytes(), line);
                for (code, line) in said(&after, Severity::Error) {
                    // Of these the help says so.
                    let closes = [Code::EverythingBlocked, Code::SearchEngineBlocked, Code::FusedGroups].contains(&code);
                    let Some(line) = line.filter(|_| !closes) else {
                        continue;
                    };
                    prop_assert!(
                        before.iter().any(|(other, said)| *other == code || said.as_ref() == Some(&line)) || is_new(&line),
                        "{}\n{}\n->\n{}", finding, body, String::from_utf8_lossy(&after)
                    );
                }
            }
        }
    }
}
