//! The effect of stars, `$` and globs in patterns, and their intended effect.

pub(super) mod equal_length;

use super::Code;
use crate::decide::{Budget, Policy, Universe};
use crate::lint::engine::document::{Document, RuleLine, shown, shown_line};
use crate::lint::engine::findings::Findings;
use crate::lint::rules::paths::{begins_well, dot_star, is_several_paths, optional_slash, regular_part};
use robots_exclusion::RobotsTxt;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::split_anchor;
use robots_exclusion::companions::whitespace::is_space;
use robots_exclusion::dialect::{PatternLanguage, PercentMode};

pub(super) fn regular_expression(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) -> bool {
    if !rule
        .value
        .iter()
        .any(|byte| matches!(byte, b'(' | b'[' | b'\\' | b'|'))
        && dot_star(rule.value).is_none()
        && optional_slash(rule.value).is_none()
    {
        return false;
    }
    if optional_slash(rule.value).is_some() && is_beside_plain(document, rule) {
        return false;
    }
    let Some((at, len)) = regular_part(rule.value) else {
        return false;
    };
    let part = &rule.value[at..at + len];
    findings.report(
        Code::RegularExpression,
        document.span_of(part),
        || match part {
            b".*" => "the `.` of `.*` is matched literally: patterns are not regular expressions".into(),
            _ => format!(
                "`{}` is matched literally: patterns are not regular expressions",
                shown(part)
            ),
        },
        |finding| match rule.value.strip_suffix(b"/?$") {
            Some(path) if part == b"/?" => finding.help(format!(
                "write two rules, `{0}: {1}$` and `{0}: {1}/$`, if the slash may be missing; leave it as it is if the address with an empty query is meant",
                rule.kind,
                shown_line(path)
            )),
            _ if !has_word(rule.value) => finding.help(
                "write what is meant with `*` for any characters and `$` for the end of the URL, or remove the line: nothing else is special, and `/*` \
                 is the whole site",
            ),
            _ => finding
                .help("use `*` for any characters, and `$` for the end of the URL; nothing else is special"),
        },
    );
    true
}

/// Whether a regular expression has a letter that stands for itself. Without one, it matches every path.
fn has_word(value: &[u8]) -> bool {
    let (mut is_quoted, mut is_in_set) = (false, false);
    value.iter().any(|byte| {
        let is_literal = !is_quoted && !is_in_set && byte.is_ascii_alphabetic();
        match byte {
            b'[' if !is_quoted => is_in_set = true,
            b']' if !is_quoted => is_in_set = false,
            _ => {}
        }
        // `\\n` is what programs make of `\n`.
        is_quoted = *byte == b'\\';
        is_literal
    })
}

/// Whether the line above or below `/x/?$` has `/x/$`: then the former is about the address with an
/// empty query, and no regular expression.
fn is_beside_plain(document: &Document<'_>, rule: &RuleLine<'_>) -> bool {
    let Some(path) = rule.value.strip_suffix(b"?$") else {
        return false;
    };
    let neighbors = [rule.entry.checked_sub(1), Some(rule.entry + 1)];
    let values = neighbors
        .into_iter()
        .flatten()
        .filter_map(|index| document.get_entry(index)?.directive)
        .map(|directive| directive.value());
    values
        .into_iter()
        .any(|value| value.strip_suffix(b"$") == Some(path))
}

/// Reports a pattern that matches no URL, because it has characters that URLs do not have, or that
/// clients do not send at this place. Returns whether it is one.
pub(super) fn matches_nothing(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
    budget: &mut Budget,
) -> bool {
    let is_foreign = |byte: &u8| byte.is_ascii_graphic() && !Universe::is_raw(*byte);
    let Some(at) = rule.value.iter().position(is_foreign) else {
        return escaped_in_paths(document, findings, rule);
    };
    let dialect = document.dialect.with(|custom| {
        custom.pattern_language = language;
        custom.several_paths = false;
        custom.robots_txt_allowed = false;
    });
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
        |finding| finding.rewrite(rule.entry, rule.value, encoded(rule.value, is_foreign)),
    );
    true
}

/// Reports a pattern that matches only URLs with a character that clients of the URL Standard escape
/// in paths, and send raw in queries alone. Returns whether it is one.
fn escaped_in_paths(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) -> bool {
    if document.dialect.percent_mode != PercentMode::RuleOnly {
        return false;
    }
    let is_escaped = |byte: &u8| matches!(byte, b'{' | b'}' | b'`');
    let ends_path = |byte: &u8| matches!(byte, b'*' | b'?');
    let path = rule.value.iter().position(ends_path).unwrap_or(rule.value.len());
    let (path, rest) = rule.value.split_at(path);
    let Some(octet) = path.iter().find(|byte| is_escaped(byte)) else {
        return false;
    };
    findings.report(
        Code::MatchesNothing,
        document.span_of(rule.value),
        || {
            format!(
                "`{}` matches no URL that browsers send: in paths they percent-encode `{}`",
                shown(rule.value),
                char::from(*octet)
            )
        },
        |finding| {
            let path = encoded(path, is_escaped);
            finding.rewrite(rule.entry, rule.value, [&path, rest].concat());
        },
    );
    true
}

/// A pattern in which some octets are percent-encoded.
fn encoded(pattern: &[u8], is_encoded: impl Fn(&u8) -> bool) -> Vec<u8> {
    let mut text = Vec::new();
    for byte in pattern {
        if is_encoded(byte) {
            text.extend_from_slice(percent_encoding::percent_encode_byte(*byte).as_bytes());
        } else {
            text.push(*byte);
        }
    }
    text
}

