//! One robots.txt, read in every dialect that was requested.

use robots_exclusion::fetch::in_scope;
use robots_exclusion::{Dialect, RobotsTxt};
use url::Url;

use super::DialectChoice;
use crate::crawlers::CrawlerQuery;
use crate::failure::Failure;
use crate::fetch::{Client, SubstituteVerdict};
use crate::input::{Input, RobotsFile};
use crate::options::Limits;
use crate::output;

/// The dialects in which files are read, and which of them is each crawler's.
pub(super) struct Views {
    dialects: Vec<Dialect>,
    /// In the order of the crawlers.
    pub(super) of_crawlers: Vec<usize>,
}

/// Chooses the dialects.
pub(super) fn views(asked: &[CrawlerQuery], choice: Option<DialectChoice>) -> Views {
    let mut dialects = Vec::new();
    let of_crawlers = asked.iter().map(|asked| {
        let dialect = match choice {
            None => Dialect::default(),
            Some(DialectChoice::One(dialect)) => dialect,
            Some(DialectChoice::Auto) => asked.documented_dialect(),
        };
        dialects
            .iter()
            .position(|other| *other == dialect)
            .unwrap_or_else(|| {
                dialects.push(dialect);
                dialects.len() - 1
            })
    });
    let of_crawlers = of_crawlers.collect();
    Views {
        dialects,
        of_crawlers,
    }
}

/// A file as one dialect reads it.
pub(super) struct View {
    pub(super) robots: RobotsTxt<'static>,
    /// Whether less than the whole file was read.
    pub(super) is_truncated: bool,
    /// What decides if the file could not be fetched.
    pub(super) substitute: Option<SubstituteVerdict>,
    /// How the fetching went, in words, if there is no file.
    pub(super) why_substitute: String,
}

/// One robots.txt.
pub(super) struct Site {
    pub(super) name: String,
    pub(super) views: Vec<View>,
    /// In the order of the crawlers.
    pub(super) of_crawlers: Vec<usize>,
    /// The address of the file, if it is known.
    url: Option<Url>,
}

impl Site {
    pub(super) fn load(
        input: &Input,
        views: &Views,
        limits: &Limits,
        client: &Client,
    ) -> Result<Self, Failure> {
        let mut site = Self {
            name: input.name(),
            views: Vec::new(),
            of_crawlers: views.of_crawlers.clone(),
            url: None,
        };
        let mut last: Option<RobotsFile> = None;
        for dialect in &views.dialects {
            let file = match last.take() {
                // What a site's answer means depends on the dialect; what a file holds does not.
                Some(file) if file.fetched.is_none() => file,
                _ => input.robots(*dialect, client)?,
            };
            let robots = if site.views.is_empty() {
                limits.parse_file(&file, *dialect).into_indexed()
            } else {
                limits.parse(&file.body, *dialect).into_owned().into_indexed()
            };
            let report = file.fetched.as_ref();
            site.views.push(View {
                is_truncated: robots.is_truncated() || report.is_some_and(|report| report.truncated),
                robots,
                substitute: report.and_then(|report| report.substitute),
                why_substitute: report.map(ToString::to_string).unwrap_or_default(),
            });
            site.url = report.and_then(|report| Url::parse(&report.url).ok());
            site.name.clone_from(&file.name);
            last = Some(file);
        }
        Ok(site)
    }

    /// Warns about URLs that the file does not apply to, because it was fetched from another site.
    pub(super) fn warn_out_of_scope(&self, urls: &[Vec<u8>]) {
        let Some(robots) = &self.url else {
            return;
        };
        let parsed = urls
            .iter()
            .filter_map(|url| Url::parse(std::str::from_utf8(url).ok()?).ok());
        for url in parsed.filter(|url| !in_scope(url, robots)) {
            output::warn(&format_args!(
                "{robots} does not apply to {url}; the robots.txt of that host does"
            ));
        }
    }
}
