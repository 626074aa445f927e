//! The asynchronous HTTP client `reqwest`, set up for a crawler.
//!
//! [`Client`] does what [`ureq::Client`](super::ureq::Client) does, for
//! [`SharedSites::visit`](super::SharedSites::visit). The response is that of `reqwest`. Choose in your
//! own `Cargo.toml` how it does TLS, with a feature of `reqwest` such as `rustls-tls`: without one,
//! `https` URLs are errors.
//!
//! ```no_run
//! use std::time::SystemTime;
//! use robots_exclusion::site::{Crawler, SharedSites, Visit, reqwest::Client};
//! use url::Url;
//!
//! async fn print(sites: &SharedSites, client: &Client, url: &Url) -> std::io::Result<()> {
//!     let crawler = Crawler::new("ExampleCrawler");
//!     match sites.visit(&crawler, SystemTime::now, url, |request| client.send(request)).await? {
//!         Visit::Page(response) => println!("{}", response.status()),
//!         Visit::Redirect(target, _) => println!("to {target}"),
//!         Visit::WaitUntil(_, why) => println!("not now: {}", why.description()),
//!         visit => println!("{visit:?}"),
//!     }
//!     Ok(())
//! }
//! ```

use std::error::Error;
use std::io;
use std::sync::Arc;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{ClientBuilder, Response};

use super::client::{TIMEOUT, refused};
use crate::fetch::{AsyncHttpResponse, Request, ResponseHead, is_public_address, names_private_host};

/// `reqwest`, set up for a crawler: each request has a deadline, redirects are not followed, every
/// status is an answer, and only public addresses are connected to. See [the module](self).
///
/// Cloning is cheap, and clones share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    client: reqwest::Client,
    allows_private: bool,
}

impl Client {
    /// A client that calls itself `user_agent` in every request, and gives up each after 20 seconds. It
    /// should contain the product token of the [`Crawler`](super::Crawler), and say where to complain.
    ///
    /// It does not use the proxies that environment variables name.
    ///
    /// # Errors
    ///
    /// If TLS cannot be set up, or `user_agent` has bytes that a header cannot have.
    pub fn new(user_agent: &str) -> reqwest::Result<Self> {
        let builder = reqwest::Client::builder().user_agent(user_agent);
        Self::build(builder.timeout(TIMEOUT).no_proxy(), false)
    }

    /// A client with further settings. Only redirects and the resolver are not yours to choose.
    ///
    /// Set a [timeout](ClientBuilder::timeout). With a proxy, which resolves names itself, only private
    /// addresses that are written in URLs are refused. `allow_private` says whether to connect to
    /// private addresses too: a site chooses where it redirects to, so a crawler of public sites should
    /// not. See [`is_public_address`].
    ///
    /// # Errors
    ///
    /// The errors of [`ClientBuilder::build`].
    pub fn build(builder: ClientBuilder, allow_private: bool) -> reqwest::Result<Self> {
        // Redirects of robots.txt are counted by the library. A redirect of a page may lead to another
        // site, and then the rules of that site decide.
        let builder = builder.redirect(Policy::none());
        let client = match allow_private {
            true => builder,
            false => builder.dns_resolver(Arc::new(PublicResolver(SystemNames))),
        };
        Ok(Self {
            client: client.build()?,
            allows_private: allow_private,
        })
    }

    /// Sends a request; the future is the response. Redirects are not followed.
    ///
    /// # Errors
    ///
    /// If there is no answer in time ([`io::ErrorKind::TimedOut`]), or its head is not HTTP, or the
    /// address is private ([`io::ErrorKind::PermissionDenied`]).
    pub fn send(&self, request: Request<'_>) -> impl Future<Output = io::Result<Response>> + Send + use<> {
        let url = request.url();
        // An address in place of a name does not pass the resolver.
        let refused = (!self.allows_private && names_private_host(url))
            .then(|| refused(url.host_str().unwrap_or_default()));
        let get = self.client.get(url.as_str());
        let get = request
            .fields()
            .fold(get, |get, (name, value)| get.header(name, value));
        async move {
            match refused {
                Some(error) => Err(error),
                None => get.send().await.map_err(with_kind),
            }
        }
    }
}

impl AsyncHttpResponse for Response {
    fn head(&self) -> ResponseHead {
        ResponseHead::new(self.status().as_u16(), self.headers())
    }

