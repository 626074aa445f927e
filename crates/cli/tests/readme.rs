//! Runs the README's console blocks: what they show is what the program prints. And compares what the
//! READMEs say of the packages.

use std::fs;
use std::process::Command;

/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Command lines of the README and the output shown under each.
fn commands() -> Vec<(String, String)> {
    let readme = include_str!("../../../README.md");
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut in_block = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line == "```console" => in_block = true,
            _ if line == "```" => in_block = false,
            Some(command) if in_block => commands.push((command.to_owned(), String::new())),
            None if in_block => {
                let (_, output) = commands.last_mut().expect("a block begins with a command");
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    commands
}

/// How the first command of the README begins: it builds a package of its own.
const RUN_CHECK: &str = "cargo run --release -p robots-exclusion-check-example ";

/// What the first command of the README prints, built without optimization, beside what this test
/// was built as.
fn run_check(command: &str) -> String {
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/check");
    let arguments = command.replace("--release", &format!("--quiet --locked --target-dir {target}"));
    let output = Command::new(env!("CARGO"))
        .args(arguments.split(' ').skip(1))
        .current_dir(ROOT)
        .output()
        .expect("cargo runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_console_blocks_show_what_is_printed() {
    let mut shown = 0;
    for (command, expected) in commands() {
        if command == "cargo test --all-features" {
            // That is what runs this.
            continue;
        }
        if command.starts_with(RUN_CHECK) {
            assert_eq!(run_check(&command), expected, "{command}");
            shown += 1;
            continue;
        }
        let arguments = command
            .strip_prefix("robots ")
            .unwrap_or_else(|| panic!("an unknown command: {command}"));
        let output = Command::new(env!("CARGO_BIN_EXE_robots"))
            .args(arguments.split(' '))
            .env("NO_COLOR", "1")
            .current_dir(ROOT)
            .output()
            .expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
        shown += 1;
    }
    assert!(shown >= 2, "{shown} commands shown");
}

/// The table of what each package can do, in a README of the workspace.
fn packages(path: &str) -> String {
    let readme = fs::read_to_string(format!("{ROOT}/{path}")).expect("a README");
    let begin = readme
        .find("| | Rust | program | Python | JavaScript | C |\n")
        .expect("the table");
    let table = &readme[begin..];
    table[..table.find("\n\n").expect("an end")].to_owned()
}

#[test]
fn the_table_of_packages_is_the_same_everywhere_and_names_what_there_is() {
    let table = packages("README.md");
    for package in ["python", "wasm", "c"] {
        assert_eq!(
            packages(&format!("bindings/{package}/README.md")),
            table,
            "{package}"
        );
    }
    let text = |paths: &[&str]| -> String {
        let read = |path: &&str| fs::read_to_string(format!("{ROOT}/{path}")).expect(path);
        paths.iter().map(read).collect()
    };
    let module = |names: &[&str]| -> String {
        let python = "bindings/python/python/robots_exclusion";
        let paths: Vec<String> = names.iter().map(|name| format!("{python}/{name}")).collect();
        text(&paths.iter().map(String::as_str).collect::<Vec<_>>()) + " fetch site"
    };
    let python = module(&["_native.pyi", "agents.py", "fetch.py", "site.py"]);
    let js = "bindings/wasm/js";
    let javascript = ["questions", "tools", "site"].map(|name| format!("{js}/{name}.d.ts"));
    let javascript = text(&javascript.each_ref().map(String::as_str));
    let c = text(&["bindings/c/include/robots_exclusion.h"]);
    let help = Command::new(env!("CARGO_BIN_EXE_robots")).arg("help").output();
    let program = String::from_utf8(help.expect("help").stdout).expect("UTF-8");
    for row in table.lines().skip(2) {
        let columns: Vec<&str> = row.trim_matches('|').split('|').collect();
        let words = |column: usize| columns[column].split('`').skip(1).step_by(2);
        for command in words(2).filter(|word| !word.starts_with(['-', '@'])) {
            assert!(program.contains(&format!("\n  {command} ")), "{command}");
        }
        for (column, known) in [(3, &python), (4, &javascript), (5, &c)] {
            for word in words(column) {
                let name = word.split(['.', '(']).next_back().filter(|name| !name.is_empty());
                let name = name.unwrap_or(word).trim_matches([')', '"', '_']);
                assert!(known.contains(name), "{word}");
            }
        }
    }
}
