"""Judge tables of URLs with Spark, and compare the time with the same job without any judging.

    python examples/spark_judge.py [--rows N] [--hosts N ...] [--skew SHARE] [--gate]

Each number of hosts is judged by both recipes of `robots_exclusion.spark`. The sites are the real files in the `corpus` of the directory
that ROBOTS_SHARED names, over and over, as long as they are at most 4,000, and otherwise generated. The best of three rounds after the first counts.
It needs pyspark, pyarrow, and Java 17 or later.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import robots_exclusion as rx
from robots_exclusion import spark as rx_spark

AGENT = "FooBot"


def unjudged_partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What `judge_broadcast` does, without the judging."""
    for batch in batches:
        yield batch.append_column("allowed", pa.nulls(batch.num_rows, pa.bool_()))


def unjudged_group(asked: pa.Table, _known: pa.Table) -> pa.Table:
    """What `judge_grouped` does, without the judging."""
    return asked.select(["host", "url"]).append_column("allowed", pa.nulls(asked.num_rows, pa.bool_()))


def real_bodies() -> list[bytes]:
    """Real files of at most 100 KB."""
    shared = os.environ.get("ROBOTS_SHARED")
    files = sorted((Path(shared) / "corpus").iterdir()) if shared else []
    return [body for body in (file.read_bytes() for file in files) if len(body) <= 100_000]


def site_table(spark: SparkSession, hosts: int) -> DataFrame:
    """Rows of `host` and `robots`."""
    bodies = real_bodies() if hosts <= 4_000 else []
    if bodies:
        rows = [(f"host{number}.example", bodies[number % len(bodies)]) for number in range(hosts)]
        return spark.createDataFrame(rows, "host string, robots binary")
    line = F.concat(F.lit("Disallow: /private"), F.col("id") % 10, F.lit("/page"))
    lines = F.concat_ws("\n", F.concat(F.lit("# Site "), "id"), F.lit("User-agent: *"), line, *[F.lit(f"Disallow: /closed{number}/\nAllow: /closed{number}/open") for number in range(10)])
    return spark.range(hosts).select(F.concat(F.lit("host"), "id", F.lit(".example")).alias("host"), lines.cast("binary").alias("robots"))


def url_table(spark: SparkSession, hosts: int, rows: int, skew: float) -> DataFrame:
    """Rows of `host` and `url`, the hosts in random order; a share of the rows is about one host."""
    number = F.when(F.rand(1) < skew, 0).otherwise(F.pmod(F.hash("id"), F.lit(hosts)))
    host = F.concat(F.lit("host"), number, F.lit(".example"))
    table = spark.range(rows, numPartitions=4).select("id", host.alias("host"))
    path = F.concat(F.lit("/private"), F.pmod("id", F.lit(10)), F.lit("/page"), F.col("id"), F.lit(".html"))
    return table.select("host", F.concat(F.lit("https://"), "host", path).alias("url"))


def seconds(table: DataFrame) -> float:
    """How long it takes to make all rows."""
    start = time.perf_counter()
    table.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - start


def compare(name: str, judged: DataFrame, plain: DataFrame, rows: int, rounds: int) -> float:
    """The speed of a job as a share of the speed of another.

    All rounds of one come before those of the other: Spark takes a broadcast from a worker as soon as it runs a task without it, so that jobs
    in turn would load the table each time. Of the judged job the first round is left out, and its additional time is shown: then each
    worker gets the table and builds its index. The other job runs before it too, until Java has compiled what both have in common.
    """
    for _ in range(3):
        seconds(plain)
    first, *judged_times = [seconds(judged) for _ in range(rounds + 1)]
    plain_times = [seconds(plain) for _ in range(rounds)]
    plain_seconds, judged_seconds = min(plain_times), min(judged_times)
    share = plain_seconds / judged_seconds
    rates = [rows / time / 1e6 for time in (plain_seconds, judged_seconds)]
    print(f"  {name:10} {rates[0]:6.2f} {rates[1]:6.2f} million rows/s: {share:.0%}, first {first - judged_seconds:.1f} s longer", flush=True)
    return share


def megabytes(table: DataFrame) -> float:
    """The bytes of the texts of a table."""
    lengths = sum((F.octet_length(column) for column in table.columns), start=F.lit(0))
    found = table.agg(F.sum(lengths).alias("bytes")).first()
    return float(found["bytes"] if found else 0) / 1e6


def agree(tables: list[DataFrame], sites: DataFrame) -> None:
    """Both recipes and the library asked row by row answer alike."""
    bodies = {row.host: bytes(row.robots) for row in sites.limit(2_000).collect()}
    answers = [{row.url: row.allowed for row in table.where(F.col("host").isin(list(bodies)[:500])).limit(3_000).collect()} for table in tables]
    common = set.intersection(*map(set, answers))
    assert common, "no URL was judged by both"
    for url in common:
        expected = rx.is_allowed(bodies[url.split("/")[2]], AGENT, url)
        assert all(answer[url] is expected for answer in answers), url


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--hosts", type=int, nargs="+", default=[4_000])
    arguments.add_argument("--skew", type=float, default=0.0, help="the share of the rows that is about one host")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--gate", action="store_true", help="fail below 70 %% of the speed without any judging")
    options = arguments.parse_args()

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").appName("spark_judge").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.maxResultSize", "4g")
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "50000")
    spark = builder.config("spark.sql.shuffle.partitions", "4").config("spark.driver.memory", "4g").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    shares = []
    for hosts in options.hosts:
        sites = site_table(spark, hosts).localCheckpoint()
        urls = url_table(spark, hosts, options.rows, options.skew).localCheckpoint()
        schema = "host string, url string, allowed boolean"
        print(f"{options.rows:,} rows, {hosts:,} hosts, {options.skew:.0%} of the rows about one; Spark {spark.version}, local[2]: without, judged")
        print(f"  {megabytes(sites):,.0f} MB of hosts and bodies, {megabytes(urls):,.0f} MB of hosts and URLs", flush=True)
        start = time.perf_counter()
        broadcast = rx_spark.broadcast_sites(sites)
        print(f"  collected and broadcast in {time.perf_counter() - start:.1f} s", flush=True)
        judged = rx_spark.judge_broadcast(urls, broadcast, AGENT)
        plain = urls.mapInArrow(unjudged_partition, schema)
        shares.append(compare("broadcast", judged, plain, options.rows, options.rounds))

        # The shuffle with nothing to do, for the same groups.
        groups, heavy = rx_spark.count_groups(urls)
        grouped = rx_spark.judge_grouped(urls, sites, AGENT, groups=groups, heavy=heavy)
        left, right = rx_spark.grouped(urls, sites, groups=groups, heavy=heavy)
        plain = left.cogroup(right).applyInArrow(unjudged_group, schema)
        compare("grouped", grouped, plain, options.rows, options.rounds)
        agree([judged, grouped], sites)
    spark.stop()
    return 1 if options.gate and min(shares) < 0.7 else 0


if __name__ == "__main__":
    sys.exit(main())
