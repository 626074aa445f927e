"""The functions that workers of Spark run, and the schema of what they return, on tables of Arrow: without Spark, whose part is a stub here.
test_spark.py has whole jobs."""

import importlib
import sys
from types import ModuleType, SimpleNamespace

import pytest

pa = pytest.importorskip("pyarrow")

import robots_exclusion as rx

BODY = "User-agent: FooBot\nDisallow: /x\n"
SITES = {"a.example": BODY, "b.example": "User-agent: *\nDisalow: /\n"}
ROWS = [("a.example", "/x"), ("b.example", "/x"), ("nobody.example", "/x"), ("A.EXAMPLE", "/"), (None, "/")]


class Kind:
    """A type of Spark."""

    def simpleString(self):
        return type(self).__name__


class StringType(Kind):
    pass


class LongType(Kind):
    pass


KINDS = {name: type(name, (Kind,), {}) for name in ("BinaryType", "BooleanType", "CharType", "DoubleType", "IntegerType", "ShortType", "VarcharType")} | {"StringType": StringType, "LongType": LongType}
#: The types of the columns that the rows have.
OF_ROWS = {True: type("of the rows", (StringType,), {})(), False: type("of the rows", (LongType,), {})()}


class Field:
    def __init__(self, name, kind):
        self.name, self.dataType = name, kind

    @property
    def kind(self):
        return self.dataType.simpleString()


class Schema:
    def __init__(self, fields):
        self.fields = list(fields)

    @property
    def names(self):
        return [field.name for field in self.fields]


class Frame:
    """A data frame of as many partitions as there are batches."""

    def __init__(self, batches):
        self.batches = batches
        self.columns = batches[0].schema.names
        self.schema = Schema(Field(field.name, OF_ROWS[pa.types.is_string(field.type)]) for field in batches[0].schema)

    def mapInArrow(self, function, schema):
        found = [batch for batches in self.batches for batch in function(iter([batches]))]
        return pa.Table.from_batches(found), schema


@pytest.fixture
def spark(monkeypatch):
    """The module, with a stub for what it imports from PySpark."""
    functions, types = ModuleType("pyspark.sql.functions"), ModuleType("pyspark.sql.types")
    vars(types).update(KINDS, StructField=Field, StructType=Schema)
    sql = ModuleType("pyspark.sql")
    sql.functions, sql.types = functions, types
    for name, module in [("pyspark", ModuleType("pyspark")), ("pyspark.sql", sql), ("pyspark.sql.functions", functions), ("pyspark.sql.types", types)]:
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "robots_exclusion.spark", raising=False)
    yield importlib.import_module("robots_exclusion.spark")
    sys.modules.pop("robots_exclusion.spark", None)


class Broadcast:
    def __init__(self, value):
        self.value = value


def broadcast(names=("host", "robots")):
    return Broadcast(pa.table({names[0]: list(SITES), names[1]: list(SITES.values())}))


def frame(host="host", url="url", **more):
    columns = {host: [row[0] for row in ROWS], url: [row[1] for row in ROWS], "id": list(range(len(ROWS))), **more}
    whole = pa.record_batch({name: pa.array(values) for name, values in columns.items()})
    return Frame([whole.slice(0, 2), whole.slice(2)])


def test_judging_with_a_broadcast(spark):
    table, schema = spark.judge_broadcast(frame(), broadcast(), "FooBot")
    assert schema.names == table.column_names == ["host", "url", "id", "allowed"]
    assert table["allowed"].to_pylist() == [False, True, None, True, None] and table["id"].to_pylist() == [0, 1, 2, 3, 4]
    assert [field.kind for field in schema.fields] == ["of the rows"] * 3 + ["BooleanType"]
    # Another dialect, and another crawler.
    for dialect in ("lenient", rx.Dialect.LENIENT):
        assert spark.judge_broadcast(frame(), broadcast(), "FooBot", dialect=dialect)[0]["allowed"].to_pylist()[1] is False
    assert spark.judge_broadcast(frame(), broadcast(), ["BarBot", "FooBot"])[0]["allowed"].to_pylist()[0] is False
    assert spark.judge_broadcast(frame(), broadcast(), "BarBot")[0]["allowed"].to_pylist()[0] is True
    renamed = frame("site", "page")
    assert spark.judge_broadcast(renamed, broadcast(("s", "r")), "FooBot", host="site", url="page")[0]["allowed"].to_pylist() == [False, True, None, True, None]


