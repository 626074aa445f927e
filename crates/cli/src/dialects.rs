//! The dialects that a command about several of them takes.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use robots_exclusion::{Dialect, agents};
use serde::{Deserialize, Deserializer};

/// A dialect and its name.
pub(crate) type Named = (&'static str, Dialect);

/// What `-d` chooses: one dialect for everybody, or each crawler's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DialectChoice {
    /// A well-known crawler reads as its operator documents it, all others as RFC 9309.
    #[default]
    Auto,
    Preset(Dialect),
}

impl DialectChoice {
    /// How a file is read where no crawler is asked about.
    pub(crate) fn for_file(self) -> Dialect {
        match self {
            Self::Auto => Dialect::RFC_9309,
            Self::Preset(dialect) => dialect,
        }
    }

    /// The one dialect that was chosen for everybody, if it was.
    pub(crate) fn preset(self) -> Option<Dialect> {
        match self {
            Self::Auto => None,
            Self::Preset(dialect) => Some(dialect),
        }
    }

    pub(crate) fn is_auto(self) -> bool {
        self == Self::Auto
    }
}

impl<'de> Deserialize<'de> for DialectChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == AUTO {
            return Ok(Self::Auto);
        }
        of_name(&name).map(Self::Preset).map_err(serde::de::Error::custom)
    }
}

/// The word for [`DialectChoice::Auto`].
pub(crate) const AUTO: &str = "auto";

/// What each dialect is, in one line. In the order of the help.
const LINES: [(&str, &str); 13] = [
    (
        AUTO,
        "Each well-known crawler as its operator documents it, all others as rfc9309",
    ),
    ("rfc9309", "The standard of 2022"),
    (
        "lenient",
        "The standard, with misspelled keys and rules above the first group: for polite crawlers",
    ),
    ("google", "Google's library, bug for bug"),
    (
        "original1994",
        "A Standard for Robot Exclusion, of 1994: no Allow, no wildcards, records end at blank lines",
    ),
    (
        "draft1996",
        "The Internet-Draft of 1996: Allow, the first rule that matches decides",
    ),
    (
        "revisited",
        "Kollar, Leavitt and Mauldin's revision of 1996: several names and paths on a line",
    ),
    (
        "seznam",
        "Seznam; groups with Robot-version: 2.0 (robots.txt 2.0) are globs",
    ),
    (
        "seznam2",
        "Globs in every group, even without the version line; robots.txt 2.0 is read by seznam",
    ),
    ("yandex", "Yandex: blank lines end groups"),
    (
        "baidu",
        "Baidu: blank lines end groups, the first rule that matches decides",
    ),
    ("slurp", "Yahoo's Slurp"),
    ("diffbot", "Diffbot: RFC 9309, but no Allow rule counts"),
];

/// Other words for dialects, which people try.
const OTHER_NAMES: [(&str, &str); 15] = [
    ("kollar", "revisited"),
    ("leavitt", "revisited"),
    ("mauldin", "revisited"),
    ("1994", "original1994"),
    ("1996", "draft1996"),
    ("rfc", "rfc9309"),
    ("googlebot", "google"),
    ("bing", "auto"),
    ("bingbot", "auto"),
    ("yandexbot", "yandex"),
    ("seznambot", "seznam"),
    ("baiduspider", "baidu"),
    ("yahoo", "slurp"),
    ("draft", "draft1996"),
    // Python's module follows RFC 9309 since May 2026.
    ("urllib", "rfc9309"),
];

/// Names of presets with a line for each, in the help of every command.
fn names(is_auto_one: bool) -> PossibleValuesParser {
    let lines = LINES.iter().filter(move |(name, _)| is_auto_one || *name != AUTO);
    let values = lines.map(|(name, line)| PossibleValue::new(*name).help(*line));
    let others = OTHER_NAMES.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(values.chain(others.map(|name| PossibleValue::new(name).hide(true))))
}

