//! Conclusions, and the URLs that show them.
//!
//! The verdicts of a witness do not come from the search: both policies decide about its URL again,
//! rule by rule.

use core::fmt;

use super::policy::Policy;
use super::url_octet::Token;
use robots_exclusion::Verdict;

/// The answer to a statement about all URLs.
///
/// The function that was called defines the statement: two policies are equivalent, a rule never
/// decides, an assertion holds. [The module](crate::decide#what-proved-means) says which URLs it
/// covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Conclusion<'p> {
    /// The statement is true for all URLs.
    Proved,
    /// The statement is false: this URL is a counterexample.
    Refuted(Witness<'p>),
    /// The [budget](super::Budget) was spent first. Treat the statement as not proved.
    Undecided,
}

impl<'p> Conclusion<'p> {
    /// Whether the statement is true for all URLs.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        *self == Self::Proved
    }

    /// The counterexample, if the statement is refuted.
    #[must_use]
    pub fn witness(&self) -> Option<&Witness<'p>> {
        match self {
            Self::Refuted(witness) => Some(witness),
            Self::Proved | Self::Undecided => None,
        }
    }
}

/// A URL, and two verdicts on it.
///
/// If two policies are compared, the first verdict is by the first policy, the second by the second
/// policy; if rules are removed, the first is with these rules and the second without. If a
/// question is about one policy as it is, both verdicts are the same.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy, equivalent};
///
/// let old = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /js\nAllow: /*.css\n"));
/// let new = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /js/\nAllow: /*.css\n"));
/// let Conclusion::Refuted(witness) = equivalent(&old, &new, &mut Budget::default()) else { panic!() };
/// assert_eq!(witness.url(), "https://example.com/js");
/// assert_eq!(witness.target(), "/js");
/// assert_eq!(
///     witness.to_string(),
///     "https://example.com/js: disallowed by line 2 (`Disallow: /js`), then allowed"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Witness<'p> {
    url: String,
    before: Verdict<'p>,
    after: Verdict<'p>,
}

impl<'p> Witness<'p> {
    /// The scheme and host of witnesses.
    pub const ORIGIN: &'static str = "https://example.com";

    pub(super) fn new(target: &[Token], before: Verdict<'p>, after: Verdict<'p>) -> Self {
        let mut url = String::from(Self::ORIGIN);
        target.iter().for_each(|token| token.write(&mut url));
        Self { url, before, after }
    }

    /// The absolute URL, within the [`Universe`](super::Universe) of the question. It can be pasted
    /// into [`RobotsTxt::check`](robots_exclusion::RobotsTxt::check), a browser or a terminal.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The path and query of the URL, to be appended to the scheme and host of a site.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.url[Self::ORIGIN.len()..]
    }

    /// The verdict by the first policy, or with the rules asked about.
    pub fn before(&self) -> &Verdict<'p> {
        &self.before
    }

    /// The verdict by the second policy, or without the rules asked about.
    pub fn after(&self) -> &Verdict<'p> {
        &self.after
    }
}

impl fmt::Display for Witness<'_> {
    /// In one line: `https://example.com/js: disallowed by line 2 ("Disallow: /js"), then allowed`,
    /// but with backquotes around the rule instead of quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |f: &mut fmt::Formatter<'_>, verdict: &Verdict<'_>| {
            f.write_str(if verdict.is_allowed() {
                "allowed"
            } else {
                "disallowed"
            })?;
            match verdict.rule() {
                Some(rule) => write!(f, " by line {} (`{rule}`)", rule.line()),
                None => Ok(()),
            }
        };
        write!(f, "{}: ", self.url)?;
        write(f, &self.before)?;
        if self.after != self.before {
            f.write_str(", then ")?;
            write(f, &self.after)?;
        }
        Ok(())
    }
}

/// Rewrites a target so that people can read it, as long as `is_same` says that it still shows the
/// same disagreement.
///
/// A search fills gaps with nothing, or with a letter that no pattern has; a path such as
/// `//comments` or `/.php` is shortest, but looks like a mistake.
pub(super) fn readable(mut target: Vec<Token>, mut is_same: impl FnMut(&[Token]) -> bool) -> Vec<Token> {
    let name = Token::raw(b'x');
    // First try to fill all gaps at once; if `is_same` then fails, try them one by one.
    let places = gaps(&target);
    if places.is_empty() {
        return target;
    }
    let insert = |target: &[Token], places: &[usize]| {
        let mut written = Vec::with_capacity(target.len() + places.len());
        for (at, token) in target.iter().enumerate() {
            if places.contains(&at) {
                written.push(name);
            }
            written.push(*token);
        }
        written
    };
    // With more gaps, the target would not become readable, and is left unchanged.
    const MANY: usize = 8;
    if places.len() > MANY {
        return target;
    }
    let all = insert(&target, &places);
    if is_same(&all) {
        return all;
    }
    if places.len() > 1 {
        for &place in places.iter().rev() {
            let one = insert(&target, &[place]);
            if is_same(&one) {
                target = one;
            }
        }
    }
    target
}

/// Where a name is missing: between two slashes, between a slash and a dot, or between two dots.
fn gaps(target: &[Token]) -> Vec<usize> {
    let (slash, dot) = (Token::SLASH, Token::raw(b'.'));
    let pairs = target.windows(2).zip(1..);
    pairs
        .filter(|(pair, _)| {
            pair[0] == slash && pair[1] == slash || (pair[0] == slash || pair[0] == dot) && pair[1] == dot
        })
        .map(|(_, at)| at)
        .collect()
}

/// A witness with the verdicts of two policies, or of one policy with and without some rules. Each
/// policy comes with a test that says which of its rules are treated as absent. The witness may
/// show a [more readable](readable) target than this one, if the same rules decide about it and it
/// `fits`.
pub(super) fn witness<'p>(
    target: Vec<Token>,
    before: (&'p Policy, impl Fn(u32) -> bool),
    after: (&'p Policy, impl Fn(u32) -> bool),
    fits: impl Fn(&[Token]) -> bool,
    work: &mut u64,
) -> Witness<'p> {
    let mut rules = |target: &[Token]| {
        let old = before.0.decide(target, &before.1, work);
        let new = after.0.decide(target, &after.1, work);
        (old, new)
    };
    let ids = |(old, new): (usize, usize)| {
        let old_alternative = &before.0.alternatives[old];
        let new_alternative = &after.0.alternatives[new];
        (
            (old_alternative.rule, old_alternative.allows),
            (new_alternative.rule, new_alternative.allows),
        )
    };
    let (old, new) = rules(&target);
    let found = ids((old, new));
    // The rules that decide must be the same for the rewritten target.
    let target = readable(target, |target| ids(rules(target)) == found && fits(target));
    Witness::new(&target, before.0.verdict(old), after.0.verdict(new))
}
