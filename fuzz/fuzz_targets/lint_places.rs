#![no_main]
//! Findings are in order, point into the body and at the right line.

use libfuzzer_sys::fuzz_target;
use robots_exclusion_analysis::lint::LintOptions;
use robots_exclusion_fuzz::{Question, line_number};

fuzz_target!(|question: Question| {
    let body = &question.body[..];
    let found = LintOptions::new().dialect(question.dialect).lint(body);
    assert!(found.is_sorted_by_key(|finding| finding.span().start));
    for finding in found {
        let correction = finding.correction().map(|correction| correction.span());
        for span in [finding.span()].into_iter().chain(correction) {
            assert!(span.start <= span.end && span.end as usize <= body.len());
        }
        assert_eq!(
            finding.line(),
            line_number(body, finding.span().start as usize),
            "{finding}"
        );
    }
});