/// Says what to write in place of a word that does not name a dialect.
fn refused(name: &str) -> Result<Dialect, String> {
    match OTHER_NAMES.iter().find(|(other, _)| *other == name) {
        Some((_, AUTO)) => Err("it reads as rfc9309; write auto, the default, or rfc9309".to_owned()),
        Some((_, instead)) => Err(format!("write {instead}")),
        None => name.parse::<Dialect>().map_err(|error| error.to_string()),
    }
}

/// Reads the name of a preset. A name that was one is refused with the reason, other words for one
/// with its name.
pub(crate) fn presets() -> impl TypedValueParser<Value = Dialect> {
    names(false).try_map(|name| refused(&name.to_ascii_lowercase()))
}

/// Like [`presets`], or `auto`.
pub(crate) fn choices() -> impl TypedValueParser<Value = DialectChoice> {
    names(true).try_map(|name| match &*name.to_ascii_lowercase() {
        AUTO => Ok(DialectChoice::Auto),
        name => refused(name).map(DialectChoice::Preset),
    })
}

/// The preset that a file of the user names.
///
/// # Errors
///
/// If there is no dialect of this name.
pub(crate) fn of_name(name: &str) -> Result<Dialect, String> {
    Dialect::from_name(name).ok_or_else(|| match OTHER_NAMES.iter().find(|(other, _)| *other == name) {
        Some((_, instead)) => format!("unknown dialect {name:?}; write {instead}"),
        None => {
            let names: Vec<&str> = Dialect::PRESETS.iter().map(|(name, _)| *name).collect();
            format!("unknown dialect {name:?}; write one of {}", names.join(", "))
        }
    })
}

/// `read as google, yandex`, for a sentence about crawlers that read in these dialects; nothing if all
/// of them read as the standard says.
pub(crate) fn read_as<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let mut each: Vec<&str> = Vec::new();
    for name in names {
        if !each.contains(&name) {
            each.push(name);
        }
    }
    each.iter()
        .any(|name| *name != name_of(Dialect::RFC_9309))
        .then(|| format!("read as {}", each.join(", ")))
}

/// The name of a dialect in output, whichever HTTP answers and sizes its crawler documents.
pub(crate) fn name_of(dialect: Dialect) -> &'static str {
    let presets = Dialect::PRESETS.iter();
    let alike =
        |preset: &Dialect| *preset == dialect.with(|dialect| dialect.fetch_policy = preset.fetch_policy);
    presets
        .filter(|(_, preset)| alike(preset))
        .map(|(name, _)| *name)
        .next()
        .unwrap_or("custom")
}

/// All presets that files need not opt into.
pub(crate) fn all() -> Vec<Named> {
    let presets = Dialect::PRESETS.iter().copied();
    presets.filter(|(_, dialect)| !dialect.needs_opt_in()).collect()
}

/// The dialects in which rewriting a file must change no verdict: the requested ones, or else the
/// living ones, and `with_historic` the historic ones too.
pub(crate) fn kept(asked: &[Dialect], with_historic: bool) -> Vec<Named> {
    match asked {
        [] if with_historic => all(),
        [] => agents::living_dialects().collect(),
        asked => chosen(asked),
    }
}

/// The requested dialects, each once, or else all.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_preset_has_a_line_and_each_other_word_means_a_preset() {
        let lines: Vec<&str> = LINES
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| *name != AUTO)
            .collect();
        let mut presets: Vec<&str> = Dialect::PRESETS.iter().map(|(name, _)| *name).collect();
        let mut sorted = lines.clone();
        sorted.sort_unstable();
        presets.sort_unstable();
        assert_eq!(sorted, presets);
        for (other, instead) in OTHER_NAMES {
            assert!(instead == AUTO || lines.contains(&instead), "{instead}");
            assert!(!lines.contains(&other), "{other}");
            assert!(of_name(other).unwrap_err().ends_with(instead), "{other}");
        }
    }

    #[test]
    fn what_a_crawler_makes_of_answers_does_not_name_its_dialect() {
        for (name, dialect) in Dialect::PRESETS {
            let policy = Dialect::GOOGLE.fetch_policy;
            assert_eq!(
                name_of(dialect.with(|dialect| dialect.fetch_policy = policy)),
                *name
            );
        }
    }
}
