//! A body with the rules of its audiences, and the answers about it.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use foldhash::HashMap;
use robots_exclusion::{Dialect, RobotsTxt, Verdict};

use super::Batch;
use super::json_question::{BodyKind, Question, decode};
use super::names::Named;
use super::row_reader::MAX_ROW;
use crate::answer::{Compiled, PreparedCrawler};
use crate::dialects;
use crate::input::read_regular;
use crate::row;
use crate::shortened::{cited, cited_rule};
use crate::status::Status;

/// Standard Base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// One body, parsed once, and the rules of its audiences.
pub(super) struct KeptFile {
    /// `None` for the file of the command line.
    kind: Option<BodyKind>,
    /// The body as the row gave it.
    body: Vec<u8>,
    /// What takes the place of a file that could not be fetched is of no dialect.
    dialect: Dialect,
    dialect_name: &'static str,
    robots: RobotsTxt<'static>,
    questions: u64,
    crawlers: Crawlers,
}

/// The crawlers that asked about one file, and the rules of their audiences. What was answered is
/// not kept.
#[derive(Default)]
pub(super) struct Crawlers {
    /// By their numbers.
    known: HashMap<u64, PreparedCrawler>,
    compiled: Compiled,
    /// What `known` takes, in bytes.
    named: usize,
}

impl Crawlers {
    fn bytes(&self) -> usize {
        self.named + self.compiled.bytes()
    }

    /// The verdict on a crawler's question, and the crawler. The file is the same in every call.
    pub(super) fn ask<'a>(
        &'a mut self,
        robots: &'a RobotsTxt<'_>,
        named: &Named,
        url: &[u8],
    ) -> (Verdict<'a>, &'a PreparedCrawler) {
        /// Crawlers are forgotten when they take about this many bytes, so that no series of
        /// questions fills the memory.
        const MAX_NAMED: usize = 4 << 20;
        if self.named >= MAX_NAMED {
            self.known = HashMap::default();
            self.named = 0;
        }
        let crawler = self.known.entry(named.number).or_insert_with(|| {
            self.named += 3 * named.asked.name().len() + 2 * size_of::<PreparedCrawler>();
            PreparedCrawler::new(named.asked.clone(), 0, robots)
        });
        (crawler.verdict(robots, &mut self.compiled, url), crawler)
    }
}

impl KeptFile {
    /// Whether a question is about the file in this dialect.
    pub(super) fn is_of(&self, question: &Question<'_>, dialect: Dialect) -> bool {
        let (kind, body) = question.body.unzip();
        self.kind == kind && self.dialect == dialect && self.body == body.unwrap_or_default()
    }

