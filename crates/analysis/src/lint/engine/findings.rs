//! Where findings are collected.

use crate::lint::diagnostic::{Diagnostic, Edit, Related};
use crate::lint::engine::document::{Document, shown_line};
use crate::lint::engine::ignore::Ignored;
use crate::lint::{Code, LintOptions, Remedy, Severity};
use robots_exclusion::companions::sort_by_key;
use robots_exclusion::syntax::Span;

/// Collects findings, except those that the options disable or the file's comments ignore.
pub(in crate::lint) struct Findings<'d, 'b> {
    document: &'d Document<'b>,
    options: &'d LintOptions,
    ignored: &'d Ignored,
    found: Vec<Diagnostic>,
    /// The places of findings that are not reported because their code is disabled.
    disabled: Vec<(Code, Span)>,
}

/// A finding while it is being made.
pub(in crate::lint) struct Finding<'f, 'd, 'b> {
    document: &'d Document<'b>,
    /// The last finding in the list.
    diagnostic: &'f mut Diagnostic,
    /// Whether the options set the severity of its code.
    has_asked_severity: bool,
    /// Whether the offered change removes no sign of the author's intention, so that it becomes a
    /// correction if it changes no verdict.
    is_unasked: bool,
}

impl<'d, 'b> Findings<'d, 'b> {
    pub(in crate::lint) fn new(
        document: &'d Document<'b>,
        options: &'d LintOptions,
        ignored: &'d Ignored,
    ) -> Self {
        Self {
            document,
            options,
            ignored,
            found: Vec::new(),
            disabled: Vec::new(),
        }
    }

    /// Whether findings of this code are wanted at all.
    pub(in crate::lint) fn wants(&self, code: Code) -> bool {
        self.options.severity_of(code).is_some()
    }

    /// Whether a finding of this code at this place would be reported.
    pub(in crate::lint) fn will_report(&self, code: Code, span: Span) -> bool {
        self.wants(code)
            && !self
                .ignored
                .contains(code, self.document.position(span.start).line)
    }

    /// Reports a finding. Returns whether it was reported (false if disabled or ignored). The
    /// message and the details come from closures, because making them takes time: they are only
    /// called if the finding is reported.
    pub(in crate::lint) fn report(
        &mut self,
        code: Code,
        span: Span,
        message: impl FnOnce() -> String,
        details: impl FnOnce(Finding<'_, 'd, 'b>),
    ) -> bool {
        let document = self.document;
        let has_asked_severity = self.options.asked[code as usize];
        let Some(diagnostic) = self.begin(code, span) else {
            return false;
        };
        diagnostic.message = message();
        details(Finding {
            document,
            diagnostic,
            has_asked_severity,
            is_unasked: false,
        });
        debug_assert!(self.found.last().is_some_and(|found| !found.help.is_empty()));
        true
    }

    /// Adds a finding without message and help, if it is to be reported.
    // Not a part of the function above: that function is generic, and is compiled again for each of
    // the some eighty places that call it.
    #[inline(never)]
    fn begin(&mut self, code: Code, span: Span) -> Option<&mut Diagnostic> {
        let Some(severity) = self.options.severity_of(code) else {
            self.disabled.push((code, span));
            return None;
        };
        let start = self.document.position(span.start);
        if self.ignored.contains(code, start.line) {
            return None;
        }
        // A span that reaches the end of a line stops before the line end, so that the end position
        // is on the same line.
        let end = self.document.position(span.end);
        self.found.push(Diagnostic {
            code,
            severity,
            span,
            start,
            end,
            message: String::new(),
            help: String::new(),
            related: Vec::new(),
            witness: None,
            correction: None,
            suggestions: Vec::new(),
            is_proved: false,
            closes_site: false,
        });
        self.found.last_mut()
    }

    /// Codes and places of the findings so far, including those whose code is disabled, but not
    /// those that comments in the file ignore.
    pub(in crate::lint) fn places(&self) -> impl Iterator<Item = (Code, Span)> + '_ {
        let reported = self.found.iter().map(|found| (found.code, found.span));
        reported.chain(self.disabled.iter().copied())
    }

    /// How many findings there are so far.
    pub(in crate::lint) fn count(&self) -> usize {
        self.found.len()
    }

