"""Puzzles from files and texts."""

from __future__ import annotations

import os
from typing import Iterator, List, Optional, Union

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
) -> Iterator[Puzzle]:
    """The puzzles of a file, one by one, in constant memory for formats with a puzzle a line.

    A bad puzzle raises ClewInputError, and an iterator ends with what it raises; a file that is not
    there raises OSError at once.

    >>> [puzzle.size for puzzle in clew.read('examples/two.sdm')]
    [9, 9]
    """
    with open(path, "rb"):
        pass
    reader = _clew.Reader.of_file(os.fspath(path), format, geometry)
    return iter(reader.next, None)


@checked
def parse(
    text: str, *, format: str = "auto", geometry: Optional[Geometry] = None
) -> List[Puzzle]:
    """All puzzles of a text, of any format.

    >>> len(clew.parse('1' + '.' * 80 + chr(10) + '2' + '.' * 80))
    2
    """
    return list(iter(_clew.Reader.of_text(text, format, geometry, "<text>").next, None))


def formats() -> List[FormatInfo]:
    """The text formats that Clew knows.

    >>> 'sdk' in [format.name for format in clew.formats()]
    True
    """
    return [FormatInfo(*row) for row in _clew.formats()]
