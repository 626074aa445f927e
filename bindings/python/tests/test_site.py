"""Sites: the scenarios that every language runs, and a crawl over real HTTP."""

import base64
import contextlib
import copy
import gzip
import importlib.util
import io
import json
import os
import pickle
import socket
import subprocess
import sys
import time
from http.client import BadStatusLine, IncompleteRead
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from threading import Thread

import pytest
import robots_exclusion as rx
from redirecting import Redirecting
from robots_exclusion.fetch import Fetched, RobotsRequest, is_public_address, leads_inside
from robots_exclusion.site import Crawler, Site, Visit

BINDING = Path(__file__).parents[1]
MIDNIGHT = 20_500 * 24 * 3600


def crawler_of(row):
    options = {"strict": row.get("mode") == "strict", "dialect": row.get("dialect")}
    return Crawler(row.get("crawler", "FooBot"), default_delay=row.get("delay"), min_delay=row.get("min_delay"), max_delay=row.get("max_delay"), max_wait=row.get("max_wait"), **options)


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
            asked = row.get("delay_asked")
            assert (decision.reason, decision.delay) == (row.get("reason"), None if asked is None else float(asked)), row
            assert (decision.until is None) == (decision.action not in ("wait-until", "give-up-until"))
            return decision.action if decision.until is None else f"{decision.action} {decision.until - MIDNIGHT:.0f}"
        case "robots-request":
            return site.on_robots_request(now)
        case "robots-abort":
            return site.on_robots_abort()
        case "page-failure":
            return site.on_page_failure(now)
        case "page-request":
            return site.on_page_request(now)
        case "page-response" if row["status"] == 0:
            # What other languages take for no answer is no status here.
            with pytest.raises(ValueError, match="status"):
                site.on_page_response(0, headers, now)
            return site.on_page_failure(now)
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
    assert site.failing_since == 30 and str(site.outcome) == "use the last good copy: robots.txt cannot be reached"
    unknown = Site("https://example.com")
    unknown.on_failure(crawler, now=30)
    assert unknown.failing_since == 30 and str(unknown.outcome) == "disallow all: robots.txt cannot be reached"
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


def test_answers_and_requests_are_equal_by_all_that_they_are_made_of():
    short = rx.Dialect.RFC_9309.replace(max_bytes=2)
    whole, cut = Fetched(200, body=b"a\n"), Fetched(200, body=b"a\nbbb", dialect=short)
    assert (whole.body, cut.body) == (b"a\n", b"a\n") and whole != cut and cut == pickle.loads(pickle.dumps(cut))
    for other in (Fetched(206, body=b"a\n"), Fetched(200, {"a": "b"}, b"a\n"), Fetched(200, body=b"b\n"), Fetched(200, body=b"a\n", decoded=True)):
        assert other != whole
    # A request is one of the dialect that its crawler reads.
    site = Site("https://e.com")
    dialects = {name: RobotsRequest("https://e.com/", dialect=name) for name in ("rfc9309", "lenient", "google")}
    for crawler, name in ((Crawler("a", strict=True), "rfc9309"), (Crawler("a"), "lenient"), (Crawler("a", dialect="google"), "google"), (Crawler("a", strict=True, dialect="google"), "google")):
        request = site.robots_request(crawler)
        assert [other for other, made in dialects.items() if made == request] == [name]


def test_times_are_never_before_what_they_stand_for():
    """A float holds no time of today to the nanosecond: asked again at the time that is given, a site lets the page be fetched."""
    crawler = Crawler("FooBot", strict=True)
    for step in range(500):
        now, site = 1_700_000_000 + step * 0.123_457, Site("https://e.com")
        site.on_response(crawler, Fetched(200, body=f"User-agent: *\nCrawl-delay: 1.{step:03}000001"), now)
        until = site.next_page_at(crawler, now)
        assert site.decide(crawler, "/", now).until == until
        assert site.decide(crawler, "/", until).action == "fetch-page", (now, until)


def test_raw_header_fields_come_first():
    class Fields:
        """As those of httpx, whose items are decoded and joined."""

        def __init__(self, raw, items):
            self.raw, self.items = raw, lambda: items

    for raw, items, expected in (
        ([(b"ETag", b'"raw"')], [("ETag", '"item"')], {"If-None-Match": '"raw"'}),
        ([], [("ETag", '"item"')], {}),
    ):
        crawler, site = Crawler("FooBot"), Site("https://e.com")
        site.on_response(crawler, Fetched(200, Fields(raw, items), b"User-agent: *"), 1_000)
        assert site.robots_request(crawler).headers == expected


