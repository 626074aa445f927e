//! Bytes to lines, directives, records and groups. Nothing here knows what a pattern means.

pub(crate) mod body;
pub(crate) mod directive;
pub(crate) mod grouping;
pub(crate) mod keys;
pub(crate) mod line;
pub(crate) mod names;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod scanner;
pub(crate) mod whitespace;
