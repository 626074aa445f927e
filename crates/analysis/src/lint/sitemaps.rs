//! Sitemap lines.

use std::collections::BTreeMap;

use super::{Code, LintOptions, Run, Severity};
use crate::lint::engine::document::{Document, Entry, shown, shown_line};
use crate::lint::engine::findings::{Finding, Findings};
use crate::lint::engine::meant;
use crate::lint::rules::escapes::{escaped, first_entity, without_entities};
use robots_exclusion::companions::gathered;
#[cfg(feature = "url")]
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::robots_txt_itself;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::whitespace::trim_unseen;
use robots_exclusion::extension::SitemapLine;
#[cfg(feature = "url")]
use robots_exclusion::fetch::is_public_address;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings, options) = (run.document, &mut run.findings, run.options);
    let skip_checks = &run.marks.skip_checks;
    let mut seen: BTreeMap<&[u8], u32> = BTreeMap::new();
    let context = Context::new(document, options);
    let sitemaps = document
        .entries()
        .filter_map(|entry| entry.of_kind(DirectiveKind::Sitemap));
    let named: BTreeMap<&[u8], u32> = gathered(sitemaps.map(|sitemap| (sitemap.value(), sitemap.line())));
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.of_kind(DirectiveKind::Sitemap) else {
            continue;
        };
        if skip_checks[index] {
            continue;
        }
        let value = directive.value();
        let line = Line {
            document,
            named: &named,
            index,
            entry,
            directive,
        };
        if line.has_several_urls(findings)
            || line.is_marked_up(findings)
            || line.has_blank(findings)
            || line.is_wrapped(findings)
        {
            continue;
        }
        match SitemapLine::parse(value) {
            Ok(url) if url.as_bytes() == value => {
                if let Some(first) = seen.get(value) {
                    line.repeats(findings, *first as usize - 1);
                    continue;
                }
                seen.insert(value, directive.line());
                if !line.leads_to_robots_txt(findings) {
                    line.leads_to_page(findings);
                    context.check(document, findings, directive, url);
                }
            }
            _ if value.is_empty() => line.is_empty(findings),
            _ => line.is_no_url(findings, &context),
        }
    }
}

/// A Sitemap line.
struct Line<'l, 'd, 'b> {
    document: &'d Document<'b>,
    /// The lines of the file that have a value.
    named: &'l BTreeMap<&'b [u8], u32>,
    index: usize,
    entry: Entry<'b>,
    directive: Directive<'b>,
}

