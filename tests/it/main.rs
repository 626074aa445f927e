//! The integration tests: one binary, one module for each subject.

#[cfg(feature = "agents")]
mod agents;
mod ask;
#[cfg(all(feature = "site", feature = "write"))]
mod auto_traits;
mod bad_input;
#[cfg(feature = "write")]
mod builder;
mod corpus;
#[cfg(all(feature = "site", feature = "write"))]
mod debug;
#[cfg(feature = "decide")]
mod decide;
mod dialects;
#[cfg(feature = "diff")]
mod diff;
#[cfg(feature = "diff")]
mod diff_edits;
#[cfg(feature = "cli")]
mod examples;
mod explain;
#[cfg(feature = "extensions")]
mod extension;
#[cfg(feature = "extensions")]
mod extension_lines;
#[cfg(all(feature = "site", feature = "std", feature = "url"))]
mod fetch;
mod generate;
mod google;
#[cfg(feature = "audiences")]
mod groups;
#[cfg(feature = "lint")]
mod lint;
mod model;
mod model_vectors;
#[cfg(feature = "page")]
mod page;
#[cfg(all(feature = "site", feature = "std", feature = "url"))]
mod ports;
mod properties;
#[cfg(feature = "decide")]
mod reading;
mod regressions;
mod rules_bytes;
#[cfg(all(feature = "diff", feature = "lint", feature = "serde", feature = "sitemap"))]
mod serialize;
mod shared;
#[cfg(feature = "site")]
mod site;
#[cfg(all(feature = "cache-headers", feature = "site"))]
mod site_scenarios;
#[cfg(all(feature = "cache-headers", feature = "site"))]
mod site_simulation;
#[cfg(all(feature = "cache-headers", feature = "site", feature = "std", feature = "url"))]
mod site_visit;
#[cfg(feature = "sitemap")]
mod sitemap;
#[cfg(all(feature = "diff", feature = "lint"))]
#[allow(dead_code, reason = "the tests of the program use more of it")]
mod statements;
mod target_parse;
#[cfg(all(
    feature = "content-usage",
    feature = "diff",
    feature = "html",
    feature = "lint",
    feature = "serde",
    feature = "signals",
    feature = "sitemap"
))]
mod traits;
#[cfg(any(feature = "html", feature = "sitemap"))]
mod trickle;
#[cfg(feature = "extensions")]
mod usage;
mod vectors;
#[cfg(feature = "decide")]
mod written_rules;
