"""Whole matches of all levels as text: every event, its news, and what the public and each seat see then.

`python -m tests.support.cg_goldens` rewrites them; a diff then shows what a change of the rules or of the box has done.
Of every view a step shows the lines that have changed, of a seat's those that the public does not see, and a
fingerprint of the whole of each.
`python -m tests.support.cg_golden_search` looks for seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from rules.campus_galli.box import Box
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.campus_galli.state import State
from rules.campus_galli.tasks import is_complete
from rules.engine import laws
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Event
from rules.engine.laws import Policy
from rules.engine.secrecy import PUBLIC, Viewer, redact
from tests.support.campus_text import effect_text, sheet_lines, view_lines
from tests.support.cg_policies import building, hoarding
from tests.support.cg_reach import all_words, box_with_dangers_alone, words
from tests.support.paths import TESTS
from tests.support.positions import table, with_task_points

EventT = TypeVar("EventT", bound=Event)

FOLDER = TESTS / "goldens"


class Golden(NamedTuple):
    """A golden match."""

    name: str
    game: CampusGalli
    seed: int
    policy: Policy
    chases: Callable[[CampusGalli], frozenset[str]] | None = None
    """What seats and dealer aim for: where they can, they choose what adds most of what is still missing."""
    ends: tuple[str, ...] = ()
    """The kinds of ending that it shows (`WAYS`)."""
    brief: bool = False
    """Whether it shows only the public view at its beginning and its end."""
    tries: int = 6
    """When aiming for missing things, the number of the dealer's outcomes to choose the best from."""

    @property
    def path(self) -> Path:
        """Return its file."""
        return FOLDER / f"{self.name}.txt"


def _dues(_game: CampusGalli) -> frozenset[str]:
    return frozenset({"news tiles-returned"})


def _borne(game: CampusGalli) -> frozenset[str]:
    """Return everything possible except dangers revealed or ignored, which the dealer keeps until they strike."""
    every = all_words(game)
    dangers = {f"revealed {word.partition(' ')[2]}" for word in every if word.startswith("strikes ")}
    return frozenset(word for word in every - dangers if not word.startswith("ignored "))


def _cooperation(_game: CampusGalli) -> frozenset[str]:
    return frozenset({"news cooperation"})


def _storm(_game: CampusGalli) -> frozenset[str]:
    return frozenset({"news tiles-returned", "strikes storm"})


@cache
def goldens() -> tuple[Golden, ...]:
    """Return all golden matches."""
    dangers = box_with_dangers_alone()
    return (
        Golden("versus-2", table(2), 1, laws.greedy_policy),
        Golden("solo", table(1), 1, laws.greedy_policy),
        # What there is, met: the first match of a level goes after all of it, others after what that one misses.
        Golden("level-2-kinds", table(4, "coop", level=2, monks=3), 4, laws.rare_move_policy, all_words),
        Golden("level-2-dues", table(3, "coop", level=2), 1, hoarding, _dues, brief=True),
        Golden("level-3-kinds", table(4, "coop", level=3, monks=3), 153, laws.rare_move_policy, _borne, tries=12),
        Golden("level-3-dangers", table(3, "coop", level=3, box=dangers), 0, hoarding, all_words),
        Golden("level-3-storm", table(2, "versus", level=3, box=dangers), 1, hoarding, _storm, brief=True),
        Golden(
            "level-3-cooperation",
            table(4, "coop", level=3, monks=3),
            9,
            laws.rare_move_policy,
            _cooperation,
            brief=True,
        ),
        *(golden for end in ENDS for golden in end.goldens()),
    )


def _rich() -> Box:
    """Return tasks worth six seals each, so that a match played for buildings reaches the upper bands."""
    return with_task_points(12)


def _few_tasks() -> Box:
    """Return one task of each kind, so that the deck runs out."""
    box = standard()
    return box._replace(tasks=tuple({task.kind: task for task in box.tasks}.values()))


