"""How each game was set up last, kept between starts: the menu repeats it, and the form proposes it.

What is read is checked against the game's metadata. Anything damaged, or no longer offered, counts as nothing.
"""

from __future__ import annotations

import json
from typing import Any, Final, cast

from galli_tui.game_api.last_game import AGAIN, GAME, games_by_use
from galli_tui.game_api.match_words import match_title, mode_words, variant_marks
from galli_tui.style.wording import counted
from galli_tui.tables.match_store import BOT_NAMES, NAMES, Setup
from rules.bots import bot_names
from rules.engine.game import VERSUS, Meta, OptionError, Options
from rules.registry import game_meta, games
from saves.format.header_fields import MAX_NAME, MAX_SEATS, Player
from saves.storage.settings import load_settings, save_settings
from saves.text import clean_text

OPPONENT: Final = "brother"
"""The bot on the seats that no person has."""
SOLO: Final = "solo"
_SETUP: Final = "setup "
"""The name of the setting, before the game's key."""


def remember_setup(setup: Setup) -> None:
    """Save how a match was set up. Own components are not kept."""
    if setup.components is not None:
        return
    told = {GAME: setup.game, AGAIN: setup_words(setup), _SETUP + setup.game: _encoded(setup)}
    kept = load_settings()
    if any(kept.get(name) != value for name, value in told.items()):
        save_settings(told)


def last_setup(game: str | None = None) -> Setup | None:
    """Return how a game, by default the one played last, was set up last; None if that cannot be repeated."""
    key = game or load_settings().get(GAME, "")
    kept = load_settings().get(_SETUP + key)
    if kept is None or key not in games():
        return None
    try:
        return _decoded(game_meta(key), json.loads(kept))
    except (OptionError, ValueError, TypeError, KeyError, RecursionError):
        return None


def first_setup(meta: Meta, name: str) -> Setup:
    """Return the setup for a first match: alone where the game has it, else against as few bots as it needs."""
    mode = SOLO if SOLO in meta.modes else min(meta.modes, key=lambda mode: meta.modes[mode][0])
    seats, _ = meta.modes[mode]
    return Setup(meta.key, meta.options_with(seats, mode), usual_seats(meta, seats, name))


def setups_after(game: str, options: Options, name: str) -> tuple[Setup, ...]:
    """Return the setups for a match after a lesson: like the lesson's, then the other of solo and with a bot.

    The second is there where the game has solo. Its variants and level are those of the lesson.
    """
    meta, offered = game_meta(game), [options]
    if SOLO in meta.modes:
        values = {option.key: value for option, value in meta.chosen(options)}
        mode = meta.ordered_modes[0] if options.mode == SOLO else SOLO
        offered.append(meta.options_with(_usual_number(meta, mode), mode, values))
    return tuple(Setup(game, it, usual_seats(meta, it.seats, name)) for it in offered)


def _usual_number(meta: Meta, mode: str) -> int:
    """Return two seats, or those nearest to two that a mode has."""
    least, most = meta.modes[mode]
    return min(max(2, least), most)


def usual_seats(meta: Meta, count: int, name: str) -> tuple[Player, ...]:
    """Return this many seats: the player first, under this name if there is one, and bots."""
    own = name or NAMES[0]
    names = [own, *(monk for monk in BOT_NAMES if not _alike(monk, own))]
    colours = [role.colour for role in meta.roles] or list(meta.colours)
    return tuple(Player(names[seat], colours[seat], OPPONENT if seat else None) for seat in range(count))


def with_own_name(seats: tuple[Player, ...], name: str) -> tuple[Player, ...]:
    """Return the seats with the player's name on the first seat of a person, unless another person has it already."""
    first = next((number for number, seat in enumerate(seats) if seat.bot is None), None)
    if not name or first is None or any(seat.bot is None and _alike(seat.name, name) for seat in seats):
        return seats
    taken = (name, *(seat.name for seat in seats))
    free = (monk for monk in BOT_NAMES if not any(_alike(monk, other) for other in taken))
    others = (seat._replace(name=next(free)) if _alike(seat.name, name) else seat for seat in seats)
    return tuple(seat._replace(name=name) if number == first else seat for number, seat in enumerate(others))


def _alike(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def proposed_setup(name: str, game: str | None = None, least_seats: int = 1) -> Setup:
    """Return what the form proposes: how the game was set up last, else the player and a bot in its first mode.

    The first person has the player's name, if there is one.
    A setup with fewer than `least_seats` is not proposed.
    """
    key = game or games_by_use()[0]
    kept = last_setup(key)
    if kept is not None and kept.options.seats >= least_seats:
        return kept._replace(seats=with_own_name(kept.seats, name))
    meta = game_meta(key)
    mode = meta.ordered_modes[0]
    seats = _usual_number(meta, mode)
    return Setup(key, meta.options_with(seats, mode), usual_seats(meta, seats, name))


def setup_words(setup: Setup) -> str:
    """Return a setup in words, e.g. "Campus Galli I, solo" or "Campus Galli II, against 2 brothers, open hands"."""
    options = setup.options
    bots = [seat.bot for seat in setup.seats if seat.bot]
    people = len(setup.seats) - len(bots)
    if bots and people:
        kind = bots[0] if len(set(bots)) == 1 else "bot"
        others = f"the {kind}" if len(bots) == 1 else counted(len(bots), kind)
        company = f"{'against' if options.mode == VERSUS else 'with'} {others}"
        ways = f"{options.seats} seats" if people > 1 else "", company
    else:
        ways = mode_words(setup.game, options), "bots only" if bots else ""
    parts = match_title(setup.game, options), *ways, *variant_marks(setup.game, options)
    return ", ".join(part for part in parts if part)


def _encoded(setup: Setup) -> str:
    options = setup.options
    return json.dumps(
        {
            "mode": options.mode,
            "level": options.level,
            "variants": options.variants,
            "seats": [[seat.name, seat.colour, seat.bot] for seat in setup.seats],
        },
        separators=(",", ":"),
    )


def _decoded(meta: Meta, kept: Any) -> Setup:
    """Return the setup that was kept. Raises ValueError, TypeError, KeyError or `OptionError` for anything else."""
    seats = tuple(_seat(meta, seat) for seat in cast("list[Any]", kept["seats"])[:MAX_SEATS])
    variants = tuple(sorted(_text(variant) for variant in kept["variants"]))
    level = kept["level"]
    if not isinstance(level, int) or len({seat.name.casefold() for seat in seats}) < len(seats):
        raise ValueError("a setup with an odd level, or a name twice")
    if len({seat.colour for seat in seats}) < len(seats):
        raise ValueError("a setup with a colour twice")
    if meta.roles and [seat.colour for seat in seats] != [role.colour for role in meta.roles]:
        raise ValueError("a setup with sides in other colours")
    options = Options(len(seats), _text(kept["mode"]), level, variants)
    meta.check_options(options)
    return Setup(meta.key, options, seats)


def _seat(meta: Meta, kept: Any) -> Player:
    name, colour, bot = kept
    clean = clean_text(_text(name))
    if not clean or len(clean) > MAX_NAME or colour not in meta.colours or bot not in (None, *bot_names()):
        raise ValueError("a seat that cannot be taken")
    return Player(clean, colour, bot)


def _text(kept: Any) -> str:
    if not isinstance(kept, str):
        raise TypeError("not a text")
    return kept
