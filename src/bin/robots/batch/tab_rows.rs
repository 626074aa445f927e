//! Rows of an agent, a tab and a URL, all about one file: what they ask, and how they are answered.

use std::io::Write as _;

use robots_exclusion::{RobotsTxt, Target};

use super::asked_file::Crawlers;
use super::json_question::Form;
use super::row_reader::InputRow;
use super::{Answerer, Answers, too_long};
use crate::fetch::SubstituteVerdict;
use crate::input::not_a_url;

/// Answers rows of an agent and a URL, all about one file.
pub(super) struct OneFile<'b> {
    pub(super) robots: &'b RobotsTxt<'b>,
    /// The answer to all, if the file was not fetched.
    pub(super) substitute: Option<SubstituteVerdict>,
    pub(super) is_lenient: bool,
    pub(super) form: Form,
    pub(super) crawlers: Crawlers,
}

impl OneFile<'_> {
    /// The answer to a row, and the line that decides.
    fn answer_row(&mut self, row: &[u8]) -> Result<(bool, Option<u32>), String> {
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        let tab = memchr::memchr(b'\t', row)
            .ok_or_else(|| "there is no tab between the agent and the URL; write agent<TAB>url".to_owned())?;
        let (agent, url) = (&row[..tab], &row[tab + 1..]);
        if !self.is_lenient
            && let Err(error) = Target::parse_bytes(url)
        {
            return Err(not_a_url(url, error));
        }
        match self.substitute {
            Some(substitute) => Ok((substitute.verdict(&String::from_utf8_lossy(url)).0, None)),
            None => {
                // No group names an agent that is not UTF-8.
                let decode = |agent| Ok(String::from_utf8_lossy(agent));
                let (verdict, _) = self.crawlers.ask(self.robots, self.form, agent, url, decode)?;
                Ok((verdict.is_allowed(), verdict.line()))
            }
        }
    }
}

impl Answerer for OneFile<'_> {
    fn answer(&mut self, row: InputRow<'_>, line: u64, answers: &mut Answers) {
        let result = match row {
            // A tab is not nothing: it stands between an empty name and an empty URL.
            InputRow::Row(row) if row.trim_ascii().is_empty() && !row.contains(&b'\t') => return,
            InputRow::Row(row) => self.answer_row(row),
            InputRow::TooLong => Err(too_long()),
        };
        match result {
            Ok((is_allowed, decided_by)) => {
                answers.is_any_disallowed |= !is_allowed;
                // Writing to a vector cannot fail.
                let _ = match decided_by {
                    Some(decided_by) => writeln!(answers.text, "{is_allowed}\t{decided_by}"),
                    None => writeln!(answers.text, "{is_allowed}\t"),
                };
            }
            Err(message) => {
                answers.text.extend_from_slice(b"error\t\n");
                answers.bad_row(line, message);
            }
        }
    }
}
