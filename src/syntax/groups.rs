//! The groups of a file as data: which lines are names, which are rules and values, and which
//! belong to no group. This is decided once, while reading, and the lines are not followed again.
//!
//! ```text
//!    0  User-agent: a        ← first    names: first..body
//!    1  User-agent: b
//!    2  Disallow: /x         ← body     rules and values: body..end
//!    3  Crawl-delay: 5
//!    4  User-agent: *        ← end, and the first line of the next group
//! ```
//!
//! Invariants: the groups are in file order and do not overlap; `first <= body <= end`; each group
//! has at least one line. Where `first == body`, a rule above all User-agent lines opened the
//! group, which is for `*` ([`Dialect::rules_before_groups`]). Lines between two groups belong to
//! no group; there are such lines before the first group, and after a blank line that ended a
//! group.

use alloc::vec::Vec;
use core::ops::Range;

use super::grouping::{Grouping, Place};
use super::record::{Record, Role, Tag};
use crate::dialect::{Dialect, PatternLanguage};

/// The lines of one group, as places in the list of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupLines {
    /// With [`FLAG`](Self::FLAG): `Robot-version: 2.0` follows the last name, and the patterns are
    /// globs.
    first: u32,
    /// With [`FLAG`](Self::FLAG): other lines are between the names.
    body: u32,
    end: u32,
}

impl GroupLines {
    /// A body has at most 4 GiB and a line that counts at least two bytes, so that the highest bit
    /// of a place is free.
    const FLAG: u32 = 1 << 31;

    fn place(number: u32) -> usize {
        (number & !Self::FLAG) as usize
    }

    /// All lines of the group.
    pub(crate) fn all(self) -> Range<usize> {
        Self::place(self.first)..self.end as usize
    }

    /// The lines that name crawlers. Other lines are among them if the group
    /// [is fused](Self::is_fused).
    pub(crate) fn names(self) -> Range<usize> {
        Self::place(self.first)..Self::place(self.body)
    }

    /// The lines after the last name: rules and values.
    #[inline]
    pub(crate) fn body(self) -> Range<usize> {
        Self::place(self.body)..self.end as usize
    }

    /// Whether a rule above all User-agent lines opened the group.
    pub(crate) fn is_unnamed(self) -> bool {
        self.names().is_empty()
    }

    /// Whether there are other lines between the names. Such a line applies only to the names right
    /// above it.
    pub(crate) fn is_fused(self) -> bool {
        self.body & Self::FLAG != 0
    }

    /// The runs of consecutive names, each with the lines below it up to the next name; for a group
    /// without names, all its lines.
    pub(crate) fn runs(self, lines: &[Record]) -> impl Iterator<Item = (&[Record], &[Record])> {
        let is_name = |line: &Record| line.is_name();
        let mut rest = &lines[self.all()];
        core::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let count = rest.iter().position(|line| !is_name(line)).unwrap_or(rest.len());
            let (names, after) = rest.split_at(count);
            let below = after.iter().position(is_name).unwrap_or(after.len());
            let (below, next) = after.split_at(below);
            rest = next;
            Some((names, below))
        })
    }

    /// The language of the patterns: the language of the dialect, or globs by `Robot-version: 2.0`.
    #[inline]
    pub(crate) fn language(self, dialect: &Dialect) -> PatternLanguage {
        if self.first & Self::FLAG != 0 {
            PatternLanguage::Glob
        } else {
            dialect.pattern_language
        }
    }
}

impl GroupLines {
    fn from_entry(entry: Record) -> Self {
        let [first, body, end] = entry.to_words();
        Self { first, body, end }
    }

    fn to_entry(self) -> Record {
        Record::from_words([self.first, self.body, self.end])
    }
}

/// Where the first [marks](Record::is_mark) are: the lines that may open or end a group. They are
/// noted without a branch while lines are recorded, because a branch would be mispredicted at each of
/// them, which costs more than the rest of grouping.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The last place is overwritten by further marks, which must be searched for.
    places: [u32; Self::PLACES],
    count: usize,
}

impl Marks {
    /// Of 6,183 real files, 6,015 have so few User-agent lines that all are kept.
    const PLACES: usize = 17;

    #[inline(always)]
    pub(super) fn note(&mut self, at: usize, line: Record) {
        self.places[self.count.min(Self::PLACES - 1)] = at as u32;
        self.count += usize::from(line.is_mark());
    }

    fn known(&self) -> &[u32] {
        &self.places[..self.count.min(Self::PLACES - 1)]
    }

    fn are_all_known(&self) -> bool {
        self.count < Self::PLACES
    }
}

/// The meaningful lines of a body, and its groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grouped {
    /// The lines, then the groups, which have the same size: one allocation for both.
    entries: Vec<Record>,
    line_count: u32,
}

/// Groups in file order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupList<'f>(&'f [Record]);

impl<'f> GroupList<'f> {
    pub(crate) fn len(self) -> usize {
        self.0.len()
    }

    /// The group with this number, which must be less than [`len`](Self::len).
    #[inline]
    pub(crate) fn get(self, number: u32) -> GroupLines {
        GroupLines::from_entry(self.0[number as usize])
    }

    #[inline]
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = GroupLines> + use<'f> {
        self.0.iter().map(|entry| GroupLines::from_entry(*entry))
    }

    /// The groups from this number on.
    pub(crate) fn from(self, number: usize) -> Self {
        Self(&self.0[number..])
    }
}

