//! `robots batch`: a stream of questions, a stream of answers.

mod asked_file;
mod question;
mod reader;

use std::cell::LazyCell;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};
use robots_exclusion::{Dialect, RobotsTxt, Target};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::config::Config;
use crate::failure::Failure;
use crate::fetch::SubstituteVerdict;
use crate::input::{Input, not_a_url, stdin_is_file};
use crate::options::Reading;
use crate::output::{self, Output};
use crate::status::Status;
use asked_file::{AskedFile, Crawlers, Others};
use question::{BadRow, Form, Question, decode};
use reader::{Block, InputRow, MAX_ROW, RowReader, Rows};

/// Answers a stream of questions, in order.
///
/// Reads JSON Lines from standard input: objects with `url`, a crawler as `agent` or `user_agent`,
/// a body as `robots` (text), `robots_b64` (bytes in Base64) or `file` (the path of a regular
/// file), and optionally `dialect` and `id`. `agent` is a product token, taken literally even for a
/// well-known crawler, or a whole User-Agent header if it cannot be a token; `user_agent` is always
/// a header. Writes one line for each, with the fields of `robots check` and the `id`. A row that
/// cannot be answered gives {"error", "input_line"} in its place. `url` and `id` are repeated as
/// the row has them, user and password of the URL included, so that a program can look its rows up.
/// Consecutive rows with the same body are cheapest; the last few bodies are kept, and their files
/// are not read again. Rows and files of more than 64 MiB are refused. Output is flushed before
/// waiting for more input. Where standard input is a file, up to four threads answer.
#[derive(Args)]
#[command(after_long_help = r#"Examples:
  echo '{"agent":"a","url":"/x","robots":"User-agent: a"}' | robots batch
  echo '{"user_agent":"A/1 (b)","url":"/x","robots":""}' | robots batch
  robots batch < questions.jsonl > answers.jsonl
  printf 'FooBot\t/x\n' | robots batch --format tsv robots.txt"#)]
pub(crate) struct Batch {
    /// With --format tsv: the robots.txt file that all questions are about
    #[arg(value_name = "FILE")]
    file: Option<Input>,

