//! Patterns as deterministic automata over the octets of a canonical form.
//!
//! # The grammar
//!
//! ```text
//! pattern  = head *( STAR segment ) end
//! head     = *unit                       ; must match where the target begins
//! segment  = *unit                       ; may match anywhere after what comes before its star
//! unit     = octet / ANY / set           ; ANY is the `?` of a glob, a set its `[...]`
//! end      = OPEN / ANCHOR               ; whatever follows / the end of the target
//! ```
//!
//! Each of these is one symbol, and a position is the place of the next symbol to match. Below the
//! symbols of `/a*bab$` are their places, and below those the places to which a position falls back
//! if its symbol does not match (the failure positions, from the first star on):
//!
//! ```text
//! symbols   /   a   STAR   b   a   b   ANCHOR
//! places    0   1   2      3   4   5   6
//! fails               2    3   3   3   4
//! ```
//!
//! After `/axba` the position is 5. A `b` leads to 6, where the target may end. Otherwise the
//! position falls back: after a second `a`, from 5 to 3, the start of the segment, which stays 3
//! until the next `b`. From 6, where `bab` has matched, an `a` leads to 5 again by way of 4: the
//! last `b` may be the first of another `bab`.
//!
//! # Why one number is enough
//!
//! The text between two stars, a *segment*, is matched at its leftmost place. That choice never has
//! to be undone: if the rest of a pattern matches after a later place, it also matches after the
//! leftmost place, since the star after the segment matches everything in between. Within a
//! segment, the position is that of the Knuth-Morris-Pratt algorithm. So one number says how much
//! of a pattern has matched.
//!
//! A glob's `?` means the same before and after a star (`*?` is `?*`), and is moved before it.
//! There it ends a segment, or belongs to the text before the first star. In both cases there is
//! only one possible position. Only globs with `?` or sets in the middle of a segment have no such
//! position: they have a set of positions in one segment, kept in a [`SetStates`].

use core::cmp::Ordering;

use super::url_octet::{ByteSet, Form, is_spelled_alike};
use robots_exclusion::companions::pattern::canonical;
use robots_exclusion::companions::pattern::{Unit, Units};
use robots_exclusion::companions::percent;
use robots_exclusion::companions::percent::Scratch;
use robots_exclusion::companions::split_anchor;
use robots_exclusion::dialect::{PatternLanguage, PercentMode};

/// A literal octet is its own symbol; all other symbols are greater.
const STAR: u32 = 256;
/// The end of a pattern that matches any text after it.
const OPEN: u32 = 257;
/// The end of a pattern that matches to the end of the target.
const ANCHOR: u32 = 258;
/// Any octet.
const ANY: u32 = 259;
/// The symbol of the first set of octets. The others follow.
const SETS: u32 = 260;

/// How much of a pattern has matched: the place of the next symbol, or the number of a set of such
/// places.
pub(super) type Position = u32;
/// The pattern can no longer match.
pub(super) const DEAD: Position = u32::MAX;
/// The pattern matches with any text after it.
pub(super) const DONE: Position = u32::MAX - 1;

/// Which automaton runs a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No star.
    Literal,
    /// Any symbols before the first star, and literal segments between stars; `?` may follow each
    /// segment.
    Linear,
    /// A glob with `?` or sets elsewhere.
    Sets,
}

/// A compiled pattern. Its symbols are kept in [`Patterns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) kind: Kind,
    pub(super) form: Form,
    /// Whether there are symbols that match more than one octet, `?` or sets, so it matters how
    /// many octets a form spells a token with.
    pub(super) has_any: bool,
    /// Whether there are sets, so it matters which octets fill gaps.
    pub(super) has_sets: bool,
    start: u32,
    len: u32,
    /// Number of symbols before the first star, `?`, set, or the end.
    head: u32,
    /// Where the failure positions start. There is one for each symbol from the first star on.
    fails: u32,
    /// Number of symbols before the first star.
    first_star: u32,
}

