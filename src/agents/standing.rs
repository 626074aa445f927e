//! The status of a name from a User-agent line, or from a question about a crawler.

use alloc::format;
use alloc::string::String;

use super::{
    Agent, Reported, Retired, Undocumented, by_token, family_of, near_miss, reported, retired, undocumented,
};

/// The status of a name, as [`standing()`] finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Standing {
    /// The token of a crawler in [`ALL`](super::ALL).
    Known(&'static Agent),
    /// The name of a member of a [family](super::FAMILIES) of crawlers.
    Family(&'static Agent),
    /// A token that crawlers no longer use.
    Retired(&'static Retired),
    /// A name that no operator documents, although sites write it.
    Undocumented(&'static Undocumented),
    /// A name that only lists of third parties have.
    Reported(&'static Reported),
    /// Unknown, but close to the token of this crawler; see [`near_miss()`].
    Near(&'static Agent),
    /// Unknown.
    Unknown,
}

/// The status of a name, in any case.
///
/// # Complexity
///
/// O(tables · name).
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::{self, Standing};
///
/// assert_eq!(agents::standing("bingbot"), Standing::Known(&agents::BINGBOT));
/// assert_eq!(agents::standing("Gogglebot"), Standing::Near(&agents::GOOGLEBOT));
/// assert!(matches!(agents::standing("YandexVideo"), Standing::Family(family) if family.name() == "Yandex"));
/// assert!(matches!(agents::standing("Facebot"), Standing::Retired(old) if old.operator() == "Meta"));
/// assert!(matches!(agents::standing("Copilot"), Standing::Undocumented(_)));
/// assert!(matches!(agents::standing("DeepSeekBot"), Standing::Reported(_)));
/// assert_eq!(agents::standing("FooBot"), Standing::Unknown);
/// ```
#[must_use]
pub fn standing(name: &str) -> Standing {
    // The order matters: a retired member of a family is retired, and a name that is known in any
    // way does not count as misspelled.
    if let Some(agent) = by_token(name) {
        Standing::Known(agent)
    } else if let Some(old) = retired(name) {
        Standing::Retired(old)
    } else if let Some(row) = undocumented(name) {
        Standing::Undocumented(row)
    } else if let Some(row) = reported(name) {
        Standing::Reported(row)
    } else if let Some(agent) = near_miss(name) {
        Standing::Near(agent)
    } else if let Some(family) = family_of(name) {
        Standing::Family(family)
    } else {
        Standing::Unknown
    }
}

impl Standing {
    /// The row that describes how a crawler of this name obeys a site, if there is one.
    #[must_use]
    pub const fn agent(self) -> Option<&'static Agent> {
        match self {
            Self::Known(agent) | Self::Family(agent) => Some(agent),
            _ => None,
        }
    }

    /// A warning about `name` for the person who wrote it: a sentence without a period. `None` if
    /// there is no warning.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::standing;
    ///
    /// let warning = |name| standing(name).warning(name);
    /// assert_eq!(warning("Gogglebot").unwrap(), "no crawler `Gogglebot` is known; did you mean `Googlebot`?");
    /// assert_eq!(warning("msnbot").unwrap(), "`msnbot` is retired; today Microsoft uses `bingbot`");
    /// assert_eq!(warning("bingbot"), None);
    /// assert_eq!(warning("FooBot"), None);
    /// ```
    #[must_use]
    pub fn warning(self, name: &str) -> Option<String> {
        match self {
            Self::Near(agent) => Some(format!(
                "no crawler `{name}` is known; did you mean `{}`?",
                agent.name()
            )),
            Self::Retired(old) => Some(match old.successors() {
                [] => format!("`{name}` is retired, and {} names no successor", old.operator()),
                successors => format!(
                    "`{name}` is retired; today {} uses {}",
                    old.operator(),
                    listed(successors)
                ),
            }),
            Self::Undocumented(row) => Some(match row.instead() {
                [] => format!("{} documents no crawler `{name}`", row.operator()),
                instead => format!(
                    "{} documents no crawler `{name}`, but {}",
                    row.operator(),
                    listed(instead)
                ),
            }),
            Self::Reported(_) | Self::Known(_) | Self::Family(_) | Self::Unknown => None,
        }
    }
}

/// Names in code quotes, separated by commas and a final "and".
fn listed(names: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            _ if index + 1 == names.len() => " and ",
            _ => ", ",
        });
        text.push_str(&format!("`{name}`"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_say_what_to_write_instead() {
        for (name, warning) in [
            (
                "DuplexWeb-Google",
                Some("`DuplexWeb-Google` is retired, and Google names no successor"),
            ),
            (
                "claude-web",
                Some("`claude-web` is retired; today Anthropic uses `ClaudeBot` and `Claude-User`"),
            ),
            (
                "gogglebot",
                Some("no crawler `gogglebot` is known; did you mean `Googlebot`?"),
            ),
            ("Googlebot", None),
            ("FooBot", None),
            ("GrokBot", Some("xAI documents no crawler `GrokBot`")),
            (
                "Chat-GPT",
                Some(
                    "OpenAI documents no crawler `Chat-GPT`, but `ChatGPT-User`, `GPTBot` and `OAI-SearchBot`",
                ),
            ),
            ("TavilyBot", None),
            ("YandexVideo", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(standing(name).warning(name).as_deref(), warning, "{name}");
            let crawler = crate::agents::UserAgent::resolve(name);
            assert_eq!(crawler.warning().as_deref(), warning, "{name}");
        }
    }

    #[test]
    fn a_retired_member_of_a_family_is_retired_and_a_misspelled_one_is_near() {
        assert!(matches!(standing("Googlebot-Mobile"), Standing::Retired(_)));
        for (name, agent) in [
            ("googlebot", Some("Googlebot")),
            ("YandexVideo", Some("Yandex")),
            ("Googlebot-Mobile", None),
            ("GrokBot", None),
            ("Googelbot", None),
            ("FooBot", None),
        ] {
            assert_eq!(standing(name).agent().map(Agent::name), agent, "{name}");
        }
        assert!(matches!(standing("YandexImagse"), Standing::Near(agent) if agent.name() == "YandexImages"));
    }
}
