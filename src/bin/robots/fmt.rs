//! `robots fmt`: one spelling of keys, spaces and blank lines.

use std::borrow::Cow;

use clap::Args;
use robots_exclusion::syntax::{Directive, DirectiveKind, Line};
use robots_exclusion::{Dialect, RobotsTxt};

use crate::dialects::Named;
use crate::failure::Failure;
use crate::rewrite::{Edit, Objection, Prover, Rewrite, Rewritten, Tolerance, text};
use crate::status::Status;

/// Writes the file in one spelling of keys, spaces and blank lines.
///
/// Groups and rules keep their order and patterns stay as written. Lines whose rewriting would
/// change the meaning in a kept dialect, such as blank lines in a group, stay. Nothing is written
/// unless the result is proved to mean the same.
///
/// "Proved" means for every valid URL (RFC 3986), including spellings such as /%61 if the dialect
/// decodes no escapes (google).
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots fmt robots.txt
  robots fmt robots.txt --write
  robots fmt robots.txt --check")]
pub(crate) struct Fmt {
    #[command(flatten)]
    rewrite: Rewrite,
}

impl Fmt {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        self.rewrite.run(Tolerance::Spelling, formatted)
    }
}

/// A line of the new file.
struct Written<'b> {
    /// Its number in the old file.
    line: u32,
    /// As it was; `None` for one that is inserted.
    old: Option<&'b [u8]>,
    /// As it is; `None` for one that is removed.
    new: Option<Cow<'b, [u8]>>,
    /// How many bytes at the start are a byte order mark. Only the first line can have one.
    mark: usize,
    because: &'static str,
}

/// Something that can be made uniform.
type Step = fn(&mut Vec<Written<'_>>);

/// Each with what to say if it would change the meaning.
const STEPS: [(Step, &str); 5] = [
    // First, because the next one skips a line that keeps its mark.
    (byte_order_mark, "the byte order mark is left as it is"),
    (spellings, "keys and spaces are left as they are"),
    (
        blank_runs,
        "several blank lines in a row, at the start or at the end are left as they are",
    ),
    (
        blanks_within_groups,
        "blank lines within groups are left as they are",
    ),
    (
        blanks_between_groups,
        "missing blank lines before groups are left as they are",
    ),
];

/// The file with all that can be made uniform without changing the meaning.
fn formatted<'b>(body: &'b [u8], dialects: &[Named]) -> Rewritten<'b> {
    let robots = RobotsTxt::parse(body);
    let read = || -> Vec<Written<'b>> {
        let lines = robots.lines().map(|line| {
            // A byte order mark comes before the first line here, but is part of it in some
            // dialects.
            let mark = if line.number() == 1 { line.span().start } else { 0 };
            let text = &body[(line.span().start - mark) as usize..line.span().end as usize];
            Written {
                line: line.number(),
                old: Some(text),
                new: Some(text.into()),
                mark: mark as usize,
                because: "",
            }
        });
        lines.collect()
    };
    let mut taken: Vec<Step> = vec![line_ends];
    let mut notes = Vec::new();
    let mut is_undecided = false;
    let apply = |steps: &[Step]| {
        let mut lines = read();
        steps.iter().for_each(|step| step(&mut lines));
        lines
    };
    // Most files can be formatted in one go. If not, each step is tried on its own.
    let all: Vec<Step> = taken.iter().copied().chain(STEPS.map(|(step, _)| step)).collect();
    let mut prover = Prover::new(body, dialects, Tolerance::Spelling);
    let mut proved = |steps: &[Step]| prover.prove(&join(&apply(steps)));
    let mut is_proved = proved(&all).is_ok();
    if is_proved {
        taken = all;
    } else {
        for (step, what) in STEPS {
            let steps = [&taken[..], &[step]].concat();
            match proved(&steps) {
                Ok(()) => (taken, is_proved) = (steps, true),
                Err(objection) if objection.is_undecided => {
                    notes.push(format!(
                        "{what}, because it was not decided whether that would change the file's meaning in {}",
                        objection.dialect
                    ));
                    is_undecided = true;
                }
                Err(Objection { dialect, change, .. }) => notes.push(format!(
                    "{what}, because that would change the file's meaning in {dialect} ({change})"
                )),
            }
        }
    }
    let lines = apply(&taken);
    let body = join(&lines);
    let changed = lines.into_iter().filter(|line| line.old != line.new.as_deref());
    let edits = changed.map(|line| Edit {
        line: line.line,
        old: line.old.map(text),
        new: line.new.as_deref().map(text),
        because: line.because.to_owned(),
    });
    Rewritten {
        body,
        edits: Box::new(edits),
        notes,
        is_undecided,
        is_proved,
    }
}

