"""Puzzles from files and texts."""

from __future__ import annotations

import os
from typing import Iterator, List, Optional, Sequence, Union

from . import _clew
from ._clew import Geometry, Puzzle
from .checking import checked
from .results import FormatInfo


@checked
def read(
    path: Union[str, "os.PathLike[str]"],
    *,
    format: str = "auto",
    geometry: Optional[Geometry] = None,
    without: Sequence[str] = (),
) -> Iterator[Puzzle]:
    """The puzzles of a file, one by one, in constant memory for formats with a puzzle a line. Threads may
    share the iterator: each puzzle goes to one of them. ``without``: see Puzzle.

    A bad puzzle raises ClewInputError, and an iterator ends with what it raises; a file that is not
    there raises OSError at once.

    >>> [puzzle.size for puzzle in clew.read('examples/two.sdm')]
    [9, 9]
    """
    with open(path, "rb"):
        pass
    return _clew.Reader.of_file(os.fspath(path), format, geometry, without)


@checked
def parse(
    text: str,
    *,
    format: str = "auto",
    geometry: Optional[Geometry] = None,
    without: Sequence[str] = (),
) -> List[Puzzle]:
    """All puzzles of a text, of any format. ``without``: see Puzzle.

    >>> len(clew.parse('1' + '.' * 80 + chr(10) + '2' + '.' * 80))
    2
    """
    return list(_clew.Reader.of_text(text, format, geometry, "<text>", without))


def formats() -> List[FormatInfo]:
    """The text formats that Clew knows.

    >>> 'sdk' in [format.name for format in clew.formats()]
    True
    """
    return [FormatInfo(*row) for row in _clew.formats()]
