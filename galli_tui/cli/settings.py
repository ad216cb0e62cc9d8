"""`galli-tui settings`: list the settings, or change one."""

from __future__ import annotations

from argparse import Namespace

from galli_tui.settings.file import SettingsError, load, save, settings_path
from galli_tui.settings.schema import BY_KEY, SCHEMA, BadValue, parsed
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.safe_text import sanitize
from saves.errors import SaveError, quoted


def settings(args: Namespace) -> int:
    """Print the path of the file and all settings, or the given one; or change the given one."""
    if args.key is not None and args.key not in BY_KEY:
        known = ", ".join(BY_KEY)
        raise CommandError(f"{sanitize(args.key, 40)!r} is no setting; choose from {known}", Exit.USAGE)
    if args.key is not None and args.value is not None:
        return _change(args.key, args.value)
    loaded = load()
    for notice in loaded.notices:
        print_error(sanitize(notice, 300))
    try:
        print(f"{quoted(settings_path())}\n")
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    for one in SCHEMA:
        if args.key in (None, one.key):
            value = one.value_in(loaded.settings)
            source = "file" if one.key in loaded.given else "default"
            words = ", ".join(choice.label for choice in one.choices)
            print(f"{one.key:<14} {one.label_of(value):<20} {source:<8} {one.help}")
            if args.key and words:
                print(f"{'':<14} {words}")
    if args.key is None:
        for name, keys in loaded.settings.keys.items():
            print(f"keys.{sanitize(name, 40)} = {sanitize(', '.join(keys), 60)}")
    return Exit.OK


def _change(key: str, word: str) -> int:
    try:
        value = parsed(BY_KEY[key], word)
        save(key, value)
    except BadValue as bad:
        raise CommandError(f"{key} {bad}", Exit.USAGE) from None
    except SettingsError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    print(f"{key}: {BY_KEY[key].label_of(value)}")
    return Exit.OK
