//! Assertions about all URLs that match a pattern.
//!
//! "All of `/private/` is disallowed" is refuted by a URL that the pattern matches and that is
//! allowed: an Allow rule decides about it, or no rule does, so the default allows it. For each
//! rule of the wrong kind that may match such a URL (here each Allow, and the default), a search
//! looks for a URL that is matched by the pattern and by this rule, but by no rule of the asserted
//! kind that ranks higher. If no search finds anything, no rule of the wrong kind decides about any
//! of the URLs, so the assertion holds.
//!
//! A statement about no URL at all would be true of every file. Its pattern must be a mistake, so
//! such a statement is an error.

use core::fmt;

use super::budget::Budget;
use super::engine::Engine;
use super::policy::{Alternative, DEFAULT, Policy};
use super::search::{Marks, Must, MustNot, NONE};
use super::url_octet::Token;
use super::witness::{Conclusion, witness};
use robots_exclusion::Dialect;
use robots_exclusion::RuleKind;
use robots_exclusion::dialect::RuleChoice;

/// The statement that all URLs that match a pattern are allowed, or that all of them are
/// disallowed. It may exclude URLs that match other patterns.
///
/// Patterns are read as the values of rules in a dialect, with its pattern language and percent
/// mode. In the dialect of robots.txt 2.0 a pattern must match the whole target, so write
/// `/private/*`. An assertion that URLs are disallowed excludes `/robots.txt` itself if the
/// policy's dialect always allows it.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::decide::{Conclusion, Assertion, Budget, Policy};
/// use robots_exclusion::{Dialect, RobotsTxt, RuleKind};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nAllow: /*/help\n");
/// let policy = Policy::of_unnamed(&robots);
/// let mut budget = Budget::default();
///
/// let assertion = Assertion::new(RuleKind::Disallow, "/checkout/", Dialect::RFC_9309);
/// assert!(policy.holds(&assertion, &mut budget)?.is_proved());
/// let assertion = Assertion::new(RuleKind::Disallow, "/checkout", Dialect::RFC_9309);
/// assert!(policy.holds(&assertion, &mut budget)?.is_proved());
/// let assertion = Assertion::new(RuleKind::Allow, "/*.css$", Dialect::RFC_9309);
/// let Conclusion::Refuted(witness) = policy.holds(&assertion, &mut budget)? else { panic!() };
/// assert_eq!(witness.url(), "https://example.com/checkout.css");
/// let assertion = assertion.except("/checkout");
/// assert_eq!(assertion.exceptions(), ["/checkout"]);
/// assert!(policy.holds(&assertion, &mut budget)?.is_proved());
///
/// // Without its slash, the pattern is no path: no URL matches it.
/// let assertion = Assertion::new(RuleKind::Disallow, "checkout", Dialect::RFC_9309);
/// assert!(policy.holds(&assertion, &mut budget).is_err());
/// # Ok::<(), robots_exclusion_analysis::decide::AssertionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assertion {
    kind: RuleKind,
    pattern: String,
    except: Vec<String>,
    dialect: Dialect,
}

impl Assertion {
    /// The statement that all URLs that match a pattern are allowed, or disallowed. The pattern is read as
    /// that of a Disallow, so that it has both spellings of reserved characters where a Disallow has them
    /// ([`Dialect::both_spellings`]).
    #[must_use]
    pub fn new(kind: RuleKind, pattern: &str, dialect: Dialect) -> Self {
        Self {
            kind,
            pattern: pattern.to_string(),
            except: Vec::new(),
            dialect,
        }
    }

    /// The same statement without the URLs that match this pattern. May be called repeatedly.
    #[must_use]
    pub fn except(mut self, pattern: &str) -> Self {
        self.except.push(pattern.to_string());
        self
    }

    /// Whether the URLs must be allowed or disallowed.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// The pattern that the URLs match.
    #[must_use]
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// The patterns that the URLs do not match.
    #[must_use]
    pub fn exceptions(&self) -> &[String] {
        &self.except
    }

    /// The dialect in which the patterns are read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The error in the beginning of a pattern, if any.
    fn find_error(&self) -> Option<AssertionError> {
        let patterns = [&self.pattern].into_iter().chain(&self.except);
        let mut wrong = patterns.filter(|pattern| !pattern.starts_with(['/', '*', '$']));
        wrong
            .next()
            .map(|pattern| AssertionError::NoPath(pattern.clone()))
    }

