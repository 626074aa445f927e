//! Builds a [`Trie`](super::trie::Trie) from sorted rules in one pass.
//!
//! # The idea
//!
//! With sorted rules, only the nodes on the path to the last rule can still get children: they are
//! *open* and kept on a stack. When the next rule leaves that path, the nodes below the place where
//! they separate are complete, and are written to the buffer. So no node is written twice or moved,
//! there is no recursion, and no intermediate tree needs an allocation for each node.
//!
//! # The layout
//!
//! The layout of the [trie](super::trie). Once a node is written, its parent, which is still open,
//! only needs the pair of its first byte and its offset. These pairs are on one stack for all open
//! nodes; each open node remembers where its own pairs begin.
//!
//! # The invariants, and where they are checked
//!
//! - Rules arrive sorted by text and end, no two alike in both: a `debug_assert` in `add`; the
//!   callers sort, or refuse bytes that are not sorted.
//! - Depths grow from each open node to the next, and so does where their children begin.
//! - A rule makes at most two nodes, and only one of the two has identities, so
//!   [`NODE_BYTES`](super::trie::NODE_BYTES) for each rule and its text are enough (tests
//!   `offsets_are_as_wide_as_they_must` and the hostile ones).
//!
//! # What it bought
//!
//! Building takes 35 to 60 ns a rule.

use alloc::vec::Vec;

use super::literal::{End, Literal};
use super::varint;
use crate::swar::{PADDING, common_len, word};
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// The flag of a node that has children.
pub(super) const CHILDREN: u8 = 64;

/// A node that may yet get children.
struct OpenNode {
    /// The length of the text from the root to the end of its label.
    depth: usize,
    flags: u8,
    /// By [`End`].
    ids: [RuleId; 3],
    /// Where its children begin in [`TrieBuilder::children`].
    children: usize,
}

/// See the [module](self).
pub(super) struct TrieBuilder<'t> {
    packed: Vec<u8>,
    width: usize,
    /// Whether offsets are written beside lines.
    has_offsets: bool,
    open: Vec<OpenNode>,
    /// First bytes and offsets of written nodes whose parents are open.
    children: Vec<(u8, usize)>,
    last: &'t [u8],
}

impl<'t> TrieBuilder<'t> {
    /// For a trie whose offsets take `width` bytes, and that takes at most `limit` bytes.
    pub(super) fn new(width: usize, has_offsets: bool, limit: usize) -> Self {
        Self {
            // Shared beginnings are stored once, and a node takes about ten bytes.
            packed: Vec::with_capacity(limit / 2 + 2 * PADDING),
            width,
            has_offsets,
            open: Vec::with_capacity(8),
            children: Vec::with_capacity(16),
            last: &[],
        }
    }

    /// Adds a rule.
    pub(super) fn add(&mut self, rule: Literal<'t>) {
        if !self.open.is_empty() {
            debug_assert!(self.last <= rule.text);
            let common = common_len(self.last, rule.text);
            if common == rule.text.len() {
                // Rules are sorted, so if the common beginning is this whole text, the last text is
                // the same.
                return self.end_here(rule);
            }
            self.close_below(common);
        }
        self.last = rule.text;
        self.open.push(OpenNode {
            depth: rule.text.len(),
            flags: 0,
            ids: [RuleId::first_of(0); 3],
            children: self.children.len(),
        });
        self.end_here(rule);
    }

    fn end_here(&mut self, rule: Literal<'t>) {
        if let Some(top) = self.open.last_mut() {
            let allows = if rule.kind == RuleKind::Allow {
                rule.end.flag() << 1
            } else {
                0
            };
            top.flags |= rule.end.flag() | allows;
            top.ids[rule.end as usize] = rule.id;
        }
    }

    /// Writes the open nodes that end after `depth`, and makes sure that one ends there.
    fn close_below(&mut self, depth: usize) {
        while let Some(node) = self.open.pop_if(|node| node.depth > depth) {
            let parent = self
                .open
                .last()
                .map(|parent| parent.depth)
                .filter(|parent| *parent >= depth);
            let first_byte = parent.unwrap_or(depth);
            let children = node.children;
            let at = self.write(&node, first_byte + 1);
            if parent.is_none() {
                // The last rule and the next one separate in the middle of a label, so the label is
                // split here.
                self.open.push(OpenNode {
                    depth,
                    flags: 0,
                    ids: [RuleId::first_of(0); 3],
                    children,
                });
            }
            self.children.push((self.last[first_byte], at));
        }
    }

    /// Writes a node whose label begins at `label` in the last text, and takes its children off the
    /// stack.
    fn write(&mut self, node: &OpenNode, label: usize) -> usize {
        let at = self.packed.len();
        let children = &self.children[node.children..];
        let flags = if children.is_empty() {
            node.flags
        } else {
            node.flags | CHILDREN
        };
        match node.depth - label {
            len @ 0..0x80 => self.packed.extend_from_slice(&[flags, len as u8]),
            len => {
                self.packed.push(flags);
                varint::write(len, &mut self.packed);
            }
        }
        if let Some(last) = children.len().checked_sub(1) {
            self.packed.push(last as u8);
            self.packed
                .extend(children.iter().map(|(first_byte, _)| *first_byte));
            match self.width {
                1 => write_offsets::<1>(children, &mut self.packed),
                2 => write_offsets::<2>(children, &mut self.packed),
                3 => write_offsets::<3>(children, &mut self.packed),
                _ => write_offsets::<4>(children, &mut self.packed),
            }
        }
        extend(&mut self.packed, &self.last[label..], node.depth - label);
        for end in [End::Open, End::Star, End::Anchor] {
            if node.flags & end.flag() != 0 {
                let id = node.ids[end as usize];
                varint::write(id.line as usize, &mut self.packed);
                if self.has_offsets {
                    varint::write(id.offset as usize, &mut self.packed);
                }
            }
        }
        self.children.truncate(node.children);
        at
    }

    /// Writes the open nodes. Returns the buffer and the offset of the root.
    pub(super) fn finish(mut self) -> (Vec<u8>, u32) {
        let Some(depth) = self.open.first().map(|root| root.depth) else {
            return (self.packed, 0);
        };
        self.close_below(depth);
        let root = self.open.pop().map_or(0, |root| self.write(&root, 0) as u32);
        self.packed.resize(self.packed.len() + PADDING, 0);
        (self.packed, root)
    }
}

/// Appends the first `len` bytes of a text. Nearly all labels have up to eight, and copying a number
/// of bytes that is only known at run time takes longer.
#[inline(always)]
fn extend(packed: &mut Vec<u8>, text: &[u8], len: usize) {
    if len > 8 {
        return packed.extend_from_slice(&text[..len]);
    }
    let end = packed.len() + len;
    packed.extend_from_slice(&word(text).to_le_bytes());
    packed.truncate(end);
}

/// Writes the offsets of nodes, `WIDTH` bytes each. The width is a constant, since copying a number
/// of bytes that is only known at run time takes much longer.
#[inline(always)]
fn write_offsets<const WIDTH: usize>(nodes: &[(u8, usize)], packed: &mut Vec<u8>) {
    for (_, offset) in nodes {
        packed.extend_from_slice(&offset.to_le_bytes()[..WIDTH]);
    }
}
