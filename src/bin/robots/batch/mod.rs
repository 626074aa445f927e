//! `robots batch`: a stream of questions, a stream of answers.

mod question;
mod reader;
mod site;

use std::fmt::Write as _;
use std::io::Read;

use clap::{Args, ValueEnum};
use robots_exclusion::{Dialect, GroupIndex, Target};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::Status;
use crate::config::Config;
use crate::failure::Failure;
use crate::input::{Input, not_a_url};
use crate::options::Reading;
use crate::output::{self, Output};
use question::{BadRow, Question, decode};
use reader::{InputRow, MAX_ROW, RowReader};
use site::{Crawlers, Others, Site};

/// Answers a stream of questions, in order.
///
/// Reads JSON Lines from standard input: objects with `agent`, `url` and one of `robots` (text), `robots_b64` (bytes in Base64) or
/// `file` (the path of a regular file), and optionally `dialect` and `id`. Writes one line for each, with the fields of `robots check` and
/// the `id`. A row that cannot be answered gives {"error", "input_line"} in its place. Consecutive rows with the same body are
/// cheapest; the last few bodies are kept, and their files are not read again. Rows and files of more than 64 MiB are refused. Output is flushed before waiting for more input.
#[derive(Args)]
#[command(after_long_help = r#"Examples:
  echo '{"agent":"a","url":"/x","robots":"User-agent: a"}' | robots batch
  robots batch < questions.jsonl > answers.jsonl
  printf 'FooBot\t/x\n' | robots batch --format tsv robots.txt"#)]
pub(crate) struct Batch {
    /// With --format tsv: the robots.txt file that all questions are about
    #[arg(value_name = "FILE")]
    file: Option<Input>,

    #[command(flatten)]
    reading: Reading,

    /// Accept any string as the library does, even if it is neither an http(s) URL nor a path that begins with /
    #[arg(long)]
    lenient_urls: bool,

    /// What is read and written
    #[arg(short, long, value_name = "FORMAT", default_value = "jsonl")]
    format: BatchFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BatchFormat {
    /// One JSON object per line
    Jsonl,
    /// `agent<TAB>url` in, `allowed<TAB>line` out, about one FILE
    Tsv,
}

impl Batch {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        let mut output = Output::new();
        let mut session = Session {
            reading: self.reading,
            is_lenient: self.lenient_urls,
            site: None,
            others: Others::default(),
            tally: Tally::default(),
        };
        match (self.format, &self.file) {
            (BatchFormat::Jsonl, None) => session.answer_json(&mut output)?,
            (BatchFormat::Jsonl, Some(_)) => {
                return Err(Failure::Usage(
                    "FILE is for --format tsv; rows of JSON name their files themselves".to_owned(),
                ));
            }
            (BatchFormat::Tsv, Some(Input::Stdin)) => {
                return Err(Failure::Usage(
                    "standard input cannot be both FILE and the questions; give FILE as a path".to_owned(),
                ));
            }
            (BatchFormat::Tsv, Some(file)) => session.answer_tsv(file, &mut output)?,
            (BatchFormat::Tsv, None) => {
                return Err(Failure::Usage(
                    "--format tsv needs one FILE, and none is given; write robots batch --format tsv FILE"
                        .to_owned(),
                ));
            }
        }
        output.flush()?;
        Ok(session.tally.status())
    }
}

/// The results so far.
#[derive(Debug, Default)]
struct Tally {
    is_any_disallowed: bool,
    is_not_fetched: bool,
    bad_rows: u64,
}

impl Tally {
    /// Reports on standard error what is wrong with a row, for the first few bad rows only.
    fn bad_row(&mut self, line: u64, message: &str) {
        const REPORTED: u64 = 20;
        self.bad_rows += 1;
        if self.bad_rows <= REPORTED {
            output::complain(&format_args!("standard input, line {line}: {message}"));
        } else if self.bad_rows == REPORTED + 1 {
            output::complain(&"more rows cannot be answered; each has the reason in its place");
        }
    }

    fn status(&self) -> Status {
        if self.bad_rows > 0 {
            Status::BadInput
        } else if self.is_not_fetched {
            Status::NotFetched
        } else if self.is_any_disallowed {
            Status::Findings
        } else {
            Status::Clean
        }
    }
}

#[derive(Serialize)]
struct ErrorRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: &'a str,
    input_line: u64,
}

/// What answering needs in addition to the questions.
struct Session {
    reading: Reading,
    /// Whether any string is accepted as a URL.
    is_lenient: bool,
    /// The body of the last row, and what is known about it.
    site: Option<Site>,
    /// Those of rows before.
    others: Others,
    tally: Tally,
}

impl Session {
    /// The questions on standard input.
    fn rows(&self) -> Result<RowReader<impl Read + use<>>, Failure> {
        Ok(RowReader::new(
            Input::Stdin.open_text(&self.reading.web.client())?,
        ))
    }