/// Compiled patterns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Patterns {
    symbols: Vec<u32>,
    fails: Vec<Position>,
    sets: Vec<ByteSet>,
    /// The canonical forms of all patterns, in the order in which they first occur.
    forms: Vec<Form>,
    /// The canonical forms of patterns that have `?` or sets.
    forms_with_any: Vec<Form>,
    /// The literal octets of all patterns.
    mentioned: ByteSet,
}

impl Patterns {
    /// Compiles a pattern as written. `None` if it matches no target; targets begin with `/`.
    ///
    /// Also returns the length by which the longest-match rule weighs it.
    pub(super) fn add(
        &mut self,
        value: &[u8],
        language: PatternLanguage,
        mode: PercentMode,
    ) -> Option<(Pattern, u32)> {
        let start = self.symbols.len();
        let length = match language {
            PatternLanguage::Glob => {
                self.glob(value, mode);
                value.len()
            }
            PatternLanguage::Prefix | PatternLanguage::Wildcard => {
                let mut scratch = Scratch::new();
                canonical(value, language, mode, &mut scratch);
                let text = scratch.as_slice();
                if percent::is_sealed(mode) {
                    let mut sealed = Scratch::new();
                    percent::seal(text, &mut sealed);
                    self.text(sealed.as_slice(), language);
                } else {
                    self.text(text, language);
                }
                text.len()
            }
        };
        let form = Form::new(mode, language == PatternLanguage::Glob);
        let pattern = self.finish(start, form)?;
        Some((pattern, length as u32))
    }

    /// The symbols of a canonical literal or wildcard.
    fn text(&mut self, canonical: &[u8], language: PatternLanguage) {
        if language == PatternLanguage::Wildcard {
            let (body, is_anchored) = split_anchor(canonical);
            self.push_wildcard(body);
            self.symbols.push(if is_anchored { ANCHOR } else { OPEN });
        } else {
            self.symbols.extend(canonical.iter().map(|byte| u32::from(*byte)));
            self.symbols.push(OPEN);
        }
    }

    fn push_wildcard(&mut self, text: &[u8]) {
        let symbol = |byte: &u8| if *byte == b'*' { STAR } else { u32::from(*byte) };
        self.symbols.extend(text.iter().map(symbol));
    }

    /// The symbols of a glob.
    fn glob(&mut self, value: &[u8], mode: PercentMode) {
        let mut units = Units::new(value, mode);
        loop {
            for unit in units.by_ref() {
                let symbol = match unit {
                    Unit::Octet(octet) => u32::from(octet),
                    Unit::Any => ANY,
                    Unit::Set(set) => self.set(ByteSet::from_words(set.bits())),
                };
                self.symbols.push(symbol);
            }
            if units.is_empty() {
                break;
            }
            units.skip_stars();
            self.symbols.push(STAR);
        }
        self.symbols.push(ANCHOR);
    }

    /// The symbol of a set: if the set holds one octet, as in `[?]`, or all octets, the symbol of
    /// that octet, or of any octet.
    fn set(&mut self, set: ByteSet) -> u32 {
        match set.len() {
            1 => return set.iter().next().map_or(ANY, u32::from),
            256 => return ANY,
            _ => {}
        }
        // Nearly all files with sets have few sets.
        const RECENT: usize = 8;
        let recent = self.sets.len().saturating_sub(RECENT);
        let known = self.sets[recent..].iter().position(|known| *known == set);
        let at = known.map_or(self.sets.len(), |at| recent + at);
        if at == self.sets.len() {
            self.sets.push(set);
        }
        SETS + at as u32
    }

