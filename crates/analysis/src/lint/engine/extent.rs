//! How much of a site a crawler may fetch, and whether what it may fetch are pages.

use core::cell::OnceCell;
use std::sync::Arc;

use crate::decide::{Access, Budget, Policy};
use crate::lint::STEPS_EACH;
use crate::lint::engine::document::shown;
use crate::lint::engine::openings::opens_pages;
use robots_exclusion::agents::Medium;
use robots_exclusion::companions::Precedence;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;
use robots_exclusion::{AgentList, RobotsTxt, Rule, RuleKind, Selection};

/// How many Allow rules are asked whether they open anything; the rest are assumed to.
const MAX_ASKED: usize = 100;

/// A rule by its place in the file.
#[derive(Clone, Debug)]
pub(in crate::lint) struct PlacedRule {
    pub(in crate::lint) line: u32,
    pub(in crate::lint) kind: RuleKind,
    pub(in crate::lint) pattern: Vec<u8>,
}

impl PlacedRule {
    fn of(rule: &Rule<'_>) -> Self {
        Self {
            line: rule.line(),
            kind: rule.kind(),
            pattern: rule.pattern().to_vec(),
        }
    }

    /// Its line, and its text for people.
    pub(in crate::lint) fn cited(&self) -> (u32, String) {
        (self.line, format!("{}: {}", self.kind, shown(&self.pattern)))
    }
}

/// How much of a site a crawler may fetch by the rules that apply to it.
#[derive(Clone, Debug)]
pub(in crate::lint) struct Extent {
    /// Proved for all URLs.
    pub(in crate::lint) access: Access,
    /// If the site is closed, or closed but for what some Allow rules open: the rule that closes it.
    pub(in crate::lint) closing: Option<PlacedRule>,
    /// The Allow rules that open something of a site that is closed otherwise, in file order.
    pub(in crate::lint) openings: Vec<PlacedRule>,
    cited: OnceCell<Arc<[(u32, String)]>>,
}

impl Extent {
    /// The extent by the groups that were selected. `None` if the budget does not suffice.
    pub(in crate::lint) fn of(selection: &Selection<'_, '_>, budget: &mut Budget) -> Option<Self> {
        Rules::of(selection).decide(selection, budget)
    }

    /// Like [`of`](Self::of), but `Some(None)` unless the site is closed, or closed but for what Allow
    /// rules open. That is known of most groups from a look at their rules.
    pub(in crate::lint) fn of_closed(
        selection: &Selection<'_, '_>,
        budget: &mut Budget,
    ) -> Option<Option<Self>> {
        let rules = Rules::of(selection);
        if !rules.may_close {
            return Some(None);
        }
        let extent = rules.decide(selection, budget)?;
        Some(Some(extent).filter(|extent| extent.closing.is_some()))
    }

    /// The [openings](Self::openings) for people. There may be as many as lines, and as many crawlers to
    /// which they apply as there are, so that all share one list.
    pub(in crate::lint) fn cited_openings(&self) -> Arc<[(u32, String)]> {
        let cited = || self.openings.iter().map(PlacedRule::cited).collect();
        Arc::clone(self.cited.get_or_init(cited))
    }

    /// Whether the site is closed to a crawler that only fetches this medium, or pages: nothing is open,
    /// or only files that pages and machines need.
    pub(in crate::lint) fn is_closed(&self, fetches: Option<Medium>) -> bool {
        let opens = |rule: &PlacedRule| opens_pages(&rule.pattern, fetches);
        self.closing.is_some() && !self.openings.iter().any(opens)
    }
}

/// What is seen of rules without compiling them.
#[derive(Default)]
struct Rules {
    /// The first Disallow that matches everything as it is written.
    closing: Option<PlacedRule>,
    /// The lines of Allows.
    allows: Vec<u32>,
    /// Whether a Disallow may match everything: it holds no other text than `/`, such as `*/`.
    may_close: bool,
}

