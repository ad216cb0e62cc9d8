"""The help page about hints explains every word and sign that hints show, and none that they don't."""

from __future__ import annotations

import re
from itertools import product

from galli_tui.game_api.hint_standing import certainty_words, final_words, standing_words
from galli_tui.game_api.hint_text import NOW, Hint
from galli_tui.screens.start.help_bots import advice_guide
from rules.bots.score_change import ScoreChange
from rules.builders_duel.claims import Claim
from rules.engine.game import Meta
from rules.engine.secrecy import Seat
from rules.registry import game_meta, games


def plain(words: str, meta: Meta | None = None) -> set[str]:
    """Return the parts of words in small letters, without the unit of a game and with N for every number."""
    unit = f" {meta.estimates.many}" if meta is not None and meta.estimates is not None else ""
    return set(re.sub(r"\d+", "N", words.replace(f"final{unit} ", "final ").casefold()).split(", "))


def shown(meta: Meta) -> set[str]:
    """Return everything that hints of a game can say of how a move stands."""
    found = {NOW}
    points, lost = 5 * meta.estimate_unit.parts, [meta.win // 2, meta.win] if meta.win else []
    costs = (0, meta.estimate_unit.parts, points, *lost)
    kinds = list(product(costs, (True, False), (0, 24), (True, False) if meta.win else (False,)))
    hints = [Hint(Claim(Seat(0), 0), ScoreChange(0, (), ()), *it) for it in ((c, n, s, w) for c, s, n, w in kinds)]
    lists = [(best, other) for best in hints if not best.behind for other in hints if not other.wins]
    for listed in (*lists, *((*pair, pair[1]) for pair in lists), *((*pair, hints[-1]) for pair in lists)):
        found |= plain(final_words(listed, meta), meta)
        for place in (0, 1):
            found.update(*map(plain, (standing_words(listed, place, meta), *certainty_words(listed, place, meta))))
    return found - {""}


def test_the_help_explains_what_hints_show() -> None:
    text = " ".join(f"{it.text}{''.join(words for words, _ in it.spans)}" for it in advice_guide(ascii_only=False))
    quoted = set[str]().union(*map(plain, re.findall(r'"([^"]+)"', text)))
    assert quoted == set[str]().union(*(shown(game_meta(key)) for key in games()))
