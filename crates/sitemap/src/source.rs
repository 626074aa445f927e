//! The input: decompression, the byte order mark, and the limits on how much is read.

use core::fmt;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use flate2::bufread::GzDecoder;

use super::error::Error;
use super::limits::Limits;
use robots_exclusion::companions::read_on;

const BUFFER: usize = 1 << 16;

/// How gzip data begins: RFC 1952, section 2.3.1: the two bytes of identification and the only
/// defined method.
const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// The decompressed bytes of a sitemap, counted and bounded.
///
/// As a [`BufRead`] it fails with a [`Bound`] once it would return more bytes than the limits allow
/// for the file or for one token. So callers never collect more bytes than that.
pub(super) struct Source<R: Read> {
    layers: Layers<R>,
    /// Bytes given out so far.
    consumed: u64,
    /// The bytes of the byte order mark.
    mark: u64,
    /// Ends of lines given out so far.
    line_ends: u64,
    /// Whether the last byte given out was a carriage return: a line feed that follows ends the
    /// same line.
    after_return: bool,
    /// Bytes given out since the last `begin_token`; at most `token_bytes`.
    token: usize,
    markup: Markup,
    token_bytes: usize,
    bytes: u64,
}

/// The kind of the token that is being read, by its first two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    /// Not known yet, or a comment or anything else that begins with `<!` or `<?`.
    None,
    Text,
    /// One byte was read, a `<`.
    Begun,
    /// A start or end tag.
    Tag,
}

/// The bound that a read ran into, as the payload of its `io::Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// `Limits::bytes`.
    Bytes,
    /// `Limits::token_bytes`.
    Token,
    /// A tag must have ended before another `<`.
    Tag,
}

impl Bound {
    /// The limit that caused an error of [`Source`], if one did.
    pub(super) fn behind(error: &io::Error) -> Option<Bound> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Bytes => "too many bytes",
            Bound::Token => "token too long",
            Bound::Tag => "tag not closed",
        })
    }
}

impl core::error::Error for Bound {}

/// The input without its layers of gzip. There may be two: a compressed file that was compressed
/// again in transit.
enum Layers<R: Read> {
    Plain(BufReader<Head<R>>),
    Gzip(Box<BufReader<Unzip<R>>>),
    Twice(Box<BufReader<Unzip<Gunzip<R>>>>),
}

type Unzip<R> = Head<Gunzip<R>>;

fn unzip<R: Read>(input: Head<R>, bytes: u64) -> io::Result<Unzip<R>> {
    Head::read(Gunzip::new(input), bytes)
}

/// A member of gzip data: the bytes that were read to recognize its beginning, and then the rest.
type Member<R> = Chain<Cursor<Vec<u8>>, BufReader<Head<R>>>;

/// The decompressed contents of all members of gzip data, one after the other: RFC 1952, section
/// 2.2.
struct Gunzip<R> {
    /// The member that is read, unless the last one has ended.
    member: Option<GzDecoder<Member<R>>>,
    /// The reader, once the last member has ended.
    rest: Option<BufReader<Head<R>>>,
    /// Whether something else comes after the last member.
    has_trailing_bytes: bool,
}

impl<R: Read> Gunzip<R> {
    fn new(input: Head<R>) -> Self {
        let input = BufReader::with_capacity(BUFFER, input);
        Gunzip {
            member: Some(GzDecoder::new(Cursor::new(Vec::new()).chain(input))),
            rest: None,
            has_trailing_bytes: false,
        }
    }
}

impl<R: Read> Read for Gunzip<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(into)?;
            if count > 0 || into.is_empty() {
                return Ok(count);
            }
            let Some(member) = self.member.take() else { break };
            let (_, mut input) = member.into_inner().into_inner();
            let mut head = Vec::new();
            input.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
            if head == GZIP {
                self.member = Some(GzDecoder::new(Cursor::new(head).chain(input)));
            } else {
                self.has_trailing_bytes = !head.is_empty();
                self.rest = Some(input);
            }
        }
        Ok(0)
    }
}

impl<R: Read> Source<R> {
    /// Reads the first bytes, and removes compression and the byte order mark.
    pub(super) fn open(input: R, limits: &Limits) -> Result<Self, Error> {
        // The compressed bytes are limited as well, because there may be an endless sequence of
        // empty members. The limit is a little higher than for decompressed bytes, since data that
        // cannot be compressed becomes slightly longer.
        let packed = limits
            .bytes
            .saturating_add(limits.bytes / 64)
            .saturating_add(BUFFER as u64);
        let open = || -> io::Result<_> {
            let plain = Head::read(input, packed)?;
            if !plain.is_gzip() {
                return Ok((
                    plain.encoding(),
                    Layers::Plain(BufReader::with_capacity(BUFFER, plain)),
                    false,
                ));
            }
            let once = unzip(plain, packed)?;
            if !once.is_gzip() {
                let encoding = once.encoding();
                return Ok((
                    encoding,
                    Layers::Gzip(Box::new(BufReader::with_capacity(BUFFER, once))),
                    false,
                ));
            }
            let twice = unzip(once, packed)?;
            let (encoding, nested) = (twice.encoding(), twice.is_gzip());
            Ok((
                encoding,
                Layers::Twice(Box::new(BufReader::with_capacity(BUFFER, twice))),
                nested,
            ))
        };
        let (encoding, layers, nested) = open().map_err(|error| Error::of_read(error, limits))?;
        if nested {
            return Err(Error::NestedGzip);
        }
        let (bytes, token_bytes) = (limits.bytes, limits.token_bytes.max(1));
        let mut source = Source {
            layers,
            consumed: 0,
            mark: 0,
            line_ends: 0,
            after_return: false,
            token: 0,
            markup: Markup::None,
            token_bytes,
            bytes,
        };
        match encoding {
            Encoding::Utf8 => {}
            Encoding::Utf8WithMark => {
                source.skip(3).map_err(|error| Error::of_read(error, limits))?;
                source.mark = source.consumed;
            }
            Encoding::Wide => return Err(Error::Utf16),
        }
        Ok(source)
    }

