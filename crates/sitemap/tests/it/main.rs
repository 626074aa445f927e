//! The integration tests: one binary, one module for each subject.

#[path = "../../../../tests/it/shared.rs"]
#[allow(dead_code, reason = "the tests of the library use more of it")]
mod shared;
mod sitemap;
#[path = "../../../page/tests/it/trickle.rs"]
mod trickle;
