//! How what tools and the program ask of a file grows with the file, on files made to hurt them: instructions, counted by valgrind, at doubling
//! sizes.
//!
//!     cargo bench --all-features --bench growth                       at 8 KiB and 16 KiB
//!     cargo bench --all-features --bench growth -- --doublings 6      up to 512 KiB
//!     cargo bench --all-features --bench growth -- --only "lint: "    the cases that hold this text
//!     cargo bench --all-features --bench growth -- --test             runs everything once, without valgrind
//!
//! This is a separate program, because generic functions of the library are compiled into it: as part of `benches/instructions` it would
//! change the counts there.

mod commands;
#[path = "../instructions/counting.rs"]
mod counting;
mod tools;

use std::env;
use std::fmt::Write as _;
use std::process::ExitCode;

use counting::{Case, Count, count, doublings, printed};

/// What [`tools`] are asked may take the size of the file to this power: a little more than in proportion, for sorting.
const EXPONENT: f64 = 1.15;

/// The same for operations that compare pairs of rules until a budget is spent.
const EXPONENT_WITHIN_BUDGET: f64 = 2.0;

/// After so many instructions every budget is spent, so that what is left grows in proportion to the file.
const SPENT: u64 = 4_000_000_000;

/// The smallest file of which [`tools`] are asked, in bytes.
const SMALLEST: usize = 8 << 10;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let value = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let only = value("--only").unwrap_or_default();
    if has("--test") {
        tools::run(&[SMALLEST / 8], only, |case| println!("{case}"));
        return ExitCode::SUCCESS;
    }
    let times: u32 = value("--doublings")
        .and_then(|count| count.parse().ok())
        .unwrap_or(1);
    let sizes: Vec<usize> = (0..=times).map(|doubling| SMALLEST << doubling).collect();
    if has("--measured") {
        tools::run(&sizes, only, |case| println!("{case}"));
        return ExitCode::SUCCESS;
    }
    let again = ["--doublings", &times.to_string(), "--only", only];
    printed(count(&again).and_then(|mut counts| {
        counts.extend(commands::count(&sizes, only)?);
        growth(&counts)
    }))
}

/// How the counts grow, the fastest last.
fn growth(counts: &[Count]) -> Result<String, String> {
    let mut exponents: Vec<(f64, &Case, u64)> = Vec::new();
    for ((half, few), (whole, many)) in doublings(counts) {
        let exponent = (*many as f64 / *few as f64).log2() / (whole.size as f64 / half.size as f64).log2();
        exponents.push((exponent, whole, *many));
    }
    exponents.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut report = String::from("exponent  instructions  case\n");
    for (exponent, case, instructions) in &exponents {
        writeln!(report, "{exponent:>8.2}  {instructions:>12}  {case}").expect("a string takes all");
    }
    let mut failures = String::new();
    for (exponent, case, instructions) in exponents {
        let limit = if instructions < SPENT && tools::has_budget(case) {
            EXPONENT_WITHIN_BUDGET
        } else {
            EXPONENT
        };
        if exponent > limit {
            writeln!(failures, "{exponent:>8.2} is more than {limit}: {case}").expect("a string takes all");
        }
    }
    if failures.is_empty() {
        Ok(report)
    } else {
        Err(format!("{report}\nToo fast:\n{failures}"))
    }
}
