"""Moves in a sentence of their own, as the review and the replay say them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from galli_tui.game_api.reason_text import THAN, why_words
from galli_tui.game_api.registry import texts_of
from galli_tui.games.builders_duel.items import right
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.bots.reasons import Advantage
from rules.builders_duel.cards import Trade
from rules.builders_duel.claims import Claim
from rules.builders_duel.conflict import Throw
from rules.builders_duel.evaluation import CLAIMED, RIVAL, explained, goods_needed
from rules.builders_duel.game import META, BuildersDuel
from rules.builders_duel.state import DuelState, finished_sections, installed_materials, other
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import DEALER, Seat
from rules.registry import game_box
from tests.support.bd_positions import Duel, Has, conflict_of, turn_of
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
        clause = texts.reason(game, Advantage(f"{RIVAL}{key}", 1, 0, 1))
        assert clause == f"leaves the rival fewer {things} {THAN}"


def test_a_part_of_which_less_is_used_is_no_lack_of_the_rival() -> None:
    texts, game = texts_of("builders-duel"), turn_of(1).game
    assert texts.reason(game, Advantage("worked", 1, -1, -2)) == "uses only 1 worked good"
    assert texts.reason(game, Advantage("raw", 1, -2, -3)) == "uses only 2 raw goods"
    assert texts.reason(game, Advantage("claimed-market", 1, -1, -2)) == ""
    assert texts.reason(game, Advantage("claimed-person", 1, 0, 0)) == f"gets more from persons {THAN}"


def _turn_end(game: BuildersDuel, state: DuelState, move: Move) -> DuelState:
    """Return the state that the reasons for a move speak of."""
    for at, it in ((state, move), *game.follow_up(state, move)):
        state = game.apply(at, it)
    return state


_COUNTED = ("sections", "materials", "worked", "raw", "gold", "kept")
"""The parts that `_has` counts."""


def _has(game: BuildersDuel, state: DuelState, seat: Seat) -> dict[str, int]:
    """Return how much a side has of the things that can be counted in its camp."""
    side = state.sides[seat]
    raw, worked, _ = goods_needed(game, side, seat)
    return {
        "sections": finished_sections(side),
        "materials": installed_materials(side),
        "worked": worked,
        "raw": raw,
        "gold": side.gold,
        "kept": len(side.kept),
    }


def _random_pairs(seed: int) -> Iterator[tuple[DuelState, Move, Move]]:
    """Yield two legal moves of each decision of a match at random."""
    chooser = random.Random(seed)
    players = (TablePlayer("Anna", "blue", here=True), TablePlayer("Bruno", "red", here=True))
    table = InMemoryTable(game_box(META.key).new(Options(2, "versus", 1)), players, seed)
    while seats := table.due.seats:
        state = table.view(DEALER)
        moves = list(table.game.legal(state, seats[0]))
        if len(moves) > 1:
            one, two = chooser.sample(moves, 2)
            yield state, one, two
        table.submit(chooser.choice(moves))


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_reason_is_only_said_of_what_differs(seed: int) -> None:
    texts, compared = texts_of("builders-duel"), set[str]()
    game = turn_of(1).game
    for state, move, made in _random_pairs(seed):
        seat = move.seat
        ends = [_turn_end(game, state, it) for it in (move, made)]
        mine, its = ([_has(game, end, side) for end in ends] for side in (seat, other(seat)))
        for it in texts.advantages(game, state, move, made):
            clause, key = texts.reason(game, it), it.key.removeprefix(RIVAL)
            compared |= {it.key} if "the rival" in clause else set()
            assert ("the rival" in clause) is it.key.startswith(RIVAL)
            if key in _COUNTED:
                assert its[0][key] < its[1][key] if it.key != key else mine[0][key] > mine[1][key]
            elif it.key.startswith(f"{CLAIMED}-") and clause:
                worth = {part.key: part.value for part in explained(game, ends[0], seat)}
                assert worth[it.key] > 0
    assert compared


def test_a_throw_is_no_reason_for_what_a_turn_after_the_fight_spends() -> None:
    """Giving up begins a turn that works and builds; a throw leaves these goods as they are, too."""
    rich = Has(gold=9, worked="wood sand", raw="wool", seals="05 14")
    duel = conflict_of(holder=1, philip=rich, waleran=Has(seals="14")).throws("1 14 1", "2 14 4")
    texts, given = texts_of("builders-duel"), duel.game.parse("1 give-up")
    assert isinstance(given, Move)
    for it in duel.game.legal(duel.state, Seat(0)):
        if isinstance(it, Throw):
            found = texts.advantages(duel.game, duel.state, it, given)
            assert not {"worked", "raw"} & {reason.key for reason in found}


def test_no_outlook_denies_what_the_move_itself_does() -> None:
    """A move that costs gold is not praised for spending none because a later one brings the gold back."""
    duel = turn_of(2, cards={6: "a-fair", 9: "a-earl"}, waleran=Has(gold=3, raw="wool", cells="6 9"))
    assert right(duel.game, duel.state, Trade(Seat(1), 5, 1, (0, 2))) == "1 gold"
    assert "spend no gold" not in why(duel, "2 trade 6 1 wood stone", "2 use 9")
