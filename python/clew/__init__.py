"""Every solution of a Sudoku-family puzzle, proved, counted and explained.

>>> import clew
>>> puzzle = clew.Puzzle('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
>>> clew.count(puzzle).solutions
12

Digits are 1 .. size, cells are numbered from 0, row by row. Where a function takes a puzzle it takes its
text as well. Long calls leave Python's lock to other threads, hear Ctrl-C (``Interrupted``), and take
``seconds`` and ``progress``.
"""

from . import cluster as cluster
from ._clew import Geometry as Geometry
from ._clew import Puzzle as Puzzle
from ._clew import version as __version__
from .certifying import Certificate as Certificate
from .certifying import Check as Check
from .certifying import certify as certify
from .certifying import check as check
from .counting import count as count
from .counting import estimate as estimate
from .counting import forecast as forecast
from .errors import ClewInputError as ClewInputError
from .errors import Interrupted as Interrupted
from .explaining import Branch as Branch
from .explaining import Candidate as Candidate
from .explaining import Citation as Citation
from .explaining import Constraint as Constraint
from .explaining import Group as Group
from .explaining import Hint as Hint
from .explaining import Judged as Judged
from .explaining import JudgedStep as JudgedStep
from .explaining import Line as Line
from .explaining import Link as Link
from .explaining import Step as Step
from .explaining import Walk as Walk
from .explaining import Why as Why
from .explaining import explain as explain
from .explaining import hint as hint
from .explaining import judge as judge
from .explaining import steps as steps
from .explaining import why as why
from .pictures import Picture as Picture
from .pictures import draw as draw
from .listing import Solutions as Solutions
from .listing import SolveResult as SolveResult
from .listing import Verdict as Verdict
from .listing import find_fault as find_fault
from .listing import solutions as solutions
from .listing import solve as solve
from .listing import verify as verify
from .marginals import Candidates as Candidates
from .marginals import Density as Density
from .marginals import Sample as Sample
from .marginals import candidates as candidates
from .marginals import density as density
from .marginals import sample as sample
from .puzzles import formats as formats
from .puzzles import parse as parse
from .puzzles import read as read
from .rating import Rating as Rating
from .rating import rate as rate
from .results import CountResult as CountResult
from .results import CrossCheck as CrossCheck
from .results import Estimate as Estimate
from .results import Forecast as Forecast
from .results import FormatInfo as FormatInfo
from .results import House as House
from .results import Progress as Progress
from .results import Rule as Rule
from .setting import Change as Change
from .setting import Conflict as Conflict
from .setting import Generated as Generated
from .setting import Misread as Misread
from .setting import Proposal as Proposal
from .setting import Question as Question
from .setting import Reading as Reading
from .setting import Reduction as Reduction
from .setting import Repair as Repair
from .setting import Unavoidable as Unavoidable
from .setting import UnavoidableSet as UnavoidableSet
from .setting import generate as generate
from .setting import minimal as minimal
from .setting import misread as misread
from .setting import repair as repair
from .setting import unavoidable as unavoidable
from .tables import Table as Table
from .tables import table as table
from .trees import DecisionTree as DecisionTree
from .trees import Diagram as Diagram
from .trees import tree as tree
