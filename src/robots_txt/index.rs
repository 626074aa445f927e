//! The groups of a file by the names on them: which list of groups applies to a crawler, without
//! reading the file again.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::memmem;

use super::file::RobotsTxt;
use crate::dialect::{Dialect, GroupChoice, NameTest};
use crate::matching::group_rank::Names;
use crate::sorting::sort_by_key;
use crate::syntax::agent_list::AgentList;
use crate::syntax::crawler_name;

/// The crawlers to which the same list of groups of a file applies, so that all these crawlers get
/// the same verdicts.
///
/// An audience represents only groups, and the name if lines between the names of a group make a
/// difference. It does not know the name that a verdict cites, and whether a crawler obeys `*` only
/// matters when its list of groups is looked up. In dialects in which names match by containment,
/// lines between names count for the whole audience; ask about such lines by name. Audiences of a
/// file are numbered from 0, so that you can keep facts about each in a vector. The numbers mean
/// nothing in another file, or in another dialect. Made by
/// [`RobotsTxt::audience`](crate::RobotsTxt::audience).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Audience(pub(super) u32);

impl Audience {
    /// The number of the audience: less than
    /// [`RobotsTxt::audience_count`](crate::RobotsTxt::audience_count).
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// The groups of a file and the names on them. Everything is a number or a copy, so that a file can
/// own its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    /// The names in the order of their keys.
    names: Vec<Name>,
    /// Each audience. The first has no groups.
    lists: Vec<Readers>,
    /// Bit n − 1: some name has n bytes. Saves look-ups: even a file with thousands of names has
    /// names of only a few lengths.
    lengths: u64,
    /// The numbers of names in file order; only for dialects in which a crawler's name may contain
    /// one.
    in_order: Vec<u32>,
    /// Values in file order; only for dialects in which a crawler's name may be a part of one.
    values: Values,
}

/// The groups of an audience.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Readers {
    /// The numbers of the groups, ascending.
    groups: Box<[u32]>,
    /// The only name of its crawlers, if other lines are between the names of one of the groups:
    /// these lines make a difference between names that share all rules. `None` also where names
    /// match by containment, so that no name stands for all crawlers of the audience.
    name: Option<NameNumber>,
}

/// A name and the groups that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    /// The name as it is compared: in lower case, and without what the dialect ignores.
    key: Box<[u8]>,
    /// Where the name is first written in the body; `None` for the `*` of a group that begins with
    /// a rule.
    label: Option<Range<u32>>,
    /// The audience to which its groups apply.
    audience: Audience,
    /// The first of its groups.
    group: u32,
}

impl Name {
    /// The name's first group, and where the name is first written in the body.
    fn place(&self) -> (u32, Option<u32>) {
        (self.group, self.label.as_ref().map(|label| label.start))
    }
}

/// Compared values one after another, separated by line feeds, which no line holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Values {
    joined: Vec<u8>,
    /// The end of each.
    ends: Vec<u32>,
}

impl Values {
    fn push(&mut self, value: &[u8]) {
        self.joined.extend_from_slice(value);
        self.ends.push(self.joined.len() as u32);
        self.joined.push(b'\n');
    }

    /// The first value that contains a text.
    fn first_with(&self, text: &[u8]) -> Option<&[u8]> {
        if text.contains(&b'\n') {
            return None;
        }
        let at = memmem::find(&self.joined, text)?;
        let number = self.ends.partition_point(|end| (*end as usize) < at);
        let start = number
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize + 1);
        Some(&self.joined[start..*self.ends.get(number)? as usize])
    }
}

