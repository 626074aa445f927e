//! Rewriting robots.txt files without changing what they mean: what `minimize` and `fmt` share.

use std::borrow::Cow;

use clap::Args;
use robots_exclusion::decide::Budget;
use robots_exclusion::diff::{Change, ChangeKind, DiffOptions, Effect};
use robots_exclusion::syntax::{BodyFormat, DirectiveKind};
use robots_exclusion::{Dialect, RobotsTxt};
use serde::{Serialize, Serializer};

use crate::dialects::{self, Named};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::Input;
use crate::lines::is_line_end;
use crate::options;
use crate::output::{self, report_lines, warn};
use crate::replace::replace;
use crate::report::format::{Choice, JSON_LINES, among};
use crate::report::{Format, Sink};
use crate::shown::printable;
use crate::status::Status;

/// What is rewritten, and where the result goes.
#[derive(Args)]
pub(crate) struct Rewrite {
    /// The robots.txt: a path, - for standard input, or a URL, which means the robots.txt of its
    /// site
    #[arg(value_name = "FILE")]
    file: Input,

    /// Keep the verdicts of this dialect only; may be repeated [default: rfc9309, lenient, and
    /// those that today's search engines document]
    #[arg(short, long = "dialect", value_parser = options::dialects())]
    dialects: Vec<Dialect>,

    /// Keep the verdicts of the historic dialects too
    #[arg(long, conflicts_with = "dialects")]
    all_dialects: bool,

    /// Write the result to FILE instead of standard output
    #[arg(short, long)]
    write: bool,

    /// Print what would change and why, and write nothing
    #[arg(long, conflicts_with = "write")]
    dry_run: bool,

    /// Write nothing, and end with status 1 if anything would change
    #[arg(long, conflicts_with_all = ["write", "dry_run"])]
    check: bool,

    /// With --dry-run or --check: how to print what would change
    #[arg(short, long, value_name = "FORMAT", value_parser = among(FORMATS), default_value = "human")]
    format: Format,

    #[command(flatten)]
    web: Web,
}

const FORMATS: &[Choice] = &[
    Format::Human.help("A line each, and a summary; the default"),
    JSON_LINES,
];

/// A line of a file that is rewritten, and why it changes.
#[derive(Serialize)]
pub(crate) struct RewrittenLine<'b> {
    /// In the old file, counted from 1; that of the next line if this one is inserted.
    #[serde(rename = "line")]
    pub(crate) number: u32,
    /// As it was, with its line end; `None` if it is inserted.
    #[serde(serialize_with = "serialize_text")]
    pub(crate) old: Option<&'b [u8]>,
    /// As it is, with its line end; `None` if it is removed.
    #[serde(serialize_with = "serialize_text")]
    pub(crate) new: Option<Cow<'b, [u8]>>,
    /// In words; empty if at most its line end changes.
    pub(crate) because: Cow<'static, str>,
}

/// A line as text, without its line end.
fn text(line: &[u8]) -> Cow<'_, str> {
    let end = line.iter().position(is_line_end).unwrap_or(line.len());
    String::from_utf8_lossy(&line[..end])
}

fn serialize_text<S: Serializer>(line: &Option<impl AsRef<[u8]>>, serializer: S) -> Result<S::Ok, S::Error> {
    line.as_ref()
        .map(|line| text(line.as_ref()))
        .serialize(serializer)
}

/// The lines of a file as they are. A byte order mark is part of the first, as in some dialects.
pub(crate) fn lines_of(body: &[u8]) -> Vec<RewrittenLine<'_>> {
    let robots = RobotsTxt::parse(body);
    let lines = robots.lines().map(|line| {
        let start = if line.number() == 1 { 0 } else { line.span().start };
        let text = &body[start as usize..line.full_span().end as usize];
        RewrittenLine {
            number: line.number(),
            old: Some(text),
            new: Some(text.into()),
            because: Cow::default(),
        }
    });
    lines.collect()
}

