"""Simulated matches as match files, which `verify`, `export` and the app open like any other.

A file is signed by a key made for it alone, so nobody can continue it; the match is over anyway.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final

from galli_tui.lab.runs import MatchSpec, SimulationRun, TableSetup
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.plain_data import Plain
from rules.registry import game_meta
from rules.simulate import PlayedMatch
from saves.errors import SaveError, quoted
from saves.format.header import Player, seeded
from saves.format.identity import Identity
from saves.storage.disk import Disk
from saves.storage.match import Match

SUFFIX: Final = ".galli"


class _NoSyncDisk(Disk):
    """A disk without syncing: the same seed makes a lost file again."""

    def sync(self, handle: int) -> None:
        pass


def file_name(game: str, table: TableSetup, task: MatchSpec) -> str:
    """Return a file's name, e.g. "campus-galli-3-versus-2-novice-brother-seed-7-swapped.galli"."""
    options = table.options
    bots = table.bots if len(set(table.bots)) > 1 else table.bots[:1]
    words = [game, str(options.level), options.mode, str(options.seats), *bots, "seed", str(task.seed)]
    return "-".join([*words, *(["swapped"] if task.swapped else [])]) + SUFFIX


def require_folder(word: str, run: SimulationRun) -> Path:
    """Return the folder that `--export` names, created if needed. Raises `CommandError` before any match is played."""
    if not word:
        raise CommandError("--export needs a folder; use . for the current one", Exit.USAGE)
    folder = Path(word)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = (file_name(run.game, run.tables[task.table], task) for task in run.tasks())
        taken = next((name for name in names if (folder / name).exists()), None)
        rmtree(mkdtemp(prefix=".galli-tui-", dir=folder))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "invalid name"
        raise CommandError(f"Cannot write to {quoted(folder)}: {reason}.", Exit.SAVE) from None
    if taken is not None:
        raise CommandError(f"{quoted(folder / taken)} already exists; name another folder.", Exit.SAVE)
    return folder


def write_match(
    path: Path, game: str, options: Options, bots: tuple[str, ...], components: Plain | None, played: PlayedMatch
) -> None:
    """Write one match completely or not at all. Raises `SaveError`."""
    colours = game_meta(game).colours
    players = [Player(f"{bot.capitalize()} {seat}", colours[seat - 1], bot) for seat, bot in enumerate(bots, 1)]
    draft = None
    try:
        draft = Path(mkdtemp(prefix=".galli-tui-", dir=path.parent))
        with Match.create(
            draft,
            game,
            options,
            players,
            seeded(played.seed),
            identity=Identity(os.urandom(32)),
            now=int(time.time()),
            components=components,
            disk=_NoSyncDisk(),
        ) as match:
            for event in played.events:
                if isinstance(event, Move):
                    match.submit(event)
        (file,) = draft.iterdir()
        file.replace(path)
    except OSError as error:
        raise SaveError(f"The match cannot be written to {quoted(path)}: {error.strerror}.") from None
    finally:
        if draft is not None:
            rmtree(draft, ignore_errors=True)