impl Grouped {
    /// Finds the groups. In dialects in which [a group needs a rule](Dialect::groups_need_rules),
    /// the names of groups without one become [ignored names](Record::is_ignored_name), which
    /// groups are not made of.
    ///
    /// Linear in the lines.
    pub(super) fn new(lines: Vec<Record>, marks: &Marks, dialect: &Dialect) -> Self {
        let line_count = lines.len();
        let mut entries = list(lines, marks.known(), marks.are_all_known(), dialect);
        if dialect.groups_need_rules && ignore_names_without_rules(&mut entries, line_count) {
            entries.truncate(line_count);
            // The marks have changed.
            entries = list(entries, &[], false, dialect);
        }
        // A hostile file may have as many groups as lines, and then the list has doubled its
        // memory.
        if entries.len() - line_count > line_count / 2 {
            entries.shrink_to_fit();
        }
        Self {
            entries,
            line_count: line_count as u32,
        }
    }

    #[inline]
    pub(crate) fn lines(&self) -> &[Record] {
        &self.entries[..self.line_count as usize]
    }

    #[inline]
    pub(crate) fn groups(&self) -> GroupList<'_> {
        GroupList(&self.entries[self.line_count as usize..])
    }

    /// The lines outside any group, each with whether it is above all groups.
    pub(crate) fn outside(&self) -> impl Iterator<Item = (&Record, bool)> {
        let mut after = 0;
        let ends = self.groups().iter().map(GroupLines::all);
        let end = self.lines().len();
        let gaps = ends.chain(core::iter::once(end..end));
        let gaps = gaps.enumerate().map(move |(number, group)| {
            let gap = after..group.start;
            after = group.end;
            (gap, number == 0)
        });
        gaps.flat_map(|(gap, is_above)| self.lines()[gap].iter().map(move |line| (line, is_above)))
    }
}

/// Turns names without a rule into lines that name no crawler. Returns whether there are any.
#[cold]
fn ignore_names_without_rules(entries: &mut [Record], line_count: usize) -> bool {
    let (lines, groups) = entries.split_at_mut(line_count);
    let mut found = false;
    for group in GroupList(groups).iter() {
        let has_rule = lines[group.body()].iter().any(|line| line.rule_kind().is_some());
        if !has_rule {
            found = true;
            for line in &mut lines[group.names()] {
                if line.is_name() {
                    line.ignore_name();
                }
            }
        }
    }
    found
}

/// Follows the grammar of groups through the lines, and puts the groups after them. After the first
/// rule of a group nothing happens up to the next mark, so that the grammar is followed from mark
/// to mark: first to the known marks, then, if more exist, to marks that are searched for.
fn list(lines: Vec<Record>, known: &[u32], are_all_known: bool, dialect: &Dialect) -> Vec<Record> {
    let mut lister = Lister {
        line_count: lines.len(),
        entries: lines,
        grouping: Grouping::new(dialect),
        honors_robot_version: dialect.robot_version,
        next: 0,
        open: None,
    };
    for mark in known {
        lister.follow_to_mark(*mark as usize);
    }
    if !are_all_known {
        while let Some(lines) = lister.lines()[lister.next..]
            .iter()
            .position(|line| line.is_mark())
        {
            lister.follow_to_mark(lister.next + lines);
        }
    }
    lister.follow_until(lister.line_count);
    lister.close(lister.line_count);
    lister.entries
}

struct Lister {
    /// The lines, and the groups that have ended.
    entries: Vec<Record>,
    line_count: usize,
    grouping: Grouping,
    honors_robot_version: bool,
    /// The next line to follow.
    next: usize,
    /// The open group; its end is not known yet.
    open: Option<GroupLines>,
}

impl Lister {
    fn lines(&self) -> &[Record] {
        &self.entries[..self.line_count]
    }

    /// Follows the lines up to a mark, and the mark.
    fn follow_to_mark(&mut self, at: usize) {
        self.follow_until(at);
        self.next = at + 1;
        let place = if self.entries[at].is_name() {
            self.grouping.follow(Role::UserAgent)
        } else {
            self.grouping.follow(Role::Blank)
        };
        match place {
            Place::Opens => {
                self.close(at);
                self.open = Some(GroupLines {
                    first: at as u32,
                    body: at as u32 + 1,
                    end: 0,
                });
            }
            Place::Joins { .. } => {
                if let Some(open) = &mut self.open {
                    let was_fused = open.body & GroupLines::FLAG;
                    let is_apart = open.body & !GroupLines::FLAG != at as u32;
                    let fused = was_fused | if is_apart { GroupLines::FLAG } else { 0 };
                    open.body = (at as u32 + 1) | fused;
                }
            }
            Place::Ends => self.close(at),
            Place::Within { .. } | Place::Outside => {}
        }
    }

    /// Follows the lines before `at`, none of which is a mark, as long as they make a difference.
    fn follow_until(&mut self, at: usize) {
        while self.next < at && !self.grouping.awaits_mark() {
            let line = self.entries[self.next];
            // The grammar does not see ignored names.
            let place = if line.rule_kind().is_some() {
                self.grouping.follow(Role::Rule)
            } else if line.is_ignored_name() {
                Place::Outside
            } else {
                self.grouping.follow(Role::Other)
            };
            if place == Place::Opens {
                self.open = Some(GroupLines {
                    first: self.next as u32,
                    body: self.next as u32,
                    end: 0,
                });
            }
            self.next += 1;
        }
    }

    fn close(&mut self, end: usize) {
        if let Some(mut group) = self.open.take() {
            group.end = end as u32;
            let is_version_2 = self.honors_robot_version
                && !group.is_unnamed()
                && self.lines()[group.body()]
                    .first()
                    .is_some_and(|line| line.tag() == Tag::RobotVersion2);
            if is_version_2 {
                group.first |= GroupLines::FLAG;
            }
            self.entries.push(group.to_entry());
        }
    }
}
