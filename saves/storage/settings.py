"""What the player has chosen for the program itself, kept between starts in one small file of the player's folder.

Nothing depends on it: a file that is missing, damaged, foreign or not to be written is as good as none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from saves.errors import SaveError
from saves.storage.disk import read_start, write_atomic
from saves.storage.paths import home, make_private_folder

NAME: Final = "settings.json"
MOST_BYTES: Final = 4096
"""A longer file is none of ours."""


def load_settings() -> Mapping[str, str]:
    """What is kept, by name; empty where there is nothing to read."""
    try:
        found: object = json.loads(read_start(home() / NAME, MOST_BYTES))
    except (OSError, ValueError, RecursionError, SaveError):
        return {}
    if not isinstance(found, dict):
        return {}
    kept = cast("dict[object, object]", found)
    return {name: value for name, value in kept.items() if isinstance(name, str) and isinstance(value, str)}


def save_setting(name: str, value: str) -> None:
    """Keeps one setting beside the others, whole or not at all. Where nothing can be written, nothing happens."""
    with suppress(OSError, SaveError):
        folder = home()
        make_private_folder(folder)
        write_atomic(folder / NAME, json.dumps({**load_settings(), name: value}).encode())
