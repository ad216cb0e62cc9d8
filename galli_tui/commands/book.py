"""`components` and `rules`: what lies in the box, and what the rulebook says."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from textwrap import fill

from galli_tui.commands.balance import balance, demand_balance
from galli_tui.commands.box_text import told
from galli_tui.commands.choosing import box_of, read_components
from galli_tui.commands.running import give, report_file
from galli_tui.commands.trouble import CommandTrouble
from galli_tui.exits import Exit
from galli_tui.terminal import safe
from rules.engine.rulebook import Clause, clauses
from saves.errors import shown


def components(args: Namespace) -> int:
    """Prints a game's components, says whether an owner's own set is right, or plays to see how balanced one is."""
    if args.balance:
        if args.check is not None:
            raise CommandTrouble("--check plays no matches; name the folder with --components", Exit.USAGE)
        return balance(args)
    demand_balance(args)
    box = box_of(args.game)
    own = None if args.check is None else read_components(box, args.check)
    if args.json is not None:
        give(box.readable_components(own), report_file(args.json))
        return Exit.OK
    if args.check is not None:
        print(f"{shown(Path(args.check))}: a sound set of components for {box.meta.title}.")
    print("\n".join(told(box.readable_components(own))))
    return Exit.OK


def rules(args: Namespace) -> int:
    """Prints the rulebook, one clause and those below it, or the clauses that hold all the words."""
    box = box_of(args.game)
    book = clauses(box.rulebook())
    words = [word for word in args.clause if word]
    found = _matching(book, words)
    if not found:
        raise CommandTrouble(
            f"No clause is called or speaks of {safe(' '.join(words), 60)!r}; `galli-tui rules` prints them all.",
            Exit.NO_INPUT,
        )
    section = ""
    for clause in found:
        if clause.section != section:
            section = clause.section
            print(f"\n{section}\n")
        print(_shown(clause) + "\n")
    return Exit.OK


def _matching(book: dict[str, Clause], words: list[str]) -> list[Clause]:
    if not words:
        return list(book.values())
    if len(words) == 1:
        name = words[0].casefold()
        named = [clause for id_, clause in book.items() if id_.casefold() == name]
        below = [clause for id_, clause in book.items() if id_.casefold().startswith(name) and clause not in named]
        if named or below:
            return named + below
    wanted = [word.casefold() for word in words]
    return [clause for clause in book.values() if all(word in clause.text.casefold() for word in wanted)]


def _shown(clause: Clause) -> str:
    ruling = "(ruling) " if clause.ruling else ""
    text = clause.text.replace("*", "").replace("`", "")
    return fill(f"{clause.id}  {ruling}{text}", width=78, subsequent_indent=" " * 4, break_on_hyphens=False)
