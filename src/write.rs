//! Writing robots.txt: groups, rules and other lines, in a form that every dialect can read.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::dialect::Dialect;
use crate::extension::{CleanParam, ContentSignal, CrawlDelay, RequestRate, RobotVersion, TimeWindow};
use crate::matching::percent;
use crate::robots_txt::RobotsTxt;
use crate::shown::Shown;
use crate::syntax::directive::{Directive, DirectiveKind, RuleKind};
use crate::syntax::keys::Key;
use crate::syntax::line::Lines;
use crate::syntax::span::offset_in;
use crate::syntax::whitespace::is_blank;
use crate::syntax::whitespace::{trim, trim_unseen};

/// Writes a robots.txt file.
///
/// One call writes one line, and lines are in the order of the calls: first the lines of the site,
/// then the groups, separated by blank lines, then sitemaps and similar lines. A group without
/// rules gets an empty `Disallow`, because its User-agent lines would otherwise run into the next
/// group.
///
/// Whatever text is passed, no call writes more than one line: in patterns and URLs, line ends,
/// `#`, NUL and white space at either end are percent-encoded, which does not change what they
/// match (RFC 9309 section 2.2.2); in names and texts, line ends and `#` become spaces.
///
/// `Display` writes the file as text, and percent-encodes bytes that are not UTF-8; to get the
/// bytes as they are, use [`to_bytes`](Self::to_bytes).
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::write::RobotsTxtBuilder;
/// use robots_exclusion::RobotsTxt;
///
/// let mut builder = RobotsTxtBuilder::new();
/// builder.group("FooBot").agent("BarBot").disallow("/private/").allow("/private/press/").crawl_delay(Duration::from_secs(2));
/// builder.group("*").disallow("/search#top");
/// builder.sitemap("https://example.com/sitemap.xml");
/// let text = builder.to_string();
/// assert_eq!(text, "\
/// User-agent: FooBot
/// User-agent: BarBot
/// Disallow: /private/
/// Allow: /private/press/
/// Crawl-delay: 2
///
/// User-agent: *
/// Disallow: /search%23top
///
/// Sitemap: https://example.com/sitemap.xml
/// ");
/// let robots = RobotsTxt::parse(text.as_bytes());
/// assert!(!robots.is_allowed("barbot", "/private/x"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct RobotsTxtBuilder {
    /// Lines before all groups: they belong to no group.
    head: Vec<u8>,
    groups: Vec<GroupBuilder>,
    tail: Vec<u8>,
}

/// One group of a [`RobotsTxtBuilder`].
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct GroupBuilder {
    lines: Vec<u8>,
    has_rules: bool,
}

impl fmt::Debug for RobotsTxtBuilder {
    /// The file so far, as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RobotsTxtBuilder")
            .field(&Shown(&self.to_bytes()))
            .finish()
    }
}

impl fmt::Debug for GroupBuilder {
    /// The group's lines so far, as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GroupBuilder").field(&Shown(&self.lines)).finish()
    }
}

impl RobotsTxtBuilder {
    /// A file without any line.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a group for `agent`: a product token, or `*`.
    pub fn group(&mut self, agent: impl AsRef<[u8]>) -> &mut GroupBuilder {
        let index = self.groups.len();
        self.groups.push(GroupBuilder::default());
        let group = &mut self.groups[index];
        group.agent(agent);
        group
    }

    /// Writes a `Sitemap` line: an absolute URL.
    pub fn sitemap(&mut self, url: impl AsRef<[u8]>) -> &mut Self {
        write_line(&mut self.tail, DirectiveKind::Sitemap, Value::Url(url.as_ref()));
        self
    }

    /// Writes a `Host` line.
    pub fn host(&mut self, host: impl AsRef<[u8]>) -> &mut Self {
        write_line(&mut self.tail, DirectiveKind::Host, Value::Encoded(host.as_ref()));
        self
    }

    /// Writes a `Clean-param` line.
    pub fn clean_param(&mut self, line: CleanParam<'_>) -> &mut Self {
        let mut value = Vec::new();
        for (index, param) in line.params().enumerate() {
            if index > 0 {
                value.push(b'&');
            }
            value.extend(param);
        }
        if let Some(path) = line.path() {
            value.push(b' ');
            value.extend(path);
        }
        write_line(&mut self.tail, DirectiveKind::CleanParam, Value::Encoded(&value));
        self
    }

