//! User-agent lines that only one of two files has, although the other still has the rules below
//! them.
//!
//! Such a line, if it was deleted, misspelled or turned into a comment, hands its rules over to the
//! group above, or to nobody. What people see of it are rules that appear and vanish, so the line
//! is reported first, as their cause. A name that was taken from a list of names, or a
//! group that was written anew, is no cause.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::change::Regrouped;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::edit_distance;
use robots_exclusion::companions::name_key;
use robots_exclusion::syntax::{Directive, DirectiveKind, Line};
use robots_exclusion::{Dialect, Group, RobotsTxt};

/// The most names that are lost, if they are told. Nobody loses thousands of lines by mistake: such a
/// file is another one.
pub(super) const MOST: usize = 1_000;
/// Longer names and lines are no names of crawlers, and no User-agent lines, that somebody wrote.
const LONGEST: usize = 200;

/// A name on a User-agent line that the other file lacks.
pub(super) struct LostName<'r> {
    pub(super) name: &'r [u8],
    pub(super) directive: Directive<'r>,
    pub(super) regrouped: Regrouped,
    /// The group of the other file to which the rules belong, by number.
    pub(super) group: Option<usize>,
}

/// Finds the names that only the old file has on lines above rules that both files have, and the
/// same names of the new file. With the files exchanged, the answers are exchanged.
///
/// Linear in the length of the files, but for `n log n` in the number of lines that appear once in
/// each.
pub(super) fn lost_names<'r>(old: &'r RobotsTxt<'r>, new: &'r RobotsTxt<'r>) -> [Vec<LostName<'r>>; 2] {
    let (old, new) = (Side::new(old), Side::new(new));
    let [old_tokens, new_tokens] = tokens([&old, &new]);
    // The longest list of common lines need not be the only one. The smaller file comes first, so
    // that the reverse edit has the same list.
    let pairs = if old.robots.body() <= new.robots.body() {
        common(&old_tokens, &new_tokens)
    } else {
        let pairs = common(&new_tokens, &old_tokens).into_iter();
        pairs.map(|(new, old)| (old, new)).collect()
    };
    let mut places = [vec![None; old.directives.len()], vec![None; new.directives.len()]];
    for (old, new) in pairs {
        places[0][old] = Some(new);
        places[1][new] = Some(old);
    }
    let [in_new, in_old] = &places;
    [
        old.lost_in(&new, in_new, in_old, true),
        new.lost_in(&old, in_old, in_new, false),
    ]
}

/// The lines of a file that have a key, and their groups.
struct Side<'r> {
    robots: &'r RobotsTxt<'r>,
    directives: Vec<Directive<'r>>,
    /// The number of the group of each of these lines.
    groups: Vec<Option<usize>>,
}

impl<'r> Side<'r> {
    fn new(robots: &'r RobotsTxt<'r>) -> Self {
        let directives: Vec<Directive<'_>> = robots.directives().collect();
        let mut groups = vec![None; directives.len()];
        let mut at = 0;
        for (number, group) in robots.groups().enumerate() {
            for line in group.line_numbers() {
                while directives
                    .get(at)
                    .is_some_and(|directive| directive.line() < line)
                {
                    at += 1;
                }
                if directives
                    .get(at)
                    .is_some_and(|directive| directive.line() == line)
                {
                    groups[at] = Some(number);
                }
            }
        }
        Self {
            robots,
            directives,
            groups,
        }
    }

    fn is_name(&self, at: usize) -> bool {
        self.directives[at].kind() == DirectiveKind::UserAgent
    }

    fn is_rule(&self, at: usize) -> bool {
        matches!(
            self.directives[at].kind(),
            DirectiveKind::Allow | DirectiveKind::Disallow
        )
    }

