//! How bad something is, which gives it its color in every format.

use anstyle::{AnsiColor, Style};
use robots_exclusion_analysis::lint::Severity;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Info,
    Warning,
    Error,
}

impl Tone {
    /// The tone of a verdict.
    pub(crate) fn of_verdict(is_allowed: bool) -> Self {
        if is_allowed { Self::Good } else { Self::Error }
    }

    /// The style of a word on a terminal.
    pub(crate) fn style(self) -> Style {
        let color = match self {
            Self::Good => AnsiColor::Green,
            Self::Info => AnsiColor::Cyan,
            Self::Warning => AnsiColor::Yellow,
            Self::Error => AnsiColor::Red,
        };
        Style::new().bold().fg_color(Some(color.into()))
    }
}

impl From<Severity> for Tone {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::Info,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}
