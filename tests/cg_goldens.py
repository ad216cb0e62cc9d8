"""Whole matches of level I as text: every event, its news, and what the public sees then.

`python -m tests.cg_goldens` writes them anew; a diff then shows what a change of the rules or of the box has done.
Of the public view a step shows the lines that have changed, and a fingerprint of the whole of it and of every seat's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.state import State
from rules.engine import laws
from rules.engine.entropy import Stream, derived
from rules.engine.game import Event
from rules.engine.laws import Policy
from rules.engine.secrecy import PUBLIC, Viewer, redact
from tests.campus_text import news_text, sheet_lines, view_lines
from tests.positions import table

FOLDER = Path(__file__).parent / "goldens"


class Golden(NamedTuple):
    """One match to be kept."""

    name: str
    game: CampusGalli
    seed: int
    policy: Policy

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.txt"


def goldens() -> tuple[Golden, ...]:
    """The matches that are kept."""
    return (
        Golden("versus-2", table(2), 1, laws.greedily),
        Golden("solo", table(1), 1, laws.greedily),
    )


def fingerprint(game: CampusGalli, state: State, viewer: Viewer) -> str:
    """A few letters that stand for all that a viewer sees."""
    return blake2b(repr(game.encode_state(game.view(state, viewer))).encode(), digest_size=6).hexdigest()


def told(golden: Golden) -> str:
    """The match from beginning to end."""
    return "\n".join(_lines(golden)) + "\n"


def _lines(golden: Golden) -> Iterator[str]:
    game, stream = golden.game, Stream(derived("golden", golden.name, golden.seed))
    options = game.options
    yield f"Campus Galli, level {options.level}, {options.mode}, {options.seats} seats, seed {golden.seed}"
    state, before, number = game.initial(), list[str](), 0
    offered: Counter[str] = Counter()
    yield from _seen(game, state, before)
    while not (due := game.due(state)).over:
        if due.dealer:
            source, index, _ = game.draw(state)
            event: Event = game.deal(state, derived("golden", golden.name, golden.seed, source, index))
            who = f"dealer draws from {source}, {index}"
        else:
            moves = game.legal(state, due.seats[0])
            laws.offer(offered, moves)
            event = golden.policy(game, state, moves, stream, offered)
            who = f"{len(moves)} moves for seat {due.seats[0] + 1}"
        number += 1
        yield ""
        yield f"{number:>3}. {game.format(redact(event, PUBLIC))}    [{who}]"
        if game.format(redact(event, PUBLIC)) != game.format(event):
            yield f"     in full: {game.format(event)}"
        before = view_lines(game, game.view(state, PUBLIC))
        state = game.apply(state, event)
        yield from (f"     * {news_text(game.setting, news)}" for news in state.news)
        yield from _seen(game, state, before)
    yield ""
    yield "The score"
    yield from sheet_lines(game, state)


def _seen(game: CampusGalli, state: State, before: list[str]) -> Iterator[str]:
    seen = view_lines(game, game.view(state, PUBLIC))
    yield from (line for line in seen if line not in before)
    viewers: list[Viewer] = [PUBLIC, *game.setting.seats]
    yield "  views: " + " ".join(fingerprint(game, state, viewer) for viewer in viewers)


def main() -> None:
    """Writes all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for golden in goldens():
        golden.path.write_text(told(golden), encoding="utf-8", newline="\n")
        print(f"wrote {golden.path.relative_to(FOLDER.parent.parent)}")


if __name__ == "__main__":
    main()
