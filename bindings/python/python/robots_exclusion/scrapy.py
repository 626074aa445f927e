"""A robots.txt parser for Scrapy, and a middleware that keeps the delays that sites ask for. In ``settings.py``::

    ROBOTSTXT_OBEY = True
    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"
    DOWNLOADER_MIDDLEWARES = {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.CrawlDelayMiddleware": 100,
    }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.robotstxt import RobotParser as _RobotParser

from ._header import PROTEGO, HeaderRules
from ._native import Dialect, RobotsTxt

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["CrawlDelayMiddleware", "RobotParser"]


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


class CrawlDelayMiddleware(RobotsTxtMiddleware):
    """Scrapy's middleware for robots.txt, which also keeps the delay that a site asks for, to the second: a download slot of Scrapy 2.12 or
    later gets it. A longer delay of the settings stays.
    """

    def process_request_2(self, rp: _RobotParser | None, request: Request, *args: Any) -> None:
        super().process_request_2(rp, request, *args)
        agent = self._robotstxt_useragent or request.headers.get(b"User-Agent", self._default_useragent)
        delay = rp.crawl_delay(agent) if agent and isinstance(rp, RobotParser) else None
        if not delay:
            return
        downloader = self.crawler.engine.downloader
        key = downloader.get_slot_key(request)
        settings = downloader.per_slot_settings.setdefault(key, {})
        settings["delay"] = max(delay, settings.get("delay", 0), self.crawler.settings.getfloat("DOWNLOAD_DELAY"))
        # By default Scrapy waits half as long at times.
        settings["randomize_delay"] = False
        # The slot is there already if robots.txt came through it, and made anew from the settings
        # once it was idle.
        if slot := downloader.slots.get(key):
            slot.delay = settings["delay"]
            setattr(slot, *(("jitter", 0.0) if hasattr(slot, "jitter") else ("randomize_delay", False)))


def _text(user_agent: str | bytes) -> str:
    return user_agent if isinstance(user_agent, str) else user_agent.decode("utf-8", "replace")
