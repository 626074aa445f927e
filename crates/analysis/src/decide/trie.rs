//! All literal patterns of one canonical form as one automaton.
//!
//! Where only one text continues, its rest is stored as a *tail* instead of a chain of nodes: an
//! octet of a tail takes two bytes, a node twenty. So a file that is a single pattern of 500 KiB
//! takes one megabyte, not ten.
//!
//! A state is the number of a node, or the count of all nodes plus the place of the next octet in
//! the tails.

use robots_exclusion::companions::sort_by;

use super::pattern::DEAD;

/// A literal pattern that ends at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The number of the alternative.
    pub(super) alternative: u32,
    pub(super) rank: u32,
    pub(super) rule: u32,
    pub(super) allows: bool,
    /// Matches with any text after it.
    pub(super) is_open: bool,
}

/// Twenty bytes. Nodes are stored level by level, so that the children of a node are neighbors.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// If there is a tail instead, where it starts among the tails.
    first_child: u32,
    /// Where the patterns that end here start. They end where the patterns of the next node start.
    ends: u32,
    /// The highest rank of a Disallow and of an Allow that ends here or below; 0 where there is
    /// none.
    highest: [u32; 2],
    children: u16,
    byte: u8,
    has_tail: bool,
}

/// The rest of a text after the part that it has in common with others.
#[derive(Clone, Copy, Debug)]
struct Tail {
    /// The place of its [`STOP`].
    stop: u32,
    /// Where the patterns that end there start. They end where the patterns of the next tail start.
    ends: u32,
    /// The highest rank of a Disallow and of an Allow that ends there; 0 where there is none.
    highest: [u32; 2],
}

/// The mark at the end of each tail. Greater than any octet.
const STOP: u16 = 256;

