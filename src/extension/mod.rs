//! The lines of a robots.txt file other than rules: pacing, sitemaps, URL clean-up, usage
//! preferences.
//!
//! None of them is part of RFC 9309, which lets a parser read other lines as long as they do not
//! interfere with the rules (section 2.2.4). Each has its own small type here, with a `parse` for
//! the value of the line (the text after the colon, without comment), an error that says why a
//! value is not understood, and a `Display` that writes it back. An invalid value is reported and
//! ignored; it never changes what another line says.
//!
//! | line | type | applies to |
//! |---|---|---|
//! | `Crawl-delay: 1.5` | [`Duration`](core::time::Duration) | group |
//! | `Request-rate: 1/10s 1800-1900` | [`RequestRate`] | group, repeatable |
//! | `Visit-time: 0600-0845` | [`TimeWindow`] | group, repeatable |
//! | `Robot-version: 2.0` | [`RobotVersion`] | group |
//! | `Content-Signal: search=yes, ai-train=no` | [`ContentSignal`] | group, or the site outside any group |
//! | `Content-Usage: /x train-ai=n` | text; `ContentUsage` of the package `robots-exclusion-page` reads it | group, repeatable |
//! | `License: https://example.com/license.xml` | [`UrlLine`] | group, or the site outside any group, repeatable |
//! | `Sitemap: https://example.com/sitemap.xml` | [`UrlLine`] | file, repeatable |
//! | `Agentmap`, `Schemamap`, `LLM-Policy` | [`UrlLine`] | file, repeatable |
//! | `Host: www.example.com` | [`HostLine`] | file |
//! | `Clean-param: ref&sid /forum/` | [`CleanParam`] | file, repeatable |
//!
//! [`Pacing`] combines the first three into one answer: when may the next fetch start?
//!
//! To read these lines, ask [`Rules`](crate::Rules) for the lines that apply to one crawler,
//! [`Group`](crate::Group) for the lines of one group, and [`RobotsTxt`](crate::RobotsTxt) for the
//! lines of the file. [`Directive::value_error`](crate::syntax::Directive::value_error) says why
//! the value of a line is not understood.
//!
//! # Examples
//!
//! ```
//! use core::time::Duration;
//! use robots_exclusion::{Rules, Timestamp};
//!
//! let body = b"User-agent: *\nDisallow: /x\nCrawl-delay: 2\nVisit-time: 0600-0845\n";
//! let pacing = Rules::parse(body, "FooBot").pacing();
//! let clock = |hours: u64| Timestamp::from_unix(Duration::from_secs(hours * 3600));
//! // At nine it is too late for today; the next time is six tomorrow.
//! assert_eq!(pacing.next_fetch_at(clock(9), None, Duration::ZERO), clock(24 + 6));
//! ```

mod clean_param;
mod content_signal;
mod crawl_delay;
mod error;
mod host;
mod pacing;
mod request_rate;
mod robot_version;
#[cfg(feature = "serde")]
mod serialize;
mod time_window;
mod url_line;
mod value_error;

pub use clean_param::CleanParam;
pub use content_signal::{ContentSignal, Signal, SignalValue};
pub use crawl_delay::CrawlDelay;
pub use error::ParseError;
pub use host::HostLine;
pub use pacing::Pacing;
pub use request_rate::RequestRate;
pub use robot_version::RobotVersion;
pub use time_window::{TimeOfDay, TimeWindow};
pub use url_line::{SitemapLine, UrlLine};

use crate::syntax::whitespace::{is_blank, trim_blanks as trim, trim_blanks_start as trim_start};

/// The ASCII digits at the start of `value`, and the rest.
fn split_digits(value: &[u8]) -> (&[u8], &[u8]) {
    value.split_at(
        value
            .iter()
            .position(|byte| !byte.is_ascii_digit())
            .unwrap_or(value.len()),
    )
}

/// The number that `digits` spell, or the largest there is. Without any digit it is zero.
fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0_u64, |n, &digit| {
        n.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    })
}
