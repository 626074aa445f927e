//! What a robots.txt is made of: lines, directives, and where they are in the body.
//!
//! [`RobotsTxt::lines`](crate::RobotsTxt::lines) and
//! [`RobotsTxt::directives`](crate::RobotsTxt::directives) list the lines and directives of a whole
//! file; [`BodyFormat`] says what a body looks like if it is not a robots.txt. Nothing here depends
//! on the meaning of patterns.

pub(crate) mod agent_list;
pub(crate) mod body_format;
mod byte_order_mark;
pub(crate) mod crawler_name;
pub(crate) mod directive;
pub(crate) mod grouping;
pub(crate) mod groups;
pub(crate) mod key_spelling;
pub(crate) mod keys;
mod kind;
pub(crate) mod line;
pub(crate) mod line_scanner;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod rule_value;
pub(crate) mod separator;
pub(crate) mod span;
pub(crate) mod whitespace;

pub use self::body_format::BodyFormat;
pub use self::directive::{Directive, DirectiveKind};
pub use self::line::{Line, Lines};
pub use self::span::Span;
