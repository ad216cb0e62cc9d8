"""Level III against a slow second reading: where the pieces are, what laying brings, what tasks are left, the score."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from rules.campus_galli.box import DIE_FACES, Origin, TaskKind
from rules.campus_galli.dangers import RollDice, RollStep
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LayReason, LaySection, LaySectionStep
from rules.campus_galli.leftovers import Borrow
from rules.campus_galli.losses import Decline, LoseBook, LoseGuest, Settle
from rules.campus_galli.rounds import ChooseCard, RevealTask
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.special_actions import Lift, PayTask
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tasks import possible
from rules.campus_galli.tile_transfers import PayTiles
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Event, Move
from rules.engine.grid import spaces_of
from rules.engine.secrecy import Seat, Zone
from rules.engine.steps import current_step
from tests.rules.campus_galli.test_level_1_oracle import OracleStep
from tests.rules.campus_galli.test_level_2_oracle import (
    TiledMatch,
    busy,
    conceivable_deeds,
    judge,
    just_the_legal_ones_are_not_refused,
    lays,
)
from tests.support import cg_oracle as oracle
from tests.support.positions import table

MATCHES = tuple(
    TiledMatch(seats, monks, seed)
    for seed in range(4)
    for seats, monks in [(1, 25), (2, 15), (3, 15), (4, 15), (2, 2), (1, 3)]
)
SHORT_AND_LONG = tuple(
    pytest.param(match, marks=pytest.mark.long if match.seats == 3 or match.seed > 0 else ()) for match in MATCHES
)
"""The matches, each a test: the short run checks one of each table but that of three seats, the long run the rest."""
FEW = tuple(
    pytest.param(match, marks=pytest.mark.long if match.seats > 2 or match.seed > 1 else ()) for match in MATCHES
)
"""The same, but the short run checks tables for one and two alone: all conceivable moves are many."""
WEIGHED = 6
"""So many places are weighed before a section is laid."""
CARDS: dict[str, tuple[str, dict[str, object]]] = {
    str(row["key"]): (kind, row) for kind, rows in oracle.read("actions.toml").items() for row in rows
}
TOUCHING = (TaskKind.FIRE, TaskKind.EPIDEMIC, TaskKind.ARRIVALS)
BANDS = oracle.read("counts.toml")["level"][2]["bands"]


def keen(game: CampusGalli, state: State, moves: Sequence[Move], stream: RandomStream) -> Event:
    """Like `busy`, but it lays where most tasks are fulfilled of some places, and it rebuilds, nearby, and settles."""
    if rare := [move for move in moves if isinstance(move, Lift | Settle)]:
        return stream.choice(rare)
    if isinstance(step := state.agenda[-1], LaySectionStep):
        lifted = 0 if step.lifted is None else game.setting.layout.placements[step.lifted].mask
        masks = [
            (move, game.setting.layout.placements[move.placement].mask)
            for move in moves
            if isinstance(move, LaySection)
        ]
        near = [move for move, mask in masks if mask & lifted]
        some = near if near and stream.below(2) else stream.sample(moves, min(WEIGHED, len(moves)))
        return max(some, key=lambda move: sum(len(own.tasks) for own in game.apply(state, move).seats))
    return busy(moves, stream)


def eventful(game: CampusGalli, state: State, stream: RandomStream) -> Event:
    """What the dealer deals by chance, but half of the tasks turned up are such that touch a seat's monks or books."""
    event = game.deal(state, stream.bytes32())
    if isinstance(event, RevealTask) and stream.below(2):
        tasks = [task for task in cards_in(state.deck) if game.setting.box.tasks[task].kind in TOUCHING]
        return RevealTask(stream.choice(tasks)) if tasks and state.beside else event
    return event


@cache
def played(match: TiledMatch) -> tuple[CampusGalli, list[OracleStep], State]:
    """The whole match, moment by moment, and its end. Three play against each other, all others together."""
    mode = {1: "solo", 3: "versus"}.get(match.seats, "coop")
    game = table(match.seats, mode, level=3, monks=match.monks)
    state, stream = game.initial(), RandomStream(derive_entropy("oracle III", str(match)))
    moments: list[OracleStep] = []
    while not (due := game.due(state)).over:
        if due.dealer:
            event = eventful(game, state, stream)
        else:
            event = keen(game, state, game.legal(state, due.seats[0]), stream)
        moments.append(OracleStep(state, event))
        state = game.apply(state, event)
    return game, moments, state


def states_of(match: TiledMatch) -> tuple[CampusGalli, list[State]]:
    """Every state of a match."""
    game, moments, end = played(match)
    return game, [*(moment.state for moment in moments), end]


