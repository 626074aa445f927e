//! Reads one row of JSON as one question without copying: values stay undecoded JSON text.
//!
//! A scanner by hand, which found only the ends of strings, answered 1.35 times as many rows a second
//! about one small file, 1.3 times as many about real files, and 1.8 times as many where one body of
//! 2.5 KB repeats (medians of nine interleaved runs). That is too little for a second reader of JSON.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// How a row names its crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    /// `agent`: as everywhere, a well-known crawler, a product token or a whole header.
    Any,
    /// `token`: a product token and nothing else.
    Token,
    /// `user_agent`: a whole header.
    Header,
}

/// How a row gives its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyKind {
    /// `robots`: text.
    Text,
    /// `robots_b64`: bytes.
    Base64,
    /// `file`: a path.
    File,
}

/// A row. Strings are JSON text with their quotes; some prove invalid only when they are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question<'r> {
    /// The crawler, as it is named; `None` if the row leaves that to the command line.
    pub(super) agent: Option<(NameKind, &'r [u8])>,
    pub(super) url: &'r [u8],
    /// The body; `None` if the row leaves that to the command line.
    pub(super) body: Option<(BodyKind, &'r [u8])>,
    pub(super) dialect: Option<&'r [u8]>,
    pub(super) id: Option<&'r [u8]>,
}

/// The fields of a row as they come.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'r"))]
struct Fields<'r> {
    agent: Option<&'r RawValue>,
    token: Option<&'r RawValue>,
    user_agent: Option<&'r RawValue>,
    url: Option<&'r RawValue>,
    robots: Option<&'r RawValue>,
    robots_b64: Option<&'r RawValue>,
    file: Option<&'r RawValue>,
    dialect: Option<&'r RawValue>,
    id: Option<&'r RawValue>,
}

impl<'r> Question<'r> {
    /// Reads a row.
    pub(super) fn read(row: &'r [u8]) -> Result<Self, String> {
        let fields = parse(row)?;
        let bad = |message: &str| Err(message.to_owned());
        let robots = string_of(fields.robots, "robots")?;
        let base64 = string_of(fields.robots_b64, "robots_b64")?;
        let body = match (robots, base64, string_of(fields.file, "file")?) {
            (Some(body), None, None) => Some((BodyKind::Text, body)),
            (None, Some(body), None) => Some((BodyKind::Base64, body)),
            (None, None, Some(body)) => Some((BodyKind::File, body)),
            (None, None, None) => None,
            _ => return bad("more than one of `robots`, `robots_b64` and `file` is given"),
        };
        let agent = string_of(fields.agent, "agent")?;
        let token = string_of(fields.token, "token")?;
        let agent = match (agent, token, string_of(fields.user_agent, "user_agent")?) {
            (Some(agent), None, None) => Some((NameKind::Any, agent)),
            (None, Some(token), None) => Some((NameKind::Token, token)),
            (None, None, Some(header)) => Some((NameKind::Header, header)),
            (None, None, None) => None,
            _ => {
                return bad("more than one of `agent`, `token` and `user_agent` is given; write one of them");
            }
        };
        let Some(url) = string_of(fields.url, "url")? else {
            return bad("`url` is missing");
        };
        Ok(Self {
            agent,
            url,
            body,
            dialect: string_of(fields.dialect, "dialect")?,
            id: fields.id.map(|id| id.get().as_bytes()),
        })
    }
}

/// The `id` of a row, even if another field of the row is invalid.
pub(super) fn id_of(row: &[u8]) -> Option<&RawValue> {
    parse(row).ok()?.id
}

/// The JSON text of a field that must be a string, if it is given.
fn string_of<'r>(field: Option<&'r RawValue>, name: &str) -> Result<Option<&'r [u8]>, String> {
    match field.map(|value| value.get().as_bytes()) {
        Some(text) if text.first() != Some(&b'"') => Err(format!("`{name}` is not a string")),
        text => Ok(text),
    }
}

