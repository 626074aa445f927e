//! The integration tests: one binary, one module for each subject.

mod ask;
mod dialects;
mod explain;
mod generate;
mod model;
mod model_vectors;
mod properties;
mod regressions;
mod shared;
mod vectors;
