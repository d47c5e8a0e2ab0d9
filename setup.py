"""What pyproject.toml cannot say: how CMake is called, and that the version is CMake's."""

import pathlib
import re
import sys

from skbuild import setup

cmake = pathlib.Path(__file__).with_name("CMakeLists.txt").read_text()
arguments = [
    "-DCLEW_BUILD_PYTHON=ON",
    "-DCLEW_PYTHON_ALONE=ON",
    "-DCLEW_UNITY=ON",
    "-DCLEW_BUILD_TESTS=OFF",
    f"-DCLEW_PYTHON={sys.executable}",
]
try:
    import pybind11

    arguments.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
except ImportError:
    pass  # CMake looks for it where the system keeps it

setup(
    version=re.search(r"project\(clew VERSION ([0-9.]+)", cmake)[1],
    packages=["clew"],
    package_dir={"": "python"},
    package_data={"clew": ["py.typed", "*.pyi"]},
    cmake_args=arguments,
    cmake_install_target="clew_python_install",
)
