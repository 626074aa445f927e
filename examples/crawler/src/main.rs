//! Crawls from the URLs that are given, as the sites allow, and prints the result for each page.
//!
//! ```console
//! cargo run --manifest-path examples/crawler/Cargo.toml -- --pages 20 --delay 2 https://example.com/
//! ```

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressStyle};
use robots_exclusion_crawler_example::crawl::{Event, Options, crawl};
use url::Url;

const USAGE: &str = "usage: crawler [--pages NUMBER] [--delay SECONDS] [--time SECONDS] URL...";

fn arguments() -> Result<(Vec<Url>, Options), String> {
    let mut options = Options {
        proxy: ureq::Proxy::try_from_env(),
        ..Options::default()
    };
    let mut seeds = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let value = arguments
                .next()
                .ok_or_else(|| format!("{argument} needs a number"))?;
            value
                .parse::<u32>()
                .map_err(|error| format!("{argument} {value}: {error}"))
        };
        match argument.as_str() {
            "--pages" => options.max_pages = number()? as usize,
            "--delay" => {
                let delay = Duration::from_secs(number()?.into());
                options.crawler = options.crawler.default_delay(delay);
            }
            "--time" => options.time = Duration::from_secs(number()?.into()),
            _ => seeds.push(Url::parse(&argument).map_err(|error| format!("{argument}: {error}"))?),
        }
    }
    if seeds.is_empty() {
        Err(USAGE.to_owned())
    } else {
        Ok((seeds, options))
    }
}

fn main() -> ExitCode {
    let (seeds, options) = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{spinner} {pos}/{len} URLs, {elapsed} {wide_msg}");
    bar.set_style(style.expect("the template is well-formed"));
    bar.enable_steady_tick(Duration::from_millis(100));
    let (pages, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let rules = crawl(&seeds, &options, &|event| match event {
        Event::Found { urls } => bar.inc_length(urls as u64),
        Event::Robots { page, outcome, holds } => {
            bar.println(format!(
                "{}: {outcome} (for {})",
                page.origin().ascii_serialization(),
                HumanDuration(holds)
            ));
        }
        Event::Fetched {
            url,
            status,
            bytes: length,
        } => {
            pages.fetch_add(1, Ordering::Relaxed);
            bytes.fetch_add(length, Ordering::Relaxed);
            bar.inc(1);
            bar.set_message(format!("{status} {url}"));
        }
        Event::Disallowed { url } => {
            bar.inc(1);
            bar.println(format!("not to be crawled: {url}"));
        }
        Event::Later { url, wait } => bar.println(format!("in {}: {url}", HumanDuration(wait))),
        Event::Failed { url, error } => {
            bar.inc(1);
            bar.println(format!("failed: {url}: {error}"));
        }
        Event::Left { url } => bar.println(format!("left: {url}")),
    });
    bar.finish_and_clear();
    println!(
        "{} pages, {}; rules took {}",
        pages.into_inner(),
        HumanBytes(bytes.into_inner() as u64),
        HumanBytes(rules as u64)
    );
    ExitCode::SUCCESS
}
