//! `Serialize` for changes: the keys of `robots diff --format json`.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{AgentEffect, Change, Decision, Evidence, Fallback, Regrouped, UrlChange};

impl Serialize for Change {
    /// `kind`, `impact`, `effect`, `agents`, `text`, `old_line`, `new_line`, `witnesses`, `fallback`
    /// and `regrouped`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Change", 10)?;
        fields.serialize_field("kind", &self.kind())?;
        fields.serialize_field("impact", &self.impact())?;
        fields.serialize_field("effect", &self.effect())?;
        fields.serialize_field("agents", self.agents())?;
        fields.serialize_field("text", self.text())?;
        fields.serialize_field("old_line", &self.line_before())?;
        fields.serialize_field("new_line", &self.line_after())?;
        fields.serialize_field("witnesses", self.witnesses())?;
        fields.serialize_field("fallback", &self.fallback())?;
        fields.serialize_field("regrouped", &self.regrouped())?;
        fields.end()
    }
}

impl Serialize for Regrouped {
    /// The number of `rules`, the `line` of the first, the `agents` of their group, and, where a
    /// line looks like the one that is missing, `instead_line` and `instead`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Regrouped", 5)?;
        fields.serialize_field("rules", &self.rules())?;
        fields.serialize_field("line", &self.line())?;
        fields.serialize_field("agents", self.names())?;
        fields.serialize_field("instead_line", &self.instead().map(|(line, _)| line))?;
        fields.serialize_field("instead", &self.instead().map(|(_, text)| text))?;
        fields.end()
    }
}

impl Serialize for Fallback {
    /// `group`, `followed` (rather than left), the number of `rules`, and `patterns`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Fallback", 4)?;
        fields.serialize_field("group", self.group())?;
        fields.serialize_field("followed", &self.is_followed())?;
        fields.serialize_field("rules", &self.count())?;
        fields.serialize_field("patterns", self.patterns())?;
        fields.end()
    }
}

impl Serialize for Evidence {
    /// `agent`, `url`, `before` and `after`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Evidence", 4)?;
        fields.serialize_field("agent", self.agent())?;
        fields.serialize_field("url", self.url())?;
        fields.serialize_field("before", self.before())?;
        fields.serialize_field("after", self.after())?;
        fields.end()
    }
}

impl Serialize for Decision {
    /// `allowed`, `line` and `rule`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Decision", 3)?;
        fields.serialize_field("allowed", &self.is_allowed())?;
        fields.serialize_field("line", &self.line())?;
        fields.serialize_field("rule", &self.rule())?;
        fields.end()
    }
}

impl Serialize for AgentEffect {
    /// `agents`, `effect`, `impact` and `witnesses`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("AgentEffect", 4)?;
        fields.serialize_field("agents", self.agents())?;
        fields.serialize_field("effect", &self.effect())?;
        fields.serialize_field("impact", &self.impact())?;
        fields.serialize_field("witnesses", self.witnesses())?;
        fields.end()
    }
}

impl Serialize for UrlChange<'_> {
    /// `agent`, `effect`, `impact`, and the verdicts `before` and `after`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("UrlChange", 5)?;
        fields.serialize_field("agent", self.agent())?;
        fields.serialize_field("effect", &self.effect())?;
        fields.serialize_field("impact", &self.impact())?;
        fields.serialize_field("before", self.before())?;
        fields.serialize_field("after", self.after())?;
        fields.end()
    }
}
