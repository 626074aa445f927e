//! Keys, separators, and lines that are not directives.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Code;
use super::document::{Document, Entry, Name, shown};
use super::findings::Findings;
use super::meant;
use crate::agents;
use crate::dialect::{Dialect, KeySpelling};
use crate::edit_distance::edit_distance;
use crate::syntax::directive::{Directive, DirectiveKind};
use crate::syntax::keys::{KEYS, Key, Keys};
use crate::syntax::line::Span;
use crate::syntax::whitespace::{is_blank, trim_unseen};

/// The keys that a misspelled one may be meant for, in their best spelling. `Comment` is left out: any word may be close to it.
fn known() -> impl Iterator<Item = (&'static str, DirectiveKind)> {
    let keys = KEYS.iter().filter(|key| key.kind != DirectiveKind::Comment);
    keys.map(|key| (key.name, key.kind))
        .chain([("Noindex", DirectiveKind::Unknown)])
}

/// A key that once was proposed or read.
struct Retired {
    name: &'static str,
    instead: &'static str,
    /// Its lines refuse something, which has to be said elsewhere before they go.
    refuses: bool,
}

impl Retired {
    const fn new(name: &'static str, instead: &'static str) -> Self {
        Self {
            name,
            instead,
            refuses: false,
        }
    }

    const fn refusal(name: &'static str, instead: &'static str) -> Self {
        Self {
            name,
            instead,
            refuses: true,
        }
    }

    /// The retired key of this name, in any case.
    fn of(key: &[u8]) -> Option<&'static Self> {
        RETIRED
            .iter()
            .find(|retired| key.eq_ignore_ascii_case(retired.name.as_bytes()))
    }
}

const RETIRED: [Retired; 7] = [
    Retired::refusal(
        "noindex",
        "say `noindex` in the page or its `X-Robots-Tag` header",
    ),
    Retired::refusal(
        "nofollow",
        "say `nofollow` in the page or its `X-Robots-Tag` header",
    ),
    Retired::refusal(
        "noarchive",
        "say `noarchive` in the page or its `X-Robots-Tag` header",
    ),
    Retired::new("host", "redirect the other hosts to the main one"),
    Retired::new("domain", "redirect the other hosts to the main one"),
    Retired::new("revisit-after", "sitemaps have `lastmod`"),
    Retired::new("hosts", "redirect the other hosts to the main one"),
];

/// Reports a key that is retired, or is meant for one.
fn retired_key(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    key: &[u8],
    retired: &Retired,
) {
    let is_exact = key.eq_ignore_ascii_case(retired.name.as_bytes());
    findings.report(
        Code::RetiredKey,
        document.span_of(key),
        || match is_exact {
            true => format!("`{}` in robots.txt is no longer supported", shown(key)),
            false => format!(
                "`{}` is read by nobody, and `{}` in robots.txt is no longer supported",
                shown(key),
                retired.name
            ),
        },
        |finding| match retired.refuses {
            true => finding.help(format!("{}, and then remove the line", retired.instead)),
            false => {
                let lines = document.lines_span(index, index, true);
                let help = format!("remove the line; {}", retired.instead);
                finding.correct(help, lines, Vec::new());
            }
        },
    );
}

/// Who reads a key that few read.
fn readers(kind: DirectiveKind) -> Option<&'static str> {
    Some(match kind {
        DirectiveKind::CrawlDelay => "Bing and Anthropic read it, Google and Yandex ignore it",
        DirectiveKind::RequestRate => "SeznamBot reads it",
        DirectiveKind::VisitTime => "it comes from Conner's extended standard of 1996",
        DirectiveKind::RobotVersion => "SeznamBot read it",
        DirectiveKind::Comment => "it comes from Conner's extended standard of 1996 and is meant for people",
        DirectiveKind::CleanParam => "Yandex reads it",
        DirectiveKind::ContentSignal => {
            "it is a convention of Cloudflare, a preference about the use of content"
        }
        DirectiveKind::ContentUsage => {
            "it comes from an Internet-Draft, a preference about the use of content"
        }
        DirectiveKind::License => "AI crawlers that take part in RSL read it",
        DirectiveKind::Agentmap => "some AI agents are meant to read it",
        DirectiveKind::Schemamap => "some search engines are meant to read it",
        DirectiveKind::LlmPolicy => "some operators of AI models are meant to read it",
        _ => return None,
    })
}

