//! Which of many names a text contains: an automaton that reads the text once (Aho and Corasick, 1975).
//!
//! The names form a trie. After each byte of the text, the automaton is at the node of the longest text that begins a name and
//! that the text read so far ends with. The names that end there are the longest one that the node's text ends with, the longest one
//! that this name ends with, and so on. These chains may be long, and the same ones are met again and again, as in names `a`, `aa`,
//! `aaa` and so on. So names are numbered such that one glance at its number tells whether a name was listed already.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use crate::sorting::sort_by;

/// The first node; it stands for the empty text.
const ROOT: usize = 0;

/// The names, in arrays: 13 bytes for each node, of which there are at most as many as the names have bytes, and the root.
///
/// All numbers fit: names of 4 GiB would take more memory than there is.
#[derive(Clone, Debug)]
pub(in super::super) struct Inside {
    /// Of each node the last byte of its text. Nodes are in the order of the length of their texts, so that children are neighbors.
    bytes: Vec<u8>,
    /// Of each node the first child. Its children end where those of the next node begin. One more than there are nodes.
    children: Vec<u32>,
    /// Of each node the one of the longest other text that its text ends with.
    fallback: Vec<u32>,
    /// Of each node the rank of the longest name that its text ends with; 0 if there is none.
    longest: Vec<u32>,
    /// Of each name, by its rank, the rank of the longest other name that it ends with; 0 if there is none. Names that are read backwards are ranked
    /// in order, from 1. So those that end with a name follow it directly.
    shorter: Vec<u32>,
    /// Of each name, by its rank, its number.
    numbers: Vec<u32>,
}

impl Inside {
    /// All names, in order; no two are equal.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n [u8]>) -> Self {
        let names: Vec<&[u8]> = names.collect();
        let mut backwards: Vec<u32> = (0..names.len() as u32).collect();
        let reversed = |number: &u32| names[*number as usize].iter().rev();
        sort_by(&mut backwards, |a, b| reversed(a).cmp(reversed(b)));
        // The rank 0 is no name's.
        let mut numbers = alloc::vec![0];
        numbers.append(&mut backwards);
        let mut ranked: Vec<(&[u8], u32)> = names.into_iter().map(|name| (name, 0)).collect();
        for (number, rank) in numbers[1..].iter().zip(1..) {
            ranked[*number as usize].1 = rank;
        }
        let mut inside = Self {
            bytes: Vec::new(),
            children: Vec::new(),
            fallback: Vec::new(),
            longest: Vec::new(),
            shorter: alloc::vec![0; numbers.len()],
            numbers,
        };
        inside.grow(&ranked);
        inside.link();
        inside
    }

    /// Makes the trie of names that are in order, and notes at which nodes they end.
    fn grow(&mut self, ranked: &[(&[u8], u32)]) {
        // The names that begin with the text of each node of the same depth. Those of a node are neighbors.
        let mut level: Vec<Range<usize>> = alloc::vec![0..ranked.len()];
        let mut deeper: Vec<Range<usize>> = Vec::new();
        let mut depth = 0;
        self.bytes.push(0);
        while !level.is_empty() {
            for mut range in level.drain(..) {
                // The shortest comes first, and no two are equal.
                let ends = ranked[range.clone()]
                    .first()
                    .filter(|(name, _)| name.len() == depth);
                self.longest.push(ends.map_or(0, |(_, rank)| *rank));
                range.start += usize::from(ends.is_some());
                self.children.push(self.bytes.len() as u32);
                for run in ranked[range.clone()].chunk_by(|(a, _), (b, _)| a[depth] == b[depth]) {
                    self.bytes.extend(run.first().map(|(name, _)| name[depth]));
                    deeper.push(range.start..range.start + run.len());
                    range.start += run.len();
                }
            }
            mem::swap(&mut level, &mut deeper);
            depth += 1;
        }
        self.children.push(self.bytes.len() as u32);
        for vec in [&mut self.children, &mut self.longest] {
            vec.shrink_to_fit();
        }
        self.bytes.shrink_to_fit();
    }

    /// Finds what the text of each node and each name ends with. Shorter texts come first, so that what they end with is known.
    fn link(&mut self) {
        self.fallback = alloc::vec![ROOT as u32; self.bytes.len()];
        for node in 0..self.bytes.len() {
            let fallback = self.fallback[node] as usize;
            if node != ROOT {
                let longest = self.longest[fallback];
                match self.longest[node] {
                    0 => self.longest[node] = longest,
                    name => self.shorter[name as usize] = longest,
                }
                for child in self.children_of(node) {
                    self.fallback[child] = self.next(fallback, self.bytes[child]) as u32;
                }
            }
        }
    }

    fn children_of(&self, node: usize) -> Range<usize> {
        self.children[node] as usize..self.children[node + 1] as usize
    }

    /// The node after one more byte. Over a whole text this takes linear time, as each fallback shortens what the
    /// byte before made longer.
    fn next(&self, mut node: usize, byte: u8) -> usize {
        loop {
            let children = self.children_of(node);
            if let Ok(place) = self.bytes[children.clone()].binary_search(&byte) {
                return children.start + place;
            }
            if node == ROOT {
                return ROOT;
            }
            node = self.fallback[node] as usize;
        }
    }

    /// The numbers of the names that a text contains, each once, in any order. `n log n` in the length of the text, and linear in what is found.
    pub(super) fn of(&self, text: &[u8]) -> Vec<usize> {
        let mut node = ROOT;
        // The longest names that end somewhere. The empty name ends before the first byte.
        let mut ends = alloc::vec![self.longest[ROOT]];
        for byte in text {
            node = self.next(node, *byte);
            let longest = self.longest[node];
            if ends.last() != Some(&longest) {
                ends.push(longest);
            }
        }
        ends.sort_unstable();
        let mut found = Vec::new();
        let mut last = 0;
        for end in ends {
            let mut name = end;
            // Names that end with some name follow it directly. So one that does not rank above the last end, but that this end ends with, is one
            // that the last end ends with too: it is listed, and so are those that it ends with.
            while name > last {
                found.push(self.numbers[name as usize] as usize);
                name = self.shorter[name as usize];
            }
            last = end;
        }
        found
    }
}
