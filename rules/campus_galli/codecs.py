"""Codecs of states and events, with the bounds of a match's setting."""

from __future__ import annotations

from rules.campus_galli import events as ev
from rules.campus_galli import state as st
from rules.campus_galli import steps
from rules.campus_galli.box import DIE_FACES, Origin
from rules.campus_galli.setting import Setting
from rules.campus_galli.tiles import Tiles
from rules.engine import plain
from rules.engine.plain import AnyCodec, Codec, PlainError
from rules.engine.secrecy import Seat, Secret
from rules.engine.tellings import Told


class Codecs:
    """The codecs of a setting: `state` and `event`."""

    def __init__(self, setting: Setting) -> None:
        box = setting.box
        self.event = _event_codec(setting)
        card = _below(len(box.cards))
        cards = plain.zone(card)
        task = _below(len(box.tasks))
        section, sections = _below(len(box.sections)), plain.mask(len(box.sections))
        building = _below(len(box.plan.buildings))
        space = _below(box.plan.width * box.plan.height)
        placement = _below(len(setting.layout.placements))
        seat, count = _seat(setting), plain.integer(0, plain.MAX_ITEMS)
        seat_state = plain.structure(
            st.SeatState,
            pile=cards,
            hand=cards,
            chosen=plain.slot(card),
            next_year=cards,
            played=plain.items(card),
            tasks=plain.items(task),
            supply=count,
            year=plain.integer(1, 2),
            declared=plain.optional(ORIGIN),
            tiles=TILES,
            begs=plain.BOOL,
            books=plain.items(card),
            guests=plain.items(card),
            cooperation=plain.integer(0, box.counts.cooperation),
            borrowed=plain.optional(card),
            lost=plain.items(card),
        )
        leftover = plain.structure(st.LeftoverPile, pile=cards, top=plain.optional(card), borrowed=plain.items(card))
        effect = plain.structure(
            Told,
            key=_enum(list(st.EffectKind)),
            seat=plain.optional(seat),
            facts=plain.items(plain.integer(0, max(plain.MAX_ITEMS, len(setting.layout.placements))), 5),
        )
        whole = plain.structure(
            st.State,
            agenda=plain.items(_step_codec(setting), 64),
            round=count,
            open=plain.mask(len(box.plan.buildings)),
            hut=sections,
            pouch=sections,
            laid=plain.items(
                plain.structure(st.LaidSection, section=section, placement=placement, seat=seat, builder=plain.BOOL)
            ),
            beside=plain.items(plain.structure(st.BesideMonk, building=building, seat=seat, guest=plain.BOOL)),
            lazy=plain.items(plain.structure(st.LazyMonk, space=space, seat=seat)),
            board=plain.items(plain.optional(task), 16),
            deck=plain.zone(task),
            aside=plain.items(task),
            box=cards,
            seats=plain.items(seat_state, len(setting.seats)),
            order=plain.items(seat, len(setting.seats)),
            draws=plain.items(count, 16),
            covered=plain.mask(box.plan.width * box.plan.height),
            told=plain.items(effect),
            tiles=TILES,
            turned=plain.mask(16),
            first=seat,
            received=plain.mask(4),
            turn=plain.optional(seat),
            cordon=plain.optional(building),
            leftovers=plain.items(leftover, st.LEFTOVER_PILES),
            fallen=plain.items(task),
        )
        self.state = Codec(whole.encode, lambda value: _consistent(setting, whole.decode(value)))


def _consistent(setting: Setting, state: st.State) -> st.State:
    """Return the state after checking derived fields against their source. Raises `PlainError`."""
    covered = 0
    for laid in state.laid:
        covered |= setting.layout.placements[laid.placement].mask
    if covered != state.covered or len(state.seats) != len(setting.seats):
        raise PlainError("the state's parts do not agree")
    return state


def _four(red: int, green: int, blue: int, yellow: int) -> Tiles:
    return (red, green, blue, yellow)


