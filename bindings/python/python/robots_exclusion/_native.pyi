"""The compiled part. Import from ``robots_exclusion`` and ``robots_exclusion.agents`` instead."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from os import PathLike

from typing import Any, Literal, Protocol, TypeAlias, final, overload

from typing_extensions import Buffer, disjoint_base

from ._records import Comparison, Diff, Finding, Group, Line, Outcome, SiteAccess, SitemapEntry, SitemapFile, SitemapProblem, TestResult
from ._unions import Decision, Visit

_Text: TypeAlias = str | bytes | bytearray | memoryview
_Body: TypeAlias = _Text | PathLike[str]
_Crawler: TypeAlias = _Text | Agent | UserAgent | Token
# Lists are invariant: one of agents is no list of crawlers, although it holds some.
_Agent: TypeAlias = _Crawler | list[_Crawler] | list[str] | list[bytes] | list[Agent] | list[UserAgent] | list[Token] | tuple[_Crawler, ...]
_Dialect: TypeAlias = Dialect | str | None

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None, /) -> tuple[Any, Any]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None, /) -> Any: ...

class _Listed(Protocol):
    def tolist(self) -> Any: ...

class _BinaryFile(Protocol):
    def read(self, size: int, /) -> bytes: ...

_Column: TypeAlias = _ArrowArray | _ArrowStream | _Listed | _Text | Sequence[_Text | None]
_Pairs: TypeAlias = Mapping[str, _Text] | Iterable[tuple[_Text, _Text]]
_Time: TypeAlias = float | datetime
_Seconds: TypeAlias = float | timedelta

__version__: str
SNAPSHOT_DATE: str

def is_allowed(robots: _Body, agent: _Agent, url: _Text, *, dialect: _Dialect = None) -> bool:
    """Whether a crawler may fetch a URL, straight from a robots.txt.

    One pass over the file; nothing is kept. For a second question about the same file use :class:`Rules` or :class:`RobotsTxt`.

    :param dialect: how the file is read, whoever asks. If not given, a well-known crawler reads it as its operator documents, any other as
        RFC 9309 says.
    :raises ValueError: if the crawler is a URL, or the URL is not one, perhaps because they were swapped.
    """

def check(robots: _Body, agent: _Agent, url: _Text, *, dialect: _Dialect = None) -> Verdict:
    """Like :func:`is_allowed`, with the rule that decides, its line, and its group."""

def check_batch(
    robots: _Column,
    agents: _Agent | _ArrowArray | _ArrowStream | _Listed | None = None,
    urls: _Column | None = None,
    *,
    user_agents: _Column | None = None,
    dialect: _Dialect = None,
    detail: bool = False,
    max_body_bytes: int | None = None,
    threads: int | None = None,
) -> BatchAnswers:
    """Answers a column of questions, without the GIL; an interrupt (Ctrl-C) stops it.

    Each column is an object with the Arrow PyCapsule interface (of pyarrow, polars, pandas, DuckDB...), a Series of pandas 2, an array of
    NumPy, a list, or one text for all rows; Arrow columns are of a string or binary type, a dictionary of one, or of type Null. Where a part of
    the question is null, so is the answer. It is also null if a text of ``agents`` names no crawler or several (it is empty, a set, names with commas),
    if a crawler of either kind is a URL, or if the URL is not one: a warning has the number of such rows.

    Who asks is given in one of two ways. ``agents`` is one crawler for all rows, of any kind that :func:`is_allowed` takes, so that a list
    is one crawler with several names; or a column, of Arrow or an array, with a product token or a header in each row. A plain list with as
    many names as there are rows is refused, because it may be either: pass an array, or a tuple for one crawler. ``user_agents`` is a column
    of ``User-Agent`` headers, and so may be a list. For a crawler in each row without Arrow, see :func:`check_table`.

    Bodies that repeat are recognized by content, in columns of any type and in any order, and compiled once for each thread.

    :param dialect: how all files are read. If not given, a well-known crawler reads them as its operator documents, any other as RFC 9309
        says.
    :param detail: also answer ``reason``, ``line``, ``rule`` and ``group``.
    :param max_body_bytes: read at most so many bytes of each file, and no line in part.
    :param threads: answer with so many threads, each a part of the rows in sequence; 1 if not given, and 0 for as many as there are cores.
    :raises TypeError: if a column holds no texts.
    :raises ValueError: if columns differ in length, or if ``agents`` is a list as long as they are.
    """

def check_table(
    table: _ArrowArray | _ArrowStream | dict[str, Any],
    *,
    robots: str = "robots",
    agent: str | list[_Crawler] | Agent | UserAgent | Token | None = None,
    user_agent: str | None = None,
    url: str = "url",
    dialect: _Dialect = None,
    detail: bool = False,
    max_body_bytes: int | None = None,
    threads: int | None = None,
) -> BatchAnswers:
    """Like :func:`check_batch`, for the columns of a table: a data frame, a record batch, a query, or a dict of columns.

    :param agent: the name of the column with a product token or a header in each row, or a crawler for all rows that is not a ``str``.
    :param user_agent: the name of a column with a header in each row, instead of ``agent``. If neither is given, the column is ``agent``,
        or ``user_agent`` where there is no ``agent``.
    :raises KeyError: if the table has no column of such a name.
    """

def access(
    robots: _Body | None,
    crawlers: _Crawler | Sequence[_Crawler | list[_Crawler] | tuple[_Crawler, ...]],
    *,
    status: int | None = None,
    dialect: _Dialect = None,
    max_body_bytes: int | None = None,
) -> dict[str, SiteAccess]:
    """How much of a site some crawlers may fetch, proved for all URLs: a dict from the name of each to a :class:`SiteAccess`.

    Well-known crawlers are read as their operators document. Crawlers to which the same groups apply are decided together.

    :param robots: the file; ``None`` if the server gave none, with its ``status``.
    :param crawlers: a list of crawlers, each of any kind that :func:`is_allowed` takes, or a set such as ``"@ai-training"``; or one of these.
    :param status: the status of the response. Where it is not one of success, the answer is what each crawler makes of it, and the body is not
        a robots.txt.
    :param dialect: how the file is read for every crawler.
    :param max_body_bytes: read at most so many bytes, and no line in part; as many as each crawler documents if not given.
    """

def access_batch(
    robots: _Column,
    crawlers: _Crawler | Sequence[_Crawler | list[_Crawler] | tuple[_Crawler, ...]],
    statuses: _ArrowArray | _ArrowStream | _Listed | Sequence[int | None] | int | None = None,
    *,
    dialect: _Dialect = None,
    detail: bool = False,
    max_body_bytes: int | None = None,
    threads: int | None = None,
) -> AccessAnswers:
    """How much of each site some crawlers may fetch, proved for all URLs: a row for each body, and a column for each crawler, without the
    GIL. An interrupt (Ctrl-C) stops it.

    A column is a dictionary of ``open``, ``partial``, ``closed``, and ``undecided`` for what no real file comes near; with ``detail`` a
    struct of this ``access``, the name of the ``group`` that applies, and whether it ``is_named`` there or falls under ``*``. A body that
    occurs again is not read again.

    :param robots: a column of bodies, as :func:`check_batch` takes it. Where a body is null, so is the answer, unless a status decides.
    :param crawlers: as :func:`access` takes them.
    :param statuses: the statuses of the responses: a column of whole numbers, a list, or one for all rows. Where one is not of success, the
        answer is what each crawler makes of it; where one is null, the body is taken for a file.
    :param threads: answer with so many threads, each a part of the rows in sequence; 1 if not given, and 0 for as many as there are cores.
    :raises TypeError: if a column holds no texts, or the statuses are not whole numbers.
    :raises ValueError: if columns differ in length, or a crawler occurs twice.
    """

def inspect_batch(
    robots: _Column,
    statuses: _ArrowArray | _ArrowStream | _Listed | Sequence[int | None] | int | None = None,
    *,
    dialect: _Dialect = None,
    max_body_bytes: int | None = None,
    threads: int | None = None,
) -> InspectAnswers:
    """What each body is and says, counted: a row for each body, without the GIL. An interrupt (Ctrl-C) stops it.

    The columns are ``status``, ``bytes``, ``format`` (``text`` for a robots.txt, ``html``, ``json``...), ``is_truncated``, ``lines``,
    ``groups``; ``rules``, a struct of how many rules ``allow`` and ``disallow``; ``directives``, a struct of how many lines have each kind
    of key; and lists of texts, each once: ``agents``, the names of groups, ``sitemaps``, ``unknown_keys``, ``content_signals`` such as
    ``ai-train=no``, ``content_usage`` such as ``train-ai=n``, and ``licenses``. These are what ``robots inspect`` prints of each file. A
    body that occurs again is not read again.

    :param robots: a column of bodies, as :func:`check_batch` takes it. Where a body is null, all columns but the status are null.
    :param statuses: as :func:`access_batch` takes them. Where one is not of success, there is no file, and all other columns are null.
    :param dialect: how files are read; as RFC 9309 says if not given.
    :param max_body_bytes: read at most so many bytes, and no line in part; the whole body if not given.
    :param threads: read with so many threads, each a part of the rows in sequence; 1 if not given, and 0 for as many as there are cores.
    :raises TypeError: if a column holds no texts, or the statuses are not whole numbers.
    :raises ValueError: if columns differ in length, or the texts of a column take 2 GiB.
    """

def lint(
    robots: _Body,
    *,
    dialect: _Dialect = None,
    url: str | None = None,
    disable: Sequence[str] | None = None,
) -> list[Finding]:
    """Finds typos, ignored lines, redundant rules and likely mistakes.

    :param dialect: how every crawler reads the file: what counts as a mistake is a line that this dialect ignores, a rule that has no
        effect in it. Without one, RFC 9309, and for what is said of a well-known crawler the dialect that its operator documents.
    :param url: where the file is served, with which its sitemaps are compared.
    :param disable: codes such as ``"R010"``, or their names.
    """

@overload
def fix(
    robots: str,
    *,
    also: Sequence[str] | None = None,
    dialect: _Dialect = None,
    url: str | None = None,
    disable: Sequence[str] | None = None,
) -> str:
    """The file with corrections made, which change no verdict. For the codes in ``also``, suggestions are made too where a finding has exactly
    one; these may change verdicts. A ``str`` gives a ``str``, and anything else ``bytes``.

    :param dialect: how every crawler reads the file. No correction changes a verdict in it, nor in the dialects that are in use.
    """

@overload
def fix(
    robots: bytes | bytearray | memoryview | PathLike[str],
    *,
    also: Sequence[str] | None = None,
    dialect: _Dialect = None,
    url: str | None = None,
    disable: Sequence[str] | None = None,
) -> bytes: ...
def diff(old: _Body, new: _Body, *, agents: _Agent | Sequence[_Agent] | None = None, dialect: _Dialect = None) -> Diff:
    """What an edit changes, decided for all URLs.

    :param agents: crawlers to compare for, besides those that the files name. A list within the list is one crawler.
    :param dialect: how both files are read. If not given, a well-known crawler reads them as its operator documents, any other as RFC 9309
        says.
    """

def test(
    robots: _Body,
    agent: _Agent,
    *,
    allow: Sequence[str] | None = None,
    disallow: Sequence[str] | None = None,
    exceptions: Sequence[str] | None = None,
    dialect: _Dialect = None,
) -> list[TestResult]:
    """Whether a crawler may fetch all URLs that match a pattern, or none of them: proved for all URLs, or refuted by one.

    :param allow: patterns, as rules have them, of URLs that are to be allowed.
    :param disallow: patterns of URLs that are to be disallowed.
    :param exceptions: patterns of URLs to leave out.
    :param dialect: how the file is read. If not given, a well-known crawler reads it as its operator documents, any other as RFC 9309 says.
    :raises ValueError: if no URL matches a pattern, or only exceptions do: that would be true of every file.
    """

def compare(robots: _Body, agent: _Agent, *, dialects: Sequence[str] | None = None) -> list[Comparison]:
    """Where dialects disagree about a file, for one crawler and all URLs.

    :param dialects: the dialects to compare with each other; every preset if not given.
    """

def url_problem(url: _Text) -> str | None:
    """The error in a URL, with the correct form to write; ``None`` if it can be asked about."""

def _names_private_host(url: str) -> bool: ...
def is_public_address(address: str) -> bool:
    """Whether an IP address belongs to the public Internet: not to a private network, this machine, or a range for documentation."""

def read_sitemap(source: _Text | PathLike[str] | _BinaryFile) -> Sitemap:
    """Reads a sitemap, entry by entry, in constant memory: XML, text, RSS or Atom, also compressed with gzip.

    Iterating raises ``ValueError`` at the limits of the protocol, and ``OSError`` if the source cannot be read.
    """

def write_sitemaps(
    entries: Iterable[_Text | SitemapEntry | dict[str, Any]],
    folder: str | PathLike[str],
    url: str,
    *,
    gzip: bool = False,
) -> list[SitemapFile]:
    """Writes entries into sitemaps in a folder, as many as the limits of the protocol require (50,000 URLs and 50 MB in a file), and their
    index: ``sitemap-1.xml``..., ``sitemap-index.xml``. Returns the files, the index last: submit its address, or name it in a ``Sitemap`` line of
    robots.txt.

    Files of these names are replaced, once all are complete: if an entry is wrong or something fails, also in the iterable, files of before
    are as they were. Without any entry nothing is written.

    :param entries: an iterable of URLs, of entries that :func:`read_sitemap` has read, or of dicts with the fields of such an entry: ``loc``,
        and what else there is of ``lastmod``, ``changefreq``, ``priority``, ``images`` and ``alternates``. ``lastmod`` may be a ``date`` or a
        ``datetime``.
    :param folder: where the files are to be; it is made if it is not there.
    :param url: the address of the folder. A sitemap may list URLs below its own folder alone.
    :param gzip: whether to compress the files, whose names then end with ``.gz``.
    :raises ValueError: if an entry is not below ``url``, or a sitemap cannot have it.
    :raises OSError: if a file cannot be written, or there is a folder or a link of its name.
    """

@final
class Dialect:
    """How files are read: a preset, such as ``Dialect.GOOGLE`` or ``Dialect("google")``, or one with options replaced."""

    RFC_9309: Dialect
    GOOGLE: Dialect
    ORIGINAL_1994: Dialect
    DRAFT_1996: Dialect
    REVISITED: Dialect
    SEZNAM: Dialect
    SEZNAM_2: Dialect
    YANDEX: Dialect
    BAIDU: Dialect
    SLURP: Dialect
    DIFFBOT: Dialect
    LENIENT: Dialect

    def __new__(cls, name: str = "rfc9309", /) -> Dialect: ...
    @staticmethod
    def presets() -> list[tuple[str, Dialect]]:
        """Every preset with its name."""
    @property
    def name(self) -> str | None:
        """The name of the preset, or ``None`` for a dialect of your own."""
    @property
    def options(self) -> dict[str, bool | str | int | None]:
        """The options that :meth:`replace` takes, and their values. The Rust documentation of ``Dialect`` says what each means."""
    def replace(
        self,
        *,
        rules_before_groups: bool = ...,
        groups_need_rules: bool = ...,
        robot_version: bool = ...,
        allow_lines: bool = ...,
        several_names: bool = ...,
        several_paths: bool = ...,
        supplies_leading_slash: bool = ...,
        robots_txt_allowed: bool = ...,
        index_html: bool = ...,
        both_spellings: bool = ...,
        trims_invisible: bool = ...,
        nul_ends_line: bool = ...,
        crawl_delay_lines: bool = ...,
        request_rate_lines: bool = ...,
        partial_bom: bool = ...,
        group_end: Literal["user-agent-after-rule", "blank-line", "blank-line-or-user-agent", "user-agent"] = ...,
        name_test: Literal["product-token", "letters-whole", "value-in-name", "name-in-value"] = ...,
        group_choice: Literal["merge", "first"] = ...,
        rule_choice: Literal["longest", "first", "any-disallow"] = ...,
        pattern_language: Literal["prefix", "wildcard", "glob"] = ...,
        percent_mode: Literal["rfc9309", "draft1996", "rule-only"] = ...,
        key_spelling: Literal["exact", "misspelled", "prefix"] = ...,
        target_syntax: Literal["rfc3986", "google-library"] = ...,
        max_line_bytes: int | None = ...,
        max_redirects: int = ...,
        max_bytes: int = ...,
        forbidden_disallows: bool = ...,
        is_429_unreachable: bool = ...,
        oversized_allows: bool = ...,
        when_unreachable: Literal["allow-all", "disallow-all", "try-later"] = ...,
        when_no_answer: Literal["allow-all", "disallow-all", "try-later"] | None = ...,
        keeps_fresh_copy: bool = ...,
        disallow_for: _Seconds = ...,
        use_copy_for: _Seconds | None = ...,
        retry_interval: _Seconds = ...,
        default_lifetime: _Seconds = ...,
        min_lifetime: _Seconds = ...,
        max_lifetime: _Seconds | None = ...,
    ) -> Dialect:
        """The same with options replaced. Options from ``max_redirects`` on are the fetch policy: how a crawler asks for robots.txt, and
        how it treats the answer. Durations are in whole seconds."""
    def __hash__(self) -> int: ...

@final
class Rule:
    """One Allow or Disallow line. ``str(rule)`` is that line: spelled as in the file, or in canonical form from compiled :class:`Rules`."""

    @property
    def is_allow(self) -> bool:
        """Whether it allows; otherwise it disallows."""
    @property
    def pattern(self) -> str:
        """The pattern, with U+FFFD for bytes that are not UTF-8."""
    @property
    def pattern_bytes(self) -> bytes:
        """The pattern as it is in the file."""
    @property
    def line(self) -> int:
        """The line's number, counted from 1."""
    def __hash__(self) -> int: ...

