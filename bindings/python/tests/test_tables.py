"""Tables and columns of questions: each argument, missing values, what is taken for a column, and warnings. No Arrow library is needed, unless a
test asks for it."""

import copy
import os
import pickle
import threading
import time
import warnings

import pytest

import robots_exclusion as rx
from robots_exclusion import _native, agents

BODY = "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: *\nDisallow: /star\n"
HEADER = "Mozilla/5.0 (compatible; FooBot/1.0)"
#: Whose name is no token: as an agent it names the group of Mozilla, and as a header nobody.
BROWSER = "Mozilla"


def test_who_asks_in_a_table():
    body = "User-agent: Mozilla\nDisallow: /own\n\nUser-agent: *\nDisallow: /star\n"
    urls = ["/own", "/star"]
    own, star = [False, True], [True, False]
    table = {"robots": body, "url": urls, "agent": [BROWSER] * 2, "user_agent": [BROWSER] * 2, "other": ["FooBot"] * 2}
    assert rx.check_table(table).allowed.to_list() == own
    assert rx.check_table(table, user_agent="user_agent").allowed.to_list() == star
    assert rx.check_table(table, user_agent="agent").allowed.to_list() == star
    assert rx.check_table(table, agent="user_agent").allowed.to_list() == own
    assert rx.check_table(table, agent="other").allowed.to_list() == star
    assert rx.check_table(table, agent=agents.Token(BROWSER)).allowed.to_list() == own
    assert rx.check_table(table, agent=[BROWSER, "FooBot"]).allowed.to_list() == own
    del table["agent"]
    assert rx.check_table(table).allowed.to_list() == star
    with pytest.raises(TypeError, match="^agent: expected one of agent and user_agent, not both"):
        rx.check_table(table, agent="other", user_agent="user_agent")
    del table["user_agent"]
    for call, missing in [({}, "agent"), ({"agent": "x"}, "x"), ({"user_agent": "y"}, "y"), ({"agent": "other", "robots": "r"}, "r"), ({"agent": "other", "url": "u"}, "u")]:
        with pytest.raises(KeyError) as error:
            rx.check_table(table, **call)
        assert error.value.args == (missing,)
    with pytest.raises(TypeError, match="^table: expected a table with the Arrow PyCapsule interface, or a dict of columns, not list$"):
        rx.check_table([])


def test_names_of_the_columns_of_arrow_tables():
    pa = pytest.importorskip("pyarrow")
    body = "User-agent: Mozilla\nDisallow: /own\n\nUser-agent: *\nDisallow: /star\n"
    rows = {"robots": [body] * 2, "url": ["/own", "/star"]}
    for extra, expected in [({"agent": [BROWSER] * 2}, [False, True]), ({"user_agent": [BROWSER] * 2}, [True, False]), ({"agent": [BROWSER] * 2, "user_agent": ["x"] * 2}, [False, True])]:
        table = pa.table(rows | extra)
        # Whole, in pieces, and without a row.
        assert rx.check_table(table).allowed.to_list() == expected
        assert rx.check_table(pa.concat_tables([table[:1], table[1:]])).allowed.to_list() == expected
        assert rx.check_table(table[1:]).allowed.to_list() == expected[1:]
        assert rx.check_table(table.to_batches()[0].slice(1)).allowed.to_list() == expected[1:]
        assert rx.check_table(table[:0].combine_chunks()).allowed.to_list() == []
        structs = table.to_batches()[0].to_struct_array()
        assert rx.check_table(structs.slice(1)).allowed.to_list() == rx.check_table(structs).allowed.to_list()[1:] == expected[1:]
    with pytest.raises(KeyError, match="agent"):
        rx.check_table(pa.table(rows))
    # A table of one column is that column, also a slice of it.
    urls = pa.table({"url": ["/foo", "/star", "/foo"]})
    for sliced, expected in [(urls, [False, True, False]), (urls[1:], [True, False]), (urls.to_batches()[0].slice(1, 1), [True])]:
        assert rx.check_batch(BODY, "FooBot", sliced).allowed.to_list() == expected


