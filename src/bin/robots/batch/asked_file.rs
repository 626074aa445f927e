//! The last few bodies, each with the rules of its audiences.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::io::Write as _;
use std::path::Path;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use robots_exclusion::{Dialect, RobotsTxt, Rule, Verdict};

use super::json_question::{BodyKind, Form, Question, decode};
use super::row_reader::MAX_ROW;
use crate::answer::{Compiled, PreparedCrawler};
use crate::crawlers::CrawlerQuery;
use crate::input::read_regular;
use crate::options::Reading;
use crate::shortened::{cited, cited_rule};

/// How many bytes a thread keeps of files that rows before the last one were about.
const MAX_KEPT: usize = 6 << 20;

/// Standard Base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// One body, parsed once, and the rules of its audiences.
pub(super) struct AskedFile {
    kind: BodyKind,
    /// The body as the row gave it.
    pub(super) body: Vec<u8>,
    /// The dialect as the row named it.
    dialect: Option<Box<[u8]>>,
    robots: RobotsTxt<'static>,
    index: Index,
    crawlers: Crawlers,
}

/// Whether a file has an index.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    /// Nothing was asked yet: most files are asked about once.
    Unasked,
    /// One question was asked.
    AskedOnce,
    /// It has one, which takes about this many bytes.
    Bytes(usize),
    /// Too many names would take too much memory.
    TooLarge,
}

/// The files that rows before the last one were about, the latest first. Rows may be about two
/// files in turn, or about one in two dialects.
#[derive(Default)]
pub(super) struct Others(VecDeque<AskedFile>);

impl Others {
    /// To look for a file takes time where all are different.
    const MAX: usize = 8;

    /// The file that a question is about.
    pub(super) fn take(&mut self, question: &Question<'_>, dialect: Dialect) -> Option<AskedFile> {
        let is_meant = |file: &AskedFile| file.is_read_as(question, dialect) && file.body == question.body;
        self.0.remove(self.0.iter().position(is_meant)?)
    }

    /// Keeps a file, and forgets the oldest ones if they are too many or take too much memory.
    pub(super) fn keep(&mut self, file: AskedFile) {
        self.0.push_front(file);
        self.0.truncate(Self::MAX);
        let mut bytes = 0;
        let mut fits = |file: &AskedFile| {
            bytes += file.bytes();
            bytes <= MAX_KEPT
        };
        let fitting = self.0.iter().position(|file| !fits(file));
        self.0.truncate(fitting.unwrap_or(Self::MAX));
    }
}

/// The crawlers that asked about one file, and the rules of their audiences. What was answered is
/// not kept.
#[derive(Default)]
pub(super) struct Crawlers {
    /// By how they are named, and by their names as rows give them. To resolve a name and to find
    /// its audience again in every row takes 30 % of the rows a second (ten headers in turn, 53
    /// real files; medians of five runs in turn, Intel Xeon).
    known: [HashMap<Box<[u8]>, PreparedCrawler>; 2],
    compiled: Compiled,
    /// What `known` takes, in bytes.
    named: usize,
}

impl Crawlers {
    fn bytes(&self) -> usize {
        self.named + self.compiled.bytes()
    }

    /// The verdict on a question of the crawler of this name, and the crawler. The file is the same
    /// in every call.
    pub(super) fn ask<'a, 'n>(
        &'a mut self,
        robots: &'a RobotsTxt<'_>,
        form: Form,
        name: &'n [u8],
        url: &[u8],
        decode: impl FnOnce(&'n [u8]) -> Result<Cow<'n, str>, String>,
    ) -> Result<(Verdict<'a>, &'a PreparedCrawler), String> {
        /// Crawlers are forgotten when they take about this many bytes, so that no series of
        /// questions fills the memory.
        const MAX_NAMED: usize = 4 << 20;
        if self.named >= MAX_NAMED {
            self.known = Default::default();
            self.named = 0;
        }
        let known = &mut self.known[form as usize];
        // The entry of a name that is not known yet would need a copy of every name.
        if !known.contains_key(name) {
            let written = decode(name)?;
            let mut crawler = PreparedCrawler::of(CrawlerQuery::new(&written, &form.read(&written)));
            crawler.prepare(robots);
            self.named += 3 * (name.len() + written.len()) + 2 * size_of::<PreparedCrawler>();
            known.insert(name.into(), crawler);
        }
        let crawler = &known[name];
        Ok((crawler.verdict(robots, &mut self.compiled, url), crawler))
    }
}

impl AskedFile {
    /// Reads the body of a question.
    pub(super) fn read(question: &Question<'_>, reading: &Reading, dialect: Dialect) -> Result<Self, String> {
        let text = decode(question.body)?;
        let parse = |body: &[u8]| reading.limits.parse(body, dialect).into_owned();
        let robots = match question.kind {
            BodyKind::Text => parse(text.as_bytes()),
            BodyKind::Base64 => {
                let body = BASE64.decode(text.trim_ascii());
                parse(&body.map_err(|error| format!("`robots_b64` is not Base64: {error}"))?)
            }
            BodyKind::File => {
                let body = read_regular(Path::new(&*text), MAX_ROW as u64);
                parse(&body.map_err(|error| format!("cannot read {text}: {error}"))?)
            }
        };
        Ok(Self {
            kind: question.kind,
            body: question.body.to_vec(),
            dialect: question.dialect.map(Box::from),
            robots,
            index: Index::Unasked,
            crawlers: Crawlers::default(),
        })
    }

