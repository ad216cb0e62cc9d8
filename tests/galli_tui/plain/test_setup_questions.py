"""What a host is asked in plain mode before guests can join."""

from __future__ import annotations

import asyncio

import pytest

from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.setup_questions import ask_plan, ask_setup
from galli_tui.tables.network import HostPlan
from net.wire.messages import SeatKind
from tests.support.plain_talk import ReadyLines


def asked(*lines: str, game: str | None = "campus-galli") -> HostPlan:
    """Return the plan of a host who answers with these lines."""
    return asyncio.run(ask_plan(Dialogue(ReadyLines(lines)), game))


def test_a_host_chooses_mode_seats_bots_and_level() -> None:
    plan = asked("versus", "4", "Rika", "", "prior", "person", "Emma", "2", "", "")
    assert (plan.game, plan.options.seats, plan.options.mode) == ("campus-galli", 4, "versus")
    assert plan.options.level == 2
    assert [seat.kind for seat in plan.seats] == [SeatKind.HERE, SeatKind.OPEN, SeatKind.BOT, SeatKind.HERE]
    assert [seat.name for seat in plan.seats] == ["Rika", "", "Ratpert", "Emma"]
    assert plan.seats[2].bot == "prior"
    colours = [seat.colour for seat in plan.seats if seat.kind is not SeatKind.OPEN]
    assert len(set(colours)) == 3


def test_enter_at_every_question_proposes_a_table_for_one_guest() -> None:
    plan = asked(*[""] * 10, game=None)
    assert [seat.kind for seat in plan.seats] == [SeatKind.HERE, SeatKind.OPEN]


def test_no_mode_for_one_seat_is_offered_to_a_host(capsys: pytest.CaptureFixture[str]) -> None:
    asked(*[""] * 10)
    said = capsys.readouterr().out
    assert "Versus, " in said
    assert ": Solo, " not in said
    asked(*[""] * 10, game="ora-et-labora")
    assert ": Solo, " not in capsys.readouterr().out


def test_a_first_match_is_proposed_as_one_for_a_single_player() -> None:
    ora = asyncio.run(ask_setup(Dialogue(ReadyLines([""] * 10)), "ora-et-labora"))
    assert (ora.options.mode, ora.options.seats) == ("solo", 1)
    campus = asyncio.run(ask_setup(Dialogue(ReadyLines([""] * 10)), "campus-galli"))
    assert campus.options.mode == "solo"
    duel = asyncio.run(ask_setup(Dialogue(ReadyLines([""] * 10)), "builders-duel"))
    assert duel.options.mode == "versus"


def test_a_game_is_meant_without_the_apostrophe_that_nobody_hears(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("builders duel", *[""] * 10, game=None).game == "builders-duel"
    assert (
        asked("builder\N{RIGHT SINGLE QUOTATION MARK}s", "Builders' Duel", *[""] * 10, game=None).game
        == "builders-duel"
    )
    assert "not one of the answers" not in capsys.readouterr().out


def test_back_leads_to_the_first_question_again() -> None:
    plan = asked("coop", "back", "versus", "3", *[""] * 10)
    assert (plan.options.mode, plan.options.seats) == ("versus", 3)
    plan = asked("coop", "2", "", "Back", "versus", *[""] * 10)
    assert plan.options.mode == "versus"


def test_every_answer_that_is_offered_ends_as_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(Dialogue(ReadyLines([""])).choose("What next?", ["leave", "play now.", "again?"]))
    assert capsys.readouterr().out.splitlines()[1:4] == ["1: leave.", "2: play now.", "3: again?"]
