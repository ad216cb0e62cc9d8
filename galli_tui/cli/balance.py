"""`components --balance`: a balance report of a game's components from simulated matches."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Final

from galli_tui.cli.choosing import box_of, choices_given, game_named
from galli_tui.cli.simulation_run import half_text, play_all, print_report, processes_of, report_file, run_of
from galli_tui.lab.balance import BalanceData, as_json, as_text
from galli_tui.lab.progress import ProgressLine
from galli_tui.lab.runs import MatchResult, MatchSpec
from galli_tui.lab.workers import TalliedMatch, jobs_of, tally_job
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.error_stream import print_error
from rules.engine.tally import Tally, merge_tallies

DEFAULTS: Final = {"mode": None, "seats": None, "bots": "brother", "games": 20, "seed": 1, "jobs": None}
"""The values of options that are not given."""


def balance(args: Namespace) -> int:
    """Simulate matches and print how often each component was used."""
    given = vars(args)
    words = Namespace(**{**given, "swap": False, "cluster": None})
    vars(words).update({name: given[name] if given[name] is not None else value for name, value in DEFAULTS.items()})
    box = box_of(game_named(args))
    run = run_of(words, box)
    processes, report = processes_of(words), report_file(args.json)
    tallies: dict[int, Tally] = {}
    endings: dict[MatchSpec, MatchResult] = {}

    def keep(one: TalliedMatch) -> None:
        table = one.result.table
        tallies[table] = merge_tallies(tallies[table], one.tally) if table in tallies else one.tally
        endings[one.result.task] = one.result

    tasks = list(run.tasks())
    progress = ProgressLine(len(tasks), 0, sys.stderr)
    play_all(jobs_of(run, iter(tasks)), words, min(processes, len(tasks)), tally_job, keep, progress)
    if len(endings) < len(tasks):
        print_error(f"Stopped after {len(endings)} of {len(tasks)} matches.")
        return Exit.INTERRUPTED
    data = BalanceData([endings[task] for task in tasks], [tallies[table] for table in range(len(run.tables))])
    print_report(args, report, lambda: as_json(box.meta, run, data), lambda: as_text(run, data, half_text()))
    return Exit.OK


def require_balance(args: Namespace) -> None:
    """Raise `CommandError` for options that need `--balance`."""
    given = [f"--{name}" for name in (*DEFAULTS, "components") if vars(args)[name] is not None]
    if given := [*given, *choices_given(args)]:
        raise CommandError(f"{given[0]} needs --balance", Exit.USAGE)
