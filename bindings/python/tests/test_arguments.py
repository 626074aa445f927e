"""What functions take, and what they say about what they do not take."""

import copy
import gc
import inspect
import mmap
import pickle
import sys
import threading
import warnings
import weakref
from array import array
from datetime import datetime, timedelta, timezone

import pytest

import robots_exclusion as rx
from robots_exclusion import _native, agents, fetch, site
from robots_exclusion.fetch import Fetched, RobotsRequest
from robots_exclusion.site import Crawler, Site

BODY = "User-agent: Googlebot\nDisallow: /own\n\nUser-agent: *\nDisallow: /star\n"
HEADER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"

#: The five forms of a crawler, all of which are Googlebot.
FORMS = ["Googlebot", HEADER, agents.Agent("Googlebot"), agents.UserAgent(HEADER), ["NoBot", "Googlebot"]]

#: Parameters that name a crawler: by their names, and what else to pass. Each call returns what says whose rules were read.
NAMES = {"agent", "agents", "crawler"}
PAGE = {"meta": [("googlebot", "noindex")]}
CALLS = {
    "is_allowed": lambda crawler: rx.is_allowed(BODY, crawler, "/own"),
    "check": lambda crawler: rx.check(BODY, crawler, "/own").allowed,
    "check_batch": lambda crawler: rx.check_batch(BODY, crawler, "/own").allowed[0],
    "Judge.check_batch": lambda crawler: rx.Judge().check_batch(BODY, crawler, "/own").allowed[0],
    # A text is the name of a column there.
    "check_table": lambda crawler: rx.check_table(
        {"robots": BODY, "url": "/own", "agent": "Googlebot"}, agent="agent" if isinstance(crawler, str) else crawler
    ).allowed[0],
    "diff": lambda crawler: not any("Googlebot" in change.agents for change in rx.diff(BODY, BODY.replace("own", "x"), agents=[crawler]).effects),
    "test": lambda crawler: rx.test(BODY, crawler, allow=["/own"])[0].outcome == "proved",
    # Only the group of Googlebot has a line that the dialects read differently.
    "compare": lambda crawler: rx.compare(BODY.replace("Disallow: /own", "Disalow: /own"), crawler, dialects=["rfc9309", "lenient"])[0].outcome == "proved",
    "RobotsTxt.is_allowed": lambda crawler: rx.RobotsTxt(BODY).is_allowed(crawler, "/own"),
    "RobotsTxt.check": lambda crawler: rx.RobotsTxt(BODY).check(crawler, "/own").allowed,
    "RobotsTxt.matching_rules": lambda crawler: rx.RobotsTxt(BODY).matching_rules(crawler, "/own") == [],
    "RobotsTxt.rules_for": lambda crawler: rx.RobotsTxt(BODY).rules_for(crawler).is_allowed("/own"),
    "Rules": lambda crawler: rx.Rules(BODY, crawler).is_allowed("/own"),
    "PageRules": lambda crawler: rx.PageRules(crawler, **PAGE).may_index,
    "Crawler": lambda crawler: rules_of_site(Crawler(crawler)).is_allowed("/own"),
}
#: Those that take what is a crawler already.
TAKES_A_CRAWLER = {"Site.decide", "Site.next_due", "Site.next_page_at", "Site.robots_request", "Site.on_response", "Site.on_failure", "Site.visit", "Site.rules", "Site.sitemaps"}


def rules_of_site(crawler):
    found = Site("https://example.com")
    found.on_response(crawler, Fetched(200, body=BODY), 0)
    return found.rules(crawler)


def doors():
    """Every function and method with a parameter that names a crawler."""
    for name, found in vars(_native).items():
        if name.startswith("_"):
            continue
        members = [(name, found)]
        if inspect.isclass(found):
            members += [(f"{name}.{member}", value) for member, value in vars(found).items() if not member.startswith("_")]
        for door, value in members:
            try:
                parameters = inspect.signature(value).parameters
            except (TypeError, ValueError):
                continue
            if NAMES & set(parameters):
                yield door


def test_every_door_is_tried():
    assert set(doors()) == set(CALLS) | TAKES_A_CRAWLER


@pytest.mark.parametrize("door", CALLS)
@pytest.mark.parametrize("crawler", FORMS, ids=["token", "header", "Agent", "UserAgent", "list"])
def test_five_forms_of_a_crawler(door, crawler):
    assert CALLS[door](crawler) is False


