//! How the path of a rule begins, and values that hold several.

use crate::lint::engine::document::{Document, RuleLine, shown, shown_line};
use crate::lint::engine::findings::{Finding, Findings};
use crate::lint::engine::meant;
use crate::lint::groups::names::is_name_of_crawler;
use crate::lint::rules::escapes::respelled;
use crate::lint::{Code, Severity};
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::robots_txt_itself;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::whitespace::trim_unseen;
use robots_exclusion::dialect::PatternLanguage;
use robots_exclusion::syntax::DirectiveKind;

/// The words of a value that may be paths.
fn paths(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value
        .split(|byte| is_blank(*byte) || is_separator(*byte))
        .filter(|word| !word.is_empty())
}

/// Whether people put this between paths.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b',' | b';' | b'|')
}

/// Whether a value probably stands for several paths: each begins with a `/` after a space or
/// another separator.
pub(in crate::lint) fn is_several_paths(value: &[u8]) -> bool {
    // A slash alone would be a rule about everything, which was not intended.
    let separates = |pair: &[u8]| (is_blank(pair[0]) || is_separator(pair[0])) && pair[1] == b'/';
    value.windows(2).any(separates)
        && paths(value).count() > 1
        && paths(value).all(|word| word[0] == b'/' && word.len() > 1)
}

/// Reports `//www.example.com/x`, which is intended as a URL. Returns whether the pattern is one.
pub(in crate::lint) fn host_as_path(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) -> bool {
    let Some(rest) = rule.value.strip_prefix(b"//") else {
        return false;
    };
    let end = memchr::memchr(b'/', rest).unwrap_or(rest.len());
    let is_host_byte = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let (host, path) = rest.split_at(end);
    let is_host = host.iter().all(is_host_byte) && host.contains(&b'.') && !host.starts_with(b".");
    if !is_host {
        return false;
    }
    findings.report(
        Code::NoLeadingSlash,
        document.span_of(rule.value),
        || {
            format!(
                "`{}` is a URL without its scheme, so the rule matches nothing: a rule holds a path, such as `/x`",
                shown(rule.value)
            )
        },
        |finding| match path {
            [] | b"/" => finding.help(OTHER_HOST_HELP),
            path => path_of_own_host(document, finding, rule, host, path.to_vec()),
        },
    );
    true
}

/// Reports `/https://www.example.com/x`, a URL after a slash, as written by programs that take all
/// addresses for paths. Returns whether the pattern is one. It is not certainly wrong: mistaken
/// links within a site do have such addresses.
pub(in crate::lint) fn url_behind_slash(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) -> bool {
    let scheme = rule.value.strip_prefix(b"/http");
    let scheme = scheme.map(|rest| rest.strip_prefix(b"s").unwrap_or(rest));
    let rest = scheme.and_then(|rest| rest.strip_prefix(b":"));
    // What follows a blank is a remark or another path, unless it goes on as a URL does.
    let is_url = |rest: &[u8]| rest.starts_with(b"/") || rest.trim_ascii_start().starts_with(b"//");
    if !rest.is_some_and(is_url) {
        return false;
    }
    findings.report(
        Code::NoLeadingSlash,
        document.span_of(rule.value),
        || "this is a URL behind a slash: it matches only mistaken addresses of this host, with a URL in their path".into(),
        |finding| {
            let finding = finding.weighing(Severity::Warning);
            let is_whole_site = path_of_url(&rule.value[1..]).is_some_and(|path| matches!(path, b"" | b"/"));
            let announces = rule.kind == RuleKind::Allow && rule.value.ends_with(b".xml");
            finding.help(match is_whole_site {
                _ if announces => {
                    "remove the line: no page has such an address; if it should announce a sitemap, write `Sitemap:` with the whole URL"
                }
                // The path alone would close this site.
                true => {
                    "remove the line: a robots.txt file only applies to its own host, so that this rule closes no other site; keep it if links within this \
                     site have such addresses by mistake"
                }
                false => {
                    "write the path alone if a page of this host is meant; a robots.txt file only applies to its own host; keep the rule if it is \
                     about such addresses"
                }
            });
        },
    );
    true
}

/// What to do about a rule that is about another host.
const OTHER_HOST_HELP: &str = "remove the line: a robots.txt file only applies to its own host; if the rule is about another host, write it into the \
     file there";

