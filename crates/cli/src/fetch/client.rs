//! Single requests: their deadline, the addresses they may go to, the header fields they carry, the
//! encodings they understand.

use std::cell::Cell;
use std::collections::HashMap;
use std::error::Error as _;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::ZlibDecoder;
use robots_exclusion::fetch::{ResponseHead, is_public_address, names_private_host};
use ureq::config::Config;
use ureq::http::header::{CONTENT_ENCODING, HeaderMap, LOCATION};
use ureq::http::{Response, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use url::{Origin, Url};

use super::report::http_status;

/// The encodings that are requested and decoded: gzip and br by the client, deflate here.
const ENCODINGS: &str = "gzip, br, deflate";

/// How many redirects are followed to a file that is not a robots.txt.
const MAX_REDIRECTS: u8 = 10;

/// Requests files, within limits that no server can extend.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    agent: ureq::Agent,
    /// The same, which connects to public addresses only.
    public_agent: ureq::Agent,
    timeout: Duration,
    reach: Reach,
    /// Header fields that the user adds.
    headers: Vec<(String, String)>,
    /// Whether the hosts that were resolved so far are public.
    resolved: Resolved,
}

/// Which addresses are connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Public ones only.
    Public,
    /// Those that the user names, and from a site with a private address to any other; but a public
    /// site does not lead to a private address.
    AsNamed,
    /// All.
    Any,
}

/// Whether hosts are public, by their names.
type Resolved = Arc<Mutex<HashMap<String, bool>>>;

/// The requests for one file: redirects may take several.
pub(super) struct Session {
    /// The site that the user named. No other that a redirect leads to is sent the header fields.
    site: Origin,
    headers: Vec<(String, String)>,
    /// When all must have arrived.
    deadline: Instant,
    /// Whether a public site has led here.
    is_led: Cell<bool>,
}

/// What led to a URL that no person has named: a redirect, a Sitemap line, an index.
#[derive(Clone, Debug)]
pub(crate) struct Leader {
    /// The site that the user named. No other is sent the header fields of `--header`.
    pub(crate) site: Origin,
    /// Whether a public site took part, so that the URL must not be on a private address.
    pub(crate) is_public: bool,
}

/// A file that is being read, and what it leads on with.
pub(crate) struct Opened {
    pub(crate) reader: Box<dyn Read>,
    /// `None` for a file of this machine.
    pub(crate) leader: Option<Leader>,
}

/// Is asked before a file is requested, and before another host is because of a redirect.
pub(crate) trait Turn {
    /// Waits until the URL may be requested, or says why it may not. The leader is for other files
    /// of the same site that are requested before.
    fn begin(&mut self, url: &Url, leader: &Leader) -> Result<(), String>;

    /// Takes in the answer, or that there was none.
    fn end(&mut self, url: &Url, head: Option<&ResponseHead>);
}

/// One request whose time nobody minds.
pub(crate) struct AtOnce;

impl Turn for AtOnce {
    fn begin(&mut self, _: &Url, _: &Leader) -> Result<(), String> {
        Ok(())
    }

    fn end(&mut self, _: &Url, _: Option<&ResponseHead>) {}
}

impl Session {
    /// What this leads on with.
    fn leader(&self) -> Leader {
        Leader {
            site: self.site.clone(),
            is_public: self.is_led.get(),
        }
    }
}

impl Client {
    pub(crate) fn new(timeout: Duration, reach: Reach, headers: Vec<(String, String)>) -> Self {
        let resolved = Resolved::default();
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
        let agent = |public_only| {
            let resolver = PublicResolver {
                public_only,
                resolved: Arc::clone(&resolved),
            };
            ureq::Agent::with_parts(config.clone(), DefaultConnector::default(), resolver)
        };
        Self {
            agent: agent(false),
            public_agent: agent(true),
            timeout,
            reach,
            headers,
            resolved,
        }
    }

    /// Begins to request a file. Only the site of this URL is sent the fields of `--header`, and the
    /// user and password that the URL holds. They are removed from it, so that no message prints
    /// them.
    pub(super) fn session(&self, url: &mut Url) -> Session {
        let mut headers = self.headers.clone();
        if !url.username().is_empty() || url.password().is_some() {
            let credentials = format!("{}:{}", url.username(), url.password().unwrap_or_default());
            let credentials: Vec<u8> = percent_encoding::percent_decode_str(&credentials).collect();
            headers.push((
                "authorization".to_owned(),
                format!("Basic {}", BASE64_STANDARD.encode(credentials)),
            ));
            // Only URLs without a host refuse that.
            let _ = url.set_username("");
            let _ = url.set_password(None);
        }
        Session {
            site: url.origin(),
            headers,
            deadline: Instant::now() + self.timeout,
            is_led: Cell::new(false),
        }
    }

