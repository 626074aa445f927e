//! Arguments of fetching, and their defaults.

use std::time::Duration;

use clap::Args;

use super::Client;
use crate::input::Input;

/// How files from the web are fetched.
#[derive(Args, Clone, Debug)]
pub(crate) struct Web {
    /// Give up on a file from the web after this many seconds, from the first connection to the
    /// last byte, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, help_heading = "Fetching")]
    timeout: Duration,

    /// Refuse private, loopback and other special addresses, even after redirects [default for
    /// lists of sites]
    #[arg(long, conflicts_with = "allow_private", help_heading = "Fetching")]
    public_only: bool,

    /// Connect to private and loopback addresses, even for a list of sites
    #[arg(long, help_heading = "Fetching")]
    allow_private: bool,

    /// Send this header field, such as "Cookie: a=b", to the named site only, not to others that
    /// redirects lead to; may be repeated
    #[arg(id = "sent_header", long = "header", value_name = "NAME: VALUE", value_parser = header, help_heading = "Fetching")]
    headers: Vec<(String, String)>,
}

impl Web {
    /// The client for the options of the command line.
    pub(crate) fn client(&self) -> Client {
        self.client_for(None)
    }

    /// The client for a list of sites, if there is one. It may come from anybody: addresses that
    /// are not public are refused unless they are asked for.
    pub(crate) fn client_for(&self, list: Option<&Input>) -> Client {
        let public_only = list.map_or(self.public_only, |_| !self.allow_private);
        Client::new(self.timeout, public_only, self.headers.clone())
    }
}

fn header(text: &str) -> Result<(String, String), String> {
    let field = text.split_once(':').and_then(|(name, value)| {
        let (name, value) = (name.trim(), value.trim());
        name.parse::<ureq::http::HeaderName>().ok()?;
        value.parse::<ureq::http::HeaderValue>().ok()?;
        Some((name.to_owned(), value.to_owned()))
    });
    field.ok_or_else(|| "write a header field as NAME: VALUE".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds.min(1e6)).ok())
        .ok_or_else(|| "write a number of seconds greater than 0, such as 30 or 2.5".to_owned())
}
