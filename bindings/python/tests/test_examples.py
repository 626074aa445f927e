"""The examples that print tables, run as their first lines say."""

import subprocess
import sys
from pathlib import Path

import pytest

import robots_exclusion as rx

EXAMPLES = Path(__file__).parent.parent / "examples"


def printed(name):
    done = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    # The words and numbers of each line, without the frames of tables.
    lines = [[word for word in line.replace("│", " ").replace("┆", " ").replace("[", " ").replace("]", " ").replace('"', "").split()] for line in done.stdout.splitlines()]
    return [line for line in lines if line]


def test_polars():
    pytest.importorskip("polars")
    lines = printed("with_polars.py")
    assert ["a.example", "/private/x", "false", "rule", "2", "Disallow:", "/private/", "*"] in lines
    assert ["a.example", "closed", "partial"] in lines and ["b.example", "open", "open"] in lines
    assert ["CCBot", "partial", "1"] in lines and ["GPTBot", "closed", "1"] in lines
    assert ["a.example", "66", "text", "2", "*,", "GPTBot"] in lines


def test_duckdb():
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    lines = printed("with_duckdb.py")
    assert ["a.example", "/private/x", "false"] in lines and ["b.example", "/private/x", "true"] in lines
    assert ["a.example", "closed", "partial"] in lines and ["b.example", "open", "open"] in lines
    assert ["CCBot", "partial", "1"] in lines and ["GPTBot", "closed", "1"] in lines
    assert ["a.example", "65", "text", "2", "*,", "GPTBot"] in lines


def test_pandas():
    pd = pytest.importorskip("pandas")
    if not hasattr(pd.Series, "from_arrow"):
        pytest.skip("pandas is older than 3")
    assert [line[-1] for line in printed("with_pandas.py")][-2:] == ["False", "True"]


def test_spark_census(tmp_path):
    """Without Spark: the files that it makes up are what the reader reads, and the listing has them."""
    pytest.importorskip("pyspark")
    pytest.importorskip("pyarrow")
    sys.path.insert(0, str(EXAMPLES))
    try:
        import spark_census
    finally:
        sys.path.remove(str(EXAMPLES))
    listing = spark_census.generate(tmp_path, 50, 3)
    paths = spark_census.listed(listing, "")
    assert [Path(path).name for path in paths] == [f"robots-{number:05}.warc.gz" for number in range(3)]
    assert spark_census.listed(listing, "https://a.example") == [f"https://a.example{path}" for path in paths]
    from robots_exclusion.warc import read_robots

    records = [record for path in paths for record in read_robots(path)]
    assert len({record.host for record in records}) == len(records) == 50 and not any(record.is_truncated for record in records if len(record.body) < 512_000)
    answers = rx.access_batch([], spark_census.CRAWLERS)
    import pyarrow as pa

    # The places of the answers are their keys.
    assert pa.array(answers["GPTBot"]).dictionary.to_pylist() == spark_census.ANSWERS
