//! Runs the README's console blocks: what they show is what the program prints. Compares what the
//! READMEs say of the packages, and the tests that README's command ignores with those of CI.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Command lines of a README and the output shown under each.
fn commands(readme: &str) -> Vec<(String, String)> {
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

/// The README of the repository.
const README: &str = include_str!("../../../README.md");

/// The command of the README that runs the tests.
const TEST: &str = "cargo test --all-features";

/// How the first command of the README begins: it builds a package of its own.
const RUN_CHECK: &str = "cargo run -p robots-exclusion-check-example ";

/// What the first command of the README prints, built beside what this test was built as.
fn run_check(command: &str) -> String {
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/check");
    let arguments = command.replacen("run", &format!("run --quiet --locked --target-dir {target}"), 1);
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
    for (command, expected) in commands(README) {
        if command == TEST {
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
    assert!(shown >= 4, "{shown} commands shown");
}

/// The README of this package makes a file with one command, and asks about it with the next ones.
#[cfg(unix)]
#[test]
fn the_readme_of_the_package_shows_what_is_printed() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/readme");
    fs::create_dir_all(folder).expect("a folder");
    let program = env!("CARGO_BIN_EXE_robots");
    let mut shown = 0;
    for (command, expected) in commands(include_str!("../README.md")) {
        let script = match command.strip_prefix("robots ") {
            Some(arguments) => format!("'{program}' {arguments}"),
            None => command.clone(),
        };
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("NO_COLOR", "1")
            .current_dir(folder)
            .output()
            .expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
        shown += 1;
    }
    assert_eq!(shown, 3);
}

/// The packages share `companions`, which may change with every release, so a companion has to be
/// used with the library of its own version.
#[test]
fn packages_require_each_other_in_exactly_their_version() {
    let manifest = fs::read_to_string(format!("{ROOT}/Cargo.toml")).expect("a manifest");
    let version = env!("CARGO_PKG_VERSION");
    let mut of_workspace = 0;
    for line in manifest.lines().filter(|line| line.contains(" = { path = ")) {
        assert!(line.contains(&format!("version = \"={version}\"")), "{line}");
        of_workspace += 1;
    }
    assert_eq!(of_workspace, 4);
    let companions = fs::read_to_string(format!("{ROOT}/src/companions.rs")).expect("a file");
    assert!(companions.contains(&format!("(`={version}`)")));
}

#[test]
fn the_table_of_packages_names_what_there_is_and_has_one_home() {
    let home = fs::read_to_string(format!("{ROOT}/bindings/README.md")).expect("a README");
    let head = "| | Rust | program | Python | JavaScript | C |\n";
    let (_, table) = home
        .split_once("## What each package can do\n")
        .expect("the heading");
    let table = &table[table.find(head).expect("the table")..];
    for package in ["", "bindings/python/", "bindings/wasm/", "bindings/c/"] {
        let readme = fs::read_to_string(format!("{ROOT}/{package}README.md")).expect("a README");
        assert!(!readme.contains(head), "{package}");
        assert!(
            readme.contains("README.md#what-each-package-can-do)"),
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
    let python = module(&[
        "_native.pyi",
        "agents.py",
        "fetch.py",
        "site.py",
        "spark.py",
        "warc.py",
    ]);
    let js = "bindings/wasm/js";
    let javascript = ["questions", "tools", "site", "sitemap"].map(|name| format!("{js}/{name}.d.ts"));
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

/// The anchors of the headings of a page, as GitHub makes them.
fn anchors(page: &str) -> Vec<String> {
    let heading = |line: &str| {
        let text = line.trim_start_matches('#').strip_prefix(' ')?.to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        Some(kept.map(|c| if c == ' ' { '-' } else { c }).collect())
    };
    let lines = page.lines().filter(|line| line.starts_with('#'));
    let named = page
        .split("<a id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    lines
        .filter_map(heading)
        .chain(named.map(str::to_owned))
        .collect()
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut followed = 0;
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "RELEASING.md",
        "bindings/README.md",
        "bindings/arrow/README.md",
        "bindings/c/README.md",
        "bindings/python/README.md",
        "bindings/wasm/README.md",
        "crates/analysis/README.md",
        "crates/cli/README.md",
        "crates/page/README.md",
        "crates/sitemap/README.md",
        "examples/README.md",
        "src/guide/dialects.md",
        "src/guide/figures.md",
        "tests/conformance/README.md",
    ] {
        let file = Path::new(ROOT).join(page);
        let text = fs::read_to_string(&file).expect(page);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("https://") && !link.contains(' ')) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                path => file.parent().expect("a folder").join(path),
            };
            assert!(target.exists(), "{page}: {link}");
            if !anchor.is_empty() {
                let target = fs::read_to_string(target).expect("a page");
                assert!(
                    anchors(&target).iter().any(|known| known == anchor),
                    "{page}: {link}"
                );
            }
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed}");
}

/// `.ci/run` runs README's command, and then, where it has the files for them, the tests that this
/// command ignores. It compares the names of the tests itself, from what both runs print.
#[test]
fn ci_runs_the_tests_that_the_readmes_command_ignores() {
    assert!(commands(README).iter().any(|(command, _)| command == TEST));
    let script = fs::read_to_string(format!("{ROOT}/.ci/run")).expect("the script");
    let (_, body) = script.split_once("\ntests() {\n").expect("the tests");
    let (body, _) = body.split_once("\n}\n").expect("an end");
    // One command for both runs, of the same profile and features, which names no package: it has
    // those of `default-members`, like README's.
    // The first run is without the shared files, as others run it.
    let command = format!(
        "local command=({}) ",
        TEST.replace("cargo test", "cargo --config .ci/optimized.toml test --locked")
    );
    assert!(
        body.lines().any(|line| line.trim().starts_with(&command)),
        "{body}"
    );
    let runs: Vec<&str> = body
        .lines()
        .filter(|line| line.contains("\"${command[@]}\""))
        .map(|line| line.split(" 2>&1 | ").next().unwrap_or_default().trim())
        .collect();
    assert_eq!(
        runs,
        [
            r#"env -u ROBOTS_SHARED "${command[@]}""#,
            r#""${command[@]}" --lib --bins --tests -- --ignored "${named[@]}""#
        ]
    );
    assert!(!body.contains(" -p ") && !body.contains("--package"), "{body}");
    assert!(body.contains("diff <(with_result ignored "), "{body}");
}