TILES: AnyCodec = plain.record(_four, *[plain.integer(0, plain.MAX_ITEMS)] * 4)
_LAY_REASONS = tuple(steps.LayReason)
LAY_REASON: Codec[steps.LayReason] = Codec(
    _LAY_REASONS.index, lambda value: _LAY_REASONS[plain.integer(0, len(_LAY_REASONS) - 1).decode(value)]
)
ORIGIN: Codec[Origin] = Codec(
    lambda value: value is Origin.POUCH, lambda value: Origin.POUCH if plain.BOOL.decode(value) else Origin.HUT
)


def _enum(members: list[st.EffectKind]) -> Codec[st.EffectKind]:
    number = plain.integer(0, len(members) - 1)
    return Codec(members.index, lambda value: members[number.decode(value)])


def _below(count: int) -> Codec[int]:
    return plain.integer(0, count - 1)


def _seat(setting: Setting) -> AnyCodec:
    return _below(len(setting.seats))


def _step_codec(setting: Setting) -> AnyCodec:
    box, seat = setting.box, _seat(setting)
    space, card = _below(box.plan.width * box.plan.height), _below(len(box.cards))
    task, place, placement = _below(len(box.tasks)), _below(setting.board_size), _below(len(setting.layout.placements))
    structure, items = plain.structure, plain.items
    return plain.union(
        {
            "deal": (steps.DealPilesStep, structure(steps.DealPilesStep)),
            "fill": (steps.FillBoardStep, structure(steps.FillBoardStep)),
            "draw": (steps.DrawCardsStep, structure(steps.DrawCardsStep, seat=seat, wanted=plain.integer(0, 64))),
            "choose": (steps.ChooseCardStep, structure(steps.ChooseCardStep, pending=items(seat, len(setting.seats)))),
            "reveal": (steps.RevealCardsStep, structure(steps.RevealCardsStep)),
            "declare": (steps.DeclareStep, structure(steps.DeclareStep, seat=seat)),
            "order": (steps.OrderTurnsStep, structure(steps.OrderTurnsStep)),
            "take": (steps.TakeSectionStep, structure(steps.TakeSectionStep, seat=seat)),
            "feel": (
                steps.DrawSectionStep,
                structure(steps.DrawSectionStep, seat=seat, shape=_below(len(box.shapes)), reason=LAY_REASON),
            ),
            "lay": (
                steps.LaySectionStep,
                structure(
                    steps.LaySectionStep,
                    seat=seat,
                    section=_below(len(box.sections)),
                    reason=LAY_REASON,
                    lifted=plain.optional(placement),
                ),
            ),
            "tile": (steps.DrawTileStep, structure(steps.DrawTileStep, seat=seat)),
            "turn": (steps.BeginTurnStep, structure(steps.BeginTurnStep, seat=seat)),
            "pay": (steps.PayStep, structure(steps.PayStep, seat=seat)),
            "receive": (
                steps.ReceiveTilesStep,
                structure(steps.ReceiveTilesStep, seat=seat, colours=plain.mask(4), number=plain.integer(0, 64)),
            ),
            "book": (steps.ProduceBookStep, structure(steps.ProduceBookStep, seat=seat)),
            "guest": (steps.WelcomeGuestStep, structure(steps.WelcomeGuestStep, seat=seat)),
            "again": (
                steps.ScoreAgainStep,
                structure(steps.ScoreAgainStep, seat=seat, cards=plain.ascending(card), most=plain.integer(1, 4)),
            ),
            "move-in": (steps.MoveInStep, structure(steps.MoveInStep, seat=seat, card=card)),
            "end": (steps.EndTurnStep, structure(steps.EndTurnStep, seat=seat)),
            "special": (
                steps.SpecialActionsStep,
                structure(steps.SpecialActionsStep, seats=items(seat, len(setting.seats))),
            ),
            "flip": (
                steps.FlipBuildingStep,
                structure(steps.FlipBuildingStep, seat=seat, completed=_below(len(box.plan.buildings))),
            ),
            "settle": (
                steps.SettleGapsStep,
                structure(steps.SettleGapsStep, seat=seat, placement=placement),
            ),
            "lazy": (steps.LazyMonksStep, structure(steps.LazyMonksStep, seat=seat, gaps=items(space, 64))),
            "home": (steps.SendBuilderHomeStep, structure(steps.SendBuilderHomeStep, seat=seat, gap=space)),
            "leftovers": (steps.DealLeftoversStep, structure(steps.DealLeftoversStep)),
            "turn-up": (steps.TurnUpStep, structure(steps.TurnUpStep, pile=_below(st.LEFTOVER_PILES))),
            "borrow": (steps.BorrowStep, structure(steps.BorrowStep, seat=seat)),
            "roll": (
                steps.RollStep,
                structure(
                    steps.RollStep,
                    seat=plain.optional(seat),
                    task=task,
                    place=place,
                    dice=plain.integer(1, box.counts.dice),
                ),
            ),
            "danger": (
                steps.DangerStep,
                structure(steps.DangerStep, seat=seat, task=task, place=place, faces=_faces(setting)),
            ),
            "lose-book": (steps.LoseBookStep, structure(steps.LoseBookStep, seat=seat)),
            "lose-guest": (steps.LoseGuestStep, structure(steps.LoseGuestStep, seat=seat, task=task)),
            "fall": (steps.FallStep, structure(steps.FallStep, task=task, place=place)),
            "arrival": (steps.ArrivalStep, structure(steps.ArrivalStep, seat=seat, task=task)),
            "tidy": (steps.TidyUpStep, structure(steps.TidyUpStep)),
        }
    )