pub(super) fn literal_wildcard(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) {
    let special = rule.value.iter().position(|byte| *byte == b'*');
    let (unanchored, is_anchored) = split_anchor(rule.value);
    let special = special.or_else(|| is_anchored.then_some(unanchored.len()));
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
        |finding| {
            let (stem, end) = rule.value.split_at(at);
            let adds_nothing = end.iter().all(|byte| *byte == b'*') && stem.starts_with(b"/");
            match adds_nothing {
                true => finding.rewrite(rule.entry, rule.value, stem.to_vec()),
                false => {
                    finding.help("write the beginning that the paths have in common, or a rule for each")
                }
            }
        },
    );
}

/// Reports a glob in a group that is not marked as one with globs, in a dialect that has both. Returns
/// whether the pattern is one.
pub(super) fn glob_without_version(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) -> bool {
    if !document.dialect.robot_version {
        return false;
    }
    let value = rule.value;
    let set = memchr::memchr(b'[', value).filter(|at| value[*at..].contains(&b']'));
    let escape = value
        .windows(2)
        .position(|two| two[0] == b'\\' && matches!(two[1], b'*' | b'?' | b'[' | b'\\'));
    let Some(at) = set.into_iter().chain(escape).min() else {
        return false;
    };
    findings.report(
        Code::LiteralWildcard,
        document.span_of(&value[at..=at]),
        || {
            format!(
                "`{}` is matched literally: the group has no `Robot-version: 2.0`",
                char::from(value[at])
            )
        },
        |finding| {
            finding.help(
                "put `Robot-version: 2.0` directly after the User-agent line of the group if globs are meant",
            );
        },
    );
    true
}

/// A pattern without the stars at its end, and without a `$` after them, if these have no effect on
/// which URLs it matches; `/` if nothing else is left. `None` if there are no such stars, or if
/// they have an effect. Also `None` if the pattern has a wrong beginning or stands for several
/// paths, since that is reported instead.
pub(super) fn without_trailing_star<'b>(rule: &RuleLine<'b>, language: PatternLanguage) -> Option<&'b [u8]> {
    let value = rule.value;
    if language != PatternLanguage::Wildcard || !begins_well(value, language) || is_several_paths(value) {
        return None;
    }
    let (unanchored, _) = split_anchor(value);
    let stem = unanchored.len() - unanchored.iter().rev().take_while(|byte| **byte == b'*').count();
    let stem_text = &value[..stem];
    // Without the star after it, a `$` would become an anchor, and white space would no longer be
    // part of the value.
    let is_held = stem_text
        .last()
        .is_some_and(|byte| *byte == b'$' || is_space(*byte));
    if stem == unanchored.len() || is_held {
        return None;
    }
    Some(if stem == 0 { b"/" } else { stem_text })
}

pub(super) fn trailing_star(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    let value = rule.value;
    let Some(text) = without_trailing_star(rule, PatternLanguage::Wildcard) else {
        return;
    };
    // A NUL ends the line for some crawlers; for others the star is not the end of the pattern.
    if document.body.get(document.span_of(value).end as usize) == Some(&0) {
        return;
    }
    // A pattern of stars alone is reported as a whole, since the `/` in its place is not a part of
    // it.
    let stem = if value.starts_with(b"*") && text == b"/" {
        0
    } else {
        text.len()
    };
    findings.report(
        Code::TrailingStar,
        document.span_of(&value[stem..]),
        || {
            match stem {
                // Without its stars the pattern would be empty.
                0 => format!("`{}` matches every path, as `/` does", shown(value)),
                _ => format!(
                    "`{}` has no effect here: a rule matches whatever begins with it",
                    shown(&value[stem..])
                ),
            }
        },
        |finding| {
            // The star is the only sign that a regular expression may be meant, by which `/a.*` is whatever
            // begins with `/a`.
            if let Some(rest) = text.strip_suffix(b".") {
                let regular = match rest {
                    [] | b"/" => String::new(),
                    rest => format!("; write `{}: {}` if whatever begins so is meant", rule.kind, shown_line(rest)),
                };
                finding.help(format!(
                    "leave it as it is if names that go on with a dot are meant: patterns are not regular expressions{regular}"
                ));
                return;
            }
            finding
                .proved()
                .unasked()
                .rewrite(rule.entry, value, text.to_vec());
        },
    );
}

pub(super) fn inner_dollar(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
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
            // In `/*.php$/` the end of the URL was probably intended, but not in `/*$view`, nor in
            // `/*$*`, where a `$` at the end would add nothing to the star before it.
            let is_anchor = !rest.iter().any(u8::is_ascii_alphanumeric) && !text.ends_with(b"*$");
            if is_anchor && !pattern::matches_all(text, PatternLanguage::Wildcard) {
                let help = format!(
                    "write `{}: {}` if the end of the URL is meant; if URLs contain a `$` there, leave it as it is",
                    rule.kind,
                    shown_line(text)
                );
                finding.offer(help, document.span_of(value), text.to_vec());
            } else {
                finding.help("leave it as it is if URLs contain a `$` there; only a `$` at the end of a pattern means the end of the URL");
            }
        },
    );
}

pub(super) fn glob_covers_one(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    let value = rule.value;
    // A file or a query is probably intended as a single address.
    let last = value.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let has_glob = value
        .iter()
        .any(|byte| matches!(byte, b'*' | b'[' | b'?' | b'\\'));
    if has_glob || last.iter().any(|byte| matches!(byte, b'.' | b'$')) {
        return;
    }
    findings.report(
        Code::GlobCoversOne,
        document.span_of(value),
        || {
            format!(
                "`{}` matches only this address, and nothing that begins with it",
                shown(value)
            )
        },
        |finding| finding.rewrite(rule.entry, value, [value, b"*"].concat()),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use robots_exclusion::RuleKind;

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
