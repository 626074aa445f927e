//! Comparing two files, crawler by crawler.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::change::{Change, ChangeKind, Evidence, Regrouped};
use super::content::Content;
use super::effect::Effect;
use super::impact::{Impact, is_vital};
use super::judge::{Judgment, Sides, VerdictChanges};
use super::lost_lines::{LostName, MOST, lost_names};
use super::order::most_severe_first;
use super::signals::SignalImpacts;
use crate::decide::Budget;
use crate::read_alike;
use crate::reading::{OtherLine, OtherLines, file_lines};
use robots_exclusion::AgentList;
use robots_exclusion::Audience;
use robots_exclusion::Group;
use robots_exclusion::RobotsTxt;
use robots_exclusion::agents;
use robots_exclusion::agents::{ALL, Agent, UserAgent};
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::sort_by;
use robots_exclusion::syntax::{BodyFormat, DirectiveKind};

/// Steps that may be spent for each changed rule: about a tenth of a second.
const STEPS_EACH: u64 = 5_000_000;
/// Steps for finding the groups of a crawler, besides one for each byte of its name. Counted
/// because a file may name tens of thousands of crawlers.
const LOOK_UP: u64 = 32;
/// Steps for keeping a change. Its record, texts and witnesses take up to a kilobyte, and a byte
/// counts as one step (bytes that are kept until they are printed count four, see
/// [`Budget::keep`]). So the default budget has room for 60,000 changes, about the number of
/// eight-byte lines in 500 KiB.
const KEEPING: u64 = 1_000;

/// Compares two files for the crawlers that they name, for crawlers that they do not name, and for
/// all well-known ones. For crawlers of your own, see [`DiffOptions::compare`].
///
/// # Examples
///
/// See [the module](crate::diff#examples).
#[must_use]
pub fn compare(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Diff {
    DiffOptions::new().compare(old, new)
}

/// Options for comparing two files.
///
/// [`compare`](Self::compare) assumes that every crawler reads in the dialect in which the files
/// were parsed; [`compare_as_read`](Self::compare_as_read) reads the files as each crawler does.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::diff::{DiffOptions, Effect};
///
/// let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nDisallow: /cart\n");
/// let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nDisallow: /cart\n\nUser-agent: Googlebot\nDisallow: /cart\n");
/// let diff = DiffOptions::new().agent("bingbot").compare(&old, &new);
/// assert_eq!(
///     diff.changes()[0].to_string(),
///     "major: Googlebot can crawl more: a group was added; no longer follows 1 rule of `*`: /checkout"
/// );
/// let effects: Vec<_> = diff.agents().map(|(agent, effect)| (agent, effect.effect())).collect();
/// assert_eq!(effects, [("*", Effect::None), ("bingbot", Effect::None), ("Googlebot", Effect::Opens)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DiffOptions {
    crawlers: Vec<Crawler>,
    as_tokens: bool,
}

/// A crawler that the files are compared for.
#[derive(Clone, Debug)]
struct Crawler {
    /// The name of the crawler in the report.
    name: String,
    agents: AgentList<'static>,
    /// Whether each file names it. Both are false if the caller added it under another name.
    is_in: [bool; 2],
}

impl Crawler {
    fn new(crawler: &UserAgent<'_>) -> Self {
        Self {
            name: crawler.name().to_string(),
            agents: crawler.list().into_owned(),
            is_in: [false; 2],
        }
    }

    /// The crawler of this name on a User-agent line.
    fn in_file(name: &str, options: &DiffOptions) -> Self {
        Self::new(&match agents::by_token(name) {
            Some(agent) if !options.as_tokens => agent.into(),
            _ => name.into(),
        })
    }

    /// Whether it has groups of its own in each file, rather than the groups of `*` or of a name
    /// that it falls back to.
    fn has_own(&self, files: [&RobotsTxt<'_>; 2]) -> [bool; 2] {
        [0, 1].map(|at| {
            let name = files[at].group_name_for(&self.agents);
            let is_meant = self.is_in[at] || self.is_in == [false; 2];
            is_meant && name.is_some_and(|name| name != crawler_name::STAR)
        })
    }

    /// All crawlers that no group names.
    fn unnamed() -> Self {
        Self {
            name: "*".to_string(),
            agents: AgentList::new(&[]),
            is_in: [false; 2],
        }
    }
}

impl DiffOptions {
    /// Compares for the crawlers that the files name, for crawlers that they do not name, and for
    /// all [well-known](robots_exclusion::agents::ALL) ones.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Also compares for this crawler, under its name: a product token, an
    /// [`Agent`], or a [`UserAgent`]. A string is a product token,
    /// even if it is the name of a well-known crawler; for a name that a person wrote, pass the
    /// result of [`UserAgent::resolve`]. May be called repeatedly. A crawler that goes by several
    /// names of its own is passed to [`crawler`](Self::crawler).
    ///
    /// In dialects where names match by containment, nothing is proved for a crawler that is
    /// neither named in the files nor added here. In other dialects `*` stands for it, so adding it
    /// only shows it in the report.
    #[must_use]
    pub fn agent<'q>(mut self, crawler: impl Into<UserAgent<'q>>) -> Self {
        self.crawlers.push(Crawler::new(&crawler.into()));
        self
    }

