"""Sites and requests, call by call: the clock, each argument, limits of a body, copies in the middle of a request."""

import copy
import pickle
import socket
import sys
import time

import pytest

import robots_exclusion as rx
from robots_exclusion import _native
from robots_exclusion.fetch import Fetched, RobotsRequest, is_public_address, leads_inside
from robots_exclusion.site import Crawler, Decision, Site

BODY = "User-agent: *\nDisallow: /x\nSitemap: https://e.com/1.xml\nSitemap: https://e.com/2.xml\n"
DAY = 86_400
#: No answer about the present is as old as this.
LONG_AGO = 1_000.0


def copies(value):
    return [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]


def ready(crawler, now, body=BODY):
    site = Site("https://e.com")
    site.on_response(crawler, Fetched(200, body=body), now)
    return site


def test_the_clock_counts_where_no_time_is_given():
    crawler = Crawler("FooBot", default_delay=1_000)

    def near(found, expected):
        assert abs(found - time.time() - expected) < 60, (found, expected)

    near(Site("https://e.com").next_due(crawler), 0)
    near(Site("https://e.com").next_page_at(crawler), 0)
    site = Site("https://e.com")
    site.on_robots_request()
    quick = Crawler("FooBot", default_delay=0)
    assert site.decide(quick, "/").reason == "robots-in-flight"
    near(site.decide(quick, "/").until, 60)
    near(site.next_due(quick), 60)
    # The delay counts from the request, as long as there is no answer.
    near(site.next_page_at(crawler), 1_000)
    site.on_response(crawler, Fetched(200, body=BODY))
    near(site.next_fetch_at, DAY)
    near(site.next_page_at(crawler), 1_000)
    site = Site("https://e.com")
    site.on_failure(crawler)
    near(site.failing_since, 0)
    site = ready(crawler, LONG_AGO)
    site.on_page_request()
    near(site.next_page_at(crawler), 1_000)
    for headers in ({"Retry-After": "5000"}, [("retry-after", b"5000")]):
        site = ready(crawler, LONG_AGO)
        site.on_page_response(503, headers)
        near(site.next_page_at(crawler), 5_000)
    site = ready(crawler, LONG_AGO)
    site.on_page_request(time.time())
    site.on_page_failure()
    assert site.next_page_at(crawler) > time.time() + 1_500
    # The clock of a given time is not looked at.
    assert ready(crawler, LONG_AGO).decide(crawler, "/", LONG_AGO).until == LONG_AGO + 1_000
    assert ready(crawler, LONG_AGO).next_due(crawler, LONG_AGO) == ready(crawler, LONG_AGO).next_page_at(crawler, LONG_AGO) == LONG_AGO + 1_000
    assert ready(crawler, LONG_AGO).decide(crawler, "/").action == "fetch-robots"


def test_time_that_passes_heals():
    """A failure is told with its time, and forgotten an hour later for each doubling."""
    crawler = Crawler("FooBot")
    site = ready(crawler, LONG_AGO)
    for now in (LONG_AGO, LONG_AGO + 10):
        site.on_page_request(now)
        site.on_page_failure(now)
    assert site.next_page_at(crawler, LONG_AGO + 10) == LONG_AGO + 14
    again = Site.restore(site.save())
    site.on_page_response(503, None, LONG_AGO + 10)
    # The second good answer in a row takes one back.
    for _ in range(2):
        again.on_page_response(200, None, LONG_AGO + 10)
    assert site.next_page_at(crawler, LONG_AGO + 10) == LONG_AGO + 18 and again.next_page_at(crawler, LONG_AGO + 10) == LONG_AGO + 12