    /// The names of this file that are lost in another one. `places` has the place of each line
    /// there, and `own_places` the place of each of its lines here.
    fn lost_in(
        &self,
        other: &Self,
        places: &[Option<usize>],
        own_places: &[Option<usize>],
        is_removed: bool,
    ) -> Vec<LostName<'r>> {
        let dialect = self.robots.dialect();
        let others: Vec<Group<'_>> = other.robots.groups().collect();
        let mut known: HashMap<usize, Names> = HashMap::new();
        let mut lines = None;
        let mut lost = Vec::new();
        let mut at = 0;
        // The lines that look like User-agent lines and are none, and are in this file too.
        let own: HashSet<&[u8]> = self
            .robots
            .lines()
            .filter_map(|line| Some(broken_name(&line, &dialect)?.1))
            .collect();
        while at < self.directives.len() && lost.len() <= MOST {
            if !self.is_name(at) {
                at += 1;
                continue;
            }
            let run = at..(at..self.directives.len())
                .find(|at| !self.is_name(*at))
                .unwrap_or(self.directives.len());
            let end = (run.end..self.directives.len())
                .find(|at| self.is_name(*at))
                .unwrap_or(self.directives.len());
            at = end;
            if run.clone().all(|at| places[at].is_some()) {
                continue;
            }
            // The rules below the names that the other file has, in one group or in none.
            let below = (run.end..end).filter(|at| self.groups[*at].is_some() && self.is_rule(*at));
            let mut below = below.filter_map(|at| places[at]).peekable();
            let Some(first) = below.peek().copied() else {
                continue;
            };
            let group = other.groups[first];
            let rules = below.filter(|at| other.groups[*at] == group).count();
            // What is in the place of the names.
            let above = (0..run.start).rev().find_map(|at| places[at]);
            let from = above.map_or(0, |above| above + 1);
            // Other names are in their place.
            if (from..first).any(|at| other.is_name(at) && own_places[at].is_none()) {
                continue;
            }
            let no_names = Names::default();
            let names = match group {
                Some(number) => known
                    .entry(number)
                    .or_insert_with(|| Names::new(&others[number], &dialect)),
                None => &no_names,
            };
            let lines = lines.get_or_insert_with(|| other.robots.lines().collect::<Vec<_>>());
            let line_of = |at: usize| other.directives[at].line() as usize;
            let gap = above.map_or(0, line_of)..line_of(first) - 1;
            let mut instead: HashMap<Vec<u8>, (u32, String)> = HashMap::new();
            for line in lines.get(gap).unwrap_or_default() {
                if let Some((name, text)) =
                    broken_name(line, &dialect).filter(|(_, text)| !own.contains(text))
                {
                    let text = String::from_utf8_lossy(text).into_owned();
                    instead.entry(name).or_insert((line.number(), text));
                }
            }
            // All names, and nothing above them: what people do by a slip, rather than by a rewrite.
            let is_alone = run.clone().all(|at| places[at].is_none())
                && run
                    .start
                    .checked_sub(1)
                    .is_none_or(|above| places[above].is_some());
            for at in run.filter(|at| places[*at].is_none()) {
                let directive = self.directives[at];
                let listed = crawler_name::listed(directive.value(), dialect.several_names);
                let names_of_line = listed.map(|name| crawler_name::label(dialect.name_test, name));
                for name in names_of_line.filter(|name| name.len() <= LONGEST) {
                    let Some(key) = name_key(dialect.name_test, name) else {
                        continue;
                    };
                    // A broken line is a slip in any case.
                    let instead = instead.get(&name.to_ascii_lowercase()).cloned();
                    if names.keys.contains(&key) || !is_alone && instead.is_none() {
                        continue;
                    }
                    lost.push(LostName {
                        name,
                        directive,
                        regrouped: Regrouped {
                            is_removed,
                            rules,
                            line: other.directives[first].line(),
                            names: names.first.clone(),
                            more_names: names.count - names.first.len(),
                            instead,
                            dialect: dialect.name().filter(|_| dialect != Dialect::RFC_9309),
                        },
                        group,
                    });
                }
            }
        }
        lost
    }
}

