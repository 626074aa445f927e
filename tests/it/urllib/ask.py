"""Asks urllib.robotparser: a JSON object a line in, one a line out.

In: "body" in hexadecimal, "agents", "urls". Out: for each agent a text with a character for each URL, "1" allowed, "0" not, "e" where the
module raises a ValueError; and after it the crawl delay and the request rate. An empty list where it raises one on the body.
"""

import json
import sys
from urllib.parse import urlparse, urlunparse
from urllib.robotparser import RobotFileParser


def parsed(lines):
    parser = RobotFileParser()
    parser.parse(lines)
    return parser


def answer(parser, agent, url):
    try:
        return "1" if parser.can_fetch(agent, url) else "0"
    except ValueError:
        return "e"


def answers(parser, agent, urls):
    rate = parser.request_rate(agent)
    row = "".join(answer(parser, agent, url) for url in urls)
    return f"{row} {parser.crawl_delay(agent)} {rate and '/'.join(map(str, rate))}"


# The module follows RFC 9309 now, where the longest rule decides; and some versions before kept the slashes of `////a`.
is_old = parsed(["User-agent: *", "Allow: /a", "Disallow: /a/b"]).can_fetch("x", "/a/b")
if not is_old or urlunparse(urlparse("////a")) != "//a":
    sys.exit(77)
for line in sys.stdin:
    case = json.loads(line)
    try:
        parser = parsed(bytes.fromhex(case["body"]).decode("utf-8", "replace").splitlines())
    except ValueError:
        print("[]")
        continue
    print(json.dumps([answers(parser, agent, case["urls"]) for agent in case["agents"]]))
