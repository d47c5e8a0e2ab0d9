"""Thousands of wrong calls, made from the signatures of all that can be called, of the compiled part by its
stubs: each works or is refused as the documents say. They run in a process of their own, which writes down each
call before it makes it, so that one that aborts or never comes back is known by its line. CLEW_SEED=N makes others."""

import ast
import collections.abc
import decimal
import fractions
import importlib.util
import inspect
import itertools
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import types

import clew
import numpy as np
import pytest
from clew import _clew
from conftest import P92

CALLS = 12_000
STUBS = pathlib.Path(clew.__file__).resolve().parent / "_clew.pyi"


class Mine(Exception):
    """What a value of ours raises when it is looked at."""


def raising(*names):
    def refuse(self, *arguments):
        raise Mine

    return type("Raising" + "".join(names), (), {f"__{name}__": refuse for name in names})


def answering(name, value):
    return type("Answering", (), {f"__{name}__": lambda self, *arguments: value})()


class Text(str):
    __str__ = __repr__ = __hash__ = __iter__ = lambda self, *arguments: (_ for _ in ()).throw(Mine)


def endless():
    raise Mine
    yield


def recursive():
    own = []
    own.append(own)
    return own


def deep(levels, make):
    value = 0
    for _ in range(levels):
        value = make(value)
    return value


HELD = ("Call", "Geometry", "Listing", "Pictures", "Puzzle", "Reader", "Tree", "Walk")


def exhausted():
    items = iter([1])
    list(items)
    return items


# Made anew for each call: some can be used once, and some are changed.
WRONG = [
    lambda: None,
    *(lambda n=n: n for n in (True, False, 0, 1, -1, 7, 2**16 + 1, 2**31, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 1)),
    *(lambda n=n: n for n in (2**64, 2**70, -(2**31), -(2**63), -(2**64), 10**5000)),
    *(lambda x=x: x for x in (0.0, -0.0, 1.5, 1e300, float("nan"), float("inf"), -float("inf"), 1j)),
    *(lambda s=s: s for s in ("", "x", "\udcff", "a\0b", "é" * 50, "9" * 5000, "r1c1", "r99c99", "auto", "{", "\n")),
    *(lambda b=b: b for b in (b"", b"\xff", b"x", bytearray(b"1"), memoryview(b"ab"))),
    *(lambda v=v: v for v in ((), (1,), (2**70, 1), (None, None, None), (5, 2), frozenset({1}), range(3), slice(1))),
    lambda: [],
    lambda: [None],
    lambda: ["\udcff"],
    lambda: [2**70],
    lambda: [0] * 100_000,
    lambda: "1" * 100_000,
    lambda: {},
    lambda: {"a": 1},
    lambda: {0: 1, "r1c1": 2},
    lambda: {None: None},
    lambda: {Mine: object()},
    lambda: types.MappingProxyType({"name": "x"}),
    recursive,
    lambda: {"rules": recursive()},
    lambda: deep(3000, lambda value: [value]),
    lambda: deep(3000, lambda value: {"a": value}),
    exhausted,
    endless,
    lambda: (x for x in (1, 2)),
    lambda: itertools.count(10**6),
    object,
    lambda: object,
    lambda: len,
    lambda: ...,
    lambda: decimal.Decimal("NaN"),
    lambda: decimal.Decimal(3),
    lambda: fractions.Fraction(7, 2),
    *(lambda name=name: raising(name)() for name in ("iter", "index", "str", "repr", "bool", "float", "int", "len", "eq", "fspath", "getitem", "array", "call")),  # fmt: skip
    lambda: raising("iter", "index", "str", "repr", "bool", "float", "len", "eq", "fspath", "array")(),
    *(lambda name=name, value=value: answering(name, value) for name, value in (
        ("index", 2**70), ("index", -1), ("index", "x"), ("iter", 3), ("iter", iter([])), ("fspath", 3), ("fspath", b"\xff"),
        ("fspath", "a\0b"), ("float", "x"), ("len", -1), ("len", 2**62), ("bool", 3), ("str", 3), ("array", 3))),  # fmt: skip
    lambda: Text("auto"),
    *(lambda a=a: a for a in (np.zeros((9, 9)), np.ones(81, np.uint8), np.array([np.nan]), np.array("x"), np.array(3))),
    *(lambda a=a: a for a in (np.array([2**63], np.uint64), np.array([None] * 81), np.ones((3, 3, 3), bool), np.array([]))),
    *(lambda a=a: a for a in (np.int8(-1), np.uint64(2**64 - 1), np.float32("nan"), np.bool_(True), np.datetime64("NaT"))),
    lambda: np.zeros((81, 9), bool)[::-1, ::2],
    *(lambda name=name: (kind := getattr(_clew, name)).__new__(kind) for name in HELD),
    lambda: clew.Puzzle.blank(clew.Geometry(4)),
    lambda: clew.Puzzle(P92).with_rule("killer_cage", [0, 1], [10]),
    lambda: clew.Geometry(6),
    lambda: _clew.Call(seconds=0),
]


