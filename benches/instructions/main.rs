//! A gate against gradual regressions that is immune to noise: it counts instructions with valgrind
//! instead of measuring time.
//!
//!     cargo bench -p instructions               counts, and compares with baseline.toml in this folder
//!     cargo bench -p instructions -- --update   counts, and writes that file
//!     cargo bench -p instructions -- --test     runs everything once, without valgrind
//!     cargo bench -p instructions -- --quick    leaves the hostile input out, which takes nearly all the time
//!
//! Two things fail it: a count that grew by more than [`TOLERANCE`], and hostile input for which
//! the count grows faster than the input by more than [`GROWTH`]. A count that shrank asks for an
//! update.
//!
//! Counts depend on the compiler, so the file names the one it was made with: under another one they
//! are shown, and only the growth with hostile input can fail. They also depend on the widest
//! vectors of the processor: valgrind knows none wider than AVX2, which is asked for, so that most
//! processors count the same. What else differs, the C library's copying for example, is within the
//! tolerance.

mod cases;
mod counting;
#[path = "../../tests/hostile/inputs.rs"]
mod inputs;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use counting::{Count, count, doublings, printed};

/// How much more than its baseline a count may be.
const TOLERANCE: f64 = 0.02;

/// How much faster than its input a count may grow. Twice the input, 2.3 times the instructions.
const GROWTH: f64 = 2.3 / 2.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if has("--test") || has("--measured") {
        cases::run(!has("--quick"), |case| println!("{case}"));
        return ExitCode::SUCCESS;
    }
    let quick: &[&str] = if has("--quick") { &["--quick"] } else { &[] };
    printed(count(quick).and_then(|counts| {
        if has("--update") {
            update(&counts)
        } else {
            compare(&counts)
        }
    }))
}

fn baseline() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline.toml")
}

/// The version of the current compiler, as it prints it.
fn compiler() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    version.map_or_else(
        |_| "unknown".into(),
        |output| String::from_utf8_lossy(&output.stdout).trim().into(),
    )
}

fn update(counts: &[Count]) -> Result<String, String> {
    let mut text = String::from(
        "# Instructions of each case, counted by valgrind. Written by: cargo bench -p instructions -- --update\n",
    );
    writeln!(text, "compiler = \"{}\"\n\n[instructions]", compiler()).expect("a string takes all");
    for (case, instructions) in counts {
        writeln!(text, "\"{case}\" = {instructions}").expect("a string takes all");
    }
    fs::write(baseline(), text).map_err(|error| format!("{}: {error}\n", baseline().display()))?;
    let grown = too_fast(counts);
    if grown.is_empty() {
        Ok(format!("{} counts written\n", counts.len()))
    } else {
        Err(grown)
    }
}

fn compare(counts: &[Count]) -> Result<String, String> {
    let text =
        fs::read_to_string(baseline()).map_err(|error| format!("{}: {error}\n", baseline().display()))?;
    let known = |key: &str| {
        let of_line = |line: &str| {
            let (name, value) = line.split_once(" = ")?;
            (name.trim_matches('"') == key).then(|| value.trim_matches('"').to_owned())
        };
        text.lines().find_map(of_line)
    };
    let (mut report, mut failures) = (String::new(), too_fast(counts));
    for (case, instructions) in counts {
        let name = case.to_string();
        let Some(before) = known(&name).and_then(|value| value.parse::<u64>().ok()) else {
            writeln!(failures, "{name}: not in the baseline").expect("a string takes all");
            continue;
        };
        let change = *instructions as f64 / before as f64 - 1.0;
        let line = format!(
            "{:>+7.2} %  {before:>12} -> {instructions:>12}  {name}\n",
            change * 100.0
        );
        report.push_str(&line);
        if change > TOLERANCE {
            failures.push_str(&line);
        }
    }
    let shrunk = report.lines().filter(|line| {
        let change = line
            .trim()
            .split(' ')
            .next()
            .and_then(|change| change.parse::<f64>().ok());
        change.is_some_and(|change| change < TOLERANCE * -100.0)
    });
    let shrunk = shrunk.count();
    if shrunk > 0 {
        writeln!(
            report,
            "{shrunk} counts shrank: keep them with cargo bench -p instructions -- --update"
        )
        .expect("a string takes all");
    }
    let (made_with, at_hand) = (known("compiler").unwrap_or_default(), compiler());
    if made_with != at_hand {
        let note = format!("not compared: the baseline was made with {made_with}; this is {at_hand}\n");
        let grown = too_fast(counts);
        return if grown.is_empty() {
            Ok(report + &note)
        } else {
            Err(format!("{report}{note}\nToo many instructions:\n{grown}"))
        };
    }
    if failures.is_empty() {
        return Ok(report);
    }
    Err(format!(
        "{report}\nToo many instructions:\n{failures}\
        If they are worth it: cargo bench -p instructions -- --update, and say in the commit why.\n"
    ))
}

/// The hostile cases that grow faster than their input.
fn too_fast(counts: &[Count]) -> String {
    let mut failures = String::new();
    for (half, whole) in doublings(counts) {
        let growth = whole.1 as f64 / half.1 as f64;
        let input = whole.0.size as f64 / half.0.size as f64;
        if growth > input * GROWTH {
            writeln!(
                failures,
                "{input:.2} times the input, {growth:.2} times the instructions: {}",
                whole.0
            )
            .expect("a string takes all");
        }
    }
    failures
}
