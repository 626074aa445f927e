"""Who asks: every kind of crawler through every door, the same crawler everywhere."""

import copy
import json
import pickle
from pathlib import Path

import pytest

import robots_exclusion as rx
from robots_exclusion import agents
from robots_exclusion.fetch import Fetched
from robots_exclusion.protego import Protego
from robots_exclusion.site import Crawler, Site
from robots_exclusion.urllib import RobotFileParser

GROUPS = ["FooBot", "MyCrawler", "Mozilla", "Safari", "Googlebot", "Googlebot-Image", "AdsBot-Google", "bingbot", "*"]
BODY = "".join(f"User-agent: {name}\nDisallow: /{number}$\n\n" for number, name in enumerate(GROUPS))
#: The group that applies is the one whose URL is not allowed.
URLS = [f"/{number}" for number in range(len(GROUPS))]

COMPATIBLE = "Mozilla/5.0 (compatible; FooBot/1.0; +http://example.com/)"
SAFARI = "Mozilla/5.0 (Macintosh) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5"
ADS = "AdsBot-Google (+http://www.google.com/adsbot.html)"

#: What is given as a crawler, and the group that applies to it.
CRAWLERS = [
    ("FooBot", "FooBot"),
    ("foobot/2.1", "FooBot"),
    (b"FooBot", "FooBot"),
    (COMPATIBLE, "FooBot"),
    (COMPATIBLE.encode(), "FooBot"),
    ("Opera/9.80 (compatible; FooBot/1.0)", "FooBot"),
    ("MyCrawler (compatible; FooBot/1.0)", "FooBot"),
    ("Mozilla/5.0 (compatible; NoBot/1.0)", "*"),
    (SAFARI, "*"),
    ("Mozilla", "Mozilla"),
    ("*", "*"),
    ("Googlebot-Image", "Googlebot-Image"),
    ("Googlebot-News", "Googlebot"),
    (agents.Token("Googlebot-News"), "*"),
    (agents.Token("FooBot"), "FooBot"),
    (agents.Agent("Googlebot-News"), "Googlebot"),
    (agents.Agent("AdsBot-Google"), "AdsBot-Google"),
    (agents.UserAgent(COMPATIBLE), "FooBot"),
    (agents.UserAgent(SAFARI), "*"),
    (agents.UserAgent("Mozilla"), "*"),
    (agents.UserAgent.resolve("Googlebot-News"), "Googlebot"),
    (agents.UserAgent.resolve("Mozilla"), "Mozilla"),
    (ADS, "AdsBot-Google"),
    (["NoBot", "FooBot"], "FooBot"),
    (("NoBot", "bingbot", "FooBot"), "bingbot"),
    (["NoBot", COMPATIBLE], "FooBot"),
    ([agents.Agent("bingbot"), "FooBot"], "bingbot"),
    (["NoBot", "OtherBot"], "*"),
]


#: What is written, and whom it means, as every binding and the program have it.
VECTORS = [
    row
    for row in map(json.loads, (Path(__file__).parents[3] / "tests/data/agents.jsonl").read_text("utf-8").splitlines())
    if row["kind"] == "crawler"
]


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["id"])
def test_crawlers_as_they_are_written(row):
    written, expect = row["in"], row["expect"]
    for found, expected in [
        (agents.UserAgent.resolve(written), expect["resolve"]),
        (agents.UserAgent(written), expect["parse"]),
    ]:
        agent = found.agent.token if found.agent else None
        assert {"agent": agent, "tokens": found.tokens, "obeys_star": found.obeys_star} == expected
        assert found.name == (*expected["tokens"], "*")[0]
        check_the_group(found, expected)
    check_the_group(written, expect["resolve"])


def check_the_group(crawler, expected):
    token = (*expected["tokens"], None)[0]
    own = f"User-agent: {token}\nDisallow: /own\n\n" if token else ""
    body = f"{own}User-agent: *\nDisallow: /star\n"
    allowed = rx.is_allowed(body, crawler, "/own"), rx.is_allowed(body, crawler, "/star")
    assert allowed == ((False, True) if token else (True, False))
    assert rx.is_allowed("User-agent: *\nDisallow: /", crawler, "/") != expected["obeys_star"]


