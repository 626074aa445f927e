//! Statements of a page without effect, kept so that they can be reported.

use robots_exclusion::identifiers;
use std::collections::BTreeSet;
use std::fmt;

/// Notes kept for one page. A hostile page can contain any number of unknown names.
const MAX_NOTES: usize = 64;

/// Bytes kept of the text of one note.
const MAX_TEXT: usize = 128;

/// A statement of a page that has no effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Note {
    kind: NoteKind,
    text: Box<str>,
}

impl Note {
    /// Why it has no effect.
    #[must_use]
    pub fn kind(&self) -> NoteKind {
        self.kind
    }

    /// The item as the page writes it, without surrounding white space, up to 128 bytes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Note {
    /// The kind and the text: `unknown: noindx`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.text)
    }
}

/// Why an item of a page's rules has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// The name is unknown.
    Unknown,
    /// The name is known, but the service that it controlled no longer exists: `noodp`, `noydir`,
    /// `nositelinkssearchbox`.
    Obsolete,
    /// The name is known, but its value cannot be read (`max-snippet:abc`), is missing, or is not
    /// allowed.
    BadValue,
    /// The name is known, but does not count under the name of this tag: `noindex` in
    /// `<meta name="google">`.
    Misplaced,
    /// Two rules contradict each other (`index, noindex`), so that one of them has no effect. The
    /// text has the names of both, if they have names; the [combination](super::Combination)
    /// decides which of them counts.
    Contradiction,
}

identifiers! {
    NoteKind {
        Unknown = "unknown",
        Obsolete = "obsolete",
        BadValue = "bad-value",
        Misplaced = "misplaced",
        Contradiction = "contradiction",
    }
}

/// The notes of one page: a set, so that neither order nor repetition matters.
///
/// Invariant: at most [`MAX_NOTES`] entries, always the smallest of all that were added. So the set
/// does not depend on the order of additions even when it overflows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Notes {
    set: BTreeSet<Note>,
    pub(super) overflow: bool,
}

impl Notes {
    pub(super) fn add(&mut self, kind: NoteKind, text: &str) {
        let mut end = text.len().min(MAX_TEXT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.insert(Note {
            kind,
            text: text[..end].into(),
        });
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.overflow |= other.overflow;
        for note in &other.set {
            self.insert(note.clone());
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Note> + Clone {
        self.set.iter()
    }

    fn insert(&mut self, note: Note) {
        self.set.insert(note);
        if self.set.len() > MAX_NOTES {
            self.set.pop_last();
            self.overflow = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_keeps_the_same_notes_in_any_order() {
        let mut up = Notes::default();
        let mut down = Notes::default();
        for n in 0..200 {
            up.add(NoteKind::Unknown, &format!("name{n:03}"));
            down.add(NoteKind::Unknown, &format!("name{:03}", 199 - n));
        }
        assert_eq!(up, down);
        assert!(up.overflow);
        assert_eq!(up.iter().count(), MAX_NOTES);
        assert_eq!(up.iter().next().map(Note::text), Some("name000"));
        let mut twice = up.clone();
        twice.merge(&down);
        assert_eq!(twice, up);
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        let mut notes = Notes::default();
        notes.add(NoteKind::Unknown, &"é".repeat(100));
        notes.add(NoteKind::Unknown, &format!("a{}", "é".repeat(100)));
        let lengths: std::vec::Vec<usize> = notes.iter().map(|note| note.text().len()).collect();
        assert_eq!(lengths, [127, 128]);
    }
}
