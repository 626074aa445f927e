//! Up to 32 literal patterns, all of them compared with the target at once.
//!
//! # The idea
//!
//! Most sites have a dozen rules. The processor cannot predict where a traversal of a trie ends,
//! and each misprediction costs as much as looking at all the rules. So the first four bytes after
//! the `/`, the *head*, of every rule are compared with the head of the target in one loop without
//! branches, which becomes vector code. Rules whose heads agree are compared in full in order of
//! precedence, and the first that matches decides. Usually there is one such rule, or none.
//!
//! # The layout
//!
//! Everything is in one buffer, so that a rule costs little memory and a question touches few cache
//! lines:
//!
//! ```text
//! blocks: 4 heads of 4 bytes, their 4 masks of 4 bytes · ... · tails · entries of 6 bytes · number of rules, 2 bytes
//! ```
//!
//! A mask has ones for the bytes that the head has, which may be fewer than four. Lanes that no
//! rule uses have head 1 and mask 0, so that `target & mask == head` never holds. A tail is the
//! text after the `/` and the head. An entry has the end of the rule's tail (which begins where the
//! tail before it ends), a byte with the length of the head, the [`End`] and the kind, and the line
//! in three bytes.
//!
//! # The invariants, and where they are checked
//!
//! - Every text begins with `/`, tails take at most 65,535 bytes in total, lines fit 24 bits, and
//!   each rule is the first of its line: `pack` returns `None` otherwise, and the rules become a
//!   trie (test `what_it_does_not_take`).
//! - Rules are in order of precedence, no two alike: the caller sorts ([`super::literals`]).
//! - At least [`PADDING`] bytes follow every tail, so that a whole word can be read wherever one
//!   begins: the entry and the count do (a `const` assertion).
//!
//! # What it bought
//!
//! With a trie for every number of rules, a question would take 37 % more instructions (1,509 real
//! files, eight URLs each), and compiling 8 % more. Without [`LiteralScan::allows`], which reads no
//! more of the URL than it needs, a question would take 16 % more. Beyond about 32 rules a
//! [trie](super::trie) is faster.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::literal::{End, Literal, MatchedLiteral};
use super::pattern_heads::{BEGIN, Begin, Head, head};
use super::trie::has_label;
use crate::matching::percent::all_plain;
use crate::sorting::sort_by;
use crate::swar::{PADDING, word};
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// Rules of a block, whose heads are compared at once.
const LANES: usize = 4;
/// Bytes of a block: the heads, then the masks.
const BLOCK: usize = 2 * 4 * LANES;
/// Bytes of an entry: the end of the tail (2), the flags (1), the line (3).
const ENTRY: usize = 6;
/// Bytes of the number of rules.
const COUNT: usize = 2;
const _: () = assert!(ENTRY + COUNT >= PADDING);

/// Blocks in which no lane is used: heads are 1 and masks 0, so that `target & mask == head` never
/// holds.
static UNUSED: [u8; LiteralScan::MAX / LANES * BLOCK] = {
    let mut unused = [0; LiteralScan::MAX / LANES * BLOCK];
    let mut lane = 0;
    while lane < LiteralScan::MAX {
        unused[head_at(lane)] = 1;
        lane += 1;
    }
    unused
};

/// See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LiteralScan {
    packed: Box<[u8]>,
}

/// An entry, decoded.
struct Entry<'s> {
    kind: RuleKind,
    end: End,
    /// Bytes of the text before its tail: the `/` and the head.
    head_len: usize,
    /// The tails of this rule and of all rules after it, and the length of its own.
    texts: &'s [u8],
    tail_len: usize,
    line_at: usize,
}

impl Entry<'_> {
    /// Length of the whole text.
    #[inline]
    fn len(&self) -> usize {
        self.head_len + self.tail_len
    }

    /// Whether the target after the head, `rest`, begins with the tail.
    #[inline(always)]
    fn has_tail(&self, rest: &[u8]) -> bool {
        has_label(rest, word(rest), self.texts, self.tail_len)
    }

    #[inline]
    fn matched(&self) -> MatchedLiteral {
        MatchedLiteral {
            depth: self.len(),
            end: self.end,
            kind: self.kind,
            ids_at: self.line_at,
            others: 0,
        }
    }
}

