//! Meta tags out of HTML, as browsers see them.

use std::io::{self, Read};

use proptest::prelude::*;
use robots_exclusion_page::{MetaPlace, MetaScanner, PageItem, PageRules};

use crate::trickle::Trickle;

fn tags_from(scanner: MetaScanner, html: impl Read) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    scanner
        .scan(html, |item| {
            if let PageItem::Meta(tag) = item {
                tags.push((text(tag.name), text(tag.content)));
            }
        })
        .expect("no error in memory");
    tags
}

/// The contents of all tags named `robots`.
fn robots(scanner: MetaScanner, html: &str) -> String {
    let tags = tags_from(scanner, html.as_bytes());
    let robots = tags
        .into_iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("robots"));
    robots.map(|(_, content)| content).collect::<Vec<_>>().join("|")
}

const ANYWHERE: MetaScanner = MetaScanner::new();
const HEAD: MetaScanner = MetaScanner::new().place(MetaPlace::Head);

#[test]
fn spellings_of_the_tag() {
    for html in [
        r#"<meta name="robots" content="noindex">"#,
        r#"<meta name='robots' content='noindex'/>"#,
        "<meta name=robots content=noindex>",
        "<META CONTENT=noindex NAME=ROBOTS>",
        "<mEtA\n\tname = \"Robots\"\r\n content\x0c=\x0c'noindex' >",
        "<meta/name='robots'/content=\"noindex\"/>",
        "<meta a b= \"c\" name=robots itemprop content=noindex data-content=x>",
        "<meta name=robots name=googlebot content=noindex content=index>",
        "<meta content=noindex content x=y content=index name=robots name>",
        "<meta name=&#82;obot&#x73; content=no&#105;ndex>",
        "<meta http-equiv=content-type name=robots content=noindex>",
        "\u{feff}<!doctype html><html><head><meta name=robots content=noindex>",
        "<meta name=robots content=noindex><meta name=robots content",
        "<meta name=robots\0 content=index><meta name=robots content=noindex>",
    ] {
        assert_eq!(robots(ANYWHERE, html), "noindex", "{html}");
    }
}

#[test]
fn character_references_are_those_of_attributes() {
    for (content, expected) in [
        ("no&Tab;index", "no\tindex"),
        ("noindex&comma; nofollow", "noindex, nofollow"),
        ("noindex&nbsp;,a", "noindex\u{a0},a"),
        ("a&ltb", "a&ltb"),
        ("a&lt,b", "a<,b"),
        ("a&fubar;b", "a&fubar;b"),
        ("a&#0;b", "a\u{fffd}b"),
        ("a&#99999999999999;b", "a\u{fffd}b"),
        ("&amp;lt;", "&lt;"),
        ("", ""),
    ] {
        let html = format!("<meta name=robots content=\"{content}\">");
        assert_eq!(
            tags_from(ANYWHERE, html.as_bytes()),
            [("robots".into(), expected.into())],
            "{content}"
        );
    }
}

#[test]
fn what_is_not_a_named_tag() {
    for html in [
        "<meta http-equiv=robots content=none>",
        "<meta http-equiv=x-robots-tag content=none>",
        "<meta property=robots content=none>",
        "<meta name=robots>",
        "<meta content=none>",
        "<meta name=robots value=none>",
        "</meta name=robots content=none>",
        "<metal name=robots content=none>",
        "<x-meta name=robots content=none>",
        "<meta name=robots content=none",
        "<meta name=\"robots content=none>",
        "< meta name=robots content=none>",
        "&lt;meta name=robots content=none>",
        "<a title='<meta name=robots content=none>'>",
        "<meta nameoverlongoverlong=robots contentoverlongoverlong=none>",
        "",
    ] {
        assert_eq!(tags_from(ANYWHERE, html.as_bytes()), [], "{html}");
    }
}