    /// Writes a `License` line for the site: an absolute URL, for crawlers whose groups have none.
    pub fn license(&mut self, url: impl AsRef<[u8]>) -> &mut Self {
        write_line(&mut self.head, DirectiveKind::License, Value::Url(url.as_ref()));
        self
    }

    /// Writes a `Content-Signal` line for the site: for crawlers whose groups have none.
    pub fn content_signal(&mut self, signals: &ContentSignal) -> &mut Self {
        write_display(&mut self.head, DirectiveKind::ContentSignal, signals);
        self
    }

    /// Writes any other line, before the groups, so that it belongs to no group, except in dialects
    /// with [`rules_before_groups`](crate::Dialect::rules_before_groups). Nothing is written if the
    /// key is empty, or names crawlers in some dialect: they would join the first group.
    pub fn line(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> &mut Self {
        write_other(&mut self.head, key.as_ref(), value.as_ref());
        self
    }

    /// The file, byte by byte as it was given.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Vec::new();
        // If the file began with a byte order mark, readers would drop it; some also drop a part of
        // one. An empty first line prevents that.
        if self.head.first().is_some_and(|byte| !byte.is_ascii()) {
            file.push(b'\n');
        }
        file.extend(&self.head);
        let part = |file: &mut Vec<u8>| {
            if !file.is_empty() {
                file.push(b'\n');
            }
        };
        for group in &self.groups {
            part(&mut file);
            file.extend(&group.lines);
            if !group.has_rules {
                file.extend(b"Disallow:\n");
            }
        }
        if !self.tail.is_empty() {
            part(&mut file);
            file.extend(&self.tail);
        }
        file
    }
}

impl GroupBuilder {
    /// Writes a `User-agent` line: the group applies to this product token too.
    pub fn agent(&mut self, agent: impl AsRef<[u8]>) -> &mut Self {
        write_line(
            &mut self.lines,
            DirectiveKind::UserAgent,
            Value::Text(agent.as_ref()),
        );
        self
    }

    /// Writes an `Allow` line.
    pub fn allow(&mut self, pattern: impl AsRef<[u8]>) -> &mut Self {
        self.rule(RuleKind::Allow, pattern)
    }

    /// Writes a `Disallow` line. An empty pattern disallows nothing.
    pub fn disallow(&mut self, pattern: impl AsRef<[u8]>) -> &mut Self {
        self.rule(RuleKind::Disallow, pattern)
    }

    /// Writes a rule of either kind.
    pub fn rule(&mut self, kind: RuleKind, pattern: impl AsRef<[u8]>) -> &mut Self {
        let key = match kind {
            RuleKind::Allow => DirectiveKind::Allow,
            RuleKind::Disallow => DirectiveKind::Disallow,
        };
        write_line(&mut self.lines, key, Value::Path(pattern.as_ref()));
        self.has_rules = true;
        self
    }

    /// Writes a `Crawl-delay` line.
    pub fn crawl_delay(&mut self, delay: Duration) -> &mut Self {
        write_display(
            &mut self.lines,
            DirectiveKind::CrawlDelay,
            &CrawlDelay::new(delay),
        );
        self
    }

    /// Writes a `Request-rate` line.
    pub fn request_rate(&mut self, rate: RequestRate) -> &mut Self {
        write_display(&mut self.lines, DirectiveKind::RequestRate, &rate);
        self
    }

    /// Writes a `Visit-time` line.
    pub fn visit_time(&mut self, visit: TimeWindow) -> &mut Self {
        write_display(&mut self.lines, DirectiveKind::VisitTime, &visit);
        self
    }

    /// Writes a `Robot-version` line. It counts only directly after the User-agent lines.
    pub fn robot_version(&mut self, version: RobotVersion) -> &mut Self {
        write_display(&mut self.lines, DirectiveKind::RobotVersion, &version);
        self
    }

