//! Two files compared for each crawler in the dialect in which it reads.

use std::cell::RefCell;
use std::collections::HashMap;

use super::comparison::{Diff, DiffOptions, Readers};
use super::{AgentEffect, Effect, Evidence};
use crate::decide::Budget;
use robots_exclusion::agents::{ALL, Agent};
use robots_exclusion::{Dialect, RobotsTxt};

impl DiffOptions {
    /// Compares two bodies for each crawler as it reads them: in the dialect that `reads_in` returns
    /// for its name. This may be RFC 9309, or the dialect of a well-known crawler.
    ///
    /// # Complexity
    ///
    /// As for one [`compare`](Self::compare) in each of these dialects, with one budget.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::UserAgent;
    /// use robots_exclusion_analysis::diff::{DiffOptions, Effect};
    ///
    /// // A blank line ends a group of Yandex, but is nothing to most crawlers.
    /// let old = b"User-agent: *\nAllow: /a\n\nDisallow: /\n";
    /// let new = b"User-agent: *\nAllow: /a\nDisallow: /\n";
    /// let diff = DiffOptions::new().compare_as_read(old, new, |name| UserAgent::resolve(name).dialect());
    /// let effect = |agent| diff.agents().find(|(name, _)| *name == agent).map(|(_, effect)| effect.effect());
    /// assert_eq!(effect("*"), Some(Effect::None));
    /// assert_eq!(effect("YandexBot"), Some(Effect::ClosesSite));
    /// ```
    #[must_use]
    pub fn compare_as_read(&self, old: &[u8], new: &[u8], reads_in: impl Fn(&str) -> Dialect) -> Diff {
        let mut dialects = vec![Dialect::RFC_9309];
        for dialect in ALL.iter().map(Agent::dialect) {
            if !dialects.contains(&dialect) {
                dialects.push(dialect);
            }
        }
        let read = |dialect: &Dialect| {
            let options = RobotsTxt::options().dialect(*dialect);
            (*dialect, options.parse(old), options.parse(new))
        };
        let readings: Vec<_> = dialects.iter().map(read).collect();
        let borrowed = readings.iter().map(|(dialect, old, new)| (*dialect, old, new));
        let others: Vec<_> = borrowed.skip(1).collect();
        let (_, old, new) = &readings[0];
        self.compare_readings((old, new), &others, reads_in, &mut Self::budget())
    }

    /// Like [`compare_as_read`](Self::compare_as_read), for files that were parsed already: first as
    /// most crawlers read them, then in each other dialect in which well-known crawlers read. All
    /// comparisons share the budget.
    ///
    /// # Complexity
    ///
    /// As for one [`compare`](Self::compare) in each of these dialects.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::UserAgent;
    /// use robots_exclusion::{Dialect, RobotsTxt};
    /// use robots_exclusion_analysis::decide::Budget;
    /// use robots_exclusion_analysis::diff::{DiffOptions, Effect};
    ///
    /// let old = b"User-agent: *\nAllow: /a\n\nDisallow: /\n";
    /// let new = b"User-agent: *\nAllow: /a\nDisallow: /\n";
    /// let yandex = RobotsTxt::options().dialect(Dialect::YANDEX);
    /// let diff = DiffOptions::new().compare_readings(
    ///     (&RobotsTxt::parse(old), &RobotsTxt::parse(new)),
    ///     &[(Dialect::YANDEX, &yandex.parse(old), &yandex.parse(new))],
    ///     |name| UserAgent::resolve(name).dialect(),
    ///     &mut Budget::default(),
    /// );
    /// let effect = |agent| diff.agents().find(|(name, _)| *name == agent).map(|(_, effect)| effect.effect());
    /// assert_eq!((effect("*"), effect("YandexBot")), (Some(Effect::None), Some(Effect::ClosesSite)));
    /// ```
    #[must_use]
    pub fn compare_readings(
        &self,
        (old, new): (&RobotsTxt<'_>, &RobotsTxt<'_>),
        others: &[(Dialect, &RobotsTxt<'_>, &RobotsTxt<'_>)],
        reads_in: impl Fn(&str) -> Dialect,
        budget: &mut Budget,
    ) -> Diff {
        let mut diff = self.compare_within(old, new, budget);
        // A file may name tens of thousands of crawlers, and nearly all of them read as most do. So
        // each is looked up once, and the other readings are compared for their own crawlers only.
        let known: RefCell<HashMap<String, Dialect>> = RefCell::default();
        let reads_in = |name: &str| {
            let found = known.borrow().get(name).copied();
            found.unwrap_or_else(|| {
                let dialect = reads_in(name);
                known.borrow_mut().insert(name.to_owned(), dialect);
                dialect
            })
        };
        let may_be_alike = diff.is_without_effect();
        for (dialect, old, new) in others {
            let reads_so = |name: &str| reads_in(name) == *dialect;
            let readers = Readers {
                is_meant: &reads_so,
                may_be_alike,
            };
            let mut other = self.compare_for(old, new, Some(&readers), budget);
            // The crawlers that no group names: if the edit has another effect in this dialect, the
            // well-known ones among them are listed by name.
            if effect_on_others(&other) != effect_on_others(&diff) {
                let is_reader =
                    |agent: &&Agent| agent.crawls() && !agent.is_former() && reads_so(agent.name());
                let known = ALL.iter().filter(is_reader);
                let options = known.fold(self.clone(), DiffOptions::agent);
                other = options.compare_for(old, new, Some(&readers), budget);
            } else if !other.agents().any(|(name, _)| reads_so(name)) {
                continue;
            }
            diff = diff.with_readings(other, reads_so);
        }
        diff
    }
}

/// What an edit does to the crawlers that no group names, and to which URLs.
fn effect_on_others(diff: &Diff) -> Option<(Effect, Vec<&str>)> {
    let is_of_others = |effect: &&AgentEffect| effect.agents().iter().any(|name| name == "*");
    let effect = diff.effects().iter().find(is_of_others)?;
    let urls = effect.witnesses().iter().map(Evidence::url);
    Some((effect.effect(), urls.collect()))
}
