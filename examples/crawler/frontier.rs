//! What is still to be fetched, site by site, and when each site may be asked next.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use url::Url;

/// A URL to fetch.
pub(crate) struct Task {
    pub(crate) url: Url,
    /// How many redirects led here.
    pub(crate) redirects: u8,
    /// How many times the server asked to come back later.
    pub(crate) attempts: u8,
}

impl Task {
    pub(crate) fn new(url: Url) -> Self {
        Self {
            url,
            redirects: 0,
            attempts: 0,
        }
    }
}

struct Queue {
    tasks: VecDeque<Task>,
    /// Not before this may the site be asked.
    due: Instant,
    /// When the last request for a page started, since the Unix epoch.
    last: Option<Duration>,
    /// Someone is asking the site right now. No site is asked twice at once.
    busy: bool,
}

struct State {
    queues: HashMap<String, Queue>,
    seen: HashSet<Url>,
    /// How many tasks may still be taken.
    left: usize,
}

pub(crate) struct Frontier {
    state: Mutex<State>,
    changed: Condvar,
    deadline: Instant,
}

/// A task in hand; its site is busy until [`Frontier::done`].
pub(crate) struct Turn {
    pub(crate) task: Task,
    /// When the last request for a page of this site started, since the Unix epoch. Whoever starts one notes it here.
    pub(crate) last: Option<Duration>,
    site: String,
}

/// Scheme, host and port: what one robots.txt speaks for.
fn site(url: &Url) -> String {
    url.origin().ascii_serialization()
}

impl Frontier {
    /// Hands out at most `left` tasks, none after `deadline`.
    pub(crate) fn new(left: usize, deadline: Instant) -> Self {
        let state = State {
            queues: HashMap::new(),
            seen: HashSet::new(),
            left,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
            deadline,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("no thread panics while it holds the lock")
    }

    /// Adds a task, unless its URL was added before.
    pub(crate) fn add(&self, task: Task) -> bool {
        let mut state = self.state();
        let new = state.seen.insert(task.url.clone());
        if new {
            let queue = state.queues.entry(site(&task.url)).or_insert_with(|| Queue {
                tasks: VecDeque::new(),
                due: Instant::now(),
                last: None,
                busy: false,
            });
            queue.tasks.push_back(task);
            self.changed.notify_all();
        }
        new
    }

    /// The next task whose site may be asked; waits for it if need be. `None` when nothing is left to do in time.
    pub(crate) fn next(&self) -> Option<Turn> {
        let mut guard = self.state();
        loop {
            let state = &mut *guard;
            let now = Instant::now();
            if state.left == 0 || now >= self.deadline {
                return None;
            }
            let busy = state.queues.values().any(|queue| queue.busy);
            let free = state
                .queues
                .iter_mut()
                .filter(|(_, queue)| !queue.busy && !queue.tasks.is_empty());
            let first = free.min_by_key(|(_, queue)| queue.due);
            let wake = match first {
                Some((site, queue)) if queue.due <= now => {
                    queue.busy = true;
                    let task = queue.tasks.pop_front().expect("the queue has tasks");
                    let turn = Turn {
                        task,
                        last: queue.last,
                        site: site.clone(),
                    };
                    state.left -= 1;
                    return Some(turn);
                }
                Some((_, queue)) if queue.due < self.deadline => queue.due,
                _ if busy => self.deadline,
                _ => return None,
            };
            guard = self
                .changed
                .wait_timeout(guard, wake - now)
                .expect("no thread panics while it holds the lock")
                .0;
        }
    }

    /// Gives a turn back: the site may be asked again after `wait`, and `again` (the same URL, say) is to be tried first then.
    pub(crate) fn done(&self, turn: Turn, wait: Duration, again: Option<Task>) {
        let mut state = self.state();
        let queue = state
            .queues
            .get_mut(&turn.site)
            .expect("its turn came from there");
        queue.busy = false;
        // A wait beyond what the clock can count is one beyond the deadline.
        queue.due = Instant::now().checked_add(wait).unwrap_or(self.deadline);
        queue.last = turn.last;
        if let Some(task) = again {
            queue.tasks.push_front(task);
            state.left += 1;
        }
        self.changed.notify_all();
    }

    /// What was never handed out.
    pub(crate) fn rest(self) -> Vec<Task> {
        let state = self
            .state
            .into_inner()
            .expect("no thread panics while it holds the lock");
        state.queues.into_values().flat_map(|queue| queue.tasks).collect()
    }
}
