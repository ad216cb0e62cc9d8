"""Level I, 4 and 5: tidying up, and the end of the match."""

from __future__ import annotations

import pytest

from rules.engine.referee import Due
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.play import Play
from tests.support.positions import position, table

LAST_LAY = "2 lay e5 f5 e6 f6"


def last_turn(year: int = 1, piles: int | None = None) -> Play:
    """Seat 2 is about to lay the last section of the round."""
    return position(turns=["2 build-red-1"], laying="hut red tower", year=year, piles=piles)


@pytest.mark.rule("CG-I-4")
def test_played_cards_go_face_up_to_the_played_pile() -> None:
    after = last_turn().do(LAST_LAY)
    assert after.cards_played(2) == ["build-red-1"]
    assert after.seen_by(PUBLIC).cards_played(1) == ["angel-1"]
    assert [own.chosen.card for own in after.state.seats] == [None, None]


@pytest.mark.rule("CG-I-4")
def test_the_next_round_begins_with_filling_the_board() -> None:
    after = last_turn().do(LAST_LAY)
    assert "- round-begun 2" in after.told
    assert after.state.round == 2
    assert after.state.order == ()
    assert after.due == "dealer tasks"


@pytest.mark.rule("CG-I-4")
def test_the_round_is_not_over_before_every_seat_has_had_its_turn() -> None:
    after = position(turns=["1 build-red-1", "2 master-1"], laying="hut red tower").do("1 lay e5 f5 e6 f6")
    assert after.state.round == 1
    assert after.due == "2"


@pytest.mark.rule("CG-I-5")
def test_the_match_ends_after_the_round_in_which_the_second_years_pile_is_used_up() -> None:
    end = last_turn(year=2, piles=0).do(LAST_LAY)
    assert end.told[-1] == "- finished"
    assert end.due == "nobody"
    assert end.game.due(end.state) == Due()
    assert end.game.due(end.state).over


@pytest.mark.rule("CG-I-5")
def test_that_round_is_played_to_its_end() -> None:
    turns = ["1 build-red-1", "2 master-1"]
    middle = position(turns=turns, laying="hut red tower", year=2, piles=0).do("1 lay e5 f5 e6 f6")
    assert middle.due == "2"
    end = middle.do("2 take hut green tower", "2 lay h5 i5 h6 i6")
    assert end.due == "nobody"


@pytest.mark.rule("CG-I-5")
def test_it_continues_while_the_second_years_pile_lasts() -> None:
    assert last_turn(year=2, piles=2).do(LAST_LAY).due == "dealer tasks"


@pytest.mark.rule("CG-I-5")
def test_the_first_years_end_does_not_end_it() -> None:
    assert last_turn(year=1, piles=2).do(LAST_LAY).due == "dealer tasks"


@pytest.mark.rule("CG-I-5")
def test_a_flip_or_a_builder_that_is_still_owed_comes_before_the_end() -> None:
    laid = ["1 hut green hall h5 i5 j5 k5 builder", "2 hut blue hall h6 i6 j6 k6 builder"]
    asked = position(table(monks=1), turns=["2 build-red-1"], laying="hut red tower", laid=laid, year=2, piles=0).do(
        "2 lay b9 c9 b10 c10"
    )
    assert asked.due == "2"
    assert asked.do("2 home hut blue hall").due == "nobody"


@pytest.mark.rule("CG-I-5")
@pytest.mark.parametrize("event", ["1 take hut red hall", "2 choose angel-2", "dealer task progress-church"])
def test_after_the_end_nothing_happens_any_more(event: str) -> None:
    end = last_turn(year=2, piles=0).do(LAST_LAY)
    assert end.why_not(event) == ("match-over", "CG-I-5")
    assert list(end.game.legal(end.state, Seat(0))) == []


@pytest.mark.rule("CG-I-5")
def test_after_the_end_no_draw_is_due() -> None:
    end = last_turn(year=2, piles=0).do(LAST_LAY)
    with pytest.raises(ValueError, match="no draw is due"):
        end.game.draw(end.state)
    with pytest.raises(ValueError, match="no draw is due"):
        end.game.deal(end.state, bytes(32))
