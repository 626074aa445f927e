//! A site as it is saved.

use alloc::string::String;
use alloc::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Site;
use super::origin::Origin;
use super::slowdown::Slowdown;
use crate::fetch::{Outcome, Validators};
use crate::matching::target::Target;
use crate::rules::Rules;
use crate::timestamp::Timestamp;

/// The form in which a site is saved, used both to write (with borrowed fields) and to read (with
/// owned ones).
#[derive(Serialize, Deserialize)]
#[serde(rename = "Site")]
struct Saved<S, R> {
    origin: S,
    rules: R,
    copy: Option<R>,
    reader: u64,
    etag: Option<S>,
    last_modified: Option<S>,
    outcome: Option<Outcome>,
    asked_at: Option<Timestamp>,
    next_fetch_at: Option<Timestamp>,
    good_at: Option<Timestamp>,
    failing_since: Option<Timestamp>,
    answers_pages: bool,
    last_page_at: Option<Timestamp>,
    slowed: u8,
    calm: u8,
    paused_until: Option<Timestamp>,
}

impl Serialize for Site {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let validators = self.origin.validators();
        let validators = validators.as_ref();
        let (slowed, calm) = self.slowdown.to_saved();
        let saved = Saved::<&str, &Rules> {
            origin: self.origin(),
            rules: &self.rules,
            copy: self.copy.as_deref(),
            reader: self.reader,
            etag: validators.and_then(Validators::etag),
            last_modified: validators.and_then(Validators::last_modified),
            outcome: self.outcome,
            asked_at: self.asked_at.map(Timestamp::from),
            next_fetch_at: self.next_fetch_at.map(Timestamp::from),
            good_at: self.good_at.map(Timestamp::from),
            failing_since: self.failing_since.map(Timestamp::from),
            answers_pages: self.answers_pages,
            last_page_at: self.last_page_at.map(Timestamp::from),
            slowed,
            calm,
            paused_until: self.paused_until.map(Timestamp::from),
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Site {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::<String, Rules>::deserialize(deserializer)?;
        let bytes = |text: &Option<String>| text.as_ref().map(|text| text.clone().into_bytes());
        let (etag, last_modified) = (bytes(&saved.etag), bytes(&saved.last_modified));
        let validators = Validators::new(etag.as_deref(), last_modified.as_deref());
        let mut origin = Origin::of(Target::new(&saved.origin)).map_err(serde::de::Error::custom)?;
        origin.set_validators(validators.as_ref());
        Ok(Self {
            origin,
            pacing: Self::pacing_of(&saved.rules),
            rules: Arc::new(saved.rules),
            copy: saved.copy.map(Arc::new),
            reader: saved.reader,
            asked_at: saved.asked_at.map(Into::into),
            next_fetch_at: saved.next_fetch_at.map(Into::into),
            good_at: saved.good_at.map(Into::into),
            failing_since: saved.failing_since.map(Into::into),
            last_page_at: saved.last_page_at.map(Into::into),
            paused_until: saved.paused_until.map(Into::into),
            slowdown: Slowdown::from_saved((saved.slowed, saved.calm)),
            outcome: saved.outcome,
            answers_pages: saved.answers_pages,
        })
    }
}
