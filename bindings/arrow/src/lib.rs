//! Judge columns of robots.txt bodies, crawlers and URLs: [`robots_exclusion`] over Apache Arrow.
//!
//! [`judge()`] takes three columns and answers each row: may this crawler fetch this URL, and with
//! details, why.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{BinaryArray, StringArray};
//! use robots_exclusion_arrow::{Crawlers, judge};
//!
//! let bodies = BinaryArray::from_vec(vec![b"User-agent: *\nDisallow: /private/\n", b""]);
//! let crawlers = Crawlers::One("FooBot".into()); // the same for all rows
//! let urls = StringArray::from(vec!["https://a.example/private/x", "https://b.example/private/x"]);
//!
//! let answers = judge(&bodies, crawlers, &urls, None, true)?;
//! assert_eq!(answers["allowed"].as_boolean().iter().collect::<Vec<_>>(), [Some(false), Some(true)]);
//! assert_eq!(answers["rule"].as_string::<i32>().value(0), "Disallow: /private/");
//! # Ok::<(), robots_exclusion_arrow::Error>(())
//! ```
//!
//! [`access()`] takes a column of bodies and some crawlers, and answers each pair: is the site open,
//! partly open or closed? [`AccessJudge`] says how. [`inspect()`] says what each body is and how much
//! of what it has: [`Inspector`] lists the columns.
//!
//! # Columns
//!
//! Each column is a [`Datum`](arrow_array::Datum): an array, or a scalar that holds for all rows.
//! Texts are Binary, LargeBinary, BinaryView, FixedSizeBinary, Utf8, LargeUtf8 or Utf8View, or a
//! dictionary of one of these; a column of type Null is null in each row. [`Crawlers`] are a column of product
//! tokens, a column of `User-Agent` headers, or one crawler of any kind. Where a body, a crawler or
//! a URL is null, so is the answer. So it is where the crawler is a URL or not one name, or the URL is neither
//! absolute nor a path that begins with `/`: columns that were swapped answer nothing, instead of
//! allowing everything. [`Answers::refused`] counts those rows.
//!
//! # Dialects
//!
//! Without a dialect for everybody, each row is read as its crawler reads: a well-known crawler as
//! its operator documents, any other as RFC 9309 says, like the program `robots` with `-d auto`.
//!
//! # Answers
//!
//! | column | type | null | meaning |
//! |---|---|---|---|
//! | `allowed` | Boolean | null input, or refused | the verdict |
//! | `reason` | Utf8 | null input, or refused | [`Reason::as_str`](robots_exclusion::Reason::as_str) |
//! | `line` | UInt32 | no rule decided | line of the rule that decided, counted from 1 |
//! | `rule` | Utf8 | no rule decided | the rule as the file spells it, `Disallow: /x`; bytes that are not UTF-8 become U+FFFD |
//! | `group` | Utf8 | no group applies | name of the group that applies |
//!
//! The last four only with details. The program `robots` prints the same fields.
//!
//! # Complexity
//!
//! Bodies that occur once are asked about straight from their bytes. When a body and a crawler
//! occur a second time, the rules are compiled, and from then on an answer takes one hash lookup
//! and one traversal of the URL. A repetition is recognized by content, in any order and any type
//! of column. What differs is how often the content is looked at:
//!
//! | bodies are | their content is hashed |
//! |---|---|
//! | a dictionary | once for each value; not at all in later batches with the same dictionary, such as those of a [`HostIndex`] |
//! | views | once for each place in memory, which engines share after a join |
//! | anything else | in each row, unless the row before has the same body |
//!
//! Compiled rules are dropped when they take more than [`Judge::max_cache_bytes`]. A [`Judge`]
//! keeps them from one batch to the next, and answers with several [threads](Judge::threads) if
//! asked to.

mod access;
mod answers;
mod batch;
mod bodies;
mod column;
mod crawlers;
mod error;
mod host_index;
mod inspect;
mod judge;
mod sites;
mod status_column;
mod worker;

pub use access::{AccessJudge, access};
pub use answers::{Answers, Refused};
pub use batch::Questions;
pub use crawlers::{Crawlers, OneCrawler, names_a_url};
pub use error::{Error, Input};
pub use host_index::HostIndex;
pub use inspect::{Inspector, inspect};
pub use judge::{Judge, judge};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