impl Line<'_, '_, '_> {
    /// Offers the line with another URL, or to remove it if another line has that URL.
    fn write(&self, finding: Finding<'_, '_, '_>, url: &[u8]) {
        match self.named.get(url) {
            Some(line) => finding.remove_because(
                format!("remove the line: line {line} names the same sitemap"),
                self.index,
            ),
            None => finding.write(
                self.index,
                self.document.line_with(self.index, self.directive.value(), url),
            ),
        }
    }

    fn has_several_urls(&self, findings: &mut Findings<'_, '_>) -> bool {
        let value = self.directive.value();
        let urls = several(value);
        if urls.len() < 2 {
            return false;
        }
        findings.report(
            Code::BadSitemap,
            self.directive.value_span(),
            || format!("{} URLs on one line are read as one", urls.len()),
            |finding| {
                let line = self.entry.line.text();
                let head = &line[..robots_exclusion::companions::offset_in(line, value)];
                let lines: Vec<Vec<u8>> = urls.iter().map(|url| [head, url].concat()).collect();
                let text = lines.join(self.document.line_end().as_bytes());
                finding.write(self.index, self.document.line_with(self.index, line, &text));
            },
        );
        true
    }

    /// `https://…/s.xml<br>`, `https://…/s.xml?a=1&amp;b=2`
    fn is_marked_up(&self, findings: &mut Findings<'_, '_>) -> bool {
        let value = self.directive.value();
        // What else is wrong with a URL that has blanks is seen once these are gone.
        let Some((part, url)) = html(value).filter(|_| spaced_url(value).is_none()) else {
            return false;
        };
        findings.report(
            Code::HtmlEntity,
            self.document.span_of(part),
            || format!("`{}` is HTML, not part of a URL", shown(part)),
            |finding| self.write(finding, &url),
        );
        true
    }

    /// A URL with a blank that slipped in, as in `https://www.example.com/ sitemap.xml`, or with one that
    /// may be meant, as in `https://www.example.com/my site.xml`.
    fn has_blank(&self, findings: &mut Findings<'_, '_>) -> bool {
        let value = self.directive.value();
        let span = self.directive.value_span();
        if let Some(url) = spaced_url(value) {
            findings.report(
                Code::RelativeSitemap,
                span,
                || "there is a space within the URL".into(),
                |finding| self.write(finding, &url),
            );
            return true;
        }
        let is_absolute = SitemapLine::parse(value).is_ok_and(|line| line.as_bytes() == value);
        let at = value.iter().position(|byte| is_blank(*byte));
        let Some(at) = at.filter(|_| is_absolute) else {
            return false;
        };
        let (url, rest) = (&value[..at], value[at..].trim_ascii_start());
        findings.report(
            Code::BadSitemap,
            span,
            || "there is a space within the URL: crawlers read all of it as the URL".into(),
            |finding| {
                let remark = rest
                    .strip_prefix(b"//")
                    .or(rest.strip_prefix(b"--"))
                    .unwrap_or(rest);
                finding.weighing(Severity::Warning).rewrite_either(
                    self.index,
                    value,
                    (escaped(value), "if the space is a part of the URL"),
                    (
                        [url, b" # ", remark.trim_ascii_start()].concat(),
                        "if the rest is a remark",
                    ),
                );
            },
        );
        true
    }

    /// A URL with invisible characters around it, or with quotes: `"https://…"`, `<https://…>`. This
    /// library trims no-break spaces, and so reads a URL between them; other readers do not.
    fn is_wrapped(&self, findings: &mut Findings<'_, '_>) -> bool {
        let value = self.directive.value();
        let is_url = |value: &[u8]| SitemapLine::parse(value).is_ok_and(|line| line.as_bytes() == value);
        if is_url(value) {
            return false;
        }
        if SitemapLine::parse(trim_unseen(value)).is_ok() {
            findings.report(
                Code::RelativeSitemap,
                self.directive.value_span(),
                || "there is an invisible character before or after the URL".into(),
                |finding| self.write(finding, trim_unseen(value)),
            );
            return true;
        }
        let Some(url) = quoted_url(value) else {
            return false;
        };
        findings.report(
            Code::RelativeSitemap,
            self.directive.value_span(),
            || {
                let mark = String::from_utf8_lossy(value).chars().next().unwrap_or_default();
                format!("`{mark}` is a part of the value: the URL is not quoted")
            },
            |finding| self.write(finding, url),
        );
        true
    }

    fn repeats(&self, findings: &mut Findings<'_, '_>, first: usize) {
        let first = self.document.entry(first).line.span();
        findings.report(
            Code::RepeatedSitemap,
            self.directive.value_span(),
            || "this sitemap is already named above".into(),
            |finding| {
                let finding = finding.related(first, "it is named here");
                finding.unasked().remove(self.index);
            },
        );
    }

    fn leads_to_robots_txt(&self, findings: &mut Findings<'_, '_>) -> bool {
        if !is_robots_txt(self.directive.value()) {
            return false;
        }
        findings.report(
            Code::BadSitemap,
            self.directive.value_span(),
            || "this is the URL of a robots.txt, not of a sitemap".into(),
            |finding| finding.help("write the URL of the sitemap, or remove the line"),
        );
        true
    }

    fn leads_to_page(&self, findings: &mut Findings<'_, '_>) {
        if !is_page(self.directive.value()) {
            return;
        }
        findings.report(
            Code::BadSitemap,
            self.directive.value_span(),
            || "this is the URL of a page: crawlers read sitemaps in XML, feeds, and lists of URLs in plain text".into(),
            |finding| {
                let is_xml = |value: &[u8]| {
                    let value = value.to_ascii_lowercase();
                    value.ends_with(b".xml") || value.ends_with(b".xml.gz")
                };
                let mut others = self.document.entries().enumerate();
                let other = others.find(|(_, entry)| {
                    entry.of_kind(DirectiveKind::Sitemap).is_some_and(|other| is_xml(other.value()))
                });
                let finding = finding.weighing(Severity::Info);
                match other {
                    Some((line, _)) => finding.help(format!(
                        "remove the line: line {} names an XML sitemap already; keep it if XML is served under this name too",
                        line + 1
                    )),
                    None => finding
                        .help("name the XML sitemap, if there is one; keep the line if XML is served under this name"),
                }
            },
        );
    }

    fn is_no_url(&self, findings: &mut Findings<'_, '_>, context: &Context<'_>) {
        let value = self.directive.value();
        if let Some(scheme) = other_scheme(value) {
            findings.report(
                Code::BadSitemap,
                self.directive.value_span(),
                || format!("crawlers do not fetch `{}:` URLs", shown(scheme)),
                |finding| finding.help("write a URL that begins with `https://`"),
            );
            return;
        }
        if let Some((placeholder, rest)) = unfilled(value) {
            findings.report(
                Code::RelativeSitemap,
                self.directive.value_span(),
                || {
                    format!(
                        "`{}` in this URL is a placeholder that was not filled in",
                        shown(placeholder)
                    )
                },
                |finding| {
                    let url = [b"https", rest].concat();
                    self.write(finding, &url);
                },
            );
            return;
        }
        findings.report(
            Code::RelativeSitemap,
            self.directive.value_span(),
            || {
                format!(
                    "`{}` is not a whole URL, with `https://` and the host",
                    shown(value)
                )
            },
            |finding| match context.absolute(value) {
                Some(url) => self.write(finding, &url),
                None => finding.help("write the whole URL, with scheme and host"),
            },
        );
    }

    fn is_empty(&self, findings: &mut Findings<'_, '_>) {
        let document = self.document;
        let below = document
            .get_entry(self.index + 1)
            .and_then(|entry| entry.bare_url());
        let below = below.filter(|_| self.entry.line.comment().is_none());
        findings.report(
            Code::BadSitemap,
            self.entry.line.span(),
            || match below {
                Some(_) => "the URL of this sitemap is on the next line".into(),
                None => "the line has no URL".into(),
            },
            |finding| match below {
                Some(url) => {
                    let key = self.entry.line.text();
                    let between = Span {
                        start: document.span_of(key).end,
                        end: document.span_of(url).start,
                    };
                    let help = format!("write `{} {}`", shown(key), shown_line(url));
                    finding.offer(help, between, b" ".into());
                }
                // Crawlers ignore it, and only the hint that there is a sitemap is lost.
                None => finding
                    .weighing(Severity::Warning)
                    .help("write the URL of the sitemap, or remove the line"),
            },
        );
    }
}