def test_details(spark):
    table, schema = spark.judge_broadcast(frame(), broadcast(), "FooBot", detail=True)
    assert schema.names == table.column_names == ["host", "url", "id", "allowed", "reason", "line", "rule", "group"]
    assert [field.kind for field in schema.fields][3:] == ["BooleanType", "StringType", "LongType", "StringType", "StringType"]
    # Spark has no numbers without a sign.
    assert table.schema.field("line").type == pa.int64()
    assert [row["line"] for row in table.to_pylist()] == [2, None, None, None, None]
    assert table["rule"].to_pylist()[0] == "Disallow: /x" and table["group"].to_pylist()[0] == "FooBot" and table["reason"].to_pylist()[3] == "no-matching-rule"


def test_names_of_answers(spark):
    table, schema = spark.judge_broadcast(frame(line=["kept"] * len(ROWS)), broadcast(), "FooBot", detail=True, rename={"line": "robots_line", "allowed": "ok"})
    assert schema.names == table.column_names == ["host", "url", "id", "line", "ok", "reason", "robots_line", "rule", "group"]
    assert table["line"].to_pylist() == ["kept"] * len(ROWS) and table["robots_line"].to_pylist()[0] == 2
    assert table.schema.field("robots_line").type == pa.int64()
    for rename, detail, message in [
        (None, True, 'the rows have a column line already: pass rename={"line": "robots_line"}'),
        ({"allowed": "URL"}, False, 'the rows have a column URL already: pass rename={"allowed": "robots_allowed"}'),
        ({"lines": "x"}, True, "rename: there is no column lines of answers, but allowed, reason, line, rule, group"),
        ({"line": "x"}, False, "rename: there is no column line of answers, but allowed"),
    ]:
        with pytest.raises(ValueError) as error:
            spark.judge_broadcast(frame(Line=[""] * len(ROWS)), broadcast(), "FooBot", detail=detail, rename=rename)
        assert str(error.value) == message
    with pytest.raises(ValueError, match="no dialect has this name"):
        spark.judge_broadcast(frame(), broadcast(), "FooBot", dialect="bing")


def site_frame(**more):
    columns = {"host": ["a.example", "b.example", "c.example"], "robots": [BODY, "User-agent: *\nDisallow: /\n", None], "status": [200, 200, 404], **more}
    whole = pa.record_batch({name: pa.array(values) for name, values in columns.items()})
    return Frame([whole.slice(0, 2), whole.slice(2)])


def test_access_of_sites(spark):
    table, schema = spark.access_sites(site_frame(), ["FooBot", "GPTBot"], status="STATUS")
    assert schema.names == table.column_names == ["host", "robots", "status", "FooBot", "GPTBot"]
    assert table["FooBot"].to_pylist() == ["partial", "closed", "open"] and table["GPTBot"].to_pylist() == ["open", "closed", "open"]
    # Spark has no dictionaries.
    assert table.schema.field("FooBot").type == pa.string()
    assert spark.access_sites(site_frame(), "FooBot")[0]["FooBot"].to_pylist() == ["partial", "closed", None]
    assert spark.access_sites(site_frame(), "FooBot", dialect="lenient", rename={"FooBot": "foo"})[1].names[-1] == "foo"
    table, schema = spark.access_sites(site_frame(), ["FooBot"], detail=True)
    assert table["FooBot"].to_pylist() == [
        {"access": "partial", "group": "FooBot", "is_named": True},
        {"access": "closed", "group": "*", "is_named": False},
        None,
    ]
    assert [field.name for field in schema.fields[-1].dataType.fields] == ["access", "group", "is_named"]
    assert table.schema.field("FooBot").type.field("access").type == pa.string()


