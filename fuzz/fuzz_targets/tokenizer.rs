#![no_main]
//! Lines tile the body, and equal the lines of a naive split; keys, values and comments lie within their
//! line, in this order.

use libfuzzer_sys::fuzz_target;
use robots_exclusion::syntax::{Directive, Lines};
use robots_exclusion_fuzz::{Question, naive_line};

fuzz_target!(|question: Question| {
    let body = &question.body[..];
    let mut lines = Lines::new(body, question.dialect).zip(1..).peekable();
    // A byte order mark, or a part of it, comes before the first line.
    let first = lines.peek().map(|(line, _)| line.full_span().start as usize);
    let mut start = first.unwrap_or(body.len());
    assert!(b"\xEF\xBB\xBF".starts_with(&body[..start]));
    for (line, number) in lines {
        let (end, next) = naive_line(body, start);
        let (span, full) = (line.span(), line.full_span());
        assert_eq!((line.number(), full.start as usize), (number, start));
        assert_eq!((span.end as usize, full.end as usize), (end, next));
        let directive = Directive::of(&line, &question.dialect);
        let parts = directive.map(|directive| [directive.key_span(), directive.value_span()]);
        let parts = parts
            .into_iter()
            .flatten()
            .flat_map(|part| [part.start, part.end]);
        let comment = line.comment().map(|comment| comment.as_ptr_range());
        let comment =
            comment.map(|part| [part.start, part.end].map(|at| (at.addr() - body.as_ptr().addr()) as u32));
        let parts = parts.chain(comment.into_iter().flatten());
        let inner: Vec<u32> = [span.start].into_iter().chain(parts).chain([span.end]).collect();
        assert!(inner.is_sorted(), "{inner:?}");
        start = next;
    }
    assert_eq!(start, body.len());
});
