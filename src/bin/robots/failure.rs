//! What ends a command.

use std::fmt;
use std::io;

/// Why a command cannot go on. Each names the culprit.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments do not fit together.
    Usage(String),
    /// An input cannot be read.
    Input {
        /// The path as given, or `standard input`.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// An input can be read, but makes no sense.
    Malformed {
        /// The path as given, or `standard input`.
        name: String,
        /// What is wrong, and where.
        message: String,
    },
    /// Files cannot be written to a directory.
    Directory {
        /// The path as given.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Whether nobody reads the output any more.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Input { name, error } => write!(f, "cannot read {name}: {error}"),
            Self::Malformed { name, message } => write!(f, "{name}: {message}"),
            Self::Directory { name, error } => write!(f, "cannot write to {name}: {error}"),
            Self::Output(error) => write!(f, "cannot write standard output: {error}"),
        }
    }
}

impl std::error::Error for Failure {}
