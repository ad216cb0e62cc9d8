"""A hint in sentences: where it stands, what it scores now, what it is compared with, and what its figures rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from galli_tui.game_api.gain_words import lost_match_words
from galli_tui.game_api.hint_standing import (
    certainty_words,
    is_rough,
    is_rough_tie,
    is_sure,
    spoken_chance,
    tie_words,
    tied_words,
)
from galli_tui.game_api.hint_text import Hint
from galli_tui.style.wording import amount_words, counted, points_words, sentence_start, signed_amount
from rules.engine.game import Meta

_SIMULATED: Final = 'The estimate for the end of the match comes from {times}; see "Bots and hints".'


class SelectedHint(NamedTuple):
    """One of the hints that are shown, and what each of them is called there."""

    hints: Sequence[Hint]
    place: int
    names: Sequence[str]
    """The names by place, e.g. "move 3"."""

    @property
    def hint(self) -> Hint:
        """The hint itself."""
        return self.hints[self.place]


def about_hint(it: SelectedHint, meta: Meta, parts: str) -> Iterator[str]:
    """Return where a hint stands, what it scores now, and why it is best or what the best has ahead of it.

    `parts` are the rows of the score sheet that it changes, after a colon; empty to leave them out.
    """
    return _about(it, meta, parts, "" if it.hint.ties else _standing(it, meta))


def _about(it: SelectedHint, meta: Meta, parts: str, standing: str) -> Iterator[str]:
    """Return what `about_hint` does, where the sentence about its standing is known; empty to leave it out."""
    hint = it.hint
    scores = meta.adds_up and bool(hint.earned.gains or hint.earned.losses)
    now = f"It scores {points_words(hint.earned.total, meta.unit)} now{parts}." if scores else ""
    if first := f"{standing} {now}".strip():
        yield first
    if hint.why:
        yield f"{sentence_start(hint.reason(it.names[hint.against], spoken=True))}."


def _standing(it: SelectedHint, meta: Meta) -> str:
    """Return the sentence about where a hint stands that is not one of several best ones."""
    hint, rough = it.hint, is_rough(it.hints, it.place)
    chance = spoken_chance(hint.simulations) if rough else ""
    if it.place == 0 and hint.wins:
        return "This move wins the match."
    if it.place == 0:
        return f"This move looks best{chance}." if rough else "This is the best move."
    if not hint.behind:
        return "It is as good as the best."
    lost = lost_match_words(hint.behind, meta, won=it.hints[0].wins, rough=rough)
    ends = f"{'may end' if rough else 'ends'} about {amount_words(hint.behind, meta.estimate_unit)} below the best"
    return f"It {lost or ends}{chance}."


def figures_of_hint(it: SelectedHint, meta: Meta, changes: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Return what the figures of a hint mean, in a few sentences; `changes` are the rows of the score sheet."""
    hint, rows = it.hint, ", ".join(f"{label} {signed_amount(points, meta.unit)}" for label, points in changes)
    parts = f": {rows}" if len(changes) > 1 else ""
    if hint.ties:
        yield f"{sentence_start(tie_words(it.hints))}."
    if tied := tied_words(it.hints):
        yield from _about(it, meta, parts, f"The abbot rates {tied} equal.")
    else:
        yield from about_hint(it, meta, parts)
    if is_sure(it.hints, it.place):
        yield f"{sentence_start(certainty_words(it.hints, it.place, meta)[0])}: luck can hardly be the reason."
    if hint.simulations and not hint.wins and len(it.hints) > 1:
        rough = is_rough_tie(it.hints) if hint.ties else is_rough(it.hints, it.place)
        yield _SIMULATED.format(times="simulations" if rough else counted(hint.simulations, "simulation"))
