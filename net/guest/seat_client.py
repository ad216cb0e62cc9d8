"""The machine of a guest: takes seats in the lobby, brings its nonce, and plays its seats by signed submissions.

What it signs is durable in its copy before it is sent, and sent again, the same bytes, until it stands in the log or
the log has gone on without it. What all guests and spectators share is `follower`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.guest.table_client import RETRY_AFTER, TableClient
from net.status import ClientProblem, Phase
from net.sync.fork_proof import proves_fork
from net.wire.effects import Peer
from net.wire.messages import LeaveSeat, Lobby, Ready, RefusedSubmission, SendPointer, Submit, TakeSeat, submission_hash
from rules.engine.events import Move
from rules.engine.secrecy import EVERYONE, Seat, secrets
from saves.errors import NotNow, SaveError
from saves.faults import Fault
from saves.format.entries import SeatBody, read_submission
from saves.format.header import HOST, clean_name
from saves.format.header_fields import is_safe_char
from saves.format.identity import PublicKeys
from saves.log.log import LogStage, allowed_takeback
from saves.log.nonces import joining_seats
from saves.storage.replica import Replica

_STANDS: Final = frozenset({Fault.DUPLICATE, Fault.REPLAYED})
"""Refusals that mean that a submission is in the host's log already."""


class SeatClient(TableClient):
    """A guest with the keys of one program, which may hold several seats."""

    def __init__(self, keys: PublicKeys, make: Callable[[bytes], Replica], copy: Replica | None = None) -> None:
        """As `Follower`."""
        super().__init__(keys, make, copy)
        self._sent: dict[bytes, float] = {}
        """By submission: when it was sent on this connection."""
        self._waiting: dict[Seat, bytes] = {}
        """What the player has decided and does not see in the log yet."""
        self._agreed: tuple[object, ...] | None = None
        """What was to be played when the player said that all is ready; spent by each beginning."""
        self._known_nonces = 0
        """Beginnings that were given up when their nonces were open."""
        self._given_up = False
        """Whether any was: then having come here is no consent to another."""
        if copy is not None:
            # The log may have gone on without one of them just before this program ended, which nobody was told.
            self._waiting = {read_submission(raw).seat: raw for raw in copy.last_signed()}

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """As `Follower.connected`. Whatever was sent on an earlier connection may have been lost."""
        self._sent.clear()
        super().connected(peer, host, now)

    # What its player does before the match

    def take_seat(self, seat: Seat, name: str, colour: str, now: float) -> None:
        """Takes an open seat, or changes name and colour of its own. The next lobby tells. Raises `NotNow`."""
        self._demand_lobby()
        if seat not in self.seats:
            self._agreed = None
        self._link.send(TakeSeat(seat, clean_name(name), "".join(filter(is_safe_char, colour))[:32]), now)

    def leave_seat(self, seat: Seat, now: float) -> None:
        """Gives a seat back. Raises `NotNow`."""
        self._demand_lobby()
        self._link.send(LeaveSeat(seat), now)

    def ready(self, yes: bool, now: float) -> None:
        """Says whether the match may begin. Raises `NotNow`."""
        self._demand_lobby()
        self._agreed = _terms(self._lobby) if yes else None
        self._link.send(Ready(yes), now)

    def _demand_lobby(self) -> None:
        if self.phase is not Phase.LOBBY:
            raise NotNow("Seats are taken and given back in the lobby alone, while the host is reached.")

    @property
    def _consents(self) -> bool:
        """Whether the player wants this match to begin: by being ready for it; at a saved one, by having come.

        A host could otherwise begin again and again, learn the nonces each time, and start with the one it likes.
        """
        if self._lobby is None or self._lobby.resumed:
            return not self._given_up
        return self._agreed == _terms(self._lobby)

    def _give_up(self) -> str:
        joins = () if self.replica is None else self.replica.log.joins
        opened = bool(joins) and None not in joins
        self._agreed, self._given_up = None, True
        super()._give_up()
        if not opened:
            return ""
        self._known_nonces += 1
        if self._known_nonces > 1:
            return (
                f"For the {_nth(self._known_nonces)} time the host has given up a beginning when it could know the "
                "draws. A host that does so may be choosing among them: distrust it."
            )
        return (
            "The host has given up this beginning when it could know the draws already. That can be an accident; if "
            "it happens again, distrust the host."
        )

    # What its player does during the match

    def submit(self, move: Move, now: float) -> None:
        """Decides. On return it is durable, and on its way, or held until the host's own seats have chosen.

        It is made once it stands in the copy. Without a connection it is sent when there is one again. Raises
        `Refused` or `SaveError`; then nothing happened.
        """
        copy = self._demand_table(move.seat)
        keep = self._must_hold(copy, move)
        submission = copy.sign(move, hold=keep)
        self._link.problem = None
        self._waiting[move.seat] = submission
        if keep or submission in self._sent or self.phase is not Phase.PLAYING:
            self._hand_in(copy, now)
        else:
            self._send(submission, now)

    def can_take_back(self, seat: Seat) -> bool:
        """Whether a choice is held that can be dropped, or the seat's last move revealed nothing."""
        copy = self.replica
        if copy is None or seat not in self.seats or copy.log.over:
            return False
        if seat in self._held_seats():
            return True
        return seat not in self._sent_seats() and allowed_takeback(copy.log, seat) is not None

    def take_back(self, seat: Seat, now: float) -> None:
        """Drops the choice that is held, or submits that the last move is taken back. Raises `SaveError`."""
        copy = self._demand_table(seat)
        if seat in self._held_seats():
            copy.drop(seat)
            self._waiting.pop(seat, None)
            return
        if seat in self._sent_seats():
            raise NotNow("A decision of this seat is on its way to the host: take it back when it is there.")
        self._waiting[seat] = copy.sign_takeback(seat)
        self._link.problem = None
        self._hand_in(copy, now)

    def point(self, kind: str, target: int, now: float) -> None:
        """Shows all a place or a task; `kind` is a word of the game's table. Raises `NotNow`."""
        if self._link.peer is None:
            raise NotNow("You are not connected to the table, so nobody can see what you point at.")
        if self.replica is None or self._in_lobby:
            raise NotNow("The host has not begun or gone on with the match yet, so nobody can see what you point at.")
        self._link.send(SendPointer(kind, target), now)

    def _demand_table(self, seat: Seat) -> Replica:
        self.prove()
        copy, phase = self.replica, self.phase
        # While the host waits in the lobby of a saved match, what is decided is kept as without a connection.
        if copy is None or copy.log.stage in (LogStage.FRESH, LogStage.COMMITTED):
            raise NotNow("The match has not begun yet.")
        if phase is Phase.OVER or copy.log.over:
            raise NotNow("This match is over.")
        if phase is Phase.STOPPED:
            raise NotNow("The table was stopped because its states differ, so nothing more can be decided.")
        if phase is Phase.ENDED:
            raise NotNow("You have left the table; join it again to go on.")
        if phase is Phase.CATCHING_UP and (found := self._disk_problem or self._older_host_file):
            raise NotNow(found.sentence)
        if phase is Phase.CATCHING_UP:
            raise NotNow("What happened meanwhile is still coming in; decide when it is here.")
        if seat not in self.seats:
            raise NotNow("That seat decides at another computer.")
        return copy

    # Submissions on their way

    def _must_hold(self, copy: Replica, move: Move) -> bool:
        """Whether the host could open this choice before it has made its own."""
        return any(secret.audience != EVERYONE for secret in secrets(move)) and _host_chooses(copy)

    def _sent_seats(self) -> tuple[Seat, ...]:
        return () if self.replica is None else _seats_of(self.replica.pending())

    def _held_seats(self) -> tuple[Seat, ...]:
        return () if self.replica is None else _seats_of(self.replica.held())

    def _grown(self, now: float) -> None:
        copy = self.replica
        if copy is None:
            return
        try:
            if copy.log.stage is LogStage.COMMITTED:
                self._join(copy)
        except SaveError as error:
            # `_remind` comes here again.
            self._disk_problem = ClientProblem(None, str(error))
        self._settle(copy)
        self._hand_in(copy, now)

    def _join(self, copy: Replica) -> None:
        """Signs what the beginning asks of this client. Raises `SaveError`."""
        log = copy.log
        client = log.clients.index(self.keys) if self.keys in log.clients else HOST
        if client not in joining_seats(log.seating):
            return
        join = log.joins[client - 1]
        if join is None:
            copy.sign_join()
        elif None not in log.joins and join.nonce is None:
            copy.sign_nonce()

    def _settle(self, copy: Replica) -> None:
        """Looks what has become of the player's decisions."""
        if not self._waiting:
            return
        open_still = {*copy.pending(), *copy.held()}
        for seat, submission in list(self._waiting.items()):
            if submission in open_still:
                continue
            del self._waiting[seat]
            if not _stands(copy, submission):
                self._link.problem = ClientProblem(
                    None,
                    f"What you decided for {_name(copy, seat)} came too late, as the table had gone on without it. It "
                    "does not count: decide anew if you are asked.",
                )
                self._forget(copy, seat)

    def _hand_in(self, copy: Replica, now: float) -> None:
        """Sends what is not on its way yet, if the host can be reached and has told all."""
        held = self._held_seats()
        # Mostly somebody else has moved, and nothing is to be done: that is seen first, as the player waits for it.
        if not held and all(submission in self._sent for submission in copy.pending()):
            return
        if self.phase not in (Phase.BEGINNING, Phase.PLAYING):
            return
        try:
            if held and not _host_chooses(copy):
                for seat in held:
                    copy.mark_sent(seat)
        except SaveError as error:
            self._disk_problem = ClientProblem(None, str(error))
        for submission in copy.pending():
            if submission not in self._sent:
                self._send(submission, now)

    def _send(self, submission: bytes, now: float) -> None:
        self._sent[submission] = now
        self._link.send(Submit(submission), now)

    def _remind(self, now: float) -> None:
        self._sent = {submission: when for submission, when in self._sent.items() if now - when < RETRY_AFTER}
        self._grown(now)

    def _refused(self, message: RefusedSubmission, now: float) -> None:
        copy = self.replica
        if copy is None:
            return
        found = [raw for raw in copy.pending() if submission_hash(raw) == message.submission]
        if not found:
            # It was of a decision that is no longer asked; `_settle` tells, or has told.
            return
        if message.fault in _STANDS:
            self._ask(now)
            return
        seat = read_submission(found[0]).seat
        self._link.problem = ClientProblem(None, self._refusal(copy, message, seat))
        self._waiting.pop(seat, None)
        self._sent.pop(found[0], None)
        self._forget(copy, seat)

    def _forget(self, copy: Replica, seat: Seat) -> None:
        """What was decided for the seat does not count, and is not told of again."""
        try:
            copy.drop(seat)
        except SaveError as error:
            self._disk_problem = ClientProblem(None, str(error))

    def _refusal(self, copy: Replica, message: RefusedSubmission, seat: Seat) -> str:
        opening = f"The host refuses what you decided for {_name(copy, seat)}: it says that it {message.fault.value}."
        if message.fault is not Fault.SEAT_FORK:
            return f"{opening} By your copy it stands, so speak with the host before you play on."
        if not proves_fork(message.evidence, copy.header.match, seat, self.keys):
            return f"{opening} It shows no proof of that, so speak with the host before you play on."
        self.evidence = message.evidence
        return (
            f"A second, different decision for {_name(copy, seat)} bears your own key, and the host had it first. Does "
            "another program use your key file? What you decided here does not count."
        )


def _terms(lobby: Lobby | None) -> tuple[object, ...] | None:
    """What a lobby says that is to be played."""
    return None if lobby is None else (lobby.game, lobby.rules_version, lobby.options, lobby.components)


def _name(copy: Replica, seat: Seat) -> str:
    """Whose seat it is; the screens clean it."""
    return copy.header.players[seat].name or f"seat {seat + 1}"


def _nth(number: int) -> str:
    """As an ordinal: "2nd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 11 <= number % 100 <= 13 else ending}"


def _host_chooses(copy: Replica) -> bool:
    """Whether a seat of the host's own is asked now, and has not decided."""
    return any(copy.log.holders[seat] == HOST for seat in copy.log.due.seats)


def _seats_of(submissions: tuple[bytes, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(read_submission(raw).seat for raw in submissions))


def _stands(copy: Replica, submission: bytes) -> bool:
    """Whether the log holds it."""
    link = copy.log.last_link
    while link is not None:
        if isinstance(link.entry.body, SeatBody) and link.entry.body.submission == submission:
            return True
        link = link.before
    return False
