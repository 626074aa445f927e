//! Names that sites write, and that no operator documents.

/// A name that sites write on User-agent lines although its supposed operator documents no crawler
/// that obeys it, so a group for it most likely applies to no crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undocumented {
    name: &'static str,
    operator: &'static str,
    instead: &'static [&'static str],
}

impl Undocumented {
    /// The name as sites write it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The supposed operator of the crawler.
    #[must_use]
    pub const fn operator(&self) -> &'static str {
        self.operator
    }

    /// The tokens that this operator documents, the most likely first; empty if it documents none.
    #[must_use]
    pub const fn instead(&self) -> &'static [&'static str] {
        self.instead
    }

    const fn new(name: &'static str, operator: &'static str, instead: &'static [&'static str]) -> Self {
        Self {
            name,
            operator,
            instead,
        }
    }
}

// No page of these operators that names such a crawler was found in November 2026.
/// The names that no operator documents.
pub const UNDOCUMENTED: &[Undocumented] = &[
    Undocumented::new("xAI-Bot", "xAI", &[]),
    Undocumented::new("GrokBot", "xAI", &[]),
    Undocumented::new("Grok", "xAI", &[]),
    Undocumented::new("Grok-DeepSearch", "xAI", &[]),
    Undocumented::new("xAI-Grok", "xAI", &[]),
    Undocumented::new("Copilot", "Microsoft", &["bingbot"]),
    Undocumented::new("Chat-GPT", "OpenAI", &["ChatGPT-User", "GPTBot", "OAI-SearchBot"]),
    Undocumented::new("DeepSeek", "DeepSeek", &[]),
    // Its app sends this name.
    Undocumented::new("Flipboard", "Flipboard", &["FlipboardProxy"]),
];

/// The row for a name that no operator documents, in any case.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::undocumented("grokbot").unwrap().operator(), "xAI");
/// assert_eq!(agents::undocumented("GPTBot"), None);
/// ```
#[must_use]
pub fn undocumented(name: &str) -> Option<&'static Undocumented> {
    UNDOCUMENTED
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{by_token, family_of, reported, retired};

    #[test]
    fn nothing_else_is_known_about_them() {
        for row in UNDOCUMENTED {
            let name = row.name();
            assert_eq!(
                undocumented(&name.to_ascii_uppercase()),
                Some(row),
                "{name} is listed twice"
            );
            assert!(by_token(name).is_none() && family_of(name).is_none(), "{name}");
            assert!(retired(name).is_none() && reported(name).is_none(), "{name}");
            for token in row.instead() {
                // Documented, and not in the table of well-known crawlers.
                if *token == "FlipboardProxy" {
                    assert!(by_token(token).is_none());
                    continue;
                }
                let agent = by_token(token).unwrap_or_else(|| panic!("{token} is not known"));
                assert_eq!(agent.operator(), row.operator());
            }
        }
    }
}
