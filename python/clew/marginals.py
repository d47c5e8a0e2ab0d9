"""What is true of the solutions together: in how many each candidate is, and some drawn at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked


def _backbone(possible: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    single = possible.sum(axis=1) == 1
    return np.where(single, possible.argmax(axis=1) + 1, 0).astype(np.uint8)


@dataclass(frozen=True, eq=False, repr=False)
class Density:
    """In how many solutions each candidate is; column d-1 is digit d.

    ``total`` solutions, ``counts`` (``object[cells, size]`` of exact ints), ``possible``
    (``bool[cells, size]``: in some solution). ``total`` and ``counts`` are None unless they were counted
    to the end (``ending`` 'exhausted'), ``possible`` is None if even that is not known. A notebook shows
    the board, its cells tinted by how unsettled they are.
    """

    total: Optional[int]
    counts: Optional[npt.NDArray[Any]]
    possible: Optional[npt.NDArray[np.bool_]]
    ending: str
    engine: str
    _puzzle: Optional[_clew.Puzzle] = field(default=None)

    def __repr__(self) -> str:
        total = "not counted" if self.total is None else f"{self.total} solutions"
        return f"<clew density: {total}, {self.ending}>"

    @property
    def share(self) -> npt.NDArray[np.float64]:
        """``float64[cells, size]``: counts / total; 0 if there is no solution. Raises ValueError unless
        counted."""
        if self.counts is None or self.total is None:
            raise ValueError("the solutions were not counted")
        return (self.counts / max(self.total, 1)).astype(np.float64)

    @property
    def entropy(self) -> npt.NDArray[np.float64]:
        """``float64[cells]``, in bits: 0 where all solutions agree. Raises ValueError unless counted."""
        share = self.share
        bits: npt.NDArray[np.float64] = share * -np.log2(np.where(share > 0, share, 1.0))
        return np.asarray(bits.sum(axis=1), np.float64)

    @checked
    def svg(self, cell_pixels: float = 40) -> str:
        """The board with the candidates that are in some solution, a cell the warmer the less it is
        settled, where that was counted. Raises ValueError unless known.

        >>> clew.density('.' * 81, counts=False).svg()[:4]
        '<svg'
        """
        if self.possible is None or self._puzzle is None:
            raise ValueError("the candidates are not known")
        heat = [] if self.counts is None else [float(bits) for bits in self.entropy]
        warmest = max(heat, default=0.0)
        if warmest == 0:
            heat = []
        return _clew.heat_svg(
            self._puzzle, self.possible, [bits / warmest for bits in heat], cell_pixels
        )

    def _repr_svg_(self) -> Optional[str]:
        return None if self.possible is None or self._puzzle is None else self.svg()

    @property
    def backbone(self) -> npt.NDArray[np.uint8]:
        """``uint8[cells]``: the digit that a cell has in all solutions, or 0. Raises ValueError unless
        known."""
        if self.possible is None:
            raise ValueError("the candidates are not known")
        return _backbone(self.possible)


@dataclass(frozen=True, eq=False)
class Candidates:
    """``possible``, ``bool[cells, size]``: the candidates in some solution; all of them if ``ending`` is
    'exhausted', those found so far otherwise."""

    possible: npt.NDArray[np.bool_]
    ending: str

    @property
    def backbone(self) -> npt.NDArray[np.uint8]:
        """``uint8[cells]``: the digit that a cell has in all solutions, or 0. Raises ValueError unless
        ``ending`` is 'exhausted'."""
        if self.ending != "exhausted":
            raise ValueError("the candidates are not all known")
        return _backbone(self.possible)


@dataclass(frozen=True, eq=False)
class Sample:
    """``grids``, ``uint8[n, cells]``, drawn from ``total`` solutions. None were drawn if there is no
    solution, or the work ended early (``ending``; ``total`` is then a lower bound)."""

    grids: npt.NDArray[np.uint8]
    total: int
    ending: str
    engine: str


@checked
def density(
    puzzle: PuzzleLike,
    *,
    counts: bool = True,
    engine: str = "auto",
    threads: Optional[int] = None,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Density:
    """In how many solutions each candidate is: none, some or all, exactly. With ``counts=False`` only in
    some and in all, which takes milliseconds however many there are. ``progress`` is told the time.

    >>> d = clew.density('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
    >>> d.total, list(d.counts[0])
    (12, [0, 0, 4, 0, 3, 0, 5, 0, 0])
    >>> int((d.backbone > 0).sum())
    41
    >>> clew.density('.' * 81).counts[0, 0] * 9 == clew.count('.' * 81).solutions
    True
    """
    call = Call(engine, threads, None, max_nodes, seconds, progress)
    question = as_puzzle(puzzle)
    fields = _clew.density(question, call, counts)
    if fields["counts"] is not None:
        fields["counts"] = np.array(fields["counts"], dtype=object).reshape(
            question.cells, question.size
        )
    return finish(call, Density(**fields, _puzzle=question))


@checked
def candidates(
    puzzle: PuzzleLike,
    *,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Candidates:
    """The candidates that are in some solution: ``bool[cells, size]``, by SAT, in milliseconds.

    >>> clew.candidates('.' * 81).possible.all()
    True
    """
    call = Call("auto", 1, None, max_nodes, seconds, progress)
    return finish(call, Candidates(**_clew.candidates(as_puzzle(puzzle), call)))


@checked
def sample(
    puzzle: PuzzleLike,
    n: int,
    *,
    seed: int = 1,
    engine: str = "auto",
    threads: Optional[int] = None,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Sample:
    """``n`` solutions drawn at random, with replacement, each with exactly the same chance; the same for
    the same ``seed``.

    >>> clew.sample('.' * 81, 3, seed=7).grids.shape
    (3, 81)
    """
    call = Call(engine, threads, None, max_nodes, seconds, progress)
    return finish(call, Sample(**_clew.sample(as_puzzle(puzzle), call, n, seed)))
