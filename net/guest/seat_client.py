"""The client of a guest: it takes seats in the lobby, contributes its nonce, and plays its seats by signed submissions.

A submission is saved in the replica before it is sent. The same bytes are sent again until the log has them, or has
gone on without them.
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
from saves.log.match_log import LogStage, allowed_takeback
from saves.log.nonces import joining_seats
from saves.storage.replica import Replica

_ALREADY_LOGGED: Final = frozenset({Fault.DUPLICATE, Fault.REPLAYED})
"""Faults which mean that the host's log has the submission."""


class SeatClient(TableClient):
    """A guest with the keys of one program, which may hold several seats."""

    def __init__(
        self, keys: PublicKeys, make_replica: Callable[[bytes], Replica], replica: Replica | None = None
    ) -> None:
        """Start a session with this program's own keys.

        Without a replica, `make_replica` opens or creates it from the header. It raises `SaveError`.
        """
        super().__init__(keys, make_replica, replica)
        self._sent_at: dict[bytes, float] = {}
        """By submission: when it was sent on this connection."""
        self._unlogged: dict[Seat, bytes] = {}
        """The player's decisions that are not in the log yet."""
        self._agreed_terms: tuple[object, ...] | None = None
        """What was to be played when the player said ready; valid for one start."""
        self._revealed_starts = 0
        """The number of starts that the host discarded when it could know all nonces."""
        self._start_discarded = False
        """Whether any start was discarded: from then on, being at the table is no consent to another one."""
        if replica is not None:
            # The log may have gone on without a decision just before this program ended; the player was not told.
            self._unlogged = {read_submission(raw).seat: raw for raw in replica.last_signed()}

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """Use a new connection. Submissions sent on an earlier one may be lost."""
        self._sent_at.clear()
        super().connected(peer, host, now)

    # What its player does before the match

    def take_seat(self, seat: Seat, name: str, colour: str, now: float) -> None:
        """Ask for an open seat, or change name and colour of an own one. Raises `NotNow`.

        The next lobby shows whether the host has agreed.
        """
        self._require_lobby()
        if seat not in self.seats:
            self._agreed_terms = None
        self._link.send(TakeSeat(seat, clean_name(name), "".join(filter(is_safe_char, colour))[:32]), now)

    def leave_seat(self, seat: Seat, now: float) -> None:
        """Open an own seat again. Raises `NotNow`."""
        self._require_lobby()
        self._link.send(LeaveSeat(seat), now)

    def ready(self, yes: bool, now: float) -> None:
        """Say whether the match may begin. Raises `NotNow`."""
        self._require_lobby()
        self._agreed_terms = _terms(self._table.lobby) if yes else None
        self._link.send(Ready(yes), now)

    def _require_lobby(self) -> None:
        if self.phase is not Phase.LOBBY:
            raise NotNow("You can take or leave seats only in the lobby, while connected to the host.")

    @property
    def _consents(self) -> bool:
        """Whether the player wants this match to begin: by being ready, or for a saved match by being at the table.

        Otherwise a host could start again and again, learn the nonces each time, and keep the start it likes best.
        """
        lobby = self._table.lobby
        if lobby is None or lobby.resumed:
            return not self._start_discarded
        return self._agreed_terms == _terms(lobby)

    def _discard_start(self) -> str:
        joins = () if self.replica is None else self.replica.log.joins
        all_joined = bool(joins) and None not in joins
        self._agreed_terms, self._start_discarded = None, True
        super()._discard_start()
        if not all_joined:
            return ""
        self._revealed_starts += 1
        if self._revealed_starts > 1:
            return (
                f"For the {_ordinal(self._revealed_starts)} time the host has cancelled a start after it could know "
                "the draws. It may be choosing among them: distrust it."
            )
        return (
            "The host has cancelled this start after it could know the draws. That can be an accident; if it happens "
            "again, distrust the host."
        )

    # What its player does during the match

    def submit(self, move: Move, now: float) -> None:
        """Sign and save a decision, and send it if the host can be reached.

        A secret choice is withheld until the host's own seats have chosen. Without a connection the decision is sent
        when there is one again. Raises `Refused` or `SaveError`; then nothing has changed.
        """
        replica = self._require_table(move.seat)
        withhold = any(secret.audience != EVERYONE for secret in secrets(move)) and _host_must_choose(replica)
        submission = replica.sign(move, hold=withhold)
        self._link.problem = None
        self._unlogged[move.seat] = submission
        if withhold or submission in self._sent_at or self.phase is not Phase.PLAYING:
            self._send_unsent(replica, now)
        else:
            self._send(submission, now)

    def can_take_back(self, seat: Seat) -> bool:
        """Return whether a withheld choice can be dropped, or the seat's last move revealed nothing."""
        replica = self.replica
        if replica is None or seat not in self.seats or replica.log.over:
            return False
        if seat in self._withheld_seats():
            return True
        return seat not in self._sending_seats() and allowed_takeback(replica.log, seat) is not None

    def take_back(self, seat: Seat, now: float) -> None:
        """Drop a withheld choice, or submit that the last move is taken back. Raises `SaveError`."""
        replica = self._require_table(seat)
        if seat in self._withheld_seats():
            replica.drop(seat)
            self._unlogged.pop(seat, None)
            return
        if seat in self._sending_seats():
            raise NotNow("This seat's decision is being sent to the host: take it back when it has arrived.")
        self._unlogged[seat] = replica.sign_takeback(seat)
        self._link.problem = None
        self._send_unsent(replica, now)

    def point(self, kind: str, target: int, now: float) -> None:
        """Point at something for all to see; `kind` is a key of the game's table. Raises `NotNow`."""
        if self._link.peer is None:
            raise NotNow("You are not connected to the table, so nobody would see what you point at.")
        if self.replica is None or self._table.in_lobby:
            raise NotNow("The match has not begun or continued yet, so nobody would see what you point at.")
        self._link.send(SendPointer(kind, target), now)

    def _require_table(self, seat: Seat) -> Replica:
        """Return the replica of a match in which a seat of this program may decide. Raises `NotNow` otherwise."""
        self.prove()
        replica, phase = self.replica, self.phase
        # In the lobby of a saved match decisions are kept, as they are without a connection.
        if replica is None or replica.log.stage in (LogStage.FRESH, LogStage.COMMITTED):
            raise NotNow("The match has not begun yet.")
        if phase is Phase.OVER or replica.log.over:
            raise NotNow("This match is over.")
        if phase is Phase.STOPPED:
            raise NotNow("The table is stopped because the public states differ, so nothing more can be decided.")
        if phase is Phase.ENDED:
            raise NotNow("You have left the table: join it again to play on.")
        if phase is Phase.CATCHING_UP and (problem := self._save_problem or self._older_host_file):
            raise NotNow(problem.sentence)
        if phase is Phase.CATCHING_UP:
            raise NotNow("The latest moves are still arriving: decide when they are here.")
        if seat not in self.seats:
            raise NotNow("That seat is played at another computer.")
        return replica

    # Submissions

    def _sending_seats(self) -> tuple[Seat, ...]:
        return () if self.replica is None else _seats_of(self.replica.pending())

    def _withheld_seats(self) -> tuple[Seat, ...]:
        return () if self.replica is None else _seats_of(self.replica.held())

    def _caught_up(self, now: float) -> None:
        replica = self.replica
        if replica is None:
            return
        try:
            if replica.log.stage is LogStage.COMMITTED:
                self._join(replica)
        except SaveError as error:
            # `_send_again` tries it again.
            self._save_problem = ClientProblem(None, str(error))
        self._check_unlogged(replica)
        self._send_unsent(replica, now)

    def _join(self, replica: Replica) -> None:
        """Sign the join and then the nonce of this client, when they are due. Raises `SaveError`."""
        log = replica.log
        client = log.clients.index(self.keys) if self.keys in log.clients else HOST
        if client not in joining_seats(log.seating):
            return
        join = log.joins[client - 1]
        if join is None:
            replica.sign_join()
        elif None not in log.joins and join.nonce is None:
            replica.sign_nonce()

    def _check_unlogged(self, replica: Replica) -> None:
        """Forget decisions that are in the log, and report those that came too late."""
        if not self._unlogged:
            return
        still_open = {*replica.pending(), *replica.held()}
        for seat, submission in list(self._unlogged.items()):
            if submission in still_open:
                continue
            del self._unlogged[seat]
            if not _is_logged(replica, submission):
                self._link.problem = ClientProblem(
                    None,
                    f"Your decision for {_player_name(replica, seat)} came too late: the table had gone on without it. "
                    "It does not count; decide again if you are asked.",
                )
                self._drop_decision(replica, seat)

    def _send_unsent(self, replica: Replica, now: float) -> None:
        """Send the submissions that have not been sent, if the host can be reached and the replica is up to date."""
        withheld = self._withheld_seats()
        # Usually another seat has moved and there is nothing to send; that is checked first, as the player waits.
        if not withheld and all(submission in self._sent_at for submission in replica.pending()):
            return
        if self.phase not in (Phase.BEGINNING, Phase.PLAYING):
            return
        try:
            if withheld and not _host_must_choose(replica):
                for seat in withheld:
                    replica.mark_sent(seat)
        except SaveError as error:
            self._save_problem = ClientProblem(None, str(error))
        for submission in replica.pending():
            if submission not in self._sent_at:
                self._send(submission, now)

    def _send(self, submission: bytes, now: float) -> None:
        self._sent_at[submission] = now
        self._link.send(Submit(submission), now)

    def _send_again(self, now: float) -> None:
        self._sent_at = {submission: at for submission, at in self._sent_at.items() if now - at < RETRY_AFTER}
        self._caught_up(now)

    def _take_refusal(self, message: RefusedSubmission, now: float) -> None:
        replica = self.replica
        if replica is None:
            return
        found = [raw for raw in replica.pending() if submission_hash(raw) == message.submission]
        if not found:
            # The decision is no longer asked for; `_check_unlogged` tells the player.
            return
        if message.fault in _ALREADY_LOGGED:
            self._request_entries(now)
            return
        seat = read_submission(found[0]).seat
        self._link.problem = ClientProblem(None, self._refusal_text(replica, message, seat))
        self._unlogged.pop(seat, None)
        self._sent_at.pop(found[0], None)
        self._drop_decision(replica, seat)

    def _drop_decision(self, replica: Replica, seat: Seat) -> None:
        """Remove a decision that does not count from the replica."""
        try:
            replica.drop(seat)
        except SaveError as error:
            self._save_problem = ClientProblem(None, str(error))

    def _refusal_text(self, replica: Replica, message: RefusedSubmission, seat: Seat) -> str:
        name = _player_name(replica, seat)
        opening = f"The host refused your decision for {name}: it says that it {message.fault.value}."
        if message.fault is not Fault.SEAT_FORK:
            return f"{opening} By your copy it is valid, so speak with the host before you play on."
        if not proves_fork(message.evidence, replica.header.match, seat, self.keys):
            return f"{opening} It shows no proof of that, so speak with the host before you play on."
        self.evidence = message.evidence
        return (
            f"Another decision for {name} was signed with your own key, and the host had it first. Does another "
            "program use your key file? Your decision here does not count."
        )


def _terms(lobby: Lobby | None) -> tuple[object, ...] | None:
    """Return what is to be played according to a lobby."""
    return None if lobby is None else (lobby.game, lobby.rules_version, lobby.options, lobby.components)


def _player_name(replica: Replica, seat: Seat) -> str:
    """Return the name of a seat's player; the screens clean it."""
    return replica.header.players[seat].name or f"seat {seat + 1}"


def _ordinal(number: int) -> str:
    """Return an ordinal, e.g. "2nd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 11 <= number % 100 <= 13 else ending}"


def _host_must_choose(replica: Replica) -> bool:
    """Return whether a seat of the host has to decide now: it could open a secret choice before making its own."""
    return any(replica.log.holders[seat] == HOST for seat in replica.log.due.seats)


def _seats_of(submissions: tuple[bytes, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(read_submission(raw).seat for raw in submissions))


def _is_logged(replica: Replica, submission: bytes) -> bool:
    """Return whether the log has a submission."""
    link = replica.log.last_link
    while link is not None:
        if isinstance(link.entry.body, SeatBody) and link.entry.body.submission == submission:
            return True
        link = link.before
    return False