/// The names of a group.
#[derive(Default)]
struct Names {
    /// As they are compared.
    keys: HashSet<Vec<u8>>,
    /// The first few, for reports.
    first: Vec<String>,
    count: usize,
}

impl Names {
    fn new(group: &Group<'_>, dialect: &Dialect) -> Self {
        let key = |name| name_key(dialect.name_test, name);
        let first = group.agents().take(Regrouped::MAX_NAMES);
        Self {
            keys: group.agents().filter_map(key).collect(),
            first: first
                .map(|name| String::from_utf8_lossy(name).chars().take(LONGEST).collect())
                .collect(),
            count: group.agents().count(),
        }
    }
}

/// The name, in lower case, and the text of a line that looks like a User-agent line and is none:
/// it is misspelled, or a comment.
fn broken_name<'r>(line: &Line<'r>, dialect: &Dialect) -> Option<(Vec<u8>, &'r [u8])> {
    /// Of as many letters as `useragent` has, a few may be wrong.
    const MAX_DISTANCE: usize = 3;
    if Directive::of(line, dialect).is_some_and(|directive| directive.kind() != DirectiveKind::Unknown) {
        return None;
    }
    let text = match line.text() {
        [] => line.comment()?,
        text => text,
    };
    let text = text.trim_ascii();
    if text.len() > LONGEST {
        return None;
    }
    let is_separator = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b':' | b'=');
    let at = text.iter().rposition(is_separator)? + 1;
    let (key, name) = text.split_at(at);
    let letters: Vec<u8> = key
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic())
        .map(u8::to_ascii_lowercase)
        .take(DirectiveKind::UserAgent.as_str().len() + MAX_DISTANCE)
        .collect();
    let is_near = edit_distance(&letters, b"useragent") <= MAX_DISTANCE;
    is_near.then(|| (name.to_ascii_lowercase(), text))
}

