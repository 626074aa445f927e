//! Rows of JSON, each of which gives its own file: what they ask, and how they are answered.

use std::collections::VecDeque;

use robots_exclusion::Dialect;
use serde::Serialize;
use serde_json::value::RawValue;

use super::json_question::{Question, decode, id_of};
use super::kept_files::KeptFile;
use super::{Answerer, Batch};
use crate::options::refuse_other_than_url;

#[derive(Serialize)]
struct ErrorRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: &'a str,
    input_line: u64,
}

/// Answers rows of JSON, each of which gives its own file.
pub(super) struct ManyFiles<'b> {
    pub(super) batch: &'b Batch,
    /// The files that the last rows were about, the latest first. Rows may be about two files in
    /// turn, or about one in two dialects.
    pub(super) files: VecDeque<KeptFile>,
}

impl Answerer for ManyFiles<'_> {
    fn answer(&mut self, row: &[u8], text: &mut Vec<u8>) -> Result<bool, String> {
        let last_body = self.files.front().map_or(&b""[..], |file| &file.body);
        let question = Question::read(row, last_body)?;
        let reading = &self.batch.reading;
        let dialect = match question.dialect {
            Some(name) => {
                let name = decode(name)?;
                Dialect::from_name(&name)
                    .ok_or_else(|| format!("unknown dialect {name:?} (see --dialect)"))?
            }
            None => reading.dialect(),
        };
        let url = decode(question.url)?;
        refuse_other_than_url(url.as_bytes(), self.batch.lenient_urls)?;
        let place = self.files.iter().position(|file| file.is_of(&question, dialect));
        if place != Some(0) {
            let file = match place.and_then(|place| self.files.remove(place)) {
                Some(file) => file,
                None => KeptFile::read(&question, reading, dialect)?,
            };
            self.files.push_front(file);
            self.forget();
        }
        self.files[0].answer(&question, url.as_bytes(), text)
    }

    fn refuse(row: &[u8], error: &str, input_line: u64, text: &mut Vec<u8>) {
        let row = ErrorRow {
            id: id_of(row),
            error,
            input_line,
        };
        // Writing to a vector cannot fail, and all fields are texts and numbers.
        let _ = serde_json::to_writer(&mut *text, &row);
        text.push(b'\n');
    }
}

impl ManyFiles<'_> {
    /// Forgets the files before the last one that are too many or take too much memory.
    fn forget(&mut self) {
        /// To look for a file takes time where all are different.
        const MAX: usize = 8;
        /// For each thread.
        const MAX_BYTES: usize = 12 << 20;
        let mut bytes = 0;
        let fits = |file: &&KeptFile| {
            bytes += file.bytes();
            bytes <= MAX_BYTES
        };
        let kept = self.files.iter().skip(1).take(MAX).take_while(fits).count();
        self.files.truncate(1 + kept);
    }
}