#[test]
fn where_a_tag_is_not_read() {
    // M is a robots meta tag. The text after the bar ends the part in which M is not read.
    for html in [
        "<!-- M --> <!-- > M --> <!--M|-->",
        "<!doctype html 'M'|M>",
        "<script>'M'</script><script>M</scriptx>M|</script>",
        "<script><!-- <script> </script> M|--></script>",
        "<script/>M|</script>",
        "<style>M</style\n><style>M|</style>",
        "<title>M</titles>M|</title>",
        "<textarea>M|</textarea>",
        "<iframe>M</iframe><xmp>M</xmp><noembed>M</noembed><noframes>M|</noframes>",
        "<template>M<template>M</template>M|</template>",
        "<template/>M|</template>",
        "<template><svg>M|</template>",
        "<template><title></template></title>M|</template>",
        "<template><svg><template></template></svg>M|</template>",
        "<template><math><template></template></math>M|</template>",
        "<template><svg><template><svg><g></template></svg>M|</template>",
        "<![CDATA[ > <title>M|</title>",
        "<?php ?><title>M|</title>",
        "<svg><![CDATA[M|]]></svg>",
        "<svg><title><![CDATA[M|]]></title></svg>",
        "<svg><![CDATA[ > M|]]></svg>",
        "<svg><title><![CDATA[ > M|]]></title></svg>",
        "<svg><desc><template></template><style>M|</style>",
        "<svg><g></g></svg><style>M|</style>",
        "<div><svg><path></div><style>M|</style>",
        "<p><math></p><script>M|</script>",
        "<svg><foreignObject><style>M|</style>",
        "<svg></svg><style>M|</style>",
        "<svg/><style>M|</style>",
        "<math/><style>M|</style>",
        "<svg></p><style>M|</style>",
        "<svg></br><style>M|</style>",
        "<svg><title>x</svg></title><style>M|</style>",
        "<math><mrow></mrow></math><style>M|</style>",
        "<math><math></math></math><style>M|</style>",
        "<template><svg><title></template><style>M|</style>",
        "<svg><template><svg></template></svg><style>M|</style>",
        "<math><mi><style>M|</style>",
        "<math><mtext><title>M|</title>",
        // In the other vocabulary these are ordinary elements.
        "<math><svg></math><style>M|</style>",
        "<svg><math></svg><style>M|</style>",
        "<svg><div><title>M|</title>",
    ] {
        let html = html.replace('M', "<meta name=robots content=none>");
        // A document type ends at the first `>`, quoted or not.
        let html = if html.starts_with("<!doctype") {
            html.replace("none>", "none")
        } else {
            html
        };
        let (inside, end) = html.split_once('|').expect("a bar");
        assert_eq!(robots(ANYWHERE, inside), "", "{inside}");
        let html = format!("{inside}{end}<meta name=robots content=after>");
        assert_eq!(robots(ANYWHERE, &html), "after", "{html}");
    }
    let endless = "<plaintext></plaintext><meta name=robots content=none>";
    assert_eq!(robots(ANYWHERE, endless), "");
}

#[test]
fn where_a_tag_is_read_again() {
    let meta = "<meta name=robots content=none>";
    for html in [
        format!("<!-->{meta}"),
        format!("<!--->{meta}"),
        format!("<!-- --!>{meta}"),
        format!("<![CDATA[ > {meta} ]]>"),
        format!("<script></SCRIPT>{meta}"),
        format!("<title></title/>{meta}"),
        format!("<title><title></title>{meta}"),
        format!("<template></template>{meta}"),
        format!("</template>{meta}"),
        format!("<template><svg><title></template>{meta}"),
        format!("<template><svg><template/></template>{meta}"),
        format!("<template><svg><svg><template></svg></template>{meta}"),
        format!("<svg><template>{meta}"),
        format!("<noscript>{meta}</noscript>"),
        format!("<table><tr>{meta}"),
        // In SVG these are ordinary elements, and a meta tag ends SVG.
        format!("<svg><style>{meta}</style>"),
        format!("<svg><title/>{meta}"),
        format!("<svg><style/></svg>{meta}"),
        format!("<svg><script/></svg>{meta}"),
        format!("<svg><textarea></svg>{meta}"),
        format!("<svg><title>{meta}</title></svg>"),
        format!("<svg><title>x</svg>{meta}"),
        format!("<svg/><title></title>{meta}"),
        format!("<math><style>{meta}"),
        format!("<math><mi><style></style>{meta}"),
        format!("<svg><title>x</title><style>{meta}</style>"),
        format!("<math><mi>x</mi><style>{meta}</style>"),
        format!("<template><svg><template></template></template>{meta}"),
        format!("<math><desc><style>{meta}</style>"),
        format!("<svg><desc><template></template></desc><style>{meta}</style>"),
        format!("<img><svg></img><style>{meta}</style>"),
        format!("<math></svg><style>{meta}</style>"),
        format!("<svg></math><style>{meta}</style>"),
        // One tag does not affect the next.
        format!("<br/><svg><style>{meta}</style>"),
        format!("<svg><template></template><style>{meta}</style>"),
        format!("<math><template></template><style>{meta}</style>"),
        format!("<template><svg><svg></template>{meta}"),
        format!("<template><math><math></template>{meta}"),
        format!("<svg></p><style></style>{meta}"),
        format!("<svg></div><style/>{meta}"),
        format!("<div></div><svg></div><style/>{meta}"),
        format!("<svg><g><style>{meta}"),
        format!("<math><math></math><style>{meta}"),
        format!("<svg><svg></svg><![CDATA[ > ]]></svg>{meta}"),
        format!("<svg><svg></svg><style>{meta}"),
        format!("<math><math></math><style>{meta}"),
    ] {
        assert_eq!(robots(ANYWHERE, &html), "none", "{html}");
    }
}

