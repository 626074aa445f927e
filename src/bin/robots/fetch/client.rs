//! Single requests: their deadline, the addresses they may go to, the header fields they carry, the
//! encodings they understand.

use std::error::Error as _;
use std::io::{self, Read};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::ZlibDecoder;
use robots_exclusion::fetch::is_public_address;
use ureq::config::Config;
use ureq::http::header::{CONTENT_ENCODING, HeaderMap, LOCATION};
use ureq::http::{Response, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use url::{Host, Origin, Url};

use super::report::HttpStatus;

/// The encodings that are requested and decoded: gzip and br by the client, deflate here.
const ENCODINGS: &str = "gzip, br, deflate";

/// How many redirects are followed to a file that is not a robots.txt.
const MAX_REDIRECTS: u8 = 10;

/// Requests files, within limits that no server can extend.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    agent: ureq::Agent,
    timeout: Duration,
    public_only: bool,
    /// Header fields that the user adds.
    headers: Vec<(String, String)>,
}

/// What is sent to the site that the user named, and to no other that a redirect leads to.
pub(super) struct Private {
    site: Origin,
    headers: Vec<(String, String)>,
}

/// When all of one file must have arrived, redirects included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    at: Instant,
    timeout: Duration,
}

impl Client {
    pub(crate) fn new(timeout: Duration, public_only: bool, headers: Vec<(String, String)>) -> Self {
        let config = Config::builder()
            .user_agent(concat!(
                "robots/",
                env!("CARGO_PKG_VERSION"),
                " (",
                env!("CARGO_PKG_REPOSITORY"),
                ")"
            ))
            .accept_encoding(ENCODINGS)
            .http_status_as_error(false)
            // Each redirect is judged before it is followed.
            .max_redirects(0)
            .build();
        let resolver = PublicResolver {
            resolver: DefaultResolver::default(),
            public_only,
        };
        Self {
            agent: ureq::Agent::with_parts(config, DefaultConnector::default(), resolver),
            timeout,
            public_only,
            headers,
        }
    }

    /// What only the site of this URL is sent: the fields of `--header`, and the user and password
    /// that the URL holds. They are removed from it, so that no message prints them.
    pub(super) fn private(&self, url: &mut Url) -> Private {
        let mut headers = self.headers.clone();
        if !url.username().is_empty() || url.password().is_some() {
            let decode = |part: &str| percent_encoding::percent_decode_str(part).collect::<Vec<u8>>();
            let mut credentials = decode(url.username());
            credentials.push(b':');
            credentials.extend(decode(url.password().unwrap_or_default()));
            headers.push((
                "authorization".to_owned(),
                format!("Basic {}", BASE64_STANDARD.encode(credentials)),
            ));
            // Only URLs without a host refuse that.
            let _ = url.set_username("");
            let _ = url.set_password(None);
        }
        Private {
            site: url.origin(),
            headers,
        }
    }

    /// Whether a site is on a private network or this machine, as far as its address tells.
    pub(super) fn is_private(url: &Url) -> bool {
        match url.host() {
            Some(Host::Ipv4(address)) => !is_public_address(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => !is_public_address(IpAddr::V6(address)),
            // RFC 6761 section 6.3: this machine, whatever a resolver says.
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            None => false,
        }
    }

    /// The deadline of a file that is requested now.
    pub(super) fn deadline(&self) -> Deadline {
        Deadline {
            at: Instant::now() + self.timeout,
            timeout: self.timeout,
        }
    }

    /// Requests one URL, without following redirects, or says why there is no answer.
    pub(super) fn get(
        &self,
        url: &Url,
        private: &Private,
        deadline: Deadline,
    ) -> Result<Response<ureq::Body>, String> {
        // Through a proxy, names are resolved by the proxy, and no resolver of ours is asked.
        if self.public_only && Self::is_private(url) {
            let host = url.host_str().unwrap_or_default();
            return Err(format!("{host} is {NotPublic}"));
        }
        let remaining = deadline.at.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Err(deadline.to_string());
        }
        let mut request = self.agent.get(url.as_str());
        if url.origin() == private.site {
            for (name, value) in &private.headers {
                request = request.header(name, value);
            }
        }
        let request = request.config().timeout_global(Some(remaining)).build();
        request.call().map_err(|error| describe(&error, url, deadline))
    }

    /// Opens a file that is not a robots.txt, following redirects.
    ///
    /// # Errors
    ///
    /// If there is no answer, or its status is not a success, or its encoding was not requested.
    pub(crate) fn open(&self, url: &Url) -> io::Result<Box<dyn Read>> {
        let deadline = self.deadline();
        let mut url = url.clone();
        let private = self.private(&mut url);
        for _ in 0..=MAX_REDIRECTS {
            let response = self.get(&url, &private, deadline).map_err(io::Error::other)?;
            let status = response.status();
            let location = response.headers().get(LOCATION);
            if status.is_redirection()
                && let Some(location) = location.and_then(|value| std::str::from_utf8(value.as_bytes()).ok())
            {
                let next = url.join(location).map_err(io::Error::other)?;
                if !matches!(next.scheme(), "http" | "https") {
                    return Err(io::Error::other(format!(
                        "a redirect leads to {next}, which is not an http or https URL"
                    )));
                }
                url = next;
                continue;
            }
            if !status.is_success() {
                return Err(io::Error::other(HttpStatus(status.as_u16()).to_string()));
            }
            return decoded(response, deadline).map_err(io::Error::other);
        }
        Err(io::Error::other(format!("more than {MAX_REDIRECTS} redirects")))
    }
}

