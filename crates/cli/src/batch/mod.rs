//! `robots batch`: a stream of questions, a stream of answers.

mod json_question;
mod json_rows;
mod kept_files;
mod names;
mod read_ahead;
mod row_reader;
mod tab_rows;

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use robots_exclusion::{Dialect, RobotsTxt};

use crate::config::Config;
use crate::failure::Failure;
use crate::fetch::{Client, Exchanges, FetchReport};
use crate::input::{Input, RobotsFile, without_mark};
use crate::options::Reading;
use crate::output::{self, Complaints, Output};
use crate::status::Status;
use json_rows::ManyFiles;
use names::Names;
use read_ahead::Blocks;
use row_reader::{MAX_ROW, count_lines, next_row, parts};
use tab_rows::OneFile;

/// Answers a stream of questions, in order.
///
/// Reads JSON Lines from standard input: objects with `url`, a crawler as `agent`, `token` or `user_agent`,
/// a body as `robots` (text), `robots_b64` (bytes in Base64) or `file` (the path of a regular
/// file), and optionally `dialect` (a name, or `auto`, the default) and `id`. `agent` names a crawler as everywhere: a product token,
/// a whole User-Agent header, or a well-known crawler, which follows groups as its operator
/// documents; `token` is a product token and nothing else, `user_agent` always a header. FILE and -a
/// stand in for what a row leaves out.
///
/// Writes one line for each, with the fields of `robots check` and the `id`. A row that cannot be
/// answered gives {"error", "input_line"} in its place. `url` and `id` are copied unchanged, user
/// and password of the URL included, so that answers can be matched to questions. Output is flushed
/// before waiting for more input.
///
/// Consecutive rows with the same body are cheapest; the last few bodies are kept, and their files
/// are not read again. Rows and files of more than 64 MiB are refused. If standard input is a file,
/// up to four threads are used.
#[derive(Args)]
#[command(after_long_help = r#"Examples:
  echo '{"agent":"a","url":"/x","robots":"User-agent: a"}' | robots batch
  echo '{"user_agent":"A/1 (b)","url":"/x","robots":""}' | robots batch
  robots batch < questions.jsonl > answers.jsonl
  printf 'FooBot\t/x\n' | robots batch --format tsv robots.txt"#)]
pub(crate) struct Batch {
    /// The robots.txt file that rows without a body are about; with --format tsv, all rows
    #[arg(value_name = "FILE")]
    file: Option<Input>,

    /// The crawler that rows without a crawler are about
    #[arg(short, long, value_name = "AGENT")]
    agent: Option<String>,

    #[command(flatten)]
    reading: Reading,

    /// The contents of FILE, read once for all rows.
    #[arg(skip)]
    given: Option<Box<Given>>,

    /// With --format tsv: crawlers are named by whole User-Agent headers, like the `user_agent` of
    /// other rows
    #[arg(long)]
    user_agents: bool,

    /// Accept any string as the library does, even if it is neither an http(s) URL nor a path that
    /// begins with /
    #[arg(long)]
    lenient_urls: bool,

    /// The format of the questions and of the answers
    #[arg(short, long, value_name = "FORMAT", default_value = "jsonl")]
    format: BatchFormat,
}

