use std::{error::Error, fs, io, thread, time::SystemTime};

use robots_exclusion::fetch::ResponseHead;
use robots_exclusion::site::{Crawler, Decision, Site};

/// Visits URLs of one site, as often and as fast as it asks for. What it said is kept in the file `memory`.
fn visit(client: &ureq::Agent, urls: &[String], memory: &str) -> Result<(), Box<dyn Error>> {
    let crawler = Crawler::new("ExampleCrawler");
    let mut site: Site = match fs::read(memory) {
        Ok(saved) => serde_json::from_slice(&saved)?,
        Err(_) => Site::new(urls[0].as_str())?,
    };
    for url in urls {
        loop {
            match site.decide(&crawler, SystemTime::now(), url.as_str()) {
                Decision::FetchRobots => {
                    let fetched = site.robots_request(&crawler).fetch(|request| {
                        let mut get = client.get(request.url().as_str());
                        for (name, value) in request.fields() {
                            get = get.header(name, value);
                        }
                        let (parts, body) = get.call().map_err(io::Error::other)?.into_parts();
                        let head = ResponseHead::new(parts.status.as_u16(), &parts.headers);
                        Ok((head, body.into_reader()))
                    });
                    site.on_response(&crawler, SystemTime::now(), &fetched);
                }
                Decision::FetchPage => {
                    site.on_page_request(SystemTime::now());
                    let (parts, _body) = client.get(url).call()?.into_parts();
                    let head = ResponseHead::new(parts.status.as_u16(), &parts.headers);
                    site.on_page_response(SystemTime::now(), &head);
                    println!("{url}: {}", parts.status);
                    break;
                }
                Decision::WaitUntil(time) => {
                    thread::sleep(time.duration_since(SystemTime::now().into()));
                }
                Decision::Skip | Decision::NotThisSite => break,
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
    let urls: Vec<String> = arguments.collect();
    let config = ureq::Agent::config_builder()
        .user_agent("ExampleCrawler/1.0 (+https://example.com/crawler)")
        // Redirects of robots.txt are counted by the library; a page may redirect to another site, whose own rules decide.
        .max_redirects(0)
        .http_status_as_error(false);
    visit(&config.build().into(), &urls, &memory)
}
