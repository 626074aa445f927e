"""The example that makes a picture of a census: its numbers are those of the library asked file by file."""

import gzip
import importlib.util
import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

import robots_exclusion as rx

EXAMPLE = Path(__file__).parent.parent / "examples/census/census.py"

FILES = {
    "named.example": "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n",
    "all.example": "User-agent: *\nDisallow: /\n",
    "open.example": "",
    "partly.example": "User-agent: CCBot\nDisallow: /images/\n",
    "page.example": "<!doctype html><p>",
    "<b>.example": "User-agent: CCBot\nAllow: /\n\nUser-agent: *\nDisallow: /\n",
}


@pytest.fixture(scope="module")
def census():
    spec = importlib.util.spec_from_file_location("census", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    for number, body in enumerate(FILES.values()):
        (folder / f"host{number}.example").write_text(body)
    return folder


def record(host, date, status, body, kind="response"):
    http = b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)
    header = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: {date}\r\nWARC-Target-URI: https://{host}/robots.txt\r\nContent-Type: application/http\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(header.encode() + http + b"\r\n\r\n")


def name_of(answer):
    if answer.access == "open":
        return "open"
    by = "by name" if answer.is_named else "by *" if answer.group else "by the answer of the server"
    return {"closed": "closed ", "partial": "partly closed "}[answer.access] + by


def data_of(page):
    chart = re.search(r'vegaEmbed\("#picture", (\{.*\}), \{actions: false\}\);', page)[1]
    return json.loads(chart)


def counts_of(page):
    counts = {}
    for row in data_of(page)["data"]["values"]:
        counts.setdefault((row["snapshot"], row["crawler"]), {})[row["answer"]] = row["sites"]
    return counts


def assert_counts(page, snapshot, bodies, crawlers):
    answers = [rx.access(body, crawlers) for body in bodies]
    counts = counts_of(page)
    for crawler in crawlers:
        assert counts[snapshot, crawler] == Counter(name_of(answer[crawler]) for answer in answers), crawler


class Table(HTMLParser):
    """The rows of the table, and the kinds of all elements."""

    def __init__(self):
        super().__init__()
        self.rows, self.tags = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1] and self.tags[-1][0] != "script":
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {data.strip()}".strip()


def sources_of(page):
    table = Table()
    table.feed(page)
    return [attributes["src"] for _, attributes in table.tags if "src" in attributes] + [attributes["href"] for _, attributes in table.tags if "href" in attributes]


def test_folders(census, folder, tmp_path, capsys):
    output = tmp_path / "census.html"
    assert census.main([f"now={folder}", f"</script>={folder}", "--crawler", "GPTBot", "--crawler", "CCBot", "--output", str(output)]) == 0
    assert "now: 6 sites, from 6 responses, of which 0 are redirects and 0 are cut" in capsys.readouterr().out
    page = output.read_text(encoding="utf-8")
    assert_counts(page, "now", FILES.values(), ["GPTBot", "CCBot"])
    assert_counts(page, "</script>", FILES.values(), ["GPTBot", "CCBot"])
    table = Table()
    table.feed(page)
    assert table.rows[0][:3] == ["crawler", "snapshot", "sites"] and len(table.rows) == 5
    row = dict(zip(table.rows[0], next(row for row in table.rows if row[:2] == ["GPTBot", "now"])))
    assert row["closed by name"] == "1 16.7%" and row["closed by *"] == "2 33.3%" and row["open"] == "3 50.0%"
    # Data of the page do not end its script, and every share is of all sites.
    assert "</script>" not in re.search(r"vegaEmbed\(.*\);", page)[0]
    assert all(sum(row["share"] for row in data_of(page)["data"]["values"] if row["crawler"] == crawler and row["snapshot"] == "now") == pytest.approx(1) for crawler in ("GPTBot", "CCBot"))
    # Nothing is loaded, unless that is asked for.
    assert not sources_of(page)
    assert census.main([f"now={folder}", "--crawler", "GPTBot", "--output", str(output), "--link"]) == 0
    assert len(sources_of(output.read_text(encoding="utf-8"))) == 3


def test_embedded_scripts(census, folder, tmp_path):
    (tmp_path / "vega.js").write_text("window.vegaEmbed = console.log; '</script>'")
    output = tmp_path / "census.html"
    census.main([f"now={folder}", "--set", "ai-training", "--output", str(output), "--scripts", str(tmp_path / "vega.js")])
    page = output.read_text(encoding="utf-8")
    assert "<script src" not in page and "window.vegaEmbed = console.log; '<\\/script>'" in page
    assert {crawler for _, crawler in counts_of(page)} == set(rx.access("", "@ai-training"))


def test_captures(census, tmp_path):
    """Of several captures of a host the last counts; redirects and files that are cut do not."""
    closed, partly = b"User-agent: *\nDisallow: /\n", b"User-agent: *\nDisallow: /x\n"
    captures = [
        record("a.example", "2025-12-02T00:00:00Z", 200, closed),
        record("a.example", "2025-12-01T00:00:00Z", 200, partly),
        record("b.example", "2025-12-01T00:00:00Z", 404, b"no"),
        record("c.example", "2025-12-01T00:00:00Z", 301, b""),
        record("d.example", "2025-12-01T00:00:00Z", 503, b""),
        record("e.example", "2025-12-01T00:00:00Z", 200, partly + b"#" * 600_000),
    ]
    for number in range(2):
        (tmp_path / f"{number}.warc.gz").write_bytes(b"".join(captures[number::2]))
    output = tmp_path / "census.html"
    census.main([f"now={tmp_path}/*.warc.gz", "--crawler", "FooBot", "--output", str(output)])
    page = output.read_text(encoding="utf-8")
    assert counts_of(page) == {("now", "FooBot"): {"closed by *": 1, "open": 1, "closed by the answer of the server": 1}}
    assert "now: 3 sites, from 6 responses, of which 1 are redirects and 1 are cut" in page


def test_wrong_arguments(census, tmp_path):
    for snapshot in ["corpus", f"now={tmp_path}"]:
        with pytest.raises(SystemExit):
            census.main([snapshot])


def test_the_corpora(census, shared, tmp_path):
    """2019 and 2025, for each of the 24 crawlers: as the library asked file by file."""
    output = tmp_path / "census.html"
    folders = {"2019": shared / "corpus", "2025": shared / "corpus-2025"}
    census.main([*(f"{name}={folder}" for name, folder in folders.items()), "--output", str(output)])
    page = output.read_text(encoding="utf-8")
    for name, folder in folders.items():
        bodies = [file.read_bytes() for file in sorted(folder.iterdir())]
        assert all(sum(answers.values()) == len(bodies) for (snapshot, _), answers in counts_of(page).items() if snapshot == name)
        assert_counts(page, name, bodies, census.CRAWLERS)
