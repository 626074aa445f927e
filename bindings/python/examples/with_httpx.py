"""Visits URLs with httpx as their sites' robots.txt files allow, all sites at once and each at its own pace.

    python with_httpx.py https://example.com/ https://example.com/about https://example.org/
"""

import asyncio
import sys
import time

import httpx
from robots_exclusion.fetch import Fetched, RobotsRequest, leads_inside
from robots_exclusion.site import Crawler, Site

CRAWLER = Crawler("ExampleCrawler", max_delay=60)
HEADERS = {"User-Agent": "ExampleCrawler/1.0 (+https://example.com/crawler)"}
#: How long a request may take, with its redirects and its body, and how much of a page is read.
SECONDS, MAX_BYTES = 60, 10_000_000


def prepared(client: httpx.AsyncClient, request: RobotsRequest) -> tuple[httpx.Request, dict]:
    """The request for a robots.txt, and how to send it. Wherever the site redirects to, it takes no credentials, no cookies, and nothing else
    that the client was given for the sites."""
    built = client.build_request("GET", request.url, headers=request.headers)
    if not request.is_cross_origin:
        return built, {}
    for name in set(built.headers) - {"host", "accept", "accept-encoding", "connection", "user-agent"}:
        del built.headers[name]
    return built, {"auth": None}


async def fetch_robots(client: httpx.AsyncClient, site: Site) -> Fetched:
    """Fetches a robots.txt. Every failure is an answer, too."""
    try:
        # The timeout of httpx is that of each part: a server may send a byte a second.
        return await asyncio.wait_for(followed(client, site.robots_request(CRAWLER)), SECONDS)
    except (httpx.HTTPError, TimeoutError, asyncio.TimeoutError):
        return Fetched.unreachable()


async def followed(client: httpx.AsyncClient, request: RobotsRequest) -> Fetched:
    while True:
        if await asyncio.to_thread(leads_inside, request):
            return Fetched.unreachable()
        built, options = prepared(client, request)
        response = await client.send(built, stream=True, **options)
        try:
            if request.on_response(response.status_code, response.headers, decoded=True):
                continue
            async for chunk in response.aiter_bytes():
                if not request.push(chunk):
                    break
        finally:
            await response.aclose()
        return request.finish()


async def fetch_page(client: httpx.AsyncClient, url: str) -> tuple[int, httpx.Headers, bytes]:
    """The beginning of a page."""
    async with client.stream("GET", url) as response:
        body = b""
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) >= MAX_BYTES:
                break
        return response.status_code, response.headers, body[:MAX_BYTES]


async def visit(client: httpx.AsyncClient, site: Site, urls: list[str]) -> dict[str, str]:
    """Visits the URLs of one site, one after the other."""
    results = {}
    for url in urls:
        while url not in results:
            decision = site.decide(CRAWLER, url)
            match decision.action:
                case "fetch-robots":
                    site.on_robots_request()
                    site.on_response(CRAWLER, await fetch_robots(client, site))
                case "fetch-page":
                    site.on_page_request()
                    try:
                        status, headers, _ = await asyncio.wait_for(fetch_page(client, url), SECONDS)
                    except (httpx.HTTPError, TimeoutError, asyncio.TimeoutError) as error:
                        site.on_page_failure()
                        results[url] = f"{type(error).__name__}: {error}"
                    else:
                        site.on_page_response(status, headers)
                        results[url] = str(status)
                case "wait-until":
                    await asyncio.sleep(max(0, decision.until - time.time()))
                case "give-up-until":
                    results[url] = f"not now: {decision.reason}"
                case "too-slow":
                    results[url] = f"asks for a delay of {decision.delay:.0f} seconds"
                case _:
                    results[url] = "disallowed"
    return results


def crawl(urls: list[str], **options) -> dict[str, str]:
    """Options are passed to the client: credentials, a proxy."""
    sites: dict[str, tuple[Site, list[str]]] = {}
    for url in urls:
        site = Site(url)
        sites.setdefault(site.origin, (site, []))[1].append(url)

    async def all_sites() -> dict[str, str]:
        # A redirect may lead to another site, whose own rules decide.
        async with httpx.AsyncClient(**{"headers": HEADERS, "follow_redirects": False, "timeout": 20} | options) as client:
            visits = [visit(client, site, urls) for site, urls in sites.values()]
            return {url: result for results in await asyncio.gather(*visits) for url, result in results.items()}

    return asyncio.run(all_sites())


if __name__ == "__main__":
    for url, result in crawl(sys.argv[1:]).items():
        print(result, url)
