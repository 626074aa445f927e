//! The lines other than rules in the groups that apply to one crawler.

use alloc::{boxed::Box, vec::Vec};

use crate::dialect::Dialect;
use crate::extension::{ContentSignal, CrawlDelay, RequestRate, SignalValue, TimeWindow, UrlLine};
use crate::matching::group_rank::Names;
use crate::matching::selection::{Chosen, FileGroups};
use crate::syntax::directive::DirectiveKind;
use crate::syntax::keys::Key;
use crate::syntax::record::Record;

/// The extension lines of one crawler, as its [`Rules`](crate::Rules) keep them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    pub(crate) crawl_delay: Option<CrawlDelay>,
    pub(crate) request_rates: Vec<RequestRate>,
    pub(crate) visit_times: Vec<TimeWindow>,
    pub(crate) content_signal: Option<ContentSignal>,
    /// URLs as written. Invariant: each is an absolute URL as [`UrlLine`] reads it.
    pub(crate) licenses: Vec<Box<[u8]>>,
    /// `None` unless they were requested.
    pub(crate) site_lines: Option<Box<SiteLines>>,
    /// The values of `Content-Usage` lines as written, with their line numbers. This crate does not
    /// read them: they are Structured Fields.
    pub(crate) content_usage: Vec<(u32, Box<[u8]>)>,
}

/// Lines that belong to the whole file, which the rules of a crawler keep if asked to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SiteLines {
    /// The values as written.
    pub(crate) sitemaps: Vec<Box<[u8]>>,
    /// Invariant: each is a value that [`HostLine`](crate::extension::HostLine) reads.
    pub(crate) hosts: Vec<Box<[u8]>>,
}

impl SiteLines {
    pub(crate) fn new<'b>(
        sitemaps: impl Iterator<Item = &'b [u8]>,
        hosts: impl Iterator<Item = &'b [u8]>,
    ) -> Self {
        Self {
            sitemaps: sitemaps.map(Box::from).collect(),
            hosts: hosts.map(Box::from).collect(),
        }
    }

    /// Bytes on the heap, its own among them.
    fn heap_bytes(&self) -> usize {
        let lists = [&self.sitemaps, &self.hosts];
        let texts = lists.into_iter().flatten().map(|text| text.len());
        size_of::<Self>()
            + lists.map(|list| size_of_val(&**list)).iter().sum::<usize>()
            + texts.sum::<usize>()
    }
}

impl Extensions {
    /// Whether no delay, rate or visit time was collected.
    fn has_no_pace(&self) -> bool {
        self.crawl_delay.is_none() && self.request_rates.is_empty() && self.visit_times.is_empty()
    }

    /// Takes a delay, rate or visit time.
    fn hear_pace(&mut self, dialect: &Dialect, kind: DirectiveKind, value: &[u8]) {
        match kind {
            // The first valid line counts, and a broken one before or after it changes nothing.
            DirectiveKind::CrawlDelay => {
                self.crawl_delay = self.crawl_delay.or(CrawlDelay::parse(value).ok());
            }
            DirectiveKind::RequestRate => {
                let slowest = dialect.slowest_request_rate;
                let rate = RequestRate::parse(value).ok();
                self.request_rates
                    .extend(rate.map(|rate| slowest.map_or(rate, |slowest| rate.raised_to(slowest))));
            }
            DirectiveKind::VisitTime => self.visit_times.extend(TimeWindow::parse(value).ok()),
            _ => {}
        }
    }

    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.request_rates)
            + size_of_val(&*self.visit_times)
            + self.content_signal.as_ref().map_or(0, ContentSignal::heap_bytes)
            + size_of_val(&*self.licenses)
            + self.licenses.iter().map(|url| url.len()).sum::<usize>()
            + self.site_lines.as_ref().map_or(0, |lines| lines.heap_bytes())
            + size_of_val(&*self.content_usage)
            + self
                .content_usage
                .iter()
                .map(|(_, value)| value.len())
                .sum::<usize>()
    }
}

/// The extension lines for a crawler, from the groups that were chosen and from the lines of no
/// group; `None` if there are none, so that a crawler's rules stay small. `names` are the names that
/// chose the groups.
///
/// Linear in the lines of these groups and in the lines of no group.
pub(crate) fn collect(
    file: FileGroups<'_>,
    chosen: &Chosen<'_>,
    names: Option<&Names<'_>>,
) -> Option<Box<Extensions>> {
    let mut collector = Collector {
        dialect: file.dialect,
        collected: None,
    };
    file.values_chosen(chosen, names, &mut |line| collector.hear_within(file.body, *line));
    for (line, is_first) in file.grouped.outside() {
        let is_above_groups = is_first && file.dialect.rules_before_groups;
        collector.hear_outside(file.body, *line, is_above_groups);
    }
    collector.finish()
}

/// Collects the extension lines of the groups that apply to one crawler.
struct Collector<'q> {
    dialect: &'q Dialect,
    /// `None` until a line is collected. Most files have no such lines, and otherwise empty lists
    /// would be made, compared and dropped for each crawler.
    collected: Option<Collected>,
}

