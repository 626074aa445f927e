//! Groups that bind no crawler, because every crawler that they name may ignore them.

use crate::lint::engine::document::{Name, Section};
use crate::lint::{Code, Run};
use robots_exclusion::agents::{self, Agent, Obedience};

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    if !run.findings.wants(Code::BindsNobody) {
        return;
    }
    let document = run.document;
    for section in &document.sections {
        if let Some(unbound) = unbound(section)
            && let Some(name) = section.names.first()
        {
            run.findings.report(
                Code::BindsNobody,
                document.span_of(name.value),
                || format!("this group may be ignored: {}", sentences(&unbound)),
                |finding| {
                    finding.help(
                        "leave it as it is; what must not be fetched at all needs more than robots.txt, such as a password or the configuration of \
                         the server",
                    );
                },
            );
        }
    }
}

/// The crawlers of a group that disallows something, if none of them has to obey it.
fn unbound(section: &Section<'_>) -> Option<Vec<&'static Agent>> {
    if !section.restricts() || section.has_star() || section.names.is_empty() {
        return None;
    }
    let agent = |name: &Name<'_>| agents::by_token(core::str::from_utf8(name.label).ok()?);
    let named: Vec<&Agent> = section.names.iter().map(agent).collect::<Option<_>>()?;
    let is_unbound = |agent: &&Agent| agent.is_nameless() || agent.obeys() == Obedience::MayIgnore;
    named.iter().all(is_unbound).then_some(named)
}

/// Why the crawlers are not bound.
fn sentences(unbound: &[&Agent]) -> String {
    /// How many crawlers are named.
    const NAMED: usize = 3;
    let listed = |agents: &[&Agent]| {
        let first: Vec<&str> = agents.iter().take(NAMED).map(|agent| agent.name()).collect();
        let more = match agents.len() - first.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{}{more}", first.join(", "))
    };
    let (nameless, others): (Vec<&Agent>, Vec<&Agent>) =
        unbound.iter().copied().partition(|agent| agent.is_nameless());
    let mut sentences = Vec::new();
    if !others.is_empty() {
        // In the words of the operator, which often name a condition.
        let said = match others[..] {
            [one] => one.source().sentence(),
            _ => None,
        };
        let said = said.map_or(String::new(), |said| {
            format!(" ({}: \u{201C}{said}\u{201D})", others[0].operator())
        });
        sentences.push(format!("{} may ignore robots.txt{said}", listed(&others)));
    }
    sentences.extend(nameless.iter().map(|agent| {
        format!(
            "{} sends no name, and obeys the groups of {}",
            agent.name(),
            agent.tokens().join(", ")
        )
    }));
    sentences.join("; ")
}
