"""Visits URLs as robots.txt allows, with whichever blocking client there is: `Site.visit` with requests, httpx or urllib.

    python with_visit.py https://example.com/ https://example.com/about
"""

import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

from robots_exclusion.fetch import RobotsRequest
from robots_exclusion.public import for_httpx, for_requests, for_urllib
from robots_exclusion.site import Crawler, PageRequest, Site

#: Sends a request, and returns the response of the client.
Send = Callable[[PageRequest | RobotsRequest], Any]

CRAWLER = Crawler("ExampleCrawler", max_delay=60)
HEADERS = {"User-Agent": "ExampleCrawler/1.0 (+https://example.com/crawler)"}
#: What only the sites themselves are to see, such as {"Authorization": "..."}.
CREDENTIALS: dict[str, str] = {}


def headers_for(request: PageRequest | RobotsRequest) -> dict[str, str]:
    """A redirect of robots.txt goes where the site wants it to: credentials stay at home."""
    return HEADERS | request.headers | ({} if request.is_cross_origin else CREDENTIALS)


def with_requests() -> Send:
    import requests

    session = for_requests(requests.Session())
    # It would keep cookies, for the hosts that set them.
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return lambda request: session.get(request.url, headers=headers_for(request), timeout=20, allow_redirects=False, stream=True)


def with_httpx() -> Send:
    import httpx

    client = for_httpx(httpx.Client(timeout=20))
    return lambda request: client.send(client.build_request("GET", request.url, headers=headers_for(request)), stream=True)


def with_urllib() -> Send:
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    opener = urllib.request.build_opener(NoRedirect, *for_urllib())
    return lambda request: opener.open(urllib.request.Request(request.url, headers=headers_for(request)), timeout=20)


def crawl(urls: list[str], send: Send, *, timeout: float = 60) -> Iterator[tuple[str, str]]:
    """Each URL with what came of it, as it comes."""
    sites: dict[str, Site] = {}
    waiting = list(urls)
    while waiting:
        url = waiting.pop(0)
        new = Site(url)
        site = sites.setdefault(new.origin, new)
        try:
            # The time is that of the whole request; the client's own is that of each part.
            visit = site.visit(CRAWLER, url, send, timeout=timeout)
        except Exception as error:
            yield url, f"{type(error).__name__}: {error}"
            continue
        match visit.action:
            case "page":
                status = getattr(visit.response, "status_code", None) or visit.response.status
                yield url, f"{status} to {visit.redirect}" if visit.redirect else str(status)
                visit.response.close()
            case "wait-until":
                time.sleep(max(0, (visit.until or 0) - time.time()))
                waiting.insert(0, url)
            case "give-up-until":
                yield url, f"not now: {visit.reason} {site.last_error or ''}".rstrip()
            case "too-slow":
                yield url, f"asks for a delay of {visit.delay:.0f} seconds"
            case _:
                yield url, "disallowed"


if __name__ == "__main__":
    for url, result in crawl(sys.argv[1:], with_urllib()):
        print(result, url)
