"""Lines of the panels beside the plan: the round, tasks, the log, an inspected space, the legend."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from galli_tui.games.campus_galli.card_texts import kind_clause, task_forms, task_full, task_short
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.plan_scene import monks_beside
from galli_tui.games.campus_galli.points import points_words
from galli_tui.games.campus_galli.shape_pictures import pictured, shape_rows
from galli_tui.games.campus_galli.words import building_words, colour_word, section_words, space_words
from galli_tui.games.kit.blocks import legend
from galli_tui.games.kit.lines import Line, Span, fitting, heading, line, paragraph, spread, targeted
from galli_tui.screens.subject import Subject, subject
from galli_tui.style.wording import counted, sentence_start
from rules.campus_galli.box import COLOURS, Task
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.rounds import ChooseCardStep, FillBoardStep, next_round_year
from rules.campus_galli.state import BesideMonk, State
from rules.campus_galli.takeable import order_number
from rules.engine.secrecy import Seat


def seals(half_points: int) -> str:
    """Return golden seals as glyphs: five half-points are "✶✶½"."""
    return "✶" * (half_points // 2) + "½" * (half_points % 2)


_OVER = "done this round"
_SEALS, _GAP = 3, 2
"""Cells for golden seals beside a shape, and between the words and the shape."""


class TaskMarks(NamedTuple):
    """Marks on the task board."""

    fulfilled_tasks: frozenset[int] = frozenset()
    """The tasks that the move shown would fulfil."""
    pointed_at: frozenset[int] = frozenset()
    """The places on the board, from 1, that other players point at."""
    new: frozenset[int] = frozenset()
    """The places of tasks revealed since the reader's last turn."""

    def after(self, context: MatchContext, place: int) -> str:
        """Return the character after the number of a place."""
        glyphs = context.glyphs
        return glyphs.pointed_at if place in self.pointed_at else glyphs.recent if place in self.new else " "


def task_lines(context: MatchContext, state: State, task_marks: TaskMarks, width: int, *, full: bool) -> list[Line]:
    """Return the task board: one line for each place, or with `full` the whole texts."""
    found = [heading(f"tasks ({state.deck.count} left in the deck)", width, "tasks")]
    filling = not state.round or any(isinstance(step, FillBoardStep) for step in state.agenda)
    empty = "taken" if not filling else "empty" if state.round else ""
    for place, task in enumerate(state.board, 1):
        head = f"{place}{task_marks.after(context, place)}"
        if task is None:
            rows = [line(Span(f" {head}", "faint"), Span(empty, "faint"))]
            rows += [Line()] * (1 if full else 0)
        elif state.turned >> place - 1 & 1:
            rows = [_spent(context, context.box.tasks[task], f" {head}", width)]
            rows += [Line()] * (1 if full else 0)
        else:
            fulfilled = task in task_marks.fulfilled_tasks
            lead = Span(f"{'✓' if fulfilled else ' '}{head}", "good" if fulfilled else "ink", strong=fulfilled)
            rows = _task(context, context.box.tasks[task], lead, width, full=full)
        found += targeted(rows, "" if filling and task is None else task_target(place))
    return found


def _spent(context: MatchContext, task: Task, head: str, width: int) -> Line:
    """Return the line of a task turned over until the end of the round, its effect being over (CG-II-1h, CG-III-1f)."""
    name = fitting(task_forms(context.box, task), width - 5 - len(_OVER))
    return spread([Span(f"{head}{name}", "faint")], [Span(_OVER, "faint")], width)


def _task(context: MatchContext, task: Task, head: Span, width: int, *, full: bool) -> list[Line]:
    worth = [Span(seals(task.points), "gold", strong=True)]
    forms = task_forms(context.box, task)
    rows = [] if full else shape_rows(context, task.shapes)
    if len(rows) == 1 and cell_len(f"{forms[0]}{rows[0]}") <= width - 4 - _SEALS - _GAP:
        worth = [Span(f"{rows[0]} ", "gold"), Span(f"{worth[0].text:>{_SEALS}}", "gold", strong=True)]
    room = width - 4 - line(*worth).width
    name = Span(fitting(forms, room), head.tone, strong=head.strong or full)
    found = [spread([head, name], worth, width)]
    if full:
        told = pictured(context, task.shapes, task_full(context.box, task), width - 4, tone="faint")
        found += [line("   ", *it.spans) for it in told]
    return found


