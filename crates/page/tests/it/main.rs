//! The integration tests: one binary, one module for each subject.

mod content_usage;
mod page;
mod trickle;
mod usage;
