//! Which groups apply to a crawler: the one answer, for questions, compiled rules, explanations,
//! extension lines, audiences, lint and diff.
//!
//! Each group has a [`Rank`], which its most preferred User-agent line gives it. The groups of the
//! best rank in the file apply: all of them, or only the first, depending on the dialect. All other
//! groups are ignored (RFC 9309 section 2.2.1).
//!
//! A question straight from a body cannot look at all groups first; it [follows the
//! lines](super::streamed) instead.

use crate::dialect::{Dialect, GroupChoice};
use crate::matching::group_rank::{Names, Rank, Standing};
use crate::syntax::crawler_name;
use crate::syntax::groups::{GroupLines, Grouped};
use crate::syntax::record::{Record, Role};

/// No group applies: worse than the rank of any group.
pub(crate) const NO_RANK: Rank = Rank::MAX;

/// A file as its groups: what is selected from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileGroups<'f> {
    pub(crate) body: &'f [u8],
    pub(crate) dialect: &'f Dialect,
    pub(crate) grouped: &'f Grouped,
}

impl<'f> FileGroups<'f> {
    /// The rank that the names of a group give it, and the first name that gives it.
    fn rank(self, names: &Names<'_>, group: GroupLines) -> Option<(Rank, &'f [u8])> {
        if group.is_unnamed() {
            return names.rank(crawler_name::STAR);
        }
        self.rank_of_lines(names, &self.grouped.lines()[group.names()])
    }

    #[inline]
    fn rank_of_lines(self, names: &Names<'_>, lines: &[Record]) -> Option<(Rank, &'f [u8])> {
        let mut best = None;
        for line in lines.iter().filter(|line| line.is_name()) {
            if let Some((rank, name)) = names.rank(line.value(self.body))
                && best.is_none_or(|(best, _)| rank < best)
            {
                best = Some((rank, name));
            }
        }
        best
    }

    /// Selects the groups that apply to a crawler.
    ///
    /// Linear in the names of the file.
    pub(crate) fn select(self, names: &Names<'_>) -> Chosen<'f> {
        let merges = self.dialect.group_choice == GroupChoice::Merge;
        let (mut best, mut name) = (NO_RANK, None);
        let (mut first, mut count) = ([0; FEW], 0);
        for (number, group) in (0_u32..).zip(self.grouped.groups().iter()) {
            let Some((rank, named)) = self.rank(names, group) else {
                continue;
            };
            if rank < best {
                (best, name, count) = (rank, Some(named), 0);
            } else if rank > best || !merges {
                continue;
            }
            if let Some(place) = first.get_mut(count) {
                *place = number;
            }
            count += 1;
        }
        let name = name.map(|name| names.label(name));
        // Only looked at if no group named the crawler, so that other crawlers cost nothing.
        let is_named = name.is_some_and(|name| name != crawler_name::STAR);
        Chosen {
            rank: best,
            name,
            groups: Numbers::Ranked { first, count },
            agent_is_url: !is_named && names.hold_a_url(),
        }
    }

    /// The groups of a list, which is ascending, for crawlers that read them all. Of the lines below
    /// several names of a group, those count that are for `key`, a name in lower case; all of them
    /// if it is `None`.
    pub(crate) fn listed(self, numbers: &'f [u32], key: Option<&'f [u8]>) -> Chosen<'f> {
        let first = numbers.first().map(|number| self.grouped.groups().get(*number));
        let name = first.and_then(|group| self.first_name(group));
        Chosen {
            rank: if first.is_some() { 0 } else { NO_RANK },
            name: name.map(|name| crawler_name::label(self.dialect.name_test, name)),
            groups: Numbers::Listed { numbers, key },
            agent_is_url: false,
        }
    }

