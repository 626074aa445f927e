//! The C interface of `robots-exclusion`. The documentation is in `include/robots_exclusion.h`, which cbindgen makes from the
//! comments here; so they are written for C programmers, and constants and types have C's names there.
//!
//! What C hands over has types that say what it has to be: `Option<&T>` for a pointer to a `T` or NULL, `Option<Box<T>>` for a handle
//! that is given back, [`Str`](border::Str) for a pointer and a length. That C keeps what these types promise, nothing can check; it is
//! what the header asks for. Everything after that is safe code, except for arrays, which are in [`border`].

// The order of the header.
mod version;

mod status;

mod options;

mod agents;

mod rules;

mod robots_txt;

mod verdict;

mod outcome;

mod border;