@pytest.mark.parametrize("door", [door for door in CALLS if door not in ("check_table",)])
def test_a_url_is_no_crawler(door):
    for url in ("https://e.com/private/x", b"http://e.com/", ["FooBot", "https://e.com/"]):
        with pytest.raises(ValueError, match="agents?: expected .*, which is a URL: the crawler is the argument before the URL"):
            CALLS[door](url)
    with pytest.raises(TypeError, match="a crawler's name or a User-Agent header"):
        CALLS[door](3)


ASKED = {
    "is_allowed": lambda url: rx.is_allowed(BODY, "FooBot", url),
    "check": lambda url: rx.check(BODY, "FooBot", url),
    "RobotsTxt.is_allowed": lambda url: rx.RobotsTxt(BODY).is_allowed("FooBot", url),
    "RobotsTxt.check": lambda url: rx.RobotsTxt(BODY).check("FooBot", url),
    "RobotsTxt.matching_rules": lambda url: rx.RobotsTxt(BODY).matching_rules("FooBot", url),
    "Rules.is_allowed": lambda url: rx.Rules(BODY, "FooBot").is_allowed(url),
    "Rules.check": lambda url: rx.Rules(BODY, "FooBot").check(url),
}


@pytest.mark.parametrize("door", ASKED)
def test_what_is_no_url(door):
    for url, problem in [
        ("private/x", "put `/` before a path"),
        (b"private/x", "put `/` before a path"),
        ("FooBot", "put `/` before a path"),
        ("", "it is empty"),
        ("mailto:me@example.com", "about http and https only"),
        ("https:/e.com", "two slashes must follow"),
    ]:
        with pytest.raises(ValueError, match=f"url: expected .*{problem}"):
            ASKED[door](url)
        assert problem in rx.url_problem(url)
    for url in ("/private/x", "https://e.com", b"/\xff"):
        assert rx.url_problem(url) is None
        ASKED[door](url)
    with pytest.raises(ValueError) as error:
        ASKED[door]("x" * 10_000)
    assert len(str(error.value)) < 400


def test_columns_that_were_swapped():
    urls, names = ["https://e.com/private/x", "/y", None], ["FooBot", "FooBot", "FooBot"]
    body = "User-agent: *\nDisallow: /private"
    for threads in (1, 2):
        with pytest.warns(UserWarning, match="^3 of 3 rows have null .* in 1 the crawler is a URL or no name, in 2 the URL begins") as found:
            answers = rx.check_table({"robots": body, "agent": ["https://e.com/private/x", "/y", "a"], "url": names}, detail=True, threads=threads)
        assert len(found) == 1 and found[0].filename == __file__
        assert answers.allowed.to_list() == answers["reason"].to_list() == answers["line"].to_list() == [None] * 3
    with pytest.warns(UserWarning, match="^1 of 4 rows"):
        answers = rx.Judge().check_batch(body, "FooBot", [*urls, "private/x"])
    assert answers.allowed.to_list() == [False, True, None, None]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rx.check_batch(body, "FooBot", urls).allowed.to_list() == [False, True, None]
        with pytest.raises(UserWarning):
            rx.check_batch(body, user_agents="https://e.com/", urls=urls)


