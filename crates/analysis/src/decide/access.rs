//! Whether a crawler may fetch all of a site, some of it, or nothing: two [assertions](Assertion),
//! each proved or refuted.

use super::{Assertion, Budget, Conclusion, Policy};
use robots_exclusion::companions::Precedence;
use robots_exclusion::companions::pattern::{self, RuleSyntax};
use robots_exclusion::companions::robots_txt_itself;
use robots_exclusion::identifiers;
use robots_exclusion::{AgentList, Audience, Dialect, Group, RobotsTxt, RuleKind, Selection, Target};

/// How much of a site, or of a part of it, a crawler may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// All URLs.
    Open,
    /// Some URLs.
    Partial,
    /// No URL, except `/robots.txt` itself.
    Closed,
}

identifiers! {
    Access {
        Open = "open",
        Partial = "partial",
        Closed = "closed",
    }
}

impl Policy {
    /// Whether all, some or none of the URLs whose path begins with `prefix` may be fetched, apart
    /// from `/robots.txt` itself. Proved for all of them; `None` if the budget is spent first.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Access, Budget, Policy};
    ///
    /// let access = |body: &[u8]| Policy::of_unnamed(&RobotsTxt::parse(body)).access("/", &mut Budget::default());
    /// assert_eq!(access(b"User-agent: *\nAllow: /\nDisallow: /*\n"), Some(Access::Closed));
    /// assert_eq!(access(b"User-agent: *\nDisallow: /x\n"), Some(Access::Partial));
    /// assert_eq!(access(b"User-agent: *\nDisallow:\n"), Some(Access::Open));
    /// ```
    pub fn access(&self, prefix: &str, budget: &mut Budget) -> Option<Access> {
        // The prefix must be a prefix in every dialect, so it is read as a pattern under RFC 9309.
        // But escapes are compared as the policy compares them: otherwise the question would only
        // be about URLs in normal form.
        let dialect = Dialect::RFC_9309.with(|custom| custom.percent_mode = self.dialect().percent_mode);
        let mut all_are = |kind| match self.holds_for_all(&Assertion::new(kind, prefix, dialect), budget) {
            Conclusion::Proved => Some(true),
            Conclusion::Refuted(_) => Some(false),
            Conclusion::Undecided => None,
        };
        match all_are(RuleKind::Allow) {
            Some(true) => Some(Access::Open),
            allowed => match (allowed, all_are(RuleKind::Disallow)) {
                (_, Some(true)) => Some(Access::Closed),
                (Some(false), Some(false)) => Some(Access::Partial),
                _ => None,
            },
        }
    }
}

impl Access {
    /// Whether a crawler may fetch all, some or none of a site, apart from `/robots.txt` itself,
    /// where the [dialect](robots_exclusion::Dialect::robots_txt_allowed) exempts it from rules.
    /// Proved for all URLs; `None` if the budget is spent first.
    ///
    /// The answer equals [`Policy::access`] for the prefix `/`, but most files need neither a proof
    /// nor a policy:
    ///
    /// - Without a Disallow that has a pattern, everything is open.
    /// - With a Disallow that matches everything as it is written, such as `/` and `/*`, and without
    ///   an Allow, everything is closed.
    /// - If one URL is allowed and another is disallowed, the site is open in part. A path that
    ///   occurs in no file is tried, and paths from literal rules.
    ///
    /// For many crawlers and many files, see [`Census`](super::Census).
    ///
    /// # Complexity
    ///
    /// Linear in the file for most files.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, agents};
    /// use robots_exclusion_analysis::decide::{Access, Budget};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n");
    /// let mut budget = Budget::default();
    /// assert_eq!(Access::of(&robots, &agents::GPTBOT, &mut budget), Some(Access::Closed));
    /// assert_eq!(Access::of(&robots, "FooBot", &mut budget), Some(Access::Partial));
    /// ```
    pub fn of<'q>(
        robots: &RobotsTxt<'_>,
        agents: impl Into<AgentList<'q>>,
        budget: &mut Budget,
    ) -> Option<Self> {
        Self::of_selection(&robots.select(agents), budget)
    }

    /// Like [`of`](Self::of), for each crawler of an audience.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Access, Budget};
    ///
    /// let robots = RobotsTxt::options().indexed(true).parse(b"User-agent: *\nDisallow:\n");
    /// let audience = robots.audience("FooBot").unwrap();
    /// assert_eq!(Access::of_audience(&robots, audience, &mut Budget::default()), Some(Access::Open));
    /// ```
    pub fn of_audience(robots: &RobotsTxt<'_>, audience: Audience, budget: &mut Budget) -> Option<Self> {
        Self::of_selection(&robots.select_audience(audience), budget)
    }

    /// Like [`of`](Self::of), for the groups that were selected.
    pub fn of_selection(selection: &Selection<'_, '_>, budget: &mut Budget) -> Option<Self> {
        let dialect = selection.file().dialect();
        let asked = |path: &[u8]| selection.check(Target::for_dialect(path, &dialect)).is_allowed();
        let outline = match Outline::of(dialect, selection.groups(), budget)? {
            // The outcome of a request may decide instead of a file.
            None if asked(ODD_PATH) => return Some(Self::Open),
            None => return Some(Self::Closed),
            Some(outline) => outline,
        };
        if !outline.disallows {
            return Some(Self::Open);
        }
        if outline.disallows_all && !outline.allows {
            return Some(Self::Closed);
        }
        let is_open = asked(ODD_PATH);
        let other = match is_open {
            true => RuleKind::Disallow,
            false => RuleKind::Allow,
        };
        let syntax = RuleSyntax::new(&dialect);
        let paths = selection
            .rules()
            .filter(|rule| rule.kind() == other)
            .filter_map(|rule| sample(&syntax.read(rule.pattern())));
        if paths.take(SAMPLES).any(|path| asked(&path) != is_open) {
            return Some(Self::Partial);
        }
        Policy::of_selection(selection).access("/", budget)
    }
}

