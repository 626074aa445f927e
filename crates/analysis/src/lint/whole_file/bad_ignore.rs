//! Ignore comments with codes that do not exist.

use crate::lint::engine::document::shown;
use crate::lint::{Code, Run};

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let document = run.document;
    for word in run.ignored.unknown() {
        run.findings.report(
            Code::BadIgnore,
            *word,
            || format!("`{}` is not a code", shown(&document.body[word.range()])),
            |finding| {
                finding.help("write a code such as `R012`, or its name; `robots lint --list` lists them")
            },
        );
    }
}
