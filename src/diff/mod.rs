//! What a change to a robots.txt file changes: for whom, how, and how dangerous that is.
//!
//! [`diff`] compares two files by what they say to each crawler that either of them names, and to all others. The order of groups, of
//! sitemaps, and of rules where it decides nothing does not matter, nor does how lines are spelt as long as they mean the same, nor
//! how groups are cut: two crawlers in one group or in a group each are the same. [`VerdictDiff`] compares the verdicts on URLs.
//!
//! Every change has an [`Effect`] and, by whom it concerns, an [`Impact`]. They are worst where a site closes itself to everyone or to
//! a search engine.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::RobotsTxt;
//! use robots_exclusion::diff::{Impact, diff};
//!
//! let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /private/\n");
//! let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /private/\nDisallow: /\n");
//! let changes = diff(&old, &new);
//! assert_eq!(changes.len(), 1);
//! assert_eq!(changes[0].impact(), Impact::Critical);
//! assert_eq!(changes[0].to_string(), "critical: * is closed out: `Disallow: /` was added");
//! ```

mod content;
mod verdicts;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

pub use verdicts::{VerdictChange, VerdictDiff};

use crate::agents::{self, Purpose};
use crate::robots_txt::RobotsTxt;
use crate::robots_txt::group_index::Applying;
use crate::syntax::body::BodyFormat;
use crate::syntax::directive::RuleKind;
use content::{Content, Groups, Item, Lines};

/// How dangerous a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Impact {
    /// No verdict is known to change.
    Info,
    /// Something is opened, or closed to a crawler that is no search engine.
    Minor,
    /// Something is closed to everyone or to a search engine; or the whole site is opened, or closed to another crawler.
    Major,
    /// The whole site is closed to everyone or to a search engine.
    Critical,
}

impl Impact {
    /// Every impact, the least dangerous first.
    pub const ALL: [Self; 4] = [Self::Info, Self::Minor, Self::Major, Self::Critical];

    /// `info`, `minor`, `major` or `critical`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }

    /// The impact of an effect on one crawler.
    fn of(effect: Effect, agent: &[u8]) -> Self {
        let is_search = || {
            let agent = core::str::from_utf8(agent).ok().and_then(agents::by_token);
            agent.is_some_and(|agent| agent.purpose() == Purpose::Search)
        };
        let is_grave = agent == b"*" || is_search();
        match (effect, is_grave) {
            (Effect::ClosesSite, true) => Self::Critical,
            (Effect::ClosesSite, false) | (Effect::Closes, true) | (Effect::OpensSite, true) => Self::Major,
            (Effect::Closes | Effect::OpensSite, false) | (Effect::Opens, _) => Self::Minor,
            (Effect::None, _) => Self::Info,
        }
    }
}

impl fmt::Display for Impact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Impact {
    type Err = UnknownImpact;

    fn from_str(text: &str) -> Result<Self, UnknownImpact> {
        let found = Self::ALL
            .into_iter()
            .find(|impact| impact.as_str().eq_ignore_ascii_case(text));
        found.ok_or(UnknownImpact)
    }
}

/// The text names no [`Impact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownImpact;

impl fmt::Display for UnknownImpact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an impact is info, minor, major or critical")
    }
}

impl Error for UnknownImpact {}

/// What a change does to what crawlers may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// As far as is known, nothing.
    None,
    /// URLs are allowed that were not.
    Opens,
    /// URLs are disallowed that were not.
    Closes,
    /// The site was closed but for exceptions, and is not.
    OpensSite,
    /// The site is closed but for exceptions, and was not.
    ClosesSite,
}