@final
class Verdict:
    """The answer to a question, and the reasons for it. It is true if the URL may be fetched; ``str(verdict)`` says why."""

    @property
    def allowed(self) -> bool:
        """Whether the URL may be fetched."""
    @property
    def reason(self) -> Literal["rule", "no-matching-rule", "no-group", "robots-txt-itself", "unreachable", "forbidden", "unavailable", "agent-is-url"]:
        """What the answer rests on."""
    @property
    def line(self) -> int | None:
        """The line of the rule that decided, counted from 1."""
    @property
    def rule(self) -> str | None:
        """The rule that decided: as the file spells it, or in canonical form where compiled :class:`Rules` answered."""
    @property
    def group(self) -> str | None:
        """The name of the group that applies, or ``*``."""
    @property
    def obeys(self) -> Literal["always", "may-ignore", "unknown"] | None:
        """What the operator of a well-known crawler says about obeying robots.txt: ``always``, ``may-ignore``, or ``unknown``, also for any
        other crawler. ``None`` from compiled :class:`Rules`."""
    @property
    def note(self) -> str | None:
        """A sentence for people if the crawler may ignore robots.txt."""
    def to_dict(self) -> dict[str, Any]:
        """The properties that answer the question, by name: what ``robots check`` prints as JSON of them, and what batches answer."""
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

