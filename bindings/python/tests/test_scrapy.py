"""Scrapy's middleware and parser, called directly: each setting, signal and branch alone. test_site.py has whole crawls."""

from ipaddress import ip_address
from types import SimpleNamespace

import pytest

pytest.importorskip("scrapy")

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.settings import Settings
from twisted.internet.defer import Deferred

import robots_exclusion as rx
from robots_exclusion import scrapy as ours
from robots_exclusion.scrapy import RobotParser, SiteMiddleware
from robots_exclusion.site import Site

BODY = "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: *\nDisallow: /star\nDisalow: /typo\n"
BASE = "https://e.com"


class Signals:
    def __init__(self):
        self.connected = []

    def connect(self, handler, signal):
        self.connected.append((handler.__name__, signal))


class Stats(dict):
    def inc_value(self, name):
        self[name] = self.get(name, 0) + 1


class Engine:
    """Answers requests for robots.txt from a list, and remembers them."""

    def __init__(self, answers):
        self.answers, self.asked = list(answers), []
        self.downloader = SimpleNamespace(per_slot_settings={}, slots={}, get_slot_key=lambda request: "slot")

    async def download_async(self, request):
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Deferred):
            answer = await answer
        status, headers, body, *address = answer
        return Response(request.url, status=status, headers=headers, body=body.encode(), ip_address=ip_address(*address) if address else None)


class Clock:
    """The time, and the waits until it is later."""

    def __init__(self):
        self.now, self.slept = 1_000_000.0, []

    def time(self):
        return self.now

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """A clock of its own. The compiled part is told the time of it."""
    clock = Clock()

    async def sleep(seconds):
        clock.slept.append(seconds)
        clock.now += seconds

    async def in_thread(function, *arguments):
        return function(*arguments)

    class Told:
        """A site that reads this clock."""

        def __init__(self, url):
            self.site = Site(url)

        def __getattr__(self, name):
            found = getattr(self.site, name)
            timed = {"decide": 2, "on_response": 2, "on_page_request": 0, "on_page_response": 2, "on_page_failure": 0}
            if name not in timed:
                return found
            if name == "on_page_response":
                return lambda status, headers: found(status, headers, clock.now)
            return lambda *arguments: found(*arguments, clock.now)

    monkeypatch.setattr(ours, "Site", Told)
    monkeypatch.setattr(ours, "time", clock)
    monkeypatch.setattr(ours, "_sleep", sleep)
    monkeypatch.setattr(ours, "_in_thread", in_thread)
    monkeypatch.setattr(ours, "maybe_deferred_to_future", lambda deferred: deferred)
    return clock


def middleware(*answers, **settings):
    answers = answers or [(200, {}, BODY)]
    crawler = SimpleNamespace(
        settings=Settings({"ROBOTSTXT_OBEY": True, "USER_AGENT": "MyBot/1.0", **settings}),
        signals=Signals(),
        stats=Stats(),
        engine=Engine(answers),
        spider=None,
    )
    return SiteMiddleware.from_crawler(crawler)


def process(made, *paths, **given):
    """What came of a request for each path: true if it was let through, or the reason."""
    outcomes = []
    for path in paths:
        request = path if isinstance(path, Request) else Request(path if "://" in path else BASE + path, **given)
        found = []
        deferred = Deferred.fromCoroutine(made.process_request(request))
        deferred.addCallbacks(lambda _: found.append(True), lambda failure: found.append(failure.value))
        assert found, "it waits"
        if isinstance(found[0], Exception) and not isinstance(found[0], IgnoreRequest):
            raise found[0]
        outcomes.append(found[0] if found[0] is True else str(found[0]))
    return outcomes


FORBIDDEN = "Forbidden by robots.txt"


def test_it_is_only_there_if_robots_txt_is_obeyed():
    for value, is_there in [(True, True), ("1", True), (False, False), (None, False)]:
        if is_there:
            assert middleware(ROBOTSTXT_OBEY=value)
        else:
            with pytest.raises(NotConfigured):
                middleware(ROBOTSTXT_OBEY=value)


