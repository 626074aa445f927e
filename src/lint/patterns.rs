//! How the patterns of rules are written.

use alloc::format;
use alloc::vec::Vec;

use super::Code;
use super::document::{Document, RuleLine, shown, shown_line};
use super::findings::Findings;
use super::keys::Marks;
use super::meant;
use crate::decide::{Budget, Policy};
use crate::dialect::PatternLanguage;
use crate::matching::pattern;
use crate::matching::percent::escape;
use crate::robots_txt::RobotsTxt;
use crate::syntax::directive::{DirectiveKind, RuleKind};
use crate::syntax::line::Span;
use crate::syntax::whitespace::{is_blank, is_space, trim_unseen};

/// What one question may cost, in steps of [`Budget`].
pub(super) const STEPS_EACH: u64 = 100_000;

pub(super) fn check(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    marks: &Marks,
    budget: &mut Budget,
) {
    let is_whole = |rule: &&RuleLine<'_>| !marks.spoilt[rule.entry] && !rule.value.is_empty();
    for section in &document.sections {
        for rule in section.rules.iter().filter(is_whole) {
            check_rule(document, findings, rule, section.language, marks, budget);
        }
    }
    for rule in document.orphans.iter().filter(is_whole) {
        check_rule(
            document,
            findings,
            rule,
            document.dialect.pattern_language(),
            marks,
            budget,
        );
    }
    comments(document, findings);
}

fn check_rule(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
    marks: &Marks,
    budget: &mut Budget,
) {
    if invisible(document, findings, rule, language)
        || several_paths(document, findings, rule)
        || no_leading_slash(document, findings, rule, language)
        || own_file(document, findings, rule)
    {
        return;
    }
    if language != PatternLanguage::Glob
        && (regular_expression(document, findings, rule)
            || matches_nothing(document, findings, rule, language, budget))
    {
        return;
    }
    match language {
        PatternLanguage::Prefix => literal_wildcard(document, findings, rule),
        PatternLanguage::Wildcard => {
            if !marks.needs_length[rule.entry] && document.is_whole(rule) {
                trailing_star(document, findings, rule);
            }
            inner_dollar(document, findings, rule);
        }
        PatternLanguage::Glob => glob_covers_one(document, findings, rule),
    }
    spelling(document, findings, rule, language);
}

/// Reports characters that nobody sees.
fn invisible(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
) -> bool {
    let Some(meant::Unseen { at, character, name }) = meant::unseen(rule.value) else {
        return false;
    };
    let code = match rule.value[0] {
        b'/' | b'*' => Code::UnescapedBlank,
        // Before the slash it is what keeps the rule from matching anything.
        _ => Code::NoLeadingSlash,
    };
    findings.report(
        code,
        document.span_of(&rule.value[at..at + character.len_utf8()]),
        || {
            format!(
                "there is an invisible character in the pattern: U+{:04X}, a {name}",
                u32::from(character)
            )
        },
        |finding| {
            let seen = meant::seen(rule.value);
            if seen.is_empty() {
                finding.help("remove the line, or write the path that is meant");
            } else {
                let start = match seen[0] {
                    b'/' | b'*' => &b""[..],
                    _ => b"/",
                };
                let path = well_written(&seen, language);
                finding.rewrite(rule.entry, rule.value, [start, &path].concat());
            }
        },
    );
    true
}

/// The words of a value that may be paths.
fn paths(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value
        .split(|byte| is_blank(*byte) || *byte == b',')
        .filter(|word| !word.is_empty())
}

/// Whether a value is meant as several paths. A comma alone may be part of one.
fn is_several_paths(value: &[u8]) -> bool {
    value.iter().copied().any(is_blank)
        && paths(value).count() > 1
        && paths(value).all(|word| word[0] == b'/')
}

/// Whether a pattern begins as patterns must.
fn begins_well(value: &[u8], language: PatternLanguage) -> bool {
    match language {
        PatternLanguage::Prefix | PatternLanguage::Wildcard => matches!(value[0], b'/' | b'*'),
        PatternLanguage::Glob => matches!(value[0], b'/' | b'*' | b'?' | b'[' | b'\\'),
    }
}

fn several_paths(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) -> bool {
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
            let head = &line[..crate::syntax::line::offset_in(line, rule.value)];
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

fn no_leading_slash(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
) -> bool {
    let value = rule.value;
    if begins_well(value, language) || document.dialect.supplies_leading_slash() {
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
                // A rule about the whole site is not what was meant.
                Some(path) if path.is_empty() || pattern::matches_all(path, language) => {
                    finding.help("a robots.txt file only applies to its own host; put rules for another host into the file there");
                    return;
                }
                Some(path) => {
                    let path = well_written(path, language);
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
                    // `Disallow:: /a`, where the space belongs to what goes.
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
                        // As folders are separated on a disk of Windows.
                        path.iter_mut()
                            .filter(|byte| **byte == b'\\')
                            .for_each(|byte| *byte = b'/');
                    }
                    [start_of(own, language), &path].concat()
                }
            };
            finding.rewrite(rule.entry, value, text);
        },
    );
    true
}