@final
class RobotsTxt:
    """A parsed robots.txt, for any crawler. Parsing cannot fail: any bytes are a robots.txt.

    :param dialect: how the file is read, whoever asks. If not given, a well-known crawler reads it as its operator documents, and any other
        as RFC 9309 says: the file is parsed again for a dialect when such a crawler is first asked about. Properties and methods without a
        crawler read it as RFC 9309 says.
    :param max_bytes: read at most so many bytes, and no line in part.
    :param transcode_utf16: understand a file in UTF-16; otherwise none of its lines are understood.
    """

    def __new__(
        cls,
        robots: _Body,
        *,
        dialect: _Dialect = None,
        max_bytes: int | None = None,
        transcode_utf16: bool = False,
    ) -> RobotsTxt: ...
    def is_allowed(self, agent: _Agent, url: _Text) -> bool:
        """Whether a crawler may fetch a URL, an absolute one or a path that begins with ``/``."""
    def check(self, agent: _Agent, url: _Text) -> Verdict:
        """The same, with the rule that decides, its line, and its group."""
    def matching_rules(self, agent: _Agent, url: _Text) -> list[tuple[Rule, str | None]]:
        """The rules that match, a thousand at most, and why each does not decide: ``None`` for the rule that decides."""
    def rules_for(self, agent: _Agent) -> Rules:
        """Compiles the rules of a crawler, for many questions."""
    @property
    def groups(self) -> list[Group]:
        """The groups in file order."""
    @property
    def lines(self) -> list[Line]:
        """Every line, whatever it holds: ``pandas.DataFrame(robots.lines)`` is a table of them."""
    @property
    def sitemaps(self) -> list[str]:
        """The values of the ``Sitemap`` lines."""
    @property
    def hosts(self) -> list[str]:
        """The values of the ``Host`` lines."""
    @property
    def licenses(self) -> list[str]:
        """The URLs of the ``License`` lines, of all groups and of none."""
    def clean_url(self, url: str) -> str:
        """The URL without the parameters that ``Clean-param`` lines call meaningless."""
    @property
    def body(self) -> bytes:
        """The body that was read."""
    @property
    def dialect(self) -> Dialect | None:
        """The dialect in which the file is read, whoever asks; ``None`` if each crawler reads it in its own."""
    @property
    def is_truncated(self) -> bool:
        """Whether only the beginning of the file was read."""