/// The new file.
pub(crate) fn join(lines: &[RewrittenLine<'_>]) -> Vec<u8> {
    let kept: Vec<&[u8]> = lines.iter().filter_map(|line| line.new.as_deref()).collect();
    kept.concat()
}

/// A rewritten file, which is [proved](prove) to mean the same.
pub(crate) struct Rewritten<'b> {
    pub(crate) lines: Vec<RewrittenLine<'b>>,
    /// What was left as it is although it could be better, and why.
    pub(crate) notes: Vec<String>,
    /// Whether more might be changed, but that was not decided.
    pub(crate) is_undecided: bool,
}

/// How much a rewritten file may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tolerance {
    /// The same groups, rules and lines; only their spelling differs.
    Spelling,
    /// The same verdicts, and the same lines other than rules.
    Verdicts,
}

/// Why a rewritten file is not as good as the old one.
pub(crate) struct Objection {
    pub(crate) dialect: &'static str,
    /// What it would change, as a sentence without its period.
    pub(crate) change: String,
    /// Whether the file may mean the same nevertheless.
    pub(crate) is_undecided: bool,
}

/// Whether a rewritten file is proved to mean the same as the old one in all dialects, for all
/// crawlers.
///
/// # Errors
///
/// With a change that it makes, or that could not be decided.
pub(crate) fn prove(
    old: &[u8],
    new: &[u8],
    dialects: &[Named],
    tolerance: Tolerance,
    budget: &mut Budget,
) -> Result<(), Objection> {
    if old == new {
        return Ok(());
    }
    for (dialect, kept) in dialects {
        let options = RobotsTxt::options().dialect(*kept);
        let (old, new) = (options.parse(old), options.parse(new));
        // Most results differ in spelling alone. To see that takes no questions about URLs.
        if old.reads_like(&new) {
            continue;
        }
        let diff = DiffOptions::new().compare_within(&old, &new, budget);
        let changes = diff.changes();
        let (change, is_undecided) = match tolerance {
            // To see that lines differ takes no questions about URLs.
            Tolerance::Spelling => (
                changes.first(),
                changes
                    .iter()
                    .all(|change| change.kind() == ChangeKind::NotCompared),
            ),
            Tolerance::Verdicts => (
                changes
                    .iter()
                    .find(|change| !is_about_rules(change))
                    .or_else(|| changes.first().filter(|_| !diff.is_without_effect())),
                diff.is_undecided(),
            ),
        };
        if let Some(change) = change {
            return Err(Objection {
                dialect,
                change: consequence(change),
                is_undecided,
            });
        }
    }
    Ok(())
}

fn is_about_rules(change: &Change) -> bool {
    match change.kind() {
        ChangeKind::RuleAdded | ChangeKind::RuleRemoved | ChangeKind::RulesReordered => true,
        // To a dialect without Allow, or without misspelled keys, what others read as a rule is
        // just another line.
        ChangeKind::LineAdded | ChangeKind::LineRemoved => is_rule_anywhere(change.text()),
        _ => false,
    }
}

/// What a rewrite that was refused would change.
fn consequence(change: &Change) -> String {
    let agents = match change.agents() {
        [] => "crawlers",
        [one] => one,
        [one, other] => &format!("{one} and {other}"),
        [one, rest @ ..] => &format!("{one} and {} others", rest.len()),
    };
    let what = match (change.effect(), change.kind()) {
        (Effect::Opens, _) => format!("let {agents} crawl more"),
        (Effect::Closes, _) => format!("let {agents} crawl less"),
        (Effect::Both, _) => format!("let {agents} crawl less here and more there"),
        (Effect::OpensSite, _) => format!("open the whole site to {agents}"),
        (Effect::ClosesSite, _) => format!("block {agents} from the whole site"),
        (_, ChangeKind::GroupAdded) => "add a group".to_owned(),
        (_, ChangeKind::GroupRemoved) => "remove a group".to_owned(),
        (_, ChangeKind::RuleAdded | ChangeKind::LineAdded | ChangeKind::SitemapAdded) => {
            format!("add `{}`", change.text())
        }
        (_, ChangeKind::RuleRemoved | ChangeKind::LineRemoved | ChangeKind::SitemapRemoved) => {
            format!("remove `{}`", change.text())
        }
        (_, ChangeKind::RulesReordered) => "put rules in another order".to_owned(),
        _ => return change.to_string(),
    };
    format!("it would {what}")
}

