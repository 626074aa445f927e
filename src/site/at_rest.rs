//! A site in few bytes, for those of millions that nobody asks about at the moment.
//!
//! ```text
//! marks · [robots.txt answered at] · pace · outcome and freshness · lifetime · [times] · [reader] · text
//! ```
//!
//! Marks say which of the values in brackets follow; all have a fixed width. The text is the origin,
//! the validators, the rules and the copy, [compressed](super::compression). What
//! [`Sites`](super::Sites) asks of a site at rest comes first, so that nothing is decompressed for
//! it: its pace, and whether it is used and scheduled.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use super::compression::{Dictionary, Workspace};
use super::moment::{Moment, Second};
use super::origin::Origin;
use super::{Crawler, Pace, Site};
use crate::fetch::cache_headers::Freshness;
use crate::fetch::{Cause, Outcome};
use crate::rules::Rules;
use crate::rules::file_order::{TextReader, TextWriter};

const IS_USED: u16 = 1;
const IS_SCHEDULED: u16 = 1 << 1;
/// robots.txt was answered.
const WAS_ASKED: u16 = 1 << 2;
const HAS_LAST_REQUEST: u16 = 1 << 3;
/// The last request was the one for robots.txt, so its time does not follow.
const ASKED_LAST: u16 = 1 << 4;
const IS_PAUSED: u16 = 1 << 5;
const IS_SLOWED: u16 = 1 << 6;
const IS_OPEN: u16 = 1 << 7;
/// A request has begun since the last complaint.
const HAS_ASKED: u16 = 1 << 8;
const HAS_GOOD: u16 = 1 << 9;
/// The last answer was good, so its time does not follow.
const ASKED_GOOD: u16 = 1 << 10;
const IS_FAILING: u16 = 1 << 11;
const IS_FETCHING: u16 = 1 << 12;
const ANSWERS_PAGES: u16 = 1 << 13;
const HAS_COPY: u16 = 1 << 14;
/// The reader is the one that nearly all sites have.
const IS_USUAL_READER: u16 = 1 << 15;

/// The marks that a pace writes.
const OF_PACE: u16 = HAS_LAST_REQUEST | ASKED_LAST | IS_PAUSED | IS_SLOWED | IS_OPEN | HAS_ASKED;

/// A site at rest. See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct AtRest(Box<[u8]>);

/// What all sites at rest have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Common {
    /// The reader of the first site that had one when it came to rest.
    usual_reader: Option<u64>,
    text: Vec<u8>,
    record: Vec<u8>,
    workspace: Workspace,
}

/// Above this many bytes, a buffer is not kept for the next site.
const MAX_KEPT: usize = 1 << 16;

impl Common {
    pub(super) fn heap_bytes(&self) -> usize {
        self.text.capacity() + self.record.capacity() + self.workspace.heap_bytes()
    }

    /// Gives back the memory that one large site needed.
    fn let_go(&mut self) {
        for buffer in [&mut self.text, &mut self.record] {
            buffer.clear();
            buffer.shrink_to(MAX_KEPT);
        }
    }
}

/// The text of a site about which most is usual, to compress others with.
fn dictionary() -> &'static Dictionary {
    static DICTIONARY: OnceLock<Dictionary> = OnceLock::new();
    DICTIONARY.get_or_init(|| {
        let crawler = Crawler::new("FooBot");
        let file = |body: &[u8]| crawler.read(body, false);
        let missing = Rules::for_outcome(Outcome::AllowAll(Cause::Unavailable));
        let mut text = Vec::new();
        let mut writer = TextWriter(&mut text);
        writer.text(b"http://www.com.org.net.de.co.uk.ru.fr.it.jp.gov\nSun, Mon, Tue, Wed, Thu, Fri, Sat, ");
        writer.text(b" Jan  Feb  Mar  Apr  May  Jun  Jul  Aug  Sep  Oct  Nov  Dec ");
        writer
            .text(b" 2016  2017  2018  2019  2020  2021  2022  2023  2024  2025  2026 :00 GMT\nhttps://www.");
        for rules in [missing, file(b""), file(include_bytes!("usual.txt"))] {
            writer.end();
            rules.iter().for_each(|rules| writer.rules(rules));
        }
        Dictionary::new(text)
    })
}