@final
class Rules:
    """One crawler's rules, compiled: small, independent of the file, safe to share between threads. They can be pickled.

    :param dialect: how the file is read, whoever the crawler is. If not given, a well-known crawler reads it as its operator documents, any
        other as RFC 9309 says.
    """

    def __new__(
        cls,
        robots: _Body,
        agent: _Agent,
        *,
        dialect: _Dialect = None,
        max_bytes: int | None = None,
        transcode_utf16: bool = False,
    ) -> Rules: ...
    @staticmethod
    def allow_all() -> Rules:
        """For a robots.txt that does not exist (RFC 9309 section 2.3.1.3)."""
    @staticmethod
    def disallow_all() -> Rules:
        """For a robots.txt that cannot be reached (RFC 9309 section 2.3.1.4)."""
    @staticmethod
    def from_bytes(data: Buffer) -> Rules:
        """Reads what :meth:`to_bytes` returned; other bytes raise ``ValueError``."""
    def to_bytes(self) -> bytes:
        """The rules as bytes that any machine reads."""
    def is_allowed(self, url: _Text) -> bool:
        """Whether the crawler may fetch a URL, an absolute one or a path that begins with ``/``."""
    def check(self, url: _Text) -> Verdict:
        """The same, with the rule that decides, its line, and its group."""
    @property
    def group(self) -> str | None:
        """The name of the group that applies, or ``*``."""
    @property
    def crawl_delay(self) -> float | None:
        """In seconds."""
    @property
    def request_rates(self) -> list[tuple[int, float, time | None, time | None]]:
        """Requests, seconds, and the first and last minute of the time of the day, in UTC, or ``None`` if it is always."""
    @property
    def visit_times(self) -> list[tuple[time, time]]:
        """The first and last minute of each, in UTC."""
    @property
    def content_signal(self) -> dict[str, str] | None:
        """The statements of the Content-Signal lines that apply, by name, such as ``{"ai-train": "no"}``; ``None`` if there are none."""
    @property
    def licenses(self) -> list[str]:
        """The URLs of the License lines that apply."""
    def usage(self, category: Literal["train-ai", "search"], url: _Text) -> bool | None:
        """The preference of the ``Content-Usage`` lines about a use of a URL (draft-ietf-aipref-attach): ``True`` if it is allowed,
        ``False`` if not, ``None`` if there is no preference, or the URL may not be fetched.

        :param category: ``"train-ai"`` or ``"search"``.
        """
    def _is_allowed(self, url: _Text) -> bool:
        """Like :meth:`is_allowed`, for any string: one that is not a URL is taken for some path, as in the libraries whose interfaces this
        package offers."""
    def to_list(self) -> list[Rule]:
        """The rules, with patterns in canonical form."""
    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...

