"""Every solution of a Sudoku-family puzzle, proved, counted and explained.

>>> import clew
>>> puzzle = clew.Puzzle('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
>>> clew.count(puzzle).solutions
12

Digits are 1 .. size, cells are numbered from 0, row by row. Where a function takes a puzzle it takes its
text as well. Long calls leave Python's lock to other threads, hear Ctrl-C (``Interrupted``), and take
``seconds`` and ``progress``.
"""

from ._clew import Geometry as Geometry
from ._clew import Puzzle as Puzzle
from ._clew import version as __version__
from .counting import count as count
from .counting import estimate as estimate
from .counting import forecast as forecast
from .errors import ClewInputError as ClewInputError
from .errors import Interrupted as Interrupted
from .puzzles import formats as formats
from .puzzles import parse as parse
from .puzzles import read as read
from .results import CountResult as CountResult
from .results import CrossCheck as CrossCheck
from .results import Estimate as Estimate
from .results import Forecast as Forecast
from .results import FormatInfo as FormatInfo
from .results import House as House
from .results import Progress as Progress
from .results import Rule as Rule