    fn first_name(self, group: GroupLines) -> Option<&'f [u8]> {
        let mut values = self.values_of_names(group);
        values.find_map(|value| crawler_name::listed(value, self.dialect.several_names).next())
    }

    /// The values of the User-agent lines of a group; `*` for a group that begins with a rule.
    pub(crate) fn values_of_names(self, group: GroupLines) -> impl Iterator<Item = &'f [u8]> {
        let lines = self.grouped.lines()[group.names()].iter();
        let names = lines.filter(|line| line.is_name());
        let star = group.is_unnamed().then_some(crawler_name::STAR);
        names.map(move |line| line.value(self.body)).chain(star)
    }

    /// The lines of a group that are neither names nor rules and that apply to a crawler that reads
    /// the group: all of them, but for lines between names, and those below names among which such
    /// lines are. They apply only to the names right above them, of which `is_for` says whether
    /// they are the crawler's.
    pub(crate) fn values_for(
        self,
        group: GroupLines,
        is_for: &mut dyn FnMut(&[Record]) -> bool,
        each: &mut dyn FnMut(&Record),
    ) {
        let lines = self.grouped.lines();
        let mut values = |lines: &[Record]| {
            let is_value = |line: &&Record| line.tag().role() == Role::Other && !line.is_ignored_name();
            lines.iter().filter(is_value).for_each(&mut *each);
        };
        if !group.is_fused() {
            return values(&lines[group.body()]);
        }
        for (names, below) in group.runs(lines) {
            if is_for(names) {
                values(below);
            }
        }
    }

    /// Passes each line that is neither a name nor a rule in the groups that were chosen, and
    /// applies to the crawler.
    pub(crate) fn values_chosen(
        self,
        chosen: &Chosen<'_>,
        names: Option<&Names<'_>>,
        each: &mut dyn FnMut(&Record),
    ) {
        let mut is_for = |lines: &[Record]| match (names, &chosen.groups) {
            (Some(names), _) => {
                let rank = self.rank_of_lines(names, lines);
                rank.is_some_and(|(rank, _)| rank == chosen.rank)
            }
            (None, Numbers::Listed { key: Some(key), .. }) => lines.iter().any(|line| {
                let listed = crawler_name::listed(line.value(self.body), self.dialect.several_names);
                let mut labels = listed.map(|name| crawler_name::label(self.dialect.name_test, name));
                labels.any(|label| label.eq_ignore_ascii_case(key))
            }),
            (None, _) => true,
        };
        for group in self.chosen(chosen, names) {
            self.values_for(group, &mut is_for, each);
        }
    }

    /// The groups that were chosen, in file order. `names` are the names that chose them; `None`
    /// for a [list](Self::listed).
    pub(crate) fn chosen<'c>(
        self,
        chosen: &'c Chosen<'_>,
        names: Option<&'c Names<'_>>,
    ) -> impl Iterator<Item = GroupLines> + use<'c, 'f> {
        let groups = self.grouped.groups();
        let (list, count) = match &chosen.groups {
            Numbers::Ranked { first, count } => (&first[..(*count).min(FEW)], *count),
            Numbers::Listed { numbers, .. } => (*numbers, numbers.len()),
        };
        let from = list.last().map_or(0, |last| *last as usize + 1);
        let from = if count > list.len() { from } else { groups.len() };
        let is_chosen = move |group: &GroupLines| {
            let rank = names.and_then(|names| self.rank(names, *group));
            rank.is_some_and(|(rank, _)| rank == chosen.rank)
        };
        let known = list.iter().map(move |number| groups.get(*number));
        known.chain(groups.from(from).iter().filter(is_chosen))
    }
}

/// How many numbers of groups a choice holds itself. The groups after these are ranked again, so
/// that a question allocates nothing.
const FEW: usize = 6;

/// The groups that apply to a crawler, and by which name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen<'f> {
    rank: Rank,
    name: Option<&'f [u8]>,
    groups: Numbers<'f>,
    agent_is_url: bool,
}

#[derive(Clone, Copy, Debug)]
enum Numbers<'f> {
    /// The first of the groups, and how many there are.
    Ranked { first: [u32; FEW], count: usize },
    /// All of them, and the name [that counts](FileGroups::listed).
    Listed {
        numbers: &'f [u32],
        key: Option<&'f [u8]>,
    },
}

impl<'f> Chosen<'f> {
    /// No group.
    pub(crate) const NONE: Self = Self {
        rank: NO_RANK,
        name: None,
        groups: Numbers::Listed {
            numbers: &[],
            key: None,
        },
        agent_is_url: false,
    };

    /// The name on the User-agent line by which the groups apply, or `*`; `None` if none applies.
    pub(crate) fn name(&self) -> Option<&'f [u8]> {
        self.name
    }

    /// What the name is to the crawler; `None` if no group applies. Of an audience, only a name and
    /// `*` can be told apart.
    pub(crate) fn standing(&self, names: Option<&Names<'_>>) -> Option<Standing> {
        let name = self.name?;
        Some(match names {
            Some(names) => names.standing(self.rank),
            None if name == crawler_name::STAR => Standing::Star,
            None => Standing::Token,
        })
    }

    /// Whether the crawler's name is a URL of the web, which no group can name, and no group named
    /// the crawler.
    pub(crate) fn agent_is_url(&self) -> bool {
        self.agent_is_url
    }
}
