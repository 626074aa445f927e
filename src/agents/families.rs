//! Families of crawlers: rows that stand for all names with a prefix.

use super::{Agent, Medium, Obedience, Purpose};
use crate::syntax::crawler_name::is_token_byte;

/// The crawlers of an operator whose names begin alike, including many without a row in the table.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::FAMILIES;
///
/// let yandex = FAMILIES.iter().find(|family| family.prefix() == "Yandex").unwrap();
/// assert_eq!(yandex.agent().operator(), "Yandex");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    prefix: &'static str,
    agent: Agent,
    /// The members that fetch one kind of content, by their names in lower case.
    media: &'static [(&'static str, Medium)],
}

impl Family {
    /// The prefix of the members' names, as the operator spells it.
    #[must_use]
    pub const fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// The facts about all members. The only token is the token whose groups the members obey if no
    /// group names them.
    #[must_use]
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    const fn new(prefix: &'static str, operator: &'static str, token: &'static [&'static str]) -> Self {
        Self {
            prefix,
            agent: Agent::new(operator, Purpose::Search, Obedience::Always, token),
            media: &[],
        }
    }

    const fn with_media(self, media: &'static [(&'static str, Medium)]) -> Self {
        Self { media, ..self }
    }
}

// [R], [S] and [N] as in the table of agents. A name that the table lists is not looked up here.
/// The families of crawlers.
pub const FAMILIES: &[Family] = &[
    // [S] developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers: the
    // specialized Googlebots obey the groups of Googlebot.
    Family::new("Googlebot-", "Google", &["Googlebot"]),
    // [R] yandex.com/support/webmaster/en/robot-workings/user-agent: a record for Yandex is used by
    // all Yandex robots that no record names.
    // [S] Yandex's list of robots, for the robots that fetch videos.
    Family::new("Yandex", "Yandex", &["Yandex"]).with_media(&[
        ("yandexvideo", Medium::Video),
        ("yandexvideoparser", Medium::Video),
    ]),
    // [R] www.baidu.com/search/robots_english.html lists -image, -video, -news, -favo, -cpro, -ads.
    // [S] That they obey the group of Baiduspider.
    Family::new("Baiduspider-", "Baidu", &["Baiduspider"]).with_media(&[
        ("baiduspider-image", Medium::Image),
        ("baiduspider-video", Medium::Video),
    ]),
    // [S] Headers of Qwantbot-news, with the URL of help.qwant.com/bot.
    Family::new("Qwantbot-", "Qwant", &["Qwantbot"]),
    // [R] help.coccoc.com/en/search-engine/robots-txt: each robot obeys the name nearest to its own.
    Family::new("coccocbot-", "Cốc Cốc", &["coccocbot"]).with_media(&[("coccocbot-image", Medium::Image)]),
];

/// Names that crawlers send instead of their product tokens, each with its token, and with a part
/// of the URL in the same header: without this URL, another program may have sent the name.
// [R] help.pinterest.com/business/article/pinterest-crawler documents both headers of Pinterestbot.
const HEADER_NAMES: &[(&str, &str, &str)] = &[("Pinterest", "pinterest.com/bot.html", "Pinterestbot")];

/// The token of the crawler that sends this name in this header instead of its token.
pub(super) fn token_of_header_name(name: &str, header: &str) -> Option<&'static str> {
    let sends =
        |(sent, url, _): &&(&str, &str, &str)| name.eq_ignore_ascii_case(sent) && header.contains(url);
    HEADER_NAMES.iter().find(sends).map(|(_, _, token)| *token)
}

/// Whether a crawler sends this name in its header instead of its token.
pub(super) fn is_header_name(name: &str) -> bool {
    HEADER_NAMES
        .iter()
        .any(|(sent, ..)| name.eq_ignore_ascii_case(sent))
}

/// The one kind of content that a member of a family fetches, if known.
pub(super) fn medium_of_member(token: &str) -> Option<Medium> {
    let mut media = FAMILIES.iter().flat_map(|family| family.media);
    let (_, medium) = media.find(|(name, _)| token.eq_ignore_ascii_case(name))?;
    Some(*medium)
}

/// The facts about the family that a product token belongs to: the token begins with the family's
/// prefix, in any case, or is the token that all members obey, and is not in [`ALL`](super::ALL).
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Dialect, agents};
///
/// let family = agents::family_of("YandexMobileBot").unwrap();
/// assert_eq!((family.name(), family.dialect()), ("Yandex", Dialect::YANDEX));
/// assert!(agents::family_of("YandexBot").is_none()); // It has a row of its own.
/// assert!(agents::family_of("Baiduspiderx").is_none());
/// ```
#[must_use]
pub fn family_of(token: &str) -> Option<&'static Agent> {
    let has = |family: &&Family| {
        begins_with(token, family.prefix) || token.eq_ignore_ascii_case(family.agent.name())
    };
    let family = FAMILIES.iter().find(has)?;
    let is_token = token.bytes().all(is_token_byte) && !token.ends_with('-');
    (is_token && super::by_token(token).is_none()).then_some(&family.agent)
}

fn begins_with(token: &str, prefix: &str) -> bool {
    let start = token.get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_begin_with_the_prefix_and_are_not_listed() {
        for (token, family) in [
            ("Yandex", Some("Yandex")),
            ("yandexvideo", Some("Yandex")),
            ("YandexBot", None),
            ("YandexAdditional", None),
            ("Yande", None),
            ("MyYandexBot", None),
            ("Yandex Bot", None),
            ("Googlebot-Other", Some("Googlebot")),
            ("Googlebot-", None),
            ("Googlebot", None),
            ("Googlebots", None),
            ("Googlebot-Image", None),
            ("BAIDUSPIDER-RENDER", Some("Baiduspider")),
            ("Baiduspider", None),
            ("coccocbot", Some("coccocbot")),
            ("coccocbot-image", Some("coccocbot")),
            ("coccocbot-web", None),
            ("Яндекс", None),
            ("", None),
        ] {
            assert_eq!(family_of(token).map(Agent::name), family, "{token}");
        }
    }

    #[test]
    fn members_that_fetch_one_kind_of_content_are_members() {
        for family in FAMILIES {
            for (name, medium) in family.media {
                assert_eq!(family_of(name), Some(&family.agent), "{name}");
                let crawler = crate::agents::UserAgent::resolve(name);
                assert_eq!(crawler.only_fetches(), Some(*medium), "{name}");
                let token = crate::agents::UserAgent::from(*name);
                assert_eq!(token.only_fetches(), None, "{name}");
            }
        }
        for name in [
            "Googlebot-Other",
            "YandexMobileBot",
            "Baiduspider",
            "FooBot-Image",
            "ImagesiftBot",
        ] {
            let crawler = crate::agents::UserAgent::resolve(name);
            assert_eq!(crawler.only_fetches(), None, "{name}");
        }
    }
}
