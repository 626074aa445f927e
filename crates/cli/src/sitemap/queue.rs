//! The sitemaps that are still to be read.

use std::collections::{HashSet, VecDeque};
use std::path::Path;

use robots_exclusion::extension::SitemapLine;
use robots_exclusion::fetch::{in_scope, robots_url};
use robots_exclusion::{Dialect, RobotsTxt};
use url::Url;

use crate::credentials::url_of_place;
use crate::failure::Failure;
use crate::fetch::{Client, Leader};
use crate::input::Input;
use crate::output;
use crate::shown::{count, printable};

use super::paces::Paces;

/// How many indexes may lead to a sitemap, one after the other. The protocol provides for one; more
/// are reported, but read.
const MAX_DEPTH: u32 = 2;

/// The most files that are read.
const MAX_FILES: usize = 50_000;

/// A sitemap to read.
pub(super) struct Task {
    pub(super) input: Input,
    /// Its address, if that is known.
    pub(super) at: Option<Url>,
    /// The robots.txt that names it, or the index that a person has named, whose site it may list.
    pub(super) robots_url: Option<Url>,
    /// How many indexes led to it.
    pub(super) depth: u32,
    /// What has named it, if that was a site and no person.
    pub(super) leader: Option<Leader>,
}

impl Task {
    /// Where it is requested from, if it is.
    pub(super) fn url(&self) -> Option<Url> {
        match &self.input {
            Input::Url(url) => Url::parse(url).ok(),
            _ => None,
        }
    }
}

/// The files to read, each once.
#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<Task>,
    /// The addresses that were ever added.
    seen: HashSet<Url>,
    /// Files that were ever added.
    added: usize,
    skipped: u64,
    has_robots: bool,
}

impl Queue {
    /// Adds what an argument stands for: a sitemap, or all that a robots.txt names.
    ///
    /// # Errors
    ///
    /// If a robots.txt cannot be read, or names no sitemap.
    pub(super) fn add_argument(
        &mut self,
        input: &Input,
        at: Option<&Url>,
        dialect: Dialect,
        client: &Client,
        paces: &mut Paces,
    ) -> Result<(), Failure> {
        let own = match input {
            Input::Url(text) => url_of_place(text).ok(),
            _ => None,
        };
        if !is_robots_txt(input, own.as_ref()) {
            self.push(Task {
                input: input.clone(),
                at: at.cloned().or(own),
                robots_url: None,
                depth: 0,
                leader: None,
            });
            return Ok(());
        }
        self.has_robots = true;
        let file = input.existing_robots(dialect, client)?;
        let robots = RobotsTxt::options().dialect(dialect).parse(&file.body);
        if let (Some(own), Some(_)) = (&own, &file.fetched) {
            paces.learn(own, &file.body);
        }
        let leader = own.as_ref().filter(|_| file.fetched.is_some()).map(|own| Leader {
            site: own.origin(),
            is_public: client.is_public(own),
        });
        let robots_url = own.or_else(|| at.cloned()).and_then(|url| robots_url(&url).ok());
        let rules = robots.rules_for("*");
        let before = self.added;
        for value in robots.sitemaps() {
            let Ok(url) = SitemapLine::parse(value).and_then(SitemapLine::url) else {
                let value = printable(&String::from_utf8_lossy(value));
                output::warn(&format_args!(
                    "{}: `{value}` is not the URL of a sitemap",
                    file.name
                ));
                continue;
            };
            let is_own = robots_url
                .as_ref()
                .is_some_and(|robots_url| in_scope(&url, robots_url));
            if is_own && !rules.is_allowed(&url) {
                output::warn(&format_args!(
                    "{} disallows {url} for crawlers that no group names",
                    file.name
                ));
            }
            self.push(Task {
                input: Input::Url(url.to_string()),
                at: Some(url),
                robots_url: robots_url.clone(),
                depth: 0,
                leader: leader.clone(),
            });
        }
        if self.added == before {
            let message = "it names no sitemap; give the address of the sitemap itself";
            return Err(Failure::malformed(file.name, message));
        }
        Ok(())
    }

    /// Adds a sitemap that an index lists, which leads to it.
    pub(super) fn add_listed(&mut self, url: Url, index: &Task, leader: Option<&Leader>) {
        if index.depth >= MAX_DEPTH || !matches!(url.scheme(), "http" | "https") {
            self.skipped += 1;
            return;
        }
        self.push(Task {
            input: Input::Url(url.to_string()),
            at: Some(url),
            // Who names an index submits what it lists, as a robots.txt does.
            robots_url: index.robots_url.clone().or_else(|| index.at.clone()),
            depth: index.depth + 1,
            leader: leader.cloned(),
        });
    }

    fn push(&mut self, task: Task) {
        if let Some(at) = &task.at {
            let mut at = at.clone();
            at.set_fragment(None);
            if self.seen.contains(&at) {
                return;
            }
            if self.added >= MAX_FILES {
                self.skipped += 1;
                return;
            }
            self.seen.insert(at);
        }
        self.added += 1;
        self.waiting.push_back(task);
    }

    pub(super) fn next(&mut self) -> Option<Task> {
        self.waiting.pop_front()
    }

    /// How many files were added so far.
    pub(super) fn added(&self) -> usize {
        self.added
    }

    /// How many files are still to be read.
    pub(super) fn left(&self) -> usize {
        self.waiting.len()
    }

    /// How many files are not read, because too many indexes lead to them, or there are too many, or
    /// they cannot be fetched.
    pub(super) fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether a robots.txt led to files.
    pub(super) fn has_robots(&self) -> bool {
        self.has_robots
    }

    /// The number of files to come, in words.
    pub(super) fn progress(&self, entries: u64, read: usize) -> String {
        let entries = count(entries, "entry", "entries");
        match self.added {
            1 => entries,
            added => format!("{entries}, file {read} of {added}"),
        }
    }
}

/// Whether an argument stands for a robots.txt: the address of a site, or of its robots.txt, or a
/// file of this name.
fn is_robots_txt(input: &Input, url: Option<&Url>) -> bool {
    let is_named = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.eq_ignore_ascii_case("robots.txt"))
    };
    match (input, url) {
        (Input::Path(path), _) => is_named(path),
        (_, Some(url)) => url.query().is_none() && ["/", "/robots.txt"].contains(&url.path()),
        _ => false,
    }
}
