//! Comments that ignore findings: `# robots-lint: ignore R012`.

use std::collections::BTreeMap;

use crate::lint::Code;
use crate::lint::engine::document::Document;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::syntax::Span;

/// A set of codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::lint) struct CodeSet(u128);

// A set has a bit for each number of a code.
const _: () = assert!(Code::PLACES <= 128);

impl CodeSet {
    pub(in crate::lint) const ALL: Self = Self(u128::MAX);

    pub(in crate::lint) fn contains(self, code: Code) -> bool {
        self.0 >> (code as u32) & 1 == 1
    }

    pub(in crate::lint) fn insert(&mut self, code: Code) {
        self.0 |= 1 << (code as u32);
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The ignored codes, by line and for the whole file.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct Ignored {
    file: CodeSet,
    /// By line, counted from 1.
    lines: BTreeMap<u32, CodeSet>,
    /// Words that are not codes.
    unknown: Vec<Span>,
}

impl Ignored {
    /// Reads the comments of a document.
    pub(in crate::lint) fn read(document: &Document<'_>) -> Self {
        let mut ignored = Self::default();
        // Codes that apply to the next line that has text before its comment: the line of the
        // ignore comment itself, or the first such line below it.
        let mut ahead = CodeSet::default();
        for entry in document.entries() {
            let line = entry.line;
            let order = line.comment().and_then(order);
            let alone = line.text().is_empty();
            if let Some((scope, codes)) = order {
                let mut set = CodeSet::default();
                let mut any = false;
                for word in words(codes) {
                    any = true;
                    match core::str::from_utf8(word).ok().and_then(|word| word.parse().ok()) {
                        Some(code) => set.insert(code),
                        None => ignored.unknown.push(document.span_of(word)),
                    }
                }
                if !any {
                    set = CodeSet::ALL;
                }
                match scope {
                    Scope::File => ignored.file = ignored.file.union(set),
                    Scope::Line => ahead = ahead.union(set),
                }
            }
            if !alone {
                let set = core::mem::take(&mut ahead);
                if set != CodeSet::default() {
                    ignored.lines.insert(line.number(), set);
                }
            }
        }
        ignored
    }

    /// The words in ignore comments that are not codes.
    pub(in crate::lint) fn unknown(&self) -> &[Span] {
        &self.unknown
    }

    /// Whether findings of this code are ignored in this line.
    pub(in crate::lint) fn contains(&self, code: Code, line: u32) -> bool {
        self.file.contains(code) || self.lines.get(&line).is_some_and(|set| set.contains(code))
    }
}

/// The scope of an ignore comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Line,
    File,
}

/// The scope of an ignore comment, and the rest of its text. It may follow another comment on the
/// line.
fn order(comment: &[u8]) -> Option<(Scope, &[u8])> {
    let mut parts = comment.split(|byte| *byte == b'#');
    let text = parts.find_map(|part| part.trim_ascii_start().strip_prefix(b"robots-lint:"))?;
    let text = text.trim_ascii_start();
    let (scope, rest) = match text.strip_prefix(b"ignore-file") {
        Some(rest) => (Scope::File, rest),
        None => (Scope::Line, text.strip_prefix(b"ignore")?),
    };
    let is_end = |byte: &u8| is_blank(*byte) || *byte == b',';
    rest.first().is_none_or(is_end).then_some((scope, rest))
}

/// The codes of a comment: the words before a remark, which begins with a hyphen or a parenthesis.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_blank(*byte) || *byte == b',')
        .filter(|word| !word.is_empty())
        .take_while(|word| !matches!(word[0], b'(' | b'-'))
}
