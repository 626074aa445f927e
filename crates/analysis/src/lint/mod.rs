//! Findings about a robots.txt file: typos, ignored lines, rules without effect and likely
//! mistakes.
//!
//! Parsing never fails, and a crawler ignores lines that it does not understand;
//! [`LintOptions::lint`] shows the people who run a site which lines are ignored. It reads the body
//! by itself, with the same tokenizer and the same dialect, so parsing is not slower because of it.
//!
//! # Findings
//!
//! Each [`Diagnostic`] has a stable [`Code`] (`R012`, also called `missing-colon`), a [`Severity`],
//! a span with line and column, a message and a help text. The documentation of [`Code`] lists all
//! codes with reason and source; [`Code::example`] shows a file with the finding and one without
//! it.
//!
//! Whether a rule has an effect beside the other rules is decided for all URLs and all crawlers
//! (see [`decide`](crate::decide)). Such a finding usually has a [witness](Diagnostic::witness).
//!
//! # Corrections and suggestions
//!
//! A [correction](Diagnostic::correction) is a change that a careful expert makes without asking:
//! it is proved to change no verdict, and it removes no sign of the author's intention.
//! [`LintOptions::fix`] makes these. Everything else is a [suggestion](Diagnostic::suggestions),
//! one of one or more alternatives, for a person to choose from. If only the author can say whether
//! the line is wrong at all, the help names the possible meanings and there is no suggestion.
//!
//! ```
//! use robots_exclusion_analysis::lint::LintOptions;
//!
//! let body = b"User-agent: *\nDissallow: /private/\nUser-agent: bingbot\nDisallow: search\n";
//! let found: Vec<String> = LintOptions::new().lint(body).iter().map(ToString::to_string).collect();
//! assert_eq!(found, [
//!     "2:1: error[R010]: unknown key `Dissallow`; did you mean `Disallow`?",
//!     "3:1: warning[R025]: `bingbot` joins the group above: by RFC 9309, `Dissallow` does not end it, so that `*` has the same rules",
//!     "4:11: error[R030]: `search` begins with neither `/` nor `*` and matches nothing",
//! ]);
//! ```
//!
//! # Ignoring findings
//!
//! A comment ignores findings by code or name, or all findings if it names no code:
//!
//! ```text
//! Disallow: /          # robots-lint: ignore R028        (on this line)
//! Disallow: /x*        # old # robots-lint: ignore R031  (the same, after another comment)
//! # robots-lint: ignore trailing-star, R037               (on the next line that is no comment)
//! # robots-lint: ignore-file R017                         (in the whole file)
//! ```
//!
//! Findings about the file as a whole (its encoding, its size) are reported at a line, and are best
//! ignored for the file. A remark may follow in parentheses or after a hyphen. Blank lines are
//! skipped like comments.
//!
//! # In continuous integration
//!
//! The program `robots` (package `robots-exclusion-cli`) prints findings as compilers do, as JSON or as SARIF, and
//! ends with status 1 if there are any at or above `--fail-on`. As a hook of
//! [pre-commit](https://pre-commit.com), where the address of the repository is to be set at the
//! first release:
//!
//! ```yaml
//! - repo: https://github.com/robots-exclusion/robots-exclusion
//!   rev: v0.1.0
//!   hooks:
//!     - id: robots-lint
//! ```
//!
//! As a step of GitHub Actions that annotates the lines of a pull request:
//!
//! ```yaml
//! - uses: robots-exclusion/robots-exclusion@v0.1.0
//!   with:
//!     files: public/robots.txt
//! ```
//!
//! Both build the program from the revision that is named. Other build servers read `--format
//! sarif` or `--format junit`.
//!
//! And to stop a change that blocks the site: `robots diff --fail-on critical old/robots.txt
//! new/robots.txt`.

mod code;
mod code_row;
mod diagnostic;
mod engine;
mod fixes;
mod groups;
mod keys;
mod outcome;
mod preferences;
mod remedy;
mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod severity;
mod site_effects;
mod sitemaps;
mod summary;
mod whole_file;
mod wildcards;

pub use code::Code;
pub use code_row::Example;
pub use diagnostic::{Diagnostic, Edit, Related};
pub use engine::extent::is_closed;
pub use fixes::Fixed;
pub use outcome::{Outcome, OutcomeSummary, outcome_lines, outcomes, summarize_outcomes};
pub use remedy::Remedy;
pub use severity::Severity;
pub use summary::{FindingSummary, summarize};
pub use whole_file::unrendered::unfinished_line;

use crate::decide::Budget;
use engine::document::Document;
use engine::findings::Findings;
use engine::ignore::Ignored;
use engine::marks::Marks;
use engine::own_groups;
use engine::readings::Readings;
use fixes::{closing, safe_fixes};
use robots_exclusion::Dialect;
use robots_exclusion::agents;
use robots_exclusion::companions::within_reach;
use whole_file::{templates, unrendered};