    async fn next_chunk(&mut self) -> io::Result<Option<impl AsRef<[u8]>>> {
        self.chunk().await.map_err(with_kind)
    }
}

/// The error with the kind of what caused it.
fn with_kind(error: reqwest::Error) -> io::Error {
    if error.is_timeout() {
        return io::Error::new(io::ErrorKind::TimedOut, error);
    }
    let causes = core::iter::successors(error.source(), |cause| (*cause).source());
    let kind = causes
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .map(io::Error::kind)
        .last();
    io::Error::new(kind.unwrap_or(io::ErrorKind::Other), error)
}

/// Resolves names, and drops addresses that are not public. Connections are made to what is left, so
/// that a name cannot resolve to one address when it is judged and to another when it is used.
struct PublicResolver<R>(R);

impl<R: Resolve> Resolve for PublicResolver<R> {
    fn resolve(&self, name: Name) -> Resolving {
        let host = String::from(name.as_str());
        let found = self.0.resolve(name);
        Box::pin(async move {
            let found = found.await?;
            let public: Vec<_> = found.filter(|address| is_public_address(address.ip())).collect();
            if public.is_empty() {
                return Err(refused(&host).into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Resolves names as this machine does.
struct SystemNames;

impl Resolve for SystemNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::io::{Read as _, Write as _};
    use std::net::{IpAddr, SocketAddr, TcpListener};
    use std::thread;

    use alloc::format;
    use alloc::string::ToString as _;

    use url::Url;

    use super::*;

    /// Names that resolve to these addresses, and how often one was asked for.
    #[derive(Clone)]
    struct Names(Vec<IpAddr>, Arc<AtomicUsize>);

    impl Resolve for Names {
        fn resolve(&self, _: Name) -> Resolving {
            self.1.fetch_add(1, Ordering::Relaxed);
            let found: Vec<_> = self
                .0
                .iter()
                .map(|address| SocketAddr::new(*address, 0))
                .collect();
            Box::pin(async move { Ok(Box::new(found.into_iter()) as Addrs) })
        }
    }

    fn block_on<T>(task: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(task)
    }

    /// The name says nothing, and is looked up once: what is judged is what is connected to.
    #[test]
    fn a_name_that_resolves_to_a_private_address_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let served = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            let (mut request, mut byte) = (Vec::new(), [0]);
            while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read > 0) {
                request.push(byte[0]);
            }
            let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
            stream.write_all(answer).expect("somebody reads");
            String::from_utf8(request).expect("text")
        });
        let url = Url::parse(&format!("http://inside.example:{port}/")).expect("a URL");
        let names = |addresses: &[IpAddr]| Names(addresses.into(), Arc::default());
        let private: IpAddr = [127, 0, 0, 1].into();
        let builder = || reqwest::Client::builder().no_proxy();

        let inside = names(&[private]);
        let resolver = Arc::new(PublicResolver(inside.clone()));
        let public_only = Client {
            client: builder().dns_resolver(resolver).build().expect("a client"),
            allows_private: false,
        };
        let error = block_on(public_only.send(Request::new(&url))).expect_err("refused");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{error:?}");
        let mut reason: &dyn Error = &error;
        while let Some(cause) = reason.source() {
            reason = cause;
        }
        assert_eq!(reason.to_string(), "inside.example is not a public address");
        assert_eq!(inside.1.load(Ordering::Relaxed), 1);

        // The server has not been reached: it answers once.
        let inside = names(&[private]);
        let resolver = Arc::new(inside.clone());
        let anywhere = Client::build(builder().dns_resolver(resolver), true).expect("a client");
        let answer = block_on(anywhere.send(Request::new(&url))).expect("an answer");
        assert_eq!(answer.status(), 200);
        assert_eq!(inside.1.load(Ordering::Relaxed), 1);
        let request = served.join().expect("a request").to_ascii_lowercase();
        assert!(request.contains("host: inside.example"), "{request}");

        // Of several addresses only those that are public are left.
        let public: IpAddr = [8, 8, 8, 8].into();
        let resolver = PublicResolver(names(&[private, public, [10, 0, 0, 1].into()]));
        let name = "both.example".parse().expect("a name");
        let left = block_on(resolver.resolve(name)).expect("a public address");
        assert_eq!(left.map(|left| left.ip()).collect::<Vec<_>>(), [public]);
    }
}
