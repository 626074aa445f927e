//! Key spelling to [`DirectiveKind`], with the tolerance that a dialect grants.

use super::directive::DirectiveKind;
use crate::dialect::{Dialect, KeySpelling};

const USER_AGENT: &[&[u8]] = &[b"user-agent"];
const USER_AGENT_MISSPELT: &[&[u8]] = &[b"useragent", b"user agent"];
const ALLOW: &[&[u8]] = &[b"allow"];
const DISALLOW: &[&[u8]] = &[b"disallow"];
const DISALLOW_MISSPELT: &[&[u8]] = &[b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"];
const SITEMAP: &[&[u8]] = &[b"sitemap"];
const SITEMAP_MISSPELT: &[&[u8]] = &[b"site-map"];

/// The keys that only correct spelling makes known: they decide no verdict, and so no dialect forgives them.
const EXTENSIONS: [(&[u8], DirectiveKind); 13] = [
    (b"crawl-delay", DirectiveKind::CrawlDelay),
    (b"request-rate", DirectiveKind::RequestRate),
    (b"visit-time", DirectiveKind::VisitTime),
    (b"robot-version", DirectiveKind::RobotVersion),
    (b"comment", DirectiveKind::Comment),
    (b"host", DirectiveKind::Host),
    (b"clean-param", DirectiveKind::CleanParam),
    (b"content-signal", DirectiveKind::ContentSignal),
    (b"content-usage", DirectiveKind::ContentUsage),
    (b"license", DirectiveKind::License),
    (b"agentmap", DirectiveKind::Agentmap),
    (b"schemamap", DirectiveKind::Schemamap),
    (b"llm-policy", DirectiveKind::LlmPolicy),
];

/// How keys are read: what of a dialect this module heeds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    spelling: KeySpelling,
    allow_lines: bool,
}

impl Keys {
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            spelling: dialect.key_spelling(),
            allow_lines: dialect.allow_lines(),
        }
    }

    /// The kind of a non-empty key.
    pub(crate) fn classify(self, key: &[u8]) -> DirectiveKind {
        if self.spells(key, USER_AGENT, USER_AGENT_MISSPELT) {
            DirectiveKind::UserAgent
        } else if self.allow_lines && self.spells(key, ALLOW, &[]) {
            DirectiveKind::Allow
        } else if self.spells(key, DISALLOW, DISALLOW_MISSPELT) {
            DirectiveKind::Disallow
        } else if self.spells(key, SITEMAP, SITEMAP_MISSPELT) {
            DirectiveKind::Sitemap
        } else {
            let known = EXTENSIONS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name));
            known.map_or(DirectiveKind::Unknown, |(_, kind)| *kind)
        }
    }

    fn spells(self, key: &[u8], correct: &[&[u8]], misspelt: &[&[u8]]) -> bool {
        let whole = |name: &&[u8]| key.eq_ignore_ascii_case(name);
        let prefix = |name: &&[u8]| {
            key.get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        match self.spelling {
            KeySpelling::Exact => correct.iter().any(whole),
            KeySpelling::Misspelt => correct.iter().chain(misspelt).any(whole),
            KeySpelling::Prefix => correct.iter().chain(misspelt).any(prefix),
        }
    }

    /// Whether the key is understood only because the dialect forgives a misspelling.
    pub(super) fn is_misspelt(self, key: &[u8]) -> bool {
        let starts = |name: &&[u8]| {
            key.get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        let kind = self.classify(key);
        match kind {
            DirectiveKind::UserAgent => !USER_AGENT.iter().any(starts),
            DirectiveKind::Disallow => !DISALLOW.iter().any(starts),
            DirectiveKind::Sitemap => !SITEMAP.iter().any(starts),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_under_each_spelling() {
        use DirectiveKind::*;
        // key, exact, misspelt, prefix
        let table: [(&[u8], _, _, _); 14] = [
            (b"User-Agent", UserAgent, UserAgent, UserAgent),
            (b"useragent", Unknown, UserAgent, UserAgent),
            (b"user  agent", Unknown, Unknown, Unknown),
            (b"user_agent", Unknown, Unknown, Unknown),
            (b"User-agents", Unknown, Unknown, UserAgent),
            (b"ALLOW", Allow, Allow, Allow),
            (b"allowed", Unknown, Unknown, Allow),
            (b"dissallow", Unknown, Disallow, Disallow),
            (b"DisallowAITraining", Unknown, Unknown, Disallow),
            (b"site-map", Unknown, Sitemap, Sitemap),
            (b"sitemap_index", Unknown, Unknown, Sitemap),
            (b"noallow", Unknown, Unknown, Unknown),
            (b"Crawl-Delay", CrawlDelay, CrawlDelay, CrawlDelay),
            (b"crawl-delays", Unknown, Unknown, Unknown),
        ];
        for (key, exact, misspelt, prefix) in table {
            for (spelling, expected) in [
                (KeySpelling::Exact, exact),
                (KeySpelling::Misspelt, misspelt),
                (KeySpelling::Prefix, prefix),
            ] {
                assert_eq!(
                    Keys {
                        spelling,
                        allow_lines: true
                    }
                    .classify(key),
                    expected,
                    "{key:?} {spelling:?}"
                );
            }
        }
        assert_eq!(
            Keys {
                spelling: KeySpelling::Exact,
                allow_lines: false
            }
            .classify(b"allow"),
            Unknown
        );
    }
}
