//! Nanoseconds of a prepared question asked in Rust: direct ROBOTS.TXT URLS, one URL a line. See
//! benches/ask.

use std::env;
use std::fs;
use std::hint::black_box;
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
        // As a program asks that has many rules, about which the compiler cannot know anything
        // ahead of the loop.
        let ask = |url: &&[u8]| black_box(&rules).is_allowed(black_box(*url));
        permitted = urls.iter().filter(|url| ask(url)).count();
        times.push(begin.elapsed().as_nanos() as f64 / urls.len() as f64);
    }
    times.sort_by(f64::total_cmp);
    println!("{:.2} {permitted}", times[ROUNDS / 2]);
}
