//! The mistakes that touch a group, because of which its rules may have no effect.

use robots_exclusion::RuleKind;

/// The first line, by its index, of each kind of mistake that touches a group.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct Mistakes {
    /// A mistake that changes which rules the group has, or to whom they apply.
    pub(in crate::lint) group: Option<usize>,
    /// An Allow that is lost, or matches other URLs than intended.
    pub(in crate::lint) allow: Option<usize>,
    /// A Disallow that is lost, or matches other URLs than intended.
    pub(in crate::lint) disallow: Option<usize>,
    /// A rule that closes everything, perhaps by mistake.
    pub(in crate::lint) closing: Option<usize>,
}

impl Mistakes {
    fn first(one: Option<usize>, other: Option<usize>) -> Option<usize> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            _ => one.or(other),
        }
    }

    pub(in crate::lint) fn with(self, other: Self) -> Self {
        Self {
            group: Self::first(self.group, other.group),
            allow: Self::first(self.allow, other.allow),
            disallow: Self::first(self.disallow, other.disallow),
            closing: Self::first(self.closing, other.closing),
        }
    }

    pub(in crate::lint) fn of_rule(kind: RuleKind, line: usize) -> Self {
        match kind {
            RuleKind::Allow => Self {
                allow: Some(line),
                ..Self::default()
            },
            RuleKind::Disallow => Self {
                disallow: Some(line),
                ..Self::default()
            },
        }
    }

    /// The mistake that changes which rules the group has.
    pub(in crate::lint) fn group(self) -> Option<usize> {
        self.group
    }

    /// Any mistake that touches the group, of whatever kind.
    pub(in crate::lint) fn any(self) -> Option<usize> {
        let rules = Self::first(self.allow, self.disallow);
        Self::first(Self::first(self.group, self.closing), rules)
    }

    /// The mistake because of which an empty rule may have no effect: not one that corrects, adds
    /// or loses other rules of the group, since an empty rule never has an effect beside other
    /// rules.
    pub(in crate::lint) fn behind_empty_rule(self) -> Option<usize> {
        Self::first(self.group, self.closing)
    }

    /// The mistake because of which a rule of this kind may have no effect. `because` is the index
    /// of the line of the rule that makes it needless, or `None` if several rules do so together.
    pub(in crate::lint) fn behind(
        self,
        kind: RuleKind,
        because: Option<usize>,
        is_mistaken: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let opposite = match kind {
            RuleKind::Allow => self.disallow,
            RuleKind::Disallow => self.allow,
        };
        let own = match because {
            Some(line) if is_mistaken(line) || self.closing == Some(line) => Some(line),
            Some(_) => None,
            None => self.any(),
        };
        own.or(self.group).or(opposite)
    }

    /// Whether a line is the rule that closes everything.
    pub(in crate::lint) fn is_closing(self, line: usize) -> bool {
        self.closing == Some(line)
    }

    /// What to do about a rule that a mistake touches.
    pub(in crate::lint) fn help(self, line: usize) -> String {
        let number = line + 1;
        match self.is_closing(line) {
            true => format!(
                "decide about line {number} first, which blocks everything: without it, this rule may have an effect"
            ),
            false => format!("correct line {number} first: then this rule may have an effect"),
        }
    }
}