@final
class RobotsRequest:
    """A request for a robots.txt, followed through redirects; your HTTP client sends it, with its own handling of redirects switched off.

    :param url: any URL of the site; one without a host raises ``ValueError``.
    :param dialect: whose limits count; RFC 9309 by default.
    """

    def __new__(cls, url: str, *, dialect: _Dialect = None) -> RobotsRequest: ...
    @property
    def url(self) -> str:
        """The URL to request now."""
    @property
    def robots_url(self) -> str:
        """The URL that was requested first: the site's robots.txt."""
    @property
    def is_cross_origin(self) -> bool:
        """Whether a redirect led to another scheme, host or port, which the site chose: send no credentials, no cookies, and nothing else that
        was meant for the site."""
    @property
    def headers(self) -> dict[str, str]:
        """The header fields to send now besides your own, so that the server can answer 304 (Not Modified). They may appear after a redirect,
        and disappear: each is sent to the URL that has sent it, and to no other."""
    @property
    def max_bytes(self) -> int:
        """How many bytes of the body are read."""
    def on_response(self, status: int, headers: _Pairs | None = None, *, decoded: bool = False) -> bool:
        """Takes in the status and the header fields of a response. Returns whether it is a redirect to follow: then request :attr:`url`
        again.

        :param decoded: whether the body is decompressed whatever ``Content-Encoding`` says, as it is by httpx, requests and aiohttp.
            Otherwise a body with that field counts as unreachable, because no rule can be found in it.
        """
    def push(self, chunk: _Text) -> bool:
        """Takes in a part of the body, decompressed. Returns whether more is wanted."""
    def finish(self) -> Fetched:
        """The result, after the last part of the body. Without a response, or after one to follow, robots.txt could not be reached."""

@final
class Fetched:
    """The result of requesting a robots.txt: the last answer, after redirects, and the body, decompressed.

    :param decoded: as for :meth:`RobotsRequest.on_response`.
    :param dialect: how much of the body is read; as much as RFC 9309 asks for by default.
    :param url: the URL that answered, if redirects of robots.txt led there: its ``ETag`` and ``Last-Modified`` are sent to this URL alone.
    """

    def __new__(
        cls,
        status: int,
        headers: _Pairs | None = None,
        body: _Text | None = None,
        *,
        decoded: bool = False,
        dialect: _Dialect = None,
        url: str | None = None,
    ) -> Fetched: ...
    @staticmethod
    def unreachable() -> Fetched:
        """The result of a request that got no answer, or whose body broke off."""
    @property
    def status(self) -> int | None:
        """The status of the last response."""
    @property
    def body(self) -> bytes:
        """The body, cut after the last whole line that fits."""
    @property
    def is_truncated(self) -> bool:
        """Whether the body was cut."""
    def outcome(self, *, dialect: _Dialect = None) -> Outcome:
        """The outcome for a crawler that knows nothing else about the site."""
    def __hash__(self) -> int: ...

@final
class Crawler:
    """A crawler: which rules apply to it, how it reads them, and how fast it goes where a site does not say. It is polite, unless it is
    ``strict``: RFC 9309 to the letter.

    A polite crawler obeys misspelled lines, converts files in UTF-16, waits a second between pages, and takes 429 (Too Many Requests) for a
    failure. A crawler of another name, or with another dialect, has to fetch robots.txt again; delays may change at any time.

    :param agent: a string is a product token, a header, or the name of a well-known crawler, with the names that it falls back to.
    :param dialect: how files are read, and what an answer means, instead of ``Dialect.LENIENT``, or ``Dialect.RFC_9309`` if strict.
    :param default_delay: seconds between two fetches, from the end of one to the start of the next, where a site asks for none: one by default, and none if strict.
    :param min_delay: the least delay in seconds where a site asks for one: one by default, and none if strict. ``Crawl-delay: 0`` does not
        mean a thousand requests a second.
    :param max_delay: the longest delay in seconds that is kept: an hour by default, twelve hours at most. A site that asks for a longer one, at
        all times at which it may be visited, is skipped (``too-slow``): it has not permitted a faster pace.
    :param max_wait: the longest wait in seconds that is worth waiting for: a minute by default. A longer one, other than the delay that the
        site asks for, is ``give-up-until`` instead of ``wait-until``.
    :param max_open: how many requests may be open at a time, robots.txt included, from 1 to 254; without a limit by default. With 1, a server
        that needs half a minute for a page gets one request in that time. Visits say when each page has ended; if you record requests yourself,
        say it too, since one that is never reported counts as lost five minutes after the last request, and until then the site waits for it.
    """

    def __new__(
        cls,
        agent: _Agent,
        *,
        strict: bool = False,
        dialect: _Dialect = None,
        default_delay: _Seconds | None = None,
        min_delay: _Seconds | None = None,
        max_delay: _Seconds | None = None,
        max_wait: _Seconds | None = None,
        max_open: int | None = None,
    ) -> Crawler: ...
    @property
    def name(self) -> str:
        """The crawler's product token: the first of its names, without a version. ``*`` if it has no name."""
    def __hash__(self) -> int: ...

