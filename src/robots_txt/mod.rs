//! The facade: a parsed robots.txt.

// First, so that rustdoc lists constructors and the plain questions before what the other modules
// add.
pub(crate) mod file;

#[cfg(feature = "audiences")]
pub(crate) mod audience;
pub(crate) mod explanation;
#[cfg(feature = "extensions")]
mod extensions;
#[cfg(feature = "extensions")]
mod facts;
pub(crate) mod group;
#[cfg(feature = "audiences")]
pub(crate) mod index;

pub use self::file::{ParseOptions, RobotsTxt, is_allowed};
