"""`doctor`: what this terminal and computer can do, what the program chooses because of it, and what to change."""

from __future__ import annotations

import json
from argparse import Namespace

from galli_tui.cli.settings import load_usable
from galli_tui.doctor.examination import examine_all
from galli_tui.doctor.findings import Fitness, as_data, as_lines, as_sentences, worst
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.print_wrapped import print_wrapped


def doctor(args: Namespace) -> int:
    """Print what was found; exit with 1 if something must change."""
    sections = examine_all(
        ask=not args.plain,
        plain=args.plain,
        ascii=args.ascii,
        mouse=not args.no_mouse,
        theme=args.theme,
        loaded=load_usable(),
    )
    if args.json:
        print(json.dumps(as_data(sections), indent=2))
    elif args.plain:
        for line in as_sentences(sections):
            print_wrapped(line)
    else:
        for line, indent in as_lines(sections):
            print_wrapped(line, indent)
    return Exit.REFUSED if worst(sections) is Fitness.FAILING else Exit.OK