    /// Treats all names in the files as product tokens. By default, a name of a well-known crawler
    /// stands for this crawler as its operator documents it: AdsBot-Google, for example, ignores
    /// `*`. With product tokens, the report does not cover well-known crawlers as such.
    #[must_use]
    pub fn as_tokens(mut self, as_tokens: bool) -> Self {
        self.as_tokens = as_tokens;
        self
    }

    /// Also compares for this crawler, under this name: with its tokens, most preferred first, and
    /// whether it obeys `*`. May be called repeatedly.
    #[must_use]
    pub fn crawler<'q>(mut self, name: &str, agents: impl Into<AgentList<'q>>) -> Self {
        self.crawlers.push(Crawler {
            name: name.to_string(),
            agents: agents.into().into_owned(),
            is_in: [false; 2],
        });
        self
    }

    /// Compares two files, which should have been parsed in the same dialect. All crawlers are
    /// assumed to read in this dialect, even if their operators document another:
    /// [`compare_as_read`](Self::compare_as_read) compares for each crawler in its own dialect.
    ///
    /// # Complexity
    ///
    /// `n log n` in the lengths of the files, plus the work of the decisions, which is limited to
    /// about a second; real files take a few milliseconds. Memory is linear in the files. Once the
    /// work allowed is spent, the rest is [`Effect::Undecided`].
    #[must_use]
    pub fn compare(&self, old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Diff {
        self.compare_within(old, new, &mut Self::budget())
    }

    /// The work that [`compare`](Self::compare) allows, for several comparisons that share it:
    /// [`compare_within`](Self::compare_within).
    #[must_use]
    pub fn budget() -> Budget {
        Budget::default().with_each(STEPS_EACH)
    }

    /// Like [`compare`](Self::compare), but with a budget that other questions share. If many files
    /// are compared, all together then take no more than one budget.
    #[must_use]
    pub fn compare_within(&self, old: &RobotsTxt<'_>, new: &RobotsTxt<'_>, budget: &mut Budget) -> Diff {
        self.compare_for(old, new, None, budget)
    }

    /// Like [`compare_within`](Self::compare_within). For `readers`, if they are given, and for those
    /// that no group names, without changes of the file as a whole.
    pub(super) fn compare_for(
        &self,
        old: &RobotsTxt<'_>,
        new: &RobotsTxt<'_>,
        readers: Option<&Readers<'_>>,
        budget: &mut Budget,
    ) -> Diff {
        let (old, new) = (&old.indexed_view(), &new.indexed_view());
        let mut comparison = Comparison::new(old, new, budget);
        match readers {
            None => {
                comparison.diff.changes.extend(format_change(old, new));
                comparison.file_lines();
                comparison.crawlers(self, &|_| true);
            }
            Some(readers) => {
                comparison.may_be_alike = readers.may_be_alike;
                comparison.crawlers(self, readers.is_meant);
            }
        }
        comparison.lost_lines(self);
        comparison.lines_of_nobody();
        let Diff { mut changes, agents } = comparison.diff;
        sort_by(&mut changes, most_severe_first);
        Diff { changes, agents }
    }
}

/// The crawlers that read in a dialect of several in which two files are compared.
pub(super) struct Readers<'f> {
    /// Whether the crawler of a name is one of them.
    pub(super) is_meant: &'f dyn Fn(&str) -> bool,
    /// Whether the files may differ in spelling alone. That takes as long to find out as many
    /// questions, so it is not asked again where an effect was found in another dialect.
    pub(super) may_be_alike: bool,
}