    /// Reads the body of a question, or takes the file of the command line.
    pub(super) fn read(question: &Question<'_>, batch: &Batch, dialect: Dialect) -> Result<Self, String> {
        let (kind, written) = question.body.unzip();
        let text = written.map_or(Ok(Cow::Borrowed("")), decode)?;
        let robots = match kind {
            None => batch.default_robots(dialect)?,
            Some(kind) => {
                let body: Cow<'_, [u8]> = match kind {
                    BodyKind::Text => text.as_bytes().into(),
                    BodyKind::Base64 => BASE64
                        .decode(text.trim_ascii())
                        .map_err(|error| format!("`robots_b64` is not Base64: {error}"))?
                        .into(),
                    BodyKind::File => read_regular(Path::new(&*text), MAX_ROW as u64)
                        .map_err(|error| format!("cannot read {text}: {error}"))?
                        .into(),
                };
                batch.reading.limits.parse(&body, dialect).into_owned()
            }
        };
        Ok(Self {
            kind,
            body: written.unwrap_or_default().to_vec(),
            dialect,
            dialect_name: dialects::name_of(dialect),
            robots,
            questions: 0,
            crawlers: Crawlers::default(),
        })
    }

    /// Roughly how many bytes it takes at most.
    pub(super) fn bytes(&self) -> usize {
        /// The parsed lines and the index of a file take at most this many times its length.
        const PARSED: usize = 12;
        self.body.len() + PARSED * self.robots.body().len() + self.crawlers.bytes()
    }

    /// Indexes the file for its second question, if there is room: most files are asked about once.
    fn prepare(&mut self) {
        /// In bytes. No real file that we know of is as long.
        const MAX_INDEXED: usize = 4 << 20;
        self.questions += 1;
        if self.questions == 2 && self.robots.body().len() <= MAX_INDEXED {
            self.robots = std::mem::take(&mut self.robots).into_indexed();
            self.crawlers = Crawlers::default();
        }
    }

    /// Appends the answer to a question, and returns the exit status that it leads to.
    pub(super) fn answer(
        &mut self,
        question: &Question<'_>,
        named: &Named,
        url: &[u8],
        text: &mut Vec<u8>,
    ) -> Status {
        self.prepare();
        let robots = &self.robots;
        let (verdict, crawler) = self.crawlers.ask(robots, named, url);
        let verdict = robots.as_written(verdict);
        // Row by row, general serialization would take half as long again as all else.
        let mut put = |part: &[u8]| text.extend_from_slice(part);
        put(b"{");
        // What is repeated from the question is copied as JSON text.
        if let Some(id) = question.id {
            put(b"\"id\":");
            put(id);
            put(b",");
        }
        put(b"\"agent\":");
        match question.agent {
            Some((_, written)) => put(written),
            None => put_text(text, &[named.asked.name().as_bytes()], || {
                named.asked.name().to_owned()
            }),
        }
        let mut put = |part: &[u8]| text.extend_from_slice(part);
        put(b",\"url\":");
        put(question.url);
        put(if verdict.is_allowed() {
            b",\"allowed\":true,\"reason\":\""
        } else {
            b",\"allowed\":false,\"reason\":\""
        });
        put(row::reason(&verdict).as_bytes());
        put(b"\",\"line\":");
        // Writing to a vector cannot fail, and neither can a number or null.
        let _ = serde_json::to_writer(&mut *text, &verdict.line());
        text.extend_from_slice(b",\"rule\":");
        match verdict.rule() {
            Some(rule) => {
                let colon: &[u8] = if rule.is_missing_colon() { b" " } else { b": " };
                put_text(text, &[rule.key(), colon, rule.pattern()], || cited_rule(rule));
            }
            None => text.extend_from_slice(b"null"),
        }
        text.extend_from_slice(b",\"group\":");
        match crawler.group_name(&verdict) {
            Some(name) => put_text(text, &[name], || cited(name)),
            None => text.extend_from_slice(b"null"),
        }
        text.extend_from_slice(b",\"crawler\":");
        let asked = crawler.asked();
        let crawler = asked.crawler();
        put_text(text, &[crawler.as_bytes()], || crawler.to_owned());
        text.extend_from_slice(b",\"dialect\":\"");
        text.extend_from_slice(self.dialect_name.as_bytes());
        text.extend_from_slice(b"\",\"obeys\":\"");
        text.extend_from_slice(asked.obeys().as_str().as_bytes());
        text.push(b'"');
        if robots.is_truncated() {
            text.extend_from_slice(b",\"truncated\":true");
        }
        text.extend_from_slice(b"}\n");
        row::status(&verdict)
    }
}

/// Appends the parts of a text as JSON, or what answers cite in their place. Nearly all texts are
/// short and their own JSON.
fn put_text(text: &mut Vec<u8>, parts: &[&[u8]], cited: impl FnOnce() -> String) {
    const SHORT: usize = 1_000;
    let is_own = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    // No early exit, so that the loop is vectorized.
    let is_plain =
        |part: &&[u8]| part.len() <= SHORT && part.iter().fold(true, |plain, byte| plain & is_own(*byte));
    if parts.iter().all(is_plain) {
        text.push(b'"');
        parts.iter().for_each(|part| text.extend_from_slice(part));
        text.push(b'"');
    } else {
        // Writing to a vector cannot fail, and neither can a text.
        let _ = serde_json::to_writer(text, &cited());
    }
}
