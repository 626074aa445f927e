//! Ignore comments with codes that do not exist.

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use super::ignore::Ignored;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        BadIgnore = "R080" "bad-ignore"
            title: "an ignore comment with an unknown code"
            why: "No code has this number or name, so nothing is ignored."
            source: "this library"
            bad: Whole(b"User-agent: *\nDisallow: /x # robots-lint: ignore R999\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
    } };
}
pub(super) use codes;

pub(super) fn check(ignored: &Ignored, document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for word in ignored.unknown() {
        findings.report(
            Code::BadIgnore,
            *word,
            || format!("`{}` is not a code", shown(&document.body[word.range()])),
            |finding| {
                finding.help("write a code such as `R012`, or its name; `robots lint --list` lists them")
            },
        );
    }
}
