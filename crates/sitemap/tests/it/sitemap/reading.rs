//! The entries and problems of ordinary files in every format.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, EntryKind, Error, ExtensionKind, Format, Item, Limits, Priority, ProblemKind,
    ReadOptions, Reader, Scope, W3cDateTime,
};
use url::Url;

use super::{NAMESPACE, Outcome, read, urlset};
use crate::trickle::Trickle;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_urlset_with_everything() {
    let file = urlset(
        "<url>
            <loc> http://www.example.com/?a=1&amp;b=&#50;&#x33; </loc>
            <lastmod>2007-11-02</lastmod>
            <changefreq>daily</changefreq>
            <priority>0.7</priority>
        </url>
        <url><loc><![CDATA[https://www.example.com/?c&d]]></loc><!-- comment --></url>",
    );
    let outcome = read(&file);
    assert_eq!(outcome.kinds(), []);
    assert_eq!(
        outcome.locs(),
        ["http://www.example.com/?a=1&b=23", "https://www.example.com/?c&d"]
    );
    let [first, second] = outcome.entries.as_slice() else {
        unreachable!("two locs")
    };
    assert_eq!((first.kind, first.line, second.line), (EntryKind::Page, 2, 8));
    assert_eq!(first.lastmod.unwrap().to_string(), "2007-11-02");
    assert_eq!(first.change_frequency, Some(ChangeFrequency::Daily));
    assert_eq!(first.priority.unwrap_or_default().get(), 0.7);
    assert_eq!(
        (second.priority, second.priority.unwrap_or_default().get()),
        (None, 0.5)
    );
}

#[test]
fn an_index() {
    let file = format!(
        "<sitemapindex xmlns='{NAMESPACE}'>
        <sitemap><loc>http://www.example.com/1.xml.gz</loc><lastmod>2004-10-01T18:23:17+00:00</lastmod></sitemap>
        <sitemap><loc>http://www.example.com/2.xml.gz</loc></sitemap>
        </sitemapindex>"
    );
    let mut reader = Reader::new(file.as_bytes());
    let entries: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(reader.format(), Some(Format::Index));
    assert_eq!((reader.entries(), reader.problems()), (2, 0));
    assert!(entries.iter().all(|entry| entry.kind == EntryKind::Sitemap));
    assert_eq!(entries[0].lastmod.unwrap().unix_seconds(), 1_096_654_997);
}

#[test]
fn text_with_all_line_ends() {
    let outcome =
        read("\u{feff}http://a.example/1\nhttp://a.example/2\r\n\n  http://a.example/3 \rhttp://a.example/4");
    assert_eq!(
        outcome.locs(),
        [
            "http://a.example/1",
            "http://a.example/2",
            "http://a.example/3",
            "http://a.example/4"
        ]
    );
    assert_eq!(outcome.kinds(), []);
    let lines: Vec<_> = outcome.entries.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [1, 2, 4, 5]);
}

#[test]
fn lines_of_xml_end_where_those_of_text_do() {
    let file = urlset("<url/>\r<url/>\r\n<url/>\n\r<url/>");
    let lines = [2, 3, 4, 6].map(|line| (line, ProblemKind::MissingLoc));
    assert_eq!(read(&file).kinds(), lines);
    for step in 1..20 {
        let trickled = Outcome::of(ReadOptions::new(), Trickle::new(file.as_bytes(), step));
        assert_eq!(trickled.kinds(), lines, "{step}");
    }
}

#[test]
fn rss() {
    let outcome = read(
        "<?xml version='1.0'?><rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>
        <title>A &amp; B &nbsp; &</title><link>http://example.com/</link>
        <atom:link href='http://example.com/feed' rel='self'/>
        <item><title>x</title><link>http://example.com/1</link><pubDate>Fri, 02 Nov 2007 18:50:24 GMT</pubDate>
        <description>&lt;b&gt; and <b>text</b> &eacute;</description></item>
        <item><link>http://example.com/2</link><pubDate>lately</pubDate></item>
        <item><title>no link</title></item>
        </channel></rss>",
    );
    assert_eq!(outcome.locs(), ["http://example.com/1", "http://example.com/2"]);
    assert_eq!(
        outcome.entries[0].lastmod.unwrap().to_string(),
        "2007-11-02T18:50:24Z"
    );
    assert_eq!(
        outcome.kinds(),
        [(6, ProblemKind::InvalidLastmod), (7, ProblemKind::MissingLoc)]
    );
}

#[test]
fn atom() {
    let outcome = read(
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://example.com/'/>
        <entry><link rel='self' href='http://example.com/1.atom'/><link href='http://example.com/1?a&amp;b'/>
        <link rel='alternate' href='http://example.com/other'/><updated>2003-12-13T18:30:02Z</updated>
        <content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>text <a href='x'>y</a></p></div></content>
        </entry></feed>",
    );
    assert_eq!(outcome.locs(), ["http://example.com/1?a&b"]);
    assert_eq!(
        outcome.entries[0].lastmod.unwrap().to_string(),
        "2003-12-13T18:30:02Z"
    );
    assert_eq!(outcome.kinds(), []);
}

#[test]
fn the_page_of_an_atom_entry_is_where_its_first_alternate_link_leads() {
    for (links, expected) in [
        ("<link href='http://a.example/'/>", Some("http://a.example/")),
        (
            "<link href='http://a.example/' type='text/html' title='http://b.example/'/>",
            Some("http://a.example/"),
        ),
        (
            "<link type='text/html' rel='alternate' hreflang='en' href='http://a.example/'/>",
            Some("http://a.example/"),
        ),
        (
            "<link rel='self' href='http://b.example/'/><link rel=' alternate ' href='http://a.example/'/>",
            Some("http://a.example/"),
        ),
        (
            "<link rel='http://www.iana.org/assignments/relation/alternate' href='http://a.example/'/>",
            Some("http://a.example/"),
        ),
        ("<link rel='self' href='http://a.example/'/>", None),
        ("<link title='http://a.example/'/>", None),
    ] {
        let outcome = read(&format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry>{links}</entry></feed>"
        ));
        assert_eq!(outcome.locs(), Vec::from_iter(expected), "{links}");
    }
}

#[test]
fn an_rss_guid_is_the_address_of_an_item_without_link() {
    let outcome = read(
        "<rss version='2.0'><channel>
        <item><guid>http://example.com/1</guid></item>
        <item><guid isPermaLink='true'>http://example.com/guid</guid><link>http://example.com/2</link></item>
        <item><guid isPermaLink='false'>http://example.com/3</guid></item>
        <item><guid>tag:example.com,4</guid></item>
        <item><link/><guid>http://example.com/5</guid></item>
        <item><guid x='false' isPermaLink=' True '>\u{a0}http://example.com/6\u{a0}</guid></item>
        <item><guid x='true' isPermaLink=' False '>http://example.com/7</guid></item>
        <item><guid>http://example.com/8</guid><description>a & b &c; <link>d</link></description></item>
        <item><title>neither</title></item>
        </channel></rss>",
    );
    assert_eq!(
        outcome.locs(),
        [
            "http://example.com/1",
            "http://example.com/2",
            "http://example.com/5",
            "http://example.com/6",
            "http://example.com/8",
        ]
    );
    assert_eq!(
        outcome.kinds(),
        [4, 5, 8, 10].map(|line| (line, ProblemKind::MissingLoc))
    );
}

