//! The sitemaps of a folder: all of them, or none.

use std::fs;
use std::path::PathBuf;

use robots_exclusion_sitemap::{Entry, EntryKind, Limits, Reader, WriteError, WriteOptions};
use url::Url;

/// A folder of a test's own, which is empty.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &PathBuf) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn two_urls() -> WriteOptions {
    let mut limits = Limits::CURRENT;
    limits.urls = 2;
    WriteOptions::new().limits(limits)
}

#[test]
fn files_have_their_names_once_all_are_complete() {
    let folder = folder("folder_names");
    let at = Url::parse("https://example.com/a?x#y").unwrap();
    let mut writer = two_urls().folder(&folder, &at).unwrap();
    assert_eq!(writer.served_at().as_str(), "https://example.com/a/");
    for page in 0..3 {
        writer
            .write(&Entry::new(format!("https://example.com/a/{page}")))
            .unwrap();
    }
    for (loc, is_elsewhere) in [("https://example.com/b", true), ("a/b", false)] {
        match writer.write(&Entry::new(loc)) {
            Err(WriteError::OutOfScope) => assert!(is_elsewhere, "{loc}"),
            Err(WriteError::LocNotAbsolute) => assert!(!is_elsewhere, "{loc}"),
            other => panic!("{loc}: {other:?}"),
        }
    }
    assert!(names(&folder).iter().all(|name| name.starts_with(".robots-")));
    let written = writer.finish().unwrap();
    let files: Vec<_> = written
        .files
        .iter()
        .map(|file| (file.path.clone(), file.url.as_str(), file.kind))
        .collect();
    assert_eq!(
        files,
        [
            (
                folder.join("sitemap-1.xml"),
                "https://example.com/a/sitemap-1.xml",
                EntryKind::Page
            ),
            (
                folder.join("sitemap-2.xml"),
                "https://example.com/a/sitemap-2.xml",
                EntryKind::Page
            ),
            (
                folder.join("sitemap-index.xml"),
                "https://example.com/a/sitemap-index.xml",
                EntryKind::Sitemap
            ),
        ]
    );
    assert_eq!(
        (
            written.total.entries,
            written.total.sitemaps,
            written.total.indexes
        ),
        (3, 2, 1)
    );
    assert_eq!(names(&folder).len(), 3);
    let index = fs::read(folder.join("sitemap-index.xml")).unwrap();
    let listed: Vec<_> = Reader::new(index.as_slice())
        .map(|entry| entry.unwrap().loc)
        .collect();
    assert_eq!(listed, [files[0].1, files[1].1]);
}

#[test]
fn files_of_before_stay_if_one_cannot_be_replaced() {
    let folder = folder("folder_stays");
    let at = Url::parse("https://example.com/").unwrap();
    let write = |pages: &[&str]| {
        let mut writer = two_urls().folder(&folder, &at).unwrap();
        for page in pages {
            writer
                .write(&Entry::new(format!("https://example.com/{page}")))
                .unwrap();
        }
        writer.finish()
    };
    write(&["old"]).unwrap();
    let before = fs::read(folder.join("sitemap-1.xml")).unwrap();
    // Nothing to write, and a writer that is given up.
    assert!(write(&[]).unwrap().files.is_empty());
    let mut given_up = two_urls().folder(&folder, &at).unwrap();
    given_up.write(&Entry::new("https://example.com/new")).unwrap();
    drop(given_up);
    // A folder in the place of a file.
    fs::create_dir(folder.join("sitemap-2.xml")).unwrap();
    let error = write(&["a", "b", "c"]).unwrap_err();
    assert_eq!(error.path(), folder.join("sitemap-2.xml"));
    assert!(
        error
            .to_string()
            .ends_with("sitemap-2.xml: it is there, and is not a regular file"),
        "{error}"
    );
    assert_eq!(fs::read(folder.join("sitemap-1.xml")).unwrap(), before);
    assert_eq!(
        names(&folder),
        ["sitemap-1.xml", "sitemap-2.xml", "sitemap-index.xml"]
    );
}

#[test]
fn a_folder_is_served_by_http_or_https() {
    for (url, is_fine) in [
        ("http://example.com", true),
        ("ftp://example.com/", false),
        ("mailto:a@example.com", false),
    ] {
        let made = WriteOptions::new().folder("nowhere", &Url::parse(url).unwrap());
        assert_eq!(made.is_ok(), is_fine, "{url}");
    }
    assert!(!PathBuf::from("nowhere").exists());
}
