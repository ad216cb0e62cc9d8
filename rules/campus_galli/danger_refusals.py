"""Refusals of level III: dangers, arrivals, borrowing and reconstruction, and the dealer's outcomes."""

from __future__ import annotations

from rules.campus_galli import dangers, leftovers, places, tasks, tile_transfers
from rules.campus_galli.box import CardKind, TaskKind
from rules.campus_galli.events import (
    Borrow,
    CampusEvent,
    DealLeftovers,
    Decline,
    Lift,
    LoseBook,
    LoseGuest,
    PayTiles,
    RollDice,
    Settle,
    TurnUpCard,
)
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    ArrivalStep,
    BorrowStep,
    DangerStep,
    DealLeftoversStep,
    LoseBookStep,
    LoseGuestStep,
    RollStep,
    SpecialActionsStep,
    TurnUpStep,
)
from rules.campus_galli.tile_refusals import NOT_NOW, paying_shown
from rules.campus_galli.tiles import pays
from rules.engine.refusal import Refusal
from rules.engine.secrecy import HIDDEN, NOBODY

CODES = (
    "covers-cordon",
    "same-place",
    "nothing-borrowed",
    "cannot-be-carried-out",
    "not-for-rebuilding",
    "section-not-there",
    "cannot-be-moved",
    "no-such-book",
    "no-guest-there",
    "no-monk-there",
)
"""The codes that level III brings in."""


def refusal(setting: Setting, state: State, event: CampusEvent) -> Refusal | None:
    """Return why the seat, which is due, may not make the move, or None."""
    step = state.agenda[-1]
    match step, event:
        case DangerStep(), PayTiles():
            if not tile_transfers.fits(event.tiles, state.seats[event.seat].tiles):
                return Refusal("tiles-missing", "CG-III-1h2")
            return None if pays(event.tiles, dangers.dice_cost(step.faces)) else Refusal("wrong-payment", "CG-III-1h1")
        case ((DangerStep() | ArrivalStep()), Decline()):
            return None
        case LoseBookStep(), LoseBook():
            there = event.card in state.seats[event.seat].books
            return None if there else Refusal("no-such-book", "CG-III-1i1", (("card", event.card),))
        case LoseGuestStep(), LoseGuest():
            there = event.building in dangers.guest_houses(setting, state, event.seat, setting.box.tasks[step.task])
            return None if there else Refusal("no-guest-there", "CG-III-1j1", (("building", event.building),))
        case ArrivalStep(), Settle():
            there = event.building in dangers.houses(setting, state, event.seat, setting.box.tasks[step.task])
            if not there:
                return Refusal("no-monk-there", "CG-III-1n1", (("building", event.building),))
            return paying_shown(state, event, dangers.arrival_cost(setting, step), "CG-III-1n")
        case BorrowStep(), Borrow():
            return _borrowing(setting, state, event)
        case SpecialActionsStep(), Lift():
            return _lifting(setting, state, event)
        case _:
            return NOT_NOW


def _borrowing(setting: Setting, state: State, event: Borrow) -> Refusal | None:
    top = state.leftovers[event.pile].top if 0 <= event.pile < len(state.leftovers) else None
    if top is None:
        return Refusal("nothing-borrowed", "CG-III-3a", (("pile", event.pile),))
    if (setting.box.cards[top].kind is CardKind.DOUBLE) is (event.origin is None):
        return Refusal("not-now", "CG-III-3a2")
    if (event.pile, event.origin) in leftovers.borrowable(setting, state):
        return None
    return Refusal("cannot-be-carried-out", "CG-III-3a3", (("pile", event.pile),))


def _lifting(setting: Setting, state: State, event: Lift) -> Refusal | None:
    task = dict(tasks.on_board(setting, state, TaskKind.RECONSTRUCTION)).get(event.place)
    if task is None:
        return Refusal("not-for-rebuilding", "CG-III-4a", (("place", event.place),))
    laid = next((laid for laid in state.laid if laid.section == event.section), None)
    if laid is None or setting.box.sections[laid.section].shape not in task.shapes:
        return Refusal("section-not-there", "CG-III-4a1", (("section", event.section),))
    if not places.can_move(setting, state, laid):
        return Refusal("cannot-be-moved", "CG-III-4a2", (("section", event.section),))
    return None


def outcome(setting: Setting, state: State, event: CampusEvent) -> Refusal | None:
    """Return why the dealer may not deal this outcome, or None."""
    step = state.agenda[-1]
    match step, event:
        case DealLeftoversStep(), DealLeftovers():
            return _dealing(setting, state, event)
        case TurnUpStep(), TurnUpCard():
            good = event.pile == step.pile and state.leftovers[event.pile].pile.holds((event.card,), 1)
            return None if good else Refusal("bad-draw", "CG-III-0c", (("card", event.card),))
        case RollStep(), RollDice():
            good = len(event.faces) == step.dice and set(event.faces) <= set(setting.box.counts.die)
            return None if good else Refusal("bad-draw", "CG-III-0h")
        case _:
            return NOT_NOW


def _dealing(setting: Setting, state: State, event: DealLeftovers) -> Refusal | None:
    bad = Refusal("bad-deal", "CG-III-0c")
    sizes = len(event.counts) == len(event.piles) == len(leftovers.PILES) and min(event.counts) >= 0
    if not sizes or sum(event.counts) != leftovers.left_over(setting):
        return bad
    right = None if state.box.cards is HIDDEN else leftovers.piles_of(setting, state.box.cards)
    for number, (pile, size) in enumerate(zip(event.piles, event.counts, strict=True)):
        if pile.audience != NOBODY:
            return bad
        if pile.value is HIDDEN:
            continue
        if len(pile.value) != size or (right is not None and pile.value != right[number]):
            return bad
    return None