def test_access_is_checked_before_any_job(spark):
    for arguments, options, error, message in [
        ((["FooBot", "FooBot"],), {}, ValueError, "FooBot"),
        ((["https://e.com/"],), {}, ValueError, "URL"),
        (("FooBot",), {"robots": "body"}, ValueError, "robots: there is no column 'body'"),
        (("FooBot",), {"robots": "status"}, TypeError, "holds no text"),
        (("FooBot",), {"status": "code"}, ValueError, "status: there is no column 'code'"),
        (("FooBot",), {"status": "host"}, TypeError, "holds no whole numbers"),
        (("FooBot",), {"dialect": "bing"}, ValueError, "no dialect"),
        (("FooBot",), {"rename": {"FooBot": "HOST"}}, ValueError, "the rows have a column HOST already"),
    ]:
        with pytest.raises(error, match=message):
            spark.access_sites(site_frame(), *arguments, **options)


def test_what_a_worker_keeps(spark, monkeypatch):
    """An index for each broadcast table, and a judge for each dialect, from task to task."""
    made = []
    monkeypatch.setattr(spark, "HostIndex", lambda *columns: made.append("index") or rx.HostIndex(*columns))
    monkeypatch.setattr(spark, "Judge", lambda **options: made.append(getattr(options["dialect"], "name", None)) or rx.Judge(**options))
    sites, others = broadcast(), broadcast()
    for shipped, dialect in [(sites, None), (sites, "rfc9309"), (sites, "google"), (sites, rx.Dialect.GOOGLE), (others, None), (sites, None)]:
        spark.judge_broadcast(frame(), shipped, "FooBot", dialect=dialect)
    assert made == ["index", None, "rfc9309", "google", "index", None]


def test_what_is_sent_to_the_workers(spark):
    sent = []

    class Sites(Frame):
        sparkSession = SimpleNamespace(sparkContext=SimpleNamespace(broadcast=lambda table: sent.append(table) or "sent"))

        def select(self, *names):
            return SimpleNamespace(toArrow=lambda: names)

    sites = Sites([pa.record_batch({name: ["x"] for name in ("host", "robots", "h", "R")} | {"n": [1]})])
    assert spark.broadcast_sites(sites) == spark.broadcast_sites(sites, host="h", robots="r") == "sent"
    assert sent == [("host", "robots"), ("h", "R")]
    for options, message in [
        ({"host": "site"}, "host: there is no column 'site' among host, robots, h, R, n"),
        ({"robots": "n"}, "robots: the column 'n' is of type of the rows, which holds no text; cast it to string or binary"),
        ({"robots": 3}, "robots: expected the name of a column, not int"),
    ]:
        with pytest.raises((TypeError, ValueError)) as error:
            spark.broadcast_sites(sites, **options)
        assert str(error.value) == message


def test_what_is_checked_before_any_job(spark):
    """Not by a worker, for each of its batches."""
    sites = Frame([pa.record_batch({"HOST": ["x"], "robots": ["y"]})])
    for arguments, options, kind, message in [
        (("https://e.com",), {}, ValueError, 'agent: expected the name or the User-Agent header of one crawler, not "https://e.com", which is a URL'),
        ((3,), {}, TypeError, "agent: expected a crawler's name"),
        (("FooBot",), {"url": "address"}, ValueError, "url: there is no column 'address' among host, url, id"),
        (("FooBot",), {"url": "id"}, TypeError, "url: the column 'id' is of type"),
        (("FooBot",), {"host": "id"}, TypeError, "host: the column 'id' is of type"),
    ]:
        with pytest.raises(kind) as error:
            spark.judge_broadcast(frame(), broadcast(), *arguments, **options)
        assert str(error.value).startswith(message)
        with pytest.raises(kind) as error:
            spark.judge_grouped(frame(), sites, *arguments, **options)
        assert str(error.value).startswith(message)
    for options, kind, message in [
        ({"robots": "body"}, ValueError, "robots: there is no column 'body' among HOST, robots"),
        ({"rows_in_group": 0}, ValueError, "rows_in_group: expected a number from 1, not 0"),
        ({"rows_in_group": 2.5}, TypeError, "rows_in_group: expected an int, not float"),
        ({"groups": -1}, ValueError, "groups: expected a number from 1, not -1"),
        ({"heavy": {"x": 0}}, ValueError, "heavy['x']: expected a number from 1, not 0"),
    ]:
        sites.withColumnRenamed = lambda old, new: sites
        with pytest.raises(kind) as error:
            spark.judge_grouped(frame(), sites, "FooBot", **options)
        assert str(error.value) == message


