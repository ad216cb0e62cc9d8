"""The file of the settings: `settings.toml` in the user's folder for configuration.

It is read at every start, so reading is small and quick. Writing keeps the player's comments and what this version does
not know; a file that cannot be read is never overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import platformdirs

from galli_tui.settings.schema import BY_KEY, KEYS, BadValue, KeyMap, Settings, Value, checked
from saves.errors import SaveError, quoted
from saves.storage.disk import read_start, write_atomic
from saves.storage.paths import HOME_VARIABLE, home, make_private_folder
from saves.storage.settings import load_settings, save_settings
from saves.text import clean_text, ellipsize

NAME: Final = "settings.toml"
MOST_BYTES: Final = 65_536
"""A longer file is not ours."""
_HEAD: Final = "# Settings of galli-tui. `galli-tui settings` lists them all, with what each means.\n\n"
_MOVED: Final = ("theme", "name")
"""What earlier versions kept elsewhere."""
_SHOWN: Final = 40
"""Cells of a wrong value in a notice."""


class SettingsError(Exception):
    """The settings could not be saved; the text says why and what to do."""


class Loaded(NamedTuple):
    """The settings, and what was found in the file."""

    settings: Settings
    given: frozenset[str] = frozenset()
    """The settings that the file gives."""
    notices: tuple[str, ...] = ()
    """What is wrong in the file: a sentence each."""


def _clean(text: str, cells: int) -> str:
    return ellipsize(clean_text(text), cells)


def settings_path() -> Path:
    """Return the path of the file, which may not exist. Raises `SaveError`."""
    if os.environ.get(HOME_VARIABLE):
        return home() / NAME
    return platformdirs.user_config_path("galli-tui", appauthor=False) / NAME


def load() -> Loaded:
    """Return the settings of the file; defaults for those that are missing or wrong."""
    try:
        path = settings_path()
    except SaveError:
        return Loaded(Settings())
    try:
        text = read_start(path, MOST_BYTES + 1)
    except FileNotFoundError:
        return _with_older(Loaded(Settings()))
    except OSError as error:
        return Loaded(Settings(), notices=(f"{quoted(path)} cannot be read ({error.strerror}); defaults are used.",))
    import tomllib

    try:
        if len(text) > MOST_BYTES:
            raise ValueError(f"it is longer than {MOST_BYTES} bytes")
        found = tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else _clean(str(error), 200)
        return Loaded(Settings(), notices=(f"{quoted(path)} is no valid TOML, so defaults are used: {why}.",))
    return _with_older(_loaded(path, found))


def _loaded(path: Path, found: Mapping[str, Any]) -> Loaded:
    values: dict[str, Any] = {}
    notices: list[str] = []

    def wrong(key: str, what: str) -> None:
        notices.append(f"{quoted(path)}: {_clean(key, _SHOWN)} {what}.")

    for key, value in found.items():
        if key == KEYS:
            values[KEYS] = _key_map(value, wrong)
        elif key not in BY_KEY:
            wrong(key, "is no setting and is ignored")
        else:
            setting = BY_KEY[key]
            try:
                values[key] = checked(setting, value)
            except BadValue as bad:
                default = setting.label_of(setting.default)
                wrong(key, f"{bad}, not {_clean(repr(value), _SHOWN)}; {default} is used")
    return Loaded(Settings(**values), frozenset(values), tuple(notices))


def _key_map(value: object, wrong: Callable[[str, str], None]) -> KeyMap:
    """Return the keys by action; whether they exist is found out where they are bound."""
    if not isinstance(value, dict):
        wrong(KEYS, "must be a table, such as [keys], and is ignored")
        return {}
    keys: dict[str, tuple[str, ...]] = {}
    for name, given in cast("dict[str, object]", value).items():
        several = cast("list[object]", given) if isinstance(given, list) else [given]
        if several and all(isinstance(one, str) and one for one in several):
            keys[name] = tuple(cast("list[str]", several))
        else:
            wrong(f"{KEYS}.{name}", "must be a key in quotes, or a list of keys; the default is used")
    return keys


def _with_older(loaded: Loaded) -> Loaded:
    """Move over, once, what earlier versions kept among what the program remembers."""
    missing = [key for key in _MOVED if key not in loaded.given]
    remembered = load_settings() if missing else dict[str, str]()
    for key in missing:
        try:
            value = checked(BY_KEY[key], remembered.get(key))
        except BadValue:
            continue
        with suppress(SettingsError):  # It is tried again at the next start.
            save(key, value)
            save_settings({key: ""})
        changed: Any = {key: value}
        loaded = loaded._replace(settings=replace(loaded.settings, **changed), given=loaded.given | {key})
    return loaded


def save(key: str, value: Value | KeyMap) -> None:
    """Write one setting, or the whole key map, and keep the rest of the file. Raises `SettingsError`."""
    try:
        path = settings_path()
        make_private_folder(path.parent)
    except SaveError as error:
        raise SettingsError(str(error)) from None
    from tomlkit.exceptions import TOMLKitError

    try:
        try:
            text = read_start(path, MOST_BYTES + 1).decode()
        except FileNotFoundError:
            text = _HEAD
        if len(text) > MOST_BYTES:
            raise SettingsError(f"{quoted(path)} is too long, so nothing was saved: correct or remove it.")
        if path.exists() and not os.access(path, os.W_OK):
            raise SettingsError(f"{quoted(path)} is read-only; nothing was saved.")
        # A link stays one, as those that keep settings of many programs in one place make them.
        write_atomic(path.resolve(), _changed(text, key, value).encode())
    except (TOMLKitError, UnicodeDecodeError, RecursionError) as error:
        why = _clean(str(error), 120)
        wrong = f"{quoted(path)} is no valid TOML, so nothing was saved: correct or remove it ({why})."
        raise SettingsError(wrong) from None
    except OSError as error:
        raise SettingsError(f"{quoted(path)} could not be written ({error.strerror}); nothing was saved.") from None


def _changed(text: str, key: str, value: Value | KeyMap) -> str:
    """Return the text of a file with one setting changed; comments of keys that stay are kept."""
    import tomlkit

    document: Any = tomlkit.parse(text)
    if isinstance(value, str | bool):
        document[key] = value
        return tomlkit.dumps(document)
    if not isinstance(document.get(KEYS), dict):
        document[KEYS] = tomlkit.table()
    table: Any = document[KEYS]
    for name in set(table) - set(value):
        del table[name]
    for name, given in value.items():
        table[name] = given[0] if len(given) == 1 else list(given)
    if not table:
        del document[KEYS]
    return tomlkit.dumps(document)
