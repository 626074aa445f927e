"""What every function, method and constructor says about an argument that it does not take."""

import asyncio
import inspect
import re

import pytest
import robots_exclusion as rx
from robots_exclusion import agents, fetch, site
from robots_exclusion.fetch import Fetched, RobotsRequest
from robots_exclusion.site import Crawler, Site

BODY = "User-agent: *\nDisallow: /x\n"
PAGE = "https://e.com/x"

#: Arguments that are right, by the names of parameters.
RIGHT = {
    "address": "10.0.0.1",
    "agent": "FooBot",
    "agents": "FooBot",
    "allow": ["/y"],
    "category": "search",
    "chunk": b"",
    "crawler": Crawler("FooBot"),
    "crawlers": ["FooBot"],
    "entries": [PAGE],
    "folder": "sitemaps",
    "data": rx.Rules(BODY, "FooBot").to_bytes(),
    "disallow": ["/x"],
    "fetched": Fetched(404),
    "header": "FooBot/1.0",
    "headers": {},
    "hosts": ["e.com"],
    "new": BODY,
    "now": 1_800_000_000,
    "old": BODY,
    "request": RobotsRequest("http://10.0.0.1"),
    "robots": BODY,
    "site": Site(PAGE),
    "send": lambda request: (404, {}, b""),
    "source": "https://e.com/",
    "status": 200,
    "table": {"robots": [BODY], "agent": ["FooBot"], "url": ["/"]},
    "text": Site(PAGE).save(),
    "token": "Googlebot",
    "url": PAGE,
    "urls": ["/"],
    "written": "FooBot",
}


async def sends_later(request):
    return 404, {}, b""


#: Where the name alone does not say what is right.
RIGHT_AT = {
    ("Dialect", "name"): "google",
    ("agents.crawlers", "name"): "search",
    ("HostIndex", "robots"): [BODY],
    ("check_table", "robots"): "robots",
    ("check_table", "url"): "url",
    ("site.avisit", "send"): sends_later,
    ("write_sitemaps", "url"): "https://e.com/",
    ("DocumentTags", "meta"): [],
    ("check_table", "agent"): None,
    ("check_batch", "user_agents"): None,
    ("Judge.check_batch", "user_agents"): None,
}
#: What to call methods of.
MADE = {
    "Crawler": lambda: Crawler("FooBot"),
    "Dialect": lambda: rx.Dialect.RFC_9309,
    "Fetched": lambda: Fetched(404),
    "HostIndex": lambda: rx.HostIndex(["e.com"], [BODY]),
    "Judge": rx.Judge,
    "RobotsRequest": lambda: RobotsRequest(PAGE),
    "RobotsTxt": lambda: rx.RobotsTxt(BODY),
    "Rules": lambda: rx.Rules(BODY, "FooBot"),
    "Site": lambda: Site(PAGE),
    "UserAgent": lambda: agents.UserAgent("FooBot"),
}


class Nothing:
    """An object that nothing takes."""


WRONG = [
    Nothing(),
    None,
    True,
    0,
    -1,
    70_000,
    10**30,
    -(10**30),
    10**6_000,
    1.5,
    float("nan"),
    float("inf"),
    float("-inf"),
    "",
    "\udc80",
    "no such thing",
    b"\xff",
    bytearray(b"\xff"),
    [],
    [1],
    [Nothing()],
    ["\udc80"],
    (1,),
    {},
    {1: 2},
]


#: Two arguments that do not go together: the message is about either.
AT_ODDS = re.compile(" rows, as other columns have, not | not both$|or two columns")


