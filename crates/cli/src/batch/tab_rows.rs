//! Rows of an agent, a tab and a URL, all about one file: what they ask, and how they are answered.

use std::io::Write as _;

use robots_exclusion::RobotsTxt;

use super::kept_files::Crawlers;
use super::{Answerer, Batch};
use crate::options::refuse_other_than_url;

/// Answers rows of an agent and a URL, all about one file.
pub(super) struct OneFile<'b> {
    pub(super) batch: &'b Batch,
    pub(super) robots: &'b RobotsTxt<'b>,
    pub(super) crawlers: Crawlers,
}

impl Answerer for OneFile<'_> {
    /// A tab is not nothing: it stands between an empty name and an empty URL.
    fn is_blank(row: &[u8]) -> bool {
        row.trim_ascii().is_empty() && !row.contains(&b'\t')
    }

    fn answer(&mut self, row: &[u8], text: &mut Vec<u8>) -> Result<bool, String> {
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        let tab = memchr::memchr(b'\t', row)
            .ok_or_else(|| "there is no tab between the agent and the URL; write agent<TAB>url".to_owned())?;
        let (agent, url) = (&row[..tab], &row[tab + 1..]);
        refuse_other_than_url(url, self.batch.lenient_urls)?;
        // No group names an agent that is not UTF-8.
        let decode = |agent| Ok(String::from_utf8_lossy(agent));
        let is_header = self.batch.user_agents;
        let (verdict, _) = self.crawlers.ask(self.robots, is_header, agent, url, decode)?;
        let is_allowed = verdict.is_allowed();
        // Writing to a vector cannot fail.
        let _ = match verdict.line() {
            Some(line) => writeln!(text, "{is_allowed}\t{line}"),
            None => writeln!(text, "{is_allowed}\t"),
        };
        Ok(is_allowed)
    }

    fn refuse(_: &[u8], _: &str, _: u64, text: &mut Vec<u8>) {
        text.extend_from_slice(b"error\t\n");
    }
}
