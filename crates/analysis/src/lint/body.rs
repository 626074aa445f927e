//! The file as a whole: encoding, line ends, size.

use super::document::Document;
use super::findings::Findings;
use super::{Code, Run};
use robots_exclusion::Dialect;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::syntax::Span;

/// Reports what is wrong with the file as a whole.
pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    #[cfg(feature = "url")]
    address(document, findings, run.options.url.as_ref());
    if !is_robots_txt(document, findings) {
        run.is_over = true;
        return;
    }
    byte_order_mark(document, findings);
    carriage_returns(document, findings);
    size(document, findings);
    lines(document, findings);
}

/// Reports a file that is something else. Returns whether its lines should be checked.
fn is_robots_txt(document: &Document<'_>, findings: &mut Findings<'_, '_>) -> bool {
    let format = BodyFormat::detect(document.body);
    if matches!(
        format,
        BodyFormat::Utf16Le | BodyFormat::Utf16Be | BodyFormat::Utf32Le | BodyFormat::Utf32Be
    ) {
        let start = Span {
            start: 0,
            end: document.body.len().min(2) as u32,
        };
        let message = || {
            format!(
                "the file is {}; none of its lines are understood",
                format.description()
            )
        };
        findings.report(Code::Utf16, start, message, |finding| {
            finding.help("save it as UTF-8 without a byte order mark");
        });
        return false;
    }
    // What no format is known of may still be no text.
    let is_other = format != BodyFormat::Text;
    let is_empty_of_rules = document.sections.is_empty();
    let is_no_text = is_empty_of_rules && memchr::memchr(0, document.body).is_some();
    if !is_other && !is_no_text {
        return true;
    }
    let what = if is_other {
        format.description()
    } else {
        "not a text file"
    };
    let first = document
        .entries()
        .find(|entry| !entry.line.text().is_empty() || entry.line.comment().is_some());
    let span = first.map_or(Span::default(), |entry| entry.line.span());
    let message = || match is_empty_of_rules {
        true => format!("this is no robots.txt but {what}; everything is allowed"),
        false => format!("the file begins like {what}; those lines are ignored"),
    };
    findings.report(Code::NotRobotsTxt, span, message, |finding| {
        finding.help("serve a plain text file, or answer 404 if there are no rules");
    });
    !is_empty_of_rules
}

/// Reports a file that is not where crawlers look for it.
#[cfg(feature = "url")]
fn address(document: &Document<'_>, findings: &mut Findings<'_, '_>, url: Option<&url::Url>) {
    use robots_exclusion::companions::robots_txt_itself;

    let path = url.map(|url| url.path().as_bytes());
    let Some(path) = path.filter(|path| *path != robots_txt_itself::PATH) else {
        return;
    };
    let Some(first) = document.entries().find(|entry| entry.directive.is_some()) else {
        return;
    };
    findings.report(
        Code::NotInRoot,
        first.line.span(),
        || {
            format!(
                "no crawler looks for a robots.txt at `{}`",
                super::document::shown(path)
            )
        },
        |finding| finding.help("serve the file as `/robots.txt`, in lower case, in the root of the host"),
    );
}

fn byte_order_mark(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    let end = document
        .entries()
        .next()
        .map_or(0, |entry| entry.line.span().start);
    if end > 0 {
        let span = Span { start: 0, end };
        findings.report(
            Code::ByteOrderMark,
            span,
            || "the file begins with a byte order mark".into(),
            |finding| {
                finding
                    .unasked()
                    .offer("save the file without a byte order mark", span, Vec::new())
            },
        );
    }
}

