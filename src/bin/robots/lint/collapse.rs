//! Findings that say the same thing, as one, and the order in which they are printed.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use robots_exclusion::lint::{Code, Diagnostic, Severity};
use robots_exclusion::syntax::Span;

use crate::report::listed;

/// A finding, and the lines of those that say the same.
pub(super) struct Collapsed<'d> {
    /// The first.
    pub(super) finding: &'d Diagnostic,
    /// The lines of the others, in order.
    pub(super) also: Vec<u32>,
    /// The lines of rules that have no effect because of what was found.
    pub(super) without_effect: Vec<u32>,
    /// What is true of all of them, and what to do about the first.
    pub(super) message: Cow<'d, str>,
    pub(super) help: Cow<'d, str>,
}

/// What makes findings the same: all that is said about them.
#[derive(PartialEq, Eq, Hash)]
struct Key<'d> {
    code: Code,
    /// `None` if the findings of a code are about style alone, and are reported once for a file.
    wording: Option<Wording<'d>>,
}

/// Message, help, and the place of what the finding is related to.
type Wording<'d> = (&'d str, &'d str, Option<(u32, u32)>);

/// Codes of which a file has hundreds of findings or none: a line is enough to say that there are
/// some.
const OF_A_FILE: [Code; 6] = [
    Code::TrailingStar,
    Code::RedundantRule,
    Code::DuplicateRule,
    Code::UnescapedNonAscii,
    Code::LowerCaseEscape,
    Code::NeedlessEscape,
];

impl<'d> Key<'d> {
    fn of(finding: &'d Diagnostic) -> Self {
        let related = finding.related().first().map(|related| related.span());
        let related = related.map(|Span { start, end, .. }| (start, end));
        let is_of_file = OF_A_FILE.contains(&finding.code());
        Self {
            code: finding.code(),
            wording: (!is_of_file).then(|| (finding.message(), finding.help(), related)),
        }
    }
}

/// Codes of rules that another makes superfluous, with nothing to be said of each.
const WITHOUT_EFFECT: [Code; 2] = [Code::DuplicateRule, Code::RedundantRule];

/// Joins findings that say the same, each at the place of the first; errors come first, and what
/// only follows from them last. Rules that have no effect beside one that blocks everything are
/// reported with that one.
pub(super) fn collapse(found: &[Diagnostic]) -> Vec<Collapsed<'_>> {
    let mut places: HashMap<Key<'_>, usize> = HashMap::new();
    let mut collapsed: Vec<Collapsed<'_>> = Vec::new();
    let blocking = found
        .iter()
        .filter(|finding| finding.code() == Code::EverythingBlocked);
    let mut without_effect: BTreeMap<u32, Vec<u32>> =
        blocking.map(|finding| (finding.line(), Vec::new())).collect();
    for finding in found {
        let other = finding.related().first().map(|related| related.line());
        if WITHOUT_EFFECT.contains(&finding.code())
            && let Some(lines) = other.and_then(|other| without_effect.get_mut(&other))
        {
            lines.push(finding.line());
            continue;
        }
        let place = *places.entry(Key::of(finding)).or_insert_with(|| {
            collapsed.push(Collapsed {
                finding,
                also: Vec::new(),
                without_effect: Vec::new(),
                message: finding.message().into(),
                help: finding.help().into(),
            });
            collapsed.len() - 1
        });
        let first = &mut collapsed[place];
        if std::ptr::eq(first.finding, finding) {
            continue;
        }
        if first.also.last() != Some(&finding.line()) {
            first.also.push(finding.line());
        }
        if *first.message != *finding.message() {
            first.message = finding.code().title().into();
        }
        if first.help != finding.help() && first.help == first.finding.help() {
            first.help = format!("in line {}: {}", first.finding.line(), first.finding.help()).into();
        }
    }
    for collapsed in &mut collapsed {
        if collapsed.finding.code() == Code::EverythingBlocked {
            let lines = std::iter::once(collapsed.finding.line()).chain(collapsed.also.iter().copied());
            let consequences = lines.filter_map(|line| without_effect.remove(&line));
            collapsed.without_effect = consequences.flatten().collect();
            collapsed.without_effect.sort_unstable();
        }
    }
    collapsed.sort_by_key(|collapsed| std::cmp::Reverse(collapsed.weight()));
    collapsed
}

impl Collapsed<'_> {
    /// How much depends on it: what shuts crawlers out, then other errors, and so on.
    fn weight(&self) -> (bool, Severity) {
        let shuts_out = matches!(
            self.finding.code(),
            Code::EverythingBlocked | Code::FusedGroups | Code::HtmlBody | Code::Utf16
        );
        (shuts_out, self.finding.severity())
    }

    /// Where else it is, and what follows from it, in words.
    pub(super) fn note(&self) -> Option<String> {
        let same = listed(&self.also).map(|lines| format!("the same on {lines}"));
        let consequence = listed(&self.without_effect).map(|lines| {
            let s = if self.without_effect.len() == 1 { "" } else { "s" };
            let have = if self.without_effect.len() == 1 {
                "has"
            } else {
                "have"
            };
            format!("because of it, the rule{s} on {lines} {have} no effect")
        });
        let notes: Vec<String> = same.into_iter().chain(consequence).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}
