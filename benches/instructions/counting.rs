//! Counts the instructions of cases by running the program itself under valgrind, which runs each
//! case once.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode};
use std::{env, fmt, fs};

/// The function whose instructions are counted, for valgrind.
const COUNTED: &str = concat!(env!("CARGO_CRATE_NAME"), "::counting::counted");

/// A case and its instructions.
pub(crate) type Count = (Case, u64);

/// One thing that is counted, on one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    operation: String,
    input: String,
    /// The size of a hostile input in bytes, body and URL; 0 for others.
    pub(crate) size: usize,
}

impl Case {
    /// Parses the name of a case.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (operation, input) = text.split_once(": ")?;
        let (input, size) = match input.rsplit_once(" @ ") {
            Some((input, size)) => (input, size.parse().ok()?),
            None => (input, 0),
        };
        Some(Self {
            operation: operation.into(),
            input: input.into(),
            size,
        })
    }

    pub(crate) fn new(operation: &str, input: &str, size: usize) -> Self {
        Self {
            operation: operation.into(),
            input: input.into(),
            size,
        }
    }

    /// Whether this is the same as `half`, on more of the same input.
    pub(crate) fn is_twice(&self, half: &Self) -> bool {
        self.operation == half.operation && self.input == half.input && self.size > half.size
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.input)?;
        match self.size {
            0 => Ok(()),
            size => write!(f, " @ {size}"),
        }
    }
}

/// Runs something that valgrind counts.
pub(crate) fn measured<R>(run: impl FnOnce() -> R) -> R {
    let (mut run, mut result) = (Some(run), None);
    counted(&mut || result = run.take().map(|run| run()));
    result.expect("it ran")
}

/// The function that valgrind finds by its name, and which is therefore not generic.
#[inline(never)]
fn counted(run: &mut dyn FnMut()) {
    run();
    black_box(());
}

/// Runs all cases under valgrind, which writes one profile after each.
pub(crate) fn count(arguments: &[&str]) -> Result<Vec<Count>, String> {
    let directory = env::temp_dir().join(format!("instructions-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}\n", directory.display()))?;
    let counts = count_in(&directory, arguments);
    // It does no harm if it cannot be removed.
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
        // Large blocks are mapped separately. Otherwise it would depend on earlier allocations
        // whether a growing list is copied.
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

/// Pairs of cases that differ only in the size of their input, the smaller one first.
pub(crate) fn doublings(counts: &[Count]) -> impl Iterator<Item = (&Count, &Count)> {
    let pairs = counts.iter().zip(counts.iter().skip(1));
    pairs.filter(|((half, _), (whole, _))| whole.is_twice(half))
}

/// Prints a report, or an error.
pub(crate) fn printed(result: Result<String, String>) -> ExitCode {
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
