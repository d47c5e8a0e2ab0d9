"""Pictures: well-formed, drawn by what a notebook would call, isolated where several stand in one page."""

import base64
import html.parser
import pathlib
import re
import xml.etree.ElementTree as ElementTree

import clew
import numpy as np
import pytest
from conftest import P92, command

GOULD = "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."


def parsed(svg):
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def words(svg):
    return "".join(parsed(svg).itertext())


class Page(html.parser.HTMLParser):
    """Every element that is opened is closed; the pictures are kept."""

    def __init__(self, text):
        super().__init__()
        self.open, self.pictures = [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        if tag == "img":
            found = dict(attributes)
            assert found["alt"]
            data = found["src"].removeprefix("data:image/svg+xml;base64,")
            self.pictures.append(base64.b64decode(data).decode())
        else:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


EXAMPLES = sorted(
    path
    for path in pathlib.Path("examples").iterdir()
    if path.suffix in (".sdk", ".json", ".txt", ".sdm", ".hodoku")
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_puzzle_has_a_picture(path):
    for puzzle in clew.read(path):
        digits = words(puzzle._repr_svg_())
        assert str(path) not in digits and "/" not in re.findall("<title>(.*?)</title>", puzzle._repr_svg_())[0]
        parsed(clew.draw(puzzle, candidates=True).svg)
        solution = clew.solve(puzzle)
        if solution.solution is not None:
            assert len(parsed(solution._repr_svg_()).findall(".//*")) > puzzle.cells


def test_a_board_shows_what_it_is_asked_for():
    puzzle = clew.Puzzle(P92)
    grid = next(clew.solutions(puzzle))
    for shape in (grid, grid.reshape(9, 9), grid.tolist()):
        assert clew.draw(puzzle, shape).svg == clew.draw(puzzle, grid).svg
    assert clew.draw(puzzle).svg != clew.draw(puzzle, candidates=True).svg
    with pytest.raises(ValueError):
        clew.draw(puzzle, grid[:80])
    with pytest.raises(ValueError):
        clew.draw(puzzle, np.zeros(81))
    with pytest.raises(ValueError):
        clew.draw(puzzle, cell_pixels=1)
    with pytest.raises(ValueError):
        clew.draw(puzzle, cell_pixels=float("nan"))


def test_a_verdict_shows_its_witnesses():
    assert len(Page(clew.verify(P92)._repr_html_()).pictures) == 2
    assert len(Page(clew.verify(GOULD)._repr_html_()).pictures) == 1
    assert len(Page(clew.verify("11" + "." * 79)._repr_html_()).pictures) == 0


def test_a_density_is_a_map():
    warm = clew.density(P92)
    parsed(warm.svg())
    assert warm.svg() != clew.density(P92, counts=False).svg()
    assert clew.density("11" + "." * 79)._repr_svg_()


def test_every_step_shows_its_board():
    walk = clew.explain(P92)
    for step in walk:
        assert step.title in words(step.svg())
        assert Page(step._repr_html_()).pictures == [step.svg()]
    assert Page(walk._repr_html_()).pictures == [walk.svg()]
    assert command("explain", "--json", "examples/p92.sdk")[0]["said"] in words(walk.svg())


def test_what_was_sent_has_no_picture_and_says_so():
    import pickle

    step = pickle.loads(pickle.dumps(clew.hint(P92).step))
    assert step._repr_svg_() is None and not Page(step._repr_html_()).pictures
    with pytest.raises(ValueError):
        step.svg()


@pytest.mark.parametrize("about", ["r1c2=4", "r1c1", "r1c3"])
def test_why_is_shown(about):
    why = clew.why(P92, about)
    assert Page(why._repr_html_()).pictures == [why._repr_svg_()]


def test_a_repair_and_its_proposals_are_shown():
    found = clew.repair(P92)
    Page(found._repr_html_())
    assert len(Page(found.proposals[0]._repr_html_()).pictures) == 1
    parsed(clew.generate()[0]._repr_svg_())


@pytest.mark.parametrize("layout", ["levels", "graphviz"])
def test_a_tree_is_drawn(layout):
    for options in ({}, {"mode": "lean"}):
        parsed(clew.tree(P92, **options, prove=False).to_svg(layout=layout, depth=2))
