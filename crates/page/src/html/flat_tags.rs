//! A reader that keeps the tokenizer's stack small.

use html5gum::Reader;

/// How many values in double quotes may come between two added slashes: this limits how deep the
/// tokenizer's calls can nest.
const VALUES: u8 = 8;

/// Passes a document on, and adds a slash after some attribute values in double quotes: `<a b="c"/
/// d="e">`.
///
/// To be fast, the tokenizer often calls the function of the next state instead of returning to its
/// loop. From the name of an attribute to its value in double quotes, to the white space after that
/// and to the next name, these calls form the only cycle, so each such attribute takes more of the
/// stack until the tag ends. A slash within a tag means nothing, unless the tag ends right after
/// it, but it makes the tokenizer return to its loop. With a slash after every eighth value, a tag
/// may have any number of attributes, and all are read.
#[derive(Debug)]
pub(super) struct FlatTags<R> {
    reader: R,
    /// The number of values before the next slash.
    values: u8,
    /// Whether the last byte ended a value after which a slash may be added.
    after_value: bool,
    /// White space that was read in order to decide whether to add a slash. It is passed on after
    /// the slash.
    held: Option<u8>,
}

impl<R: Reader> FlatTags<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            values: VALUES,
            after_value: false,
            held: None,
        }
    }
}

impl<R: Reader> Reader for FlatTags<R> {
    type Error = R::Error;

    #[inline]
    fn read_byte(&mut self) -> Result<Option<u8>, R::Error> {
        if let Some(byte) = self.held.take() {
            return Ok(Some(byte));
        }
        let byte = self.reader.read_byte()?;
        if std::mem::take(&mut self.after_value) && byte.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.held = byte;
            return Ok(Some(b'/'));
        }
        Ok(byte)
    }

    #[inline]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, R::Error> {
        // If white space is held, the text does not match, since the tokenizer never asks for a
        // text that begins with white space.
        Ok(self.held.is_none() && self.reader.try_read_string(text, case_sensitive)?)
    }

    #[inline]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        char_buf: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, R::Error> {
        if let Some(byte) = self.held.take() {
            char_buf[0] = byte;
            return Ok(Some(&char_buf[..1]));
        }
        let read = self.reader.read_until(needle, char_buf)?;
        // The tokenizer is in a value in double quotes if, and only if, it looks for quotes and
        // character references, but not for apostrophes or markup.
        let in_value = || needle.contains(&b'&') && !needle.contains(&b'<');
        self.after_value = false;
        if read == Some(b"\"") && in_value() {
            self.values -= 1;
            if self.values == 0 {
                (self.values, self.after_value) = (VALUES, true);
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use html5gum::{Readable, Token, Tokenizer};

    use super::*;

    fn tokens(reader: impl Reader) -> String {
        Tokenizer::new(reader)
            .map(|token| match token.expect("reading from memory does not fail") {
                // The tokenizer reports an error at each added slash; nothing else differs.
                Token::Error(_) => String::new(),
                token => format!("{token:?}\n"),
            })
            .collect()
    }

    /// Any document made of these pieces is read as it would be without the slashes.
    #[test]
    fn slashes_change_nothing() {
        let pieces = [
            "<a",
            "</a",
            "<title",
            "<!DOCTYPE html PUBLIC",
            "<!--",
            "-->",
            ">",
            "/>",
            "/",
            " ",
            "\n",
            "\r\n",
            "\r",
            "\t",
            "\x0C",
            "b",
            "=",
            "=\"",
            "\"",
            "\"c\"",
            "=\"d\"",
            "=\"d\" ",
            "=\"d\"\r\n",
            "=\"d\" e",
            "='f\" '",
            "=g",
            "&amp;",
            "&amp",
            "<",
            "\0",
            "é",
        ];
        let mut state = 1_u64;
        let mut slashes = 0;
        for _ in 0..2_000 {
            let mut document = String::from("<p b=\"\" c=\"\" d=\"\" e=\"\" f=\"\" g=\"\"");
            for _ in 0..24 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                document.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let plain = tokens(document.to_reader());
            assert_eq!(plain, tokens(FlatTags::new(document.to_reader())), "{document:?}");
            let mut flat = FlatTags::new(document.to_reader());
            let mut tokenizer = Tokenizer::new(Counted(&mut flat, &mut slashes));
            while tokenizer.next().is_some() {}
        }
        assert!(slashes > 200, "{slashes}");
    }

    /// Counts the attributes that were added.
    struct Counted<'a, R>(&'a mut FlatTags<R>, &'a mut u32);

    impl<R: Reader> Reader for Counted<'_, R> {
        type Error = R::Error;

        fn read_byte(&mut self) -> Result<Option<u8>, R::Error> {
            let byte = self.0.read_byte();
            *self.1 += u32::from(self.0.held.is_some());
            byte
        }

        fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, R::Error> {
            self.0.try_read_string(text, case_sensitive)
        }

        fn read_until<'b>(
            &'b mut self,
            needle: &[u8],
            char_buf: &'b mut [u8; 4],
        ) -> Result<Option<&'b [u8]>, R::Error> {
            self.0.read_until(needle, char_buf)
        }
    }
}
