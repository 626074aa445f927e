//! Which groups apply, whether a pattern matches a target, and which rule decides.

pub(crate) mod anchor;
pub(crate) mod group_rank;
pub(crate) mod outcome;
pub(crate) mod pattern;
pub(crate) mod percent;
pub(crate) mod precedence;
pub(crate) mod question;
pub(crate) mod robots_txt_itself;
pub(crate) mod selection;
mod streamed;
pub(crate) mod target;
pub(crate) mod target_error;
pub(crate) mod verdict;