def group(allowed: list[bool]) -> str:
    assert allowed.count(False) == 1
    return GROUPS[allowed.index(False)]


@pytest.mark.parametrize(("crawler", "expected"), CRAWLERS, ids=repr)
def test_every_door(crawler, expected):
    robots, rules = rx.RobotsTxt(BODY), rx.Rules(BODY, crawler)
    doors = {
        "is_allowed": lambda url: rx.is_allowed(BODY, crawler, url),
        "check": lambda url: rx.check(BODY, crawler, url).allowed,
        "RobotsTxt.is_allowed": lambda url: robots.is_allowed(crawler, url),
        "RobotsTxt.check": lambda url: robots.check(crawler, url).allowed,
        "RobotsTxt.rules_for": robots.rules_for(crawler).is_allowed,
        "Rules": rules.is_allowed,
        "matching_rules": lambda url: robots.matching_rules(crawler, url) == [],
    }
    for door, ask in doors.items():
        assert group([ask(url) for url in URLS]) == expected, door
    assert rules.group == robots.check(crawler, "/").group == expected
    judge = rx.Judge()
    for _ in range(3):
        assert group(rx.check_batch(BODY, crawler, URLS).allowed.to_list()) == expected
        assert group(judge.check_batch(BODY, crawler, URLS).allowed.to_list()) == expected
    if not isinstance(crawler, str):
        table = {"robots": BODY, "url": URLS}
        assert group(rx.check_table(table, agent=crawler).allowed.to_list()) == expected
    if isinstance(crawler, (str, bytes)):
        rows = {"robots": BODY, "agent": [crawler] * len(URLS), "url": URLS}
        assert group(rx.check_table(rows).allowed.to_list()) == expected
        pa = pytest.importorskip("pyarrow")
        for column in (pa.array([crawler] * len(URLS)), pa.array([crawler] * len(URLS)).dictionary_encode()):
            assert group(rx.check_batch(BODY, column, URLS).allowed.to_list()) == expected
            assert group(judge.check_batch(BODY, column, URLS).allowed.to_list()) == expected


@pytest.mark.parametrize("header", [text for text, _ in CRAWLERS if isinstance(text, str)])
def test_headers_through_every_door(header):
    """What is known to be a header is one, also if it looks like a token."""
    expected = rx.Rules(BODY, agents.UserAgent(header)).group
    rows = [header] * len(URLS)
    judge = rx.Judge()
    for answers in (
        rx.check_batch(BODY, user_agents=header, urls=URLS),
        rx.check_batch(BODY, user_agents=rows, urls=URLS),
        judge.check_batch(BODY, user_agents=rows, urls=URLS),
        judge.check_batch(BODY, user_agents=rows, urls=URLS),
        rx.check_table({"robots": BODY, "user_agent": rows, "url": URLS}),
        rx.check_table({"robots": BODY, "header": rows, "url": URLS}, user_agent="header"),
    ):
        assert group(answers.allowed.to_list()) == expected


@pytest.mark.parametrize("written", [text for text, _ in CRAWLERS if isinstance(text, str)])
def test_the_facades_read_what_a_person_writes(written):
    expected = rx.Rules(BODY, agents.UserAgent.resolve(written)).group
    protego = Protego.parse(BODY)
    assert group([protego.can_fetch(url, written) for url in URLS]) == expected
    parser = RobotFileParser()
    parser.parse(BODY.splitlines())
    assert group([parser.can_fetch(written, url) for url in URLS]) == expected
    pytest.importorskip("scrapy")
    from robots_exclusion.scrapy import RobotParser

    scrapy = RobotParser(BODY.encode())
    for given in (written, written.encode()):
        assert group([scrapy.allowed(url, given) for url in URLS]) == expected


