//! robots-exclusion compared with its peers: the same input, one run, medians and ratios.
//!
//! `cargo run --release` in this folder, with `-- PART` for one of agreement, conformance,
//! parse, one-shot, prepared, hostile, sitemap. With `ROBOTS_SHARED` set the real corpus is measured, otherwise generated
//! bodies.

mod agreement;
mod conformance;
mod hostile;
mod one_shot;
mod parse;
mod prepared;
mod race;
mod sitemaps;
#[path = "../../support/mod.rs"]
mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use support::Corpus;

/// Counts allocations.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

pub(crate) fn allocations(run: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    run();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

/// Bodies as `&str`, for contestants that take nothing else.
pub(crate) fn texts(corpus: &Corpus) -> Vec<String> {
    corpus
        .bodies
        .iter()
        .map(|(_, body)| String::from_utf8_lossy(body).into_owned())
        .collect()
}

fn main() {
    let only = std::env::args().nth(1);
    let wants = |part: &str| only.as_deref().is_none_or(|only| only == part);
    if wants("conformance") {
        conformance::run(std::env::args().any(|argument| argument == "--save"));
        if only.is_some() {
            return;
        }
    }
    let corpus = Corpus::load();
    println!(
        "{} bodies ({}), {} bytes",
        corpus.bodies.len(),
        corpus.name,
        corpus.bytes()
    );
    if wants("agreement") {
        agreement::run();
    }
    if wants("parse") {
        parse::run(&corpus);
    }
    if wants("one-shot") {
        one_shot::run(&corpus);
    }
    if wants("prepared") {
        prepared::run(&corpus);
    }
    if wants("hostile") {
        hostile::run();
    }
    if wants("sitemap") {
        sitemaps::run();
    }
}
