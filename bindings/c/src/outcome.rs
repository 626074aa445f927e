//! The outcome of a request for robots.txt.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::net::IpAddr;
use std::time::Duration;

use library::companions;
use library::fetch::{self, History, Reply};

use crate::border::Str;
use crate::options::Options;
use crate::status::guard;

/// What an HTTP status in answer to a request for robots.txt means. Later versions may add values:
/// treat those as ROBOTS_OUTCOME_TRY_LATER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Outcome {
    /// Read the body.
    Parse = 0,
    /// Everything is allowed, because there is no file: robots_rules_allow_all.
    AllowAll = 1,
    /// Everything is disallowed: robots_rules_disallow_all.
    DisallowAll = 2,
    /// Everything is disallowed for now; ask again soon: robots_rules_disallow_all.
    TryLater = 3,
    /// Keep the rules of the last good answer.
    UseCopy = 4,
}

/// What an HTTP status in answer to a request for robots.txt means in the dialect of the options,
/// or to RFC 9309 if they have none or are NULL: the final status, after redirects. 0 means that
/// there was no answer.
///
/// `has_copy` says whether the rules of the last good answer were kept; `failing_seconds` for how
/// long requests have failed since then, without a success in between, because RFC 9309 section
/// 2.3.1.4 lets a crawler use the copy after some time.
#[unsafe(no_mangle)]
pub extern "C" fn robots_http_outcome(
    http_status: u16,
    has_copy: bool,
    failing_seconds: u64,
    options: Option<&Options>,
) -> Outcome {
    guard(Outcome::TryLater, || {
        let answer = match http_status {
            0 => Reply::Unreachable,
            status => Reply::Status(status),
        };
        let policy = Options::given(options).dialect.unwrap_or_default().fetch_policy;
        let failing_for = Duration::from_secs(failing_seconds);
        let mut history = History::new();
        history.failing_for = failing_for;
        // How old the copy is is not known, so it is not spared.
        history.copy_age = has_copy.then_some(Duration::MAX);
        policy.outcome_after(answer, history).into()
    })
}

/// Whether a host is private: the host of a URL, without its port, or an address. An address is private
/// unless it belongs to the public Internet, and so is this machine ("localhost"). Nothing is resolved, so
/// ask twice: before a request goes to where a site leads (a redirect, a Sitemap line), and with the
/// address that is then connected to. If a site itself is not private, it must not lead to a host that is.
///
/// The answer is true, too, where it is not clear which host is meant, or if the argument is not valid:
/// international names have to be in Punycode, and IPv4 addresses in four decimal numbers.
#[unsafe(no_mangle)]
pub extern "C" fn robots_is_private_host(host: Str<'_>) -> bool {
    guard(true, || host.as_bytes().map_or(true, is_private))
}

fn is_private(host: &[u8]) -> bool {
    let host = host.to_ascii_lowercase();
    let Ok(host) = core::str::from_utf8(&host) else {
        return true;
    };
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_address = inside.unwrap_or(host).parse::<IpAddr>().is_ok();
    companions::is_private_host(host) || !(is_address || is_plain_name(host))
}

/// Whether no client takes a host for an address, or for another name.
fn is_plain_name(host: &str) -> bool {
    let last = host.strip_suffix('.').unwrap_or(host).rsplit('.').next();
    // Clients read 127.1, 0x7f000001 and 0177.0.0.1 as addresses, and so does the URL Standard.
    let is_number = last.is_some_and(|last| {
        let hex = last.strip_prefix("0x").unwrap_or("x");
        hex.bytes().all(|digit| digit.is_ascii_hexdigit()) || last.bytes().all(|digit| digit.is_ascii_digit())
    });
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    !is_number && host.bytes().all(is_plain)
}

impl From<fetch::Outcome> for Outcome {
    fn from(outcome: fetch::Outcome) -> Self {
        match outcome {
            fetch::Outcome::Parse => Self::Parse,
            fetch::Outcome::AllowAll(_) => Self::AllowAll,
            fetch::Outcome::DisallowAll(_) => Self::DisallowAll,
            fetch::Outcome::UseCopy(_) => Self::UseCopy,
            fetch::Outcome::TryLater(_) => Self::TryLater,
        }
    }
}