/// Nothing of one entry is left when the next begins.
#[test]
fn entries_have_nothing_of_each_other() {
    let bare = |name: &str, link: &str| format!("<{name}>{link}</{name}>");
    let loc = "<loc>http://example.com/</loc>";
    let atom = "<link href='http://example.com/'/>";
    let rss = "<link>http://example.com/</link>";
    for (head, name, link, more, end) in [
        (
            format!("<urlset xmlns='{NAMESPACE}'>"),
            "url",
            loc,
            "<lastmod>2007</lastmod><changefreq>daily</changefreq><priority>1</priority><x:y>z</x:y>",
            "</urlset>",
        ),
        (
            format!("<urlset xmlns='{NAMESPACE}'>"),
            "url",
            loc,
            "<x:y><a>b<c",
            "</urlset>",
        ),
        (
            "<feed>".into(),
            "entry",
            atom,
            "<published>2007</published>",
            "</feed>",
        ),
        (
            "<feed>".into(),
            "entry",
            atom,
            "<modified>2007</modified>",
            "</feed>",
        ),
        (
            "<feed>".into(),
            "entry",
            atom,
            "<updated>2007</updated>",
            "</feed>",
        ),
        (
            "<rss><channel>".into(),
            "item",
            rss,
            "<guid>http://example.com/2</guid><dc:date>2007</dc:date>",
            "</channel></rss>",
        ),
    ] {
        let full = bare(name, &format!("{link}{more}"));
        let mut limits = Limits::CURRENT;
        // Enough for either.
        limits.entry_bytes = 400;
        let file = format!("{head}{full}{}{end}", bare(name, link));
        let outcome = Outcome::of(ReadOptions::new().limits(limits), file.as_bytes());
        let mut expected = Entry::new("http://example.com/");
        expected.line = 1;
        assert_eq!(outcome.entries.last(), Some(&expected), "{file}");
        let file = format!("{head}{}{}{end}", full.replace(link, ""), bare(name, ""));
        let missing = read(&file).problems.pop().map(|problem| problem.kind);
        assert_eq!(missing, Some(ProblemKind::MissingLoc), "{file}");
    }
}

#[test]
fn an_entry_in_an_element_that_is_not_closed_is_an_entry() {
    for content in [
        "<loc>http://example.com/1",
        "<loc a='b'>http://example.com/1",
        "<loc>http://example.com/1</loc><lastmod>",
    ] {
        let outcome = read(&urlset(&format!(
            "<url>{content}<url><loc>http://example.com/2</loc></url>"
        )));
        assert_eq!(outcome.locs(), ["http://example.com/2"], "{content}");
        assert_eq!(outcome.kinds(), [(2, ProblemKind::UnclosedElement)], "{content}");
    }
}

#[test]
fn fields_of_an_extension() {
    for (extension, expected) in [
        (
            "<x:y xmlns='u' xmlns:z='v' a=' b ' c='' z:d='e'/>",
            &[("@a", "b"), ("@d", "e")][..],
        ),
        ("<x:y> a </x:y>", &[(".", "a")]),
        (
            "<x:y><Attribute b='c' name='d'/></x:y>",
            &[("Attribute/@b", "c"), ("Attribute/@name", "d")],
        ),
        (
            "<x:y><a>b</a><a> </a><a/><c:d>e</c:d></x:y>",
            &[("a", "b"), ("d", "e")],
        ),
        (
            "<x:y>text<a>b<c d='e'>f</c></a><g>h</g></x:y>",
            &[("a/c/@d", "e"), ("a/c", "f"), ("g", "h")],
        ),
        (
            "<x:y><a>&amp;<![CDATA[&amp;]]>&#65;</a><a b='&lt;c&d&amp;'/></x:y>",
            &[("a", "&&amp;A"), ("a/@b", "<c&d&")],
        ),
        (
            "<x:y><a>b & c &d; &e_f; &g-h; &i.j; &k l;</a></x:y>",
            &[("a", "b & c &d; &e_f; &g-h; &i.j; &k l;")],
        ),
    ] {
        let outcome = read(&urlset(&format!(
            "<url><loc>http://example.com/</loc>{extension}</url>"
        )));
        let found: Vec<_> = outcome.entries[0].extensions[0].fields().collect();
        assert_eq!(found, expected, "{extension}");
    }
    let names = read(&urlset(
        "<url><loc>http://example.com/</loc><x:y>&d;&e_f;&g-h;&i.j;&k l;&1m;&-n;</x:y></url>",
    ));
    use ProblemKind::{BareAmpersand, UndefinedEntity};
    let kinds: Vec<_> = names.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(
        kinds,
        [
            UndefinedEntity,
            UndefinedEntity,
            UndefinedEntity,
            UndefinedEntity,
            BareAmpersand,
            BareAmpersand,
            BareAmpersand
        ]
    );
}

#[test]
fn rss_1_0() {
    let outcome = read(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'
        xmlns:dc='http://purl.org/dc/elements/1.1/'>
        <channel rdf:about='http://example.com/'><title>x</title><link>http://example.com/</link>
        <items><rdf:Seq><rdf:li resource='http://example.com/1'/></rdf:Seq></items></channel>
        <item rdf:about='http://example.com/1'><title>y</title><link>http://example.com/1</link>
        <dc:creator>A</dc:creator><dc:date>2003-12-13T18:30:02Z</dc:date></item>
        <item rdf:about='http://example.com/2'><link>http://example.com/2</link></item>
        </rdf:RDF>",
    );
    assert_eq!(outcome.locs(), ["http://example.com/1", "http://example.com/2"]);
    let date = outcome.entries[0].lastmod.unwrap().to_string();
    assert_eq!(date, "2003-12-13T18:30:02Z");
    assert_eq!(outcome.kinds(), []);
}

