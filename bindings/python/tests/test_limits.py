"""Limits of arguments, to the number and the character; how values look; what a file object and a path are."""

import io
import os
import pickle
import sys
from datetime import datetime, timedelta, timezone

import pytest

import robots_exclusion as rx
from robots_exclusion import agents
from robots_exclusion._header import PROTEGO, HeaderRules, number
from robots_exclusion.fetch import Fetched, RobotsRequest
from robots_exclusion.site import Crawler, Site

BODY = "User-agent: FooBot\nDisallow: /x\n"


def message_of(call):
    with pytest.raises((ValueError, TypeError)) as error:
        call()
    return str(error.value)


def test_long_texts_are_cut_in_messages():
    for long, shown in [("x" * 100, "x" * 100), ("x" * 101, "x" * 100 + "..."), ("\u00fc" * 101, "\u00fc" * 100 + "..."), ("x" * 9_999, "x" * 100 + "...")]:
        assert message_of(lambda: rx.is_allowed("", "a", long)).startswith(f'url: expected a URL, or a path that begins with /, not "{shown}": ')
    url = "https://e.com/" + "x" * 87
    assert message_of(lambda: rx.is_allowed("", url, "/")) == f'agent: expected the name or the User-Agent header of one crawler, not "{url[:100]}...", which is a URL: the crawler is the argument before the URL'
    assert message_of(lambda: rx.is_allowed("", url[:100], "/")).startswith(f'agent: expected the name or the User-Agent header of one crawler, not "{url[:100]}", which')


def test_statuses():
    for status in (100, 200, 999):
        assert Fetched(status).status == status and repr(Fetched(status, body="ab\n")) == f"<Fetched: status {status}, 3 bytes>"
    for status in (99, 0, -1, 1_000, 65_536, 10**30):
        assert message_of(lambda: Fetched(status)) == f"status: expected an HTTP status from 100 to 999, not {status}"
        assert message_of(lambda: RobotsRequest("https://e.com").on_response(status)).startswith("status: ")
        assert message_of(lambda: Site("https://e.com").on_page_response(status)).startswith("status: ")
    for status in ("200", None, 1.5):
        assert message_of(lambda: Fetched(status)) == f"status: expected an HTTP status from 100 to 999, not {type(status).__name__}"


def test_counts_that_are_no_int():
    """The message has the argument's name, in every version of Python."""
    for wrong in (1.5, "1", [1], object()):
        for name, call in [
            ("max_bytes", lambda: rx.RobotsTxt("", max_bytes=wrong)),
            ("max_body_bytes", lambda: rx.access("", "a", max_body_bytes=wrong)),
            ("max_body_bytes", lambda: rx.inspect_batch([""], max_body_bytes=wrong)),
            ("max_cache_bytes", lambda: rx.Judge(max_cache_bytes=wrong)),
            ("threads", lambda: rx.check_batch([""], "a", ["/"], threads=wrong)),
        ]:
            assert message_of(call) == f"{name}: expected an int, not {type(wrong).__name__}"


def test_numbers_of_any_size_never_overflow():
    for number in (2**31, 2**32, 2**63, 2**64, 10**30):
        assert rx.RobotsTxt(BODY, max_bytes=number).is_allowed("FooBot", "/x") is False
        assert rx.access(BODY, "FooBot", max_body_bytes=number)["FooBot"].access == "partial"
        for bad in (lambda: rx.access_batch([BODY], "FooBot", [number]), lambda: rx.inspect_batch([BODY], [number])):
            try:
                bad()
            except ValueError as error:
                assert "status" in str(error)


def test_what_is_one_url_or_the_name_of_a_file():
    url = "robots is a URL, which is not fetched: pass the content of the file"
    name = "robots is the name of a file, which is not opened: pass a pathlib.Path, or the content of the file"
    for message, bodies in [
        (url, ("https://e.com/robots.txt", "http://e.com", b" https://e.com/ \n")),
        (name, ("robots.txt", b"/srv/www/ROBOTS.TXT", "C:\\sites\\robots.txt", ".txt")),
    ]:
        for body in bodies:
            with pytest.warns(UserWarning) as found:
                rx.RobotsTxt(body)
            assert [(str(warning.message), warning.filename) for warning in found] == [(message, __file__)]


