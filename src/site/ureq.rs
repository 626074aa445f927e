//! The blocking HTTP client `ureq`, set up for a crawler.
//!
//! A client with its own defaults follows redirects into disallowed URLs, reports a missing
//! robots.txt as an error, waits for ever, and can be led to addresses in your private network.
//! [`Client`] prevents all of this. Pass its [`send`](Client::send) to
//! [`Site::visit`](super::Site::visit):
//!
//! ```no_run
//! use std::time::SystemTime;
//! use robots_exclusion::site::{Crawler, Site, Visit, ureq::Client};
//! use url::Url;
//!
//! let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
//! let crawler = Crawler::new("ExampleCrawler");
//! let url = Url::parse("https://example.com/about")?;
//! let mut site = Site::new(&url)?;
//! match site.visit(&crawler, SystemTime::now, &url, |request| client.send(request))? {
//!     Visit::Page(mut response) => {
//!         println!("{} {:?}", response.status(), response.headers().get("x-robots-tag"));
//!         let page = response.body_mut().read_to_string()?;
//!         println!("{} bytes", page.len());
//!     }
//!     Visit::Redirect(target, _) => println!("to {target}"),
//!     Visit::WaitUntil(_, why) => println!("not now: {}", why.description()),
//!     visit => println!("{visit:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::{Response, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, BodyReader, Proxy};

use super::client::{TIMEOUT, refused};
use crate::fetch::{
    self, HttpResponse, Request, ResponseHead, is_public_address, names_private_host, read_body,
};

/// `ureq`, set up for a crawler: each request has a deadline, redirects are not followed, every
/// status is an answer, and only public addresses are connected to. See [the module](self).
///
/// Cloning is cheap, and clones share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    user_agent: Box<str>,
    timeout: Duration,
    proxy: Option<Proxy>,
    allows_private: bool,
    agent: Agent,
}

impl Client {
    /// A client that calls itself `user_agent` in every request. It should contain the product
    /// token of the [`Crawler`](super::Crawler), and say where to complain.
    ///
    /// It does not use the proxies that environment variables name.
    #[must_use]
    pub fn new(user_agent: &str) -> Self {
        Self {
            user_agent: user_agent.into(),
            timeout: TIMEOUT,
            proxy: None,
            allows_private: false,
            agent: Agent::new_with_defaults(),
        }
        .configured()
    }

    /// How long a request may take, from resolving the name to the last byte of the body. The
    /// default is 20 seconds.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self.configured()
    }

    /// A proxy to send all requests to. It may have a private address. It resolves names itself, so
    /// only private addresses that are written in URLs are refused then. The default is none.
    #[must_use]
    pub fn proxy(mut self, proxy: Option<Proxy>) -> Self {
        self.proxy = proxy;
        self.configured()
    }

    /// Whether to connect to private addresses too: to this machine, to the network that it is in.
    /// A site chooses where it redirects to, so a crawler of public sites should not. The default
    /// is `false`. See [`is_public_address`].
    #[must_use]
    pub fn private_addresses(mut self, allow: bool) -> Self {
        self.allows_private = allow;
        self.configured()
    }

    fn configured(self) -> Self {
        self.with_names(DefaultResolver::default())
    }

    fn with_names(mut self, names: impl Resolver) -> Self {
        let config = Config::builder()
            .user_agent(&*self.user_agent)
            .timeout_global(Some(self.timeout))
            .proxy(self.proxy.clone())
            // Redirects of robots.txt are counted by the library. A redirect of a page may lead to
            // another site, and then the rules of that site decide.
            .max_redirects(0)
            .http_status_as_error(false)
            .build();
        let resolver = PublicResolver {
            names,
            allows_private: self.allows_private,
        };
        self.agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        self
    }

    /// Sends a request, and returns the response without following a redirect.
    ///
    /// # Errors
    ///
    /// If there is no answer in time ([`io::ErrorKind::TimedOut`]), or its head is not HTTP, or the
    /// address is private ([`io::ErrorKind::PermissionDenied`]).
    pub fn send(&self, request: Request<'_>) -> io::Result<Response<Body>> {
        let url = request.url();
        // A proxy resolves the name itself, so only an address that is written in the URL can be
        // judged.
        if !self.allows_private && names_private_host(url) {
            return Err(refused(url.host_str().unwrap_or_default()));
        }
        let get = self.agent.get(url.as_str());
        let get = request
            .fields()
            .fold(get, |get, (name, value)| get.header(name, value));
        get.call().map_err(with_kind)
    }
}

/// The error with its own kind, where `ureq` has [`io::ErrorKind::Other`] for what it calls a timeout.
fn with_kind(error: ureq::Error) -> io::Error {
    match error {
        ureq::Error::Timeout(_) => io::Error::new(io::ErrorKind::TimedOut, error),
        error => error.into_io(),
    }
}