def test_where_a_redirect_leads():
    """To the bytes that the server sent, in whatever form the client has them."""

    class Httpx(dict):
        raw = [(b"location", b"/caf\xc3\xa9")]

    for headers, path in [
        ({"Location": "/caf\xc3\xa9"}, "caf%C3%A9"),
        ({"Location": b"/caf\xc3\xa9"}, "caf%C3%A9"),
        (Httpx(location="/caf\xe9"), "caf%C3%A9"),
        ([("location", "/caf\xe9")], "caf%E9"),
        # No byte is such a character.
        ([("location", "/\u4e2d\xe9")], "%E4%B8%AD%C3%A9"),
        ([("location", "/caf\udce9")], "caf%E9"),
    ]:
        request = RobotsRequest("https://example.com/")
        assert request.on_response(301, headers) and request.url == f"https://example.com/{path}", headers
        assert pickle.loads(pickle.dumps(request)).url == request.url


def test_wrong_arguments():
    for make in [lambda: Site("example.com"), lambda: Site("ftp://example.com"), lambda: RobotsRequest("mailto:me@example.com")]:
        with pytest.raises(ValueError, match="URL"):
            make()
    site, crawler = Site("https://example.com"), Crawler("FooBot")
    for now, why in [(-1, "not negative, not -1"), (float("nan"), "not negative, not nan"), (1e30, r"fewer than 2\*\*64 seconds, not 1e\+30"), (float("inf"), "not inf")]:
        with pytest.raises(ValueError, match=why):
            site.decide(crawler, "/", now)
    with pytest.raises(ValueError, match="^default_lifetime: expected a number that is not negative, not -1$"):
        rx.Dialect.RFC_9309.replace(default_lifetime=-1)
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
    base = f"http://127.0.0.1:{server.server_port}"
    visited = example("with_httpx").crawl([f"{base}/a", f"{base}/x/y", f"{base}/b"])
    assert visited == {f"{base}/a": "200", f"{base}/x/y": "disallowed", f"{base}/b": "200"}
    assert [path for path, _, _ in server.log] == ["/robots.txt", "/elsewhere", "/a", "/b"]
    assert server.log[3][2] - server.log[2][2] >= 0.25


