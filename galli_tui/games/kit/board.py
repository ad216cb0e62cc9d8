"""The board of a game made of the kit: its picture at the left, the decision and what happened at the right."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.geometry import Region, Size

from galli_tui.game_api.hint_about import SelectedHint
from galli_tui.game_api.hint_text import Hint
from galli_tui.games.kit.decision import Arrow, SelectResult, is_shown_by_click
from galli_tui.games.kit.game_board import GameBoard, Scene
from galli_tui.games.kit.hint_decision import WHILE_HINTS_ARE_SHOWN
from galli_tui.games.kit.keys import SCOPE
from galli_tui.games.kit.lines import BACK, Line
from galli_tui.games.kit.lines_panel import LinesPanel, chosen_cell
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.kit.menu_hints import MenuHints
from galli_tui.games.kit.panel_words import panel_words
from galli_tui.games.kit.request_words import fitting_request
from galli_tui.games.kit.side_column import LOG, column_lines, told_lines
from galli_tui.games.kit.subjects import item_subject
from galli_tui.games.kit.texts import base_game
from galli_tui.screens.subject import Subject, subject
from galli_tui.screens.table.board import TableBoard
from galli_tui.style.actions import Action, bindings
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import app_of
from galli_tui.widgets.prompt import Prompt
from rules.engine.events import Move
from rules.engine.refusal import Refusal


class KitBoard(TableBoard[Any]):
    """Shows the picture, the choices of the seat that decides here, and what happened.

    For games whose decisions are all menus and whose board is lines; others build on `DecisionBoard`.
    """

    SCOPES: ClassVar[tuple[str, ...]] = (SCOPE,)
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    KitBoard { layout: horizontal; }
    KitBoard LinesPanel { height: 1fr; background: $page; }
    KitBoard #kit-picture { width: 50; }
    KitBoard #kit-side { width: 1fr; margin-left: 1; }
    """

    def __init__(self, table: Table, make: Callable[[bool], GameBoard], *, width: int = 50) -> None:
        """Create the board; `make` returns what the game brings, given whether the terminal shows ASCII only.

        `width` is that of the picture at 80x24.
        """
        super().__init__(table)
        self._make, self._width = make, width
        self._view: Any = None
        self._menu: ItemMenu | None = None
        self._hints: MenuHints | None = None
        """The hints that stand in place of the menu."""
        self._touched = False
        self._opened = False
        """Whether the player has opened a page by a click."""
        self._covered = Region()
        """The cells of the screen that the text of a lesson covers."""
        self._asked = ""
        """The target on the board whose words are shown, since it was clicked; empty for none."""

    def compose(self) -> ComposeResult:
        self._game = self._make(app_of(self).terminal.ascii)
        self._left, self._right = LinesPanel(id="kit-picture"), LinesPanel(id="kit-side")
        yield from (self._left, self._right)

    def fit(self, window: Size) -> None:
        width = self._width + max(0, window.width - 80) * 3 // 5
        self._left.styles.width, self.seam = width, self._game.seam(width)

    def show_view(self, view: Any) -> None:
        self._view, self._hints, self._touched, self._opened, seat = view, None, False, False, self.turn.seat
        items = [] if seat is None else self._game.items(self.turn.own_view(), seat)
        self._menu = ItemMenu(items, self._reason) if items else None
        self._draw()

    def renew_view(self, view: Any) -> None:
        self._view = view
        self._draw()

    def select(self, move: Move) -> None:
        if self._menu is not None and self._menu.select(move):
            self._draw()

    def next_step(self) -> str:
        menu, texts = self._menu, self.texts
        if menu is None or self._hints is not None or menu.number_count < 2:
            return ""
        moved = any(isinstance(it.event, Move) and it.event.seat == self.turn.seat for it in self.turn.events)
        # Until a player has moved once, how to choose matters more than details of what is asked.
        briefs = () if moved else texts.brief_steps(self.table)
        return fitting_request(texts.next_step(self.table), briefs, app_of(self).size.width - 2)

    @property
    def _decision(self) -> ItemMenu | MenuHints | None:
        """What is shown beside the board, and answers keys: the hints, else the menu."""
        return self._hints or self._menu

    def show_hints(self, hints: tuple[Hint, ...]) -> bool:
        if self._menu is None:
            return False
        items = self._menu.first_items()
        view = self.turn.own_view()
        self._hints = MenuHints(self.table, self.texts, view, hints, lambda: ItemMenu(items, self._reason))
        self._draw()
        return True

    def hide_hints(self) -> None:
        self._hints = None

    @property
    def page_depth(self) -> int:
        return 0 if self._decision is None else self._decision.page_depth

    @property
    def may_step_back(self) -> bool:
        return self._decision is not None and self._decision.has_page_open

    def step_back(self) -> bool:
        closed = self._decision is not None and self._decision.close_page()
        if closed:
            self._touch()
        else:
            self._draw()
        return closed

    def undo_page(self) -> bool:
        return (self._touched or self._opened) and self.step_back()

    def strays_from(self, asked: Move) -> bool:
        return self._hints is None and self._menu is not None and self._menu.strays_from(asked)

    def start_over(self, asked: Move | None) -> None:
        if self._hints is not None:
            while self.step_back():
                pass
        elif self._menu is not None:
            self._menu.start_over(asked)
            self._touch()

    @property
    def refusal(self) -> Refusal | None:
        return None if self._decision is None else self._decision.refusal

    @property
    def subject(self) -> Subject | None:
        """What was clicked on the board last, else the chosen item."""
        asked = self._subject_of(self._asked) if self._asked else None
        if asked is not None:
            return asked
        menu = self._menu if self._hints is None else self._hints.own
        return None if menu is None else item_subject(base_game(self.table.game), menu.item, self._reason)

    @property
    def selected_hint(self) -> SelectedHint | None:
        asked = self._asked and self._subject_of(self._asked) is not None
        return None if asked or self._hints is None else self._hints.selected_hint

    def _subject_of(self, target: str) -> Subject | None:
        """Return a target of the board for the help; None for one without a clause."""
        clause = self._game.clause_of(self._view, target)
        title, _, words = self._game.about(self._view, target).partition(": ")
        return subject(clause, title, words) if clause else None

    def _reason(self, refusal: Refusal) -> str:
        return f"{self.texts.refusal(self.table, refusal)} ({refusal.clause})"

    @property
    def chosen(self) -> Move | None:
        """The move of the hint that is shown, else of the chosen item."""
        if self._hints is not None:
            return self._hints.chosen
        return None if self._menu is None else self._menu.item.move

    def _draw(self) -> None:
        """Draw the board and the column beside it, for the room they have."""
        if self._view is None:
            return
        self._asked = ""
        if self._left.size.width:
            self._left.show(self._game.lines(self._scene(self._left.size)))
        width, height = self._right.size
        if width:
            self._right.show(self._column(self._scene(Size(width - 1, height))))
        self._place_cursor()
        self.screen.query_one(Footer).offer()

    def _scene(self, room: Size) -> Scene:
        """Return what is shown, in a room."""
        turn = self.turn
        return Scene(self._view, *room, self.table.players, turn.seat, self.chosen, turn.before, turn.reader)

    def redraw(self) -> None:
        self._draw()

    def light(self, targets: frozenset[str]) -> frozenset[str]:
        found = self._left.light(targets)
        return found | self._right.light(targets - found)

    def cover(self, region: Region) -> None:
        if region != self._covered:
            self._covered = region
            self._draw()

    def lit_regions(self) -> list[Region]:
        return [*self._left.lit_regions(), *self._right.lit_regions()]

    def _column(self, scene: Scene) -> list[Line]:
        """Return the choices or the hints, then what happened, and the extras; a lesson's text covers no news."""
        width, height, choices = scene.width, scene.height, list[Line]()
        if self._hints is not None:
            choices = self._hints.lines(width, height)
        elif self._menu is not None:
            choices = self._menu.lines(width, min(self._menu.item_height(width) + 7, height - LOG))
        column = self._right.region
        hidden = column.intersection(self._covered)
        covered = hidden.height if hidden.bottom == column.bottom else 0
        told = told_lines(self.table, self.texts, self.turn, width, self._game.opening())
        return column_lines(choices, told, self._game.extras(scene), scene, covered, split=self.turn.since > 0)

    def _place_cursor(self) -> None:
        self.put_cursor(chosen_cell(self._right) or self.screen.query_one(Prompt).start)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("move", "next", "previous", "enter", "number"):
            return self._view is not None and self._menu is not None
        if action == "boards":
            return self._view is not None and bool(self._game.pages(self._scene(Size())))
        return super().check_action(action, parameters)

    def action_move(self, key: str) -> None:
        self._apply(lambda menu: menu.move(Arrow[key.upper()]))

    def action_next(self) -> None:
        self._apply(lambda menu: menu.jump(1))

    def action_previous(self) -> None:
        self._apply(lambda menu: menu.jump(-1))

    def action_number(self, key: str) -> None:
        decision = self._decision
        if decision is not None:
            found = decision.type_digit(int(key), monotonic())
            self._touch()
            if answer := decision.digit_answer(int(key), found):
                self.prompt.note(answer)

    def shown(self, action: Action) -> str:
        if action.id != "kit.number" or self._decision is None:
            return super().shown(action)
        most = self._decision.number_count
        return f"1-{most}" if most > 1 else "1"

    def label(self, action: Action) -> str:
        if self._hints is not None and action.scope == SCOPE and action.method in WHILE_HINTS_ARE_SHOWN:
            return WHILE_HINTS_ARE_SHOWN[action.method]
        return super().label(action)

    def action_enter(self) -> None:
        if self._decision is None:
            return
        answer = self._decision.enter()
        if isinstance(answer, Move):
            self.attempt(answer)
        elif isinstance(answer, Refusal):
            self.prompt.refuse(answer)
        elif answer is not None:
            self._touch()
            self.prompt.note(answer)
        else:
            if self._hints is not None:
                self._menu, self._hints = self._hints.selected, None
                self.links.take_hint()
            self._touch()

    def _apply(self, change: Callable[[ItemMenu | MenuHints], object]) -> None:
        if self._decision is not None:
            change(self._decision)
            self._touch()

    def _touch(self) -> None:
        """Draw what the player did; a refusal or note about what they did before goes."""
        self._touched = True
        self._draw()
        self.prompt.refresh_if_changed()

    def action_boards(self) -> None:
        from galli_tui.games.kit.boards_screen import BoardsScreen

        pages = self._game.pages(self._scene(self.size))
        app_of(self).push_screen(BoardsScreen(self.table, self.texts, pages, 0, self._subject_of))

    def action_details(self) -> None:
        from galli_tui.games.kit.details import DetailsScreen

        paragraphs = self._game.details(self._view, self.table.players)
        if paragraphs:
            app_of(self).push_screen(DetailsScreen(self.table, self.texts, paragraphs))

    def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        if event.again:
            self.prompt.note_second_click(goes_back=event.target == BACK)
            return
        decision = self._decision
        depth = self.page_depth
        found = SelectResult.NONE if decision is None else decision.select_target(event.target)
        if found is SelectResult.NONE:
            words = self._game.about(self._view, event.target)
            self._asked = event.target if words else ""
            self.prompt.answer(words or panel_words(event.target))
        elif self._touched and found is SelectResult.UNMOVED:
            self.action_enter()
        else:
            self._touch()
            if is_shown_by_click(event.target, opened=self.page_depth > depth):
                self._touched, self._opened = False, True
            else:
                self._say_what_another_click_does(event.target, depth)

    def _say_what_another_click_does(self, target: str, depth: int) -> None:
        """Say in the prompt that another click makes the move or goes on.

        After a click that has opened a page, say so only if the target has one move there, which is selected.
        """
        decision = self._decision
        if decision is None or self.chosen is None:
            return
        places = decision.places_of(target) if isinstance(decision, ItemMenu) else []
        if decision.page_depth != depth and places != [decision.at]:
            return
        if len(places) > 1 and decision.at in places:
            self.prompt.note_choice(places.index(decision.at) + 1, len(places))
        else:
            self.prompt.note_first_click(of_hint=self._hints is not None)

    def on_lines_panel_scrolled(self, event: LinesPanel.Scrolled) -> None:
        self._apply(lambda menu: menu.scroll(event.steps))

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        self._draw()
        if self._view is not None:
            self.prompt.refresh_passing()
