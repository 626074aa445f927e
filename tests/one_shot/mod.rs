//! What a question about a body allocates, measured by an allocator that keeps the peak.
//!
//! Test binaries with this module have one test each, because the peak is that of the whole process.

use peak_alloc::PeakAlloc;
use robots_exclusion::is_allowed;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Named by no real file: the rules of `*` are matched until a group of the crawler is found.
pub(crate) const AGENT: &str = "ExampleCrawler";
const URL: &str = "https://www.example.com/shop/search/item-1.html?sort=price&page=2";

/// After so many rules whose stars were searched for in the URL, an index of it is made; see
/// `matching::pattern::effort`.
pub(crate) const SEARCHED: usize = if cfg!(debug_assertions) { 2 } else { 256 };

/// How many bytes a question allocates at its peak.
pub(crate) fn allocated(body: &[u8]) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    std::hint::black_box(is_allowed(body, AGENT, URL));
    ALLOCATOR.peak_usage() - before
}
