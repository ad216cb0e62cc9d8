"""Setting up a match: game, level, mode, seats with names and colours, house variants, seed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from galli_tui.actions import Action, bindings
from galli_tui.face import face_of
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialog import Notice
from galli_tui.screens.words import level_name, mode_name
from galli_tui.shelf import NAMES, SeatSetup, Setup
from galli_tui.terminal import safe
from galli_tui.widgets.choice import Choice, Option
from galli_tui.widgets.field import Field
from galli_tui.widgets.key_line import KeyLine
from galli_tui.widgets.label import Label
from galli_tui.widgets.next_line import NextLine
from galli_tui.widgets.press import Press
from rules.engine.game import Meta, OptionError, Options
from rules.registry import game_box, games
from saves.errors import SaveError

_MAX_SEED_DIGITS = 18
_VARIANTS = {"open-hands": ("Hands", "hidden", "open to all")}
_ABOUT_VARIANTS = {
    "variant-open-hands": "Drawn cards are hidden from the others, or lie open to all: a house variant.",
}
"""What a variant is about, by its field."""


class NewGameScreen(GalliScreen[None]):
    """A form of one line a question. It begins at once with what it proposes, and says in words what is wrong."""

    SCOPES: ClassVar[tuple[str, ...]] = ("form", "choice")
    BINDINGS = bindings("form")
    DEFAULT_CSS = """
    NewGameScreen #form { width: 70; height: auto; padding: 0 2; background: $page; border: round $edge;
        border-title-color: $rubric; border-title-style: bold; }
    NewGameScreen Horizontal { height: 1; }
    NewGameScreen .seat Choice { width: 22; }
    NewGameScreen .seat Input { width: 30; }
    NewGameScreen #seed { width: 24; }
    NewGameScreen #blurb { height: auto; margin: 0 0 1 11; color: $faint; }
    NewGameScreen #seat-0 { margin-top: 1; }
    NewGameScreen Press { margin-top: 1; }
    """

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__()
        self._setup = setup
        self._meta: Meta = game_box(setup.game if setup else games()[0]).meta
        self._wrong: Widget | None = None
        """The field whose mistake is being told."""
        self._most = max(most for _, most in self._meta.modes.values())

    @property
    def level(self) -> int:
        return cast(int, self._choice("level").value)

    def compose(self) -> ComposeResult:
        meta = self._meta
        options = self._setup.options if self._setup else None
        with Container(classes="middle"), Vertical(id="form") as form:
            form.border_title = "A new match"
            yield Choice("Game", [Option(key, game_box(key).meta.title) for key in games()], meta.key, identity="game")
            levels = [Option(number, f"{level_name(number)}  {title}") for number, title in meta.levels]
            yield Choice("Level", levels, options and options.level, identity="level")
            yield Static(id="blurb")
            modes = [Option(mode, mode_name(mode)) for mode in _ordered(meta)]
            yield Choice("Mode", modes, options and options.mode, identity="mode")
            yield Choice("Seats", [Option(0, "")], identity="count")
            for variant in meta.variants:
                label, off, on = _VARIANTS.get(variant, (variant, "no", "yes"))
                chosen = bool(options and variant in options.variants)
                yield Choice(
                    label,
                    [Option(value=False, label=off), Option(value=True, label=on)],
                    chosen,
                    identity=f"variant-{variant}",
                )
            with Horizontal():
                yield Label("Seed".ljust(Choice.LABEL_CELLS) + "  ")
                yield Field(placeholder="chance", identity="seed", most=_MAX_SEED_DIGITS)
            for number in range(self._most):
                yield self._seat_line(number)
            yield Press("Begin", identity="begin")
        yield NextLine()
        yield KeyLine()

    def _seat_line(self, number: int) -> Horizontal:
        given = self._setup.seats[number] if self._setup and number < len(self._setup.seats) else None
        colours = [Option(colour, colour, f"{colour}_text") for colour in self._meta.colours]
        return Horizontal(
            Label(f"Seat {number + 1}".ljust(Choice.LABEL_CELLS) + "  "),
            Field(given.name if given else "", placeholder=NAMES[number % len(NAMES)], identity=f"name-{number}"),
            Choice("", colours, given.colour if given else self._meta.colours[number], identity=f"colour-{number}"),
            classes="seat",
            id=f"seat-{number}",
        )

    def on_mount(self) -> None:
        options = self._setup.options if self._setup else None
        self._fit_seats(options.seats if options else 2)
        self._tell()
        self.query_one("#begin" if self._setup else "#level").focus()

    def _choice(self, identity: str) -> Choice:
        return self.query_one(f"#{identity}", Choice)

    @property
    def _seats(self) -> int:
        return cast(int, self._choice("count").value)

    def _fit_seats(self, wanted: int) -> None:
        """Offers as many seats as the mode takes, and shows a line for each."""
        least, most = self._meta.modes[cast(str, self._choice("mode").value)]
        count = self._choice("count")
        count.offer([Option(number, str(number)) for number in range(least, most + 1)])
        count.put(max(least, min(most, wanted)))
        for number in range(self._most):
            self.query_one(f"#seat-{number}").display = number < self._seats

    def _tell(self) -> None:
        """Says what is next, and what the level is about."""
        self.query_one("#blurb", Static).update(Content(face_of(self._meta.key).level_blurb(self.level)))
        match self.focused:
            case Press():
                words = "Enter begins the match as it is set up."
            case Field(id="seed"):
                words = "Type a number for a deal that can be played again, or leave it to chance."
            case Field():
                words = "Type a name, or leave the one that is proposed; tab goes on to the colour."
            case Choice(id=identity) if identity in _ABOUT_VARIANTS:
                words = _ABOUT_VARIANTS[identity]
            case _:
                words = "Left and right change it, up and down go from line to line; ctrl+s begins."
        self.query_one(NextLine).show_next(words)

    def on_descendant_focus(self) -> None:
        if self.focused is not self._wrong:
            self._wrong = None
            self._tell()
        self.refresh_bindings()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        identity = event.choice.id or ""
        if identity == "game":
            self._change_game(cast(str, event.choice.value))
            return
        if identity in ("mode", "count"):
            self._fit_seats(self._seats)
        if identity.startswith("colour-"):
            self._part_colours(event.choice)
        self._tell()

    def _change_game(self, key: str) -> None:
        if key != self._meta.key:
            setup = Setup(key, Options(0, "", 0), ())
            self.house.set_up(setup)

    def _part_colours(self, changed: Choice) -> None:
        """No two seats of one colour: whoever had it takes the colour that is free now."""
        others = [self._choice(f"colour-{number}") for number in range(self._most)]
        taken = {choice.value for choice in others if choice is not changed}
        free = [colour for colour in self._meta.colours if colour not in taken and colour != changed.value]
        for choice in others:
            if choice is not changed and choice.value == changed.value and free:
                choice.put(free[0])

    def action_row(self, key: str) -> None:
        rows = self._rows()
        place = next((number for number, row in enumerate(rows) if self.focused in row), 0)
        if key == "enter" and place == len(rows) - 1:
            self.action_begin()
            return
        column = rows[place].index(self.focused) if self.focused in rows[place] else 0
        target = rows[(place + (-1 if key == "up" else 1)) % len(rows)]
        self.set_focus(target[min(column, len(target) - 1)])

    def _rows(self) -> Sequence[Sequence[Widget]]:
        """What can be focused, line by line."""
        lines: list[list[Widget]] = []
        for widget in self.focus_chain:
            if lines and lines[-1][0].region.y == widget.region.y:
                lines[-1].append(widget)
            else:
                lines.append([widget])
        return lines

    def on_input_submitted(self) -> None:
        self.action_row("down")

    def on_press_pressed(self) -> None:
        self.action_begin()

    def on_input_changed(self) -> None:
        self._tell()

    def offers(self, action: Action) -> bool:
        if action.id == "form.other-seed":
            return self.focused is self.query_one("#seed")
        return super().offers(action)

    def action_field(self, key: str) -> None:
        if key == "tab":
            self.focus_next()
        else:
            self.focus_previous()

    def action_other_seed(self) -> None:
        self.query_one("#seed", Input).value = str(secrets.randbelow(1_000_000))

    def action_back(self) -> None:
        self.dismiss()

    def action_begin(self) -> None:
        if not self.is_current:
            return  # A second key, typed while the first one's match was begun.
        setup = self._read()
        if isinstance(setup, str):
            self._wrong = self.focused
            self.query_one(NextLine).show_problem(setup)
            return
        try:
            table = self.house.shelf.begin(setup)
        except (SaveError, OptionError) as error:
            self.house.push_screen(Notice("The match was not begun", str(error)))
            return
        self.house.open_table(table)

    def _read(self) -> Setup | str:
        """What the form says, or one sentence about what is wrong with it; the cursor goes there."""
        seed = self.query_one("#seed", Input)
        typed = seed.value.strip()
        if typed and not (typed.isascii() and typed.isdecimal()):
            self.set_focus(seed)
            return f"A seed is a whole number of at most {_MAX_SEED_DIGITS} digits; left empty, chance deals."
        names: dict[str, int] = {}
        seats: list[SeatSetup] = []
        for number in range(self._seats):
            field = self.query_one(f"#name-{number}", Input)
            name = safe(field.value or field.placeholder)
            if not name:
                self.set_focus(field)
                return f"Nothing of the name of seat {number + 1} can be shown: choose another one."
            if name.casefold() in names:
                self.set_focus(field)
                return f"Seats {names[name.casefold()] + 1} and {number + 1} are both called {name}."
            names[name.casefold()] = number
            seats.append(SeatSetup(name, cast(str, self._choice(f"colour-{number}").value)))
        variants = tuple(sorted(one for one in self._meta.variants if self._choice(f"variant-{one}").value))
        options = Options(
            seats=self._seats,
            mode=cast(str, self._choice("mode").value),
            level=self.level,
            variants=variants,
        )
        return Setup(self._meta.key, options, tuple(seats), int(typed) if typed else None)


def _ordered(meta: Meta) -> list[str]:
    """The modes, those for several seats first."""
    return sorted(meta.modes, key=lambda mode: -meta.modes[mode][1])