def test_whoever_ignores_star_does_so_everywhere():
    body = "User-agent: *\nDisallow: /\n"
    for crawler in (agents.Agent("AdsBot-Google"), ADS, agents.UserAgent(ADS), [ADS]):
        assert rx.is_allowed(body, crawler, "/") and rx.Rules(body, crawler).is_allowed("/")
        assert rx.check_batch([body] * 3, crawler, "/").allowed.to_list() == [True] * 3
    for crawler in ("AdsBot-Google", ["AdsBot-Google"], ["FooBot", "AdsBot-Google"]):
        assert rx.is_allowed(body, crawler, "/") and rx.check_batch([body] * 3, crawler, "/").allowed.to_list() == [True] * 3
    for crawler in (agents.Token("AdsBot-Google"), [agents.Token("AdsBot-Google")]):
        assert not rx.is_allowed(body, crawler, "/")
        assert rx.check_batch([body] * 3, crawler, "/").allowed.to_list() == [False] * 3


def test_names_that_are_none():
    for written, problem in [
        ("", "is empty"),
        (" ", "is empty"),
        ("FooBot, BarBot", "no comma"),
        ("@nobody", "no set of crawlers @nobody"),
        ("@all", "a set of crawlers"),
        ("https://e.com/", "which is a URL"),
    ]:
        for door in (lambda agent: rx.is_allowed(BODY, agent, "/"), agents.UserAgent.resolve, lambda agent: rx.is_allowed(BODY, ["FooBot", agent], "/")):
            with pytest.raises(ValueError, match=f"^(agent|written): expected .*{problem}"):
                door(written)
        # The packages that these replace refuse no text.
        assert Protego.parse("").can_fetch("https://e.com/", written)
        with pytest.warns(UserWarning, match="1 of 1 rows .* in 1 the crawler is a URL or no name"):
            assert rx.check_table({"robots": BODY, "agent": [written], "url": "/"}).allowed.to_list() == [None]
    assert "Googlebot" in agents.UserAgent.resolve("Googelbot").warning and agents.UserAgent.resolve("FooBot").warning is None


def test_a_list_as_long_as_the_rows_is_refused():
    """A column that became a list would be one crawler with all of its names."""
    body, urls = "User-agent: FooBot\nDisallow: /", ["/a", "/b"]
    names = ["FooBot", "BarBot"]
    for door in (rx.check_batch, rx.Judge().check_batch):
        for robots in (body, [body] * 2):
            with pytest.raises(ValueError, match=r"^agents: expected one crawler or a column, not a list of 2 names, as many as there are rows: .*numpy.array\(agents\).*tuple\(agents\)$"):
                door(robots, names, urls)
        assert door(body, tuple(names), urls).allowed.to_list() == [False, False]
        assert door(body, names, [*urls, "/c"]).allowed.to_list() == [False] * 3
        assert door(body, names[:1], ["/a"]).allowed.to_list() == [False]
        assert door(body, names, "/a").allowed.to_list() == [False]


def test_a_crawler_is_a_value():
    token = agents.Token("Googlebot-Image")
    assert pickle.loads(pickle.dumps(token)) == token == eval(repr(token), {"Token": agents.Token}) and hash(token) == hash(agents.Token("Googlebot-Image"))
    assert str(token) == "Googlebot-Image" and token != agents.Token("Googlebot")
    for make in (agents.UserAgent, agents.UserAgent.resolve):
        crawler = make(COMPATIBLE)
        assert crawler == make(COMPATIBLE) and hash(crawler) == hash(make(COMPATIBLE))
        assert crawler != make("BarBot (x)") and crawler.name == "FooBot"
        assert pickle.loads(pickle.dumps(crawler)) == crawler == eval(repr(crawler), {"UserAgent": agents.UserAgent})
    assert agents.UserAgent("Mozilla") != agents.UserAgent.resolve("Mozilla")


def test_a_delay_of_star_is_read_however_the_crawler_is_named():
    """Bing's crawler, alone, takes the Crawl-delay of the group for * where its own has none; a copy of a Crawler does so, too."""
    body = "User-agent: bingbot\nUser-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 7\n"
    bing = agents.Agent("bingbot")
    forms = ["bingbot", b"bingbot", "bingbot/2.0", bing, agents.UserAgent("bingbot/2.0"), agents.UserAgent.resolve("bingbot")]
    forms += [[form] for form in forms] + [["FooBot", bing]]
    for agent, expected in [*((form, 7.0) for form in forms), ("FooBot", None), (["FooBot"], None), (agents.Token("bingbot"), None)]:
        assert rx.Rules(body, agent).crawl_delay == expected, agent
        crawler = Crawler(agent, strict=True)
        for copied in (crawler, pickle.loads(pickle.dumps(crawler)), copy.deepcopy(crawler)):
            assert copied == crawler and hash(copied) == hash(crawler)
            site = Site("https://e.com")
            site.on_response(crawler, Fetched(200, body=body), 1_000)
            # The rules are those of this crawler.
            assert site.rules(copied).crawl_delay == expected, agent
            assert site.next_page_at(copied, 1_000) == 1_000 + (expected or 0), agent


