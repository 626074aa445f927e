//! Comparing two files, crawler by crawler.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::applying::Shared;
use super::change::{Change, ChangeKind, Evidence};
use super::content::{Content, Groups, Lines};
use super::effect::{Effect, Impact, is_vital};
use super::judge::{Found, Judgment, Sides};
use crate::agents::Agent;
use crate::decide::Budget;
use crate::robots_txt::RobotsTxt;
use crate::sorting::sort_by;
use crate::syntax::body::BodyFormat;
use crate::syntax::names::{self, AgentList, Names};

/// Steps that may be spent on decisions, for all crawlers together and for each changed rule: about one
/// second, and a tenth of a second.
const STEPS: u64 = 50_000_000;
const STEPS_EACH: u64 = 5_000_000;
/// Steps that may be spent on reading groups, compiling policies and reporting, of some nanoseconds each.
const WORK: u64 = 1 << 25;

/// What changes from one file to another, the most severe first. See [`DiffOptions::compare`].
///
/// # Examples
///
/// See [the module](crate::diff#examples).
#[must_use]
pub fn changes(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Vec<Change> {
    DiffOptions::new().compare(old, new).changes
}

/// What two files are compared for.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::diff::{DiffOptions, Effect};
///
/// let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nDisallow: /cart\n");
/// let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nDisallow: /cart\n\nUser-agent: Googlebot\nDisallow: /cart\n");
/// let diff = DiffOptions::new().agent("bingbot").compare(&old, &new);
/// assert_eq!(
///     diff.changes()[0].to_string(),
///     "minor: Googlebot can crawl more: a group was added; no longer follows 1 rule of `*`: /checkout"
/// );
/// let effects: Vec<_> = diff.agents().map(|(agent, effect)| (agent, effect.effect())).collect();
/// assert_eq!(effects, [("*", Effect::None), ("bingbot", Effect::None), ("Googlebot", Effect::Opens)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DiffOptions {
    crawlers: Vec<Crawler>,
}

/// A crawler that the files are compared for.
#[derive(Clone, Debug)]
struct Crawler {
    /// What to call it.
    name: String,
    /// Without any, it represents those that no group names.
    tokens: Vec<String>,
    obeys_star: bool,
}

impl Crawler {
    fn list(&self) -> AgentList<'_> {
        let list = AgentList::from(&self.tokens);
        if self.obeys_star {
            list
        } else {
            list.without_star()
        }
    }
}

impl DiffOptions {
    /// For the crawlers that the files name, and those that they do not.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Also for this crawler, a product token. May be called repeatedly.
    ///
    /// Where names match by containment this adds to what is proved; elsewhere, only to what is reported.
    #[must_use]
    pub fn agent(mut self, name: &str) -> Self {
        self.crawlers.push(Crawler {
            name: name.to_string(),
            tokens: [name.to_string()].into(),
            obeys_star: true,
        });
        self
    }

    /// Also for this well-known crawler, with the tokens to which it falls back, and whether it obeys `*`. May be called repeatedly.
    #[must_use]
    pub fn known_agent(mut self, agent: &Agent) -> Self {
        self.crawlers.push(Crawler {
            name: agent.token().to_string(),
            tokens: agent.tokens().iter().map(ToString::to_string).collect(),
            obeys_star: agent.obeys_star(),
        });
        self
    }

    /// Compares two files, which should have been parsed in the same dialect.
    ///
    /// # Complexity
    ///
    /// `n log n` in the lengths of the files, plus what is spent on decisions, which is limited to about a second; real files take a few milliseconds. Memory is
    /// linear in the files. Once the work allowed is spent, the rest is [`Effect::Undecided`].
    #[must_use]
    pub fn compare(&self, old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Diff {
        let mut comparison = Comparison {
            old: Groups::new(old),
            new: Groups::new(new),
            budget: Budget::new(STEPS).with_each(STEPS_EACH),
            work: WORK,
            diff: Diff {
                changes: Vec::new(),
                agents: Vec::new(),
            },
        };
        comparison.diff.changes.extend(format_change(old, new));
        comparison.file_lines();
        comparison.crawlers(&self.crawlers);
        let Diff { mut changes, agents } = comparison.diff;
        sort_by(&mut changes, |a, b| {
            (b.impact, b.effect)
                .cmp(&(a.impact, a.effect))
                .then(a.kind.cmp(&b.kind))
                .then((a.line_after, a.line_before).cmp(&(b.line_after, b.line_before)))
        });
        Diff { changes, agents }
    }
}

/// What changes from one file to another. Made by [`DiffOptions::compare`].
#[derive(Clone, Debug)]
pub struct Diff {
    changes: Vec<Change>,
    agents: Vec<AgentEffect>,
}

impl Diff {
    /// The changes, the most severe first.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The effect of all changes together on crawlers. Those with the same groups in both files share an effect.
    #[must_use]
    pub fn effects(&self) -> &[AgentEffect] {
        &self.agents
    }

