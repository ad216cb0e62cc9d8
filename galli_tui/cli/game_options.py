"""Conversion of command-line arguments to a game with its options and components."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from galli_tui.cli.choosing import box_of, flag_of, game_named, values_of
from galli_tui.game_api.match_words import seat_range
from galli_tui.game_api.typed_names import changed_name_text
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.style.wording import counted, mode_name
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.safe_text import sanitize
from rules.bots import bot_names
from rules.engine.game import AnyGame, ComponentError, GameBox, Meta, OptionError, Options
from rules.engine.plain_data import Plain
from saves.errors import quoted

MAX_FILE = 1 << 20
"""The greatest size of a component file in bytes."""
MAX_LINE = 2000
"""The most bytes of a line in one: the TOML parser is very slow on names with thousands of parts."""


def options_of(meta: Meta, args: Namespace, seats: int | None) -> Options:
    """Return the options given. The default mode is the first with this number of seats, by default two."""
    mode = args.mode if args.mode is not None else _usual_mode(meta, seats)
    if mode not in meta.modes:
        known = ", ".join(meta.modes)
        raise CommandError(f"Unknown mode {sanitize(mode, 40)!r}. Available: {known}.", Exit.USAGE)
    least, most = meta.modes[mode]
    count = min(max(2, least), most) if seats is None else seats
    if not least <= count <= most:
        what = f"A {mode_name(mode)} match" if len(meta.modes) > 1 else meta.title
        raise CommandError(f"{what} has {seat_range(meta, mode)}, not {count}.", Exit.USAGE)
    values = values_of(meta, args)
    for option in meta.choices:
        if option.key in values and not option.matters(mode, count):
            match = f"a {mode_name(mode)} match with {counted(count, 'seat')}"
            raise CommandError(f"{flag_of(option)} makes no difference in {match}; leave it out.", Exit.USAGE)
    return meta.options_with(count, mode, values)


def _usual_mode(meta: Meta, seats: int | None) -> str:
    """Return the first mode with this number of seats; the first of all if none has it."""
    fitting = (mode for mode, (least, most) in meta.modes.items() if seats is None or least <= seats <= most)
    return min(fitting, key=meta.ordered_modes.index, default=meta.ordered_modes[0])


def given_name(word: str) -> str:
    """Return the name of a player; print what it becomes if it cannot be kept as given. Raises `CommandError`."""
    name = sanitize(word)
    if not name:
        raise CommandError("a name needs at least one printable letter", Exit.USAGE)
    if changed := changed_name_text(word):
        print_error(f"{changed}.")
    return name


def components_of(box: GameBox, folder: str | None) -> Plain | None:
    """Return the components of an owner's folder, or None for the standard ones."""
    return None if folder is None else read_components(box, folder)


def read_components(box: GameBox, name: str) -> Plain:
    """Return the components in a folder's TOML files. Raises `CommandError` if they cannot be read or are invalid."""
    folder = Path(name)
    try:
        paths = sorted(folder.glob("*.toml")) if name and folder.is_dir() else None
    except (OSError, ValueError):
        paths = None
    if paths is None:
        raise CommandError(
            f"Folder {quoted(folder) if name else repr('')} not found; name one with component files.",
            Exit.NO_INPUT,
        )
    try:
        return box.read_components({sanitize(path.name, 60): _text(path) for path in paths})
    except ComponentError as error:
        raise CommandError(str(error), Exit.REFUSED) from None


def _text(path: Path) -> str:
    """Return the text of a component file. Pipes and devices, which might never end, are not opened."""
    name = quoted(Path(path.name))
    try:
        if not path.is_file():
            raise CommandError(f"The component file {name} is not a regular file.", Exit.REFUSED)
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise CommandError(f"The component file {name} cannot be read: {error.strerror}.", Exit.NO_INPUT) from None
    if len(data) > MAX_FILE:
        raise CommandError(f"The component file {name} is larger than 1 MB.", Exit.REFUSED)
    if any(len(line) > MAX_LINE for line in data.split(b"\n")):
        raise CommandError(
            f"The component file {name} has a line longer than {MAX_LINE} bytes.",
            Exit.REFUSED,
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise CommandError(f"The component file {name} is not UTF-8 text.", Exit.REFUSED) from None


def game_of(args: Namespace) -> AnyGame:
    """Return the game that the arguments name, with its options and components."""
    box = box_of(game_named(args))
    try:
        return box.new(options_of(box.meta, args, args.seats), components_of(box, args.components))
    except OptionError as error:
        raise CommandError(str(error), Exit.USAGE) from None


def bots_of(words: list[str], seats: int) -> dict[int, str]:
    """Return the bots that `--bot SEAT=BOT` names, by seat counted from 1. Raises `CommandError`."""
    bots = dict(by_seat("--bot", word, seats, "SEAT=BOT", "2=brother") for word in words)
    if len(bots) < len(words):
        raise CommandError("use --bot once per seat", Exit.USAGE)
    for bot in bots.values():
        if bot not in bot_names():
            known = ", ".join(bot_names())
            raise CommandError(f"unknown bot {sanitize(bot, 40)!r}; available: {known}", Exit.USAGE)
    return bots


def by_seat(option: str, word: str, seats: int, form: str = "SEAT=NAME", example: str = "2=Anna") -> tuple[int, str]:
    """Return a seat, counted from 1, and the text assigned to it. Raises `CommandError`."""
    number, equals, rest = word.partition("=")
    if not equals or not (number.isascii() and number.isdecimal() and len(number) <= 2):
        raise CommandError(f"{option} takes {form}, such as {example}, not {sanitize(word, 40)!r}", Exit.USAGE)
    if not 1 <= int(number) <= seats:
        raise CommandError(f"there is no seat {int(number)}; the table has {seats}", Exit.USAGE)
    return int(number), rest
