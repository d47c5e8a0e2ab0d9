"""Puzzles from arrays, tables out, answers that behave as one expects, somebody's steps judged."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import clew

P92 = "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."
GOULD_FILE = pathlib.Path("examples/gould92.sdk")
GRID = [[0 if c == "." else int(c) for c in P92[9 * r : 9 * r + 9]] for r in range(9)]


@pytest.mark.parametrize(
    "cells",
    [
        GRID,
        sum(GRID, []),
        tuple(map(tuple, GRID)),
        np.array(GRID),
        np.array(GRID, np.uint8).ravel(),
        np.array(GRID, float),
        np.where(np.array(GRID) == 0, np.nan, np.array(GRID, float)),
        [[None if d == 0 else d for d in row] for row in GRID],
        [list(P92[9 * r : 9 * r + 9]) for r in range(9)],
    ],
    ids=["rows", "cells", "tuples", "array", "flat", "floats", "nan", "none", "symbols"],
)
def test_a_puzzle_is_made_from_cells(cells):
    assert clew.Puzzle(cells) == clew.Puzzle(P92)
    assert int(clew.count(cells)) == 12


def test_a_puzzle_is_an_array_and_goes_round():
    puzzle = clew.Puzzle(P92)
    array = np.asarray(puzzle)
    assert array.shape == (9, 9) and array.dtype == np.uint8 and array.tolist() == GRID
    array[0, 0] = 5  # a copy of one's own
    assert puzzle[0] == 0
    assert np.array(puzzle, dtype=np.int64).dtype == np.int64
    assert clew.Puzzle(np.asarray(puzzle)) == puzzle
    assert len(puzzle) == 81 and list(puzzle) == sum(GRID, [])
    assert puzzle[2] == puzzle["r1c3"] == puzzle[0, 2] == 9
    with pytest.raises(IndexError):
        puzzle[9, 0]
    with pytest.raises((IndexError, ValueError)):
        puzzle["r10c1"]


def test_a_puzzle_is_made_from_a_path():
    assert clew.Puzzle(GOULD_FILE).given_count == 24
    assert clew.verify(GOULD_FILE)
    with pytest.raises(OSError):
        clew.Puzzle(pathlib.Path("nowhere.sdk"))


@pytest.mark.parametrize(
    "cells, error, says",
    [
        ([1, 2, 3], TypeError, "square"),
        ([[1, 2], [3]], TypeError, "square"),
        (np.zeros((3, 3, 9)), TypeError, "square"),
        ([], TypeError, "square"),
        (7, TypeError, "square"),
        ([[10] + [0] * 8] + [[0] * 9] * 8, ValueError, "r1c1"),
        ([[0] * 9] * 8 + [[0] * 8 + [1.5]], (TypeError, ValueError), ""),
        ([["x"] + [0] * 8] + [[0] * 9] * 8, ValueError, "'x' is no digit"),
    ],
)
def test_what_is_no_board_is_refused(cells, error, says):
    with pytest.raises(error, match=says):
        clew.Puzzle(cells)


def test_a_board_may_be_named_for_cells():
    board = clew.Puzzle.blank(clew.Geometry(6)).geometry
    assert clew.Puzzle(np.zeros((6, 6), int), geometry=board).size == 6
    with pytest.raises(ValueError, match="do not fit"):
        clew.Puzzle(np.zeros((9, 9), int), geometry=board)


def test_answers_are_safe_where_a_truth_value_is_asked_for():
    assert not clew.verify(P92) and not clew.verify("11" + "." * 79)
    assert clew.verify(GOULD_FILE)
    with pytest.raises(ValueError, match="not known"):
        bool(clew.Verdict("unknown", np.empty((0, 81), np.uint8), "interrupted", "search"))
    assert int(clew.count(P92)) == 12 and clew.count(P92)
    assert not clew.count("11" + "." * 79)
    with pytest.raises(ValueError, match="lower bound"):
        int(clew.count("." * 81, limit=10))
    repair = clew.repair(P92)
    assert repair[0] is repair.proposals[0] and repair[-1] is repair.proposals[-1]
    assert len(clew.generate(n=3, seed=4)) == 3


def test_a_table_has_a_row_a_puzzle(monkeypatch):
    import builtins

    real = builtins.__import__

    def without_pandas(name, *rest, **named):
        if name == "pandas":
            raise ImportError
        return real(name, *rest, **named)

    puzzles = [P92, clew.Puzzle(GOULD_FILE), "1...............", np.zeros((4, 4), int)]
    told = []
    for hide in (False, True):
        if hide:
            monkeypatch.setattr(builtins, "__import__", without_pandas)
        made = clew.table(puzzles, ["clues", "count", "verify", "se", "human"], progress=told.append)
        assert list(made["count"]) == [12, 1, 72, 288]
        assert list(made["clues"]) == [24, 24, 1, 0]
        assert list(made["verify"]) == ["several", "unique", "several", "several"]
        assert made["human"][1] > 3
    assert told == [1, 2, 3, 4] * 2
    assert isinstance(made, clew.Table) and made["se"][2] is None
    assert repr(made).splitlines()[0].split() == ["clues", "count", "verify", "se", "human"]
    own = clew.table("examples/two.sdm", {"first": lambda p: p[0], "how many": "count"})
    assert list(own) == ["first", "how many"] and len(own["first"]) == 2
    with pytest.raises(ValueError, match="columns"):
        clew.table([P92], ["weight"])
    with pytest.raises(clew.ClewInputError):
        clew.table(["nonsense"], ["count"])
    assert clew.table([P92], ["solve"])["solve"][0] == clew.Puzzle(clew.solve(P92).solution).line


def test_steps_and_grids_are_judged():
    solution = np.asarray(clew.solve(GOULD_FILE).solution).reshape(9, 9)
    assert clew.judge(GOULD_FILE, grid=solution).right
    wrong = solution.copy()
    open_cell = np.argwhere(np.asarray(clew.Puzzle(GOULD_FILE)) == 0)[0]
    wrong[tuple(open_cell)] = solution[tuple(open_cell)] % 9 + 1
    found = clew.judge(GOULD_FILE, grid=wrong)
    assert not found and found.grid["wrong"] == 1 and "wrong_cells" not in found.grid
    cell = f"r{open_cell[0] + 1}c{open_cell[1] + 1}"
    assert clew.judge(GOULD_FILE, grid=wrong, spoil=True).grid["wrong_cells"] == [cell]
    with pytest.raises(ValueError, match="nothing to judge"):
        clew.judge(GOULD_FILE)
    with pytest.raises(clew.ClewInputError, match="no conclusion"):
        clew.judge(P92, "r1c1 is 5")
    # Every step of Clew's own walk follows from what it cites.
    walk = clew.explain(P92, rules="human")
    lines = []
    for step in walk:
        said = [str(c) for c in step.placements]
        said += [str(c).replace("=", "<>") for c in step.eliminations]
        lines.append(", ".join(said) + ": " + "; ".join(map(str, step.cites)))
    judged = clew.judge(P92, lines)
    assert judged.right and {step.judgement for step in judged.steps} <= {"follows", "nothing new"}
    assert len(judged.steps) > 10
