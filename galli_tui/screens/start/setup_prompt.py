"""The prompts of the setup form: what each field is for, and the keys that change it."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.widget import Widget

from galli_tui.game_api.typed_names import changed_name_text
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import BOTS, listed
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.spinner import Spinner
from galli_tui.widgets.text_field import TextField
from rules.engine.game import Meta

_ABOUT_MODES: Final = {
    "solo": "You play alone for the highest score.",
    "coop": "All seats share one score.",
    "versus": "Every seat plays for itself.",
}


class FormState(NamedTuple):
    """What the prompt depends on besides the focused field."""

    meta: Meta
    networked: bool
    seats_bots: bool
    """Whether seats can be given to bots here."""
    bots_only: bool
    bot: str
    """The bot of the seat whose name has the focus; empty for a person, and for other fields."""


def field_words(field: Widget | None, state: FormState) -> str:
    """Return the prompt of the focused field."""
    blurbs = {f"choice-{option.key}": option.blurb for option in state.meta.choices if option.blurb}
    match field:
        case FormButton() if state.networked:
            return "Enter opens the table; you start the match when the guests are there."
        case FormButton():
            return "Enter starts the match; you watch the bots play." if state.bots_only else "Enter starts the match."
        case TextField(id="seed"):
            return "Seed: the same number gives the same deal. Leave empty for random."
        case TextField(value=typed) if changed := changed_name_text(typed):
            return f"{changed}."
        case TextField(value="") if bot := state.bot:
            return f"The {bot} plays here; type a friend's name to seat them instead."
        case TextField():
            return f"Type a name or keep the suggestion; {_next_fields(state)}."
        case Spinner(id="mode", value=str(mode)) if mode in _ABOUT_MODES:
            return f"{_ABOUT_MODES[mode]} Left/Right or a click change it."
        case Spinner(id="where"):
            return "Everyone at this computer, or each player at their own."
        case Spinner(id="practice"):
            return "Undo anything, dice and cards too. The match doesn't count in statistics."
        case Spinner(id="ssh"):
            return "Friends who have only SSH can join too; their game runs on your computer."
        case Spinner(id=str(identity)) if about := blurbs.get(identity):
            return about
        case Spinner(id=str(identity), value=str(bot)) if identity.startswith("who-"):
            return f"The {bot} {BOTS[bot]}. Left/Right or a click change it."
        case Spinner(id=str(identity)) if identity.startswith("who-"):
            return "Left/Right or a click give the seat to a player or a bot."
        case _:
            does = "opens the table" if state.networked else "starts the match"
            return f"Left/Right or a click change the value, Up/Down move, {KEY:setup.start} {does}."


def _next_fields(state: FormState) -> str:
    """Return the way from a name to the other fields of its line."""
    fields = ["colour"] * (not state.meta.roles) + ["player"] * state.seats_bots
    one = "the " if len(fields) == 1 else ""
    return f"Tab goes to {one}{listed(fields)}" if fields else "Enter continues"