/// The changes from one file to another. Made by [`compare`] and [`DiffOptions::compare`].
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

    /// The effect of all changes together on crawlers. Crawlers with the same groups in both files
    /// share an effect. [`agents`](Self::agents) lists the effects by crawler, sorted, for a table
    /// with a line for each crawler.
    #[must_use]
    pub fn effects(&self) -> &[AgentEffect] {
        &self.agents
    }

    /// Every crawler, by name, with the effect of all changes together: the crawlers that the files
    /// name, the crawlers that were added, and `*` for all other crawlers. A further well-known
    /// crawler is listed if it follows groups that none of the listed crawlers follows.
    pub fn agents(&self) -> impl Iterator<Item = (&str, &AgentEffect)> {
        let mut agents: Vec<(&str, &AgentEffect)> = Vec::new();
        for effect in &self.agents {
            agents.extend(effect.agents.iter().map(|agent| (agent.as_str(), effect)));
        }
        agents.sort_by_cached_key(|(agent, _)| agent.to_ascii_lowercase());
        agents.into_iter()
    }

    /// Takes the effects on some crawlers from another comparison of the same two files, parsed in
    /// the dialect in which these crawlers read. `is_of_other` says by the name of a crawler
    /// whether it is one of them. The report on the files, and on the remaining crawlers, stays.
    ///
    /// This compares nothing itself. Make all comparisons with [`DiffOptions::compare_within`] and
    /// one budget, as here: then all dialects together take no more work than one comparison.
    /// Changes that are left when the budget is spent are [`Effect::Undecided`].
    ///
    /// # Examples
    ///
    /// A rule after a blank line, which ends the group for Yandex alone:
    ///
    /// ```
    /// use robots_exclusion::{Dialect, RobotsTxt, agents};
    /// use robots_exclusion_analysis::diff::{DiffOptions, Effect};
    ///
    /// let options = DiffOptions::new().agent(&agents::YANDEXBOT);
    /// let mut budget = DiffOptions::budget();
    /// let mut compare = |dialect| {
    ///     let parse = |body: &'static str| RobotsTxt::options().dialect(dialect).parse(body);
    ///     let old = parse("User-agent: *\nAllow: /a\n\nDisallow: /\n");
    ///     let new = parse("User-agent: *\nAllow: /a\nDisallow: /\n");
    ///     options.compare_within(&old, &new, &mut budget)
    /// };
    /// let [standard, yandex] = [Dialect::RFC_9309, Dialect::YANDEX].map(&mut compare);
    /// let diff = standard.with_readings(yandex, |name| name == "YandexBot");
    /// let effect = |agent| diff.agents().find(|(name, _)| *name == agent).map(|(_, effect)| effect.effect());
    /// assert_eq!(effect("*"), Some(Effect::None));
    /// assert_eq!(effect("YandexBot"), Some(Effect::ClosesSite));
    /// ```
    #[must_use]
    pub fn with_readings(self, other: Self, is_of_other: impl Fn(&str) -> bool) -> Self {
        let mut merged = Self {
            changes: Vec::new(),
            agents: Vec::new(),
        };
        // The lists of names of each change, which are joined at the end: a change may be the same
        // for thousands of crawlers, one after the other.
        let mut lists: Vec<Vec<Names>> = Vec::new();
        let mut places: HashMap<Change, usize> = HashMap::new();
        for (diff, is_other) in [(self, false), (other, true)] {
            let mut known: HashMap<*const String, [Names; 2]> = HashMap::new();
            let mut kept = |names: &Names| {
                let [_, kept] = known.entry(names.as_ptr()).or_insert_with(|| {
                    let kept = names.iter().filter(|name| is_of_other(name) == is_other);
                    [names.clone(), kept.cloned().collect()]
                });
                kept.clone()
            };
            for mut effect in diff.agents {
                effect.agents = kept(&effect.agents);
                if let Some(first) = effect.agents.first() {
                    rename(&mut effect.witnesses, first, |name| is_of_other(name) == is_other);
                    let is_vital = effect.agents.iter().any(|name| is_vital(name));
                    effect.impact = Impact::of(effect.effect, is_vital);
                    merged.agents.push(effect);
                }
            }
            for mut change in diff.changes {
                if change.agents.is_empty() {
                    if !is_other {
                        merged.changes.push(change);
                        lists.push(Vec::new());
                    }
                    continue;
                }
                change.agents = kept(&change.agents);
                let Some(first) = change.agents.first() else {
                    continue;
                };
                rename(&mut change.witnesses, first, |name| is_of_other(name) == is_other);
                let mut for_nobody = Change {
                    agents: [].into(),
                    impact: Impact::Info,
                    witnesses: Vec::new(),
                    ..change.clone()
                };
                if let Some(regrouped) = &mut for_nobody.regrouped {
                    regrouped.dialect = None;
                }
                let place = *places.entry(for_nobody).or_insert(merged.changes.len());
                let Some(same) = merged.changes.get_mut(place) else {
                    lists.push(vec![change.agents.clone()]);
                    merged.changes.push(change);
                    continue;
                };
                lists[place].push(change.agents);
                same.impact = same.impact.max(change.impact);
            }
        }
        // Changes share lists of names, which may be as long as the file.
        let mut joined: HashMap<Vec<*const String>, Names> = HashMap::new();
        for (change, lists) in merged.changes.iter_mut().zip(&lists) {
            if lists.len() > 1 {
                let key = lists.iter().map(|list| list.as_ptr()).collect();
                let all = || lists.iter().flat_map(|list| list.iter().cloned()).collect();
                change.agents = joined.entry(key).or_insert_with(all).clone();
            }
        }
        merged.weigh_causes();
        sort_by(&mut merged.changes, most_severe_first);
        merged
    }

    /// Gives each lost User-agent line the impact on those who have its rules now, whatever reading that
    /// is in.
    fn weigh_causes(&mut self) {
        if !self.changes.iter().any(|change| change.kind.is_cause()) {
            return;
        }
        let mut impacts: HashMap<String, Impact> = HashMap::new();
        for effect in &self.agents {
            let names = effect.agents.iter().map(|name| name.to_ascii_lowercase());
            impacts.extend(names.map(|name| (name, effect.impact)));
        }
        for change in self.changes.iter_mut().filter(|change| change.kind.is_cause()) {
            let names = change.regrouped.iter().flat_map(Regrouped::names);
            // `Yandex` on a User-agent line is YandexBot.
            let known = names.map(|name| agents::by_token(name).map_or(&**name, |agent| agent.name()));
            let most = known
                .filter_map(|name| impacts.get(&name.to_ascii_lowercase()))
                .max();
            change.impact = change.impact.max(most.copied().unwrap_or(Impact::Info));
        }
    }

    /// Whether it is proved that no URL's verdict changes for any crawler in [`Diff::agents`],
    /// where `*` represents all that are not named, and for all
    /// [well-known](robots_exclusion::agents::ALL) crawlers, unless names are treated as [bare
    /// tokens](DiffOptions::as_tokens).
    ///
    /// It does not cover a crawler of your own that goes by several names: it follows the first of
    /// its names that a file has, and that may be a different name in each file. Pass its names to
    /// [`DiffOptions::crawler`].
    #[must_use]
    pub fn is_without_effect(&self) -> bool {
        let is_decided = |change: &Change| change.effect != Effect::Undecided;
        self.agents.iter().all(|agent| agent.effect == Effect::None) && self.changes.iter().all(is_decided)
    }

    /// Whether something was not decided, because the work allowed was spent or because of the
    /// dialect: see [`Effect::Undecided`].
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let changes = self.changes.iter().map(|change| change.effect);
        let agents = self.agents.iter().map(|agent| agent.effect);
        changes.chain(agents).any(|effect| effect == Effect::Undecided)
    }
}