    /// Rewrites equivalent patterns to the same symbols, and computes the failure positions.
    fn finish(&mut self, start: usize, form: Form) -> Option<Pattern> {
        // Several stars become one; a `?` after a star is moved before it; and a star at the end
        // becomes an open end, since anything may follow.
        let mut kept = start;
        for at in start..self.symbols.len() {
            let symbol = self.symbols[at];
            let after_star = kept > start && self.symbols[kept - 1] == STAR;
            if after_star && symbol == STAR {
                continue;
            }
            if after_star && matches!(symbol, OPEN | ANCHOR) {
                self.symbols[kept - 1] = OPEN;
                continue;
            }
            if after_star && symbol == ANY {
                self.symbols[kept - 1] = ANY;
                self.symbols[kept] = STAR;
                kept += 1;
                continue;
            }
            self.symbols[kept] = symbol;
            kept += 1;
        }
        self.symbols.truncate(kept);
        let is_nothing = match self.symbols[start] {
            OPEN => {
                // A star alone matches every target, and so does `/`, since every target begins
                // with a slash.
                self.symbols[start] = u32::from(b'/');
                self.symbols.push(OPEN);
                false
            }
            STAR => false,
            // Any other first symbol must match the slash with which every target begins. An anchor
            // alone does not match it, so it matches nothing.
            symbol => !self.symbol_matches(symbol, b'/'),
        };
        if is_nothing {
            self.symbols.truncate(start);
            return None;
        }
        let symbols = &self.symbols[start..];
        let len = symbols.len();
        let until =
            |stops: &dyn Fn(u32) -> bool| symbols.iter().position(|symbol| stops(*symbol)).unwrap_or(len);
        let head = until(&|symbol| symbol >= STAR);
        let first_star = until(&|symbol| symbol == STAR);
        let has_any = symbols.iter().any(|symbol| *symbol >= ANY);
        let is_linear = || {
            symbols[first_star..].windows(2).all(|pair| match pair {
                [ANY, next] => matches!(*next, ANY | STAR | OPEN),
                [symbol, _] => *symbol < SETS,
                _ => true,
            })
        };
        let kind = match (has_any, first_star < len) {
            (false, false) => Kind::Literal,
            (true, _) if !is_linear() => Kind::Sets,
            _ => Kind::Linear,
        };
        let pattern = Pattern {
            kind,
            form,
            has_any,
            has_sets: symbols.iter().any(|symbol| *symbol >= SETS),
            start: start as u32,
            len: len as u32,
            head: head as u32,
            fails: self.fails.len() as u32,
            first_star: first_star as u32,
        };
        if kind == Kind::Linear {
            self.push_fails(start + first_star);
        }
        self.mentioned.extend(&self.bytes(&pattern));
        add_form(&mut self.forms, form);
        if has_any {
            add_form(&mut self.forms_with_any, form);
        }
        Some(pattern)
    }

    /// The failure positions of all segments after the first star, relative to the pattern. A
    /// segment's start fails to itself, and so does a symbol that matches any octet, which never
    /// fails.
    fn push_fails(&mut self, first_star: usize) {
        let begin = self.fails.len();
        // Places relative to the first star.
        let symbols = &self.symbols[first_star..];
        let mut segment = 0;
        for (at, symbol) in symbols.iter().enumerate() {
            if *symbol == STAR {
                segment = at + 1;
                self.fails.push(at as u32);
                continue;
            }
            if *symbol == ANY {
                self.fails.push(at as u32);
                continue;
            }
            if at <= segment + 1 {
                self.fails.push(segment as u32);
                continue;
            }
            // The longest border of the text before `at`.
            let last = symbols[at - 1];
            let mut border = self.fails[begin + at - 1] as usize;
            while border > segment && symbols[border] != last {
                border = self.fails[begin + border] as usize;
            }
            if symbols[border] == last {
                border += 1;
            }
            self.fails.push(border as u32);
        }
    }

    #[inline]
    pub(super) fn symbols(&self, pattern: &Pattern) -> &[u32] {
        &self.symbols[pattern.start as usize..][..pattern.len as usize]
    }

    #[inline]
    fn fail(&self, pattern: &Pattern, at: Position) -> Position {
        self.fails[(pattern.fails + at - pattern.first_star) as usize] + pattern.first_star
    }

    fn symbol_matches(&self, symbol: u32, byte: u8) -> bool {
        match symbol {
            ANY => true,
            STAR | OPEN | ANCHOR => false,
            symbol if symbol < STAR => symbol == u32::from(byte),
            symbol => self.sets[(symbol - SETS) as usize].contains(byte),
        }
    }

