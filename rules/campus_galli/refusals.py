"""Refusals: whether an event is legal, and if not, why, with code, clause and facts.

What a view or event hides is not checked; a full event on a full state is checked completely.
"""

from __future__ import annotations

from rules.campus_galli import danger_refusals, places, tile_refusals
from rules.campus_galli.events import (
    CampusEvent,
    ChooseCard,
    DealPiles,
    DrawCards,
    DrawSection,
    DrawTile,
    FlipBuilding,
    LaySection,
    Lift,
    RevealCards,
    RevealTask,
    SendBuilderHome,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.rounds import cards_due
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import BesideMonk, State
from rules.campus_galli.steps import (
    ArrivalStep,
    BorrowStep,
    ChooseCardStep,
    DangerStep,
    DealPilesStep,
    DrawCardsStep,
    DrawSectionStep,
    DrawTileStep,
    FillBoardStep,
    FlipBuildingStep,
    LaySectionStep,
    LoseBookStep,
    LoseGuestStep,
    RevealCardsStep,
    RollStep,
    SendBuilderHomeStep,
    SpecialActionsStep,
    TakeSectionStep,
)
from rules.campus_galli.takeable import CLAUSES, card_in_play, hut_allowed, pouch_allowed
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import HIDDEN, NOBODY, only

CODES = (
    "match-over",
    "not-your-turn",
    "not-now",
    "card-not-in-hand",
    "not-face-down",
    "card-does-not-allow",
    "not-in-hut",
    "not-in-pouch",
    "no-place",
    "wrong-shape",
    "no-such-place",
    "covers-tree",
    "covers-section",
    "covers-parchment",
    "covers-no-wood",
    "not-parchment",
    "no-builder-there",
    "cannot-pay",
    "could-not-pay",
    "tiles-missing",
    "wrong-payment",
    "wrong-swap",
    "tile-run-out",
    "wrong-tiles",
    "wrong-cards",
    "task-not-fulfilled",
    "not-for-tiles",
    "bad-deal",
    "bad-draw",
    "bad-reveal",
    *danger_refusals.CODES,
)
"""All refusal codes; each has a sentence on the screen."""
INSTEAD = {
    "CG-I-0d": "CG-II-0f",
    "CG-I-1a": "CG-II-1a",
    "CG-I-2a": "CG-II-2a",
    "CG-I-2b": "CG-II-2b",
    "CG-I-3": "CG-II-3",
    "CG-I-3e6": "CG-II-3d1",
    "CG-I-5": "CG-II-5",
}
"""Clauses of level I and their replacements where cards cost tiles (CG-II-0)."""
INSTEAD_AGAIN = {"CG-I-0d": "CG-III-0b", "CG-I-1a": "CG-III-1a"}
"""The further replacements at level III (CG-III-0)."""


def refusal(setting: Setting, state: State, event: CampusEvent) -> Refusal | None:
    """Return why the event is illegal, or None."""
    reason = _refusal(setting, state, event)
    if reason is None or not setting.tiles:
        return reason
    instead = INSTEAD | INSTEAD_AGAIN if setting.dangers else INSTEAD
    return Refusal(reason.code, instead.get(reason.clause, reason.clause), reason.facts)


def _refusal(setting: Setting, state: State, event: CampusEvent) -> Refusal | None:
    if not state.agenda:
        return Refusal("match-over", "CG-I-5")
    step = state.agenda[-1]
    match step, event:
        case LaySectionStep(), LaySection() if event.seat == step.seat:
            if event.placement == step.lifted:
                return Refusal("same-place", "CG-III-4a2")
            return laying(setting, state, step.section, event.placement)
        case ChooseCardStep(), ChooseCard() if event.seat in step.pending:
            return _choosing(state, event)
        case TakeSectionStep(), TakeFromHut() if event.seat == step.seat:
            return _taking_from_hut(setting, state, event)
        case TakeSectionStep(), TakeFromPouch() if event.seat == step.seat:
            return _taking_from_pouch(setting, state, event)
        case FlipBuildingStep(), FlipBuilding() if event.seat == step.seat:
            return _flipping(setting, state, event)
        case SendBuilderHomeStep(), SendBuilderHome() if event.seat == step.seat:
            return _sending_home(state, event)
        case DealPilesStep(), DealPiles():
            return _dealing(setting, event)
        case DrawTileStep(), DrawTile():
            there = event.seat == step.seat and 0 <= event.colour < len(state.tiles) and state.tiles[event.colour]
            return None if there else Refusal("bad-draw", "CG-II-0d", (("colour", event.colour),))
        case FillBoardStep(), RevealTask():
            known = state.deck.holds((event.task,), 1)
            return None if known else Refusal("bad-draw", "CG-I-1a", (("task", event.task),))
        case DrawCardsStep(), DrawCards():
            return _drawing(setting, state, step, event)
        case RevealCardsStep(), RevealCards():
            return _revealing(setting, state, event)
        case DrawSectionStep(), DrawSection():
            return _feeling(setting, state, step, event)
        case _:
            return _out_of_turn(setting, state, event)


def laying(setting: Setting, state: State, section: int, placement: int) -> Refusal | None:
    """Return why the section cannot lie there (CG-I-3a1 to CG-I-3a6, CG-III-1m), or None, whoever is due."""
    layout = setting.layout
    if not 0 <= placement < len(layout.placements):
        return Refusal("no-such-place", "CG-I-3a6")
    place = layout.placements[placement]
    if place.shape != setting.box.sections[section].shape:
        return Refusal("wrong-shape", "CG-I-3a6", (("shape", place.shape),))
    wood = layout.wood(state.open)
    for code, clause, blocked in (
        ("covers-tree", "CG-I-3a4", setting.box.plan.trees),
        ("covers-section", "CG-I-3a5", state.covered),
        ("covers-parchment", "CG-I-3a3", layout.lettered & ~wood),
        ("covers-cordon", "CG-III-1m", places.closed(setting, state)),
    ):
        if hit := place.mask & blocked:
            return Refusal(code, clause, (("space", next(spaces_of(hit))),))
    if not place.mask & wood:
        return Refusal("covers-no-wood", "CG-I-3a1")
    return None


def _out_of_turn(setting: Setting, state: State, event: CampusEvent) -> Refusal | None:
    """Return the refusal of an event that belongs to no level I step in its own place."""
    if not isinstance(event, Move):
        return danger_refusals.outcome(setting, state, event)
    step = state.agenda[-1]
    match step:
        case ChooseCardStep():
            due = step.pending
        case SpecialActionsStep():
            due = step.seats[:1]
        case DrawCardsStep() | DrawSectionStep() | DrawTileStep() | RollStep():
            due = ()
        case _:
            due = (getattr(step, "seat", None),)
    if event.seat not in due:
        return Refusal("not-your-turn", "CG-I-3y")
    if isinstance(event, Lift) or isinstance(step, _DANGERS):
        return danger_refusals.refusal(setting, state, event)
    return tile_refusals.refusal(setting, state, event.seat, event)


_DANGERS = (ArrivalStep, BorrowStep, DangerStep, LoseBookStep, LoseGuestStep)
"""Steps that ask a seat at level III only."""


def _choosing(state: State, event: ChooseCard) -> Refusal | None:
    hand, card = state.seats[event.seat].hand, event.card.value
    if event.card.audience != only(event.seat):
        return Refusal("not-face-down", "CG-I-2b")
    if not hand.holds(card if card is HIDDEN else (card,), 1):
        return Refusal("card-not-in-hand", "CG-I-2b")
    return None


def _taking_from_hut(setting: Setting, state: State, event: TakeFromHut) -> Refusal | None:
    section = event.section
    if not 0 <= section < len(setting.box.sections) or not state.hut >> section & 1:
        return Refusal("not-in-hut", "CG-I-3a", (("section", section),))
    if not hut_allowed(setting, state, event.seat) >> section & 1:
        kind = card_in_play(setting, state, event.seat).kind
        return Refusal("card-does-not-allow", CLAUSES[kind], (("section", section),))
    return _fitting(setting, state, setting.box.sections[section].shape)


def _taking_from_pouch(setting: Setting, state: State, event: TakeFromPouch) -> Refusal | None:
    shape = event.shape
    if not 0 <= shape < len(setting.box.shapes) or not state.pouch & setting.shape_sections[shape]:
        return Refusal("not-in-pouch", "CG-I-3a", (("shape", shape),))
    if not pouch_allowed(setting, state, event.seat) >> shape & 1:
        kind = card_in_play(setting, state, event.seat).kind
        return Refusal("card-does-not-allow", CLAUSES[kind], (("shape", shape),))
    return _fitting(setting, state, shape)


def _fitting(setting: Setting, state: State, shape: int) -> Refusal | None:
    if places.fits(setting, state, shape):
        return None
    return Refusal("no-place", "CG-I-3a13", (("shape", shape),))


def _flipping(setting: Setting, state: State, event: FlipBuilding) -> Refusal | None:
    building = event.building
    if building is None:
        return None
    if not 0 <= building < len(setting.box.plan.buildings) or state.open >> building & 1:
        return Refusal("not-parchment", "CG-I-3d", (("building", building),))
    return None


def _sending_home(state: State, event: SendBuilderHome) -> Refusal | None:
    on_section = any(it.section == event.section and it.seat == event.seat and it.builder for it in state.laid)
    beside = event.building is not None and BesideMonk(event.building, event.seat, event.guest) in state.beside
    if (on_section and event.building is None and not event.guest) or (beside and event.section is None):
        return None
    return Refusal("no-builder-there", "CG-I-3e6")


def _dealing(setting: Setting, event: DealPiles) -> Refusal | None:
    bad = Refusal("bad-deal", "CG-I-0d")
    if len(event.piles) != len(setting.seats):
        return bad
    dealt: set[int] = set()
    for pile in event.piles:
        if pile.audience != NOBODY:
            return bad
        if pile.value is HIDDEN:
            continue
        cards = set(pile.value)
        angels = [card for card in cards if card in setting.angels]
        if tuple(sorted(cards)) != pile.value or len(cards) != setting.deal + 1 or len(angels) != 1:
            return bad
        levels = range(1, len(setting.deal_of_levels) + 1)
        if any(
            len(cards.intersection(setting.cards_of_level(level))) != setting.deal_of_levels[level - 1]
            for level in levels
        ):
            return bad
        if cards & dealt or not cards <= set(setting.cards):
            return bad
        dealt |= cards
    return None


def _drawing(setting: Setting, state: State, step: DrawCardsStep, event: DrawCards) -> Refusal | None:
    cards, count = event.cards.value, cards_due(setting, state, step)
    pile = state.seats[step.seat].pile
    fits = event.seat == step.seat and event.cards.audience == setting.hand_audience(step.seat)
    rising = cards is HIDDEN or tuple(sorted(cards)) == cards
    return None if fits and rising and pile.holds(cards, count) else Refusal("bad-draw", "CG-I-2a")


def _revealing(setting: Setting, state: State, event: RevealCards) -> Refusal | None:
    good = len(event.cards) == len(setting.seats) and len(set(event.cards)) == len(event.cards)
    for seat, card in zip(state.seats, event.cards, strict=False):
        good &= card in setting.cards and (seat.chosen.card is HIDDEN or seat.chosen.card == card)
    return None if good else Refusal("bad-reveal", "CG-I-3")


def _feeling(setting: Setting, state: State, step: DrawSectionStep, event: DrawSection) -> Refusal | None:
    there = state.pouch & setting.shape_sections[step.shape]
    if 0 <= event.section < len(setting.box.sections) and there >> event.section & 1:
        return None
    return Refusal("bad-draw", "CG-I-3a12", (("section", event.section),))
