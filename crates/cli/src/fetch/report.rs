//! How a robots.txt was fetched, and what applies if there is no file.

use std::fmt::{self, Display};

use robots_exclusion::RobotsTxt;
use robots_exclusion::agents::{ALL, Agent};
use robots_exclusion::fetch::{Outcome, Reply};
use serde::Serialize;

use crate::shown::count;

/// The status of an unwanted answer, worded for an error message.
pub(super) fn http_status(status: u16) -> String {
    match status {
        429 => "HTTP 429, too many requests".to_owned(),
        status => format!("HTTP {status}"),
    }
}

/// How a robots.txt was fetched.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct FetchReport {
    /// The address of the site's robots.txt.
    pub(crate) url: String,
    /// Where redirects led.
    pub(crate) final_url: String,
    pub(crate) redirects: u8,
    /// Of the last answer, if there was one.
    pub(crate) status: Option<u16>,
    pub(crate) outcome: &'static str,
    /// Whether the file is longer than the part that was read.
    pub(crate) truncated: bool,
    /// The outcome and its reason for people.
    pub(crate) explanation: String,
    /// What went wrong on the way, if anything did.
    pub(crate) error: Option<String>,
    /// How long the server asks to wait before the next request, in seconds, if it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after_seconds: Option<u64>,
    /// The media type of the last answer, as the server names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_type: Option<String>,
    /// Whether nothing is known about what crawlers get there, because the address is private:
    /// connecting to it was not allowed, or nothing answers.
    #[serde(skip)]
    pub(crate) is_not_asked: bool,
    /// Whether connecting to it was not allowed.
    #[serde(skip)]
    pub(crate) is_forbidden: bool,
    /// For how long the outcome holds, in seconds.
    pub(crate) holds_seconds: u64,
    /// What applies if there is no file.
    #[serde(skip)]
    pub(crate) substitute: Option<RobotsTxt<'static>>,
}

impl FetchReport {
    /// Whether the site gave a file, whose rules decide.
    pub(crate) fn is_file(&self) -> bool {
        self.substitute.is_none()
    }

    /// Whether all well-known crawlers that are run today allow as much after this answer.
    pub(crate) fn is_agreed_on(&self) -> bool {
        let reply = self.status.filter(|_| self.error.is_none());
        let reply = reply.map_or(Reply::Unreachable, Reply::Status);
        let allows = |agent: &Agent| matches!(agent.fetch_policy().outcome(reply), Outcome::AllowAll(_));
        let mut agents = ALL.iter().filter(|agent| agent.crawls() && !agent.is_former());
        let first = agents.next().is_some_and(allows);
        agents.all(|agent| allows(agent) == first)
    }

    /// Whether there is no file, or only a part of it, so that a person should be warned.
    pub(crate) fn is_incomplete(&self) -> bool {
        !self.is_file() || self.truncated
    }

    /// What became of the request, in words.
    pub(crate) fn answer(&self) -> String {
        let what = match (&self.error, self.status) {
            (Some(error), _) => error.clone(),
            (None, Some(status)) => http_status(status),
            (None, None) => "no answer".to_owned(),
        };
        let mut text = format!("{}: {what}", self.final_url);
        if let Some(seconds) = self.retry_after_seconds {
            let seconds = count(seconds, "second", "seconds");
            text += &format!(" (it asks to wait {seconds} before the next request)");
        }
        if self.redirects > 0 {
            let redirects = count(self.redirects.into(), "redirect", "redirects");
            text += &format!(" after {redirects} from {}", self.url);
        }
        text
    }

    /// What that means to a crawler, in words. Dialects differ in it.
    pub(crate) fn meaning(&self) -> &str {
        match self.truncated {
            true if self.is_file() => "the file is too large; the end of it is not read",
            _ => &self.explanation,
        }
    }
}

impl Display for FetchReport {
    /// What became of the request, and what that means, worded for an error message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.answer(), self.meaning())
    }
}
