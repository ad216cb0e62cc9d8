"""Words for what a move changes in a row of the score sheet."""

from __future__ import annotations

from typing import NamedTuple


class ChangeText(NamedTuple):
    """The words for more or fewer of what a row counts; `{n}` is their number."""

    one: str
    """For one more: "a fulfilled task"."""
    many: str
    one_fewer: str
    """For one fewer: "a guest monk sent home"."""
    many_fewer: str

    def words(self, change: int) -> str:
        """Return the words for a change of the count, which is not 0."""
        one, many = (self.one, self.many) if change > 0 else (self.one_fewer, self.many_fewer)
        return one if abs(change) == 1 else many.format(n=abs(change))
