//! What can be done about the findings of a code.

use robots_exclusion::identifiers;

/// The most that a finding of a code offers, as [`Code::remedy`](super::Code::remedy) says of each. A
/// finding may offer less: a correction has to be proved, and a suggestion has to be clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remedy {
    /// Words: what to do depends on what was meant, or is not done in the file.
    Help,
    /// A [change](super::Diagnostic::suggestions) for a person to choose.
    Suggestion,
    /// A [change](super::Diagnostic::correction) that is made without asking, where it is proved that it
    /// changes no verdict.
    Correction,
}

identifiers! {
    Remedy {
        Help = "help",
        Suggestion = "suggestion",
        Correction = "correction",
    }
}

impl Remedy {
    /// The remedy in words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Help => "none in the file that is right for all: the help says what to do",
            Self::Suggestion => "a suggestion, made by `--also` if there is only one",
            Self::Correction => "a correction, made by `--fix`, where it is proved to change no verdict",
        }
    }
}
