//! One thread's share of a batch, and what it remembers.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use robots_exclusion::{Dialect, ParseOptions, RobotsTxt, Rules, Target};

use crate::answers::Answers;
use crate::batch::Batch;
use crate::bodies::{Bodies, BodyNumbers};
use crate::crawlers::{CrawlerNumbers, CrawlerTable, NOBODY};
use crate::error::Error;

/// The state that is kept from one batch to the next.
pub(crate) struct Worker {
    chosen: Option<Dialect>,
    bodies: Bodies,
    crawlers: CrawlerTable,
    /// The rules and verdicts for a body and a crawler, by their numbers.
    pairs: HashMap<(u32, u32), Pair>,
    /// With details: the files of bodies, which spell rules as answers cite them, by their numbers
    /// and those of the dialects.
    files: HashMap<(u32, u32), RobotsTxt<'static>>,
    /// Bytes that the pairs and the files take.
    bytes: usize,
}

enum Pair {
    /// One question was asked, and answered straight from the body.
    Seen,
    /// Several were.
    Compiled(Box<Rules>),
}

/// Tells a worker when to stop.
pub(crate) struct Watch<'w> {
    stopped: &'w AtomicBool,
    /// On the thread that was called: asks whether to go on.
    goes_on: Option<&'w mut dyn FnMut() -> bool>,
    asked: Instant,
    /// Work since the last look, about a byte or a rule each.
    work: usize,
}

impl<'w> Watch<'w> {
    fn new(stopped: &'w AtomicBool, goes_on: Option<&'w mut dyn FnMut() -> bool>) -> Self {
        Self {
            stopped,
            goes_on,
            asked: Instant::now(),
            work: 0,
        }
    }