def test_a_body_that_is_a_url():
    for url in ("https://example.com/robots.txt", b"http://example.com/robots.txt\n"):
        for make in (rx.RobotsTxt, rx.lint, lambda body: rx.Rules(body, "a"), lambda body: rx.is_allowed(body, "a", "/")):
            with pytest.warns(UserWarning, match="robots is a URL, which is not fetched: pass the content"):
                make(url)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for body in (BODY, "https://e.com/ and more", "Sitemap: https://e.com/s.xml", "https:", ""):
            rx.RobotsTxt(body)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: Fetched(99_999), ValueError, "status: expected an HTTP status from 100 to 999, not 99999"),
        (lambda: Fetched(-1), ValueError, "status: .* not -1"),
        (lambda: Fetched("200"), TypeError, "^status: expected an HTTP status from 100 to 999, not str"),
        (lambda: RobotsRequest("https://e.com").on_response(0), ValueError, "status: "),
        (lambda: Site("https://e.com").on_page_response(65_536), ValueError, "status: "),
        (lambda: rx.HostIndex(["a.example"]), TypeError, "^hosts: expected a dict of hosts and their bodies, or two columns: hosts and robots, not list"),
        (lambda: rx.lint("", disable="R010"), TypeError, "^disable: expected a list of str, not str"),
        (lambda: rx.fix("", disable=3), TypeError, "^disable: expected a list of str, not int"),
        (lambda: rx.lint("", disable=["R999"]), ValueError, "disable: .*R999"),
        (lambda: rx.lint("", url="robots.txt"), ValueError, "^url: expected an absolute URL, not .robots.txt.: relative URL without a base"),
        (lambda: rx.RobotsTxt("", max_bytes=-1), ValueError, "max_bytes: expected a number that is not negative, not -1"),
        (lambda: rx.check_batch("", "a", "/", threads=-1), ValueError, "threads: "),
        (lambda: rx.check_batch("", "a", "/", max_body_bytes=-1), ValueError, "max_body_bytes: "),
        (lambda: rx.Judge(max_cache_bytes=-1), ValueError, "max_cache_bytes: "),
        (lambda: Crawler("a", default_delay=-1), ValueError, "default_delay: expected a number that is not negative, not -1"),
        (lambda: Crawler("a", max_delay=float("nan")), ValueError, "max_delay: "),
        (lambda: Crawler("a", max_delay="1"), TypeError, "^max_delay: expected seconds, a datetime or a timedelta, not str"),
        (lambda: Site("https://e.com").next_page_at(Crawler("a"), -1), ValueError, "now: "),
        (lambda: rx.Dialect.GOOGLE.replace(max_lifetime=-1), ValueError, "max_lifetime: "),
        (lambda: rx.Dialect.GOOGLE.replace(when_unreachable="x"), ValueError, "^when_unreachable: expected one of .*, not .x."),
        (lambda: rx.Dialect.GOOGLE.replace(no_option=1), TypeError, "known options: .*, max_redirects"),
        (lambda: rx.Rules.from_bytes("abc"), TypeError, "^data: expected bytes or another object with a buffer, not str"),
        (lambda: fetch.is_public_address("example.com"), ValueError, "^address: expected an IP address, not .example.com."),
    ],
)
def test_errors_name_the_argument(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_bytes_from_any_buffer(tmp_path):
    rules = rx.Rules(BODY, "Googlebot")
    data = rules.to_bytes()
    (tmp_path / "rules").write_bytes(data)
    with open(tmp_path / "rules", "r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
        for buffer in (data, bytearray(data), memoryview(data), array("B", data), memoryview(array("B", data))[:], mapped):
            assert rx.Rules.from_bytes(buffer) == rules
    with pytest.raises(ValueError):
        rx.Rules.from_bytes(array("B", b"no"))


def test_weak_references_and_sizes():
    made = {
        rx.RobotsTxt: lambda: rx.RobotsTxt(BODY),
        rx.Rules: lambda: rx.Rules(BODY, "a"),
        rx.Judge: rx.Judge,
        rx.HostIndex: lambda: rx.HostIndex({}),
        Crawler: lambda: Crawler("a"),
        Site: lambda: Site("https://e.com"),
        RobotsRequest: lambda: RobotsRequest("https://e.com"),
    }
    for kind, make in made.items():
        value = make()
        reference = weakref.ref(value)
        assert reference() is value, kind
        del value
        gc.collect()
        assert reference() is None, kind
    long = BODY + "Disallow: /more\n" * 1_000
    assert sys.getsizeof(rx.RobotsTxt(long)) > sys.getsizeof(rx.RobotsTxt(BODY)) + len(long)
    assert sys.getsizeof(rx.Rules(BODY + "Disallow: /" + "x" * 9_000, "a")) > sys.getsizeof(rx.Rules(BODY, "a")) + 8_000
    visited = Site("https://e.com")
    empty = sys.getsizeof(visited)
    visited.on_response(Crawler("a"), Fetched(200, body=BODY + "Disallow: /" + "x" * 9_000))
    assert sys.getsizeof(visited) > empty + 8_000


def test_times_and_delays():
    crawler, found = Crawler("FooBot", default_delay=timedelta(seconds=10)), Site("https://e.com")
    assert crawler == Crawler("FooBot", default_delay=10)
    assert Crawler("FooBot", max_delay=timedelta(minutes=1)) == Crawler("FooBot", max_delay=60.0)
    now = datetime(2027, 1, 15, 8, tzinfo=timezone.utc)
    found.on_response(crawler, Fetched(404), now)
    assert found.next_fetch_at == now.timestamp() + 24 * 3600
    found.on_page_request(now)
    assert found.next_page_at(crawler, now) == now.timestamp() + 10
    assert found.decide(crawler, "/", now + timedelta(seconds=10)).action == "fetch-page"


def test_hosts_compare_without_case():
    index = rx.HostIndex({"A.example": "User-agent: *\nDisallow: /", "b.example": ""})
    bodies = index.bodies(["a.EXAMPLE", "a.example", "B.Example", "c.example"])
    assert rx.check_batch(bodies, "FooBot", "/").allowed.to_list() == [False, False, True, None]
    with pytest.raises(ValueError, match='^hosts: expected each host once, not "a.example" twice'):
        rx.HostIndex({"A.example": "", "a.example": ""})


def test_columns_of_answers():
    answers = rx.check_batch(BODY, "FooBot", ["/star", "/", None], detail=True)
    column = answers.allowed
    assert list(column) == column.to_list() == [False, True, None] == [column[0], column[1], column[2]]
    assert (column[-3], column[1:], column[::-1]) == (False, [True, None], [None, True, False])
    assert answers["line"][0] == 5 and answers["rule"][-1] is None and answers["reason"][1] == "no-matching-rule"
    for index in (3, -4):
        with pytest.raises(IndexError, match="there are 3 rows"):
            column[index]
    with pytest.raises(TypeError, match="expected an index or a slice"):
        column["a"]


def test_columns_without_texts():
    pa = pytest.importorskip("pyarrow")
    nothing = pa.nulls(3)
    for robots, crawlers, urls in [(nothing, "a", ["/"] * 3), (BODY, pa.nulls(3), ["/"] * 3), (BODY, "a", nothing)]:
        for detail in (False, True):
            assert rx.check_batch(robots, crawlers, urls, detail=detail).allowed.to_list() == [None] * 3
    mixed = pa.table({"robots": nothing, "agent": ["a"] * 3, "url": ["/"] * 3})
    assert rx.check_table(mixed).allowed.to_list() == rx.check_table(mixed.to_batches()[0]).allowed.to_list() == [None] * 3
    assert rx.check_batch(pa.chunked_array([nothing, nothing]), "a", "/").allowed.to_list() == [None] * 6
    assert rx.check_batch(nothing.slice(1), "a", "/").allowed.to_list() == [None] * 2
    assert rx.check_batch(nothing.dictionary_encode(), "a", "/").allowed.to_list() == [None] * 3
    index = rx.HostIndex(pa.array(["a.example", "b.example"]), pa.nulls(2))
    assert rx.check_batch(index.bodies(pa.nulls(2)), "a", "/").allowed.to_list() == [None] * 2
    assert rx.check_batch(index.bodies(["a.example"]), "a", "/").allowed.to_list() == [None]
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"robots": [None, None], "agent": ["a", "b"], "url": ["/", "/"]})
    assert frame["robots"].dtype == pl.Null
    assert rx.check_table(frame).allowed.to_list() == [None] * 2
    assert rx.check_batch(frame["robots"], "a", frame["url"]).allowed.to_list() == [None] * 2


