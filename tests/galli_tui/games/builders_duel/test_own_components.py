"""The words of Builders' Duel with a set of components of one's own: prices and numbers are those of the set."""

from __future__ import annotations

from galli_tui.games.builders_duel.items import note
from galli_tui.games.builders_duel.texts import TEXTS
from galli_tui.games.builders_duel.words import effect_words
from rules.builders_duel.box import Ability, DuelCardKind
from rules.builders_duel.conflict import SwearOath, Throw
from rules.builders_duel.game import WALERAN, BuildersDuel
from tests.support.bd_positions import CALM, Has, conflict_of
from tests.support.bd_tables import DuelTable

BOX = CALM.box._replace(
    board=CALM.board._replace(seal_price=3),
    cards=tuple(it._replace(number=4) if it.effect is Ability.OATH else it for it in CALM.box.cards),
)
GAME = BuildersDuel(CALM.options, BOX)


def test_an_influence_card_names_the_price_of_a_seal() -> None:
    card = next(it for it in GAME.cards if it.kind is DuelCardKind.INFLUENCE)
    assert effect_words(GAME, card) == "buy seals at 3"


def test_the_oath_says_what_it_adds() -> None:
    duel = conflict_of(game=GAME, waleran=Has(kept="b-oath")).do("2 throw 14 no", "1 throw 23 no")
    assert note(GAME, duel.state, SwearOath(WALERAN)) == "Adds 4: 5 against 2."


def test_the_refusal_of_a_higher_face_names_its_price() -> None:
    table = DuelTable(conflict_of(game=GAME, waleran=Has(gold=2)))
    refusal = GAME.refusal(table.view(WALERAN), Throw(WALERAN, 0, high=True))
    assert refusal is not None
    assert TEXTS.refusal(table, refusal) == "The higher face costs 3 gold, and you have 2."
