//! Who the rows of a batch ask about.

use std::borrow::Cow;
use std::sync::Arc;

use foldhash::HashMap;
use robots_exclusion::agents::{NameError, UserAgent};

use super::json_question::NameKind;
use crate::crawlers::CrawlerQuery;

/// A crawler, and a number that no other has which the same [`Names`] gave out.
pub(super) struct Named {
    pub(super) number: u64,
    pub(super) asked: CrawlerQuery,
}

/// The crawlers that rows asked about, by their names as the rows give them. To resolve a name again
/// in every row takes 30 % of the rows a second.
#[derive(Default)]
pub(super) struct Names {
    known: [HashMap<Box<[u8]>, Arc<Named>>; 3],
    /// The memory that they take, in bytes.
    bytes: usize,
    /// How many were resolved.
    count: u64,
}

impl Names {
    /// The crawler of a name, which `decode` turns into text.
    ///
    /// # Errors
    ///
    /// If it names no crawler, or several.
    pub(super) fn resolve<'n>(
        &mut self,
        kind: NameKind,
        name: &'n [u8],
        decode: impl FnOnce(&'n [u8]) -> Result<Cow<'n, str>, String>,
    ) -> Result<Arc<Named>, String> {
        /// Crawlers are forgotten when they take about this many bytes, so that no series of
        /// questions fills the memory.
        const MAX_BYTES: usize = 4 << 20;
        if let Some(found) = self.known[kind as usize].get(name) {
            return Ok(Arc::clone(found));
        }
        if self.bytes >= MAX_BYTES {
            self.known = Default::default();
            self.bytes = 0;
        }
        let written = decode(name)?;
        let found = match kind {
            NameKind::Any => UserAgent::resolve_one(&written),
            NameKind::Token => UserAgent::resolve_token(&written),
            NameKind::Header => UserAgent::resolve_header(&written),
        };
        let found = found.map_err(|error| match error {
            NameError::Set(_) => format!("a row asks about one crawler, and {written:?} is a set"),
            error => error.to_string(),
        })?;
        self.count += 1;
        let found = Arc::new(Named {
            number: self.count,
            asked: CrawlerQuery::new(&written, &found),
        });
        self.bytes += 3 * (name.len() + written.len()) + 2 * size_of::<Named>();
        self.known[kind as usize].insert(name.into(), Arc::clone(&found));
        Ok(found)
    }
}
