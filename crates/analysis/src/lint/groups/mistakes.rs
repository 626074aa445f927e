//! The mistakes that touch a group, because of which its rules may have no effect.

use crate::lint::keys::meant_keys::nearest;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::Keys;
use robots_exclusion::companions::whitespace::is_blank;

/// The first line, by its index, of each kind of mistake that touches a group.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lint) struct Mistakes {
    /// A mistake that changes which rules the group has, or to whom they apply.
    pub(super) group: Option<usize>,
    /// An Allow that is lost, or matches other URLs than intended.
    pub(super) allow: Option<usize>,
    /// A Disallow that is lost, or matches other URLs than intended.
    pub(super) disallow: Option<usize>,
    /// A rule that closes everything, perhaps by mistake.
    pub(super) closing: Option<usize>,
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

    pub(super) fn of_rule(kind: RuleKind, line: usize) -> Self {
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

    /// The mistakes from a lost line with this key. Lines with other keys than these touch no
    /// rules.
    pub(super) fn of_lost(text: &[u8], line: usize) -> Self {
        let is_end = |byte: &u8| is_blank(*byte) || *byte == b':';
        let word = text.split(is_end).next().unwrap_or_default();
        // `User agent: x` has its key in two words.
        let key = text.split(|byte| *byte == b':').next().unwrap_or_default();
        let near = nearest(word, Keys::exact()).or_else(|| nearest(key, Keys::exact()));
        match near.map(|near| near.key) {
            Some("Allow") => Self::of_rule(RuleKind::Allow, line),
            Some("Disallow") => Self::of_rule(RuleKind::Disallow, line),
            Some("User-agent") | None => Self {
                group: Some(line),
                ..Self::default()
            },
            Some(_) => Self::default(),
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
