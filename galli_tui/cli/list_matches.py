"""`list`: one line per saved match. A match unchanged since the last list is not replayed."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from typing import Final

from galli_tui.cli.match_argument import way_back
from galli_tui.game_api.match_marks import ID_DIGITS, marks_of
from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.progress_text import row_words, summarised
from galli_tui.plain.speech import spoken
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.style.wording import seated_words, sentence_start
from galli_tui.terminal.print_wrapped import print_wrapped
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from rules.engine.game import Options
from saves.errors import SaveError
from saves.storage.library import SavedMatch, list_matches
from saves.storage.paths import home, matches_folder
from saves.storage.summary import MatchState
from saves.storage.tidy import tidy_home

_NOTE_CELLS: Final = 400
_FILE_CELLS: Final = 60
_INDENT: Final = " " * (ID_DIGITS + 2)


def list_all(args: Namespace) -> int:
    """Print a line for each saved match, the one played last first."""
    try:
        tidy_home(home())
        rows = list_matches(matches_folder())
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    if args.ids:
        for row in rows:
            if row.options is not None:
                print(row.match_id[:ID_DIGITS])
        return Exit.OK
    if not rows:
        print(f"No saved matches yet; `{own_command('play', plain=args.plain)}` starts one.")
    for row in map(summarised, rows):
        if args.plain:
            print_wrapped(spoken(_sentences(row)))
            continue
        print_wrapped(_line(row), _INDENT)
        if note := _note(row, plain=False):
            print_wrapped(f"{_INDENT}{note}", _INDENT)
    return Exit.OK


def _line(row: SavedMatch) -> str:
    when, match_id = _when(row), row.match_id[:ID_DIGITS]
    if row.options is None:
        return f"{'-' * ID_DIGITS}  {when}  {row.state.value}: {sanitize(row.path.name, _FILE_CELLS)}"
    return f"{match_id}  {when}  {row.state.value:<10} {'; '.join((_who(row, row.options), *_stands(row)))}"


def _sentences(row: SavedMatch) -> str:
    """Return a match in sentences, with its note: nothing in them depends on where it stands."""
    if row.options is None:
        told = [f"The file {sanitize(row.path.name, _FILE_CELLS)}, {row.state.value}"]
    else:
        who = f"{row.match_id[:ID_DIGITS]}: {_who(row, row.options)}"
        told = [who, "; ".join((sentence_start(row.state.value), *_stands(row)))]
    note = _note(row, plain=True)
    return f"{'. '.join([*told, f'Last changed {_when(row)}'])}.{f' {note}' if note else ''}"


def _note(row: SavedMatch, *, plain: bool) -> str:
    """Return what there is to say about a file; of a copy, with the command that leads to its host's table."""
    note = sanitize(row.note, _NOTE_CELLS)
    if row.hosted or row.state is not MatchState.IN_PLAY:
        return note
    return f"{note} {way_back(row.match_id[:ID_DIGITS], plain=plain)}"


def _when(row: SavedMatch) -> str:
    return datetime.fromtimestamp(row.changed).astimezone().strftime("%Y-%m-%d %H:%M")


def _who(row: SavedMatch, options: Options) -> str:
    names = ", ".join(
        seated_words(sanitize(it.name, NAME_CELLS), sanitize(it.bot or "", NAME_CELLS)) for it in row.players
    )
    return f"{full_title(row.game, options.with_practice(on=False))}: {names}"


def _stands(row: SavedMatch) -> list[str]:
    """Return the marks of a match, and its progress or result."""
    return [words for words in (*marks_of(row), row_words(row, half=".5")) if words]