def test_each_argument_of_a_crawler():
    def after_one_page(crawler, body=BODY):
        site = ready(crawler, LONG_AGO, body)
        site.on_page_request(LONG_AGO)
        decision = site.decide(crawler, "/", LONG_AGO)
        return (decision.until or LONG_AGO) - LONG_AGO, decision.action

    typo, delay = "User-agent: *\nDisalow: /x\n", "User-agent: *\nCrawl-delay: 100\n"
    assert after_one_page(Crawler("a")) == (1, "wait-until") and after_one_page(Crawler("a", strict=True)) == (0, "fetch-page")
    assert after_one_page(Crawler("a", default_delay=5)) == after_one_page(Crawler("a", strict=True, default_delay=5)) == (5, "wait-until")
    assert after_one_page(Crawler("a", max_delay=99), delay) == (0, "too-slow") and after_one_page(Crawler("a", max_delay=100), delay) == (100, "wait-until")
    hasty = "User-agent: *\nCrawl-delay: 0\n"
    assert after_one_page(Crawler("a", default_delay=5), hasty) == (1, "wait-until") and after_one_page(Crawler("a", strict=True), hasty) == (0, "fetch-page")
    assert after_one_page(Crawler("a", min_delay=0), hasty) == (0, "fetch-page") and after_one_page(Crawler("a", min_delay=3), hasty) == (3, "wait-until")
    # To the fraction of a second.
    assert after_one_page(Crawler("a", default_delay=1.5)) == after_one_page(Crawler("a"), "User-agent: *\nCrawl-delay: 1.5\n") == (1.5, "wait-until")
    fractions = Crawler("a", max_delay=1.25)
    assert after_one_page(fractions, "User-agent: *\nCrawl-delay: 1.25\n") == (1.25, "wait-until")
    slow = ready(fractions, LONG_AGO, "User-agent: *\nCrawl-delay: 1.75\n").decide(fractions, "/", LONG_AGO)
    assert slow == Decision(action="too-slow", delay=1.75)
    for crawler, reads in [
        (Crawler("a"), True),
        (Crawler("a", strict=True), False),
        (Crawler("a", dialect="rfc9309"), False),
        (Crawler("a", strict=True, dialect="lenient"), True),
    ]:
        for one in (crawler, *copies(crawler)):
            assert one == crawler and ready(one, LONG_AGO, typo).rules(one).is_allowed("/x") is not reads
            # It asks for robots.txt as it reads it.
            assert Site("https://e.com").robots_request(one) == Site("https://e.com").robots_request(crawler)
    made = [{}, {"strict": True}, {"dialect": "google"}, {"default_delay": 2}, {"min_delay": 3}, {"max_delay": 7}, {"max_wait": 9}, {"max_open": 2}]
    crawlers = [Crawler(name, **options) for options in made for name in ("a", "b", "Googlebot", "AdsBot-Google", ("b", "a"))]
    assert len(set(crawlers)) == len(crawlers) == len({pickle.dumps(crawler) for crawler in crawlers})
    for crawler in crawlers:
        assert all(one == crawler and hash(one) == hash(crawler) and one.name == crawler.name for one in copies(crawler))
    # One that ignores `*` does so when it was pickled.
    ads = Crawler("AdsBot-Google")
    for one in (ads, *copies(ads)):
        assert ready(one, LONG_AGO, "User-agent: *\nDisallow: /\n").rules(one).is_allowed("/")
    assert (Crawler("a/1.0").name, Crawler(rx.agents.UserAgent("Mozilla/5.0")).name) == ("a", "*")


def test_what_a_site_answers():
    crawler = Crawler("FooBot")
    site = Site("http://E.com:8080/a?b")
    assert (site.origin, site.sitemaps(crawler), site.rules(crawler), site.outcome) == ("http://e.com:8080", [], None, None)
    outcome = site.on_response(crawler, Fetched(200, body=BODY), LONG_AGO)
    assert (outcome.action, outcome.cause, str(outcome), outcome.text) == ("parse", None, "the rules of robots.txt decide", "the rules of robots.txt decide")
    assert site.outcome == outcome and hash(site.outcome) == hash(outcome)
    assert site.sitemaps(crawler) == ["https://e.com/1.xml", "https://e.com/2.xml"]
    assert site.rules(crawler).to_list() == rx.Rules(BODY, "FooBot", dialect="lenient").to_list()
    # What another crawler reads is not known.
    assert site.rules(Crawler("FooBot", dialect="google")) is None and site.sitemaps(Crawler("BarBot")) == []
    outcome = site.on_failure(crawler, LONG_AGO + 20)
    assert (outcome.action, outcome.cause, site.failing_since) == ("use-copy", "unreachable", LONG_AGO + 20)
    assert str(outcome) == str(site.outcome) == "use the last good copy: robots.txt cannot be reached"
    assert site.next_fetch_at > LONG_AGO + 20 and site.rules(crawler).check("/x").reason == "rule"
    empty = sys.getsizeof(Site("https://e.com"))
    assert sys.getsizeof(ready(crawler, 0, BODY + "Disallow: /" + "x" * 5_000)) > empty + 4_500
    for wrong in ("e.com", "ftp://e.com", "/x", ""):
        with pytest.raises(ValueError):
            Site(wrong)
    for wrong in ("", "{}", "[]", Site("https://e.com").save()[:-1]):
        with pytest.raises(ValueError):
            Site.restore(wrong)


