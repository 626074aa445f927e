//! How much of each site crawlers may fetch: a row for each body, a column for each crawler.

use std::collections::HashMap as Metadata;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, PrimitiveBuilder, StringBuilder};
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, Datum, DictionaryArray, RecordBatch, RecordBatchOptions, StringArray, StructArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use hashbrown::HashMap;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::fetch::Reply;
use robots_exclusion::{AgentList, Dialect};
use robots_exclusion_analysis::decide::{Access, Census};

use crate::error::Error;
use crate::sites::{Numbers, answer_batches};

/// Which of some crawlers may fetch all of each site, some of it, or nothing, proved for all URLs.
/// Like [`AccessJudge::access`], for crawlers that are read as their operators document them.
///
/// # Examples
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::Int8Type;
/// use arrow_array::{BinaryArray, StringArray, UInt16Array};
/// use robots_exclusion::agents::UserAgent;
/// use robots_exclusion_arrow::access;
///
/// let bodies = BinaryArray::from_vec(vec![b"User-agent: GPTBot\nDisallow: /\n", b"Not Found"]);
/// let statuses = UInt16Array::from(vec![200, 404]);
/// let crawlers = ["GPTBot", "CCBot"].map(UserAgent::resolve);
///
/// let answers = access(&bodies, &crawlers, Some(&statuses), false)?;
/// let column = |name: &str| answers[name].as_dictionary::<Int8Type>().downcast_dict::<StringArray>().unwrap().into_iter().collect::<Vec<_>>();
/// assert_eq!(column("GPTBot"), [Some("closed"), Some("open")]);
/// assert_eq!(column("CCBot"), [Some("open"), Some("open")]);
/// # Ok::<(), robots_exclusion_arrow::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`AccessJudge::access`].
pub fn access(
    bodies: &dyn Datum,
    crawlers: &[UserAgent<'_>],
    statuses: Option<&dyn Datum>,
    detail: bool,
) -> Result<RecordBatch, Error> {
    let judge = crawlers.iter().fold(AccessJudge::new(None), |judge, crawler| {
        judge.user_agent(crawler.name(), crawler)
    });
    judge.access(bodies, statuses, detail)
}

/// Answers, batch after batch, which of some crawlers may fetch all of a site, some of it, or
/// nothing: [`Census`] for columns.
///
/// # Answers
///
/// A row for each body, and a column for each crawler, of type `Dictionary(Int8, Utf8)` with the
/// values `open`, `partial`, `closed`, and `undecided` for what no real file comes near. With
/// details, a column is a struct of this `access`, the name of the `group` that applies (Utf8, null
/// if none does), and whether it `is_named` there or falls under `*` (Boolean).
///
/// The metadata of a column's field have the crawler's product `token`, the `dialect` in which it
/// reads, and what its operator says about obeying (`obeys`), if that is known.
///
/// A row is null without a body, unless a status decides: where it is not one of success, the answer
/// is what each crawler makes of it.
#[derive(Clone)]
pub struct AccessJudge {
    dialect: Option<Dialect>,
    census: Census,
    fields: Vec<(String, Metadata<String, String>)>,
    threads: NonZero<usize>,
}

impl AccessJudge {
    /// A judge without crawlers, and with one [thread](Self::threads). All crawlers read in this
    /// dialect; with `None`, each in its own.
    #[must_use]
    pub fn new(dialect: impl Into<Option<Dialect>>) -> Self {
        let dialect = dialect.into();
        Self {
            dialect,
            census: Census::new(dialect),
            fields: Vec::new(),
            threads: NonZero::<usize>::MIN,
        }
    }

    /// Adds a column of this name for a crawler, which reads as its operator documents if it is
    /// well known.
    #[must_use]
    pub fn user_agent(mut self, name: impl Into<String>, crawler: &UserAgent<'_>) -> Self {
        let mut metadata = self.metadata(crawler.name(), crawler.dialect());
        if let Some(agent) = crawler.agent() {
            metadata.insert("obeys".to_owned(), agent.obeys().as_str().to_owned());
        }
        self.census = self.census.user_agent(crawler);
        self.fields.push((name.into(), metadata));
        self
    }

    /// Adds a column of this name for a crawler with these names. The dialect is ignored if one was
    /// chosen for all crawlers.
    #[must_use]
    pub fn crawler<'q>(
        mut self,
        name: impl Into<String>,
        list: impl Into<AgentList<'q>>,
        dialect: Dialect,
    ) -> Self {
        let list = list.into();
        let metadata = self.metadata(list.tokens().next().unwrap_or("*"), dialect);
        self.census = self.census.crawler(list, dialect);
        self.fields.push((name.into(), metadata));
        self
    }

    fn metadata(&self, token: &str, documented: Dialect) -> Metadata<String, String> {
        let dialect = self.dialect.unwrap_or(documented);
        [("token", token), ("dialect", dialect.name().unwrap_or("custom"))]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into()
    }

    /// Reads at most this many bytes of a body for each crawler, and no line in part. By default
    /// each crawler reads as much as it documents.
    #[must_use]
    pub fn max_body_bytes(mut self, max_bytes: usize) -> Self {
        self.census = self.census.max_bytes(max_bytes);
        self
    }

    /// Answers with at most this many threads, each a part of the rows in sequence. The default is
    /// one.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(name, _)| name.as_str())
    }

    /// The columns of answers, with their names and types.
    #[must_use]
    pub fn schema(&self, detail: bool) -> SchemaRef {
        let data_type = match detail {
            true => DataType::Struct(detail_fields()),
            false => access_type(),
        };
        let fields = self.fields.iter().map(|(name, metadata)| {
            Field::new(name, data_type.clone(), true).with_metadata(metadata.clone())
        });
        Arc::new(Schema::new(fields.collect::<Fields>()))
    }

    /// Answers one batch: bodies, and the statuses of the responses that had them, of a type of
    /// whole numbers, or Float64. Where a status is null or NaN, the body is taken for a robots.txt.
    ///
    /// # Complexity
    ///
    /// A body that occurs again in the batch, with as good a status, is not read again. It is
    /// recognized as a [`Judge`](crate::Judge) does it.
    ///
    /// # Errors
    ///
    /// If the bodies are not texts, the statuses are not whole numbers, or the numbers of rows
    /// differ.
    pub fn access(
        &self,
        bodies: &dyn Datum,
        statuses: Option<&dyn Datum>,
        detail: bool,
    ) -> Result<RecordBatch, Error> {
        self.access_while(&[(bodies, statuses)], detail, &mut || true)
    }

    /// Answers several batches of bodies and statuses, until `goes_on` says no, which ends it. It is
    /// called on this thread about every 20 ms, but not while one body is read.
    ///
    /// # Errors
    ///
    /// The errors of [`access`](Self::access), and [`Error::Stopped`] if `goes_on` returned `false`.
    pub fn access_while(
        &self,
        batches: &[(&dyn Datum, Option<&dyn Datum>)],
        detail: bool,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<RecordBatch, Error> {
        let (parts, rows) = answer_batches(batches, self.threads, goes_on, |sites, rows, watch| {
            let mut part = Part::default();
            part.rows = sites.numbers(rows, watch, |reply, body| {
                let number = part.answer(&self.census, reply, body, detail);
                (Some(number), self.fields.len())
            });
            part
        })?;
        Ok(self.finish(&parts, rows, detail))
    }

    fn finish(&self, parts: &[Part], rows: usize, detail: bool) -> RecordBatch {
        let values: ArrayRef = Arc::new(StringArray::from(VALUES.to_vec()));
        let columns = (0..self.fields.len()).map(|crawler| -> ArrayRef {
            let mut keys = PrimitiveBuilder::<Int8Type>::with_capacity(rows);
            for (part, entry) in entries(parts) {
                keys.append_option(entry.map(|entry| part.codes[entry * self.fields.len() + crawler]));
            }
            let access = DictionaryArray::new(keys.finish(), Arc::clone(&values));
            if !detail {
                return Arc::new(access);
            }
            let (mut group, mut is_named) = (StringBuilder::new(), BooleanBuilder::new());
            for (part, entry) in entries(parts) {
                let entry = entry.map(|entry| part.groups[entry * self.fields.len() + crawler]);
                group.append_option(entry.and_then(|found| part.names.get(found.name? as usize)));
                is_named.append_option(entry.map(|found| found.is_named));
            }
            let nulls: NullBuffer = entries(parts).map(|(_, entry)| entry.is_some()).collect();
            let columns: Vec<ArrayRef> = vec![
                Arc::new(access),
                Arc::new(group.finish()),
                Arc::new(is_named.finish()),
            ];
            Arc::new(StructArray::new(detail_fields(), columns, Some(nulls)))
        });
        let columns = columns.collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(self.schema(detail), columns, &options)
            .expect("each column has the type of the schema, and a value in every row")
    }
}

