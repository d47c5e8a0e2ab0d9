"""Certificates: proofs of an answer that a stranger can check without Clew."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Union

from . import _clew
from .call import Call, ProgressFunction, PuzzleLike, as_puzzle, finish
from .checking import checked

Folder = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Certificate:
    """A certificate that was ``written`` into ``folder``, or ``why`` not (the time was up, nothing fits).

    ``about``: 'solutions' or the 'steps' of an explanation, and ``count`` of them; ``proof`` kind
    ('veripb', 'drat', 'lrat', 'cpog'), whether the solutions are ``listed``, ``proof_bytes`` and
    ``formula_bytes``."""

    written: bool
    why: str
    folder: str
    about: str
    count: int
    proof: str
    listed: bool
    proof_bytes: int
    formula_bytes: int

    def __str__(self) -> str:
        return f"{self.count} {self.about}, proved in {self.folder}" if self.written else self.why


@dataclass(frozen=True)
class Check:
    """Whether a certificate is right: ``accepted``, or ``why`` it is rejected, or right ``but_for`` some
    rules of which it could not be decided. ``stopped``: the time was up, and nothing is said. ``about`` ('solutions' or 'steps') and ``count`` as claimed; what was ``checked`` and
    what is ``trusted``, a sentence each."""

    accepted: bool
    stopped: bool
    why: str
    about: str
    count: int
    proof: str
    checked: Tuple[str, ...]
    trusted: Tuple[str, ...]
    but_for: Tuple[str, ...]

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        if self.accepted:
            return f"accepted: {self.count} {self.about}"
        if self.but_for:
            return f"accepted, but for what was not decided: {self.count} {self.about}"
        return "stopped" if self.stopped else f"not accepted: {self.why}"


def _certificate(data: Dict[str, Any]) -> Certificate:
    said: Dict[str, Any] = {**data, "about": data["about"] or "solutions"}
    said["count"] = int(data["count"] or 0)
    return Certificate(**said)


@checked
def certify(
    puzzle: PuzzleLike,
    folder: Folder,
    *,
    format: str = "auto",
    listed: bool = True,
    seconds: Optional[float] = None,
    progress: Optional[ProgressFunction] = None,
) -> Certificate:
    """Writes a proof that the puzzle has so many solutions, with all that a stranger needs to check it,
    into a folder that is new or empty; it appears whole or not at all.

    ``format``: 'veripb', 'cpog' (counts that no list could hold), 'drat', 'lrat' or 'auto'. ``listed``:
    with the list of solutions. Raises OSError if the folder holds something or cannot be written.

    >>> import tempfile
    >>> p92 = '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = clew.certify(p92, folder + '/p92.cert')
    ...     print(made.count, clew.check(made.folder))
    12 accepted: 12 solutions
    """
    call = Call(seconds=seconds, progress=progress)
    return finish(
        call, _certificate(_clew.certify(as_puzzle(puzzle), call, os.fspath(folder), format, listed))
    )


@checked
def check(folder: Folder, *, seconds: Optional[float] = None) -> Check:
    """Checks a certificate (docs/certificates.md lists what must be trusted). Raises OSError for a
    file that is not there, ClewInputError for a folder that holds none or whose files were changed.

    >>> clew.check('no such folder')
    Traceback (most recent call last):
    ...
    OSError: ...
    """
    call = Call(seconds=seconds)
    data = _clew.check(os.fspath(folder), call)
    answer = Check(
        accepted=data["accepted"],
        stopped=data["stopped"],
        why=data["why"],
        about=data["about"] or "solutions",
        count=int(data["count"] or 0),
        proof=data["proof"],
        checked=tuple(data["checked"]),
        trusted=tuple(data["trusted"]),
        but_for=tuple(data["but_for"]) if not data["why"] else (),
    )
    return finish(call, answer)
