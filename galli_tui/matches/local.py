"""Matches at one terminal: the table of an open match, and the store of saved matches."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galli_tui.bots.advice import CONTESTED, Advice, is_contest
from galli_tui.game_api.match_marks import ID_DIGITS, marks_of, match_marks
from galli_tui.game_api.match_words import match_title, short_way, way_words
from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.progress_text import row_words, score_words, summarised
from galli_tui.matches.views import ViewCache
from galli_tui.stats.results import own_seat
from galli_tui.tables.match_store import Condition, SavedRow, Setup
from galli_tui.tables.table import Table, TablePlayer
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from rules.engine.events import Move
from rules.engine.referee import Due
from rules.engine.secrecy import Seat, Viewer
from saves.errors import Locked, NotNow, NotYours, SaveError, SharedMatch, save_error
from saves.format.header_fields import Player
from saves.storage.paths import TRASH, home, make_private_folder, matches_folder
from saves.storage.summary import IMPORTED

if TYPE_CHECKING:
    from galli_tui.bots.seats import MakeBackend
    from galli_tui.tables.review_store import ReviewStore
    from rules.bots.review import Decision
    from saves.storage.library import SavedMatch
    from saves.storage.match import Match
    from saves.storage.open_match import TimelineEvent

# Modules that open a match load the cryptography, which takes time: they are imported where a match is opened.

_NOTE_CELLS = 400
_SHARED = (
    "Seats of this match belong to guests, or to bots that play for them, so it can't continue at one keyboard, where "
    "their cards would be visible."
)


class LocalTable:
    """A saved match in play. Implements `galli_tui.tables.table.Table`; a read-only match has no seat here."""

    peers = None
    """Always None: all seats play at this terminal."""

    def __init__(self, match: Match, *, make_backend: MakeBackend | None = None, pace: float | None = None) -> None:
        """`make_backend` and `pace` are as in `BotPlayers`; None takes the defaults."""
        from galli_tui.bots.adviser import BotAdviser
        from galli_tui.bots.pool import WorkerPool
        from galli_tui.bots.seats import BotPlayers
        from galli_tui.bots.watch_pace import WatchPace

        self._match = match
        self._changed: list[Callable[[], None]] = []
        self.game = match.game
        self._views = ViewCache(match.game)
        self._notices = tuple(sanitize(notice, _NOTE_CELLS) for notice in match.notices)
        self.watched = None if match.read_only or None in match.log.bots else WatchPace()
        self._bots = BotPlayers(
            match,
            self._bots_to_move,
            self.submit,
            self._show,
            make_backend=make_backend or WorkerPool,
            pace=pace,
            watched=self.watched,
        )
        self._adviser = BotAdviser(match.game, self._bots.backend)

    @property
    def match_id(self) -> str:
        return self._match.match_id[:ID_DIGITS]

    @property
    def notices(self) -> tuple[str, ...]:
        return self._notices + self._bots.notices

    @property
    def marks(self) -> tuple[str, ...]:
        header, imported = self._match.header, IMPORTED in self._match.notes
        origin = "" if header.origin is None else header.origin.match.hex()
        return match_marks(header.game, header.options, header.dealer.seed, origin, imported=imported)

    @property
    def is_what_if(self) -> bool:
        return self._match.header.origin is not None

    @property
    def players(self) -> tuple[TablePlayer, ...]:
        played, bots = not self._match.read_only, self._match.log.bots
        return tuple(
            TablePlayer(sanitize(it.name), it.colour, played and bot is None, sanitize(bot or ""))
            for it, bot in zip(self._match.header.players, bots, strict=True)
        )

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """The seats whose views this computer may show: those that its player's key holds, without bots."""
        return tuple(seat for seat in self._match.seats if self._match.log.bots[seat] is None)

    @property
    def due(self) -> Due:
        return self._match.due

    def view(self, viewer: Viewer) -> Any:
        return self._views.view(self._match.state, viewer)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        return self._match.timeline(viewer, most)

    def submit(self, move: Move) -> None:
        self._match.submit(move, pause=self.watched is None)
        self._notify()

    @property
    def paused(self) -> bool:
        return self._match.paused

    def resume_play(self) -> None:
        self._match.resume_play()
        self._notify()

    @property
    def thinking(self) -> Seat | None:
        return self._bots.thinking

    def hurry(self) -> None:
        if self.watched is not None:
            self.watched.step()
        else:
            self._bots.hurry()

    @property
    def advice(self) -> Advice | str:
        several = len(self._match.log.clients) > 1
        return CONTESTED if several and is_contest(self.game) else self._adviser

    def decisions(self) -> list[Decision]:
        from galli_tui.tables.decisions import match_decisions

        match = self._match
        if not match.over or isinstance(self.advice, str):
            return []
        return match_decisions(match, match.header.seats if len(match.log.clients) == 1 else match.seats)

    @property
    def review_store(self) -> ReviewStore:
        from galli_tui.tables.review_store import ReviewStore

        return ReviewStore(self._match)

    def can_undo(self, seat: Seat) -> bool:
        return bool(self._seats_to_undo(seat))

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        undone = tuple(self._seats_to_undo(seat)) or (seat,)
        try:
            for one in undone:
                self._match.take_back(one)
        finally:
            self._notify()
        return undone

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        if any(self._match.log.bots) and not self._match.read_only:
            self._bots.update()
        return lambda: self._changed.remove(changed)

    def close(self) -> None:
        self._bots.close()
        self._adviser.close()
        self._match.close()

    def _bots_to_move(self) -> list[Seat]:
        match = self._match
        return [] if match.read_only else [seat for seat in match.due.seats if match.log.bots[seat] is not None]

    def _seats_to_undo(self, seat: Seat) -> list[Seat]:
        """Return the seats whose last moves an undo takes back, in order: bots that moved since, then the seat."""
        match = self._match
        if match.can_take_back(seat):
            return [seat]
        found: list[Seat] = []
        step = None if match.read_only or match.log.over else match.log.last_step
        while step is not None and not match.game.reveals(step.state, step.event):
            if isinstance(step.event, Move):
                found.append(step.event.seat)
                if step.event.seat == seat:
                    return found
                if match.log.bots[step.event.seat] is None:
                    break
            step = step.before
        return []

    def _notify(self) -> None:
        # Before the screens are told, so that they show which bot thinks.
        self._bots.update()
        self._show()

    def _show(self) -> None:
        for changed in tuple(self._changed):
            changed()


