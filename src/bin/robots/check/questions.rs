//! Every crawler's question about every URL.

use super::report::Report;
use super::site::Site;
use crate::answer::{Compiled, Crawler};
use crate::crawlers::CrawlerQuery;
use crate::failure::Failure;
use crate::input::{UrlLine, Urls};
use crate::output;
use crate::row::Row;

pub(super) struct Questions {
    pub(super) asked: Vec<CrawlerQuery>,
    /// From the command line.
    pub(super) urls: Vec<Vec<u8>>,
    /// From a list that is too long to keep. Only one file can be asked about it.
    pub(super) lines: Option<Urls>,
    /// The size of that list.
    pub(super) bytes: Option<u64>,
}

impl Questions {
    /// Asks one file.
    pub(super) fn ask(&mut self, site: Site, report: &mut Report) -> Result<(), Failure> {
        site.warn_out_of_scope(&self.urls);
        let site = &site;
        let mut crawlers: Vec<Crawler> = self.asked.iter().cloned().map(Crawler::of).collect();
        let mut compiled = Compiled::default();
        report.begin(site, &self.asked)?;
        for url in &self.urls {
            let rows = answers(site, &mut crawlers, &mut compiled, url);
            report.url(site, &self.asked, url, &rows)?;
        }
        let Some(lines) = &mut self.lines else {
            return report.end();
        };
        let bar = output::progress(self.bytes);
        let mut count: u64 = 0;
        while let Some(line) = lines.next_line()? {
            match line {
                UrlLine::Url(url) => {
                    let rows = answers(site, &mut crawlers, &mut compiled, url);
                    report.url(site, &self.asked, url, &rows)?;
                }
                UrlLine::Bad { url, line, error } => report.bad_line(url, line, error)?,
            }
            count += 1;
            if count.is_multiple_of(1024) {
                bar.set_position(lines.bytes_read());
                bar.set_message(count.to_string());
            }
        }
        bar.finish_and_clear();
        report.end()
    }
}

/// The verdict on a URL for each crawler.
fn answers<'a>(
    site: &'a Site,
    crawlers: &'a mut [Crawler],
    compiled: &mut Compiled,
    url: &'a [u8],
) -> Vec<Row<'a>> {
    crawlers
        .iter_mut()
        .zip(&site.of_crawlers)
        .map(|(crawler, view)| {
            let view = &site.views[*view];
            crawler
                .ask(&view.robots, compiled, url)
                .or_substitute(view.substitute)
        })
        .collect()
}
