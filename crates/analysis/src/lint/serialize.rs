//! `Serialize` for findings and outcomes, which `robots lint --format json` prints as they are.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Code, Diagnostic, Edit, Outcome, Related};
use robots_exclusion::agents::Purpose;

impl Serialize for Code {
    /// The code: `R012`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    /// From a code or its name, in any case.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Diagnostic {
    /// `code`, `name`, `severity`, `line`, `column`, `end_line`, `end_column`, `message`, `help`,
    /// `related`, `witness`, `correction`, which is null if there is none, and `suggestions`. An
    /// edit whose text is not UTF-8 is left out: something else would be written in its place.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Diagnostic", 13)?;
        fields.serialize_field("code", &self.code())?;
        fields.serialize_field("name", self.code().name())?;
        fields.serialize_field("severity", &self.severity())?;
        fields.serialize_field("line", &self.line())?;
        fields.serialize_field("column", &self.column())?;
        fields.serialize_field("end_line", &self.end_line())?;
        fields.serialize_field("end_column", &self.end_column())?;
        fields.serialize_field("message", self.message())?;
        fields.serialize_field("help", self.help())?;
        fields.serialize_field("related", self.related())?;
        fields.serialize_field("witness", &self.witness())?;
        let is_text = |edit: &&Edit| str::from_utf8(edit.text()).is_ok();
        fields.serialize_field("correction", &self.correction().filter(is_text))?;
        let suggestions: Vec<&Edit> = self.suggestions().iter().filter(is_text).collect();
        fields.serialize_field("suggestions", &suggestions)?;
        fields.end()
    }
}

impl Serialize for Related {
    /// `line` and `message`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Related", 2)?;
        fields.serialize_field("line", &self.line())?;
        fields.serialize_field("message", self.message())?;
        fields.end()
    }
}

impl Serialize for Edit {
    /// `text` in place of the bytes from `start` to `end`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Edit", 3)?;
        fields.serialize_field("start", &self.span().start)?;
        fields.serialize_field("end", &self.span().end)?;
        fields.serialize_field("text", &std::string::String::from_utf8_lossy(self.text()))?;
        fields.end()
    }
}

/// A rule that an [`Outcome`] cites.
#[derive(serde::Serialize)]
struct Because<'o> {
    line: u32,
    rule: &'o str,
}

impl Serialize for Outcome {
    /// `agent`, `purpose`, `access`, `because` with `line` and `rule`, `closed_but_for`, a list of such
    /// rules, `closed`, and the whole as a `message`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Outcome", 7)?;
        fields.serialize_field("agent", self.agent())?;
        fields.serialize_field("purpose", &self.purpose().map(Purpose::as_str))?;
        fields.serialize_field("access", self.access().as_str())?;
        let because = self.because().map(|(line, rule)| Because { line, rule });
        fields.serialize_field("because", &because)?;
        let but_for = self.closed_but_for().map(|(line, rule)| Because { line, rule });
        fields.serialize_field("closed_but_for", &but_for.collect::<Vec<_>>())?;
        fields.serialize_field("closed", &self.is_closed())?;
        fields.serialize_field("message", &format!("{self}"))?;
        fields.end()
    }
}
