//! A service that explains its answers: reads a robots.txt from standard input, writes JSON.
//!
//! ```console
//! cargo run --features serde --example explain_json -- FooBot https://www.example.com/search/about < examples/robots.txt
//! ```

use std::io::Read;

use robots_exclusion::RobotsTxt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [agent, url] = arguments.as_slice() else {
        return Err("usage: explain_json AGENT URL < FILE".into());
    };
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    let robots = RobotsTxt::parse(&body);
    println!("{}", serde_json::to_string_pretty(&robots.explain(agent, url))?);
    Ok(())
}
