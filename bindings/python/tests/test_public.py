"""Clients that connect to the public Internet only. Here 127.0.0.2 is all of it, and 127.0.0.1 is a host inside."""

import asyncio
import contextlib
import socket
import urllib.request
from http.server import ThreadingHTTPServer
from threading import Thread

import pytest
from redirecting import Redirecting
from robots_exclusion import _reach, fetch, public
from robots_exclusion.site import Crawler, Site, avisit

REFUSED = "127.0.0.1 is not on the public Internet"


@pytest.fixture
def servers(monkeypatch):
    """The server inside and the public one, on one port, and where names lead: to each of the addresses in turn, then to the last."""
    with contextlib.ExitStack() as stack:
        inside = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Redirecting))
        try:
            outside = stack.enter_context(ThreadingHTTPServer(("127.0.0.2", inside.server_port), Redirecting))
        except OSError as error:
            pytest.skip(f"127.0.0.2 cannot be used here: {error}")
        for server in (inside, outside):
            server.seen, server.headers, server.locations = [], [], {}
            Thread(target=server.serve_forever, daemon=True).start()
        names = {"public.example": ["127.0.0.2"], "inside.example": ["127.0.0.1"]}
        resolve = socket.getaddrinfo

        def resolved(host, *given, **named):
            name = host.decode() if isinstance(host, bytes) else host
            addresses = names.get(name)
            if addresses:
                host = addresses.pop(0) if len(addresses) > 1 else addresses[0]
            return resolve(host, *given, **named)

        monkeypatch.setattr(socket, "getaddrinfo", resolved)
        for module in (_reach, fetch):
            monkeypatch.setattr(module, "is_public_address", lambda address: socket.inet_aton(address) == b"\x7f\0\0\2" if address[:1].isdigit() else _no_address(address))
        yield inside, outside, names
        for server in (inside, outside):
            server.shutdown()


def _no_address(host):
    raise ValueError(host)


def with_requests():
    requests = pytest.importorskip("requests")
    session = public.for_requests(requests.Session())
    session.trust_env = False
    return lambda request: session.get(request.url, allow_redirects=False, stream=True, timeout=5)


def with_urllib3():
    urllib3 = pytest.importorskip("urllib3")
    manager = public.for_urllib3(urllib3.PoolManager(retries=False))
    return lambda request: manager.request("GET", request.url, redirect=False, preload_content=False, timeout=5)


def with_urllib():
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    opener = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}), *public.for_urllib())
    return lambda request: opener.open(request.url, timeout=5)


def with_httpx():
    httpx = pytest.importorskip("httpx")
    client = public.for_httpx(httpx.Client(trust_env=False))
    return lambda request: client.send(client.build_request("GET", request.url), stream=True)


@contextlib.asynccontextmanager
async def sender_of_httpx():
    httpx = pytest.importorskip("httpx")
    async with public.for_httpx(httpx.AsyncClient(trust_env=False)) as client:
        yield lambda request: client.send(client.build_request("GET", request.url), stream=True)


@contextlib.asynccontextmanager
async def sender_of_aiohttp():
    aiohttp = pytest.importorskip("aiohttp")
    connector = aiohttp.TCPConnector(socket_factory=public.public_socket, use_dns_cache=False)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def send(request):
            return await session.get(request.url, allow_redirects=False)

        yield send


BLOCKING = {"requests": with_requests, "urllib3": with_urllib3, "urllib": with_urllib, "httpx": with_httpx}
ASYNCHRONOUS = {"httpx, asynchronous": sender_of_httpx, "aiohttp": sender_of_aiohttp}
CRAWLER = Crawler("FooBot", default_delay=0, min_delay=0)


@pytest.fixture(params=[*BLOCKING, *ASYNCHRONOUS])
def visit(request):
    """Visits a page, and reads it."""
    if sender := BLOCKING.get(request.param):
        send = sender()

        def visited(site, url, **options):
            visit = site.visit(CRAWLER, url, send, **options)
            return visit, visit.read() if visit.action == "page" else None

    else:

        def visited(site, url, **options):
            async def run():
                async with ASYNCHRONOUS[request.param]() as send:
                    visit = await avisit(site, CRAWLER, url, send, **options)
                    return visit, await visit.aread() if visit.action == "page" else None

            return asyncio.run(run())

    return visited


def test_who_names_a_private_host_gets_it(servers, visit):
    inside, outside, _ = servers
    inside.locations["/robots.txt"] = f"http://127.0.0.1:{inside.server_port}/rules"
    for host in ("127.0.0.1", "localhost"):
        inside.seen.clear()
        found, body = visit(Site(f"http://{host}:{inside.server_port}"), "/a")
        assert (found.action, len(body), inside.seen) == ("page", 27, ["/robots.txt", "/rules", "/a"]), host
    assert outside.seen == []


def test_a_public_host(servers, visit):
    inside, outside, _ = servers
    for host in ("127.0.0.2", "public.example"):
        outside.seen.clear()
        found, body = visit(Site(f"http://{host}:{inside.server_port}"), "/a")
        assert (found.action, len(body), outside.seen) == ("page", 27, ["/robots.txt", "/a"]), host
    assert inside.seen == []


