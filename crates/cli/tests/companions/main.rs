//! What the types of the library and its companions have in common.

mod serialize;
mod traits;
