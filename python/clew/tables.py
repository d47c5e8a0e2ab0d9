"""Many puzzles in, one table out."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .call import PuzzleLike, as_puzzle
from .checking import checked
from .counting import count
from .errors import ClewInputError
from .listing import solve, verify
from .pictures import symbol
from .puzzles import read
from .rating import SCALES, rate

Column = Callable[[Any], Any]

_FIGURES: Dict[str, Callable[[Any], Any]] = {
    "se": lambda rating: rating.er,
    "hodoku": lambda rating: rating.score,
    "methods": lambda rating: rating.score,
    "needs": lambda rating: rating.largest,
    "paris": lambda rating: rating.steps,
    "human": lambda rating: rating.seconds / 60,
}


def _count(puzzle: Any) -> int:
    return int(count(puzzle, threads=1))


def _solution(puzzle: Any) -> Optional[str]:
    solution = solve(puzzle, threads=1).solution
    return None if solution is None else "".join(map(symbol, solution.tolist()))


def _on(scale: str) -> Column:
    def figure(puzzle: Any) -> Any:
        try:
            return _FIGURES[scale](rate(puzzle, scale))
        except ClewInputError:  # not defined for this board
            return None

    return figure


_COLUMNS: Dict[str, List[Tuple[str, Column]]] = {
    "count": [("count", _count)],
    "verify": [("verify", lambda puzzle: verify(puzzle, threads=1).validity)],
    "solve": [("solve", _solution)],
    "clues": [("clues", lambda puzzle: puzzle.given_count)],
    **{scale: [(scale, _on(scale))] for scale in SCALES},
    "rate": [(scale, _on(scale)) for scale in SCALES],
}


class Table(Mapping[str, List[Any]]):
    """Columns by name, each a list with an entry a puzzle."""

    def __init__(self, columns: Dict[str, List[Any]]) -> None:
        self.columns = columns

    def __getitem__(self, name: str) -> List[Any]:
        return self.columns[name]

    def __iter__(self) -> Any:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __repr__(self) -> str:
        rows = [list(map(str, row)) for row in zip(*self.columns.values())]
        if len(rows) > 20:
            rows = [*rows[:10], ["..."] * len(self.columns), *rows[-10:]]
        widths = [max(map(len, column)) for column in zip(list(self.columns), *rows)]
        return "\n".join(
            "  ".join(text.rjust(width) for text, width in zip(row, widths))
            for row in [list(self.columns), *rows]
        )


@checked
def table(
    puzzles: Union[str, "os.PathLike[str]", Iterable[PuzzleLike]],
    columns: Union[Sequence[str], Mapping[str, Union[str, Column]]] = ("count", "se"),
    *,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int], object]] = None,
) -> Any:
    """A row a puzzle: a pandas.DataFrame if pandas can be imported, otherwise a Table.

    ``puzzles``: a file of any format, or puzzles. ``columns``: 'count', 'verify', 'solve', 'clues', a scale
    ('se', 'hodoku', 'methods', 'needs', 'paris', 'human' in minutes), 'rate' for all scales; or a dict of
    one's own, ``{name: function of a Puzzle}``. A scale that is not defined for a board gives None.
    ``progress`` is told how many rows are done. Ctrl-C ends it.

    >>> made = clew.table(['.' * 81, '1' + '.' * 80], {'solutions': 'count', 'clues': 'clues'})
    >>> list(made['solutions']), list(made['clues'])
    ([6670903752021072936960, 741211528002341437440], [0, 1])
    """
    asked: List[Tuple[str, Column]] = []
    for name in columns:
        column = columns[name] if isinstance(columns, Mapping) else name
        if callable(column):
            asked.append((name, column))
            continue
        if column not in _COLUMNS:
            raise ValueError(f"columns: {', '.join(_COLUMNS)}, or a function, not {column!r}")
        known = _COLUMNS[column]
        asked.extend([(name, known[0][1])] if len(known) == 1 else known)
    if isinstance(puzzles, (str, os.PathLike)):
        puzzles = read(puzzles)
    found: Dict[str, List[Any]] = {name: [] for name, _ in asked}
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        rows = pool.map(
            lambda puzzle: [column(puzzle) for _, column in asked], map(as_puzzle, puzzles)
        )
        try:
            for done, row in enumerate(rows, 1):
                for name, value in zip(found, row):
                    found[name].append(value)
                if progress is not None:
                    progress(done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    try:
        import pandas  # type: ignore
    except ImportError:
        return Table(found)
    return pandas.DataFrame(found)
