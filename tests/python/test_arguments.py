"""What is asked for wrongly is refused in Clew's words, before anything is done; every function that takes
long tells its progress; what is answered travels."""

import functools
import inspect
import pickle
import subprocess
import sys

import clew
import pytest
from conftest import P92, command

# Every public function, with what it needs.
CALLS = {
    "count": (P92,),
    "estimate": (P92,),
    "solutions": (P92,),
    "solve": (P92,),
    "verify": (P92,),
    "density": (P92,),
    "candidates": (P92,),
    "sample": (P92, 3),
    "explain": (P92,),
    "hint": (P92,),
    "steps": (P92,),
    "why": (P92, "r1c1"),
    "rate": (P92,),
    "tree": (P92,),
    "repair": (P92,),
    "misread": (P92,),
    "unavoidable": (P92,),
    "minimal": (P92,),
    "generate": (1,),
    "certify": (P92, "/nowhere/at/all"),
    "forecast": (P92,),
    "judge": (P92, "r1c2=4"),
    "table": ([P92],),
    "draw": (P92,),
    "find_fault": (P92, [1] * 81),
    "check": ("/nowhere/at/all",),
    "read": ("/nowhere/at/all",),
    "parse": (P92,),
    "cluster.count": (P92, None),
    "cluster.tree": (P92, None),
    "cluster.map": ("count", [P92], None),
}


def test_every_public_function_is_in_the_table():
    def functions(module):
        return {n for n, f in vars(module).items() if inspect.isfunction(f) and n in module.__dict__}

    public = {name for name in functions(clew) if not name.startswith("_")}
    public |= {f"cluster.{name}" for name in functions(clew.cluster) & set(clew.cluster.__all__)}
    assert public - {"formats"} == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_in_our_words(name):
    function = functools.reduce(getattr, name.split("."), clew)
    hints = {k: str(p.annotation) for k, p in inspect.signature(function).parameters.items()}
    first = next(iter(hints))
    refused = 0
    for option, hint in hints.items():
        wrong = []
        if hint in ("int", "Optional[int]"):
            wrong = [(-1, ValueError), (2**64, ValueError), ("two", TypeError), (1.5, TypeError)]
        elif hint in ("float", "Optional[float]"):
            wrong = [(-0.5, ValueError), ("two", TypeError), (float("nan"), ValueError)]
        elif hint in ("str", "Optional[str]"):
            wrong = [(3, TypeError)]
        elif hint == "bool":
            wrong = [("yes", TypeError)]
        elif hint == "PuzzleLike":
            wrong = [(3, TypeError), (None, TypeError)]
        elif hint == "Optional[PuzzleLike]":
            wrong = [(3, TypeError)]
        for value, kind in wrong:
            arguments = dict(zip(hints, CALLS[name]))
            arguments[option] = value
            with pytest.raises(kind) as caught:
                function(**arguments)
            said = str(caught.value)
            assert said.startswith(option + ":"), said
            assert "incompatible" not in said and "_clew" not in said
            refused += 1
    assert refused > 0 or name in ("draw", "check", "read"), first


@pytest.mark.parametrize(
    "call",
    [
        lambda: clew.Puzzle(3),
        lambda: clew.Puzzle(P92).with_givens(3),
        lambda: clew.Puzzle(P92).with_rule(3),
        lambda: clew.Puzzle(P92).text(3),
        lambda: clew.Geometry("nine"),
        lambda: clew.Geometry(9).peers(),
    ],
)
def test_puzzles_and_boards_refuse_in_one_line_what_they_cannot_take(call):
    with pytest.raises(TypeError) as caught:
        call()
    said = str(caught.value)
    assert "expected: " in said and "pybind" not in said and "supported" not in said