def cards_in(zone: Zone) -> tuple[int, ...]:
    """The cards of a zone, which hides none."""
    assert isinstance(zone.cards, tuple)
    assert len(zone.cards) == zone.count
    return zone.cards


def cards_of(state: State) -> Iterator[int]:
    """Every action card, wherever it is."""
    yield from cards_in(state.box)
    for leftover in state.leftovers:
        yield from cards_in(leftover.pile)
        yield from () if leftover.top is None else (leftover.top,)
    for own in state.seats:
        for zone in (own.pile, own.hand, own.next_year):
            yield from cards_in(zone)
        yield from (*own.played, *own.books, *own.guests, *own.lost)
        yield from (card for card in (own.chosen.card, own.borrowed) if isinstance(card, int))


@pytest.mark.rule("CG-III-0c", "CG-III-0h", "CG-III-1k7", "CG-III-3a4", "CG-III-3a5", "CG-II-0c")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_at_every_moment_every_piece_is_in_one_place(match: TiledMatch) -> None:
    game, states = states_of(match)
    setting = game.setting
    for state in states:
        assert sorted(cards_of(state)) == list(setting.cards)
        tasks = [*state.aside, *state.fallen, *(task for task in state.board if task is not None)]
        tasks += [*cards_in(state.deck), *(task for own in state.seats for task in own.tasks)]
        assert sorted(tasks) == list(setting.tasks)
        held = [step.section for step in state.agenda if isinstance(step, LaySectionStep)]
        stock = [*spaces_of(state.hut), *spaces_of(state.pouch)]
        assert sorted([*stock, *held, *(it.section for it in state.laid)]) == list(spaces_of(setting.sections))
        assert all(setting.box.sections[it].origin is Origin.HUT for it in spaces_of(state.hut))
        assert all(setting.box.sections[it].origin is Origin.POUCH for it in spaces_of(state.pouch))
        for colour in range(4):
            assert state.tiles[colour] + sum(own.tiles[colour] for own in state.seats) == 12
        assert min(state.tiles + tuple(tile for own in state.seats for tile in own.tiles)) >= 0
        for seat, own in enumerate(state.seats):
            out = sum(it.seat == seat for it in (*state.beside, *state.lazy))
            assert own.supply + out == setting.monks
        assert sum(own.cooperation for own in state.seats) <= 28


@pytest.mark.rule("CG-III-3a4", "CG-III-3a5")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_a_borrowed_card_lies_where_its_kind_goes(match: TiledMatch) -> None:
    game, states = states_of(match)
    for state in states:
        books = [card for own in state.seats for card in (*own.books, *own.lost)]
        guests = [card for own in state.seats for card in own.guests]
        others = [card for own in state.seats for card in own.played]
        on_the_way = {own.borrowed for own in state.seats}
        for leftover in state.leftovers:
            assert leftover.top is not None or not leftover.pile.count or "TurnUpStep" in str(state.agenda)
            for card in leftover.borrowed:
                kind, _ = CARDS[game.setting.box.cards[card].key]
                assert card in {"book": books, "guest": guests}.get(kind, others) or card in on_the_way


@pytest.mark.rule("CG-III-1m", "CG-III-1m2", "CG-III-1m3", "CG-III-1k9")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_at_every_moment_the_cordon_and_the_lazy_monks_lie_where_they_may(match: TiledMatch) -> None:
    game, states = states_of(match)
    for state in states:
        reading = oracle.table_of(game.setting, state)
        halts = [oracle.TASKS[key][1]["building"] for key in reading.board if key.startswith("halt-")]
        assert halts == [reading.cordon] * bool(reading.cordon)
        if not isinstance(state.agenda[-1] if state.agenda else None, LaySectionStep):
            small = {cell for gap in reading.gaps() if len(gap) <= 3 for cell in gap}
            assert {cell for cell, _ in reading.lazy} <= small


@pytest.mark.rule("CG-III-3g1", "CG-III-3g2", "CG-III-3g3", "CG-III-4a2", "CG-III-4a3", "CG-III-4a4", "CG-III-4b")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_every_laying_brings_what_the_oracle_has_it_bring(match: TiledMatch) -> None:
    game, moments, end = played(match)
    for lay in lays(moments, end):
        judge(game, lay)


@pytest.mark.rule("CG-III-1m", "CG-III-1m3", "CG-III-4a2")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_a_section_may_lie_just_where_the_oracle_lets_it(match: TiledMatch) -> None:
    game, moments, _ = played(match)
    layout = game.setting.layout
    for state, event in moments:
        if not isinstance(event, LaySection):
            continue
        step, reading = current_step(state, LaySectionStep), oracle.table_of(game.setting, state)
        if step.lifted is None and not reading.cordon:
            continue
        reading.lifted = frozenset() if step.lifted is None else oracle.cells_of(game.setting, step.lifted)
        shape = game.setting.box.sections[step.section].shape
        places = [place.index for place in layout.placements if place.shape == shape]
        may = {place for place in places if reading.may_lie(oracle.cells_of(game.setting, place))}
        legal = game.legal(state, event.seat)
        assert {move.placement for move in legal if isinstance(move, LaySection)} == may


