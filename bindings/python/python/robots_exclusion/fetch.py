"""Asking for a robots.txt: where it is, which redirects to follow, how much to read, and what the answer means.

Your HTTP client sends the requests, with its own handling of redirects switched off:

>>> from robots_exclusion.fetch import RobotsRequest
>>> request = RobotsRequest("https://example.com/page")
>>> request.url
'https://example.com/robots.txt'
>>> request.on_response(301, {"Location": "https://www.example.com/robots.txt"})
True
>>> request.url
'https://www.example.com/robots.txt'
>>> request.on_response(404)
False
>>> print(request.finish().outcome())
allow all: robots.txt is unavailable

A crawler takes the request from :meth:`robots_exclusion.site.Site.robots_request`, and gives the site what comes of it.

A redirect goes where the site wants it to. If :attr:`RobotsRequest.is_cross_origin` is true, send no credentials, no cookies, and no other
field that was meant for the site. So that nobody makes a crawler read what only its own network can reach::

    if leads_inside(request):
        ...  # Treat it as Fetched.unreachable().
"""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from ._native import Fetched, RobotsRequest, is_public_address
from ._records import Outcome

__all__ = ["Fetched", "Outcome", "RobotsRequest", "is_public_address", "leads_inside"]


def leads_inside(request: RobotsRequest) -> bool:
    """Whether a redirect led from a host of the public Internet to an address that is not: a private network, this machine.

    It resolves the names of both hosts, which takes as long as that takes. A host with several addresses is inside if one of them is. Who
    controls the name may answer otherwise when the client resolves it: a proxy or a firewall that refuses such addresses is safer.
    """
    if not isinstance(request, RobotsRequest):
        raise TypeError(f"request: expected RobotsRequest, not {type(request).__name__}")
    return request.is_cross_origin and _is_inside(request.url) and not _is_inside(request.robots_url)


def _is_inside(url: str) -> bool:
    parts = urlsplit(url)
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 80, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        # It cannot be requested, either.
        return False
    # An address of the link may have its zone after a percent sign.
    return not all(is_public_address(str(address[0]).partition("%")[0]) for *_, address in found)
