//! Changes as a page: what opens and what closes, for whom, with URLs that show it.

use std::fmt::Write;

use robots_exclusion::Dialect;
use robots_exclusion::diff::{AgentEffect, Change, Diff, Effect, Impact};

use super::row::{Side, VerdictRow};
use super::section::{self, Mark, Section};
use super::severity;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::html::{self, prose, text};
use crate::report::sections::public_names;

/// Prints the page.
pub(super) fn print(
    output: Output,
    diff: &Diff,
    verdicts: &[VerdictRow],
    names: &(String, String),
    dialect: Dialect,
    proved: &str,
) -> Result<(), Failure> {
    let names = public_names([&names.0[..], &names.1].into_iter());
    let about = format!(
        "From <code>{}</code> to <code>{}</code>",
        text(&names[0]),
        text(&names[1])
    );
    let mut html = format!(
        "<h1>robots.txt changes</h1>\n{}",
        html::made(&about, Some(dialect))
    );
    if diff.is_without_effect() {
        let _ = writeln!(html, "<p><span class=\"tag good\">{}</span></p>", text(proved));
    } else {
        totals(&mut html, diff);
    }
    if !verdicts.is_empty() {
        asked(&mut html, verdicts);
    }
    for section in section::sections(diff.changes()) {
        changes(&mut html, &section);
    }
    let _ = writeln!(
        html,
        "<footer class=\"soft\">Made with robots {}. Every effect is proved for all URLs, unless it says that it is undecided.</footer>",
        env!("CARGO_PKG_VERSION")
    );
    html::print(output, "robots.txt changes", &[&html])
}

/// The effect of the whole edit on each crawler.
fn totals(html: &mut String, diff: &Diff) {
    html.push_str(html::SCROLL);
    html.push_str(
        "<table class=\"facts\">\n<thead><tr><th>Crawlers</th><th>Effect</th><th>Impact</th><th>For example</th></tr></thead>\n<tbody>\n",
    );
    let (changed, unchanged) = section::totals(diff);
    for effect in changed {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"{}\">{}</td><td>{}</td><td>{}</td></tr>",
            text(&section::names(effect.agents())),
            access(effect),
            effect.description(),
            tag(effect.impact()),
            example(effect),
        );
    }
    if !unchanged.is_empty() {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td></td><td></td></tr>",
            text(&section::names(&unchanged)),
            Effect::None.description()
        );
    }
    if let Some(change) = section::undecided_of_others(diff) {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td></td><td></td></tr>",
            section::OTHERS,
            change.effect_description()
        );
    }
    html.push_str("</tbody></table></div>\n");
}

/// The class that colors an effect.
fn access(effect: &AgentEffect) -> &'static str {
    match effect.effect() {
        Effect::None => "",
        Effect::Opens | Effect::OpensSite => "open",
        Effect::Closes | Effect::ClosesSite => "closed",
        _ => "partial",
    }
}

/// The URLs of an effect, each with its new verdict.
fn example(effect: &AgentEffect) -> String {
    let one = |evidence: &robots_exclusion::diff::Evidence| {
        format!(
            "<code>{}</code> is now {}",
            text(evidence.url()),
            section::word(evidence.after().is_allowed())
        )
    };
    let all: Vec<String> = effect.witnesses().iter().map(one).collect();
    all.join("<br>")
}

fn tag(impact: Impact) -> String {
    format!("<span class=\"tag {}\">{impact}</span>", severity(impact))
}

/// The verdicts that change on URLs that were asked about.
fn asked(html: &mut String, verdicts: &[VerdictRow]) {
    html.push_str("<section>\n<h2>URLs whose verdict changes</h2>\n");
    html.push_str(html::SCROLL);
    html.push_str(
        "<table class=\"facts\">\n\
         <thead><tr><th>Crawler</th><th>URL</th><th>Impact</th><th>Before</th><th>After</th></tr></thead>\n<tbody>\n",
    );
    let side = |side: &Side| {
        let class = if side.allowed { "open" } else { "closed" };
        let why = match (side.line, &side.rule) {
            (Some(line), Some(rule)) => format!("line {line}: <code>{}</code>", text(rule)),
            _ => side.reason.to_owned(),
        };
        format!(
            "<td class=\"{class}\">{}<br>{why}</td>",
            section::word(side.allowed)
        )
    };
    for row in verdicts {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td><code>{}</code></td><td>{}</td>{}{}</tr>",
            text(&row.agent),
            text(&row.url),
            tag(row.rank),
            side(&row.old),
            side(&row.new)
        );
    }
    html.push_str("</tbody></table></div>\n</section>\n");
}

fn changes(html: &mut String, section: &Section<'_>) {
    let _ = write!(
        html,
        "<section>\n<h2>{} {}</h2>\n<div class=\"src\">\n",
        tag(section.impact),
        text(&section.heading)
    );
    for change in &section.changes {
        row(html, change);
    }
    html.push_str("</div>\n</section>\n");
}

/// A change as a line of a patch, with the remarks on it.
fn row(html: &mut String, change: &Change) {
    let (mark, number) = section::mark(change);
    let class = match mark {
        Mark::Removed => " error",
        Mark::Added => " good",
        Mark::Both => "",
    };
    let number = number.map_or(String::new(), |number| number.to_string());
    let _ = writeln!(
        html,
        "<div class=\"row{class}\"><span class=\"ln\">{} {number}</span><span class=\"tx\">{}</span></div>",
        mark.sign(),
        text(&section::line(change))
    );
    let mut remarks = section::remarks(change).peekable();
    if remarks.peek().is_none() {
        return;
    }
    let _ = writeln!(html, "<div class=\"note {}\">", severity(change.impact()));
    for remark in remarks {
        let _ = writeln!(html, "<p>{}</p>", prose(&remark));
    }
    html.push_str("</div>\n");
}
