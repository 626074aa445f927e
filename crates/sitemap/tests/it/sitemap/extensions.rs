//! Google's documentation of images, videos, news and the versions of a page.

use std::time::{Duration, UNIX_EPOCH};

use robots_exclusion_sitemap::{Entry, Extension, ExtensionKind, ProblemKind, ReadOptions, ReturnLinks};

use super::{NAMESPACE, Outcome};

/// 2026-01-10T12:00:00Z.
const NOW: u64 = 1_768_046_400;

fn options() -> ReadOptions {
    let now = UNIX_EPOCH + Duration::from_secs(NOW);
    ReadOptions::new().strict(true).now(now)
}

fn file(entries: &str) -> String {
    let google = "http://www.google.com/schemas";
    format!(
        "<urlset xmlns='{NAMESPACE}' xmlns:image='{google}/sitemap-image/1.1' \
        xmlns:video='{google}/sitemap-video/1.1' xmlns:news='{google}/sitemap-news/0.9'>{entries}</urlset>"
    )
}

fn entry(content: &str) -> String {
    format!("<url><loc>https://example.com/page</loc>{content}</url>")
}

/// The problems of an entry with this content: their kinds and what they cite.
fn problems(content: &str) -> Vec<(ProblemKind, String)> {
    let outcome = Outcome::of(options(), file(&entry(content)).as_bytes());
    assert_eq!(outcome.entries.len(), 1, "{content}");
    let problems = outcome.problems.into_iter();
    problems
        .map(|problem| {
            assert_eq!((problem.line, problem.entry_dropped), (1, false), "{problem}");
            (problem.kind, problem.excerpt)
        })
        .collect()
}

#[track_caller]
fn expect(content: &str, expected: &[(ProblemKind, &str)]) {
    let found = problems(content);
    let found: Vec<_> = found.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
    assert_eq!(found, expected, "{content}");
}

#[test]
fn images() {
    expect(
        "<image:image><image:loc>https://cdn.example/a.png</image:loc></image:image>",
        &[],
    );
    expect(
        "<image:image><image:loc>/a.png</image:loc></image:image>",
        &[(ProblemKind::ImageLoc, "/a.png")],
    );
    expect("<image:image/>", &[(ProblemKind::ImageLoc, "")]);
    let images = |count| "<image:image><image:loc>https://e.com/</image:loc></image:image>".repeat(count);
    expect(&images(1_000), &[]);
    expect(
        &images(1_001),
        &[(ProblemKind::TooManyImages, "https://example.com/page")],
    );
}

const VIDEO: [(&str, &str); 4] = [
    ("thumbnail_loc", "https://example.com/thumb.jpg"),
    ("title", "Title"),
    ("description", "Description"),
    ("content_loc", "https://example.com/video.mp4"),
];

fn element(prefix: &str, (name, value): (&str, &str)) -> String {
    let end = name.split(' ').next().unwrap();
    format!("<{prefix}:{name}>{value}</{prefix}:{end}>")
}

fn video(more: &str) -> String {
    let fields: String = VIDEO.iter().map(|field| element("video", *field)).collect();
    format!("<video:video>{fields}{more}</video:video>")
}

#[test]
fn videos_need_what_is_required() {
    expect(&video(""), &[]);
    for (missing, _) in VIDEO {
        let fields = VIDEO.iter().filter(|(name, _)| *name != missing);
        let fields: String = fields.map(|field| element("video", *field)).collect();
        expect(
            &format!("<video:video>{fields}</video:video>"),
            &[(ProblemKind::VideoIncomplete, missing)],
        );
    }
    // A player may replace a file.
    let player = video("").replace("content_loc", "player_loc");
    expect(&player, &[]);
}

