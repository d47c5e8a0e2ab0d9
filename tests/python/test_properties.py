"""Puzzles drawn at random: Python answers what the command answers, and what can be worked out here."""

import json

import clew
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import command

BOARDS = [
    clew.Geometry(4),
    clew.Geometry(6),
    clew.Geometry(9),
    clew.Geometry(5, boxes=None),
    clew.Geometry(9, main_diagonal=True, anti_diagonal=True),
    clew.Geometry(6, anti_knight=True),
]


@st.composite
def puzzles(draw):
    """Givens of a solution, at times one of them wrong, at times a cage, at times pencil marks."""
    board = draw(st.sampled_from(BOARDS))
    blank = clew.Puzzle.blank(board)
    cells = draw(st.lists(st.integers(0, board.cells - 1), max_size=3, unique=True))
    seeds = blank.with_givens({cell: draw(st.integers(1, board.size)) for cell in cells})
    solution = clew.solve(seeds, max_nodes=10_000).solution
    if solution is None:
        solution = clew.solve(blank).solution
    keep = draw(st.lists(st.booleans(), min_size=board.cells, max_size=board.cells))
    givens = {c: int(solution[c]) for c in range(board.cells) if keep[c] or c % 3 == 0}
    if givens and draw(st.integers(0, 3)) == 0:
        cell = draw(st.sampled_from(sorted(givens)))
        givens[cell] = draw(st.integers(1, board.size))
    puzzle = blank.with_givens(givens)
    if draw(st.booleans()):
        cells = sorted(draw(st.sets(st.integers(0, board.cells - 1), min_size=2, max_size=3)))
        row = [c for c in cells if c // board.size == cells[0] // board.size]
        if len(row) > 1:
            puzzle = puzzle.with_rule("killer_cage", row, [int(solution[row].sum())])
    if draw(st.booleans()):
        cell = draw(st.integers(0, board.cells - 1))
        digits = draw(st.sets(st.integers(1, board.size)))
        puzzle = puzzle.with_marks({cell: digits | {int(solution[cell])}})
    return puzzle


@given(st.lists(puzzles(), min_size=1, max_size=8))
@settings(max_examples=25)
def test_python_answers_what_the_command_answers(several):
    text = "".join(puzzle.json() + "\n" for puzzle in several)
    counted = command("count", "--json", "--limit", "5000", "-", text=text)
    verified = command("verify", "--json", "-", text=text)
    assert len(counted) == len(verified) == len(several)
    for puzzle, count, verdict in zip(several, counted, verified):
        mine = clew.count(puzzle, limit=5000)
        assert (mine.solutions, mine.exact, mine.ending) == (
            count["count"],
            count["exact"],
            count["ending"],
        )
        assert clew.verify(puzzle).validity == verdict["validity"]
        assert clew.Puzzle(json.dumps(count)) == puzzle  # an answer names its question


@given(puzzles())
@settings(max_examples=40)
def test_answers_fit_each_other(puzzle):
    listed = clew.solutions(puzzle, limit=3000).array()
    for grid in listed[:20]:
        assert clew.find_fault(puzzle, grid) is None
        assert (puzzle.givens[puzzle.givens > 0] == grid[puzzle.givens > 0]).all()
        assert puzzle.candidates[np.arange(puzzle.cells), grid - 1].all()
    assert len(np.unique(listed, axis=0)) == len(listed)
    count = clew.count(puzzle, limit=3000)
    assert count.solutions == len(listed)
    if not count.exact:
        return
    for engine in ("search", "sat", "cubes"):
        assert clew.count(puzzle, engine=engine).solutions == len(listed)
    size = puzzle.size
    tally = (listed[:, :, None] == np.arange(1, size + 1)).sum(axis=0)
    density = clew.density(puzzle)
    assert density.total == len(listed)
    assert np.array_equal(density.counts.astype(int), tally)
    assert np.array_equal(clew.candidates(puzzle).possible, tally > 0)
    drawn = clew.sample(puzzle, 5, seed=1)
    assert len(drawn.grids) == (5 if len(listed) else 0)


@given(puzzles())
@settings(max_examples=60)
def test_texts_are_read_as_they_were_written(puzzle):
    assert clew.Puzzle(puzzle.json()) == puzzle
    assert eval(repr(puzzle)) == puzzle
    for form in ("fpuzzles", "sudokupad"):
        try:
            link = puzzle.text(form)
        except clew.ClewInputError:
            continue
        assert clew.Puzzle(link) == puzzle
