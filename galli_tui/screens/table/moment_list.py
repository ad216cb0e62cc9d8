"""The moments of a replay as a list: all of them, or the graded decisions of the review, the most expensive first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from time import monotonic
from types import MappingProxyType
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.grade_words import lost_words
from galli_tui.game_api.review_summary import MOST, costliest_words, pattern_words, total_words
from galli_tui.replay.match_course import course_words
from galli_tui.replay.moment_words import brief_when, deed_words, when_words, within
from galli_tui.replay.timeline import OPENING, Timeline
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.table.replay_text import SIGNS, TONES, review_legend, review_signs, summary_words
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.replay_keys import MOMENTS
from galli_tui.style.wording import amount, sentence_start
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.seat_names import seat_name
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells, ellipsize, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt, whole_sentences
from galli_tui.widgets.rich_text import RichText
from rules.bots.review import Grade, GradedDecision
from rules.engine.secrecy import Seat, Viewer

_COST, _NAME = 4, 12
"""The fewest cells for the cost of a decision, and the most for a name."""
_FEW = 2
"""The most decisions named for each of several players, and the most players whose pattern fits a small window."""
_HEAD_EDGES = 6
"""The cells of a line of the head that are blank or the frame's."""
_PROMPT_EDGES = 2
"""The cells of the prompt that are blank."""
_ROW_EDGES = 15
"""The cells of a row beside its moment and words: frame, cursor, number and grade."""
_REVIEW_EDGES = 5
"""The cells of a row of the review that are the list's: frame, cursor and scroll bar."""
_GLANCE = 1.0
"""The seconds that it takes to see that the rows have been put in another order."""
_SHOW = "list.choose"
_TITLE_EDGES = 6
"""The cells of the upper edge beside the title."""
_WHILE_GRADED = "Review, in the order of play"
_GOOD = "Good or best: no need to look at these"
_NOTHING = "Nobody here had a decision to make in this match."


