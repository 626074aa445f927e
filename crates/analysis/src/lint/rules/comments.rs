//! Comments that were perhaps intended as part of a value.

use crate::lint::Code;
use crate::lint::engine::document::{Document, Entry, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

/// The comment of a line, if it is right after the value and may have been intended as the fragment of
/// a URL.
pub(in crate::lint) fn fragment<'b>(document: &Document<'b>, entry: &Entry<'b>) -> Option<&'b [u8]> {
    let (comment, directive) = (entry.line.comment()?, entry.directive?);
    let is_glued =
        !directive.value().is_empty() && directive.value_span().end == document.span_of(comment).start;
    (is_glued && is_fragment(comment) && !comment.iter().any(|byte| is_blank(*byte))).then_some(comment)
}

/// Reports values that a `#` cuts short, except in rules about which there is a finding already: their
/// lines should go, or be corrected as a whole.
pub(in crate::lint) fn comments(document: &Document<'_>, findings: &mut Findings<'_, '_>, marks: &Marks) {
    for (index, entry) in document.entries().enumerate() {
        let (Some(comment), Some(directive)) = (entry.line.comment(), entry.directive) else {
            continue;
        };
        if marks.skip_checks[index] && directive.kind().rule_kind().is_some() {
            continue;
        }
        if matches!(
            directive.kind(),
            DirectiveKind::UserAgent | DirectiveKind::Comment | DirectiveKind::Unknown
        ) {
            continue;
        }
        let hash = document.span_of(comment).start;
        // With a space before the `#`, the comment is certainly intended.
        if directive.value().is_empty() || directive.value_span().end != hash {
            continue;
        }
        let is_bare = comment.len() == 1;
        let is_fragment = is_bare || is_fragment(comment) && !comment.iter().any(|byte| is_blank(*byte));
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
                let spaced = document.line_with(index, value, &[value, b" "].concat());
                let line = entry.line.span();
                let without = document.body[line.start as usize..hash as usize].to_vec();
                let comment = shown(comment);
                let is_rule = directive.kind().rule_kind().is_some();
                if !is_fragment {
                    finding.offer("put a space before the comment", line, spaced);
                } else if is_rule && !is_address(value) {
                    // Whoever wrote `/search/#*` may not want all of `/search/` closed, as it is.
                    let help = format!(
                        "drop `{comment}` if the rule should be about all that begins with `{}`, as it is now; remove the line if only addresses with a \
                         `#` are meant, about which there can be no rule: what follows it is never sent to a server{}",
                        shown(value),
                        if is_bare { "" } else { "; put a space before it if it is a comment" }
                    );
                    match is_bare {
                        true => finding.offer(help, line, without),
                        false => finding.offer_any(help, [(line, without), (line, spaced)]),
                    }
                } else if is_address(value) || is_bare {
                    let help = format!(
                        "drop `{comment}`: what follows a `#` in a URL is never sent to a server, and the rule is about the page without it"
                    );
                    finding.offer(help, line, without);
                } else {
                    let help = format!(
                        "drop `{comment}` if it is a part of the URL, which is never sent to a server, or put a space before it if it is a comment"
                    );
                    finding.offer_any(help, [(line, without), (line, spaced)]);
                }
            },
        );
    }
}

/// Whether a value is certainly an address, so that what follows a `#` is a part of it: a URL, or a
/// file with an extension.
fn is_address(value: &[u8]) -> bool {
    let name = value.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    name.contains(&b'.') || memchr::memmem::find(value, b"://").is_some()
}

/// Whether a comment right after a value was perhaps intended as the fragment of a URL.
fn is_fragment(comment: &[u8]) -> bool {
    comment.get(1).is_some_and(|first| {
        first.is_ascii_alphanumeric() || matches!(first, b'!' | b'/' | b'*' | b'_' | b'-')
    })
}