#[test]
fn a_template_counts_at_any_depth() {
    let meta = "<meta name=robots content=none>";
    let depths = [1, 2, 10, 126, 127, 128, 129, 254, 255, 256, 257, 300];
    let around = |around| depths.map(|depth| (around, depth));
    for (around, depth) in [around(""), around("<svg><desc>")].concat() {
        let inside = format!("{}{}{meta}", around.repeat(depth), "<template>".repeat(depth));
        assert_eq!(robots(ANYWHERE, &inside), "", "{depth} times {around}");
        let html = format!("{inside}{}{meta}", "</template>".repeat(depth));
        assert_eq!(robots(ANYWHERE, &html), "none", "{depth} times {around}");
        let html = format!("{inside}{}{meta}", "</template>".repeat(depth - 1));
        assert_eq!(robots(ANYWHERE, &html), "", "{depth} times {around}");
    }
}

#[test]
fn a_link_counts_with_both_its_relation_and_its_address() {
    let longest = "x1".repeat(2_048);
    let long = format!("{longest}x");
    let letters = "x".repeat(5_000);
    for (html, found) in [
        ("<link rel=license href=/l type=text/html>".to_owned(), true),
        ("<link rel=license href=/l>".to_owned(), true),
        (format!("<link rel={longest} href=/l>"), true),
        (format!("<link rel=license href={longest}>"), true),
        (format!("<link rel=license href=/l type={longest}>"), true),
        ("<link rel=license type=text/html>".to_owned(), false),
        ("<link href=/l type=text/html>".to_owned(), false),
        ("<link type=text/html>".to_owned(), false),
        ("</link rel=license href=/l>".to_owned(), false),
        ("<svg><link rel=license href=/l>".to_owned(), false),
        ("<svg></svg><link rel=license href=/l>".to_owned(), true),
        ("<svg><desc><link rel=license href=/l>".to_owned(), true),
        // Too long to be kept whole.
        (format!("<link rel={long} href=/l>"), false),
        (format!("<link rel=license href={long}>"), false),
        (format!("<link rel=license href={letters}>"), false),
        (format!("<link rel=license href=/l type={long}>"), false),
    ] {
        let mut links = 0;
        ANYWHERE
            .scan(html.as_bytes(), |item| {
                links += u32::from(matches!(item, PageItem::Link { .. }))
            })
            .expect("no error in memory");
        assert_eq!(links, u32::from(found), "{html}");
    }
}

