//! The one primitive: a shortest target that some patterns match and no pattern of a set does.
//!
//! # An example
//!
//! With `Allow: /*.css` and `Disallow: /a`, is there a URL that the Allow matches and the Disallow
//! does not? The Allow is wanted, the Disallow must not match, and the filler is `x`:
//!
//! ```text
//! target     the Allow is before   the trie of `/a`
//! /          `.`                   is at `/`           `.` and `x` are tried
//! /.         `c`                   is dead             kept
//! /x         `.`                   is dead             kept: no further in the Allow, but safe from the Disallow
//! /.c        `s`                   is dead             kept
//! /.. /.x                                              dropped: `/.` and `/x` can do whatever they can
//! /x. /xx                                              dropped likewise
//! /.cs       `s`                   is dead             kept
//! /.css      its end               is dead             the answer
//! ```
//!
//! `/a` is never tried, since `a` does not advance any wanted pattern. If the Disallow were `/`, it
//! would match the first octet, and the search would be over.
//!
//! # The idea
//!
//! All patterns read the target at once, token by token, and a state says how much of each has
//! matched. States are visited breadth first, so that the first state in which all wanted patterns
//! have matched gives a shortest target. Two rules keep the number of states small:
//!
//! - A state is dropped if every text that leads from it to an answer also leads from an earlier
//!   state to an answer: the wanted patterns are at the same positions there, and no other pattern
//!   has matched more.
//! - Only tokens that advance a wanted pattern are tried, and one *filler* that occurs in no
//!   pattern.
//!
//! Why this suffices: take any target that is an answer. The text outside the leftmost occurrences
//! of the wanted patterns' segments may be replaced by fillers. The wanted patterns still match,
//! and a filler, which is in no pattern, can only make another pattern fail. With `/*.css` wanted
//! and `/a` unwanted, `/b/c.css` becomes `/xxx.css`. A segment may begin within an escape, as `1`
//! does in `%41`. Then a filler and the segment, written raw, can take the place of the escape:
//! `x1`. This does not hold if the escape is an ambiguous token, which two forms spell differently,
//! so ambiguous tokens are tried too. A `?` matches a filler like any octet, so this holds for
//! globs too, as long as every octet is replaced by one filler; tokens that two forms spell with
//! different numbers of octets are tried as well. Where patterns have sets, there is a filler for
//! each class of octets that no set distinguishes.
//!
//! # The layout
//!
//! ```text
//! state = place, position of each wanted pattern, node of each trie, position of each other pattern
//!         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//!         equal in two states that compare       in the better one, dead or no further
//! ```
//!
//! A state is a run of numbers: the [`Place`] at which the target is, the positions of the wanted
//! patterns, a node of each [`Trie`] of literal patterns (each policy has one for each form), and
//! the positions of the other patterns. All states are consecutive in one buffer. The position in a
//! glob is a number too: of a place in the pattern if one place is enough, otherwise of a set of
//! places ([`SetStates`]).
//!
//! # The steps
//!
//! [`Search::find`] sets up a [`Run`]: `set_up` chooses the patterns that may matter, `run` takes
//! one state after the other and hands it to `expand`, which calls `choose_tokens` for the tokens
//! that may follow, makes each step with `step`, drops the state that results if `is_dominated`,
//! and otherwise `keep`s it.
//!
//! # The invariants, and where they are checked
//!
//! - When a target is found, both policies decide about it again, which gives the verdicts of the
//!   witness; tests call `check` with its URL too.
//! - The answer is "nothing" only if no state is left; if the work allowed is spent first, the
//!   answer is "undecided".
//! - Both are compared with brute force over all short targets (`tests/it/decide/brute_force.rs`),
//!   and with samples for every file of the corpus.
//!
//! # Measurements
//!
//! Over 40 real files and all pairs of dialects with globs, positions of one number and the fillers
//! by class take a fifth of the steps that sets of positions took (1,461 instead of 7,530 million),
//! and leave 8 pairs undecided instead of 80.

