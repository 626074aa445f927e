//! The C interface of `robots-exclusion`. The documentation is in `include/robots_exclusion.h`,
//! which cbindgen makes from the comments here, so they are written for C programmers.
//!
//! Arguments from C have types that say what is expected of them: `Option<&T>` for a pointer to a
//! `T` or NULL, `Option<Box<T>>` for a handle to be freed, [`Str`](border::Str) for a pointer and a
//! length. Nothing can check that C keeps what these types promise; the header asks for it.
//! Everything else is safe code, except for memory with a length, which [`border`] turns into
//! slices, and functions that take arrays of it, which are in [`arrays`].

// The order of the header.
mod version;

mod status;

mod options;

mod agents;

mod rules;

mod line;

mod robots_txt;

mod verdict;

mod outcome;

mod site;

mod sitemap;

mod border;

mod arrays;
