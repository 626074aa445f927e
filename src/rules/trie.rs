//! Literal patterns as a path-compressed trie in one buffer.
//!
//! # The idea
//!
//! One traversal along the target visits every literal pattern that matches it, however many rules
//! there are. The processor cannot predict where the traversal ends, so it has few branches: labels
//! are compared eight bytes at a time under a mask, and the offsets of the children come before the
//! label, so that they can be loaded before the end of the label is known.
//!
//! # The layout
//!
//! A node is
//!
//! ```text
//! flags · length of the label · [number of children − 1 · their first bytes · their offsets] · label · [identities]
//! ```
//!
//! Lengths and identities are [varints](super::varint). Offsets all take the number of bytes that
//! the largest needs ([`Width`]). The label is the text that all patterns below the node have in
//! common after the text of the parent and the first byte of the child; this byte is only stored in
//! the parent. The flags say which patterns end at the node, by their [`End`], whether each allows,
//! and whether the node has children. There is one identity for each pattern that ends here: its
//! line, and in tries with rules that follow others on their lines also its offset there
//! ([`RuleId`]).
//!
//! Beside the buffer, a table of 64 bits says which second and third bytes the texts have, by the
//! low three bits of each. Most targets that no rule matches are told apart by it.
//!
//! # The invariants, and where they are checked
//!
//! - Children are written before their parent, and an offset leads to the beginning of a node:
//!   [`TrieBuilder`] writes them so. A trie is never read from untrusted bytes: [`super::encoding`]
//!   builds it again.
//! - [`PADDING`](crate::swar::PADDING) bytes follow the last node, so that a word can be read
//!   wherever one begins (`finish` in the builder).
//! - The buffer is at most 4 GiB: the compiler admits no more patterns ([`has_room`]).
//! - What a traversal visits is what a scan of all rules finds: test
//!   `a_traversal_meets_what_a_scan_finds`, and the fuzz target `patterns`. The table excludes
//!   nothing that matches: the same test, and `what_a_path_begins_with_excludes_rules`.
//!
//! # What it bought
//!
//! With 31,843 rules, the alternative, a sorted list with links from each rule to its prefixes,
//! took three to four times as long. `benches/compare` measures questions beside other crates;
//! `src/guide/figures.md` has the figures. On large sites it takes no more memory than the patterns
//! themselves.
//!
//! On small sites, a scan that compared the first four bytes of up to 32 rules at once used to take
//! its place, with 600 lines more. By instructions, on every fourth real file with at most 33 rules,
//! all literal: where no rule matches, `is_allowed` took 16 to 37 % more with it (but two fifths
//! fewer than a trie without the table), and where one matches a third fewer; compiling took 7 to
//! 12 % fewer, and their rules 37 % more heap.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::literal::{End, Literal, MatchedLiteral};
use super::trie_builder::{CHILDREN, TrieBuilder};
use super::varint;
use crate::swar::{Words, first_mark, marks, padded_word};
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trie {
    packed: Box<[u8]>,
    /// Offset of the first node; children lie before their parents.
    root: u32,
    width: Width,
    /// Whether the offsets of rules on their lines are kept: only if one of them is not 0.
    has_offsets: bool,
    /// Which second and third bytes texts have, as a table of 8 × 8 bits ([`cell`]).
    corner: u64,
}

/// How many bytes an offset takes. An enum, so that an enum around a trie takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Width {
    One = 1,
    Two,
    Three,
    Four,
}

impl Width {
    /// The width that offsets up to `limit` need.
    fn of(limit: usize) -> Self {
        match limit {
            0..0x100 => Self::One,
            0x100..0x1_0000 => Self::Two,
            0x1_0000..0x100_0000 => Self::Three,
            _ => Self::Four,
        }
    }

    #[inline(always)]
    fn bytes(self) -> usize {
        self as usize
    }
}

/// An upper bound for the bytes that a rule adds to a trie besides its text.
pub(super) const NODE_BYTES: usize = 32;

/// Whether this number of rules, with texts of this many bytes in total, can be packed: offsets and
/// lengths have 32 bits. The compiler asks this before it admits a rule, and the decoder before it
/// packs the rules that it read, so a trie is never too large.
pub(super) fn has_room(bytes: usize, rules: usize) -> bool {
    bytes as u64 + NODE_BYTES as u64 * rules as u64 <= u64::from(u32::MAX)
}