@pytest.fixture
def two_servers():
    """A site, and the server that its robots.txt is redirected to."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as first, ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as second:
        for server in (first, second):
            server.seen, server.headers, server.locations = [], [], {}
        first.base, second.base = (f"http://127.0.0.1:{server.server_port}" for server in (first, second))
        first.locations["/robots.txt"] = f"{second.base}/rules"
        for server in (first, second):
            Thread(target=server.serve_forever, daemon=True).start()
        yield first, second
        for server in (first, second):
            server.shutdown()


SECRETS = {"authorization": "Basic c2VjcmV0", "cookie": "session=secret", "x-api-key": "secret"}


def check_secrets(first, second, pages):
    """The site got what was meant for it, and the other server nothing of it."""
    assert first.seen == ["/robots.txt", *pages]
    assert all("secret" in str(headers) or "c2VjcmV0" in str(headers) for headers in first.headers)
    assert second.seen == ["/rules"]
    headers = second.headers[0]
    assert not set(headers) & set(SECRETS) and "secret" not in str(headers) and headers["user-agent"].startswith("ExampleCrawler")


def example(name):
    spec = importlib.util.spec_from_file_location(name, BINDING / f"examples/{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_no_credentials_cross_origins_with_httpx(two_servers):
    httpx = pytest.importorskip("httpx")
    first, second = two_servers
    crawl = example("with_httpx").crawl
    headers = {"User-Agent": "ExampleCrawler/1.0", "X-API-Key": "secret"}
    visited = crawl([f"{first.base}/a", f"{first.base}/x"], headers=headers, cookies={"session": "secret"}, auth=httpx.BasicAuth("me", "secret"))
    assert visited == {f"{first.base}/a": "200", f"{first.base}/x": "disallowed"}
    check_secrets(first, second, ["/a"])


@pytest.mark.parametrize("client", ["requests", "httpx", "urllib"])
def test_visits_with_each_client(two_servers, client):
    if client != "urllib":
        pytest.importorskip(client)
    first, second = two_servers
    found = example("with_visit")
    found.CREDENTIALS.update(SECRETS)
    send = getattr(found, f"with_{client}")()
    visited = dict(found.crawl([f"{first.base}/a", f"{first.base}/x"], send))
    assert visited == {f"{first.base}/a": "200", f"{first.base}/x": "disallowed"}
    check_secrets(first, second, ["/a"])


@pytest.mark.parametrize("client", ["requests", "httpx", "urllib"])
def test_statuses_that_clients_raise(client):
    """A missing robots.txt allows everything, also where the client makes an exception of its status; so does a page's redirect come back."""
    if client != "urllib":
        pytest.importorskip(client)

    class Missing(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(404 if self.path == "/robots.txt" else 301)
            self.send_header("Location", "../b?c")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    send = getattr(example("with_visit"), f"with_{client}")()

    def strict(request):
        response = send(request)
        if client != "urllib":
            response.raise_for_status()
        return response

    with ThreadingHTTPServer(("127.0.0.1", 0), Missing) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        found, crawler = Site(base), Crawler("FooBot")
        first = found.visit(crawler, f"{base}/x/a", send if client == "requests" else strict)
        # robots.txt is a request like any other: the delay comes after it, too.
        assert (first.action, found.outcome.action) == ("wait-until", "allow-all")
        visit = found.visit(crawler, f"{base}/x/a", send if client == "requests" else strict, clock=lambda: first.until)
        assert (visit.action, visit.redirect, found.outcome.action) == ("page", f"{base}/b?c", "allow-all")
        again = found.visit(crawler, "/y", send, clock=lambda: first.until)
        assert again.action == "wait-until" and again.until > time.time() and again.response is None
        server.shutdown()


def test_visits_step_by_step():
    now, sent = [1_000.0], []
    answers = {
        "https://e.com/robots.txt": (200, {"Content-Type": "text/plain"}, [b"User-agent: *\nDis", b"allow: /x\nCrawl-delay: 10"]),
        "https://e.com/a": (429, [("Retry-After", "60")], b"Hello."),
    }

    def send(request):
        sent.append((request.url, dict(request.headers), request.is_cross_origin))
        return answers[request.url]

    def visit(url):
        return found.visit(crawler, url, send, clock=lambda: now[0])

    found, crawler = Site("https://e.com"), Crawler("FooBot")
    assert visit("https://e.org/").action == "not-this-site" and sent == []
    assert visit("/x").action == "skip"
    # robots.txt is a request like any other: the delay comes after it, too.
    assert visit("https://e.com/a") == Visit(action="wait-until", until=1_010.0, reason="delay") and len(sent) == 1
    now[0] = 1_010.0
    assert visit("https://e.com/a") == Visit(action="page", response=answers["https://e.com/a"])
    assert visit("/a") == Visit(action="wait-until", until=1_070.0, reason="pause")
    assert sent == [("https://e.com/robots.txt", {}, False), ("https://e.com/a", {}, False)]
    now[0] = 1_070.0
    assert visit("/a").action == "page" and len(sent) == 3

    # A robots.txt that cannot be reached is an answer; a page that cannot be is not.
    def broken(request):
        raise ConnectionResetError("gone")

    other = Site("https://e.com")
    assert other.visit(crawler, "/a", broken).action == "give-up-until" and other.last_error == "ConnectionResetError: gone" and other.failing_since is not None
    with pytest.raises(ConnectionResetError):
        now[0] += 100
        found.visit(crawler, "/a", broken, clock=lambda: now[0])
    assert found.next_page_at(crawler, now[0]) >= now[0] + 10
    for wrong in (lambda request: 200, lambda request: None):
        with pytest.raises(TypeError, match="send: expected a response with a status"):
            Site("https://e.com").visit(crawler, "/", wrong)

    class Followed:
        status_code, headers, history = 200, {}, [object()]

    with pytest.raises(ValueError, match="followed a redirect"):
        Site("https://e.com").visit(crawler, "/", lambda request: Followed())
    with pytest.raises(ZeroDivisionError):
        Site("https://e.com").visit(crawler, "/", lambda request: 1 / 0)


def test_why_to_wait():
    """Each reason, and the delay of a site that is too slow."""

    def after(body, status=200, **options):
        site, crawler = Site("https://e.com"), Crawler("FooBot", **options)
        site.on_response(crawler, Fetched(status, body=f"User-agent: *\n{body}\n"), 0)
        return site, crawler

    def told(site, crawler, now):
        decision = site.decide(crawler, "/", now)
        return decision.action, decision.until, decision.reason, decision.delay

    assert told(*after("Crawl-delay: 60"), 1) == ("wait-until", 60, "delay", None)
    site, crawler = after("Crawl-delay: 60")
    site.on_page_request(60)
    site.on_page_response(503, {"Retry-After": "600"}, 60)
    assert told(site, crawler, 61) == ("give-up-until", 660, "pause", None)
    assert told(site, Crawler("FooBot", max_wait=599), 61) == ("wait-until", 660, "pause", None)
    assert told(*after("Visit-time: 0600-0700"), 1) == ("give-up-until", 6 * 3600, "visit-time", None)
    assert told(*after("", status=503), 1) == ("give-up-until", 3600, "robots-unreachable", None)
    assert told(*after("Crawl-delay: 61", max_delay=60), 1) == ("too-slow", None, None, 61)
    assert told(*after("Request-rate: 1/120", max_delay=60), 1) == ("too-slow", None, None, 120)
    # By default the longest delay is an hour, and twelve at most.
    assert told(*after("Crawl-delay: 3600"), 1) == ("wait-until", 3600, "delay", None)
    assert told(*after("Crawl-delay: 3601"), 1) == ("too-slow", None, None, 3601)
    assert told(*after("Crawl-delay: 43200", max_delay=10**9), 1) == ("wait-until", 43_200, "delay", None)
    assert told(*after("Crawl-delay: 43201", max_delay=10**9), 1) == ("too-slow", None, None, 43_201)
    site, crawler = Site("https://e.com"), Crawler("FooBot")
    assert told(site, crawler, 100) == ("fetch-robots", None, None, None)
    site.on_robots_request(100)
    for one in (site, Site.restore(site.save()), pickle.loads(pickle.dumps(site))):
        assert told(one, crawler, 101) == ("wait-until", 160, "robots-in-flight", None)
        assert one.next_due(crawler, 101) == 160
        # Whoever asked is gone.
        assert told(one, crawler, 160) == ("fetch-robots", None, None, None)
    site.on_response(crawler, Fetched(404), 103)
    # The delay counts from the answer.
    assert told(site, crawler, 103) == ("wait-until", 104, "delay", None) and site.next_due(crawler, 103) == 104


def test_pages_without_an_answer_slow_a_visit():
    now, broken = [1_000.0], []

    def send(request):
        if request.url.endswith("/robots.txt"):
            return 404, {}, None
        now[0] += 0.25
        raise broken[0]

    def visit():
        return found.visit(crawler, "/a", send, clock=lambda: now[0])

    found, crawler = Site("https://e.com"), Crawler("FooBot")
    assert visit().reason == "delay"
    for seconds, error in [
        (2, ConnectionResetError("reset")),
        (4, TimeoutError("late")),
        (8, OSError("no route")),
        # These are no OSError.
        (16, IncompleteRead(b"half")),
        (32, BadStatusLine("?")),
        (32, ZeroDivisionError("an error of the caller's")),
    ]:
        now[0] += 40
        broken[:] = [error]
        with pytest.raises(type(error)):
            visit()
        # Counted from the failure, or from the request, a quarter of a second before, if the caller failed.
        since = now[0] - 0.25 if isinstance(error, ZeroDivisionError) else now[0]
        assert visit() == Visit(action="wait-until", until=since + seconds, reason="delay"), error


def test_what_has_decoded_a_body():
    """Clients that hand out parts have decoded them; whoever reads raw bytes has not."""

    class Raw:
        status, headers = 200, {"Content-Encoding": "gzip"}

        def __init__(self):
            self.body = io.BytesIO(b"User-agent: *\nDisallow: /x\n")

        def read(self, most):
            return self.body.read(most)

    class InParts(Raw):
        def iter_bytes(self, most):
            return iter([self.read(most)])

    for response, action, cause in ((Raw, "disallow-all", "unreachable"), (InParts, "parse", None)):
        found, crawler = Site("https://e.com"), Crawler("FooBot")
        found.visit(crawler, "/x", lambda request: response())
        assert (found.outcome.action, found.outcome.cause) == (action, cause)
    # Of a tuple, it is the caller who has decoded the body.
    found, crawler = Site("https://e.com"), Crawler("FooBot")
    assert found.visit(crawler, "/x", lambda request: (200, {"Content-Encoding": "gzip"}, b"User-agent: *\nDisallow: /x\n")).action == "skip"


def test_pages_are_requested_as_they_are_asked_for():
    sent = []

    def send(request):
        sent.append(request.url)
        if request.url.endswith("/robots.txt"):
            return 404, {}, None
        location = {"/1": "b?c#d", "/2": "mailto:me@example.com", "/3": "//other.example/x", "/4": "/caf\xc3\xa9", "/5": b"/caf\xc3\xa9", "/6": "http://", "/7": "/ü\u4e2d"}
        return 302, {"Location": location.get(request.url.removeprefix("https://e.com"), "/")}, None

    found, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    for url, requested, redirect in [
        # A path may have a whole URL in its query.
        ("/to?url=http://other.example/", "https://e.com/to?url=http://other.example/", "https://e.com/"),
        ("https://e.com/a://b", "https://e.com/a://b", "https://e.com/"),
        ("/1", "https://e.com/1", "https://e.com/b?c"),
        # No crawler can go there.
        ("/2", "https://e.com/2", None),
        ("/6", "https://e.com/6", None),
        ("/3", "https://e.com/3", "https://other.example/x"),
        # Bytes as they were sent, which most clients decode each as a character.
        ("/4", "https://e.com/4", "https://e.com/caf%C3%A9"),
        ("/5", "https://e.com/5", "https://e.com/caf%C3%A9"),
        ("/7", "https://e.com/7", "https://e.com/%C3%BC%E4%B8%AD"),
    ]:
        visit = found.visit(crawler, url, send)
        assert (visit.action, visit.redirect, sent[-1]) == ("page", redirect, requested), url


def test_threads_keep_the_delay():
    """Of those that ask at once, one is allowed a page."""
    sent, found, crawler = [], Site("https://e.com"), Crawler("FooBot")
    found.on_response(crawler, Fetched(404), 0)

    def clock():
        # So that other threads run between any two steps.
        time.sleep(0.002)
        return float(now)

    def send(_):
        sent.append(now)
        return 200, {}, None

    for now in range(10, 15):
        threads = [Thread(target=found.visit, args=(crawler, "/a", send), kwargs={"clock": clock}) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sent == [10, 11, 12, 13, 14]


def test_a_clock_that_is_set_back():
    """While robots.txt is fetched: its answer is used, and not fetched again."""
    for back in (5, 61, 3 * 3600, 10 * 86_400):
        now, sent = [100 * 86_400.0], []

        def send(request):
            sent.append(request.url)
            if request.url.endswith("/robots.txt"):
                now[0] -= back
                return 200, {}, "User-agent: *\nDisallow: /x"
            return 200, {}, b""

        found, crawler = Site("https://e.com"), Crawler("FooBot")
        first = found.visit(crawler, "/a", send, clock=lambda: now[0])
        assert (first.action, first.reason) == ("wait-until", "delay") and first.until <= now[0] + 61, back
        now[0] = first.until
        assert found.visit(crawler, "/x", send, clock=lambda: now[0]).action == "skip"
        assert found.visit(crawler, "/a", send, clock=lambda: now[0]).action == "page"
        assert sent == ["https://e.com/robots.txt", "https://e.com/a"]


def test_a_state_that_was_saved_while_robots_txt_was_fetched():
    saved, sent, now = [], [], 1_000.0

    def send(request):
        sent.append(request.url)
        saved.append(found.save())
        return 404, {}, None

    found, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    found.visit(crawler, "/a", send, clock=lambda: now)
    restored = Site.restore(saved[0])
    assert restored != found and sent[:1] == ["https://e.com/robots.txt"]
    # Nobody here fetches it, so nobody is waited for.
    assert restored.visit(crawler, "/a", send, clock=lambda: now) == Visit(action="wait-until", until=now + 60, reason="robots-in-flight")
    now += 60
    assert restored.visit(crawler, "/a", send, clock=lambda: now).action == "page"
    assert sent == ["https://e.com/robots.txt", "https://e.com/a", "https://e.com/robots.txt", "https://e.com/a"]


def test_threads_fetch_robots_once():
    asked = []

    def send(request):
        asked.append(request.url)
        time.sleep(0.1)
        return 404, {}, None

    found, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    threads = [Thread(target=found.visit, args=(crawler, f"/{number}", send)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(asked) == sorted(["https://e.com/robots.txt", *(f"https://e.com/{number}" for number in range(8))])


def test_redirects_into_the_own_network(monkeypatch):
    addresses = {"public.example": "93.184.215.14", "other.example": "2606:2800:21f:cb07::1", "inside.example": "10.0.0.1", "link.example": "fe80::1%eth0", "both.example": "8.8.8.8 10.0.0.1"}

    def resolve(host, port, **_):
        if host not in addresses:
            raise OSError("no such name")
        return [(2, 1, 6, "", (address, port)) for address in addresses[host].split()]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    for site, location, expected in [
        ("https://public.example", "http://inside.example/", True),
        ("https://public.example", "http://link.example/", True),
        ("https://public.example", "http://both.example/", True),
        ("https://public.example", "https://other.example/", False),
        ("https://public.example", "https://nobody.example/", False),
        ("https://public.example", "/elsewhere", False),
        ("https://inside.example", "http://link.example/", False),
    ]:
        request = RobotsRequest(site)
        assert not leads_inside(request)
        assert request.on_response(301, {"Location": location})
        assert leads_inside(request) is expected, (site, location)
    assert is_public_address("8.8.8.8") and not is_public_address("::1") and not is_public_address("192.168.1.1")


SPIDER = """
import json
import sys
from scrapy import Spider
from scrapy.crawler import CrawlerProcess

settings, *urls = sys.argv[1:]

class Pages(Spider):
    name = "pages"
    start_urls = urls

    def parse(self, response):
        pass

    def closed(self, reason):
        print(json.dumps({key: value for key, value in self.crawler.stats.get_stats().items() if key.startswith("robotstxt/")}))

process = CrawlerProcess({
    "USER_AGENT": "ExampleCrawler/1.0",
    "ROBOTSTXT_OBEY": True,
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.SiteMiddleware": 100,
    },
    "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS": 16,
    "TELNETCONSOLE_ENABLED": False,
    "RETRY_ENABLED": False,
} | json.loads(settings))
process.crawl(Pages)
process.start()
status = open("/proc/self/status").read() if sys.platform == "linux" else "VmHWM: 0"
print(status.partition("VmHWM:")[2].split()[0])
"""


def scrapy_crawl(urls, *, pages_fail=False, **settings):
    """Crawls, and returns what the middleware counted."""
    return scrapy_crawl_and_memory(urls, pages_fail=pages_fail, **settings)[0]


def scrapy_crawl_and_memory(urls, *, pages_fail=False, **settings):
    """Crawls, and returns what the middleware counted, and the kilobytes of memory that the process took at most, 0 if not known."""
    pytest.importorskip("scrapy")
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    command = [sys.executable, "-c", SPIDER, json.dumps(settings), *urls]
    run = subprocess.run(command, check=True, timeout=120, capture_output=True, text=True, env=environment)
    # Scrapy logs a page that it cannot download with a traceback.
    assert ("Traceback" in run.stderr) is pages_fail, run.stderr
    counted, memory = run.stdout.splitlines()[-2:]
    return json.loads(counted), int(memory)


def test_scrapy_keeps_the_delay_of_a_site(server):
    base = f"http://127.0.0.1:{server.server_port}"
    urls = [f"{base}{path}" for path in ("/a", "/x/y", "/b", "/c", "/d")]
    counted = scrapy_crawl(urls)
    # One robots.txt, which is redirected, for five pages at once.
    assert [path for path, _, _ in server.log][:2] == ["/robots.txt", "/elsewhere"]
    assert counted["robotstxt/request_count"] == 2 and counted["robotstxt/forbidden"] == 1
    pages = [(path, at) for path, _, at in server.log if path not in ("/robots.txt", "/elsewhere")]
    assert sorted(path for path, _ in pages) == ["/a", "/b", "/c", "/d"]
    times = sorted(at for _, at in pages)
    # From end to end, because a busy machine lets single requests wait.
    assert times[-1] - times[0] >= 3 * 0.3 - 0.15


def test_scrapy_sends_no_credentials_elsewhere(two_servers):
    first, second = two_servers
    scrapy_crawl([f"{first.base}/a", f"{first.base}/x"], DEFAULT_REQUEST_HEADERS=SECRETS, HTTPAUTH_USER="me", HTTPAUTH_PASS="secret", HTTPAUTH_DOMAIN=None)
    check_secrets(first, second, ["/a"])


@pytest.mark.parametrize(("status", "pages"), [(503, 0), (429, 0), (500, 0), (404, 2), (403, 2), (None, 0)])
def test_scrapy_and_a_robots_txt_that_fails(status, pages):
    class Failing(BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.log.append(self.path)
            if self.path == "/robots.txt" and status is None:
                self.connection.close()
                return
            self.send_response(status if self.path == "/robots.txt" else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

        def finish(self):
            try:
                super().finish()
            except (OSError, ValueError):
                pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Failing) as server:
        server.log = []
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        counted = scrapy_crawl([f"{base}/a", f"{base}/b"], ROBOTSTXT_MAX_WAIT=0.5)
        server.shutdown()
    assert server.log.count("/robots.txt") == 1 and len(server.log) == 1 + pages
    assert counted.get("robotstxt/unreachable", 0) == 2 - pages


def test_scrapy_waits_for_a_crawl_delay_longer_than_other_waits(server):
    """However short the longest wait is, it is not the delay that the site asks for."""
    base = f"http://127.0.0.1:{server.server_port}"
    counted = scrapy_crawl([f"{base}/{page}" for page in "abc"], ROBOTSTXT_MAX_WAIT=0.1)
    pages = sorted(at for path, _, at in server.log if path not in ("/robots.txt", "/elsewhere"))
    assert len(pages) == 3 and "robotstxt/too_late" not in counted
    assert pages[-1] - pages[0] >= 2 * 0.3 - 0.15


@pytest.mark.parametrize(("at_once", "status"), [(1, None), (4, None), (4, 429), (4, 503)])
def test_scrapy_slows_down_where_nobody_answers(at_once, status):
    """Each connection that breaks, and each complaint, doubles the delay, but those that come together count once."""

    class Broken(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/robots.txt":
                self.send_response(404)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.server.log.append(time.monotonic())
            time.sleep(0.3)
            if status is not None:
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()
            self.close_connection = True

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Broken) as server:
        server.log = []
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        pages = 3 if at_once == 1 else 5
        counted = scrapy_crawl([f"{base}/{page}" for page in range(pages)], pages_fail=status is None, CONCURRENT_REQUESTS=at_once)
        server.shutdown()
    assert len(server.log) == pages and "robotstxt/too_late" not in counted
    gaps = [later - earlier for earlier, later in zip(server.log, server.log[1:])]
    # Two seconds and four; each time would be 0.3 without a delay, and sixteen if four counted. A busy machine lets requests wait.
    if at_once == 1:
        assert gaps[0] > 1.2 and gaps[1] > 2.8, gaps
    else:
        assert 1.2 < gaps[3] < 10, gaps


@pytest.mark.parametrize("kind", ["endless", "bomb", "small bomb", "gzip"])
def test_scrapy_reads_no_more_of_robots_txt_than_its_limit(kind):
    rules = b"User-agent: *\nDisallow: /x\n"
    bomb = gzip.compress(rules + b"#" * (1 << 27))
    bodies = {"bomb": bomb * 8, "small bomb": bomb, "gzip": gzip.compress(rules)}
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            if self.path != "/robots.txt":
                self.end_headers()
                return
            if kind == "endless":
                # A gigabyte, as the field says.
                self.send_header("Content-Length", str(1 << 30))
                self.end_headers()
                self.wfile.write(rules)
                with contextlib.suppress(OSError):
                    for _ in range(1 << 10):
                        self.wfile.write(b"# " * (1 << 19))
                        sent.append(1 << 20)
                return
            self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(bodies[kind])

        def log_message(self, *arguments):
            pass

    sent = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        counted, memory = scrapy_crawl_and_memory([f"{base}/x/1", f"{base}/y"])
        server.shutdown()
    assert counted["robotstxt/forbidden"] == 1 and sorted(asked) == ["/robots.txt", "/y"]
    # What the system holds on its way is some megabytes.
    assert sum(sent) < 1 << 25
    assert memory < 200_000


def test_scrapy_takes_settings(server):
    base = f"http://127.0.0.1:{server.server_port}"
    counted = scrapy_crawl([f"{base}/x/y"], ROBOTSTXT_USER_AGENT="OtherBot", ROBOTSTXT_STRICT=True, ROBOTSTXT_DIALECT="google", ROBOTSTXT_MAX_DELAY=0.1)
    assert "robotstxt/forbidden" not in counted and server.log[-1][0] == "/x/y"