    #[command(flatten)]
    reading: Reading,

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
        let tally = match (self.format, &self.file) {
            (BatchFormat::Jsonl, _) if self.user_agents => {
                return Err(Failure::Usage(
                    "--user-agents is for --format tsv; rows of JSON say `user_agent` instead of `agent`"
                        .to_owned(),
                ));
            }
            (BatchFormat::Jsonl, None) => self.answer_json()?,
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
            (BatchFormat::Tsv, Some(file)) => self.answer_tsv(file)?,
            (BatchFormat::Tsv, None) => {
                return Err(Failure::Usage(
                    "--format tsv needs one FILE, and none is given; write robots batch --format tsv FILE"
                        .to_owned(),
                ));
            }
        };
        Ok(tally.status())
    }

    /// How rows of tabs name crawlers.
    fn form(&self) -> Form {
        if self.user_agents {
            Form::Header
        } else {
            Form::TokenOrHeader
        }
    }

    fn answer_json(&self) -> Result<Tally, Failure> {
        self.answer(|| ManyFiles {
            reading: &self.reading,
            is_lenient: self.lenient_urls,
            file: None,
            others: Others::default(),
        })
    }

    fn answer_tsv(&self, file: &Input) -> Result<Tally, Failure> {
        let (robots, file) = self.reading.parse_file(file)?;
        let substitute = file.fetched.and_then(|report| report.substitute);
        // Every row may be of another crawler.
        let robots = robots.into_indexed();
        let mut tally = self.answer(|| OneFile {
            robots: &robots,
            substitute,
            is_lenient: self.lenient_urls,
            form: self.form(),
            crawlers: Crawlers::default(),
        })?;
        tally.is_not_fetched = substitute.is_some();
        Ok(tally)
    }

    /// Answers the rows of standard input. Many rows are divided among several threads, each with
    /// an [`Answerer`] of its own; if the input is a file, this thread reads the next ones
    /// meanwhile.
    fn answer<A: Answerer>(&self, answerer: impl Fn() -> A) -> Result<Tally, Failure> {
        let mut output = Output::new();
        let mut tally = Tally::default();
        let mut reader = RowReader::new(Input::Stdin.open_text(&self.reading.web.client())?);
        let mut workers = Vec::new();
        let pool = LazyCell::new(thread_pool);
        let mut line = 1;
        let is_file = stdin_is_file();
        let [mut block, mut next] = [Block::default(), Block::default()];
        let failure = |error| Input::Stdin.failure(error);
        let mut is_read = reader.read(&mut block);
        while is_read.map_err(failure)? {
            let rows = block.rows();
            let wanted = rows.len() / MIN_PART;
            let pool = if wanted > 1 { pool.as_ref() } else { None };
            let max = pool.map_or(1, ThreadPool::current_num_threads);
            let mut parts = rows.parts(wanted.clamp(1, max));
            let needed = workers.len().max(parts.len());
            workers.resize_with(needed, || Worker::new(answerer()));
            for (worker, part) in workers.iter_mut().zip(&parts) {
                worker.line = line;
                line += part.count_lines();
            }
            let mut ahead = None;
            if let Some(pool) = pool {
                pool.in_place_scope(|scope| {
                    for (worker, part) in workers.iter_mut().zip(&mut parts) {
                        scope.spawn(move |_| worker.answer(part));
                    }
                    // A read from a file never blocks, so it can be done before these answers are
                    // out.
                    ahead = is_file.then(|| reader.read(&mut next));
                });
            }
            for (worker, part) in workers.iter_mut().zip(&mut parts) {
                loop {
                    output.write(&worker.answers.text)?;
                    tally.add(&mut worker.answers);
                    if part.is_empty() {
                        break;
                    }
                    worker.answer(part);
                }
            }
            // More input may not come until all answers so far are out.
            output.flush()?;
            is_read = match ahead {
                Some(is_read) => {
                    std::mem::swap(&mut block, &mut next);
                    is_read
                }
                None => reader.read(&mut block),
            };
        }
        Ok(tally)
    }
}

/// Fewer bytes of rows than this are answered sooner than a thread wakes up. A pipe rarely holds
/// more, so what comes through one is answered by one thread.
const MIN_PART: usize = 64 << 10;

/// Answers are written once they take this many bytes, before the next row is answered. A
/// short row may cite a rule of many megabytes.
const MAX_ANSWERS: usize = 1 << 20;

/// The threads that answer; `None` if this one has to do. Each keeps to itself what it worked out,
/// which takes memory, and only one reads and writes.
fn thread_pool() -> Option<ThreadPool> {
    const MAX: usize = 4;
    let threads = std::thread::available_parallelism().ok()?.get().min(MAX);
    if threads == 1 {
        return None;
    }
    ThreadPoolBuilder::new().num_threads(threads).build().ok()
}

/// Answers rows, one after another.
trait Answerer: Send {
    /// Appends the answer to a row, or what is wrong with it; nothing for a blank row.
    fn answer(&mut self, row: InputRow<'_>, line: u64, answers: &mut Answers);
}

/// The answers to some rows.
#[derive(Debug, Default)]
struct Answers {
    text: Vec<u8>,
    is_any_disallowed: bool,
    /// The first few bad rows.
    complaints: Vec<(u64, String)>,
    bad_rows: u64,
}

impl Answers {
    fn bad_row(&mut self, line: u64, message: String) {
        self.bad_rows += 1;
        if self.bad_rows <= Tally::REPORTED {
            self.complaints.push((line, message));
        }
    }
}

/// Someone who answers, and the answers that are not written yet. In cache lines of its own, since
/// it is written with every row.
#[repr(align(128))]
struct Worker<A> {
    answerer: A,
    /// The number of the next row's line.
    line: u64,
    answers: Answers,
}

impl<A: Answerer> Worker<A> {
    fn new(answerer: A) -> Self {
        Self {
            answerer,
            line: 1,
            answers: Answers::default(),
        }
    }