    /// Takes back the findings of a code from the one of this number on: another finding says the same.
    pub(in crate::lint) fn take_back(&mut self, code: Code, from: usize) {
        let from = from.min(self.found.len());
        let after = self.found.split_off(from);
        self.found
            .extend(after.into_iter().filter(|found| found.code != code));
    }

    /// The document in which they are found.
    pub(in crate::lint) fn document(&self) -> &'d Document<'b> {
        self.document
    }

    /// The changes that the findings so far offer for a line, by its index.
    pub(in crate::lint) fn changes_at(&self, line: usize) -> impl Iterator<Item = &Edit> {
        let own = self
            .found
            .iter()
            .filter(move |found| found.line() as usize == line + 1);
        own.flat_map(|found| found.correction.iter().chain(&found.suggestions))
    }

    /// The findings in the order of their places.
    pub(in crate::lint) fn finish(mut self) -> Vec<Diagnostic> {
        let least = self.options.least;
        let is_lowered = |found: &Diagnostic| Some(found.severity) < self.options.severity_of(found.code);
        self.found
            .retain(|found| !is_lowered(found) || least.is_none_or(|least| found.severity >= least));
        sort_by_key(&mut self.found, |found| {
            (found.span.start, found.code, found.span.end)
        });
        self.found
    }
}