def test_columns_of_pandas_and_numpy():
    np = pytest.importorskip("numpy")
    bodies, urls = [BODY, None, BODY], ["/star", "/", "/x"]
    expected = [False, None, True]
    for robots in (np.array(bodies, object), np.array([BODY.encode(), None, BODY], object)):
        for asked in (np.array(urls), np.array(urls, object), np.array(urls, "S")):
            assert rx.check_batch(robots, "FooBot", asked).allowed.to_list() == expected
            assert rx.check_batch(robots, np.array(["FooBot"] * 3), asked).allowed.to_list() == expected
            assert rx.check_table({"robots": robots, "agent": np.array(["FooBot"] * 3), "url": asked}).allowed.to_list() == expected
    with pytest.raises(TypeError, match="^urls: expected str or bytes in each row, not int"):
        rx.check_batch(BODY, "FooBot", np.array([1, 2]))
    pd = pytest.importorskip("pandas")
    for missing in (None, float("nan"), np.float64("nan"), pd.NA, pd.NaT):
        for robots in ([BODY, missing, BODY], (BODY, missing, BODY), np.array([BODY, missing, BODY], object)):
            assert rx.check_batch(robots, "FooBot", urls).allowed.to_list() == expected, missing
    for missing in (None, float("nan"), pd.NA):
        for kind in (object, "string", "string[pyarrow]", "string[python]", "category"):
            frame = pd.DataFrame({"robots": [BODY, missing, BODY], "url": urls, "agent": ["FooBot"] * 3}).astype({"robots": kind, "url": kind})
            answers = rx.check_batch(frame["robots"], frame["agent"], frame["url"], detail=True)
            assert answers.allowed.to_list() == expected, (missing, kind)
            assert rx.check_table(frame).allowed.to_list() == expected, (missing, kind)
            index = rx.HostIndex(frame["url"], frame["robots"])
            assert rx.check_batch(index.bodies(frame["url"]), "FooBot", frame["url"]).allowed.to_list() == expected