def doors():
    """Every function, method and constructor of the compiled part, and what is made of it; with the function that calls it."""
    seen = set()
    for module, prefix in [(rx, ""), (agents, "agents."), (fetch, "fetch."), (site, "site.")]:
        for name in module.__all__:
            found = getattr(module, name)
            if id(found) in seen or inspect.ismodule(found) or not callable(found):
                continue
            seen.add(id(found))
            if not inspect.isclass(found):
                yield prefix + name, found, lambda found=found: found
            elif found.__module__ != "robots_exclusion._records" and name != "PageRequest":
                if has_constructor(found):
                    yield name, found, lambda found=found: found
                for member, value in vars(found).items():
                    if not member.startswith("_") and callable(getattr(found, member)):
                        made = (lambda found=found: found) if isinstance(value, staticmethod) else MADE.get(name)
                        yield f"{name}.{member}", getattr(found, member), lambda made=made, member=member: getattr(made(), member)


def has_constructor(found):
    try:
        found()
    except TypeError as error:
        return "No constructor" not in str(error) and "cannot create" not in str(error)
    return True


def parameters():
    for door, found, make in doors():
        for parameter in inspect.signature(found).parameters.values():
            if parameter.name in ("self", "slf"):
                continue
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                for option in rx.Dialect.RFC_9309.options:
                    yield door, option, make, found
            else:
                yield door, parameter.name, make, found


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """What is a path is one there."""
    monkeypatch.chdir(tmp_path)


ALL = {(door, name): (make, found) for door, name, make, found in parameters()}


def call_with(door, name, wrong):
    make, found = ALL[door, name]
    positional, named = [], {}
    for parameter in inspect.signature(found).parameters.values():
        if parameter.name in ("self", "slf") or parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        if parameter.name == name:
            value = wrong
        elif (door, parameter.name) in RIGHT_AT:
            value = RIGHT_AT[door, parameter.name]
        elif parameter.name in RIGHT:
            value = RIGHT[parameter.name]
        elif parameter.default is not inspect.Parameter.empty:
            continue
        else:
            raise AssertionError(f"what is right for {parameter.name} of {door}?")
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    if name in rx.Dialect.RFC_9309.options and door == "Dialect.replace":
        named[name] = wrong
    answer = make()(*positional, **named)
    if inspect.iscoroutine(answer):
        asyncio.run(answer)


def test_all_are_tried():
    assert len(ALL) > 150 and len({door for door, _ in ALL}) > 60
    for door in ("is_allowed", "Site.visit", "site.avisit", "fetch.leads_inside", "Rules", "Rules.usage", "agents.crawlers", "Dialect.replace", "UserAgent.resolve"):
        assert any(door == tried for tried, _ in ALL), door


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("door, name", ALL)
def test_what_it_takes(door, name):
    """What is right is taken."""
    default = rx.Dialect.RFC_9309.options.get(name)
    if door != "Dialect.replace":
        parameter = inspect.signature(ALL[door, name][1]).parameters[name]
        default = None if parameter.default is inspect.Parameter.empty else parameter.default
    call_with(door, name, RIGHT_AT.get((door, name), RIGHT.get(name, default)))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("door, name", ALL)
def test_what_it_does_not_take(door, name):
    """A wrong argument is a `TypeError` or a `ValueError` that says which one it is, what was expected and what was passed, in one form."""
    refused = 0
    for wrong in WRONG:
        try:
            call_with(door, name, wrong)
        except KeyError:
            # A column that is not in the table.
            assert door == "check_table" and isinstance(wrong, (str, bytes, dict))
        except Exception as error:
            assert type(error) in (TypeError, ValueError), (wrong, error)
            message = str(error)
            about = re.match(r"(\w+): expected .+, not .+", message, re.S)
            assert about and (about[1] == name or AT_ODDS.search(message)), (wrong, message)
            assert len(message) < 700
            if type(error) is TypeError and not AT_ODDS.search(message):
                given = wrong[0] if isinstance(wrong, (list, tuple)) and wrong else next(iter(wrong)) if isinstance(wrong, dict) and wrong else wrong
                assert message.endswith((f"not {type(wrong).__name__}", f"not {type(given).__name__}", "not None")), (wrong, message)
            refused += 1
    assert refused > 0