/// Whether the path of an absolute URL ends as those of pages do.
fn is_page(url: &[u8]) -> bool {
    let path = url
        .split(|byte| matches!(byte, b'?' | b'#'))
        .next()
        .unwrap_or_default();
    let ending = path.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    [&b"html"[..], b"htm", b"xhtml"]
        .iter()
        .any(|page| ending.eq_ignore_ascii_case(page))
}

/// Whether an absolute URL leads to the robots.txt of a host.
fn is_robots_txt(url: &[u8]) -> bool {
    let host = memchr::memmem::find(url, b"://").map_or(0, |at| at + 3);
    let path = memchr::memchr(b'/', &url[host..]).map_or(&b""[..], |at| &url[host + at..]);
    path.eq_ignore_ascii_case(robots_txt_itself::PATH)
}

/// The URLs of a value that stands for several, separated by spaces, commas or semicolons. Empty if
/// any part is not a URL, since a comma or semicolon may be part of one.
fn several(value: &[u8]) -> Vec<&[u8]> {
    let is_url = |part: &&[u8]| {
        let head = part
            .get(..part.len().min(8))
            .unwrap_or_default()
            .to_ascii_lowercase();
        head.starts_with(b"http://") || head.starts_with(b"https://")
    };
    let parts = value
        .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';'))
        .filter(|part| !part.is_empty());
    let parts: Vec<&[u8]> = parts.collect();
    if parts.iter().all(is_url) {
        parts
    } else {
        Vec::new()
    }
}

/// The first part of a value that is HTML, and the URL that is left without HTML.
fn html(value: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    let (part, url) = match meant::html_tag(value) {
        Some(tag) => (tag, meant::without_html_tags(value)),
        None => (first_entity(value)?, value.to_vec()),
    };
    let url = without_entities(&url);
    SitemapLine::parse(&url).is_ok().then_some((part, url))
}

/// The URL within quotes or angle brackets.
fn quoted_url(value: &[u8]) -> Option<&[u8]> {
    let inner = match value {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] | [b'<', inner @ .., b'>'] => inner,
        // The quotes of word processors.
        _ => meant::unquoted(value),
    };
    if inner.len() == value.len() {
        return None;
    }
    let inner = inner.trim_ascii();
    SitemapLine::parse(inner).is_ok().then_some(inner)
}