impl Finding<'_, '_, '_> {
    /// Points at another line.
    pub(in crate::lint) fn related(self, span: Span, message: &'static str) -> Self {
        self.diagnostic.related.push(Related {
            span,
            line: self.document.position(span.start).line,
            message,
        });
        self
    }

    /// Gives a URL that shows what the finding is about.
    pub(in crate::lint) fn witness(self, witness: Option<String>) -> Self {
        self.diagnostic.witness = witness;
        self
    }

    /// Sets the severity of the finding in this file, unless the options set the severity of its
    /// code.
    pub(in crate::lint) fn weighing(self, severity: Severity) -> Self {
        if !self.has_asked_severity {
            self.diagnostic.severity = severity;
        }
        self
    }

    /// Marks the offered change as one that removes no sign of the author's intention, so that it
    /// is made without asking if it is proved to change no verdict.
    pub(in crate::lint) fn unasked(mut self) -> Self {
        self.is_unasked = true;
        self
    }

    /// Marks the offered change as proved to change no verdict in the dialect of the file, alone
    /// and with all other proved ones.
    pub(in crate::lint) fn proved(self) -> Self {
        self.diagnostic.is_proved = true;
        self
    }

    /// Sets the help, if no change can be offered, or if the right change depends on the author's
    /// intention.
    pub(in crate::lint) fn help(self, help: impl Into<String>) {
        self.diagnostic.help = help.into();
    }

    /// Says what to do, and offers a text that replaces `span`.
    ///
    /// Nothing is replaced in a line that the dialect cuts short: what follows the cut might become
    /// part of it. The line may be removed as a whole.
    pub(in crate::lint) fn offer(self, help: impl Into<String>, span: Span, text: Vec<u8>) {
        self.offer_any(help, [(span, text)]);
    }

    /// Says what to do, and offers alternatives: texts that each replace a span.
    pub(in crate::lint) fn offer_any(
        mut self,
        help: impl Into<String>,
        alternatives: impl IntoIterator<Item = (Span, Vec<u8>)>,
    ) {
        self.diagnostic.help = help.into();
        for (span, text) in alternatives {
            self.add(span, text);
        }
    }

    fn add(&mut self, span: Span, text: Vec<u8>) {
        let document = self.document;
        let before = document.lines_until(span.start);
        let is_cut = before.checked_sub(1).is_some_and(|at| {
            let line = document.entry(at).line;
            let is_removed = text.is_empty() && span.start <= line.span().start;
            line.is_cut() && !is_removed
        });
        if !is_cut {
            let remedy = match self.is_unasked {
                true => Remedy::Correction,
                false => Remedy::Suggestion,
            };
            debug_assert!(
                remedy <= self.diagnostic.code.remedy(),
                "the table says that {} offers less",
                self.diagnostic.code
            );
            let (span, text) = smallest(document.body, span, text);
            let edit = Edit { span, text };
            match self.is_unasked {
                true => self.diagnostic.correction = Some(edit),
                false => self.diagnostic.suggestions.push(edit),
            }
        }
    }

    /// Offers the line, or the lines, that replace the line `index`.
    pub(in crate::lint) fn write(self, index: usize, text: Vec<u8>) {
        let span = self.document.entry(index).line.span();
        let lines: Vec<String> = text
            .split(|byte| matches!(byte, b'\n' | b'\r'))
            .filter(|line| !line.is_empty())
            .map(|line| format!("`{}`", shown_line(line.trim_ascii())))
            .collect();
        let help = match &lines[..] {
            [one] => format!("write {one}"),
            lines => format!("write {} lines: {}", lines.len(), lines.join(", ")),
        };
        self.offer(help, span, text);
    }

    /// Offers a text that replaces a part of the line `index`. Only the first `MAX` bytes of the
    /// corrected line are copied for the help text, since a long line may have thousands of
    /// findings. The help text shows fewer.
    pub(in crate::lint) fn rewrite(self, index: usize, part: &[u8], text: Vec<u8>) {
        let help = format!("write `{}`", self.rewritten(index, part, &text));
        let span = self.document.span_of(part);
        self.offer(help, span, text);
    }

    /// Like [`rewrite`](Self::rewrite), with words that say when it is right.
    pub(in crate::lint) fn rewrite_if(self, index: usize, part: &[u8], text: Vec<u8>, when: &str) {
        let help = format!("write `{}` {when}", self.rewritten(index, part, &text));
        let span = self.document.span_of(part);
        self.offer(help, span, text);
    }

    /// Offers two alternatives for a part of the line `index`, each with words that say when it is
    /// right.
    pub(in crate::lint) fn rewrite_either(
        self,
        index: usize,
        part: &[u8],
        one: (Vec<u8>, &str),
        other: (Vec<u8>, &str),
    ) {
        let help = format!(
            "write `{}` {}, or `{}` {}",
            self.rewritten(index, part, &one.0),
            one.1,
            self.rewritten(index, part, &other.0),
            other.1
        );
        let span = self.document.span_of(part);
        self.offer_any(help, [(span, one.0), (span, other.0)]);
    }

    /// The line `index` with another text for a part of it, as help shows it: without its comment, which stays.
    fn rewritten(&self, index: usize, part: &[u8], text: &[u8]) -> String {
        const MAX: usize = 4_096;
        let document = self.document;
        let (line, span) = (document.entry(index).line.span(), document.span_of(part));
        let before = &document.body[line.start as usize..span.start as usize];
        let comment = document.entry(index).line.comment();
        let end = comment.map_or(line.end, |comment| document.span_of(comment).start.max(span.end));
        let after = &document.body[span.end as usize..end as usize];
        let shown: Vec<u8> = before
            .iter()
            .chain(text)
            .chain(after)
            .take(MAX)
            .copied()
            .collect();
        shown_line(shown.trim_ascii()).to_string()
    }

    /// Offers to remove the line `index`.
    pub(in crate::lint) fn remove(self, index: usize) {
        self.remove_because("remove the line", index);
    }

    /// Offers to remove the line `index` except for its comment, with a help that says why.
    pub(in crate::lint) fn remove_because(self, help: impl Into<String>, index: usize) {
        let mut span = self.document.lines_span(index, index, true);
        if let Some(comment) = self.document.entry(index).line.comment() {
            span.end = self.document.span_of(comment).start;
        }
        self.offer(help, span, Vec::new());
    }
}

/// A correction without the unchanged text at both ends, so that two corrections of one line can
/// both be made.
fn smallest(body: &[u8], span: Span, text: Vec<u8>) -> (Span, Vec<u8>) {
    let old = &body[span.range()];
    // Not within a UTF-8 character.
    let is_boundary = |bytes: &[u8], at: usize| bytes.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(a, b)| a == b).count();
    let mut head = same(&mut old.iter().zip(&text));
    while head > 0 && (!is_boundary(old, head) || !is_boundary(&text, head)) {
        head -= 1;
    }
    let mut tail = same(&mut old[head..].iter().rev().zip(text[head..].iter().rev()));
    // The text that is equal at the ends is the same in both, so it is enough to look for character
    // boundaries in one.
    while !is_boundary(old, old.len() - tail) {
        tail -= 1;
    }
    let span = Span {
        start: span.start + head as u32,
        end: span.end - tail as u32,
    };
    (span, text[head..text.len() - tail].to_vec())
}
