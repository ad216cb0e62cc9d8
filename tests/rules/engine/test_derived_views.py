"""Views, samples and censuses derived from the types of a tiny state with hidden piles and places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import pytest

from rules.engine.deck import Deck
from rules.engine.entropy import derive_entropy
from rules.engine.kinds import Bits, Kind, Range, Total
from rules.engine.secrecy import DEALER, EMPTY, EVERYONE, HIDDEN, NOBODY, PUBLIC, Seat, Slot, Viewer, Zone, only
from rules.engine.views import Views

PebblePlace = Annotated[int, Kind("pebble", piece=True)]
PebblePile = Annotated[Zone, Kind("pebble", piece=True)]
PebbleSlot = Annotated[Slot, Kind("pebble", piece=True)]
Coins = Annotated[int, Range(0, 9), Total("coins")]


class Keeper(NamedTuple):
    """What a seat has: a secret hand, a secret place, and an open row."""

    hand: PebblePile
    fist: PebbleSlot
    row: tuple[PebblePlace, ...] = ()
    coins: Coins = 0


class Task:
    """A base class, known by its members."""


@dataclass(frozen=True, slots=True)
class IdleTask(Task):
    """A member without pebbles."""

    turns: Annotated[int, Range(0, 9)]


@dataclass(frozen=True, slots=True)
class ThrowTask(Task):
    """A member that holds a pebble and coins."""

    fist: PebbleSlot
    coins: Coins
    pointed: Annotated[int, Kind("pebble")]


class Beach(NamedTuple):
    """A state: who has what, an unseen bag, a deck, and a task."""

    keepers: tuple[Keeper, ...]
    bag: PebblePile
    deck: Annotated[Deck, Kind("pebble", piece=True)]
    task: Task
    found: PebblePlace | None
    bank: Coins
    lit: Annotated[bool, Total("lamps")] = True


ONE, TWO = Seat(0), Seat(1)
VIEWS = Views(Beach, {Task: (IdleTask, ThrowTask)}, {"pebble": range(16)})
STATE = Beach(
    keepers=(
        Keeper(Zone.of([0, 1], only(ONE)), Slot(2, only(ONE)), (3,), 4),
        Keeper(Zone.of([4, 5], only(TWO)), EMPTY, (), 1),
    ),
    bag=Zone.of([6, 7, 8, 9], NOBODY),
    deck=Deck((10,), (11, 12), (13,)),
    task=ThrowTask(Slot(14, only(TWO)), 2, 0),
    found=15,
    bank=3,
)
VIEWERS: tuple[Viewer, ...] = (ONE, TWO, PUBLIC, DEALER)


def test_a_seat_sees_its_own_and_what_is_open() -> None:
    view: Beach = VIEWS.view(STATE, ONE)
    assert view.keepers[0] == STATE.keepers[0]
    assert view.keepers[1].hand == Zone(2, HIDDEN, only(TWO))
    assert view.keepers[1].fist == EMPTY
    assert view.bag == Zone(4, HIDDEN, NOBODY)
    assert (view.deck, view.found, view.bank) == (STATE.deck, 15, 3)


def test_what_hides_in_a_member_of_a_base_class_is_hidden() -> None:
    assert VIEWS.view(STATE, ONE).task == ThrowTask(Slot(HIDDEN, only(TWO)), 2, 0)
    assert VIEWS.view(STATE, TWO).task == STATE.task
    idle = STATE._replace(task=IdleTask(3))
    assert VIEWS.view(idle, ONE).task == IdleTask(3)


def test_the_dealer_sees_everything_and_the_public_nothing_secret() -> None:
    assert VIEWS.view(STATE, DEALER) == STATE
    view: Beach = VIEWS.view(STATE, PUBLIC)
    assert [keeper.hand.cards for keeper in view.keepers] == [HIDDEN, HIDDEN]
    assert view.keepers[0].fist.card is HIDDEN


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_view_of_a_view_shows_no_more(viewer: Viewer) -> None:
    view = VIEWS.view(STATE, viewer)
    assert VIEWS.view(view, viewer) == view
    assert VIEWS.view(view, PUBLIC) == VIEWS.view(STATE, PUBLIC)


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_sample_is_whole_and_looks_like_the_view(viewer: Viewer) -> None:
    view = VIEWS.view(STATE, viewer)
    for seed in range(20):
        sample = VIEWS.sample(view, derive_entropy("views", seed))
        assert VIEWS.view(sample, viewer) == view
        assert VIEWS.view(sample, DEALER) == sample
        assert VIEWS.census(sample) == VIEWS.census(STATE)
        assert sorted(pebbles(sample)) == list(range(16))


def pebbles(state: Beach) -> list[int]:
    """Return all pebbles of a whole state."""
    found = [*state.deck.cards]
    piles = [state.bag, *(keeper.hand for keeper in state.keepers)]
    for pile in piles:
        assert pile.cards is not HIDDEN
        found += pile.cards
    slots = [keeper.fist for keeper in state.keepers]
    slots += [state.task.fist] if isinstance(state.task, ThrowTask) else []
    found += [slot.card for slot in slots if isinstance(slot.card, int)]
    found += [pebble for keeper in state.keepers for pebble in keeper.row]
    return [*found, *(() if state.found is None else (state.found,))]


def test_unseen_pieces_may_be_in_any_unseen_place() -> None:
    view = VIEWS.view(STATE, ONE)
    thrown = Counter[int]()
    for seed in range(200):
        task = VIEWS.sample(view, derive_entropy("views", seed)).task
        thrown[task.fist.card] += 1
    assert set(thrown) == {4, 5, 6, 7, 8, 9, 14}
    assert max(thrown.values()) < 60


def test_a_sample_follows_its_entropy() -> None:
    view = VIEWS.view(STATE, PUBLIC)
    assert VIEWS.sample(view, bytes(32)) == VIEWS.sample(view, bytes(32))


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_census_counts_pieces_and_totals_hidden_or_not(viewer: Viewer) -> None:
    assert dict(VIEWS.census(VIEWS.view(STATE, viewer))) == {"pebble": 16, "coins": 10, "lamps": 1}


def test_a_number_that_names_a_thing_is_no_piece() -> None:
    moved = STATE._replace(task=ThrowTask(Slot(14, only(TWO)), 2, 5))
    assert VIEWS.census(moved) == VIEWS.census(STATE)


class OpenBeach(NamedTuple):
    """A state without secrets."""

    row: tuple[PebblePlace, ...]


def test_a_state_without_secrets_is_its_own_view_and_sample() -> None:
    views, state = Views(OpenBeach, {}, {"pebble": range(2)}), OpenBeach((0, 1))
    assert views.view(state, PUBLIC) is state
    assert views.sample(state, bytes(32)) is state
    assert views.census(state) == {"pebble": 2}


def test_an_empty_pile_hides_nothing() -> None:
    state = STATE._replace(bag=Zone.of([], NOBODY))
    assert VIEWS.view(state, ONE).bag == Zone.of([], NOBODY)


def test_everyone_sees_an_open_pile() -> None:
    state = STATE._replace(bag=Zone.of([6, 7, 8, 9], EVERYONE))
    assert VIEWS.view(state, PUBLIC).bag == state.bag


class Tide(NamedTuple):
    """A state with pebbles in a mask, and amounts that are records and tuples."""

    bag: PebblePile
    shore: Annotated[int, Bits("pebble", piece=True)]
    named: Annotated[int, Bits("pebble")]
    boats: tuple[Annotated[IdleTask, Total("boats")], ...]
    coins: Annotated[tuple[int, int], Total("coins")]


def test_pieces_in_a_mask_records_and_tuples_are_counted() -> None:
    state = Tide(Zone.of([0, 2, 4], only(ONE)), 0b1010, 0b1, (IdleTask(3), IdleTask(0)), (2, 5))
    views = Views(Tide, {}, {"pebble": range(5)})
    assert dict(views.census(state)) == {"pebble": 5, "boats": 2, "coins": 7}
    assert views.sample(views.view(state, PUBLIC), bytes(32)) == state
