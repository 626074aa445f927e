//! The dialects that a command about several of them takes.

use robots_exclusion::{Dialect, agents};

/// A dialect and its name.
pub(crate) type Named = (&'static str, Dialect);

/// The preset that a file of the user names.
///
/// # Errors
///
/// If there is none of this name.
pub(crate) fn of_name(name: &str) -> Result<Dialect, String> {
    Dialect::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Dialect::PRESETS.iter().map(|(name, _)| *name).collect();
        format!("unknown dialect {name:?}; write one of {}", names.join(", "))
    })
}

/// What a dialect is called in output.
pub(crate) fn name_of(dialect: Dialect) -> &'static str {
    dialect.name().unwrap_or("custom")
}

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
            chosen.push((name_of(*dialect), *dialect));
        }
    }
    chosen
}
