//! A polite crawler in four small files: what robots.txt says, obeyed over real HTTP.
//!
//! - `http.rs` sends requests, limited in time and size.
//! - `frontier.rs` knows what is left, what is known about each site
//!   ([`Site`](robots_exclusion::site::Site)), and when it may be visited next.
//! - `links.rs` finds links, `crawl.rs` ties it all together.

pub mod crawl;
mod frontier;
mod http;
mod links;
