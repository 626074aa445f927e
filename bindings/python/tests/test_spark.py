"""Both recipes for Spark, on a small table. They need Java."""

import os
import shutil
import sys

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
if shutil.which("java") is None:
    pytest.skip("no Java", allow_module_level=True)
pytestmark = pytest.mark.deep

from pyspark.sql import SparkSession

import robots_exclusion as rx
from robots_exclusion.spark import access_sites, broadcast_sites, count_groups, judge_broadcast, judge_grouped

SITES = {f"host{number}": f"User-agent: *\nDisallow: /{number}\n" for number in range(20)}
# Most rows are about one host; one host has no body, and one row no host.
ROWS = [(host, f"https://{host}/{number}", number) for host in [*SITES, "nobody"] for number in range(15)]
ROWS += [("host3", f"https://host3/{number % 7}?{number}", number) for number in range(600)] + [(None, "/", 0)]


@pytest.fixture(scope="module")
def spark():
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "3").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def expected(host, url, detail):
    if host not in SITES:
        return (None,) * (5 if detail else 1)
    verdict = rx.check(SITES[host], "FooBot", url)
    return (verdict.allowed, verdict.reason, verdict.line, verdict.rule, verdict.group)[: 5 if detail else 1]


def test_both_recipes(spark):
    urls = spark.createDataFrame(ROWS, "host string, url string, id int")
    sites = spark.createDataFrame(list(SITES.items()), "host string, robots string")
    shipped = broadcast_sites(sites)
    groups, heavy = count_groups(urls, rows_in_group=100)
    assert heavy == {"host3": 7} and groups == 10
    for detail in (False, True):
        asked = sorted((url, id, *expected(host, url, detail)) for host, url, id in ROWS)
        for crawler in ("FooBot", ["NoBot", "FooBot"], rx.agents.UserAgent("Mozilla/5.0 (compatible; FooBot/1)")):
            tables = [
                judge_broadcast(urls, shipped, crawler, detail=detail),
                judge_grouped(urls, sites, crawler, detail=detail, rows_in_group=100),
            ]
            if not detail:
                tables.append(judge_grouped(urls, sites, crawler, groups=1, heavy={"host3": 50}, dialect="google"))
            for table in tables:
                found = sorted(tuple(row)[1:] for row in table.collect())
                assert found == asked


def test_names_that_the_rows_have_already(spark):
    urls = spark.createDataFrame([("host1", "https://host1/1", 7)], "host string, url string, Line int")
    sites = spark.createDataFrame(list(SITES.items()), "host string, robots string")
    shipped = broadcast_sites(sites)
    for judge in (lambda **names: judge_broadcast(urls, shipped, "FooBot", **names), lambda **names: judge_grouped(urls, sites, "FooBot", **names)):
        with pytest.raises(ValueError, match='the rows have a column line already: pass rename={"line": "robots_line"}'):
            judge(detail=True)
        with pytest.raises(ValueError, match="the rows have a column URL already"):
            judge(rename={"allowed": "URL"})
        with pytest.raises(ValueError, match="rename: there is no column lines of answers"):
            judge(detail=True, rename={"lines": "x"})
        (row,) = judge(detail=True, rename={"line": "robots_line", "allowed": "ok"}).collect()
        assert (row.Line, row.robots_line, row.ok, row.rule) == (7, 2, False, "Disallow: /1")
        assert judge().columns == ["host", "url", "Line", "allowed"]


@pytest.mark.parametrize("zone", ["UTC", "Etc/UTC", "Europe/Vienna"])
def test_columns_with_a_zone(spark, zone):
    before = spark.conf.get("spark.sql.session.timeZone")
    spark.conf.set("spark.sql.session.timeZone", zone)
    try:
        sites = spark.createDataFrame(list(SITES.items()), "host string, robots string")
        rows = [(host, url, number) for host, url, number in ROWS[:50]]
        urls = spark.createDataFrame(rows, "host string, url string, number int").selectExpr(
            "*", "timestamp_seconds(number) AS at", "array(timestamp_seconds(number)) AS seen", "named_struct('at', timestamp_seconds(number)) AS nested"
        )
        expected = sorted(urls.collect(), key=lambda row: row["url"])
        for judged in (judge_grouped(urls, sites, "FooBot"), judge_broadcast(urls, broadcast_sites(sites), "FooBot")):
            found = sorted(judged.collect(), key=lambda row: row["url"])
            assert [row[:-1] for row in found] == [tuple(row) for row in expected]
            assert {row["allowed"] for row in found} == {True, False}
    finally:
        spark.conf.set("spark.sql.session.timeZone", before)


def test_access_of_sites(spark):
    rows = [(host, body.encode(), None) for host, body in SITES.items()] + [("nobody", None, 404), ("page", b"<html>", 503)]
    sites = spark.createDataFrame(rows, "host string, robots binary, status int")
    crawlers = ["GPTBot", "Googlebot", rx.agents.Agent("Amazonbot")]
    expected = {host: rx.access(body, crawlers, status=status) for host, body, status in rows}
    for row in access_sites(sites, crawlers, status="status").collect():
        assert {name: row[name] for name in expected[row.host]} == {name: one.access for name, one in expected[row.host].items()}
    for row in access_sites(sites, crawlers, status="status", detail=True).collect():
        assert {name: tuple(row[name]) for name in expected[row.host]} == {name: (one.access, one.group, one.is_named) for name, one in expected[row.host].items()}