def test_bing_follows_the_delay_of_star_beside_its_own_group():
    """However the crawler is passed, alone or in a list; a bare token is nothing but itself."""
    robots = rx.RobotsTxt("User-agent: bingbot\nDisallow: /b/\n\nUser-agent: *\nCrawl-delay: 5\n")
    header = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"
    for crawler in ("bingbot", b"bingbot/2.0", header, agents.Agent("bingbot"), agents.UserAgent(header), ["bingbot"], ["bingbot", "FooBot"]):
        assert robots.rules_for(crawler).crawl_delay == 5, crawler
    assert robots.rules_for(agents.Token("bingbot")).crawl_delay is None
    assert pickle.loads(pickle.dumps(robots.rules_for("bingbot"))).crawl_delay == 5


def test_page_rules_are_those_that_an_operator_documents():
    meta = [("yandex", "noindex, nofollow"), ("robots", "follow"), ("googlebot", "noarchive")]
    for crawler in ("YandexBot", "YandexVideo", agents.Agent("YandexBot")):
        rules = rx.PageRules(crawler, meta=meta)
        assert (rules.may_index, rules.may_follow, rules.may_archive) == (False, True, True), crawler
        assert pickle.loads(pickle.dumps(rules)) == rules
    token = rx.PageRules(agents.Token("YandexBot"), meta=meta)
    assert token.may_index and pickle.loads(pickle.dumps(token)).may_index
    # Applebot falls back to groups of Googlebot, but not to its tags.
    assert rx.PageRules("Applebot", meta=meta).may_archive
    assert not rx.PageRules(["FooBot", "Googlebot"], meta=meta).may_archive


def test_who_may_ignore_robots_txt_is_said():
    body = "User-agent: *\nDisallow: /"
    for crawler, obeys in [("ChatGPT-User", "may-ignore"), (["GPTBot", "ChatGPT-User"], "may-ignore"), ("GPTBot", "always"), ("FooBot", "unknown"), (agents.Token("GPTBot"), "unknown")]:
        for verdict in (rx.check(body, crawler, "/x"), rx.RobotsTxt(body).check(crawler, "/x")):
            assert verdict.obeys == obeys and pickle.loads(pickle.dumps(verdict)).obeys == obeys
            assert (verdict.note is None) is (obeys != "may-ignore") and pickle.loads(pickle.dumps(verdict)).note == verdict.note
    assert rx.check(body, "ChatGPT-User", "/x").note == "ChatGPT-User may ignore robots.txt, its operator says"
    compiled = rx.Rules(body, "ChatGPT-User").check("/x")
    assert compiled.obeys is None and compiled.note is None


def test_how_a_visit_is_verified():
    google = agents.Agent("Googlebot").verification
    assert google["dns_suffixes"] == ["googlebot.com"] and google["address_lists"][0].endswith("/common-crawlers.json")
    assert agents.Agent("Bytespider").verification == {"address_lists": [], "dns_suffixes": []}


def test_a_file_too_large_for_yandex_is_open_to_its_crawlers():
    body = "User-agent: *\nDisallow: /\n" + "# more text\n" * 50_000
    robots = rx.RobotsTxt(body)
    assert robots.is_allowed("YandexBot", "/x") and rx.is_allowed(body, "YandexBot", "/x")
    assert rx.Rules(body, "YandexBot").check("/x").reason == "unavailable"
    assert not robots.is_allowed("Googlebot", "/x")
    assert rx.access(body, ["YandexBot"])["YandexBot"].access == "open"
    assert rx.check_batch(body, "YandexBot", ["/x"]).allowed.to_list() == [True]
    assert rx.check_batch(body, "Googlebot", ["/x"]).allowed.to_list() == [False]
