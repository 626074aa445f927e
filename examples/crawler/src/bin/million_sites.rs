//! A million sites within a limit in bytes: answers with the robots.txt files of a directory again and
//! again under new host names, and prints what the sites take and how much memory the process takes.
//! Two of five sites have no file.
//!
//! ```console
//! cargo run --release -p robots-exclusion-crawler-example --bin million_sites -- DIRECTORY [SITES] [MEGABYTES]
//! ```

use std::process::ExitCode;
use std::time::{Instant, SystemTime};

use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Sites};

/// The resident memory of this process in bytes, where the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments
        .next()
        .ok_or("usage: million_sites DIRECTORY [SITES] [MEGABYTES]")?;
    let count: usize = arguments.next().map_or(Ok(1_000_000), |number| number.parse())?;
    let bound: usize = arguments.next().map_or(Ok(512), |number| number.parse())? << 20;

    let mut bodies = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        bodies.push(std::fs::read(entry?.path())?);
    }
    if bodies.is_empty() {
        return Err("the directory is empty".into());
    }
    let answer = |number: usize| {
        let (status, bytes) = match number % 5 {
            0 | 1 => (404, Vec::new()),
            _ => (200, bodies[number % bodies.len()].clone()),
        };
        let body = Body {
            bytes,
            truncated: false,
        };
        Fetched::new(Reply::Status(status), &ResponseHead::from_status(status), body)
    };
    let before = resident();
    let (started, now) = (Instant::now(), SystemTime::now());
    let crawler = Crawler::new("ExampleCrawler");
    let mut sites = Sites::new(bound);
    let (mut heaviest, mut evicted) = (0, 0);
    for number in 0..count {
        let url = format!("https://site-{number}.example/");
        sites.update(url.as_str(), |site| {
            site.on_response(&crawler, now, &answer(number))
        })?;
        // A crawler saves them.
        while sites.evict().is_some() {
            evicted += 1;
        }
        heaviest = heaviest.max(sites.heap_bytes());
    }
    println!(
        "{count} sites in {:.1} s; {} are there now, {} bytes each on average; {evicted} were evicted",
        started.elapsed().as_secs_f64(),
        sites.len(),
        sites.heap_bytes() / sites.len().max(1),
    );
    println!("bound {bound} bytes; the sites took {heaviest} at most");
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after.saturating_sub(before);
        let each = grown / sites.len().max(1) as u64;
        println!("resident memory grew by {grown} bytes, {each} for each site that is there");
    }
    if heaviest <= bound {
        Ok(())
    } else {
        Err("the bound was not kept".into())
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