/// The limit on the steps of one question of a lint, in steps of [`Budget`]: a thirtieth of the
/// default, so that the first hard question leaves steps for others.
///
/// With this limit, one of 4,230 real files, read in three dialects, has fewer findings than
/// without it, and without it that file spends the whole budget. With half the limit, two files
/// have fewer.
const STEPS_EACH: u64 = 2_000_000;

/// The codes that are looked for, and their severities.
///
/// # Examples
///
/// ```
/// use robots_exclusion::Dialect;
/// use robots_exclusion_analysis::lint::{Code, LintOptions, Severity};
///
/// let options = LintOptions::new()
///     .dialect(Dialect::GOOGLE)
///     .severity(Code::EverythingBlocked, Severity::Error)
///     .disable(Code::NicheKey);
/// let found = options.lint(b"User-agent: *\nCrawl-delay: 1\nDisallow: /\n");
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].severity(), Severity::Error);
/// ```
#[derive(Clone, Debug)]
pub struct LintOptions {
    /// `None` to read the file as RFC 9309 says, and for each well-known crawler as its operator
    /// documents.
    dialect: Option<Dialect>,
    /// By the number of the code; `None` for codes that are disabled, and for numbers that no code
    /// has.
    levels: [Option<Severity>; Code::PLACES],
    /// The codes whose severity was asked for: no finding of these has another.
    asked: [bool; Code::PLACES],
    /// The least severity that is reported. Only needed for findings that are less severe than
    /// their code.
    least: Option<Severity>,
    /// The dialects, besides the one above, in which a correction must change no verdict; `None`
    /// for the dialects in use today.
    kept: Option<Vec<Dialect>>,
    #[cfg(feature = "url")]
    url: Option<url::Url>,
}

impl LintOptions {
    /// Every code at its default severity, under the default dialect.
    #[must_use]
    pub fn new() -> Self {
        let mut levels = [None; Code::PLACES];
        for code in Code::ALL {
            levels[*code as usize] = Some(code.default_severity());
        }
        Self {
            dialect: None,
            levels,
            asked: [false; Code::PLACES],
            least: None,
            kept: None,
            #[cfg(feature = "url")]
            url: None,
        }
    }