def test_signals():
    names = ["request_reached_downloader", "headers_received", "bytes_received", "response_downloaded", "request_left_downloader"]
    assert middleware().crawler.signals.connected == [(name, getattr(signals, name)) for name in names]


@pytest.mark.parametrize(
    ("settings", "headers", "group"),
    [
        ({}, {}, "*"),
        ({"USER_AGENT": "FooBot/1.0"}, {}, "FooBot"),
        ({}, {"User-Agent": "FooBot/1.0"}, "FooBot"),
        ({"USER_AGENT": "FooBot"}, {"User-Agent": "BarBot/1.0"}, "*"),
        ({"ROBOTSTXT_USER_AGENT": "FooBot"}, {}, "FooBot"),
        ({"ROBOTSTXT_USER_AGENT": "BarBot", "USER_AGENT": "FooBot"}, {"User-Agent": "FooBot"}, "*"),
        ({}, {"User-Agent": b"Mozilla/5.0 (compatible; FooBot/1.0; \xff)"}, "FooBot"),
    ],
)
def test_who_the_crawler_is(clock, settings, headers, group):
    made = middleware(ROBOTSTXT_STRICT=True, **settings)
    expected = {"*": [True, FORBIDDEN], "FooBot": [FORBIDDEN, True]}[group]
    assert process(made, "/foo", "/star", headers=headers) == expected
    assert made.crawler.stats["robotstxt/forbidden"] == 1 and len(made.crawler.engine.asked) == 1


def test_each_request_is_its_own_crawler(clock):
    made = middleware((200, {}, BODY), (200, {}, BODY))
    assert process(made, "/foo", headers={"User-Agent": "FooBot"}) == [FORBIDDEN]
    assert process(made, "/foo", headers={"User-Agent": "BarBot"}) == [True]
    request = Request(BASE + "/foo", headers={"User-Agent": "BarBot"})
    assert process(made, request) == [True]
    # It stays who it was when it came, whatever later middlewares write.
    request.headers["User-Agent"] = "FooBot"
    assert process(made, request) == [True]
    # Each has its own copy of robots.txt.
    assert process(made, "/foo", headers={"User-Agent": "FooBot"}) == [FORBIDDEN] and len(made.crawler.engine.asked) == 2


def test_the_setting_is_what_a_person_writes(clock):
    """A name, not a header, in which names of browsers are none of the crawler's."""
    for name in ("Mozilla", "Googlebot-News"):
        robots = f"User-agent: {name.partition('-')[0]}\nDisallow: /own\n"
        assert process(middleware((200, {}, robots), ROBOTSTXT_USER_AGENT=name), "/own", "/") == [FORBIDDEN, True]


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ({}, False),
        ({"ROBOTSTXT_STRICT": True}, True),
        ({"ROBOTSTXT_STRICT": "0"}, False),
        ({"ROBOTSTXT_DIALECT": "rfc9309"}, True),
        ({"ROBOTSTXT_DIALECT": "lenient", "ROBOTSTXT_STRICT": True}, False),
        ({"ROBOTSTXT_DIALECT": rx.Dialect.LENIENT.replace(key_spelling="exact")}, True),
    ],
)
def test_how_files_are_read(clock, settings, allowed):
    assert process(middleware(**settings), "/typo") == [True if allowed else FORBIDDEN]


def test_a_dialect_says_what_statuses_mean(clock):
    assert process(middleware((403, {}, "")), "/") == [True]
    assert process(middleware((403, {}, ""), ROBOTSTXT_DIALECT="draft1996"), "/") == [FORBIDDEN]
    assert process(middleware((429, {}, "")), "/") == ["robots.txt cannot be reached"]
    assert process(middleware((429, {}, ""), ROBOTSTXT_STRICT=True), "/") == [True]


