//! The content of problems: the line, whether the entry is dropped, and the excerpt. The messages
//! of errors.

use std::error::Error as _;
use std::io;
use std::time::{Duration, UNIX_EPOCH};

use robots_exclusion_sitemap::{DiscoveryError, Error, Limits, ReadOptions, Scope, ValueError, WriteError};
use url::Url;

use super::{NAMESPACE, Outcome};

/// Problems as lines of text: `line code excerpt`, with a `!` after the code if the entry is dropped.
fn told(options: ReadOptions, file: &[u8]) -> Vec<String> {
    let problems = Outcome::of(options, file).problems.into_iter();
    problems
        .map(|problem| {
            let dropped = if problem.entry_dropped { "!" } else { "" };
            let text = format!("{} {}{dropped} {}", problem.line, problem.kind, problem.excerpt);
            text.trim_end().to_owned()
        })
        .collect()
}

/// A urlset around some entries, which begin on the second line.
fn urlset(entries: &str) -> String {
    format!("<urlset xmlns='{NAMESPACE}'>\n{entries}</urlset>")
}

#[test]
fn problems_of_entries() {
    let good = "<loc>http://e.com/</loc>";
    let url = |content: &str| urlset(&format!("<url>{good}{content}</url>"));
    for (file, expected) in [
        (
            urlset("<url>\n<loc>/a</loc></url>"),
            &["2 loc-not-absolute! /a"][..],
        ),
        (
            urlset("<url>\n<lastmod/></url>\n<url/>"),
            &["3 invalid-lastmod", "2 missing-loc!", "4 missing-loc!"],
        ),
        (
            urlset("<url>\n<loc>http://e.com/ b</loc></url>"),
            &["2 loc-not-encoded http://e.com/ b"],
        ),
        (
            url("\n<loc>http://e.com/b</loc>"),
            &["3 repeated-element http://e.com/b"],
        ),
        (
            url("\n<lastmod>a</lastmod>\n<changefreq>b</changefreq>\n<priority>c</priority>"),
            &[
                "3 invalid-lastmod a",
                "4 invalid-changefreq b",
                "5 invalid-priority c",
            ],
        ),
        (
            url(
                "\n<lastmod>\n2007-11-02T18:50</lastmod>\n<changefreq>Daily</changefreq>\n<priority>1.5</priority>",
            ),
            &[
                "3 lastmod-without-zone 2007-11-02T18:50",
                "5 changefreq-case Daily",
                "6 priority-out-of-range 1.5",
            ],
        ),
        (
            urlset("<url>\n<loc>http://e.com/?a&b</loc>\n<x:y a='b&c'>d & e</x:y></url>"),
            &[
                "3 bare-ampersand &b",
                "4 bare-ampersand &c",
                "4 bare-ampersand & e",
            ],
        ),
        (
            urlset("<url>\n<loc>http://e.com/&a;b</loc></url>") + "<!-- -->",
            &["3 undefined-entity! &a;"],
        ),
        (
            url("\n<x:y z='1&b;'>&c;</x:y>"),
            &["3 undefined-entity 1&b;", "3 undefined-entity &c;"],
        ),
        (
            urlset("<url>\n<loc>http://e.com/&#1;b</loc></url>"),
            &["3 invalid-character! &#1;"],
        ),
        (
            url("\n<x:y z='1&#2;'>&#3;</x:y>"),
            &["3 invalid-character 1&#2;", "3 invalid-character &#3;"],
        ),
        (
            urlset("<url>\n<b/>\n<loc>http://e.com/<c/></loc></url>") + "\n<f/>",
            &[
                "3 unexpected-element b",
                "4 unexpected-element! c",
                "5 unexpected-element f",
            ],
        ),
        (
            url("<lastmod>\n<d>x</d>2007</lastmod>"),
            &["3 unexpected-element d"],
        ),
        (url("a\n<a:b/>c"), &["2 unexpected-text a", "3 unexpected-text c"]),
        (
            url(
                "<PageMap xmlns='http://www.google.com/schemas/sitemap-pagemap/1.0'>\n<DataObject a='&b;'/></PageMap>",
            ),
            &["3 undefined-entity &b;"],
        ),
        (
            urlset("<url>\n<a b=></a></url>"),
            &["3 unexpected-element a", "3 malformed-markup! a b="],
        ),
        (
            urlset("</a><url>\n</b><loc>http://e.com/</loc></url>") + "\n</c>",
            &[
                "2 unmatched-end-tag a",
                "3 unmatched-end-tag b",
                "4 unmatched-end-tag c",
            ],
        ),
        (
            urlset("<url>\n<x:y>\n</url><url>\n<x:y>\n<z></x:y></url>"),
            &["4 unclosed-element! x:y", "6 unclosed-element! z"],
        ),
        // An entry that is never closed is reported on the line on which it begins.
        (
            urlset("<url>\n<loc>http://e.com/2</loc>\n<url><loc>http://e.com/3</loc></url>"),
            &["2 unclosed-element! url"],
        ),
        (
            format!("<urlset xmlns='{NAMESPACE}'>\n<url>\n<loc>"),
            &["3 unexpected-end! loc"],
        ),
    ] {
        assert_eq!(told(ReadOptions::new(), file.as_bytes()), expected, "{file}");
    }
}

