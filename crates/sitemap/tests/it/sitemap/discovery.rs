//! From a robots.txt through its sitemaps to the URLs that a crawler may visit.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor};

use robots_exclusion::RobotsTxt;
use robots_exclusion_sitemap::{Discovery, DiscoveryError, Entry, LeftOut, Limits, WriteOptions};
use url::Url;

/// Files by their addresses.
#[derive(Default)]
struct Web(BTreeMap<String, Vec<u8>>);

/// The results of a discovery, and which files it fetched.
#[derive(Debug, Default)]
struct Found {
    urls: Vec<String>,
    errors: Vec<String>,
    fetched: Vec<String>,
    /// How many files were listed.
    named: usize,
    left_out: LeftOut,
}

impl Web {
    fn pages(mut self, at: &str, locs: &[&str]) -> Self {
        let mut writer = WriteOptions::new().sitemap(Vec::new()).unwrap();
        for loc in locs {
            writer.write(&Entry::new(*loc)).unwrap();
        }
        self.0.insert(at.into(), writer.finish().unwrap());
        self
    }

    fn index(mut self, at: &str, locs: &[&str]) -> Self {
        let mut writer = WriteOptions::new().gzip(true).index(Vec::new()).unwrap();
        for loc in locs {
            writer.write(&Entry::sitemap(*loc)).unwrap();
        }
        self.0.insert(at.into(), writer.finish().unwrap());
        self
    }

    fn discover(&self, robots: &str, bounds: impl FnOnce(Discovery) -> Discovery) -> Found {
        let robots = RobotsTxt::parse(robots.as_bytes());
        let site = Url::parse("https://example.com/some/page").unwrap();
        let fetched = RefCell::new(Vec::new());
        let discovery = bounds(Discovery::new(&robots, &site, "FooBot").unwrap());
        let mut urls = discovery.urls(|url: &Url| {
            fetched.borrow_mut().push(url.to_string());
            self.0
                .get(url.as_str())
                .cloned()
                .map(Cursor::new)
                .ok_or_else(|| io::ErrorKind::NotFound.into())
        });
        let mut found = Found::default();
        for item in urls.by_ref() {
            match item {
                Ok(item) => {
                    assert_eq!(item.entry.url().as_ref(), Some(&item.url));
                    assert!(self.0.contains_key(item.sitemap.as_str()));
                    found.urls.push(item.url.into());
                }
                Err(error) => found.errors.push(error.to_string()),
            }
        }
        (found.named, found.left_out) = (urls.sitemaps(), urls.left_out());
        drop(urls);
        found.fetched = fetched.into_inner();
        found
    }
}

fn left_out(found: &Found) -> (u64, u64, u64) {
    (
        found.left_out.disallowed,
        found.left_out.elsewhere,
        found.left_out.problems,
    )
}

#[test]
fn the_rules_of_the_agent_decide() {
    let web = Web::default()
        .pages(
            "https://example.com/a.xml",
            &[
                "https://example.com/1",
                "https://example.com/private/2",
                "https://example.com/x/../private/3",
                "https://example.com/%70rivate/4",
                "https://example.com:443/5",
            ],
        )
        .pages("https://example.com/b.xml", &["https://example.com/6?q#fragment"]);
    let robots = "Sitemap: https://example.com/a.xml\nSitemap: https://example.com/b.xml\n\
        User-agent: FooBot\nDisallow: /private\nUser-agent: *\nDisallow: /";
    let found = web.discover(robots, |discovery| discovery);
    assert_eq!(
        found.urls,
        [
            "https://example.com/1",
            "https://example.com/5",
            "https://example.com/6?q#fragment"
        ]
    );
    assert_eq!((found.errors.len(), left_out(&found)), (0, (3, 0, 0)));
    let nobody = web.discover(&robots.replace("FooBot", "BarBot"), |discovery| discovery);
    assert_eq!((nobody.urls.len(), nobody.fetched.len()), (0, 0));
    assert_eq!(nobody.named, 2, "those not fetched count as well");
    assert_eq!(
        nobody.errors[0],
        "https://example.com/a.xml: the rules disallow this sitemap"
    );
}

