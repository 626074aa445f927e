//! [`robots_exclusion`] for JavaScript: what `js/` calls.
//!
//! JavaScript checks the types of arguments, this crate their values. Answers are plain objects,
//! whose fields `js/index.d.ts` documents. Offsets count UTF-16 code units where a body is a text,
//! and bytes otherwise; [`text`] converts them.

mod agents;
#[cfg(feature = "proofs")]
mod assertion;
#[cfg(feature = "proofs")]
mod compare;
mod dialect;
#[cfg(feature = "proofs")]
mod diff;
mod failure;
#[cfg(feature = "lint")]
mod lint;
mod pacing;
#[cfg(feature = "page")]
mod page;
mod robots_txt;
mod rules;
mod site;
#[cfg(feature = "sitemap")]
mod sitemap;
mod text;
mod verdict;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;

/// A plain object or an array. What is absent is `null`.
fn plain(value: &impl Serialize) -> Result<JsValue, Failure> {
    let serializer = Serializer::new()
        .serialize_missing_as_null(true)
        .serialize_maps_as_objects(true);
    value.serialize(&serializer).map_err(Failure::internal)
}