impl Effect {
    /// `none`, `opens`, `closes`, `opens-site` or `closes-site`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Opens => "opens",
            Self::Closes => "closes",
            Self::OpensSite => "opens-site",
            Self::ClosesSite => "closes-site",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The crawlers had no group, obeyed that of `*` if there was one, and now have one of their own.
    GroupAdded,
    /// The crawlers had a group of their own, have none, and now obey that of `*` if there is one.
    GroupRemoved,
    /// A rule was added.
    RuleAdded,
    /// A rule was removed.
    RuleRemoved,
    /// The same rules stand in another order, in a dialect where that decides.
    RulesReordered,
    /// A line beside the rules was added: an extension, or a key that is not known.
    LineAdded,
    /// A line beside the rules was removed.
    LineRemoved,
    /// A Sitemap line was added.
    SitemapAdded,
    /// A Sitemap line was removed.
    SitemapRemoved,
    /// The file is something else than before, such as an HTML page.
    FormatChanged,
}

impl ChangeKind {
    /// The kind in lower-case words joined by hyphens: `rule-added`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::GroupAdded => "group-added",
            Self::GroupRemoved => "group-removed",
            Self::RuleAdded => "rule-added",
            Self::RuleRemoved => "rule-removed",
            Self::RulesReordered => "rules-reordered",
            Self::LineAdded => "line-added",
            Self::LineRemoved => "line-removed",
            Self::SitemapAdded => "sitemap-added",
            Self::SitemapRemoved => "sitemap-removed",
            Self::FormatChanged => "format-changed",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    kind: ChangeKind,
    impact: Impact,
    effect: Effect,
    agents: Vec<String>,
    old_line: Option<u32>,
    new_line: Option<u32>,
    text: String,
}

impl Change {
    /// What was changed.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        self.kind
    }

    /// How dangerous it is to the one of its crawlers for whom it is worst.
    #[must_use]
    pub fn impact(&self) -> Impact {
        self.impact
    }

    /// What it does.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The crawlers that it concerns, by the names in the files; none where it concerns the file as a whole.
    #[must_use]
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The line in the old file that is gone or was changed, counted from 1.
    #[must_use]
    pub fn old_line(&self) -> Option<u32> {
        self.old_line
    }

    /// The line in the new file that was added or changed, counted from 1.
    #[must_use]
    pub fn new_line(&self) -> Option<u32> {
        self.new_line
    }

    /// The line as a robots.txt has it, or a word for what there is.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Change {
    /// In one line: `critical: * is closed out: `Disallow: /` was added`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.impact)?;
        match &self.agents[..] {
            [] => {}
            [one] => f.write_str(one)?,
            [one, other] => write!(f, "{one} and {other}")?,
            [one, rest @ ..] => write!(f, "{one} and {} others", rest.len())?,
        }
        let are = if self.agents.len() == 1 { "is" } else { "are" };
        match self.effect {
            _ if self.agents.is_empty() => {}
            Effect::None => f.write_str(": ")?,
            Effect::Opens => write!(f, " {are} let in further: ")?,
            Effect::Closes => write!(f, " {are} kept from more: ")?,
            Effect::OpensSite => write!(f, " {are} let in: ")?,
            Effect::ClosesSite => write!(f, " {are} closed out: ")?,
        }
        let text = &self.text;
        match self.kind {
            ChangeKind::GroupAdded => write!(f, "a group was added"),
            ChangeKind::GroupRemoved => write!(f, "the group was removed"),
            ChangeKind::RuleAdded | ChangeKind::LineAdded | ChangeKind::SitemapAdded => {
                write!(f, "`{text}` was added")
            }
            ChangeKind::RuleRemoved | ChangeKind::LineRemoved | ChangeKind::SitemapRemoved => {
                write!(f, "`{text}` was removed")
            }
            ChangeKind::RulesReordered => f.write_str("the rules stand in another order"),
            ChangeKind::FormatChanged => write!(f, "the file is now {text}"),
        }
    }
}

