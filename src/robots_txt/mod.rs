//! The facade: a parsed robots.txt.

// First, so that rustdoc lists constructors and the plain questions before what the other modules
// add.
pub(crate) mod file;

pub(crate) mod audience;
pub(crate) mod explanation;
mod extensions;
mod facts;
pub(crate) mod group;
pub(crate) mod index;
#[cfg(feature = "std")]
pub(crate) mod readings;
pub(crate) mod selection;

pub use self::file::{ParseOptions, RobotsTxt, is_allowed};
