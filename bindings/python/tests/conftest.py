"""Data outside of this repository: the directory that the environment variable ROBOTS_SHARED names."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    directory = os.environ.get("ROBOTS_SHARED")
    if not directory:
        pytest.skip("ROBOTS_SHARED is not set")
    return Path(directory)
