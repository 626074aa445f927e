"""What :meth:`Site.visit` and :func:`avisit` do: the protocol of a site with a blocking client, and with an asynchronous one."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPException, HTTPResponse, IncompleteRead
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.error import HTTPError

from ._deadline import within
from ._native import Crawler, Fetched, RobotsRequest, Site, _page_redirect, _visit_timeout
from ._reach import names_private_host, reach_of
from ._records import Visit as VisitRecord
from .fetch import leads_inside

if TYPE_CHECKING:
    from ._unions import Decision, Visit
else:
    from ._records import Decision, Visit

_T = TypeVar("_T")

#: Attributes by which clients hand out a decompressed body in parts, and those that are not asked for a size.
_IN_PARTS = ("iter_bytes", "iter_content", "stream")
_PART = 65_536

#: How much httpx decompresses at a time: gzip makes 2 MB of it at most.
_COMPRESSED_PART = 2_048

#: The content codings that clients decode. One that lacks the library for a coding hands out the body as it is, which the package notices.
_DECODED = frozenset({"", "identity", "gzip", "x-gzip", "deflate", "br", "zstd"})


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page, as ``send`` of :meth:`Site.visit` gets it; one for robots.txt is a :class:`RobotsRequest`."""

    url: str
    """The URL to request."""
    headers: dict[str, str] = field(default_factory=dict)
    """The header fields to send besides your own."""
    is_cross_origin: bool = False
    """Never: a page's redirect is a URL to visit."""


class _Turn:
    """One visit without its requests: what to send, and what to tell the site about the answers. Both kinds of clients take the same steps."""

    def __init__(self, site: Site, crawler: Crawler, url: str, timeout: float | None, allow_private: bool, clock: Callable[[], float] | None) -> None:
        self.site, self.crawler, self.url = site, crawler, url
        self.timeout, self.allow_private = timeout, allow_private
        self.now = clock or time.time
        self.decision = self._decide()
        self.began = 0.0
        self.is_answered = False

    def _decide(self) -> Decision:
        """Decides, and records the request for the page if it is allowed."""
        return self.site._begin_page(self.crawler, self.url, self.now())

    def lacks_robots(self) -> bool:
        """Whether robots.txt comes first. Another task may be fetching it, whose answer comes sooner than the time at which it would count as
        lost."""
        return self.decision.action == "fetch-robots" or self.decision.reason == "robots-in-flight"

    def decide_again(self) -> bool:
        """Decides, after others may have fetched robots.txt. Returns whether it is to be fetched here."""
        self.decision = self._decide()
        return self.decision.action == "fetch-robots"

    @contextmanager
    def robots(self) -> Iterator[Callable[[Fetched], None]]:
        """Takes the answer to a request for robots.txt, and decides again. A failure is an answer, too."""
        self.site.on_robots_request(self.now())
        answers: list[Fetched] = []
        error: str | None = None
        try:
            yield answers.append
        except BaseException as raised:
            if not _is_failure(raised):
                # The caller gave up, or its code failed: nothing was learned about the site, and nothing is in flight.
                self.site.on_robots_abort()
                raise
            error = f"{type(raised).__name__}: {raised}"
        self.site._set_last_error(error)
        self.site.on_response(self.crawler, Fetched.unreachable() if error is not None else answers[0], self.now())
        self.decision = self._decide()

    def page(self) -> PageRequest | None:
        """The request for the page, if it may be requested."""
        if self.decision.action != "fetch-page":
            return None
        self.began = time.monotonic()
        # A path may have a whole URL in its query.
        return PageRequest(self.site.origin + self.url if self.url.startswith("/") else self.url)

    def no_page(self) -> Visit:
        """What comes of the visit otherwise."""
        decision = self.decision
        if decision.action == "fetch-robots":
            # Cannot happen: an answer holds for at least a minute.
            return _told(action="give-up-until", until=self.site.next_fetch_at, reason="robots-unreachable")
        return _told(action=decision.action, until=decision.until, reason=decision.reason, delay=decision.delay)

    @contextmanager
    def page_failures(self) -> Iterator[None]:
        """Tells the site if the page cannot be had."""
        try:
            yield
        except BaseException as error:
            if _is_failure(error):
                self.site.on_page_failure(self.now())
            elif not self.is_answered:
                # The caller gave up, or its code failed: the page is not open any more.
                self.site.on_page_abort()
            raise

    def remaining(self) -> float | None:
        """How many seconds are left for the page."""
        return None if self.timeout is None else max(0.0, self.timeout - (time.monotonic() - self.began))

    def answered(self, page: PageRequest, response: Any, **read: Any) -> Visit:
        """The page, of which the site is told."""
        status, headers = _head_of(response)
        self.site.on_page_response(status, headers, self.now())
        self.is_answered = True
        redirect = _page_redirect(page.url, status, headers)
        # A public site leads nowhere private.
        if redirect is not None and not self.allow_private and names_private_host(redirect) and not names_private_host(self.site.origin):
            redirect = None
        return _told(action="page", response=response, redirect=redirect, **read)


