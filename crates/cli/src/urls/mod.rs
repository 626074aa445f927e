//! Lists of URLs: one a line, or the export of a tool that crawls or counts visits.

mod layout;
mod line_ends;
mod utf16;

use std::io::{self, BufRead, BufReader, Cursor, Read};

use robots_exclusion::Target;

use crate::credentials::remove_credentials;
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::{Input, ListLines, not_a_url, without_mark};
use crate::output::{self, Complaints};
use crate::shown::printable;

use layout::{Columns, Layout};
use line_ends::LineEnds;
pub(crate) use utf16::as_utf8;

/// How a list is to be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListOptions {
    /// The name or the number of the column of URLs, if it is not to be found.
    pub(crate) column: Option<String>,
    /// Whether each line is a URL, whatever it looks like.
    pub(crate) as_lines: bool,
    /// Whether any string is accepted.
    pub(crate) is_lenient: bool,
}

/// The cells of a table, one row at a time.
struct Cells {
    reader: csv::Reader<Box<dyn Read>>,
    columns: Columns,
    record: csv::ByteRecord,
    /// How many rows were read.
    rows: u64,
    name: String,
}

/// What a row says.
struct Listed {
    url: Vec<u8>,
    weight: Option<f64>,
    line: u64,
    bytes_read: u64,
}

/// Where the URLs of a list are.
enum Source {
    Lines(ListLines),
    Cells(Cells),
}

impl Source {
    fn next(&mut self) -> Result<Option<Listed>, Failure> {
        match self {
            Self::Cells(cells) => cells.next_cell(),
            Self::Lines(lines) => {
                let line = lines.next_line()?;
                Ok(line.map(|url| Listed {
                    url,
                    weight: None,
                    line: lines.number(),
                    bytes_read: lines.bytes_read(),
                }))
            }
        }
    }
}

impl Cells {
    /// The line on which the last row begins. The reader says how many lines it has read: those
    /// before the row, and those of the row, whose cells may have several. [`LineEnds`] ends every row.
    /// Where the reader says that the row begins, there may be blank lines.
    fn line(&self) -> u64 {
        let more = memchr::memchr_iter(b'\n', self.record.as_slice()).count() as u64;
        self.reader.position().line().saturating_sub(1 + more)
    }

    fn next_cell(&mut self) -> Result<Option<Listed>, Failure> {
        loop {
            let is_row = self
                .reader
                .read_byte_record(&mut self.record)
                .map_err(|error| Failure::malformed(self.name.clone(), error.to_string()))?;
            if !is_row {
                return Ok(None);
            }
            self.rows += 1;
            let (line, bytes_read) = (self.line(), self.reader.position().byte());
            let cell = |at: usize| without_mark(self.record.get(at).unwrap_or_default()).trim_ascii();
            let url = cell(self.columns.url);
            let is_remark = layout::is_remark(cell(0)) && !layout::is_one_url(url);
            let is_total = || {
                self.columns.heading > 0 && layout::is_total(url, self.record.iter().map(<[u8]>::trim_ascii))
            };
            if self.rows <= self.columns.heading || is_remark || is_total() {
                continue;
            }
            // Google Analytics writes several tables into a file, one below the other.
            if self.columns.heading > 0 && !layout::is_one_url(url) {
                let cells = self.record.iter().map(<[u8]>::trim_ascii);
                let row: Vec<Vec<u8>> = cells.map(<[u8]>::to_vec).collect();
                if let Some(columns) = layout::heading_columns(&row, self.columns.delimiter, self.rows) {
                    self.columns = columns;
                    continue;
                }
            }
            let weight = self.columns.weight.as_ref();
            return Ok(Some(Listed {
                url: url.to_vec(),
                weight: weight.and_then(|weight| weight.of(cell(weight.column))),
                line,
                bytes_read,
            }));
        }
    }
}

/// The URLs of a list.
pub(crate) struct Urls {
    source: Source,
    name: String,
    /// The size of the list in bytes, where that is known.
    len: Option<u64>,
    options: ListOptions,
    bad: Complaints,
}

/// A line of a list of URLs.
#[derive(Debug)]
pub(crate) struct UrlLine<'l> {
    /// Without the user and password.
    pub(crate) url: &'l [u8],
    /// Counted from 1.
    pub(crate) number: u64,
    /// How much the URL counts, if the list says that.
    pub(crate) weight: Option<f64>,
    /// Why it is not a URL, if it is not.
    pub(crate) error: Option<String>,
}