BIG = clew.Puzzle.blank(clew.Geometry(16))  # nobody counts it
HARD = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
# Marks that no symmetry helps with: some 10^21 solutions.
SPREAD = clew.Puzzle.blank().with_marks(
    {cell: [d for d in range(1, 10) if d != (7 * cell + cell // 9 * 5) % 9 + 1] for cell in range(2)}
)
FULL = "".join(map(str, clew.solve(HARD).solution))
LONG = {
    "density": lambda **how: clew.density(BIG, **how),
    "candidates": lambda **how: clew.candidates(clew.Puzzle.blank(clew.Geometry(25)), **how),
    "sample": lambda **how: clew.sample(BIG, 3, **how),
    "rate": lambda **how: clew.rate(HARD, **how),
    "why": lambda **how: clew.why(HARD, "r1c1", **how),
    "steps": lambda **how: clew.steps(HARD, **how),
    "hint": lambda **how: clew.hint(HARD, **how),
    "minimal": lambda **how: clew.minimal(HARD, "all", **how),
    "unavoidable": lambda **how: clew.unavoidable(HARD, max_size=12, **how),
}


@pytest.mark.parametrize("name", LONG)
def test_whatever_may_take_long_takes_progress_and_time(name):
    told = []
    LONG[name](seconds=1.2, progress=told.append)
    assert all(isinstance(step, clew.Progress) for step in told)
    if name in ("density", "sample"):  # these never end so soon
        assert told and told[-1].seconds > 0
    assert [step.seconds for step in told] == sorted(step.seconds for step in told)


# What each tells while it works, of a question that takes a while, and the field that counts from the start.
TELLING = {
    "density": (lambda **how: clew.density(BIG, seconds=1.5, **how), "solutions"),
    "density, exactly": (lambda **how: clew.density(SPREAD, engine="exact", threads=1, **how), None),
    "candidates": (lambda **how: clew.candidates(clew.Puzzle.blank(clew.Geometry(16)), **how), None),
    "sample": (lambda **how: clew.sample("1......4" + "." * 28, 10**3, engine="search", **how), None),
    "sample, exactly": (lambda **how: clew.sample(SPREAD, 300, engine="exact", **how), None),
    "steps": (lambda **how: clew.steps(HARD, **how), None),
    "hint": (lambda **how: clew.hint(HARD, **how), None),
    "minimal": (lambda **how: clew.minimal(FULL, "all", seconds=1, **how), "nodes"),
    "redundant": (lambda **how: clew.minimal("1" + "." * 255, **how), None),
    "unavoidable": (lambda **how: clew.unavoidable(HARD, max_size=16, **how), "nodes"),
}


@pytest.mark.parametrize("name", TELLING)
def test_what_is_done_is_told(name):
    call, field = TELLING[name]
    told = []
    call(progress=told.append)
    explored = [step.explored for step in told]
    assert explored == sorted(explored) and all(0 <= share <= 1 for share in explored)
    for count in ("solutions", "nodes"):
        if name not in ("sample", "minimal"):  # these count in two rounds
            counted = [getattr(step, count) for step in told]
            assert counted == sorted(counted)
    if field is not None and len(told) > 3:
        assert getattr(told[-1], field) > 0


def test_a_rating_on_all_scales_tells_how_many_are_done():
    told = []
    clew.rate(HARD, seconds=3, progress=told.append)
    shares = [step.explored for step in told]
    assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)


def test_a_progress_function_stops_what_tells_nothing_itself():
    class Enough(Exception):
        pass

    def enough(progress):
        raise Enough

    with pytest.raises(Enough):
        clew.density(BIG, progress=enough)


def test_walks_travel_with_their_pictures():
    walk = clew.explain(P92)
    again = pickle.loads(pickle.dumps(walk))
    assert again.data == walk.data and again.text() == walk.text()
    assert again.svg(3) == walk.svg(3) and again[2].svg() == walk[2].svg()
    again.audit()


def test_a_walk_that_was_cut_short_travels_without_them():
    walk = clew.explain(HARD, rules="all", smallest=True, seconds=0)
    again = pickle.loads(pickle.dumps(walk))
    assert again.data == walk.data and again.ending == walk.ending
    if walk.ending == "interrupted":
        with pytest.raises(ValueError, match="cut short"):
            again.svg()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"mode": "lean"},
        {"max_patterns": 20},
        {"mode": "alternates"},
        {"prove": False},
        {"mode": "lean", "choice": "smallest", "max_patterns": 20},
    ],
    ids=str,
)
def test_trees_travel(options):
    tree = clew.tree(P92, **options)
    again = pickle.loads(pickle.dumps(tree))
    assert again.to_json() == tree.to_json() and again.to_dot() == tree.to_dot()
    assert str(again) == str(tree) and again.to_html() == tree.to_html()
    assert again.notes == tree.notes
    planned = [note for note in again.notes if "planned on the first " in note]
    assert len(planned) == (options.get("choice") == "smallest")


