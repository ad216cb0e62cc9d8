"""Texts of Campus Galli for screens and commands that serve every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from galli_tui.game_api.game_texts import RankRow
from galli_tui.game_api.position import Description
from galli_tui.game_api.topics import Topic
from galli_tui.games.campus_galli.card_reach import TAKES_NOTHING, missing_words
from galli_tui.games.campus_galli.card_texts import card_number, card_short, task_names
from galli_tui.games.campus_galli.change_texts import CHANGE_TEXTS
from galli_tui.games.campus_galli.component_tables import component_tables
from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE
from galli_tui.games.campus_galli.part_texts import PART_TEXTS
from galli_tui.games.campus_galli.peer_marks import target_words
from galli_tui.games.campus_galli.placement_words import placement_mentions, placement_words, points_at_best
from galli_tui.games.campus_galli.position_text import card_in_hand, position
from galli_tui.games.campus_galli.prompts import next_step, question
from galli_tui.games.campus_galli.reason_words import place_of_use, reason_words, rest_on_place, task_points
from galli_tui.games.campus_galli.refusal_text import refusal_text
from galli_tui.games.campus_galli.spoken_topics import topics
from galli_tui.games.campus_galli.told_names import names_after, told_names
from galli_tui.games.campus_galli.words import building_words
from galli_tui.games.kit.texts import KitTexts
from galli_tui.style.wording import counted, sentence_start
from rules.bots.reasons import Advantage
from rules.campus_galli.box import ActionCard, Origin
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import FlipBuilding, LaySection, TakeFromHut, TakeFromPouch
from rules.campus_galli.leftovers import Borrow
from rules.campus_galli.rounds import ChooseCard, DrawCards, next_round_year
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch
from rules.campus_galli.state import EffectKind, State, open_card
from rules.campus_galli.takeable import order_number
from rules.campus_galli.tile_turns import ClaimTask, EndTurn
from rules.campus_galli.turn_order import Declare, PlayCard
from rules.engine.base_game import BaseGame
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Options, Readable
from rules.engine.refusal import Refusal
from rules.engine.secrecy import HIDDEN, PUBLIC, Seat
from rules.engine.tellings import Names

if TYPE_CHECKING:
    from galli_tui.style.paragraph import Paragraph
    from galli_tui.tables.table import Table, TablePlayer
    from saves.storage.open_match import TimelineEvent


_OPENINGS: Final = (
    ChooseCard,
    Declare,
    PlayCard,
    Borrow,
    TakeFromHut,
    TakeFromPouch,
    BuyFromHut,
    BuyFromPouch,
)
"""Moves whose reasons come from the best place for a section: it is chosen later, and may be covered by then."""
_KINDS: Final = (
    (ChooseCard, "choosing cards"),
    ((TakeFromHut, TakeFromPouch), "taking sections"),
    (LaySection, "placing sections"),
    (FlipBuilding, "flipping buildings"),
)
"""The kinds of decisions in a round, as a review names them."""
REVEALED: Final = {
    "tile": "the tile draw has already been revealed",
    "task": "a new task has already been revealed",
    "draw": "new cards have already been drawn",
    "reveal": "the chosen cards have already been revealed",
    "felt": "the pouch draw has already been revealed",
    "turn-up": "a new card has already been turned up",
    "dice": "the dice have already been rolled",
    "leftovers": "the piles have already been dealt",
    "deal": "the cards have already been dealt",
}
"""What an outcome reveals, and why nothing before it can be undone."""
SCORE_LABELS: Final = {
    "builders": "Builders on sections",
    "beside": "Builders beside buildings",
    "lazy": "Lazy monks",
    "tasks": "Fulfilled tasks",
    "guests": "Guest monks",
    "books": "Books",
    "tiles": "Sets of tiles",
    "lost-half": "Unpaired half point",
    "cooperation": "Good cooperation",
    "fallen": "Collapses not prevented",
    "monastery": "Complete monastery",
    "large-gaps": "Gaps of 4+ spaces",
    "parchment": "Buildings still parchment",
}
"""What each row of the score sheet counts."""
FEWER_LABELS: Final = {
    "lazy": "Fewer lazy monks",
    "lost-half": "No unpaired half point",
    "large-gaps": "Fewer gaps of 4+ spaces",
    "parchment": "Buildings no longer parchment",
}
"""What a move avoids in the rows that cost points."""

BAND_COLOURS: Final = {
    "iron-gall": "ink",
    "ochre": "yellow_text",
    "red-lead": "red_text",
    "azurite": "blue_text",
    "tyrian-purple": "refusal",
    "gold": "gold_text",
    "lapis-lazuli": "link",
}
"""The tone in which each rank of the score table is written."""

STEP_VERDICTS: Final = {
    "raw hide": "start more buildings",
    "soaked hide": "leave fewer gaps",
    "limed hide": "a fair beginning",
    "scraped hide": "well begun",
    "stretched hide": "halfway",
    "smooth parchment": "well along",
    "ruled parchment": "close to success",
}
"""What each step within the lowest rank means, or what brings a team furthest from there."""


class CampusTexts(KitTexts):
    """The game's own sentences."""

    score_labels = SCORE_LABELS
    fewer_labels = FEWER_LABELS
    change_texts = CHANGE_TEXTS
    revealing = REVEALED
    part_texts = PART_TEXTS

    def names(self, game: BaseGame[Any], event: Event) -> Names:
        return told_names(_campus(game).setting)

    def names_after(self, game: BaseGame[Any], timeline_event: TimelineEvent) -> Names:
        return names_after(_campus(game), timeline_event.view, self.names(game, timeline_event.event))

    def drawn(self, table: Table, timeline_event: TimelineEvent) -> str:
        if not isinstance(timeline_event.event, DrawCards):
            return ""
        cards, box = timeline_event.event.cards.value, _game(table).setting.box
        if cards is HIDDEN:
            (number,) = (it.facts[0] for it in timeline_event.view.told if it.key == EffectKind.CARDS_DRAWN)
            return f"{counted(number, 'card')}, hidden"
        named = (f"{card_number(box.cards[card])}, {card_short(box, box.cards[card])}" for card in cards)
        return f"{counted(len(cards), 'card')}: {'; '.join(named)}"

    def refusal(self, table: Table, refusal: Refusal) -> str:
        return refusal_text(_game(table).setting.box, refusal)

    def next_step(self, table: Table) -> str:
        state: State = table.view(PUBLIC)
        return next_step(state, _game(table).setting.box, table.players)

    def waiting(self, table: Table) -> str:
        return self.next_step(table)

    def decision(self, table: Table, view: Any, move: Move) -> str:
        made: CampusMove = move  # pyright: ignore[reportAssignmentType]
        return decision_forms(_game(table).setting, view, made, UNICODE.symbols)[0]

    def position(self, game: AnyGame, view: State, players: Sequence[str]) -> list[Description]:
        return position(_campus(game).setting, view, players)

    def topics(self, game: AnyGame, view: State, players: Sequence[str]) -> Sequence[Topic]:
        return topics(_campus(game).setting, view, players)

    def asked(self, table: Table, view: State, seat: Seat) -> str:
        return f"{sentence_start(question(view, _game(table).setting.box))}."

    def spoken_move(self, table: Table, view: State, move: Move) -> str:
        setting = _game(table).setting
        match move:
            case LaySection():
                return f"{self.decision(table, view, move)}: {placement_words(_game(table), view, move)}"
            case ChooseCard(seat, card) if card.value is not HIDDEN:
                chosen = setting.box.cards[card.value]
                words = f"choose {card_in_hand(setting, view, seat, chosen).rstrip('.')}"
                return f"{words}{_takes_nothing(setting, view, chosen)}"
            case Declare(seat, origin):
                card = setting.box.cards[open_card(view.seats[seat])]
                words = f"play it from the {origin.value}, turn order {order_number(card, origin)}"
                return f"{words}{_takes_nothing(setting, view, card, origin)}"
            case PlayCard(seat):
                card = setting.box.cards[open_card(view.seats[seat])]
                return f"{self.decision(table, view, move)}{_takes_nothing(setting, view, card)}"
            case _:
                return self.decision(table, view, move)

    def mentions(self, table: Table, view: State, move: Move) -> Mapping[str, str]:
        return placement_mentions(_game(table), view, move) if isinstance(move, LaySection) else {}

    def reason(self, game: AnyGame, reason: Advantage) -> str:
        return reason_words(_campus(game).setting.box, reason, super().reason(game, reason))

    def advantages(self, game: AnyGame, view: Any, move: Move, other: Move) -> Sequence[Advantage]:
        found, campus = super().advantages(game, view, move, other), _campus(game)
        if not isinstance(other, _OPENINGS) or all(it.key != "tasks" for it in found):
            return found
        # At its best place the other may fulfil fewer tasks than it can elsewhere.
        most = campus.most_task_points(view, other)
        box = campus.setting.box
        return [it for it in found if it.key != "tasks" or not most or task_points(box, it.names) > most]

    def own_reasons(
        self, game: AnyGame, view: Any, move: Move, other: Move, reasons: Sequence[Advantage]
    ) -> Sequence[Advantage]:
        return () if isinstance(move, _OPENINGS) else reasons

    def reasons_until(self, table: Table, view: Any, move: Move, reasons: Sequence[Advantage]) -> str:
        return ""  # A card or a section is explained by its best place, which a later move may or may not choose.

    def reasons_where(self, game: AnyGame, view: Any, move: Move, reasons: Sequence[Advantage]) -> str:
        return self.best_place(game, view, move) if rest_on_place(reasons) else ""

    def best_place(self, game: AnyGame, view: Any, move: Move) -> str:
        campus, taken = _campus(game), isinstance(move, TakeFromHut | BuyFromHut)
        return place_of_use(campus.setting.box, campus.explaining_use(view, move), taken=taken)

    def best_place_points(self, game: AnyGame, view: Any, move: Move) -> int:
        campus = _campus(game)
        return points_at_best(campus, view, move.seat, campus.explaining_use(view, move))

    def keeps_order(self, move: Move) -> bool:
        return isinstance(move, Declare)

    def kind_of_move(self, game: AnyGame, move: Move) -> str:
        return next((words for kinds, words in _KINDS if isinstance(move, kinds)), "")

    def is_wasteful(self, game: AnyGame, view: State, move: Move) -> bool:
        return isinstance(move, EndTurn) and any(isinstance(it, ClaimTask) for it in game.legal(view, move.seat))

    def part_name(self, game: AnyGame, key: str, number: int) -> str:
        box = _campus(game).setting.box
        if key == "tasks":
            return task_names(box, (number,))
        return building_words(box.plan.buildings[number])

    def target(self, table: Table, kind: str, target: int) -> str:
        return target_words(_game(table).setting, kind, target)

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        setting = _campus(game).setting
        if not setting.together:
            return ()
        return tuple(
            RankRow(
                band.key, band.name, band.least if number else None, band.verdict, BAND_COLOURS.get(band.key, "ink")
            )
            for number, band in enumerate(setting.level.bands)
        )

    def steps(self, game: AnyGame) -> tuple[RankRow, ...]:
        setting = _campus(game).setting
        if not setting.together:
            return ()
        return tuple(
            RankRow(rank.name, rank.name, rank.least if number else None, STEP_VERDICTS.get(rank.name, ""), "ink")
            for number, rank in enumerate(setting.level.ranks)
        )

    def progress(self, game: AnyGame, state: State) -> str:
        return f"year {next_round_year(state)}, round {state.round}" if state.round else "setup"

    def components(self, box: Readable) -> list[str]:
        return component_tables(box)

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        from galli_tui.games.campus_galli.guide import guide

        return guide(ASCII if ascii_only else UNICODE, 1 if options is None else options.level)

    def legend(
        self, options: Options | None, players: Sequence[TablePlayer] = (), *, ascii_only: bool
    ) -> tuple[Paragraph, ...]:
        from galli_tui.games.campus_galli.guide import legend

        return legend(ASCII if ascii_only else UNICODE, 1 if options is None else options.level, players)


def _takes_nothing(setting: Setting, view: State, card: ActionCard, declared: Origin | None = None) -> str:
    """Return the end of a spoken move: why the card would take nothing; empty if it can take something."""
    missing = missing_words(setting, view, card, declared)
    return f"; {missing}, so {TAKES_NOTHING}" if missing else ""


def _game(table: Table) -> CampusGalli:
    return _campus(table.game)


def _campus(game: AnyGame) -> CampusGalli:
    if not isinstance(game, CampusGalli):
        raise TypeError(f"not a game of Campus Galli but of {game.meta.title}")
    return game


TEXTS = CampusTexts()
