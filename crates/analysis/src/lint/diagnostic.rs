//! What is found: a [`Diagnostic`] and its parts.

use core::fmt;

use super::{Code, Severity};
use robots_exclusion::companions::Shown;
use robots_exclusion::syntax::Span;

/// One finding of [`LintOptions::lint`](super::LintOptions::lint): what is wrong, where, and what
/// to write instead. [`Code::explanation`] says why it matters.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::lint::{Code, LintOptions, Severity};
///
/// let body = b"User-agent: *\nDissallow: /x\n";
/// let found = LintOptions::new().lint(body);
/// let finding = &found[0];
/// assert_eq!((finding.code(), finding.severity()), (Code::MisspelledKey, Severity::Error));
/// assert_eq!((finding.line(), finding.column(), finding.end_column()), (2, 1, 10));
/// assert_eq!(&body[finding.span().range()], b"Dissallow");
/// assert_eq!(finding.help(), "write `Disallow: /x`");
/// let corrected = finding.correction().unwrap().apply(body);
/// assert_eq!(corrected, b"User-agent: *\nDisallow: /x\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    pub(super) code: Code,
    pub(super) severity: Severity,
    pub(super) span: Span,
    pub(super) start: Position,
    pub(super) end: Position,
    pub(super) message: String,
    pub(super) help: String,
    pub(super) related: Vec<Related>,
    pub(super) witness: Option<String>,
    pub(super) correction: Option<Correction>,
}

/// A line and a column, both counted from 1; the column in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Diagnostic {
    /// What the finding is about.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// How severe it is: the code's default, or what the options say.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Where it is: offsets in bytes from the start of the body.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line in which the span starts, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.start.line
    }

    /// The span's first byte in its line, counted in bytes from 1.
    #[must_use]
    pub fn column(&self) -> u32 {
        self.start.column
    }

    /// The line in which the span ends, counted from 1.
    #[must_use]
    pub fn end_line(&self) -> u32 {
        self.end.line
    }

    /// The column after the span's last byte, in [`end_line`](Self::end_line), counted in bytes
    /// from 1.
    #[must_use]
    pub fn end_column(&self) -> u32 {
        self.end.column
    }

    /// What is wrong, in one sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, with the corrected line where there is one.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Other places that are related to it.
    #[must_use]
    pub fn related(&self) -> &[Related] {
        &self.related
    }

    /// A URL that shows what the finding is about: for example one that a rule without effect
    /// matches, one about which two rules disagree, or a style sheet that is blocked.
    ///
    /// It is absolute, on `https://example.com`. `None` where no single URL shows it, or where none
    /// was looked for.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// let body = b"User-agent: *\nAllow: /a*/b\nDisallow: /a/b\n";
    /// let found = LintOptions::new().lint(body);
    /// assert_eq!(found[0].code(), Code::UnreachableRule);
    /// assert_eq!(found[0].witness(), Some("https://example.com/a/b"));
    /// ```
    #[must_use]
    pub fn witness(&self) -> Option<&str> {
        self.witness.as_deref()
    }

    /// The change that [`help`](Self::help) describes, if there is one right change. `None` also
    /// for a line that the dialect cuts short, since the part that it does not read might become a
    /// part of the corrected line.
    #[must_use]
    pub fn correction(&self) -> Option<&Correction> {
        self.correction.as_ref()
    }
}

impl fmt::Display for Diagnostic {
    /// In one line: `2:1: error[R010]: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.start;
        write!(
            f,
            "{line}:{column}: {}[{}]: {}",
            self.severity, self.code, self.message
        )
    }
}

/// Another place that is related to a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Related {
    pub(super) span: Span,
    pub(super) line: u32,
    pub(super) message: &'static str,
}

impl Related {
    /// Where it is: offsets in bytes from the start of the body.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line in which the span starts, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// What is there.
    #[must_use]
    pub fn message(&self) -> &'static str {
        self.message
    }
}

/// A change to the body: text that replaces a span. The span covers no more than what changes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Correction {
    pub(super) span: Span,
    pub(super) text: Vec<u8>,
    pub(super) changes_no_verdict: bool,
}

impl fmt::Debug for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Correction")
            .field("span", &self.span)
            .field("text", &Shown(&self.text))
            .field("changes_no_verdict", &self.changes_no_verdict)
            .finish()
    }
}

impl Correction {
    /// What is replaced: offsets in bytes from the start of the body.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// The replacement; empty if the span is removed.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether the change is proved to change no verdict, for the crawlers that the file names,
    /// those that follow `*`, and all well-known ones, on any URL, in the dialect of the options
    /// and in those that are [kept](super::LintOptions::keep).
    ///
    /// That holds for the change alone, and for all changes together that say so in the answer of
    /// one call of [`LintOptions::lint`](super::LintOptions::lint); no two of those overlap.
    /// [`decide`](crate::decide#what-proved-means) says which URLs there are.
    #[must_use]
    pub fn changes_no_verdict(&self) -> bool {
        self.changes_no_verdict
    }

    /// The body with this one change made.
    ///
    /// If the body is shorter than the one that was linted, the missing part of the span is not
    /// replaced: the text is inserted where the span begins, or at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::LintOptions;
    ///
    /// let found = LintOptions::new().lint(b"User-agent: *\nDissallow: /x\n");
    /// let correction = found[0].correction().unwrap();
    /// assert_eq!(correction.apply(b"User-agent: *\nDissallow: /y"), b"User-agent: *\nDisallow: /y");
    /// assert_eq!(correction.apply(b"User-agent: *"), b"User-agent: *");
    /// ```
    #[must_use]
    pub fn apply(&self, body: &[u8]) -> Vec<u8> {
        let before = body.get(..self.span.start as usize).unwrap_or(body);
        let after = body.get(self.span.end as usize..).unwrap_or_default();
        [before, &self.text, after].concat()
    }
}
