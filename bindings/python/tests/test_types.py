"""The package and its examples, as `mypy --strict` reads them."""

import subprocess
import sys
from pathlib import Path

import pytest
import robots_exclusion

EXAMPLES = Path(__file__).parents[1] / "examples"
#: What the package and its examples may work with, and may not be installed, or has no types.
LIBRARIES = ["duckdb", "httpx", "pandas", "polars", "pyarrow", "pyspark", "requests", "scrapy", "twisted", "zope"]


def test_the_package_and_its_examples(tmp_path):
    pytest.importorskip("mypy")
    settings = tmp_path / "mypy.ini"
    sections = "".join(f"[mypy-{name},{name}.*]\nignore_missing_imports = True\n" for name in LIBRARIES)
    settings.write_text(f"[mypy]\nstrict = True\n{sections}")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(tmp_path / "cache")]
    files = [Path(robots_exclusion.__file__).parent, *sorted(EXAMPLES.glob("*.py"))]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
