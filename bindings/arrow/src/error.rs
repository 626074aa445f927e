//! What keeps columns from being judged.

use std::fmt;

use arrow_schema::DataType;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// The robots.txt bodies.
    Bodies,
    /// The crawlers' product tokens.
    Agents,
    /// The crawlers' headers.
    UserAgents,
    /// The hosts of a [`HostIndex`](crate::HostIndex).
    Hosts,
    /// The URLs.
    Urls,
    /// The statuses of responses.
    Statuses,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bodies => "bodies",
            Self::Agents => "agents",
            Self::UserAgents => "user agents",
            Self::Hosts => "hosts",
            Self::Urls => "urls",
            Self::Statuses => "statuses",
        })
    }
}

/// Why columns cannot be judged. No text in a column is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A column holds no texts, or the column of statuses no whole numbers.
    Type {
        /// The column.
        input: Input,
        /// The type of the column.
        found: DataType,
    },
    /// Two columns have different numbers of rows, and neither is a scalar.
    Rows {
        /// The column whose length differs from that of the columns before it.
        input: Input,
        /// Rows of that column.
        found: usize,
        /// Rows of the columns before it.
        expected: usize,
    },
    /// A [`HostIndex`](crate::HostIndex) was given this host twice.
    Repeated(String),
    /// The texts of this column of answers take 2 GiB or more.
    Full(&'static str),
    /// [`Judge::judge_while`](crate::Judge::judge_while),
    /// [`AccessJudge::access_while`](crate::AccessJudge::access_while) or
    /// [`Inspector::inspect_while`](crate::Inspector::inspect_while) was told to stop.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type {
                input: input @ Input::Statuses,
                found,
            } => write!(
                f,
                "{input} are of type {found}, which holds no whole numbers of two bytes or more; cast them to UInt16"
            ),
            Self::Type { input, found } => write!(
                f,
                "{input} are of type {found}, which holds no text; cast them to Utf8, Binary, or a dictionary of those"
            ),
            Self::Rows {
                input,
                found,
                expected,
            } => write!(f, "{input} have {found} rows where other columns have {expected}"),
            Self::Repeated(host) => write!(f, "the host {host} occurs twice; keep one body of each host"),
            Self::Full(column) => write!(
                f,
                "the texts of the column {column} take 2 GiB or more; pass fewer rows at a time"
            ),
            Self::Stopped => f.write_str("the judge was told to stop"),
        }
    }
}

impl std::error::Error for Error {}
