//! `robots minimize`: a smaller equivalent file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use clap::Args;
use robots_exclusion::syntax::{Directive, DirectiveKind};
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::{Because, Budget, Minimization, Policy, minimize};
use robots_exclusion_analysis::diff::{Change, ChangeKind, Diff};
use robots_exclusion_analysis::lint::unfinished_line;

use crate::audience::{group_bytes, policy};
use crate::config::Config;
use crate::dialects::Named;
use crate::failure::Failure;
use crate::proof_result::WORK_LIMIT;
use crate::rewrite::{Objection, Rewrite, Rewritten, RewrittenLine, join, lines_of, prove};
use crate::shown::count;
use crate::status::Status;

/// What a policy costs besides its groups, and what each byte of its groups costs, counted as bytes
/// that are read. It is this much because all policies are in memory at once, and each takes some
/// thirty times as much as its groups. Those of nearly every real file come to less than two
/// megabytes in total.
const POLICY: usize = 8_000;
const KEPT: usize = 320;

/// Removes the rules that change nothing, and writes the smaller file.
///
/// A rule is removed if it is proved that the verdict on every URL stays the same, for every
/// crawler and in every dialect to keep (see --dialect). Comments, groups and the order of
/// lines stay. Nothing is written unless the result is proved to mean the same as a whole. The exit
/// status is 1 if it is undecided whether more rules can be removed.
///
/// "Proved" means for every URL that clients send: the characters of RFC 3986, those that browsers
/// leave raw besides (\ ^ ` { | }), and % with or without two hex digits after it.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots minimize robots.txt > smaller.txt
  robots minimize robots.txt --dry-run
  robots minimize robots.txt --write --dialect rfc9309 --dialect google")]
pub(crate) struct Minimize {
    #[command(flatten)]
    rewrite: Rewrite,
}

impl Minimize {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        self.rewrite.run(config, smallest)
    }
}

/// The file without the rules that can be removed together.
fn smallest<'b>(body: &'b [u8], dialects: &[Named]) -> Rewritten<'b> {
    let unchanged = |note: String, is_undecided| Rewritten {
        lines: lines_of(body),
        notes: vec![note],
        is_undecided,
    };
    if let Some(line) = unfinished_line(body) {
        return unchanged(
            format!(
                "nothing is removed: line {line} shows that this is a template, or two versions of a file"
            ),
            true,
        );
    }
    let mut budget = Budget::default();
    let Some(policies) = policies(body, dialects, &mut budget) else {
        return unchanged(format!("nothing was tried: {WORK_LIMIT}"), true);
    };
    let minimization = minimize(&policies, &mut budget);
    // What follows takes as much memory again.
    drop(policies);
    let mut notes = Vec::new();
    let undecided = minimization.undecided().len();
    if undecided > 0 {
        let rules = count(undecided as u64, "rule is", "rules are");
        let they = if undecided == 1 { "it" } else { "they" };
        notes.push(format!(
            "{rules} kept, as it is undecided whether {they} can be removed: {WORK_LIMIT}"
        ));
    }
    // A group that loses all its rules keeps an empty one, so that it is not joined to the next
    // one. If that is not enough, such groups keep their rules.
    let mut budget = Budget::default();
    let mut objection = None;
    for keeps_emptied in [false, true] {
        let lines = without(body, &minimization, keeps_emptied);
        let Err(found) = prove(body, &join(&lines), dialects, objectionable, &mut budget) else {
            return Rewritten {
                lines,
                notes,
                is_undecided: undecided > 0,
            };
        };
        objection = objection.or(Some(found).filter(|found| found.is_undecided));
    }
    let note = match &objection {
        Some(Objection { dialect, change, .. }) => &format!(
            "nothing is removed: it was not decided whether the result means the same in {dialect}: {change}"
        ),
        None => "nothing is removed: without the redundant rules, separate groups would run together",
    };
    unchanged(note.to_owned(), objection.is_some())
}

/// A change other than of rules that change no verdict.
fn objectionable(diff: &Diff) -> Option<(&Change, bool)> {
    let changes = diff.changes();
    let change = changes.iter().find(|change| !is_about_rules(change));
    let change = change.or_else(|| changes.first().filter(|_| !diff.is_without_effect()));
    Some((change?, diff.is_undecided()))
}

