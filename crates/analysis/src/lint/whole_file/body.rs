//! The file as a whole: encoding, line ends, size.

use crate::lint::engine::document::{Document, Entry};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use crate::lint::{Code, Run, Severity};
use robots_exclusion::Dialect;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::syntax::Span;

/// Reports what is wrong with the file as a whole.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    #[cfg(feature = "url")]
    address(document, findings, run.options.url.as_ref());
    if !is_robots_txt(document, findings) {
        run.is_over = true;
        return;
    }
    byte_order_mark(document, findings, &mut run.marks);
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
    if let Some(line) = rich_text(document) {
        findings.report(
            Code::NotRobotsTxt,
            document.entry(line).line.span(),
            || "this is a document of a word processor (RTF), not plain text; crawlers read its marks as parts of names and paths".into(),
            |finding| {
                // Its first lines were made comments, which leaves a `\` at the end of the others.
                let is_comment = document.entry(line).line.comment().is_some();
                finding.help(match is_comment {
                    true => "write its lines anew in a plain text editor, without the comments that begin with `{\\rtf`, and without a `\\` at the end of a line",
                    false => "save the file as plain text",
                });
            },
        );
        return false;
    }
    // A file of no known format may still not be text.
    let is_other = format != BodyFormat::Text;
    let is_empty_of_rules = document.sections.is_empty();
    let is_no_text = is_empty_of_rules && memchr::memchr(0, document.body).is_some();
    if !is_other && !is_no_text {
        return true;
    }
    let is_log = format == BodyFormat::Prose && is_download_log(document.body);
    let what = match is_log {
        true => "the log of a download",
        false => format.description(),
    };
    let first = document
        .entries()
        .find(|entry| !entry.line.text().is_empty() || entry.line.comment().is_some());
    let span = first.map_or(Span::default(), |entry| entry.line.span());
    let message = || match is_empty_of_rules {
        true if !is_other => "this is not a text file; everything is allowed".into(),
        true => format!("this is no robots.txt but {what}; everything is allowed"),
        false => format!("the file begins like {what}; those lines are ignored"),
    };
    findings.report(Code::NotRobotsTxt, span, message, |finding| {
        finding.help(match format {
            _ if is_log => "find out who wrote it: somebody has fetched a file onto this server, perhaps without permission",
            BodyFormat::Prose => "if it is an error of the server, mend that, or answer 404 if there are no rules; a robots.txt has lines such as `Disallow: /x`",
            _ if is_of_other_host(document.body) => {
                "fetch the file from another network first: it shows a page of another host, as providers send in place of a site that they block. If the \
                 site does send it, serve a plain text file, or answer 404 if there are no rules"
            }
            _ if is_challenge(document.body) => {
                "take `/robots.txt` out of the protection from bots, which answers with a page for browsers: crawlers cannot read the file behind it"
            }
            _ => "if it is an error of the server, mend that; otherwise serve a plain text file, or answer 404 if there are no rules",
        });
    });
    !is_empty_of_rules
}

