"""A hint in sentences: where it stands, what it scores now, what it is compared with, and what its figures rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from galli_tui.game_api.hint_standing import (
    certainty_words,
    is_rough,
    is_rough_tie,
    spoken_chance,
    tie_words,
    tied_words,
)
from galli_tui.game_api.hint_text import OTHER_MOVE, Hint, lost_match_words
from galli_tui.style.wording import amount_words, counted, points_words, sentence_start, signed_amount
from rules.engine.game import Meta

_SIMULATED: Final = 'The estimate for the end of the match comes from {times}; see "Bots and hints".'
_CERTAIN: Final = ("clearly", "narrowly", "slightly")
"""How the words begin that say that a difference is certain."""
_NO_LUCK: Final = "{standing}: luck can hardly be the reason."


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
    hint = it.hint
    scores = meta.adds_up and bool(hint.earned.gains or hint.earned.losses)
    now = f"It scores {points_words(hint.earned.total, meta.unit)} now{parts}." if scores else ""
    rough = is_rough(it.hints, it.place)
    chance = spoken_chance(hint.simulations) if rough else ""
    if hint.ties:
        yield from [now] if now else ()
    elif it.place == 0:
        best = f"This move looks best{chance}." if chance else "This is the best move."
        yield f"{'This move wins the match.' if hint.wins else best} {now}".rstrip()
    elif hint.behind:
        lost = lost_match_words(hint.behind, meta, won=it.hints[0].wins, rough=rough)
        ends = f"{'may end' if rough else 'ends'} about {amount_words(hint.behind, meta.estimate_unit)} below the best"
        yield f"It {lost or ends}{chance}. {now}".rstrip()
    else:
        yield f"It {'looks' if rough else 'is'} as good as the best{chance}. {now}".rstrip()
    if hint.why:
        yield _reason(hint, it.names[hint.against])


def _reason(hint: Hint, other: str) -> str:
    """Return why a move is best, or what another has ahead of it, as a sentence."""
    if hint.behind:
        return f"{sentence_start(hint.reason(other))}."
    # A reason is true of both moves: where it doesn't name the other one, that is said before it.
    return f"It {hint.reason(other)}." if OTHER_MOVE in hint.why else f"Compared with {other}, it {hint.why}."


def figures_of_hint(it: SelectedHint, meta: Meta, changes: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Return what the figures of a hint mean, in a few sentences; `changes` are the rows of the score sheet."""
    hint, tied = it.hint, tied_words(it.hints)
    rows = ", ".join(f"{label} {signed_amount(points, meta.unit)}" for label, points in changes)
    about = list(about_hint(it, meta, f": {rows}" if len(changes) > 1 else ""))
    if hint.ties:
        yield f"{sentence_start(tie_words(it.hints))}."
    elif tied:
        about[0] = f"The abbot rates {tied} equal. {about[0].partition('. ')[2]}".rstrip()
    yield from about
    standing = certainty_words(it.hints, it.place, meta)[0]
    if standing.startswith(_CERTAIN):
        yield _NO_LUCK.format(standing=sentence_start(standing))
    if hint.simulations and not hint.wins and len(it.hints) > 1:
        rough = is_rough_tie(it.hints) if hint.ties else is_rough(it.hints, it.place)
        yield _SIMULATED.format(times="simulations" if rough else counted(hint.simulations, "simulation"))