class GoldenEnd(NamedTuple):
    """Golden matches, one per level, for one kind of ending."""

    name: str
    seats: int
    mode: str
    box: Callable[[], Box]
    ways: tuple[str, ...]
    seeds: tuple[int | None, int | None, int | None]
    """Seeds by level; None where another match shows this ending, or the level has none."""

    def goldens(self) -> Iterator[Golden]:
        """Return one golden match per level."""
        for level, seed in enumerate(self.seeds, 1):
            if seed is not None:
                game = table(self.seats, self.mode, level=level, box=self.box())
                yield Golden(f"level-{level}-{self.name}", game, seed, building, ends=self.ways, brief=True)


ENDS = (
    GoldenEnd("alone", 2, "versus", standard, ("one wins",), (None, 0, 0)),
    GoldenEnd("shared", 3, "versus", standard, ("several win",), (7, 2, 0)),
    GoldenEnd("missed", 4, "coop", standard, ("missed",), (0, 0, 0)),
    GoldenEnd("reached", 1, "solo", _rich, ("reached",), (3, 6, 0)),
    GoldenEnd("acclaimed", 2, "coop", _rich, ("acclaimed", "the last band"), (0, 1, 22)),
    GoldenEnd("emptied", 3, "coop", _few_tasks, ("no task left",), (0, 0, 0)),
    GoldenEnd("complete", 4, "coop", standard, ("monastery complete",), (None, None, 25)),
    GoldenEnd("complete-apart", 4, "versus", standard, ("monastery complete",), (None, None, 31)),
)
"""One match at least of every way to end that a level has; what counts only together is kept apart as well."""


class GoldenStep(NamedTuple):
    """An event of a match, whose it was, and the state after it."""

    before: State
    event: Event
    who: str
    after: State


@lru_cache(maxsize=64)
def played(golden: Golden) -> tuple[GoldenStep, ...]:
    """Play the match, event by event."""
    return tuple(_played(golden))


def _best(game: CampusGalli, state: State, events: Sequence[EventT], missing: set[str]) -> Sequence[EventT]:
    """Return the events that add most of what is missing."""
    if not missing or len(events) < 2:
        return events
    gains = [len(missing.intersection(words(game, event, game.apply(state, event)))) for event in events]
    return [event for event, gain in zip(events, gains, strict=True) if gain == max(gains)]


def _played(golden: Golden) -> Iterator[GoldenStep]:
    game, stream = golden.game, RandomStream(derive_entropy("golden", golden.name, golden.seed))
    state, offered = game.initial(), Counter[str]()
    missing = set(golden.chases(game)) if golden.chases else set[str]()
    while not (due := game.due(state)).over:
        if due.dealer:
            source, index, _ = game.draw(state)
            parts = ("golden", golden.name, golden.seed, source, index)
            tries = (
                [game.deal(state, derive_entropy(*parts, number)) for number in range(1, golden.tries)]
                if missing
                else []
            )
            event = _best(game, state, [game.deal(state, derive_entropy(*parts)), *tries], missing)[0]
            who = f"dealer draws from {source}, {index}"
        else:
            moves = game.legal(state, due.seats[0])
            laws.count_offer(offered, moves)
            event = golden.policy(game, state, _best(game, state, moves, missing), stream, offered)
            who = f"{len(moves)} moves for seat {due.seats[0] + 1}"
        after = game.apply(state, event)
        missing.difference_update(words(game, event, after))
        yield GoldenStep(state, event, who, after)
        state = after


Way: TypeAlias = Callable[[CampusGalli, State], bool]
WAYS: dict[str, Way] = {
    "one wins": lambda game, end: len(game.sheet(end).winners) == 1,
    "several win": lambda game, end: len(game.sheet(end).winners) > 1,
    "missed": lambda game, end: _band(game, end) == 0,
    "reached": lambda game, end: 0 < _band(game, end) <= SUCCESS,
    "acclaimed": lambda game, end: _band(game, end) > SUCCESS,
    "the last band": lambda game, end: _band(game, end) == len(game.setting.level.bands) - 1,
    "no task left": lambda _, end: not end.deck.count and None in end.board,
    "monastery complete": lambda game, end: all(
        is_complete(game.setting, end, building) for building in range(len(game.setting.box.plan.buildings))
    ),
}
"""How a match can end once the last pile is used up, which is the only end there is: by its winners, its band, its
task deck and its plan (CG-I-1h, CG-I-5 to CG-I-6j, CG-II-5 to CG-II-6g, CG-III-5 to CG-III-6e)."""
SUCCESS = 3
"""The bands up to this one are a success, those after it more."""


