use std::{error::Error, fs, io, thread, time::SystemTime};

use robots_exclusion::fetch::{Request, ResponseHead};
use robots_exclusion::site::{Crawler, Site, Visit};
use url::Url;

/// Visits URLs at the pace that their site asks for. The site's state is kept in the file `memory`.
fn crawl(client: &ureq::Agent, urls: &[Url], memory: &str) -> Result<(), Box<dyn Error>> {
    let crawler = Crawler::new("ExampleCrawler");
    let mut site = match fs::read(memory) {
        Ok(saved) => serde_json::from_slice(&saved)?,
        Err(_) => Site::new(&urls[0])?,
    };
    let send = |request: Request<'_>| {
        let get = client.get(request.url().as_str());
        let get = request.fields().fold(get, |get, (k, v)| get.header(k, v));
        let (parts, body) = get.call().map_err(io::Error::other)?.into_parts();
        let head = ResponseHead::new(parts.status.as_u16(), &parts.headers);
        Ok((head, body.into_reader()))
    };
    for url in urls {
        loop {
            match site.visit(&crawler, SystemTime::now, url, send) {
                Ok(Visit::Page(head, _body)) => break println!("{url}: {}", head.status()),
                Ok(Visit::WaitUntil(time)) => thread::sleep(time.duration_since(SystemTime::now().into())),
                Ok(Visit::Skip | Visit::NotThisSite) => break,
                Err(error) => break eprintln!("{url}: {error}"),
            }
        }
    }
    Ok(fs::write(memory, serde_json::to_vec(&site)?)?)
}

// README.md shows everything up to here.

/// ```console
/// cargo run --manifest-path examples/crawler/Cargo.toml --bin one_site -- memory.json https://example.com/ https://example.com/about
/// ```
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let memory = arguments.next().ok_or("give a file to remember in, and URLs")?;
    let urls = arguments
        .map(|url| Url::parse(&url))
        .collect::<Result<Vec<_>, _>>()?;
    let config = ureq::Agent::config_builder()
        .user_agent("ExampleCrawler/1.0 (+https://example.com/crawler)")
        // Redirects of robots.txt are counted by the library; a page may redirect to another site,
        // whose own rules decide.
        .max_redirects(0)
        .http_status_as_error(false);
    crawl(&config.build().into(), &urls, &memory)
}