#[test]
fn values_of_videos() {
    use ProblemKind as Kind;
    let long = |count| "é".repeat(count);
    let (fits, too_long) = (long(2_048), long(2_049));
    let (name, long_name) = (long(255), long(256));
    for (field, value, kind) in [
        ("duration", "1", None),
        ("duration", "28800", None),
        ("duration", "0", Some(Kind::VideoDuration)),
        ("duration", "28801", Some(Kind::VideoDuration)),
        ("duration", "1:30", Some(Kind::VideoDuration)),
        ("rating", "0.0", None),
        ("rating", "5", None),
        ("rating", "5.1", Some(Kind::VideoRating)),
        ("rating", "4,5", Some(Kind::VideoRating)),
        ("rating", "-1", Some(Kind::VideoRating)),
        ("rating", "1e0", Some(Kind::VideoRating)),
        ("rating", "+1", Some(Kind::VideoRating)),
        ("rating", "1.2.3", Some(Kind::VideoRating)),
        ("view_count", "12345", None),
        ("view_count", "12.345", Some(Kind::VideoViews)),
        ("publication_date", "2007-11-05", None),
        ("publication_date", "2007-11-05T19:20:30+08:00", None),
        ("publication_date", "2007-11", Some(Kind::VideoDate)),
        ("expiration_date", "2027-11-05T19:20:30", Some(Kind::VideoDate)),
        ("expiration_date", "tomorrow", Some(Kind::VideoDate)),
        ("family_friendly", "Yes", None),
        ("family_friendly", "true", Some(Kind::VideoYesNo)),
        ("requires_subscription", "no", None),
        ("live", "1", Some(Kind::VideoYesNo)),
        ("restriction relationship='allow'", "IE GB US CA", None),
        (
            "restriction relationship='deny'",
            "UK",
            Some(Kind::VideoCountries),
        ),
        (
            "restriction relationship='deny'",
            "IE UK",
            Some(Kind::VideoCountries),
        ),
        (
            "restriction relationship='allow'",
            "IE,GB",
            Some(Kind::VideoCountries),
        ),
        ("platform relationship='deny'", "web tv", None),
        ("platform relationship='allow'", "MOBILE  Web", None),
        (
            "platform relationship='deny'",
            "web desktop",
            Some(Kind::VideoPlatforms),
        ),
        (
            "platform relationship='deny'",
            "desktop",
            Some(Kind::VideoPlatforms),
        ),
        ("uploader info='https://example.com/users/a'", &name, None),
        ("uploader", &long_name, Some(Kind::VideoUploader)),
        ("player_loc", "/player", Some(Kind::VideoUrl)),
        ("player_loc", "https://example.com/page", Some(Kind::VideoIsPage)),
    ] {
        let found = problems(&video(&element("video", (field, value))));
        let expected: Vec<_> = kind
            .map(|kind| (kind, value.chars().take(120).collect()))
            .into_iter()
            .collect();
        assert_eq!(found, expected, "{field}: {value}");
    }
    expect(
        &video(&element("video", ("platform", "web"))),
        &[(Kind::VideoRelationship, "platform")],
    );
    for (field, cited) in [
        ("restriction", "restriction"),
        ("platform relationship='Allow'", "Allow"),
    ] {
        let value = if cited == "restriction" { "US" } else { "web" };
        expect(
            &video(&element("video", (field, value))),
            &[(Kind::VideoRelationship, cited)],
        );
    }
    for info in ["https://other.example/a", "users/a", "mailto:a@example.com"] {
        expect(
            &video(&element("video", (&format!("uploader info='{info}'"), "A"))),
            &[(Kind::VideoUploader, info)],
        );
    }
    expect(&video("").replace(">Description", &format!(">{fits}")), &[]);
    let found = problems(&video("").replace(">Description", &format!(">{too_long}")));
    assert_eq!(found[0].0, Kind::VideoDescription);
    let tags = |count| video(&element("video", ("tag", "a")).repeat(count));
    expect(&tags(32), &[]);
    expect(&tags(33), &[(Kind::VideoTags, "a")]);
    expect(&tags(40), &[(Kind::VideoTags, "a")]);
}

fn news(language: &str, date: &str) -> String {
    format!(
        "<news:news><news:publication><news:name>N</news:name><news:language>{language}</news:language>\
        </news:publication><news:publication_date>{date}</news:publication_date><news:title>T</news:title></news:news>"
    )
}

#[test]
fn articles() {
    use ProblemKind as Kind;
    for (language, date, expected) in [
        ("en", "2026-01-10", &[][..]),
        ("ceb", "2026-01-10T11:00+01:00", &[]),
        ("zh-cn", "2026-01-10T11:00:00Z", &[]),
        ("zh-TW", "2026-01-10T11:00:00.5Z", &[]),
        ("en-us", "2026-01-10", &[(Kind::NewsLanguage, "en-us")]),
        ("english", "2026-01-10", &[(Kind::NewsLanguage, "english")]),
        ("jp", "2026-01-10", &[(Kind::NewsLanguage, "jp")]),
        ("en", "10 Jan 2026", &[(Kind::NewsDate, "10 Jan 2026")]),
        ("en", "2026-01", &[(Kind::NewsDate, "2026-01")]),
        (
            "en",
            "2026-01-10T11:00:00",
            &[(Kind::NewsDate, "2026-01-10T11:00:00")],
        ),
        ("en", "2026-01-08T12:00:00Z", &[]),
        (
            "en",
            "2026-01-08T11:59:59Z",
            &[(Kind::NewsTooOld, "2026-01-08T11:59:59Z")],
        ),
        // In some time zone it is still within two days of the end of that day.
        ("en", "2026-01-07", &[]),
        ("en", "2026-01-06", &[(Kind::NewsTooOld, "2026-01-06")]),
    ] {
        expect(&news(language, date), expected);
    }
    expect(
        "<news:news><news:publication/></news:news>",
        &[
            "publication/name",
            "publication/language",
            "publication_date",
            "title",
        ]
        .map(|name| (Kind::NewsIncomplete, name)),
    );
    let one = news("en", "2026-01-10");
    expect(
        &format!("{one}{one}"),
        &[(Kind::RepeatedNews, "https://example.com/page")],
    );
}