    /// Every crawler, by name, with the effect of all changes together: those that the files name, those that were added, and `*` for all others.
    pub fn agents(&self) -> impl Iterator<Item = (&str, &AgentEffect)> {
        let mut agents: Vec<(&str, &AgentEffect)> = Vec::new();
        for effect in &self.agents {
            agents.extend(effect.agents.iter().map(|agent| (agent.as_str(), effect)));
        }
        agents.sort_by_cached_key(|(agent, _)| agent.to_ascii_lowercase());
        agents.into_iter()
    }

    /// Whether it is proved that no URL's verdict changes for any crawler in [`Diff::agents`], where `*`
    /// represents all that are not named.
    #[must_use]
    pub fn is_without_effect(&self) -> bool {
        self.agents.iter().all(|agent| agent.effect == Effect::None)
    }

    /// Whether something was not decided because the work allowed was spent.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let changes = self.changes.iter().map(|change| change.effect);
        let agents = self.agents.iter().map(|agent| agent.effect);
        changes.chain(agents).any(|effect| effect == Effect::Undecided)
    }
}

/// The effect of a whole edit on crawlers that have the same groups, in the old file and in the new one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentEffect {
    agents: Arc<[String]>,
    effect: Effect,
    impact: Impact,
    is_partly_open: bool,
    witnesses: Vec<Evidence>,
}

impl AgentEffect {
    /// Like [`Effect::description`], but a site of which Allow rules open a part is not called blocked as a whole.
    #[must_use]
    pub fn description(&self) -> &'static str {
        self.effect.described(self.is_partly_open)
    }

    /// The crawlers' names; `*` for all that no group names.
    #[must_use]
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// What the edit does to them.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// How severe that is, judged by the crawler for which it is worst.
    #[must_use]
    pub fn impact(&self) -> Impact {
        self.impact
    }

    /// URLs whose verdict changes: one that is opened and one that is closed, if there are any.
    #[must_use]
    pub fn witnesses(&self) -> &[Evidence] {
        &self.witnesses
    }
}

fn format_change(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Option<Change> {
    let (text, impact) = match new.format() {
        format if format == old.format() => return None,
        BodyFormat::Text => ("text", Impact::Info),
        BodyFormat::Html => ("an HTML page", Impact::Major),
        BodyFormat::Utf16Le | BodyFormat::Utf16Be => ("in UTF-16", Impact::Major),
    };
    Some(Change {
        kind: ChangeKind::FormatChanged,
        impact,
        effect: Effect::None,
        agents: [].into(),
        line_before: None,
        line_after: None,
        text: text.into(),
        witnesses: Vec::new(),
        fallback: None,
        is_partly_open: false,
    })
}

/// The crawlers that changes concern.
struct Audience {
    names: Arc<[String]>,
    is_vital: bool,
}

impl Audience {
    fn new(crawlers: &[Crawler]) -> Self {
        Self {
            names: crawlers.iter().map(|crawler| crawler.name.clone()).collect(),
            is_vital: crawlers.iter().any(|crawler| is_vital(&crawler.name)),
        }
    }

    /// The impact on the crawler for which it is worst.
    fn impact(&self, effect: Effect) -> Impact {
        if self.names.is_empty() {
            return Impact::Info;
        }
        Impact::of(effect, self.is_vital)
    }
}

/// The groups that apply to a crawler before and after.
type GroupPair = (Shared, Shared);

struct Comparison<'r> {
    old: Groups<'r>,
    new: Groups<'r>,
    budget: Budget,
    work: u64,
    diff: Diff,
}