def task_texts(
    context: MatchContext, state: State, task_marks: TaskMarks, width: int, *, shapes: bool = True
) -> list[Line]:
    """Return what each task on the board asks for, in whole sentences, with its `shapes` drawn if there is room."""
    found: list[Line] = []
    for place, number in enumerate(state.board, 1):
        if number is not None:
            task = context.box.tasks[number]
            worth = Span(seals(task.points), "gold", strong=True)
            first, *more = pictured(context, task.shapes if shapes else (), task_full(context.box, task), width - 6)
            head = Span(f"{place:>2}{task_marks.after(context, place)}")
            found.append(spread([head, *first.spans], [worth], width, target=task_target(place)))
            found += [line(Span("   "), *part.spans, target=task_target(place)) for part in more]
    return found


def task_target(place: int) -> str:
    """Return the target of a click on a task."""
    return f"task {place}"


def task_subject(context: MatchContext, state: State, place: int) -> Subject | None:
    """Return the task at a place of the board for the help; None if there is none."""
    number = state.board[place - 1] if 0 < place <= len(state.board) else None
    if number is None:
        return None
    task = context.box.tasks[number]
    return subject(
        kind_clause(task.kind),
        f"Task {place}: {task_short(context.box, task)}",
        task_full(context.box, task),
        f"Worth {points_words(task.points)}." if task.points else "",
        "It has taken effect; a new card comes here next round." if state.turned >> place - 1 & 1 else "",
    )


def round_line(context: MatchContext, state: State, rounds: int, width: int) -> Line:
    """Return year and round, with the seats that still choose a card or the order in which the seats take turns."""
    round_words = f"round {state.round} of {rounds}"
    long, short, bare = (
        f"Year {next_round_year(state)}, {round_words}",
        round_words.capitalize(),
        f"Round {state.round}",
    )
    # Year and number of rounds are left out before a name is shortened; the year is in the header as well.
    whole, cut = [(left, 12) for left in (long, short, bare)], [(bare, cells) for cells in range(11, 2, -1)]
    for left, cells in (*whole, *cut):
        for right in _order(context, state, cells):
            if cell_len(left) + line(*right).width < width:
                return spread([Span(left, strong=True)], right, width, target="round")
    return line(Span(long, strong=True), target="round")


def _order(context: MatchContext, state: State, cells: int) -> list[list[Span]]:
    """Return texts for the seats still choosing, or the turn order, the fullest first. Names take `cells` at most."""
    step = state.agenda[-1] if state.agenda else None
    if len(state.seats) == 1:
        return [[]]
    if isinstance(step, ChooseCardStep):
        pending = [seat for seat in range(len(state.seats)) if seat in step.seats]
        if len(pending) == len(state.seats):
            return [[Span("all choose a card", "faint")]]
        names = ", ".join(context.name(Seat(seat), cells) for seat in pending)
        return [[Span(f"{lead}{names}", "faint")] for lead in ("still choosing: ", "choosing: ")]
    if not (state.order and state.agenda):
        return [[]]
    now = getattr(step, "seat", None)

    def turns(lead: str, *, numbers: bool) -> list[Span]:
        parts = [Span(lead, "faint")]
        for place, seat in enumerate(state.order):
            number = f" ({numbered[seat]})" if numbers else ""
            parts.append(Span(", " if place else "", "faint"))
            here = seat == now
            parts.append(
                Span(f"{'▸' if here else ''}{context.name(seat, cells)}{number}", "gold" if here else "faint", here)
            )
        return parts

    numbered = {
        seat: order_number(context.box.cards[own.chosen.card], own.declared)
        for seat, own in enumerate(state.seats)
        if isinstance(own.chosen.card, int)
    }
    forms = [turns(lead, numbers=True) for lead in ("turn order: ", "turns: ") if len(numbered) == len(state.seats)]
    return [*forms, turns("turn order: ", numbers=False), turns("turns: ", numbers=False)]


def space_lines(context: MatchContext, state: State, space: int, width: int) -> list[Line]:
    """Return everything known about a space."""
    found = [heading(f"space {space_words(context.plan, space)}", width)]
    return found + paragraph(" ".join(about_space(context, state, space)), width)


