//! How the path of a rule begins, and values that hold several.

use super::Code;
use super::document::{Document, RuleLine, shown, shown_line};
use super::escapes::respelled;
use super::findings::Findings;
use super::meant;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::robots_txt_itself;
use robots_exclusion::companions::whitespace::{is_blank, trim_unseen};
use robots_exclusion::dialect::PatternLanguage;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        NoLeadingSlash = "R030" "no-leading-slash"
            title: "a pattern that begins with neither `/` nor `*`"
            why: "Patterns are compared with the path from its first byte, which is a `/`, so this one matches nothing."
            source: "RFC 9309 section 2.2, ABNF (path-pattern) and erratum 7995; Google, How Google interprets the robots.txt specification"
            bad: Whole(b"User-agent: *\nDisallow: x/\n");
            good: Whole(b"User-agent: *\nDisallow: /x/\n");
        SeveralPaths = "R040" "several-paths"
            title: "several paths on one line"
            why: "The value is one pattern, spaces included, and matches none of the paths. Each path needs a line of its own."
            source: "RFC 9309 section 2.2, ABNF (path-pattern): no spaces"
            bad: Whole(b"User-agent: *\nDisallow: /x /y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /y\n");
    } };
}
pub(super) use codes;

/// The words of a value that may be paths.
fn paths(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value
        .split(|byte| is_blank(*byte) || *byte == b',')
        .filter(|word| !word.is_empty())
}

/// Whether a value is meant as several paths. A comma alone may be part of one.
pub(super) fn is_several_paths(value: &[u8]) -> bool {
    value.iter().copied().any(is_blank)
        && paths(value).count() > 1
        && paths(value).all(|word| word[0] == b'/')
}

/// Whether a pattern begins as patterns must.
pub(super) fn begins_well(value: &[u8], language: PatternLanguage) -> bool {
    match language {
        PatternLanguage::Prefix | PatternLanguage::Wildcard => matches!(value[0], b'/' | b'*'),
        PatternLanguage::Glob => matches!(value[0], b'/' | b'*' | b'?' | b'[' | b'\\'),
    }
}

pub(super) fn several_paths(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) -> bool {
    if !is_several_paths(rule.value) {
        return false;
    }
    let words = || paths(rule.value);
    findings.report(
        Code::SeveralPaths,
        document.span_of(rule.value),
        || {
            format!(
                "`{}` is read as one pattern and matches none of these paths",
                shown(rule.value)
            )
        },
        |finding| {
            let line = document.entry(rule.entry).line.text();
            let head = &line[..robots_exclusion::companions::offset_in(line, rule.value)];
            let mut lines = Vec::new();
            for word in words() {
                if !lines.is_empty() {
                    lines.extend_from_slice(document.line_end().as_bytes());
                }
                lines.extend_from_slice(head);
                lines.extend_from_slice(word);
            }
            finding.write(rule.entry, document.line_with(rule.entry, line, &lines));
        },
    );
    true
}

pub(super) fn no_leading_slash(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
) -> bool {
    let value = rule.value;
    if begins_well(value, language) || document.dialect.supplies_leading_slash {
        return false;
    }
    let seen = trim_unseen(value);
    let is_unseen = matches!(seen.first(), Some(b'/' | b'*'));
    let wrapped = meant::unwrapped(value);
    let path = path_of_url(value).filter(|_| wrapped.is_none());
    let is_url = path.is_some();
    findings.report(
        Code::NoLeadingSlash,
        document.span_of(value),
        || {
            if is_url {
                format!("`{}` is a URL; a pattern is a path", shown(value))
            } else if is_unseen {
                format!("there is an invisible character before or after `{}`", shown(seen))
            } else {
                format!(
                    "`{}` begins with neither `/` nor `*` and matches nothing",
                    shown(value)
                )
            }
        },
        |finding| {
            let text = match path {
                // The correction would make a rule about the whole site, which was not meant, so
                // there is none.
                Some(path) if path.is_empty() || pattern::matches_all(path, language) => {
                    finding.help("a robots.txt file only applies to its own host; put rules for another host into the file there");
                    return;
                }
                Some(path) => {
                    let path = well_written(path, language);
                    if is_own_file(document, rule.kind, &path) {
                        finding.help(OWN_FILE_HELP);
                        return;
                    }
                    let help = format!(
                        "write `{}: {}` if that is on this host; a file applies to no other host",
                        rule.kind,
                        shown_line(&path)
                    );
                    finding.correct(help, document.span_of(value), path);
                    return;
                }
                None if is_unseen => well_written(seen, language),
                None if wrapped.is_some() => {
                    // In `Disallow:: /a`, the space after the second colon is removed together with
                    // the colon.
                    let start = document.span_of(value).start as usize;
                    let is_glued = value.starts_with(b":") && document.body[..start].ends_with(b":");
                    let space: &[u8] = if is_glued { b" " } else { b"" };
                    [space, wrapped.unwrap_or_default()].concat()
                }
                None => {
                    let own = if seen.is_empty() { value } else { seen };
                    let path = own.strip_prefix(b"\\").unwrap_or(own);
                    if regular_part(path).is_some() {
                        finding.help("write a path that begins with `/`; patterns are not regular expressions");
                        return;
                    }
                    let mut path = well_written(path, language);
                    if own.starts_with(b"\\") {
                        // Backslashes, which separate folders on Windows.
                        path.iter_mut()
                            .filter(|byte| **byte == b'\\')
                            .for_each(|byte| *byte = b'/');
                    }
                    [start_of(own, language), &path].concat()
                }
            };
            if is_own_file(document, rule.kind, &text) {
                finding.help(OWN_FILE_HELP);
                return;
            }
            finding.rewrite(rule.entry, value, text);
        },
    );
    true
}