@pytest.mark.filterwarnings("error")
def test_what_is_neither_one_url_nor_the_name_of_a_file():
    for body in ("Disallow:/x.txt", "disallow /x.txt", "robots.txt\n", "x:\\y:z.txt", "robots", "txt", "", "ftp://e.com/", "http://e.com/ x", "https://e.com/\nhttps://e.com/", "https:e.com", "User-agent: https://e.com/", "https://"):
        rx.RobotsTxt(body)


def test_names_are_a_list():
    for wrong, kind in [("R010", "str"), (b"R010", "bytes"), (3, "int")]:
        for name, call in [
            ("disable", lambda: rx.lint("", disable=wrong)),
            ("also", lambda: rx.fix("", also=wrong)),
            ("allow", lambda: rx.test("", "a", allow=wrong)),
            ("dialects", lambda: rx.compare("", "a", dialects=wrong)),
        ]:
            assert message_of(call) == f"{name}: expected a list of str, not {kind}"
    for names in (["R010"], ("R010",), iter(["R010"]), {"R010"}, {"R010": 1}):
        assert rx.lint("User-agent: a\nDisallow: /x\nDisalow: /y\n", disable=names) == []
    with pytest.raises(TypeError):
        rx.lint("", disable=[3])


def test_numbers_that_are_larger_than_any_memory():
    huge = 10**30
    body = BODY + "#" * 2_000 + "\nDisallow: /y\n"
    assert not rx.RobotsTxt(body, max_bytes=huge).is_truncated and len(rx.Rules(body, "FooBot", max_bytes=huge)) == 2
    assert rx.check_batch(body, "FooBot", "/y", max_body_bytes=huge).allowed[0] is False
    assert rx.Judge(max_body_bytes=huge, max_cache_bytes=huge).check_batch(body, "FooBot", "/y").allowed[0] is False
    most = 2**32 - 1
    dialect = rx.Dialect.RFC_9309.replace(max_bytes=huge, max_line_bytes=huge, default_lifetime=2**40, use_copy_for=timedelta(days=10**6))
    assert [dialect.options[name] for name in ("max_bytes", "max_line_bytes", "default_lifetime", "use_copy_for")] == [most] * 4
    for name in ("max_bytes", "max_line_bytes"):
        assert rx.Dialect.RFC_9309.replace(**{name: 0}).options[name] == 0
        assert message_of(lambda: rx.Dialect.RFC_9309.replace(**{name: -huge})) == f"{name}: expected a number that is not negative, not {-huge}"


def test_durations_are_whole_seconds():
    for given, seconds in [(1.9, 1), (0, 0), (timedelta(minutes=2, milliseconds=900), 120), (timedelta(days=1), 86_400)]:
        for option in ("disallow_for", "retry_interval", "default_lifetime", "min_lifetime", "use_copy_for", "max_lifetime"):
            assert rx.Dialect.RFC_9309.replace(**{option: given}).options[option] == seconds, (option, given)
    for option in ("use_copy_for", "max_lifetime"):
        assert rx.Dialect.GOOGLE.replace(**{option: None}).options[option] is None
    for wrong in (-1, float("nan"), timedelta(seconds=-1), "1"):
        assert message_of(lambda: rx.Dialect.RFC_9309.replace(retry_interval=wrong)).startswith("retry_interval: ")
    assert message_of(lambda: rx.Dialect.RFC_9309.replace(retry_interval="1")) == "retry_interval: expected seconds, a datetime or a timedelta, not str"
    for value, error, told in [
        ({"max_redirects": -1}, ValueError, "max_redirects: expected a number that is not negative, not -1"),
        ({"max_redirects": 2**70}, ValueError, f"max_redirects: expected 255 at most, not {2**70}"),
        ({"max_redirects": "1"}, TypeError, "max_redirects: expected an int, not str"),
        ({"index_html": "x"}, TypeError, "index_html: expected bool, not str"),
        ({"group_end": 3}, TypeError, "group_end: expected str, not int"),
        ({"disallow_for": "x"}, TypeError, "disallow_for: expected seconds"),
        ({"when_no_answer": "never"}, ValueError, 'when_no_answer: expected one of allow-all, disallow-all, try-later, not "never"'),
    ]:
        with pytest.raises(error) as raised:
            rx.Dialect.RFC_9309.replace(**value)
        assert str(raised.value).startswith(told), raised.value


