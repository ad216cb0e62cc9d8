"""Positions of Campus Galli in two lines, for tests: `position(...)` makes one, a `Play` goes on from it.

Seats count from 1 and everything has the names of the notation: `laid=["1 hut red hall e5 f5 g5 h5 builder"]`. What a
position says is judged before anyone uses it: pieces are conserved, nothing lies where the rules forbid it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict, Unpack

from rules.campus_galli.box import COLOUR_LETTERS, COLOURS, Box, CardKind, Origin, Symbols, TaskKind
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LaySectionStep, TakeSectionStep
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.leftovers import PILE_OF, PILES, piles_of
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import RevealCardsStep
from rules.campus_galli.rule_base import CampusStep
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import SpecialActionsStep
from rules.campus_galli.state import BesideMonk, LaidSection, LazyMonk, LeftoverPile, SeatState, State
from rules.campus_galli.tile_turns import BeginTurnStep, EndTurnStep
from rules.campus_galli.tiles import Tiles, minus, plus
from rules.campus_galli.turn_order import DeclareStep, TidyUpStep
from rules.engine.entropy import derive_entropy
from rules.engine.game import Options
from rules.engine.grid import Mask, mask_of, space_named, spaces_of
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Seat, Secret, Slot, Zone, only
from rules.engine.tellings import Told
from tests.support.campus_text import section_text
from tests.support.play import Play

CHURCH_BUT_F6 = (
    "1 hut red hall c4 c5 c6 c7",
    "1 hut red tower d5 d6 e5 e6",
    "1 hut green hall f5 g5 h5 i5",
    "1 hut blue hall g6 h6 i6 j6",
    "1 hut green tower k5 k6 l5 l6",
    "1 hut red transept i4 j4 k4 j5",
)
"""The church covered except f6."""

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
"""The church covered except e6, and the cloister except e7, e8 and e9."""


def table(
    seats: int = 2,
    mode: str = "",
    variants: tuple[str, ...] = (),
    *,
    level: int = 1,
    monks: int | None = None,
    box: Box | None = None,
) -> CampusGalli:
    """Return a game on the standard box, or with fewer monks. One seat plays solo, more play versus by default."""
    own = box or standard()
    if monks is not None:
        own = own._replace(counts=own.counts._replace(monks=monks, monks_solo=monks))
    return CampusGalli(Options(seats, mode or ("solo" if seats == 1 else "versus"), level, variants), own)


def start(game: CampusGalli | None = None) -> Play:
    """Return the position before the first event."""
    own = game or table()
    return Play(own, own.initial())


def with_symbols(**spaces: str) -> Box:
    """Return the standard box with only these symbols, e.g. `red="d5 e5"`."""
    box = standard()
    masks = [mask_of(_space(box, name) for name in spaces.get(colour, "").split()) for colour in COLOURS]
    return box._replace(plan=box.plan._replace(symbols=Symbols(*masks)))


def with_task_points(half_points: int) -> Box:
    """Return the standard box with every task worth this many half-points."""
    box = standard()
    return box._replace(tasks=tuple(task._replace(points=half_points) for task in box.tasks))


class Named(TypedDict, total=False):
    """What a position specifies; everything else is as at the start, or random."""

    wood: str
    laid: Iterable[str]
    beside: Iterable[str]
    lazy: Mapping[str, int] | None
    board: Sequence[str]
    deck: Sequence[str] | None
    aside: Sequence[str]
    taken: Mapping[int, Sequence[str]] | None
    year: int
    piles: int | None
    tiles: Mapping[int, str]
    books: Mapping[int, str]
    guests: Mapping[int, str]
    begging: Sequence[int]
    leftovers: Mapping[int, str]
    borrowed: Mapping[int, str]
    cooperation: Mapping[int, int]
    fallen: Sequence[str]


def position(
    game: CampusGalli | None = None,
    *,
    turns: Sequence[str] = ("1 angel-1", "2 angel-2"),
    laying: str = "",
    special: str = "",
    **named: Unpack[Named],
) -> Play:
    """A moment in the turns of a round, judged to be sound.

    `turns` are the turns still to come: seat, card, and for a double-coloured card `hut` or `pouch`; seats that are not
    named have had theirs. `laying` is the section (`hut red hall`) that the first turn has taken; without it that seat
    is to take one. Tasks that no one
    names are in the deck, or if `deck` is given the rest is set aside. `piles` is how many cards each seat's pile
    holds; whatever it does not hold has been played.

    Where cards cost tiles every seat turns its card up first, and a turn's third word is what it declares: `beg`, or
    `?` if it is still to do so. `special` (`2 1`) is who is asked for special actions instead, and in which order.

    At level III the cordon lies where a construction halt on the board has it lie. `leftovers` are the cards of a pile
    of unfinished tasks, by its number, the first of them turned up: just these, or with `...` at the end others below
    them. `borrowed` are the cards that a seat has borrowed in rounds before.
    """
    game = game or table(max(2, *(int(turn.split()[0]) for turn in turns)))
    setting, box = game.setting, game.setting.box
    held = section_named(box, laying) if laying else None
    state = _moment(game, turns, held, **named)
    to_come = tuple(map(_seat, turns))
    after: list[CampusStep] = [TidyUpStep()]
    if setting.tiles and not special and held is None:
        state = state._replace(agenda=(RevealCardsStep(),), order=())
        judge(game, state)
        cards = " ".join(box.cards[seat.chosen.card].key for seat in state.seats if isinstance(seat.chosen.card, int))
        return _declared(Play(game, state).do(f"dealer reveal {cards}"), turns)
    if special:
        order = tuple(Seat(int(number) - 1) for number in special.split())
        state = state._replace(order=order, turn=order[-1], agenda=(*after, SpecialActionsStep(order)))
        judge(game, state)
        # The last seat has still to end its turn: then seats that cannot act pass by themselves.
        return Play(game, state._replace(agenda=(*state.agenda, EndTurnStep(order[-1])))).do(f"{order[-1] + 1} end")
    if setting.tiles:
        after += [SpecialActionsStep(state.order), *(BeginTurnStep(seat) for seat in reversed(to_come[1:]))]
        state = state._replace(turn=to_come[0])
        steps: list[CampusStep] = [EndTurnStep(to_come[0])]
    else:
        steps = [TakeSectionStep(seat) for seat in reversed(to_come)]
    if held is not None:
        lay = LaySectionStep(to_come[0], held)
        steps = [*steps, lay] if setting.tiles else [*steps[:-1], lay]
    state = state._replace(agenda=(*after, *steps))
    judge(game, state)
    return Play(game, state)


def _declared(play: Play, turns: Sequence[str]) -> Play:
    """Return the position after the declarations given by the turns, up to the first `?`."""
    words = {_seat(turn): turn.split()[2] if len(turn.split()) > 2 else "play" for turn in turns}
    while isinstance(step := play.state.agenda[-1], DeclareStep) and words[step.seat] != "?":
        word = words[step.seat]
        play = play.do(f"{step.seat + 1} {f'declare {word}' if word in ('hut', 'pouch') else word}")
    return play


def _moment(game: CampusGalli, turns: Sequence[str], held: int | None, **named: Unpack[Named]) -> State:
    """Return the state without its agenda."""
    setting, box = game.setting, game.setting.box
    sections = [_laid(game, spec) for spec in named.get("laid", ())]
    away = sum(1 << it.section for it in sections) | (0 if held is None else 1 << held)
    board_tasks = [_task(box, key) for key in named.get("board", ())]
    fallen = tuple(_task(box, key) for key in named.get("fallen", ()))
    halts = [box.tasks[task].building for task in board_tasks if box.tasks[task].kind is TaskKind.HALT]
    done_tasks = {seat: tuple(_task(box, key) for key in keys) for seat, keys in (named.get("taken") or {}).items()}
    aside, deck = named.get("aside", ()), named.get("deck")
    taken = {
        *board_tasks,
        *fallen,
        *(task for tasks in done_tasks.values() for task in tasks),
        *(_task(box, key) for key in aside),
    }
    left = [task for task in setting.tasks if task not in taken]
    deck_tasks = left if deck is None else [_task(box, key) for key in deck]
    wood = named.get("wood", "ABC")
    state = game.initial()._replace(
        round=1,
        open=sum(1 << number for number, building in enumerate(box.plan.buildings) if building.letter in wood),
        hut=setting.hut_at_start & ~away,
        pouch=setting.pouch_at_start & ~away,
        laid=tuple(sections),
        covered=Mask(_covered(setting, sections)),
        beside=tuple(_beside(box, spec) for spec in named.get("beside", ())),
        lazy=tuple(
            sorted(LazyMonk(_space(box, name), Seat(seat - 1)) for name, seat in (named.get("lazy") or {}).items())
        ),
        board=tuple(board_tasks) + (None,) * (setting.board_size - len(board_tasks)),
        deck=Zone.of(deck_tasks, EVERYONE),
        aside=tuple(
            task for task in setting.tasks if task not in {*deck_tasks, *taken} or box.tasks[task].key in aside
        ),
        cordon=halts[0] if halts else None,
        fallen=fallen,
    )
    to_come = tuple(map(_seat, turns))
    done_before = tuple(seat for seat in setting.seats if seat not in to_come)
    state = state._replace(order=(*done_before, *to_come))
    return _with_tiles(_with_seats(game, state, turns, done_tasks, **named), named.get("tiles", {}))


def _with_tiles(state: State, tiles: Mapping[int, str]) -> State:
    """Give the seats these tiles, and the supply the others."""
    seats, supply = list(state.seats), state.tiles
    for number, letters in tiles.items():
        own = seats[number - 1]
        wanted = tiles_named(letters)
        supply = minus(plus(supply, own.tiles), wanted)
        seats[number - 1] = own._replace(tiles=wanted)
    return state._replace(seats=tuple(seats), tiles=supply)


def tiles_named(letters: str) -> Tiles:
    """Parse tiles as letters of their colours, in any order."""
    red, green, blue, yellow = (letters.count(letter) for letter in COLOUR_LETTERS)
    return (red, green, blue, yellow)


def _beside(box: Box, spec: str) -> BesideMonk:
    _, letter, *guest = spec.split()
    return BesideMonk(_building(box, letter), _seat(spec), guest == ["guest"])


def opening(game: CampusGalli | None = None, *, hands: Mapping[int, str]) -> Play:
    """Return a match's first choice with these hands; everything else is random."""
    own = game or table(len(hands))
    setting, box = own.setting, own.setting.box
    named = {seat: [_card(box, key) for key in cards.split()] for seat, cards in hands.items()}
    deal = _Deal(setting, {card for cards in named.values() for card in cards})
    piles = [Secret(NOBODY, tuple(sorted(deal.filled(named[seat + 1])))) for seat in setting.seats]
    play = Play(own, own.initial()).dealt(until="dealer deal")
    play = Play(own, own.apply(play.state, DealPiles(tuple(piles))))
    while play.due == "dealer tasks":
        play = Play(own, own.apply(play.state, own.deal(play.state, derive_entropy(play.state.draws[0]))))
    return play.do(*(f"dealer draw {seat} {cards}" for seat, cards in sorted(hands.items())))