/// Reports a pattern with a segment `.` or `..`: clients resolve such segments before a request
/// (RFC 3986 section 5.2.4), so no URL has them. Returns whether the pattern has one.
pub(in crate::lint) fn dot_segments(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
) -> bool {
    let path = rule.value.split(|byte| *byte == b'?').next().unwrap_or_default();
    let is_dots = |segment: &[u8]| matches!(segment, b"." | b"..");
    let mut segments: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
    // The last segment may be the beginning of a name, such as `/..` of `/..well`.
    segments.pop();
    let Some(dots) = segments.iter().copied().find(|segment| is_dots(segment)) else {
        return false;
    };
    findings.report(
        Code::MatchesNothing,
        document.span_of(dots),
        || {
            format!(
                "`{}` matches no URL: clients resolve `{}` before they ask",
                shown(rule.value),
                shown(dots)
            )
        },
        |finding| {
            let mut kept: Vec<&[u8]> = Vec::new();
            for segment in rule.value.split(|byte| *byte == b'/') {
                match segment {
                    b"." => {}
                    b".." if kept.len() > 1 => drop(kept.pop()),
                    b".." => {}
                    segment => kept.push(segment),
                }
            }
            let resolved = kept.join(&b'/');
            match pattern::matches_all(&resolved, PatternLanguage::Wildcard) {
                true => finding.help("write the path as browsers show it"),
                false => finding.rewrite(rule.entry, rule.value, resolved),
            }
        },
    );
    true
}

/// Whether a pattern begins as patterns must.
pub(in crate::lint) fn begins_well(value: &[u8], language: PatternLanguage) -> bool {
    match language {
        PatternLanguage::Prefix | PatternLanguage::Wildcard => matches!(value[0], b'/' | b'*'),
        PatternLanguage::Glob => matches!(value[0], b'/' | b'*' | b'?' | b'[' | b'\\'),
    }
}

