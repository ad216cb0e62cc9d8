"""What the parts of the panels beside the plan are, for a click and the help."""

from __future__ import annotations

from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.panel_lines import task_subject
from galli_tui.games.campus_galli.peer_marks import TASK
from galli_tui.games.campus_galli.shape_words import stock_colours
from galli_tui.games.campus_galli.words import shape_words
from galli_tui.screens.subject import Subject, subject
from galli_tui.style.wording import counted, listed, sentence_start
from rules.campus_galli.rounds import next_round_year
from rules.campus_galli.state import State
from rules.engine.secrecy import Seat

_STOCK = "stock"


def panel_subject(context: MatchContext, state: State, target: str) -> Subject | None:
    """Return a target beside the plan for the help; None if there is nothing to say."""
    kind, _, place = target.partition(" ")
    if kind == TASK:
        return task_subject(context, state, int(place)) or _taken(context, int(place))
    kind, _, shape = target.partition(":")
    if kind == _STOCK and shape:
        return _shape(context, state, int(shape.partition(",")[0]))
    match target:
        case "round":
            order = listed(context.name(seat, 12) for seat in state.order)
            turns = f"Turn order: {order}." if order else "Seats take turns in the order of their cards' numbers."
            found = "CG-I-3", f"Year {next_round_year(state)}, round {state.round}", turns
        case "tasks":
            left = f"{counted(state.deck.count, 'task')} left in the deck; the board is filled before each round."
            found = "CG-I-1a", "Tasks", left
        case "sections":
            hut, pouch = state.hut.bit_count(), state.pouch.bit_count()
            found = (
                "CG-I-3a8",
                "Hut and pouch",
                f"Hut: {counted(hut, 'section')} to choose from. Pouch: {pouch}, drawn at random.",
            )
        case "homes":
            monks = listed(f"{context.name(Seat(seat), 12)} {own.supply}" for seat, own in enumerate(state.seats))
            clause = "CG-II-6a" if context.game.setting.tiles else "CG-I-6a"
            found = clause, "At home", f"Monks who can become master builders: {monks}."
        case _:
            return None
    clause, title, text = found
    return subject(context.game.clause_in_force(clause), title, text)


def _taken(context: MatchContext, place: int) -> Subject:
    """Return the place of a task that is gone."""
    clause = context.game.clause_in_force("CG-I-1a")
    return subject(clause, f"Task {place}", f"Task {place} is taken; a new one comes if another round follows.")


def _shape(context: MatchContext, state: State, shape: int) -> Subject:
    """Return the sections of a shape that are left."""
    setting = context.game.setting
    left = [
        f"in the {name} {stock_colours(setting, stock, shape) or 'none'}"
        for name, stock in (("hut", state.hut), ("pouch", state.pouch))
    ]
    name = sentence_start(shape_words(setting.box, shape))
    return subject("CG-I-3a8", name, f"{name}: {'; '.join(left)}.")
