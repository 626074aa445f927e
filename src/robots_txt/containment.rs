//! Which of many names are contained in a given one, and which contain it, without looking at each of them.
//!
//! A file of 500 KiB can have 30,000 names, and a comparison of files asks about each of them. Names are
//! short, so both questions have an index that makes up for it:
//!
//! - What a name contains are parts of it: all parts that have the length of some name are looked up.
//! - What contains a name has a suffix that begins with it: all suffixes of all names are sorted, and those
//!   that begin with it are neighbors. They are sorted by their first [`SORTED`] bytes alone, so that a long
//!   name that repeats itself takes no more time than others.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// By how many bytes suffixes are sorted.
const SORTED: usize = 64;

/// The index for one of the two questions. Names have numbers, in the order in which they are given.
#[derive(Clone, Debug)]
pub(super) enum Containment {
    Inside {
        numbers: BTreeMap<Vec<u8>, Vec<usize>>,
        lengths: BTreeSet<usize>,
    },
    Around {
        names: Vec<Vec<u8>>,
        /// Number of a name and where in it a suffix begins, sorted by the suffixes.
        suffixes: Vec<(u32, u32)>,
    },
}

impl Containment {
    /// To find names that are contained in a given one.
    pub(super) fn inside(names: impl Iterator<Item = Vec<u8>>) -> Self {
        let mut numbers: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
        for (number, name) in names.enumerate() {
            numbers.entry(name).or_default().push(number);
        }
        let lengths = numbers.keys().map(Vec::len).collect();
        Self::Inside { numbers, lengths }
    }

    /// To find names that contain a given one. `n log n` in their length.
    pub(super) fn around(names: impl Iterator<Item = Vec<u8>>) -> Self {
        let names: Vec<Vec<u8>> = names.collect();
        let mut suffixes: Vec<(u32, u32)> = Vec::with_capacity(names.iter().map(Vec::len).sum());
        for (number, name) in names.iter().enumerate() {
            // A body has less than 4 GiB, so these fit.
            suffixes.extend((0..name.len()).map(|start| (number as u32, start as u32)));
        }
        suffixes.sort_unstable_by(|a, b| beginning(&names, *a).cmp(beginning(&names, *b)));
        Self::Around { names, suffixes }
    }

    /// The numbers of the names that are contained in `name`, or contain it, ascending. Nothing contains an empty one, which is nobody's.
    pub(super) fn of(&self, name: &[u8]) -> Vec<usize> {
        let mut found = Vec::new();
        match self {
            Self::Inside { numbers, lengths } => {
                let lengths = lengths.range(..=name.len());
                let parts = lengths.clone().map(|length| name.len() - length + 1);
                if parts.sum::<usize>() > numbers.len() {
                    let holds = |part: &[u8]| memchr::memmem::find(name, part).is_some();
                    let held = numbers.iter().filter(|(part, _)| holds(part));
                    found.extend(held.flat_map(|(_, numbers)| numbers));
                } else {
                    for length in lengths {
                        for start in 0..=name.len() - length {
                            let part = &name[start..start + length];
                            found.extend(numbers.get(part).into_iter().flatten());
                        }
                    }
                }
            }
            Self::Around { .. } if name.is_empty() => {}
            Self::Around { names, suffixes } => {
                let sorted = &name[..name.len().min(SORTED)];
                let from = suffixes.partition_point(|suffix| beginning(names, *suffix) < sorted);
                let begins = |(number, start): &&(u32, u32)| {
                    names[*number as usize][*start as usize..].starts_with(sorted)
                };
                let held = suffixes[from..].iter().take_while(begins);
                found.extend(
                    held.filter(|(number, start)| {
                        names[*number as usize][*start as usize..].starts_with(name)
                    })
                    .map(|(number, _)| *number as usize),
                );
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// By what a suffix is sorted.
fn beginning(names: &[Vec<u8>], (number, start): (u32, u32)) -> &[u8] {
    let suffix = &names[number as usize][start as usize..];
    &suffix[..suffix.len().min(SORTED)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn found_as_by_looking_at_each() {
        let mut names: Vec<Vec<u8>> = vec![b"".to_vec(), b"abc".to_vec(), b"abc".to_vec(), b"b".repeat(200)];
        // All texts of two letters up to a length.
        let mut last = vec![Vec::new()];
        for _ in 0..5 {
            let longer = |text: &Vec<u8>| [b'a', b'b'].map(|letter| [&text[..], &[letter]].concat());
            last = last.iter().flat_map(longer).collect();
            names.extend(last.iter().cloned());
        }
        let inside = Containment::inside(names.iter().cloned());
        let around = Containment::around(names.iter().cloned());
        let long = [b"b".repeat(SORTED), b"c".to_vec()].concat();
        for name in names
            .iter()
            .chain([&b"xabcx".to_vec(), &b"abbbabab".to_vec(), &long])
        {
            let numbers = |holds: &dyn Fn(&[u8]) -> bool| -> Vec<usize> {
                (0..names.len()).filter(|number| holds(&names[*number])).collect()
            };
            let contains = |text: &[u8], part: &[u8]| memchr::memmem::find(text, part).is_some();
            assert_eq!(inside.of(name), numbers(&|other| contains(name, other)));
            assert_eq!(
                around.of(name),
                numbers(&|other| !name.is_empty() && contains(other, name))
            );
        }
    }
}