def filling(game: CampusGalli | None = None, *, order: str = "", **named: Unpack[Named]) -> Play:
    """Return the position after a round in which the board, which held these tasks, is checked and filled.

    `order` (`2 1`) is the turn order of that round.
    """
    own = game or table()
    numbers = order.split() or [str(seat + 1) for seat in own.setting.seats]
    state = _moment(own, [f"{number} angel-{number}" for number in numbers], None, **named)
    judge(own, state)
    news: list[Told] = []
    state = TidyUpStep().run(own.setting, state._replace(agenda=(TidyUpStep(),)), news)
    state = own.next_round(state, news)._replace(told=tuple(news))
    play = Play(own, state)
    assert play.due == "dealer tasks"
    assert None in state.board, "the board is full"
    assert state.deck.count, "the task deck is empty"
    judge(own, state)
    return play


def judge(game: CampusGalli, state: State) -> None:
    """Fail for a state that no match could have: pieces missing, duplicated or in impossible places."""
    assert all(seat.supply >= 0 for seat in state.seats), "more monks are on the plan than there are"
    assert min(state.tiles) >= 0, "seats have more tiles than there are"
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
    tasks += [*state.aside, *state.fallen, *(task for seat in state.seats for task in seat.tasks)]
    tasks += () if state.deck.cards is HIDDEN else state.deck.cards
    assert sorted(tasks) == list(setting.tasks), "tasks are missing or doubled"
    free = wood & ~covered
    held = [layout.gap_at(monk.space, free) for monk in state.lazy if free >> monk.space & 1]
    assert len(held) == len(state.lazy), "a lazy monk lies in no gap"
    # Where sections fall, gaps that hold monks may become one.
    assert setting.dangers or len(set(held)) == len(held), "two lazy monks lie in one gap"
    assert all(gap.bit_count() <= SMALL_GAP for gap in held), "a lazy monk lies in a large gap"
    halts = [setting.box.tasks[task] for task in state.board if task is not None]
    halted = [task.building for task in halts if task.kind is TaskKind.HALT]
    assert halted == ([] if state.cordon is None else [state.cordon]), "the cordon lies where no halt has it lie"
    assert all(state.open >> it.building & 1 for it in state.beside), "a builder stands beside parchment"
    borrowed = {card for leftover in state.leftovers for card in leftover.borrowed}
    for seat in state.seats:
        dealt = [card for zone in (seat.pile, seat.hand, seat.next_year) for card in _known(zone)]
        dealt += [*seat.played, *seat.books, *seat.guests, *seat.lost]
        dealt += [seat.chosen.card] if isinstance(seat.chosen.card, int) else []
        assert len(set(dealt) - borrowed) == setting.deal + 1, "a seat has cards too many or too few"
        assert sum(card in setting.angels for card in dealt) == 1, "a seat has one angel"
    each = setting.box.counts.tiles if setting.tiles else 0
    tiles = [sum(counts) for counts in zip(state.tiles, *(seat.tiles for seat in state.seats), strict=True)]
    assert tiles == [each] * 4, "tiles are missing or doubled"