impl LiteralScan {
    /// With more rules than this a trie is faster.
    pub(super) const MAX: usize = 32;

    /// Packs rules, no two alike, that are in order of precedence. `None` if they or the body are too
    /// long, or if one does not begin with `/`, follows others on its line, or holds a byte
    /// that ends targets, which is looked for if `may_end_targets` says that there may be one.
    pub(super) fn pack(rules: &[Literal<'_>], may_end_targets: bool) -> Option<Self> {
        let count = rules.len();
        let mut tails = 0;
        for rule in rules {
            if rule.text.first() != Some(&b'/') || rule.id.line >> 24 != 0 || rule.id.offset != 0 {
                return None;
            }
            tails += rule.text.len().saturating_sub(BEGIN);
        }
        if tails > usize::from(u16::MAX) {
            return None;
        }
        let blocks = count.div_ceil(LANES) * BLOCK;
        let mut packed = Vec::with_capacity(blocks + tails + count * ENTRY + COUNT);
        packed.extend_from_slice(&UNUSED[..blocks]);
        let mut entries = [[0; ENTRY]; Self::MAX];
        for ((lane, rule), entry) in rules.iter().enumerate().zip(&mut entries) {
            let head = Head::of(rule.text);
            packed[head_at(lane)..][..4].copy_from_slice(&head.bytes.to_le_bytes());
            packed[mask_at(lane)..][..4].copy_from_slice(&head.mask.to_le_bytes());
            packed.extend_from_slice(rule.text.get(BEGIN..).unwrap_or_default());
            let text_end = ((packed.len() - blocks) as u16).to_le_bytes();
            let kind = u8::from(rule.kind == RuleKind::Allow);
            let flags = (head.len as u8 + 1) << 3 | (rule.end as u8) << 1 | kind;
            let line = rule.id.line.to_le_bytes();
            *entry = [text_end[0], text_end[1], flags, line[0], line[1], line[2]];
        }
        // [`Self::allows`] reads a URL that may have a fragment, and takes text that equals a
        // pattern for a part of the target. That is only right if no tail holds a byte that ends
        // targets. No value holds a raw `#`, but if escapes are decoded, `%23` becomes one. A NUL,
        // at which some targets end, may be raw, or come from `%00` in the same way. A head needs
        // no check: it is only compared with plain bytes.
        if may_end_targets && memchr::memchr2(b'#', 0, &packed[blocks..]).is_some() {
            return None;
        }
        packed.extend_from_slice(entries[..count].as_flattened());
        packed.extend_from_slice(&(count as u16).to_le_bytes());
        Some(Self {
            packed: packed.into(),
        })
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.packed
            .last_chunk()
            .map_or(0, |count| usize::from(u16::from_le_bytes(*count)))
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.packed.len()
    }

    #[inline(always)]
    fn blocks(&self) -> &[u8] {
        &self.packed[..self.len().div_ceil(LANES) * BLOCK]
    }

    #[inline(always)]
    fn entry(&self, lane: usize) -> Entry<'_> {
        let at = self.packed.len() - COUNT - (self.len() - lane) * ENTRY;
        // Tails or blocks come before the first entry.
        let entries = &self.packed[at - ENTRY..at + ENTRY];
        let text_end = |at: usize| usize::from(u16::from_le_bytes([entries[at], entries[at + 1]]));
        let start = if lane == 0 { 0 } else { text_end(0) };
        let flags = entries[ENTRY + 2];
        Entry {
            kind: if flags & 1 == 1 {
                RuleKind::Allow
            } else {
                RuleKind::Disallow
            },
            end: match flags >> 1 & 3 {
                0 => End::Open,
                1 => End::Star,
                _ => End::Anchor,
            },
            head_len: usize::from(flags >> 3),
            texts: &self.packed[self.blocks().len() + start..],
            tail_len: text_end(ENTRY) - start,
            line_at: at + 3,
        }
    }

