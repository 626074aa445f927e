//! Keys and separators: every line by itself.

pub(super) mod colons;
pub(super) mod extensions;
pub(super) mod meant_keys;
pub(super) mod stray_lines;
pub(super) mod two_directives;
pub(super) mod unsupported_keys;

use super::{Code, Run, Severity};
use crate::lint::engine::document::{Document, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::meant;
use crate::lint::keys::colons::{early_colon, forgiven_colon, missing_colon};
use crate::lint::keys::meant_keys::{Near, is_word_for_names, nearest, prefix_trap, qualified};
use crate::lint::keys::stray_lines::{
    bare_url, comment_meant, directive_text, may_be_key, quoted_directive, report_stray,
};
use crate::lint::keys::two_directives::{spelled_line_end, two_directives};
use crate::lint::keys::unsupported_keys::{Niche, Retired, niche_key, retired_key};
use robots_exclusion::Dialect;
use robots_exclusion::companions::Keys;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

/// Reports mistakes in keys, and marks lines whose value is not the intended one: these need no
/// further checks.
pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    let skip_checks = &mut run.marks.skip_checks;
    let exact = Keys::exact();
    let mut niche = Niche::default();
    let mut stray: Option<(usize, usize)> = None;
    let mut is_in_merge = false;
    for (index, entry) in document.entries().enumerate() {
        if entry.line.text().is_empty() || skip_checks[index] {
            continue;
        }
        if comment_meant(document, findings, index, entry.line.text()) {
            skip_checks[index] = true;
            continue;
        }
        if let Some(mark) = merge_mark(entry.line.text(), is_in_merge) {
            skip_checks[index] = true;
            if mark.is_first && !is_in_merge {
                merge_conflict(document, findings, index);
            }
            is_in_merge = !mark.is_last;
            continue;
        }
        if let Some(url) = entry.bare_url() {
            bare_url(document, findings, index, url);
            continue;
        }
        let directive = entry.directive.filter(|directive| {
            // A line with an unknown key may be prose or markup with a colon in it. If the key does
            // not look like one, the line is treated like one that is not a directive.
            directive.kind() != DirectiveKind::Unknown
                || !directive.is_missing_colon() && may_be_key(directive.key())
        });
        let is_stray = match directive {
            Some(directive) => {
                trimmed_unseen(document, findings, index, directive);
                skip_checks[index] = check_key(document, findings, index, directive, exact, &mut niche);
                false
            }
            None => !missing_colon(document, findings, index, &entry, exact, &mut niche.closed),
        };
        match &mut stray {
            Some((_, last)) if is_stray && *last + 1 == index => *last = index,
            _ => {
                if let Some(run) = stray.take() {
                    report_stray(document, findings, run);
                }
                stray = is_stray.then_some((index, index));
            }
        }
    }
    if let Some(run) = stray {
        report_stray(document, findings, run);
    }
}

/// Reports the first invisible character before or after a key or a value, in dialects that trim
/// such characters. Other readers do not trim them.
fn trimmed_unseen(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
) {
    if !document.dialect.trims_invisible {
        return;
    }
    let line = document.entry(index).line;
    let text = Span::new(line.raw().start, line.raw().text_end);
    let (key, value) = (directive.key_span(), directive.value_span());
    let around = [
        (text.start, key.start),
        (key.end, value.start),
        (value.end, text.end),
    ];
    let unseen = around.into_iter().find_map(|(start, end)| {
        let unseen = meant::unseen(document.body.get(start as usize..end as usize)?)?;
        Some((start as usize + unseen.at, unseen))
    });
    let Some((start, unseen)) = unseen else {
        return;
    };
    findings.report(
        Code::ForgivenKey,
        Span::new(start, start + unseen.character.len_utf8()),
        || format!("few crawlers skip the invisible character {unseen}"),
        |finding| {
            // The space before a comment stays.
            let written = document.body[text.range()].trim_ascii_end();
            let plain = directive_text(directive.key(), directive.value());
            finding.write(index, document.line_with(index, written, &plain));
        },
    );
}

/// A line that a version control system writes around the two versions of a conflict.
pub(in crate::lint) struct MergeMark {
    pub(in crate::lint) is_first: bool,
    is_last: bool,
}

/// Whether a line is such a mark. The one in the middle may be a decoration elsewhere.
pub(in crate::lint) fn merge_mark(text: &[u8], is_open: bool) -> Option<MergeMark> {
    let is_first = text.starts_with(b"<<<<<<< ");
    let is_last = is_open && text.starts_with(b">>>>>>> ");
    let is_between = is_open && (text == b"=======" || text.starts_with(b"||||||| "));
    (is_first || is_last || is_between).then_some(MergeMark { is_first, is_last })
}

/// Reports a conflict once, at its first line: crawlers read both versions of the lines in it.
fn merge_conflict(document: &Document<'_>, findings: &mut Findings<'_, '_>, index: usize) {
    findings.report(
        Code::StrayText,
        document.span_of(document.entry(index).line.text()),
        || "this is the mark of a merge conflict: crawlers read both versions of the lines below it".into(),
        |finding| {
            finding
                .weighing(Severity::Error)
                .help("keep one of the versions, and remove the other with the marks around it");
        },
    );
}