/// The effect of a whole edit on crawlers that have the same groups, in the old file and in the new
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentEffect {
    agents: Arc<[String]>,
    effect: Effect,
    impact: Impact,
    is_partly_open: bool,
    witnesses: Vec<Evidence>,
}

impl AgentEffect {
    /// Like [`Effect::description`], but if Allow rules open a part of a blocked site, the text
    /// does not say that the whole site is blocked.
    #[must_use]
    pub fn description(&self) -> &'static str {
        self.effect.described(self.is_partly_open)
    }

    /// The crawlers' names; `*` for all that no group names.
    #[must_use]
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The effect of the edit on them.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The severity of this effect for the crawler that is hit hardest.
    #[must_use]
    pub fn impact(&self) -> Impact {
        self.impact
    }

    /// URLs whose verdict changes: one that is closed and one that is opened, if there are any. The
    /// opened URL comes first if the site is no longer blocked ([`Effect::OpensSite`]). Each stands for
    /// many; that it lies outside a directory does not mean that nothing changes there.
    #[must_use]
    pub fn witnesses(&self) -> &[Evidence] {
        &self.witnesses
    }
}

/// Names of crawlers that several changes share.
type Names = Arc<[String]>;

/// Replaces the crawler of a witness if it is no longer listed. Crawlers that share an effect share
/// its witnesses.
fn rename(witnesses: &mut [Evidence], first: &str, is_left: impl Fn(&str) -> bool) {
    for witness in witnesses.iter_mut().filter(|witness| !is_left(witness.agent())) {
        witness.agent = first.into();
    }
}

/// A crawler to which no group applies.
fn nobody() -> AgentList<'static> {
    AgentList::new(&[]).without_star()
}

