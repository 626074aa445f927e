//! `robots fmt`: one spelling of keys, spaces and blank lines.

use std::borrow::Cow;

use clap::Args;
use robots_exclusion::syntax::{Directive, DirectiveKind, Line};
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::diff::{Change, ChangeKind, Diff};

use crate::config::Config;
use crate::dialects::Named;
use crate::failure::Failure;
use crate::rewrite::{Objection, Rewrite, Rewritten, RewrittenLine, join, lines_of, prove};
use crate::status::Status;

/// Writes the file in one spelling: keys as documented, one space after a colon and before a comment,
/// no spaces at the ends of lines, no byte order mark, one kind of line ends (the one of most lines),
/// also after the last line, one blank line before each group and none within it.
///
/// Groups and rules keep their order and patterns stay as written. Lines whose rewriting would
/// change the meaning in a kept dialect, such as blank lines in a group, stay. Nothing is written
/// unless the result is proved to mean the same.
///
/// "Proved" means for every URL that clients send: the characters of RFC 3986, those that browsers
/// leave raw besides (\ ^ ` { | }), and % with or without two hex digits after it.
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
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        self.rewrite.run(config, formatted)
    }
}

/// Something that can be made uniform.
type Step = fn(&mut Vec<RewrittenLine<'_>>);

/// Each with what to say if it would change the meaning.
const STEPS: [(Step, &str); 6] = [
    (line_ends, "line ends are left as they are"),
    // Before the next one, which skips a line that keeps its mark.
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
    let apply = |steps: &[Step]| {
        let mut lines = lines_of(body);
        steps.iter().for_each(|step| step(&mut lines));
        lines
    };
    let mut budget = Budget::default();
    let mut proved = |steps: &[Step]| prove(body, &join(&apply(steps)), dialects, difference, &mut budget);
    let mut taken: Vec<Step> = STEPS.map(|(step, _)| step).to_vec();
    let mut notes = Vec::new();
    let mut is_undecided = false;
    // Most files can be formatted in one go. If not, each step is tried on its own.
    if proved(&taken).is_err() {
        taken.clear();
        for (step, what) in STEPS {
            taken.push(step);
            let Err(found) = proved(&taken) else { continue };
            taken.pop();
            is_undecided |= found.is_undecided;
            let Objection { dialect, change, .. } = found;
            let meaning = format!("that would change the file's meaning in {dialect}");
            notes.push(match found.is_undecided {
                true => format!("{what}, because it was not decided whether {meaning}"),
                false => format!("{what}, because {meaning} ({change})"),
            });
        }
    }
    Rewritten {
        lines: apply(&taken),
        notes,
        is_undecided,
    }
}

/// The first difference, as none may remain.
fn difference(diff: &Diff) -> Option<(&Change, bool)> {
    let changes = diff.changes();
    // To see that lines differ takes no questions about URLs.
    let is_undecided = |change: &Change| change.kind() == ChangeKind::NotCompared;
    Some((changes.first()?, changes.iter().all(is_undecided)))
}

impl RewrittenLine<'_> {
    fn is_blank(&self) -> bool {
        self.new.as_ref().is_some_and(|line| line.trim_ascii().is_empty())
    }

    fn remove(&mut self, because: &'static str) {
        self.new = None;
        self.because = because.into();
    }

    /// The kind of the line in the standard's dialect.
    fn kind(&self) -> Option<DirectiveKind> {
        let line = self.new.as_ref()?;
        let robots = RobotsTxt::parse(line);
        robots.directives().next().map(|directive| directive.kind())
    }
}

/// The lines that are not removed.
fn kept<'l, 'b>(
    lines: &'l mut [RewrittenLine<'b>],
) -> impl DoubleEndedIterator<Item = &'l mut RewrittenLine<'b>> {
    lines.iter_mut().filter(|line| line.new.is_some())
}

/// All lines end as most of them do, and the last one does too.
fn line_ends(lines: &mut Vec<RewrittenLine<'_>>) {
    let end = usual_end(lines);
    for line in lines.iter_mut().filter(|line| line.end != end) {
        line.because = match line.end {
            b"" => "the last line ends like the others",
            _ => "one kind of line ends",
        }
        .into();
        line.end = end;
    }
}

