//! How octets of patterns are spelled: escapes, entities, and characters that need one.

use crate::lint::Code;
use crate::lint::engine::document::{Document, RuleLine, shown, shown_line};
use crate::lint::engine::findings::Findings;
use robots_exclusion::companions::percent::escape;
use robots_exclusion::companions::whitespace::is_space;
use robots_exclusion::dialect::PatternLanguage;

/// Reports unusual spellings in a pattern, each kind once.
pub(in crate::lint) fn spelling(
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
        // It is reported as a duplicate of the line above.
        let is_below = || {
            let line = beside(document, rule, &respelled(value, language, kind));
            line.is_some_and(|line| line <= rule.entry)
        };
        if kind == Code::UnescapedNonAscii && is_below() {
            continue;
        }
        let odd = &value[at..at + len];
        let message = || match kind {
            Code::UnescapedBlank => "URLs contain no spaces and no control characters".into(),
            Code::UnescapedNonAscii => format!(
                "`{}` is not percent-encoded, and a few crawlers do not do that themselves",
                shown(odd)
            ),
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
                finding.offer(help, span, text);
            } else if kind == Code::BrokenEscape && are_certain(value, language) {
                finding.rewrite_if(
                    rule.entry,
                    value,
                    text,
                    "if a percent sign is meant: in URLs it is written so",
                );
            } else if kind == Code::BrokenEscape {
                let help = format!(
                    "write `{}` if a percent sign is meant; leave it as it is if the beginning of a percent-encoding is",
                    shown_line(&text)
                );
                finding.offer(help, span, text);
            } else if kind == Code::UnescapedBlank {
                // People who do not know which of two spellings counts write both, one below the
                // other.
                if let Some(line) = beside(document, rule, &text) {
                    let help = format!("remove the line: line {line} has the path as URLs have it");
                    finding.remove_because(help, rule.entry);
                    return;
                }
                if let Some((path, words)) = remark(value) {
                    let below = if path.ends_with(b"/") { "x" } else { "/x" };
                    let line = [path, b" # ", words].concat();
                    let help = format!(
                        "write `{}: {}`: a remark begins with `#`; as it is, the rule does not match `{}{below}`",
                        rule.kind,
                        shown_line(&line),
                        shown(path)
                    );
                    finding.offer(help, span, line);
                    return;
                }
                match other_reading(value) {
                    Some(other) => finding.rewrite_either(
                        rule.entry,
                        value,
                        (text, "if URLs have a space there"),
                        other,
                    ),
                    None => finding.rewrite(rule.entry, value, text),
                }
            } else if kind == Code::HtmlEntity {
                match text.is_empty() {
                    true => finding.help("write the path that is meant, or remove the line"),
                    false => finding.rewrite(rule.entry, value, text),
                }
            } else {
                finding.unasked().rewrite(rule.entry, value, text);
            }
        });
    }
}

/// Whether no `%` of a pattern that begins no percent-encoding may be the beginning of one that was cut: what
/// follows each is another part of the URL.
fn are_certain(value: &[u8], language: PatternLanguage) -> bool {
    let broken = oddities(value, language).filter(|(_, _, kind)| *kind == Code::BrokenEscape);
    broken
        .map(|(at, _, _)| &value[at + 1..])
        .all(|rest| matches!(rest, [] | [b'$' | b'*' | b'?' | b'/', ..]))
}

/// The number of the line above or below a rule that has this pattern and is of the same kind.
fn beside(document: &Document<'_>, rule: &RuleLine<'_>, pattern: &[u8]) -> Option<usize> {
    let lines = [rule.entry.checked_sub(1), Some(rule.entry + 1)]
        .into_iter()
        .flatten();
    let is_same = |index: &usize| {
        let directive = document.get_entry(*index).and_then(|entry| entry.directive);
        directive.is_some_and(|other| other.kind().rule_kind() == Some(rule.kind) && other.value() == pattern)
    };
    lines.into_iter().find(is_same).map(|index| index + 1)
}

/// A path and the words of a remark after it, in the marks that people use for remarks elsewhere:
/// `/cgi // old`, `/cgi -- later`, `/cgi <!-- x -->`, `/cgi ; x`, `/cgi - note`. The marks are left out.
fn remark(value: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = value.iter().position(|byte| is_space(*byte))?;
    let (path, rest) = (&value[..at], value[at..].trim_ascii_start());
    let marked = |mark: &&[u8]| rest.strip_prefix(*mark).filter(|_| path.starts_with(b"/"));
    let marks = [&b"<!--"[..], b"//", b"--", b";", b"- "];
    let words = marks.iter().find_map(marked)?;
    // `/robots - Prod.txt` is the name of a file.
    if rest.starts_with(b"- ") && ends_with_extension(words) {
        return None;
    }
    let words = words.strip_suffix(b"-->").unwrap_or(words).trim_ascii();
    // `/a //b` are two paths, and `/a - b/` is one.
    let is_text = words.first().is_some_and(u8::is_ascii_alphanumeric) && !words.contains(&b'/');
    let is_apart = !rest.starts_with(b"//") || rest.get(2).is_some_and(|byte| is_space(*byte));
    (is_text && is_apart).then_some((path, words))
}