def test_a_name_of_a_private_host_is_none(servers, visit):
    inside, outside, _ = servers
    site = Site(f"http://inside.example:{inside.server_port}")
    found, _ = visit(site, "/a")
    assert (found.action, found.reason, inside.seen, outside.seen) == ("give-up-until", "robots-unreachable", [], [])
    assert REFUSED in site.last_error
    # Unless it is meant.
    site = Site(f"http://inside.example:{inside.server_port}")
    assert visit(site, "/a", allow_private=True)[0].action == "page" and inside.seen == ["/robots.txt", "/a"]


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["127.0.0.2", "127.0.0.1"]], ids=["always inside", "inside when it is connected to"])
def test_robots_txt_does_not_lead_inside(servers, visit, addresses):
    inside, outside, names = servers
    names["evil.example"] = list(addresses)
    outside.locations["/robots.txt"] = f"http://evil.example:{inside.server_port}/latest/meta-data"
    site = Site(f"http://public.example:{inside.server_port}")
    found, _ = visit(site, "/a")
    assert (found.action, inside.seen, outside.seen) == ("give-up-until", [], ["/robots.txt"])
    assert "is not on the public Internet" in site.last_error


def test_a_name_that_changes_between_requests(servers, visit):
    inside, outside, names = servers
    names["evil.example"] = ["127.0.0.2", "127.0.0.1"]
    site = Site(f"http://evil.example:{inside.server_port}")
    with pytest.raises(Exception, match=REFUSED) as raised:
        visit(site, "/a")
    # An error of the network, for those who catch these.
    assert isinstance(raised.value, OSError) or type(raised.value).__module__.startswith("urllib3")
    assert (inside.seen, outside.seen) == ([], ["/robots.txt"])
    # The site is slowed down as by any failure.
    assert visit(site, "/a")[0].action == "wait-until"


def test_pages_do_not_lead_inside(servers, visit):
    inside, outside, _ = servers
    port = inside.server_port
    outside.locations["/a"] = f"http://127.0.0.1:{port}/"
    outside.locations["/b"] = f"http://localhost.:{port}/"
    outside.locations["/c"] = f"http://inside.example:{port}/"
    inside.locations["/a"] = f"http://127.0.0.1:{port}/b"
    site = Site(f"http://public.example:{port}")
    # A name is judged when it is connected to.
    for path, redirect in {"/a": None, "/b": None, "/c": outside.locations["/c"]}.items():
        found, _ = visit(site, path)
        assert (found.action, found.redirect) == ("page", redirect), path
    assert visit(site, "/a", allow_private=True)[0].redirect == outside.locations["/a"]
    assert inside.seen == []
    assert visit(Site(f"http://127.0.0.1:{port}"), "/a")[0].redirect == inside.locations["/a"]


@pytest.mark.parametrize("client", ["requests", "urllib", "httpx"])
def test_a_proxy_may_be_anywhere(servers, client):
    """It resolves names itself, and the user has chosen it."""
    inside, outside, _ = servers
    proxy, url = f"http://127.0.0.1:{inside.server_port}", "http://elsewhere.example/a"
    if client == "urllib":
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}), *public.for_urllib())
        status = opener.open(url, timeout=5).status
    elif client == "requests":
        session = public.for_requests(pytest.importorskip(client).Session())
        status = session.get(url, proxies={"http": proxy}, timeout=5).status_code
    else:
        httpx = pytest.importorskip(client)
        with public.for_httpx(httpx.Client(proxy=proxy)) as found:
            status = found.get(url).status_code
    assert (status, inside.seen, outside.seen) == (200, [url], [])


def test_a_trace_of_the_caller_is_called_too(servers):
    inside, _, _ = servers
    httpx = pytest.importorskip("httpx")
    seen = []
    url = f"http://127.0.0.2:{inside.server_port}/"
    with public.for_httpx(httpx.Client(trust_env=False)) as client:
        client.get(url, extensions={"trace": lambda event, info: seen.append(event)})

    async def trace(event, info):
        seen.append(event)

    async def asynchronous():
        async with public.for_httpx(httpx.AsyncClient(trust_env=False)) as client:
            await client.get(url, extensions={"trace": trace})

    asyncio.run(asynchronous())
    assert seen.count("connection.connect_tcp.complete") == 2


def test_tls_begins_after_the_address_was_judged(servers):
    """Nothing is sent to a host inside, not even the name of the host."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"https://127.0.0.1:{listener.getsockname()[1]}/"
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), *public.for_urllib())
        with pytest.raises(OSError, match=REFUSED):
            opener.open(url, timeout=5)
        received = [listener.accept()[0].recv(100)]
        for name in ("requests", "httpx"):
            with contextlib.suppress(ImportError):
                client = __import__(name)
                session = public.for_requests(client.Session()) if name == "requests" else public.for_httpx(client.Client(trust_env=False))
                with pytest.raises(OSError, match=REFUSED):
                    session.get(url, timeout=5)
                received.append(listener.accept()[0].recv(100))
    assert set(received) == {b""}


@pytest.mark.parametrize("url, private", [
    ("http://10.0.0.1/", True), ("http://[::1]:80/", True), ("http://[::ffff:127.0.0.1]/", True), ("http://localhost/", True), ("http://a.localhost./", True),
    ("http://8.8.8.8/", False), ("http://[2606:4700::1111]/", False), ("http://notlocalhost/", False), ("http://intranet/", False), ("https://e.com/", False),
])
def test_hosts_that_are_private_by_their_names(url, private):
    # As sites have them: addresses in other spellings are written as these.
    assert _reach.names_private_host(Site(url).origin) is private


def test_outside_of_a_visit_nobody_has_named_a_host():
    public.check_address("8.8.8.8")
    for address in ("127.0.0.1", "169.254.169.254", "::1", "fe80::1%eth0"):
        with pytest.raises(ConnectionRefusedError, match="is not on the public Internet"):
            public.check_address(address)
    with pytest.raises(ConnectionRefusedError):
        public.public_socket((socket.AF_INET, socket.SOCK_STREAM, 0, "", ("10.0.0.1", 80)))
    public.public_socket((socket.AF_INET, socket.SOCK_STREAM, 0, "", ("8.8.8.8", 80))).close()