fn format_change(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Option<Change> {
    let mut groups = old.groups();
    let is_lost = groups.any(|group| group.rules().next().is_some()) && new.groups().next().is_none();
    let text = match new.format() {
        BodyFormat::Text if is_lost => without_groups(new.body()),
        format if format == old.format() => return None,
        format => format.description(),
    };
    Some(Change {
        kind: ChangeKind::FormatChanged,
        impact: match new.format() {
            BodyFormat::Text if !is_lost => Impact::Info,
            // Its rules are lost, which is as bad as if they were removed.
            _ => Impact::Major,
        },
        effect: Effect::None,
        agents: [].into(),
        line_before: None,
        line_after: None,
        text: text.into(),
        witnesses: Vec::new(),
        fallback: None,
        regrouped: None,
        is_partly_open: false,
    })
}

/// The format of a file without a group, in words, judged by its first bytes.
fn without_groups(body: &[u8]) -> &'static str {
    match body.trim_ascii_start() {
        [] => "empty",
        [0x1F, 0x8B, ..] => "compressed (gzip)",
        [b'{' | b'[', ..] => "JSON",
        [b'<', ..] => "markup",
        body if body.contains(&0) => "something other than text",
        _ => "without a group",
    }
}

/// The crawlers that changes concern.
struct Concerned {
    names: Arc<[String]>,
    is_vital: bool,
}

impl Concerned {
    fn new(crawlers: &[Crawler]) -> Self {
        Self {
            names: crawlers.iter().map(|crawler| crawler.name.clone()).collect(),
            is_vital: crawlers.iter().any(|crawler| is_vital(&crawler.name)),
        }
    }

    /// The impact of an effect on the most important of these crawlers.
    fn impact(&self, effect: Effect) -> Impact {
        if self.names.is_empty() {
            return Impact::Info;
        }
        Impact::of(effect, self.is_vital)
    }
}

/// The groups that apply to a crawler before and after.
type GroupPair = (Audience, Audience);

/// Crawlers with the same comparison: the same groups apply to them, and in each file these are
/// groups of their own or not. A crawler that leaves a group which it shared with `*` has the
/// groups of `*` before and after, but only before by a name of its own.
type Alike = BTreeMap<(GroupPair, [bool; 2]), Vec<Crawler>>;

struct Comparison<'r, 'b> {
    old: &'r RobotsTxt<'r>,
    new: &'r RobotsTxt<'r>,
    budget: &'b mut Budget,
    diff: Diff,
    /// See [`Readers::may_be_alike`].
    may_be_alike: bool,
    /// For each of the effects of `diff`, whether the files say the same to these crawlers.
    is_same: Vec<bool>,
}

impl<'r, 'b> Comparison<'r, 'b> {
    fn new(old: &'r RobotsTxt<'r>, new: &'r RobotsTxt<'r>, budget: &'b mut Budget) -> Self {
        Self {
            old,
            new,
            budget,
            diff: Diff {
                changes: Vec::new(),
                agents: Vec::new(),
            },
            may_be_alike: true,
            is_same: Vec::new(),
        }
    }

