"""`simulate` and `perft`: matches between bots, and counts of move sequences."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import ExitStack, closing
from functools import partial
from os.path import realpath
from pathlib import Path
from typing import Final

from galli_tui.cli.choosing import box_of, game_named
from galli_tui.cli.game_options import game_of
from galli_tui.cli.simulation_run import half_text, play_all, print_report, processes_of, report_file, run_of
from galli_tui.lab.export import require_folder
from galli_tui.lab.progress import ProgressLine
from galli_tui.lab.report import as_json, as_text
from galli_tui.lab.results import Results
from galli_tui.lab.runs import MatchResult, MatchSpec, SimulationRun
from galli_tui.lab.workers import jobs_of, play_job
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.error_stream import print_error
from rules.engine.game import GameBox
from rules.engine.perft import perft
from saves.errors import quoted

MOST_DEPTH: Final = 12


def simulate(args: Namespace) -> int:
    """Simulate matches between bots and print the results."""
    box = box_of(game_named(args))
    run = run_of(args, box)
    processes = processes_of(args)
    if args.export is not None and args.cluster is not None:
        raise CommandError("--export does not work with --cluster", Exit.USAGE)
    report = report_file(args.json)
    folder = None if args.export is None else require_folder(args.export, run)
    _require_two_files(report, args.results)
    with ExitStack() as stack:
        results = None
        if args.results is not None:
            results = stack.enter_context(closing(Results.open(Path(args.results), run)))
            if results.notice:
                print_error(f"{results.notice}.")
        kept: dict[MatchSpec, MatchResult] = {} if results is None else results.kept
        tasks = list(run.tasks())
        left = [task for task in tasks if task not in kept]
        if folder is not None and kept:
            print_error(f"{len(tasks) - len(left)} of {len(tasks)} matches were played earlier and are not exported.")
        keep = results.add if results is not None else partial(_keep, kept)
        progress = ProgressLine(len(tasks), len(tasks) - len(left), sys.stderr)
        play_all(jobs_of(run, iter(left), folder), args, min(processes, len(left)), play_job, keep, progress)
        done = sum(task in kept for task in tasks)
        if done < len(tasks):
            print_error(_stopped(done, len(tasks), args.results))
            return Exit.INTERRUPTED
    _tell(args, box, run, [kept[task] for task in tasks], report)
    return Exit.OK


def count(args: Namespace) -> int:
    """Print the number of move sequences of each length up to the depth, for the deal of the seed."""
    if not 0 <= args.depth <= MOST_DEPTH:
        raise CommandError(f"--depth takes 0 to {MOST_DEPTH}, not {args.depth}", Exit.USAGE)
    game = game_of(args)
    for depth in range(args.depth + 1):
        print(f"{depth:>3} {perft(game, game.initial(), depth, args.seed):>14}", flush=True)
    return Exit.OK


def _keep(kept: dict[MatchSpec, MatchResult], ending: MatchResult) -> None:
    kept[ending.task] = ending


def _stopped(done: int, total: int, results: str | None) -> str:
    if results is None:
        return f"Stopped after {done} of {total} matches; with --results FILE you could have continued the run."
    return f"Stopped after {done} of {total} matches; run the same command again to continue."


def _tell(args: Namespace, box: GameBox, run: SimulationRun, endings: list[MatchResult], report: Path | None) -> None:
    meta = box.meta
    print_report(args, report, lambda: as_json(meta, run, endings), lambda: as_text(run, endings, half_text()))


def _require_two_files(report: Path | None, results: str | None) -> None:
    """Raise `CommandError` if the report, which is written last, would replace the results file."""
    if report is None or results is None:
        return
    try:
        same = realpath(report) == realpath(results) or report.samefile(results)
    except (OSError, ValueError):
        return  # One of them is not there yet.
    if same:
        raise CommandError(f"--json and --results must not name the same file, {quoted(Path(results))}", Exit.USAGE)
