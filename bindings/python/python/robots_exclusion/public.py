"""Clients that connect to the public Internet only, so that no site makes a crawler read what only its own network can reach.

A redirect may lead to ``http://169.254.169.254/``, and so may any name, once or from time to time: what counts is the address that is
connected to. It is judged before anything is sent. Each of these takes a client, and returns it::

    session = for_requests(requests.Session())
    client = for_httpx(httpx.AsyncClient())
    manager = for_urllib3(urllib3.PoolManager())
    opener = urllib.request.build_opener(*for_urllib())
    session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(socket_factory=public_socket))

In a visit, who names a private host gets it: ``http://10.0.0.1/`` or ``http://localhost:8000/``, and whatever that leads to. A name that
resolves to a private address is none of these: ``allow_private=True`` of :meth:`Site.visit` says that it is meant.

A proxy resolves names itself, so what is sent through one is not judged here. Only ``public_socket`` judges the address of the proxy.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Awaitable, Callable
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, TypeVar
from urllib.request import BaseHandler, HTTPHandler, HTTPSHandler, Request

from ._reach import check_address

__all__ = ["check_address", "for_httpx", "for_requests", "for_urllib", "for_urllib3", "public_socket"]

_Client = TypeVar("_Client")


def _check_peer(connected: Any) -> None:
    if connected.family in (socket.AF_INET, socket.AF_INET6):
        check_address(str(connected.getpeername()[0]))


def for_requests(session: _Client) -> _Client:
    """A ``requests.Session`` whose connections are judged. Adapters that are mounted later are not part of it."""
    found: Any = session
    for adapter in found.adapters.values():
        for_urllib3(adapter.poolmanager)
    return session


def for_urllib3(manager: _Client) -> _Client:
    """A ``urllib3.PoolManager`` whose connections are judged."""
    found: Any = manager
    found.clear()
    found.pool_classes_by_scheme = {
        scheme: type(pool.__name__, (pool,), {"ConnectionCls": _judged(pool.ConnectionCls)}) for scheme, pool in found.pool_classes_by_scheme.items()
    }
    return manager


def _judged(kind: Any) -> Any:
    """A class of connections of urllib3 whose sockets are judged before TLS begins."""

    def connect(connection: Any) -> Any:
        connected = kind._new_conn(connection)
        try:
            _check_peer(connected)
        except BaseException:
            connected.close()
            raise
        return connected

    return type(kind.__name__, (kind,), {"_new_conn": connect})


class _Connection(HTTPConnection):
    def connect(self) -> None:
        super().connect()
        try:
            _check_peer(self.sock)
        except BaseException:
            self.close()
            raise


class _SecureConnection(HTTPSConnection, _Connection):
    """Its TLS begins when the other class has connected."""


def _is_proxied(request: Request) -> bool:
    return request.has_proxy() or getattr(request, "_tunnel_host", None) is not None


class _Handler(HTTPHandler):
    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(HTTPConnection if _is_proxied(req) else _Connection, req)


class _SecureHandler(HTTPSHandler):
    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._own_context = context

    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(HTTPSConnection if _is_proxied(req) else _SecureConnection, req, context=self._own_context)


def for_urllib(context: ssl.SSLContext | None = None) -> list[BaseHandler]:
    """Handlers for ``urllib.request.build_opener`` whose connections are judged.

    :param context: how TLS is spoken; as ``ssl.create_default_context()`` has it by default.
    """
    return [_Handler(), _SecureHandler(context or ssl.create_default_context())]


def for_httpx(client: _Client) -> _Client:
    """An ``httpx.Client`` or ``httpx.AsyncClient`` whose connections are judged."""
    found: Any = client
    is_asynchronous = hasattr(found, "aclose")

    def prepare(request: Any) -> None:
        trace = _asynchronous_trace if is_asynchronous else _trace
        request.extensions["trace"] = trace(request.url.raw_host.decode("ascii"), request.extensions.get("trace"))

    async def prepare_later(request: Any) -> None:
        prepare(request)

    found.event_hooks["request"].append(prepare_later if is_asynchronous else prepare)
    return client


class _Peer:
    """What is known of the connections for a request, by the events of httpcore."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.is_proxy = False

    def refusal(self, event: str, info: dict[str, Any]) -> ConnectionRefusedError | None:
        """Why a connection that was just made is not to be used."""
        if event.endswith(".connect_tcp.started"):
            self.is_proxy = info["host"] != self.host
        elif event.endswith(".connect_tcp.complete") and not self.is_proxy:
            try:
                check_address(str(info["return_value"].get_extra_info("server_addr")[0]))
            except ConnectionRefusedError as error:
                return error
        return None


def _trace(host: str, other: Callable[[str, Any], None] | None) -> Callable[[str, Any], None]:
    peer = _Peer(host)

    def trace(event: str, info: Any) -> None:
        if refusal := peer.refusal(event, info):
            info["return_value"].close()
            raise refusal
        if other is not None:
            other(event, info)

    return trace


def _asynchronous_trace(host: str, other: Callable[[str, Any], Awaitable[None]] | None) -> Callable[[str, Any], Awaitable[None]]:
    peer = _Peer(host)

    async def trace(event: str, info: Any) -> None:
        if refusal := peer.refusal(event, info):
            await info["return_value"].aclose()
            raise refusal
        if other is not None:
            await other(event, info)

    return trace


def public_socket(address: tuple[Any, ...]) -> socket.socket:
    """The ``socket_factory`` of a ``TCPConnector`` of aiohttp (3.12 or later): it makes no socket for an address that may not be connected to."""
    family, kind, protocol, _, (host, *_) = address
    check_address(str(host))
    return socket.socket(family, kind, protocol)
