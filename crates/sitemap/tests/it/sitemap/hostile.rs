//! Malicious files: refused or skipped, in bounded time and memory.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::GzEncoder;
use robots_exclusion_sitemap::{Error, Limits, ProblemKind, ReadOptions};

use super::{NAMESPACE, Outcome, read, urlset};

/// Far longer than any of these tests takes unoptimized, and far shorter than the attacks would
/// take.
const PATIENCE: Duration = Duration::from_secs(60);

const GOOD: &str = "<url><loc>http://example.com/good</loc></url>";

fn in_time(input: impl Read) -> Outcome {
    let begun = Instant::now();
    let outcome = Outcome::of(ReadOptions::new(), input);
    assert!(begun.elapsed() < PATIENCE, "took {:?}", begun.elapsed());
    outcome
}

/// A stream that repeats itself forever.
struct Endless {
    head: Vec<u8>,
    unit: Vec<u8>,
    at: usize,
}

impl Endless {
    fn new(head: &str, unit: &str) -> Self {
        Endless {
            head: head.into(),
            unit: unit.into(),
            at: 0,
        }
    }
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        for byte in into.iter_mut() {
            *byte = match self.at.checked_sub(self.head.len()) {
                None => self.head[self.at],
                Some(past) => self.unit[past % self.unit.len()],
            };
            self.at += 1;
        }
        Ok(into.len())
    }
}

fn open() -> String {
    format!("<urlset xmlns='{NAMESPACE}'>")
}

#[test]
fn entities_are_never_expanded() {
    let mut declarations = String::from("<!ENTITY lol \"lol\">");
    for level in 1..10 {
        let before = if level == 1 {
            "&lol;".to_owned()
        } else {
            format!("&lol{};", level - 1)
        };
        declarations += &format!("<!ENTITY lol{level} \"{}\">", before.repeat(10));
    }
    let file = format!(
        "<?xml version='1.0'?>\n<!DOCTYPE lolz [{declarations}]>\n{}\n<url><loc>http://example.com/&lol9;</loc></url>\n\
        <url><loc>http://example.com/</loc><x:y>&lol9;</x:y></url></urlset>",
        open()
    );
    let outcome = in_time(file.as_bytes());
    assert_eq!(outcome.locs(), ["http://example.com/"]);
    assert_eq!(outcome.entries[0].extensions[0].get("."), Some("&lol9;"));
    use ProblemKind::{Doctype, UndefinedEntity};
    assert_eq!(
        outcome.kinds(),
        [(2, Doctype), (4, UndefinedEntity), (5, UndefinedEntity)]
    );
}

#[test]
fn external_entities_are_not_looked_at() {
    let file = format!(
        "<!DOCTYPE urlset [<!ENTITY xxe SYSTEM \"file:///etc/passwd\">\n<!ENTITY % p SYSTEM \"http://a.example/x.dtd\">%p;]>\n\
        {}<url><loc>http://example.com/&xxe;</loc></url>{GOOD}</urlset>",
        open()
    );
    let outcome = read(&file);
    assert_eq!(outcome.locs(), ["http://example.com/good"]);
    assert_eq!(
        outcome.kinds(),
        [(1, ProblemKind::Doctype), (3, ProblemKind::UndefinedEntity)]
    );
}

#[test]
fn more_zeros_than_the_limit_are_not_unpacked() {
    let zeros = GzEncoder::new(io::repeat(0).take(1 << 30), Compression::best());
    assert!(matches!(in_time(zeros).error, Some(Error::Utf16)));
    let mut limits = Limits::CURRENT;
    limits.bytes = 1 << 22;
    // With a beginning that looks like a sitemap.
    for head in [open(), "http://example.com/\n".to_owned()] {
        let file = GzEncoder::new(
            io::Cursor::new(head).chain(io::repeat(0).take(1 << 30)),
            Compression::fast(),
        );
        let outcome = Outcome::of(ReadOptions::new().limits(limits), file);
        assert!(
            matches!(outcome.error, Some(Error::TooManyBytes(4_194_304))),
            "{:?}",
            outcome.error
        );
    }
}

