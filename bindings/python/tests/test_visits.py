"""Visits, step by step: what is taken from the response of each client, and what its exceptions mean. No client needs to be installed."""

import asyncio
import io
import pickle
import socket
import time
import urllib.error
import urllib.request
from email.message import Message
from http.client import HTTPResponse
from threading import Event, Thread

import pytest

import robots_exclusion as rx
from robots_exclusion import _visit
from robots_exclusion.fetch import Fetched, RobotsRequest
from robots_exclusion.site import Crawler, PageRequest, Site, Visit, avisit

BODY = b"User-agent: *\nDisallow: /x\n"
ROBOTS = "https://e.com/robots.txt"


class Response:
    """What all responses have; `closed` counts the calls of `close`."""

    def __init__(self, status=200, headers=None, body=BODY, *, name="status", parts=None):
        setattr(self, name, status)
        self.headers = {} if headers is None else headers
        self.body = io.BytesIO(body)
        self.asked, self.closed = [], 0
        if parts:
            setattr(self, parts, self._parts)

    def _parts(self, size):
        self.asked.append(size)
        while part := self.body.read(5):
            yield part

    def close(self):
        self.closed += 1


class Raw(Response):
    """As urllib has it, and others whose bytes are as they came."""

    def read(self, size):
        self.asked.append(size)
        return self.body.read(min(size, 5))


#: By the name of the client: a response that behaves as its responses do.
CLIENTS = {
    "requests": lambda **given: Response(name="status_code", parts="iter_content", **given),
    "httpx": lambda **given: Response(name="status_code", parts="iter_bytes", **given),
    "urllib3": lambda **given: Response(parts="stream", **given),
    "urllib": lambda **given: Raw(**given),
}


def robots_from(respond):
    """The site, and the visit, after a robots.txt that was fetched by this."""
    site = Site("https://e.com")
    visit = site.visit(Crawler("FooBot", default_delay=0), "/x", lambda request: respond(request), clock=lambda: 1_000.0)
    return site, visit


@pytest.mark.parametrize("client", CLIENTS)
def test_bodies_are_read_in_parts_and_closed(client):
    response = CLIENTS[client]()
    site, visit = robots_from(lambda request: response)
    assert (visit.action, site.outcome.action, response.closed) == ("skip", "parse", 1)
    assert set(response.asked) == {65_536}
    # A status without a body is closed, too, and its body is not read.
    response = CLIENTS[client](status=404)
    site, visit = robots_from(lambda request: response if request.url == ROBOTS else (200, {}, b""))
    assert (visit.action, site.outcome.action, response.closed) == ("page", "allow-all", 1)
    assert response.body.tell() <= 5


@pytest.mark.parametrize("client", CLIENTS)
def test_only_raw_bytes_may_be_compressed(client):
    response = CLIENTS[client](headers={"Content-Encoding": "gzip"})
    site, _ = robots_from(lambda request: response)
    assert site.outcome.action == ("disallow-all" if client == "urllib" else "parse")


@pytest.mark.parametrize("client", CLIENTS)
def test_no_more_is_read_than_is_wanted(client):
    response = CLIENTS[client](body=BODY + b"#" * 100)
    request = RobotsRequest("https://e.com", dialect=rx.Dialect.RFC_9309.replace(max_bytes=len(BODY)))
    fetched = _visit.fetch_robots(request, lambda request: response)
    assert (fetched.body, fetched.is_truncated, response.closed) == (BODY, True, 1)
    assert response.body.tell() <= len(BODY) + 10


def test_bodies_of_tuples():
    whole = [BODY, BODY.decode(), bytearray(BODY), memoryview(BODY), [BODY[:9], BODY[9:]], iter([BODY[:9], BODY[9:].decode()]), (BODY,)]
    for body in whole:
        site, visit = robots_from(lambda request: (200, {}, body))
        assert (visit.action, site.outcome.action) == ("skip", "parse"), body
    for body in (None, b"", "", []):
        site, visit = robots_from(lambda request: (200, {}, body))
        assert (visit.action, site.outcome.action) == ("page", "parse"), body
    with pytest.raises(ValueError):
        robots_from(lambda request: (200, {}))


def test_redirects_of_robots_txt_are_followed():
    responses = {
        ROBOTS: Response(301, {"Location": "https://other.example/a"}, parts="iter_bytes"),
        "https://other.example/a": Response(302, {"Location": "/b"}, parts="iter_bytes"),
        "https://other.example/b": Response(200, {}, parts="iter_bytes"),
    }
    sent = []

    def send(request):
        sent.append((request.url, request.is_cross_origin))
        return responses[request.url]

    site, visit = robots_from(send)
    assert sent == [(ROBOTS, False), ("https://other.example/a", True), ("https://other.example/b", True)]
    assert visit.action == "skip" and [response.closed for response in responses.values()] == [1, 1, 1]


