"""Counts and questions on many machines, by Dask distributed (package python3-distributed).

>>> from distributed import Client                                    # doctest: +SKIP
>>> client = Client('tcp://scheduler:8786')                           # doctest: +SKIP
>>> clew.cluster.count(puzzle, client, journal='count.jsonl')         # doctest: +SKIP
ClusterCount(solutions=..., exact=True, ...)

Work is cut into parts small enough to balance, and a part that takes longer than ``part_seconds`` ends and
leaves the rest of its work to parts of their own. A part that a worker takes to its grave is run again
elsewhere, up to ``retries`` times. With ``journal`` every result is written down as it comes, a line of its
own that is on disk before the next, so that the same call after whatever happened goes on with what is
missing. The package clew must be importable on the workers.
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import itertools
import json
import os
import pickle
from dataclasses import dataclass
from typing import (
    Any,
    BinaryIO,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    Union,
)

from . import _clew
from .call import Call, PuzzleLike, as_puzzle, finish
from .checking import checked, shown
from .errors import ClewInputError
from .explaining import RulesLike
from .results import CountResult
from .trees import DecisionTree, _words

__all__ = ["ClusterCount", "Part", "count", "map", "tree"]

_Task = Tuple[str, float, str]  # its line, its predicted cost, which it is
# Its plan, which it is, whether it is whole, the plan of what it left, the tasks of that.
_Result = Tuple[str, str, bool, str, List[_Task]]

# A part of this predicted cost takes some tens of seconds: nodes of a search, terms of the exact sum.
_COST = {"prefixes": 5e7, "arrangements": 5e11}
_FOR_EACH_THREAD = 8


@dataclass(frozen=True)
class Part:
    """What ``progress`` is told of a part that has come in.

    ``done`` parts of ``of`` are there, which make up the ``share`` (0 .. 1) of the predicted work; ``shard``
    ('3/8') is the latest; '3/8.2/16' is the second of those that it left, if its time was over, and ``of``
    grows by these. The first call tells what a journal held: its ``shard`` is empty.
    """

    shard: str
    done: int
    of: int
    share: float


@dataclass(frozen=True)
class ClusterCount(CountResult):
    """A CountResult, the number of ``shards``, and which were ``repeated``: delivered twice, taken once."""

    shards: int = 0
    repeated: Tuple[str, ...] = ()


class _Journal:
    """Lines that survive: each is on disk before the next is written. A torn last one is dropped, when the
    next is written; a file that no journal begins is refused and left as it is."""

    _BEGINNING = b'{"schema"'

    def __init__(self, path: Optional[Union[str, "os.PathLike[str]"]]) -> None:
        self.name = "journal" if path is None else os.fspath(path)
        self.lines: List[str] = []
        self._file: Optional[BinaryIO] = None
        self._end: Optional[int] = None  # of the last whole line, if a torn one is behind it
        if path is None:
            return
        if os.path.exists(path):
            with open(path, "rb") as file:
                self._read(file.read())
        self._file = open(path, "ab")

    def _read(self, text: bytes) -> None:
        *whole, torn = text.split(b"\n")
        for number, line in enumerate([*whole, torn], 1):
            if not line.startswith(self._BEGINNING[: len(line)]):
                raise self.refusal("no line of a journal", number)
        if torn:
            self._end = len(text) - len(torn)
        self.lines = [line.decode(errors="replace") for line in whole if line]

    def refusal(self, what: str, line: int) -> ClewInputError:
        return ClewInputError(what, "the journal of this call, or no file yet", self.name, line, None)

    def add(self, line: str) -> None:
        self.lines.append(line)
        if self._file is not None:
            if self._end is not None:
                self._file.truncate(self._end)
                self._end = None
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)

    def __enter__(self) -> "_Journal":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def _need(client: Any) -> None:
    if not all(hasattr(client, name) for name in ("nthreads", "submit", "cancel")):
        raise TypeError(f"client: a distributed.Client, not {shown(client)}")


def _threads_of(client: Any) -> int:
    _need(client)
    return max(1, sum(int(threads) for threads in client.nthreads().values()))


def _run_task(task: str, engine: str, threads: int, seconds: Optional[float]) -> str:
    call = Call(engine, threads, None, None, seconds, None)
    return finish(call, _clew.run_task(task, call))


def _gather(
    client: Any,
    name: str,
    function: Callable[..., str],
    tasks: Mapping[str, Tuple[Any, ...]],
    retries: int,
    take: Callable[[str, str], Mapping[str, Tuple[Any, ...]]],
) -> None:
    """Runs function(*arguments) for every task, hands over each result as it comes, and runs what that asks
    for besides."""
    if not tasks:
        return
    _need(client)
    distributed: Any = importlib.import_module("distributed")  # needed here alone

    futures: Dict[Any, str] = {}
    # A key is a task's own: two counts on one cluster do not take each other's parts.
    run = os.urandom(4).hex()

    def submit(task: str, arguments: Tuple[Any, ...]) -> Any:
        future = client.submit(
            function, *arguments, key=f"{name}-{run}-{task}", retries=retries, pure=False
        )
        futures[future] = task
        return future

    try:
        first = [submit(task, arguments) for task, arguments in tasks.items()]
        # This client's own loop: by itself it would wait in the default client's, where an answer
        # that was lost with its worker cannot be waited for again.
        coming = distributed.as_completed(first, loop=client.loop)
        for future in coming:
            more = take(futures.pop(future), future.result())
            future.release()
            for task, arguments in more.items():
                coming.add(submit(task, arguments))
    finally:
        if futures:
            client.cancel(list(futures))


def _planned(puzzle: Any, call: Call, of: int, by: str) -> Tuple[str, List[Tuple[str, float, str]]]:
    cut, tasks = finish(call, _clew.plan_shards(puzzle, call, of, by))
    return cut, tasks


class _Work:
    """The tasks of a plan, what came of them and what that left."""

    def __init__(self, plan: Sequence[_Task], results: Iterable[_Result], first_plan: str) -> None:
        self.results: Dict[Tuple[str, str], List[_Result]] = {}
        for result in results:
            self.results.setdefault(result[:2], []).append(result)
        self.done = 0
        self.share = 0.0
        self.left: Dict[str, Tuple[str, float]] = {}  # a task's line, and its share, by its name
        self._add(plan, first_plan, "", 1.0)

    def _add(self, tasks: Sequence[_Task], plan: str, above: str, share: float) -> None:
        total = sum(cost for _, cost, _ in tasks)
        # The dearest first: what is begun last is soon done.
        for line, cost, shard in sorted(tasks, key=lambda task: -task[1]):
            own = share * (cost / total if total else 1 / len(tasks))
            found = self.results.get((plan, shard), [])
            if any(whole for _, _, whole, _, _ in found):
                self.took(own)
                continue
            rests = [(left, tasks) for _, _, _, left, tasks in found if tasks]
            if not rests:
                self.left[above + shard] = (line, own)
                continue
            # Of several runs that were cut short the one of whose rest most has come.
            left, tasks = max(rests, key=lambda rest: sum((rest[0], t[2]) in self.results for t in rest[1]))
            self.hand_on(tasks, left, above + shard, own)

    def took(self, share: float) -> None:
        self.done += 1
        self.share += share

    def hand_on(self, tasks: Sequence[_Task], plan: str, name: str, share: float) -> Set[str]:
        """A part is there which left these tasks: the names of those that are to be run."""
        before = set(self.left)
        self.took(share / (len(tasks) + 1))
        self._add(tasks, plan, name + ".", share * len(tasks) / (len(tasks) + 1))
        return set(self.left) - before


def _run(
    client: Any,
    name: str,
    function: Callable[..., str],
    arguments: Tuple[Any, ...],
    work: _Work,
    read: Callable[[str], _Result],
    book: _Journal,
    retries: int,
    progress: Optional[Callable[[Part], object]],
) -> None:
    """Runs the tasks that are left, and what these leave, and writes down what comes."""

    def told(shard: str) -> None:
        if progress is not None:
            of = work.done + len(work.left)
            progress(Part(shard, work.done, of, min(work.share, 1.0)))

    def take(shard: str, line: str) -> Dict[str, Tuple[Any, ...]]:
        _, _, whole, left, tasks = read(line)
        book.add(line)
        _, share = work.left.pop(shard)
        more: Set[str] = set()
        if tasks and not whole:
            more = work.hand_on(tasks, left, shard, share)
        else:
            work.took(share)
        told(shard)
        return {task: (work.left[task][0], *arguments) for task in more}

    told("")
    tasks = {shard: (line, *arguments) for shard, (line, _) in work.left.items()}
    _gather(client, name, function, tasks, retries, take)


@checked
def count(
    puzzle: PuzzleLike,
    client: Any,
    *,
    shards: Optional[int] = None,
    by: str = "auto",
    engine: str = "auto",
    threads: int = 1,
    part_seconds: Optional[float] = 300.0,
    retries: int = 5,
    journal: Optional[Union[str, "os.PathLike[str]"]] = None,
    progress: Optional[Callable[[Part], object]] = None,
) -> ClusterCount:
    """How many solutions, exactly, by the workers of a ``distributed.Client``.

    The count is cut by the exact counter's ``'arrangements'`` or by ``'prefixes'`` of decisions (``by``; 'auto':
    what a count here would take) into so many ``shards``; unless given, eight a thread of the cluster or
    more, so that none takes more than some tens of seconds. What was predicted may be wrong: a part by prefixes
    that takes longer than ``part_seconds`` (None: as long as it takes) ends, and what it left is run as at most
    16 parts more. ``engine`` counts prefixes; ``threads`` are of each part. On the dashboard the tasks are called clew-count.

    What fails on a worker is raised here, after ``retries``; a journal keeps what came before. A journal of
    another puzzle or another cut raises ClewInputError.
    """
    asked = as_puzzle(puzzle)
    with _Journal(journal) as book:
        begun, there = _clew.parts(book.text(), book.name)
        if there:  # the cut that was begun
            shards, by = int(there[0][1].split("/")[1]), begun
            if by == "puzzles":
                raise ClewInputError(
                    "parts of many puzzles", "the journal of this count", book.name
                )
        call = Call(engine, threads, None, None, None, None)
        if shards is None:
            shards = _FOR_EACH_THREAD * _threads_of(client)
            cut, plan = _planned(asked, call, shards, by)
            whole = sum(cost for _, cost, _ in plan)
            if whole / shards > _COST[cut]:
                shards = min(int(whole / _COST[cut]) + 1, 100_000)
                cut, plan = _planned(asked, call, shards, by)
        else:
            cut, plan = _planned(asked, call, shards, by)
        if there:
            _clew.check_parts(book.text(), book.name, plan[0][0])
        work = _Work(plan, there, json.loads(plan[0][0])["plan"])
        arguments = (engine, threads, part_seconds if cut == "prefixes" else None)

        def read(line: str) -> _Result:
            (result,) = _clew.parts(line, "result")[1]
            return result

        _run(client, "clew-count", _run_task, arguments, work, read, book, retries, progress)
        return ClusterCount(**_clew.merge_parts(book.text(), book.name))


def _run_tree_task(task: str, seconds: Optional[float]) -> str:
    call = Call("auto", 1, None, None, seconds, None)
    return finish(call, _clew.run_tree_task(task, call))


@checked
def tree(
    puzzle: PuzzleLike,
    client: Any,
    *,
    mode: str = "paris",
    choice: str = "first",
    rules: RulesLike = "singles",
    screen: Optional[RulesLike] = None,
    oracle: str = "none",
    start: str = "singles",
    marks: str = "recomputed",
    prove: bool = True,
    shards: Optional[int] = None,
    part_seconds: Optional[float] = 300.0,
    retries: int = 5,
    journal: Optional[Union[str, "os.PathLike[str]"]] = None,
    progress: Optional[Callable[[Part], object]] = None,
) -> DecisionTree:
    """The decision tree of a puzzle, walked in parts by the workers of a ``distributed.Client`` and put
    together here: the tree that ``clew.tree`` grows, name by name.

    It is cut by its first choices into so many ``shards``, unless given eight a thread of the cluster. The
    other options are those of ``clew.tree`` and ``clew.cluster.count``; a part expands one pattern at least,
    whatever ``part_seconds`` say. The choice 'smallest' is planned here, on the whole tree that the workers
    walk. On the dashboard the tasks are called clew-tree.
    """
    asked = as_puzzle(puzzle)
    words = _words(mode, choice, rules, screen, oracle, start, marks)
    with _Journal(journal) as book:
        there = _clew.tree_parts(book.text(), book.name, "")
        if there:  # the cut that was begun
            shards = int(there[0][1].split("/")[1])
        if shards is None:
            shards = _FOR_EACH_THREAD * _threads_of(client)
        call = Call("auto", 1, None, None, None, None)
        plan = finish(call, _clew.plan_tree(asked, call, shards, words))
        if there:
            _clew.tree_parts(book.text(), book.name, plan[0][0])
        work = _Work(plan, there, json.loads(plan[0][0])["plan"])

        def read(line: str) -> _Result:
            (result,) = _clew.tree_parts(line, "result", "")
            return result

        arguments = (part_seconds,)
        _run(client, "clew-tree", _run_tree_task, arguments, work, read, book, retries, progress)
        call = Call("auto", 1, None, None, None, None)
        grown, _ = finish(call, _clew.merge_tree(asked, book.text(), book.name, call, prove))
        return DecisionTree(grown)


def _answers(function: Union[str, Callable[..., Any]], texts: Sequence[str], options: Any) -> str:
    """The answers to a block of puzzles as text."""
    import clew

    asked = getattr(clew, function) if isinstance(function, str) else function
    answers = [asked(clew.Puzzle(text), **options) for text in texts]
    return base64.b64encode(pickle.dumps(answers)).decode()


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()


def _entry(line: str, what: str) -> Optional[Dict[str, Any]]:
    """A line of a journal of map(); None if it belongs to another call, or was changed."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    if not isinstance(entry, dict) or entry.get("schema") != "clew/map/1":
        return None
    words = (str(entry.get(name)) for name in ("block", "first", "answers"))
    return entry if entry.get("digest") == _digest(what, *words) else None


