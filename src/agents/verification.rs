//! How to verify the visit of a crawler.

/// An operator's documentation of how to distinguish its crawler from programs that only send its
/// name: lists of addresses, and the names of these addresses in reverse DNS. The caller does the
/// lookup.
///
/// A name counts if it ends in one of the [suffixes](Self::dns_suffixes) after a dot, and if it
/// resolves to the address of the visit.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let verification = agents::GOOGLEBOT.verification().unwrap();
/// assert_eq!(verification.dns_suffixes(), ["googlebot.com"]);
/// assert!(verification.address_lists()[0].ends_with("common-crawlers.json"));
/// assert!(agents::BYTESPIDER.verification().is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verification {
    address_lists: &'static [&'static str],
    dns_suffixes: &'static [&'static str],
}

impl Verification {
    /// The URLs of the lists, usually JSON, in which the operator publishes the addresses of its
    /// crawler.
    #[must_use]
    pub const fn address_lists(&self) -> &'static [&'static str] {
        self.address_lists
    }

    /// The suffixes of the names of the crawler's addresses in reverse DNS.
    #[must_use]
    pub const fn dns_suffixes(&self) -> &'static [&'static str] {
        self.dns_suffixes
    }

    const fn new(address_lists: &'static [&'static str], dns_suffixes: &'static [&'static str]) -> Self {
        Self {
            address_lists,
            dns_suffixes,
        }
    }
}

/// The documentation about the crawler with this token, or about all crawlers of its operator.
pub(super) fn verification_of(token: &str, operator: &str) -> Option<&'static Verification> {
    let of_token = BY_TOKEN.iter().find(|(tokens, _)| tokens.contains(&token));
    let of_operator = || BY_OPERATOR.iter().find(|(name, _)| *name == operator);
    of_token
        .map(|(_, verification)| verification)
        .or_else(|| of_operator().map(|(_, verification)| verification))
}

static BY_TOKEN: &[(&[&str], Verification)] = &[
    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers
    (
        &[
            "AdsBot-Google",
            "AdsBot-Google-Mobile",
            "Mediapartners-Google",
            "APIs-Google",
            "Google-Safety",
        ],
        Verification::new(
            &["https://developers.google.com/static/crawling/ipranges/special-crawlers.json"],
            &["google.com"],
        ),
    ),
    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers
    (
        &[
            "Google-Agent",
            "Google-GeminiNotebook",
            "FeedFetcher-Google",
            "Google-CWS",
            "Google-Read-Aloud",
            "GoogleProducer",
            "Google-Site-Verification",
            "Google-Pinpoint",
            "GoogleMessages",
        ],
        Verification::new(
            &[
                "https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers.json",
                "https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers-google.json",
                "https://developers.google.com/static/crawling/ipranges/user-triggered-agents.json",
            ],
            &["gae.googleusercontent.com", "google.com"],
        ),
    ),
    // [S] A data set of October 2026 that cites developers.openai.com/api/docs/bots.
    (
        &["GPTBot"],
        Verification::new(&["https://openai.com/gptbot.json"], &[]),
    ),
    (
        &["OAI-SearchBot"],
        Verification::new(&["https://openai.com/searchbot.json"], &[]),
    ),
    (
        &["ChatGPT-User"],
        Verification::new(&["https://openai.com/chatgpt-user.json"], &[]),
    ),
    // [R] developer.amazon.com/amazonbot
    (
        &["Amazonbot"],
        Verification::new(&[], &["crawl.amazonbot.amazon"]),
    ),
    // [S] Accounts of support.apple.com/119829, which also publishes a list.
    (&["Applebot"], Verification::new(&[], &["applebot.apple.com"])),
];

static BY_OPERATOR: &[(&str, Verification)] = &[
    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers
    (
        "Google",
        Verification::new(
            &["https://developers.google.com/static/crawling/ipranges/common-crawlers.json"],
            &["googlebot.com"],
        ),
    ),
    // [R] yandex.com/support/webmaster/robot-workings/check-yandex-robots.html: the list of addresses is not
    // disclosed.
    (
        "Yandex",
        Verification::new(&[], &["yandex.ru", "yandex.net", "yandex.com"]),
    ),
    // [R] help.qwant.com/bot, which also publishes qwantbot.json.
    ("Qwant", Verification::new(&[], &["qwant.com"])),
    // [R] babbar.tech/crawler: no fixed addresses.
    ("Babbar", Verification::new(&[], &["babbar.eu"])),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{ALL, by_token};

    #[test]
    fn rows_are_of_known_crawlers_and_say_something() {
        for (tokens, verification) in BY_TOKEN {
            for token in *tokens {
                let agent = by_token(token).unwrap_or_else(|| panic!("{token} is not known"));
                assert_eq!(agent.verification(), Some(verification), "{token}");
            }
        }
        for (operator, _) in BY_OPERATOR {
            assert!(
                ALL.iter().any(|agent| agent.operator() == *operator),
                "{operator}"
            );
        }
        let all = BY_TOKEN.iter().map(|(_, verification)| verification);
        for known in all.chain(BY_OPERATOR.iter().map(|(_, verification)| verification)) {
            assert!(
                known
                    .address_lists
                    .iter()
                    .all(|list| list.starts_with("https://"))
            );
            assert!(
                known
                    .dns_suffixes
                    .iter()
                    .all(|suffix| !suffix.starts_with('.') && suffix.contains('.'))
            );
            assert!(known.address_lists.len() + known.dns_suffixes.len() > 0);
        }
        // No crawler sends the token of Google-Extended.
        assert!(
            ALL.iter()
                .all(|agent| agent.crawls() || agent.verification().is_none())
        );
    }
}
