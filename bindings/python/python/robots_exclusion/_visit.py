"""What :meth:`Site.visit` does: the protocol of a site with a blocking client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.client import HTTPResponse
from threading import Lock
from typing import Any
from urllib.error import HTTPError

from ._deadline import within
from ._native import Crawler, Fetched, RobotsRequest, Site, _page_redirect
from ._records import Visit
from .fetch import leads_inside

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
    timeout: float | None,
    allow_private: bool,
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
                try:
                    fetched, error = _robots(site.robots_request(crawler), send, timeout, allow_private)
                except BaseException:
                    # The caller gave up, or its code failed: nothing was learned about the site, and nothing is in flight.
                    site.on_robots_abort()
                    raise
                site._set_last_error(error)
                site.on_response(crawler, fetched, now())
                decision = site._begin_page(crawler, url, now())
    if decision.action == "fetch-robots":
        # Cannot happen: an answer holds for at least a minute.
        return Visit(action="give-up-until", until=site.next_fetch_at, reason="robots-unreachable")
    if decision.action != "fetch-page":
        return Visit(action=decision.action, until=decision.until, reason=decision.reason, delay=decision.delay)
    # A path may have a whole URL in its query.
    page = site.origin + url if url.startswith("/") else url
    began = time.monotonic()
    try:
        response = within(timeout, lambda: _answer(send, PageRequest(page)), _close)
    except Exception as error:
        if _is_failure(error):
            site.on_page_failure(now())
        raise
    status, headers, _ = parts_of(response)
    site.on_page_response(status, headers, now())

    def read(max_bytes: int) -> bytes:
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - began))
        try:
            return bytes(within(left, lambda: _beginning(response, max_bytes)))
        except Exception as error:
            if _is_failure(error):
                site.on_page_failure(now())
            raise

    return Visit(action="page", response=response, redirect=_page_redirect(page, status, headers), _read=read)


def _robots(request: RobotsRequest, send: Callable[[Any], Any], timeout: float | None, allow_private: bool) -> tuple[Fetched, str | None]:
    """What is answered, and what went wrong if nothing was. A failure is an answer, too."""
    try:
        return within(timeout, lambda: _followed(request, send, allow_private)), None
    except Exception as error:
        if _is_failure(error):
            return Fetched.unreachable(), f"{type(error).__name__}: {error}"
        raise


def _followed(request: RobotsRequest, send: Callable[[Any], Any], allow_private: bool) -> Fetched:
    """Follows a request for robots.txt to its end."""
    while True:
        if not allow_private and leads_inside(request):
            raise ConnectionRefusedError(f"a redirect leads to {request.url}, which is not on the public Internet")
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


def fetch_robots(request: RobotsRequest, send: Callable[[Any], Any]) -> Fetched:
    """Follows a request for robots.txt to its end, for as long as that takes."""
    return _robots(request, send, None, False)[0]


def _beginning(response: Any, max_bytes: int) -> bytearray:
    """The beginning of a page's body, which is closed."""
    _, _, body = parts_of(response)
    read = bytearray()
    try:
        for part in _parts(response, body):
            read += part.encode() if isinstance(part, str) else part
            if len(read) >= max_bytes:
                break
    finally:
        _close(response)
    return read[:max_bytes]


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
