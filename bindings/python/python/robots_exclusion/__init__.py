"""Parse and match robots.txt: RFC 9309, Google's library bug for bug, and the dialects since 1994.

>>> import robots_exclusion as rx
>>> robots = "User-agent: *\\nDisallow: /private/\\nAllow: /private/press/\\n"
>>> rx.is_allowed(robots, "FooBot", "https://example.com/private/x")
False
>>> print(rx.check(robots, "FooBot", "https://example.com/private/press/1"))
allowed by `Allow: /private/press/` on line 3, in the group of *

A crawler compiles its rules once for each host, and asks often:

>>> rules = rx.Rules(robots, "FooBot")
>>> rules.is_allowed("/private/x"), rules.is_allowed("/about")
(False, True)

Everywhere, a robots.txt is a ``str`` or ``bytes`` with its content, or an ``os.PathLike``, which is read; a URL is a ``str`` or ``bytes``; and
a crawler is a product token such as ``"FooBot"``, a whole ``User-Agent`` header, a list of them with the most preferred first, an
:class:`agents.Agent`, or an :class:`agents.UserAgent`.
"""

from . import agents
from ._native import (
    AccessAnswers,
    AnswerColumn,
    BatchAnswers,
    Dialect,
    DocumentTags,
    HostIndex,
    InspectAnswers,
    Judge,
    PageRules,
    RobotsTxt,
    Rule,
    Rules,
    Sitemap,
    Verdict,
    __version__,
    access,
    access_batch,
    check,
    check_batch,
    check_table,
    compare,
    diff,
    fix,
    inspect_batch,
    is_allowed,
    lint,
    read_sitemap,
    test,
    url_problem,
    write_sitemaps,
)
from ._records import AgentEffect, Change, Comparison, Diff, Finding, Group, Line, SiteAccess, SitemapEntry, SitemapFile, SitemapProblem, TestResult, Witness

__all__ = [
    "AccessAnswers",
    "AgentEffect",
    "AnswerColumn",
    "BatchAnswers",
    "Change",
    "Comparison",
    "Dialect",
    "Diff",
    "DocumentTags",
    "Finding",
    "Group",
    "HostIndex",
    "InspectAnswers",
    "Judge",
    "Line",
    "PageRules",
    "RobotsTxt",
    "Rule",
    "Rules",
    "SiteAccess",
    "Sitemap",
    "SitemapEntry",
    "SitemapFile",
    "SitemapProblem",
    "TestResult",
    "Verdict",
    "Witness",
    "__version__",
    "access",
    "access_batch",
    "agents",
    "check",
    "check_batch",
    "check_table",
    "compare",
    "diff",
    "fix",
    "inspect_batch",
    "is_allowed",
    "lint",
    "read_sitemap",
    "test",
    "url_problem",
    "write_sitemaps",
]
