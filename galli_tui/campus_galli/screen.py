"""The table of Campus Galli: the plan, hut and pouch, the seats' boards, and the column where moves are entered."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Event, Key, MouseDown, Resize
from textual.geometry import Offset, Size
from textual.timer import Timer

from galli_tui.actions import Action, action, bindings, register
from galli_tui.campus_galli.briefs import Brief, Chronicle
from galli_tui.campus_galli.column import Column, Glance
from galli_tui.campus_galli.entering.base import Ability, Answer, Desk, Entering, Way
from galli_tui.campus_galli.entering.dangers import EventScene, Witnessing
from galli_tui.campus_galli.entering.make import entering_for
from galli_tui.campus_galli.entering.waiting import Waiting
from galli_tui.campus_galli.event_scene import BEATS
from galli_tui.campus_galli.lines import Line
from galli_tui.campus_galli.panel import LinesPanel
from galli_tui.campus_galli.panels import board_lines, supply_line, table_line
from galli_tui.campus_galli.plan_picture import LARGE, MEDIUM, SMALL, Scale
from galli_tui.campus_galli.plan_widget import PlanWidget
from galli_tui.campus_galli.scene import Pointing, Stage, Standing
from galli_tui.campus_galli.signs import ASCII, UNICODE
from galli_tui.campus_galli.stock import stock_lines
from galli_tui.campus_galli.tales import Tale, tales, unseen
from galli_tui.campus_galli.targets import SPACE, TASK, Targets, targets_of
from galli_tui.campus_galli.words import map_name
from galli_tui.company import Role, Sign
from galli_tui.screens.base import size_classes
from galli_tui.screens.flow import local_seats
from galli_tui.screens.table import TableScreen
from galli_tui.widgets.next_line import NextLine
from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    FlipBuildingStep,
    LaySectionStep,
    SendBuilderHomeStep,
    SpecialActionsStep,
    TidyUpStep,
)
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC

_GROUP = "Campus Galli"
_LAST = (LaySectionStep, FlipBuildingStep, SendBuilderHomeStep)
"""What may be decided last in a match, besides passing."""

register(
    Action(
        "campus-galli.move",
        ("up", "down", "left", "right"),
        "move",
        "Moves the section, the cursor or the choice.",
        _GROUP,
        foot=1,
        each_key=True,
        shown="left up down right",
    ),
    Action("campus-galli.turn", ("r",), "turn", "Turns the section a quarter to the right.", _GROUP, foot=2),
    Action("campus-galli.mirror", ("m",), "mirror", "Mirrors the section.", _GROUP, foot=3),
    Action("campus-galli.next", ("tab",), "next", "Goes to the next legal choice, the best first.", _GROUP, foot=4),
    Action("campus-galli.previous", ("shift+tab",), "previous", "Goes to the legal choice before.", _GROUP),
    Action("campus-galli.enter", ("enter", "space"), "ok", "Makes the move that is shown.", _GROUP, foot=5),
    Action(
        "campus-galli.number",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
        "choose",
        "Makes the choice of that number.",
        _GROUP,
        foot=6,
        each_key=True,
        shown="1 2",
    ),
    Action("campus-galli.look", ("i",), "look", "Looks at plan and tasks; again to play on.", _GROUP, foot=8),
    Action(
        "campus-galli.point",
        ("p",),
        "point",
        "Points at a space while looking; a number at a task.",
        _GROUP,
        foot=10,
    ),
    Action("campus-galli.boards", ("b",), "boards", "Shows the planning boards of all seats.", _GROUP, foot=42),
)

_WAYS = {"up": Way.UP, "down": Way.DOWN, "left": Way.LEFT, "right": Way.RIGHT}
_NEEDED = {
    "move": Ability.ARROWS,
    "turn": Ability.TURN,
    "mirror": Ability.TURN,
    "next": Ability.JUMP,
    "previous": Ability.JUMP,
    "enter": Ability.ENTER,
    "number": Ability.NUMBERS,
}
_SCALES = {"-snug": (SMALL,), "-wide": (MEDIUM, SMALL), "-grand": (LARGE, MEDIUM, SMALL)}
"""The scales that a window's size class allows, the largest first."""
_ANSWERS = frozenset({*action("campus-galli.enter").keys, *action("campus-galli.number").keys})
"""The keys that decide something."""
_EVENTS_FROM = 3
"""The first level with events (CG-III-1e)."""
_BEAT = 0.06
"""Seconds between two pictures of dice that tumble."""
_STOCK = 33
"""Columns for hut and pouch."""
_BOARDS = {"-wide": 34, "-grand": 63}
"""Columns for the seats' boards."""
_BESIDE = 3 + 1 + 46
"""Columns beside the plan's spaces: names of the rows, a gutter, and the column where moves are entered."""
_ABOVE_AND_BELOW = 3 + 1 + 8
"""Rows beside the plan's spaces: the screen's own lines, the names of the columns, hut and pouch."""


