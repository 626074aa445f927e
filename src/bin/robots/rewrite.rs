//! Rewriting robots.txt files without changing what they mean: what `minimize` and `fmt` share.

use clap::Args;
use robots_exclusion::decide::Budget;
use robots_exclusion::diff::{Change, ChangeKind, DiffOptions, Effect};
use robots_exclusion::syntax::{BodyFormat, DirectiveKind};
use robots_exclusion::{Dialect, RobotsTxt};
use serde::Serialize;

use crate::dialects::{self, Named};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::Input;
use crate::options;
use crate::output::{Output, fill, warn, width};
use crate::replace::replace;
use crate::report::format::{Choice, JSON_LINES, among, for_people};
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

const FORMATS: &[Choice] = &[for_people("A line each, and a summary; the default"), JSON_LINES];

/// A line that changes, and why.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Edit {
    /// In the old file, counted from 1.
    pub(crate) line: u32,
    /// As it was; `None` if the line is inserted before this one.
    pub(crate) old: Option<String>,
    /// As it is; `None` if the line is removed.
    pub(crate) new: Option<String>,
    /// In words.
    pub(crate) because: String,
}

/// A rewritten file.
pub(crate) struct Rewritten<'b> {
    pub(crate) body: Vec<u8>,
    /// Made when they are asked for, since there may be as many as the file has lines.
    pub(crate) edits: Box<dyn Iterator<Item = Edit> + 'b>,
    /// What was left as it is although it could be better, and why.
    pub(crate) notes: Vec<String>,
    /// Whether more might be changed, but that was not decided.
    pub(crate) is_undecided: bool,
    /// Whether it is [proved](Prover) already that it means the same.
    pub(crate) is_proved: bool,
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

/// Proves that rewritten files mean the same as an old one.
pub(crate) struct Prover<'b> {
    old: &'b [u8],
    dialects: &'b [Named],
    tolerance: Tolerance,
    /// For all files and dialects together.
    budget: Budget,
}

impl<'b> Prover<'b> {
    pub(crate) fn new(old: &'b [u8], dialects: &'b [Named], tolerance: Tolerance) -> Self {
        Self {
            old,
            dialects,
            tolerance,
            budget: Budget::default(),
        }
    }

    /// Whether a rewritten file is proved to mean the same in all dialects, for all crawlers.
    ///
    /// # Errors
    ///
    /// With a change that it makes, or that could not be decided.
    pub(crate) fn prove(&mut self, new: &[u8]) -> Result<(), Objection> {
        if self.old == new {
            return Ok(());
        }
        for (name, dialect) in self.dialects {
            let options = RobotsTxt::options().dialect(*dialect);
            let (old, new) = (options.parse(self.old), options.parse(new));
            // Most results differ in spelling alone. To see that takes no questions about URLs.
            if old.reads_like(&new) {
                continue;
            }
            if let Some(objection) = objection(name, &old, &new, self.tolerance, &mut self.budget) {
                return Err(objection);
            }
        }
        Ok(())
    }
}

/// Why a rewritten file is not as good as the old one in one dialect.
fn objection(
    dialect: &'static str,
    old: &RobotsTxt<'_>,
    new: &RobotsTxt<'_>,
    tolerance: Tolerance,
    budget: &mut Budget,
) -> Option<Objection> {
    let diff = DiffOptions::new().compare_within(old, new, budget);
    let is_rule = |change: &Change| match change.kind() {
        ChangeKind::RuleAdded | ChangeKind::RuleRemoved | ChangeKind::RulesReordered => true,
        // To a dialect without Allow, or without misspelled keys, what others read as a rule is
        // just another line.
        ChangeKind::LineAdded | ChangeKind::LineRemoved => is_rule_anywhere(change.text()),
        _ => false,
    };
    let mut changes = diff.changes().iter();
    let change = match tolerance {
        Tolerance::Spelling => changes.next(),
        Tolerance::Verdicts => changes
            .find(|change| !is_rule(change))
            .or_else(|| diff.changes().first().filter(|_| !diff.is_without_effect())),
    }?;
    let is_compared = |change: &Change| change.kind() != ChangeKind::NotCompared;
    Some(Objection {
        dialect,
        change: consequence(change),
        is_undecided: match tolerance {
            // To see that lines differ takes no questions about URLs.
            Tolerance::Spelling => !diff.changes().iter().any(is_compared),
            Tolerance::Verdicts => diff.is_undecided(),
        },
    })
}