@pytest.mark.parametrize(
    "answer",
    [
        lambda: clew.density(P92),
        lambda: clew.sample(P92, 3),
        lambda: clew.rate(P92),
        lambda: clew.why(P92, "r1c1"),
        lambda: clew.hint(P92),
        lambda: clew.steps(P92),
        lambda: clew.repair(P92),
        lambda: clew.unavoidable(P92),
        lambda: clew.minimal(P92),
        lambda: clew.generate(1),
        lambda: clew.verify(P92),
        lambda: clew.solve(P92),
        lambda: clew.estimate(P92),
        lambda: clew.forecast(P92),
        lambda: clew.tree(P92, mode="diagram"),
    ],
)
def test_every_answer_travels(answer):
    found = answer()
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found) and str(again) == str(found)


EVERYTHING = """
import copy, pickle, threading
import clew
from clew import _clew

p92 = clew.Puzzle({p92!r})
call = _clew.Call()
walk = clew.explain(p92, rules="singles")
listing = clew.solutions(p92)
objects = dict(
    puzzle=p92, board=p92.geometry, tree=clew.tree(p92), walk=walk, step=walk[0], why=clew.why(p92, "r1c1"),
    rating=clew.rate(p92, "methods"), repair=clew.repair(p92), verdict=clew.verify(p92), count=clew.count(p92),
    grown=clew.tree(p92)._tree, diagram=clew.tree(p92, mode="diagram"), picture=clew.draw(p92),
    error=clew.ClewInputError("what", "hint", "source", 1, 2), interrupted=clew.Interrupted(3),
    call=call, listing=_clew.Listing(p92, call), reader=_clew.Reader.of_text("", "auto", None, ""),
    steps=_clew.explain(p92, call, "singles", False, None, None, "prove", False, "cells", "rc", "de"),
    pictures=_clew.why(p92, call, "r1c1", "cells", "rc", "de")[1], solutions=listing, file=clew.read("examples/two.sdm"),
)
for name in ("Call", "Geometry", "Listing", "Pictures", "Puzzle", "Reader", "Tree", "Walk"):
    kind = getattr(_clew, name)
    objects["empty " + name] = kind.__new__(kind)
ways = [lambda x, p=p: pickle.loads(pickle.dumps(x, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
for name, value in objects.items():
    print(name, end=":")
    for way in (*ways, copy.copy, copy.deepcopy):
        try:
            again = way(value)
            fits = type(again) is type(value) and (" at 0x" in str(value) or str(again) == str(value))
            print("+" if fits else "?", end="")
        except TypeError:
            print("-", end="")
    print(flush=True)
"""


def test_everything_travels_by_every_protocol_or_says_that_it_cannot():
    done = subprocess.run(
        [sys.executable, "-B", "-c", EVERYTHING.format(p92=P92)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    ways = pickle.HIGHEST_PROTOCOL + 3
    told = dict(line.rsplit(":", 1) for line in done.stdout.splitlines())
    stays = {"call", "listing", "reader", "steps", "pictures", "solutions", "file"}
    for name, how in told.items():
        sign = "-" if name in stays or name.startswith("empty") else "+"
        assert how == sign * ways, (name, how)


def test_a_diagram_is_that_of_the_command(tmp_path):
    found = clew.tree(P92, mode="diagram")
    told = tmp_path / "diagram.dot"
    command("compile", "-o", str(told), "examples/p92.sdk")
    assert found.to_dot() == told.read_text()
    assert (found.solutions, found.ending) == (12, "exhausted")
    with pytest.raises(ValueError, match="rules: a diagram has none"):
        clew.tree(P92, mode="diagram", rules="human")
    with pytest.raises(ValueError, match="too many nodes"):
        clew.tree("." * 81, mode="diagram").to_dot()


def test_steps_of_a_house_are_those_of_the_command():
    (told,) = command("steps", "--json", "--house", "box 9", "examples/p92.sdk")
    found = clew.steps(P92, house="b9")
    assert [step.title for step in found] == [step["title"] for step in told["steps"]]
    assert len(found) < len(clew.steps(P92))
    with pytest.raises(ValueError, match="no 'box 10'"):
        clew.steps(P92, house="box 10")