    /// Answers rows, until there are none or too many answers.
    fn answer(&mut self, rows: &mut Rows<'_>) {
        // The rows of several threads lie side by side, and where one writes, the others wait.
        let mut remaining = rows.clone();
        while self.answers.text.len() < MAX_ANSWERS
            && let Some(row) = remaining.next()
        {
            self.answerer.answer(row, self.line, &mut self.answers);
            self.line += 1;
        }
        *rows = remaining;
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
    /// How many bad rows are reported on standard error.
    const REPORTED: u64 = 20;

    /// Adds the results of some rows, which follow those so far, and clears them.
    fn add(&mut self, answers: &mut Answers) {
        answers.text.clear();
        self.is_any_disallowed |= std::mem::take(&mut answers.is_any_disallowed);
        let before = self.bad_rows;
        self.bad_rows += std::mem::take(&mut answers.bad_rows);
        let remaining = Self::REPORTED.saturating_sub(before) as usize;
        for (line, message) in answers.complaints.drain(..).take(remaining) {
            output::complain(&format_args!("standard input, line {line}: {message}"));
        }
        if before <= Self::REPORTED && self.bad_rows > Self::REPORTED {
            output::complain(&"further bad rows are not reported here; each has its reason in the output");
        }
    }

    fn status(&self) -> Status {
        let mut status = Status::of_findings(self.is_any_disallowed);
        status.raise_if(self.is_not_fetched, Status::NotFetched);
        status.raise_if(self.bad_rows > 0, Status::BadInput);
        status
    }
}

#[derive(Serialize)]
struct ErrorRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: &'a str,
    input_line: u64,
}

/// Answers rows of JSON, each of which gives its own file.
struct ManyFiles<'b> {
    reading: &'b Reading,
    /// Whether any string is accepted as a URL.
    is_lenient: bool,
    /// The current file: that of the last row.
    file: Option<AskedFile>,
    /// Files of earlier rows.
    others: Others,
}

impl Answerer for ManyFiles<'_> {
    fn answer(&mut self, row: InputRow<'_>, line: u64, answers: &mut Answers) {
        let bad = match row {
            InputRow::Row(row) if row.trim_ascii().is_empty() => return,
            InputRow::Row(row) => match self.answer_row(row, &mut answers.text) {
                Ok(is_allowed) => {
                    answers.is_any_disallowed |= !is_allowed;
                    return;
                }
                Err(bad) => bad,
            },
            InputRow::TooLong => BadRow {
                message: too_long(),
                id: None,
            },
        };
        let row = ErrorRow {
            id: bad.id.and_then(|id| serde_json::from_slice(id).ok()),
            error: &bad.message,
            input_line: line,
        };
        // Writing to a vector cannot fail, and all fields are texts and numbers.
        let _ = serde_json::to_writer(&mut answers.text, &row);
        answers.text.push(b'\n');
        answers.bad_row(line, bad.message);
    }
}

/// What is wrong with a row that is too long.
fn too_long() -> String {
    format!("the row is longer than {MAX_ROW} bytes")
}