impl fmt::Debug for AccessJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccessJudge")
            .field("crawlers", &self.names().collect::<Vec<_>>())
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// The values of the dictionary, by key.
const VALUES: [&str; 4] = [
    Access::Open.as_str(),
    Access::Partial.as_str(),
    Access::Closed.as_str(),
    "undecided",
];

fn key(access: Option<Access>) -> i8 {
    match access {
        Some(Access::Open) => 0,
        Some(Access::Partial) => 1,
        Some(Access::Closed) => 2,
        None => 3,
    }
}

fn access_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8))
}

fn detail_fields() -> Fields {
    Fields::from(vec![
        Field::new("access", access_type(), true),
        Field::new("group", DataType::Utf8, true),
        Field::new("is_named", DataType::Boolean, true),
    ])
}

/// The answers to some rows in sequence. Rows with the same body share one.
#[derive(Default)]
struct Part {
    /// The number of the answer to each row.
    rows: Numbers,
    /// For each answer, and in it for each crawler: a key of the dictionary.
    codes: Vec<i8>,
    /// Likewise, with details.
    groups: Vec<FoundGroup>,
    /// The names of groups, each once.
    names: Vec<String>,
    numbers: HashMap<Box<[u8]>, u32>,
    answers: u32,
}

/// The group that applies to a crawler.
#[derive(Clone, Copy)]
struct FoundGroup {
    /// The number of its name.
    name: Option<u32>,
    is_named: bool,
}

impl Part {
    /// Asks about a file. Returns the number of the answer.
    fn answer(&mut self, census: &Census, reply: Option<Reply>, body: &[u8], detail: bool) -> u32 {
        let number = self.answers;
        self.answers += 1;
        let mut tell = |crawler: robots_exclusion_analysis::decide::CrawlerAccess<'_>| {
            self.codes.push(key(crawler.access));
            if detail {
                let found = FoundGroup {
                    name: crawler.group.map(|name| self.number(name)),
                    is_named: crawler.is_named(),
                };
                self.groups.push(found);
            }
        };
        match reply {
            Some(reply) => census.access_after(reply, body, &mut tell),
            None => census.access(body, &mut tell),
        }
        number
    }

    fn number(&mut self, name: &[u8]) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.names.len()).expect("four billion names do not fit in memory");
        self.names.push(String::from_utf8_lossy(name).into_owned());
        self.numbers.insert(name.into(), number);
        number
    }
}

/// Each row of some parts, with the number of its answer.
fn entries(parts: &[Part]) -> impl Iterator<Item = (&Part, Option<usize>)> {
    parts
        .iter()
        .flat_map(|part| part.rows.iter().map(move |entry| (part, entry)))
}