#[test]
fn an_element_with_data_nosnippet_is_noted() {
    for (html, expected) in [
        ("<p data-nosnippet>", true),
        ("<p DATA-nosnippet=''>", true),
        ("<p data-nosnippet data-nosnippet>", true),
        ("<p data-nosnippets>", false),
        ("<p>data-nosnippet", false),
        ("<p data-nosnippet class=a>", true),
        ("<p class=a data-nosnippet=b class=c>", true),
        ("<p data-nosnippet/>", true),
        ("<svg data-nosnippet>", true),
        ("<p class=data-nosnippet>", false),
        ("<p data-no-snippet nosnippet>", false),
        // An end tag has no attributes, and a template is not part of the page.
        ("</p data-nosnippet><p>", false),
        ("<template><p data-nosnippet></template><p>", false),
        ("<!-- <p data-nosnippet> --><p>", false),
    ] {
        let mut page = PageRules::builder("");
        page.html(html.as_bytes());
        assert_eq!(page.build().has_data_nosnippet(), expected, "{html}");
        // A header field does not apply to elements.
        page.header("Robots-Tag", "*=noindex");
        assert_eq!(page.build().has_data_nosnippet(), expected, "{html} and a field");
    }
}

/// A name that is longer than all names that matter matches none of them, wherever it is split.
#[test]
fn names_are_compared_whole_however_they_arrive() {
    for (start, end, found) in [
        ("<p data-nosnippet", "-or-something-else>", 0),
        ("<p data-no", "snippet>", 1),
        ("<meta", "-and-something-else name=robots content=none>", 0),
        ("<me", "ta name=robots content=none>", 1),
        ("<meta name", "-and-something-else=robots content=none>", 0),
        ("<meta na", "me=robots content=none>", 1),
    ] {
        let mut items = 0;
        ANYWHERE
            .scan(start.as_bytes().chain(end.as_bytes()), |_| items += 1)
            .expect("no error in memory");
        assert_eq!(items, found, "{start}{end}");
    }
}

#[test]
fn data_nosnippet_is_reported_once() {
    let mut found = 0;
    MetaScanner::new()
        .scan(&b"<p data-nosnippet><p><p data-nosnippet>"[..], |item| {
            found += u32::from(matches!(item, PageItem::DataNosnippet));
        })
        .expect("no error in memory");
    assert_eq!(found, 1);
}

/// As `std::io::Read` requires of its callers.
#[test]
fn an_interrupted_reader_is_asked_again() {
    let html = Trickle::new(b"<meta name=robots content=noindex>", 1);
    assert_eq!(
        tags_from(ANYWHERE, html),
        [("robots".to_owned(), "noindex".to_owned())]
    );
}

#[test]
fn everywhere_and_without_scripts_is_the_default() {
    assert_eq!(MetaPlace::default(), MetaPlace::HeadAndBody);
    let html = "<noscript><meta name=robots content=a></noscript><p><meta name=robots content=b>";
    assert_eq!(robots(MetaScanner::default(), html), "a|b");
    assert_eq!(robots(MetaScanner::new(), html), "a|b");
    let mut page = PageRules::builder("");
    page.html(
        "<noscript><meta name=robots content=noindex></noscript><p><meta name=robots content=nofollow>",
    );
    let rules = page.build();
    assert!(!rules.may_index() && !rules.may_follow());
}

#[test]
fn noscript_depends_on_scripting() {
    let html = "<noscript><meta name=robots content=noindex></noscript><meta name=robots content=nofollow>";
    assert_eq!(robots(ANYWHERE, html), "noindex|nofollow");
    assert_eq!(robots(ANYWHERE.scripting(true), html), "nofollow");
}

#[test]
fn the_head_ends_where_browsers_end_it() {
    let meta = "<meta name=robots content=none>";
    for (html, in_head) in [
        (format!("{meta}<body>"), true),
        (format!("<html><head>{meta}</head><body>"), true),
        (format!("<head></head>{meta}<body>"), true),
        (
            format!("<title>a</title><link><base><style>a</style><script>a</script><!-- a -->\n{meta}"),
            true,
        ),
        (format!("<template>text<div></div></template>{meta}"), true),
        (format!("<template></br></body></template>{meta}"), true),
        (format!("<noframes>a</noframes>{meta}"), true),
        (format!("\u{feff} {meta}"), true),
        (format!(" \u{feff}{meta}"), false),
        (format!("\u{feff}\u{feff}{meta}"), false),
        (format!("\u{fefb}{meta}"), false),
        (format!("<body>{meta}"), false),
        (format!("<p>{meta}"), false),
        (format!("text{meta}"), false),
        (format!("&nbsp;{meta}"), false),
        (format!("<title>a</title>b{meta}"), false),
        (format!("<img>{meta}"), false),
        (format!("</body>{meta}"), false),
        (format!("</br>{meta}"), false),
        (format!("</div>{meta}"), true),
        (format!("<svg>{meta}"), false),
    ] {
        assert_eq!(robots(ANYWHERE, &html), "none", "{html}");
        assert_eq!(robots(HEAD, &html), if in_head { "none" } else { "" }, "{html}");
    }
}

