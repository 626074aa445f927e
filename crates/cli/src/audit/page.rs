//! The audit as a page: crawlers down, sections of the site across.

use robots_exclusion::Dialect;

use super::access_column::Access;
use super::audited_file::{Audited, AuditedFile};
use super::census::{By, Shares};
use crate::crawlers::CrawlerQuery;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::page::sections::{Section, Sections};
use crate::report::page::{self, Markup};
use crate::report::{Cell, Piece, Table};
use crate::shown::count;

/// The page being built.
pub(super) struct Page<'a> {
    /// Those that were not fetched come first, and then those that are closed to most crawlers.
    sections: Sections<(bool, usize, usize)>,
    shares: Shares<'a>,
}

impl<'a> Page<'a> {
    pub(super) fn new(crawlers: &'a [CrawlerQuery]) -> Self {
        Self {
            sections: Sections::default(),
            shares: Shares::new(crawlers, By::Crawler),
        }
    }

    pub(super) fn add(&mut self, site: &AuditedFile) {
        let summary = site.summary();
        let sections = site.sections.iter().map(|section| section[..].into());
        let mut table = Table::new(["Crawler", "Site"]);
        table.headings.extend(sections);
        table
            .headings
            .extend(["Group", "Purpose", "Ignored rules of *"].map(Piece::from));
        table.rows.extend(site.crawlers.iter().map(row));
        let mut content = Markup::default();
        content.remark(&[summary[..].into()]);
        content.table(&table);
        let (closed, partial) = (site.count(Access::Closed), site.count(Access::Partial));
        let section = Section {
            name: site.name.clone(),
            is_listed: true,
            cells: vec![summary.into()],
        };
        let weight = (site.is_not_fetched, closed, partial);
        self.sections.add(weight, section, content);
        let is_named = |one: &Audited| one.group.as_deref().is_some_and(|group| group != "*");
        let access = site.crawlers.iter().map(|one| (one.access, is_named(one)));
        let access: Vec<_> = access.collect();
        if access.iter().all(|(access, _)| *access != Access::NotAsked) {
            self.shares.add_site(site.name.clone(), None, access);
        }
    }

    /// Prints the whole page. Without a dialect, each crawler read as its operator documents it.
    pub(super) fn finish(self, output: &mut Output, dialect: Option<Dialect>) -> Result<(), Failure> {
        const HEADING: &str = "Crawlers and sites";
        let mut head = Markup::default();
        let files = count(self.sections.files(), "robots.txt file", "robots.txt files");
        head.heading(HEADING, &[files.into()], dialect);
        let label = |access: Access| Piece::Label(access.tone(), access.as_str().to_owned());
        head.remark(&[
            label(Access::Open),
            " all may be fetched, ".into(),
            label(Access::Partial),
            " some of it, ".into(),
            label(Access::Closed),
            " nothing.".into(),
        ]);
        // Of one site there are no shares.
        let picture = match self.shares.sites() {
            0 | 1 => Markup::default(),
            _ => self.shares.markup(),
        };
        let (list, body) = self.sections.finish(&["Access"]);
        page::print(output, HEADING, &[&head, &picture, &list, &body], None)
    }
}

fn row(one: &Audited) -> Vec<Cell> {
    let cell = |access: &Access| Cell::from(access.as_str()).with_tone(access.tone());
    let mut row = vec![one.agent[..].into(), cell(&one.access)];
    row.extend(one.sections.iter().map(cell));
    let group = one.group.as_deref().unwrap_or("none");
    let purpose = one.purposes.first().copied().unwrap_or_default();
    row.extend([group, purpose].map(Cell::from));
    let all = one.ignored.rules.len() + one.ignored.more;
    row.push(Cell {
        summary: (all > 0).then(|| count(all as u64, "rule", "rules")),
        ..one.ignored.first(one.ignored.rules.len())
    });
    row
}