class LocalMatchStore:
    """The player's own folder of matches. Implements `galli_tui.tables.match_store.MatchStore`."""

    def __init__(self, *, make_backend: MakeBackend | None = None, pace: float | None = None) -> None:
        """As for `LocalTable`."""
        self._make_backend, self._pace = make_backend, pace
        self._inspected: dict[str, Path] = {}
        """The file that each match was inspected in last, by its id."""

    def begin(self, setup: Setup) -> Table:
        from saves.format.header import COMMITTED, seeded
        from saves.storage.identity_file import load_identity
        from saves.storage.match import Match

        try:
            dealer = COMMITTED if setup.seed is None else seeded(setup.seed)
        except ValueError as error:
            raise SaveError(f"{str(error).capitalize()}.") from None
        match = Match.create(
            matches_folder(),
            setup.game,
            setup.options,
            setup.seats,
            dealer,
            identity=load_identity(home()),
            now=int(time.time()),
            components=setup.components,
        )
        return self._table(match)

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        from saves.storage.branch import branch_match
        from saves.storage.identity_file import load_identity

        source = self._inspected.get(match_id) or path_of(match_id)
        match = branch_match(
            source, entries, players, matches_folder(), identity=load_identity(home()), now=int(time.time())
        )
        return self._table(match)

    def saved(self) -> list[SavedRow]:
        from saves.storage.library import list_matches

        rows = list_matches(matches_folder())
        times = Counter(row.match_id for row in rows)
        name = own_name()
        return [_saved(row, name, unique=times[row.match_id] == 1) for row in rows]

    def about(self, match_id: str) -> str:
        from saves.storage.library import read_saved_match

        row = summarised(read_saved_match(path_of(match_id)))
        return row_words(row) or row.note or row.state.value

    def resume(self, match_id: str) -> Table:
        from saves.storage.identity_file import load_identity
        from saves.storage.match import Match

        try:
            match = Match.open(path_of(match_id), load_identity(home()), pause=True)
            if match.shared:
                match.close()
                raise SharedMatch(_SHARED)
        except (NotYours, SharedMatch):
            if ended := self._ended(match_id):
                return ended
            raise
        return self._table(match)

    def _ended(self, match_id: str) -> Table | None:
        """Return a read-only table of a match that is over; None if it is not over or cannot be read."""
        try:
            table = self.inspect(match_id)
        except SaveError:
            return None
        if table.due.over:
            return table
        table.close()
        return None

    def inspect(self, match_id: str) -> Table:
        return self.inspect_file(path_of(match_id))

    def inspect_file(self, path: Path) -> LocalTable:
        """Return a read-only table of the intact part of the match in a file."""
        from saves.storage.identity_file import load_identity
        from saves.storage.match import Match

        try:
            identity = load_identity(home(), make=False)
        except SaveError:
            identity = None  # Without a key one still sees what is public.
        match = Match.open(path, identity, read_only=True)
        if not match.begun:
            match.close()
            raise NotNow("This match has not begun: some guests have not joined, so there is nothing to see yet.")
        table = self._table(match)
        self._inspected[table.match_id] = path
        return table

    def verify(self, match_id: str) -> list[str]:
        from saves.storage.verify import verify_file

        report = verify_file(path_of(match_id))
        wrong = [*report.notices, *([str(report.problem)] if report.problem else [])]
        return [sanitize(sentence, _NOTE_CELLS) for sentence in wrong]

    def import_file(self, path: Path) -> str:
        from saves.storage.share import import_match

        return import_match(path, matches_folder(), int(time.time())).header.match.hex()[:ID_DIGITS]

    def export_file(self, match_id: str, path: Path) -> None:
        from saves.storage.share import share_match

        share_match(path_of(match_id), path)

    def discard(self, match_id: str) -> None:
        from saves.storage.match_file import MatchFile
        from saves.storage.sidecar import remove_sidecars

        path = path_of(match_id)
        try:
            MatchFile.open(path).close()
        except Locked:
            raise
        except SaveError:
            pass  # What cannot be opened can still be deleted.
        trash = home() / TRASH
        make_private_folder(trash)
        try:
            path.replace(_free(trash / path.name))
        except OSError as error:
            raise save_error(error, path, "deleted") from None
        remove_sidecars(path)

    def _table(self, match: Match) -> LocalTable:
        return LocalTable(match, make_backend=self._make_backend, pace=self._pace)