/// What a rewrite that was refused would change.
fn consequence(change: &Change) -> String {
    let agents = match change.agents() {
        [] => "crawlers",
        [one] => one,
        [one, other] => &format!("{one} and {other}"),
        [one, rest @ ..] => &format!("{one} and {} others", rest.len()),
    };
    match (change.effect(), change.kind()) {
        (Effect::Opens, _) => format!("it would let {agents} crawl more"),
        (Effect::Closes, _) => format!("it would let {agents} crawl less"),
        (Effect::Both, _) => format!("it would let {agents} crawl less here and more there"),
        (Effect::OpensSite, _) => format!("it would open the whole site to {agents}"),
        (Effect::ClosesSite, _) => format!("it would block {agents} from the whole site"),
        (_, ChangeKind::GroupAdded) => "it would add a group".to_owned(),
        (_, ChangeKind::GroupRemoved) => "it would remove a group".to_owned(),
        (_, ChangeKind::RuleAdded | ChangeKind::LineAdded | ChangeKind::SitemapAdded) => {
            format!("it would add `{}`", change.text())
        }
        (_, ChangeKind::RuleRemoved | ChangeKind::LineRemoved | ChangeKind::SitemapRemoved) => {
            format!("it would remove `{}`", change.text())
        }
        (_, ChangeKind::RulesReordered) => "it would put rules in another order".to_owned(),
        _ => change.to_string(),
    }
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
    /// Reads the file, rewrites it, proves that it means the same, and puts it where it belongs.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or if the result cannot be proved to mean the same.
    pub(crate) fn run(
        self,
        tolerance: Tolerance,
        rewrite: impl for<'b> FnOnce(&'b [u8], &[Named]) -> Rewritten<'b>,
    ) -> Result<Status, Failure> {
        let path = match (&self.file, self.write) {
            (Input::Path(path), _) => Some(path.clone()),
            (_, false) => None,
            (Input::Stdin | Input::Url(_), true) => {
                return Err(Failure::Usage(
                    "--write needs a FILE that is a path; leave it out to write to standard output"
                        .to_owned(),
                ));
            }
        };
        let file = self
            .file
            .robots_quietly(Dialect::default(), &self.web.client())?
            .or_failure()?;
        let malformed = |message: String| Failure::malformed(&file.name, message);
        let left_alone = match RobotsTxt::parse(&file.body).format() {
            BodyFormat::Text => None,
            BodyFormat::Html => Some("an HTML page, so it is left alone; serve a plain text file instead"),
            _ => Some("UTF-16, so it is left alone; convert it to UTF-8 first"),
        };
        if let Some(what) = left_alone {
            return Err(malformed(format!("it looks like {what}")));
        }
        let dialects = dialects::kept(&self.dialects, self.all_dialects);
        let rewritten = rewrite(&file.body, &dialects);
        if !rewritten.is_proved {
            let mut prover = Prover::new(&file.body, &dialects, tolerance);
            prover.prove(&rewritten.body).map_err(|objection| {
                malformed(format!(
                    "nothing is written, because it is not proved that the result means the same in {}: {}",
                    objection.dialect, objection.change
                ))
            })?;
        }
        for note in &rewritten.notes {
            warn(note);
        }
        let is_changed = rewritten.body != file.body;
        let is_undecided = rewritten.is_undecided;
        if self.check || self.dry_run {
            print(
                self.format,
                &file.name,
                rewritten.edits,
                is_undecided && !is_changed,
            )?;
        } else if !self.write {
            let mut output = Output::new();
            output.write(&rewritten.body)?;
            output.flush()?;
        } else if let Some(path) = path.filter(|_| is_changed) {
            replace(&path, &file.body, &rewritten.body)?;
        }
        Ok(Status::of_findings(is_undecided || self.check && is_changed))
    }
}

fn print(
    format: Format,
    name: &str,
    mut edits: impl Iterator<Item = Edit>,
    is_undecided: bool,
) -> Result<(), Failure> {
    let mut sink = Sink::new(format, "robots");
    if let Some(rows) = sink.rows() {
        edits.by_ref().try_for_each(|edit| rows.write(&edit))?;
    }
    let Some(output) = sink.text() else {
        return sink.finish();
    };
    let mut printed = 0;
    for edit in edits {
        printed += 1;
        let mut text = String::new();
        let place = format!("{}:{}: ", printable(name), edit.line);
        let what = match (&edit.old, &edit.new) {
            (Some(old), Some(new)) => format!("`{old}` becomes `{new}`: {}", edit.because),
            (Some(old), None) if old.is_empty() => format!("a blank line is removed: {}", edit.because),
            (Some(old), None) => format!("`{old}` is removed: {}", edit.because),
            (None, _) => format!("a blank line is inserted: {}", edit.because),
        };
        fill(&mut text, &printable(&format!("{place}{what}")), 0, width());
        output.print(&format!("{text}\n"))?;
    }
    output.print(&match printed {
        0 if is_undecided => {
            format!("{}: undecided whether anything can be changed\n", printable(name))
        }
        0 => format!("{}: nothing to change\n", printable(name)),
        1 => format!("{}: 1 line would change\n", printable(name)),
        lines => format!("{}: {lines} lines would change\n", printable(name)),
    })?;
    sink.finish()
}

/// A part of a file as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
