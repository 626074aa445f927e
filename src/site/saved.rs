//! A site as it is saved.

use alloc::string::String;
use core::fmt;
use core::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Site;
use super::origin::Origin;
use super::pace::Pace;
use crate::fetch::cache_headers::Freshness;
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
    reader: Reader,
    etag: Option<S>,
    last_modified: Option<S>,
    /// Where a redirect of robots.txt led, which sent these two.
    #[serde(default = "no_redirect")]
    sent_from: Option<S>,
    outcome: Option<Outcome>,
    asked_at: Option<Timestamp>,
    next_fetch_at: Option<Timestamp>,
    good_at: Option<Timestamp>,
    failing_since: Option<Timestamp>,
    answers_pages: bool,
    fresh: Freshness,
    /// When robots.txt was requested, if it was not answered yet.
    fetching_since: Option<Timestamp>,
    last_request_at: Option<Timestamp>,
    slowed: u8,
    slowed_at: Option<Timestamp>,
    paused_until: Option<Timestamp>,
    /// The good answers in a row, the requests that are open, and whether one has begun since the
    /// last complaint.
    #[serde(default)]
    answered: u8,
    #[serde(default)]
    open: u8,
    #[serde(default)]
    asked: bool,
}

fn no_redirect<S>() -> Option<S> {
    None
}

/// A [fingerprint](super::Crawler::fingerprint). It is written as text where people and other
/// languages read: numbers of JavaScript have 53 bits.
struct Reader(u64);

impl Serialize for Reader {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&self.0)
        } else {
            serializer.serialize_u64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Reader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Reader;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of 64 bits, as text where people can read it")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Reader, E> {
                Ok(Reader(number))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Reader, E> {
                let number = text.parse();
                number
                    .map(Reader)
                    .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Visitor)
        } else {
            deserializer.deserialize_u64(Visitor)
        }
    }
}

impl Serialize for Site {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let validators = self.origin.validators();
        let validators = validators.as_ref();
        let saved = Saved::<&str, &Rules> {
            origin: self.origin(),
            rules: &self.rules,
            copy: self.copy.as_deref(),
            reader: Reader(self.reader),
            etag: validators.and_then(Validators::etag),
            last_modified: validators.and_then(Validators::last_modified),
            sent_from: validators.and_then(Validators::sent_from),
            outcome: self.outcome,
            asked_at: self.asked_at.map(Timestamp::from),
            next_fetch_at: self.asked_at.map(|_| self.next_fetch_at()),
            good_at: self.good_at.map(Timestamp::from),
            failing_since: self.failing_since.map(Timestamp::from),
            answers_pages: self.answers_pages,
            fresh: self.freshness,
            fetching_since: self.fetching_since.map(Timestamp::from),
            last_request_at: self.pace.last_request_at.map(Timestamp::from),
            slowed: self.pace.doublings,
            slowed_at: self.pace.slowed_at.map(Timestamp::from),
            paused_until: self.pace.paused_until.map(Timestamp::from),
            answered: self.pace.answered,
            open: self.pace.open,
            asked: self.pace.has_asked,
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Site {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::<String, Rules>::deserialize(deserializer)?;
        let bytes = |text: &Option<String>| text.as_ref().map(|text| text.clone().into_bytes());
        let (etag, last_modified) = (bytes(&saved.etag), bytes(&saved.last_modified));
        let mut validators = Validators::new(etag.as_deref(), last_modified.as_deref());
        if let Some(url) = &saved.sent_from {
            validators = validators.and_then(|validators| validators.sent_by(url));
        }
        let mut origin = Origin::of(Target::new(&saved.origin)).map_err(de::Error::custom)?;
        origin.set_validators(validators.as_ref());
        let next_fetch_at = saved.next_fetch_at.unwrap_or(Timestamp::UNIX_EPOCH);
        let holds = saved
            .asked_at
            .map_or(Duration::ZERO, |asked_at| next_fetch_at.duration_since(asked_at));
        let pace = Pace {
            last_request_at: saved.last_request_at.map(Into::into),
            paused_until: saved.paused_until.map(Into::into),
            slowed_at: saved.slowed_at.map(Into::into),
            doublings: saved.slowed,
            answered: saved.answered,
            open: saved.open,
            has_asked: saved.asked,
        };
        Ok(Self {
            origin,
            pacing: Self::pacing_of(&saved.rules),
            rules: saved.rules.into_shared(),
            copy: saved.copy.map(Rules::into_shared),
            reader: saved.reader.0,
            asked_at: saved.asked_at.map(Into::into),
            pace: pace.within_bounds(),
            holds: u32::try_from(holds.as_secs()).unwrap_or(u32::MAX),
            good_at: saved.good_at.map(Into::into),
            failing_since: saved.failing_since.map(Into::into),
            freshness: saved.fresh,
            outcome: saved.outcome,
            answers_pages: saved.answers_pages,
            fetching_since: saved.fetching_since.map(Into::into),
        })
    }
}
