"""`learn --plain`: the choice of a game, and its lessons one after the other."""

from __future__ import annotations

from galli_tui.game_api.last_game import games_by_use
from galli_tui.game_api.own_name import own_name
from galli_tui.lessons.progress import next_lesson
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.lesson_talk import LessonTalk
from galli_tui.tables.match_store import NAMES
from rules.registry import game_meta


async def learn_plainly(dialogue: Dialogue, game: str | None, name: str | None) -> None:
    """Teach a lesson, and those that follow it as long as they are wanted.

    Without a game it is asked for; without the name of a lesson, the first unfinished one is taught. Raises
    `InputEnded` and `PlayerLeaves`.
    """
    if game is None:
        keys = [key for key in games_by_use() if lesson_names(key)]
        game = keys[await dialogue.choose("Which game do you want to learn?", [game_meta(key).title for key in keys])]
    name = next_lesson(game) if name is None else name
    while name is not None and await LessonTalk(dialogue, load_lesson(game, name), own_name() or NAMES[0]).run():
        dialogue.say(f"To play, type: galli-tui play {game} --plain")
        name = _following(game, name)
        if name is None:
            return
        title = load_lesson(game, name).title
        if await dialogue.choose("What next?", [f"the next lesson. {title}", "leave"]):
            return


def _following(game: str, name: str) -> str | None:
    names = lesson_names(game)
    return next(iter(names[names.index(name) + 1 :]), None)