    fn answer_json(&mut self, output: &mut Output) -> Result<(), Failure> {
        let mut rows = self.rows()?;
        let mut line = 0;
        while let Some(row) = rows.next_row(|| output.flush(), |error| Input::Stdin.failure(error))? {
            line += 1;
            let bad = match row {
                InputRow::Row(row) if row.trim_ascii().is_empty() => continue,
                InputRow::Row(row) => match self.answer_row(row) {
                    Ok((question, tail)) => {
                        write_answer(output, &question, tail)?;
                        continue;
                    }
                    Err(bad) => bad,
                },
                InputRow::TooLong => BadRow {
                    message: format!("the row is longer than {MAX_ROW} bytes"),
                    id: None,
                },
            };
            self.tally.bad_row(line, &bad.message);
            output.json_line(&ErrorRow {
                id: bad.id.and_then(|id| serde_json::from_slice(id).ok()),
                error: &bad.message,
                input_line: line,
            })?;
        }
        Ok(())
    }

    /// A row's question, and the end of its answer: the fields from `allowed` on.
    fn answer_row<'r>(&mut self, row: &'r [u8]) -> Result<(Question<'r>, &[u8]), BadRow<'r>> {
        let previous = self.site.as_ref().map_or(&b""[..], |site| &site.body);
        let question = Question::read(row, previous)?;
        let bad = |message| BadRow {
            message,
            id: question.id,
        };
        let dialect = match question.dialect {
            None => self.reading.dialect(),
            Some(name) => {
                let name = decode(name).map_err(bad)?;
                Dialect::from_name(&name)
                    .ok_or_else(|| bad(format!("unknown dialect {name:?} (see --dialect)")))?
            }
        };
        let url = decode(question.url).map_err(bad)?;
        if let (Err(error), false) = (Target::parse(&url), self.is_lenient) {
            return Err(bad(not_a_url(url.as_bytes(), error)));
        }
        let is_same = |site: &Site| question.repeats_body && site.is_read_as(&question, dialect);
        if !self.site.as_ref().is_some_and(is_same) {
            let found = self.others.take(&question, dialect);
            if let Some(last) = std::mem::replace(&mut self.site, found) {
                self.others.keep(last);
            }
        }
        let site = match &mut self.site {
            Some(site) => site,
            none => none.insert(Site::read(&question, &self.reading, dialect).map_err(bad)?),
        };
        let (is_allowed, tail) = site.answer(question.agent, url.as_bytes()).map_err(bad)?;
        self.tally.is_any_disallowed |= !is_allowed;
        Ok((question, tail))
    }

    fn answer_tsv(&mut self, file: &Input, output: &mut Output) -> Result<(), Failure> {
        let (robots, file) = self.reading.parse_file(file)?;
        let instead = file.fetched.and_then(|report| report.instead);
        self.tally.is_not_fetched = instead.is_some();
        // Every row may be of another crawler.
        let index = GroupIndex::new(&robots);
        let mut crawlers = Crawlers::default();
        let mut ask = |agent: &[u8], url: &[u8]| match instead {
            Some(instead) => Ok((instead.verdict(&String::from_utf8_lossy(url)).0, None)),
            None => crawlers.ask(&index, agent, url),
        };
        let mut rows = self.rows()?;
        let mut line = 0;
        let mut answer = String::new();
        while let Some(row) = rows.next_row(|| output.flush(), |error| Input::Stdin.failure(error))? {
            line += 1;
            let result = match row {
                InputRow::Row(row) if row.trim_ascii().is_empty() => continue,
                InputRow::Row(row) => {
                    let row = row.strip_suffix(b"\r").unwrap_or(row);
                    match memchr::memchr(b'\t', row) {
                        None => Err(
                            "there is no tab between the agent and the URL; write agent<TAB>url".to_owned(),
                        ),
                        Some(tab) if !self.is_lenient => match Target::parse_bytes(&row[tab + 1..]) {
                            Ok(_) => ask(&row[..tab], &row[tab + 1..]),
                            Err(error) => Err(not_a_url(&row[tab + 1..], error)),
                        },
                        Some(tab) => ask(&row[..tab], &row[tab + 1..]),
                    }
                }
                InputRow::TooLong => Err(format!("the row is longer than {MAX_ROW} bytes")),
            };
            answer.clear();
            match result {
                Ok((is_allowed, decided_by)) => {
                    self.tally.is_any_disallowed |= !is_allowed;
                    // Writing to a string cannot fail.
                    let _ = match decided_by {
                        Some(decided_by) => writeln!(answer, "{is_allowed}\t{decided_by}"),
                        None => writeln!(answer, "{is_allowed}\t"),
                    };
                }
                Err(message) => {
                    self.tally.bad_row(line, &message);
                    answer.push_str("error\t\n");
                }
            }
            output.write(answer.as_bytes())?;
        }
        Ok(())
    }
}

/// Writes an answer; what it repeats from the question is copied as JSON text.
fn write_answer(output: &mut Output, question: &Question<'_>, tail: &[u8]) -> Result<(), Failure> {
    match question.id {
        Some(id) => {
            output.write(b"{\"id\":")?;
            output.write(id)?;
            output.write(b",\"agent\":")?;
        }
        None => output.write(b"{\"agent\":")?,
    }
    output.write(question.agent)?;
    output.write(b",\"url\":")?;
    output.write(question.url)?;
    output.write(b",")?;
    output.write(tail)
}