impl Index {
    /// Sorts the groups of a file by their names. Groups whose numbers are in `without`, which is
    /// ascending, are left out, as if they had no names.
    pub(super) fn new(robots: &RobotsTxt<'_>, without: &[usize]) -> Self {
        let file = robots.grouped_file();
        let (body, dialect) = (file.body, file.dialect);
        let test = dialect.name_test;
        let mut index = Self {
            names: Vec::new(),
            lists: Vec::new(),
            lengths: 0,
            in_order: Vec::new(),
            values: Values::default(),
        };
        // Where each name is first written, and its groups.
        type Written = (Option<Range<u32>>, Vec<u32>);
        let mut by_key: BTreeMap<Box<[u8]>, Written> = BTreeMap::new();
        // Each group has at least one line, and all lines together take less than 4 GiB.
        for (number, group) in (0_u32..).zip(robots.groups()) {
            if without.binary_search(&(number as usize)).is_ok() {
                continue;
            }
            // An empty name is kept too: in Google's library, a line such as `008` has an empty
            // name, and names crawlers without a name.
            for label in group.agents() {
                let Some(key) = key(test, label) else { continue };
                if test == NameTest::NameInValue && key != crawler_name::STAR {
                    index.values.push(&key);
                }
                // The `*` of a group that begins with a rule is not in the body.
                let place = || {
                    let start = (label.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
                    let end = start.checked_add(label.len())?;
                    (end <= body.len()).then_some(start as u32..end as u32)
                };
                let known = by_key.entry(key.into()).or_insert_with(|| (place(), Vec::new()));
                if known.1.last() != Some(&number) {
                    known.1.push(number);
                }
            }
        }
        let mut lists: BTreeMap<(Vec<u32>, Option<NameNumber>), u32> = BTreeMap::new();
        lists.insert((Vec::new(), None), 0);
        let is_fused = |number: &u32| file.grouped.groups().get(*number).is_fused();
        let may_be_fused = !test.is_by_containment();
        let takes_first = dialect.group_choice == GroupChoice::First;
        for (key, (label, mut groups)) in by_key {
            let Some(group) = groups.first().copied() else {
                continue;
            };
            if takes_first {
                groups.truncate(1);
            }
            let next = lists.len() as u32;
            let name = (may_be_fused && groups.iter().any(is_fused)).then_some(index.names.len());
            let number = *lists.entry((groups, name)).or_insert(next);
            index.names.push(Name {
                key,
                label,
                audience: Audience(number),
                group,
            });
        }
        if test == NameTest::ValueInName {
            // The key of a `*` that is matched as a part of a name counts with the length of the
            // text that is looked for, which is one byte.
            let length = |name: &Name| {
                if *name.key == *NAMED_STAR {
                    1
                } else {
                    name.key.len()
                }
            };
            let lengths = index.names.iter().map(length);
            index.lengths = lengths
                .filter(|len| (1..=64).contains(len))
                .fold(0, |all, len| all | 1 << (len - 1));
            index.in_order = (0..index.names.len() as u32).collect();
            let place = |number: &u32| index.names[*number as usize].place();
            sort_by_key(&mut index.in_order, place);
        }
        let mut in_order: Vec<(u32, Readers)> = lists
            .into_iter()
            .map(|((groups, name), number)| {
                let groups = groups.into();
                (number, Readers { groups, name })
            })
            .collect();
        sort_by_key(&mut in_order, |(number, _)| *number);
        index.lists = in_order.into_iter().map(|(_, readers)| readers).collect();
        index
    }

    /// Whether only the groups of a single name apply to each crawler. Some options, which no
    /// preset uses, add up the groups of several names.
    pub(super) fn is_by_one_name(dialect: &Dialect) -> bool {
        match dialect.group_choice {
            GroupChoice::First => true,
            GroupChoice::Merge => !dialect.name_test.is_by_containment(),
        }
    }

    /// The audience that a crawler belongs to, and the name that puts it there.
    pub(super) fn find(
        &self,
        dialect: &Dialect,
        agents: &AgentList<'_>,
    ) -> Option<(Audience, Option<NameNumber>)> {
        if agents.is_merged() || !Self::is_by_one_name(dialect) {
            return None;
        }
        let names = Names::new(dialect, agents);
        let found = names
            .sought()
            .find_map(|name| self.having(dialect.name_test, &name));
        // The verdict for a crawler whose name is a URL has a special reason, so this crawler
        // cannot share the verdicts of an audience.
        if found.is_none() && names.hold_a_url() {
            return None;
        }
        let found = found.or_else(|| self.keyed(crawler_name::STAR).filter(|_| agents.obeys_star()));
        Some(match found {
            Some(number) => (self.names[number].audience, Some(number)),
            None => (Audience(0), None),
        })
    }

    /// Among the names in the file that match a crawler's compared `name`, the one whose group
    /// comes first.
    fn having(&self, test: NameTest, name: &[u8]) -> Option<NameNumber> {
        match test {
            NameTest::ProductToken | NameTest::LettersWhole => self.keyed(name),
            NameTest::ValueInName => self.inside(name),
            // Values are in file order, so the first value that contains the name is in the first
            // group with such a value.
            NameTest::NameInValue => self.keyed(self.values.first_with(name)?),
        }
    }

    /// Among the names in the file that are part of `name`, the first one in the first group.
    fn inside(&self, name: &[u8]) -> Option<NameNumber> {
        /// A name of this length has about two thousand parts, and every part is looked up. For a
        /// longer name it is faster to try all names of the file.
        const LONGEST: usize = 64;
        if name.len() > LONGEST {
            let fits = |number: &NameNumber| {
                let key = &*self.names[*number].key;
                let text = if key == NAMED_STAR {
                    crawler_name::STAR
                } else {
                    key
                };
                key != crawler_name::STAR && memmem::find(name, text).is_some()
            };
            let mut in_order = self.in_order.iter().map(|number| *number as usize);
            return in_order.find(fits);
        }
        let parts_at = |start: usize| {
            let ends = start + 1..=name.len();
            let ends = ends.filter(move |end| self.lengths >> (end - start - 1) & 1 == 1);
            ends.map(move |end| &name[start..end])
        };
        let parts = (0..name.len()).flat_map(parts_at);
        let parts = parts.map(|part| {
            if part == crawler_name::STAR {
                NAMED_STAR
            } else {
                part
            }
        });
        parts
            .filter_map(|part| self.keyed(part))
            .min_by_key(|number| self.names[*number].place())
    }

    fn keyed(&self, key: &[u8]) -> Option<NameNumber> {
        self.names.binary_search_by(|name| (*name.key).cmp(key)).ok()
    }

    /// All names as they are compared, in the order of their keys, each with the audience of a
    /// crawler of that name.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&[u8], Audience)> {
        self.names.iter().map(|name| (&*name.key, name.audience))
    }

