//! Which of many names are contained in a given one, and which contain it, without looking at each of them.
//!
//! A file of 500 KiB can have 30,000 names, and a comparison of files asks about each of them. Some of these names may
//! be long, repeat themselves, and contain one another very often, so that neither a search in each name nor a visit to each
//! occurrence will do. Each question has an index in which an answer takes little more time than reading the given
//! name and listing what is found, each name once:
//!
//! - [`Inside`] reads the given name once and finds all that it contains on the way.
//! - [`Around`] has all suffixes of all names in order. Those that begin with the given name are neighbors, and one of each
//!   name is listed.
//!
//! How much is found is bounded too. A name of `m` bytes has fewer than `m²` parts, and no file has room for many names and for
//! many different parts of each: in names of `n` bytes in total, those that contain another are in the order of `n^(4/3)` pairs. The worst file of 500 KiB that
//! we know of has 6 million, one of real names hardly more than it has names. So pairs are found when they are asked for, never stored.

mod around;
mod inside;
mod suffix_array;

use alloc::vec::Vec;

use around::Around;
use inside::Inside;

/// The index for one of the two questions. The names are given in order, no two are equal, and they are numbered from 0.
#[derive(Clone, Debug)]
pub(super) enum Containment {
    Inside(Inside),
    Around(Around),
}

impl Containment {
    /// To find names that are contained in a given one. Linear in their length, and `n log n` in their number.
    pub(super) fn inside<'n>(names: impl Iterator<Item = &'n [u8]>) -> Self {
        Self::Inside(Inside::new(names))
    }

    /// To find names that contain a given one. Linear in their length.
    pub(super) fn around<'n>(names: impl Iterator<Item = &'n [u8]>) -> Self {
        Self::Around(Around::new(names))
    }

    pub(super) fn is_inside(&self) -> bool {
        matches!(self, Self::Inside(_))
    }

    /// The numbers of the names that are contained in `name`, or contain it, each once, in any order: there may be thousands, and most who ask need
    /// but the best of them. Nothing contains an empty one, which is nobody's.
    pub(super) fn of(&self, name: &[u8]) -> Vec<usize> {
        match self {
            Self::Inside(inside) => inside.of(name),
            Self::Around(around) => around.of(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec;
    use proptest::prelude::*;

    fn contains(text: &[u8], part: &[u8]) -> bool {
        memchr::memmem::find(text, part).is_some()
    }

    /// Asks both indexes of some names about some texts, and looks at each name.
    fn compare(names: BTreeSet<Vec<u8>>, texts: impl Iterator<Item = Vec<u8>>) {
        let names: Vec<Vec<u8>> = names.into_iter().collect();
        let inside = Containment::inside(names.iter().map(Vec::as_slice));
        let around = Containment::around(names.iter().map(Vec::as_slice));
        for text in texts {
            let numbers = |holds: &dyn Fn(&[u8]) -> bool| -> Vec<usize> {
                let is_found = |number: &usize| holds(&names[*number]);
                (0..names.len()).filter(is_found).collect()
            };
            let found = |containment: &Containment| {
                let mut found = containment.of(&text);
                found.sort_unstable();
                found
            };
            assert_eq!(
                found(&inside),
                numbers(&|name| contains(&text, name)),
                "{names:?} in {text:?}"
            );
            assert_eq!(
                found(&around),
                numbers(&|name| !text.is_empty() && contains(name, &text)),
                "{names:?} around {text:?}"
            );
        }
    }

    #[test]
    fn found_as_by_looking_at_each() {
        let mut names: Vec<Vec<u8>> = vec![b"".to_vec(), b"abc".to_vec(), b"b".repeat(200)];
        // All texts of two letters up to a length.
        let mut last = vec![Vec::new()];
        for _ in 0..5 {
            let longer = |text: &Vec<u8>| [b'a', b'b'].map(|letter| [&text[..], &[letter]].concat());
            last = last.iter().flat_map(longer).collect();
            names.extend(last.iter().cloned());
        }
        let long = [b"b".repeat(64), b"c".to_vec()].concat();
        let texts = [b"xabcx".to_vec(), b"abbbabab".to_vec(), b"\0".to_vec(), long];
        let texts: Vec<Vec<u8>> = names.iter().cloned().chain(texts).collect();
        compare(names.into_iter().collect(), texts.iter().cloned());
        compare(BTreeSet::new(), texts.iter().cloned());
        compare(BTreeSet::from([Vec::new()]), texts.into_iter());
    }

    #[test]
    fn names_that_contain_one_another_in_many_places() {
        let nested = (0..150).map(|length| b"a".repeat(length));
        let around_b = (0..100).map(|i| [b"a".repeat(i % 10), b"b".to_vec(), b"a".repeat(i / 10)].concat());
        let names: BTreeSet<Vec<u8>> = nested.chain(around_b).chain([b"aab".repeat(100)]).collect();
        let texts = names.clone().into_iter();
        compare(
            names,
            texts.chain([b"aaabaaaaabaa".to_vec(), b"ab".repeat(100), b"a".repeat(200)]),
        );
    }

    #[test]
    fn blocks_that_are_passed_over_end_where_the_next_begins() {
        for length in 1..100 {
            // The places in the long name are next to one another, and all but one count for nothing.
            let names = [b"a".repeat(length), b"ab".to_vec(), b"ac".to_vec()];
            compare(
                names.into_iter().collect(),
                [b"a".to_vec(), b"aa".to_vec()].into_iter(),
            );
        }
    }

    /// Texts over few letters, so that they often contain one another: some long, with much repetition.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        let letters = || prop::sample::select(vec![b'a', b'b', 0x00, 0xFF]);
        prop_oneof![
            prop::collection::vec(prop::sample::select(vec![b'a', b'b']), 0..7),
            prop::collection::vec(letters(), 0..12),
            (prop::collection::vec(letters(), 1..4), 0..40_usize)
                .prop_map(|(part, count)| part.repeat(count)),
        ]
    }

    /// Names, and prefixes and suffixes of some, so that they nest.
    fn names() -> impl Strategy<Value = BTreeSet<Vec<u8>>> {
        let cut = (text(), any::<prop::sample::Index>(), any::<bool>());
        let nested = cut.prop_map(|(text, at, is_prefix)| {
            let (prefix, suffix) = text.split_at(at.index(text.len() + 1));
            let part = if is_prefix { prefix } else { suffix };
            vec![part.to_vec(), text]
        });
        let name = prop_oneof![
            2 => text().prop_map(|text| vec![text]),
            1 => nested,
        ];
        prop::collection::vec(name, 0..12).prop_map(|names| names.into_iter().flatten().collect())
    }

    proptest! {
        #[test]
        fn found_as_by_looking_at_each_of_any(names in names(), texts in prop::collection::vec(text(), 0..6)) {
            let own = names.clone().into_iter();
            compare(names, own.chain(texts));
        }
    }
}
