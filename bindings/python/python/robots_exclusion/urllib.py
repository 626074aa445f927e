"""``urllib.robotparser`` with rules as RFC 9309 has them: change the import, and nothing else.

>>> from robots_exclusion.urllib import RobotFileParser
>>> parser = RobotFileParser("https://example.com/robots.txt")
>>> parser.parse(["User-agent: *", "Disallow: /*.php$"])
>>> parser.can_fetch("FooBot", "https://example.com/index.php")
False

The standard library itself followed RFC 9309 only in May 2026 (gh-138907). What it answered before is not offered here; ``dialect="draft1996"``
is the document that it followed, with the first rule that matches and without wildcards.

A file is read alike for every crawler, while ``robots_exclusion.is_allowed`` reads it for a well-known one in the dialect of its operator. A
well-known crawler follows groups as its operator documents, which the standard library does not know: AdsBot-Google ignores ``*``. A user
agent that names no crawler is read as a header, and never refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib import error, request, robotparser
from urllib.robotparser import RequestRate

from ._deadline import within
from ._header import HeaderRules, number
from ._native import Dialect, Fetched, RobotsTxt
from ._visit import parts_read

__all__ = ["RequestRate", "RobotFileParser"]

#: How long a file may take. The standard library waits as long as a server sends.
_SECONDS = 60.0


class RobotFileParser(robotparser.RobotFileParser):
    """The class of this name in ``urllib.robotparser``, with this package's parser.

    Redirects, times and answers before anything was read are as in the standard library: until :meth:`read` or :meth:`parse` was
    called, nothing may be fetched; a status of 401 or 403 disallows everything, other statuses from 400 to 499 allow everything.
    """

    # Attributes that the base class sets and typeshed does not list.
    url: str
    last_checked: float

    def __init__(self, url: str = "", *, dialect: Dialect | str | None = None) -> None:
        # Not each crawler's own, which is the default elsewhere in this package.
        self._dialect = Dialect.RFC_9309 if dialect is None else dialect
        self._file = RobotsTxt(b"", dialect=self._dialect)
        self._rules = HeaderRules(self._file)
        super().__init__(url)

    def read(self) -> None:
        """Fetches the URL and parses what it returns. Unlike the standard library, it reads files that are not UTF-8 too, no more of a file than
        the dialect reads, and for no longer than a minute; a body that breaks off raises an exception."""
        status, body = within(_SECONDS, self._fetched)
        if status is None:
            self._parse(body)
        elif status in (401, 403):
            self.disallow_all = True
        elif 400 <= status < 500:
            self.allow_all = True

    def _fetched(self) -> tuple[int | None, bytes]:
        """The status, if it is that of an error, and otherwise the body."""
        try:
            response = request.urlopen(self.url)
        except error.HTTPError as failure:
            failure.close()
            return failure.code, b""
        dialect = Dialect(self._dialect) if isinstance(self._dialect, str) else self._dialect
        # A file that is larger than what is read is cut after a whole line, or is none in some dialects, which count its bytes.
        most = int(dialect.options["max_bytes"] or 0) + 1
        body = b""
        with response:
            for part in parts_read(response):
                body += part
                if len(body) >= most:
                    break
        return None, body[:most] if dialect.options["oversized_allows"] else Fetched(200, body=body, dialect=dialect).body

    def parse(self, lines: Iterable[str]) -> None:
        """Parses the lines of a file, with or without their line ends."""
        self._parse(_joined(list(lines)))

    def _parse(self, body: str | bytes) -> None:
        self._file = RobotsTxt(body, dialect=self._dialect)
        self._rules = HeaderRules(self._file)
        self.sitemaps = self._file.sitemaps
        self.modified()

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Whether the user agent may fetch the URL."""
        if self.disallow_all:
            return False
        if self.allow_all:
            return True
        if not self.last_checked:
            return False
        return self._rules[useragent]._is_allowed(url)

    def crawl_delay(self, useragent: str) -> Any:
        """Seconds between two requests, or ``None``."""
        if not self.mtime():
            return None
        delay = self._rules[useragent].crawl_delay
        return None if delay is None else number(delay)

    def request_rate(self, useragent: str) -> RequestRate | None:
        """The first ``Request-rate`` that holds at any time of the day, or ``None``."""
        if not self.mtime():
            return None
        for requests, seconds, start, _end in self._rules[useragent].request_rates:
            if start is None:
                return RequestRate(requests, int(seconds))
        return None

    def site_maps(self) -> list[str] | None:
        """The URLs of the sitemaps, or ``None`` if there are none."""
        return self.sitemaps or None

    def __str__(self) -> str:
        """The groups, the groups of ``*`` last, each rule as the file spells it."""
        groups = self._file.groups
        groups = [g for g in groups if "*" not in g.agents] + [g for g in groups if "*" in g.agents]
        return "\n\n".join(map(_shown, groups))


def _joined(lines: list[str]) -> str:
    text = "\n".join(lines)
    # Nearly always, the lines come from `splitlines`.
    if text.count("\n") == len(lines) - 1 and "\r" not in text:
        return text + "\n"
    return "".join([line if line.endswith(("\n", "\r")) else f"{line}\n" for line in lines])


def _shown(group: Any) -> str:
    lines = [f"User-agent: {agent}" for agent in group.agents]
    if group.crawl_delay is not None:
        lines.append(f"Crawl-delay: {number(group.crawl_delay)}")
    for requests, seconds, start, _end in group.request_rates:
        if start is None:
            lines.append(f"Request-rate: {requests}/{number(seconds)}")
    lines.extend(map(str, group.rules))
    return "\n".join(lines)
