//! The extension lines on [`Rules`], [`Group`] and [`RobotsTxt`].

use alloc::borrow::Cow;
use core::time::Duration;

use crate::extension::{
    CleanParam, ContentSignal, CrawlDelay, HostLine, Pacing, RequestRate, RobotVersion, SitemapLine,
    TimeWindow, UrlLine,
};
use crate::robots_txt::RobotsTxt;
use crate::robots_txt::group::Group;
use crate::rules::Rules;
use crate::rules::extensions::SiteLines;
use crate::syntax::directive::{Directive, DirectiveKind};
use crate::syntax::record;

/// # Lines besides the rules
///
/// These combine the lines of all groups that apply to the crawler. A line among several User-agent
/// lines applies to the names directly above it, not to names above another such line: RFC 9309
/// lets all of these names share the rules that follow, but a `Crawl-delay` between two names was
/// probably written for one of them. See [`extension`](crate::extension).
impl Rules {
    /// The crawl delay, from the first `Crawl-delay` line whose value is a number.
    ///
    /// Also `None` in dialects whose crawlers ignore the line
    /// ([`Dialect::crawl_delay_lines`](crate::Dialect::crawl_delay_lines)).
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Rules;
    ///
    /// let rules = Rules::parse(b"User-agent: *\nCrawl-delay: 1.5\nCrawl-delay: soon\nDisallow: /x", "FooBot");
    /// assert_eq!(rules.crawl_delay(), Some(Duration::from_millis(1500)));
    /// ```
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.extensions()?.crawl_delay.map(CrawlDelay::duration)
    }

    /// The request rates, in file order. A rate below the slowest one that the crawlers of the
    /// dialect accept ([`Dialect::slowest_request_rate`](crate::Dialect::slowest_request_rate)) is
    /// raised to it.
    #[must_use]
    pub fn request_rates(&self) -> &[RequestRate] {
        self.extensions()
            .map_or(&[], |extensions| &extensions.request_rates)
    }

    /// The windows within which the crawler may visit, in file order. If there are none, it may
    /// always visit.
    #[must_use]
    pub fn visit_times(&self) -> &[TimeWindow] {
        self.extensions()
            .map_or(&[], |extensions| &extensions.visit_times)
    }

    /// Crawl delay, request rates and visit times as one answer.
    ///
    /// # Complexity
    ///
    /// Like [`Pacing::new`]; keep the result if you need it often.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::{Rules, Timestamp};
    ///
    /// let rules = Rules::parse(b"User-agent: *\nCrawl-delay: 2\nVisit-time: 0600-0845", "FooBot");
    /// let seven = Timestamp::from_unix(Duration::from_secs(7 * 3600));
    /// let next = rules.pacing().next_fetch_at(seven, Some(seven), Duration::from_secs(1));
    /// assert_eq!(next.duration_since(seven), Duration::from_secs(2));
    /// ```
    #[must_use]
    pub fn pacing(&self) -> Pacing {
        Pacing::new(self.crawl_delay(), self.request_rates(), self.visit_times())
    }

    /// The content signals, or `None` if there are none.
    ///
    /// Lines outside any group apply to crawlers whose groups have none.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Rules, extension::Signal};
    ///
    /// let body = b"Content-Signal: ai-train=no\nUser-agent: a\nAllow: /\nUser-agent: b\nContent-Signal: search=yes";
    /// assert_eq!(Rules::parse(body, "a").content_signal().unwrap().permits(Signal::AiTrain), Some(false));
    /// assert_eq!(Rules::parse(body, "b").content_signal().unwrap().permits(Signal::AiTrain), None);
    /// ```
    #[must_use]
    pub fn content_signal(&self) -> Option<&ContentSignal> {
        self.extensions()?.content_signal.as_ref()
    }

    /// The URLs of the licenses (RSL), in file order.
    ///
    /// Lines outside any group count for crawlers whose groups have none, as with
    /// [`Rules::content_signal`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Rules;
    ///
    /// let body = b"License: https://example.com/l.xml\nUser-agent: a\nAllow: /\nUser-agent: b\nLicense: https://example.com/b.xml";
    /// let licenses = |agent| Rules::parse(body, agent).licenses().map(|url| url.to_string()).collect::<Vec<_>>();
    /// assert_eq!(licenses("a"), ["https://example.com/l.xml"]);
    /// assert_eq!(licenses("b"), ["https://example.com/b.xml"]);
    /// ```
    pub fn licenses(&self) -> impl Iterator<Item = UrlLine<'_>> {
        let licenses = self
            .extensions()
            .map_or(&[][..], |extensions| &extensions.licenses);
        licenses.iter().filter_map(|url| UrlLine::parse(url).ok())
    }

    /// The values of the file's Sitemap lines, as written, if
    /// [`ParseOptions::keep_site_lines`](crate::ParseOptions::keep_site_lines) asked for them;
    /// otherwise none.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        let lines = self.site_lines().map_or(&[][..], |lines| &lines.sitemaps);
        lines.iter().map(|value| &**value)
    }

    /// The file's preferred host names, if
    /// [`ParseOptions::keep_site_lines`](crate::ParseOptions::keep_site_lines) asked for them;
    /// otherwise none.
    pub fn hosts(&self) -> impl Iterator<Item = HostLine<'_>> {
        let lines = self.site_lines().map_or(&[][..], |lines| &lines.hosts);
        lines.iter().filter_map(|value| HostLine::parse(value).ok())
    }

    fn site_lines(&self) -> Option<&SiteLines> {
        self.extensions()?.site_lines.as_deref()
    }

    /// The values of the `Content-Usage` lines as written, each with its line number, in file
    /// order.
    ///
    /// They are dictionaries of Structured Fields, which the crate `robots-exclusion-page` reads;
    /// it also says which preferences apply to one URL.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Rules;
    ///
    /// let rules = Rules::parse(b"User-agent: *\nContent-Usage: /open/ train-ai=y\nDisallow: /x", "FooBot");
    /// assert_eq!(rules.content_usage().next(), Some((2, &b"/open/ train-ai=y"[..])));
    /// ```
    pub fn content_usage(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let lines = self
            .extensions()
            .map_or(&[][..], |extensions| &extensions.content_usage);
        lines.iter().map(|(number, value)| (*number, &**value))
    }
}