/// Lines that few crawlers read.
#[derive(Default)]
struct Niche {
    /// Kinds that were reported: once is enough.
    reported: Vec<DirectiveKind>,
    /// By group and kind, whether the group names somebody who reads such lines.
    for_readers: BTreeMap<(usize, DirectiveKind), bool>,
}

impl Niche {
    /// Whether a line is in a group that names somebody who reads it.
    fn is_for_readers(&mut self, document: &Document<'_>, index: usize, kind: DirectiveKind) -> bool {
        let operators: &[&str] = match kind {
            DirectiveKind::CrawlDelay => &[
                "Microsoft",
                "Yahoo",
                "Anthropic",
                "Common Crawl",
                "Ahrefs",
                "Semrush",
                "Majestic",
                "Moz",
                "SE Ranking",
            ],
            DirectiveKind::RequestRate => &["Seznam"],
            DirectiveKind::CleanParam => &["Yandex"],
            _ => return false,
        };
        let sections = &document.sections;
        let after = sections.partition_point(|section| section.first < index);
        let Some(number) = after.checked_sub(1) else {
            return false;
        };
        if sections[number].others.binary_search(&index).is_err() {
            return false;
        }
        let reads = |name: &Name<'_>| {
            let token = core::str::from_utf8(name.label).unwrap_or_default();
            agents::by_token(token).is_some_and(|agent| operators.contains(&agent.operator()))
        };
        *self
            .for_readers
            .entry((number, kind))
            .or_insert_with(|| sections[number].names.iter().any(reads))
    }
}

/// What checks tell one another about lines: a flag for each line.
pub(super) struct Marks {
    /// The value is not what was meant, or the line should be removed: it needs no further checks.
    pub(super) spoilt: Vec<bool>,
    /// Stars at the end of the pattern have an effect on precedence.
    pub(super) needs_length: Vec<bool>,
    /// Numbers of the groups that should be removed, ascending.
    pub(super) twins: Vec<usize>,
    /// Numbers of the groups that do not say what was meant, or not to whom it was meant, ascending: see [`touched`](super::touched).
    pub(super) touched: Vec<usize>,
}

