//! The octets that the targets of a search can hold, and their possible neighbors.
//!
//! A search tries only tokens that advance a wanted pattern, and fillers. So if two neighbors in a
//! target are not fillers, either they are neighbors in the literal text of a wanted pattern, or
//! the second begins such a text. A pattern that needs other octets or other neighbors matches none
//! of these targets, and the search can leave it out. In a file with hundreds of wildcards made of
//! the same letters, few patterns are left.
//!
//! A search for targets of `/*.css`, for example, with `x` as its filler, tries `.`, `c`, `s`, `x`
//! and `/`, and `c` only after a `.`. `Disallow: /*.js` has a `j`, and `Disallow: /*sc` a `c` after
//! an `s`: neither can rule any of these targets out.

use super::alphabet::Alphabet;
use super::pattern::{Kind, Pattern, Patterns};
use super::url_octet::{ByteSet, Form, Letters, is_spelled_alike};

/// The octets and neighbors in the targets of a search, spelled in one form.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    form: Option<Form>,
    letters: Letters,
    /// A bit for each pair of neighbors; all bits are clear while no pair is known.
    bits: Vec<u64>,
    /// The pairs whose bits are set.
    pairs: Vec<u16>,
    /// All octets.
    octets: ByteSet,
    /// The octets that may follow any other octet.
    firsts: ByteSet,
    /// Whether this is unknown, since the literal text of a wanted pattern ends within an escape,
    /// so that many escapes can advance it.
    is_unknown: bool,
}

impl Reach {
    /// The form in which targets are spelled.
    pub(super) fn form(&self) -> Option<Form> {
        self.form
    }

    /// Clears the sets, so that they can be set up for another form or search.
    pub(super) fn clear(&mut self) {
        for pair in self.pairs.drain(..) {
            self.bits[usize::from(pair >> 6)] = 0;
        }
        self.form = None;
    }

    /// Sets up the octets and neighbors in targets that all of the `wanted` patterns match, spelled
    /// in one form.
    pub(super) fn set_up<'p>(
        &mut self,
        wanted: impl Iterator<Item = (&'p Patterns, &'p Pattern)> + Clone,
        form: Form,
        alphabet: &Alphabet,
        work: &mut u64,
    ) {
        self.clear();
        self.form = Some(form);
        self.letters = alphabet.letters();
        self.bits.resize(1 << 10, 0);
        self.octets = [b'/'].into_iter().collect();
        self.firsts = ByteSet::default();
        if alphabet.tries_query() {
            self.octets.insert(b'?');
            self.firsts.insert(b'?');
        }
        let has_long = [false, true]
            .iter()
            .any(|in_query| !alphabet.long(*in_query).is_empty());
        self.is_unknown = self.letters != Letters::Octets
            && wanted
                .clone()
                .any(|(patterns, pattern)| patterns.ends_in_escape(pattern));
        if self.is_unknown {
            return;
        }
        for (patterns, pattern) in wanted {
            self.add(patterns, pattern, work);
            if has_long || pattern.kind != Kind::Literal {
                self.add_ambiguous(patterns, pattern, has_long, alphabet);
            }
        }
    }

    /// Adds the literal text of a wanted pattern.
    fn add(&mut self, patterns: &Patterns, pattern: &Pattern, work: &mut u64) {
        let Some(form) = self.form else { return };
        let symbols = patterns.symbols(pattern);
        let mut at = 0;
        // The octets that may come before the current place, and whether any octet may, as after a
        // star. Before the first place there is no octet.
        let mut last = ByteSet::default();
        let mut begins = false;
        while at < symbols.len() {
            *work += 1;
            let Ok(octet) = u8::try_from(symbols[at]) else {
                begins = true;
                at += 1;
                continue;
            };
            let mut ends = ByteSet::default();
            let is_plain = pattern.form == form || is_spelled_alike(symbols[at]) && octet != b'/';
            if is_plain {
                self.add_text(&[octet], &last, begins);
                ends.insert(octet);
                at += 1;
            } else {
                *work += 8;
                let unit = patterns.literals(pattern, at as u32);
                for in_query in [false, true] {
                    pattern.form.tokens(self.letters, unit, in_query, |token| {
                        let spelled = form.spell(token, in_query);
                        self.add_text(spelled.as_slice(), &last, begins);
                        spelled
                            .as_slice()
                            .last()
                            .into_iter()
                            .for_each(|octet| ends.insert(*octet));
                    });
                }
                at += if pattern.form.escape(unit).is_some() { 3 } else { 1 };
            }
            last = ends;
            begins = false;
        }
    }

    /// Adds the spelling of a token that comes after one of some octets, or after any.
    fn add_text(&mut self, text: &[u8], last: &ByteSet, begins: bool) {
        text.iter().for_each(|octet| self.octets.insert(*octet));
        let Some(first) = text.first() else { return };
        if begins {
            self.firsts.insert(*first);
        } else {
            last.iter().for_each(|last| self.add_pair(last, *first));
        }
        text.windows(2).for_each(|pair| self.add_pair(pair[0], pair[1]));
    }

    fn add_pair(&mut self, first: u8, second: u8) {
        let pair = u16::from_be_bytes([first, second]);
        self.bits[usize::from(pair >> 6)] |= 1 << (pair & 63);
        self.pairs.push(pair);
    }

    /// Adds the tokens that two forms spell differently, if a search may try them: if one of them
    /// counts as several octets for a `?` or a set, or if literal text may begin within one.
    fn add_ambiguous(&mut self, patterns: &Patterns, pattern: &Pattern, has_long: bool, alphabet: &Alphabet) {
        let ambiguous = alphabet.ambiguous_bytes();
        let mut is_tried = has_long;
        for begin in patterns.segments(pattern) {
            let text = patterns.literals(pattern, begin);
            let octets = || text.iter().filter_map(|symbol| u8::try_from(*symbol).ok());
            if octets().next().is_some_and(|first| ambiguous.contains(first)) {
                is_tried = true;
                // The next text may follow the whole token, as this form spells it.
                octets().for_each(|octet| self.firsts.insert(octet));
            }
        }
        if is_tried {
            self.octets.extend(ambiguous);
            self.firsts.extend(ambiguous);
        }
    }

    /// Whether a pattern of the form may match one of the targets, judged by its literal octets.
    pub(super) fn holds(&self, octets: &ByteSet) -> bool {
        self.is_unknown || octets.is_subset(&self.octets)
    }

    /// Whether a pattern of the form may match one of the targets, judged by the neighbors of its
    /// literal octets.
    pub(super) fn may_match(&self, patterns: &Patterns, pattern: &Pattern, work: &mut u64) -> bool {
        if self.is_unknown {
            return true;
        }
        let mut last = None;
        let mut read = 0;
        let may_match = patterns.symbols(pattern).iter().all(|symbol| {
            read += 1;
            let octet = u8::try_from(*symbol).ok();
            let pair = last.zip(octet);
            last = octet;
            let Some((last, octet)) = pair else {
                return true;
            };
            *work += 1;
            let pair = u16::from_be_bytes([last, octet]);
            self.bits[usize::from(pair >> 6)] >> (pair & 63) & 1 == 1
                || self.firsts.contains(octet) && self.octets.contains(last)
        });
        // Stars have no pairs, and a pattern may have a hundred thousand.
        *work += read / 4;
        may_match
    }
}
