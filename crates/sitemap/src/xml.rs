//! Reads XML as the tokens of a document, and continues after broken tokens.

use std::io::{self, Read};
use std::sync::Arc;

use quick_xml::errors::SyntaxError;
use quick_xml::events::Event;

use super::document::Document;
use super::error::Error;
use super::format::Format;
use super::output::Output;
use super::problem::{EXCERPT_CHARS, ProblemKind, excerpt};
use super::source::{Bound, Source};
use super::well_formed::WellFormed;

/// The names of UTF-8, and of its subset ASCII, in XML declarations.
const UTF_8: [&str; 3] = ["utf-8", "utf8", "us-ascii"];

/// The tokens of an XML sitemap, fed to a [`Document`].
///
/// The document, not the tokenizer, checks nesting, since it knows which entry is lost by an error.
/// After an error from which the tokenizer cannot recover by itself, it is started again where the
/// bad token ended.
pub(super) struct Xml<R: Read> {
    /// `None` only while a method replaces it.
    tokens: Option<quick_xml::Reader<Source<R>>>,
    /// The bytes of the current token: at most `Limits::token_bytes` plus two.
    buffer: Vec<u8>,
    document: Document,
    /// Finds the first error at which other XML parsers stop. `None` if this was not requested, or
    /// after that error, since those parsers never see the rest.
    well_formed: Option<WellFormed>,
}

impl<R: Read> Xml<R> {
    pub(super) fn new(source: Source<R>, strict: bool) -> Self {
        Xml {
            well_formed: strict.then(WellFormed::default),
            tokens: Some(tokenize(source)),
            buffer: Vec::new(),
            document: Document::new(),
        }
    }

    pub(super) fn source(&self) -> &Source<R> {
        let reader = self.tokens.as_ref().expect("there is a tokenizer between calls");
        reader.get_ref()
    }

    pub(super) fn format(&self) -> Option<Format> {
        self.document.format()
    }

    /// Reads until there is something to return; false at the end.
    pub(super) fn advance(&mut self, output: &mut Output) -> Result<bool, Error> {
        // The problems of an entry are returned only when it ends, so that they are counted
        // together: a limited number of problems is kept for one entry.
        loop {
            output.check_problems()?;
            if !self.token(output)? {
                return Ok(false);
            }
            if !output.is_empty() && (self.document.take_entry_ended() || !self.document.in_entry()) {
                return Ok(true);
            }
        }
    }

    /// Reads one token; false at the end.
    fn token(&mut self, output: &mut Output) -> Result<bool, Error> {
        let Xml {
            tokens,
            buffer,
            document,
            well_formed,
        } = self;
        let reader = tokens.as_mut().expect("there is a tokenizer between calls");
        buffer.clear();
        let source = reader.get_mut();
        source.begin_token();
        let line = source.line();
        document.at(line, source.consumed(), output);
        let is_first = source.is_at_start();
        let event = reader.read_event_into(buffer);
        let refused = match (&event, well_formed.as_mut()) {
            (Ok(event), Some(well_formed)) => well_formed
                .token(event, is_first)
                .err()
                .map(|(kind, text)| (kind, excerpt(text))),
            _ => None,
        };
        match event {
            Ok(Event::Start(tag)) => document.start(&tag, false, output)?,
            Ok(Event::Empty(tag)) => document.start(&tag, true, output)?,
            Ok(Event::End(tag)) => {
                // The end tag of an entry is part of the entry.
                document.reached(reader.get_ref().consumed(), output);
                document.end(tag.name().as_ref(), output);
            }
            Ok(Event::Text(text)) => {
                // The tokenizer returns an ampersand without a reference as a text that begins with
                // `&`.
                if text.starts_with('&') {
                    document.bare_ampersand(&text, output);
                }
                if output.options.strict {
                    document.check_quotes(&text, output);
                }
                document.text(&text, output);
            }
            Ok(Event::CData(text)) => document.text(&text, output),
            Ok(Event::GeneralRef(reference)) => document.reference(&reference, output),
            Ok(Event::Decl(declaration)) => {
                if let Some(Ok(encoding)) = declaration.encoding()
                    && !UTF_8.iter().any(|name| encoding.eq_ignore_ascii_case(name))
                {
                    output.problem(ProblemKind::DeclaredEncoding, line, false, &encoding);
                }
            }
            Ok(Event::DocType(declaration)) => {
                output.problem(ProblemKind::Doctype, line, false, &declaration)
            }
            Ok(Event::Comment(_) | Event::PI(_)) => {}
            Ok(Event::Eof) => {
                document.finish(output);
                return Ok(false);
            }
            Err(error) => {
                self.recover(error, line, output)?;
                return Ok(true);
            }
        }
        if let Some((kind, text)) = refused
            && output.is_well_formed()
        {
            output.problem(kind, line, false, &text);
        }
        if !output.is_well_formed() {
            *well_formed = None;
        }
        if document.take_unclosed() {
            // The tokenizer keeps the names of all elements that it considers open, so its memory
            // would grow with each element that is never closed.
            self.restart();
        }
        Ok(true)
    }

