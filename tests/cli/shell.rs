//! `robots completions` and `robots man`.

use crate::{directory, run, status, stdout};

const COMMANDS: [&str; 9] = [
    "check",
    "batch",
    "inspect",
    "compare",
    "page",
    "sitemap",
    "generate",
    "completions",
    "man",
];

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!(status(&output), 0, "{shell}");
        for command in COMMANDS {
            assert!(stdout(&output).contains(command), "{shell} {command}");
        }
        // The other two complete no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(stdout(&output).contains("rfc9309"), "{shell}");
        }
    }
}

#[test]
fn manual_pages() {
    let output = run(&["man"]);
    assert_eq!(status(&output), 0);
    assert!(stdout(&output).contains(".TH robots 1"));
    for command in COMMANDS {
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
    for command in COMMANDS {
        assert!(
            std::path::Path::new(&dir)
                .join(format!("robots-{command}.1"))
                .is_file(),
            "{command}"
        );
    }
}
