//! The asynchronous recipe: visits URLs with tokio and reqwest as their sites' robots.txt files
//! allow, all sites at once and each site at its own pace.
//!
//! ```console
//! cargo run --manifest-path examples/async/Cargo.toml -- https://example.com/ https://example.com/about https://example.org/
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Response};
use robots_exclusion::Timestamp;
use robots_exclusion::fetch::{Fetched, Request, ResponseHead, RobotsRequest, Step, is_public_address};
use robots_exclusion::site::{Crawler, Decision, Site};
use tokio::task::JoinSet;
use url::{Host, Url};

fn now() -> Timestamp {
    SystemTime::now().into()
}

fn head(response: &Response) -> ResponseHead {
    ResponseHead::new(response.status().as_u16(), response.headers())
}

/// A client that neither follows redirects nor connects to private addresses.
#[derive(Clone)]
struct Http {
    client: Client,
    public_only: bool,
}

impl Http {
    fn new(public_only: bool) -> reqwest::Result<Self> {
        let client = Client::builder()
            .user_agent("ExampleCrawler/1.0 (+https://example.com/crawler)")
            .timeout(Duration::from_secs(20))
            // Redirects of robots.txt are followed and counted by the crate, and a page may redirect
            // to another site, whose own rules then decide.
            .redirect(reqwest::redirect::Policy::none())
            .dns_resolver(Arc::new(Resolver { public_only }))
            // A proxy would resolve names itself.
            .no_proxy()
            .build()?;
        Ok(Self { client, public_only })
    }

    async fn send(&self, request: Request<'_>) -> Result<Response, Box<dyn Error + Send + Sync>> {
        // An address in place of a name does not pass the resolver.
        let is_public = match request.url().host() {
            Some(Host::Ipv4(address)) => is_public_address(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => is_public_address(IpAddr::V6(address)),
            _ => true,
        };
        if self.public_only && !is_public {
            return Err("a private address".into());
        }
        let get = self.client.get(request.url().as_str());
        let get = request
            .fields()
            .fold(get, |get, (name, value)| get.header(name, value));
        Ok(get.send().await?)
    }
}

/// Resolves names to public addresses only, so that no site can send the crawler into the network
/// that it runs in.
struct Resolver {
    public_only: bool,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let public_only = self.public_only;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let wanted = found.filter(|address| !public_only || is_public_address(address.ip()));
            Ok(Box::new(wanted.collect::<Vec<_>>().into_iter()) as Addrs)
        })
    }
}

/// Fetches a robots.txt. Every failure is an answer, too.
async fn fetch_robots(http: &Http, mut request: RobotsRequest) -> Fetched {
    loop {
        let Ok(mut response) = http.send(request.request()).await else {
            return Fetched::unreachable();
        };
        match request.on_response(&head(&response)) {
            Step::Follow => continue,
            Step::ReadBody => loop {
                match response.chunk().await {
                    Ok(Some(chunk)) if request.push(&chunk) => {}
                    Ok(_) => break,
                    Err(_) => return Fetched::unreachable(),
                }
            },
            Step::Done => {}
        }
        return request.finish();
    }
}

/// Visits the URLs of one site, one after the other, and reports the result of each as it comes.
async fn visit(http: Http, crawler: Crawler, mut site: Site, urls: Vec<Url>, report: Report) {
    for url in urls {
        let result = loop {
            match site.decide(&crawler, now(), &url) {
                Decision::FetchRobots => {
                    site.on_robots_request(now());
                    let fetched = fetch_robots(&http, site.robots_request(&crawler)).await;
                    site.on_response(&crawler, now(), &fetched);
                }
                Decision::FetchPage => {
                    site.on_page_request(now());
                    break match http.send(Request::new(&url)).await {
                        Ok(response) => {
                            site.on_page_response(now(), &head(&response));
                            match head(&response).redirect(&url) {
                                // A URL like any other: the rules of its own site decide.
                                Some(target) => format!("moved to {target}"),
                                None => response.status().to_string(),
                            }
                        }
                        Err(error) => {
                            site.on_page_failure(now());
                            error.to_string()
                        }
                    };
                }
                Decision::Skip => break "disallowed".to_owned(),
                Decision::TooSlow(delay) => break format!("a delay of {delay:?}"),
                Decision::NotThisSite => break "another site".to_owned(),
                Decision::WaitUntil(time, _) => tokio::time::sleep(time.duration_since(now())).await,
                // A program that runs for days would put the site aside until then.
                Decision::GiveUpUntil(time, why) => {
                    let wait = time.duration_since(now());
                    break format!("not for {} s: {}", wait.as_secs(), why.description());
                }
            }
        };
        report(url, result);
    }
}

