//! Writing files. A file is replaced in one step if the new one can have the same owner, mode and
//! so on, and otherwise written in place. What another program wrote since it was read is never
//! lost.

#[cfg(unix)]
use std::collections::BTreeMap;
#[cfg(unix)]
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

#[cfg(unix)]
use tempfile::Builder;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes a new body into a file that was read before.
///
/// The new file takes the place of the old one in one step, with its owner, group, mode, access
/// control list and labels, so that no reader sees half of it and a crash loses neither. Links are
/// followed. Where that cannot be (other hard links lead to the file, it is a mount point, its
/// folder is read-only, only another user may own it, or it has attributes that a new file has
/// not), the body is written into the file itself.
///
/// # Errors
///
/// If the file no longer holds `old`, or cannot be written. It then is as it was.
pub(crate) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), Failure> {
    replace_io(path, old, new).map_err(|error| Failure::written(path, error))
}

/// Writes a file that need not exist, and of which only the new body matters. An existing one is
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
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::write(path, body).inspect_err(|_| {
                // No file is better than a part of one.
                let _ = fs::remove_file(path);
            })
        }
        Err(error) => Err(error),
    };
    result.map_err(|error| Failure::written(path, error))
}

fn replace_io(path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    // If the path is a link, its target is replaced, not the link.
    let path = &fs::canonicalize(path)?;
    let folder = path.parent().unwrap_or(path);
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
    if let Ok(replacement) = replacement(folder, &file, &seen) {
        replacement.as_file().write_all(new)?;
        replacement.as_file().sync_all()?;
        // The path may lead to another file by now.
        refuse_other_content(&mut File::open(path)?, old)?;
        if replacement.persist(path).is_ok() {
            // The new name outlives a crash once its folder is written. Some folders may be written
            // but not read, and some file systems cannot sync them. The file is in place
            // nevertheless.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
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

/// An empty file beside the old one that is like it in all but its content.
#[cfg(unix)]
fn replacement(folder: &Path, old: &File, seen: &Metadata) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::{MetadataExt, fchown};

    if seen.nlink() > 1 {
        return Err(io::ErrorKind::Unsupported.into());
    }
    // The random name is hidden in case that a crash leaves the file.
    let replacement = Builder::new().prefix(".robots-").tempfile_in(folder)?;
    let file = replacement.as_file();
    let made = file.metadata()?;
    if (made.uid(), made.gid()) != (seen.uid(), seen.gid()) {
        fchown(file, Some(seen.uid()), Some(seen.gid()))?;
    }
    // Last, because a change of owner takes bits away.
    file.set_permissions(seen.permissions())?;
    // Some file systems accept all of this and do nothing.
    let made = file.metadata()?;
    let is_like = (made.uid(), made.gid(), made.mode()) == (seen.uid(), seen.gid(), seen.mode());
    if is_like && attributes(file)? == attributes(old)? {
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

/// The extended attributes of a file, by name, such as access control lists and security labels.
/// Attributes that a new file does not get from its folder are few, and mostly need a privilege to
/// be set.
#[cfg(unix)]
fn attributes(file: &File) -> io::Result<BTreeMap<OsString, Option<Vec<u8>>>> {
    use xattr::FileExt;

    match file.list_xattr() {
        Ok(names) => names
            .map(|name| Ok((name.clone(), file.get_xattr(&name)?)))
            .collect(),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(BTreeMap::new()),
        Err(error) => Err(error),
    }
}

/// Bytes are compared, since an edit may leave the size as it is, and two edits within a tick of
/// the clock have the same time.
fn refuse_other_content(file: &mut File, old: &[u8]) -> io::Result<()> {
    let mut content = Vec::with_capacity(old.len());
    file.rewind()?;
    file.take(old.len() as u64 + 1).read_to_end(&mut content)?;
    if content == old {
        return Ok(());
    }
    Err(io::Error::other(
        "another program changed it after it was read; run the command again",
    ))
}

fn overwrite(file: &mut File, body: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(body)?;
    file.set_len(body.len() as u64)?;
    file.sync_all()
}
