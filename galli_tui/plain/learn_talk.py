"""`learn --plain`: the choice of a game, its lessons one after the other, and a first match after any of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from galli_tui.game_api.last_game import games_by_use
from galli_tui.game_api.last_setup import setup_words, setups_after
from galli_tui.game_api.own_name import own_name
from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.progress import lesson_after, next_lesson
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.plain.dialogue import Dialogue, WentBack
from galli_tui.plain.lesson_talk import LessonTalk
from galli_tui.startup.own_command import own_command
from galli_tui.style.wording import BOTS
from galli_tui.tables.match_store import NAMES, Setup
from rules.registry import game_meta

Play = Callable[[Setup], Awaitable[None]]
"""A function that begins a match and plays it."""


async def learn_plainly(dialogue: Dialogue, game: str | None, name: str | None, play: Play) -> bool:
    """Teach a lesson, and those that follow it as long as they are wanted, or begin a match after one.

    Return whether a lesson was left before its end, or none was chosen. Without a game, or with one that has no
    lessons, it is asked for; without the name of a lesson, the first unfinished one is taught. Raises `InputEnded` and
    `PlayerLeaves`.
    """
    if game is None or not lesson_names(game):
        try:
            game = await _chosen_game(dialogue)
        except WentBack:
            return True
    name = name or next_lesson(game)
    lesson = None if name is None else load_lesson(game, name)
    while lesson is not None:
        if not await LessonTalk(dialogue, lesson, own_name() or NAMES[0]).run():
            return True
        setups, following = setups_after(lesson.game_key, lesson.options, own_name()), lesson_after(lesson)
        matches = [f"play now. {setup_words(setup)}{_about_bot(setup)}" for setup in setups]
        more = [] if following is None else [_title(following, lesson)]
        choice = await dialogue.choose("What next?", [*matches, *more, "leave"])
        if choice < len(setups):
            await play(setups[choice])
            return False
        if choice == len(setups) + len(more):
            dialogue.say(f"To play, type: {own_command(f'play {lesson.game_key} --plain')}")
            return False
        lesson = following
    return False


async def _chosen_game(dialogue: Dialogue) -> str:
    """Ask for the game to learn. Raises `WentBack` for `back`."""
    keys = [key for key in games_by_use() if lesson_names(key)]
    dialogue.exits = {"back": WentBack}
    try:
        return keys[await dialogue.choose("Which game do you want to learn?", [game_meta(key).title for key in keys])]
    finally:
        dialogue.exits = {}


def _about_bot(setup: Setup) -> str:
    """Return how the bot of a setup plays, in a sentence to follow it; empty without one."""
    bot = next((seat.bot for seat in setup.seats if seat.bot), None)
    return "" if bot is None else f". The {bot} is a bot that {BOTS.get(bot, 'plays')}"


def _title(lesson: Lesson, before: Lesson) -> str:
    """Return what leads to a lesson, with the title of its game where it is another one."""
    if lesson.game_key == before.game_key:
        return f"the next lesson. {lesson.title}"
    return f"learn {game_meta(lesson.game_key).title}. {lesson.title}"
