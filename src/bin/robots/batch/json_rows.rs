//! Rows of JSON, each of which gives its own file: what they ask, and how they are answered.

use robots_exclusion::{Dialect, Target};
use serde::Serialize;
use serde_json::value::RawValue;

use super::asked_file::{AskedFile, Others};
use super::json_question::{BadRow, Question, decode};
use super::row_reader::InputRow;
use super::{Answerer, Answers, too_long};
use crate::input::not_a_url;
use crate::options::Reading;

#[derive(Serialize)]
struct ErrorRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: &'a str,
    input_line: u64,
}

/// Answers rows of JSON, each of which gives its own file.
pub(super) struct ManyFiles<'b> {
    pub(super) reading: &'b Reading,
    /// Whether any string is accepted as a URL.
    pub(super) is_lenient: bool,
    /// The current file: that of the last row.
    pub(super) file: Option<AskedFile>,
    /// Files of earlier rows.
    pub(super) others: Others,
}

impl Answerer for ManyFiles<'_> {
    fn answer(&mut self, row: InputRow<'_>, line: u64, answers: &mut Answers) {
        let bad = match row {
            InputRow::Row(row) if row.trim_ascii().is_empty() => return,
            InputRow::Row(row) => match self.answer_row(row, &mut answers.text) {
                Ok(is_allowed) => {
                    answers.is_any_disallowed |= !is_allowed;
                    return;
                }
                Err(bad) => bad,
            },
            InputRow::TooLong => BadRow {
                message: too_long(),
                id: None,
            },
        };
        let row = ErrorRow {
            id: bad.id.and_then(|id| serde_json::from_slice(id).ok()),
            error: &bad.message,
            input_line: line,
        };
        // Writing to a vector cannot fail, and all fields are texts and numbers.
        let _ = serde_json::to_writer(&mut answers.text, &row);
        answers.text.push(b'\n');
        answers.bad_row(line, bad.message);
    }
}

impl ManyFiles<'_> {
    /// The dialect that a question asks for.
    fn dialect_of(&self, question: &Question<'_>) -> Result<Dialect, String> {
        let Some(name) = question.dialect else {
            return Ok(self.reading.dialect());
        };
        let name = decode(name)?;
        Dialect::from_name(&name).ok_or_else(|| format!("unknown dialect {name:?} (see --dialect)"))
    }

    /// Makes the file of a question the current one.
    fn switch_to(&mut self, question: &Question<'_>, dialect: Dialect) -> Result<(), String> {
        let is_same = |file: &AskedFile| question.repeats_body && file.is_read_as(question, dialect);
        if !self.file.as_ref().is_some_and(is_same) {
            let found = self.others.take(question, dialect);
            if let Some(last) = std::mem::replace(&mut self.file, found) {
                self.others.keep(last);
            }
        }
        match &mut self.file {
            Some(file) => file.remember_dialect(question),
            none => *none = Some(AskedFile::read(question, self.reading, dialect)?),
        }
        Ok(())
    }

    /// Appends the answer to a row, and returns whether it is that the crawler may fetch the URL.
    fn answer_row<'r>(&mut self, row: &'r [u8], text: &mut Vec<u8>) -> Result<bool, BadRow<'r>> {
        let previous = self.file.as_ref().map_or(&b""[..], |file| &file.body);
        let question = Question::read(row, previous)?;
        let bad = |message| BadRow {
            message,
            id: question.id,
        };
        let repeats = |file: &AskedFile| question.repeats_body && file.is_asked_by(&question);
        let other = match &self.file {
            Some(file) if repeats(file) => None,
            _ => Some(self.dialect_of(&question).map_err(bad)?),
        };
        let url = decode(question.url).map_err(bad)?;
        if let (Err(error), false) = (Target::parse(&url), self.is_lenient) {
            return Err(bad(not_a_url(url.as_bytes(), error)));
        }
        if let Some(dialect) = other {
            self.switch_to(&question, dialect).map_err(bad)?;
        }
        let file = self.file.as_mut().expect("the file that the question is about");
        file.answer(&question, url.as_bytes(), text).map_err(bad)
    }
}
