//! Every crawler's question about every URL.

use robots_exclusion::fetch::in_scope;
use url::Url;

use super::report::VerdictPrinter;
use crate::answer::{Compiled, PreparedCrawler};
use crate::crawlers::CrawlerQuery;
use crate::failure::Failure;
use crate::input::Urls;
use crate::output;
use crate::row::AnswerRow;
use crate::views::Views;

pub(super) struct Questions<'a> {
    pub(super) asked: &'a [CrawlerQuery],
    /// From the command line.
    pub(super) urls: Vec<Vec<u8>>,
    /// From a list that is too long to keep. Only one file can be asked about it.
    pub(super) lines: Option<Urls>,
}

impl Questions<'_> {
    /// Asks one file.
    pub(super) fn ask(&mut self, views: &Views, report: &mut VerdictPrinter) -> Result<(), Failure> {
        self.warn_out_of_scope(views);
        let mut crawlers: Vec<PreparedCrawler> =
            self.asked.iter().cloned().map(PreparedCrawler::of).collect();
        let mut compiled = Compiled::default();
        report.begin(views, self.asked)?;
        for url in &self.urls {
            let rows = answers(views, &mut crawlers, &mut compiled, url);
            report.url(views, self.asked, url, rows)?;
        }
        let Some(lines) = &mut self.lines else {
            return report.end();
        };
        lines.for_each(|line| match line.error {
            None => {
                let rows = answers(views, &mut crawlers, &mut compiled, line.url);
                report.url(views, self.asked, line.url, rows)
            }
            Some(error) => report.bad_line(line.url, line.number, error),
        })?;
        report.end()
    }

    /// Warns about URLs that the file does not apply to, because it was fetched from another site.
    fn warn_out_of_scope(&self, views: &Views) {
        let Some(robots) = &views.url else { return };
        let urls = self.urls.iter();
        let parsed = urls.filter_map(|url| Url::parse(std::str::from_utf8(url).ok()?).ok());
        for url in parsed.filter(|url| !in_scope(url, robots)) {
            output::warn(&format_args!(
                "{robots} does not apply to {url}; the robots.txt of that host does"
            ));
        }
    }
}

/// The verdict on a URL for each crawler.
fn answers<'a>(
    views: &'a Views,
    crawlers: &'a mut [PreparedCrawler],
    compiled: &mut Compiled,
    url: &'a [u8],
) -> Vec<AnswerRow<'a>> {
    crawlers
        .iter_mut()
        .zip(views.by_crawler())
        .map(|(crawler, view)| {
            crawler
                .ask(&view.robots, compiled, url)
                .or_substitute(view.substitute)
        })
        .collect()
}
