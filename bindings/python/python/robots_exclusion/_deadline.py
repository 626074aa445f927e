"""A limit for how long a function may take that waits for a server, whatever the server does."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import Any


class _Abandoned(BaseException):
    """Ends a function whose result nobody waits for any more."""


def within(seconds: float | None, function: Callable[[], Any], discard: Callable[[Any], None] = lambda result: None) -> Any:
    """What the function returns or raises, or a ``TimeoutError`` after so many seconds. A result that comes later is discarded.

    The function runs in a thread of its own, in a copy of the context. After the time it goes on until the next byte arrives, or until the
    client itself has waited long enough.
    """
    if seconds is None:
        return function()
    done = threading.Event()
    lock = threading.Lock()
    results: list[Any] = []
    errors: list[BaseException] = []
    abandoned = False
    context = contextvars.copy_context()

    def run() -> None:
        try:
            result = context.run(function)
            with lock:
                if not abandoned:
                    results.append(result)
                    return
            discard(result)
        except _Abandoned:
            pass
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=run, name="robots_exclusion.visit", daemon=True)
    thread.start()
    try:
        done.wait(seconds)
    finally:
        with lock:
            abandoned = not results
        if abandoned and not done.is_set():
            _end(thread)
    if results:
        return results[0]
    if errors:
        raise errors[0]
    raise TimeoutError(f"not complete within {seconds:g} seconds")


def _end(thread: threading.Thread) -> None:
    """Raises an exception in the thread as soon as it runs again: a server that sends a byte a second would otherwise keep it for as long as it
    likes."""
    try:
        from ctypes import c_ulong, py_object, pythonapi

        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread.ident or 0), py_object(_Abandoned))
    except (ImportError, AttributeError):  # Not CPython: the thread ends when the server, or the client, has had enough.
        pass
