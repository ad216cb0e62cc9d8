"""Moves in a few words, for hints and for the review of a match."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.card_texts import (
    card_forms,
    card_number,
    card_short,
    card_title,
    task_forms,
    task_short,
)
from galli_tui.games.campus_galli.words import (
    building_words,
    colour_word,
    place_words,
    section_words,
    shape_words,
    tile_words,
)
from galli_tui.style.wording import listed
from rules.campus_galli.box import COLOURS, ActionCard, Task, TaskKind
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import FlipBuilding, LaySection, LaySectionStep, TakeFromHut, TakeFromPouch
from rules.campus_galli.leftovers import Borrow
from rules.campus_galli.losses import Decline, LoseBook, LoseGuest, Settle
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Lift, Pass, PayTask
from rules.campus_galli.state import State, open_card
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn, PayStep
from rules.campus_galli.tiles import tile
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine.secrecy import HIDDEN
from rules.engine.steps import current_step


def decision_forms(setting: Setting, view: State, move: CampusMove, symbols: str) -> tuple[str, ...]:
    """Return a move in words, the longest form first; the view is one in which the move is legal.

    The shortest form leaves out what all moves of the same decision have in common; its tiles are `symbols`, by colour.
    """
    forms: list[str] = []
    for form in _MoveWords(setting, view, symbols).of(move):
        if not forms or len(form) <= len(forms[-1]):
            forms.append(form)
    return tuple(forms)


class _MoveWords:
    def __init__(self, setting: Setting, view: State, symbols: str) -> None:
        self._setting, self._box, self._view, self._symbols = setting, setting.box, view, symbols

    def of(self, move: CampusMove) -> tuple[str, ...]:
        box = self._box
        match move:
            case ChooseCard(_, card):
                return ("choose a card",) if card.value is HIDDEN else self._chosen(box.cards[card.value])
            case LaySection(_, placement):
                what = section_words(box, current_step(self._view, LaySectionStep).section)
                where = place_words(box.plan, self._setting.layout.placements[placement].mask)
                return f"place the {what} on {where}", f"place it on {where}", f"on {where}", where
            case TakeFromHut(_, section):
                what = section_words(box, section)
                return f"take the {what} from the hut", f"take the {what}", what
            case TakeFromPouch(_, shape):
                what = shape_words(box, shape)
                return f"draw a {what} from the pouch", f"draw a {what}", f"{what}, pouch"
            case FlipBuilding(_, building):
                return ("flip no building",) if building is None else self._flipped(building)
            case Expand(_, building, tiles):
                # It is listed among actions of other kinds, so even the shortest form names the action.
                short = f"flip {self._box.plan.buildings[building].letter} to wood"
                return self._with_price((*self._flipped(building)[:1], short), tiles)
            case SendBuilderHome(_, section, building, guest):
                return self._sent_home(section, building, guest=guest)
            case Declare(seat, origin):
                card, way = box.cards[open_card(self._view.seats[seat])], f"from the {origin.value}"
                return f"play {self._card(card)} {way}", f"play card {card_number(card)} {way}", way
            case PlayCard(seat):
                card = box.cards[open_card(self._view.seats[seat])]
                return f"play {self._card(card)}", f"play card {card_number(card)}"
            case Beg():
                return "beg for two tiles", "beg"
            case PayTiles(_, tiles):
                return f"pay {tile_words(tiles)} {self._paid_for()}", f"pay {self._tiles(tiles)}"
            case ReceiveTiles(_, tiles):
                return f"receive {tile_words(tiles)}", f"receive {self._tiles(tiles)}"
            case SwapTiles(_, given, colour):
                wanted = colour_word(colour)
                short = f"swap {self._tiles(given)} for {self._tiles(tile(colour))}"
                return f"swap {tile_words(given)} for a {wanted} one", short
            case ScoreAgain(_, cards, colours):
                return self._scored(cards, colours)
            case ClaimTask(_, place):
                return f'take the task "{self._task_words(place)}"', f"take task {place + 1}"
            case PayTask(_, place, tiles):
                return self._with_price(self._paid(place), tiles)
            case EndTurn():
                return ("end the turn",)
            case Pass():
                return "take no more special actions", "pass"
            case BuyFromHut(_, section, tiles):
                what = section_words(box, section)
                return f"buy the {what} for {tile_words(tiles)}", *self._purchased(what, tiles)
            case BuyFromPouch(_, shape, tiles):
                what = shape_words(box, shape)
                return f"buy a {what} from the pouch for {tile_words(tiles)}", *self._purchased(what, tiles)
            case Borrow(_, pile, origin):
                return self._borrowed(pile, "" if origin is None else f" from the {origin.value}")
            case Lift(_, _, section):
                what = section_words(box, section)
                return f"lift the {what} to place it elsewhere", f"lift the {what}", f"lift {what}"
            case Decline():
                step = self._view.agenda[-1]
                what = self._paid_for() if isinstance(step, DangerStep) else "for an arrival"
                return f"don't pay {what}", "don't pay"
            case LoseBook(_, card):
                return f"lose the book {box.cards[card].name}", box.cards[card].name
            case LoseGuest(_, building):
                return (
                    f"send home the guest monk beside {self._building(building)}",
                    f"beside {self._building(building)}",
                )
            case Settle(_, building, tiles):
                where = f"beside {self._building(building)}"
                return self._with_price((f"place a monk {where}", where), tiles)
            case _:
                raise TypeError(f"{type(move).__name__} is no move of this game")

    def _tiles(self, tiles: Sequence[int]) -> str:
        """Return tiles as the symbols of their colours; no tile is "none"."""
        return "".join(symbol * count for symbol, count in zip(self._symbols, tiles, strict=True)) or "none"

    def _with_price(self, forms: tuple[str, ...], tiles: Sequence[int] | None) -> tuple[str, ...]:
        """Return forms with the tiles paid; in the shortest the price comes first, since its end may be cut."""
        if tiles is None:
            return forms
        price = self._tiles(tiles)
        return f"{forms[0]} for {tile_words(tiles)}", f"{forms[-1]} for {price}", f"{price}: {forms[-1]}"

    def _paid_for(self) -> str:
        """Return what tiles are paid for at this step: the card in play, or a danger."""
        step = self._view.agenda[-1]
        if isinstance(step, DangerStep):
            task = self._box.tasks[step.task]
            # What a collapse threatens first is no part of its name.
            return f"against the {task_forms(self._box, task)[-1 if task.kind is TaskKind.COLLAPSE else 0]}"
        seat = current_step(self._view, PayStep).seat
        return f"for card {card_number(self._box.cards[open_card(self._view.seats[seat])])}"

    def _purchased(self, what: str, tiles: Sequence[int]) -> tuple[str, ...]:
        """Return short forms of a purchase; in the shortest the price comes first, since its end may be cut."""
        price = self._tiles(tiles)
        return f"buy {what} for {price}", f"{what} for {price}", f"{price}: {what}"

    def _building(self, building: int) -> str:
        return building_words(self._box.plan.buildings[building])

    def _flipped(self, building: int) -> tuple[str, ...]:
        return f"flip {self._building(building)} to wood", self._building(building)

    def _chosen(self, card: ActionCard) -> tuple[str, ...]:
        whole = f"choose {self._card(card)}"
        return whole, *(f"{card_number(card)} {form}" for form in card_forms(self._box, card))

    def _card(self, card: ActionCard) -> str:
        about = card.name or card_short(self._box, card)
        return f"{card_number(card)}, {card_title(card)} ({about})"

    def _sent_home(self, section: int | None, building: int | None, *, guest: bool) -> tuple[str, ...]:
        if section is not None:
            return (f"send home the master builder on the {section_words(self._box, section)}",)
        who = "guest monk" if guest else "master builder"
        return (f"send home the {who} beside {self._building(building or 0)}",)

    def _task(self, place: int) -> Task | None:
        number = self._view.board[place]
        return None if number is None else self._box.tasks[number]

    def _task_words(self, place: int) -> str:
        task = self._task(place)
        return "a task" if task is None else task_short(self._box, task)

    def _paid(self, place: int) -> tuple[str, ...]:
        task = self._task(place)
        if task is not None and task.kind is TaskKind.HALT and task.building is not None:
            letter = self._box.plan.buildings[task.building].letter
            return f"pay to lift the cordon from {letter}", f"lift the cordon from {letter}"
        return f'fulfil the task "{self._task_words(place)}"', self._task_words(place), f"pay for task {place + 1}"

    def _scored(self, cards: Sequence[int], colours: Sequence[int | None]) -> tuple[str, ...]:
        if not cards:
            return ("score nothing again",)
        names = listed(self._box.cards[card].name for card in cards)
        got = [0] * len(COLOURS)
        for colour in colours:
            if colour is not None:
                got[colour] += 1
        short = self._tiles(got)
        return f"score {names} again for {tile_words(got)}", f"{names}: {short}", f"{short}: {names}"

    def _borrowed(self, pile: int, origin: str) -> tuple[str, ...]:
        top = self._view.leftovers[pile].top
        if top is None:
            return ("borrow a card",)
        card = self._box.cards[top]
        named = f"{card_number(card)} {card.name or card_title(card)}{origin}"
        whole = f"borrow {self._card(card)}{origin}"
        return whole, f"borrow {named}", named, *([f"{card_number(card)}{origin}"] if origin else [])