/// A URL that a single run of spaces breaks after a slash, without the spaces.
fn spaced_url(value: &[u8]) -> Option<Vec<u8>> {
    let (start, end) = value.split_at(value.iter().position(|byte| is_blank(*byte))?);
    let end = end.trim_ascii_start();
    let is_one = start.ends_with(b"/") && !end.iter().any(|byte| is_blank(*byte) || *byte == b':');
    let url = [start, end].concat();
    (is_one && SitemapLine::parse(&url).is_ok()).then_some(url)
}

/// The placeholder in which a program should have written the scheme of a URL, and what follows it:
/// `{1}` and `://www.example.com/sitemap.xml`.
fn unfilled(value: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memmem::find(value, b"://")?;
    let (placeholder, rest) = value.split_at(end);
    let is_one = matches!(
        placeholder,
        [b'{', .., b'}'] | [b'[', .., b']'] | [b'%', .., b'%']
    );
    let has_host = rest.get(3).is_some_and(u8::is_ascii_alphanumeric);
    (is_one && has_host).then_some((placeholder, rest))
}

/// The scheme of a URL that is not on the web: `mailto:x@example.com`. A port may follow a host
/// without a scheme.
fn other_scheme(value: &[u8]) -> Option<&[u8]> {
    let colon = memchr::memchr(b':', value)?;
    let (scheme, rest) = (&value[..colon], &value[colon + 1..]);
    let is_scheme = !scheme.is_empty() && scheme.iter().all(u8::is_ascii_alphabetic);
    let is_web = scheme
        .get(..4)
        .is_some_and(|head| head.eq_ignore_ascii_case(b"http"));
    (is_scheme && !is_web && !rest.first().is_some_and(u8::is_ascii_digit)).then_some(scheme)
}

/// Facts about the site.
struct Context<'d> {
    /// Scheme and authority of the site, if the options or the file give them.
    origin: Option<Vec<u8>>,
    #[cfg(feature = "url")]
    url: Option<&'d url::Url>,
    /// Whether all sitemaps are on one host, so that it is probably the host of the file.
    #[cfg(feature = "url")]
    is_one_host: bool,
    /// The rules of `*`, compiled for the first sitemap that is on the host of the file, or probably
    /// is.
    #[cfg(feature = "url")]
    rules: core::cell::OnceCell<robots_exclusion::Rules>,
    /// How many sitemaps were asked about.
    #[cfg(feature = "url")]
    asked: core::cell::Cell<usize>,
    #[cfg(not(feature = "url"))]
    of: core::marker::PhantomData<&'d ()>,
}