#[test]
fn problems_of_files() {
    let root = format!("<urlset xmlns='{NAMESPACE}'>\n");
    let empty = format!("{root}</urlset>");
    for (file, expected) in [
        (
            format!("<?xml version='1.0' encoding='latin-1'?>\n{empty}"),
            &["1 declared-encoding latin-1"][..],
        ),
        (format!("<?xml version='1.0' encoding='UTF8'?>\n{empty}"), &[]),
        (format!("<?xml version='1.0' encoding='US-ascii'?>\n{empty}"), &[]),
        (
            format!("<!-- -->\n<!DOCTYPE urlset SYSTEM 'a'>\n{empty}"),
            &["2 doctype urlset SYSTEM 'a'"],
        ),
        (
            "<!-- -->\n<urlset xmlns='http://e.com/ns'/>".into(),
            &["2 wrong-namespace http://e.com/ns"],
        ),
        (
            urlset("<a>\n<url>b</url></a><b/>\n"),
            &[
                "2 unexpected-element a",
                "3 unexpected-text b",
                "3 unexpected-element b",
            ],
        ),
        (
            urlset("<a>\n"),
            &["2 unexpected-element a", "3 unclosed-element a"],
        ),
        (
            urlset("<a/>b") + "\nc",
            &[
                "2 unexpected-element a",
                "2 unexpected-text b",
                "2 unexpected-text c",
            ],
        ),
        (
            "<!-- -->a<urlset/>".into(),
            &["1 unexpected-text a", "1 wrong-namespace"],
        ),
        (
            format!("{root}<a <b/>"),
            &[
                "2 malformed-markup <a",
                "2 unexpected-element b",
                "2 unexpected-end urlset",
            ],
        ),
        (
            format!("{root}\n<a><b>"),
            &["3 unexpected-element a", "3 unexpected-end b"],
        ),
        (" \n".into(), &["1 empty"]),
        ("<!-- -->\n".into(), &["2 no-root"]),
        (
            "\n<!DOCTYPE a\n[b>\n".into(),
            &["2 unclosed-doctype <!DOCTYPE a\n[b>", "4 no-root"],
        ),
        (
            format!("\n<a {empty}"),
            &["2 malformed-prolog <a"],
        ),
        (
            format!("<sitemapindex xmlns='{NAMESPACE}'>\n<sitemap>\n<loc>http://e.com/x.xml</loc><changefreq>daily</changefreq>\n<priority>1</priority></sitemap></sitemapindex>"),
            &["3 unexpected-element changefreq", "4 unexpected-element priority"],
        ),
        (
            "\n<sitemapindex a/>".into(),
            &["2 malformed-markup sitemapindex a", "2 wrong-namespace"],
        ),
        (
            "<rss><channel>\n<item><link>a</link>\n<pubDate>c</pubDate><dc:date>d</dc:date></item>\n<item><guid>b</guid></item></channel></rss>".into(),
            &[
                "3 invalid-lastmod c",
                "3 invalid-lastmod d",
                "2 loc-not-absolute! a",
                "4 missing-loc!",
            ],
        ),
        (
            "<feed>\n<entry>\n<link href='http://e.com/&a;'/></entry><entry><link href='http://e.com/&b'/>\n<updated>c</updated></entry><entry>\n<link a=b/></entry></feed>".into(),
            &[
                "3 undefined-entity! http://e.com/&a;",
                "3 bare-ampersand &b",
                "4 invalid-lastmod c",
                "5 malformed-markup! link a=b",
            ],
        ),
        ("\n/a\nhttp://e.com/ b".into(), &["2 loc-not-absolute! /a", "3 loc-not-encoded http://e.com/ b"]),
    ] {
        assert_eq!(told(ReadOptions::new(), file.as_bytes()), expected, "{file}");
    }
    assert_eq!(
        told(ReadOptions::new(), b"\nhttp://e.com/\xff\nhttp://e.com/\n"),
        ["2 invalid-utf-8! http://e.com/\u{fffd}"]
    );
    let file = urlset("<url>\n<loc>http://e.com/%FF</loc></url>");
    let mut file = file.into_bytes();
    let at = file.windows(3).position(|text| text == b"%FF").unwrap();
    file.splice(at..at + 3, [0xff]);
    assert_eq!(
        told(ReadOptions::new(), &file),
        ["3 invalid-utf-8! http://e.com/\u{fffd}"]
    );
    let index = format!("<!-- -->\n<sitemapindex xmlns='{NAMESPACE}'/>");
    assert_eq!(
        told(ReadOptions::new().in_index(true), index.as_bytes()),
        ["2 nested-index"]
    );
}

