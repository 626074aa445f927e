//! Corrections that are made change no verdict, and are complete.

use std::collections::BTreeSet;

use proptest::prelude::*;
use robots_exclusion::agents::living_dialects;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::lint::{Code, Diagnostic, Fixes, LintOptions};

use super::properties::{body, targets};
use crate::shared;

/// A path and query in which what no request target holds (see [`Universe`]) is an escape.
///
/// [`Universe`]: robots_exclusion_analysis::decide::Universe
fn as_requested(path: &str) -> String {
    let mut target = String::new();
    for character in path.chars() {
        match character {
            ' ' | '"' | '<' | '>' => {
                target.push_str(&format!("%{:02X}", u32::from(character)));
            }
            other => target.push(other),
        }
    }
    target
}

/// URLs that the rules of a file are about: their patterns with wildcards filled in, and near
/// misses.
fn urls(robots: &RobotsTxt<'_>, most: usize) -> Vec<String> {
    let mut urls = BTreeSet::from(["/".to_string(), "/x".to_string()]);
    let rules: Vec<_> = robots.groups().flat_map(|group| group.rules()).collect();
    // Evenly spread over the file.
    let step = (rules.len() * 3 / most).max(1);
    for rule in rules.iter().step_by(step) {
        let pattern = String::from_utf8_lossy(rule.pattern());
        let stem = pattern.strip_suffix('$').unwrap_or(&pattern);
        for filler in ["", "a/b", "x.css"] {
            let path = as_requested(&stem.replace('*', filler));
            let end = ["", "/x", "?a=b"][urls.len() % 3];
            urls.insert(format!(
                "{}{path}{end}",
                if path.starts_with('/') { "" } else { "/" }
            ));
        }
    }
    urls.into_iter().take(most).collect()
}

/// Asserts that two files give the same verdicts to every crawler that either names, and to one
/// that none names.
pub(super) fn assert_same(before: &[u8], after: &[u8], dialect: Dialect, name: &str) {
    let [before, after] = [before, after].map(|body| RobotsTxt::options().dialect(dialect).parse(body));
    let mut names: BTreeSet<String> = BTreeSet::from(["unnamed".to_string()]);
    for group in before.groups().chain(after.groups()) {
        names.extend(
            group
                .agents()
                .map(|name| String::from_utf8_lossy(name).into_owned()),
        );
    }
    let urls = urls(&before, 50);
    for agent in &names {
        let [before, after] = [&before, &after].map(|robots| robots.rules_for(agent));
        for url in &urls {
            assert_eq!(
                before.is_allowed(url),
                after.is_allowed(url),
                "{name}: {agent} {url}"
            );
        }
    }
}

#[test]
fn the_corpus_is_fixed_without_a_change() {
    let Some(corpus) = shared::corpus(15) else { return };
    let (mut files, mut changed, mut corrections, mut rounds) = (0, 0, 0, 0);
    let options = LintOptions::new();
    for (name, body) in corpus {
        let fixed = options.fix(&body, Fixes::Proved);
        files += 1;
        if fixed.rounds().is_empty() {
            continue;
        }
        changed += 1;
        corrections += fixed.rounds().iter().map(Vec::len).sum::<usize>();
        rounds = rounds.max(fixed.rounds().len());
        for (dialect_name, dialect) in living_dialects() {
            assert_same(&body, fixed.body(), dialect, &format!("{name} in {dialect_name}"));
        }
        assert!(
            options.fix(fixed.body(), Fixes::Proved).rounds().is_empty(),
            "{name}"
        );
    }
    println!("{files} files, {changed} changed by {corrections} corrections in {rounds} rounds at most");
    assert!(changed * 5 > files, "{changed} of {files}");
}

#[test]
fn all_corrections_come_to_an_end() {
    let body = b"User-agent: a, b\nDisalow: x\nDisallow: /y*\nDisallow: /y/z\nSitemap:\nhttps://a.example/s.xml\nsome words\n";
    let fixed = LintOptions::new().fix(body, Fixes::All);
    assert_eq!(
        String::from_utf8_lossy(fixed.body()),
        "User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /y\nSitemap: https://a.example/s.xml\n# some words\n"
    );
    assert!(
        LintOptions::new()
            .fix(fixed.body(), Fixes::All)
            .rounds()
            .is_empty()
    );
    assert!(!fixed.rounds().is_empty());
    // Each round cites what it corrected.
    let codes = |round: &Vec<Diagnostic>| round.iter().map(Diagnostic::code).collect::<Vec<_>>();
    assert_eq!(codes(&fixed.rounds()[0]), [Code::CutName, Code::MisspelledKey,]);
    assert!(fixed.rounds().iter().all(|round| !round.is_empty()));
    assert_eq!(fixed.clone().into_body(), fixed.body());
    assert_eq!(LintOptions::new().fix(b"", Fixes::All).into_body(), b"");
}