fn carriage_returns(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if !findings.wants(Code::CarriageReturn) {
        return;
    }
    let end_of = |index: usize| {
        let line = document.entry(index).line;
        Span {
            start: line.span().end,
            end: line.full_span().end,
        }
    };
    let mut count = 0u32;
    let (mut first, mut last) = (None, 0);
    for index in 0..document.line_count() {
        if &document.body[end_of(index).range()] == b"\r" {
            count += 1;
            first.get_or_insert(index);
            last = index;
        }
    }
    let Some(first) = first else {
        return;
    };
    let message = || {
        if document.line_count() == count as usize {
            "all lines end in only a carriage return".into()
        } else {
            match count {
                1 => "only a carriage return ends this line".into(),
                count => format!("only a carriage return ends {count} lines, starting with this one"),
            }
        }
    };
    findings.report(
        Code::CarriageReturn,
        document.entry(first).line.span(),
        message,
        |finding| {
            let mut text = Vec::new();
            for index in first..=last {
                text.extend_from_slice(&document.body[document.entry(index).line.span().range()]);
                let end = &document.body[end_of(index).range()];
                text.extend_from_slice(if end == b"\r" { b"\n" } else { end });
            }
            let span = document.lines_span(first, last, true);
            finding
                .unasked()
                .offer("end lines with LF, or CR and LF", span, text);
        },
    );
}

fn size(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    let limit = document.dialect.fetch_policy.max_bytes as usize;
    if document.body.len() <= limit {
        return;
    }
    let cut = document.position(limit as u32).line as usize - 1;
    let line = document.entry(cut).line;
    let lost = document
        .entries_in(cut..document.line_count())
        .filter(|entry| entry.directive.is_some())
        .count();
    findings.report(
        Code::OverSizeLimit,
        line.span(),
        || {
            format!(
                "the file has {} bytes; the first {limit} end in this line, and {lost} {} from here on may not be read",
                document.body.len(),
                if lost == 1 { "directive" } else { "directives" },
            )
        },
        |finding| finding.help("shorten the file: merge rules that begin alike, and remove those that have no effect"),
    );
}

/// Reports what can be wrong with any line, whatever it says.
fn lines(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    let longest = Dialect::PRESETS
        .iter()
        .filter_map(|(_, dialect)| dialect.max_line_bytes)
        .min()
        .unwrap_or(u32::MAX) as usize;
    let is_ascii = document.body.is_ascii();
    let has_nul = memchr::memchr(0, document.body).is_some();
    for (index, entry) in document.entries().enumerate() {
        let span = entry.line.span();
        let whole = &document.body[span.range()];
        let text_end = memchr::memchr(b'#', whole).unwrap_or(whole.len());
        let text = &whole[..text_end];
        if text_end > longest {
            findings.report(
                Code::LongLine,
                span,
                || {
                    format!(
                        "the line has {} bytes; some crawlers read {longest} of them",
                        whole.len()
                    )
                },
                |finding| finding.help("shorten the value to the part that tells the URLs apart"),
            );
        }
        if has_nul && let Some(nul) = memchr::memchr(0, text) {
            let at = Span::new(span.start as usize + nul, span.start as usize + nul + 1);
            findings.report(
                Code::NulByte,
                at,
                || "a NUL byte ends the line for some crawlers".into(),
                |finding| {
                    let kept: Vec<u8> = whole.iter().copied().filter(|byte| *byte != 0).collect();
                    if kept.iter().any(|byte| !matches!(byte, b'\0'..=b' ' | 0x7F)) {
                        finding.write(index, kept);
                    } else {
                        // Without the NULs only white space and control characters are left, if
                        // anything. A help text could not show them, and no crawler reads them as a
                        // directive, so the line is removed.
                        finding.remove(index);
                    }
                },
            );
        }
        if !is_ascii && let Err(error) = core::str::from_utf8(text) {
            let start = span.start as usize + error.valid_up_to();
            let len = error.error_len().unwrap_or(text.len() - error.valid_up_to());
            findings.report(
                Code::NotUtf8,
                Span::new(start, start + len),
                || "these bytes are not UTF-8".into(),
                |finding| {
                    if text[error.valid_up_to()] == 0xA0 {
                        let at = Span::new(start, start + 1);
                        finding.offer(
                            "write a plain space: this is a no-break space in Latin-1",
                            at,
                            b" ".into(),
                        );
                    } else {
                        finding.help("save the file as UTF-8, and percent-encode paths as the URLs do");
                    }
                },
            );
        }
    }
}