/// Is called with each URL and its result.
type Report = Arc<dyn Fn(Url, String) + Send + Sync>;

async fn crawl(http: Http, crawler: Crawler, urls: impl IntoIterator<Item = Url>, report: Report) {
    let mut sites: HashMap<String, (Site, Vec<Url>)> = HashMap::new();
    for url in urls {
        // A URL of another scheme has no robots.txt, and is left out.
        if let Ok(site) = Site::new(&url) {
            let origin = site.origin().to_owned();
            sites.entry(origin).or_insert((site, Vec::new())).1.push(url);
        }
    }
    let visits = sites
        .into_values()
        .map(|(site, urls)| visit(http.clone(), crawler.clone(), site, urls, Arc::clone(&report)));
    visits.collect::<JoinSet<_>>().join_all().await;
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let urls = std::env::args().skip(1).map(|url| Url::parse(&url));
    let urls = urls.collect::<Result<Vec<_>, _>>()?;
    let crawler = Crawler::new("ExampleCrawler").max_delay(Duration::from_secs(60));
    let print = |url, result| println!("{result}\t{url}");
    crawl(Http::new(true)?, crawler, urls, Arc::new(print)).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::Mutex;

    use super::*;

    /// All that is reported of a crawl.
    async fn report_of(http: Http, urls: impl IntoIterator<Item = Url>) -> Vec<String> {
        let results = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&results);
        let report = move |_, result| kept.lock().expect("no panic").push(result);
        let crawler = Crawler::new("ExampleCrawler");
        crawl(http, crawler, urls, Arc::new(report)).await;
        let results = results.lock().expect("no panic");
        results.clone()
    }

    /// Answers one request after the other, robots.txt by a redirect, and logs their paths.
    fn serve(listener: &TcpListener, requests: usize) -> Vec<String> {
        let mut paths = Vec::new();
        for stream in listener.incoming().take(requests) {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a socket")).lines();
            let first = lines.next().expect("a request").expect("text");
            let path = first.split(' ').nth(1).expect("a path").to_owned();
            let _ = lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
            let (head, body) = match path.as_str() {
                "/robots.txt" => ("301 Moved\r\nLocation: /elsewhere", ""),
                "/elsewhere" => (
                    "200 OK",
                    "User-agent: examplecrawler\nDisallow: /x\nCrawl-delay: 0.2",
                ),
                _ => ("200 OK", "hello"),
            };
            let length = body.len();
            write!(
                stream,
                "HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
            )
            .expect("the client listens");
            paths.push(path);
        }
        paths
    }

    #[tokio::test]
    async fn a_site_is_visited_as_it_asks() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let server = std::thread::spawn(move || serve(&listener, 4));
        let urls = ["/a", "/x/y", "/b"].map(|path| Url::parse(&format!("{base}{path}")).expect("a URL"));
        let started = std::time::Instant::now();
        let http = Http::new(false).expect("a client");
        let results = report_of(http, urls).await;
        assert!(started.elapsed() >= Duration::from_millis(200));
        assert_eq!(results, ["200 OK", "disallowed", "200 OK"]);
        let paths = server.join().expect("the server ends");
        assert_eq!(paths, ["/robots.txt", "/elsewhere", "/a", "/b"]);
    }

    #[tokio::test]
    async fn nobody_comes_to_a_private_address() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("a socket");
        let http = Http::new(true).expect("a client");
        for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"] {
            let url = Url::parse(&format!("http://{host}:{port}/")).expect("a URL");
            assert!(http.send(Request::new(&url)).await.is_err(), "{host}");
            let report = report_of(http.clone(), [url]).await;
            assert!(report[0].contains("robots.txt cannot be reached"), "{report:?}");
        }
        assert!(listener.accept().is_err(), "nobody connects");
    }
}