def test_parts_of_dictionaries():
    pa = pytest.importorskip("pyarrow")
    encoded = pa.array(["/foo", None, "/star", "/foo", "/x"]).dictionary_encode()
    expected = [False, None, True, False, True]
    for start in range(5):
        for length in range(6 - start):
            part = encoded.slice(start, length)
            assert rx.check_batch(BODY, "FooBot", part).allowed.to_list() == expected[start : start + length]
    fixed = pa.array([b"/foo", None, b"/sta"], pa.binary(4))
    assert rx.check_batch(BODY, "FooBot", fixed).allowed.to_list() == [False, None, True]
    for wrong in (pa.array([1.5]), pa.array([True]), pa.array([["/"]]), pa.array([{"a": "/", "b": "/"}])):
        with pytest.raises(TypeError, match="^urls: expected a column of texts, not of type .+, which holds no text; cast it to string or binary"):
            rx.check_batch(BODY, "FooBot", wrong)


def test_missing_values_of_a_list():
    class NAType:
        """As pandas names what is missing."""

    class NaTType:
        pass

    class Other:
        pass

    for missing in (None, float("nan"), NAType(), NaTType()):
        for column in (["/foo", missing], ("/foo", missing)):
            assert rx.check_batch(BODY, "FooBot", column).allowed.to_list() == [False, None]
            assert rx.check_batch([BODY, missing], "FooBot", "/foo").allowed.to_list() == [False, None]
            assert rx.check_batch(BODY, user_agents=["FooBot", missing], urls="/foo").allowed.to_list() == [False, None]
    for wrong, kind in [(1.5, "float"), (0.0, "float"), (float("inf"), "float"), (3, "int"), (Other(), "Other"), (["/"], "list")]:
        with pytest.raises(TypeError, match=f"^urls: expected str or bytes in each row, not {kind}"):
            rx.check_batch(BODY, "FooBot", ["/foo", wrong])


def test_columns_that_are_listed():
    class Listed:
        """An array of NumPy, as far as this is concerned."""

        def __init__(self, values):
            self.values = values

        def tolist(self):
            return self.values

    class Series:
        """A Series of an older pandas, whose array knows Arrow."""

        def __init__(self, array):
            self.array = array

        def tolist(self):
            return ["/star"]

    class Exporter:
        def __init__(self, found):
            self.found = found

        def __arrow_array__(self):
            if isinstance(self.found, Exception):
                raise self.found
            return self.found

    urls = Listed(["/foo", "/star", None])
    assert rx.check_batch(BODY, Listed(["FooBot"] * 3), urls).allowed.to_list() == [False, True, None]
    assert rx.check_table({"robots": BODY, "agent": Listed(["FooBot"] * 3), "url": urls}).allowed.to_list() == [False, True, None]
    # Without Arrow data, or where they cannot be had, it is a list.
    for array in (Exporter(ImportError("pyarrow")), Exporter(object()), object()):
        assert rx.check_batch(BODY, "FooBot", Series(array)).allowed.to_list() == [True]
    # Otherwise the Arrow data count.
    answers = rx.check_batch(BODY, "FooBot", ["/foo"], detail=True)
    assert rx.check_batch(answers["rule"], "FooBot", Series(Exporter(rx.HostIndex({"a": "/foo"}).bodies(["a"])))).allowed.to_list() == [True]
    assert rx.check_batch(BODY, "FooBot", Series(Exporter(rx.HostIndex({"a": "/foo"}).bodies(["a"])))).allowed.to_list() == [False]
    with pytest.raises(TypeError, match="^urls: expected an object with the Arrow PyCapsule interface, a list, or one str or bytes for all rows, not object"):
        rx.check_batch(BODY, "FooBot", object())


def test_columns_and_crawlers():
    # A list is one crawler with several names, and one column of headers.
    urls = ["/foo", "/star", "/foo"]
    assert rx.check_batch(BODY, ["BarBot", "FooBot"], urls).allowed.to_list() == [False, True, False]
    assert rx.check_batch(BODY, user_agents=["BarBot", "FooBot", HEADER], urls=urls).allowed.to_list() == [True, True, False]
    assert rx.Judge().check_batch(BODY, user_agents=["BarBot", "FooBot", HEADER], urls=urls).allowed.to_list() == [True, True, False]
    for call in (rx.check_batch, rx.Judge().check_batch):
        for arguments in ({"agents": "a", "user_agents": "a", "urls": "/"}, {"urls": "/"}):
            with pytest.raises(TypeError, match="^agents: expected one of agents and user_agents, not (both|None)$"):
                call(BODY, **arguments)
        with pytest.raises(TypeError, match="^urls: expected an object with the Arrow PyCapsule interface, .*, not None"):
            call(BODY, "a")