    /// Where a name is first written, in the body; `None` for the `*` of a group that begins with a
    /// rule.
    pub(super) fn label(&self, name: NameNumber) -> Option<Range<u32>> {
        self.names[name].label.clone()
    }

    /// The groups of an audience, by number, and the key of its only name if that makes a
    /// difference.
    pub(super) fn list(&self, audience: Audience) -> (&[u32], Option<&[u8]>) {
        let Some(readers) = self.lists.get(audience.0 as usize) else {
            return (&[], None);
        };
        (&readers.groups, readers.name.map(|name| &*self.names[name].key))
    }

    pub(super) fn audience_count(&self) -> usize {
        self.lists.len()
    }

    /// For dialects in which the first group that fits applies: the name of a crawler that reads
    /// this group, which has these names, and its audience, which reads no other group. `None` if
    /// no crawler reads it. In a file with very many names, a group may be returned although
    /// earlier ones shadow it.
    pub(super) fn audience_of_group(
        &self,
        dialect: &Dialect,
        group: u32,
        mut keys: impl Iterator<Item = Vec<u8>>,
    ) -> Option<(Vec<u8>, Audience)> {
        /// More names than in any real file. Looking for groups that shadow one another takes time
        /// quadratic in the number of names.
        const MAX_NAMES: usize = 2_000;
        let test = dialect.name_test;
        let own = |number: Option<NameNumber>| {
            let name = &self.names[number?];
            (name.group == group).then_some(name.audience)
        };
        keys.find_map(|key| {
            if *key == *crawler_name::STAR || self.names.len() > MAX_NAMES {
                let audience = own(self.keyed(&key))?;
                return Some((key, audience));
            }
            // Only the longest names that fit are tried: the longer the name of a crawler, the
            // fewer names in the file fit it.
            let mut words = crawler_name::words_of_a_crawler(test, &key);
            words.find_map(|word| Some((word.to_vec(), own(self.having(test, word))?)))
        })
    }
}

/// The index of a name in an [`Index`].
pub(super) type NameNumber = usize;

