//! What all checks share: the file in each reading, the places where findings are collected, and what
//! is known of crawlers.

pub(super) mod corrected;
pub(super) mod document;
pub(super) mod extent;
pub(super) mod findings;
pub(super) mod ignore;
pub(super) mod lines;
pub(super) mod marks;
pub(super) mod meant;
pub(super) mod mistakes;
pub(super) mod openings;
pub(super) mod own_groups;
pub(super) mod readings;
pub(super) mod search_engines;