pub(in crate::lint) fn several_paths(
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

/// Reports a pattern that does not begin as a path does. `are_many`: many patterns of the file do not.
pub(in crate::lint) fn no_leading_slash(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    rule: &RuleLine<'_>,
    language: PatternLanguage,
    are_many: bool,
) -> bool {
    let value = rule.value;
    if begins_well(value, language) || document.dialect.supplies_leading_slash {
        return false;
    }
    let seen = trim_unseen(value);
    let is_unseen = matches!(seen.first(), Some(b'/' | b'*'));
    let wrapped = meant::unwrapped(value);
    let url = parts_of_url(value).filter(|_| wrapped.is_none());
    let is_url = url.is_some();
    findings.report(
        Code::NoLeadingSlash,
        document.span_of(value),
        || {
            if is_url {
                format!(
                    "`{}` is a URL, so the rule matches nothing: a rule holds a path, such as `/x`",
                    shown(value)
                )
            } else if is_unseen {
                format!(
                    "there is an invisible character before or after `{}`",
                    shown(seen)
                )
            } else {
                format!(
                    "`{}` begins with neither `/` nor `*` and matches nothing",
                    shown(value)
                )
            }
        },
        |finding| {
            let text = match url {
                // The correction would make a rule about the whole site, which was not intended, so
                // there is none.
                Some((_, path)) if path.is_empty() || pattern::matches_all(path, language) => {
                    finding.help(OTHER_HOST_HELP);
                    return;
                }
                Some((host, path)) => {
                    let path = well_written(path, language);
                    if is_own_file(document, rule.kind, &path) {
                        finding.help(OWN_FILE_HELP);
                        return;
                    }
                    return path_of_own_host(document, finding, rule, host, path);
                }
                None if is_unseen => well_written(seen, language),
                // `^/+x`, of which only the beginning would be taken off.
                None if value.starts_with(b"^") && is_regular(value) => {
                    finding.help(NO_REGULAR_EXPRESSION);
                    return;
                }
                None if wrapped.is_some() => {
                    // In `Disallow:: /a`, the space after the second colon is removed together with
                    // the colon.
                    let start = document.span_of(value).start as usize;
                    let is_glued = value.starts_with(b":") && document.body[..start].ends_with(b":");
                    let space: &[u8] = if is_glued { b" " } else { b"" };
                    [space, wrapped.unwrap_or_default()].concat()
                }
                None => match with_slash(document, rule, seen, language) {
                    Ok(text) => text,
                    Err(help) => return finding.help(help),
                },
            };
            if is_own_file(document, rule.kind, &text) {
                finding.help(OWN_FILE_HELP);
                return;
            }
            // With a slash it would have no effect either.
            let section = document.section_at(rule.entry).map(|number| &document.sections[number]);
            if rule.kind == RuleKind::Allow && section.is_some_and(|section| !section.restricts()) {
                finding.help(format!(
                    "remove the line, or write `Allow: {}` and the Disallow to which it should be an exception: this group disallows nothing",
                    shown_line(&text)
                ));
                return;
            }
            match are_many && rule.kind == RuleKind::Disallow {
                true => finding.rewrite_if(
                    rule.entry,
                    value,
                    text,
                    "if that should be closed: it is not closed by this line today",
                ),
                false => finding.rewrite(rule.entry, value, text),
            }
        },
    );
    true
}

/// What to do about a regular expression that begins with neither a slash nor a star.
const NO_REGULAR_EXPRESSION: &str = "write a path that begins with `/`; patterns are not regular expressions";

/// Whether a value has a part that only regular expressions have.
fn is_regular(value: &[u8]) -> bool {
    regular_part(value).is_some() || memchr::memmem::find(value, b"/+").is_some()
}

/// The pattern that is meant by a value that begins with neither a slash nor a star, and is no URL, or
/// else what to do about it. `seen` is the value without invisible characters.
fn with_slash(
    document: &Document<'_>,
    rule: &RuleLine<'_>,
    seen: &[u8],
    language: PatternLanguage,
) -> Result<Vec<u8>, String> {
    let own = if seen.is_empty() { rule.value } else { seen };
    if let Some(agent) = core::str::from_utf8(own).ok().and_then(agents::by_token) {
        return Err(format!(
            "write `User-agent: {}` above the rules if they are for this crawler, or `{}: /{}` if a path begins so",
            agent.name(),
            rule.kind,
            shown_line(own)
        ));
    }
    // `BadBot`, `Googlebot/2.1`, `ClaudeBot, GPTBot`: no rule is about a crawler.
    let words = own.split(|byte| is_blank(*byte) || matches!(byte, b',' | b';'));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let is_crawler = |word: &[u8]| {
        let name = word.split(|byte| *byte == b'/').next().unwrap_or_default();
        let version = &word[name.len()..];
        let has_version = version.is_empty() || version.get(1).is_some_and(u8::is_ascii_digit);
        has_version && name.first().is_some_and(u8::is_ascii_uppercase) && is_name_of_crawler(name)
    };
    if words.peek().is_some() && words.all(is_crawler) {
        return Err(format!(
            "write `User-agent:` and the name above the rules if they are for a crawler, or `{}: /{}` if a path begins so",
            rule.kind,
            shown_line(own)
        ));
    }
    if [&b"--"[..], b"<!--", b"//"]
        .iter()
        .any(|mark| own.starts_with(mark))
    {
        return Err(
            "begin the line with `#` if it is a remark; otherwise write the path that is meant".into(),
        );
    }
    let path = own.strip_prefix(b"\\").unwrap_or(own);
    if regular_part(own).is_some() {
        return Err(NO_REGULAR_EXPRESSION.into());
    }
    if let Some(help) =
        readings(rule, path, language).or_else(|| root_or_folder(document, rule, path, language))
    {
        return Err(help);
    }
    let mut path = well_written(path, language);
    if own.starts_with(b"\\") {
        // Backslashes, which separate folders on Windows.
        path.iter_mut()
            .filter(|byte| **byte == b'\\')
            .for_each(|byte| *byte = b'/');
    }
    Ok([start_of(own, language), &path].concat())
}

/// The possible meanings of a pattern without a slash, if only a person knows the right one: a host
/// (`example.com/b`), the end of a path (`html$`), or words that are not a path (`none`).
fn readings(rule: &RuleLine<'_>, path: &[u8], language: PatternLanguage) -> Option<String> {
    /// Words that people write in place of a path.
    const WORDS: [&str; 11] = [
        "none",
        "all",
        "nothing",
        "everything",
        "yes",
        "no",
        "true",
        "false",
        "on",
        "off",
        "null",
    ];
    let kind = rule.kind;
    let first = path.split(|byte| matches!(byte, b'/' | b'?')).next()?;
    let is_word = WORDS
        .iter()
        .any(|word| path.eq_ignore_ascii_case(word.as_bytes()));
    let ending = first
        .iter()
        .rposition(|byte| *byte == b'.')
        .map(|dot| &first[dot + 1..]);
    let is_host = ending.is_some_and(|ending| {
        let letters = ending.iter().all(u8::is_ascii_lowercase);
        letters && ending.len() >= 2 && first.len() < path.len() && first.len() > ending.len() + 1
    });
    if is_word {
        Some(format!(
            "write `Disallow: /` if nothing should be crawled, `Disallow:` if everything may be, or `{kind}: /{}` if that is a path",
            shown_line(path)
        ))
    } else if is_host {
        Some(format!(
            "if `{}` is a host, put the rule into its own robots.txt; if it is a folder, write `{kind}: /{}`",
            shown(first),
            shown_line(path)
        ))
    } else if path.ends_with(b"$") && language == PatternLanguage::Wildcard && !path.starts_with(b".") {
        Some(format!(
            "write `{kind}: /*{0}` if URLs end like that, or `{kind}: /{0}` if it is one path",
            shown_line(path)
        ))
    } else if language == PatternLanguage::Wildcard && path == b"@" {
        Some(format!(
            "write `{kind}: /*@` if it is meant wherever it is, or `{kind}: /@` if paths begin so"
        ))
    } else {
        None
    }
}

/// The two meanings of a name without a slash, if another rule has the same name in a folder: the
/// name in the root, or wherever it is.
fn root_or_folder(
    document: &Document<'_>,
    rule: &RuleLine<'_>,
    path: &[u8],
    language: PatternLanguage,
) -> Option<String> {
    let name = path.strip_suffix(b"/").unwrap_or(path);
    if language != PatternLanguage::Wildcard || name.contains(&b'/') {
        return None;
    }
    let line = document.line_with_name_in_folder(name)? + 1;
    let path = well_written(path, language);
    let (kind, path) = (rule.kind, shown_line(&path));
    Some(format!(
        "write `{kind}: /{path}` if it is in the root of the site, or `{kind}: /*{path}` if it is meant wherever it is, as in the folder of line {line}"
    ))
}

/// What to do about a Disallow of robots.txt itself.
pub(in crate::lint) const OWN_FILE_HELP: &str =
    "remove the line; people read the file too, so it should hold no secrets";

/// Whether a rule is a Disallow of robots.txt itself, in a dialect in which crawlers fetch it
/// nevertheless.
pub(in crate::lint) fn is_own_file(document: &Document<'_>, kind: RuleKind, value: &[u8]) -> bool {
    // Stars at the end are left out of the comparison.
    let stars = value.iter().rev().take_while(|byte| **byte == b'*').count();
    let is_own = match &value[..value.len() - stars] {
        robots_txt_itself::PATH => true,
        robots_txt_itself::PATTERN => stars == 0,
        _ => false,
    };
    is_own && kind == RuleKind::Disallow && document.dialect.robots_txt_allowed
}

/// A pattern for a corrected line, without stars at the end and with its spaces escaped; otherwise
/// these would be reported next.
pub(in crate::lint) fn well_written(pattern: &[u8], language: PatternLanguage) -> Vec<u8> {
    let pattern = without_last_stars(pattern, language);
    respelled(pattern, language, Code::UnescapedBlank)
}

/// A pattern without the stars at its end, in the language of wildcards. `/*` stays, and so does a
/// pattern of stars alone.
pub(in crate::lint) fn without_last_stars(pattern: &[u8], language: PatternLanguage) -> &[u8] {
    let kept = pattern.iter().rposition(|byte| *byte != b'*');
    match kept {
        Some(last) if language == PatternLanguage::Wildcard && pattern != b"/*" => &pattern[..=last],
        _ => pattern,
    }
}

/// The path of a URL, or of one without its scheme if it clearly begins with a host.
fn path_of_url(value: &[u8]) -> Option<&[u8]> {
    parts_of_url(value).map(|(_, path)| path)
}

/// The host, with the port if there is one, and the path of what looks like a URL, also of one without a
/// scheme.
fn parts_of_url(value: &[u8]) -> Option<(&[u8], &[u8])> {
    // Also `http: //host/x`.
    let colon = memchr::memchr(b':', value).filter(|at| value[..*at].iter().all(u8::is_ascii_alphanumeric));
    let authority = colon.and_then(|at| value[at + 1..].trim_ascii_start().strip_prefix(b"//"));
    let authority = match authority {
        Some(authority) => authority,
        None => {
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
    Some(authority.split_at(slash))
}

/// The host that the Sitemap lines at the top of a file name, if none of them names this one: the file is
/// probably that of another site than the rule is about.
fn other_site<'b>(document: &Document<'b>, host: &[u8]) -> Option<&'b [u8]> {
    // Each rule looks again.
    const LINES: usize = 200;
    fn bare(host: &[u8]) -> &[u8] {
        match host.split_at_checked(4) {
            Some((start, rest)) if start.eq_ignore_ascii_case(b"www.") => rest,
            _ => host,
        }
    }
    let mut sitemaps = document.entries().take(LINES).filter_map(|entry| {
        let directive = entry
            .directive
            .filter(|directive| directive.kind() == DirectiveKind::Sitemap)?;
        parts_of_url(directive.value()).map(|(host, _)| host)
    });
    let is_other = |named: &[u8]| !bare(named).eq_ignore_ascii_case(bare(host));
    let first = sitemaps.next().filter(|first| is_other(first))?;
    sitemaps.all(is_other).then_some(first)
}

/// What to do about a rule that is a URL with this path: whether its host is that of the file, only a
/// person knows. Offers the path, unless a Sitemap line names another host.
fn path_of_own_host(
    document: &Document<'_>,
    finding: Finding<'_, '_, '_>,
    rule: &RuleLine<'_>,
    host: &[u8],
    path: Vec<u8>,
) {
    if let Some(site) = other_site(document, host) {
        return finding.help(format!(
            "write `{}: {}` if the path is on this host too, and remove the line if not: a file applies to its own host alone, which by its Sitemap line \
             is `{}`",
            rule.kind,
            shown_line(&path),
            shown(site)
        ));
    }
    let help = format!(
        "write `{}: {}` if that is on this host; a file applies to no other host",
        rule.kind,
        shown_line(&path)
    );
    finding.offer(help, document.span_of(rule.value), path);
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

/// Parts that only regular expressions have. `.*` is among them only where it stands for whatever is in a
/// folder, or before a pattern: it may be the end of a file name, as in `/index.*`.
const REGULAR: [&[u8]; 12] = [
    b"(.*)", b"[0-9]", b"[a-z]", b"[A-Z]", b"[^", b"(?:", b"\\.", b"\\d", b"\\w", b"\\/", b"\\?", b".*$|",
];

/// Where a part of a regular expression is, and how long it is.
pub(in crate::lint) fn regular_part(value: &[u8]) -> Option<(usize, usize)> {
    let find = |part: &&[u8]| Some((memchr::memmem::find(value, part)?, part.len()));
    let found = REGULAR.iter().find_map(find).or_else(|| alternatives(value));
    let found = found.or_else(|| Some((dot_star(value)?, 2)));
    found.or_else(|| Some((optional_slash(value)?, 2)))
}

/// Where `/?` before the end stands for a slash that may be missing: `/x/?$`. With a wildcard it is
/// about the addresses with an empty query.
pub(in crate::lint) fn optional_slash(value: &[u8]) -> Option<usize> {
    let path = value.strip_suffix(b"/?$")?;
    (!path.is_empty() && !path.contains(&b'*')).then_some(path.len())
}

/// Where `.*` or `.+` is written for any characters: at the beginning, or as all that is in a folder. `/.*`
/// may be intended for names that begin with a dot.
pub(in crate::lint) fn dot_star(value: &[u8]) -> Option<usize> {
    if value.starts_with(b".*") || value.starts_with(b".+") {
        return Some(0);
    }
    let find = |part: &[u8]| memchr::memmem::find(value, part).filter(|at| *at > 0);
    let at = find(b"/.*").or_else(|| find(b"/.+"))?;
    let after = &value[at + 3..];
    matches!(after, [] | b"$" | [b'/', ..]).then_some(at + 1)
}

/// Where alternatives in parentheses are: `(a|b)`.
fn alternatives(value: &[u8]) -> Option<(usize, usize)> {
    let open = memchr::memchr(b'(', value)?;
    let len = memchr::memchr(b')', &value[open..])? + 1;
    memchr::memchr(b'|', &value[open..open + len])?;
    Some((open, len))
}