def test_the_longest_delay(clock):
    def asked_for(seconds, **settings):
        made = middleware((200, {}, f"User-agent: *\nCrawl-delay: {seconds}\n"), **settings)
        outcome = process(made, "/a")[0]
        return outcome, made.crawler.stats.get("robotstxt/too_slow", 0)

    slow = ("The site asks for a longer delay than the crawler keeps", 1)
    assert asked_for(60) == (True, 0) and asked_for(61) == slow
    assert asked_for(5, ROBOTSTXT_MAX_DELAY=5) == (True, 0) and asked_for(5.5, ROBOTSTXT_MAX_DELAY=5) == slow
    assert asked_for(600, ROBOTSTXT_MAX_DELAY="700") == (True, 0)


def test_delays_of_the_site_are_waited_for(clock):
    made = middleware((200, {}, "User-agent: *\nCrawl-delay: 50\n"), ROBOTSTXT_MAX_WAIT=2)
    first, second = Request(BASE + "/a"), Request(BASE + "/b")
    # The delay counts from the request for robots.txt, too.
    assert process(made, first) == [True] and clock.slept == [50]
    made.request_reached_downloader(first)
    clock.now += 20
    assert process(made, second) == [True] and clock.slept == [50, 30]


def test_no_delay_but_that_of_the_site(clock):
    """Scrapy keeps its own."""
    made = middleware()
    for path in "abc":
        request = Request(f"{BASE}/{path}")
        assert process(made, request) == [True]
        made.request_reached_downloader(request)
    assert clock.slept == []


@pytest.mark.parametrize(("wait", "outcome"), [(None, 60), (10, 10), ("90.5", 90.5)])
def test_the_longest_wait(clock, wait, outcome):
    settings = {} if wait is None else {"ROBOTSTXT_MAX_WAIT": wait}
    late = "The site is not to be visited for now (pause)"
    for seconds in (outcome, outcome + 1):
        made = middleware(ROBOTSTXT_MAX_DELAY=1, **settings)
        request = Request(BASE + "/a")
        assert process(made, request) == [True]
        made.request_reached_downloader(request)
        made.response_downloaded(Response(request.url, status=503, headers={"Retry-After": str(int(seconds))}), request)
        clock.slept.clear()
        is_late = int(seconds) > outcome
        assert process(made, "/b") == [late if is_late else True]
        assert made.crawler.stats.get("robotstxt/too_late", 0) == is_late and clock.slept == ([] if is_late else [int(seconds)])


def test_hours_of_the_day(clock):
    clock.now = 100 * 86_400 + 3_600.0
    made = middleware((200, {}, "User-agent: *\nVisit-time: 0600-0700\n"), ROBOTSTXT_MAX_DELAY=6 * 3600)
    # The longest delay is no reason to wait longer for an hour of the day.
    assert process(made, "/a") == ["The site is not to be visited for now (visit-time)"]
    made = middleware((200, {}, "User-agent: *\nVisit-time: 0600-0700\n"), ROBOTSTXT_MAX_WAIT=5 * 3600)
    assert process(made, "/a") == [True] and clock.slept == [5 * 3600]


def test_complaints_slow_down(clock):
    made = middleware(ROBOTSTXT_MAX_WAIT=4, ROBOTSTXT_MAX_DELAY=1)

    def complain(status=503, headers=None):
        request = Request(BASE + "/a")
        made.request_reached_downloader(request)
        made.headers_received(request)
        made.response_downloaded(Response(request.url, status=status, headers=headers or {}), request)
        clock.slept.clear()
        return process(made, "/b"), list(clock.slept)

    assert process(made, "/b") == [True]
    assert complain(200) == ([True], []) and complain(404) == ([True], [])
    assert complain(429) == ([True], [2]) and complain(500) == ([True], [4])
    assert complain(599) == (["The site is not to be visited for now (delay)"], [])
    assert made.crawler.stats["robotstxt/too_late"] == 1


