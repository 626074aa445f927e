//! Commands about many files: folders, lists of files and sites, read side by side.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use crate::failure::Failure;
use crate::fetch::{Client, Web};
use crate::input::{Input, refuse_stdin_twice};
use crate::output;
use crate::status::Status;

/// How many sites are asked at the same time. They mostly wait.
const AT_ONCE: usize = 16;

/// How many files are read before the results about them are printed.
const BATCH: usize = 64;

/// The files that a command is about.
#[derive(Args, Clone, Debug)]
pub(crate) struct Files {
    /// robots.txt files: paths, folders, - for standard input, or URLs, which mean the robots.txt
    /// of their sites
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<Input>,

    /// Also take the files and sites in this list, one per line
    #[arg(long = "files", value_name = "LIST")]
    list: Option<Input>,

    /// In a folder, take all files, not only those whose names end in robots.txt
    #[arg(long)]
    any_name: bool,
}

impl Files {
    pub(crate) fn client(&self, web: &Web) -> Client {
        web.client_for(self.list.as_ref())
    }

    /// Whether they are one file, and no folder or list that happens to have one.
    pub(crate) fn are_one(&self) -> bool {
        self.list.is_none() && matches!(&self.files[..], [file] if !is_folder(file))
    }

    /// Like [`expand`], for files that were named and listed.
    pub(crate) fn expand(
        &self,
        verb: &str,
        client: &Client,
        status: &mut Status,
    ) -> Result<Vec<Input>, Failure> {
        let mut inputs = self.files.clone();
        if let Some(list) = &self.list {
            inputs.extend(listed(list, client)?);
        }
        let list = ("the list of files", self.list.as_slice());
        expand(&inputs, self.any_name, verb, &[list], status)
    }
}

impl Files {
    /// Like [`Self::expand`], for WARC files: in a folder, those whose names say that they are such.
    pub(crate) fn archives(&self, client: &Client, status: &mut Status) -> Result<Vec<Input>, Failure> {
        let mut inputs = self.files.clone();
        if let Some(list) = &self.list {
            inputs.extend(listed(list, client)?);
        }
        let mut archives = Vec::new();
        for input in inputs {
            if !is_folder(&input) {
                archives.push(input);
                continue;
            }
            let is_archive = |file: &Input| match file {
                Input::Path(path) => {
                    let name = path.to_string_lossy().to_ascii_lowercase();
                    self.any_name || name.ends_with(".warc") || name.ends_with(".warc.gz")
                }
                _ => false,
            };
            let files = expand(&[input], true, "audit", &[], status)?;
            archives.extend(files.into_iter().filter(is_archive));
        }
        let list = ("the list of files", self.list.as_slice());
        refuse_stdin_twice(&[("FILE", &archives[..]), list])?;
        if archives.is_empty() && *status == Status::Clean {
            return Err(Failure::Usage(
                "there is nothing to audit: no file name ends in .warc or .warc.gz (see --any-name)"
                    .to_owned(),
            ));
        }
        Ok(archives)
    }
}

pub(crate) fn is_folder(input: &Input) -> bool {
    matches!(input, Input::Path(path) if path.is_dir())
}

/// The files that arguments stand for, in order: named files, and the files of folders. Folders
/// that cannot be read are reported, and raise the status.
///
/// # Errors
///
/// If there are no files, or if standard input is among them and the command's other inputs twice.
/// `verb` says what the command does with the files.
pub(crate) fn expand(
    inputs: &[Input],
    any_name: bool,
    verb: &str,
    others: &[(&str, &[Input])],
    status: &mut Status,
) -> Result<Vec<Input>, Failure> {
    let mut files = Vec::new();
    for input in inputs {
        match input {
            Input::Path(path) if is_folder(input) => {
                let mut paths = Vec::new();
                if let Err(error) = walk(path, any_name, &mut paths) {
                    output::complain(&input.failure(error));
                    status.raise(Status::BadInput);
                }
                paths.sort();
                files.extend(paths.into_iter().map(Input::Path));
            }
            input => files.push(input.clone()),
        }
    }
    let mut all = vec![("FILE", &files[..])];
    all.extend(others);
    refuse_stdin_twice(&all)?;
    if files.is_empty() && *status == Status::Clean {
        return Err(Failure::Usage(format!(
            "there is nothing to {verb}: no file name ends in robots.txt (see --any-name)"
        )));
    }
    Ok(files)
}

/// The files that a list names, one a line.
pub(crate) fn listed(list: &Input, client: &Client) -> Result<Vec<Input>, Failure> {
    let mut lines = list.lines(client)?;
    let mut files = Vec::new();
    while let Some(line) = lines.next_line()? {
        let text = String::from_utf8(line).map_err(|error| {
            let line = String::from_utf8_lossy(error.as_bytes());
            let message = format!("{line:?} is not UTF-8; write paths and URLs in UTF-8, one a line");
            Failure::malformed(list.name(), message)
        })?;
        files.push(Input::from(std::ffi::OsString::from(text)));
    }
    Ok(files)
}

/// The files of a folder and its subfolders; hidden ones are skipped, and links to folders are not
/// followed.
fn walk(folder: &Path, any_name: bool, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(b".") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), any_name, paths)?;
        } else if (any_name || name.to_ascii_lowercase().ends_with(b"robots.txt"))
            // Opening a pipe would wait for its other end.
            && fs::metadata(entry.path()).is_ok_and(|data| data.is_file())
        {
            paths.push(entry.path());
        }
    }
    Ok(())
}

/// Calls `load` for every file, several at a time, and `each` with the results in order. A progress
/// bar counts the files.
///
/// A file that cannot be loaded or written is reported, and the others follow; the status says so.
/// If the command `is_about_one` file, it ends there instead, before it has printed anything.
///
/// # Errors
///
/// Any other error of `each`, or that no threads can be started.
pub(crate) fn for_each<T: Send>(
    files: &[Input],
    is_about_one: bool,
    load: impl Fn(&Input) -> Result<T, Failure> + Sync,
    mut each: impl FnMut(T) -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    let mut each = |loaded: Result<T, Failure>| match loaded.map(&mut each) {
        Err(failure) | Ok(Err(failure @ Failure::Written { .. })) if !is_about_one => {
            output::complain(&failure);
            status.raise(failure.status());
            Ok(())
        }
        Ok(done) => done,
        Err(failure) => Err(failure),
    };
    if let [file] = files {
        each(load(file))?;
        return Ok(status);
    }
    let threads = if files.iter().any(|file| matches!(file, Input::Url(_))) {
        AT_ONCE
    } else {
        0
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(Failure::no_threads)?;
    let bar = output::progress_of_files(files.len());
    for batch in files.chunks(BATCH) {
        let loaded: Vec<_> = pool.install(|| {
            let loaded = batch.par_iter().map(&load);
            loaded.inspect(|_| bar.inc(1)).collect()
        });
        for one in loaded {
            each(one)?;
        }
    }
    bar.finish_and_clear();
    Ok(status)
}
