//! Lines that are not directives, and their probable meanings.

use crate::lint::Code;
use crate::lint::engine::document::{Document, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::meant;
use crate::lint::keys::meant_keys::nearest;
use robots_exclusion::agents;
use robots_exclusion::companions::Key;
use robots_exclusion::companions::Keys;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::whitespace::trim_unseen;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Lines;

/// Reports a comment as other languages write it, such as `// x`. Returns whether the line is one.
pub(in crate::lint) fn comment_meant(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    text: &[u8],
) -> bool {
    // The text that begins a comment, and the text that ends it on the same line; empty if the
    // comment goes to the end of the line.
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
    // A line of hyphens, however many.
    let rest = match rest.iter().all(|byte| *byte == b'-') {
        true => b"",
        false => rest,
    };
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

/// Reports a URL without a key, usually the URL of a sitemap.
pub(in crate::lint) fn bare_url(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    url: &[u8],
) {
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

/// Whether this may be intended as a key: at most two words of letters, digits, `-`, `_`, `.` and
/// bytes that are not ASCII, or a key and the beginning of a path.
pub(in crate::lint) fn may_be_key(key: &[u8]) -> bool {
    let mut words = 0;
    for word in key.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty()) {
        let is_word = word.iter().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') || !byte.is_ascii()
        });
        // In `Disallow /x?y=a:b`, the first colon is part of the value, so the text before it is
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

/// Reports consecutive lines that have no meaning.
pub(in crate::lint) fn report_stray(
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
        if first == last
            && let Some(directive) = directive_meant(document, text)
        {
            finding.write(first, document.line_with(first, text, &directive));
            return;
        }
        let mut comments = Vec::new();
        for entry in document.entries_in(first..last + 1) {
            comments.extend_from_slice(b"# ");
            comments.extend_from_slice(&document.body[entry.line.full_span().range()]);
        }
        let is_remark = document
            .entries_in(first..last + 1)
            .all(|entry| is_remark(entry.line.text()));
        let finding = if is_remark { finding.unasked() } else { finding };
        finding.offer(
            "put `# ` before it to make it a comment, or remove it",
            document.lines_span(first, last, true),
            comments,
        );
    });
}

/// Whether a line is certainly a remark: a few words, the first of which is unlike any key. A
/// shorter text may be the rest of a name, a path or a directive: as a comment, it would no longer
/// be reported.
fn is_remark(text: &[u8]) -> bool {
    const FEW: usize = 3;
    let is_word = |word: &&[u8]| word.iter().any(u8::is_ascii_alphabetic);
    let words = text.split(|byte| is_blank(*byte)).filter(is_word).count();
    let key = text.split(|byte| is_blank(*byte) || *byte == b':').next();
    let is_key = nearest(key.unwrap_or_default(), Keys::exact()).is_some_and(|near| near.is_close);
    words >= FEW && !is_key
}

/// The directive that a line without a key was probably intended to be: the name of a known crawler
/// alone, as in a list below one `User-agent:`, or a directive in quotes, as written by programs
/// that take the file for a table.
fn directive_meant(document: &Document<'_>, text: &[u8]) -> Option<Vec<u8>> {
    let label = crawler_name::label(document.dialect.name_test, text);
    let token = core::str::from_utf8(text).ok().filter(|_| label == text);
    let is_name = token.is_some_and(|token| agents::by_token(token).is_some());
    match is_name {
        true => Some([b"User-agent: ", text].concat()),
        false => quoted_directive(document, text),
    }
}

/// The directive in quotes that a text consists of.
pub(in crate::lint) fn quoted_directive(document: &Document<'_>, text: &[u8]) -> Option<Vec<u8>> {
    let inner = meant::unquoted(text);
    let inner = inner
        .strip_prefix(b"\"")
        .and_then(|inner| inner.strip_suffix(b"\""))
        .unwrap_or(inner)
        .trim_ascii();
    if inner.len() == text.len() {
        return None;
    }
    let line = Lines::new(inner, document.dialect).next()?;
    let directive = Directive::of(&line, &document.dialect)?;
    let key = Key::of(directive.kind()).filter(|key| key.kind != DirectiveKind::Comment)?;
    Some(directive_text(key.name, directive.value()))
}

/// A line written anew, without the invisible characters around its value, which are never
/// intended.
pub(in crate::lint) fn directive_text(key: impl AsRef<[u8]>, value: &[u8]) -> Vec<u8> {
    let value = trim_unseen(value);
    let separator: &[u8] = if value.is_empty() { b":" } else { b": " };
    [key.as_ref(), separator, value].concat()
}
