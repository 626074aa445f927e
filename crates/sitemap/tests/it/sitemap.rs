//! Sitemaps: the shared vectors, reading, hostile input, writing.

mod discovery;
mod extensions;
#[cfg(feature = "folder")]
mod folder;
mod hostile;
mod mutation;
mod problems;
mod reading;
#[cfg(feature = "serde")]
mod serialized;
mod strict;
mod vectors;
mod writing;

use std::io::Read;

use robots_exclusion_sitemap::{Entry, Error, Item, Problem, ProblemKind, ReadOptions};

/// All results of reading a file: entries, problems, and the error that ended it.
struct Outcome {
    entries: Vec<Entry>,
    problems: Vec<Problem>,
    error: Option<Error>,
}

impl Outcome {
    fn of(options: ReadOptions, input: impl Read) -> Self {
        let mut outcome = Outcome {
            entries: Vec::new(),
            problems: Vec::new(),
            error: None,
        };
        let mut reader = options.read(input);
        while let Some(item) = reader.next_item() {
            match item {
                Ok(Item::Entry(entry)) => outcome.entries.push(entry),
                Ok(Item::Problem(problem)) => outcome.problems.push(problem),
                Ok(_) => unreachable!("there are entries and problems"),
                Err(error) => {
                    assert!(outcome.error.is_none(), "an error ends the items");
                    outcome.error = Some(error);
                }
            }
        }
        outcome
    }

    fn locs(&self) -> Vec<&str> {
        self.entries.iter().map(|entry| entry.loc.as_str()).collect()
    }

    /// The kinds of the problems with their lines.
    fn kinds(&self) -> Vec<(u64, ProblemKind)> {
        self.problems
            .iter()
            .map(|problem| (problem.line, problem.kind))
            .collect()
    }
}

fn read(file: &str) -> Outcome {
    Outcome::of(ReadOptions::new(), file.as_bytes())
}

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A urlset around some entries, which begin on the second line.
fn urlset(entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><urlset xmlns=\"{NAMESPACE}\">\n{entries}\n</urlset>\n"
    )
}
