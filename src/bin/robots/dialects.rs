//! The dialects that a command about several of them takes.

use robots_exclusion::{Dialect, agents};

/// A dialect and its name.
pub(crate) type Named = (&'static str, Dialect);

/// All presets that files need not opt into.
pub(crate) fn all() -> Vec<Named> {
    let presets = Dialect::PRESETS.iter().copied();
    presets.filter(|(_, dialect)| !dialect.needs_opt_in()).collect()
}

/// The dialects in which rewriting a file must change no verdict: those that were requested, or
/// else the living ones, and `with_historic` the historic ones too.
pub(crate) fn kept(asked: &[Dialect], with_historic: bool) -> Vec<Named> {
    match asked {
        [] if with_historic => all(),
        [] => agents::living_dialects().collect(),
        asked => chosen(asked),
    }
}

/// Those that were requested, each once, or else all.
pub(crate) fn chosen(asked: &[Dialect]) -> Vec<Named> {
    if asked.is_empty() {
        return all();
    }
    let mut chosen: Vec<Named> = Vec::new();
    for dialect in asked {
        if !chosen.iter().any(|(_, other)| other == dialect) {
            chosen.push((dialect.name().unwrap_or("custom"), *dialect));
        }
    }
    chosen
}
