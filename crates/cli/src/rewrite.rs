//! Rewriting robots.txt files without changing what they mean: what `minimize` and `fmt` share.

use std::borrow::Cow;

use clap::Args;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::diff::{Change, ChangeKind, Diff, DiffOptions, Effect};
use robots_exclusion_analysis::read_alike;
use serde::{Serialize, Serializer};

use crate::config::Config;
use crate::dialects::DialectChoice;
use crate::dialects::{self, Named};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::{Input, RobotsFile};
use crate::output::{self, report_lines, warn};
use crate::replace::replace;
use crate::report::format::{Choice, JSON, JSON_LINES, among};
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

    /// Keep the verdicts of this dialect only; may be repeated [default: rfc9309, lenient, and the
    /// dialects that today's search engines document]
    #[arg(short, long = "dialect", ignore_case = true, value_parser = dialects::presets())]
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

    /// With --dry-run or --check: how to print what would change [default: human]
    #[arg(short, long, value_name = "FORMAT", value_parser = among(FORMATS))]
    format: Option<Format>,

    #[command(flatten)]
    web: Web,
}

const FORMATS: &[Choice] = &[
    Format::Human.help("A line each, and a summary; the default"),
    JSON,
    JSON_LINES,
];

/// A line of a file that is rewritten, and why it changes.
#[derive(Serialize)]
pub(crate) struct RewrittenLine<'b> {
    /// In the old file, counted from 1; the number of the next line if this one is inserted.
    #[serde(rename = "line")]
    pub(crate) number: u32,
    /// As it was; `None` if it is inserted.
    #[serde(serialize_with = "as_text")]
    pub(crate) old: Option<&'b [u8]>,
    /// As it is; `None` if it is removed.
    #[serde(serialize_with = "as_text")]
    pub(crate) new: Option<Cow<'b, [u8]>>,
    /// What ends it; nothing at the end of a file without a last line end.
    #[serde(skip)]
    pub(crate) end: &'b [u8],
    /// In words; empty if at most its line end changes.
    pub(crate) because: Cow<'static, str>,
}

fn as_text<S: Serializer>(line: &Option<impl AsRef<[u8]>>, serializer: S) -> Result<S::Ok, S::Error> {
    let text = line.as_ref().map(|line| String::from_utf8_lossy(line.as_ref()));
    text.serialize(serializer)
}

/// The lines of a file as they are. A byte order mark is part of the first, as in some dialects.
pub(crate) fn lines_of(body: &[u8]) -> Vec<RewrittenLine<'_>> {
    let robots = RobotsTxt::parse(body);
    let lines = robots.lines().map(|line| {
        let start = if line.number() == 1 { 0 } else { line.span().start };
        let (start, end) = (start as usize, line.span().end as usize);
        RewrittenLine {
            number: line.number(),
            old: Some(&body[start..end]),
            new: Some(body[start..end].into()),
            end: &body[end..line.full_span().end as usize],
            because: Cow::default(),
        }
    });
    lines.collect()
}

/// The new file.
pub(crate) fn join(lines: &[RewrittenLine<'_>]) -> Vec<u8> {
    let kept = lines
        .iter()
        .filter_map(|line| Some([line.new.as_deref()?, line.end]));
    kept.flatten().flatten().copied().collect()
}

/// A rewritten file, which is [proved](prove) to mean the same.
pub(crate) struct Rewritten<'b> {
    pub(crate) lines: Vec<RewrittenLine<'b>>,
    /// Parts that were left unchanged although they could be better, and why.
    pub(crate) notes: Vec<String>,
    /// Whether more might be changed, but that was not decided.
    pub(crate) is_undecided: bool,
}

/// Why a rewritten file is not as good as the old one.
pub(crate) struct Objection {
    pub(crate) dialect: &'static str,
    /// The change that it would make, as a sentence without its period.
    pub(crate) change: String,
    /// Whether the file may mean the same nevertheless.
    pub(crate) is_undecided: bool,
}

/// Whether a rewritten file is proved to mean the same as the old one in all dialects, for all
/// crawlers. `refused` looks for a change that must not be, and says whether the file may mean the
/// same nevertheless.
///
/// # Errors
///
/// With a change that it makes, or that could not be decided.
pub(crate) fn prove(
    old: &[u8],
    new: &[u8],
    dialects: &[Named],
    refused: impl Fn(&Diff) -> Option<(&Change, bool)>,
    budget: &mut Budget,
) -> Result<(), Objection> {
    if old == new {
        return Ok(());
    }
    for (dialect, kept) in dialects {
        let read = kept.fetch_policy.max_bytes as usize;
        if new.len() > old.len() && new.len() > read {
            return Err(Objection {
                dialect,
                change: format!("it would be longer than the {read} bytes that crawlers read"),
                is_undecided: false,
            });
        }
        let options = RobotsTxt::options().dialect(*kept);
        let (old, new) = (options.parse(old), options.parse(new));
        // Most results differ in spelling alone. To see that takes no questions about URLs.
        if read_alike(&old, &new) {
            continue;
        }
        let diff = DiffOptions::new().compare_within(&old, &new, budget);
        if let Some((change, is_undecided)) = refused(&diff) {
            return Err(Objection {
                dialect,
                change: consequence(change),
                is_undecided,
            });
        }
    }
    Ok(())
}

