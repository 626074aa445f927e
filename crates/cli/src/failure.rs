//! What ends a command.

use std::fmt;
use std::io;
use std::path::Path;

use crate::credentials::hide_credentials;
use crate::fetch::FetchReport;
use crate::shown::printable;
use crate::status::Status;

/// Why a command cannot go on. Each failure names its cause.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments do not fit together.
    Usage(String),
    /// An input cannot be read.
    Input {
        /// The path as given, or `standard input`.
        name: String,
        /// The message of the system.
        error: io::Error,
    },
    /// An input can be read, but makes no sense.
    Malformed {
        /// The path as given, or `standard input`.
        name: String,
        /// The error, and where it is.
        message: String,
    },
    /// A robots.txt could not be fetched, and what that means is known.
    NotFetched(Box<FetchReport>),
    /// A robots.txt could not be fetched, which means different things to different crawlers.
    NoFile(Box<FetchReport>),
    /// A file cannot be written, or not to a directory.
    Written {
        /// The path as given.
        name: String,
        /// The message of the system.
        error: io::Error,
    },
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// An input of this name is invalid: the error, and where it is.
    pub(crate) fn malformed(name: impl Into<String>, message: impl ToString) -> Self {
        Self::Malformed {
            name: name.into(),
            message: message.to_string(),
        }
    }

    /// A file cannot be written.
    pub(crate) fn written(path: &Path, error: io::Error) -> Self {
        Self::Written {
            name: path.display().to_string(),
            error,
        }
    }

    /// Threads are needed, and none can be started.
    pub(crate) fn no_threads(error: impl fmt::Display) -> Self {
        Self::Usage(format!("no threads can be started: {error}"))
    }

    /// Whether the reader of the output has closed it.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit status that it means.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::NotFetched(_) | Self::NoFile(_) => Status::NotFetched,
            _ => Status::BadInput,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Input { name, error } => {
                let name = hide_credentials(name);
                write!(f, "cannot read {}: {error}", printable(&name))
            }
            Self::NotFetched(report) => write!(f, "{report}"),
            Self::NoFile(report) if report.is_agreed_on() => write!(f, "{report}"),
            Self::NoFile(report) => write!(
                f,
                "{report} (crawlers differ in what that means to them: see robots check)"
            ),
            Self::Malformed { name, message } => write!(f, "{}: {message}", printable(name)),
            Self::Written { name, error } => write!(f, "cannot write {}: {error}", printable(name)),
            Self::Output(error) => write!(f, "cannot write standard output: {error}"),
        }
    }
}

impl std::error::Error for Failure {}
