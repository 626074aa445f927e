"""Each well-known crawler reads in the dialect that its operator documents, unless one is passed."""

import copy
import pickle
import sys

import pytest

import robots_exclusion as rx
from robots_exclusion.agents import Agent, Token, UserAgent
from robots_exclusion.protego import Protego
from robots_exclusion.urllib import RobotFileParser

# A blank line ends a group of Yandex and Baidu, so that `/x` is closed to all others.
BODY = "User-agent: *\n\nDisallow: /x\n"

# What names a crawler, whether `/x` is open to it, and the dialect in which it reads.
CRAWLERS = [
    ("FooBot", False, "rfc9309"),
    ("Googlebot", False, "google"),
    ("bingbot", False, "rfc9309"),
    ("YandexBot", True, "yandex"),
    ("yandexbot/3.0", True, "yandex"),
    ("YandexMobileBot", True, "yandex"),
    (b"Baiduspider", True, "baidu"),
    ("Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", True, "yandex"),
    (Agent("YandexBot"), True, "yandex"),
    (UserAgent("Mozilla/5.0 (compatible; YandexBot/3.0)"), True, "yandex"),
    (UserAgent.resolve("YandexBot"), True, "yandex"),
    (Token("YandexBot"), False, "rfc9309"),
    ("*", False, "rfc9309"),
    (["YandexImages", "YandexBot"], True, "yandex"),
    ([Agent("YandexBot")], True, "yandex"),
    ([Token("YandexBot")], False, "rfc9309"),
    (["YandexBot", "Baiduspider"], False, "rfc9309"),
    (["YandexBot", "FooBot"], False, "rfc9309"),
]


@pytest.mark.parametrize(("crawler", "is_open", "dialect"), CRAWLERS, ids=lambda value: repr(value)[:30])
def test_every_function_reads_as_the_crawler_does(crawler, is_open, dialect):
    robots = rx.RobotsTxt(BODY)
    answers = {
        "is_allowed": lambda **options: rx.is_allowed(BODY, crawler, "/x", **options),
        "check": lambda **options: rx.check(BODY, crawler, "/x", **options).allowed,
        "RobotsTxt.is_allowed": lambda **options: rx.RobotsTxt(BODY, **options).is_allowed(crawler, "/x"),
        "RobotsTxt.check": lambda **options: rx.RobotsTxt(BODY, **options).check(crawler, "/x").allowed,
        "RobotsTxt.rules_for": lambda **options: rx.RobotsTxt(BODY, **options).rules_for(crawler).is_allowed("/x"),
        "matching_rules": lambda **options: not rx.RobotsTxt(BODY, **options).matching_rules(crawler, "/x"),
        "Rules": lambda **options: rx.Rules(BODY, crawler, **options).is_allowed("/x"),
        "check_batch": lambda **options: rx.check_batch(BODY, crawler, ["/x"] * 3, **options).allowed.to_list() == [True] * 3,
        "check_batch with details": lambda **options: rx.check_batch(BODY, crawler, ["/x"] * 3, detail=True, **options)["line"].to_list() == [None] * 3,
        "Judge": lambda **options: rx.Judge(**options).check_batch(BODY, crawler, ["/x"]).allowed.to_list() == [True],
        "test": lambda **options: rx.test(BODY, crawler, allow=["/x"], **options)[0].outcome == "proved",
    }
    for name, ask in answers.items():
        assert ask() == ask(dialect=dialect) == is_open, name
        assert ask(dialect="rfc9309") is False, name
        assert ask(dialect=rx.Dialect.YANDEX) is True, name
    assert robots.is_allowed(crawler, "/x") == is_open


def test_columns_of_crawlers():
    names = [crawler for crawler, _, _ in CRAWLERS if isinstance(crawler, str)]
    expected = [is_open for crawler, is_open, _ in CRAWLERS if isinstance(crawler, str)]
    table = {"robots": BODY, "agent": names, "url": ["/x"] * len(names)}
    for options in ({}, {"detail": True}):
        assert rx.check_table(table, **options).allowed.to_list() == expected
        assert rx.check_table(table, dialect="rfc9309", **options).allowed.to_list() == [False] * len(names)
    assert rx.check_batch(BODY, None, "/x", user_agents=names).allowed.to_list() == expected
    assert rx.check_table({"robots": [BODY], "url": ["/x"]}, agent=Agent("YandexBot")).allowed.to_list() == [True]
    judge = rx.Judge()
    for crawler, is_open, _ in CRAWLERS * 2:
        assert judge.check_batch(BODY, crawler, "/x", detail=True).allowed.to_list() == [is_open]


