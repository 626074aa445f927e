"""What is in the wheel besides the modules."""

import importlib.metadata


def test_licenses_travel_with_the_wheel():
    files = importlib.metadata.files("robots-exclusion") or []
    texts = {file.name: file.read_text(encoding="utf-8") for file in files if "licenses" in file.parts}
    assert set(texts) == {"LICENSE", "THIRD-PARTY-LICENSES.yml"}
    assert "package_name: pyo3\n" in texts["THIRD-PARTY-LICENSES.yml"]