    /// The same for a URL that no person has named.
    pub(super) fn led_session(&self, url: &mut Url, leader: &Leader) -> Session {
        let session = self.session(url);
        session.is_led.set(leader.is_public);
        Session {
            site: leader.site.clone(),
            ..session
        }
    }

    /// Whether a site that has answered is public: by its address, if it has one, and otherwise by
    /// the addresses of its name. What a proxy resolves counts as public.
    pub(crate) fn is_public(&self, url: &Url) -> bool {
        let resolved = self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
        !names_private_host(url)
            && url
                .host_str()
                .is_none_or(|host| *resolved.get(host).unwrap_or(&true))
    }

    /// Whether a URL must be on a public address, or that its address is none.
    fn must_be_public(&self, url: &Url, session: &Session) -> Result<bool, String> {
        let public_only = match self.reach {
            Reach::Public => true,
            Reach::AsNamed => session.is_led.get(),
            Reach::Any => false,
        };
        // Through a proxy, names are resolved by the proxy, and no resolver of ours is asked.
        if public_only && names_private_host(url) {
            let host = url.host_str().unwrap_or_default();
            return Err(format!("{host} is {NOT_PUBLIC}"));
        }
        Ok(public_only)
    }

    /// Requests one URL, without following redirects, or says why there is no answer.
    pub(super) fn get(&self, url: &Url, session: &Session) -> Result<Response<ureq::Body>, String> {
        let public_only = self.must_be_public(url, session)?;
        let remaining = session.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Err(timed_out(self.timeout));
        }
        let agent = if public_only {
            &self.public_agent
        } else {
            &self.agent
        };
        let mut request = agent.get(url.as_str());
        if url.origin() == session.site {
            for (name, value) in &session.headers {
                request = request.header(name, value);
            }
        }
        let request = request.config().timeout_global(Some(remaining)).build();
        let response = request.call().map_err(|error| self.describe(&error, url))?;
        // What is requested next in this session is where this leads.
        session.is_led.set(session.is_led.get() || self.is_public(url));
        Ok(response)
    }

    /// Opens a file that is not a robots.txt, following redirects.
    ///
    /// # Errors
    ///
    /// If there is no answer, or its status is not a success, or its encoding was not requested.
    pub(crate) fn open(&self, url: &str) -> Result<Box<dyn Read>, String> {
        Ok(self.open_in_turn(url, None, &mut AtOnce)?.reader)
    }

    /// The same, when it is its turn. There is a leader if no person has named the URL.
    pub(crate) fn open_in_turn(
        &self,
        url: &str,
        leader: Option<&Leader>,
        turn: &mut dyn Turn,
    ) -> Result<Opened, String> {
        let mut url = Url::parse(url).map_err(|error| error.to_string())?;
        let mut session = match leader {
            Some(leader) => self.led_session(&mut url, leader),
            None => self.session(&mut url),
        };
        let mut host = None;
        for _ in 0..=MAX_REDIRECTS {
            // Redirects within a host are one request, as those of robots.txt are.
            if host.as_deref() != url.host_str() {
                self.must_be_public(&url, &session)?;
                turn.begin(&url, &session.leader())?;
                host = url.host_str().map(ToOwned::to_owned);
                session.deadline = Instant::now() + self.timeout;
            }
            let response = self.get(&url, &session);
            let head = response
                .as_ref()
                .map(|response| ResponseHead::new(response.status().as_u16(), response.headers()));
            turn.end(&url, head.as_ref().ok());
            let response = response?;
            let status = response.status();
            let location = response.headers().get(LOCATION);
            if status.is_redirection()
                && let Some(location) = location.and_then(|value| std::str::from_utf8(value.as_bytes()).ok())
            {
                url = url.join(location).map_err(|error| error.to_string())?;
                if !matches!(url.scheme(), "http" | "https") {
                    return Err(format!(
                        "a redirect leads to {url}, which is not an http or https URL"
                    ));
                }
                continue;
            }
            if !status.is_success() {
                return Err(http_status(status.as_u16()));
            }
            return Ok(Opened {
                reader: self.decoded(response)?,
                leader: Some(session.leader()),
            });
        }
        Err(format!("more than {MAX_REDIRECTS} redirects"))
    }

    /// The decoded body of a response, or the name of an encoding that cannot be decoded.
    pub(super) fn decoded(&self, response: Response<ureq::Body>) -> Result<Box<dyn Read>, String> {
        // The client removes the encodings that it decodes itself.
        let is_deflated = is_deflated(response.headers())?;
        let body = Timed {
            body: response.into_body().into_reader(),
            timeout: self.timeout,
        };
        Ok(if is_deflated {
            Box::new(ZlibDecoder::new(body))
        } else {
            Box::new(body)
        })
    }

    fn describe(&self, error: &ureq::Error, url: &Url) -> String {
        // The error message of a TLS library if a server answers in plain text.
        if url.scheme() == "https" && format!("{error:?}").contains("InvalidContentType") {
            let port = url.port_or_known_default().unwrap_or_default();
            return format!("port {port} does not speak TLS; write http:// for a server without it");
        }
        match error {
            ureq::Error::Timeout(_) => timed_out(self.timeout),
            ureq::Error::Io(error) => match error.source() {
                Some(source) if error.get_ref().is_some() => source.to_string(),
                _ => error.to_string(),
            },
            ureq::Error::Other(error) => error.to_string(),
            error => error.to_string(),
        }
    }
}

