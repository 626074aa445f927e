//! The gate against slow regressions that no noise can shake: instructions, counted by valgrind, not time.
//!
//!     cargo bench --all-features --bench instructions               counts, and compares with baseline.toml, beside this
//!     cargo bench --all-features --bench instructions -- --update   counts, and writes that file
//!     cargo bench --all-features --bench instructions -- --test     runs everything once, without valgrind
//!     cargo bench --all-features --bench instructions -- --quick    leaves the hostile input out, which takes nearly all the time
//!
//!     cargo bench --all-features --bench instructions -- --growth 2  counts what tools ask, at 8 KiB and after each of so many doublings;
//!                                                                    with --only TEXT those cases that hold it
//!
//! Two things fail it: a count that grew by more than [`TOLERANCE`], and hostile input for which the count grows faster than the
//! input by more than [`GROWTH`]. A count that shrank asks for an update.
//!
//! Counts depend on the compiler, so the file names the one it was made with, and on the widest vectors of the processor: valgrind
//! knows none wider than AVX2, which is asked for, so that most processors count the same. What else differs, the C library's
//! copying for example, is within the tolerance.

mod cases;
#[path = "../../tests/hostile/inputs.rs"]
mod inputs;
#[cfg(feature = "cli")]
mod tools;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, process};

use cases::Case;

/// How much more than its baseline a count may be.
const TOLERANCE: f64 = 0.03;

/// How much faster than its input a count may grow. Twice the input, 2.3 times the instructions.
const GROWTH: f64 = 2.3 / 2.0;

/// What [`tools`] are asked may take the size of the file to this power: a little more than in proportion, for sorting.
#[cfg(feature = "cli")]
const EXPONENT: f64 = 1.15;

/// The same where pairs of rules are held against each other until a budget is spent.
#[cfg(feature = "cli")]
const EXPONENT_WITHIN_BUDGET: f64 = 2.0;

/// After so many instructions every budget is spent, so that what is left grows in proportion to the file.
#[cfg(feature = "cli")]
const SPENT: u64 = 4_000_000_000;

/// The smallest file of which [`tools`] are asked, in bytes.
#[cfg(feature = "cli")]
const SMALLEST: usize = 8 << 10;

/// The function whose instructions are counted, for valgrind.
const COUNTED: &str = "instructions::cases::counted";

/// A case and its instructions.
type Count = (Case, u64);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    #[cfg(feature = "cli")]
    if let Some(at) = arguments.iter().position(|argument| argument == "--growth") {
        let doublings = arguments
            .get(at + 1)
            .and_then(|count| count.parse().ok())
            .unwrap_or(1);
        let sizes: Vec<usize> = (0..=doublings).map(|doubling| SMALLEST << doubling).collect();
        let only = arguments.iter().position(|argument| argument == "--only");
        let only = only
            .and_then(|at| arguments.get(at + 1))
            .map_or("", String::as_str);
        if has("--measured") {
            tools::run(&sizes, only, |case| println!("{case}"));
            return ExitCode::SUCCESS;
        }
        return printed(
            count(&["--growth", &doublings.to_string(), "--only", only]).and_then(|counts| growth(&counts)),
        );
    }
    if has("--test") || has("--measured") {
        #[cfg(feature = "cli")]
        if has("--test") {
            tools::run(&[SMALLEST / 8], "", |case| println!("{case}"));
        }
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

fn printed(result: Result<String, String>) -> ExitCode {
    match result {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(report) => {
            eprint!("{report}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all cases under valgrind, which writes one profile after each.
fn count(arguments: &[&str]) -> Result<Vec<Count>, String> {
    let directory = env::temp_dir().join(format!("instructions-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}\n", directory.display()))?;
    let counts = count_in(&directory, arguments);
    // Nothing is lost if it stays.
    let _ = fs::remove_dir_all(&directory);
    counts
}

fn count_in(directory: &Path, arguments: &[&str]) -> Result<Vec<Count>, String> {
    #[cfg(target_arch = "x86_64")]
    if !std::is_x86_feature_detected!("avx2") {
        return Err("the baseline is counted with AVX2, which this processor lacks\n".into());
    }
    let program = env::current_exe().map_err(|error| format!("this program is nowhere: {error}\n"))?;
    let profile = directory.join("profile");
    let output = Command::new("valgrind")
        // Large blocks of their own: else it hangs on what was allocated before whether a list that grows is copied.
        .env("MALLOC_MMAP_THRESHOLD_", "32768")
        .args(["--tool=callgrind", "--collect-atstart=no", "--combine-dumps=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--dump-after={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(program)
        .arg("--measured")
        .args(arguments)
        .output()
        .map_err(|error| format!("valgrind, which counts the instructions, did not start: {error}\n"))?;
    if !output.status.success() {
        return Err(format!(
            "valgrind failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let mut counts = Vec::new();
    for (line, number) in String::from_utf8_lossy(&output.stdout).lines().zip(1..) {
        let case = Case::parse(line).ok_or_else(|| format!("not a case: {line}\n"))?;
        let path = PathBuf::from(format!("{}.{number}", profile.display()));
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}\n", path.display()))?;
        let total = text
            .lines()
            .find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
        let instructions = total.filter(|total| *total > 0);
        counts.push((
            case,
            instructions.ok_or_else(|| format!("{line}: valgrind counted nothing\n"))?,
        ));
    }
    Ok(counts)
}

fn baseline() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions/baseline.toml")
}

/// The compiler that is at hand, as it names itself.
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
        "# Instructions of each case, counted by valgrind. Written by: cargo bench --all-features --bench instructions -- --update\n",
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
            "{shrunk} counts shrank: keep them with cargo bench --all-features --bench instructions -- --update"
        )
        .expect("a string takes all");
    }
    if failures.is_empty() {
        return Ok(report);
    }
    let (made_with, at_hand) = (known("compiler").unwrap_or_default(), compiler());
    let hint = if made_with == at_hand {
        String::new()
    } else {
        format!("the baseline was made with {made_with}; this is {at_hand}, whose counts may differ\n")
    };
    Err(format!(
        "{report}\nToo many instructions:\n{failures}{hint}\
        If they are worth it: cargo bench --all-features --bench instructions -- --update, and say in the commit why.\n"
    ))
}

/// How the counts grow, the fastest last.
#[cfg(feature = "cli")]
fn growth(counts: &[Count]) -> Result<String, String> {
    let mut exponents: Vec<(f64, &Case, u64)> = Vec::new();
    for pair in counts.windows(2) {
        if let [(half, few), (whole, many)] = pair
            && whole.is_twice(half)
        {
            let exponent =
                (*many as f64 / *few as f64).log2() / (whole.size as f64 / half.size as f64).log2();
            exponents.push((exponent, whole, *many));
        }
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

/// The hostile cases that grow faster than their input.
fn too_fast(counts: &[Count]) -> String {
    let mut failures = String::new();
    for pair in counts.windows(2) {
        let [(half, few), (whole, many)] = pair else {
            continue;
        };
        if !whole.is_twice(half) {
            continue;
        }
        let growth = *many as f64 / *few as f64;
        let input = whole.size as f64 / half.size as f64;
        if growth > input * GROWTH {
            writeln!(
                failures,
                "{input:.2} times the input, {growth:.2} times the instructions: {whole}"
            )
            .expect("a string takes all");
        }
    }
    failures
}
