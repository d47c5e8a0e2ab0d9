"""Solutions: one, none-one-or-several, all of them one after another."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Dict, Iterator, NoReturn, Optional, Type

import numpy as np
import numpy.typing as npt

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked
from .pictures import draw, symbol, verdict_html
from .results import CountResult

Grid = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False, repr=False)
class SolveResult:
    """A ``solution``, ``uint8[cells]``, or None: there is none if ``ending`` is 'exhausted'.
    ``engine`` found it."""

    solution: Optional[Grid]
    ending: str
    engine: str
    _puzzle: Optional[_clew.Puzzle] = field(default=None)

    def __repr__(self) -> str:
        found = self.ending if self.solution is None else "".join(map(symbol, self.solution))
        return f"<clew solution: {found}, by {self.engine}>"

    def _repr_svg_(self) -> Optional[str]:
        if self.solution is None or self._puzzle is None:
            return None
        return draw(self._puzzle, self.solution).svg


@dataclass(frozen=True, eq=False, repr=False)
class Verdict:
    """``validity`` is 'none', 'unique', 'several' or 'unknown' (then ``ending`` says why).
    ``witnesses`` is ``uint8[k, cells]``: the solution, or two different ones."""

    validity: str
    witnesses: Grid
    ending: str
    engine: str
    _puzzle: Optional[_clew.Puzzle] = field(default=None)

    @property
    def differ(self) -> npt.NDArray[np.intp]:
        """The cells where two witnesses differ, ascending; none if there are not two."""
        if len(self.witnesses) < 2:
            return np.empty(0, np.intp)
        return np.flatnonzero(self.witnesses[0] != self.witnesses[1])

    @property
    def conflict(self) -> Optional[Dict[str, Any]]:
        """Of a puzzle without solution what cannot stand together, if it is soon found: ``text``, and the
        cells of ``clues`` and of ``marks``, by name.

        >>> clew.verify('5...5' + '.' * 76).conflict['text']
        'row 1 holds 5 twice, at r1c1 and r1c5'
        """
        if self.validity != "none" or self._puzzle is None:
            return None
        call = Call()
        text = finish(call, _clew.conflict(self._puzzle, call))
        return None if text is None else json.loads(text)

    def __bool__(self) -> bool:
        """Whether there is just one solution; ValueError if that is not known."""
        if self.validity == "unknown":
            raise ValueError(f"not known: {self.ending}")
        return self.validity == "unique"

    def __repr__(self) -> str:
        return f"<clew verdict: {self.validity}, by {self.engine}>"

    def _repr_html_(self) -> Optional[str]:
        if self._puzzle is None:
            return None
        return verdict_html(self._puzzle, self.validity, self.witnesses, self.differ)


class Solutions(Iterator[Grid]):
    """Solutions one after another: what clew.solutions() returns. An iterator; ``result`` says what was
    handed out so far, and how it ended. Ends its work when it is closed, dropped, or left as a context.
    Threads may share it: they take turns, and each solution goes to one of them. ``close`` does not wait for
    its turn. It can be neither copied nor pickled.

    >>> with clew.solutions('.' * 81) as some:
    ...     first = next(some)
    >>> first.shape, some.result.solutions
    ((81,), 1)
    """

    @checked
    def __init__(self, puzzle: PuzzleLike, call: Call, block: Optional[int]) -> None:
        if block is not None and block < 1:
            raise ValueError("block must be at least 1")
        self._puzzle = as_puzzle(puzzle)
        self._call = call
        self._listing = _clew.Listing(self._puzzle, call)
        self._block = block
        self._ahead: Grid = np.empty((0, self._puzzle.cells), np.uint8)
        self._at = 0
        self._handed = 0
        self._cut = False
        self._turn = threading.RLock()  # whoever has it changes the four above

    def __reduce__(self) -> NoReturn:
        raise TypeError("solutions that are still to come cannot be copied or pickled; array() can")

    def _take(self, most: int, whole: bool) -> Grid:
        block = self._listing.take(most, whole)
        if self._call.error is not None:
            finish(self._call, self.result)
        return block

    def __iter__(self) -> "Solutions":
        return self

    def __next__(self) -> Grid:
        with self._turn:
            if self._block is not None:
                block = self._take(self._block, True)
                if len(block) == 0:
                    raise StopIteration
                self._handed += len(block)
                return block
            if self._at == len(self._ahead):
                self._ahead, self._at = self._take(256, False), 0
                if len(self._ahead) == 0:
                    raise StopIteration
            self._at += 1
            self._handed += 1
            solution: Grid = self._ahead[self._at - 1]
            return solution

    def array(self, most: Optional[int] = None) -> Grid:
        """The solutions that are left, or at most so many of them: ``uint8[n, cells]``. Needs memory for
        them all.

        >>> clew.solutions('.' * 81, limit=1000).array().shape
        (1000, 81)
        """
        with self._turn:
            blocks = [self._ahead[self._at :][:most]]
            self._at += len(blocks[0])
            count = len(blocks[0])
            while most is None or count < most:
                block = self._take(4096 if most is None else min(4096, most - count), True)
                if len(block) == 0:
                    break
                blocks.append(block)
                count += len(block)
            self._handed += count
            return np.concatenate(blocks)

    @property
    def result(self) -> CountResult:
        """As clew.count() answers, of the solutions handed out so far: ``exact`` once they are all. While
        there may be more to ask for, ``ending`` is 'interrupted'."""
        with self._turn:
            fields = self._listing.result()
            fields["solutions"] = self._handed
            if self._cut or self._at < len(self._ahead):
                fields.update(exact=False, ending="interrupted")
            return CountResult(**fields)

    def close(self) -> None:
        """Ends the work; there are no more solutions to come."""
        self._listing.close()  # whoever waits for a solution now has waited enough
        with self._turn:
            self._cut = self._cut or self._at < len(self._ahead)
            self._ahead, self._at = self._ahead[:0], 0

    def __enter__(self) -> "Solutions":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


@checked
def solutions(
    puzzle: PuzzleLike,
    *,
    block: Optional[int] = None,
    engine: str = "auto",
    threads: Optional[int] = 1,
    limit: Optional[int] = None,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Solutions:
    """Every solution, each once, as it is asked for: ``uint8[cells]``, row by row, digits 1 .. size; with
    ``block=n`` in blocks ``uint8[n, cells]``, the last one smaller.

    The order is the engine's own and the same every time. Memory is bounded however many there are: the
    engine waits when it is some thousand solutions ahead. ``limit``, ``max_nodes`` and ``seconds`` (spent
    waiting for solutions) end the listing early, and ``result`` says so; Ctrl-C raises Interrupted.

    >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> sum(1 for solution in clew.solutions(p92))
    12
    >>> [len(block) for block in clew.solutions(p92, block=5)]
    [5, 5, 2]
    >>> next(clew.solutions(p92)).reshape(9, 9)[0]
    array([3, 7, 9, 8, 5, 4, 1, 6, 2], dtype=uint8)
    """
    call = Call(engine, threads, limit, max_nodes, seconds, progress)
    return Solutions(puzzle, call, block)


@checked
def solve(
    puzzle: PuzzleLike,
    *,
    engine: str = "auto",
    threads: Optional[int] = None,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
) -> SolveResult:
    """A solution, ``uint8[cells]``, or the proof that there is none.

    >>> clew.solve('.' * 81).solution.reshape(9, 9).sum(axis=0)
    array([45, 45, 45, 45, 45, 45, 45, 45, 45], dtype=uint64)
    >>> clew.solve('11' + '.' * 79).ending
    'exhausted'
    """
    call = Call(engine, threads, None, max_nodes, seconds, None)
    question = as_puzzle(puzzle)
    return finish(call, SolveResult(**_clew.solve(question, call), _puzzle=question))


@checked
def verify(
    puzzle: PuzzleLike,
    *,
    engine: str = "auto",
    threads: Optional[int] = None,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
) -> Verdict:
    """Whether there is no solution, exactly one, or several, with witnesses.

    >>> verdict = clew.verify('.' * 81)
    >>> verdict.validity, verdict.witnesses.shape
    ('several', (2, 81))
    """
    call = Call(engine, threads, None, max_nodes, seconds, None)
    question = as_puzzle(puzzle)
    return finish(call, Verdict(**_clew.verify(question, call), _puzzle=question))


@checked
def find_fault(puzzle: PuzzleLike, grid: npt.ArrayLike) -> Optional[str]:
    """Why a full grid (``[cells]`` or ``[size, size]``, digits 1 .. size) is no solution, in words, or None
    if it is one. Shares no code with any engine.

    >>> blank = clew.Puzzle.blank()
    >>> clew.find_fault(blank, clew.solve(blank).solution) is None
    True
    >>> clew.find_fault(blank, [1] * 81)
    'row 1 holds 1 twice, at r1c1 and r1c2'
    """
    return _clew.find_fault(as_puzzle(puzzle), grid)
