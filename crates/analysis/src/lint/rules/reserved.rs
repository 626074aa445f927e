//! Reserved characters of paths, and their escapes, which most crawlers take for something else.

use crate::lint::engine::document::shown;
use crate::lint::rules::paths::regular_part;
use crate::lint::{Code, Run};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::percent::{escape, escaped};
use robots_exclusion::dialect::{PatternLanguage, PercentMode};

/// The most of these rules that are looked at, each in time linear in its groups. Few files have more
/// than ten.
const MOST: usize = 200;

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    let dialect = &document.dialect;
    // There both spellings are the same.
    let has_one = dialect.both_spellings || dialect.percent_mode == PercentMode::Draft1996;
    if !findings.wants(Code::OtherSpelling) || has_one {
        return;
    }
    let mut asked = 0;
    for section in &document.sections {
        let is_read = section.language == PatternLanguage::Wildcard && !dialect.several_paths;
        let agent = section
            .labels()
            .next()
            .and_then(|label| core::str::from_utf8(label).ok());
        let closing = section
            .rules
            .iter()
            .filter(|rule| is_read && rule.kind == RuleKind::Disallow && !run.marks.skip_checks[rule.entry]);
        for rule in closing {
            let Some(other) = other_spelling(rule.value) else {
                continue;
            };
            if asked == MOST {
                return;
            }
            asked += 1;
            // A rule that closes or opens the other spelling shows that somebody has thought of it.
            let path = String::from_utf8_lossy(&other).replace('*', "x").replace('$', "");
            let verdict = document.robots().check(agent.unwrap_or_default(), &*path);
            if verdict.rule().is_some() {
                continue;
            }
            findings.report(
                Code::OtherSpelling,
                document.span_of(rule.value),
                || {
                    format!(
                        "this does not block `{}`, which may be the same page",
                        shown(&other)
                    )
                },
                |finding| {
                    finding.help(format!(
                        "if the server has a page there too, add `Disallow: {}`",
                        shown(&other)
                    ));
                },
            );
        }
    }
}

/// A path with its reserved characters escaped, or, if they are escaped, with the characters.
/// `None` if it has none that a server may find in either spelling, and if the value is something else
/// than a path. In a query, and behind a star that may reach into it, they separate names and values,
/// and nobody escapes them.
fn other_spelling(value: &[u8]) -> Option<Vec<u8>> {
    let is_reserved = |byte: u8| b":()".contains(&byte);
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"/-._~%*$?=&+".contains(byte) || is_reserved(*byte);
    // A whole URL is another mistake.
    let has_host = memchr::memmem::find(value, b"//").is_some();
    if !value.starts_with(b"/") || has_host || !value.iter().all(is_plain) || regular_part(value).is_some() {
        return None;
    }
    let end = value
        .iter()
        .position(|byte| b"?*".contains(byte))
        .unwrap_or(value.len());
    let (path, rest) = value.split_at(end);
    let is_raw = path.iter().any(|byte| is_reserved(*byte));
    let mut other = Vec::with_capacity(value.len());
    let mut left = path;
    let mut count = 0;
    while let [first, after @ ..] = left {
        left = after;
        let octet = escape(&path[path.len() - after.len() - 1..]).filter(|octet| is_reserved(*octet));
        match octet {
            Some(octet) if !is_raw => {
                other.push(octet);
                left = &after[2..];
                count += 1;
            }
            None if is_raw && is_reserved(*first) => {
                other.extend(escaped(*first));
                count += 1;
            }
            _ => other.push(*first),
        }
    }
    other.extend_from_slice(rest);
    (count > 0).then_some(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings() {
        let of =
            |value: &str| other_spelling(value.as_bytes()).map(|other| String::from_utf8(other).unwrap());
        for (value, other) in [
            ("/wiki/Special:", "/wiki/Special%3A"),
            ("/wiki/Special%3A", "/wiki/Special:"),
            ("/wiki/Special%3a*x:", "/wiki/Special:*x:"),
            ("/a_(b)?c=(d)", "/a_%28b%29?c=(d)"),
            ("/(%29", "/%28%29"),
        ] {
            assert_eq!(of(value).as_deref(), Some(other), "{value}");
        }
        for value in [
            "/",
            "/a?b=c:d",
            "/*(",
            "/a;b=c",
            "/%2A",
            "/a%3",
            "/%2F",
            "/(.*)",
            "/a (old)",
            "https://e.com/",
        ] {
            assert_eq!(of(value), None, "{value}");
        }
    }
}
