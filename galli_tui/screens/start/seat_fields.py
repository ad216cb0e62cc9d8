"""The fields of a seat on the setup form, and what was entered there, which stays when the game changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from textual.app import ComposeResult
from textual.containers import Horizontal

from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from galli_tui.widgets.text_field import TextField
from rules.bots import bot_names
from rules.engine.game import Meta
from saves.format.header_fields import Player

_PERSON: Final = "player"


class SeatEntry(NamedTuple):
    """What was entered for a seat; each text is empty where the form's suggestion stands."""

    name: str = ""
    colour: str = ""
    """Kept in a game that does not have it, for the next one."""
    who: str = ""
    """A bot, or "player"."""
    is_chosen: bool = False
    """Whether the player or bot was chosen on the form, so that a typed name does not change it."""


def entry_of(seat: Player) -> SeatEntry:
    """Return the entry that makes a seat as it is."""
    return SeatEntry(seat.name, seat.colour, seat.bot or _PERSON)


def seat_colours(meta: Meta, suggested: Sequence[str], entries: Sequence[SeatEntry]) -> tuple[str, ...]:
    """Return the colour of each seat, no two the same: by its role, as entered, as suggested, or the next free one."""
    if meta.roles:
        return tuple(role.colour for role in meta.roles)
    seats = len(meta.colours)
    found: dict[int, str] = {}
    for wishes in ([entry.colour for entry in entries], suggested):
        for seat, colour in enumerate(wishes[:seats]):
            if seat not in found and colour in meta.colours and colour not in found.values():
                found[seat] = colour
    free = (colour for colour in meta.colours if colour not in found.values())
    return tuple(found[seat] if seat in found else next(free) for seat in range(seats))


class SeatFields(Horizontal):
    """The fields of a seat: its name, its colour, and the player or bot."""

    def __init__(self, number: int, label: str, seat: Player, colours: Sequence[str], entry: SeatEntry) -> None:
        """Show `seat` as the suggestion; its colour already takes into account `entry`, what was entered before."""
        super().__init__(id=f"seat-{number}", classes="seat")
        self._number, self._label, self._seat, self._colours, self._entry = number, label, seat, colours, entry

    def compose(self) -> ComposeResult:
        number, entry = self._number, self._entry
        yield FaintLabel(self._label.ljust(Spinner.LABEL_CELLS) + "  ")
        yield TextField(entry.name, placeholder=self._seat.name, identity=f"name-{number}")
        colours = [SpinnerOption(colour, colour, f"{colour}_text") for colour in self._colours]
        yield Spinner("", colours, self._seat.colour, identity=f"colour-{number}")
        bots = [SpinnerOption(None, _PERSON), *(SpinnerOption(name, name) for name in bot_names())]
        bot = self._seat.bot if not entry.who else None if entry.who == _PERSON else entry.who
        yield Spinner("", bots, bot, identity=f"who-{number}")

    @property
    def entry(self) -> SeatEntry:
        """What is entered now."""
        field, name, kept = self._spinner("colour"), self.query_one(TextField).value, self._entry
        colour = cast(str, field.value)
        # It changes without a choice here when another seat takes it.
        is_entered = field.display and (colour != self._seat.colour or kept.colour in self._colours)
        return kept._replace(name=name, colour=colour if is_entered else kept.colour)

    @property
    def is_chosen(self) -> bool:
        return self._entry.is_chosen

    def seat_person(self) -> None:
        """Give the seat to a person, as its name was typed."""
        self._entry = self._entry._replace(who=_PERSON)
        self._spinner("who").put(None)

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        if event.choice is self._spinner("who"):
            self._entry = self._entry._replace(who=cast("str | None", event.choice.value) or _PERSON, is_chosen=True)

    def _spinner(self, kind: str) -> Spinner:
        return self.query_one(f"#{kind}-{self._number}", Spinner)
