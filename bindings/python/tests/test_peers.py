"""The peers' own tests, run against the facades from installed or downloaded copies.

What fails is listed with the reason: a failure that is not listed fails here, and so does a listed test that passes.
"""

import importlib.metadata
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

PEERS = Path(__file__).parent / "peers"
pytestmark = pytest.mark.deep

CPYTHON = {
    "UserAgentGoogleMobileTest::test_bad_urls": "Googlebot-Mobile is not Googlebot: names are equal or not, never parts of each other",
    "UseFirstUserAgentWildcardTest::test_good_urls": "RFC 9309 section 2.2.1 merges groups of one name; the first alone counted once",
}

SCRAPY = {
    "TestFacade::test_unicode_url_and_useragent": "product tokens are ASCII (RFC 9309 section 2.2.1)",
    "TestFacade::test_order_based_precedence": "RFC 9309 section 2.2.2: the longest rule decides; the opposite test passes",
}

PROTEGO = {
    "TestProtego::test_unicode_url_and_useragent": "product tokens are ASCII (RFC 9309 section 2.2.1)",
    "TestProtego::test_grouping_unknown_keys": "a line with an unknown key ends no group (RFC 9309 section 2.2.1)",
    "TestProtego::test_generosity": "no blanks within a product token, no key cut in two",
    "TestProtego::test_generosity_visit_time": "times of the day are written in one of the documented ways",
    "TestProtego::test_line_endings": "it asks for a private counter",
    "TestProtego::test_index_html_is_directory": "index.html is the directory for Google's library alone (Dialect.GOOGLE)",
    "TestProtego::test_special_symbols_dual_behaviour": "RFC 9309 section 2.2.3: an unescaped $ at the end is never a dollar sign",
    "TestProtego::test_with_absolute_urls": "a rule is a path; an absolute URL in it matches nothing",
    "TestProtego::test_bytestrings": "bytes are accepted",
    "test_equal_sign_in_path[https://example.com/1/filter/page%3D5/-True]": "%3D is not = (RFC 9309 section 2.2.2)",
    "test_user_agent_precedence[/group1-hedwig-news2]": "hedwig-news2 is not hedwig-news",
    "test_user_agent_precedence[/group3-hedwig-new]": "hedwig-new is not hedwig",
    "test_user_agent_precedence[/group3-hedwig-images]": "hedwig-images is not hedwig; a crawler lists the names it falls back to",
    "test_user_agent_boundary_matching[google-googlebot-mobile-True]": "googlebot-mobile is not google",
}


def failures(directory: Path, *tests: Path | str) -> tuple[set[str], int]:
    """Runs tests in a directory, with the facades in place. Returns what failed, and how many passed."""
    paths = [str(directory), str(PEERS)]
    options = ["-q", "-p", "facades", "--noconftest", "-p", "no:cacheprovider", "-c", os.devnull, "--tb=no"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *map(str, tests)],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    print(run.stdout, run.stderr)
    failed = re.findall(r"^(?:SUB)?FAILED(?:\(.*\))? \S*?\.py::(.+?)(?: - .*)?$", run.stdout, re.MULTILINE)
    passed = re.search(r"(\d+) passed", run.stdout)
    return set(failed), int(passed[1]) if passed else 0


def sources(name: str, directory: Path) -> Path:
    """The sources of the installed version of a package, tests included."""
    pytest.importorskip(name)
    version = importlib.metadata.version(name)
    download = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
    run = subprocess.run([*download, "-d", directory, f"{name}=={version}"], capture_output=True, text=True)
    archives = list(directory.glob("*.tar.gz"))
    if run.returncode or not archives:
        pytest.skip(f"the sources of {name} {version} cannot be downloaded: {run.stderr[-500:]}")
    with tarfile.open(archives[0]) as archive:
        archive.extractall(directory, filter="data")
    return next(path for path in directory.iterdir() if path.is_dir())


def test_cpython(tmp_path):
    pytest.importorskip("test.test_robotparser")
    import test.test_robotparser as tests

    failed, passed = failures(tmp_path, tests.__file__)
    assert failed == set(CPYTHON)
    assert passed > 40


def test_scrapy(tmp_path):
    failed, passed = failures(sources("scrapy", tmp_path), PEERS / "scrapy_base.py")
    assert failed == set(SCRAPY)
    assert passed == 7


def test_protego(tmp_path):
    failed, passed = failures(sources("protego", tmp_path), "tests/test_protego.py", "tests/test_on_google_spec.py")
    assert failed == set(PROTEGO)
    assert passed > 150