    /// The line of the next byte, from 1. A carriage return also ends a line, alone or with the
    /// line feed after it: XML 1.0, section 2.11.
    pub(super) fn line(&self) -> u64 {
        self.line_ends + 1
    }

    /// Bytes given out so far.
    pub(super) fn consumed(&self) -> u64 {
        self.consumed
    }

    /// Whether nothing was returned except a byte order mark.
    pub(super) fn is_at_start(&self) -> bool {
        self.consumed == self.mark
    }

    /// Whether the compressed data ended before the file did. Known at the end.
    pub(super) fn has_trailing_bytes(&self) -> bool {
        match &self.layers {
            Layers::Plain(_) => false,
            Layers::Gzip(reader) => reader.get_ref().inner.has_trailing_bytes,
            Layers::Twice(reader) => {
                let outer = &reader.get_ref().inner;
                let around = outer.rest.as_ref().map(|rest| &rest.get_ref().inner);
                outer.has_trailing_bytes || around.is_some_and(|around| around.has_trailing_bytes)
            }
        }
    }

    /// Begins a new token: another `token_bytes` may be read.
    pub(super) fn begin_token(&mut self) {
        self.token = 0;
        self.markup = Markup::None;
    }

    fn skip(&mut self, mut count: usize) -> io::Result<()> {
        while count > 0 {
            self.begin_token();
            let available = self.fill_buf()?.len().min(count);
            if available == 0 {
                break;
            }
            self.consume(available);
            count -= available;
        }
        Ok(())
    }

    /// Skips everything before the next `<`, or before the end.
    pub(super) fn skip_to_markup(&mut self) -> io::Result<()> {
        loop {
            self.begin_token();
            let available = self.fill_buf()?;
            match memchr::memchr(b'<', available) {
                Some(at) => {
                    self.consume(at);
                    return Ok(());
                }
                None if available.is_empty() => return Ok(()),
                None => {
                    let length = available.len();
                    self.consume(length);
                }
            }
        }
    }

    /// Skips everything up to and including the next `>` that follows `before`, which may have
    /// begun in `seen`. Returns the last two bytes before it, or before the end of the file.
    pub(super) fn skip_past(&mut self, before: &[u8], seen: &[u8]) -> io::Result<[u8; 2]> {
        debug_assert!(before.len() <= 2);
        // The last two bytes that were skipped.
        let mut last = [0; 2];
        for &byte in &seen[seen.len().saturating_sub(2)..] {
            last = [last[1], byte];
        }
        loop {
            self.begin_token();
            let available = self.fill_buf()?;
            if available.is_empty() {
                return Ok(last);
            }
            let end = memchr::memchr(b'>', available);
            let skipped = &available[..end.unwrap_or(available.len())];
            for &byte in &skipped[skipped.len().saturating_sub(2)..] {
                last = [last[1], byte];
            }
            match end {
                Some(at) => {
                    self.consume(at + 1);
                    if last.ends_with(before) {
                        return Ok(last);
                    }
                    last = [last[1], b'>'];
                }
                None => {
                    let length = available.len();
                    self.consume(length);
                }
            }
        }
    }

