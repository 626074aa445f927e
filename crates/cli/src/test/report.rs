//! Outcomes in every format.

use robots_exclusion_analysis::lint::Severity;

use super::prove::Proven;
use crate::crawlers;
use crate::dialects;
use crate::failure::Failure;
use crate::output::{Output, paragraph, verdict_style};
use crate::proof_result::ProofResult;
use crate::report::{Finding, Format, Sink, alike};
use crate::shown::{printable, printable_name};

/// Prints the results of all assertions of a policy on a file.
pub(super) fn print(
    format: Format,
    explain: bool,
    policy: &str,
    file: &str,
    proven: &[Proven],
) -> Result<(), Failure> {
    let mut sink = Sink::new(format, "robots test");
    if let Some(rows) = sink.rows() {
        proven.iter().try_for_each(|proven| rows.write(proven))?;
    }
    if let Some(output) = sink.text() {
        human(output, explain, file, proven)?;
    }
    let findings = |all: &[Vec<&Proven>], is_at_rule| -> Vec<Finding> {
        all.iter().map(|alike| finding(alike, is_at_rule)).collect()
    };
    // One test for each crawler of an assertion; if the assertion holds, the test passes.
    let is_of_tests = format == Format::Junit;
    let is_reported = |proven: &&Proven| is_of_tests || !proven.holds();
    let groups: Vec<Vec<&Proven>> = match format {
        Format::Github | Format::Markdown => grouped(proven, false),
        _ => proven
            .iter()
            .filter(is_reported)
            .map(|proven| vec![proven])
            .collect(),
    };
    let is_at_rule = |alike: &Vec<&Proven>| !is_of_tests && alike[0].line_of_rule().is_some();
    let (of_file, of_policy): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_at_rule);
    if !is_of_tests {
        sink.findings(file, || findings(&of_file, true))?;
    }
    if !of_policy.is_empty() {
        sink.findings(policy, || findings(&of_policy, false))?;
    }
    sink.finish()
}

/// What an assertion says of crawlers: `/x is disallowed for GPTBot`, after its name if it has one.
fn statement(alike: &[&Proven]) -> String {
    let proven = alike[0];
    let name = proven
        .name
        .as_ref()
        .map_or(String::new(), |name| format!("{name}: "));
    format!(
        "{name}{} is {} for {}",
        subject(proven),
        proven.expected,
        agents(alike)
    )
}

/// What an assertion is about: a pattern as code, or the site.
fn subject(proven: &Proven) -> String {
    match proven.expected {
        "closed" | "not closed" => proven.pattern.clone(),
        _ => format!("`{}`", proven.pattern),
    }
}

/// What an assertion asks for that does not hold: `/x should be closed for GPTBot`.
fn demand(alike: &[&Proven]) -> String {
    let proven = alike[0];
    let expected = match proven.expected {
        "allowed" => "open",
        "disallowed" => "closed",
        other => other,
    };
    let name = proven
        .name
        .as_ref()
        .map_or(String::new(), |name| format!("{name}: "));
    format!(
        "{name}{} should be {expected} for {}",
        subject(proven),
        agents(alike)
    )
}

fn agents(alike: &[&Proven]) -> String {
    let agents: Vec<String> = alike.iter().map(|proven| printable_name(&proven.agent)).collect();
    agents.join(", ")
}

/// In which dialects these crawlers read, in words; nothing if all read as the standard says.
fn read_as(alike: &[&Proven]) -> Option<String> {
    dialects::read_as(alike.iter().map(|proven| proven.dialect))
}

/// The same in parentheses, which a heading has after its statement.
fn reading(alike: &[&Proven]) -> String {
    format!(
        " ({})",
        read_as(alike).unwrap_or_else(|| alike[0].dialect.to_owned())
    )
}

/// Why the assertion does not hold; empty if it does.
fn objection(proven: &Proven) -> String {
    match (&proven.found.witness, proven.found.outcome) {
        (Some(witness), _) if matches!(proven.expected, "refused" | "permitted") => {
            let decision = &witness.decision;
            let says = match (decision.line, &decision.rule) {
                (Some(line), Some(says)) => format!("line {line} says `{says}`"),
                (None, Some(says)) => format!("`{says}` is said"),
                _ => "nothing is said".to_owned(),
            };
            format!("of {} {says}", witness.url)
        }
        (Some(witness), _) => format!("{} is {}", witness.url, witness.decision),
        (None, ProofResult::Refuted) if proven.may_be_ignored() => {
            "its operator says that it may ignore robots.txt".to_owned()
        }
        // Without a URL, the explanation says what is found.
        (None, ProofResult::Refuted) => {
            let found = proven.found.explanation.first();
            let mut found = found.map_or(String::new(), |found| found.trim_end_matches('.').to_owned());
            found.get_mut(..1).into_iter().for_each(str::make_ascii_lowercase);
            found
        }
        (None, ProofResult::Undecided) => "it could not be decided, which counts as a failure".to_owned(),
        (None, _) => String::new(),
    }
}