/// Whether a text ends as the name of a file does: `Prod.txt`.
fn ends_with_extension(text: &[u8]) -> bool {
    let dot = memchr::memrchr(b'.', text);
    let extension = dot.map_or(&b""[..], |dot| &text[dot + 1..]);
    (2..=5).contains(&extension.len()) && extension.iter().all(u8::is_ascii_alphanumeric)
}

/// The probable meaning of a pattern with spaces, if the spaces do not belong to a name: a pattern
/// with a remark in parentheses after it, or a pattern with accidental spaces beside a `/`, a `*`
/// or another sign between names. Also returns the words that say when this meaning is right.
fn other_reading(value: &[u8]) -> Option<(Vec<u8>, &'static str)> {
    let at = value.iter().position(|byte| is_space(*byte))?;
    let (path, rest) = (&value[..at], value[at..].trim_ascii_start());
    if rest.starts_with(b"(") && rest.ends_with(b")") {
        return Some(([path, b" # ", rest].concat(), "if the rest is a remark"));
    }
    // `/cgi/ block this for now`, `/cgi/ – old`: after a folder, words that go on with no slash.
    let first = core::str::from_utf8(rest)
        .ok()
        .and_then(|rest| rest.chars().next());
    let is_mark = first.is_some_and(|first| !first.is_ascii() && !first.is_alphanumeric());
    let is_prose = is_mark || rest.iter().any(|byte| is_space(*byte));
    if path.len() > 1 && path.ends_with(b"/") && is_prose && !rest.contains(&b'/') {
        return Some(([path, b" # ", rest].concat(), "if the rest is a remark"));
    }
    let is_sign = |byte: Option<&u8>| byte.is_some_and(|byte| b"/*:=&?;$".contains(byte));
    let mut text = Vec::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.iter().position(|byte| is_space(*byte)) {
        let (name, blanks) = rest.split_at(at);
        let after = blanks
            .iter()
            .position(|byte| !is_space(*byte))
            .unwrap_or(blanks.len());
        text.extend_from_slice(name);
        // A space between two names is a part of a name.
        if !is_sign(text.last()) && !is_sign(blanks.get(after)) {
            return None;
        }
        rest = &blanks[after..];
    }
    text.extend_from_slice(rest);
    Some((text, "if it slipped in"))
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

/// Characters as HTML spells them, in URLs that were copied from it, and as URLs have them. White
/// space and quotes around an address are no part of it. In `&#38;` a comment begins.
const ENTITIES: [(&[u8], &[u8]); 6] = [
    (b"&amp;", b"&"),
    (b"&quot;", b"%22"),
    (b"&apos;", b"'"),
    (b"&lt;", b"%3C"),
    (b"&gt;", b"%3E"),
    (b"&nbsp;", b"%C2%A0"),
];

/// The entity with which a text begins, and the character that it stands for.
fn entity(text: &[u8]) -> Option<(usize, &'static [u8])> {
    let begins = |(entity, _): &&(&[u8], &[u8])| {
        let head = text.get(..entity.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(entity))
    };
    let (entity, character) = ENTITIES.iter().find(begins)?;
    Some((entity.len(), character))
}

/// The first entity in a text.
pub(in crate::lint) fn first_entity(text: &[u8]) -> Option<&[u8]> {
    memchr::memchr_iter(b'&', text).find_map(|at| Some(&text[at..at + entity(&text[at..])?.0]))
}

/// An address with characters in place of entities; without those that stand for quotes or white
/// space around it.
pub(in crate::lint) fn without_entities(address: &[u8]) -> Vec<u8> {
    let is_around = |character: &[u8]| matches!(character, b"%22" | b"'" | b"%C2%A0");
    let mut text = Vec::with_capacity(address.len());
    let mut rest = address;
    while let [first, after @ ..] = rest {
        let Some((len, character)) = entity(rest) else {
            text.push(*first);
            rest = after;
            continue;
        };
        rest = &rest[len..];
        if !is_around(character) || !text.is_empty() && !rest.is_empty() {
            text.extend_from_slice(character);
        }
    }
    text
}

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
                b'&' => match entity(rest) {
                    Some((len, _)) => (len, Some(Code::HtmlEntity)),
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

/// A pattern in which all that is not visible ASCII is percent-encoded.
pub(in crate::lint) fn escaped(value: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(value.len());
    for byte in value {
        match byte.is_ascii_graphic() {
            true => text.push(*byte),
            false => text.extend_from_slice(percent_encoding::percent_encode_byte(*byte).as_bytes()),
        }
    }
    text
}

/// A pattern with all unusual spellings of one kind corrected.
pub(in crate::lint) fn respelled(value: &[u8], language: PatternLanguage, kind: Code) -> Vec<u8> {
    if kind == Code::HtmlEntity {
        return without_entities(value);
    }
    let mut text = Vec::new();
    let mut from = 0;
    for (at, len, _) in oddities(value, language).filter(|(_, _, own)| *own == kind) {
        text.extend_from_slice(&value[from..at]);
        from = at + len;
        let odd = &value[at..from];
        match kind {
            Code::LowerCaseEscape => text.extend(odd.iter().map(u8::to_ascii_uppercase)),
            Code::EscapedWildcard | Code::NeedlessEscape => text.extend(escape(odd)),
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