#[test]
fn problems_of_what_is_too_long() {
    let long = "x".repeat(3_000);
    let cited = |head: &str| format!("{head}{}", &long[..120 - head.len()]);
    let mut limits = Limits::CURRENT;
    (limits.token_bytes, limits.entry_bytes, limits.loc_chars) = (150, 400, 130);
    let loc = format!("http://e.com/{}", &long[..130]);
    for (file, expected) in [
        (
            urlset(&format!("<url>\n<loc>{loc}</loc></url>")),
            "2 loc-too-long ".to_owned() + &cited("http://e.com/"),
        ),
        (
            format!("\n{loc}"),
            "2 loc-too-long ".to_owned() + &cited("http://e.com/"),
        ),
        (
            urlset(&format!("<url>\n<loc>{long}</loc></url>")),
            "3 token-too-long! ".to_owned() + &cited(""),
        ),
        (
            urlset(&format!("<a:b/>{long}")),
            "2 token-too-long ".to_owned() + &cited(""),
        ),
        (
            urlset(&format!("<url>\n<a b='{long}'/></url>")),
            "3 token-too-long! ".to_owned() + &cited("<a b='"),
        ),
        (
            format!("\nhttp://e.com/{long}"),
            "2 token-too-long! ".to_owned() + &cited("http://e.com/"),
        ),
        (
            urlset(&format!(
                "<url>\n{}<loc>http://e.com/</loc></url>",
                "<!-- a comment -->\n".repeat(25)
            )),
            "23 entry-too-long!".to_owned(),
        ),
    ] {
        let found = told(ReadOptions::new().limits(limits), file.as_bytes());
        assert_eq!(found.last(), Some(&expected), "{file}");
    }
    // Characters are counted, not bytes.
    limits.token_bytes = 500;
    let file = urlset(&format!("<url><loc>{}</loc></url>", "\u{1f600}".repeat(200)));
    assert_eq!(
        told(ReadOptions::new().limits(limits), file.as_bytes()),
        [format!("2 token-too-long! {}", "\u{1f600}".repeat(120))]
    );
    limits.token_bytes = 150;
    // The content of a comment that is too long cannot be checked.
    let file = urlset(&format!("<url><loc>http://e.com/</loc></url>\n<!-- {long} -->"));
    let strict = ReadOptions::new().limits(limits).strict(true);
    assert_eq!(
        told(strict, file.as_bytes()),
        ["3 token-too-long ".to_owned() + &cited("<!-- ")]
    );
    // Tokens that never end are skipped too, and a comment ends at its own end.
    for begin in ["<!-- ", "<?a ", "<a b='", "<![CDATA["] {
        let file = format!("<urlset xmlns='{NAMESPACE}'>\n{begin}{long}");
        let found = told(ReadOptions::new().limits(limits), file.as_bytes());
        let last = found.last().map_or("", |last| last.as_str());
        assert!(last.starts_with("2 unexpected-end "), "{begin}: {found:?}");
    }
    for end in ["-->", "->-->", "->->-->", "> - -->", "--->"] {
        let file = urlset(&format!(
            "<!-- {long}->-> <a/> {end}\n<url><loc>http://e.com/</loc></url>"
        ));
        assert_eq!(
            told(ReadOptions::new().limits(limits), file.as_bytes()),
            [""; 0],
            "{end}"
        );
    }
    // Problems that are not listed may still drop the entry.
    for (end, dropped) in [("<loc>http://e.com/</loc>", ""), ("<loc>a</loc>", "!")] {
        for line_ends in [31, 32, 33] {
            let file = urlset(&format!("<url>{}{end}</url>", "\n<a/>".repeat(line_ends)));
            let found = told(ReadOptions::new(), file.as_bytes());
            let expected = match (line_ends, dropped) {
                (31 | 32, "") => format!("{} unexpected-element a", line_ends + 2),
                (31, _) => "2 loc-not-absolute! a".to_owned(),
                (32, _) => "2 more-problems!".to_owned(),
                _ => format!("35 more-problems{dropped}"),
            };
            assert_eq!(found.last(), Some(&expected), "{file}");
        }
    }
}