#[test]
fn dates_of_atom_feeds() {
    for (dates, expected) in [
        (
            "<published>2003-01-01</published><updated>2004-01-01</updated>",
            Some("2004-01-01"),
        ),
        (
            "<updated>2004-01-01</updated><published>2005-01-01</published>",
            Some("2004-01-01"),
        ),
        ("<published>2003-01-01</published>", Some("2003-01-01")),
        (
            "<issued>2003-01-01</issued><modified>2004-01-01</modified>",
            Some("2004-01-01"),
        ),
        (
            "<modified>2005-01-01</modified><updated>2004-01-01</updated>",
            Some("2004-01-01"),
        ),
        ("<issued>2003-01-01</issued>", Some("2003-01-01")),
        // The first valid value counts.
        (
            "<issued>2003-01-01</issued><published>2004-01-01</published>",
            Some("2003-01-01"),
        ),
        (
            "<published>lately</published><issued>2003-01-01</issued>",
            Some("2003-01-01"),
        ),
        ("<published>lately</published>", None),
    ] {
        let outcome = read(&format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='http://example.com/'/>{dates}</entry></feed>"
        ));
        let found = outcome.entries[0].lastmod.map(|date| date.to_string());
        assert_eq!(found.as_deref(), expected, "{dates}");
        assert_eq!(outcome.kinds(), [], "{dates}");
    }
}

#[test]
fn an_rss_item_may_have_both_dates() {
    let (own, core) = (
        "<pubDate>Fri, 02 Nov 2007 18:50:24 GMT</pubDate>",
        "<dc:date>2008-01-01</dc:date>",
    );
    for dates in [[own, core], [core, own]] {
        let dates = dates.concat();
        let outcome = read(&format!(
            "<rss><channel><item><link>http://example.com/</link>{dates}</item></channel></rss>"
        ));
        let found = outcome.entries[0].lastmod.unwrap();
        assert_eq!(found.to_string(), "2007-11-02T18:50:24Z", "{dates}");
        assert_eq!(outcome.kinds(), [], "{dates}");
    }
}

#[test]
fn white_space_of_unicode_around_addresses() {
    let outcome = read(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>\u{a0} http://example.com/1\u{2003}\n</loc></url></urlset>",
    );
    assert_eq!(outcome.locs(), ["http://example.com/1"]);
    assert_eq!(outcome.kinds(), []);
    // One line is empty, and does not count as an entry.
    let mut limits = Limits::CURRENT;
    limits.urls = 2;
    let text = "http://example.com/1\u{a0}\n\u{a0}\n\u{3000}http://example.com/2\n";
    let outcome = Outcome::of(ReadOptions::new().limits(limits), text.as_bytes());
    assert_eq!(outcome.locs(), ["http://example.com/1", "http://example.com/2"]);
    assert_eq!(outcome.kinds(), []);
}

#[test]
fn extensions_keep_raw_values() {
    let file = format!(
        "<urlset xmlns='{NAMESPACE}' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'
            xmlns:v='http://www.google.com/schemas/sitemap-video/1.1' xmlns:xhtml='http://www.w3.org/1999/xhtml'>
        <url><loc>http://example.com/</loc>
        <image:image><image:loc>http://example.com/a.png</image:loc><image:caption>A &lt; B</image:caption></image:image>
        <image:image><image:loc>http://example.com/b.png</image:loc></image:image>
        <v:video><v:title>T</v:title><v:price currency='EUR'>1.99</v:price><v:tag>a</v:tag><v:tag>b</v:tag></v:video>
        <news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>
            <news:publication_date>2008-12-23</news:publication_date></news:news>
        <xhtml:link rel='alternate' hreflang='de' href='http://example.com/de?a&amp;b'/>
        <mobile:mobile/>
        </url></urlset>"
    );
    let outcome = read(&file);
    assert_eq!(outcome.kinds(), []);
    let entry = &outcome.entries[0];
    assert_eq!(
        entry.images().collect::<Vec<_>>(),
        ["http://example.com/a.png", "http://example.com/b.png"]
    );
    assert_eq!(
        entry.alternates().collect::<Vec<_>>(),
        [("de", "http://example.com/de?a&b")]
    );
    let kinds: Vec<_> = entry
        .extensions
        .iter()
        .map(|extension| extension.kind())
        .collect();
    use ExtensionKind::{Alternate, Image, News, Other, Video};
    assert_eq!(kinds, [Image, Image, Video, News, Alternate, Other]);
    assert_eq!(entry.extensions[0].get("caption"), Some("A < B"));
    let video: Vec<_> = entry.extensions[2].fields().collect();
    assert_eq!(
        video,
        [
            ("title", "T"),
            ("price/@currency", "EUR"),
            ("price", "1.99"),
            ("tag", "a"),
            ("tag", "b")
        ]
    );
    assert_eq!(entry.extensions[3].get("publication/name"), Some("N"));
    assert_eq!(entry.extensions[5].name(), "mobile:mobile");
}

/// The objects of a page's `PageMap`s: the type and attributes of each.
fn page_map(entry: &Entry) -> Vec<(&str, Vec<(&str, &str)>)> {
    let objects = entry.extensions.iter();
    let objects = objects.filter(|extension| extension.kind() == ExtensionKind::PageMap);
    objects
        .map(|object| {
            let mut name = "";
            let attributes = object.fields().filter_map(|(path, value)| match path {
                "Attribute/@name" => {
                    name = value;
                    None
                }
                "Attribute" | "Attribute/@value" => Some((std::mem::take(&mut name), value)),
                _ => None,
            });
            let attributes = attributes.collect();
            (object.get("@type").unwrap_or_default(), attributes)
        })
        .collect()
}

/// The attributes of an XML element have no order.
#[test]
fn an_attribute_of_a_page_map_may_be_named_after_its_value() {
    let file = urlset(
        r#"<url><loc>http://example.com/</loc>
        <PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"><DataObject id="b" type="a">
            <Attribute value="1" name="x"/><Attribute name="y" value="2"/><Attribute value="3" name="z"/>
            <Attribute name="empty"/><Attribute value="4" name="w"/><Attribute name="v">5</Attribute>
        </DataObject></PageMap></url>"#,
    );
    let outcome = read(&file);
    let attributes = vec![("x", "1"), ("y", "2"), ("z", "3"), ("w", "4"), ("v", "5")];
    assert_eq!(page_map(&outcome.entries[0]), [("a", attributes)]);
    // Only in a `PageMap` does a name come before its value, and each is listed once.
    let fields: Vec<_> = outcome.entries[0].extensions[0].fields().take(4).collect();
    assert_eq!(
        fields,
        [
            ("@id", "b"),
            ("@type", "a"),
            ("Attribute/@name", "x"),
            ("Attribute/@value", "1")
        ]
    );
    let file = file.replace("id=\"b\"", "id='b' name='c'");
    let outcome = read(&file);
    let fields: Vec<_> = outcome.entries[0].extensions[0].fields().take(2).collect();
    assert_eq!(fields, [("@id", "b"), ("@name", "c")]);
    assert_eq!(outcome.kinds(), []);
}