class Client:
    """Enough of one to be asked, and no more."""

    loop = None
    nthreads = lambda self: {"one": 1}  # noqa: E731
    cancel = lambda self, futures: None  # noqa: E731
    submit = raising("call")()


# What is right, by the name of the parameter; the rest by what the stub or the annotation says.
RIGHT = {
    "puzzle": lambda: clew.Puzzle(P92),
    "board": lambda: clew.Puzzle(P92),
    "call": lambda: _clew.Call(seconds=0),
    "geometry": clew.Geometry,
    "client": Client,
    "seconds": lambda: 0,
    "text": lambda: P92,
    "path": lambda: "puzzle.sdk",
    "folder": lambda: f"folder{next(NUMBERS)}",
    "puzzles": lambda: [P92],
    "grid": lambda: [1] * 81,
    "digits": lambda: [1] * 81,
    "about": lambda: "r1c1",
    "function": lambda: "count",
    "cell": lambda: 3,
    "cells": lambda: [0, 1],
    "numbers": lambda: [10],
    "kind": lambda: "killer_cage",
    "givens": lambda: {0: 1},
    "marks": lambda: {0: [1, 2]},
    "format": lambda: "auto",
    "rules": lambda: "singles",
    "house": lambda: None,
    "technique": lambda: None,
    "guess": lambda: None,
    "price": lambda: "cells",
    "notation": lambda: "rc",
    "language": lambda: "de",
    "uniqueness": lambda: "off",
    "scale": lambda: "methods",
    "second": lambda: "sat",
    "by": lambda: "auto",
    "method": lambda: "search",
    "pairs": lambda: "none",
    "wanted": lambda: "redundant",
    "symmetry": lambda: "none",
    "boards": lambda: "none",
    "style": lambda: "auto",
    "layout": lambda: "levels",
    "what": lambda: "dot",
    "node": lambda: "A",
    "name": lambda: "A",
    "engine": lambda: "search",
    "clues": lambda: (0, 81),
    "solutions": lambda: (1, 1),
    "score": lambda: None,
    "possible": lambda: np.ones((81, 9), bool),
    "tree": lambda: THINGS["Tree"]._tree,
    "walk": lambda: THINGS["_Walk"],
    "words": lambda: clew.trees._words("paris", "first", "singles", None, "none", "singles", "recomputed"),
    "progress": lambda: None,
    "journal": lambda: None,
    "regions": tuple,
    "extras": tuple,
    "collapse": list,
    "forced": list,
    "techniques": list,
    "pattern": list,
    "heat": list,
    "state": tuple,
}
BY_KIND = {"int": 1, "float": 8.0, "str": "x", "bool": True}
NUMBERS = itertools.count()
THINGS = {}


def right(parameter, kind):
    if parameter in RIGHT:
        return RIGHT[parameter]()
    return next((value for name, value in BY_KIND.items() if name in kind), None)


# What the documents of the compiled part leave to those of who calls it.
SAID_BY = {"Tree": KeyError, "Pictures": IndexError, "Walk": IndexError, "Reader": StopIteration}


class Callable:
    """Something to call: its words, what its documentation says it raises, and its parameters with what they take."""

    def __init__(self, words, call, parameters, documents="", loose=()):
        self.words = words
        self.call = call
        self.parameters = parameters  # [(name, kind, by name alone)]
        self.documents = documents or ""
        self.loose = loose


