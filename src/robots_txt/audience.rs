//! Audiences: the crawlers to which the same groups of a file apply.

use alloc::vec::Vec;

use super::file::RobotsTxt;
use super::index::{Audience, Index, NameNumber};
use crate::sorting::sort_by_key;
use crate::syntax::agent_list::AgentList;
use crate::syntax::crawler_name;

/// # Questions for many crawlers
///
/// A file that is parsed with [`ParseOptions::indexed`](crate::ParseOptions::indexed) finds the
/// groups of a crawler without being read again, and knows which crawlers share all verdicts. If a
/// file was parsed without it, the audience of every crawler is `None`.
impl RobotsTxt<'_> {
    /// The audience that a crawler belongs to.
    ///
    /// `None` if the file was not parsed with
    /// [`ParseOptions::indexed`](crate::ParseOptions::indexed), for an [`AgentList::merged`], for a
    /// crawler that no group names and whose name is a URL
    /// ([`Reason::AgentIsUrl`](crate::Reason::AgentIsUrl)), and in dialects that add up the groups
    /// of several names, which no preset does ([`GroupChoice`](crate::dialect::GroupChoice)). In
    /// all of these cases, ask by name.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of names for each of the crawler's names. In dialects where names
    /// match by containment, linear in the length of the file's names, or quadratic in the length
    /// of the crawler's name.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, agents};
    ///
    /// let body = b"User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n";
    /// let robots = RobotsTxt::options().indexed(true).parse(body);
    /// assert_eq!(robots.audience("a"), robots.audience("b"));
    /// assert_eq!(robots.audience("c"), robots.audience("d"));
    /// assert_ne!(robots.audience("a"), robots.audience("c"));
    /// // Ignores `*`, so no group applies to it.
    /// let ads = robots.audience(&agents::ADSBOT_GOOGLE).unwrap();
    /// assert_eq!(robots.select_audience(ads).groups().count(), 0);
    /// ```
    #[must_use]
    pub fn audience<'q>(&self, agents: impl Into<AgentList<'q>>) -> Option<Audience> {
        Some(self.found(&agents.into())?.0)
    }

    /// The audience that a crawler belongs to, as [`audience`](Self::audience) returns it, and the
    /// name that puts it there, as [`group_name_for`](Self::group_name_for) returns it, in a single
    /// look-up.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::options().indexed(true).parse(b"User-agent: FooBot\nDisallow: /a\n");
    /// let (audience, name) = robots.audience_and_name("foobot").unwrap();
    /// assert_eq!(robots.select_audience(audience).groups().count(), 1);
    /// assert_eq!(name, Some(&b"FooBot"[..]));
    /// assert_eq!(robots.audience_and_name("BarBot").unwrap().1, None);
    /// ```
    #[must_use]
    pub fn audience_and_name<'q>(
        &self,
        agents: impl Into<AgentList<'q>>,
    ) -> Option<(Audience, Option<&[u8]>)> {
        let (audience, name) = self.found(&agents.into())?;
        Some((audience, name.map(|name| self.label(name))))
    }

    fn found(&self, agents: &AgentList<'_>) -> Option<(Audience, Option<NameNumber>)> {
        self.index()?.find(&self.dialect(), agents)
    }

    /// The number of audiences, including audiences without crawlers. 0 if the file was not parsed
    /// with [`ParseOptions::indexed`](crate::ParseOptions::indexed).
    #[must_use]
    pub fn audience_count(&self) -> usize {
        self.index().map_or(0, Index::audience_count)
    }

    /// All audiences, including audiences without crawlers. In dialects in which the audience of
    /// every crawler is [`None`](Self::audience), the audiences do not represent all crawlers: a
    /// crawler may follow the groups of several audiences.
    pub fn audiences(&self) -> impl Iterator<Item = Audience> + use<> {
        (0..self.audience_count() as u32).map(Audience)
    }

    /// The name by which groups apply to a crawler, as
    /// [`Verdict::group_name`](crate::Verdict::group_name) cites it: as the first User-agent line
    /// that names the crawler spells it, or `*`. `None` where no group applies.
    ///
    /// This works without an index. If the file has an index, and you want the audience too,
    /// [`audience_and_name`](Self::audience_and_name) returns both in a single look-up.
    ///
    /// # Complexity
    ///
    /// Like [`audience`](Self::audience) if the crawler has an audience, otherwise like
    /// [`RobotsTxt::check`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: FooBot\nDisallow: /a\n\nUser-agent: foobot\nUser-agent: *\nDisallow: /b\n");
    /// assert_eq!(robots.group_name_for("foobot"), Some(&b"FooBot"[..]));
    /// assert_eq!(robots.group_name_for("BarBot"), Some(&b"*"[..]));
    /// ```
    #[must_use]
    pub fn group_name_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Option<&[u8]> {
        let agents = agents.into();
        match self.found(&agents) {
            Some((_, name)) => Some(self.label(name?)),
            None => self.select(agents).name(),
        }
    }

    /// The different lists of groups that apply to crawlers which are named in the file, as
    /// ascending numbers. Groups whose numbers are in `without` count as if they had no names.
    #[doc(hidden)]
    pub fn group_lists(&self, without: &[usize]) -> alloc::collections::BTreeSet<Vec<usize>> {
        let index = Index::new(self, without);
        let audiences = index.names().map(|(_, audience)| index.list(audience));
        audiences
            .map(|(groups, _)| groups.iter().map(|group| *group as usize).collect())
            .collect()
    }

    fn label(&self, name: NameNumber) -> &[u8] {
        let place = self.index().and_then(|index| index.label(name));
        place.map_or(crawler_name::STAR, |place| {
            &self.body()[place.start as usize..place.end as usize]
        })
    }

    /// The names of all groups ([`Group::agents`](crate::Group::agents)), including `*`, in file
    /// order. A name that appears several times, in any case, is listed once, as first written.
    ///
    /// # Complexity
    ///
    /// `n log n` in the number of names.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: B\nUser-agent: a\nDisallow: /x\n\nUser-agent: b\nUser-agent: *\nDisallow: /y\n");
    /// assert!(robots.names().eq([&b"B"[..], b"a", b"*"]));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        let mut named: Vec<(usize, &[u8])> = self
            .groups()
            .flat_map(|group| group.agents())
            .enumerate()
            .collect();
        // The sort is stable, so of several spellings the first one stays.
        sort_by_key(&mut named, |(_, name)| name.to_ascii_lowercase());
        named.dedup_by(|(_, later), (_, first)| later.eq_ignore_ascii_case(first));
        sort_by_key(&mut named, |(place, _)| *place);
        named.into_iter().map(|(_, name)| name)
    }
}