    /// Whether to go on after some work. A look at the clock is worth some answers, so that it is
    /// taken after many.
    #[inline]
    pub(crate) fn goes_on_after(&mut self, work: usize) -> bool {
        const LOOK_AFTER: usize = 1 << 16;
        self.work = self.work.saturating_add(work);
        self.work < LOOK_AFTER || self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.work = 0;
        if let Some(goes_on) = &mut self.goes_on
            && !self.stopped.load(Ordering::Relaxed)
            && self.asked.elapsed() >= Duration::from_millis(20)
        {
            self.asked = Instant::now();
            if !goes_on() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        !self.stopped.load(Ordering::Relaxed)
    }
}

/// Runs the shares of a batch, the first on this thread and each other on one of its own, and returns
/// their results in order. `goes_on` is asked on this thread about every 20 ms, also while it waits
/// for the other threads.
///
/// # Errors
///
/// [`Error::Stopped`] if `goes_on` returned `false`.
pub(crate) fn run_shares<T: Send>(
    first: impl FnOnce(&mut Watch<'_>) -> T,
    others: impl Iterator<Item = impl FnOnce(&mut Watch<'_>) -> T + Send>,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<T>, Error> {
    let stopped = AtomicBool::new(false);
    let caller = thread::current();
    let results = thread::scope(|scope| {
        let others = others.map(|share| {
            let (stopped, caller) = (&stopped, &caller);
            scope.spawn(move || {
                let result = share(&mut Watch::new(stopped, None));
                caller.unpark();
                result
            })
        });
        let others: Vec<_> = others.collect();
        let mut results = vec![first(&mut Watch::new(&stopped, Some(goes_on)))];
        for other in others {
            while !other.is_finished() {
                thread::park_timeout(Duration::from_millis(20));
                if !stopped.load(Ordering::Relaxed) && !goes_on() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    if stopped.into_inner() {
        return Err(Error::Stopped);
    }
    Ok(results)
}

/// The work of an answer beyond what depends on its texts.
const ANSWER: usize = 64;

impl Worker {
    pub(crate) fn new(chosen: Option<Dialect>) -> Self {
        Self {
            chosen,
            bodies: Bodies::default(),
            crawlers: CrawlerTable::new(chosen),
            pairs: HashMap::new(),
            files: HashMap::new(),
            bytes: 0,
        }
    }

    /// About how many bytes are remembered.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.bodies.bytes() + self.crawlers.bytes()
    }

    /// Appends the answers to some rows of a batch. Returns `false` if it was stopped before the
    /// end.
    pub(crate) fn run(
        &mut self,
        options: &ParseOptions,
        batch: &Batch<'_>,
        rows: Range<usize>,
        max_bytes: usize,
        answers: &mut Answers,
        watch: &mut Watch<'_>,
    ) -> bool {
        let Batch {
            bodies,
            crawlers,
            urls,
            ..
        } = batch;
        if !self.bodies.begin(bodies, max_bytes) {
            self.forget_rules();
        }
        if self.crawlers.bytes() > max_bytes {
            // The crawlers are about to be numbered again.
            self.forget_rules();
            self.crawlers = CrawlerTable::new(self.chosen);
        }
        let mut body_numbers = BodyNumbers::new(&mut self.bodies, bodies);
        let mut crawler_numbers = CrawlerNumbers::new(crawlers, &mut self.crawlers);
        let mut goes_on = true;
        for row in rows {
            let (Some(body_at), Some(url_at)) = (bodies.index(row), urls.index(row)) else {
                answers.push_null();
                continue;
            };
            let Some(crawler) = crawler_numbers.number(row, crawlers, &mut self.crawlers) else {
                answers.push_null();
                continue;
            };
            if crawler == NOBODY {
                answers.refuse_crawler();
                continue;
            }
            let url = urls.value(url_at);
            if Target::validate(url).is_err() {
                answers.refuse_url();
                continue;
            }
            let body = bodies.value(body_at);
            let body_number = body_numbers.number(&mut self.bodies, bodies, body_at, body);
            if self.bytes > max_bytes {
                self.forget_rules();
            }
            let work = self.answer(options, (body_number, crawler), body, Target::from(url), answers);
            goes_on = watch.goes_on_after(work);
            if !goes_on {
                break;
            }
        }
        body_numbers.finish(&mut self.bodies);
        goes_on
    }

    fn forget_rules(&mut self) {
        self.pairs = HashMap::new();
        self.files = HashMap::new();
        self.bytes = 0;
    }

    /// Appends an answer. Returns how much work it was.
    #[inline]
    fn answer(
        &mut self,
        options: &ParseOptions,
        pair: (u32, u32),
        body: &[u8],
        url: Target<'_>,
        answers: &mut Answers,
    ) -> usize {
        let detail = answers.has_detail();
        let (crawler, dialect_number, dialect) = self.crawlers.crawler(pair.1);
        let mut work = ANSWER + url.url().len();
        let known = match self.pairs.entry(pair) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                if let Pair::Seen = known {
                    let rules = options.dialect(*dialect).rules_for(body, crawler);
                    self.bytes += size_of::<Rules>() + rules.heap_bytes();
                    work += body.len();
                    *known = Pair::Compiled(Box::new(rules));
                }
                known
            }
            Entry::Vacant(place) => {
                self.bytes += size_of::<((u32, u32), Pair)>();
                work += body.len();
                place.insert(Pair::Seen)
            }
        };
        match known {
            Pair::Compiled(rules) => {
                work += rules.len();
                if detail {
                    let file = self.files.entry((pair.0, dialect_number)).or_insert_with(|| {
                        // The body, and about as much for its lines.
                        self.bytes += size_of::<((u32, u32), RobotsTxt<'_>)>() + 2 * body.len();
                        work += body.len();
                        options.dialect(*dialect).parse_owned(body)
                    });
                    answers.push_verdict(&file.as_written(rules.check(url)));
                } else {
                    answers.push_allowed(rules.is_allowed(url));
                }
            }
            Pair::Seen => {
                let verdict = options.dialect(*dialect).check(body, crawler, url);
                if detail {
                    answers.push_verdict(&verdict);
                } else {
                    answers.push_allowed(verdict.is_allowed());
                }
            }
        }
        work
    }
}