    /// Reports a broken token and continues after it, if possible.
    fn recover(&mut self, error: quick_xml::Error, line: u64, output: &mut Output) -> Result<(), Error> {
        let limits = output.options.limits;
        // Enough bytes for an excerpt: a character takes up to four.
        let seen = &self.buffer[..self.buffer.len().min(4 * EXCERPT_CHARS)];
        let seen = String::from_utf8_lossy(seen).into_owned();
        match error {
            quick_xml::Error::Io(error) if Bound::behind(&error) == Some(Bound::Token) => {
                let comment = self.buffer.starts_with(b"<!--") || self.buffer.starts_with(b"<?");
                if self.buffer.starts_with(b"<!") && !comment && !self.buffer.starts_with(b"<![CDATA[") {
                    return Err(Error::Doctype { line });
                }
                // A comment that is too long is not an error; it is skipped, and its content is not
                // checked.
                if !comment {
                    self.document.broken(ProblemKind::TokenTooLong, &seen, output);
                } else if self.well_formed.is_some() {
                    output.problem(ProblemKind::TokenTooLong, line, false, &seen);
                }
                let is_empty = self
                    .skip_token()
                    .map_err(|error| Error::of_read(error, &limits))?;
                self.skipped_tag(is_empty, output)?;
            }
            quick_xml::Error::Io(error) if Bound::behind(&error) == Some(Bound::Tag) => {
                self.document.broken(ProblemKind::MalformedMarkup, &seen, output);
            }
            quick_xml::Error::Io(error) => {
                let kind = error.kind();
                let error = Arc::try_unwrap(error).unwrap_or_else(|shared| match Bound::behind(&shared) {
                    Some(bound) => io::Error::other(bound),
                    None => io::Error::new(kind, shared),
                });
                return Err(Error::of_read(error, &limits));
            }
            quick_xml::Error::Syntax(SyntaxError::UnclosedDoctype) => {
                output.problem(ProblemKind::UnclosedDoctype, line, false, &seen);
            }
            quick_xml::Error::Encoding(_) => self.document.broken(ProblemKind::InvalidUtf8, &seen, output),
            _ => self.document.broken(ProblemKind::MalformedMarkup, &seen, output),
        }
        self.restart();
        Ok(())
    }

    /// Opens or closes the element of a tag that was skipped, so that its end or beginning matches.
    fn skipped_tag(&mut self, is_empty: bool, output: &mut Output) -> Result<(), Error> {
        let (tag, is_end) = match self.buffer.as_slice() {
            [b'<', b'!' | b'?', ..] => return Ok(()),
            [b'<', b'/', tag @ ..] => (tag, true),
            [b'<', tag @ ..] => (tag, false),
            _ => return Ok(()),
        };
        // The attributes are unknown, and so are the prefixes that they declare.
        self.well_formed = None;
        // Both tags of an element have the name cut at the same place.
        let tag = &tag[..tag.len().min(output.options.limits.token_bytes.saturating_sub(2))];
        let end = tag
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || *byte == b'/');
        let name = String::from_utf8_lossy(&tag[..end.unwrap_or(tag.len())]);
        if is_end {
            self.document.end(&name, output);
        } else if !is_empty {
            self.document.skipped(&name, output)?;
        }
        Ok(())
    }

    /// Skips the rest of a token that is too long. Returns whether it ends as the tag of an empty
    /// element.
    fn skip_token(&mut self) -> io::Result<bool> {
        let reader = self.tokens.as_mut().expect("there is a tokenizer between calls");
        let (source, seen) = (reader.get_mut(), self.buffer.as_slice());
        let last = match seen {
            [b'<', b'!', b'-', ..] => source.skip_past(b"--", seen)?,
            [b'<', b'!', ..] => source.skip_past(b"]]", seen)?,
            [b'<', b'?', ..] => source.skip_past(b"?", seen)?,
            [b'<', ..] => source.skip_past(b"", seen)?,
            _ => {
                source.skip_to_markup()?;
                [0; 2]
            }
        };
        Ok(last.ends_with(b"/"))
    }

    fn restart(&mut self) {
        self.tokens = self.tokens.take().map(|reader| tokenize(reader.into_inner()));
    }
}

fn tokenize<R: Read>(source: Source<R>) -> quick_xml::Reader<Source<R>> {
    let mut reader = quick_xml::Reader::from_reader(source);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    reader
}
