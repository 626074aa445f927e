//! The dialects that a command about several of them takes.

use robots_exclusion::Dialect;

/// A dialect and its name.
pub(crate) type Named = (&'static str, Dialect);

/// All presets that files need not opt into, and in which questions about all URLs can be decided: in the
/// others, the answer to such questions would be "undecided" for nearly every file.
pub(crate) fn defaults() -> Vec<Named> {
    let presets = Dialect::PRESETS.iter().copied();
    let is_default = |dialect: &Dialect| !dialect.needs_opt_in() && dialect.is_decidable();
    presets.filter(|(_, dialect)| is_default(dialect)).collect()
}

/// Which of some dialects makes questions about all URLs undecided, as a sentence without its period. If none does, the work limit
/// was reached.
pub(crate) fn undecidable(dialects: impl IntoIterator<Item = Dialect>) -> Option<String> {
    let dialect = dialects.into_iter().find(|dialect| !dialect.is_decidable())?;
    Some(format!(
        "questions about all URLs are not decided in {}",
        dialect.name().unwrap_or("this dialect")
    ))
}

/// Those that were requested, each once, or else the defaults.
pub(crate) fn chosen(asked: &[Dialect]) -> Vec<Named> {
    if asked.is_empty() {
        return defaults();
    }
    let mut chosen: Vec<Named> = Vec::new();
    for dialect in asked {
        if !chosen.iter().any(|(_, other)| other == dialect) {
            chosen.push((dialect.name().unwrap_or("custom"), *dialect));
        }
    }
    chosen
}
