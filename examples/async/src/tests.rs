//! The example, and what the library's client does, over real HTTP.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use robots_exclusion::fetch::Request;
use robots_exclusion_nasty_sites::{NastySites, SITES};

use super::*;

const USER_AGENT: &str = "ExampleCrawler/1.0 (+https://example.com/crawler)";

/// A client that connects to this machine, and does not wait for long.
fn client() -> Client {
    let builder = reqwest::Client::builder().user_agent(USER_AGENT).no_proxy();
    Client::build(builder.timeout(Duration::from_secs(2)), true).expect("a client")
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
            "/b" => ("302 Found\r\nLocation: /c", ""),
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

/// Tasks that come at once wait for one robots.txt, and for each other's pages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_share_a_site() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let server = std::thread::spawn(move || serve(&listener, 4));
    let sites = Arc::new(SharedSites::new(Sites::new(1 << 20)));
    let started = Instant::now();
    let visits = ["/a", "/x/y", "/b"].map(|path| {
        let url = Url::parse(&format!("{base}{path}")).expect("a URL");
        let (sites, client) = (Arc::clone(&sites), client());
        let crawler = Crawler::new("ExampleCrawler").min_delay(Duration::ZERO);
        // Which needs a future that is `Send`.
        tokio::spawn(async move { visit(&sites, &crawler, &client, &url).await })
    });
    let mut results = Vec::new();
    for visit in visits {
        results.push(visit.await.expect("no panic"));
    }
    assert_eq!(results, ["200 OK", "disallowed", &format!("moved to {base}/c")]);
    // One delay after robots.txt, and one between the pages.
    assert!(started.elapsed() >= Duration::from_millis(400));
    let mut paths = server.join().expect("the server ends");
    paths[2..].sort();
    assert_eq!(paths, ["/robots.txt", "/elsewhere", "/a", "/b"]);
    assert_eq!(sites.with(|sites| sites.len()), 1);
}

#[tokio::test]
async fn nobody_comes_to_a_private_address() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    listener.set_nonblocking(true).expect("a socket");
    let client = Client::new(USER_AGENT).expect("a client");
    let (sites, crawler) = (
        SharedSites::new(Sites::new(1 << 20)),
        Crawler::new("ExampleCrawler"),
    );
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f.1"] {
        let url = Url::parse(&format!("http://{host}:{port}/")).expect("a URL");
        let error = client.send(Request::new(&url)).await.expect_err(host);
        assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{host}");
        let report = visit(&sites, &crawler, &client, &url).await;
        assert!(report.contains("robots.txt cannot be reached"), "{report:?}");
    }

    assert!(listener.accept().is_err(), "nobody connects");
}

/// The sites whose robots.txt allows everything, as far as a crawler can tell, or whose answer
/// clients understand in different ways.
const WITHOUT_RULES: [&str; 13] = [
    "robots-401",
    "robots-403",
    "robots-404",
    "robots-410",
    "robots-loop",
    "robots-onward",
    "robots-to-file",
    "robots-to-data",
    "robots-to-line-end",
    "robots-two-lengths",
    "robots-negative-length",
    "robots-to-integer",
    "robots-to-hex",
];

/// All sites that misbehave, at once, each at a host of its own: every visit ends in time, and nothing
/// is requested that may not be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_crawl_ends_and_obeys() {
    let served = NastySites::start().expect("free ports");
    let mut crawls = JoinSet::new();
    for (name, base) in served.sites() {
        let client = client();
        crawls.spawn(async move {
            // They share an address, and would share its pace.
            let sites = SharedSites::new(Sites::new(1 << 20));
            let crawler = Crawler::new("ExampleCrawler");
            let started = Instant::now();
            for path in ["/a", "/x/secret", "/b"] {
                let url = Url::parse(&format!("{base}{path}")).expect("a URL");
                let visited = visit(&sites, &crawler, &client, &url);
                // On a busy machine a robots.txt may come too late, and is asked for again a minute later.
                let ended = tokio::time::timeout(Duration::from_secs(240), visited).await;
                assert!(ended.is_ok(), "{name}: {path}");
            }
            let sites = sites.into_inner();
            let origins: Vec<String> = sites.iter().map(|site| site.origin().to_owned()).collect();
            assert_eq!(origins, [base.as_str()]);
            (name, started.elapsed())
        });
    }
    let took: HashMap<&str, Duration> = crawls.join_all().await.into_iter().collect();
    for site in SITES {
        let requests = served.requests(site.name);
        let pages: Vec<_> = requests
            .iter()
            .filter(|request| !request.path.starts_with("/robots"))
            .collect();
        if !site.is_open {
            assert!(pages.is_empty(), "{}: {pages:?}", site.name);
        }
        if !WITHOUT_RULES.contains(&site.name) {
            let disallowed = pages.iter().find(|request| request.path.starts_with("/x"));
            assert!(disallowed.is_none(), "{}: {disallowed:?}", site.name);
        }
        // Each page comes a second after the page before it, and the first after robots.txt.
        let least = Duration::from_secs(pages.len() as u64);
        let took = took[site.name];
        assert!(took >= least, "{}: {took:?} for {} pages", site.name, pages.len());
    }
}
