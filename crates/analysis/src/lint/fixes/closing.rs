//! Suggestions that would close the whole site for a search engine.
//!
//! A line that crawlers ignore because of a mistake, such as a `User-agent` line with the whole
//! header of Googlebot above `Disallow: /`, does no harm today. Corrected as it is written, it takes
//! the site out of the search engine. A careful expert says so first.

use std::collections::BTreeSet;

use crate::decide::Budget;
use crate::lint::engine::document::{Document, first_of};
use crate::lint::engine::readings::Readings;
use crate::lint::engine::search_engines::{closed_engines, is_search_engine, weight_of};
use crate::lint::{Diagnostic, Edit};
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Lines;

/// How many crawlers a help names.
const NAMED: usize = 4;

/// Says in the help of each finding for which search engines its suggestions would close the whole
/// site. The effect of a suggestion is found by reading the file with it, which is only done for
/// suggestions that may close something.
pub(in crate::lint) fn warn(readings: &Readings<'_>, found: &mut [Diagnostic], budget: &mut Budget) {
    let document = readings.file();
    let mut before: Option<BTreeSet<&'static str>> = None;
    // A proved change changes no verdict.
    let is_open = |finding: &&mut Diagnostic| !finding.is_proved && !finding.suggestions.is_empty();
    let mut has_closing: Option<bool> = None;
    for finding in found.iter_mut().filter(is_open) {
        let has_closing = *has_closing.get_or_insert_with(|| has_closing_rule(document));
        let may_close = |edit: &&Edit| may_close(document, edit, has_closing);
        let mut closed: BTreeSet<&'static str> = BTreeSet::new();
        for edit in finding.suggestions.iter().filter(may_close) {
            // Reading a file again in each dialect and asking for each search engine takes many times as
            // long as reading its bytes once.
            if !budget.read(64 * document.body.len()) {
                // It is not known for whom the suggestion closes the site, so only a person makes
                // it.
                finding.closes_site = true;
                break;
            }
            let before = before.get_or_insert_with(|| closed_engines(readings, budget));
            let after = edit.apply(document.body);
            let after = closed_engines(&readings.of_body(&after), budget);
            closed.extend(after.difference(before));
        }
        if closed.is_empty() {
            continue;
        }
        finding.closes_site = true;
        // The search engines that most people use come first.
        let mut names: Vec<&str> = closed.iter().copied().collect();
        names.sort_by_key(|name| core::cmp::Reverse(agents::by_token(name).map(weight_of)));
        let names = names.iter().map(|name| format!("`{name}`"));
        finding.help.push_str(&format!(
            "; that closes the whole site for {}, which may crawl it today",
            first_of(names, closed.len(), NAMED)
        ));
    }
}

/// Whether any rule closes everything, for whomever it may be.
fn has_closing_rule(document: &Document<'_>) -> bool {
    let of_groups = document.sections.iter().flat_map(|section| &section.rules);
    of_groups.chain(&document.orphans).any(|rule| {
        let language = document.language_at(rule.entry);
        rule.kind == RuleKind::Disallow
            && !is_empty_rule(rule.value)
            && pattern::matches_all(rule.value, language)
    })
}

/// Whether an edit may put a rule that closes everything into a group of a search engine: it writes
/// a line that names one, or such a rule; or it joins or removes lines in a file with such a rule.
fn may_close(document: &Document<'_>, edit: &Edit, has_closing: bool) -> bool {
    let removes_lines = document.body[edit.span.range()].contains(&b'\n');
    if removes_lines && has_closing {
        return true;
    }
    let text = edit.lines(document.body).join("\n");
    let lines = Lines::new(text.as_bytes(), document.dialect);
    lines
        .filter_map(|line| Directive::of(&line, &document.dialect))
        .any(|directive| match directive.kind() {
            DirectiveKind::UserAgent => {
                let label = crawler_name::label(document.dialect.name_test, directive.value());
                label == crawler_name::STAR || is_search_engine(label)
            }
            DirectiveKind::Disallow => {
                let value = directive.value();
                !is_empty_rule(value) && pattern::matches_all(value, document.dialect.pattern_language)
            }
            _ => false,
        })
}
