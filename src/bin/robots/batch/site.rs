//! One body, and all that was worked out about it so far.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use robots_exclusion::{Dialect, Reason, RobotsTxt};
use serde::Serialize;

use super::question::{BodyKind, Question, decode};
use super::reader::MAX_ROW;
use crate::answer::{Compiled, Crawler};
use crate::fetch::Instead;
use crate::input::read_regular;
use crate::options::Reading;

/// Crawlers and answers are forgotten when they take about this many bytes, so that no series of questions
/// fills the memory.
const MAX_CACHED: usize = 32 << 20;

/// Standard Base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// One body, parsed once, and the crawlers that asked about it.
pub(super) struct Site {
    pub(super) kind: BodyKind,
    /// The body as the row gave it.
    pub(super) body: Vec<u8>,
    pub(super) robots: RobotsTxt<'static>,
    /// What decides if the file could not be fetched.
    pub(super) instead: Option<Instead>,
    crawlers: Vec<Known>,
    /// Where a crawler is in `crawlers`, by its name as rows give it.
    places: HashMap<Box<[u8]>, usize>,
    /// The crawler that asked last.
    last: usize,
    compiled: Compiled,
    /// What the crawlers and their answers take.
    cached: usize,
    answer: Vec<u8>,
}

/// A crawler and the answers it was given.
struct Known {
    name: Box<[u8]>,
    crawler: Crawler,
    /// The ends of answers, from `allowed` on.
    tails: HashMap<(Reason, Option<u32>), Box<[u8]>>,
}

/// The fields of an answer that do not repeat the question.
#[derive(Serialize)]
struct Tail<'a> {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
}

impl Site {
    pub(super) fn new(robots: RobotsTxt<'static>) -> Self {
        Self {
            kind: BodyKind::Text,
            body: Vec::new(),
            robots,
            instead: None,
            crawlers: Vec::new(),
            places: HashMap::new(),
            last: 0,
            compiled: Compiled::default(),
            cached: 0,
            answer: Vec::new(),
        }
    }

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
            ..Self::new(robots)
        })
    }

    /// Whether a crawler, named by JSON text, may fetch a URL, and the end of the answer.
    pub(super) fn answer(&mut self, agent: &[u8], url: &[u8]) -> Result<(bool, &[u8]), String> {
        let place = self.place(agent, decode)?;
        let Self {
            robots,
            crawlers,
            compiled,
            cached,
            answer,
            ..
        } = self;
        let Known { crawler, tails, .. } = &mut crawlers[place];
        crawler.prepare(robots, compiled);
        let verdict = crawler.verdict(robots, url);
        let key = (verdict.reason(), verdict.line());
        let make = |tail: &mut Vec<u8>| {
            let rule = crawler.rule_as_written(robots, &verdict);
            let group = verdict.group_name().map(String::from_utf8_lossy);
            let fields = Tail {
                allowed: verdict.is_allowed(),
                reason: verdict.reason().as_str(),
                line: verdict.line(),
                rule: rule.as_deref(),
                group: group.as_deref(),
            };
            tail.clear();
            // Writing to a vector cannot fail, and all fields are texts and numbers.
            let _ = serde_json::to_writer(&mut *tail, &fields);
            tail.push(b'\n');
            // They continue the object that the question began.
            tail.remove(0);
        };
        if !crawler.is_compiled() {
            make(answer);
            return Ok((verdict.is_allowed(), answer));
        }
        let tail = tails.entry(key).or_insert_with(|| {
            make(answer);
            *cached += answer.len() + size_of::<((Reason, Option<u32>), Box<[u8]>)>();
            answer.as_slice().into()
        });
        Ok((verdict.is_allowed(), tail))
    }

    /// Whether a crawler, named by bytes, may fetch a URL, and the line that decides.
    pub(super) fn answer_tsv(&mut self, agent: &[u8], url: &[u8]) -> Result<(bool, Option<u32>), String> {
        // No group names an agent that is not UTF-8.
        let place = self.place(agent, |agent| Ok(String::from_utf8_lossy(agent)))?;
        let crawler = &mut self.crawlers[place].crawler;
        crawler.prepare(&self.robots, &mut self.compiled);
        let verdict = crawler.verdict(&self.robots, url);
        match self.instead {
            Some(instead) => Ok((instead.verdict(&String::from_utf8_lossy(url)).0, None)),
            None => Ok((verdict.is_allowed(), verdict.line())),
        }
    }

    /// Where the crawler of this name is; it is added if it is new.
    fn place<'n>(
        &mut self,
        name: &'n [u8],
        decode: impl FnOnce(&'n [u8]) -> Result<std::borrow::Cow<'n, str>, String>,
    ) -> Result<usize, String> {
        if self.cached + self.compiled.bytes() >= MAX_CACHED {
            self.crawlers.clear();
            self.places.clear();
            self.compiled = Compiled::default();
            self.cached = 0;
        }
        if self
            .crawlers
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
                self.crawlers.push(Known {
                    name: name.into(),
                    crawler: Crawler::new(agent),
                    tails: HashMap::new(),
                });
                self.places.insert(name.into(), self.crawlers.len() - 1);
                self.crawlers.len() - 1
            }
        };
        Ok(self.last)
    }
}
