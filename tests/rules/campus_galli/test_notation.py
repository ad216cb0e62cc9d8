"""The notation: one line an event, both ways; what is no notation raises `NotationError` and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campus_galli.rule_base import CampusEvent
from rules.engine.game_codec import NotationError
from tests.support.cg_events import events
from tests.support.positions import table

GAMES = {
    "one": table(1),
    "two": table(2),
    "four": table(4),
    "level II": table(2, level=2),
    "level III": table(3, level=3),
}
TWO, THREE = GAMES["two"], GAMES["level III"]
OPEN = table(2, variants=("open-hands",))

LINES = (
    "1 choose pray-hall",
    "2 choose ?",
    "1 declare hut",
    "2 declare pouch",
    "1 take hut red hall",
    "1 take pouch tower",
    "1 lay d5 e5 f5 g5",
    "1 lay e5 f5 e6 f6",
    "2 flip D",
    "2 flip none",
    "1 home hut red hall",
    "1 home pouch blue corner",
    "1 home beside K",
    "dealer deal pray-hall angel-1 / ?",
    "dealer task progress-church",
    "dealer draw 2 pray-hall build-red-1",
    "dealer draw 1 ?",
    "dealer reveal pray-hall angel-1",
    "dealer felt yellow wing",
    "dealer felt joker wing",
)


@pytest.mark.parametrize("line", LINES)
def test_the_notation_of_an_event_is_stable(line: str) -> None:
    assert TWO.format(TWO.parse(line)) == line


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_every_event_survives_its_notation(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    event = data.draw(events(game))
    assert game.parse(game.format(event)) == event


@given(event=events(OPEN))
def test_with_open_hands_too(event: CampusEvent) -> None:
    assert OPEN.parse(OPEN.format(event)) == event


@given(pair=st.tuples(events(THREE), events(THREE)))
def test_different_events_have_different_lines(pair: tuple[CampusEvent, CampusEvent]) -> None:
    one, other = pair
    assert (THREE.format(one) == THREE.format(other)) is (one == other)


def test_blanks_and_the_order_of_spaces_and_cards_do_not_matter() -> None:
    assert TWO.parse("  1   lay g5 f5\te5 d5 ") == TWO.parse("1 lay d5 e5 f5 g5")
    assert TWO.parse("dealer draw 1 build-red-1 pray-hall") == TWO.parse("dealer draw 1 pray-hall build-red-1")


GARBAGE = (
    "",
    " ",
    "lay d5 e5 f5 g5",
    "0 lay d5 e5 f5 g5",
    "3 lay d5 e5 f5 g5",
    "-1 lay d5 e5 f5 g5",
    "1.0 lay d5 e5 f5 g5",
    "1",
    "1 lay",
    "1 lay d5 e5 f5",
    "1 lay d5 e5 f5 h5",
    "1 lay d5 e5 f5 g5 g5",
    "1 lay d5 e5 f5 f5 g5",
    "1 lay d5 e5 f5 p5",
    "1 lay d5 e5 f5 g13",
    "1 lay d5 e5 f5 g05",
    "1 lay D5 e5 f5 g5",
    "1 choose",
    "1 choose nobody",
    "1 choose pray-hall seer-1",
    "1 declare box",
    "1 take hut red",
    "1 take hut purple hall",
    "1 take hut joker hall",
    "1 take bag hall",
    "1 take pouch red hall",
    "1 flip L",
    "1 flip",
    "1 home",
    "1 home beside",
    "1 home beside none",
    "1 home red hall",
    "1 pass on",
    "1 pay",
    "1 pay X",
    "1 swap RRR",
    "1 swap RRR X",
    "1 receive",
    "1 again",
    "1 again book-abrogans",
    "1 again book-abrogans G book-abrogans G",
    "1 claim 0",
    "1 claim 99",
    "1 expand L",
    "1 buy hut red hall",
    "1 buy pouch red RGBYY",
    "dealer tile 1",
    "dealer tile 3 R",
    "dealer",
    "dealer deal",
    "dealer deal pray-hall",
    "dealer deal pray-hall / ",
    "dealer deal pray-hall / angel-1 / angel-2",
    "dealer deal pray-hall pray-hall / angel-1",
    "dealer draw 1",
    "dealer draw 3 pray-hall",
    "dealer draw 1 pray-hall pray-hall",
    "dealer draw 1 ? pray-hall",
    "dealer reveal",
    "dealer reveal pray-hall",
    "dealer reveal pray-hall ?",
    "dealer felt red",
    "dealer felt red hall hut",
    "dealer task",
    "dealer task progress",
    "Dealer task progress-church",
    "１ flip D",
    "² flip D",
    "1" * 5_000 + " flip D",
    "dealer draw " + "1" * 5_000 + " pray-hall",
    "1 lay " + "d5 " * 5_000,
    "\x1b[2J",
    "1 flip \x1b[2J",
)


@pytest.mark.parametrize(
    ("line", "same"), [("1 flip d", "1 flip D"), ("1 pay BR", "1 pay RB"), ("1 pay 2r", "1 pay RR")]
)
def test_letters_and_their_order_are_read_generously(line: str, same: str) -> None:
    assert TWO.format(TWO.parse(line)) == same


@pytest.mark.parametrize("line", GARBAGE, ids=range(len(GARBAGE)))
def test_what_is_no_notation_is_refused(line: str) -> None:
    with pytest.raises(NotationError) as caught:
        TWO.parse(line)
    assert len(str(caught.value)) < 300


WORDS = sorted({word for line in (*LINES, *GARBAGE[:50]) for word in line.split()} | {"/", "?", "none", "\n", "é"})


@given(line=st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
def test_any_text_is_an_event_or_no_notation(line: str) -> None:
    try:
        event = TWO.parse(line)
    except NotationError:
        return
    assert TWO.parse(TWO.format(event)) == event
    assert TWO.decode_event(TWO.encode_event(event)) == event
