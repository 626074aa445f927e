//! The whole program on files made to be slow, for work that only the program does: sorting the
//! crawlers of a file, proving a policy, rewriting.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, process, thread};

use wait4::Wait4;

use crate::{Cost, tools};

/// The program's arguments, in which `FILE`, `EDIT` and `POLICY` stand for a file, an edit of it,
/// and a policy about both. [`rows`] are its standard input.
const COMMANDS: [&[&str]; 14] = [
    &["compare", "FILE"],
    &["compare", "FILE", "/a1", "/b"],
    &["test", "POLICY", "FILE", "--explain"],
    &["minimize", "FILE"],
    &["block", "FILE", "GPTBot", "Googlebot"],
    &["allow", "FILE", "GPTBot", "Googlebot"],
    &["fmt", "FILE"],
    &["inspect", "FILE"],
    &["lint", "FILE"],
    &["lint", "FILE", "--format", "sarif"],
    &["audit", "FILE"],
    &["diff", "FILE", "EDIT"],
    &["diff", "FILE", "EDIT", "/a1", "/b"],
    &["batch"],
];

/// Every crawler is compared, and a hundred claims are made, however large the file is: what they
/// ask may be about all of it.
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

/// What the commands cost on files of so many bytes: those whose command and file hold `only`.
pub(crate) fn costs(bytes: usize, only: &str) -> Result<Vec<Cost>, String> {
    let directory = env::temp_dir().join(format!("commands-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}\n", directory.display()))?;
    let costs = costs_in(&directory, bytes, only);
    // It does no harm if it cannot be removed.
    let _ = fs::remove_dir_all(&directory);
    costs
}

fn costs_in(directory: &Path, bytes: usize, only: &str) -> Result<Vec<Cost>, String> {
    let write = |name: &str, text: &str| -> Result<PathBuf, String> {
        let path = directory.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}\n", path.display()))?;
        Ok(path)
    };
    let mut costs = Vec::new();
    for (file, make) in tools::files() {
        let mut body = make(bytes);
        // No longer than crawlers read: what is longer is refused by what writes files.
        if body.len() > bytes {
            let kept = body[..bytes].rfind('\n').map_or(bytes, |at| at + 1);
            body.truncate(kept);
        }
        let own = write("FILE", &body)?;
        let edit = write("EDIT", &tools::edited(&body))?;
        let policy = write("POLICY", &policy())?;
        for command in COMMANDS {
            let operation = format!("robots {}", command.join(" "));
            if !tools::is_wanted(&operation, file, only) {
                continue;
            }
            let arguments = command.iter().map(|argument| match *argument {
                "FILE" => own.as_os_str(),
                "EDIT" => edit.as_os_str(),
                "POLICY" => policy.as_os_str(),
                other => other.as_ref(),
            });
            let arguments: Vec<&OsStr> = arguments.collect();
            let case = format!("{operation}: {file}");
            let run = || {
                let mut robots = Command::new(env!("CARGO_BIN_EXE_robots"));
                robots.args(&arguments).current_dir(directory);
                let input = if *command == ["batch"] {
                    rows(bytes)
                } else {
                    String::new()
                };
                run(robots, input).map_err(|error| format!("{case}: {error}\n"))
            };
            costs.push(Cost::of(case.clone(), run)?);
        }
    }
    Ok(costs)
}

/// Runs a program with a text on its standard input, and throws away what it prints. Returns its
/// processor time and the most memory that it had.
fn run(mut program: Command, input: String) -> Result<(Duration, usize), String> {
    let failed = |error: io::Error| error.to_string();
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut stdin = child.stdin.take();
    // Most commands read nothing from standard input.
    let writer = thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes())));
    let ended = child.wait4().map_err(failed)?;
    drop(writer.join());
    // 1 is for findings.
    match ended.status.code() {
        Some(0 | 1) => Ok((
            ended.rusage.utime + ended.rusage.stime,
            ended.rusage.maxrss as usize,
        )),
        _ => Err(ended.status.to_string()),
    }
}