/// A group that some crawler reads.
#[derive(Debug)]
pub struct ReachableGroup {
    /// The names on the group, as they are compared.
    pub names: alloc::collections::BTreeSet<Vec<u8>>,
    /// The name of a crawler that reads the group, which need not be one of `names`. In dialects in
    /// which a value names all crawlers whose names are a part of it, a group of `foo bar` may come
    /// after a group of `foo`: a crawler named `foo` reads the first group, so the reader of the
    /// second is `bar`.
    pub reader: Vec<u8>,
    pub audience: Audience,
}

impl RobotsTxt<'_> {
    /// The groups that some crawler reads, in file order. For dialects in which names match by
    /// containment and the first group that fits applies. Empty in dialects in which the groups of
    /// several names add up, since a crawler may then read more than one. Groups that are shadowed
    /// by earlier groups are left out, except in a file with very many names.
    #[doc(hidden)]
    pub fn reachable_groups(&self) -> Vec<ReachableGroup> {
        let dialect = self.dialect();
        let mut reachable = Vec::new();
        let Some(index) = self.index().filter(|_| Index::is_by_one_name(&dialect)) else {
            return reachable;
        };
        for (number, group) in (0..).zip(self.groups()) {
            let keys = || {
                group
                    .agents()
                    .filter_map(|label| super::index::key(dialect.name_test, label))
            };
            let found = index.audience_of_group(&dialect, number, keys());
            let names: alloc::collections::BTreeSet<_> = keys().collect();
            reachable.extend(found.map(|(reader, audience)| ReachableGroup {
                // If the crawler's name would be a star, the label of the group is used, since `*`
                // would stand for all other crawlers.
                reader: match group.agents().next() {
                    Some(label) if reader == crawler_name::STAR && !names.contains(crawler_name::STAR) => {
                        label.to_vec()
                    }
                    _ => reader,
                },
                names,
                audience,
            }));
        }
        reachable
    }
}
