//! Lists the URLs in a site's sitemaps that a crawler may visit.
//!
//! ```text
//! cargo run --manifest-path examples/crawler/Cargo.toml --bin sitemap_urls -- https://example.com/ FooBot
//! ```
//!
//! The site may also be a directory, which is then read as if it were `http://localhost/`: its
//! `robots.txt`, and the sitemaps named there.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::time::Duration;

use robots_exclusion::fetch::{HttpResponse, Outcome, Request, RobotsRequest, read_body};
use robots_exclusion::site::ureq::Client;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_sitemap::Discovery;
use url::Url;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [site, agent] = arguments.as_slice() else {
        return Err("usage: sitemap_urls SITE AGENT".into());
    };
    let policy = Dialect::RFC_9309.fetch_policy;
    if Path::new(site).is_dir() {
        let local = Url::parse("http://localhost/")?;
        let open = |url: &Url| File::open(Path::new(site).join(url.path().trim_start_matches('/')));
        let robots = read_body(open(&local.join("robots.txt")?)?, policy.max_bytes as usize)?;
        return list(&local, &robots.bytes, agent, open);
    }

    let site = Url::parse(site)?;
    let client = Client::new(agent).timeout(Duration::from_secs(60));
    let fetched = RobotsRequest::new(&site, &policy)?.fetch(|request| client.send(request));
    match policy.outcome(fetched.reply()) {
        Outcome::Parse => list(&site, fetched.body(), agent, |url| open(&client, url)),
        outcome => Err(format!("there is no robots.txt to start from: {outcome}").into()),
    }
}

/// Opens a sitemap, after a few redirects at most.
fn open(client: &Client, url: &Url) -> io::Result<ureq::BodyReader<'static>> {
    let mut url = url.clone();
    for _ in 0..=5 {
        let response = client.send(Request::new(&url))?;
        match response.head().redirect(&url) {
            Some(target) => url = target,
            None if response.status().is_success() => return Ok(response.into_body().into_reader()),
            None => return Err(io::Error::other(format!("HTTP {}", response.status().as_u16()))),
        }
    }
    Err(io::Error::other("too many redirects"))
}

/// Prints the allowed URLs, and what went wrong and a summary to standard error.
fn list<R: Read>(
    site: &Url,
    robots: &[u8],
    agent: &str,
    fetch: impl FnMut(&Url) -> io::Result<R>,
) -> Result<(), Box<dyn Error>> {
    let robots = RobotsTxt::parse(robots);
    let mut urls = Discovery::new(&robots, site, agent)?.urls(fetch);
    let mut output = BufWriter::new(io::stdout().lock());
    for found in urls.by_ref() {
        match found {
            Ok(found) => match found.entry.lastmod {
                Some(lastmod) => writeln!(output, "{}\t{lastmod}", found.url)?,
                None => writeln!(output, "{}", found.url)?,
            },
            Err(error) => eprintln!("{error}"),
        }
    }
    output.flush()?;
    let left_out = urls.left_out();
    eprintln!(
        "{} sitemaps; left out: {} disallowed, {} of other sites; {} problems",
        urls.sitemaps(),
        left_out.disallowed,
        left_out.elsewhere,
        left_out.problems,
    );
    Ok(())
}
