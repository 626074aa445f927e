"""What the compiled part answers with where a plain record does: :func:`lint`, :func:`diff`, groups and lines of a file, entries of
sitemaps, decisions.

Records compare, hash, copy and pickle by value.
"""

from __future__ import annotations

import ast
import inspect
import sys
from dataclasses import dataclass, field
from datetime import time
from typing import TYPE_CHECKING, Any, ClassVar, Literal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from ._native import Rule, Verdict

    # Only for type checkers: mypy.stubtest does not know such a name at run time as what it is.
    _WaitReason = Literal["delay", "pause", "visit-time", "robots-unreachable", "robots-in-flight"]

__all__ = ["AgentEffect", "Change", "Comparison", "Decision", "Diff", "Finding", "Group", "Line", "Outcome", "SiteAccess", "SitemapEntry", "SitemapFile", "SitemapProblem", "TestResult", "Visit", "Witness"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a file, whatever it holds: of a list of them, ``pandas.DataFrame`` and ``polars.DataFrame`` make a table."""

    number: int
    """The line's number, counted from 1."""
    kind: str
    """A known key as its specification spells it, such as ``Disallow`` (also for a misspelling that the dialect forgives); ``unknown`` for
    another key, ``no-key`` for text without one, ``comment`` for a line with nothing else, or ``blank``."""
    key: str | None
    """The key as the file spells it."""
    value: str | None
    """What follows the key, without white space around it and without the comment."""
    comment: str | None
    """The comment, with its ``#``."""
    text: str
    """The line as it is, without its line end. Bytes that are not UTF-8 are U+FFFD here and in the other texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteAccess:
    """How much of a site a crawler may fetch."""

    access: Literal["open", "partial", "closed", "undecided"]
    """``open`` if everything, ``partial`` if some of it, ``closed`` if nothing; ``undecided`` for what no real file comes near."""
    group: str | None
    """The name of the group that applies, as the file spells it, or ``*``; ``None`` if none does, or there is no file."""
    is_named: bool
    """Whether the group names the crawler, and does not apply to it by ``*``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The lines that share rules."""

    agents: list[str] = field(hash=False)
    """The names in the User-agent lines."""
    line: int
    """The number of the first line, counted from 1."""
    crawl_delay: float | None
    """In seconds."""
    request_rates: list[tuple[int, float, time | None, time | None]] = field(hash=False)
    """Requests, seconds, and the first and last minute of the time of the day, in UTC, or ``None`` if it is always."""
    rules: list[Rule] = field(hash=False)
    """The Allow and Disallow lines, in file order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What :func:`lint` finds. Lines and columns are counted from 1; columns and offsets in what was passed: characters of a ``str``, otherwise
    bytes. ``str(finding)`` is one line for people."""

    code: str
    """The stable code, such as ``R010``."""
    name: str
    """The code in words, such as ``unknown-key``."""
    severity: Literal["error", "warning", "info"]
    """How bad it is."""
    line: int
    """Where it begins."""
    column: int
    """Where it begins within the line."""
    end_line: int
    """Where it ends."""
    end_column: int
    """The column after the last character or byte."""
    message: str
    """What is wrong."""
    help: str
    """What to do about it."""
    witness: str | None
    """A URL that shows it."""
    correction: tuple[int, int, str] | tuple[int, int, bytes] | None
    """What to replace, from an offset to an offset, and what to write instead: a ``str`` if a ``str`` was passed, otherwise ``bytes``."""
    suggestions: list[tuple[int, int, str]] | list[tuple[int, int, bytes]] = field(hash=False)
    """Alternatives for a person to choose from, in the same form. The correction alone is proved to change no verdict."""
    text: str = field(repr=False, compare=False)
    """What ``str(finding)`` is."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A URL whose verdict an edit changes."""

    agent: str
    """The crawler that is affected."""
    url: str
    """The URL."""
    allowed_before: bool
    """Whether the crawler might fetch it before the edit."""
    allowed_after: bool
    """Whether it may after the edit."""
    rule_before: str | None
    """The rule that decided before the edit."""
    rule_after: str | None
    """The rule that decides after it."""
    text: str = field(repr=False, compare=False)
    """What ``str(witness)`` is."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of a file. ``str(change)`` is one line for people."""

    kind: str
    """What was done, such as ``rule-added``; ``user-agent-removed`` is a line that is lost, or misspelled, above rules that are still there."""
    impact: str
    """How severe it is, such as ``critical``."""
    effect: str
    """What it does to the crawlers, such as ``opens``."""
    agents: list[str] = field(hash=False)
    """The crawlers that are affected."""
    line_before: int | None
    """The line in the old file, counted from 1."""
    line_after: int | None
    """The line in the new file, counted from 1."""
    text: str
    """The line that was changed."""
    witnesses: list[Witness] = field(hash=False)
    """URLs that show the effect."""
    shown: str = field(repr=False, compare=False)
    """What ``str(change)`` is."""

    def __str__(self) -> str:
        return self.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEffect:
    """The effect of a whole edit on crawlers that read in one dialect, and that it affects alike."""

    agents: list[str] = field(hash=False)
    """The crawlers."""
    effect: str
    """What the edit does to them."""
    impact: str
    """How severe it is."""
    witnesses: list[Witness] = field(hash=False)
    """URLs that show it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """All that an edit changes."""

    changes: list[Change] = field(hash=False)
    """The changes, most severe first."""
    effects: list[AgentEffect] = field(hash=False)
    """The effect on each crawler, or on several alike."""
    is_without_effect: bool
    """Whether it is proved that no URL's verdict changes for any of the crawlers that were compared."""
    is_undecided: bool
    """Whether a proof took too much work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """What :func:`test` found out about one pattern."""

    #: Not a test of pytest's.
    __test__: ClassVar[bool] = False

    expected: Literal["allow", "disallow"]
    """What all URLs that match are to be."""
    pattern: str
    """The pattern, as a rule has it."""
    outcome: Literal["proved", "refuted", "undecided"]
    """Whether this holds for all URLs, does not, or takes too much work to prove."""
    url: str | None
    """A URL that refutes the assertion."""
    verdict: Verdict | None
    """The verdict on that URL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What :func:`compare` found out about two dialects."""

    dialects: tuple[str, str]
    """Their names."""
    outcome: Literal["proved", "refuted", "undecided"]
    """They agree about all URLs; they do not; or a proof took too much work."""
    urls: list[str] = field(hash=False)
    """URLs on which they disagree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do about a URL now."""

    action: Literal["fetch-robots", "fetch-page", "skip", "too-slow", "wait-until", "give-up-until", "not-this-site"]
    """Fetch robots.txt first, and ask again; fetch the URL; do not fetch it, because the rules disallow it; fetch nothing of this site,
    because it asks for a longer delay than the crawler's ``max_delay``; ask again at :attr:`until`, which is soon, or as soon as the site asks
    for; drop the URL for now, or keep it until then, because robots.txt cannot be reached or the wait is longer than the crawler's ``max_wait``; or
    ask another site, to which the URL belongs. A loop that sleeps after ``wait-until`` and drops a URL after ``give-up-until`` comes to an end,
    whatever the server does."""
    until: float | None = None
    """When to ask again, as ``time.time()`` counts; ``None`` of other actions than ``wait-until`` and ``give-up-until``."""
    reason: _WaitReason | None = None
    """Why to wait or to give up; ``None`` of other actions. ``delay``: the delay between two requests is not over: the one that the site
    asks for, the crawler's own, or a longer one after complaints of the server. ``pause``: the server asked for a pause (``Retry-After``).
    ``visit-time``: the site is to be visited at certain hours. ``robots-unreachable``: robots.txt cannot be reached, so nothing may be fetched;
    it is due again then. ``robots-in-flight``: robots.txt is being fetched; ask again as soon as its answer was recorded; at the time it counts
    as lost."""
    delay: float | None = None
    """The delay in seconds that the site asks for; ``None`` of other actions than ``too-slow``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What came of :meth:`Site.visit`, or of :func:`avisit`."""

    action: Literal["page", "skip", "too-slow", "wait-until", "give-up-until", "not-this-site"]
    """The page was requested, and :attr:`response` is the answer; it was not, because the rules disallow it; nor is anything else of this site,
    because it asks for a longer delay than the crawler's ``max_delay``; visit it again at :attr:`until`; drop it for now, or keep it until then,
    because robots.txt cannot be reached or the wait is longer than the crawler's ``max_wait``; or visit it by another site, to which the URL
    belongs."""
    response: Any = None
    """What ``send`` returned for the page. Look at the status."""
    redirect: str | None = None
    """Where the answer redirects to: a URL to visit, of this site or another. ``None`` if it leads from a public host to a private one, by an
    address or to this machine: what a name resolves to is judged when it is connected to (:mod:`robots_exclusion.public`)."""
    until: float | None = None
    """When to visit it again, as ``time.time()`` counts; ``None`` of other actions than ``wait-until`` and ``give-up-until``."""
    reason: _WaitReason | None = None
    """Why to wait or to give up, as :attr:`Decision.reason` says; ``None`` of other actions."""
    delay: float | None = None
    """The delay in seconds that the site asks for; ``None`` of other actions than ``too-slow``."""
    _read: Callable[[int], bytes] | None = field(default=None, repr=False, compare=False)
    """What reads the body."""
    _aread: Callable[[int], Awaitable[bytes]] | None = field(default=None, repr=False, compare=False)
    """The same of an asynchronous client."""

    def read(self, max_bytes: int = 10_000_000) -> bytes:
        """Reads the body of the page, no more than so many bytes of it, and closes the response. The time that the visit may take counts from
        the request. If the body breaks off or takes longer, the site is told, and the exception is raised."""
        if self._read is None:
            raise ValueError(f"there is no page to read: {self.action}" if self._aread is None else "the client is asynchronous: await aread()")
        return self._read(max_bytes)

    async def aread(self, max_bytes: int = 10_000_000) -> bytes:
        """As :meth:`read`, for a page of :func:`avisit`."""
        if self._aread is None:
            raise ValueError(f"there is no page to read: {self.action}" if self._read is None else "the client is blocking: call read()")
        return await self._aread(max_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the answer to a request for robots.txt means. ``str(outcome)`` is a phrase for people."""

    action: Literal["parse", "allow-all", "disallow-all", "use-copy", "try-later"]
    """The file's rules decide; every URL may be fetched; none may; the rules of the last good copy decide; or come back later."""
    cause: str | None
    """Why, such as ``unavailable`` or ``unreachable``; ``None`` if there is a file."""
    text: str = field(repr=False, compare=False)
    """What ``str(outcome)`` is."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapEntry:
    """A page, or in an index a sitemap."""

    loc: str
    """The URL."""
    is_sitemap: bool
    """Whether it is a sitemap, in an index, instead of a page."""
    lastmod: str | None
    """When it was last changed: a date, or a time in the form of RFC 3339."""
    changefreq: str | None
    """How often it changes, such as ``daily``."""
    priority: float | None
    """From 0 to 1."""
    images: list[str] = field(hash=False)
    """The URLs of its images."""
    alternates: list[tuple[str, str]] = field(hash=False)
    """Languages and URLs."""
    line: int
    """The line in the file, counted from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapFile:
    """A file that :func:`write_sitemaps` wrote."""

    path: Path
    """Where it is."""
    url: str
    """The address at which it is served."""
    is_index: bool
    """Whether it is an index, which lists the sitemaps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapProblem:
    """What breaks the protocol of sitemaps. The rest is read. ``str(problem)`` is one line for people."""

    kind: str
    """The kind of problem, as a name."""
    message: str
    """The kind of problem, for people."""
    line: int
    """The line in the file, counted from 1."""
    excerpt: str
    """The text that it is about."""
    entry_dropped: bool
    """Whether the whole entry was left out because of it."""

    def __str__(self) -> str:
        return f"{self.kind} on line {self.line}: {self.message}"


def _docs_of_fields() -> dict[str, dict[str, str]]:
    """The docs of the fields of each record, from the source, where editors read them: Python keeps none. Empty where only what was compiled
    was installed."""
    try:
        source = inspect.getsource(sys.modules[__name__])
    except (OSError, TypeError):
        return {}
    records: dict[str, dict[str, str]] = {}
    for record in (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)):
        docs = records[record.name] = {}
        for member, doc in zip(record.body, record.body[1:]):
            if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name) and isinstance(doc, ast.Expr):
                docs[member.target.id] = inspect.cleandoc(ast.literal_eval(doc.value))
    return records


class _Slots(dict[str, Any]):
    """The slots of a record: ``help`` takes their docs from here. They are looked up when somebody asks, so that importing reads no source."""

    def __init__(self, record: str, names: tuple[str, ...]) -> None:
        super().__init__(dict.fromkeys(names))
        self._record = record

    def __getitem__(self, name: str) -> str | None:
        return _docs_of_fields().get(self._record, {}).get(name)


for _name in __all__:
    globals()[_name].__slots__ = _Slots(_name, globals()[_name].__slots__)
del _name
