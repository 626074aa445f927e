//! Data that is not part of this package: the directory that the environment variable
//! `ROBOTS_SHARED` names.

use std::path::PathBuf;

/// A file under `ROBOTS_SHARED`. If the variable is not set, says so and returns `None`.
///
/// # Panics
///
/// If the variable is set and the file cannot be read.
pub(crate) fn read(path: &str) -> Option<Vec<u8>> {
    let Some(directory) = std::env::var_os("ROBOTS_SHARED") else {
        println!("skipped: ROBOTS_SHARED is not set, so {path} is not at hand");
        return None;
    };
    let path = PathBuf::from(directory).join(path);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The sorted names of the files in a directory under `ROBOTS_SHARED`. If the variable is not set,
/// says so and returns `None`.
///
/// # Panics
///
/// If the variable is set and the directory cannot be read.
pub(crate) fn list(path: &str) -> Option<Vec<String>> {
    let Some(directory) = std::env::var_os("ROBOTS_SHARED") else {
        println!("skipped: ROBOTS_SHARED is not set, so {path} is not at hand");
        return None;
    };
    let path = PathBuf::from(directory).join(path);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    Some(names)
}

/// Like [`read`], for UTF-8 text.
pub(crate) fn read_to_string(path: &str) -> Option<String> {
    read(path).map(|bytes| String::from_utf8(bytes).unwrap())
}

/// Real files, each with its name: one of `every`, or as many as `CORPUS_STEP` says (1 for all), or
/// the one that `CORPUS_FILE` names. If `ROBOTS_SHARED` is not set, says so and returns `None`.
///
/// Tests that do much work for each file use only a few of them by default, because they usually
/// run unoptimized.
///
/// # Panics
///
/// If a file cannot be read, or `CORPUS_STEP` is not a number.
pub(crate) fn corpus(every: usize) -> Option<impl Iterator<Item = (String, Vec<u8>)>> {
    let names = list("corpus")?;
    let one = std::env::var("CORPUS_FILE").ok();
    let step = match std::env::var("CORPUS_STEP") {
        _ if one.is_some() => 1,
        Ok(step) => step.parse().expect("CORPUS_STEP is a number"),
        Err(_) => every,
    };
    let wanted = move |name: &String| one.as_ref().is_none_or(|one| one == name);
    Some(names.into_iter().step_by(step).filter(wanted).map(|name| {
        let body = read(&format!("corpus/{name}")).expect("it was listed");
        (name, body)
    }))
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
