//! How often and when a site lets itself be asked: Request-rate and Visit-time.

use robots_exclusion::extension::{self, TimeOfDay, TimeWindow};
use serde::Serialize;

/// So many requests in so many seconds, at a time of the day or always.
#[derive(Serialize)]
pub(crate) struct RequestRate {
    requests: u32,
    seconds: f64,
    window: Option<Window>,
}

impl RequestRate {
    pub(crate) fn new(rate: &extension::RequestRate) -> Self {
        Self {
            requests: rate.documents(),
            seconds: rate.period().as_secs_f64(),
            window: rate.window().map(Window::new),
        }
    }
}

/// A part of the day in UTC, such as from `06:00` to `08:45`; both minutes belong to it.
#[derive(Serialize)]
pub(crate) struct Window {
    first: String,
    last: String,
}

impl Window {
    pub(crate) fn new(window: TimeWindow) -> Self {
        let text = |time: TimeOfDay| format!("{:02}:{:02}", time.hour(), time.minute());
        Self {
            first: text(window.first()),
            last: text(window.last()),
        }
    }
}
