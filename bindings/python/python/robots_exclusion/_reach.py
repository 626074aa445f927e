"""Which addresses a request may connect to: who names a private host gets it, and nobody else leads there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from errno import ECONNREFUSED

from ._native import _names_private_host, is_public_address

#: Whether the visit that is under way may connect to any address. Without a visit, nobody has named a private host.
_may_go_anywhere: ContextVar[bool] = ContextVar("robots_exclusion.may_go_anywhere", default=False)


def names_private_host(url: str) -> bool:
    """Whether a URL is that of a private host as it is written: by a private address, or as this machine. Nothing is resolved."""
    return _names_private_host(url)


@contextmanager
def reach_of(origin: str, allow_private: bool) -> Iterator[None]:
    """A visit of a site, whose requests connect to any address if the site is private by its name."""
    token = _may_go_anywhere.set(allow_private or names_private_host(origin))
    try:
        yield
    finally:
        _may_go_anywhere.reset(token)


def check_address(address: str) -> None:
    """Raises ``ConnectionRefusedError`` if the visit that is under way may not connect to an address."""
    # An address of the link may have its zone after a percent sign.
    if not _may_go_anywhere.get() and not is_public_address(address.partition("%")[0]):
        # With a number, since some clients show the text only then.
        raise ConnectionRefusedError(ECONNREFUSED, f"{address} is not on the public Internet")