/// What to do about a Disallow of robots.txt itself.
pub(super) const OWN_FILE_HELP: &str =
    "remove the line; people read the file too, so it should hold no secrets";

/// Whether a rule is a Disallow of robots.txt itself, in a dialect in which crawlers fetch it all
/// the same.
pub(super) fn is_own_file(document: &Document<'_>, kind: RuleKind, value: &[u8]) -> bool {
    // Stars at the end are left out of the comparison.
    let stars = value.iter().rev().take_while(|byte| **byte == b'*').count();
    let is_own = match &value[..value.len() - stars] {
        robots_txt_itself::PATH => true,
        robots_txt_itself::PATTERN => stars == 0,
        _ => false,
    };
    is_own && kind == RuleKind::Disallow && document.dialect.robots_txt_allowed
}

/// A pattern for a corrected line, without stars at the end and with its spaces escaped, since
/// these would be reported next.
pub(super) fn well_written(pattern: &[u8], language: PatternLanguage) -> Vec<u8> {
    let pattern = without_last_stars(pattern, language);
    respelled(pattern, language, Code::UnescapedBlank)
}

/// A pattern without the stars at its end, in the language of wildcards. `/*` stays, and so does a
/// pattern of stars alone.
pub(super) fn without_last_stars(pattern: &[u8], language: PatternLanguage) -> &[u8] {
    let kept = pattern.iter().rposition(|byte| *byte != b'*');
    match kept {
        Some(last) if language == PatternLanguage::Wildcard && pattern != b"/*" => &pattern[..=last],
        _ => pattern,
    }
}

/// The path of a URL, or of one without its scheme if it clearly begins with a host.
fn path_of_url(value: &[u8]) -> Option<&[u8]> {
    let scheme = value.windows(3).position(|three| three == b"://");
    let authority = match scheme {
        Some(at) if value[..at].iter().all(u8::is_ascii_alphanumeric) => &value[at + 3..],
        _ => {
            let slash = memchr::memchr(b'/', value)?;
            let host = &value[..slash];
            let is_host = host
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
            let dots = host.iter().filter(|byte| **byte == b'.').count();
            if !is_host || dots < 2 || host.starts_with(b".") {
                return None;
            }
            value
        }
    };
    let slash = memchr::memchr(b'/', authority).unwrap_or(authority.len());
    Some(&authority[slash..])
}

/// What is missing before a pattern: a slash, and also a star if it is the end of a path or a
/// parameter.
fn start_of(value: &[u8], language: PatternLanguage) -> &'static [u8] {
    let is_parameter = || {
        let name = value.split(|byte| matches!(byte, b'/' | b'?')).next();
        name.is_some_and(|name| name.contains(&b'='))
    };
    let is_end = matches!(value[0], b'?' | b'&' | b'=' | b';' | b'.') || is_parameter();
    match language {
        PatternLanguage::Wildcard if is_end => b"/*",
        _ => b"/",
    }
}

/// Parts that only regular expressions have. `.*` is not among them, since it may be the end of a
/// file name, as in `/index.*`.
const REGULAR: [&[u8]; 12] = [
    b"(.*)", b"[0-9]", b"[a-z]", b"[A-Z]", b"[^", b"(?:", b"\\.", b"\\d", b"\\w", b"\\/", b"\\?", b".*$|",
];

/// Where a part of a regular expression is, and how long it is.
pub(super) fn regular_part(value: &[u8]) -> Option<(usize, usize)> {
    let find = |part: &&[u8]| Some((memchr::memmem::find(value, part)?, part.len()));
    REGULAR.iter().find_map(find)
}
