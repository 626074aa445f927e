//! The effect of an edit on one crawler, decided for all URLs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::change::{Evidence, Fallback};
use super::content::Content;
use super::effect::Effect;
use crate::decide::{Access, Assertion, Budget, Conclusion, differences};
use robots_exclusion::AgentList;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::pattern::{RuleKey, RuleSyntax, expand};
use robots_exclusion::companions::percent::to_text;
use robots_exclusion::dialect::{PatternLanguage, RuleChoice};

/// The verdicts that change because of one rule, or in total.
#[derive(Clone, Debug, Default)]
pub(super) struct VerdictChanges {
    opens: Option<Evidence>,
    closes: Option<Evidence>,
    /// If no verdict changes: a URL whose verdict would change without the rule.
    keeps: Option<Evidence>,
    site: Option<Effect>,
    /// If the site is, or was, blocked: whether Allow rules open a part of it.
    is_partly_open: bool,
}

impl VerdictChanges {
    /// Of several URLs, the shortest is kept, because people know it best: `/` rather than
    /// `/search/about`.
    fn add(&mut self, opens: bool, url: &str, evidence: impl FnOnce() -> Evidence) {
        let place = if opens { &mut self.opens } else { &mut self.closes };
        if place.as_ref().is_none_or(|known| url.len() < known.url().len()) {
            *place = Some(evidence());
        }
    }

    /// The effect of these changes. `is_complete` says whether all verdicts that change were found.
    pub(super) fn effect(&self, is_complete: bool) -> Effect {
        match (self.site, self.opens.is_some(), self.closes.is_some()) {
            (Some(site), ..) => site,
            (None, true, true) => Effect::Both,
            _ if !is_complete => Effect::Undecided,
            (None, false, false) if self.keeps.is_some() => match &self.keeps {
                Some(evidence) if evidence.after().is_allowed() => Effect::KeepsOpen,
                _ => Effect::KeepsClosed,
            },
            (None, true, false) => Effect::Opens,
            (None, false, true) => Effect::Closes,
            (None, false, false) => Effect::None,
        }
    }

    /// Whether Allow rules open a part of a site that is blocked, or was.
    pub(super) fn is_partly_open(&self) -> bool {
        self.is_partly_open
    }

    /// The URLs that show the effect, the worst first.
    pub(super) fn into_witnesses(self) -> Vec<Evidence> {
        let both = match self.site {
            Some(Effect::OpensSite) => [self.opens, self.closes],
            _ => [self.closes, self.opens],
        };
        let mut witnesses: Vec<Evidence> = both.into_iter().flatten().chain(self.keeps).collect();
        // Tens of thousands of changes may have one each, and a vector begins with room for four.
        witnesses.shrink_to_fit();
        witnesses
    }
}

/// The effect of an edit on one crawler.
#[derive(Debug, Default)]
pub(super) struct Judgment<'c> {
    pub(super) is_complete: bool,
    pub(super) total: VerdictChanges,
    /// The verdicts that change, by the rules that only the old file has.
    pub(super) removed: BTreeMap<&'c RuleKey, VerdictChanges>,
    /// The same, by the rules that only the new file has.
    pub(super) added: BTreeMap<&'c RuleKey, VerdictChanges>,
    /// Verdicts that change although both files have the rules that decide: only their order, or
    /// the order of other rules, differs.
    pub(super) reordered: VerdictChanges,
    /// The rules of the old file that decide about URLs whose verdict changes, by number.
    before: BTreeSet<usize>,
    /// The same rules of the new file.
    after: BTreeSet<usize>,
}

impl Judgment<'_> {
    /// The judgment if both files have the same rules.
    pub(super) fn unchanged() -> Self {
        Self {
            is_complete: true,
            ..Self::default()
        }
    }
}

/// Both files from the point of view of one crawler.
#[derive(Clone, Copy)]
pub(super) struct Sides<'c> {
    pub(super) content: (&'c Content<'c>, &'c Content<'c>),
    /// One of the crawlers.
    pub(super) agents: &'c AgentList<'c>,
    /// The name of the crawler in the report.
    pub(super) name: &'c Arc<str>,
}

impl<'c> Sides<'c> {
    /// Steps for compiling rules, for each byte of their patterns and for 32 more for each rule or
    /// other line, as [`Reading::work`](crate::reading::Reading::work) counts. Counted
    /// because a file may have thousands of lists of groups that overlap, and each list is
    /// compiled. The default budget is spent after 7.5 million of them.
    const COMPILING: u64 = 8;
    /// Steps for noting a difference, besides one for each byte of its URL: the rules that decide
    /// are looked up by key and by number, and the first witness of each is kept. Making the
    /// witness is charged by the search that finds the difference.
    const NOTING: u64 = 64;