/// Whether some dialect reads a line as a rule.
fn is_rule_anywhere(line: &str) -> bool {
    let robots = RobotsTxt::options()
        .dialect(Dialect::LENIENT)
        .parse(line.as_bytes());
    robots
        .directives()
        .all(|directive| matches!(directive.kind(), DirectiveKind::Allow | DirectiveKind::Disallow))
}

impl Rewrite {
    /// Reads the file, rewrites it, and puts it where it belongs.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub(crate) fn run(
        self,
        rewrite: impl for<'b> FnOnce(&'b [u8], &[Named]) -> Rewritten<'b>,
    ) -> Result<Status, Failure> {
        if self.write && !matches!(self.file, Input::Path(_)) {
            return Err(Failure::Usage(
                "--write needs a FILE that is a path; leave it out to write to standard output".to_owned(),
            ));
        }
        let file = self
            .file
            .existing_robots(Dialect::default(), &self.web.client())?;
        let left_alone = match RobotsTxt::parse(&file.body).format() {
            BodyFormat::Text => None,
            BodyFormat::Html => Some("an HTML page, so it is left alone; serve a plain text file instead"),
            _ => Some("UTF-16, so it is left alone; convert it to UTF-8 first"),
        };
        if let Some(what) = left_alone {
            return Err(Failure::malformed(file.name, format!("it looks like {what}")));
        }
        let dialects = dialects::kept(&self.dialects, self.all_dialects);
        let rewritten = rewrite(&file.body, &dialects);
        for note in &rewritten.notes {
            warn(note);
        }
        let body = join(&rewritten.lines);
        let is_changed = body != file.body;
        let is_undecided = rewritten.is_undecided;
        if self.check || self.dry_run {
            print(
                self.format,
                &file.name,
                &rewritten.lines,
                is_undecided && !is_changed,
            )?;
        } else if !self.write {
            output::write_alone(&body)?;
        } else if let Input::Path(path) = &self.file
            && is_changed
        {
            replace(path, &file.body, &body)?;
        }
        Ok(Status::of_findings(is_undecided || self.check && is_changed))
    }
}

fn print(format: Format, name: &str, lines: &[RewrittenLine<'_>], is_undecided: bool) -> Result<(), Failure> {
    let mut sink = Sink::new(format, "robots");
    let mut printed = 0;
    for line in lines.iter().filter(|line| !line.because.is_empty()) {
        printed += 1;
        if let Some(rows) = sink.rows() {
            rows.write(line)?;
        }
        if let Some(output) = sink.text() {
            let what = match (line.old.map(text), line.new.as_deref().map(text)) {
                (Some(old), Some(new)) => format!("`{old}` becomes `{new}`"),
                (Some(old), None) if old.is_empty() => "a blank line is removed".to_owned(),
                (Some(old), None) => format!("`{old}` is removed"),
                (None, _) => "a blank line is inserted".to_owned(),
            };
            let line = format!("{name}:{}: {what}: {}", line.number, line.because);
            output.print(&(report_lines(&line, 0) + "\n"))?;
        }
    }
    if let Some(output) = sink.text() {
        let what = match printed {
            0 if is_undecided => "undecided whether anything can be changed".to_owned(),
            0 => "nothing to change".to_owned(),
            1 => "1 line would change".to_owned(),
            lines => format!("{lines} lines would change"),
        };
        output.print(&format!("{}: {what}\n", printable(name)))?;
    }
    sink.finish()
}
