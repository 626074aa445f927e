//! Sets of well-known crawlers by purpose, and their names, such as `@search`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{ALL, Agent, Purpose, TRAINING_PREFERENCE, Token, UserAgent};
use crate::dialect::Dialect;
use crate::matching::group_rank::Names;
use crate::syntax::agent_list::AgentList;

/// The names of the sets that [`set`] knows, each with the purpose that its crawlers have in
/// common; in addition, there is `all`, with every crawler.
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
/// of the table, or with `all` every crawler. `None` if there is no such set. The names are
/// `search`, `ai-training`, `ai-search`, `user`, `preview`, `seo`, `archive`, `ads` and `all`.
///
/// Tokens without a crawler, such as `Google-Extended`, are also in the sets, because sites write
/// groups for them. [`Agent::crawls`] is false for them. Retired tokens are not in any set, and
/// [`TRAINING_PREFERENCE`], which states a preference to every crawler, is in none.
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
/// assert!(training.clone().any(|agent| agent.name() == "GPTBot"));
/// assert!(!training.clone().any(|agent| *agent == agents::OAI_SEARCHBOT));
/// // An archive by its operator's words, on which others train.
/// assert!(training.clone().any(|agent| *agent == agents::CCBOT));
/// // A preference is not a crawler.
/// assert!(!training.clone().any(|agent| agent.name() == agents::TRAINING_PREFERENCE));
/// assert_eq!(agents::set("all").unwrap().count(), agents::ALL.len() - 1);
/// assert!(agents::set("@search").is_none());
/// ```
#[must_use]
pub fn set(name: &str) -> Option<impl Iterator<Item = &'static Agent> + Clone + use<>> {
    let purpose = match name {
        "all" => None,
        _ => Some(SETS.iter().find(|(known, _)| *known == name)?.1),
    };
    // A preference of the site does not belong to a crawler, so blocking all crawlers does not
    // include it.
    let belongs = move |agent: &&Agent| {
        agent.name() != TRAINING_PREFERENCE
            && purpose.is_none_or(|purpose| agent.purposes().any(|own| own == purpose))
    };
    Some(ALL.iter().filter(belongs))
}

impl<'h> UserAgent<'h> {
    /// Like [`resolve`](Self::resolve), but also reads the name of a set: `@search` or another
    /// member of [`SETS`], or `@all` for all of them. The program and the bindings read the
    /// names of crawlers in this way.
    ///
    /// # Errors
    ///
    /// If the name is empty or a URL, if there is no such set, or if the text lists several names
    /// separated by commas, which would otherwise be read as one name. Headers may contain commas.
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
        let Some(name) = name.strip_prefix('@') else {
            return Ok(alloc::vec![Self::resolve_one(written)?]);
        };
        let members = set(name).ok_or_else(|| NameError::UnknownSet(name.into()))?;
        Ok(members.map(Self::from).collect())
    }

    /// Like [`resolve`](Self::resolve), but returns an error for text that names no crawler, or
    /// several. The bindings and the program read the name of one crawler in this way.
    ///
    /// # Errors
    ///
    /// The errors of [`resolve_all`](Self::resolve_all), and [`NameError::Set`] for the name of a
    /// set.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{NameError, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve_one("Googlebot/2.1")?.name(), "Googlebot");
    /// assert_eq!(UserAgent::resolve_one("https://example.com/"), Err(NameError::Url));
    /// assert_eq!(UserAgent::resolve_one("@search"), Err(NameError::Set("search".into())));
    /// # Ok::<(), NameError>(())
    /// ```
    pub fn resolve_one(written: &'h str) -> Result<Self, NameError> {
        is_one_name(written.trim_ascii())?;
        Ok(Self::resolve(written))
    }

    /// A crawler of this product token and nothing else, as [`Token`] makes it, with an error for
    /// text that can be no product token. The bindings and the program read bare tokens in this way.
    ///
    /// # Errors
    ///
    /// Those of [`resolve_one`](Self::resolve_one).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{NameError, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve_token("Googlebot-Image")?.tokens(), ["Googlebot-Image"]);
    /// assert_eq!(UserAgent::resolve_token(""), Err(NameError::Empty));
    /// # Ok::<(), NameError>(())
    /// ```
    pub fn resolve_token(token: &'h str) -> Result<Self, NameError> {
        is_one_name(token.trim_ascii())?;
        Ok(Self::from(Token(token)))
    }

    /// Like [`parse`](Self::parse), with an error for a URL, which was probably swapped with the
    /// header. An empty header is one of a crawler without a name. The bindings and the program read
    /// text that is known to be a `User-Agent` header in this way.
    ///
    /// # Errors
    ///
    /// [`NameError::Url`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{NameError, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve_header("FooBot/2.1 (+https://foo.example)")?.name(), "FooBot");
    /// assert_eq!(UserAgent::resolve_header("https://example.com/"), Err(NameError::Url));
    /// assert_eq!(UserAgent::resolve_header("")?.name(), "*");
    /// # Ok::<(), NameError>(())
    /// ```
    pub fn resolve_header(header: &'h str) -> Result<Self, NameError> {
        if is_url(header.trim_ascii()) {
            return Err(NameError::Url);
        }
        Ok(Self::parse(header))
    }
}

