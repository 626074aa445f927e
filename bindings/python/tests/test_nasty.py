"""The loops that README.md prints, and those of the examples, against sites that misbehave: those of tests/nasty in the root of the repository.

Whatever a site does, a loop has to end, must not request what it may not, and waits as the site asks. The waits take no time here: each
crawl has a clock of its own, which goes on by as much as the loop sleeps.
"""

import asyncio
import importlib.util
import re
import shutil
import ssl
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from pathlib import Path
from types import SimpleNamespace

import pytest
from robots_exclusion import _visit

BINDING = Path(__file__).parents[1]
ROOT = BINDING.parents[1]

#: In seconds: how long the crawl of one site may wait in total, and how long it may take, on a machine that does other things too.
MOST_WAITED, MOST_TAKEN = 600, 120
#: As long as a request may take, as it is in the loops, and where that time is waited for, since the site does not come to an end.
TIMEOUT, SHORT_TIMEOUT = 60.0, 1.0
ENDLESS = {name for kind in ("robots", "pages") for name in (f"{kind}-{how}" for how in ("hang", "slow-head", "slow-body", "endless-head", "endless", "huge-head", "endless-interim"))}

#: The sites whose robots.txt allows everything, as far as a crawler can tell, or whose answer clients understand in different ways.
WITHOUT_RULES = {
    *("robots-401", "robots-403", "robots-404", "robots-410", "robots-loop", "robots-onward", "robots-to-file", "robots-to-data"),
    *("robots-to-line-end", "robots-to-integer", "robots-to-hex", "robots-two-lengths", "robots-negative-length"),
}


class Clock:
    """The time of one crawl, and when it requested which page."""

    def __init__(self):
        self.time, self.waited, self.most_waited, self.pages = time.time(), 0.0, MOST_WAITED, []

    def sleep(self, seconds):
        self.waited += seconds
        assert self.waited <= self.most_waited, "the loop does not end"
        self.time += seconds


clocks: ContextVar[Clock] = ContextVar("clock")


def now():
    return clocks.get().time


def sleep(seconds):
    clocks.get().sleep(seconds)


async def sleep_later(seconds):
    sleep(seconds)
    await asyncio.sleep(0)


#: In place of the module `time`: what is measured is measured by the machine.
TIME = SimpleNamespace(time=now, sleep=sleep, monotonic=time.monotonic)
#: In place of the module `asyncio`.
ASYNCIO = SimpleNamespace(sleep=sleep_later, run=asyncio.run, gather=asyncio.gather)


class RecordedRequest(_visit.PageRequest):
    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        clock = clocks.get()
        clock.pages.append((self.url, clock.time))


