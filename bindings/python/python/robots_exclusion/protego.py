"""The interface of Protego: ``from robots_exclusion.protego import Protego``.

>>> from robots_exclusion.protego import Protego
>>> robots = Protego.parse("User-agent: *\\nDisallow: /private/\\nCrawl-delay: 4")
>>> robots.can_fetch("https://example.com/private/x", "mybot")
False
>>> robots.crawl_delay("mybot")
4.0

A file is read alike for every crawler. A well-known crawler follows groups as its operator documents, which Protego does not know:
AdsBot-Google ignores ``*``. A user agent that names no crawler is read as a header, and never refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from ._header import PROTEGO, HeaderRules
from ._native import Dialect, RobotsTxt

__all__ = ["Protego", "RequestRate", "VisitTime"]


class RequestRate(NamedTuple):
    """How often a site lets itself be asked: so many requests in so many seconds, at a time of the day or always."""

    requests: int
    seconds: int
    start_time: time | None
    end_time: time | None


class VisitTime(NamedTuple):
    """The time of the day, in UTC, at which a site wants to be visited."""

    start_time: time
    end_time: time


class Protego:
    """A parsed robots.txt, asked as Protego is."""

    def __init__(self, robots: RobotsTxt | None = None) -> None:
        self._file = RobotsTxt(b"") if robots is None else robots
        self._rules = HeaderRules(self._file)

    @classmethod
    def parse(cls, content: str | bytes, *, dialect: Dialect | str | None = None) -> Protego:
        """Parses a file.

        The default is ``Dialect.LENIENT``, for Protego tolerates misspelled keys, but without the rules above the
        first User-agent line, which Protego drops.
        """
        if not isinstance(content, (str, bytes)):
            raise TypeError(f"expected str or bytes, not {type(content).__name__}")
        return cls(RobotsTxt(content, dialect=PROTEGO if dialect is None else dialect))

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Whether the user agent may fetch the URL. The URL comes first, as in Protego."""
        return self._rules[user_agent]._is_allowed(url)

    def crawl_delay(self, user_agent: str) -> float | None:
        """Seconds between two requests, or ``None``."""
        return self._rules[user_agent].crawl_delay

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """The first ``Request-rate``, or ``None``."""
        for requests, seconds, start, end in self._rules[user_agent].request_rates:
            return RequestRate(requests, int(seconds), start, end)
        return None

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """The first ``Visit-time``, or ``None``."""
        for start, end in self._rules[user_agent].visit_times:
            return VisitTime(start, end)
        return None

    @property
    def sitemaps(self) -> Iterator[str]:
        """The URLs of the sitemaps."""
        return iter(self._file.sitemaps)

    @property
    def preferred_host(self) -> str | None:
        """The value of the first ``Host`` line, or ``None``."""
        return next(iter(self._file.hosts), None)
