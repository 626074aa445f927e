//! Written files read back, and stay within the limits.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use proptest::prelude::*;
use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, EntryKind, Extension, ExtensionKind, Limits, Priority, ReadOptions, Scope,
    W3cDateTime, WriteError, WriteOptions, Writer,
};
use url::Url;

use super::Outcome;

/// A file in memory, which outlives its writer.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>, Rc<Cell<bool>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    /// Leaves a mark.
    fn flush(&mut self) -> io::Result<()> {
        self.1.set(true);
        Ok(())
    }
}

/// Text that survives what a reader strips from both ends, and that XML can express.
fn value() -> impl Strategy<Value = String> {
    "[ -~äß–\u{1F600}\n\t\r&<>\"']{1,20}"
        .prop_map(|text: String| text.trim_ascii().to_owned())
        .prop_filter("empty values are left out", |text| !text.is_empty())
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-c](/[a-c]){0,2}",
        2 => "[a-c](/[a-c]){0,2}/@[a-c]",
    ]
}

fn extension() -> impl Strategy<Value = Extension> {
    use ExtensionKind::{Alternate, Image, News, PageMap, Video};
    let kind = prop::sample::select(vec![Image, Video, News, Alternate, PageMap, PageMap]);
    let attributes = prop::collection::btree_map("@[a-z]{1,4}", value(), 0..3);
    let fields = prop::collection::vec((path(), value()), 0..6);
    (kind, attributes, fields).prop_map(|(kind, attributes, fields)| {
        let fields = attributes
            .into_iter()
            .filter(|(name, _)| name != "@xmln")
            .chain(fields);
        fields.fold(Extension::new(kind), |extension, (path, value)| {
            extension.with(&path, &value)
        })
    })
}

fn lastmod() -> impl Strategy<Value = W3cDateTime> {
    let text = prop_oneof![
        "[0-9]{4}",
        "[0-9]{4}-(0[1-9]|1[0-2])",
        "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])",
        "[0-9]{4}-0[1-9]-0[1-9]T[01][0-9]:[0-5][0-9](:[0-5][0-9](\\.[0-9]{0,8}[1-9])?)?(Z|[+-][01][0-9]:[0-5][0-9])?",
    ];
    text.prop_map(|text: String| text.parse().unwrap())
}

fn entry() -> impl Strategy<Value = Entry> {
    let loc = "https?://[a-z]{1,8}\\.(example|xn--p1ai)(:[1-9][0-9]{0,3})?(/[ -~äß]{0,20}){0,3}";
    (
        loc,
        prop::option::of(lastmod()),
        prop::option::of(prop::sample::select(ChangeFrequency::ALL)),
        prop::option::of((0.0..=1.0).prop_map(|value: f64| Priority::new(value).unwrap())),
        prop::collection::vec(extension(), 0..3),
    )
        .prop_map(|(loc, lastmod, change_frequency, priority, extensions)| {
            let mut entry = Entry::new(loc.trim_ascii());
            (entry.lastmod, entry.change_frequency, entry.priority) = (lastmod, change_frequency, priority);
            entry.extensions = extensions;
            entry
        })
}

/// A slow, simple version: escapes characters that URLs may not contain.
fn percent_encoded(loc: &str) -> String {
    let is_digit = |at: usize| loc.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
    let encoded = loc.bytes().enumerate().map(|(at, byte)| match byte {
        b'%' if is_digit(at + 1) && is_digit(at + 2) => "%".to_owned(),
        0..=b' ' | 0x7F.. => format!("%{byte:02X}"),
        _ if b"\"%<>[\\]^`{|}".contains(&byte) => format!("%{byte:02X}"),
        _ => char::from(byte).to_string(),
    });
    encoded.collect()
}

/// Whether a date has a time of day without a zone.
fn lacks_zone(date: W3cDateTime) -> bool {
    let text = date.to_string();
    let time = text.split_once('T').map(|(_, time)| time);
    time.is_some_and(|time| !time.contains(['Z', '+', '-']))
}

/// The entry that a reader returns: with the address encoded and the zone of its date written,
/// ignoring the line.
fn as_read(entry: &Entry) -> Entry {
    let mut entry = entry.clone();
    entry.loc = percent_encoded(&entry.loc);
    entry.line = 0;
    entry.lastmod = entry.lastmod.map(|date| match lacks_zone(date) {
        true => format!("{date}Z").parse().unwrap(),
        false => date,
    });
    entry
}

