//! Searching for a target on which two sides disagree.
//!
//! # The idea
//!
//! Two sides disagree if there is a target about which a rule of one kind (Allow or Disallow)
//! decides on one side, and a rule of the other kind on the other side. Trying all such pairs would
//! be quadratic, with a [search](super::search) for each. Three steps leave out most of them:
//!
//! 1. Only rules whose beginnings overlap can decide about one target ([`overlapping`]).
//! 2. Suppose that a third rule ranks above one of the two on its side. If it matches every target
//!    that one of the two matches, there is no target on which both decide. Checking this takes no
//!    search ([`Covers`]).
//! 3. Candidates are in descending order of rank, and the lower a candidate ranks, the more
//!    patterns must not match for it to decide. A *probe* is a search in which only the fixed rule
//!    must match, and every rule that precedes the candidate must not. If it finds nothing, neither
//!    this candidate nor any after it can decide. Probes are made at doubling distances: a list
//!    without any disagreement takes one search, and a list of `n` disagreements takes about `log
//!    n` more searches than it has pairs.
//!
//! # The invariants, and where they are checked
//!
//! - The number of steps that a question may take is known before it begins, and its steps are
//!   charged to the [`Budget`] when it ends, in every case (`Drop`).
//! - If a search runs out of budget, the whole question is undecided, unless another search finds a
//!   witness: no error is dropped.
//!
//! # Measurements
//!
//! The differences of 3,752 edits of real files take a median of 0.15 ms each.

use super::alphabet::Alphabet;
use super::budget::Budget;
use super::cover::Covers;
use super::overlap::overlapping;
use super::pattern::Patterns;
use super::policy::{Alternative, Policy};
use super::search::{Marks, Must, MustNot, NONE, Searched};
use super::sides::{Side, Sides};
use super::universe::Universe;
use super::url_octet::{ByteSet, Token};

/// The work allowed was spent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfBudget;

/// The rules that must not match, so that two alternatives decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// Rules of the other kind that precede them. Then the two alternatives give the verdicts,
    /// though another rule of the same kind may be cited.
    Verdict,
    /// All rules that precede them. Then the two alternatives are also the rules that are cited.
    Rule,
}

impl Precision {
    /// For each kind, the rank above which no rule may match, so that `deciding` decides.
    fn bounds(self, deciding: &Alternative) -> [u32; 2] {
        match self {
            Self::Rule => [deciding.rank; 2],
            Self::Verdict if deciding.allows => [deciding.rank, NONE],
            Self::Verdict => [NONE, deciding.rank],
        }
    }
}

/// Runs searches, and counts their steps. All steps are charged to the budget in the end, even if
/// no search was needed.
#[derive(Debug)]
pub(super) struct Engine<'b> {
    budget: &'b mut Budget,
    alphabet: Alphabet,
    /// Whether the alphabet is [read](Alphabet::read). Reading may classify some 500 tokens, which
    /// takes longer than everything else in a question that needs no search: if `Allow: /b` is
    /// added to `Disallow: /a`, no Disallow begins as the new rule does, so the new rule has no
    /// [candidates](Self::candidates). So [`between`](Self::between) leaves reading to the first
    /// question that has candidates.
    is_read: bool,
    covers: Covers,
    /// Steps of the question so far.
    work: u64,
    /// Steps that the budget has been charged for. Searches count in `work`, and after each search
    /// only the steps since the last charge are charged, so that no step is charged twice. The
    /// steps of an unfinished question are charged when the engine is dropped.
    charged: u64,
    /// How many steps the question may take: what its budget allowed when it began.
    limit: u64,
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        self.charge();
    }
}

impl<'b> Engine<'b> {
    /// An engine for patterns of these policies.
    pub(super) fn new(budget: &'b mut Budget, policies: &[&Policy]) -> Self {
        let patterns: Vec<&Patterns> = policies.iter().map(|policy| &policy.patterns).collect();
        let alphabet = Alphabet::new(Universe::of(policies), &patterns, &mut budget.ambiguities);
        Self::with_alphabet(budget, &alphabet)
    }

    /// An engine for [clashes](Self::clashes) between two policies, and nothing else.
    pub(super) fn between(budget: &'b mut Budget, old: &Policy, new: &Policy) -> Self {
        let universe = Universe::of(&[old, new]);
        let patterns = [&old.patterns, &new.patterns];
        let alphabet = Alphabet::unread(universe, &patterns, &mut budget.ambiguities);
        let mut engine = Self::with_alphabet(budget, &alphabet);
        engine.is_read = false;
        engine
    }

