//! The integration tests: one binary, one module for each subject.

mod agents;
mod ask;
mod auto_traits;
mod bad_input;
mod builder;
mod conformance;
mod corpus;
mod debug;
mod dialects;
mod digest;
mod explain;
mod extension;
mod extension_lines;
#[cfg(all(feature = "std", feature = "url"))]
mod fetch;
#[allow(dead_code, reason = "the tests of the companions use more of it")]
mod generate;
mod google;
mod groups;
mod model;
mod model_vectors;
#[cfg(all(feature = "std", feature = "url"))]
mod ports;
mod properties;
mod regressions;
mod rules_bytes;
#[cfg(all(feature = "std", feature = "url"))]
mod scenarios;
#[allow(dead_code, reason = "the tests of the companions use more of it")]
mod shared;
mod site;
mod site_pace;
#[cfg(feature = "std")]
mod site_scenarios;
#[cfg(feature = "std")]
mod site_simulation;
#[cfg(all(feature = "std", feature = "url"))]
mod site_visit;
#[cfg(feature = "std")]
mod sites;
mod target_parse;
mod usage;
mod vectors;