#[derive(Clone, Debug, Default)]
struct Collected {
    found: Extensions,
    signals: Vec<(Box<str>, SignalValue)>,
    /// The signals outside any group, for crawlers whose groups have none.
    site_signals: Vec<(Box<str>, SignalValue)>,
    /// The licenses outside any group, for crawlers whose groups have none.
    site_licenses: Vec<Box<[u8]>>,
    /// The delays, rates and times above all groups, for crawlers whose groups have no such line.
    /// In a box, because hardly a file has any.
    above: Option<Box<Extensions>>,
}

impl Collector<'_> {
    /// A line of a group that applies to the crawler.
    fn hear_within(&mut self, body: &[u8], record: Record) {
        if let Some(kind) = record.kind()
            && Key::of(kind).is_some_and(|key| key.is_read(self.dialect))
        {
            let collected = self.collected.get_or_insert_default();
            collected.hear_within(self.dialect, kind, body, record);
        }
    }

    /// A line outside any group. `is_above_groups` says that no group has begun, and that the
    /// dialect reads lines above the first group ([`Dialect::rules_before_groups`]).
    fn hear_outside(&mut self, body: &[u8], record: Record, is_above_groups: bool) {
        let Some(kind) = record.kind() else { return };
        match kind {
            DirectiveKind::CrawlDelay | DirectiveKind::RequestRate | DirectiveKind::VisitTime
                if is_above_groups && Key::of(kind).is_some_and(|key| key.is_read(self.dialect)) =>
            {
                let collected = self.collected.get_or_insert_default();
                let above = collected.above.get_or_insert_default();
                above.hear_pace(self.dialect, kind, record.value(body));
            }
            DirectiveKind::ContentSignal => {
                let collected = self.collected.get_or_insert_default();
                ContentSignal::gather(record.value(body), &mut collected.site_signals);
            }
            DirectiveKind::License => {
                let collected = self.collected.get_or_insert_default();
                collected.site_licenses.extend(url(record.value(body)));
            }
            _ => {}
        }
    }

    fn finish(self) -> Option<Box<Extensions>> {
        let found = self.collected?.finish();
        (found != Extensions::default()).then(|| Box::new(found))
    }
}

impl Collected {
    fn hear_within(&mut self, dialect: &Dialect, kind: DirectiveKind, body: &[u8], record: Record) {
        let value = record.value(body);
        let found = &mut self.found;
        match kind {
            DirectiveKind::CrawlDelay | DirectiveKind::RequestRate | DirectiveKind::VisitTime => {
                found.hear_pace(dialect, kind, value);
            }
            DirectiveKind::ContentSignal => ContentSignal::gather(value, &mut self.signals),
            DirectiveKind::License => found.licenses.extend(url(value)),
            DirectiveKind::ContentUsage => found.content_usage.push((record.line(), value.into())),
            _ => {}
        }
    }

    fn finish(self) -> Extensions {
        let mut found = self.found;
        let signals = if self.signals.is_empty() {
            self.site_signals
        } else {
            self.signals
        };
        if !signals.is_empty() {
            found.content_signal = Some(ContentSignal::from_gathered(signals));
        }
        if let Some(above) = self.above
            && found.has_no_pace()
        {
            found.crawl_delay = above.crawl_delay;
            found.request_rates = above.request_rates;
            found.visit_times = above.visit_times;
        }
        if found.licenses.is_empty() {
            found.licenses = self.site_licenses;
        }
        found.licenses.shrink_to_fit();
        found.request_rates.shrink_to_fit();
        found.visit_times.shrink_to_fit();
        found.content_usage.shrink_to_fit();
        found
    }
}

/// A value that is an absolute URL, to be kept.
fn url(value: &[u8]) -> Option<Box<[u8]>> {
    UrlLine::parse(value).ok().map(|url| url.as_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use core::num::NonZeroU32;

    #[test]
    fn what_extensions_take_on_the_heap() {
        let text = |text: &str| Box::<[u8]>::from(text.as_bytes());
        let signal = ContentSignal::parse(b"search=yes, ai-train=no");
        let window = TimeWindow::parse(b"0900-1700").unwrap();
        let lines = SiteLines {
            sitemaps: vec![text("https://example.com/1"), text("https://example.com/22")],
            hosts: vec![text("example.com")],
        };
        let in_lines = size_of::<SiteLines>() + 3 * size_of::<Box<[u8]>>() + 21 + 22 + 11;
        assert_eq!(lines.heap_bytes(), in_lines);
        let in_others = 2 * size_of::<RequestRate>()
            + size_of::<TimeWindow>()
            + signal.heap_bytes()
            + size_of::<Box<[u8]>>()
            + "https://example.com/license".len()
            + size_of::<(u32, Box<[u8]>)>()
            + "train-ai=n".len();
        let extensions = Extensions {
            crawl_delay: None,
            request_rates: vec![RequestRate::new(NonZeroU32::MIN, NonZeroU32::MIN, None); 2],
            visit_times: vec![window],
            content_signal: Some(signal),
            licenses: vec![text("https://example.com/license")],
            site_lines: Some(Box::new(lines)),
            content_usage: vec![(1, text("train-ai=n"))],
        };
        assert_eq!(extensions.heap_bytes(), in_others + in_lines);
    }
}