def _known(zone: Zone) -> tuple[int, ...]:
    assert zone.cards is not HIDDEN, "a position hides nothing"
    return zone.cards


def _leftovers(setting: Setting, held: Iterable[int], **named: Unpack[Named]) -> tuple[LeftoverPile, ...]:
    """Return the board of unfinished tasks as specified, random otherwise. `held` are the seats' cards."""
    box, held = setting.box, set(held)
    words = {pile: named.get("leftovers", {}).get(pile + 1, "...").split() for pile in PILES}
    first = {pile: [_card(box, word) for word in words[pile] if word != "..."] for pile in PILES}
    gone = [_card(box, key) for keys in named.get("borrowed", {}).values() for key in keys.split()]
    left = {*gone, *(card for cards in first.values() for card in cards)}
    for level in (1, 2):
        wanted = len(setting.cards_of_level(level)) - setting.deal_of_levels[level - 1] * len(setting.seats)
        more = [card for card in setting.cards_of_level(level) if card not in held | left]
        more = [card for card in more if "..." in words.get(PILE_OF.get(box.cards[card].kind, -1), ())]
        missing = wanted - len(left.intersection(setting.cards_of_level(level)))
        assert 0 <= missing <= len(more), f"{wanted} cards of level {level} are left over"
        left.update(more[len(more) - missing :])
    found: list[LeftoverPile] = []
    for pile, cards in enumerate(piles_of(setting, left)):
        there = [*first[pile], *(card for card in cards if card not in first[pile] and card not in gone)]
        assert set(first[pile]) <= set(cards), f"{words[pile]} lie on another pile"
        assert "..." in words[pile] or len(there) == len(first[pile]), f"more lies on pile {pile + 1}"
        away = tuple(card for card in gone if card in cards)
        found.append(LeftoverPile(Zone.of(there[1:], NOBODY), there[0] if there else None, away))
    return tuple(found)