/// FILE, as it was read before the first row.
struct Given {
    file: RobotsFile,
    client: Client,
    /// The answer of the site, if FILE is a URL. Its meaning depends on the crawler of a row.
    exchanges: Mutex<Exchanges>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BatchFormat {
    /// One JSON object per line
    Jsonl,
    /// `agent<TAB>url` in (with --user-agents, `user_agent<TAB>url`), `allowed<TAB>line` out, about
    /// one FILE
    Tsv,
}

impl Batch {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        match (self.format, &self.file) {
            (BatchFormat::Jsonl, _) if self.user_agents => Err(Failure::Usage(
                "--user-agents is for --format tsv; rows of JSON say `user_agent` instead of `agent`"
                    .to_owned(),
            )),
            (_, Some(Input::Stdin)) => Err(Failure::Usage(
                "standard input cannot be both FILE and the questions; give FILE as a path".to_owned(),
            )),
            (BatchFormat::Tsv, _) if self.agent.is_some() => Err(Failure::Usage(
                "-a is for rows of JSON; every row of --format tsv names its crawler".to_owned(),
            )),
            (BatchFormat::Jsonl, _) => {
                let mut status = self.read_file()?;
                status.raise(self.answer(|| ManyFiles {
                    batch: &self,
                    names: Names::default(),
                    files: VecDeque::new(),
                })?);
                Ok(status)
            }
            (BatchFormat::Tsv, Some(_)) => {
                let mut status = self.read_file()?;
                status.raise(self.answer(|| OneFile {
                    batch: &self,
                    names: Names::default(),
                    views: Vec::new(),
                })?);
                Ok(status)
            }
            (BatchFormat::Tsv, None) => Err(Failure::Usage(
                "--format tsv needs one FILE, and none is given; write robots batch --format tsv FILE"
                    .to_owned(),
            )),
        }
    }

    /// Reads FILE, if it is given.
    fn read_file(&mut self) -> Result<Status, Failure> {
        let Some(input) = &self.file else {
            return Ok(Status::Clean);
        };
        let client = self.reading.web.client();
        let mut exchanges = Exchanges::default();
        let file = input.robots_among(self.reading.dialect(), &client, &mut exchanges)?;
        if let Some(report) = file.fetched.as_ref().filter(|report| report.is_incomplete()) {
            match self.reading.choice().is_auto() {
                // Each row says what this means to its crawler.
                true if !report.is_file() => output::warn(&report.answer()),
                _ => output::warn(report),
            }
        }
        // For its warnings.
        self.reading.limits.parse_file(&file, self.reading.dialect());
        let is_file = file.fetched.as_ref().is_none_or(FetchReport::is_file);
        self.given = Some(Box::new(Given {
            file,
            client,
            exchanges: Mutex::new(exchanges),
        }));
        let mut status = Status::Clean;
        status.raise_if(!is_file, Status::NotFetched);
        Ok(status)
    }

    /// FILE as a dialect reads it.
    fn default_robots(&self, dialect: Dialect) -> Result<RobotsTxt<'static>, String> {
        let (Some(given), Some(input)) = (&self.given, &self.file) else {
            return Err("there is no FILE".to_owned());
        };
        if given.file.fetched.is_none() {
            return Ok(self.reading.limits.parse_again(&given.file, dialect));
        }
        let mut exchanges = given.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        let file = input.robots_among(dialect, &given.client, &mut exchanges);
        let file = file.map_err(|failure| failure.to_string())?;
        Ok(self.reading.limits.parse_again(&file, dialect))
    }

    /// Answers the rows of standard input. Many rows are divided among several threads, each with
    /// an [`Answerer`] of its own.
    fn answer<A: Answerer>(&self, answerer: impl Fn() -> A) -> Result<Status, Failure> {
        let mut output = Output::new();
        let mut status = Status::Clean;
        let mut complaints = Complaints::default();
        let mut workers = Vec::new();
        let mut line = 1;
        let blocks = Blocks::of_stdin(self.reading.web.client())?;
        let mut is_empty = true;
        while let Some(block) = blocks.next() {
            let block = block?;
            let rows = block.rows();
            is_empty &= rows.is_empty();
            let rows = if line == 1 { without_mark(rows) } else { rows };
            let wanted = rows.len() / MIN_PART;
            // Asking for their number starts the threads.
            let max = if wanted > 1 {
                rayon::current_num_threads().min(MAX_THREADS)
            } else {
                1
            };
            let mut parts = parts(rows, wanted.clamp(1, max));
            let needed = workers.len().max(parts.len());
            workers.resize_with(needed, || Worker::new(answerer()));
            for (worker, part) in workers.iter_mut().zip(&parts) {
                worker.line = line;
                line += count_lines(part);
            }
            if parts.len() > 1 {
                let pairs = workers.par_iter_mut().zip(&mut parts).with_max_len(1);
                pairs.for_each(|(worker, part)| worker.answer(part));
            }
            for (worker, part) in workers.iter_mut().zip(&mut parts) {
                loop {
                    output.write(&worker.text)?;
                    worker.text.clear();
                    for (line, message) in worker.bad_rows.drain(..) {
                        complaints.add(
                            &format_args!("standard input, line {line}: {message}"),
                            &"further bad rows are not reported here; each has its reason in the output",
                        );
                    }
                    if part.is_empty() {
                        break;
                    }
                    worker.answer(part);
                }
                status.raise(worker.status);
            }
            // More input may not come until all answers so far are out.
            output.flush()?;
            drop(parts);
            blocks.reuse(block);
        }
        if is_empty && self.file.is_some() {
            output::warn(&"standard input is empty, and batch reads its questions there; nothing was asked");
        }
        Ok(status)
    }
}

