"""Judge a table of URLs with Spark: python examples/spark_judge.py [--rows N] [--gate]

Two recipes, to be copied. `judging` is for bodies that fit in memory once per worker process (100,000 sites take some 200 MB): they are
broadcast, each process compiles the rules of a site at its second question, and keeps them from batch to batch. `judging_joined` is for
more sites than that: join the bodies to the URLs, sorted by site, so that a site's rows follow each other.

Run as a program, it judges generated URLs of generated sites, or of the real files in the `corpus` of the directory that ROBOTS_SHARED
names, and compares the time with the same job without any judging. It needs pyspark, pyarrow, and Java 17 or later.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyspark import Broadcast
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import robots_exclusion as rx

AGENT = "FooBot"
SCHEMA = "host string, url string, allowed boolean"
Batches = Iterator[pa.RecordBatch]


def judging(bodies: Broadcast[dict[str, bytes]], agent: str) -> Callable[[Batches], Batches]:
    """For `DataFrame.mapInArrow`: adds `allowed` to rows of `host` and `url`; null for a host without a body."""

    def judge_partition(batches: Batches) -> Batches:
        hosts = pa.array(bodies.value)
        robots = pa.array(bodies.value.values(), pa.binary())
        judge = rx.Judge()
        for batch in batches:
            keys = pc.index_in(batch["host"], value_set=hosts)
            # The same dictionary every time, so that the judge knows its bodies again.
            column = pa.DictionaryArray.from_arrays(keys, robots)
            answers = judge.check_batch(column, agent, batch["url"])
            yield pa.record_batch({"host": batch["host"], "url": batch["url"], "allowed": pa.array(answers.allowed)})

    return judge_partition


def judging_joined(agent: str) -> Callable[[Batches], Batches]:
    """The same for rows of `host`, `url` and `robots`, sorted by host within the partition."""

    def judge_partition(batches: Batches) -> Batches:
        for batch in batches:
            answers = rx.check_batch(batch["robots"], agent, batch["url"])
            yield pa.record_batch({"host": batch["host"], "url": batch["url"], "allowed": pa.array(answers.allowed)})

    return judge_partition


def join_skewed(urls: DataFrame, bodies: DataFrame, salts: int) -> DataFrame:
    """Joins bodies (`host`, `robots`) to URLs so that the rows of one large host spread over `salts` partitions."""
    urls = urls.withColumn("salt", (F.rand(7) * salts).cast("int"))
    bodies = bodies.withColumn("salt", F.explode(F.sequence(F.lit(0), F.lit(salts - 1))))
    joined = urls.join(bodies.hint("shuffle_hash"), ["host", "salt"], "left")
    return joined.select("host", "url", "robots").sortWithinPartitions("host")


def unjudged(batches: Batches) -> Batches:
    """The same job without any judging, to compare with."""
    for batch in batches:
        allowed = pa.nulls(batch.num_rows, pa.bool_())
        yield pa.record_batch({"host": batch["host"], "url": batch["url"], "allowed": allowed})


def site_bodies(count: int) -> dict[str, bytes]:
    """Bodies by host: real files of at most 100 KB, or generated ones."""
    shared = os.environ.get("ROBOTS_SHARED")
    if shared:
        files = ((file.name, file.read_bytes()) for file in sorted((Path(shared) / "corpus").iterdir()))
        small = [(name, body) for name, body in files if len(body) <= 100_000]
        return dict(small[:count])
    lines = [f"Disallow: /private{number}/\nAllow: /private{number}/press/\n" for number in range(10)]
    return {f"host{number}.example": f"User-agent: *\n{''.join(lines[: number % 10 + 1])}".encode() for number in range(count)}


def url_table(spark: SparkSession, hosts: list[str], rows: int) -> DataFrame:
    """Rows of `host` and `url`, the hosts in random order."""
    names = F.array(*[F.lit(host) for host in hosts]) if len(hosts) <= 64 else None
    table = spark.range(rows, numPartitions=2)
    number = F.pmod(F.hash("id"), F.lit(len(hosts)))
    if names is None:
        listed = spark.createDataFrame(list(enumerate(hosts)), "number int, host string")
        table = table.withColumn("number", number).join(F.broadcast(listed), "number")
    else:
        table = table.withColumn("host", F.element_at(names, number + 1))
    path = F.concat(F.lit("/private"), F.pmod("id", F.lit(10)), F.lit("/page"), F.col("id"), F.lit(".html"))
    return table.select("host", F.concat(F.lit("https://"), "host", path).alias("url"))


def seconds(table: DataFrame) -> float:
    """How long it takes to make all rows."""
    start = time.perf_counter()
    table.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - start


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--hosts", type=int, default=4_000)
    arguments.add_argument("--gate", action="store_true", help="fail below 70 % of the speed without any judging")
    options = arguments.parse_args()

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").appName("spark_judge").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "50000")
    spark = builder.config("spark.sql.shuffle.partitions", "4").config("spark.driver.memory", "2g").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    bodies = site_bodies(options.hosts)
    urls = url_table(spark, list(bodies), options.rows).localCheckpoint()
    shipped = spark.sparkContext.broadcast(bodies)

    judged = urls.mapInArrow(judging(shipped, AGENT), SCHEMA)
    plain = urls.mapInArrow(unjudged, SCHEMA)
    seconds(plain.limit(100_000))  # Starts the workers.
    rounds = [(seconds(plain), seconds(judged)) for _ in range(3)]
    plain_seconds, judged_seconds = (min(column) for column in zip(*rounds))
    print(f"{options.rows:,} rows, {len(bodies):,} hosts, Spark {spark.version}, local[2]")
    for name, took in (("without judging", plain_seconds), ("judged", judged_seconds)):
        print(f"{name:24}{options.rows / took / 1e6:8.2f} million rows/s")
    share = plain_seconds / judged_seconds
    print(f"judged at {share:.0%} of the speed without judging")

    # Both recipes, and the library asked row by row, agree.
    table = spark.createDataFrame(list(bodies.items()), "host string, robots binary")
    sample = urls.limit(20_000)
    joined = join_skewed(sample, table, salts=4).mapInArrow(judging_joined(AGENT), SCHEMA)
    answers = {row.url: row.allowed for row in joined.collect()}
    broadcast = {row.url: row.allowed for row in sample.mapInArrow(judging(shipped, AGENT), SCHEMA).collect()}
    assert len(answers) == 20_000 and answers == broadcast
    for row in sample.limit(2_000).collect():
        assert answers[row.url] == rx.is_allowed(bodies[row.host], AGENT, row.url), row
    print(f"{sum(answers.values()):,} of {len(answers):,} rows of a sample are allowed; joined, broadcast and single questions agree")
    spark.stop()
    return 1 if options.gate and share < 0.7 else 0


if __name__ == "__main__":
    sys.exit(main())