    /// A policy in which each of these patterns is a Disallow, so that a search can combine them
    /// with the rules of another policy.
    fn patterns<'t>(&self, patterns: impl Iterator<Item = &'t str>, robots_txt: bool) -> Policy {
        let dialect = self.dialect.with(|custom| {
            custom.rule_choice = RuleChoice::AnyDisallow;
            custom.robots_txt_allowed = robots_txt;
            custom.several_paths = false;
        });
        Policy::of_patterns(dialect, patterns)
    }
}

/// Why an [`Assertion`] is about no URL.
///
/// Its text quotes the pattern, and says what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AssertionError {
    /// This pattern, of the URLs or of an exception, begins with neither `/` nor `*` nor `$`.
    NoPath(String),
    /// No URL matches this pattern.
    NoUrl(String),
    /// Every URL that matches this pattern is an exception, or is `/robots.txt` itself, which is
    /// always allowed.
    OnlyExceptions(String),
}

impl fmt::Display for AssertionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPath(pattern) => {
                write!(
                    f,
                    "{pattern:?} matches no URL; write a pattern that begins with / or *"
                )
            }
            Self::NoUrl(pattern) => write!(f, "{pattern:?} matches no URL"),
            Self::OnlyExceptions(pattern) => write!(f, "{pattern:?} matches no URL that is not an exception"),
        }
    }
}

impl core::error::Error for AssertionError {}

/// An answer, and whether it is about any URL.
struct Answer<'p> {
    conclusion: Conclusion<'p>,
    /// `None` if the budget was spent first.
    is_about_urls: Option<bool>,
}

