//! Visits with a blocking client: one call for all that a site asks for.

use std::cell::{Cell, RefCell};
use std::io;
use std::time::Duration;

use robots_exclusion::Timestamp;
use robots_exclusion::fetch::{Request, ResponseHead};
use robots_exclusion::site::{Crawler, Site, Visit};
use url::Url;

const DAY: u64 = 24 * 3600;

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(20_500 * DAY + seconds))
}

fn new_site() -> Site {
    Site::new("https://example.com/").expect("the URL of a site")
}

/// A server that takes a second to answer, and the clock that says so.
#[derive(Default)]
struct Server {
    clock: Cell<u64>,
    requests: RefCell<Vec<String>>,
}

impl Server {
    /// What came of a visit at a time, and the requests that it took.
    fn visit(&self, site: &mut Site, now: u64, url: &str) -> (String, String) {
        self.clock.set(now);
        let (url, clock) = (Url::parse(url).expect("a URL"), || at(self.clock.get()));
        let visit = site.visit(&Crawler::new("FooBot"), clock, &url, |request| {
            self.answer(request)
        });
        let what = match visit {
            Ok(Visit::Page((head, body))) => format!("{} {}", head.status(), String::from_utf8_lossy(body)),
            Ok(Visit::Redirect(target, _)) => format!("to {target}"),
            Ok(Visit::WaitUntil(time, why)) => {
                format!("{why} {}", time.duration_since(at(0)).as_secs())
            }
            Ok(Visit::GiveUpUntil(time, why)) => {
                format!("give up: {why} {}", time.duration_since(at(0)).as_secs())
            }
            Ok(Visit::TooSlow(delay)) => format!("too slow: {} s", delay.as_secs()),
            Ok(Visit::Skip) => "skip".into(),
            Ok(Visit::NotThisSite) => "not this site".into(),
            Err(error) => error.to_string(),
        };
        (what, self.requests.take().join(" "))
    }

    fn answer(&self, request: Request<'_>) -> io::Result<(ResponseHead, &'static [u8])> {
        self.clock.set(self.clock.get() + 1);
        let path = request.url().path();
        let fields: String = request
            .fields()
            .map(|(name, value)| format!("+{name}:{value}"))
            .collect();
        self.requests.borrow_mut().push(format!("{path}{fields}"));
        let (status, field, body) = match path {
            _ if self.clock.get() > 3 * DAY => return Err(io::Error::other("no connection")),
            _ if !fields.is_empty() => (304, ("ETag", "\"1\""), ""),
            "/robots.txt" if self.clock.get() < DAY => (301, ("Location", "/elsewhere"), ""),
            "/robots.txt" | "/elsewhere" => (
                200,
                ("ETag", "\"1\""),
                "User-agent: foobot\nDisallow: /x\nCrawl-delay: 10",
            ),
            "/moved" => (302, ("Location", "//other.example/x"), ""),
            "/lost" => (302, ("Location", "mailto:me"), ""),
            "/busy" => (429, ("Retry-After", "60"), ""),
            "/broken" => return Err(io::Error::other("broken off")),
            _ => (200, ("Server", "this"), "hello"),
        };
        Ok((ResponseHead::new(status, [field]), body.as_bytes()))
    }
}

/// Whatever a visit does is told to the site, at the times when it happens: the delay and a pause
/// count from the answer, and an answer about robots.txt holds from when it came.
#[test]
fn a_visit_does_all_that_a_decision_asks_for() {
    let (server, mut site) = (Server::default(), new_site());
    for (now, url, what, requests) in [
        (0, "https://example.org/a", "not this site", ""),
        // robots.txt is requested at 0, and after its redirect answered at 2.
        (0, "https://example.com/a", "delay 12", "/robots.txt /elsewhere"),
        (11, "https://example.com/a", "delay 12", ""),
        (12, "https://example.com/a", "200 hello", "/a"),
        (13, "https://example.com/b", "delay 23", ""),
        (13, "https://example.com/x", "skip", ""),
        (
            23,
            "https://example.com/moved",
            "to https://other.example/x",
            "/moved",
        ),
        (34, "https://example.com/lost", "302 ", "/lost"),
        // A page that fails slows down like one that is busy.
        (45, "https://example.com/broken", "broken off", "/broken"),
        (46, "https://example.com/b", "delay 66", ""),
        (66, "https://example.com/busy", "429 ", "/busy"),
        (67, "https://example.com/b", "pause 127", ""),
        (DAY + 1, "https://example.com/b", "200 hello", "/b"),
        // The validators were those of another URL, which is not asked any more.
        (DAY + 12, "https://example.com/b", "delay 86423", "/robots.txt"),
        (DAY + 23, "https://example.com/b", "200 hello", "/b"),
        (
            2 * DAY + 13,
            "https://example.com/b",
            "delay 172824",
            "/robots.txt+If-None-Match:\"1\"",
        ),
        (2 * DAY + 24, "https://example.com/b", "200 hello", "/b"),
        (
            3 * DAY + 15,
            "https://example.com/b",
            "give up: robots-unreachable 259246",
            "/robots.txt+If-None-Match:\"1\"",
        ),
        (
            3 * DAY + 19,
            "https://example.com/b",
            "give up: robots-unreachable 259246",
            "",
        ),
    ] {
        let expected = (what.to_owned(), requests.to_owned());
        assert_eq!(server.visit(&mut site, now, url), expected, "{url} at {now}");
    }
    assert_eq!(site.failing_since(), Some(at(3 * DAY + 16)));
}

/// A site that is too slow is skipped, and its pages are not requested.
#[test]
fn a_site_that_is_too_slow() {
    let url = Url::parse("https://example.com/a").expect("a URL");
    let send = |request: Request<'_>| {
        assert_eq!(request.url().path(), "/robots.txt");
        Ok((
            ResponseHead::from_status(200),
            &b"User-agent: *\nCrawl-delay: 86400"[..],
        ))
    };
    let (mut site, crawler) = (new_site(), Crawler::new("FooBot"));
    for now in [0, 10, 5000] {
        let visit = site
            .visit(&crawler, || at(now), &url, send)
            .expect("nothing fails");
        assert_eq!(visit, Visit::TooSlow(Duration::from_secs(DAY)));
    }
}

/// At the end of time no answer holds, and nothing is asked for ever.
#[test]
fn a_visit_at_the_end_of_time_ends() {
    let url = Url::parse("https://example.com/a").expect("a URL");
    let send = |_: Request<'_>| Ok((ResponseHead::from_status(404), &b""[..]));
    let visit = new_site().visit(&Crawler::new("FooBot"), || Timestamp::MAX, &url, send);
    assert!(matches!(visit, Ok(Visit::GiveUpUntil(..))), "{visit:?}");
}
