"""What the pages of a menu share: the items of moves, pages of items, and why a page has nothing to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.move_words import MoveForm, move_form
from galli_tui.games.ora_et_labora.words import building_name
from galli_tui.style.text_wrap import cells
from galli_tui.style.wording import sentence_start
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Contract, Cut, Fell, Use
from rules.ora_et_labora.building import BuildCard
from rules.ora_et_labora.effects import CarryOut
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.neutral import PlaceNeutral, UseNeutral
from rules.ora_et_labora.rounds import Visit
from rules.ora_et_labora.scoring import points
from rules.ora_et_labora.settling import FoundSettlement
from rules.ora_et_labora.state import Estate, OraState

_RIGHT = 10
"""The most cells at the end of an item; longer words stand in its note."""


class Asked(NamedTuple):
    """Who is asked, and where."""

    game: OraEtLabora
    view: OraState
    seat: Seat
    players: Sequence[str]

    @property
    def estate(self) -> Estate:
        """The land and goods of the seat."""
        return self.view.estates[self.seat]

    def form(self, move: Move) -> MoveForm:
        """Return a move in words."""
        return move_form(self.game, self.view, move, self.players)

    def item(self, move: Move, words: str = "") -> MenuItem:
        """Return the item of a legal move: what it brings or costs at its end, or in the note if that is longer."""
        form = self.form(move)
        end, note = "", ""
        if form.brings:
            brings = form.brings if form.brings[0] in "+-" else f"+{form.brings}"
            short = cells(brings) <= _RIGHT and form.brings[0].isdigit() | (form.brings[0] in "+-")
            end, note = (brings, "") if short else ("", sentence_start(form.brings) + ".")
        if form.price:
            if not end and cells(form.price) <= _RIGHT:
                end = form.price
            else:
                note = f"Costs {form.price}. {note}".strip()
        right = (Span(end, "gold"),) if end else ()
        return MenuItem(words or form.words, right, move, note=note, targets=targets(self.game, move))

    def points_with(self, estate: Estate) -> int:
        """Return how many more points the seat would have with this land."""
        return points(self.game, estate).total - points(self.game, self.estate).total

    def no(self, words: str, why: str, refusal: Refusal, note: str = "", target: str = "") -> MenuItem:
        """Return an item that can't be chosen, with the reason in a word or two at its end."""
        right = (Span(why, "refusal"),) if why else ()
        return MenuItem(words, right, refusal, note=note, targets=(target,) if target else ())

    def building(self, building: int) -> str:
        """Return the name of a building."""
        return building_name(self.game, building)


def page(words: str, items: Sequence[MenuItem], right: str = "", *, note: str = "", deferred: bool = False) -> MenuItem:
    """Return an item that opens a page; clicks on what is on the page open it."""
    found = tuple(dict.fromkeys(target for item in items for target in item.targets))
    end = (Span(right, "gold"),) if right else ()
    return MenuItem(words, end, items=items, note=note, targets=found, deferred=deferred)


def targets(game: OraEtLabora, move: Move) -> tuple[str, ...]:
    """Return the targets on the board that choose a move."""
    match move:
        case Use() | Contract() | Visit() | CarryOut() | UseNeutral():
            return (f"building {move.building}",)
        case Fell() | Cut():
            return (f"space {move.seat} {move.space}",)
        case BuildCard():
            return (f"space {move.seat} {move.space}", f"building {move.building}")
        case PlaceNeutral():
            return (f"space {game.players} {move.space}", f"building {move.building}")
        case FoundSettlement():
            return (f"space {move.seat} {move.space}", f"supply {move.settlement}")
        case BuyDistrict():
            return ("landscape district",)
        case BuyPlot():
            return ("landscape plot",)
        case _:
            return ()


def chosen(items: Sequence[MenuItem], make: Callable[[MenuItem], bool]) -> list[MenuItem]:
    """Return items with those that this is true of first."""
    return sorted(items, key=lambda item: not make(item))
