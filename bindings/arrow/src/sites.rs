//! Files and the statuses of the responses that had them, row by row and batch after batch.

use std::num::NonZero;
use std::ops::Range;

use arrow_array::Datum;
use hashbrown::HashMap;
use robots_exclusion::fetch::Reply;

use crate::bodies::{Bodies, BodyNumbers};
use crate::column::Column;
use crate::error::{Error, Input};
use crate::status_column::StatusColumn;
use crate::worker::{Watch, run_shares};

/// A batch of bodies with their statuses.
pub(crate) struct Sites<'a> {
    bodies: Column<'a>,
    statuses: Option<StatusColumn<'a>>,
    rows: usize,
}

/// In place of the number of an answer: the row has none.
const NULL: u32 = u32::MAX;

/// With fewer rows for each, threads do not pay.
const ROWS_FOR_A_THREAD: usize = 1024;

/// The number of the answer to each of some rows in sequence. Rows with the same body share one.
#[derive(Default)]
pub(crate) struct Numbers(Vec<u32>);

impl Numbers {
    /// Row by row; `None` where a row has no answer.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<usize>> + Clone {
        self.0
            .iter()
            .map(|number| (*number != NULL).then_some(*number as usize))
    }
}

/// Answers batches of bodies and statuses, with so many threads at most. `run` answers some rows of
/// a batch. Returns its answers in the order of the rows, and the number of rows.
///
/// # Errors
///
/// If the bodies are not texts, the statuses are not whole numbers, or the numbers of rows of a batch
/// differ; and [`Error::Stopped`] if `goes_on` returned `false`.
pub(crate) fn answer_batches<P: Send>(
    batches: &[(&dyn Datum, Option<&dyn Datum>)],
    threads: NonZero<usize>,
    goes_on: &mut dyn FnMut() -> bool,
    run: impl Fn(&Sites<'_>, Range<usize>, &mut Watch<'_>) -> P + Sync,
) -> Result<(Vec<P>, usize), Error> {
    let sites = batches
        .iter()
        .map(|(bodies, statuses)| Sites::new(*bodies, *statuses));
    let sites = sites.collect::<Result<Vec<_>, _>>()?;
    let rows: usize = sites.iter().map(|sites| sites.rows).sum();
    let threads = threads.get().min(rows.div_ceil(ROWS_FOR_A_THREAD)).max(1);
    // Each thread answers its share of each batch.
    let answer = |number: usize, watch: &mut Watch<'_>| -> Vec<P> {
        let part = |sites: &Sites<'_>| {
            let share = |number| sites.rows * number / threads;
            run(sites, share(number)..share(number + 1), watch)
        };
        sites.iter().map(part).collect()
    };
    let answer = &answer;
    let others = (1..threads).map(|number| move |watch: &mut Watch<'_>| answer(number, watch));
    let answered = run_shares(|watch| answer(0, watch), others, goes_on)?;
    let mut of_threads: Vec<_> = answered.into_iter().map(Vec::into_iter).collect();
    let in_order = (0..sites.len()).flat_map(|_| {
        of_threads
            .iter_mut()
            .filter_map(Iterator::next)
            .collect::<Vec<_>>()
    });
    Ok((in_order.collect(), rows))
}

impl<'a> Sites<'a> {
    fn new(bodies: &'a dyn Datum, statuses: Option<&'a dyn Datum>) -> Result<Self, Error> {
        let bodies = Column::new(bodies, Input::Bodies)?;
        let statuses = statuses.map(StatusColumn::new).transpose()?;
        let rows = match (bodies.rows(), statuses.as_ref().and_then(StatusColumn::rows)) {
            (Some(expected), Some(found)) if expected != found => {
                return Err(Error::Rows {
                    input: Input::Statuses,
                    found,
                    expected,
                });
            }
            (bodies, statuses) => bodies.or(statuses).unwrap_or(1),
        };
        Ok(Self {
            bodies,
            statuses,
            rows,
        })
    }

    /// The status of a row, if it has one that is a number of a status.
    pub(crate) fn status(&self, row: usize) -> Option<u16> {
        self.statuses.as_ref()?.status(row)?
    }

    /// Answers rows until told to stop. `answer` is called for each body with a status of success or
    /// without a status, and for each other status with an empty body, but for no two that are equal.
    /// It returns the number of the answer, or `None` if there is none, and its work besides reading
    /// the body. A row without a body has no answer, unless its status is not one of success.
    pub(crate) fn numbers(
        &self,
        rows: Range<usize>,
        watch: &mut Watch<'_>,
        mut answer: impl FnMut(Option<Reply>, &[u8]) -> (Option<u32>, usize),
    ) -> Numbers {
        /// The work of a row beyond reading its body.
        const ROW: usize = 16;
        let mut numbers = Vec::with_capacity(rows.len());
        let mut bodies = Bodies::default();
        bodies.begin(&self.bodies, usize::MAX);
        let mut body_numbers = BodyNumbers::new(&mut bodies, &self.bodies);
        let mut known: HashMap<(u32, Option<Reply>), u32> = HashMap::new();
        for row in rows {
            let reply = self.statuses.as_ref().and_then(|statuses| statuses.reply(row));
            let has_file = reply.is_none_or(Reply::is_success);
            let (body_number, body) = match self.bodies.index(row) {
                _ if !has_file => (NULL, &[][..]),
                None => {
                    numbers.push(NULL);
                    continue;
                }
                Some(at) => {
                    let body = self.bodies.value(at);
                    (body_numbers.number(&mut bodies, &self.bodies, at, body), body)
                }
            };
            let mut work = ROW;
            let number = *known.entry((body_number, reply)).or_insert_with(|| {
                let (number, more) = answer(reply, body);
                work += body.len() + more;
                number.unwrap_or(NULL)
            });
            numbers.push(number);
            if !watch.goes_on_after(work) {
                break;
            }
        }
        Numbers(numbers)
    }
}
