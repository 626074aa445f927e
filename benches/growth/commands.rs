//! The whole program on files made to hurt it, for what only it does: sorting the crawlers of a file, proving a policy, rewriting.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, process, thread};

use crate::counting::{Case, Count};
use crate::tools;

/// The program's arguments, in which `FILE`, `EDIT` and `POLICY` stand for a file, an edit of it, and a policy about both. [`rows`] are
/// its standard input.
const COMMANDS: [&[&str]; 12] = [
    &["compare", "FILE"],
    &["compare", "FILE", "/a1", "/b"],
    &["test", "POLICY", "FILE", "--explain"],
    &["minimize", "FILE"],
    &["fmt", "FILE"],
    &["inspect", "FILE"],
    &["lint", "FILE"],
    &["lint", "FILE", "--format", "sarif"],
    &["audit", "FILE"],
    &["diff", "FILE", "EDIT"],
    &["diff", "FILE", "EDIT", "/a1", "/b"],
    &["batch"],
];

/// The files that the commands are tried with. With `--only`, it may be any, except for `batch`.
const FILES: [&str; 9] = [
    "one group of many names",
    "groups of one name",
    "groups of one name below other lines",
    "names that hold each other",
    "one group of nested names",
    "many names and a long one",
    "versions of names",
    "groups that an edit joins",
    "marks on one line",
];

/// Every crawler is compared, and a hundred claims are made, however large the file is: what they ask may be about all of it.
fn policy() -> String {
    let claim = |i: usize| {
        format!("[[assert]]\nagents = ['Bot{i:06}']\nallowed = ['/b{i}']\ndisallowed = ['/a{i}']\n")
    };
    let claims: String = (0..100).map(claim).collect();
    format!("[[assert]]\nequivalent-to = 'EDIT'\n{claims}")
}

/// Questions about a file of so many bytes: two by each of as many crawlers as it may have groups.
fn rows(bytes: usize) -> String {
    let crawlers = (0..bytes / 32).flat_map(|i| [i, i]);
    let row = |i| format!("{{\"agent\":\"Bot{i:06}\",\"url\":\"/b{i}\",\"file\":\"FILE\"}}\n");
    crawlers.map(row).collect()
}

/// Runs the commands on files of each of the sizes under valgrind: those whose command and file hold `only`.
pub(crate) fn count(sizes: &[usize], only: &str) -> Result<Vec<Count>, String> {
    let directory = env::temp_dir().join(format!("commands-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}\n", directory.display()))?;
    let counts = count_in(&directory, sizes, only);
    // It does no harm if it cannot be removed.
    let _ = fs::remove_dir_all(&directory);
    counts
}

fn count_in(directory: &Path, sizes: &[usize], only: &str) -> Result<Vec<Count>, String> {
    let write = |name: &str, text: &str| -> Result<PathBuf, String> {
        let path = directory.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}\n", path.display()))?;
        Ok(path)
    };
    let mut counts = Vec::new();
    for (file, make) in tools::files() {
        for command in COMMANDS {
            let operation = format!("robots {}", command.join(" "));
            let is_wanted = tools::is_wanted(&operation, file, only, sizes);
            // On other files, each question of `batch` may look at all patterns, so that the time is the product of two inputs.
            let only_these = only.is_empty() || *command == ["batch"];
            if !is_wanted || only_these && !FILES.contains(&file) {
                continue;
            }
            for size in sizes {
                let body = make(*size);
                let own = write("FILE", &body)?;
                let edit = write("EDIT", &tools::edited(&body))?;
                let policy = write("POLICY", &policy())?;
                let arguments = command.iter().map(|argument| match *argument {
                    "FILE" => own.as_os_str(),
                    "EDIT" => edit.as_os_str(),
                    "POLICY" => policy.as_os_str(),
                    other => other.as_ref(),
                });
                let mut valgrind = Command::new("valgrind");
                valgrind
                    .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
                    .arg(env!("CARGO_BIN_EXE_robots"))
                    .args(arguments)
                    .current_dir(directory);
                let output = run(valgrind, rows(*size)).map_err(|error| {
                    format!("valgrind, which counts the instructions, did not run: {error}\n")
                })?;
                let log = String::from_utf8_lossy(&output.stderr);
                let total = log.lines().find_map(|line| line.split_once("Collected : "));
                let instructions = total.and_then(|(_, total)| total.trim().parse().ok());
                // 1 is for findings.
                let (Some(instructions), Some(0 | 1)) = (instructions, output.status.code()) else {
                    return Err(format!("{operation} on {file}:\n{log}"));
                };
                counts.push((Case::new(&operation, file, body.len()), instructions));
            }
        }
    }
    Ok(counts)
}

/// Runs a program with a text on its standard input, a pipe. From a pipe, `batch` answers with one thread, so that the count does not depend on the
/// machine.
fn run(mut program: Command, input: String) -> io::Result<Output> {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take();
    // Most commands read none of it.
    let writer = thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output();
    drop(writer.join());
    output
}
