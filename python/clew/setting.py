"""Setting puzzles: what would mend one, what can be filled otherwise, what can go, puzzles to order."""

from __future__ import annotations

import html as _html
import json
from dataclasses import dataclass, field
from typing import Any, Dict, Generic, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _clew
from ._clew import Geometry, Puzzle
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import check, checked, shown
from .explaining import Candidate, RulesLike, _Reader, digit_of, rules_text
from .pictures import beside, draw

Range = Union[int, Tuple[Optional[int], Optional[int]]]
Item = TypeVar("Item")


class _Several(Generic[Item]):
    """An answer that holds several of a kind, in order."""

    @property
    def _all(self) -> Tuple[Item, ...]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Item]:
        return iter(self._all)

    def __getitem__(self, index: int) -> Item:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)


@dataclass(frozen=True)
class Change:
    """One slip undone: its ``kind`` ('move', 'alter', 'remove', 'add', 'swap', 'confuse', 'shift row',
    ...; of rules: 'change sum', 'swap sums', 'move cell', 'add cell', 'drop cell', 'turn line', 'change mark', 'remove
    rule'), its ``edits``, the new clue of each cell (by name), None for none, and ``rules``: what becomes of
    rules, by their places in the puzzle's ``rules``, in words, None if one goes. ``cell`` (by name) is the
    one that comes into a cage or leaves it."""

    kind: str
    edits: Dict[str, Optional[int]]
    rules: Dict[int, Optional[str]] = field(default_factory=dict)
    cell: Optional[str] = None


@dataclass(frozen=True)
class Proposal:
    """Changes after which a puzzle has one solution: ``text`` in words, ``reasons`` for and against,
    ``points`` (the fewer, the likelier), one or two ``changes``, the ``mended`` puzzle and its
    ``solution`` (a line of symbols). A notebook shows the mended puzzle."""

    text: str
    points: int
    reasons: Tuple[str, ...]
    changes: Tuple[Change, ...]
    mended: Puzzle
    solution: str

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        reasons = f" ({_html.escape('; '.join(self.reasons))})" if self.reasons else ""
        words = f"<p><b>{_html.escape(self.text)}</b>{reasons}</p>"
        return beside(draw(self.mended).svg, self.text, words)


@dataclass(frozen=True)
class Question:
    """A cell (by name) whose digit parts the solutions: how many have which ``digits``."""

    cell: str
    digits: Dict[int, int]


@dataclass(frozen=True)
class Conflict:
    """Cells (by name) whose ``clues``, cells whose pencil ``marks``, and ``rules`` (by their places in
    the puzzle's) that cannot hold together."""

    clues: Tuple[str, ...]
    marks: Tuple[str, ...]
    rules: Tuple[int, ...] = ()


@dataclass(frozen=True, repr=False)
class Repair(_Several[Proposal]):
    """What is wrong with a puzzle and what would mend it: ``clew.repair`` makes it.

    ``validity``: 'no solution', 'one solution', 'several solutions' or 'unknown'. ``proposals``, the
    likeliest first. Of a puzzle with several solutions: ``add_clues``, the smallest sets of clues that
    leave one; ``ask_cells``, the smallest sets of cells (by name) whose digits tell all apart;
    ``questions``, the best first. Of one without: ``conflicts``, the smallest of them. ``singles_tried`` and ``singles_valid``, ``pairs_tried`` and ``pairs_valid``
    changes. ``ending`` is 'exhausted' if all that was asked for was tried. ``remarks`` in words.
    """

    validity: str
    ending: str
    proposals: Tuple[Proposal, ...]
    add_clues: Tuple[Tuple[Candidate, ...], ...]
    ask_cells: Tuple[Tuple[str, ...], ...]
    questions: Tuple[Question, ...]
    conflicts: Tuple[Conflict, ...]
    singles_tried: int
    singles_valid: int
    pairs_tried: int
    pairs_valid: int
    remarks: Tuple[str, ...]

    @property
    def _all(self) -> Tuple[Proposal, ...]:
        return self.proposals

    def __str__(self) -> str:
        return "\n".join([*self.remarks, *(p.text for p in self.proposals)])

    def __repr__(self) -> str:
        return f"<clew repair: {self.validity}, {len(self.proposals)} proposals>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{p.points}</td><td style='text-align:left'>{_html.escape(p.text)}</td>"
            f"<td style='text-align:left'>{_html.escape('; '.join(p.reasons))}</td></tr>"
            for p in self.proposals
        )
        table = (
            "<table><tr><th>points</th><th style='text-align:left'>change</th>"
            f"<th style='text-align:left'>reasons</th></tr>{rows}</table>"
            if rows
            else ""
        )
        return f"<p>{_html.escape('; '.join(self.remarks))}</p>{table}"


