"""What a game gets from its steps and types: a tiny game of dice that provides nothing but its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

import pytest

from rules.bots.reasons import Advantage, advantages
from rules.engine.base_game import BaseGame
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import Meta, Options
from rules.engine.game_codec import NotationError
from rules.engine.judge import SCORE_UNIT, Part
from rules.engine.kinds import Range
from rules.engine.laws import check_match
from rules.engine.plain_data import PlainError
from rules.engine.referee import Draw, Due
from rules.engine.refusal import Refusal, RefusalReason, Refused
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import PUBLIC, Seat
from rules.engine.steps import Automatic, Chance, DecisionStep, GameMove, GameOutcome, Step, finish, push
from rules.engine.tellings import Telling, Told

ONE, TWO = Seat(0), Seat(1)
ROLLED = Telling("rolled", "The die shows {pips}.")
SCORED = Telling("scored", "{seat} scores {pips} against {other} on {lamp:lamp}.")
TOO_HIGH = RefusalReason("too-high", "DI-3", "You may stake at most {pips}.")


class DiceState(NamedTuple):
    """Points, and what was rolled last."""

    agenda: tuple[Step[Any, Any], ...]
    told: tuple[Told, ...]
    draws: Annotated[int, Range(0, 9)]
    die: Annotated[int, Range(0, 6)]
    points: tuple[Annotated[int, Range(0, 99)], Annotated[int, Range(0, 99)]]


@dataclass(frozen=True, slots=True)
class RollDie(GameOutcome["DiceGame", DiceState]):
    """A die is rolled."""

    clause: ClassVar = "DI-1"
    tellings: ClassVar = (ROLLED,)
    pips: Annotated[int, Range(1, 9)]

    @classmethod
    def drawn(cls, game: DiceGame, state: DiceState, stream: RandomStream) -> RollDie:
        return cls(1 + stream.below(6))

    def possible(self, game: DiceGame, state: DiceState) -> bool:
        return self.pips <= 6

    def carry_out(self, game: DiceGame, state: DiceState, told: list[Told]) -> DiceState:
        told.append(ROLLED(pips=self.pips))
        return finish(state._replace(die=self.pips))


@dataclass(frozen=True, slots=True)
class StakePips(GameMove["DiceGame", DiceState]):
    """Take up to as many points as the die shows."""

    clause: ClassVar = "DI-3"
    tag: ClassVar = "stake"
    reasons: ClassVar = (TOO_HIGH,)
    tellings: ClassVar = (SCORED,)
    pips: Annotated[int, Range(0, 9)]

    @classmethod
    def options(cls, game: DiceGame, state: DiceState, seat: Seat) -> Iterator[StakePips]:
        return (cls(seat, pips) for pips in range(10))

    def refusal(self, game: DiceGame, state: DiceState) -> Refusal | None:
        return TOO_HIGH.refusal(pips=state.die) if self.pips > state.die else None

    def carry_out(self, game: DiceGame, state: DiceState, told: list[Told]) -> DiceState:
        told.append(SCORED(self.seat, pips=self.pips, lamp=1))
        points = list(state.points)
        points[self.seat] += self.pips
        return finish(state._replace(points=(points[0], points[1])))


@dataclass(frozen=True, slots=True)
class LeavePips(GameMove["DiceGame", DiceState]):
    """Take none."""

    clause: ClassVar = "DI-4"

    @classmethod
    def options(cls, game: DiceGame, state: DiceState, seat: Seat) -> Iterator[LeavePips]:
        return iter((cls(seat),))

    def carry_out(self, game: DiceGame, state: DiceState, told: list[Told]) -> DiceState:
        return finish(state)


@dataclass(frozen=True, slots=True)
class RollDieStep(Chance["DiceGame", DiceState]):
    """The die is due."""

    clause: ClassVar = "DI-1"
    outcome: ClassVar = RollDie
    opens_round: ClassVar = True


@dataclass(frozen=True, slots=True)
class StakeStep(DecisionStep["DiceGame", DiceState]):
    """A seat stakes, unless the die shows 1: then it decides itself."""

    clause: ClassVar = "DI-2"
    moves: ClassVar = (LeavePips, StakePips)

    def run(self, game: DiceGame, state: DiceState, told: list[Told]) -> DiceState | None:
        return finish(state) if state.die == 1 else None


@dataclass(frozen=True, slots=True)
class BeginDiceStep(Automatic["DiceGame", DiceState]):
    """Two rolls, and a decision of each seat after each of them."""

    clause: ClassVar = "DI-1"

    def run(self, game: DiceGame, state: DiceState, told: list[Told]) -> DiceState:
        told.append(ROLLED(pips=0))
        return push(
            finish(state), RollDieStep(), StakeStep(ONE), StakeStep(TWO), RollDieStep(), StakeStep(TWO), StakeStep(ONE)
        )


META = Meta("dice", "Dice", 1, {"versus": (2, 2)}, ("red", "blue"))


class DiceGame(BaseGame[DiceState]):
    """The game."""

    meta = META
    state_class = DiceState
    step_classes: ClassVar = (BeginDiceStep, RollDieStep, StakeStep)
    turn_clause = "DI-2"
    end_clause = "DI-5"
    bound = 20

    def __init__(self) -> None:
        super().__init__(Options(2, "versus", 1), {"lamp": ("dim", "bright")}, {})

    def opening(self) -> DiceState:
        return DiceState((BeginDiceStep(),), (), 0, 0, (0, 0))

    def sheet(self, state: DiceState) -> Sheet:
        lines = tuple(ScoreLine("points", "DI-5", seat, 1, state.points[seat]) for seat in self.seats)
        best = max(state.points)
        return Sheet(lines, state.points, None, tuple(seat for seat in self.seats if state.points[seat] == best), "")


GAME = DiceGame()


def played(*lines: str) -> DiceState:
    """Return the state after these events."""
    state = GAME.initial()
    for line in lines:
        state = GAME.apply(state, GAME.parse(line))
    return state


def why_not(state: DiceState, line: str) -> Refusal | None:
    """Return why an event is refused."""
    return GAME.refusal(state, GAME.parse(line))


@pytest.mark.parametrize("seed", range(5))
def test_it_obeys_the_laws(seed: int) -> None:
    assert check_match(GAME, {f"DI-{number}" for number in range(1, 6)}, seed).matches == 1


def test_steps_that_run_by_themselves_have_run_before_the_first_event() -> None:
    state = GAME.initial()
    assert GAME.due(state) == Due(dealer=True)
    assert state.told == (Told("rolled", None, (0,)),)


def test_the_steps_are_due_in_the_order_pushed() -> None:
    state = played("dealer roll-die 4")
    assert GAME.due(state) == Due((ONE,))
    state = GAME.apply(state, GAME.parse("1 stake 3"))
    assert GAME.due(state) == Due((TWO,))
    state = played("dealer roll-die 4", "1 stake 3", "2 leave-pips", "dealer roll-die 6")
    assert GAME.due(state) == Due((TWO,))


def test_a_decision_that_decides_itself_is_skipped() -> None:
    state = played("dealer roll-die 1")
    assert GAME.due(state).dealer
    assert GAME.draw(state).index == 1


def test_the_match_is_over_with_an_empty_agenda() -> None:
    state = played("dealer roll-die 1", "dealer roll-die 1")
    assert GAME.due(state).over
    assert why_not(state, "1 stake 0") == Refusal("match-over", "DI-5")
    assert why_not(state, "dealer roll-die 2") == Refusal("match-over", "DI-5")
    assert list(GAME.legal(state, ONE)) == []


def test_legal_moves_are_the_options_that_are_not_refused() -> None:
    state = played("dealer roll-die 2")
    assert [GAME.format(move) for move in GAME.legal(state, ONE)] == [
        "1 leave-pips",
        "1 stake 0",
        "1 stake 1",
        "1 stake 2",
    ]
    assert GAME.candidate_moves(state, ONE) == GAME.legal(state, ONE)
    assert list(GAME.legal(state, TWO)) == []


def test_refusals_name_a_clause() -> None:
    state = played("dealer roll-die 2")
    assert why_not(state, "1 stake 3") == Refusal("too-high", "DI-3", (("pips", 2),))
    assert why_not(state, "2 stake 0") == Refusal("not-your-turn", "DI-2")
    assert why_not(state, "dealer roll-die 2") == Refusal("not-now", "DI-2")
    assert why_not(GAME.initial(), "1 stake 0") == Refusal("not-your-turn", "DI-2")
    assert why_not(GAME.initial(), "dealer roll-die 7") == Refusal("bad-draw", "DI-1")
    assert why_not(state, "1 stake 2") is None


def test_a_refused_event_cannot_be_applied() -> None:
    with pytest.raises(Refused) as refused:
        played("dealer roll-die 2", "1 stake 3")
    assert refused.value.refusal.code == "too-high"


def test_draws_are_numbered_and_open_rounds() -> None:
    assert GAME.draw(GAME.initial()) == Draw("roll-die", 0, opens_round=True)
    assert GAME.draw(played("dealer roll-die 2", "1 stake 0", "2 stake 0")) == Draw("roll-die", 1, opens_round=True)


def test_a_draw_is_determined_by_its_entropy() -> None:
    state = GAME.initial()
    assert GAME.deal(state, bytes(32)) == GAME.deal(state, bytes(32))
    assert {GAME.format(GAME.deal(state, bytes([seed]) * 32)) for seed in range(60)} == {
        f"dealer roll-die {pips}" for pips in range(1, 7)
    }


def test_the_dealer_deals_only_when_due() -> None:
    with pytest.raises(ValueError, match="no draw is due"):
        GAME.deal(played("dealer roll-die 2"), bytes(32))


def test_outcomes_reveal_something_and_moves_do_not() -> None:
    state = GAME.initial()
    assert GAME.reveals(state, GAME.parse("dealer roll-die 2"))
    assert not GAME.reveals(state, GAME.parse("1 stake 2"))


def test_what_happened_is_told_of_the_last_event_only() -> None:
    assert played("dealer roll-die 2").told == (Told("rolled", None, (2,)),)
    assert played("dealer roll-die 2", "1 stake 1").told == (Told("scored", ONE, (1, 1)),)
    assert played("dealer roll-die 2", "1 leave-pips").told == ()


def test_a_telling_is_a_sentence_with_names() -> None:
    (told,) = played("dealer roll-die 2", "1 stake 1").told
    telling = GAME.tellings[told.key]
    assert telling.sentence(told, ("Ann", "Bob"), GAME.words) == "Ann scores 1 against Bob on bright."
    assert telling.facts == ("pips", "lamp")


def test_a_telling_needs_all_its_facts() -> None:
    with pytest.raises(KeyError):
        SCORED(ONE, pips=3)


def test_tellings_and_events_are_collected_from_the_steps() -> None:
    assert list(GAME.tellings) == ["rolled", "scored"]
    assert GAME.event_classes == (RollDie, LeavePips, StakePips)


def test_states_and_events_survive_their_codecs() -> None:
    state = played("dealer roll-die 2", "1 stake 1")
    assert GAME.decode_state(GAME.encode_state(state)) == state
    event = GAME.parse("1 stake 1")
    assert GAME.encode_event(event) == ["stake", 0, 1]
    assert GAME.decode_event(["stake", 0, 1]) == event


@pytest.mark.parametrize("plain", [["stake", 2, 1], ["stake", 0, 10], ["stake-pips", 0, 1], ["stake", 0]])
def test_other_events_are_not_decoded(plain: Any) -> None:
    with pytest.raises(PlainError):
        GAME.decode_event(plain)


def test_other_notation_is_not_parsed() -> None:
    with pytest.raises(NotationError):
        GAME.parse("1 stake-pips 3")


def test_views_of_a_game_without_secrets_are_the_state() -> None:
    state = played("dealer roll-die 2")
    assert GAME.view(state, PUBLIC) is state
    assert GAME.sample_state(state, bytes(32)) is state
    assert dict(GAME.census(state)) == {}


def test_an_evaluation_is_the_lead_in_points() -> None:
    state = played("dealer roll-die 4", "1 stake 3", "2 stake 1")
    assert GAME.evaluation(state, ONE) == [Part("points", 3 * SCORE_UNIT, 3), Part("others", -SCORE_UNIT, 1)]
    assert GAME.evaluate(state, ONE) == 2 * SCORE_UNIT
    assert GAME.evaluate(state, TWO) == -2 * SCORE_UNIT


def test_an_evaluation_of_a_team_is_its_points() -> None:
    class TeamDiceGame(DiceGame):
        """The game with one sum."""

        def sheet(self, state: DiceState) -> Sheet:
            return Sheet((), (0, 0), sum(state.points), (), "ochre")

    state = played("dealer roll-die 4", "1 stake 3", "2 stake 1")
    assert TeamDiceGame().evaluation(state, TWO) == [Part("points", 4 * SCORE_UNIT, 4)]


def test_a_move_is_explained_by_what_it_changes_in_the_parts_of_the_evaluation() -> None:
    state = played("dealer roll-die 4", "1 stake 3")
    stake, leave = GAME.parse("2 stake 2"), GAME.parse("2 leave-pips")
    assert isinstance(stake, Move)
    assert isinstance(leave, Move)
    assert GAME.explain(state, stake) == [Part("points", 2 * SCORE_UNIT, 2), Part("others", 0, 0)]
    assert advantages(GAME, state, stake, leave) == (Advantage("points", 2 * SCORE_UNIT, 2, 0),)
    assert advantages(GAME, state, leave, stake) == ()


def test_moves_are_rated_by_the_change_of_the_evaluation() -> None:
    state = played("dealer roll-die 2")
    moves = GAME.legal(state, ONE)
    assert list(GAME.rate(state, ONE, moves)) == [0, 0, SCORE_UNIT, 2 * SCORE_UNIT]
    assert list(GAME.gain(state, ONE, moves)) == list(GAME.rate(state, ONE, moves))


def test_a_search_counts_rounds_by_the_draws_that_begin_them_or_else_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAME.turns_in_round == 0
    monkeypatch.setattr(RollDieStep, "opens_round", False)
    assert DiceGame().turns_in_round == 2


def test_a_step_may_need_a_hidden_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played("dealer roll-die 2")
    assert not GAME.is_private(state, ONE)
    monkeypatch.setattr(StakeStep, "private", True)
    assert GAME.is_private(state, ONE)
    assert not GAME.is_private(state, TWO)


def test_the_tally_counts_how_often_moves_could_be_made_and_were() -> None:
    lines = ("dealer roll-die 4", "1 stake 3", "2 leave-pips", "dealer roll-die 1")
    (group,) = GAME.tally([GAME.parse(line) for line in lines]).course
    assert [(item.key, item.chances, item.taken) for item in group.items] == [("leave-pips", 2, 1), ("stake", 2, 1)]
