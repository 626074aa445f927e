//! May a crawler fetch a URL, and what decides: `cargo run --example check -- FILE AGENT URL`.

use std::process::ExitCode;

use robots_exclusion::RobotsTxt;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, agent, url] = arguments.as_slice() else {
        eprintln!("usage: check FILE AGENT URL");
        return ExitCode::from(2);
    };
    let body = match std::fs::read(file) {
        Ok(body) => body,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let robots = RobotsTxt::parse(&body);
    let verdict = robots.check(agent, url);
    let word = if verdict.is_allowed() {
        "allowed"
    } else {
        "disallowed"
    };
    match (verdict.rule(), verdict.line()) {
        (Some(rule), Some(line)) => println!("{word} by line {line}: {rule}"),
        _ => println!("{word}: {}", verdict.reason()),
    }
    ExitCode::from(u8::from(!verdict.is_allowed()))
}
