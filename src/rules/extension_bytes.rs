//! The extension lines of compiled rules as bytes: each value as text, which parses to the same
//! value.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

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

impl Encoder {
    pub(super) fn extensions(&mut self, extensions: Option<&Extensions>) {
        let mut lines: Vec<(u8, u32, Vec<u8>)> = Vec::new();
        if let Some(said) = extensions {
            lines.extend(
                said.crawl_delay
                    .iter()
                    .map(|value| (CRAWL_DELAY, 0, value.to_string().into())),
            );
            lines.extend(
                said.request_rates
                    .iter()
                    .map(|value| (REQUEST_RATE, 0, value.to_string().into())),
            );
            lines.extend(
                said.visit_times
                    .iter()
                    .map(|value| (VISIT_TIME, 0, value.to_string().into())),
            );
            lines.extend(
                said.content_signal
                    .iter()
                    .map(|value| (CONTENT_SIGNAL, 0, value.to_string().into())),
            );
            lines.extend(
                said.content_usage
                    .iter()
                    .map(|(line, value)| (CONTENT_USAGE, *line, value.to_vec())),
            );
            lines.extend(said.licenses.iter().map(|url| (LICENSE, 0, url.to_vec())));
            if let Some(site) = &said.site_lines {
                lines.extend(site.sitemaps.iter().map(|value| (SITEMAP, 0, value.to_vec())));
                lines.extend(site.hosts.iter().map(|value| (HOST, 0, value.to_vec())));
            }
        }
        self.number(lines.len());
        for (tag, line, value) in lines {
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
            let tag = self.byte()?;
            let line = self.number()?;
            let value = self.text()?;
            match tag {
                CRAWL_DELAY => said.crawl_delay = Some(CrawlDelay::parse(value).ok()?),
                REQUEST_RATE => said.request_rates.push(RequestRate::parse(value).ok()?),
                VISIT_TIME => said.visit_times.push(TimeWindow::parse(value).ok()?),
                CONTENT_SIGNAL => said.content_signal = Some(ContentSignal::parse(value)),
                CONTENT_USAGE => said.content_usage.push((line, value.into())),
                LICENSE => said.licenses.push(UrlLine::parse(value).ok()?.as_bytes().into()),
                SITEMAP => said
                    .site_lines
                    .get_or_insert_default()
                    .sitemaps
                    .push(value.into()),
                HOST => {
                    let host = HostLine::parse(value).ok()?.as_bytes();
                    said.site_lines.get_or_insert_default().hosts.push(host.into());
                }
                _ => return None,
            }
        }
        Some((said != Extensions::default()).then(|| Box::new(said)))
    }
}
