"""The short log beside a board: a line for each event, the newest last."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import TOLD, Line, heading, paragraph, targeted
from galli_tui.style.wording import sentence_start
from galli_tui.tables.table import TablePlayer
from rules.engine.secrecy import Seat
from rules.engine.tellings import Names, Telling, Told


class LogLine(NamedTuple):
    """One line of the log."""

    text: str
    seat: Seat | None
    """The seat that acted; None for the table."""
    passing: bool = False
    """Whether the lines of the next event replace it."""
    new: bool = False
    """Whether it is news to the reader, having happened since the last turn."""


class ShortLog:
    """Puts one event after another into lines."""

    def __init__(self, tellings: Mapping[str, Telling], players: Sequence[str], passing: Container[str] = ()) -> None:
        """Begin a log. The lines of tellings that are `passing` are replaced by those of the next event."""
        self._tellings, self._players, self._passing = tellings, players, passing
        self.lines: list[LogLine] = []

    def add(self, happened: Iterable[Told | LogLine], names: Names, *, new: bool = False) -> None:
        """Add the lines of an event, from the game or finished ones; no line twice in a row."""
        found: list[LogLine] = []
        for item in happened:
            if isinstance(item, LogLine):
                found.append(item)
            else:
                self._tell(found, item, names)
        if found and self.lines and self.lines[-1].passing:
            self.lines.pop()
        for one in (it._replace(new=new) for it in found):
            if not self.lines or one != self.lines[-1]:
                self.lines.append(one)

    def _tell(self, found: list[LogLine], told: Told, names: Names) -> None:
        """Begin a line with what is told, or continue the last one of the event."""
        telling, name = self._tellings[told.key], "" if told.seat is None else self._players[told.seat]
        text = telling.sentence(told, self._players, names, short=True)
        if not text:
            return
        # A name can look like a continuation, so the form decides, not the text.
        if not telling.short.startswith("; "):
            found.append(LogLine(text, told.seat if name and name in text else None, told.key in self._passing))
        elif found:
            found[-1] = found[-1]._replace(text=found[-1].text.removesuffix(".") + text)
        else:
            found.append(LogLine(f"{name}: {text[2:]}" if name else sentence_start(text[2:]), told.seat))


def log_panel_lines(
    players: Sequence[TablePlayer], log_lines: Sequence[LogLine], width: int, height: int
) -> list[Line]:
    """Return the latest log lines under their headings, news in the colours of the seats."""
    split = any(it.new for it in log_lines)

    def told() -> Iterator[tuple[list[Line], bool]]:
        for it in reversed(log_lines):
            faint = split and not it.new
            tone = "faint" if faint else "ink" if it.seat is None else f"{players[it.seat].colour}_text"
            yield paragraph(it.text, width, tone, indent=2), not faint

    return happened_lines(told(), width, height, split=split)


def happened_lines(
    newest_first: Iterable[tuple[list[Line], bool]], width: int, height: int, *, split: bool
) -> list[Line]:
    """Return as much of what happened as fits, oldest first, with headings; each item is lines and whether it is news.

    With `split` there has been a turn of the reader: news has a heading of its own, and what is older another.
    """
    news, older = list[Line](), list[Line]()
    for told, new in newest_first:
        heads = 1 if new else 2
        room = height - heads - len(news) - len(older)
        if len(told) > room and (news or older):
            break
        lines = told[: max(0, room)]
        if new:
            news = [*lines, *news]
        else:
            older = [*lines, *older]
    if not news:
        shown = [heading("what happened", width), *older] if older else []
    else:
        before = [heading("before", width), *older] if older else []
        shown = [*before, heading("since your last turn" if split else "what happened", width), *news]
    return targeted(shown, TOLD)