/// A body whose errors have their own kinds.
struct Reader(BodyReader<'static>);

impl io::Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| with_kind(error.into()))
    }
}

/// Resolves names, and drops addresses that are not public. Connections are made to what is left,
/// so that a name cannot resolve to one address when it is judged and to another when it is used.
#[derive(Debug)]
struct PublicResolver<R> {
    names: R,
    allows_private: bool,
}

impl<R: Resolver> Resolver for PublicResolver<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let resolved = self.names.resolve(uri, config, timeout)?;
        // The user chose the proxy, so it may be on a private network.
        let is_proxy = config
            .proxy()
            .is_some_and(|proxy| uri.host() == Some(proxy.host()) && uri.port_u16() == Some(proxy.port()));
        if self.allows_private || is_proxy {
            return Ok(resolved);
        }
        let mut kept = self.empty();
        for address in resolved.iter().filter(|address| is_public_address(address.ip())) {
            kept.push(*address);
        }
        if kept.is_empty() {
            return Err(refused(uri.host().unwrap_or_default()).into());
        }
        Ok(kept)
    }
}

impl HttpResponse for Response<Body> {
    fn head(&self) -> ResponseHead {
        ResponseHead::new(self.status().as_u16(), self.headers())
    }

    fn read_body(self, max_bytes: usize) -> io::Result<fetch::Body> {
        read_body(Reader(self.into_body().into_reader()), max_bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{IpAddr, TcpListener};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use url::Url;

    use super::*;
    use crate::fetch::{FetchPolicy, RobotsRequest, Validators};

    /// A server that answers one request. Its URL, and the request once it has come.
    fn server(response: &'static str) -> (Url, thread::JoinHandle<String>) {
        serve(response, false)
    }

    /// The same, of a server that then says nothing more until the client has had enough.
    fn stalling_server(response: &'static str) -> (Url, thread::JoinHandle<String>) {
        serve(response, true)
    }

    fn serve(response: &'static str, stalls: bool) -> (Url, thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let url = Url::parse(&std::format!("http://{address}/page")).expect("a URL");
        let served = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            stream
                .set_read_timeout(Some(Duration::from_secs(2)))
                .expect("not zero");
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read > 0) {
                request.push(byte[0]);
            }
            stream.write_all(response.as_bytes()).expect("somebody reads");
            while stalls && stream.read(&mut byte).is_ok_and(|read| read > 0) {}
            String::from_utf8(request).expect("text").to_ascii_lowercase()
        });
        (url, served)
    }

    fn client() -> Client {
        Client::new("FooBot/1.0 (+https://foo.example)").private_addresses(true)
    }

    #[test]
    fn a_request_says_who_asks_and_what_is_known() {
        let (url, served) = server("HTTP/1.1 304 Not Modified\r\n\r\n");
        let validators = Validators::new(Some(b"\"1\""), None);
        let request = RobotsRequest::new(&url, &FetchPolicy::new())
            .expect("a host")
            .unless_unchanged(validators);
        let response = client().send(request.request()).expect("an answer");
        assert_eq!(response.head().status(), 304);
        let request = served.join().expect("a request");
        for line in [
            "get /robots.txt http/1.1\r\n",
            "user-agent: foobot/1.0 (+https://foo.example)\r\n",
            "if-none-match: \"1\"\r\n",
        ] {
            assert!(request.contains(line), "{line} in {request}");
        }
    }

    #[test]
    fn every_status_is_an_answer_and_no_redirect_is_followed() {
        for (response, status, location) in [
            (
                "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n",
                302,
                Some(&b"/other"[..]),
            ),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 404, None),
            ("HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n", 503, None),
        ] {
            let (url, served) = server(response);
            let answer = client().send(Request::new(&url)).expect("an answer");
            let head = answer.head();
            assert_eq!((head.status(), head.location()), (status, location));
            served.join().expect("a request");
        }
    }

    #[test]
    fn a_body_is_read_up_to_the_limit() {
        let (url, served) = server("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n/a\n/bcd\n");
        let answer = client().send(Request::new(&url)).expect("an answer");
        let body = HttpResponse::read_body(answer, 5).expect("a body");
        assert_eq!((&*body.bytes, body.truncated), (&b"/a\n"[..], true));
        served.join().expect("a request");
    }

    #[test]
    fn a_server_that_does_not_answer_is_left() {
        let (url, served) = stalling_server("");
        let hurried = client().timeout(Duration::from_millis(50));
        let error = hurried.send(Request::new(&url)).expect_err("no answer");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(error.to_string().contains("timeout"), "{error}");
        drop(hurried);
        served.join().expect("a request");
    }

    #[test]
    fn a_body_that_does_not_end_is_left() {
        let (url, served) = stalling_server("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n/a\n");
        let hurried = client().timeout(Duration::from_millis(50));
        let answer = hurried.send(Request::new(&url)).expect("an answer");
        let error = HttpResponse::read_body(answer, 5).expect_err("no end");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{error}");
        drop(hurried);
        served.join().expect("a request");
    }

    /// A proxy resolves names itself, so that the address as it is written is all there is to check.
    #[test]
    fn a_proxy_may_be_private_and_nothing_else() {
        let proxy = Proxy::new("http://127.0.0.1:8080").expect("a proxy");
        let behind = Client::new("FooBot").proxy(Some(proxy.clone()));
        let private = Url::parse("http://10.0.0.1/").expect("a URL");
        let error = behind.send(Request::new(&private)).expect_err("refused");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(error.to_string(), "10.0.0.1 is not a public address");
        let config = Config::builder().proxy(Some(proxy)).build();
        let resolver = PublicResolver {
            names: DefaultResolver::default(),
            allows_private: false,
        };
        for (uri, is_resolved) in [
            ("http://127.0.0.1:8080/", true),
            ("http://127.0.0.1:8081/", false),
            ("http://127.0.0.2:8080/", false),
        ] {
            let found = resolver.resolve(&Uri::from_static(uri), &config, NextTimeout::default());
            assert_eq!(found.is_ok(), is_resolved, "{uri}");
        }
    }

    #[test]
    fn requests_are_sent_to_the_proxy() {
        let (url, served) = server("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        let address = std::format!("http://{}", url.authority());
        let behind = Client::new("FooBot").proxy(Some(Proxy::new(&address).expect("a proxy")));
        // It resolves the name, which no resolver knows.
        let page = Url::parse("http://foo.invalid/page").expect("a URL");
        assert!(behind.send(Request::new(&page)).is_err());
        let request = served.join().expect("a request");
        assert!(request.starts_with("connect foo.invalid:80 "), "{request}");
    }

    /// Names that resolve to these addresses, and how often one was asked for.
    #[derive(Clone, Debug)]
    struct Names(Vec<IpAddr>, Arc<AtomicUsize>);

    impl Resolver for Names {
        fn resolve(&self, uri: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
            self.1.fetch_add(1, Ordering::Relaxed);
            let mut found = self.empty();
            for address in &self.0 {
                found.push((*address, uri.port_u16().unwrap_or(80)).into());
            }
            Ok(found)
        }
    }

    /// The name says nothing, and is looked up once: what is judged is what is connected to.
    #[test]
    fn a_name_that_resolves_to_a_private_address_is_not_connected_to() {
        let private: IpAddr = [127, 0, 0, 1].into();
        let names = |addresses: &[IpAddr]| Names(addresses.into(), Arc::default());
        let (mut url, served) = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        url.set_host(Some("inside.example")).expect("a host");
        let inside = names(&[private]);
        let public_only = Client::new("FooBot").with_names(inside.clone());
        let error = public_only.send(Request::new(&url)).expect_err("refused");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(error.to_string(), "inside.example is not a public address");
        assert_eq!(inside.1.load(Ordering::Relaxed), 1);
        // The server has not been reached: it answers once.
        let inside = names(&[private]);
        let answer = client().with_names(inside.clone()).send(Request::new(&url));
        assert_eq!(answer.expect("an answer").status(), 200);
        assert_eq!(inside.1.load(Ordering::Relaxed), 1);
        let request = served.join().expect("a request");
        assert!(request.contains("host: inside.example"), "{request}");
        // Of several addresses only those that are public are left.
        let public: IpAddr = [8, 8, 8, 8].into();
        let resolver = PublicResolver {
            names: names(&[private, public, [10, 0, 0, 1].into()]),
            allows_private: false,
        };
        let uri = Uri::from_static("http://both.example/");
        let left = resolver.resolve(&uri, &Config::default(), NextTimeout::default());
        let left: Vec<_> = left
            .expect("a public address")
            .iter()
            .map(|left| left.ip())
            .collect();
        assert_eq!(left, [public]);
    }

    /// The address that a name resolves to when the connection is made counts, not the name.
    #[test]
    fn names_that_lead_to_private_addresses_do_not_resolve() {
        let resolve = |allows_private, uri| {
            let names = DefaultResolver::default();
            let resolver = PublicResolver {
                names,
                allows_private,
            };
            resolver.resolve(&Uri::from_static(uri), &Config::default(), NextTimeout::default())
        };
        for uri in [
            "http://localhost/",
            "http://127.0.0.1:8080/",
            "http://[::1]/",
            "https://10.0.0.1/",
        ] {
            let error = resolve(false, uri).expect_err(uri).into_io();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{uri}");
            assert!(error.to_string().ends_with("is not a public address"), "{error}");
            assert!(resolve(true, uri).is_ok(), "{uri}");
        }
        let found = resolve(false, "http://8.8.8.8/").expect("a public address");
        assert_eq!(
            found.iter().map(|address| address.port()).collect::<Vec<_>>(),
            [80]
        );
    }
}
