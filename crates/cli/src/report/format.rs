//! The formats of all commands. A command chooses the formats that make sense for it.

use std::io::{self, IsTerminal};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Human,
    /// A line for each finding.
    Concise,
    /// One JSON document.
    Json,
    /// A JSON object for each row, on a line of its own.
    Jsonl,
    Csv,
    Tsv,
    Sarif,
    Github,
    Junit,
    Markdown,
    Html,
}

/// A format of a command, and its help.
pub(crate) type Choice = (Format, &'static str);

pub(crate) const CONCISE: Choice =
    Format::Concise.help("One line each: FILE:LINE:COLUMN: severity CODE message");
pub(crate) const JSON: Choice = Format::Json.help("One JSON document: an array with an object for each row");
pub(crate) const JSON_LINES: Choice = Format::Jsonl.help("JSON Lines: one object per line");
pub(crate) const CSV: Choice = Format::Csv.help("Comma-separated values with a header");
pub(crate) const TSV: Choice = Format::Tsv.help("Tab-separated values with a header");
pub(crate) const GITHUB: Choice =
    Format::Github.help("Workflow commands of GitHub Actions, which appear at their lines in a pull request");
pub(crate) const JUNIT: Choice = Format::Junit.help("JUnit XML, which most build servers show");
pub(crate) const MARKDOWN: Choice = Format::Markdown.help("Markdown tables, for comments and job summaries");

/// The formats of commands that print rows.
pub(crate) const ROWS: &[Choice] = &[
    Format::Human.help("For people; the default on a terminal"),
    Format::Json
        .help("One JSON document: an array with an object for each row; for one question, the object alone"),
    Format::Jsonl.help("JSON Lines: one object per line; the default off a terminal"),
    CSV,
    TSV,
];

/// The formats of commands that print a document.
pub(crate) const DOCUMENT: &[Choice] = &[
    Format::Human.help("For people; the default on a terminal"),
    Format::Json.help("One JSON document; the default off a terminal"),
    Format::Jsonl.help("JSON Lines: one object per line for each crawler"),
];

/// Reads the name of one of a command's formats.
pub(crate) fn among(choices: &'static [Choice]) -> impl TypedValueParser<Value = Format> {
    let value = |(format, help): &Choice| format.to_possible_value().map(|value| value.help(*help));
    PossibleValuesParser::new(choices.iter().filter_map(value))
        .try_map(|given| Format::from_str(&given, false))
}

impl Format {
    /// The format as a choice of a command; `help` says what that prints.
    pub(crate) const fn help(self, help: &'static str) -> Choice {
        (self, help)
    }

    /// The format that was chosen, or else the one for people on a terminal, and this one off it.
    pub(crate) fn or_default(choice: Option<Self>, off_terminal: Self) -> Self {
        choice.unwrap_or_else(|| match io::stdout().is_terminal() {
            true => Self::Human,
            false => off_terminal,
        })
    }
}