def test_sites_are_equal_by_what_they_remember():
    crawler = Crawler("FooBot")
    states = [Site("https://e.com"), Site("https://e.org"), ready(crawler, 1), ready(crawler, 2), ready(crawler, 1, "")]
    states.append(ready(crawler, 1))
    states[-1].on_page_request(5)
    for at, site in enumerate(states):
        assert [other == site for other in states] == [other == at for other in range(len(states))]
        assert all(one == site and one.save() == site.save() for one in copies(site))


def test_a_page_that_is_begun():
    """A decision that allows a page records it, and no other decision does."""
    crawler = Crawler("FooBot")
    site = Site("https://e.com")
    before = site.save()
    assert site._begin_page(crawler, "/a", 10) == Decision(action="fetch-robots") and site.save() == before
    site.on_response(crawler, Fetched(200, body=BODY), 10)
    before = site.save()
    for url, action in [("/x", "skip"), ("https://o.example/", "not-this-site")]:
        assert site._begin_page(crawler, url, 20) == Decision(action=action) and site.save() == before
    assert site.decide(crawler, "/a", 20) == Decision(action="fetch-page") and site.save() == before
    assert site._begin_page(crawler, "/a", 20) == Decision(action="fetch-page")
    assert site._begin_page(crawler, "/a", 20.5) == site.decide(crawler, "/a", 20.5) == Decision(action="wait-until", until=21.0, reason="delay")


LIMIT = 20
SHORT = rx.Dialect.RFC_9309.replace(max_bytes=LIMIT, max_redirects=2)


@pytest.mark.parametrize(
    ("parts", "body", "is_truncated", "wanted"),
    [
        ([b"x" * 9 + b"\n" + b"y" * 9 + b"\n"], b"x" * 9 + b"\n" + b"y" * 9 + b"\n", False, [True]),
        ([b"x" * 9 + b"\n" + b"y" * 10], b"x" * 9 + b"\n" + b"y" * 10, False, [True]),
        ([b"x" * 9 + b"\n" + b"y" * 11], b"x" * 9 + b"\n", True, [False]),
        ([b"x" * 9 + b"\n", b"y" * 10], b"x" * 9 + b"\n" + b"y" * 10, False, [True, True]),
        ([b"x" * 9 + b"\n", b"y" * 10, b"z"], b"x" * 9 + b"\n", True, [True, True, False]),
        ([b"x" * 9 + b"\n", b"y" * 10, b""], b"x" * 9 + b"\n" + b"y" * 10, False, [True, True, True]),
        ([b"x" * 19 + b"\n", b"z" * 9, b"z"], b"x" * 19 + b"\n", True, [True, False, False]),
        ([], b"", False, []),
    ],
)
def test_the_limit_of_a_body(parts, body, is_truncated, wanted):
    def request():
        made = RobotsRequest("https://e.com", dialect=SHORT)
        assert made.max_bytes == LIMIT and not made.on_response(200)
        return made

    whole, pickled = request(), request()
    found = []
    for part in parts:
        found.append(whole.push(part))
        # A copy in the middle of a body goes on where it was.
        assert all(one == pickled for one in copies(pickled))
        pickled = copies(pickled)[0]
        assert pickled.push(part) == found[-1] and pickled == whole
    assert [bool(one) for one in found][: len(wanted)] == wanted
    for made in (whole, pickled):
        result = made.finish()
        assert (result.status, result.body, result.is_truncated) == (200, body, is_truncated)
        # It is taken once.
        assert made.finish() == Fetched.unreachable()
    direct = Fetched(200, body=b"".join(parts), dialect=SHORT)
    assert (direct.body, direct.is_truncated) == (body, is_truncated)
    assert Fetched(200, body=b"".join(parts)).body == b"".join(parts)