/// The fields of one object must not be assigned to another.
#[test]
fn objects_of_a_page_map_are_kept_apart() {
    let file = urlset(
        r#"<url><loc>http://example.com/</loc>
        <PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"> text
            <DataObject type="a"><Attribute name="x">1</Attribute><Attribute name="y" value="2"/></DataObject>
            <Template><DataObject><Attribute name="z">3</Attribute><Attribute>4</Attribute></DataObject></Template>
            <DataObject/>
            <DataObject type="b" id="c"><Attribute name="w">5</Attribute></DataObject>
        </PageMap>
        <pagemap:PageMap><pagemap:DataObject type="d"/></pagemap:PageMap>
        <PageMap xmlns="http://example.com/other"><DataObject type="e"/></PageMap></url>"#,
    );
    let outcome = read(&file);
    let entry = &outcome.entries[0];
    assert_eq!(
        page_map(entry),
        [
            ("a", vec![("x", "1"), ("y", "2")]),
            ("", vec![("z", "3"), ("", "4")]),
            ("", vec![]),
            ("b", vec![("w", "5")]),
            ("d", vec![]),
        ]
    );
    assert_eq!(entry.extensions[0].name(), "DataObject");
    assert_eq!(entry.extensions[3].get("@id"), Some("c"));
    assert_eq!(entry.extensions[4].name(), "pagemap:DataObject");
    assert_eq!(entry.extensions[5].kind(), ExtensionKind::Other);
    // A PageMap in another namespace is not part of the protocol.
    assert_eq!(outcome.kinds(), [(10, ProblemKind::UnexpectedElement)]);
}

#[test]
fn an_element_may_declare_its_prefix_itself() {
    let image = "http://www.google.com/schemas/sitemap-image/1.1";
    for (tag, kind) in [
        (format!("im:image xmlns:im='{image}'"), ExtensionKind::Image),
        (format!("im:image a='b' xmlns:im='{image}'"), ExtensionKind::Image),
        (format!("im:image xmlns:other='{image}'"), ExtensionKind::Other),
        (format!("im:caption xmlns:im='{image}'"), ExtensionKind::Other),
        ("image:image".to_owned(), ExtensionKind::Image),
        ("image:loc".to_owned(), ExtensionKind::Other),
        (format!("video:image xmlns:video='{image}'"), ExtensionKind::Image),
        (format!("im:image xmlns='{image}'"), ExtensionKind::Other),
        (
            "im:image xmlns:im='http://example.com/'".to_owned(),
            ExtensionKind::Other,
        ),
        ("im:image".to_owned(), ExtensionKind::Other),
    ] {
        let outcome = read(&urlset(&format!(
            "<url><loc>http://example.com/</loc><{tag}/></url>"
        )));
        assert_eq!(outcome.entries[0].extensions[0].kind(), kind, "{tag}");
    }
}

#[test]
fn an_element_named_like_an_entry_within_an_extension_is_a_field() {
    let outcome = read(&urlset(
        "<url><loc>http://example.com/</loc><x:y><url>http://example.com/z</url></x:y></url>",
    ));
    assert_eq!(
        (outcome.locs(), outcome.kinds()),
        (vec!["http://example.com/"], vec![])
    );
    let extension = &outcome.entries[0].extensions[0];
    assert_eq!(extension.get("url"), Some("http://example.com/z"));
}

/// An element nested in another vocabulary never begins an entry.
#[test]
fn what_is_nested_in_another_vocabulary_is_no_entry() {
    let good = "<url><loc>http://example.com/</loc></url>";
    let atom = |entry: &str| {
        format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:gd='urn:g'><entry><link href='http://example.com/'/>{entry}</entry></feed>"
        )
    };
    let rss = |item: &str| {
        format!("<rss><channel><item><link>http://example.com/</link>{item}</item></channel></rss>")
    };
    let inner = "<entry><link href='http://example.com/z'/></entry>";
    let item = "<item><link>http://example.com/z</link></item>";
    for (file, problems) in [
        (atom(&format!("<gd:entryLink>{inner}</gd:entryLink>")), 0),
        (atom(&format!("<a xmlns='urn:a'><b>{inner}</b>{inner}</a>")), 0),
        (rss(&format!("<media xmlns='urn:m'>{item}</media>")), 0),
        (rss(&format!("<x:media/><m:media>{item}</m:media>")), 0),
        (
            rss(&format!("<m:media><m:x/><y xmlns='urn:y'/>{item}</m:media>")),
            0,
        ),
        (atom(&format!("<a b='c' xmlns='urn:a'>{inner}</a>")), 0),
        // Elements of another vocabulary stay within it even if the entry is dropped.
        (
            urlset(&format!("<url><loc>/<b/></loc><x:y>{good}</x:y></url>{good}")),
            1,
        ),
        // After the end of that vocabulary an entry may begin.
        (urlset(&format!("<url><x:y/>{good}")), 1),
        (urlset(&format!("<url><b/>{good}")), 2),
        (urlset(&format!("<url><b></b>{good}")), 2),
    ] {
        let outcome = read(&file);
        assert_eq!(outcome.locs(), ["http://example.com/"], "{file}");
        assert_eq!(outcome.problems.len(), problems, "{file}: {:?}", outcome.problems);
    }
}

#[test]
fn prefixes_are_free() {
    let file = format!(
        "<sm:urlset xmlns:sm='{NAMESPACE}'><sm:url><sm:loc>http://example.com/</sm:loc>
        <image:loc>http://example.com/not-the-page</image:loc></sm:url></sm:urlset>"
    );
    let outcome = read(&file);
    assert_eq!(outcome.locs(), ["http://example.com/"]);
    assert_eq!(outcome.kinds(), []);
}

#[test]
fn gzip_once_and_twice() {
    let file = urlset("<url><loc>http://example.com/</loc></url>");
    let once = gzip(file.as_bytes());
    let twice = gzip(&once);
    for input in [&once, &twice] {
        let outcome = Outcome::of(ReadOptions::new(), Trickle::new(input, 1));
        assert_eq!(
            (outcome.locs(), outcome.kinds()),
            (vec!["http://example.com/"], vec![])
        );
        assert!(outcome.error.is_none());
    }
    // Consecutive members are one file.
    let (head, tail) = file.split_at(70);
    let members = [gzip(head.as_bytes()), gzip(tail.as_bytes())].concat();
    assert_eq!(
        Outcome::of(ReadOptions::new(), members.as_slice()).locs(),
        ["http://example.com/"]
    );
    let thrice = Outcome::of(ReadOptions::new(), gzip(&twice).as_slice());
    assert!(matches!(thrice.error, Some(Error::NestedGzip)));
    let cut = Outcome::of(ReadOptions::new(), &once[..once.len() - 9]);
    assert!(matches!(cut.error, Some(Error::Io(_))), "{:?}", cut.error);
}