/// Fewer bytes of rows than this are answered sooner than a thread wakes up. A pipe rarely holds
/// more, so what comes through one is answered by one thread.
const MIN_PART: usize = 64 << 10;

/// The maximum number of threads that answer. Each keeps its own results in memory, and only one
/// reads and writes.
const MAX_THREADS: usize = 4;

/// Answers are written once they take this many bytes, before the next row is answered. One may be a
/// hundred times as long as its row, where that is short and the rule that it cites is not.
const MAX_ANSWERS: usize = 1 << 20;

/// Answers rows, one after another.
trait Answerer: Send {
    /// Whether a row gets no answer.
    fn is_blank(row: &[u8]) -> bool {
        row.trim_ascii().is_empty()
    }

    /// Appends the answer to a row, and returns the exit status that it leads to.
    fn answer(&mut self, row: &[u8], text: &mut Vec<u8>) -> Result<Status, String>;

    /// Appends the answer to a bad row: an error, with the number of the line.
    fn refuse(row: &[u8], error: &str, input_line: u64, text: &mut Vec<u8>);
}

/// Someone who answers, and the answers that are not written yet. In cache lines of its own, since
/// it is written with every row.
#[repr(align(128))]
struct Worker<A> {
    answerer: A,
    /// The number of the next row's line.
    line: u64,
    /// The answers.
    text: Vec<u8>,
    status: Status,
    /// The lines of the first few bad rows, and their errors.
    bad_rows: Vec<(u64, String)>,
}

impl<A: Answerer> Worker<A> {
    fn new(answerer: A) -> Self {
        Self {
            answerer,
            line: 1,
            text: Vec::new(),
            status: Status::Clean,
            bad_rows: Vec::new(),
        }
    }

    /// Answers rows, until there are none or too many answers.
    fn answer(&mut self, rows: &mut &[u8]) {
        // The rows of several threads lie side by side, and where one writes, the others wait.
        let mut remaining = *rows;
        while self.text.len() < MAX_ANSWERS
            && let Some(row) = next_row(&mut remaining)
        {
            self.answer_row(row);
            self.line += 1;
        }
        *rows = remaining;
    }

    fn answer_row(&mut self, row: &[u8]) {
        let answer = match row.len() {
            ..=MAX_ROW if A::is_blank(row) => return,
            ..=MAX_ROW => self.answerer.answer(row, &mut self.text),
            _ => Err(format!("the row is longer than {MAX_ROW} bytes")),
        };
        match answer {
            Ok(status) => self.status.raise(status),
            Err(message) => {
                A::refuse(row, &message, self.line, &mut self.text);
                self.status.raise(Status::BadInput);
                // One more shows that there are more.
                if self.bad_rows.len() <= Complaints::MAX {
                    self.bad_rows.push((self.line, message));
                }
            }
        }
    }
}
