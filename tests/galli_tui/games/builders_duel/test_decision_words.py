"""Moves in a sentence of their own, as the review and the replay say them."""

from __future__ import annotations

import re

import pytest

from galli_tui.game_api.reason_text import THAN, why_words
from galli_tui.game_api.registry import texts_of
from galli_tui.games.builders_duel.items import right
from rules.bots.reasons import Advantage
from rules.builders_duel.cards import Trade
from rules.builders_duel.claims import Claim
from rules.engine.events import Move
from rules.engine.secrecy import DEALER, Seat
from tests.support.bd_positions import Duel, Has, turn_of
from tests.support.bd_tables import CARDS, DuelTable
from tests.support.replays import replayed


@pytest.fixture(scope="module")
def words() -> set[str]:
    """All legal moves of a whole match in words."""
    table, texts = replayed("duel"), texts_of("builders-duel")
    found = set[str]()
    for decision in _decisions():
        legal = table.game.legal(decision[0], decision[1].seat)
        found |= {texts.decision(table, decision[0], move) for move in legal}
    return found


def _decisions() -> list[tuple[object, Move]]:
    table = replayed("duel")
    game, state = table.game, table.game.initial()
    found: list[tuple[object, Move]] = []
    for it in table.timeline(DEALER, 1000):
        if isinstance(it.event, Move):
            found.append((state, it.event))
        state = game.apply(state, it.event)
    return found


@pytest.mark.parametrize(
    "said",
    [
        "install beam and cloth in section I",
        "give up Wool Fair (card 8)",
        "throw the 1/4 seal",
        "throw your personal seal (2/3)",
        "keep none of the seals thrown",
        "buy 3 wool (3 gold)",
        "buy 2 seals for 4 gold",
        "keep Oath (card 9)",
        "work ore",
    ],
)
def test_a_move_says_what_it_is_about_without_the_board(words: set[str], said: str) -> None:
    assert said in words


def test_no_move_is_a_line_of_the_menu(words: set[str]) -> None:
    assert not [said for said in words if ": install" in said or said == "give up"]


def test_reasons_share_a_verb_and_what_the_rest_of_the_turn_brings_is_only_possible() -> None:
    table, texts, found = replayed("duel"), texts_of("builders-duel"), set[str]()
    game = table.game
    for state, move in _decisions():
        view = game.view(state, move.seat)
        found |= {why_words(table, texts, view, move, it, 3) for it in game.legal(view, move.seat) if it != move}
    claims = [words for words in found if words.startswith("claims")]
    later = [words for words in found if words.endswith(" by the end of the turn") or ", if you then " in words]
    assert [words for words in claims if " and " in words]
    assert not [words for words in claims if words.count("claims") > 1]
    assert [words for words in later if ", if you then " in words]
    assert [words for words in later if ", if you then " not in words]
    assert all(words.startswith("could ") or ", and could " in words for words in later)
    assert not [words for words in found - set(later) if "could" in words]


def why(duel: Duel, move: str, other: str) -> str:
    """Return all that speaks for a move against another, in words."""
    made, compared = (it for it in map(duel.game.parse, (move, other)) if isinstance(it, Move))
    return why_words(DuelTable(duel), texts_of("builders-duel"), duel.state, made, compared, 9)


def test_a_reason_is_what_the_move_itself_brings() -> None:
    duel = turn_of(2, cards={1: "a-roofer"}, waleran=Has(gold=2, raw="wood sand", cells="1"))
    assert why(duel, "2 work 1 wood sand", "2 work 1 wood").startswith("gets 2 worked goods that your building needs")
    assert why(turn_of(2, waleran=Has(gold=9, worked="wood")), "2 build I wood", "2 end") == "installs a material"


def test_what_a_later_move_brings_names_that_move() -> None:
    working = Has(gold=9, raw="wood sand", cells="1 2")
    duel = turn_of(2, cards={1: "a-roofer", 2: "a-income4-1"}, waleran=working)
    words = "could install 2 materials, if you then work wood and sand and install beam and mortar in section II"
    assert why(duel, "2 use 2", "2 work 1 -") == words


def test_what_the_other_move_brings_is_no_reason_if_it_is_made_later_all_the_same() -> None:
    duel = turn_of(1, 2, cards=CARDS, philip=Has(gold=4, raw="sand wood", cells="2 7"))
    assert "gold" not in why(duel, "1 work 2 -", "1 use 7")
    assert "take Income" not in why(duel, "1 work 2 -", "1 use 7")


def test_a_reason_names_the_cards_that_are_claimed() -> None:
    table, texts = replayed("duel"), texts_of("builders-duel")
    found = set[str]()
    for state, move in _decisions():
        view = table.game.view(state, move.seat)
        if isinstance(move, Claim):
            found |= {why_words(table, texts, view, move, it, 3) for it in table.game.legal(view, move.seat)}
    told = " ".join(found)
    assert re.search(r"claims [A-Z][A-Za-z ]+ \(a (craftsman|market) you can use\)", told)
    assert re.search(r"the 1x card [A-Z]", told)
    assert not re.search(r"claims a (useful|1x|person)", told)


def test_what_only_the_rival_has_less_of_is_said_of_the_rival() -> None:
    texts, game = texts_of("builders-duel"), turn_of(1).game
    for key, things in (
        ("worked", "useful worked goods"),
        ("raw", "useful raw goods"),
        ("sections", "finished sections"),
    ):
        clause = texts.reason(game, Advantage(key, 1, 1, 1))
        assert clause == f"leaves the rival fewer {things} {THAN}"


def test_no_outlook_denies_what_the_move_itself_does() -> None:
    """A move that costs gold is not praised for spending none because a later one brings the gold back."""
    duel = turn_of(2, cards={6: "a-fair", 9: "a-earl"}, waleran=Has(gold=3, raw="wool", cells="6 9"))
    assert right(duel.game, duel.state, Trade(Seat(1), 5, 1, (0, 2))) == "1 gold"
    assert "spend no gold" not in why(duel, "2 trade 6 1 wood stone", "2 use 9")