/// The index of the line with which a document in Rich Text Format begins. TextEdit and WordPad
/// save text in this format, and each of its lines ends in a backslash, which then is part of a
/// name or a path. Some people turn the first lines into comments when a program complains about
/// them.
fn rich_text(document: &Document<'_>) -> Option<usize> {
    let is_first = |(_, entry): &(usize, Entry<'_>)| !entry.line.is_blank();
    let (index, first) = document.entries().enumerate().find(is_first)?;
    let span = first.line.span();
    let text = document.body[span.range()].trim_ascii_start();
    let text = text.strip_prefix(b"#").unwrap_or(text).trim_ascii_start();
    text.starts_with(b"{\\rtf").then_some(index)
}

/// Whether this is a page that does nothing but to show one of another host in a frame.
fn is_of_other_host(body: &[u8]) -> bool {
    const LONGEST: usize = 1_000;
    let has = |text: &[u8]| memchr::memmem::find(body, text).is_some();
    body.len() < LONGEST && (has(b"<iframe src=\"http") || has(b"<iframe src='http"))
}

/// Whether this is the page with which a protection from bots asks for JavaScript.
fn is_challenge(body: &[u8]) -> bool {
    /// Paths and names in the pages of F5, Cloudflare, Incapsula, Akamai and DataDome.
    const MARKS: [&[u8]; 5] = [
        b"/TSPD/",
        b"/cdn-cgi/challenge-platform/",
        b"_Incapsula_Resource",
        b"/_sec/cp_challenge/",
        b"captcha-delivery.com",
    ];
    const HEAD: usize = 16 << 10;
    let head = &body[..body.len().min(HEAD)];
    MARKS
        .iter()
        .any(|mark| memchr::memmem::find(head, mark).is_some())
}

/// Whether this is the log of a download by Wget. On a server it is usually left over from a
/// program that somebody fetched there.
fn is_download_log(body: &[u8]) -> bool {
    body.starts_with(b"--") && memchr::memmem::find(body, b"HTTP request sent").is_some()
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
                crate::lint::engine::document::shown(path)
            )
        },
        |finding| finding.help("serve the file as `/robots.txt`, in lower case, in the root of the host"),
    );
}

fn byte_order_mark(document: &Document<'_>, findings: &mut Findings<'_, '_>, marks: &mut Marks) {
    let end = document
        .entries()
        .next()
        .map_or(0, |entry| entry.line.span().start);
    // A program that takes UTF-8 for Latin-1 and encodes it again turns the three bytes into six.
    // No reader skips these.
    const TWICE: &[u8] = b"\xC3\xAF\xC2\xBB\xC2\xBF";
    if document.body[end as usize..].starts_with(TWICE) {
        let span = Span::new(end as usize, end as usize + TWICE.len());
        let is_lost = document
            .get_entry(0)
            .is_some_and(|entry| entry.line.text().len() > TWICE.len());
        findings.report(
            Code::ByteOrderMark,
            span,
            || match is_lost {
                true => "the file begins with a byte order mark that was encoded twice, which makes this line unreadable".into(),
                false => "the file begins with a byte order mark that was encoded twice".into(),
            },
            |finding| {
                let finding = match is_lost {
                    true => finding.weighing(Severity::Error),
                    false => finding.unasked(),
                };
                finding.offer(
                    "delete these characters; they are text, and stay if the file is only saved in another encoding",
                    span,
                    Vec::new(),
                );
            },
        );
        marks.skip_checks[0] = true;
    }
    if end > 0 {
        let span = Span { start: 0, end };
        findings.report(
            Code::ByteOrderMark,
            span,
            || "the file begins with a byte order mark: an invisible character that some crawlers take for part of the first line".into(),
            |finding| {
                finding
                    .unasked()
                    .offer("save the file as UTF-8 without a byte order mark (BOM)", span, Vec::new())
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
    // What a program writes that makes CR LF of each LF, in a text whose lines end in CR LF already.
    let mut are_doubled = true;
    for index in 0..document.line_count() {
        let end = end_of(index);
        if &document.body[end.range()] == b"\r" {
            are_doubled &= document.body[end.end as usize..].starts_with(b"\r\n");
            count += 1;
            first.get_or_insert(index);
            last = index;
        }
    }
    let Some(first) = first else {
        return;
    };
    let message = || {
        if are_doubled {
            match count {
                1 => "this line ends in CR CR LF, which is a line end and a blank line".into(),
                count => format!(
                    "{count} lines end in CR CR LF, starting with this one: a line end and a blank line"
                ),
            }
        } else if document.line_count() == count as usize {
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
                text.extend_from_slice(match end {
                    b"\r" if are_doubled => b"",
                    b"\r" => b"\n",
                    end => end,
                });
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

/// Reports mistakes that any line may have, whatever its key is.
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
                        // Without the NULs, at most white space and control characters are left. A
                        // help text could not show them, and no crawler reads them as a directive,
                        // so the line is removed.
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
