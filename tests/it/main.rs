//! The integration tests: one binary, one module for each subject.

mod ask;
mod generate;
mod model;
mod model_vectors;
mod properties;
mod shared;
mod vectors;
