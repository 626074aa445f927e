//! Corrections that are made change no verdict, and are complete.

use std::collections::BTreeSet;

use proptest::prelude::*;
use robots_exclusion::agents::living_dialects;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions};

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
#[ignore = "reads ROBOTS_SHARED"]
fn the_corpus_is_fixed_without_a_change() {
    let corpus = shared::corpus(15);
    let (mut files, mut changed, mut corrections, mut rounds) = (0, 0, 0, 0);
    let options = LintOptions::new();
    for (name, body) in corpus {
        let fixed = options.fix(&body, &[]);
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
        assert!(options.fix(fixed.body(), &[]).rounds().is_empty(), "{name}");
    }
    println!("{files} files, {changed} changed by {corrections} corrections in {rounds} rounds at most");
    assert!(changed * 5 > files, "{changed} of {files}");
}

/// Every file of both corpora, every crawler that it names, and a sample of URLs.
#[test]
#[ignore = "takes minutes: both corpora whole"]
fn both_corpora_are_fixed_without_a_change() {
    let options = LintOptions::new();
    let (mut files, mut changed, mut corrections) = (0, 0, 0);
    for corpus in ["corpus", "corpus-2025"] {
        let names = shared::list(corpus);
        for name in names {
            let body = shared::read(&format!("{corpus}/{name}"));
            let fixed = options.fix(&body, &[]);
            files += 1;
            changed += usize::from(!fixed.rounds().is_empty());
            corrections += fixed.rounds().iter().map(Vec::len).sum::<usize>();
            for (dialect_name, dialect) in living_dialects() {
                assert_same(
                    &body,
                    fixed.body(),
                    dialect,
                    &format!("{corpus}/{name} in {dialect_name}"),
                );
            }
        }
    }
    println!("{files} files, {changed} changed by {corrections} corrections");
    assert!(files > 6_000 && changed > 1_000);
}

#[test]
fn suggestions_are_made_for_the_codes_that_a_person_names() {
    let body = b"User-agent: a, b\nDisalow: x\nDisallow: /y*\nDisallow: /y/z\nsome more words\n";
    let options = LintOptions::new();
    let fixed = |also: &[Code]| String::from_utf8(options.fix(body, also).into_body()).unwrap();
    // A Disallow more would not make another one needed.
    assert_eq!(
        fixed(&[]),
        "User-agent: a, b\nDisalow: x\nDisallow: /y\n# some more words\n"
    );
    assert_eq!(
        fixed(&[Code::CutName]),
        "User-agent: a\nUser-agent: b\nDisalow: x\nDisallow: /y\n# some more words\n"
    );
    assert_eq!(
        fixed(&[Code::MisspelledKey, Code::NoLeadingSlash]),
        "User-agent: a, b\nDisallow: /x\nDisallow: /y\n# some more words\n"
    );
    let all = options.fix(body, Code::ALL);
    assert!(options.fix(all.body(), Code::ALL).rounds().is_empty());
    // Each round cites what it corrected.
    let codes = |round: &Vec<Diagnostic>| round.iter().map(Diagnostic::code).collect::<Vec<_>>();
    assert_eq!(codes(&all.rounds()[0]), [Code::CutName, Code::MisspelledKey]);
    assert!(all.rounds().iter().all(|round| !round.is_empty()));
    assert_eq!(options.fix(b"", Code::ALL).into_body(), b"");
}

#[test]
fn suggestions_for_one_value_are_never_merged() {
    // To end the pattern at its `$`, or to write a percent sign: not both.
    let body = b"User-agent: *\nDisallow: /*.aspx$%\n";
    let options = LintOptions::new();
    let found = options.lint(body);
    let offered: Vec<Vec<String>> = found.iter().map(|own| own.suggestions()[0].lines(body)).collect();
    assert_eq!(offered, [["Disallow: /*.aspx$"], ["Disallow: /*.aspx$%25"]]);
    let also = [Code::InnerDollar, Code::BrokenEscape];
    assert_eq!(
        options.fix(body, &also).body(),
        b"User-agent: *\nDisallow: /*.aspx$\n"
    );
    // Alternatives are nobody's to make but a person's.
    let alternatives = b"User-agent: *\nContent-Usage: train-ai=no;search=N\nDisallow: /x\n";
    let found = options.lint(alternatives);
    let of_usage = found.iter().filter(|own| own.code() == Code::UnknownUsage);
    assert_eq!(of_usage.count(), 3);
    assert_eq!(
        options.fix(alternatives, &[Code::UnknownUsage]).body(),
        b"User-agent: *\nContent-Usage: train-ai=n,search=n\nDisallow: /x\n"
    );
}

