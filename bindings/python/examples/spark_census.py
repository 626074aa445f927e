"""To whom the sites of WARC files are open, partly open and closed, counted with Spark:

    python examples/spark_census.py LISTING [--prefix https://data.commoncrawl.org/] [--crawler NAME ...] [--output FOLDER]
    python examples/spark_census.py --generate FOLDER --records 1000000

LISTING has a path of a WARC file in each line, and may be compressed with gzip. Common Crawl publishes one for each crawl:
https://data.commoncrawl.org/crawl-data/CC-MAIN-2025-51/robotstxt.paths.gz has lines such as
crawl-data/CC-MAIN-2025-51/segments/1764871306070.45/robotstxt/CC-MAIN-20251204012312-20251204042312-00000.warc.gz, and with the prefix above
each is read from there. Without a prefix the paths are those of files that every worker can open. With --generate, files of made-up records
and their listing are written first.

A task reads one file from its beginning to its end, and asks about a batch of its records at once; nothing of a body leaves the worker. What is
shuffled, to find the last capture of each host, is its name and a byte for each crawler. Redirects and files that are cut do not count.

It needs pyspark, pyarrow, and Java 17 or later.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import robots_exclusion as rx
from robots_exclusion.warc import read_batches

CRAWLERS = ["GPTBot", "CCBot", "ClaudeBot", "Google-Extended", "Bytespider", "PerplexityBot", "Amazonbot", "Applebot-Extended"]
ANSWERS = ["open", "partial", "closed", "undecided"]
REDIRECTS = pa.array([status for status in range(300, 400) if status != 304], pa.uint16())


def opened(path: str) -> IO[bytes]:
    """A local file, or what a server has at a URL."""
    if path.startswith(("https://", "http://")):
        return urllib.request.urlopen(path, timeout=60)  # type: ignore[no-any-return]
    return open(path, "rb")


def census(spark: SparkSession, paths: list[str], crawlers: list[str]) -> DataFrame:
    """The last answer of each host: the columns `host` and `answers`, a struct with a place in ANSWERS for each crawler."""
    names = rx.access_batch([], crawlers).column_names
    places = dict(zip(names, (f"c{number}" for number in range(len(names)))))

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for path in (path for batch in batches for path in batch["path"].to_pylist()):
            with opened(path) as file:
                for responses in read_batches(file):
                    counts = pc.invert(pc.or_(responses["is_truncated"], pc.is_in(responses["status"], REDIRECTS)))
                    responses = responses.filter(counts)
                    answers = rx.access_batch(responses["robots"], crawlers, responses["status"])
                    # The answers have the values of ANSWERS in this order, so that their keys are the places.
                    columns = [pa.array(answers[name]).indices for name in names]
                    yield pa.record_batch([responses["host"], responses["fetched"], *columns], names=["host", "fetched", *places.values()])

    # A task for each file: they take minutes each, and differ.
    table = spark.createDataFrame([(path,) for path in paths], "path string").repartition(len(paths), F.col("path"))
    rows = table.mapInArrow(read, ", ".join(["host string, fetched timestamp", *(f"{place} tinyint" for place in places.values())]))
    last = F.max_by(F.struct(*(F.col(place).alias(name) for name, place in places.items())), F.coalesce("fetched", F.timestamp_seconds(F.lit(0))))
    return rows.groupBy("host").agg(last.alias("answers"))


def shares(sites: DataFrame, crawlers: list[str]) -> tuple[int, dict[str, dict[str, int]]]:
    """The number of sites, and for each crawler how many of them have each answer."""
    names = rx.access_batch([], crawlers).column_names
    counts = [F.count_if(F.col("answers")[name] == place).alias(f"{number} {place}") for number, name in enumerate(names) for place in range(len(ANSWERS))]
    row = sites.agg(F.count("*").alias("sites"), *counts).first()
    assert row is not None
    return row["sites"], {name: {answer: row[f"{number} {place}"] for place, answer in enumerate(ANSWERS)} for number, name in enumerate(names)}


def real_bodies() -> list[bytes]:
    """Real files, if there are."""
    shared = os.environ.get("ROBOTS_SHARED")
    folders = [Path(shared) / name for name in ("corpus", "corpus-2025")] if shared else []
    return [file.read_bytes() for folder in folders if folder.is_dir() for file in sorted(folder.iterdir())]


def generate(folder: Path, records: int, files: int) -> Path:
    """Writes WARC files of records with the members of Common Crawl's, each of another host, and returns their listing."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    real = real_bodies()
    paths = []
    for number in range(files):
        paths.append(folder / f"robots-{number:05}.warc.gz")
        with open(paths[-1], "wb") as file:
            for record in range(number, records, files):
                host = f"host{record}.example"
                lines = [f"# {host}", "User-agent: *"] + [f"Disallow: /{chance.choice('abcdefgh')}{record % 97}/" for _ in range(chance.randrange(1, 40))]
                if chance.random() < 0.2:
                    lines += ["", f"User-agent: {chance.choice(CRAWLERS)}", "Disallow: /"]
                body = b"# %s\n%s" % (host.encode(), chance.choice(real)) if real else "\n".join(lines).encode()
                status = chance.choices([200, 404, 301, 503], [70, 20, 8, 2])[0]
                http = b"HTTP/1.1 %d X\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)
                for kind, content in [("request", b"GET /robots.txt HTTP/1.1\r\nHost: %s\r\n\r\n" % host.encode()), ("response", http)]:
                    header = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2025-12-04T0{record % 10}:00:00Z\r\nWARC-Target-URI: https://{host}/robots.txt\r\n"
                    header += f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(content)}\r\n\r\n"
                    file.write(gzip.compress(header.encode() + content + b"\r\n\r\n", 4))
    listing = folder / "robotstxt.paths.gz"
    listing.write_bytes(gzip.compress("".join(f"{path}\n" for path in paths).encode()))
    return listing


