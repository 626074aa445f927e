//! Keys without a colon after them.

use crate::lint::Code;
use crate::lint::engine::document::{Document, Entry, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::keys::meant_keys::nearest;
use crate::lint::keys::stray_lines::directive_text;
use crate::lint::keys::unsupported_keys::{ClosedPaths, Retired, retired_key};
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::{Key, Keys};
use robots_exclusion::syntax::{Directive, DirectiveKind};

/// Reports a line that begins with a key, or nearly with one, but has no colon after it. Returns
/// whether it does.
pub(in crate::lint) fn missing_colon(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    entry: &Entry<'_>,
    exact: Keys,
    closed: &mut ClosedPaths,
) -> bool {
    // The full-width colon of Chinese and Japanese text.
    const WIDE_COLON: &[u8] = "\u{FF1A}".as_bytes();
    let text = entry.line.text();
    let end = text
        .iter()
        .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')))
        .unwrap_or(text.len());
    let (word, mut rest) = text.split_at(end);
    let Some(key) = nearest(word, exact)
        .filter(|near| near.distance <= 1)
        .map(|near| near.key)
    else {
        return false;
    };
    loop {
        rest = match rest {
            [b' ' | b'\t' | b'=' | b';' | b',' | b'-' | b'>', after @ ..] => after,
            _ => match rest.strip_prefix(WIDE_COLON) {
                Some(after) => after,
                None => break,
            },
        };
    }
    // A sentence that happens to begin with the word is prose, and the word alone is a heading,
    // except for `Disallow`, which is probably intended as an empty rule.
    let is_prose = rest.iter().any(|byte| is_blank(*byte)) && !rest.starts_with(b"/");
    if is_prose || rest.is_empty() && key != "Disallow" {
        return false;
    }
    if let Some(retired) = Retired::of(key.as_bytes()) {
        retired_key(document, findings, index, word, retired, closed);
        return true;
    }
    // A colon later in the line, or white space in dialects that take it for one, may make the line
    // a directive all the same, but with an unknown key.
    let is_accepted = entry
        .directive
        .is_some_and(|directive| directive.kind() != DirectiveKind::Unknown);
    let code = if is_accepted {
        Code::ForgivenColon
    } else {
        Code::MissingColon
    };
    findings.report(
        code,
        document.span_of(text),
        || format!("no colon after `{}`", shown(word)),
        |finding| finding.write(index, document.line_with(index, text, &directive_text(key, rest))),
    );
    true
}

/// Reports `Sitemap https://…` and `Disallow /x?y=a:b`, in which the first colon is part of the
/// value. Returns whether the line is one of these.
pub(in crate::lint) fn early_colon(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
    exact: Keys,
) -> bool {
    let key = directive.key();
    let Some(blank) = key.iter().position(|byte| is_blank(*byte)) else {
        return false;
    };
    let (word, rest) = (&key[..blank], key[blank..].trim_ascii_start());
    let is_value = matches!(rest.first(), Some(b'/' | b'*'))
        || rest
            .get(..4)
            .is_some_and(|head| head.eq_ignore_ascii_case(b"http"));
    let known = nearest(word, exact).filter(|near| near.distance <= 1 && is_value);
    let Some(known) = known else {
        return false;
    };
    let text = document.entry(index).line.text();
    findings.report(
        Code::MissingColon,
        document.span_of(word),
        || {
            format!(
                "no colon after `{}`; the first one is part of the value",
                shown(word)
            )
        },
        |finding| {
            let value = text[blank..].trim_ascii();
            finding.write(
                index,
                document.line_with(index, text, &directive_text(known.key, value)),
            );
        },
    );
    true
}

/// Reports a directive without a colon, which this dialect accepts.
pub(in crate::lint) fn forgiven_colon(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
) {
    let (key, value) = (directive.key(), directive.value());
    findings.report(
        Code::ForgivenColon,
        document.entry(index).line.span(),
        || format!("no colon after `{}`", shown(key)),
        |finding| {
            let kind = directive.kind();
            let name = Key::of(kind).map_or_else(
                || String::from_utf8_lossy(key).into_owned(),
                |key| key.name.to_string(),
            );
            let text = document.entry(index).line.text();
            finding.write(
                index,
                document.line_with(index, text, &directive_text(&name, value)),
            );
        },
    );
}
