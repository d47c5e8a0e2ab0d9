"""Runs the notebooks of docs/notebooks: what test_notebooks.py holds them to.

A notebook is stored with its outputs, of each the form that a browser shows best and the plain text.
"""

import nbformat
from nbclient import NotebookClient


def run(path):
    """The notebook with the outputs of a fresh kernel, without what differs from run to run."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                keep_best(output)
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def joined(outputs):
    """What a cell printed, in one piece however the kernel cut it."""
    whole = []
    for output in outputs:
        if whole and output.output_type == "stream" == whole[-1].output_type:
            if output.name == whole[-1].name:
                whole[-1].text += output.text
                continue
        whole.append(output)
    return whole


def keep_best(output):
    """Of several forms of one answer the one that is shown, and the plain text."""
    data = output.get("data", {})
    if "text/html" in data:
        data.pop("image/svg+xml", None)
