"""`components` and `rules`: a game's components and its rulebook."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Final

from galli_tui.cli.balance import balance, require_balance
from galli_tui.cli.choosing import box_of, choose_game, fits_one_game, game_named, is_named_in_full
from galli_tui.cli.game_options import read_components
from galli_tui.cli.simulation_run import give, report_file
from galli_tui.game_api.registry import texts_of
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import sanitize
from rules.engine.rulebook import Clause, clauses, preface, search
from rules.registry import game_box, games
from saves.errors import quoted


def components(args: Namespace) -> int:
    """Print a game's components, check a set of your own, or simulate matches for a balance report."""
    if args.balance:
        if args.check is not None:
            raise CommandError("--balance does not work with --check; use --components DIR", Exit.USAGE)
        return balance(args)
    require_balance(args)
    box = box_of(game_named(args))
    own = None if args.check is None else read_components(box, args.check)
    if args.json is not None:
        give(box.readable_components(own), report_file(args.json))
        return Exit.OK
    if args.check is not None:
        print(f"{quoted(Path(args.check))}: valid components for {box.meta.title}.")
    print("\n".join(texts_of(box.meta.key).components(box.readable_components(own))))
    if own is None:
        print(f"\n{_filled(box.about_components())}")
    return Exit.OK


_WORD: Final = re.compile(r"\w+")
_UNDO_WORDS = frozenset({"undo", "undone", "takeback", "take back", "taken back", "cancel", "redo"})
_UNDO = (
    "No rule of the game: in the program, {key:table.undo} undoes your last move unless it revealed something, "
    "and in a menu Esc goes "
    "back one step. Press {key:app.help} at the table for all keys."
)


def rules(args: Namespace) -> int:
    """Print the rulebook, a clause with those below it, or the clauses that match some words, best section first."""
    words = list(args.clause)
    named = words.pop(0) if args.game is None and _open_with_game(words) else args.game
    query = " ".join(words)
    book = box_of(named if named is not None else _book_about(query)).rulebook()
    found = search(book, query)
    if not found and query.strip().casefold() in _UNDO_WORDS:
        from galli_tui.style.key_names import with_keys

        print(_filled(with_keys(_UNDO)))
        return Exit.OK
    if not found:
        raise CommandError(
            f"No clause matches {sanitize(query, 60)!r}; `galli-tui rules` prints the whole rulebook.",
            Exit.NO_INPUT,
        )
    if not query.strip():
        for paragraph in preface(book):
            print(_filled(paragraph) + "\n")
    sections: dict[str, list[Clause]] = {}
    for clause in found:
        sections.setdefault(clause.section, []).append(clause)
    for section, own in sections.items():
        print(f"\n{section}\n")
        for clause in own:
            print(_shown(clause) + "\n")
    return Exit.OK


def _open_with_game(words: Sequence[str]) -> bool:
    """Return whether the first word is a game; a word of its name is, unless clauses have all the words as they are.

    The beginning of such a word is, unless clauses match them in any way.
    """
    if not words:
        return False
    if is_named_in_full(words[0]):
        return words[0] in games() or not _any_clause_has(words)
    return fits_one_game(words[0]) and not _games_with(" ".join(words))


def _any_clause_has(words: Sequence[str]) -> bool:
    """Return whether a clause has each of these as a whole word."""
    wanted = {word.casefold() for word in words}
    every = (clause for key in games() for clause in clauses(game_box(key).rulebook()).values())
    return any(wanted <= set(_WORD.findall(clause.text.casefold())) for clause in every)


def _book_about(query: str) -> str:
    """Return the game whose rulebook is meant: the only one with such clauses, or the one chosen."""
    return choose_game(_games_with(query))


def _games_with(query: str) -> list[str]:
    """Return the games whose rulebooks have clauses that match some words."""
    return [key for key in games() if search(game_box(key).rulebook(), query)]


def _shown(clause: Clause) -> str:
    ruling = "(ruling) " if clause.ruling else ""
    return _filled(f"{clause.id}  {ruling}{clause.text}", " " * 4)


def _filled(text: str, indent: str = "") -> str:
    plain = text.replace("*", "").replace("`", "")
    return fill(plain, width=78, subsequent_indent=indent, break_on_hyphens=False)