def test_a_file_pickles_with_what_was_cut():
    body = BODY + "Sitemap: https://e.com/s.xml\n"
    for robots in (rx.RobotsTxt(body, max_bytes=30), rx.RobotsTxt(body.encode("utf-16"), transcode_utf16=True), rx.RobotsTxt(body)):
        for again in (pickle.loads(pickle.dumps(robots)), copy.copy(robots), copy.deepcopy(robots)):
            assert again == robots and again.is_truncated == robots.is_truncated and again.body == robots.body
            assert again.check("Googlebot", "/own") == robots.check("Googlebot", "/own")
    cut = rx.RobotsTxt(body, max_bytes=30)
    assert cut.is_truncated and cut != rx.RobotsTxt(cut.body) and cut == rx.RobotsTxt(body, max_bytes=31)
    assert rx.RobotsTxt(body) != rx.RobotsTxt(body, dialect="google")


def test_a_crawl_pickles():
    crawlers = [
        Crawler("FooBot"),
        Crawler("Googlebot-Image", strict=True, default_delay=3),
        Crawler(agents.Agent("AdsBot-Google"), dialect=rx.Dialect.GOOGLE.replace(max_redirects=1), max_delay=7.5),
        Crawler(["a", "b"], dialect="yandex"),
    ]
    results = [
        Fetched.unreachable(),
        Fetched(404),
        Fetched(200, {"ETag": '"1"', "Cache-Control": "max-age=60"}, BODY),
        Fetched(200, body="x" * 600_000),
        Fetched(200, {"Content-Encoding": "br"}, b"..."),
        Fetched(200, {"Content-Encoding": "br"}, b"...", decoded=True),
    ]
    loop = RobotsRequest("https://e.com")
    while loop.on_response(302, {"Location": "https://e.com/again"}):
        pass
    results.append(loop.finish())
    moved = RobotsRequest("https://e.com")
    assert moved.on_response(301, {"Location": "/elsewhere"}) and not moved.on_response(200, {"ETag": '"2"'})
    moved.push(BODY)
    results.append(moved.finish())
    for value in [*crawlers, *results]:
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value and hash(again) == hash(value) and repr(again) == repr(value)
    assert len(set(crawlers)) == len(crawlers) and len(set(results)) == len(results)
    for result in results:
        for crawler in crawlers:
            # A copy means the same to a site, its validators and lifetime included.
            states = []
            for told, asking in ((result, crawler), (pickle.loads(pickle.dumps(result)), pickle.loads(pickle.dumps(crawler)))):
                found = Site("https://e.com")
                found.on_response(asking, told, 1_000)
                states.append((found.save(), found.robots_request(asking).headers))
            assert states[0] == states[1]
    assert results[-1] != Fetched(200, {"ETag": '"2"'}, BODY)


def test_a_request_pickles_wherever_it_is():
    crawler, found = Crawler("FooBot", dialect=rx.Dialect.RFC_9309.replace(max_redirects=2, max_bytes=100)), Site("https://e.com")
    found.on_response(crawler, Fetched(200, {"ETag": '"1"', "Last-Modified": "Fri, 15 Jan 2027 08:00:00 GMT"}, BODY))
    request = found.robots_request(crawler)

    def again():
        for copied in (pickle.loads(pickle.dumps(request)), copy.copy(request), copy.deepcopy(request)):
            assert copied == request and copied is not request
            properties = ("url", "robots_url", "headers", "max_bytes", "is_cross_origin")
            assert [getattr(copied, name) for name in properties] == [getattr(request, name) for name in properties]
            yield copied

    for copied in again():
        assert copied.headers["If-None-Match"] == '"1"' and copied.headers["If-Modified-Since"] == "Fri, 15 Jan 2027 08:00:00 GMT"
        assert not copied.on_response(304) and copied.finish().status == 304
        assert copied != request
    for location in ("https://other.example/robots.txt", "https://e.com/b"):
        assert request.on_response(307, {"Location": location})
        for copied in again():
            assert copied.is_cross_origin and copied.headers == {}
    for copied in again():
        assert not copied.on_response(302, {"Location": "/c"}) and copied.finish().outcome().cause == "bad-redirect"
    assert not request.on_response(200)
    for part in (b"User-agent: *\n", b"Disallow: /x\n"):
        assert request.push(part)
        assert all(copied.push(b"x" * 60) and not copied.push(b"y" * 60) for copied in again())
    result = request.finish()
    assert (result.body, result.is_truncated) == (b"User-agent: *\nDisallow: /x\n", False)
    for copied in again():
        assert copied.finish() == Fetched.unreachable()


