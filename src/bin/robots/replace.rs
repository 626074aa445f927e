//! Writing files. A file is replaced in one step if the new one can have the same owner, mode and
//! so on, and otherwise written in place. What another program wrote since it was read is never
//! lost.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// Writes a new body into a file that was read before.
///
/// The new file takes the place of the old one in one step, with its owner, group, mode, access
/// control list and labels, so that no reader sees half of it and a crash loses neither. Links are
/// followed. Where that cannot be (other hard links lead to the file, it is a mount point, its
/// folder is read-only, or only another user may own it), the body is written into the file itself.
///
/// # Errors
///
/// If the file no longer holds `old`, or cannot be written. It then is as it was.
pub(crate) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), Failure> {
    replace_io(path, old, new).map_err(|error| written(path, error))
}

/// Writes a file of which only the new body counts; it need not exist. An existing one is
/// [replaced](replace).
///
/// # Errors
///
/// If it cannot be written. An existing file then is as it was.
pub(crate) fn write(path: &Path, body: &[u8]) -> Result<(), Failure> {
    let result = match fs::metadata(path) {
        Ok(seen) if seen.is_file() => fs::read(path).and_then(|old| replace_io(path, &old, body)),
        // A pipe or a device, which cannot be replaced.
        Ok(_) => fs::write(path, body),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path, body),
        Err(error) => Err(error),
    };
    result.map_err(|error| written(path, error))
}

fn written(path: &Path, error: io::Error) -> Failure {
    Failure::Written {
        name: path.display().to_string(),
        error,
    }
}

fn replace_io(path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    // If the path is a link, its target is replaced, not the link.
    let path = &fs::canonicalize(path)?;
    // A file that may not be written stays, even where its folder would let it be replaced.
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let seen = file.metadata()?;
    if !seen.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    refuse_other_content(&mut file, old)?;
    if let Ok(replacement) = replacement(path, &file, &seen) {
        replacement.as_file().write_all(new)?;
        replacement.as_file().sync_all()?;
        if !is_same(&fs::metadata(path)?, &seen) {
            return Err(changed());
        }
        if replacement.persist(path).is_ok() {
            sync_folder(path);
            return Ok(());
        }
    }
    // Writing the new file may have taken a while.
    refuse_other_content(&mut file, old)?;
    overwrite(&mut file, new).map_err(|error| match overwrite(&mut file, old) {
        Ok(()) => error,
        Err(_) => io::Error::new(
            error.kind(),
            format!("{error}; its old content could not be restored either: restore it from a backup"),
        ),
    })
}

fn create(path: &Path, body: &[u8]) -> io::Result<()> {
    let mut builder = builder();
    // As for any new file; the user's mask applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder(path);
    fs::metadata(folder)?;
    // The whole error names the temporary file, which the user did not name.
    let new = builder
        .tempfile_in(folder)
        .map_err(|error| io::Error::from(error.kind()))?;
    new.as_file().write_all(body)?;
    new.as_file().sync_all()?;
    new.persist_noclobber(path).map_err(|error| error.error)?;
    sync_folder(path);
    Ok(())
}

/// Temporary files have random names, and are hidden in case that a crash leaves one.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".robots-");
    builder
}

/// An empty file beside the old one that is like it in all but its content.
#[cfg(unix)]
fn replacement(path: &Path, old: &File, seen: &Metadata) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::{MetadataExt, fchown};

    if seen.nlink() > 1 {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let replacement = builder().tempfile_in(folder(path))?;
    let file = replacement.as_file();
    let made = file.metadata()?;
    if (made.uid(), made.gid()) != (seen.uid(), seen.gid()) {
        fchown(file, Some(seen.uid()), Some(seen.gid()))?;
    }
    copy_attributes(old, file)?;
    // Last, because a change of owner takes bits away.
    file.set_permissions(seen.permissions())?;
    // Some file systems accept all of this and do nothing.
    let made = file.metadata()?;
    let is_like = (made.uid(), made.gid(), made.mode()) == (seen.uid(), seen.gid(), seen.mode());
    if is_like {
        Ok(replacement)
    } else {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The standard library cannot tell here what else belongs to a file.
#[cfg(not(unix))]
fn replacement(_: &Path, _: &File, _: &Metadata) -> io::Result<NamedTempFile> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a file the extended attributes of another, and no others: access control lists and
/// security labels are such.
#[cfg(unix)]
fn copy_attributes(from: &File, to: &File) -> io::Result<()> {
    use xattr::FileExt;

    let names = |file: &File| match file.list_xattr() {
        Ok(names) => Ok(names.collect::<Vec<_>>()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    let wanted = names(from)?;
    for name in names(to)? {
        if !wanted.contains(&name) {
            to.remove_xattr(&name)?;
        }
    }
    for name in wanted {
        let value = from.get_xattr(&name)?;
        // Labels are mostly inherited from the folder, and setting them anew is a privilege.
        if let Some(value) = value
            && to.get_xattr(&name)?.as_ref() != Some(&value)
        {
            to.set_xattr(&name, &value)?;
        }
    }
    Ok(())
}

/// Whether it is the same file, untouched.
#[cfg(unix)]
fn is_same(now: &Metadata, seen: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    let facts = |data: &Metadata| {
        (
            (data.dev(), data.ino(), data.size()),
            (data.mtime(), data.mtime_nsec()),
            (data.ctime(), data.ctime_nsec()),
        )
    };
    facts(now) == facts(seen)
}

#[cfg(not(unix))]
fn is_same(now: &Metadata, seen: &Metadata) -> bool {
    now.len() == seen.len() && now.modified().ok() == seen.modified().ok()
}

/// Bytes are compared, since an edit may leave the size as it is, and two edits within a tick of
/// the clock have the same time.
fn refuse_other_content(file: &mut File, old: &[u8]) -> io::Result<()> {
    let mut content = Vec::with_capacity(old.len());
    file.rewind()?;
    file.take(old.len() as u64 + 1).read_to_end(&mut content)?;
    if content == old { Ok(()) } else { Err(changed()) }
}

fn changed() -> io::Error {
    io::Error::other("another program changed it after it was read; run the command again")
}

fn overwrite(file: &mut File, body: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(body)?;
    file.set_len(body.len() as u64)?;
    file.sync_all()
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A new name outlives a crash once its folder is written.
fn sync_folder(path: &Path) {
    if cfg!(unix) {
        // Some folders may be written but not read, and some file systems cannot sync them. The
        // file is in place nevertheless.
        let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
    }
}