def test_what_is_sent():
    site, crawler, sent = Site("https://e.com"), Crawler("FooBot", default_delay=0), []
    site.on_response(crawler, Fetched(200, {"ETag": '"1"', "Cache-Control": "max-age=60"}, BODY), 0)

    def send(request):
        sent.append((type(request), request.url, request.headers, request.is_cross_origin))
        return (304, {}, None) if request.url == ROBOTS else (200, {}, None)

    assert site.visit(crawler, "https://e.com/a?b#c", send, clock=lambda: 100_000.0).action == "page"
    assert sent == [(RobotsRequest, ROBOTS, {"If-None-Match": '"1"'}, False), (PageRequest, "https://e.com/a?b#c", {}, False)]
    assert PageRequest("/a") == PageRequest("/a", {}, False) and PageRequest("/a").headers is not PageRequest("/a").headers


def test_every_kind_of_visit():
    def visit(url, body=BODY, **options):
        site = Site("https://e.com")
        crawler = Crawler("FooBot", **options)
        return site.visit(crawler, url, lambda request: (200, {"Location": "/never"}, body if request.url == ROBOTS else b"page"), clock=lambda: 1_000.0)

    assert visit("/a", default_delay=0) == Visit(action="page", response=(200, {"Location": "/never"}, b"page"))
    assert visit("/x", default_delay=0) == Visit(action="skip")
    assert visit("/a") == Visit(action="wait-until", until=1_001.0, reason="delay")
    assert visit("https://e.org/a") == Visit(action="not-this-site")
    assert visit("/a", BODY + b"Crawl-delay: 61", max_delay=60) == Visit(action="too-slow", delay=61.0)
    assert visit("/a", b"User-agent: *\nVisit-time: 0600-0700\n") == Visit(action="give-up-until", until=6 * 3600.0, reason="visit-time")


def test_where_a_page_redirects_to():
    for status, location, expected in [(301, "/b", "https://e.com/b"), (308, "//o.example", "https://o.example/"), (200, "/b", None), (404, "/b", None), (304, "/b", None)]:
        visit = Site("https://e.com").visit(Crawler("FooBot", default_delay=0), "/a", lambda request: (404, {}, None) if request.url == ROBOTS else (status, {"Location": location}, None))
        assert (visit.action, visit.redirect) == ("page", expected), status


def test_answers_of_pages_are_told_to_the_site():
    for status, headers, seconds, reason in [(200, {}, 1, "delay"), (429, {}, 2, "delay"), (503, {"Retry-After": "60"}, 60, "pause")]:
        site, crawler, now = Site("https://e.com"), Crawler("FooBot"), 1_000.0
        site.on_response(crawler, Fetched(404), 0)
        for response in ((status, headers, b""), Response(status, headers, name="status_code", parts="iter_bytes"), Raw(status, headers)):
            found = Site.restore(site.save())
            assert found.visit(crawler, "/a", lambda request: response, clock=lambda: now).response is response
            # A page is the caller's, to read and to close.
            assert not getattr(response, "closed", 0)
            assert found.visit(crawler, "/a", pytest.fail, clock=lambda: now) == Visit(action="wait-until", until=now + seconds, reason=reason)


def test_a_visit_has_the_time_of_the_clock(monkeypatch):
    """Without one that is given, the clock of the machine."""
    monkeypatch.setattr(_visit.time, "time", lambda: 5_000.0)
    site = Site("https://e.com")
    assert site.visit(Crawler("FooBot"), "/a", lambda request: (404, {}, None)) == Visit(action="wait-until", until=5_001.0, reason="delay")
    assert site.next_fetch_at == 5_000 + 24 * 3600


def exception_of(module, *bases):
    """An exception that a client defines."""
    return type("Failure", bases or (Exception,), {"__module__": module})