/// Reports what is wrong with keys.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) -> Marks {
    let mut spoilt = alloc::vec![false; document.line_count()];
    let exact = Keys::exact();
    let mut niche = Niche::default();
    let mut stray: Option<(usize, usize)> = None;
    for (index, entry) in document.entries().enumerate() {
        if entry.line.text().is_empty() {
            continue;
        }
        if comment_meant(document, findings, index, entry.line.text()) {
            spoilt[index] = true;
            continue;
        }
        if let Some(url) = entry.bare_url() {
            bare_url(document, findings, index, url);
            continue;
        }
        let directive = entry.directive.filter(|directive| {
            // Prose and markup, which no crawler reads as a directive.
            directive.kind() != DirectiveKind::Unknown
                || !directive.is_missing_colon() && may_be_key(directive.key())
        });
        let is_stray = match directive {
            Some(directive) => {
                trimmed_unseen(document, findings, index, directive);
                spoilt[index] = check_key(document, findings, index, directive, exact, &mut niche);
                false
            }
            None => !missing_colon(document, findings, index, &entry, exact),
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
    Marks {
        needs_length: alloc::vec![false; spoilt.len()],
        twins: Vec::new(),
        touched: Vec::new(),
        spoilt,
    }
}

/// Reports an invisible character around a key or a value, which the dialect trims and others do not.
fn trimmed_unseen(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
) {
    if !document.dialect.trims_invisible() {
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
    let Some((start, meant::Unseen { character, name, .. })) = unseen else {
        return;
    };
    findings.report(
        Code::ForgivenKey,
        Span::new(start, start + character.len_utf8()),
        || {
            format!(
                "few crawlers skip the invisible character U+{:04X}, a {name}",
                u32::from(character)
            )
        },
        |finding| {
            // The space before a comment stays.
            let written = document.body[text.range()].trim_ascii_end();
            let plain = directive_text(directive.key(), directive.value());
            finding.write(index, document.line_with(index, written, &plain));
        },
    );
}

/// A comment in the way of another language. Returns whether it was taken for one.
fn comment_meant(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    text: &[u8],
) -> bool {
    const MARKS: [&[u8]; 5] = [b"//", b";", b"<!--", b"--", b"/*"];
    let Some(mark) = MARKS.iter().find(|mark| text.starts_with(mark)) else {
        return false;
    };
    let rest = text[mark.len()..].trim_ascii();
    findings.report(
        Code::StrayText,
        document.span_of(text),
        || format!("`{}` begins no comment; only `#` does", shown(mark)),
        |finding| {
            let comment = if rest.is_empty() {
                b"#".to_vec()
            } else {
                [b"# ", rest].concat()
            };
            finding.write(index, document.line_with(index, text, &comment));
        },
    );
    true
}

/// A URL without a key, usually that of a sitemap.
fn bare_url(document: &Document<'_>, findings: &mut Findings<'_, '_>, index: usize, url: &[u8]) {
    // An empty Sitemap line above it is reported together with its URL.
    let is_above = index.checked_sub(1).is_some_and(|above| {
        let above = document.entry(above);
        let sitemap = above.of_kind(DirectiveKind::Sitemap);
        sitemap.is_some_and(|sitemap| sitemap.value().is_empty()) && above.line.comment().is_none()
    });
    if is_above {
        return;
    }
    findings.report(
        Code::StrayText,
        document.span_of(url),
        || "this URL has no key, so it is ignored".into(),
        |finding| {
            let lower = url.to_ascii_lowercase();
            let is_sitemap = memchr::memmem::find(&lower, b"sitemap").is_some() || lower.ends_with(b".xml");
            let key = if is_sitemap {
                b"Sitemap: ".as_slice()
            } else {
                b"# "
            };
            finding.write(index, document.line_with(index, url, &[key, url].concat()));
        },
    );
}

/// Whether this may be meant as a key: at most two words of letters, digits, `-`, `_` and `.`.
fn may_be_key(key: &[u8]) -> bool {
    let mut words = 0;
    for word in key.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty()) {
        let is_word = word.iter().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') || !byte.is_ascii()
        });
        // `Disallow /x?y=a:b`, of which the first colon is that of the value.
        if !is_word && !matches!(word[0], b'/' | b'*') {
            return false;
        }
        words += 1;
    }
    words <= 2
}

/// How many consecutive lines are reported one by one. More than that are one text.
const FEW_STRAY: usize = 8;

/// Consecutive lines that mean nothing.
fn report_stray(document: &Document<'_>, findings: &mut Findings<'_, '_>, (first, last): (usize, usize)) {
    if last - first < FEW_STRAY {
        for index in first..=last {
            report_stray_lines(document, findings, index, index);
        }
    } else {
        report_stray_lines(document, findings, first, last);
    }
}

fn report_stray_lines(document: &Document<'_>, findings: &mut Findings<'_, '_>, first: usize, last: usize) {
    let text = document.entry(first).line.text();
    let message = || match last - first {
        0 => format!("`{}` is neither a directive nor a comment", shown(text)),
        more => format!(
            "`{}` and {more} more lines are neither directives nor comments",
            shown(text)
        ),
    };
    findings.report(Code::StrayText, document.span_of(text), message, |finding| {
        let mut comments = Vec::new();
        for entry in document.entries_in(first..last + 1) {
            comments.extend_from_slice(b"# ");
            comments.extend_from_slice(&document.body[entry.line.full_span().range()]);
        }
        finding.correct(
            "put `# ` before it to make it a comment, or remove it",
            document.lines_span(first, last, true),
            comments,
        );
    });
}