#[test]
fn indexes_are_followed_once() {
    let (a, b) = ("https://example.com/a.xml", "https://example.com/b.xml");
    let (index, again) = (
        "https://example.com/index.xml",
        "https://example.com/index.xml#again",
    );
    let web = Web::default()
        .index(index, &[a, b, again, a, "https://example.com/missing.xml"])
        .pages(a, &["https://example.com/1"])
        .pages(b, &["https://example.com/2"]);
    let robots = format!("Sitemap: {index}\nSitemap: {again}\nSitemap: {b}\n");
    let found = web.discover(&robots, |discovery| discovery);
    assert_eq!(found.fetched, [index, b, a, "https://example.com/missing.xml"]);
    assert_eq!(found.urls, ["https://example.com/2", "https://example.com/1"]);
    assert_eq!((found.named, found.errors.len()), (4, 1));
    assert!(
        found.errors[0].starts_with("https://example.com/missing.xml: cannot fetch"),
        "{:?}",
        found.errors
    );
}

#[test]
fn other_hosts() {
    let own = "https://cdn.example/maps/example-com.xml";
    let index = "https://cdn.example/maps/index.xml";
    let web = Web::default()
        .pages(
            own,
            &[
                "https://example.com/1",
                "https://cdn.example/maps/2",
                "https://other.example/3",
            ],
        )
        .index(
            index,
            &[
                "https://cdn.example/maps/more.xml",
                "https://cdn.example/elsewhere.xml",
            ],
        )
        .pages(
            "https://cdn.example/maps/more.xml",
            &["https://example.com/4", "http://example.com/5"],
        );
    let found = web.discover(&format!("Sitemap: {own}\nSitemap: {index}"), |discovery| {
        discovery
    });
    assert_eq!(found.urls, ["https://example.com/1", "https://example.com/4"]);
    // The sitemaps may not list /3 and /5, and the index may not list a file outside its directory;
    // /2 belongs to another robots.txt.
    assert_eq!((left_out(&found), found.fetched.len()), ((0, 1, 3), 3));
    // Rules apply only to their own site.
    let closed = format!("User-agent: *\nDisallow: /maps/\nSitemap: {own}\n");
    let found = web.discover(&closed, |discovery| discovery);
    assert_eq!((found.urls.len(), found.errors.len()), (1, 0));
}

#[test]
fn lines_that_name_nothing_to_fetch() {
    let robots = "Sitemap: /relative.xml\nSitemap:\nSitemap: file:///etc/passwd\nSitemap: https://\nSitemap: ftp://a.example/b";
    let found = Web::default().discover(robots, |discovery| discovery);
    assert!(found.urls.is_empty() && found.fetched.is_empty());
    // A line without a value lists no sitemap.
    let values = [
        "/relative.xml",
        "file:///etc/passwd",
        "https://",
        "ftp://a.example/b",
    ];
    assert_eq!(
        found.errors,
        values.map(|value| format!("no sitemap to fetch: {value:?}"))
    );
    // These errors come first, and long values are cut.
    let long = "x".repeat(200);
    let robots = format!("Sitemap: https://example.com/a.xml\nSitemap: {long}\n");
    let found = Web::default().discover(&robots, |discovery| discovery);
    assert_eq!(
        found.errors[0],
        format!("no sitemap to fetch: {:?}", &long[..120])
    );
    assert_eq!((found.errors.len(), found.named), (2, 1));
    // In an index, such an entry is left out, and so is an entry that is too long.
    let index = "https://example.com/index.xml";
    let web = Web::default().index(
        index,
        &[
            "ftp://example.com/a",
            "https://example.com/toolong",
            "https://example.com/b",
        ],
    );
    let mut limits = Limits::CURRENT;
    limits.loc_chars = "https://example.com/b".len();
    let found = web.discover(&format!("Sitemap: {index}"), |discovery| discovery.limits(limits));
    assert_eq!(found.fetched, [index, "https://example.com/b"]);
    assert_eq!(
        found.errors,
        [
            "no sitemap to fetch: \"https://example.com/toolong\"",
            "https://example.com/b: cannot fetch the sitemap: entity not found",
        ]
    );
}

