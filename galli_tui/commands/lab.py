"""`simulate` and `perft`: matches and move counts without a table, to be measured and compared."""

from __future__ import annotations

import json
import signal
import sys
from argparse import Namespace
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from galli_tui.commands.choosing import box_of, components_of, game_of, options_of
from galli_tui.commands.trouble import CommandTrouble
from galli_tui.exits import Exit
from galli_tui.lab.progress import Progress
from galli_tui.lab.report import as_json, as_text
from galli_tui.lab.results import Results
from galli_tui.lab.runs import MOST_MATCHES, Ending, Run, Table, Task
from galli_tui.lab.workers import Job, in_processes, jobs_of, play_job, processors
from galli_tui.terminal import safe
from rules.bots import bot_named, bot_names
from rules.engine.game import GameBox, OptionError
from rules.engine.perft import perft
from rules.engine.plain import Plain
from saves import canonical
from saves.errors import shown

MOST_DEPTH: Final = 12
MOST_JOBS: Final = 60
"""Windows can wait for no more processes."""
STDOUT: Final = "-"


def simulate(args: Namespace) -> int:
    """Plays so many matches by bots and prints what came of them."""
    box = box_of(args.game)
    run = _run(args, box)
    jobs = _jobs(args)
    report = None if args.json in (None, STDOUT) else _writable(Path(args.json))
    with ExitStack() as stack:
        results = None
        if args.results is not None:
            results = stack.enter_context(closing(Results.open(Path(args.results), run)))
            if results.notice:
                print(f"galli-tui: {results.notice}.", file=sys.stderr)
        kept: dict[Task, Ending] = {} if results is None else results.kept
        tasks = list(run.tasks())
        left = [task for task in tasks if task not in kept]
        progress = Progress(len(tasks), len(tasks) - len(left), sys.stderr)
        try:
            with _stoppable(), closing(_players(jobs_of(run, iter(left)), args, min(jobs, len(left)))) as endings:
                for ending in endings:
                    if results is None:
                        kept[ending.task] = ending
                    else:
                        results.add(ending)
                    progress.one()
        except KeyboardInterrupt:
            progress.end()
            done = sum(task in kept for task in tasks)
            print(f"galli-tui: {_stopped(done, len(tasks), args.results)}", file=sys.stderr)
            return Exit.INTERRUPTED
        except BaseException:
            progress.end()
            raise
        progress.end()
    _tell(args, box, run, [kept[task] for task in tasks], report)
    return Exit.OK


def count(args: Namespace) -> int:
    """Prints the number of move sequences of each length up to the depth, dealt by the seed."""
    if not 0 <= args.depth <= MOST_DEPTH:
        raise CommandTrouble(f"--depth takes 0 to {MOST_DEPTH}, not {args.depth}", Exit.USAGE)
    game = game_of(args)
    for depth in range(args.depth + 1):
        print(f"{depth:>3} {perft(game, game.initial(), depth, args.seed):>14}", flush=True)
    return Exit.OK


def _run(args: Namespace, box: GameBox) -> Run:
    """What is to be played. Raises `CommandTrouble` where the words do not fit together."""
    components = components_of(box, args.components)
    tables = tuple(_table(args, box, components, seats) for seats in args.seats or (None,))
    data = None if components is None else canonical.encode(components)
    run = Run(args.game, tables, args.seed, args.games, args.swap, data)
    if run.matches > MOST_MATCHES:
        raise CommandTrouble(f"one run has at most {MOST_MATCHES} matches, not {run.matches}", Exit.USAGE)
    if run.swap and any(table.bands or len(table.bots) != 2 or len(set(table.bots)) != 2 for table in tables):
        raise CommandTrouble(
            "--swap is for two different bots against each other: --mode versus --seats 2 --bots a,b", Exit.USAGE
        )
    return run


def _table(args: Namespace, box: GameBox, components: Plain | None, seats: int | None) -> Table:
    options = options_of(Namespace(game=args.game, mode=args.mode, level=args.level, seats=seats))
    try:
        game = box.new(options, components)
    except OptionError as error:
        raise CommandTrouble(str(error), Exit.USAGE) from None
    return Table(options, _bots(args.bots, options.seats), game.bands)


def _bots(words: str, seats: int) -> tuple[str, ...]:
    names = [word.strip() for word in words.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise CommandTrouble(f"--bots names {len(names)} bots, and the table has {seats} seats", Exit.USAGE)
    try:
        return tuple(bot_named(name).name for name in names)
    except KeyError as error:
        known = ", ".join(bot_names())
        raise CommandTrouble(f"there is no bot {safe(error.args[0], 40)!r}; known are {known}", Exit.USAGE) from None


def _jobs(args: Namespace) -> int:
    if args.jobs is not None and args.cluster is not None:
        raise CommandTrouble("--jobs is for this machine; a cluster has its own workers", Exit.USAGE)
    if args.jobs is not None and args.jobs > MOST_JOBS:
        raise CommandTrouble(f"--jobs takes 1 to {MOST_JOBS}, not {args.jobs}", Exit.USAGE)
    return args.jobs or min(processors(), MOST_JOBS)


def _players(jobs: Iterator[Job], args: Namespace, processes: int) -> Generator[Ending]:
    """The endings as they come. One process is this one."""
    if processes and args.cluster is not None:
        from galli_tui.lab.cluster import on_cluster

        yield from on_cluster(jobs, args.cluster)
    elif processes > 1:
        yield from in_processes(jobs, processes)
    else:
        yield from map(play_job, jobs)


@contextmanager
def _stoppable() -> Generator[None]:
    """Within, the wish to end the program is answered like Ctrl-C."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _stopped(done: int, total: int, results: str | None) -> str:
    if results is None:
        return f"Stopped after {done} of {total} matches; with --results FILE it could have gone on from there."
    return f"Stopped after {done} of {total} matches; the same command goes on from there."


def _writable(path: Path) -> Path:
    """The path, found out before the matches are played whether it can be written."""
    try:
        path.open("ab").close()
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None
    return path


def _tell(args: Namespace, box: GameBox, run: Run, endings: list[Ending], report: Path | None) -> None:
    if args.json is not None:
        text = json.dumps(as_json(box.meta, run, endings), indent=2)
        if report is None:
            print(text)
            return
        try:
            report.write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise _unwritten(report, error) from None
    half = "½" if "utf" in (sys.stdout.encoding or "").lower() else ".5"
    print("\n".join(as_text(box.meta, run, endings, half)))


def _unwritten(path: Path, error: OSError | ValueError) -> CommandTrouble:
    reason = error.strerror if isinstance(error, OSError) else "its name is none"
    return CommandTrouble(f"the report {shown(path)} could not be written ({reason}); name another file", Exit.SAVE)
