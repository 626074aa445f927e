//! What is known about a crawler, and what that rests on.

use std::fmt::Write;

use robots_exclusion::agents::{Agent, Obedience};
use serde::Serialize;

use crate::crawlers::Naming;
use crate::dialects;
use crate::failure::Failure;
use crate::report::{Format, Sink};
use crate::shown::printable;

/// What is known, as a document.
#[derive(Serialize)]
struct Known<'a> {
    /// As it was written.
    agent: &'a str,
    /// The first of its product tokens.
    crawler: &'a str,
    operator: Option<&'static str>,
    purpose: Option<&'static str>,
    tokens: Vec<&'a str>,
    obeys_star: bool,
    obeys: &'static str,
    dialect: &'static str,
    source: Option<SourceOf>,
    verification: Option<VerificationOf>,
}

#[derive(Serialize)]
struct SourceOf {
    page: &'static str,
    reading: &'static str,
    sentence: Option<&'static str>,
    date: Option<&'static str>,
}

#[derive(Serialize)]
struct VerificationOf {
    address_lists: &'static [&'static str],
    dns_suffixes: &'static [&'static str],
}

/// Prints what is known about the crawlers that a text names.
///
/// # Errors
///
/// If it names none.
pub(super) fn explain(written: &str, naming: Naming, format: Format) -> Result<(), Failure> {
    let asked = naming.expand(&[written.to_owned()])?;
    let format = match format {
        Format::Json | Format::Jsonl => format,
        _ => Format::Human,
    };
    let mut sink = Sink::new(format, "robots audit");
    for (number, asked) in asked.iter().enumerate() {
        let found = naming.user_agent(asked.name());
        let agent = found.agent();
        let known = Known {
            agent: asked.name(),
            crawler: asked.crawler(),
            operator: agent.map(Agent::operator),
            purpose: agent.map(|agent| agent.purpose().as_str()),
            tokens: found.tokens().to_vec(),
            obeys_star: found.obeys_star(),
            obeys: found.obeys().as_str(),
            dialect: dialects::name_of(found.dialect()),
            source: agent.map(Agent::source).map(|source| SourceOf {
                page: source.page(),
                reading: source.reading().as_str(),
                sentence: source.sentence(),
                date: source.date(),
            }),
            verification: agent.and_then(Agent::verification).map(|known| VerificationOf {
                address_lists: known.address_lists(),
                dns_suffixes: known.dns_suffixes(),
            }),
        };
        if let Some(rows) = sink.rows() {
            rows.write(&known)?;
        } else if let Some(output) = sink.text() {
            let gap = if number > 0 { "\n" } else { "" };
            output.print(&format!("{gap}{}", human(&known, agent)))?;
        }
    }
    sink.finish()
}

fn human(known: &Known<'_>, agent: Option<&Agent>) -> String {
    let crawler = printable(known.crawler);
    let Some(agent) = agent else {
        return format!("{crawler}: nothing is known about it; it is read as RFC 9309 says\n");
    };
    let mut text = format!("{crawler}, of {} ({})\n", agent.operator(), agent.purpose());
    // Writing to a string cannot fail.
    let mut line = |what: &str, says: &str| {
        let _ = writeln!(text, "  {what:10} {says}");
    };
    let star = match known.obeys_star {
        true => "or else *",
        false => "never *",
    };
    let names: Vec<String> = known.tokens.iter().map(|name| printable(name)).collect();
    line("groups", &format!("of {}, {star}", names.join(", or else of ")));
    if agent.is_undecided_unless_named() {
        line(
            "",
            "if none names it, those of other search crawlers; its operator does not say of which",
        );
    }
    match agent.obeys() {
        Obedience::Always => line("obeys", "always, its operator says"),
        Obedience::MayIgnore => line("obeys", "may ignore robots.txt, its operator says"),
        // Nothing is said of what is not known.
        _ => {}
    }
    line("reads as", known.dialect);
    if let Some(source) = &known.source {
        match (source.sentence, source.date) {
            (Some(sentence), Some(date)) => {
                line("source", &format!("\"{sentence}\""));
                line("", &format!("{}, {date}", source.page));
            }
            _ => line("source", &format!("{} (no sentence of it was read)", source.page)),
        }
    }
    if let Some(verification) = &known.verification {
        for list in verification.address_lists {
            line("addresses", list);
        }
        for suffix in verification.dns_suffixes {
            line("DNS names", &format!("end in .{suffix}"));
        }
    }
    text
}