def test_limits_of_rfc_9309():
    line = b"x" * 511_999 + b"\n"
    for body, expected in [(line, (line, False)), (line + b"y", (line, True)), (line + b"\n", (line, True))]:
        fetched = Fetched(200, body=body)
        assert (fetched.body, fetched.is_truncated) == expected
    assert RobotsRequest("https://e.com").max_bytes == 512_000


def test_bodies_that_do_not_belong_to_an_answer():
    request = RobotsRequest("https://e.com")
    assert request.push(b"Disallow") is False
    assert request.on_response(301, {"Location": "/a"}) and request.push(b"moved") is False
    assert not request.on_response(200) and request.push(b"User-agent: *\n")
    # A new answer begins anew.
    assert not request.on_response(200) and request.push(b"Disallow: /x\n")
    assert request.finish().body == b"Disallow: /x\n"
    for status in (404, 503, 304):
        request = RobotsRequest("https://e.com")
        assert not request.on_response(status) and request.push(b"x") is False
        assert (request.finish().status, request.finish().status) == (status, None)


def test_redirects():
    def follow(*locations, dialect=SHORT):
        request = RobotsRequest("https://e.com", dialect=dialect)
        assert not request.is_cross_origin
        return request, [request.on_response(301, {"Location": location}) for location in locations].count(True)

    request, followed = follow("/a", "/b")
    assert (followed, request.url, request.is_cross_origin) == (2, "https://e.com/b", False)
    request, followed = follow("/a", "/b", "/c")
    assert followed == 2 and request.finish().outcome() == bad_redirect()
    assert follow(*"abcdefg", dialect="rfc9309")[1] == 5
    # Another scheme, host or port; and it stays so after the way back.
    for location in ("http://e.com/a", "https://o.example/a", "https://e.com:8443/a"):
        request, _ = follow(location)
        assert request.is_cross_origin and all(one.is_cross_origin for one in copies(request))
        assert request.on_response(301, {"Location": "https://e.com/back"}) and request.is_cross_origin and request.url == "https://e.com/back"
    for status, is_followed in [(301, True), (302, True), (303, True), (307, True), (308, True), (300, False), (304, False), (200, False)]:
        assert RobotsRequest("https://e.com").on_response(status, {"Location": "/a"}) is is_followed, status
    with pytest.raises(ValueError, match='^url: expected the URL of a page or a site, not "mailto:me@e.com": .+'):
        RobotsRequest("mailto:me@e.com")
    with pytest.raises(ValueError, match='^url: expected the URL of a page or a site, not "e.com": relative URL without a base$'):
        RobotsRequest("e.com")


def bad_redirect():
    request = RobotsRequest("https://e.com", dialect=SHORT.replace(max_redirects=0))
    assert not request.on_response(301, {"Location": "/a"})
    fetched = request.finish()
    assert fetched.outcome().cause == "bad-redirect" and all(one == fetched for one in copies(fetched))
    # An answer of this status that is no redirect of robots.txt is another.
    assert fetched != Fetched(301, {"Location": "/a"})
    return fetched.outcome()


VALIDATORS = {"ETag": '"1"', "Last-Modified": "Fri, 15 Jan 2027 08:00:00 GMT"}


def test_validators():
    crawler, fields = Crawler("FooBot"), {"If-None-Match": '"1"', "If-Modified-Since": VALIDATORS["Last-Modified"]}

    def asked(headers, *redirects):
        site = Site("https://e.com")
        request = site.robots_request(crawler)
        for location in redirects:
            assert request.on_response(301, {"Location": location, **VALIDATORS})
        assert not request.on_response(200, headers)
        request.push(BODY)
        site.on_response(crawler, request.finish(), LONG_AGO)
        return site.robots_request(crawler)

    assert asked(VALIDATORS).headers == asked([(name.lower(), value.encode()) for name, value in VALIDATORS.items()]).headers == fields
    for name, field in (("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")):
        request = asked({name: VALIDATORS[name]})
        assert request.headers == {field: fields[field]}
        for one in copies(request):
            assert one == request and one.headers == request.headers
        # Those of the end of a redirect belong to the URL that it led to.
        for sent in (name, name.upper()):
            request = asked({sent: VALIDATORS[name]}, "/a", "/b")
            for one in (*copies(request), request):
                assert one == request and one.headers == {}
                for location, headers in [("/a", {}), ("/b", {field: fields[field]}), ("/c", {})]:
                    assert one.on_response(301, {"Location": location}) and one.headers == headers
                    assert all(copied == one and copied.headers == headers for copied in copies(one))
    # Requests differ by what they send.
    assert len({repr(sorted(asked(headers).headers.items())) for headers in (VALIDATORS, {}, {"ETag": '"2"'})}) == 3
    assert asked(VALIDATORS) != asked({}) and asked(VALIDATORS) != asked({**VALIDATORS, "ETag": '"2"'}) and asked({}) == asked({})
    assert asked(VALIDATORS) != asked(VALIDATORS, "/a") != asked(VALIDATORS, "/b") and asked(VALIDATORS, "/a") == asked(VALIDATORS, "/a")


