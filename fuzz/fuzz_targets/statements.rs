#![no_main]
//! What is said of all crawlers and all URLs is true of crawlers that no file names and of URLs as
//! clients spell them. Input: a question, whose body is two, separated by a line `===`; its line
//! for the URL says how the URLs are spelled.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_fuzz::{Question, statements};

fuzz_target!(|question: Question| {
    let ruler = b"\n===\n";
    let at = question.body.windows(ruler.len()).position(|part| part == ruler);
    let (old, new) = question.body.split_at(at.unwrap_or(question.body.len()));
    let new = new.strip_prefix(ruler).unwrap_or(new);
    statements(question.dialect, old, new, question.url.as_bytes());
});
