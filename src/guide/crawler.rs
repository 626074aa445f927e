//! A whole crawl of one site, for a blocking client.
//!
//! A crawler keeps a [`Site`](crate::site::Site) for each origin (scheme, host and port): what its
//! robots.txt said, how long the rules are valid, and when the site may be visited next.
//! [`Crawler::new`](crate::site::Crawler::new) is polite: it obeys misspelled lines, waits a second
//! between requests, skips sites that ask for a delay of more than an hour, and slows down for
//! servers that ask for it or fail. `site::ureq` (feature `ureq`) is an HTTP client set up for such
//! a crawler: it has a deadline, does not follow redirects to disallowed URLs, and does not access
//! private addresses.
//!
//! # A crawl that can be continued
//!
//! This program visits URLs of one site, and saves the `Site` with the feature `serde`. It is
//! `one_site` in the folder `examples/crawler` of the repository.
//!
//! ```toml
//! [dependencies]
//! robots-exclusion = { path = "../robots-exclusion", features = ["serde", "ureq"] }
//! serde_json = "1.0"
//! url = "2.5"
//! ```
//!
// Compiled if both features are enabled.
#![cfg_attr(all(feature = "serde", feature = "ureq"), doc = "```no_run")]
#![cfg_attr(not(all(feature = "serde", feature = "ureq")), doc = "```text")]
//! use std::collections::{HashSet, VecDeque};
//! use std::io::{self, ErrorKind};
//! use std::time::SystemTime;
//! use std::{error::Error, fs, thread};
//!
//! use robots_exclusion::site::{Crawler, Site, Visit, ureq::Client};
//! use url::Url;
//!
//! /// Visits URLs at the pace that their site asks for. The site's state is kept in the file `memory`.
//! fn crawl(client: &Client, urls: Vec<Url>, memory: &str) -> Result<(), Box<dyn Error>> {
//!     let crawler = Crawler::new("ExampleCrawler");
//!     let mut site = match fs::read(memory) {
//!         Ok(saved) => {
//!             serde_json::from_slice(&saved).map_err(|error| format!("{memory}: {error}; delete it"))?
//!         }
//!         Err(error) if error.kind() == ErrorKind::NotFound => Site::new(urls.first().ok_or("no URLs")?)?,
//!         Err(error) => return Err(format!("{memory}: {error}").into()),
//!     };
//!     let mut seen: HashSet<Url> = urls.iter().cloned().collect();
//!     let mut queue = VecDeque::from(urls);
//!     while let Some(url) = queue.pop_front() {
//!         match site.visit(&crawler, SystemTime::now, &url, |request| client.send(request)) {
//!             Ok(Visit::Page(response)) => println!("{url}: {}", response.status()),
//!             // A URL like any other, whose own site decides. No more than so many, and none twice.
//!             Ok(Visit::Redirect(target, _)) => {
//!                 println!("{url}: moved to {target}");
//!                 if seen.len() < 1000 && seen.insert(target.clone()) {
//!                     queue.push_back(target);
//!                 }
//!             }
//!             Ok(Visit::WaitUntil(time, _)) => {
//!                 save(&site, memory)?;
//!                 thread::sleep(time.duration_since(SystemTime::now().into()));
//!                 queue.push_front(url);
//!             }
//!             // No reason to sleep: run this again then. What is known is saved.
//!             Ok(Visit::GiveUpUntil(time, why)) => {
//!                 let wait = time.duration_since(SystemTime::now().into());
//!                 println!("{url}: in {wait:.0?}, since {}", why.description());
//!                 break;
//!             }
//!             Ok(Visit::TooSlow(delay)) => {
//!                 println!("{url}: the site asks for {delay:?} between pages");
//!                 break;
//!             }
//!             Ok(Visit::Skip) => println!("{url}: disallowed"),
//!             Ok(Visit::NotThisSite) => println!("{url}: not a page of {}", site.origin()),
//!             Err(error) => println!("{url}: {error}"),
//!         }
//!     }
//!     Ok(save(&site, memory)?)
//! }
//!
//! /// Writes another file and renames it, so that there is no time at which half of it is written.
//! fn save(site: &Site, memory: &str) -> io::Result<()> {
//!     let next = format!("{memory}.{}.new", std::process::id());
//!     fs::write(&next, serde_json::to_vec(site)?)?;
//!     fs::rename(next, memory)
//! }
#![doc = "```"]
//!
//! `Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)")` returns the client for
//! `crawl`. With `.private_addresses(true)`, it also reaches a server on your own machine.
//!
//! The program saves the `Site`, but not the queue: save the URLs that are waiting or have failed
//! yourself. A `WaitUntil` is short, or the delay that the site asks for. A wait longer than
//! [`Crawler::max_wait`](crate::site::Crawler::max_wait), a minute by default, becomes a
//! `GiveUpUntil`, and so does a robots.txt that cannot be reached. The loop therefore ends,
//! whatever a server does.
//!
//! # Asynchronous crawlers, and crawlers with queues
//!
//! With an asynchronous client, [`SharedSites::visit`](crate::site::SharedSites::visit) does what
//! `Site::visit` does, for tasks that share their sites. `site::reqwest` (feature `reqwest`) is a
//! client for it.
//!
//! `Site` does no I/O and has no clock. If a queue makes decisions before anything is fetched, ask
//! [`Site::decide`](crate::site::Site::decide) whether to fetch a URL now, later or never, and report
//! each response with its time.
//! [`Site::next_due`](crate::site::Site::next_due) says when to look at a site again. Several sites
//! of one host can share a [`Pace`](crate::site::Pace). The folder `examples/async` has a crawler
//! with tokio and reqwest, and `examples/crawler` has a crawler with threads.
//!
//! [`Sites`](crate::site::Sites) keeps many sites within a bound of bytes. Its sites can be saved one by
//! one, by their origin: `site_store` in `examples/crawler` keeps those that do not fit in memory in a
//! key-value store.
//!
//! # Your own cache
//!
//! If you store the state of sites yourself, compile the rules once for each origin and keep them.
//! [`Rules`](crate::Rules) borrow nothing, can be sent to other threads, and report how many bytes
//! they take. [`Dialect::LENIENT`](crate::Dialect::LENIENT) also obeys misspelled lines (`Disalow:
//! /x`, `User Agent: *`, `User-agent = FooBot`), lines with invisible characters around keys and
//! values, and rules above the first User-agent line, and takes `Disallow: /Foo_(bar)` for
//! `/Foo_%28bar%29` as well, as a polite crawler should:
//!
//! ```
//! use std::collections::HashMap;
//! use robots_exclusion::{Dialect, ParseOptions, Rules};
//!
//! let options = ParseOptions::new().dialect(Dialect::LENIENT).max_bytes(512_000);
//! let mut cache: HashMap<String, Rules> = HashMap::new();
//! let body = b"User Agent: *\nDisalow: /*.php$\nCrawl-delay: 2\n";
//! cache.insert("example.com".into(), options.rules_for(body, "FooBot"));
//!
//! let rules = &cache["example.com"];
//! assert!(!rules.is_allowed("https://example.com/index.php"));
//! assert!(rules.is_allowed("https://example.com/index.php?x"));
//! assert_eq!(rules.crawl_delay().map(|delay| delay.as_secs()), Some(2));
//! assert!(rules.heap_bytes() < 500); // for caches bounded in bytes
//! ```
//!
//! * The name that you pass is only a product token, `FooBot`, even if it is the name of a
//!   well-known crawler. For a whole `User-Agent` header, use
//!   [`UserAgent::parse`](crate::agents::UserAgent::parse).
//! * [`fetch`](crate::fetch) says what a status, a redirect or a timeout means: a missing
//!   robots.txt allows everything, an unreachable one nothing.
//! * [`Rules::pacing`](crate::Rules::pacing) combines the delays that a site asks for into one
//!   answer.
