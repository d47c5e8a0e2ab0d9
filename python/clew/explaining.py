"""What follows and why: walks, steps, single candidates."""

from __future__ import annotations

import html as _html
import json
import os
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked
from .certifying import Certificate, Folder, _certificate
from .pictures import beside

RulesLike = Union[str, Mapping[str, Any]]


def digit_of(symbol: str) -> int:
    """1-9, then A for 10, B for 11, ...

    >>> digit_of('7'), digit_of('A')
    (7, 10)
    """
    return int(symbol) if symbol.isdigit() else ord(symbol.upper()) - ord("A") + 10


def cell_of(name: str, size: int) -> int:
    """The number of a cell, row by row from 0, and of one beside the board.

    >>> cell_of('r2c1', 9), cell_of('x2', 9)
    (9, 82)
    """
    match = re.fullmatch(r"r(\d+)c(\d+)|x(\d+)", name)
    if match is None:
        raise ValueError(f"{name!r} is no cell")
    if match[3]:
        return size * size + int(match[3]) - 1
    return (int(match[1]) - 1) * size + int(match[2]) - 1


def rules_text(rules: RulesLike) -> str:
    """A rule set as the compiled part reads it: a name, or JSON."""
    if isinstance(rules, str):
        return rules
    try:
        return json.dumps(dict(rules))
    except RecursionError:
        raise ValueError("rules: nested too deep") from None