/// A pattern that is written anew, without what would be told of next: stars at the end, and spaces.
fn well_written(pattern: &[u8], language: PatternLanguage) -> Vec<u8> {
    let pattern = without_last_stars(pattern, language);
    respelled(pattern, language, Code::UnescapedBlank)
}

fn without_last_stars(pattern: &[u8], language: PatternLanguage) -> &[u8] {
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

/// What is missing before a pattern: a slash, and also a star if it is the end of a path or a parameter.
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

/// What only regular expressions have. A `.*` is none of these: it may be the end of a file's name.
const REGULAR: [&[u8]; 12] = [
    b"(.*)", b"[0-9]", b"[a-z]", b"[A-Z]", b"[^", b"(?:", b"\\.", b"\\d", b"\\w", b"\\/", b"\\?", b".*$|",
];

/// Where a part of a regular expression is, and how long it is.
fn regular_part(value: &[u8]) -> Option<(usize, usize)> {
    let find = |part: &&[u8]| Some((memchr::memmem::find(value, part)?, part.len()));
    REGULAR.iter().find_map(find)
}

fn regular_expression(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) -> bool {
    if !rule
        .value
        .iter()
        .any(|byte| matches!(byte, b'(' | b'[' | b'\\' | b'|'))
    {
        return false;
    }
    let Some((at, len)) = regular_part(rule.value) else {
        return false;
    };
    let part = &rule.value[at..at + len];
    findings.report(
        Code::RegularExpression,
        document.span_of(part),
        || {
            format!(
                "`{}` is matched literally: patterns are not regular expressions",
                shown(part)
            )
        },
        |finding| {
            finding
                .help("use `*` for any characters, and `$` for the end of the URL; nothing else is special")
        },
    );
    true
}

/// Reports a Disallow of robots.txt itself, which crawlers fetch all the same.
fn own_file(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) -> bool {
    let is_own = matches!(rule.value, b"/robots.txt" | b"/robots.txt$");
    if !is_own || rule.kind != RuleKind::Disallow || !document.dialect.robots_txt_allowed() {
        return false;
    }
    findings.report(
        Code::MatchesNothing,
        document.span_of(rule.value),
        || "crawlers may always fetch `/robots.txt`, so this rule closes nothing".into(),
        |finding| finding.help("remove the line; people read the file too, so it should hold no secrets"),
    );
    true
}

/// Reports a pattern that matches no URL, because of characters that URLs do not have.
fn matches_nothing(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
    budget: &mut Budget,
) -> bool {
    let is_foreign = |byte: &u8| {
        matches!(
            byte,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}'
        )
    };
    let Some(at) = rule.value.iter().position(is_foreign) else {
        return false;
    };
    let dialect = document
        .dialect
        .with_pattern_language(language)
        .with_several_paths(false)
        .with_robots_txt_allowed(false);
    let body = [b"User-agent: *\nDisallow: ", rule.value].concat();
    let policy = Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(&body));
    let matches = (0..policy.rules().len()).any(|number| !policy.is_unreachable(number, budget).is_proved());
    if matches {
        return false;
    }
    findings.report(
        Code::MatchesNothing,
        document.span_of(rule.value),
        || {
            format!(
                "`{}` matches no URL: URLs have `{}` percent-encoded",
                shown(rule.value),
                char::from(rule.value[at])
            )
        },
        |finding| {
            let mut text = Vec::new();
            for byte in rule.value {
                if is_foreign(byte) {
                    text.extend_from_slice(percent_encoding::percent_encode_byte(*byte).as_bytes());
                } else {
                    text.push(*byte);
                }
            }
            finding.rewrite(rule.entry, rule.value, text);
        },
    );
    true
}

fn literal_wildcard(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    let special = rule.value.iter().position(|byte| *byte == b'*');
    let special = special.or_else(|| rule.value.ends_with(b"$").then(|| rule.value.len() - 1));
    let Some(at) = special else {
        return;
    };
    let span = document.span_of(&rule.value[at..=at]);
    findings.report(
        Code::LiteralWildcard,
        span,
        || {
            format!(
                "`{}` is not a wildcard in this dialect",
                char::from(rule.value[at])
            )
        },
        |finding| finding.help("write the beginning that the paths have in common, or a rule for each"),
    );
}

