"""Explaining and rating: what the package says is what the command says."""

import json
import os
import pickle
import signal
import threading

import clew
import hypothesis.strategies as st
import pytest
from conftest import P92, command
from hypothesis import given, settings

GOULD = "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."
QUESTION = ("schema", "version", "source", "line", "puzzle", "geometry", "question")


def plain(data):
    return {key: value for key, value in data.items() if key not in QUESTION}


def first(*arguments, text):
    (answer,) = command(*arguments, "-", text=text)
    return plain(answer)


@pytest.mark.parametrize(
    "options, arguments",
    [
        ({}, []),
        ({"tidy": True}, ["--tidy"]),
        ({"rules": "human"}, ["--rules", "human"]),
        ({"rules": "methods", "guess": "all"}, ["--rules", "methods", "--guess", "all"]),
        ({"rules": "methods", "guess": "first", "max_guesses": 2},
         ["--rules", "methods", "--guess", "first", "--max-guesses", "2"]),
        ({"rules": "singles", "smallest": True}, ["--rules", "singles", "--smallest"]),
        ({"uniqueness": "assume", "rules": "all"}, ["--uniqueness", "assume", "--rules", "all"]),
        ({"notation": "eureka"}, ["--notation", "eureka"]),
        ({"language": "de"}, ["--language", "de"]),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("puzzle", [P92, GOULD, "11" + "." * 79], ids=["p92", "gould", "none"])
def test_a_walk_is_that_of_the_command(puzzle, options, arguments):
    walk = clew.explain(puzzle, **options)
    told = first("explain", "--json", *arguments, text=puzzle)
    assert plain(walk.data) == told
    assert [str(step.text) for step in walk] == [step["text"] for step in told["steps"]]
    assert walk.status == told["status"] and walk.said == told["said"]
    for step, raw in zip(walk, told["steps"]):
        assert [str(c) for c in step.placements] == raw.get("placements", [])
        assert [str(c) for c in step.eliminations] == raw.get(
            "set_aside", raw.get("eliminations", [])
        )
        assert len(step.cites) == len(raw.get("cites", []))
        assert len(step.branches) == len(raw.get("reasons", []))
        assert step.kind == raw.get("kind", "deduction")


def test_the_inner_steps_of_an_argument_are_objects():
    walk = clew.explain(P92)
    step = next(step for step in walk if step.branches)
    for branch in step.branches:
        assert branch.lines[0].technique is None  # what is supposed
        for place, line in enumerate(branch.lines[1:], 1):
            assert line.cites or line.lemma
            assert all(after < place for after in line.after)
    assert step == pickle.loads(pickle.dumps(step))
    walk.audit()


def test_cells_and_digits_are_numbers_on_large_boards_too():
    row = {f"r1c{digit}": digit for digit in range(1, 16)}
    puzzle = clew.Puzzle.blank(clew.Geometry(16)).with_givens(row)
    step = clew.hint(puzzle).step
    (placed,) = step.placements
    assert (placed.cell, placed.digit, placed.name) == (15, 16, "r1c16=G")


@pytest.mark.parametrize("about", ["r1c2=4", "r7c5=7", "r1c1", "r7c5", "r1c3", "r1c1=3"])
def test_why_is_that_of_the_command(about):
    told = command("why", "--json", "examples/p92.sdk", about)[0]
    why = clew.why(P92, about)
    assert (why.outcome, why.text) == (told["outcome"], told["text"])
    assert list(why.solutions) == told.get("solutions", [])
    assert list(why.differ) == told.get("differ", [])
    assert "".join(map(str, why.possible)) == told.get("possible", "")
    assert (why.step is None) == ("step" not in told)
    if why.step:
        assert why.step.text == told["step"]["text"]


def test_a_hint_gives_itself_away_by_degrees():
    hint = clew.hint(P92)
    for level, said in enumerate([hint.where, hint.what, hint.step.text], 1):
        told = command("hint", "--json", "--level", str(level), "examples/p92.sdk")[0]
        assert said in told["text"]
        assert hint.status == told["status"]


def test_steps_are_those_of_the_command():
    told = command("steps", "--json", "--reasons", "all", "--cell", "r7c5", "examples/p92.sdk")[0]
    found = clew.steps(P92, cell="r7c5", reasons="all")
    assert [s.text for s in found] == [s["text"] for s in told["steps"]]
    assert [len(s.also) for s in found] == [len(s["also"]) for s in told["steps"]]
    assert found == clew.steps(P92, cell=58, reasons="all")
    assert {s.technique for s in clew.steps(P92, technique="Hidden Single")} == {"hidden-single"}


@pytest.mark.parametrize("rules", [None, "all", "human"])
@pytest.mark.parametrize("file", ["examples/gould92.sdk", "examples/killer.json"])
def test_hints_and_steps_by_rules_and_without_are_those_of_the_command(file, rules):
    named = [] if rules is None else ["--rules", rules]
    with open(file) as text:
        puzzle = text.read()
    hint, steps = clew.hint(puzzle, rules=rules), clew.steps(puzzle, rules=rules)
    told = command("hint", "--json", "--level", "3", *named, file)[0]
    assert hint.status == told["status"]
    assert (hint.step and hint.step.text) == told.get("step", {}).get("text")
    listed = command("steps", "--json", *named, file)[0]
    assert [s.text for s in steps] == [s["text"] for s in listed["steps"]]


@pytest.mark.parametrize("scale", ["se", "hodoku", "methods", "needs", "paris", "human"])
@pytest.mark.parametrize("puzzle", [P92, GOULD], ids=["p92", "gould"])
def test_a_rating_is_that_of_the_command(puzzle, scale):
    told = first("rate", "--json", "--steps", "--scale", scale, text=puzzle)
    rating = clew.rate(puzzle, scale, steps=True)
    assert dict(rating) == told
    assert rating.scale == scale and rating["ending"] == rating.ending
    assert str(rating)


def test_a_rating_that_is_not_whole_says_so_in_words():
    assert str(clew.rate(P92, "methods")) == "140 (several solutions, stuck)"
    assert str(clew.rate("11" + 79 * ".", "needs")) == "no solution"
    whole = clew.rate(GOULD, "needs")
    assert str(whole) == f"{whole.largest} constraints"
    cut = clew.Rating({**whole, "at_least": 3, "proved": False, "ending": "interrupted", "solutions": "unknown"})
    assert str(cut) == "at least 3 constraints (unknown solutions, interrupted)"


def test_all_scales_at_once_are_those_of_the_board():
    assert list(clew.rate(GOULD)) == ["se", "hodoku", "methods", "needs", "paris", "human"]
    four = clew.Puzzle.blank(clew.Geometry(4)).with_givens({0: 1, 5: 2})
    assert list(clew.rate(four)) == ["methods", "needs", "paris"]
    with pytest.raises(clew.ClewInputError, match="9x9"):
        clew.rate(four, "se")
    with pytest.raises(AttributeError):
        clew.rate(GOULD, "se").level


def test_a_rule_set_may_be_a_dictionary():
    rules = {"name": "mine", "rules": [{"technique": "naked-single", "score": 3}]}
    walk = clew.explain(P92, rules=rules)
    assert walk.rule_set == "mine" and walk.rules == () and {step.score for step in walk} == {3}
    with pytest.raises(clew.ClewInputError):
        clew.explain(P92, rules={"rules": [{"technique": "magic", "score": 1}]})


@pytest.mark.parametrize(
    "call",
    [
        lambda: clew.explain(P92, rules="magic"),
        lambda: clew.explain(P92, guess="perhaps"),
        lambda: clew.explain(P92, price="gold"),
        lambda: clew.explain(P92, notation="x"),
        lambda: clew.explain(P92, uniqueness="yes"),
        lambda: clew.why(P92, "r10c1"),
        lambda: clew.why(P92, "nonsense"),
        lambda: clew.steps(P92, technique="magic"),
        lambda: clew.steps(P92, reasons="some"),
        lambda: clew.steps(P92, cell="r0c0"),
        lambda: clew.rate(P92, "stars"),
    ],
)
def test_bad_arguments_are_named(call):
    with pytest.raises(ValueError):
        call()


def test_a_step_outside_the_walk_has_no_picture():
    walk = clew.explain(GOULD, rules="singles")
    for step in (0, len(walk) + 2):
        with pytest.raises(IndexError):
            walk.svg(step)
    with pytest.raises(ValueError):
        walk.svg(-1)


# Seconds of work on HARD, unless it is stopped.
HARD = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
LONG = {"rules": "singles", "smallest": True, "price": "cells"}


def test_a_walk_that_is_stopped_says_so():
    walk = clew.explain(HARD, **LONG, seconds=0.1)
    assert walk.status == "interrupted" and walk.ending == "interrupted"
    again = clew.explain(HARD, **LONG, seconds=0.1)
    assert all(a == b for a, b in zip(walk, again))


def test_what_the_progress_function_raises_ends_the_walk():
    told = []

    def enough(progress):
        told.append(progress.nodes)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        clew.explain(HARD, **LONG, progress=enough)
    assert len(told) == 1 and told[0] > 0


def test_ctrl_c_leaves_the_walk_so_far():
    # Sent from within, so that no machine is too fast or too slow for it.
    def interrupt(progress):
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(clew.Interrupted) as caught:
        clew.explain(HARD, **LONG, progress=interrupt)
    walk = caught.value.partial
    assert walk.status == "interrupted" and len(walk) > 0


def test_other_threads_run_while_it_explains():
    turns = 0
    done = threading.Event()

    def turn():
        nonlocal turns
        while not done.wait(0.001):
            turns += 1

    other = threading.Thread(target=turn)
    other.start()
    try:
        clew.explain(HARD, **LONG, seconds=0.2)
    finally:
        done.set()
        other.join()
    assert turns > 0


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(20, 60))
def test_walks_of_any_puzzle_are_sound(seed, dropped):
    grid = clew.generate(seed=seed, redundant=True)[0].solution
    order = sorted(range(81), key=lambda cell: hash((seed, cell)))
    puzzle = clew.Puzzle.blank().with_givens({c: int(grid[c]) for c in order[dropped:]})
    walk = clew.explain(puzzle, rules="methods")
    walk.audit()
    # No step takes away what this solution uses.
    for step in walk:
        if step.kind == "deduction":
            assert all(grid[c.cell] == c.digit for c in step.placements)
            assert all(grid[c.cell] != c.digit for c in step.eliminations)
    assert json.loads(json.dumps(walk.data)) == walk.data


def test_rules_that_fight_are_named_by_their_places():
    board = clew.Puzzle.blank(clew.Geometry(6)).with_givens({"r6c6": 1})
    # Low in the first two cells, high in the second and third; between them one that does no harm.
    puzzle = (
        board.with_rule("killer_cage", ["r1c1", "r1c2"], [3])
        .with_rule("killer_cage", ["r4c1", "r4c2"], [7])
        .with_rule("killer_cage", ["r1c2", "r1c3"], [11])
    )
    walk = clew.explain(puzzle)
    assert walk.status == "impossible"
    assert walk.conflicting_rules == (0, 2) and walk.conflicting == ()
    (told,) = command("explain", "--json", "-", text=puzzle.json())
    assert [rule + 1 for rule in walk.conflicting_rules] == told["conflicting_rules"]
    assert all("cage" in walk.rules[rule] for rule in walk.conflicting_rules)
    # A clue takes part where it must, and no rule that need not.
    clued = board.with_givens({"r1c2": 6}).with_rule("killer_cage", ["r1c1", "r1c2"], [3])
    walk = clew.explain(clued)
    assert (walk.conflicting, walk.conflicting_rules) == (("r1c2",), (0,))
    # Where nothing fights there is nothing to name.
    assert clew.explain(board.with_rule("killer_cage", ["r1c1", "r1c2"], [3])).conflicting_rules == ()


def test_one_verdict_on_a_walk_that_found_all():
    walk = clew.explain(P92)
    assert walk.status == "settled" and walk.complete and walk.data["unique"] is False
    assert repr(walk).startswith(f"<clew walk: settled after {len(walk)} steps")
    assert walk.said.startswith("All that follows was found")
    assert walk.parting["exact"] and walk.parting["solutions"] == 12
    # However it came there.
    again = clew.explain("." * 16, rules="singles")
    assert again.status == "settled" and again.complete
    assert clew.hint("." * 16).status == "settled"
    assert clew.explain(P92, rules="singles").status == "stuck"
    assert not clew.explain(P92, rules="singles").complete


def test_cells_are_read_as_tables_print_them():
    assert clew.why(P92, "12.4").text == clew.why(P92, "r1c2=4").text
    assert clew.steps(P92, cell="75") == clew.steps(P92, cell="r7c5")
    with pytest.raises(ValueError, match="44.7"):
        clew.why(P92, "4.7")


def test_an_unknown_technique_is_named():
    with pytest.raises(ValueError, match="'x-wnig'; did you mean 'x-wing'"):
        clew.explain(P92, rules="naked-pair,x-wnig")
    with pytest.raises(ValueError, match="did you mean 'x-wing'"):
        clew.steps(P92, technique="x-wnig")
