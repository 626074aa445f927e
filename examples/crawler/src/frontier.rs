//! What is still to be fetched, site by site, and when each site may be visited next.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use robots_exclusion::site::Site;
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
    /// The site may not be visited before this.
    due: Instant,
    /// `None` while somebody visits the site. No site is visited by two at once.
    site: Option<Site>,
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

/// A task that somebody works on, and its site, until [`Frontier::done`].
pub(crate) struct Turn {
    pub(crate) task: Task,
    pub(crate) site: Site,
    origin: String,
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

    /// Adds a task, unless its URL was added before or belongs to no site that can be crawled.
    pub(crate) fn add(&self, task: Task) -> bool {
        let Ok(site) = Site::new(&task.url) else {
            return false;
        };
        let mut state = self.state();
        let new = state.seen.insert(task.url.clone());
        if new {
            let queue = state
                .queues
                .entry(site.origin().to_owned())
                .or_insert_with(|| Queue {
                    tasks: VecDeque::new(),
                    due: Instant::now(),
                    site: Some(site),
                });
            queue.tasks.push_back(task);
            self.changed.notify_all();
        }
        new
    }

    /// The next task whose site may be visited; waits for it if need be. `None` when nothing is
    /// left to do in time.
    pub(crate) fn next(&self) -> Option<Turn> {
        let mut guard = self.state();
        loop {
            let state = &mut *guard;
            let now = Instant::now();
            if state.left == 0 || now >= self.deadline {
                return None;
            }
            let busy = state.queues.values().any(|queue| queue.site.is_none());
            let free = state
                .queues
                .iter_mut()
                .filter(|(_, queue)| queue.site.is_some() && !queue.tasks.is_empty());
            let first = free.min_by_key(|(_, queue)| queue.due);
            let wake = match first {
                Some((origin, queue)) if queue.due <= now => {
                    state.left -= 1;
                    return Some(Turn {
                        task: queue.tasks.pop_front().expect("the queue has tasks"),
                        site: queue.site.take().expect("nobody visits the site"),
                        origin: origin.clone(),
                    });
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

    /// Ends a turn: the site may be visited again after `wait`, and `again` (the same URL, for
    /// instance) comes first then.
    pub(crate) fn done(&self, turn: Turn, wait: Duration, again: Option<Task>) {
        let mut state = self.state();
        let queue = state
            .queues
            .get_mut(&turn.origin)
            .expect("its turn came from there");
        queue.site = Some(turn.site);
        // A wait longer than the clock can count ends after the deadline.
        queue.due = Instant::now().checked_add(wait).unwrap_or(self.deadline);
        if let Some(task) = again {
            queue.tasks.push_front(task);
            state.left += 1;
        }
        self.changed.notify_all();
    }

    /// The memory that what is known about sites takes, in bytes.
    pub(crate) fn site_bytes(&self) -> usize {
        let state = self.state();
        let sites = state.queues.values().filter_map(|queue| queue.site.as_ref());
        sites.map(|site| size_of::<Site>() + site.heap_bytes()).sum()
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
