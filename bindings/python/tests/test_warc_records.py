"""The reader of WARC files, on records that are written here by hand."""

import gzip
import io
import random
import warnings
import zlib
from datetime import datetime, timezone

import pytest

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
    # At once, and not when the first record is asked for.
    with pytest.raises(ValueError, match="^max_bytes: expected a number that is not negative, not -1$"):
        read_robots(io.BytesIO(b""), max_bytes=-1)


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
    for name, written in [("a.warc", content), ("a.warc.gz", gzip.compress(content)), ("b.warc.gz", b"".join(map(gzip.compress, (content[: len(content) // 2], content[len(content) // 2 :]))))]:
        path = tmp_path / name
        path.write_bytes(written)
        with path.open("rb") as file:
            for source in (path, str(path), file):
                assert [found.host for found in read_robots(source)] == ["a.example", "b.example"]
            # The caller's file is the caller's to close.
            assert not file.closed


A, B = "https://a.example/robots.txt", "https://b.example/robots.txt"
SECOND = record(B, b"User-agent: *\nAllow: /second\n")
LONG = b"User-agent: *\n" + b"".join(b"Allow: /%d\n" % number for number in range(3000)) + b"Disallow: /\n"


def read_quietly(content):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = list(read_robots(io.BytesIO(content)))
    return found, [str(warning.message) for warning in caught]


def plain_and_compressed(*records):
    """A file without compression, with a member for each record, and with one for all."""
    return b"".join(records), b"".join(map(gzip.compress, records)), gzip.compress(b"".join(records))


def test_a_body_is_what_it_is_though_its_header_is_odd():
    for broken in [
        record(A, http=b"Content-Encoding: gzip\r\n"),
        record(A, http=b"Content-Encoding: deflate\r\n"),
        record(A, http=b"Content-Encoding: br\r\n"),
        record(A, http=b"Content-Encoding: x-unknown\r\n"),
        record(A, http=b"Transfer-Encoding: chunked\r\n"),
        record(A, http=b"X-Padding: %s\r\n" % (b"x" * 40_000)),
        record(A, http=b"Content-Length: 3\r\n"),
        record(A, http=b" folded\r\nX\r\n: y\r\n"),
        record(A, extra=b"X-Padding: %s\r\n" % (b"x" * 40_000)),
        record(A).replace(b"\r\n", b"\n").replace(b"Content-Length: 46", b"Content-Length: 44"),
        record(A).replace(b"WARC-Type", b"warc-type").replace(b"Content-Length", b"CONTENT-LENGTH"),
    ]:
        for content in plain_and_compressed(broken, SECOND):
            found, warned = read_quietly(content)
            assert [(one.host, one.body, one.is_truncated) for one in found] == [
                ("a.example", BODY, False),
                ("b.example", b"User-agent: *\nAllow: /second\n", False),
            ], broken
            assert warned == []


def test_what_is_cut_is_marked():
    compressed = gzip.compress(LONG)
    bodies = [
        record(A, b"%x\r\n%s" % (len(LONG), LONG[:9000]), http=b"Transfer-Encoding: chunked\r\n"),
        record(A, b"%x\r\n%s\r\n" % (9000, LONG[:9000]), http=b"Transfer-Encoding: chunked\r\n"),
        record(A, LONG[:9000], http=b"Content-Length: %d\r\n" % len(LONG)),
        record(A, compressed[: len(compressed) // 2], http=b"Content-Encoding: gzip\r\n"),
        record(A, zlib.compress(LONG)[:-20], http=b"Content-Encoding: deflate\r\n"),
        record(A, LONG[:9000], extra=b"WARC-Truncated: disconnect\r\n"),
    ]
    for cut in bodies:
        for content in plain_and_compressed(cut, SECOND):
            found, _ = read_quietly(content)
            assert [(one.host, one.is_truncated) for one in found] == [("a.example", True), ("b.example", False)]
            assert LONG.startswith(found[0].body) and len(found[0].body) > 5000
    # What cannot be decoded is no file that allows everything.
    (found,) = read(record(A, bytes(range(128, 256)), http=b"Content-Encoding: zstd\r\n"))
    assert (found.body, found.is_truncated) == (b"", True)


def test_a_wrong_length_takes_nothing_of_the_next_record():
    right = record(A)
    length = int(right.partition(b"Content-Length: ")[2].partition(b"\r")[0])
    for wrong in (length + 1, length + 3, length + 4, length + 5, length + 9, length + 60, length + 200, 10**6, 10**15, length - 1, length - 20, 0):
        broken = right.replace(b"Content-Length: %d" % length, b"Content-Length: %d" % wrong)
        for content in plain_and_compressed(broken, SECOND):
            found, warned = read_quietly(content)
            assert [one.host for one in found] == ["a.example", "b.example"][2 - len(found) :], wrong
            assert (found[-1].body, found[-1].is_truncated) == (b"User-agent: *\nAllow: /second\n", False), wrong
            # White space at the end may be its own.
            if len(found) == 2:
                assert found[0].is_truncated or found[0].body.rstrip() == BODY.rstrip(), wrong
                assert BODY.rstrip().startswith(found[0].body.rstrip()), wrong
            else:
                assert warned, wrong


def test_what_cannot_be_read_is_skipped_and_counted():
    for broken in [
        record("http://[bad/robots.txt"),
        record("https://a.example/robots.txt").replace(b"HTTP/1.1", b"HTTX/1.1"),
        b"junk\r\n\r\n",
        b"WARC/1.0\r\nno end",
    ]:
        for content in plain_and_compressed(broken, SECOND):
            found, warned = read_quietly(content)
            if broken.endswith(b"no end") and not (content[:2] == b"\x1f\x8b" and content.count(b"\x1f\x8b\x08") == 2):
                # The next record is the rest of its header.
                continue
            assert [one.host for one in found] == ["b.example"], broken
            assert warned == ["skipped 1 parts of the WARC file that could not be read"]
    for content in (b"<html>not a WARC file", gzip.compress(b"<html>"), b"\x1f\x8b\x08 no gzip"):
        found, warned = read_quietly(content)
        assert found == [] and len(warned) == 1, content
    for magic in (b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18"):
        with pytest.raises(ValueError, match="decompress this one first"):
            read(magic + b"x" * 100)


def test_damage_stays_in_its_member():
    first, last = gzip.compress(record(A, LONG)), gzip.compress(SECOND)
    # Cut anywhere: at the end of the file, or before another member.
    for size in (*range(1, 40), *range(40, len(first), 389), *range(len(first) - 12, len(first))):
        for content, hosts in [(first[:size], []), (last + first[:size], ["b.example"]), (first[:size] + last, ["b.example"])]:
            found, warned = read_quietly(content)
            assert [one.host for one in found if one.host != "a.example"] == hosts, size
            for one in found:
                if one.host == "b.example":
                    assert (one.body, one.is_truncated) == (b"User-agent: *\nAllow: /second\n", False), size
                else:
                    assert one.is_truncated and LONG.startswith(one.body), size
            assert len(found) == len(hosts) + 1 or warned or size < 3, size
    # Changed anywhere.
    numbers = random.Random(3)
    for _ in range(60):
        changed = bytearray(first)
        changed[numbers.randrange(10, len(first))] ^= 1 << numbers.randrange(8)
        found, warned = read_quietly(last + changed + last)
        assert [one.host for one in found if one.host == "b.example"] == ["b.example"] * 2
        assert all(one.is_truncated for one in found if one.host != "b.example")
        assert len(found) == 3 or warned


def test_long_members_take_little_memory():
    page = record("https://a.example/", b"x" * (12 << 20))
    for content in plain_and_compressed(page, SECOND, record(A, b"y" * (9 << 20)), SECOND):
        found, warned = read_quietly(content)
        assert [(one.host, len(one.body), one.is_truncated) for one in found] == [("b.example", 29, False), ("a.example", 512_000, True), ("b.example", 29, False)]
        assert warned == []
