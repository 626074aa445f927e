//! The command line, driven as a user drives it: the built program, its output and its exit status.

mod access;
mod audit;
mod bad_input;
mod batch;
mod check;
mod columns;
mod compare;
mod config;
mod corpus;
mod crawlers;
mod credentials;
mod diff;
mod doors;
mod fetch;
mod fix;
mod fmt;
mod formats;
mod generate;
mod inspect;
mod lint;
mod minimize;
mod obedience;
mod page;
#[allow(dead_code, reason = "shared with the tests of the crawler")]
mod server;
mod shell;
mod signals;
mod sitemap;
mod statements;
mod test;
mod urls;
mod writing;

/// What these tests share with those of the library.
#[path = "../../../../tests/it"]
mod it {
    #[allow(dead_code, unused_imports, reason = "the tests of the library use more of it")]
    pub(crate) mod generate;
    #[path = "../../crates/analysis/tests/it/statements.rs"]
    #[allow(dead_code, reason = "the tests of the analysis use more of it")]
    pub(crate) mod statements;
}

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A file with rules of every kind that these tests ask about.
pub(crate) const ROBOTS: &str = "\
User-agent: FooBot
User-agent: barbot
Disallow: /x
Allow: /x/y

User-agent: *
Disallow: /*.pdf$
Crawl-delay: 1.5
Sitemap: https://example.com/s.xml
";

/// The program, without colors and width from outside.
pub(crate) fn robots() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots"));
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLUMNS"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the program with something on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    feed(robots().args(arguments), input)
}

/// Runs the program with nothing on standard input.
pub(crate) fn run(arguments: &[&str]) -> Output {
    run_with(arguments, b"")
}

/// Runs a command with something on standard input.
pub(crate) fn feed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // In a thread, so that writing and reading do not wait for each other. A program that reads no
    // input closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().expect("an exit status")
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8 on standard output")
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8 on standard error")
}

/// The lines of standard output as JSON, or the elements of the array that it is.
pub(crate) fn rows(output: &Output) -> Vec<Value> {
    if let Some(b'[') = output.stdout.first() {
        return serde_json::from_str(stdout(output)).expect("an array");
    }
    stdout(output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The largest size that the process had in memory, in KiB.
pub(crate) fn peak_resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The sorted paths of the corpus under `ROBOTS_SHARED`.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let shared = std::env::var_os("ROBOTS_SHARED");
    let shared = PathBuf::from(shared.expect("ROBOTS_SHARED names the directory with the shared files"));
    let entries = std::fs::read_dir(shared.join("corpus")).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// The paths of about this many files of the corpus under `ROBOTS_SHARED`.
pub(crate) fn some_of_the_corpus(most: usize) -> Vec<String> {
    let paths = corpus();
    let step = (paths.len() / most).max(1);
    let text = |path: PathBuf| path.into_os_string().into_string().expect("UTF-8");
    paths.into_iter().step_by(step).map(text).collect()
}

/// An empty directory for one test.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// A file in the directory of one test.
pub(crate) fn file(test: &str, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) -> String {
    file_in(&directory(test), name, content)
}

/// One of several files in a directory.
pub(crate) fn file_in(directory: &Path, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) -> String {
    let path = directory.join(name.as_ref());
    std::fs::write(&path, content).expect("a file");
    path.into_os_string().into_string().expect("a path in UTF-8")
}
