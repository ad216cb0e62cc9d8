"""Positions of Campus Galli in two lines, for tests: `position(...)` makes one, a `Play` goes on from it.

Seats count from 1 and everything has the names of the notation: `laid=["1 hut red hall e5 f5 g5 h5 builder"]`. What a
position says is judged before anybody uses it: pieces are conserved, nothing lies where the rules forbid it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.campus_galli import rounds
from rules.campus_galli.box import COLOURS, Box, Origin
from rules.campus_galli.events import DealPiles
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.geometry import Mask, mask_of, space_named, spaces_of
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.loader import standard
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    Beside,
    Laid,
    LaySectionStep,
    LazyMonk,
    News,
    SeatState,
    State,
    Step,
    TakeSectionStep,
    TidyUpStep,
)
from rules.engine.entropy import derived
from rules.engine.game import Options
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Seat, Secret, Slot, Zone, only
from tests.campus_text import section_text
from tests.play import Play

CHURCH_BUT_F6 = (
    "1 hut red hall c4 c5 c6 c7",
    "1 hut red tower d5 d6 e5 e6",
    "1 hut green hall f5 g5 h5 i5",
    "1 hut blue hall g6 h6 i6 j6",
    "1 hut green tower k5 k6 l5 l6",
    "1 hut red transept i4 j4 k4 j5",
)
"""The church covered, but for f6."""

CHURCH_AND_CLOISTER_BUT_E6_TO_E9 = (
    "1 hut red hall c4 c5 c6 c7",
    "1 hut red wing d5 e5 f5 d6",
    "1 pouch red hall f6 g6 h6 i6",
    "1 pouch green hall g5 h5 i5 j5",
    "1 hut green tower k5 k6 l5 l6",
    "1 hut blue hall j6 j7 j8 j9",
    "1 hut yellow hall e10 f10 g10 h10",
    "1 hut green hall i7 i8 i9 i10",
)
"""The church covered, but for e6, and the cloister, but for e7, e8 and e9."""


def table(
    seats: int = 2, mode: str = "", variants: tuple[str, ...] = (), *, monks: int | None = None, box: Box | None = None
) -> CampusGalli:
    """A game on the standard box, or on one with fewer monks. One seat plays solo, more play versus unless told."""
    own = box or standard()
    if monks is not None:
        own = own._replace(counts=own.counts._replace(monks=monks, monks_solo=monks))
    return CampusGalli(Options(seats, mode or ("solo" if seats == 1 else "versus"), 1, variants), own)


def start(game: CampusGalli | None = None) -> Play:
    """Before anything has happened."""
    own = game or table()
    return Play(own, own.initial())


def with_symbols(**spaces: str) -> Box:
    """The standard box with these symbols and no others, e.g. `red="d5 e5"`."""
    box = standard()
    masks = [mask_of(_space(box, name) for name in spaces.get(colour, "").split()) for colour in COLOURS]
    return box._replace(plan=box.plan._replace(symbols=(masks[0], masks[1], masks[2], masks[3])))


def with_task_points(half_points: int) -> Box:
    """The standard box with every task worth so many half-points."""
    box = standard()
    return box._replace(tasks=tuple(task._replace(points=half_points) for task in box.tasks))


def position(
    game: CampusGalli | None = None,
    *,
    turns: Sequence[str] = ("1 angel-1", "2 angel-2"),
    laying: str = "",
    wood: str = "ABC",
    laid: Iterable[str] = (),
    beside: Iterable[str] = (),
    lazy: Mapping[str, int] | None = None,
    board: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    aside: Sequence[str] = (),
    taken: Mapping[int, Sequence[str]] | None = None,
    year: int = 1,
    piles: int | None = None,
) -> Play:
    """A moment in the turns of a round, judged to be sound.

    `turns` are the turns still to come: seat, card, and for a double-coloured card `hut` or `pouch`; seats that are not
    named have had theirs. `laying` is the section (`hut red hall`) that the first turn has taken; without it that seat
    is to take one. Tasks that no one
    names are in the deck, or if `deck` is given the rest is set aside. `piles` is how many cards each seat's pile
    holds; whatever it does not hold has been played.
    """
    game = game or table(max(2, *(int(turn.split()[0]) for turn in turns)))
    setting, box = game.setting, game.setting.box
    sections = [_laid(game, spec) for spec in laid]
    held = section_named(box, laying) if laying else None
    away = sum(1 << it.section for it in sections) | (0 if held is None else 1 << held)
    board_tasks = [_task(box, key) for key in board]
    done_tasks = {seat: tuple(_task(box, key) for key in keys) for seat, keys in (taken or {}).items()}
    named = {
        *board_tasks,
        *(task for tasks in done_tasks.values() for task in tasks),
        *(_task(box, key) for key in aside),
    }
    left = [task for task in setting.tasks if task not in named]
    deck_tasks = left if deck is None else [_task(box, key) for key in deck]
    state = game.initial()._replace(
        round=1,
        open=sum(1 << number for number, building in enumerate(box.plan.buildings) if building.letter in wood),
        hut=setting.hut_at_start & ~away,
        pouch=setting.pouch_at_start & ~away,
        laid=tuple(sections),
        covered=Mask(_covered(setting, sections)),
        beside=tuple(Beside(_building(box, spec.split()[1]), _seat(spec)) for spec in beside),
        lazy=tuple(sorted(LazyMonk(_space(box, name), Seat(seat - 1)) for name, seat in (lazy or {}).items())),
        board=tuple(board_tasks) + (None,) * (setting.board_size - len(board_tasks)),
        deck=Zone.of(deck_tasks, EVERYONE),
        aside=tuple(
            task for task in setting.tasks if task not in {*deck_tasks, *named} or box.tasks[task].key in aside
        ),
    )
    state = _with_seats(game, state, turns, done_tasks, year, piles)
    to_come = tuple(map(_seat, turns))
    done_before = tuple(seat for seat in setting.seats if seat not in to_come)
    steps: list[Step] = [TakeSectionStep(_seat(turn)) for turn in turns]
    if held is not None:
        steps[0] = LaySectionStep(to_come[0], held)
    state = state._replace(agenda=(TidyUpStep(), *reversed(steps)), order=(*done_before, *to_come))
    judge(game, state)
    return Play(game, state)


def opening(game: CampusGalli | None = None, *, hands: Mapping[int, str]) -> Play:
    """A match's first choice, with these hands drawn; all else by chance."""
    own = game or table(len(hands))
    setting, box = own.setting, own.setting.box
    named = {seat: [_card(box, key) for key in cards.split()] for seat, cards in hands.items()}
    in_hand = {card for cards in named.values() for card in cards}
    angels = [card for card in setting.angels if card not in in_hand]
    others = [card for card in setting.cards if card not in setting.angels and card not in in_hand]
    piles: list[Secret[tuple[int, ...]]] = []
    for seat in setting.seats:
        pile = [*named[seat + 1]]
        if not set(pile) & set(setting.angels):
            pile.append(angels.pop())
        while len(pile) < setting.deal + 1:
            pile.append(others.pop(0))
        piles.append(Secret(NOBODY, tuple(sorted(pile))))
    play = Play(own, own.apply(own.initial(), DealPiles(tuple(piles))))
    while play.due == "dealer tasks":
        play = Play(own, own.apply(play.state, own.deal(play.state, derived(play.state.draws[0]))))
    return play.do(*(f"dealer draw {seat} {cards}" for seat, cards in sorted(hands.items())))


