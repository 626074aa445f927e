//! One body, and all that was worked out about it so far.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use robots_exclusion::{Dialect, Reason, RobotsTxt};
use serde::Serialize;

use super::question::{BodyKind, Question, decode};
use super::reader::MAX_ROW;
use crate::answer::{Compiled, Crawler};
use crate::input::read_regular;
use crate::options::Reading;

/// Crawlers and answers are forgotten when they take about this many bytes, so that no series of questions
/// fills the memory. Each thread may take as much.
const MAX_CACHED: usize = 16 << 20;

/// How many bytes a thread keeps of sites that rows before the last one were about.
const MAX_KEPT: usize = 6 << 20;

/// Standard Base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// One body, parsed once, and the crawlers that asked about it.
pub(super) struct Site {
    kind: BodyKind,
    /// The body as the row gave it.
    pub(super) body: Vec<u8>,
    /// The dialect as the row named it.
    dialect: Option<Box<[u8]>>,
    /// Indexed once a second crawler asks about it.
    robots: RobotsTxt<'static>,
    is_indexed: bool,
    crawlers: Crawlers,
    answer: Vec<u8>,
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

/// The crawlers that asked about one file.
#[derive(Default)]
pub(super) struct Crawlers {
    known: Vec<Known>,
    /// Where a crawler is in `known`, by its name as rows give it.
    places: HashMap<Box<[u8]>, usize>,
    /// The crawler that asked last.
    last: usize,
    compiled: Compiled,
    /// What the crawlers and their answers take.
    cached: usize,
}

/// A crawler and the answers it was given.
struct Known {
    name: Box<[u8]>,
    crawler: Crawler,
    /// The ends of answers, from `allowed` on.
    tails: BTreeMap<Decided, Box<[u8]>>,
}

/// What an answer to one crawler is known by: why, and which rule decided, by its line and its place there.
type Decided = (Reason, Option<(u32, u32)>);

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
            is_indexed: false,
            crawlers: Crawlers::default(),
            answer: Vec::new(),
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
        /// What is known about the lines of a file takes no more than so many times its length, and with an index so many times.
        const PARSED: usize = 4;
        const INDEXED: usize = 30;
        let times = if self.is_indexed { INDEXED } else { PARSED };
        let Crawlers { compiled, cached, .. } = &self.crawlers;
        self.body.len() + times * self.robots.body().len() + cached + compiled.bytes()
    }

    /// Whether a crawler, named by JSON text, may fetch a URL, and the end of the answer.
    pub(super) fn answer(&mut self, agent: &[u8], url: &[u8]) -> Result<(bool, &[u8]), String> {
        /// The longest file that is indexed, in bytes: an index may take thirty times as many.
        const LONGEST_INDEXED: usize = 1 << 20;
        let Self {
            robots,
            is_indexed,
            crawlers,
            answer,
            ..
        } = self;
        let place = crawlers.place(agent, decode)?;
        if !*is_indexed && crawlers.known.len() > 1 && robots.body().len() <= LONGEST_INDEXED {
            *robots = std::mem::take(robots).into_indexed();
            *is_indexed = true;
        }
        Ok(crawlers.answer(robots, place, url, answer))
    }
}

impl Crawlers {
    /// Whether a crawler, named by bytes, may fetch a URL, and the line that decides. The file is always the same.
    pub(super) fn ask(
        &mut self,
        robots: &RobotsTxt<'_>,
        agent: &[u8],
        url: &[u8],
    ) -> Result<(bool, Option<u32>), String> {
        // No group names an agent that is not UTF-8.
        let place = self.place(agent, |agent| Ok(String::from_utf8_lossy(agent)))?;
        let crawler = &mut self.known[place].crawler;
        crawler.prepare(robots, &mut self.compiled);
        let verdict = crawler.verdict(robots, url);
        Ok((verdict.is_allowed(), verdict.line()))
    }

    /// Whether the crawler at a place may fetch a URL, and the end of the answer, which is written to the buffer unless it is known. The file is the same
    /// in every call.
    fn answer<'a>(
        &'a mut self,
        robots: &RobotsTxt<'_>,
        place: usize,
        url: &[u8],
        buffer: &'a mut Vec<u8>,
    ) -> (bool, &'a [u8]) {
        let Known { crawler, tails, .. } = &mut self.known[place];
        crawler.prepare(robots, &mut self.compiled);
        let verdict = crawler.verdict(robots, url);
        let make = |tail: &mut Vec<u8>| {
            let rule = Crawler::rule_as_written(robots, &verdict);
            let group = crawler.group_name(&verdict);
            let fields = Tail {
                allowed: verdict.is_allowed(),
                reason: verdict.reason().as_str(),
                line: verdict.line(),
                rule: rule.as_deref(),
                group: group.as_deref(),
                crawler: crawler.token(),
                truncated: robots.is_truncated().then_some(true),
            };
            tail.clear();
            // Writing to a vector cannot fail, and all fields are texts and numbers.
            let _ = serde_json::to_writer(&mut *tail, &fields);
            tail.push(b'\n');
            // They continue the object that the question began.
            tail.remove(0);
        };
        if !crawler.is_compiled() {
            make(buffer);
            return (verdict.is_allowed(), buffer);
        }
        let rule = verdict.rule().map(|rule| (rule.line(), rule.offset_in_value()));
        let key = (verdict.reason(), rule);
        let tail = tails.entry(key).or_insert_with(|| {
            make(buffer);
            self.cached += buffer.len() + size_of::<(Decided, Box<[u8]>)>();
            buffer.as_slice().into()
        });
        (verdict.is_allowed(), tail)
    }

    /// Where the crawler of this name is; it is added if it is new.
    fn place<'n>(
        &mut self,
        name: &'n [u8],
        decode: impl FnOnce(&'n [u8]) -> Result<std::borrow::Cow<'n, str>, String>,
    ) -> Result<usize, String> {
        if self.cached + self.compiled.bytes() >= MAX_CACHED {
            *self = Self::default();
        }
        if self
            .known
            .get(self.last)
            .is_some_and(|known| *known.name == *name)
        {
            return Ok(self.last);
        }
        self.last = match self.places.get(name) {
            Some(place) => *place,
            None => {
                let agent = decode(name)?;
                self.cached += 2 * (agent.len() + name.len()) + size_of::<Known>();
                self.known.push(Known {
                    name: name.into(),
                    crawler: Crawler::new(&agent),
                    tails: BTreeMap::new(),
                });
                self.places.insert(name.into(), self.known.len() - 1);
                self.known.len() - 1
            }
        };
        Ok(self.last)
    }
}