#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    nodes: Vec<Node>,
    /// The patterns that end at nodes.
    ends: Vec<End>,
    /// The octets of all tails, one tail after the other.
    octets: Vec<u16>,
    tails: Vec<Tail>,
    /// The patterns that end with a tail.
    tail_ends: Vec<End>,
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
        // For each literal, the index after the last one that is equal to it.
        let mut equal_to: Vec<usize> = (1..=literals.len()).collect();
        for at in (1..literals.len()).rev() {
            if literals[at - 1].0 == literals[at].0 {
                equal_to[at - 1] = equal_to[at];
            }
        }
        let mut trie = Self::default();
        // For each node of a level, the range of its literals: those that begin with its text.
        let mut level = vec![(0, literals.len())];
        let mut bytes = vec![0];
        let mut depth = 0;
        while !level.is_empty() {
            let mut below = Vec::new();
            let mut bytes_below = Vec::new();
            let next_level = trie.nodes.len() + level.len();
            for (&(mut from, to), byte) in level.iter().zip(bytes) {
                let mut node = Node {
                    first_child: (next_level + below.len()) as u32,
                    ends: trie.ends.len() as u32,
                    highest: highest(&literals[from..to]),
                    children: 0,
                    byte,
                    has_tail: false,
                };
                if from < to && literals[from].0.len() > depth && equal_to[from] >= to {
                    node.has_tail = true;
                    node.first_child = trie.octets.len() as u32;
                    trie.add_tail(depth, &literals[from..to]);
                    from = to;
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
        trie.nodes.shrink_to_fit();
        trie.octets.shrink_to_fit();
        trie
    }

    /// Adds the rest of some equal literals, from a depth on.
    fn add_tail(&mut self, depth: usize, literals: &[(&[u32], End)]) {
        let Some((text, _)) = literals.first() else {
            return;
        };
        self.octets
            .extend(text[depth..].iter().map(|symbol| *symbol as u16));
        self.tails.push(Tail {
            stop: self.octets.len() as u32,
            ends: self.tail_ends.len() as u32,
            highest: highest(literals),
        });
        self.octets.push(STOP);
        self.tail_ends.extend(literals.iter().map(|(_, end)| *end));
    }

    /// The place in the tails, if the state is in one.
    #[inline]
    fn in_tails(&self, state: u32) -> Option<usize> {
        (state as usize).checked_sub(self.nodes.len())
    }

    /// The number of the tail that a place is in.
    fn tail_at(&self, place: usize) -> usize {
        self.tails.partition_point(|tail| (tail.stop as usize) < place)
    }

    /// The state after one more octet in a tail.
    #[inline]
    fn step_in_tail(&self, place: usize, byte: u8) -> u32 {
        if self.octets[place] == u16::from(byte) {
            (self.nodes.len() + place + 1) as u32
        } else {
            DEAD
        }
    }

    #[inline]
    pub(super) fn step(&self, state: u32, byte: u8, work: &mut u64) -> u32 {
        const MAX_LINEAR: usize = 8;
        if state == DEAD {
            return DEAD;
        }
        *work += 1;
        if let Some(place) = self.in_tails(state) {
            return self.step_in_tail(place, byte);
        }
        let parent = &self.nodes[state as usize];
        if parent.has_tail {
            return self.step_in_tail(parent.first_child as usize, byte);
        }
        let children = &self.nodes[parent.first_child as usize..][..usize::from(parent.children)];
        let found = if children.len() <= MAX_LINEAR {
            children.iter().position(|child| child.byte == byte)
        } else {
            children.binary_search_by_key(&byte, |child| child.byte).ok()
        };
        found.map_or(DEAD, |at| parent.first_child + at as u32)
    }

    /// The patterns that end at a state, in descending order of rank.
    #[inline]
    pub(super) fn ends(&self, state: u32) -> &[End] {
        if state == DEAD {
            return &[];
        }
        if let Some(place) = self.in_tails(state) {
            return match self.octets[place] {
                STOP => self.ends_of_tail(self.tail_at(place)),
                _ => &[],
            };
        }
        let node = state as usize;
        let to = self
            .nodes
            .get(node + 1)
            .map_or(self.ends.len(), |next| next.ends as usize);
        &self.ends[self.nodes[node].ends as usize..to]
    }

    /// Like [`ends`](Self::ends), but adds a step to `work` for each end after the first: usually
    /// there is only one, and further ones belong to patterns with the same text.
    pub(super) fn counted_ends(&self, state: u32, work: &mut u64) -> &[End] {
        counted(self.ends(state), work)
    }

    fn ends_of_tail(&self, number: usize) -> &[End] {
        let next = self.tails.get(number + 1);
        let to = next.map_or(self.tail_ends.len(), |next| next.ends as usize);
        &self.tail_ends[self.tails[number].ends as usize..to]
    }

    /// The highest rank of a Disallow and of an Allow that ends at a state or below.
    #[inline]
    pub(super) fn highest(&self, state: u32) -> [u32; 2] {
        match self.in_tails(state) {
            Some(place) => self.tails[self.tail_at(place)].highest,
            None => self.nodes[state as usize].highest,
        }
    }

    /// Calls `visit` with every pattern that ends at a state or below, down to a depth.
    pub(super) fn below(&self, state: u32, depth: usize, work: &mut u64, visit: &mut impl FnMut(&End)) {
        if let Some(place) = self.in_tails(state) {
            *work += 1;
            return self.below_in_tail(self.tail_at(place), place, depth, work, visit);
        }
        let mut level = (state, state + 1);
        for passed in 0..=depth {
            if level.0 == level.1 {
                return;
            }
            *work += u64::from(level.1 - level.0);
            let mut children: Option<(u32, u32)> = None;
            let mut last_tail = None;
            for node in level.0..level.1 {
                self.counted_ends(node, work).iter().for_each(&mut *visit);
                let node = &self.nodes[node as usize];
                if node.has_tail {
                    let place = node.first_child as usize;
                    // Tails are in the order of their nodes, so only the first tail of a level has
                    // to be searched for; each further tail has the next number.
                    let number = last_tail.map_or_else(|| self.tail_at(place), |last| last + 1);
                    last_tail = Some(number);
                    self.below_in_tail(number, place, depth - passed, work, visit);
                } else {
                    let (first, _) = children.unwrap_or((node.first_child, 0));
                    children = Some((first, node.first_child + u32::from(node.children)));
                }
            }
            let Some(below) = children else { return };
            level = below;
        }
    }

    /// Like [`below`](Self::below), from a place in the tail of this number.
    ///
    /// Reading the end of a tail counts three steps more than passing a node, since the end is
    /// elsewhere in memory.
    fn below_in_tail(
        &self,
        number: usize,
        place: usize,
        depth: usize,
        work: &mut u64,
        visit: &mut impl FnMut(&End),
    ) {
        *work += 3;
        if self.tails[number].stop as usize - place <= depth {
            counted(self.ends_of_tail(number), work).iter().for_each(visit);
        }
    }
}

fn counted<'e>(ends: &'e [End], work: &mut u64) -> &'e [End] {
    *work += ends.len().saturating_sub(1) as u64;
    ends
}

/// The highest rank of a Disallow and of an Allow among some literals; 0 where there is none.
fn highest(literals: &[(&[u32], End)]) -> [u32; 2] {
    let mut highest = [0; 2];
    for (_, end) in literals {
        let highest = &mut highest[usize::from(end.allows)];
        *highest = (*highest).max(end.rank);
    }
    highest
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
        // `cd` is a tail: its end is within reach of two octets, but not of one.
        assert_eq!(below(at("/ab"), 1), [2, 4]);
        assert_eq!(below(at("/ab"), 2), [2, 4, 5]);
        assert_eq!(below(at("/abc"), 0), [0; 0]);
        assert_eq!(below(at("/abc"), 1), [5]);
        assert_eq!(below(at("/abcd"), 0), [5]);
    }

    #[test]
    fn no_literals() {
        let trie = Trie::new(Vec::new());
        assert_eq!(trie.step(Trie::ROOT, b'/', &mut 0), DEAD);
        assert!(trie.ends(Trie::ROOT).is_empty());
    }
}
