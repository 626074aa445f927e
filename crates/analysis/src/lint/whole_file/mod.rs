//! Checks of the file as a whole, whatever its lines say.

pub(super) mod bad_ignore;
pub(super) mod body;
pub(super) mod limits;
pub(super) mod templates;
pub(super) mod unrendered;
