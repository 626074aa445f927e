//! A baseline: the findings that a site starts with, so that only new ones count.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use robots_exclusion_analysis::lint::Diagnostic;
use serde::{Deserialize, Serialize};

use super::LintedFile;
use crate::failure::Failure;
use crate::input::RobotsFile;
use crate::lines::{LineStarts, is_line_end};
use crate::replace::write;

/// Findings that are known, with how often each occurs.
#[derive(Debug)]
pub(super) struct Baseline {
    known: BTreeMap<Entry, u64>,
    /// The folder of the baseline. Files below it are known by their paths from there, however the
    /// command line names them.
    folder: Option<PathBuf>,
}

/// A finding, recognizable after edits elsewhere in the file: by its text and not by its line
/// number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Entry {
    file: String,
    code: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct Row {
    #[serde(flatten)]
    entry: Entry,
    count: u64,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    findings: Vec<Row>,
}

const VERSION: u32 = 1;

impl Baseline {
    /// A baseline without findings, to be written to this path.
    pub(super) fn new(path: &Path) -> Self {
        Self {
            known: BTreeMap::new(),
            folder: folder(path),
        }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a baseline.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let malformed = |message: &dyn Display| {
            let message = format!("{message}; write a baseline with --write-baseline");
            Failure::malformed(&name, message)
        };
        let text = fs::read(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => malformed(&"there is no such file"),
            _ => Failure::Input {
                name: name.clone(),
                error,
            },
        })?;
        let file: File = serde_json::from_slice(&text).map_err(|error| malformed(&error))?;
        if file.version != VERSION {
            return Err(malformed(&format_args!(
                "version {} is unknown to this program, which writes version {VERSION}",
                file.version
            )));
        }
        let known = file.findings.into_iter().map(|row| (row.entry, row.count));
        Ok(Self {
            known: known.collect(),
            folder: folder(path),
        })
    }

    /// Adds the findings of a file.
    pub(super) fn add(&mut self, report: &LintedFile) {
        let (name, lines) = (self.name_of(&report.file), LineStarts::new(&report.file.body));
        for finding in &report.found {
            let entry = Entry::of(&name, &report.file.body, &lines, finding);
            *self.known.entry(entry).or_default() += 1;
        }
    }

    /// Drops known findings, each as many times as it is known.
    pub(super) fn subtract(&self, report: &mut LintedFile) {
        if self.known.is_empty() {
            return;
        }
        let (name, lines) = (self.name_of(&report.file), LineStarts::new(&report.file.body));
        let mut met: HashMap<Entry, u64> = HashMap::new();
        report.found.retain(|finding| {
            let entry = Entry::of(&name, &report.file.body, &lines, finding);
            let known = self.known.get(&entry).copied().unwrap_or_default();
            let count = met.entry(entry).or_default();
            *count += 1;
            *count > known
        });
    }

    fn name_of(&self, file: &RobotsFile) -> String {
        let path = fs::canonicalize(&file.name).ok();
        let from_folder = self.folder.as_ref().zip(path.as_ref());
        match from_folder.map(|(folder, path)| path.strip_prefix(folder)) {
            Some(Ok(path)) => path.display().to_string(),
            _ => file.name.clone(),
        }
    }

    /// Writes the baseline.
    pub(super) fn write(self, path: &Path) -> Result<(), Failure> {
        let findings = self.known.into_iter().map(|(entry, count)| Row { entry, count });
        let file = File {
            version: VERSION,
            findings: findings.collect(),
        };
        let mut text = serde_json::to_vec_pretty(&file).map_err(|error| Failure::Written {
            name: path.display().to_string(),
            error: error.into(),
        })?;
        text.push(b'\n');
        write(path, &text)
    }
}

/// The whole path of the folder of a file.
fn folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()
}

/// A long line is recognized by its beginning.
const RECOGNIZED_BYTES: usize = 1_000;

impl Entry {
    /// A finding in a file of this name, in a body of these lines.
    fn of(file: &str, body: &[u8], lines: &LineStarts, finding: &Diagnostic) -> Self {
        let span = finding.span().range();
        let (_, start) = lines.at(span.start);
        let end = body.len().min(start + RECOGNIZED_BYTES);
        let rest = &body[span.end.min(end)..end];
        let line = &body[start..end - rest.len() + rest.iter().position(is_line_end).unwrap_or(rest.len())];
        Self {
            file: file.to_owned(),
            code: finding.code().as_str().to_owned(),
            text: String::from_utf8_lossy(line.trim_ascii()).into_owned(),
        }
    }
}
