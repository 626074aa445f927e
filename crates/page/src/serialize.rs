//! `Serialize` for [`PageRules`]: the object that `robots page` prints.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{
    note::{Note, NoteKind},
    page_rules::{Limit, PageRules},
};

impl Serialize for PageRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let limit = |limit: Option<Limit>| {
            limit.map(|limit| match limit {
                Limit::AtMost(number) => i64::from(number),
                Limit::Unlimited => -1,
            })
        };
        let mut object = serializer.serialize_struct("PageRules", 25)?;
        object.serialize_field("index", &self.index)?;
        object.serialize_field("follow", &self.follow)?;
        object.serialize_field("archive", &self.may_archive())?;
        object.serialize_field("snippet", &self.snippet)?;
        object.serialize_field("max_snippet", &limit(self.max_snippet))?;
        object.serialize_field(
            "max_image_preview",
            &self.max_image_preview.map(|preview| preview.as_str()),
        )?;
        object.serialize_field("max_video_preview", &limit(self.max_video_preview))?;
        object.serialize_field("translate", &self.translate)?;
        object.serialize_field("read_aloud", &self.read_aloud)?;
        object.serialize_field("generated_description", &self.description)?;
        object.serialize_field("image_index", &self.image_index)?;
        object.serialize_field("index_if_embedded", &self.index_if_embedded)?;
        object.serialize_field("ai", &self.ai)?;
        object.serialize_field("image_ai", &self.image_ai)?;
        object.serialize_field("training", &self.training)?;
        object.serialize_field(
            "unavailable_after",
            &self.unavailable_after.map(|date| date.to_string()),
        )?;
        object.serialize_field("noarchive", &self.noarchive)?;
        object.serialize_field("nocache", &self.nocache)?;
        object.serialize_field("bing_chat", self.bing_chat().as_str())?;
        object.serialize_field("licenses", &Licenses(self))?;
        object.serialize_field("data_nosnippet", &self.data_nosnippet)?;
        object.serialize_field("unknown", &Texts(self, NoteKind::Unknown))?;
        object.serialize_field("obsolete", &Texts(self, NoteKind::Obsolete))?;
        object.serialize_field("bad_values", &Texts(self, NoteKind::BadValue))?;
        object.serialize_field("misplaced", &Texts(self, NoteKind::Misplaced))?;
        object.serialize_field("contradictions", &Texts(self, NoteKind::Contradiction))?;
        object.end()
    }
}

/// The texts of the notes of one kind, as a sequence.
struct Texts<'a>(&'a PageRules, NoteKind);

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let notes = self.0.notes().filter(|note| note.kind() == self.1);
        serializer.collect_seq(notes.map(Note::text))
    }
}

/// The URLs of the licenses, as a sequence.
struct Licenses<'a>(&'a PageRules);

impl Serialize for Licenses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.licenses())
    }
}
