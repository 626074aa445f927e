"""Sitemaps that are read from files: who closes them, and when they are let go."""

import gc
import io
import weakref

import pytest

import robots_exclusion as rx

SITEMAP = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + b"".join(b"<url><loc>https://example.com/%d</loc></url>" % number for number in range(3000)) + b"</urlset>"


class File(io.BytesIO):
    """A file that can refer to what reads it."""


def test_a_cycle_is_collected():
    file = File(SITEMAP)
    sitemap = rx.read_sitemap(file)
    file.reader = sitemap
    next(sitemap)
    found = weakref.ref(file), weakref.ref(sitemap)
    gc.collect()
    assert next(sitemap).loc == "https://example.com/1"
    del file, sitemap
    gc.collect()
    assert [one() for one in found] == [None, None]


def test_a_file_that_was_passed_stays_open():
    file = File(SITEMAP)
    with rx.read_sitemap(file) as sitemap:
        assert next(sitemap).loc == "https://example.com/0"
    assert not file.closed
    # It is let go of at once.
    found = weakref.ref(file)
    del file
    assert found() is None
    assert sitemap.format == "urlset" and sitemap.problems == []
    for _ in range(2):
        sitemap.close()
        with pytest.raises(ValueError, match="^the sitemap is closed$"):
            next(sitemap)


def test_a_file_that_was_opened_is_closed(tmp_path, recwarn):
    path = tmp_path / "sitemap.xml"
    path.write_bytes(SITEMAP)
    with rx.read_sitemap(path) as sitemap:
        next(sitemap)
    with pytest.raises(ValueError), rx.read_sitemap(path) as sitemap:
        raise ValueError
    sitemap = rx.read_sitemap(path)
    next(sitemap)
    sitemap.close()
    # One that was read to its end is closed already.
    with rx.read_sitemap(path) as sitemap:
        assert len(list(sitemap)) == 3000
    gc.collect()
    assert not [warning for warning in recwarn if warning.category is ResourceWarning]
    with rx.read_sitemap(SITEMAP) as sitemap:
        next(sitemap)
    with pytest.raises(ValueError, match="closed"):
        list(sitemap)
