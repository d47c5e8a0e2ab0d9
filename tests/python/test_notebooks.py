"""The notebooks: they run, and what they show is what is stored.

After a change that is meant:  CLEW_UPDATE_GOLDENS=1 ctest --test-dir build/release -R python.notebooks
"""

import os
import pathlib

import nbformat
import pytest

notebooks = pytest.importorskip("notebooks", reason="needs nbclient and ipykernel")

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
    if os.environ.get("CLEW_UPDATE_GOLDENS"):
        nbformat.write(made, path)
    for (source, new), (_, old) in zip(shown(made), shown(nbformat.read(path, as_version=4))):
        assert new == old, source


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_nothing_of_this_machine_is_in_them(path):
    text = path.read_text(encoding="utf-8")
    for place in (str(FOLDER), str(pathlib.Path.home()), "/tmp/", "site-packages", "Traceback"):
        assert place not in text, place
