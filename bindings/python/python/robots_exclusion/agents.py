"""Well-known crawlers: their product tokens, operators and purposes, and the names in a ``User-Agent`` header.

>>> from robots_exclusion import agents
>>> agents.Agent("Googlebot-Image").tokens
['Googlebot-Image', 'Googlebot']
>>> agents.product_token("Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.example)")
'FooBot'
"""

from ._native import SNAPSHOT_DATE, Agent, Token, UserAgent
from ._native import agent_by_token as by_token
from ._native import agent_find_in_header as find_in_header
from ._native import agent_near_miss as near_miss
from ._native import agent_product_token as product_token
from ._native import agent_retired as _retired
from ._native import agent_set as crawlers
from ._native import agent_table as _table

__all__ = [
    "ALL",
    "RETIRED",
    "SNAPSHOT_DATE",
    "Agent",
    "Token",
    "UserAgent",
    "by_token",
    "crawlers",
    "find_in_header",
    "near_miss",
    "product_token",
]

ALL: tuple[Agent, ...] = tuple(_table())
"""Every well-known crawler, as of :data:`SNAPSHOT_DATE`."""

RETIRED: dict[str, list[str]] = dict(_retired())
"""Product tokens that are no longer in use, with their successors."""
