//! Lists the URLs in a site's sitemaps that a crawler may visit.
//!
//! ```text
//! cargo run --example sitemap_urls --features sitemap -- https://example.com/ FooBot
//! ```
//!
//! The site may also be a directory, which then stands for `http://localhost/`: its `robots.txt` and the sitemaps named
//! there are read from it.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::time::Duration;

use robots_exclusion::fetch::{Answer, Outcome, Request, Step, read_body};
use robots_exclusion::sitemap::Discovery;
use robots_exclusion::{Dialect, RobotsTxt};
use url::Url;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [site, agent] = arguments.as_slice() else {
        return Err("usage: sitemap_urls SITE AGENT".into());
    };
    let policy = Dialect::RFC_9309.fetch_policy();
    if Path::new(site).is_dir() {
        let local = Url::parse("http://localhost/")?;
        let open = |url: &Url| File::open(Path::new(site).join(url.path().trim_start_matches('/')));
        let robots = read_body(open(&local.join("robots.txt")?)?, policy.max_bytes())?;
        return list(&local, &robots.bytes, agent, open);
    }

    let site = Url::parse(site)?;
    let http = |redirects| -> ureq::Agent {
        let config = ureq::Agent::config_builder()
            .user_agent(agent)
            .max_redirects(redirects);
        config
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .into()
    };
    // The way to the robots.txt follows rules of its own.
    let client = http(0);
    let mut request = Request::new(&site, &policy)?;
    let (answer, body) = loop {
        let response = match client
            .get(request.url().as_str())
            .config()
            .http_status_as_error(false)
            .build()
            .call()
        {
            Ok(response) => response,
            Err(_) => break (Answer::Unreachable, Vec::new()),
        };
        let location = response
            .headers()
            .get("location")
            .map(|value| value.as_bytes().to_vec());
        if let Step::Done(answer) = request.respond(response.status().as_u16(), location.as_deref()) {
            break (
                answer,
                read_body(response.into_body().into_reader(), policy.max_bytes())?.bytes,
            );
        }
    };
    match policy.outcome(answer) {
        Outcome::Parse => {
            let client = http(10);
            list(&site, &body, agent, |url| {
                let response = client.get(url.as_str()).call().map_err(io::Error::other)?;
                Ok(response.into_body().into_reader())
            })
        }
        outcome => Err(format!("no robots.txt to begin with: {outcome}").into()),
    }
}

/// Prints the allowed URLs, and on standard error what went wrong and a summary.
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
