"""Reads the robots.txt records of WARC files, such as those that Common Crawl publishes in ``robotstxt/*.warc.gz``.

:func:`read_robots` needs nothing else, and :func:`read_batches` pyarrow. Bodies that are compressed with Brotli are read if the package ``brotli`` is installed:
``pip install 'robots-exclusion[warc]'``.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from os import PathLike
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlsplit
from warnings import warn

if TYPE_CHECKING:
    import pyarrow as _pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]

__all__ = ["RobotsRecord", "read_batches", "read_robots"]


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """What a site answered when it was asked for its robots.txt."""

    url: str
    """The URL that was asked for. Its path is ``/robots.txt``."""
    host: str
    """The host of the URL in lower case, with the port if the URL names one."""
    status: int
    """The status of the HTTP response, or 0 if it has none. Only from 200 to 299 is the body a robots.txt; RFC 9309 section 2.3.1 says what
    others mean."""
    fetched: datetime | None
    """When it was fetched."""
    body: bytes
    """The content, decompressed."""
    is_truncated: bool
    """Whether there was more than the body: it was longer, here or when it was archived, or the record is cut or damaged. What such a file
    disallows at its end is unknown."""


def read_robots(source: str | PathLike[str] | IO[bytes], *, max_bytes: int = 512_000) -> Iterator[RobotsRecord]:
    """The responses for ``/robots.txt`` in a WARC file, in file order: compressed with gzip or not, from a path or a binary file.

    No record ends the file, whatever is wrong with it, nor gets bytes of another. One that is cut or damaged is marked as truncated; what
    cannot be read at all is skipped, and a warning at the end says how often.

    :param max_bytes: read at most so many bytes of each body; RFC 9309 asks for at least 500 KiB.
    :raises ValueError: if the file is compressed in another way.
    """
    if max_bytes < 0:
        raise ValueError(f"max_bytes: expected a number that is not negative, not {max_bytes}")
    return _read(source, max_bytes)


#: The most bytes of bodies that a batch has, but for its last body.
_BATCH_BYTES = 1 << 26


def read_batches(source: str | PathLike[str] | IO[bytes], *, max_bytes: int = 512_000, rows: int = 10_000) -> Iterator[_pyarrow.RecordBatch]:
    """Like :func:`read_robots`, as batches of Arrow for :func:`robots_exclusion.access_batch` and :func:`robots_exclusion.inspect_batch`: the
    columns ``url``, ``host``, ``status``, ``fetched``, ``robots`` and ``is_truncated``.

    :param rows: the most rows of a batch. It has fewer where its bodies take more than 64 MiB.
    :raises ValueError: if the file is compressed in another way than with gzip.
    """
    if rows < 1:
        raise ValueError(f"rows: expected a number from 1, not {rows}")
    records = read_robots(source, max_bytes=max_bytes)
    import pyarrow as pa

    schema = pa.schema(
        [
            ("url", pa.string()),
            ("host", pa.string()),
            ("status", pa.uint16()),
            ("fetched", pa.timestamp("us", "UTC")),
            ("robots", pa.binary()),
            ("is_truncated", pa.bool_()),
        ]
    )

    def batches() -> Iterator[_pyarrow.RecordBatch]:
        kept: list[RobotsRecord] = []
        size = 0
        for record in records:
            kept.append(record)
            size += len(record.body)
            if len(kept) == rows or size >= _BATCH_BYTES:
                yield batch(kept)
                kept, size = [], 0
        if kept:
            yield batch(kept)

    def batch(kept: list[RobotsRecord]) -> _pyarrow.RecordBatch:
        columns = zip(*((record.url, record.host, record.status, record.fetched, record.body, record.is_truncated) for record in kept))
        return pa.record_batch([pa.array(column, field.type) for column, field in zip(columns, schema)], schema=schema)

    return batches()


def _read(source: str | PathLike[str] | IO[bytes], max_bytes: int) -> Iterator[RobotsRecord]:
    if isinstance(source, (str, PathLike)):
        with open(source, "rb") as file:
            yield from _read(file, max_bytes)
        return
    skipped = 0
    for member in _members(source):
        for record in [None] if member is None else _records(member, max_bytes):
            if record is None:
                skipped += 1
            else:
                yield record
    if skipped:
        warn(f"skipped {skipped} parts of the WARC file that could not be read", stacklevel=2)


#: How much of a file, or of a member, is read at a time.
_PIECE = 1 << 18
#: How much of a member is decompressed at a time. What is left over is copied, so it is little.
_COMPRESSED_PIECE = 1 << 12
#: The longest header that is looked for.
_MAX_HEADER = 1 << 20
#: The longest record that is searched again for the beginning of the next when its length is wrong.
_MAX_AGAIN = 1 << 23
#: How much of a compressed file is searched again for the beginning of the next member when one is damaged.
_MAX_RAW_AGAIN = 1 << 22

_GZIP = b"\x1f\x8b\x08"
_LINE_ENDS = re.compile(rb"[\r\n]*")
_RESPONSE = re.compile(rb"(?mi)^WARC-Type[ \t]*:[ \t]*response[ \t]*\r?$")
_LENGTH = re.compile(rb"(?mi)^Content-Length[ \t]*:[ \t]*([0-9]{1,15})[ \t]*\r?$")
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_NEXT_RECORD = re.compile(rb"\r?\n\r?\n(?=WARC/\d\.\d\r?\n)")
_STATUS = re.compile(rb"HTTP/\S*[ \t]+(\d{3})(?!\d)")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?Z\Z")


class _Member:
    """The decompressed bytes of a member of a compressed file, or those of a whole file that is not compressed."""

    __slots__ = ("at", "data", "is_damaged", "more")

    def __init__(self, more: Callable[[], bytes], data: bytes = b"") -> None:
        self.data = data
        self.at = 0
        #: The next bytes; none at the end.
        self.more = more
        self.is_damaged = False

    def has(self, count: int) -> bool:
        """Whether so many bytes are left; they are in memory then."""
        while len(self.data) - self.at < count:
            piece = self.more()
            if not piece:
                return False
            self.data = self.data[self.at :] + piece
            self.at = 0
        return True

    def find(self, pattern: re.Pattern[bytes], most: int) -> re.Match[bytes] | None:
        """The first match that ends within so many bytes."""
        while True:
            found = pattern.search(self.data, self.at, self.at + most)
            if found or len(self.data) - self.at >= most or not self.has(len(self.data) - self.at + 1):
                return found

    def skip(self, count: int) -> bool:
        """Whether there were so many bytes."""
        while count > 0 and self.has(1):
            here = min(count, len(self.data) - self.at)
            self.at += here
            count -= here
        return count == 0

    def is_other(self) -> bool:
        """Whether this is nothing but one record that is no response, as are most members. Not known of long ones."""
        self.has(1)
        end = self.data.find(b"\r\n\r\n")
        is_one = end > 0 and self.data.startswith(b"WARC/") and self.data.endswith(b"\r\n\r\n") and self.data.find(b"\r\n\r\nWARC/", end) < 0
        return is_one and not _RESPONSE.search(self.data, 0, end) and not self.has(len(self.data) + 1) and not self.is_damaged

    def after_blank(self, count: int) -> int:
        """How many bytes these and the line ends after them are."""
        while True:
            found = _LINE_ENDS.match(self.data, self.at + count)
            count = found.end() - self.at if found else count
            if len(self.data) - self.at > count or not self.has(count + 1):
                return count


def _members(file: IO[bytes]) -> Iterator[_Member | None]:
    """The members of a compressed file, or the whole of another; ``None`` for bytes between members."""
    raw = file.read(_PIECE)
    if raw[:4] in (b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18"):
        raise ValueError("expected a WARC file, as it is or compressed with gzip; decompress this one first")
    # A compressed file may begin with the rest of a damaged member.
    if raw.lstrip().startswith(b"WARC/") or _GZIP not in raw:
        pieces = iter(lambda: file.read(_PIECE), b"")
        yield _Member(lambda: next(pieces, b""), raw)
        return
    gzip = _Gzip(file, raw)
    while gzip.is_more():
        if not gzip.is_at_member():
            yield None
            gzip.go_to_next()
            continue
        yield gzip.member()
        gzip.finish()


class _Gzip:
    """A compressed file, member by member."""

    def __init__(self, file: IO[bytes], raw: bytes) -> None:
        self._file = file
        self._raw = raw
        #: Where in it the member begins, or -1 if that was dropped, and how much of it was decompressed.
        self._start = self._given = 0
        self._is_damaged = False

    def is_more(self) -> bool:
        return self._given < len(self._raw) or self._fill()

    def is_at_member(self) -> bool:
        while len(self._raw) - self._given < len(_GZIP) and self._fill():
            pass
        return self._raw.startswith(_GZIP, self._given)

    def member(self) -> _Member:
        self._start = self._given
        self._inflate = zlib.decompressobj(31)
        self._is_damaged = False
        self._size = 0
        self._member = _Member(self._more)
        return self._member

    def finish(self) -> None:
        """Goes to where the member ends, or if it is damaged, to where another begins."""
        while self._more():
            pass
        if self._is_damaged:
            self.go_to_next()

    def go_to_next(self) -> None:
        if not self._is_damaged:
            self._start = self._given
        self._given = self._next_member(max(self._start, 0) + 1)

    def _fill(self) -> bool:
        keep = max(self._start, self._given - _MAX_RAW_AGAIN, 0)
        more = self._file.read(_PIECE)
        self._raw = self._raw[keep:] + more
        self._start = -1 if keep > self._start else 0
        self._given -= keep
        return bool(more)

    def _more(self) -> bytes:
        while not self._inflate.eof and not self._is_damaged:
            if self._given == len(self._raw) and not self._fill():
                return self._before_damage()
            piece = self._raw[self._given : self._given + _COMPRESSED_PIECE]
            try:
                data = self._inflate.decompress(piece)
            except zlib.error:
                return self._before_damage()
            self._given += len(piece) - len(self._inflate.unused_data)
            if data:
                self._size += len(data)
                return data
        return b""

    def _before_damage(self) -> bytes:
        """The rest of what a damaged member holds, as far as it can be read, and before another member begins."""
        self._is_damaged = self._member.is_damaged = True
        if self._start < 0:
            return b""
        end = self._next_member(self._start + 1)
        raw = self._raw[self._start : end] if self._start >= 0 else b""
        inflate = zlib.decompressobj(31)
        data = bytearray()
        try:
            for at in range(len(raw)):
                data += inflate.decompress(raw[at : at + 1])
        except zlib.error:
            pass
        # What was decompressed beyond that came from the other member.
        if len(data) < self._size:
            member = self._member
            member.data = member.data[: max(member.at, len(member.data) - self._size + len(data))]
        return bytes(data[self._size :])

    def _next_member(self, begin: int) -> int:
        """Where in the raw bytes the next member begins that holds records, or their end."""
        while True:
            at = self._raw.find(_GZIP, begin)
            if at < 0:
                begin = max(begin, len(self._raw) - len(_GZIP) + 1)
                if begin > 2 * _MAX_RAW_AGAIN:
                    # So far from the damage, what came before is of no use.
                    self._raw, self._start, begin = self._raw[begin:], -1, 0
            if at < 0 or len(self._raw) - at < _COMPRESSED_PIECE:
                more = self._file.read(_PIECE)
                self._raw += more
                if more:
                    continue
            if at < 0:
                return len(self._raw)
            try:
                if zlib.decompressobj(31).decompress(self._raw[at : at + _COMPRESSED_PIECE], 5) == b"WARC/":
                    return at
            except zlib.error:
                pass
            begin = at + 1


def _records(member: _Member, max_bytes: int) -> Iterator[RobotsRecord | None]:
    """The records of a member; ``None`` for each part that cannot be read."""
    if member.is_other():
        return
    is_silent = True
    while True:
        blank = member.after_blank(0)
        member.at += blank
        if member.at == len(member.data):
            if is_silent and member.is_damaged:
                yield None
            return
        header = member.find(_BLANK_LINE, _MAX_HEADER) if member.has(5) and member.data.startswith(b"WARC/", member.at) else None
        if header is None:
            is_silent = False
            yield None
            if not _go_to_next_record(member):
                return
            continue
        lines = member.data[member.at : header.start()]
        member.at = header.end()
        for record in _record(member, lines, max_bytes):
            is_silent = False
            yield record


def _go_to_next_record(member: _Member) -> bool:
    """Whether there is another; the member is at its beginning then."""
    while True:
        found = _NEXT_RECORD.search(member.data, member.at)
        if found:
            member.at = found.end()
            return True
        # A beginning of one may be at the end.
        member.at = max(member.at, len(member.data) - 16)
        if not member.has(len(member.data) - member.at + 1):
            return False


def _record(member: _Member, header: bytes, max_bytes: int) -> Iterator[RobotsRecord | None]:
    size = _LENGTH.search(header)
    length = int(size[1]) if size else None
    url, host = "", ""
    # Most records are others, of which only the length counts.
    fields = _fields(header) if _RESPONSE.search(header) else {}
    if fields.get(b"content-type", b"").lower().startswith(b"application/http"):
        try:
            # Some writers put it between angle brackets, as WARC 1.0 said.
            url = fields.get(b"warc-target-uri", b"").decode("utf-8", "replace").strip("<>")
            parts = urlsplit(url)
            host = parts.netloc.rpartition("@")[2].lower() if parts.path == "/robots.txt" else ""
        except ValueError:
            yield None
    # The header of the response, and what an encoding adds.
    most = max_bytes + 2 * _MAX_HEADER if host else _MAX_AGAIN
    wanted = most if length is None else min(length, most)
    if member.has(wanted) and length is not None and length > wanted:
        content, before = member.data[member.at : member.at + wanted], b""
        is_whole = member.skip(length)
        is_followed = _is_followed(member, 0)
    else:
        is_followed = _is_followed(member, wanted)
        if not is_followed:
            member.has(wanted + _MAX_AGAIN)
        # Not earlier: where a member turns out to be damaged, some of its bytes are taken back.
        content = before = member.data[member.at : member.at + wanted]
        is_whole = len(content) == length
        member.at += len(content)
    if not is_followed or not is_whole:
        # The length is wrong. The next record may have begun before it says, or begins later.
        before += member.data[member.at :]
        found = _NEXT_RECORD.search(before)
        if found and found.start() < len(content):
            content = content[: found.start()]
            member.data, member.at = before, found.end()
        elif not is_followed and not _go_to_next_record(member):
            member.at = len(member.data)
        is_whole = False
    if host:
        record = _response(content, max_bytes)
        if record is None:
            yield None
        else:
            status, body, is_cut = record
            is_truncated = is_cut or not is_whole or member.is_damaged or b"warc-truncated" in fields
            yield RobotsRecord(url, host, status, _date(fields.get(b"warc-date", b"")), body, is_truncated)


def _is_followed(member: _Member, count: int) -> bool:
    """Whether a record or the end comes after so many bytes."""
    count = member.after_blank(count)
    at = member.at + count
    return at == len(member.data) or member.data.startswith(b"WARC/", at) or (member.has(count + 5) and member.data.startswith(b"WARC/", member.at + count))


def _fields(header: bytes) -> dict[bytes, bytes]:
    """The first value of each field, by its name in lower case, below the first line of a header."""
    fields: dict[bytes, bytes] = {}
    name = b""
    for line in header.split(b"\n")[1:]:
        if line[:1] in (b" ", b"\t") and name:
            fields[name] += b" " + line.strip()
            continue
        name, colon, value = line.partition(b":")
        name = name.strip().lower()
        if colon and name not in fields:
            fields[name] = value.strip()
        else:
            name = b""
    return fields


def _number(text: bytes) -> int | None:
    return int(text) if text.isdigit() and len(text) < 16 else None


def _date(text: bytes) -> datetime | None:
    found = _DATE.match(text.decode("latin-1"))
    if not found:
        return None
    year, month, day, hour, minute, second, fraction = (int(part or 0) for part in (*found.groups()[:6], (found[7] or "").ljust(6, "0")))
    try:
        return datetime(year, month, day, hour, minute, second, fraction, timezone.utc)
    except ValueError:
        return None


def _response(content: bytes, max_bytes: int) -> tuple[int, bytes, bool] | None:
    """Status and body of a response, and whether the body is cut; ``None`` if it is no response."""
    if not content.startswith(b"HTTP/"):
        return None
    header = _BLANK_LINE.search(content)
    lines, body = (content[: header.start()], content[header.end() :]) if header else (content, b"")
    found = _STATUS.match(lines)
    status = int(found[1]) if found else 0
    fields = _fields(lines)
    is_cut = header is None
    if b"chunked" in fields.get(b"transfer-encoding", b"").lower():
        body, is_cut = _joined_chunks(body)
    elif status not in (204, 304):
        is_cut = is_cut or len(body) < (_number(fields.get(b"content-length", b"")) or 0)
    encodings = [name.strip() for name in fields.get(b"content-encoding", b"").lower().split(b",")]
    for encoding in reversed(encodings):
        body, is_part = _decoded(body, encoding, max_bytes)
        is_cut = is_cut or is_part
    return status, body[:max_bytes], is_cut or len(body) > max_bytes


def _joined_chunks(body: bytes) -> tuple[bytes, bool]:
    """The content of chunks, and whether it is cut. What does not begin with a chunk was joined when it was archived."""
    parts: list[bytes] = []
    at = 0
    while True:
        end = body.find(b"\n", at)
        size = body[at:end].partition(b";")[0].strip() if end >= 0 else b""
        if not size or len(size) > 15 or size.strip(b"0123456789abcdefABCDEF"):
            return (b"".join(parts), True) if parts else (body, False)
        count = int(size, 16)
        if count == 0:
            return b"".join(parts), False
        parts.append(body[end + 1 : end + 1 + count])
        if len(parts[-1]) < count:
            return b"".join(parts), True
        at = end + 1 + count
        at += 2 if body.startswith(b"\r\n", at) else body.startswith(b"\n", at)


def _decoded(body: bytes, encoding: bytes, max_bytes: int) -> tuple[bytes, bool]:
    """A body without its encoding, and whether it is cut. A body that does not have the encoding is taken as it is."""
    if encoding in (b"gzip", b"x-gzip"):
        return _inflated(body, 31, max_bytes) if body.startswith(_GZIP) else (body, False)
    if encoding == b"deflate":
        data, is_cut = _inflated(body, zlib.MAX_WBITS, max_bytes)
        if not data and is_cut:
            # Without the header of zlib, as some servers understood the word.
            data, is_cut = _inflated(body, -zlib.MAX_WBITS, max_bytes)
    elif encoding == b"br":
        data, is_cut = _brotli_decoded(body, max_bytes)
    elif encoding in (b"", b"identity", b"utf-8", b"none"):
        return body, False
    else:
        data, is_cut = b"", bool(body)
    if not data and is_cut:
        try:
            body[:512].decode("utf-8")
        except UnicodeDecodeError as error:
            if error.start < 500:
                return data, is_cut
        return body, False
    return data, is_cut


def _inflated(body: bytes, window: int, max_bytes: int) -> tuple[bytes, bool]:
    data = b""
    while True:
        inflate = zlib.decompressobj(window)
        pieces = [data]
        size = len(data)
        try:
            # A piece that fails gives nothing.
            for at in range(0, len(body), 64):
                piece = inflate.decompress(body[at : at + 64], max(1, max_bytes + 1 - size))
                pieces.append(piece)
                size += len(piece)
                if inflate.eof or size > max_bytes:
                    break
        except zlib.error:
            return b"".join(pieces), True
        data = b"".join(pieces)
        if size > max_bytes or not inflate.eof:
            return data, True
        body = inflate.unused_data + body[at + 64 :]
        if window != 31 or not body.startswith(_GZIP):
            return data, False


def _brotli_decoded(body: bytes, max_bytes: int) -> tuple[bytes, bool]:
    try:
        import brotli  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return b"", bool(body)
    decoder: Any = brotli.Decompressor()
    data = b""
    try:
        for at in range(0, len(body), 64):
            data += decoder.process(body[at : at + 64])
            if len(data) > max_bytes:
                return data, True
    except brotli.error:
        return data, True
    return data, not decoder.is_finished()
