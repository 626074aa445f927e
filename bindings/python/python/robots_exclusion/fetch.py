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
"""

from ._native import Fetched, RobotsRequest
from ._records import Outcome

__all__ = ["Fetched", "Outcome", "RobotsRequest"]