    /// The position from which a literal or linear pattern begins.
    pub(super) fn begin(&self, pattern: &Pattern) -> Position {
        Position::from(self.symbols(pattern)[0] == STAR)
    }

    /// The next position of a literal or linear pattern. Adds its cost to `work`.
    #[inline]
    pub(super) fn step(&self, pattern: &Pattern, at: Position, byte: u8, work: &mut u64) -> Position {
        let symbols = self.symbols(pattern);
        let mut at = at;
        loop {
            *work += 1;
            let symbol = symbols[at as usize];
            if symbol == u32::from(byte) || symbol >= ANY && self.symbol_matches(symbol, byte) {
                return self.next(pattern, at);
            }
            if at <= pattern.first_star {
                return DEAD;
            }
            let fail = self.fail(pattern, at);
            if fail == at {
                return at;
            }
            at = fail;
        }
    }

    /// The position after a symbol that matches.
    #[inline]
    fn next(&self, pattern: &Pattern, at: Position) -> Position {
        match self.symbols(pattern)[at as usize + 1] {
            STAR => at + 2,
            OPEN => DONE,
            _ => at + 1,
        }
    }

    /// Whether the pattern matches if the target ends here.
    #[inline]
    pub(super) fn ends(&self, pattern: &Pattern, at: Position) -> bool {
        at == DONE || at != DEAD && self.symbols(pattern)[at as usize] == ANCHOR
    }

    /// Whether a literal or linear pattern can continue from a position with only one octet, or
    /// only end there: the position is before the first star, and not at a `?` or set.
    #[inline]
    pub(super) fn is_prescribed(&self, pattern: &Pattern, at: Position) -> bool {
        at <= pattern.first_star && self.symbols(pattern)[at as usize] < ANY
    }

    /// Whether every text that leads from `less` to a match also leads from `more` to one. `false`
    /// may be wrong, `true` never is.
    ///
    /// In a segment, this holds if `less` is a border of `more`: the text read up to `more` ends
    /// with the text before `less`. In `/*aab`, what matches after `a` matches after `aa` too: `ab`
    /// gives `aab` and `aaab`. In `/*abab`, `ab` matches after `ab`, but not after `aba`.
    pub(super) fn is_no_further(
        &self,
        pattern: &Pattern,
        less: Position,
        more: Position,
        work: &mut u64,
    ) -> bool {
        *work += 1;
        if less == more || less == DEAD {
            return true;
        }
        if more == DEAD || less > more || more <= pattern.first_star {
            return false;
        }
        let mut border = more;
        loop {
            let next = self.fail(pattern, border);
            if next == border {
                // `border` is the start of the segment, and `less` comes before it, so it is in an
                // earlier segment, after which this whole segment is still to be matched. Or
                // `border` is at a `?` at the end of the segment: from there any octets match, and
                // fewer are needed than from `less`.
                return true;
            }
            border = next;
            *work += 1;
            if border <= less {
                return border == less;
            }
        }
    }

    /// Whether the literal text of a pattern is found in the same targets in all forms, given the
    /// octets in the spelling of any token that two of them spell differently.
    ///
    /// Letters and digits are among these octets only as digits of escapes. So a text with letters
    /// and digits is not stable if it may match a part of an escape. A text without `%` can do so
    /// only if it begins within the escape, so only the first octet after a star, `?` or set is
    /// tested for that; `%` itself is in `unstable`.
    pub(super) fn is_stable(&self, pattern: &Pattern, unstable: &ByteSet) -> bool {
        let head = self.head(pattern);
        let mut begins = false;
        let mut is_stable = |symbol: &u32| {
            let Ok(byte) = u8::try_from(*symbol) else {
                begins = true;
                return true;
            };
            let is_within = !core::mem::take(&mut begins) && byte.is_ascii_alphanumeric();
            is_within || !unstable.contains(byte)
        };
        let mut rest = self.symbols(pattern)[head.len()..].iter();
        head.iter().all(|symbol| is_spelled_alike(*symbol)) && rest.all(&mut is_stable)
    }

