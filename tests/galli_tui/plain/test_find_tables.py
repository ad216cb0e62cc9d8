"""Joining a table in plain mode: what is asked for, and how a player comes back to a match."""

from __future__ import annotations

import asyncio

import pytest

from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.find_tables import find_session
from galli_tui.tables.network import JoinRequest, NetworkError, RejoinOption
from net.wire.messages import PeerRole
from tests.support.fake_network import FakeNetwork, found
from tests.support.plain_talk import ReadyLines

ADDRESS = "192.168.1.20:7341"
OTHER = RejoinOption("1f86d081", "Straws II", ("Anna", "Cara"), "192.168.1.9:7341")
BACK = RejoinOption("9f86d081", "Straws I", ("Anna", "Bruno"), ADDRESS)
TYPED = JoinRequest((ADDRESS,), "", PeerRole.PLAYER, "")


def asked(network: FakeNetwork, *lines: str, request: JoinRequest = TYPED) -> bool:
    """Return whether a player who answers with these lines connects to a table."""
    return asyncio.run(find_session(Dialogue(ReadyLines(lines)), network, request)) is not None


def test_who_holds_a_seat_at_an_address_needs_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    network = FakeNetwork()
    network.back = [OTHER, BACK]
    assert asked(network, "")
    assert "press Enter to return to your match Straws I with Anna and Bruno:" in capsys.readouterr().out
    assert (network.calls, network.typed) == ([BACK.match_id], ADDRESS)


def test_a_code_leads_to_another_table_at_the_same_address() -> None:
    network = FakeNetwork()
    network.back = [BACK]
    assert asked(network, "cellar-heron-417")
    assert network.calls == [TYPED._replace(code="cellar-heron-417")]


def test_a_spectator_does_not_return_to_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    network = FakeNetwork()
    network.back = [BACK]
    assert not asked(network, "", request=TYPED._replace(role=PeerRole.SPECTATOR))
    assert "return to your match" not in capsys.readouterr().out


def test_who_gives_up_hears_that_no_table_was_joined(capsys: pytest.CaptureFixture[str]) -> None:
    network = FakeNetwork()
    assert not asked(network, "")
    assert capsys.readouterr().out.endswith("You did not join a table.\n")
    network.back = [BACK]
    assert not asked(network, "quit")
    assert network.calls == []


def test_a_code_that_was_given_is_not_asked_for_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galli_tui.plain.find_tables.SEARCH", 0)
    network, given = FakeNetwork(found()), JoinRequest((), "cellar-heron-417", PeerRole.PLAYER, "")
    assert asked(network, "1", request=given)
    assert "table code" not in capsys.readouterr().out
    assert network.calls == [given._replace(addresses=found().addresses)]


def test_a_table_that_cannot_be_reached_leads_to_the_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galli_tui.plain.find_tables.SEARCH", 0)
    network = FakeNetwork()
    network.back, network.refusal = [BACK], NetworkError("Nobody answers there.")
    assert not asked(network, "", "quit")
    said = capsys.readouterr().out
    assert said.index("Nobody answers there.") < said.index("Looking for tables on this network.")
    assert "1: return to your match Straws I with Anna and Bruno." in said
