"""Visits URLs as robots.txt allows, with whichever blocking client there is: `Site.visit` with requests, httpx or urllib.

    python with_visit.py https://example.com/ https://example.com/about
"""

import sys
import time
import urllib.request

from robots_exclusion.fetch import RobotsRequest, leads_inside
from robots_exclusion.site import Crawler, PageRequest, Site

CRAWLER = Crawler("ExampleCrawler", max_delay=60)
HEADERS = {"User-Agent": "ExampleCrawler/1.0 (+https://example.com/crawler)"}
#: What only the sites themselves are to see, such as {"Authorization": "..."}.
CREDENTIALS: dict[str, str] = {}


def headers_for(request: PageRequest | RobotsRequest) -> dict[str, str]:
    """A redirect of robots.txt goes where the site wants it to: credentials stay at home, and so do requests to the own network."""
    if isinstance(request, RobotsRequest) and leads_inside(request):
        raise ConnectionRefusedError(f"{request.url} is not on the public Internet")
    return HEADERS | request.headers | ({} if request.is_cross_origin else CREDENTIALS)


def with_requests():
    import requests

    # A session would keep cookies, for the hosts that set them.
    return lambda request: requests.get(request.url, headers=headers_for(request), timeout=20, allow_redirects=False, stream=True)


def with_httpx():
    import httpx

    client = httpx.Client(timeout=20)
    return lambda request: client.get(request.url, headers=headers_for(request), follow_redirects=False)


def with_urllib():
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    opener = urllib.request.build_opener(NoRedirect)
    return lambda request: opener.open(urllib.request.Request(request.url, headers=headers_for(request)), timeout=20)


def crawl(urls: list[str], send) -> dict[str, str]:
    sites: dict[str, Site] = {}
    results: dict[str, str] = {}
    waiting = list(urls)
    while waiting:
        url = waiting.pop(0)
        new = Site(url)
        visit = sites.setdefault(new.origin, new).visit(CRAWLER, url, send)
        match visit.action:
            case "page":
                status = getattr(visit.response, "status_code", None) or visit.response.status
                results[url] = f"{status} to {visit.redirect}" if visit.redirect else str(status)
                visit.response.close()
            case "wait-until" if visit.until - time.time() <= 60:
                time.sleep(max(0, visit.until - time.time()))
                waiting.insert(0, url)
            case "wait-until":
                results[url] = f"not now: {visit.reason}"
            case "too-slow":
                results[url] = f"asks for a delay of {visit.delay:.0f} seconds"
            case _:
                results[url] = "disallowed"
    return results


if __name__ == "__main__":
    for url, result in crawl(sys.argv[1:], with_urllib()).items():
        print(result, url)