/// What changes from one file to another, the most dangerous first.
///
/// The effect of a rule is judged by a URL that its pattern matches: where the verdict on that changes, the rule has an effect. That is
/// a sample, and a rule that only matters to URLs which other rules decide differently may pass for one without effect;
/// [`VerdictDiff`] tells for the URLs that you have.
///
/// Both files should be parsed in the same dialect.
///
/// # Complexity
///
/// `n log n` in the lengths of the files, plus for each group that was added or removed the number of rules in the groups of `*`.
#[must_use]
pub fn diff(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    format_change(old, new, &mut changes);
    let (old, new) = (Groups::new(old), Groups::new(new));
    line_changes(old.file_lines(), new.file_lines(), &[], &mut changes);
    // Crawlers to which the same groups apply, in the old file and in the new one.
    let mut alike: BTreeMap<(Applying, Applying), Vec<&[u8]>> = BTreeMap::new();
    for (_, label) in old.names().chain(new.names()).collect::<BTreeMap<_, _>>() {
        alike
            .entry((old.applying(label), new.applying(label)))
            .or_default()
            .push(label);
    }
    for ((old_groups, new_groups), labels) in alike {
        let pair = Pair {
            old: old.content(&old_groups),
            new: new.content(&new_groups),
            labels: &labels,
        };
        // What `*` obeys without a group is no group's either.
        let is_star = labels.contains(&&b"*"[..]);
        match (old_groups.is_named || is_star, new_groups.is_named || is_star) {
            (true, true) => pair.compare(&mut changes),
            (false, true) => pair.group(ChangeKind::GroupAdded, &mut changes),
            _ => pair.group(ChangeKind::GroupRemoved, &mut changes),
        }
    }
    changes.sort_by(|a, b| {
        (b.impact, b.effect)
            .cmp(&(a.impact, a.effect))
            .then(a.kind.cmp(&b.kind))
            .then((a.new_line, a.old_line).cmp(&(b.new_line, b.old_line)))
    });
    changes
}

fn format_change(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>, changes: &mut Vec<Change>) {
    if old.format() == new.format() {
        return;
    }
    let (text, impact) = match new.format() {
        BodyFormat::Text => ("text", Impact::Info),
        BodyFormat::Html => ("an HTML page", Impact::Major),
        BodyFormat::Utf16Le | BodyFormat::Utf16Be => ("in UTF-16", Impact::Major),
    };
    changes.push(Change {
        kind: ChangeKind::FormatChanged,
        impact,
        effect: Effect::None,
        agents: Vec::new(),
        old_line: None,
        new_line: None,
        text: text.into(),
    });
}

/// Lines that only one side has, by what they say.
fn line_changes(old: &Lines, new: &Lines, labels: &[&[u8]], changes: &mut Vec<Change>) {
    let mut push = |item: &Item, line: u32, is_new: bool| {
        let kind = match (item.is_sitemap(), is_new) {
            (true, true) => ChangeKind::SitemapAdded,
            (true, false) => ChangeKind::SitemapRemoved,
            (false, true) => ChangeKind::LineAdded,
            (false, false) => ChangeKind::LineRemoved,
        };
        changes.push(Change {
            kind,
            impact: Impact::Info,
            effect: Effect::None,
            agents: shown(labels),
            old_line: (!is_new).then_some(line),
            new_line: is_new.then_some(line),
            text: item.to_string(),
        });
    };
    for (item, line) in new.iter().filter(|(item, _)| !old.contains_key(*item)) {
        push(item, *line, true);
    }
    for (item, line) in old.iter().filter(|(item, _)| !new.contains_key(*item)) {
        push(item, *line, false);
    }
}

fn shown(labels: &[&[u8]]) -> Vec<String> {
    labels
        .iter()
        .map(|label| String::from_utf8_lossy(label).into_owned())
        .collect()
}

/// The groups that apply to some crawlers before and after.
struct Pair<'p> {
    old: Content,
    new: Content,
    labels: &'p [&'p [u8]],
}