def test_columns_of_different_lengths():
    for arguments, message in [
        ((["", ""], "a", ["/"] * 3), "urls: expected 2 rows, as other columns have, not 3"),
        ((["", ""], "a", []), "urls: expected 2 rows, as other columns have, not 0"),
        (([], "a", ["/"]), "urls: expected 0 rows, as other columns have, not 1"),
    ]:
        with pytest.raises(ValueError, match=f"^{message}$"):
            rx.check_batch(*arguments)
    with pytest.raises(ValueError, match="^user_agents: expected 2 rows, as other columns have, not 1$"):
        rx.check_batch(["", ""], user_agents=["a"], urls="/")
    # One text is for all rows, also if there are none.
    assert rx.check_batch([""] * 3, "a", "/").allowed.to_list() == [True] * 3 and rx.check_batch("", "a", []).allowed.to_list() == []
    assert len(rx.check_batch("", "a", "/")) == 1


def test_the_warning_of_refused_rows():
    def refused(**table):
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            answers = rx.check_table({"robots": BODY, **table})
        assert all(warning.category is UserWarning and warning.filename == __file__ for warning in found)
        return answers.allowed.to_list(), [str(warning.message) for warning in found]

    def message(refused, rows, crawlers, urls):
        where = "the URL begins neither with https:// or http:// nor with /"
        return [f"{refused} of {rows} rows have null for an answer: in {crawlers} the crawler is a URL or no name, in {urls} {where}"]

    assert refused(agent=["FooBot"], url=["/foo"]) == ([False], [])
    assert refused(agent=["FooBot"], url=["foo"]) == ([None], message(1, 1, 0, 1))
    assert refused(agent=["https://e.com/", "", "FooBot"], url=["/", "/", "/foo"]) == ([None, None, False], message(2, 3, 2, 0))
    assert refused(agent=["https://e.com/", "FooBot", "FooBot"], url=["/", "x", "y"]) == ([None] * 3, message(3, 3, 1, 2))
    # What is missing is no mistake.
    assert refused(agent=[None, "FooBot"], url=["/", None]) == ([None, None], [])


def test_each_option_of_a_batch():
    body = BODY + "Disallow: /late\n"
    table = {"robots": body, "agent": "BarBot", "url": ["/late", "/star"]}
    doors = [
        lambda **options: rx.check_batch(body, "BarBot", ["/late", "/star"], **options),
        lambda **options: rx.check_table(table, **options),
        lambda detail=False, **options: rx.Judge(**options).check_batch(body, "BarBot", ["/late", "/star"], detail=detail),
    ]
    for ask in doors:
        assert ask().allowed.to_list() == ask(max_body_bytes=len(body)).allowed.to_list() == [False, False]
        assert ask(max_body_bytes=len(body) - 2).allowed.to_list() == [True, False]
        assert ask(max_body_bytes=0).allowed.to_list() == [True, True]
        assert ask().column_names == ["allowed"] and ask(detail=True).column_names == ["allowed", "reason", "line", "rule", "group"]
        for threads in (0, 1, 2, 7):
            assert ask(threads=threads).allowed.to_list() == [False, False]
        for name in ("threads", "max_body_bytes"):
            with pytest.raises(ValueError, match=f"^{name}: expected a number that is not negative, not -1\nwhile processing '{name}'$"):
                ask(**{name: -1})
        with pytest.raises(ValueError, match="no dialect has this name"):
            ask(dialect="bing")
    with pytest.raises(ValueError, match="^max_cache_bytes: "):
        rx.Judge(max_cache_bytes=-1)
    judge = rx.Judge(max_cache_bytes=0)
    for _ in range(3):
        assert judge.check_batch([body] * 2, "BarBot", "/late").allowed.to_list() == [False, False]


