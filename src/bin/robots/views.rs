//! A robots.txt as the dialects of some crawlers read it.

use robots_exclusion::{Dialect, RobotsTxt};
use url::Url;

use crate::crawlers::CrawlerQuery;
use crate::dialects;
use crate::failure::Failure;
use crate::fetch::{Client, Exchanges, FetchReport, SubstituteVerdict};
use crate::input::{Input, RobotsFile};
use crate::options::Limits;
use crate::output;

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

/// What a site gave instead of a whole file, and what dialects make of it.
#[derive(Default)]
struct Warnings {
    /// The answer, its meaning, and the dialects in which it means that.
    meanings: Vec<(String, String, Vec<&'static str>)>,
}

impl Warnings {
    fn add(&mut self, report: &FetchReport, dialect: Dialect) {
        let (answer, meaning) = (report.answer(), report.meaning());
        let name = dialects::name_of(dialect);
        let known = self
            .meanings
            .iter_mut()
            .find(|(of, known, _)| *of == answer && known == meaning);
        match known {
            Some((.., dialects)) => dialects.push(name),
            None => self.meanings.push((answer, meaning.to_owned(), vec![name])),
        }
    }

    /// Prints a warning for each answer. Dialects are named where not all of them agree.
    fn print(&self, asked_dialects: usize) {
        for meanings in self.meanings.chunk_by(|(one, ..), (other, ..)| one == other) {
            let texts = meanings.iter().map(|(_, meaning, dialects)| {
                if dialects.len() == asked_dialects {
                    meaning.clone()
                } else {
                    format!("{meaning} (under {})", dialects.join(", "))
                }
            });
            let texts: Vec<_> = texts.collect();
            output::warn(&format_args!("{}: {}", meanings[0].0, texts.join("; ")));
        }
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
        let (mut warnings, mut exchanges) = (Warnings::default(), Exchanges::default());
        for asked in asked {
            let dialect = dialect.unwrap_or_else(|| asked.documented_dialect());
            let is_meant = |view: &View| view.robots.dialect() == dialect;
            if let Some(known) = views.views.iter().position(is_meant) {
                views.of_crawlers.push(known);
                continue;
            }
            let (file, robots) = match last.take() {
                // Parsing warns of what is wrong with the file, and the other dialects do not
                // repeat it.
                None => {
                    let file = input.robots_among(dialect, client, &mut exchanges)?;
                    let robots = limits.parse_file(&file, dialect);
                    (file, robots)
                }
                Some(last) => {
                    // What a site's answer means depends on the dialect; what a file holds does
                    // not.
                    let file = match last.fetched {
                        None => last,
                        Some(_) => input.robots_among(dialect, client, &mut exchanges)?,
                    };
                    let robots = limits.parse(&file.body, dialect).into_owned();
                    (file, robots)
                }
            };
            let report = file.fetched.as_ref();
            if let Some(report) = report.filter(|report| report.is_incomplete()) {
                warnings.add(report, dialect);
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
        warnings.print(views.views.len());
        Ok(views)
    }

    /// Each crawler's view, in the order of the crawlers.
    pub(crate) fn by_crawler(&self) -> impl Iterator<Item = &View> {
        self.of_crawlers.iter().map(|view| &self.views[*view])
    }
}