    /// Writes a `License` line: an absolute URL.
    pub fn license(&mut self, url: impl AsRef<[u8]>) -> &mut Self {
        write_line(&mut self.lines, DirectiveKind::License, Value::Url(url.as_ref()));
        self
    }

    /// Writes a `Content-Signal` line.
    pub fn content_signal(&mut self, signals: &ContentSignal) -> &mut Self {
        write_display(&mut self.lines, DirectiveKind::ContentSignal, signals);
        self
    }

    /// Writes a `Content-Usage` line, from its value as text: a dictionary of Structured Fields,
    /// after a path and a space if it applies to some URLs only.
    ///
    /// Bytes of the path that would end the line or begin a comment are percent-encoded, which
    /// changes nothing about what it matches.
    pub fn content_usage(&mut self, value: impl AsRef<[u8]>) -> &mut Self {
        let value = value.as_ref();
        let path = match value.first() {
            Some(b'/') => value
                .iter()
                .position(|byte| is_blank(*byte))
                .unwrap_or(value.len()),
            _ => 0,
        };
        let mut line = Vec::new();
        for &byte in &value[..path] {
            if is_unfit(byte) || byte == 0 {
                line.extend(percent::escaped(byte));
            } else {
                line.push(byte);
            }
        }
        line.extend(&value[path..]);
        write_line(&mut self.lines, DirectiveKind::ContentUsage, Value::Text(&line));
        self
    }

    /// Writes a `Comment` line: a text for the crawler's operator.
    pub fn comment(&mut self, text: impl AsRef<[u8]>) -> &mut Self {
        write_line(
            &mut self.lines,
            DirectiveKind::Comment,
            Value::Text(text.as_ref()),
        );
        self
    }

    /// Writes any other line. Nothing is written if the key is empty, or names crawlers in some
    /// dialect: after a rule, the line would begin another group. For names, use
    /// [`agent`](Self::agent).
    pub fn line(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> &mut Self {
        write_other(&mut self.lines, key.as_ref(), value.as_ref());
        self
    }
}

impl fmt::Display for RobotsTxtBuilder {
    /// Writes the file; bytes that are not UTF-8 are percent-encoded. That changes no pattern, but
    /// it does change the name of a crawler: use [`to_bytes`](Self::to_bytes) if there are such
    /// names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&percent::to_text(&self.to_bytes()))
    }
}

impl From<&RobotsTxt<'_>> for RobotsTxtBuilder {
    /// A builder with the lines of a parsed file: misspelled keys are corrected, and comments,
    /// junk, rules that belong to no group and names that form no group are dropped. The lines of a
    /// group keep their order. Lines outside groups come first, with one exception. A delay, rate
    /// or visit time between groups applies to nobody; in dialects in which it would apply to
    /// everyone at the beginning ([`Dialect::rules_before_groups`]), it comes last.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::write::RobotsTxtBuilder;
    /// use robots_exclusion::{Dialect, RobotsTxt};
    ///
    /// let body = b"disallow: /nobody\nUSER-AGENT:x # me\ndisalow /y\nHost: example.com";
    /// let robots = RobotsTxt::options().dialect(Dialect::GOOGLE).parse(body);
    /// let plain = RobotsTxtBuilder::from(&robots).to_string();
    /// assert_eq!(plain, "User-agent: x\nDisallow: /y\nHost: example.com\n");
    /// ```
    fn from(robots: &RobotsTxt<'_>) -> Self {
        let mut builder = Self::new();
        let mut in_groups = Vec::new();
        let dialect = robots.dialect();
        for group in robots.groups() {
            let mut written = GroupBuilder::default();
            for directive in group.directives() {
                in_groups.push(directive.line());
                written.has_rules |= is_rule(&directive);
                copy_line(&mut written.lines, &directive, robots);
            }
            builder.groups.push(written);
        }
        // Groups and their lines are in file order.
        let first_group = in_groups.first().copied();
        for directive in robots.directives() {
            if is_rule(&directive) || in_groups.binary_search(&directive.line()).is_ok() {
                continue;
            }
            let is_pace = matches!(
                directive.kind(),
                DirectiveKind::CrawlDelay | DirectiveKind::RequestRate | DirectiveKind::VisitTime
            );
            let is_between = first_group.is_some_and(|first| directive.line() > first);
            let lines = if is_pace && is_between && dialect.rules_before_groups {
                &mut builder.tail
            } else {
                &mut builder.head
            };
            unless_it_names_crawlers(lines, |lines| copy_line(lines, &directive, robots));
        }
        builder
    }
}

