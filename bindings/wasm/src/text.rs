//! Bodies, and places in them.

use std::borrow::Cow;

use robots_exclusion::syntax::Span;
use serde::Serialize;

/// A part of a body, from an offset to an offset.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Place {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// How many bytes lie between two offsets that are known.
const STRIDE: usize = 64;

/// Converts offsets in bytes to offsets in the units of JavaScript.
///
/// Made in time linear in the body, for a 16th of its size; each conversion takes constant time.
pub(crate) struct Offsets {
    /// The UTF-16 code units before each multiple of [`STRIDE`]; `None` where bytes are counted, or
    /// where each character is one byte.
    units: Option<Vec<u32>>,
}

impl Offsets {
    /// For a body that JavaScript has as a text, or as bytes.
    pub(crate) fn new(body: &[u8], is_text: bool) -> Self {
        if !is_text || body.is_ascii() {
            return Self { units: None };
        }
        let mut count = 0;
        let units = body.chunks(STRIDE).map(|chunk| {
            let before = count;
            count += units_of(chunk);
            before
        });
        Self {
            units: Some(units.collect()),
        }
    }

    /// The offset in the units of JavaScript. Within a character, the offset of its end.
    pub(crate) fn at(&self, body: &[u8], offset: u32) -> u32 {
        let Some(units) = &self.units else {
            return offset;
        };
        let offset = (offset as usize).min(body.len());
        let known = (offset / STRIDE).min(units.len().saturating_sub(1));
        let before = units.get(known).copied().unwrap_or(0);
        before + units_of(&body[known * STRIDE..offset])
    }

    /// A span. It never cuts a character in half.
    pub(crate) fn place(&self, body: &[u8], span: Span) -> Place {
        let is_within = |at: &u32| body.get(*at as usize).is_some_and(|byte| is_continuation(*byte));
        let mut start = span.start;
        // Not more than three times, in a text.
        while self.units.is_some() && start > 0 && is_within(&start) {
            start -= 1;
        }
        Place {
            start: self.at(body, start),
            end: self.at(body, span.end),
        }
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

/// The UTF-16 code units of the characters that begin in these bytes: two where four bytes make a
/// character.
fn units_of(bytes: &[u8]) -> u32 {
    let units = bytes
        .iter()
        .map(|byte| u32::from(!is_continuation(*byte)) + u32::from(*byte >= 0b1111_0000));
    units.sum()
}

/// Bytes of a file as a text, with U+FFFD for what is not UTF-8.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
