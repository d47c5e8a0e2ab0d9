"""The decision tree: every way through a puzzle that logic alone cannot finish."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Literal,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked
from .certifying import Certificate, Folder, _certificate
from .explaining import RulesLike, rules_text

if TYPE_CHECKING:
    import networkx  # type: ignore[import]


class DecisionTree:
    """A grown tree: ``clew.tree`` makes it. Equal patterns are one node, so it is a graph without cycles.

    ``totals``: ``patterns``, ``solutions``, ``candidates`` tried and what they led to (``solved``,
    ``partial``, ``impossible``), ``edges``, ``depth`` (fewest choices to the deepest node), ``longest``
    (most choices on any way), ``dead`` patterns, ``open`` ones (a limit ended the tree before), and
    ``complete``: the solutions are proved to be all there are (None: not known). ``solutions``, one line
    each, S01 first; ``proof``; ``ending`` ('exhausted' if it is whole); ``notes`` for the reader;
    ``options`` it was grown with.

    The names of nodes are the paper's: 'A' is the root, 'AB' its second pattern, 'S01' a solution.
    """

    def __init__(self, tree: _clew.Tree) -> None:
        self._tree = tree
        data: Dict[str, Any] = json.loads(tree.json(False))
        self.puzzle: str = data["puzzle"]
        self.options: Dict[str, str] = data["options"]
        self.ending: str = data["ending"]
        self.totals: Dict[str, Any] = data["totals"]
        self.proof: Optional[Dict[str, Any]] = data["proof"]
        self.notes: Tuple[str, ...] = tuple(data["notes"])
        self.solutions: Tuple[str, ...] = tuple(data["solutions"])

    @property
    def patterns(self) -> int:
        """How many patterns, solutions apart."""
        return int(self.totals["patterns"])

    @property
    def complete(self) -> Optional[bool]:
        """Whether the solutions are proved to be all there are; None if that is not known."""
        found: Optional[bool] = self.totals["complete"]
        return found

    def to_json(self) -> str:
        """Totals, proof and the whole graph as node-link JSON, as ``clew tree -o tree.json`` writes it.

        >>> '"directed": true' in clew.tree('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').to_json()
        True
        """
        return self._tree.json(True)

    def to_networkx(self) -> "networkx.DiGraph":
        """A ``networkx.DiGraph``, its nodes by name.

        Nodes have ``kind`` ('pattern', 'solution', 'impossible'), ``grid`` (a line of symbols), ``depth``,
        ``longest``, ``freedom`` (degrees of freedom), ``solutions_below``, ``dead``, ``expanded``, the
        counts of the candidates tried, ...; edges have ``name`` (of the target by this way) and
        ``candidates``, which lead there ('15.4': a 4 in row 1, column 5). ``graph['root']`` is the root.

        >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
        >>> graph = clew.tree(p92, prove=False).to_networkx()
        >>> len(graph), graph.number_of_edges(), graph.nodes['A']['freedom']
        (295, 1573, 109)
        """
        import networkx

        data = json.loads(self.to_json())
        graph = networkx.DiGraph(**data["graph"])
        for node in data["nodes"]:
            graph.add_node(node.pop("id"), **node)
        for link in data["links"]:
            graph.add_edge(link.pop("source"), link.pop("target"), **link)
        return graph

    @checked
    def to_dot(
        self,
        *,
        style: str = "auto",
        live: bool = False,
        depth: Optional[int] = None,
        collapse: Sequence[str] = (),
        legend: bool = True,
        title: Optional[str] = None,
        forced: Sequence[str] = (),
    ) -> str:
        """The tree for Graphviz's ``dot``. Options and errors as for ``to_svg``: KeyError.

        >>> clew.tree('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').to_dot()[:7]
        'digraph'
        """
        return self._drawing("dot", style, "graphviz", live, depth, collapse, legend, title, forced)

    @checked
    def to_svg(
        self,
        *,
        style: str = "auto",
        layout: str = "auto",
        live: bool = False,
        depth: Optional[int] = None,
        collapse: Sequence[str] = (),
        legend: bool = True,
        title: Optional[str] = None,
        forced: Sequence[str] = (),
    ) -> str:
        """The tree as SVG, by Graphviz's ``dot`` where it is installed and the tree is small, otherwise
        laid out by Clew, a column a level.

        ``style`` of nodes: 'text', 'grid', 'points' or 'auto'; ``layout``: 'graphviz', 'levels', 'layers' or 'auto'.
        ``live`` leaves out what has no solution below; ``depth`` draws so many levels below the root;
        ``collapse`` names nodes whose descendants are folded away; ``forced`` nodes to which what every
        way has in common is marked. ``title`` stands above in place of the figures ('' for nothing). Raises
        KeyError if there is no such node.

        >>> clew.tree('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').to_svg(layout='levels')[:4]
        '<svg'
        """
        if layout == "auto" and shutil.which("dot") is None:
            layout = "levels"
        by, text = self._tree.drawing(
            "svg", style, layout, live, depth, list(collapse), legend, title, list(forced)
        )
        if by == "clew":
            return text
        return _drawn(text)

    @checked
    def to_mermaid(self, *, depth: Optional[int] = 2, live: bool = False) -> str:
        """A Mermaid flowchart, for Markdown; viewers give up beyond some hundred nodes.

        >>> clew.tree('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').to_mermaid().splitlines()[1]
        'flowchart TD'
        """
        return self._drawing("mermaid", "auto", "graphviz", live, depth, (), True, None, ())

    @checked
    def to_html(self, title: Optional[str] = None) -> str:
        """One page that needs nothing else: an outline that unfolds, with every pattern's grid.

        >>> clew.tree('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').to_html()[:15]
        '<!doctype html>'
        """
        return self._tree.html(title)

    def to_graphml(self) -> str:
        """The graph as GraphML.

        >>> '<graphml' in clew.tree('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').to_graphml()
        True
        """
        return self._tree.graphml()

    @checked
    def table(self, node: str = "A") -> str:
        """What each candidate of a pattern led to: the paper's table. Raises KeyError if there is no such
        node.

        >>> print(clew.tree('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..', prove=False).table('AC').splitlines()[0])
        Node AC (dof 105, depth 1)
        """
        return self._tree.table(node)

    @checked
    def forced(self, node: str) -> str:
        """What every way to a solution ('S07'), or to a pattern, has in common, in words. Raises KeyError if
        there is no such node.

        >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
        >>> clew.tree(p92, mode='lean', prove=False).forced('S01')[:3]
        'S01'
        """
        return self._tree.forced(node)

    @checked
    def find(self, name: str) -> str:
        """The shortest name of a node by any of its names. Raises KeyError if there is none.

        >>> clew.tree('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..', prove=False).find('A')
        'A'
        """
        return self._tree.find(name)

    @checked
    def certify(
        self, folder: Folder, *, format: str = "drat", seconds: Optional[float] = None
    ) -> Certificate:
        """Writes a proof along the tree that its solutions are all there are: see ``clew.certify``.
        ``format``: 'drat', 'lrat' or 'veripb'.

        >>> import tempfile
        >>> found = clew.tree('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print(clew.check(found.certify(folder + '/tree.cert').folder))
        accepted: 12 solutions
        """
        call = Call(seconds=seconds)
        return finish(
            call, _certificate(_clew.certify_tree(self._tree, call, os.fspath(folder), format))
        )

    def _drawing(
        self,
        what: str,
        style: str,
        layout: str,
        live: bool,
        depth: Optional[int],
        collapse: Sequence[str],
        legend: bool,
        title: Optional[str],
        forced: Sequence[str],
    ) -> str:
        text: str = self._tree.drawing(
            what, style, layout, live, depth, list(collapse), legend, title, list(forced)
        )[1]
        return text

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return (
            f"{self.patterns} patterns, {len(self.solutions)} solutions"
            + ("" if self.ending == "exhausted" else f" ({self.ending})")
            + (", proved complete" if self.complete else "")
        )

    def __repr__(self) -> str:
        return f"<clew decision tree: {self}>"


class Diagram:
    """The tree at its smallest, as ``clew compile`` works it out: independent parts side by side, equal ones
    once. ``clew.tree(puzzle, mode='diagram')`` makes it. ``nodes``, ``solutions``, ``ending`` ('exhausted';
    otherwise the work ended before there was anything to draw).
    """

    def __init__(self, ending: str, nodes: int, solutions: int, dot: str) -> None:
        self.ending = ending
        self.nodes = nodes
        self.solutions = solutions
        self._dot = dot

    def to_dot(self) -> str:
        """For Graphviz's ``dot``. Raises ValueError if there is no diagram.

        >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
        >>> clew.tree(p92, mode='diagram').to_dot()[:7]
        'digraph'
        """
        if self.ending != "exhausted":
            raise ValueError(f"there is no diagram: {self}")
        return self._dot

    def to_svg(self) -> str:
        """Drawn by Graphviz's ``dot``, which must be installed. Raises ValueError if there is no diagram.

        >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
        >>> clew.tree(p92, mode='diagram').to_svg()[:4]
        '<svg'
        """
        return _drawn(self.to_dot())

    def _repr_svg_(self) -> Optional[str]:
        return None if self.ending != "exhausted" or shutil.which("dot") is None else self.to_svg()

    def __str__(self) -> str:
        if self.ending == "interrupted":
            return "the work was stopped"
        if self.ending != "exhausted":
            return "too many nodes to look at"
        return f"{self.nodes} nodes, {self.solutions} solutions"

    def __repr__(self) -> str:
        return f"<clew diagram: {self}>"


def _drawn(dot: str) -> str:
    drawn = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True, check=True)
    return drawn.stdout[drawn.stdout.index("<svg") :]


def _words(
    mode: str,
    choice: str,
    rules: RulesLike,
    screen: Optional[RulesLike],
    oracle: str,
    start: str,
    marks: str,
) -> Dict[str, Optional[str]]:
    return {
        "mode": mode,
        "choice": choice,
        "rules": rules_text(rules),
        "screen": None if screen is None else rules_text(screen),
        "oracle": oracle,
        "start": start,
        "marks": marks,
    }


@overload
def tree(  # type: ignore
    puzzle: PuzzleLike,
    *,
    mode: Literal["diagram"],
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Diagram: ...
@overload
def tree(
    puzzle: PuzzleLike,
    *,
    mode: str = "paris",
    choice: str = "first",
    rules: RulesLike = "singles",
    screen: Optional[RulesLike] = None,
    oracle: str = "none",
    start: str = "singles",
    marks: str = "recomputed",
    max_patterns: Optional[int] = None,
    prove: bool = True,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> DecisionTree: ...
@checked
def tree(
    puzzle: PuzzleLike,
    *,
    mode: str = "paris",
    choice: str = "first",
    rules: RulesLike = "singles",
    screen: Optional[RulesLike] = None,
    oracle: str = "none",
    start: str = "singles",
    marks: str = "recomputed",
    max_patterns: Optional[int] = None,
    prove: bool = True,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Union[DecisionTree, Diagram]:
    """The decision tree of a puzzle, by the procedure of J. Paris (2006).

    ``mode``: 'paris' tries both values of every binary cell, 'alternates' also inserts the other value of
    an impossible one everywhere below, 'lean' branches on one cell a pattern: the ``choice`` 'first',
    'freedom', 'balanced' or 'smallest'. ``rules`` close a candidate, after singles; ``screen`` rules only
    judge what is impossible; ``oracle`` 'sat' counts a pattern that SAT proves dead as impossible.
    ``start``: the root is what 'singles' or what the 'rules' leave; ``marks`` 'carried' keeps the rules'
    eliminations from pattern to pattern. ``prove`` compares the solutions with SAT, so that the tree knows
    whether it is ``complete``. ``max_patterns``, ``seconds`` or Ctrl-C leave a tree that is valid and says
    that it is not whole. The ``mode`` 'diagram' makes a Diagram instead, which takes no other option of the
    tree.

    >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> found = clew.tree(p92)
    >>> print(found)
    283 patterns, 12 solutions, proved complete
    >>> found.totals['longest']
    15
    """
    call = Call(seconds=seconds, progress=progress)
    words = _words(mode, choice, rules, screen, oracle, start, marks)
    if mode == "diagram":
        usual = _words(mode, "first", "singles", None, "none", "singles", "recomputed")
        for name, value in words.items():
            if value != usual[name]:
                raise ValueError(f"{name}: a diagram has none")
        if max_patterns is not None:
            raise ValueError("max_patterns: a diagram has none")
        return finish(call, Diagram(*_clew.diagram(as_puzzle(puzzle), call)))
    return finish(
        call, DecisionTree(_clew.tree(as_puzzle(puzzle), call, words, max_patterns, prove))
    )