def may_end(view: State) -> bool:
    """Whether the match may be over with the present decision: nobody has a card or a turn left."""
    if any(own.year == 1 or own.pile.count or own.hand.count for own in view.seats) or not view.agenda:
        return False
    *later, now = view.agenda
    last = isinstance(now, _LAST) or (isinstance(now, SpecialActionsStep) and len(now.seats) == 1)
    return last and all(isinstance(step, TidyUpStep) for step in later)


class CampusScreen(TableScreen[State]):
    """The plan at the left, what is decided at the right, what there is below the plan."""

    SCOPES: ClassVar[tuple[str, ...]] = ("campus-galli", "table")
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    CampusScreen #table { layout: grid; grid-gutter: 0 1; }
    CampusScreen #campus-column { row-span: 2; }
    CampusScreen LinesPanel { width: 1fr; height: 1fr; background: $page; }
    CampusScreen.-snug #table { grid-size: 2 2; }
    CampusScreen.-snug #campus-boards { display: none; }
    CampusScreen.-wide #table, CampusScreen.-grand #table { grid-size: 3 2; }
    CampusScreen.-wide PlanWidget, CampusScreen.-grand PlanWidget { column-span: 2; }
    """

    def compose_table(self) -> ComposeResult:
        signs = ASCII if self.house.terminal.ascii else UNICODE
        self._desk = Desk.of(self.table, signs)
        self._chronicle = Chronicle(self._desk.box, self._desk.teller)
        self._column = Column(self._desk)
        self._stage = Stage(self._desk.layout, self._desk.box.sections)
        self._view: State | None = None
        self._entering = Entering(self._desk, self._desk.game.initial())
        self._briefs: list[Brief] = []
        self._below_stock: list[Line] = []
        self._cursor: int | None = None
        self._last_cursor = self._desk.plan.width * (self._desk.plan.height // 2) + self._desk.plan.width // 2
        self._hovered: int | None = None
        self._said = ""
        self._targets = Targets()
        """What others point at."""
        self._witnessed: int | None = None
        """The last happening that has been seen; None before the first."""
        self._unseen: list[Tale] = []
        self._thrown = 0
        """Which roll of the dice has been seen to tumble."""
        self._beat = 0
        self._tumbling: Timer | None = None
        self._staged: float | None = None
        """When the present scene was on the screen, by the clock of events."""
        names = {building.letter: map_name(building) for building in self._desk.plan.buildings}
        self.plan = PlanWidget(self._stage, names, self._desk.marks, signs)
        self._beside = LinesPanel(id="campus-column")
        self._below = LinesPanel(id="campus-stock")
        self._boards = LinesPanel(id="campus-boards")
        yield from (self.plan, self._beside, self._below, self._boards)

    @property
    def entering(self) -> Entering:
        """The decision being entered."""
        return self._entering

    def on_resize(self, event: Resize) -> None:
        name = next(name for name, holds in size_classes(event.size).items() if holds)
        scales = _SCALES[name]
        self.plan.rescale(next((it for it in scales if self._fits(it, event.size)), scales[-1]))
        width, height = self.plan.wanted
        panels = self.query_one("#table").styles
        panels.grid_rows = f"{height} 1fr"
        if name == "-snug":
            panels.grid_columns = f"{max(width, _STOCK)} 1fr"
        else:
            panels.grid_columns = f"{_STOCK} {max(width, _STOCK + 1 + _BOARDS[name]) - _STOCK - 1} 1fr"

    def _fits(self, scale: Scale, size: Size) -> bool:
        """Whether the plan at this scale leaves room for the column beside it and the stock below."""
        width, height = self._stage.width * scale.columns, self._stage.height * scale.rows
        return width + _BESIDE <= size.width and height + _ABOVE_AND_BELOW <= size.height

    def show_view(self, view: State) -> None:
        self._view = view
        self._hovered = None
        if self._unseen or not self.waits_for_others:
            self._cursor = None
        self._entering = self._way_of_entering(view)
        self._staged = None
        if isinstance(self._entering, EventScene | Witnessing):
            self.call_after_refresh(self._now_staged)
        self._throw()
        self._briefs = self._chronicle.briefs(self.happenings)
        self._said = self.next_words()
        self.plan.show(Standing.of(view, self._desk.box.tasks), self._pointing())
        self._fill()

    def renew_view(self, view: State) -> None:
        self._view = view
        self._briefs = self._chronicle.briefs(self.happenings)
        self.plan.show(Standing.of(view, self._desk.box.tasks), self._pointing())
        self._fill()

    def show_signs(self, signs: tuple[Sign, ...]) -> None:
        self._targets = targets_of(self._desk.game.setting, signs)
        self._update()

    def _way_of_entering(self, view: State) -> Entering:
        """How whoever is due enters the move; what all are to see first, and what the viewer has, where nobody is."""
        if self._unseen:
            # In company the match goes on while somebody looks, who then sees what followed.
            if (
                isinstance(self._entering, Witnessing)
                and self._entering.told == self._unseen[: len(self._entering.told)]
            ):
                return self._entering
            return Witnessing(self._desk, view, self._unseen)
        if self.seat is None:
            return Waiting(self._desk, view, self.viewer, self.standing)
        found = entering_for(self._desk, self.sight(), self.seat)
        if isinstance(found, EventScene):
            found.tell(tales(self._desk.game.setting, self.happenings))
        return found

    def interlude(self) -> bool:
        if self._desk.game.setting.level.number < _EVENTS_FROM:
            return False
        happenings = self.table.happenings(PUBLIC, self.HAPPENINGS)
        last = happenings[-1].number if happenings else 0
        if self._witnessed is None:
            played = any(isinstance(one.event, Move) for one in happenings)
            self._witnessed = last if played or self.only_to_look else -1
        # Numbers that were taken back are given again.
        self._witnessed = min(self._witnessed, last)
        told = tales(self._desk.game.setting, happenings)
        self._unseen = unseen(told, happenings, self._witnessed, frozenset(local_seats(self.table)))
        if not self._unseen:
            self._witnessed = last
        return bool(self._unseen)

    def _go_on_from_scene(self) -> None:
        """The next page of what happened, or what is to be decided now."""
        if isinstance(self._entering, Witnessing) and self._entering.next_page():
            self._throw()
            self._update()
            return
        happenings = self.table.happenings(PUBLIC, 1)
        self._witnessed = happenings[-1].number if happenings else 0
        if self.table.company is not None and isinstance(self._entering, Witnessing):
            self._witnessed = min(self._witnessed, self._entering.last)
        self.go_on_from_interlude()

    def _throw(self) -> None:
        """Dice that were rolled since the last look tumble before they lie."""
        self._settle()
        thrown = self._entering.thrown
        if not thrown or thrown == self._thrown:
            return
        self._thrown = thrown
        if self.house.terminal.motion:
            self._beat = BEATS
            self._entering.tumble(self._beat)
            self._tumbling = self.set_interval(_BEAT, self._tumble)

    def _tumble(self) -> None:
        """One picture further."""
        if self._beat > 1:
            self._beat -= 1
            self._entering.tumble(self._beat)
            self._fill_column()
        else:
            self._settle()

    def _settle(self) -> None:
        """The dice lie."""
        if self._tumbling is not None:
            self._tumbling.stop()
            self._tumbling = None
            self._beat = 0
            self._entering.tumble(0)
            self._follow()

    def _now_staged(self) -> None:
        self._staged = monotonic()

    def hears(self, event: Key) -> bool:
        # In one event a seat follows upon the other: a key typed for the one is no answer of the next.
        if isinstance(self._entering, EventScene | Witnessing) and event.key in _ANSWERS:
            return self._staged is not None and event.time >= self._staged
        return super().hears(event)

    async def on_event(self, event: Event) -> None:
        # Any key ends the tumbling at once. One that would answer what is not shown yet does no more than that.
        if isinstance(event, Key | MouseDown):
            tumbling = self._tumbling is not None
            self._settle()
            if tumbling and (isinstance(event, MouseDown) or event.key in _ANSWERS):
                return
        await super().on_event(event)

    def next_words(self) -> str:
        if self._cursor is not None and self._may_point:
            return "Arrows move; p points at the space for all, a number at a task; i goes back."
        if self._cursor is not None:
            return "Arrows go from space to space; i or esc goes back to the game."
        if self.table.resting and self._view is not None:
            first = all(own.year == 1 and not own.pile.count for own in self._view.seats)
            next_up = f"Round {self._view.round}{', the first of year 2,' if first else ''} is next"
            return f"{next_up}: enter draws its cards; u takes the last move back."
        if self.seat is not None and self._view is not None and may_end(self._view):
            name = self._desk.name(self.seat)
            return f"{name}: this may end the match; its last move cannot be taken back."
        return self._entering.prompt or super().next_words()

    def note(self, text: str) -> None:
        super().note(text)
        self._said = ""

    def step_back(self) -> bool:
        if self._cursor is not None:
            self.action_look()
            return True
        if isinstance(self._entering, Witnessing):
            self._go_on_from_scene()
            return True
        if self._entering.out():
            self._update()
            return True
        words = self._entering.back()
        if words:
            self.note(words)
        return bool(words)

    def _pointing(self) -> Pointing:
        own = self._entering.pointing._replace(shown=self._targets.spaces)
        return own if self._cursor is None else own._replace(cursor=self._cursor)

    def _fill(self) -> None:
        """The panels' lines, for the room they have."""
        self._fill_column()
        if self._view is not None:
            sheet = self.table.game.sheet(self._view)
            width = self._below.size.width
            self._below_stock = [
                supply_line(self._desk, self._view, width),
                table_line(self._desk, sheet, width, over=self.due.over),
            ]
        self._fill_stock()
        boards = self._boards
        if self._view is not None and boards.size:
            sheet = self.table.game.sheet(self._view)
            boards.show(board_lines(self._desk, self._view, sheet, boards.size.width - 1, boards.size.height))
        self._place_cursor()

    def _fill_column(self) -> None:
        panel = self._beside
        width, height = panel.size
        if self._view is not None and width:
            looking = self._cursor is not None
            glance = Glance(self._cursor if looking else self._hovered, looking, self._targets.tasks)
            panel.show(self._column.lines(self._view, self._entering, self._briefs, glance, width - 1, height))

    def _fill_stock(self) -> None:
        panel = self._below
        width, height = panel.size
        if self._view is not None and width:
            lines = stock_lines(self._desk, self._view, self._entering.stock, width)
            panel.show([*lines, *self._below_stock][:height])

    def _update(self) -> None:
        """After a key or the mouse: the plan at once, then the panels, and the words if they are others now."""
        self.plan.point(self._pointing())
        self._follow()

    def _follow(self) -> None:
        """What follows the picture: the panels' lines. Keys that came meanwhile are told of together."""
        if self._view is None:
            return
        self._fill_column()
        if self._entering.stock is not None:
            self._fill_stock()
        self._place_cursor()
        words = self.next_words()
        if words != self._said:
            self._say()

    def _say(self) -> None:
        """The words of what is next, in place of a reason or remark."""
        self._said = self.next_words()
        self.refresh_next()

    def _place_cursor(self) -> None:
        """The terminal's own cursor: on the space pointed at, on the line chosen, or where the words begin."""
        pointing = self._pointing()
        if pointing.cursor is not None:
            self.put_cursor(self.plan.cell_of(pointing.cursor))
        elif pointing.ghost:
            self.put_cursor(self.plan.cell_of((pointing.ghost & -pointing.ghost).bit_length() - 1))
        else:
            self.put_cursor(self._chosen_cell() or self.query_one(NextLine).start)

    def _chosen_cell(self) -> Offset | None:
        for panel in (self._beside, self._below):
            for y, line in enumerate(panel.lines):
                x = 0
                for span in line.spans:
                    if line.chosen or span.chosen:
                        return panel.region.offset + Offset(x, y)
                    x += cell_len(span.text)
        return None

    @property
    def reason(self) -> Refusal | None:
        return super().reason or (self._entering.refusal if self._cursor is None else None)

    def _do(self, answer: Answer) -> None:
        """Makes the move, says why not, or draws the new picture."""
        if isinstance(answer, Move):
            self.attempt(answer)
        elif answer is not None:
            self.refuse(answer)
            self._said = ""
        else:
            self._update()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in _NEEDED:
            if self._view is None:
                return False
            if self._cursor is not None:
                return action == "move" or (action == "number" and self._may_point)
            return _NEEDED[action] in self._entering.ABILITIES
        if action == "point":
            return self._may_point
        return super().check_action(action, parameters)

    @property
    def _may_point(self) -> bool:
        standing = self.standing
        return standing is not None and not standing.mute and standing.role is not Role.SPECTATOR

    def action_move(self, key: str) -> None:
        way = _WAYS[key]
        if self._cursor is None:
            self._entering.move(way)
        else:
            width, height = self._desk.plan.width, self._desk.plan.height
            east, south = way.value
            column, row = (self._cursor % width + east) % width, (self._cursor // width + south) % height
            self._cursor = row * width + column
        self._update()

    def action_turn(self) -> None:
        self._entering.turn()
        self._update()

    def action_mirror(self) -> None:
        self._entering.mirror()
        self._update()

    def action_next(self) -> None:
        self._entering.jump(1)
        self._update()

    def action_previous(self) -> None:
        self._entering.jump(-1)
        self._update()

    def action_enter(self) -> None:
        if isinstance(self._entering, Witnessing):
            self._go_on_from_scene()
            return
        self._do(self._entering.enter())

    def action_number(self, key: str) -> None:
        if self._cursor is not None:
            self._point_at(TASK, int(key))
            return
        self._do(self._entering.number(int(key)))

    def action_look(self) -> None:
        if self._cursor is None:
            self._cursor = self._last_cursor
        else:
            self._last_cursor, self._cursor = self._cursor, None
        self.refresh_bindings()
        self._update()

    def action_point(self) -> None:
        if self._cursor is None:
            self.action_look()
        else:
            self._point_at(SPACE, self._cursor)

    def _point_at(self, kind: str, target: int) -> None:
        """Has all see it."""
        company = self.table.company
        if company is None or not self.face.target(self.table, kind, target):
            return
        try:
            company.point(kind, target)
        except ValueError as error:
            self.note(str(error))

    def action_boards(self) -> None:
        from galli_tui.campus_galli.boards_screen import BoardsScreen

        self.house.push_screen(BoardsScreen(self.table, self.face, self._desk, self.seat))

    def on_plan_widget_hovered(self, event: PlanWidget.Hovered) -> None:
        if self._cursor is not None:
            return
        moved = event.space is not None and self._entering.hover(event.space)
        details = not self._entering.pointing.ghost and self._hovered != event.space
        self._hovered = event.space if details else None
        if moved or details:
            self._update()

    def on_plan_widget_clicked(self, event: PlanWidget.Clicked) -> None:
        if event.space is None:
            return
        if self._cursor is not None:
            self._cursor = event.space
            self._update()
        else:
            self._do(self._entering.click(event.space))

    def on_plan_widget_turned(self, event: PlanWidget.Turned) -> None:
        if Ability.TURN in self._entering.ABILITIES:
            self.action_turn()

    def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        if isinstance(self._entering, Witnessing):
            self._go_on_from_scene()
            return
        self._do(self._entering.pick(event.target))

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        self._fill()
