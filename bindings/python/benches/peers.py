"""This package compared with its peers, on the same input in one run: python benches/peers.py [--gates] [--wheel FILE]

Reads real files from the directory that ROBOTS_SHARED names (its `corpus`), otherwise generates some. Peers that are not installed
are left out. Times are CPU times of one thread. With --gates the exit status is 1 unless what README promises holds: the package parses
100 times as fast as Protego, compiles and has the first answer about a file 25 times as fast, answers 20 times as fast, judges 5 million
rows in a second, and the wheel of `build` takes at most 1.1 MB.

With --conformance the peers are asked the cases of `tests/conformance` instead, and with --save their answers are written to its results;
this package need not be installed for that.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import random
import signal
import sys
import urllib.robotparser
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

try:
    import robots_exclusion as rx
except ImportError:
    if "--conformance" not in sys.argv:
        raise

AGENT = "FooBot"
#: Of the lengths that URLs of real crawls have: with scheme and host from 24 to 100 bytes, on average 68.
PATHS = [
    "",
    "search?q=garden+furniture&category=outdoor&sort=price&page=3",
    "private/customers/4711/orders",
    "wp-content/uploads/2024/01/header-image-1920x600.jpg",
    "en/products/tables/round-oak-table-with-four-chairs-120cm-p-88123.html",
    "index.php?route=product/category&path=20_27&sort=p.price&order=ASC&limit=100",
    "blog/2024/01/17/what-a-crawler-may-fetch-and-what-not/",
    "images/1.png",
]


def bodies(count: int) -> list[bytes]:
    """Real files of at most 100 KB, or generated ones."""
    shared = os.environ.get("ROBOTS_SHARED")
    if shared:
        files = sorted((Path(shared) / "corpus").iterdir())
        found = [file.read_bytes() for file in files]
        return [body for body in found if 0 < len(body) <= 100_000][:count]
    random.seed(1)
    rules = ["Disallow: /{}/", "Allow: /{}/open", "Disallow: /*.{}$", "Disallow: /*?{}="]
    words = ["search", "admin", "tmp", "cart", "user", "print", "feed", "api"]

    def body() -> str:
        lines = ["User-agent: *"]
        lines += [random.choice(rules).format(random.choice(words)) for _ in range(random.randrange(5, 60))]
        return "\n".join(lines)

    return [body().encode() for _ in range(count)]


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The least CPU time of some rounds, which other programs disturbed least."""
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def this(body: bytes) -> Callable[[str], bool]:
    return rx.Rules(body, AGENT).is_allowed


def by_rules(body: bytes) -> Callable[[str], bool]:
    """As README recommends: compiled once, asked often."""
    return rx.Rules(body, AGENT).is_allowed


def by_urllib(body: bytes, agent: str = AGENT) -> Callable[[str], bool]:
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(body.decode("utf-8", "replace").splitlines())
    return lambda url: parser.can_fetch(agent, url)


def by_protego(body: bytes, agent: str = AGENT) -> Callable[[str], bool]:
    import protego

    parser = protego.Protego.parse(body.decode("utf-8", "replace"))
    return lambda url: parser.can_fetch(url, agent)


def by_facade(body: bytes) -> Callable[[str], bool]:
    from robots_exclusion.protego import Protego

    parser = Protego.parse(body)
    return lambda url: parser.can_fetch(url, AGENT)


def by_robotspy(body: bytes, agent: str = AGENT) -> Callable[[str], bool]:
    import robots

    parser: Any = robots.RobotsParser.from_string(body.decode("utf-8", "replace"))
    return lambda url: parser.can_fetch(agent, url)


def by_gpyrobotstxt(body: bytes, agent: str = AGENT) -> Callable[[str], bool]:
    """It has no parsed form: each question reads the file."""
    from gpyrobotstxt.robots_cc import RobotsMatcher

    return lambda url: RobotsMatcher().one_agent_allowed_by_robots(body, agent, url)


def version(distribution: str) -> str | None:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def compare(files: list[bytes]) -> dict[str, tuple[float | None, float, float]]:
    """For each package the seconds to parse a file, from its bytes to the first answer, and to answer a question after that."""
    peers = [
        ("robots-exclusion", this, 7, 60),
        ("robots-exclusion", by_rules, 7, 60),
        ("robots-exclusion", by_facade, 7, 60),
        ("Protego", by_protego, 3, 2),
        ("robotspy", by_robotspy, 3, 2),
        ("gpyrobotstxt", by_gpyrobotstxt, 1, 1),
    ]
    named = [(f"{name} {version(name)}", *rest) for name, *rest in peers if version(name)]
    named.insert(2, (f"urllib, Python {sys.version.split()[0]}", by_urllib, 3, 2))
    urls = [f"https://www.example.com/{path}" for path in PATHS]
    found = {}
    for name, make, rounds, repeats in named:
        if make is this:
            name += ", RobotsTxt and is_allowed"
        elif make is by_rules:
            name += ", Rules"
        elif make is by_facade:
            name += ", as Protego"
        parsing = None
        if make is this:
            # As the peers do, whose parsers keep the groups of all crawlers.
            parsing = seconds(lambda: [rx.RobotsTxt(body) for body in files], rounds) / len(files)
        elif make is not by_gpyrobotstxt:
            parsing = seconds(lambda: [make(body) for body in files], rounds) / len(files)
        asked = [(body, make(body)) for body in files[: 50 if make is by_gpyrobotstxt else None]]
        asked = [(body, is_allowed) for body, is_allowed in asked if answers(is_allowed, urls)]

        def ask_first() -> None:
            for body, _ in asked:
                # With this package, nobody compiles what is asked once.
                rx.is_allowed(body, AGENT, urls[2]) if make is this else make(body)(urls[2])

        def ask() -> None:
            for _, is_allowed in asked:
                for url in urls:
                    is_allowed(url)

        first = seconds(ask_first, rounds) / len(asked)
        asking = seconds(lambda: [ask() for _ in range(repeats)], rounds) / (repeats * len(asked) * len(urls))
        found[name] = (parsing, first, asking)
    return found