    /// The lanes whose heads agree with the bytes after the first, as bits: bit `i` for rule `i`.
    ///
    /// For five rules, which take two blocks, and the target `/admin/x`:
    ///
    /// ```text
    /// block 0   heads  admi  admi  cart  a...     mask of a... is the one byte FF, of the others FFFFFFFF
    ///           agree  bit 0 bit 1       bit 3
    /// block 1   heads  logi  1     1     1        masks of the last three are 0: lanes without a rule
    ///           agree
    /// ```
    ///
    /// Each lane collects its own bits, shifted by four from block to block, and at the end all lanes
    /// are joined: `01011`.
    #[inline(always)]
    fn candidates(&self, begin: &Begin) -> u32 {
        let head = head(begin);
        let words = |bytes: &[[u8; 4]; LANES]| bytes.map(u32::from_le_bytes);
        // Shifted at run time: constant lane bits stop LLVM from vectorizing the loop.
        let mut bits: [u32; LANES] = core::array::from_fn(|lane| 1 << lane);
        let mut agree = [0; LANES];
        for [heads, masks] in self.blocks().as_chunks().0.as_chunks().0.as_chunks().0 {
            let (heads, masks) = (words(heads), words(masks));
            for lane in 0..LANES {
                agree[lane] |= if head & masks[lane] == heads[lane] {
                    bits[lane]
                } else {
                    0
                };
            }
            bits = bits.map(|bit| bit << LANES);
        }
        agree.iter().fold(0, |all, lane| all | lane)
    }

    /// The first rule by precedence that matches `target`.
    #[inline]
    pub(super) fn find(&self, target: &[u8]) -> Option<MatchedLiteral> {
        match target.first_chunk() {
            Some(begin) => self.find_behind(begin, target),
            None => self.find_short(target),
        }
    }

    #[cold]
    fn find_short(&self, target: &[u8]) -> Option<MatchedLiteral> {
        // The zeros that pad a short target may agree with a head, but the full comparison rejects
        // patterns longer than the target.
        let mut begin = [0; BEGIN];
        begin[..target.len()].copy_from_slice(target);
        self.find_behind(&begin, target)
    }

    #[inline(always)]
    fn find_behind(&self, begin: &Begin, target: &[u8]) -> Option<MatchedLiteral> {
        if begin[0] != b'/' {
            return None;
        }
        let mut lanes = self.candidates(begin);
        while lanes != 0 {
            let entry = self.entry(lanes.trailing_zeros() as usize);
            lanes &= lanes - 1;
            if target
                .get(entry.head_len..)
                .is_some_and(|rest| entry.has_tail(rest))
                && (entry.end != End::Anchor || entry.len() == target.len())
            {
                return Some(entry.matched());
            }
        }
        None
    }

    /// Whether the first rule by precedence that matches the target allows it, or none matches. The
    /// target is `url` without its fragment, and begins with plain bytes. Reads as few bytes as
    /// possible; `None` if one of them is not plain, because then the target must be rewritten
    /// first, or if a rule that ends in `$` may match.
    #[inline]
    pub(super) fn allows(&self, begin: &Begin, url: &[u8]) -> Option<bool> {
        let mut lanes = self.candidates(begin);
        // Most targets agree with no rule. Returning here saves what is prepared for the loop.
        if lanes == 0 {
            return Some(true);
        }
        while lanes != 0 {
            let entry = self.entry(lanes.trailing_zeros() as usize);
            lanes &= lanes - 1;
            let rest = &url[BEGIN..];
            let matches = entry.has_tail(rest);
            // Text that equals a tail is in canonical form, because patterns are, and no byte of it
            // ends a target (see `pack`).
            let is_canonical = matches || all_plain(&rest[..entry.tail_len.min(rest.len())]);
            if !is_canonical || entry.end == End::Anchor {
                return None;
            }
            if matches {
                return Some(entry.kind == RuleKind::Allow);
            }
        }
        Some(true)
    }

    /// The line of a rule that matched.
    pub(super) fn line(&self, matched: MatchedLiteral) -> u32 {
        match self.packed[matched.ids_at..] {
            [a, b, c, ..] => u32::from_le_bytes([a, b, c, 0]),
            _ => 0,
        }
    }

