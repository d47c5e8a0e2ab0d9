"""Other programs read what `clew tree` exports: the layout programs of Graphviz, NetworkX, and any
reader of GraphML, by NetworkX, by igraph and by what Gephi's importer asks for.

    readers.py CLEW PUZZLE READER
        READER: dot, neato-n2, neato, sfdp, networkx, graphml, igraph, json

Exit code 77, with a sentence, if the reader is not installed.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path

TITLE = 'a "title" <b>&amp; \\n {x|y}'
# Arguments, and whether Graphviz's dot draws it in a second or two.
EXPORTS = [
    (["--mode", "lean"], True),
    (["--mode", "lean", "--style", "grid"], True),
    (["--mode", "lean", "--style", "points", "--title", TITLE], True),
    (["--mode", "lean", "--style", "grid", "--layout", "levels"], True),
    (["--mode", "lean", "--style", "points", "--layout", "levels"], True),
    (["--depth", "2"], True),
    (["--depth", "2", "--style", "grid", "--title", TITLE], True),
    (["--depth", "2", "--style", "points", "--no-legend"], True),
    (["--mode", "alternates", "--max-patterns", "20"], True),
    (["--depth", "1", "--layout", "graphviz", "--title", "", "--no-legend"], True),
    ([], False),
    (["--style", "grid"], False),
    (["--style", "points"], False),
]


def absent(what):
    print(what, "is not installed")
    sys.exit(77)


def require(condition, *words):
    if not condition:
        raise AssertionError(" ".join(str(word) for word in words))


def export(clew, puzzle, folder, arguments, ending):
    file = Path(folder) / ("tree." + ending)
    run = subprocess.run([clew, "tree", puzzle, "-q", "--no-proof", "-o", file] + arguments,
                         capture_output=True, text=True)
    # 20: a tree that --max-patterns cut short
    require(run.returncode in (0, 20), arguments, run.stderr)
    return file


def unquoted(text):
    return re.sub(r"\\(.)", r"\1", text)


def dot_nodes(text):
    return {unquoted(name) for name in re.findall(r'^  "((?:[^"\\]|\\.)*)" \[id=', text, re.M)}


def dot_edges(text):
    return len(re.findall(r'^  "(?:[^"\\]|\\.)*" -> ', text, re.M))


def check_layout(reader, clew, puzzle, folder):
    program = reader.split("-")[0]
    if not shutil.which(program):
        absent("Graphviz's " + program)
    for arguments, light in EXPORTS:
        if reader == "dot" and not light:
            continue
        text = export(clew, puzzle, folder, arguments, "dot").read_text()
        placed = " pos=" in text
        if reader == "neato-n2" and not placed:
            continue
        command = [program] + (["-n2"] if reader == "neato-n2" else []) + ["-Tjson0"]
        run = subprocess.run(command, input=text, capture_output=True, text=True)
        where = [reader] + arguments
        require(run.returncode == 0 and run.stderr == "", where, run.returncode, run.stderr)
        graph = json.loads(run.stdout)
        nodes = [o for o in graph["objects"] if "pos" in o]
        require({n["name"] for n in nodes} == dot_nodes(text), where, "nodes are lost")
        require(len(graph.get("edges", [])) == dot_edges(text), where, "edges are lost")
        for node in nodes:
            require(node["id"] == node["name"] and node["tooltip"] and node["class"], where, node["name"])
        boxes = []
        for node in nodes:
            x, y = (float(v) for v in node["pos"].split(","))
            w, h = 72 * float(node["width"]) / 2, 72 * float(node["height"]) / 2
            boxes.append((x - w, y - h, x + w, y + h, node["name"]))
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
                require(apart > -1.0, where, a[4], "and", b[4], "overlap by", -apart)
        if "label=<" in text:  # the caption and the legend: above all nodes
            x, y = (float(v) for v in graph["lp"].split(","))
            bottom = y - 72 * float(graph["lheight"]) / 2
            require(max(box[3] for box in boxes) <= bottom + 1, where, "the legend covers nodes")
        if reader == "neato-n2":
            kept = dict(re.findall(r'^  "([^"]*)" \[id=.* pos="([^"]*)"', text, re.M))
            for node in nodes:
                given = [float(v) for v in kept[node["name"]].split(",")]
                drawn = [float(v) for v in node["pos"].split(",")]
                # Graphviz writes five digits.
                require(all(abs(p - q) < 0.1 + 1e-4 * abs(p) for p, q in zip(given, drawn)), where,
                        node["name"], "was moved from", given, "to", drawn)


def networkx():
    warnings.simplefilter("ignore")
    try:
        import networkx
    except ImportError:
        absent("NetworkX (python3-networkx)")
    return networkx


def check_networkx(clew, puzzle, folder):
    nx = networkx()
    try:
        import pydot  # noqa: F401
    except ImportError:
        absent("pydot (python3-pydot)")
    for arguments, light in EXPORTS:
        if not light or arguments[:4] == ["--depth", "2", "--style", "grid"]:  # a minute of pydot each
            continue
        file = export(clew, puzzle, folder, arguments, "dot")
        text = file.read_text()
        graph = nx.nx_pydot.read_dot(file)
        graph.remove_nodes_from([n for n in graph if n == "\\n"])  # pydot 1.4 takes line ends for nodes
        require({n.strip('"') for n in graph} == dot_nodes(text), arguments, "nodes are lost")
        require(graph.number_of_edges() == dot_edges(text), arguments, "edges are lost")
        require(nx.is_directed_acyclic_graph(graph), arguments, "not acyclic")
        require(all(d.get("tooltip") for _, d in graph.nodes(data=True)), arguments, "no tooltips")


def check_json(clew, puzzle, folder):
    nx = networkx()
    for arguments in ([], ["--mode", "lean"], ["--max-patterns", "20"]):
        data = json.loads(export(clew, puzzle, folder, arguments, "json").read_text())
        try:
            graph = nx.node_link_graph(data, edges="links")
        except TypeError:  # before NetworkX 3.4 links were the only name
            graph = nx.node_link_graph(data)
        require(len(graph) == len(data["nodes"]), arguments, "nodes are lost")
        require(graph.number_of_edges() == len(data["links"]), arguments, "links are lost")
        require(nx.is_directed_acyclic_graph(graph), arguments, "not acyclic")


TYPES = {"boolean": bool, "int": int, "long": int, "float": float, "double": float, "string": str}


def check_graphml(clew, puzzle, folder):
    nx = networkx()
    name = lambda tag: "{http://graphml.graphdrawing.org/xmlns}" + tag
    for arguments in ([], ["--mode", "lean"], ["--mode", "alternates"], ["--max-patterns", "20"]):
        file = export(clew, puzzle, folder, arguments, "graphml")
        data = json.loads(export(clew, puzzle, folder, arguments, "json").read_text())
        # What the schema of GraphML asks for.
        root = ElementTree.parse(file).getroot()
        require(root.tag == name("graphml"), "no GraphML namespace:", root.tag)
        keys = {}
        for key in root.findall(name("key")):
            require(key.get("attr.type") in TYPES, key.attrib)
            require(key.get("for") in ("node", "edge", "graph"), key.attrib)
            require(key.get("id") not in keys, "key twice", key.attrib)
            keys[key.get("id")] = key
        graphs = root.findall(name("graph"))
        require(len(graphs) == 1 and graphs[0].get("edgedefault") == "directed", "one directed graph")
        ids = [node.get("id") for node in graphs[0].findall(name("node"))]
        require(len(set(ids)) == len(ids), "a node id twice")
        for tag in ("node", "edge"):
            for element in graphs[0].findall(name(tag)):
                for value in element.findall(name("data")):
                    key = keys[value.get("key")]
                    require(key.get("for") == tag, "a key of another kind", key.attrib)
                    kind = key.get("attr.type")
                    if kind == "boolean":
                        require(value.text in ("true", "false", "0", "1"), value.text)
                    else:
                        TYPES[kind](value.text or "")
        for edge in graphs[0].findall(name("edge")):
            require({edge.get("source"), edge.get("target")} <= set(ids), "an edge to nowhere")
        # Gephi's importer takes the key "label" of nodes and edges for what it writes beside them.
        for tag in ("node", "edge"):
            titles = [key.get("attr.name") for key in keys.values() if key.get("for") == tag]
            require("label" in titles and len(set(titles)) == len(titles), tag, titles)
        # What a reader makes of it.
        graph = nx.read_graphml(file)
        require(graph.is_directed() and not graph.is_multigraph(), "directed, no parallel edges")
        require(nx.is_directed_acyclic_graph(graph), "not acyclic")
        names = {d["name"] for _, d in graph.nodes(data=True)}
        require(all(d["label"] == d["name"] for _, d in graph.nodes(data=True)), "labels of nodes")
        require(all(d["label"] == d["by"] for _, _, d in graph.edges(data=True)), "labels of edges")
        require(names == {n["id"] for n in data["nodes"]}, "nodes are lost")
        require(graph.number_of_edges() == len(data["links"]), "edges are lost")
        for _, node in graph.nodes(data=True):
            require(isinstance(node["dead"], bool) and isinstance(node["depth"], int), node)


def check_igraph(clew, puzzle, folder):
    try:
        import igraph
    except ImportError:
        absent("igraph (python3-igraph)")
    for arguments in ([], ["--mode", "lean"], ["--mode", "alternates"], ["--max-patterns", "20"]):
        file = export(clew, puzzle, folder, arguments, "graphml")
        data = json.loads(export(clew, puzzle, folder, arguments, "json").read_text())
        graph = igraph.Graph.Read_GraphML(str(file))
        require(graph.is_directed() and graph.is_dag() and graph.is_simple(), arguments)
        nodes = {node["id"]: node for node in data["nodes"]}
        require(set(graph.vs["name"]) == set(nodes) and graph.vcount() == len(nodes), arguments,
                "nodes are lost")
        require({(graph.vs[e.source]["name"], graph.vs[e.target]["name"]) for e in graph.es} ==
                {(link["source"], link["target"]) for link in data["links"]}, arguments,
                "edges are lost")
        for vertex in graph.vs:
            node = nodes[vertex["name"]]
            require(vertex["kind"] == node["kind"] and vertex["label"] == node["id"], node)
            require(isinstance(vertex["dead"], bool) and vertex["depth"] == int(vertex["depth"]), node)
        require(all(graph.es["label"]), arguments, "edges without a label")


def main():
    clew, puzzle, reader = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if reader == "networkx":
            check_networkx(clew, puzzle, folder)
        elif reader == "graphml":
            check_graphml(clew, puzzle, folder)
        elif reader == "igraph":
            check_igraph(clew, puzzle, folder)
        elif reader == "json":
            check_json(clew, puzzle, folder)
        else:
            check_layout(reader, clew, puzzle, folder)


main()
