//! Twenty files in the manner of today's publishers, and everything that lint says of them. Whoever
//! renews the listing reads each finding in it: whether it is true, and whether it helps.
//!
//! The names are those that operators document, with the sources in the table of agents; the
//! mistakes are those that publishers make.

use std::fmt::Write;
use std::path::Path;

use robots_exclusion_analysis::lint::{LintOptions, outcomes};

#[test]
fn what_is_said_of_the_files_of_publishers() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/publishers");
    let mut names: Vec<_> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 20);
    let mut said = String::new();
    for name in &names {
        let body = std::fs::read(directory.join(name)).unwrap();
        writeln!(said, "{name}").unwrap();
        for outcome in outcomes(&body) {
            writeln!(said, "  {outcome}").unwrap();
        }
        for finding in LintOptions::new().lint(&body) {
            let mark = match (finding.correction(), finding.suggestions()) {
                (Some(_), _) => '=',
                (None, [_, ..]) => '~',
                (None, []) => ' ',
            };
            writeln!(said, "{mark} {finding}").unwrap();
            writeln!(said, "    {}", finding.help()).unwrap();
        }
    }
    let listing = directory.join("findings");
    // To renew the listing, which is then to be read.
    if std::env::var_os("WRITE_LISTING").is_some() {
        std::fs::write(&listing, &said).unwrap();
    }
    let expected = std::fs::read_to_string(&listing).unwrap();
    for (number, (said, expected)) in said.lines().zip(expected.lines()).enumerate() {
        assert_eq!(said, expected, "line {}", number + 1);
    }
    assert_eq!(said.lines().count(), expected.lines().count());
}
