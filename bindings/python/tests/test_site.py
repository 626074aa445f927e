"""Sites: the scenarios that every language runs, and a crawl over real HTTP."""

import base64
import copy
import importlib.util
import json
import pickle
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from threading import Thread

import pytest
from robots_exclusion.fetch import Fetched, RobotsRequest
from robots_exclusion.site import Crawler, Site

BINDING = Path(__file__).parents[1]
MIDNIGHT = 20_500 * 24 * 3600


def crawler_of(row):
    options = {"strict": row.get("mode") == "strict", "dialect": row.get("dialect")}
    return Crawler(row.get("crawler", "FooBot"), default_delay=row.get("delay"), max_delay=row.get("max_delay"), **options)


def outcome_text(outcome):
    return f"{outcome.action} {outcome.cause}" if outcome.cause else outcome.action


def step(site, row):
    """Makes a step, and returns what the site says."""
    crawler, now = crawler_of(row), MIDNIGHT + row["at"]
    headers = [tuple(field) for field in row.get("headers", [])]
    match row["event"]:
        case "robots":
            body = base64.b64decode(row["body_base64"]) if "body_base64" in row else row.get("body", "")
            return outcome_text(site.on_response(crawler, Fetched(row["status"], headers, body), now))
        case "failure":
            return outcome_text(site.on_failure(crawler, now))
        case "ask":
            decision = site.decide(crawler, row["url"], now)
            return decision.action if decision.until is None else f"{decision.action} {decision.until - MIDNIGHT:.0f}"
        case "page-request":
            return site.on_page_request(now)
        case "page-response":
            return site.on_page_response(row["status"], headers, now)
        case "validators":
            return "\n".join(f"{name}: {value}" for name, value in site.robots_request(crawler).headers.items())


def rows_of(name):
    with open(BINDING.parents[1] / "tests/data" / name, encoding="utf-8", newline="\n") as file:
        return [json.loads(row) for row in file]


def test_scenarios():
    rows = rows_of("sites.jsonl")
    assert len(rows) > 200
    for scenario, steps in groupby(rows, key=lambda row: row["scenario"]):
        site, restored = Site("https://example.com/"), Site("https://example.com/")
        for row in steps:
            assert step(site, row) == step(restored, row) == row.get("expect"), row
            restored = Site.restore(restored.save())
            assert restored == site == pickle.loads(pickle.dumps(site)) == copy.copy(site), scenario


def test_saved_sites_are_those_of_every_language():
    for row in rows_of("saved_sites.jsonl"):
        site = Site("https://example.com/")
        for made in row["steps"]:
            assert step(site, made) == made.get("expect"), made
        assert site.save() == row["saved"]
        restored = Site.restore(row["saved"])
        assert restored == site and restored.save() == row["saved"]
        for asked in row["asks"]:
            assert step(restored, {"event": "ask"} | asked) == asked["expect"], asked


def test_what_else_a_site_knows():
    crawler, site = Crawler(["FooBot-Images", "FooBot"]), Site("https://Example.com:443/a")
    assert (crawler.name, site.origin) == ("FooBot-Images", "https://example.com")
    assert crawler == Crawler(["FooBot-Images", "FooBot"]) and hash(crawler) == hash(Crawler(["FooBot-Images", "FooBot"]))
    assert (site.rules(crawler), site.outcome, site.failing_since, site.next_fetch_at) == (None, None, None, 0)
    site.on_response(crawler, Fetched(200, body=b"User-agent: foobot\nDisallow: /x\nSitemap: https://example.com/s.xml"), now=10)
    assert site.sitemaps(crawler) == ["https://example.com/s.xml"]
    assert not site.rules(crawler).is_allowed("/x")
    assert site.next_fetch_at == 24 * 3600 + 10
    site.on_page_request(now=20.1)
    assert site.next_page_at(crawler, now=20.1) >= 21.1
    # To ask at the time that was given is late enough.
    until = site.decide(crawler, "/y", now=20.1).until
    assert site.decide(crawler, "/y", now=until).action == "fetch-page"
    site.on_failure(crawler, now=30)
    assert site.failing_since == 30 and str(site.outcome) == "disallow all: robots.txt cannot be reached"
    # Without a time, the clock counts.
    site.on_response(crawler, Fetched(404))
    site.on_page_request()
    assert site.next_fetch_at > time.time() and site.decide(crawler, "/").action == "wait-until"