impl<'d> Context<'d> {
    #[cfg_attr(
        not(feature = "url"),
        expect(unused_variables, reason = "there is no URL to know")
    )]
    fn new(document: &Document<'_>, options: &'d LintOptions) -> Self {
        let origin_of = |value: &[u8]| {
            let authority = value.windows(3).position(|three| three == b"://")? + 3;
            let slash = value[authority..].iter().position(|byte| *byte == b'/');
            Some(value[..slash.map_or(value.len(), |slash| authority + slash)].to_vec())
        };
        let mut origins = document.entries().filter_map(|entry| {
            let directive = entry.of_kind(DirectiveKind::Sitemap)?;
            let line = SitemapLine::parse(directive.value()).ok()?;
            origin_of(line.as_bytes())
        });
        let first = origins.next();
        #[cfg(feature = "url")]
        {
            let url = options.url.as_ref();
            Self {
                is_one_host: origins.all(|origin| first.as_ref() == Some(&origin)),
                origin: url.and_then(|url| origin_of(url.as_str().as_bytes())).or(first),
                url,
                rules: core::cell::OnceCell::new(),
                asked: core::cell::Cell::new(0),
            }
        }
        #[cfg(not(feature = "url"))]
        Self {
            origin: first,
            of: core::marker::PhantomData,
        }
    }

    /// The absolute form of a relative URL; `None` if it is unclear what it is relative to.
    fn absolute(&self, value: &[u8]) -> Option<Vec<u8>> {
        // `//host/x`, `/x` and `x`. It is not clear whether `a/b` begins with a host or a folder.
        if value.starts_with(b"//") {
            let origin = self.origin.as_deref().unwrap_or(b"https://");
            let scheme = origin.windows(3).position(|three| three == b"://")?;
            return Some([&origin[..=scheme], value].concat());
        }
        let origin = self.origin.as_ref()?;
        match value {
            [b'/', ..] => Some([origin, value].concat()),
            _ if value
                .iter()
                .any(|byte| matches!(byte, b'/' | b':') || !byte.is_ascii_graphic()) =>
            {
                None
            }
            _ => Some([origin, &b"/"[..], value].concat()),
        }
    }

    #[cfg(not(feature = "url"))]
    fn check(
        &self,
        _document: &Document<'_>,
        _findings: &mut Findings<'_, '_>,
        _directive: Directive<'_>,
        _line: SitemapLine<'_>,
    ) {
    }

    #[cfg(feature = "url")]
    fn check(
        &self,
        document: &Document<'_>,
        findings: &mut Findings<'_, '_>,
        directive: Directive<'_>,
        line: SitemapLine<'_>,
    ) {
        let span = directive.value_span();
        let value = directive.value();
        // In `https://https://…` the host would be `https`.
        let doubled = value
            .windows(3)
            .position(|three| three == b"://")
            .map(|at| &value[at + 3..])
            .filter(|rest| rest.starts_with(b"http://") || rest.starts_with(b"https://"));
        if let Some(rest) = doubled {
            findings.report(
                Code::BadSitemap,
                span,
                || "the URL has two schemes".into(),
                |finding| {
                    let index = directive.line() as usize - 1;
                    finding.write(index, document.line_with(index, value, rest));
                },
            );
            return;
        }
        let sitemap = match line.url() {
            Ok(url) if matches!(url.scheme(), "http" | "https") => url,
            Ok(url) => {
                findings.report(
                    Code::BadSitemap,
                    span,
                    || format!("crawlers do not fetch `{}:` URLs", shown(url.scheme().as_bytes())),
                    |finding| finding.help("write a URL that begins with `https://`"),
                );
                return;
            }
            Err(_) => {
                findings.report(
                    Code::BadSitemap,
                    span,
                    || format!("`{}` is not a valid URL", shown(value)),
                    |finding| finding.help("write the URL as a browser shows it"),
                );
                return;
            }
        };
        if is_private(&sitemap) {
            findings.report(
                Code::UnreachableSitemap,
                span,
                || {
                    format!(
                        "crawlers cannot reach `{}`",
                        shown(sitemap.authority().as_bytes())
                    )
                },
                |finding| finding.help("write the public URL of the sitemap"),
            );
            return;
        }
        if let Some(placeholder) = placeholder(&sitemap, self.url) {
            findings.report(
                Code::BadSitemap,
                span,
                || format!("`{placeholder}` stands for the host of a site in examples"),
                |finding| finding.help("write the host of this site"),
            );
            return;
        }
        let Some(own) = self.url else {
            if is_for_tests(&sitemap) {
                report_host_for_tests(findings, span, &sitemap);
            } else if self.is_one_host {
                self.check_rules(document, findings, span, &sitemap);
            }
            return;
        };
        self.compare(document, findings, span, &sitemap, own);
    }

    /// Reports a sitemap that is at another place than the file, or that the rules disallow.
    #[cfg(feature = "url")]
    fn compare(
        &self,
        document: &Document<'_>,
        findings: &mut Findings<'_, '_>,
        span: Span,
        sitemap: &url::Url,
        own: &url::Url,
    ) {
        if sitemap.host() != own.host() && is_for_tests(sitemap) {
            report_host_for_tests(findings, span, sitemap);
        } else if sitemap.host() != own.host() {
            findings.report(
                Code::ForeignSitemap,
                span,
                || {
                    format!(
                        "the sitemap is on `{}`, this file on `{}`",
                        shown(sitemap.authority().as_bytes()),
                        shown(own.authority().as_bytes())
                    )
                },
                |finding| finding.help("check whether the other host is meant"),
            );
        } else if sitemap.scheme() != own.scheme() {
            findings.report(
                Code::ForeignSitemap,
                span,
                || {
                    format!(
                        "the sitemap is at `{}:`, this file at `{}:`",
                        sitemap.scheme(),
                        own.scheme()
                    )
                },
                |finding| finding.help("write the scheme under which the site is served"),
            );
        } else if sitemap.origin() == own.origin() {
            self.check_rules(document, findings, span, sitemap);
        }
    }

    /// Reports a sitemap that the rules of `*` disallow, where it is on the host of the file, or
    /// probably is.
    #[cfg(feature = "url")]
    fn check_rules(
        &self,
        document: &Document<'_>,
        findings: &mut Findings<'_, '_>,
        span: Span,
        sitemap: &url::Url,
    ) {
        // A file may have thousands, and rules that take long for each.
        const MAX_ASKED: usize = 200;
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() > MAX_ASKED {
            return;
        }
        let rules = self.rules.get_or_init(|| {
            let options = robots_exclusion::ParseOptions::new().dialect(document.dialect);
            options.rules_for(document.body, "*")
        });
        let verdict = rules.check(sitemap.as_str());
        let rule = verdict.rule().filter(|_| !verdict.is_allowed());
        // If `*` may fetch nothing, the sitemap is for the crawlers that have groups of their own.
        let blocks_all = |rule: &&robots_exclusion::Rule<'_>| {
            let index = rule.line() as usize - 1;
            let language = document.language_at(index);
            pattern::matches_all(rule.pattern(), language)
        };
        let Some(rule) = rule.filter(|rule| !blocks_all(rule)) else {
            return;
        };
        let deciding = document.entry(rule.line() as usize - 1).line.span();
        findings.report(
            Code::BlockedSitemap,
            span,
            || format!("`{rule}` disallows this sitemap"),
            |finding| {
                let path = shown(sitemap.path().as_bytes());
                let assumed = match (self.url, sitemap.host_str()) {
                    (None, Some(host)) => format!(", if this is the robots.txt of `{host}`"),
                    _ => String::new(),
                };
                finding
                    .related(deciding, "this rule disallows it")
                    .help(format!("add `Allow: {path}`, or move the sitemap{assumed}"));
            },
        );
    }
}

