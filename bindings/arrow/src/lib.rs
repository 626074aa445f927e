//! Judge columns of robots.txt bodies, crawlers and URLs: [`robots_exclusion`] over Apache Arrow.
//!
//! [`judge`] takes three columns and answers each row: may this crawler fetch this URL, and with details, why.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{BinaryArray, Scalar, StringArray};
//! use robots_exclusion::Dialect;
//! use robots_exclusion_arrow::judge;
//!
//! let bodies = BinaryArray::from_vec(vec![b"User-agent: *\nDisallow: /private/\n", b""]);
//! let agents = Scalar::new(StringArray::from(vec!["FooBot"])); // the same for all rows
//! let urls = StringArray::from(vec!["https://a.example/private/x", "https://b.example/private/x"]);
//!
//! let answers = judge(&bodies, &agents, &urls, Dialect::RFC_9309, true)?;
//! assert_eq!(answers["allowed"].as_boolean().iter().collect::<Vec<_>>(), [Some(false), Some(true)]);
//! assert_eq!(answers["rule"].as_string::<i32>().value(0), "Disallow: /private/");
//! # Ok::<(), robots_exclusion_arrow::Error>(())
//! ```
//!
//! # Columns
//!
//! Each column is a [`Datum`](arrow_array::Datum): an array, or a scalar that holds for all rows. Texts are Binary, LargeBinary,
//! BinaryView, FixedSizeBinary, Utf8, LargeUtf8 or Utf8View, or a dictionary of one of these. A URL may hold any bytes; an agent is
//! one product token, and one that is not UTF-8 is named by no group but `*`. Where a body, an agent or a URL is null, so is the
//! answer.
//!
//! # Answers
//!
//! | column | type | null | meaning |
//! |---|---|---|---|
//! | `allowed` | Boolean | null input | the verdict |
//! | `reason` | Utf8 | null input | [`Reason::as_str`](robots_exclusion::Reason::as_str) |
//! | `line` | UInt32 | no rule decided | line of the rule that decided, counted from 1 |
//! | `rule` | Utf8 | no rule decided | the rule as the file spells it, `Disallow: /x`; bytes that are not UTF-8 become U+FFFD |
//! | `group` | Utf8 | no group applies | name of the group that applies |
//!
//! The last four only with details. The program `robots` prints the same fields.
//!
//! # Complexity
//!
//! Bodies that occur once are asked about straight from their bytes. When a body and an agent occur a second time, the rules are
//! compiled, and from then on an answer takes one hash lookup and one traversal of the URL. How a repetition is recognized depends
//! on the array:
//!
//! | bodies are | a repetition is |
//! |---|---|
//! | a dictionary | the same key: the fastest, and in any order |
//! | views | the same bytes in memory, as engines leave them after a join |
//! | anything else | equal bytes in the row before |
//!
//! Compiled rules are dropped when they take more than [`Judge::max_cache_bytes`]. A [`Judge`] keeps them from one batch to the next.

mod answers;
mod column;
mod error;
mod identity;
mod judge;

pub use answers::Answers;
pub use error::{Error, Input};
pub use judge::{Judge, judge};