def test_a_complaint_about_a_request_that_nobody_saw_begin(clock):
    made = middleware()
    seen, unseen = Request(BASE + "/a"), Request(BASE + "/b")
    assert process(made, seen, unseen) == [True, True]
    made.request_reached_downloader(seen)
    for request in (seen, unseen):
        made.response_downloaded(Response(request.url, status=503), request)
    # Two complaints, because the second may be about a later request.
    assert process(made, "/c") == [True] and clock.slept == [4]


def test_complaints_that_come_together_count_once(clock):
    def after(complain):
        made = middleware()
        requests = [Request(f"{BASE}/{number}") for number in range(4)]
        assert process(made, *requests) == [True] * 4
        for request in requests:
            if complain is not never_sent:
                made.request_reached_downloader(request)
        clock.now += 0.25
        for request in requests:
            complain(made, request)
        clock.slept.clear()
        assert process(made, "/b") == [True]
        return list(clock.slept)

    def answered(status):
        def answer(made, request):
            made.headers_received(request)
            made.response_downloaded(Response(request.url, status=status), request)
            made.request_left_downloader(request)

        return answer

    def broken(made, request):
        made.request_left_downloader(request)

    def stopped(made, request):
        # What fails after its header fields were received may have been stopped by the crawler.
        made.headers_received(request)
        made.request_left_downloader(request)

    def never_sent(made, request):
        made.request_left_downloader(request)

    def unseen(made, request):
        # An answer whose header fields no signal was sent for; the others are under way.
        if request.url.endswith("3"):
            made.response_downloaded(Response(request.url, status=200), request)
            made.request_left_downloader(request)

    def mixed(made, request):
        # One good answer takes no doubling back.
        made.response_downloaded(Response(request.url, status=200 if request.url.endswith("3") else 503), request)

    assert [after(answered(status)) for status in (429, 500, 503, 599)] == [[1.75]] * 4 and after(broken) == [1.75]
    assert [after(answered(status)) for status in (200, 404, 428, 430, 499)] == [[]] * 5
    assert (after(stopped), after(never_sent), after(unseen), after(mixed)) == ([], [], [], [1.75])

    def asked_to_wait(made, request):
        made.response_downloaded(Response(request.url, status=503, headers={"Retry-After": "20" if request.url.endswith("3") else "10"}), request)

    # A pause that is asked for counts in any case.
    assert after(asked_to_wait) == [20]


def test_what_the_downloader_does_is_told_of_pages_only(clock):
    made = middleware()
    robots = Request(BASE + "/robots.txt", meta={"dont_obey_robotstxt": True})
    assert process(made, robots) == [True]
    for request in (robots, Request("data:,x"), Request("file:///x")):
        assert process(made, request) == [True]
        made.request_reached_downloader(request)
        made.headers_received(request)
        made.response_downloaded(Response(request.url, status=503), request)
        made.request_left_downloader(request)
    assert made.crawler.engine.asked == [] and made._sites == {}
    assert process(made, "HTTPS://e.com/star") == [FORBIDDEN]
    assert process(middleware(), "http://e.com/star") == [FORBIDDEN]


def test_the_request_for_robots_txt(clock):
    made = middleware()
    assert process(made, "/a", headers={"User-Agent": "BarBot/2", "Cookie": "secret"}) == [True]
    (request,) = made.crawler.engine.asked
    assert (request.url, request.priority, request.callback) == (BASE + "/robots.txt", 1000, ours.NO_CALLBACK)
    assert request.meta == {"dont_obey_robotstxt": True, "dont_redirect": True, "dont_retry": True, "dont_merge_cookies": True, "handle_httpstatus_all": True}
    assert request.headers.to_unicode_dict() == {"User-Agent": "BarBot/2"}
    counted = {"robotstxt/request_count": 1, "robotstxt/response_count": 1, "robotstxt/response_status_count/200": 1}
    assert made.crawler.stats == counted


def test_without_statistics(clock):
    made = middleware()
    made.crawler.stats = None
    assert process(made, "/a", "/star") == [True, FORBIDDEN]


