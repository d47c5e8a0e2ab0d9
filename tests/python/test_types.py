"""The public names: typed, documented, and every example true."""

import doctest
import inspect
import os
import pathlib
import re
import subprocess
import sys

import clew
import clew._clew
import numpy
import pytest

PACKAGE = pathlib.Path(clew.__file__).parent
# Type checks read the sources, not the links to them.
SOURCES = (PACKAGE / "__init__.py").resolve().parent

PUBLIC = {name: value for name, value in vars(clew).items() if not name.startswith("_")}
PUBLIC = {name: value for name, value in PUBLIC.items() if not inspect.ismodule(value)}


def documented():
    """Every public function, class, method and property with its documentation."""
    yield "clew", clew
    for name, value in PUBLIC.items():
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        yield name, value
        if inspect.isclass(value):
            for part, inner in vars(value).items():
                if not part.startswith("_") and (
                    inspect.isroutine(inner) or isinstance(inner, (property, staticmethod))
                ):
                    yield f"{name}.{part}", inner


@pytest.mark.parametrize("name, value", list(documented()), ids=[n for n, _ in documented()])
def test_is_documented_and_the_example_runs(name, value):
    text = inspect.getdoc(value)
    assert text and len(text) > 10, f"{name} has no documentation"
    test = doctest.DocTestParser().get_doctest(
        text, {"clew": clew, "np": numpy}, name, None, None
    )
    printed = []
    runner = doctest.DocTestRunner(
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False
    )
    runner.run(test, out=printed.append)
    assert runner.failures == 0, "".join(printed)


@pytest.mark.parametrize(
    ("name", "examples"),
    [("python.md", 16), ("tutorials/researcher.md", 8), ("tutorials/programmer.md", 4)],
)
def test_the_documents_are_true(name, examples):
    document = pathlib.Path("docs", name).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", document, re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, None, None)
    assert len(test.examples) >= examples
    printed = []
    runner = doctest.DocTestRunner(
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False
    )
    runner.run(test, out=printed.append)
    assert runner.failures == 0, "".join(printed)


def test_every_function_is_in_the_document():
    named = set(re.findall(r"`(\w+)[`(]", pathlib.Path("docs/python.md").read_text()))
    assert {n for n, v in PUBLIC.items() if inspect.isroutine(v)} <= named


def test_functions_have_examples():
    without = [
        name
        for name, value in documented()
        if inspect.isroutine(value) and "." not in name and ">>>" not in inspect.getdoc(value)
    ]
    assert without == []


def test_functions_are_typed():
    for name, value in PUBLIC.items():
        if inspect.isfunction(value):
            signature = inspect.signature(value)
            assert signature.return_annotation is not inspect.Signature.empty, name
            for parameter in signature.parameters.values():
                assert parameter.annotation is not inspect.Parameter.empty, f"{name}: {parameter}"


def test_the_stubs_are_the_module():
    import ast

    def names(body):
        for part in body:
            if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
                yield part.name, part
            elif isinstance(part, ast.AnnAssign):
                yield part.target.id, part

    tree = ast.parse((SOURCES / "_clew.pyi").read_text())
    stubs = dict(names(tree.body))
    module = {n: v for n, v in vars(clew._clew).items() if not n.startswith("_")}
    assert set(stubs) == set(module)
    for name, value in module.items():
        if inspect.isclass(value):
            inner = {n for n in vars(value) if not n.startswith("_")}
            assert {n for n, _ in names(stubs[name].body) if not n.startswith("_")} == inner, name


def test_mypy_finds_nothing():
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--no-error-summary"),
            *("--cache-dir", os.environ.get("CLEW_MYPY_CACHE", "/dev/null")),
            *("-p", "clew"),
        ],
        cwd=SOURCES.parent,
        capture_output=True,
        text=True,
    )
    assert done.stdout + done.stderr == ""