proptest! {
    #[test]
    fn what_is_written_reads_back(entries in prop::collection::vec(entry(), 0..8), gzip: bool, declare: bool) {
        let declared: &[ExtensionKind] = if declare { &[ExtensionKind::Image, ExtensionKind::Alternate] } else { &[] };
        let mut writer = WriteOptions::new().gzip(gzip).declare(declared).sitemap(Vec::new()).unwrap();
        for entry in &entries {
            writer.write(entry).unwrap();
        }
        let bytes = writer.bytes();
        let file = writer.finish().unwrap();
        if !gzip {
            prop_assert_eq!(bytes, file.len() as u64);
        }
        let outcome = Outcome::of(ReadOptions::new(), file.as_slice());
        prop_assert!(outcome.error.is_none());
        prop_assert_eq!(outcome.kinds(), []);
        let read: Vec<Entry> = outcome.entries.iter().map(as_read).collect();
        let written: Vec<Entry> = entries.iter().map(as_read).collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn a_split_index_covers_everything(count in 0..60_u32, urls in 1..9_u64, index_entries in 1..5_u64, bytes in 400..900_u64) {
        let mut limits = Limits::CURRENT;
        (limits.urls, limits.index_entries, limits.bytes) = (urls, index_entries, bytes);
        let files = RefCell::new(BTreeMap::new());
        let base = Url::parse("http://example.com/maps/").unwrap();
        let mut writer = WriteOptions::new().limits(limits).split(&base, |name| {
            let file = Shared::default();
            assert!(files.borrow_mut().insert(name.to_owned(), file.clone()).is_none(), "{name} is written once");
            Ok(file)
        });
        let locs: Vec<String> = (0..count).map(|number| format!("http://example.com/maps/{number}?a&b")).collect();
        for (number, loc) in locs.iter().enumerate() {
            // The dates are not in order, and some pages have none: the index has the latest date
            // of each file.
            let mut entry = Entry::new(loc.as_str());
            if number % 4 != 3 {
                let seconds = 1_000_000_000 + number as i64 * 7 % 5;
                entry = entry.with_lastmod(W3cDateTime::from_unix_seconds(seconds).unwrap());
            }
            writer.write(&entry).unwrap();
        }
        let written = writer.finish().unwrap();
        prop_assert_eq!(written.entries, u64::from(count));

        let files = files.into_inner();
        let read = |name: &str| {
            let bytes = files[name].0.borrow();
            assert!(bytes.len() as u64 <= limits.bytes);
            let options = ReadOptions::new().limits(limits).scope(Scope::of(&base.join(name).unwrap()));
            let outcome = Outcome::of(options, bytes.as_slice());
            assert!(outcome.error.is_none() && outcome.problems.is_empty());
            outcome.entries
        };
        let (mut found, mut sitemaps, mut indexes) = (Vec::new(), 0, 0);
        for number in 1.. {
            let name = match number {
                1 => "sitemap-index.xml".to_owned(),
                _ => format!("sitemap-index-{number}.xml"),
            };
            if !files.contains_key(&name) {
                break;
            }
            indexes += 1;
            for sitemap in read(&name) {
                prop_assert_eq!(sitemap.kind, EntryKind::Sitemap);
                let name = sitemap.loc.strip_prefix(base.as_str()).unwrap().to_owned();
                let entries = read(&name);
                sitemaps += 1;
                let dates = entries.iter().filter_map(|entry| entry.lastmod);
                prop_assert_eq!(sitemap.lastmod, dates.max_by_key(|date| date.unix_seconds()));
                found.extend(entries.into_iter().map(|entry| entry.loc));
            }
        }
        prop_assert_eq!(found, locs);
        prop_assert_eq!((sitemaps, indexes), (written.sitemaps, written.indexes));
        prop_assert_eq!(files.len() as u64, sitemaps + indexes);
    }
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_no_trace() {
    let mut limits = Limits::CURRENT;
    limits.urls = 2;
    let mut writer = WriteOptions::new().limits(limits).sitemap(Vec::new()).unwrap();
    let good = Entry::new("http://example.com/");
    writer.write(&good).unwrap();
    let with = |path: &str, value: &str| {
        good.clone()
            .with_extension(Extension::new(ExtensionKind::Image).with(path, value))
    };
    let refused = [
        (Entry::new("/relative"), "LocNotAbsolute"),
        (
            Entry::new(format!("http://example.com/{}", "ü".repeat(400))),
            "LocTooLong",
        ),
        (Entry::sitemap("http://example.com/"), "WrongKind"),
        (
            good.clone().with_extension(Extension::new(ExtensionKind::Other)),
            "UnknownExtension",
        ),
        (with("a b", "x"), "InvalidField"),
        (with("", "x"), "InvalidField"),
        (with("a//b", "x"), "InvalidField"),
        (with("@xmlns", "x"), "InvalidField"),
        (with("loc>", "x"), "InvalidField"),
        (with("1st", "x"), "InvalidField"),
        (with("-a", "x"), "InvalidField"),
        (with("a/.b", "x"), "InvalidField"),
        (with("@", "x"), "InvalidField"),
        (with("a/@", "x"), "InvalidField"),
        (with("/@a", "x"), "InvalidField"),
        (with("a@b", "x"), "InvalidField"),
        // Deeper, or with a longer tag, than a reader accepts.
        (with(&("a/".repeat(61) + "a"), "x"), "InvalidField"),
        (with(&("a".repeat(65_528) + "/b"), "x"), "InvalidField"),
        // The tag of the extension itself is written once.
        (
            good.clone().with_extension(
                Extension::new(ExtensionKind::Image)
                    .with("loc", "x")
                    .with("@a", "y"),
            ),
            "InvalidField",
        ),
        (
            good.clone().with_extension(
                Extension::new(ExtensionKind::Image)
                    .with("@a", "x")
                    .with("@a", "y"),
            ),
            "InvalidField",
        ),
        (
            good.clone().with_extension(
                Extension::new(ExtensionKind::Image)
                    .with("a/@x", "1")
                    .with("@y", "2"),
            ),
            "InvalidField",
        ),
        // A reader keeps the path of each field.
        (
            good.clone()
                .with_extension((0..2_000).fold(Extension::new(ExtensionKind::Image), |image, _| {
                    image.with(&("p".repeat(1_000) + "/z"), "x")
                })),
            "EntryTooLong",
        ),
        (with("loc", &"x".repeat(70_000)), "EntryTooLong"),
        (with("@a", &"<".repeat(60_000)), "EntryTooLong"),
        (
            (0..20).fold(good.clone(), |entry, _| {
                entry.with_extension(Extension::new(ExtensionKind::Image).with("loc", &"x".repeat(60_000)))
            }),
            "EntryTooLong",
        ),
    ];
    for (entry, reason) in refused {
        let error = writer.write(&entry).unwrap_err();
        assert_eq!(format!("{error:?}"), reason);
    }
    writer
        .write(&with(&("a/".repeat(60) + &"a".repeat(65_527)), "x"))
        .unwrap();
    assert!(matches!(writer.write(&good), Err(WriteError::Full)));
    assert_eq!(writer.entries(), 2);
    let file = writer.finish().unwrap();
    let outcome = Outcome::of(ReadOptions::new(), file.as_slice());
    assert_eq!(outcome.locs(), ["http://example.com/"; 2]);
    assert!(outcome.problems.is_empty());

    let mut index = WriteOptions::new().index(Vec::new()).unwrap();
    let sitemap = Entry::sitemap("http://example.com/1.xml");
    assert!(matches!(index.write(&good), Err(WriteError::WrongKind)));
    for odd in [
        sitemap.clone().with_priority(Priority::default()),
        sitemap.clone().with_change_frequency(ChangeFrequency::Daily),
        sitemap
            .clone()
            .with_extension(Extension::new(ExtensionKind::Image)),
    ] {
        assert!(matches!(index.write(&odd), Err(WriteError::WrongKind)), "{odd:?}");
    }
    let dated = sitemap.clone().with_lastmod("2007".parse().unwrap());
    index.write(&dated).unwrap();
    index.write(&sitemap).unwrap();
}

#[test]
fn a_file_may_be_as_long_as_the_limit() {
    let entry = Entry::new("http://example.com/");
    let mut probe = Writer::new(Vec::new()).unwrap();
    probe.write(&entry).unwrap();
    let mut limits = Limits::CURRENT;
    limits.bytes = probe.bytes();
    let mut writer = WriteOptions::new().limits(limits).sitemap(Vec::new()).unwrap();
    writer.write(&entry).unwrap();
    assert!(matches!(writer.write(&entry), Err(WriteError::Full)));
    let file = writer.finish().unwrap();
    assert_eq!(file.len() as u64, limits.bytes);
    assert!(
        Outcome::of(ReadOptions::new().limits(limits), file.as_slice())
            .error
            .is_none()
    );
}

#[test]
fn errors_of_the_output_come_through() {
    struct Broken;
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for gzip in [false, true] {
        let mut writer = WriteOptions::new().gzip(gzip).sitemap(Broken).unwrap();
        writer.write(&Entry::new("http://example.com/")).unwrap();
        assert_eq!(
            writer.finish().map(|_| ()).unwrap_err().kind(),
            io::ErrorKind::StorageFull
        );
    }
    let base = Url::parse("http://example.com/").unwrap();
    let mut split = WriteOptions::new().split(&base, |_| {
        Err::<Broken, _>(io::ErrorKind::PermissionDenied.into())
    });
    assert!(matches!(
        split.write(&Entry::new("http://example.com/")),
        Err(WriteError::Io(_))
    ));
}

#[test]
fn extensions_become_elements_again() {
    let image = || Extension::new(ExtensionKind::Image);
    let object = |kind: &str| Extension::new(ExtensionKind::PageMap).with("@type", kind);
    let maps = "xmlns:pagemap=\"http://www.google.com/schemas/sitemap-pagemap/1.0\"";
    for (extensions, expected) in [
        (vec![image()], "<image:image></image:image>".to_owned()),
        (
            vec![image().with("a", "1").with("a", "2").with(".", "3")],
            "<image:image><image:a>1</image:a><image:a>2</image:a>3</image:image>".to_owned(),
        ),
        (
            vec![image().with("a/@x", "1").with("a/@y", "2").with(".", "3")],
            "<image:image><image:a x=\"1\" y=\"2\"></image:a>3</image:image>".to_owned(),
        ),
        (
            vec![image().with("a/@x", "1").with("a/@x", "2").with("a", "3")],
            "<image:image><image:a x=\"1\"></image:a><image:a x=\"2\">3</image:a></image:image>".to_owned(),
        ),
        (
            vec![image().with("a/b", "1").with("a/c", "2").with("d/c", "3")],
            "<image:image><image:a><image:b>1</image:b><image:c>2</image:c></image:a>\
            <image:d><image:c>3</image:c></image:d></image:image>"
                .to_owned(),
        ),
        // Objects that follow each other are in one map.
        (
            vec![
                object("a"),
                object("b").with("Attribute", "1"),
                image(),
                object("c"),
            ],
            format!(
                "<pagemap:PageMap {maps}><pagemap:DataObject type=\"a\"></pagemap:DataObject>\
                <pagemap:DataObject type=\"b\"><pagemap:Attribute>1</pagemap:Attribute></pagemap:DataObject></pagemap:PageMap>\
                <image:image></image:image>\
                <pagemap:PageMap {maps}><pagemap:DataObject type=\"c\"></pagemap:DataObject></pagemap:PageMap>"
            ),
        ),
        (
            vec![image(), image()],
            "<image:image></image:image><image:image></image:image>".to_owned(),
        ),
    ] {
        let mut writer = WriteOptions::new()
            .declare(&[ExtensionKind::Image])
            .sitemap(Vec::new())
            .unwrap();
        let mut entry = Entry::new("http://example.com/");
        entry.extensions = extensions;
        writer.write(&entry).unwrap();
        let file = String::from_utf8(writer.finish().unwrap()).unwrap();
        let expected = format!("<url><loc>http://example.com/</loc>{expected}</url>\n");
        assert!(file.contains(&expected), "{file}\n{expected}");
    }
}

/// A long file is written before its end.
#[test]
fn what_is_written_is_passed_on() {
    let output = Shared::default();
    let mut writer = Writer::new(output.clone()).unwrap();
    let entry = Entry::new(format!("http://example.com/{}", "a".repeat(1_000)));
    for _ in 0..62 {
        writer.write(&entry).unwrap();
    }
    assert_eq!(output.0.borrow().len(), 0);
    for _ in 0..5 {
        writer.write(&entry).unwrap();
    }
    let passed_on = output.0.borrow().len() as u64;
    assert!(passed_on > 1 << 16 && passed_on < writer.bytes());
    assert!(!output.1.get());
    let bytes = writer.bytes();
    writer.finish().unwrap();
    assert_eq!(output.0.borrow().len() as u64, bytes);
    assert!(output.1.get(), "the output is flushed at the end");
}

#[test]
fn nothing_written_is_no_file() {
    let base = Url::parse("http://example.com/").unwrap();
    let mut split = WriteOptions::new().split(&base, |name| -> io::Result<Vec<u8>> {
        panic!("{name} was opened")
    });
    assert!(matches!(
        split.write(&Entry::new("relative")),
        Err(WriteError::LocNotAbsolute)
    ));
    assert_eq!(split.finish().unwrap().sitemaps, 0);
}

#[test]
fn names_of_fields_are_names_of_xml() {
    let names = ["_", "_a", "a-1", "a.b", "ä", "Straße"];
    let extension = names
        .iter()
        .fold(Extension::new(ExtensionKind::Image), |image, name| {
            image.with(name, "x")
        });
    let entry = Entry::new("http://example.com/").with_extension(extension);
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write(&entry).unwrap();
    let file = writer.finish().unwrap();
    let outcome = Outcome::of(ReadOptions::new(), file.as_slice());
    let read: Vec<_> = outcome.entries[0].extensions[0].fields().collect();
    assert_eq!(read, names.map(|name| (name, "x")));
}

/// With the same limits, an entry is refused exactly if a reader would drop it; earlier entries do
/// not count.
#[test]
fn a_value_may_be_as_long_as_a_reader_takes_it() {
    let mut limits = Limits::CURRENT;
    limits.token_bytes = 120;
    let write = |entry: &Entry, limits: Limits| {
        let mut writer = WriteOptions::new().limits(limits).sitemap(Vec::new()).unwrap();
        for _ in 0..3 {
            writer.write(entry)?;
        }
        Ok::<_, WriteError>(writer.finish()?)
    };
    for path in [".", "loc", "a/b", "@a", "a/@b"] {
        for before in [None, Some("@z"), Some("title"), Some("a/@a")] {
            let (mut written, mut refused) = (0, 0);
            for length in 1..130 {
                let image = before.map_or(Extension::new(ExtensionKind::Image), |path| {
                    Extension::new(ExtensionKind::Image).with(path, "x")
                });
                // Only the first field can be an attribute of the extension.
                if path == "@a" && matches!(before, Some("title" | "a/@a")) {
                    continue;
                }
                let entry =
                    Entry::new("http://example.com/").with_extension(image.with(path, &"x".repeat(length)));
                let file = write(&entry, Limits::CURRENT).unwrap();
                let outcome = Outcome::of(ReadOptions::new().limits(limits), file.as_slice());
                match write(&entry, limits) {
                    Ok(same) => {
                        assert_eq!(file, same);
                        assert_eq!(outcome.kinds(), [], "{path} after {before:?}: {length}");
                        written += 1;
                    }
                    Err(error) => {
                        assert!(matches!(error, WriteError::EntryTooLong), "{error:?}");
                        assert_eq!(outcome.entries, [], "{path} after {before:?}: {length}");
                        refused += 1;
                    }
                }
            }
            assert_eq!(written == 0, refused == 0, "{path} after {before:?}");
        }
    }
}

#[test]
fn an_entry_may_be_as_long_as_the_limits() {
    let mut limits = Limits::CURRENT;
    let loc = format!("http://example.com/{}", "x".repeat(limits.loc_chars - 19));
    let entry = Entry::new(loc.as_str());
    let longer = Entry::new(loc + "x");
    let mut probe = Writer::new(Vec::new()).unwrap();
    let empty = probe.bytes();
    probe.write(&entry).unwrap();
    assert!(matches!(probe.write(&longer), Err(WriteError::LocTooLong)));

    limits.entry_bytes = probe.bytes() - empty;
    let mut writer = WriteOptions::new().limits(limits).sitemap(Vec::new()).unwrap();
    // Each entry counts separately.
    for _ in 0..10 {
        writer.write(&entry).unwrap();
    }
    assert_eq!(writer.bytes(), empty + 10 * limits.entry_bytes);
    limits.entry_bytes -= 1;
    let mut writer = WriteOptions::new().limits(limits).sitemap(Vec::new()).unwrap();
    assert!(matches!(writer.write(&entry), Err(WriteError::EntryTooLong)));
}

#[test]
fn compressed_files_are_gzip_and_named_so() {
    let base = Url::parse("http://example.com/").unwrap();
    for (options, gzip) in [
        (WriteOptions::new(), false),
        (WriteOptions::new().gzip(true), true),
        (WriteOptions::new().gzip(true).gzip(false), false),
    ] {
        let files = RefCell::new(BTreeMap::new());
        let mut writer = options.split(&base, |name| {
            let file = Shared::default();
            files.borrow_mut().insert(name.to_owned(), file.clone());
            Ok(file)
        });
        writer.write(&Entry::new("http://example.com/")).unwrap();
        writer.finish().unwrap();
        let files = files.into_inner();
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        if gzip {
            assert_eq!(names, ["sitemap-1.xml.gz", "sitemap-index.xml.gz"]);
        } else {
            assert_eq!(names, ["sitemap-1.xml", "sitemap-index.xml"]);
        }
        for (name, file) in &files {
            assert_eq!(file.0.borrow().starts_with(&[0x1f, 0x8b]), gzip, "{name}");
        }
    }
}

#[test]
fn an_entry_too_long_for_any_file_neither_ends_one_nor_leaves_one() {
    let mut limits = Limits::CURRENT;
    limits.bytes = 400;
    let names = RefCell::new(Vec::new());
    let base = Url::parse("http://example.com/").unwrap();
    let mut split = WriteOptions::new().limits(limits).split(&base, |name| {
        names.borrow_mut().push(name.to_owned());
        Ok(io::sink())
    });
    let good = Entry::new("http://example.com/");
    let long = Entry::new(format!("http://example.com/{}", "x".repeat(400)));
    assert!(matches!(split.write(&long), Err(WriteError::EntryTooLong)));
    assert!(matches!(
        split.write(&Entry::sitemap(long.loc.as_str())),
        Err(WriteError::WrongKind)
    ));
    assert!(names.borrow().is_empty());
    for _ in 0..2 {
        split.write(&good).unwrap();
        assert!(matches!(split.write(&long), Err(WriteError::EntryTooLong)));
    }
    let written = split.finish().unwrap();
    assert_eq!((written.entries, written.sitemaps, written.indexes), (2, 1, 1));
}

/// XML 1.0, section 3.3.3: a tab or a line end that is written plainly in an attribute is read as a
/// space.
#[test]
fn white_space_in_attributes_is_escaped() {
    let video = Extension::new(ExtensionKind::Video)
        .with("title/@a", "b\tc\nd\re f")
        .with("title", "b\tc\nd\re f");
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer
        .write(&Entry::new("http://example.com/").with_extension(video))
        .unwrap();
    let file = String::from_utf8(writer.finish().unwrap()).unwrap();
    let title = "<video:title a=\"b&#9;c&#10;d&#13;e f\">b\tc\nd&#13;e f</video:title>";
    assert!(file.contains(title), "{file}");
}

#[test]
fn a_namespace_is_declared_by_the_root_or_by_each_extension() {
    use ExtensionKind::{Alternate, Image, Other, Video};
    let entry = Entry::new("http://example.com/").with_extension(
        Extension::new(Video)
            .with("price/@currency", "EUR")
            .with("price/@type", "rent")
            .with("price", "1.99"),
    );
    let write = |options: WriteOptions| {
        let mut writer = options.sitemap(Vec::new()).unwrap();
        writer.write(&entry).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    };
    let namespace = "xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\"";
    let price = "<video:price currency=\"EUR\" type=\"rent\">1.99</video:price></video:video>";
    let image = "xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";
    let core = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
    // A namespace declared twice is written once, and an unknown namespace is not written.
    for (declared, root, own) in [
        (&[][..], String::new(), format!("<video:video {namespace}>")),
        (&[Other], String::new(), format!("<video:video {namespace}>")),
        (
            &[Video, Video],
            format!(" {namespace}"),
            "<video:video>".to_owned(),
        ),
        (
            &[Image],
            format!(" {image}"),
            format!("<video:video {namespace}>"),
        ),
        (
            &[Image, Other, Video],
            format!(" {image} {namespace}"),
            "<video:video>".to_owned(),
        ),
    ] {
        let file = write(WriteOptions::new().declare(declared));
        assert!(file.contains(&format!("{core}{root}>\n")), "{file}");
        assert!(file.contains(&format!("</loc>{own}{price}</url>")), "{file}");
    }
    // An index has no extensions.
    let index = WriteOptions::new()
        .declare(&[Alternate])
        .index(Vec::new())
        .unwrap();
    let index = String::from_utf8(index.finish().unwrap()).unwrap();
    assert!(!index.contains("xmlns:"), "{index}");
}

#[test]
fn an_index_that_may_hold_nothing_is_an_error() {
    let mut limits = Limits::CURRENT;
    limits.index_entries = 0;
    let base = Url::parse("http://example.com/").unwrap();
    let mut split = WriteOptions::new()
        .limits(limits)
        .split(&base, |_| Ok(io::sink()));
    split.write(&Entry::new("http://example.com/")).unwrap();
    assert!(matches!(split.finish(), Err(WriteError::Full)));
}
