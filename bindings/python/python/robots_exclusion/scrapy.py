"""A robots.txt parser for Scrapy: ``ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.robotstxt import RobotParser as _RobotParser

from ._header import PROTEGO, HeaderRules
from ._native import Dialect, RobotsTxt

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["RobotParser"]


class RobotParser(_RobotParser):
    """Answers for Scrapy's ``RobotsTxtMiddleware``.

    A subclass may set :attr:`dialect`. The default also obeys what sites misspell (``Disalow: /x``), as Scrapy's own parser, Protego, does.
    """

    dialect: Dialect = PROTEGO

    def __init__(self, robotstxt_body: bytes) -> None:
        self._rules = HeaderRules(RobotsTxt(robotstxt_body, dialect=self.dialect))

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> RobotParser:
        """Parses the body of a robots.txt."""
        return cls(robotstxt_body)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether the user agent may fetch the URL."""
        return self._rules[_text(user_agent)].is_allowed(url)

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """Seconds between two requests, or ``None``."""
        return self._rules[_text(user_agent)].crawl_delay


def _text(user_agent: str | bytes) -> str:
    return user_agent if isinstance(user_agent, str) else user_agent.decode("utf-8", "replace")
