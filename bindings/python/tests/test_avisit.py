"""`avisit` does what `Site.visit` does, step by step, with answers that are awaited. No client needs to be installed."""

import asyncio
import time
from threading import Event, Thread

import pytest
from robots_exclusion import _visit
from robots_exclusion.fetch import Fetched
from robots_exclusion.site import Crawler, Site, Visit, avisit

BODY = b"User-agent: *\nDisallow: /x\n"
ROBOTS = "https://e.com/robots.txt"


def exception_of(module, *bases):
    """An exception that a client defines."""
    return type("Failure", bases or (Exception,), {"__module__": module})()


#: What `send` does, by the URL: a tuple is returned, an exception is raised.
ANSWERS = {
    "rules": {ROBOTS: (200, {}, BODY)},
    "rules in parts": {ROBOTS: (200, [("X", "y")], [BODY[:9], BODY[9:].decode()])},
    "no rules": {ROBOTS: (404, {}, None)},
    "too many": {ROBOTS: (429, {"Retry-After": "60"}, None)},
    "delay": {ROBOTS: (200, {}, BODY + b"Crawl-delay: 10")},
    "too slow": {ROBOTS: (200, {}, BODY + b"Crawl-delay: 86400")},
    "other hours": {ROBOTS: (200, {}, b"User-agent: *\nVisit-time: 0600-0700\n")},
    "redirect": {ROBOTS: (301, {"Location": "https://o.example/b"}, None), "https://o.example/b": (200, {}, BODY)},
    "loop": {ROBOTS: (301, {"Location": "/robots.txt"}, None)},
    "to file": {ROBOTS: (301, {"Location": "file:///etc/passwd"}, None)},
    "inside": {ROBOTS: (301, {"Location": "http://127.0.0.1/"}, None)},
    "moved page": {ROBOTS: (404, {}, None), "https://e.com/a": (302, {"Location": "/b"}, None)},
    "page leads inside": {ROBOTS: (404, {}, None), "https://e.com/a": (302, {"Location": "http://10.0.0.1/"}, None)},
    "slow page": {ROBOTS: (404, {}, None), "https://e.com/a": (503, {"Retry-After": "30"}, None)},
    "no answer": {ROBOTS: ConnectionResetError("reset")},
    "no answer in time": {ROBOTS: asyncio.TimeoutError("late")},
    "error of httpx": {ROBOTS: exception_of("httpx")},
    "error of aiohttp": {ROBOTS: exception_of("aiohttp.client_exceptions")},
    "error of the caller": {ROBOTS: ZeroDivisionError("mine")},
    "no page": {ROBOTS: (404, {}, None), "https://e.com/a": ConnectionResetError("reset")},
    "error of the caller for a page": {ROBOTS: (404, {}, None), "https://e.com/a": KeyError("mine")},
    "no response": {ROBOTS: 200},
}


def responder(answers, sent):
    def respond(request):
        sent.append((type(request), request.url, dict(request.headers), request.is_cross_origin))
        answer = answers.get(request.url, (200, {}, b"page"))
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return respond


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("timeout", [60.0, None])
def test_the_same_steps_as_a_blocking_visit(name, timeout):
    def outcome_of(run):
        site, sent, found = Site("https://e.com"), [], []
        respond = responder(ANSWERS[name], sent)
        for url, now in [("/a", 1_000.0), ("/x", 1_001.0), ("https://o.example/", 1_002.0), ("https://e.com/a", 2_000.0), ("/b", 2_000.5)]:
            try:
                visit = run(site, url, respond, now)
                found.append((visit, visit.redirect))
            except Exception as error:
                found.append((type(error), str(error)))
        return found, sent, site.last_error, site.save()

    crawler = Crawler("FooBot")

    def blocking(site, url, respond, now):
        visit = site.visit(crawler, url, respond, timeout=timeout, clock=lambda: now)
        if visit.action == "page":
            visit.read()
        return visit

    def asynchronous(site, url, respond, now):
        async def send(request):
            await asyncio.sleep(0)
            return respond(request)

        async def run():
            visit = await avisit(site, crawler, url, send, timeout=timeout, clock=lambda: now)
            if visit.action == "page":
                await visit.aread()
            return visit

        return asyncio.run(run())

    assert outcome_of(asynchronous) == outcome_of(blocking)