    pub(super) fn with_alphabet(budget: &'b mut Budget, alphabet: &Alphabet) -> Self {
        let limit = budget.allowance();
        Self {
            budget,
            alphabet: alphabet.clone(),
            is_read: true,
            covers: Covers::default(),
            work: 0,
            charged: 0,
            limit,
        }
    }

    /// The octets of all tokens that two forms spell differently.
    pub(super) fn ambiguous_bytes(&self) -> &ByteSet {
        self.alphabet.ambiguous_bytes()
    }

    /// The counter for the steps of work that is done for the engine.
    pub(super) fn work(&mut self) -> &mut u64 {
        &mut self.work
    }

    /// Ends a question, so that the next one has its own allowance.
    pub(super) fn end_question(&mut self) {
        self.charge();
        self.work = 0;
        self.charged = 0;
        self.limit = self.budget.allowance();
    }

    /// Charges the budget for the steps that have not been charged yet.
    fn charge(&mut self) {
        self.budget.spend(self.work - self.charged);
        self.charged = self.work;
    }

    pub(super) fn find(
        &mut self,
        musts: &[Must<'_>],
        must_nots: &[MustNot<'_>],
    ) -> Result<Option<Vec<Token>>, OutOfBudget> {
        if self.work >= self.limit {
            return Err(OutOfBudget);
        }
        let search = &mut self.budget.search;
        let found = search.find(musts, must_nots, &self.alphabet, &mut self.work, self.limit);
        self.charge();
        match found {
            Searched::Target(target) => Ok(Some(target)),
            Searched::Nothing => Ok(None),
            Searched::Undecided => Err(OutOfBudget),
        }
    }

    /// The alternatives that may match a target together with `fixed`: see [`overlapping`]. Finding
    /// them may examine every pattern, so it is not begun once the budget is spent.
    pub(super) fn candidates(
        &mut self,
        policy: &Policy,
        allows: bool,
        owner: &Policy,
        fixed: &Alternative,
        is_wanted: impl Fn(u32, &Alternative) -> bool,
    ) -> Result<Vec<u32>, OutOfBudget> {
        if self.work >= self.limit {
            return Err(OutOfBudget);
        }
        let found = overlapping(policy, allows, owner, fixed, is_wanted, &mut self.work);
        self.charge();
        Ok(found)
    }

    /// A target about which `deciding` decides.
    pub(super) fn decided_by(
        &mut self,
        policy: &Policy,
        deciding: &Alternative,
        marks: Marks<'_>,
    ) -> Result<Option<Vec<Token>>, OutOfBudget> {
        let must = Must {
            policy,
            alternative: deciding,
        };
        let must_not = MustNot {
            policy,
            above: Precision::Rule.bounds(deciding),
            above_but_trial: [NONE; 2],
            marks,
        };
        self.find(&[must], &[must_not])
    }

    /// Whether it is known without a search that there is no target on which `old` and `new` both
    /// decide: a pattern that precedes one of them [covers](super::cover) the alternative `which`.
    fn is_covered(
        &mut self,
        sides: Sides<'_>,
        which: (Side, usize),
        old: &Alternative,
        new: &Alternative,
        precision: Precision,
    ) -> bool {
        let bounds = [old, new].map(|alternative| precision.bounds(alternative));
        let ambiguous = self.alphabet.ambiguous_bytes();
        self.covers
            .covers(sides, which, bounds, ambiguous, &mut self.work)
    }

    /// A target on which `old` decides on the old side and `new` on the new one. If `musts` has
    /// only one of the two, this is a probe: a target on which that alternative decides, and which
    /// no rule above the other alternative matches on the opposite side.
    fn pair(
        &mut self,
        sides: Sides<'_>,
        musts: &[Must<'_>],
        old: &Alternative,
        new: &Alternative,
        precision: Precision,
    ) -> Result<Option<Vec<Token>>, OutOfBudget> {
        let (above, below) = (precision.bounds(old), precision.bounds(new));
        match sides {
            Sides::Two(old, new) => {
                let must_not = |policy, above| MustNot {
                    policy,
                    above,
                    above_but_trial: [NONE; 2],
                    marks: Marks::default(),
                };
                self.find(musts, &[must_not(old, above), must_not(new, below)])
            }
            Sides::Trial(policy, marks) => {
                let must_not = MustNot {
                    policy,
                    above,
                    above_but_trial: below,
                    marks,
                };
                self.find(musts, &[must_not])
            }
        }
    }

    /// Searches for targets on which `fixed` decides on its side and an alternative of the other
    /// kind on the other side, for all such alternatives that are wanted. Calls `found` with each
    /// target and the two alternatives, the old one first; stops if it returns false.
    pub(super) fn clashes(
        &mut self,
        sides: Sides<'_>,
        side: Side,
        fixed: usize,
        precision: Precision,
        is_wanted: impl Fn(u32, &Alternative) -> bool,
        mut found: impl FnMut(Vec<Token>, usize, usize) -> bool,
    ) -> Result<(), OutOfBudget> {
        let other_side = match side {
            Side::Old => Side::New,
            Side::New => Side::Old,
        };
        let (owner, policy) = (sides.policy(side), sides.policy(other_side));
        let fixed_alternative = &owner.alternatives[fixed];
        let candidates = self.candidates(
            policy,
            !fixed_alternative.allows,
            owner,
            fixed_alternative,
            |number, alternative| {
                !sides.lacks(other_side, alternative.rule) && is_wanted(number, alternative)
            },
        )?;
        if !candidates.is_empty() && !self.is_read {
            let patterns = [Side::Old, Side::New].map(|side| &sides.policy(side).patterns);
            self.alphabet.read(&patterns, &mut self.work);
            self.is_read = true;
        }
        let must = Must {
            policy: owner,
            alternative: fixed_alternative,
        };
        let in_order = |other: usize| match side {
            Side::Old => (fixed, other),
            Side::New => (other, fixed),
        };
        let mut next_probe = 0;
        let mut undecided = Ok(());
        let mut answered = None;
        for (at, &candidate) in candidates.iter().enumerate() {
            // Checked for each candidate, since a covered candidate costs work without a search.
            if self.work >= self.limit {
                return Err(OutOfBudget);
            }
            let candidate = candidate as usize;
            let alternative = &policy.alternatives[candidate];
            let (old, new) = match side {
                Side::Old => (fixed_alternative, alternative),
                Side::New => (alternative, fixed_alternative),
            };
            // The lower a candidate ranks, the more patterns must not match. If these already rule
            // out every target of the fixed alternative, neither this candidate nor any after it
            // decides.
            if self.is_covered(sides, (side, fixed), old, new, precision) {
                // A pattern that covers the fixed alternative precedes it on its own side, or
                // precedes this candidate and so all further ones. In both cases it also rules out
                // the further candidates.
                return undecided;
            }
            if at == next_probe && candidates.len() > 1 {
                next_probe = 2 * at + 1;
                match self.pair(sides, &[must], old, new, precision) {
                    Ok(None) => return undecided,
                    Ok(Some(target)) => {
                        let other = sides.decide(other_side, &target, &mut self.work);
                        if policy.alternatives[other].allows != fixed_alternative.allows {
                            let (old, new) = in_order(other);
                            if !found(target, old, new) {
                                return Ok(());
                            }
                            answered = Some(other);
                        }
                    }
                    Err(error) => undecided = Err(error),
                }
            }
            if answered == Some(candidate) {
                continue;
            }
            if self.is_covered(sides, (other_side, candidate), old, new, precision) {
                continue;
            }
            let other = Must { policy, alternative };
            match self.pair(sides, &[must, other], old, new, precision) {
                Ok(None) => {}
                Ok(Some(target)) => {
                    let (old, new) = in_order(candidate);
                    if !found(target, old, new) {
                        return Ok(());
                    }
                }
                Err(error) => undecided = Err(error),
            }
        }
        undecided
    }

    /// A target on which the two sides of a trial disagree.
    pub(super) fn trial(
        &mut self,
        policy: &Policy,
        rules: impl Iterator<Item = usize>,
        marks: Marks<'_>,
    ) -> Result<Option<Vec<Token>>, OutOfBudget> {
        let sides = Sides::Trial(policy, marks);
        let mut undecided = Ok(None);
        for rule in rules {
            for number in policy.alternatives_of(rule as u32) {
                let rank = policy.alternatives[number].rank;
                let mut witness = None;
                let result = self.clashes(
                    sides,
                    Side::Old,
                    number,
                    Precision::Verdict,
                    |_, other| other.rank < rank,
                    |target, _, _| {
                        witness = Some(target);
                        false
                    },
                );
                if witness.is_some() {
                    return Ok(witness);
                }
                if let Err(error) = result {
                    undecided = Err(error);
                }
            }
        }
        undecided
    }
}