/// Whether a text is the name of one crawler.
fn is_one_name(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if let Some(set_name) = name.strip_prefix('@') {
        return Err(match set(set_name) {
            Some(_) => NameError::Set(set_name.into()),
            None => NameError::UnknownSet(set_name.into()),
        });
    }
    // A header may have commas in its comments: `(KHTML, like Gecko)`.
    if name.contains(',') && !name.contains('(') {
        return Err(NameError::List);
    }
    if is_url(name) {
        return Err(NameError::Url);
    }
    Ok(())
}

fn is_url(name: &str) -> bool {
    Names::new(&Dialect::RFC_9309, &AgentList::from(name)).hold_a_url()
}

/// Why a text does not name a crawler; see [`UserAgent::resolve_all`] and
/// [`UserAgent::resolve_one`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameError {
    /// The text is empty, perhaps because a script lost the name.
    Empty,
    /// The text has several names where one is expected.
    List,
    /// There is no set of crawlers with this name; see [`SETS`].
    UnknownSet(String),
    /// The text names a set of crawlers where one crawler is expected.
    Set(String),
    /// The text is a URL, which was probably swapped with the crawler's name.
    Url,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "a crawler's name is empty; write its name, or * for the crawlers that no group names",
            ),
            Self::List => {
                f.write_str("a crawler's name has no comma; name each of several crawlers by itself")
            }
            Self::UnknownSet(name) => {
                write!(f, "there is no set of crawlers @{name}; write @all")?;
                for (name, purpose) in SETS {
                    write!(f, ", @{name} ({})", purpose.description())?;
                }
                Ok(())
            }
            Self::Set(name) => write!(f, "@{name} is a set of crawlers, where one is asked about"),
            Self::Url => f.write_str("it is a URL, and a crawler's name is expected: the two may be swapped"),
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
            assert!(
                agents
                    .clone()
                    .all(|agent| agent.purposes().any(|own| own == *purpose))
            );
            assert_eq!(SETS.iter().filter(|(_, other)| other == purpose).count(), 1);
        }
        assert!(set("").is_none() && set("Search").is_none() && set("other").is_none());
    }

    #[test]
    fn what_names_no_crawler_or_several_is_refused() {
        for (written, expected) in [
            ("", NameError::Empty),
            (" \t", NameError::Empty),
            ("Foo,GPTBot", NameError::List),
            ("@nobody", NameError::UnknownSet("nobody".into())),
            ("https://example.com/x", NameError::Url),
            (" http://e", NameError::Url),
        ] {
            assert_eq!(
                UserAgent::resolve_one(written),
                Err(expected.clone()),
                "{written}"
            );
            assert_eq!(
                UserAgent::resolve_all(written),
                Err(expected.clone()),
                "{written}"
            );
            assert_eq!(
                UserAgent::resolve_token(written),
                Err(expected.clone()),
                "{written}"
            );
            let in_header = UserAgent::resolve_header(written);
            match expected {
                NameError::Url => assert_eq!(in_header, Err(expected), "{written}"),
                _ => assert_eq!(in_header, Ok(UserAgent::parse(written)), "{written}"),
            }
        }
        assert_eq!(UserAgent::resolve_one(" @all"), Err(NameError::Set("all".into())));
        for written in [
            "*",
            "FooBot",
            "Foo Bar",
            "Mozilla/5.0 (KHTML, like Gecko; +http://e)",
            "a/https://x",
        ] {
            assert_eq!(
                UserAgent::resolve_one(written),
                Ok(UserAgent::resolve(written)),
                "{written}"
            );
        }
    }

    #[test]
    fn sets_are_resolved_to_their_members() {
        let all = UserAgent::resolve_all("@all").unwrap();
        assert_eq!(all.len(), ALL.len() - 1);
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