/// # Lines besides the rules
///
/// These read all lines of this group, even lines that apply to only some of its names and lines
/// that the crawlers of the dialect ignore; [`Rules`] have the lines that count for one crawler.
/// Values that are not understood are left out; [`Group::directives`] has them. See
/// [`extension`](crate::extension).
impl<'r> Group<'r> {
    /// The crawl delay, from the first `Crawl-delay` line whose value is a number.
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        let mut values = self.values(DirectiveKind::CrawlDelay);
        values
            .find_map(|value| CrawlDelay::parse(value).ok())
            .map(CrawlDelay::duration)
    }

    /// The request rates, in file order.
    pub fn request_rates(&self) -> impl Iterator<Item = RequestRate> + use<'r> {
        self.values(DirectiveKind::RequestRate)
            .filter_map(|value| RequestRate::parse(value).ok())
    }

    /// The windows within which visits are allowed, in file order.
    pub fn visit_times(&self) -> impl Iterator<Item = TimeWindow> + use<'r> {
        self.values(DirectiveKind::VisitTime)
            .filter_map(|value| TimeWindow::parse(value).ok())
    }

    /// The version on the first `Robot-version` line, wherever in the group the line is;
    /// [`Group::pattern_language`] is its effect.
    #[must_use]
    pub fn robot_version(&self) -> Option<RobotVersion> {
        self.values(DirectiveKind::RobotVersion)
            .next()
            .and_then(|value| RobotVersion::parse(value).ok())
    }

    /// The content signals of all lines of the group together; empty if there are none.
    #[must_use]
    pub fn content_signal(&self) -> ContentSignal {
        ContentSignal::parse_all(self.values(DirectiveKind::ContentSignal))
    }

    /// The URLs of the group's licenses (RSL), in file order.
    pub fn licenses(&self) -> impl Iterator<Item = UrlLine<'r>> + use<'r> {
        self.values(DirectiveKind::License)
            .filter_map(|value| UrlLine::parse(value).ok())
    }

    /// The values of the `Content-Usage` lines as written, in file order; see
    /// [`Rules::content_usage`].
    pub fn content_usage(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        self.values(DirectiveKind::ContentUsage)
    }

    /// The values of the `Comment` lines: texts for the crawler's operator.
    pub fn comment_lines(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        self.values(DirectiveKind::Comment)
    }
}