def _told(**fields: Any) -> Visit:
    """What came of a visit, as type checkers know it."""
    return cast("Visit", VisitRecord(**fields))


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
    turn = _Turn(site, crawler, url, timeout, allow_private, clock)
    with reach_of(site.origin, allow_private):
        if turn.lacks_robots():
            with fetching:
                if turn.decide_again():
                    with turn.robots() as answer:
                        request = site.robots_request(crawler)
                        answer(within(timeout, lambda: _followed(request, send, allow_private)))
        page = turn.page()
        if page is None:
            return turn.no_page()
        with turn.page_failures():
            response = within(timeout, lambda: _answer(send, page), _close)

    def read(max_bytes: int) -> bytes:
        with turn.page_failures():
            return bytes(within(turn.remaining(), lambda: _beginning(response, max_bytes)))

    return turn.answered(page, response, _read=read)


#: The requests for robots.txt that are under way, by event loop and site.
_under_way: dict[tuple[int, int], asyncio.Future[None]] = {}


async def avisit(
    site: Site,
    crawler: Crawler,
    url: str,
    send: Callable[[Any], Awaitable[Any]],
    *,
    timeout: float | None = 60.0,
    allow_private: bool = False,
    clock: Callable[[], float] | None = None,
) -> Visit:
    """Visits a page with an asynchronous client, as :meth:`Site.visit` does with a blocking one: the same steps, the same exceptions, and
    the same arguments. Tasks that visit one site fetch its robots.txt once: the others wait for it. It never sleeps.

    ``await send(request)`` returns the response of httpx or aiohttp, whose body was not read yet, or a tuple of status, header fields and
    decompressed body. The body of a page is read by :meth:`Visit.aread`. Event loops are those of asyncio. Leave ``raise_for_status`` of aiohttp
    off: it has one exception for a status and for what is no answer.

    :param timeout: as for :meth:`Site.visit`; no thread is needed for it. ``send`` is cancelled.
    """
    timeout = _visit_timeout(site, crawler, url, send, timeout, allow_private, clock)
    turn = _Turn(site, crawler, url, timeout, allow_private, clock)
    loop = asyncio.get_running_loop()
    key = (id(loop), id(site))
    with reach_of(site.origin, allow_private):
        while turn.lacks_robots():
            if other := _under_way.get(key):
                await asyncio.wait({other})
                turn.decide_again()
            elif turn.decision.action == "fetch-robots":
                done = _under_way[key] = loop.create_future()
                try:
                    with turn.robots() as answer:
                        answer(await _in_time(timeout, _followed_later(site.robots_request(crawler), send, allow_private)))
                finally:
                    del _under_way[key]
                    done.set_result(None)
                break
            else:
                # A thread is fetching it.
                break
        page = turn.page()
        if page is None:
            return turn.no_page()
        with turn.page_failures():
            response = await _in_time(timeout, _answer_later(send, page))

    async def read(max_bytes: int) -> bytes:
        with turn.page_failures():
            return bytes(await _in_time(turn.remaining(), _beginning_later(response, max_bytes)))

    return turn.answered(page, response, _aread=read)


async def _in_time(seconds: float | None, awaitable: Awaitable[_T]) -> _T:
    """What is awaited, or a ``TimeoutError`` after so many seconds."""
    try:
        return await asyncio.wait_for(awaitable, seconds)
    except asyncio.TimeoutError as error:
        if error.args or type(error) is not asyncio.TimeoutError:
            raise
        # Before Python 3.11 it is another class than the one that blocking clients raise.
        raise TimeoutError(f"not complete within {seconds:g} seconds") from None