FAILURES = [
    OSError("no route"),
    ConnectionResetError("reset"),
    TimeoutError("late"),
    socket.gaierror("no name"),
    urllib.error.URLError("no name"),
    *(exception_of(module)() for module in ("httpx", "httpx._exceptions", "httpcore", "requests.exceptions", "urllib3.exceptions", "http.client", "aiohttp.client_exceptions")),
    # A subclass of one's own.
    exception_of("mine", exception_of("httpx"))(),
]
ERRORS = [ZeroDivisionError(), KeyError("x"), exception_of("httpxyz")(), exception_of("mine.httpx")(), RuntimeError("requests")]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__module__ + "." + type(error).__name__)
def test_a_server_that_is_not_reached(error):
    def send(request):
        raise error

    site, visit = robots_from(send)
    assert (visit.action, visit.reason, str(site.outcome)) == ("give-up-until", "robots-unreachable", "disallow all: robots.txt cannot be reached")
    assert site.failing_since == 1_000 and site.last_error == f"{type(error).__name__}: {error}"
    crawler, site = Crawler("FooBot"), Site("https://e.com")
    site.on_response(crawler, Fetched(404), 0)
    with pytest.raises(type(error)):
        site.visit(crawler, "/a", send, clock=lambda: 1_000.0)
    assert site.next_page_at(crawler, 1_000) == 1_002


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__module__ + "." + type(error).__name__)
def test_an_error_of_the_caller(error):
    def send(request):
        raise error

    site = Site("https://e.com")
    with pytest.raises(type(error)):
        site.visit(Crawler("FooBot"), "/a", send, clock=lambda: 1_000.0)
    # Nothing was learned, and nothing is in flight: whoever waits may fetch it.
    assert site.outcome is None and site.last_error is None
    assert site.decide(Crawler("FooBot"), "/a", 1_001).action == "fetch-robots"
    crawler = Crawler("FooBot")
    site.on_response(crawler, Fetched(404), 0)
    with pytest.raises(type(error)):
        site.visit(crawler, "/a", send, clock=lambda: 1_001.0)
    assert site.next_page_at(crawler, 1_001) == 1_002


def sender_of(client, headers):
    if client == "httpx":
        httpx = pytest.importorskip("httpx")
        return httpx.Client(), lambda made, request: made.send(made.build_request("GET", request.url, headers=headers), stream=True)
    requests = pytest.importorskip("requests")
    return requests.Session(), lambda made, request: made.get(request.url, headers=headers, stream=True)