impl ManyFiles<'_> {
    /// The dialect that a question asks for.
    fn dialect_of(&self, question: &Question<'_>) -> Result<Dialect, String> {
        let Some(name) = question.dialect else {
            return Ok(self.reading.dialect());
        };
        let name = decode(name)?;
        Dialect::from_name(&name).ok_or_else(|| format!("unknown dialect {name:?} (see --dialect)"))
    }

    /// Makes the file of a question the current one.
    fn switch_to(&mut self, question: &Question<'_>, dialect: Dialect) -> Result<(), String> {
        let is_same = |file: &AskedFile| question.repeats_body && file.is_read_as(question, dialect);
        if !self.file.as_ref().is_some_and(is_same) {
            let found = self.others.take(question, dialect);
            if let Some(last) = std::mem::replace(&mut self.file, found) {
                self.others.keep(last);
            }
        }
        match &mut self.file {
            Some(file) => file.remember_dialect(question),
            none => *none = Some(AskedFile::read(question, self.reading, dialect)?),
        }
        Ok(())
    }

    /// Appends the answer to a row, and returns whether it is that the crawler may fetch the URL.
    fn answer_row<'r>(&mut self, row: &'r [u8], text: &mut Vec<u8>) -> Result<bool, BadRow<'r>> {
        let previous = self.file.as_ref().map_or(&b""[..], |file| &file.body);
        let question = Question::read(row, previous)?;
        let bad = |message| BadRow {
            message,
            id: question.id,
        };
        let repeats = |file: &AskedFile| question.repeats_body && file.is_asked_by(&question);
        let other = match &self.file {
            Some(file) if repeats(file) => None,
            _ => Some(self.dialect_of(&question).map_err(bad)?),
        };
        let url = decode(question.url).map_err(bad)?;
        if let (Err(error), false) = (Target::parse(&url), self.is_lenient) {
            return Err(bad(not_a_url(url.as_bytes(), error)));
        }
        if let Some(dialect) = other {
            self.switch_to(&question, dialect).map_err(bad)?;
        }
        let file = self.file.as_mut().expect("the file that the question is about");
        file.answer(&question, url.as_bytes(), text).map_err(bad)
    }
}

/// Answers rows of an agent and a URL, all about one file.
struct OneFile<'b> {
    robots: &'b RobotsTxt<'b>,
    /// The answer to all, if the file was not fetched.
    substitute: Option<SubstituteVerdict>,
    is_lenient: bool,
    form: Form,
    crawlers: Crawlers,
}

impl OneFile<'_> {
    /// The answer to a row, and the line that decides.
    fn answer_row(&mut self, row: &[u8]) -> Result<(bool, Option<u32>), String> {
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        let tab = memchr::memchr(b'\t', row)
            .ok_or_else(|| "there is no tab between the agent and the URL; write agent<TAB>url".to_owned())?;
        let (agent, url) = (&row[..tab], &row[tab + 1..]);
        if !self.is_lenient
            && let Err(error) = Target::parse_bytes(url)
        {
            return Err(not_a_url(url, error));
        }
        match self.substitute {
            Some(substitute) => Ok((substitute.verdict(&String::from_utf8_lossy(url)).0, None)),
            None => {
                // No group names an agent that is not UTF-8.
                let decode = |agent| Ok(String::from_utf8_lossy(agent));
                let (verdict, _) = self.crawlers.ask(self.robots, self.form, agent, url, decode)?;
                Ok((verdict.is_allowed(), verdict.line()))
            }
        }
    }
}

impl Answerer for OneFile<'_> {
    fn answer(&mut self, row: InputRow<'_>, line: u64, answers: &mut Answers) {
        let result = match row {
            // A tab is not nothing: it stands between an empty name and an empty URL.
            InputRow::Row(row) if row.trim_ascii().is_empty() && !row.contains(&b'\t') => return,
            InputRow::Row(row) => self.answer_row(row),
            InputRow::TooLong => Err(too_long()),
        };
        match result {
            Ok((is_allowed, decided_by)) => {
                answers.is_any_disallowed |= !is_allowed;
                // Writing to a vector cannot fail.
                let _ = match decided_by {
                    Some(decided_by) => writeln!(answers.text, "{is_allowed}\t{decided_by}"),
                    None => writeln!(answers.text, "{is_allowed}\t"),
                };
            }
            Err(message) => {
                answers.text.extend_from_slice(b"error\t\n");
                answers.bad_row(line, message);
            }
        }
    }
}
