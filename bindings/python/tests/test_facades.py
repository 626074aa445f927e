"""The facades: urllib's RobotFileParser, Protego, Scrapy's RobotParser; and a crawl by Scrapy that obeys."""

import http.server
import io
import os
import subprocess
import sys
import threading
import urllib.robotparser
from datetime import time

import pytest

from robots_exclusion.protego import Protego, RequestRate, VisitTime
from robots_exclusion.urllib import RobotFileParser

BODY = """User-agent: FooBot
Disallow: /*.php$
Allow: /open/
Crawl-delay: 2
Request-rate: 1/10

User-agent: *
Disallow: /private/
Crawl-delay: 1.5

Sitemap: https://example.com/s.xml
"""


@pytest.fixture(scope="module")
def site():
    """A site on this machine; the paths that were asked for are in `asked`."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        robots = (200, BODY.encode())

        def do_GET(self):
            asked.append(self.path)
            status, body = self.robots if self.path == "/robots.txt" else (200, PAGE)
            self.send_response(status)
            self.send_header("Content-Type", "text/plain" if self.path == "/robots.txt" else "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    server.asked, server.handler = asked, Handler
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


PAGE = b'<a href="/open/a">a</a> <a href="/index.php">b</a> <a href="/private/c">c</a> <a href="/index.php?d">d</a>'


def test_urllib():
    parser = RobotFileParser("https://example.com/robots.txt")
    assert isinstance(parser, urllib.robotparser.RobotFileParser)
    assert not parser.can_fetch("FooBot", "/open/")  # Nothing was read.
    assert parser.crawl_delay("FooBot") is parser.request_rate("FooBot") is parser.site_maps() is None
    parser.parse(BODY.splitlines())
    assert parser.mtime() > 0
    assert parser.can_fetch("FooBot", "https://example.com/index.php?x")
    assert not parser.can_fetch("FooBot", "https://example.com/index.php")
    assert not parser.can_fetch("FooBot/2.1 (+https://foo.example)", "https://example.com/index.php")
    assert not parser.can_fetch("Mozilla/5.0 (compatible; FooBot/2.1)", "https://example.com/index.php")
    assert parser.can_fetch("*", "/index.php") and not parser.can_fetch("*", "/private/")
    assert parser.crawl_delay("FooBot") == 2 and isinstance(parser.crawl_delay("FooBot"), int)
    assert parser.crawl_delay("a") == 1.5
    assert parser.request_rate("FooBot") == (1, 10) and parser.request_rate("a") is None
    assert parser.request_rate("FooBot").requests == 1
    assert parser.site_maps() == ["https://example.com/s.xml"]
    assert str(parser).startswith("User-agent: FooBot\nCrawl-delay: 2\nRequest-rate: 1/10\nDisallow: /*.php$\nAllow: /open/\n\nUser-agent: *\n")
    with pytest.raises(ValueError, match="no dialect has this name"):
        RobotFileParser(dialect="urllib")
    original = RobotFileParser(dialect="original1994")
    original.parse(["User-agent: *", "Disallow: /", "Allow: /open/"])
    assert not original.can_fetch("a", "/open/")


def test_urllib_lines_that_keep_their_ends():
    # A blank line ends a record in this dialect, so that a doubled line end would be seen.
    body = "User-agent: FooBot{end}Disallow: /x{end}Disallow: /y{end}"
    for end in ("\n", "\r\n", "\r"):
        for keepends in (False, True):
            parser = RobotFileParser(dialect="original1994")
            parser.parse(body.format(end=end).splitlines(keepends))
            assert not parser.can_fetch("FooBot", "/x") and not parser.can_fetch("FooBot", "/y"), (end, keepends)
    parser = RobotFileParser(dialect="original1994")
    parser.parse(io.StringIO(body.format(end="\n")))
    assert not parser.can_fetch("FooBot", "/y")


def test_urllib_reads(site):
    parser = RobotFileParser(f"{site.url}/robots.txt")
    parser.read()
    assert not parser.can_fetch("FooBot", "/index.php")
    for status, allowed in ((404, True), (403, False), (503, False)):
        site.handler.robots = (status, b"")
        parser = RobotFileParser(f"{site.url}/robots.txt")
        parser.read()
        assert parser.can_fetch("FooBot", "/") is allowed, status
    site.handler.robots = (200, b"User-agent: *\nDisallow: /\xfc\n")
    parser = RobotFileParser(f"{site.url}/robots.txt")
    parser.read()
    assert not parser.can_fetch("a", "/%FC")
    site.handler.robots = (200, BODY.encode())


def test_protego():
    robots = Protego.parse(BODY + "Host: example.com\nUser-agent: night\nVisit-time: 0100-0500\nRequest-rate: 2/60s 0100-0500\n")
    assert robots.can_fetch("https://example.com/index.php?x", "foobot")
    assert not robots.can_fetch("https://example.com/index.php", "FooBot/1.0")
    assert robots.crawl_delay("FooBot") == 2.0 and robots.crawl_delay("night") is None
    assert robots.request_rate("FooBot") == RequestRate(1, 10, None, None)
    assert robots.request_rate("night") == RequestRate(2, 60, time(1), time(5))
    assert robots.visit_time("night") == VisitTime(time(1), time(5)) and robots.visit_time("a") is None
    assert list(robots.sitemaps) == ["https://example.com/s.xml"]
    assert robots.preferred_host == "example.com"
    assert Protego().can_fetch("/", "a") and Protego().preferred_host is None
    assert not Protego.parse("user agent: *\ndisalow: /x").can_fetch("/x", "a")
    assert Protego.parse("user agent: *\ndisalow: /x", dialect="rfc9309").can_fetch("/x", "a")
    assert Protego.parse("disallow: /x").can_fetch("/x", "a")  # Above the first User-agent line: for nobody.
    assert not Protego.parse("disallow: /x", dialect="lenient").can_fetch("/x", "a")
    with pytest.raises(TypeError):
        Protego.parse(3)
    for number in range(1_000):  # The rules of old user agents are dropped.
        assert not robots.can_fetch("/private/", f"bot{number}")
    assert len(robots._rules._rules) <= 256


def test_scrapy_parser():
    pytest.importorskip("scrapy")
    from scrapy.robotstxt import RobotParser as Base

    from robots_exclusion.scrapy import RobotParser

    parser = RobotParser.from_crawler(None, BODY.encode())
    assert isinstance(parser, Base)
    assert not parser.allowed(b"https://example.com/index.php", b"FooBot/1.0 (+https://foo.example)")
    assert parser.allowed("https://example.com/index.php?x", "FooBot")
    assert parser.crawl_delay("FooBot") == 2.0


SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "all"
    start_urls = [sys.argv[1] + "/"]

    def parse(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, self.parse)

process = CrawlerProcess({
    "USER_AGENT": "FooBot/1.0 (+https://foo.example)",
    "ROBOTSTXT_OBEY": True,
    "ROBOTSTXT_PARSER": "robots_exclusion.scrapy.RobotParser",
    "TELNETCONSOLE_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "LOG_LEVEL": "INFO",
})
process.crawl(Spider)
process.start()
"""


def test_a_scrapy_crawl_obeys(site, tmp_path):
    pytest.importorskip("scrapy")
    (tmp_path / "spider.py").write_text(SPIDER)
    site.asked.clear()
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    crawl = subprocess.run(
        [sys.executable, tmp_path / "spider.py", site.url],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    print(crawl.stderr)
    assert crawl.returncode == 0
    assert site.asked[0] == "/robots.txt"
    # FooBot's own group has no /private/, so it may go there; /index.php is what it may not fetch.
    assert sorted(set(site.asked)) == ["/", "/index.php?d", "/open/a", "/private/c", "/robots.txt"]
    assert "'robotstxt/forbidden': 1" in crawl.stderr
