//! The integration tests: one binary, one module for each subject.

mod agents;
mod ask;
mod auto_traits;
mod bad_input;
mod builder;
mod corpus;
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
#[cfg(all(feature = "std", feature = "url"))]
mod ports;
mod properties;
mod regressions;
mod rules_bytes;
#[cfg(all(feature = "diff", feature = "lint", feature = "serde", feature = "sitemap"))]
mod serialize;
mod shared;
mod site;
#[cfg(feature = "cache-headers")]
mod site_scenarios;
#[cfg(feature = "cache-headers")]
mod site_simulation;
#[cfg(feature = "sitemap")]
mod sitemap;
#[cfg(all(feature = "diff", feature = "lint"))]
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
mod usage;
mod vectors;
#[cfg(feature = "decide")]
mod written_rules;
