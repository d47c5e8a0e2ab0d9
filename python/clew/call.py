"""How every long call is made: options in, an answer or what stopped it out."""

from __future__ import annotations

import os
from typing import Any, Callable, Optional, Sequence, TypeVar, Union

import numpy.typing as npt

from ._clew import Call, Puzzle
from .errors import Interrupted
from .results import Progress

PuzzleLike = Union[Puzzle, str, os.PathLike[str], Sequence[Any], npt.NDArray[Any]]
ProgressFunction = Callable[[Progress], object]
Answer = TypeVar("Answer")

__all__ = ["Call", "Optional", "ProgressFunction", "PuzzleLike", "as_puzzle", "finish"]


def as_puzzle(puzzle: PuzzleLike) -> Puzzle:
    """The puzzle itself, or the one in this text, file or array."""
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def finish(call: Call, answer: Answer) -> Answer:
    """The answer of a call that has ended; raises what stopped it: Interrupted, with the answer as
    ``partial``, after Ctrl-C, and what the progress function raised."""
    error = call.error
    if error is None:
        return answer
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted(answer) from error
    raise error