    /// Whether any literal text of a pattern ends within an escape, as in `/a%4*`, so that several
    /// escapes may match there.
    pub(super) fn ends_in_escape(&self, pattern: &Pattern) -> bool {
        let symbols = self.symbols(pattern);
        let percents = symbols
            .iter()
            .zip(0..)
            .filter(|(symbol, _)| **symbol == u32::from(b'%'));
        let mut places = percents.map(|(_, at)| at);
        places.any(|at| self.literals(pattern, at).len() < 3)
    }

    /// The places after each star, `?` or set.
    pub(super) fn segments(&self, pattern: &Pattern) -> impl Iterator<Item = Position> {
        let places = self.symbols(pattern).iter().zip(1..);
        places
            .filter(|(symbol, _)| **symbol == STAR || **symbol >= ANY)
            .map(|(_, next)| next)
    }

    /// The start of the segment that holds a position after the first star.
    fn rewind(&self, pattern: &Pattern, mut at: Position) -> Position {
        loop {
            let fail = self.fail(pattern, at);
            if fail == at {
                return at;
            }
            at = fail;
        }
    }

    /// Whether a pattern matches every target that another pattern of the same form matches.
    /// `false` may be wrong, `true` never is.
    ///
    /// The other pattern is read as if it were a target. A star in it stands for unknown text, and
    /// a `?` or a set for one unknown octet.
    ///
    /// # Complexity
    ///
    /// Linear in the length of both, which is added to `work`.
    pub(super) fn covers(
        &self,
        pattern: &Pattern,
        (others, other): (&Self, &Pattern),
        work: &mut u64,
    ) -> bool {
        if pattern.kind == Kind::Sets {
            return false;
        }
        let symbols = self.symbols(pattern);
        let mut at = self.begin(pattern);
        for &symbol in others.symbols(other) {
            *work += 1;
            let is_any = symbols[at as usize] == ANY;
            at = match (symbol, u8::try_from(symbol)) {
                (_, Ok(byte)) => self.step(pattern, at, byte, work),
                (ANCHOR, _) => return self.ends(pattern, at),
                (ANY.., _) if is_any => self.next(pattern, at),
                // Unknown text, which may be empty or may break off what has matched so far. Before
                // the first star, the pattern needs octets that are not certain.
                _ if at <= pattern.first_star => return false,
                _ => self.rewind(pattern, at),
            };
            match at {
                DONE => return true,
                DEAD => return false,
                _ => {}
            }
        }
        false
    }

    /// Calls `wanted` with the symbols that would advance a pattern from a position, or from a
    /// position to which it would fall back. The position must be neither [`DONE`] nor [`DEAD`].
    pub(super) fn wants(
        &self,
        pattern: &Pattern,
        mut at: Position,
        work: &mut u64,
        mut wanted: impl FnMut(&[u32]),
    ) {
        loop {
            *work += 1;
            wanted(self.literals(pattern, at));
            if at <= pattern.first_star {
                return;
            }
            let fail = self.fail(pattern, at);
            if fail == at {
                return;
            }
            at = fail;
        }
    }

    /// The literal octets from a place on, as symbols: at most three, since no spelling of a token
    /// is longer.
    pub(super) fn literals(&self, pattern: &Pattern, at: Position) -> &[u32] {
        let rest = &self.symbols(pattern)[at as usize..];
        let near = &rest[..rest.len().min(3)];
        let literals = near.iter().take_while(|symbol| **symbol < STAR).count();
        &near[..literals]
    }

    /// The literal octets that every match begins with, as symbols.
    pub(super) fn head(&self, pattern: &Pattern) -> &[u32] {
        &self.symbols(pattern)[..pattern.head as usize]
    }

    /// Whether the pattern consists only of its head, so that it matches a single text.
    pub(super) fn is_exact(&self, pattern: &Pattern) -> bool {
        self.symbols(pattern)[pattern.head as usize] == ANCHOR
    }

    /// The literal octets of a pattern.
    pub(super) fn bytes(&self, pattern: &Pattern) -> ByteSet {
        let literals = self.symbols(pattern).iter();
        literals.filter_map(|symbol| u8::try_from(*symbol).ok()).collect()
    }