def _faces(setting: Setting) -> AnyCodec:
    return plain.items(_below(len(DIE_FACES)), setting.box.counts.dice)


def _builder(seat: Seat, section: int | None, building: int | None, guest: bool) -> ev.SendBuilderHome:
    """Make the event that sends home a monk, who stands in one place. Raises `PlainError`."""
    if (section is None) is (building is None) or (guest and building is None):
        raise PlainError("expected a builder on a section or a monk beside a building")
    return ev.SendBuilderHome(seat, section, building, guest)


def _again(seat: Seat, cards: tuple[int, ...], colours: tuple[int | None, ...]) -> ev.ScoreAgain:
    """Make the event that scores cards again, with a colour for each. Raises `PlainError`."""
    if len(cards) != len(colours):
        raise PlainError("expected a colour for each card")
    return ev.ScoreAgain(seat, cards, colours)


def _leftovers(counts: tuple[int, ...], piles: tuple[Secret[tuple[int, ...]], ...]) -> ev.DealLeftovers:
    """Make the event that deals the leftover piles, with a count for each. Raises `PlainError`."""
    if len(counts) != st.LEFTOVER_PILES or len(piles) != st.LEFTOVER_PILES:
        raise PlainError("expected four piles")
    return ev.DealLeftovers(counts, piles)