/// Reports a line without a directive that begins with a key. Returns whether it does.
fn missing_colon(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    entry: &Entry<'_>,
    exact: Keys,
) -> bool {
    // A colon of Chinese and Japanese typesetting.
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
    // A sentence that happens to begin with the word is prose; the word alone is a heading.
    let is_prose = rest.iter().any(|byte| is_blank(*byte)) && !rest.starts_with(b"/");
    if is_prose || rest.is_empty() && key != "Disallow" {
        return false;
    }
    if let Some(retired) = Retired::of(key.as_bytes()) {
        retired_key(document, findings, index, word, retired);
        return true;
    }
    let code = if entry.directive.is_some() {
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

/// A line written anew, without the invisible characters around its value, which nobody means.
fn directive_text(key: impl AsRef<[u8]>, value: &[u8]) -> Vec<u8> {
    let value = trim_unseen(value);
    let separator: &[u8] = if value.is_empty() { b":" } else { b": " };
    [key.as_ref(), separator, value].concat()
}

/// Checks one key. Returns whether its value is not what was meant.
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
        retired_key(document, findings, index, key, retired);
    } else if is_correct && directive.kind() == DirectiveKind::Unknown {
        findings.report(
            Code::UnknownKey,
            span,
            || format!("this dialect does not have the key `{}`", shown(key)),
            |finding| finding.help("remove the line, or keep it for crawlers of other dialects"),
        );
    } else if is_correct {
        if let Some(readers) = readers(directive.kind())
            && !niche.reported.contains(&directive.kind())
            && !niche.is_for_readers(document, index, directive.kind())
        {
            niche.reported.push(directive.kind());
            findings.report(
                Code::NicheKey,
                span,
                || format!("few crawlers read `{}`: {readers}", shown(key)),
                |finding| finding.help("keep it for the crawlers that read it, and do not rely on others"),
            );
        }
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
            retired_key(document, findings, index, key, retired);
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
                finding.write(
                    index,
                    document.line_with(index, text, &directive_text(near.key, value)),
                )
            },
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
                finding.correct(hint, line, comment);
            },
        );
    }
    false
}

