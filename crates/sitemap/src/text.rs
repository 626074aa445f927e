//! Sitemaps of one URL on each line.

use std::io::{BufRead, Read};

use super::entry::Entry;
use super::entry_builder::check_loc;
use super::error::Error;
use super::output::Output;
use super::problem::ProblemKind;
use super::source::Source;

pub(super) struct Text<R: Read> {
    source: Source<R>,
    /// The current line, at most `Limits::token_bytes` long.
    line: Vec<u8>,
}

impl<R: Read> Text<R> {
    pub(super) fn new(source: Source<R>) -> Self {
        Text {
            source,
            line: Vec::new(),
        }
    }

    pub(super) fn source(&self) -> &Source<R> {
        &self.source
    }

    /// Reads one line; false at the end.
    pub(super) fn advance(&mut self, output: &mut Output) -> Result<bool, Error> {
        output.check_problems()?;
        let limits = output.options.limits;
        let number = self.source.line();
        let (mut whole, mut any) = (true, false);
        self.line.clear();
        loop {
            self.source.begin_token();
            let available = self
                .source
                .fill_buf()
                .map_err(|error| Error::of_read(error, &limits))?;
            if available.is_empty() {
                break;
            }
            any = true;
            let end = memchr::memchr2(b'\n', b'\r', available);
            let part = &available[..end.unwrap_or(available.len())];
            let room = limits.token_bytes - self.line.len();
            whole &= part.len() <= room;
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let consumed = end.map_or(available.len(), |end| end + 1);
            self.source.consume(consumed);
            if end.is_some() {
                break;
            }
        }
        let line = self.line.trim_ascii();
        let loc = core::str::from_utf8(line).map(str::trim);
        if whole && loc == Ok("") {
            return Ok(any);
        }
        output.begin_entry(limits.urls)?;
        match loc {
            _ if !whole => {
                output.problem(
                    ProblemKind::TokenTooLong,
                    number,
                    true,
                    &String::from_utf8_lossy(line),
                );
            }
            Err(_) => output.problem(
                ProblemKind::InvalidUtf8,
                number,
                true,
                &String::from_utf8_lossy(line),
            ),
            Ok(loc) if check_loc(loc, number, output) => {
                output.entry(Entry {
                    line: number,
                    ..Entry::new(loc)
                });
            }
            Ok(_) => {}
        }
        Ok(any)
    }
}
