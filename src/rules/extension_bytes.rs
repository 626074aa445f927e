//! The extension lines of compiled rules as bytes: each value as text, which parses to the same
//! value.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;

use super::extensions::Extensions;
use super::varint::{Decoder, Encoder};
use crate::extension::{ContentSignal, CrawlDelay, HostLine, RequestRate, TimeWindow, UrlLine};

/// Extension lines in the order of their tags.
const CRAWL_DELAY: u8 = 1;
const REQUEST_RATE: u8 = 2;
const VISIT_TIME: u8 = 3;
const CONTENT_SIGNAL: u8 = 4;
const CONTENT_USAGE: u8 = 5;
const LICENSE: u8 = 6;
const SITEMAP: u8 = 7;
const HOST: u8 = 8;

impl Extensions {
    /// The tag of each line, its number, if that is kept, and its value.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u8, u32, Cow<'_, [u8]>)> {
        let written = |tag, value: &dyn ToString| (tag, 0, Cow::Owned(value.to_string().into()));
        let delay = self
            .crawl_delay
            .iter()
            .map(move |value| written(CRAWL_DELAY, value));
        let rates = self
            .request_rates
            .iter()
            .map(move |value| written(REQUEST_RATE, value));
        let times = self
            .visit_times
            .iter()
            .map(move |value| written(VISIT_TIME, value));
        let signal = self
            .content_signal
            .iter()
            .map(move |value| written(CONTENT_SIGNAL, value));
        let site = self.site_lines.as_deref();
        let kept = self
            .content_usage
            .iter()
            .map(|(line, value)| (CONTENT_USAGE, *line, value))
            .chain(self.licenses.iter().map(|value| (LICENSE, 0, value)))
            .chain(
                site.into_iter()
                    .flat_map(|site| &site.sitemaps)
                    .map(|value| (SITEMAP, 0, value)),
            )
            .chain(
                site.into_iter()
                    .flat_map(|site| &site.hosts)
                    .map(|value| (HOST, 0, value)),
            )
            .map(|(tag, line, value)| (tag, line, Cow::Borrowed(&**value)));
        delay.chain(rates).chain(times).chain(signal).chain(kept)
    }

    /// Adds a line of [`lines`](Self::lines). `None` if it is none.
    pub(super) fn add(&mut self, tag: u8, line: u32, value: &[u8]) -> Option<()> {
        match tag {
            CRAWL_DELAY => self.crawl_delay = Some(CrawlDelay::parse(value).ok()?),
            REQUEST_RATE => self.request_rates.push(RequestRate::parse(value).ok()?),
            VISIT_TIME => self.visit_times.push(TimeWindow::parse(value).ok()?),
            CONTENT_SIGNAL => self.content_signal = Some(ContentSignal::parse(value)),
            CONTENT_USAGE => self.content_usage.push((line, value.into())),
            LICENSE => self.licenses.push(UrlLine::parse(value).ok()?.as_bytes().into()),
            SITEMAP => self
                .site_lines
                .get_or_insert_default()
                .sitemaps
                .push(value.into()),
            HOST => {
                let host = HostLine::parse(value).ok()?.as_bytes();
                self.site_lines.get_or_insert_default().hosts.push(host.into());
            }
            _ => return None,
        }
        Some(())
    }
}

impl Encoder {
    pub(super) fn extensions(&mut self, extensions: Option<&Extensions>) {
        let lines = || extensions.into_iter().flat_map(Extensions::lines);
        self.number(lines().count());
        for (tag, line, value) in lines() {
            self.0.push(tag);
            self.number(line as usize);
            self.text(&value);
        }
    }
}

impl Decoder<'_> {
    pub(super) fn extensions(&mut self) -> Option<Option<Box<Extensions>>> {
        let mut said = Extensions::default();
        for _ in 0..self.number()? {
            said.add(self.byte()?, self.number()?, self.text()?)?;
        }
        Some((said != Extensions::default()).then(|| Box::new(said)))
    }
}
