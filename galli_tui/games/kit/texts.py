"""The texts of a game on `rules.engine.base_game.BaseGame`: its own sentences, found beside its rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from galli_tui.game_api.game_texts import RankRow
from galli_tui.game_api.position import Description
from galli_tui.game_api.topics import Topic
from galli_tui.games.kit.change_text import ChangeText
from galli_tui.games.kit.component_lines import component_lines, named_in
from galli_tui.games.kit.part_texts import COMMON_PARTS, PartText
from galli_tui.games.kit.position_text import PositionWriter
from galli_tui.startup.sentences import with_full_stop
from galli_tui.style.wording import amount_words, listed, sentence_start
from galli_tui.tables.seat_names import seat_name, seat_names
from rules.bots.reasons import Advantage, advantages, compared
from rules.bots.score_change import LineChange
from rules.engine.base_game import BaseGame
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Options, Readable
from rules.engine.judge import Part
from rules.engine.kinds import tag
from rules.engine.refusal import Refusal
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import PUBLIC, Seat
from rules.engine.tellings import Names

if TYPE_CHECKING:
    from galli_tui.style.paragraph import Paragraph
    from galli_tui.tables.table import Table, TablePlayer
    from saves.storage.open_match import TimelineEvent

ENGINE_REFUSALS = {
    "match-over": "The match is over.",
    "not-your-turn": "It isn't your turn.",
    "not-now": "That can't be done now.",
    "bad-draw": "That can't be drawn.",
}
"""Why the engine itself refuses."""

_YOUR: Final = re.compile(r"\byour\b")
_YOU: Final = re.compile(r"\byou\b")

_MOST_FOLLOWING: Final = 3
"""The most moves of the rest of a turn that a reason names: if more are needed, it names none."""


class KitTexts:
    """Implements `galli_tui.game_api.game_texts.GameTexts` by the sentences beside a game's rules.

    A game sets `score_labels`, `change_texts`, `revealing`, `outcomes` and `part_texts`, and may override any method.
    """

    score_labels: Mapping[str, str] = {}
    fewer_labels: Mapping[str, str] = {}
    """The labels of rows that cost points, where a move changes that they count less and cost less."""
    change_texts: Mapping[str, ChangeText] = {}
    """The words for a change of a row, where its label alone does not say it."""
    revealing: Mapping[str, str] = {}
    """By the tag of an outcome: why nothing before it can be undone."""
    outcomes: Mapping[str, str] = {}
    """By `Sheet.reason`: how the winners have won."""
    part_texts: Mapping[str, PartText] = {}
    """The clauses for the parts of the game's evaluation."""

    def names(self, game: BaseGame[Any], event: Event) -> Names:
        """Return the names that sentences about events use, by kind of thing."""
        return game.words

    def names_after(self, game: BaseGame[Any], timeline_event: TimelineEvent) -> Names:
        """Return the same names, where some depend on the view after the event."""
        return self.names(game, timeline_event.event)

    def refusal(self, table: Table, refusal: Refusal) -> str:
        texts = base_game(table.game).refusal_texts
        return (texts.get(refusal.code) or ENGINE_REFUSALS[refusal.code]).format_map(dict(refusal.facts))

    def event_lines(self, table: Table, timeline_event: TimelineEvent) -> list[str]:
        game = base_game(table.game)
        players, names = seat_names(table), self.names_after(game, timeline_event)
        told = [game.tellings[it.key].sentence(it, players, names) for it in timeline_event.view.told]
        return [sentence for sentence in told if sentence]

    def drawn(self, table: Table, timeline_event: TimelineEvent) -> str:
        return ""

    def revealed(self, event: Event) -> str:
        return self.revealing.get(tag(type(event)), "something has already been revealed")

    def next_step(self, table: Table) -> str:
        due, game = table.due, base_game(table.game)
        if due.over:
            return "The match is over."
        if not due.seats:
            return ""
        seats = " and ".join(seat_name(table, seat) for seat in due.seats)
        return f"{seats}: {game.question(table.view(PUBLIC))}"

    def brief_steps(self, table: Table) -> Sequence[str]:
        asked = self.waited_for(table, table.view(PUBLIC))
        return tuple(with_full_stop(f"{seat_name(table, seat)}: {asked}") for seat in table.due.seats[:1])

    def waiting(self, table: Table) -> str:
        if table.due.over:
            return "The match is over."
        if not table.due.seats:
            return ""
        names = listed(seat_name(table, seat) for seat in table.due.seats)
        return f"Waiting for {names} to {third_person(self.waited_for(table, table.view(PUBLIC)))}."

    def waited_for(self, table: Table, view: Any) -> str:
        """Return what is asked now, briefly, to follow "to": "end your turn"; `waiting` puts it in the third person."""
        return base_game(table.game).question(view)

    def decision(self, table: Table, view: Any, move: Move) -> str:
        return " ".join(table.game.format(move).split()[1:])

    def decision_forms(self, table: Table, view: Any, move: Move) -> Sequence[str]:
        return (self.decision(table, view, move),)

    def position(self, game: AnyGame, view: Any, players: Sequence[str]) -> list[Description]:
        own = base_game(game)
        return PositionWriter(own, players, own.words).describe(view)

    def renewed_part(self, event: Event) -> str:
        return ""

    def topics(self, game: AnyGame, view: Any, players: Sequence[str]) -> Sequence[Topic]:
        return ()

    def component_names(self, game: AnyGame) -> Collection[str]:
        return frozenset(named_in(getattr(base_game(game).setting, "box", ())))

    def asked(self, table: Table, view: Any, seat: Seat) -> str:
        return f"{sentence_start(base_game(table.game).question(view))}."

    def pondered(self, table: Table) -> str:
        return ""

    def spoken_move(self, table: Table, view: Any, move: Move) -> str:
        return self.decision(table, view, move)

    def keeps_order(self, move: Move) -> bool:
        return False

    def spoken_run(self, table: Table, first: Move, last: Move) -> str:
        return ""

    def reason(self, game: AnyGame, reason: Advantage) -> str:
        if reason.key == "points" and reason.count > 0:
            return f"scores {amount_words(reason.count, game.meta.unit)}"
        found = self.part_texts.get(reason.key, COMMON_PARTS.get(reason.key))
        more = [it for it in reason.names if it not in reason.other_names]
        return "" if found is None else found.clause(reason, [self.part_name(game, reason.key, it) for it in more])

    def is_outlook(self, key: str, clause: str) -> bool:
        return key in self.part_texts and self.part_texts[key].is_outlook(clause)

    def advantages(self, game: AnyGame, view: Any, move: Move, other: Move) -> Sequence[Advantage]:
        found = advantages(game, view, move, other)
        if game.due(game.apply(view, move)).seats != (move.seat,):
            return found
        # Don't praise a move for spending less if it spends that now and only a later move returns it.
        own = base_game(game)
        spent = {it.key: it.count for it in own.explain_at_once(view, move)}
        found = [it for it in found if it.count > 0 or it.count <= spent.get(it.key, 0)]
        if all(following != other for _, following in own.follow_up(view, move)):
            return found
        # Nor for what the other move brings, if that is made later all the same.
        brought = {it.key: it for it in own.explain_at_once(view, other)}
        return [it for it in found if it.key not in brought or not _brings(brought[it.key], it)]

    def own_reasons(
        self, game: AnyGame, view: Any, move: Move, other: Move, reasons: Sequence[Advantage]
    ) -> Sequence[Advantage]:
        if game.due(game.apply(view, move)).seats != (move.seat,):
            return reasons
        own, its = (base_game(game).explain_at_once(view, made) for made in (move, other))
        at_once = {it.key: it for it in compared(own, its)}
        # What a later move of the turn gains is no reason to praise this one for spending nothing.
        later = {it.key for it in reasons if it.key in at_once and at_once[it.key].count <= 0 < it.count}
        return [at_once[it.key] for it in reasons if it.key in at_once and it.key not in later]

    def reasons_until(self, table: Table, view: Any, move: Move, reasons: Sequence[Advantage]) -> str:
        game, brought, then = base_game(table.game), {it.key: it for it in reasons}, list[tuple[Any, Move]]()
        for state, following in reversed(game.follow_up(view, move)):
            changes = game.explain_at_once(state, following)
            brings = any(_brings(it, brought[it.key]) for it in changes if it.key in brought)
            if game.periods(game.apply(state, following)) != game.periods(state):
                # What the next round brings is no gain by a move that only ends this one.
                brings = brings and game.rate(state, move.seat, [following])[0] > 0
            if brings or (then and then[0][1] not in game.legal(state, move.seat)):
                then.insert(0, (state, following))
        if not 0 < len(then) <= _MOST_FOLLOWING:
            return "by the end of the turn"
        return f"if you then {listed(self.decision_forms(table, *it)[-1] for it in then)}"

    def reasons_where(self, game: AnyGame, view: Any, move: Move, reasons: Sequence[Advantage]) -> str:
        return ""

    def best_place(self, game: AnyGame, view: Any, move: Move) -> str:
        return ""

    def mentions(self, table: Table, view: Any, move: Move) -> Mapping[str, str]:
        return {}

    def best_place_points(self, game: AnyGame, view: Any, move: Move) -> int:
        return 0

    def as_written(self, text: str) -> str:
        return text

    def kind_of_move(self, game: AnyGame, move: Move) -> str:
        return ""

    def is_wasteful(self, game: AnyGame, view: Any, move: Move) -> bool:
        return False

    def part_name(self, game: AnyGame, key: str, number: int) -> str:
        """Return the name of one of the things that a part counts, for `PartText.named`."""
        return ""

    def target(self, table: Table, kind: str, target: int) -> str:
        return ""

    def outcome(self, sheet: Sheet) -> str:
        return self.outcomes.get(sheet.reason, "")

    def score_label(self, line: ScoreLine) -> str:
        return self.score_labels.get(line.key, line.key)

    def change_label(self, change: LineChange) -> str:
        if change.count_change and (text := self.change_texts.get(change.key)):
            return text.words(change.count_change)
        label = self.row_label(change)
        return f"{label[0].lower()}{label[1:]}"

    def row_label(self, change: LineChange) -> str:
        if change.points > 0 > change.count_change and change.key in self.fewer_labels:
            return self.fewer_labels[change.key]
        return self.score_label(ScoreLine(change.key, change.clause, change.seat, change.count_change, change.points))

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        return ()

    def steps(self, game: AnyGame) -> tuple[RankRow, ...]:
        return ()

    def progress(self, game: AnyGame, state: Any) -> str:
        return ""

    def turn_spans_round(self) -> bool:
        return False

    def components(self, box: Readable) -> list[str]:
        return component_lines(box)

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        return ()

    def legend(
        self, options: Options | None, players: Sequence[TablePlayer] = (), *, ascii_only: bool
    ) -> tuple[Paragraph, ...]:
        return ()


def _brings(change: Part, reason: Advantage) -> bool:
    """Return whether a change adds to what a reason counts or names, or to a reason that counts nothing."""
    if not reason.count and not reason.names:
        return change.value > 0
    return change.count * reason.count > 0 or not set(change.names).isdisjoint(reason.names)


def third_person(words: str) -> str:
    """Return what a player is asked, as it is said to the others: "end the turn" for "end your turn"."""
    return _YOU.sub("they", _YOUR.sub("the", words))


def base_game(game: AnyGame) -> BaseGame[Any]:
    """Return the game as one on the engine's base. Raises TypeError."""
    if not isinstance(game, BaseGame):
        raise TypeError(f"{game.meta.title} is not built on the base game")
    return game
