//! What surrounds the fetching of robots.txt: where the file lies, which URLs it speaks for, what an HTTP status or a
//! network failure means, and how long the answer holds.
//!
//! Nothing here performs I/O. Your HTTP client fetches; this module decides, under a [`FetchPolicy`] that every
//! [`Dialect`](crate::Dialect) carries as a knob:
//!
//! 1. [`robots_url`] says where the file of a URL lies, [`in_scope`] whether a file speaks for a URL.
//! 2. [`Request`] follows redirects, as many as the policy grants, and ends in an [`Answer`].
//! 3. [`FetchPolicy::outcome`] turns the answer into an [`Outcome`]: parse the body, allow all, disallow all, use the last
//!    good copy, or try later, each with its [`Reason`]. [`FetchPolicy::outcome_after`] also takes into account for how
//!    long fetching has failed.
//! 4. [`whole_lines`] and [`read_body`] bound the body without cutting a rule, [`looks_like_html`] tells an error page
//!    from a robots.txt.
//! 5. [`CacheHeaders`] and [`FetchPolicy::next_fetch`] say when to ask again.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::Dialect;
//! use robots_exclusion::fetch::{Answer, Outcome, Reason};
//!
//! let policy = Dialect::RFC_9309.fetch_policy();
//! assert_eq!(policy.outcome(Answer::Status(200)), Outcome::Parse);
//! assert_eq!(policy.outcome(Answer::Status(404)), Outcome::AllowAll(Reason::Unavailable));
//! assert_eq!(policy.outcome(Answer::Unreachable), Outcome::DisallowAll(Reason::Unreachable));
//! ```

mod body;
#[cfg(feature = "http")]
mod cache;
mod outcome;
mod policy;
#[cfg(feature = "url")]
mod request;
#[cfg(feature = "url")]
mod scope;

#[cfg(feature = "std")]
pub use body::read_body;
pub use body::{Body, MAX_BYTES, looks_like_html, whole_lines};
#[cfg(feature = "http")]
pub use cache::CacheHeaders;
pub use outcome::{Answer, History, Outcome, Reason};
pub use policy::{FetchPolicy, WhenUnreachable};
#[cfg(feature = "url")]
pub use request::{Request, Step};
#[cfg(feature = "url")]
pub use scope::{RobotsUrlError, in_scope, robots_url};