#[test]
fn encodings() {
    let file = urlset("<url><loc>http://example.com/</loc></url>");
    let marked = format!("\u{feff}{file}");
    assert_eq!(read(&marked).kinds(), []);
    assert_eq!(read(&marked).locs().len(), 1);
    for big_endian in [false, true] {
        let unit = |unit: u16| {
            if big_endian {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        for text in [file.clone(), marked.clone(), "http://example.com/".to_owned()] {
            let wide: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
            assert!(matches!(
                Outcome::of(ReadOptions::new(), wide.as_slice()).error,
                Some(Error::Utf16)
            ));
        }
    }
    let declared = file.replace("UTF-8", "ISO-8859-1");
    assert_eq!(read(&declared).kinds(), [(1, ProblemKind::DeclaredEncoding)]);

    let entries =
        "<url><loc>http://example.com/1\u{fc}</loc></url>\n<url><loc>http://example.com/2</loc></url>";
    let latin: Vec<u8> = urlset(entries).chars().map(|character| character as u8).collect();
    let outcome = Outcome::of(ReadOptions::new(), latin.as_slice());
    assert_eq!(outcome.locs(), ["http://example.com/2"]);
    assert_eq!(outcome.kinds(), [(2, ProblemKind::InvalidUtf8)]);
    let outcome = Outcome::of(
        ReadOptions::new(),
        b"http://a.example/\xfc\nhttp://a.example/2".as_slice(),
    );
    assert_eq!(outcome.locs(), ["http://a.example/2"]);
    assert_eq!(outcome.kinds(), [(1, ProblemKind::InvalidUtf8)]);
}

/// Each broken entry is between two good ones, which are always read.
#[test]
fn a_broken_entry_costs_only_itself() {
    use ProblemKind::*;
    let cases: &[(&str, &[ProblemKind])] = &[
        ("<url></url>", &[MissingLoc]),
        ("<url/>", &[MissingLoc]),
        ("<url><loc>  </loc></url>", &[MissingLoc]),
        ("<url><loc>/relative</loc></url>", &[LocNotAbsolute]),
        ("<url><loc>www.example.com/</loc></url>", &[LocNotAbsolute]),
        ("<url><loc>://example.com/</loc></url>", &[LocNotAbsolute]),
        (
            "<url><loc>http://xn--zzzzzzzzzzzzzz.example/</loc></url>",
            &[LocNotAbsolute],
        ),
        (
            "<url><loc>http://example.com/&foo;</loc></url>",
            &[UndefinedEntity],
        ),
        (
            "<url><loc>http://example.com/&#0;</loc></url>",
            &[InvalidCharacter],
        ),
        (
            "<url><loc>http://example.com/<b>x</b></loc></url>",
            &[UnexpectedElement],
        ),
        ("<url><loc>http://example.com/x</url>", &[UnclosedElement]),
        ("<url><loc>http://example.com/x</loc>", &[UnclosedElement]),
        (
            "<url><loc>http://example.com/x<loc></url>",
            &[UnexpectedElement, UnclosedElement],
        ),
        (
            "<url><loc>http://example.com/?a<b</loc></url>",
            &[MalformedMarkup],
        ),
        (
            "<url><loc>http://example.com/x</loc</url>",
            &[MalformedMarkup, UnclosedElement],
        ),
        (
            "<url><loc http://example.com/x</loc></url>",
            &[MalformedMarkup, UnmatchedEndTag],
        ),
        (
            "<url><loc>http://example.com/x</loc><x:y a=\"b></x:y></url>",
            &[MalformedMarkup, UnmatchedEndTag],
        ),
        (
            "<url><loc>http://example.com/x</loc><",
            &[MalformedMarkup, UnclosedElement],
        ),
        (
            "<url><loc>http://example.com/x</loc><!bad></url>",
            &[MalformedMarkup],
        ),
        (
            "<url><loc>http://example.com/x</loc><image:image a=></image:image></url>",
            &[MalformedMarkup],
        ),
    ];
    for (broken, expected) in cases {
        let file = urlset(&format!(
            "<url><loc>http://example.com/before</loc></url>\n{broken}\n<url><loc>http://example.com/after</loc></url>"
        ));
        let outcome = read(&file);
        assert_eq!(
            outcome.locs(),
            ["http://example.com/before", "http://example.com/after"],
            "{broken}"
        );
        let kinds: Vec<_> = outcome.problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, *expected, "{broken}");
        assert!(
            outcome
                .problems
                .iter()
                .all(|problem| problem.line == 3 || problem.line == 4),
            "{broken}"
        );
        assert!(
            outcome.problems.iter().any(|problem| problem.entry_dropped),
            "{broken}"
        );
        assert!(outcome.error.is_none());
    }
}

/// Problems of entries that are still returned.
#[test]
fn tolerated_and_reported() {
    use ProblemKind::*;
    let long = format!("<loc>http://example.com/{}</loc>", "a".repeat(2_047 - 18));
    let just = long.replacen('a', "", 1);
    // Characters count, not bytes.
    let wide = just.replace('a', "ü");
    let cases: &[(&str, &[ProblemKind])] = &[
        ("<loc>http://example.com/?a=1&b=2</loc>", &[BareAmpersand]),
        ("<loc>http://example.com/?a=1&b=2;c</loc>", &[BareAmpersand]),
        ("<loc>http://example.com/ü</loc>", &[LocNotEncoded]),
        ("<loc>http://example.com/a b</loc>", &[LocNotEncoded]),
        (
            "<loc>http://example.com/1</loc><loc>http://example.com/2</loc>",
            &[RepeatedElement],
        ),
        (
            "<loc>http://example.com/</loc><lastmod>02.11.2007</lastmod>",
            &[InvalidLastmod],
        ),
        (
            "<loc>http://example.com/</loc><lastmod>2007-11-02T18:50:24</lastmod>",
            &[LastmodWithoutZone],
        ),
        (
            "<loc>http://example.com/</loc><changefreq>fortnightly</changefreq>",
            &[InvalidChangefreq],
        ),
        (
            "<loc>http://example.com/</loc><changefreq>Daily</changefreq>",
            &[ChangefreqCase],
        ),
        (
            "<loc>http://example.com/</loc><priority>high</priority>",
            &[InvalidPriority],
        ),
        (
            "<loc>http://example.com/</loc><priority>-0.1</priority>",
            &[PriorityOutOfRange],
        ),
        // The first value counts, even if it is invalid.
        (
            "<loc>http://example.com/</loc><lastmod>x</lastmod><lastmod>2007-11-02</lastmod>",
            &[InvalidLastmod, RepeatedElement],
        ),
        (
            "<loc>http://example.com/</loc><changefreq>x</changefreq><changefreq>daily</changefreq>",
            &[InvalidChangefreq, RepeatedElement],
        ),
        (
            "<loc>http://example.com/</loc><priority>2</priority><priority>1</priority>",
            &[PriorityOutOfRange, RepeatedElement],
        ),
        (
            "<loc>http://example.com/</loc><unknown>x</unknown>",
            &[UnexpectedElement],
        ),
        ("<loc>http://example.com/</loc>stray", &[UnexpectedText]),
        ("<loc>http://example.com/</loc></b>", &[UnmatchedEndTag]),
        ("<loc>http://example.com/</loc><x:y>&z;</x:y>", &[UndefinedEntity]),
        ("<loc>http://example.com/</loc><x:y z='&z;'/>", &[UndefinedEntity]),
        (
            "<loc>http://example.com/</loc><x:y z='&#0;'/>",
            &[InvalidCharacter],
        ),
        (&long, &[LocTooLong]),
        (&just, &[]),
        (&wide, &[LocNotEncoded]),
    ];
    for (content, expected) in cases {
        let outcome = read(&urlset(&format!("<url>\n{content}</url>")));
        let kinds: Vec<_> = outcome.problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, *expected, "{content}");
        assert_eq!(outcome.entries.len(), 1, "{content}");
        assert_eq!(outcome.entries[0].priority.unwrap_or_default().get(), 0.5);
        assert!(
            outcome.problems.iter().all(|problem| !problem.entry_dropped),
            "{content}"
        );
    }
    let outcome = read(&urlset(
        "<url><loc>http://example.com/?a=1&b=2&amp;c&d;=3</loc></url>",
    ));
    assert_eq!(outcome.locs(), Vec::<&str>::new(), "&d; is an entity");
    let outcome = read(&urlset(
        "<url><loc>http://example.com/?a=1&b=2&amp;c&</loc></url>",
    ));
    assert_eq!(outcome.locs(), ["http://example.com/?a=1&b=2&c&"]);
}

