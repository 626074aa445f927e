//! Answers columns of questions.

use std::fmt;
use std::num::NonZero;

use arrow_array::{Datum, RecordBatch};
use robots_exclusion::{Dialect, ParseOptions};

use crate::answers::Answers;
use crate::batch::{Batch, Questions, parts};
use crate::crawlers::Crawlers;
use crate::error::Error;
use crate::worker::{Watch, Worker, run_shares};

/// Whether the crawlers may fetch the URLs, row by row; with `detail` also why. [The crate](crate)
/// says which columns are taken and which are returned.
///
/// `dialect` is the dialect of every crawler. With `None`, a well-known crawler reads as its
/// operator documents ([`UserAgent::dialect`](robots_exclusion::agents::UserAgent::dialect)), any
/// other crawler as RFC 9309 says.
///
/// For several batches of one table, a [`Judge`] remembers what it compiled.
///
/// # Errors
///
/// If a column holds no texts, or the numbers of rows differ.
pub fn judge(
    bodies: &dyn Datum,
    crawlers: Crawlers<'_>,
    urls: &dyn Datum,
    dialect: impl Into<Option<Dialect>>,
    detail: bool,
) -> Result<RecordBatch, Error> {
    Judge::new(dialect).judge(bodies, crawlers, urls, detail)
}

/// Answers batch after batch, and remembers compiled rules.
///
/// Bodies are known again by their content. The judge keeps the bodies of the last batch alive: it
/// recognizes the same dictionary by its buffers, which are never freed and used for something else
/// while they are compared.
///
/// # Examples
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::StringArray;
/// use robots_exclusion_arrow::{Crawlers, Judge};
///
/// let [a, b] = ["User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /b\n"];
/// let mut judge = Judge::new(None);
/// for (bodies, urls, expected) in [([a, b, a], ["/a", "/a", "/b"], [false, true, true]), ([b, b, a], ["/a", "/b", "/b"], [true, false, true])] {
///     let bodies = StringArray::from(bodies.to_vec());
///     let urls = StringArray::from(urls.to_vec());
///     let answers = judge.judge(&bodies, Crawlers::One("FooBot".into()), &urls, false)?;
///     assert!(answers["allowed"].as_boolean().iter().eq(expected.map(Some)));
/// }
/// # Ok::<(), robots_exclusion_arrow::Error>(())
/// ```
pub struct Judge {
    dialect: Option<Dialect>,
    /// The dialect of these does not count.
    options: ParseOptions,
    max_cache_bytes: usize,
    threads: NonZero<usize>,
    /// One for each thread that was ever needed.
    workers: Vec<Worker>,
}

/// With fewer rows for each, threads do not pay.
const ROWS_FOR_A_THREAD: usize = 4096;

impl Judge {
    /// A judge that knows nothing yet, with [a cache](Self::max_cache_bytes) of 256 MiB and one
    /// [thread](Self::threads). It reads in this dialect; with `None` for each crawler in its own,
    /// like [`judge`].
    #[must_use]
    pub fn new(dialect: impl Into<Option<Dialect>>) -> Self {
        Self {
            dialect: dialect.into(),
            options: ParseOptions::new(),
            max_cache_bytes: 256 << 20,
            threads: NonZero::<usize>::MIN,
            workers: Vec::new(),
        }
    }

    /// Reads at most this many bytes of a body, and no line in part ([`ParseOptions::max_bytes`]).
    /// By default the whole body is read.
    #[must_use]
    pub fn max_body_bytes(mut self, max_bytes: usize) -> Self {
        self.options = self.options.max_bytes(max_bytes);
        self
    }

    /// Drops the oldest knowledge, all at once, when compiled rules take more than this many bytes,
    /// or the copies of the bodies that they were compiled from. Questions about the same bodies
    /// then start from scratch. The default is 256 MiB, enough for some 100,000 sites. Each thread
    /// has an equal part of it.
    #[must_use]
    pub fn max_cache_bytes(mut self, max_bytes: usize) -> Self {
        self.max_cache_bytes = max_bytes;
        self
    }