/// Numbers for lines, the same for lines that say the same.
fn tokens(sides: [&Side<'_>; 2]) -> [Vec<usize>; 2] {
    type Said<'r> = (DirectiveKind, Cow<'r, [u8]>, Cow<'r, [u8]>);
    let mut known: HashMap<Said<'_>, usize> = HashMap::new();
    sides.map(|side| {
        let said = side.directives.iter().map(|directive| {
            let (kind, value) = (directive.kind(), directive.value());
            match kind {
                DirectiveKind::UserAgent => (kind, (&b""[..]).into(), value.to_ascii_lowercase().into()),
                DirectiveKind::Unknown => (kind, directive.key().to_ascii_lowercase().into(), value.into()),
                _ => (kind, (&b""[..]).into(), value.into()),
            }
        });
        said.map(|said| {
            let next = known.len();
            *known.entry(said).or_insert(next)
        })
        .collect()
    })
}

/// Lines that two files have in common, in the order of both: those at the beginning and at the
/// end, the longest list of lines that each has once, and the same between these. Lines are given
/// by numbers, the same for equal lines.
fn common(old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
    /// How often what lies between common lines is searched in the same way, so that the work is
    /// not quadratic.
    const DEPTH: usize = 8;
    let mut pairs = Vec::new();
    add_common((old, new), (0, 0), DEPTH, &mut pairs);
    pairs
}

/// Adds the common lines of parts that begin at these places of their files.
fn add_common(
    (old, new): (&[usize], &[usize]),
    start: (usize, usize),
    depth: usize,
    pairs: &mut Vec<(usize, usize)>,
) {
    let is_same = |(a, b): &(&usize, &usize)| a == b;
    let head = old.iter().zip(new).take_while(is_same).count();
    pairs.extend((0..head).map(|at| (start.0 + at, start.1 + at)));
    let (old, new, start) = (&old[head..], &new[head..], (start.0 + head, start.1 + head));
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    let end = (old.len() - tail, new.len() - tail);
    let mut from = (0, 0);
    if depth > 0 {
        let between = |from: (usize, usize), to: (usize, usize), pairs: &mut Vec<_>| {
            let gap = (&old[from.0..to.0], &new[from.1..to.1]);
            add_common(gap, (start.0 + from.0, start.1 + from.1), depth - 1, pairs);
        };
        for anchor in anchors(&old[..end.0], &new[..end.1]) {
            between(from, anchor, pairs);
            pairs.push((start.0 + anchor.0, start.1 + anchor.1));
            from = (anchor.0 + 1, anchor.1 + 1);
        }
        if from != (0, 0) {
            between(from, end, pairs);
        }
    }
    pairs.extend((0..tail).map(|at| (start.0 + end.0 + at, start.1 + end.1 + at)));
}

/// The longest list of lines that appear once in each file, in the order of both.
fn anchors(old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy)]
    enum Seen {
        Never,
        Once(usize),
        Often,
    }
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let mut seen: HashMap<usize, [Seen; 2]> = HashMap::new();
    for (side, tokens) in [old, new].into_iter().enumerate() {
        for (at, token) in tokens.iter().enumerate() {
            let seen = &mut seen.entry(*token).or_insert([Seen::Never; 2])[side];
            *seen = match seen {
                Seen::Never => Seen::Once(at),
                _ => Seen::Often,
            };
        }
    }
    let unique = old.iter().filter_map(|token| match seen.get(token) {
        Some([Seen::Once(old), Seen::Once(new)]) => Some((*old, *new)),
        _ => None,
    });
    let unique: Vec<(usize, usize)> = unique.collect();
    // For each length, the pair that ends a list of this length the earliest in the new file, and
    // for each pair the pair before it in such a list.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(unique.len());
    for (number, (_, place)) in unique.iter().enumerate() {
        let shorter = ends.partition_point(|end| unique[*end].1 < *place);
        before.push(shorter.checked_sub(1).map(|last| ends[last]));
        if shorter == ends.len() {
            ends.push(number);
        } else {
            ends[shorter] = number;
        }
    }
    let mut list = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(number) = next {
        list.push(unique[number]);
        next = before[number];
    }
    list.reverse();
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn common_lines_are_equal_and_in_the_order_of_both(
            old in prop::collection::vec(0..12_usize, 0..20),
            new in prop::collection::vec(0..12_usize, 0..20),
        ) {
            let pairs = common(&old, &new);
            prop_assert!(pairs.iter().all(|(a, b)| old[*a] == new[*b]));
            prop_assert!(pairs.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
            let same: Vec<(usize, usize)> = (0..old.len()).map(|at| (at, at)).collect();
            prop_assert_eq!(common(&old, &old), same);
        }
    }

    #[test]
    fn a_line_that_is_missing_leaves_all_others_in_common() {
        for gone in 0..7 {
            let old = [0, 1, 1, 2, 1, 1, 3];
            let mut new = old.to_vec();
            new.remove(gone);
            assert_eq!(common(&old, &new).len(), 6, "{gone}");
            assert_eq!(common(&new, &old).len(), 6, "{gone}");
        }
    }

    #[test]
    fn what_looks_like_a_name() {
        for (text, name) in [
            ("User agent Foo", Some("foo")),
            ("User agent: Foo # all", Some("foo")),
            ("# User-agent: *", Some("*")),
            ("Usr-agnet:Foo", Some("foo")),
            ("User-agent = Foo", Some("foo")),
            // A line that is read, a note, a name alone.
            ("User-agent: Foo", None),
            ("Disallow: *", None),
            ("# Foo", None),
            ("# for the user agent of our partner, Foo", None),
            ("Foo", None),
            ("", None),
        ] {
            let robots = RobotsTxt::parse(text);
            let found = robots
                .lines()
                .next()
                .and_then(|line| broken_name(&line, &Dialect::RFC_9309));
            let found = found.map(|(name, _)| String::from_utf8(name).unwrap());
            assert_eq!(found.as_deref(), name, "{text}");
        }
    }
}
