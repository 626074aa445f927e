//! One crawler with several names.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{NameError, Obedience, UserAgent};
use crate::dialect::Dialect;
use crate::syntax::agent_list::AgentList;

/// A crawler that looks for the groups of several names, the most preferred first, such as
/// `["MyBot", "Googlebot"]`.
///
/// Each name is read by [`UserAgent::resolve_one`], like a single name, so a list of one name is
/// equivalent to the name. The tokens of all names are joined in order. The list obeys `*` unless
/// one of its names ignores it. The bindings read lists of names in this way.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::agents::{NameError, NamedCrawler};
///
/// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /");
/// let mine = NamedCrawler::resolve(["MyBot", "Googlebot-Image"])?;
/// assert!(!robots.is_allowed(mine.list(), "/x") && robots.is_allowed(mine.list(), "/y"));
/// assert!(!NamedCrawler::resolve(["AdsBot-Google"])?.list().obeys_star());
/// # Ok::<(), NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCrawler {
    list: AgentList<'static>,
    dialect: Dialect,
    obeys: Obedience,
}

impl NamedCrawler {
    /// The crawler with these names.
    ///
    /// # Errors
    ///
    /// The error of [`UserAgent::resolve_one`] for the first name that has an error, and
    /// [`NameError::Empty`] if there are no names.
    pub fn resolve<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Result<Self, NameError> {
        let named = |name: T| UserAgent::resolve_one(name.as_ref()).map(|found| Self::from(&found));
        Self::merge(names.into_iter().map(named).collect::<Result<Vec<_>, _>>()?)
    }

    /// Joins several crawlers into one, the most preferred first. For names that were read in other
    /// ways.
    ///
    /// # Errors
    ///
    /// [`NameError::Empty`] if there are no crawlers: an empty list does not stand for a crawler
    /// without a name, which is `*`.
    pub fn merge(crawlers: impl IntoIterator<Item = Self>) -> Result<Self, NameError> {
        let crawlers: Vec<Self> = crawlers.into_iter().collect();
        let first = crawlers.first().ok_or(NameError::Empty)?;
        let is_any = |obeys| crawlers.iter().any(|crawler| crawler.obeys == obeys);
        let is_common = crawlers.iter().all(|crawler| crawler.dialect == first.dialect);
        let tokens = crawlers
            .iter()
            .flat_map(|crawler| crawler.list.tokens().map(ToString::to_string));
        let mut list: AgentList<'static> = tokens.collect();
        if crawlers.iter().any(|crawler| !crawler.list.obeys_star()) {
            list = list.without_star();
        }
        if crawlers.iter().any(|crawler| crawler.list.reads_delay_of_star()) {
            list = list.with_delay_of_star();
        }
        Ok(Self {
            list,
            dialect: if is_common {
                first.dialect
            } else {
                Dialect::RFC_9309
            },
            obeys: match (is_any(Obedience::MayIgnore), is_any(Obedience::Unknown)) {
                (true, _) => Obedience::MayIgnore,
                (false, true) => Obedience::Unknown,
                (false, false) => Obedience::Always,
            },
        })
    }

    /// The names as a list, for questions.
    #[must_use]
    pub fn list(&self) -> AgentList<'_> {
        AgentList::from(&self.list)
    }

    /// How it reads robots.txt: in the dialect that all its names share, or under RFC 9309 if the
    /// dialects differ.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What is documented about obeying robots.txt: [`Obedience::MayIgnore`] if this is documented
    /// for one of the names, [`Obedience::Always`] if it is documented for all of them.
    #[must_use]
    pub fn obeys(&self) -> Obedience {
        self.obeys
    }
}

impl From<&UserAgent<'_>> for NamedCrawler {
    fn from(found: &UserAgent<'_>) -> Self {
        Self {
            list: found.list().into_owned(),
            dialect: found.dialect(),
            obeys: found.obeys(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{ALL, FAMILIES, Family};

    #[test]
    fn a_list_of_one_name_means_the_name() {
        let families = FAMILIES.iter().map(Family::agent);
        for name in ALL.iter().chain(families).map(crate::agents::Agent::name) {
            let alone = UserAgent::resolve(name);
            let listed = NamedCrawler::resolve([name]).unwrap();
            assert_eq!(listed, NamedCrawler::from(&alone), "{name}");
            assert_eq!(listed.list(), alone.list(), "{name}");
        }
    }

    #[test]
    fn what_names_differ_in() {
        let named = |names: &[&str]| NamedCrawler::resolve(names).unwrap();
        let tokens = |names: &[&str]| {
            named(names)
                .list()
                .tokens()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            tokens(&["Googlebot-Video", "bingbot/2.0"]),
            ["Googlebot-Video", "Googlebot", "bingbot", "msnbot"]
        );
        assert_eq!(named(&["Googlebot", "GoogleOther"]).dialect(), Dialect::GOOGLE);
        assert_eq!(named(&["Googlebot", "YandexBot"]).dialect(), Dialect::RFC_9309);
        assert!(named(&["FooBot", "bingbot"]).list().reads_delay_of_star());
        assert!(!named(&["FooBot", "AdsBot-Google"]).list().obeys_star());
        for (names, obeys) in [
            (&["GPTBot", "Googlebot"][..], Obedience::Always),
            (&["GPTBot", "ChatGPT-User", "FooBot"], Obedience::MayIgnore),
            (&["GPTBot", "FooBot"], Obedience::Unknown),
        ] {
            assert_eq!(named(names).obeys(), obeys, "{names:?}");
        }
        assert_eq!(
            NamedCrawler::resolve(["FooBot", "@all"]),
            Err(NameError::Set("all".into()))
        );
        assert_eq!(NamedCrawler::resolve([] as [&str; 0]), Err(NameError::Empty));
        assert_eq!(NamedCrawler::merge([]), Err(NameError::Empty));
    }
}