def _followed(request: RobotsRequest, send: Callable[[Any], Any], allow_private: bool) -> Fetched:
    """Follows a request for robots.txt to its end."""
    while True:
        if not allow_private and leads_inside(request):
            raise _led_inside(request)
        response = _answer(send, request)
        try:
            if _leads_on(request, response):
                continue
            for part in _parts(response):
                if not request.push(part):
                    break
            return request.finish()
        finally:
            _close(response)


async def _followed_later(request: RobotsRequest, send: Callable[[Any], Awaitable[Any]], allow_private: bool) -> Fetched:
    """Follows a request for robots.txt to its end."""
    while True:
        if not allow_private and await asyncio.to_thread(leads_inside, request):
            raise _led_inside(request)
        response = await _answer_later(send, request)
        try:
            if _leads_on(request, response):
                continue
            async for part in _parts_later(response):
                if not request.push(part):
                    break
            return request.finish()
        finally:
            await _close_later(response)


def _led_inside(request: RobotsRequest) -> ConnectionRefusedError:
    return ConnectionRefusedError(f"a redirect leads to {request.url}, which is not on the public Internet")


def _leads_on(request: RobotsRequest, response: Any) -> bool:
    """Tells a request of its answer. Returns whether that is a redirect to follow."""
    status, headers = _head_of(response)
    return request.on_response(status, headers, decoded=_is_decoded(response, headers))


def fetch_robots(request: RobotsRequest, send: Callable[[Any], Any]) -> Fetched:
    """Follows a request for robots.txt to its end, for as long as that takes."""
    try:
        return _followed(request, send, False)
    except Exception as error:
        if _is_failure(error):
            return Fetched.unreachable()
        raise


def _beginning(response: Any, max_bytes: int) -> bytearray:
    """The beginning of a page's body, which is closed."""
    read = bytearray()
    try:
        for part in _parts(response):
            read += part.encode() if isinstance(part, str) else part
            if len(read) >= max_bytes:
                break
    finally:
        _close(response)
    return read[:max_bytes]


async def _beginning_later(response: Any, max_bytes: int) -> bytearray:
    """The beginning of a page's body, which is closed."""
    read = bytearray()
    try:
        async for part in _parts_later(response):
            read += part.encode() if isinstance(part, str) else part
            if len(read) >= max_bytes:
                break
    finally:
        await _close_later(response)
    return read[:max_bytes]


def _answer(send: Callable[[Any], Any], request: Any) -> Any:
    """What is answered to a request, also where the client raises an exception because of its status."""
    try:
        response = send(request)
    except Exception as error:
        response = _response_of(error)
    _check_not_followed(request, response)
    return response


async def _answer_later(send: Callable[[Any], Awaitable[Any]], request: Any) -> Any:
    """What is answered to a request, also where the client raises an exception because of its status."""
    try:
        response = await send(request)
    except Exception as error:
        response = _response_of(error)
    _check_not_followed(request, response)
    return response


def _response_of(error: Exception) -> Any:
    """The response whose status a client made an exception of."""
    response = error if isinstance(error, HTTPError) else getattr(error, "response", None)
    if response is None:
        raise error
    return response


def _check_not_followed(request: Any, response: Any) -> None:
    """Redirects of robots.txt are counted, and redirects of pages lead to URLs that may be disallowed."""
    if getattr(response, "history", None) or (isinstance(response, HTTPResponse) and response.url not in (None, request.url)):
        raise ValueError(f"send: the client followed a redirect from {request.url}; switch that off, so that the site decides")


def _head_of(response: Any) -> tuple[int, Any]:
    """Status and header fields of what a client returned."""
    if isinstance(response, tuple):
        status, headers, _ = response
        return status, headers
    status = getattr(response, "status_code", None)
    if status is None:
        status = getattr(response, "status", None)
    headers = getattr(response, "headers", None)
    if status is None or headers is None:
        kind = type(response).__name__
        raise TypeError(f"send: expected a response with a status and headers, or a tuple of status, headers and body, not {kind}")
    return status, headers


def _is_decoded(response: Any, headers: Any) -> bool:
    """Whether a client hands out a body without its content codings. What is passed as a tuple has none."""
    if isinstance(response, tuple):
        return True
    if not any(hasattr(response, name) for name in (*_IN_PARTS, "content")):
        return False
    fields = headers.items() if hasattr(headers, "items") else headers
    values = [_text(value) for name, value in fields if _text(name).lower() == "content-encoding"]
    return all(coding.strip().lower() in _DECODED for value in values for coding in value.split(","))


