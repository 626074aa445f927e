"""What a crawler keeps for each site: the rules, when to ask for robots.txt again, and when the next page may be fetched.

A :class:`Site` does no I/O. It says what to do about a URL, you do it, and say what was answered:

>>> from robots_exclusion.fetch import Fetched
>>> from robots_exclusion.site import Crawler, Site
>>> crawler, site = Crawler("FooBot"), Site("https://example.com/")
>>> site.decide(crawler, "https://example.com/x").action
'fetch-robots'
>>> now = 1_800_000_000
>>> print(site.on_response(crawler, Fetched(200, body="User-agent: *\\nDisallow: /x\\nCrawl-delay: 10"), now))
the rules of robots.txt decide
>>> now += 10  # robots.txt is a request like any other: the delay comes after it, too
>>> [site.decide(crawler, url, now).action for url in ("https://example.com/x", "https://example.com/y", "https://example.org/")]
['skip', 'fetch-page', 'not-this-site']
>>> site.on_page_request(now)
>>> site.decide(crawler, "/y", now + 1)
Decision(action='wait-until', until=1800000020.0, reason='delay', delay=None)

Keep one for each origin and each crawler; pickle it, or :meth:`Site.save` it as JSON. With a blocking client, :meth:`Site.visit` does all of
this in one call: ``examples/with_visit.py`` has it with requests, httpx and urllib. With an asynchronous one, :func:`avisit` does:
``examples/with_httpx.py`` is a whole crawler that visits all sites at once.
"""

from typing import TYPE_CHECKING

from ._native import Crawler, Site
from ._records import Outcome
from ._visit import PageRequest, avisit

if TYPE_CHECKING:
    # Which fields there are is told by the action.
    from ._unions import Decision, Visit
else:
    from ._records import Decision, Visit

__all__ = ["Crawler", "Decision", "Outcome", "PageRequest", "Site", "Visit", "avisit"]
