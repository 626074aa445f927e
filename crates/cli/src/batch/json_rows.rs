//! Rows of JSON, where each row gives its own file: their questions, and how they are answered.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::value::RawValue;

use super::json_question::{NameKind, Question, decode, id_of};
use super::kept_files::KeptFile;
use super::names::Names;
use super::{Answerer, Batch};
use crate::dialects::{self, DialectChoice};
use crate::options::refuse_other_than_url;
use crate::status::Status;

#[derive(Serialize)]
struct ErrorRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: &'a str,
    input_line: u64,
}

/// Answers rows of JSON, where each row gives its own file.
pub(super) struct ManyFiles<'b> {
    pub(super) batch: &'b Batch,
    pub(super) names: Names,
    /// The files that the last rows were about, the latest first. Rows may be about two files in
    /// turn, or about one in two dialects.
    pub(super) files: VecDeque<KeptFile>,
}

impl Answerer for ManyFiles<'_> {
    fn answer(&mut self, row: &[u8], text: &mut Vec<u8>) -> Result<Status, String> {
        let question = Question::read(row)?;
        let choice = match question.dialect {
            Some(name) => match &*decode(name)? {
                dialects::AUTO => DialectChoice::Auto,
                name => DialectChoice::Preset(dialects::of_name(name)?),
            },
            None => self.batch.reading.choice(),
        };
        let named = match (question.agent, &self.batch.agent) {
            (Some((kind, name)), _) => self.names.resolve(kind, name, decode)?,
            (None, Some(name)) => self
                .names
                .resolve(NameKind::Any, name.as_bytes(), |_| Ok(name.into()))?,
            (None, None) => return Err("none of `agent`, `token` and `user_agent` is given".to_owned()),
        };
        if question.body.is_none() && self.batch.file.is_none() {
            return Err("none of `robots`, `robots_b64` and `file` is given".to_owned());
        }
        let dialect = named.asked.dialect(choice);
        let url = decode(question.url)?;
        refuse_other_than_url(url.as_bytes(), self.batch.lenient_urls)?;
        let place = self.files.iter().position(|file| file.is_of(&question, dialect));
        if place != Some(0) {
            let file = match place.and_then(|place| self.files.remove(place)) {
                Some(file) => file,
                None => KeptFile::read(&question, self.batch, dialect)?,
            };
            self.files.push_front(file);
            self.forget();
        }
        Ok(self.files[0].answer(&question, &named, url.as_bytes(), text))
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