/// The key of a label that names crawlers with a star in their name, rather than all crawlers.
///
/// | label | as compared, where names are cut at `/` | key | crawlers |
/// |---|---|---|---|
/// | `*` | | `*` | all that no other label names |
/// | `*/1` | `*` | `\n*` | those with a star in their name |
/// | `foo/1` | `foo` | `foo` | `FooBot` |
///
/// No label holds a line feed, so no other label has this key.
const NAMED_STAR: &[u8] = b"\n*";

/// A label as it is compared. `None` if it names no crawler.
pub fn key(test: NameTest, label: &[u8]) -> Option<Vec<u8>> {
    if label == crawler_name::STAR {
        return Some(label.to_vec());
    }
    let key = crawler_name::compared(test, label)?;
    Some(if key == crawler_name::STAR {
        NAMED_STAR.to_vec()
    } else {
        key
    })
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use proptest::prelude::*;

    use crate::dialect::{Dialect, GroupChoice, NameTest};
    use crate::robots_txt::RobotsTxt;
    use crate::robots_txt::group::Group;
    use crate::syntax::agent_list::AgentList;

    /// A name so long that it is not taken apart.
    const LONG: &str = "abBbaaBabbABabBAbaabbabBaABbabaabbAbabAbbbBabaaBBabaAbabbabBbbaBabaab";

    /// A crawler's name or a User-agent value: few letters, and all characters that tests of names
    /// treat specially.
    fn name() -> impl Strategy<Value = String> {
        let parts = prop::sample::select(alloc::vec![
            "a", "b", "B", "ab", "*", "/", "%2A", "%61", "\u{e9}", "\u{c9}", " ", ",", "Yan", "yandex", "\0",
            LONG, LONG
        ]);
        prop::collection::vec(parts, 0..4).prop_map(|parts| parts.concat())
    }

    fn dialect() -> impl Strategy<Value = Dialect> {
        let tests = prop::sample::select(NameTest::ALL);
        let choices = prop::sample::select(GroupChoice::ALL);
        let families = prop::sample::select(alloc::vec![None, None, Some("a"), Some("Yandex")]);
        (tests, choices, families, any::<bool>()).prop_map(|(test, choice, family, several)| {
            Dialect::RFC_9309.with(|custom| {
                custom.name_test = test;
                custom.group_choice = choice;
                custom.family = family;
                custom.several_names = several;
            })
        })
    }

    #[test]
    fn every_preset_has_audiences() {
        for (name, dialect) in Dialect::PRESETS {
            let robots = RobotsTxt::options()
                .dialect(*dialect)
                .indexed(true)
                .parse(b"User-agent: a\nDisallow: /\n");
            assert!(robots.audience("a").is_some(), "{name}");
            assert_ne!(robots.audience("a"), robots.audience("c"), "{name}");
        }
    }

    proptest! {
        #[test]
        fn an_audience_has_the_groups_that_reading_the_file_finds(
            dialect in dialect(),
            names in prop::collection::vec((name(), any::<bool>()), 0..12),
            asked in prop::collection::vec(name(), 0..4),
            obeys_star in any::<bool>(),
        ) {
            let mut body = String::new();
            for (name, ends_group) in &names {
                body += &format!("User-agent: {name}\n");
                if *ends_group {
                    body += &format!("Disallow: /{}\n", body.len());
                }
            }
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            let indexed = robots.clone().into_indexed();
            let mut agents = AgentList::from(&asked);
            if !obeys_star {
                agents = agents.without_star();
            }
            let verdict = robots.check(&agents, "/x");
            prop_assert_eq!(indexed.group_name_for(&agents), verdict.group_name());
            if let Some(audience) = indexed.audience(&agents) {
                let lines = |groups: &mut dyn Iterator<Item = Group<'_>>| groups.map(|group| group.line()).collect::<alloc::vec::Vec<_>>();
                prop_assert_eq!(
                    lines(&mut indexed.select_audience(audience).groups()),
                    lines(&mut robots.groups_for(&agents).into_iter())
                );
                let (own, plain) = (indexed.select_audience(audience).check("/4"), robots.check(&agents, "/4"));
                prop_assert_eq!((own.is_allowed(), own.line()), (plain.is_allowed(), plain.line()));
            }
        }
    }
}
