//! One finding: a [`Diagnostic`] and its parts.

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
/// // To read the line as a Disallow changes verdicts, so that this is a suggestion.
/// assert!(finding.correction().is_none());
/// let suggested = finding.suggestions()[0].apply(body);
/// assert_eq!(suggested, b"User-agent: *\nDisallow: /x\n");
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
    /// While the file is checked: a change that becomes a correction if it is proved to change no
    /// verdict.
    pub(super) correction: Option<Edit>,
    pub(super) suggestions: Vec<Edit>,
    /// Whether a check has proved, in the dialect of the file, that the offered change changes no
    /// verdict, alone and with all other proved ones.
    pub(super) is_proved: bool,
    /// Whether a suggestion would close the whole site for a search engine that may crawl it today.
    pub(super) closes_site: bool,
}

/// A line and a column, both counted from 1; the column in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Diagnostic {
    /// The kind of the finding.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The severity: the code's default, or the one that the options set.
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

    /// What to do about it, with the corrected line if there is one.
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

    /// The change that a careful expert makes without asking, if there is one: it removes no sign
    /// of the author's intention, and is proved to change no verdict. The proof is for the crawlers
    /// that the file names, the crawlers that follow `*`, and all well-known ones, on any URL, in
    /// the dialect of the options and in the dialects that are [kept](super::LintOptions::keep).
    ///
    /// This holds for the change alone, and for all corrections together that one call of
    /// [`LintOptions::lint`](super::LintOptions::lint) returns; no two of those overlap.
    /// [`decide`](crate::decide#what-proved-means) says which URLs there are.
    #[must_use]
    pub fn correction(&self) -> Option<&Edit> {
        self.correction.as_ref()
    }

    /// The changes among which a person may choose: alternatives, of which at most one should be
    /// made. Empty if there is a [correction](Self::correction), or if only the help can say what
    /// to do. Also empty for a line that the dialect cuts short, since the part that it does not
    /// read might become a part of the changed line.
    #[must_use]
    pub fn suggestions(&self) -> &[Edit] {
        &self.suggestions
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
pub struct Edit {
    pub(super) span: Span,
    pub(super) text: Vec<u8>,
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edit")
            .field("span", &self.span)
            .field("text", &Shown(&self.text))
            .finish()
    }
}

impl Edit {
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

    /// The text of the changed lines, without their ends, if the change is made in the body that
    /// was linted. Empty if the lines are removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::LintOptions;
    ///
    /// let body = b"User-agent: *\nDisallow: /x, /y # both\n";
    /// let found = LintOptions::new().lint(body);
    /// assert_eq!(found[0].suggestions()[0].lines(body), ["Disallow: /x", "Disallow: /y # both"]);
    /// ```
    #[must_use]
    pub fn lines(&self, body: &(impl AsRef<[u8]> + ?Sized)) -> Vec<String> {
        let body = body.as_ref();
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let start = (self.span.start as usize).min(body.len());
        let end = (self.span.end as usize).min(body.len());
        let from = body[..start].iter().rposition(is_end).map_or(0, |at| at + 1);
        // A change that ends where a line does leaves the next line alone.
        let is_whole = self.text.last().map_or(start == from, is_end) && end > 0 && is_end(&body[end - 1]);
        let to = match is_whole {
            true => end,
            false => body[end..]
                .iter()
                .position(is_end)
                .map_or(body.len(), |at| end + at),
        };
        let text = [&body[from..start], &self.text, &body[end..to]].concat();
        let text = String::from_utf8_lossy(&text)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        text.lines().map(String::from).collect()
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
    /// let suggestion = &found[0].suggestions()[0];
    /// assert_eq!(suggestion.apply(b"User-agent: *\nDissallow: /y"), b"User-agent: *\nDisallow: /y");
    /// assert_eq!(suggestion.apply(b"User-agent: *"), b"User-agent: *");
    /// ```
    #[must_use]
    pub fn apply(&self, body: &(impl AsRef<[u8]> + ?Sized)) -> Vec<u8> {
        let body = body.as_ref();
        let before = body.get(..self.span.start as usize).unwrap_or(body);
        let after = body.get(self.span.end as usize..).unwrap_or_default();
        [before, &self.text, after].concat()
    }
}