impl AtRest {
    pub(super) fn new(site: &Site, is_used: bool, is_scheduled: bool, common: &mut Common) -> Self {
        // A site that was never asked has no reader yet.
        if site.outcome.is_some() {
            common.usual_reader.get_or_insert(site.reader);
        }
        let is_usual_reader = common.usual_reader == Some(site.reader);
        let record = &mut common.record;
        record.clear();
        let good_at = site
            .good_at
            .filter(|good_at| Some(*good_at) != second(site.asked_at));
        let marks = [
            (IS_USED, is_used),
            (IS_SCHEDULED, is_scheduled),
            (HAS_GOOD, good_at.is_some()),
            (ASKED_GOOD, site.good_at.is_some() && good_at.is_none()),
            (IS_FAILING, site.failing_since.is_some()),
            (IS_FETCHING, site.fetching_since.is_some()),
            (ANSWERS_PAGES, site.answers_pages),
            (HAS_COPY, site.copy.is_some()),
            (IS_USUAL_READER, is_usual_reader),
        ];
        write_pace(marks_of(&marks), site.asked_at, site.pace, record);
        record.push(outcome_byte(site.outcome) << 2 | freshness_byte(site.freshness));
        record.extend(site.holds.to_le_bytes());
        for time in [good_at, site.failing_since, site.fetching_since]
            .into_iter()
            .flatten()
        {
            record.extend(time.to_bits().to_le_bytes());
        }
        if let Freshness::For(seconds) | Freshness::Until(seconds) = site.freshness {
            record.extend(seconds.to_le_bytes());
        }
        if !is_usual_reader {
            record.extend(site.reader.to_le_bytes());
        }
        common.text.clear();
        let mut writer = TextWriter(&mut common.text);
        writer.text(site.origin.as_text().as_bytes());
        writer.end();
        writer.rules(&site.rules);
        if let Some(copy) = &site.copy {
            writer.rules(copy);
        }
        dictionary().compress(&common.text, &mut common.workspace, record);
        let at_rest = Self(record.as_slice().into());
        common.let_go();
        at_rest
    }

    /// The site as it was.
    pub(super) fn wake(&self, common: &Common) -> Site {
        let site = self.read(common);
        site.expect("what was written is read")
    }

    fn read(&self, common: &Common) -> Option<Site> {
        let mut bytes = &*self.0;
        let (marks, asked_at, pace) = read_pace(&mut bytes)?;
        let [state] = take(&mut bytes)?;
        let holds = u32::from_le_bytes(take(&mut bytes)?);
        let mut time = |mark| match marks & mark != 0 {
            true => Some(Second::from_bits(u32::from_le_bytes(take(&mut bytes)?))),
            false => Some(None),
        };
        let (good_at, failing_since, fetching_since) =
            (time(HAS_GOOD)?, time(IS_FAILING)?, time(IS_FETCHING)?);
        let freshness = match state & 3 {
            0 => Freshness::Unsaid,
            1 => Freshness::For(u32::from_le_bytes(take(&mut bytes)?)),
            _ => Freshness::Until(u32::from_le_bytes(take(&mut bytes)?)),
        };
        let reader = match marks & IS_USUAL_READER != 0 {
            true => common.usual_reader?,
            false => u64::from_le_bytes(take(&mut bytes)?),
        };
        let (mut text, mut origin) = (Vec::new(), Vec::new());
        dictionary().decompress(bytes, &mut text)?;
        let mut text = TextReader(&text);
        text.text(&mut origin)?;
        text.end()?;
        let rules = text.rules()?.into_shared();
        let copy = match marks & HAS_COPY != 0 {
            true => Some(text.rules()?.into_shared()),
            false => None,
        };
        Some(Site {
            origin: Origin::from_text(String::from_utf8(origin).ok()?),
            pacing: Site::pacing_of(&rules),
            rules,
            copy,
            reader,
            asked_at,
            pace,
            holds,
            good_at: if marks & ASKED_GOOD != 0 {
                second(asked_at)
            } else {
                good_at
            },
            failing_since,
            freshness,
            outcome: outcome_of(state >> 2)?,
            answers_pages: marks & ANSWERS_PAGES != 0,
            fetching_since,
        })
    }

    /// The memory on the heap that this takes, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.len()
    }

    pub(super) fn pace(&self) -> Pace {
        let pace = read_pace(&mut &*self.0).map(|(_, _, pace)| pace);
        pace.expect("what was written is read")
    }

    pub(super) fn set_pace(&mut self, pace: Pace, common: &mut Common) {
        let mut rest = &*self.0;
        if let Some((marks, asked_at, own)) = read_pace(&mut rest)
            && own != pace
        {
            common.record.clear();
            write_pace(marks & !OF_PACE, asked_at, pace, &mut common.record);
            common.record.extend_from_slice(rest);
            self.0 = common.record.as_slice().into();
            common.let_go();
        }
    }

    pub(super) fn is_scheduled(&self) -> bool {
        self.marks() & IS_SCHEDULED != 0
    }

    pub(super) fn is_used(&self) -> bool {
        self.marks() & IS_USED != 0
    }

    pub(super) fn set_unused(&mut self) {
        let marks = self.marks() & !IS_USED;
        if let Some(bytes) = self.0.first_chunk_mut() {
            *bytes = marks.to_le_bytes();
        }
    }

    fn marks(&self) -> u16 {
        self.0.first_chunk().map_or(0, |bytes| u16::from_le_bytes(*bytes))
    }
}

fn marks_of(marks: &[(u16, bool)]) -> u16 {
    let set = marks.iter().filter(|(_, is_set)| *is_set);
    set.fold(0, |all, (mark, _)| all | mark)
}

fn second(moment: Option<Moment>) -> Option<Second> {
    moment.map(|moment| Second::from(crate::Timestamp::from(moment)))
}