#[test]
fn a_news_sitemap_has_a_thousand_articles() {
    let article = news("en", "2026-01-10");
    let entries = |count: u32| -> String {
        let numbers = 0..count;
        numbers
            .map(|number| entry(&article).replace("/page", &format!("/{number}")))
            .collect()
    };
    assert_eq!(
        Outcome::of(options(), file(&entries(1_000)).as_bytes()).kinds(),
        []
    );
    let outcome = Outcome::of(options(), file(&entries(1_003)).as_bytes());
    assert_eq!(outcome.kinds(), [(1, ProblemKind::TooManyNews)]);
    assert_eq!(outcome.problems[0].excerpt, "https://example.com/1000");
    assert!(!outcome.problems[0].entry_dropped);
}

#[test]
fn dates_in_the_future() {
    for (date, is_future) in [
        ("2026-01-10T12:00:00Z", false),
        ("2026-01-10T12:00:01Z", true),
        ("2026-01-10T13:00:00+01:00", false),
        // In some time zone it is already the next day.
        ("2026-01-11", false),
        ("2026-01-12", true),
        ("2027", true),
    ] {
        let found = problems(&format!("<lastmod>{date}</lastmod>"));
        assert_eq!(
            found
                .iter()
                .any(|(kind, _)| *kind == ProblemKind::LastmodInFuture),
            is_future,
            "{date}"
        );
    }
    // In the first zone a day begins fourteen hours before it begins in UTC. An article is two days
    // old in the last zone twelve hours after it is in UTC.
    let kinds = |now: u64, content: &str| {
        let options = ReadOptions::new()
            .strict(true)
            .now(UNIX_EPOCH + Duration::from_secs(now));
        let outcome = Outcome::of(options, file(&entry(content)).as_bytes());
        let kinds = outcome.kinds().into_iter().map(|(_, kind)| kind);
        kinds.collect::<Vec<_>>()
    };
    let day = 1_736_467_200;
    let text = "2025-01-10";
    let date = format!("<lastmod>{text}</lastmod>");
    assert_eq!(kinds(day - 14 * 3_600, &date), []);
    assert_eq!(kinds(day - 14 * 3_600 - 1, &date), [ProblemKind::LastmodInFuture]);
    let without_zone = format!("<lastmod>{text}T00:00:00</lastmod>");
    assert_eq!(
        kinds(day - 14 * 3_600, &without_zone),
        [ProblemKind::LastmodWithoutZone]
    );
    assert_eq!(
        kinds(day - 14 * 3_600 - 1, &without_zone),
        [ProblemKind::LastmodWithoutZone, ProblemKind::LastmodInFuture]
    );
    let old = day + (24 + 12 + 48) * 3_600;
    assert_eq!(kinds(old, &news("en", text)), []);
    assert_eq!(kinds(old + 1, &news("en", text)), [ProblemKind::NewsTooOld]);
}

