//! `Serialize` for entries and their parts, and for problems: the keys of `robots sitemap --format
//! json`.

use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

use super::{Entry, Error, Extension, Priority, Problem, W3cDateTime};

impl Serialize for Entry {
    /// `loc`, `lastmod`, `changefreq`, `priority`, `kind`, `line` and `extensions`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Entry", 7)?;
        fields.serialize_field("loc", &self.loc)?;
        fields.serialize_field("lastmod", &self.lastmod)?;
        fields.serialize_field("changefreq", &self.change_frequency)?;
        fields.serialize_field("priority", &self.priority)?;
        fields.serialize_field("kind", &self.kind)?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("extensions", &self.extensions)?;
        fields.end()
    }
}

impl Serialize for Extension {
    /// `kind`, `name`, and `fields` as pairs of path and value.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Extension", 3)?;
        fields.serialize_field("kind", &self.kind())?;
        fields.serialize_field("name", self.name())?;
        fields.serialize_field("fields", &Fields(self))?;
        fields.end()
    }
}

/// The fields of an extension, as a sequence: a path may occur twice.
struct Fields<'e>(&'e Extension);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_seq(None)?;
        for field in self.0.fields() {
            fields.serialize_element(&field)?;
        }
        fields.end()
    }
}

impl Serialize for Problem {
    /// `code`, `line`, `message`, `entry_dropped` and `excerpt`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Problem", 5)?;
        fields.serialize_field("code", &self.kind)?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("message", self.kind.message())?;
        fields.serialize_field("entry_dropped", &self.entry_dropped)?;
        let excerpt = Some(&self.excerpt).filter(|excerpt| !excerpt.is_empty());
        fields.serialize_field("excerpt", &excerpt)?;
        fields.end()
    }
}

impl Serialize for Error {
    /// The fields of a [`Problem`], with `entry_dropped` false and `excerpt` null. The message does
    /// not repeat the line.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let line = match self {
            Error::TooDeep { line } | Error::Doctype { line } => Some(*line),
            _ => None,
        };
        let message = self.to_string();
        let without_line = line.and_then(|line| message.strip_prefix(&format!("line {line}: ")));
        let mut fields = serializer.serialize_struct("Error", 5)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("line", &line)?;
        fields.serialize_field("message", without_line.unwrap_or(&message))?;
        fields.serialize_field("entry_dropped", &false)?;
        fields.serialize_field("excerpt", &None::<&str>)?;
        fields.end()
    }
}

impl Serialize for Priority {
    /// The number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.get())
    }
}

impl Serialize for W3cDateTime {
    /// The date as written in a sitemap.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
