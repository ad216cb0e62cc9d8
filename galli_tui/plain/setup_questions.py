"""The setup of a match in words: one question at a time, each with a default."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

from galli_tui.game_api.last_game import games_by_use
from galli_tui.game_api.last_setup import SOLO, last_setup
from galli_tui.game_api.match_words import seat_range
from galli_tui.game_api.own_name import is_first_start, own_name, remember_name
from galli_tui.plain.dialogue import Dialogue, WantsLesson, WentBack
from galli_tui.startup.own_command import own_command
from galli_tui.style.wording import BOTS, mode_name, sentence_start
from galli_tui.tables.match_store import BOT_NAMES, NAMES, Setup
from galli_tui.tables.network import HostPlan
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from net.host.lobby import SeatAssignment
from net.wire.messages import SeatKind
from rules.bots import bot_names
from rules.engine.game import Meta, Options
from rules.engine.options import Option, OptionValue
from rules.registry import game_meta
from saves.format.header_fields import Player

Answers = TypeVar("Answers")

_PERSON: Final = "a person at this terminal"
_LEARN: Final = ("learn", "lesson", "lessons", "guide")
"""Words at a question of a player who wants to learn first."""
_GUEST: Final = "a guest, on a computer of their own"


async def ask_setup(dialogue: Dialogue, game: str | None) -> Setup:
    """Ask for everything that a new match needs; `game` is known already if it is not None.

    Raises `InputEnded`, or `WantsLesson` if the player asks for a lesson, with the game if it has been chosen.
    """
    learn = "type learn to have one taught first."
    return await _again_after_back(
        dialogue, lambda: _ask_setup(dialogue, game), learn, dict.fromkeys(_LEARN, WantsLesson)
    )


async def ask_plan(dialogue: Dialogue, game: str | None) -> HostPlan:
    """Ask for everything that a table for guests needs, as `ask_setup` does. The first seat is played here."""
    learn = f"leave and learn one: {own_command('learn --plain')}"
    return await _again_after_back(dialogue, lambda: _ask_plan(dialogue, game), learn, {})


async def _again_after_back(
    dialogue: Dialogue, ask: Callable[[], Awaitable[Answers]], learn: str, exits: Mapping[str, type[Exception]]
) -> Answers:
    """Ask the questions, from the first one again whenever the player types `back`.

    `learn` is what a newcomer is advised to do; `exits` says which other answers end the questions.
    """
    dialogue.say(
        "A new match. Press Enter at a question to take what is proposed; type back to begin again, quit to leave."
    )
    if is_first_start():
        dialogue.say(f"If you are new to these games, {learn}")
    dialogue.exits = {"back": WentBack, **exits}
    try:
        while True:
            try:
                return await ask()
            except WentBack:
                dialogue.say("From the first question again.")
    finally:
        dialogue.exits = {}


async def _ask_setup(dialogue: Dialogue, game: str | None) -> Setup:
    meta = await _game(dialogue, game)
    try:
        return await _ask_setup_of(dialogue, meta)
    except WantsLesson:
        raise WantsLesson(meta.key) from None


async def _ask_setup_of(dialogue: Dialogue, meta: Meta) -> Setup:
    mode, seats = await _mode_and_seats(dialogue, meta, least=1)
    players: list[Player] = []
    for number in range(seats):
        bot = "" if not number else await _chosen_bot(dialogue, number) or ""
        name = await _name(dialogue, number, [player.name for player in players], bot)
        players.append(Player(name, _colour(meta, number), bot or None))
    people = sum(player.bot is None for player in players)
    return Setup(meta.key, await _options(dialogue, meta, mode, seats, people), tuple(players))


async def _ask_plan(dialogue: Dialogue, game: str | None) -> HostPlan:
    meta = await _game(dialogue, game)
    mode, seats = await _mode_and_seats(dialogue, meta, least=2)
    plans: list[SeatAssignment] = []
    for number in range(seats):
        bot = "" if not number else await _chosen_bot(dialogue, number, guests=True)
        if bot is None:
            plans.append(SeatAssignment(SeatKind.OPEN))
            continue
        name = await _name(dialogue, number, [plan.name for plan in plans], bot)
        kind = SeatKind.BOT if bot else SeatKind.HERE
        plans.append(SeatAssignment(kind, name, _colour(meta, number), bot or None))
    people = sum(plan.kind is SeatKind.HERE for plan in plans)
    return HostPlan(meta.key, await _options(dialogue, meta, mode, seats, people), tuple(plans))


async def _game(dialogue: Dialogue, game: str | None) -> Meta:
    """Return the game that is known already, or ask for it."""
    if game is None:
        keys = games_by_use()
        game = keys[await dialogue.choose("Which game?", [_game_words(game_meta(key)) for key in keys])]
    return game_meta(game)


async def _mode_and_seats(dialogue: Dialogue, meta: Meta, least: int) -> tuple[str, int]:
    """Ask for the mode and the number of seats, of which there are at least `least`."""
    modes = [mode for mode in meta.ordered_modes if meta.modes[mode][1] >= least]
    ways = [f"{sentence_start(mode_name(mode))}, {seat_range(meta, mode)}" for mode in modes]
    # A first match of a game is proposed as one for a single player.
    usual = modes.index(SOLO) if SOLO in modes and last_setup(meta.key) is None else 0
    mode = modes[await dialogue.choose("How do you want to play?", ways, usual)]
    return mode, await _seats(dialogue, meta, mode, least)


def _game_words(meta: Meta) -> str:
    return f"{meta.title}. {meta.blurb}".rstrip()


def _colour(meta: Meta, number: int) -> str:
    return meta.roles[number].colour if meta.roles else meta.colours[number]


async def _seats(dialogue: Dialogue, meta: Meta, mode: str, least: int) -> int:
    fewest, most = meta.modes[mode]
    least = max(least, fewest)
    if least == most:
        return least
    return await dialogue.number("How many seats?", least, most, min(max(2, least), most))


async def _chosen_bot(dialogue: Dialogue, number: int, *, guests: bool = False) -> str | None:
    """Return the bot that plays a seat; empty for a person here, None for a guest.

    Proposed is a guest where there are any, else a bot.
    """
    bots = list(bot_names())
    people: list[tuple[str | None, str]] = [(None, _GUEST)] if guests else []
    kinds = [*people, ("", _PERSON), *((bot, f"{bot}, a bot that {BOTS.get(bot, 'plays')}") for bot in bots)]
    usual = 0 if guests or "brother" not in bots else 1 + bots.index("brother")
    return kinds[await dialogue.choose(f"Who plays seat {number + 1}?", [words for _, words in kinds], usual)][0]


async def _name(dialogue: Dialogue, number: int, names: list[str], bot: str) -> str:
    taken = {name.casefold() for name in names}
    wanted = BOT_NAMES if bot else (own_name(), *NAMES)
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
