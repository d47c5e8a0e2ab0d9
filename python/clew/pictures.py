"""Boards that a notebook shows."""

from __future__ import annotations

import base64
import html as _html
import os
from typing import Any, Optional, Union

import numpy.typing as npt

from . import _clew
from .call import PuzzleLike, as_puzzle
from .checking import checked


class Picture:
    """An SVG document: shown by notebooks, saved by ``save``, read as ``svg``."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    @checked
    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the SVG to a file.

        >>> import tempfile
        >>> with tempfile.NamedTemporaryFile(suffix='.svg') as file:
        ...     clew.draw('1' + '.' * 80).save(file.name)
        ...     file.read(4)
        b'<svg'
        """
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<clew picture, {len(self.svg)} bytes of SVG>"


@checked
def draw(
    puzzle: PuzzleLike,
    grid: Optional[npt.ArrayLike] = None,
    *,
    candidates: bool = False,
    cell_pixels: float = 36,
) -> Picture:
    """A puzzle as a picture, or a full grid in it.

    ``grid``: ``cells`` digits, 1 .. size, row by row, or ``size`` rows of them; what the puzzle gives is
    then drawn bold. ``candidates`` shows in the open cells what the givens leave; pencil marks of the
    question are always shown. ``cell_pixels`` is 8 to 1000.

    >>> puzzle = clew.Puzzle('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
    >>> clew.draw(puzzle, candidates=True).svg.startswith('<svg')
    True
    """
    question = as_puzzle(puzzle)
    if grid is not None:
        return Picture(_clew.grid_svg(question, grid, cell_pixels, []))
    return Picture(_clew.puzzle_svg(question, candidates, cell_pixels))


def symbol(digit: int) -> str:
    """1-9, then A for 10, B for 11, ...

    >>> symbol(7) + symbol(10)
    '7A'
    """
    return str(digit) if digit < 10 else chr(ord("A") + digit - 10)


def image(svg: str, words: str) -> str:
    """An ``<img>`` with the SVG in it, whose styles and ids then meet nobody else's."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{_html.escape(words)}">'


def beside(svg: str, words: str, body: str) -> str:
    """A picture with words beside it, or below where there is no room."""
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f'<div>{image(svg, words)}</div><div style="flex:1 1 20em;min-width:15em">{body}</div></div>'
    )


def verdict_html(
    puzzle: _clew.Puzzle, validity: str, witnesses: npt.NDArray[Any], differ: npt.NDArray[Any]
) -> str:
    """None, one or several solutions: the witnesses side by side, tinted where they differ."""
    said = {
        "none": "There is no solution.",
        "unique": "There is exactly one solution.",
        "several": f"There are several solutions. These two differ in {len(differ)} cells.",
    }.get(validity, "It is not known how many solutions there are.")
    tint = [0.0] * puzzle.cells
    for cell in differ:
        tint[int(cell)] = 0.6
    boards = "".join(
        "<div>" + image(_clew.grid_svg(puzzle, grid, 28, tint), said) + "</div>"
        for grid in witnesses
    )
    return f'<p>{said}</p><div style="display:flex;flex-wrap:wrap;gap:1em">{boards}</div>'
