"""The example that asks a log who broke the rules."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples/access_log.py"

ROBOTS = "User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: Googlebot-Image\nUser-agent: bingbot\nDisallow: /pictures/\n"
GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
GPT = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"
USER = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def line(client, path, agent, *, request="GET {} HTTP/1.1", status=200):
    return f'{client} - - [29/Nov/2026:10:00:00 +0000] "{request.format(path)}" {status} 512 "-" "{agent}"\n'


FIRST = [
    line("192.0.2.1", "/a", GOOGLE),
    line("192.0.2.1", "/private/a?b=1", GOOGLE),
    line("192.0.2.2", "/private/a?b=1", GOOGLE),
    line("192.0.2.2", "/pictures/a", GOOGLE),
    line("192.0.2.3", "/robots.txt", GPT),
    *[line("192.0.2.3", f"/{number}", GPT) for number in range(5)],
    line("192.0.2.4", "/private/b", USER),
    # No crawler: whoever it is, robots.txt is not about them.
    line("192.0.2.5", "/private/a", BROWSER),
    line("192.0.2.5", "/private/a", "-"),
    # What is no line of a log, and no path.
    "half a li\n",
    "\n",
    line("192.0.2.1", "*", GOOGLE, request="OPTIONS {} HTTP/1.1"),
    line("192.0.2.6", "/", GOOGLE, request="\\x16\\x03\\x01", status=400),
]
SECOND = [
    line("192.0.2.7", "/private/c", 'Mozilla/5.0 (compatible; FooBot/1.0; \\"quoted\\", with commas)'),
    line("192.0.2.7", "/pictures/a", "FooBot/1.0"),
    line("192.0.2.8", "/a'b,c", "FooBot/1.0", request="HEAD {} HTTP/1.0"),
]


@pytest.fixture
def logs(tmp_path):
    (tmp_path / "robots.txt").write_text(ROBOTS)
    (tmp_path / "access.log").write_text("".join(FIRST))
    with gzip.open(tmp_path / "access.log.1.gz", "wt") as file:
        file.writelines(SECOND)
    return [str(tmp_path / name) for name in ("robots.txt", "access.log", "access.log.1.gz")]


def test_who_broke_the_rules(logs):
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    done = subprocess.run([sys.executable, str(EXAMPLE), *logs], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    table, notes = done.stdout.split("\n\n")
    assert [row.split() for row in table.splitlines()[1:]] == [
        ["GPTBot", "6", "5", "1", "/0"],
        ["Googlebot", "5", "2", "2", "/private/a?b=1"],
        ["FooBot", "3", "1", "1", "/private/c"],
        ["ChatGPT-User", "1", "1", "1", "/private/b"],
    ]
    first, *said = notes.splitlines()
    assert first.startswith("A name is a claim.")
    said = dict(row.split(": ", 1) for row in said)
    assert list(said) == ["GPTBot", "Googlebot", "FooBot", "ChatGPT-User"]
    assert "googlebot.com" in said["Googlebot"] and "/common-crawlers.json" in said["Googlebot"]
    assert said["FooBot"] == "not a well-known crawler"
    assert "may ignore robots.txt" in said["ChatGPT-User"] and "may ignore" not in said["GPTBot"]


def test_bytes_that_are_no_text(logs):
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    Path(logs[0]).write_text("User-agent: *\nDisallow: /caf\u00e9\n", encoding="utf-8")
    paths = [b"/caf\xc3\xa9/a", b"/caf%C3%A9/b", b"/caf\xe9", b"/\xff"]
    Path(logs[1]).write_bytes(b"".join(line("2001:db8::1", "PATH", "FooBot/1.0").encode().replace(b"PATH", path) for path in paths) + line("192.0.2.1", "/a", "").encode())
    done = subprocess.run([sys.executable, str(EXAMPLE), *logs[:2]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split()[:4] == ["FooBot", "4", "2", "1"]


def test_a_log_without_crawlers(logs):
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    Path(logs[1]).write_text(line("192.0.2.5", "/private/a", BROWSER))
    done = subprocess.run([sys.executable, str(EXAMPLE), *logs[:2]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split("\n\n")[0].splitlines()) == 1
