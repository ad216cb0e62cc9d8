"""The laws catch violations: for games that break one law each, in one place, the check fails.

They all derive from the sample game, which breaks none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from rules.engine import laws
from rules.engine.entropy import RandomStream
from rules.engine.events import Event, Move, Outcome
from rules.engine.game import Options
from rules.engine.laws import Findings, LawBroken, check_match
from rules.engine.plain_data import Plain
from rules.engine.referee import Draw, Due
from rules.engine.refusal import Refusal, Refused
from rules.engine.rulebook import clauses
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import DEALER, HIDDEN, PUBLIC, Seat, Secret, SpecialViewer, Viewer, only
from tests.sample_game.box import COMPONENTS, CandlesBox
from tests.sample_game.game import BOX, Candles
from tests.sample_game.rules import (
    CandlesState,
    ChooseCandle,
    ChooseStep,
    DrawStep,
    LightStep,
    LightWindow,
    ShowCandles,
)

CLAUSES = frozenset(clauses(BOX.rulebook()))
PRINTS = COMPONENTS.standard.prints


def at(state: CandlesState, kind: type[ChooseStep | DrawStep | LightStep]) -> bool:
    """Whether the next step is of this kind."""
    return bool(state.agenda) and isinstance(state.agenda[-1], kind)


def check(kind: type[Candles], known: frozenset[str] = CLAUSES) -> Findings:
    """A few matches of the game under all laws."""
    found = Findings()
    for seed in range(5):
        found.add(check_match(kind(Options(3, "versus", 1), COMPONENTS.standard), known, seed))
    return found


def caught(kind: type[Candles], law: str, saying: str, known: frozenset[str] = CLAUSES) -> None:
    """The game is caught breaking this law, with these words."""
    with pytest.raises(LawBroken, match=saying) as found:
        check(kind, known)
    assert found.value.law == law


def test_a_game_that_obeys_passes_and_is_counted() -> None:
    found = check(Candles)
    assert (found.matches, found.events, found.longest) == (5, 5 * 31, 31)
    assert found.kinds == Counter(SetPile=5, DrawCandles=45, ChooseCandle=45, ShowCandles=15, LightWindow=45)
    assert found.samples == 5 * 32 * 5
    assert found.legal_tried > 300
    assert found.refused_tried == found.refusals.total() > 500
    assert set(found.refusals) == {"not-your-turn", "not-now", "not-in-hand", "window-is-lit"}


# Exactness


def test_an_illegal_move_among_the_legal_ones_is_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            moves = super().legal(state, seat)
            lit = [place for place, owner in enumerate(state.windows) if owner is not None]
            return [*moves, LightWindow(seat, lit[0])] if lit and at(state, LightStep) and moves else moves

    caught(Broken, "exactness", "is listed as legal and refused")


def test_another_seats_move_among_the_legal_ones_is_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            moves = super().legal(state, seat)
            if at(state, ChooseStep) and moves and Seat(2) in self.due(state).seats:
                return [*moves, ChooseCandle(Seat(2), Secret(only(Seat(2)), 0))]
            return moves

    caught(Broken, "exactness", "is listed as legal and refused")


def test_a_legal_move_that_is_not_listed_is_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            moves = super().legal(state, seat)
            return moves[1:] if state.round == 2 and at(state, LightStep) else moves

    caught(Broken, "exactness", "is accepted and not listed as legal")


class FewWindowsListed(Candles):
    """Lists the first two windows that can be lit, in even rounds the last, and accepts the others as well."""

    def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        if not at(state, LightStep):
            return moves
        return moves[:2] if state.round % 2 else moves[-1:]

    def listed(self, state: CandlesState, move: Move) -> Move:
        moves = self.legal(state, move.seat)
        return moves[-1] if moves and at(state, LightStep) else move


def test_a_move_that_is_listed_in_another_form_is_accepted() -> None:
    found = check(FewWindowsListed)
    assert found.otherwise > 0
    assert found.refused_tried == found.refusals.total() > 0
    assert "window-is-lit" in found.refusals
    assert check(Candles).otherwise == 0
    found.add(found)
    assert found.otherwise % 2 == 0


def test_a_move_that_is_listed_in_no_form_is_caught() -> None:
    class Unlisted(FewWindowsListed):
        def listed(self, state: CandlesState, move: Move) -> Move:
            return move

    class Elsewhere(FewWindowsListed):
        def listed(self, state: CandlesState, move: Move) -> Move:
            return LightWindow(move.seat, 99)

    caught(Unlisted, "exactness", "is accepted and not listed as legal")
    caught(Elsewhere, "exactness", "is accepted and not listed as legal")


def test_a_move_that_is_listed_in_another_form_and_fails_is_caught() -> None:
    class Failing(FewWindowsListed):
        def apply(self, state: CandlesState, event: Event) -> CandlesState:
            other = isinstance(event, LightWindow) and event not in self.legal(state, event.seat)
            if other and self.refusal(state, event) is None:
                raise Refused(Refusal("not-now", "PK-1"))
            return super().apply(state, event)

    with pytest.raises(Refused):
        check(Failing)


def test_a_move_listed_twice_is_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            return [move for move in super().legal(state, seat) for _ in range(1 + (state.round == 3))]

    caught(Broken, "exactness", "is offered a move twice")


@pytest.mark.parametrize("which", [slice(0, 0), slice(None, None, -1)])
def test_candidates_other_than_the_moves_in_order_are_caught(which: slice) -> None:
    class Broken(Candles):
        def candidate_moves(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            return self.legal(state, seat)[which]

    caught(Broken, "exactness", "has contenders other than its moves in order")


def test_a_decision_without_a_legal_move_is_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            return [] if state.round == 2 else super().legal(state, seat)

    caught(Broken, "exactness", "is due and has no legal move")


def test_legal_moves_of_a_seat_that_is_not_due_are_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            return super().legal(state, self.due(state).seats[0] if at(state, LightStep) else seat)

    caught(Broken, "exactness", "is not due and has legal moves")


def test_legal_moves_after_the_end_are_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            return [LightWindow(seat, 0)] if not state.agenda else super().legal(state, seat)

    caught(Broken, "exactness", "is not due and has legal moves")


def test_legal_moves_that_need_more_than_the_seats_own_view_are_caught() -> None:
    class Broken(Candles):
        def legal(self, state: CandlesState, seat: Seat) -> Sequence[Move]:
            moves = super().legal(state, seat)
            return moves if state.pile.cards is HIDDEN else moves[::-1]

    caught(Broken, "exactness", "sees other legal moves than there are")


def test_dealer_and_seat_due_together_are_caught() -> None:
    class Broken(Candles):
        def due(self, state: CandlesState) -> Due:
            return super().due(state)._replace(dealer=True) if at(state, LightStep) else super().due(state)

    caught(Broken, "exactness", "both the dealer and a seat are due")


def test_a_deal_that_the_dealers_view_does_not_determine_is_caught() -> None:
    class Broken(Candles):
        calls = 0

        def deal(self, state: CandlesState, entropy: bytes) -> Outcome:
            self.calls += 1
            return super().deal(state, entropy if self.calls % 2 else entropy[::-1])

    caught(Broken, "exactness", "deals otherwise than the state")


def test_a_refused_move_that_happens_all_the_same_is_caught() -> None:
    class Broken(Candles):
        def apply(self, state: CandlesState, event: Event) -> CandlesState:
            return state if self.refusal(state, event) else super().apply(state, event)

    caught(Broken, "exactness", "is refused, and applied")


def test_a_move_refused_in_two_ways_is_caught() -> None:
    class Broken(Candles):
        def apply(self, state: CandlesState, event: Event) -> CandlesState:
            if self.refusal(state, event):
                raise Refused(Refusal("no", "PK-1"))
            return super().apply(state, event)

    caught(Broken, "exactness", "is refused in two ways")


def test_a_move_refused_otherwise_on_its_seats_view_is_caught() -> None:
    class Broken(Candles):
        def refusal(self, state: CandlesState, event: Event) -> Refusal | None:
            refusal = super().refusal(state, event)
            return refusal and refusal._replace(code="blind") if state.pile.cards is HIDDEN else refusal

    caught(Broken, "exactness", "is refused otherwise on its seat's view")


def test_an_outcome_accepted_while_a_seat_is_due_is_caught() -> None:
    class Broken(Candles):
        def refusal(self, state: CandlesState, event: Event) -> Refusal | None:
            return None if isinstance(event, ShowCandles) else super().refusal(state, event)

    caught(Broken, "exactness", "dealer show .* is accepted and not listed as legal")


# Privacy


def test_a_view_that_leaks_is_caught() -> None:
    class Broken(Candles):
        def view(self, state: CandlesState, viewer: Viewer) -> CandlesState:
            seen = super().view(state, viewer)
            return seen._replace(hands=state.hands) if viewer == Seat(1) else seen

    caught(Broken, "privacy", "1 cannot follow dealer draw")


def test_a_view_that_forgets_is_caught() -> None:
    class Broken(Candles):
        def view(self, state: CandlesState, viewer: Viewer) -> CandlesState:
            seen = super().view(state, viewer)
            return seen._replace(hands=tuple(hand.view(PUBLIC) for hand in seen.hands)) if viewer != DEALER else seen

    caught(Broken, "privacy", "0 cannot follow dealer draw")


def test_an_event_with_too_little_public_information_is_caught() -> None:
    class Broken(Candles):
        def view(self, state: CandlesState, viewer: Viewer) -> CandlesState:
            seen = super().view(state, viewer)
            return seen._replace(shown=()) if viewer is PUBLIC else seen

        def census(self, state: CandlesState) -> Mapping[str, int]:
            return {}

    caught(Broken, "privacy", "PUBLIC cannot follow dealer show")


def test_a_view_of_a_view_that_shows_something_else_is_caught() -> None:
    class Broken(Candles):
        def view(self, state: CandlesState, viewer: Viewer) -> CandlesState:
            seen = super().view(state, viewer)
            if isinstance(viewer, SpecialViewer):
                return seen
            return seen._replace(pile=seen.pile._replace(seen=only(viewer)))

    caught(Broken, "privacy", "view shows or hides what it should not")


def test_a_dealer_who_does_not_see_everything_is_caught() -> None:
    class Broken(Candles):
        def view(self, state: CandlesState, viewer: Viewer) -> CandlesState:
            return super().view(state, PUBLIC if viewer is DEALER and at(state, ChooseStep) else viewer)

    caught(Broken, "privacy", "DEALER cannot follow")


def test_a_determinization_that_does_not_look_like_the_view_is_caught() -> None:
    class Broken(Candles):
        def sample_state(self, view: CandlesState, entropy: bytes) -> CandlesState:
            world = super().sample_state(view, entropy)
            return world._replace(draws=world.draws + 1)

    caught(Broken, "privacy", "does not look like it")


def test_a_determinization_that_still_hides_something_is_caught() -> None:
    class Broken(Candles):
        def sample_state(self, view: CandlesState, entropy: bytes) -> CandlesState:
            return view

    caught(Broken, "privacy", "is not whole")


def test_a_determinization_in_which_others_are_due_is_caught() -> None:
    class Broken(Candles):
        def due(self, state: CandlesState) -> Due:
            due = super().due(state)
            low = [slot.card for slot in state.chosen if isinstance(slot.card, int) and slot.card < 3]
            return Due(dealer=True) if low and at(state, ChooseStep) and len(due.seats) == 2 else due

    caught(Broken, "privacy", "is not whole")


def test_viewers_who_judge_differently_what_an_event_reveals_are_caught() -> None:
    class Broken(Candles):
        def reveals(self, state: CandlesState, event: Event) -> bool:
            return super().reveals(state, event) or state.pile.cards is HIDDEN

    caught(Broken, "privacy", "0 judges otherwise what . choose .* reveals")


# Replay


def test_a_repeated_draw_is_caught() -> None:
    class Broken(Candles):
        def draw(self, state: CandlesState) -> Draw:
            return Draw("pile", state.round) if at(state, DrawStep) else super().draw(state)

    caught(Broken, "replay", "is drawn twice")


def test_an_apply_that_changes_the_state_it_is_given_is_caught() -> None:
    class Broken(Candles):
        applied = 0

        def apply(self, state: CandlesState, event: Event) -> CandlesState:
            self.applied += 1
            return super().apply(state, event)

        def encode_state(self, state: CandlesState) -> Plain:
            return [super().encode_state(state), self.applied]

        def decode_state(self, plain: Plain) -> CandlesState:
            assert isinstance(plain, list)
            return super().decode_state(plain[0])

    caught(Broken, "replay", "changed the state it was applied to")


def test_a_match_that_ends_otherwise_when_it_is_replayed_is_caught() -> None:
    class Broken(Candles):
        begun = 0

        def initial(self) -> CandlesState:
            self.begun += 1
            return super().initial()._replace(draws=self.begun)

    caught(Broken, "replay", "the same events give another state")


# Commuting, conservation, termination


def test_simultaneous_moves_that_do_not_commute_are_caught() -> None:
    class Broken(Candles):
        def apply(self, state: CandlesState, event: Event) -> CandlesState:
            after = super().apply(state, event)
            return after._replace(draws=10 * after.draws + event.seat) if isinstance(event, ChooseCandle) else after

    caught(Broken, "commuting", "depend on their order")


def test_a_lost_card_is_caught() -> None:
    class Broken(Candles):
        def apply(self, state: CandlesState, event: Event) -> CandlesState:
            after = super().apply(state, event)
            return after._replace(shown=after.shown[1:]) if isinstance(event, ShowCandles) else after

    caught(Broken, "conservation", "became .* by dealer show")


def test_a_viewer_who_counts_other_pieces_is_caught() -> None:
    class Broken(Candles):
        def census(self, state: CandlesState) -> Mapping[str, int]:
            return {"candles": 0 if state.pile.cards is HIDDEN else 15}

    caught(Broken, "conservation", "0 counts other pieces")


def test_a_match_longer_than_its_bound_is_caught() -> None:
    class Broken(Candles):
        def __init__(self, options: Options, components: CandlesBox) -> None:
            super().__init__(options, components)
            self.bound = 30

    caught(Broken, "termination", "more than 30 events")


def sheet_with(change: str) -> type[Candles]:
    """A game whose sheet is wrong in one way."""

    class Broken(Candles):
        def sheet(self, state: CandlesState) -> Sheet:
            right = super().sheet(state)
            extra = ScoreLine("gift", "PK-5", Seat(0), 1, 2)
            return {
                "rows": right._replace(lines=(*right.lines, extra)),
                "team": Sheet(right.lines, right.seats, 1, (), "fine"),
                "no winners": right._replace(winners=()),
                "a band": right._replace(band="fine"),
                "no such band": Sheet((), (0,) * len(self.seats), 0, (), "fine"),
                "losers": right._replace(winners=self.seats),
                "clause": right._replace(lines=(extra._replace(clause="PK-9", points=0), *right.lines)),
            }[change]

    return Broken


@pytest.mark.parametrize(
    ("change", "law", "saying"),
    [
        ("rows", "termination", "seat 0's rows do not add up"),
        ("team", "termination", "the table's rows do not add up"),
        ("no winners", "termination", "there must be winners"),
        ("a band", "termination", "there must be winners"),
        ("no such band", "termination", "the band is none of the game's"),
        ("losers", "termination", "does not come first"),
        ("clause", "clauses", "the row gift names PK-9"),
    ],
)
def test_a_wrong_score_sheet_is_caught(change: str, law: str, saying: str) -> None:
    caught(sheet_with(change), law, saying)


# Round trip, clauses


def test_a_state_that_does_not_survive_encoding_is_caught() -> None:
    class Broken(Candles):
        def encode_state(self, state: CandlesState) -> Plain:
            return super().encode_state(state._replace(shown=()))

    caught(Broken, "round trip", "view does not survive encoding")


def test_a_state_with_two_encodings_is_caught() -> None:
    class Broken(Candles):
        calls = 0

        def encode_state(self, state: CandlesState) -> Plain:
            self.calls += 1
            return [super().encode_state(state), self.calls]

        def decode_state(self, plain: Plain) -> CandlesState:
            assert isinstance(plain, list)
            return super().decode_state(plain[0])

    caught(Broken, "round trip", "view does not survive encoding")


def test_an_event_that_does_not_survive_encoding_is_caught() -> None:
    class Broken(Candles):
        def decode_event(self, plain: Plain) -> Event:
            event = super().decode_event(plain)
            return LightWindow(event.seat, 0) if isinstance(event, LightWindow) else event

    caught(Broken, "round trip", "does not survive encoding")


def test_an_event_that_does_not_survive_notation_is_caught() -> None:
    class Broken(Candles):
        def format(self, event: Event) -> str:
            return f"{event.seat + 1} light 1" if isinstance(event, LightWindow) else super().format(event)

    caught(Broken, "round trip", "does not survive notation")


def test_a_redacted_event_that_does_not_survive_notation_is_caught() -> None:
    class Broken(Candles):
        def format(self, event: Event) -> str:
            return super().format(event).replace("?", "7")

    caught(Broken, "round trip", "does not survive notation")


def test_a_refusal_by_a_clause_that_the_rulebook_lacks_is_caught() -> None:
    caught(Candles, "clauses", "names PK-4, which the rulebook lacks", CLAUSES - {"PK-4"})


# Policies


def ended(policy: laws.Policy) -> list[int]:
    """The points of all seats over some matches of the policy."""
    totals: list[int] = []

    class Watched(Candles):
        last = 0

        def sheet(self, state: CandlesState) -> Sheet:
            sheet = super().sheet(state)
            self.last = sum(sheet.seats)
            return sheet

    for seed in range(5):
        game = Watched(Options(3, "versus", 1), COMPONENTS.standard)
        check_match(game, CLAUSES, seed, policy)
        totals.append(game.last)
    return totals


def test_the_greedy_policy_does_well_and_the_ruinous_one_badly() -> None:
    assert set(ended(laws.greedy_policy)) == {2 * (sum(PRINTS) - 1)}
    assert set(ended(laws.losing_policy)) == {2 * (sum(PRINTS) - 5)}
    assert len(set(ended(laws.random_policy))) > 1


def test_the_eager_policy_takes_what_is_offered_most_seldom_and_now_and_then_anything() -> None:
    game, stream = Candles(Options(3, "versus", 1), COMPONENTS.standard), RandomStream(bytes(32))
    moves = [ChooseCandle(Seat(0), Secret(only(Seat(0)), 1)), LightWindow(Seat(0), 1), LightWindow(Seat(0), 2)]
    offered = Counter(ChooseCandle=9)
    laws.count_offer(offered, moves)
    assert offered == Counter(ChooseCandle=10, LightWindow=1)
    taken = Counter(laws.rare_move_policy(game, game.initial(), moves, stream, offered) for _ in range(400))
    assert 0 < taken[moves[0]] < 40
    assert min(taken[moves[1]], taken[moves[2]]) > 150


def test_the_same_seed_checks_the_same_match() -> None:
    game = Candles(Options(3, "versus", 1), COMPONENTS.standard)
    assert check_match(game, CLAUSES, 3) == check_match(game, CLAUSES, 3)
    assert check_match(game, CLAUSES, 3) != check_match(game, CLAUSES, 4)