/// A pattern without the stars at its end that say nothing; `None` if it has none, or if its beginning is what is wrong.
pub(super) fn without_trailing_star<'b>(rule: &RuleLine<'b>, language: PatternLanguage) -> Option<&'b [u8]> {
    let value = rule.value;
    if language != PatternLanguage::Wildcard || !begins_well(value, language) || is_several_paths(value) {
        return None;
    }
    let unanchored = value.strip_suffix(b"$").unwrap_or(value);
    let stem = unanchored.len() - unanchored.iter().rev().take_while(|byte| **byte == b'*').count();
    let stem_text = &value[..stem];
    // Without a star after it a `$` would be an anchor, and white space no part of the value.
    let is_held = stem_text
        .last()
        .is_some_and(|byte| *byte == b'$' || is_space(*byte));
    if stem == unanchored.len() || is_held {
        return None;
    }
    Some(if stem == 0 { b"/" } else { stem_text })
}

fn trailing_star(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    let value = rule.value;
    let Some(text) = without_trailing_star(rule, PatternLanguage::Wildcard) else {
        return;
    };
    let stem = if value.starts_with(b"*") && text == b"/" {
        0
    } else {
        text.len()
    };
    findings.report(
        Code::TrailingStar,
        document.span_of(&value[stem..]),
        || format!("`{}` has no effect here", shown(&value[stem..])),
        |finding| finding.proved().rewrite(rule.entry, value, text.to_vec()),
    );
}

fn inner_dollar(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    let value = rule.value;
    let inner = &value[..value.len() - 1];
    let Some(at) = memchr::memchr(b'$', inner) else {
        return;
    };
    findings.report(
        Code::InnerDollar,
        document.span_of(&value[at..=at]),
        || "this `$` is matched literally, since it is not at the end of the pattern".into(),
        |finding| {
            let (text, rest) = value.split_at(at + 1);
            // `/*.php$/`, not `/*$view`, nor `/*$*`, where the end of the URL is what the star matches.
            let is_anchor = !rest.iter().any(u8::is_ascii_alphanumeric) && !text.ends_with(b"*$");
            if is_anchor && !pattern::matches_all(text, PatternLanguage::Wildcard) {
                let help = format!(
                    "write `{}: {}` if the end of the URL is meant; if URLs contain a `$` there, leave it as it is",
                    rule.kind,
                    shown_line(text)
                );
                finding.correct(help, document.span_of(value), text.to_vec());
            } else {
                finding.help("leave it as it is if URLs contain a `$` there; only a `$` at the end of a pattern means the end of the URL");
            }
        },
    );
}

fn glob_covers_one(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    let value = rule.value;
    if !value.ends_with(b"/") {
        return;
    }
    findings.report(
        Code::GlobCoversOne,
        document.span_of(value),
        || {
            format!(
                "`{}` matches only this address, and nothing below it",
                shown(value)
            )
        },
        |finding| finding.rewrite(rule.entry, value, [value, b"*"].concat()),
    );
}

/// What is odd about the spelling of a pattern; each kind is reported once.
fn spelling(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
) {
    let value = rule.value;
    let is_plain = value
        .iter()
        .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'%' | b'&'));
    if is_plain {
        return;
    }
    let is_utf8 = core::str::from_utf8(value).is_ok();
    let mut kinds = [None; KINDS.len()];
    for (at, len, kind) in oddities(value, language) {
        if kind == Code::UnescapedNonAscii && !is_utf8 {
            continue;
        }
        let slot = &mut kinds[KINDS.iter().position(|known| *known == kind).unwrap_or(0)];
        if slot.is_none() {
            *slot = Some((at, len));
        }
    }
    for (kind, place) in KINDS.into_iter().zip(kinds) {
        let Some((at, len)) = place else {
            continue;
        };
        let odd = &value[at..at + len];
        let message = || match kind {
            Code::UnescapedBlank => "URLs contain no spaces and no control characters".into(),
            Code::UnescapedNonAscii => format!("`{}` is not percent-encoded", shown(odd)),
            Code::LowerCaseEscape => format!("the percent-encoding `{}` is in lower case", shown(odd)),
            Code::EscapedWildcard => format!("`{}` is matched literally; it is not a wildcard", shown(odd)),
            Code::BrokenEscape => "this `%` does not begin a percent-encoding".into(),
            Code::NeedlessEscape => format!("`{}` does not need to be percent-encoded", shown(odd)),
            _ => format!("`{}` is HTML, not part of a URL", shown(odd)),
        };
        findings.report(kind, document.span_of(odd), message, |finding| {
            let text = respelled(value, language, kind);
            let span = document.span_of(value);
            if kind == Code::EscapedWildcard {
                let help = format!(
                    "write `{}` if a wildcard is meant; otherwise leave it as it is",
                    shown_line(&text)
                );
                finding.correct(help, span, text);
            } else if kind == Code::BrokenEscape {
                let help = format!(
                    "write `{}` if a percent sign is meant; part of a percent-encoding cannot be matched",
                    shown_line(&text)
                );
                finding.correct(help, span, text);
            } else {
                finding.rewrite(rule.entry, value, text);
            }
        });
    }
}

