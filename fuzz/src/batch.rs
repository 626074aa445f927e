//! The rows of `robots batch`, whose reader is part of the program and not of the library.

#[path = "../../crates/cli/src/batch"]
mod program {
    #[expect(dead_code, reason = "not all of it is asked for here")]
    mod json_question;
    mod row_reader;

    use std::io::Read;

    use json_question::{BodyKind, Question, decode};
    use row_reader::{Block, MAX_ROW, RowReader, count_lines, next_row, parts};
    use serde_json::Value;

    /// The rows of a stream. However many parts they are shared out in, they are the same.
    pub fn rows(input: impl Read) -> Vec<Vec<u8>> {
        // Less than the program has, so that rows are cut.
        let mut reader = RowReader::new(input, 256, MAX_ROW);
        let (mut all, mut block) = (Vec::new(), Block::default());
        loop {
            let read = reader.read(&mut block);
            read.unwrap_or_else(|error| panic!("{error}"));
            let rows = block.rows();
            if rows.is_empty() {
                return all;
            }
            let lines = count_lines(rows) as usize;
            let of_parts: Vec<Vec<u8>> = parts(rows, 3).into_iter().flat_map(owned).collect();
            assert!((lines..=lines + 1).contains(&of_parts.len()));
            assert_eq!(of_parts, owned(rows));
            all.extend(of_parts);
        }
    }

    fn owned(mut rows: &[u8]) -> Vec<Vec<u8>> {
        let next = || next_row(&mut rows).map(<[u8]>::to_vec);
        std::iter::from_fn(next).collect()
    }

    /// A row's agent, URL, name of the body's field, body and dialect.
    pub type Fields = (String, String, &'static str, String, Option<String>);

    /// What the program reads from a row that follows one with this body, and the row's body as
    /// written; `None` if it reports an error.
    pub fn read<'r>(row: &'r [u8], previous: &[u8]) -> Option<(Fields, &'r [u8])> {
        let question = Question::read(row, previous).ok()?;
        let text = |json: &[u8]| decode(json).ok().map(String::from);
        let field = match question.kind {
            BodyKind::Text => "robots",
            BodyKind::Base64 => "robots_b64",
            BodyKind::File => "file",
        };
        let dialect = match question.dialect {
            Some(dialect) => Some(text(dialect)?),
            None => None,
        };
        let fields = (
            text(question.agent)?,
            text(question.url)?,
            field,
            text(question.body)?,
            dialect,
        );
        Some((fields, question.body))
    }

    /// The same of a parsed row.
    pub fn expected(row: &Value) -> Option<Fields> {
        let field = |name: &str| match &row[name] {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            _ => Err(()),
        };
        let bodies = ["robots", "robots_b64", "file"].map(|name| (name, field(name)));
        if !row.is_object() || bodies.iter().any(|(_, body)| body.is_err()) {
            return None;
        }
        let mut given = bodies
            .into_iter()
            .filter_map(|(name, body)| Some((name, body.ok()??)));
        let ((name, body), None) = (given.next()?, given.next()) else {
            return None;
        };
        Some((
            field("agent").ok()??,
            field("url").ok()??,
            name,
            body,
            field("dialect").ok()?,
        ))
    }
}

pub use program::{expected, read, rows};
