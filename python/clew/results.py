"""Answers: values that can be compared, printed, pickled and sent to other machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple


@dataclass(frozen=True)
class Progress:
    """How far a call has come, as its ``progress`` function is told.

    ``solutions`` found so far, ``nodes`` of search (conflicts of SAT, terms of the exact sum),
    ``explored``, the share of the work that lies behind, 0 .. 1 (0 where nobody can tell), ``engine``, and
    ``seconds`` since the call began. Where the engine tells nothing the figures stay as they are, and the
    function is called twice a second all the same.
    """

    solutions: int
    nodes: int
    explored: float
    engine: str
    seconds: float = 0.0


@dataclass(frozen=True)
class House:
    """Cells that must differ: ``name`` ('row 3'), ``role`` ('row', 'column', 'box', ...), ``cells``
    ascending, and whether they hold ``every_digit``."""

    name: str
    role: str
    cells: Tuple[int, ...]
    every_digit: bool


@dataclass(frozen=True)
class Rule:
    """A rule beyond the board: ``kind`` ('killer_cage'), ``cells`` in its order, ``numbers`` (the sum of
    a cage), the user's ``name``, and what it asks in ``words``."""

    kind: str
    cells: Tuple[int, ...]
    numbers: Tuple[int, ...]
    name: str
    words: str


@dataclass(frozen=True)
class FormatInfo:
    """A text format: ``name``, ``description``, and whether Clew can ``read`` and ``write`` it."""

    name: str
    description: str
    read: bool
    write: bool


@dataclass(frozen=True)
class CountResult:
    """How many solutions.

    ``solutions`` is the number if ``exact``, otherwise a lower bound, and ``ending`` says why the count
    ended: 'exhausted', 'limit reached', 'out of budget' or 'interrupted' (the time was up, or Ctrl-C).
    ``engine`` counted, in so many ``nodes``.
    """

    solutions: int
    exact: bool
    ending: str
    engine: str
    nodes: int

    def __str__(self) -> str:
        return str(self.solutions) if self.exact else f">={self.solutions}"

    def __int__(self) -> int:
        """The number; ValueError if only a lower bound is known."""
        if not self.exact:
            raise ValueError(f"only a lower bound is known: {self}")
        return self.solutions

    def __bool__(self) -> bool:
        return self.solutions > 0 or bool(int(self))


@dataclass(frozen=True)
class CrossCheck:
    """Two engines' counts of the same puzzle: ``agreement`` is 'agree', 'disagree' or 'undecided'."""

    agreement: str
    first: CountResult
    second: CountResult


@dataclass(frozen=True)
class Estimate:
    """About how many ``solutions``, without bias, from random descents; ``low`` and ``high`` bound the
    95 % interval. ``trust`` is 'exact', 'good', 'few hits' or 'no hit': only with the first two does the
    interval mean what it says. ``search_nodes`` estimates the size of the search tree."""

    solutions: float
    low: float
    high: float
    trust: str
    samples: int
    hits: int
    effective_hits: float
    search_nodes: float
    ending: str


@dataclass(frozen=True)
class Forecast:
    """Which ``engine`` will count, in how many ``seconds``, with how many ``bytes`` of memory where they are
    more than some 50 MB. ``sure``: 'about', mostly within a factor of three, 'roughly', or 'at least'."""

    engine: str
    sure: str
    seconds: float
    bytes: float