def test_dialects_that_are_made():
    own = rx.Dialect.GOOGLE.replace(index_html=not rx.Dialect.GOOGLE.options["index_html"])
    changed = {"index_html": own.options["index_html"]}
    # It shows what was changed and nothing else, from the preset that it was made of.
    for one in (own, pickle.loads(pickle.dumps(own)), own.replace(**changed)):
        assert repr(one) == f"Dialect('google').replace(**{changed!r})" and one == own and hash(one) == hash(own) and one.name is None
    assert own.replace(**rx.Dialect.GOOGLE.options) == rx.Dialect.GOOGLE and repr(own.replace(**rx.Dialect.GOOGLE.options)) == "Dialect('google')"
    # One is what its options are, whatever it was made of.
    same = rx.Dialect.LENIENT.replace(**rx.Dialect.GOOGLE.options)
    assert same == rx.Dialect.GOOGLE and hash(same) == hash(rx.Dialect.GOOGLE) and same.name == "google"
    # What a file was read in is shown from RFC 9309.
    read = rx.RobotsTxt("", dialect=own).dialect
    assert read == own and eval(repr(read), {"Dialect": rx.Dialect}) == own and repr(read).startswith("Dialect('rfc9309').replace(")
    constants = {name.replace("_", "").lower(): value for name, value in vars(rx.Dialect).items() if name.isupper()}
    assert constants == dict(rx.Dialect.presets()) and rx.Dialect.SEZNAM_2.name == "seznam2"
    for option, value in rx.Dialect.RFC_9309.options.items():
        if isinstance(value, bool):
            other = rx.Dialect.RFC_9309.replace(**{option: not value})
            assert {name for name, found in other.options.items() if found != rx.Dialect.RFC_9309.options[name]} == {option}
            assert pickle.loads(pickle.dumps(other)) == other != rx.Dialect.RFC_9309
    with pytest.raises(TypeError, match="^colour is not an option; known options: rules_before_groups, .*, when_no_answer$"):
        own.replace(colour=1)


def test_times_in_every_form():
    crawler, moment = Crawler("FooBot"), datetime(2027, 1, 15, 8, tzinfo=timezone.utc)
    for now in (moment.timestamp(), int(moment.timestamp()), moment, moment.astimezone(timezone(timedelta(hours=3)))):
        site = Site("https://e.com")
        site.on_response(crawler, Fetched(404), now)
        assert site.next_fetch_at == moment.timestamp() + 86_400
    assert message_of(lambda: Site("https://e.com").next_due(crawler, "8")) == "now: expected seconds, a datetime or a timedelta, not str"
    for name in ("default_delay", "min_delay", "max_delay", "max_wait"):
        assert Crawler("a", **{name: 90}) == Crawler("a", **{name: timedelta(minutes=1.5)}) != Crawler("a", **{name: 91})
        assert message_of(lambda: Crawler("a", **{name: -0.5})) == f"{name}: expected a number that is not negative, not -0.5"


def test_texts_in_every_form():
    for make in (bytes, bytearray, memoryview):
        text = make(BODY.encode())
        assert rx.RobotsTxt(text) == rx.RobotsTxt(BODY) and not rx.is_allowed(text, make(b"FooBot"), make(b"/x"))
        assert rx.Rules.from_bytes(make(rx.Rules(BODY, "FooBot").to_bytes())) == rx.Rules(BODY, "FooBot")
        assert agents.Token(make(b"FooBot")) == agents.Token("FooBot") and agents.UserAgent(make(b"FooBot")) == agents.UserAgent("FooBot")
        assert Site(make(b"https://e.com")) == Site("https://e.com") == Site.restore(make(Site("https://e.com").save().encode()))
        assert Fetched(200, body=text) == Fetched(200, body=BODY) and rx.url_problem(make(b"x")) == rx.url_problem("x")
        assert type(rx.fix(text)) is bytes
    assert rx.RobotsTxt(memoryview(b"a b c ")[::2]).body == b"abc" and type(rx.fix(BODY)) is str
    # Bytes that were decoded with `surrogateescape` are what they were.
    for raw in (b"/\xfc", b"/\xff\xfe"):
        assert rx.RobotsTxt(raw.decode("utf-8", "surrogateescape")).body == raw
    assert rx.RobotsTxt("/\ud800").body == b"/\xed\xa0\x80"