#[test]
fn two_corrections_at_one_place_are_not_made_at_once() {
    // A `# ` is put where a NUL is removed: in which order, nothing says.
    let found = LintOptions::new().lint(b"\0some words\nUser-agent: *\nDisallow: /x\n");
    let codes: Vec<Code> = found.iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::NulByte, Code::StrayText]);
    assert_eq!(Fixes::All.choose(&found), [1]);
    // A letter and a line are put before the same word.
    let body = b"User-agent: a\nSitemap: https://a.example/s.xml\nser-agent: b\nDisallow: /x\n";
    let found = LintOptions::new().dialect(Dialect::LENIENT).lint(body);
    let codes: Vec<Code> = found.iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::ForgivenKey, Code::FusedGroups]);
    assert_eq!(Fixes::All.choose(&found), [0]);
}

#[test]
fn what_is_proved_says_so() {
    let body = b"User-agent: FooBot/1.0\nDisallow: /a b\nDisallow: /%7ea/c\nDisallow: /~a\nDissallow: /y\n";
    let found = LintOptions::new().lint(body);
    let rows: Vec<(&str, bool)> = found
        .iter()
        .filter_map(|finding| {
            Some((
                finding.code().as_str(),
                finding.correction()?.changes_no_verdict(),
            ))
        })
        .collect();
    assert_eq!(
        rows,
        // What the misspelled key loses may matter to the rule that has no effect.
        [("R051", true), ("R041", false), ("R010", false)]
    );
    let alone = LintOptions::new().keep([Dialect::RFC_9309]).lint(body);
    let blank = alone
        .iter()
        .find(|finding| finding.code() == Code::UnescapedBlank);
    assert!(blank.unwrap().correction().unwrap().changes_no_verdict());
    // Google's library compares spaces and escapes as they are.
    let options = LintOptions::new()
        .dialect(Dialect::GOOGLE)
        .keep([Dialect::GOOGLE]);
    let google = options.lint(body);
    let is_proved = |code: &str| {
        let finding = google
            .iter()
            .find(|finding| finding.code().as_str() == code)
            .unwrap();
        finding.correction().unwrap().changes_no_verdict()
    };
    assert!(!is_proved("R041") && !is_proved("R046"));
    assert!(is_proved("R051") && is_proved("R011"));
}

proptest! {
    /// In any dialect that the file is read in, in all that are kept, and for crawlers that the
    /// file does not name.
    #[test]
    fn fixed_files_give_the_same_verdicts(body in body(), preset in 0..Dialect::PRESETS.len(), kept in 0..Dialect::PRESETS.len()) {
        let options = LintOptions::new().dialect(Dialect::PRESETS[preset].1);
        let options = match living_dialects().nth(kept) {
            None => options.keep([Dialect::PRESETS[kept].1]),
            Some(_) => options,
        };
        let fixed = options.fix(body.as_bytes(), Fixes::Proved);
        let (name, dialect) = living_dialects().nth(kept).unwrap_or(Dialect::PRESETS[if body.len() % 2 == 0 { kept } else { preset }]);
        let [before, after] = [body.as_bytes(), fixed.body()].map(|body| RobotsTxt::options().dialect(dialect).parse(body));
        for agent in ["a", "b", "c", "ab", "bca"] {
            let [before, after] = [&before, &after].map(|robots| robots.rules_for(agent));
            for target in targets().iter().step_by(3) {
                prop_assert_eq!(
                    before.is_allowed(target),
                    after.is_allowed(target),
                    "{} {} {}\n{}\n->\n{}", name, agent, target, body, String::from_utf8_lossy(fixed.body())
                );
            }
        }
        prop_assert!(options.fix(fixed.body(), Fixes::Proved).rounds().is_empty());
    }
}