/// The key that was probably intended by a word of the same meaning, for a value that is a path or
/// a name.
fn meant_by_word(key: &[u8], value: &[u8]) -> Option<&'static str> {
    const WORDS: [(&str, &[&str]); 2] = [
        (
            "Disallow",
            &[
                "deny",
                "block",
                "forbid",
                "exclude",
                "noallow",
                "not-allow",
                "prohibit",
            ],
        ),
        ("Allow", &["permit", "include"]),
    ];
    let is_path = matches!(value, [b'/' | b'*', ..]);
    let is_word = |words: &&[&str]| words.iter().any(|word| key.eq_ignore_ascii_case(word.as_bytes()));
    let meant = WORDS.iter().find(|(_, words)| is_word(words));
    let path_key = meant.filter(|_| is_path).map(|(known, _)| *known);
    path_key.or_else(|| is_word_for_names(key, value).then_some("User-agent"))
}

/// Checks one key. Returns whether the value of the line is not the intended one.
fn check_key(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
    exact: Keys,
    niche: &mut Niche,
) -> bool {
    let (key, value) = (directive.key(), directive.value());
    let span = directive.key_span();
    if directive.is_missing_colon() {
        forgiven_colon(document, findings, index, directive);
        return false;
    }
    if early_colon(document, findings, index, directive, exact)
        || two_directives(document, findings, index, directive, exact)
        || spelled_line_end(document, findings, index, directive)
    {
        return true;
    }
    let text = document.entry(index).line.text();
    let is_correct = exact.classify(key) != DirectiveKind::Unknown;
    if let Some(retired) = Retired::of(key) {
        retired_key(document, findings, index, key, retired, &mut niche.closed);
    } else if is_correct && directive.kind() == DirectiveKind::Unknown {
        findings.report(
            Code::UnknownKey,
            span,
            || format!("this dialect does not have the key `{}`", shown(key)),
            |finding| finding.help("remove the line, or keep it for crawlers of other dialects"),
        );
    } else if is_correct {
        niche_key(document, findings, index, directive, niche);
    } else if let Some(taken_for) = prefix_trap(key) {
        findings.report(
            Code::PrefixTrap,
            span,
            || format!("some crawlers read `{}` as `{taken_for}`", shown(key)),
            |finding| {
                finding.help(format!(
                    "remove the line, or write a group with `{taken_for}` for the crawlers that it is meant for"
                ));
            },
        );
    } else if let Some(known) = meant_by_word(key, value) {
        findings.report(
            Code::UnknownKey,
            span,
            || format!("no known crawler reads `{}`; did you mean `{known}`?", shown(key)),
            |finding| {
                finding.write(
                    index,
                    document.line_with(index, text, &directive_text(known, value)),
                )
            },
        );
    } else if let Some(near) = nearest(key, exact)
        .filter(|near| near.is_close)
        .or_else(|| qualified(key, exact))
    {
        if let Some(retired) = Retired::of(near.key.as_bytes()) {
            retired_key(document, findings, index, key, retired, &mut niche.closed);
            return false;
        }
        misspelled_key(document, findings, index, directive, &near);
    } else if let Some(signal) = meant::signal_as_key(key, value) {
        findings.report(
            Code::UnknownKey,
            span,
            || format!("`{}` is a signal and no key", shown(key)),
            |finding| finding.write(index, document.line_with(index, text, signal.as_bytes())),
        );
    } else {
        unknown_key(document, findings, index, directive, exact);
    }
    false
}

/// Reports a key that is nearly one that crawlers read.
fn misspelled_key(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
    near: &Near,
) {
    let (key, value) = (directive.key(), directive.value());
    let text = document.entry(index).line.text();
    let code = if directive.kind() == DirectiveKind::Unknown {
        Code::MisspelledKey
    } else {
        Code::ForgivenKey
    };
    findings.report(
        code,
        directive.key_span(),
        || match code {
            Code::ForgivenKey => format!("few crawlers read `{}` as `{}`", shown(key), near.key),
            _ if near.distance == 0 => {
                format!("`{}` contains invisible characters", key.escape_ascii())
            }
            // Otherwise it would seem that the rules below the line are read by nobody.
            _ if near.key == "User-agent"
                && Keys::new(&Dialect::GOOGLE).classify(key) != DirectiveKind::Unknown =>
            {
                format!(
                    "unknown key `{}`, which Google reads and most crawlers do not; did you mean `{}`?",
                    shown(key),
                    near.key
                )
            }
            _ => format!("unknown key `{}`; did you mean `{}`?", shown(key), near.key),
        },
        |finding| {
            // A key that this dialect reads as intended should be read so by all dialects. If
            // all do, nothing changes.
            let is_forgiven = code == Code::ForgivenKey;
            let finding = if is_forgiven { finding.unasked() } else { finding };
            let plain = || directive_text(near.key, value);
            let written = quoted_directive(document, text).unwrap_or_else(plain);
            finding.write(index, document.line_with(index, text, &written));
        },
    );
}

/// Reports a key that no known crawler reads.
fn unknown_key(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
    exact: Keys,
) {
    let key = directive.key();
    findings.report(
        Code::UnknownKey,
        directive.key_span(),
        || format!("no known crawler reads `{}`", shown(key)),
        |finding| {
            let line = document.entry(index).line.span();
            let comment = [b"# ", &document.body[line.range()]].concat();
            let hint = match nearest(key, exact) {
                // Its opposite is the closest.
                _ if key.eq_ignore_ascii_case(b"index") => {
                    "if it is not meant for crawlers, make it a comment: a page may be indexed unless it says `noindex` itself"
                        .to_string()
                }
                Some(near) => format!(
                    "if it is not meant for crawlers, make it a comment; the closest key is `{}`",
                    near.key
                ),
                None => "if it is not meant for crawlers, make it a comment".to_string(),
            };
            finding.offer(hint, line, comment);
        },
    );
}