/// Writes the beginning of a record.
fn write_pace(marks: u16, asked_at: Option<Moment>, pace: Pace, record: &mut Vec<u8>) {
    let last_request_at = pace.last_request_at.filter(|last| Some(*last) != asked_at);
    let marks = marks
        | marks_of(&[
            (WAS_ASKED, asked_at.is_some()),
            (HAS_LAST_REQUEST, last_request_at.is_some()),
            (
                ASKED_LAST,
                pace.last_request_at.is_some() && last_request_at.is_none(),
            ),
            (IS_PAUSED, pace.paused_until.is_some()),
            (IS_SLOWED, pace.slowed_at.is_some()),
            (IS_OPEN, pace.open > 0),
            (HAS_ASKED, pace.has_asked),
        ]);
    record.extend(marks.to_le_bytes());
    for time in [asked_at, last_request_at, pace.paused_until]
        .into_iter()
        .flatten()
    {
        record.extend(time.to_bits().to_le_bytes());
    }
    if let Some(slowed_at) = pace.slowed_at {
        record.extend(slowed_at.to_bits().to_le_bytes());
        record.extend([pace.doublings, pace.answered]);
    }
    if pace.open > 0 {
        record.push(pace.open);
    }
}

/// Reads it, up to what follows.
fn read_pace(bytes: &mut &[u8]) -> Option<(u16, Option<Moment>, Pace)> {
    let marks = u16::from_le_bytes(take(bytes)?);
    let mut time = |mark| match marks & mark != 0 {
        true => Some(Moment::from_bits(u64::from_le_bytes(take(bytes)?))),
        false => Some(None),
    };
    let (asked_at, last_request_at) = (time(WAS_ASKED)?, time(HAS_LAST_REQUEST)?);
    let mut pace = Pace {
        last_request_at: if marks & ASKED_LAST != 0 {
            asked_at
        } else {
            last_request_at
        },
        paused_until: time(IS_PAUSED)?,
        has_asked: marks & HAS_ASKED != 0,
        ..Pace::new()
    };
    if marks & IS_SLOWED != 0 {
        pace.slowed_at = Second::from_bits(u32::from_le_bytes(take(bytes)?));
        [pace.doublings, pace.answered] = take(bytes)?;
    }
    if marks & IS_OPEN != 0 {
        [pace.open] = take(bytes)?;
    }
    Some((marks, asked_at, pace))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// Which outcome it is, in three bits, and its cause, in three.
fn outcome_byte(outcome: Option<Outcome>) -> u8 {
    const { assert!(Cause::ALL.len() <= 8) };
    let place = match outcome {
        None => 0,
        Some(Outcome::Parse) => 1,
        Some(Outcome::AllowAll(_)) => 2,
        Some(Outcome::DisallowAll(_)) => 3,
        Some(Outcome::UseCopy(_)) => 4,
        Some(Outcome::TryLater(_)) => 5,
    };
    let cause = outcome.and_then(Outcome::cause);
    let cause = cause.and_then(|cause| Cause::ALL.iter().position(|other| *other == cause));
    place << 3 | cause.unwrap_or(0) as u8
}

/// `None` if it is none.
fn outcome_of(byte: u8) -> Option<Option<Outcome>> {
    let cause = *Cause::ALL.get(usize::from(byte & 7))?;
    Some(match byte >> 3 {
        0 => None,
        1 => Some(Outcome::Parse),
        2 => Some(Outcome::AllowAll(cause)),
        3 => Some(Outcome::DisallowAll(cause)),
        4 => Some(Outcome::UseCopy(cause)),
        5 => Some(Outcome::TryLater(cause)),
        _ => return None,
    })
}

fn freshness_byte(freshness: Freshness) -> u8 {
    match freshness {
        Freshness::Unsaid => 0,
        Freshness::For(_) => 1,
        Freshness::Until(_) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::fetch::{Body, Fetched, Reply, ResponseHead};

    /// The bytes of a site at rest whose robots.txt was answered so.
    fn bytes(status: u16, body: &[u8]) -> usize {
        let now = Timestamp::from_unix(core::time::Duration::from_nanos(1_771_200_000_123_456_789));
        let body = Body {
            bytes: body.into(),
            truncated: false,
        };
        let fetched = Fetched::new(Reply::Status(status), &ResponseHead::from_status(status), body);
        let mut site = Site::new("https://site-1234567.example/").expect("a site");
        site.on_response(&Crawler::new("BarBot"), now, &fetched);
        let mut common = Common::default();
        let at_rest = AtRest::new(&site, false, false, &mut common);
        assert_eq!(at_rest.wake(&common), site);
        at_rest.heap_bytes()
    }

    #[test]
    fn what_a_site_takes() {
        // An allocation of 48 bytes has room for 40 in the usual allocators.
        assert!(bytes(404, b"") <= 40, "{}", bytes(404, b""));
        assert!(bytes(200, b"") <= 40, "{}", bytes(200, b""));
        // Longer than the dictionary reaches, it would be cut.
        let usual = include_bytes!("usual.txt");
        assert!(bytes(200, usual) <= 60, "{}", bytes(200, usual));
        let wordpress = b"User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n";
        assert!(bytes(200, wordpress) <= 50, "{}", bytes(200, wordpress));
    }
}
