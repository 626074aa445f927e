//! Rows of an agent, a tab and a URL, all about one file: what they ask, and how they are answered.

use std::io::Write as _;

use robots_exclusion::{Dialect, RobotsTxt};

use super::json_question::NameKind;
use super::kept_files::Crawlers;
use super::names::Names;
use super::{Answerer, Batch};
use crate::options::refuse_other_than_url;
use crate::row;
use crate::status::Status;

/// Answers rows of an agent and a URL, all about one file.
pub(super) struct OneFile<'b> {
    pub(super) batch: &'b Batch,
    pub(super) names: Names,
    /// The file as each dialect reads it that some crawler has.
    pub(super) views: Vec<(Dialect, RobotsTxt<'static>, Crawlers)>,
}

impl OneFile<'_> {
    /// The place of the file as a dialect reads it.
    fn view(&mut self, dialect: Dialect) -> Result<usize, String> {
        if let Some(place) = self.views.iter().position(|(known, ..)| *known == dialect) {
            return Ok(place);
        }
        // Every row may be of another crawler.
        let robots = self.batch.default_robots(dialect)?.into_indexed();
        self.views.push((dialect, robots, Crawlers::default()));
        Ok(self.views.len() - 1)
    }
}

impl Answerer for OneFile<'_> {
    /// A tab is not nothing: it stands between an empty name and an empty URL.
    fn is_blank(row: &[u8]) -> bool {
        row.trim_ascii().is_empty() && !row.contains(&b'\t')
    }

    fn answer(&mut self, row: &[u8], text: &mut Vec<u8>) -> Result<Status, String> {
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        let tab = memchr::memchr(b'\t', row)
            .ok_or_else(|| "there is no tab between the agent and the URL; write agent<TAB>url".to_owned())?;
        let (agent, url) = (&row[..tab], &row[tab + 1..]);
        if url.contains(&b'\t') {
            return Err("there is a third column; write agent<TAB>url".to_owned());
        }
        refuse_other_than_url(url, self.batch.lenient_urls)?;
        let kind = if self.batch.user_agents {
            NameKind::Header
        } else {
            NameKind::Any
        };
        // No group names an agent that is not UTF-8.
        let decode = |agent| Ok(String::from_utf8_lossy(agent));
        let named = self.names.resolve(kind, agent, decode)?;
        let view = self.view(named.asked.dialect(self.batch.reading.choice()))?;
        let (_, robots, crawlers) = &mut self.views[view];
        let (verdict, _) = crawlers.ask(robots, &named, url);
        let is_allowed = verdict.is_allowed();
        // Writing to a vector cannot fail.
        let _ = match verdict.line() {
            Some(line) => writeln!(text, "{is_allowed}\t{line}"),
            None => writeln!(text, "{is_allowed}\t"),
        };
        Ok(row::status(&verdict))
    }

    fn refuse(_: &[u8], _: &str, _: u64, text: &mut Vec<u8>) {
        text.extend_from_slice(b"error\t\n");
    }
}
