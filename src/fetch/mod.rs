//! Fetching robots.txt: where the file is, which URLs it applies to, what an HTTP status or a
//! network failure means, and how long the answer holds.
//!
//! Nothing here performs I/O. Your HTTP client fetches; this module decides, under a
//! [`FetchPolicy`] that every [`Dialect`](crate::Dialect) carries:
//!
//! 1. [`robots_url`] says where the file for a URL is, [`in_scope`] whether a file applies to a
//!    URL.
//! 2. [`RobotsRequest`] follows as many redirects as the policy allows, and ends in a [`Reply`].
//!    With a blocking client, [`RobotsRequest::fetch`] is the whole loop; with any other, it takes
//!    heads and chunks, and says what to do next.
//! 3. [`BodyBuffer`] and [`read_body`] limit the body without cutting a rule in half.
//! 4. [`FetchPolicy::outcome`] turns the answer into an [`Outcome`]: parse the body, allow all,
//!    disallow all, use the last good copy, or try later, each with its [`Cause`].
//!    [`Rules::for_outcome`](crate::Rules::for_outcome) answers questions where there is no body.
//!    [`FetchPolicy::outcome_after`] also considers for how long fetching has failed.
//! 5. [`CacheHeaders`] and [`FetchPolicy::refetch_after`] say when to request the file again.
//!
//! The folder `examples/async` of the repository has the same loop for tokio with reqwest and with
//! hyper.
//!
//! A crawler should use [`Site`](crate::site::Site), which does steps 4 and 5, sends back the
//! [`Validators`] of the last answer and remembers the rest.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::Dialect;
//! use robots_exclusion::fetch::{Reply, Cause, Outcome};
//!
//! let policy = Dialect::RFC_9309.fetch_policy;
//! assert_eq!(policy.outcome(Reply::Status(200)), Outcome::Parse);
//! assert_eq!(policy.outcome(Reply::Status(404)), Outcome::AllowAll(Cause::Unavailable));
//! assert_eq!(policy.outcome(Reply::Unreachable), Outcome::DisallowAll(Cause::Unreachable));
//! ```
//!
//! # Services
//!
//! A service that fetches the robots.txt of sites that strangers name can be made to send requests
//! into its own network (server-side request forgery): by `http://127.0.0.1/`, by a public name
//! that resolves to a private address, or by a redirect to either. Checking the URL does not help,
//! because the name may resolve differently when the connection is made. So:
//!
//! [`site::ureq::Client`](crate::site::ureq::Client) (feature `ureq`) and
//! [`site::reqwest::Client`](crate::site::reqwest::Client) (feature `reqwest`) do all of this. With
//! another client:
//!
//! - Check the *address* with [`is_public_address`], after resolving the name and for the very
//!   connection that is then made. Clients let you replace the resolver (`ureq`:
//!   `Agent::with_parts`, `reqwest`: `ClientBuilder::dns_resolver`); addresses in place of a name
//!   do not pass a resolver in every client, so check the URL too ([`names_private_host`]).
//! - Switch off the client's own redirects, so that each hop passes the same checks.
//!   [`RobotsRequest`] counts them, and follows `http` and `https` only.
//! - Send `Authorization`, `Cookie` and the like to the requested site and to no other: the crawled
//!   site chooses where a redirect leads.
//! - Set a deadline for the whole request, not only for each read: a server may send a byte a
//!   second.
//! - Limit the decompressed body, as [`BodyBuffer`] and [`read_body`] do.
//! - Do not use proxies from the environment: a proxy resolves names itself.
//! - Do not show the body or the exact error to the user: both reveal something about your network.
//!
//! ```
//! use std::net::{SocketAddr, ToSocketAddrs};
//! use robots_exclusion::fetch::is_public_address;
//!
//! /// To be used by the client's resolver.
//! fn resolve(host: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
//!     let found = (host, port).to_socket_addrs()?;
//!     Ok(found.filter(|address| is_public_address(address.ip())).collect())
//! }
//! assert!(resolve("localhost", 80)?.is_empty());
//! # Ok::<(), std::io::Error>(())
//! ```

mod body;
pub(crate) mod cache_headers;
mod fetched;
mod head;
#[cfg(feature = "std")]
mod header_fields;
#[cfg(feature = "std")]
mod http_response;
mod http_status;
pub(crate) mod lifetime;
pub(crate) mod public_address;
#[cfg(feature = "url")]
mod redirects;
mod reply;
#[cfg(feature = "url")]
mod request;
mod retry_after;
#[cfg(feature = "url")]
mod robots_txt_url;
#[cfg(feature = "std")]
mod time_values;
mod validators;

pub use crate::dialect::fetch_policy::{FetchPolicy, WhenUnreachable};
pub use crate::matching::outcome::{Cause, Outcome};
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use {
    body::read_body,
    http_response::{AsyncHttpResponse, HttpResponse},
};
pub use {
    body::{Body, BodyBuffer},
    cache_headers::CacheHeaders,
    fetched::Fetched,
    head::ResponseHead,
    public_address::is_public_address,
    reply::{History, Reply},
    validators::Validators,
};
#[cfg(feature = "url")]
#[cfg_attr(docsrs, doc(cfg(feature = "url")))]
pub use {
    public_address::names_private_host,
    request::{Request, RobotsRequest, Step},
    robots_txt_url::{RobotsUrlError, in_scope, robots_url},
};
