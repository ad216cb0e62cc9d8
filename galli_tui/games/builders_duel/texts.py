"""The texts of Builders' Duel, for screens and commands that know no single game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from galli_tui.game_api.position import Description
from galli_tui.game_api.reason_text import THAN
from galli_tui.game_api.topics import Topic
from galli_tui.games.builders_duel.decision_words import decision_words
from galli_tui.games.builders_duel.items import skips
from galli_tui.games.builders_duel.position_text import DISPLAY, position
from galli_tui.games.builders_duel.prompts import brief_words, claim_words, next_words
from galli_tui.games.builders_duel.signs import ASCII, UNICODE
from galli_tui.games.builders_duel.spoken_moves import spoken_words
from galli_tui.games.builders_duel.spoken_topics import topics
from galli_tui.games.builders_duel.told_cards import laid_out_words
from galli_tui.games.builders_duel.words import goods_listed, seal_words, worked_name
from galli_tui.games.kit.part_texts import PartText
from galli_tui.games.kit.texts import KitTexts, base_game
from galli_tui.style.text_wrap import cells
from galli_tui.style.wording import amount_words, listed, sentence_start
from galli_tui.tables.seat_names import seat_name
from rules.bots.reasons import Advantage, compared
from rules.builders_duel.box import MOST_GOODS, MOST_SEALS
from rules.builders_duel.building import Build, WorkBonus
from rules.builders_duel.cards import DrawSeals, Trade, Work
from rules.builders_duel.claims import Claim, ClaimStep, LayOut
from rules.builders_duel.conflict import Throw, gives_up
from rules.builders_duel.evaluation import CLAIMED, CONTESTED, RIVAL
from rules.builders_duel.game import ABOUT_COMPONENTS, META, BuildersDuel
from rules.builders_duel.state import LAST_ROUND, LINE_NAMES, LINES, DuelState, other
from rules.engine.base_game import BaseGame
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Options
from rules.engine.score_sheet import Sheet, Unit
from rules.engine.secrecy import PUBLIC, Seat
from rules.engine.tellings import Names
from rules.engine.toml_table import TomlTable, parsed_beside

if TYPE_CHECKING:
    from galli_tui.style.paragraph import Paragraph
    from galli_tui.tables.table import Table, TablePlayer


MATERIALS = Unit("material", "materials")
_KINDS: Final = {
    "claimed-craftsman": "{} (a craftsman you can use)",
    "claimed-market": "{} (a market you can use)",
    "claimed-one-use": "the 1x card {}",
}
"""How a reason calls a card, by part; else by its name alone."""
_LEFT_TO_RIVAL: Final = {
    "sections": "fewer finished sections",
    "materials": "fewer materials",
    "worked": "fewer useful worked goods",
    "raw": "fewer useful raw goods",
    "gold": "less gold",
    "seals": "fewer seals",
    "kept": "fewer 1x cards",
    "claimed-power": "less chance of the Power",
    "claimed-influence": "less from Influence",
    "claimed-income": "less from income cards",
    "claimed-craftsman": "less from craftsmen",
    "claimed-market": "less from markets",
    "claimed-one-use": "less chance of 1x cards",
    "claimed-person": "less from persons",
}
"""What the rival is left with less of, by the part of it that is better."""
_AT_ONCE: Final = (CONTESTED, "ahead")
"""The parts that a throw changes by chances."""
_PROMPT: Final = 78
"""Cells of the prompt at 80x24: in longer words, names of players give way to those of the sides."""


class DuelTexts(KitTexts):
    """The game's own sentences."""

    score_labels = {
        "sections": "Finished sections",
        "materials": "Materials installed",
        "gold": "Gold left",
    }
    revealing = {
        "lay-out": "the cards have already been laid out",
        "fall": "the seal has already fallen",
        "draw-seals": "seals have already been taken from the stack",
    }

    part_texts = {
        "sections": PartText("finishes a section", "finishes {n} sections"),
        "materials": PartText("installs a material", "installs {n} materials", "keeps your materials"),
        "worked": PartText(
            "gets a worked good that your building needs",
            "gets {n} worked goods that your building needs",
            "keeps your worked goods",
            "uses only 1 worked good",
            "uses only {n} worked goods",
        ),
        "raw": PartText(
            "gets a raw good that your building needs",
            "gets {n} raw goods that your building needs",
            "keeps your raw goods",
            "uses only 1 raw good",
            "uses only {n} raw goods",
        ),
        "spare": PartText(same=f"leaves you spare goods worth more {THAN}"),
        "gold": PartText(
            "gains 1 gold", "gains {n} gold", "spends no gold", "spends only 1 gold", "spends only {n} gold"
        ),
        "seals": PartText(
            "gains a seal", "gains {n} seals", "spends no seal", "spends only 1 seal", "spends only {n} seals"
        ),
        "power": PartText("takes the Power", none="keeps the Power"),
        "kept": PartText(
            "wins a 1x card",
            "wins several 1x cards",
            "keeps your 1x cards",
            "uses only one 1x card",
            "uses only {n} 1x cards",
        ),
        "ahead": PartText(same=f"is more likely {THAN} to get ahead"),
        "contested": PartText(
            f"is more likely {THAN} to win the fight, with 1 throw left",
            f"is more likely {THAN} to win the fight, with {{n}} throws left",
            same=f"is more likely {THAN} to win the fight",
        ),
        "claimed-power": PartText("claims the Power"),
        "claimed-influence": PartText("claims Influence", same=f"gets more from Influence {THAN}"),
        "claimed-income": PartText(
            "claims 1 gold of income", "claims {n} gold of income", same=f"gets more from income cards {THAN}"
        ),
        "claimed-craftsman": PartText(
            "claims a useful craftsman",
            "claims {n} useful craftsmen",
            same=f"gets more from craftsmen {THAN}",
            named="claims {names}",
        ),
        "claimed-market": PartText(
            "claims a useful market",
            "claims {n} useful markets",
            same=f"gets more from markets {THAN}",
            named="claims {names}",
        ),
        "claimed-one-use": PartText("claims a 1x card", "claims several 1x cards", named="claims {names}"),
        "claimed-person": PartText(
            "claims a person who helps you",
            "claims {n} persons who help you",
            same=f"gets more from persons {THAN}",
            named="claims {names}",
        ),
        **{
            f"{RIVAL}{key}": PartText(same=f"leaves the rival {words} {THAN}", fewer_is_better=True)
            for key, words in _LEFT_TO_RIVAL.items()
        },
    }

    def advantages(self, game: AnyGame, view: DuelState, move: Move, other: Move) -> Sequence[Advantage]:
        found = super().advantages(game, view, move, other)
        if isinstance(move, Throw):
            # What a turn after the fight keeps or spends is no reason for a throw.
            own, its = (base_game(game).explain_at_once(view, made) for made in (move, other))
            at_once = {it.key for it in compared(own, its)}
            return [it for it in found if it.key in at_once or it.key in _AT_ONCE]
        # A claim is worth what is fought for; its chance to win the fight is not known yet.
        return [it for it in found if it.key != CONTESTED] if isinstance(move, Claim) else found

    def reason(self, game: AnyGame, reason: Advantage) -> str:
        # A card that has been used is worth nothing any more; that says nothing of what the move gets from cards.
        used = reason.key.startswith(f"{CLAIMED}-") and min(reason.count, reason.other) < 0
        return "" if used and reason.count <= 0 else super().reason(game, reason)

    def part_name(self, game: AnyGame, key: str, number: int) -> str:
        name = game.cards[number].name if isinstance(game, BuildersDuel) else ""
        return _KINDS.get(key, "{}").format(name)

    def outcome(self, sheet: Sheet) -> str:
        (winner,) = sheet.winners
        (sections, materials, gold, _), (other_sections, other_materials, other_gold, _) = (
            sheet.comparison[winner],
            sheet.comparison[1 - winner],
        )
        match sheet.reason:
            case "building":
                return "by finishing the building first"
            case "sections":
                return f"with {amount_words(sections, META.unit)} to {other_sections}"
            case "materials":
                return f"with {amount_words(materials, MATERIALS)} to {other_materials}, after equal sections"
            case "gold":
                return f"with {gold} gold to {other_gold}, all else equal"
            case _:
                return f"since {META.roles[winner].name} wins a full tie"

    def names(self, game: BaseGame[Any], event: Event) -> Names:
        if not isinstance(game, BuildersDuel):
            return game.words
        names = dict(game.names)
        if isinstance(event, Work | Trade | WorkBonus) and event.goods:
            names["goods"] = [goods_listed(event.goods)] * (MOST_GOODS + 1)
        elif isinstance(event, Build):
            materials = listed(worked_name(game, good, event.seat) for good in event.goods)
            names["materials"] = [materials] * (MOST_GOODS + 1)
        elif isinstance(event, LayOut):
            words = laid_out_words(game, event.cards)
            names["laid"] = [f"{deck}: {words}" for deck in game.words["deck"]]
        elif isinstance(event, DrawSeals):
            names["seals"] = [listed(seal_words(game, event.seals, personal=False))] * (MOST_SEALS + 1)
        return names

    def next_step(self, table: Table) -> str:
        game, due = table.game, table.due
        if not isinstance(game, BuildersDuel) or len(due.seats) != 1:
            return super().next_step(table)
        (seat,) = due.seats
        forms = [f"{one}: {next_words(game, table.view(PUBLIC), seat, rival)}" for one, rival in _named(table, seat)]
        return next((form for form in forms if cells(form) <= _PROMPT), forms[-1])

    def brief_steps(self, table: Table) -> Sequence[str]:
        view: DuelState = table.view(PUBLIC)
        if not view.agenda or not isinstance(view.agenda[-1], ClaimStep):
            return super().brief_steps(table)
        (seat,) = table.due.seats
        return tuple(f"{one}: {claim_words(view, seat, rival)}." for one, rival in _named(table, seat))

    def waited_for(self, table: Table, view: DuelState) -> str:
        game = table.game
        if not isinstance(game, BuildersDuel) or len(table.due.seats) != 1:
            return super().waited_for(table, view)
        return brief_words(game, view, table.due.seats[0])

    def decision(self, table: Table, view: DuelState, move: Move) -> str:
        game = table.game
        return (
            decision_words(game, view, move) if isinstance(game, BuildersDuel) else super().decision(table, view, move)
        )

    def position(self, game: AnyGame, view: DuelState, players: Sequence[str]) -> list[Description]:
        return (
            position(game, view, players) if isinstance(game, BuildersDuel) else super().position(game, view, players)
        )

    def renewed_part(self, event: Event) -> str:
        return DISPLAY if isinstance(event, LayOut) else ""

    def topics(self, game: AnyGame, view: DuelState, players: Sequence[str]) -> Sequence[Topic]:
        return topics(game, view, players) if isinstance(game, BuildersDuel) else ()

    def asked(self, table: Table, view: DuelState, seat: Seat) -> str:
        game = table.game
        if not isinstance(game, BuildersDuel):
            return super().asked(table, view, seat)
        return sentence_start(next_words(game, view, seat, table.players[other(seat)].name, aloud=True))

    def spoken_move(self, table: Table, view: DuelState, move: Move) -> str:
        game = table.game
        return spoken_words(game, view, move) if isinstance(game, BuildersDuel) else self.decision(table, view, move)

    def as_written(self, text: str) -> str:
        words = text.casefold()
        for name, line in zip(LINE_NAMES, LINES, strict=True):
            words = words.replace(f"the {name}", line).replace(name, line)
        return words

    def is_wasteful(self, game: AnyGame, view: DuelState, move: Move) -> bool:
        return _gains_nothing(game, view, move) and not all(
            _gains_nothing(game, view, it) for it in game.legal(view, move.seat)
        )

    def progress(self, game: AnyGame, state: DuelState) -> str:
        return f"round {state.round} of {LAST_ROUND}"

    def turn_spans_round(self) -> bool:
        return True

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        from galli_tui.games.kit.guide_file import guide_pages

        variants = () if options is None else options.variants
        return guide_pages(_guide(), "guide", {"about_components": ABOUT_COMPONENTS}, variants)

    def legend(
        self, options: Options | None, players: Sequence[TablePlayer] = (), *, ascii_only: bool
    ) -> tuple[Paragraph, ...]:
        from galli_tui.games.kit.guide_file import guide_pages

        return guide_pages(_guide(), "legend", (ASCII if ascii_only else UNICODE)._asdict(), ascii_only=ascii_only)


def _named(table: Table, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return the names of a seat and of the other player, and shorter ones."""
    own, rival, player = META.roles[seat].name, META.roles[other(seat)].name, table.players[other(seat)].name
    return (seat_name(table, seat), player), (own, player), (own, rival)


def _gains_nothing(game: AnyGame, view: DuelState, move: Move) -> bool:
    """Return whether a move uses a card for nothing, or gives a fight up with a throw."""
    match move:
        case Throw() if isinstance(game, BuildersDuel):
            return gives_up(game, view, move)
        case _:
            return isinstance(game, BuildersDuel) and skips(game, view, move)


def _guide() -> TomlTable:
    return parsed_beside("galli_tui.games.builders_duel", "guide.toml")


TEXTS = DuelTexts()