def answers(is_allowed: Callable[[str], bool], urls: list[str]) -> bool:
    """Whether a peer answers all questions about a file, some of which it may never have met. Patterns are compiled by then."""
    try:
        return [is_allowed(url) for url in urls] != []
    except Exception:
        return False


def rows_per_second(files: list[bytes]) -> float | None:
    """Dictionary-encoded bodies in random order, each URL a separate string, one crawler."""
    try:
        import pyarrow as pa
    except ImportError:
        return None
    random.seed(2)
    count = 2_000_000
    keys = pa.array(random.choices(range(len(files)), k=count), pa.int32())
    column = pa.DictionaryArray.from_arrays(keys, pa.array(files, pa.binary()))
    urls = pa.array([f"https://www.example.com/{PATHS[row % len(PATHS)]}{row % 1000}" for row in range(count)])
    took = seconds(lambda: rx.check_batch(column, AGENT, urls), 5)
    return count / took


def conformance(save: bool) -> None:
    """Asks the peers the cases of `tests/conformance`."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "conformance"))
    import run

    peers = [("Protego", by_protego), ("urllib", by_urllib), ("robotspy", by_robotspy), ("gpyrobotstxt", by_gpyrobotstxt)]
    for name, peer in peers:
        number = f"Python {sys.version.split()[0]}" if peer is by_urllib else version(name)
        if number is None:
            continue

        def answer(body: bytes, agent: str, url: str, peer: Callable[[bytes], Callable[..., bool]] = peer) -> bool:
            return within(run.LIMIT, lambda: bool(peer(body, agent)(url)))

        found = run.score(answer)
        run.told(f"{name} {number}", found)
        if save:
            run.save(name, number, "Python", "python3 bindings/python/benches/peers.py --conformance --save", found)


def within(limit: float, work: Callable[[], bool]) -> bool:
    """What `work` returns, or an exception after so many seconds of the processor. A regular expression lets no handler run, so it is another
    process, which the signal ends."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            os.write(writer, b"1" if work() else b"0")
        finally:
            os._exit(0)
    os.close(writer)
    said = os.read(reader, 1)
    os.close(reader)
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError("no answer")
    return said == b"1"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--gates", action="store_true", help="fail unless the gates hold")
    arguments.add_argument("--wheel", type=Path, help="the wheel, for its size")
    arguments.add_argument("--files", type=int, default=500, help="how many files to compare on")
    arguments.add_argument("--conformance", action="store_true", help="ask the peers the cases of tests/conformance")
    arguments.add_argument("--save", action="store_true", help="write the answers to its results")
    options = arguments.parse_args()
    if options.conformance:
        conformance(options.save)
        return 0

    files = bodies(options.files)
    print(f"{len(files)} files, {sum(map(len, files)) / len(files) / 1000:.1f} KB each on average, {len(PATHS)} URLs each")
    found = compare(files)
    own = next(iter(found.values()))
    print(" " * 54 + "".join(f"{column:>28}" for column in ("parse a file", "to the first answer", "one question more")))
    for name, times in found.items():
        columns = [f"{time * 1e6:13.3f} us {f'({time / mine:.1f} x)':>11}" if time and mine else "" for time, mine in zip(times, own)]
        print(f"{name:54}" + "".join(f"{column:>28}" for column in columns))

    gates = []
    protego = [times for name, times in found.items() if name.startswith("Protego")]
    if protego:
        parsing, first, asking = (time / mine for time, mine in zip(protego[0], own) if time and mine)
        rules = next(times for name, times in found.items() if name.endswith(", Rules"))
        compiling, first_of_rules, _ = (time / mine for time, mine in zip(protego[0], rules) if time and mine)
        gates.append(("parses 100 times as fast as Protego", parsing >= 100))
        gates.append(("compiles 25 times as fast as Protego parses", compiling >= 25))
        gates.append(("has the first answer 25 times as fast as Protego, also by Rules", min(first, first_of_rules) >= 25))
        gates.append(("answers 20 times as fast as Protego", asking >= 20))
    rows = rows_per_second(bodies(2_000))
    if rows:
        print(f"check_batch: {rows / 1e6:.2f} million rows in a second of one thread, 2,000 bodies in random order")
        gates.append(("judges 5 million rows in a second", rows >= 5e6))
    if options.wheel:
        size = options.wheel.stat().st_size
        print(f"wheel: {size / 1e6:.2f} MB")
        gates.append(("a wheel of at most 1.1 MB", size <= 1_100_000))
    for gate, holds in gates:
        print(f"{'ok' if holds else 'FAILED':8}{gate}")
    return 1 if options.gates and not all(holds for _, holds in gates) else 0


if __name__ == "__main__":
    sys.exit(main())