/// The codes that [`spelling`] reports.
const KINDS: [Code; 7] = [
    Code::UnescapedBlank,
    Code::UnescapedNonAscii,
    Code::LowerCaseEscape,
    Code::EscapedWildcard,
    Code::BrokenEscape,
    Code::NeedlessEscape,
    Code::HtmlEntity,
];

/// What a `&` becomes when a URL is copied from HTML.
const ENTITIES: [&[u8]; 3] = [b"&amp;", b"&#38;", b"&#x26;"];

/// Where the spelling of a pattern is odd: offset, length, kind.
fn oddities(value: &[u8], language: PatternLanguage) -> impl Iterator<Item = (usize, usize, Code)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let rest = value.get(at..).filter(|rest| !rest.is_empty())?;
            let (len, kind) = match rest[0] {
                b'%' => match escape(rest) {
                    Some(octet) => (3, escape_kind(octet, &rest[1..3], language)),
                    None => (1, Some(Code::BrokenEscape)),
                },
                b'&' => match ENTITIES.iter().find(|entity| rest.starts_with(entity)) {
                    Some(entity) => (entity.len(), Some(Code::HtmlEntity)),
                    None => (1, None),
                },
                byte if !byte.is_ascii() => {
                    let len = rest.iter().take_while(|byte| !byte.is_ascii()).count();
                    (len, Some(Code::UnescapedNonAscii))
                }
                // NUL bytes have a code of their own.
                0 => (1, None),
                byte if is_space(byte) || byte.is_ascii_control() => (1, Some(Code::UnescapedBlank)),
                _ => (1, None),
            };
            let found = at;
            at += len;
            if let Some(kind) = kind {
                return Some((found, len, kind));
            }
        }
    })
}

fn escape_kind(octet: u8, digits: &[u8], language: PatternLanguage) -> Option<Code> {
    if matches!(octet, b'*' | b'$') && language == PatternLanguage::Wildcard {
        Some(Code::EscapedWildcard)
    } else if octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~') {
        Some(Code::NeedlessEscape)
    } else if digits.iter().any(u8::is_ascii_lowercase) {
        Some(Code::LowerCaseEscape)
    } else {
        None
    }
}

/// A pattern with all oddities of one kind corrected.
fn respelled(value: &[u8], language: PatternLanguage, kind: Code) -> Vec<u8> {
    let mut text = Vec::new();
    let mut from = 0;
    for (at, len, _) in oddities(value, language).filter(|(_, _, own)| *own == kind) {
        text.extend_from_slice(&value[from..at]);
        from = at + len;
        let odd = &value[at..from];
        match kind {
            Code::LowerCaseEscape => text.extend(odd.iter().map(u8::to_ascii_uppercase)),
            Code::EscapedWildcard | Code::NeedlessEscape => text.extend(escape(odd)),
            Code::HtmlEntity => text.push(b'&'),
            _ => {
                for byte in odd {
                    text.extend_from_slice(percent_encoding::percent_encode_byte(*byte).as_bytes());
                }
            }
        }
    }
    text.extend_from_slice(&value[from..]);
    text
}

/// Values that a `#` cuts short.
fn comments(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
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
        // A space before the `#` is as it should be.
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
                finding.correct(help, entry.line.span(), line);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::directive::RuleKind;

    #[test]
    fn stars_at_the_end_say_nothing_unless_the_beginning_is_wrong() {
        use PatternLanguage::{Glob, Prefix, Wildcard};
        let table: [(&[u8], _, Option<&[u8]>); 12] = [
            (b"/a*", Wildcard, Some(b"/a")),
            (b"/a**$", Wildcard, Some(b"/a")),
            (b"*", Wildcard, Some(b"/")),
            (b"/a*b", Wildcard, None),
            (b"/a$*", Wildcard, None),
            (b"/a *", Wildcard, None),
            (b"/a*", Prefix, None),
            (b"/a*", Glob, None),
            (b"a*", Prefix, None),
            (b"a*", Wildcard, None),
            (b"a /b*", Wildcard, None),
            (b"/a /b*", Wildcard, None),
        ];
        for (value, language, expected) in table {
            let rule = RuleLine {
                entry: 0,
                kind: RuleKind::Disallow,
                value,
            };
            let found = without_trailing_star(&rule, language);
            assert_eq!(found, expected, "{} {language:?}", value.escape_ascii());
        }
    }
}