class _Deal:
    """Unspecified cards: they go to the seats as dealt, one angel and a fixed number of each level."""

    def __init__(self, setting: Setting, named: Iterable[int]) -> None:
        gone = set(named)
        levels = range(1, len(setting.deal_of_levels) + 1)
        self._setting = setting
        self._angels = [card for card in setting.angels if card not in gone]
        self._levels = [[card for card in setting.cards_of_level(level) if card not in gone] for level in levels]

    def angel(self) -> int:
        """Return an angel."""
        return self._angels.pop(0)

    def filled(self, own: Sequence[int]) -> list[int]:
        """Return a seat's cards, including these."""
        cards = [*own, *([] if set(own) & set(self._setting.angels) else [self._angels.pop()])]
        for level, deal in enumerate(self._setting.deal_of_levels, 1):
            missing = deal - len(set(own).intersection(self._setting.cards_of_level(level)))
            cards += [self._levels[level - 1].pop(0) for _ in range(missing)]
        return cards


def _with_seats(
    game: CampusGalli,
    state: State,
    turns: Sequence[str],
    fulfilled: Mapping[int, tuple[int, ...]],
    **named: Unpack[Named],
) -> State:
    """Give every seat its card, supply and tasks; unspecified cards go to seats and box."""
    setting, box = game.setting, game.setting.box
    year, piles = named.get("year", 1), named.get("piles")
    shown = {_seat(turn): _card(box, turn.split()[1]) for turn in turns}
    said = {_seat(turn): Origin(turn.split()[2]) for turn in turns if len(turn.split()) > 2 and not setting.tiles}
    books, guests = (
        {seat: tuple(_card(box, key) for key in keys.split()) for seat, keys in named.get(kind, {}).items()}
        for kind in ("books", "guests")
    )
    kept_cards = [card for cards in (*books.values(), *guests.values()) for card in cards]
    held = [*shown.values(), *kept_cards]
    leftovers = _leftovers(setting, held, **named) if setting.dangers else ()
    borrowed = {seat: [_card(box, key) for key in keys.split()] for seat, keys in named.get("borrowed", {}).items()}
    on_board = [card for it in leftovers for card in (*_known(it.pile), *it.borrowed, it.top) if card is not None]
    deal = _Deal(setting, [*held, *on_board])
    seats: list[SeatState] = []
    for seat in setting.seats:
        card = shown[seat] if seat in shown else deal.angel()
        library, visitors = books.get(seat + 1, ()), guests.get(seat + 1, ())
        cards = deal.filled([card, *library, *visitors])
        rest = [it for it in cards if it not in (card, *library, *visitors)]
        kept = len(rest) if piles is None else piles
        lent = {kind: tuple(it for it in borrowed.get(seat + 1, ()) if box.cards[it].kind is kind) for kind in CardKind}
        others = [it for kind, found in lent.items() if kind not in (CardKind.BOOK, CardKind.GUEST) for it in found]
        on_plan = sum(it.builder and it.seat == seat for it in state.laid) + sum(it.seat == seat for it in state.beside)
        monks = setting.monks - on_plan - sum(it.seat == seat for it in state.lazy)
        seen = NOBODY if year == 1 else only(seat)
        seats.append(
            state.seats[seat]._replace(
                pile=Zone.of(rest[:kept], seen),
                chosen=Slot(card, EVERYONE),
                played=(*rest[kept:], *others),
                tasks=fulfilled.get(seat + 1, ()),
                supply=monks,
                year=year,
                declared=said.get(seat),
                books=(*library, *lent[CardKind.BOOK]),
                guests=(*visitors, *lent[CardKind.GUEST]),
                cooperation=named.get("cooperation", {}).get(seat + 1, 0),
                begs=seat + 1 in named.get("begging", ()),
            )
        )
    used = {card for seat in seats for card in (*_known(seat.pile), *seat.played, *seat.books, *seat.guests)}
    used |= {seat.chosen.card for seat in seats if isinstance(seat.chosen.card, int)}
    left = [card for card in setting.cards if card not in used and card not in on_board]
    return state._replace(seats=tuple(seats), box=Zone.of(left, NOBODY), leftovers=leftovers)


def _covered(setting: Setting, laid: Iterable[LaidSection]) -> int:
    covered = 0
    for it in laid:
        covered |= setting.layout.placements[it.placement].mask
    return covered


def _laid(game: CampusGalli, spec: str) -> LaidSection:
    seat, origin, colour, shape, *spaces = spec.split()
    builder = spaces[-1] == "builder"
    names = spaces[:-1] if builder else spaces
    placement = game.setting.layout.by_mask.get(mask_of(_space(game.setting.box, name) for name in names))
    assert placement is not None, f"{spec}: the spaces make no section"
    return LaidSection(
        section_named(game.setting.box, f"{origin} {colour} {shape}"), placement.index, Seat(int(seat) - 1), builder
    )


def _seat(spec: str) -> Seat:
    return Seat(int(spec.split(maxsplit=1)[0]) - 1)


def section_named(box: Box, spec: str) -> int:
    """Return the number of a section such as `hut red hall`."""
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
