//! Sets of well-known crawlers by purpose, and their names, such as `@search`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{ALL, Agent, Purpose, UserAgent};

/// The names of the sets that [`set`] knows, each with the purpose that its crawlers have in
/// common; `all`, which has every crawler, comes in addition.
pub const SETS: &[(&str, Purpose)] = &[
    ("search", Purpose::Search),
    ("ai-training", Purpose::AiTraining),
    ("ai-search", Purpose::AiSearch),
    ("user", Purpose::Assistant),
    ("preview", Purpose::Preview),
    ("seo", Purpose::Seo),
    ("archive", Purpose::Archive),
    ("ads", Purpose::Ads),
];

/// The agents of the set with this name: the agents of [`ALL`] that serve one purpose, in the order
/// of the table, or with `all` the whole table. `None` if there is no such set.
///
/// Tokens without a crawler, such as `Google-Extended`, belong to the sets as well, because sites
/// write groups for them. [`Agent::crawls`] is false for them. Retired tokens do not belong to any
/// set.
///
/// # Complexity
///
/// O(table).
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let training = agents::set("ai-training").expect("a known set");
/// assert!(training.clone().any(|agent| *agent == agents::GPTBOT));
/// assert!(!training.clone().any(|agent| *agent == agents::OAI_SEARCHBOT));
/// assert!(agents::set("all").unwrap().eq(agents::ALL));
/// assert!(agents::set("@search").is_none());
/// ```
#[must_use]
pub fn set(name: &str) -> Option<impl Iterator<Item = &'static Agent> + Clone + use<>> {
    let purpose = match name {
        "all" => None,
        _ => Some(SETS.iter().find(|(known, _)| *known == name)?.1),
    };
    let belongs = move |agent: &&Agent| purpose.is_none_or(|purpose| agent.purpose() == purpose);
    Some(ALL.iter().filter(belongs))
}

impl<'h> UserAgent<'h> {
    /// Like [`resolve`](Self::resolve), but also reads the name of a set: `@search` or another one
    /// of [`SETS`], or `@all` for all of [`ALL`]. The command line and the bindings read the names
    /// of crawlers in this way.
    ///
    /// # Errors
    ///
    /// If the name is empty, if there is no such set, or if the text lists several names separated
    /// by commas, which would otherwise be taken for one name. A header may have commas.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{NameError, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve_all("FooBot")?.len(), 1);
    /// assert!(UserAgent::resolve_all("@search")?.iter().any(|crawler| crawler.name() == "Googlebot"));
    /// assert!(UserAgent::resolve_all("@nobody").is_err());
    /// assert_eq!(UserAgent::resolve_all("Googlebot,GPTBot"), Err(NameError::List));
    /// assert_eq!(UserAgent::resolve_all(" "), Err(NameError::Empty));
    /// # Ok::<(), NameError>(())
    /// ```
    pub fn resolve_all(written: &'h str) -> Result<Vec<Self>, NameError> {
        let name = written.trim_ascii();
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        let Some(name) = name.strip_prefix('@') else {
            // A header may have commas in its comments: `(KHTML, like Gecko)`.
            return match name.contains(',') && !name.contains('(') {
                true => Err(NameError::List),
                false => Ok(alloc::vec![Self::resolve(written)]),
            };
        };
        let members = set(name).ok_or_else(|| NameError::UnknownSet(name.into()))?;
        Ok(members.map(Self::from).collect())
    }
}

/// Why a text does not name a crawler; see [`UserAgent::resolve_all`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameError {
    /// The text is empty, perhaps because a script lost the name.
    Empty,
    /// The text has several names where one is expected.
    List,
    /// There is no set of crawlers of this name; see [`SETS`].
    UnknownSet(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "a crawler's name is empty; write its name, or * for the crawlers that no group names",
            ),
            Self::List => f.write_str(
                "a crawler's name has no comma; for several crawlers, repeat the option or pass a list",
            ),
            Self::UnknownSet(name) => {
                write!(f, "there is no set of crawlers @{name}; write @all")?;
                for (name, purpose) in SETS {
                    write!(f, ", @{name} ({})", purpose.description())?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_has_agents_and_no_two_share_one() {
        for (name, purpose) in SETS {
            let agents = set(name).unwrap();
            assert!(agents.clone().count() >= 3, "{name}");
            assert!(agents.clone().all(|agent| agent.purpose() == *purpose));
            assert_eq!(SETS.iter().filter(|(_, other)| other == purpose).count(), 1);
        }
        assert!(set("").is_none() && set("Search").is_none() && set("other").is_none());
    }

    #[test]
    fn sets_are_resolved_to_their_members() {
        let all = UserAgent::resolve_all("@all").unwrap();
        assert_eq!(all.len(), ALL.len());
        for (name, _) in SETS {
            let written = alloc::format!("@{name}");
            assert!(!UserAgent::resolve_all(&written).unwrap().is_empty(), "{name}");
        }
        let error = UserAgent::resolve_all("@nobody").unwrap_err();
        let message = alloc::format!("{error}");
        assert!(
            message.starts_with("there is no set of crawlers @nobody; write @all, @"),
            "{message}"
        );
    }
}