def filling(
    game: CampusGalli | None = None,
    *,
    wood: str = "ABC",
    laid: Iterable[str] = (),
    lazy: Mapping[str, int] | None = None,
    board: Sequence[str] = (),
    deck: Sequence[str] | None = None,
) -> Play:
    """The moment after a round at which the board, which held these tasks, is looked over and must be filled."""
    own = game or table()
    turns = [f"{seat + 1} angel-{seat + 1}" for seat in own.setting.seats]
    moment = position(own, turns=turns, wood=wood, laid=laid, lazy=lazy, board=board, deck=deck)
    news: list[News] = []
    state = rounds.tidy_up(own.setting, moment.state._replace(agenda=(TidyUpStep(),)), news)
    state = state._replace(news=tuple(news))
    play = Play(own, state)
    assert play.due == "dealer tasks"
    assert None in state.board, "the board is full"
    assert state.deck.count, "the task deck is empty"
    judge(own, state)
    return play


def judge(game: CampusGalli, state: State) -> None:
    """Fails for a state that no match could hold: pieces missing or doubled, or lying where they may not."""
    assert all(seat.supply >= 0 for seat in state.seats), "more monks are on the plan than there are"
    setting, layout = game.setting, game.setting.layout
    assert dict(game.census(state)) == dict(game.census(game.initial())), "pieces are missing or doubled"
    assert game.decode_state(game.encode_state(state)) == state, "it does not survive encoding"
    wood, covered = layout.wood(state.open), 0
    for it in state.laid:
        place = layout.placements[it.placement]
        where = f"{section_text(setting, it.section)} lies where it may not"
        assert place.shape == setting.box.sections[it.section].shape, where
        assert not place.mask & (covered | setting.box.plan.trees | layout.lettered & ~wood), where
        assert place.mask & wood, where
        covered |= place.mask
    stock = [*spaces_of(state.hut), *spaces_of(state.pouch), *(it.section for it in state.laid)]
    stock += [step.section for step in state.agenda if isinstance(step, LaySectionStep)]
    assert sorted(stock) == list(spaces_of(setting.sections)), "sections are missing or doubled"
    tasks = [task for task in state.board if task is not None]
    tasks += [*state.aside, *(task for seat in state.seats for task in seat.tasks)]
    tasks += () if state.deck.cards is HIDDEN else state.deck.cards
    assert sorted(tasks) == list(setting.tasks), "tasks are missing or doubled"
    free = wood & ~covered
    held = [layout.gap_at(monk.space, free) for monk in state.lazy if free >> monk.space & 1]
    assert len(held) == len(state.lazy), "a lazy monk lies in no gap"
    assert len(set(held)) == len(held), "two lazy monks lie in one gap"
    assert all(gap.bit_count() <= SMALL_GAP for gap in held), "a lazy monk lies in a large gap"
    assert all(state.open >> it.building & 1 for it in state.beside), "a builder stands beside parchment"
    for seat in state.seats:
        dealt = [card for zone in (seat.pile, seat.hand, seat.next_year) for card in _known(zone)]
        dealt += [*seat.played, *([seat.chosen.card] if isinstance(seat.chosen.card, int) else [])]
        assert len(set(dealt)) == setting.deal + 1, "a seat has cards too many or too few"
        assert sum(card in setting.angels for card in dealt) == 1, "a seat has one angel"