#[test]
fn problems_of_what_a_sitemap_may_not_list() {
    let scope = Scope::of(&Url::parse("http://e.com/a/s.xml").unwrap());
    let file = urlset("<url>\n<loc>http://e.com/b</loc></url>");
    for file in [file.as_str(), "\nhttp://e.com/b"] {
        let options = ReadOptions::new().scope(scope.clone());
        assert_eq!(told(options, file.as_bytes()), ["2 out-of-scope! http://e.com/b"]);
    }
}

#[test]
fn problems_that_are_found_on_request() {
    let index = |loc: &str| {
        format!("<sitemapindex xmlns='{NAMESPACE}'>\n<sitemap>\n<loc>{loc}</loc></sitemap></sitemapindex>")
    };
    let root = format!("<urlset xmlns='{NAMESPACE}'>\n");
    let xhtml = "xmlns:xhtml='http://www.w3.org/1999/xhtml'";
    let google = "http://www.google.com/schemas";
    let with = |content: &str| urlset(&format!("<url>\n<loc>http://e.com/a/</loc>{content}</url>"));
    let listed = "<url><loc>http://e.com/a/</loc></url>";
    let video = |content: &str| {
        with(&format!(
            "\n<v:video xmlns:v='{google}/sitemap-video/1.1'><v:title>T</v:title><v:description>D</v:description>\
            <v:thumbnail_loc>http://e.com/t</v:thumbnail_loc><v:player_loc>http://e.com/p</v:player_loc>{content}</v:video>"
        ))
    };
    for (file, expected) in [
        (
            index("http://e.com/a/s.xml"),
            &["2 lists-itself http://e.com/a/s.xml"][..],
        ),
        (
            index("http://e.com/a/../robots.txt"),
            &[
                "2 lists-robots-txt http://e.com/a/../robots.txt",
                "2 out-of-scope! http://e.com/a/../robots.txt",
            ],
        ),
        (
            urlset("<url>\n<loc>http://e.com/a/it's</loc></url><url>\n<loc>http://e.com/a/1#b</loc></url>\n<url><loc>http://e.com/a/1#b</loc></url>"),
            &[
                "3 loc-not-escaped http://e.com/a/it's",
                "3 loc-fragment http://e.com/a/1#b",
                "5 repeated-loc http://e.com/a/1#b",
                "5 loc-fragment http://e.com/a/1#b",
            ],
        ),
        (
            with("\n<lastmod>2030-01-01</lastmod>"),
            &["2 lastmod-in-future 2030-01-01"],
        ),
        (format!("{root}\n</urlset>"), &["3 no-entries"]),
        // Quotes matter only in addresses.
        (
            with("\n<changefreq>it's</changefreq>"),
            &["4 invalid-changefreq it's"],
        ),
        (
            urlset("<url>\n<loc>\nhttp://e.com/a/it's\n</loc></url>"),
            &["3 loc-not-escaped http://e.com/a/it's"],
        ),
        (
            urlset(&format!("{listed}<a>\n&c</a>")),
            &[
                "2 unexpected-element a",
                "3 unexpected-text &c",
                "3 bare-ampersand &c",
            ],
        ),
        (
            urlset(&format!("{listed}<a:b xmlns:a='' />")),
            &["2 unexpected-element a:b", "2 unbound-prefix a:b xmlns:a=''"],
        ),
        (
            urlset(&format!("{listed}<a xmlns:xml='u'/>")),
            &["2 unexpected-element a", "2 unbound-prefix a xmlns:xml='u'"],
        ),
        (
            urlset(&format!("{listed}<a xmlns='http://www.w3.org/2000/xmlns/'/>")),
            &[
                "2 unexpected-element a",
                "2 unbound-prefix a xmlns='http://www.w3.org/2000/xmlns/'",
            ],
        ),
        (
            with("<xhtml:link rel='amphtml'/>\n<xhtml:link rel='alternate' hreflang='de' href='/de'/>\n<xhtml:link rel='alternate' hreflang='xx' href='http://e.com/xx'/>\n<xhtml:link rel='alternate' hreflang='de' href='http://e.com/de'/>")
                .replace("'>\n", &format!("' {xhtml}>\n")),
            &[
                "2 alternate-without-rel amphtml",
                "2 alternate-not-absolute /de",
                "2 invalid-hreflang xx",
                "2 repeated-hreflang de",
                "2 missing-self-reference http://e.com/a/",
            ],
        ),
        (
            with(&format!("\n<i:image xmlns:i='{google}/sitemap-image/1.1'><i:loc>/i.png</i:loc></i:image>")),
            &["2 image-loc /i.png"],
        ),
        (
            with(&format!("\n<n:news xmlns:n='{google}/sitemap-news/0.9'><n:publication><n:name>N</n:name><n:language>en-us</n:language></n:publication><n:publication_date>2001</n:publication_date></n:news>")),
            &["2 news-incomplete title", "2 news-language en-us", "2 news-date 2001"],
        ),
        (
            video("<v:duration>0</v:duration><v:rating>6</v:rating>"),
            &["2 video-duration 0", "2 video-rating 6"],
        ),
        (video("").replace("title>", "titel>"), &["2 video-incomplete title"]),
        (
            urlset(&format!("<a b=c/>\n<x:y/>\n{listed}")),
            &[
                "2 unexpected-element a",
                "2 malformed-attribute a b=c",
                "3 unexpected-element x:y",
            ],
        ),
        (
            urlset(&format!("{listed}<a:b>\n</a:b>")),
            &["2 unexpected-element a:b", "2 unbound-prefix a:b"],
        ),
        (
            with("\n<x xmlns='u' b='c' b='d'/>"),
            &["4 unexpected-element x", "4 repeated-attribute x xmlns='u' b='c' b='d'"],
        ),
        (
            urlset(&format!("{listed}\n<a b='c&d'/>")),
            &["3 unexpected-element a", "3 bare-ampersand c&d"],
        ),
        (
            urlset(&format!("{listed}<a>\nx]]></a>")),
            &[
                "2 unexpected-element a",
                "2 unexpected-text x]]>",
                "2 malformed-markup \nx]]>",
            ],
        ),
        (
            urlset(&format!("{listed}<a><![CDATA[x\u{1}y]]></a>")),
            &[
                "2 unexpected-element a",
                "2 unexpected-text x\u{1}y",
                "2 forbidden-character \u{1}y",
            ],
        ),
        (
            urlset(&format!("{listed}\n<!-- a -- b -->")),
            &["3 hyphens-in-comment  a -- b"],
        ),
        (
            urlset(&format!("{listed}\n<?xml a?>")),
            &["3 misplaced-declaration"],
        ),
        (
            format!("<?xml version='1'  x?>\n{}", urlset(listed)),
            &["1 malformed-markup xml version='1'  x"],
        ),
        (
            format!("<?xml version='1.0' encoding='utf8'?>\n{}", urlset(listed)),
            &["1 declared-encoding xml version='1.0' encoding='utf8'"],
        ),
        (format!("\n\u{c}{}", urlset(listed)), &["1 forbidden-character"]),
        (
            urlset(listed).replace("'>\n", "'\nxmlns:image='http://e.com/image'>\n"),
            &["1 wrong-extension-namespace http://e.com/image"],
        ),
        // Only the first place at which a parser stops is reported.
        (
            urlset(&format!("{listed}\n<!-- -- --><!-- -- -->")),
            &["3 hyphens-in-comment  --"],
        ),
    ] {
        let scope = Scope::of(&Url::parse("http://e.com/a/s.xml").unwrap());
        let now = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let options = ReadOptions::new().strict(true).scope(scope).now(now);
        assert_eq!(told(options, file.as_bytes()), expected, "{file}");
    }
}

