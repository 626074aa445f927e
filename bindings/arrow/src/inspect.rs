//! What each file is and says, counted: a row for each body.

use std::iter;
use std::num::NonZero;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, PrimitiveBuilder, StringBuilder};
use arrow_array::types::{ArrowPrimitiveType, Int8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    ArrayRef, Datum, DictionaryArray, ListArray, RecordBatch, RecordBatchOptions, StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use hashbrown::HashSet;
use robots_exclusion::companions::percent::to_text;
use robots_exclusion::fetch::Reply;
use robots_exclusion::syntax::{BodyFormat, DirectiveKind};
use robots_exclusion::{ParseOptions, RobotsTxt, RuleKind};
use robots_exclusion_page::ContentUsage;

use crate::error::Error;
use crate::sites::{Numbers, answer_batches};

/// What each body is and says, counted. Like [`Inspector::inspect`], for whole files, read as RFC
/// 9309 says.
///
/// # Examples
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::UInt32Type;
/// use arrow_array::{Array, BinaryArray, UInt16Array};
/// use robots_exclusion_arrow::inspect;
///
/// let bodies = BinaryArray::from_vec(vec![b"User-agent: GPTBot\nDisallow: /\nDisallow: /x\n", b"<html>", b""]);
/// let statuses = UInt16Array::from(vec![200, 200, 404]);
/// let found = inspect(&bodies, Some(&statuses))?;
/// assert_eq!(found["rules"].as_struct()["disallow"].as_primitive::<UInt32Type>().value(0), 2);
/// assert_eq!(found["agents"].as_list::<i32>().value(0).as_string::<i32>().value(0), "GPTBot");
/// // Where the status is not one of success, there is no file.
/// assert!(found["bytes"].is_null(2));
/// # Ok::<(), robots_exclusion_arrow::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`Inspector::inspect`].
pub fn inspect(bodies: &dyn Datum, statuses: Option<&dyn Datum>) -> Result<RecordBatch, Error> {
    Inspector::default().inspect(bodies, statuses)
}

/// Says, batch after batch, what each body is and what it says, counted. The answers are what
/// `robots inspect` prints of each file.
///
/// # Answers
///
/// A row for each body. All columns but `status` are null where there is no file: without a body, or
/// where the status is not one of success.
///
/// | column | type | meaning |
/// |---|---|---|
/// | `status` | UInt16 | the status as given, if any |
/// | `bytes` | UInt64 | the length of the body as given |
/// | `format` | Dictionary(Int8, Utf8) | what the body looks like: `text` for a robots.txt, `html`, `json` ([`BodyFormat`]) |
/// | `is_truncated` | Boolean | whether less than the whole body was read |
/// | `lines` | UInt32 | lines, with comments and empty ones |
/// | `groups` | UInt32 | groups |
/// | `rules` | Struct of UInt32 | how many rules of groups `allow` and how many `disallow` |
/// | `directives` | Struct of UInt32 | how many lines have each kind of key, wherever they are: `user-agent`, `sitemap`, `unknown` ([`DirectiveKind`]) |
/// | `agents` | List of Utf8 | the names of groups |
/// | `sitemaps` | List of Utf8 | the values of Sitemap lines |
/// | `unknown_keys` | List of Utf8 | the unknown keys |
/// | `content_signals` | List of Utf8 | content signals of the site and of groups, such as `ai-train=no` |
/// | `content_usage` | List of Utf8 | preferences of groups, such as `train-ai=n` or `/images/ train-ai=n` |
/// | `licenses` | List of Utf8 | URLs of licenses of the site and of groups |
///
/// A list has each text once, in the order of the file, but content signals of one group by their
/// names. Bytes that are not UTF-8 are escaped.
#[derive(Clone, Debug)]
pub struct Inspector {
    options: ParseOptions,
    threads: NonZero<usize>,
}

impl Default for Inspector {
    /// Reads whole files as RFC 9309 says, with one thread.
    fn default() -> Self {
        Self::new(ParseOptions::new())
    }
}

/// The columns that are lists, after the others.
const LISTS: [&str; 6] = [
    "agents",
    "sitemaps",
    "unknown_keys",
    "content_signals",
    "content_usage",
    "licenses",
];

impl Inspector {
    /// An inspector that reads files with these options, and with one [thread](Self::threads).
    #[must_use]
    pub fn new(options: ParseOptions) -> Self {
        Self {
            options,
            threads: NonZero::<usize>::MIN,
        }
    }

    /// Reads with at most this many threads, each a part of the rows in sequence. The default is
    /// one.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// The columns of answers, with their names and types.
    #[must_use]
    pub fn schema() -> SchemaRef {
        let format = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
        let mut fields = vec![
            Field::new("status", DataType::UInt16, true),
            Field::new("bytes", DataType::UInt64, true),
            Field::new("format", format, true),
            Field::new("is_truncated", DataType::Boolean, true),
            Field::new("lines", DataType::UInt32, true),
            Field::new("groups", DataType::UInt32, true),
            Field::new("rules", DataType::Struct(rule_fields()), true),
            Field::new("directives", DataType::Struct(directive_fields()), true),
        ];
        fields.extend(LISTS.map(|name| Field::new_list(name, list_item(), true)));
        Arc::new(Schema::new(fields))
    }

    /// Inspects one batch: bodies, and the statuses of the responses that had them, of a type of
    /// whole numbers, or Float64. Where a status is null or NaN, the body is taken for a robots.txt.
    ///
    /// # Complexity
    ///
    /// A body that occurs again in the batch is not read again. It is recognized as a
    /// [`Judge`](crate::Judge) does it.
    ///
    /// # Errors
    ///
    /// If the bodies are not texts, the statuses are not whole numbers, or the numbers of rows
    /// differ; and [`Error::Full`] if the texts of a column take 2 GiB or more.
    pub fn inspect(&self, bodies: &dyn Datum, statuses: Option<&dyn Datum>) -> Result<RecordBatch, Error> {
        self.inspect_while(&[(bodies, statuses)], &mut || true)
    }

    /// Inspects several batches of bodies and statuses, until `goes_on` says no, which ends it. It is
    /// called on this thread about every 20 ms, but not while one body is read.
    ///
    /// # Errors
    ///
    /// The errors of [`inspect`](Self::inspect), and [`Error::Stopped`] if `goes_on` returned `false`.
    pub fn inspect_while(
        &self,
        batches: &[(&dyn Datum, Option<&dyn Datum>)],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<RecordBatch, Error> {
        let (parts, rows) = answer_batches(batches, self.threads, goes_on, |sites, rows, watch| {
            let mut part = Part {
                statuses: rows.clone().map(|row| sites.status(row)).collect(),
                ..Part::default()
            };
            part.rows = sites.numbers(rows, watch, |reply, body| {
                let has_file = reply.is_none_or(Reply::is_success);
                (has_file.then(|| part.read(&self.options, body)), 0)
            });
            part
        })?;
        finish(&parts, rows)
    }
}

fn list_item() -> Field {
    Field::new_list_field(DataType::Utf8, true)
}

fn rule_fields() -> Fields {
    let names = RuleKind::ALL.iter().map(|kind| kind.as_str());
    names
        .map(|name| Field::new(name, DataType::UInt32, true))
        .collect()
}

fn directive_fields() -> Fields {
    let names = DirectiveKind::ALL.iter().map(|kind| kind.as_str());
    names
        .map(|name| Field::new(name, DataType::UInt32, true))
        .collect()
}

/// What some rows in sequence say. Rows with the same body share a file.
#[derive(Default)]
struct Part {
    statuses: Vec<Option<u16>>,
    /// The number of the file of each row.
    rows: Numbers,
    files: Vec<Counts>,
    /// By list.
    texts: [Texts; LISTS.len()],
}

/// The numbers about a file.
struct Counts {
    bytes: u64,
    format: BodyFormat,
    is_truncated: bool,
    lines: u32,
    groups: u32,
    rules: [u32; RuleKind::ALL.len()],
    directives: [u32; DirectiveKind::ALL.len()],
}

/// One list of each file.
#[derive(Default)]
struct Texts {
    texts: Vec<String>,
    /// Where the list of each file ends.
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, list: impl Iterator<Item = String>) {
        let list: Vec<String> = list.collect();
        let is_new: Vec<bool> = {
            let mut known = HashSet::with_capacity(list.len());
            list.iter().map(|text| known.insert(text.as_str())).collect()
        };
        let list = list.into_iter().zip(is_new);
        self.texts
            .extend(list.filter_map(|(text, is_new)| is_new.then_some(text)));
        self.ends.push(self.texts.len());
    }

    /// The list of a file.
    fn of(&self, file: usize) -> &[String] {
        let start = file.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.texts[start..self.ends[file]]
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Part {
    /// Reads a file, and returns its number.
    fn read(&mut self, options: &ParseOptions, body: &[u8]) -> u32 {
        let robots = options.parse(body);
        let mut counts = Counts {
            bytes: body.len() as u64,
            format: robots.format(),
            is_truncated: robots.is_truncated(),
            lines: number(robots.lines().count()),
            groups: number(robots.groups().len()),
            rules: [0; _],
            directives: [0; _],
        };
        for directive in robots.directives() {
            counts.directives[directive.kind() as usize] += 1;
        }
        for rule in robots.groups().flat_map(|group| group.rules()) {
            counts.rules[rule.kind() as usize] += 1;
        }
        let [
            agents,
            sitemaps,
            unknown_keys,
            content_signals,
            content_usage,
            licenses,
        ] = &mut self.texts;
        let text = |bytes: &[u8]| to_text(bytes);
        agents.push(robots.groups().flat_map(|group| group.agents()).map(text));
        sitemaps.push(robots.sitemaps().map(text));
        unknown_keys.push(robots.unknown_directives().map(|line| text(line.key())));
        content_signals.push(signals(&robots));
        content_usage.push(usage(&robots));
        let of_groups = robots.groups().flat_map(|group| group.licenses());
        licenses.push(
            robots
                .site_licenses()
                .chain(of_groups)
                .map(|url| text(url.as_bytes())),
        );
        self.files.push(counts);
        u32::try_from(self.files.len() - 1).expect("four billion files do not fit in memory")
    }
}

fn signals(robots: &RobotsTxt<'_>) -> impl Iterator<Item = String> {
    let of_groups = robots.groups().map(|group| group.content_signal());
    iter::once(robots.site_content_signal())
        .chain(of_groups)
        .flat_map(|signals| {
            let pairs = signals.iter().map(|(key, value)| format!("{key}={value}"));
            pairs.collect::<Vec<_>>()
        })
}

/// What is understood.
fn usage(robots: &RobotsTxt<'_>) -> impl Iterator<Item = String> {
    let values = robots.groups().flat_map(|group| group.content_usage());
    let lines = values.map(ContentUsage::parse);
    lines
        .filter(|line| line.error().is_none())
        .map(|line| line.to_string())
}

/// Each row of some parts, with its part and the number of its file.
fn entries(parts: &[Part]) -> impl Iterator<Item = (&Part, Option<usize>)> + Clone {
    parts
        .iter()
        .flat_map(|part| part.rows.iter().map(move |file| (part, file)))
}

fn finish(parts: &[Part], rows: usize) -> Result<RecordBatch, Error> {
    fn column<T: ArrowPrimitiveType>(
        parts: &[Part],
        rows: usize,
        count: impl Fn(&Counts) -> T::Native,
    ) -> ArrayRef {
        let mut column = PrimitiveBuilder::<T>::with_capacity(rows);
        for (part, file) in entries(parts) {
            column.append_option(file.map(|file| count(&part.files[file])));
        }
        Arc::new(column.finish())
    }
    let counts = |count: &dyn Fn(&Counts) -> u32| column::<UInt32Type>(parts, rows, count);
    let has_file: NullBuffer = entries(parts).map(|(_, file)| file.is_some()).collect();
    let structure = |fields: Fields, columns: Vec<ArrayRef>| -> ArrayRef {
        Arc::new(StructArray::new(fields, columns, Some(has_file.clone())))
    };

    let mut statuses = PrimitiveBuilder::<UInt16Type>::with_capacity(rows);
    for status in parts.iter().flat_map(|part| &part.statuses) {
        statuses.append_option(*status);
    }
    let mut formats = PrimitiveBuilder::<Int8Type>::with_capacity(rows);
    for (part, file) in entries(parts) {
        formats.append_option(file.map(|file| part.files[file].format as i8));
    }
    let names = BodyFormat::ALL.iter().map(|format| format.as_str());
    let formats = DictionaryArray::new(formats.finish(), Arc::new(StringArray::from_iter_values(names)));
    let mut is_truncated = BooleanBuilder::with_capacity(rows);
    for (part, file) in entries(parts) {
        is_truncated.append_option(file.map(|file| part.files[file].is_truncated));
    }
    let rules = (0..RuleKind::ALL.len()).map(|kind| counts(&|file| file.rules[kind]));
    let directives = (0..DirectiveKind::ALL.len()).map(|kind| counts(&|file| file.directives[kind]));

    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(statuses.finish()),
        column::<UInt64Type>(parts, rows, |file| file.bytes),
        Arc::new(formats),
        Arc::new(is_truncated.finish()),
        counts(&|file| file.lines),
        counts(&|file| file.groups),
        structure(rule_fields(), rules.collect()),
        structure(directive_fields(), directives.collect()),
    ];
    for (list, name) in LISTS.into_iter().enumerate() {
        columns.push(list_column(parts, list, &has_file).ok_or(Error::Full(name))?);
    }
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    let batch = RecordBatch::try_new_with_options(Inspector::schema(), columns, &options);
    Ok(batch.expect("each column has the type of the schema, and a value in every row"))
}

/// A column of lists, or `None` if it would be too large for its type.
fn list_column(parts: &[Part], list: usize, has_file: &NullBuffer) -> Option<ArrayRef> {
    let lists = entries(parts).map(|(part, file)| file.map_or(&[][..], |file| part.texts[list].of(file)));
    let texts = lists.clone().flatten();
    let bytes: usize = texts.clone().map(String::len).sum();
    let count = texts.clone().count();
    i32::try_from(bytes.max(count)).ok()?;
    let mut values = StringBuilder::with_capacity(count, bytes);
    texts.for_each(|text| values.append_value(text));
    let offsets = OffsetBuffer::from_lengths(lists.map(<[String]>::len));
    let field = Arc::new(list_item());
    let values = Arc::new(values.finish());
    Some(Arc::new(ListArray::new(
        field,
        offsets,
        values,
        Some(has_file.clone()),
    )))
}