def _band(game: CampusGalli, end: State) -> int:
    """Return the index of the team's band, from 0; -1 in versus."""
    keys = [band.key for band in game.setting.level.bands]
    return keys.index(game.sheet(end).band) if game.setting.together else -1


def keeps(golden: Golden) -> bool:
    """Return whether the match still shows all its kinds of ending."""
    return all(WAYS[way](golden.game, end_of(golden)) for way in golden.ends)


def end_of(golden: Golden) -> State:
    """Return its final state."""
    return played(golden)[-1].after


def fingerprint(game: CampusGalli, state: State, viewer: Viewer) -> str:
    """Return a few letters that stand for a view."""
    return blake2b(repr(game.encode_state(game.view(state, viewer))).encode(), digest_size=6).hexdigest()


def told(golden: Golden) -> str:
    """Return the text of the whole match."""
    return "\n".join(_lines(golden)) + "\n"


def _lines(golden: Golden) -> Iterator[str]:
    game, options, state = golden.game, golden.game.options, golden.game.initial()
    yield f"Campus Galli, level {options.level}, {options.mode}, {options.seats} seats, seed {golden.seed}"
    yield from _seen(game, state, None)
    for number, (before, event, who, after) in enumerate(played(golden), 1):
        if golden.brief:
            yield f"{number:>3}. {game.format(event)}"
            yield from (f"     * {effect_text(game.setting, effect)}" for effect in after.told)
            if game.due(after).over:
                yield from _seen(game, after, None)
            elif before.round != after.round:
                yield from _seen(game, after, after)
            state = after
            continue
        yield ""
        yield f"{number:>3}. {game.format(redact(event, PUBLIC))}    [{who}]"
        if game.format(redact(event, PUBLIC)) != game.format(event):
            yield f"     in full: {game.format(event)}"
        yield from (f"     * {effect_text(game.setting, effect)}" for effect in after.told)
        yield from _seen(game, after, before)
        state = after
    yield ""
    yield "The score"
    yield from sheet_lines(game, state)


def _seen(game: CampusGalli, state: State, before: State | None) -> Iterator[str]:
    """Return what has changed in every view since that state; everything if there is none."""
    public, own = _views(game, state)
    nothing: tuple[list[str], list[list[str]]] = ([], [[] for _ in own])
    old_public, old_own = nothing if before is None else _views(game, before)
    yield from (line for line in public if line not in old_public)
    for number, (lines, old) in enumerate(zip(own, old_own, strict=True), 1):
        yield from (f"  {number} sees {line.strip()}" for line in lines if line not in old)
    viewers: list[Viewer] = [PUBLIC, *game.setting.seats]
    yield "  views: " + " ".join(fingerprint(game, state, viewer) for viewer in viewers)


def _views(game: CampusGalli, state: State) -> tuple[list[str], list[list[str]]]:
    """Return the public view, and what each seat's view adds to it."""
    public = view_lines(game, game.view(state, PUBLIC))
    own = [view_lines(game, game.view(state, seat)) for seat in game.setting.seats]
    return public, [[line for line in lines if line not in public] for lines in own]


def main() -> None:
    """Rewrite all golden matches."""
    FOLDER.mkdir(exist_ok=True)
    for golden in goldens():
        golden.path.write_text(told(golden), encoding="utf-8", newline="\n")
        print(f"wrote {golden.path.relative_to(FOLDER.parent.parent)}")


if __name__ == "__main__":
    main()
