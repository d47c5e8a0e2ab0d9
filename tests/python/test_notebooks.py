"""The notebooks: they run, what they show is what is stored, and their pages are the same.

After a change that is meant:  CLEW_UPDATE_GOLDENS=1 ctest --test-dir build/release -R python.notebooks
"""

import os
import pathlib
import re

import nbformat
import pytest

notebooks = pytest.importorskip("notebooks", reason="needs nbclient, nbconvert and ipykernel")

FOLDER = pathlib.Path("docs/notebooks").resolve()
STORED = sorted(FOLDER.glob("*.ipynb"))


def shown(notebook):
    """Cell by cell, what a reader sees."""
    return [
        (cell.source, [(o.output_type, o.get("text"), o.get("data")) for o in cell.get("outputs", ())])
        for cell in notebook.cells
    ]


def test_the_notebooks_are_here():
    assert len(STORED) >= 3


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path):
    made = notebooks.run(path)
    page = notebooks.page(made)
    if os.environ.get("CLEW_UPDATE_GOLDENS"):
        nbformat.write(made, path)
        path.with_suffix(".html").write_text(page, encoding="utf-8")
    for (source, new), (_, old) in zip(shown(made), shown(nbformat.read(path, as_version=4))):
        assert new == old, source
    stored = path.with_suffix(".html").read_text(encoding="utf-8")
    assert stored == page


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_nothing_of_this_machine_is_in_them(path):
    for file in (path, path.with_suffix(".html")):
        text = file.read_text(encoding="utf-8")
        for place in (str(FOLDER), str(pathlib.Path.home()), "/tmp/", "site-packages", "Traceback"):
            assert place not in text, f"{place} in {file.name}"
    # A page fetches nothing: every picture is in it.
    page = path.with_suffix(".html").read_text(encoding="utf-8")
    assert set(re.findall(r"<(?:script|link|iframe)\b", page)) == set()
    assert all(src.startswith("data:") for src in re.findall(r'<img[^>]* src="([^"]*)"', page))
