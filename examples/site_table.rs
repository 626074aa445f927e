//! What an SEO tool wants to know about many files: which well-known search engines and AI crawlers
//! each lets in, as CSV.
//!
//! ```console
//! cargo run --example site_table -- examples/robots.txt OTHER_FILES...
//! ```

use robots_exclusion::{RobotsTxt, agents};

fn main() -> std::io::Result<()> {
    let crawlers = [
        agents::GOOGLEBOT,
        agents::BINGBOT,
        agents::GPTBOT,
        agents::CLAUDEBOT,
    ];
    println!(
        "file,groups,sitemaps,{}",
        crawlers.map(|crawler| crawler.name()).join(",")
    );
    for file in std::env::args().skip(1) {
        let body = std::fs::read(&file)?;
        let robots = RobotsTxt::parse(&body);
        let home = crawlers.map(|crawler| match robots.check(crawler.list(), "/").is_allowed() {
            true => "open",
            false => "closed",
        });
        let (groups, sitemaps) = (robots.groups().count(), robots.sitemaps().count());
        println!("{file},{groups},{sitemaps},{}", home.join(","));
    }
    Ok(())
}
