//! Nanoseconds of a prepared question asked in Rust: direct ROBOTS.TXT URLS, one URL a line. See benches/ask.

use std::env;
use std::fs;
use std::time::Instant;

use library::Rules;

const ROUNDS: usize = 200;

fn main() {
    let paths: Vec<String> = env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let [body, list] = &paths[..] else {
        // As when all benchmarks are run.
        return println!("run benches/ask");
    };
    let (body, list) = (fs::read(body).unwrap(), fs::read_to_string(list).unwrap());
    let urls: Vec<&[u8]> = list.lines().map(str::as_bytes).collect();
    let rules = Rules::parse(&body, "FooBot");
    let mut times = Vec::new();
    let mut permitted = 0;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        permitted = urls.iter().filter(|url| rules.is_allowed(**url)).count();
        times.push(begin.elapsed().as_nanos() as f64 / urls.len() as f64);
    }
    times.sort_by(f64::total_cmp);
    println!("{:.2} {permitted}", times[ROUNDS / 2]);
}