def doable(game: CampusGalli, state: State, reading: oracle.OracleState, key: str) -> bool:
    """CG-I-1g, CG-II-1k and CG-III-1d."""
    kind, task = oracle.TASKS[key]
    gone = {card for own in state.seats for card in (*own.books, *own.guests, *own.played, *own.lost)}
    left = Counter(CARDS[game.setting.box.cards[card].key][0] for card in game.setting.cards if card not in gone)
    match kind:
        case "progress" | "colours" | "shapes" | "side" | "letter":
            return reading.possible(key)
        case "complete":
            return not all(map(reading.complete, "ABCDEFGHIJK"))
        case "newbook":
            return left["book"] > 0
        case "person":
            return left["guest"] > 0 or not set(oracle.SIDES[task["side"]]) <= reading.wood
        case "halt":
            return not reading.complete(task["building"])
        case "expansion" | "connection":
            bare = oracle.cells_named(task["spaces"]) - reading.covered
            return bool(bare) and not any(map(reading.complete, task.get("buildings") or task["building"]))
        case _:
            return True


@pytest.mark.rule("CG-III-1d", "CG-III-1m3", "CG-III-3a6", "CG-II-1k")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_before_every_choice_the_oracle_has_the_same_tasks_left(match: TiledMatch) -> None:
    game, moments, _ = played(match)
    tasks = [game.setting.box.tasks[task] for task in game.setting.tasks]
    for state, event in moments:
        if isinstance(event, ChooseCard):
            reading = oracle.table_of(game.setting, state)
            found = {task.key for task in tasks if possible(game.setting, state, task)}
            assert found == {task.key for task in tasks if doable(game, state, reading, task.key)}


def can_pay(tiles: Sequence[int], faces: Sequence[int]) -> bool:
    """CG-III-1h1, by giving away one tile after the other: the colours asked for first."""
    left = list(tiles)
    for face in sorted(face for face in faces if DIE_FACES[face] != "white"):
        colour = face if face < len(left) else max(range(len(left)), key=left.__getitem__)
        left[colour] -= 1
    return min(left) >= 0


@pytest.mark.rule("CG-III-1k4", "CG-III-1k5", "CG-III-1k6", "CG-III-1k7", "CG-III-1k10")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_a_collapse_asks_and_rewards_whom_the_oracle_says(match: TiledMatch) -> None:
    game, moments, end = played(match)
    states = [*(moment.state for moment in moments), end]
    for at, (before, event) in enumerate(moments):
        if not isinstance(event, RollDice) or current_step(before, RollStep).seat is not None:
            continue
        seats = [(before.first + more) % match.seats for more in range(match.seats)]
        tiles, cards, took, left = [own.tiles for own in before.seats], [0] * match.seats, None, list(moments[at + 1 :])
        stock = 28 - sum(own.cooperation for own in before.seats)
        for seat in seats:
            asks = any(DIE_FACES[face] != "white" for face in event.faces)
            earns = took is None or (game.options.mode == "versus" and stock > 0)
            if not earns or not can_pay(tiles[seat], event.faces):
                continue
            answer = left.pop(0).event if asks else None
            assert answer is None or (isinstance(answer, PayTiles | Decline) and answer.seat == seat)
            if isinstance(answer, Decline):
                continue
            if took is None:
                took = seat
            else:
                cards[seat] = min(2, stock)
                stock -= cards[seat]
        after = states[len(moments) - len(left)]
        task = current_step(before, RollStep).task
        assert [own.cooperation for own in after.seats] == [
            own.cooperation + more for own, more in zip(before.seats, cards, strict=True)
        ]
        assert [seat for seat, own in enumerate(after.seats) if task in own.tasks] == ([] if took is None else [took])
        assert len(after.laid) == len(before.laid) - (took is None)


@cache
def most_sets(tiles: tuple[int, ...]) -> int:
    """The most sets, found by taking away one set after the other in every way."""
    found = [tuple(left - 3 * (colour == at) for at, left in enumerate(tiles)) for colour in range(4)]
    found.append(tuple(left - 1 for left in tiles))
    return max((1 + most_sets(rest) for rest in found if min(rest) >= 0), default=0)


