"""pip builds the package from its sources and what it installs works, outside the tree. Ten minutes a way: with
CLEW_LONG_TESTS alone."""

import os
import pathlib
import subprocess
import sys
import tarfile

import pytest

from conftest import P92

pytestmark = pytest.mark.skipif(
    not os.environ.get("CLEW_LONG_TESTS"), reason="CLEW_LONG_TESTS is not set"
)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The sources as an archive, made by the backend that pyproject.toml names."""
    pytest.importorskip("skbuild")
    folder = tmp_path_factory.mktemp("sdist")
    left = pathlib.Path("MANIFEST.in")
    assert not left.exists()
    make = f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"
    try:
        subprocess.run([sys.executable, "-c", make], check=True, stdout=subprocess.DEVNULL)
    finally:
        left.unlink(missing_ok=True)  # scikit-build writes it
    (archive,) = folder.iterdir()
    return archive


def environment(folder):
    """A virtual environment that sees the system's packages: numpy, and what builds."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", str(folder)],
        check=True,
    )
    return str(folder / "bin" / "python")


def works(python, folder):
    """The package that this Python finds, outside the tree, is the installed one, and counts."""
    count = f"import clew; print(clew.__file__, clew.count('{P92}'), clew.tree('{P92}').patterns)"
    told = subprocess.run(
        [python, "-B", "-c", count],
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert told[1:] == ["12", "283"]
    package = pathlib.Path(told[0]).parent
    assert folder in package.parents
    assert (package / "py.typed").exists() and (package / "_clew.pyi").exists()


def test_the_sources_are_whole(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tracked = subprocess.run(
        ["git", "ls-files", "CMakeLists.txt", "cmake", "core", "encode", "explain", "logic", "proof", "python", "setter", "solve"],
        capture_output=True,
        text=True,
    ).stdout.split()
    assert set(tracked) <= names


def test_a_wheel_has_its_libraries_inside(sdist, tmp_path):
    python = environment(tmp_path / "env")
    build = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", str(sdist)]
    subprocess.run(build, check=True, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "--no-index", str(wheel)], check=True)
    works(python, tmp_path)
    (module,) = (tmp_path / "env").rglob("clew/_clew.*.so")
    told = subprocess.run(["ldd", str(module)], check=True, capture_output=True, text=True).stdout
    found = [line.split(" => ")[1].split()[0] for line in told.splitlines() if " => " in line]
    inside = {pathlib.Path(path).name for path in found if str(module.parent) in path}
    outside = {pathlib.Path(path).name for path in found} - inside
    assert inside
    assert outside <= {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6"}


def test_pip_installs_the_archive_in_isolation(sdist, tmp_path):
    python = environment(tmp_path / "env")
    fetch = [python, "-m", "pip", "download", "--no-deps", "--retries", "0", "-d", str(tmp_path)]
    if subprocess.run([*fetch, "pybind11"], capture_output=True).returncode != 0:
        pytest.skip("no package index answers here")
    subprocess.run([python, "-m", "pip", "install", str(sdist)], check=True, cwd=tmp_path)
    works(python, tmp_path)