def path_of(match_id: str) -> Path:
    """Return the file of a match, given its file name or the beginning of its id. Raises `SaveError`."""
    from saves.storage.library import find_match

    folder = matches_folder()
    if os.sep not in match_id and match_id not in (".", "..") and (folder / match_id).is_file():
        return folder / match_id
    return find_match(folder, match_id).path


def _free(path: Path) -> Path:
    """Return the path, or a similar one if a file has it already."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def _condition(row: SavedMatch) -> Condition:
    from saves.storage.library import MatchState

    return {
        MatchState.IN_PLAY: Condition.PLAYING,
        MatchState.OVER: Condition.OVER,
        MatchState.ABANDONED: Condition.ABANDONED,
        MatchState.DAMAGED: Condition.DAMAGED,
        MatchState.NEWER: Condition.FOREIGN,
        MatchState.UNREADABLE: Condition.FOREIGN,
    }[row.state]


def _saved(row: SavedMatch, name: str, *, unique: bool) -> SavedRow:
    # A copy of a file has the same id: only the name of the file tells them apart.
    by_id = row.match_id[:ID_DIGITS] if row.match_id and unique else row.path.name
    return SavedRow(
        id=by_id,
        title=title_of(row),
        names=tuple(sanitize(player.name) for player in row.players),
        when=datetime.fromtimestamp(row.changed).astimezone(),
        condition=_condition(row),
        explanation=sanitize(row.note, _NOTE_CELLS),
        is_replica=not row.hosted,
        is_what_if=bool(row.origin),
        mode="" if row.options is None else way_words(row.game, row.options.with_practice(on=False)),
        short_mode="" if row.options is None else short_way(row.game, row.options.with_practice(on=False)),
        score=score_words(row),
        won=_won(row, name),
        progress=row_words(row),
        bots=tuple(sanitize(player.bot or "") for player in row.players),
        marks=marks_of(row),
    )


def _won(row: SavedMatch, name: str) -> bool | None:
    """Return whether the player with this name won a match; None where that can't be said."""
    seat = None if row.imported else own_seat(row.players, name)
    return None if seat is None or row.score is None or row.score.team is not None else seat in row.score.winners


def title_of(row: SavedMatch) -> str:
    """Game and level of a match; the name of the file where that is not known."""
    if row.options is None:
        return sanitize(row.path.name, 2 * NAME_CELLS)
    return match_title(row.game, row.options)
