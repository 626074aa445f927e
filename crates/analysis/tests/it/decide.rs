//! Questions about all URLs: every answer against brute force and against `check`.

mod brute_force;
mod census;
mod corpus;
mod numbers;
mod questions;