def test_each_column_of_answers():
    answers = rx.check_batch(BODY, "FooBot", ["/foo", "/", "/robots.txt", None], detail=True)
    expected = {
        "allowed": [False, True, True, None],
        "reason": ["rule", "no-matching-rule", "robots-txt-itself", None],
        "line": [2, None, None, None],
        "rule": ["Disallow: /foo", None, None, None],
        "group": ["FooBot", "FooBot", None, None],
    }
    for found in (answers, pickle.loads(pickle.dumps(answers)), copy.copy(answers)):
        assert found.column_names == list(expected) and found.allowed.to_list() == expected["allowed"]
        for name, values in expected.items():
            column = found[name]
            assert column.to_list() == list(column) == values and len(column) == 4
            for one in (pickle.loads(pickle.dumps(column)), copy.copy(column)):
                assert one.to_list() == values and repr(one) == repr(column)
            assert [column[at] for at in range(4)] == values and [column[at - 4] for at in range(4)] == values
            assert (column[1:3], column[::-1], column[9:]) == (values[1:3], values[::-1], [])
            for outside in (4, -5, 99):
                with pytest.raises(IndexError, match=f"^there are 4 rows, none of which is {outside}$"):
                    column[outside]
            for wrong in ("a", None, 1.5):
                with pytest.raises(TypeError, match=f"^index: expected an index or a slice, not {type(wrong).__name__}$"):
                    column[wrong]
    short = rx.check_batch(BODY, "FooBot", ["/foo"])
    assert pickle.loads(pickle.dumps(short)).column_names == ["allowed"]
    with pytest.raises(KeyError) as error:
        short["line"]
    assert error.value.args == ("line",)
    with pytest.raises(KeyError):
        _native._batch_answers({"allowed": [True], "line": [1]})
    # One that is a column in turn.
    assert rx.check_batch(answers["rule"], "FooBot", "/").allowed.to_list() == [True, None, None, None]


def test_an_index_of_hosts():
    index = rx.HostIndex({"A.example": BODY, b"b.example": None, "c.example": BODY.encode()})
    assert len(index) == 3
    hosts = ["a.example", "B.EXAMPLE", "c.example", "d.example", None]
    bodies = index.bodies(hosts)
    assert len(bodies) == 5
    assert rx.check_batch(bodies, "FooBot", "/foo").allowed.to_list() == [False, None, False, None, None]
    assert rx.Judge().check_batch(index.bodies("a.example"), "FooBot", "/foo").allowed.to_list() == [False]
    columns = rx.HostIndex(["a.example", "b.example"], ["", BODY])
    assert rx.check_batch(columns.bodies(["b.example", "a.example"]), "FooBot", "/foo").allowed.to_list() == [False, True]
    assert rx.check_batch(columns.bodies(columns.bodies(["x"])), "FooBot", "/foo").allowed.to_list() == [None]
    for wrong, kind in [(["a"], "list"), ("a", "str"), (3, "int")]:
        with pytest.raises(TypeError, match=f"^hosts: expected a dict of hosts and their bodies, or two columns: hosts and robots, not {kind}$"):
            rx.HostIndex(wrong)
    with pytest.raises(ValueError, match='^hosts: expected each host once, not "a.example" twice$'):
        rx.HostIndex(["a.example", "A.EXAMPLE"], ["", ""])
    with pytest.raises(ValueError, match="^robots: expected 2 rows, as other columns have, not 1$"):
        rx.HostIndex(["a", "b"], [""])


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="no /proc")
def test_how_many_threads_answer():
    """As many as were asked for, and one if none were; fewer where there are few rows."""
    body = "User-agent: *\n" + "".join(f"Disallow: /*{number}*b$\n" for number in range(20))
    urls = ["/" + "a" * 100] * 10_000
    ways = [
        lambda **options: rx.check_batch(body, "a", urls, **options),
        lambda **options: rx.check_table({"robots": body, "agent": "a", "url": urls}, **options),
        lambda **options: rx.Judge(**options).check_batch(body, "a", urls),
    ]

    def threads_of(ask, **options):
        asking = threading.Thread(target=lambda: ask(**options))
        before, most = len(os.listdir("/proc/self/task")), 0
        asking.start()
        while asking.is_alive():
            most = max(most, len(os.listdir("/proc/self/task")))
            time.sleep(0.0005)
        return most - before

    for ask in ways:
        assert threads_of(ask) <= 1 and threads_of(ask, threads=1) <= 1
        # A glance may come too early or too late.
        assert any(threads_of(ask, threads=2) == 2 for _ in range(50))