#[test]
fn bounds() {
    let at = |number: usize| format!("https://example.com/{number}.xml");
    // Each index lists the next; the last lists the first.
    let chain = (0..10).fold(Web::default(), |web, number| {
        web.index(&at(number), &[&at((number + 1) % 10)])
    });
    let robots = format!("Sitemap: {}", at(0));
    let found = chain.discover(&robots, |discovery| discovery);
    assert_eq!((found.fetched.len(), found.errors.len()), (3, 1));
    assert_eq!(
        found.errors[0],
        format!("{}: too many indexes lead to this one", at(2))
    );
    let found = chain.discover(&robots, |discovery| discovery.max_depth(100));
    assert_eq!(
        (found.fetched.len(), found.errors.len()),
        (10, 0),
        "a circle is left where it closes"
    );
    let found = chain.discover(&robots, |discovery| discovery.max_depth(100).max_sitemaps(4));
    assert_eq!(
        (found.fetched.len(), found.errors.as_slice()),
        (4, &["more than 4 sitemaps are named".to_owned()][..])
    );

    // Exceeding the limit is reported once.
    let many: Vec<String> = (1..10).map(at).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let wide = Web::default().index(&at(0), &many);
    let found = wide.discover(&robots, |discovery| discovery.max_sitemaps(4));
    let too_many = found.errors.iter().filter(|error| error.starts_with("more than"));
    assert_eq!((found.fetched.len(), too_many.count()), (4, 1));

    let pages: Vec<String> = (0..20)
        .map(|number| format!("https://example.com/p{number}"))
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let web = Web::default().pages(&at(0), &pages).pages(&at(1), &pages);
    let robots = format!("Sitemap: {}\nSitemap: {}\n", at(0), at(1));
    let found = web.discover(&robots, |discovery| discovery.max_urls(25));
    assert_eq!(
        (found.urls.len(), found.errors.as_slice()),
        (25, &["the sitemaps list more than 25 pages".to_owned()][..])
    );
    let found = web.discover(&robots, |discovery| discovery.max_urls(15));
    assert_eq!(
        (found.urls.len(), found.errors.len(), found.fetched.len()),
        (15, 1, 1),
        "the other files are not fetched"
    );
    let found = web.discover(&robots, |discovery| discovery.max_urls(40));
    assert_eq!((found.urls.len(), found.errors.len()), (40, 0));

    // By default there may be ten thousand files.
    let lines: String = (0..=10_000)
        .map(|number| format!("Sitemap: {}\n", at(number)))
        .collect();
    let found = Web::default().discover(&lines, |discovery| discovery);
    assert_eq!((found.fetched.len(), found.named), (10_000, 10_000));
    assert!(
        found
            .errors
            .contains(&"more than 10000 sitemaps are named".to_owned())
    );

    let mut limits = Limits::CURRENT;
    limits.urls = 5;
    let found = web.discover(&robots, |discovery| discovery.limits(limits));
    assert_eq!(
        (found.urls.len(), found.errors.len()),
        (10, 2),
        "one file that is too long does not end the others"
    );
}

#[test]
fn errors_keep_their_causes() {
    use std::error::Error as _;
    let robots =
        RobotsTxt::parse(b"Sitemap: https://example.com/a.xml\nSitemap: https://example.com/b.xml\n");
    let site = Url::parse("https://example.com/").unwrap();
    let mut urls = Discovery::new(&robots, &site, "FooBot")
        .unwrap()
        .urls(|url| match url.path() {
            "/a.xml" => Err(io::ErrorKind::TimedOut.into()),
            _ => Ok(b"<html>".as_slice()),
        });
    let fetch = urls.next().unwrap().unwrap_err();
    assert!(matches!(&fetch, DiscoveryError::Fetch(url, _) if url.path() == "/a.xml"));
    assert!(fetch.source().is_some());
    let read = urls.next().unwrap().unwrap_err();
    assert!(matches!(&read, DiscoveryError::Read(url, _) if url.path() == "/b.xml"));
    assert!(read.source().is_some());
    assert!(urls.next().is_none());
    assert!(Discovery::new(&robots, &Url::parse("mailto:a@example.com").unwrap(), "FooBot").is_err());
}

/// A crawler may have several names, and ignore `*`.
#[test]
fn a_crawler_is_whatever_has_names() {
    use robots_exclusion::{AgentList, agents};

    let body = "Sitemap: https://example.com/sitemap.xml\nUser-agent: *\nDisallow: /a\nDisallow: /b\n\nUser-agent: Bar\nDisallow: /a\n";
    let web = Web::default().pages(
        "https://example.com/sitemap.xml",
        &["https://example.com/a", "https://example.com/b"],
    );
    let robots = RobotsTxt::parse(body.as_bytes());
    let site = Url::parse("https://example.com/").unwrap();
    let urls = |agents: AgentList<'_>| -> Vec<String> {
        let discovery = Discovery::new(&robots, &site, agents).unwrap();
        let fetch = |url: &Url| Ok::<_, io::Error>(Cursor::new(web.0[url.as_str()].clone()));
        let urls = discovery.urls(fetch).map(|item| item.unwrap().url.to_string());
        urls.collect()
    };
    assert_eq!(urls(AgentList::from(["Foo", "Bar"])), ["https://example.com/b"]);
    assert_eq!(urls(AgentList::from("Foo")), [""; 0]);
    assert_eq!(
        urls((&agents::ADSBOT_GOOGLE).into()),
        ["https://example.com/a", "https://example.com/b"]
    );
}