/// The host of a sitemap, if it is one that stands for a site in examples: `yourdomain.com`, or
/// `www.example.com` where the file is known to be of another site.
#[cfg(feature = "url")]
fn placeholder<'s>(sitemap: &'s url::Url, own: Option<&url::Url>) -> Option<&'s str> {
    const NAMES: [&str; 8] = [
        "yourdomain",
        "your-domain",
        "yoursite",
        "your-site",
        "yourwebsite",
        "your-website",
        "mydomain",
        "domainname",
    ];
    let host = sitemap.host_str()?;
    if own.is_some_and(|own| own.host() == sitemap.host()) {
        return None;
    }
    let name = |host: &'s str| host.rsplit('.').nth(1);
    let is_example = |host: &str| {
        let endings = ["example.com", "example.org", "example.net"];
        endings.iter().any(|ending| {
            host.strip_suffix(ending)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    };
    // The documentation of this library, among others, is about `www.example.com`.
    let is_of_site = own
        .and_then(url::Url::host_str)
        .is_some_and(|own| !is_example(own));
    (NAMES.contains(&name(host)?) || is_of_site && is_example(host)).then_some(host)
}

/// Whether the first name of a host is one that people give to copies of a site for tests.
#[cfg(feature = "url")]
fn is_for_tests(sitemap: &url::Url) -> bool {
    const NAMES: [&str; 8] = ["dev", "preprod", "qa", "stage", "staging", "stg", "test", "uat"];
    let first = sitemap.host_str().and_then(|host| host.split('.').next());
    first.is_some_and(|first| NAMES.contains(&first))
}

#[cfg(feature = "url")]
fn report_host_for_tests(findings: &mut Findings<'_, '_>, span: Span, sitemap: &url::Url) {
    findings.report(
        Code::ForeignSitemap,
        span,
        || {
            format!(
                "the sitemap is on `{}`, a host for tests by its name",
                shown(sitemap.authority().as_bytes())
            )
        },
        |finding| finding.help("write the URL of the public sitemap, unless this file is for that host"),
    );
}

/// Whether a host has a meaning only within a private network.
#[cfg(feature = "url")]
fn is_private(url: &url::Url) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(address)) => !is_public_address(address.into()),
        Some(url::Host::Ipv6(address)) => !is_public_address(address.into()),
        Some(url::Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let last = name.rsplit('.').next().unwrap_or(name);
            last == name || matches!(last, "localhost" | "local" | "internal" | "test" | "invalid")
        }
        None => true,
    }
}