@pytest.mark.parametrize("status", [200, 304])
def test_nobody_has_asked_whether_something_changed(status):
    crawler, url = Crawler("FooBot"), "https://www.e.com/robots.txt"
    site = Site("https://e.com")
    # Where redirects have led, if the client has followed them.
    assert site.on_response(crawler, Fetched(200, VALIDATORS, BODY, url=url), LONG_AGO).action == "parse"
    assert site.robots_request(crawler).headers == {}
    for one in copies(Fetched(status, VALIDATORS, BODY, url=url)):
        assert one == Fetched(status, VALIDATORS, BODY, url=url) != Fetched(status, VALIDATORS, BODY)
        again = Site.restore(site.save())
        assert again.on_response(crawler, one, LONG_AGO + DAY).action == ("use-copy" if status == 304 else "parse")
        request = again.robots_request(crawler)
        assert request.headers == {} and request.on_response(308, {"Location": url}) and request.headers["If-None-Match"] == '"1"'
    for other in (None, "https://e.com/robots.txt", "https://www.e.com/other"):
        again = Site.restore(site.save())
        assert again.on_response(crawler, Fetched(304, url=other), LONG_AGO + 2 * DAY).cause == "unreachable"
    # A request that was sent without validators is not answered by 304, in a copy neither.
    request = RobotsRequest("https://e.com")
    request.on_response(304)
    for one in copies(request.finish()):
        assert one.outcome().action == "disallow-all" and one != Fetched(304)


def test_requests_are_equal_by_what_was_answered():
    def after(*steps, url="https://e.com", dialect=None):
        request = RobotsRequest(url, dialect=dialect)
        for step in steps:
            if isinstance(step, bytes):
                request.push(step)
            elif step == "finish":
                request.finish()
            else:
                request.on_response(*step[:2], decoded=len(step) > 2)
        return request

    ok = (200, {"A": "b"})
    different = [
        after(),
        after(url="https://o.example"),
        after(dialect="google"),
        after(ok),
        after((206, {"A": "b"})),
        after((200, {"A": "c"})),
        after((200, {"A": "b"}, True)),
        after(ok, b"x"),
        after(ok, b"y"),
        after(ok, b"x", "finish"),
        after((301, {"Location": "/a"}), ok),
    ]
    for at, request in enumerate(different):
        assert [other == request for other in different] == [other == at for other in range(len(different))]
        assert all(one == request for one in copies(request))
    # However its body came.
    assert after(ok, b"ab", b"c") == after(ok, b"a", b"bc")


def test_what_is_decoded():
    encoded = {"Content-Encoding": "gzip"}
    for decoded, action in [(False, "disallow-all"), (True, "parse")]:
        fetched = Fetched(200, encoded, BODY, decoded=decoded)
        assert all(one.outcome().action == action for one in (fetched, *copies(fetched)))
        request = RobotsRequest("https://e.com")
        request.on_response(200, encoded, decoded=decoded)
        request.push(BODY)
        for one in (*copies(request), request):
            assert one.finish().outcome().action == action
    assert Fetched(200, encoded, BODY) != Fetched(200, encoded, BODY, decoded=True)
    different = [Fetched(200), Fetched(404), Fetched(200, body="x"), Fetched(200, encoded), Fetched(200, encoded, decoded=True), Fetched.unreachable()]
    assert len({hash(fetched) for fetched in different}) == len(different)
    assert Fetched(200, {"Content-Encoding": "identity"}, BODY).outcome().action == "parse"


