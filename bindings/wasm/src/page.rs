//! The statements of a page itself to crawlers.

use robots_exclusion_page::{Limit, NoteKind, PageRules};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows};
use crate::failure::Failure;
use crate::plain;

/// The statements of a page to one crawler.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page<'r> {
    may_index: bool,
    may_follow: bool,
    may_archive: bool,
    may_show_snippet: bool,
    may_translate: bool,
    may_index_images: bool,
    may_index_if_embedded: bool,
    may_use_for_ai: bool,
    may_use_images_for_ai: bool,
    may_use_for_training: bool,
    max_snippet: Option<i64>,
    max_image_preview: Option<&'static str>,
    max_video_preview: Option<i64>,
    unavailable_after: Option<String>,
    licenses: Vec<&'r str>,
    unknown: Vec<&'r str>,
}

/// `meta` and `fields` are names and values in turn.
#[wasm_bindgen(js_name = pageRules)]
pub fn page_rules(
    tokens: Vec<String>,
    follows: Follows,
    meta: Vec<String>,
    fields: Vec<String>,
) -> Result<JsValue, Failure> {
    let list = agents::list(&tokens, follows)?;
    let names: Vec<&str> = list.tokens().collect();
    let crawler = agents::resolved(&tokens, follows)?.filter(|crawler| crawler.agent().is_some());
    let is_known = crawler.is_some();
    let mut builder = match crawler {
        Some(crawler) => PageRules::builder(crawler),
        None => PageRules::builder(names.first().copied().unwrap_or_default()),
    };
    // A well-known crawler's record has the names of its tags. The other tokens of its list are the
    // tokens whose groups of robots.txt it falls back to.
    for name in names.iter().skip(1).filter(|_| !is_known) {
        builder.alias(name);
    }
    for tag in meta.chunks_exact(2) {
        builder.meta(&tag[0], &tag[1]);
    }
    for field in fields.chunks_exact(2) {
        builder.header(&field[0], &field[1]);
    }
    let rules = builder.build();
    let unknown = rules.notes().filter(|note| note.kind() == NoteKind::Unknown);
    let page = Page {
        may_index: rules.may_index(),
        may_follow: rules.may_follow(),
        may_archive: rules.may_archive(),
        may_show_snippet: rules.may_show_snippet(),
        may_translate: rules.may_translate(),
        may_index_images: rules.may_index_images(),
        may_index_if_embedded: rules.may_index_if_embedded(),
        may_use_for_ai: rules.may_use_for_ai(),
        may_use_images_for_ai: rules.may_use_images_for_ai(),
        may_use_for_training: rules.may_use_for_training(),
        max_snippet: rules.max_snippet().map(number),
        max_image_preview: rules.max_image_preview().map(|preview| preview.as_str()),
        max_video_preview: rules.max_video_preview().map(number),
        unavailable_after: rules.unavailable_after().map(|date| date.to_string()),
        licenses: rules.licenses().collect(),
        unknown: unknown.map(|note| note.text()).collect(),
    };
    plain(&page)
}

/// The number as a page writes it.
fn number(limit: Limit) -> i64 {
    match limit {
        Limit::AtMost(number) => number.into(),
        Limit::Unlimited => -1,
    }
}