#[test]
fn gzip_without_end_and_without_content() {
    let mut member = Vec::new();
    GzEncoder::new(io::empty(), Compression::fast())
        .read_to_end(&mut member)
        .unwrap();
    let mut limits = Limits::CURRENT;
    limits.bytes = 1 << 22;
    let endless = Endless {
        head: Vec::new(),
        unit: member,
        at: 0,
    };
    let outcome = Outcome::of(ReadOptions::new().limits(limits), endless);
    assert!(
        matches!(outcome.error, Some(Error::TooManyBytes(_))),
        "{:?}",
        outcome.error
    );
}

#[test]
fn streams_without_end() {
    let units = [
        GOOD,
        " ",
        "a",
        "<!-- x -->",
        "&amp;",
        "&",
        "<",
        "<a",
        "<url>",
        "</url>",
        "<!",
        "<!DOCTYPE a [",
        "<?a ?>",
        "<![CDATA[",
        "<x a='",
        "\n",
        "<sitemap/>",
        "]]>",
    ];
    for unit in units {
        for head in [
            open(),
            open() + "<url>",
            open() + "<url><loc>",
            open() + "<url><x:y>",
            String::new(),
        ] {
            let mut limits = Limits::CURRENT;
            // As in every other case the limit ends reading; a smaller limit ends ninety cases
            // sooner.
            limits.bytes = 1 << 17;
            let outcome = Outcome::of(ReadOptions::new().limits(limits), Endless::new(&head, unit));
            let error = outcome
                .error
                .unwrap_or_else(|| panic!("{unit:?} after {head:?} ended"));
            assert!(!matches!(error, Error::Io(_)), "{unit:?} after {head:?}: {error}");
        }
    }
}

#[test]
fn ten_thousand_nested_elements() {
    let deep = "<a>".repeat(10_000) + &"</a>".repeat(10_000);
    for file in [urlset(&deep), urlset(&format!("<url>{deep}</url>"))] {
        let outcome = in_time(file.as_bytes());
        assert!(
            matches!(outcome.error, Some(Error::TooDeep { line: 2 })),
            "{:?}",
            outcome.error
        );
    }
    assert!(matches!(
        in_time(deep.as_bytes()).error,
        Some(Error::UnknownRoot { .. })
    ));
    // Entries within entries are unclosed entries, and each is dropped.
    let outcome = in_time(urlset(&deep.replace('a', "url")).as_bytes());
    let unclosed = outcome
        .kinds()
        .iter()
        .filter(|(_, kind)| *kind == ProblemKind::UnclosedElement)
        .count();
    assert_eq!((outcome.entries.len(), unclosed), (0, 9_999));
    let outcome = in_time(urlset(&format!("{GOOD}<url>{deep}</url>")).as_bytes());
    assert_eq!(
        outcome.locs(),
        ["http://example.com/good"],
        "entries before it are kept"
    );
}

