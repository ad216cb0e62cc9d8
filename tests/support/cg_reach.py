"""What a match of Campus Galli contains, as words: events, effects, cards, tasks and dangers; and everything possible.

A word is e.g. `event Lift`, `news fallen`, `plays book`, `borrows pray`, `revealed fire`, `fulfilled halt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.campus_galli.box import Box, CardKind, TaskKind
from rules.campus_galli.dangers import RollDice
from rules.campus_galli.dealing import DrawTile
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import FlipBuilding
from rules.campus_galli.leftovers import Borrow, DealLeftovers, TurnUpCard
from rules.campus_galli.loader import standard
from rules.campus_galli.losses import Decline, LoseBook, LoseGuest, Settle
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Lift, Pass, PayTask
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn
from rules.campus_galli.turn_order import Beg, PlayCard
from rules.engine import laws
from rules.engine.entropy import RandomStream
from rules.engine.events import Event
from rules.engine.laws import Policy

TURNS = (
    *(DrawTile, PlayCard, Beg, PayTiles, SwapTiles, ReceiveTiles, ScoreAgain, ClaimTask),
    *(EndTurn, PayTask, Expand, BuyFromHut, BuyFromPouch, Pass),
)
"""Events from level II on."""
DANGERS = (
    *(DealLeftovers, TurnUpCard, Borrow, RollDice, Decline, LoseBook, LoseGuest, Settle),
    Lift,
)
"""Events of level III."""
ORDER = tuple(EffectKind)
TURNS_NEWS = ORDER[ORDER.index(EffectKind.TILES_RECEIVED) : ORDER.index(EffectKind.PASSED) + 1]
"""Effects from level II on."""
DANGERS_NEWS = ORDER[ORDER.index(EffectKind.LEFTOVERS_DEALT) :]
"""Effects of level III."""
AT_ONCE = {TaskKind.DUES, TaskKind.FEAST, TaskKind.STUDY}
WARDED = {TaskKind.FIRE, TaskKind.EPIDEMIC, TaskKind.COLLAPSE}
STRIKING = {*WARDED, TaskKind.STORM, TaskKind.ARRIVALS}
UNFULFILLED = {*AT_ONCE, TaskKind.STORM, TaskKind.ARRIVALS}
"""Tasks that no seat can take."""
OF_CARDS: dict[str, str] = {
    EffectKind.CARD_REVEALED: "shown",
    EffectKind.PLAYS: "plays",
    EffectKind.BORROWED: "borrows",
}
OF_TASKS: dict[str, str] = {
    EffectKind.TASK_REVEALED: "revealed",
    EffectKind.TASK_FULFILLED: "fulfilled",
    EffectKind.EVENT: "strikes",
    EffectKind.EVENT_IGNORED: "ignored",
    EffectKind.WARDED_OFF: "warded",
}


def box_with_few_monks() -> Box:
    """Return the standard box with two monks per seat, and three in solo."""
    box = standard()
    return box._replace(counts=box.counts._replace(monks=2, monks_solo=3))


def box_with_dangers_alone() -> Box:
    """Return the standard box without tasks fulfilled by sections, books, guests or tiles, level III excepted."""
    box = standard()
    kept = {*AT_ONCE, TaskKind.ALMS, TaskKind.PROGRESS}
    return box._replace(tasks=tuple(task for task in box.tasks if task.level == 3 or task.kind in kept))


def words(game: CampusGalli, event: Event, after: State) -> Iterator[str]:
    """Return the words of one event."""
    box = game.setting.box
    yield f"event {type(event).__name__}"
    for effect in after.told:
        yield f"news {effect.key}"
        if word := OF_CARDS.get(effect.key):
            yield f"{word} {box.cards[effect.facts[0]].kind.value}"
        if word := OF_TASKS.get(effect.key):
            yield f"{word} {box.tasks[effect.facts[0]].kind.value}"


def all_words(game: CampusGalli) -> frozenset[str]:
    """Return all words possible in matches of the game, for any mode and number of seats."""
    level, setting = game.options.level, game.setting
    events = {*game.event_classes}
    news = {*EffectKind}
    if level == 1:
        events -= {*TURNS}
        news -= {*TURNS_NEWS}
    else:
        events -= {FlipBuilding}
        news -= {EffectKind.BUILDER_PLACED}
    if level < 3:
        events -= {*DANGERS}
        news -= {*DANGERS_NEWS}
    cards = {setting.box.cards[card].kind for card in setting.cards}
    tasks = {setting.box.tasks[task].kind for task in setting.tasks}
    found = {f"event {kind.__name__}" for kind in events} | {f"news {kind.value}" for kind in news}
    found |= {f"shown {kind.value}" for kind in cards} | {f"revealed {kind.value}" for kind in tasks}
    found |= {f"fulfilled {kind.value}" for kind in tasks - UNFULFILLED}
    if level > 1:
        # A seat with an angel is not asked whether it plays.
        found |= {f"plays {kind.value}" for kind in cards - {CardKind.ANGEL, CardKind.DOUBLE}}
    if level > 2:
        found |= {f"borrows {kind.value}" for kind in cards - {CardKind.ANGEL, CardKind.UNFINISHED}}
        found |= {f"strikes {kind.value}" for kind in STRIKING} | {f"warded {kind.value}" for kind in WARDED}
        found |= {f"ignored {kind.value}" for kind in {*STRIKING, TaskKind.HALT}}
    return frozenset(found)


def met(game: CampusGalli, policy: Policy, stream: RandomStream) -> Counter[str]:
    """Return all words of one match."""
    state, offered, found = game.initial(), Counter[str](), Counter[str]()
    while not (due := game.due(state)).over:
        if due.dealer:
            event: Event = game.deal(state, stream.bytes32())
        else:
            moves = game.legal(state, due.seats[0])
            laws.count_offer(offered, moves)
            event = policy(game, state, moves, stream, offered)
        state = game.apply(state, event)
        found.update(words(game, event, state))
    return found