/// The change that a refused rewrite would make.
fn consequence(change: &Change) -> String {
    let agents = match change.agents() {
        [] => "crawlers",
        [one] => one,
        [one, other] => &format!("{one} and {other}"),
        [one, rest @ ..] => &format!("{one} and {} others", rest.len()),
    };
    let text = change.text();
    let what = match (change.effect(), change.kind()) {
        (Effect::OpensSite, _) => format!("open the whole site to {agents}"),
        (Effect::ClosesSite, _) => format!("block {agents} from the whole site"),
        (effect @ (Effect::Opens | Effect::Closes | Effect::Both), _) => {
            format!("let {agents} {}", effect.description().trim_start_matches("can "))
        }
        (_, ChangeKind::GroupAdded) => "add a group".to_owned(),
        (_, ChangeKind::GroupRemoved) => "remove a group".to_owned(),
        (
            _,
            ChangeKind::UserAgentAdded
            | ChangeKind::RuleAdded
            | ChangeKind::LineAdded
            | ChangeKind::SitemapAdded,
        ) => format!("add `{text}`"),
        (
            _,
            ChangeKind::UserAgentRemoved
            | ChangeKind::RuleRemoved
            | ChangeKind::LineRemoved
            | ChangeKind::SitemapRemoved,
        ) => format!("remove `{text}`"),
        (_, ChangeKind::RulesReordered) => "put rules in another order".to_owned(),
        _ => return change.to_string(),
    };
    format!("it would {what}")
}

impl Rewrite {
    /// Reads the file, rewrites it, and puts it where it belongs.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub(crate) fn run(
        self,
        config: &Config,
        rewrite: impl for<'b> FnOnce(&'b [u8], &[Named]) -> Rewritten<'b>,
    ) -> Result<Status, Failure> {
        if self.write && !matches!(self.file, Input::Path(_)) {
            return Err(Failure::Usage(
                "--write needs a FILE that is a path; leave it out to write to standard output".to_owned(),
            ));
        }
        if self.format.is_some() && !self.dry_run && !self.check {
            return Err(Failure::Usage(
                "--format is for what would change; write --dry-run or --check with it".to_owned(),
            ));
        }
        let file = self
            .file
            .existing_robots(Dialect::default(), &self.web.client())?;
        let robots = RobotsTxt::parse(&file.body);
        refuse_other_format(&file, &robots)?;
        let asked: Vec<Dialect> = match self.dialects[..] {
            [] if !self.all_dialects => config
                .dialect
                .and_then(DialectChoice::preset)
                .into_iter()
                .collect(),
            _ => self.dialects,
        };
        let dialects = dialects::kept(&asked, self.all_dialects);
        let limits = dialects
            .iter()
            .map(|(_, kept)| kept.fetch_policy.max_bytes as usize);
        if let Some(read) = limits.min().filter(|read| file.body.len() > *read) {
            return Err(Failure::malformed(
                file.name,
                format!(
                    "it has {} bytes, and crawlers read the first {read}: in a shorter file they would read more of it, \
                     so it is left alone; shorten it by hand",
                    file.body.len()
                ),
            ));
        }
        let rewritten = rewrite(&file.body, &dialects);
        for note in &rewritten.notes {
            warn(note);
        }
        let body = join(&rewritten.lines);
        let is_changed = body != file.body;
        if self.check || self.dry_run {
            rewritten.print(self.format.unwrap_or(Format::Human), &file.name, is_changed)?;
        } else if !self.write {
            output::write_alone(&body)?;
        } else if let Input::Path(path) = &self.file
            && is_changed
        {
            replace(path, &file.body, &body)?;
        }
        Ok(Status::of_findings(
            rewritten.is_undecided || self.check && is_changed,
        ))
    }
}

impl Rewritten<'_> {
    /// Prints what would change.
    fn print(&self, format: Format, name: &str, is_changed: bool) -> Result<(), Failure> {
        let mut sink = Sink::new(format, "robots");
        let changed = self.lines.iter().filter(|line| !line.because.is_empty());
        if let Some(rows) = sink.rows() {
            changed.clone().try_for_each(|line| rows.write(line))?;
        }
        let text = String::from_utf8_lossy;
        if let Some(output) = sink.text() {
            for line in changed.clone() {
                let what = match (line.old.map(text), line.new.as_deref().map(text)) {
                    (Some(old), Some(new)) => format!("`{old}` becomes `{new}`"),
                    (Some(old), None) if old.is_empty() => "a blank line is removed".to_owned(),
                    (Some(old), None) => format!("`{old}` is removed"),
                    (None, _) => "a blank line is inserted".to_owned(),
                };
                let line = format!("{name}:{}: {what}: {}", line.number, line.because);
                output.print(&(report_lines(&line, 0) + "\n"))?;
            }
            let what = match changed.count() {
                0 if self.is_undecided && !is_changed => {
                    "undecided whether anything can be changed".to_owned()
                }
                0 => "nothing to change".to_owned(),
                1 => "1 line would change".to_owned(),
                lines => format!("{lines} lines would change"),
            };
            output.print(&format!("{}: {what}\n", printable(name)))?;
        }
        sink.finish()
    }
}

/// Refuses to rewrite what is no robots.txt, since a rewritten one would be none either.
///
/// # Errors
///
/// The format of the file.
pub(crate) fn refuse_other_format(file: &RobotsFile, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
    const ALONE: &str = "so it is left alone; serve a plain text file instead";
    let what = match robots.format() {
        // Such as UTF-16 without a byte order mark.
        BodyFormat::Text if robots.groups().next().is_none() && file.body.contains(&0) => {
            format!("something other than text, {ALONE}")
        }
        BodyFormat::Text => return Ok(()),
        BodyFormat::Utf16Le | BodyFormat::Utf16Be => {
            "UTF-16, so it is left alone; convert it to UTF-8 first".to_owned()
        }
        format => format!("{}, {ALONE}", format.description()),
    };
    Err(Failure::malformed(
        file.name.clone(),
        format!("it looks like {what}"),
    ))
}
