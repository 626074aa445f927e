"""The reader of WARC files, on records that are written here by hand."""

import gzip
import io
from datetime import datetime, timezone

import pytest

pytest.importorskip("fastwarc")

from robots_exclusion.warc import RobotsRecord, read_robots

BODY = b"User-agent: *\nDisallow: /x\n"
DATE = datetime(2024, 5, 6, 7, 8, 9, tzinfo=timezone.utc)


def record(url, body=BODY, *, kind="response", status=b"200 OK", http=b"", media=b"application/http; msgtype=response", extra=b""):
    content = b"HTTP/1.1 %s\r\n%s\r\n%s" % (status, http, body) if media.startswith(b"application/http") else body
    fields = b"WARC-Type: %s\r\nWARC-Date: 2024-05-06T07:08:09Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: %s\r\n" % (kind.encode(), media)
    if url is not None:
        fields += b"WARC-Target-URI: %s\r\n" % url.encode()
    return b"WARC/1.0\r\n%s%sContent-Length: %d\r\n\r\n%s\r\n\r\n" % (fields, extra, len(content), content)


def read(*records, **options):
    return list(read_robots(io.BytesIO(b"".join(records)), **options))


def test_a_record():
    (found,) = read(record("https://a.example/robots.txt"))
    assert found == RobotsRecord("https://a.example/robots.txt", "a.example", 200, DATE, BODY, False)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://A.Example/robots.txt", "a.example"),
        ("http://a.example:8080/robots.txt", "a.example:8080"),
        ("http://me:secret@A.example:80/robots.txt", "a.example:80"),
        ("https://a.example/robots.txt?x#y", "a.example"),
        ("<https://a.example/robots.txt>", "a.example"),
        ("https://a.example/", None),
        ("https://a.example/robots.txt.bak", None),
        ("https://a.example/x/robots.txt", None),
        ("https://a.example/Robots.txt", None),
        ("https://a.example/x?/robots.txt", None),
        ("", None),
        (None, None),
    ],
)
def test_which_records_are_read(url, host):
    found = read(record(url))
    assert [one.host for one in found] == ([] if host is None else [host])
    assert [one.url for one in found] == ([] if host is None else [url.strip("<>")])


def test_records_of_another_kind():
    url = "https://a.example/robots.txt"
    others = [record(url, kind="request"), record(url, kind="resource"), record(url, kind="revisit"), record(url, media=b"text/dns")]
    assert read(*others) == []
    assert [found.body for found in read(*others, record(url), *others, record(url, b"second"))] == [BODY, b"second"]


def test_statuses():
    for status, expected in [(b"200 OK", 200), (b"301 Moved", 301), (b"404 Not Found", 404), (b"503 x", 503)]:
        (found,) = read(record("https://a.example/robots.txt", status=status))
        assert found.status == expected
    # A line that has none.
    for status in (b"OK", b"", b"abc def"):
        assert [found.status for found in read(record("https://a.example/robots.txt", status=status))] == [0]


def test_limits():
    url = "https://a.example/robots.txt"
    for limit, expected in [
        (len(BODY) + 1, (BODY, False)),
        (len(BODY), (BODY, False)),
        (len(BODY) - 1, (BODY[:-1], True)),
        (1, (BODY[:1], True)),
        (0, (b"", True)),
    ]:
        (found,) = read(record(url), max_bytes=limit)
        assert (found.body, found.is_truncated) == expected, limit
    for size, is_truncated in [(512_000, False), (512_001, True)]:
        (found,) = read(record(url, b"x" * size))
        assert (len(found.body), found.is_truncated) == (512_000, is_truncated)
    (found,) = read(record(url, extra=b"WARC-Truncated: length\r\n"))
    assert (found.body, found.is_truncated) == (BODY, True)
    with pytest.raises(ValueError, match="^expected a number that is not negative, not -1$"):
        read(record(url), max_bytes=-1)


def test_what_is_encoded():
    url = "https://a.example/robots.txt"
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
    for body, http in [
        (gzip.compress(BODY), b"Content-Encoding: gzip\r\n"),
        (chunked, b"Transfer-Encoding: chunked\r\n"),
    ]:
        (found,) = read(record(url, body, http=http))
        assert (found.body, found.is_truncated) == (BODY, False)


def test_sources(tmp_path):
    content = record("https://a.example/robots.txt") + record("https://b.example/robots.txt")
    for name, written in [("a.warc", content), ("a.warc.gz", gzip.compress(content[: len(content) // 2]) + gzip.compress(content[len(content) // 2 :]))]:
        path = tmp_path / name
        path.write_bytes(written)
        with path.open("rb") as file:
            for source in (path, str(path), file):
                assert [found.host for found in read_robots(source)] == ["a.example", "b.example"]
            # The caller's file is the caller's to close.
            assert not file.closed