    /// Decides which verdicts change.
    pub(super) fn judge(self, budget: &mut Budget) -> Judgment<'c> {
        let mut judgment = Judgment::unchanged();
        let (old, new) = self.content;
        budget.spend(Self::COMPILING * (old.work() + new.work()));
        // The iterator below holds the budget, so the steps for noting differences are counted
        // here. They are fewer than the steps for finding the differences, so they need no limit of
        // their own.
        let mut noted = 0;
        let mut differences = differences(old.policy(), new.policy(), budget);
        for difference in differences.by_ref() {
            let witness = difference.witness();
            let opens = difference.opens();
            let evidence = || Evidence::new(self.name, witness);
            judgment.total.add(opens, witness.url(), evidence);
            let mut is_explained = false;
            if let Some(number) = difference.before() {
                judgment.before.insert(number);
                if let Some(key) = only_in(old, number, new) {
                    judgment
                        .removed
                        .entry(key)
                        .or_default()
                        .add(opens, witness.url(), evidence);
                    is_explained = true;
                }
            }
            if let Some(number) = difference.after() {
                judgment.after.insert(number);
                if let Some(key) = only_in(new, number, old) {
                    judgment
                        .added
                        .entry(key)
                        .or_default()
                        .add(opens, witness.url(), evidence);
                    is_explained = true;
                }
            }
            if !is_explained {
                judgment.reordered.add(opens, witness.url(), evidence);
            }
            noted += Self::NOTING + witness.url().len() as u64;
        }
        judgment.is_complete = differences.is_complete();
        drop(differences);
        budget.spend(noted);
        if judgment.total.effect(judgment.is_complete) != Effect::None {
            self.judge_site(&mut judgment, budget);
        }
        judgment
    }

    /// Whether the whole site is blocked now, or no longer is, and by which rule.
    fn judge_site(self, judgment: &mut Judgment<'c>, budget: &mut Budget) {
        let (old, new) = self.content;
        let before = closed_site(old, budget);
        let after = closed_site(new, budget);
        let (effect, url) = match (before, after) {
            (WholeSite::Undecided, _) | (_, WholeSite::Undecided) => {
                judgment.is_complete = false;
                return;
            }
            // Adding or removing an `Allow: /` that never decides may change whether a site counts
            // as blocked, although no verdict changes. So some URL must have been closed (or
            // opened) too.
            (WholeSite::Open, WholeSite::Closed(url)) if judgment.total.closes.is_some() => {
                (Effect::ClosesSite, url)
            }
            (WholeSite::Closed(url), WholeSite::Open) if judgment.total.opens.is_some() => {
                (Effect::OpensSite, url)
            }
            _ => return,
        };
        judgment.total.site = Some(effect);
        let closed = match effect {
            Effect::ClosesSite => new.policy(),
            _ => old.policy(),
        };
        let is_partly_open = closed.access("/", budget) != Some(Access::Closed);
        judgment.total.is_partly_open = is_partly_open;
        // The rules because of which the site is blocked, or no longer is. They decide about `url`,
        // which no Allow rule matches in the file that blocks the site. The one in the new file was
        // added, and the one in the old file was removed. If one replaces the other, both are part
        // of the same edit.
        let deciding = |content: &Content<'_>| content.check(&url).line();
        let added = only_of_line(new, deciding(new), old);
        let removed = only_of_line(old, deciding(old), new);
        let blamed: Vec<&mut VerdictChanges> = if added.is_none() && removed.is_none() {
            // The first change that closes (or opens) some URLs is blamed.
            let takes_part = |found: &&mut VerdictChanges| match effect {
                Effect::ClosesSite => found.closes.is_some(),
                _ => found.opens.is_some(),
            };
            let changed = judgment.added.values_mut().chain(judgment.removed.values_mut());
            let mut changed = changed.chain([&mut judgment.reordered]);
            changed.find(takes_part).into_iter().collect()
        } else {
            let added = added.map(|key| judgment.added.entry(key).or_default());
            let removed = removed.map(|key| judgment.removed.entry(key).or_default());
            added.into_iter().chain(removed).collect()
        };
        for found in blamed {
            found.site = Some(effect);
            found.is_partly_open = is_partly_open;
            let (own, total) = match effect {
                Effect::ClosesSite => (&mut found.closes, &judgment.total.closes),
                _ => (&mut found.opens, &judgment.total.opens),
            };
            if own.is_none() {
                own.clone_from(total);
            }
        }
    }

    /// Finds which of the added rules that change no verdict preserve one: without the rule, some
    /// URL would have a verdict that it does not have in the old file. Nothing that is proved about
    /// the edit depends on this, so it may take only a part of the budget.
    pub(super) fn keep(self, judgment: &mut Judgment<'c>, budget: &mut Budget) {
        /// The divisor of the remaining budget that gives this part.
        const PART: u64 = 8;
        if !judgment.is_complete {
            return;
        }
        let (old, new) = self.content;
        let mut part = Budget::new(budget.remaining() / PART);
        for (number, rule) in new.sequence.iter().enumerate() {
            let key = &rule.key;
            if old.rules.contains_key(key) || judgment.added.contains_key(key) {
                continue;
            }
            if let Conclusion::Refuted(witness) = new.policy().is_redundant(number, &mut part) {
                let before = old.check(witness.url());
                let evidence = Evidence::between(self.name, witness.url(), &before, witness.before());
                judgment.added.entry(key).or_default().keeps = Some(evidence);
            }
        }
        budget.spend(part.spent());
    }

    /// The rules of the old file's group that the crawler no longer follows, or the rules of the
    /// new file's group that it now follows.
    pub(super) fn fallback(self, judgment: &Judgment<'_>, is_followed: bool) -> Option<Fallback> {
        let (content, numbers) = if is_followed {
            (self.content.1, &judgment.after)
        } else {
            (self.content.0, &judgment.before)
        };
        let group = content.robots().group_name_for(self.agents)?;
        let rules = numbers.iter().filter_map(|number| content.sequence.get(*number));
        let patterns: Vec<String> = rules
            .take(Fallback::MAX_PATTERNS)
            .map(|rule| String::from_utf8_lossy(&rule.pattern).into_owned())
            .collect();
        (!patterns.is_empty()).then(|| Fallback {
            is_followed,
            group: String::from_utf8_lossy(group).into_owned(),
            count: numbers.len(),
            patterns,
        })
    }
}

