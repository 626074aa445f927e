//! How many rules of a file a crawler reads.

/// How many rules of a file a crawler reads, and how long they may be; see
/// [`Agent::rule_limits`](super::Agent::rule_limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleLimits {
    rules: usize,
    characters: usize,
}

impl RuleLimits {
    pub(super) const fn new(rules: usize, characters: usize) -> Self {
        Self { rules, characters }
    }

    /// The number of rules that are read, from the first.
    #[must_use]
    pub const fn rules(self) -> usize {
        self.rules
    }

    /// The number of characters that a rule may have.
    #[must_use]
    pub const fn characters(self) -> usize {
        self.characters
    }
}
