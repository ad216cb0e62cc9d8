"""A match in a given position, for tests: it continues by lines of notation and returns the state as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.rule_base import CampusEvent
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import SeatState, State
from rules.engine.entropy import derive_entropy
from rules.engine.grid import space_name, spaces_of
from rules.engine.refusal import Refused
from rules.engine.secrecy import HIDDEN, Seat, Viewer, Zone
from tests.support.campus_text import effect_text, section_text, tiles_text


@dataclass(frozen=True, slots=True)
class Play:
    """A match in a position. Immutable: every step returns a new one."""

    game: CampusGalli
    state: State

    @property
    def setting(self) -> Setting:
        """The match's setting."""
        return self.game.setting

    # Going on

    def event(self, line: str) -> CampusEvent:
        """Parse an event's notation."""
        return cast(CampusEvent, self.game.parse(line))

    def do(self, *lines: str) -> Play:
        """Apply these events. Raises `Refused`."""
        state = self.state
        for line in lines:
            state = self.game.apply(state, self.game.parse(line))
        return Play(self.game, state)

    def dealt(self, seed: int = 0, *, until: str = "") -> Play:
        """Deal randomly while the dealer is due, or up to a draw such as `dealer pile 1`."""
        play = self
        while play.game.due(play.state).dealer and play.due != until:
            source, index, _ = play.game.draw(play.state)
            event = play.game.deal(play.state, derive_entropy(seed, source, index))
            play = Play(play.game, play.game.apply(play.state, event))
        return play

    def filled(self, *tasks: str) -> Play:
        """Reveal these tasks as long as the board needs any."""
        return self.do(*(f"dealer task {task}" for task in tasks))

    def seen_by(self, viewer: Viewer) -> Play:
        """Return the match as a viewer sees it."""
        return Play(self.game, self.game.view(self.state, viewer))

    # What may be done

    @property
    def due(self) -> str:
        """Who is due: `1 2`, `dealer tasks`, or `nobody`."""
        due = self.game.due(self.state)
        if due.dealer:
            return f"dealer {self.game.draw(self.state).source}"
        return " ".join(str(seat + 1) for seat in due.seats) or "nobody"

    def legal(self, seat: int) -> list[str]:
        """Return all legal moves of a seat."""
        return [self.game.format(move) for move in self.game.legal(self.state, Seat(seat - 1))]

    def why_not(self, event: str | CampusEvent) -> tuple[str, str]:
        """Return the code and clause by which an event is refused. Fails if it is legal."""
        made = self.game.parse(event) if isinstance(event, str) else event
        refusal = self.game.refusal(self.state, made)
        assert refusal is not None, f"{event} is not refused"
        with pytest.raises(Refused) as caught:
            self.game.apply(self.state, made)
        assert caught.value.refusal == refusal
        return refusal.code, refusal.clause

    # What there is

    @property
    def cordon(self) -> str:
        """The letter of the building under the cordon, or `-`."""
        return "-" if self.state.cordon is None else self.setting.box.plan.buildings[self.state.cordon].letter

    @property
    def tops(self) -> list[str]:
        """The cards turned up on the board of unfinished tasks; `-` for an empty pile."""
        cards = self.setting.box.cards
        return ["-" if it.top is None else cards[it.top].key for it in self.state.leftovers]

    @property
    def told(self) -> list[str]:
        """The effects of the last event."""
        return [effect_text(self.setting, effect) for effect in self.state.told]

    @property
    def wood(self) -> str:
        """The letters of the buildings in wood."""
        return "".join(self.setting.box.plan.buildings[number].letter for number in spaces_of(self.state.open))

    @property
    def board(self) -> list[str]:
        """The tasks on the board; `-` for an empty place."""
        return ["-" if task is None else self.setting.box.tasks[task].key for task in self.state.board]

    @property
    def aside(self) -> list[str]:
        """The tasks set aside."""
        return [self.setting.box.tasks[task].key for task in self.state.aside]

    @property
    def fallen(self) -> list[str]:
        """The collapses beside the board that were not prevented."""
        return [self.setting.box.tasks[task].key for task in self.state.fallen]

    @property
    def laid(self) -> list[str]:
        """The sections on the plan, earliest first."""
        return [section_text(self.setting, it.section) for it in self.state.laid]

    @property
    def lazy(self) -> dict[str, int]:
        """The seat of the lazy monk on each space."""
        width = self.setting.box.plan.width
        return {space_name(monk.space, width): monk.seat + 1 for monk in self.state.lazy}

    @property
    def builders(self) -> dict[str, int]:
        """The seat of the master builder on each section and beside each building."""
        on = {section_text(self.setting, it.section): it.seat + 1 for it in self.state.laid if it.builder}
        return on | {self.setting.box.plan.buildings[it.building].letter: it.seat + 1 for it in self.state.beside}

    @property
    def gaps(self) -> list[str]:
        """The gaps as lists of spaces."""
        layout, width = self.setting.layout, self.setting.box.plan.width
        free = layout.wood(self.state.open) & ~self.state.covered
        return [" ".join(space_name(space, width) for space in spaces_of(gap)) for gap in layout.gaps(free)]

    @property
    def hut(self) -> list[str]:
        """The sections in the hut."""
        return [section_text(self.setting, number) for number in spaces_of(self.state.hut)]

    @property
    def pouch(self) -> list[str]:
        """The sections in the pouch."""
        return [section_text(self.setting, number) for number in spaces_of(self.state.pouch)]

    def own(self, seat: int) -> SeatState:
        """Return the state of a seat."""
        return self.state.seats[seat - 1]

    def supply(self, seat: int) -> int:
        """Return the number of a seat's monks in supply."""
        return self.own(seat).supply

    def tiles(self, seat: int) -> str:
        """Return a seat's tiles, e.g. `RRG`."""
        return tiles_text(self.own(seat).tiles)

    @property
    def tiles_left(self) -> str:
        """The tiles in the supply."""
        return tiles_text(self.state.tiles)

    @property
    def beside(self) -> list[str]:
        """The monks beside buildings, e.g. `1 H` and `1 H guest`."""
        letters = [building.letter for building in self.setting.box.plan.buildings]
        return [f"{it.seat + 1} {letters[it.building]}{' guest' if it.guest else ''}" for it in self.state.beside]

    @property
    def order(self) -> str:
        """The turn order, e.g. `2 1`."""
        return " ".join(str(seat + 1) for seat in self.state.order)

    def books(self, seat: int) -> list[str]:
        """Return a seat's library."""
        return [self.setting.box.cards[card].key for card in self.own(seat).books]

    def guests(self, seat: int) -> list[str]:
        """Return the guests on a seat's board."""
        return [self.setting.box.cards[card].key for card in self.own(seat).guests]

    def tasks(self, seat: int) -> list[str]:
        """Return the tasks that a seat has fulfilled."""
        return [self.setting.box.tasks[task].key for task in self.own(seat).tasks]

    def cards(self, zone: Zone) -> str:
        """Return the cards of a zone, or `3 unseen`."""
        if zone.cards is HIDDEN:
            return f"{zone.count} unseen"
        return " ".join(self.setting.box.cards[card].key for card in zone.cards)

    def cards_played(self, seat: int) -> list[str]:
        """Return the cards that a seat has played, latest last."""
        return [self.setting.box.cards[card].key for card in self.own(seat).played]

    def points(self, key: str, seat: int | None = None) -> float:
        """Return the current points of a row of the score sheet."""
        for line in self.game.sheet(self.state).lines:
            if line.key == key and (line.seat is None if seat is None else line.seat == seat - 1):
                return line.points / 2
        raise AssertionError(f"the sheet has no row {key}")

    @property
    def team(self) -> float | None:
        """The current points of the team."""
        team = self.game.sheet(self.state).team
        return None if team is None else team / 2
