"""Repairs, unavoidable sets, minimal puzzles, generated ones: those of the command."""

import os
import re
import subprocess

import clew
import hypothesis.strategies as st
import numpy as np
import pytest
from conftest import P92, command
from hypothesis import given, settings

GOULD = "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."


@pytest.mark.parametrize("puzzle", [P92, GOULD, "11" + "." * 79], ids=["p92", "gould", "none"])
def test_a_repair_is_that_of_the_command(puzzle):
    (told,) = command("repair", "--json", "-", text=puzzle)
    found = clew.repair(puzzle)
    assert (found.validity, found.ending) == (told["validity"], told["ending"])
    assert [p.text for p in found] == [p["text"] for p in told["proposals"]]
    assert [p.mended.line for p in found] == [p["puzzle"] for p in told["proposals"]]
    assert [p.solution for p in found] == [p["solution"] for p in told["proposals"]]
    assert [[str(c) for c in s] for s in found.add_clues] == told.get("add_clues", {}).get(
        "sets", []
    )
    assert [list(s) for s in found.ask_cells] == told.get("ask_cells", {}).get("sets", [])
    assert [q.cell for q in found.questions] == [q["cell"] for q in told.get("questions", [])]
    assert [list(c.clues) for c in found.conflicts] == [
        c["clues"] for c in told.get("conflicts", [])
    ]
    for proposal in found.proposals[:3]:
        assert clew.count(proposal.mended).solutions == 1


def test_words_come_in_german_too():
    repaired = clew.repair(P92, language="de")
    judged = clew.judge(P92, ["r1c2=4", "r7c5=7: r7c5", "r1c1=3", "r1c2<>4"], language="de")
    said = [
        *repaired.remarks,
        *(text for p in repaired for text in (p.text, *p.reasons)),
        clew.unavoidable(GOULD, max_size=4, language="de").said,
        clew.minimal(GOULD, language="de").said,
        *(step.said for step in judged.steps),
    ]
    english = re.compile(r"\b(the|of|is|are|and|with|from|to|solutions?|clues?|cells?|rows?)\b")
    assert [text for text in said if english.search(text)] == []
    with pytest.raises(ValueError, match="language 'fr'"):
        clew.minimal(GOULD, language="fr")


def test_what_is_added_leaves_one_solution():
    found = clew.repair(P92)
    puzzle = clew.Puzzle(P92)
    for clues in found.add_clues:
        assert clew.count(puzzle.with_givens({c.cell: c.digit for c in clues})).solutions == 1
    total = clew.count(puzzle).solutions
    for question in found.questions:
        parts = {
            digit: clew.count(puzzle.with_givens({question.cell: digit})).solutions
            for digit in question.digits
        }
        assert parts == question.digits and sum(parts.values()) == total


@pytest.mark.parametrize("method", ["search", "sat", "templates"])
def test_unavoidable_sets_are_those_of_the_command(method):
    (told,) = command("unavoidable", "--json", "--size", "8", "--method", method, "-", text=GOULD)
    found = clew.unavoidable(GOULD, max_size=8, method=method)
    assert found.outcome == "found" and found.exact and len(found) > 6
    assert [list(s.cells) for s in found] == [s["cells"] for s in told["sets"]]
    assert [s.hit for s in found] == [s["hit"] for s in told["sets"]]
    assert [s.kind for s in found] == [s.get("kind") for s in told["sets"]]


def test_readings_are_those_of_the_command():
    read = GOULD.replace("31", "37", 1)
    (told,) = command("repair", "--confusions", "usual", "--top", "10", "--json", "-", text=read)
    found = clew.misread(read)
    assert found[0].puzzle == clew.Puzzle(GOULD)
    assert [r.solution for r in found] == [r["solution"] for r in told["readings"]]
    assert [r.share for r in found] == [r["share"] for r in told["readings"]]
    assert found.suspects == {s["cell"]: s["share"] for s in told["suspects"]}
    assert found.exact == (told["ending"] == "exhausted")
    assert found[0].changes == {"r2c5": (7, 1)}
    with pytest.raises(clew.ClewInputError):
        clew.misread(read, confusions="1-7")


def test_unavoidable_sets_of_several_solutions_and_of_none():
    found = clew.unavoidable(P92, not_hit=True)
    assert found.sets and not any(s.hit for s in found)
    assert clew.unavoidable("11" + "." * 79).outcome == "no solution"
    assert clew.unavoidable("." * 81, max_solutions=5).outcome == "too many solutions"
    assert clew.unavoidable(GOULD, shapes=True).sets


def test_rules_are_placed_and_those_that_follow_are_found():
    (made,) = clew.generate(board=clew.Geometry(6), place="kropki,thermometer:2", seed=3)
    kinds = [rule.kind for rule in made.puzzle.rules]
    assert kinds.count("thermometer") == 2 and set(kinds) <= {"thermometer", "difference", "ratio"}
    assert clew.count(made.puzzle).solutions == 1
    found = clew.minimal(made.puzzle, "one", rules=True)
    assert found.redundant == () and len(found.rules) <= len(kinds)
    assert clew.minimal(made.puzzle).rules == ()
    with pytest.raises(ValueError, match="cannot be placed"):
        clew.generate(place="wobbly")


