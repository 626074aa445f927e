//! Data that is not part of this package: the directory that the environment variable
//! `ROBOTS_SHARED` names. Tests that need it are ignored unless they are asked for, and fail without
//! it: none passes because it had nothing to read.

use std::path::PathBuf;

/// A path under `ROBOTS_SHARED`.
fn path_of(path: &str) -> PathBuf {
    let directory = std::env::var_os("ROBOTS_SHARED");
    PathBuf::from(directory.expect("ROBOTS_SHARED names the directory with the shared files")).join(path)
}

/// A file under `ROBOTS_SHARED`.
///
/// # Panics
///
/// If the variable is not set, or the file cannot be read.
pub(crate) fn read(path: &str) -> Vec<u8> {
    let path = path_of(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sorted names of the files in a directory under `ROBOTS_SHARED`.
///
/// # Panics
///
/// If the variable is not set, or the directory cannot be read.
pub(crate) fn list(path: &str) -> Vec<String> {
    let path = path_of(path);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Like [`read`], for UTF-8 text.
pub(crate) fn read_to_string(path: &str) -> String {
    String::from_utf8(read(path)).unwrap()
}

/// Real files, each with its name: one of `every`, or as many as `CORPUS_STEP` says (1 for all), or
/// the one that `CORPUS_FILE` names.
///
/// Tests that do much work for each file use only a few of them by default, because they usually
/// run unoptimized.
///
/// # Panics
///
/// If `ROBOTS_SHARED` is not set, a file cannot be read, or `CORPUS_STEP` is not a number.
pub(crate) fn corpus(every: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    let names = list("corpus");
    let one = std::env::var("CORPUS_FILE").ok();
    let step = match std::env::var("CORPUS_STEP") {
        _ if one.is_some() => 1,
        Ok(step) => step.parse().expect("CORPUS_STEP is a number"),
        Err(_) => every,
    };
    let wanted = move |name: &String| one.as_ref().is_none_or(|one| one == name);
    names.into_iter().step_by(step).filter(wanted).map(|name| {
        let body = read(&format!("corpus/{name}"));
        (name, body)
    })
}

/// What tests that make up their input begin with: 0, so that every run makes the same, or the
/// number in `TEST_SEED`.
///
/// # Panics
///
/// If `TEST_SEED` is not a number.
pub(crate) fn seed() -> usize {
    std::env::var("TEST_SEED").map_or(0, |seed| seed.parse().expect("TEST_SEED is a number"))
}
