//! The dialects that a command about several of them takes.

use robots_exclusion::Dialect;
use robots_exclusion::dialect::PatternLanguage;

/// A dialect and its name.
pub(crate) type Named = (&'static str, Dialect);

/// All presets that files need not opt into.
pub(crate) fn defaults() -> Vec<Named> {
    let presets = Dialect::PRESETS.iter().copied();
    presets.filter(|(_, dialect)| !needs_opt_in(dialect)).collect()
}

/// Whether a file is only read so if it says so, as by `Robot-version: 2.0`.
pub(crate) fn needs_opt_in(dialect: &Dialect) -> bool {
    dialect.pattern_language() == PatternLanguage::Glob
}

/// Those that were asked for, each once, or else the defaults.
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
