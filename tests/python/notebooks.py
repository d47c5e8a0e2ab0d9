"""Runs the notebooks of docs/notebooks and writes their pages: what test_notebooks.py holds them to.

A notebook is stored with its outputs, of each the form that a browser shows best and the plain text; a
page beside it is the same as HTML that fetches nothing.
"""

import base64
import copy
import html
import re

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter

STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5;
       font-family: system-ui, sans-serif; color: #222; background: #fff; }
pre { overflow-x: auto; padding: .6rem .8rem; margin: .4rem 0; font-size: .85rem; line-height: 1.35; }
.highlight pre { background: #f4f4f2; border-radius: 4px; }
.prompt, .anchor-link { display: none; }
svg, img { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .15rem .6rem; border-bottom: 1px solid #ddd; }
code { background: #f4f4f2; border-radius: 3px; padding: 0 .2rem; }
.highlight .k, .highlight .kn, .highlight .ow { color: #00617f; font-weight: 600; }
.highlight .s1, .highlight .s2, .highlight .sa, .highlight .si, .highlight .sd { color: #7a4b00; }
.highlight .c1 { color: #666; font-style: italic; }
.highlight .mi { color: #7c2f7c; }
"""


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


def page(notebook):
    """The notebook as one HTML page. Pictures become images, as nbconvert strips SVG that stands open."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            svg = data.pop("image/svg+xml", None)
            if svg:
                code = base64.b64encode(svg.encode()).decode()
                data["text/html"] = f'<img src="data:image/svg+xml;base64,{code}" alt="a picture">'
    body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    title = re.search(r"^# (.+)$", notebook.cells[0].source, re.MULTILINE).group(1)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(line.rstrip() for line in body.strip().splitlines())
        + "\n</body>\n</html>\n"
    )