    /// The literal octets of all patterns.
    pub(super) fn mentioned(&self) -> &ByteSet {
        &self.mentioned
    }

    /// The sets of octets that patterns hold.
    pub(super) fn sets(&self) -> &[ByteSet] {
        &self.sets
    }

    /// The canonical forms of all patterns, in the order in which they first occur.
    pub(super) fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// The canonical forms of patterns that have `?` or sets.
    pub(super) fn forms_with_any(&self) -> &[Form] {
        &self.forms_with_any
    }

    /// Orders patterns by their symbols. Equal patterns match the same texts of the same canonical
    /// form.
    pub(super) fn compare(&self, pattern: &Pattern, others: &Self, other: &Pattern) -> Ordering {
        if self.sets.is_empty() && others.sets.is_empty() {
            return self.symbols(pattern).cmp(others.symbols(other));
        }
        let resolve = |patterns: &Self, symbol: u32| {
            let set = symbol.checked_sub(SETS).map(|set| patterns.sets[set as usize]);
            (symbol.min(SETS), set.map(|set| set.words()))
        };
        let these = self.symbols(pattern).iter().map(|symbol| resolve(self, *symbol));
        let those = others
            .symbols(other)
            .iter()
            .map(|symbol| resolve(others, *symbol));
        these.cmp(those)
    }
}

/// Adds a form to a list without duplicates. There are few forms.
pub(super) fn add_form(forms: &mut Vec<Form>, form: Form) {
    if !forms.contains(&form) {
        forms.push(form);
    }
}

/// Whether the literal texts with which two patterns begin may begin one target.
pub(super) fn heads_agree(
    (patterns, pattern): (&Patterns, &Pattern),
    (others, other): (&Patterns, &Pattern),
) -> bool {
    let (head, other_head) = (patterns.head(pattern), others.head(other));
    if pattern.form == other.form {
        return head.iter().zip(other_head).all(|(symbol, other)| symbol == other);
    }
    for (symbol, other) in head.iter().zip(other_head) {
        // An octet that forms spell differently may come from different tokens, so the comparison
        // ends here.
        if !is_spelled_alike(*symbol) || !is_spelled_alike(*other) {
            return true;
        }
        if symbol != other {
            return false;
        }
    }
    true
}

/// Positions of a glob with `?` or sets: sets of places in one segment, each with a number.
#[derive(Clone, Debug, Default)]
pub(super) struct SetStates {
    ends: Vec<u32>,
    places: Vec<u32>,
    next: Vec<u32>,
}