def test_minimal_puzzles_are_those_of_the_command():
    (told,) = command("minimal", "--all", "--json", "-", text=GOULD)
    found = clew.minimal(GOULD, "all")
    assert found.complete
    assert [str(c) for c in found.redundant] == told["redundant"]
    assert [p.line for p in found.puzzles] == told["subpuzzles"]
    (one,) = clew.minimal(GOULD, "one", seed=3).puzzles
    assert clew.minimal(one).redundant == ()


def test_a_minimal_puzzle_that_time_cut_short_is_not_complete():
    (grid,) = clew.solutions(25 * 25 * ".", limit=1)
    found = clew.minimal(clew.Puzzle(grid.reshape(25, 25)), "one", seconds=1)
    assert not found.complete and "perhaps more could go" in found.said


def test_generated_puzzles_are_those_of_the_command():
    lines = [m.puzzle.line for m in clew.generate(3, seed=7)]
    told = subprocess.run(
        [os.environ["CLEW"], "generate", "-n", "3", "--seed", "7"], capture_output=True, text=True
    ).stdout.split()
    assert lines == told
    assert lines == [m.puzzle.line for m in clew.generate(3, seed=7, threads=1)]


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from([1, 2, 3, (2, 6)]), st.sampled_from([4, 6, 9]))
def test_wishes_are_kept(seed, solutions, size):
    for made in clew.generate(
        seed=seed, solutions=solutions, redundant=True, board=clew.Geometry(size)
    ):
        low, high = solutions if isinstance(solutions, tuple) else (solutions, solutions)
        assert low <= made.solutions <= high
        assert clew.count(made.puzzle).solutions == made.solutions
        given = np.flatnonzero(made.puzzle.givens)
        assert (made.solution[given] == made.puzzle.givens[given]).all()
        assert made.solution.shape == (size * size,)


def test_a_wish_for_a_path_is_kept():
    (made,) = clew.generate(technique="naked-pair", seed=2)
    assert "naked-pair" in {s.technique for s in clew.explain(made.puzzle, rules="methods")}


def test_what_cannot_be_made_is_said():
    with pytest.warns(RuntimeWarning, match="1 of 1"):
        assert clew.generate(clues=18, attempts=2) == []
    for wrong in (
        lambda: clew.generate(symmetry="odd"),
        lambda: clew.generate(technique="magic"),
        lambda: clew.generate(clues=(9, 3)),
        lambda: clew.repair(P92, pairs="some"),
        lambda: clew.unavoidable(P92, method="magic"),
        lambda: clew.minimal(P92, "some"),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_what_is_stopped_leaves_what_was_made():
    made = clew.generate(500, seed=5, seconds=0.2)
    assert [m.puzzle for m in made] == [m.puzzle for m in clew.generate(len(made), seed=5)]


CAGES = """{"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"..34341221434321","rules":[
  {"kind":"killer_cage","cells":["r1c1","r1c2"],"numbers":[2]}]}"""


def test_rules_are_mended_dug_and_generated_on():
    found = clew.repair(CAGES)
    assert found.validity == "no solution"
    assert [c.rules for c in found.conflicts] == [(0,)]
    texts = [p.text for p in found]
    assert "change the sum of the killer cage r1c1 and r1c2 from 2 to 3" in texts
    for proposal in found:
        assert clew.count(proposal.mended).solutions == 1
        assert set(proposal.changes[0].rules) == {0}
    mended = found.proposals[texts.index(texts[0])].mended
    (small,) = clew.minimal(mended, "one").puzzles
    assert small.rules == mended.rules and clew.count(small).solutions == 1
    (made,) = clew.generate(board=mended, technique=("naked-single", "hidden-single"))
    assert made.puzzle.rules == mended.rules and clew.count(made.puzzle).solutions == 1
    assert clew.unavoidable(made.puzzle, max_size=16).exact
    with pytest.raises(clew.ClewInputError, match="killer cages"):
        clew.unavoidable(made.puzzle, shapes=True)


def test_a_cell_that_was_drawn_into_the_wrong_cage_is_told_and_mended():
    found = clew.repair(
        """{"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"..34341221434321","rules":[
        {"kind":"killer_cage","cells":["r1c1"],"numbers":[3]},
        {"kind":"killer_cage","cells":["r1c2","r1c3","r1c4"],"numbers":[7]}]}"""
    )
    (proposal,) = [p for p in found if p.changes[0].kind == "move cell"]
    assert proposal.text == (
        "move r1c2 from the killer cage r1c2, r1c3 and r1c4 to the killer cage r1c1"
    )
    (change,) = proposal.changes
    assert change.cell == "r1c2" and change.edits == {}
    assert change.rules == {
        1: "killer cage: r1c3 and r1c4 differ and sum to 7",
        0: "killer cage: r1c1 and r1c2 differ and sum to 3",
    }
    assert clew.count(proposal.mended).solutions == 1
    assert all(p.changes[0].cell is None for p in clew.repair(P92))
