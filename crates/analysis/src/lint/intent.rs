//! Crawlers that a file names and lets in on purpose: no correction may block them.

use super::document::Document;
use crate::decide::Budget;
use robots_exclusion::Dialect;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;
use robots_exclusion::dialect::GroupEnd;

/// The names of crawlers that are let in on purpose: a group of the file names them and not `*`,
/// and its rules, of which there is at least one, are empty or `Allow: /`. Misspelled keys are read
/// as they were meant.
#[derive(Debug)]
pub(super) struct Intent {
    names: Vec<String>,
    dialects: Vec<Dialect>,
}

impl Intent {
    /// Reads the intent of a file. `dialects` are those in which none of these crawlers may be
    /// blocked.
    pub(super) fn read(body: &[u8], dialects: Vec<Dialect>) -> Self {
        // A group ends at a blank line here, as its author sees it, whatever the dialects say.
        let document = Document::read(
            body,
            Dialect::LENIENT.with(|custom| custom.group_end = GroupEnd::BlankLine),
        );
        let mut names: Vec<String> = Vec::new();
        for section in &document.sections {
            let opens = section.rules.iter().all(|rule| match rule.kind {
                RuleKind::Disallow => is_empty_rule(rule.value),
                RuleKind::Allow => {
                    is_empty_rule(rule.value) || pattern::matches_all(rule.value, section.language)
                }
            });
            if opens && !section.rules.is_empty() && !section.has_star() {
                let labels = section.labels().filter_map(|label| str::from_utf8(label).ok());
                names.extend(labels.map(str::to_owned));
            }
        }
        names.sort_unstable();
        names.dedup();
        Self { names, dialects }
    }

    /// For each dialect and each of these crawlers, whether the file lets it fetch `/`. `None` if
    /// the budget is spent first.
    ///
    /// # Complexity
    ///
    /// Linear in the file and in the names, except that the names of the file are sorted. For each
    /// dialect a step of the budget is spent for each byte of the file, which is about what it
    /// takes.
    pub(super) fn let_in(&self, body: &[u8], budget: &mut Budget) -> Option<Vec<bool>> {
        let mut let_in = Vec::new();
        if self.names.is_empty() {
            return Some(let_in);
        }
        for dialect in &self.dialects {
            budget.spend(body.len() as u64);
            if budget.remaining() == 0 {
                return None;
            }
            let robots = RobotsTxt::options().dialect(*dialect).indexed(true).parse(body);
            let mut of_audiences = vec![None; robots.audience_count()];
            let is_let_in = |name: &String| {
                let Some(audience) = robots.audience(name) else {
                    return robots.is_allowed(name, "/");
                };
                *of_audiences[audience.number()]
                    .get_or_insert_with(|| robots.check_of(audience, "/").is_allowed())
            };
            let_in.extend(self.names.iter().map(is_let_in));
        }
        Some(let_in)
    }
}
