//! The asynchronous recipe: visits URLs with tokio and reqwest as their sites' robots.txt files
//! allow, all sites at once and each site at its own pace.
//!
//! ```console
//! cargo run --manifest-path examples/async/Cargo.toml -- https://example.com/ https://example.com/about https://example.org/
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, SystemTime};

use reqwest::Client;
use robots_exclusion::Timestamp;
use robots_exclusion::fetch::{BodyBuffer, Fetched, ResponseHead, RobotsRequest, Step};
use robots_exclusion::site::{Crawler, Decision, Site};
use tokio::task::JoinSet;
use url::Url;

fn now() -> Timestamp {
    SystemTime::now().into()
}

/// Fetches a robots.txt. Every failure is an answer, too.
async fn fetch_robots(client: &Client, mut request: RobotsRequest) -> Fetched {
    loop {
        let get = client.get(request.url().as_str());
        let get = request
            .fields()
            .fold(get, |get, (name, value)| get.header(name, value));
        let Ok(mut response) = get.send().await else {
            return Fetched::unreachable();
        };
        let head = ResponseHead::new(response.status().as_u16(), response.headers());
        let answer = match request.on_response(&head) {
            Step::Follow => continue,
            Step::Done(answer) => answer,
        };
        let mut body = BodyBuffer::new(request.max_bytes());
        while answer.is_success() {
            match response.chunk().await {
                Ok(Some(chunk)) if body.push(&chunk) => {}
                Ok(_) => break,
                Err(_) => return Fetched::unreachable(),
            }
        }
        return request.fetched(answer, &head, body.finish());
    }
}

/// Visits the URLs of one site, one after the other, and returns the result of each.
async fn visit(client: Client, crawler: Crawler, mut site: Site, urls: Vec<Url>) -> Vec<(Url, String)> {
    let mut report = Vec::new();
    for url in urls {
        let result = loop {
            match site.decide(&crawler, now(), &url) {
                Decision::FetchRobots => {
                    let fetched = fetch_robots(&client, site.robots_request(&crawler)).await;
                    site.on_response(&crawler, now(), &fetched);
                }
                Decision::FetchPage => {
                    site.on_page_request(now());
                    break match client.get(url.as_str()).send().await {
                        Ok(response) => {
                            let status = response.status();
                            site.on_page_response(
                                now(),
                                &ResponseHead::new(status.as_u16(), response.headers()),
                            );
                            status.to_string()
                        }
                        Err(error) => error.to_string(),
                    };
                }
                Decision::Skip => break "disallowed".to_owned(),
                Decision::NotThisSite => break "another site".to_owned(),
                Decision::WaitUntil(time) => match time.duration_since(now()) {
                    // A program that runs for days would put the site aside instead.
                    wait if wait > Duration::from_secs(60) => break format!("not for {} s", wait.as_secs()),
                    wait => tokio::time::sleep(wait).await,
                },
            }
        };
        report.push((url, result));
    }
    report
}

async fn crawl(client: Client, crawler: Crawler, urls: impl IntoIterator<Item = Url>) -> Vec<(Url, String)> {
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
        .map(|(site, urls)| visit(client.clone(), crawler.clone(), site, urls));
    visits.collect::<JoinSet<_>>().join_all().await.concat()
}

fn client() -> reqwest::Result<Client> {
    Client::builder()
        .user_agent("ExampleCrawler/1.0 (+https://example.com/crawler)")
        .timeout(Duration::from_secs(20))
        // Redirects of robots.txt are followed and counted by the crate, and a page may redirect to
        // another site, whose own rules then decide.
        .redirect(reqwest::redirect::Policy::none())
        .build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let urls = std::env::args().skip(1).map(|url| Url::parse(&url));
    let urls = urls.collect::<Result<Vec<_>, _>>()?;
    let crawler = Crawler::new("ExampleCrawler").max_delay(Duration::from_secs(60));
    for (url, result) in crawl(client()?, crawler, urls).await {
        println!("{result}\t{url}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    use super::*;

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
        let client = client().expect("a client");
        let report = crawl(client, Crawler::new("ExampleCrawler"), urls).await;
        assert!(started.elapsed() >= Duration::from_millis(200));
        let results: Vec<&str> = report.iter().map(|(_, result)| result.as_str()).collect();
        assert_eq!(results, ["200 OK", "disallowed", "200 OK"]);
        let paths = server.join().expect("the server ends");
        assert_eq!(paths, ["/robots.txt", "/elsewhere", "/a", "/b"]);
    }
}
