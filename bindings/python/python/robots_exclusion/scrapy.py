"""A middleware for Scrapy that obeys robots.txt as :class:`robots_exclusion.site.Site` does, and a parser for Scrapy's own. In ``settings.py``::

    ROBOTSTXT_OBEY = True
    DOWNLOADER_MIDDLEWARES = {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.SiteMiddleware": 100,
    }

Scrapy's own middleware, with ``ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"``, reads a robots.txt once in a crawl, takes whatever was
answered for its content, and lets everything through if nothing was.
"""

from __future__ import annotations

import logging
import math
import time
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest, NotConfigured, StopDownload
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser as _RobotParser
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from ._header import PROTEGO, HeaderRules, any_agent
from ._native import Crawler, Dialect, Fetched, RobotsRequest, RobotsTxt, Site
from .fetch import is_public_address, leads_inside
from .warc import _decoded

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler as ScrapyCrawler
    from scrapy.http import Response

__all__ = ["RobotParser", "SiteMiddleware"]

logger = logging.getLogger(__name__)


class RobotParser(_RobotParser):
    """Answers for Scrapy's ``RobotsTxtMiddleware``.

    A subclass may set :attr:`dialect`. The default also obeys what sites misspell (``Disalow: /x``), as Scrapy's own parser, Protego, does.
    It applies to every crawler. A well-known crawler follows groups as its operator documents, which Protego does not know: AdsBot-Google
    ignores ``*``.
    """

    dialect: Dialect = PROTEGO

    def __init__(self, robotstxt_body: bytes) -> None:
        self._rules = HeaderRules(RobotsTxt(robotstxt_body, dialect=self.dialect))

    @classmethod
    def from_crawler(cls, crawler: ScrapyCrawler, robotstxt_body: bytes) -> RobotParser:
        """Parses the body of a robots.txt."""
        return cls(robotstxt_body)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether the user agent may fetch the URL."""
        return self._rules[_text(user_agent)]._is_allowed(url)

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """Seconds between two requests, or ``None``."""
        return self._rules[_text(user_agent)].crawl_delay


class SiteMiddleware:
    """Obeys robots.txt in place of Scrapy's ``RobotsTxtMiddleware``.

    A robots.txt that cannot be reached (5xx, 429, no answer) closes the site until it can be, or the last good copy decides. It is fetched again
    when it has become old, with its ``ETag``; one request at a time for each site, with five redirects at most, and without credentials or
    cookies on other hosts. The delay that a site asks for is kept, to the second; a longer one of the settings stays. ``Retry-After`` stops
    requests to the site for as long. After 429, 5xx, or no answer at all, the delay is doubled, from a second on; requests that were under way
    together count once. The second good answer in a row takes one doubling back, and so do each after it and every hour.

    No more of a robots.txt is read than the crawler's dialect says (500 KiB), compressed or not: what comes after it is not requested, and
    not decompressed, and the rules until then are obeyed.

    Settings:

    * ``ROBOTSTXT_OBEY`` must be true.
    * ``ROBOTSTXT_USER_AGENT``: who the crawler is for robots.txt. If not set, the ``User-Agent`` field of each request, or ``USER_AGENT``.
    * ``ROBOTSTXT_STRICT``: RFC 9309 to the letter, instead of a polite crawler.
    * ``ROBOTSTXT_DIALECT``: the name of a dialect, or a :class:`robots_exclusion.Dialect`, which also says what statuses mean.
    * ``ROBOTSTXT_MAX_DELAY``: the longest delay between two requests that is kept, in seconds; 60 if not set, twelve hours at most. A site that
      asks for more is not visited.
    * ``ROBOTSTXT_MAX_WAIT``: for how many seconds a request waits before it is dropped, after a ``Retry-After``, after complaints of the
      server, or for a time of the day; 60 if not set. A delay that the site asks for is waited for, however long, up to
      ``ROBOTSTXT_MAX_DELAY``.

    Statistics are named as Scrapy's (``robotstxt/forbidden``); ``robotstxt/unreachable`` counts requests dropped because robots.txt cannot be
    reached, ``robotstxt/too_slow`` requests to sites that ask for a longer delay than ``ROBOTSTXT_MAX_DELAY``, and ``robotstxt/too_late``
    requests that would have waited too long.
    """

    DOWNLOAD_PRIORITY = 1000

    def __init__(self, crawler: ScrapyCrawler) -> None:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        self.crawler = crawler
        self._user_agent: str | None = settings["ROBOTSTXT_USER_AGENT"]
        self._default_user_agent: str = settings["USER_AGENT"]
        self._options: dict[str, Any] = {
            "strict": settings.getbool("ROBOTSTXT_STRICT"),
            "dialect": settings["ROBOTSTXT_DIALECT"],
            # Scrapy keeps its own delay, of the settings, between all requests.
            "default_delay": 0,
            # A site that asks for less than the settings is kept to the settings, by Scrapy.
            "min_delay": 0,
            "max_delay": settings.getfloat("ROBOTSTXT_MAX_DELAY", 60),
            "max_wait": settings.getfloat("ROBOTSTXT_MAX_WAIT", 60),
        }
        # What other middlewares would add to a request for another host.
        self._private = {"Authorization", "Cookie", *settings.getdict("DEFAULT_REQUEST_HEADERS")} - {"Accept", "Accept-Language"}
        #: The crawler of each request.
        self._user_agents: WeakKeyDictionary[Request, str] = WeakKeyDictionary()
        self._crawlers: dict[str, Crawler] = {}
        self._sites: dict[tuple[str, str], Site] = {}
        #: The requests that wait for a robots.txt that is being fetched.
        self._waiting: dict[tuple[str, str], list[Deferred[None]]] = {}
        #: When each request that is under way began.
        self._begun: WeakKeyDictionary[Request, float] = WeakKeyDictionary()
        #: Those of them that are not answered yet.
        self._unanswered: WeakSet[Request] = WeakSet()
        #: The requests for robots.txt that are under way.
        self._robots: WeakKeyDictionary[Request, _Download] = WeakKeyDictionary()
        #: When each site last complained.
        self._complained: dict[tuple[str, str], float] = {}
        handlers = (
            self.request_reached_downloader,
            self.headers_received,
            self.bytes_received,
            self.response_downloaded,
            self.request_left_downloader,
        )
        for handler in handlers:
            crawler.signals.connect(handler, signal=getattr(signals, handler.__name__))

    @classmethod
    def from_crawler(cls, crawler: ScrapyCrawler) -> SiteMiddleware:
        """Makes it from the settings."""
        return cls(crawler)

    async def process_request(self, request: Request, spider: Spider | None = None) -> None:
        """Lets a request through when the site may be asked, or drops it."""
        if _is_exempt(request):
            return
        key, crawler, site = self._site(request)
        while True:
            decision = site.decide(crawler, request.url)
            if decision.action == "fetch-robots" or decision.reason == "robots-in-flight":
                await self._fetch_robots(key, crawler, site, request)
            elif decision.action == "fetch-page":
                self._keep_delay(request, crawler, site)
                return
            elif decision.action == "too-slow":
                self._drop("too_slow", "The site asks for a longer delay than the crawler keeps", request)
            elif decision.action == "wait-until":
                await _sleep(max(0.0, (decision.until or 0) - time.time()))
            elif decision.reason == "robots-unreachable":
                self._drop("unreachable", "robots.txt cannot be reached", request)
            elif decision.action == "give-up-until":
                self._drop("too_late", f"The site is not to be visited for now ({decision.reason})", request)
            else:
                self._drop("forbidden", "Forbidden by robots.txt", request)

    def request_reached_downloader(self, request: Request, spider: Spider | None = None) -> None:
        """Tells the site that it is asked: a request that a cache answers does not come here."""
        if not _is_exempt(request):
            _, _, site = self._site(request)
            site.on_page_request()
            self._begun[request] = time.monotonic()
            self._unanswered.add(request)

    def headers_received(self, request: Request, spider: Spider | None = None) -> None:
        """Notes that a request is answered: what fails from now on may have been stopped by the crawler itself."""
        self._unanswered.discard(request)

    def bytes_received(self, data: bytes, request: Request, spider: Spider | None = None) -> None:
        """Ends a robots.txt that is longer than it is read."""
        if robots := self._robots.get(request):
            robots.received += len(data)
            if robots.received > robots.max_bytes:
                raise StopDownload(fail=False)

    def response_downloaded(self, response: Response, request: Request, spider: Spider | None = None) -> None:
        """Tells the site how it answered, before other middlewares ask again."""
        if robots := self._robots.get(request):
            robots.answer = _answer(response, robots.max_bytes)
            # For the middleware that decompresses it again: the limit of the settings is a gigabyte. Before the answer is there, a longer one
            # would be refused, and not cut.
            request.meta["download_maxsize"] = robots.max_bytes + 1
        if _is_exempt(request):
            return
        self._unanswered.discard(request)
        key, _, site = self._site(request)
        is_complaint = response.status == 429 or response.status >= 500
        # A pause that is asked for counts in any case.
        if not is_complaint or self._is_news(key, request) or b"Retry-After" in response.headers:
            site.on_page_response(response.status, _fields(response))

    def request_left_downloader(self, request: Request, spider: Spider | None = None) -> None:
        """Tells the site if it did not answer."""
        if request in self._unanswered:
            key, _, site = self._site(request)
            if self._is_news(key, request):
                site.on_page_failure()

    def _is_news(self, key: tuple[str, str], request: Request) -> bool:
        """Whether a complaint says more than the last one of the site: one that cannot keep up tells that to every request that is under
        way."""
        if self._begun.get(request, math.inf) < self._complained.get(key, -math.inf):
            return False
        self._complained[key] = time.monotonic()
        return True

    def _site(self, request: Request) -> tuple[tuple[str, str], Crawler, Site]:
        # As it was when the request came: later middlewares may change the field.
        written = self._user_agent or request.headers.get(b"User-Agent") or self._default_user_agent
        user_agent = self._user_agents.setdefault(request, _text(written))
        crawler = self._crawlers.get(user_agent)
        if crawler is None:
            crawler = self._crawlers[user_agent] = Crawler(any_agent(user_agent), **self._options)
        site = Site(request.url)
        key = site.origin, user_agent
        return key, crawler, self._sites.setdefault(key, site)

    async def _fetch_robots(self, key: tuple[str, str], crawler: Crawler, site: Site, request: Request) -> None:
        waiting = self._waiting.get(key)
        if waiting is not None:
            done: Deferred[None] = Deferred()
            waiting.append(done)
            await maybe_deferred_to_future(done)
            return
        waiting = self._waiting[key] = []
        try:
            try:
                fetched = await self._request_robots(site.robots_request(crawler), request)
            except Exception as error:
                self._count(f"exception_count/{type(error)}")
                logger.warning("robots.txt of %s cannot be reached: %s", site.origin, error)
                fetched = Fetched.unreachable()
            site.on_response(crawler, fetched)
        finally:
            del self._waiting[key]
            for done in waiting:
                done.callback(None)

    async def _request_robots(self, robots: RobotsRequest, page: Request) -> Fetched:
        meta = {"dont_obey_robotstxt": True, "dont_redirect": True, "dont_retry": True, "dont_merge_cookies": True, "handle_httpstatus_all": True}
        is_public = False
        while True:
            headers: dict[str, Any] = dict(robots.headers)
            if robots.is_cross_origin:
                if await _in_thread(leads_inside, robots):
                    raise ConnectionRefusedError(f"a redirect leads to {robots.url}, which is not on the public Internet")
                # A field without a value is not sent, and no middleware adds it.
                headers |= dict.fromkeys(self._private - {"User-Agent"})
            if user_agent := page.headers.get(b"User-Agent"):
                headers["User-Agent"] = user_agent
            request = Request(robots.url, headers=headers, priority=self.DOWNLOAD_PRIORITY, meta=dict(meta), callback=NO_CALLBACK)
            self._count("request_count")
            download = self._robots[request] = _Download(robots.max_bytes)
            try:
                response = await self._download(request)
                # A name may have led elsewhere than when it was looked up: what came from there is not used. A proxy has the same address each time.
                if response.ip_address is not None:
                    if is_public and not is_public_address(str(response.ip_address)):
                        download.answer = None
                        raise ConnectionRefusedError(f"a redirect leads to {robots.url}, which is not on the public Internet")
                    is_public = is_public or is_public_address(str(response.ip_address))
                status, fields, body = download.answer or _answer(response, robots.max_bytes)
            except Exception:
                # Perhaps it was too large to be decompressed by another middleware.
                if download.answer is None:
                    raise
                status, fields, body = download.answer
            self._count("response_count")
            self._count(f"response_status_count/{status}")
            if not robots.on_response(status, fields, decoded=body is not None):
                robots.push(body or b"")
                return robots.finish()

    async def _download(self, request: Request) -> Response:
        engine: Any = self.crawler.engine
        if hasattr(engine, "download_async"):
            response: Response = await engine.download_async(request)
        else:
            response = await maybe_deferred_to_future(engine.download(request))
        return response

    def _delay(self, crawler: Crawler, site: Site) -> float:
        """The delay that the site asks for, between any two requests to the host."""
        rules = site.rules(crawler)
        asked = rules.crawl_delay if rules else None
        return min(asked or 0.0, float(self._options["max_delay"]))

    def _keep_delay(self, request: Request, crawler: Crawler, site: Site) -> None:
        delay = self._delay(crawler, site)
        if not delay:
            return
        downloader: Any = self.crawler.engine.downloader
        key = downloader.get_slot_key(request)
        settings = downloader.per_slot_settings.setdefault(key, {})
        settings["delay"] = max(delay, settings.get("delay", 0), self.crawler.settings.getfloat("DOWNLOAD_DELAY"))
        # By default Scrapy waits half as long at times. Since version 2.19 it warns of the second name alone.
        settings["jitter"] = 0.0
        settings["randomize_delay"] = False
        # The slot is there already if robots.txt came through it, and made anew from the settings
        # once it was idle.
        if slot := downloader.slots.get(key):
            slot.delay = settings["delay"]
            setattr(slot, *(("jitter", 0.0) if hasattr(slot, "jitter") else ("randomize_delay", False)))

    def _drop(self, count: str, reason: str, request: Request) -> None:
        self._count(count)
        logger.debug("%s: %s", reason, request, extra={"spider": self.crawler.spider})
        raise IgnoreRequest(reason)

    def _count(self, what: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"robotstxt/{what}")


class _Download:
    """A robots.txt on its way."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        #: How many bytes came.
        self.received = 0
        #: The answer as it came, before other middlewares, which take its encodings away.
        self.answer: tuple[int, list[tuple[bytes, bytes]], bytes | None] | None = None


