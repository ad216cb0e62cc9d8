"""`galli-tui` alone, `play` and `resume`: the commands that open the app."""

from __future__ import annotations

from argparse import Namespace

from galli_tui.cli.game_options import bots_of, box_of, components_of, options_of
from galli_tui.startup.command_error import CommandTrouble
from galli_tui.startup.exit_codes import Exit
from galli_tui.style.saved_theme import kept_theme
from galli_tui.tables.match_store import NAMES, Condition, SeatSetup, Setup, Shelf
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import NAME_CELLS, Terminal, Unsuitable, look, safe
from rules.engine.game import ComponentError, Meta, OptionError
from saves.errors import NotFound, SaveError


def menu(args: Namespace) -> int:
    """Opens the menu."""
    return _show(terminal_of(args))


def play(args: Namespace) -> int:
    """Begins a match as the words say, and opens its table."""
    terminal, box = terminal_of(args), box_of(args.game)
    options = options_of(args)
    setup = Setup(
        box.meta.key, options, _seats(args, box.meta, options.seats), args.seed, components_of(box, args.components)
    )
    shelf = _shelf()
    try:
        table = shelf.begin(setup)
    except (OptionError, ComponentError) as error:
        raise CommandTrouble(str(error), Exit.USAGE) from None
    except SaveError as error:
        raise CommandTrouble(str(error), Exit.SAVE) from None
    return _show(terminal, table, shelf)


def resume(args: Namespace) -> int:
    """Opens the table of a saved match: the one named, or the one played last."""
    terminal, shelf = terminal_of(args), _shelf()
    try:
        table = shelf.resume(args.id or _last(shelf))
    except NotFound as error:
        raise CommandTrouble(str(error), Exit.NO_INPUT) from None
    except SaveError as error:
        raise CommandTrouble(str(error), Exit.SAVE) from None
    return _show(terminal, table, shelf)


def _last(shelf: Shelf) -> str:
    for saved in shelf.saved():
        if saved.condition is Condition.PLAYING:
            return saved.id
    raise CommandTrouble("no match is waiting to be resumed; `galli-tui play` begins one", Exit.NO_INPUT)


def terminal_of(args: Namespace) -> Terminal:
    """The terminal at hand, looked at as the words say. Raises `CommandTrouble` where it cannot show the game."""
    try:
        return look(ascii=args.ascii, mouse=not args.no_mouse, theme=args.theme or kept_theme())
    except Unsuitable as unsuitable:
        raise CommandTrouble(str(unsuitable), Exit.TERMINAL) from None


def _shelf() -> Shelf:
    from galli_tui.matches.local import LocalShelf

    return LocalShelf()


def _show(terminal: Terminal, table: Table | None = None, shelf: Shelf | None = None) -> int:
    from galli_tui.app import run

    return run(terminal, table, shelf=shelf)


def _seats(args: Namespace, meta: Meta, count: int) -> tuple[SeatSetup, ...]:
    """Names and colours as given, the rest filled up; each colour once."""
    names = [safe(name, NAME_CELLS) for name in args.name]
    colours = list(args.colour)
    if len(names) > count or len(colours) > count:
        raise CommandTrouble(f"there are more names or colours than seats, of which there are {count}", Exit.USAGE)
    if unknown := [colour for colour in colours if colour not in meta.colours]:
        known = ", ".join(meta.colours)
        raise CommandTrouble(f"{safe(unknown[0], 40)!r} is no colour of a seat; they are {known}", Exit.USAGE)
    if "" in names:
        raise CommandTrouble("a name needs a letter that every terminal can show", Exit.USAGE)
    if len({name.casefold() for name in names}) < len(names) or len(set(colours)) < len(colours):
        words = f"every seat needs a name and a colour of its own; a name has at most {NAME_CELLS} cells"
        raise CommandTrouble(words, Exit.USAGE)
    taken = {name.casefold() for name in names}
    names += [name for name in NAMES if name.casefold() not in taken]
    colours += [colour for colour in meta.colours if colour not in colours]
    if count > len(colours):
        raise CommandTrouble(f"{meta.title} seats at most {len(colours)}", Exit.USAGE)
    bots = bots_of(args.bot, count)
    if len(bots) == count:
        raise CommandTrouble("somebody has to play: leave at least one seat without --bot", Exit.USAGE)
    return tuple(SeatSetup(names[i], colours[i], bots.get(i + 1)) for i in range(count))