@pytest.fixture(scope="module")
def nasty():
    """The sites by name, each with its address and whether it is open, and a function for what was requested."""
    if shutil.which("cargo") is None:
        pytest.skip("cargo, which builds the server of these sites, is not here")
    command = ["cargo", "run", "--quiet", "--locked", "--manifest-path", str(ROOT / "Cargo.toml"), "-p", "robots-exclusion-nasty-sites"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        sites = {}
        for line in server.stdout:
            if line == "\n":
                break
            name, url, *access = line.rstrip("\n").split("\t")
            sites[name] = (url, access == ["open"])
        assert "log" in sites, "the server did not start"
        log, _ = sites.pop("log")

        def requests():
            with urllib.request.urlopen(log) as table:
                rows = [row.split("\t") for row in table.read().decode().splitlines()]
            return [(name, path) for name, _, path in rows]

        yield sites, requests
        server.stdin.close()


def code_of_readme(first):
    """The code block of README.md that begins with these lines."""
    text = (BINDING / "README.md").read_text(encoding="utf-8")
    (code,) = [code for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if code.startswith(first)]
    return code


def replaced(code, *pairs):
    """Code, each of whose first parts is there once and is replaced."""
    for old, new in pairs:
        assert code.count(old) == 1, old
        code = code.replace(old, new)
    return code


def loop_of_readme(code, *pairs):
    """Runs a program of README.md for some URLs."""
    program = compile(replaced(code, *pairs), "README.md", "exec")

    def crawl(urls, timeout):
        exec(program, {"URLS": list(urls), "time": TIME, "asyncio": ASYNCIO, "print": lambda *_: None, "TIMEOUT": timeout})

    return crawl


def with_requests():
    pytest.importorskip("requests")
    return loop_of_readme(
        code_of_readme("import time\nimport requests\n"),
        ("import time\n", ""),
        ("site.visit(crawler, url, send)", "site.visit(crawler, url, send, timeout=TIMEOUT)"),
        ('["https://example.com/a", "https://example.com/b"]', "URLS"),
    )


ASYNCHRONOUS = [
    ("import asyncio\nimport time\n", ""),
    ("avisit(site, CRAWLER, url, send)", "avisit(site, CRAWLER, url, send, timeout=TIMEOUT)"),
    ('["https://example.com/a", "https://example.com/b"]', "URLS"),
]


def with_avisit():
    pytest.importorskip("httpx")
    return loop_of_readme(code_of_readme("import asyncio\nimport time\nimport httpx\n"), *ASYNCHRONOUS)


def with_aiohttp():
    """The same program, with the `send` that README.md prints for aiohttp."""
    pytest.importorskip("aiohttp")
    send = code_of_readme("async def send(request):\n    return await session.get")
    code = code_of_readme("import asyncio\nimport time\nimport httpx\n")
    start, end = code.index("    async def send"), code.index("    while todo:")
    code = code[:start] + "".join(f"    {line}\n" for line in send.splitlines()) + "\n" + code[end:]
    return loop_of_readme(
        code,
        *ASYNCHRONOUS,
        ("import httpx\n", "import aiohttp\nimport yarl\n"),
        ("import for_httpx", "import public_socket"),
        ("for_httpx(httpx.AsyncClient(headers=HEADERS, timeout=20))", "aiohttp.ClientSession(headers=HEADERS, connector=aiohttp.TCPConnector(socket_factory=public_socket))"),
        ("as client:", "as session:"),
        ("crawl_site(client, site, todo) for", "crawl_site(session, site, todo) for"),
        ("crawl_site(client, site, todo):", "crawl_site(session, site, todo):"),
        ("visit.response.status_code", "visit.response.status"),
        ("httpx.HTTPError", "aiohttp.ClientError"),
    )


def example(name):
    spec = importlib.util.spec_from_file_location(f"{name}_against_nasty_sites", BINDING / f"examples/{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    found.time = TIME
    return found


def with_visit(client):
    def crawler():
        if client != "urllib":
            pytest.importorskip(client)
        found = example("with_visit")
        found.HEADERS["Connection"] = "close"
        return lambda urls, timeout: list(found.crawl(urls, getattr(found, f"with_{client}")(), timeout=timeout))

    return crawler


def with_httpx():
    pytest.importorskip("httpx")
    def crawl(urls, timeout):
        found = example("with_httpx")
        found.SECONDS = timeout
        found.asyncio = ASYNCIO
        found.crawl(urls)

    return crawl


LOOPS = {
    "README, requests": with_requests,
    "README, httpx and avisit": with_avisit,
    "README, aiohttp and avisit": with_aiohttp,
    "with_visit.py, requests": with_visit("requests"),
    "with_visit.py, httpx": with_visit("httpx"),
    "with_visit.py, urllib": with_visit("urllib"),
    "with_httpx.py": with_httpx,
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_ends_on_every_site_and_obeys(nasty, loop, monkeypatch):
    sites, requests = nasty
    crawl = LOOPS[loop]()
    monkeypatch.setattr(_visit, "time", TIME)
    monkeypatch.setattr(_visit, "PageRequest", RecordedRequest)
    # Each client would read the certificates of all authorities.
    context = ssl.create_default_context()
    monkeypatch.setattr(ssl, "create_default_context", lambda *_, **__: context)
    before = len(requests())

    def crawl_one(item):
        name, (base, _) = item
        clock = Clock()
        clocks.set(clock)
        began = time.monotonic()
        crawl([f"{base}/a", f"{base}/x/secret", f"{base}/b"], SHORT_TIMEOUT if name in ENDLESS else TIMEOUT)
        return name, clock, time.monotonic() - began

    with ThreadPoolExecutor(len(sites)) as pool:
        crawled = list(pool.map(crawl_one, sites.items()))
    assert len(crawled) > 60
    requested = requests()[before:]
    for name, clock, taken in crawled:
        assert taken < MOST_TAKEN, name
        base, is_open = sites[name]
        pages = [path for site, path in requested if site == name and not path.startswith("/robots")]
        assert name in ENDLESS or any(site == name for site, _ in requested), name
        assert is_open or not pages, (name, pages)
        assert name in WITHOUT_RULES or not any(path.startswith("/x") for path in pages), (name, pages)
        assert all(url.startswith(base) for url, _ in clock.pages)
        for (_, first), (_, second) in zip(clock.pages, clock.pages[1:]):
            # Times are numbers of 2026, which have a few tenths of a microsecond.
            assert second - first >= 0.999_999, name
        if name == "good":
            assert pages == ["/a", "/b"]


def lines_of(code):
    return sum(1 for line in code.splitlines() if line.strip())


def test_the_programs_of_readme_are_short():
    """Lines that say something."""
    assert lines_of(code_of_readme("import time\nimport requests\n")) <= 30
    assert lines_of(code_of_readme("import asyncio\nimport time\nimport httpx\n")) <= 40


def test_one_program_crawls_twenty_sites_at_once(nasty, monkeypatch):
    sites, requests = nasty
    crawl = with_avisit()
    monkeypatch.setattr(_visit, "time", TIME)
    monkeypatch.setattr(_visit, "PageRequest", RecordedRequest)
    clock = Clock()
    clocks.set(clock)
    # One clock for all of them, which goes on as any of them sleeps.
    clock.most_waited = 20 * MOST_WAITED
    crawled = [name for name in sites if name not in ENDLESS][:20]
    before = len(requests())
    crawl([f"{sites[name][0]}{path}" for path in ("/a", "/x/secret", "/b") for name in crawled], TIMEOUT)
    requested = requests()[before:]
    for name in crawled:
        base, is_open = sites[name]
        pages = [path for site, path in requested if site == name and not path.startswith("/robots")]
        rules = name not in WITHOUT_RULES
        assert pages == (["/a", "/b"] if is_open and rules else ["/a", "/x/secret", "/b"] if is_open else []) or name == "robots-flapping", name
        times = [at for url, at in clock.pages if url.startswith(f"{base}/")]
        assert all(second - first >= 0.999_999 for first, second in zip(times, times[1:])), name


#: Visits a site with a client, and prints by how many MB the process has grown.
MEMORY = """
import asyncio, re, sys, urllib.request
from robots_exclusion.public import *
from robots_exclusion.site import Crawler, Site, avisit

client, url = sys.argv[1:]
crawler, site = Crawler("FooBot", default_delay=0, min_delay=0), Site(url)
if client == "requests":
    import requests
    session = for_requests(requests.Session())
    send = lambda request: session.get(request.url, stream=True, allow_redirects=False)
elif client == "urllib":
    opener = urllib.request.build_opener(*for_urllib())
    send = lambda request: opener.open(request.url)
elif client == "httpx":
    import httpx
    async def run():
        async with for_httpx(httpx.AsyncClient()) as client:
            visit = await avisit(site, crawler, "/a", lambda request: client.send(client.build_request("GET", request.url), stream=True))
            return visit.action == "page" and await visit.aread(1_000_000)
else:
    import aiohttp
    async def run():
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(socket_factory=public_socket)) as session:
            async def send(request):
                return await session.get(request.url, allow_redirects=False)
            visit = await avisit(site, crawler, "/a", send)
            return visit.action == "page" and await visit.aread(1_000_000)
def most():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
before = most()
if client in ("requests", "urllib"):
    visit = site.visit(crawler, "/a", send)
    visit.action == "page" and visit.read(1_000_000)
else:
    asyncio.run(run())
print((most() - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no /proc/self/status")
@pytest.mark.parametrize("client", ["requests", "urllib", "httpx", "aiohttp"])
def test_memory_is_bounded(nasty, client):
    """A gigabyte, 2 MB that are 300 MB, a head of 64 MB, bodies without end: a client decompresses a part at a time, and no more is read than is
    looked at."""
    if client != "urllib":
        pytest.importorskip(client)
    sites, _ = nasty
    for name in ("robots-gigabyte", "robots-bomb", "robots-huge-head", "robots-endless", "pages-bomb", "pages-endless"):
        command = [sys.executable, "-c", MEMORY, client, sites[name][0]]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        print(f"{client}, {name}: {done.stdout.strip()} MB")
        assert int(done.stdout) <= 20, name
