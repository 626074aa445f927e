"""Visits URLs with httpx as their sites' robots.txt files allow, all sites at once and each at its own pace.

    python with_httpx.py https://example.com/ https://example.com/about https://example.org/
"""

import asyncio
import sys
import time
from typing import Any

import httpx
from robots_exclusion.fetch import RobotsRequest
from robots_exclusion.public import for_httpx
from robots_exclusion.site import Crawler, PageRequest, Site, avisit

CRAWLER = Crawler("ExampleCrawler", max_delay=60)
HEADERS = {"User-Agent": "ExampleCrawler/1.0 (+https://example.com/crawler)"}
#: How long a request may take, with its redirects and its body, and how much of a page is read.
SECONDS, MAX_BYTES = 60.0, 10_000_000


async def send(client: httpx.AsyncClient, request: PageRequest | RobotsRequest) -> httpx.Response:
    """Sends a request. Wherever a site redirects its robots.txt to, it takes no credentials, no cookies, and nothing else that the client was
    given for the sites."""
    built = client.build_request("GET", request.url, headers=request.headers)
    if not request.is_cross_origin:
        return await client.send(built, stream=True)
    for name in set(built.headers) - {"host", "accept", "accept-encoding", "connection", "user-agent", *map(str.lower, request.headers)}:
        del built.headers[name]
    return await client.send(built, stream=True, auth=None)


async def visit_site(client: httpx.AsyncClient, site: Site, urls: list[str]) -> dict[str, str]:
    """Visits the URLs of one site, one after the other."""
    results = {}
    for url in urls:
        while url not in results:
            try:
                visit = await avisit(site, CRAWLER, url, lambda request: send(client, request), timeout=SECONDS)
                match visit.action:
                    case "page":
                        await visit.aread(MAX_BYTES)
                        status = str(visit.response.status_code)
                        results[url] = f"{status} to {visit.redirect}" if visit.redirect else status
                    case "wait-until":
                        await asyncio.sleep(max(0, (visit.until or 0) - time.time()))
                    case "give-up-until":
                        results[url] = f"not now: {visit.reason} {site.last_error or ''}".rstrip()
                    case "too-slow":
                        results[url] = f"asks for a delay of {visit.delay:.0f} seconds"
                    case _:
                        results[url] = "disallowed"
            except (httpx.HTTPError, OSError) as error:
                results[url] = f"{type(error).__name__}: {error}"
    return results


def crawl(urls: list[str], **options: Any) -> dict[str, str]:
    """Options are passed to the client: credentials, a proxy."""
    sites: dict[str, tuple[Site, list[str]]] = {}
    for url in urls:
        site = Site(url)
        sites.setdefault(site.origin, (site, []))[1].append(url)

    # A redirect may lead to another site, whose own rules decide.
    settings: dict[str, Any] = {"headers": HEADERS, "follow_redirects": False, "timeout": 20} | options

    async def all_sites() -> dict[str, str]:
        async with for_httpx(httpx.AsyncClient(**settings)) as client:
            visits = [visit_site(client, site, urls) for site, urls in sites.values()]
            return {url: result for results in await asyncio.gather(*visits) for url, result in results.items()}

    return asyncio.run(all_sites())


if __name__ == "__main__":
    for url, result in crawl(sys.argv[1:]).items():
        print(result, url)
