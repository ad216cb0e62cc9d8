"""What ratings add to the immediate gain: cards that may wait, and tasks denied to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from rules.bots.brother import Brother
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.campus_galli.move_rating import KEPT
from rules.campus_galli.placement_values import COOP_WEIGHTS, VERSUS_WEIGHTS
from rules.campus_galli.state import LazyMonk, State
from rules.engine.events import Move
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Seat, Slot, Zone
from rules.simulate import play
from tests.support.play import Play
from tests.support.positions import opening, position, table


def ratings(play: Play) -> Mapping[str, int]:
    """Return the ratings of the first seat's legal moves."""
    moves = play.game.legal(play.state, Seat(0))
    return dict(zip(play.legal(1), play.game.rate(play.state, Seat(0), moves), strict=True))


def gains(play: Play) -> Mapping[str, int]:
    """Return their immediate gains."""
    moves = play.game.legal(play.state, Seat(0))
    return dict(zip(play.legal(1), play.game.gain(play.state, Seat(0), moves), strict=True))


def beside_a_wing(mode: str, *board: str) -> Play:
    """A hall is to be laid, and may be beside a wing."""
    return position(table(2, mode), laying="hut red hall", laid=["2 hut red wing d5 e5 f5 d6"], board=board)


def in_year(play: Play, year: int) -> Play:
    """The same moment, had the first seat's year been another."""
    first, *others = play.state.seats
    return Play(play.game, play.state._replace(seats=(first._replace(year=year), *others)))


@pytest.mark.parametrize(("card", "kept"), [(f"{kind.value}-1", kept) for kind, kept in KEPT.items()])
def test_cards_that_allow_much_are_kept_in_the_first_year_alone(card: str, kept: int) -> None:
    play = opening(hands={1: f"build-red-1 {card}", 2: "build-green-1 pray-tower"})
    first, second = ratings(in_year(play, 1)), ratings(in_year(play, 2))
    assert kept > 0
    assert second[f"1 choose {card}"] - first[f"1 choose {card}"] == kept
    assert second["1 choose build-red-1"] == first["1 choose build-red-1"]


@pytest.mark.parametrize(("mode", "more"), [("versus", 100), ("coop", 0)])
def test_a_task_taken_is_a_task_denied_only_in_versus(mode: str, more: int) -> None:
    """One seal is 200 for the seat that takes it; denying it to others adds half as much."""
    plain, asked = beside_a_wing(mode), beside_a_wing(mode, "hall-beside-wing")
    greedy = {lay: gains(asked)[lay] - worth for lay, worth in gains(plain).items()}
    judged = {lay: ratings(asked)[lay] - worth for lay, worth in ratings(plain).items()}
    assert set(greedy.values()) == {0, 200}
    assert judged == {lay: worth and worth + more for lay, worth in greedy.items()}


def begging(*board: str) -> Play:
    """The first seat has begged, and receives two tiles."""
    turns = ["1 build-red-1 beg", "2 angel-2"]
    return position(table(2, "coop", level=2), turns=turns, tiles={1: "R"}, board=board)


def scoring_again(*board: str) -> Play:
    """The first seat has made a green book, and two of three older ones bring a tile again."""
    return position(
        table(2, "coop", level=2),
        turns=["1 book-abrogans", "2 angel-2"],
        tiles={1: "G"},
        books={1: "book-legendary book-cantatorium"},
        board=board,
    )


def declaring(*board: str) -> Play:
    """The first seat plays its card or begs."""
    return position(
        table(2, "coop", level=2),
        turns=["1 build-red-1 ?", "2 angel-2"],
        tiles={1: "R"},
        laid=["2 hut red wing d5 e5 f5 d6"],
        board=board,
    )


@pytest.mark.rule("CG-II-3g5")
@pytest.mark.parametrize("look", [ratings, gains])
def test_tiles_that_fulfil_all_together_bring_its_points(look: Callable[[Play], Mapping[str, int]]) -> None:
    plain, asked = look(begging("hall-beside-wing")), look(begging("hall-beside-wing", "red-with-blue"))
    more = {move: asked[move] - worth for move, worth in plain.items()}
    assert {move for move, worth in more.items() if worth} == {"1 receive RB"}
    assert more["1 receive RB"] == 300


@pytest.mark.rule("CG-II-3g5")
def test_books_that_are_scored_again_bring_all_together_too() -> None:
    plain, asked = gains(scoring_again("hall-beside-wing")), gains(scoring_again("hall-beside-wing", "red-with-blue"))
    both = {move for move in plain if asked[move] != plain[move]}
    assert both
    assert both == {move for move in plain if " R" in move and " B" in move}
    assert all(asked[move] - plain[move] == 300 for move in both)


@pytest.mark.rule("CG-II-3g5", "CG-II-3x")
def test_begging_promises_the_tiles_that_a_task_asks_for() -> None:
    plain, asked = gains(declaring("hall-beside-wing")), gains(declaring("hall-beside-wing", "red-with-blue"))
    assert asked["1 beg"] - plain["1 beg"] == 300
    assert asked["1 play"] == plain["1 play"]


def test_an_evaluation_does_not_depend_on_earlier_ones() -> None:
    """Two tables that differ in what is left to play alone: the later it is, the more an open gap costs."""
    early, late = (aged(beside_a_wing("coop").state, left) for left in (12, 6))
    used, fresh = table(2, "coop"), table(2, "coop")
    assert used.evaluate(early, Seat(0)) != fresh.evaluate(late, Seat(0))
    assert used.evaluate(late, Seat(0)) == fresh.evaluate(late, Seat(0))