/// `Sitemap https://…` and `Disallow /x?y=a:b`: the first colon is part of the value.
fn early_colon(
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

/// `User-agent: * Disallow: /`.
fn two_directives(
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
    let mut starts = memchr::memchr_iter(b':', value).filter_map(|colon| {
        let before = value[..colon].trim_ascii_end();
        // No key is longer than 16 bytes, so a word that fills the window is none.
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
    let Some(first) = starts.next() else {
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
            let offset = crate::syntax::line::offset_in(text, value);
            let mut lines = Vec::new();
            let mut from = 0;
            for at in core::iter::once(first).chain(starts) {
                // `Disallow: Disallow: /x` needs no empty rule.
                if at > 0 {
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

/// Keys that follow a value without a space between, as where a line end got lost: `/a.phpDisallow: /b.php`. Longer ones first.
const GLUED: [&[u8]; 7] = [
    b"Crawl-delay",
    b"User-agent",
    b"User-Agent",
    b"Disallow",
    b"Sitemap",
    b"SITEMAP",
    b"Allow",
];

/// A directive of several on one line, written well: without line ends that are spelled out, and without invisible characters.
fn directive_alone(part: &[u8]) -> Vec<u8> {
    let part = meant::without_spelled_ends(part.trim_ascii());
    let start = memchr::memchr(b':', part).map_or(0, |colon| colon + 1);
    let blanks = part[start..].iter().take_while(|byte| is_blank(**byte)).count();
    let (head, value) = part.split_at(start + blanks);
    [head, &meant::seen(value)].concat()
}

/// `Disallow: /a\n`, where a program wrote the escape of a line end instead of one.
///
/// Names have findings of their own, since no name holds a backslash.
fn spelled_line_end(
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
    // Where backslashes separate folders, `n` may be one.
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

/// The key that a reader by prefixes takes a longer key for, if it is longer by more than an ending.
fn prefix_trap(key: &[u8]) -> Option<&'static str> {
    const ENDING: usize = 2;
    let prefixes = Dialect::PRESETS
        .iter()
        .find(|(_, dialect)| dialect.key_spelling() == KeySpelling::Prefix)?;
    let kind = Keys::new(&prefixes.1).classify(key);
    let known = Key::of(kind)?.name;
    let goes_on = key
        .get(..known.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(known.as_bytes()))
        && key.len() > known.len() + ENDING;
    goes_on.then_some(known)
}

/// A known key that resembles another.
#[derive(Clone, Copy)]
struct Near {
    key: &'static str,
    distance: usize,
    /// Close enough to be the one that was meant.
    is_close: bool,
}

/// The known key that resembles `key` most. Case, spaces, tabs, `_`, and bytes that are not ASCII do not
/// count.
fn nearest(key: &[u8], exact: Keys) -> Option<Near> {
    const LONGEST: usize = 24;
    let mut plain: Vec<u8> = Vec::new();
    for byte in key {
        match byte {
            b' ' | b'\t' | b'_' => plain.push(b'-'),
            byte if byte.is_ascii_graphic() => plain.push(*byte),
            _ => {}
        }
        if plain.len() > LONGEST {
            return None;
        }
    }
    let by_distance = known().map(|(known, _)| (edit_distance(&plain, known.as_bytes()), known));
    let (mut distance, known) = by_distance.min_by_key(|(distance, _)| *distance)?;
    if distance == 0 && exact.classify(key) == DirectiveKind::Unknown && key.is_ascii() {
        // `user_agent`: the same except for what does not count here, but no crawler reads it.
        distance = 1;
    }
    // Of a short key the first letter must be right: `Post` is not `Host`.
    let is_other_word = known.len() <= 5
        && !plain
            .first()
            .is_some_and(|first| known.as_bytes()[0].eq_ignore_ascii_case(first));
    if distance * 2 > known.len() || is_other_word {
        return None;
    }
    Some(Near {
        key: known,
        distance,
        is_close: distance <= (known.len() / 4).max(1),
    })
}

/// Whether a line is meant to name a crawler, however its key is spelled.
pub(super) fn is_meant_as_user_agent(entry: &Entry<'_>) -> bool {
    let Some(directive) = entry.directive else {
        let text = entry.line.text();
        let end = text.iter().position(|byte| is_blank(*byte)).unwrap_or(text.len());
        return is_user_agent(&text[..end]);
    };
    match directive.kind() {
        DirectiveKind::Unknown => is_user_agent(directive.key()),
        kind => kind == DirectiveKind::UserAgent,
    }
}

fn is_user_agent(key: &[u8]) -> bool {
    let near = nearest(key, Keys::exact());
    near.is_some_and(|near| near.is_close && near.key == "User-agent")
}

/// The known key after another word: `Video Sitemap`.
fn qualified(key: &[u8], exact: Keys) -> Option<Near> {
    let blank = key.iter().rposition(|byte| is_blank(*byte))?;
    let (others, word) = key.split_at(blank + 1);
    let kind = exact.classify(word);
    Some(Near {
        key: Key::of(kind)?.name,
        distance: others.len(),
        is_close: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_keys() {
        let exact = Keys::exact();
        for (key, expected) in [
            ("user_agent", Some("User-agent")),
            ("User agent", Some("User-agent")),
            ("useragent", Some("User-agent")),
            ("Dissalow", Some("Disallow")),
            ("Alow", Some("Allow")),
            ("Crawldelay", Some("Crawl-delay")),
            ("Sitemaps", Some("Sitemap")),
            ("Maintainer", None),
            ("Licence", Some("License")),
            ("Post", None),
            ("Hots", Some("Host")),
        ] {
            let near = nearest(key.as_bytes(), exact).filter(|near| near.is_close);
            assert_eq!(near.map(|near| near.key), expected, "{key}");
        }
        assert_eq!(prefix_trap(b"DisallowAITraining"), Some("Disallow"));
        assert_eq!(prefix_trap(b"Disallowed"), None);
    }
}
