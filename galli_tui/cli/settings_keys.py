"""`galli-tui settings keys`: list the actions with their keys, or change the keys of one."""

from __future__ import annotations

import json
from argparse import Namespace

from galli_tui.game_api.own_keys import KEPT, change_key, key_groups, keys_words, with_usable_keys
from galli_tui.settings.file import KEYS, SettingsError, load
from galli_tui.settings.schema import KeyMap
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.style.actions import Action, defaults
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.safe_text import sanitize

_DEFAULT = "default"
"""The word that gives an action its default keys back."""


def settings_keys(args: Namespace) -> int:
    """Print all actions with their keys, or the one of `keys.ACTION`; or change that."""
    action_id = args.key.partition(".")[2]
    if args.value is not None:
        return _change(action_id, args.value)
    loaded = with_usable_keys(load())
    for notice in loaded.notices:
        print_error(sanitize(notice, 300))
    own = loaded.settings.keys
    if action_id:
        print(_line(_found(action_id), own))
    elif args.json:
        print(json.dumps(_as_data(own), indent=2, ensure_ascii=False))
    else:
        for group in key_groups():
            print(group.title)
            for one in group.actions:
                print(f"  {_line(one, own)}")
            print()
        print(f"{KEPT}\nTo change a key: `{own_command(f'settings {KEYS}.table.undo y')}`; `{_DEFAULT}` resets it.")
    return Exit.OK


def _line(one: Action, own: KeyMap) -> str:
    before = f" ({_DEFAULT}: {keys_words(one.keys)})" if one.id in own else ""
    return f"{one.id:<26} {keys_words(own.get(one.id, one.keys)):<18} {one.help}{before}"


def _found(action_id: str) -> Action:
    groups = key_groups()
    one = next((it for group in groups for it in group.actions if it.id == action_id), None)
    if one is None:
        about = "has keys that cannot be changed" if action_id in defaults() else "is no action"
        words = (
            f"{sanitize(action_id, 40)!r} {about}; `{own_command(f'settings {KEYS}')}` lists all that can be changed"
        )
        raise CommandError(words, Exit.USAGE)
    return one


def _change(action_id: str, words: str) -> int:
    keys = () if words.strip().lower() == _DEFAULT else tuple(words.split()) or (words,)
    try:
        found = change_key(action_id, keys)
    except SettingsError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    if found.refusal:
        raise CommandError(f"nothing was changed: {sanitize(found.refusal, 200)}", Exit.USAGE)
    if action_id not in defaults():
        print(f"{KEYS}.{sanitize(action_id, 40)}: removed")
    else:
        print(f"{KEYS}.{action_id}: {keys_words(found.keys.get(action_id, defaults()[action_id].keys))}")
    return Exit.OK


def _as_data(own: KeyMap) -> dict[str, object]:
    return {
        one.id: {
            "keys": [*own.get(one.id, one.keys)],
            "default": [*one.keys],
            "label": one.label,
            "help": one.help,
            "where": group.title,
        }
        for group in key_groups()
        for one in group.actions
    }
