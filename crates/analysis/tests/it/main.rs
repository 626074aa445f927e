//! The integration tests: one binary, one module for each subject.

mod decide;
mod diff;
mod diff_edits;
mod edit;
mod lint;
mod properties;
mod reading;
#[allow(dead_code, reason = "the tests of the program use more of it")]
mod statements;
mod written_rules;

/// What these tests share with those of the library: kinds of files, and real ones.
#[path = "../../../../tests/it"]
#[allow(dead_code, unused_imports, reason = "the tests of the library use more of it")]
mod library {
    pub(crate) mod generate;
    pub(crate) mod shared;
}
use library::{generate, shared};