def answering(answer):
    async def send(request):
        return answer

    return send


async def parts(*given):
    for part in given:
        await asyncio.sleep(0)
        yield part


def allowed_site():
    site, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    site.on_response(crawler, Fetched(404), 0)
    return site, crawler


def test_bodies_are_read_up_to_a_limit():
    async def read(answer, *limit):
        site, crawler = allowed_site()
        visit = await avisit(site, crawler, "/a", answering(answer), clock=lambda: 1_000.0)
        with pytest.raises(ValueError, match="^the client is asynchronous: await aread\\(\\)$"):
            visit.read()
        return await visit.aread(*limit)

    for body in (b"<p>Hello.", "<p>Hello.", [b"<p>", "Hello."], parts(b"<p>", b"Hello.")):
        assert asyncio.run(read((200, {}, body))) == b"<p>Hello."
    assert asyncio.run(read((200, {}, parts(b"<p>", b"Hello.", b"never")), 5)) == b"<p>He"

    site, crawler = allowed_site()
    visit = site.visit(crawler, "/a", lambda request: (200, {}, b""), clock=lambda: 1_000.0)
    with pytest.raises(ValueError, match="^the client is blocking: call read\\(\\)$"):
        asyncio.run(visit.aread())
    with pytest.raises(ValueError, match="^there is no page to read: skip$"):
        asyncio.run(Visit(action="skip").aread())


class Response:
    """As httpx and aiohttp have them."""

    def __init__(self, kind, *given):
        self.given, self.closed, self.headers = given, 0, {}
        if kind == "httpx":
            self.status_code, self.aiter_bytes, self.iter_bytes, self.aclose = 200, self._parts, None, self._aclose
        else:
            self.status, self.content, self.close = 200, self, self._close
            self.iter_chunked = self._parts

    async def _parts(self, size):
        for part in self.given:
            if isinstance(part, Exception):
                raise part
            yield part

    def _close(self):
        self.closed += 1

    async def _aclose(self):
        self._close()


@pytest.mark.parametrize("kind", ["httpx", "aiohttp"])
def test_responses_are_read_and_closed(kind):
    site, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0, min_delay=0)
    robots, page = Response(kind, BODY[:9], BODY[9:]), Response(kind, b"Hel", b"lo")

    async def send(request):
        return robots if request.url == ROBOTS else page

    async def run():
        assert (await avisit(site, crawler, "/x", send)).action == "skip" and robots.closed == 1
        visit = await avisit(site, crawler, "/a", send)
        assert visit.response is page and page.closed == 0
        assert await visit.aread() == b"Hello" and page.closed == 1
        broken = Response(kind, b"Hel", ConnectionResetError("reset"))
        visit = await avisit(site, crawler, "/b", answering(broken))
        with pytest.raises(ConnectionResetError):
            await visit.aread()
        # The site is told.
        assert broken.closed == 1 and (await avisit(site, crawler, "/c", send)).action == "wait-until"

    asyncio.run(run())
    # A coding that no client decodes.
    coded = Response(kind, BODY)
    coded.headers = {"Content-Encoding": "x-own"}
    site = Site("https://e.com")
    assert asyncio.run(avisit(site, crawler, "/a", answering(coded))).reason == "robots-unreachable"


def test_a_byte_at_a_time_ends_in_time():
    async def never_ending():
        while True:
            await asyncio.sleep(0.01)
            yield b"#"

    async def hangs(request):
        await asyncio.sleep(3600)

    async def run():
        for send in (hangs, answering((200, {}, never_ending()))):
            site = Site("https://e.com")
            visit = await avisit(site, Crawler("FooBot"), "/a", send, timeout=0.1)
            assert visit.reason == "robots-unreachable" and site.last_error == "TimeoutError: not complete within 0.1 seconds"
        site, crawler = allowed_site()
        with pytest.raises(TimeoutError, match="^not complete within 0.1 seconds$"):
            await avisit(site, crawler, "/a", hangs, timeout=0.1, clock=lambda: 1_000.0)
        visit = await avisit(site, crawler, "/a", answering((200, {}, never_ending())), timeout=0.3, clock=lambda: 2_000.0)
        with pytest.raises(TimeoutError, match="^not complete within"):
            await visit.aread()
        assert site.next_page_at(crawler, 2_000) >= 2_002

    asyncio.run(run())