/// A node.
#[derive(Clone, Copy)]
struct Node {
    flags: u8,
    /// Number of children, and where their first bytes are.
    count: usize,
    first_bytes_at: usize,
    label_at: usize,
    label_len: usize,
}

impl Node {
    /// Calls `visit` for each rule that ends at this node. Rules that end in `$` are visited only
    /// if the target ends here too.
    #[inline(always)]
    fn visit_ends(self, depth: usize, at_end: bool, visit: &mut impl FnMut(MatchedLiteral)) {
        let has = |end: End| self.flags & end.flag() != 0;
        let mut visit = |end: End, others| {
            let allows = self.flags & end.flag() << 1 != 0;
            visit(MatchedLiteral {
                depth,
                end,
                kind: if allows {
                    RuleKind::Allow
                } else {
                    RuleKind::Disallow
                },
                ids_at: self.label_at + self.label_len,
                others,
            });
        };
        if has(End::Open) {
            visit(End::Open, 0);
        }
        if has(End::Star) {
            visit(End::Star, u8::from(has(End::Open)));
        }
        if has(End::Anchor) && at_end {
            visit(End::Anchor, u8::from(has(End::Open)) + u8::from(has(End::Star)));
        }
    }
}

impl Trie {
    /// For no rules.
    fn empty() -> Self {
        Self {
            packed: Box::default(),
            root: 0,
            width: Width::One,
            has_offsets: false,
            corner: 0,
        }
    }

    /// Whether there is no rule.
    pub(super) fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Whether a rule may match `target`, by its second and third byte.
    #[inline(always)]
    pub(super) fn may_match(&self, target: &[u8]) -> bool {
        match target {
            [_, second, third, ..] => self.corner >> cell(*second, *third) & 1 != 0,
            _ => true,
        }
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.packed.len()
    }

    #[inline(always)]
    fn node(&self, at: usize) -> Node {
        let [flags, len, children, ..] = padded_word(&self.packed[at..]).to_le_bytes();
        let (label_len, behind, children) = match len {
            0..0x80 => (usize::from(len), at + 2, children),
            _ => self.long_label(at + 1),
        };
        let (count, first_bytes_at) = if flags & CHILDREN != 0 {
            (usize::from(children) + 1, behind + 1)
        } else {
            (0, behind)
        };
        Node {
            flags,
            count,
            first_bytes_at,
            label_at: first_bytes_at + count * (1 + self.width.bytes()),
            label_len,
        }
    }

    /// The length of a label, which is written at `at` in several bytes, the place after it, and
    /// the byte there.
    #[cold]
    fn long_label(&self, at: usize) -> (usize, usize, u8) {
        let (len, behind) = varint::read(&self.packed[at..]);
        (len, self.packed.len() - behind.len(), behind[0])
    }

    /// Offset of a child.
    #[inline(always)]
    fn child(&self, node: Node, index: usize) -> usize {
        let width = self.width.bytes();
        let mask = u64::MAX >> (64 - 8 * width);
        let at = node.first_bytes_at + node.count + index * width;
        (padded_word(&self.packed[at..]) & mask) as usize
    }

    /// Calls `visit` with every rule that matches `target`, shortest first.
    ///
    /// Takes at most one step for each byte of the target, plus, for each node on the way, a search
    /// among the first bytes of its children.
    #[inline]
    pub(super) fn traverse(&self, target: &[u8], mut visit: impl FnMut(MatchedLiteral)) {
        if self.is_empty() || !self.may_match(target) {
            return;
        }
        let words = Words::new(target);
        let (mut at, mut depth) = (self.root as usize, 0);
        loop {
            let node = self.node(at);
            let label = &self.packed[node.label_at..];
            if !has_label(&target[depth..], words.at(depth), label, node.label_len) {
                return;
            }
            depth += node.label_len;
            if node.flags & !CHILDREN != 0 {
                node.visit_ends(depth, depth == target.len(), &mut visit);
            }
            let Some(next) = target.get(depth) else {
                return;
            };
            depth += 1;
            let Some(index) = place_of(*next, &self.packed[node.first_bytes_at..], node.count) else {
                return;
            };
            at = self.child(node, index);
        }
    }

    /// The identity of a rule that matched.
    #[inline]
    pub(super) fn id(&self, matched: MatchedLiteral) -> RuleId {
        let ids = &self.packed[matched.ids_at..];
        if self.has_offsets {
            return Self::id_with_offset(ids, matched.others);
        }
        let lines = (0..matched.others).fold(ids, |lines, _| varint::read(lines).1);
        RuleId::first_of(varint::read(lines).0 as u32)
    }

