//! Templates that were served as they are, without having been run.

use crate::lint::engine::document::{Document, Entry, shown};
use crate::lint::keys::merge_mark;
use crate::lint::{Code, Diagnostic, Run};
use robots_exclusion::Dialect;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::within_reach;
use robots_exclusion::syntax::DirectiveKind;

/// Reports the code of a template once, at its first line, and marks all of its lines: what they
/// would say is not known, so nothing else is said of them.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    let front_matter = front_matter(document);
    let mut first: Option<(usize, &[u8])> = None;
    let mut count = 0;
    for (index, entry) in document.entries().enumerate() {
        let is_in_front = front_matter.contains(&index);
        let Some(code) = code(&entry).or(is_in_front.then(|| entry.line.text())) else {
            continue;
        };
        run.marks.skip_checks[index] = true;
        // The blank lines and comments of front matter are not pointed at.
        if !code.is_empty() {
            count += 1;
            first.get_or_insert((index, code));
        }
    }
    let Some((index, code)) = first else {
        return;
    };
    findings.report(
        Code::UnrenderedTemplate,
        document.span_of(code),
        || {
            let more = match count - 1 {
                0 => String::new(),
                1 => ", as is one more line".into(),
                more => format!(", as are {more} more lines"),
            };
            let what = match front_matter.contains(&index) {
                true => "begins the front matter of a template",
                false => "is code of a template",
            };
            format!("`{}` {what} that was not run{more}: crawlers read it as it is", shown(code))
        },
        |finding| {
            finding.help("serve the file that the template makes; what its lines will say is not known, so they are not checked");
        },
    );
}

/// Takes back what other findings offer if the file is a template, or two versions of a file: a rule that
/// seems to repeat another may be in the other branch, and the only one there.
pub(in crate::lint) fn leave_to_a_person(document: &Document<'_>, found: &mut [Diagnostic]) {
    if first_unfinished(document).is_none() {
        return;
    }
    for finding in found.iter_mut() {
        finding.correction = None;
        finding.suggestions.clear();
        finding.is_proved = false;
    }
}

/// The index of the first line that is code of a template, or the mark of a merge conflict.
fn first_unfinished(document: &Document<'_>) -> Option<usize> {
    let front_matter = front_matter(document);
    let begins_conflict =
        |entry: &Entry<'_>| merge_mark(entry.line.text(), false).is_some_and(|mark| mark.is_first);
    let mut entries = document.entries().enumerate();
    let is_unfinished = |(index, entry): &(usize, Entry<'_>)| {
        front_matter.contains(index) || code(entry).is_some() || begins_conflict(entry)
    };
    entries.find(is_unfinished).map(|(index, _)| index)
}

/// The number of the first line which shows that a body is not what a site should serve: code of a template
/// that was not run, or the mark of a merge conflict. A rule of such a file that repeats another may be the
/// only one of its branch, so that no rule is known to be redundant. Lines are counted from 1. Linear in the
/// body.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::lint::unfinished_line;
///
/// let template = b"User-agent: *\n{% if live %}\nDisallow: /x\n{% else %}\nDisallow: /x\n{% endif %}\n";
/// assert_eq!(unfinished_line(template), Some(2));
/// assert_eq!(unfinished_line(b"User-agent: *\nDisallow: /x\n"), None);
/// ```
#[must_use]
pub fn unfinished_line(body: &[u8]) -> Option<u32> {
    let document = Document::read(within_reach(body), Dialect::RFC_9309);
    first_unfinished(&document).map(|index| index as u32 + 1)
}

/// The code of a template in a line. In the path of a rule it may be what it seems: sites close the
/// addresses of links that were not rendered, such as `/{{url}}` and `*{{ url }}*`.
fn code<'b>(entry: &Entry<'b>) -> Option<&'b [u8]> {
    let text = entry.line.text();
    let code = mark(text)?;
    match entry.directive {
        Some(directive) if directive.value().starts_with(b"*") => None,
        Some(directive) if directive.kind().rule_kind().is_some() => {
            let is_value = directive.value().starts_with(code);
            let is_certain = !code.starts_with(b"${") && code.iter().any(|byte| is_blank(*byte));
            (is_value || is_certain).then_some(code)
        }
        // `https` may be the key of a line such as `{{ x }} https://…`.
        Some(directive) if directive.kind() != DirectiveKind::Unknown => {
            mark(directive.value()).or_else(|| mark(directive.key()))
        }
        _ => Some(code),
    }
}

/// The first code of a template in a text: of Liquid, Jinja, Twig and Handlebars, of PHP, ERB and
/// ASP, or of a shell.
fn mark(text: &[u8]) -> Option<&[u8]> {
    /// How code begins, how it ends, and whether it may go on to the end of the line.
    const MARKS: [(&[u8], &[u8], bool); 5] = [
        (b"{{", b"}}", false),
        (b"{%", b"%}", false),
        (b"<?php", b"?>", true),
        (b"<?=", b"?>", true),
        (b"<%", b"%>", false),
    ];
    memchr::memchr3_iter(b'{', b'<', b'$', text).find_map(|at| {
        // Code of one line is shorter. What begins like code many times is not searched to its end
        // each time.
        const LONGEST: usize = 512;
        let rest = &text[at..text.len().min(at + LONGEST)];
        let within = MARKS.iter().find_map(|(begin, end, is_open)| {
            let inner = rest.strip_prefix(*begin)?;
            match memchr::memmem::find(inner, end) {
                Some(len) => Some(begin.len() + len + end.len()),
                None => is_open.then_some(rest.len()),
            }
        });
        let len = within.or_else(|| variable(rest))?;
        Some(&rest[..len])
    })
}

/// The length of `${NAME}` at the beginning of a text.
fn variable(text: &[u8]) -> Option<usize> {
    let name = text.strip_prefix(b"${")?;
    let len = memchr::memchr(b'}', name)?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    (len > 0 && name[..len].iter().all(is_name)).then_some(len + 3)
}

/// The lines of front matter, as Jekyll and its like have it: `---`, keys with values, `---`.
fn front_matter(document: &Document<'_>) -> core::ops::Range<usize> {
    const LONGEST: usize = 30;
    let is_dashes = |entry: &Entry<'_>| entry.line.text() == b"---";
    let is_empty = |entry: &Entry<'_>| entry.line.text().is_empty();
    let mut lines = document
        .entries_in(0..document.line_count().min(LONGEST))
        .enumerate();
    let first = lines.find(|(_, entry)| !is_empty(entry));
    let Some((first, _)) = first.filter(|(_, entry)| is_dashes(entry)) else {
        return 0..0;
    };
    let last = lines.find(|(_, entry)| !is_empty(entry) && !entry.line.text().contains(&b':'));
    match last.filter(|(_, entry)| is_dashes(entry)) {
        Some((last, _)) => first..last + 1,
        None => 0..0,
    }
}
