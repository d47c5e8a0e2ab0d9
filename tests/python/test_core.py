"""Puzzles and counts: every format in and out, values that can be compared and sent, exact numbers."""

import copy
import json
import pathlib
import pickle
import warnings

import clew
import numpy as np
import pytest

from conftest import P92, command

EXAMPLES = sorted(
    path
    for path in pathlib.Path("examples").iterdir()
    if path.suffix in (".sdk", ".json", ".txt", ".sdm", ".hodoku")
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_puzzle_is_a_value(path):
    for puzzle in clew.read(path):
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
        assert pickle.loads(pickle.dumps(puzzle)).metadata == puzzle.metadata
        assert copy.deepcopy(puzzle) == puzzle
        assert hash(clew.Puzzle(puzzle.json())) == hash(puzzle)
        assert eval(repr(puzzle)) == puzzle
        assert pickle.loads(pickle.dumps(puzzle.geometry)) == puzzle.geometry
        if puzzle.given_count:
            cell = int(np.flatnonzero(puzzle.givens)[0])
            assert puzzle.with_givens({cell: None}) != puzzle
            assert puzzle.with_givens({cell: int(puzzle.givens[cell])}) == puzzle


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_counts_are_those_of_the_command(path):
    answers = command("count", "--json", "--limit", "1000", str(path))
    counts = [clew.count(puzzle, limit=1000) for puzzle in clew.read(path)]
    assert [(c.solutions, c.exact, c.ending, c.engine) for c in counts] == [
        (a["count"], a["exact"], a["ending"], a["engine"]) for a in answers
    ]


def test_every_format_that_is_written_is_read():
    puzzle = clew.Puzzle(P92)
    written = 0
    for form in clew.formats():
        if form.read and form.write:
            try:
                text = puzzle.text(form.name)
            except clew.ClewInputError:  # no room for the givens
                continue
            written += 1
            for again in (clew.Puzzle(text, format=form.name), clew.Puzzle(text)):
                if form.name == "sukaku":  # givens are single marks there
                    assert clew.count(again).solutions == clew.count(puzzle).solutions
                else:
                    assert again == puzzle, form.name
    assert written >= 12
    assert "dimacs" in [form.name for form in clew.formats()]


def test_arrays_are_the_puzzle():
    puzzle = clew.Puzzle(P92)
    assert puzzle.givens.dtype == np.uint8 and puzzle.givens.shape == (81,)
    assert "".join(".123456789"[d] for d in puzzle.givens) == puzzle.line == P92
    assert puzzle.candidates.dtype == np.bool_ and puzzle.candidates.shape == (81, 9)
    assert puzzle.marks.all()
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            assert list(np.flatnonzero(puzzle.candidates[cell])) == [digit - 1]
            assert not puzzle.candidates[list(puzzle.geometry.peers(cell)), digit - 1].any()
    with pytest.raises(ValueError):
        puzzle.givens[0] = 1


def test_a_count_is_exact_beyond_machine_words():
    result = clew.count("." * 81)
    assert result == clew.CountResult(
        int(command("count", "--json", "-", text="." * 81)[0]["count"]),
        True,
        "exhausted",
        "exact",
        result.nodes,
    )
    assert result.solutions > 2**64


def test_limits_are_said():
    for engine in ("auto", "search", "sat"):
        result = clew.count("." * 81, engine=engine, limit=5)
        assert (result.solutions, result.exact, result.ending) == (5, False, "limit reached")
        assert str(result) == ">=5"
    assert clew.count(clew.Puzzle.blank(clew.Geometry(16)), max_nodes=1000).ending == "out of budget"
    assert clew.count(clew.Puzzle.blank(clew.Geometry(16)), seconds=0.05).ending == "interrupted"


def test_a_second_engine_counts_too():
    check = clew.count(P92, verify_with="sat")
    assert check.agreement == "agree"
    assert (check.first.engine, check.second.engine) == ("search", "sat")
    assert check.first.solutions == check.second.solutions == clew.count(P92).solutions


def test_boards_and_rules_of_ones_own():
    x = clew.Geometry(9, main_diagonal=True, anti_diagonal=True)
    more = clew.Geometry(4, extra_cells=2, lines=False)
    assert more == pickle.loads(pickle.dumps(more)) and more.cells == 18
    assert str(more) == "4x4, digits may repeat in rows and columns, 2 extra cells"
    full = clew.Puzzle([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1, 0, 3], geometry=more)
    assert clew.count(full).solutions == 4 and full.givens[17] == 3
    odd = full.with_rule("sum", ["x1", "r1c3"], [0, 5, 1, 1])
    assert [c.cell for c in clew.hint(odd).step.eliminations] == [16, 16, 16]  # x1 is 2
    assert x != clew.Geometry() and hash(x) == hash(pickle.loads(pickle.dumps(x)))
    assert [h.name for h in x.houses if h.role == "diagonal"] == [
        "main diagonal",
        "anti-diagonal",
    ]
    assert clew.count(clew.Puzzle(P92, geometry=x)).solutions < clew.count(P92).solutions
    latin = clew.Puzzle.blank(clew.Geometry(4, boxes=None))
    assert clew.count(latin).solutions == 576  # Latin squares of order 4
    cage = clew.Puzzle.blank(clew.Geometry(4)).with_rule("killer_cage", ["r1c1", 1], [3])
    assert cage.rules[0].cells == (0, 1)
    plain = clew.count(clew.Puzzle.blank(clew.Geometry(4))).solutions
    assert clew.count(cage).solutions * 6 == plain  # 1 and 2, of the six pairs


@pytest.mark.parametrize(
    "text, line, column",
    [("", None, None), ("1" * 40 + "?" + "." * 40, 1, 41), ("." * 81 + "\n" + "." * 81, 2, 1)],
)
def test_bad_input_has_a_place(text, line, column):
    with pytest.raises(clew.ClewInputError) as caught:
        clew.Puzzle(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.what and caught.value.hint
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.line == line


def test_what_is_no_rule_is_left_out(tmp_path):
    drawn = json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "text": [{"value": "A"}]})
    with pytest.raises(clew.ClewInputError) as caught:
        clew.Puzzle(drawn)
    assert caught.value.parts == ("text",)
    assert pickle.loads(pickle.dumps(caught.value)).parts == ("text",)
    assert clew.count(clew.Puzzle(drawn, without=caught.value.parts)).solutions == 288
    assert len(clew.parse(drawn, without=["text"])) == 1
    path = tmp_path / "drawn.json"
    path.write_text(drawn)
    assert [puzzle.size for puzzle in clew.read(path, without=["text"])] == [4]