impl Policy {
    /// Whether an assertion holds for every URL.
    ///
    /// # Errors
    ///
    /// If the assertion is about no URL, an [`AssertionError`]. Such an assertion would be true of
    /// every file, which is never intended.
    ///
    /// # Examples
    ///
    /// See [`Assertion`].
    pub fn holds(
        &self,
        assertion: &Assertion,
        budget: &mut Budget,
    ) -> Result<Conclusion<'_>, AssertionError> {
        if let Some(error) = assertion.find_error() {
            return Err(error);
        }
        let answer = self.answer(assertion, budget, true);
        match answer.is_about_urls {
            Some(true) => Ok(answer.conclusion),
            Some(false) => Err(self.error_of(assertion)),
            None => Ok(Conclusion::Undecided),
        }
    }

    /// The error in an assertion about no URL.
    #[cold]
    fn error_of(&self, assertion: &Assertion) -> AssertionError {
        let pattern = assertion.pattern.clone();
        // An assertion that URLs are allowed does not exclude `/robots.txt` itself.
        let alone = Assertion::new(RuleKind::Allow, &pattern, assertion.dialect);
        match self.answer(&alone, &mut Budget::default(), true).is_about_urls {
            Some(false) => AssertionError::NoUrl(pattern),
            _ => AssertionError::OnlyExceptions(pattern),
        }
    }

    /// Like [`Self::holds`], but an assertion about no URL is true.
    pub(crate) fn holds_for_all(&self, assertion: &Assertion, budget: &mut Budget) -> Conclusion<'_> {
        self.answer(assertion, budget, false).conclusion
    }

    /// If `asks_for_urls`, a proof also says whether the assertion is about any URL.
    fn answer(&self, assertion: &Assertion, budget: &mut Budget, asks_for_urls: bool) -> Answer<'_> {
        let asserted = assertion.patterns([assertion.pattern()].into_iter(), false);
        let is_exempt = assertion.kind == RuleKind::Disallow && self.dialect().robots_txt_allowed;
        let except = assertion.patterns(assertion.except.iter().map(String::as_str), is_exempt);
        let mut engine = Engine::new(budget, &[self, &asserted, &except]);
        // If the pattern matches nothing, the assertion is about no URL.
        let mut answer = Answer {
            conclusion: Conclusion::Proved,
            is_about_urls: Some(false),
        };
        // The default comes first; the others are the spellings of the pattern.
        for wanted in &asserted.alternatives[DEFAULT + 1..] {
            let asks_for_urls = asks_for_urls && answer.is_about_urls != Some(true);
            let of_one = self.answer_about(
                assertion,
                &mut engine,
                [&asserted, &except],
                wanted,
                asks_for_urls,
            );
            answer.is_about_urls = match (answer.is_about_urls, of_one.is_about_urls) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
            match of_one.conclusion {
                Conclusion::Proved => {}
                Conclusion::Undecided => answer.conclusion = Conclusion::Undecided,
                refuted @ Conclusion::Refuted(_) => {
                    answer.conclusion = refuted;
                    break;
                }
            }
        }
        answer
    }

    /// The answer about the URLs that one spelling of the asserted pattern matches.
    fn answer_about(
        &self,
        assertion: &Assertion,
        engine: &mut Engine<'_>,
        [asserted, except]: [&Self; 2],
        wanted: &Alternative,
        asks_for_urls: bool,
    ) -> Answer<'_> {
        let must = Must {
            policy: asserted,
            alternative: wanted,
        };
        let must_not_except = MustNot {
            policy: except,
            above: [0; 2],
            above_but_trial: [NONE; 2],
            marks: Marks::default(),
        };
        let conclusion = self.conclude(assertion, engine, [asserted, except], (must, must_not_except));
        let is_about_urls = match conclusion {
            // The witness is a URL that the assertion is about.
            Conclusion::Refuted(_) => Some(true),
            Conclusion::Proved if asks_for_urls => {
                let found = engine.find(&[must], &[must_not_except]);
                found.map(|target| target.is_some()).ok()
            }
            Conclusion::Proved | Conclusion::Undecided => None,
        };
        Answer {
            conclusion,
            is_about_urls,
        }
    }

    /// Looks for a URL about which a rule of the wrong kind decides, or none.
    fn conclude(
        &self,
        assertion: &Assertion,
        engine: &mut Engine<'_>,
        [asserted, except]: [&Self; 2],
        (must, must_not_except): (Must<'_>, MustNot<'_>),
    ) -> Conclusion<'_> {
        let wants_allowed = assertion.kind == RuleKind::Allow;
        let Ok(candidates) = engine.candidates(self, !wants_allowed, asserted, must.alternative, |_, _| true)
        else {
            return Conclusion::Undecided;
        };
        let mut next_probe = 0;
        let mut is_undecided = false;
        for (at, &candidate) in candidates.iter().enumerate() {
            let alternative = &self.alternatives[candidate as usize];
            // Rules of the asserted kind that precede the candidate must not match: they would
            // decide as asserted.
            let mut above = [NONE; 2];
            above[usize::from(wants_allowed)] = alternative.rank;
            let must_nots = [
                MustNot {
                    policy: self,
                    above,
                    above_but_trial: [NONE; 2],
                    marks: Marks::default(),
                },
                must_not_except,
            ];
            if at == next_probe && candidates.len() > 1 {
                next_probe = 2 * at + 1;
                match engine.find(&[must], &must_nots) {
                    // Further candidates rank lower, so still more must not match: none of them
                    // decides either.
                    Ok(None) => break,
                    Ok(Some(target)) if self.permits(&target) != wants_allowed => {
                        return self.refute(target, asserted, except);
                    }
                    Ok(Some(_)) => {}
                    Err(_) => is_undecided = true,
                }
            }
            let other = Must {
                policy: self,
                alternative,
            };
            match engine.find(&[must, other], &must_nots) {
                Ok(None) => {}
                Ok(Some(target)) => return self.refute(target, asserted, except),
                Err(_) => is_undecided = true,
            }
        }
        if is_undecided {
            Conclusion::Undecided
        } else {
            Conclusion::Proved
        }
    }

    fn permits(&self, target: &[Token]) -> bool {
        self.alternatives[self.decide(target, |_| false, &mut 0)].allows
    }

    fn refute(&self, target: Vec<Token>, asserted: &Self, except: &Self) -> Conclusion<'_> {
        let matches_any = |policy: &Self, target: &[Token]| {
            let number = policy.decide(target, |_| false, &mut 0);
            number != DEFAULT
        };
        debug_assert!(matches_any(asserted, &target) && !matches_any(except, &target));
        let side = || (self, |_| false);
        Conclusion::Refuted(witness(
            target,
            side(),
            side(),
            |target| matches_any(asserted, target) && !matches_any(except, target),
            &mut 0,
        ))
    }
}
