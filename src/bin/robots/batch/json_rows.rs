//! Rows of JSON, each of which gives its own file: what they ask, and how they are answered.

use robots_exclusion::{Dialect, Target};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Answerer;
use super::json_question::{BadRow, Question, decode};
use super::kept_files::KeptFiles;
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
    pub(super) files: KeptFiles,
}

impl Answerer for ManyFiles<'_> {
    fn answer<'r>(&mut self, row: &'r [u8], text: &mut Vec<u8>) -> Result<bool, BadRow<'r>> {
        let question = Question::read(row, self.files.last_body())?;
        self.answer_question(&question, text).map_err(|message| BadRow {
            message,
            id: question.id,
        })
    }

    fn refuse(bad: &BadRow<'_>, line: u64, text: &mut Vec<u8>) {
        let row = ErrorRow {
            id: bad.id.and_then(|id| serde_json::from_slice(id).ok()),
            error: &bad.message,
            input_line: line,
        };
        // Writing to a vector cannot fail, and all fields are texts and numbers.
        let _ = serde_json::to_writer(&mut *text, &row);
        text.push(b'\n');
    }
}

impl ManyFiles<'_> {
    fn answer_question(&mut self, question: &Question<'_>, text: &mut Vec<u8>) -> Result<bool, String> {
        let dialect = match question.dialect {
            Some(name) => {
                let name = decode(name)?;
                Dialect::from_name(&name)
                    .ok_or_else(|| format!("unknown dialect {name:?} (see --dialect)"))?
            }
            None => self.reading.dialect(),
        };
        let url = decode(question.url)?;
        if let (Err(error), false) = (Target::parse(&url), self.is_lenient) {
            return Err(not_a_url(url.as_bytes(), error));
        }
        let url = url.as_bytes();
        self.files.answer(question, self.reading, dialect, url, text)
    }
}