def test_bad_arguments_are_refused():
    with pytest.raises(clew.ClewInputError):
        clew.Geometry(3)
    with pytest.raises(clew.ClewInputError):
        clew.Geometry(9, boxes=(2, 5))
    with pytest.raises(clew.ClewInputError):
        clew.Puzzle.blank().with_rule("killer_cage", [0, 1], [3, 4])
    with pytest.raises(ValueError):
        clew.Puzzle.blank().with_givens({81: 1})
    with pytest.raises(ValueError):
        clew.Puzzle.blank().with_givens({"r1c1": 10})
    with pytest.raises(ValueError):
        clew.count(P92, engine="magic")
    with pytest.raises(ValueError):
        clew.count(P92, threads=0)
    with pytest.raises(ValueError):
        clew.count(P92, seconds=-1)
    with pytest.raises(ValueError, match="exact"):
        clew.count(clew.Puzzle.blank(clew.Geometry(16)), engine="exact")
    with pytest.raises(OSError):
        clew.read("no such file")


def test_a_question_without_a_clue_gets_a_warning():
    entered = ":0000:x:+1+2" + "." * 79 + "::::"
    with pytest.warns(UserWarning, match="no clue: all 2 digits are a player's"):
        clew.Puzzle(entered)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clew.Puzzle(P92)
        clew.Puzzle("." * 81)
        with pytest.raises(UserWarning):
            clew.Puzzle(entered)