impl Rules {
    fn of(selection: &Selection<'_, '_>) -> Self {
        let dialect = selection.file().dialect();
        let mut seen = Self::default();
        for group in selection.groups() {
            let language = group.pattern_language();
            for rule in group.rules() {
                let counts = Precedence::counts(dialect.rule_choice, rule.kind());
                if !counts || is_empty_rule(rule.pattern()) {
                    continue;
                }
                if rule.kind() == RuleKind::Allow {
                    seen.allows.push(rule.line());
                    continue;
                }
                seen.may_close |= has_no_text(rule.pattern());
                if seen.closing.is_none() && pattern::matches_all(rule.pattern(), language) {
                    seen.closing = Some(PlacedRule::of(&rule));
                }
            }
        }
        seen
    }

    fn decide(self, selection: &Selection<'_, '_>, budget: &mut Budget) -> Option<Extent> {
        let access = Access::of_selection(selection, budget)?;
        let policy = || Policy::of_selection(selection);
        let closing = match access {
            Access::Open => None,
            Access::Closed => self.closing.or_else(|| closing(&policy())),
            Access::Partial if self.closing.is_some() => self.closing,
            Access::Partial if self.may_close && !self.allows.is_empty() => {
                let others = policy().without_lines(&self.allows);
                let is_closed = others.access("/", budget)? == Access::Closed;
                is_closed.then(|| closing(&others)).flatten()
            }
            Access::Partial => None,
        };
        let is_partial = access == Access::Partial && closing.is_some();
        let openings = if is_partial {
            openings(&policy(), budget)
        } else {
            Vec::new()
        };
        Some(Extent {
            access,
            closing,
            openings,
            cited: OnceCell::new(),
        })
    }
}

/// Whether a pattern is made of `/`, `*` and `$` alone.
fn has_no_text(pattern: &[u8]) -> bool {
    pattern.iter().all(|byte| matches!(byte, b'/' | b'*' | b'$'))
}

/// The Disallow that closes everything.
fn closing(policy: &Policy) -> Option<PlacedRule> {
    let language = policy.dialect().pattern_language;
    let rules = policy.rules();
    let disallows = rules.filter(|rule| rule.kind() == RuleKind::Disallow && !is_empty_rule(rule.pattern()));
    let closes = |rule: &Rule<'_>| {
        let pattern = rule.pattern();
        (!pattern::matches_all(pattern, language), !has_no_text(pattern))
    };
    Some(PlacedRule::of(&disallows.min_by_key(closes)?))
}

/// The Allow rules that decide about some URL.
fn openings(policy: &Policy, budget: &mut Budget) -> Vec<PlacedRule> {
    let mut openings = Vec::new();
    for (number, rule) in policy.rules().enumerate() {
        if rule.kind() != RuleKind::Allow || is_empty_rule(rule.pattern()) {
            continue;
        }
        let never_decides = openings.len() < MAX_ASKED && policy.is_unreachable(number, budget).is_proved();
        if !never_decides {
            openings.push(PlacedRule::of(&rule));
        }
    }
    openings
}

/// Whether a file closes the site to a crawler: the crawler may fetch nothing, or only what some
/// Allow rules open, and that is no page, but style sheets, icons and sitemaps, for example.
/// `fetches` is the one kind of content that the crawler fetches, if it fetches no pages. The file
/// is read in the dialect in which it was parsed. `None` if the budget is spent first.
///
/// This is what `robots lint --fail-on-closed` asks of each crawler.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::decide::Budget;
/// use robots_exclusion_analysis::lint::is_closed;
///
/// let closed = |rules: &str| {
///     let body = format!("User-agent: *\nDisallow: /\n{rules}");
///     is_closed(&RobotsTxt::parse(body.as_bytes()), "FooBot", None, &mut Budget::default())
/// };
/// assert_eq!(closed(""), Some(true));
/// assert_eq!(closed("Allow: /wp-admin/admin-ajax.php\n"), Some(true));
/// assert_eq!(closed("Allow: /public/\n"), Some(false));
/// ```
pub fn is_closed<'q>(
    robots: &RobotsTxt<'_>,
    agents: impl Into<AgentList<'q>>,
    fetches: Option<Medium>,
    budget: &mut Budget,
) -> Option<bool> {
    let selection = robots.select(agents);
    let extent = budget.with_at_most_each(STEPS_EACH, |budget| Extent::of_closed(&selection, budget));
    Some(extent?.is_some_and(|extent| extent.is_closed(fetches)))
}