def test_an_edit_has_its_effect_on_each_crawler_as_it_reads():
    before, after = "User-agent: *\nAllow: /a\n\nDisallow: /\n", "User-agent: *\nAllow: /a\nDisallow: /\n"

    def effects(**options):
        found = rx.diff(before, after, **options).effects
        return {agent: effect.effect for effect in found for agent in effect.agents}

    own = effects(agents=["FooBot"])
    assert (own["*"], own["FooBot"], own["YandexBot"], own["Baiduspider"]) == ("none", "none", "closes-site", "closes-site")
    assert effects(agents=["YandexBot"], dialect="rfc9309")["YandexBot"] == "none"
    assert effects(dialect="yandex")["*"] == "closes-site"
    assert effects(agents=[Token("YandexImages")])["YandexImages"] == "none"


def test_a_parsed_file_is_read_again_when_a_crawler_needs_it():
    robots = rx.RobotsTxt(BODY + "\n" * 1000)
    size = sys.getsizeof(robots)
    for crawler, is_open, readings in [("FooBot", False, 1), ("bingbot", False, 1), ("YandexBot", True, 2), ("Baiduspider", True, 3), ("YandexBot", True, 3)]:
        assert robots.is_allowed(crawler, "/x") == is_open
        assert sys.getsizeof(robots) - size == (readings - 1) * 2 * len(robots.body)
    # What is not asked for a crawler is read as RFC 9309 says.
    assert [str(rule) for rule in robots.groups[0].rules] == ["Disallow: /x"]
    chosen = rx.RobotsTxt(BODY, dialect="yandex")
    assert not chosen.groups[0].rules and chosen.is_allowed("FooBot", "/x") and "dialect yandex" in repr(chosen)


def test_copies_remember_whether_a_dialect_was_passed():
    own, chosen = rx.RobotsTxt(BODY), rx.RobotsTxt(BODY, dialect="rfc9309")
    assert own.dialect is None and chosen.dialect == rx.Dialect.RFC_9309
    assert own != chosen and own == rx.RobotsTxt(BODY) and rx.RobotsTxt(BODY, dialect=own.dialect) == own
    own.is_allowed("YandexBot", "/x")
    assert own == rx.RobotsTxt(BODY)
    for robots in (own, chosen):
        for again in (pickle.loads(pickle.dumps(robots)), copy.copy(robots), copy.deepcopy(robots)):
            assert again == robots and again.dialect == robots.dialect
            assert again.is_allowed("YandexBot", "/x") == robots.is_allowed("YandexBot", "/x")
    rules = rx.Rules(BODY, "YandexBot")
    for again in (rx.Rules.from_bytes(rules.to_bytes()), pickle.loads(pickle.dumps(rules)), own.rules_for("YandexBot")):
        assert again == rules and again.is_allowed("/x")
    assert not chosen.rules_for("YandexBot").is_allowed("/x")


def test_the_record_of_a_crawler_has_its_dialect():
    assert Agent("YandexBot").dialect == rx.Dialect.YANDEX and Agent("Baiduspider").dialect == rx.Dialect.BAIDU
    assert Agent("Googlebot").dialect == rx.Dialect.GOOGLE and Agent("bingbot").dialect == rx.Dialect.RFC_9309
    assert {agent.dialect.name for agent in rx.agents.ALL} <= {name for name, _ in rx.Dialect.presets()}


def test_other_libraries_interfaces_read_for_all_crawlers_alike():
    for crawler in ("YandexBot", "Baiduspider", "FooBot"):
        parser = RobotFileParser()
        parser.parse(BODY.splitlines())
        assert not parser.can_fetch(crawler, "/x")
        assert not Protego.parse(BODY).can_fetch("/x", crawler)
    yandex = RobotFileParser(dialect="yandex")
    yandex.parse(BODY.splitlines())
    assert yandex.can_fetch("FooBot", "/x")
