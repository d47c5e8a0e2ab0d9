"""Arguments of another kind than asked for, refused in Clew's words before anything is done.

    @checked
    def count(puzzle: PuzzleLike, *, limit: Optional[int] = None) -> CountResult: ...

    count(p, limit=-1)        # ValueError: limit: 0 or more, not -1
    count(p, limit='two')     # TypeError: limit: a whole number or None, not 'two'

What is asked for is read off the annotations: numbers, texts, truth values and Puzzle, alone or in a
Union; other annotations are left to the function, and what the compiled part says of them is said again in
these words. No whole number of Clew's is negative or beyond 64 bits.
"""

from __future__ import annotations

import collections.abc
import functools
import inspect
import numbers
import os
import re
import typing
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar

import numpy as np

from ._clew import Geometry, Puzzle

Function = TypeVar("Function", bound=Callable[..., Any])
Kinds = Tuple[Any, ...]

_WORDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    Puzzle: "a Puzzle",
    type(None): "None",
    os.PathLike: "a path",
    collections.abc.Mapping: "a dict",
    collections.abc.Sequence: "a list",
    np.ndarray: "an array",
}
_MOST = 2**64 - 1
_MOST_THREADS = 2**16


def _kinds(annotation: Any) -> Optional[Kinds]:
    """What may come; None if that cannot be told by looking at the value alone."""
    members = typing.get_args(annotation) if typing.get_origin(annotation) is typing.Union else (annotation,)
    found: List[Any] = []
    for member in members:
        kind = typing.get_origin(member) or member
        if kind not in _WORDS:
            return None
        found.append(kind)
    return tuple(found)


def shown(value: Any) -> str:
    """It in some words, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # the value's own
        text = object.__repr__(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _is(value: Any, kind: Any) -> bool:
    if kind is bool:
        return isinstance(value, bool) or type(value).__name__ == "bool_"
    if kind is int:
        return isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if kind is float:
        return isinstance(value, numbers.Real) and not isinstance(value, bool)
    if kind is collections.abc.Sequence:  # arrays too; no iterator, which may never end
        return hasattr(value, "__len__") and hasattr(value, "__iter__")
    return isinstance(value, kind)


def check(name: str, value: Any, kinds: Kinds) -> None:
    """Raises TypeError or ValueError for a value of none of these kinds, or out of range."""
    fitting = [kind for kind in kinds if _is(value, kind)]
    if not fitting:
        words = [_WORDS[kind] for kind in kinds]
        asked = words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
        raise TypeError(f"{name}: {asked}, not {shown(value)}")
    if int in fitting or float in fitting:
        if not value >= 0:
            raise ValueError(f"{name}: 0 or more, not {shown(value)}")
        if name == "threads" and value > _MOST_THREADS:
            raise ValueError(f"threads: at most 2**16, not {shown(value)}")
        if int in fitting and value > _MOST:
            raise ValueError(f"{name}: at most 2**64 - 1, not {shown(value)}")


def checked(function: Function) -> Function:
    """The function, which looks at its arguments first."""
    signature = inspect.signature(function)
    names = list(signature.parameters)
    asked: Optional[Dict[str, Kinds]] = None

    @functools.wraps(function)
    def looked_at(*arguments: Any, **named: Any) -> Any:
        nonlocal asked
        if asked is None:  # at the first call: by then every name in an annotation is there
            hints = typing.get_type_hints(function, {**vars(typing), **function.__globals__})
            asked = {}
            for name in names:
                kinds = _kinds(hints.get(name, Any))
                if kinds is not None:
                    asked[name] = kinds
        for name, value in [*zip(names, arguments), *named.items()]:
            if name in asked:
                check(name, value, asked[name])
        try:
            return function(*arguments, **named)
        except TypeError as error:
            if not _foreign(error):
                raise
            mine = arguments[1:] if names[0] == "self" else arguments
            raise _retold(function.__name__, mine, named, str(signature)) from None

    return typing.cast(Function, looked_at)


def _foreign(error: TypeError) -> bool:
    """Whether the compiled part refused an argument, in pybind11's words."""
    return re.search("incompatible (function|constructor) arguments", str(error)) is not None


def _retold(
    name: str, arguments: Sequence[Any], named: Mapping[str, Any], asked: str
) -> TypeError:
    """The same in Clew's."""
    given = [shown(value) for value in arguments]
    given += [f"{key}={shown(value)}" for key, value in named.items()]
    return TypeError(
        f"{name}: arguments of other kinds: {', '.join(given) or 'none'}\n  expected: {asked}"
    )


def _in_own_words(kind: type, name: str) -> None:
    """A method of the compiled part, whose refusals are pybind11's: the same in one line of ours."""
    method = getattr(kind, name)
    documentation = method.__doc__ or ""
    asked = next((line for line in documentation.splitlines() if line.startswith(name + "(")), name)
    if name == "__init__":
        lines = (kind.__doc__ or "").splitlines()
        asked = next((line for line in lines if line.startswith(kind.__name__ + "(")), kind.__name__)

    @functools.wraps(method)
    def called(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        except TypeError as error:
            if not _foreign(error):
                raise
            mine = arguments[0 if static else 1 :]
            raise _retold(f"{kind.__name__}.{name}", mine, named, asked) from None

    static = isinstance(inspect.getattr_static(kind, name), staticmethod)
    setattr(kind, name, staticmethod(called) if static else called)


for _kind, _names in (
    (Puzzle, ("__init__", "blank", "with_givens", "with_marks", "with_rule", "text")),
    (Geometry, ("__init__", "peers")),
):
    for _name in _names:
        _in_own_words(_kind, _name)