def test_an_old_robots_txt_is_asked_for_again(clock):
    made = middleware((200, {"ETag": '"1"', "Cache-Control": "max-age=3600"}, BODY), (304, {}, ""), (200, {}, ""))
    assert process(made, "/star") == [FORBIDDEN]
    clock.now += 2 * 86_400
    assert process(made, "/star") == [FORBIDDEN]
    assert [request.headers.get("If-None-Match") for request in made.crawler.engine.asked] == [None, b'"1"']
    clock.now += 2 * 86_400
    assert process(made, "/star") == [True] and made.crawler.engine.answers == []


def test_every_line_of_a_field_is_read(clock):
    made = middleware((200, {"Cache-Control": ["public", "max-age=7200"]}, BODY), (200, {}, ""))
    assert process(made, "/star") == [FORBIDDEN]
    clock.now += 7_199
    assert process(made, "/star") == [FORBIDDEN]
    clock.now += 2
    assert process(made, "/star") == [True]


def test_redirects_to_other_hosts(clock, monkeypatch):
    monkeypatch.setattr(ours, "leads_inside", lambda request: request.url.startswith("https://inside"))
    settings = {"DEFAULT_REQUEST_HEADERS": {"X-Key": "secret", "Accept": "text/html", "Accept-Language": "en"}}
    made = middleware((301, {"Location": "/a"}, ""), (301, {"Location": "https://other.example/b"}, ""), (200, {}, BODY), **settings)
    assert process(made, "/star", headers={"User-Agent": "BarBot"}) == [FORBIDDEN]
    first, second, third = made.crawler.engine.asked
    assert [request.url for request in (first, second, third)] == [BASE + "/robots.txt", BASE + "/a", "https://other.example/b"]
    assert list(first.headers) == list(second.headers) == [b"User-Agent"]
    # Fields without a value, so that no middleware adds them.
    assert {name: third.headers.getlist(name) for name in third.headers} == {b"User-Agent": [b"BarBot"], b"Authorization": [], b"Cookie": [], b"X-Key": []}
    # Without a name of its own, the client has none for other hosts either, unless its settings have.
    made = middleware((301, {"Location": "https://other.example/b"}, ""), (200, {}, BODY), DEFAULT_REQUEST_HEADERS={"User-Agent": "Own", "X-Key": "secret"})
    assert process(made, "/star") == [FORBIDDEN]
    assert sorted(made.crawler.engine.asked[1].headers) == [b"Authorization", b"Cookie", b"X-Key"]
    made = middleware((301, {"Location": "https://inside.example/"}, ""))
    assert process(made, "/a") == ["robots.txt cannot be reached"] and len(made.crawler.engine.asked) == 1
    assert made.crawler.stats["robotstxt/exception_count/<class 'ConnectionRefusedError'>"] == 1


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("93.184.215.14", "8.8.8.8", FORBIDDEN),
        ("93.184.215.14", "169.254.169.254", "robots.txt cannot be reached"),
        ("2606:2800:21f:cb07::1", "::1", "robots.txt cannot be reached"),
        # Who names a private host, or has a proxy there.
        ("10.0.0.1", "127.0.0.1", FORBIDDEN),
        ("10.0.0.1", "10.0.0.1", FORBIDDEN),
    ],
)
def test_names_that_lead_inside_after_they_were_looked_up(clock, monkeypatch, first, second, outcome):
    monkeypatch.setattr(ours, "leads_inside", lambda request: False)
    made = middleware((301, {"Location": "https://other.example/"}, "", first), (200, {}, BODY, second))
    assert process(made, "/star") == [outcome] and len(made.crawler.engine.asked) == 2


def test_a_robots_txt_that_cannot_be_reached(clock, caplog):
    made = middleware(ConnectionResetError("gone"), (200, {}, BODY))
    assert process(made, "/a", "/a") == ["robots.txt cannot be reached"] * 2
    assert "robots.txt of https://e.com cannot be reached: gone" in caplog.text
    assert made.crawler.stats == {"robotstxt/request_count": 1, "robotstxt/exception_count/<class 'ConnectionResetError'>": 1, "robotstxt/unreachable": 2}
    clock.now += 86_400
    assert process(made, "/a") == [True]


