//! Sitemap files.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::io::Cursor;
use std::mem::MaybeUninit;

use robots_exclusion_sitemap::{Entry, EntryKind, Item, Problem, Reader};

use crate::border::Str;
use crate::status::{Status, create, free, guard};

/// A sitemap that is being read: XML, a list of URLs in text, RSS or Atom, also compressed with
/// gzip. Use it in one thread at a time.
pub struct Sitemap {
    reader: Reader<Cursor<Vec<u8>>>,
    /// The entry that was returned last, and its texts.
    entry: Option<Entry>,
    lastmod: String,
    problems: Vec<Problem>,
    /// Why reading ended before the file did.
    error: Option<String>,
}

/// A page that a sitemap lists, or a sitemap that an index lists. Its texts live until the next call
/// of robots_sitemap_next with the sitemap, or until the sitemap is freed.
#[repr(C)]
pub struct SitemapEntry<'s> {
    /// The URL as written, with entities resolved.
    pub loc: Str<'s>,
    /// The date of the last change, such as "2007-11-02" or "2007-11-02T08:00:00+01:00"; no text if
    /// there is none.
    pub lastmod: Str<'s>,
    /// How often the page changes, such as "daily"; no text if it does not say. It lives as long as
    /// the program.
    pub changefreq: Str<'static>,
    /// The priority, from 0 to 1; negative if there is none.
    pub priority: f64,
    /// The number of the line on which the entry begins, counted from 1.
    pub line: u64,
    /// Whether it is a sitemap, and not a page.
    pub is_sitemap: bool,
}

/// A violation of the protocol, which does not end reading.
#[repr(C)]
pub struct SitemapProblem<'s> {
    /// A name such as "loc-not-encoded". It lives as long as the program.
    pub kind: Str<'static>,
    /// What is wrong, for people. It lives as long as the program.
    pub message: Str<'static>,
    /// The beginning of what it is about. It lives until the next call of robots_sitemap_next with
    /// the sitemap, or until the sitemap is freed.
    pub excerpt: Str<'s>,
    /// The number of its line, counted from 1.
    pub line: u64,
    /// Whether an entry was left out because of it.
    pub entry_dropped: bool,
}

/// How many problems are kept. A file of a few kilobytes, compressed, may have millions.
const PROBLEMS: usize = 1_000;

/// Begins to read a sitemap. The bytes are copied. Free it with robots_sitemap_free.
///
/// Nothing that the file refers to is fetched.
#[unsafe(no_mangle)]
pub extern "C" fn robots_sitemap_read(
    body: Str<'_>,
    sitemap: Option<&mut MaybeUninit<Option<Box<Sitemap>>>>,
) -> Status {
    create(sitemap, || {
        Ok(Sitemap {
            reader: Reader::new(Cursor::new(body.as_bytes()?.to_vec())),
            entry: None,
            lastmod: String::new(),
            problems: Vec::new(),
            error: None,
        })
    })
}

/// Frees a sitemap, and with it the text that it returned. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn robots_sitemap_free(sitemap: Option<Box<Sitemap>>) {
    free(sitemap);
}

impl Sitemap {
    /// Reads on to the next entry, if there is one.
    fn read_on(&mut self) {
        self.entry = None;
        while self.error.is_none() {
            match self.reader.next_item() {
                Some(Ok(Item::Entry(entry))) => {
                    self.lastmod = entry.lastmod.map_or_else(String::new, |date| date.to_string());
                    self.entry = Some(entry);
                    return;
                }
                Some(Ok(Item::Problem(problem))) if self.problems.len() < PROBLEMS => {
                    self.problems.push(problem)
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => self.error = Some(error.to_string()),
                None => return,
            }
        }
    }

    fn shown(&self) -> Option<SitemapEntry<'_>> {
        let entry = self.entry.as_ref()?;
        let frequency = entry.change_frequency.map(|frequency| frequency.as_str());
        Some(SitemapEntry {
            loc: Str::new(entry.loc.as_bytes()),
            lastmod: entry
                .lastmod
                .map_or(Str::NONE, |_| Str::new(self.lastmod.as_bytes())),
            changefreq: frequency.map_or(Str::NONE, |frequency| Str::new(frequency.as_bytes())),
            priority: entry.priority.map_or(-1.0, |priority| priority.get()),
            line: entry.line,
            is_sitemap: entry.kind == EntryKind::Sitemap,
        })
    }
}

/// The next entry: writes it and returns true, or returns false if there is none: at the end of the
/// file, and where it cannot be read any further, which robots_sitemap_error tells.
#[unsafe(no_mangle)]
pub extern "C" fn robots_sitemap_next<'s>(
    sitemap: Option<&'s mut Sitemap>,
    entry: Option<&mut MaybeUninit<SitemapEntry<'s>>>,
) -> bool {
    let (Some(sitemap), Some(out)) = (sitemap, entry) else {
        return false;
    };
    let is_read = guard(false, || {
        sitemap.read_on();
        true
    });
    if !is_read {
        sitemap.entry = None;
        sitemap.error =
            Some("a bug in the library: please report what it wrote to standard error".to_owned());
    }
    let found = sitemap.shown();
    found.map(|found| out.write(found)).is_some()
}

/// Why the file could not be read to its end, for people: it exceeds the limits of the protocol
/// (50,000 entries, 52,428,800 bytes before compression), its compression is broken, or it is no
/// sitemap. No text if there is no such reason, so far. It lives as long as the sitemap. The entries
/// before that are valid.
#[unsafe(no_mangle)]
pub extern "C" fn robots_sitemap_error(sitemap: Option<&Sitemap>) -> Str<'_> {
    let error = sitemap.and_then(|sitemap| sitemap.error.as_ref());
    error.map_or(Str::NONE, |error| Str::new(error.as_bytes()))
}

/// A problem of the file, as far as it was read, counted from 0: writes it and returns true, or
/// returns false if the index is out of range. Of a file with more problems, the first thousand are
/// kept.
#[unsafe(no_mangle)]
pub extern "C" fn robots_sitemap_problem<'s>(
    sitemap: Option<&'s Sitemap>,
    index: usize,
    problem: Option<&mut MaybeUninit<SitemapProblem<'s>>>,
) -> bool {
    let (Some(sitemap), Some(out)) = (sitemap, problem) else {
        return false;
    };
    let Some(found) = sitemap.problems.get(index) else {
        return false;
    };
    out.write(SitemapProblem {
        kind: Str::new(found.kind.as_str().as_bytes()),
        message: Str::new(found.kind.message().as_bytes()),
        excerpt: Str::new(found.excerpt.as_bytes()),
        line: found.line,
        entry_dropped: found.entry_dropped,
    });
    true
}

/// The format of the file: "urlset", "index", "text", "rss" or "atom"; no text until the first entry
/// was read. It lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn robots_sitemap_format(sitemap: Option<&Sitemap>) -> Str<'static> {
    let format = sitemap.and_then(|sitemap| sitemap.reader.format());
    format.map_or(Str::NONE, |format| Str::new(format.as_str().as_bytes()))
}
