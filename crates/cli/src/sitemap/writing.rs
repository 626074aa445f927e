//! `--write`: the entries of all files, written into as many sitemaps as the limits require.

use std::path::{Path, PathBuf};

use robots_exclusion_sitemap::{
    Entry, EntryKind, ExtensionKind, FolderError, FolderWriter, Limits, Problem, WriteError, WriteOptions,
    Written,
};
use serde::Serialize;
use url::Url;

use super::print;
use crate::failure::Failure;
use crate::output;
use crate::report::Sink;
use crate::shown::{count, printable};

/// The columns of a file in a table.
const COLUMNS: &[&str] = &["file", "loc", "kind"];

/// The sitemaps that are being written.
pub(super) struct Writing {
    folder: PathBuf,
    writer: FolderWriter,
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
        let options = WriteOptions::new().gzip(gzip).limits(limits);
        // Nothing else is wrong with a URL.
        let writer = options
            .folder(folder, base)
            .map_err(|_| Failure::Usage("--at needs a URL of http or https with --write".to_owned()))?;
        Ok(Self {
            folder: folder.to_owned(),
            writer,
            left_out: LeftOut::default(),
        })
    }

    /// Writes a page. A sitemap that an index lists is no page.
    pub(super) fn entry(&mut self, mut entry: Entry) -> Result<(), Failure> {
        // Their namespaces are not known, and search engines do not read them.
        entry
            .extensions
            .retain(|extension| extension.kind() != ExtensionKind::Other);
        match self.writer.write(&entry) {
            Ok(()) => Ok(()),
            Err(WriteError::Io(error)) => Err(Failure::written(&self.folder, error)),
            Err(WriteError::OutOfScope) => {
                let base = self.writer.served_at();
                self.left_out
                    .add(|| format!("{}: it is not below {base}", entry.loc));
                Ok(())
            }
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
        let failed = |error: FolderError| {
            let (path, error) = error.into_parts();
            Failure::written(&path, error)
        };
        let written = self.writer.finish().map_err(failed)?;
        for file in &written.files {
            let row = FileRow {
                file: file.path.display().to_string(),
                loc: file.url.as_str(),
                kind: match file.kind {
                    EntryKind::Page => "sitemap",
                    EntryKind::Sitemap => "index",
                },
            };
            let text = format!("{}  {}\n", printable(&row.file), printable(row.loc));
            print(sink, None, &row, COLUMNS, &text)?;
        }
        self.left_out.tell();
        tell(&written.total);
        Ok(self.left_out.number == 0 && written.total.entries > 0)
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
