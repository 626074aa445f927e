"""The reader of WARC files, on files that another library writes."""

import gzip
import io
import pickle
from datetime import datetime, timezone

import pytest

warcio = pytest.importorskip("warcio")

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

import robots_exclusion as rx
from robots_exclusion.warc import RobotsRecord, read_batches, read_robots

BODY = b"User-agent: *\nDisallow: /private/\n"

RECORDS = [
    ("https://a.example/robots.txt", "200 OK", BODY, {}),
    ("https://a.example/", "200 OK", b"<html></html>", {}),
    ("http://B.example:8080/robots.txt", "404 Not Found", b"no", {}),
    ("https://c.example/robots.txt?x", "200 OK", gzip.compress(BODY), {"Content-Encoding": "gzip"}),
    ("https://d.example/robots.txt", "200 OK", b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY), {"Transfer-Encoding": "chunked"}),
    ("https://e.example/robots.txt", "200 OK", b"User-agent: *\n" + b"Disallow: /x\n" * 50_000, {}),
    ("https://f.example/robots.txt", "200 OK", b"", {}),
    ("https://g.example/robots.txt", "200 OK", BODY, {}),
]

TRUNCATED = {"https://g.example/robots.txt": {"WARC-Truncated": "length"}}


def warc(is_compressed: bool) -> bytes:
    file = io.BytesIO()
    writer = WARCWriter(file, gzip=is_compressed)
    writer.write_record(writer.create_warcinfo_record("robots.warc", {"software": "a test"}))
    for url, status, payload, headers in RECORDS:
        http = StatusAndHeaders(status, list(headers.items()), protocol="HTTP/1.1")
        dated = {"WARC-Date": "2024-05-06T07:08:09Z", **TRUNCATED.get(url, {})}
        record = writer.create_warc_record(url, "response", io.BytesIO(payload), http_headers=http, warc_headers_dict=dated)
        writer.write_record(record)
        writer.write_record(writer.create_warc_record(url, "metadata", io.BytesIO(b"fetchTimeMs: 1")))
    return file.getvalue()


@pytest.mark.parametrize("is_compressed", [False, True])
def test_robots_of_a_warc_file(tmp_path, is_compressed):
    path = tmp_path / "robots.warc.gz"
    path.write_bytes(warc(is_compressed))
    for source in (path, str(path), io.BytesIO(path.read_bytes())):
        records = list(read_robots(source))
        assert [(record.host, record.status, record.is_truncated) for record in records] == [
            ("a.example", 200, False),
            ("b.example:8080", 404, False),
            ("c.example", 200, False),
            ("d.example", 200, False),
            ("e.example", 200, True),
            ("f.example", 200, False),
            ("g.example", 200, True),
        ]
        assert [record.body for record in records][:4] == [BODY, b"no", BODY, BODY]
        assert len(records[4].body) == 512_000 and records[5].body == b""
        assert records[0].fetched == datetime(2024, 5, 6, 7, 8, 9, tzinfo=timezone.utc)
        assert records[0].url == "https://a.example/robots.txt"
        assert pickle.loads(pickle.dumps(records[0])) == records[0] and isinstance(records[0], RobotsRecord)
    short = next(read_robots(path, max_bytes=10))
    assert short.body == BODY[:10] and short.is_truncated
    index = rx.HostIndex({record.host: record.body for record in records if record.status == 200})
    answers = rx.check_batch(index.bodies(["a.example", "f.example", "b.example:8080"]), "FooBot", "/private/")
    assert answers.allowed.to_list() == [False, True, None]
    with pytest.raises(ValueError, match="^max_bytes: expected a number that is not negative, not -1$"):
        read_robots(path, max_bytes=-1)


def test_files_that_are_no_warc(tmp_path):
    assert list(read_robots(io.BytesIO(b""))) == []
    with pytest.raises(FileNotFoundError):
        next(read_robots(tmp_path / "none"))


def test_batches_have_the_same_records(tmp_path):
    pa = pytest.importorskip("pyarrow")
    path = tmp_path / "robots.warc.gz"
    path.write_bytes(warc(True))
    records = list(read_robots(path))
    for rows in (1, 3, 10_000):
        batches = list(read_batches(path, rows=rows))
        assert [batch.num_rows for batch in batches] == [min(rows, len(records) - start) for start in range(0, len(records), rows)]
        found = pa.Table.from_batches(batches).to_pylist()
        assert [RobotsRecord(row["url"], row["host"], row["status"], row["fetched"], row["robots"], row["is_truncated"]) for row in found] == records
    table = pa.Table.from_batches(read_batches(io.BytesIO(warc(False)), max_bytes=20))
    assert max(len(body) for body in table["robots"].to_pylist()) == 20
    assert rx.access_batch(table["robots"], "FooBot", table["status"])["FooBot"][0] == "open"
    assert list(read_batches(io.BytesIO(b""))) == []
    for arguments in ({"rows": 0}, {"max_bytes": -1}):
        with pytest.raises(ValueError, match=next(iter(arguments))):
            read_batches(path, **arguments)


def test_bodies_of_a_batch_fit_in_memory(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    path = tmp_path / "robots.warc.gz"
    path.write_bytes(warc(True))
    monkeypatch.setattr("robots_exclusion.warc._BATCH_BYTES", 100)
    sizes = [[len(body) for body in batch["robots"].to_pylist()] for batch in read_batches(path)]
    assert len(sizes) > 2 and all(sum(size[:-1]) < 100 for size in sizes)