impl SetStates {
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.places.clear();
    }

    fn get(&self, state: Position) -> &[u32] {
        let state = state as usize;
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.places[start as usize..self.ends[state] as usize]
    }

    /// The number of the set in `next`.
    fn number(&mut self, work: &mut u64) -> Position {
        for state in (0..self.ends.len() as u32).rev() {
            *work += 1;
            if self.get(state) == self.next {
                return state;
            }
        }
        *work += 4 + 4 * self.next.len() as u64;
        self.places.extend_from_slice(&self.next);
        self.ends.push(self.places.len() as u32);
        self.ends.len() as u32 - 1
    }

    pub(super) fn begin(&mut self, patterns: &Patterns, pattern: &Pattern, work: &mut u64) -> Position {
        let first = u32::from(patterns.symbols(pattern)[0] == STAR);
        self.next.clear();
        self.next.push(first);
        self.number(work)
    }

    pub(super) fn step(
        &mut self,
        patterns: &Patterns,
        pattern: &Pattern,
        state: Position,
        byte: u8,
        work: &mut u64,
    ) -> Position {
        let symbols = patterns.symbols(pattern);
        let mut next = core::mem::take(&mut self.next);
        next.clear();
        let places = self.get(state);
        // After a star, the segment may begin at any octet, so its start stays in the set, as the
        // first place.
        let start = places[0];
        if start > 0 && symbols[start as usize - 1] == STAR {
            next.push(start);
        }
        let mut result = None;
        for &place in places {
            *work += 1;
            if patterns.symbol_matches(symbols[place as usize], byte) {
                match symbols[place as usize + 1] {
                    STAR => {
                        next.clear();
                        next.push(place + 2);
                        break;
                    }
                    OPEN => {
                        result = Some(DONE);
                        break;
                    }
                    _ => next.push(place + 1),
                }
            }
        }
        if next.is_empty() && result.is_none() {
            result = Some(DEAD);
        }
        self.next = next;
        result.unwrap_or_else(|| self.number(work))
    }

    pub(super) fn ends(&self, patterns: &Patterns, pattern: &Pattern, state: Position) -> bool {
        let symbols = patterns.symbols(pattern);
        state == DONE
            || state != DEAD
                && self
                    .get(state)
                    .last()
                    .is_some_and(|place| symbols[*place as usize] == ANCHOR)
    }

    /// Like [`Patterns::is_prescribed`].
    pub(super) fn is_prescribed(&self, patterns: &Patterns, pattern: &Pattern, state: Position) -> bool {
        patterns.is_prescribed(pattern, self.get(state)[0])
    }

    /// Like [`Patterns::wants`].
    pub(super) fn wants(
        &self,
        patterns: &Patterns,
        pattern: &Pattern,
        state: Position,
        work: &mut u64,
        mut wanted: impl FnMut(&[u32]),
    ) {
        for place in self.get(state) {
            *work += 1;
            wanted(patterns.literals(pattern, *place));
        }
    }

    /// Like [`Patterns::is_no_further`].
    pub(super) fn is_no_further(
        &self,
        pattern: &Pattern,
        less: Position,
        more: Position,
        work: &mut u64,
    ) -> bool {
        *work += 1;
        if less == more || less == DEAD {
            return true;
        }
        if more == DEAD {
            return false;
        }
        let (less, more) = (self.get(less), self.get(more));
        *work += less.len() as u64;
        if more[0] <= pattern.first_star {
            // Before the first star, no octet may be skipped.
            return false;
        }
        if less[0] != more[0] {
            return less[0] < more[0];
        }
        let mut more = more.iter();
        less.iter().all(|place| more.any(|other| other == place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WILDCARD: PatternLanguage = PatternLanguage::Wildcard;
    const GLOB: PatternLanguage = PatternLanguage::Glob;

    fn add(patterns: &mut Patterns, (text, language): (&str, PatternLanguage)) -> Pattern {
        let added = patterns.add(text.as_bytes(), language, PercentMode::RuleOnly);
        added.expect("a pattern that matches something").0
    }

    /// All texts of some letters up to a length.
    fn texts(letters: &[u8], len: u32) -> Vec<Vec<u8>> {
        let mut texts = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..len {
            let to = texts.len();
            for at in from..to {
                texts.extend(
                    letters
                        .iter()
                        .map(|letter| [&texts[at][..], &[*letter]].concat())
                        .collect::<Vec<_>>(),
                );
            }
            from = to;
        }
        texts
    }

    fn run(patterns: &Patterns, pattern: &Pattern, mut at: Position, text: &[u8]) -> Position {
        for byte in text {
            if at == DONE || at == DEAD {
                break;
            }
            at = patterns.step(pattern, at, *byte, &mut 0);
        }
        at
    }

    /// After the first star, any two positions differ in the texts that lead from them to a match.
    #[test]
    fn no_further_is_what_matches_no_more() {
        let texts = texts(b"abx", 5);
        for text in ["/*aab", "/*aab$", "/*abab", "/*ab*ba", "/b*a*aa$", "/*a*b*"] {
            let mut patterns = Patterns::default();
            let pattern = add(&mut patterns, (text, WILDCARD));
            let begin = run(&patterns, &pattern, patterns.begin(&pattern), b"/b");
            let mut positions: Vec<Position> = texts
                .iter()
                .map(|text| run(&patterns, &pattern, begin, text))
                .collect();
            positions.sort_unstable();
            positions.dedup();
            positions.retain(|at| *at != DONE);
            assert!(positions.len() > 1);
            let matches =
                |at: Position, text: &[u8]| patterns.ends(&pattern, run(&patterns, &pattern, at, text));
            for &less in &positions {
                for &more in &positions {
                    let mut after = texts.iter();
                    let expected = after.all(|after| !matches(less, after) || matches(more, after));
                    let found = patterns.is_no_further(&pattern, less, more, &mut 0);
                    assert_eq!(found, expected, "{text} at {less} and {more}");
                }
            }
        }
    }

    /// The same for globs, whose positions are sets of places.
    #[test]
    fn sets_that_are_no_further_match_no_more() {
        let texts = texts(b"abx", 4);
        for text in ["/*[ab]ab", "/*a?x", "/*[ab]a*a?x", "/b*[ax]b*"] {
            let mut patterns = Patterns::default();
            let pattern = add(&mut patterns, (text, GLOB));
            assert_eq!(pattern.kind, Kind::Sets);
            let mut states = SetStates::default();
            let begin = states.begin(&patterns, &pattern, &mut 0);
            let run = |states: &mut SetStates, mut at: Position, text: &[u8]| {
                for byte in text {
                    if at == DONE || at == DEAD {
                        break;
                    }
                    at = states.step(&patterns, &pattern, at, *byte, &mut 0);
                }
                at
            };
            let begin = run(&mut states, begin, b"/b");
            let mut positions: Vec<Position> =
                texts.iter().map(|text| run(&mut states, begin, text)).collect();
            positions.sort_unstable();
            positions.dedup();
            positions.retain(|at| *at != DONE);
            assert!(positions.len() > 1);
            for &less in &positions {
                for &more in &positions {
                    let mut after = texts.iter();
                    let expected = after.all(|after| {
                        let ends = [less, more].map(|at| {
                            let at = run(&mut states, at, after);
                            states.ends(&patterns, &pattern, at)
                        });
                        !ends[0] || ends[1]
                    });
                    let found = states.is_no_further(&pattern, less, more, &mut 0);
                    assert_eq!(
                        found,
                        expected,
                        "{text} at {:?} and {:?}",
                        states.get(less),
                        states.get(more)
                    );
                }
            }
        }
    }

    #[test]
    fn what_covers_a_pattern_matches_whatever_it_does() {
        let texts = texts(b"abx", 4);
        for (covering, covered, expected) in [
            (("/*b", WILDCARD), ("/ab", WILDCARD), true),
            (("/*b", WILDCARD), ("/a", WILDCARD), false),
            (("/*b$", WILDCARD), ("/ab$", WILDCARD), true),
            (("/*b$", WILDCARD), ("/ab", WILDCARD), false),
            (("/a*b", WILDCARD), ("/a*xb$", WILDCARD), true),
            (("/*a*b", WILDCARD), ("/*ab", WILDCARD), true),
            (("/*ab", WILDCARD), ("/*a*b", WILDCARD), false),
            (("/ab", WILDCARD), ("/a*b", WILDCARD), false),
            (("/ab", WILDCARD), ("/axb", WILDCARD), false),
            (("/ab*x", WILDCARD), ("/axb*x", WILDCARD), false),
            (("/a*", WILDCARD), ("/*", WILDCARD), false),
            (("/a?*", GLOB), ("/a[bx]", GLOB), true),
            (("/*b?", GLOB), ("/*b*x", GLOB), false),
        ] {
            let mut patterns = Patterns::default();
            let [one, other] = [covering, covered].map(|pattern| add(&mut patterns, pattern));
            let matches = |pattern: &Pattern, text: &[u8]| {
                let text = [b"/", text].concat();
                let at = run(&patterns, pattern, patterns.begin(pattern), &text);
                patterns.ends(pattern, at)
            };
            let found = patterns.covers(&one, (&patterns, &other), &mut 0);
            assert_eq!(found, expected, "{covering:?} {covered:?}");
            if found && other.kind != Kind::Sets {
                for text in texts.iter().filter(|text| matches(&other, text)) {
                    assert!(matches(&one, text), "{covering:?} {covered:?} {text:?}");
                }
            }
        }
    }
}
