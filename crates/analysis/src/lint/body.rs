//! The file as a whole: encoding, line ends, size.

use super::Code;
use super::document::Document;
use super::findings::Findings;
use robots_exclusion::Dialect;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::syntax::Span;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        HtmlBody = "R001" "html-body"
            title: "an HTML page instead of a robots.txt"
            why: "The server sends a page, often an error page or the home page. Crawlers read it line by line, find no rule, and \
                  treat everything as allowed."
            source: "Google, How Google interprets the robots.txt specification: invalid lines, HTML among them, are ignored one by one"
            bad: Whole(b"<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        Utf16 = "R002" "utf-16"
            title: "the file is in UTF-16"
            why: "Every other byte is a NUL, so no key is recognized and no rule is read."
            source: "RFC 9309 section 2.2: the file is UTF-8"
            bad: Whole(b"\xFF\xFEU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0 \0*\0\n\0");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        ByteOrderMark = "R003" "byte-order-mark"
            title: "the file begins with a byte order mark"
            why: "UTF-8 does not need the mark. Readers that do not skip it take it for part of the first key, and so lose the first line, \
                  usually the User-agent line of the first group."
            source: "Google, How Google interprets the robots.txt specification: a byte order mark is ignored"
            bad: Whole(b"\xEF\xBB\xBFUser-agent: *\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        NulByte = "R004" "nul-byte"
            title: "a NUL byte in a line"
            why: "Readers written in C end the line there, Google's library among them; others match the NUL as an octet of the path, and \
                  no URL has one."
            source: "google/robotstxt, robots.cc: lines are C strings; RFC 9309 section 2.2: paths hold no control characters"
            bad: Whole(b"User-agent: *\nDisallow: /x\0y\n");
            good: Whole(b"User-agent: *\nDisallow: /xy\n");
        CarriageReturn = "R005" "carriage-return"
            title: "a line ends in CR without an LF"
            why: "The standard allows it, but editors and tools that only know LF and CRLF show or read the file as one line. In the middle of \
                  a line it is an accident that cuts the line in two."
            source: "RFC 9309 section 2.2 (NL = CR, LF or CRLF)"
            bad: Whole(b"User-agent: *\rDisallow: /x\r");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        OverSizeLimit = "R006" "over-size-limit"
            title: "the file is over 500 KiB"
            why: "Crawlers need not read more than 500 KiB, and Google does not: the rules after that do not count. Yandex treats a site \
                  whose file is larger as open."
            source: "RFC 9309 section 2.5; Google, How Google interprets the robots.txt specification, File size; Yandex Webmaster help"
            bad: Long { head: b"User-agent: *\nDisallow: /x\n", filler: b"# A comment of fifty bytes, to fill up the file...\n", times: 10_240, tail: b"Disallow: /y\n" };
            good: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /y\n");
        LongLine = "R007" "long-line"
            title: "a line longer than crawlers read"
            why: "Google's library reads the first 16,663 bytes of a line and ignores the rest. A rule that is cut there matches more than was \
                  written."
            source: "google/robotstxt, robots.cc: the line buffer"
            bad: Long { head: b"User-agent: *\nDisallow: /", filler: b"abcdefgh", times: 2_100, tail: b"\n" };
            good: Whole(b"User-agent: *\nDisallow: /abcdefgh\n");
        NotUtf8 = "R008" "not-utf-8"
            title: "a line is not in UTF-8"
            why: "Bytes in another encoding only match URLs that use the same encoding; most browsers and crawlers use UTF-8."
            source: "RFC 9309 section 2.2: the file is UTF-8"
            bad: Whole(b"User-agent: *\nDisallow: /caf\xE9\n");
            good: Whole(b"User-agent: *\nDisallow: /caf%C3%A9\n");
    } };
}
pub(super) use codes;

/// Reports what is wrong with the file as a whole. Returns whether its lines should be checked too.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) -> bool {
    let format = match BodyFormat::detect(document.body) {
        // Any other markup: no line of a robots.txt begins like that.
        BodyFormat::Text if document.body.trim_ascii_start().starts_with(b"<") => BodyFormat::Html,
        format => format,
    };
    match format {
        BodyFormat::Utf16Le | BodyFormat::Utf16Be => {
            findings.report(
                Code::Utf16,
                Span { start: 0, end: 2 },
                || "the file is in UTF-16; none of its lines are understood".into(),
                |finding| finding.help("save it as UTF-8 without a byte order mark"),
            );
            return false;
        }
        BodyFormat::Html => {
            let first = document
                .entries()
                .find(|entry| !entry.line.text().is_empty() || entry.line.comment().is_some());
            let span = first.map_or(Span::default(), |entry| entry.line.span());
            let is_page = document.sections.is_empty();
            findings.report(
                Code::HtmlBody,
                span,
                || {
                    if is_page {
                        "this is an HTML page, not a robots.txt; everything is allowed".into()
                    } else {
                        "the file contains HTML; those lines are ignored".into()
                    }
                },
                |finding| finding.help("serve a plain text file, or answer 404 if there are no rules"),
            );
            if is_page {
                return false;
            }
        }
        _ => {}
    }
    if document.sections.is_empty() && memchr::memchr(0, document.body).is_some() {
        findings.report(
            Code::NulByte,
            document
                .entries()
                .next()
                .map_or(Span::default(), |entry| entry.line.span()),
            || "this is not a text file; everything is allowed".into(),
            |finding| finding.help("serve a plain text file, or answer 404 if there are no rules"),
        );
        return false;
    }
    byte_order_mark(document, findings);
    carriage_returns(document, findings);
    size(document, findings);
    lines(document, findings);
    true
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
            |finding| finding.correct("save the file without a byte order mark", span, Vec::new()),
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
            finding.correct("end lines with LF, or CR and LF", span, text);
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
                        finding.correct(
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
