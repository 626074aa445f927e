//! Comments that may have been meant as part of a value.

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

/// Reports values that a `#` cuts short.
pub(super) fn comments(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for (index, entry) in document.entries().enumerate() {
        let (Some(comment), Some(directive)) = (entry.line.comment(), entry.directive) else {
            continue;
        };
        if matches!(
            directive.kind(),
            DirectiveKind::UserAgent | DirectiveKind::Comment | DirectiveKind::Unknown
        ) {
            continue;
        }
        let hash = document.span_of(comment).start;
        // With a space before the `#`, the comment is certainly meant as one.
        if directive.value().is_empty() || directive.value_span().end != hash {
            continue;
        }
        findings.report(
            Code::CommentInValue,
            Span {
                start: hash,
                end: hash + comment.len() as u32,
            },
            || {
                format!(
                    "the `#` begins a comment: the value is `{}`",
                    shown(directive.value())
                )
            },
            |finding| {
                let value = directive.value();
                let line = document.line_with(index, value, &[value, b" "].concat());
                let help = if is_fragment(comment) {
                    "put a space before the comment if it is one; what follows a `#` in a URL is never sent to a server, so no rule can be about it"
                } else {
                    "put a space before the comment"
                };
                finding.offer(help, entry.line.span(), line);
            },
        );
    }
}

/// Whether a comment right after a value may have been meant as the fragment of a URL.
fn is_fragment(comment: &[u8]) -> bool {
    comment.get(1).is_some_and(|first| {
        first.is_ascii_alphanumeric() || matches!(first, b'!' | b'/' | b'*' | b'_' | b'-')
    })
}