def listed(listing: Path, prefix: str) -> list[str]:
    data = listing.read_bytes()
    text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
    return [prefix + line.strip() for line in text.splitlines() if line.strip()]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("listing", metavar="LISTING", type=Path, nargs="?", help="a file with the path of a WARC file in each line")
    parser.add_argument("--prefix", default="", help="what is put before each path")
    parser.add_argument("--crawler", metavar="NAME", action="append", help="a crawler, or a set such as @ai-training; may be repeated")
    parser.add_argument("--output", metavar="FOLDER", help="also write the answers for each host, as Parquet")
    parser.add_argument("--generate", metavar="FOLDER", type=Path, help="write files of made-up records there, and read them")
    parser.add_argument("--records", type=int, default=100_000, help="how many records to make up")
    parser.add_argument("--files", type=int, default=8, help="in how many files")
    parser.add_argument("--cores", default="*", help="how many cores Spark uses on this machine")
    options = parser.parse_args(arguments)
    if (options.listing is None) == (options.generate is None):
        parser.error("expected one of LISTING and --generate")
    listing = options.listing or generate(options.generate, options.records, options.files)
    paths = listed(listing, options.prefix)
    crawlers: list[Any] = options.crawler or CRAWLERS

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(f"local[{options.cores}]").appName("spark_census").config("spark.ui.enabled", "false")
    spark = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "16").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    start = time.perf_counter()
    sites = census(spark, paths, crawlers)
    if options.output:
        sites.write.mode("overwrite").parquet(options.output)
        sites = spark.read.parquet(options.output)
    total, counts = shares(sites, crawlers)
    seconds = time.perf_counter() - start
    print(f"{total:,} sites in {len(paths)} files, {seconds:.1f} s")
    for name, of_answers in counts.items():
        print(f"  {name:20} " + "  ".join(f"{answer} {of_answers[answer] / max(total, 1):6.2%}" for answer in ANSWERS))
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
