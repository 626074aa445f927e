//! A script's question: may a crawler fetch a URL, and which line says so? The exit status is 0 if
//! it may, 1 if it may not.
//!
//! ```console
//! cargo run -p robots-exclusion-check-example examples/robots.txt FooBot https://www.example.com/search/
//! ```

use std::process::ExitCode;

use robots_exclusion::RobotsTxt;
use robots_exclusion::agents::UserAgent;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, agent, url] = arguments.as_slice() else {
        return Err("usage: check FILE AGENT URL".into());
    };
    let body = std::fs::read(file)?;
    // A product token, a whole `User-Agent` header, or a well-known crawler, which reads the file as
    // its operator documents it.
    let crawler = UserAgent::resolve_one(agent)?;
    let robots = RobotsTxt::options().dialect(crawler.dialect()).parse(&body);
    let verdict = robots.check(&crawler, url);
    let word = if verdict.is_allowed() {
        "allowed"
    } else {
        "disallowed"
    };
    match (verdict.rule(), verdict.line()) {
        (Some(rule), Some(line)) => println!("{word} by line {line}: {rule}"),
        _ => println!("{word}: {}", verdict.reason()),
    }
    Ok(ExitCode::from(u8::from(!verdict.is_allowed())))
}