    /// How many of the buffered bytes may be given out at once. At least one byte is buffered.
    ///
    /// | next is | given out |
    /// |---|---|
    /// | a byte beyond the limit of the file | nothing ([`Bound::Bytes`]) |
    /// | a byte beyond the limit of the token | nothing ([`Bound::Token`]) |
    /// | but: `<` or `&` after a text of exactly that limit | that byte |
    /// | the byte EF at the start of a token | that byte |
    /// | `<` within a tag | nothing ([`Bound::Tag`]) |
    /// | anything else | all before one of the bytes above |
    fn available(&self) -> Result<usize, Bound> {
        let buffer = self.buffer();
        if self.consumed >= self.bytes {
            return Err(Bound::Bytes);
        }
        let left_of_token = self.token_bytes - self.token;
        if left_of_token == 0 {
            // The text has ended, but the tokenizer only knows that once it sees the next byte.
            let ends_text = self.markup == Markup::Text && matches!(buffer, [b'<' | b'&', ..]);
            return if ends_text { Ok(1) } else { Err(Bound::Token) };
        }
        if self.token == 0 && buffer.starts_with(b"\xEF") {
            // A tokenizer skips a byte order mark at the start of its input, and after a broken
            // token a new tokenizer is started in the middle of the file, where these three bytes
            // are text. It only recognizes the mark if it sees all three bytes at once.
            return Ok(1);
        }
        let left_of_file = usize::try_from(self.bytes - self.consumed).unwrap_or(usize::MAX);
        let length = buffer.len().min(left_of_token).min(left_of_file);
        if self.markup != Markup::Tag {
            return Ok(length);
        }
        // No tag contains a `<`: XML 1.0, section 3.1. If there is one, the tag lacks its end or a
        // quote, and would otherwise include the text that follows.
        match memchr::memchr(b'<', &buffer[..length]) {
            Some(0) => Err(Bound::Tag),
            Some(end) => Ok(end),
            None => Ok(length),
        }
    }

    fn inner(&mut self) -> &mut dyn BufRead {
        match &mut self.layers {
            Layers::Plain(reader) => reader,
            Layers::Gzip(reader) => reader,
            Layers::Twice(reader) => reader,
        }
    }

    fn buffer(&self) -> &[u8] {
        match &self.layers {
            Layers::Plain(reader) => reader.buffer(),
            Layers::Gzip(reader) => reader.buffer(),
            Layers::Twice(reader) => reader.buffer(),
        }
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.buffer().is_empty() && self.inner().fill_buf()?.is_empty() {
            return Ok(&[]);
        }
        if self.markup == Markup::Begun {
            let is_tag = !matches!(self.buffer(), [b'!' | b'?', ..]);
            self.markup = if is_tag { Markup::Tag } else { Markup::None };
        }
        let length = self.available().map_err(io::Error::other)?;
        Ok(&self.buffer()[..length])
    }

    fn consume(&mut self, amount: usize) {
        if self.token == 0 {
            self.markup = match self.buffer() {
                // The tokenizer consumes the `<` by itself, and asks for more before it continues.
                // So the next call of `fill_buf` sees the byte that distinguishes a tag from a
                // comment.
                [b'<', ..] => Markup::Begun,
                _ => Markup::Text,
            };
        }
        let bytes = &self.buffer()[..amount];
        let mut line_ends = memchr::memchr_iter(b'\n', bytes).count() as u64;
        if self.after_return && bytes.starts_with(b"\n") {
            line_ends -= 1;
        }
        let mut after_return = self.after_return && bytes.is_empty();
        for at in memchr::memchr_iter(b'\r', bytes) {
            let next = bytes.get(at + 1);
            line_ends += u64::from(next != Some(&b'\n'));
            after_return |= next.is_none();
        }
        (self.line_ends, self.after_return) = (self.line_ends + line_ends, after_return);
        self.consumed += amount as u64;
        self.token += amount;
        self.inner().consume(amount);
    }
}

impl Error {
    /// The error for a failed read of a [`Source`].
    pub(super) fn of_read(error: io::Error, limits: &Limits) -> Error {
        match Bound::behind(&error) {
            Some(Bound::Bytes) => Error::TooManyBytes(limits.bytes),
            _ => Error::Io(error),
        }
    }
}

#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Utf8WithMark,
    Wide,
}

/// A reader whose first bytes are known, and that fails after a number of bytes.
struct Head<R> {
    bytes: [u8; 4],
    /// How many of `bytes` there are, and how many of them were given out.
    length: usize,
    given: usize,
    inner: R,
    /// How many bytes may still be read from `inner`.
    remaining: u64,
}

impl<R: Read> Head<R> {
    fn read(mut inner: R, remaining: u64) -> io::Result<Self> {
        let (mut bytes, mut length) = ([0; 4], 0);
        while length < bytes.len() {
            match read_on(&mut inner, &mut bytes[length..])? {
                0 => break,
                count => length += count,
            }
        }
        Ok(Head {
            bytes,
            length,
            given: 0,
            inner,
            remaining,
        })
    }

    fn is_gzip(&self) -> bool {
        self.bytes[..self.length].starts_with(&GZIP)
    }

    /// The encoding by the first bytes, as in XML 1.0, appendix F, but only whether it is UTF-8 or
    /// one of the wide encodings (UTF-16, UTF-32).
    fn encoding(&self) -> Encoding {
        match self.bytes[..self.length] {
            [0xef, 0xbb, 0xbf, ..] => Encoding::Utf8WithMark,
            [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0, _, ..] | [_, 0, ..] => Encoding::Wide,
            _ => Encoding::Utf8,
        }
    }
}

impl<R: Read> Read for Head<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given < self.length {
            let count = (&self.bytes[self.given..self.length]).read(into)?;
            self.given += count;
            return Ok(count);
        }
        let count = read_on(&mut self.inner, into)?;
        self.remaining = self
            .remaining
            .checked_sub(count as u64)
            .ok_or_else(|| io::Error::other(Bound::Bytes))?;
        Ok(count)
    }
}
