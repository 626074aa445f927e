"""`write_sitemaps`: what is in the files, and that there are all of them or none."""

import errno
import gzip
import os
from datetime import date, datetime, timedelta, timezone

import pytest
import robots_exclusion as rx

AT = "https://example.com/"


def names(folder):
    return sorted(os.listdir(folder))


def test_urls_within_the_limits_of_a_file(tmp_path):
    urls = [f"{AT}{number}" for number in range(50_001)]
    files = rx.write_sitemaps(iter(urls), tmp_path / "new" / "public", AT)
    assert [(file.path.name, file.url, file.is_index) for file in files] == [
        ("sitemap-1.xml", f"{AT}sitemap-1.xml", False),
        ("sitemap-2.xml", f"{AT}sitemap-2.xml", False),
        ("sitemap-index.xml", f"{AT}sitemap-index.xml", True),
    ]
    first, second, index = (list(rx.read_sitemap(file.path)) for file in files)
    assert [entry.loc for entry in first + second] == urls and len(first) == 50_000
    assert [(entry.loc, entry.is_sitemap) for entry in index] == [(file.url, True) for file in files[:2]]
    assert names(tmp_path / "new" / "public") == [file.path.name for file in files]


def test_compressed_files(tmp_path):
    files = rx.write_sitemaps([AT.encode()], str(tmp_path), "https://example.com", gzip=True)
    assert [file.url for file in files] == [f"{AT}sitemap-1.xml.gz", f"{AT}sitemap-index.xml.gz"]
    assert b"<loc>https://example.com/</loc>" in gzip.decompress(files[0].path.read_bytes())


def test_each_field_of_an_entry(tmp_path):
    entry = {
        "loc": f"{AT}é?a&b",
        "lastmod": "2007-11",
        "changefreq": "daily",
        "priority": 1,
        "images": [f"{AT}1.png", f"{AT}2.png"],
        "alternates": [("de", f"{AT}de"), ["fr", f"{AT}fr"]],
    }
    (written,) = rx.read_sitemap(rx.write_sitemaps([entry], tmp_path, AT)[0].path)
    expected = {"lastmod": "2007-11", "changefreq": "daily", "priority": 1.0, "images": entry["images"], "alternates": [("de", f"{AT}de"), ("fr", f"{AT}fr")]}
    assert {name: getattr(written, name) for name in expected} == expected and written.loc == f"{AT}%C3%A9?a&b"
    # What was read is written again.
    (again,) = rx.read_sitemap(rx.write_sitemaps([written], tmp_path / "again", AT)[0].path)
    assert again == written
    assert b'rel="alternate" hreflang="de" href="https://example.com/de"' in (tmp_path / "sitemap-1.xml").read_bytes()


def test_times(tmp_path):
    east = timezone(timedelta(hours=2))
    moment = datetime(2026, 11, 30, 8, 15, tzinfo=east)
    local = datetime(2026, 11, 30, 8, 15)
    times = [date(2026, 11, 30), moment, moment.replace(microsecond=5), local, "2026-11-30T08:15+02:00", None]
    files = rx.write_sitemaps([{"loc": AT, "lastmod": time} for time in times], tmp_path, AT)
    written = [entry.lastmod for entry in rx.read_sitemap(files[0].path)]
    assert written[0] == "2026-11-30" and written[5] is None
    assert datetime.fromisoformat(written[1]) == moment == datetime.fromisoformat(written[4])
    assert datetime.fromisoformat(written[2]) == moment.replace(microsecond=5)
    assert datetime.fromisoformat(written[3]) == local.astimezone()
    # The index has the latest.
    (listed,) = rx.read_sitemap(files[1].path)
    assert listed.lastmod == max(written[:5], key=lambda text: datetime.fromisoformat(text).timestamp())


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("https://other.example/", 'expected URLs below https://example.com/, not "https://other.example/"'),
        ("/path", 'expected what a sitemap can have, not "/path": loc is not an absolute URL'),
        (AT + "x" * 3_000, "expected what a sitemap can have, not .*: loc has too many characters"),
        ({}, "expected a loc in each entry, not an entry without one"),
        ({"loc": 3}, "expected a URL as loc, not 3"),
        ({"loc": AT, "location": AT}, 'expected loc, .*, alternates as a field, not "location"'),
        ({"loc": AT, "lastmod": "yesterday"}, 'expected a date or a time with its zone as lastmod, not "yesterday"'),
        ({"loc": AT, "lastmod": 3}, "expected a date .* as lastmod, not 3"),
        ({"loc": AT, "changefreq": "often"}, 'expected a word of the protocol, .* as changefreq, not "often"'),
        ({"loc": AT, "priority": 1.5}, "expected a number from 0 to 1 as priority, not 1.5"),
        ({"loc": AT, "images": AT}, "expected a list of str as images, not "),
        ({"loc": AT, "images": [3]}, r"expected a list of str as images, not \[3\]"),
        ({"loc": AT, "alternates": [("de",)]}, "expected a list of pairs of a language and a URL as alternates, not "),
        ({"loc": AT, "is_sitemap": True}, "expected pages, not a sitemap of an index"),
    ],
)
def test_a_wrong_entry_leaves_all_as_it_was(tmp_path, entry, message):
    before = rx.write_sitemaps([AT], tmp_path, AT)
    content = [file.path.read_bytes() for file in before]
    with pytest.raises(ValueError, match=f"^entries: {message}"):
        rx.write_sitemaps([f"{AT}new", entry], tmp_path, AT)
    assert [file.path.read_bytes() for file in before] == content and len(names(tmp_path)) == 2


def test_what_fails_leaves_all_as_it_was(tmp_path):
    def breaks_off():
        yield AT
        raise RuntimeError("gone")

    with pytest.raises(RuntimeError, match="gone"):
        rx.write_sitemaps(breaks_off(), tmp_path / "new", AT)
    assert names(tmp_path / "new") == []
    assert rx.write_sitemaps([], tmp_path / "none", AT) == [] and not (tmp_path / "none").exists()
    # What cannot be replaced: then no file is.
    (tmp_path / "sitemap-index.xml").mkdir()
    with pytest.raises(OSError, match="sitemap-index.xml: it is there, and is not a regular file"):
        rx.write_sitemaps([AT], tmp_path, AT)
    assert names(tmp_path) == ["new", "sitemap-index.xml"]
    (tmp_path / "file").write_text("")
    # As Python's own calls say it: the class, the number and the file.
    with pytest.raises(FileExistsError) as raised:
        rx.write_sitemaps([AT], tmp_path / "file", AT)
    assert raised.value.errno == errno.EEXIST and raised.value.filename == str(tmp_path / "file")
    for url in ("ftp://example.com/", "example.com"):
        with pytest.raises(ValueError, match=f'^url: expected the URL of a folder, of http or https, not "{url}"'):
            rx.write_sitemaps([AT], tmp_path, url)


def test_a_url_that_utf8_cannot_hold_is_no_other_url(tmp_path):
    for url in (AT + "\ud800", AT + "\udcff", AT.encode() + b"\xff"):
        for entry in (url, {"loc": url}):
            with pytest.raises(ValueError, match="^entries: expected text that UTF-8 can hold as loc, not "):
                rx.write_sitemaps([entry], tmp_path, AT)
        for field in ({"images": [url]}, {"alternates": [("de", url)]}):
            with pytest.raises(ValueError, match="^entries: expected text that UTF-8 can hold as (images|alternates)"):
                rx.write_sitemaps([{"loc": AT, **field}], tmp_path, AT)
    assert names(tmp_path) == []