use super::alphabet::Alphabet;
use super::pattern::{DEAD, DONE, Kind, Pattern, Patterns, Position, SetStates, heads_agree};
use super::policy::{Alternative, Policy, Wild};
use super::reach::Reach;
use super::trie::{End, Trie};
use super::url_octet::{Form, Place, Token};
use robots_exclusion::companions::percent::Spelled;

/// A pattern that the target must match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Must<'p> {
    pub(super) policy: &'p Policy,
    pub(super) alternative: &'p Alternative,
}

impl<'p> Must<'p> {
    fn pattern(&self) -> (&'p Patterns, &'p Pattern) {
        (&self.policy.patterns, &self.alternative.pattern)
    }
}

/// The patterns of a policy that the target must not match: its patterns of higher rank than a
/// bound for their kind (first Disallow, then Allow).
#[derive(Clone, Copy, Debug)]
pub(super) struct MustNot<'p> {
    pub(super) policy: &'p Policy,
    pub(super) above: [u32; 2],
    /// Bounds for all rules except the rules on trial, which count only above `above`. So one
    /// search answers for the policy with the rules on trial (`above`) and without them
    /// (`above_but_trial`).
    pub(super) above_but_trial: [u32; 2],
    pub(super) marks: Marks<'p>,
}

/// Rules that do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks<'p> {
    /// A mark for each rule; rules beyond its end have no mark.
    pub(super) rules: &'p [Mark],
    /// The rules from the first number up to the second are on trial.
    pub(super) trial: (u32, u32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    #[default]
    None,
    /// Treated as absent on both sides.
    Gone,
    /// Present on the old side, absent on the new one.
    Trial,
}

impl Marks<'_> {
    #[inline]
    pub(super) fn of(&self, rule: u32) -> Mark {
        if self.trial.0 <= rule && rule < self.trial.1 {
            return Mark::Trial;
        }
        self.rules.get(rule as usize).copied().unwrap_or_default()
    }
}

/// A bound that no rank exceeds.
pub(super) const NONE: u32 = u32::MAX;

