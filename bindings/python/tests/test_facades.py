"""The facades: urllib's RobotFileParser, Protego, Scrapy's RobotParser; and a crawl by Scrapy that obeys."""

import contextlib
import http.server
import io
import os
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import urllib.robotparser
from datetime import time
from http.client import IncompleteRead

import pytest

import robots_exclusion as rx
from robots_exclusion import urllib as facade_of_urllib
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
    # The first rate that holds at any time of the day; the group of * comes last, wherever the file has it.
    hours = "Request-rate: 1/5 0100-0500\n"
    n, h = "User-agent: n\n{}Request-rate: 2/60\nRequest-rate: 3/60\nDisallow: /n\n\n", "User-agent: h\n{}Disallow: /h\n\n"
    everybody = "User-agent: *\nDisallow: /s\n\n"
    parser.parse((everybody + n.format(hours) + h.format(hours)).splitlines())
    assert parser.request_rate("n") == (2, 60) and parser.request_rate("h") is None
    assert str(parser) == (n.format("") + h.format("") + everybody).strip()
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
    for status, allowed in ((400, True), (401, False), (402, True), (403, False), (404, True), (499, True), (500, False), (503, False)):
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
    robots = Protego.parse(BODY + "Host: example.com\nHost: www.example.com\nUser-agent: night\nVisit-time: 0100-0500\nRequest-rate: 2/60s 0100-0500\n")
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


HOURS = """User-agent: n
User-agent: m
Crawl-delay: 0.5
Request-rate: 1/5 0100-0500
Request-rate: 2/90s
Request-rate: 3/60
allow: /n/y
Disallow: /n

User-agent: *
Disallow: /s

User-agent: q
Request-rate: 9/60s 0100-0500
Visit-time: 0215-0345
Visit-time: 0600-0700
Disallow: /q # not here

Host: a.example
Host: b.example
Sitemap: https://a.example/1.xml
Sitemap: https://a.example/2.xml
"""


def test_each_method_of_urllib():
    parser = RobotFileParser()
    # Until something was read or parsed, nothing may be fetched, and nothing is known.
    assert (parser.url, parser.mtime(), parser.can_fetch("n", "/"), str(parser)) == ("", 0, False, "")
    assert [parser.crawl_delay("n"), parser.request_rate("n"), parser.site_maps()] == [None] * 3
    parser.parse(HOURS.splitlines())
    assert parser.mtime() == parser.last_checked > 0
    assert [parser.can_fetch("n", url) for url in ("/n", "/n/y", "/s", "https://e.com/n")] == [False, True, True, False]
    assert [parser.can_fetch("a", url) for url in ("/n", "/s", "s", "")] == [True, False, True, True]
    assert [parser.crawl_delay(agent) for agent in ("n", "m/1.0", "q", "a")] == [0.5, 0.5, None, None]
    assert [parser.request_rate(agent) for agent in ("n", "q", "a")] == [(2, 90), None, None] and isinstance(parser.request_rate("n").seconds, int)
    assert parser.site_maps() == parser.sitemaps == ["https://a.example/1.xml", "https://a.example/2.xml"]
    # Rules as the file spells them, and not the rates of an hour of the day.
    shown = "User-agent: n\nUser-agent: m\nCrawl-delay: 0.5\nRequest-rate: 2/90\nRequest-rate: 3/60\nallow: /n/y\nDisallow: /n"
    assert str(parser) == f"{shown}\n\nUser-agent: q\nDisallow: /q\n\nUser-agent: *\nDisallow: /s"
    parser.parse(["User-agent: *", "Crawl-delay: 0", "Disallow: /"])
    assert str(parser) == "User-agent: *\nCrawl-delay: 0\nDisallow: /" and parser.crawl_delay("n") == 0
    parser.parse(["User-agent: *", "Allow: /"])
    assert parser.site_maps() is None and parser.crawl_delay("n") is None and parser.can_fetch("n", "/n")
    parser.disallow_all = True
    assert not parser.can_fetch("n", "/")
    parser.disallow_all, parser.allow_all = False, True
    parser.parse(["User-agent: *", "Disallow: /"])
    assert parser.can_fetch("n", "/")


def test_the_dialect_of_urllib():
    lines = ["User-agent: *", "Disallow: /", "Allow: /x", "Disalow: /y"]
    for dialect, allowed in [(None, True), ("rfc9309", True), ("original1994", False), (rx.Dialect.ORIGINAL_1994, False)]:
        parser = RobotFileParser("https://e.com/robots.txt", dialect=dialect)
        parser.parse(lines)
        assert parser.can_fetch("a", "/x") is allowed and parser.url == "https://e.com/robots.txt"


def test_lines_of_urllib():
    for lines in (HOURS.splitlines(), HOURS.splitlines(keepends=True), iter(HOURS.splitlines()), [line + "\r" for line in HOURS.splitlines()], io.StringIO(HOURS)):
        parser = RobotFileParser()
        parser.parse(lines)
        assert not parser.can_fetch("q", "/q") and parser.can_fetch("q", "/s")


