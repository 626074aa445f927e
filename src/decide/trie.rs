//! All literal patterns of one canonical form as one automaton.

use alloc::vec::Vec;

use crate::sorting::sort_by;

use super::pattern::DEAD;

/// A literal pattern that ends at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The number of the alternative.
    pub(super) alternative: u32,
    pub(super) rank: u32,
    pub(super) rule: u32,
    pub(super) allows: bool,
    /// Matches whatever follows.
    pub(super) is_open: bool,
}

/// Twenty bytes. Nodes are stored level by level, so that the children of a node are neighbors.
#[derive(Clone, Copy, Debug)]
struct Node {
    first_child: u32,
    /// Where the patterns that end here start. They end where those of the next node start.
    ends: u32,
    /// The highest rank of a Disallow and of an Allow that ends here or below; 0 where there is none.
    highest: [u32; 2],
    children: u16,
    byte: u8,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    nodes: Vec<Node>,
    ends: Vec<End>,
}

impl Trie {
    pub(super) const ROOT: u32 = 0;

    /// Builds the trie of some literals.
    ///
    /// # Complexity
    ///
    /// `n log n` comparisons of literals, and linear in their octets.
    pub(super) fn new(mut literals: Vec<(&[u32], End)>) -> Self {
        sort_by(&mut literals, |(text, end), (other, other_end)| {
            text.cmp(other).then(other_end.rank.cmp(&end.rank))
        });
        let mut trie = Self::default();
        // The literals of each node of a level.
        let mut level = alloc::vec![(0, literals.len())];
        let mut bytes = alloc::vec![0];
        let mut depth = 0;
        while !level.is_empty() {
            let mut below = Vec::new();
            let mut bytes_below = Vec::new();
            let next_level = trie.nodes.len() + level.len();
            for (&(mut from, to), byte) in level.iter().zip(bytes) {
                let mut node = Node {
                    first_child: (next_level + below.len()) as u32,
                    ends: trie.ends.len() as u32,
                    highest: [0; 2],
                    children: 0,
                    byte,
                };
                for (_, end) in &literals[from..to] {
                    let highest = &mut node.highest[usize::from(end.allows)];
                    *highest = (*highest).max(end.rank);
                }
                while from < to && literals[from].0.len() == depth {
                    trie.ends.push(literals[from].1);
                    from += 1;
                }
                while from < to {
                    let symbol = literals[from].0[depth];
                    let same = literals[from..to].partition_point(|(text, _)| text[depth] == symbol);
                    below.push((from, from + same));
                    bytes_below.push(symbol as u8);
                    node.children += 1;
                    from += same;
                }
                trie.nodes.push(node);
            }
            level = below;
            bytes = bytes_below;
            depth += 1;
        }
        trie
    }

    #[inline]
    pub(super) fn step(&self, node: u32, byte: u8, work: &mut u64) -> u32 {
        const FEW: usize = 8;
        if node == DEAD {
            return DEAD;
        }
        let parent = &self.nodes[node as usize];
        let children = &self.nodes[parent.first_child as usize..][..usize::from(parent.children)];
        *work += 1;
        let found = if children.len() <= FEW {
            children.iter().position(|child| child.byte == byte)
        } else {
            children.binary_search_by_key(&byte, |child| child.byte).ok()
        };
        found.map_or(DEAD, |at| parent.first_child + at as u32)
    }

    /// The patterns that end at a node, those of high rank first.
    #[inline]
    pub(super) fn ends(&self, node: u32) -> &[End] {
        if node == DEAD {
            return &[];
        }
        let node = node as usize;
        let to = self
            .nodes
            .get(node + 1)
            .map_or(self.ends.len(), |next| next.ends as usize);
        &self.ends[self.nodes[node].ends as usize..to]
    }

    /// The highest rank of a Disallow and of an Allow that ends at a node or below.
    #[inline]
    pub(super) fn highest(&self, node: u32) -> [u32; 2] {
        self.nodes[node as usize].highest
    }

    /// Calls `meet` with every pattern that ends at a node or below, down to a depth.
    pub(super) fn below(&self, node: u32, depth: usize, work: &mut u64, meet: &mut impl FnMut(&End)) {
        let mut level = (node, node + 1);
        for _ in 0..=depth {
            if level.0 == level.1 {
                return;
            }
            *work += u64::from(level.1 - level.0);
            for node in level.0..level.1 {
                self.ends(node).iter().for_each(&mut *meet);
            }
            let (first, last) = (self.nodes[level.0 as usize], self.nodes[level.1 as usize - 1]);
            level = (first.first_child, last.first_child + u32::from(last.children));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(alternative: u32) -> End {
        End {
            alternative,
            rank: 10 - alternative,
            rule: alternative,
            allows: alternative % 2 == 1,
            is_open: true,
        }
    }

    #[test]
    fn walks_and_subtrees() {
        let texts = ["/", "/a", "/ab", "/b", "/ab", "/abcd"];
        let symbols: Vec<Vec<u32>> = texts
            .iter()
            .map(|text| text.bytes().map(u32::from).collect())
            .collect();
        let literals = symbols.iter().zip(0..).map(|(text, i)| (&text[..], end(i)));
        let trie = Trie::new(literals.collect());
        let mut work = 0;
        let mut at = |text: &str| {
            text.bytes()
                .fold(Trie::ROOT, |node, byte| trie.step(node, byte, &mut work))
        };
        let ends = |node| -> Vec<u32> { trie.ends(node).iter().map(|end| end.alternative).collect() };
        assert_eq!(ends(at("")), [0; 0]);
        assert_eq!(ends(at("/")), [0]);
        assert_eq!(ends(at("/ab")), [2, 4]);
        assert_eq!(ends(at("/abc")), [0; 0]);
        assert_eq!(at("/x"), DEAD);
        assert_eq!(at("/abcde"), DEAD);
        assert_eq!(trie.highest(at("/")), [10, 9]);
        assert_eq!(trie.highest(at("/abc")), [0, 5]);
        let below = |node, depth| {
            let mut found = Vec::new();
            trie.below(node, depth, &mut 0, &mut |end: &End| found.push(end.alternative));
            found
        };
        assert_eq!(below(at("/"), 9), [0, 1, 3, 2, 4, 5]);
        assert_eq!(below(at("/a"), 1), [1, 2, 4]);
    }

    #[test]
    fn no_literals() {
        let trie = Trie::new(Vec::new());
        assert_eq!(trie.step(Trie::ROOT, b'/', &mut 0), DEAD);
        assert!(trie.ends(Trie::ROOT).is_empty());
    }
}
