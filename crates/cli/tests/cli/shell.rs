//! `robots completions` and `robots man`.

use crate::{directory, run, status, stdout};

/// Every command that `robots help` lists, but `help` itself.
fn commands() -> Vec<String> {
    let help = run(&["help"]);
    let commands: Vec<String> = stdout(&help)
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(commands.len() > 10, "{commands:?}");
    commands
}

#[test]
fn completions_name_every_command() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!(status(&output), 0, "{shell}");
        for command in &commands {
            let is_word = |word: &str| word == command;
            let mut words = stdout(&output).split(|c: char| !c.is_ascii_alphanumeric());
            assert!(words.any(is_word), "{shell} {command}");
        }
        // The other two complete no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(stdout(&output).contains("rfc9309"), "{shell}");
        }
    }
}

#[test]
fn manual_pages() {
    let commands = commands();
    let output = run(&["man"]);
    assert_eq!(status(&output), 0);
    assert!(stdout(&output).contains(".TH robots 1"));
    for command in &commands {
        assert!(
            stdout(&output).contains(&format!("robots\\-{command}(1)")),
            "{command}"
        );
        let page = run(&["man", command]);
        assert_eq!(status(&page), 0, "{command}");
        assert!(
            stdout(&page).contains(&format!(".TH robots-{command} 1")),
            "{command}"
        );
    }
    let dir = directory("man").into_os_string().into_string().unwrap();
    assert_eq!(status(&run(&["man", "--dir", &dir])), 0);
    for command in &commands {
        assert!(
            std::path::Path::new(&dir)
                .join(format!("robots-{command}.1"))
                .is_file(),
            "{command}"
        );
    }
}

/// Examples are there to be copied, so they must fit a terminal of the usual width.
#[test]
fn examples_fit_the_usual_terminal() {
    for command in commands() {
        let text = run(&["help", &command]);
        let Some((_, examples)) = stdout(&text).split_once("\nExamples:\n") else {
            continue;
        };
        for line in examples.lines() {
            assert!(line.starts_with("  ") && line.len() <= 80, "{command}: {line}");
        }
    }
    let table = run(&["--help"]);
    let (_, table) = stdout(&table).split_once("\nExit status:\n").unwrap();
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
}
