//! Runs the README's console blocks: what they show is what the program prints.

use std::process::Command;

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
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
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
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .output()
            .expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
        shown += 1;
    }
    assert!(shown >= 2, "{shown} commands shown");
}
