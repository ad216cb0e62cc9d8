"""`galli-tui settings`: list the settings, or change one."""

from __future__ import annotations

import json
from argparse import Namespace

from galli_tui.settings.file import Loaded, SettingsError, load, save, settings_path
from galli_tui.settings.schema import BY_KEY, KEYS, SCHEMA, BadValue, parsed
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.safe_text import sanitize
from saves.errors import SaveError, quoted


def settings(args: Namespace) -> int:
    """Print the path of the file and all settings, or the given one; or change the given one."""
    if args.key is not None and args.key.partition(".")[0] == KEYS:
        from galli_tui.cli.settings_keys import settings_keys

        return settings_keys(args)
    if args.key is not None and args.key not in BY_KEY:
        known = ", ".join((*BY_KEY, KEYS))
        raise CommandError(f"{sanitize(args.key, 40)!r} is no setting; choose from {known}", Exit.USAGE)
    if args.key is not None and args.value is not None:
        return _change(args.key, args.value)
    loaded = load_usable()
    for notice in loaded.notices:
        print_error(sanitize(notice, 300))
    try:
        path = settings_path()
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    if args.json:
        values = {one.key: one.value_in(loaded.settings) for one in SCHEMA if args.key in (None, one.key)}
        if args.key is None:
            values |= {f"{KEYS}.{name}": " ".join(keys) for name, keys in loaded.settings.keys.items()}
        print(json.dumps({"file": str(path), "settings": values}, indent=2, ensure_ascii=False))
        return Exit.OK
    print(f"{quoted(path)}\n")
    for one in SCHEMA:
        if args.key in (None, one.key):
            value = one.value_in(loaded.settings)
            source = "file" if one.key in loaded.given else "default"
            print(f"{one.key:<14} {one.word_of(value):<20} {source:<8} {one.help}")
            for choice in one.choices if args.key else ():
                print(f"{'':<14} {one.word_of(choice.value):<20} {choice.about}".rstrip())
    if args.key is None:
        _print_own_keys(loaded)
    return Exit.OK


def load_usable() -> Loaded:
    """Return the settings, with the keys that can be used."""
    loaded = load()
    if loaded.settings.keys:  # What checks them imports Textual.
        from galli_tui.game_api.own_keys import with_usable_keys

        return with_usable_keys(loaded)
    return loaded


def _print_own_keys(loaded: Loaded) -> None:
    if loaded.settings.keys:
        from galli_tui.game_api.own_keys import keys_words

        for name, keys in loaded.settings.keys.items():
            print(f"{KEYS}.{name}: {keys_words(keys)}")
    print(f"\n`{own_command(f'settings {KEYS}')}` lists all keys.")


def _change(key: str, word: str) -> int:
    try:
        value = parsed(BY_KEY[key], word)
        save(key, value)
    except BadValue as bad:
        raise CommandError(f"{key} {bad}", Exit.USAGE) from None
    except SettingsError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    print(f"{key}: {BY_KEY[key].word_of(value)}")
    return Exit.OK