    /// Answers with at most this many threads, each a part of the rows in sequence. Each thread
    /// compiles the rules that its own rows need, so that a body whose rows are spread over all of
    /// them is compiled by each. The default is one.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Answers one batch: like [`judge`].
    ///
    /// # Errors
    ///
    /// The errors of [`judge`].
    pub fn judge(
        &mut self,
        bodies: &dyn Datum,
        crawlers: Crawlers<'_>,
        urls: &dyn Datum,
        detail: bool,
    ) -> Result<RecordBatch, Error> {
        let mut answers = Answers::new(detail);
        self.judge_into(bodies, crawlers, urls, &mut answers)?;
        Ok(answers.finish())
    }

    /// Appends the answers to one batch to the answers of others.
    ///
    /// # Complexity
    ///
    /// The first question about a body by an agent takes as long as [`ParseOptions::check`], the
    /// second as long as [`ParseOptions::rules_for`], and each further one as long as
    /// [`Rules::check`](robots_exclusion::Rules::check).
    ///
    /// # Errors
    ///
    /// The errors of [`judge`]. Nothing is appended then.
    pub fn judge_into(
        &mut self,
        bodies: &dyn Datum,
        crawlers: Crawlers<'_>,
        urls: &dyn Datum,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let batch = Questions {
            bodies,
            crawlers,
            urls,
        };
        self.judge_while(&[batch], answers, &mut || true)
    }

    /// Appends the answers to several batches, until `goes_on` says no, which ends it. It is called
    /// on this thread about every 20 ms, but not during an answer, nor while one body is parsed.
    ///
    /// # Errors
    ///
    /// The errors of [`judge`]: nothing is appended then. [`Error::Stopped`] if `goes_on` returned
    /// `false`: some answers may have been appended.
    pub fn judge_while(
        &mut self,
        batches: &[Questions<'_>],
        answers: &mut Answers,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Error> {
        let batches = batches.iter().map(Batch::new).collect::<Result<Vec<_>, _>>()?;
        let rows: usize = batches.iter().map(|batch| batch.rows).sum();
        let threads = self.threads.get().min(rows.div_ceil(ROWS_FOR_A_THREAD)).max(1);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.dialect));
        }
        let max_cache_bytes = self.max_cache_bytes / threads;
        let share = |thread: usize| rows * thread / threads..rows * (thread + 1) / threads;
        let (options, batches, detail) = (&self.options, &batches, answers.has_detail());
        let run = |worker: &mut Worker, thread: usize, answers: &mut Answers, watch: &mut Watch<'_>| {
            // Stops at the first part that was not finished.
            parts(batches, share(thread))
                .all(|(batch, rows)| worker.run(options, batch, rows, max_cache_bytes, answers, watch));
        };

        let (first, others) = self.workers[..threads]
            .split_first_mut()
            .expect("there is at least one");
        let run = &run;
        let others = (1..threads).zip(others).map(|(thread, worker)| {
            move |watch: &mut Watch<'_>| {
                let mut more = Answers::new(detail);
                run(worker, thread, &mut more, watch);
                Some(more)
            }
        });
        let first = |watch: &mut Watch<'_>| {
            run(first, 0, answers, watch);
            None
        };
        let more = run_shares(first, others, goes_on)?;
        more.into_iter().flatten().for_each(|more| answers.append(more));
        Ok(())
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dialect = self
            .dialect
            .map_or_else(|| "auto".to_owned(), |dialect| dialect.to_string());
        f.debug_struct("Judge")
            .field("dialect", &format_args!("{dialect}"))
            .field("threads", &self.threads)
            .field(
                "cached_bytes",
                &self.workers.iter().map(Worker::bytes).sum::<usize>(),
            )
            .finish_non_exhaustive()
    }
}