impl UrlLine<'_> {
    pub(crate) fn url(&self) -> Option<&[u8]> {
        self.error.is_none().then_some(self.url)
    }
}

impl Urls {
    /// Opens a list, and finds out how it is laid out by its first lines.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has no column of URLs.
    pub(crate) fn open(list: &Input, options: ListOptions, client: &Client) -> Result<Self, Failure> {
        /// The first bytes, which are looked at.
        const HEAD: u64 = 64 << 10;
        let name = list.name();
        let failed = |error: io::Error| list.failure(error);
        let reader: Box<dyn BufRead> = Box::new(BufReader::with_capacity(64 << 10, list.open(client)?));
        let mut reader = as_utf8(reader).map_err(failed)?;
        let mut head = Vec::new();
        reader
            .by_ref()
            .take(HEAD)
            .read_to_end(&mut head)
            .map_err(failed)?;
        let is_cut = head.len() as u64 == HEAD;
        // A row that is cut would look like another one.
        let whole = match memchr::memrchr(b'\n', &head) {
            Some(end) if is_cut => &head[..=end],
            _ => &head,
        };
        let layout = match options.as_lines {
            true => Layout::Lines,
            false => layout::detect(whole, options.column.as_deref())
                .map_err(|message| Failure::malformed(&name, printable(&message)))?,
        };
        let all = Cursor::new(head).chain(reader);
        let source = match layout {
            Layout::Lines => Source::Lines(ListLines::new(list.clone(), Box::new(all))),
            Layout::Table(columns) => {
                let mut csv = csv::ReaderBuilder::new();
                csv.has_headers(false).flexible(true).delimiter(columns.delimiter);
                let reader: Box<dyn Read> = Box::new(LineEnds::new(all, columns.delimiter));
                Source::Cells(Cells {
                    reader: csv.from_reader(reader),
                    columns,
                    record: csv::ByteRecord::new(),
                    rows: 0,
                    name: name.clone(),
                })
            }
        };
        Ok(Self {
            source,
            name,
            len: list.len(),
            options,
            bad: Complaints::default(),
        })
    }

    /// What the weights of the URLs count, if the list has any: `clicks`.
    pub(crate) fn unit(&self) -> Option<&str> {
        match &self.source {
            Source::Cells(cells) => cells.columns.weight.as_ref().map(|weight| &weight.name[..]),
            Source::Lines(_) => None,
        }
    }

    /// Why a text of the list is not one URL, if it is not.
    fn error(&self, url: &[u8]) -> Option<String> {
        if self.options.is_lenient {
            return None;
        }
        if let Err(error) = Target::parse_bytes(url) {
            return Some(error.to_string());
        }
        if !layout::is_one_url(url) {
            let or_table = match self.source {
                Source::Lines(_) => ", or read a column of a table with --csv",
                Source::Cells(_) => "",
            };
            return Some(format!(
                "it contains a space, tab or line break; write a space as %20{or_table}"
            ));
        }
        let is_line = matches!(self.source, Source::Lines(_)) && !self.options.as_lines;
        let doubt = layout::doubt(url).filter(|_| is_line);
        doubt.map(str::to_owned)
    }

    /// Calls `each` with every line. The first few that are not URLs are reported on standard
    /// error, and a progress bar counts all.
    pub(crate) fn for_each(
        &mut self,
        mut each: impl FnMut(UrlLine<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let bar = output::progress(self.len);
        let mut count: u64 = 0;
        while let Some(mut listed) = self.source.next()? {
            remove_credentials(&mut listed.url);
            let (url, line) = (&listed.url[..], listed.line);
            let error = self.error(url);
            if let Some(error) = &error {
                let name = &self.name;
                self.bad.add(
                    &format_args!("{name}, line {line}: {}", not_a_url(url, error)),
                    &format_args!("{name}: further lines that are not URLs are not reported one by one"),
                );
            }
            each(UrlLine {
                url,
                number: line,
                weight: listed.weight,
                error,
            })?;
            count += 1;
            if count.is_multiple_of(1024) {
                bar.set_position(listed.bytes_read);
                bar.set_message(count.to_string());
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Whether lines were skipped because they are not URLs.
    pub(crate) fn has_bad_lines(&self) -> bool {
        self.bad.is_any()
    }
}