def counted(game: CampusGalli, state: State) -> tuple[list[int], int, str]:
    """The points of the seats, those of the table and its band, by the clauses and the component files alone."""
    setting, reading = game.setting, oracle.table_of(game.setting, state)
    seats: list[float] = []
    for seat, own in enumerate(state.seats):
        points: float = sum(oracle.TASKS[key][1].get("seals", 0) for key in reading.tasks[seat])
        points += sum(float(str(CARDS[setting.box.cards[card].key][1]["worth"])) for card in own.books)
        points += sum(it.seat == seat for it in state.beside) - sum(owner == seat for _, owner in reading.lazy)
        seats.append(points + most_sets(own.tiles) + own.cooperation)
    team = sum(seats) - 3 * sum(len(gap) > 3 for gap in reading.gaps()) - 6 * (11 - len(reading.wood))
    team += 5 * all(map(reading.complete, "ABCDEFGHIJK")) - len(state.fallen)
    band = [row["key"] for row in BANDS if math.floor(team) >= row.get("least", -1000)][-1]
    return [math.floor(points) for points in seats], math.floor(team), band


@pytest.mark.rule("CG-III-6a", "CG-III-6b", "CG-III-6c", "CG-III-6d", "CG-III-6f", "CG-III-1k8", "CG-II-6d", "CG-II-6f")
@pytest.mark.parametrize("match", SHORT_AND_LONG, ids=str)
def test_the_score_is_what_a_second_counting_makes_it(match: TiledMatch) -> None:
    game, moments, end = played(match)
    for state in [*(moment.state for moment in moments if isinstance(moment.event, ChooseCard)), end]:
        seats, team, band = counted(game, state)
        sheet = game.sheet(state)
        if game.setting.together:
            assert sheet.team is not None
            assert (sheet.team / 2, sheet.band) == (team, band)
        else:
            assert [points / 2 for points in sheet.seats] == seats
            assert sheet.winners == tuple(seat for seat, points in enumerate(seats) if points == max(seats))


def conceivable(game: CampusGalli, state: State, seat: Seat) -> Iterator[CampusMove]:
    """Every move of level III that a seat could ever make, wherever and whenever, with the cards that it has out."""
    yield from conceivable_deeds(game, state, seat)
    yield Decline(seat)
    yield from (Borrow(seat, pile, way) for pile in range(-1, 5) for way in (None, *Origin))
    sections = range(len(game.setting.box.sections))
    yield from (Lift(seat, place, it) for place in range(-1, game.setting.board_size + 1) for it in sections)
    yield from (LoseBook(seat, card) for card in range(len(game.setting.box.cards)))
    for building in range(-1, len(game.setting.box.plan.buildings) + 1):
        yield from (LoseGuest(seat, building), Settle(seat, building))


@pytest.mark.rule("CG-I-3y", "CG-III-1h2", "CG-III-1n1", "CG-III-3a", "CG-III-3a3", "CG-III-4a", "CG-III-4a1")
@pytest.mark.parametrize("match", FEW[:4], ids=str)
def test_of_all_conceivable_moves_just_the_legal_ones_are_not_refused(match: TiledMatch) -> None:
    game, states = states_of(match)
    just_the_legal_ones_are_not_refused(game, states, conceivable, every=20)


def test_these_matches_meet_what_seldom_happens() -> None:
    found = Counter[str]()
    for match in MATCHES:
        game, moments, end = played(match)
        found.update(type(moment.event).__name__ for moment in moments)
        found.update(news.key for moment in moments for news in moment.state.told)
        for state, event in moments:
            found["halts paid"] += isinstance(event, PayTask) and state.cordon is not None
            found["behind a cordon"] += isinstance(event, LaySection) and state.cordon is not None
            found["collapses"] += isinstance(event, RollDice) and current_step(state, RollStep).seat is None
            found["double borrowed"] += isinstance(event, Borrow) and event.origin is not None
        for lay in lays(moments, end):
            rebuilt = current_step(lay.before, LaySectionStep).reason is LayReason.REBUILT
            news = game.apply(lay.before, lay.event).told
            found["rebuilt"] += rebuilt
            found["rebuilt, a gap settled"] += rebuilt and any("lazy" in it.key for it in news)
            found["rebuilt, a task"] += rebuilt and any(it.key is EffectKind.TASK_FULFILLED for it in news)
            found["dry"] += any(leftover.top is None for leftover in lay.before.leftovers)
    seldom = ("Borrow", "Lift", "Settle", "Decline", "LoseBook", "guest-lost", "fallen", "warded-off", "cordon-laid")
    seldom += (
        "collapses",
        "halts paid",
        "behind a cordon",
        "double borrowed",
        "rebuilt, a gap settled",
        "rebuilt, a task",
        "dry",
    )
    assert min(found[what] for what in seldom) > 1, {what: found[what] for what in seldom}
