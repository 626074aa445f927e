//! Arguments of fetching, and their defaults.

use std::time::Duration;

use clap::Args;

use super::Client;
use super::client::Reach;
use crate::input::Input;

/// How files from the web are fetched.
#[derive(Args, Clone, Debug)]
pub(crate) struct Web {
    /// Give up on a file from the web after this many seconds, from the first connection to the
    /// last byte, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, help_heading = "Fetching")]
    timeout: Duration,

    /// Refuse private, loopback and other special addresses, whoever names them [default for lists of
    /// sites; in any case a public site does not lead to one]
    #[arg(long, conflicts_with = "allow_private", help_heading = "Fetching")]
    public_only: bool,

    /// Connect to private and loopback addresses, even for a list of sites, and where a public site
    /// leads to them
    #[arg(long, help_heading = "Fetching")]
    allow_private: bool,

    /// Send this header field, such as "Cookie: a=b", to the named site only, not to other sites
    /// that redirects lead to; may be repeated
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
        let reach = match self {
            Self {
                allow_private: true, ..
            } => Reach::Any,
            Self {
                public_only: true, ..
            } => Reach::Public,
            _ if list.is_some() => Reach::Public,
            _ => Reach::AsNamed,
        };
        Client::new(self.timeout, reach, self.headers.clone())
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

/// A time that may be none.
pub(crate) fn seconds_or_none(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(0.0) => Ok(Duration::ZERO),
        _ => seconds(text).map_err(|_| "write a number of seconds, such as 5, 0.5 or 0".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds.min(1e6)).ok())
        .ok_or_else(|| "write a number of seconds greater than 0, such as 30 or 2.5".to_owned())
}