/// The key of the rule with this number, if the other side has no rule with the same key.
fn only_in<'c>(content: &'c Content<'_>, number: usize, other: &Content<'_>) -> Option<&'c RuleKey> {
    let key = &content.sequence.get(number)?.key;
    (!other.rules.contains_key(key)).then_some(key)
}

/// The key of the first rule of a line that has no rule with the same key on the other side.
fn only_of_line<'c>(content: &'c Content<'_>, line: Option<u32>, other: &Content<'_>) -> Option<&'c RuleKey> {
    let line = line?;
    let from = content.sequence.partition_point(|rule| rule.line < line);
    let rules = content.sequence[from..]
        .iter()
        .take_while(|rule| rule.line == line);
    rules
        .map(|rule| &rule.key)
        .find(|key| !other.rules.contains_key(*key))
}

/// Whether a site is blocked as a whole.
enum WholeSite {
    Open,
    /// All URLs that no Allow rule matches are disallowed. Holds one of these URLs.
    Closed(String),
    /// The budget was spent first.
    Undecided,
}

/// Decides whether all URLs are disallowed except those that Allow rules match, and whether any URL
/// is left that no Allow rule matches: next to `Allow: /`, there is none that `Disallow: /` could
/// block.
fn closed_site(content: &Content<'_>, budget: &mut Budget) -> WholeSite {
    let policy = content.policy();
    let dialect = policy.dialect();
    if !content.rules.keys().any(|key| key.kind() == RuleKind::Disallow) {
        return WholeSite::Open;
    }
    // If only some groups of a crawler use globs, the Allow rules of the others are read as globs
    // here too. A glob without a star at its end matches less than the same text as a prefix, so
    // a blocked site may then count as open.
    let language = if content.has_globs() {
        PatternLanguage::Glob
    } else {
        dialect.pattern_language
    };
    let all = if language == PatternLanguage::Glob {
        "/*"
    } else {
        "/"
    };
    let mut exceptions = Vec::new();
    if dialect.rule_choice != RuleChoice::AnyDisallow {
        for rule in content
            .sequence
            .iter()
            .filter(|rule| rule.key.kind() == RuleKind::Allow)
        {
            expand(
                RuleSyntax::new(&dialect),
                RuleKind::Allow,
                language,
                &rule.pattern,
                &mut |pattern| {
                    // An assertion reads its exceptions as it reads a Disallow, which has no second
                    // chance, so the second chance of an Allow is an exception of its own.
                    exceptions.push(if pattern.is_second_chance {
                        to_text(pattern.pattern)
                    } else {
                        to_text(&rule.pattern)
                    });
                },
            );
        }
    }
    let mut holds = |kind| {
        let assertion = Assertion::new(
            kind,
            all,
            dialect.with(|custom| custom.pattern_language = language),
        );
        let assertion = exceptions
            .iter()
            .fold(assertion, |assertion, pattern| assertion.except(pattern));
        policy.holds_for_all(&assertion, budget)
    };
    match holds(RuleKind::Disallow) {
        Conclusion::Refuted(_) => return WholeSite::Open,
        Conclusion::Undecided => return WholeSite::Undecided,
        Conclusion::Proved => {}
    }
    match holds(RuleKind::Allow) {
        Conclusion::Refuted(witness) => WholeSite::Closed(witness.url().into()),
        Conclusion::Undecided => WholeSite::Undecided,
        Conclusion::Proved => WholeSite::Open,
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::decide::Policy;
    use robots_exclusion::RobotsTxt;

    #[test]
    fn what_was_not_all_found_is_undecided_unless_both_were() {
        let policy = |rules: &str| Policy::of_unnamed(&RobotsTxt::parse(rules.as_bytes()));
        let [old, new] =
            ["Disallow: /a", "Disallow: /b"].map(|rules| policy(&format!("User-agent: *\n{rules}\n")));
        let mut budget = Budget::default();
        let found = |directions: &[bool], budget: &mut Budget| {
            let mut found = VerdictChanges::default();
            for difference in differences(&old, &new, budget) {
                if directions.contains(&difference.opens()) {
                    found.add(difference.opens(), difference.witness().url(), || {
                        Evidence::new(&"FooBot".into(), difference.witness())
                    });
                }
            }
            found
        };
        for (directions, complete, incomplete) in [
            (&[][..], Effect::None, Effect::Undecided),
            (&[true], Effect::Opens, Effect::Undecided),
            (&[false], Effect::Closes, Effect::Undecided),
            (&[true, false], Effect::Both, Effect::Both),
        ] {
            let found = found(directions, &mut budget);
            assert_eq!((found.effect(true), found.effect(false)), (complete, incomplete));
        }
    }

    #[test]
    fn a_budget_pays_for_all_that_is_done() {
        let count = 300;
        let rules: String = (0..count).map(|number| format!("Allow: /{number}-\n")).collect();
        let [old, new] = ["", &rules].map(|rules| format!("User-agent: *\nDisallow: /\n{rules}"));
        let options = RobotsTxt::options().indexed(true);
        let [old, new] = [&old, &new].map(|body| options.parse(body.as_bytes()));
        let agents = AgentList::from("FooBot");
        let [old, new] = [&old, &new].map(|robots| Content::new(robots, robots.audience(&agents).unwrap()));
        let sides = Sides {
            content: (&old, &new),
            agents: &agents,
            name: &"FooBot".into(),
        };

        let (mut search, mut site, mut all) = (Budget::default(), Budget::default(), Budget::default());
        let urls = differences(old.policy(), new.policy(), &mut search);
        let noted: u64 = urls
            .map(|found| Sides::NOTING + found.witness().url().len() as u64)
            .sum();
        closed_site(&old, &mut site);
        closed_site(&new, &mut site);
        let judgment = sides.judge(&mut all);
        assert!(judgment.is_complete);
        assert_eq!(judgment.added.len(), count);
        let compiled = Sides::COMPILING * (old.work() + new.work());
        assert_eq!(all.spent(), compiled + search.spent() + noted + site.spent());

        assert!(noted < search.spent(), "{noted} {}", search.spent());

        // With a smaller budget, only some differences are found, or none, so the effect on all
        // URLs is undecided.
        let judgment = sides.judge(&mut Budget::new(1));
        assert!(!judgment.is_complete);
        assert_eq!(judgment.total.effect(judgment.is_complete), Effect::Undecided);
        let mut less = Budget::new(all.spent() / 2);
        let judgment = sides.judge(&mut less);
        assert!(!judgment.is_complete);
        assert!(judgment.added.len() < count);
        assert_eq!(judgment.total.effect(judgment.is_complete), Effect::Undecided);
        // Work stops once the budget is spent; only the last search may go beyond it.
        assert!(
            less.spent() < all.spent() * 3 / 4,
            "{} {}",
            less.spent(),
            all.spent()
        );
    }
}