/// The decoded body of a response, or the name of an encoding that cannot be decoded.
pub(super) fn decoded(response: Response<ureq::Body>, deadline: Deadline) -> Result<Box<dyn Read>, String> {
    // The client has removed what it decodes itself.
    let is_deflated = is_deflated(response.headers())?;
    let body = Timed {
        body: response.into_body().into_reader(),
        deadline,
    };
    Ok(if is_deflated {
        Box::new(ZlibDecoder::new(body))
    } else {
        Box::new(body)
    })
}

/// Whether a body is still encoded as deflate. An error if it has an encoding that was not
/// requested.
fn is_deflated(headers: &HeaderMap) -> Result<bool, String> {
    let names: Vec<String> = headers
        .get_all(CONTENT_ENCODING)
        .iter()
        .flat_map(|value| {
            String::from_utf8_lossy(value.as_bytes())
                .split(',')
                .map(|name| name.trim().to_ascii_lowercase())
                .collect::<Vec<_>>()
        })
        .filter(|name| !matches!(name.as_str(), "" | "identity"))
        .collect();
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(false),
        ["deflate"] => Ok(true),
        _ => Err(format!(
            "the response is encoded as {}; supported are {ENCODINGS}, one at a time",
            names.join(", ")
        )),
    }
}

/// A body whose errors name the deadline as the command line does.
struct Timed<R> {
    body: R,
    deadline: Deadline,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.body.read(buffer).map_err(|error| {
            let is_timeout = error
                .get_ref()
                .and_then(|inner| inner.downcast_ref::<ureq::Error>())
                .is_some_and(|inner| matches!(inner, ureq::Error::Timeout(_)));
            if is_timeout || error.kind() == io::ErrorKind::TimedOut {
                io::Error::new(io::ErrorKind::TimedOut, self.deadline.to_string())
            } else {
                error
            }
        })
    }
}

impl std::fmt::Display for Deadline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "not complete within {} seconds (see --timeout)",
            self.timeout.as_secs_f64()
        )
    }
}

fn describe(error: &ureq::Error, url: &Url, deadline: Deadline) -> String {
    // What a TLS library says to a server that answers in plain text.
    if url.scheme() == "https" && format!("{error:?}").contains("InvalidContentType") {
        let port = url.port_or_known_default().unwrap_or_default();
        return format!("port {port} does not speak TLS; write http:// for a server without it");
    }
    match error {
        ureq::Error::Timeout(_) => deadline.to_string(),
        ureq::Error::Io(error) => match error.source() {
            Some(source) if error.get_ref().is_some() => source.to_string(),
            _ => error.to_string(),
        },
        ureq::Error::Other(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// Drops addresses that are not public, unless they are wanted. Connections are made to what is
/// left, so that a name cannot resolve to one address when it is judged and to another when it is
/// used.
#[derive(Debug)]
struct PublicResolver {
    resolver: DefaultResolver,
    public_only: bool,
}

/// What a name resolves to if all its addresses are refused.
#[derive(Debug)]
struct NotPublic;

impl std::fmt::Display for NotPublic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a public address, and only those are connected to (see --allow-private)")
    }
}

impl std::error::Error for NotPublic {}

/// Whether an error says that an address was not to be connected to.
pub(super) fn is_refused(error: Option<&str>) -> bool {
    error.is_some_and(|error| error.ends_with(&NotPublic.to_string()))
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let resolved = self.resolver.resolve(uri, config, timeout)?;
        // The user chose the proxy, so it may be on a private network.
        let is_proxy = config
            .proxy()
            .is_some_and(|proxy| uri.host() == Some(proxy.host()) && uri.port_u16() == Some(proxy.port()));
        if !self.public_only || is_proxy {
            return Ok(resolved);
        }
        let mut kept = self.empty();
        for address in resolved.iter().filter(|address| is_public_address(address.ip())) {
            kept.push(*address);
        }
        if kept.is_empty() {
            let host = uri.host().unwrap_or_default();
            let first = resolved.iter().next().map(|address| address.ip());
            return Err(ureq::Error::Other(Box::new(io::Error::other(format!(
                "{host} resolves to {}, {NotPublic}",
                first.map_or_else(String::new, |address| address.to_string())
            )))));
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_still_encoded() {
        let with = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_ENCODING, value.parse().unwrap());
            }
            is_deflated(&headers)
        };
        assert_eq!(with(&[]), Ok(false));
        assert_eq!(with(&["identity"]), Ok(false));
        assert_eq!(with(&["Deflate"]), Ok(true));
        for values in [
            &["zstd"][..],
            &["gzip, gzip"],
            &["x"],
            &["deflate", "deflate"],
            &["br, identity"],
        ] {
            assert!(with(values).is_err(), "{values:?}");
        }
    }
}
