//! Keys and separators: every line by itself.

use super::colons::{early_colon, forgiven_colon, missing_colon};
use super::document::{Document, shown};
use super::findings::Findings;
use super::meant;
use super::meant_keys::{nearest, prefix_trap, qualified};
use super::stray_lines::{
    bare_url, comment_meant, directive_text, may_be_key, quoted_directive, report_stray,
};
use super::two_directives::{spelled_line_end, two_directives};
use super::unsupported_keys::{Niche, Retired, niche_key, retired_key};
use super::{Code, Run};
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
    for (index, entry) in document.entries().enumerate() {
        if entry.line.text().is_empty() || skip_checks[index] {
            continue;
        }
        if comment_meant(document, findings, index, entry.line.text()) {
            skip_checks[index] = true;
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
/// such characters. Others do not.
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
    } else if let Some(near) = nearest(key, exact)
        .filter(|near| near.is_close)
        .or_else(|| qualified(key, exact))
    {
        if let Some(retired) = Retired::of(near.key.as_bytes()) {
            retired_key(document, findings, index, key, retired, &mut niche.closed);
            return false;
        }
        let code = if directive.kind() == DirectiveKind::Unknown {
            Code::MisspelledKey
        } else {
            Code::ForgivenKey
        };
        findings.report(
            code,
            span,
            || match code {
                Code::ForgivenKey => format!("few crawlers read `{}` as `{}`", shown(key), near.key),
                _ if near.distance == 0 => {
                    format!("`{}` contains invisible characters", key.escape_ascii())
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
    } else if let Some(signal) = meant::signal_as_key(key, value) {
        findings.report(
            Code::UnknownKey,
            span,
            || format!("`{}` is a signal and no key", shown(key)),
            |finding| finding.write(index, document.line_with(index, text, signal.as_bytes())),
        );
    } else {
        findings.report(
            Code::UnknownKey,
            span,
            || format!("no known crawler reads `{}`", shown(key)),
            |finding| {
                let line = document.entry(index).line.span();
                let comment = [b"# ", &document.body[line.range()]].concat();
                let hint = match nearest(key, exact) {
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
    false
}