fn is_about_rules(change: &Change) -> bool {
    match change.kind() {
        ChangeKind::RuleAdded | ChangeKind::RuleRemoved | ChangeKind::RulesReordered => true,
        // To a dialect without Allow, or without misspelled keys, what others read as a rule is
        // just another line.
        ChangeKind::LineAdded | ChangeKind::LineRemoved => {
            let options = RobotsTxt::options().dialect(Dialect::LENIENT);
            let robots = options.parse(change.text().as_bytes());
            robots.directives().all(|directive| is_rule(&directive))
        }
        _ => false,
    }
}

fn is_rule(directive: &Directive<'_>) -> bool {
    matches!(directive.kind(), DirectiveKind::Allow | DirectiveKind::Disallow)
}

/// The rules of every audience of the file in every dialect, and what dialects read alike once.
/// `None` if that is too much.
fn policies(body: &[u8], dialects: &[Named], budget: &mut Budget) -> Option<Vec<Policy>> {
    let mut policies: Vec<Policy> = Vec::new();
    // Their numbers by the lines of their rules.
    let mut alike: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
    for (_, dialect) in dialects {
        let options = RobotsTxt::options().dialect(*dialect).indexed(true);
        let robots = options.parse(body);
        for audience in robots.audiences() {
            // Before the policy is made, so that none is made that the budget has no room for.
            if !budget.read(POLICY + KEPT * group_bytes(&robots, audience)) {
                return None;
            }
            let policy = policy(&robots, audience, budget)?;
            let lines = policy.rules().map(|rule| rule.line()).collect();
            let alike = alike.entry(lines).or_default();
            let is_like = |other: &usize| policies[*other].is_interchangeable(&policy);
            if !alike.iter().any(is_like) {
                alike.push(policies.len());
                policies.push(policy);
            }
        }
    }
    Some(policies)
}

/// The file without the rules that can be removed. Groups that would lose all their rules keep an
/// empty one, or `keeps_emptied` all of theirs.
fn without<'b>(body: &'b [u8], minimization: &Minimization, keeps_emptied: bool) -> Vec<RewrittenLine<'b>> {
    let removals = minimization.removals().iter();
    let removals = removals.map(|removal| (removal.line(), removal.because()));
    let mut removals: BTreeMap<u32, Because> = removals.collect();
    let robots = RobotsTxt::parse(body);
    let mut emptied: BTreeSet<u32> = BTreeSet::new();
    for group in robots.groups() {
        let rules = group.directives().filter(is_rule);
        let rules: Vec<u32> = rules.map(|rule| rule.line()).collect();
        let is_emptied = rules.iter().all(|line| removals.contains_key(line));
        if is_emptied && keeps_emptied {
            for line in rules {
                removals.remove(&line);
            }
        } else if is_emptied {
            emptied.extend(rules.first());
        }
    }
    let mut lines = lines_of(body);
    for (line, read) in lines.iter_mut().zip(robots.lines()) {
        let Some(because) = removals.get(&line.number) else {
            continue;
        };
        let empty_rule = emptied.contains(&line.number).then_some(&b"Disallow:"[..]);
        let left: Vec<&[u8]> = empty_rule.into_iter().chain(read.comment()).collect();
        line.new = (!left.is_empty()).then(|| left.join(&b' ').into());
        line.because = reason(*because, |line| removals.contains_key(&line)).into();
    }
    lines
}

fn reason(because: Because, is_removed: impl Fn(u32) -> bool) -> String {
    match because {
        Because::MatchesNothing => "no URL matches it".to_owned(),
        Because::NeverDecides => "rules that precede it match whatever it matches".to_owned(),
        Because::SameVerdict { by: Some(line) } if is_removed(line) => {
            "without it, others give the same verdict".to_owned()
        }
        // One of them: several may be needed.
        Because::SameVerdict { by: Some(line) } => {
            format!("without it, others give the same verdict, such as line {line}")
        }
        Because::SameVerdict { by: None } => "what it allows is allowed without it".to_owned(),
        _ => "no verdict changes without it".to_owned(),
    }
}
