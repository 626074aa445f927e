//! The file as each crawler reads it.
//!
//! A statement about a crawler is about the file in the dialect that its operator documents, unless
//! the options choose a dialect for everybody.

use core::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::decide::Budget;
use crate::lint::engine::document::Document;
use crate::lint::engine::extent::Extent;
use robots_exclusion::Audience;
use robots_exclusion::Dialect;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::{AgentList, RobotsTxt, Selection};

/// The file in each dialect in which it is read.
pub(in crate::lint) struct Readings<'b> {
    body: &'b [u8],
    /// The first is that of the file where no crawler is asked about.
    readings: Vec<Reading<'b>>,
    is_chosen: bool,
}

/// The file in one dialect. Which rules a crawler obeys is a question to the parsed file; most files
/// need no document besides the first one.
struct Reading<'b> {
    dialect: Dialect,
    robots: OnceCell<Rc<RobotsTxt<'b>>>,
    document: OnceCell<Document<'b>>,
}

impl Reading<'_> {
    fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            robots: OnceCell::new(),
            document: OnceCell::new(),
        }
    }
}

impl<'b> Readings<'b> {
    /// The file for every crawler in the `chosen` dialect, or else for each as its operator documents.
    /// It is read when it is first asked for.
    pub(in crate::lint) fn new(body: &'b [u8], chosen: Option<Dialect>) -> Self {
        let mut readings = vec![Reading::new(chosen.unwrap_or_default())];
        if chosen.is_none() {
            for agent in agents::ALL {
                let dialect = agent.dialect();
                if readings.iter().all(|known| known.dialect != dialect) {
                    readings.push(Reading::new(dialect));
                }
            }
        }
        Self {
            body,
            readings,
            is_chosen: chosen.is_some(),
        }
    }

    /// The dialect that was chosen for everybody.
    pub(in crate::lint) fn chosen(&self) -> Option<Dialect> {
        self.is_chosen.then(|| self.readings[0].dialect)
    }

    /// The same readings of another body.
    pub(in crate::lint) fn of_body<'o>(&self, body: &'o [u8]) -> Readings<'o> {
        Readings::new(body, self.chosen())
    }

    fn robots(&self, number: usize) -> &Rc<RobotsTxt<'b>> {
        let Reading { dialect, robots, .. } = &self.readings[number];
        let options = RobotsTxt::options().dialect(*dialect).indexed(true);
        robots.get_or_init(|| Rc::new(options.parse(self.body)))
    }

    fn document(&self, number: usize) -> &Document<'b> {
        let document = &self.readings[number].document;
        document.get_or_init(|| Document::of(self.body, Rc::clone(self.robots(number))))
    }

    /// The file where no crawler is asked about.
    pub(in crate::lint) fn file(&self) -> &Document<'b> {
        self.document(0)
    }

    /// The dialects besides that of the [file](Self::file).
    pub(in crate::lint) fn others(&self) -> impl Iterator<Item = &Dialect> {
        self.readings[1..].iter().map(|reading| &reading.dialect)
    }

    /// The file in a dialect, if that is one of these.
    pub(in crate::lint) fn in_dialect(&self, dialect: &Dialect) -> Option<&Document<'b>> {
        let number = self.readings.iter().position(|known| known.dialect == *dialect);
        Some(self.document(number?))
    }

    /// The number of the reading of a crawler; `None` stands for all crawlers that no group
    /// names.
    fn number_for(&self, agent: Option<&Agent>) -> usize {
        let own = agent.map(Agent::dialect);
        let position = self.readings.iter().position(|known| Some(known.dialect) == own);
        position.filter(|_| !self.is_chosen).unwrap_or_default()
    }

    /// The file as a crawler reads it.
    pub(in crate::lint) fn of(&self, agent: &Agent) -> &Document<'b> {
        self.document(self.number_for(Some(agent)))
    }

    /// Whether a group names a crawler, as the crawler reads the file.
    pub(in crate::lint) fn name(&self, agent: &Agent) -> bool {
        let robots = self.robots(self.number_for(Some(agent)));
        let name = robots.group_name_for(agent);
        name.is_some_and(|name| name != crawler_name::STAR)
    }
}

/// Answers about the crawlers of a file. Crawlers to which the same groups apply have the same one,
/// which is found once.
pub(in crate::lint) struct Extents<'d, 'b> {
    readings: &'d Readings<'b>,
    known: Answers,
    closed: Answers,
}

/// The number of a reading and the audience in it.
type Key = (usize, Audience);
type Answers = BTreeMap<Key, Option<Rc<Extent>>>;

impl<'d, 'b> Extents<'d, 'b> {
    pub(in crate::lint) fn new(readings: &'d Readings<'b>) -> Self {
        Self {
            readings,
            known: BTreeMap::new(),
            closed: BTreeMap::new(),
        }
    }

    /// How much of the site a crawler may fetch; `None` stands for all crawlers that no group names.
    /// There is no answer if the budget does not suffice.
    pub(in crate::lint) fn of(&mut self, agent: Option<&Agent>, budget: &mut Budget) -> Option<Rc<Extent>> {
        let (key, selection) = self.find(agent);
        known(&mut self.known, key, || Extent::of(&selection, budget))
    }

    /// Like [`of`](Self::of), but `None` also if the site is not closed, or closed but for what Allow
    /// rules open.
    pub(in crate::lint) fn of_closed(
        &mut self,
        agent: Option<&Agent>,
        budget: &mut Budget,
    ) -> Option<Rc<Extent>> {
        let (key, selection) = self.find(agent);
        known(&mut self.closed, key, || {
            Extent::of_closed(&selection, budget).flatten()
        })
    }

    /// Whether the site is closed to a crawler. False if that is not decided.
    pub(in crate::lint) fn is_closed(&mut self, agent: &Agent, budget: &mut Budget) -> bool {
        let extent = self.of_closed(Some(agent), budget);
        extent.is_some_and(|extent| extent.is_closed(agent.only_fetches()))
    }

    /// The groups that apply to a crawler in the file that it reads, and what they are known by. In
    /// dialects whose names match by containment, no two crawlers need read the same groups.
    fn find(&self, agent: Option<&Agent>) -> (Option<Key>, Selection<'d, 'static>) {
        let number = self.readings.number_for(agent);
        let robots = self.readings.robots(number);
        let list = agent.map_or(AgentList::from("*"), Agent::list);
        match robots.audience(&list) {
            Some(audience) => (Some((number, audience)), robots.select_audience(audience)),
            None => (None, robots.select(list)),
        }
    }
}

/// The answer that is known by a key, or the one that is found now.
fn known(
    answers: &mut Answers,
    key: Option<Key>,
    ask: impl FnOnce() -> Option<Extent>,
) -> Option<Rc<Extent>> {
    let ask = || ask().map(Rc::new);
    match key {
        Some(key) => answers.entry(key).or_insert_with(ask).clone(),
        None => ask(),
    }
}