#[test]
fn long_tokens_are_skipped() {
    let long = "a".repeat(200_000);
    let cases = [
        format!("<url><loc>http://example.com/{long}</loc></url>"),
        format!("<url><loc><![CDATA[http://example.com/>]{long}]]></loc></url>"),
        format!("<url><x:y z='{long}'/><loc>http://example.com/</loc></url>"),
        format!("<url><loc>http://example.com/</loc><x:y>{long}</x:y></url>"),
        format!("<url><loc>http://example.com/&{long};</loc></url>"),
        format!("<url><loc><![CDATA[{long}></loc></url>]]></loc></url>"),
        // The element is still open after its start tag, and ends with its end tag.
        format!("<url><loc>http://example.com/</loc><x:y z='{long}'><x:z>a</x:z></x:y></url>"),
        format!("<url><loc>http://example.com/</loc><x:y z='{long}'>{GOOD}</x:y></url>"),
        format!(
            "<url><loc>http://example.com/</loc></url  {}>",
            long.replace('a', " ")
        ),
    ];
    for case in cases {
        let outcome = read(&urlset(&format!("{case}\n{GOOD}")));
        assert_eq!(outcome.locs(), ["http://example.com/good"]);
        assert_eq!(outcome.kinds(), [(2, ProblemKind::TokenTooLong)]);
        assert_eq!(outcome.entries[0].line, 3);
    }
    // A name may itself be too long, in both tags.
    let outcome = read(&urlset(&format!("<url><x:{long}><x:y/></x:{long}></url>{GOOD}")));
    assert_eq!(outcome.kinds(), [(2, ProblemKind::TokenTooLong); 2]);
    // The prefixes that a long tag declares are unknown, so they are not reported as undeclared.
    let file = urlset(&format!("<v:v xmlns:v='urn:v' z='{long}'><v:z/></v:v>\n{GOOD}"));
    let outcome = Outcome::of(ReadOptions::new().strict(true), file.as_bytes());
    assert_eq!(outcome.kinds(), [(2, ProblemKind::TokenTooLong)]);
    // Text after a long tag is not part of it.
    let outcome = read(&urlset(&format!("<b z='{long}'/>stray{GOOD}")));
    let kinds = [(2, ProblemKind::TokenTooLong), (2, ProblemKind::UnexpectedText)];
    assert_eq!(outcome.kinds(), kinds);
    // The end of the file ends everything.
    let outcome = read(&format!("{}<url><loc>{long}", open()));
    assert!(outcome.error.is_none());
    assert_eq!(outcome.kinds()[0], (1, ProblemKind::TokenTooLong));
    // Delimiters at every place around the end of the buffer.
    for length in 65_520..65_545 {
        for (begin, end) in [
            ("<!--", "-->"),
            ("<?a ", "?>"),
            ("<!--", " - > -- ->-->"),
            ("<?a ", " > ? >?>"),
        ] {
            let file = urlset(&format!("{begin}{}{end}{GOOD}", "b".repeat(length)));
            let outcome = read(&file);
            assert_eq!(
                (outcome.locs(), outcome.kinds()),
                (vec!["http://example.com/good"], vec![]),
                "{length} {begin}"
            );
        }
    }
    let outcome = read(&format!("<!DOCTYPE a [<!-- {long} -->]>{}", open()));
    assert!(matches!(outcome.error, Some(Error::Doctype { line: 1 })));
    let outcome = read(&format!("http://example.com/{long}\nhttp://example.com/good\n"));
    assert_eq!(outcome.locs(), ["http://example.com/good"]);
    assert_eq!(outcome.kinds(), [(1, ProblemKind::TokenTooLong)]);
    let spaces = long.replace('a', " ");
    let outcome = read(&format!("http://example.com/good\n{spaces}a\n"));
    assert_eq!(outcome.locs(), ["http://example.com/good"]);
    assert_eq!(outcome.kinds(), [(2, ProblemKind::TokenTooLong)]);
}

#[test]
fn a_long_entry_is_dropped() {
    // Many fields, and a few fields with a long path each.
    let path = "p".repeat(60_000);
    for content in [
        "<x:y><z>abc</z></x:y>".repeat(60_000),
        format!("<x:y><{path}>{}</{path}></x:y>", "<z>a</z>".repeat(10_000)),
        format!("<x:y><{path}>{}</{path}></x:y>", "<z a='b' c='d'/>".repeat(1_000)),
    ] {
        let entry = format!("<url><loc>http://example.com/</loc>{content}</url>");
        let outcome = read(&urlset(&format!("{entry}\n{GOOD}")));
        assert_eq!(outcome.locs(), ["http://example.com/good"]);
        assert_eq!(outcome.kinds(), [(2, ProblemKind::EntryTooLong)]);
        assert!(outcome.problems[0].entry_dropped);
    }
}

