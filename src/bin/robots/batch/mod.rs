//! `robots batch`: a stream of questions, a stream of answers.

mod json_question;
mod json_rows;
mod kept_files;
mod row_reader;
mod tab_rows;

use std::cell::LazyCell;
use std::thread;

use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::config::Config;
use crate::failure::Failure;
use crate::input::{Input, stdin_is_file};
use crate::options::Reading;
use crate::output::{Complaints, Output};
use crate::status::Status;
use json_question::{BadRow, Form};
use json_rows::ManyFiles;
use kept_files::{Crawlers, KeptFiles};
use row_reader::{Block, MAX_ROW, RowReader, Rows};
use tab_rows::OneFile;

/// Answers a stream of questions, in order.
///
/// Reads JSON Lines from standard input: objects with `url`, a crawler as `agent` or `user_agent`,
/// a body as `robots` (text), `robots_b64` (bytes in Base64) or `file` (the path of a regular
/// file), and optionally `dialect` and `id`. `agent` is a product token, taken literally even for a
/// well-known crawler, or a whole User-Agent header if it cannot be a token; `user_agent` is always
/// a header.
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
        match (self.format, &self.file) {
            (BatchFormat::Jsonl, _) if self.user_agents => Err(Failure::Usage(
                "--user-agents is for --format tsv; rows of JSON say `user_agent` instead of `agent`"
                    .to_owned(),
            )),
            (BatchFormat::Jsonl, None) => self.answer(|| ManyFiles {
                reading: &self.reading,
                is_lenient: self.lenient_urls,
                files: KeptFiles::default(),
            }),
            (BatchFormat::Jsonl, Some(_)) => Err(Failure::Usage(
                "FILE is for --format tsv; rows of JSON name their files themselves".to_owned(),
            )),
            (BatchFormat::Tsv, Some(Input::Stdin)) => Err(Failure::Usage(
                "standard input cannot be both FILE and the questions; give FILE as a path".to_owned(),
            )),
            (BatchFormat::Tsv, Some(file)) => self.answer_tsv(file),
            (BatchFormat::Tsv, None) => Err(Failure::Usage(
                "--format tsv needs one FILE, and none is given; write robots batch --format tsv FILE"
                    .to_owned(),
            )),
        }
    }

    fn answer_tsv(&self, file: &Input) -> Result<Status, Failure> {
        let (robots, file) = self.reading.parse_file(file)?;
        let is_file = file.fetched.is_none_or(|report| report.is_file());
        // Every row may be of another crawler.
        let robots = robots.into_indexed();
        let form = if self.user_agents {
            Form::Header
        } else {
            Form::TokenOrHeader
        };
        let mut status = self.answer(|| OneFile {
            robots: &robots,
            is_lenient: self.lenient_urls,
            form,
            crawlers: Crawlers::default(),
        })?;
        status.raise_if(!is_file, Status::NotFetched);
        Ok(status)
    }

    /// Answers the rows of standard input. Many rows are divided among several threads, each with
    /// an [`Answerer`] of its own; if the input is a file, this thread reads the next ones
    /// meanwhile.
    fn answer<A: Answerer>(&self, answerer: impl Fn() -> A) -> Result<Status, Failure> {
        let mut output = Output::new();
        let mut status = Status::Clean;
        let mut complaints = Complaints::default();
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
                        scope.spawn(|_| worker.answer(part));
                    }
                    // A read from a file never blocks, so it can be done before these answers are
                    // out.
                    ahead = is_file.then(|| reader.read(&mut next));
                });
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
            is_read = match ahead {
                Some(is_read) => {
                    std::mem::swap(&mut block, &mut next);
                    is_read
                }
                None => reader.read(&mut block),
            };
        }
        Ok(status)
    }
}

/// Fewer bytes of rows than this are answered sooner than a thread wakes up. A pipe rarely holds
/// more, so what comes through one is answered by one thread.
const MIN_PART: usize = 64 << 10;

/// The threads that answer; `None` if this one has to do. They are kept, since to start them for
/// every block takes a tenth of the time. Each keeps to itself what it worked out, which takes
/// memory, and only one reads and writes.
fn thread_pool() -> Option<ThreadPool> {
    const MAX: usize = 4;
    let threads = thread::available_parallelism().ok()?.get().min(MAX);
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    pool?.ok()
}

/// Answers are written once they take this many bytes, before the next row is answered. One may be a
/// hundred times as long as its row, where that is short and the rule that it cites is not.
const MAX_ANSWERS: usize = 1 << 20;

/// Answers rows, one after another.
trait Answerer: Send {
    /// Whether a row gets no answer.
    fn is_blank(row: &[u8]) -> bool {
        row.trim_ascii().is_empty()
    }

    /// Appends the answer to a row, and returns whether it is that the crawler may fetch the URL.
    fn answer<'r>(&mut self, row: &'r [u8], text: &mut Vec<u8>) -> Result<bool, BadRow<'r>>;

    /// Appends what takes the place of the answer to a bad row.
    fn refuse(bad: &BadRow<'_>, line: u64, text: &mut Vec<u8>);
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
    /// The lines of the first few bad rows, and what is wrong with them.
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
    fn answer(&mut self, rows: &mut Rows<'_>) {
        // The rows of several threads lie side by side, and where one writes, the others wait.
        let mut remaining = rows.clone();
        while self.text.len() < MAX_ANSWERS
            && let Some(row) = remaining.next()
        {
            self.answer_row(row);
            self.line += 1;
        }
        *rows = remaining;
    }

    fn answer_row(&mut self, row: Option<&[u8]>) {
        let answer = match row {
            Some(row) if A::is_blank(row) => return,
            Some(row) => self.answerer.answer(row, &mut self.text),
            None => Err(format!("the row is longer than {MAX_ROW} bytes").into()),
        };
        match answer {
            Ok(is_allowed) => self.status.raise_if(!is_allowed, Status::Findings),
            Err(bad) => {
                A::refuse(&bad, self.line, &mut self.text);
                self.status.raise(Status::BadInput);
                // One more shows that there are more.
                if self.bad_rows.len() <= Complaints::MAX {
                    self.bad_rows.push((self.line, bad.message));
                }
            }
        }
    }
}