#[test]
fn reading_stops_at_the_end_of_the_head() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("read too far"))
        }
    }
    let html = || b"<meta name=robots content=noindex><body>text".chain(Fails);
    let mut page = PageRules::builder("");
    page.html_with(HEAD, html()).expect("stops in time");
    assert!(!page.build().may_index());

    // The tag that ends the head is not in the head.
    for html in ["<p data-nosnippet>", "<link rel=a href=b><p data-nosnippet>"] {
        let mut found = Vec::new();
        let mut scan = |scanner: MetaScanner| {
            let note = |item: PageItem<'_>| found.push(matches!(item, PageItem::DataNosnippet));
            scanner.scan(html.as_bytes(), note).expect("no error in memory");
            std::mem::take(&mut found)
        };
        let links = vec![false; html.matches("<link").count()];
        assert_eq!(scan(HEAD), links, "{html}");
        assert_eq!(scan(ANYWHERE), [links, vec![true]].concat(), "{html}");
    }

    let mut page = PageRules::builder("");
    let error = page
        .html_with(ANYWHERE, html())
        .expect_err("an error of the reader");
    assert_eq!(error.to_string(), "read too far");
    assert!(!page.build().may_index(), "what was read counts");
}

#[test]
fn long_values_are_cut_between_items() {
    let list = |n: usize| "noindex,".repeat(n);
    for n in [2047, 2048, 2049, 10_000] {
        let html = format!("<meta name=robots content={}nofollow>", list(n));
        let tags = tags_from(ANYWHERE, html.as_bytes());
        // 2,048 items fill the 16 KiB to the last byte.
        let expected = if n == 2047 {
            format!("{}nofollow", list(n))
        } else {
            list(2048).trim_end_matches(',').into()
        };
        assert_eq!(tags[0].1.len(), expected.len(), "{n}");
        assert_eq!(tags[0].1, expected, "{n}");
    }
    // Without a comma there is one item, which does not include white space at its end.
    let blank = " ".repeat(16 * 1024 - 7);
    for (html, expected) in [
        (
            format!("<meta name=robots content='{blank}noindexifembedded'>"),
            None,
        ),
        (
            format!("<meta name=robots content='noindex{blank} '>"),
            Some("noindex"),
        ),
        (
            format!("<meta name=Description content='{blank}A page.'>"),
            Some("A page."),
        ),
        (
            format!("<meta name=Description content='{blank}Some page.'>"),
            Some("Some pa"),
        ),
    ] {
        let tags = tags_from(ANYWHERE, html.as_bytes());
        assert_eq!(tags.first().map(|tag| tag.1.trim()), expected, "{expected:?}");
    }
    // A name has up to 256 bytes.
    for (length, found) in [(255, true), (256, true), (257, false)] {
        let name = "n".repeat(length);
        let tags = tags_from(ANYWHERE, format!("<meta name={name} content=a>").as_bytes());
        assert_eq!(!tags.is_empty(), found, "{length}");
        assert!(tags.iter().all(|tag| tag.0 == name), "{length}");
    }
    let long_name = format!(
        "<meta name={} content=a><meta name=robots content=b>",
        "r1".repeat(10_000)
    );
    assert_eq!(robots(ANYWHERE, &long_name), "b");
    assert_eq!(tags_from(ANYWHERE, long_name.as_bytes()).len(), 1);
}

/// One text, repeated up to a number of bytes.
struct Repeat {
    text: &'static [u8],
    at: usize,
    left: usize,
}

impl Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.left);
        for byte in &mut buffer[..length] {
            *byte = self.text[self.at % self.text.len()];
            self.at += 1;
        }
        self.left -= length;
        Ok(length)
    }
}