    /// The content of the groups of an audience. The work of reading them is charged to the budget.
    fn read(&mut self, robots: &'r RobotsTxt<'r>, audience: Audience) -> Rc<Content<'r>> {
        let content = Content::new(robots, audience);
        self.budget.spend(content.cost());
        Rc::new(content)
    }

    fn file_lines(&mut self) {
        let agents = Concerned::new(&[]);
        line_changes(
            &file_lines(self.old),
            &file_lines(self.new),
            &agents,
            Impact::Info,
            &mut self.diff.changes,
        );
    }

    /// Compares the files for each crawler. Crawlers to which the same groups apply are compared
    /// together.
    fn crawlers(&mut self, options: &DiffOptions, is_meant: &dyn Fn(&str) -> bool) {
        let mut alike = Alike::new();
        let mut remaining = Vec::new();
        for crawler in self.named(options, is_meant) {
            self.budget.spend(LOOK_UP + crawler.name.len() as u64);
            match self.audiences(&crawler.agents) {
                Some(pair) if self.budget.remaining() > 0 => {
                    let key = (pair, crawler.has_own([self.old, self.new]));
                    alike.entry(key).or_default().push(crawler);
                }
                _ => remaining.push(crawler),
            }
        }
        // Well-known crawlers that no file names have the same groups as crawlers that are compared
        // anyway, nearly always the groups of `*`. They are only added if they have groups, and no
        // entry has the same groups.
        let no_groups = (self.old.audience(nobody()), self.new.audience(nobody()));
        let is_meant = |agent: &&Agent| !options.as_tokens && is_meant(agent.name());
        for agent in ALL.iter().filter(is_meant) {
            let crawler = Crawler::new(&agent.into());
            if let Some(pair) = self.audiences(&crawler.agents)
                && (Some(pair.0), Some(pair.1)) != no_groups
            {
                self.add_unless_alike(&mut alike, pair, crawler);
            }
        }
        if self.old.dialect().name_test.is_by_containment() {
            self.groups_in_order(&mut alike);
        }
        // Neighbors in the map often have the same groups on one side: on the old one, if the
        // crawlers had no groups of their own, or on the new one, if groups were joined. So the
        // content of that side is used again.
        let mut last: Option<(GroupPair, [Rc<Content<'_>>; 2])> = None;
        for ((groups, has_own), crawlers) in alike {
            if self.budget.remaining() == 0 {
                remaining.extend(crawlers);
                continue;
            }
            let (mut old, mut new) = (None, None);
            if let Some((last_groups, [last_old, last_new])) = last.take() {
                old = (last_groups.0 == groups.0).then_some(last_old);
                new = (last_groups.1 == groups.1).then_some(last_new);
            }
            let old = old.unwrap_or_else(|| self.read(self.old, groups.0));
            let new = new.unwrap_or_else(|| self.read(self.new, groups.1));
            self.pair(&old, &new, &crawlers, has_own);
            last = Some((groups, [old, new]));
        }
        if !remaining.is_empty() {
            self.not_compared(&remaining);
        }
    }

    /// Adds a crawler if none has the same groups.
    fn add_unless_alike(&self, alike: &mut Alike, pair: GroupPair, crawler: Crawler) {
        if alike
            .range((pair, [false; 2])..=(pair, [true; 2]))
            .next()
            .is_none()
        {
            let has_own = crawler.has_own([self.old, self.new]);
            alike.insert((pair, has_own), [crawler].into());
        }
    }

    fn audiences(&self, agents: &AgentList<'_>) -> Option<GroupPair> {
        Some((self.old.audience(agents)?, self.new.audience(agents)?))
    }

    /// Compares the groups one by one, in dialects where names match by containment. There, no list
    /// of names represents all crawlers, but each crawler reads one group at most. Where a crawler
    /// may read several, nothing is compared here, and [`not_compared`](Self::not_compared) says
    /// so.
    fn groups_in_order(&mut self, alike: &mut Alike) {
        let (old, new) = (self.old.reachable_groups(), self.new.reachable_groups());
        let is_same = old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old.names == new.names);
        if !is_same {
            let agents = Concerned::new(&[]);
            let text = "the order of groups or the names on them changed".to_string();
            let change = change(
                ChangeKind::GroupsRearranged,
                Effect::Undecided,
                &agents,
                text,
                VerdictChanges::default(),
            );
            self.diff.changes.push(Change {
                impact: Impact::of(Effect::Undecided, true),
                ..change
            });
        }
        for (old, new) in old.into_iter().zip(new).filter(|_| is_same) {
            let name = String::from_utf8_lossy(&old.reader);
            let reader = Crawler {
                name: name.to_string(),
                agents: [name.into_owned()].into_iter().collect(),
                is_in: [false; 2],
            };
            self.add_unless_alike(alike, (old.audience, new.audience), reader);
        }
    }

    /// Reports User-agent lines that only one file has, if the other one has the rules below them
    /// and some crawler follows other groups, or other rules, because of that.
    fn lost_lines(&mut self, options: &DiffOptions) {
        if self.is_same.iter().all(|is_same| *is_same) || self.budget.remaining() == 0 {
            return;
        }
        let (old, new) = (self.old, self.new);
        let [removed, added] = lost_names(old, new);
        let count = removed.len() + added.len();
        if count == 0 || count > MOST {
            return;
        }
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for (number, effect) in self.diff.agents.iter().enumerate() {
            let names = effect.agents.iter().map(|name| name.to_ascii_lowercase());
            numbers.extend(names.map(|name| (name, number)));
        }
        let number_of = |name: &[u8]| {
            let crawler = Crawler::in_file(core::str::from_utf8(name).ok()?, options);
            let number = *numbers.get(&crawler.name.to_ascii_lowercase())?;
            Some((crawler.name, number))
        };
        // The impact on those who have the rules in the other file, by the number of their group.
        let mut impacts: [HashMap<usize, Impact>; 2] = Default::default();
        let [of_new, of_old] = &mut impacts;
        let lost = [
            (ChangeKind::UserAgentRemoved, removed, new, of_new),
            (ChangeKind::UserAgentAdded, added, old, of_old),
        ];
        for (kind, lost, other, impacts) in lost {
            let groups: Vec<Group<'_>> = other.groups().collect();
            for lost in lost {
                let Some((name, number)) = number_of(lost.name) else {
                    continue;
                };
                if self.is_same[number] || self.budget.remaining() == 0 {
                    continue;
                }
                let effect = &self.diff.agents[number];
                let of_group = lost.group.map_or(Impact::Info, |group| {
                    *impacts.entry(group).or_insert_with(|| {
                        let names = groups[group].agents();
                        let impacts = names.filter_map(|name| {
                            let (_, number) = number_of(name)?;
                            Some(self.diff.agents[number].impact)
                        });
                        impacts.max().unwrap_or(Impact::Info)
                    })
                });
                let is_vital = is_vital(&name);
                let agents: Names = [name].into();
                let mut witnesses = effect.witnesses.clone();
                rename(&mut witnesses, &agents[0], |_| false);
                let kept: usize = witnesses.iter().map(|witness| witness.url().len()).sum();
                self.budget.spend(KEEPING + 4 * kept as u64);
                let LostName { directive, .. } = lost;
                let (key, value) = (directive.key(), directive.value());
                let [key, value] = [key, value].map(String::from_utf8_lossy);
                let line = Some(directive.line());
                let is_removed = kind == ChangeKind::UserAgentRemoved;
                self.diff.changes.push(Change {
                    kind,
                    impact: Impact::of(effect.effect, is_vital).max(of_group),
                    effect: effect.effect,
                    agents,
                    line_before: line.filter(|_| is_removed),
                    line_after: line.filter(|_| !is_removed),
                    text: format!("{key}: {value}"),
                    witnesses,
                    fallback: None,
                    regrouped: Some(lost.regrouped),
                    is_partly_open: effect.is_partly_open,
                });
            }
        }
    }

    /// In dialects where names match by containment: if no other change was found, but the files
    /// differ and have groups that no crawler reads, reports that these groups changed. In other
    /// dialects, [`file_lines`] finds their lines.
    fn lines_of_nobody(&mut self) {
        let has_unread = |robots: &RobotsTxt<'_>| robots.reachable_groups().len() < robots.groups().count();
        if self.diff.changes.is_empty()
            && self.old.dialect().name_test.is_by_containment()
            && !read_alike(self.old, self.new)
            && (has_unread(self.old) || has_unread(self.new))
        {
            self.diff.changes.push(change(
                ChangeKind::GroupsRearranged,
                Effect::None,
                &Concerned::new(&[]),
                "lines changed of groups that no crawler reads".to_string(),
                VerdictChanges::default(),
            ));
        }
    }

    /// The crawlers that the files name, and the crawlers that were added, if their names are
    /// meant, and the one that represents all others, by name.
    fn named(&self, options: &DiffOptions, is_meant: &dyn Fn(&str) -> bool) -> Vec<Crawler> {
        let mut named: BTreeMap<(Vec<u8>, Vec<String>), Crawler> = BTreeMap::new();
        let dialect = self.old.dialect();
        let mut add = |crawler: Crawler| {
            if crawler.name != "*" && !is_meant(&crawler.name) {
                return;
            }
            let key = crawler.name.to_ascii_lowercase().into_bytes();
            let compared = crawler.agents.compared_in(&dialect);
            let tokens = compared.tokens().map(ToString::to_string).collect();
            let is_in = crawler.is_in;
            let known = named.entry((key, tokens)).or_insert(crawler);
            for (known, is_in) in known.is_in.iter_mut().zip(is_in) {
                *known |= is_in;
            }
        };
        add(Crawler::unnamed());
        options.crawlers.iter().cloned().for_each(&mut add);
        let names = [self.old, self.new].map(RobotsTxt::names);
        let names = names.into_iter().zip([[true, false], [false, true]]);
        for (label, is_in) in names.flat_map(|(names, is_in)| names.map(move |label| (label, is_in))) {
            // A name that is not UTF-8 is not a token that a crawler could have.
            let Ok(name) = core::str::from_utf8(label) else {
                continue;
            };
            add(Crawler {
                is_in,
                ..Crawler::in_file(name, options)
            });
        }
        named.into_values().collect()
    }

    /// Compares the groups of some crawlers.
    fn pair(&mut self, old: &Content<'_>, new: &Content<'_>, crawlers: &[Crawler], has_own: [bool; 2]) {
        let agents = Concerned::new(crawlers);
        let Some(crawler) = crawlers.first() else { return };
        let is_same_dialect = self.old.dialect() == self.new.dialect();
        let is_same = old.is_same_rules(new) && is_same_dialect;
        let kind = match has_own {
            [false, true] => Some(ChangeKind::GroupAdded),
            [true, false] => Some(ChangeKind::GroupRemoved),
            _ => None,
        };
        let sides = Sides {
            content: (old, new),
            agents: &crawler.agents,
            name: &crawler.name.as_str().into(),
        };
        let mut judgment = if is_same {
            Judgment::unchanged()
        } else {
            sides.judge(self.budget)
        };
        let effect = judgment.total.effect(judgment.is_complete);
        let changes = &mut self.diff.changes;
        let count = changes.len();
        match kind {
            Some(kind) => {
                let is_added = kind == ChangeKind::GroupAdded;
                changes.push(Change {
                    fallback: sides.fallback(&judgment, !is_added),
                    ..change(
                        kind,
                        effect,
                        &agents,
                        agents.names.join(", "),
                        judgment.total.clone(),
                    )
                    .at((!is_added).then_some(old), is_added.then_some(new))
                });
                // Other lines are part of the group, but a statement about the use of pages is
                // worth a line of its own if it is removed.
                line_changes(&old.lines, &new.lines, &agents, Impact::Minor, changes);
            }
            None => {
                line_changes(&old.lines, &new.lines, &agents, Impact::Info, changes);
                sides.keep(&mut judgment, self.budget);
                rule_changes(old, new, &agents, &mut judgment, changes);
            }
        }
        let found = judgment.total;
        let kept = self.diff.changes.len() - count;
        self.budget.spend(KEEPING * kept as u64);
        self.diff.agents.push(AgentEffect {
            impact: agents.impact(effect),
            agents: agents.names,
            effect,
            is_partly_open: found.is_partly_open(),
            witnesses: found.into_witnesses(),
        });
        self.is_same.push(is_same && kind.is_none());
    }

    /// Says that crawlers were not compared, and why.
    fn not_compared(&mut self, crawlers: &[Crawler]) {
        let agents = Concerned::new(crawlers);
        let text = if self.budget.remaining() == 0 {
            "not compared: work limit reached".to_string()
        } else {
            // See `RobotsTxt::audience`.
            "in this dialect, a crawler may follow the groups of several names, and they are not compared"
                .to_string()
        };
        let effect = if self.may_be_alike && read_alike(self.old, self.new) {
            Effect::None
        } else {
            Effect::Undecided
        };
        self.diff.agents.push(AgentEffect {
            impact: agents.impact(effect),
            agents: agents.names.clone(),
            effect,
            is_partly_open: false,
            witnesses: Vec::new(),
        });
        self.is_same.push(effect == Effect::None);
        if effect == Effect::Undecided {
            let kind = ChangeKind::NotCompared;
            self.diff
                .changes
                .push(change(kind, effect, &agents, text, VerdictChanges::default()));
        }
    }
}