#[test]
fn what_is_wrong_with_the_file() {
    use ProblemKind::*;
    assert_eq!(read("").kinds(), [(1, Empty)]);
    assert_eq!(read("\u{feff} \n").kinds(), [(1, Empty)]);
    assert_eq!(read("<urlset></urlset>").kinds(), [(1, WrongNamespace)]);
    let open = format!("<urlset xmlns='{NAMESPACE}'>\n");
    assert_eq!(read(&open).kinds(), [(2, UnexpectedEnd)]);
    assert_eq!(
        read(&format!("{open}<url><loc>http://example.com/")).kinds(),
        [(2, UnexpectedEnd)]
    );
    assert_eq!(
        read(&format!("{open}<url><loc")).kinds(),
        [(2, MalformedMarkup), (2, UnexpectedEnd)]
    );
    assert_eq!(
        read(&format!("{open}<sitemap/></urlset>")).kinds(),
        [(2, UnexpectedElement)]
    );
    assert_eq!(
        read(&format!("{open}text</urlset>")).kinds(),
        [(1, UnexpectedText)]
    );
    assert_eq!(
        read(&format!("{open}</urlset>\n<urlset><url/></urlset>")).kinds(),
        [(3, UnexpectedElement)]
    );
    for (file, root) in [
        ("<html><body>404</body></html>", "html"),
        ("<!DOCTYPE html><a:b/>", "a:b"),
    ] {
        match read(file).error {
            Some(Error::UnknownRoot { name }) => assert_eq!(name, root),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(read("<!-- nothing").kinds(), [(1, MalformedProlog), (1, NoRoot)]);
}

#[test]
fn the_limits_of_2007_are_those_of_the_protocol_then() {
    let then = Limits::PROFILE_2007;
    assert_eq!((then.urls, then.bytes), (50_000, 10_485_760));
    let index = format!(
        "<sitemapindex xmlns='{NAMESPACE}'>{}</sitemapindex>",
        "<sitemap><loc>http://example.com/</loc></sitemap>".repeat(1_001)
    );
    let outcome = Outcome::of(ReadOptions::new().limits(then), index.as_bytes());
    assert_eq!(outcome.entries.len(), 1_000);
    assert!(matches!(outcome.error, Some(Error::TooManyEntries(1_000))));
    let outcome = read(&index);
    assert_eq!(outcome.entries.len(), 1_001);
    assert!(outcome.error.is_none());
}

#[test]
fn what_is_read_is_a_url_whatever_number_its_host_ends_in() {
    // The URL parser reads a name that ends in a number as an IPv4 address, and these are not valid
    // addresses.
    let outcome = read("http://example.com/\nhttp://example.0xff/\nhttp://example.0x/\nhttp://example.09/\n");
    assert_eq!(outcome.locs(), ["http://example.com/"]);
    let problem = ProblemKind::LocNotAbsolute;
    assert_eq!(outcome.kinds(), [(2, problem), (3, problem), (4, problem)]);
    assert!(outcome.entries.iter().all(|entry| entry.url().is_some()));
}

#[test]
fn limits_are_the_largest_good_values() {
    let mut limits = Limits::CURRENT;
    (limits.urls, limits.index_entries) = (2, 1);
    let options = ReadOptions::new().limits(limits);
    let one = "<url><loc>http://example.com/</loc></url>";
    assert!(
        Outcome::of(options.clone(), urlset(&one.repeat(2)).as_bytes())
            .error
            .is_none()
    );
    let outcome = Outcome::of(options.clone(), urlset(&one.repeat(3)).as_bytes());
    assert_eq!(outcome.entries.len(), 2);
    assert!(matches!(outcome.error, Some(Error::TooManyEntries(2))));
    let index = format!(
        "<sitemapindex xmlns='{NAMESPACE}'>{}</sitemapindex>",
        "<sitemap><loc>http://example.com/</loc></sitemap>".repeat(2)
    );
    assert!(matches!(
        Outcome::of(options.clone(), index.as_bytes()).error,
        Some(Error::TooManyEntries(1))
    ));
    let text = "http://example.com/\n".repeat(3);
    assert!(matches!(
        Outcome::of(options, text.as_bytes()).error,
        Some(Error::TooManyEntries(2))
    ));

    for file in [urlset(one), "http://example.com/\nhttp://example.com/".to_owned()] {
        for packed in [false, true] {
            let input = if packed {
                gzip(file.as_bytes())
            } else {
                file.clone().into_bytes()
            };
            let mut limits = Limits::CURRENT;
            limits.bytes = file.len() as u64;
            assert!(
                Outcome::of(ReadOptions::new().limits(limits), input.as_slice())
                    .error
                    .is_none()
            );
            limits.bytes -= 1;
            let outcome = Outcome::of(ReadOptions::new().limits(limits), input.as_slice());
            assert!(
                matches!(outcome.error, Some(Error::TooManyBytes(limit)) if limit == limits.bytes),
                "{:?}",
                outcome.error
            );
            assert_eq!(outcome.entries.len(), 1);
        }
    }
}

#[test]
fn a_token_is_as_long_as_the_limit_at_most() {
    let mut limits = Limits::CURRENT;
    limits.token_bytes = 100;
    let options = ReadOptions::new().limits(limits);
    let loc = "<loc>http://example.com/</loc>";
    // The text before the token, its beginning, its end, and the text after it.
    let cases = [
        ("<loc>", "http://example.com/", "", "</loc>"),
        ("<loc>", "http://example.com/", "", "&amp;b</loc>"),
        ("<loc>", "http://example.com/", "", "&b</loc>"),
        ("<loc>", "<![CDATA[http://example.com/", "]]>", "</loc>"),
        (loc, "<x:y z='", "'/>", ""),
        (loc, "<x:y z='", "'>", "</x:y>"),
    ];
    let good = "<url><loc>http://example.com/good</loc></url>";
    for length in [99, 100, 101] {
        let fill =
            |begin: &str, end: &str| begin.to_owned() + &"a".repeat(length - begin.len() - end.len()) + end;
        let count = |outcome: &Outcome| {
            let too_long = |problem: &&_| matches!(problem, (_, ProblemKind::TokenTooLong));
            (
                outcome.locs().len(),
                outcome.kinds().iter().filter(too_long).count(),
            )
        };
        let expected = if length <= 100 { (2, 0) } else { (1, 1) };
        for (before, begin, end, after) in cases {
            let token = fill(begin, end);
            let file = urlset(&format!("<url>{before}{token}{after}</url>\n{good}"));
            let outcome = Outcome::of(options.clone(), file.as_bytes());
            assert_eq!(
                count(&outcome),
                expected,
                "{token}{after}: {:?}",
                outcome.problems
            );
            let trickled = Outcome::of(options.clone(), Trickle::new(file.as_bytes(), 1));
            assert_eq!(outcome.problems, trickled.problems);
        }
        let lines = fill("http://example.com/", "") + "\nhttp://example.com/good";
        assert_eq!(count(&Outcome::of(options.clone(), lines.as_bytes())), expected);
    }
}

/// Unlike a text, markup does not end before a `<` or a `&`, even if it has the maximum length of a
/// token.
#[test]
fn markup_that_is_too_long_is_dropped_whatever_follows_the_limit() {
    let mut limits = Limits::CURRENT;
    limits.token_bytes = 100;
    let options = ReadOptions::new().limits(limits);
    for (begin, end, most) in [
        // A `<` in a tag begins another tag.
        ("<x:y z='", "'/>", 2),
        ("<!--", "-->", 0),
        ("<![CDATA[", "]]>", 1),
        ("<?z ", "?>", 1),
    ] {
        for length in 99..=101 {
            for next in ["&", "<"] {
                let token =
                    begin.to_owned() + &"a".repeat(length - begin.len()) + next + &"a".repeat(100) + end;
                let file = urlset(&format!("{token}<url><loc>http://example.com/good</loc></url>"));
                let outcome = Outcome::of(options.clone(), file.as_bytes());
                assert_eq!(
                    outcome.locs(),
                    ["http://example.com/good"],
                    "{token}: {:?}",
                    outcome.problems
                );
                assert!(outcome.problems.len() <= most, "{token}: {:?}", outcome.problems);
                let trickled = Outcome::of(options.clone(), Trickle::new(file.as_bytes(), 1));
                assert_eq!(outcome.problems, trickled.problems);
            }
        }
    }
}

#[test]
fn everything_from_tag_to_tag_counts_as_bytes_of_an_entry() {
    let good = "<url><loc>http://example.com/good</loc></url>";
    for filler in [" ", "\n", "<!-- x -->", "<?x y?>", "<x:y/>"] {
        let content = filler.repeat(3_000 / filler.len());
        let entry = format!("<url><loc>http://example.com/</loc>{content}</url>");
        let read = |limit: usize| {
            let mut limits = Limits::CURRENT;
            limits.entry_bytes = limit as u64;
            let file = urlset(&format!("{good}{entry}{good}"));
            let outcome = Outcome::of(ReadOptions::new().limits(limits), file.as_bytes());
            let too_long = outcome
                .problems
                .iter()
                .filter(|problem| problem.kind == ProblemKind::EntryTooLong);
            (outcome.entries.len(), too_long.count())
        };
        assert_eq!(read(1_000), (2, 1), "{filler:?}");
        // Small elements take more memory than bytes in the file.
        if filler != "<x:y/>" {
            assert_eq!(read(entry.len()), (3, 0), "{filler:?}");
            assert_eq!(read(entry.len() - 1), (2, 1), "{filler:?}");
        }
    }
    // A text counts once.
    let mut limits = Limits::CURRENT;
    limits.entry_bytes = 4_000;
    let text = format!(
        "<url><loc>http://example.com/</loc><x:y>{}</x:y></url>",
        "a".repeat(3_000)
    );
    let outcome = Outcome::of(ReadOptions::new().limits(limits), urlset(&text).as_bytes());
    assert_eq!((outcome.entries.len(), outcome.problems.len()), (1, 0));
}

#[test]
fn elements_and_problems_are_as_many_as_their_limits_at_most() {
    let file = urlset("<url><loc>http://example.com/</loc><b/></url><url><b/></url>");
    let read = |depth: usize, problems: u64| {
        let mut limits = Limits::CURRENT;
        (limits.depth, limits.problems) = (depth, problems);
        Outcome::of(ReadOptions::new().limits(limits), file.as_bytes()).error
    };
    // Two unexpected elements, and an entry without an address.
    assert!(read(3, 3).is_none());
    assert!(matches!(read(2, 3), Some(Error::TooDeep { line: 2 })));
    assert!(matches!(read(3, 2), Some(Error::TooManyProblems(2))));
}

#[test]
fn problems_read_as_text() {
    let file = urlset("<url><loc>/a \"b\"</loc></url>\n<url/>");
    let texts: Vec<String> = read(&file).problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            r#"line 2: loc is not an absolute URL: "/a \"b\"""#,
            "line 3: the entry has no loc"
        ]
    );
}