fn corrections_never_overlap(bodies: Vec<(String, Vec<u8>)>) {
    for (name, body) in bodies {
        let found = LintOptions::new().lint(&body);
        let mut spans: Vec<_> = found
            .iter()
            .filter_map(Diagnostic::correction)
            .map(|edit| edit.span().range())
            .collect();
        spans.sort_by_key(|span| (span.start, span.end));
        assert!(
            spans.is_sorted_by(|a, b| a.end <= b.start && a.start < b.start),
            "{name}"
        );
    }
}

of_cases_and_of_real_files! {
    corrections_never_overlap, one of 120;
}

#[test]
fn comments_behind_what_goes_stay() {
    for (body, expected) in [
        (
            "User-agent: *\nDisallow: /a # why\nDisallow: /a # since 2019\n",
            "User-agent: *\nDisallow: /a # why\n# since 2019\n",
        ),
        (
            "User-agent: *\nDisallow: /a\nDisallow: /a/b # too\n",
            "User-agent: *\nDisallow: /a\n# too\n",
        ),
        (
            "User-agent: a # one\nUser-agent: a # two\nDisallow: /a\n",
            "User-agent: a # one\n# two\nDisallow: /a\n",
        ),
        (
            "User-agent: a\nDisallow: /a\n\nUser-agent: a # again\nDisallow: /a # as above\n",
            "User-agent: a\nDisallow: /a\n\n# again\n# as above\n",
        ),
        (
            "Sitemap: https://a.example/s.xml\nSitemap: https://a.example/s.xml # the map\n",
            "Sitemap: https://a.example/s.xml\n# the map\n",
        ),
    ] {
        // Only a person who asks for it takes a line from its comment.
        let asked = [Code::DuplicateRule, Code::RedundantRule, Code::RepeatedName];
        let fixed = LintOptions::new().fix(body.as_bytes(), &asked);
        assert_eq!(String::from_utf8_lossy(fixed.body()), expected, "{body}");
        let unasked = LintOptions::new().fix(body.as_bytes(), &[]);
        let is_sitemap = body.starts_with("Sitemap");
        assert_eq!(unasked.body() == body.as_bytes(), !is_sitemap, "{body}");
    }
}

#[test]
fn what_changes_a_verdict_somewhere_is_a_suggestion() {
    let body = b"User-agent: FooBot/1.0\nDisallow: /a b\nDisallow: /%7ea/c\nDisallow: /~a\nDissallow: /y\n";
    let rows = |options: &LintOptions| -> Vec<(&'static str, bool)> {
        let found = options.lint(body);
        let offers =
            |finding: &&Diagnostic| finding.correction().is_some() || !finding.suggestions().is_empty();
        let row = |finding: &Diagnostic| (finding.code().as_str(), finding.correction().is_some());
        found.iter().filter(offers).map(row).collect()
    };
    assert_eq!(
        rows(&LintOptions::new()),
        [("R051", true), ("R041", false), ("R010", false)]
    );
    let alone = LintOptions::new().keep([Dialect::RFC_9309]);
    assert!(rows(&alone).contains(&("R037", true)));
    // Google's library compares spaces and escapes as they are.
    let google = LintOptions::new()
        .dialect(Dialect::GOOGLE)
        .keep([Dialect::GOOGLE]);
    let google = rows(&google);
    for row in [("R041", false), ("R046", false), ("R051", true), ("R011", true)] {
        assert!(google.contains(&row), "{row:?}: {google:?}");
    }
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
        let fixed = options.fix(body.as_bytes(), &[]);
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
        prop_assert!(options.fix(fixed.body(), &[]).rounds().is_empty());
    }
}