/// Whether a body is still encoded as deflate. An error if it has an encoding that was not
/// requested.
fn is_deflated(headers: &HeaderMap) -> Result<bool, String> {
    let values = headers.get_all(CONTENT_ENCODING).iter();
    let values: Vec<_> = values
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    let values = values.join(",").to_ascii_lowercase();
    let names = values.split(',').map(str::trim);
    let names: Vec<&str> = names.filter(|name| !matches!(*name, "" | "identity")).collect();
    match &*names.join(", ") {
        "" => Ok(false),
        "deflate" => Ok(true),
        names => Err(format!(
            "the response is encoded as {names}; supported are {ENCODINGS}, one at a time"
        )),
    }
}

fn timed_out(timeout: Duration) -> String {
    let seconds = timeout.as_secs_f64();
    format!("not complete within {seconds} seconds (see --timeout)")
}

/// A body whose errors name the deadline as the command line does.
struct Timed<R> {
    body: R,
    timeout: Duration,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let late = || io::Error::new(io::ErrorKind::TimedOut, timed_out(self.timeout));
        self.body.read(buffer).map_err(|error| match error.into() {
            ureq::Error::Timeout(_) => late(),
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => late(),
            error => error.into_io(),
        })
    }
}

/// Drops addresses that are not public, unless they are wanted. Connections are made to the
/// remaining ones, so that a name cannot resolve to one address when it is judged and to another
/// when it is used.
#[derive(Debug)]
struct PublicResolver {
    public_only: bool,
    /// Is told of each host.
    resolved: Resolved,
}

/// Why an address is refused.
const NOT_PUBLIC: &str = "not a public address, and only those are connected to (see --allow-private)";

/// Whether an error says that an address was not to be connected to.
pub(super) fn is_refused(error: &str) -> bool {
    error.ends_with(NOT_PUBLIC)
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let resolved = DefaultResolver::default().resolve(uri, config, timeout)?;
        // The user chose the proxy, so it may be on a private network.
        let is_proxy = config
            .proxy()
            .is_some_and(|proxy| uri.host() == Some(proxy.host()) && uri.port_u16() == Some(proxy.port()));
        if is_proxy {
            return Ok(resolved);
        }
        if let Some(host) = uri.host() {
            let is_public = resolved.iter().any(|address| is_public_address(address.ip()));
            let mut known = self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(host.to_owned(), is_public);
        }
        if !self.public_only {
            return Ok(resolved);
        }
        let mut kept = self.empty();
        for address in resolved.iter().filter(|address| is_public_address(address.ip())) {
            kept.push(*address);
        }
        if kept.is_empty() {
            let host = uri.host().unwrap_or_default();
            let first = resolved
                .first()
                .map_or(String::new(), |first| first.ip().to_string());
            return Err(ureq::Error::Other(Box::new(io::Error::other(format!(
                "{host} resolves to {first}, {NOT_PUBLIC}"
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