#[test]
fn priorities_are_ordered_and_hashed_by_value() {
    use std::hash::{BuildHasher, RandomState};

    let priority = |text: &str| text.parse::<Priority>().unwrap();
    let mut priorities = ["0.8", "0", "1.0", "0.50"].map(priority);
    priorities.sort();
    assert_eq!(priorities.map(Priority::get), [0.0, 0.5, 0.8, 1.0]);
    assert!(priority("0.5") < priority("0.6") && priority("0.5") >= Priority::default());
    let state = RandomState::new();
    let hash = |priority: Priority| state.hash_one(priority);
    assert_eq!(hash(priority("0.5")), hash(Priority::default()));
    assert_eq!(hash(Priority::new(-0.0).unwrap()), hash(priority("0")));
    assert_ne!(hash(priority("0.5")), hash(priority("0.6")));
}

/// The bytes before the last slash decide only if nothing after them leads to another directory.
#[test]
fn an_address_that_leads_out_of_the_scope_is_dropped() {
    let scope = Scope::of(&Url::parse("http://example.com/art/new/sitemap.xml").unwrap());
    for (path, within) in [
        ("a", true),
        ("a/b/c", true),
        (".well-known/a", true),
        ("a/../b", true),
        ("a/./b", true),
        ("a..b/..c/d", true),
        ("../old/a", false),
        ("a/../../old/a", false),
        ("a/b/%2E%2e/../../old", false),
        ("a\\..\\..\\..\\old", false),
        ("a/.\t./../../old", false),
        ("a/\t../../old", false),
        ("a/\t../\t../old", false),
        ("a/\t../b", true),
        ("/a", true),
        ("a//", true),
        ("ü/../a", true),
        ("ü/../../a", false),
    ] {
        let file = urlset(&format!(
            "<url><loc>http://example.com/art/new/{path}</loc></url>"
        ));
        let outcome = Outcome::of(ReadOptions::new().scope(scope.clone()), file.as_bytes());
        assert_eq!(outcome.entries.len(), usize::from(within), "{path:?}");
        let out = (2, ProblemKind::OutOfScope);
        assert_eq!(outcome.kinds().contains(&out), !within, "{path:?}");
    }
}

