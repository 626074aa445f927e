"""``Decision`` and ``Visit`` as type checkers know them: which fields an action has. At run time each is one class of ``_records``, in which a
field that the action does not have is ``None``."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, final

_WaitReason: TypeAlias = Literal["delay", "pause", "visit-time", "robots-unreachable", "robots-in-flight"]

@dataclass(frozen=True, slots=True, kw_only=True)
class _NotNow:
    until: None = None
    """When to ask again: the action has no such time."""
    reason: None = None
    """Why to wait or to give up: the action does neither."""
    delay: None = None
    """The delay that the site asks for: the action is not ``too-slow``."""

@dataclass(frozen=True, slots=True, kw_only=True)
class _Later:
    action: Literal["wait-until", "give-up-until"]
    """Ask again at :attr:`until`, which is soon, or as soon as the site asks for; or drop the URL for now, or keep it until then, because
    robots.txt cannot be reached or the wait is longer than the crawler's ``max_wait``."""
    until: float
    """When to ask again, as ``time.time()`` counts."""
    reason: _WaitReason
    """Why to wait or to give up. ``delay``: the delay between two requests is not over: the one that the site asks for, the crawler's own, or
    a longer one after complaints of the server. ``pause``: the server asked for a pause (``Retry-After``). ``visit-time``: the site is to be
    visited at certain hours. ``robots-unreachable``: robots.txt cannot be reached, so nothing may be fetched; it is due again then.
    ``robots-in-flight``: robots.txt is being fetched; ask again as soon as its answer was recorded; at the time it counts as lost."""
    delay: None = None
    """The delay that the site asks for: the action is not ``too-slow``."""

@dataclass(frozen=True, slots=True, kw_only=True)
class _TooSlow:
    action: Literal["too-slow"]
    """Fetch nothing of this site, because it asks for a longer delay than the crawler's ``max_delay``."""
    delay: float
    """The delay in seconds that the site asks for."""
    until: None = None
    """When to ask again: the action has no such time."""
    reason: None = None
    """Why to wait or to give up: the action does neither."""

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _DecisionNow(_NotNow):
    action: Literal["fetch-robots", "fetch-page", "skip", "not-this-site"]
    """Fetch robots.txt first, and ask again; fetch the URL; do not fetch it, because the rules disallow it; or ask another site, to which the
    URL belongs."""

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _DecisionLater(_Later): ...

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _DecisionTooSlow(_TooSlow): ...

Decision: TypeAlias = _DecisionNow | _DecisionLater | _DecisionTooSlow

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _VisitOfPage(_NotNow):
    action: Literal["page"]
    """The page was requested, and :attr:`response` is the answer."""
    response: Any
    """What ``send`` returned for the page. Look at the status."""
    redirect: str | None = None
    """Where the answer redirects to: a URL to visit, of this site or another. ``None`` if it leads from a public host to a private one, by an
    address or to this machine: what a name resolves to is judged when it is connected to (:mod:`robots_exclusion.public`)."""
    def read(self, max_bytes: int = 10_000_000) -> bytes:
        """Reads the body of the page, no more than so many bytes of it, and closes the response. The time that the visit may take counts from
        the request. If the body breaks off or takes longer, the site is told, and the exception is raised."""
    async def aread(self, max_bytes: int = 10_000_000) -> bytes:
        """As :meth:`read`, for a page of :func:`avisit`."""

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _VisitOfNothing(_NotNow):
    action: Literal["skip", "not-this-site"]
    """The page was not requested, because the rules disallow it; or visit it by another site, to which the URL belongs."""
    response: None = None
    """The answer: nothing was requested."""
    redirect: None = None
    """Where the answer redirects to: there is none."""

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _VisitLater(_Later):
    response: None = None
    """The answer: nothing was requested."""
    redirect: None = None
    """Where the answer redirects to: there is none."""

@final
@dataclass(frozen=True, slots=True, kw_only=True)
class _VisitTooSlow(_TooSlow):
    response: None = None
    """The answer: nothing was requested."""
    redirect: None = None
    """Where the answer redirects to: there is none."""

Visit: TypeAlias = _VisitOfPage | _VisitOfNothing | _VisitLater | _VisitTooSlow