/// A tag at the end of a hostile document must still be found, or rightly not be found.
#[test]
fn hostile_documents_are_read_to_their_end() {
    for (start, text, end, found) in [
        ("", "<", "", true),
        ("", "<svg>", "", true),
        // Nested too deep to be tracked, the last title is treated as an HTML title, whose content
        // is text.
        ("", "<svg><title>", "", false),
        ("", "<svg><title>", "</title>", true),
        ("", "<template>", "", false),
        ("", "<svg><title><svg><desc>", "<template>", false),
        ("", "<a ", ">", true),
        ("<a ", "a=b ", ">", true),
        ("<meta ", "content=a ", ">", true),
        ("<meta name=", "a", ">", true),
        ("<meta name=x content='", "a,", "'>", true),
        ("<", "a", ">", true),
        ("<title></", "a", "></title>", true),
        ("<script><!--<", "a", "></script>", true),
        ("<!--", "-", "-->", true),
        ("<!doctype ", "a", ">", true),
        ("<!doctype a public '", "a", "'>", true),
        ("&", "a", ";", true),
        ("&#", "9", ";", true),
        ("<a b=&#x", "0", ";>", true),
        ("", "\0", "", true),
        ("", "<!", ">", true),
        ("", "<meta name=robots content=fubar>", "", true),
    ] {
        let end = format!("{end}<meta name=robots content=noindex>");
        let mut page = PageRules::builder("");
        let repeat = Repeat {
            text: text.as_bytes(),
            at: 0,
            left: text.len() * (1_000_000 / text.len()),
        };
        let html = start.as_bytes().chain(repeat).chain(end.as_bytes());
        page.html_with(ANYWHERE, html).expect("no error in memory");
        assert_eq!(page.build().may_index(), !found, "{start}{text}...{end}");
    }
}

/// A tag in one of the many ways to write it.
fn spelled() -> impl Strategy<Value = (String, (String, String))> {
    let case = |text: String| {
        prop::collection::vec(any::<bool>(), text.len()).prop_map(move |upper| {
            let letter = |(c, up): (char, bool)| if up { c.to_ascii_uppercase() } else { c };
            text.chars().zip(upper).map(letter).collect::<String>()
        })
    };
    let escaped = |text: String| {
        prop::collection::vec(0..5_u8, text.len()).prop_map(move |how| {
            let escape = |(c, how): (char, u8)| match how {
                0 => format!("&#{};", c as u32),
                1 => format!("&#x{:X};", c as u32),
                _ => c.to_string(),
            };
            text.chars().zip(how).map(escape).collect::<String>()
        })
    };
    let blank = || prop::sample::select(vec!["", " ", "\n\t ", "\r\n", "/ "]);
    let quote = || prop::sample::select(vec!["\"", "'", ""]);
    ("[a-z]{1,10}", "[a-z0-9:,_-]{1,30}", any::<bool>()).prop_flat_map(move |(name, content, swap)| {
        let attributes = (
            case("name".into()),
            escaped(name.clone()),
            quote(),
            case("content".into()),
            escaped(content.clone()),
            quote(),
        );
        let rest = (case("meta".into()), blank(), blank(), any::<bool>());
        (attributes, rest, Just((name, content))).prop_map(
            move |((n, name, nq, c, content, cq), (meta, before, after, closed), said)| {
                let (first, second) = (format!("{n}={nq}{name}{nq}"), format!("{c}= {cq}{content}{cq}"));
                let (first, second) = if swap { (second, first) } else { (first, second) };
                let closed = if closed { " /" } else { "" };
                (format!("<{meta} {before}{first} {second} {after}{closed}>"), said)
            },
        )
    })
}

