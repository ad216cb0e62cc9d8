"""What a list shows of a saved match, stored beside the match file so that a list need not replay it.

A summary is a sidecar of the exact bytes of one match file. If it is invalid, `library.summarise` makes a new one. Only
lists use summaries; to check a match, open or verify it.
"""

from __future__ import annotations

from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from rules.engine import plain_data
from rules.engine.game import Options
from rules.engine.plain_data import Codec, Plain, PlainError
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.header_fields import ID_SIZE, MAX_SEATS, MAX_TIME, OPTIONS, PLAYERS, Player, key_codec
from saves.storage.sidecar import SUMMARY

FORM: Final = "galli-tui summary 2"
IMPORTED: Final = "imported"
"""The private note of an imported file; its value is the time, in seconds since 1970."""
MAX_WRONG: Final = 500
"""Characters."""
_MOST_POINTS: Final = 1 << 31
_MOST_SEED: Final = (1 << 63) - 1
_MOST_LINES: Final = 512
_UNMARKED: Final[list[Plain]] = [None, False]
"""The last two fields of an ordinary match's summary, which are not stored."""


class MatchState(Enum):
    """The state of a match, as a list shows it."""

    IN_PLAY = "in play"
    OVER = "over"
    ABANDONED = "abandoned"
    DAMAGED = "damaged"
    """The part before the damage can be viewed."""
    NEWER = "newer"
    """Written by a newer version of this program."""
    UNREADABLE = "unreadable"
    """Another program's file, or nothing in it, or no permission."""


class SummaryLine(NamedTuple):
    """A row of the score sheet."""

    key: str
    seat: Seat | None
    """The seat that the row belongs to; None for the table as a whole."""
    number: int
    points: int


class Score(NamedTuple):
    """How a match ended. Scores are in the game's unit."""

    seats: tuple[int, ...]
    """By seat."""
    team: int | None
    """The common score where the seats play together; else None."""
    winners: tuple[Seat, ...]
    """The winners; empty where the seats play together."""
    outcome: str
    """The name of the team's rank, or how the winners have won, in words; empty for their score alone."""
    lines: tuple[SummaryLine, ...] = ()
    """The rows of the score sheet."""
    rank: str = ""
    """The key of the team's rank; empty where seats play against each other."""


class Summary(NamedTuple):
    """What a list shows of one match."""

    state: MatchState
    """IN_PLAY, OVER or ABANDONED; DAMAGED for a sound file with a match in it that is not valid."""
    match: bytes
    """The match id."""
    created: int
    """Seconds since 1970."""
    game: str
    """Key in the registry."""
    title: str
    """The game's title."""
    options: Options
    players: tuple[Player, ...]
    """By seat, as in the header."""
    entries: int
    hosted: bool
    """Whether the file holds the dealer's secret."""
    score: Score | None
    """For a match that was played to its end; else None."""
    progress: str
    """The progress of a match that can be resumed, e.g. "year 1, round 4"; empty before it has begun."""
    wrong: str
    """For DAMAGED: completes "'match.galli' is ..."."""
    seed: int | None
    """The seed of the deals, if they have one."""
    origin: bytes | None = None
    """The id of the match from which a "what if" branches off."""
    imported: bool = False
    """Whether the file was imported, so that it can be viewed only."""


def file_digest(data: bytes) -> bytes:
    """Return the hash of a match file's bytes, to which its summary is tied."""
    return sha256(data).digest()


def load_summary(match: Path, digest: bytes) -> Summary | None:
    """Return the summary of the match file with this hash; None if it is missing or belongs to other bytes."""
    body = SUMMARY.load(match, digest)
    if body is None:
        return None
    try:
        return canonical.decode_as(body, _FORM)
    except (canonical.CanonicalError, PlainError):
        return None


def save_summary(match: Path, digest: bytes, summary: Summary) -> None:
    """Write the summary of the match file with this hash, unless the folder cannot be written to."""
    SUMMARY.save(match, digest, canonical.encode(_FORM.encode(summary)))


def _state() -> Codec[MatchState]:
    kept = (MatchState.IN_PLAY, MatchState.OVER, MatchState.ABANDONED, MatchState.DAMAGED)
    known = {state.value: state for state in kept}

    def decode(value: Plain) -> MatchState:
        found = known.get(value) if isinstance(value, str) else None
        if found is None:
            raise PlainError("expected the state of a match")
        return found

    return Codec(lambda state: state.value, decode)


def _form() -> Codec[Summary]:
    points = plain_data.integer(-_MOST_POINTS, _MOST_POINTS)
    line = plain_data.structure(
        SummaryLine,
        key=plain_data.text(),
        seat=plain_data.optional(plain_data.SEAT),
        number=points,
        points=points,
    )
    ended = plain_data.structure(
        Score,
        seats=plain_data.items(points, MAX_SEATS),
        team=plain_data.optional(points),
        winners=plain_data.items(plain_data.SEAT, MAX_SEATS),
        outcome=plain_data.text(),
        lines=plain_data.items(line, _MOST_LINES),
        rank=plain_data.text(),
    )
    inner = plain_data.structure(
        Summary,
        state=_state(),
        match=plain_data.blob(ID_SIZE),
        created=plain_data.integer(0, MAX_TIME),
        game=key_codec(),
        title=plain_data.text(),
        options=OPTIONS,
        players=PLAYERS,
        entries=plain_data.integer(0, 1 << 20),
        hosted=plain_data.BOOL,
        score=plain_data.optional(ended),
        progress=plain_data.text(),
        wrong=plain_data.text(MAX_WRONG),
        seed=plain_data.optional(plain_data.integer(0, _MOST_SEED)),
        origin=plain_data.optional(plain_data.blob(ID_SIZE)),
        imported=plain_data.BOOL,
    )

    usual = len(Summary._fields) - len(_UNMARKED)

    def encode(summary: Summary) -> Plain:
        """Leave out the marks of an ordinary match."""
        fields = _listed(inner.encode(summary))
        return [FORM, *(fields[:usual] if fields[usual:] == _UNMARKED else fields)]

    def decode(value: Plain) -> Summary:
        if not isinstance(value, list) or value[:1] != [FORM]:
            raise PlainError("expected a summary")
        found = inner.decode([*value[1:], *([] if len(value) > 1 + usual else _UNMARKED)])
        seats = found.options.seats
        score = found.score or Score((0,) * seats, None, (), "")
        if {len(found.players), len(score.seats)} != {seats} or any(seat >= seats for seat in score.winners):
            raise PlainError("a summary with inconsistent seats")
        return found

    return Codec(encode, decode)


def _listed(value: Plain) -> list[Plain]:
    if not isinstance(value, list):
        raise TypeError("a structure is a list")
    return value


_FORM: Final = _form()
