"""pip builds the package and what it installs works. Ten minutes: with CLEW_LONG_TESTS alone."""

import os
import subprocess
import sys

import pytest

from conftest import P92


def test_pip_installs_the_package(tmp_path):
    if not os.environ.get("CLEW_LONG_TESTS"):
        pytest.skip("CLEW_LONG_TESTS is not set")
    pytest.importorskip("skbuild")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-index"),
            *("--no-deps", "--target", str(tmp_path), "."),
        ],
        check=True,
    )
    count = f"import clew; print(clew.__file__, clew.count('{P92}'))"
    done = subprocess.run(
        [sys.executable, "-B", "-c", count],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == [str(tmp_path / "clew" / "__init__.py"), "12"]
    assert (tmp_path / "clew" / "py.typed").exists() and (tmp_path / "clew" / "_clew.pyi").exists()