def test_a_policy_of_ones_own():
    dialect = rx.Dialect.RFC_9309.replace(forbidden_disallows=True, when_unreachable="allow-all", max_bytes=20, default_lifetime=timedelta(hours=1))
    assert Fetched(403).outcome().action == "allow-all" and Fetched(403).outcome(dialect=dialect).action == "disallow-all"
    assert Fetched.unreachable().outcome(dialect=dialect).action == "allow-all"
    assert Fetched(200, body=BODY, dialect=dialect).is_truncated
    assert dialect.options["default_lifetime"] == 3600 and dialect.options["use_copy_for"] is None
    assert "'default_lifetime': 3600" in repr(dialect) and eval(repr(dialect), {"Dialect": rx.Dialect}) == dialect
    assert pickle.loads(pickle.dumps(dialect)) == dialect != rx.Dialect.RFC_9309
    crawler, found = Crawler("FooBot", dialect=dialect), Site("https://e.com")
    found.on_response(crawler, Fetched(404), 1_000)
    assert found.next_fetch_at == 4_600
    careful = rx.Dialect.RFC_9309.replace(is_429_unreachable=True, use_copy_for=60, max_lifetime=None, retry_interval=5, disallow_for=7)
    assert Fetched(429).outcome(dialect=careful).cause == "unreachable"
    assert dict(careful.options, use_copy_for=60, max_lifetime=None, retry_interval=5, disallow_for=7) == careful.options


def test_threads_share_a_site():
    found, crawler = Site("https://e.com"), Crawler("FooBot", default_delay=0)
    found.on_response(crawler, Fetched(200, body=BODY))
    failures = []

    def use():
        try:
            for number in range(300):
                found.on_page_request()
                found.on_page_response(200)
                found.decide(crawler, f"/{number}")
                found.save()
                if number % 50 == 0:
                    found.on_response(crawler, Fetched(200, body=BODY))
                assert found == found and copy.copy(found).origin == "https://e.com"
        except BaseException as error:
            failures.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert failures == []


def test_verdicts_differ_by_their_parts():
    verdict = rx.check("User-agent: FooBot\nDisallow: /", "FooBot", "/")
    for body, agent, url in [
        ("User-agent: *\nDisallow: /", "FooBot", "/"),  # Another group.
        ("User-agent: FooBot\nAllow: /", "FooBot", "/"),
        ("\nUser-agent: FooBot\nDisallow: /", "FooBot", "/"),
        ("User-agent: FooBot\nDisallow: /x", "FooBot", "/"),
    ]:
        assert rx.check(body, agent, url) != verdict
        assert hash(rx.check(body, agent, url)) != hash(verdict)


def test_what_page_rules_do_not_understand():
    rules = rx.PageRules("FooBot", meta=[("robots", "noindex, odd, max-snippet:x"), ("otherbot", "strange")])
    assert rules.unknown == ["odd"]
    assert rx.PageRules("FooBot", meta=[("robots", "noindex")]).unknown == []


def test_modules_have_what_they_name():
    for module in (rx, agents, fetch, site):
        assert all(hasattr(module, name) for name in module.__all__)


def test_an_interpreter_with_a_lock_of_its_own():
    interpreters = pytest.importorskip("_interpreters")
    interpreter = interpreters.create("isolated")
    code = "import sys; sys.path[:] = {!r}\ntry:\n    import robots_exclusion\nexcept ImportError:\n    pass\nelse:\n    raise AssertionError"
    assert interpreters.run_string(interpreter, code.format(sys.path)) is None
    interpreters.destroy(interpreter)
