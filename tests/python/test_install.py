"""What pip takes from the build is the whole package, and works away from it."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import clew

from conftest import P92

SOURCES = pathlib.Path("python/clew")


def test_the_build_has_every_source():
    built = pathlib.Path(clew.__file__).parent
    sources = {f.name for f in SOURCES.iterdir() if f.suffix in (".py", ".pyi", ".typed") or f.name == "py.typed"}
    assert sources == {f.name for f in built.iterdir() if f.is_symlink()}


def test_the_installed_package_counts(tmp_path):
    build = pathlib.Path(clew.__file__).parents[2]
    subprocess.run(
        ["cmake", "--install", build, "--component", "python", "--prefix", tmp_path],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    installed = [f.relative_to(tmp_path) for f in tmp_path.rglob("*") if f.is_file()]
    assert [str(f.parent) for f in installed] == ["python/clew"]
    assert installed[0].name.startswith("_clew.") and installed[0].suffix == ".so"
    shutil.copytree(SOURCES, tmp_path / "python" / "clew", dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-B", "-c", f"import clew; print(clew.count('{P92}'))"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "python")},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "12\n"


def test_the_version_is_one():
    said = re.search(r"project\(clew VERSION ([0-9.]+)", pathlib.Path("CMakeLists.txt").read_text())
    assert clew.__version__ == said[1]