#[test]
fn scope_is_enforced_where_it_is_given() {
    let home = Url::parse("http://example.com/art/sitemap.xml").unwrap();
    let file = urlset(
        "<url><loc>http://example.com/art/1</loc></url>
        <url><loc>http://example.com/other</loc></url>
        <url><loc>https://example.com/art/2</loc></url>
        <url><loc>http://example.org/3</loc></url>",
    );
    let scope = Scope::of(&home);
    let outcome = Outcome::of(ReadOptions::new().scope(scope.clone()), file.as_bytes());
    assert_eq!(outcome.locs(), ["http://example.com/art/1"]);
    let out = ProblemKind::OutOfScope;
    assert_eq!(outcome.kinds(), [(3, out), (4, out), (5, out)]);
    let waived = scope.allow_site_of(&Url::parse("http://example.org/robots.txt").unwrap());
    let outcome = Outcome::of(ReadOptions::new().scope(waived), file.as_bytes());
    assert_eq!(
        outcome.locs(),
        ["http://example.com/art/1", "http://example.org/3"]
    );
    assert_eq!(read(&file).locs().len(), 4);
}

#[test]
fn one_byte_at_a_time_changes_nothing() {
    let file = urlset(
        "<url><loc>http://example.com/?a&amp;b&c</loc><lastmod>2007</lastmod><!-- x --><x:y z='&lt;'/></url>
        <url><loc>\u{fc}</loc></url><url><loc><![CDATA[http://example.com/]]></loc></url>",
    );
    let whole = read(&file);
    let trickled = Outcome::of(ReadOptions::new(), Trickle::new(file.as_bytes(), 1));
    assert_eq!(whole.entries, trickled.entries);
    assert_eq!(whole.problems, trickled.problems);
    assert_eq!(whole.entries.len(), 2);

    // Also if white space comes first.
    let blank = format!(" \n\t {file}");
    let trickled = Outcome::of(ReadOptions::new(), Trickle::new(blank.as_bytes(), 1));
    assert_eq!(trickled.locs(), whole.locs());
    // Also in a list of addresses.
    let lines = b"\nhttp://example.com/1\r\n\r\nhttp://example.com/2\n\n";
    let trickled = Outcome::of(ReadOptions::new(), Trickle::new(lines, 1));
    assert_eq!(trickled.locs(), ["http://example.com/1", "http://example.com/2"]);

    // Also if reading resumes at a byte order mark after a token that is not UTF-8.
    let file = b"<urlset><url><loc>http://example.com/</loc><x \xA0>\xEF\xBB\xBF</url></urlset>";
    let whole = Outcome::of(ReadOptions::new(), &file[..]);
    let trickled = Outcome::of(ReadOptions::new(), Trickle::new(file, 1));
    assert_eq!(whole.entries, trickled.entries);
    assert_eq!(whole.problems, trickled.problems);
    let file = b"<rss \xA0>\xEF\xBB\xBF";
    let whole = Outcome::of(ReadOptions::new(), &file[..]);
    let trickled = Outcome::of(ReadOptions::new(), Trickle::new(file, 1));
    assert_eq!(whole.problems, trickled.problems);
    assert_eq!(
        whole.error.map(|error| error.to_string()),
        trickled.error.map(|error| error.to_string())
    );
}

#[test]
fn parts_of_a_date() {
    let date: W3cDateTime = "2024-02-29T18:30:02.25+01:00".parse().unwrap();
    assert_eq!((date.year(), date.month(), date.day()), (2024, Some(2), Some(29)));
    assert_eq!(date.subsec_nanos(), 250_000_000);
    // From the first second of the year 0 on.
    let first = -62_167_219_200;
    let date = W3cDateTime::from_unix_seconds(first).unwrap();
    assert_eq!(
        (date.year(), date.to_string().as_str()),
        (0, "0000-01-01T00:00:00Z")
    );
    assert_eq!(W3cDateTime::from_unix_seconds(first - 1), None);
    let date: W3cDateTime = "2024-02".parse().unwrap();
    assert_eq!((date.month(), date.day()), (Some(2), None));
    assert_eq!((date.to_string().as_str(), date.subsec_nanos()), ("2024-02", 0));
}

#[test]
fn items_one_by_one() {
    // The format is unknown before the root element, and an item may come first.
    let mut reader = Reader::new(&b"<!DOCTYPE a><urlset/>"[..]);
    assert!(matches!(reader.next_item(), Some(Ok(Item::Problem(_)))));
    assert_eq!(reader.format(), None);

    let body = &b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://example.com/</loc></url></urlset>"[..];
    let mut reader = ReadOptions::new().read(body);
    assert_eq!(reader.format(), None);
    assert!(matches!(reader.next_item(), Some(Ok(Item::Entry(_)))));
    assert_eq!(reader.format(), Some(Format::UrlSet));
    assert!(reader.next_item().is_none());

    for (file, format) in [
        ("", Format::Text),
        ("http://example.com/\n", Format::Text),
        ("<sitemapindex/>", Format::Index),
        ("<rss/>", Format::Rss),
        ("<rdf:RDF/>", Format::Rss),
        ("<feed/>", Format::Atom),
    ] {
        let mut reader = Reader::new(file.as_bytes());
        assert_eq!(
            (reader.format(), reader.entries(), reader.problems()),
            (None, 0, 0)
        );
        let items = reader.by_ref().count() as u64;
        assert_eq!(
            (reader.format(), reader.entries()),
            (Some(format), items),
            "{file}"
        );
    }
}
