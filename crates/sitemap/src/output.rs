//! Results of reading a sitemap that have not been returned yet.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};

use url::Url;

use super::datetime::W3cDateTime;
use super::entry::Entry;
use super::error::Error;
use super::limits::Limits;
use super::problem::{Problem, ProblemKind, excerpt};
use super::scope::Scope;

/// An item that a reader finds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Item {
    /// An entry.
    Entry(Entry),
    /// A violation of the protocol. The problems of an entry come before that entry.
    Problem(Problem),
}

/// The number of problems that one entry may report; a hostile entry could have as many problems as
/// bytes.
const PROBLEMS_PER_ENTRY: usize = 32;

/// How many names of elements that are not read are kept for one file.
const UNREAD: usize = 64;

/// Results that have not been returned yet: the problems of an entry, then the entry.
pub(super) struct Output {
    pub(super) options: CheckOptions,
    problems: VecDeque<Problem>,
    entry: Option<Entry>,
    /// Entries begun, including dropped entries.
    begun: u64,
    /// Problems found, including problems that are not listed.
    met: u64,
    /// Whether an XML parser would have read this far.
    is_well_formed: bool,
    /// Hashes of the addresses of all entries, if the reader looks for repeated addresses.
    seen: HashSet<u64>,
    hasher: RandomState,
    /// News elements so far.
    news: u64,
    /// The names of elements and attributes that are not read, each with how often it occurred.
    unread: BTreeMap<String, u64>,
}

/// The options of a reader, as its parts see them.
pub(super) struct CheckOptions {
    pub(super) limits: Limits,
    pub(super) scope: Option<Scope>,
    pub(super) strict: bool,
    /// Whether an index lists the file.
    pub(super) in_index: bool,
    /// The URL that the links of feeds are relative to.
    pub(super) base: Option<Url>,
    /// The present moment, in seconds since 1970.
    pub(super) now: i64,
}

impl Output {
    pub(super) fn new(options: CheckOptions) -> Self {
        Output {
            options,
            problems: VecDeque::new(),
            entry: None,
            begun: 0,
            met: 0,
            is_well_formed: true,
            seen: HashSet::new(),
            hasher: RandomState::new(),
            news: 0,
            unread: BTreeMap::new(),
        }
    }

    pub(super) fn pop(&mut self) -> Option<Item> {
        self.problems
            .pop_front()
            .map(Item::Problem)
            .or_else(|| self.entry.take().map(Item::Entry))
    }

    /// Whether everything was returned.
    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.entry.is_none()
    }

    /// Counts an entry against a limit.
    pub(super) fn begin_entry(&mut self, limit: u64) -> Result<(), Error> {
        if self.begun >= limit {
            return Err(Error::TooManyEntries(limit));
        }
        self.begun += 1;
        Ok(())
    }

    /// Fails once there are too many problems.
    pub(super) fn check_problems(&self) -> Result<(), Error> {
        let limit = self.options.limits.problems;
        if self.met > limit {
            Err(Error::TooManyProblems(limit))
        } else {
            Ok(())
        }
    }

    pub(super) fn problem(&mut self, kind: ProblemKind, line: u64, entry_dropped: bool, text: &str) {
        self.met += 1;
        self.is_well_formed &= !kind.stops_xml_parsers();
        if self.problems.len() == PROBLEMS_PER_ENTRY {
            self.problems
                .push_back(Problem::new(ProblemKind::MoreProblems, line, false, ""));
        }
        if self.problems.len() <= PROBLEMS_PER_ENTRY {
            self.problems
                .push_back(Problem::new(kind, line, entry_dropped, text));
        } else if entry_dropped {
            // There are too many problems to keep this one, but the last must still say that the
            // entry was dropped.
            if let Some(last) = self.problems.back_mut() {
                last.entry_dropped = true;
            }
        }
    }

    /// Whether no problem was found at which an XML parser stops.
    pub(super) fn is_well_formed(&self) -> bool {
        self.is_well_formed
    }

    /// Whether an address was listed before. Only hashes are compared: about one in ten billion
    /// files of the greatest length has two different addresses with the same hash.
    pub(super) fn is_repeated(&mut self, loc: &str) -> bool {
        !self.seen.insert(self.hasher.hash_one(loc))
    }

    /// Whether no entry has begun.
    pub(super) fn has_no_entries(&self) -> bool {
        self.begun == 0
    }

    /// Counts news elements. Returns whether this call exceeded the limit.
    pub(super) fn count_news(&mut self, news: u64, limit: u64) -> bool {
        let before = self.news;
        self.news += news;
        before <= limit && self.news > limit
    }

    /// Notes an element or attribute that is not read.
    pub(super) fn unread(&mut self, name: &str) {
        if let Some(count) = self.unread.get_mut(name) {
            *count += 1;
        } else if self.unread.len() < UNREAD {
            self.unread.insert(excerpt(name), 1);
        }
    }

    pub(super) fn unread_names(&self) -> impl Iterator<Item = (&str, u64)> {
        self.unread.iter().map(|(name, count)| (name.as_str(), *count))
    }

    /// Whether a date lies in the future in every time zone: a day begins up to fourteen hours
    /// before it begins in UTC.
    pub(super) fn is_future(&self, date: W3cDateTime) -> bool {
        let ahead = if date.has_time() && !date.is_zone_assumed() {
            0
        } else {
            14 * 3_600
        };
        date.unix_seconds() - ahead > self.options.now
    }

    /// Whether a date lies more than some seconds in the past in every time zone: a day ends up to
    /// twelve hours after it ends in UTC.
    pub(super) fn is_past(&self, date: W3cDateTime, seconds: i64) -> bool {
        let rest = if date.has_time() { 0 } else { (24 + 12) * 3_600 };
        date.unix_seconds() + rest + seconds < self.options.now
    }

    pub(super) fn entry(&mut self, entry: Entry) {
        debug_assert!(
            self.entry.is_none(),
            "one entry is handed out before the next is read"
        );
        self.entry = Some(entry);
    }
}
