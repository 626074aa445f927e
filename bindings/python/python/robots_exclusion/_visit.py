"""What :meth:`Site.visit` does: the protocol of a site with a blocking client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.client import HTTPResponse
from threading import Lock
from typing import Any
from urllib.error import HTTPError

from ._native import Crawler, Fetched, RobotsRequest, Site, _page_redirect
from ._records import Visit

#: Attributes by which clients hand out a decompressed body in parts, and those that are not asked for a size.
_IN_PARTS = ("iter_bytes", "iter_content", "stream")
_PART = 65_536


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page, as ``send`` of :meth:`Site.visit` gets it; one for robots.txt is a :class:`RobotsRequest`."""

    url: str
    """The URL to request."""
    headers: dict[str, str] = field(default_factory=dict)
    """The header fields to send besides your own."""
    is_cross_origin: bool = False
    """Never: a page's redirect is a URL to visit."""


def visit(
    site: Site,
    fetching: Lock,
    crawler: Crawler,
    url: str,
    send: Callable[[Any], Any],
    clock: Callable[[], float] | None,
) -> Visit:
    now = clock or time.time
    decision = site._begin_page(crawler, url, now())
    if decision.action == "fetch-robots" or decision.reason == "robots-in-flight":
        # Another thread may be fetching it, whose answer comes sooner than the time at which it would count as lost.
        with fetching:
            decision = site._begin_page(crawler, url, now())
            if decision.action == "fetch-robots":
                site.on_robots_request(now())
                fetched = fetch_robots(site.robots_request(crawler), send)
                site.on_response(crawler, fetched, now())
                decision = site._begin_page(crawler, url, now())
    if decision.action == "fetch-robots":
        # Cannot happen: an answer holds for at least a minute.
        return Visit(action="wait-until", until=site.next_fetch_at, reason="robots-unreachable")
    if decision.action != "fetch-page":
        return Visit(action=decision.action, until=decision.until, reason=decision.reason, delay=decision.delay)
    # A path may have a whole URL in its query.
    page = site.origin + url if url.startswith("/") else url
    try:
        response = _answer(send, PageRequest(page))
    except Exception as error:
        if _is_failure(error):
            site.on_page_failure(now())
        raise
    status, headers, _ = parts_of(response)
    site.on_page_response(status, headers, now())
    return Visit(action="page", response=response, redirect=_page_redirect(page, status, headers))


def fetch_robots(request: RobotsRequest, send: Callable[[Any], Any]) -> Fetched:
    """Follows a request for robots.txt to its end. A failure is an answer, too."""
    try:
        while True:
            response = _answer(send, request)
            status, headers, body = parts_of(response)
            try:
                if request.on_response(status, headers, decoded=body is not _raw):
                    continue
                for part in _parts(response, body):
                    if not request.push(part):
                        break
                return request.finish()
            finally:
                _close(response)
    except Exception as error:
        if _is_failure(error):
            return Fetched.unreachable()
        raise


def _answer(send: Callable[[Any], Any], request: Any) -> Any:
    """What is answered to a request, also where the client raises an exception because of its status."""
    try:
        response = send(request)
    except HTTPError as error:
        return error
    except Exception as error:
        response = getattr(error, "response", None)
        if response is None:
            raise
    # Redirects of robots.txt are counted, and redirects of pages lead to URLs that may be disallowed.
    if getattr(response, "history", None) or (isinstance(response, HTTPResponse) and response.url not in (None, request.url)):
        raise ValueError(f"send: the client followed a redirect from {request.url}; switch that off, so that the site decides")
    return response


#: Stands for the body of a response that hands out bytes as they came, such as a response of urllib.
_raw = object()


def parts_of(response: Any) -> tuple[int, Any, Any]:
    """Status, header fields and body of what a client returned."""
    if isinstance(response, tuple):
        status, headers, body = response
        return status, headers, body
    status = getattr(response, "status_code", None)
    if status is None:
        status = getattr(response, "status", None)
    headers = getattr(response, "headers", None)
    if status is None or headers is None:
        kind = type(response).__name__
        raise TypeError(f"send: expected a response with a status and headers, or a tuple of status, headers and body, not {kind}")
    for name in _IN_PARTS:
        if hasattr(response, name):
            return status, headers, name
    return status, headers, _raw


def _parts(response: Any, body: Any) -> Iterable[Any]:
    if isinstance(response, tuple):
        if body is None:
            return ()
        return (body,) if isinstance(body, (str, bytes, bytearray, memoryview)) else body
    if body is _raw:
        return iter(lambda: response.read(_PART), b"")
    parts: Iterable[Any] = getattr(response, body)(_PART)
    return parts


def _close(response: Any) -> None:
    close = getattr(response, "close", None)
    if close is not None:
        close()


def _is_failure(error: Exception) -> bool:
    """Whether an exception says that the server was not reached, or that its answer broke off. Of clients whose exceptions are no
    ``OSError``, those count that are named after the client's module."""
    if isinstance(error, OSError):
        return True
    names = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    return bool(names & {"httpx", "httpcore", "requests", "urllib3", "http", "aiohttp"})