/// # Lines for the whole file
///
/// These belong to no group, wherever they are. Values that are not understood are left out;
/// [`RobotsTxt::directives`] has them. See [`extension`](crate::extension).
impl RobotsTxt<'_> {
    /// The values of the lines of one kind.
    fn values(&self, kind: DirectiveKind) -> impl Iterator<Item = &[u8]> {
        record::values(self.body(), self.records(), kind)
    }

    /// The Sitemap lines that hold an absolute URL; [`RobotsTxt::sitemaps`] returns other values
    /// too. With the feature `url`, `UrlLine::url` parses the value.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"Sitemap: /relative.xml\nSitemap: https://example.com/s.xml");
    /// assert_eq!(robots.sitemaps().count(), 2);
    /// assert_eq!(robots.sitemap_lines().next().unwrap().as_bytes(), b"https://example.com/s.xml");
    /// ```
    pub fn sitemap_lines(&self) -> impl Iterator<Item = SitemapLine<'_>> {
        self.sitemaps().filter_map(|value| SitemapLine::parse(value).ok())
    }

    /// The preferred host names.
    pub fn hosts(&self) -> impl Iterator<Item = HostLine<'_>> {
        self.values(DirectiveKind::Host)
            .filter_map(|value| HostLine::parse(value).ok())
    }

    /// The query parameters that do not change what a page shows.
    pub fn clean_params(&self) -> impl Iterator<Item = CleanParam<'_>> {
        self.values(DirectiveKind::CleanParam)
            .filter_map(|value| CleanParam::parse(value).ok())
    }

    /// The URL without the parameters that any `Clean-param` line names for it; see
    /// [`CleanParam::apply`].
    ///
    /// # Complexity
    ///
    /// Linear in the body, plus [`CleanParam::apply`] for each `Clean-param` line. To clean many
    /// URLs, collect [`RobotsTxt::clean_params`] first.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"Clean-param: utm_source&utm_medium\nClean-param: sid /forum/");
    /// let url = "https://example.com/forum/?sid=1&t=2&utm_source=x";
    /// assert_eq!(robots.clean_url(url), "https://example.com/forum/?t=2");
    /// ```
    #[must_use]
    pub fn clean_url<'u>(&self, url: &'u str) -> Cow<'u, str> {
        self.clean_params()
            .fold(Cow::Borrowed(url), |url, line| match url {
                Cow::Borrowed(url) => line.apply(url),
                Cow::Owned(url) => Cow::Owned(line.apply(&url).into_owned()),
            })
    }

    /// The URLs of all licenses (RSL), in file order, whether or not they are in a group.
    ///
    /// In RSL, every license is for all crawlers. [`Rules::licenses`] and [`Group::licenses`] take
    /// groups into account.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"License: https://example.com/license.xml\nUser-agent: *\nAllow: /");
    /// assert_eq!(robots.licenses().next().unwrap().as_bytes(), b"https://example.com/license.xml");
    /// ```
    pub fn licenses(&self) -> impl Iterator<Item = UrlLine<'_>> {
        self.values(DirectiveKind::License)
            .filter_map(|value| UrlLine::parse(value).ok())
    }

    /// The URLs of the licenses outside any group, in file order. They are for crawlers whose
    /// groups have no license.
    pub fn site_licenses(&self) -> impl Iterator<Item = UrlLine<'_>> {
        self.values_outside(DirectiveKind::License)
            .filter_map(|(_, value)| UrlLine::parse(value).ok())
    }

    /// The content signals outside any group: the signals of the site, for crawlers whose groups
    /// have none.
    #[must_use]
    pub fn site_content_signal(&self) -> ContentSignal {
        ContentSignal::parse_all(
            self.values_outside(DirectiveKind::ContentSignal)
                .map(|(_, value)| value),
        )
    }

    /// The lines of one kind that are outside any group: their numbers and values.
    #[doc(hidden)]
    pub fn values_outside(&self, kind: DirectiveKind) -> impl Iterator<Item = (u32, &[u8])> {
        let outside = self.grouped_file().grouped.outside();
        outside
            .filter(move |(line, _)| line.kind() == Some(kind))
            .map(|(line, _)| (line.line(), line.value(self.body())))
    }

    /// The lines whose key is not known, each with its number, in file order.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /x\nDisallowAITraining: /\nCrawl-delay: 1");
    /// let unknown: Vec<_> = robots.unknown_directives().map(|line| (line.line(), line.key(), line.value())).collect();
    /// assert_eq!(unknown, [(3, &b"DisallowAITraining"[..], &b"/"[..])]);
    /// ```
    pub fn unknown_directives(&self) -> impl Iterator<Item = Directive<'_>> {
        self.directives()
            .filter(|directive| directive.kind() == DirectiveKind::Unknown)
    }
}