#[test]
fn what_is_not_read_is_named() {
    let content = "<image:image> <image:loc>https://e.com/a.png</image:loc><image:title>T</image:title>text</image:image>\
        <pagemap:PageMap xmlns:pagemap='http://www.google.com/schemas/sitemap-pagemap/1.0'>\
        <pagemap:DataObject type='a'/></pagemap:PageMap>\
        <mobile:mobile xmlns:mobile='http://www.google.com/schemas/sitemap-mobile/1.0'/>";
    let more = video("<video:category>c</video:category>")
        + &news("en", "2026-01-10").replace("<news:title>", "<news:genres>Blog</news:genres><news:title>");
    let map = file(
        &(entry(content)
            + &entry(content).replace("com/page", "com/2")
            + &entry(&more).replace("com/page", "com/3")),
    );
    let mut reader = options().read(map.as_bytes());
    while let Some(item) = reader.next_item() {
        let item = item.unwrap();
        assert!(
            matches!(item, robots_exclusion_sitemap::Item::Entry(_)),
            "{item:?}"
        );
    }
    let unread: Vec<_> = reader.unread().collect();
    assert_eq!(
        unread,
        [
            ("image:title", 2),
            ("mobile:mobile", 2),
            ("news:genres", 1),
            ("pagemap:DataObject", 2),
            ("video:category", 1)
        ]
    );
    // Names are kept only on request, and at most sixty-four.
    let names: String = (0..70)
        .map(|number| format!("<x:n{number:02}/><x:n{number:02}/>"))
        .collect();
    let map = file(&entry(&names));
    let unread = |strict| {
        let mut reader = options().strict(strict).read(map.as_bytes());
        assert!(reader.by_ref().all(|entry| entry.is_ok()));
        reader
            .unread()
            .map(|(name, count)| (name.to_owned(), count))
            .collect::<Vec<_>>()
    };
    assert_eq!(unread(false), []);
    let expected: Vec<_> = (0..64).map(|number| (format!("x:n{number:02}"), 2)).collect();
    assert_eq!(unread(true), expected);
}

fn version(language: &str, href: &str) -> Extension {
    Extension::new(ExtensionKind::Alternate)
        .with("@rel", "alternate")
        .with("@hreflang", language)
        .with("@href", href)
}

#[test]
fn versions_link_back() {
    let [en, de, fr] = ["en", "de", "fr"].map(|name| format!("https://example.com/{name}"));
    let mut links = ReturnLinks::new();
    // The German page does not link to the English page, and the French page is in no file.
    links.add(
        0,
        &Entry::new(&en)
            .with_extension(version("de", &de))
            .with_extension(version("fr", &fr)),
    );
    links.add(1, &Entry::new(&de).with_extension(version("de", &de)));
    let missing = links.missing();
    assert_eq!(missing.len(), 1);
    assert_eq!(
        (missing[0].0, missing[0].1.kind, &*missing[0].1.excerpt),
        (0, ProblemKind::MissingReturnLink, &*de)
    );
    assert_eq!(links.unknown(), 1);
    // Addresses are compared as URLs. A link for a device or into an app is not returned.
    let mut links = ReturnLinks::new();
    links.add(
        0,
        &Entry::new(&en).with_extension(version("de", "https://EXAMPLE.com/de")),
    );
    let app = "android-app://com.example/https/example.com/de";
    let mobile = Extension::new(ExtensionKind::Alternate)
        .with("@rel", "alternate")
        .with("@href", &fr);
    links.add(
        0,
        &Entry::new(&de)
            .with_extension(version("en", &en))
            .with_extension(version("de", app))
            .with_extension(mobile),
    );
    assert_eq!((links.missing(), links.unknown()), (Vec::new(), 0));

    // Other links do not lead to versions.
    let mut links = ReturnLinks::new();
    let other = Extension::new(ExtensionKind::Alternate)
        .with("@rel", "amphtml nofollow")
        .with("@hreflang", "de")
        .with("@href", &de);
    links.add(0, &Entry::new(&en).with_extension(other));
    links.add(0, &Entry::new(&de));
    assert_eq!((links.missing(), links.unknown()), (Vec::new(), 0));

    // Pages and links may come in any order.
    let mut links = ReturnLinks::new();
    for (file, page, others) in [(0, &en, [&de, &fr]), (1, &fr, [&de, &en]), (2, &de, [&en, &fr])] {
        let mut entry = Entry::new(page);
        entry.line = 10 + file as u64;
        for other in others {
            entry = entry.with_extension(version("x", other));
        }
        links.add(file, &entry);
    }
    assert_eq!((links.missing(), links.unknown()), (Vec::new(), 0));
    let mut at = Entry::new("https://example.com/at")
        .with_extension(version("fr", &fr))
        .with_extension(version("de", &de));
    at.line = 7;
    links.add(3, &at);
    let missing: Vec<_> = links
        .missing()
        .into_iter()
        .map(|(file, problem)| (file, problem.line, problem.entry_dropped, problem.excerpt))
        .collect();
    assert_eq!(missing, [(3, 7, false, fr), (3, 7, false, de)]);
}

