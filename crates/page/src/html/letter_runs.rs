//! A reader that shortens endless words.

use std::io::{self, Read};

use super::item::MAX_LINK;
use robots_exclusion::companions::read_on;

/// The longest run of ASCII letters that is passed on. It is longer than the limit on attributes of
/// links, so an attribute that is too long stays too long.
const MAX_RUN: usize = MAX_LINK + 1;

/// Passes a document on, and cuts runs of ASCII letters after [`MAX_RUN`].
///
/// The tokenizer buffers runs of letters that may turn out to be the name of an end tag (after `</`
/// in a `title`, for instance), however long they are. Shortening the runs bounds its memory, and
/// has no other effect: no name or value that matters contains such a word.
pub(super) struct LetterRuns<R> {
    reader: R,
    /// The number of letters directly before the current place.
    run: usize,
}

impl<R: Read> LetterRuns<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, run: 0 }
    }
}

impl<R: Read> Read for LetterRuns<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = read_on(&mut self.reader, buffer)?;
            if length == 0 {
                return Ok(0);
            }
            let mut kept = 0;
            for at in 0..length {
                let byte = buffer[at];
                self.run = if byte.is_ascii_alphabetic() {
                    self.run.saturating_add(1)
                } else {
                    0
                };
                if self.run <= MAX_RUN {
                    buffer[kept] = byte;
                    kept += 1;
                }
            }
            // Zero bytes would mean the end of the document, so if none are kept, more is read.
            if kept > 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time, and is interrupted in between.
    struct Stuttering<'a>(&'a [u8], bool);

    impl Read for Stuttering<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let length = buffer.len().min(700);
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn only_long_runs_are_shortened() {
        let document = format!(
            "<{}>{} {}1{}",
            "a".repeat(9000),
            "b".repeat(MAX_RUN),
            "c".repeat(MAX_RUN + 1),
            "d".repeat(5)
        );
        let expected = format!(
            "<{}>{} {}1{}",
            "a".repeat(MAX_RUN),
            "b".repeat(MAX_RUN),
            "c".repeat(MAX_RUN),
            "d".repeat(5)
        );
        let mut out = String::new();
        LetterRuns::new(document.as_bytes())
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, expected);
        out.clear();
        LetterRuns::new(Stuttering(document.as_bytes(), false))
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, expected);
    }
}
