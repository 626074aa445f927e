"""Single questions: functions, RobotsTxt, Rules, Verdict, Dialect."""

import gc
import io
import os
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import time
from pathlib import Path

import pytest

import robots_exclusion as rx

BODY = "User-agent: FooBot\nDisallow: /private/\nAllow: /private/press/\n\nUser-agent: *\nDisallow: /\n"


def test_one_question():
    assert rx.is_allowed(BODY, "FooBot", "https://example.com/private/press/1")
    assert not rx.is_allowed(BODY, "FooBot", "https://example.com/private/1")
    assert not rx.is_allowed(BODY, "BarBot", "/")


def test_every_kind_of_text(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_bytes(BODY.encode())
    for body in (BODY, BODY.encode(), bytearray(BODY.encode()), memoryview(BODY.encode()), path):
        for agent in ("FooBot", b"FooBot", "FooBot/1.0", ["NoBot", "FooBot"], ("FooBot",)):
            for url in ("/private/", b"/private/", bytearray(b"/private/"), "https://example.com/private/x#y"):
                assert not rx.is_allowed(body, agent, url)
                assert rx.check(body, agent, url).line == 2
                assert not rx.RobotsTxt(body).is_allowed(agent, url)
                assert not rx.Rules(body, agent).is_allowed(url)


def test_a_path_is_not_a_body(tmp_path):
    class Bytes(os.PathLike):
        def __fspath__(self):
            return os.fsencode(tmp_path / "b")

    (tmp_path / "b").write_bytes(b"User-agent: *\nDisallow: /")
    assert not rx.is_allowed(Bytes(), "a", "/")
    assert rx.is_allowed(str(tmp_path / "b"), "a", "/")  # A str is content.
    with pytest.raises(FileNotFoundError) as error:
        rx.RobotsTxt(tmp_path / "none")
    assert error.value.filename == str(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        rx.lint(tmp_path)


def test_texts_that_are_no_utf8():
    body = b"User-agent: *\nDisallow: /\xfc\n"
    assert not rx.is_allowed(body, "a", b"/\xfc")
    assert not rx.is_allowed(body, "a", "/%FC")
    assert not rx.is_allowed(body, "a", b"/\xfc".decode("utf-8", "surrogateescape"))
    assert rx.is_allowed(body, "a", "/\ud800")  # A surrogate that no byte was decoded to.
    rule = rx.RobotsTxt(body).groups[0].rules[0]
    assert (rule.pattern, rule.pattern_bytes, str(rule)) == ("/\ufffd", b"/\xfc", "Disallow: /\ufffd")


@pytest.mark.parametrize("wrong", [None, 3, 1.5, object(), {"a": 1}, {"/"}])
def test_wrong_types(wrong):
    with pytest.raises(TypeError, match="expected str"):
        rx.is_allowed(wrong, "a", "/")
    with pytest.raises(TypeError, match="expected a crawler's name or a User-Agent header"):
        rx.is_allowed("", wrong, "/")
    with pytest.raises(TypeError, match="expected str or bytes"):
        rx.Rules("", "a").is_allowed(wrong)


def test_verdict():
    verdict = rx.check(BODY, "FooBot", "/private/x")
    assert not verdict and not verdict.allowed
    assert (verdict.reason, verdict.line, verdict.rule, verdict.group) == ("rule", 2, "Disallow: /private/", "FooBot")
    assert verdict.to_dict() == {
        "allowed": False,
        "reason": "rule",
        "line": 2,
        "rule": "Disallow: /private/",
        "group": "FooBot",
    }
    assert str(verdict) == "disallowed by `Disallow: /private/` on line 2, in the group of FooBot"
    assert verdict == rx.Rules(BODY, "FooBot").check("/private/y")
    assert hash(verdict) == hash(rx.Rules(BODY, "FooBot").check("/private/y"))
    assert verdict != rx.check(BODY, "FooBot", "/x")
    assert rx.check("", "a", "/").reason == "no-group"
    assert rx.check(BODY, "a", "/robots.txt").reason == "robots-txt-itself"
    assert rx.Rules.disallow_all().check("/").reason == "unreachable"


LONG = "/" + "x" * 5_000


@pytest.mark.parametrize(
    ("dialect", "line", "url", "written", "canonical"),
    [
        ("lenient", "Disalow: /zz", "/zz", "Disalow: /zz", "Disallow: /zz"),
        ("rfc9309", "  DISALLOW:/zz # why", "/zz", "DISALLOW: /zz", "Disallow: /zz"),
        ("lenient", "disallow /%7Ez", "/~z", "disallow /%7Ez", "Disallow: /~z"),
        ("rfc9309", "allow: /\u00e9*$", "/\u00e9", "allow: /\u00e9*$", "Allow: /%C3%A9*$"),
        ("revisited", "Disallow: /x /%79 /y", "/y", "Disallow: /%79", "Disallow: /y"),
        ("revisited", "disallow: /x /%79 /y/%7A", "/y/z", "disallow: /y/%7A", "Disallow: /y/z"),
        ("rfc9309", "disallow: " + LONG, LONG, "disallow: " + LONG, "Disallow: " + LONG),
    ],
)
def test_rules_are_cited_as_the_file_spells_them(dialect, line, url, written, canonical):
    body = f"User-agent: *\n{line}\nDisallow: /other\n"
    robots = rx.RobotsTxt(body, dialect=dialect)
    for verdict in (robots.check("a", url), rx.check(body, "a", url, dialect=dialect)):
        assert verdict.rule == written and f"`{written}`" in str(verdict)
        assert pickle.loads(pickle.dumps(verdict)).rule == written
    [(rule, lost)] = robots.matching_rules("a", url)[:1]
    assert (str(rule), lost) == (written, None)
    assert str(pickle.loads(pickle.dumps(rule))) == written
    assert written in [str(rule) for rule in robots.groups[0].rules]
    # The first answer comes from the file, the others from compiled rules.
    assert rx.check_batch([body] * 4, "a", [url] * 4, dialect=dialect, detail=True)["rule"].to_list() == [written] * 4
    # Compiled rules keep no file.
    rules = robots.rules_for("a")
    for rules in (rules, rx.Rules(body, "a", dialect=dialect), rx.Rules.from_bytes(rules.to_bytes())):
        assert rules.check(url).rule == canonical
        assert canonical in [str(rule) for rule in rules.to_list()]
    assert rules.check(url) == robots.check("a", url)


def test_robots_txt():
    body = BODY + "Sitemap: https://example.com/s.xml\nHost: example.com\nClean-param: ref /\n"
    robots = rx.RobotsTxt(body)
    assert [group.agents for group in robots.groups] == [["FooBot"], ["*"]]
    assert [str(rule) for rule in robots.groups[0].rules] == ["Disallow: /private/", "Allow: /private/press/"]
    assert [rule.is_allow for rule in robots.groups[0].rules] == [False, True]
    assert [group.line for group in robots.groups] == [1, 5]
    assert robots.sitemaps == ["https://example.com/s.xml"]
    assert robots.hosts == ["example.com"]
    assert robots.clean_url("https://example.com/a?ref=1&b=2") == "https://example.com/a?b=2"
    assert robots.body == body.encode() and not robots.is_truncated
    matching = robots.matching_rules("FooBot", "/private/press/1")
    assert [(str(rule), lost) for rule, lost in matching] == [
        ("Allow: /private/press/", None),
        ("Disallow: /private/", "length"),
    ]
    short = rx.RobotsTxt(body, max_bytes=30)
    assert short.is_truncated and short.body == b"User-agent: FooBot\n"
    assert rx.RobotsTxt(BODY.encode("utf-16"), transcode_utf16=True).groups[0].agents == ["FooBot"]
    assert pickle.loads(pickle.dumps(robots)) == robots != short
    assert not rx.RobotsTxt(body, max_bytes=10**30).is_truncated
    for make in (rx.RobotsTxt, lambda body, **options: rx.Rules(body, "a", **options)):
        with pytest.raises(ValueError, match="expected a number that is not negative, not -1"):
            make(body, max_bytes=-1)
        with pytest.raises(TypeError):
            make(body, max_bytes="1")


def test_rules():
    rules = rx.Rules(BODY + "Crawl-delay: 1.5\nRequest-rate: 1/10s 0800-1200\nVisit-time: 0600-0845\n", "a")
    assert (rules.group, rules.crawl_delay, len(rules)) == ("*", 1.5, 1)
    assert rules.request_rates == [(1, 10.0, time(8), time(12))]
    assert rules.visit_times == [(time(6), time(8, 45))]
    assert [str(rule) for rule in rules.to_list()] == ["Disallow: /"]
    nothing = rx.Rules("", "a")
    assert nothing and len(nothing) == 0 and nothing.crawl_delay is None and nothing.request_rates == []
    assert rx.Rules.allow_all() == nothing != rules
    assert sys.getsizeof(rx.Rules("User-agent: *\n" + "Disallow: /x\nDisallow: /yyy\n" * 99, "a")) > sys.getsizeof(nothing)
    assert rx.Rules(BODY, "a", dialect="original1994").is_allowed("/robots.txt") is False


def test_rules_as_bytes():
    rules = rx.Rules(BODY, "FooBot")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        if protocol >= 2:
            assert pickle.loads(pickle.dumps(rules, protocol)) == rules
    data = rules.to_bytes()
    assert rx.Rules.from_bytes(data).check("/private/") == rules.check("/private/")
    for wrong in (b"", b"RBXR", data[:-1], data[:10] + b"\xff" + data[11:]):
        with pytest.raises(ValueError, match="compiled rules"):
            rx.Rules.from_bytes(wrong)


def test_dialects():
    body = "User-agent: *\nDisallow: /\nAllow: /open/\n"
    assert rx.is_allowed(body, "a", "/open/")
    assert not rx.is_allowed(body, "a", "/open/", dialect=rx.Dialect.ORIGINAL_1994)
    assert not rx.is_allowed(body, "a", "/open/", dialect="original1994")
    for name, dialect in rx.Dialect.presets():
        assert rx.Dialect(name) == dialect and dialect.name == name and repr(dialect) == f"Dialect('{name}')"
        assert pickle.loads(pickle.dumps(dialect)) == dialect
        assert hash(rx.Dialect(name)) == hash(dialect)
        assert dialect.replace(**dialect.options) == dialect
        assert None not in [value for option, value in dialect.options.items() if option not in ("max_line_bytes", "use_copy_for", "max_lifetime", "when_no_answer")]
    constants = [name for name in vars(rx.Dialect) if name.isupper()]
    assert len(constants) == len(rx.Dialect.presets()) and all(name.isidentifier() for name in constants)
    assert rx.Dialect() == rx.Dialect.RFC_9309 != rx.Dialect.GOOGLE
    own = rx.Dialect.GOOGLE.replace(index_html=False, max_line_bytes=None, rule_choice="first")
    assert own.name is None
    with pytest.raises(ValueError, match="not negative"):
        own.replace(max_line_bytes=-1)
    assert own.options["rule_choice"] == "first" and own.options["max_line_bytes"] is None
    assert pickle.loads(pickle.dumps(own)) == own
    assert repr(own).startswith("Dialect('google').replace(**{")
    assert rx.RobotsTxt("", dialect=own).dialect == own
    with pytest.raises(ValueError, match="\"bing\": no dialect has this name; there are rfc9309, google"):
        rx.Dialect("bing")
    with pytest.raises(ValueError, match="^rule_choice: expected one of longest, first, any-disallow, not .shortest."):
        own.replace(rule_choice="shortest")
    with pytest.raises(TypeError, match="colour is not an option"):
        own.replace(colour="red")
    with pytest.raises(TypeError, match="expected Dialect"):
        rx.check("", "a", "/", dialect=3)


def test_threads():
    robots = rx.RobotsTxt(BODY)
    rules = robots.rules_for("FooBot")

    def ask(number: int) -> bool:
        url = f"/private/{'press/' if number % 2 else ''}{number}"
        answers = {rules.is_allowed(url), robots.is_allowed("FooBot", url), rx.is_allowed(BODY, "FooBot", url)}
        assert answers == {number % 2 == 1}
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(4_000)))


def test_memory_is_given_back():
    def rss() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

    if not Path("/proc/self/statm").exists():
        pytest.skip("no /proc")
    body = BODY + "Disallow: /x\n" * 10_000

    def work() -> None:
        for _ in range(50):
            robots = rx.RobotsTxt(body)
            robots.rules_for("a").check("/x")
            pickle.loads(pickle.dumps(robots.rules_for("a")))
            robots.groups[1].rules[:10]
            list(rx.read_sitemap(io.BytesIO(b"https://example.com/\n" * 1_000)))
            rx.check_batch([body] * 10, "a", ["/x"] * 10, detail=True)["rule"].to_list()
        gc.collect()

    work()
    before = rss()
    for _ in range(4):
        work()
    assert rss() - before < 30_000_000
