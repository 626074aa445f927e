//! The last few bodies, each with the rules of its audiences.

use std::collections::VecDeque;
use std::path::Path;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use robots_exclusion::agents::UserAgent;
use robots_exclusion::{Dialect, RobotsTxt};
use serde::Serialize;

use super::question::{BodyKind, Question, decode};
use super::reader::MAX_ROW;
use crate::answer::{Compiled, cited_as_written, cited_group};
use crate::input::read_regular;
use crate::options::Reading;

/// How many bytes a thread keeps of sites that rows before the last one were about.
const MAX_KEPT: usize = 6 << 20;

/// Standard Base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// One body, parsed once, and the rules of its audiences.
pub(super) struct Site {
    kind: BodyKind,
    /// The body as the row gave it.
    pub(super) body: Vec<u8>,
    /// The dialect as the row named it.
    dialect: Option<Box<[u8]>>,
    robots: RobotsTxt<'static>,
    index: Index,
    compiled: Compiled,
}

/// Whether a file has an index.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    /// Nothing was asked yet: most files are asked about once.
    Unasked,
    /// One question was asked.
    AskedOnce,
    /// It has one, of about so many bytes.
    Bytes(usize),
    /// Too many names would take too much memory.
    TooLarge,
}

/// The sites that rows before the last one were about, the latest first. Rows may be about two files in turn, or about one in two
/// dialects.
#[derive(Default)]
pub(super) struct Others(VecDeque<Site>);

impl Others {
    /// To look for a site takes time where all are different.
    const MOST: usize = 8;

    /// The site that a question is about.
    pub(super) fn take(&mut self, question: &Question<'_>, dialect: Dialect) -> Option<Site> {
        let is_meant = |site: &Site| site.is_read_as(question, dialect) && site.body == question.body;
        self.0.remove(self.0.iter().position(is_meant)?)
    }

    /// Keeps a site if there is room, and forgets those that others came after.
    pub(super) fn keep(&mut self, site: Site) {
        self.0.push_front(site);
        self.0.truncate(Self::MOST);
        let mut bytes = 0;
        let mut fits = |site: &Site| {
            bytes += site.bytes();
            bytes <= MAX_KEPT
        };
        let fitting = self.0.iter().position(|site| !fits(site));
        self.0.truncate(fitting.unwrap_or(Self::MOST));
    }
}

/// The fields of an answer that do not repeat the question.
#[derive(Serialize)]
struct Tail<'a> {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
    crawler: &'a str,
    /// Present if less than the whole body was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
}

impl Site {
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
            compiled: Compiled::default(),
        })
    }

    /// Whether a question with the same body gives it in the same field, and spells the dialect in the same way, so that the dialect need not be decoded.
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
        /// What is known about the lines of a file takes no more than so many times its length.
        const PARSED: usize = 4;
        let index = match self.index {
            Index::Bytes(bytes) => bytes,
            _ => 0,
        };
        self.body.len() + PARSED * self.robots.body().len() + index + self.compiled.bytes()
    }

    /// Indexes the file for its second question, if there is room.
    fn prepare(&mut self) {
        /// How many names an index holds. Of the real files that we know of, one has more than 1,000.
        const MOST_NAMES: usize = 100_000;
        /// How many bytes a name takes besides its letters.
        const NAME: usize = 100;
        self.index = match self.index {
            Index::Unasked => Index::AskedOnce,
            Index::AskedOnce => {
                let names: usize = self.robots.groups().map(|group| group.agents().count()).sum();
                if names <= MOST_NAMES {
                    self.robots = std::mem::take(&mut self.robots).into_indexed();
                    // Letters are those of the file, once as keys and once as values.
                    Index::Bytes(2 * self.robots.body().len() + names * NAME)
                } else {
                    Index::TooLarge
                }
            }
            known => known,
        };
    }

    /// Whether a crawler may fetch a URL. Appends the fields from `allowed` on, and the end of the row.
    pub(super) fn answer(&mut self, crawler: &UserAgent<'_>, url: &[u8], text: &mut Vec<u8>) -> bool {
        self.prepare();
        let robots = &self.robots;
        let agents = crawler.list();
        let verdict = self.compiled.verdict(robots, &agents, url);
        let rule = verdict.rule().map(|rule| cited_as_written(robots, rule));
        let group = cited_group(robots, &agents, &verdict);
        let fields = Tail {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: rule.as_deref(),
            group: group.as_deref(),
            crawler: crawler.name(),
            truncated: robots.is_truncated().then_some(true),
        };
        let start = text.len();
        // Writing to a vector cannot fail, and all fields are texts and numbers.
        let _ = serde_json::to_writer(&mut *text, &fields);
        // They continue the object that the question began.
        text[start] = b',';
        text.push(b'\n');
        verdict.is_allowed()
    }
}