/// The fields of a row.
fn parse(row: &[u8]) -> Result<Fields<'_>, String> {
    // An array would be accepted as the fields in order.
    if row.trim_ascii_start().first() != Some(&b'{') {
        return Err("the row is not a JSON object".to_owned());
    }
    // What is known to be text is not validated again for each field. A row that is not text may
    // still be read: fields that are not needed are skipped.
    let fields = match str::from_utf8(row) {
        Ok(text) => serde_json::from_str(text),
        Err(_) => serde_json::from_slice(row),
    };
    fields.map_err(|error| message(&error))
}

/// The text of a JSON string.
pub(super) fn decode(json: &[u8]) -> Result<Cow<'_, str>, String> {
    #[derive(Deserialize)]
    struct Text<'r>(#[serde(borrow)] Cow<'r, str>);

    let text = serde_json::from_slice(json).map(|Text(text)| text);
    text.map_err(|error| message(&error))
}

/// The parser's complaint. A row is a single line, so only the column is given.
fn message(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let rows = [
            r#"{"agent":"a","url":"/x","robots":"","id":{"a":[1,2]}}"#,
            r#"{"agent":"a","url":"/x","robots":"","id":null}"#,
            r#" { "url" : "/x" , "robots" : "" , "agent" : "a" , "unknown" : { } } "#,
            r#"{"agent":"a","url":"/x","robots":"","file":null}"#,
            r#"{"\u0061gent":"a","url":"/x","robots":""}"#,
        ];
        let ids = [Some(r#"{"a":[1,2]}"#), None, None, None, None];
        for (row, id) in rows.into_iter().zip(ids) {
            let expected = Question {
                agent: Some((NameKind::Any, b"\"a\"")),
                url: b"\"/x\"",
                body: Some((BodyKind::Text, b"\"\"")),
                dialect: None,
                id: id.map(str::as_bytes),
            };
            assert_eq!(Question::read(row.as_bytes()), Ok(expected), "{row}");
            assert_eq!(id_of(row.as_bytes()).map(RawValue::get), id);
        }
    }

    #[test]
    fn bad_rows_say_why() {
        let table: [(&[u8], &str); 12] = [
            (
                br#"{"agent":"a","url":"\x","robots":""}"#,
                "invalid escape at column 22",
            ),
            (
                b"\x0c{\"agent\":\"a\",\"url\":\"/x\",\"robots\":\"\"}",
                "expected value",
            ),
            (b"{", "EOF while parsing an object at column 1"),
            (b"[]", "not a JSON object"),
            (b"{}", "`url` is missing"),
            (br#"{"agent":"a","robots":""}"#, "`url` is missing"),
            (
                br#"{"agent":"a","user_agent":"a","url":"/x","robots":""}"#,
                "more than one of `agent`",
            ),
            (
                br#"{"agent":1,"url":"/x","robots":""}"#,
                "`agent` is not a string",
            ),
            (
                br#"{"agent":"a","url":"/x","robots":"","file":"f"}"#,
                "more than one of",
            ),
            (
                br#"{"agent":"a","agent":"b","url":"/x","robots":""}"#,
                "duplicate field",
            ),
            (
                br#"{"agent":"a","url":"/x","robots":""} x"#,
                "trailing characters",
            ),
            (
                br#"{"agent":"a","url":"/x","robots":"x}"#,
                "EOF while parsing a string",
            ),
        ];
        for (row, why) in table {
            let message = Question::read(row).unwrap_err();
            assert!(message.contains(why), "{message}");
        }
    }

    #[test]
    fn strings_are_decoded_or_refused() {
        assert_eq!(decode(br#""a\n\u00e9""#).unwrap(), "a\né");
        assert_eq!(decode("\"é\"".as_bytes()).unwrap(), "é");
        assert!(decode(b"\"\xE9\"").is_err());
        assert!(decode(b"\"a\x01\"").is_err());
        assert!(decode(br#""\ud800""#).is_err());
        assert!(decode(br#""\x""#).is_err());
    }
}
