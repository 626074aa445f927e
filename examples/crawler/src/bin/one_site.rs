use std::collections::{HashSet, VecDeque};
use std::io::{self, ErrorKind};
use std::time::SystemTime;
use std::{error::Error, fs, thread};

use robots_exclusion::site::{Crawler, Site, Visit, ureq::Client};
use url::Url;

/// Visits URLs at the pace that their site asks for. The site's state is kept in the file `memory`.
fn crawl(client: &Client, urls: Vec<Url>, memory: &str) -> Result<(), Box<dyn Error>> {
    let crawler = Crawler::new("ExampleCrawler");
    let mut site = match fs::read(memory) {
        Ok(saved) => {
            serde_json::from_slice(&saved).map_err(|error| format!("{memory}: {error}; delete it"))?
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Site::new(urls.first().ok_or("no URLs")?)?,
        Err(error) => return Err(format!("{memory}: {error}").into()),
    };
    let mut seen: HashSet<Url> = urls.iter().cloned().collect();
    let mut queue = VecDeque::from(urls);
    while let Some(url) = queue.pop_front() {
        match site.visit(&crawler, SystemTime::now, &url, |request| client.send(request)) {
            Ok(Visit::Page(response)) => println!("{url}: {}", response.status()),
            // A URL like any other, whose own site decides. No more than so many, and none twice.
            Ok(Visit::Redirect(target, _)) => {
                println!("{url}: moved to {target}");
                if seen.len() < 1000 && seen.insert(target.clone()) {
                    queue.push_back(target);
                }
            }
            Ok(Visit::WaitUntil(time, _)) => {
                save(&site, memory)?;
                thread::sleep(time.duration_since(SystemTime::now().into()));
                queue.push_front(url);
            }
            // No reason to sleep: run this again then. What is known is saved.
            Ok(Visit::GiveUpUntil(time, why)) => {
                let wait = time.duration_since(SystemTime::now().into());
                println!("{url}: in {wait:.0?}, since {}", why.description());
                break;
            }
            Ok(Visit::TooSlow(delay)) => {
                println!("{url}: the site asks for {delay:?} between pages");
                break;
            }
            Ok(Visit::Skip) => println!("{url}: disallowed"),
            Ok(Visit::NotThisSite) => println!("{url}: not a page of {}", site.origin()),
            Err(error) => println!("{url}: {error}"),
        }
    }
    Ok(save(&site, memory)?)
}

/// Writes another file and renames it, so that there is no time at which half of it is written.
fn save(site: &Site, memory: &str) -> io::Result<()> {
    let next = format!("{memory}.{}.new", std::process::id());
    fs::write(&next, serde_json::to_vec(site)?)?;
    fs::rename(next, memory)
}

// `src/guide/crawler.rs` shows everything up to here.

/// ```console
/// cargo run --manifest-path examples/crawler/Cargo.toml --bin one_site -- memory.json https://example.com/ https://example.com/about
/// ```
///
/// With `ALLOW_PRIVATE` in the environment, servers on this machine are visited too.
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let memory = arguments.next().ok_or("give a file to remember in, and URLs")?;
    let urls = arguments
        .map(|url| Url::parse(&url))
        .collect::<Result<Vec<_>, _>>()?;
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    let allows_private = std::env::var_os("ALLOW_PRIVATE").is_some();
    crawl(&client.private_addresses(allows_private), urls, &memory)
}
