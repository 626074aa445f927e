//! Batches of questions: columns of equal length.

use std::fmt;
use std::ops::Range;

use arrow_array::Datum;

use crate::column::Column;
use crate::crawlers::{CrawlerColumn, Crawlers};
use crate::error::{Error, Input};

/// One batch of questions. What has several rows has the same number of rows.
#[derive(Clone)]
pub struct Questions<'a> {
    /// The robots.txt bodies.
    pub bodies: &'a dyn Datum,
    /// Who asks.
    pub crawlers: Crawlers<'a>,
    /// The URLs.
    pub urls: &'a dyn Datum,
}

impl fmt::Debug for Questions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Questions")
            .field("crawlers", &self.crawlers)
            .finish_non_exhaustive()
    }
}

/// A batch of questions whose columns hold texts of equal number.
pub(crate) struct Batch<'a> {
    pub(crate) bodies: Column<'a>,
    pub(crate) crawlers: CrawlerColumn<'a>,
    pub(crate) urls: Column<'a>,
    pub(crate) rows: usize,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(questions: &Questions<'a>) -> Result<Self, Error> {
        let bodies = Column::new(questions.bodies, Input::Bodies)?;
        let crawlers = CrawlerColumn::new(&questions.crawlers)?;
        let urls = Column::new(questions.urls, Input::Urls)?;
        let rows = common_rows([
            (Input::Bodies, bodies.rows()),
            crawlers.rows(),
            (Input::Urls, urls.rows()),
        ])?;
        Ok(Self {
            bodies,
            crawlers,
            urls,
            rows,
        })
    }
}

/// The parts of batches that a range of all their rows covers.
pub(crate) fn parts<'b, 'a>(
    batches: &'b [Batch<'a>],
    rows: Range<usize>,
) -> impl Iterator<Item = (&'b Batch<'a>, Range<usize>)> {
    let mut start = 0;
    batches.iter().filter_map(move |batch| {
        let offset = start;
        start += batch.rows;
        let within = |row: usize| row.clamp(offset, start) - offset;
        let part = within(rows.start)..within(rows.end);
        (!part.is_empty()).then_some((batch, part))
    })
}

/// The number of rows that all columns have; scalars have any number. One row if all are scalars.
fn common_rows(columns: [(Input, Option<usize>); 3]) -> Result<usize, Error> {
    let mut common = None;
    for (input, rows) in columns {
        match (common, rows) {
            (Some(expected), Some(found)) if expected != found => {
                return Err(Error::Rows {
                    input,
                    found,
                    expected,
                });
            }
            (None, Some(_)) => common = rows,
            _ => {}
        }
    }
    Ok(common.unwrap_or(1))
}
