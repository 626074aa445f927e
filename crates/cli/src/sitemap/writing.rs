//! `--write`: the entries of all files, written into as many sitemaps as the limits require.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use robots_exclusion_sitemap::{
    Entry, ExtensionKind, Limits, Problem, Scope, SplitWriter, WriteError, WriteOptions, Written,
};
use serde::Serialize;
use tempfile::{Builder, TempPath};
use url::Url;

use super::print;
use crate::failure::Failure;
use crate::output;
use crate::report::Sink;
use crate::shown::{count, printable};

/// The columns of a file in a table.
const COLUMNS: &[&str] = &["file", "loc", "kind"];

/// Opens the files that a [`SplitWriter`] asks for.
type Open = Box<dyn FnMut(&str) -> io::Result<File>>;

/// The sitemaps that are being written. Until they are complete they have other names, so that nobody
/// reads a part of them, and those of before stay if something fails.
pub(super) struct Writing {
    folder: PathBuf,
    base: Url,
    scope: Scope,
    writer: SplitWriter<File, Open>,
    /// Each file by the name that it will have.
    files: Rc<RefCell<Vec<(String, TempPath)>>>,
    left_out: LeftOut,
}

/// The entries that are not written: how many there are, and the first with its reason.
#[derive(Default)]
struct LeftOut {
    number: u64,
    first: Option<String>,
}

/// A file that was written.
#[derive(Serialize)]
struct FileRow<'a> {
    file: String,
    loc: &'a str,
    kind: &'static str,
}

impl Writing {
    /// Begins to write into a folder, which is made if it is not there, and which is served at `base`.
    pub(super) fn new(folder: &Path, base: &Url, gzip: bool, limits: Limits) -> Result<Self, Failure> {
        let mut base = base.clone();
        base.set_query(None);
        base.set_fragment(None);
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        if !matches!(base.scheme(), "http" | "https") {
            return Err(Failure::Usage(
                "--at needs a URL of http or https with --write".to_owned(),
            ));
        }
        let files = Rc::new(RefCell::new(Vec::new()));
        let (opened, own) = (Rc::clone(&files), folder.to_owned());
        let open: Open = Box::new(move |name| {
            fs::create_dir_all(&own)?;
            let (file, path) = new_file(&own)?.into_parts();
            opened.borrow_mut().push((name.to_owned(), path));
            Ok(file)
        });
        let options = WriteOptions::new().gzip(gzip).limits(limits);
        Ok(Self {
            folder: folder.to_owned(),
            scope: Scope::of(&base),
            writer: options.split(&base, open),
            base,
            files,
            left_out: LeftOut::default(),
        })
    }

    /// Writes a page. A sitemap that an index lists is no page.
    pub(super) fn entry(&mut self, mut entry: Entry) -> Result<(), Failure> {
        // Their namespaces are not known, and search engines do not read them.
        entry
            .extensions
            .retain(|extension| extension.kind() != ExtensionKind::Other);
        if !entry.url().is_some_and(|url| self.scope.contains(&url)) {
            self.left_out
                .add(|| format!("{}: it is not below {}", entry.loc, self.base));
            return Ok(());
        }
        match self.writer.write(&entry) {
            Ok(()) => Ok(()),
            Err(WriteError::Io(error)) => Err(Failure::written(&self.folder, error)),
            Err(error) => {
                self.left_out.add(|| format!("{}: {error}", entry.loc));
                Ok(())
            }
        }
    }

    /// Counts an entry that could not be read.
    pub(super) fn unread(&mut self, problem: &Problem) {
        if problem.entry_dropped {
            self.left_out.add(|| problem.to_string());
        }
    }

    /// Gives the files their names, the indexes last, and prints a row about each. Returns whether all
    /// entries were written, and at least one.
    pub(super) fn finish(self, sink: &mut Sink) -> Result<bool, Failure> {
        let failed = |error| Failure::written(&self.folder, error);
        let written = self.writer.finish().map_err(|error| match error {
            WriteError::Io(error) => failed(error),
            error => failed(io::Error::other(error)),
        })?;
        let mut files = self.files.take();
        let is_index = |name: &str| name.starts_with("sitemap-index");
        files.sort_by_key(|(name, _)| is_index(name));
        // If one of them cannot be replaced, none is.
        for (name, path) in &files {
            let target = self.folder.join(name);
            like_before(&target, path).map_err(|error| Failure::written(&target, error))?;
        }
        let mut names = Vec::new();
        for (name, path) in files {
            let target = self.folder.join(&name);
            path.persist(&target)
                .map_err(|error| Failure::written(&target, error.error))?;
            names.push((name, target));
        }
        for (name, target) in names {
            let loc = self.base.join(&name);
            let row = FileRow {
                file: target.display().to_string(),
                loc: loc.as_ref().map_or("", Url::as_str),
                kind: if is_index(&name) { "index" } else { "sitemap" },
            };
            let text = format!("{}  {}\n", printable(&row.file), printable(row.loc));
            print(sink, None, &row, COLUMNS, &text)?;
        }
        self.left_out.tell();
        tell(&written);
        Ok(self.left_out.number == 0 && written.entries > 0)
    }
}

impl LeftOut {
    fn add(&mut self, what: impl FnOnce() -> String) {
        self.number += 1;
        self.first.get_or_insert_with(|| printable(&what()));
    }

    fn tell(&self) {
        if let Some(first) = &self.first {
            let entries = count(self.number, "entry was", "entries were");
            let first_of = if self.number == 1 { "" } else { "the first is " };
            output::warn(&format_args!("{entries} not written: {first_of}{first}"));
        }
    }
}

/// How much was written.
fn tell(written: &Written) {
    if written.entries == 0 {
        output::warn(&"there is nothing to write");
        return;
    }
    let (entries, sitemaps, indexes) = (
        count(written.entries, "entry", "entries"),
        count(written.sitemaps, "sitemap", "sitemaps"),
        count(written.indexes, "index", "indexes"),
    );
    output::inform(&format_args!("{entries} in {sitemaps} and {indexes}"));
}

/// Gives a new file the mode of the one whose place it takes.
///
/// # Errors
///
/// If there is something that it cannot take the place of: a folder, a link, or a file that may not be written.
fn like_before(target: &Path, new: &Path) -> io::Result<()> {
    let before = match fs::symlink_metadata(target) {
        Ok(before) => before,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !before.is_file() {
        return Err(io::Error::other("it is there, and is not a regular file"));
    }
    if before.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    fs::set_permissions(new, before.permissions())
}

/// A new file with the mode that other programs give theirs: a server reads it as another user.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".robots-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the umask takes away is taken away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