fn is_rule(directive: &Directive<'_>) -> bool {
    directive.kind().rule_kind().is_some()
}

/// Writes a line of a parsed file. It needs no escaping, since its key and value were on one line.
fn copy_line(lines: &mut Vec<u8>, directive: &Directive<'_>, robots: &RobotsTxt<'_>) {
    let dialect = robots.dialect();
    // User-agent, Allow, Disallow and Sitemap are written in the spelling that every dialect
    // understands; others stay as they are.
    let key = match directive.kind() {
        kind @ (DirectiveKind::UserAgent
        | DirectiveKind::Allow
        | DirectiveKind::Disallow
        | DirectiveKind::Sitemap) => name(kind),
        _ => directive.key(),
    };
    let start = lines.len();
    write_key_value(lines, key, Value::AsIs(directive.value()));
    // A dialect may cut long lines. Written in the shortest way, the line is no longer than it was,
    // so it is not cut at an earlier place.
    let length = lines.len() - start - 1;
    if dialect
        .max_line_bytes
        .is_some_and(|limit| length > limit as usize)
    {
        lines.truncate(start);
        lines.extend(directive.key());
        lines.push(b':');
        lines.extend(directive.value());
        lines.push(b'\n');
    }
    // Other spaces around its colon may change what a line means: to a lenient reader, `User-agent
    // foo : FooBot` is prose, but `User-agent foo: FooBot` names a crawler. Such a line stays as it
    // is.
    let read = Lines::new(&lines[start..], dialect).next();
    let read = read.and_then(|line| Some((line.is_missing_colon(), line.key_value()?)));
    if read.is_some_and(|(is_missing_colon, (_, value))| is_missing_colon || value != directive.value()) {
        let (key, value) = (directive.key_span(), directive.value_span());
        lines.truncate(start);
        lines.extend(&robots.body()[key.start as usize..value.end as usize]);
        lines.push(b'\n');
    }
}