/// A path that occurs in no file, so that most rules that match it match everything.
const ODD_PATH: &[u8] = b"/5w7kz9qj";

/// How many paths of rules are tried before a proof.
const SAMPLES: usize = 4;

/// Which rules groups have.
#[derive(Clone, Copy, Debug, Default)]
struct Outline {
    allows: bool,
    disallows: bool,
    /// Some Disallow matches every URL.
    disallows_all: bool,
}

impl Outline {
    /// `Some(None)` without a group; `None` if the budget is too small to read the groups.
    fn of<'r>(
        dialect: Dialect,
        groups: impl Iterator<Item = Group<'r>>,
        budget: &mut Budget,
    ) -> Option<Option<Self>> {
        let syntax = RuleSyntax::new(&dialect);
        let mut outline = None;
        for group in groups {
            let found: &mut Self = outline.get_or_insert_default();
            let language = group.pattern_language();
            let mut bytes = 0;
            for rule in group.rules() {
                bytes += RULE + rule.pattern().len();
                if !Precedence::counts(dialect.rule_choice, rule.kind()) {
                    continue;
                }
                match rule.kind() {
                    RuleKind::Allow => found.allows = true,
                    RuleKind::Disallow => {
                        found.disallows = true;
                        found.disallows_all |= pattern::matches_all(&syntax.read(rule.pattern()), language);
                    }
                }
            }
            if !budget.read(bytes) {
                return None;
            }
        }
        Some(outline)
    }
}

/// The approximate size of a rule without its pattern, in bytes.
const RULE: usize = 12;

/// A path of plain characters that a pattern probably matches. `/robots.txt` is excluded, because
/// it is not part of the question.
fn sample(pattern: &[u8]) -> Option<Vec<u8>> {
    /// Matching longer paths costs more than it saves.
    const LONGEST: usize = 512;
    let pattern = pattern.strip_suffix(b"$").unwrap_or(pattern);
    if pattern.len() > LONGEST {
        return None;
    }
    let mut path = Vec::with_capacity(pattern.len() + 1);
    if pattern.first() != Some(&b'/') {
        path.push(b'/');
    }
    for byte in pattern {
        match byte {
            b'*' => {}
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => path.push(*byte),
            b'-' | b'.' | b'_' | b'~' | b'/' | b'?' | b'=' | b'&' | b'+' | b',' | b';' | b':' | b'@' => {
                path.push(*byte);
            }
            _ => return None,
        }
    }
    // Some dialects skip an initial `//`.
    let is_sample = !path.starts_with(robots_txt_itself::PATH) && !path.starts_with(b"//");
    is_sample.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_patterns() {
        for (pattern, expected) in [
            ("/a", Some("/a")),
            ("/a/*/b$", Some("/a//b")),
            ("*.pdf", Some("/.pdf")),
            ("/robots.txt", None),
            ("/robots.txt?", None),
            ("//a", None),
            ("/*/a", None),
            ("/%61", None),
            ("/a b", None),
        ] {
            let path = sample(pattern.as_bytes());
            assert_eq!(path.as_deref(), expected.map(str::as_bytes), "{pattern}");
        }
    }
}