@checked
def map(
    function: Union[str, Callable[..., Any]],
    puzzles: Union[str, "os.PathLike[str]", Iterable[PuzzleLike]],
    client: Any,
    *,
    block: Optional[int] = None,
    retries: int = 5,
    journal: Optional[Union[str, "os.PathLike[str]"]] = None,
    progress: Optional[Callable[[Part], object]] = None,
    **options: Any,
) -> List[Any]:
    """The answers of a function to many puzzles, in their order: of clew's by its name ('count', 'rate'), or of
    one's own that takes a Puzzle. ``options`` go to it.

    ``puzzles``: a file of any format, or puzzles and texts. Each task asks ``block`` of them; unless given,
    so many that a thread of the cluster has sixteen tasks, at most a thousand. clew's own functions run on
    one thread in a task unless ``threads`` is among the options.

    Answers must be picklable; so is what a journal holds, and it is read only if it is your own: a pickle of
    a stranger can run anything.
    """
    import clew

    from .puzzles import read

    if isinstance(function, str) and not callable(getattr(clew, function, None)):
        raise ValueError(f"function: clew has no {function!r}")
    if isinstance(puzzles, (str, os.PathLike)):
        puzzles = read(puzzles)
    texts = [as_puzzle(puzzle).json() for puzzle in puzzles]
    if isinstance(function, str) and function in ("count", "solve", "verify"):
        options.setdefault("threads", 1)
    name = function if isinstance(function, str) else getattr(function, "__qualname__", "function")
    what = _digest(name, repr(sorted(options.items())), *texts)
    with _Journal(journal) as book:
        answers: Dict[int, List[Any]] = {}
        begun = []
        for number, line in enumerate(book.lines, 1):
            entry = _entry(line, what)
            if entry is None:
                raise book.refusal("not an answer to these puzzles, or one that was changed", number)
            if block is None:
                block = int(entry["block"])
            if entry["block"] != block:
                raise ClewInputError(
                    "a block of another size", f"blocks of {block}", book.name, number, None
                )
            begun.append(entry)
        if block is None:
            block = min(max(1, len(texts) // (16 * _threads_of(client))), 1000)
        if block < 1:
            raise ValueError("block: at least one puzzle")
        size = block
        starts = range(0, len(texts), size)
        for entry in begun:
            answers[entry["first"]] = pickle.loads(base64.b64decode(entry["answers"]))

        def told(shard: str) -> None:
            if progress is not None:
                share = sum(len(a) for a in answers.values()) / max(1, len(texts))
                progress(Part(shard, len(answers), len(starts), share))

        def take(task: str, answered: str) -> Dict[str, Tuple[Any, ...]]:
            first = int(task)
            entry = {"schema": "clew/map/1", "asked": what, "block": size, "first": first}
            entry["answers"] = answered
            entry["digest"] = _digest(what, str(size), str(first), answered)
            book.add(json.dumps(entry))
            answers[first] = pickle.loads(base64.b64decode(answered))
            told(f"{first // size + 1}/{len(starts)}")
            return {}

        told("")
        tasks = {
            str(first): (function, texts[first : first + size], options)
            for first in starts
            if first not in answers
        }
        _gather(client, f"clew-{name}", _answers, tasks, retries, take)
        return list(itertools.chain.from_iterable(answers[first] for first in starts))