/// Rules that only one side has, or that are in another order.
fn rule_changes(
    old: &Content<'_>,
    new: &Content<'_>,
    agents: &Concerned,
    judgment: &mut Judgment<'_>,
    changes: &mut Vec<Change>,
) {
    let is_complete = judgment.is_complete;
    let of = |kind, found: Option<VerdictChanges>, text: &str| {
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

fn change(
    kind: ChangeKind,
    effect: Effect,
    agents: &Concerned,
    text: String,
    found: VerdictChanges,
) -> Change {
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
        regrouped: None,
    }
}

impl Change {
    /// The same change, placed at the first lines of its groups.
    fn at(self, old: Option<&Content<'_>>, new: Option<&Content<'_>>) -> Self {
        Self {
            line_before: old.and_then(|old| old.first_line),
            line_after: new.and_then(|new| new.first_line),
            ..self
        }
    }
}

/// Reports lines that only one side has, compared by their meaning, if they have at least this
/// impact.
fn line_changes(
    old: &OtherLines,
    new: &OtherLines,
    agents: &Concerned,
    least: Impact,
    changes: &mut Vec<Change>,
) {
    let impacts = SignalImpacts::new(old, new);
    let of = |kind, item: &OtherLine| Change {
        impact: impacts.of(item),
        ..change(
            kind,
            Effect::None,
            agents,
            item.to_string(),
            VerdictChanges::default(),
        )
    };
    let is_in = |lines: &OtherLines, item: &OtherLine| lines.contains_key(item) || impacts.of(item) < least;
    for (item, line) in new.iter().filter(|(item, _)| !is_in(old, item)) {
        let kind = if item.is_of(DirectiveKind::Sitemap) {
            ChangeKind::SitemapAdded
        } else {
            ChangeKind::LineAdded
        };
        changes.push(Change {
            line_after: Some(*line),
            ..of(kind, item)
        });
    }
    for (item, line) in old.iter().filter(|(item, _)| !is_in(new, item)) {
        let kind = if item.is_of(DirectiveKind::Sitemap) {
            ChangeKind::SitemapRemoved
        } else {
            ChangeKind::LineRemoved
        };
        changes.push(Change {
            line_before: Some(*line),
            ..of(kind, item)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The effect on the crawlers that no group names, decided with a budget of this many steps.
    fn effect_within(steps: u64, old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Effect {
        let (old, new) = (&old.indexed_view(), &new.indexed_view());
        let mut budget = Budget::new(steps);
        let mut comparison = Comparison::new(old, new, &mut budget);
        comparison.crawlers(&DiffOptions::new(), &|_| true);
        comparison.diff.agents[0].effect()
    }

    /// A change that closes or opens some URLs may close or open all of them. Until that is
    /// decided, the effect is undecided.
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
