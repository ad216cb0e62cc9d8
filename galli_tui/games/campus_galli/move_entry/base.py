"""The base of all move entries: the context of a match, and what the table screen asks of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_title, kind_clause
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.refusal_text import refusal_text
from galli_tui.games.campus_galli.words import building_words
from galli_tui.games.kit.decision import BoardDecision
from galli_tui.games.kit.lines import BACK
from galli_tui.games.kit.menu_decision import MenuDecision
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.subjects import clause_of_move, item_subject
from galli_tui.screens.subject import Subject, subject
from galli_tui.style.initials import initials
from galli_tui.style.key_names import KEY
from galli_tui.style.text_wrap import NO_BREAK
from galli_tui.style.wording import sentence_start
from galli_tui.tables.table import Table, TablePlayer
from rules.campus_galli.box import ActionCard, Box, Plan
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.layout import Layout
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from saves.text import ellipsize

_NAME_CELLS = 12
"""Cells for a name in the middle of a sentence."""


class MatchContext:
    """What stays the same for a whole match: rules, players and glyphs."""

    def __init__(self, game: CampusGalli, players: tuple[TablePlayer, ...], glyphs: Glyphs) -> None:
        self.game = game
        self.players = players
        self.glyphs = glyphs
        self.marks = initials(player.name for player in players)

    @classmethod
    def of(cls, table: Table, glyphs: Glyphs) -> MatchContext:
        """Return the context of a table. Raises TypeError for a table of another game."""
        if not isinstance(table.game, CampusGalli):
            raise TypeError(f"this is a table of {table.game.meta.title}")
        return cls(table.game, table.players, glyphs)

    @property
    def solo(self) -> bool:
        """Whether one seat plays, so that there is no turn order."""
        return len(self.players) == 1

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [self.name(seat) for seat in self.game.seats]

    @property
    def box(self) -> Box:
        return self.game.setting.box

    @property
    def plan(self) -> Plan:
        return self.box.plan

    @property
    def layout(self) -> Layout:
        return self.game.setting.layout

    def name(self, seat: Seat, cells: int = _NAME_CELLS) -> str:
        """Return a player's name in at most `cells` cells."""
        return ellipsize(self.players[seat].name, cells)

    def reason(self, refusal: Refusal) -> str:
        """Return the reason with its clause."""
        return f"{refusal_text(self.box, refusal)} ({refusal.clause})"

    def refusal_line(self, refusal: Refusal) -> str:
        """Return the reason with its clause and the key that opens it, whose label never wraps away from it."""
        text = refusal_text(self.box, refusal, amounts=False)
        return f"{text} ({refusal.clause})  {KEY:table.why}{NO_BREAK}why"


@dataclass(frozen=True, slots=True)
class StockCursor:
    """The sections that may be taken from hut and pouch, and the cursor's position."""

    hut: int
    """A bit for each section."""
    pouch: int
    """A bit for each shape."""
    shape: int
    """The row of the cursor."""
    column: int
    """The column of the cursor: the hut's colours, then `POUCH`."""


POUCH = 4
"""The column of the pouch, after those of the hut's colours."""


class MoveEntry(BoardDecision):
    """A decision of Campus Galli, with what it shows on the plan, in the stock and on the task board.

    This base class asks for nothing, as while others decide.
    """

    FIXED_HEIGHT: ClassVar[bool] = False
    """Whether its panel takes all the room there is, since its number of lines changes with every key."""
    COVERS_TASKS: ClassVar[bool] = False
    """Whether its lines replace the task board where there is no room for both."""

    def __init__(self, context: MatchContext, own_view: State) -> None:
        self.context = context
        self.own_view = own_view
        """The deciding seat's view, or the screen's own view if nobody here decides."""

    @property
    def title_target(self) -> str:
        """What goes back a page when the title is clicked; empty on the first page."""
        return ""

    @property
    def setting(self) -> Setting:
        return self.context.game.setting

    @property
    def box(self) -> Box:
        return self.context.box

    @property
    def plan(self) -> Plan:
        return self.context.plan

    @property
    def glyphs(self) -> Glyphs:
        return self.context.glyphs

    @property
    def highlights(self) -> Highlights:
        """What it highlights on the plan."""
        return Highlights()

    @property
    def holds_piece(self) -> bool:
        return bool(self.highlights.held)

    @property
    def stock_cursor(self) -> StockCursor | None:
        """The cursor that it shows in hut and pouch, if any."""
        return None

    @property
    def fulfilled_tasks(self) -> frozenset[int]:
        """The tasks that the move shown would fulfil."""
        return frozenset()

    @property
    def successor(self) -> MoveEntry | None:
        """The entry that replaces this one, if any."""
        return None