    /// Calls `each` with every rule, in order of their texts.
    pub(super) fn for_each(&self, mut each: impl FnMut(Literal<'_>)) {
        let mut rules: Vec<(Vec<u8>, MatchedLiteral)> = (0..self.len())
            .map(|lane| {
                let entry = self.entry(lane);
                let head = &self.packed[head_at(lane)..][..entry.head_len - 1];
                (
                    [b"/", head, &entry.texts[..entry.tail_len]].concat(),
                    entry.matched(),
                )
            })
            .collect();
        sort_by(&mut rules, |(a, a_met), (b, b_met)| {
            (a, a_met.end).cmp(&(b, b_met.end))
        });
        for (text, matched) in &rules {
            each(Literal {
                text,
                end: matched.end,
                kind: matched.kind,
                id: RuleId::first_of(self.line(*matched)),
            });
        }
    }
}

/// Where the head of a lane begins.
#[inline(always)]
const fn head_at(lane: usize) -> usize {
    lane / LANES * BLOCK + lane % LANES * 4
}

/// Where its mask begins.
#[inline(always)]
fn mask_at(lane: usize) -> usize {
    head_at(lane) + 4 * LANES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pattern_heads::plain_begin;
    use alloc::string::String;

    /// Packs rules that are in order.
    fn pack(rules: &[Literal<'_>]) -> Option<LiteralScan> {
        LiteralScan::pack(rules, true)
    }

    fn literals<'t>(texts: &[&'t str]) -> Vec<Literal<'t>> {
        let literal = |(line, text): (usize, &&'t str)| {
            let end = match text.as_bytes().last() {
                Some(b'$') => End::Anchor,
                Some(b'*') => End::Star,
                _ => End::Open,
            };
            Literal {
                text: text.trim_end_matches(['$', '*']).as_bytes(),
                end,
                kind: if line % 3 == 0 {
                    RuleKind::Allow
                } else {
                    RuleKind::Disallow
                },
                id: RuleId::first_of(line as u32 * 70_000),
            }
        };
        texts.iter().enumerate().map(literal).collect()
    }

    fn matches(rule: &Literal<'_>, target: &[u8]) -> bool {
        match rule.end {
            End::Anchor => target == rule.text,
            End::Open | End::Star => target.starts_with(rule.text),
        }
    }

    const SETS: [&[&str]; 6] = [
        &[],
        &["/"],
        &[
            "/abcdefgh/",
            "/abcdefgh$",
            "/abcd*",
            "/abcd",
            "/abc$",
            "/ab",
            "/a\0",
            "/a",
            "/$",
        ],
        &["/%C3%A4", "/abce", "/x$", "/xy*", "/\0\0", "/\0"],
        &[
            "/aaaaaaaa0",
            "/aaaaaaaa1",
            "/aaaa2",
            "/aaaa3",
            "/b4",
            "/b5",
            "/b6",
            "/b7",
            "/c8",
            "/c9",
            "/caaaaaaaaaaaaaaaaaaaaa",
            "/cb",
            "/d",
            "/e",
            "/f",
            "/g",
            "/h",
        ],
        &[
            "/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/a", "/b", "/c", "/d", "/e", "/f",
            "/g", "/h", "/i", "/j", "/k", "/l", "/m", "/n", "/o", "/p", "/q", "/r", "/s", "/t", "/u", "/v",
        ],
    ];

    #[test]
    fn finds_what_a_plain_scan_finds() {
        for set in SETS {
            let rules = literals(set);
            let scan = pack(&rules).unwrap();
            let mut targets: Vec<Vec<u8>> = [
                &b""[..],
                b"a",
                b"abcde",
                b"?",
                b"/#",
                b"/abcd#",
                b"/zzzzzzzzz",
                b"/a\0\0\0\0",
            ]
            .map(Vec::from)
            .into();
            for rule in SETS.iter().flat_map(|set| literals(set)) {
                for cut in 0..=rule.text.len() {
                    targets.push(rule.text[..cut].into());
                }
                targets.push([rule.text, b"x"].concat());
                targets.push([rule.text, b"/and/so/on"].concat());
                targets.push([rule.text, b"#end"].concat());
            }
            for target in targets {
                let expected = rules.iter().find(|rule| matches(rule, &target));
                let found = scan.find(&target);
                assert_eq!(
                    found.map(|matched| (matched.depth, matched.end, matched.kind, scan.line(matched))),
                    expected.map(|rule| (rule.text.len(), rule.end, rule.kind, rule.id.line)),
                    "{set:?} {}",
                    target.escape_ascii()
                );
                let target_of = &target[..memchr::memchr(b'#', &target).unwrap_or(target.len())];
                let expected = rules.iter().find(|rule| matches(rule, target_of));
                if let Some(allows) = allows(&scan, &target) {
                    assert_eq!(
                        allows,
                        expected.is_none_or(|rule| rule.kind == RuleKind::Allow),
                        "{set:?} {}",
                        target.escape_ascii()
                    );
                }
            }
        }
    }

    /// The quick answer of a scan.
    fn allows(scan: &LiteralScan, url: &[u8]) -> Option<bool> {
        scan.allows(plain_begin(url)?, url)
    }

    #[test]
    fn a_quick_answer_needs_plain_bytes() {
        let scan = pack(&literals(&["/abcdef", "/abcd/ef/", "/abxx", "/a"])).unwrap();
        assert_eq!(allows(&scan, b"/xyzz%#"), Some(true));
        assert_eq!(allows(&scan, b"/abcdef%#"), Some(true));
        assert_eq!(allows(&scan, b"/abcd/ef/%#"), Some(false));
        assert_eq!(allows(&scan, b"/abxx"), Some(false));
        assert_eq!(allows(&scan, b"/abcd%65f"), None);
        assert_eq!(allows(&scan, b"/%61bcdef"), None);
        assert_eq!(allows(&scan, b"/abcd#f"), None);
        assert_eq!(allows(&scan, b"/xy"), None);
        assert_eq!(allows(&scan, b"?xyzz"), None);
    }

    #[test]
    fn comes_back_in_order_of_texts() {
        for set in SETS {
            let mut rules = literals(set);
            let scan = pack(&rules).unwrap();
            rules.sort_by_key(|rule| (rule.text, rule.end));
            let mut i = 0;
            scan.for_each(|rule| {
                assert_eq!(rule, rules[i]);
                i += 1;
            });
            assert_eq!(i, rules.len());
            let tails: usize = rules
                .iter()
                .map(|rule| rule.text.len().saturating_sub(BEGIN))
                .sum();
            let entries = rules.len().div_ceil(LANES) * BLOCK + rules.len() * ENTRY;
            assert_eq!(scan.heap_bytes(), entries + tails + COUNT);
        }
    }

    #[test]
    fn what_it_does_not_take() {
        let with = |text: &str| pack(&literals(&["/", text])).is_some();
        assert!(with("/x"));
        assert!(!with("x"));
        assert!(!with(""));
        // Bytes that end a target, after the head.
        assert!(!with("/abcd#") && !with("/abcd\0e"));
        assert!(with(
            &["/", &"x".repeat(usize::from(u16::MAX) + BEGIN - 1)].concat()
        ));
        assert!(!with(&["/", &"x".repeat(usize::from(u16::MAX) + BEGIN)].concat()));
        let at = |line: u32, offset: u32| {
            let mut rules = literals(&["/"]);
            rules[0].id = RuleId { line, offset };
            let scan = pack(&rules)?;
            scan.find(b"/").map(|matched| scan.line(matched))
        };
        assert_eq!(at((1 << 24) - 1, 0), Some((1 << 24) - 1));
        assert_eq!(at(1 << 24, 0), None);
        assert_eq!(at(1, 1), None);
        let many: Vec<String> = (0..LiteralScan::MAX).map(|i| alloc::format!("/{i}")).collect();
        let many: Vec<&str> = many.iter().map(|text| &text[..]).collect();
        assert!(pack(&literals(&many)).is_some());
    }
}