def _known(zone: Zone) -> tuple[int, ...]:
    assert zone.cards is not HIDDEN, "a position hides nothing"
    return zone.cards


def _with_seats(
    game: CampusGalli,
    state: State,
    turns: Sequence[str],
    taken: Mapping[int, tuple[int, ...]],
    year: int,
    piles: int | None,
) -> State:
    """Every seat with its card, its monks at home and its tasks; cards that nobody names fall to seats and box."""
    setting, box = game.setting, game.setting.box
    shown = {_seat(turn): _card(box, turn.split()[1]) for turn in turns}
    said = {_seat(turn): Origin(turn.split()[2]) for turn in turns if len(turn.split()) > 2}
    angels = [card for card in setting.angels if card not in shown.values()]
    others = [card for card in setting.cards if card not in setting.angels and card not in shown.values()]
    seats: list[SeatState] = []
    for seat in setting.seats:
        card = shown[seat] if seat in shown else angels.pop(0)
        cards: list[int] = [card]
        if card not in setting.angels:
            cards.append(angels.pop())
        while len(cards) < setting.deal + 1:
            cards.append(others.pop(0))
        rest = [it for it in cards if it != card]
        kept = len(rest) if piles is None else piles
        on_plan = sum(it.builder and it.seat == seat for it in state.laid) + sum(it.seat == seat for it in state.beside)
        monks = setting.monks - on_plan - sum(it.seat == seat for it in state.lazy)
        seen = NOBODY if year == 1 else only(seat)
        seats.append(
            SeatState(
                pile=Zone.of(rest[:kept], seen),
                hand=Zone.of((), setting.hand_audience(seat)),
                chosen=Slot(card, EVERYONE),
                next_year=Zone.of((), only(seat)),
                played=tuple(rest[kept:]),
                tasks=taken.get(seat + 1, ()),
                supply=monks,
                year=year,
                declared=said.get(seat),
            )
        )
    used = {card for seat in seats for card in (*_known(seat.pile), *seat.played, seat.chosen.card)}
    left = [card for card in setting.cards if card not in used]
    return state._replace(seats=tuple(seats), box=Zone.of(left, NOBODY))


def _covered(setting: Setting, laid: Iterable[Laid]) -> int:
    covered = 0
    for it in laid:
        covered |= setting.layout.placements[it.placement].mask
    return covered


def _laid(game: CampusGalli, spec: str) -> Laid:
    seat, origin, colour, shape, *spaces = spec.split()
    builder = spaces[-1] == "builder"
    names = spaces[:-1] if builder else spaces
    placement = game.setting.layout.by_mask.get(mask_of(_space(game.setting.box, name) for name in names))
    assert placement is not None, f"{spec}: the spaces make no section"
    return Laid(
        section_named(game.setting.box, f"{origin} {colour} {shape}"), placement.index, Seat(int(seat) - 1), builder
    )


def _seat(spec: str) -> Seat:
    return Seat(int(spec.split(maxsplit=1)[0]) - 1)


def section_named(box: Box, spec: str) -> int:
    """The number of a section such as `hut red hall`."""
    origin, colour, shape = spec.split()
    for number, section in enumerate(box.sections):
        own = "joker" if section.colour is None else COLOURS[section.colour]
        if (section.origin.value, own, box.shapes[section.shape].key) == (origin, colour, shape):
            return number
    raise AssertionError(f"there is no section {spec}")


def _space(box: Box, name: str) -> int:
    return space_named(name, box.plan.width, box.plan.height)


def _building(box: Box, letter: str) -> int:
    return [building.letter for building in box.plan.buildings].index(letter)


def _task(box: Box, key: str) -> int:
    return [task.key for task in box.tasks].index(key)


def _card(box: Box, key: str) -> int:
    return [card.key for card in box.cards].index(key)