    #[cold]
    fn id_with_offset(ids: &[u8], others: u8) -> RuleId {
        let ids = (0..2 * others).fold(ids, |ids, _| varint::read(ids).1);
        let (line, offset) = varint::read(ids);
        RuleId {
            line: line as u32,
            offset: varint::read(offset).0 as u32,
        }
    }

    /// Calls `each` with every rule, in order of their texts.
    pub(super) fn for_each(&self, mut each: impl FnMut(Literal<'_>)) {
        if self.is_empty() {
            return;
        }
        let mut text = Vec::new();
        // Offset of a node, and the length of the text before its label.
        let mut stack: Vec<(usize, usize, Option<u8>)> = alloc::vec![(self.root as usize, 0, None)];
        while let Some((at, depth, first)) = stack.pop() {
            text.truncate(depth);
            text.extend(first);
            let node = self.node(at);
            text.extend_from_slice(&self.packed[node.label_at..][..node.label_len]);
            node.visit_ends(text.len(), true, &mut |matched: MatchedLiteral| {
                each(Literal {
                    text: &text,
                    end: matched.end,
                    kind: matched.kind,
                    id: self.id(matched),
                });
            });
            for index in (0..node.count).rev() {
                let first = self.packed[node.first_bytes_at + index];
                stack.push((self.child(node, index), text.len(), Some(first)));
            }
        }
    }

    /// Packs rules, which are sorted by text and end, no two alike in both.
    ///
    /// Takes time linear in the bytes of their texts. These, and [`NODE_BYTES`] for each rule, must
    /// not exceed 4 GiB.
    pub(super) fn pack<'t>(rules: impl Iterator<Item = Literal<'t>> + Clone) -> Self {
        // A rule makes at most two nodes, and one of the two holds its identity. The width depends
        // on the rules alone, so the same rules make the same bytes.
        let (mut limit, mut has_offsets, mut corner) = (0, false, 0);
        for rule in rules.clone() {
            limit += rule.text.len() + NODE_BYTES;
            has_offsets |= rule.id.offset != 0;
            corner |= match rule.text {
                [_, second, third, ..] => 1 << cell(*second, *third),
                [_, second] => ROW << cell(*second, 0),
                _ => u64::MAX,
            };
        }
        if limit == 0 {
            return Self::empty();
        }
        let width = Width::of(limit);
        let mut packer = TrieBuilder::new(width.bytes(), has_offsets, limit);
        rules.for_each(|rule| packer.add(rule));
        let (packed, root) = packer.finish();
        Self {
            packed: packed.into(),
            root,
            width,
            has_offsets,
            corner,
        }
    }
}

/// The place in [`Trie::corner`] of a second and a third byte.
#[inline(always)]
fn cell(second: u8, third: u8) -> u32 {
    u32::from((second & 7) << 3 | third & 7)
}

/// The eight places of a second byte, shifted by the first of them.
const ROW: u64 = 0xFF;

/// Whether `text` begins with a label of `len` bytes. `word` is the first word of the text;
/// `packed` begins with the label, and is padded.
///
/// It cannot be predicted where a target leaves the trie, so a loop over single bytes would end in
/// a mispredicted branch. Therefore up to eight bytes are compared at once.
#[inline(always)]
pub(super) fn has_label(text: &[u8], word: u64, packed: &[u8], len: usize) -> bool {
    const MASKS: [u64; 9] = [
        0,
        0xFF,
        0xFFFF,
        0xFF_FFFF,
        !0 >> 32,
        !0 >> 24,
        !0 >> 16,
        !0 >> 8,
        !0,
    ];
    len <= text.len()
        && (word ^ padded_word(packed)) & MASKS[len.min(8)] == 0
        && (len <= 8 || text[8..len] == packed[8..len])
}

