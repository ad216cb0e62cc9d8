"""Decoding an entry's plain data into an event for one reader, and checking its seals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from rules.engine.events import Event, Outcome
from rules.engine.game import AnyGame
from rules.engine.game_codec import GameCodec
from rules.engine.plain_data import Plain, PlainError
from rules.engine.referee import Referee
from rules.engine.refusal import Refused
from rules.engine.secrecy import EVERYONE, HIDDEN, secrets
from saves.faults import Fault, InvalidEntry
from saves.format.entries import Entry, Opening, Seal, Submission
from saves.format.header import Header
from saves.format.seals import SealError, audience_at, fill_secrets, make_seal, open_seal, submission_context
from saves.log.chain import Seating
from saves.log.decryption import LocatedSeal, SealReader
from saves.log.history import HistoryStep

_FAILURES: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions that rules may raise on a forged file."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LogConfig:
    """What stays the same for all entries of a log."""

    header: Header
    game: AnyGame
    reader: SealReader


class SealedEvent(NamedTuple):
    """An event as an entry stores it."""

    public: Plain
    seals: tuple[Seal, ...]
    bind: Callable[[int], bytes]
    """Returns the context of the seal at each index."""


class SealedMove(NamedTuple):
    """A move with seals that are not open to all yet."""

    entry: int
    submission: Submission
    author: int
    """The client that held the seat."""
    event: Plain
    seals: tuple[Seal, ...]
    readers: tuple[tuple[int, ...], ...]
    """For each seal: the clients that it is wrapped for."""


class DecodedEvent(NamedTuple):
    """The event of an entry."""

    event: Event
    """The event as the reader knows it."""
    readers: tuple[tuple[int, ...], ...]
    """For each seal: the clients that it is wrapped for."""


def decode_sealed(
    config: LogConfig, seating: Seating, entry: Entry, sealed: SealedEvent, author: int | None
) -> DecodedEvent:
    """Return the event, if exactly its secrets are sealed, for their audience as seated now. Raises `InvalidEntry`."""
    public, seals, bind = sealed
    game = config.game
    event = _decoded(entry, game, public, Fault.NOT_AN_EVENT)
    closed = 0
    for secret in secrets(event):
        closed += secret.audience != EVERYONE
        require((secret.value is HIDDEN) is (secret.audience != EVERYONE), Fault.UNSEALED, entry)
    require(closed == len(seals), Fault.UNSEALED, entry)
    if not seals:
        return DecodedEvent(event, ())
    values: dict[tuple[int, ...], Plain] = {}
    wrapped: list[tuple[int, ...]] = []
    before: tuple[int, ...] = ()
    try:
        for place, seal in enumerate(seals):
            require(before < seal.path, Fault.UNSEALED, entry)
            before = seal.path
            readers = seating.seal_readers(audience_at(public, seal.path), author)
            wrapped.append(readers)
            require(len(seal.wraps) == len(readers), Fault.UNSEALED, entry)
            require(len(seal.ephemeral) == (32 if readers else 0), Fault.UNSEALED, entry)
            located = LocatedSeal(seal, entry.number, place, author, readers)
            if config.reader.can_open(located):
                context = bind(place)
                blind = config.reader.blind_for(located, context)
                values[seal.path] = open_seal(seal, blind, context)
                if config.reader.rebuilds(author):
                    made = make_seal(seal.path, values[seal.path], blind, context, seating.box_keys(readers))
                    require(made == seal, Fault.BROKEN_SEAL, entry)
    except SealError as error:
        raise InvalidEntry(Fault.BROKEN_SEAL, entry.number, str(error)) from None
    return DecodedEvent(_completed(entry, game, public, values) if values else event, tuple(wrapped))


def open_moves(
    entry: Entry, moves: tuple[SealedMove, ...], openings: tuple[Opening, ...], game: GameCodec[Any]
) -> dict[int, Event]:
    """Return the fully revealed moves by entry, if the openings open exactly these. Raises `InvalidEntry`."""
    wanted = [(move.entry, place) for move in moves for place in range(len(move.seals))]
    require([(opening.entry, opening.place) for opening in openings] == wanted, Fault.WRONG_OPENINGS, entry)
    blinds = iter(openings)
    found: dict[int, Event] = {}
    for move in moves:
        values: dict[tuple[int, ...], Plain] = {}
        for place, seal in enumerate(move.seals):
            try:
                values[seal.path] = open_seal(seal, next(blinds).blind, submission_context(move.submission, place))
            except SealError as error:
                raise InvalidEntry(Fault.WRONG_OPENINGS, entry.number, str(error)) from None
        found[move.entry] = _completed(entry, game, move.event, values)
    return found


def check_reveal(
    entry: Entry, game: Referee[Any], last: HistoryStep | None, opened: dict[int, Event], outcome: Outcome
) -> None:
    """Check that the outcome shows what was chosen. Raises `InvalidEntry`.

    A reader who could not see the choices applies them again, now that they are open.
    """
    first = min(opened)
    later: list[HistoryStep] = []
    while last is not None and last.entry >= first:
        later.append(last)
        last = last.before
    if all(opened.get(step.entry, step.event) == step.event for step in later):
        return
    state = later[-1].state
    for step in reversed(later):
        state = call_rules(entry, game.apply, state, opened.get(step.entry, step.event))
    refusal = call_rules(entry, game.refusal, state, outcome)
    require(refusal is None, Fault.ILLEGAL, entry, "it does not show what was chosen")


def _completed(entry: Entry, game: GameCodec[Any], public: Plain, values: dict[tuple[int, ...], Plain]) -> Event:
    """Return the event with its secrets filled in. An event has one plain form, so nothing else in it can differ."""
    return _decoded(entry, game, fill_secrets(public, values), Fault.BROKEN_SEAL)


def _decoded(entry: Entry, game: GameCodec[Any], plain: Plain, fault: Fault) -> Event:
    try:
        return game.decode_event(plain)
    except PlainError as error:
        raise InvalidEntry(fault, entry.number, str(error)) from None
    except _FAILURES as error:
        raise InvalidEntry(Fault.RULES_FAILED, entry.number, type(error).__name__) from None


def require(holds: bool, fault: Fault, entry: Entry, detail: str = "") -> None:
    """Raise `InvalidEntry` unless the condition holds."""
    if not holds:
        raise InvalidEntry(fault, entry.number, detail)


def call_rules(entry: Entry, rule: Callable[..., T], *facts: Any) -> T:
    """Return what the rules return. Raises `InvalidEntry` if they refuse, or fail on forged data."""
    try:
        return rule(*facts)
    except Refused as refused:
        raise InvalidEntry(Fault.ILLEGAL, entry.number, str(refused)) from None
    except _FAILURES as error:
        raise InvalidEntry(Fault.RULES_FAILED, entry.number, type(error).__name__) from None
