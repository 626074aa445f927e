//! The rules of a million sites in a cache with a limit in bytes: compiles the robots.txt files of
//! a directory again and again under new host names, and prints what the cache holds and how much
//! memory the process takes.
//!
//! ```console
//! cargo run --release --manifest-path examples/crawler/Cargo.toml --bin million_sites -- DIRECTORY [SITES] [MEGABYTES]
//! ```

use std::process::ExitCode;
use std::time::Instant;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use robots_exclusion::Rules;

#[derive(Clone)]
struct ByBytes;

impl Weighter<Box<str>, Rules> for ByBytes {
    fn weight(&self, host: &Box<str>, rules: &Rules) -> u64 {
        (size_of::<Box<str>>() + host.len() + size_of::<Rules>() + rules.heap_bytes()) as u64
    }
}

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
    let sites: usize = arguments.next().map_or(Ok(1_000_000), |number| number.parse())?;
    let bound: u64 = arguments.next().map_or(Ok(512), |number| number.parse())? << 20;

    let mut bodies = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        bodies.push(std::fs::read(entry?.path())?);
    }
    if bodies.is_empty() {
        return Err("the directory is empty".into());
    }
    let before = resident();
    let started = Instant::now();
    let cache: Cache<Box<str>, Rules, ByBytes> = Cache::with_weighter(sites, bound, ByBytes);
    let mut total = 0;
    let mut heaviest = 0;
    for site in 0..sites {
        let host: Box<str> = format!("https://site-{site}.example/robots.txt").into();
        let rules = Rules::parse(&bodies[site % bodies.len()], "ExampleCrawler");
        let weight = ByBytes.weight(&host, &rules);
        total += weight;
        heaviest = heaviest.max(cache.weight());
        cache.insert(host, rules);
    }
    let heaviest = heaviest.max(cache.weight());
    println!(
        "{sites} sites compiled in {:.1} s, {} bytes each on average",
        started.elapsed().as_secs_f64(),
        total / sites as u64
    );
    println!(
        "bound {bound} bytes; the cache weighed {heaviest} at most; it holds {} sites now",
        cache.len()
    );
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("resident memory grew by {} bytes", after.saturating_sub(before));
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
