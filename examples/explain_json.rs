//! What a service answers that explains itself: reads a robots.txt from standard input, writes JSON.
//!
//! ```console
//! cargo run --example explain_json -- FooBot https://www.example.com/search/about < examples/robots.txt
//! ```

use std::io::Read;

use robots_exclusion::{AgentList, RobotsTxt, Target};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [agent, url] = arguments.as_slice() else {
        return Err("usage: explain_json AGENT URL < FILE".into());
    };
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    let robots = RobotsTxt::parse(&body);
    let verdict = robots.check(agent, url);
    let agents = [agent.as_str()];
    let matching = robots.matching_rules(&AgentList::new(&agents), &Target::new(url));
    let answer = json!({
        "allowed": verdict.is_allowed(),
        "reason": verdict.reason().to_string(),
        "group": verdict.group().map(String::from_utf8_lossy),
        "rules": matching.iter().map(|matching| json!({
            "line": matching.rule().line(),
            "rule": matching.rule().to_string(),
            "length": matching.length(),
        })).collect::<Vec<_>>(),
    });
    println!("{answer:#}");
    Ok(())
}