M = TypeVar("M", bound=Move)


class DecidingEntry(MoveEntry):
    """A decision of a seat here."""

    TITLE: ClassVar[str] = ""
    REQUEST: ClassVar[str] = ""
    """What the seat is asked to do, and by which keys."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        super().__init__(context, own_view)
        self.seat = seat
        self.moves = [*context.game.legal(own_view, seat)]
        """The legal moves."""

    def options(self, kind: type[M]) -> list[M]:
        """Return the legal moves of a kind."""
        return [move for move in self.moves if isinstance(move, kind)]

    @property
    def subject(self) -> Subject | None:
        """Why the move shown is illegal, else the decision by the clause of its first legal move."""
        if self.refusal is not None:
            return subject(self.refusal.clause, "Why not", self.context.reason(self.refusal))
        clause = clause_of_move(self.context.game, self.moves[0]) if self.moves else ""
        return subject(clause, sentence_start(self.title)) if clause else None

    def card_subject(self, card: ActionCard, text: str = "") -> Subject:
        """Return a card with its text, by the clause of its kind."""
        shown = text or card_full(self.box, card, solo=self.context.solo)
        title = f"{sentence_start(card_title(card))} {card_number(card)}"
        return subject(kind_clause(card.kind), title, shown)

    def answer(self, move: Move) -> Move | Refusal:
        """Return a move, or why it is illegal."""
        return self.context.game.refusal(self.own_view, move) or move

    @property
    def title(self) -> str:
        return self.TITLE

    @property
    def request(self) -> str:
        """The decision that the seat must make."""
        return self.REQUEST

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}: {self.request}"

    def building_words(self, building: int) -> str:
        """Return a building's name with its letter."""
        return building_words(self.plan.buildings[building])


class MenuEntry(MenuDecision, DecidingEntry):
    """A decision on one or more pages."""

    PAGE_REQUEST: ClassVar[str] = ""
    """What the seat is asked to do on every page but the first, if it differs."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        super().__init__(context, own_view, seat)
        self.open_first_page()

    @property
    def title(self) -> str:
        return (self.opened and self.opened.title) or self.heading

    @property
    def title_target(self) -> str:
        return "" if self.first_page else BACK

    @property
    def heading(self) -> str:
        """The title of the first page."""
        return self.TITLE

    @property
    def prompt(self) -> str:
        request = self.PAGE_REQUEST if self.opened and self.PAGE_REQUEST else self.request
        return f"{self.context.name(self.seat)}: {request}"

    @property
    def highlights(self) -> Highlights:
        return Highlights(marked=self.item.shows)

    @property
    def subject(self) -> Subject | None:
        """The item under the cursor, else the decision."""
        return item_subject(self.context.game, self.item, self.reason) or super().subject

    def reason(self, refusal: Refusal) -> str:
        return self.context.reason(refusal)

    def refusal_line(self, refusal: Refusal) -> str:
        return self.context.refusal_line(refusal)


def legal_first(items: list[MenuItem]) -> list[MenuItem]:
    """Return items that are legal, then the others."""
    return sorted(items, key=lambda item: item.refusal is not None)
