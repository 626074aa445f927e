//! Whether the value of a line is understood.

use super::{
    CleanParam, ContentSignal, CrawlDelay, HostLine, ParseError, RequestRate, RobotVersion, TimeWindow,
    UrlLine,
};
use crate::syntax::{Directive, DirectiveKind};

impl Directive<'_> {
    /// Why the value of a line other than a rule is not understood; for a list, why its first
    /// invalid item is not. `None` if the value is understood, or if lines of this kind may hold
    /// any text. `Content-Usage` lines are text here; the crate `robots-exclusion-page` reads their
    /// values.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nCrawl-delay: 2\nCrawl-delay: soon\nVisit-time: 0600\n");
    /// let bad = robots.directives().filter(|line| line.value_error().is_some());
    /// assert_eq!(bad.map(|line| line.line()).collect::<Vec<_>>(), [3, 4]);
    /// ```
    #[must_use]
    pub fn value_error(&self) -> Option<ParseError> {
        let value = self.value();
        match self.kind() {
            DirectiveKind::CrawlDelay => CrawlDelay::parse(value).err(),
            DirectiveKind::RequestRate => RequestRate::parse(value).err(),
            DirectiveKind::VisitTime => TimeWindow::parse(value).err(),
            DirectiveKind::RobotVersion => RobotVersion::parse(value).err(),
            DirectiveKind::CleanParam => CleanParam::parse(value).err(),
            DirectiveKind::Host => HostLine::parse(value).err(),
            DirectiveKind::ContentSignal => ContentSignal::items(value).find_map(|(_, signal)| signal.err()),
            DirectiveKind::Sitemap
            | DirectiveKind::License
            | DirectiveKind::Agentmap
            | DirectiveKind::Schemamap
            | DirectiveKind::LlmPolicy => UrlLine::parse(value).err(),
            _ => None,
        }
    }
}