def _answer(response: Response, max_bytes: int) -> tuple[int, list[tuple[bytes, bytes]], bytes | None]:
    """The status, the fields, and what is read of the body, with a byte more where there is more; ``None`` if it cannot be decompressed."""
    return response.status, _fields(response), _body(response, max_bytes)


def _body(response: Response, max_bytes: int) -> bytes | None:
    body: bytes = response.body
    encodings: bytes = b",".join(response.headers.getlist(b"Content-Encoding")).lower()
    for encoding in reversed([name.strip() for name in encodings.split(b",")]):
        if body and encoding not in (b"", b"identity"):
            encoded = body
            body, _ = _decoded(encoded, encoding, max_bytes)
            if not body or body is encoded:
                return None
    return body[: max_bytes + 1]


def _is_exempt(request: Request) -> bool:
    return bool(request.meta.get("dont_obey_robotstxt")) or not request.url.lower().startswith(("http://", "https://"))


def _fields(response: Response) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, values in response.headers.items() for value in values]


async def _sleep(seconds: float) -> None:
    from twisted.internet import reactor
    from twisted.internet.task import deferLater

    await maybe_deferred_to_future(deferLater(reactor, seconds, lambda: None))


async def _in_thread(function: Any, *arguments: Any) -> Any:
    from twisted.internet.threads import deferToThread

    return await maybe_deferred_to_future(deferToThread(function, *arguments))


def _text(user_agent: str | bytes) -> str:
    return user_agent if isinstance(user_agent, str) else user_agent.decode("utf-8", "replace")