def test_outcomes_in_a_dialect():
    for status, dialect, expected in [
        (403, None, ("allow-all", "unavailable")),
        (403, "draft1996", ("disallow-all", "forbidden")),
        (429, None, ("allow-all", "unavailable")),
        (429, "lenient", ("disallow-all", "unreachable")),
        (200, None, ("parse", None)),
    ]:
        outcome = Fetched(status).outcome(dialect=dialect)
        assert (outcome.action, outcome.cause) == expected, (status, dialect)
    assert str(Fetched(404).outcome()) == "allow all: robots.txt is unavailable" == Fetched(404).outcome().text
    assert repr(Fetched(404).outcome()) == "Outcome(action='allow-all', cause='unavailable')"


def test_where_a_page_leads():
    for url, status, location, expected in [
        ("https://e.com/a/b", 301, "c?d#e", "https://e.com/a/c?d"),
        ("https://e.com/a", 302, "https://o.example", "https://o.example/"),
        ("https://e.com/a", 200, "/b", None),
        ("https://e.com/a", 301, "mailto:me@e.com", None),
        ("no url", 301, "/b", None),
    ]:
        assert _native._page_redirect(url, status, {"Location": location}) == expected
    assert _native._page_redirect("https://e.com/a", 301, {}) is None


def test_addresses_of_the_public_internet():
    for address, is_public in [("8.8.8.8", True), ("2606:2800:21f:cb07::1", True), ("127.0.0.1", False), ("10.0.0.1", False), ("192.0.2.1", False), ("::1", False), ("fe80::1", False)]:
        assert is_public_address(address) is is_public, address
    with pytest.raises(ValueError, match='^address: expected an IP address, not "e.com"'):
        is_public_address("e.com")


def test_which_names_are_resolved(monkeypatch):
    """Those of both hosts, with their ports, and only after a redirect to another."""
    asked = []

    def resolve(host, port, **_):
        asked.append((host, port))
        return [(2, 1, 6, "", ("10.0.0.1" if host == "inside.example" else "8.8.8.8", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    request = RobotsRequest("https://e.com")
    assert not leads_inside(request)
    assert request.on_response(301, {"Location": "/a"}) and not leads_inside(request) and asked == []
    assert request.on_response(301, {"Location": "http://inside.example:8080/a"}) and leads_inside(request)
    assert asked == [("inside.example", 8_080), ("e.com", 80)]


def test_requests_that_are_open():
    def waits(crawler, *events):
        site = ready(crawler, LONG_AGO, "User-agent: *\nDisallow: /x\n")
        site.on_page_request(LONG_AGO)
        for event in events:
            event(site)
        return site.decide(crawler, "/", LONG_AGO + 20).action == "wait-until"

    one, two = Crawler("a", max_open=1), Crawler("a", max_open=2)
    assert waits(one) and not waits(two) and not waits(Crawler("a"))
    assert not waits(one, Site.on_page_abort)
    assert not waits(one, lambda site: site.on_page_response(200, now=LONG_AGO + 5))
    # One that is never reported is lost in the end.
    site = ready(one, LONG_AGO, BODY)
    site.on_page_request(LONG_AGO)
    assert [site.decide(one, "/", LONG_AGO + after).action for after in (299, 300)] == ["wait-until", "fetch-page"]
    for wrong in (0, 255, -1, 10**30):
        with pytest.raises(ValueError, match=f"^max_open: expected from 1 to 254, or None for no limit, not {wrong}"):
            Crawler("a", max_open=wrong)
    with pytest.raises(TypeError, match="max_open: expected an int, not str"):
        Crawler("a", max_open="1")


def test_a_visit_that_was_given_up_is_not_open():
    crawler = Crawler("a", max_open=1, default_delay=0)
    site, times = Site("https://e.com"), iter(range(1000, 1100, 2))

    def visit(send):
        return site.visit(crawler, "/", send, timeout=None, clock=lambda: next(times))

    visit(lambda request: (404, [], b""))

    def interrupted(request):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        visit(interrupted)
    assert visit(lambda request: (200, [], b"")).action == "page"
