//! Runs the example on the file that lies beside it.

use std::path::Path;
use std::process::{Command, Output};

fn ask(url: &str) -> Output {
    let robots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots.txt");
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-exclusion-check-example"));
    command
        .arg(robots)
        .args(["FooBot", url])
        .output()
        .expect("it runs")
}

#[test]
fn the_status_is_the_verdict() {
    let about = ask("https://www.example.com/search/about");
    assert_eq!(about.stdout, b"allowed by line 5: Allow: /search/about\n");
    assert_eq!(about.status.code(), Some(0));
    let search = ask("https://www.example.com/search/");
    assert_eq!(search.stdout, b"disallowed by line 4: Disallow: /search\n");
    assert_eq!(search.status.code(), Some(1));
}
