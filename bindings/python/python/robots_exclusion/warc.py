"""Reads the robots.txt records of WARC files, such as those that Common Crawl publishes in ``robotstxt/*.warc.gz``.

It needs FastWARC: ``pip install 'robots-exclusion[warc]'``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from os import PathLike
from typing import IO, Any
from urllib.parse import urlsplit

from fastwarc.warc import ArchiveIterator, WarcRecordType  # type: ignore[import-untyped, import-not-found, unused-ignore]

__all__ = ["RobotsRecord", "read_robots"]


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """What a site answered when it was asked for its robots.txt."""

    url: str
    """The URL that was asked for. Its path is ``/robots.txt``."""
    host: str
    """The host of the URL in lower case, with the port if the URL names one."""
    status: int
    """The status of the HTTP response. Only from 200 to 299 is the body a robots.txt; RFC 9309 section 2.3.1 says what others mean."""
    fetched: datetime | None
    """When it was fetched."""
    body: bytes
    """The content, decompressed."""
    is_truncated: bool
    """Whether the content was longer, here or when it was archived."""


def read_robots(source: str | PathLike[str] | IO[bytes], *, max_bytes: int = 512_000) -> Iterator[RobotsRecord]:
    """The responses for ``/robots.txt`` in a WARC file, in file order: compressed or not, from a path or a binary file.

    :param max_bytes: read at most so many bytes of each body; RFC 9309 asks for at least 500 KiB.
    """
    if max_bytes < 0:
        raise ValueError(f"expected a number that is not negative, not {max_bytes}")
    if isinstance(source, (str, PathLike)):
        with open(source, "rb") as file:
            yield from _read(file, max_bytes)
    else:
        yield from _read(source, max_bytes)


def _read(file: IO[bytes], max_bytes: int) -> Iterator[RobotsRecord]:
    for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True, auto_decode="all"):
        url = record.headers.get("WARC-Target-URI") or ""
        # Some writers put it between angle brackets, as WARC 1.0 said.
        url = url.strip("<>")
        parts = urlsplit(url)
        if parts.path != "/robots.txt" or not record.is_http or record.http_headers is None:
            continue
        body = record.reader.read(max_bytes + 1)
        is_truncated = len(body) > max_bytes or record.headers.get("WARC-Truncated") is not None
        host = parts.netloc.rpartition("@")[2].lower()
        yield RobotsRecord(url, host, _status(record), record.record_date, body[:max_bytes], is_truncated)


def _status(record: Any) -> int:
    return int(record.http_headers.status_code or 0)
