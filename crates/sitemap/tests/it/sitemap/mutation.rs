//! Files with something cut out, doubled or put in: no panic, and the same answer for any chunks of
//! input.

use std::io::{self, Read};

use proptest::prelude::*;
use robots_exclusion_sitemap::{Error, Limits, ReadOptions};

use super::{NAMESPACE, Outcome};

/// Returns the bytes in parts of the given lengths, repeatedly.
struct Parts<'a> {
    rest: &'a [u8],
    lengths: &'a [usize],
    next: usize,
}

impl Read for Parts<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.lengths[self.next % self.lengths.len()].min(into.len());
        self.next += 1;
        self.rest.read(&mut into[..length])
    }
}

pub(super) fn sound() -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a comment -->\n\
        <urlset xmlns=\"{NAMESPACE}\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n\
        <url>\n<loc>http://example.com/?a=1&amp;b=2</loc>\n<lastmod>2007-11-02T18:50:24Z</lastmod>\n\
        <changefreq>daily</changefreq>\n<priority>0.8</priority>\n</url>\n\
        <url><loc><![CDATA[http://example.com/2]]></loc>\n\
        <image:image><image:loc>http://example.com/a.png</image:loc></image:image>\n\
        <xhtml:link rel=\"alternate\" hreflang='de' href=\"http://example.com/de\"/></url>\n\
        <url><loc>http://example.com/3</loc></url>\n</urlset>\n"
    )
    .into_bytes()
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    Cut(usize, usize),
    Double(usize, usize),
    Insert(usize, Vec<u8>),
}

pub(super) fn change() -> impl Strategy<Value = Change> {
    let inserted = prop::sample::select(vec![
        &b"<"[..],
        b">",
        b"&",
        b";",
        b"\"",
        b"'",
        b"</",
        b"/>",
        b"<!",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<?",
        b"?>",
        b"<url>",
        b"</url>",
        b"</urlset>",
        b"<loc>",
        b"</loc>",
        b"<!DOCTYPE a [",
        b"&#0;",
        b"&x;",
        b"\0",
        b"\xff",
        b"\xc3",
        b"\n",
        b"\r",
        b"=",
        b"xmlns",
        b" xmlns:a=''",
        b" a='b'",
        b" a=b",
        b"<?xml version='1.0'?>",
        b"<a:b/>",
        b":",
        b"-",
        b"--",
        b"\x01",
        b"\x0c",
        b"\xef\xbf\xbf",
        b"\xef\xbb\xbf",
    ]);
    prop_oneof![
        (0..1_000_usize, 1..60_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (0..1_000_usize, 1..60_usize).prop_map(|(at, length)| Change::Double(at, length)),
        (0..1_000_usize, inserted).prop_map(|(at, bytes)| Change::Insert(at, bytes.to_vec())),
    ]
}

pub(super) fn changed(mut file: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let (Change::Cut(at, _) | Change::Double(at, _) | Change::Insert(at, _)) = change;
        let at = at % (file.len() + 1);
        match change {
            Change::Cut(_, length) => drop(file.drain(at..(at + length).min(file.len()))),
            Change::Double(_, length) => file.extend_from_within(at..(at + length).min(file.len())),
            Change::Insert(_, bytes) => drop(file.splice(at..at, bytes.iter().copied())),
        }
    }
    file
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_answer_does_not_depend_on_the_parts(
        changes in prop::collection::vec(change(), 0..5),
        lengths in prop::collection::vec(1..40_usize, 1..6),
        small: bool,
    ) {
        let file = changed(sound(), &changes);
        let mut limits = Limits::CURRENT;
        if small {
            // Small limits, so that some tokens and entries are too long.
            (limits.token_bytes, limits.entry_bytes, limits.depth) = (70, 150, 4);
        }
        let options = ReadOptions::new().limits(limits);
        let whole = Outcome::of(options.clone(), file.as_slice());
        let parts = Outcome::of(options, Parts { rest: &file, lengths: &lengths, next: 0 });
        prop_assert_eq!(&whole.entries, &parts.entries);
        prop_assert_eq!(&whole.problems, &parts.problems);
        prop_assert_eq!(format!("{:?}", whole.error), format!("{:?}", parts.error));

        let lines = file.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count() as u64 + 1;
        prop_assert!(whole.problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
        prop_assert!(whole.entries.is_sorted_by_key(|entry| entry.line));
        prop_assert!(!matches!(whole.error, Some(Error::Io(_))));
        if changes.is_empty() && !small {
            prop_assert_eq!((whole.entries.len(), whole.problems.len()), (3, 0));
        }
    }

    #[test]
    fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..400), head in prop::sample::select(vec![0, 90, 140, 240])) {
        let file = [&sound()[..head], &bytes].concat();
        let _ = Outcome::of(ReadOptions::new(), file.as_slice());
    }
}
