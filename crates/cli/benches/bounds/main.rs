//! The limits for 500 KiB that are made to be slow: two seconds and 100 MB, for every operation.
//!
//!     cargo bench --all-features --bench bounds                       500 KiB of each file, and what the program makes of it
//!     cargo bench --all-features --bench bounds -- --only "lint: "    the cases that hold this text
//!     cargo bench --all-features --bench bounds -- --test             runs the library's part once on small files
//!
//! 500 KiB is what a crawler has to read of a file (RFC 9309, section 2.5). A case that takes too
//! long is run again, since a machine may be busy: the fastest of three runs counts. Two seconds
//! are for an idle machine of today; slower cases are listed, and cases over four seconds fail.
//!
//! This is a separate program, because it counts what is allocated, and because generic functions
//! of the library are compiled into it: as part of `benches/instructions` it would change the
//! counts there.

mod commands;
mod tools;

use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fmt};

/// A byte less than Google's library reads, so that no line is cut.
const SIZE: usize = (500 << 10) - 1;
/// Of small files, to see that everything runs.
const SMALL: usize = 1 << 10;
const MAX_TIME: Duration = Duration::from_secs(2);
/// What fails: a machine may be half as fast as ours, and busy.
const FAILING_TIME: Duration = Duration::from_secs(4);
const MAX_BYTES: usize = 100_000_000;
/// How often a case is run that takes too long.
const RUNS: usize = 3;

/// What a case cost.
struct Cost {
    case: String,
    time: Duration,
    /// The most that was in use at once.
    bytes: usize,
}

impl Cost {
    /// Runs something until it is fast enough, at most [`RUNS`] times.
    fn of<E>(case: String, mut run: impl FnMut() -> Result<(Duration, usize), E>) -> Result<Self, E> {
        let mut cost = Self {
            case,
            time: Duration::MAX,
            bytes: 0,
        };
        for _ in 0..RUNS {
            let (time, bytes) = run()?;
            cost.time = cost.time.min(time);
            cost.bytes = cost.bytes.max(bytes);
            if cost.time <= MAX_TIME {
                break;
            }
        }
        println!("{cost}");
        Ok(cost)
    }

    fn is_too_much(&self) -> bool {
        self.time > FAILING_TIME || self.bytes > MAX_BYTES
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, time, bytes } = self;
        write!(
            f,
            "{:>7.3}  {:>7.1}  {case}",
            time.as_secs_f64(),
            *bytes as f64 / 1e6
        )
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let value = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let only = value("--only").unwrap_or_default();
    if has("--test") {
        tools::costs(SMALL, only);
        return ExitCode::SUCCESS;
    }
    if has("--commands") {
        return match commands::costs(SIZE, only) {
            Ok(costs) => judged(&costs),
            Err(error) => {
                eprint!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    println!("seconds       MB  case");
    let own = judged(&tools::costs(SIZE, only));
    // In a new process: the memory of a command is at least that of the process which starts it.
    let commands = env::current_exe().and_then(|program| {
        Command::new(program)
            .args(["--commands", "--only", only])
            .status()
    });
    match commands {
        Ok(status) if status.success() => own,
        _ => ExitCode::FAILURE,
    }
}

/// Says which costs are too much.
fn judged(costs: &[Cost]) -> ExitCode {
    for cost in costs.iter().filter(|cost| cost.time > MAX_TIME) {
        println!("more than {MAX_TIME:?}: {cost}");
    }
    let mut too_much = costs.iter().filter(|cost| cost.is_too_much()).peekable();
    if too_much.peek().is_none() {
        return ExitCode::SUCCESS;
    }
    eprintln!("\nMore than {FAILING_TIME:?} or {} MB:", MAX_BYTES / 1_000_000);
    for cost in too_much {
        eprintln!("{cost}");
    }
    ExitCode::FAILURE
}
