"""A program that plays solo at random and says which moves are safe: `python -m tests.support.solo_program`.

It goes on with the match that its home holds, or begins one. Each line of standard output is "made NUMBER EVENT" once a
move is saved, "refused SENTENCE" for what could not be, or "over". The option `--careless` leaves out every fsync.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser

from galli_tui.matches.local import LocalMatchStore
from galli_tui.tables.match_store import Condition, Setup
from galli_tui.tables.table import Table
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.errors import DiskFull, SaveError
from saves.format.header_fields import Player

REFUSALS = 3
"""A program that is told so often in a row to try again gives up."""
SEAT = Seat(0)


def report(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def table_of(match_store: LocalMatchStore) -> Table:
    """Return the match saved last, unless it is over, or a new one. Raises `SaveError`."""
    for saved in match_store.saved():
        if saved.condition is not Condition.OVER:
            return match_store.resume(saved.id)
    return match_store.begin(Setup("campus-galli", Options(1, "solo", 1), (Player("Anna", "red"),)))


def step(table: Table, seed: int) -> None:
    """Begin the next round, or make a random move. Raises `SaveError`."""
    if table.paused:
        table.resume_play()
        return
    (last,) = table.timeline(SEAT, 1)
    stream = RandomStream(derive_entropy("shelf child", seed, last.entry))
    table.submit(bot_named("novice").decide(table.game, table.view(SEAT), SEAT, stream, EventBudget(0)))


def play(table: Table, seed: int, moves: int, pause: float) -> int:
    """Play to the end or a number of moves; return 1 if play could not continue."""
    refusals = made = 0
    while not table.due.over and made < moves:
        try:
            step(table, seed)
        except SaveError as error:
            report(f"refused {error}")
            refusals += 1
            if refusals == REFUSALS or not isinstance(error, DiskFull):
                return 1
            continue
        refusals = 0
        made += 1
        (last,) = table.timeline(SEAT, 1)
        report(f"made {last.entry} {table.game.format(last.event)}")
        time.sleep(pause)
    report("over")
    return 0


def main() -> int:
    """Read the command line and play."""
    parser = ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--moves", type=int, default=1_000)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds after a move")
    parser.add_argument("--careless", action="store_true")
    wanted = parser.parse_args()
    if wanted.careless:
        os.fsync = lambda fd: None  # noqa: ARG005 - the name is that of the call
    try:
        table = table_of(LocalMatchStore())
    except SaveError as error:
        report(f"refused {error}")
        return 1
    try:
        return play(table, wanted.seed, wanted.moves, wanted.pause)
    finally:
        table.close()


if __name__ == "__main__":
    sys.exit(main())