def test_tasks_fetch_robots_once():
    async def run():
        site, crawler, sent = Site("https://e.com"), Crawler("FooBot", default_delay=0), []

        async def send(request):
            sent.append(request.url)
            await asyncio.sleep(0.05)
            return (200, {}, BODY)

        visits = await asyncio.gather(*(avisit(site, crawler, "/x", send) for _ in range(20)))
        assert {visit.action for visit in visits} == {"skip"} and sent == [ROBOTS]
        # Another site is another one, and so is the same one in another loop.
        assert _visit._under_way == {}

    asyncio.run(run())


def test_a_cancelled_visit_leaves_nothing_in_flight():
    """Another task that waits for robots.txt fetches it then."""

    async def run():
        site, crawler, sent = Site("https://e.com"), Crawler("FooBot", default_delay=0), []

        async def send(request):
            sent.append(request.url)
            await asyncio.sleep(3600 if len(sent) == 1 else 0)
            return (200, {}, BODY)

        first = asyncio.create_task(avisit(site, crawler, "/x", send))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(avisit(site, crawler, "/x", send))
        await asyncio.sleep(0.01)
        assert sent == [ROBOTS]
        first.cancel()
        assert (await second).action == "skip" and sent == [ROBOTS, ROBOTS]
        with pytest.raises(asyncio.CancelledError):
            await first
        # So does a cancelled one that only waited.
        assert site.last_error is None and _visit._under_way == {}

    asyncio.run(run())


def test_an_error_of_the_caller_lets_another_task_fetch():
    async def run():
        site, crawler, sent = Site("https://e.com"), Crawler("FooBot", default_delay=0), []

        async def send(request):
            sent.append(request.url)
            await asyncio.sleep(0)
            if len(sent) == 1:
                raise RuntimeError("mine")
            return (200, {}, BODY)

        visits = await asyncio.gather(*(avisit(site, crawler, "/x", send) for _ in range(3)), return_exceptions=True)
        assert isinstance(visits[0], RuntimeError) and [visit.action for visit in visits[1:]] == ["skip", "skip"] and len(sent) == 2

    asyncio.run(run())


def test_a_thread_that_is_interrupted_lets_another_one_fetch():
    class Stop(BaseException):
        pass

    site, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    is_fetching, is_stopped, ended = Event(), Event(), []

    def first(request):
        is_fetching.set()
        is_stopped.wait(30)
        raise Stop

    def interrupted():
        try:
            site.visit(crawler, "/x", first)
        except Stop:
            ended.append("stopped")

    threads = [Thread(target=interrupted), Thread(target=lambda: ended.append(site.visit(crawler, "/x", lambda request: (200, {}, BODY)).action))]
    threads[0].start()
    assert is_fetching.wait(30)
    threads[1].start()
    time.sleep(0.05)
    assert ended == []
    is_stopped.set()
    for thread in threads:
        thread.join(30)
    assert sorted(ended) == ["skip", "stopped"] and site.last_error is None


def test_a_thread_is_fetching():
    """Of another loop, or of none: the task does not stand still."""
    site, crawler = Site("https://e.com"), Crawler("FooBot")
    site.on_robots_request(1_000)
    visit = asyncio.run(avisit(site, crawler, "/a", answering((200, {}, BODY)), clock=lambda: 1_001.0))
    assert (visit.action, visit.reason) == ("wait-until", "robots-in-flight")


def test_a_client_that_follows_redirects():
    response = Response("httpx")
    response.history = [object()]
    with pytest.raises(ValueError, match="followed a redirect from https://e.com/robots.txt"):
        asyncio.run(avisit(Site("https://e.com"), Crawler("FooBot"), "/", answering(response)))


def test_exceptions_that_are_answers():
    """Of a status, where the client was asked to raise those."""

    async def send(request):
        error = exception_of("httpx")
        error.response = (404, {}, None)
        raise error

    site = Site("https://e.com")
    visit = asyncio.run(avisit(site, Crawler("FooBot", default_delay=0), "/a", send))
    assert (visit.action, str(site.outcome)) == ("page", "allow all: robots.txt is unavailable")