@dataclass(frozen=True, order=True)
class Candidate:
    """A digit (1 .. size) in a cell (0 .., row by row); ``str`` of it is 'r1c2=4'."""

    cell: int
    digit: int
    name: str = field(compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Constraint:
    """One exactly-one rule: ``kind`` is 'cell', 'house' (``digit`` in it) or 'rule' of the puzzle, or
    'total', what the digits of a house sum to; and ``name`` which one: 'r1c1', 'row 3', 'rule 2'."""

    kind: str
    name: str
    digit: Optional[int] = None

    def __str__(self) -> str:
        if self.kind == "total":
            return f"the total of {self.name}"
        return self.name if self.digit is None else f"{self.digit} in {self.name}"


@dataclass(frozen=True)
class Citation:
    """A constraint that a step rests on, and whether as a 'truth' (one of its candidates holds) or a
    'link' (no two do)."""

    constraint: Constraint
    use: str

    def __str__(self) -> str:
        return str(self.constraint)


@dataclass(frozen=True)
class Group:
    """Candidates that play a ``role`` together: 'base', 'cover', 'fin', 'pivot', 'chain', ...; and the
    constraint that binds them, if one does."""

    role: str
    candidates: Tuple[Candidate, ...]
    within: Optional[Constraint] = None


@dataclass(frozen=True)
class Link:
    """From one of the step's groups to another, by their places in ``groups``: 'strong' (if the one is
    false the other is true) or 'weak' (if the one is true the other is false)."""

    source: int
    target: int
    kind: str
    by: Constraint


@dataclass(frozen=True)
class Line:
    """One line of a chain of reasons: ``candidate`` ``holds`` or not by ``technique``, given the lines
    ``after`` (their places); a line without technique is what was supposed. ``lemma`` is an argument of
    its own, inside."""

    candidate: Candidate
    holds: bool
    technique: Optional[str] = None
    cites: Tuple[Citation, ...] = ()
    after: Tuple[int, ...] = ()
    lemma: Optional["Branch"] = None


@dataclass(frozen=True)
class Branch:
    """An assumption thought to its end: its lines, and the constraint that runs out, if one does. Where the
    first line has a technique nothing is supposed: one line follows from the other, to the conclusion."""

    lines: Tuple[Line, ...]
    conflict: Optional[Constraint] = None


@dataclass(frozen=True, repr=False)
class Step:
    """One conclusion and all that supports it.

    ``technique`` ('naked-pair'), ``name`` ('naked pair'), ``title`` and ``text`` in words, ``kind``
    ('deduction', 'guess', 'contradiction', 'solution', 'undo', 'set-aside'), ``depth`` (open guesses),
    ``number`` in its walk (from 1; 0 alone), ``size``, ``score`` by the rule set. ``placements`` and
    ``eliminations`` are what follows, ``cites`` from which constraints, ``groups`` and ``links`` the parts
    that candidates play. ``branches`` are the inner steps of an argument that is told line by line.
    ``deadly`` is the pattern of a step that rests on uniqueness. ``at_least``: no argument for this costs
    less (0 if nothing is known). ``also``: other reasons for the same conclusions, where asked.

    A notebook shows the board with the step marked, and the words.
    """

    technique: str
    name: str
    title: str
    text: str
    kind: str = "deduction"
    depth: int = 0
    number: int = 0
    size: int = 0
    score: int = 0
    placements: Tuple[Candidate, ...] = ()
    eliminations: Tuple[Candidate, ...] = ()
    cites: Tuple[Citation, ...] = ()
    groups: Tuple[Group, ...] = ()
    links: Tuple[Link, ...] = ()
    branches: Tuple[Branch, ...] = ()
    deadly: Tuple[Candidate, ...] = ()
    at_least: int = 0
    also: Tuple["Step", ...] = ()
    _draw: Optional[Callable[[float, bool], str]] = field(default=None, compare=False)

    @checked
    def svg(self, cell_pixels: float = 40, legend: bool = True) -> str:
        """The board before the step, with its parts marked, as SVG.

        >>> step = clew.hint('12345678' + '.' * 73).step
        >>> '<svg' in step.svg()
        True
        """
        if self._draw is None:
            raise ValueError("this step was made without its board: it has no picture")
        return self._draw(cell_pixels, legend)

    def _repr_svg_(self) -> Optional[str]:
        return None if self._draw is None else self.svg()

    def _repr_html_(self) -> str:
        words = f"<p><b>{_html.escape(self.title)}.</b> {_html.escape(self.text)}</p>"
        return words if self._draw is None else beside(self.svg(), self.title, words)

    def __str__(self) -> str:
        return f"{self.title}. {self.text}"

    def __repr__(self) -> str:
        what = [str(c) for c in self.placements] + [f"not {c}" for c in self.eliminations]
        number = f" {self.number}" if self.number else ""
        return f"<clew step{number}: {self.name or self.kind}; {', '.join(what)}>"

    def __getstate__(self) -> Dict[str, Any]:  # a picture does not travel
        return {**self.__dict__, "_draw": None}


class _Reader:
    """Steps out of the command's JSON."""

    def __init__(self, size: int) -> None:
        self.size = size

    def candidate(self, name: str) -> Candidate:
        cell, _, symbol = name.partition("=")
        return Candidate(cell_of(cell, self.size), digit_of(symbol), name)

    def candidates(self, names: List[str]) -> Tuple[Candidate, ...]:
        return tuple(self.candidate(name) for name in names)

    @staticmethod
    def constraint(data: Dict[str, Any]) -> Constraint:
        if "cell" in data:
            return Constraint("cell", data["cell"])
        if "rule" in data:
            return Constraint("rule", f"rule {data['rule']}")
        if "total" in data:
            return Constraint("total", data["total"])
        return Constraint("house", data["house"], digit_of(data["digit"]))

    def cites(self, data: List[Dict[str, Any]]) -> Tuple[Citation, ...]:
        return tuple(Citation(self.constraint(d), d.get("use", "truth")) for d in data)

    def branch(self, data: Dict[str, Any]) -> Branch:
        lines = tuple(
            Line(
                self.candidate(d["candidate"]),
                d["truth"],
                d.get("technique"),
                self.cites(d.get("cites", [])),
                tuple(d.get("from", ())),
                self.branch(d["lemma"]) if "lemma" in d else None,
            )
            for d in data["lines"]
        )
        conflict = data.get("conflict")
        return Branch(lines, None if conflict is None else self.constraint(conflict))

    def step(
        self, data: Dict[str, Any], draw: Optional[Callable[[float, bool], str]] = None
    ) -> Step:
        kind = data.get("kind", "deduction")
        return Step(
            technique=data.get("technique", ""),
            name=data.get("name", ""),
            title=data["title"],
            text=data["text"],
            kind=kind,
            depth=data.get("depth", 0),
            number=data.get("number", 0),
            size=data.get("size", 0),
            score=data.get("score", 0),
            placements=self.candidates(data.get("placements", [])),
            eliminations=self.candidates(data.get("set_aside", data.get("eliminations", []))),
            cites=self.cites(data.get("cites", [])),
            groups=tuple(
                Group(
                    d["role"],
                    self.candidates(d["candidates"]),
                    self.constraint(d["in"]) if "in" in d else None,
                )
                for d in data.get("roles", [])
            ),
            links=tuple(
                Link(d["from"], d["to"], d["kind"], self.constraint(d["by"]))
                for d in data.get("links", [])
            ),
            branches=tuple(self.branch(d) for d in data.get("reasons", [])),
            deadly=self.candidates(data.get("deadly", [])),
            at_least=data.get("none_below", 0),
            also=tuple(self.step(d) for d in data.get("also", [])),
            _draw=draw,
        )


def _pictured(pictures: _clew.Pictures, index: int) -> Callable[[float, bool], str]:
    return lambda cell_pixels, legend: pictures.svg(index, cell_pixels, legend)


class Walk:
    """A walk through a puzzle: ``clew.explain`` makes it.

    ``steps``, ``status`` ('solved', 'settled', 'stuck', 'impossible' or 'interrupted'), ``ending``
    ('exhausted', 'limit reached', 'out of budget', 'interrupted'), ``said`` (how it ended, in words),
    ``complete`` (it is solved, or settled: each candidate left is in a solution), ``rule_set`` (the name of the techniques' set), ``rules`` (the
    puzzle's own, in words), ``score`` and ``hardest`` score of a step, ``guesses``, ``tried`` in vain and ``passed_over`` techniques, ``solutions`` found (one line each),
    ``conflicting`` clues (cell names) and ``conflicting_rules`` (places in ``rules``) of a puzzle
    without solution, a smallest set of both, ``parting``: where several solutions
    part, and ``data``, all of it as the command's JSON says it.

    It is a sequence of its steps, and a notebook shows the last board with the steps beside it.
    """

    def __init__(
        self, found: Optional[_clew.Walk], question: Tuple[_clew.Puzzle, Dict[str, Any]], text: str
    ) -> None:
        self._found = found
        self._question = question
        self._text = text
        size = question[0].size
        self.data: Dict[str, Any] = json.loads(text)
        reader = _Reader(size)
        self.steps: Tuple[Step, ...] = tuple(
            reader.step(step, self._drawn(i)) for i, step in enumerate(self.data["steps"])
        )
        self.status: str = self.data["status"]
        self.ending: str = self.data["ending"]
        self.said: str = self.data["said"]
        self.rule_set: str = self.data["rule_set"]
        self.rules: Tuple[str, ...] = tuple(self.data.get("rules", ()))
        self.score: int = self.data["score"]
        self.hardest: int = self.data["hardest"]
        self.guesses: int = self.data["guesses"]
        self.tried: Tuple[str, ...] = tuple(self.data["tried"])
        self.passed_over: Tuple[str, ...] = tuple(self.data.get("passed_over", ()))
        self.solutions: Tuple[str, ...] = tuple(self.data["solutions"])
        self.conflicting: Tuple[str, ...] = tuple(self.data.get("conflicting", ()))
        self.conflicting_rules: Tuple[int, ...] = tuple(
            number - 1 for number in self.data.get("conflicting_rules", ())
        )
        self.parting: Optional[Dict[str, Any]] = self.data.get("parting")
        self.complete: bool = self.status in ("solved", "settled")

    @property
    def _walk(self) -> _clew.Walk:
        """What draws and proves; it does not travel, and is walked again where a pickle arrived."""
        if self._found is None:
            puzzle, asked = self._question
            call = Call()
            again = finish(call, _clew.explain(puzzle, call, **asked))
            if again.json != self._text:
                raise ValueError(
                    "this walk was cut short or made by another version of Clew, and then pickled: "
                    "its steps are here, its boards are not"
                )
            self._found = again
        return self._found

    def __reduce__(self) -> Tuple[Any, ...]:
        return Walk, (None, self._question, self._text)

    def _drawn(self, index: int) -> Callable[[float, bool], str]:
        return lambda cell_pixels, legend: self._walk.svg(index, cell_pixels, legend)

    @checked
    def text(self, boards: str = "ends", *, markdown: bool = False, width: int = 80) -> str:
        """The whole walk in words. ``boards``: 'none', 'ends' (the first and the last) or 'every'.

        >>> walk = clew.explain('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
        >>> print(walk.text('none').splitlines()[0])
         1  Hidden single (10). In box 2, 2 can only go in r2c6. So r2c6 is 2.
        """
        return self._walk.text(boards, markdown, width)

    @checked
    def html(self, *, seconds: Optional[float] = None) -> str:
        """The walk as one page that needs nothing else: a board, keys to go from step to step, every
        digit can be asked about. A second or so.

        >>> clew.explain('..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..').html()[:15]
        '<!DOCTYPE html>'
        """
        call = Call(seconds=seconds)
        return finish(call, self._walk.html(call))

    @checked
    def svg(self, step: Optional[int] = None, cell_pixels: float = 40) -> str:
        """The board before a step (its number, from 1), or at the end of the walk. Raises IndexError if
        there is no such step.

        >>> clew.explain('12345678' + '.' * 73, rules='singles').svg(1)[:4]
        '<svg'
        """
        if step is None:
            step = len(self.steps) + 1
        if not 1 <= step <= len(self.steps) + 1:
            raise IndexError(f"step {step}: 1 to {len(self.steps) + 1}")
        return self._walk.svg(step - 1, cell_pixels, True)

    def audit(self) -> None:
        """Proves every step from the constraints that it cites and nothing else. Raises ValueError if
        one cannot be proved, which is an error of Clew.

        >>> clew.explain('12345678' + '.' * 73, rules='singles').audit()
        """
        call = Call()
        sound, entry, what = finish(call, self._walk.audit(call))
        if not sound:
            raise ValueError(f"step {entry + 1} is not proved: {what}")

    @checked
    def certify(
        self, folder: Folder, *, format: str = "drat", seconds: Optional[float] = None
    ) -> Certificate:
        """Writes a proof that each step follows from the constraints it cites: see ``clew.certify``.
        ``format``: 'drat', 'lrat' or 'veripb'.

        >>> import tempfile
        >>> walk = clew.explain('12345678' + '.' * 73, rules='singles')
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print(clew.check(walk.certify(folder + '/walk.cert').folder).accepted)
        True
        """
        call = Call(seconds=seconds)
        return finish(
            call, _certificate(_clew.certify_walk(self._walk, call, os.fspath(folder), format))
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __getitem__(self, index: int) -> Step:
        return self.steps[index]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<clew walk: {self.status} after {len(self.steps)} steps, score {self.score}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<li style="margin-left:{2 * step.depth}em"><b>{_html.escape(step.title)}.</b> '
            f"{_html.escape(step.text)}</li>"
            for step in self.steps
        )
        body = (
            f"<p>{_html.escape(_shortened(self.said))}</p>"
            f'<ol style="max-height:24em;overflow-y:auto;margin:0;padding-left:2.5em">{rows}</ol>'
        )
        return beside(self.svg(), "the board at the end of the walk", body)


def _shortened(said: str) -> str:
    """Without the names of what was tried, some forty of them."""
    return re.sub(r"Tried without success: [^.]*\. ?", "", said).strip()


@checked
def explain(
    puzzle: PuzzleLike,
    *,
    rules: Optional[RulesLike] = None,
    guess: Optional[str] = None,
    max_guesses: Optional[int] = None,
    smallest: bool = False,
    tidy: bool = False,
    uniqueness: str = "prove",
    price: str = "constraints",
    notation: str = "r1c1",
    language: str = "en",
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Walk:
    """Walks through a puzzle as a person would, step by step.

    Without ``rules`` the walk tries what people find easiest first (in the order of 'human') and goes to
    the end: every candidate that is left is in a solution. With
    ``rules`` (a rule set's name: 'singles', 'human', 'methods', 'all', ...; techniques parted by commas:
    'naked-pair,x-wing'; or a rule set as a dict) it goes as far as these do; ``smallest`` goes on from
    there by the proofs that cite the fewest constraints (``price`` 'cells', 'candidates' or 'human' counts others),
    and ``guess`` ('first', 'all') by threads, at most ``max_guesses``. ``tidy`` leaves out the steps that
    nothing later needs. ``uniqueness``: for rules that rest on there being one solution 'prove' it,
    'assume' it or pass them over ('off'). ``notation``: 'r1c1', 'rc' or 'eureka'. ``language``: what steps
    are told in, 'en' or 'de'. ``seconds`` ends the walk early; ``progress`` is told the steps so far as ``nodes``.

    >>> walk = clew.explain('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
    >>> walk.status, len(walk), walk.complete
    ('settled', 33, True)
    >>> print(walk[1])
    Hidden single. In box 2, 8 can only go in r1c4. So r1c4 is 8.
    >>> [str(c) for c in walk[0].placements], walk[0].score
    (['r2c6=2'], 10)
    """
    question = as_puzzle(puzzle)
    call = Call(seconds=seconds, progress=progress)
    asked: Dict[str, Any] = {
        "rules": None if rules is None else rules_text(rules),
        "to_end": smallest or (rules is None and guess is None),
        "guess": guess,
        "max_guesses": max_guesses,
        "uniqueness": uniqueness,
        "tidy": tidy,
        "price": price,
        "notation": notation,
        "language": language,
    }
    found = _clew.explain(question, call, **asked)
    return finish(call, Walk(found, (question, asked), found.json))


@dataclass(frozen=True, repr=False)
class Why:
    """What can be said to a candidate or a cell: ``clew.why`` makes it.

    ``outcome`` is 'proved' (``step`` is the smallest argument), 'settled' (it stands there, or is ruled
    out already), 'open' (neither follows: ``possible`` are the cell's digits in some solution, and
    ``solutions`` two that differ there and in the cells ``differ``, by their names; in the ``fewest``
    that can be, if that is known), 'unsolvable' or 'not known' (the work ended before). ``text`` says it.
    A notebook shows the board with the argument marked, or where the two solutions differ.
    """

    about: str
    outcome: str
    text: str
    step: Optional[Step] = None
    possible: Tuple[int, ...] = ()
    solutions: Tuple[str, ...] = ()
    differ: Tuple[str, ...] = ()
    fewest: bool = False
    _draw: Optional[Callable[[float, bool], str]] = field(default=None, compare=False)

    @checked
    def svg(self, cell_pixels: float = 40, legend: bool = True) -> str:
        """The answer on the board, as SVG.

        >>> clew.why('1' + '.' * 80, 'r1c2').svg()[:4]
        '<svg'
        """
        if self._draw is None:
            raise ValueError("this answer was made without its board: it has no picture")
        return self._draw(cell_pixels, legend)

    def _repr_svg_(self) -> Optional[str]:
        return None if self._draw is None else self.svg()

    def _repr_html_(self) -> str:
        # Grids of solutions stand at the end, a line each.
        said, *grids = self.text.split("\n")
        words = f"<p>{_html.escape(said)}</p>" + "".join(
            f'<pre style="overflow-x:auto;font-size:80%">{_html.escape(grid)}</pre>' for grid in grids
        )
        return words if self._draw is None else beside(self.svg(), said, words)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<clew why, {self.about}: {self.outcome}>"

    def __getstate__(self) -> Dict[str, Any]:  # a picture does not travel
        return {**self.__dict__, "_draw": None}


@checked
def why(
    puzzle: PuzzleLike,
    about: str,
    *,
    price: str = "constraints",
    notation: str = "r1c1",
    language: str = "en",
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Why:
    """Why a candidate ('r4c4=7', or '44.7') must hold or cannot, from the fewest constraints; what a cell ('r4c4')
    holds and why; or why it is not settled: two solutions that differ there.

    >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> print(clew.why(p92, 'r1c2=4'))
    Suppose r1c2 is 4.
    1. r1c6 is 7, all that is left there.
    2. r9c5 is 4, the only place in column 5.
    3. r4c6 is 3, all that is left there.
    Now no place is left for 3 in box 8. No argument for this cites fewer constraints. Remove 4 from r1c2.
    >>> clew.why(p92, 'r1c1').possible
    (3, 5, 7)
    """
    question = as_puzzle(puzzle)
    call = Call(seconds=seconds, progress=progress)
    text, pictures = _clew.why(question, call, about, price, notation, language)
    data = json.loads(text)
    draw = _pictured(pictures, 0)
    step = data.get("step")
    answer = Why(
        about=about,
        outcome=data["outcome"],
        text=data["text"],
        step=None if step is None else _Reader(question.size).step(step, draw),
        possible=tuple(digit_of(symbol) for symbol in data.get("possible", "")),
        solutions=tuple(data.get("solutions", ())),
        differ=tuple(data.get("differ", ())),
        fewest=data.get("fewest", False),
        _draw=draw,
    )
    return finish(call, answer)


@dataclass(frozen=True)
class Hint:
    """The next step, given away by degrees: ``where`` to look, ``what`` stands there, and the whole
    ``step``, or None if the rules find none. ``status`` is 'hint', 'solved', 'impossible', 'settled'
    (nothing can follow) or 'stuck'."""

    status: str
    where: str
    what: str
    step: Optional[Step]
    passed_over: Tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.where


@checked
def hint(
    puzzle: PuzzleLike,
    *,
    rules: Optional[RulesLike] = None,
    uniqueness: str = "prove",
    notation: str = "r1c1",
    language: str = "en",
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Hint:
    """The next step of a puzzle, or of a state of play (HoDoKu lines, pencil mark grids): what people find
    easiest first, or by ``rules`` alone.

    >>> hint = clew.hint('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
    >>> print(hint)
    Look at box 2.
    >>> hint.step.placements[0].digit
    2
    """
    question = as_puzzle(puzzle)
    call = Call(seconds=seconds, progress=progress)
    levels, pictures = _clew.hint(
        question, call, None if rules is None else rules_text(rules), uniqueness, notation, language
    )
    where, what, whole = (json.loads(level) for level in levels)
    step = None
    if "step" in whole:
        step = _Reader(question.size).step(whole["step"], _pictured(pictures, 0))
    answer = Hint(
        whole["status"], where["text"], what["text"], step, tuple(whole.get("passed_over", ()))
    )
    return finish(call, answer)


@dataclass(frozen=True)
class JudgedStep:
    """A step as it was written (``text``), and its ``judgement``: 'follows', 'unsupported' (true, but it does
    not follow from what it cites), 'undecided' (true in some solutions only), 'wrong', 'nothing new' or
    'not known'. ``said`` is why, in words; ``technique`` and ``size`` those of the shortest argument, if one
    was looked for; ``solutions`` two that differ, of what is undecided."""

    text: str
    judgement: str
    said: str = ""
    technique: Optional[str] = None
    size: Optional[int] = None
    solutions: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """What somebody's ``steps`` and somebody's ``grid`` are worth; true if all is ``right``. ``grid``, or None: how
    many cells are ``filled``, ``wrong`` and ``crossed_out`` wrongly, whether it is ``complete`` and
    ``solvable``, the two cells of a ``clash``; with spoilers ``wrong_cells`` and ``crossed_out_cells``."""

    right: bool
    has_solution: bool
    ending: str
    grid: Optional[Dict[str, Any]]
    steps: Tuple[JudgedStep, ...]

    def __bool__(self) -> bool:
        return self.right


@checked
def judge(
    puzzle: PuzzleLike,
    steps: Union[str, Sequence[str]] = (),
    *,
    grid: Optional[PuzzleLike] = None,
    spoil: bool = False,
    language: str = "en",
    seconds: Optional[float] = None,
) -> Judged:
    """Judges somebody's steps, or what somebody filled in: a ``grid``, or a puzzle with digits filled in.

    A step is a line: what it concludes, and after a colon, if it is said, from what. A step that cites
    nothing is shown by the shortest argument. ``spoil`` names the cells of the grid that are wrong.
    ``language`` of the words: 'en' or 'de'.

    >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> found = clew.judge(p92, ['r1c2<>4', 'r7c5=7: 7 in column 5', 'r7c5=7', 'r1c1=3'])
    >>> [step.judgement for step in found.steps]
    ['follows', 'unsupported', 'nothing new', 'undecided']
    """
    question = as_puzzle(puzzle)
    call = Call(seconds=seconds)
    text = steps if isinstance(steps, str) else "\n".join(steps)
    filled = None if grid is None else as_puzzle(grid)
    data = json.loads(_clew.judge(question, call, text, filled, spoil, language))
    found = Judged(
        right=data["right"],
        has_solution=data["has_solution"],
        ending=data["ending"],
        grid=data.get("grid"),
        steps=tuple(
            JudgedStep(
                step["text"],
                step["judgement"],
                step.get("said", ""),
                step.get("technique"),
                step.get("size"),
                tuple(step.get("solutions", ())),
            )
            for step in data["steps"]
        ),
    )
    return finish(call, found)


@checked
def steps(
    puzzle: PuzzleLike,
    *,
    rules: Optional[RulesLike] = None,
    technique: Optional[str] = None,
    cell: Union[int, str, None] = None,
    house: Optional[str] = None,
    reasons: str = "simplest",
    uniqueness: str = "prove",
    notation: str = "r1c1",
    language: str = "en",
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> List[Step]:
    """Every step that the rules (if not given all techniques, in the order of 'human') allow in the puzzle
    as it stands, the simplest first; steps with the same conclusions once. ``technique`` (by any of its names), ``cell`` (0 .. or 'r1c1') and ``house`` ('row 3', 'r3', 'b9',
    'diagonal 1': cited, or changed) narrow it.
    ``reasons`` 'all' puts the other reasons for the same conclusions into ``Step.also``.

    >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> [step.name for step in clew.steps(p92, cell='r7c5')]
    ['naked single']
    """
    if reasons not in ("simplest", "all"):
        raise ValueError(f"reasons {reasons!r}: 'simplest', 'all'")
    question = as_puzzle(puzzle)
    call = Call(seconds=seconds, progress=progress)
    text, pictures = _clew.steps(
        question,
        call,
        None if rules is None else rules_text(rules),
        technique,
        cell,
        house,
        uniqueness,
        reasons == "all",
        notation,
        language,
    )
    reader = _Reader(question.size)
    found = [
        reader.step(step, _pictured(pictures, i))
        for i, step in enumerate(json.loads(text)["steps"])
    ]
    return finish(call, found)
