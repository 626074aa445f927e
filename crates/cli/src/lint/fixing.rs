//! `robots lint --fix`: corrections made in the files, or shown as a patch.

use std::time::Duration;

use robots_exclusion::RobotsTxt;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions};
use similar::TextDiff;

use super::LintedFile;
use crate::failure::Failure;
use crate::input::{Input, RobotsFile};
use crate::output::{self, Output};
use crate::proof_result::WORK_LIMIT;
use crate::replace::replace;
use crate::shown::count;

/// A file that was corrected.
pub(super) struct Corrected {
    input: Input,
    before: Vec<u8>,
    /// How many findings were corrected.
    findings: usize,
    /// Whether another run could correct no more.
    is_complete: bool,
}

/// Corrects a file if it is text, and returns the findings in the result. A file that is not text
/// was probably not intended as a robots.txt, or its encoding is not the encoding of the
/// corrections.
pub(super) fn correct(
    input: &Input,
    file: &mut RobotsFile,
    options: &LintOptions,
    also: &[Code],
) -> (Option<Corrected>, Vec<Diagnostic>) {
    if RobotsTxt::parse(&file.body).format() != BodyFormat::Text {
        return (None, options.lint(&file.body));
    }
    let fixed = options.fix(&file.body, also);
    let findings = fixed.rounds().iter().map(Vec::len).sum();
    let is_complete = fixed.is_complete();
    let (body, remaining) = fixed.into_parts();
    if findings == 0 {
        if !is_complete {
            output::warn(&format_args!(
                "{}: nothing was corrected: {WORK_LIMIT}",
                file.name
            ));
        }
        return (None, remaining);
    }
    let corrected = Corrected {
        input: input.clone(),
        findings,
        is_complete,
        before: std::mem::replace(&mut file.body, body),
    };
    (Some(corrected), remaining)
}

/// Where corrections go.
enum Place {
    Files,
    Patch,
    StandardOutput,
}

/// Puts corrected files where they belong, and counts.
pub(super) struct Fixing {
    place: Place,
    output: Output,
    files: u64,
    findings: u64,
    /// How many files another run may correct further.
    unfinished: u64,
}

impl Fixing {
    /// # Errors
    ///
    /// If some file cannot be written back.
    pub(super) fn new(is_patch: bool, inputs: &[Input]) -> Result<Self, Failure> {
        let place = match inputs {
            _ if is_patch => Place::Patch,
            [Input::Stdin] => Place::StandardOutput,
            _ if inputs.iter().all(|input| matches!(input, Input::Path(_))) => Place::Files,
            _ => {
                return Err(Failure::Usage(
                    "--fix corrects files, or standard input alone; for a URL, use --fix --diff".to_owned(),
                ));
            }
        };
        Ok(Self {
            place,
            output: Output::new(),
            files: 0,
            findings: 0,
            unfinished: 0,
        })
    }

    /// Whether standard output is for the corrections, and not for the remaining findings.
    pub(super) fn is_printing(&self) -> bool {
        !matches!(self.place, Place::Files)
    }

    /// Puts a file where it belongs, if it was corrected, and counts.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. It then keeps its mistakes.
    pub(super) fn write(&mut self, LintedFile { file, corrected, .. }: &LintedFile) -> Result<(), Failure> {
        if matches!(self.place, Place::StandardOutput) {
            self.output.write(&file.body)?;
        }
        let Some(corrected) = corrected else {
            return Ok(());
        };
        match (&self.place, &corrected.input) {
            (Place::Files, Input::Path(path)) => replace(path, &corrected.before, &file.body)?,
            // If nearly all lines change, finding the shortest patch may take long.
            (Place::Patch, _) => TextDiff::configure()
                .timeout(Duration::from_secs(1))
                .diff_lines(&corrected.before, &file.body)
                .unified_diff()
                .header(&file.name, &file.name)
                .to_writer(&mut self.output.writer)
                .map_err(Failure::Output)?,
            _ => {}
        }
        self.files += 1;
        self.findings += corrected.findings as u64;
        self.unfinished += u64::from(!corrected.is_complete);
        Ok(())
    }

    /// Says what was done. Returns whether something was corrected, or would be.
    pub(super) fn finish(mut self) -> Result<bool, Failure> {
        let findings = count(self.findings, "finding", "findings");
        let files = count(self.files, "file", "files");
        self.output.flush()?;
        let verb = match self.place {
            Place::Patch => "would be corrected",
            Place::Files | Place::StandardOutput => "corrected",
        };
        output::inform(&format!("{findings} {verb} in {files}"));
        if self.unfinished > 0 {
            let files = count(self.unfinished, "file", "files");
            output::inform(&format!("another run may correct more in {files}: {WORK_LIMIT}"));
        }
        Ok(self.findings > 0)
    }
}
