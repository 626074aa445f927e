//! The dialects that a command about several of them takes.

use robots_exclusion::Dialect;

/// A dialect and its name.
pub(crate) type Named = (&'static str, Dialect);

/// All presets that files need not opt into.
pub(crate) fn defaults() -> Vec<Named> {
    let presets = Dialect::PRESETS.iter().copied();
    presets.filter(|(_, dialect)| !dialect.needs_opt_in()).collect()
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