#[test]
fn errors_have_codes_and_read_as_text() {
    for (error, code, text) in [
        (
            Error::Io(io::Error::other("no disk")),
            "unreadable",
            "cannot read the sitemap: no disk",
        ),
        (
            Error::TooManyBytes(1),
            "too-many-bytes",
            "the sitemap has more than 1 bytes",
        ),
        (
            Error::TooManyEntries(2),
            "too-many-entries",
            "the sitemap has more than 2 entries",
        ),
        (
            Error::TooManyProblems(3),
            "too-many-problems",
            "the sitemap has more than 3 problems",
        ),
        (
            Error::TooDeep { line: 4 },
            "too-deep",
            "line 4: elements are nested too deeply",
        ),
        (
            Error::Doctype { line: 5 },
            "doctype-too-long",
            "line 5: the document type declaration is too long",
        ),
        (
            Error::Utf16,
            "utf-16",
            "the sitemap is encoded in UTF-16 or UTF-32, not in UTF-8",
        ),
        (
            Error::NestedGzip,
            "nested-gzip",
            "the sitemap is compressed more than twice over",
        ),
        (
            Error::UnknownRoot { name: "html".into() },
            "unknown-root",
            "the root element \"html\" belongs to no sitemap or feed",
        ),
    ] {
        assert_eq!((error.code(), error.to_string().as_str()), (code, text));
        assert_eq!(error.source().is_some(), matches!(error, Error::Io(_)), "{code}");
    }
    for (error, text) in [
        (
            WriteError::from(io::Error::other("no disk")),
            "cannot write the sitemap: no disk",
        ),
        (WriteError::Full, "the sitemap is at its limits"),
        (WriteError::LocNotAbsolute, "loc is not an absolute URL"),
        (WriteError::LocTooLong, "loc has too many characters"),
        (
            WriteError::WrongKind,
            "the entry does not belong in this kind of file",
        ),
        (WriteError::EntryTooLong, "the entry is too long"),
        (
            WriteError::UnknownExtension,
            "the namespace of the extension is not known",
        ),
        (WriteError::InvalidField, "the path of a field cannot be written"),
    ] {
        assert_eq!(error.to_string(), text);
        assert_eq!(
            error.source().is_some(),
            matches!(error, WriteError::Io(_)),
            "{text}"
        );
    }
    let url = || Url::parse("https://example.com/s").unwrap();
    for (error, text) in [
        (
            DiscoveryError::Line("a \"b\"".into()),
            "no sitemap to fetch: \"a \\\"b\\\"\"",
        ),
        (
            DiscoveryError::Disallowed(url()),
            "https://example.com/s: the rules disallow this sitemap",
        ),
        (
            DiscoveryError::Fetch(url(), io::Error::other("no net")),
            "https://example.com/s: cannot fetch the sitemap: no net",
        ),
        (
            DiscoveryError::Read(url(), Error::NestedGzip),
            "https://example.com/s: the sitemap is compressed more than twice over",
        ),
        (
            DiscoveryError::TooDeep(url()),
            "https://example.com/s: too many indexes lead to this one",
        ),
        (
            DiscoveryError::TooManySitemaps(6),
            "more than 6 sitemaps are named",
        ),
        (
            DiscoveryError::TooManyUrls(7),
            "the sitemaps list more than 7 pages",
        ),
    ] {
        assert_eq!(error.to_string(), text);
        let has_cause = matches!(error, DiscoveryError::Fetch(..) | DiscoveryError::Read(..));
        assert_eq!(error.source().is_some(), has_cause, "{text}");
    }
    assert_eq!(
        ValueError::Form.to_string(),
        "not written as the sitemap protocol requires"
    );
    assert_eq!(ValueError::OutOfRange.to_string(), "out of range");
}

#[test]
fn errors_name_where_reading_ends() {
    let mut limits = Limits::CURRENT;
    (limits.token_bytes, limits.depth) = (20, 2);
    for (file, text) in [
        (
            urlset("\n<a><b/></a>").replace(&format!(" xmlns='{NAMESPACE}'"), ""),
            "line 3: elements are nested too deeply",
        ),
        (
            format!("\n<!DOCTYPE a\n[{}]><urlset/>", "<!-- -->".repeat(9)),
            "line 2: the document type declaration is too long",
        ),
        (
            format!("<{}/>", "a".repeat(10)),
            "the root element \"aaaaaaaaaa\" belongs to no sitemap or feed",
        ),
    ] {
        let outcome = Outcome::of(ReadOptions::new().limits(limits), file.as_bytes());
        assert_eq!(
            outcome.error.map(|error| error.to_string()).as_deref(),
            Some(text)
        );
    }
    let outcome = Outcome::of(ReadOptions::new(), format!("<{}>", "ä".repeat(500)).as_bytes());
    match outcome.error {
        Some(Error::UnknownRoot { name }) => assert_eq!(name, "ä".repeat(120)),
        other => panic!("{other:?}"),
    }
}
