//! The formats of all commands. A command chooses those that make sense for it.

use std::io::{self, IsTerminal};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// How a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The name of a format, the format, and its help.
pub(crate) type Choice = (&'static str, Format, &'static str);

pub(crate) const CONCISE: Choice = (
    "concise",
    Format::Concise,
    "One line each: FILE:LINE:COLUMN: severity CODE message",
);

/// The format for people; `help` says what it prints.
pub(crate) const fn for_people(help: &'static str) -> Choice {
    ("human", Format::Human, help)
}

/// The page; `help` says what is on it.
pub(crate) const fn page(help: &'static str) -> Choice {
    ("html", Format::Html, help)
}

/// For commands whose JSON is always one object a line.
pub(crate) const JSON_LINES: Choice = ("json", Format::Jsonl, "One JSON object per line");
pub(crate) const CSV: Choice = ("csv", Format::Csv, "Comma-separated values with a header");
pub(crate) const TSV: Choice = ("tsv", Format::Tsv, "Tab-separated values with a header");
pub(crate) const GITHUB: Choice = (
    "github",
    Format::Github,
    "Workflow commands of GitHub Actions, which appear at their lines in a pull request",
);
pub(crate) const JUNIT: Choice = ("junit", Format::Junit, "JUnit XML, which most build servers show");
pub(crate) const MARKDOWN: Choice = (
    "markdown",
    Format::Markdown,
    "Markdown tables, for comments and job summaries",
);

/// Those of commands that print rows.
pub(crate) const ROWS: &[Choice] = &[
    for_people("For people; the default on a terminal"),
    (
        "json",
        Format::Json,
        "One JSON document: an array with an object for each row; for one question, the object alone",
    ),
    (
        "jsonl",
        Format::Jsonl,
        "JSON Lines: one object per line; the default off a terminal",
    ),
    CSV,
    TSV,
];

/// Those of commands that print a document.
pub(crate) const DOCUMENT: &[Choice] = &[
    for_people("For people; the default on a terminal"),
    ("json", Format::Json, "JSON; the default off a terminal"),
];

/// Reads the name of one of a command's formats.
pub(crate) fn among(choices: &'static [Choice]) -> impl TypedValueParser<Value = Format> {
    let values = choices.iter().map(|(name, format, help)| {
        let value = PossibleValue::new(*name).help(*help);
        match (*name, format) {
            ("json", Format::Jsonl) => value.alias("jsonl"),
            _ => value,
        }
    });
    PossibleValuesParser::new(values).map(|given| {
        let chosen = choices.iter().find(|(name, ..)| *name == given);
        // The only other name is the alias.
        chosen.map_or(Format::Jsonl, |(_, format, _)| *format)
    })
}

impl Format {
    /// The format that was chosen, or else the one for people on a terminal, and this one off it.
    pub(crate) fn or_default(choice: Option<Self>, off_terminal: Self) -> Self {
        choice.unwrap_or_else(|| match io::stdout().is_terminal() {
            true => Self::Human,
            false => off_terminal,
        })
    }
}