    /// Reads the file in this dialect, for every crawler. By default, the file is read as
    /// [`Dialect::RFC_9309`] says, but statements about a well-known crawler are about the file as its
    /// operator documents that it is read ([`Agent::dialect`](robots_exclusion::agents::Agent::dialect)).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// // Yandex ends the group at the blank line, so nothing is closed to it.
    /// let body = b"User-agent: Yandex\n\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n";
    /// let blocks = |options: LintOptions| options.lint(body).iter().any(|found| found.code() == Code::SearchEngineBlocked);
    /// assert!(!blocks(LintOptions::new()));
    /// assert!(blocks(LintOptions::new().dialect(Dialect::RFC_9309)));
    /// ```
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = Some(dialect);
        self
    }

    /// The dialect of the file where no crawler is asked about.
    fn file_dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    /// The dialects in which a [correction](Diagnostic::correction) must change no verdict, besides
    /// the one in which the file is read. The default is [`agents::living_dialects`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion_analysis::lint::LintOptions;
    ///
    /// // To Yandex and Baidu the rule after the blank line belongs to no group.
    /// let body = b"User-agent: *\nDisallow: /x\n\nDisallow: /y\n";
    /// let is_correction = |options: LintOptions| options.lint(body)[0].correction().is_some();
    /// assert!(!is_correction(LintOptions::new()));
    /// assert!(is_correction(LintOptions::new().keep([Dialect::GOOGLE])));
    /// ```
    #[must_use]
    pub fn keep(mut self, dialects: impl IntoIterator<Item = Dialect>) -> Self {
        self.kept = Some(dialects.into_iter().collect());
        self
    }

    /// The dialects in which corrections change no verdict: the dialect of the file first, every
    /// other one once.
    fn kept(&self) -> Vec<Dialect> {
        let living = || agents::living_dialects().map(|(_, dialect)| dialect).collect();
        let others = self.kept.clone().unwrap_or_else(living);
        let mut kept = Vec::from([self.file_dialect()]);
        for dialect in others {
            if !kept.contains(&dialect) {
                kept.push(dialect);
            }
        }
        kept
    }

    /// Reports each finding of a code, at this severity. The default is [`Code::default_severity`], but
    /// a finding may be more or less severe than others of its code, as the code's documentation says.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions, Severity};
    ///
    /// // A file that lets in a search engine by name may mean to block all others.
    /// let body = b"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:\n";
    /// let severity = |options: LintOptions| {
    ///     let found = options.lint(body).into_iter().find(|found| found.code() == Code::EverythingBlocked);
    ///     found.map(|found| found.severity())
    /// };
    /// assert_eq!(severity(LintOptions::new()), Some(Severity::Warning));
    /// let asked = LintOptions::new().severity(Code::EverythingBlocked, Severity::Error);
    /// assert_eq!(severity(asked), Some(Severity::Error));
    /// ```
    #[must_use]
    pub fn severity(mut self, code: Code, severity: Severity) -> Self {
        self.levels[code as usize] = Some(severity);
        self.asked[code as usize] = true;
        self
    }

    /// Does not report a code. By default all are reported.
    #[must_use]
    pub fn disable(mut self, code: Code) -> Self {
        self.levels[code as usize] = None;
        self
    }

    /// Does not report codes that are less severe than this, by the severities set so far.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions, Severity};
    ///
    /// let options = LintOptions::new()
    ///     .severity(Code::TrailingStar, Severity::Error)
    ///     .min_severity(Severity::Warning);
    /// assert_eq!(options.severity_of(Code::TrailingStar), Some(Severity::Error));
    /// assert_eq!(options.severity_of(Code::RedundantRule), None);
    /// ```
    #[must_use]
    pub fn min_severity(mut self, severity: Severity) -> Self {
        for level in &mut self.levels {
            *level = level.filter(|level| *level >= severity);
        }
        self.least = self.least.max(Some(severity));
        self
    }

    /// The URL of the robots.txt file itself, with which its sitemaps are compared. By default it
    /// is not known.
    #[cfg(feature = "url")]
    #[cfg_attr(docsrs, doc(cfg(feature = "url")))]
    #[must_use]
    pub fn url(mut self, url: url::Url) -> Self {
        self.url = Some(url);
        self
    }

    /// The severity at which a code is reported, or `None` if it is disabled. Unless it was
    /// [set](Self::severity), a finding may have another.
    #[must_use]
    pub fn severity_of(&self, code: Code) -> Option<Severity> {
        self.levels[code as usize]
    }

    /// Checks a robots.txt body. The findings are in the order of their places.
    ///
    /// At most the first 4 GiB of a body are read.
    ///
    /// # Complexity
    ///
    /// `n log n` in the length of the body, in time; linear in memory. Questions about the effects
    /// of rules on one another share one [`Budget`], and a single question may spend a thirtieth of
    /// it. Findings that cannot be proved within these limits are not reported.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// let found = LintOptions::new().lint(b"User-agent: *\nDisallow: admin/\n");
    /// assert_eq!(found[0].code(), Code::NoLeadingSlash);
    /// assert_eq!(found[0].help(), "write `Disallow: /admin/`");
    /// ```
    #[must_use]
    pub fn lint(&self, body: &(impl AsRef<[u8]> + ?Sized)) -> Vec<Diagnostic> {
        self.lint_within(body.as_ref(), &mut Budget::default())
    }

    /// Like [`lint`](Self::lint), but with a budget that other questions share. Findings that
    /// cannot be proved within it are not reported.
    fn lint_within(&self, body: &[u8], budget: &mut Budget) -> Vec<Diagnostic> {
        budget.with_at_most_each(STEPS_EACH, |budget| self.lint_sharing(body, budget))
    }

    fn lint_sharing(&self, body: &[u8], budget: &mut Budget) -> Vec<Diagnostic> {
        let body = within_reach(body);
        let readings = Readings::new(body, self.dialect);
        let document = readings.file();
        let mut found = self.find(document, &readings, budget);
        let is_merged = own_groups::judge(&readings, &mut found, |document| {
            self.find(document, &readings, budget)
        });
        safe_fixes::decide(&readings, || self.kept(), &mut found, is_merged, budget);
        unrendered::leave_to_a_person(document, &mut found);
        closing::warn(&readings, &mut found, budget);
        templates::tell(document, &mut found);
        found
    }

    /// The findings in a document, before it is decided which changes are corrections.
    fn find<'b>(
        &self,
        document: &Document<'b>,
        readings: &Readings<'b>,
        budget: &mut Budget,
    ) -> Vec<Diagnostic> {
        self.find_with(document, readings, Marks::new(document), budget)
    }

    /// Like [`find`](Self::find), with what is known of the lines before the first check.
    fn find_with<'b>(
        &self,
        document: &Document<'b>,
        readings: &Readings<'b>,
        marks: Marks,
        budget: &mut Budget,
    ) -> Vec<Diagnostic> {
        let ignored = Ignored::read(document);
        let mut run = Run {
            document,
            readings,
            options: self,
            findings: Findings::new(document, self, &ignored),
            marks,
            ignored: &ignored,
            budget,
            is_over: false,
        };
        for check in Code::CHECKS {
            check(&mut run);
            if run.is_over {
                break;
            }
        }
        run.findings.finish()
    }
}

/// The state that the checks of a file share. They run in the order of the table of codes.
struct Run<'d, 'b> {
    /// The file as most crawlers read it.
    document: &'d Document<'b>,
    /// The file as each crawler reads it.
    readings: &'d Readings<'b>,
    options: &'d LintOptions,
    findings: Findings<'d, 'b>,
    marks: Marks,
    ignored: &'d Ignored,
    budget: &'d mut Budget,
    /// Set by a check after which no other should run: the file is not a robots.txt.
    is_over: bool,
}

impl Default for LintOptions {
    fn default() -> Self {
        Self::new()
    }
}