impl Pair<'_> {
    /// Compares rule by rule and line by line.
    fn compare(&self, changes: &mut Vec<Change>) {
        let (old, new) = (&self.old, &self.new);
        line_changes(&old.lines, &new.lines, self.labels, changes);
        if old.is_same_rules(new) {
            return;
        }
        let site = self.site_effect();
        // The rules that decide about the site as a whole, if that is what changed.
        let to_blame = |content: &Content| content.site_rule().filter(|_| site != Effect::None);
        let added: Vec<_> = new
            .rules
            .iter()
            .filter(|(rule, _)| !old.rules.contains_key(*rule))
            .collect();
        let removed: Vec<_> = old
            .rules
            .iter()
            .filter(|(rule, _)| !new.rules.contains_key(*rule))
            .collect();
        let new_blame = to_blame(new).filter(|line| added.iter().any(|(_, own)| own.line == *line));
        let old_blame = to_blame(old)
            .filter(|line| new_blame.is_none() && removed.iter().any(|(_, own)| own.line == *line));
        for (is_new, (rule, written)) in added
            .iter()
            .map(|rule| (true, rule))
            .chain(removed.iter().map(|rule| (false, rule)))
        {
            let closes = (rule.kind() == RuleKind::Disallow) == is_new;
            let blame = if is_new { new_blame } else { old_blame };
            let effect = if blame == Some(written.line) {
                site
            } else {
                match (self.effect_on(&rule.sample()), closes) {
                    (Effect::Closes, true) => Effect::Closes,
                    (Effect::Opens, false) => Effect::Opens,
                    _ => Effect::None,
                }
            };
            let kind = if is_new {
                ChangeKind::RuleAdded
            } else {
                ChangeKind::RuleRemoved
            };
            let (old_line, new_line) = if is_new {
                (None, Some(written.line))
            } else {
                (Some(written.line), None)
            };
            changes.push(self.change(kind, effect, old_line, new_line, written.text.clone()));
        }
        if old.is_reordered(new) {
            let effect = if added.is_empty() && removed.is_empty() {
                self.worst_effect()
            } else {
                Effect::None
            };
            let text = String::new();
            changes.push(self.change(
                ChangeKind::RulesReordered,
                effect,
                old.first_line,
                new.first_line,
                text,
            ));
        }
    }

    /// A group that only one side has.
    fn group(&self, kind: ChangeKind, changes: &mut Vec<Change>) {
        let (old_line, new_line) = match kind {
            ChangeKind::GroupAdded => (None, self.new.first_line),
            _ => (self.old.first_line, None),
        };
        let labels = shown(self.labels);
        let text = labels.join(", ");
        changes.push(self.change(kind, self.worst_effect(), old_line, new_line, text));
    }

    fn change(
        &self,
        kind: ChangeKind,
        effect: Effect,
        old_line: Option<u32>,
        new_line: Option<u32>,
        text: String,
    ) -> Change {
        let impacts = self.labels.iter().map(|label| Impact::of(effect, label));
        Change {
            kind,
            impact: impacts.max().unwrap_or(Impact::Info),
            effect,
            agents: shown(self.labels),
            old_line,
            new_line,
            text,
        }
    }

    fn site_effect(&self) -> Effect {
        match (self.old.closes_site(), self.new.closes_site()) {
            (false, true) => Effect::ClosesSite,
            (true, false) => Effect::OpensSite,
            _ => Effect::None,
        }
    }

    /// What becomes of one URL.
    fn effect_on(&self, sample: &str) -> Effect {
        match (
            self.old.compiled.is_allowed(sample),
            self.new.compiled.is_allowed(sample),
        ) {
            (true, false) => Effect::Closes,
            (false, true) => Effect::Opens,
            _ => Effect::None,
        }
    }

    /// The worst effect on the site, or on any URL of a rule.
    fn worst_effect(&self) -> Effect {
        let site = self.site_effect();
        if site != Effect::None {
            return site;
        }
        let samples = self.old.rules.keys().chain(self.new.rules.keys());
        samples
            .map(|rule| self.effect_on(&rule.sample()))
            .max()
            .unwrap_or(Effect::None)
    }
}
