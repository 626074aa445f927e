//! Crawlers that a file names and lets in on purpose: no correction may close them out.

use alloc::vec::Vec;

use super::document::Document;
use crate::dialect::{Dialect, GroupEnd};
use crate::matching::pattern;
use crate::robots_txt::RobotsTxt;
use crate::syntax::directive::RuleKind;

/// The names of crawlers that are open by intent: a paragraph of the file names them, and its rules are no others than `Disallow:` and `Allow: /`.
/// Misspelled keys are read as they were meant.
#[derive(Debug)]
pub(super) struct Intent {
    names: Vec<Vec<u8>>,
    dialects: Vec<Dialect>,
}

impl Intent {
    /// Reads it from a file. `dialects` are those in which nobody may be closed out.
    pub(super) fn read(body: &[u8], dialects: Vec<Dialect>) -> Self {
        // Groups end where their author sees an end.
        let document = Document::read(body, Dialect::LENIENT.with_group_end(GroupEnd::BlankLine));
        let mut names: Vec<Vec<u8>> = Vec::new();
        for section in &document.sections {
            let opens = section.rules.iter().all(|rule| match rule.kind {
                RuleKind::Disallow => rule.value.is_empty(),
                RuleKind::Allow => {
                    rule.value.is_empty() || pattern::matches_all(rule.value, section.language)
                }
            });
            if opens && !section.rules.is_empty() && !section.has_star() {
                names.extend(section.labels().map(<[u8]>::to_vec));
            }
        }
        names.sort_unstable();
        names.dedup();
        Self { names, dialects }
    }

    /// Whether a corrected file closes out nobody who is open by intent and could crawl before.
    pub(super) fn is_kept(&self, before: &[u8], after: &[u8]) -> bool {
        if self.names.is_empty() {
            return true;
        }
        self.dialects.iter().all(|dialect| {
            let options = RobotsTxt::options().dialect(*dialect);
            let (before, after) = (options.parse(before), options.parse(after));
            let mut names = self
                .names
                .iter()
                .filter_map(|name| core::str::from_utf8(name).ok());
            names.all(|name| after.is_allowed(name, "/") || !before.is_allowed(name, "/"))
        })
    }
}
