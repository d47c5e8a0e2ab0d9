"""How hard a puzzle is, on scales that people know."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple, Union

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked
from .errors import ClewInputError
from .explaining import RulesLike, rules_text

SCALES = ("se", "hodoku", "methods", "needs", "paris", "human")
_QUESTION = ("schema", "version", "source", "line", "puzzle", "geometry", "question", "rules")


class Rating(Mapping[str, Any]):
    """A rating on one scale: a mapping with the keys of the command's JSON, which are attributes too.

    On every scale: ``scale``, ``ending`` and ``solutions`` ('none', 'one', 'several' or 'unknown').

    * 'se' (Sudoku Explainer): ``rating`` ('7.2/1.2/1.2'), ``er``, ``ep``, ``ed``, ``steps``
    * 'hodoku': ``score``, ``level``, ``hardest``; 'methods': ``score``, ``hardest``
    * 'needs': ``largest`` argument that is needed, in ``price``; ``at_least`` so large, ``proved``;
      ``sum``, ``steps``, ``profile`` (steps of size 1, 2, ...), ``hardest_named``, ``names_suffice``
    * 'paris': ``steps``, ``direct``, ``given_freedom``, ``freedom`` (after singles, then after each
      choice), ``choices``, ``fewest`` choices that solve, ``fewest_at_least``
    * 'human': ``seconds`` that people take, mostly between ``low`` and ``high``; ``grade``; the seconds
      spent ``writing``, ``looking`` for singles, on ``patterns`` and on ``trials``; ``ways`` open at a
      placement; the slowest ``moments``; ``beyond``, true where the model goes past what was measured
    """

    def __init__(self, data: Dict[str, Any]) -> None:
        self.data = data

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getattr__(self, name: str) -> Any:
        if name != "data" and name in self.data:
            return self.data[name]
        raise AttributeError(name)

    def __str__(self) -> str:
        if self.solutions == "none":
            return "no solution"
        whole = self.ending in ("solved", "settled")
        if self.scale == "se":
            text = str(self.rating)
        elif self.scale == "needs":
            least, largest = self.at_least, self.largest
            size = largest if self.proved else f"{least}-{largest}" if whole else f"at least {least}"
            text = f"{size} {self.price}"
        elif self.scale == "paris":
            text = "direct" if self.direct else f"{self.steps} choices"
        elif self.scale == "human":
            text = f"{self.seconds / 60:.1f} min {self.grade or 'at least'}"
        else:
            text = f"{self.score}" + (f" {self.level}" if "level" in self else "")
        remarks = [] if self.solutions == "one" else [f"{self.solutions} solutions"]
        remarks += [] if whole else [self.ending]
        return f"{text} ({', '.join(remarks)})" if remarks else text

    def __repr__(self) -> str:
        return f"<clew rating, {self.scale}: {self}>"


@checked
def rate(
    puzzle: PuzzleLike,
    scale: Union[str, Tuple[str, ...], None] = None,
    *,
    assume_unique: bool = False,
    steps: bool = False,
    price: str = "constraints",
    rules: RulesLike = "all",
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Any:
    """How hard a puzzle is: a Rating on one ``scale``, or a dict of Ratings on several; on all that are
    defined for the board if none is named. Scales: 'se' (Sudoku Explainer), 'hodoku' and 'human', the
    minutes that people take, for plain 9x9 boards; 'methods', a sum of scores; 'needs', the largest argument that every way through the
    puzzle has, proved; 'paris', J. Paris's choices at binary cells.

    ``assume_unique`` uses on 'se' and 'hodoku' what rests on there being one solution, where there is just
    one, as rating lists do. ``steps`` adds the steps as ``walk``. ``price`` and ``rules`` are for 'needs':
    what an argument costs, and the rules whose hardest step is named; ``nodes`` how far 'needs' and
    'paris' search in each state. ``progress`` is told how many scales are done, as ``nodes``.

    >>> puzzle = '..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> clew.rate(puzzle, 'se').rating
    '2.0/1.2/1.2'
    >>> {scale: str(rating) for scale, rating in clew.rate(puzzle).items()}
    {'se': '2.0/1.2/1.2', 'hodoku': '388 medium', 'methods': '276', 'needs': '4 constraints', 'paris': '1 choices', 'human': '14.2 min very hard'}
    """
    question = as_puzzle(puzzle)
    asked = SCALES if scale is None else (scale,) if isinstance(scale, str) else tuple(scale)
    call = Call(seconds=seconds, progress=progress)
    ratings: Dict[str, Rating] = {}
    for number, name in enumerate(asked):
        call.tell(number, number / len(asked))
        try:
            text = _clew.rate(
                question, call, name, assume_unique, steps, price, rules_text(rules), nodes
            )
        except ClewInputError:
            if scale is None:  # not defined for this board
                continue
            raise
        data = json.loads(text)
        ratings[name] = Rating({k: v for k, v in data.items() if k not in _QUESTION})
    return finish(call, ratings[scale] if isinstance(scale, str) else ratings)
