//! Writing the sitemaps of a folder: all of them, or none.

use core::fmt;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use tempfile::{Builder, NamedTempFile, TempPath};
use url::Url;

use super::entry::{Entry, EntryKind};
use super::scope::Scope;
use super::split::{SplitWriter, Written, is_index};
use super::write_error::WriteError;
use super::writer::WriteOptions;

/// Opens the files that a [`SplitWriter`] asks for.
type Open = Box<dyn FnMut(&str) -> io::Result<File>>;

/// Writes pages into the sitemaps of a folder and their index, within the limits of a file.
///
/// The files have the names that a [`SplitWriter`] gives them. Until all are complete they have other
/// names, so that nobody reads a part of them; if something fails, or the writer is dropped, files
/// of before are as they were.
///
/// # Complexity
///
/// Time linear in the text that is written. Memory for two buffers and the names of the files.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Entry, EntryKind, WriteError, WriteOptions};
/// use url::Url;
///
/// let folder = std::env::temp_dir().join(format!("sitemaps-{}", std::process::id()));
/// let served_at = Url::parse("https://example.com/shop/").unwrap();
/// let mut writer = WriteOptions::new().gzip(true).folder(&folder, &served_at)?;
/// writer.write(&Entry::new("https://example.com/shop/tea"))?;
/// // A sitemap may list URLs of its own folder only.
/// let elsewhere = writer.write(&Entry::new("https://example.com/about"));
/// assert!(matches!(elsewhere, Err(WriteError::OutOfScope)));
/// assert!(!folder.join("sitemap-1.xml.gz").exists());
///
/// let written = writer.finish()?;
/// assert_eq!(written.total.entries, 1);
/// let index = written.files.last().unwrap();
/// assert_eq!((index.kind, index.url.as_str()), (EntryKind::Sitemap, "https://example.com/shop/sitemap-index.xml.gz"));
/// assert!(index.path.exists() && folder.join("sitemap-1.xml.gz").exists());
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FolderWriter {
    folder: PathBuf,
    base: Url,
    scope: Scope,
    writer: SplitWriter<File, Open>,
    /// Each file by the name that it will have.
    files: Rc<RefCell<Vec<(String, TempPath)>>>,
}

/// What a [`FolderWriter`] wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFolder {
    /// How much it is.
    pub total: Written,
    /// The files: the sitemaps, and then the indexes. There are none if no entry was written.
    pub files: Vec<WrittenFile>,
}

/// A file that a [`FolderWriter`] wrote.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WrittenFile {
    /// Where it is.
    pub path: PathBuf,
    /// The address at which it is served.
    pub url: Url,
    /// What its entries are: pages, or in an index sitemaps.
    pub kind: EntryKind,
}

/// Why the files of a folder could not be written. Files of before are as they were, unless they were
/// being replaced when it happened.
#[derive(Debug)]
pub struct FolderError {
    path: PathBuf,
    error: io::Error,
}

impl FolderError {
    fn new(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        FolderError { path, error }
    }

    /// The file that it is about, or the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that it is about, or the folder, and what the system says.
    pub fn into_parts(self) -> (PathBuf, io::Error) {
        (self.path, self.error)
    }
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.path.display(), self.error)
    }
}

impl core::error::Error for FolderError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl WriteOptions {
    /// Begins to write sitemaps into a folder, which is made with the first entry if it is not
    /// there, and which is served at an address: see [`FolderWriter`]. A query and a fragment of
    /// the address do not matter, and neither does a missing slash at the end.
    ///
    /// # Errors
    ///
    /// [`WriteError::LocNotAbsolute`] if the address is not one of http or https.
    pub fn folder(self, folder: impl Into<PathBuf>, served_at: &Url) -> Result<FolderWriter, WriteError> {
        let mut base = served_at.clone();
        base.set_query(None);
        base.set_fragment(None);
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        if !matches!(base.scheme(), "http" | "https") {
            return Err(WriteError::LocNotAbsolute);
        }
        let folder = folder.into();
        let files = Rc::new(RefCell::new(Vec::new()));
        let (opened, own) = (Rc::clone(&files), folder.clone());
        let open: Open = Box::new(move |name| {
            fs::create_dir_all(&own)?;
            let (file, path) = new_file(&own)?.into_parts();
            opened.borrow_mut().push((name.to_owned(), path));
            Ok(file)
        });
        Ok(FolderWriter {
            folder,
            scope: Scope::of(&base),
            writer: self.split(&base, open),
            base,
            files,
        })
    }
}

impl FolderWriter {
    /// The address of the folder, which ends with a slash.
    pub fn served_at(&self) -> &Url {
        &self.base
    }

    /// Writes an entry, into a new sitemap if the current sitemap is full.
    ///
    /// # Errors
    ///
    /// [`WriteError::OutOfScope`] if the entry is not below the address of the folder, and the
    /// errors of [`SplitWriter::write`]. Unless it is [`WriteError::Io`], no part of the entry is
    /// written, and another may follow.
    pub fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        match entry.url() {
            Some(url) if self.scope.contains(&url) => self.writer.write(entry),
            Some(_) => Err(WriteError::OutOfScope),
            None => Err(WriteError::LocNotAbsolute),
        }
    }

    /// Ends all files and gives them their names, the indexes last, so that none ever lists a
    /// sitemap that is not there. A file that takes the place of another has its mode. If no entry
    /// was written, files of before stay.
    ///
    /// # Errors
    ///
    /// [`FolderError`] if a file cannot be completed, or cannot take the place of what has its
    /// name: a folder, a link, or a file that may not be written. Then no file is replaced.
    pub fn finish(self) -> Result<WrittenFolder, FolderError> {
        let total = self.writer.finish().map_err(|error| match error {
            WriteError::Io(error) => FolderError::new(&self.folder, error),
            error => FolderError::new(&self.folder, io::Error::other(error)),
        })?;
        let mut files = self.files.take();
        files.sort_by_key(|(name, _)| is_index(name));
        // If one of them cannot be replaced, none is.
        for (name, path) in &files {
            let target = self.folder.join(name);
            like_before(&target, path).map_err(|error| FolderError::new(&target, error))?;
        }
        let files = files.into_iter().map(|(name, path)| {
            let target = self.folder.join(&name);
            path.persist(&target)
                .map_err(|error| FolderError::new(&target, error.error))?;
            let url = self.base.join(&name);
            Ok(WrittenFile {
                url: url.map_err(|error| FolderError::new(&target, io::Error::other(error)))?,
                path: target,
                kind: match is_index(&name) {
                    true => EntryKind::Sitemap,
                    false => EntryKind::Page,
                },
            })
        });
        let files = files.collect::<Result<_, FolderError>>()?;
        Ok(WrittenFolder { total, files })
    }
}

impl fmt::Debug for FolderWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FolderWriter")
            .field("folder", &self.folder)
            .field("served_at", &self.base.as_str())
            .finish_non_exhaustive()
    }
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
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
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