def test_requests():
    request = RobotsRequest("http://example.com/a?b#c")
    assert (request.url, request.headers, request.max_bytes) == ("http://example.com/robots.txt", {}, 512_000)
    assert not request.push(b"before any response")
    assert request.on_response(302, [("location", b"/elsewhere")])
    assert request.finish().status is None
    assert not request.on_response(200, {"Content-Type": "text/plain"})
    assert request.push(b"User-agent: *\nDisallow: /") and not request.push(b"x" * 600_000)
    fetched = request.finish()
    assert (fetched.status, fetched.body, fetched.is_truncated) == (200, b"User-agent: *\n", True)
    assert fetched.outcome().action == "parse"
    assert Fetched.unreachable().outcome().action == "disallow-all"
    assert Fetched(403).outcome(dialect="draft1996").cause == "forbidden"
    # A body that is not read allows nothing.
    assert Fetched(200, {"Content-Encoding": "br"}, b"...").outcome().cause == "unreachable"
    assert Fetched(200, {"Content-Encoding": "br"}, b"...", decoded=True).outcome().action == "parse"


def test_wrong_arguments():
    for make in [lambda: Site("example.com"), lambda: Site("ftp://example.com"), lambda: RobotsRequest("mailto:me@example.com")]:
        with pytest.raises(ValueError, match="URL"):
            make()
    site, crawler = Site("https://example.com"), Crawler("FooBot")
    for now in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="not negative"):
            site.decide(crawler, "/", now)
    with pytest.raises(ValueError):
        Site.restore("{}")


class Pages(BaseHTTPRequestHandler):
    """A site whose robots.txt is behind a redirect, and that knows its ETag."""

    def do_GET(self):
        self.server.log.append((self.path, self.headers["If-None-Match"], time.monotonic()))
        if self.path == "/robots.txt":
            self.send_response(301)
            self.send_header("Location", "/elsewhere")
            body = b""
        else:
            self.send_response(200)
            body = b"Hello."
        if self.path == "/elsewhere":
            self.send_header("ETag", '"1"')
            body = b"User-agent: examplecrawler\nDisallow: /x\nCrawl-delay: 0.3\n"
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        server.log = []
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_example_with_httpx(server):
    pytest.importorskip("httpx")
    spec = importlib.util.spec_from_file_location("with_httpx", BINDING / "examples/with_httpx.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    base = f"http://127.0.0.1:{server.server_port}"
    visited = example.crawl([f"{base}/a", f"{base}/x/y", f"{base}/b"])
    assert visited == {f"{base}/a": "200", f"{base}/x/y": "disallowed", f"{base}/b": "200"}
    assert [path for path, _, _ in server.log] == ["/robots.txt", "/elsewhere", "/a", "/b"]
    assert server.log[3][2] - server.log[2][2] >= 0.25


SPIDER = """
import sys
from scrapy import Spider
from scrapy.crawler import CrawlerProcess

class Pages(Spider):
    name = "pages"
    start_urls = sys.argv[1:]

    def parse(self, response):
        pass

process = CrawlerProcess({
    "USER_AGENT": "ExampleCrawler/1.0",
    "ROBOTSTXT_OBEY": True,
    "ROBOTSTXT_PARSER": "robots_exclusion.scrapy.RobotParser",
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.SiteMiddleware": 100,
    },
    "DOWNLOAD_DELAY": 0,
})
process.crawl(Pages)
process.start()
"""


def test_scrapy_keeps_the_delay_of_a_site(server):
    pytest.importorskip("scrapy")
    base = f"http://127.0.0.1:{server.server_port}"
    urls = [f"{base}{path}" for path in ("/a", "/x/y", "/b", "/c", "/d")]
    subprocess.run([sys.executable, "-c", SPIDER, *urls], check=True, timeout=60)
    pages = [(path, at) for path, _, at in server.log if path not in ("/robots.txt", "/elsewhere")]
    assert sorted(path for path, _ in pages) == ["/a", "/b", "/c", "/d"]
    times = [at for _, at in pages]
    assert all(later - earlier >= 0.28 for earlier, later in zip(times, times[1:]))
