"""The statistics of Builders' Duel: cards on display, claimed and used, and how matches end."""

from __future__ import annotations

from rules.builders_duel.cards import UseCard
from rules.builders_duel.claims import Claim, LayOut
from rules.engine.entropy import derive_entropy
from rules.engine.events import Event
from rules.engine.tally import Tally, TallyGroup
from tests.support.bd_positions import DUEL


def match(seed: int) -> list[Event]:
    """Return the events of a match in which each seat makes its best rated move."""
    state, events = DUEL.initial(), list[Event]()
    while not (due := DUEL.due(state)).over:
        if due.dealer:
            event: Event = DUEL.deal(state, derive_entropy(bytes([seed]) * 32, len(events)))
        else:
            moves = DUEL.legal(state, due.seats[0])
            ratings = DUEL.rate(state, due.seats[0], moves)
            event = moves[ratings.index(max(ratings))]
        events.append(event)
        state = DUEL.apply(state, event)
    return events


def group(tally: Tally, name: str) -> TallyGroup:
    """Return the group with this name."""
    return next(it for it in (*tally.components, *tally.course) if it.name == name)


def test_every_claim_counts_the_nine_cards_and_the_three_of_its_line() -> None:
    events = match(1)
    claims = sum(isinstance(event, Claim) for event in events)
    cards = group(DUEL.tally(events), "cards")
    assert claims >= 2
    assert sum(item.chances for item in cards.items) == 9 * claims
    assert sum(item.taken for item in cards.items) == 3 * claims


def test_a_claimed_card_and_its_use_are_counted_by_name() -> None:
    events = match(1)
    first = next(event for event in events if isinstance(event, LayOut))
    tally = {item.key: item for item in group(DUEL.tally(events[: events.index(first) + 2]), "cards").items}
    claim = events[events.index(first) + 1]
    assert isinstance(claim, Claim)
    keys = ["AB"[card.deck] + " " + card.key for card in (DUEL.cards[it] for it in first.cards)]
    for key in set(keys):
        assert tally[key].chances == keys.count(key)
        assert dict(tally[key].counts) == {"used": 0}
    used = sum(dict(it.counts)["used"] for it in group(DUEL.tally(events), "cards").items)
    assert used >= sum(isinstance(event, UseCard) for event in events) > 0


def test_the_winner_stands_in_one_row() -> None:
    rows = group(DUEL.tally(match(2)), "winner").items
    assert [row.chances for row in rows] == [1, 1, 1, 1]
    assert sum(row.taken for row in rows) == 1
    assert {row.key for row in rows} == {
        "philip, building finished",
        "waleran, building finished",
        "philip, after the last round",
        "waleran, after the last round",
    }
