//! What the groups that speak for one crawler say beside their rules.

use alloc::{boxed::Box, vec::Vec};

use super::{ContentSignal, CrawlDelay, RequestRate, SignalValue, VisitTime};
use crate::dialect::Dialect;
use crate::syntax::directive::DirectiveKind;
use crate::syntax::keys::{Key, Keys};
use crate::syntax::reader;
use crate::syntax::record::{Record, Tag};

#[cfg(feature = "content-usage")]
use super::ContentUsage;

/// The extension lines of one crawler, as its [`Rules`](crate::Rules) keep them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    pub(crate) crawl_delay: Option<CrawlDelay>,
    pub(crate) request_rates: Vec<RequestRate>,
    pub(crate) visit_times: Vec<VisitTime>,
    pub(crate) content_signal: Option<ContentSignal>,
    /// With their line numbers.
    #[cfg(feature = "content-usage")]
    pub(crate) content_usage: Vec<(u32, ContentUsage)>,
}

impl Extensions {
    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        let heap_bytes = size_of_val(&*self.request_rates)
            + size_of_val(&*self.visit_times)
            + self.content_signal.as_ref().map_or(0, ContentSignal::heap_bytes);
        #[cfg(feature = "content-usage")]
        let heap_bytes = heap_bytes
            + size_of_val(&*self.content_usage)
            + self
                .content_usage
                .iter()
                .map(|(_, line)| line.heap_bytes())
                .sum::<usize>();
        heap_bytes
    }
}

/// Collects the extension lines of the groups that speak for one crawler.
#[derive(Clone, Debug)]
pub(crate) struct Collector<'q> {
    dialect: &'q Dialect,
    found: Extensions,
    signals: Vec<(Box<str>, SignalValue)>,
    /// What stands outside any group, for crawlers whose groups have no signals.
    site_signals: Vec<(Box<str>, SignalValue)>,
}

impl<'q> Collector<'q> {
    pub(crate) fn new(dialect: &'q Dialect) -> Self {
        Self {
            dialect,
            found: Extensions::default(),
            signals: Vec::new(),
            site_signals: Vec::new(),
        }
    }

    /// Forgets what was heard of groups: a group that is preferred to all before began.
    pub(crate) fn restart(&mut self) {
        self.found = Extensions::default();
        self.signals.clear();
    }

    /// A line of a group that speaks for the crawler.
    pub(crate) fn hear_within(&mut self, body: &[u8], record: Record) {
        let Some((kind, value)) = read(body, record, self.dialect) else {
            return;
        };
        if !Key::of(kind).is_some_and(|key| key.is_read(self.dialect)) {
            return;
        }
        let found = &mut self.found;
        match kind {
            // The first valid line counts, and a broken one before or after it changes nothing.
            DirectiveKind::CrawlDelay => {
                found.crawl_delay = found.crawl_delay.or(CrawlDelay::parse(value).ok());
            }
            DirectiveKind::RequestRate => {
                let slowest = self.dialect.slowest_request_rate();
                let rate = RequestRate::parse(value).ok();
                found
                    .request_rates
                    .extend(rate.map(|rate| slowest.map_or(rate, |slowest| rate.raised_to(slowest))));
            }
            DirectiveKind::VisitTime => {
                found.visit_times.extend(VisitTime::parse(value).ok());
            }
            DirectiveKind::ContentSignal => ContentSignal::gather(value, &mut self.signals),
            #[cfg(feature = "content-usage")]
            DirectiveKind::ContentUsage => {
                found
                    .content_usage
                    .push((record.line(), ContentUsage::parse(value).without_error()));
            }
            _ => {}
        }
    }

    /// A line that stands outside any group.
    pub(crate) fn hear_outside(&mut self, body: &[u8], record: Record) {
        if let Some((DirectiveKind::ContentSignal, value)) = read(body, record, self.dialect) {
            ContentSignal::gather(value, &mut self.site_signals);
        }
    }

    /// What was collected, or `None` if that is nothing, so that a crawler's rules stay small.
    pub(crate) fn finish(mut self) -> Option<Box<Extensions>> {
        let signals = if self.signals.is_empty() {
            self.site_signals
        } else {
            self.signals
        };
        if !signals.is_empty() {
            self.found.content_signal = Some(ContentSignal::from_gathered(signals));
        }
        self.found.request_rates.shrink_to_fit();
        self.found.visit_times.shrink_to_fit();
        #[cfg(feature = "content-usage")]
        self.found.content_usage.shrink_to_fit();
        (self.found != Extensions::default()).then(|| Box::new(self.found))
    }
}

/// What the key of a record's line means, and the value, if the line may be an extension.
pub(crate) fn read<'b>(
    body: &'b [u8],
    record: Record,
    dialect: &Dialect,
) -> Option<(DirectiveKind, &'b [u8])> {
    if record.tag() != Tag::Other {
        return None;
    }
    let line = reader::line_at(body, record.start(), record.line(), dialect)?;
    let (key, value) = line.key_value()?;
    Some((Keys::new(dialect).classify(key), value))
}
