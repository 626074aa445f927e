//! The asynchronous recipe: visits URLs with tokio and reqwest as their sites' robots.txt files
//! allow, all hosts at once and each host at its own pace.
//!
//! ```console
//! cargo run -p robots-exclusion-async-example -- https://example.com/ https://example.com/about https://example.org/
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::time::SystemTime;

use robots_exclusion::Timestamp;
use robots_exclusion::site::{Crawler, SharedSites, Sites, Visit, reqwest::Client};
use tokio::task::JoinSet;
use url::Url;

#[cfg(test)]
mod tests;

fn now() -> Timestamp {
    SystemTime::now().into()
}

/// Visits a URL, as soon as its site permits, and says what came of it.
async fn visit(sites: &SharedSites, crawler: &Crawler, client: &Client, url: &Url) -> String {
    loop {
        let visited = sites.visit(crawler, now, url, |request| client.send(request));
        return match visited.await {
            Ok(Visit::Page(response)) => response.status().to_string(),
            // A crawler that follows it visits it as any other URL: the rules of its own site decide.
            Ok(Visit::Redirect(target, _)) => format!("moved to {target}"),
            Ok(Visit::Skip | Visit::NotThisSite) => "disallowed".to_owned(),
            Ok(Visit::TooSlow(delay)) => format!("a delay of {delay:?}"),
            Ok(Visit::WaitUntil(time, _)) => {
                tokio::time::sleep(time.duration_since(now())).await;
                continue;
            }
            // A program that runs for days would put the site aside until then.
            Ok(Visit::GiveUpUntil(_, why)) => format!("not now: {}", why.description()),
            Err(error) => error.to_string(),
        };
    }
}

/// Visits the URLs of each host one after the other, and all hosts at once.
async fn crawl(client: Client, urls: impl IntoIterator<Item = Url>, report: fn(&Url, &str)) {
    let crawler = Crawler::new("ExampleCrawler");
    let sites = Arc::new(SharedSites::new(Sites::new(64 << 20)));
    let mut hosts: HashMap<String, Vec<Url>> = HashMap::new();
    for url in urls {
        let host = url.host_str().unwrap_or_default().to_owned();
        hosts.entry(host).or_default().push(url);
    }
    let visits = hosts.into_values().map(|urls| {
        let (sites, crawler, client) = (Arc::clone(&sites), crawler.clone(), client.clone());
        async move {
            for url in urls {
                report(&url, &visit(&sites, &crawler, &client, &url).await);
            }
        }
    });
    visits.collect::<JoinSet<_>>().join_all().await;
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let urls = std::env::args().skip(1).map(|url| Url::parse(&url));
    let urls = urls.collect::<Result<Vec<_>, _>>()?;
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)")?;
    crawl(client, urls, |url, result| println!("{result}\t{url}")).await;
    Ok(())
}