/// Pieces of HTML that mean something to the scanner.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(vec![
            "<meta name=robots content=noindex>", "<meta ", "name=robots ", "content='", "'", "\"", ">", "<", "/", "<!--", "-->",
            "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<svg>", "</svg>", "<math>", "<mi>",
            "</mi>", "</math>", "<foreignObject>", "</foreignObject>", "<template>", "</template>", "<body>", "<p>", "</p>",
            "<![CDATA[", "]]>", "&#", "&amp", ";", "<noscript>", "</noscript>", "text", " ",
        ]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<Vec<u8>>(),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn tags_are_found_however_they_are_spelled(tags in prop::collection::vec(spelled(), 0..5)) {
        let (html, said): (Vec<String>, Vec<(String, String)>) = tags.into_iter().unzip();
        prop_assert_eq!(&tags_from(ANYWHERE, html.concat().as_bytes()), &said);
        prop_assert_eq!(&tags_from(HEAD, html.join("\n").as_bytes()), &said);
    }

    #[test]
    fn any_document_is_read(html in soup(), step in 1..9_usize) {
        for scanner in [ANYWHERE, HEAD, ANYWHERE.scripting(true)] {
            let whole = tags_from(scanner, &html[..]);
            prop_assert_eq!(tags_from(scanner, Trickle::new(&html, step)), whole);
        }
        // The head is where the page begins.
        let (head, all) = (tags_from(HEAD, &html[..]), tags_from(ANYWHERE, &html[..]));
        prop_assert!(all.starts_with(&head));
        PageRules::builder("FooBot").html(&html);
    }
}

/// Runs in a thread whose stack is smaller than that of any program.
fn with_small_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(256 * 1024)
            .spawn_scoped(scope, run)
            .expect("a thread starts")
            .join()
            .expect("the test holds");
    });
}

#[test]
fn stack_does_not_grow_with_the_document() {
    // (what comes before, what is repeated, what comes after), for each state of the tokenizer that
    // can be left and entered again.
    let documents = [
        ("<a ", "x=\"\" ", ">"),
        ("<a ", "x=\"\"\n", ">"),
        ("<a ", "x=\"\"\r\n", ">"),
        ("<a ", "x=\"\"", ">"),
        ("<a ", "x=\"\"/", ">"),
        ("<a ", "x=\"\" / ", ">"),
        ("<a ", "x = \"\" ", ">"),
        ("<a ", "x=\"a&amp;b\" ", ">"),
        ("<a ", "x=\"a&lt b\0\" ", ">"),
        ("<a ", "x='' ", ">"),
        ("<a ", "x=y ", ">"),
        ("<a ", "x=\"\" y='' z=1 w ", ">"),
        ("<a ", "x ", ">"),
        ("<a ", "x= ", ">"),
        ("<a ", "= ", ">"),
        ("<a ", "=\"\" ", ">"),
        ("<a ", "/ ", ">"),
        ("<a", "/", ">"),
        ("<a ", "\" ", ">"),
        ("</a ", "x=\"\" ", ">"),
        ("<svg ", "x=\"\" ", "/>"),
        ("<title>", "</title x=\"\" y=\"\" ", ">"),
        ("<title></title ", "x=\"\" ", ">"),
        ("<script></script ", "x=\"\" ", ">"),
        ("<style></style ", "x=\"\" ", ">"),
        ("<meta name=\"robots\" content=\"all\" ", "x=\"\" ", ">"),
        ("", "<a x=\"\" ", ""),
        ("", "<a x=\"\" >", ""),
        ("", "<a x=\"\"", ""),
        ("", "<", ""),
        ("", "</", ""),
        ("", "<a", ""),
        ("", "<a>", ""),
        ("", "</a>", ""),
        ("", "<>", ""),
        ("", "</>", ""),
        ("", "<?", ""),
        ("", "<?>", ""),
        ("", "<!", ""),
        ("", "<!>", ""),
        ("", "</ ", ""),
        ("", "<!-", ""),
        ("", "<!---->", ""),
        ("", "<!-->", ""),
        ("", "<!--->", ""),
        ("<!--", "-", "-->"),
        ("<!--", "--!", "-->"),
        ("<!--", "<!", "-->"),
        ("<!--", "<!--", "-->"),
        ("<!--", "<!-", "-->"),
        ("<!--", "<", "-->"),
        ("<!--", "- ", "-->"),
        ("", "<!doctype>", ""),
        ("", "<!doctype ", ""),
        ("<!doctype", " ", ">"),
        ("", "<!doctype html public \"\" \"\">", ""),
        ("<!doctype html public ", "\"\" ", ">"),
        ("<!doctype html public ", "'' ", ">"),
        ("<!doctype html system ", "\"\" ", ">"),
        ("<!doctype html ", "public system ", ">"),
        ("", "<![CDATA[", ""),
        ("<svg>", "<![CDATA[]]>", ""),
        ("<svg><![CDATA[", "]", "]>"),
        ("<svg><![CDATA[", "]] ", "]>"),
        ("<title>", "<", ""),
        ("<title>", "</", ""),
        ("<title>", "</t", ""),
        ("<title>", "</title", ""),
        ("<title>", "&amp;&#1;&#x1;&am", ""),
        ("<style>", "<", ""),
        ("<style>", "</s", ""),
        ("<script>", "<", ""),
        ("<script>", "</s", ""),
        ("<script>", "<!--", ""),
        ("<script>", "<!-", ""),
        ("<script><!--", "-", "-->"),
        ("<script><!--", "<", "-->"),
        ("<script><!--", "</s ", "-->"),
        ("<script><!--", "<script>", "-->"),
        ("<script><!--", "<script></script>", "-->"),
        ("<script><!--<script>", "<", "-->"),
        ("<script><!--<script>", "-", "-->"),
        ("<script><!--<script>", "</s/", "-->"),
        ("<plaintext>", "<a x=\"\" \0", ""),
        ("", "&", ""),
        ("", "&a", ""),
        ("", "&amp", ""),
        ("", "&amp;", ""),
        ("", "&#", ""),
        ("", "&#x", ""),
        ("", "&#1", ""),
        ("&#", "1", ";"),
        ("&#x", "f", ";"),
        ("", "&notit;", ""),
        ("<a x=\"", "&amp=&a ", "\">"),
        ("<a x='", "&amp=&a ", "'>"),
        ("<a x=", "&amp=&a", ">"),
        ("", "\0", ""),
        ("", "\r\n", ""),
        ("", "<template>", ""),
        ("", "<svg><title>", ""),
        ("", "<math><mi>", ""),
        ("<svg>", "<p>", ""),
    ];
    with_small_stack(|| {
        for (before, piece, after) in documents {
            let mut html = String::from(before);
            html.push_str(&piece.repeat(10_000));
            html.push_str(after);
            ANYWHERE
                .scan(html.as_bytes(), |_| {})
                .unwrap_or_else(|error| panic!("{before}{piece}: {error}"));
        }
    });
}

