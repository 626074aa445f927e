//! Lines that hold more than one directive, and line ends that are spelled out.

use crate::lint::Code;
use crate::lint::engine::document::{Document, shown, shown_line};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::meant;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::Keys;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;

/// Reports `User-agent: * Disallow: /`. Returns whether the value holds another directive.
pub(in crate::lint) fn two_directives(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
    exact: Keys,
) -> bool {
    // Free text may hold anything.
    if directive.kind() == DirectiveKind::Comment {
        return false;
    }
    let value = directive.value();
    let starts = memchr::memchr_iter(b':', value).filter_map(|colon| {
        let before = value[..colon].trim_ascii_end();
        // No key is longer than 16 bytes, so a word that fills the window of 17 bytes is no key.
        let window = &before[before.len().saturating_sub(17)..];
        let blank = window.iter().rposition(|byte| is_blank(*byte));
        // A value may begin with a key: `Disallow: Disallow: /x`.
        let word = blank.map_or(window, |blank| &window[blank + 1..]);
        let kind = exact.classify(word);
        let is_key = !word.is_empty()
            && !matches!(
                kind,
                DirectiveKind::Unknown | DirectiveKind::Host | DirectiveKind::Comment
            );
        let glued = || GLUED.iter().find(|key| word.ends_with(key)).map(|key| key.len());
        let len = is_key.then_some(word.len()).or_else(glued)?;
        Some(before.len() - len)
    });
    let starts: Vec<usize> = starts.collect();
    let Some(&first) = starts.first() else {
        return false;
    };
    let second = &value[first..];
    findings.report(
        Code::TwoDirectives,
        document.span_of(second),
        || {
            format!(
                "`{}` is part of the value of `{}`",
                shown(second),
                shown(directive.key())
            )
        },
        |finding| {
            let text = document.entry(index).line.text();
            if first == 0
                && let Some(other) = contrary(directive, exact)
            {
                let rest = &value[memchr::memchr(b':', value).map_or(0, |colon| colon + 1)..];
                let rest = shown(rest.trim_ascii_start());
                let key = shown(directive.key());
                finding.help(format!(
                    "write `{key}: {rest}` or `{other}: {rest}`, whichever is meant"
                ));
                return;
            }
            // In `Disallow: / User-agent: b`, a line end got lost, or the two belong in the other
            // order. Only if the name comes first is it clear which rules it has. If more
            // directives follow, they show that the name begins another group.
            if starts.len() == 1
                && second_kind(&value[first..], exact) == DirectiveKind::UserAgent
                && directive.kind().rule_kind().is_some()
                && !value[..first].trim_ascii().is_empty()
            {
                let (own, name) = (shown(text[..robots_exclusion::companions::offset_in(text, second)].trim_ascii()), shown(second));
                let closes = pattern::matches_all(value[..first].trim_ascii(), document.language_at(index))
                    && directive.kind() == DirectiveKind::Disallow;
                let consequence = match closes {
                    true => ", which closes the site to it",
                    false => "",
                };
                finding.help(format!(
                    "write two lines: `{own}` first if it is for the group above{consequence}, and `{name}` begins another one, or `{name}` first if \
                     the rule is for that crawler"
                ));
                return;
            }
            // `Allow: Sitemap:`, and the URL below.
            let below = document.get_entry(index + 1).map(|below| below.line.text().trim_ascii());
            let url = below.filter(|text| text.starts_with(b"http") && memchr::memmem::find(text, b"://").is_some());
            if let Some(url) = url
                && let Some(last) = starts.last()
                && value[*last..].trim_ascii().ends_with(b":")
                && second_kind(&value[*last..], exact) == DirectiveKind::Sitemap
            {
                finding.help(format!("write `Sitemap: {}`, with the URL that is on the next line", shown_line(url)));
                return;
            }
            let offset = robots_exclusion::companions::offset_in(text, value);
            let mut lines = Vec::new();
            let mut from = 0;
            for at in starts {
                if at > 0 || opens_group(directive, exact) {
                    lines.extend(directive_alone(&text[from..offset + at]));
                    lines.extend_from_slice(document.line_end().as_bytes());
                }
                from = offset + at;
            }
            lines.extend(directive_alone(&text[from..]));
            finding.write(index, document.line_with(index, text, &lines));
        },
    );
    true
}

/// The kind of the directive that a value begins with.
fn second_kind(value: &[u8], exact: Keys) -> DirectiveKind {
    let second = value.split(|byte| *byte == b':').next();
    exact.classify(second.unwrap_or_default().trim_ascii_end())
}

/// For `Disallow: Allow: /x`, the kind of the second rule. Only its author knows which of the two
/// is intended, so it is not corrected.
fn contrary(directive: Directive<'_>, exact: Keys) -> Option<RuleKind> {
    match (directive.kind(), second_kind(directive.value(), exact)) {
        (DirectiveKind::Disallow, DirectiveKind::Allow) => Some(RuleKind::Allow),
        (DirectiveKind::Allow, DirectiveKind::Disallow) => Some(RuleKind::Disallow),
        _ => None,
    }
}

/// Whether the first of several directives, if it is empty, has a meaning: in `Disallow:User-agent:
/// b`, it opens the site to the crawlers above, which would be joined to `b` without it. `Disallow:
/// Disallow: /x` needs no empty rule.
fn opens_group(directive: Directive<'_>, exact: Keys) -> bool {
    directive.kind() == DirectiveKind::Disallow
        && second_kind(directive.value(), exact) != DirectiveKind::Disallow
}

/// Keys that follow a value without a space between, as where a line end got lost: `/a.phpDisallow:
/// /b.php`. Longer ones first.
const GLUED: [&[u8]; 7] = [
    b"Crawl-delay",
    b"User-agent",
    b"User-Agent",
    b"Disallow",
    b"Sitemap",
    b"SITEMAP",
    b"Allow",
];

/// A directive of several on one line, written well: without line ends that are spelled out, and
/// without invisible characters.
fn directive_alone(part: &[u8]) -> Vec<u8> {
    let part = meant::without_spelled_ends(part.trim_ascii());
    let start = memchr::memchr(b':', part).map_or(0, |colon| colon + 1);
    let blanks = part[start..].iter().take_while(|byte| is_blank(**byte)).count();
    let (head, value) = part.split_at(start + blanks);
    [head, &meant::seen(value)].concat()
}

/// Reports `Disallow: /a\n`, where a program wrote the escape of a line end instead of one. Returns
/// whether the value ends like that.
///
/// User-agent lines are left out: no name can hold a backslash, so these are reported as names.
pub(in crate::lint) fn spelled_line_end(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
) -> bool {
    if matches!(
        directive.kind(),
        DirectiveKind::UserAgent | DirectiveKind::Unknown | DirectiveKind::Comment
    ) {
        return false;
    }
    let value = directive.value();
    let rest = meant::without_spelled_ends(value);
    // If backslashes separate folders, as in `\a\n`, the `n` may be a folder.
    if rest.len() == value.len() || rest.contains(&b'\\') {
        return false;
    }
    let end = &value[rest.len()..];
    findings.report(
        Code::StrayText,
        document.span_of(end),
        || {
            format!(
                "`{}` is a part of the value: a backslash escapes nothing here",
                shown(end)
            )
        },
        |finding| {
            if rest.is_empty() {
                finding.help("write the value that is meant, or remove the line");
            } else {
                finding.rewrite(index, value, meant::seen(rest));
            }
        },
    );
    true
}
