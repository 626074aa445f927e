//! A robots.txt as the dialects of some crawlers read it, and their questions about it.

use std::cell::RefCell;

use robots_exclusion::{Dialect, RobotsTxt};
use url::Url;

use crate::answer::{Compiled, PreparedCrawler};
use crate::crawlers::{self, CrawlerQuery};
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::{Client, Exchanges, FetchReport};
use crate::input::{Input, RobotsFile};
use crate::options::Limits;
use crate::output;
use crate::report::alike;
use crate::row::AnswerRow;
use crate::shown::printable;

/// A file as one dialect reads it.
pub(crate) struct View {
    /// The file, or the rules that apply if it could not be fetched.
    pub(crate) robots: RobotsTxt<'static>,
    pub(crate) dialect: Dialect,
    /// How it was fetched, if it was.
    pub(crate) fetched: Option<FetchReport>,
}

impl View {
    pub(crate) fn dialect_name(&self) -> &'static str {
        dialects::name_of(self.dialect)
    }

    /// Whether less than the whole file was read.
    pub(crate) fn is_truncated(&self) -> bool {
        self.robots.is_truncated() || self.fetched.as_ref().is_some_and(|report| report.truncated)
    }

    /// The result of fetching, if there is no file.
    pub(crate) fn failure(&self) -> Option<&FetchReport> {
        self.fetched.as_ref().filter(|report| !report.is_file())
    }
}

/// Warns if a site did not give a whole file: each answer, its meaning, and the dialects in which
/// it means this. Dialects are named if not all of them agree.
fn warn(views: &[View], crawlers: &[(PreparedCrawler, usize)]) {
    let reader = |number: usize| {
        let (crawler, _) = crawlers.iter().find(|(_, view)| *view == number)?;
        Some(crawler.asked().crawler())
    };
    let incomplete = views.iter().enumerate().filter_map(|(number, view)| {
        let report = view.fetched.as_ref().filter(|report| report.is_incomplete())?;
        let name = view.dialect_name();
        // Not all crawlers of a dialect make the same of an answer.
        let is_own = Dialect::from_name(name) != Some(view.dialect);
        let label = match reader(number).filter(|_| is_own) {
            Some(crawler) => format!("{name} for {}", printable(crawler)),
            None => name.to_owned(),
        };
        Some(((report.answer(), report.meaning()), label))
    });
    let meanings = alike(incomplete).into_iter();
    let texts = meanings.map(|((answer, meaning), labels)| {
        if labels.len() == views.len() {
            (answer, meaning.to_owned())
        } else {
            (answer, format!("{meaning} (under {})", labels.join(", ")))
        }
    });
    for (answer, texts) in alike(texts) {
        output::warn(&format_args!("{answer}: {}", texts.join("; ")));
    }
}

/// A file as each dialect reads it that some crawler has.
pub(crate) struct Views {
    /// What to call the file.
    pub(crate) name: String,
    /// Its address, if it was fetched.
    pub(crate) url: Option<Url>,
    pub(crate) views: Vec<View>,
    /// The crawlers, each with the number of its view.
    crawlers: Vec<(PreparedCrawler, usize)>,
    compiled: RefCell<Compiled>,
}

impl Views {
    /// Reads a file for each crawler, in the dialect that was chosen.
    pub(crate) fn read(
        input: &Input,
        asked: &[CrawlerQuery],
        dialect: DialectChoice,
        limits: &Limits,
        client: &Client,
    ) -> Result<Self, Failure> {
        let mut views: Vec<View> = Vec::new();
        let mut crawlers = Vec::with_capacity(asked.len());
        let (mut name, mut url) = (input.name(), None);
        let mut last: Option<RobotsFile> = None;
        let mut exchanges = Exchanges::default();
        for asked in asked {
            let dialect = asked.dialect(dialect);
            let is_known = |view: &View| match input {
                Input::Url(_) => view.dialect == dialect,
                // There is no answer of a server that would mean something else.
                _ => limits.reads_alike(view.dialect, dialect),
            };
            let known = views.iter().position(is_known);
            let number = known.unwrap_or(views.len());
            if known.is_none() {
                let mut file = match last.take() {
                    Some(last) if !matches!(input, Input::Url(_)) => last,
                    // The meaning of a site's answer depends on the dialect; the content of a file
                    // does not.
                    _ => input.robots_among(dialect, client, &mut exchanges)?,
                };
                let robots = match number {
                    0 => limits.parse_file(&file, dialect),
                    // Errors in the file were reported before.
                    _ => limits.parse_again(&file, dialect),
                };
                let fetched = file.fetched.take();
                url = fetched.as_ref().and_then(|report| Url::parse(&report.url).ok());
                name.clone_from(&file.name);
                views.push(View {
                    robots: robots.into_indexed(),
                    dialect,
                    fetched,
                });
                last = Some(file);
            }
            let crawler = PreparedCrawler::new(asked.clone(), number, &views[number].robots);
            crawlers.push((crawler, number));
        }
        warn(&views, &crawlers);
        Ok(Self {
            name,
            url,
            views,
            crawlers,
            compiled: RefCell::default(),
        })
    }

    /// The crawlers and their views.
    pub(crate) fn by_crawler(&self) -> impl Iterator<Item = (&PreparedCrawler, &View)> {
        let crawlers = self.crawlers.iter();
        crawlers.map(|(crawler, view)| (crawler, &self.views[*view]))
    }

    /// Whether a site did not give the file.
    pub(crate) fn is_not_fetched(&self) -> bool {
        self.views.iter().any(|view| view.failure().is_some())
    }

    /// What people are told besides about the crawlers: who ignores `*`, and who may ignore the file.
    pub(crate) fn notes(&self) -> Vec<String> {
        let asked = self.by_crawler();
        let asked: Vec<(&CrawlerQuery, &RobotsTxt<'_>)> = asked
            .map(|(crawler, view)| (crawler.asked(), &view.robots))
            .collect();
        crawlers::notes_of(asked.iter().copied())
    }

    /// The verdict on a URL for each crawler.
    pub(crate) fn ask<'a>(&'a self, url: &'a [u8]) -> Vec<AnswerRow<'a>> {
        let mut compiled = self.compiled.borrow_mut();
        let answers = self.by_crawler();
        let answers = answers.map(|(crawler, view)| crawler.ask(&view.robots, &mut compiled, url));
        answers.collect()
    }
}
