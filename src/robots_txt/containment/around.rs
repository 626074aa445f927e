//! Which of many names contain a text: all suffixes of all names, in order.
//!
//! Suffixes that begin with the text are neighbors. A name may have thousands of them, and should be listed once. So each suffix has a
//! mark: how many bytes it has in common with the suffix of the same name that precedes it in the order. If these are as many as the
//! text has, that one begins with the text too. So exactly the first suffix of each name has a mark below the length
//! of the text. Blocks of suffixes without such a mark are skipped (compare Muthukrishnan, "Efficient algorithms for document retrieval problems", 2002).

use alloc::vec::Vec;

use super::suffix_array::suffix_array;

/// How many suffixes are skipped at once.
const BLOCK: usize = 16;

/// The names, in arrays: 13 bytes for each byte of a name.
///
/// All numbers fit: a body has less than 4 GiB, and at least one byte of it separates any two names.
#[derive(Clone, Debug)]
pub(in super::super) struct Around {
    /// All names, one after the other.
    text: Vec<u8>,
    /// Of each name where it begins, and the end of the last.
    starts: Vec<u32>,
    suffixes: Vec<Suffix>,
    /// The least mark of each block of suffixes.
    least: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Suffix {
    /// The number of its name.
    name: u32,
    /// Where it begins in the text of all names. It ends where its name ends.
    start: u32,
    /// How many bytes it has in common with the suffix of the same name that precedes it in the order.
    mark: u32,
}

impl Around {
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n [u8]>) -> Self {
        let (mut text, mut starts) = (Vec::new(), alloc::vec![0]);
        for name in names {
            text.extend_from_slice(name);
            starts.push(text.len() as u32);
        }
        let mut around = Self {
            suffixes: sorted(&text, &starts),
            text,
            starts,
            least: Vec::new(),
        };
        around.mark();
        let blocks = around.suffixes.chunks(BLOCK);
        around.least = blocks
            .map(|block| block.iter().map(|suffix| suffix.mark).min().unwrap_or(0))
            .collect();
        around
    }

    /// Finds the marks. What a suffix has in common with another, the suffix that begins one byte later has in common with some
    /// other suffix, but for one byte. So this takes linear time (Kasai and others, 2001).
    fn mark(&mut self) {
        const NONE: u32 = u32::MAX;
        // For each byte of the text, the suffix that precedes the one that begins there: where it begins.
        let mut before = alloc::vec![NONE; self.text.len()];
        let mut last = alloc::vec![NONE; self.starts.len() - 1];
        for suffix in &self.suffixes {
            before[suffix.start as usize] = last[suffix.name as usize];
            last[suffix.name as usize] = suffix.start;
        }
        // From here on, the mark takes the place.
        for name in self.starts.windows(2) {
            let [from, to] = [name[0] as usize, name[1] as usize];
            let mut common = 0;
            for (start, before) in (from..to).zip(&mut before[from..to]) {
                if *before == NONE {
                    common = 0;
                } else {
                    let rest = &self.text[start + common..to];
                    let other = &self.text[*before as usize + common..to];
                    common += rest.iter().zip(other).take_while(|(a, b)| a == b).count();
                }
                *before = common as u32;
                common = common.saturating_sub(1);
            }
        }
        for suffix in &mut self.suffixes {
            suffix.mark = before[suffix.start as usize];
        }
    }

    fn bytes(&self, suffix: &Suffix) -> &[u8] {
        &self.text[suffix.start as usize..self.starts[suffix.name as usize + 1] as usize]
    }

    /// The numbers of the names that contain a text, each once, in any order; none for an empty text. Linear in the length of the text for each step of
    /// a binary search, and about linear in what is found.
    pub(super) fn of(&self, text: &[u8]) -> Vec<usize> {
        let from = self.suffixes.partition_point(|suffix| self.bytes(suffix) < text);
        let begin = self.suffixes[from..].partition_point(|suffix| self.bytes(suffix).starts_with(text));
        let mut found = Vec::new();
        let mut place = from;
        while place < from + begin {
            if place % BLOCK == 0 && self.least[place / BLOCK] as usize >= text.len() {
                place += BLOCK;
                continue;
            }
            let suffix = self.suffixes[place];
            if (suffix.mark as usize) < text.len() {
                found.push(suffix.name as usize);
            }
            place += 1;
        }
        found
    }
}

/// The suffixes of all names in order, without marks.
fn sorted(text: &[u8], starts: &[u32]) -> Vec<Suffix> {
    /// Ends each name. It comes before all bytes, so that a suffix comes before those that begin with it.
    const END: u32 = 0;
    let mut letters: Vec<u32> = Vec::with_capacity(text.len() + starts.len());
    let mut names: Vec<u32> = Vec::with_capacity(text.len() + starts.len());
    for (name, bounds) in starts.windows(2).enumerate() {
        let bytes = &text[bounds[0] as usize..bounds[1] as usize];
        letters.extend(bytes.iter().map(|byte| u32::from(*byte) + 1).chain([END]));
        names.resize(letters.len(), name as u32);
    }
    let all = suffix_array(&letters, u32::from(u8::MAX) + 1).into_iter();
    let suffixes = all.filter(|start| letters[*start as usize] != END);
    let placed = suffixes.map(|start| {
        let name = names[start as usize];
        // Each name before it has an end.
        let start = start - name;
        Suffix { name, start, mark: 0 }
    });
    let mut placed_suffixes = Vec::with_capacity(text.len());
    placed_suffixes.extend(placed);
    placed_suffixes
}
