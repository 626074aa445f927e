//! The rows of `robots batch`, whose reader is part of the program and not of the library.

#[path = "../../crates/cli/src/batch"]
mod program {
    #[allow(dead_code, reason = "not all of it is asked for here")]
    mod json_question;
    mod row_reader;

    use std::io::Read;

    use json_question::{BodyKind, NameKind, Question, decode};
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

    /// The name of a field and its text, if the row has one of several fields.
    type OneOf = Option<(&'static str, String)>;

    /// A row's crawler, URL, body and dialect.
    pub type Fields = (OneOf, String, OneOf, Option<String>);

    const NAMES: [&str; 3] = ["agent", "token", "user_agent"];
    const BODIES: [&str; 3] = ["robots", "robots_b64", "file"];

    /// What the program reads from a row; `None` if it reports an error.
    pub fn read(row: &[u8]) -> Option<Fields> {
        let question = Question::read(row).ok()?;
        let text = |json: &[u8]| decode(json).ok().map(String::from);
        let name = match question.agent {
            Some((NameKind::Any, name)) => Some((NAMES[0], text(name)?)),
            Some((NameKind::Token, name)) => Some((NAMES[1], text(name)?)),
            Some((NameKind::Header, name)) => Some((NAMES[2], text(name)?)),
            None => None,
        };
        let body = match question.body {
            Some((BodyKind::Text, body)) => Some((BODIES[0], text(body)?)),
            Some((BodyKind::Base64, body)) => Some((BODIES[1], text(body)?)),
            Some((BodyKind::File, body)) => Some((BODIES[2], text(body)?)),
            None => None,
        };
        let dialect = match question.dialect {
            Some(dialect) => Some(text(dialect)?),
            None => None,
        };
        Some((name, text(question.url)?, body, dialect))
    }

    /// The same of a parsed row.
    pub fn expected(row: &Value) -> Option<Fields> {
        let field = |name: &str| match &row[name] {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            _ => Err(()),
        };
        let one_of = |names: [&'static str; 3]| -> Option<OneOf> {
            let mut given = Vec::new();
            for name in names {
                given.extend(field(name).ok()?.map(|text| (name, text)));
            }
            (given.len() <= 1).then(|| given.pop())
        };
        if !row.is_object() {
            return None;
        }
        Some((
            one_of(NAMES)?,
            field("url").ok()??,
            one_of(BODIES)?,
            field("dialect").ok()?,
        ))
    }
}

pub use program::{expected, read, rows};