@pytest.mark.parametrize("client", ["requests", "httpx"])
def test_mistakes_that_clients_find(client):
    """They are exceptions of the client, and for requests an ``OSError``, but say nothing about a site."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made, send = sender_of(client, {"X": "a\nb"})
        site = Site(f"http://127.0.0.1:{listener.getsockname()[1]}")
        with made, pytest.raises(Exception, match="(?i)header|return character") as raised:
            site.visit(Crawler("FooBot"), "/a", lambda request: send(made, request))
    assert type(raised.value).__module__.startswith(client)
    assert site.outcome is None and site.last_error is None


def test_a_body_that_was_read_already():
    httpx = pytest.importorskip("httpx")
    site, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    with httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, content=iter([BODY])))) as client:

        def send(request):
            response = client.send(client.build_request("GET", request.url), stream=True)
            list(response.iter_raw())
            return response

        with pytest.raises(httpx.StreamConsumed):
            site.visit(crawler, "/a", send)
    assert site.outcome is None


@pytest.mark.parametrize("host", ["a..b.example", "a" * 64 + ".example"])
def test_names_that_cannot_be_resolved(host):
    """They are no mistake of the caller: pages link to them, and robots.txt leads to them."""
    for send in (with_urllib, sender_of("httpx", {}), sender_of("requests", {})):
        if isinstance(send, tuple):
            made, sent = send

            def send(request, made=made, sent=sent):
                return sent(made, request)

        site = Site(f"http://{host}/")
        assert site.visit(Crawler("FooBot"), "/a", send).reason == "robots-unreachable"
        site = Site("http://8.8.8.8/")
        visit = site.visit(Crawler("FooBot"), "/a", lambda request: send(request) if host in request.url else (301, {"Location": f"http://{host}/"}, None))
        assert visit.reason == "robots-unreachable", site.outcome


def test_what_urllib_does_not_say():
    """A body that is shorter than its length, or whose length is not one, is not the whole file."""
    answers = {
        b"HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n" + BODY: "IncompleteRead: IncompleteRead(0 bytes read, 33 more expected)",
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 27\r\n\r\n" + BODY: "HTTPException: the answer has several lengths",
        b"HTTP/1.1 200 OK\r\nContent-Length: 27\r\nContent-Length: 27\r\n\r\n" + BODY: None,
        b"HTTP/1.1 200 OK\r\n\r\n" + BODY: None,
    }
    for answer, error in answers.items():
        with socket.create_server(("127.0.0.1", 0)) as listener:

            def serve(answer=answer, listener=listener):
                with listener.accept()[0] as connection:
                    connection.recv(65_536)
                    connection.sendall(answer)

            thread = Thread(target=serve)
            thread.start()
            site = Site(f"http://127.0.0.1:{listener.getsockname()[1]}")
            visit = site.visit(Crawler("FooBot"), "/x", with_urllib)
            thread.join()
        assert (visit.action, site.last_error) == ("give-up-until" if error else "skip", error), answer


def test_a_robots_txt_behind_a_redirect_is_confirmed():
    """The validators go to the URL that sent them, from a site that was pickled, too."""
    asked, now = [], 0.0
    moved, tag = "https://www.e.com/robots.txt", '"1"'

    def send(request):
        asked.append((request.url, request.headers.get("If-None-Match")))
        if request.url == ROBOTS:
            return (301, {"Location": moved}, None)
        if request.headers.get("If-None-Match") == tag:
            return (304, {}, None)
        return (200, {"ETag": tag}, BODY)

    async def asend(request):
        return send(request)

    crawler, site = Crawler("FooBot"), Site("https://e.com")

    def visit(is_async):
        nonlocal now
        now += 2 * 86_400
        asked.clear()
        options = {"clock": lambda: now, "allow_private": True, "timeout": None}
        found = asyncio.run(avisit(site, crawler, "/x", asend, **options)) if is_async else site.visit(crawler, "/x", send, **options)
        assert found.action == "skip"
        return site.outcome.cause, [*asked]

    for is_async in (False, True):
        tag = '"1"'
        site = Site("https://e.com")
        assert visit(is_async) == (None, [(ROBOTS, None), (moved, None)])
        assert visit(is_async) == ("not-modified", [(ROBOTS, None), (moved, '"1"')])
        site = pickle.loads(pickle.dumps(site))
        assert visit(is_async) == ("not-modified", [(ROBOTS, None), (moved, '"1"')])
        tag = '"2"'
        assert visit(is_async) == (None, [(ROBOTS, None), (moved, '"1"')])
        moved = moved + "?2"
        assert visit(is_async) == (None, [(ROBOTS, None), (moved, None)])
        assert visit(is_async) == ("not-modified", [(ROBOTS, None), (moved, '"2"')])


def test_an_interrupted_visit_leaves_nothing_in_flight():
    class Stop(BaseException):
        pass

    def send(request):
        raise Stop

    site, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    for timeout in (60.0, None):
        with pytest.raises(Stop):
            site.visit(crawler, "/a", send, timeout=timeout, clock=lambda: 1_000.0)
        assert site.outcome is None and site.decide(crawler, "/a", 1_000).action == "fetch-robots"


class Tarpit:
    """A server that sends a byte every twentieth of a second, in the head or in the body of its answers."""

    def __init__(self, first):
        self.first, self.hung_up = first, Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            connection.recv(65_536)
            try:
                connection.sendall(self.first)
                for _ in range(200):
                    connection.sendall(b"x")
                    time.sleep(0.05)
            except OSError:
                self.hung_up.set()


TARPITS = {"head": b"HTTP/1.1 200 OK\r\nX-Slow: ", "body": b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"}


def with_urllib(request):
    return urllib.request.urlopen(request.url, timeout=5)


@pytest.mark.parametrize("part", TARPITS)
def test_a_byte_at_a_time_ends_in_time(part):
    tarpit = Tarpit(TARPITS[part])
    site, began = Site(tarpit.base), time.monotonic()
    visit = site.visit(Crawler("FooBot"), "/a", with_urllib, timeout=0.5)
    assert (visit.action, visit.reason) == ("give-up-until", "robots-unreachable")
    assert site.last_error == "TimeoutError: not complete within 0.5 seconds"
    # The thread ends, and with it the connection.
    assert tarpit.hung_up.wait(5) and time.monotonic() - began < 5
    # A page, up to the end of its head; its body is read in the rest of the time.
    site, crawler = Site(tarpit.base), Crawler("FooBot", default_delay=0)
    site.on_response(crawler, Fetched(404))
    began = time.monotonic()
    with pytest.raises(TimeoutError, match="not complete within"):
        site.visit(crawler, "/a", with_urllib, timeout=0.5).read()
    assert time.monotonic() - began < 5 and site.next_page_at(crawler) > time.time() + 1
    tarpit.listener.close()


def test_the_body_of_a_page_is_read_up_to_a_limit():
    site, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    site.on_response(crawler, Fetched(404), 0)
    for client, made in CLIENTS.items():
        response = made(body=b"<p>Hello, and more.")
        visit = site.visit(crawler, "/a", lambda request: response, clock=lambda: 1_000.0)
        assert visit.read(10) == b"<p>Hello, " and response.closed == 1, client
    for body in (b"<p>Hello.", "<p>Hello.", [b"<p>", b"Hello."]):
        assert site.visit(crawler, "/a", lambda request: (200, {}, body), clock=lambda: 1_000.0).read() == b"<p>Hello."
    with pytest.raises(ValueError, match="there is no page to read: not-this-site"):
        site.visit(crawler, "https://e.org/", pytest.fail).read()


def test_a_public_site_does_not_lead_inside():
    """Neither to this machine nor to where clouds keep credentials."""
    for place in ("http://127.0.0.1:9/", "http://169.254.169.254/latest", "http://[::1]/", "http://2130706433/", "http://10.0.0.1/"):
        sent = []

        def send(request):
            sent.append(request.url)
            return (302, {"Location": place}, None) if request.url.endswith("8.8.8.8/robots.txt") else (200, {}, b"")

        site = Site("http://8.8.8.8")
        visit = site.visit(Crawler("FooBot"), "/a", send)
        assert (visit.action, sent) == ("give-up-until", ["http://8.8.8.8/robots.txt"]), place
        assert "is not on the public Internet" in site.last_error
        other = Site("http://8.8.8.8")
        assert other.visit(Crawler("FooBot"), "/a", send, allow_private=True).action == "wait-until"
        assert len(sent) == 3 and sent[1] != sent[2] and other.last_error is None
    # Who names a private host gets it, and where it leads.
    sent = []

    def inside(request):
        sent.append(request.url)
        return (302, {"Location": "http://10.0.0.1/"}, None) if len(sent) == 1 else (200, {}, b"")

    assert Site("http://127.0.0.1:9").visit(Crawler("FooBot"), "/a", inside).action == "wait-until" and len(sent) == 2


def test_a_body_that_breaks_off():
    class Broken(Response):
        def iter_bytes(self, size):
            yield BODY
            raise ConnectionResetError("reset")

    response = Broken()
    site, visit = robots_from(lambda request: response)
    assert (visit.reason, site.outcome.cause, response.closed) == ("robots-unreachable", "unreachable", 1)

    class Odd(Response):
        def iter_bytes(self, size):
            raise ZeroDivisionError
            yield b""

    response = Odd()
    with pytest.raises(ZeroDivisionError):
        robots_from(lambda request: response)
    assert response.closed == 1


def test_exceptions_that_are_answers():
    """Of a status, where the client was asked to raise those."""

    def with_response(request):
        error = exception_of("requests.exceptions")()
        error.response = Response(404, name="status_code", parts="iter_content")
        raise error

    def of_urllib(request):
        raise urllib.error.HTTPError(request.url, 404, "Not Found", Message(), io.BytesIO(b""))

    for send in (with_response, of_urllib):
        site, visit = robots_from(send)
        assert str(site.outcome) == "allow all: robots.txt is unavailable" and visit.action == "page"
        assert getattr(visit.response, "status_code", None) == 404 or visit.response.code == 404

    def without_response(request):
        error = exception_of("requests.exceptions")()
        error.response = None
        raise error

    site, _ = robots_from(without_response)
    assert site.outcome.cause == "unreachable"


def test_a_client_that_follows_redirects():
    followed = Response(name="status_code", parts="iter_content")
    followed.history = [object()]
    for response in (followed,):
        with pytest.raises(ValueError, match="^send: the client followed a redirect from https://e.com/robots.txt; switch that off, so that the site decides$"):
            robots_from(lambda request: response)
    not_followed = Response(name="status_code", parts="iter_content")
    not_followed.history = []
    assert robots_from(lambda request: not_followed)[1].action == "skip"

    class Socket:
        def makefile(self, mode):
            return io.BytesIO(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY))

    def of_urllib(url):
        def send(request):
            response = HTTPResponse(Socket())
            response.begin()
            response.url = url
            return response

        return send

    for url in (None, ROBOTS):
        assert robots_from(of_urllib(url))[1].action == "skip"
    with pytest.raises(ValueError, match="followed a redirect"):
        robots_from(of_urllib("https://e.com/other"))


def test_what_is_no_response():
    class OnlyStatus:
        status = 200

    class OnlyHeaders:
        headers = {}

    for wrong in (OnlyStatus(), OnlyHeaders(), None, 200, b""):
        with pytest.raises(TypeError, match=f"^send: expected a response with a status and headers, or a tuple of status, headers and body, not {type(wrong).__name__}$"):
            robots_from(lambda request: wrong)
    # The status of `status_code` comes first: `status` may be a text.
    both = Response(name="status_code", parts="iter_content")
    both.status = "200 OK"
    assert robots_from(lambda request: both)[1].action == "skip"