    /// Whether a question with the same body gives it in the same field, and spells the dialect in
    /// the same way, so that the dialect need not be decoded.
    pub(super) fn is_asked_by(&self, question: &Question<'_>) -> bool {
        self.kind == question.kind && self.dialect.as_deref() == question.dialect
    }

    /// Remembers how a question spells the dialect, for [`Self::is_asked_by`].
    pub(super) fn remember_dialect(&mut self, question: &Question<'_>) {
        if self.dialect.as_deref() != question.dialect {
            self.dialect = question.dialect.map(Box::from);
        }
    }

    /// Whether a question that has the same body wants it read in the same way.
    pub(super) fn is_read_as(&self, question: &Question<'_>, dialect: Dialect) -> bool {
        self.kind == question.kind && self.robots.dialect() == dialect
    }

    /// Roughly how many bytes it takes.
    fn bytes(&self) -> usize {
        /// The parsed lines of a file take at most this many times its length.
        const PARSED: usize = 4;
        let index = match self.index {
            Index::Bytes(bytes) => bytes,
            _ => 0,
        };
        self.body.len() + PARSED * self.robots.body().len() + index + self.crawlers.bytes()
    }

    /// Indexes the file for its second question, if there is room.
    fn prepare(&mut self) {
        /// How many names an index holds. Of the real files that we know of, one has more than
        /// 1,000.
        const MAX_NAMES: usize = 100_000;
        /// How many bytes a name takes besides its letters.
        const NAME: usize = 100;
        self.index = match self.index {
            Index::Unasked => Index::AskedOnce,
            Index::AskedOnce => {
                let names: usize = self.robots.groups().map(|group| group.agents().count()).sum();
                if names <= MAX_NAMES {
                    self.robots = std::mem::take(&mut self.robots).into_indexed();
                    self.crawlers = Crawlers::default();
                    // Letters are those of the file, once as keys and once as values.
                    Index::Bytes(2 * self.robots.body().len() + names * NAME)
                } else {
                    Index::TooLarge
                }
            }
            known => known,
        };
    }

    /// Whether the crawler of a question may fetch a URL. Appends the answer.
    pub(super) fn answer(
        &mut self,
        question: &Question<'_>,
        url: &[u8],
        text: &mut Vec<u8>,
    ) -> Result<bool, String> {
        self.prepare();
        let robots = &self.robots;
        let (verdict, crawler) = self
            .crawlers
            .ask(robots, question.form, question.agent, url, decode)?;
        let mut put = |part: &[u8]| text.extend_from_slice(part);
        put(b"{");
        // What is repeated from the question is copied as JSON text.
        if let Some(id) = question.id {
            put(b"\"id\":");
            put(id);
            put(b",");
        }
        put(b"\"agent\":");
        put(question.agent);
        put(b",\"url\":");
        put(question.url);
        put(if verdict.is_allowed() {
            b",\"allowed\":true,\"reason\":\""
        } else {
            b",\"allowed\":false,\"reason\":\""
        });
        put(verdict.reason().as_str().as_bytes());
        put(b"\",\"line\":");
        // Writing to a vector cannot fail.
        let _ = match verdict.line() {
            Some(line) => write!(text, "{line}"),
            None => write!(text, "null"),
        };
        text.extend_from_slice(b",\"rule\":");
        match verdict.rule() {
            Some(rule) => put_rule(text, robots.rule_as_written(rule).as_ref().unwrap_or(rule)),
            None => text.extend_from_slice(b"null"),
        }
        text.extend_from_slice(b",\"group\":");
        match crawler.group_name(&verdict) {
            Some(name) => put_name(text, name),
            None => text.extend_from_slice(b"null"),
        }
        text.extend_from_slice(b",\"crawler\":");
        put_text(text, crawler.asked().crawler());
        if robots.is_truncated() {
            text.extend_from_slice(b",\"truncated\":true");
        }
        text.extend_from_slice(b"}\n");
        Ok(verdict.is_allowed())
    }
}

/// Appends a text as JSON.
fn put_text(text: &mut Vec<u8>, value: &str) {
    if is_plain(value.as_bytes()) {
        text.push(b'"');
        text.extend_from_slice(value.as_bytes());
        text.push(b'"');
    } else {
        // Writing to a vector cannot fail, and neither can a text.
        let _ = serde_json::to_writer(text, value);
    }
}

/// Appends a name of the file as JSON, as answers [cite](cited) it.
fn put_name(text: &mut Vec<u8>, name: &[u8]) {
    match std::str::from_utf8(name) {
        Ok(name) if is_plain(name.as_bytes()) => put_text(text, name),
        _ => put_text(text, &cited(name)),
    }
}

/// Appends a rule as JSON, as answers [cite](cited_rule) it.
fn put_rule(text: &mut Vec<u8>, rule: &Rule<'_>) {
    if !is_plain(rule.key()) || !is_plain(rule.pattern()) {
        return put_text(text, &cited_rule(rule));
    }
    text.push(b'"');
    text.extend_from_slice(rule.key());
    text.extend_from_slice(if rule.is_missing_colon() { b" " } else { b": " });
    text.extend_from_slice(rule.pattern());
    text.push(b'"');
}

/// Whether a text is its own JSON and short, as nearly all names and patterns are.
fn is_plain(text: &[u8]) -> bool {
    const SHORT: usize = 1_000;
    let is_own = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    // No early exit, so that the loop is vectorized.
    text.len() <= SHORT && text.iter().fold(true, |plain, byte| plain & is_own(*byte))
}
