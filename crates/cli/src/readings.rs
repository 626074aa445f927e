//! Two files compared for each crawler in the dialect in which it reads.

use robots_exclusion::agents::ALL;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::diff::{Diff, DiffOptions};

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

/// Two files, as most crawlers read them, and as crawlers do that read otherwise than the standard
/// says.
pub(crate) struct Readings<'r> {
    pub(crate) choice: DialectChoice,
    pub(crate) naming: Naming,
    /// The files where no crawler is asked about.
    pub(crate) of_file: (&'r RobotsTxt<'static>, &'r RobotsTxt<'static>),
    /// For each of the [`other_dialects`].
    pub(crate) others: Vec<(Dialect, &'r RobotsTxt<'static>, &'r RobotsTxt<'static>)>,
}

impl Readings<'_> {
    /// Compares the files, for each crawler as it reads them. All dialects share the budget.
    pub(crate) fn compare(&self, asked: &[CrawlerQuery], budget: &mut Budget) -> Diff {
        let options = DiffOptions::new().as_tokens(self.naming.as_token);
        let options = asked.iter().fold(options, |options, asked| {
            options.crawler(name(asked), asked.list())
        });
        let reads_in = |name: &str| self.naming.read(name).dialect(self.choice);
        options.compare_readings(self.of_file, &self.others, reads_in, budget)
    }
}

/// The name of a crawler in the comparison.
pub(crate) fn name(asked: &CrawlerQuery) -> &str {
    asked.agent().map_or(asked.name(), |_| asked.crawler())
}