#[test]
fn all_attributes_are_read_however_many_there_are() {
    let many = "x=\"\" ".repeat(5_000);
    let mut items = 0;
    with_small_stack(|| {
        for html in [
            format!("<meta {many}name=\"robots\" {many}content=\"noindex\" {many}>"),
            format!("<meta {many}content=\"noindex\" {many}name=\"robots\"/>"),
            format!("<a {many}><meta name=\"robots\" content=\"noindex\">"),
            format!("</a {many}><meta name=\"robots\" content=\"noindex\">"),
            format!("<svg {many}><title {many}><meta name=\"robots\" content=\"noindex\">"),
        ] {
            assert_eq!(robots(ANYWHERE, &html), "noindex", "{}", &html[..20]);
        }
        let html = format!("<link {many}rel=\"license\" {many} href=\"/a\" {many}><p {many}data-nosnippet>");
        ANYWHERE
            .scan(html.as_bytes(), |item| {
                items += usize::from(matches!(
                    item,
                    PageItem::Link { href: b"/a", .. } | PageItem::DataNosnippet
                ));
            })
            .expect("no error in memory");
    });
    assert_eq!(items, 2);
}

/// Around the place where the scanner adds a slash to a tag.
#[test]
fn values_keep_their_bytes_however_many_come_before() {
    for count in 0..40 {
        let many = "x=\"\" ".repeat(count);
        for end in ["", " ", "\n", "\r\n", " /", "/"] {
            let html = format!(
                "<svg {many}y=\"\"{end}><style><meta {many}content=\"a \"\r\nname=\"robots\" {many}{end}>"
            );
            let expected = if end.ends_with('/') { "" } else { "a " };
            assert_eq!(robots(ANYWHERE, &html), expected, "{html}");
        }
    }
}