def aged(state: State, left: int) -> State:
    """Return the same state with this number of cards left to each seat, all in its pile."""
    none = Zone.of((), EVERYONE)
    before = Slot(None, EVERYONE)
    seats = [
        it._replace(pile=Zone(left, HIDDEN, NOBODY), hand=none, next_year=none, chosen=before) for it in state.seats
    ]
    return state._replace(seats=tuple(seats))


def worths(mode: str, book: int | None = None, lazy: int | None = None, red: int = 0) -> list[int]:
    """Return the evaluation difference for the first seat at level III: early, halfway and at the end."""
    game = table(2, mode, level=3)
    plain = position(game, laying="hut red hall", board=("hall-beside-wing",)).state
    first, *others = plain.seats
    changed = plain._replace(
        seats=(
            first._replace(books=() if book is None else (book,), tiles=(first.tiles[0] + red, *first.tiles[1:])),
            *others,
        ),
        lazy=() if lazy is None else (LazyMonk(lazy, Seat(0)),),
    )
    cards, draw = 1 + game.setting.deal, game.setting.level.draw
    ages = (cards, cards * 3 // 4, cards - cards * (2 * draw - 1) // draw**2)
    return [game.evaluate(aged(changed, left), Seat(0)) - game.evaluate(aged(plain, left), Seat(0)) for left in ages]


def test_in_versus_a_book_brings_more_the_longer_it_can_be_scored_again() -> None:
    book = next(number for number, card in enumerate(standard().cards) if card.points)
    points = 100 * standard().cards[book].points
    early, halfway, late = worths("versus", book=book)
    assert (points, early, late) == (200, 480, 331)
    assert early > halfway > late
    assert worths("coop", book=book) == [points] * 3


def test_in_versus_a_lazy_monk_costs_less_while_he_may_go_home() -> None:
    space = position(table(2, "versus", level=3), laying="hut red hall").state.covered.bit_length() + 1
    early, halfway, late = worths("versus", lazy=space)
    assert (early, late) == (-80, -144)
    assert early > halfway > late


def test_in_versus_a_tile_is_worth_what_it_pays_for() -> None:
    assert worths("versus", red=3) == [VERSUS_WEIGHTS.tile * 3] * 3
    assert worths("coop", red=3) == [COOP_WEIGHTS.tile * 3] * 3


def ending(tiles: str, *board: str) -> Play:
    """The first seat ends its turn with these tiles."""
    at = position(
        table(2, "coop", level=2),
        laying="hut red hall",
        tiles={1: tiles, 2: "RGBY"},
        board=board or ("hall-beside-wing",),
    )
    return at.do("1 lay d6 d7 d8 d9")


@pytest.mark.rule("CG-II-3g")
@pytest.mark.parametrize(
    ("tiles", "task", "swap", "brought"),
    [
        ("RGBY", "alms-1", "1 swap RGB Y", 2 * COOP_WEIGHTS.tile),
        ("RRRG", "long-hours-red", "1 swap RRR G", COOP_WEIGHTS.tile),
    ],
)
def test_a_swap_after_which_a_task_can_be_taken_brings_what_that_does(
    tiles: str, task: str, swap: str, brought: int
) -> None:
    plain, asked = gains(ending(tiles)), gains(ending(tiles, task))
    seals = 100 * next(it.points for it in standard().tasks if it.key == task)
    assert asked[swap] - plain[swap] == seals + brought
    after = ending(tiles, task).do(swap)
    assert gains(after)["1 claim 1"] == seals + brought
    # What can be taken already is no reason to swap.
    assert gains(after.do("1 claim 1")).get(swap, -1) < 0


@pytest.mark.rule("CG-II-4b")
def test_a_swap_after_which_a_task_can_be_paid_for_brings_what_that_does() -> None:
    plain, asked = gains(ending("BBRRR")), gains(ending("BBRRR", "church-bell"))
    assert asked["1 swap RRR B"] > plain["1 swap RRR B"]
    assert asked["1 swap RRR G"] == plain["1 swap RRR G"]


@pytest.mark.parametrize(("seats", "mode", "level"), [(1, "solo", 2), (2, "coop", 3), (3, "versus", 3), (2, "coop", 1)])
def test_caches_do_not_change_ratings(seats: int, mode: str, level: int) -> None:
    used = table(seats, mode, level=level)
    compared = 0
    for number, (seat, state) in enumerate(decisions_of_a_match(used)):
        moves = used.legal(state, seat)
        judged = (used.evaluate(state, seat), used.rate(state, seat, moves), used.gain(state, seat, moves))
        if number % 9 == 0:
            fresh = table(seats, mode, level=level)
            assert judged == (
                fresh.evaluate(state, seat),
                fresh.rate(state, seat, moves),
                fresh.gain(state, seat, moves),
            )
            compared += 1
    assert compared > 5


def decisions_of_a_match(game: CampusGalli) -> Iterator[tuple[Seat, State]]:
    """Who was asked, and what the seat saw, in a match of brothers."""
    match = play(game, [Brother()] * game.options.seats, 7)
    state = game.initial()
    for event in match.events:
        if isinstance(event, Move):
            yield event.seat, game.view(state, event.seat)
        state = game.apply(state, event)