def test_zones_of_times(spark):
    """Spark hands out the zone of the session, and takes back UTC."""
    from datetime import datetime, timezone

    moment = datetime(2026, 5, 6, 7, 8, 9, tzinfo=timezone.utc)
    zoned, plain = pa.timestamp("us", "Etc/UTC"), pa.timestamp("us")
    columns = {
        "at": pa.array([moment, None], zoned),
        "naive": pa.array([moment.replace(tzinfo=None), None], plain),
        "list": pa.array([[moment], None], pa.list_(zoned)),
        "struct": pa.array([{"at": moment, "n": 1}, None], pa.struct([("at", zoned), ("n", pa.int64())])),
        "map": pa.array([[("k", moment)], None], pa.map_(pa.string(), zoned)),
        "deep": pa.array([[{"at": [moment]}], None], pa.list_(pa.struct([("at", pa.list_(zoned))]))),
        "text": pa.array(["x", None]),
    }
    rows = pa.table(columns)
    found = spark._with_zones_as_utc(rows)
    assert found.to_pylist() == rows.to_pylist() and found.column_names == rows.column_names
    assert "Etc/UTC" not in str(found.schema) and found.schema.field("naive").type == plain
    assert found.schema.field("at").type == pa.timestamp("us", "UTC")
    only = rows.select(["naive", "text"])
    assert spark._with_zones_as_utc(only) is only


def test_judging_a_group(spark, monkeypatch):
    given = []

    class Left:
        def cogroup(self, right):
            return SimpleNamespace(applyInArrow=lambda function, schema: (function(asked, right.table), schema))

    def grouped(urls, sites, **options):
        given.append(options)
        return Left(), sites

    monkeypatch.setattr(spark, "grouped", grouped)
    monkeypatch.setattr(spark, "count_groups", lambda urls, **options: given.append(options) or (5, {"a.example": 2}))
    asked = pa.table({"host": [row[0] for row in ROWS], "url": [row[1] for row in ROWS], spark._GROUP: [1] * len(ROWS)})
    known = pa.table({"host": list(SITES), "robots": list(SITES.values()), spark._GROUP: [1] * 2})
    urls = Frame([pa.record_batch({"host": ["x"], "url": ["y"]})])
    known, sites = Frame([pa.record_batch({"host": ["x"], "robots": ["y"]})]), known
    known.table = sites
    names = {"host": "host", "robots": "robots", "url": "url"}
    table, schema = spark.judge_grouped(urls, known, "FooBot")
    assert schema.names == table.column_names == ["host", "url", "allowed"] and table["allowed"].to_pylist() == [False, True, None, True, None]
    assert given == [{"host": "host", "rows_in_group": 250_000}, {**names, "groups": 5, "heavy": {"a.example": 2}}]
    # What is given is not counted.
    for options, expected in [({"groups": 3}, (3, {"a.example": 2})), ({"heavy": {}}, (5, {})), ({"groups": 1, "heavy": {"x": 1}}, (1, {"x": 1}))]:
        given.clear()
        table, _ = spark.judge_grouped(urls, known, "FooBot", rows_in_group=7, detail=True, dialect="lenient", **options)
        assert (given[-1]["groups"], given[-1]["heavy"]) == expected and len(given) == (1 if len(options) == 2 else 2)
        assert len(given) == 1 or given[0] == {"host": "host", "rows_in_group": 7}
        assert table["allowed"].to_pylist() == [False, False, None, True, None] and table["line"].to_pylist()[:2] == [2, 2]
