"""The package and its examples, as `mypy --strict` reads them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import robots_exclusion

EXAMPLES = Path(__file__).parents[1] / "examples"
#: What the package subclasses or calls, so that it cannot be checked without.
NEEDED = ["httpx", "requests", "scrapy"]
#: What may not be here, and is taken for untyped where it is: types of other versions say other things.
UNTYPED = ["duckdb", "pandas", "polars", "pyarrow", "pyspark", "vl_convert"]


def test_the_package_and_its_examples(tmp_path):
    for name in ("mypy", *NEEDED):
        pytest.importorskip(name)
    settings = tmp_path / "mypy.ini"
    sections = "".join(f"[mypy-{name},{name}.*]\nignore_missing_imports = True\nfollow_imports = skip\n" for name in UNTYPED)
    settings.write_text(f"[mypy]\nstrict = True\n{sections}")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(tmp_path / "cache")]
    # Among other packages, each of them would be a part of what is checked.
    package = shutil.copytree(Path(robots_exclusion.__file__).parent, tmp_path / "package/robots_exclusion", ignore=shutil.ignore_patterns("__pycache__"))
    files = [package, *sorted(EXAMPLES.rglob("*.py"))]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