class MomentListScreen(TableScreenBase[int]):
    """Closes with the number of the chosen moment."""

    SCOPES: ClassVar[tuple[str, ...]] = (MOMENTS, "list")
    BINDINGS = bindings(MOMENTS)
    FOOT: ClassVar[tuple[str, ...]] = (_SHOW,)
    DEFAULT_CSS = """
    MomentListScreen Vertical { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        background: $page; }
    MomentListScreen RichText { height: auto; border-bottom: solid $edge; }
    """

    def __init__(
        self,
        timeline: Timeline,
        texts: GameTexts,
        viewer: Viewer,
        number: int,
        game_review: GameReview | None = None,
        *,
        graded: Mapping[int, GradedDecision] = MappingProxyType({}),
    ) -> None:
        """List all moments, with that of `number` selected and the `graded` ones marked; or a review's decisions."""
        super().__init__(timeline.table, texts)
        self._timeline, self._viewer, self._number = timeline, viewer, number
        self.game_review, self._graded = game_review, graded
        self._chosen = str(number)
        """The moment that is selected, if it is in the list."""
        self._wants_details = False
        """Whether the whole head is shown in a small window."""
        self._in_order_of_play = False
        """Whether the decisions are on the screen in the order of play, as not all have been graded."""
        self._sorted: tuple[float, str] | None = None
        """When the rows were put in order while they were on the screen, and what was selected then."""

    def compose(self) -> ComposeResult:
        with Vertical() as page:
            page.border_title = "Moments" if self.game_review is None else _WHILE_GRADED
            if self.game_review is not None:
                about = RichText()
                about.can_focus = False
                yield about
            yield OptionList()
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        rows.focus()
        if self.game_review is None:
            found = [self._row(number) for number in range(len(self._timeline.moments))]
            rows.show(found, self._number)
            self.query_one(Prompt).show_next("Enter or a click goes to a moment; Esc goes back.")
        else:
            self._unsubscribe = self.game_review.subscribe(self._refresh)
            self._refresh()

    def on_unmount(self) -> None:
        if self.game_review is not None:
            self._unsubscribe()

    def _row(self, number: int) -> OptionRow:
        moment, when = self._timeline.moments[number], self._when(number)
        width = max(cells(self._when(it)) for it in (OPENING, number, self._timeline.last)) + 2
        deeds = deed_words(self._timeline, self.texts, number, self._viewer)
        deed = within(deeds, self.app.size.width - _ROW_EDGES - width)
        tone = "ink" if moment.seat is None else f"{self.table.players[moment.seat].colour}_text"
        it = self._graded.get(number)
        sign = (f"{SIGNS[it.grade]} ", TONES[it.grade]) if it else ("  ", "ink")
        return OptionRow(
            ((f"{number:>4}  ", "faint"), sign, (when.ljust(width), "faint"), (deed, tone)), key=str(number)
        )

    def _when(self, number: int) -> str:
        """Return when a moment is, in the words that the window has room for."""
        return (brief_when if self.has_class("-snug") else when_words)(self._timeline, number)

    # The review

    def _refresh(self) -> None:
        it = self.game_review
        if it is None:
            return
        review = it.review
        if it.done and self._in_order_of_play:
            self._sorted = monotonic(), self._chosen
        self._in_order_of_play = not it.done
        self._tell_summary(it)
        found = self._fill(it)
        if not it.done:
            sentences = [f"Review: {review.done} of {review.total} done.", it.time_left(), "It goes on after Esc."]
            sentences += ["Enter shows a decision."] if found else []
            self._say(" ".join(filter(None, [*sentences, "Leaving the match pauses it."])))
        elif found:
            title = f"Review, worst first: {summary_words(review.graded)}"
            room = self.app.size.width - _TITLE_EDGES
            short = sentence_start(title.removeprefix("Review, "))
            self.query_one(Vertical).border_title = title if cells(title) <= room else short
            self._say_better()
        else:
            self._say("Esc goes back.")
        self.query_one(Footer).offer()
        if it.error:
            self.app.push_screen(Notice("The review was interrupted", sanitize(it.error, 400)))
            self.query_one(Prompt).show_next(f"Press {KEY:replay.review} in the replay to go on with the review.")

    def _tell_summary(self, game_review: GameReview) -> None:
        """Say how the match was won and, once that is known, what cost each player most, singly and in all.

        A small window has a line for each of several players and one for the result, and the rest at a key; the list
        itself begins with what cost a single player most.
        """
        brief = self.has_class("-snug") and not self._wants_details
        lines = [" ".join(self._course[: 1 if brief and len(game_review.seats) > 1 else None])]
        if game_review.done:
            lines += self._cost_lines(game_review, brief=brief)
        told = [Paragraph(line, close=True) for line in lines if line]
        self.query_one(RichText).show([*told, review_signs() if brief else review_legend(self.table)])

    @cached_property
    def _course(self) -> list[str]:
        """How the match was won."""
        return course_words(self._timeline)

    def _cost_lines(self, game_review: GameReview, *, brief: bool) -> list[str]:
        review, seats, snug = game_review.review, len(game_review.seats), self.has_class("-snug")
        found = costliest_words(self.table, self.texts, review, (1 if snug else _FEW) if seats > 1 else MOST)
        if brief and seats > 1:
            room = self.app.size.width - _HEAD_EDGES
            return [it if cells(it) <= room else ellipsize(it.rpartition(" (")[0] or it, room) for it in found]
        if brief:
            found = []
        elif not snug or seats <= _FEW:
            found += pattern_words(self.table, self.texts, review)
        return [*found, total_words(self.table, review)] if seats == 1 and review.mistakes else found

    def action_details(self) -> None:
        """Show the whole head in a small window, or the short one again."""
        self._wants_details = not self._wants_details
        if self.game_review is not None:
            self._tell_summary(self.game_review)
            self.query_one(Footer).offer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "details":
            return self.game_review is not None and self.has_class("-snug")
        return super().check_action(action, parameters)

    def _say(self, sentences: str) -> None:
        """Show the sentences in the prompt, without the last if not all of them fit."""
        self.query_one(Prompt).show_next(whole_sentences(sentences, self.app.size.width - _PROMPT_EDGES))

    def _fill(self, game_review: GameReview) -> bool:
        """List the graded decisions, with their players if there are several; return whether there are any.

        While others are still being graded they are in the order of play: no row moves away from under the mouse.
        """
        review, names = game_review.review, self._names(game_review)
        cost = max((_COST, *(cells(self._cost(one)) for one in review.graded)))
        order = review.worst_first if game_review.done else review.graded
        found = [self._graded_row(one, names, cost) for one in order]
        mistakes = len(review.mistakes)
        if game_review.done and 0 < mistakes < len(found):
            found.insert(mistakes, heading(_GOOD))
        keys = [row.key for row in found]
        empty = _NOTHING if not review.total else "The first decision is being reviewed."
        rows = self.query_one(OptionList)
        rows.show(found or [heading(empty)], keys.index(self._chosen) if self._chosen in keys else 0)
        return bool(found)

    def _names(self, game_review: GameReview) -> dict[Seat, str]:
        """Return the names of the players whose decisions are listed, of one width with a blank; none for only one."""
        if len(game_review.seats) < 2:
            return {}
        names = {
            seat: ellipsize(self.table.players[seat].name or seat_name(self.table, seat), _NAME)
            for seat in game_review.seats
        }
        width = max(map(cells, names.values()))
        return {seat: f"{name}{' ' * (width - cells(name))} " for seat, name in names.items()}

    def _cost(self, it: GradedDecision) -> str:
        """Return what a decision cost: an amount, or the match; empty for nothing, or if it could be chance."""
        if lost := lost_words(it, self.table.game):
            return lost.removesuffix(" the match") if self.has_class("-snug") else lost
        known = it.cost and not it.rough
        return amount(-it.cost, self.table.game.meta.estimate_unit, glyphs_of(self).half) if known else ""

    def _graded_row(self, it: GradedDecision, names: Mapping[Seat, str], cost: int) -> OptionRow:
        decision = it.decision
        number = self._timeline.at_entry(decision.entry)
        when, last = self._when(number), self._when(self._timeline.last)
        words = self.texts.decision
        told = it.grade is not Grade.BEST and not self.has_class("-snug")
        better = f"; {_better(it)}: {words(self.table, decision.view, it.best)}" if told else ""
        before = (
            (f"{SIGNS[it.grade]} {it.grade.value:<10}", TONES[it.grade]),
            (f"{self._cost(it):>{cost}}  ", "gold"),
            (f"{when.ljust(cells(last))}  ", "faint"),
            (names.get(decision.seat, ""), f"{self.table.players[decision.seat].colour}_text"),
        )
        room = self.app.size.width - _REVIEW_EDGES - sum(cells(text) for text, _ in before)
        made = within([words(self.table, decision.view, decision.move)], room).rstrip(".")
        return OptionRow((*before, (made, "ink"), (better, "faint")), key=str(number))

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        if self.game_review is not None and self.is_mounted:
            self._tell_summary(self.game_review)
            self._fill(self.game_review)

    def offers(self, action: Action) -> bool:
        if action.id == _SHOW:
            return self.query_one(OptionList).index >= 0
        return super().offers(action)

    def label(self, action: Action) -> str:
        if action.method == "details" and self._wants_details:
            return "less text"
        return "show" if action.id == _SHOW else super().label(action)

    def on_option_list_moved(self, event: OptionList.Moved) -> None:
        self._chosen = event.rows.rows[event.index].key
        if self.game_review is not None and self.game_review.done:
            self._say_better()

    def _say_better(self) -> None:
        """Say what was better than the selected decision: in a narrow window the list has no room for it."""
        rows, it = self.query_one(OptionList), self.game_review
        graded = {} if it is None else {self._timeline.at_entry(one.decision.entry): one for one in it.review.graded}
        if rows.index >= 0:
            self._say(self._better_words(graded[int(rows.rows[rows.index].key)]))

    def _better_words(self, it: GradedDecision) -> str:
        """Return the better move in a sentence, without what it does if that is too long for the prompt."""
        if it.grade is Grade.BEST:
            return "Nothing better was found. Enter shows the decision."
        words = self.texts.decision(self.table, it.decision.view, it.best)
        better, brief = (f"{sentence_start(_better(it))}: {move}" for move in (words, words.partition(": ")[0]))
        fits = cells(better) < self.app.size.width - _PROMPT_EDGES
        return f"{better if fits else brief}. Enter shows both moves."

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        at, selected = self._sorted or (-_GLANCE, event.row.key)
        if monotonic() - at < _GLANCE and event.row.key != selected:
            return  # A click was aimed at the row that stood there before.
        if event.row.key:
            self.dismiss(int(event.row.key))

    def action_back(self) -> None:
        self.dismiss()


def _better(it: GradedDecision) -> str:
    return "perhaps better" if it.rough else "better"
