"""The setup of a match in words: one question at a time, each with a default."""

from __future__ import annotations

from typing import Final

from galli_tui.game_api.last_game import games_by_use
from galli_tui.game_api.match_words import seat_range
from galli_tui.game_api.own_name import is_first_start, own_name, remember_name
from galli_tui.plain.dialogue import Dialogue
from galli_tui.style.wording import BOTS, mode_name, sentence_start
from galli_tui.tables.match_store import NAMES, Setup
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from rules.bots import bot_names
from rules.engine.game import Meta, Options
from rules.engine.options import Option, OptionValue
from rules.registry import game_box
from saves.format.header_fields import Player

_PERSON: Final = "a person at this terminal"


async def ask_setup(dialogue: Dialogue, game: str | None) -> Setup:
    """Ask for everything that a new match needs; `game` is known already if it is not None. Raises `InputEnded`."""
    dialogue.say("A new match. Press Enter at a question to take what is proposed, or type quit to leave.")
    if is_first_start():
        dialogue.say("If you are new to these games, leave and learn one: galli-tui learn --plain")
    if game is None:
        keys = games_by_use()
        game = keys[await dialogue.choose("Which game?", [_game_words(game_box(key).meta) for key in keys])]
    meta = game_box(game).meta
    modes = list(meta.ordered_modes)
    ways = [f"{sentence_start(mode_name(mode))}, {seat_range(meta, mode)}" for mode in modes]
    mode = modes[await dialogue.choose("How do you want to play?", ways)]
    seats = await _seats(dialogue, meta, mode)
    names: list[str] = []
    players: list[Player] = []
    for number in range(seats):
        bot = "" if not number else await _bot(dialogue, number)
        name = await _name(dialogue, number, names, bot)
        names.append(name)
        players.append(Player(name, _colour(meta, number), bot or None))
    people = sum(player.bot is None for player in players)
    options = await _options(dialogue, meta, mode, seats, people)
    return Setup(game, options, tuple(players))


def _game_words(meta: Meta) -> str:
    return f"{meta.title}. {meta.blurb}".rstrip()


def _colour(meta: Meta, number: int) -> str:
    return meta.roles[number].colour if meta.roles else meta.colours[number]


async def _seats(dialogue: Dialogue, meta: Meta, mode: str) -> int:
    least, most = meta.modes[mode]
    if least == most:
        return least
    usual = min(max(2, least), most)
    return await dialogue.number("How many seats?", least, most, usual)


async def _bot(dialogue: Dialogue, number: int) -> str:
    """Return the bot that plays a seat; empty for a person. The second seat is proposed to a bot."""
    bots = list(bot_names())
    kinds = [_PERSON, *(f"{bot}, a bot that {BOTS.get(bot, 'plays')}" for bot in bots)]
    at = 1 + bots.index("brother") if "brother" in bots else 0
    chosen = await dialogue.choose(f"Who plays seat {number + 1}?", kinds, at)
    return bots[chosen - 1] if chosen else ""


async def _name(dialogue: Dialogue, number: int, names: list[str], bot: str) -> str:
    taken = {name.casefold() for name in names}
    wanted = NAMES if bot else (own_name(), *NAMES)
    default = next(name for name in wanted if name and name.casefold() not in taken)
    if bot:
        return default
    while True:
        question = "What is your name?" if not number else f"What is the name of the player on seat {number + 1}?"
        name = sanitize(await dialogue.text(question, default), NAME_CELLS)
        if name and name.casefold() not in taken:
            if not number and not own_name():
                remember_name(name)
            return name
        dialogue.say("Every player needs a name of their own, with at least one letter.")


async def _options(dialogue: Dialogue, meta: Meta, mode: str, seats: int, people: int) -> Options:
    """Ask for the options that the game declares; open hands are proposed where people share the terminal."""
    chosen: dict[str, OptionValue] = {}
    for option in meta.choices_for(mode, seats):
        values = option.values
        opens = next((it for it, value in enumerate(values) if value.opens_hands), None)
        if opens is not None and people < 2:
            continue
        if opens is not None:
            dialogue.say("This terminal keeps what it prints, so hidden hands can be read by scrolling back.")
        default = 0 if opens is None else opens
        chosen[option.key] = values[await dialogue.choose(_question(option), _labels(option), default)]
    return meta.options_with(seats, mode, chosen)


def _question(option: Option) -> str:
    return f"{option.label}? {option.blurb}".rstrip()


def _labels(option: Option) -> list[str]:
    return [f"{value.label}{f'. {value.blurb}' if value.blurb else ''}" for value in option.values]
