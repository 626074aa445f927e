//! The lines of a body, stored compactly: a file may have a line for every byte.

use robots_exclusion::Dialect;
use robots_exclusion::companions::RawLine;
use robots_exclusion::companions::Syntax;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::syntax::{Directive, DirectiveKind};
use robots_exclusion::syntax::{Line, Lines};

/// One line.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct Entry<'b> {
    pub(in crate::lint) line: Line<'b>,
    pub(in crate::lint) directive: Option<Directive<'b>>,
}

impl<'b> Entry<'b> {
    /// The text of a line that consists of a URL alone, as below a Sitemap line that is empty.
    pub(in crate::lint) fn bare_url(&self) -> Option<&'b [u8]> {
        let directive = self.directive?;
        let is_scheme = [&b"http"[..], b"https"]
            .iter()
            .any(|scheme| directive.key().eq_ignore_ascii_case(scheme));
        let text = self.line.text();
        let is_url =
            is_scheme && directive.value().starts_with(b"//") && !text.iter().any(|byte| is_blank(*byte));
        is_url.then_some(text)
    }

    /// The directive, if it is of this kind.
    pub(in crate::lint) fn of_kind(&self, kind: DirectiveKind) -> Option<Directive<'b>> {
        self.directive.filter(|directive| directive.kind() == kind)
    }
}

/// The offsets of one line. They fit into 32 bits, since no more than 4 GiB of a body are read.
#[derive(Clone, Copy, Debug)]
struct Offsets {
    start: u32,
    text_end: u32,
    end: u32,
    /// One more than the index of its directive; 0 if it has none.
    directive: u32,
}

/// The lines of a body, each rebuilt when it is requested.
#[derive(Debug)]
pub(in crate::lint) struct LineTable<'b> {
    body: &'b [u8],
    syntax: Syntax,
    lines: Vec<Offsets>,
    directives: Vec<Directive<'b>>,
}

impl<'b> LineTable<'b> {
    pub(in crate::lint) fn new(body: &'b [u8], dialect: &Dialect) -> Self {
        // An upper bound for the number of lines, about twice the number if they end in CR and LF.
        // A list that grows takes as much, and more while its lines are moved to a larger place.
        let ends = memchr::memchr2_iter(b'\n', b'\r', body).count();
        let mut lines = Vec::with_capacity(ends + 1);
        let mut directives = Vec::new();
        for line in Lines::new(body, *dialect) {
            let directive = Directive::of(&line, dialect);
            let raw = line.raw();
            directives.extend(directive);
            lines.push(Offsets {
                start: raw.start as u32,
                text_end: raw.text_end as u32,
                end: raw.end as u32,
                directive: directive.map_or(0, |_| directives.len() as u32),
            });
        }
        lines.shrink_to_fit();
        directives.shrink_to_fit();
        Self {
            body,
            syntax: Syntax::new(dialect, body),
            lines,
            directives,
        }
    }

    pub(in crate::lint) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(in crate::lint) fn get(&self, index: usize) -> Option<Entry<'b>> {
        let offsets = self.lines.get(index)?;
        let raw = RawLine {
            start: offsets.start as usize,
            text_end: offsets.text_end as usize,
            end: offsets.end as usize,
        };
        let directive = offsets.directive.checked_sub(1);
        Some(Entry {
            line: Line::new(self.body, raw, index as u32 + 1, self.syntax),
            directive: directive.map(|at| self.directives[at as usize]),
        })
    }

    /// The number of lines that start at or before an offset.
    pub(in crate::lint) fn starting_by(&self, offset: u32) -> usize {
        self.lines.partition_point(|line| line.start <= offset)
    }
}
