"""Visits URLs with httpx as their sites' robots.txt files allow, all sites at once and each at its own pace.

    python with_httpx.py https://example.com/ https://example.com/about https://example.org/
"""

import asyncio
import sys
import time

import httpx
from robots_exclusion.fetch import Fetched
from robots_exclusion.site import Crawler, Site

CRAWLER = Crawler("ExampleCrawler", max_delay=60)
HEADERS = {"User-Agent": "ExampleCrawler/1.0 (+https://example.com/crawler)"}


async def fetch_robots(client: httpx.AsyncClient, site: Site) -> Fetched:
    """Fetches a robots.txt. Every failure is an answer, too."""
    request = site.robots_request(CRAWLER)
    try:
        while True:
            async with client.stream("GET", request.url, headers=request.headers) as response:
                if request.on_response(response.status_code, response.headers, decoded=True):
                    continue
                async for chunk in response.aiter_bytes():
                    if not request.push(chunk):
                        break
            return request.finish()
    except httpx.HTTPError:
        return Fetched.unreachable()


async def visit(client: httpx.AsyncClient, site: Site, urls: list[str]) -> dict[str, str]:
    """Visits the URLs of one site, one after the other."""
    results = {}
    for url in urls:
        while url not in results:
            decision = site.decide(CRAWLER, url)
            match decision.action:
                case "fetch-robots":
                    site.on_response(CRAWLER, await fetch_robots(client, site))
                case "fetch-page":
                    site.on_page_request()
                    try:
                        response = await client.get(url)
                    except httpx.HTTPError as error:
                        results[url] = str(error)
                    else:
                        site.on_page_response(response.status_code, response.headers)
                        results[url] = str(response.status_code)
                case "wait-until":
                    await asyncio.sleep(max(0, decision.until - time.time()))
                case _:
                    results[url] = "disallowed"
    return results


def crawl(urls: list[str]) -> dict[str, str]:
    sites: dict[str, tuple[Site, list[str]]] = {}
    for url in urls:
        site = Site(url)
        sites.setdefault(site.origin, (site, []))[1].append(url)

    async def all_sites() -> dict[str, str]:
        # A redirect may lead to another site, whose own rules decide.
        async with httpx.AsyncClient(headers=HEADERS, follow_redirects=False, timeout=20) as client:
            visits = [visit(client, site, urls) for site, urls in sites.values()]
            return {url: result for results in await asyncio.gather(*visits) for url, result in results.items()}

    return asyncio.run(all_sites())


if __name__ == "__main__":
    for url, result in crawl(sys.argv[1:]).items():
        print(result, url)