@final
class Site:
    """The memory of a crawler about one site (scheme, host and port), without I/O and without a clock: if no time is given, it is
    ``time.time()``. A URL that no site can have raises ``ValueError``.

    Threads may share a site: each call is done before the next begins.
    """

    def __new__(cls, url: _Text) -> Site: ...
    @property
    def origin(self) -> str:
        """Scheme, host and port."""
    def decide(self, crawler: Crawler, url: _Text, now: _Time | None = None) -> Decision:
        """What to do about a URL of this site now. Changes nothing: tell the site what you then do."""
    def _begin_page(self, crawler: Crawler, url: _Text, now: _Time) -> Decision:
        """Decides, and records the request for the page that the decision allows: no other thread can be allowed one in between."""
    def next_due(self, crawler: Crawler, now: _Time | None = None) -> float:
        """When to look at this site again: the earliest time, from ``now`` on, at which :meth:`decide` may ask for a request, whatever the
        URL. For schedulers that keep sites in a queue by time."""
    def next_page_at(self, crawler: Crawler, now: _Time | None = None) -> float:
        """When the next page may be fetched, considering only delays, pauses and hours."""
    def robots_request(self, crawler: Crawler) -> RobotsRequest:
        """The request for robots.txt to send."""
    def on_robots_request(self, now: _Time | None = None) -> None:
        """Records that robots.txt is being requested now. The next delay counts from its answer, or from here. Until :meth:`on_response` or :meth:`on_failure`,
        for a minute at most, any other task that asks has to wait (``robots-in-flight``)."""
    def on_robots_abort(self) -> None:
        """Records that the crawler itself has given up a request for robots.txt before there was an answer. Nothing is known about the site
        then, and no other task has to wait for the answer. The delay counts from the request."""
    def on_response(self, crawler: Crawler, fetched: Fetched, now: _Time | None = None) -> Outcome:
        """Records the result of a request for robots.txt, and returns its outcome."""
    def on_failure(self, crawler: Crawler, now: _Time | None = None) -> Outcome:
        """Records that a request for robots.txt failed without an answer, and returns the outcome."""
    def on_page_request(self, now: _Time | None = None) -> None:
        """Records that a page of the site is being requested now. The next delay counts from its answer, or from here."""
    def on_page_response(self, status: int, headers: _Pairs | None = None, now: _Time | None = None) -> None:
        """Records how the site answered a request for a page: 429 and 5xx slow the crawler down, and ``Retry-After`` stops it for a
        while. A status below 200 means that there was no answer, as :meth:`on_page_failure` does."""
    def on_page_failure(self, now: _Time | None = None) -> None:
        """Records that a request for a page failed without an answer, or that its body broke off: no connection, a reset one, no answer in
        time. It slows the crawler down as 503 does."""
    def on_page_abort(self) -> None:
        """Records that the crawler itself has given up a request for a page before there was an answer. It says nothing about the server, and
        the page is not open any more. The delay counts from the request."""
    def visit(
        self,
        crawler: Crawler,
        url: str,
        send: Callable[[Any], Any],
        *,
        timeout: float | None = 60.0,
        allow_private: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> Visit:
        """Visits a page with a blocking client: fetches robots.txt if that is due, decides, and requests the page if it may be requested
        now. Every step is recorded in the site. It never sleeps. Threads that visit one site fetch its robots.txt once: the other threads wait
        for it.

        ``send(request)`` sends a request, for robots.txt and for pages alike, without following redirects, and returns the response of
        requests, httpx, urllib or urllib3, or a tuple of status, header fields and decompressed body. A request has ``url``, ``headers`` to
        send besides your own, and ``is_cross_origin``: if it is true, the site led to another host, and what was meant for the site must not
        be sent. ``OSError`` and the exceptions of the client mean that the server was not reached: for a robots.txt that is an answer
        (:attr:`last_error`); for a page they slow the crawler down as 503 does, and are raised. All other exceptions are the caller's, and
        are raised. If the page's body breaks off later, tell :meth:`on_page_failure`; :meth:`Visit.read` does.

        :param timeout: how many seconds robots.txt may take, with its redirects and its body, and how many the page may take up to the end of
            its head. A client's own timeout is most often for each part, and a server can send one a second for ever. So ``send`` is called
            in a thread of its own; with ``None`` it is called here, for as long as it takes.
        :param allow_private: whether the site may lead to hosts that are not public: by a redirect of its robots.txt, which counts as unreachable
            otherwise, by that of a page, or by what its name resolves to (:mod:`robots_exclusion.public`). A site that is private by its
            name may, such as ``http://10.0.0.1``.
        :param clock: what tells the time instead of ``time.time``.
        """
    @property
    def last_error(self) -> str | None:
        """What went wrong when :meth:`visit` fetched robots.txt last: the exception as a text, or ``None`` if there was an answer. It is not
        saved."""
    def _set_last_error(self, error: str | None) -> None: ...
    def rules(self, crawler: Crawler) -> Rules | None:
        """The rules in force for a crawler, or ``None`` if robots.txt was never requested for it."""
    def sitemaps(self, crawler: Crawler) -> list[str]:
        """The Sitemap lines of the rules in force."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the last request for robots.txt, or ``None`` if there was none."""
    @property
    def next_fetch_at(self) -> float:
        """When to request robots.txt again: 0 if it never was."""
    @property
    def failing_since(self) -> float | None:
        """Since when robots.txt has been unreachable, or ``None`` if the last request was answered."""
    def save(self) -> str:
        """The site as JSON, for :meth:`restore`, here or in another language."""
    @staticmethod
    def restore(text: _Text) -> Site:
        """Reads what :meth:`save` returned; another text raises ``ValueError``."""

@final
class Agent:
    """A well-known crawler, by its product token; an unknown one raises ``ValueError``."""

    def __new__(cls, token: str) -> Agent: ...
    @property
    def token(self) -> str:
        """Its product token."""
    @property
    def tokens(self) -> list[str]:
        """Its own token, then the tokens whose groups it falls back to. A crawler that sends no name of its own has only the latter."""
    @property
    def operator(self) -> str:
        """Who runs it."""
    @property
    def purpose(self) -> str:
        """What it crawls for, such as ``search``."""
    @property
    def obeys(self) -> Literal["always", "may-ignore", "unknown"]:
        """What the operator says about obeying robots.txt."""
    @property
    def obeys_star(self) -> bool:
        """Whether groups for ``*`` apply to it."""
    @property
    def dialect(self) -> Dialect:
        """How it reads files, according to its operator; RFC 9309 if no other way is documented."""
    @property
    def crawls(self) -> bool:
        """Whether it sends requests; some tokens only control the use of what others fetched."""
    @property
    def source(self) -> dict[str, str | None]:
        """What the row of the table rests on: ``page``, ``sentence`` and ``date`` (of the day on which it was read), and ``reading``, which is
        ``none`` if no sentence was read."""
    @property
    def verification(self) -> dict[str, list[str]]:
        """How a visit is verified, as the operator documents it: the addresses of its lists of addresses, and the ends of the names in
        reverse DNS. Both are empty if nothing was found."""
    def __hash__(self) -> int: ...

@final
class Token:
    """A product token and nothing but it: ``Token("Googlebot-Image")`` does not fall back to groups of Googlebot, as the crawler of this name
    does.

    :raises ValueError: if the text can be no product token: it is empty, a set, a URL, or several names.
    """

    def __new__(cls, token: _Text) -> Token: ...
    def __hash__(self) -> int: ...

@final
class UserAgent:
    """The names of a crawler, by its whole ``User-Agent`` header; pass it wherever a crawler is asked for.

    Names that browsers send, such as ``Mozilla``, are not names of the crawler. A well-known crawler has the names that its operator documents.

    :raises ValueError: if the text is a URL.
    """

    def __new__(cls, header: _Text) -> UserAgent: ...
    @staticmethod
    def resolve(written: _Text) -> UserAgent:
        """The text that a person writes to name a crawler: a product token, a whole header, or a well-known crawler's name, which is then
        read as its operator documents it, with the names it falls back to.

        :raises ValueError: if the text names no crawler, or several.
        """
    @property
    def header(self) -> str:
        """The text that it was made from."""
    @property
    def agent(self) -> Agent | None:
        """The well-known crawler that this is."""
    @property
    def tokens(self) -> list[str]:
        """The names, most preferred first; empty if no group can name the crawler."""
    @property
    def warning(self) -> str | None:
        """A warning about the name: it may be a typo, no longer be in use, or not be documented by any operator. ``None`` if there is
        nothing to warn of."""
    @property
    def name(self) -> str:
        """The first of the names, or ``*``; of a well-known crawler that sends no name of its own, the name that others use."""
    @property
    def obeys_star(self) -> bool:
        """Whether groups for ``*`` apply to it."""
    def __hash__(self) -> int: ...

def agent_by_token(token: str) -> Agent | None:
    """The well-known crawler with this product token."""

def agent_find_in_header(header: str) -> Agent | None:
    """The well-known crawler that sent this ``User-Agent`` header."""

def agent_near_miss(token: str) -> Agent | None:
    """The well-known crawler whose name this misspells."""

def agent_product_token(header: str) -> str | None:
    """The product token that a crawler with this ``User-Agent`` header most likely answers to."""

def agent_set(name: str) -> list[Agent]:
    """The well-known crawlers of a set: ``search``, ``ai-training``, ``ai-search``, ``user``, ``preview``, ``seo``, ``archive``, ``ads``."""

def agent_table() -> list[Agent]:
    """Every well-known crawler."""

def agent_retired() -> list[tuple[str, list[str]]]:
    """Product tokens that are no longer in use, each with its successors."""

@final
class PageRules:
    """The statements of a page itself to one crawler: robots meta tags, ``X-Robots-Tag``, ``Robots-Tag``, and the licenses in ``Link``.

    :param meta: names and contents of meta tags; tags that are not for robots do not matter.
    :param headers: the header fields of the response, as its client gives them; other fields do not matter.
    :param combination: what holds where the page contradicts itself. ``most-restrictive``: denials win, as Google documents.
        ``most-permissive``: permissions win, as Yandex documents. ``workshop-1996``: ``ALL`` cancels all other terms, and the permitting one
        of two opposite terms holds, as the indexing workshop of 1996 proposed. If not given, what the operator of a well-known crawler
        documents, or else ``most-restrictive``.
    """

    def __new__(
        cls,
        agent: _Agent,
        *,
        meta: _Pairs | None = None,
        headers: _Pairs | None = None,
        combination: Literal["most-restrictive", "workshop-1996", "most-permissive"] | None = None,
    ) -> PageRules: ...
    @property
    def may_index(self) -> bool:
        """Whether the page may be shown in search results."""
    @property
    def may_follow(self) -> bool:
        """Whether its links may be followed."""
    @property
    def may_archive(self) -> bool:
        """Whether a cached copy may be shown."""
    @property
    def may_show_snippet(self) -> bool:
        """Whether an excerpt may be shown."""
    @property
    def may_translate(self) -> bool:
        """Whether a translation may be offered."""
    @property
    def may_index_images(self) -> bool:
        """Whether the images on it may be indexed."""
    @property
    def may_index_if_embedded(self) -> bool:
        """Whether it may be indexed where another page embeds it."""
    @property
    def may_use_for_ai(self) -> bool:
        """Whether its text may be used for AI."""
    @property
    def may_use_images_for_ai(self) -> bool:
        """Whether its images may be used for AI."""
    @property
    def may_use_for_training(self) -> bool:
        """Whether it may be used to train models."""
    @property
    def max_snippet(self) -> int | None:
        """In characters; -1 is no limit."""
    @property
    def max_image_preview(self) -> Literal["none", "standard", "large"] | None:
        """How large a preview of an image may be."""
    @property
    def max_video_preview(self) -> int | None:
        """In seconds; -1 is no limit."""
    @property
    def unavailable_after(self) -> str | None:
        """A date in the form of RFC 3339, in UTC."""
    @property
    def licenses(self) -> list[str]:
        """The URLs of license terms."""
    @property
    def unknown(self) -> list[str]:
        """The notes on statements that were not understood."""
    def __hash__(self) -> int: ...

@final
class DocumentTags:
    """The meta tags that the indexing workshop of 1996 discussed together with the robots meta tag: KEYWORDS, DESCRIPTION, DOCUMENT-STATE and
    URL. They describe a page to every robot, and forbid nothing. Of several tags with the same name, the first counts.

    :param meta: names and contents of meta tags; other tags do not matter.
    """

    def __new__(cls, meta: _Pairs) -> DocumentTags: ...
    @property
    def keywords(self) -> list[str]:
        """The words and phrases that the page offers for its index."""
    @property
    def description(self) -> str | None:
        """The text that the page offers as its summary."""
    @property
    def document_state(self) -> str:
        """Whether the page's content will change, in the page's word: ``STATIC`` if it has none."""
    @property
    def is_static(self) -> bool:
        """Whether the page needs to be indexed only once: whether its state is ``STATIC``, ignoring case."""
    @property
    def url(self) -> str | None:
        """The URL of the original, if this page is a copy of it or generated from it. Not checked."""
    def __hash__(self) -> int: ...

@final
class Sitemap:
    """Iterates over the entries of a sitemap.

    A file that was opened for it is closed when the last entry was read, by :meth:`close`, or at the end of a ``with`` block.
    """

    def __iter__(self) -> Sitemap: ...
    def __enter__(self) -> Sitemap: ...
    def __exit__(self, *_error: object) -> None: ...
    def __next__(self) -> SitemapEntry: ...
    @property
    def problems(self) -> list[SitemapProblem]:
        """The problems so far."""
    @property
    def format(self) -> Literal["urlset", "index", "text", "rss", "atom"] | None:
        """The format, once the first entry was read."""
    def close(self) -> None:
        """Stops reading. A file that was passed stays open: it is the caller's to close. Then there are no more entries: iterating raises
        ``ValueError``. Idempotent."""

@final
class Judge:
    """Answers batch after batch, and remembers compiled rules. Bodies are known again by their content.

    Python threads that share a judge wait for each other: give each its own, or one judge several threads with ``threads``. The compiled
    rules are dropped when they take more than ``max_cache_bytes``, 256 MiB if not given. They are not part of a pickled judge, and a process
    that is forked begins without them.
    """

    def __new__(
        cls,
        *,
        dialect: _Dialect = None,
        max_body_bytes: int | None = None,
        max_cache_bytes: int | None = None,
        threads: int | None = None,
    ) -> Judge: ...
    def check_batch(
        self,
        robots: _Column,
        agents: _Agent | _ArrowArray | _ArrowStream | _Listed | None = None,
        urls: _Column | None = None,
        *,
        user_agents: _Column | None = None,
        detail: bool = False,
    ) -> BatchAnswers:
        """Like the function :func:`check_batch`."""

@final
class HostIndex:
    """The bodies of many sites by host, built once and asked batch after batch.

    It is made from a dict, or from a column of hosts and a column of their bodies, which are copied; a host that occurs twice raises
    ``ValueError``. Hosts compare without case. It is pickled with its bodies.
    """

    def __new__(cls, hosts: dict[str, Any] | _Column, robots: _Column | None = None) -> HostIndex: ...
    def bodies(self, hosts: _Column) -> _ExportedArray:
        """The body of each host, as a column for :func:`check_batch`; null for a host that the index does not have.

        The column is a dictionary whose values are the same memory every time, so that a :class:`Judge` knows its bodies again without a
        look at them.
        """
    def __len__(self) -> int: ...

@disjoint_base
class _ExportedArray:
    """Arrow data: a column, or a table of answers."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

@disjoint_base
class _ExportedTable(_ExportedArray):
    """A table of answers, for whatever reads the Arrow PyCapsule interface."""

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    def __getitem__(self, name: str, /) -> AnswerColumn: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

@final
class BatchAnswers(_ExportedTable):
    """The verdicts on a column of questions, for whatever reads the Arrow PyCapsule interface."""

    @property
    def allowed(self) -> AnswerColumn:
        """The verdicts."""

@final
class AccessAnswers(_ExportedTable):
    """The access of crawlers to sites, for whatever reads the Arrow PyCapsule interface: a row for each body, and a column for each
    crawler, by its name."""

@final
class InspectAnswers(_ExportedTable):
    """What files are and say, for whatever reads the Arrow PyCapsule interface: a row for each body."""

@final
class AnswerColumn(_ExportedArray):
    """One column of answers, for whatever reads the Arrow PyCapsule interface."""

    def __iter__(self) -> Iterator[Any]: ...
    @overload
    def __getitem__(self, index: int, /) -> Any:
        """A value, or a list of the values of a slice."""
    @overload
    def __getitem__(self, index: slice, /) -> list[Any]: ...
    def to_list(self) -> list[Any]:
        """The values as a list, with ``None`` for null."""

def _dialect(base: str, options: dict[str, Any]) -> Dialect: ...
def _rule(is_allow: bool, pattern: bytes, line: int, text: str) -> Rule: ...
def _page_rules(
    agents: list[str],
    meta: list[tuple[str, bytes]],
    headers: list[tuple[str, bytes]],
    is_token: bool = False,
    combination: str | None = None,
) -> PageRules: ...
def _verdict(allowed: bool, reason: str, line: int | None, rule: str | None, group: str | None, text: str, obeys: str | None = None, note: str | None = None) -> Verdict: ...
def _judge(options: dict[str, Any]) -> Judge: ...
def _answer_column(data_type: str, values: list[Any]) -> AnswerColumn: ...
def _batch_answers(columns: dict[str, list[Any]]) -> BatchAnswers: ...
def _robots_txt(body: bytes, dialect: Dialect | None, is_truncated: bool = False) -> RobotsTxt: ...
def _robots_request(
    url: str,
    dialect: Dialect,
    validators: list[str | None],
    heads: list[tuple[int, list[tuple[str, bytes]], bool]],
    is_answered: bool,
    body: bytes,
) -> RobotsRequest: ...
def _visit_timeout(
    site: Site,
    crawler: Crawler,
    url: str,
    send: Callable[[Any], Any],
    timeout: float | timedelta | None,
    allow_private: bool,
    clock: Callable[[], float] | None,
) -> float | None: ...
def _page_redirect(url: str, status: int, headers: _Pairs) -> str | None: ...
def _fetched(
    answer: Literal["bad-redirect", "unreadable"] | None,
    head: tuple[int, list[tuple[str, bytes]], bool] | None,
    body: bytes,
    truncated: bool,
    url: str | None,
) -> Fetched: ...
def _crawler(
    tokens: list[str],
    obeys_star: bool,
    reads_delay_of_star: bool,
    strict: bool,
    dialect: Dialect | None,
    delays: list[timedelta | None],
    max_open: int | None,
) -> Crawler: ...
