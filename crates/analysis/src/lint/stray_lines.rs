//! Lines that are not directives, and what they were meant as.

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use super::meant_keys::nearest;
use robots_exclusion::companions::Keys;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::whitespace::trim_unseen;
use robots_exclusion::syntax::DirectiveKind;

/// Reports a comment as other languages write it, such as `// x`. Returns whether the line is one.
pub(super) fn comment_meant(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    text: &[u8],
) -> bool {
    // What begins a comment, and what ends it on the same line; empty if it goes to the end of the
    // line.
    const MARKS: [(&[u8], &[u8]); 5] = [
        (b"//", b""),
        (b";", b""),
        (b"<!--", b"-->"),
        (b"--", b""),
        (b"/*", b"*/"),
    ];
    let Some((mark, end)) = MARKS.iter().find(|(mark, _)| text.starts_with(mark)) else {
        return false;
    };
    let rest = &text[mark.len()..];
    let rest = rest.strip_suffix(*end).unwrap_or(rest).trim_ascii();
    findings.report(
        Code::StrayText,
        document.span_of(text),
        || format!("`{}` begins no comment; only `#` does", shown(mark)),
        |finding| {
            let comment = if rest.is_empty() {
                b"#".to_vec()
            } else {
                [b"# ", rest].concat()
            };
            finding
                .unasked()
                .write(index, document.line_with(index, text, &comment));
        },
    );
    true
}

/// Reports a URL without a key, usually that of a sitemap.
pub(super) fn bare_url(document: &Document<'_>, findings: &mut Findings<'_, '_>, index: usize, url: &[u8]) {
    // An empty Sitemap line above it is reported together with its URL.
    let is_above = index.checked_sub(1).is_some_and(|above| {
        let above = document.entry(above);
        let sitemap = above.of_kind(DirectiveKind::Sitemap);
        sitemap.is_some_and(|sitemap| sitemap.value().is_empty()) && above.line.comment().is_none()
    });
    if is_above {
        return;
    }
    findings.report(
        Code::StrayText,
        document.span_of(url),
        || "this URL has no key, so it is ignored".into(),
        |finding| {
            let lower = url.to_ascii_lowercase();
            let is_sitemap = memchr::memmem::find(&lower, b"sitemap").is_some() || lower.ends_with(b".xml");
            let key = if is_sitemap {
                b"Sitemap: ".as_slice()
            } else {
                b"# "
            };
            finding.write(index, document.line_with(index, url, &[key, url].concat()));
        },
    );
}

/// Whether this may be meant as a key: at most two words of letters, digits, `-`, `_`, `.` and
/// bytes that are not ASCII, or a key and the beginning of a path.
pub(super) fn may_be_key(key: &[u8]) -> bool {
    let mut words = 0;
    for word in key.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty()) {
        let is_word = word.iter().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') || !byte.is_ascii()
        });
        // In `Disallow /x?y=a:b`, the first colon is part of the value, so what comes before it is
        // not only the key, but also a part of the path.
        if !is_word && !matches!(word[0], b'/' | b'*') {
            return false;
        }
        words += 1;
    }
    words <= 2
}

/// The most consecutive lines that are reported one by one. More than that are reported together,
/// as one text.
const MAX_SINGLE_STRAY: usize = 8;

/// Reports consecutive lines that mean nothing.
pub(super) fn report_stray(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    (first, last): (usize, usize),
) {
    if last - first < MAX_SINGLE_STRAY {
        for index in first..=last {
            report_stray_lines(document, findings, index, index);
        }
    } else {
        report_stray_lines(document, findings, first, last);
    }
}

fn report_stray_lines(document: &Document<'_>, findings: &mut Findings<'_, '_>, first: usize, last: usize) {
    let text = document.entry(first).line.text();
    let message = || match last - first {
        0 => format!("`{}` is neither a directive nor a comment", shown(text)),
        more => format!(
            "`{}` and {more} more lines are neither directives nor comments",
            shown(text)
        ),
    };
    findings.report(Code::StrayText, document.span_of(text), message, |finding| {
        let mut comments = Vec::new();
        for entry in document.entries_in(first..last + 1) {
            comments.extend_from_slice(b"# ");
            comments.extend_from_slice(&document.body[entry.line.full_span().range()]);
        }
        // What begins like a key may be a directive in which more is wrong: as a comment, it would no
        // longer be reported.
        let may_be_meant = document.entries_in(first..last + 1).any(|entry| {
            let word = entry
                .line
                .text()
                .split(|byte| is_blank(*byte) || *byte == b':')
                .next();
            nearest(word.unwrap_or_default(), Keys::exact()).is_some_and(|near| near.is_close)
        });
        let finding = if may_be_meant { finding } else { finding.unasked() };
        finding.offer(
            "put `# ` before it to make it a comment, or remove it",
            document.lines_span(first, last, true),
            comments,
        );
    });
}

/// A line written anew, without the invisible characters around its value, which nobody means.
pub(super) fn directive_text(key: impl AsRef<[u8]>, value: &[u8]) -> Vec<u8> {
    let value = trim_unseen(value);
    let separator: &[u8] = if value.is_empty() { b":" } else { b": " };
    [key.as_ref(), separator, value].concat()
}