/// The line end that most lines have; a line feed if none is in the majority.
fn usual_end(lines: &[RewrittenLine<'_>]) -> &'static [u8] {
    let count = |end: &[u8]| lines.iter().filter(|line| line.end == end).count();
    let ends: [&[u8]; 3] = [b"\r", b"\r\n", b"\n"];
    ends.into_iter().max_by_key(|end| count(end)).unwrap_or(b"\n")
}

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// No byte order mark before the first line.
fn byte_order_mark(lines: &mut Vec<RewrittenLine<'_>>) {
    let Some(first) = lines.first_mut() else { return };
    // If a second mark stayed, the next run would take it for the first.
    while let Some(rest) = first.new.as_ref().and_then(|text| text.strip_prefix(MARK)) {
        first.new = Some(rest.to_vec().into());
        first.because = "no byte order mark".into();
    }
}

/// One spelling of keys, and one space after a colon and before a comment.
fn spellings(lines: &mut Vec<RewrittenLine<'_>>) {
    for written in lines {
        let Some(old) = &written.new else { continue };
        // Some dialect reads the mark as part of the key.
        if written.number == 1 && old.starts_with(MARK) {
            continue;
        }
        let robots = RobotsTxt::parse(old);
        let Some(line) = robots.lines().next() else {
            continue;
        };
        let new = spelled(&line);
        if **old != *new {
            written.new = Some(new.into());
            written.because = "one spelling of keys and spaces".into();
        }
    }
}

fn spelled(line: &Line<'_>) -> Vec<u8> {
    let comment = line.comment().unwrap_or_default().trim_ascii_end();
    let directive = Directive::of(line, &Dialect::RFC_9309).filter(|_| !line.is_missing_colon());
    let parts = match directive {
        Some(directive) => {
            let key = directive.kind().key().map_or(directive.key(), str::as_bytes);
            vec![[key, b":"].concat(), directive.value().to_vec(), comment.to_vec()]
        }
        None => vec![line.text().to_vec(), comment.to_vec()],
    };
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(&b' ')
}

/// No blank lines at the start and at the end, and one in place of several.
fn blank_runs(lines: &mut Vec<RewrittenLine<'_>>) {
    let mut after_blank = true;
    for line in kept(lines) {
        let is_blank = line.is_blank();
        if is_blank && after_blank {
            line.remove("one blank line is enough");
        }
        after_blank = is_blank;
    }
    if let Some(last) = kept(lines).next_back().filter(|line| line.is_blank()) {
        last.remove("the file ends with its last line");
    }
}

/// No blank lines between the lines of a group; those before comments and User-agent lines stay.
fn blanks_within_groups(lines: &mut Vec<RewrittenLine<'_>>) {
    use DirectiveKind::{Allow, CrawlDelay, Disallow, UserAgent};
    let is_rule_or_delay = |kind| matches!(kind, Some(Allow | Disallow | CrawlDelay));
    let mut before: Option<DirectiveKind> = None;
    // The one right above the current line.
    let mut blank = None;
    for line in kept(lines) {
        if line.is_blank() {
            blank = Some(line);
            continue;
        }
        let kind = line.kind();
        let is_within = before == Some(UserAgent) || is_rule_or_delay(before);
        if let Some(blank) = blank.take()
            && is_within
            && is_rule_or_delay(kind)
        {
            blank.remove("no blank line within a group");
        }
        before = kind;
    }
}

/// A blank line before each group, and before the comments right above it.
fn blanks_between_groups(lines: &mut Vec<RewrittenLine<'_>>) {
    let end = usual_end(lines);
    let mut before: Option<DirectiveKind> = None;
    // Right below the last directive, unless there is a blank line since.
    let mut place: Option<usize> = None;
    let mut spaced: Vec<RewrittenLine<'_>> = Vec::with_capacity(lines.len());
    for line in lines.drain(..) {
        let kind = line.kind();
        if kind == Some(DirectiveKind::UserAgent)
            && before != kind
            && let Some(place) = place
        {
            let blank = RewrittenLine {
                number: spaced.get(place).map_or(line.number, |comment| comment.number),
                old: None,
                new: Some(Cow::default()),
                end,
                because: "a blank line before each group".into(),
            };
            // Only the comments right above the group move.
            spaced.insert(place, blank);
        }
        if line.is_blank() {
            place = None;
        }
        spaced.push(line);
        if kind.is_some() {
            before = kind;
            place = Some(spaced.len());
        }
    }
    *lines = spaced;
}
