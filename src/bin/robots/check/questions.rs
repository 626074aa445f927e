//! Every crawler's question about every URL.

use robots_exclusion::GroupIndex;

use super::report::Report;
use super::site::Site;
use crate::answer::{Compiled, Crawler, File};
use crate::crawlers::Asked;
use crate::failure::Failure;
use crate::input::{UrlLine, Urls};
use crate::output;
use crate::row::Row;

/// How many crawlers find their groups by reading the file; an index is made for more.
const FEW: usize = 8;

pub(super) struct Questions {
    pub(super) asked: Vec<Asked>,
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
        let robots = site.views.iter().map(|view| &view.robots);
        if self.asked.len() <= FEW {
            self.ask_files(&site, &robots.collect::<Vec<_>>(), report)
        } else {
            let indexes: Vec<GroupIndex<'_>> = robots.map(GroupIndex::new).collect();
            self.ask_files(&site, &indexes.iter().collect::<Vec<_>>(), report)
        }
    }

    /// Asks one file, as each dialect reads it.
    fn ask_files<F: File>(&mut self, site: &Site, files: &[&F], report: &mut Report) -> Result<(), Failure> {
        let mut crawlers: Vec<Crawler> = self.asked.iter().cloned().map(Crawler::of).collect();
        let mut compiled = Compiled::default();
        report.begin(site, &self.asked)?;
        for url in &self.urls {
            let rows = answers(site, files, &mut crawlers, &mut compiled, url);
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
                    let rows = answers(site, files, &mut crawlers, &mut compiled, url);
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
fn answers<'a, F: File>(
    site: &'a Site,
    files: &[&'a F],
    crawlers: &'a mut [Crawler],
    compiled: &mut Compiled,
    url: &'a [u8],
) -> Vec<Row<'a>> {
    crawlers
        .iter_mut()
        .zip(&site.of_crawlers)
        .map(|(crawler, view)| {
            let row = crawler.ask(files[*view], compiled, url);
            row.or_instead(site.views[*view].instead)
        })
        .collect()
}
