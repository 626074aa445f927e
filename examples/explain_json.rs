//! A service that explains its answers: reads a robots.txt from standard input, writes JSON.
//!
//! ```console
//! cargo run --features serde --example explain_json -- FooBot https://www.example.com/search/about < examples/robots.txt
//! ```

use std::io::Read;

use robots_exclusion::RobotsTxt;
use robots_exclusion::agents::UserAgent;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [agent, url] = arguments.as_slice() else {
        return Err("usage: explain_json AGENT URL < FILE".into());
    };
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    println!("{}", explained(&body, agent, url)?);
    Ok(())
}

/// The answer, with the rules that match and why they do not decide.
fn explained(body: &[u8], agent: &str, url: &str) -> Result<String, Box<dyn std::error::Error>> {
    // A product token, a whole `User-Agent` header, or a well-known crawler, which reads the file as
    // its operator documents it.
    let crawler = UserAgent::resolve_one(agent)?;
    let robots = RobotsTxt::options().dialect(crawler.dialect()).parse(body);
    Ok(serde_json::to_string_pretty(&robots.explain(&crawler, url))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same answers as those of `robots check`, which its own tests compare with these rows.
    #[test]
    fn crawlers_are_asked_by_name_as_by_the_program() {
        let body = include_bytes!("../tests/data/asked_by_name.txt");
        let rows = include_str!("../tests/data/asked_by_name.tsv").lines().skip(1);
        for row in rows {
            let [crawler, url, access, line] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            let text = explained(body, crawler, url).expect("a crawler");
            let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(answer["verdict"]["allowed"], access == "allowed", "{row}");
            let found = answer["verdict"]["line"].as_u64();
            assert_eq!(
                found.map_or("-".to_owned(), |line| line.to_string()),
                line,
                "{row}"
            );
        }
        assert!(explained(body, "@search", "/").is_err() && explained(body, "", "/").is_err());
    }
}