impl Comparison<'_> {
    fn spend(&mut self, work: u64) {
        self.work = self.work.saturating_sub(work);
    }

    /// What some groups say, after the work that it took to read it is spent.
    fn charged<'c>(&mut self, content: Content<'c>) -> Rc<Content<'c>> {
        self.spend(content.reading());
        Rc::new(content)
    }

    fn file_lines(&mut self) {
        let agents = Audience::new(&[]);
        line_changes(
            self.old.file_lines(),
            self.new.file_lines(),
            &agents,
            &mut self.diff.changes,
        );
    }

    /// Compares what the files say to each crawler. Those to which the same groups apply are looked at once.
    fn crawlers(&mut self, more: &[Crawler]) {
        let mut alike: BTreeMap<GroupPair, Vec<Crawler>> = BTreeMap::new();
        let mut left = Vec::new();
        for crawler in self.named(more) {
            if self.work == 0 {
                left.push(crawler);
                continue;
            }
            let (pair, looked_at) = {
                let agents = crawler.list();
                let (old, new) = (self.old.applying(&agents), self.new.applying(&agents));
                ((old.0, new.0), old.1 + new.1)
            };
            // Groups are found by thousands of names, sorted, kept, and compared with those of others.
            self.spend(32 * (1 + looked_at as u64));
            alike.entry(pair).or_default().push(crawler);
        }
        // Neighbors in the map often have the groups of one side in common: the old ones, as crawlers without a group of their own do,
        // or the new ones, where groups were joined.
        let mut last: Option<(GroupPair, [Rc<Content<'_>>; 2])> = None;
        for (groups, crawlers) in alike {
            if self.work == 0 {
                left.extend(crawlers);
                continue;
            }
            let (mut old, mut new) = (None, None);
            if let Some((last_groups, [last_old, last_new])) = last.take() {
                old = (last_groups.0 == groups.0).then_some(last_old);
                new = (last_groups.1 == groups.1).then_some(last_new);
            }
            let old = old.unwrap_or_else(|| self.charged(self.old.content(&groups.0)));
            let new = new.unwrap_or_else(|| self.charged(self.new.content(&groups.1)));
            self.pair(&old, &new, &crawlers, (groups.0.is_named, groups.1.is_named));
            last = Some((groups, [old, new]));
        }
        if !left.is_empty() {
            self.not_compared(&left);
        }
    }

    /// The crawlers that the files name, those that were added, and the one that represents all others, by
    /// name.
    fn named(&self, more: &[Crawler]) -> Vec<Crawler> {
        let mut named: BTreeMap<Vec<u8>, Crawler> = BTreeMap::new();
        for (key, label) in self.old.names().chain(self.new.names()) {
            // A name that is not UTF-8 is not a token that a crawler could have.
            let Ok(name) = core::str::from_utf8(label) else {
                continue;
            };
            let crawler = Crawler {
                name: name.to_string(),
                tokens: [name.to_string()].into(),
                obeys_star: true,
            };
            named.insert(key.to_vec(), crawler);
        }
        for crawler in more {
            let key = crawler.name.to_ascii_lowercase().into_bytes();
            named.insert(key, crawler.clone());
        }
        let unnamed = Crawler {
            name: "*".to_string(),
            tokens: Vec::new(),
            obeys_star: true,
        };
        named.insert(names::STAR.to_vec(), unnamed);
        named.into_values().collect()
    }

    /// Compares what the groups of some crawlers say.
    fn pair(&mut self, old: &Content<'_>, new: &Content<'_>, crawlers: &[Crawler], is_named: (bool, bool)) {
        let agents = Audience::new(crawlers);
        let is_same_dialect = self.old.robots().dialect() == self.new.robots().dialect();
        let is_same = old.is_same_rules(new) && is_same_dialect;
        let kind = match is_named {
            (false, true) => Some(ChangeKind::GroupAdded),
            (true, false) => Some(ChangeKind::GroupRemoved),
            _ => None,
        };
        let Some(crawler) = crawlers.first() else { return };
        let list = crawler.list();
        let known = (self.old.known(&list), self.new.known(&list));
        let names = (
            Names::new(&self.old.robots().dialect(), &list).knowing(known.0.as_deref()),
            Names::new(&self.new.robots().dialect(), &list).knowing(known.1.as_deref()),
        );
        let sides = Sides {
            content: (old, new),
            names,
            name: &crawler.name,
        };
        let mut judgment = if is_same {
            Judgment::unchanged()
        } else {
            sides.judge(&mut self.budget, &mut self.work)
        };
        let effect = judgment.total.effect(judgment.is_complete);
        let changes = &mut self.diff.changes;
        let count = changes.len();
        match kind {
            Some(kind) => {
                let is_added = kind == ChangeKind::GroupAdded;
                changes.push(Change {
                    fallback: sides.fallback(&judgment, is_added),
                    ..change(
                        kind,
                        effect,
                        &agents,
                        agents.names.join(", "),
                        judgment.total.clone(),
                    )
                    .at((!is_added).then_some(old), is_added.then_some(new))
                });
            }
            None => {
                line_changes(&old.lines, &new.lines, &agents, changes);
                rule_changes(old, new, &agents, &mut judgment, changes);
            }
        }
        let found = judgment.total;
        // Each change is kept, with what shows its effect.
        let kept = self.diff.changes.len() - count;
        self.spend(1_000 * kept as u64);
        self.diff.agents.push(AgentEffect {
            impact: agents.impact(effect),
            agents: agents.names,
            effect,
            is_partly_open: found.is_partly_open(),
            witnesses: found.into_witnesses(),
        });
    }

    /// Says that crawlers were not compared.
    fn not_compared(&mut self, crawlers: &[Crawler]) {
        let agents = Audience::new(crawlers);
        let text = "too many groups to compare".to_string();
        let change = change(
            ChangeKind::NotCompared,
            Effect::Undecided,
            &agents,
            text,
            Found::default(),
        );
        self.diff.agents.push(AgentEffect {
            agents: agents.names,
            effect: change.effect,
            impact: change.impact,
            is_partly_open: false,
            witnesses: Vec::new(),
        });
        self.diff.changes.push(change);
    }
}

/// Rules that only one side has, or that are in another order.
fn rule_changes(
    old: &Content<'_>,
    new: &Content<'_>,
    agents: &Audience,
    judgment: &mut Judgment<'_>,
    changes: &mut Vec<Change>,
) {
    let is_complete = judgment.is_complete;
    let of = |kind, found: Option<Found>, text: &str| {
        let found = found.unwrap_or_default();
        change(kind, found.effect(is_complete), agents, text.to_string(), found)
    };
    for (key, written) in new.rules.iter().filter(|(key, _)| !old.rules.contains_key(*key)) {
        changes.push(Change {
            line_after: Some(written.line),
            ..of(ChangeKind::RuleAdded, judgment.added.remove(key), &written.text)
        });
    }
    for (key, written) in old.rules.iter().filter(|(key, _)| !new.rules.contains_key(*key)) {
        changes.push(Change {
            line_before: Some(written.line),
            ..of(
                ChangeKind::RuleRemoved,
                judgment.removed.remove(key),
                &written.text,
            )
        });
    }
    let found = core::mem::take(&mut judgment.reordered);
    if old.is_reordered(new) || found.effect(true) != Effect::None {
        changes.push(of(ChangeKind::RulesReordered, Some(found), "").at(Some(old), Some(new)));
    }
}

fn change(kind: ChangeKind, effect: Effect, agents: &Audience, text: String, found: Found) -> Change {
    Change {
        kind,
        impact: agents.impact(effect),
        effect,
        agents: Arc::clone(&agents.names),
        line_before: None,
        line_after: None,
        text,
        is_partly_open: found.is_partly_open(),
        witnesses: found.into_witnesses(),
        fallback: None,
    }
}

impl Change {
    /// The same at the first lines of groups.
    fn at(self, old: Option<&Content<'_>>, new: Option<&Content<'_>>) -> Self {
        Self {
            line_before: old.and_then(|old| old.first_line),
            line_after: new.and_then(|new| new.first_line),
            ..self
        }
    }
}

/// Lines that only one side has, by what they say.
fn line_changes(old: &Lines, new: &Lines, agents: &Audience, changes: &mut Vec<Change>) {
    for (item, line) in new.iter().filter(|(item, _)| !old.contains_key(*item)) {
        let kind = if item.is_sitemap() {
            ChangeKind::SitemapAdded
        } else {
            ChangeKind::LineAdded
        };
        changes.push(Change {
            line_after: Some(*line),
            ..change(kind, Effect::None, agents, item.to_string(), Found::default())
        });
    }
    for (item, line) in old.iter().filter(|(item, _)| !new.contains_key(*item)) {
        let kind = if item.is_sitemap() {
            ChangeKind::SitemapRemoved
        } else {
            ChangeKind::LineRemoved
        };
        changes.push(Change {
            line_before: Some(*line),
            ..change(kind, Effect::None, agents, item.to_string(), Found::default())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The effect on the crawlers that no group names, decided in no more than so many steps.
    fn effect_within(steps: u64, old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Effect {
        let mut comparison = Comparison {
            old: Groups::new(old),
            new: Groups::new(new),
            budget: Budget::new(steps),
            work: WORK,
            diff: Diff {
                changes: Vec::new(),
                agents: Vec::new(),
            },
        };
        comparison.crawlers(&[]);
        comparison.diff.agents[0].effect()
    }

    /// What closes or opens some URLs may close or open all of them. As long as that is not decided, nor is the effect.
    #[test]
    fn too_few_steps_never_make_an_effect_look_smaller() {
        let files = [
            "User-agent: *\nDisallow: /a\nAllow: /a/*/b\n",
            "User-agent: *\nDisallow: /\nAllow: /a/*/b\n",
        ];
        let [open, closed] = files.map(|body| RobotsTxt::parse(body.as_bytes()));
        for (old, new, expected) in [
            (&open, &closed, Effect::ClosesSite),
            (&closed, &open, Effect::OpensSite),
        ] {
            let mut steps = 0;
            loop {
                assert!(steps < 100_000, "they would do");
                match effect_within(steps, old, new) {
                    Effect::Undecided => steps += 1,
                    effect => break assert_eq!(effect, expected, "{steps} steps"),
                }
            }
            assert!(steps > 0);
        }
    }
}