def test_paths_and_files(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_text(BODY)

    class PathAndFile(os.PathLike):
        """Such as an open temporary file that knows its name."""

        def __fspath__(self):
            return str(path)

        def read(self, size=-1):
            raise AssertionError

    for body in (path, PathAndFile()):
        assert not rx.is_allowed(body, "FooBot", "/x") and rx.RobotsTxt(body).body == BODY.encode() and type(rx.fix(body)) is bytes
    for wrong in (io.StringIO(BODY), io.BytesIO(BODY.encode()), [BODY]):
        assert message_of(lambda: rx.RobotsTxt(wrong)) == f"robots: expected str, bytes or os.PathLike, not {type(wrong).__name__}"
    for source in (3, None, [BODY]):
        assert message_of(lambda: rx.read_sitemap(source)) == f"source: expected str, bytes, os.PathLike or a binary file, not {type(source).__name__}"
    (tmp_path / "s.txt").write_text("https://e.com/1\n")
    assert [entry.loc for entry in rx.read_sitemap(tmp_path / "s.txt")] == ["https://e.com/1"]


def test_problems_of_urls():
    for url in ("/", "/x?y#z", "https://e.com", "http://e.com/x", b"/\xff"):
        assert rx.url_problem(url) is None
    for url in ("", "x", "//", "mailto:a@b", "ftp://e.com/"):
        if problem := rx.url_problem(url):
            assert problem in message_of(lambda: rx.is_allowed("", "a", url))
    assert rx.url_problem("") and rx.url_problem("x")


def test_sizes():
    small, large = BODY, BODY + "Disallow: /" + "x" * 50_000 + "\n"
    assert sys.getsizeof(rx.RobotsTxt(large)) - sys.getsizeof(rx.RobotsTxt(small)) == 2 * (len(large) - len(small))
    assert sys.getsizeof(rx.Rules(large, "FooBot")) - sys.getsizeof(rx.Rules(small, "FooBot")) > 45_000


def test_rules_of_a_header_are_kept():
    robots = rx.RobotsTxt(BODY)
    rules = HeaderRules(robots)
    first = rules["FooBot/1.0 (x)"]
    assert first is rules["FooBot/1.0 (x)"] and not first.is_allowed("/x")
    for other in range(255):
        rules[f"bot{other}"]
    # 256 are kept; with the next, all are forgotten.
    assert rules["FooBot/1.0 (x)"] is first and len(rules._rules) == 256
    assert rules["one-more"].is_allowed("/x") and list(rules._rules) == ["one-more"]
    assert rules["FooBot/1.0 (x)"] == first and rules["FooBot/1.0 (x)"] is not first
    assert PROTEGO.options == {**rx.Dialect.LENIENT.options, "rules_before_groups": False} != rx.Dialect.LENIENT.options
    for seconds, shown in [(2.0, "2"), (2.5, "2.5"), (0.0, "0")]:
        assert str(number(seconds)) == shown


def test_how_values_look():
    request = RobotsRequest("https://e.com/a")
    assert repr(request) == "<RobotsRequest https://e.com/robots.txt>"
    request.on_response(301, {"Location": "https://o.example/b"})
    assert (repr(request), request.robots_url) == ("<RobotsRequest https://o.example/b>", "https://e.com/robots.txt")
    assert repr(Fetched.unreachable()) == "<Fetched: no answer>" and repr(Crawler(["Foo", "b"])) == '<Crawler "Foo">' and repr(Site("https://E.com:443/a")) == "<Site https://e.com>"
    index = rx.HostIndex({"a.example": BODY, "b.example": ""})
    assert (repr(index), len(index)) == ("<HostIndex: 2 hosts>", 2)
    answers = rx.check_batch(BODY, "FooBot", ["/x", "/y", None], detail=True)
    assert repr(answers) == "<BatchAnswers: 3 rows of allowed, reason, line, rule, group>" and len(answers) == 3
    assert repr(answers.allowed) == "<AnswerColumn: 3 rows of Boolean>" and repr(answers["line"]) == "<AnswerColumn: 3 rows of UInt32>"
    assert repr(rx.check_batch(BODY, "FooBot", "/x")) == "<BatchAnswers: 1 rows of allowed>"
