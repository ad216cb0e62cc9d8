"""Plain data of Campus Galli: what an encoder made comes back; what none made raises `PlainError` and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.bots import bot_named
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.state import State
from rules.engine.plain_data import Plain, PlainError
from rules.engine.secrecy import PUBLIC, Seat
from rules.simulate import play
from tests.support.cg_events import events
from tests.support.positions import position, table

GAME = table(2, "coop", ("open-hands",))
VERSUS = table(2)

THREE = table(2, "coop", level=3)

TAGS = (
    *("choose", "declare", "hut", "pouch", "lay", "flip", "home", "deal", "task", "draw", "reveal", "felt"),
    *("play", "beg", "pay", "swap", "receive", "again", "claim", "end", "pay-task", "expand", "buy-hut", "buy-pouch"),
    *("pass", "borrow", "lift", "decline", "lose-book", "lose-guest", "settle", "leftovers", "turn-up", "dice", "tile"),
    "nothing",
)

plains: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.integers() | st.text(max_size=8) | st.binary(max_size=24),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)
tagged: st.SearchStrategy[Plain] = st.tuples(
    st.sampled_from(TAGS),
    st.lists(plains, max_size=4),
).map(lambda pair: [pair[0], *pair[1]])


@cache
def moments(game: CampusGalli) -> Sequence[State]:
    """States and views all along a match."""
    bots = [bot_named("novice")] * 2
    state, found = game.initial(), list[State]()
    for event in play(game, bots, 1).events:
        state = game.apply(state, event)
        found += [state, game.view(state, Seat(0)), game.view(state, PUBLIC)]
    return found


at_both_levels = pytest.mark.parametrize("game", [GAME, THREE], ids=["level I", "level III"])


@at_both_levels
@given(data=st.data())
def test_every_event_survives_encoding(game: CampusGalli, data: st.DataObject) -> None:
    event = data.draw(events(game))
    assert game.decode_event(game.encode_event(event)) == event


@at_both_levels
@given(plain=plains | tagged)
def test_any_plain_data_is_an_event_in_its_one_form_or_refused(game: CampusGalli, plain: Plain) -> None:
    try:
        event = game.decode_event(plain)
    except PlainError:
        return
    assert same(game.encode_event(event), plain)


@given(plain=plains)
def test_no_plain_data_made_up_is_a_state(plain: Plain) -> None:
    with pytest.raises(PlainError):
        VERSUS.decode_state(plain)


@pytest.mark.parametrize("game", [VERSUS, THREE], ids=["level I", "level III"])
@given(data=st.data())
def test_a_state_with_one_part_changed_is_a_state_in_its_one_form_or_refused(
    game: CampusGalli, data: st.DataObject
) -> None:
    plain = game.encode_state(data.draw(st.sampled_from(moments(game))))
    changed = change(plain, data)
    try:
        state = game.decode_state(changed)
    except PlainError:
        return
    assert same(game.encode_state(state), changed)


@at_both_levels
@given(data=st.data())
def test_an_event_with_one_part_changed_is_an_event_in_its_one_form_or_refused(
    game: CampusGalli, data: st.DataObject
) -> None:
    changed = change(game.encode_event(data.draw(events(game))), data)
    try:
        event = game.decode_event(changed)
    except PlainError:
        return
    assert same(game.encode_event(event), changed)


def change(plain: Plain, data: st.DataObject) -> Plain:
    """The plain data with one of its parts replaced, dropped or doubled."""
    if isinstance(plain, list) and plain and data.draw(st.integers(0, 5)):
        place = data.draw(st.integers(0, len(plain) - 1))
        return [*plain[:place], change(plain[place], data), *plain[place + 1 :]]
    kinds = [lambda: data.draw(plains)]
    if isinstance(plain, list):
        kinds += [lambda: plain[:-1], lambda: [*plain, *plain[-1:]], lambda: plain[::-1]]
    if type(plain) is int:
        kinds += [lambda: plain + data.draw(st.integers(-2, 2))]
    return data.draw(st.sampled_from(kinds))()


def same(one: Plain, other: Plain) -> bool:
    """Equal in type too: True is not 1."""
    return repr(one) == repr(other)


def test_a_builder_in_two_places_or_in_none_is_refused() -> None:
    for section, building in ((None, None), (3, 4)):
        with pytest.raises(PlainError, match="on a section or a monk beside a building"):
            VERSUS.decode_event(VERSUS.encode_event(SendBuilderHome(Seat(0), section, building)))


def test_a_state_whose_covered_spaces_are_not_those_of_its_sections_is_refused() -> None:
    state = position(laid=["1 hut red hall c4 c5 c6 c7"]).state
    with pytest.raises(PlainError, match="do not agree"):
        VERSUS.decode_state(VERSUS.encode_state(state._replace(laid=())))


def test_a_state_of_another_number_of_seats_is_refused() -> None:
    with pytest.raises(PlainError):
        VERSUS.decode_state(table(3).encode_state(table(3).initial()))
    with pytest.raises(PlainError, match="do not agree"):
        table(3).decode_state(VERSUS.encode_state(VERSUS.initial()))
