"""How many solutions: exactly, about, and who would count them."""

from __future__ import annotations

from typing import Optional, Union, overload

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked
from .results import CountResult, CrossCheck, Estimate, Forecast


@overload
def count(
    puzzle: PuzzleLike,
    *,
    engine: str = ...,
    threads: Optional[int] = ...,
    limit: Optional[int] = ...,
    max_nodes: Optional[int] = ...,
    seconds: Optional[float] = ...,
    progress: Optional[ProgressFunction] = ...,
    verify_with: None = ...,
) -> CountResult: ...


@overload
def count(
    puzzle: PuzzleLike,
    *,
    engine: str = ...,
    threads: Optional[int] = ...,
    limit: Optional[int] = ...,
    max_nodes: Optional[int] = ...,
    seconds: Optional[float] = ...,
    progress: Optional[ProgressFunction] = ...,
    verify_with: str,
) -> CrossCheck: ...


@checked
def count(
    puzzle: PuzzleLike,
    *,
    engine: str = "auto",
    threads: Optional[int] = None,
    limit: Optional[int] = None,
    max_nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
    verify_with: Optional[str] = None,
) -> Union[CountResult, CrossCheck]:
    """How many solutions, exactly: a Python int of any size.

    ``engine``: 'auto' (by predicted cost), 'sat', 'cubes', 'search', or two that count without listing:
    'exact' (plain 9x9) and 'frontier' (any board without rules). ``threads``: one a processor unless given.
    ``limit`` solutions, ``max_nodes`` of search or ``seconds`` end the count early; the result then says so.
    ``progress`` is called with a Progress now and then, at most twenty times a second. ``verify_with`` names
    a second engine, which counts too; the answer is then a CrossCheck.

    >>> clew.count('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
    CountResult(solutions=12, exact=True, ending='exhausted', engine='search', nodes=...)
    >>> clew.count('.' * 81).solutions
    6670903752021072936960
    >>> print(clew.count('.' * 81, limit=10))
    >=10
    """
    call = Call(engine, threads, limit, max_nodes, seconds, progress)
    if verify_with is None:
        return finish(call, CountResult(**_clew.count(as_puzzle(puzzle), call)))
    both = _clew.cross_check(as_puzzle(puzzle), call, verify_with)
    answer = CrossCheck(
        both["agreement"], CountResult(**both["first"]), CountResult(**both["second"])
    )
    return finish(call, answer)


@checked
def estimate(
    puzzle: PuzzleLike,
    samples: int = 10_000,
    *,
    seed: int = 1,
    threads: Optional[int] = None,
    seconds: Optional[float] = None,
) -> Estimate:
    """About how many solutions, from random descents, without counting; some microseconds each.

    >>> clew.estimate('.' * 81, 1000, seed=7).trust in ('good', 'few hits')
    True
    """
    call = Call("auto", threads, None, None, seconds, None)
    return finish(call, Estimate(**_clew.estimate(as_puzzle(puzzle), call, samples, seed)))


@checked
def forecast(
    puzzle: PuzzleLike, *, engine: str = "auto", threads: Optional[int] = None
) -> Forecast:
    """What ``count`` will cost, in a second or two; 0 seconds where it is done as soon.

    >>> clew.forecast('.' * 81).engine
    'exact'
    """
    call = Call(engine, threads, None, None, None, None)
    return finish(call, Forecast(**_clew.forecast(as_puzzle(puzzle), call)))