impl MustNot<'_> {
    fn is_bad(&self, rank: u32, allows: bool, rule: u32) -> bool {
        let kind = usize::from(allows);
        let is_above = rank > self.above[kind];
        if !is_above && rank <= self.above_but_trial[kind] {
            return false;
        }
        match self.marks.of(rule) {
            Mark::None => true,
            Mark::Gone => false,
            Mark::Trial => is_above,
        }
    }

    fn is_bad_end(&self, end: &End) -> bool {
        self.is_bad(end.rank, end.allows, end.rule)
    }

    /// Whether a pattern may match a target that all of `musts` match, by how they begin.
    fn agrees(&self, wild: &Wild, musts: &[Must<'_>]) -> bool {
        let pattern = &self.policy.alternatives[wild.alternative as usize].pattern;
        let mut wanted = musts.iter().map(Must::pattern);
        wanted.all(|must| heads_agree(must, (&self.policy.patterns, pattern)))
    }

    /// The lowest of all bounds: patterns of this rank or below are never bad.
    fn lowest(&self) -> u32 {
        let bounds = self.above.iter().chain(&self.above_but_trial);
        bounds.copied().min().unwrap_or(NONE)
    }

    /// Whether any pattern that must not match is a glob with sets.
    fn has_bad_sets(&self, musts: &[Must<'_>], work: &mut u64) -> bool {
        if self.policy.patterns.sets().is_empty() {
            return false;
        }
        let lowest = self.lowest();
        let is_bad = |wild: &Wild| {
            *work += 1;
            wild.has_sets && self.is_bad(wild.rank, wild.allows, wild.rule) && self.agrees(wild, musts)
        };
        // They are in descending order of rank.
        let parts = self.policy.parts.iter();
        let mut wilds = parts.flat_map(|part| part.wilds.iter().take_while(|wild| wild.rank > lowest));
        wilds.any(is_bad)
    }

    /// Whether any of some patterns may be bad, given the highest rank of each kind among them.
    fn may_be_bad(&self, highest: [u32; 2]) -> bool {
        let lowest = |kind: usize| self.above[kind].min(self.above_but_trial[kind]);
        highest[0] > lowest(0) || highest[1] > lowest(1)
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Searched {
    Target(Vec<Token>),
    /// There is no target.
    Nothing,
    /// The work allowed was spent first.
    Undecided,
}

/// A pattern whose position is part of each state.
#[derive(Clone, Copy, Debug)]
struct Runner {
    pattern: Pattern,
    /// Which patterns it belongs to, and its form.
    source: u8,
    form: u8,
    /// The number of its [`SetStates`], if it is of [`Kind::Sets`].
    sets: u32,
}

/// The cost of a state, without its positions.
const STATE_WORK: u64 = 32;
/// The end of a chain of states.
const NO_STATE: u32 = u32::MAX;

/// The memory of searches, reused from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    runners: Vec<Runner>,
    set_states: Vec<SetStates>,
    reaches: Vec<Reach>,
    /// All states, one after the other: the [`Place`], the positions of wanted patterns, trie nodes,
    /// the other positions.
    states: Vec<u32>,
    /// For each state, the last step to it, and the previous state in the same bucket.
    origins: Vec<(u32, u32)>,
    /// Each step: the previous step, and the token.
    trail: Vec<(u32, Token)>,
    buckets: Vec<u32>,
    current: Vec<u32>,
    next: Vec<u32>,
    tokens: Vec<Token>,
}

/// The result of adding one more token to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A wanted pattern can no longer match, or a pattern that must not match does.
    Lost,
    Alive,
    /// The target so far is an answer.
    Accepted,
}

/// One search under way.
struct Run<'s, 'p> {
    search: &'s mut Search,
    alphabet: &'s Alphabet,
    sources: Vec<&'p Patterns>,
    forms: Vec<Form>,
    tries: Vec<(MustNot<'p>, &'p Trie, u8)>,
    musts: usize,
    /// The number of runners of [`Kind::Sets`].
    sets: u32,
    /// One token of each class must be tried, since fillers do not suffice.
    all_tokens: bool,
    /// Patterns have sets, or `?`.
    has_sets: bool,
    has_any: bool,
    work: u64,
    limit: u64,
}

impl Search {
    /// Searches for a shortest target that all of `musts` match and none of `must_nots` does. Adds
    /// its cost to `work`, and stops soon after `work` exceeds `limit`.
    pub(super) fn find(
        &mut self,
        musts: &[Must<'_>],
        must_nots: &[MustNot<'_>],
        alphabet: &Alphabet,
        work: &mut u64,
        limit: u64,
    ) -> Searched {
        let mut run = Run {
            search: self,
            alphabet,
            sources: Vec::with_capacity(musts.len() + must_nots.len()),
            forms: Vec::with_capacity(4),
            tries: Vec::with_capacity(must_nots.len()),
            musts: musts.len(),
            sets: 0,
            all_tokens: alphabet.filler().is_none(),
            has_sets: false,
            has_any: false,
            work: *work,
            limit,
        };
        run.set_up(musts, must_nots);
        let found = run.run();
        *work = run.work;
        found
    }
}

impl<'p> Run<'_, 'p> {
    fn set_up(&mut self, musts: &[Must<'p>], must_nots: &[MustNot<'p>]) {
        self.search.runners.clear();
        for must in musts {
            self.sources.push(&must.policy.patterns);
            self.add_runner(must.alternative.pattern);
        }
        // With sets, more octets are tried than `reach` contains, so the search must know whether
        // there are sets before it leaves out a pattern because of its octets.
        let work = &mut self.work;
        self.has_sets |= must_nots
            .iter()
            .any(|must_not| must_not.has_bad_sets(musts, work));
        self.all_tokens |= self.has_sets && self.alphabet.set_fillers(false).is_empty();
        let mut reaches = core::mem::take(&mut self.search.reaches);
        for must_not in must_nots {
            self.sources.push(&must_not.policy.patterns);
            for part in &must_not.policy.parts {
                let form = self.form(part.form);
                self.tries.push((*must_not, &part.trie, form));
                // The list is in descending order of rank, so no later pattern has a higher rank.
                let lowest = must_not.lowest();
                if part.wilds.first().is_none_or(|wild| wild.rank <= lowest) {
                    continue;
                }
                let reach = self.reach(&mut reaches, musts, part.form);
                let reach = reaches.get(reach);
                for wild in &part.wilds {
                    if wild.rank <= lowest {
                        break;
                    }
                    self.work += 1;
                    let may_match = reach.is_none_or(|reach| reach.holds(&wild.bytes));
                    if !may_match || !must_not.is_bad(wild.rank, wild.allows, wild.rule) {
                        continue;
                    }
                    self.work += 2;
                    if !must_not.agrees(wild, musts) {
                        continue;
                    }
                    let patterns = &must_not.policy.patterns;
                    let pattern = &must_not.policy.alternatives[wild.alternative as usize].pattern;
                    if reach.is_none_or(|reach| reach.may_match(patterns, pattern, &mut self.work)) {
                        self.add_runner(*pattern);
                    }
                }
            }
        }
        reaches.iter_mut().for_each(Reach::clear);
        self.search.reaches = reaches;
        let search = &mut *self.search;
        search.set_states.truncate(search.runners.len());
        for state in &mut search.set_states {
            state.clear();
        }
        search.states.clear();
        search.origins.clear();
        search.trail.clear();
        search.buckets.clear();
        search.buckets.resize(64, NO_STATE);
    }

    fn form(&mut self, form: Form) -> u8 {
        let known = self.forms.iter().position(|known| *known == form);
        known.unwrap_or_else(|| {
            self.forms.push(form);
            self.forms.len() - 1
        }) as u8
    }

    /// Adds a pattern of the last source.
    fn add_runner(&mut self, pattern: Pattern) {
        let is_sets = pattern.kind == Kind::Sets;
        self.has_sets |= pattern.has_sets;
        self.has_any |= pattern.has_any;
        let runner = Runner {
            pattern,
            source: self.sources.len() as u8 - 1,
            form: self.form(pattern.form),
            sets: if is_sets { self.sets } else { 0 },
        };
        self.search.runners.push(runner);
        if is_sets {
            self.sets += 1;
            self.search.set_states.resize_with(
                self.search.set_states.len().max(self.sets as usize),
                SetStates::default,
            );
        }
    }

    /// Collects the octets that targets of this search hold besides fillers, as a form spells them.
    /// Returns the index of the result in `reaches`, or `usize::MAX`, which is not an index, if
    /// targets may hold any octet.
    fn reach(&mut self, reaches: &mut Vec<Reach>, musts: &[Must<'_>], form: Form) -> usize {
        if self.all_tokens || self.has_sets {
            return usize::MAX;
        }
        let known = reaches
            .iter()
            .position(|reach| reach.form().is_none_or(|other| other == form));
        let at = known.unwrap_or(reaches.len());
        if at == reaches.len() {
            reaches.push(Reach::default());
        }
        if reaches[at].form().is_none() {
            let wanted = musts.iter().map(Must::pattern);
            reaches[at].set_up(wanted, form, self.alphabet, &mut self.work);
        }
        at
    }

    fn run(&mut self) -> Searched {
        self.search.current.clear();
        self.search.current.push(0);
        let begin = |run: &mut Self, at: usize| {
            let runner = run.search.runners[at];
            let patterns = run.sources[usize::from(runner.source)];
            let position = if runner.pattern.kind == Kind::Sets {
                let sets = &mut run.search.set_states[runner.sets as usize];
                sets.begin(patterns, &runner.pattern, &mut run.work)
            } else {
                patterns.begin(&runner.pattern)
            };
            run.search.current.push(position);
        };
        (0..self.musts).for_each(|at| begin(self, at));
        let nodes = self.tries.len();
        self.search.current.extend((0..nodes).map(|_| Trie::ROOT));
        (self.musts..self.search.runners.len()).for_each(|at| begin(self, at));

        // Every target begins with a slash.
        match self.step(Token::SLASH) {
            Step::Lost => return Searched::Nothing,
            Step::Accepted => return Searched::Target(vec![Token::SLASH]),
            Step::Alive => {}
        }
        self.search.trail.push((NO_STATE, Token::SLASH));
        self.keep(0);
        let mut state = 0;
        while state < self.search.origins.len() {
            if let Some(last) = self.expand(state) {
                return Searched::Target(self.path(last));
            }
            if self.work > self.limit {
                return Searched::Undecided;
            }
            state += 1;
        }
        Searched::Nothing
    }

    /// Generates the states that follow a state. Returns the last step to an answer.
    fn expand(&mut self, state: usize) -> Option<u32> {
        let width = 1 + self.search.runners.len() + self.tries.len();
        let Search {
            states,
            current,
            origins,
            ..
        } = &mut *self.search;
        current.clear();
        current.extend_from_slice(&states[state * width..][..width]);
        let mut last = origins[state].0;
        loop {
            let is_in_head = self.choose_tokens();
            if let [token] = self.search.tokens[..]
                && is_in_head
            {
                // In the literal text that all answers share, only one token is possible, and no
                // state can occur twice. So intermediate states need not be kept.
                let step = self.step(token);
                if step == Step::Lost {
                    return None;
                }
                last = self.push_step(last, token);
                if step == Step::Accepted {
                    return Some(last);
                }
                let Search { current, next, .. } = &mut *self.search;
                core::mem::swap(current, next);
                continue;
            }
            for at in 0..self.search.tokens.len() {
                let token = self.search.tokens[at];
                let step = self.step(token);
                if step == Step::Accepted {
                    return Some(self.push_step(last, token));
                }
                if step == Step::Alive && !self.is_dominated() {
                    let last = self.push_step(last, token);
                    self.keep(last);
                }
            }
            return None;
        }
    }

    fn push_step(&mut self, last: u32, token: Token) -> u32 {
        self.work += 4;
        self.search.trail.push((last, token));
        self.search.trail.len() as u32 - 1
    }

    /// Whether the tokens that may follow `current` are prescribed by literal text.
    fn choose_tokens(&mut self) -> bool {
        let Self {
            search,
            alphabet,
            sources,
            forms,
            musts,
            work,
            ..
        } = self;
        let Search {
            runners,
            set_states,
            current,
            tokens,
            ..
        } = &mut **search;
        let in_query = Place::from_bits(current[0]).is_in_query();
        let letters = alphabet.letters();
        tokens.clear();
        let wanted = || {
            runners[..*musts]
                .iter()
                .zip(&current[1..])
                .filter(|(_, at)| **at != DONE)
        };
        for (runner, &at) in wanted() {
            let pattern = &runner.pattern;
            let patterns = sources[usize::from(runner.source)];
            let add = |symbols: &[u32]| {
                forms[usize::from(runner.form)]
                    .tokens(letters, symbols, in_query, |token| tokens.push(token));
            };
            if pattern.kind == Kind::Sets {
                let states = &set_states[runner.sets as usize];
                if states.is_prescribed(patterns, pattern, at) {
                    states.wants(patterns, pattern, at, work, add);
                    return true;
                }
            } else if patterns.is_prescribed(pattern, at) {
                patterns.wants(pattern, at, work, add);
                return true;
            }
        }
        if self.all_tokens {
            tokens.extend_from_slice(alphabet.classes(in_query));
            return false;
        }
        let mut add = |token: Token| {
            if !tokens.contains(&token) {
                tokens.push(token);
            }
        };
        for (runner, &at) in wanted() {
            let pattern = &runner.pattern;
            let patterns = sources[usize::from(runner.source)];
            let form = forms[usize::from(runner.form)];
            if pattern.kind == Kind::Sets {
                let states = &set_states[runner.sets as usize];
                states.wants(patterns, pattern, at, work, |symbols| {
                    form.tokens(letters, symbols, in_query, &mut add);
                });
                // It has `?` or sets, so the tokens that two forms spell differently are tried
                // below.
                continue;
            }
            let mut segment: [u32; 2] = [u32::MAX; 2];
            patterns.wants(pattern, at, work, |symbols| {
                form.tokens(letters, symbols, in_query, &mut add);
                // The last call is for the start of the segment, to which all positions in the
                // segment fall back. So the first two octets of the segment are kept.
                segment = core::array::from_fn(|at| symbols.get(at).copied().unwrap_or(u32::MAX));
            });
            // A segment may begin within an escape, which cannot be written raw where another form
            // decodes it.
            for token in alphabet.ambiguous(in_query) {
                if let [b'%', high, low] = *form.spell(*token, in_query).as_slice()
                    && (u32::from(low) == segment[0]
                        || u32::from(high) == segment[0]
                            && (segment[1] == u32::MAX || u32::from(low) == segment[1]))
                {
                    add(*token);
                }
            }
        }
        if alphabet.tries_query() && !in_query {
            add(Token::QUESTION_MARK);
        }
        if self.has_any {
            alphabet.long(in_query).iter().copied().for_each(&mut add);
        }
        if self.has_sets {
            alphabet.set_fillers(in_query).iter().copied().for_each(add);
        } else {
            alphabet.filler().into_iter().for_each(add);
        }
        false
    }

    /// Sets `next` to the state that `current` becomes with one more token.
    fn step(&mut self, token: Token) -> Step {
        let Self {
            search,
            alphabet,
            sources,
            forms,
            tries,
            musts,
            work,
            ..
        } = self;
        let Search {
            runners,
            set_states,
            current,
            next,
            ..
        } = &mut **search;
        let place = Place::from_bits(current[0]);
        let Some(next_place) = place.after(token, alphabet.letters()) else {
            return Step::Lost;
        };
        let in_query = place.is_in_query();
        let mut spelled = [Spelled::EMPTY; 8];
        for (spelled, form) in spelled.iter_mut().zip(forms) {
            *spelled = form.spell(token, in_query);
        }
        next.clear();
        next.push(next_place.bits());
        let mut ends = true;
        let mut advance = |runner: &Runner, mut at: Position, work: &mut u64| {
            let patterns = sources[usize::from(runner.source)];
            for byte in spelled[usize::from(runner.form)].as_slice() {
                if at == DEAD || at == DONE {
                    break;
                }
                at = if runner.pattern.kind == Kind::Sets {
                    set_states[runner.sets as usize].step(patterns, &runner.pattern, at, *byte, work)
                } else {
                    patterns.step(&runner.pattern, at, *byte, work)
                };
            }
            let ends = if runner.pattern.kind == Kind::Sets {
                set_states[runner.sets as usize].ends(patterns, &runner.pattern, at)
            } else {
                patterns.ends(&runner.pattern, at)
            };
            (at, ends)
        };
        for (runner, &at) in runners[..*musts].iter().zip(&current[1..]) {
            let (at, may_end) = advance(runner, at, work);
            if at == DEAD {
                return Step::Lost;
            }
            ends &= may_end;
            next.push(at);
        }
        for ((must_not, trie, form), &node) in tries.iter().zip(&current[1 + *musts..]) {
            let mut node = node;
            for byte in spelled[usize::from(*form)].as_slice() {
                node = trie.step(node, *byte, work);
                let is_bad = |end: &End| end.is_open && must_not.is_bad_end(end);
                let found = trie.ends(node);
                *work += found.len() as u64;
                if found.iter().any(is_bad) {
                    return Step::Lost;
                }
            }
            let found = trie.ends(node);
            ends &= !found.iter().any(|end| must_not.is_bad_end(end));
            // All patterns below rank too low to matter, so the node is treated as dead. That lets
            // the state dominate states whose node is alive.
            if node != DEAD && !must_not.may_be_bad(trie.highest(node)) {
                node = DEAD;
            }
            next.push(node);
        }
        let others = &current[1 + *musts + tries.len()..];
        for (runner, &at) in runners[*musts..].iter().zip(others) {
            let (at, may_end) = advance(runner, at, work);
            if at == DONE {
                return Step::Lost;
            }
            ends &= !may_end;
            next.push(at);
        }
        if ends { Step::Accepted } else { Step::Alive }
    }

    fn bucket(&self, state: &[u32]) -> usize {
        let key = &state[..=self.musts];
        let hash = key.iter().fold(0u64, |hash, word| {
            (hash ^ u64::from(*word))
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(29)
        });
        hash as usize & (self.search.buckets.len() - 1)
    }

    /// Whether an earlier state makes `next` unnecessary: every text that completes the target of
    /// `next` to an answer also completes the target of the earlier state to an answer, and the
    /// earlier target is not longer.
    ///
    /// The wanted patterns must be at the same positions. A node of a trie can only rule answers
    /// out, by the patterns below it, so a [`DEAD`] node, which has no patterns, dominates any
    /// node. Two live nodes are not compared: each may lead to a pattern that the other does not.
    /// The other patterns are compared by [`Patterns::is_no_further`].
    ///
    /// For example, `Disallow: /a/` must not match, and `Allow: /*.css` is wanted: after `/x` the
    /// trie is dead, and after `/a` it is not. Texts that may follow `/a`, such as `.css`, may
    /// follow `/x`, so the state after `/a` is dropped. Conversely, `/` and `.css` may follow `/x`,
    /// but not `/a`.
    fn is_dominated(&mut self) -> bool {
        let bucket = self.bucket(&self.search.next);
        let Self {
            search,
            sources,
            musts,
            tries,
            work,
            ..
        } = self;
        let Search {
            runners,
            set_states,
            states,
            origins,
            next,
            buckets,
            ..
        } = &**search;
        let width = next.len();
        let nodes = 1 + *musts;
        let others = nodes + tries.len();
        let mut at = buckets[bucket];
        while at != NO_STATE {
            let state = &states[at as usize * width..][..width];
            at = origins[at as usize].1;
            *work += 1;
            let mut same = state[..nodes] == next[..nodes];
            let mut pairs = state[nodes..others].iter().zip(&next[nodes..others]);
            same = same && pairs.all(|(node, other)| node == other || *node == DEAD);
            if !same {
                continue;
            }
            let positions = state[others..].iter().zip(&next[others..]);
            let is_no_further = |(runner, (less, more)): (&Runner, (&u32, &u32))| {
                let pattern = &runner.pattern;
                if pattern.kind == Kind::Sets {
                    set_states[runner.sets as usize].is_no_further(pattern, *less, *more, work)
                } else {
                    let patterns = sources[usize::from(runner.source)];
                    patterns.is_no_further(pattern, *less, *more, work)
                }
            };
            if runners[*musts..].iter().zip(positions).all(is_no_further) {
                return true;
            }
        }
        false
    }

    /// Keeps `next` as a state to which a step led.
    fn keep(&mut self, step: u32) {
        let search = &mut *self.search;
        if search.origins.len() > 2 * search.buckets.len() {
            self.grow();
        }
        let bucket = self.bucket(&self.search.next);
        let Search {
            states,
            origins,
            next,
            buckets,
            ..
        } = &mut *self.search;
        // Memory is counted as work, so the budget bounds both.
        self.work += STATE_WORK + 4 * next.len() as u64;
        states.extend_from_slice(next);
        origins.push((step, buckets[bucket]));
        buckets[bucket] = origins.len() as u32 - 1;
    }

    /// Makes room for more states.
    fn grow(&mut self) {
        let width = self.search.next.len();
        let buckets = 8 * self.search.buckets.len();
        self.search.buckets.clear();
        self.search.buckets.resize(buckets, NO_STATE);
        for state in 0..self.search.origins.len() {
            let bucket = self.bucket(&self.search.states[state * width..][..width]);
            self.search.origins[state].1 = self.search.buckets[bucket];
            self.search.buckets[bucket] = state as u32;
        }
    }

    /// The tokens of a trail.
    fn path(&self, mut step: u32) -> Vec<Token> {
        let mut path = Vec::new();
        while step != NO_STATE {
            let (before, token) = self.search.trail[step as usize];
            path.push(token);
            step = before;
        }
        path.reverse();
        path
    }
}
