//! Reads one row of JSON as one question without copying: values stay undecoded JSON text.

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

/// A row. Strings are JSON text with their quotes; those of [`scan`] may prove invalid when they
/// are decoded.
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
    agent: Option<Json<'r>>,
    token: Option<Json<'r>>,
    user_agent: Option<Json<'r>>,
    url: Option<Json<'r>>,
    robots: Option<Json<'r>>,
    robots_b64: Option<Json<'r>>,
    file: Option<Json<'r>>,
    dialect: Option<Json<'r>>,
    id: Option<Json<'r>>,
}

/// A value as JSON text.
#[derive(Debug, Deserialize)]
#[serde(from = "&'r RawValue", bound(deserialize = "'de: 'r"))]
struct Json<'r>(&'r [u8]);

impl<'r> From<&'r RawValue> for Json<'r> {
    fn from(value: &'r RawValue) -> Self {
        Self(value.get().as_bytes())
    }
}

impl<'r> Question<'r> {
    /// Reads a row. `previous` is the body of the row before, or empty: if a row repeats it, that
    /// part is not scanned again.
    #[inline]
    pub(super) fn read(row: &'r [u8], previous: &[u8]) -> Result<Self, String> {
        let fields = scan(row, previous).map_or_else(|| parse(row), Ok)?;
        Self::of(fields)
    }

    #[inline]
    fn of(fields: Fields<'r>) -> Result<Self, String> {
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
            id: fields.id.map(|Json(id)| id),
        })
    }
}

/// The `id` of a row of which something else may be wrong.
pub(super) fn id_of(row: &[u8]) -> Option<&RawValue> {
    let fields = scan(row, b"").or_else(|| parse(row).ok())?;
    serde_json::from_slice(fields.id?.0).ok()
}

/// The JSON text of a field that must be a string, if it is given.
#[inline]
fn string_of<'r>(field: Option<Json<'r>>, name: &str) -> Result<Option<&'r [u8]>, String> {
    match field {
        Some(Json(text)) if text.first() != Some(&b'"') => Err(format!("`{name}` is not a string")),
        field => Ok(field.map(|Json(text)| text)),
    }
}

/// Reads a row of any kind.
fn parse(row: &[u8]) -> Result<Fields<'_>, String> {
    // An array would be accepted as the fields in order.
    if row.trim_ascii_start().first() != Some(&b'{') {
        return Err("the row is not a JSON object".to_owned());
    }
    serde_json::from_slice(row).map_err(|error| message(&error))
}

/// Reads a row of the usual kind: an object of distinct known fields, whose values are strings or
/// whole numbers. `None` for most others.
///
/// Only the end of strings is found here; they are validated when they are decoded.
fn scan<'r>(row: &'r [u8], previous: &[u8]) -> Option<Fields<'r>> {
    let mut fields = Fields::default();
    let mut rest = after_space(row).strip_prefix(b"{")?;
    loop {
        // A plain loop is faster than a vector search for keys this short. A key with an escape
        // matches none of those below.
        let key = after_space(rest).strip_prefix(b"\"")?;
        let (key, after) = key.split_at(key.iter().position(|byte| *byte == b'"')?);
        rest = after_space(after_space(&after[1..]).strip_prefix(b":")?);
        let field = match key {
            b"agent" => &mut fields.agent,
            b"token" => &mut fields.token,
            b"user_agent" => &mut fields.user_agent,
            b"url" => &mut fields.url,
            b"robots" => &mut fields.robots,
            b"robots_b64" => &mut fields.robots_b64,
            b"file" => &mut fields.file,
            b"dialect" => &mut fields.dialect,
            b"id" => &mut fields.id,
            _ => return None,
        };
        let value = match rest.first()? {
            // A string's own bytes tell where it ends, so text that begins with a whole string
            // begins with that very string.
            b'"' if !previous.is_empty() && rest.starts_with(previous) => &rest[..previous.len()],
            b'"' => string(rest)?,
            b'1'..=b'9' => {
                let digits = rest.iter().position(|byte| !byte.is_ascii_digit())?;
                &rest[..digits]
            }
            _ => return None,
        };
        if field.replace(Json(value)).is_some() {
            return None;
        }
        rest = after_space(&rest[value.len()..]);
        match rest.split_first()? {
            (b',', after) => rest = after,
            (b'}', after) if after_space(after).is_empty() => break,
            _ => return None,
        }
    }
    // What is echoed must be valid.
    if let Some(Json(id)) = fields.id
        && id[0] == b'"'
    {
        decode(id).ok()?;
    }
    Some(fields)
}

/// The text after the white space of JSON, which has no form feed.
#[inline]
fn after_space(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let at = text.iter().position(|byte| !is_space(byte));
    &text[at.unwrap_or(text.len())..]
}

/// The JSON string that begins here, with its quotes.
#[inline]
fn string(text: &[u8]) -> Option<&[u8]> {
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            return Some(&text[..=at]);
        }
        at += 2;
    }
}

/// The text of a JSON string.
pub(super) fn decode(json: &[u8]) -> Result<Cow<'_, str>, String> {
    #[derive(Deserialize)]
    struct Text<'r>(#[serde(borrow)] Cow<'r, str>);

    let inner = &json[1..json.len() - 1];
    // No early exit, so that the loop is vectorized.
    let is_odd = |byte: u8| byte < b' ' || byte == b'\\';
    let is_plain = !inner.iter().fold(false, |odd, byte| odd | is_odd(*byte));
    // Nothing to decode, which the parser takes longer to see.
    if let (true, Ok(text)) = (is_plain, std::str::from_utf8(inner)) {
        return Ok(Cow::Borrowed(text));
    }
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
    fn both_ways_read_the_same() {
        let rows = [
            r#"{"agent":"a","url":"/x","robots":"User-agent: *\nDisallow: /"}"#,
            r#" { "url" : "/x" , "agent" : "\u0061\"" , "robots_b64" : "eA==" , "id" : 12 } "#,
            r#"{"agent":"a\\","url":"","file":"r\\","dialect":"google","id":"é"}"#,
            r#"{"robots":"","agent":"","url":"\"}"}"#,
            r#"{"user_agent":"a/1 (b)","url":"/x","robots":""}"#,
        ];
        for row in rows {
            let row = row.as_bytes();
            let scanned = |previous| Question::of(scan(row, previous).unwrap()).unwrap();
            let question = Question::of(parse(row).unwrap()).unwrap();
            assert_eq!(scanned(b""), question);
            assert_eq!(scanned(question.body.unwrap().1), question);
        }
    }

    #[test]
    fn rows_out_of_the_ordinary_are_parsed() {
        let rows = [
            r#"{"agent":"a","url":"/x","robots":"","id":{"a":[1,2]}}"#,
            r#"{"agent":"a","url":"/x","robots":"","id":null}"#,
            r#"{"agent":"a","url":"/x","robots":"","id":-1.5}"#,
            r#"{"agent":"a","url":"/x","robots":"","unknown":{}}"#,
            r#"{"agent":"a","url":"/x","robots":"","file":null}"#,
            r#"{"\u0061gent":"a","url":"/x","robots":""}"#,
        ];
        for row in rows {
            assert!(scan(row.as_bytes(), b"").is_none(), "{row}");
            assert_eq!(
                Question::read(row.as_bytes(), b"").unwrap().agent,
                Some((NameKind::Any, &b"\"a\""[..])),
                "{row}"
            );
        }
    }

    #[test]
    fn bad_rows_say_why() {
        let table: [(&[u8], &str); 11] = [
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
            let message = Question::read(row, b"").unwrap_err();
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