def test_what_urllib_reads(monkeypatch):
    """Of the server, nothing is left open; another failure is the caller's."""
    opened, raised = [], []

    class Body(io.BytesIO):
        def __init__(self, body):
            super().__init__(body)
            opened.append(self)

    def answer(status, body=b"User-agent: *\nDisallow: /x\n"):
        def urlopen(url):
            assert url == "https://e.com/robots.txt"
            if status != 200:
                raised.append(urllib.error.HTTPError(url, status, "", None, Body(body)))
                raise raised[-1]
            return Body(body)

        return urlopen

    for status, outcome in [(200, (False, False)), (401, (True, False)), (403, (True, False)), (400, (False, True)), (404, (False, True)), (499, (False, True)), (500, (False, False)), (399, (False, False))]:
        monkeypatch.setattr(urllib.request, "urlopen", answer(status))
        opened.clear()
        parser = RobotFileParser("https://e.com/robots.txt")
        parser.read()
        assert ((parser.disallow_all, parser.allow_all), [body.closed for body in opened]) == (outcome, [True]), status
        assert (parser.mtime() > 0) is (status == 200) and parser.can_fetch("a", "/") is (status == 200 or parser.allow_all)

    def broken(url):
        raise urllib.error.URLError("no route")

    monkeypatch.setattr(urllib.request, "urlopen", broken)
    with pytest.raises(urllib.error.URLError):
        RobotFileParser("https://e.com/robots.txt").read()


def test_urllib_reads_no_more_than_the_dialect(monkeypatch):
    """And no part of a line, which could be a wider rule."""
    read = []

    class Endless(io.BytesIO):
        def read(self, size):
            read.append(size)
            return b"Disallow: /x/y\n" * (size // 15) if len(read) > 1 else b"User-agent: *\n"

    monkeypatch.setattr(urllib.request, "urlopen", lambda url: Endless())
    for dialect, allowed in [("rfc9309", False), ("lenient", False), (rx.Dialect.RFC_9309.replace(max_bytes=20_000), False), ("yandex", True)]:
        read.clear()
        parser = RobotFileParser("https://e.com/robots.txt", dialect=dialect)
        parser.read()
        assert sum(read) < 700_000 and parser.can_fetch("FooBot", "/x/y") is allowed and parser.can_fetch("FooBot", "/x"), dialect


@pytest.mark.parametrize("error", [TimeoutError, IncompleteRead])
def test_urllib_gives_up(monkeypatch, error):
    """On a server that sends a byte now and then, and on a body that is shorter than it says."""
    monkeypatch.setattr(facade_of_urllib, "_SECONDS", 0.3)
    is_read = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            with listener.accept()[0] as connection:
                connection.recv(65_536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nUser-agent: *\n")
                while error is TimeoutError and not is_read.wait(0.02):
                    with contextlib.suppress(OSError):
                        connection.sendall(b"#")

        thread = threading.Thread(target=serve)
        thread.start()
        if error is IncompleteRead:
            monkeypatch.setattr(facade_of_urllib, "_SECONDS", 30.0)
        parser = RobotFileParser(f"http://127.0.0.1:{listener.getsockname()[1]}/robots.txt")
        with pytest.raises(error):
            parser.read()
        is_read.set()
        thread.join()
    assert not parser.can_fetch("FooBot", "/")


def test_each_method_of_protego():
    robots = Protego.parse(HOURS)
    assert [robots.can_fetch(url, "n") for url in ("/n", "/n/y", "/s", "https://e.com/n")] == [False, True, True, False]
    assert [robots.can_fetch(url, "a") for url in ("s", "", "/s")] == [True, True, False]
    assert [robots.crawl_delay(agent) for agent in ("n", "m/1.0", "q", "a")] == [0.5, 0.5, None, None]
    # The first, also of an hour of the day.
    assert [robots.request_rate(agent) for agent in ("n", "q", "a")] == [RequestRate(1, 5, time(1), time(5)), RequestRate(9, 60, time(1), time(5)), None]
    assert isinstance(robots.request_rate("n").seconds, int)
    assert [robots.visit_time(agent) for agent in ("q", "n")] == [VisitTime(time(2, 15), time(3, 45)), None]
    assert list(robots.sitemaps) == ["https://a.example/1.xml", "https://a.example/2.xml"] and next(robots.sitemaps)
    assert robots.preferred_host == "a.example"
    nothing = Protego()
    assert (nothing.can_fetch("/", "a"), nothing.crawl_delay("a"), nothing.request_rate("a"), nothing.visit_time("a")) == (True, None, None, None)
    assert (list(nothing.sitemaps), nothing.preferred_host) == ([], None)
    given = Protego(rx.RobotsTxt(HOURS, dialect="rfc9309"))
    assert not given.can_fetch("/n", "n")
    typo = "Disallow: /above\nUser-agent: *\nDisalow: /x\n"
    for dialect, expected in [(None, [True, False]), ("lenient", [False, False]), ("rfc9309", [True, True]), (rx.Dialect.LENIENT, [False, False])]:
        for content in (typo, typo.encode()):
            assert [Protego.parse(content, dialect=dialect).can_fetch(url, "a") for url in ("/above", "/x")] == expected, dialect
    for wrong, kind in [(3, "int"), (None, "NoneType"), (bytearray(b""), "bytearray")]:
        with pytest.raises(TypeError, match=f"^expected str or bytes, not {kind}$"):
            Protego.parse(wrong)

    class Own(Protego):
        pass

    assert isinstance(Own.parse(HOURS), Own)


def test_lines_are_joined_as_they_are():
    from robots_exclusion.urllib import _joined

    for lines, expected in [
        ([], ""),
        (["a", "b"], "a\nb\n"),
        (["a\n", "b\n"], "a\nb\n"),
        (["a\r\n", "b"], "a\r\nb\n"),
        (["a\r", "b\r"], "a\rb\r"),
        (["a", "b\n"], "a\nb\n"),
        (["", "a", ""], "\na\n\n"),
        (["a\nb", "c"], "a\nb\nc\n"),
    ]:
        assert _joined(lines) == expected, lines
