//! Two files compared for each crawler in the dialect in which it reads.

use robots_exclusion::agents::ALL;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::diff::{Diff, DiffOptions, Effect, Evidence};

use crate::crawlers::{CrawlerQuery, Naming};
use crate::dialects::DialectChoice;

/// The dialects, besides the file's, in which well-known crawlers read, each once.
pub(crate) fn other_dialects(choice: DialectChoice, naming: Naming) -> Vec<Dialect> {
    let mut dialects: Vec<Dialect> = vec![choice.for_file()];
    if choice.is_auto() && !naming.as_token {
        for agent in ALL {
            let dialect = agent.dialect_with_policy();
            if !dialects.contains(&dialect) {
                dialects.push(dialect);
            }
        }
    }
    dialects.split_off(1)
}

/// Two files, as most crawlers read them and as those do that read otherwise than the standard says.
pub(crate) struct Readings<'r> {
    pub(crate) choice: DialectChoice,
    pub(crate) naming: Naming,
    /// The files where no crawler's own dialect is meant.
    pub(crate) of_file: (&'r RobotsTxt<'static>, &'r RobotsTxt<'static>),
    /// For each of the [`other_dialects`].
    pub(crate) others: Vec<(Dialect, &'r RobotsTxt<'static>, &'r RobotsTxt<'static>)>,
}

impl Readings<'_> {
    /// Compares the files, for each crawler as it reads them. All dialects share the budget.
    pub(crate) fn compare(&self, asked: &[CrawlerQuery], budget: &mut Budget) -> Diff {
        let mut compare =
            |old: &RobotsTxt<'_>, new: &RobotsTxt<'_>, asked: &mut dyn Iterator<Item = &CrawlerQuery>| {
                let options = DiffOptions::new().as_tokens(self.naming.as_token);
                let options = asked.fold(options, |options, asked| {
                    options.crawler(name(asked), asked.list())
                });
                options.compare_within(old, new, budget)
            };
        let (old, new) = self.of_file;
        let mut diff = compare(old, new, &mut asked.iter());
        for (dialect, old, new) in &self.others {
            let reads_so = |name: &str| self.choice.for_crawler(&self.naming.read(name)) == *dialect;
            let mut other = compare(old, new, &mut asked.iter());
            // The crawlers that no group names: if the edit has another effect in this dialect, the
            // well-known ones among them are listed by name.
            if effect_on_others(&other) != effect_on_others(&diff) {
                let readers = ALL.iter().filter(|agent| {
                    agent.crawls() && !agent.is_former() && agent.dialect_with_policy() == *dialect
                });
                let readers: Vec<CrawlerQuery> = readers
                    .map(|agent| CrawlerQuery::resolved(agent.name()))
                    .collect();
                other = compare(old, new, &mut asked.iter().chain(&readers));
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
    let (_, effect) = diff.agents().find(|(name, _)| *name == "*")?;
    let urls = effect.witnesses().iter().map(Evidence::url);
    Some((effect.effect(), urls.collect()))
}

/// The name of a crawler in the comparison.
pub(crate) fn name(asked: &CrawlerQuery) -> &str {
    asked.agent().map_or(asked.name(), |_| asked.crawler())
}