/// Which of these crawlers ignore `*`, where that decides.
fn ignoring_star(alike: &[&Proven]) -> Option<String> {
    let ignoring = alike.iter().filter(|proven| proven.ignores_star);
    let names: Vec<&str> = ignoring.filter_map(|proven| proven.crawler.as_deref()).collect();
    crawlers::ignoring_star(&names)
}

/// Which of these crawlers may ignore what holds of the file.
fn may_ignore(proven: &[&Proven]) -> Option<String> {
    let ignoring = proven
        .iter()
        .filter(|proven| proven.holds() && proven.may_be_ignored());
    let mut names: Vec<&str> = Vec::new();
    for name in ignoring.filter_map(|proven| proven.crawler.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    crawlers::may_ignore(&names)
}

/// The outcome of a claim for crawlers for which it is the same.
fn finding(alike: &[&Proven], is_at_rule: bool) -> Finding {
    let proven = alike[0];
    let line = proven.line_of_rule().filter(|_| is_at_rule);
    let line = line.unwrap_or(proven.policy_line);
    let statement = statement(alike);
    // The code says whether it holds or, in JUnit, whether the test passes.
    let mut message = match proven.found.outcome {
        ProofResult::Proved => match may_ignore(alike) {
            None => statement.clone(),
            Some(note) => format!("{statement}; {note}"),
        },
        ProofResult::Refuted => {
            // In the words of the demand.
            let objection = objection(proven).replacen(" is allowed", " is open", 1).replacen(
                " is disallowed",
                " is closed",
                1,
            );
            format!("{}, but {objection}", demand(alike))
        }
        ProofResult::Undecided => format!("{statement}; {}", objection(proven)),
    };
    if let Some(sentence) = ignoring_star(alike) {
        message.push_str(&format!("; {sentence}"));
    }
    if let Some(sentence) = read_as(alike) {
        message.push_str(&format!("; {sentence}"));
    }
    let (severity, help) = match (proven.holds(), &proven.reason) {
        (true, _) => (Severity::Info, String::new()),
        (false, reason) => (
            Severity::Error,
            match reason {
                None => "change the rule, or the assertion if the rule is meant so".to_owned(),
                Some(reason) => {
                    format!("{reason}; change the rule, or the assertion if the rule is meant so")
                }
            },
        ),
    };
    Finding {
        severity,
        code: proven.found.outcome.as_str(),
        name: proven.expected,
        start: (line, 1),
        end: (line, 1),
        message,
        help,
        test: format!("{statement}{}", reading(alike)),
    }
}

/// The outcomes to print, with the crawlers for which a claim is true or false for the same reason
/// grouped together: a set such as `@search` has many.
fn grouped(proven: &[Proven], explain: bool) -> Vec<Vec<&Proven>> {
    let is_said = |proven: &&Proven| explain || !proven.holds();
    let is_same_claim = |one: &Proven, other: &Proven| {
        (one.assertion, &one.pattern, one.expected) == (other.assertion, &other.pattern, other.expected)
    };
    // All outcomes of a claim are adjacent.
    let claims = proven.chunk_by(is_same_claim);
    let groups = claims.flat_map(|claim| {
        alike(claim.iter().filter(is_said).map(|proven| {
            let explanation = proven.found.explanation.get(..).filter(|_| explain);
            ((proven.found.outcome, objection(proven), explanation), proven)
        }))
    });
    groups.map(|(_, alike)| alike).collect()
}

fn human(output: &mut Output, explain: bool, file: &str, proven: &[Proven]) -> Result<(), Failure> {
    /// Columns before the explanations.
    const INDENT: usize = 12;
    for alike in grouped(proven, explain) {
        let proven = alike[0];
        let holds = proven.holds();
        let statement = statement(&alike);
        let style = verdict_style(holds);
        let mut text = format!("{style}{:9}{style:#}", proven.found.outcome.as_str());
        let heading = format!("#{} {statement}{}", proven.assertion, reading(&alike));
        text.push_str("  ");
        paragraph(&mut text, &printable(&heading), INDENT);
        let mut sentences = Vec::new();
        if !holds {
            sentences.push(objection(proven));
            sentences.extend(
                proven
                    .reason
                    .as_ref()
                    .map(|reason| format!("wanted because: {reason}")),
            );
        }
        sentences.extend(ignoring_star(&alike));
        sentences.extend(may_ignore(&alike));
        if explain {
            sentences.extend(proven.found.explanation.iter().cloned());
        }
        for sentence in sentences {
            text.extend(std::iter::repeat_n(' ', INDENT));
            paragraph(&mut text, &printable(&sentence), INDENT);
        }
        output.print(&text)?;
    }
    let count = |outcome| {
        proven
            .iter()
            .filter(|proven| proven.found.outcome == outcome)
            .count()
    };
    let mut summary = format!(
        "{}: {} proved, {} refuted",
        printable(file),
        count(ProofResult::Proved),
        count(ProofResult::Refuted)
    );
    if count(ProofResult::Undecided) > 0 {
        summary += &format!(", {} undecided (failed)", count(ProofResult::Undecided));
    }
    output.print(&format!("{summary}\n"))?;
    let all: Vec<&Proven> = proven.iter().collect();
    match may_ignore(&all) {
        Some(note) => output.print(&format!("proved of the file; {note}\n")),
        None => Ok(()),
    }
}
