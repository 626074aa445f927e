//! A robots.txt as the dialects of some crawlers read it, and their questions about it.

use robots_exclusion::{Dialect, RobotsTxt};
use url::Url;

use crate::answer::{Compiled, PreparedCrawler};
use crate::crawlers::CrawlerQuery;
use crate::dialects;
use crate::failure::Failure;
use crate::fetch::{Client, Exchanges, SubstituteVerdict};
use crate::input::{Input, RobotsFile};
use crate::options::Limits;
use crate::output;
use crate::report::alike;
use crate::row::AnswerRow;

/// A file as one dialect reads it.
pub(crate) struct View {
    pub(crate) robots: RobotsTxt<'static>,
    /// Whether less than the whole file was read.
    pub(crate) is_truncated: bool,
    /// What decides if the file could not be fetched.
    pub(crate) substitute: Option<SubstituteVerdict>,
    /// How the fetching went, in words, if there is no file.
    pub(crate) why_substitute: String,
    /// Whether the site was not asked at all.
    pub(crate) is_not_asked: bool,
}

impl View {
    pub(crate) fn dialect_name(&self) -> &'static str {
        dialects::name_of(self.robots.dialect())
    }
}

/// Warns of what a site gave instead of a whole file: each answer, what it means, and the dialect in
/// which it means that. Dialects are named where not all of them agree.
fn warn(answers: Vec<((String, String), &'static str)>, asked_dialects: usize) {
    let meanings = alike(answers.into_iter()).into_iter();
    let texts = meanings.map(|((answer, meaning), dialects)| {
        if dialects.len() == asked_dialects {
            (answer, meaning)
        } else {
            (answer, format!("{meaning} (under {})", dialects.join(", ")))
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
    /// The number of each crawler's view, in the order of the crawlers.
    pub(crate) of_crawlers: Vec<usize>,
}

impl Views {
    /// Reads a file in this dialect, or for each crawler as its operator documents.
    pub(crate) fn read(
        input: &Input,
        asked: &[CrawlerQuery],
        dialect: Option<Dialect>,
        limits: &Limits,
        client: &Client,
    ) -> Result<Self, Failure> {
        let mut views = Self {
            name: input.name(),
            url: None,
            views: Vec::new(),
            of_crawlers: Vec::with_capacity(asked.len()),
        };
        let mut last: Option<RobotsFile> = None;
        let (mut incomplete, mut exchanges) = (Vec::new(), Exchanges::default());
        for asked in asked {
            let dialect = dialect.unwrap_or_else(|| asked.documented_dialect());
            let is_meant = |view: &View| view.robots.dialect() == dialect;
            if let Some(known) = views.views.iter().position(is_meant) {
                views.of_crawlers.push(known);
                continue;
            }
            let file = match last.take() {
                Some(last) if last.fetched.is_none() => last,
                // What a site's answer means depends on the dialect; what a file holds does not.
                _ => input.robots_among(dialect, client, &mut exchanges)?,
            };
            let robots = if views.views.is_empty() {
                limits.parse_file(&file, dialect)
            } else {
                // What is wrong with the file was said before.
                limits.parse(&file.body, dialect).into_owned()
            };
            let report = file.fetched.as_ref();
            if let Some(report) = report.filter(|report| report.is_incomplete()) {
                let answer = (report.answer(), report.meaning().to_owned());
                incomplete.push((answer, dialects::name_of(dialect)));
            }
            views.of_crawlers.push(views.views.len());
            views.views.push(View {
                is_truncated: robots.is_truncated() || report.is_some_and(|report| report.truncated),
                robots: robots.into_indexed(),
                substitute: report.and_then(|report| report.substitute),
                why_substitute: report.map(ToString::to_string).unwrap_or_default(),
                is_not_asked: report.is_some_and(|report| report.is_not_asked),
            });
            views.url = report.and_then(|report| Url::parse(&report.url).ok());
            views.name.clone_from(&file.name);
            last = Some(file);
        }
        warn(incomplete, views.views.len());
        Ok(views)
    }

    /// Each crawler's view, in the order of the crawlers.
    pub(crate) fn by_crawler(&self) -> impl Iterator<Item = &View> {
        self.of_crawlers.iter().map(|view| &self.views[*view])
    }
}

/// Crawlers that ask about many URLs of one file.
pub(crate) struct Askers {
    crawlers: Vec<PreparedCrawler>,
    compiled: Compiled,
}

impl Askers {
    pub(crate) fn new(asked: &[CrawlerQuery]) -> Self {
        Self {
            crawlers: asked.iter().cloned().map(PreparedCrawler::of).collect(),
            compiled: Compiled::default(),
        }
    }

    /// The verdict on a URL for each crawler. The file, which was read for them, is the same in all
    /// calls.
    pub(crate) fn ask<'a>(&'a mut self, views: &Views, url: &'a [u8]) -> Vec<AnswerRow<'a>> {
        let crawlers = self.crawlers.iter_mut().zip(views.by_crawler());
        let answers = crawlers.map(|(crawler, view)| {
            let row = crawler.ask(&view.robots, &mut self.compiled, url);
            row.or_substitute(view.substitute)
        });
        answers.collect()
    }
}
