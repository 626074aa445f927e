//! Lines without effect that still mean something to people: these are removed by a person, or not
//! at all.

use std::collections::{BTreeMap, BTreeSet};

use super::audience::{RuleLines, RulesOfLine};
use crate::lint::engine::document::{Document, shown};
use crate::lint::rules::comments::fragment;
use robots_exclusion::companions::Keys;
use robots_exclusion::syntax::DirectiveKind;

/// The meaning for people of the lines that can be removed.
pub(super) struct Signs<'l, 'd, 'b> {
    document: &'d Document<'b>,
    lines: &'l RuleLines<'d, 'b>,
    removed: &'l BTreeSet<usize>,
    /// By the index of a line, the comment above its rules, if all rules below the comment would be
    /// removed.
    headed: BTreeMap<usize, Headed>,
    /// The lines that stay, by the path of their first rule. Empty if no line to be removed can
    /// have a partner among them.
    stays: BTreeMap<&'l [u8], usize>,
}

/// The rules below a comment, by the indices of the comment and of the last of them.
#[derive(Clone, Copy)]
struct Headed {
    comment: usize,
    last: usize,
}

impl<'l, 'd, 'b> Signs<'l, 'd, 'b> {
    pub(super) fn of(
        document: &'d Document<'b>,
        lines: &'l RuleLines<'d, 'b>,
        removed: &'l BTreeSet<usize>,
    ) -> Self {
        let mut signs = Self {
            document,
            lines,
            removed,
            headed: BTreeMap::new(),
            stays: BTreeMap::new(),
        };
        signs.find_headed();
        let path = |at: usize| without_stars(signs.lines.lines[at].rules[0].value);
        if removed.iter().any(|at| partners(path(*at)).next().is_some()) {
            let stays = (0..lines.lines.len()).filter(|at| !removed.contains(at));
            signs.stays = stays.map(|at| (path(at), lines.lines[at].entry)).collect();
        }
        signs
    }

    /// Finds the comments under which no rule would be left. Each line is visited a few times at
    /// most.
    fn find_headed(&mut self) {
        let removed: BTreeSet<usize> = self
            .removed
            .iter()
            .map(|at| self.lines.lines[*at].entry)
            .collect();
        let is_rule = |at: usize| {
            let directive = self.document.get_entry(at).and_then(|entry| entry.directive);
            directive.is_some_and(|directive| directive.kind().rule_kind().is_some())
        };
        let mut seen = 0;
        for &line in &removed {
            if line < seen {
                continue;
            }
            let mut start = line;
            while start > 0 && is_rule(start - 1) {
                start -= 1;
            }
            let mut end = line + 1;
            while is_rule(end) {
                end += 1;
            }
            seen = end;
            if self.is_headed(start) && removed.range(start..end).count() == end - start {
                let headed = Headed {
                    comment: start - 1,
                    last: end - 1,
                };
                self.headed.extend((start..end).map(|line| (line, headed)));
            }
        }
    }

    /// Whether a comment about the rules from a line on is above them. A line that is commented out, such as
    /// `#Sitemap: /x`, is about nothing.
    fn is_headed(&self, start: usize) -> bool {
        if !self.document.has_comment_above(start) {
            return false;
        }
        let comment = self.document.entry(start - 1).line.comment().unwrap_or_default();
        let text = comment.trim_ascii_start();
        let text = &text[text.iter().take_while(|byte| **byte == b'#').count()..];
        let key = text.split(|byte| *byte == b':').next().unwrap_or_default();
        key.len() == text.len() || Keys::exact().classify(key.trim_ascii()) == DirectiveKind::Unknown
    }

    /// The help for a line that means something besides its rule. `is_duplicate`: another line has
    /// the same rule, and so shows the same path.
    pub(super) fn of_line(&self, at: usize, is_duplicate: bool) -> Option<String> {
        let line: &RulesOfLine<'_, '_> = &self.lines.lines[at];
        let path = without_stars(line.rules[0].value);
        // `/x#part`, beside another rule for `/x`.
        if let Some(fragment) = fragment(self.document, &self.document.entry(line.entry)) {
            return Some(format!(
                "remove the line: crawlers read `{}` as a comment, and the rule is about the page without it",
                shown(fragment)
            ));
        }
        // The comment says why the rule is there, and would be left without it: `# see ticket 12`.
        if self.document.entry(line.entry).line.comment().is_some() {
            return Some("remove the line, unless its comment says why it should stay".into());
        }
        if let Some(Headed { comment, last }) = self.headed.get(&line.entry) {
            let comment = comment + 1;
            return Some(match last - comment {
                0 => format!("remove the line and the comment about it in line {comment}, or keep both"),
                1 => {
                    let other = if line.entry == *last { *last } else { last + 1 };
                    format!(
                        "remove the line; line {other} has no effect either, and with both gone the comment in line {comment} can go too"
                    )
                }
                _ => format!(
                    "remove the line; none of lines {} to {} has an effect, and with all of them gone the comment in line {comment} can go too",
                    comment + 1,
                    last + 1
                ),
            });
        }
        if is_duplicate {
            return None;
        }
        if let Some(other) = partners(path).find_map(|partner| self.stays.get(&partner[..])) {
            let other = other + 1;
            return Some(match path.starts_with(b"/index.php/") {
                true => format!(
                    "leave it, or remove it: it says for addresses with `/index.php` what line {other} says for those without, and changes nothing"
                ),
                false => format!(
                    "leave it beside line {other}, which is about the same parameter in another place, or remove it: it changes nothing"
                ),
            });
        }
        names_a_secret(path).then(|| {
            "remove the line, unless the path should stay closed whatever other rules there will be".into()
        })
    }
}

/// A path without the stars at its end, which may be there in one half of a pair alone.
fn without_stars(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'*');
    &path[..end.map_or(0, |end| end + 1)]
}

/// Patterns that people write together with this one, as halves of a pair: `/*?sort=` and
/// `/*&sort=` for a parameter that may come first or later; and, as in the template of Drupal,
/// `/search/` and `/index.php/search/`. Removing one half makes the list harder to read and to
/// maintain.
fn partners(path: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let swapped = |from: u8, to: u8| {
        let at = memchr::memchr(from, path)?;
        let mut partner = path.to_vec();
        partner[at] = to;
        Some(partner)
    };
    let plain = path
        .strip_prefix(b"/index.php")
        .filter(|rest| rest.starts_with(b"/"));
    let plain = plain.map(<[u8]>::to_vec);
    [swapped(b'?', b'&'), swapped(b'&', b'?'), plain]
        .into_iter()
        .flatten()
}

/// Whether a path names something that must stay closed: its rule shows this even below a folder
/// that is closed as a whole, because somebody may open that folder one day.
fn names_a_secret(path: &[u8]) -> bool {
    const WORDS: [&[u8]; 4] = [b"secret", b"secure", b"private", b"confidential"];
    let lower = path.to_ascii_lowercase();
    WORDS
        .iter()
        .any(|word| memchr::memmem::find(&lower, word).is_some())
}
