//! The integration tests: one binary, one module for each subject.

mod agents;
mod ask;
mod auto_traits;
mod bad_input;
mod builder;
#[cfg(feature = "cli")]
mod cli_fetch;
mod corpus;
#[cfg(all(feature = "html", feature = "http", feature = "url"))]
mod crawler;
mod dialects;
#[cfg(feature = "diff")]
mod diff;
mod explain;
mod extension;
mod extension_lines;
#[cfg(all(feature = "std", feature = "url"))]
mod fetch;
mod generate;
mod google;
mod groups;
#[cfg(feature = "lint")]
mod lint;
mod model;
mod model_vectors;
#[cfg(feature = "page")]
mod page;
mod properties;
mod regressions;
mod rules_bytes;
#[cfg(all(feature = "html", feature = "http", feature = "url"))]
mod server;
mod shared;
#[cfg(feature = "sitemap")]
mod sitemap;
mod usage;
mod vectors;