/// The place of `byte` among the first `count` bytes of `packed`.
#[inline(always)]
fn place_of(byte: u8, packed: &[u8], count: usize) -> Option<usize> {
    const MAX_LINEAR: usize = 64;
    if count > MAX_LINEAR {
        return memchr::memchr(byte, &packed[..count]);
    }
    let mut at = 0;
    while at < count {
        let marks = marks(padded_word(&packed[at..]), byte);
        if marks != 0 {
            let place = at + first_mark(marks);
            return (place < count).then_some(place);
        }
        at += 8;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(texts: &[&'static str]) -> Vec<Literal<'static>> {
        let mut rules: Vec<Literal<'static>> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| {
                let end = match text.as_bytes().last() {
                    Some(b'$') => End::Anchor,
                    Some(b'*') => End::Star,
                    _ => End::Open,
                };
                let kind = if i % 3 == 0 {
                    RuleKind::Allow
                } else {
                    RuleKind::Disallow
                };
                Literal {
                    text: text.trim_end_matches(['$', '*']).as_bytes(),
                    end,
                    kind,
                    id: RuleId::first_of(i as u32 * 100),
                }
            })
            .collect();
        rules.sort_by_key(|rule| (rule.text, rule.end));
        rules
    }

    fn pack(rules: &[Literal<'_>]) -> Trie {
        Trie::pack(rules.iter().copied())
    }

    fn matching(trie: &Trie, target: &[u8]) -> Vec<(usize, End, RuleKind, u32)> {
        let mut all = Vec::new();
        trie.traverse(target, |matched| {
            all.push((matched.depth, matched.end, matched.kind, trie.id(matched).line))
        });
        all
    }

    #[test]
    fn a_traversal_meets_what_a_scan_finds() {
        let sets: [&[&str]; 6] = [
            &[],
            &["/"],
            &[
                "/a",
                "/a$",
                "/a*",
                "/ab*",
                "/ab",
                "/abc$",
                "/abd/a-label-of-more-than-seven-bytes/x",
                "/b",
                "/$",
                "/",
            ],
            &["x", "y/", "", "$"],
            &[
                "/aaaaaaaaaaaaaaaaaaaa",
                "/aaaaaaaaaaaaaaaaaaaab",
                "/aaaaaaaaaaaaaaaaaaaa/",
            ],
            &["/long/common/head/1", "/long/common/head/2", "/long/common/head"],
        ];
        for set in sets {
            let rules = literals(set);
            let trie = pack(&rules);
            let mut all = Vec::new();
            trie.for_each(|rule| all.push((rule.text.to_vec(), rule.end, rule.kind, rule.id.line)));
            let expected: Vec<_> = rules
                .iter()
                .map(|rule| (rule.text.to_vec(), rule.end, rule.kind, rule.id.line))
                .collect();
            assert_eq!(all, expected);
            let targets = [
                "/",
                "/a",
                "/ab",
                "/abc",
                "/abcd",
                "/b",
                "",
                "/abd/a-label-of-more-than-seven-bytes/x/y",
                "y",
                "xx",
                "/aaaaaaaaaaaaaaaaaaaab",
                "/long/common/head",
                "/long/common/head/2/3",
                "/long/common/heat",
            ];
            for target in targets.map(str::as_bytes) {
                let mut expected: Vec<_> = rules
                    .iter()
                    .filter(|rule| match rule.end {
                        End::Anchor => target == rule.text,
                        End::Open | End::Star => target.starts_with(rule.text),
                    })
                    .map(|rule| (rule.text.len(), rule.end, rule.kind, rule.id.line))
                    .collect();
                expected.sort_by_key(|rule| (rule.0, rule.1));
                assert_eq!(
                    matching(&trie, target),
                    expected,
                    "{set:?} {:?}",
                    target.escape_ascii()
                );
            }
        }
    }

    #[test]
    fn every_byte_may_begin_a_child() {
        let texts: Vec<Vec<u8>> = (0..=255u8)
            .map(|byte| [&b"/"[..], &[byte, b'x']].concat())
            .collect();
        let rules: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| Literal {
                text,
                end: End::Open,
                kind: RuleKind::Disallow,
                id: RuleId::first_of(i as u32),
            })
            .collect();
        let trie = pack(&rules);
        for (i, text) in texts.iter().enumerate() {
            assert_eq!(
                matching(&trie, text),
                [(3, End::Open, RuleKind::Disallow, i as u32)]
            );
        }
    }

    #[test]
    fn offsets_are_kept_where_there_are_any() {
        let texts = ["/", "/a", "/a$", "/a*", "/b"];
        let mut rules = literals(&texts);
        let plain = pack(&rules);
        assert!(!plain.has_offsets);
        rules[2].id = RuleId {
            line: 300,
            offset: 70_000,
        };
        let trie = pack(&rules);
        let mut ids = Vec::new();
        trie.for_each(|rule| ids.push(rule.id));
        assert_eq!(ids, rules.iter().map(|rule| rule.id).collect::<Vec<_>>());
        // A byte for each offset, and two more for the long one.
        assert_eq!(trie.heap_bytes(), plain.heap_bytes() + texts.len() + 2);
    }

    #[test]
    fn nested_prefixes_need_no_recursion() {
        let text = [b'a'; 3000];
        let rules: Vec<_> = (0..3000)
            .map(|i| Literal {
                text: &text[..i],
                end: End::Open,
                kind: RuleKind::Allow,
                id: RuleId::first_of(i as u32),
            })
            .collect();
        let trie = pack(&rules);
        assert_eq!(matching(&trie, &text[..2000]).len(), 2001);
        let mut count = 0;
        trie.for_each(|_| count += 1);
        assert_eq!(count, 3000);
    }

    #[test]
    fn offsets_of_several_bytes_lead_to_the_children() {
        for (count, width) in [(5, Width::One), (500, Width::Two), (2500, Width::Three)] {
            let texts: Vec<_> = (0..count).map(|i| alloc::format!("/{i:04}/a-label")).collect();
            let rules: Vec<_> = (0..)
                .zip(&texts)
                .map(|(line, text)| Literal {
                    text: text.as_bytes(),
                    end: End::Open,
                    kind: RuleKind::Allow,
                    id: RuleId::first_of(line),
                })
                .collect();
            let trie = pack(&rules);
            assert_eq!(trie.width, width);
            for rule in rules {
                let expected = (rule.text.len(), rule.end, rule.kind, rule.id.line);
                assert_eq!(matching(&trie, rule.text), [expected]);
            }
        }
    }

    #[test]
    fn labels_of_every_length() {
        let label: Vec<u8> = (1..=20).collect();
        for at in [0, 1, 5, 9] {
            let has = |behind: &[u8], len: usize| {
                let text = [&[b'x'; 9][..at], behind].concat();
                let packed = [&label[..len], &[0; 8]].concat();
                has_label(behind, Words::new(&text).at(at), &packed, len)
            };
            for len in 0..=label.len() {
                for text_len in 0..=label.len() {
                    assert_eq!(
                        has(&label[..text_len], len),
                        text_len >= len,
                        "{at} {len} {text_len}"
                    );
                }
                for differs_at in 0..len {
                    let mut other = label.clone();
                    other[differs_at] ^= 0x80;
                    assert!(!has(&other, len), "{at} {len} {differs_at}");
                    assert!(!has(&other[..len], len), "{at} {len} {differs_at}");
                }
            }
        }
    }

    #[test]
    fn a_first_byte_is_found_among_the_first_bytes_alone() {
        let packed: Vec<u8> = (0..=255).collect();
        for count in [0, 1, 2, 7, 8, 9, 15, 16, 63, 64, 65, 100] {
            for byte in 0..=120 {
                let expected = (usize::from(byte) < count).then_some(usize::from(byte));
                assert_eq!(place_of(byte, &packed, count), expected, "{count} {byte}");
            }
        }
    }

    #[test]
    fn offsets_are_as_wide_as_they_must() {
        for (limit, bytes) in [
            (0, 1),
            (0xFF, 1),
            (0x100, 2),
            (0xFFFF, 2),
            (0x1_0000, 3),
            (0xFF_FFFF, 3),
            (0x100_0000, 4),
        ] {
            assert_eq!(Width::of(limit).bytes(), bytes, "{limit:#x}");
        }
        let texts: Vec<[u8; 2]> = (0..8).map(|i| [b'/', i]).collect();
        let rules = |count: usize| {
            texts[..count].iter().map(|text| Literal {
                text,
                end: End::Open,
                kind: RuleKind::Allow,
                id: RuleId::first_of(1),
            })
        };
        // 34 bytes for each.
        assert_eq!(Trie::pack(rules(7)).width, Width::One);
        let trie = Trie::pack(rules(8));
        assert_eq!(trie.width, Width::Two);
        assert_eq!(trie.heap_bytes(), trie.packed.len());
        assert!(trie.packed.len() < 100);
    }

    #[test]
    fn four_gibibytes_are_room_enough() {
        const LIMIT: usize = u32::MAX as usize;
        assert!(has_room(LIMIT - 2 * NODE_BYTES, 2));
        assert!(!has_room(LIMIT - 2 * NODE_BYTES + 1, 2));
        assert!(has_room(0, LIMIT / NODE_BYTES));
        assert!(!has_room(0, LIMIT / NODE_BYTES + 1));
    }
}
