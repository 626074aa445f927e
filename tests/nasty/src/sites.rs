//! The sites.

use crate::answer::Answer::{self, *};

/// A site that misbehaves in one way.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Its name: what is odd, about its robots.txt or its pages.
    pub name: &'static str,
    /// Whether a crawler may fetch its pages within a minute: its robots.txt answers, and asks for no
    /// long delay.
    pub is_open: bool,
    pub(crate) robots: Answer,
    pub(crate) pages: Answer,
}

const fn robots(name: &'static str, is_open: bool, robots: Answer) -> Site {
    Site {
        name,
        is_open,
        robots,
        pages: Good,
    }
}

const fn pages(name: &'static str, pages: Answer) -> Site {
    Site {
        name,
        is_open: true,
        robots: Good,
        pages,
    }
}

/// All sites. Only `/x` and what begins with it is disallowed, on those that have rules.
pub const SITES: &[Site] = &[
    robots("good", true, Good),
    // Statuses of robots.txt.
    robots("robots-401", true, Status(401, "WWW-Authenticate: Basic\r\n")),
    robots("robots-403", true, Status(403, "")),
    robots("robots-404", true, Status(404, "")),
    robots("robots-410", true, Status(410, "")),
    robots("robots-429", false, Status(429, "")),
    robots("robots-429-hour", false, Status(429, "Retry-After: 3600\r\n")),
    robots("robots-429-second", false, Status(429, "Retry-After: 1\r\n")),
    robots("robots-429-garbage", false, Status(429, "Retry-After: soon\r\n")),
    robots(
        "robots-503-date",
        false,
        Status(503, "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT\r\n"),
    ),
    robots(
        "robots-503-past",
        false,
        Status(503, "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n"),
    ),
    robots("robots-503-negative", false, Status(503, "Retry-After: -1\r\n")),
    robots("robots-500", false, Status(500, "")),
    robots("robots-599", false, Status(599, "")),
    robots("robots-304", false, Status(304, "")),
    robots("robots-flapping", true, Flapping),
    // Answers that are none.
    robots("robots-silence", false, Silence),
    robots("robots-hang", false, Hang),
    robots("robots-not-http", false, Raw(b"220 mail.example.com ESMTP\r\n")),
    robots(
        "robots-no-status",
        false,
        Raw(b"HTTP/1.1 OK\r\n\r\nUser-agent: *\nAllow: /\n"),
    ),
    robots("robots-slow-head", false, SlowHead),
    robots("robots-slow-body", false, SlowBody),
    robots("robots-endless-head", false, EndlessHead),
    robots("robots-huge-head", false, HugeHead),
    robots("robots-endless-interim", false, EndlessInterim),
    robots("robots-broken", false, Broken),
    robots(
        "robots-two-lengths",
        false,
        Raw(
            b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nUser-agent: *\nDisallow: /\n",
        ),
    ),
    robots(
        "robots-negative-length",
        false,
        Raw(b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nUser-agent: *\nDisallow: /\n"),
    ),
    // Bodies.
    robots("robots-gigabyte", true, Gigabyte),
    robots("robots-endless", true, EndlessBody),
    robots("robots-bomb", true, Bomb),
    robots("robots-false-gzip", false, FalseEncoding("gzip")),
    robots("robots-unknown-encoding", false, FalseEncoding("x-own")),
    robots("robots-undeclared-gzip", false, UndeclaredGzip),
    // Redirects of robots.txt.
    robots("robots-loop", true, Redirect("/robots.txt")),
    robots("robots-onward", true, Redirect("/robots-moved?PORT")),
    robots("robots-elsewhere", true, Redirect("http://GOOD/robots.txt")),
    robots("robots-to-file", true, Redirect("file:///etc/passwd")),
    robots(
        "robots-to-data",
        true,
        Redirect("data:text/plain,User-agent:%20*%0ADisallow:%20/"),
    ),
    robots(
        "robots-to-userinfo",
        true,
        Redirect("http://user:secret@GOOD/robots.txt"),
    ),
    robots(
        "robots-to-integer",
        true,
        Redirect("http://2130706433:PORT/robots.txt"),
    ),
    robots("robots-to-hex", true, Redirect("http://0x7f.1:PORT/robots.txt")),
    robots(
        "robots-to-line-end",
        true,
        Redirect("/robots.txt%0d%0aX-Own:%201"),
    ),
    // Delays and hours.
    robots("delay-0", true, Rules("Crawl-delay: 0\n")),
    robots("delay-year", false, Rules("Crawl-delay: 31536000\n")),
    robots(
        "delay-infinite",
        false,
        Rules("Crawl-delay: 18446744073709551616\n"),
    ),
    // No number, since exponents are not read: the line says nothing.
    robots("delay-exponent", true, Rules("Crawl-delay: 1e400\n")),
    robots("other-hours", false, OtherHours),
    // Pages.
    pages("pages-404", Status(404, "")),
    pages("pages-429-hour", Status(429, "Retry-After: 3600\r\n")),
    pages("pages-503", Status(503, "")),
    pages("pages-503-second", Status(503, "Retry-After: 1\r\n")),
    pages("pages-999", Status(999, "")),
    pages("pages-silence", Silence),
    pages("pages-hang", Hang),
    pages("pages-slow-head", SlowHead),
    pages("pages-slow-body", SlowBody),
    pages("pages-endless-head", EndlessHead),
    pages("pages-endless-interim", EndlessInterim),
    pages("pages-bomb", Bomb),
    pages("pages-endless", EndlessBody),
    pages("pages-broken", Broken),
    pages("pages-loop", Redirect("/a")),
    pages("pages-onward", RedirectOnward),
    pages("pages-to-disallowed", Redirect("/x/secret")),
    pages("pages-to-file", Redirect("file:///etc/passwd")),
    // Sitemaps.
    Site {
        name: "sitemaps-503-minute",
        is_open: true,
        robots: FailingSitemaps(""),
        pages: FailingSitemaps("Retry-After: 60\r\n"),
    },
    Site {
        name: "sitemaps-503-hour",
        is_open: true,
        robots: FailingSitemaps(""),
        pages: FailingSitemaps("Retry-After: 3600\r\n"),
    },
];
