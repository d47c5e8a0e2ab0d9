"""What goes wrong: bad input, and a call that was stopped."""

from __future__ import annotations

from typing import Any


class ClewInputError(ValueError):
    """A text, a board or a rule that cannot be. Says what is wrong, where, and what was expected.

    ``what``, ``hint`` (what was expected; may be empty), ``source`` (a file name, or '<text>'),
    ``line`` and ``column``, which count from 1 and are None where they do not apply, and ``parts``: the
    keys of what was not understood and, being no rule, may be left out (``without``); mostly none.

    >>> try:
    ...     clew.Puzzle('1' * 40 + '?' + '.' * 40)
    ... except clew.ClewInputError as error:
    ...     print(error.line, error.column)
    1 41
    """

    def __init__(
        self,
        what: str,
        hint: str = "",
        source: str = "",
        line: int | None = None,
        column: int | None = None,
        parts: tuple[str, ...] = (),
    ) -> None:
        super().__init__(what, hint, source, line, column, parts)
        self.what = what
        self.hint = hint
        self.source = source
        self.line = line
        self.column = column
        self.parts = tuple(parts)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part)
        text = f"{place}: {self.what}" if place else self.what
        return f"{text}\n  expected: {self.hint}" if self.hint else text


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a long call. ``partial`` is the answer that the call would have given, as far as it
    had come, marked as not whole.

    >>> issubclass(clew.Interrupted, KeyboardInterrupt)
    True
    """

    def __init__(self, partial: Any = None) -> None:
        super().__init__(partial)
        self.partial = partial

    def __str__(self) -> str:
        return f"interrupted; found until then: {self.partial!r}"