/// What follows the colon.
#[derive(Clone, Copy)]
enum Value<'v> {
    /// A pattern: bytes that no line can hold are percent-encoded, and so are white space and
    /// invisible characters at its ends. Only some readers trim the invisible ones.
    Path(&'v [u8]),
    /// A URL, which is written without its fragment: encoded, it would be a part of the path. Bytes
    /// that no line can hold are percent-encoded, and so is white space at its ends.
    Url(&'v [u8]),
    /// The same for a value that is not a URL, and so has no fragment.
    Encoded(&'v [u8]),
    /// Anything else: bytes that no line can hold become spaces.
    Text(&'v [u8]),
    /// Text that is known to need no changes.
    AsIs(&'v [u8]),
}

/// The key of a kind as it is written.
fn name(kind: DirectiveKind) -> &'static [u8] {
    Key::of(kind).map_or(b"", |key| key.name.as_bytes())
}

fn write_line(lines: &mut Vec<u8>, kind: DirectiveKind, value: Value<'_>) {
    write_key_value(lines, name(kind), value);
}

fn write_key_value(lines: &mut Vec<u8>, key: &[u8], written: Value<'_>) {
    lines.extend(key);
    lines.push(b':');
    let before = lines.len();
    lines.push(b' ');
    match written {
        Value::Path(value) | Value::Url(value) | Value::Encoded(value) => {
            let value = match written {
                Value::Url(url) => &url[..memchr::memchr(b'#', url).unwrap_or(url.len())],
                _ => value,
            };
            // Invisible characters are a part of a path to all but some readers. Around a URL they
            // mean nothing to anybody.
            let seen = match written {
                Value::Path(_) => trim_unseen(value),
                _ => trim(value),
            };
            let start = offset_in(value, seen);
            let inner = start..start + seen.len();
            for (at, byte) in value.iter().enumerate() {
                // A NUL ends the line for some readers, which would shorten the pattern.
                if is_unfit(*byte) || *byte == 0 || !inner.contains(&at) {
                    lines.extend(percent::escaped(*byte));
                } else {
                    lines.push(*byte);
                }
            }
        }
        Value::Text(value) => {
            let blanked: Vec<u8> = value
                .iter()
                .map(|byte| if is_unfit(*byte) { b' ' } else { *byte })
                .collect();
            lines.extend(trim(&blanked));
        }
        Value::AsIs(value) => lines.extend(value),
    }
    if lines.len() == before + 1 {
        lines.pop();
    }
    lines.push(b'\n');
}

/// Writes a line with any key and value.
fn write_other(lines: &mut Vec<u8>, key: &[u8], value: &[u8]) {
    let key: Vec<u8> = key
        .iter()
        .map(|byte| {
            if is_unfit(*byte) || *byte == b':' {
                b' '
            } else {
                *byte
            }
        })
        .collect();
    let key = trim(&key);
    if !key.is_empty() {
        unless_it_names_crawlers(lines, |lines| write_key_value(lines, key, Value::Text(value)));
    }
}

/// Writes a line, unless some dialect reads it as a name of a crawler. Names belong above the rules
/// of their group: anywhere else, readers of that dialect would find another group than the file
/// had, or find the name in the group that follows.
fn unless_it_names_crawlers(lines: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = lines.len();
    write(lines);
    let names_crawlers = |dialect: &Dialect| {
        let line = Lines::new(&lines[start..], *dialect).next();
        let directive = line.and_then(|line| Directive::of(&line, dialect));
        directive.is_some_and(|directive| directive.kind() == DirectiveKind::UserAgent)
    };
    if Dialect::PRESETS
        .iter()
        .any(|(_, dialect)| names_crawlers(dialect))
    {
        lines.truncate(start);
    }
}

fn write_display(lines: &mut Vec<u8>, kind: DirectiveKind, value: &dyn fmt::Display) {
    let mut text = Vec::new();
    write_text(&mut text, value);
    write_line(lines, kind, Value::Text(&text));
}

fn write_text(out: &mut Vec<u8>, value: &dyn fmt::Display) {
    use fmt::Write;

    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{value}");
    out.extend(text.as_bytes());
}

/// Whether a byte would end the line or begin a comment.
fn is_unfit(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn nothing_breaks_out_of_its_line() {
        let mut builder = RobotsTxtBuilder::new();
        builder.line("X:Y\nDisallow", "a\r\n# b");
        builder.line(" ", "lost");
        builder
            .group("Foo\nDisallow: /")
            .disallow("/a\nAllow: /#\0 ")
            .allow(" ")
            .allow("\u{FEFF}/x\u{A0}")
            .comment(" one\ntwo # three\n")
            .line("Noindex", "/x");
        builder.sitemap("https://example.com/#top").host("");
        assert_eq!(
            builder.to_string(),
            "\
X Y Disallow: a    b

User-agent: Foo Disallow: /
Disallow: /a%0AAllow: /%23%00%20
Allow: %20
Allow: %EF%BB%BF/x%C2%A0
Comment: one two   three
Noindex: /x

Sitemap: https://example.com/
Host:
"
        );
    }

    #[test]
    fn bytes_that_are_not_utf_8() {
        let mut builder = RobotsTxtBuilder::new();
        builder.group("*").disallow(b"/caf\xE9");
        assert_eq!(builder.to_bytes(), b"User-agent: *\nDisallow: /caf\xE9\n");
        assert_eq!(builder.to_string(), "User-agent: *\nDisallow: /caf%E9\n");
    }

    #[test]
    fn groups_without_rules_do_not_run_into_the_next() {
        let mut builder = RobotsTxtBuilder::new();
        builder.group("a").crawl_delay(Duration::from_millis(1_500));
        builder.group("b").disallow("/");
        let text = builder.to_string();
        for (name, dialect) in Dialect::PRESETS.iter().copied() {
            let robots = RobotsTxt::options().dialect(dialect).parse(text.as_bytes());
            assert_eq!(robots.groups().count(), 2, "{name}");
            assert!(robots.is_allowed("a", "/"), "{name}");
            assert!(!robots.is_allowed("b", "/"), "{name}");
        }
    }
}