/// An entry with long parts takes about as much memory as it has bytes.
#[test]
fn an_entry_of_long_parts_is_kept() {
    let (name, value) = ("n".repeat(20_000), "v".repeat(1_000));
    for content in [
        format!("<x:{name}>a</x:{name}>"),
        format!("<x:y><{name}>{value}</{name}></x:y>").repeat(7),
        format!("<x:y><{name} a='{value}'/></x:y>").repeat(7),
        format!("<x:y a='{}'/>", value.repeat(60)).repeat(2),
    ] {
        let outcome = read(&urlset(&format!(
            "<url><loc>http://example.com/good</loc>{content}</url>"
        )));
        assert_eq!(
            (outcome.locs(), outcome.kinds()),
            (vec!["http://example.com/good"], vec![])
        );
    }
}

#[test]
fn problems_of_one_entry_are_counted_out() {
    let file = urlset(&format!(
        "<url><loc>http://example.com/</loc>{}</url>{GOOD}",
        "<b/>".repeat(10_000)
    ));
    let outcome = read(&file);
    assert_eq!(outcome.problems.len(), 33);
    assert_eq!(outcome.problems[32].kind, ProblemKind::MoreProblems);
    assert_eq!(outcome.locs().len(), 2);
    // Problems outside entries are returned one by one.
    let outcome = read(&urlset(&"<b/>".repeat(100)));
    assert_eq!(outcome.problems.len(), 100);
}

#[test]
fn a_file_of_problems_is_left() {
    let mut limits = Limits::CURRENT;
    limits.problems = 1_000;
    for head in [open(), open() + "<url>", "http://example.com/\n".to_owned()] {
        let unit = if head.starts_with('<') { "<" } else { "x\n" };
        let outcome = Outcome::of(ReadOptions::new().limits(limits), Endless::new(&head, unit));
        assert!(
            matches!(outcome.error, Some(Error::TooManyProblems(1_000))),
            "{:?}",
            outcome.error
        );
        assert!(outcome.problems.len() <= 1_001);
    }
}

#[test]
fn prefixes_are_looked_up_at_once() {
    let declared: String = (0..3_000).map(|number| format!(" xmlns:p{number}='u'")).collect();
    let content = format!("<q{declared}>").repeat(40) + &"<z:b/>".repeat(40_000) + &"</q>".repeat(40);
    let file = format!("<urlset xmlns='{NAMESPACE}' xmlns:z='v'>{content}{GOOD}</urlset>");
    let begun = Instant::now();
    let outcome = Outcome::of(ReadOptions::new().strict(true), file.as_bytes());
    assert!(begun.elapsed() < PATIENCE, "took {:?}", begun.elapsed());
    assert_eq!(outcome.locs(), ["http://example.com/good"]);
    assert_eq!(outcome.kinds(), [(1, ProblemKind::UnexpectedElement)]);
}

/// Prefixes that a root declares are kept while the file is read, so their number is limited.
#[test]
fn sixteen_prefixes_are_known() {
    let declared: String = (1..=100)
        .map(|number| format!(" xmlns:p{number}='http://www.google.com/schemas/sitemap-image/1.1'"))
        .collect();
    let images: String = (1..=100)
        .map(|number| format!("<p{number}:image><p{number}:loc>http://example.com/{number}</p{number}:loc></p{number}:image>"))
        .collect();
    let outcome = read(&format!(
        "<urlset xmlns='{NAMESPACE}'{declared}><url><loc>http://example.com/</loc>{images}</url></urlset>"
    ));
    let entry = &outcome.entries[0];
    assert_eq!(entry.images().last(), Some("http://example.com/16"));
    assert_eq!((entry.images().count(), entry.extensions.len()), (16, 100));
}
