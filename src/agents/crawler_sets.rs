//! Sets of well-known crawlers by purpose, and their names, such as `@search`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{ALL, Agent, Purpose, UserAgent};

/// The names of the sets that [`set`] knows, each with the purpose that its crawlers have in
/// common.
pub const SETS: &[(&str, Purpose)] = &[
    ("search", Purpose::Search),
    ("ai-training", Purpose::Training),
    ("ai-search", Purpose::AiSearch),
    ("user", Purpose::Assistant),
    ("preview", Purpose::Preview),
    ("seo", Purpose::Seo),
    ("archive", Purpose::Archive),
    ("ads", Purpose::Ads),
];

/// The agents of the set with this name: those of [`ALL`] that serve one purpose, in the order of
/// the table. `None` if there is no such set.
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
/// assert!(agents::set("@search").is_none());
/// ```
#[must_use]
pub fn set(name: &str) -> Option<impl Iterator<Item = &'static Agent> + Clone + use<>> {
    let purpose = SETS.iter().find(|(known, _)| *known == name)?.1;
    Some(ALL.iter().filter(move |agent| agent.purpose() == purpose))
}

impl<'h> UserAgent<'h> {
    /// Like [`resolve`](Self::resolve), but also reads the name of a set: `@search` or another one
    /// of [`SETS`], or `@all` for all of [`ALL`].
    ///
    /// # Errors
    ///
    /// If there is no such set.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::UserAgent;
    ///
    /// assert_eq!(UserAgent::resolve_all("FooBot")?.len(), 1);
    /// assert!(UserAgent::resolve_all("@search")?.iter().any(|crawler| crawler.name() == "Googlebot"));
    /// assert!(UserAgent::resolve_all("@nobody").is_err());
    /// # Ok::<(), robots_exclusion::agents::UnknownSet>(())
    /// ```
    pub fn resolve_all(written: &'h str) -> Result<Vec<Self>, UnknownSet> {
        let Some(name) = written.trim_ascii().strip_prefix('@') else {
            return Ok(alloc::vec![Self::resolve(written)]);
        };
        if name == "all" {
            return Ok(ALL.iter().map(Self::known).collect());
        }
        let members = set(name).ok_or_else(|| UnknownSet(name.into()))?;
        Ok(members.map(Self::known).collect())
    }
}

/// There is no set of crawlers of this name; see [`SETS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSet(String);

impl fmt::Display for UnknownSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no set of crawlers @{}; write @all", self.0)?;
        for (name, purpose) in SETS {
            write!(f, ", @{name} ({})", purpose.description())?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownSet {}

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