/// Lines end in a line feed, whatever else is done.
fn line_ends(_: &mut Vec<Written<'_>>) {}

fn join(lines: &[Written<'_>]) -> Vec<u8> {
    let mut body = Vec::new();
    for line in lines.iter().filter_map(|line| line.new.as_ref()) {
        body.extend_from_slice(line);
        body.push(b'\n');
    }
    body
}

impl Written<'_> {
    fn is_blank(&self) -> bool {
        self.new.as_ref().is_some_and(|line| line.trim_ascii().is_empty())
    }

    fn remove(&mut self, because: &'static str) {
        self.new = None;
        self.because = because;
    }

    /// The kind of the line in the standard's dialect.
    fn kind(&self) -> Option<DirectiveKind> {
        let line = self.new.as_ref()?;
        let robots = RobotsTxt::parse(line);
        robots.directives().next().map(|directive| directive.kind())
    }
}

/// No byte order mark before the first line.
fn byte_order_mark(lines: &mut Vec<Written<'_>>) {
    if let Some(first) = lines.first_mut()
        && let Some(text) = &mut first.new
        && first.mark > 0
    {
        text.to_mut().drain(..first.mark);
        first.mark = 0;
        first.because = "no byte order mark";
    }
}

/// One spelling of keys, and one space after a colon and before a comment.
fn spellings(lines: &mut Vec<Written<'_>>) {
    for written in lines {
        // Some dialect reads the mark as part of the key.
        if written.mark > 0 {
            continue;
        }
        let Some(old) = &written.new else { continue };
        let robots = RobotsTxt::parse(old);
        let Some(line) = robots.lines().next() else {
            continue;
        };
        let new = spelled(&line);
        if **old != *new {
            written.new = Some(new.into());
            written.because = "one spelling of keys and spaces";
        }
    }
}

fn spelled(line: &Line<'_>) -> Vec<u8> {
    let mut new = Vec::new();
    match Directive::of(line, &Dialect::RFC_9309) {
        Some(directive) if !line.is_missing_colon() => {
            let key = directive.kind().key().map_or(directive.key(), str::as_bytes);
            new.extend_from_slice(key);
            new.push(b':');
            if !directive.value().is_empty() {
                new.push(b' ');
                new.extend_from_slice(directive.value());
            }
        }
        _ => new.extend_from_slice(line.text()),
    }
    if let Some(comment) = line.comment() {
        if !new.is_empty() {
            new.push(b' ');
        }
        new.extend_from_slice(comment.trim_ascii_end());
    }
    new
}

/// No blank lines at the start and at the end, and one in place of several.
fn blank_runs(lines: &mut Vec<Written<'_>>) {
    let mut after_blank = true;
    for line in lines.iter_mut().filter(|line| line.new.is_some()) {
        let is_blank = line.is_blank();
        if is_blank && after_blank {
            line.remove("one blank line is enough");
        }
        after_blank = is_blank;
    }
    for line in lines.iter_mut().rev().filter(|line| line.new.is_some()) {
        if !line.is_blank() {
            break;
        }
        line.remove("the file ends with its last line");
    }
}

/// No blank lines between the lines of a group; those before comments and User-agent lines stay.
#[expect(
    clippy::ptr_arg,
    reason = "all steps have one type, and some of them insert lines"
)]
fn blanks_within_groups(lines: &mut Vec<Written<'_>>) {
    let mut before: Option<DirectiveKind> = None;
    for at in 0..lines.len() {
        if lines[at].new.is_none() {
            continue;
        }
        if !lines[at].is_blank() {
            before = lines[at].kind();
            continue;
        }
        let next = lines[at + 1..].iter().find(|line| line.new.is_some());
        let is_member = |kind| {
            matches!(
                kind,
                DirectiveKind::UserAgent
                    | DirectiveKind::Allow
                    | DirectiveKind::Disallow
                    | DirectiveKind::CrawlDelay
            )
        };
        let next = next.and_then(Written::kind);
        let joins = next.is_some_and(|kind| is_member(kind) && kind != DirectiveKind::UserAgent);
        if joins && before.is_some_and(is_member) {
            lines[at].remove("no blank line within a group");
        }
    }
}

/// A blank line before each group, and before the comments right above it.
fn blanks_between_groups(lines: &mut Vec<Written<'_>>) {
    let mut before: Option<DirectiveKind> = None;
    // Where the comments right above the current line begin.
    let mut comments = None;
    let mut places = Vec::new();
    let mut after_blank = true;
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.new.is_some()) {
        let kind = line.kind();
        match kind {
            Some(DirectiveKind::UserAgent) if before.is_some_and(|kind| kind != DirectiveKind::UserAgent) => {
                let begins = comments.unwrap_or((at, after_blank));
                if !begins.1 {
                    places.push(begins.0);
                }
            }
            _ => {}
        }
        if line.is_blank() {
            comments = None;
        } else if kind.is_none() {
            comments = comments.or(Some((at, after_blank)));
        } else {
            comments = None;
            before = kind;
        }
        after_blank = line.is_blank();
    }
    let mut places = places.into_iter().peekable();
    let mut spaced = Vec::with_capacity(lines.len());
    for (at, line) in lines.drain(..).enumerate() {
        if places.next_if_eq(&at).is_some() {
            spaced.push(Written {
                line: line.line,
                old: None,
                new: Some(Cow::default()),
                mark: 0,
                because: "a blank line before each group",
            });
        }
        spaced.push(line);
    }
    *lines = spaced;
}