def space_subject(context: MatchContext, state: State, space: int) -> Subject:
    """Return a space for the help, by the clause of what is there."""
    bit = 1 << space
    layout = context.layout
    asked = [
        context.box.tasks[task] for task in state.board if task is not None and context.box.tasks[task].spaces & bit
    ]
    if context.plan.trees & bit:
        clause = "CG-I-3a4"
    elif state.covered & bit:
        clause = "CG-I-3a5"
    elif _monk_beside(context, state, space) is not None:
        clause = "CG-II-6a" if context.game.setting.tiles else "CG-I-6a"
    elif layout.grass & bit:
        clause = kind_clause(asked[0].kind) if asked else "CG-I-3a2"
    elif not layout.wood(state.open) & bit:
        clause = "CG-I-3a3"
    elif layout.gap_at(space, free_spaces(layout, state)).bit_count() <= SMALL_GAP:
        clause = "CG-I-3e"
    else:
        clause = "CG-I-3a1"
    clause = context.game.clause_in_force(clause)
    return subject(clause, f"Space {space_words(context.plan, space)}", " ".join(about_space(context, state, space)))


def about_space(context: MatchContext, state: State, space: int) -> list[str]:
    """Return sentences about what is on a space."""
    plan, bit = context.plan, 1 << space
    named = [name for _, name, mask in plan.places if mask & bit]
    building = next((number for number, area in enumerate(context.layout.areas) if area & bit), None)
    where = f" ({named[0]})" if named else ""
    monk = _monk_beside(context, state, space)
    if monk is not None:
        role, there = "guest monk" if monk.guest else "master builder", building_words(plan.buildings[monk.building])
        whose = f"{context.name(monk.seat)}'s {role} stands here, beside {there}: worth 1 point."
        found = [whose, f"Grass{where}: may be built over; he then gives way."]
    elif building is None:
        found = [f"Tree{where}: never built on." if plan.trees & bit else f"Grass{where}: may be built over."]
    else:
        side = "wood" if state.open >> building & 1 else "parchment, nothing can be built here yet"
        found = [f"{sentence_start(building_words(plan.buildings[building]))}{where}: {side}."]
    for place, task in enumerate(state.board, 1):
        if task is not None and context.box.tasks[task].spaces & bit:
            found.append(f"Asked for by task {place}: {task_short(context.box, context.box.tasks[task])}.")
    if building is not None and building == state.cordon:
        found.append("Cordoned off: nothing may cover it (CG-III-1m).")
    symbol = next((colour for colour, mask in enumerate(plan.symbols) if mask & bit), None)
    if symbol is not None:
        found.append(f"Its symbol is {colour_word(symbol)}.")
    laid = next((it for it in state.laid if context.layout.placements[it.placement].mask & bit), None)
    if laid is not None:
        builder = ", with a master builder" if laid.builder else ""
        found.append(
            f"Under the {section_words(context.box, laid.section)}, placed by {context.name(laid.seat)}{builder}."
        )
    free = free_spaces(context.layout, state)
    if free & bit:
        gap = context.layout.gap_at(space, free)
        monks = [context.name(monk.seat) for monk in state.lazy if gap >> monk.space & 1]
        size = f"Free, in a gap of {counted(gap.bit_count(), 'space')}"
        found.append(f"{size}, with {monks[0]}'s lazy monk." if monks else f"{size}.")
    return found


def _monk_beside(context: MatchContext, state: State, space: int) -> BesideMonk | None:
    """Return the monk who is shown on a space of grass, standing beside a building; None if there is none."""
    return dict(monks_beside(context.layout, state.beside, state.covered)).get(space)


def plan_legend(glyphs: Glyphs, mark: str, width: int, height: int) -> list[Line]:
    """Return the legend of the plan; `mark` is the letter of a seat, for examples of its monks."""
    return legend("on the plan", _entries(glyphs, mark), width, height)


def _entries(glyphs: Glyphs, mark: str) -> list[tuple[Span, str]]:
    """Return each glyph with its word, the most useful first."""
    colours = [
        (glyphs.symbols[colour], f"{colour_word(colour)}_text", colour_word(colour)) for colour in range(len(COLOURS))
    ]
    rest = [
        ("A", "ink", "wood"),
        ("a", "ink", "parchment"),
        (f"{glyphs.builder}{mark}", "gold", "builder"),
        (f"{glyphs.lazy}{mark}", "gold", "lazy monk"),
        (f"{glyphs.recent}{mark}", "gold", "since your last turn"),
        (glyphs.gap, "gold", "small gap"),
        (glyphs.tree, "good", "tree"),
    ]
    return [(Span(sign, tone, strong=True), word) for sign, tone, word in (*colours, *rest)]
