"""The log of a match as a value: everything that its entries have established, as one reader knows it.

`saves.log.append_entry` appends entries to it.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from rules.engine.events import Outcome
from rules.engine.game import AnyGame
from rules.engine.referee import Due
from rules.engine.secrecy import Seat
from saves.format.entries import MAX_TAKEN_BACK_SEALS
from saves.format.header import HOST, Header, encode_header, header_hash
from saves.format.identity import PublicKeys
from saves.log.chain import ChainLink, Seating, initial_seating, links_since
from saves.log.decode_entry import LogConfig, SealedMove
from saves.log.decryption import SealReader
from saves.log.history import (
    MAX_TAKEBACKS,
    HistoryStep,
    Takeback,
    TakebackBudget,
    find_last_move,
    find_takeback,
    history_steps,
)
from saves.log.nonces import GuestNonce


class LogStage(Enum):
    """The stages of a log."""

    FRESH = "fresh"
    """It has no entries yet."""
    COMMITTED = "committed"
    """The host has committed to the dealer's secret; guests join and open their nonces."""
    PLAYING = "playing"
    """The match has started; at its end the stage stays until the secret is opened."""
    ABANDONED = "abandoned"
    """The match was ended early; the secret is still to be opened."""
    CLOSED = "closed"
    """The dealer's secret is open; nothing follows."""


class Log(NamedTuple):
    """A match up to one entry, as one reader sees it. `new_log` creates it, `append` extends it."""

    config: LogConfig
    length: int
    """The number of entries."""
    head: bytes
    """The hash of the last entry; of the header at first."""
    last_link: ChainLink | None
    stage: LogStage
    seating: Seating
    rekeys: int
    """How often a seat was transferred."""
    commitment: bytes
    """The host's commitment to the dealer's secret; empty before it."""
    joins: tuple[GuestNonce | None, ...]
    """By guest, client 1 first: what it has contributed to the draws; None until it has joined."""
    nonces: tuple[bytes, ...]
    """By guest: its opened nonce; empty before the start."""
    counters: tuple[int, ...]
    """By seat: the number of submissions it has made."""
    openers: tuple[bytes | None, ...]
    """By seat: the hash of the entry that asked for the decision, join or nonce it owes; None if it owes none."""
    last_step: HistoryStep | None
    """The last event in force."""
    budget: TakebackBudget
    """How often each seat has taken back a move since the match last advanced."""
    state: Any
    """The state of the game, as the reader knows it."""
    due: Due
    """Who must act; nobody once the log is closed or abandoned."""
    unopened: tuple[SealedMove, ...]
    """Sealed moves in force, opened by the next outcome that opens choices."""
    taken_back: tuple[SealedMove, ...]
    """Sealed moves that were taken back, opened at the end."""

    @property
    def over(self) -> bool:
        """Whether no more moves are possible: the match was played to its end, or abandoned."""
        return self.stage in (LogStage.ABANDONED, LogStage.CLOSED) or (self.stage is LogStage.PLAYING and self.due.over)

    @property
    def clients(self) -> tuple[PublicKeys, ...]:
        """All clients that ever held a seat, by number; the host first."""
        return self.seating.clients

    @property
    def holders(self) -> tuple[int, ...]:
        """By seat: the number of the client that holds it now."""
        return self.seating.holders

    @property
    def practice(self) -> bool:
        """Whether undo knows no limit: a practice match of one person, and of nobody else ever."""
        return self.config.header.options.practice and len(self.clients) == 1 and self.bots.count(None) == 1

    @property
    def bots(self) -> tuple[str | None, ...]:
        """By seat: the key of the bot that plays it now; None for a person."""
        return self.seating.bots


def new_log(header: Header, game: AnyGame, reader: SealReader) -> Log:
    """Return the log before its first entry."""
    seats = len(header.players)
    return Log(
        config=LogConfig(header, game, reader),
        length=0,
        head=header_hash(encode_header(header)),
        last_link=None,
        stage=LogStage.FRESH,
        seating=initial_seating(header),
        rekeys=0,
        commitment=b"",
        joins=(None,) * (len(header.clients) - 1),
        nonces=(),
        counters=(0,) * seats,
        openers=(None,) * seats,
        last_step=None,
        budget=TakebackBudget(0, (0,) * seats),
        state=game.initial(),
        due=Due(),
        unopened=(),
        taken_back=(),
    )


def allowed_takeback(log: Log, seat: Seat) -> Takeback | None:
    """Return how the seat's last move can be taken back; None if it cannot. See `find_takeback`.

    In practice nothing stands in the way.

    The host is the dealer, so it can read what guests have chosen in secret. Its own seats therefore cannot take back a
    move that was made before such a choice.
    """
    if log.practice and log.bots[seat] is None:
        found = find_last_move(log.last_step, seat)
    else:
        found = find_takeback(log.config.game, log.last_step, seat)
    if found is None or not has_takeback_budget(log, seat):
        return None
    if log.holders[seat] != HOST:
        return found
    chosen = any(move.author != HOST and move.entry > found.step.entry for move in log.unopened)
    return None if chosen else found


def has_takeback_budget(log: Log, seat: Seat) -> bool:
    """Return whether the limits on takebacks allow the seat one more.

    A guest's takebacks are limited so that it cannot fill the log. All takebacks together are limited by their seals,
    which the last entry must be able to open.
    """
    loops = log.holders[seat] != HOST and log.budget.taken[seat] >= MAX_TAKEBACKS
    return not loops and sum(len(move.seals) for move in log.taken_back) < MAX_TAKEN_BACK_SEALS


def links_of(log: Log) -> list[ChainLink]:
    """Return all entries, oldest first."""
    return links_since(log.last_link)


def sealed_before(log: Log, step: HistoryStep) -> tuple[SealedMove, ...]:
    """Return the sealed moves that were in force and not opened before this step, whether or not they are open now."""
    links = {link.entry.number: link for link in links_of(log)}
    found: list[SealedMove] = []
    for earlier in history_steps(step.before):
        link = links[earlier.entry]
        public, seals = link.sealed
        if isinstance(earlier.event, Outcome) and earlier.event.opens_choices:
            found.clear()
        elif link.submission is not None and link.author is not None and seals:
            found.append(SealedMove(earlier.entry, link.submission, link.author, public, seals, link.readers))
    return tuple(found)


def sealed_moves(log: Log) -> tuple[SealedMove, ...]:
    """Return all moves whose seals the log has not opened, taken back or not, by entry."""
    return tuple(sorted(log.unopened + log.taken_back, key=lambda move: move.entry))
