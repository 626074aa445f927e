//! How severe findings are.

use robots_exclusion::identifiers;

/// How severe a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the file does what it says.
    Info,
    /// The file probably does not do what its author intended, at least for some crawlers.
    Warning,
    /// A line, or the whole file, has no effect, or an effect that cannot have been intended.
    Error,
}

identifiers! {
    Severity {
        Info = "info",
        Warning = "warning",
        Error = "error",
    }
}