@checked
def repair(
    puzzle: PuzzleLike,
    *,
    pairs: str = "needed",
    max_pairs: Optional[int] = None,
    top: int = 20,
    max_solutions: int = 1000,
    language: str = "en",
    threads: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Repair:
    """Which small slip would explain why a puzzle is not valid, and what to add to it.

    Every single change is tried: clues moved, misread, swapped, left out, lines shifted, digits confused,
    the grid turned, sums of cages and sandwiches misread or exchanged, cells drawn into the wrong cage or
    left out of one, thermometers and arrows turned round, rules removed; ``pairs`` of them 'none', 'needed' (where no single one helps) or 'all', at most
    ``max_pairs``. ``top`` proposals of each kind are told (0: all). With more than ``max_solutions`` no
    additions and questions are looked for. ``language`` of the words: 'en' or 'de'. ``progress`` is told the changes so far as ``nodes``.

    >>> found = clew.repair('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
    >>> found.validity, len(found), found.proposals[0].text
    ('several solutions', 20, 'move 6 from r3c5 to r3c4')
    >>> clew.count(found.proposals[0].mended).solutions
    1
    """
    question = as_puzzle(puzzle)
    call = Call(threads=threads, seconds=seconds, progress=progress)
    text, remarks = _clew.repair(question, call, pairs, max_pairs, top, max_solutions, language)
    data = json.loads(text)
    reader = _Reader(question.size)

    def digit(symbol: Optional[str]) -> Optional[int]:
        return None if symbol is None else digit_of(symbol)

    proposals = tuple(
        Proposal(
            p["text"],
            p["points"],
            tuple(p["reasons"]),
            tuple(
                Change(
                    c["kind"],
                    {e["cell"]: digit(e["digit"]) for e in c["edits"]},
                    {r["rule"] - 1: r["now"] for r in c.get("rules", ())},
                    c.get("cell"),
                )
                for c in p["changes"]
            ),
            (
                as_puzzle(json.dumps(p["question"]))
                if "question" in p
                else question.with_givens(
                    {e["cell"]: digit(e["digit"]) for c in p["changes"] for e in c["edits"]}
                )
            ),
            p["solution"],
        )
        for p in data["proposals"]
    )
    answer = Repair(
        validity=data["validity"],
        ending=data["ending"],
        proposals=proposals,
        add_clues=tuple(
            reader.candidates(s) for s in data.get("add_clues", {}).get("sets", ())
        ),
        ask_cells=tuple(tuple(s) for s in data.get("ask_cells", {}).get("sets", ())),
        questions=tuple(
            Question(q["cell"], {digit_of(p["digit"]): p["solutions"] for p in q["parts"]})
            for q in data.get("questions", ())
        ),
        conflicts=tuple(
            Conflict(
                tuple(c["clues"]),
                tuple(c["marks"]),
                tuple(number - 1 for number in c.get("rules", ())),
            )
            for c in data.get("conflicts", ())
        ),
        singles_tried=data["singles"]["tried"],
        singles_valid=data["singles"]["valid"],
        pairs_tried=data["pairs"]["tried"],
        pairs_valid=data["pairs"]["valid"],
        remarks=tuple(remarks),
    )
    return finish(call, answer)


@dataclass(frozen=True)
class Reading:
    """A valid puzzle near one that was read. ``changes``: for a cell (by name) what was read and what it
    would be, 0 for open. ``share`` of the odds of all readings that were found."""

    puzzle: Puzzle
    solution: str
    changes: Dict[str, Tuple[int, int]]
    share: float


@dataclass(frozen=True)
class Misread(_Several[Reading]):
    """The valid readings, the likeliest first: ``clew.misread`` makes it. ``suspects``: the cells (by name)
    to look at again, with how likely each was misread. ``exact``: there are no others."""

    readings: Tuple[Reading, ...]
    suspects: Dict[str, float]
    exact: bool

    @property
    def _all(self) -> Tuple[Reading, ...]:
        return self.readings


@checked
def misread(
    puzzle: PuzzleLike,
    *,
    confusions: str = "usual",
    top: int = 10,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Misread:
    """The valid puzzles nearest to one that was read from a photograph, up to ``top``.

    ``confusions``: pairs of digits that are taken for each other and what a cell may hold, with odds or
    0.05 each: '1/7, 3/8:0.1, r4c6=5:0.3, r1c1=.'; 'usual' adds 1/7, 3/8, 6/8 and 5/6.

    >>> read = '..9.....2...37.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> clew.misread(read)[0].changes
    {'r2c5': (7, 1)}
    """
    question = as_puzzle(puzzle)
    call = Call(seconds=seconds, progress=progress)
    data = json.loads(_clew.misread(question, call, confusions, top))

    def digit(symbol: str) -> int:
        return 0 if symbol == "." else digit_of(symbol)

    def reading(found: Dict[str, Any]) -> Reading:
        changes = {c["cell"]: (digit(c["read"]), digit(c["is"])) for c in found["changes"]}
        puzzle = question.with_givens({cell: now or None for cell, (_, now) in changes.items()})
        return Reading(puzzle, found["solution"], changes, found["share"])

    return finish(
        call,
        Misread(
            tuple(reading(found) for found in data["readings"]),
            {s["cell"]: s["share"] for s in data["suspects"]},
            data["ending"] == "exhausted",
        ),
    )


@dataclass(frozen=True)
class UnavoidableSet:
    """Cells (by name) that can be filled otherwise with the rest of the grid as it is, their ``digits``,
    whether a clue stands in one (``hit``), and the ``kind`` where it was asked for."""

    cells: Tuple[str, ...]
    digits: Tuple[int, ...]
    hit: bool
    kind: Optional[str] = None

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, repr=False)
class Unavoidable(_Several[UnavoidableSet]):
    """Unavoidable sets, the smaller first: ``clew.unavoidable`` makes it. ``outcome``: 'found', 'no
    solution', 'too many solutions' or 'not known'. ``exact``: these are all that were asked for.
    ``said``: how many of which size, in words."""

    outcome: str
    exact: bool
    said: str
    sets: Tuple[UnavoidableSet, ...] = ()

    @property
    def _all(self) -> Tuple[UnavoidableSet, ...]:
        return self.sets

    def __str__(self) -> str:
        return self.said

    def __repr__(self) -> str:
        return f"<clew unavoidable sets: {self.said}>"


@checked
def unavoidable(
    puzzle: PuzzleLike,
    *,
    max_size: int = 10,
    method: str = "search",
    shapes: bool = False,
    not_hit: bool = False,
    max_solutions: int = 1000,
    language: str = "en",
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Unavoidable:
    """The minimal sets of cells that can be filled otherwise: of a full grid or a puzzle with one
    solution all up to ``max_size`` cells, of one with several those that its solutions exhibit.

    ``method``: 'search', 'sat' or 'templates', which tells the kinds; they agree. ``shapes`` looks for
    rectangles, pairs of lines and three lines instead, minimal or not. ``not_hit`` keeps those in which
    no clue stands. ``language`` of ``said``: 'en' or 'de'.

    >>> puzzle = '..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> found = clew.unavoidable(puzzle, max_size=4)
    >>> len(found), found.sets[0].cells
    (6, ('r1c2', 'r1c3', 'r5c2', 'r5c3'))
    """
    question = as_puzzle(puzzle)
    call = Call(max_nodes=max_nodes, seconds=seconds, progress=progress)
    said, text = _clew.unavoidable(
        question, call, max_size, method, shapes, not_hit, max_solutions, language
    )
    data = json.loads(text)
    sets = tuple(
        UnavoidableSet(
            tuple(s["cells"]), tuple(digit_of(d) for d in s["digits"]), s["hit"], s.get("kind")
        )
        for s in data.get("sets", [])
    )
    exact = "sets" in data and data["ending"] == "exhausted"
    return finish(call, Unavoidable(data["outcome"], exact, said, sets))


@dataclass(frozen=True)
class Reduction:
    """Which clues could go: ``clew.minimal`` makes it. ``redundant``: each by itself follows from the
    others. ``puzzles``: minimal ones within, with the same solutions, those with the fewest clues first.
    ``complete``: that is all that was asked for. ``said`` in words. ``rules``: those that follow, if asked."""

    redundant: Tuple[Candidate, ...]
    puzzles: Tuple[Puzzle, ...]
    complete: bool
    said: str
    rules: Tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.said


@checked
def minimal(
    puzzle: PuzzleLike,
    wanted: str = "redundant",
    *,
    seed: int = 1,
    limit: int = 1000,
    max_clues: int = 625,
    rules: bool = False,
    language: str = "en",
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Reduction:
    """The clues that follow from the others; and with ``wanted`` 'one' a minimal puzzle within (clues
    taken out in an order drawn from ``seed``), with 'all' every one, up to ``limit`` of at most
    ``max_clues`` clues. With ``rules`` also the rules that follow, for 'one' taken out after the clues.
    ``language`` of the words: 'en' or 'de'.

    >>> puzzle = '..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> [str(clue) for clue in clew.minimal(puzzle).redundant]
    ['r5c4=4']
    >>> [p.given_count for p in clew.minimal(puzzle, 'all').puzzles]
    [23]
    """
    question = as_puzzle(puzzle)
    call = Call(max_nodes=max_nodes, seconds=seconds, progress=progress)
    complete, said, text, puzzles = _clew.minimal(
        question, call, wanted, seed, limit, max_clues, rules, language
    )
    told = json.loads(text)
    redundant = _Reader(question.size).candidates(told.get("redundant", []))
    sentences = tuple(rule["text"] for rule in told.get("redundant_rules", []))
    return finish(call, Reduction(redundant, tuple(puzzles), complete, said, sentences))


@dataclass(frozen=True)
class Generated:
    """A puzzle that was made, one of its solutions (``uint8[cells]``), how many it has, and the attempts
    that it took. A notebook shows it."""

    puzzle: Puzzle
    solution: npt.NDArray[np.uint8] = field(compare=False, repr=False)
    solutions: int
    attempts: int

    def _repr_svg_(self) -> str:
        return draw(self.puzzle).svg


@checked
def generate(
    n: int = 1,
    *,
    seed: int = 1,
    clues: Range = (None, None),
    solutions: Range = 1,
    symmetry: str = "none",
    pattern: Optional[Union[str, Sequence[bool]]] = None,
    redundant: bool = False,
    technique: Union[str, Sequence[str]] = (),
    score: Optional[Range] = None,
    difficulty: Optional[str] = None,
    rules: RulesLike = "methods",
    place: Union[str, Sequence[str]] = (),
    board: Union[Geometry, PuzzleLike, None] = None,
    attempts: int = 1000,
    threads: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> List[Generated]:
    """Puzzles to order; the same ``seed`` gives the same ones, whatever the number of threads.

    ``clues`` and ``solutions``: a number, or (low, high), None for no bound. ``symmetry`` of the clues'
    places: 'none', 'half-turn', 'quarter-turn', 'rows', ... ``pattern``: the places themselves, one entry
    or symbol a cell ('.' and '0' are open). ``redundant`` allows clues that the others imply (symmetric
    patterns of needed clues are rare). ``technique`` (one, or any of several) is used by the path of
    ``rules``; ``score`` bounds the total of a path that solves. ``difficulty`` for
    people, of plain 9x9 puzzles: 'easy', 'medium', 'hard', 'very-hard' or 'fiendish'. ``place``: rules to
    put on the board, such as 'kropki' or 'thermometer:4:3-6'. ``board``: a Geometry, or a puzzle whose
    board and rules are taken. A puzzle that cannot be made in so many ``attempts`` is left out, with a
    RuntimeWarning. Ctrl-C and ``seconds`` leave those that were made in order.

    >>> made = clew.generate(2, seed=7)
    >>> [clew.count(m.puzzle).solutions for m in made]
    [1, 1]
    >>> clew.generate(board=clew.Geometry(4))[0].solution.shape
    (16,)
    """
    if isinstance(board, Geometry):
        question = Puzzle.blank(board)
    else:
        question = Puzzle.blank() if board is None else as_puzzle(board)
    places = [symbol not in ".0" for symbol in pattern] if isinstance(pattern, str) else pattern
    call = Call(threads=threads, seconds=seconds, progress=progress)
    found = _clew.generate(
        question,
        call,
        n,
        seed,
        _range("clues", clues, 0, question.cells),
        _range("solutions", solutions, 1, 2**64 - 2),
        symmetry,
        [] if places is None else [bool(place) for place in places],
        redundant,
        [technique] if isinstance(technique, str) else list(technique),
        None if score is None else _range("score", score, 0, 2**64 - 2),
        rules_text(rules),
        attempts,
        difficulty,
        place.split(",") if isinstance(place, str) else list(place),
    )
    if found["failed"]:
        import warnings

        warnings.warn(
            f"{found['failed']} of {n} puzzles could not be made in {attempts} attempts each; "
            f"the last failed on {found['obstacle']}",
            RuntimeWarning,
            stacklevel=2,
        )
    made = [
        Generated(puzzle, solution, count, tries)
        for puzzle, count, tries, solution in found["puzzles"]
    ]
    return finish(call, made)


def _range(name: str, asked: Range, low: int, high: int) -> Tuple[int, int]:
    try:
        first, last = asked if isinstance(asked, (tuple, list)) else (asked, asked)
    except ValueError:
        raise ValueError(f"{name}: a number, or (low, high), not {shown(asked)}") from None
    for bound in (first, last):
        check(name, bound, (int, type(None)))
    return low if first is None else first, high if last is None else last
