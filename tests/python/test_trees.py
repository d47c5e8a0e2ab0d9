"""Decision trees and certificates: those of the command, as graphs, pictures and folders."""

import json
import pathlib

import clew
import networkx
import pytest
from conftest import P92, command

GOULD = "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."


@pytest.mark.parametrize(
    "options, arguments",
    [
        ({}, []),
        ({"mode": "lean", "choice": "smallest"}, ["--mode", "lean", "--choice", "smallest"]),
        ({"mode": "alternates", "rules": "sudokujm"},
         ["--mode", "alternates", "--rules", "sudokujm"]),
        ({"screen": "sudokujm", "prove": False}, ["--screen", "sudokujm", "--no-proof"]),
        ({"oracle": "sat", "start": "rules", "marks": "carried", "rules": "pike"},
         ["--oracle", "sat", "--start", "rules", "--marks", "carried", "--rules", "pike"]),
        ({"max_patterns": 20}, ["--max-patterns", "20"]),
    ],
    ids=str,
)  # fmt: skip
def test_a_tree_is_that_of_the_command(options, arguments):
    (told,) = command("tree", "--json", *arguments, "examples/p92.sdk")
    tree = clew.tree(P92, **options)
    assert tree.totals == told["totals"]
    assert tree.options == told["options"]
    assert list(tree.solutions) == told["solutions"]
    assert tree.proof == told["proof"] and tree.ending == told["ending"]
    assert tree.complete == told["totals"]["complete"]


def test_the_tree_as_a_graph_is_the_tree():
    tree = clew.tree(P92)
    graph = tree.to_networkx()
    assert networkx.is_directed_acyclic_graph(graph)
    assert len(graph) == tree.patterns + len(tree.solutions)
    assert graph.number_of_edges() == tree.totals["edges"]
    assert networkx.dag_longest_path_length(graph) == tree.totals["longest"]
    root = graph.graph["root"]
    below = networkx.descendants(graph, root) | {root}
    assert below == set(graph)
    solutions = {n: d["grid"] for n, d in graph.nodes(data=True) if d["kind"] == "solution"}
    assert sorted(solutions) == [f"S{i:02}" for i in range(1, 13)]
    assert [solutions[f"S{i:02}"] for i in range(1, 13)] == list(tree.solutions)
    for node, data in graph.nodes(data=True):
        reached = (networkx.descendants(graph, node) | {node}) & set(solutions)
        if data["kind"] == "pattern":
            assert data["solutions_below"] == len(reached)
            assert data["dead"] == (not reached)
        assert tree.find(node) == node
    for _, target, data in graph.edges(data=True):
        assert tree.find(data["name"]) == target
        assert data["candidates"]


def test_every_form_of_the_tree_is_written():
    tree = clew.tree(P92, prove=False)
    assert json.loads(tree.to_json())["totals"] == tree.totals
    assert tree.to_dot(style="grid", live=True).startswith("digraph")
    for layout in ("levels", "layers", "graphviz"):
        svg = tree.to_svg(layout=layout, depth=2, title="A title", forced=["S07"])
        assert svg.startswith("<svg") and "A title" in svg
    assert "S12" in tree.to_svg() and "S12" not in tree.to_svg(depth=0)
    assert "<graphml" in tree.to_graphml()
    assert "flowchart" in tree.to_mermaid(depth=1)
    assert "<html" in tree.to_html("A title") and "A title" in tree.to_html("A title")
    assert tree._repr_svg_() == tree.to_svg()


def test_what_is_not_there_is_refused():
    tree = clew.tree(GOULD)
    with pytest.raises(KeyError):
        tree.table("ZZ")
    with pytest.raises(KeyError):
        tree.to_svg(forced=["S99"])
    with pytest.raises(clew.ClewInputError):
        tree.to_svg(collapse=["ZZ"])
    for wrong in (
        lambda: clew.tree(P92, mode="round"),
        lambda: clew.tree(P92, rules="magic"),
        lambda: clew.tree(P92, max_patterns=0),
        lambda: tree.to_svg(style="fine"),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_a_tree_that_is_stopped_is_valid():
    tree = clew.tree("." * 81, seconds=0.1)
    assert tree.ending == "interrupted" and not tree.complete
    assert "interrupted" in str(tree)
    assert len(tree.to_networkx()) == tree.patterns + len(tree.solutions)


def test_certificates_are_accepted(tmp_path):
    for name, made in (
        ("count", clew.certify(P92, tmp_path / "count", format="veripb")),
        ("graph", clew.certify(P92, tmp_path / "graph", format="cpog")),
        ("tree", clew.tree(P92).certify(tmp_path / "tree")),
        ("lrat", clew.tree(P92).certify(tmp_path / "lrat", format="lrat")),
    ):
        assert made.written and made.count == 12 and made.about == "solutions"
        checked = clew.check(tmp_path / name)
        assert checked and checked.count == 12 and checked.checked
        (told,) = command("check", "--json", str(tmp_path / name))
        assert told["accepted"] is True
    steps = clew.explain(P92, rules="human").certify(tmp_path / "walk")
    assert steps.about == "steps" and steps.count > 30 and clew.check(tmp_path / "walk")


def test_certificates_that_were_changed_are_refused(tmp_path):
    folder = pathlib.Path(clew.certify(P92, tmp_path / "cert").folder)
    with pytest.raises(OSError):
        clew.certify(P92, folder)  # holds something
    (folder / "solutions.txt").write_text("1" * 81 + "\n")
    with pytest.raises(clew.ClewInputError):
        clew.check(folder)
    with pytest.raises(OSError):
        clew.check(tmp_path / "nothing")
    with pytest.raises(ValueError):
        clew.certify(P92, tmp_path / "other", format="sealed")
    with pytest.raises(ValueError, match="cpog"):
        clew.tree(P92).certify(tmp_path / "other", format="cpog")