def of_signature(words, call, function, skip=0, loose=()):
    parameters = [
        (p.name, str(p.annotation), p.kind is p.KEYWORD_ONLY)
        for p in list(inspect.signature(function).parameters.values())[skip:]
        if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    ]
    return Callable(words, call, parameters, inspect.getdoc(function), loose)


def of_stub(words, call, function, skip=0):
    arguments = function.args
    parameters = [(a.arg, ast.unparse(a.annotation), False) for a in arguments.args[skip:]]
    parameters += [(a.arg, ast.unparse(a.annotation), True) for a in arguments.kwonlyargs]
    return Callable(words, call, parameters, loose=tuple(e for name, e in SAID_BY.items() if f".{name}." in words))


def everything():
    """All that can be called, each with right arguments."""
    puzzle = clew.Puzzle(P92)
    call = _clew.Call()
    walk, density = clew.explain(puzzle, rules="singles"), clew.density(puzzle)
    THINGS["Tree"] = clew.tree(puzzle)
    THINGS["_Walk"] = walk._walk
    objects = [
        walk, walk[0], density, THINGS["Tree"], clew.tree(puzzle, mode="diagram"), clew.draw(puzzle),
        clew.solutions(puzzle), clew.why(puzzle, "r1c1"), clew.rate(puzzle, "methods"), clew.verify(puzzle),
        clew.solve(puzzle), clew.repair(puzzle, pairs="none"), clew.unavoidable(puzzle, max_size=4), clew.count(puzzle),
        clew.minimal(puzzle), clew.generate(1)[0], clew.estimate(puzzle, 10), clew.forecast(puzzle),
        clew.candidates(puzzle), clew.sample(puzzle, 2), clew.hint(puzzle), clew.ClewInputError("what"), clew.Interrupted(),
        *puzzle.geometry.houses[:1], *clew.formats()[:1],
    ]  # fmt: skip
    # Of classes that only answers are made of, anything may be in the fields, until it is asked for.
    fields = (AttributeError, KeyError, IndexError)
    compiled = {
        "Call": call, "Geometry": puzzle.geometry, "Listing": _clew.Listing(puzzle, call), "Pictures": _clew.why(
            puzzle, call, "r1c1", "cells", "rc", "de")[1], "Puzzle": puzzle, "Tree": THINGS["Tree"]._tree,
        "Walk": THINGS["_Walk"], "Reader": _clew.Reader.of_text(P92, "auto", None, "")}  # fmt: skip
    for module, names in ((clew, vars(clew)), (clew.cluster, clew.cluster.__all__)):
        for name in names:
            value = getattr(module, name)
            if inspect.isfunction(value):
                yield of_signature(f"{module.__name__}.{name}", value, value)
            elif inspect.isclass(value) and value.__module__.startswith("clew") and name not in HELD:
                yield of_signature(f"clew.{name}", value, value.__init__, 1, fields)
    for thing in [*objects, *compiled.values()]:
        kind = type(thing)
        for name in dir(kind):
            part = inspect.getattr_static(kind, name)
            if name.startswith("_") and name not in ("__getitem__", "__eq__", "__contains__", "__setstate__", "_repr_svg_"):
                continue
            words = f"<{kind.__name__}>.{name}"
            if isinstance(part, property):
                yield Callable(f"{words} = ", lambda value, t=thing, n=name: setattr(t, n, value),
                               [("value", "", False)], loose=(AttributeError,))  # fmt: skip
            elif name == "__getitem__" or name == "__contains__":
                yield Callable(words, getattr(thing, name), [("key", "int", False)], loose=(KeyError, IndexError))
            elif name == "__eq__" or name == "__setstate__":
                yield Callable(words, getattr(thing, name), [("state", "", False)])
            elif inspect.isfunction(part) and kind.__name__ not in HELD:
                yield of_signature(words, getattr(thing, name), part, 1)
            empty = kind.__new__(kind)
            if not isinstance(part, property) and not (inspect.isfunction(part) and kind.__name__ not in HELD):
                continue
            # Nothing but what Python itself says of an attribute that is not there.
            yield Callable(f"empty {words}", lambda e=empty, n=name: getattr(e, n), [], loose=fields)
    for part in ast.parse(STUBS.read_text()).body:
        if isinstance(part, ast.FunctionDef):
            yield of_stub(f"_clew.{part.name}", getattr(_clew, part.name), part)
        elif isinstance(part, ast.ClassDef):
            kind = getattr(_clew, part.name)
            for method in part.body:
                decorators = [ast.unparse(d) for d in method.decorator_list]
                if method.name == "__init__":
                    yield of_stub(f"_clew.{part.name}", kind, method, 1)
                elif "staticmethod" in decorators:
                    yield of_stub(f"_clew.{part.name}.{method.name}", getattr(kind, method.name), method)
                elif "property" not in decorators and method.name not in ("close", "__eq__"):
                    words = f"_clew.{part.name}.{method.name}"
                    yield of_stub(words, getattr(compiled[part.name], method.name), method, 1)
                    empty = kind.__new__(kind)
                    yield of_stub(f"empty {words}", getattr(empty, method.name), method, 1)


