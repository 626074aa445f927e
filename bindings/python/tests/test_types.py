"""The package and its examples, as `mypy --strict` reads them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import robots_exclusion

EXAMPLES = Path(__file__).parents[1] / "examples"
README = EXAMPLES.parent / "README.md"
#: What the package subclasses or calls, so that it cannot be checked without.
NEEDED = ["httpx", "requests", "scrapy"]
#: What may not be here, and is taken for untyped where it is: types of other versions say other things.
UNTYPED = ["duckdb", "pandas", "polars", "pyarrow", "pyspark", "vl_convert"]


#: Which fields there are is told by the action, in each way to ask for it. What is an error has the comment that is one where there is no error.
NARROWED = """
from typing_extensions import assert_never, assert_type
from robots_exclusion.site import Crawler, Decision, Site, Visit

def decided(site: Site, crawler: Crawler) -> None:
    decision = site.decide(crawler, "/")
    decision.until + 1  # type: ignore[operator]
    if decision.action == "wait-until" or decision.action == "give-up-until":
        assert_type(decision.until, float)
        assert_type(decision.delay, None)
        assert decision.reason != "no such reason"  # type: ignore[comparison-overlap]
    elif decision.action == "too-slow":
        assert_type(decision.delay, float)
        assert_type(decision.until, None)
    elif decision.action == "fetch-robots" or decision.action == "fetch-page" or decision.action == "skip" or decision.action == "not-this-site":
        assert_type(decision.until, None)
        decision.delay.is_integer()  # type: ignore[attr-defined]
    else:
        assert_never(decision)
    if decision.action in ("wait-until", "give-up-until"):
        assert_type(decision.until, float)
    match decision.action:
        case "too-slow":
            assert_type(decision.delay, float)
    if decision.until is not None:
        decision.reason.upper()

def visited(visit: Visit) -> bytes:
    visit.read()  # type: ignore[union-attr]
    if visit.action == "page":
        assert_type(visit.redirect, str | None)
        return visit.read(1_000)
    elif visit.action == "wait-until" or visit.action == "give-up-until":
        assert_type(visit.until, float)
        assert_type(visit.response, None)
    elif visit.action == "too-slow":
        assert_type(visit.delay, float)
    elif visit.action == "skip" or visit.action == "not-this-site":
        assert_type(visit.until, None)
    else:
        assert_never(visit)
    assert isinstance(visit, Visit)
    return b""
"""


def readme_blocks():
    """The code of the README that says what it takes, apart from that of other sections."""
    blocks = README.read_text(encoding="utf-8").split("```python\n")[1:]
    return [block.split("```")[0] for block in blocks if "-> float" in block]


def test_the_package_and_its_examples(tmp_path):
    for name in ("mypy", *NEEDED):
        pytest.importorskip(name)
    narrowed, *readme = readme_blocks()
    assert "decision.until - now" in narrowed and not readme
    (tmp_path / "narrowed.py").write_text(NARROWED)
    (tmp_path / "readme.py").write_text(narrowed)
    settings = tmp_path / "mypy.ini"
    sections = "".join(f"[mypy-{name},{name}.*]\nignore_missing_imports = True\nfollow_imports = skip\n" for name in UNTYPED)
    settings.write_text(f"[mypy]\nstrict = True\n{sections}")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(tmp_path / "cache")]
    # Among other packages, each of them would be a part of what is checked.
    package = shutil.copytree(Path(robots_exclusion.__file__).parent, tmp_path / "package/robots_exclusion", ignore=shutil.ignore_patterns("__pycache__"))
    files = [package, tmp_path / "narrowed.py", tmp_path / "readme.py", *sorted(EXAMPLES.rglob("*.py"))]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