def _event_codec(setting: Setting) -> AnyCodec:
    box, seat = setting.box, _seat(setting)
    card, section = _below(len(box.cards)), _below(len(box.sections))
    building, shape = _below(len(box.plan.buildings)), _below(len(box.shapes))
    structure, extended = plain.structure, plain.extended
    colour, place, pile = _below(4), _below(setting.board_size), _below(st.LEFTOVER_PILES)
    cards = plain.ascending(card)
    return plain.union(
        {
            "choose": (ev.ChooseCard, structure(ev.ChooseCard, seat=seat, card=plain.secret(card))),
            "declare": (ev.Declare, structure(ev.Declare, seat=seat, origin=ORIGIN)),
            "hut": (ev.TakeFromHut, structure(ev.TakeFromHut, seat=seat, section=section)),
            "pouch": (ev.TakeFromPouch, structure(ev.TakeFromPouch, seat=seat, shape=shape)),
            "lay": (
                ev.LaySection,
                structure(ev.LaySection, seat=seat, placement=_below(len(setting.layout.placements))),
            ),
            "flip": (ev.FlipBuilding, structure(ev.FlipBuilding, seat=seat, building=plain.optional(building))),
            "home": (
                ev.SendBuilderHome,
                plain.record(
                    _builder,
                    seat,
                    plain.optional(section),
                    plain.optional(building),
                    plain.BOOL,
                    parts=lambda event: (event.seat, event.section, event.building, event.guest),
                ),
            ),
            "play": (ev.PlayCard, structure(ev.PlayCard, seat=seat)),
            "beg": (ev.Beg, structure(ev.Beg, seat=seat)),
            "pay": (ev.PayTiles, structure(ev.PayTiles, seat=seat, tiles=TILES)),
            "swap": (ev.SwapTiles, structure(ev.SwapTiles, seat=seat, given=TILES, colour=colour)),
            "receive": (ev.ReceiveTiles, structure(ev.ReceiveTiles, seat=seat, tiles=TILES)),
            "again": (
                ev.ScoreAgain,
                plain.record(
                    _again,
                    seat,
                    cards,
                    plain.items(plain.optional(colour), 4),
                    parts=lambda event: (event.seat, event.cards, event.colours),
                ),
            ),
            "claim": (ev.ClaimTask, structure(ev.ClaimTask, seat=seat, place=place)),
            "end": (ev.EndTurn, structure(ev.EndTurn, seat=seat)),
            "pay-task": (ev.PayTask, extended(ev.PayTask, "tiles", TILES, seat=seat, place=place)),
            "expand": (ev.Expand, extended(ev.Expand, "tiles", TILES, seat=seat, building=building)),
            "buy-hut": (ev.BuyFromHut, structure(ev.BuyFromHut, seat=seat, section=section, tiles=TILES)),
            "buy-pouch": (ev.BuyFromPouch, structure(ev.BuyFromPouch, seat=seat, shape=shape, tiles=TILES)),
            "pass": (ev.Pass, structure(ev.Pass, seat=seat)),
            "borrow": (ev.Borrow, structure(ev.Borrow, seat=seat, pile=pile, origin=plain.optional(ORIGIN))),
            "lift": (ev.Lift, structure(ev.Lift, seat=seat, place=place, section=section)),
            "decline": (ev.Decline, structure(ev.Decline, seat=seat)),
            "lose-book": (ev.LoseBook, structure(ev.LoseBook, seat=seat, card=card)),
            "lose-guest": (ev.LoseGuest, structure(ev.LoseGuest, seat=seat, building=building)),
            "settle": (ev.Settle, extended(ev.Settle, "tiles", TILES, seat=seat, building=building)),
            "leftovers": (
                ev.DealLeftovers,
                plain.record(
                    _leftovers,
                    plain.items(plain.integer(0, len(box.cards)), st.LEFTOVER_PILES),
                    plain.items(plain.secret(cards), st.LEFTOVER_PILES),
                    parts=lambda event: (event.counts, event.piles),
                ),
            ),
            "turn-up": (ev.TurnUpCard, structure(ev.TurnUpCard, pile=pile, card=card)),
            "dice": (ev.RollDice, structure(ev.RollDice, faces=_faces(setting))),
            "tile": (ev.DrawTile, structure(ev.DrawTile, seat=seat, colour=colour)),
            "deal": (ev.DealPiles, structure(ev.DealPiles, piles=plain.items(plain.secret(cards), len(setting.seats)))),
            "task": (ev.RevealTask, structure(ev.RevealTask, task=_below(len(box.tasks)))),
            "draw": (ev.DrawCards, structure(ev.DrawCards, seat=seat, cards=plain.secret(cards))),
            "reveal": (ev.RevealCards, structure(ev.RevealCards, cards=plain.items(card, len(setting.seats)))),
            "felt": (ev.DrawSection, structure(ev.DrawSection, section=section)),
        }
    )