def shown(value):
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    text = text.encode("ascii", "backslashreplace").decode()
    return text if len(text) < 100 else text[:97] + "..."


def allowed(subject, error):
    if isinstance(error, (TypeError, ValueError, OverflowError, OSError, Mine, *subject.loose)):
        return True
    if subject.words.startswith("clew.cluster.") and isinstance(error, ModuleNotFoundError):
        return importlib.util.find_spec("distributed") is None
    return type(error).__name__ in subject.documents


def one(random, subject):
    """Right arguments, of which one or two are replaced, and at times one is left out or there is one too many."""
    names = [name for name, _, _ in subject.parameters]
    kinds = {name: kind for name, kind, _ in subject.parameters}
    wrong = set(random.sample(names, min(len(names), random.choice((1, 1, 1, 2)))))
    made = {name: random.choice(WRONG)() if name in wrong else right(name, kinds[name]) for name in names}
    for name in names:  # what was not asked to be wrong and has nothing right of its own is left out
        if made[name] is None and name not in wrong and name not in RIGHT:
            del made[name]
    positional = []
    for name, _, by_name in subject.parameters:
        if by_name or name not in made or random.random() < 0.2:
            break
        positional.append(made.pop(name))
    if made and random.random() < 0.03:
        del made[random.choice(list(made))]
    if random.random() < 0.02:
        made["surprise"] = random.choice(WRONG)()
    if random.random() < 0.02:
        positional.append(random.choice(WRONG)())
    return positional, made


def run(seed, calls):
    """In the child: the faults as JSON on the last line."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    pathlib.Path("puzzle.sdk").write_text(P92)
    subjects = list(everything())
    faults = []
    for number in range(max(calls, len(subjects))):
        subject = subjects[number % len(subjects)]
        chance = random.Random(f"{seed} {number}")
        try:
            positional, named = one(chance, subject)
        except Mine:
            continue
        line = f"{number} {subject.words}({', '.join([*map(shown, positional), *(f'{k}={shown(v)}' for k, v in named.items())])})"
        print(line, flush=True)
        try:
            subject.call(*positional, **named)
        except BaseException as error:
            if not allowed(subject, error):
                faults.append(f"{line}: {type(error).__name__}: {error}")
    print(json.dumps(faults))


def test_wrong_calls_are_refused_and_nothing_else(tmp_path):
    seed = os.environ.get("CLEW_SEED", "8")
    print(f"CLEW_SEED={seed}")
    with open(tmp_path / "told", "w+") as told:
        done = subprocess.run(
            [sys.executable, "-B", "-W", "ignore", __file__, seed, str(CALLS)],
            stdout=told, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=tmp_path, timeout=280,
            env={**os.environ, "PYTHONPATH": f"{os.environ['PYTHONPATH']}:{pathlib.Path(__file__).parent}"},
        )  # fmt: skip
        told.seek(0)
        lines = told.read().splitlines()
    assert done.returncode == 0, f"seed {seed}: {lines[-1]}: {done.returncode} {done.stderr[-2000:]}"
    faults = json.loads(lines[-1])
    assert len(lines) > CALLS * 0.9
    assert faults == [], f"seed {seed}: {len(faults)} faults"


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]))
