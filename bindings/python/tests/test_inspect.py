"""What files are and say, in columns."""

import pytest

import robots_exclusion as rx

pa = pytest.importorskip("pyarrow")

FILE = b"""\
Content-Signal: search=yes, ai-train=no
License: https://a.example/license.xml

User-agent: GPTBot
User-agent: CCBot
Disallow: /
Content-Signal: ai-train=no

User-agent: *
Disallow: /x
Allow: /x/y
Content-Usage: /images/  train-ai=n
Noindex: /z
Noindex: /zz
Sitemap: https://a.example/sitemap.xml
Sitemap: https://a.example/sitemap.xml
"""
BODIES = [FILE, b"<!doctype html><p>", None, b'{"error": 404}', FILE, b"User-agent: J\xe9\nDisallow: /\nSitemap: /\xe9\n", b""]
STATUSES = [200, 200, 404, 200, 206, None, 500]
LISTS = ["agents", "sitemaps", "unknown_keys", "content_signals", "content_usage", "licenses"]


def test_a_file():
    row = pa.table(rx.inspect_batch([FILE], [200])).to_pylist()[0]
    directives = {kind: count for kind, count in row.pop("directives").items() if count}
    assert directives == {"user-agent": 3, "allow": 1, "disallow": 2, "sitemap": 2, "content-signal": 2, "content-usage": 1, "license": 1, "unknown": 2}
    assert row == {
        "status": 200,
        "bytes": len(FILE),
        "format": "text",
        "is_truncated": False,
        "lines": FILE.count(b"\n"),
        "groups": 2,
        "rules": {"allow": 1, "disallow": 2},
        "agents": ["GPTBot", "CCBot", "*"],
        "sitemaps": ["https://a.example/sitemap.xml"],
        "unknown_keys": ["Noindex"],
        "content_signals": ["ai-train=no", "search=yes"],
        "content_usage": ["/images/ train-ai=n"],
        "licenses": ["https://a.example/license.xml"],
    }


def test_statuses_and_what_is_no_file():
    found = rx.inspect_batch(BODIES, STATUSES)
    assert len(found) == len(BODIES) and repr(found).startswith("<InspectAnswers: 7 rows of status, bytes")
    assert found["status"].to_list() == STATUSES
    assert found["format"].to_list() == ["text", "html", None, "json", "text", "text", None]
    for name in found.column_names[1:]:
        assert [value is None for value in found[name]] == [False, False, True, False, False, False, True], name
    # What is no product token names nobody. Bytes that are not UTF-8 are escaped.
    assert found["agents"][5] == [] and found["sitemaps"][5] == ["/%E9"] and found["sitemaps"][-2:] == [["/%E9"], None]
    without = rx.inspect_batch(BODIES)
    assert without["status"].to_list() == [None] * 7
    assert without["bytes"].to_list() == [None if body is None else len(body) for body in BODIES]
    # What is no number of a status is not one of success.
    assert rx.inspect_batch([b""], [70_000])["bytes"].to_list() == rx.inspect_batch([b""], [70_000])["status"].to_list() == [None]


def test_every_kind_of_column_and_threads():
    expected = pa.table(rx.inspect_batch(BODIES, STATUSES))
    for robots in [pa.array(BODIES, pa.large_binary()), pa.array(BODIES, pa.binary()).dictionary_encode(), pa.chunked_array([BODIES[:1], BODIES[1:4], BODIES[4:]], pa.binary())]:
        assert pa.table(rx.inspect_batch(robots, pa.chunked_array([STATUSES[:3], STATUSES[3:]], pa.uint16()))).equals(expected)
    many = [f"User-agent: bot{number % 700}\nDisallow: /{number}\n" for number in range(5000)]
    alone = rx.inspect_batch(many)
    assert pa.table(rx.inspect_batch(many, threads=3)).equals(pa.table(alone))
    assert alone["agents"][4_999] == ["bot99"] and alone["bytes"].to_list() == [len(body) for body in many]
    assert rx.inspect_batch(pa.nulls(2))["lines"].to_list() == [None, None]
    assert pa.table(rx.inspect_batch([])).num_rows == 0


def test_a_dialect_and_fewer_bytes():
    assert rx.inspect_batch(["User-agent: *\nDissallow: /\n"])["rules"][0] == {"allow": 0, "disallow": 0}
    assert rx.inspect_batch(["User-agent: *\nDissallow: /\n"], dialect="lenient")["rules"][0] == {"allow": 0, "disallow": 1}
    cut = rx.inspect_batch([FILE], max_body_bytes=50)
    assert (cut["bytes"][0], cut["is_truncated"][0], cut["lines"][0]) == (len(FILE), True, 1)


def test_what_libraries_make_of_it():
    found = rx.inspect_batch(BODIES, STATUSES)
    table = pa.table(found)
    assert {name: found[name].to_list() for name in found.column_names} == table.to_pydict()
    assert table.schema.field("format").type == pa.dictionary(pa.int8(), pa.string())
    assert all(table.schema.field(name).type == pa.list_(pa.string()) for name in LISTS)
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(found)
    assert frame["agents"].to_list() == found["agents"].to_list() and frame["rules"].struct.field("disallow").to_list() == [2, 0, None, 0, 2, 1, None]


def test_agrees_with_the_parsed_file():
    robots = rx.RobotsTxt(FILE)
    found = rx.inspect_batch([FILE])
    assert found["groups"][0] == len(robots.groups)
    assert found["agents"][0] == [name for group in robots.groups for name in group.agents]


def test_wrong_columns():
    with pytest.raises(TypeError, match="holds no text"):
        rx.inspect_batch(pa.array([1]))
    with pytest.raises(ValueError, match="^statuses: expected . rows, as other columns have, not 2"):
        rx.inspect_batch(BODIES, [200, 200])
    with pytest.raises(TypeError):
        rx.inspect_batch(BODIES, ["200"] * 7)
    with pytest.raises(KeyError):
        rx.inspect_batch(BODIES)["size"]