def _text(field: str | bytes) -> str:
    return field.decode("latin-1") if isinstance(field, bytes) else field


def _parts(response: Any) -> Iterable[Any]:
    if isinstance(response, tuple):
        return _parts_given(response[2])
    _decompress_in_parts(response)
    for name in _IN_PARTS:
        if hasattr(response, name):
            parts: Iterable[Any] = getattr(response, name)(_PART)
            return parts
    return parts_read(response)


def parts_read(response: Any) -> Iterator[bytes]:
    """The parts of the body of a response of urllib."""
    if isinstance(response, HTTPResponse) and len(set(response.headers.get_all("Content-Length", []))) > 1:
        # RFC 9112 section 6.3: what follows is not known to be the body. urllib takes the first, other clients refuse it.
        raise HTTPException("the answer has several lengths")
    while part := response.read(_PART):
        yield part
    # A response of urllib that is read in parts says nothing if it breaks off.
    missing = getattr(response, "length", None)
    if isinstance(missing, int) and missing > 0:
        raise IncompleteRead(b"", missing)


def _parts_given(body: Any) -> Iterable[Any]:
    """The parts of a body in a tuple."""
    if body is None:
        return ()
    parts: Iterable[Any] = (body,) if isinstance(body, (str, bytes, bytearray, memoryview)) else body
    return parts


async def _parts_later(response: Any) -> AsyncIterator[Any]:
    if isinstance(response, tuple):
        body = response[2]
        if not hasattr(body, "__aiter__"):
            for part in _parts_given(body):
                yield part
            return
        parts = body
    elif hasattr(response, "aiter_bytes"):
        _decompress_in_parts(response)
        parts = response.aiter_bytes(_PART)
    else:
        parts = response.content.iter_chunked(_PART)
    async for part in parts:
        yield part


def _decompress_in_parts(response: Any) -> None:
    """httpx decompresses at once what has arrived, 64 KiB, of which a bomb makes 64 MB. Hands it that in small parts."""
    httpx = sys.modules.get("httpx")
    if httpx is not None and isinstance(response, httpx.Response):
        response.stream = _small_parts(httpx)(response.stream)


@cache
def _small_parts(httpx: Any) -> Any:
    """The class of a body in small parts."""

    class SmallParts(httpx.SyncByteStream, httpx.AsyncByteStream):  # type: ignore[misc]
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        def __iter__(self) -> Iterator[bytes]:
            for part in self._stream:
                yield from _split(part)

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for part in self._stream:
                for small in _split(part):
                    yield small

        def close(self) -> None:
            self._stream.close()

        async def aclose(self) -> None:
            await self._stream.aclose()

    return SmallParts


def _split(part: bytes) -> Iterator[bytes]:
    return (part[at : at + _COMPRESSED_PART] for at in range(0, len(part), _COMPRESSED_PART))


def _close(response: Any) -> None:
    close = getattr(response, "close", None)
    if close is not None:
        close()


async def _close_later(response: Any) -> None:
    if hasattr(response, "aclose"):
        await response.aclose()
    else:
        # That of aiohttp does not wait.
        _close(response)


#: Modules of clients. Their exceptions that are no ``OSError`` count, too.
_CLIENTS = frozenset({"httpx", "httpcore", "requests", "urllib3", "http", "aiohttp"})

#: Their exceptions that say that the caller asked for what cannot be, so that nothing was sent.
_MISTAKES = frozenset({"MissingSchema", "StreamError", "StreamConsumedError", "LocalProtocolError", "UnsupportedProtocol", "CookieConflict", "ImproperConnectionState"})


def _is_failure(error: BaseException) -> bool:
    """Whether an exception says that the server was not reached, or that its answer broke off, and is no mistake in the code of the caller."""
    kinds = [(kind.__module__.partition(".")[0], kind.__name__) for kind in type(error).__mro__]
    names = {name for module, name in kinds if module in _CLIENTS}
    if names & _MISTAKES:
        return False
    if ("requests", "InvalidHeader") in kinds:
        # Of the answer if it is what urllib3 says, or else of the request.
        return bool(error.args) and isinstance(error.args[0], Exception)
    if isinstance(error, UnicodeError):
        # A name that no resolver can be asked for, since a label is empty or too long. Sites lead to such ones.
        return "idna" in str(error)
    return bool(names) or isinstance(error, (OSError, asyncio.TimeoutError))