#[test]
fn links_of_feeds_are_completed() {
    let base = || options().base("https://example.com/blog/feed.xml".parse().unwrap());
    let rss = |attributes: &str, link: &str| {
        format!("<rss><channel {attributes}><item><link>{link}</link></item></channel></rss>")
    };
    let atom = |feed: &str, entry: &str, link: &str| {
        format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' {feed}><entry {entry}><link {link}/></entry></feed>"
        )
    };
    for (feed, expected) in [
        (rss("", "/a"), "https://example.com/a"),
        (rss("", "b?c=d"), "https://example.com/blog/b?c=d"),
        (rss("", "https://other.example/"), "https://other.example/"),
        // As written.
        (rss("", "https://OTHER.example:443"), "https://OTHER.example:443"),
        (
            atom("", "", "href='https://OTHER.example:443'"),
            "https://OTHER.example:443",
        ),
        (
            rss("xml:base=' https://third.example/x?a=1&amp;b=2 '", "#c"),
            "https://third.example/x?a=1&b=2#c",
        ),
        (
            rss("xml:base='https://third.example/x/'", "a"),
            "https://third.example/x/a",
        ),
        (rss("xml:base='../y/'", "a"), "https://example.com/y/a"),
        (atom("", "", "href='/a'"), "https://example.com/a"),
        (atom("xml:base='/x/'", "", "href='a'"), "https://example.com/x/a"),
        (
            atom("xml:base='/x/'", "xml:base='y/'", "href='a'"),
            "https://example.com/x/y/a",
        ),
        (
            atom("xml:base='/x/'", "", "xml:base='/z/' href='a'"),
            "https://example.com/z/a",
        ),
    ] {
        let outcome = Outcome::of(base(), feed.as_bytes());
        assert_eq!(outcome.locs(), [expected], "{feed}");
    }
    // The base of one entry does not apply to the next.
    let two =
        atom("", "xml:base='/x/'", "href='a'").replace("</feed>", "<entry><link href='b'/></entry></feed>");
    let outcome = Outcome::of(base(), two.as_bytes());
    assert_eq!(
        outcome.locs(),
        ["https://example.com/x/a", "https://example.com/blog/b"]
    );
    // An empty link leads to the feed, not to a page.
    for feed in [rss("", " "), atom("", "", "href=''")] {
        assert_eq!(
            Outcome::of(base(), feed.as_bytes()).kinds(),
            [(1, ProblemKind::MissingLoc)],
            "{feed}"
        );
    }
    // The base of the feed is enough.
    for feed in [
        rss("xml:base=' https://third.example/x/ '", "a"),
        atom("xml:base='https://third.example/x/'", "", "href=' a '"),
    ] {
        let outcome = Outcome::of(options(), feed.as_bytes());
        assert_eq!(outcome.locs(), ["https://third.example/x/a"], "{feed}");
    }
    // Without any base, and in a sitemap, a relative address is a problem.
    assert_eq!(
        Outcome::of(options(), rss("", "/a").as_bytes()).kinds(),
        [(1, ProblemKind::LocNotAbsolute)]
    );
    let sitemap = file("<url><loc>/a</loc></url>");
    assert_eq!(
        Outcome::of(base(), sitemap.as_bytes()).kinds(),
        [(1, ProblemKind::LocNotAbsolute)]
    );
}

#[test]
fn where_a_parser_stops_before_the_root() {
    use ProblemKind as Kind;
    for (text, expected) in [
        ("<?xml version='1.0'?>", &[Kind::NoRoot][..]),
        ("<!-- a -->", &[Kind::NoRoot]),
        (
            "<?xml version='1.0'?><!DOCTYPE urlset [ <!ENTITY a 'b'>",
            &[Kind::UnclosedDoctype, Kind::NoRoot],
        ),
        ("<!-- a <urlset/>", &[Kind::MalformedProlog, Kind::NoRoot]),
    ] {
        let outcome = Outcome::of(ReadOptions::new(), text.as_bytes());
        let kinds: Vec<_> = outcome.problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, expected, "{text}");
        assert!(kinds.iter().all(|kind| kind.stops_xml_parsers()));
    }
}

#[test]
fn an_index_in_an_index() {
    let index = format!(
        "<sitemapindex xmlns='{NAMESPACE}'><sitemap><loc>https://example.com/1.xml</loc></sitemap></sitemapindex>"
    );
    let kinds = |in_index| Outcome::of(ReadOptions::new().in_index(in_index), index.as_bytes()).kinds();
    assert_eq!(kinds(false), []);
    assert_eq!(kinds(true), [(1, ProblemKind::NestedIndex)]);
    let listed = file(&entry(""));
    assert_eq!(
        Outcome::of(ReadOptions::new().in_index(true), listed.as_bytes()).kinds(),
        []
    );
}
