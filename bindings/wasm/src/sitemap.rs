//! The entries of a sitemap.

use std::io::Cursor;
use std::mem;
use std::time::{Duration, UNIX_EPOCH};

use robots_exclusion_sitemap::{Entry, EntryKind, Error, Format, Item, Problem, ReadOptions, Reader};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::{Code, Failure};
use crate::plain;

/// How many entries JavaScript gets at once.
const PART: usize = 256;

/// How many problems are told. A file of a few kilobytes, compressed, may have millions.
const PROBLEMS: usize = 1_000;

/// A sitemap that is being read.
#[wasm_bindgen]
pub struct Sitemap {
    reader: Reader<Cursor<Vec<u8>>>,
    problems: Vec<Problem>,
    /// How many problems were found.
    found: usize,
    /// The error that ended the entries, until they were all returned.
    error: Option<Error>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SitemapEntry<'e> {
    loc: &'e str,
    is_sitemap: bool,
    lastmod: Option<String>,
    changefreq: Option<&'static str>,
    priority: Option<f64>,
    images: Vec<&'e str>,
    alternates: Vec<(&'e str, &'e str)>,
    line: u64,
}

impl<'e> SitemapEntry<'e> {
    fn new(entry: &'e Entry) -> Self {
        Self {
            loc: &entry.loc,
            is_sitemap: entry.kind == EntryKind::Sitemap,
            lastmod: entry.lastmod.map(|date| date.to_string()),
            changefreq: entry.change_frequency.map(|frequency| frequency.as_str()),
            priority: entry.priority.map(|priority| priority.get()),
            images: entry.images().collect(),
            alternates: entry.alternates().collect(),
            line: entry.line,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SitemapProblem<'p> {
    kind: &'static str,
    message: &'static str,
    line: u64,
    excerpt: &'p str,
    entry_dropped: bool,
}

impl<'p> SitemapProblem<'p> {
    fn new(problem: &'p Problem) -> Self {
        Self {
            kind: problem.kind.as_str(),
            message: problem.kind.message(),
            line: problem.line,
            excerpt: &problem.excerpt,
            entry_dropped: problem.entry_dropped,
        }
    }
}

#[wasm_bindgen]
impl Sitemap {
    /// `now` is in milliseconds since 1970: there is no clock here.
    #[wasm_bindgen(constructor)]
    pub fn new(body: Vec<u8>, now: f64) -> Self {
        let now = Duration::try_from_secs_f64(now / 1000.0).unwrap_or_default();
        Self {
            reader: ReadOptions::new().now(UNIX_EPOCH + now).read(Cursor::new(body)),
            problems: Vec::new(),
            found: 0,
            error: None,
        }
    }

    /// The next entries; none at the end.
    ///
    /// # Errors
    ///
    /// If the file cannot be read any further, after the entries before that.
    #[wasm_bindgen(js_name = nextEntries)]
    pub fn next_entries(&mut self) -> Result<JsValue, Failure> {
        let mut entries = Vec::new();
        while self.error.is_none() && entries.len() < PART {
            match self.reader.next_item() {
                Some(Ok(Item::Entry(entry))) => entries.push(entry),
                Some(Ok(Item::Problem(problem))) => {
                    if self.found < PROBLEMS {
                        self.problems.push(problem);
                    }
                    self.found += 1;
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => self.error = Some(error),
                None => break,
            }
        }
        match self.error.take() {
            Some(error) if entries.is_empty() => Err(Failure::new(Code::Sitemap, error.to_string())),
            error => {
                self.error = error;
                plain(&entries.iter().map(SitemapEntry::new).collect::<Vec<_>>())
            }
        }
    }

    /// The problems since the last call.
    #[wasm_bindgen(js_name = newProblems)]
    pub fn new_problems(&mut self) -> Result<JsValue, Failure> {
        let problems = mem::take(&mut self.problems);
        plain(&problems.iter().map(SitemapProblem::new).collect::<Vec<_>>())
    }

    /// The format, once it is known.
    #[wasm_bindgen(getter)]
    pub fn format(&self) -> Option<String> {
        self.reader
            .format()
            .map(|format: Format| format.as_str().to_string())
    }
}
