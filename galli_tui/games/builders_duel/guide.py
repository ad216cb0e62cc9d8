"""The guide to Builders' Duel: the course of a round, how to win, and the meaning of each sign on the screen."""

from __future__ import annotations

from galli_tui.games.builders_duel.display import FILLS, TEXTS
from galli_tui.games.builders_duel.signs import DuelSigns
from galli_tui.widgets.rich_text import Paragraph, StyledRun
from rules.builders_duel.game import ABOUT_COMPONENTS
from rules.builders_duel.setting import CALM_SEALS

_ROUND = (
    (
        "Nine cards are laid out in three rows of three. The **holder** of the Power claims a line of three cards: "
        "a row, a column or a diagonal."
    ),
    "The other player claims a line that crosses it. Exactly one card is now in both lines: you **fight** for it.",
    (
        "The holder throws a seal, then the other player. Each seal has two faces, and the one that falls adds to your "
        "sum. Then the player who is behind throws on or gives up. With equal sums the holder is ahead."
    ),
    (
        "Seals that you throw are gone, but for your own 2/3; the loser keeps one. So a fight costs more than the "
        "card: give up early when it is not worth it."
    ),
    "The holder uses the claimed cards, in any order, and may then build in one section. Then the other player does.",
)
_BUILDING = (
    (
        "A **market** brings raw goods from your supply into your camp, a **craftsman** works them: wood becomes a "
        "beam, sand mortar, stone a block, wool cloth, ore a bell or bars. Only worked goods can be installed."
    ),
    "One material costs 2 gold, two in the same section 6, three 12. So build a little every round.",
    "The first to finish section I takes two seals, section II 10 gold, section III works two goods free.",
    (
        "Three finished sections win **at once**. After twelve rounds more finished sections win, then more materials, "
        "then more gold, then Philip."
    ),
)
_CALM = "In this match nothing is thrown by chance: a seal counts its lower face, or for 2 gold its higher face."


def guide(variants: tuple[str, ...] = ()) -> tuple[Paragraph, ...]:
    """Return the guide, without the signs."""
    calm = [Paragraph(_CALM, label="Calm seals", close=True)] if CALM_SEALS in variants else []
    return (
        Paragraph("How a round goes", heading=True, close=True),
        *(Paragraph(text, str(number), close=True) for number, text in enumerate(_ROUND, 1)),
        *calm,
        Paragraph("", close=True),
        Paragraph("Building and winning", heading=True, close=True),
        *(Paragraph(text, close=True) for text in _BUILDING),
        Paragraph("", close=True),
        Paragraph("About the components", heading=True, close=True),
        Paragraph(ABOUT_COMPONENTS, close=True),
    )


def legend(signs: DuelSigns) -> tuple[Paragraph, ...]:
    """Return the meaning of each sign on the screen."""
    rows: tuple[tuple[StyledRun, ...], ...] = (
        ((" 5 Quarry  P ", FILLS[0]), ("  claimed by Philip (P), or by Waleran (W)", "ink")),
        ((" 5 Quarry", FILLS[0]), (" PW ", FILLS[1]), ("  both fight for it", "ink")),
        ((f"{signs.row} {signs.column} {signs.down} {signs.up}", "gold"), ("  a row, a column, the diagonals", "ink")),
        (
            (f"W{signs.column}{signs.down}", TEXTS[1]),
            ("  the lines by which Waleran could fight for this card, if you claim it", "ink"),
        ),
        ((signs.supply, "faint"), (" a good in the supply   ", "ink"), (signs.raw, "ink"), (" raw in the camp", "ink")),
        (
            (signs.worked, "gold"),
            (" worked, ready to go up  ", "ink"),
            (signs.installed, "ink"),
            (" installed", "ink"),
        ),
        ((signs.new, "ink"), (" installed since your last turn; +3 and -2 are changes since then too", "ink")),
        ((signs.power, "gold"), (" has the Power   ", "ink"), (signs.first, "gold"), (" was first: bonus won", "ink")),
        ((" 4 ", FILLS[0]), (" a seal that fell 4; the kind of seal stands before it", "ink")),
        (("50 %", "gold"), (" the chance that this throw puts you ahead", "ink")),
    )
    return (
        Paragraph("What the signs mean", heading=True, close=True),
        *(Paragraph("", spans=spans, close=True) for spans in rows),
    )
