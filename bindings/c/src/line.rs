//! The lines of a file.

use std::ops::Range;

use library::RobotsTxt;
use library::syntax::Directive;

use crate::border::Str;

/// A line of a file, whatever is in it.
#[repr(C)]
pub struct Line<'r> {
    /// What it is: a known key as its specification spells it, such as "Disallow", also for a
    /// misspelling that the dialect forgives; "unknown" for another key, "no-key" for text without a
    /// key, "comment" for a line with nothing but a comment, or "blank". It lives as long as the
    /// program.
    pub kind: Str<'static>,
    /// The key as the file spells it; no text if there is none.
    pub key: Str<'r>,
    /// The value, without white space around it and without the comment; no text if there is no key.
    pub value: Str<'r>,
    /// The comment, with its `#`; no text if there is none.
    pub comment: Str<'r>,
    /// The line as written, without its line end.
    pub text: Str<'r>,
    /// Its number, counted from 1.
    pub line: u32,
}

/// A line whose texts are places in a body.
pub(crate) struct PlacedLine {
    kind: &'static str,
    key: Option<Range<usize>>,
    value: Option<Range<usize>>,
    comment: Option<Range<usize>>,
    text: Range<usize>,
    line: u32,
}

impl PlacedLine {
    /// The line with its texts, which are in this body.
    pub(crate) fn in_body<'r>(&self, body: &'r [u8]) -> Line<'r> {
        let text = |place: &Range<usize>| body.get(place.clone()).map_or(Str::NONE, Str::new);
        let text_or_none = |place: &Option<Range<usize>>| place.as_ref().map_or(Str::NONE, text);
        Line {
            kind: Str::new(self.kind.as_bytes()),
            key: text_or_none(&self.key),
            value: text_or_none(&self.value),
            comment: text_or_none(&self.comment),
            text: text(&self.text),
            line: self.line,
        }
    }
}

/// All lines of a file.
pub(crate) fn placed(file: &RobotsTxt<'_>) -> Vec<PlacedLine> {
    let (body, dialect) = (file.body(), file.dialect());
    let place = |comment: &[u8]| {
        let start = comment.as_ptr().addr() - body.as_ptr().addr();
        start..start + comment.len()
    };
    let lines = file.lines().map(|line| {
        let directive = Directive::of(&line, &dialect);
        PlacedLine {
            kind: match &directive {
                Some(directive) => directive.kind().key().unwrap_or("unknown"),
                None if line.is_blank() => "blank",
                None if line.text().is_empty() => "comment",
                None => "no-key",
            },
            key: directive.map(|directive| directive.key_span().range()),
            value: directive.map(|directive| directive.value_span().range()),
            comment: line.comment().map(place),
            text: line.span().range(),
            line: line.number(),
        }
    });
    lines.collect()
}