def test_what_is_compressed_was_decompressed(clock):
    assert process(middleware((200, {"Content-Encoding": "br"}, "...")), "/a") == ["robots.txt cannot be reached"]


def test_one_request_for_robots_txt_at_a_time(clock):
    answer = Deferred()
    made = middleware(answer, (200, {}, BODY))
    done = []
    for path in ("/a", "/star", "/b"):
        deferred = Deferred.fromCoroutine(made.process_request(Request(BASE + path)))
        deferred.addCallbacks(lambda _, path=path: done.append((path, True)), lambda failure, path=path: done.append((path, str(failure.value))))
    assert done == [] and len(made.crawler.engine.asked) == 1
    # Another site, and another crawler, do not wait for it.
    assert process(made, "https://other.example/a") == [True]
    answer.callback((200, {}, BODY))
    assert sorted(done) == [("/a", True), ("/b", True), ("/star", FORBIDDEN)] and made._waiting == {}


def test_the_delay_of_a_slot(clock):
    def slot_of(asked, slot=None, already=None, **settings):
        made = middleware((200, {}, f"User-agent: *\nCrawl-delay: {asked}\n" if asked else ""), **settings)
        downloader = made.crawler.engine.downloader
        if slot is not None:
            downloader.slots["slot"] = slot
        if already is not None:
            downloader.per_slot_settings["slot"] = dict(already)
        assert process(made, "/a") == [True]
        return downloader.per_slot_settings.get("slot")

    exact = {"jitter": 0.0, "randomize_delay": False}
    assert slot_of(None) is None
    assert slot_of(0.5) == {"delay": 0.5, **exact}
    # A longer delay of the settings stays.
    assert slot_of(0.5, DOWNLOAD_DELAY=3) == {"delay": 3.0, **exact}
    assert slot_of(0.5, already={"delay": 2, "concurrency": 1}) == {"delay": 2, "concurrency": 1, **exact}
    new, old = SimpleNamespace(delay=0, jitter=0.5), SimpleNamespace(delay=0, randomize_delay=True)
    slot_of(7, slot=new)
    slot_of(7, slot=old)
    assert vars(new) == {"delay": 7, "jitter": 0.0} and vars(old) == {"delay": 7, "randomize_delay": False}
    # Not longer than the longest delay that is kept, which the site has for certain hours.
    rate = middleware((200, {}, "User-agent: *\nCrawl-delay: 10\n"), ROBOTSTXT_MAX_DELAY=10)
    assert process(rate, "/a") == [True] and rate.crawler.engine.downloader.per_slot_settings["slot"]["delay"] == 10


def test_an_engine_without_coroutines(clock):
    made = middleware()
    engine = made.crawler.engine
    made.crawler.engine = SimpleNamespace(downloader=engine.downloader, download=lambda request: Deferred.fromCoroutine(engine.download_async(request)))
    assert process(made, "/star", "/a") == [FORBIDDEN, True]


def test_the_parser():
    body = BODY.replace("/foo\n", "/foo\nCrawl-delay: 2.5\n").encode()
    parser = RobotParser.from_crawler(None, body)
    assert isinstance(parser, RobotParser) and not parser.allowed("/typo", "BarBot") and not parser.allowed("/foo", b"FooBot")
    assert (parser.crawl_delay(b"FooBot/1"), parser.crawl_delay("BarBot")) == (2.5, None)
    # What is no URL, and bytes that are no UTF-8, are taken for some path and some name.
    assert parser.allowed("foo", "FooBot") and parser.allowed(b"\xff", b"\xff")
    assert RobotParser(b"Disallow: /x").allowed("/x", "a")

    class Exact(RobotParser):
        dialect = rx.Dialect.RFC_9309

    assert Exact.from_crawler(None, body).allowed("/typo", "BarBot") and isinstance(Exact.from_crawler(None, body), Exact)
