//! Contestants run in turn, so that all of them see the same noise.

use std::hint::black_box;
use std::time::Instant;

/// Keeps a value from being optimized away.
pub(crate) fn seen<T>(value: T) {
    let _ = black_box(value);
}

/// One contestant: its name and what it does once.
pub(crate) type Contestant<'a> = (&'a str, Box<dyn FnMut() + 'a>);

/// Runs the contestants in turn, several rounds; returns each one's median time for one run, in
/// nanoseconds.
pub(crate) fn race(contestants: &mut [Contestant<'_>]) -> Vec<f64> {
    const ROUNDS: usize = 9;
    // As many runs a round as fill a few milliseconds.
    let runs: Vec<u32> = contestants
        .iter_mut()
        .map(|(_, run)| {
            run();
            let start = Instant::now();
            run();
            (4_000_000.0 / (start.elapsed().as_nanos() as f64 + 1.0)).clamp(1.0, 1e7) as u32
        })
        .collect();
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for (i, (_, run)) in contestants.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..runs[i] {
                run();
            }
            times[i].push(start.elapsed().as_nanos() as f64 / f64::from(runs[i]));
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
        .collect()
}

/// Prints a table: the time of each, and its ratio to ours.
pub(crate) fn table(title: &str, per: f64, unit: &str, mut contestants: Vec<Contestant<'_>>) {
    println!("\n### {title}\n\n| crate | {unit} | ratio |\n|---|---:|---:|");
    let times = race(&mut contestants);
    for ((name, _), time) in contestants.iter().zip(&times) {
        println!("| {name} | {:.1} | {:.2} |", time / per, time / times[0]);
    }
}
