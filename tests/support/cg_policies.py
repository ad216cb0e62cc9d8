"""Goal-directed policies for Campus Galli, for golden matches and searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.campus_galli.box import CardKind
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.special_actions import Pass
from rules.campus_galli.state import State
from rules.campus_galli.tile_transfers import ReceiveTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine import laws
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame

LIKED = (
    *(CardKind.MASTER, CardKind.ANGEL, CardKind.DOUBLE, CardKind.BUILD, CardKind.SEER, CardKind.PRAY),
    *(CardKind.UNFINISHED, CardKind.GUEST, CardKind.BOOK),
)
"""Cards in the order in which a builder likes them."""
COVERED, IN_WOOD, WASTED, SMALL, TILE, SAVED = 3, 12, -2, -4, 1, 5
"""What a builder thinks of a covered space, a building in wood, grass under a section, a small gap, and each of so many
tiles of a colour."""


def building(
    game: AnyGame, state: Any, moves: Sequence[Move], stream: RandomStream, _offered: Mapping[str, int]
) -> Move:
    """Cover as much of as many buildings as possible, without leaving gaps."""
    own = cast("CampusGalli", game)
    choices = [move for move in moves if isinstance(move, ChooseCard)]
    if choices:
        return min(choices, key=lambda move: _liking(own, move))
    if any(isinstance(move, PlayCard | Declare) for move in moves):
        moves = [move for move in moves if not isinstance(move, Beg)]
    if any(isinstance(move, EndTurn) for move in moves):
        claims = [move for move in moves if isinstance(move, ClaimTask)]
        return claims[0] if claims else next(move for move in moves if isinstance(move, EndTurn))
    worth = [_worth(own, own.apply(state, move)) for move in moves]
    return stream.choice([move for move, reached in zip(moves, worth, strict=True) if reached == max(worth)])


def _liking(game: CampusGalli, move: ChooseCard) -> int:
    card = move.card.value
    return LIKED.index(game.setting.box.cards[card].kind) if isinstance(card, int) else len(LIKED)


def _worth(game: CampusGalli, state: State) -> int:
    layout = game.setting.layout
    gaps = layout.gaps(layout.wood(state.open) & ~state.covered)
    return (
        COVERED * (state.covered & layout.lettered).bit_count()
        + IN_WOOD * state.open.bit_count()
        + WASTED * (state.covered & ~layout.lettered).bit_count()
        + SMALL * sum(gap.bit_count() <= SMALL_GAP for gap in gaps)
        + TILE * sum(min(count, SAVED) for seat in state.seats for count in seat.tiles)
    )


def hoarding(
    game: AnyGame, state: Any, moves: Sequence[Move], stream: RandomStream, offered: Mapping[str, int]
) -> Move:
    """Keep tiles: pass and end turns if possible, else prefer rare moves."""
    ends = [move for move in moves if isinstance(move, Pass | EndTurn)]
    received = [move for move in moves if isinstance(move, ReceiveTiles)]
    if ends or received:
        return stream.choice(ends or received)
    return laws.rare_move_policy(game, state, moves, stream, offered)
