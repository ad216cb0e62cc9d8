"""The texts of Ora et Labora, for screens and commands that know no single game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from galli_tui.game_api.game_texts import RankRow
from galli_tui.game_api.position import Description
from galli_tui.game_api.reason_text import THAN
from galli_tui.game_api.topics import Topic
from galli_tui.games.kit.part_texts import PartText
from galli_tui.games.kit.texts import KitTexts
from galli_tui.games.ora_et_labora.component_tables import component_tables
from galli_tui.games.ora_et_labora.move_words import move_form, move_words
from galli_tui.games.ora_et_labora.position_text import position
from galli_tui.games.ora_et_labora.prompts import next_forms, progress_words
from galli_tui.games.ora_et_labora.reason_words import goods_reason
from galli_tui.games.ora_et_labora.signs import ASCII, UNICODE
from galli_tui.games.ora_et_labora.spoken_moves import run_words, spoken_words
from galli_tui.games.ora_et_labora.spoken_topics import topics
from galli_tui.games.ora_et_labora.words import possessive
from galli_tui.style.text_wrap import cells
from galli_tui.style.wording import sentence_start
from galli_tui.tables.seat_names import seat_name, seat_names
from rules.bots.reasons import Advantage
from rules.engine.base_game import BaseGame
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Options, Readable
from rules.engine.secrecy import PUBLIC, Seat
from rules.engine.tellings import Names
from rules.engine.toml_table import TomlTable, parsed_beside
from rules.ora_et_labora.actions import EndOraTurn, HostStep
from rules.ora_et_labora.box import COMPONENTS
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.game import ABOUT_COMPONENTS, OraEtLabora
from rules.ora_et_labora.meta import SHORT
from rules.ora_et_labora.state import OraState
from rules.ora_et_labora.turns import ActionStep

if TYPE_CHECKING:
    from galli_tui.style.paragraph import Paragraph
    from galli_tui.tables.table import Table, TablePlayer

_PROMPT: Final = 78
"""Cells of the prompt at 80x24: a longer form gives way to a shorter one."""
RANKS: Final = {
    "hermitage": ("hermitage", "a few walls stand", "ink"),
    "cell": ("cell", "a beginning", "yellow_text"),
    "priory": ("priory", "well run", "green_text"),
    "abbey": ("abbey", "a great house", "blue_text"),
    "great-abbey": ("great abbey", "the aim is reached", "gold_text"),
}
"""By the key of a rank of the solo game: its name, its verdict and its colour."""


class OraTexts(KitTexts):
    """The game's own sentences; those about events stand beside the rules."""

    score_labels = {
        "goods": "Goods",
        "coins": "Coins",
        "wonders": "Wonders",
        "buildings": "Points on cards",
        "settlements": "Dwelling values",
    }
    revealing = {"begins": "who begins has been drawn"}
    part_texts = {
        "goods": PartText(
            "gains a good",
            "gains {n} goods",
            "spends no goods",
            "spends only one good",
            "spends only {n} goods",
            same=f"leaves goods of more use {THAN}",
            outlook=True,
        ),
        "settling": PartText(same=f"leaves better spaces for settlements {THAN}", outlook=True),
        "land": PartText(
            "adds an empty space to build on",
            "adds {n} empty spaces to build on",
            "keeps the empty spaces",
            "fills only one empty space",
            "fills only {n} empty spaces",
            same=f"leaves better land for the buildings on display {THAN}",
            outlook=True,
        ),
        "clergy": PartText(
            "brings a clergyman home",
            "brings {n} clergymen home",
            "keeps all clergymen at home",
            "sends only one clergyman",
            "sends only {n} clergymen",
            same="keeps the prior at home",
            despite="sends the last clergyman (all come home next round)",
        ),
        "actions": PartText(same=f"takes fewer actions {THAN}", fewer_is_better=True, outlook=True),
        "ending": PartText(
            one_less="brings the end closer while in the lead",
            many_less="brings the end {n} buildings closer while in the lead",
            same=f"gets further ahead {THAN} (a lead counts more near the end)",
            despite="puts off the end while behind",
            fewer_is_better=True,
            outlook=True,
        ),
    }

    def reason(self, game: AnyGame, reason: Advantage) -> str:
        if not isinstance(game, OraEtLabora) or reason.key != "goods":
            return super().reason(game, reason)
        if words := goods_reason(game, reason):
            return words
        return self.part_texts["goods"].same if reason.names and reason.lost else super().reason(game, reason)

    def names(self, game: BaseGame[Any], event: Event) -> Names:
        if not isinstance(game, OraEtLabora):
            return game.words
        return game.names

    def next_step(self, table: Table) -> str:
        game, due = table.game, table.due
        if not isinstance(game, OraEtLabora) or len(due.seats) != 1:
            return super().next_step(table)
        name, forms = seat_name(table, due.seats[0]), next_forms(game, table.view(PUBLIC), seat_names(table))
        sentences = [f"{name}: {form}." for form in forms]
        return next((it for it in sentences if cells(it) <= _PROMPT), sentences[-1])

    def waited_for(self, table: Table, view: OraState) -> str:
        game = table.game
        if not isinstance(game, OraEtLabora):
            return super().waited_for(table, view)
        return next_forms(game, view, seat_names(table))[-1]

    def decision(self, table: Table, view: OraState, move: Move) -> str:
        game = table.game
        if not isinstance(game, OraEtLabora):
            return super().decision(table, view, move)
        return move_words(game, view, move, seat_names(table))

    def decision_forms(self, table: Table, view: OraState, move: Move) -> Sequence[str]:
        game = table.game
        if not isinstance(game, OraEtLabora):
            return super().decision_forms(table, view, move)
        return move_form(game, view, move, seat_names(table)).forms()

    def position(self, game: AnyGame, view: OraState, players: Sequence[str]) -> list[Description]:
        return position(game, view, players) if isinstance(game, OraEtLabora) else super().position(game, view, players)

    def topics(self, game: AnyGame, view: OraState, players: Sequence[str]) -> Sequence[Topic]:
        return topics(game, view, players) if isinstance(game, OraEtLabora) else ()

    def asked(self, table: Table, view: OraState, seat: Seat) -> str:
        game = table.game
        if not isinstance(game, OraEtLabora):
            return super().asked(table, view, seat)
        return f"{sentence_start(next_forms(game, view, seat_names(table))[0])}."

    def pondered(self, table: Table) -> str:
        view, players = table.view(PUBLIC), seat_names(table)
        step = view.agenda[-1] if isinstance(table.game, OraEtLabora) and view.agenda else None
        if not isinstance(step, HostStep):
            return ""
        guest = next((it.seat for it in reversed(view.agenda) if isinstance(it, EffectStep)), None)
        return f"chooses a clergyman for {possessive(players[guest])} contract" if guest is not None else ""

    def spoken_move(self, table: Table, view: OraState, move: Move) -> str:
        game = table.game
        if not isinstance(game, OraEtLabora):
            return super().spoken_move(table, view, move)
        return spoken_words(game, view, move, seat_names(table))

    def is_wasteful(self, game: AnyGame, view: OraState, move: Move) -> bool:
        step = view.agenda[-1]
        return isinstance(move, EndOraTurn) and isinstance(step, ActionStep) and step.actions > 0

    def spoken_run(self, table: Table, first: Move, last: Move) -> str:
        return run_words(table.game, first, last) if isinstance(table.game, OraEtLabora) else ""

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        if not isinstance(game, OraEtLabora) or not game.solo:
            return ()
        return tuple(
            RankRow(rank.key, name, rank.least if number else None, verdict, colour)
            for number, rank in enumerate(game.table.ranks)
            for name, verdict, colour in [RANKS.get(rank.key, (rank.key.replace("-", " "), "", "ink"))]
        )

    def progress(self, game: AnyGame, state: OraState) -> str:
        return progress_words(game, state) if isinstance(game, OraEtLabora) else ""

    def components(self, box: Readable) -> list[str]:
        return component_tables(box)

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        from galli_tui.games.kit.guide_file import guide_pages

        return guide_pages(_guide(), "guide", {"about_components": ABOUT_COMPONENTS}, match_words(options))

    def legend(
        self, options: Options | None, players: Sequence[TablePlayer] = (), *, ascii_only: bool
    ) -> tuple[Paragraph, ...]:
        from galli_tui.games.kit.guide_file import guide_pages

        goods = COMPONENTS.standard.goods
        names = {
            **(ASCII if ascii_only else UNICODE)._asdict(),
            "codes": ", ".join(f"{good.code} {good.name}" for good in goods),
        }
        return guide_pages(_guide(), "legend", names, match_words(options), ascii_only=ascii_only)


def match_words(options: Options | None) -> tuple[str, ...]:
    """Return the words that describe a match for the guide: its mode, its variants and for how many it is."""
    if options is None:
        return ("versus", "many", "full", "france", "ireland")
    country = () if "ireland" in options.variants else ("france",)
    many = "many" if options.seats > 2 else "two" if options.seats == 2 else "one"
    length = () if SHORT in options.variants else ("full",)
    return (options.mode, many, *length, *country, *options.variants)


def _guide() -> TomlTable:
    return parsed_beside("galli_tui.games.ora_et_labora", "guide.toml")


TEXTS = OraTexts()
